"""Cost modifiers, and locking the total cost for one announcement (MTG-601.2f).

Increases come first, then reductions in the order that the payer likes, then minimums. Floors
limit only their own reduction, and the payer picks the halves of hybrids in a reduction, so several
totals can be reached from one cost.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.symbols import ManaSymbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_ORDERS = 5_000
"""Most distinct sets of reductions already applied that are looked at."""


class Change(StrEnum):
    """What a modifier does to the total, in the order of MTG-601.2f."""

    INCREASE = "increase"
    REDUCE = "reduce"
    MINIMUM = "minimum"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One effect on the total cost.

    Parameters
    ----------
    change
        What it does.
    amount
        Mana added or taken away, without variables; for a minimum, the generic amount is the least
        number of mana (Trinisphere, MTG-601.2f-T).
    floor
        A reduction does not lower the total below this many mana (MTG-RED-07); 0 for no floor.
        Coloured mana is taken off first.
    spill
        Whether coloured reduction that meets no symbol of its colour lowers generic mana
        (MTG-118.7b, 118.7c); cards that say "only coloured mana" do not (MTG-RED-04).
    text
        What it is called in the trace.

    Raises
    ------
    UnsupportedCostError
        If the amount has {X}, {Y} or {Z}: put the number in its place.
    """

    change: Change
    amount: ManaCost
    floor: int = 0
    spill: bool = True
    text: str = ""

    def __post_init__(self) -> None:
        if any(symbol.variable for symbol in self.amount.symbols):
            raise UnsupportedCostError(str(self.amount), "a cost modifier without variables")


Trace = tuple[str, ...]
"""One sentence a step, each with its rule id, as ``"Thalia: {R} to {1}{R} (MTG-RED-09)"``."""


def lock(cost: ManaCost, modifiers: Iterable[Modifier], x: int = 0) -> dict[ManaCost, Trace]:
    """Find every total that the payer can arrive at, each with a trace (MTG-601.2f).

    Parameters
    ----------
    cost
        The cost with its additional costs, as it is announced (MTG-118.7h). Symbols with several
        ways to be paid are left alone, and count as much mana as their mana value.
    modifiers
        Increases, reductions and minimums in any order.
    x
        How much mana an {X} left in the cost counts for; reductions do not touch it.

    Raises
    ------
    LimitError
        If reductions whose order matters are too many and too different.

    Notes
    -----
    Where order matters, ``k`` different reductions have ``2 ** k`` sets of reductions already
    applied; each set is looked at once. Else linear.

    Examples
    --------
    >>> def less(amount, floor, text):
    ...     return Modifier(Change.REDUCE, ManaCost.parse(amount), floor=floor, text=text)
    >>> grounds, helm = less("{2}", 1, "Training Grounds"), less("{1}", 0, "Helm")
    >>> for total, trace in lock(ManaCost.parse("{3}"), (helm, grounds)).items():
    ...     print(total, *trace, sep="; ")
    {0}; Training Grounds: {3} to {1} (MTG-RED-07); Helm: {1} to {0} (MTG-118.7a)
    {1}; Helm: {3} to {2} (MTG-118.7a); Training Grounds: {2} to {1} (MTG-RED-07)
    """
    modifiers = tuple(modifiers)
    start, trace = increase(cost, modifiers)
    totals = {start: trace}
    reductions = tuple(m for m in modifiers if m.change is Change.REDUCE)
    if _order_matters(reductions):
        totals = _in_every_order(totals, reductions, x)
    else:
        for reduction in reductions:
            totals = _reduce(totals, reduction, x)
    for minimum in modifiers:
        if minimum.change is Change.MINIMUM:
            totals = _raise(totals, minimum, x)
    return totals


def increase(cost: ManaCost, modifiers: Iterable[Modifier]) -> tuple[ManaCost, Trace]:
    """Add the increases, and nothing else (MTG-RED-09 to 12, MTG-RED-14, MTG-903.8).

    Examples
    --------
    >>> tax = Modifier(Change.INCREASE, ManaCost.parse("{2}"), text="commander tax")
    >>> increase(ManaCost.parse("{2}{R}"), (tax,))
    (ManaCost('{4}{R}'), ('commander tax: {2}{R} to {4}{R} (MTG-RED-09)',))
    """
    trace: Trace = ()
    for modifier in modifiers:
        if modifier.change is Change.INCREASE:
            amount = modifier.amount
            rule = "MTG-RED-09" if amount.generic == amount.mana_value else "MTG-RED-11"
            trace += (_sentence(modifier, cost, cost + amount, rule),)
            cost += amount
    return cost, trace


def halves(symbol: ManaSymbol) -> tuple[ManaCost, ...]:
    """List what one symbol of a reduction can take off (MTG-118.7e, 118.7f).

    The payer picks a half of a hybrid; {W/P} is {W}, and {S} is {1}.

    Examples
    --------
    >>> [str(half) for half in halves(ManaSymbol.parse("{2/W}"))]
    ['{W}', '{2}']
    """
    generic = symbol.generic + symbol.snow
    found = tuple(ManaCost((ManaSymbol((kind,)),)) for kind in symbol.types)
    return (*found, ManaCost().add_generic(generic)) if generic else found


def _order_matters(reductions: tuple[Modifier, ...]) -> bool:
    """Tell whether the order of reductions can change the total.

    It can with a floor, and where a reduction of coloured mana only competes for a symbol with one
    that spills. Others take off as much whenever they come.
    """
    spills = {m.spill for m in reductions if any(s.types for s in m.amount.symbols)}
    return len(reductions) > 1 and (any(m.floor for m in reductions) or len(spills) > 1)


def _in_every_order(
    totals: Mapping[ManaCost, Trace], reductions: tuple[Modifier, ...], x: int
) -> dict[ManaCost, Trace]:
    """Apply reductions in every order (MTG-601.2f-O)."""
    copies = Counter(reductions)
    different = tuple(copies)
    if prod(count + 1 for count in copies.values()) > MAX_ORDERS:
        raise LimitError(f"{len(reductions)} reductions", "fewer, or fewer different, reductions")
    nothing = (0,) * len(different)
    applied: dict[tuple[int, ...], dict[ManaCost, Trace]] = {nothing: dict(totals)}
    for state in product(*(range(copies[reduction] + 1) for reduction in different)):
        reached = applied.setdefault(state, {})
        for i, reduction in enumerate(different):
            if state[i]:
                before = applied[(*state[:i], state[i] - 1, *state[i + 1 :])]
                for total, trace in _reduce(before, reduction, x).items():
                    reached.setdefault(total, trace)
    return applied[tuple(copies.values())]


def _reduce(totals: Mapping[ManaCost, Trace], modifier: Modifier, x: int) -> dict[ManaCost, Trace]:
    """Apply one reduction, colours before generic mana, with each choice of halves."""
    rule = _rule(modifier)
    reached: dict[ManaCost, Trace] = {}
    for before, trace in totals.items():
        results = [before]
        for symbol in sorted(modifier.amount.symbols, key=lambda symbol: symbol.is_generic):
            parts = halves(symbol)
            results = list(
                dict.fromkeys(_take(each, part, modifier, x) for each in results for part in parts)
            )
        for after in results:
            reached.setdefault(after, (*trace, _sentence(modifier, before, after, rule)))
    return reached


def _take(total: ManaCost, part: ManaCost, modifier: Modifier, x: int) -> ManaCost:
    """Take off one colour, or generic mana, as far as the floor allows (MTG-RED-07)."""
    room = max(0, total.mana_value_with(x) - modifier.floor)
    if part.generic:
        return total.reduce_generic(min(part.generic, room))
    return total.reduce(part, spill=modifier.spill) if room else total


def _raise(totals: Mapping[ManaCost, Trace], modifier: Modifier, x: int) -> dict[ManaCost, Trace]:
    """Add generic mana up to the minimum (MTG-601.2f-T)."""
    reached: dict[ManaCost, Trace] = {}
    for before, trace in totals.items():
        missing = max(0, modifier.amount.generic - before.mana_value_with(x))
        after = before.add_generic(missing)
        sentence = _sentence(modifier, before, after, "MTG-601.2f-T")
        reached.setdefault(after, (*trace, sentence))
    return reached


def _rule(reduction: Modifier) -> str:
    symbols = reduction.amount.symbols
    if reduction.floor:
        return "MTG-RED-07"
    if any(len(halves(symbol)) > 1 for symbol in symbols):
        return "MTG-118.7e"
    if any(symbol.types for symbol in symbols):
        return "MTG-RED-03" if reduction.spill else "MTG-RED-04"
    return "MTG-118.7a"


def _sentence(modifier: Modifier, before: ManaCost, after: ManaCost, rule: str) -> str:
    return f"{modifier.text or modifier.change}: {before} to {after} ({rule})"
