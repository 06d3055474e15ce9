"""One printed mana source as facts, and short ways to write down many that are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COLORS = "WUBRG"
LAND_TYPES = {"W": "plains", "U": "island", "B": "swamp", "R": "mountain", "G": "forest"}
PAIRS = ("WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU")
TRIOS = ("WUB", "UBR", "BRG", "RGW", "GWU", "RWB", "URW", "BGU", "WBG", "GUR")
LAND_ENTERS_TAPPED = "This land enters tapped."
ARTIFACT_ENTERS_TAPPED = "This artifact enters tapped."
THREE_OF_ONE = "|".join(f"{{{color}}}" * 3 for color in COLORS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is printed on one card or token that makes mana.

    Parameters
    ----------
    name
        The English name, as printed.
    types
        Supertypes, card types and subtypes in lower case; ``"token"`` first for a token.
    abilities
        The mana abilities, each in the compact notation (``"{T}: Add {W}|{U}"``), in printed
        order. A basic land type's ability is written out (MTG-PRO-01).
    asking
        The mana abilities that are read off the board, as `open_ability.py` words them.
    effects
        What it does to what permanents make, as `effect_text.py` words it.
    colors
        Letters of ``WUBRG`` in that order; ``""`` is colorless.
    cost
        The mana cost, or None where there is none (lands, tokens), which is not ``{0}``.
    counters
        ``(name, number)`` of the counters that it enters with.
    enters
        The sentences that say whether it enters tapped, what is chosen as it enters, and what that
        costs, as `oracle/entering.py` reads them; "" where it just enters untapped (MTG-PRO-23).
    power
        Printed power of a creature; None for everything else.
    stays_tapped
        It does not untap in the untap step by itself (MTG-PRO-23).
    reserved
        Weight of another use that it is worth keeping for, as of a land that becomes a creature.

    Examples
    --------
    >>> Entry(name="Sol Ring", types=("artifact",), abilities=("{T}: Add {C}{C}",), cost="{1}").cost
    '{1}'
    """

    name: str
    types: tuple[str, ...]
    abilities: tuple[str, ...]
    asking: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    colors: str = ""
    cost: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    enters: str = ""
    power: int | None = None
    stays_tapped: bool = False
    reserved: int = 0


def card(
    name: str,
    types: str,
    *abilities: str,
    asking: tuple[str, ...] = (),
    effects: tuple[str, ...] = (),
    cost: str | None = None,
    colors: str = "",
    counters: tuple[str, int] | None = None,
    enters: str = "",
    power: int | None = None,
    stays_tapped: bool = False,
    reserved: int = 0,
) -> Entry:
    """Write an `Entry` with its types as words and at most one kind of counter.

    Examples
    --------
    >>> card("Sol Ring", "artifact", "{T}: Add {C}{C}", cost="{1}").types
    ('artifact',)
    """
    return Entry(
        name=name,
        types=tuple(types.split()),
        abilities=abilities,
        asking=asking,
        effects=effects,
        colors=colors,
        cost=cost,
        counters=() if counters is None else (counters,),
        enters=enters,
        power=power,
        stays_tapped=stays_tapped,
        reserved=reserved,
    )


def creature(
    name: str,
    types: str,
    cost: str,
    power: int,
    *abilities: str,
    asking: tuple[str, ...] = (),
    effects: tuple[str, ...] = (),
    counters: int = 0,
) -> Entry:
    """Write a creature's `Entry`; its colors are those of its cost (202.2).

    ``types`` are its subtypes, or the whole type line where it is more than a creature;
    ``counters`` is the number of +1/+1 counters that it enters with.

    Examples
    --------
    >>> creature("Noble Hierarch", "human druid", "{G}", 0, "{T}: Add {G}|{W}|{U}").colors
    'G'
    """
    return card(
        name,
        types if "creature" in types.split() else f"creature {types}",
        *abilities,
        asking=asking,
        effects=effects,
        cost=cost,
        colors="".join(color for color in COLORS if color in cost),
        counters=("+1/+1", counters) if counters else None,
        power=power,
    )


def cycle(
    names: str,
    palettes: Iterable[str],
    types: str,
    *abilities: str,
    typed: bool = False,
    cost: str | None = None,
    counters: tuple[str, int] | None = None,
    enters: str = "",
    power: int | None = None,
    reserved: int = 0,
) -> Iterator[Entry]:
    """Write cards that are alike but for their colors.

    Parameters
    ----------
    names
        The names, separated by ``"; "``, one for each palette.
    palettes
        The colors of each card, of which the letters X, Y and Z in ``abilities`` take the place,
        and those of their basic land types in ``enters``.
    types, abilities, cost, counters, enters, power, reserved
        As in `card`, for every card.
    typed
        Whether each land has the basic land types of its colors.

    Examples
    --------
    >>> tundra, sea = cycle("Tundra; Underground Sea", ("WU", "UB"), "land", "{T}: Add {X}|{Y}")
    >>> sea.abilities
    ('{T}: Add {U}|{B}',)
    """
    for name, palette in zip(names.split("; "), palettes, strict=True):
        letters = str.maketrans(dict(zip("XYZ", palette, strict=False)))
        subtypes = [LAND_TYPES[color] for color in palette]
        kinds = str.maketrans(dict(zip("XYZ", map(_a_land, subtypes), strict=False)))
        yield card(
            name,
            " ".join([types, *(subtypes if typed else ())]),
            *(ability.translate(letters) for ability in abilities),
            cost=cost,
            counters=counters,
            enters=enters.translate(kinds),
            power=power,
            reserved=reserved,
        )


def _a_land(kind: str) -> str:
    """Name a basic land type as a card does."""
    return f"{'an' if kind == 'island' else 'a'} {kind.capitalize()}"
