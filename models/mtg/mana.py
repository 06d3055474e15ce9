"""Mana: units that exist, and lists of mana that abilities make (MTG-106).

A *mana list* is text such as ``{G}; {C}{C} (only: creature spells)``: groups separated by ``; ``,
each group with its own tags. ``{Any}`` is one mana of any one colour, chosen when it is made
(MTG-106.1: never colourless); ``{W/U}`` is one of the two (MTG-106.8).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby

from autotap.models.errors import ManaSyntaxError
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.text import fold, split_outside

MAX_UNITS = 1_000
"""Largest number of units in one mana list."""
MAX_TEXT = 10_000
"""Most characters in one mana list or ability."""

_UNIT = re.compile(r"\{([^{}]*)\}")
_TAG = re.compile(
    r"\s*\(\s*(?P<key>only|not|from|source|rider|keep)\s*:(?P<value>[^()]*)\)", re.IGNORECASE
)
_ORDER = {kind: i for i, kind in enumerate(ManaType)}


class Retention(StrEnum):
    """How long unspent mana stays (MTG-RET-01…05)."""

    PHASE = "phase"
    """Lost at the end of the step or phase (MTG-106.4)."""
    COMBAT = "combat"
    """Kept until the end of combat (firebending, MTG-RET-05)."""
    TURN = "turn"
    """Kept until the end of the turn (MTG-RET-04)."""
    ALWAYS = "always"
    """Never lost (Upwelling, MTG-RET-01)."""


@dataclass(frozen=True, slots=True)
class ManaTags:
    """What one mana carries besides its type; none of it ever changes the type (MTG-106.6).

    Parameters
    ----------
    only
        Text of what the mana may be spent on, as ``"only: creature spells"`` or
        ``"not: generic costs"``; "" for anything. `restriction.py` reads and judges it, unless
        the caller gives the verdict (`Spell.rulings`).
    origin
        Name of the source, where that is not the permanent whose ability is activated
        (the Aura of a triggered mana ability, MTG-106.3).
    flags
        Types of the source, as ``snow`` or ``treasure``, where they are stated. Mana made by an
        ability takes them from its source instead.
    riders
        "When that mana is spent" texts (MTG-RID-01…06).
    retention
        How long it stays unspent.

    Raises
    ------
    ManaSyntaxError
        If a text has parentheses, control characters or space around it: it could not be read
        back.
    """

    only: str = ""
    origin: str = ""
    flags: frozenset[str] = frozenset()
    riders: tuple[str, ...] = ()
    retention: Retention = Retention.PHASE

    def __post_init__(self) -> None:
        if self.only and not self.only.startswith(("only: ", "not: ")):
            raise ManaSyntaxError(self.only, "'only: ...' or 'not: ...'", position=0)
        for text in (self.only, self.origin, *self.riders):
            plain = fold(text).strip() == text and text.isprintable()
            if not plain or "(" in text or ")" in text:
                raise ManaSyntaxError(text, "printable words without parentheses")

    def __str__(self) -> str:
        parts = [f" ({self.only})"] if self.only else []
        if self.origin:
            parts.append(f" (from: {self.origin})")
        if self.flags:
            parts.append(f" (source: {flags_text(self.flags)})")
        parts.extend(f" (rider: {rider})" for rider in self.riders)
        if self.retention is not Retention.PHASE:
            parts.append(f" (keep: {self.retention})")
        return "".join(parts)


def flags_text(flags: frozenset[str]) -> str:
    """Write flags as words; with commas where one is several words, as ``time lord``."""
    if any(" " in flag for flag in flags):
        return ", ".join(sorted(flags)) + "," * (len(flags) == 1)
    return " ".join(sorted(flags))


def parse_flags(text: str) -> frozenset[str]:
    """Read flags; the inverse of `flags_text`."""
    flags = text.split(",") if "," in text else text.split()
    return frozenset(flag.strip() for flag in flags if flag.strip())


NO_TAGS = ManaTags()


@dataclass(frozen=True, slots=True)
class Mana:
    """One unit of mana in a pool.

    Examples
    --------
    >>> str(Mana(ManaType.G))
    '{G}'
    """

    type: ManaType
    tags: ManaTags = NO_TAGS

    def __str__(self) -> str:
        return f"{{{self.type}}}{self.tags}"


@dataclass(frozen=True, slots=True)
class ManaGroup:
    """Mana that one ability makes together, all with the same tags.

    Parameters
    ----------
    units
        Per unit the types that may be chosen for it: ``("W",)`` for {W}, all five colours for
        {Any}.
    tags
        What every unit of the group carries.
    """

    units: tuple[tuple[ManaType, ...], ...]
    tags: ManaTags = NO_TAGS

    def __str__(self) -> str:
        return "".join(map(unit_text, self.units)) + str(self.tags)


ManaList = tuple[ManaGroup, ...]


def unit_text(unit: tuple[ManaType, ...]) -> str:
    """Spell one unit: ``{W}``, ``{Any}`` or ``{W/U}``."""
    return "{Any}" if unit == COLORS else "{" + "/".join(unit) + "}"


def mana_list_text(groups: ManaList) -> str:
    """Spell a mana list; the inverse of `parse_mana_list`."""
    return "; ".join(map(str, groups))


@lru_cache(maxsize=4096)
def parse_mana_list(text: str) -> ManaList:
    """Read a mana list of at most `MAX_UNITS` units and `MAX_TEXT` characters.

    Raises
    ------
    ManaSyntaxError
        Naming the position and what was expected there.

    Examples
    --------
    >>> mana_list_text(parse_mana_list("{G}; {C}{C} (only: creature spells)"))
    '{G}; {C}{C} (only: creature spells)'
    """
    if len(text) > MAX_TEXT:
        raise ManaSyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
    groups = tuple(_parse_group(text, *piece) for piece in split_outside(fold(text), ";"))
    if sum(len(group.units) for group in groups) > MAX_UNITS:
        raise ManaSyntaxError(text, f"at most {MAX_UNITS} mana", position=0)
    return groups


def _parse_group(text: str, start: int, piece: str) -> ManaGroup:
    units = []
    position = 0
    while match := _UNIT.match(piece, position):
        units.append(_parse_unit(text, match[1], start + position))
        position = match.end()
    if not units:
        raise ManaSyntaxError(text, "a mana symbol such as {G} or {Any}", position=start)
    tags: dict[str, list[str]] = {}
    while tag := _TAG.match(piece, position):
        value = re.sub(r"\s", " ", tag["value"]).strip()
        key = tag["key"].lower()
        if not value or (key != "rider" and key in tags):
            expected = f"one text after '{key}:'" if value else f"a text after '{key}:'"
            raise ManaSyntaxError(text, expected, position=start + position)
        tags.setdefault(key, []).append(value)
        position = tag.end()
    if position < len(piece):
        raise ManaSyntaxError(
            text,
            "a mana symbol, or a tag such as ' (only: creature spells)'",
            position=start + position,
        )
    return ManaGroup(tuple(units), _tags(text, start, tags))


def _parse_unit(text: str, symbol: str, position: int) -> tuple[ManaType, ...]:
    if symbol.lower() == "any":
        return COLORS
    letters = symbol.upper().split("/")
    if not set(letters) <= set(ManaType):
        raise ManaSyntaxError(
            text, "one of {W} {U} {B} {R} {G} {C} {Any} or a hybrid of them", position=position
        )
    return tuple(kind for kind in ManaType if kind in letters)


def _tags(text: str, start: int, tags: dict[str, list[str]]) -> ManaTags:
    limits = [f"{key}: {tags[key][0]}" for key in ("only", "not") if key in tags]
    if len(limits) > 1:
        raise ManaSyntaxError(text, "at most one 'only' or 'not' tag a group", position=start)
    keep = tags.get("keep", [Retention.PHASE])[0]
    if keep not in set(Retention):
        raise ManaSyntaxError(text, f"one of {', '.join(Retention)} after 'keep:'", position=start)
    return ManaTags(
        only=limits[0] if limits else "",
        origin=tags.get("from", [""])[0],
        flags=parse_flags(tags.get("source", [""])[0]),
        riders=tuple(tags.get("rider", [])),
        retention=Retention(keep),
    )


def parse_pool(text: str) -> tuple[Mana, ...]:
    """Read floating mana: a mana list without free choices; "" is an empty pool.

    Examples
    --------
    >>> [str(mana) for mana in parse_pool("{R}{R}; {G} (only: creature spells)")]
    ['{R}', '{R}', '{G} (only: creature spells)']
    """
    if not text.strip():
        return ()
    pool = []
    for group in parse_mana_list(text):
        for unit in group.units:
            if len(unit) != 1:
                raise ManaSyntaxError(
                    text, "floating mana of one type", position=_choice_position(text)
                )
            pool.append(Mana(unit[0], group.tags))
    return tuple(pool)


def _choice_position(text: str) -> int | None:
    choice = re.search(r"\{(any|[wubrgc]/)", fold(text), re.IGNORECASE)
    return choice and choice.start()


def mana_text(mana: tuple[Mana, ...]) -> str:
    """Spell mana in its order, neighbours with equal tags together.

    Examples
    --------
    >>> mana_text(parse_pool("{R}; {G}; {R} (only: creature spells)"))
    '{R}{G}; {R} (only: creature spells)'
    """
    return "; ".join(
        "".join(f"{{{one.type}}}" for one in group) + str(tags)
        for tags, group in groupby(mana, key=lambda one: one.tags)
    )


def pool_text(pool: tuple[Mana, ...]) -> str:
    """Spell a pool canonically: types in WUBRGC order, equal tags together."""
    return mana_text(tuple(sorted(pool, key=lambda one: (str(one.tags), _ORDER[one.type]))))
