"""Putting a set of uses into an order, and making a solution of it that is checked.

What springs give is drawn first, then the uses follow one by one, each paid with what is there by
then; an exact replay has the last word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.solver.backends.matcher.budget import weight
from autotap.solver.backends.matcher.replay import values_of
from autotap.solver.backends.matcher.table import Table, made_by, moved
from autotap.solver.program import Move
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.solver.backends.matcher.budget import Budget
    from autotap.solver.backends.matcher.layout import Spring, Use, Way
    from autotap.solver.backends.matcher.matching import Matching
    from autotap.solver.backends.matcher.table import Picks
    from autotap.solver.backends.matcher.units import Units
    from autotap.solver.program import Program

MAX_TRIES = 200
"""Most uses that are put in place when one set of uses is put into an order."""


class Order:
    """Puts uses into an order and makes a solution of them.

    Parameters
    ----------
    units
        Makes matchings.
    uses
        What is used.
    budget
        What may be spent on doing without springs.
    """

    def __init__(self, units: Units, uses: list[Use], budget: Budget) -> None:
        self.units = units
        self.layout = units.layout
        self.program = units.layout.program
        self.uses = sorted(uses, key=lambda use: self.program.activations[use.activation].closing)
        self.budget = budget
        self.tries = MAX_TRIES
        self.was_refused = False

    @property
    def is_complete(self) -> bool:
        """Whether every order was tried, as far as units are concerned."""
        return self.tries > 0 and not self.was_refused

    def solution(self) -> Solution | None:
        """Return a solution, None if no order was found.

        Raises
        ------
        OutOfBudget
            If the budget is used up first.
        """
        table = Table(self.program, self.layout.reserved)
        return self._go(table, self.units.matching(ordered=True), self.uses, ())

    def _go(
        self,
        table: Table,
        matching: Matching,
        left: list[Use],
        done: tuple[tuple[Use, Picks, bool], ...],
    ) -> Solution | None:
        """Try the uses that are left one after another."""
        if not left:
            matching.repair()
            if matching.deficit:
                return None
            solution = _Reading(self.units, self._thrifty(matching, done), done).solution()
            self.was_refused |= solution is None
            return solution
        for number, use in enumerate(left):
            if use in left[:number] or self.tries <= 0:
                continue
            activation = self.program.activations[use.activation]
            if activation.closing and not self.program.activations[left[0].activation].closing:
                continue
            self.tries -= 1
            self.budget.spend(weight(len(done)))
            now = table.copy()
            picks = moved(use.picks, now.copy())
            tapped = bool(
                activation.leaves
                and not activation.taps
                and activation.body is not None
                and now.tapped[activation.body]
            )
            factor = now.act(use.activation, picks, tapped=tapped)
            if factor is None:
                continue
            after = matching.copy()
            if not self.units.take(after, use, len(done)):
                continue
            self.units.give(after, made_by(activation, use.alternative, factor), len(done))
            after.repair()
            rest = left[:number] + left[number + 1 :]
            solution = self._go(now, after, rest, (*done, (use, picks, tapped)))
            if solution is not None:
                return solution
        return None

    def _thrifty(self, matching: Matching, done: tuple[tuple[Use, Picks, bool], ...]) -> Matching:
        """Do without copies of springs, the dearest first, as long as everything is still paid.

        For single units whose price does not depend on what they pay this is the cheapest choice.
        """
        needed = sum(
            lack + sum(f.values()) for lack, f in zip(matching.lack, matching.flow, strict=True)
        )
        tapped = tapped_by(self.program, done)
        candidates = []
        for number, spring in enumerate(self.layout.springs):
            size = sum(amount for _, amount in spring.units)
            prices = [
                tuple(price / size for price in ways[0].price)
                for body, copies, ways in spring.members
                for _ in range(copies - tapped[body])
            ]
            if len(prices) > needed:
                self.units.shrink(matching, number, len(prices) - needed)
                matching.repair()
            candidates += [(price, number) for price in prices[:needed]]
        needed_springs: set[int] = set()
        for _, number in sorted(candidates, reverse=True):
            if number in needed_springs:
                continue
            if not self.budget.try_to_spend(weight(len(done))):
                break
            less = matching.copy()
            self.units.shrink(less, number, 1)
            if less.repair() and not less.deficit:
                matching = less
            else:
                needed_springs.add(number)
        return matching


class _Reading:
    """Reads a solution off a matching that pays everything."""

    def __init__(
        self, units: Units, matching: Matching, done: tuple[tuple[Use, Picks, bool], ...]
    ) -> None:
        self.units = units
        self.layout = units.layout
        self.program = units.layout.program
        self.matching = matching
        self.done = done
        self.spent: list[Counter[int]] = [Counter() for _ in matching.flow]
        self.soft: list[Way] = []

    def solution(self) -> Solution | None:
        """Return the solution if it can be carried out."""
        for number, spring in enumerate(self.layout.springs):
            if not self._draw(spring, self.units.first(number)):
                return None
        for demand, flow in enumerate(self.matching.flow):
            for supply, amount in flow.items():
                if supply >= self.units.drawn and amount:
                    kinds = self.matching.kinds[supply]
                    self.spent[demand][kinds.bit_length() - 1] += amount
        activations = self.program.activations
        steps = [Step(w.activation, w.alternative) for w in self.soft]
        node = len(self.program.demands)
        for use, picks, tapped in self.done:
            spent = []
            for demand, _ in activations[use.activation].needs:
                spent += [(demand, kind, n) for kind, n in sorted(self.spent[node].items())]
                node += 1
            steps.append(Step(use.activation, use.alternative, tapped, picks, tuple(spent)))
        steps += self._extra(steps)
        steps.sort(key=lambda step: activations[step.activation].closing)
        spent = [
            (demand, kind, amount)
            for demand in range(len(self.program.demands))
            for kind, amount in sorted(self.spent[demand].items())
        ]
        return self._close(tuple(steps), tuple(spent))

    def _draw(self, spring: Spring, first: int) -> bool:
        """Draw the units of a spring from its cheapest members."""
        flows: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number in range(len(spring.units)):
            for demand, flow in enumerate(self.matching.flow):
                if flow.get(first + number):
                    flows[number].append((demand, flow[first + number]))
        tapped = tapped_by(self.program, self.done)
        copies = [
            ways for body, number, ways in spring.members for _ in range(number - tapped[body])
        ]
        if len(spring.units) == 1 and spring.units[0][1] == 1:
            takers = [demand for demand, number in flows[0] for _ in range(number)]
            if len(takers) > len(copies):
                return False
            for demand, ways in zip(takers, copies, strict=False):
                way, kind = next(
                    (way, kind)
                    for way in ways
                    for kind, _ in self.layout.made(way)
                    if self.matching.accepts[demand] >> kind & 1
                )
                self.soft.append(way)
                self.spent[demand][kind] += 1
            return True
        drawn = 0
        for number, (kinds, amount) in enumerate(spring.units):
            taken = sum(n for _, n in flows[number])
            drawn = max(drawn, -(-taken // amount))
            for demand, n in flows[number]:
                self.spent[demand][kinds.bit_length() - 1] += n
        self.soft += [ways[0] for ways in copies[:drawn]]
        return drawn <= len(copies)

    def _extra(self, steps: list[Step]) -> list[Step]:
        """Return uses of required bodies that nothing else touches."""
        activations = self.program.activations
        touched = {activations[step.activation].body for step in steps}
        touched.update(body for step in steps for _, body in step.picks)
        return [
            Step(min(free, key=self.layout.prices.__getitem__))
            for body in self.program.required
            if body not in touched
            and (
                free := [
                    i
                    for i in self.layout.usable
                    if activations[i].body == body and self.layout.is_free(i)
                ]
            )
        ]

    def _close(
        self, steps: tuple[Step, ...], spent: tuple[tuple[int, int, int], ...]
    ) -> Solution | None:
        """Choose the states of what the announcement picks, and check the whole."""
        layout = self.layout
        table = Table(self.program)
        for step in steps:
            if table.act(step.activation, step.picks, tapped=step.tapped) is None:
                return None
        picks = moved(layout.closing.picks, table, by_turn=True)
        mark: tuple[Move | None, int] | None = None
        if layout.option.mark is not None and layout.closing.mark is not None:
            body = layout.closing.mark
            leaving = (Move.LEAVE, Move.LEAVE_TAPPED)
            if body in layout.option.mark.fatal and not any(
                move in leaving and picked == body for move, picked in picks
            ):
                mark = (Move.LEAVE_TAPPED if table.tapped[body] > 0 else Move.LEAVE, body)
            else:
                mark = (None, body)
        solution = Solution(layout.number, steps, picks, spent, (), layout.closing.covers, mark)
        values = values_of(self.program, solution, self.units.due)
        return None if values is None else replace(solution, values=values)


def tapped_by(program: Program, done: Iterable[tuple[Use, Picks, bool]]) -> Counter[int | None]:
    """Count the copies of each body that uses tap."""
    tapped: Counter[int | None] = Counter()
    for use, picks, _ in done:
        activation = program.activations[use.activation]
        if activation.body is not None:
            tapped[activation.body] += activation.taps
        tapped.update(body for move, body in picks if move is Move.TAP)
    return tapped
