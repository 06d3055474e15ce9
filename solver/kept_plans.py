"""Plans that leave what is kept payable, where units stand for themselves.

Of independent units, all that are left can be had together. So a cost stays payable if and only if
what is left meets Hall's condition for it: inequalities that are linear in how many units of each
kind are used. Plans are searched by branch and bound, units by rising price; the inequalities of a
cost, one for each set of its classes, are one packed number (`backends/greedy.py`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import add, and_
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.problem import KeepWhen
from autotap.solver.backends import greedy
from autotap.solver.backends.greedy import LANE, is_payable
from autotap.solver.compile.asks import ask_of
from autotap.solver.compile.prices import EMPTIED, LOSSES
from autotap.solver.compile.terms import kept_weight
from autotap.solver.plans import Due, Plan, hopeful, priced_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.asks import Ask
    from autotap.solver.compile.branches import Branch
    from autotap.solver.compile.profiles import Letter
    from autotap.solver.plans import Question

MAX_STEPS = 4_000
"""Most steps of a search."""


class Stake(NamedTuple):
    """A cost that is kept.

    Parameters
    ----------
    weight
        What its loss adds to ``losses``.
    ask
        The cost.
    there
        What all that is on offer gives to the sets of its classes, packed.
    """

    weight: int
    ask: Ask
    there: int


def plan_keeping(question: Question, plan: Plan) -> Plan | str:
    """Return the best plan, with the loss of what it does not keep among its ``losses``.

    Parameters
    ----------
    question
        What is asked, with what is kept.
    plan
        The best plan as if nothing were kept.

    Returns
    -------
    Plan | str
        Or what is beyond it: what is left does not consist of independent units, what is kept is
        no single cost that mana alone pays, or the search takes more than `MAX_STEPS`.
    """
    stakes = _stakes(question)
    if isinstance(stakes, str):
        return stakes
    used = _used(plan)
    lost = sum(
        stake.weight
        for stake in stakes
        if not stake.ask.is_payable(_left(stake, plan.branch, used))
    )
    if not lost:
        return plan
    search = _Search(stakes, _dearer(plan.values, LOSSES, lost))
    for leaf in question.ask.leaves:
        if leaf.rank > plan.leaf.rank:
            break
        priced = priced_for(question, leaf)
        if isinstance(priced, str):
            return priced
        due, tariff = priced
        if not tariff.single:
            return "a source with several prices"
        branches = hopeful(due, tariff)
        if isinstance(branches, str):
            return branches
        for floor, branch in branches:
            if floor >= search.values:
                break
            search.branch(due, branch)
            if search.steps > MAX_STEPS:
                return f"a search of more than {MAX_STEPS} steps for what is kept"
    return search.plan() or replace(plan, values=search.values)


def _stakes(question: Question) -> tuple[Stake, ...] | str:
    problem, offer = question.problem, question.offer
    if offer.units is None or offer.depends:
        return "what is left does not consist of independent units"
    if offer.floating or problem.keep_when is KeepWhen.NOW:
        return "floating mana beside what is kept"
    if offer.hurts or offer.life_paid:
        return "sources that cost life beside what is kept"
    stakes = []
    for number, kept in enumerate(problem.keep):
        ask = ask_of(kept.spells[0], 0)
        if len(kept.spells) > 1 or isinstance(ask, str) or ask.by_life or not ask.leaves:
            return "what is kept is no single cost that mana alone pays"
        there = sum(copies * ask.touch(letter) for letter, copies in offer.units)
        stakes.append(Stake(kept_weight(problem, number), ask, there))
    return tuple(stakes)


def _used(plan: Plan) -> list[tuple[Letter, int]]:
    """Return the units that single sources of a plan no longer have.

    A source that is used for one of its units is used up for all of them.
    """
    units = plan.branch.tariff.widest
    first = len(plan.branch.made)
    return [
        (units[one.lot].letter, number)
        for one, number in zip(plan.units[first:], plan.used[first:], strict=True)
        if one.lot >= 0
    ]


def _left(stake: Stake, branch: Branch, used: Iterable[tuple[Letter, int]] = ()) -> int:
    """Return what is left for a stake after a branch, and other units that are used."""
    lots = branch.tariff.offer.lots
    fired = [
        (letter, number)
        for lot, use, number in branch.fired
        for letter in lots[lot].uses[use].units
    ]
    return stake.there - sum(number * stake.ask.touch(letter) for letter, number in (*fired, *used))


class _Search:
    """Branch and bound over the units of one branch after the other.

    Parameters
    ----------
    stakes
        What is kept.
    values
        Value of each part of the price of a plan that is known.
    """

    def __init__(self, stakes: Sequence[Stake], values: Price) -> None:
        self.stakes = stakes
        self.values = values
        self.best: tuple[Due, Branch, list[int]] | None = None
        self.steps = 0

    def branch(self, due: Due, branch: Branch) -> None:
        """Look for something better in a branch."""
        self.due, self.of = due, branch
        self.units = due.widest(branch)
        self.used = [0] * len(self.units)
        self.all_classes = LANE * ((1 << len(due.ask.slots)) - 2)
        self.touches = [due.ask.touch(one.letter) for one in self.units]
        self.taken = [
            [stake.ask.touch(one.letter) if one.lot >= 0 else 0 for stake in self.stakes]
            for one in self.units
        ]
        by_any = [reduce(and_, column) for column in zip(*self.taken, strict=True)]
        self.by_any = by_any or [0] * len(self.stakes)
        left = [(at, _left(stake, branch)) for at, stake in enumerate(self.stakes)]
        made = sum(one.copies * due.ask.touch(one.letter) for one in branch.made)
        self._step(0, branch.start, made, left)

    def _step(self, first: int, price: Price, there: int, left: list[tuple[int, int]]) -> None:
        """Go on with units, none of them before the ``first``.

        ``there``: what is used gives to the cost; ``left``: what is left gives to each stake that
        is not lost.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            return
        pays = is_payable(there, self.due.leaf.owed, self.due.ask.guard)
        short = 0 if pays else max(1, self.due.leaf.total - (there >> self.all_classes))
        kept = []
        for each in left:
            stake = self.stakes[each[0]]
            if stake.ask.is_payable(each[1] - short * self.by_any[each[0]]):
                kept.append(each)
            else:
                price = _dearer(price, LOSSES, stake.weight)
        if pays:
            values = _dearer(price, EMPTIED, self._emptied())
            if values < self.values:
                self.values = values
                self.best = self.due, self.of, list(self.used)
            return
        for at in range(first, len(self.units)):
            unit = self.units[at]
            least = [one + short * more for one, more in zip(price, unit.price, strict=True)]
            if tuple(least) >= self.values:
                return
            if self.used[at] < unit.copies:
                self.used[at] += 1
                self._step(
                    at,
                    tuple(map(add, price, unit.price)),
                    there + self.touches[at],
                    [(stake, rest - self.taken[at][stake]) for stake, rest in kept],
                )
                self.used[at] -= 1

    def _emptied(self) -> int:
        """Return how many kinds of source single mana uses up."""
        rest = {one.lot: one.copies - used for one, used in zip(self.units, self.used, strict=True)}
        return sum(not any(rest[lot] for lot in lots) for lots in self.of.emptying)

    def plan(self) -> Plan | None:
        """Return the best plan that was found, None if it is none but the known one.

        It has no unit that is not needed: without it, it would cost less.
        """
        if self.best is None:
            return None
        due, branch, used = self.best
        units = (*branch.made, *due.widest(branch))
        copies = (*(one.copies for one in branch.made), *used)
        classes = due.accepting(branch, units)
        amounts = due.amounts(branch)
        taken = greedy.take(list(zip(classes, copies, strict=True)), amounts)
        assert taken is not None
        return Plan(
            due.leaf, branch, None, amounts, units, classes, taken, self.values, greedy.NAME
        )


def _dearer(price: Price, part: int, by: int) -> Price:
    return (*price[:part], price[part] + by, *price[part + 1 :])
