"""Tokens as Forge writes them: described in full, or by the name of their script."""

from __future__ import annotations

import re

from autotap.models.mtg.board_text import catalogue_source
from autotap.models.mtg.source import Source
from autotap.models.mtg.symbols import ManaType

_SCRIPT = re.compile(
    r"(?P<colors>[wubrgc]+)_(?:(?P<power>\d+|x)_(?P<toughness>\d+|x)_)?"
    r"(?P<kinds>(?:[ael]_)*)(?P<words>[a-z0-9_]+)"
)
_KINDS = {"a": "artifact", "e": "enchantment", "l": "land"}
_ABILITIES = frozenset(
    "changeling convoke deathtouch decayed defender draw first flying haste hexproof lifelink "
    "indestructible menace prowess reach sac shroud strike trample vigilance ward".split()
)
"""Words at the end of a script's name that tell abilities, not types."""


def described_token(text: str) -> Source:
    """Make a token of its description, with its name as its id.

    A token that is built in is as the catalogue has it. Of any other one the abilities are not
    told, so `Source.unread` says so unless it is described as a creature in full.

    Examples
    --------
    >>> described_token("c_a_treasure_sac").name, described_token("treasure").name
    ('Treasure', 'Treasure')
    >>> token = described_token("Elf Warrior,P:1,T:1,Color:G,Types:Creature-Elf-Warrior,Keywords:")
    >>> sorted(token.types), token.power, token.unread
    (['creature', 'elf', 'token', 'warrior'], 1, ())
    >>> sorted(described_token("w_1_1_soldier").types)
    ['creature', 'soldier', 'token']
    """
    name, *parts = text.split(",")
    stated = {key.lower(): value for key, _, value in (part.partition(":") for part in parts)}
    if "types" in stated:
        return _stated(name.strip(), stated)
    return (
        _built_in(name.strip())
        or _by_script(name.strip().lower())
        or Source(text, text, frozenset({"token"}), unread=("what kind of token it is",))
    )


def _built_in(name: str) -> Source | None:
    known = catalogue_source(name)
    return known if known is not None and "token" in known.types else None


def _stated(name: str, stated: dict[str, str]) -> Source:
    if known := _built_in(name):
        return known
    types = {word.lower() for word in stated["types"].split("-") if word}
    keywords = {word.strip().lower() for word in stated.get("keywords", "").split("-")}
    types |= keywords & {"changeling", "haste"}
    letters = stated.get("color", stated.get("colors", "")).upper()
    return Source(
        name,
        name,
        frozenset(types | {"token"}),
        colors=frozenset(ManaType(one) for one in "WUBRG" if one in letters),
        power=_number(stated.get("p", "")),
        toughness=_number(stated.get("t", "")),
    )


def _by_script(script: str) -> Source | None:
    found = _SCRIPT.fullmatch(script)
    if found is None:
        return None
    words = found["words"].split("_")
    for count in range(len(words), 0, -1):
        if known := _built_in(" ".join(words[:count])):
            return known
    kinds = {_KINDS[kind] for kind in found["kinds"] if kind in _KINDS}
    kinds |= {"creature"} if found["power"] else set()
    subtypes = [word for word in words if word not in _ABILITIES]
    name = " ".join(word.capitalize() for word in subtypes)
    return Source(
        name,
        name,
        frozenset({"token", *kinds, *subtypes, *({"haste", "changeling"} & {*words})}),
        colors=frozenset(ManaType(one) for one in "WUBRG" if one.lower() in found["colors"]),
        power=_number(found["power"] or ""),
        toughness=_number(found["toughness"] or ""),
        unread=() if kinds >= {"creature"} else ("its abilities",),
    )


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None
