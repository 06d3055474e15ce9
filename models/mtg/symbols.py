"""Mana types and the symbols of a mana cost (MTG-106.1, MTG-SYM-01 to 11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from autotap.models.errors import CostSyntaxError

MAX_NUMBER = 99
"""The largest number that one generic symbol may show."""


class ManaType(StrEnum):
    """The six types of mana: five colors, and colorless (MTG-106.1).

    Examples
    --------
    >>> ManaType("W") is ManaType.W
    True
    """

    W = "W"
    U = "U"
    B = "B"
    R = "R"
    G = "G"
    C = "C"


COLORS: tuple[ManaType, ...] = tuple(ManaType)[:5]
"""The five colors in the order W U B R G; {C} is a type and no color."""

VARIABLES = ("X", "Y", "Z")
LIFE_FOR_A_SYMBOL = 2
"""Life that pays one Phyrexian symbol (MTG-SYM-09)."""

_PAIRS = ("W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U")
_CANONICAL_NAMES = (
    *VARIABLES,
    *map(str, range(MAX_NUMBER, -1, -1)),
    "C",
    "S",
    *(f"2/{color}" for color in COLORS),
    *(f"C/{color}" for color in COLORS),
    *_PAIRS,
    *(f"{pair}/P" for pair in _PAIRS),
    *(f"{color}/P" for color in COLORS),
    *COLORS,
)
_RANKS = {name: rank for rank, name in enumerate(_CANONICAL_NAMES)}

_REFUSED = {
    "P": "{P} is the pawprint, which counts modes",
    "CHAOS": "{CHAOS} is a face of the planar die",
    "PW": "{PW} is the planeswalker symbol; Phyrexian white is {W/P}",
    "A": "{A} is the acorn, which marks cards for casual play",
    "H": "{H} stands for any Phyrexian symbol in rules text; a cost names one, as {W/P}",
    "½": "{½} is half a mana, of a joke set",
    "∞": "{∞} is infinite mana, of a joke set",
    "100": "{100} is a number of a joke set; numbers go from 0 to 99",
    "1000000": "{1000000} is a number of a joke set; numbers go from 0 to 99",
    "L": "{L} is mana from a legendary source, of a playtest card",
    "D": "{D} is the land drop of a playtest card",
    "T": "{T} is the tap symbol and belongs to an activation cost",
    "Q": "{Q} is the untap symbol and belongs to an activation cost",
    "E": "{E} is an energy counter and no mana",
    "TK": "{TK} is a ticket counter and no mana",
    **{f"H{color}": f"{{H{color}}} is half a mana, of a joke set" for color in COLORS},
}


@dataclass(frozen=True, slots=True, repr=False)
class ManaSymbol:
    """One symbol of a mana cost.

    Parameters
    ----------
    types
        Types of mana of which one unit pays the symbol: ``(W, U)`` for {W/U}, ``(C, W)`` for
        {C/W}, ``(W,)`` for {W}, {2/W} and {W/P}; empty for {3}, {S} and {X}.
    generic
        Units of any type that pay it, 0 to 99: 3 for {3}, 2 for {2/W}.
    phyrexian
        Whether 2 life pay it (MTG-SYM-09, MTG-SYM-10).
    snow
        Whether it is {S}: one unit of any type from a snow source (MTG-SYM-11).
    variable
        ``"X"``, ``"Y"`` or ``"Z"`` (MTG-SYM-05), else empty.

    Raises
    ------
    CostSyntaxError
        If no symbol of the game has these parts.

    Examples
    --------
    >>> ManaSymbol((ManaType.W, ManaType.U))
    ManaSymbol('{W/U}')
    >>> ManaSymbol.parse("{2/W}").mana_value
    2
    """

    types: tuple[ManaType, ...] = ()
    generic: int = 0
    phyrexian: bool = False
    snow: bool = False
    variable: str = ""
    rank: int = field(init=False, compare=False)
    """Place in the canonical order of a cost: X, generic, C, S, hybrids, colors (MTG-SYM-20)."""
    _text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        parts: list[str] = [str(self.generic)] if self.generic else []
        parts += self.types
        if self.phyrexian:
            parts.append("P")
        if self.snow:
            parts.append("S")
        if self.variable:
            parts.append(self.variable)
        name = "/".join(parts) or "0"
        rank = _RANKS.get(name)
        if rank is None:
            raise CostSyntaxError(f"{{{name}}}", "the parts of a mana symbol")
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "_text", f"{{{name}}}")

    @classmethod
    def parse(cls, text: str) -> ManaSymbol:
        """Read one symbol, with or without braces.

        Hybrid halves may come in either order and without the stroke; letters may be lower case.
        Equal symbols are the same object.

        Raises
        ------
        CostSyntaxError
            If it is no mana symbol, or one that no cost may show (MTG-SYM-12 to 19).

        Examples
        --------
        >>> str(ManaSymbol.parse("{u/w}"))
        '{W/U}'
        """
        bare = text[1:-1] if text[:1] == "{" and text[-1:] == "}" else text
        symbol = find_symbol(bare)
        if symbol is None:
            raise CostSyntaxError(text, "a mana symbol", position=0, hint=why_refused(bare))
        return symbol

    @property
    def mana_value(self) -> int:
        """Contribution to the mana value: the larger half of a hybrid, 0 for {X} (MTG-202.3)."""
        if self.variable:
            return 0
        return self.generic or int(bool(self.types or self.snow))

    @property
    def colors(self) -> frozenset[ManaType]:
        """Colors that it gives to an object: every colored half (MTG-202.2)."""
        return frozenset(self.types) - {ManaType.C}

    @property
    def is_generic(self) -> bool:
        """Whether it is a plain number, {0} included."""
        return not (self.types or self.snow or self.variable)

    @property
    def is_monocolored_hybrid(self) -> bool:
        """Whether it is one of {2/W} to {2/G} (MTG-SYM-07)."""
        return bool(self.types) and self.generic > 0

    @property
    def is_plain(self) -> bool:
        """Whether one unit of one type is the only way to pay it: {W} to {G} and {C}."""
        return len(self.types) == 1 and not (self.generic or self.phyrexian)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"ManaSymbol({self._text!r})"

    def __hash__(self) -> int:
        return self.rank


def _build(name: str) -> ManaSymbol:
    parts = name.split("/")
    return ManaSymbol(
        types=tuple(ManaType(part) for part in parts if part in (*COLORS, "C")),
        generic=sum(int(part) for part in parts if part.isdigit()),
        phyrexian="P" in parts,
        snow="S" in parts,
        variable=name if name in VARIABLES else "",
    )


def _spellings(name: str) -> set[str]:
    """Return the ways to write a symbol: halves in any order, with or without strokes."""
    *halves, last = name.split("/")
    if not halves:
        return {name}
    if last == "P":
        orders = {(*halves, last), (*reversed(halves), last)}
        return {"/".join(order) for order in orders} | {"".join(order) for order in orders}
    (first,) = halves
    return {f"{first}/{last}", f"{last}/{first}", f"{first}{last}", f"{last}{first}"}


_SYMBOLS = {
    spelling: symbol
    for name in _CANONICAL_NAMES
    for symbol in [_build(name)]
    for spelling in _spellings(name)
}


def find_symbol(spelling: str) -> ManaSymbol | None:
    """Return the symbol written between braces as `spelling`, or None.

    Examples
    --------
    >>> find_symbol("g/p")
    ManaSymbol('{G/P}')
    """
    return _SYMBOLS.get(spelling) or _SYMBOLS.get(spelling.strip().upper())


def why_refused(spelling: str) -> str:
    """Say why `spelling` is no symbol of a cost, in a sentence without a full stop.

    Examples
    --------
    >>> why_refused("T")
    '{T} is the tap symbol and belongs to an activation cost'
    """
    name = spelling.strip().upper()[:20]
    if not name.isprintable():
        name = ascii(name)
    if name in _REFUSED:
        return _REFUSED[name]
    if name[:1] in ("+", "-", "\N{MINUS SIGN}"):
        return f"{{{name}}} is a loyalty cost and no mana"
    if name.isdecimal():
        return f"{{{name}}} is not a number from 0 to {MAX_NUMBER}"
    return f"{{{name}}} is not a known symbol"
