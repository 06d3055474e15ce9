"""Mana costs: a multiset of symbols in canonical order, its dialects, sums and reductions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from autotap.models.errors import CostSyntaxError, LimitError, UnsupportedCostError
from autotap.models.mtg.symbols import (
    MAX_NUMBER,
    ManaSymbol,
    ManaType,
    find_symbol,
    why_refused,
)

MAX_TEXT = 10_000
"""The most characters that `ManaCost.parse` reads."""

MAX_SYMBOLS = 1_000
"""The most symbols that a cost may have."""


@dataclass(frozen=True, slots=True, repr=False)
class ManaCost:
    """A mana cost: symbols in canonical order, its generic part merged (MTG-SYM-20).

    Having no mana cost at all (MTG-202.1) is not a `ManaCost`; where it is possible the type is
    ``ManaCost | None``.

    Parameters
    ----------
    symbols
        At most 1,000 symbols in any order; they are put into canonical order (X, generic, C, S,
        hybrids, colors) and the generic ones merged. The cost {0} has no symbols.

    Raises
    ------
    LimitError
        If there are more symbols.

    Examples
    --------
    >>> cost = ManaCost.parse("{W/U}{1}{X}{1}")
    >>> print(cost, cost.mana_value, cost.mana_value_with(4))
    {X}{2}{W/U} 3 7
    """

    symbols: tuple[ManaSymbol, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", _canonical(self.symbols))

    @classmethod
    def parse(cls, text: str) -> ManaCost:
        """Read a cost in braces or in one of the usual dialects.

        ``{2}{W/U}{G/P}``; ``2WU``; ``2(W/U)`` and ``2W/U``; Arena's ``o2o(W/U)oG``; full-width
        characters; lower case. Without white space ``WU`` is {W}{U}. With white space between
        tokens each bare token is one symbol, as Forge writes it: ``2 WU GP`` is {2}{W/U}{G/P}.
        ``GP`` alone is {G/P}.

        Parameters
        ----------
        text
            At most 10,000 characters. The empty text is no cost: write ``{0}``, or use None where
            an object has no mana cost.

        Raises
        ------
        CostSyntaxError
            With the position in `text` of the first symbol that cannot be read.

        Examples
        --------
        >>> ManaCost.parse("2WU") == ManaCost.parse("o2oWoU") == ManaCost.parse("{U}{w}{2}")
        True
        """
        return _parse(text)

    @property
    def generic(self) -> int:
        """Units of generic mana in plain numbers; halves of {2/W} do not count."""
        return sum(symbol.generic for symbol in self.symbols if symbol.is_generic)

    @property
    def mana_value(self) -> int:
        """Sum over the symbols with X = 0 (MTG-202.3, off the stack)."""
        return sum(symbol.mana_value for symbol in self.symbols)

    def mana_value_with(self, x: int) -> int:
        """Mana value on the stack, where {X} counts its announced value (MTG-202.3).

        Examples
        --------
        >>> ManaCost.parse("{X}{X}{R}").mana_value_with(3)
        7
        """
        return self.mana_value + x * self.x_count

    @property
    def colors(self) -> frozenset[ManaType]:
        """Colors of an object with this mana cost: all halves of hybrids (MTG-202.2)."""
        return frozenset(color for symbol in self.symbols for color in symbol.colors)

    @property
    def x_count(self) -> int:
        """Number of {X} symbols."""
        return [symbol.variable for symbol in self.symbols].count("X")

    @property
    def is_zero(self) -> bool:
        """Whether it is {0}, which must still be paid by saying so (MTG-118.5)."""
        return not self.symbols

    def count(self, symbol: ManaSymbol) -> int:
        """Return how often `symbol` occurs; see `generic` for numbers."""
        return self.symbols.count(symbol)

    def with_x(self, x: int, variable: str = "X") -> ManaCost:
        """Put the announced value in place of a variable (MTG-SYM-05, MTG-601.2b).

        Examples
        --------
        >>> print(ManaCost.parse("{X}{X}{1}{R}").with_x(2))
        {5}{R}
        """
        rest = [symbol for symbol in self.symbols if symbol.variable != variable]
        return ManaCost(tuple(rest)).add_generic(x * (len(self.symbols) - len(rest)))

    def add_generic(self, amount: int) -> ManaCost:
        """Add `amount` generic mana; `amount` is not negative.

        Examples
        --------
        >>> print(ManaCost.parse("{W}").add_generic(2))
        {2}{W}
        """
        if amount < 0:
            raise LimitError(str(amount), "an amount of mana of 0 or more")
        return ManaCost(self.symbols + tuple(_numbers(amount)))

    def reduce_generic(self, amount: int) -> ManaCost:
        """Take off up to `amount` generic mana, and nothing else (MTG-118.7a).

        Examples
        --------
        >>> print(ManaCost.parse("{1}{U}{2/W}").reduce_generic(3))
        {2/W}{U}
        """
        rest = tuple(symbol for symbol in self.symbols if not symbol.is_generic)
        return ManaCost(rest).add_generic(max(0, self.generic - amount))

    def reduce(self, other: ManaCost, *, spill: bool = True) -> ManaCost:
        """Reduce by an amount of mana given as symbols (MTG-118.7a to d, f).

        A color or {C} takes off a plain symbol of that type, where none is left one generic mana
        (118.7b, 118.7c). {W/P} counts as {W}, {S} as {1} (118.7f). Symbols of this cost that have
        several ways to be paid are not touched: announce their sides first (MTG-118.7h).

        Parameters
        ----------
        other
            The reduction. A hybrid in it is the payer's choice (MTG-118.7e): name the half.
        spill
            False for an effect that reduces only colored mana (MTG-RED-04).

        Raises
        ------
        UnsupportedCostError
            If `other` has hybrids or variables.

        Examples
        --------
        >>> print(ManaCost.parse("{2}{W}").reduce(ManaCost.parse("{W}{W}")))
        {1}
        >>> print(ManaCost.parse("{2}{W}").reduce(ManaCost.parse("{W}{B}"), spill=False))
        {2}
        """
        left = list(self.symbols)
        generic = other.generic
        for symbol in other.symbols:
            if symbol.is_generic:
                continue
            if symbol.snow:
                generic += 1
                continue
            if len(symbol.types) != 1 or symbol.generic:
                raise UnsupportedCostError(str(other), "a reduction without hybrids and variables")
            plain = ManaSymbol(symbol.types)
            if plain in left:
                left.remove(plain)
            elif spill:
                generic += 1
        return ManaCost(tuple(left)).reduce_generic(generic)

    def __add__(self, other: ManaCost) -> ManaCost:
        return ManaCost(self.symbols + other.symbols)

    def __str__(self) -> str:
        return "".join(map(str, self.symbols)) or "{0}"

    def __repr__(self) -> str:
        return f"ManaCost({str(self)!r})"


def _canonical(symbols: tuple[ManaSymbol, ...]) -> tuple[ManaSymbol, ...]:
    rest = [symbol for symbol in symbols if not symbol.is_generic]
    rest += _numbers(sum(symbol.generic for symbol in symbols if symbol.is_generic))
    if len(rest) > MAX_SYMBOLS:
        raise LimitError(str(len(rest)), f"at most {MAX_SYMBOLS} symbols in a cost")
    return tuple(sorted(rest, key=lambda symbol: symbol.rank))


def _numbers(amount: int) -> list[ManaSymbol]:
    """Return the fewest generic symbols of at most 99 that make `amount`."""
    full, last = divmod(amount, MAX_NUMBER)
    if full > MAX_SYMBOLS:
        raise LimitError(str(amount), f"at most {MAX_NUMBER * MAX_SYMBOLS} generic mana in a cost")
    numbers = [ManaSymbol.parse(str(MAX_NUMBER))] * full
    return [*numbers, ManaSymbol.parse(str(last))] if last else numbers


# One symbol: in braces, in parentheses, or bare; Arena puts an "o" before it.
_SYMBOL = r"o?(?:\{{([^{{}}]*)\}}|\(([^()]*)\)|({bare}))"
_TOKEN = re.compile(
    _SYMBOL.format(bare=r"(?:[0-9]+|[^\s{{}}()0-9])(?:/[A-Za-z0-9])*"), re.IGNORECASE
)
_SPACED_TOKEN = re.compile(_SYMBOL.format(bare=r"[^\s{{}}()]+"), re.IGNORECASE)
_LONE_PHYREXIAN = re.compile(r"[WUBRG]P", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ManaCost:
    if len(text) > MAX_TEXT:
        raise CostSyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
    folded = "".join(map(_narrow, text)).rstrip()
    if not folded:
        raise CostSyntaxError(text, "a cost, as {2}{W}", position=0, hint="To pay nothing is {0}")
    words = folded.split()
    spaced = len(words) > 1 or _LONE_PHYREXIAN.fullmatch(words[0]) is not None
    pattern = _SPACED_TOKEN if spaced else _TOKEN
    symbols: list[ManaSymbol] = []
    at = 0
    while at < len(folded):
        if folded[at].isspace():
            at += 1
            continue
        token = pattern.match(folded, at)
        if token is None:
            raise CostSyntaxError(text, "a symbol with both its braces, as {W}", position=at)
        spelling = token[token.lastindex or 0]
        symbol = find_symbol(spelling)
        if symbol is None:
            raise CostSyntaxError(text, "a mana symbol", position=at, hint=why_refused(spelling))
        if len(symbols) == MAX_SYMBOLS:
            raise CostSyntaxError(text, f"at most {MAX_SYMBOLS} symbols", position=at)
        symbols.append(symbol)
        at = token.end()
    return ManaCost(tuple(symbols))


def _narrow(character: str) -> str:
    """Fold a full-width character to its plain form, keeping every position."""
    if unicodedata.east_asian_width(character) != "F":
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character
