"""Spending mana during a replay: which units exist, and which symbols each of them may pay."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError, RestrictionSyntaxError
from autotap.models.memo import Lookup, per_object
from autotap.models.mtg.restriction import Context, Restriction, Ruling
from autotap.models.mtg.symbols import ManaSymbol, ManaType
from autotap.models.mtg.ways import announced_context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.spell import Spell
    from autotap.models.result import Spend

GENERIC = ManaSymbol.parse("1")
LIFE_FOR_A_SYMBOL = 2


@dataclass(frozen=True, slots=True)
class Terms:
    """What mana may pay for one cost.

    Parameters
    ----------
    context
        What the words of restrictions are judged on.
    rulings
        Verdicts that go before the words.
    spend_as
        As which types mana of a type may be spent; itself where it is not listed.
    snow_as
        As which types snow mana may be spent besides.
    only_from
        Types that the source of the mana must have.
    only_colors, x_colors
        Types of mana accepted at all, and for X; None for any.
    no_mana
        Whether no mana may be spent.
    """

    context: Context
    rulings: Mapping[str, Ruling]
    spend_as: Mapping[ManaType, frozenset[ManaType]]
    snow_as: frozenset[ManaType] = frozenset()
    only_from: frozenset[str] = frozenset()
    only_colors: frozenset[ManaType] | None = None
    x_colors: frozenset[ManaType] | None = None
    no_mana: bool = False
    is_usual: bool = field(init=False)
    """Whether the symbols alone say what mana without a restriction may pay."""

    def __post_init__(self) -> None:
        changed = self.spend_as or self.snow_as or self.only_from or self.no_mana
        usual = not changed and self.only_colors is None and self.x_colors is None
        object.__setattr__(self, "is_usual", usual)

    def judge(self, only: str) -> Ruling:
        """Judge a restriction text; words that cannot be read allow nothing (MTG-106.6)."""
        if only in self.rulings:
            return self.rulings[only]
        try:
            return Restriction.parse(only).judge(self.context)
        except RestrictionSyntaxError:
            return Ruling.NO


@per_object(maxsize=256)
def terms_for(spell: Spell) -> Lookup[tuple[tuple[str, ...], int], Terms]:
    """Return what mana may pay for a spell, by the options and the X announced."""
    return Lookup(partial(_terms, spell), maxsize=16)


def _terms(spell: Spell, announced: tuple[tuple[str, ...], int]) -> Terms:
    options, x = announced
    return Terms(
        announced_context(spell, options, x),
        dict(spell.rulings),
        dict(spell.spend_as),
        spell.snow_as,
        spell.only_from,
        spell.only_colors,
        spell.x_colors,
        spell.no_mana,
    )


class Pool:
    """The mana of a replay by its numbers: what was there or made, and what is spent."""

    def __init__(self) -> None:
        self.mana: list[Mana] = []
        self.flags: list[frozenset[str]] = []
        self.left: list[bool] = []

    def __len__(self) -> int:
        return len(self.mana)

    def add(self, mana: Mana, flags: frozenset[str]) -> None:
        """Put a unit into the pool; `flags` are the types of its source."""
        self.mana.append(mana)
        self.flags.append(flags)
        self.left.append(True)

    def unspent(self) -> list[Mana]:
        """List the mana that is still there."""
        return list(compress(self.mana, self.left))

    def spend(self, number: int, symbol: ManaSymbol, terms: Terms, *, generic: bool) -> None:
        """Spend one unit on a symbol, or on a unit of its generic part."""
        if not 0 <= number < len(self.mana):
            raise InvalidPaymentError("MTG-118.3a", f"mana {number} is not in the pool")
        if not self.left[number]:
            raise InvalidPaymentError("MTG-118.10", f"mana {number} is spent twice")
        self.left[number] = False
        mana = self.mana[number]
        if terms.is_usual and not mana.tags.only and (generic or mana.type in symbol.types):
            return
        rule = _broken_rule(mana, self.flags[number], symbol, terms, generic=generic)
        if rule:
            raise InvalidPaymentError(rule, f"{mana} may not pay {symbol} here")


def _broken_rule(
    mana: Mana, flags: frozenset[str], symbol: ManaSymbol, terms: Terms, *, generic: bool
) -> str:
    """Return the rule that keeps a unit from paying a symbol, "" if it may."""
    if terms.no_mana:
        return "MTG-118.3a"
    if mana.tags.only:
        ruling = terms.judge(mana.tags.only)
        if ruling is Ruling.NO:
            return "MTG-106.6"
        if ruling is Ruling.NOT_GENERIC and generic:
            return "MTG-RES-47"
    if not terms.only_from <= flags:
        return "MTG-RSC-04"
    if terms.only_colors is not None and mana.type not in terms.only_colors:
        return "MTG-RSC-03"
    if symbol.variable and terms.x_colors is not None and mana.type not in terms.x_colors:
        return "MTG-RSC-01"
    if symbol.snow and "snow" not in flags:
        return "MTG-SYM-11"
    if generic or symbol.snow:
        return ""
    spent_as = {*terms.spend_as.get(mana.type, (mana.type,))}
    if "snow" in flags:
        spent_as |= terms.snow_as
    return "" if any(kind in spent_as for kind in symbol.types) else symbol_rule(symbol)


def match_symbols(spends: Sequence[Spend], cost: ManaCost, x: int) -> list[ManaSymbol]:
    """Find the symbol that each spend pays; together they are the whole cost (MTG-601.2h)."""
    due, symbols = _due(cost)
    texts = [spend.symbol for spend in spends]
    paid: dict[str, int] = {}
    for text in texts:
        paid[text] = paid.get(text, 0) + 1
    if "{X}" in due:
        due = due | {"{X}": due["{X}"] * x}
        paid.setdefault("{X}", 0)
    if paid != due:
        text = next(text for text in (*due, *paid) if paid.get(text) != due.get(text))
        raise InvalidPaymentError(
            "MTG-601.2h",
            f"{text!r} is due {due.get(text, 0)} times and paid {paid.get(text, 0)} times",
        )
    return [symbols[text] for text in texts]


@per_object(maxsize=4096)
def _due(cost: ManaCost) -> tuple[dict[str, int], dict[str, ManaSymbol]]:
    """Count the symbols of a cost, generic mana by its units; also name each of them."""
    due: dict[str, int] = {}
    symbols: dict[str, ManaSymbol] = {}
    for symbol in cost.symbols:
        part, number = (GENERIC, symbol.generic) if symbol.is_generic else (symbol, 1)
        due[str(part)] = due.get(str(part), 0) + number
        symbols[str(part)] = part
    return due, symbols


def is_generic_part(symbol: ManaSymbol, spend: Spend, life_for: frozenset[ManaType]) -> bool:
    """Tell whether a spend pays generic mana; refuse a wrong amount, or life where none is due.

    Life pays Phyrexian symbols, and symbols of the types in ``life_for`` (MTG-AST-08).
    """
    amount = len(spend.mana) + len(spend.payers)
    if spend.life:
        allowed = symbol.phyrexian or any(kind in life_for for kind in symbol.types)
        if not allowed or amount or spend.life != LIFE_FOR_A_SYMBOL:
            raise InvalidPaymentError(symbol_rule(symbol), f"{symbol} paid with {spend.life} life")
        return False
    if amount == 1:
        return not (symbol.types or symbol.snow)
    if not symbol.is_monocolored_hybrid or amount != symbol.generic:
        raise InvalidPaymentError(symbol_rule(symbol), f"{symbol} paid with {amount} mana")
    return True


def symbol_rule(symbol: ManaSymbol) -> str:
    """Return the id of the rule that says how a symbol is paid.

    Examples
    --------
    >>> symbol_rule(ManaSymbol.parse("{2/W}"))
    'MTG-SYM-07'
    """
    if symbol.variable:
        return "MTG-SYM-05"
    if symbol.snow:
        return "MTG-SYM-11"
    if symbol.is_generic:
        return "MTG-SYM-03"
    if symbol.is_monocolored_hybrid:
        return "MTG-SYM-07"
    if symbol.phyrexian:
        return "MTG-SYM-10" if len(symbol.types) == 2 else "MTG-SYM-09"
    if len(symbol.types) == 2:
        return "MTG-SYM-08" if ManaType.C in symbol.types else "MTG-SYM-06"
    return "MTG-SYM-02" if symbol.types == (ManaType.C,) else "MTG-SYM-01"
