"""Words of type lines and keyword abilities that spending restrictions use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_TYPE_WORD = re.compile(r"time lord|[^\s—–]*[^\s—–-][^\s—–]*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def type_words(types: str | Iterable[str]) -> frozenset[str]:
    """Return the lower-case words of a type line, or of words that are given one by one.

    Examples
    --------
    >>> sorted(type_words("Legendary Creature — Time Lord"))
    ['creature', 'legendary', 'time lord']
    """
    if isinstance(types, str):
        return frozenset(_TYPE_WORD.findall(types.lower()))
    return frozenset(word.lower() for word in types)


TYPES = _words(
    "artifact battle creature enchantment instant kindred land planeswalker sorcery "
    "basic legendary snow world"
)
"""Card types and supertypes."""

NAMED_SUBTYPES = _words(
    "alien ally angel assassin aura chandra cleric demon dinosaur dragon dwarf eldrazi elemental "
    "elf equipment hero knight lesson merfolk mount myr ninja omen phyrexian pilot rogue room "
    "shrine sliver spirit turtle vampire vehicle villain warrior wizard zombie"
)
"""Subtypes that printed restrictions name."""

NONCREATURE_SUBTYPES = _words(
    "adventure arcane attraction aura background blood bobblehead cartouche case cave chandra "
    "class clue contraption curse desert equipment food forest fortification gate gold incubator "
    "island junk lair lander lesson locus map mine mountain mutagen omen plains planet powerstone "
    "power-plant role room rune saga shard shrine spacecraft sphere swamp tower town trap "
    "treasure urza's vehicle"
)
"""Subtypes that an object with every creature type does not have."""

OUTLAWS = ("assassin", "mercenary", "pirate", "rogue", "warlock")

KEYWORDS = _words(
    "affinity bestow blitz boast changeling channel convoke cycling dash delve devoid disguise "
    "disturb embalm emerge encore equip escape eternalize evoke exhaust flash flashback foretell "
    "freerunning harmonize impending improvise kicker madness mayhem miracle morph mutate "
    "ninjutsu outlast overload plot power-up prowess reconfigure retrace saddle sneak spectacle "
    "station surge suspend unearth ward warp waterbend web-slinging"
)
"""Keyword abilities of one word, or of one word and a cost."""

COLOR_WORDS = ("white", "blue", "black", "red", "green")
"""The five colors in the order W U B R G."""

FUNCTION_WORDS = _words(
    "a an the this that it its your their of on in at by for from with without and each you "
    "control is are has have there if as"
)
"""Words of a description that are no types, as in "cards in your hand"."""

COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
"""Numbers in words."""

_IRREGULAR = {"elves": "elf", "dwarves": "dwarf", "wolves": "wolf", "werewolves": "werewolf"}
_IRREGULAR |= {"heroes": "hero", "mice": "mouse", "zombies": "zombie", "faeries": "faerie"}
_IRREGULAR |= {"plains": "plains", "urza's": "urza's", "swamps": "swamp", "traps": "trap"}


def singular(word: str) -> str:
    """Return the singular of a lower-case noun; words that are no plural stay as they are.

    Examples
    --------
    >>> [singular(word) for word in ("allies", "elves", "plains", "locus")]
    ['ally', 'elf', 'plains', 'locus']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for plural, ending in (("ies", "y"), ("xes", "x"), ("ches", "ch")):
        if word.endswith(plural):
            return word.removesuffix(plural) + ending
    return word if word.endswith(("ss", "us", "is", "ps")) else word.removesuffix("s")


def plural(word: str) -> str:
    """Return the plural of a lower-case noun, as `singular` reads it.

    Examples
    --------
    >>> [plural(word) for word in ("ally", "elf", "plains", "sphinx", "land")]
    ['allies', 'elves', 'plains', 'sphinxes', 'lands']
    """
    known = {one: many for many, one in _IRREGULAR.items()}
    if word in known:
        return known[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word.removesuffix("y") + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def several(number: int, what: str) -> str:
    """Say how many of a kind, as a description of types names it.

    Examples
    --------
    >>> several(3, "legendary elf or goblin"), several(1, "snow"), several(2, "snow")
    ('3 legendary elves or goblins', '1 snow permanent', '2 snow permanents')
    """
    kinds = []
    for kind in what.split(" or "):
        *first, last = kind.split() if kind not in _ADJECTIVES else (kind, "permanent")
        kinds.append(" ".join([*first, last if number == 1 else plural(last)]))
    return f"{number} {' or '.join(kinds)}"


_ADJECTIVES = frozenset(("basic", "legendary", "snow", "untapped", *COLOR_WORDS))
