"""The total that is due: increases first, then reductions in the order the payer likes.

The total is fixed before any card is tapped (DM-14). Because each floor limits only its own
reduction (DM-22) and the payer orders them (DM-23), several totals can be reached from one cost;
optional reductions (DM-21) add more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from autotap.models.duel_masters.cost import System, ZeroTotal
from autotap.models.duel_masters.spell import DuelMastersSpell, Increase, Reduction
from autotap.models.errors import LimitError

if TYPE_CHECKING:
    from autotap.models.duel_masters.civilization import Civilization

MAX_ORDERS = 5_000
"""Most distinct sets of reductions already applied that are looked at."""


@dataclass(frozen=True, slots=True)
class CostStep:
    """One step on the way to the total.

    Parameters
    ----------
    name
        What changed the cost.
    rule
        Id of the rule, as ``"DM-22"``.
    before, after
        Cost before and after the step, in points.
    """

    name: str
    rule: str
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.name}: {self.before} to {self.after} ({self.rule})"


Trace = tuple[CostStep, ...]


@dataclass(frozen=True, slots=True)
class LockedTotal:
    """A total that the payer can arrive at.

    Parameters
    ----------
    total
        Points due.
    civilizations
        Civilizations of which one card each is due.
    free
        Whether the card is used without paying its cost (DM-12, DM-13, DM-32).
    trace
        The steps from the cost of the declaration to the total; steps that change nothing are
        left out.
    """

    total: int
    civilizations: frozenset[Civilization]
    free: bool
    trace: Trace = ()


def lock_totals(spell: DuelMastersSpell, x: int = 0) -> tuple[LockedTotal, ...]:
    """Find every total that the payer can arrive at, the lowest first.

    Parameters
    ----------
    spell
        The card as it is declared.
    x
        How many optional steps are paid, 0 or more (DM-34).

    Raises
    ------
    LimitError
        If the reductions are too many and too different.

    Notes
    -----
    Linear in the totals for each set of reductions already applied; ``k`` different reductions
    have ``2 ** k`` such sets.

    Examples
    --------
    >>> from autotap.models.duel_masters.cost import DuelMastersCost
    >>> spell = DuelMastersSpell(
    ...     DuelMastersCost.parse("fire(4)"),
    ...     changes=(Reduction(2, floor=2, name="A"), Reduction(2, floor=1, name="B")),
    ... )
    >>> [locked.total for locked in lock_totals(spell)]
    [1, 2]
    >>> [str(step) for step in lock_totals(spell)[0].trace]
    ['A: 4 to 2 (DM-22)', 'B: 2 to 1 (DM-22)']
    """
    if spell.free:
        step = CostStep("used without paying its cost", "DM-32", spell.cost.points, 0)
        return (LockedTotal(0, frozenset(), True, (step,)),)
    total = spell.base.points
    trace: Trace = ()
    if spell.x_cost and x:
        trace += (CostStep(f"{x} further steps", "DM-34", total, total + x * spell.x_cost),)
        total = trace[-1].after
    for change in spell.changes:
        if isinstance(change, Increase) and change.amount:
            trace += (CostStep(change.name, "DM-24", total, total + change.amount),)
            total = trace[-1].after
    reductions = tuple(change for change in spell.changes if isinstance(change, Reduction))
    return tuple(
        _locked(spell, total_, trace + rest)
        for total_, rest in sorted(reachable_totals(total, reductions).items())
    )


def reachable_totals(cost: int, reductions: tuple[Reduction, ...]) -> dict[int, Trace]:
    """Apply reductions in every order and, where optional, in every amount.

    Returns
    -------
    dict
        A trace for each total that can be reached.

    Raises
    ------
    LimitError
        If the reductions are too many and too different.

    Examples
    --------
    >>> sorted(reachable_totals(5, (Reduction(3, floor=3, optional=True),)))
    [3, 4, 5]
    """
    copies = Counter(reductions)
    different = tuple(copies)
    if prod(count + 1 for count in copies.values()) > MAX_ORDERS:
        raise LimitError(f"{len(reductions)} reductions", "fewer, or fewer different, reductions")
    applied: dict[tuple[int, ...], dict[int, Trace]] = {(0,) * len(different): {cost: ()}}
    for state in product(*(range(copies[reduction] + 1) for reduction in different)):
        totals = applied.setdefault(state, {})
        for i, reduction in enumerate(different):
            if state[i]:
                before = (*state[:i], state[i] - 1, *state[i + 1 :])
                for total, trace in _apply(reduction, applied[before]).items():
                    totals.setdefault(total, trace)
    return applied[tuple(copies.values())]


def _apply(reduction: Reduction, totals: dict[int, Trace]) -> dict[int, Trace]:
    after: dict[int, Trace] = {}
    covered = -1
    for total in sorted(totals):
        lowest = reduction.lowest(total)
        # `lowest` grows with the total, so of the range only what lies above the last one is new.
        reached = range(max(lowest, covered + 1), total + 1) if reduction.optional else (lowest,)
        for value in reached:
            step = CostStep(reduction.name, _rule(reduction), total, value)
            after.setdefault(value, totals[total] + ((step,) if value < total else ()))
        covered = total
    return after


def _rule(reduction: Reduction) -> str:
    if reduction.floor:
        return "DM-22"
    return "DM-21" if reduction.optional else "DM-15"


def _locked(spell: DuelMastersSpell, total: int, trace: Trace) -> LockedTotal:
    due = spell.civilizations_due
    if total or spell.options.system is System.PLAYS:
        return LockedTotal(total, due, False, trace)
    if not due:
        step = CostStep("a cost of 0 is not paid", "DM-12", 0, 0)
        return LockedTotal(0, due, True, (*trace, step))
    if spell.options.zero_total is ZeroTotal.CIVILIZATIONS:
        return LockedTotal(0, due, False, trace)
    step = CostStep("a cost of 0 is not paid", "DM-13", 0, 0)
    return LockedTotal(0, frozenset(), True, (*trace, step))
