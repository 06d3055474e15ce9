"""Payments as they are found, of which only as much is worked out as is asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.solver.backends import greedy
from autotap.solver.enumeration.closing import Closed
from autotap.solver.enumeration.measure import End
from autotap.solver.enumeration.supplies import taken
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from autotap.solver.enumeration.moves import State
    from autotap.solver.enumeration.supplies import Drawn
    from autotap.solver.enumeration.walk import Walk
    from autotap.solver.program import Program

Spent = tuple[tuple[int, int, int], ...]
"""``(demand, kind, amount)``."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position with how it was reached.

    Parameters
    ----------
    state
        The position.
    activations
        How many uses led there.
    parent, steps
        The position before, and the uses in between.
    """

    state: State
    activations: int = 0
    parent: Node | None = None
    steps: tuple[Step, ...] = ()

    def path(self) -> tuple[Step, ...]:
        """Return all uses in order."""
        parts = []
        node: Node | None = self
        while node is not None:
            parts.append(node.steps)
            node = node.parent
        return tuple(step for part in reversed(parts) for step in part)


@dataclass(eq=False)
class Found:
    """A payment, of which only as much is worked out as is asked for.

    Parameters
    ----------
    walk
        Where it was found.
    option
        What is announced.
    node, drawn
        The last position, and what pays from there.
    used
        What is used up, packed.
    closed
        What else the announcement asked for, None for nothing.
    """

    walk: Walk
    option: int
    node: Node
    drawn: Drawn
    used: int
    closed: Closed | None = None

    @cached_property
    def paid(self) -> State:
        """The state when all units are paid."""
        paid = self.walk.usage.drawn(self.node.state, self.drawn)
        assert paid is not None
        return paid

    @cached_property
    def ended(self) -> Closed:
        """The end, after what else the announcement asked for."""
        if self.closed is not None:
            return self.closed
        return Closed(self.paid._replace(lost=self.paid.lost + self.walk.usage.life(self.drawn)))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What tells it apart: what is used up, and what floats."""
        floating: Counter[object] = Counter()
        pool = taken(self.node.state, self.drawn)
        for told, number in zip(self.walk.alike.kinds, pool, strict=True):
            if number:
                floating[told] += number
        resources = self.used & ((1 << greedy.LANE * self.walk.alike.size) - 1)
        return resources, frozenset(floating.items())

    @cached_property
    def _last(self) -> tuple[tuple[Step, ...], Spent]:
        return written(self.walk.program, self.drawn)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Values of the terms; which of its ways makes a unit of a supply does not matter."""
        activated = Counter(step.activation for step in self.node.path())
        for supply, number in zip(self.drawn.supplies, self.drawn.numbers, strict=True):
            if supply.kind is None:
                activated[supply.ways[0].activation] += number
        end = End(self.option, self.ended.state, self.paid.touched, activated)
        return self.walk.measures.values(end)

    def solution(self) -> Solution:
        """Write it down."""
        steps, spent = self._last
        activations = self.walk.program.activations
        return Solution(
            self.option,
            (*self.node.path(), *sorted(steps, key=lambda s: activations[s.activation].closing)),
            self.ended.picks,
            spent,
            self.values,
            self.ended.covers,
            self.ended.mark,
        )


def written(program: Program, drawn: Drawn) -> tuple[tuple[Step, ...], Spent]:
    """Return the uses that make the units drawn, and what the units pay."""
    accepts = [program.demands[demand].accepts for demand in drawn.demands]
    sets = [
        sum(
            1 << bit
            for bit, accepted in enumerate(accepts)
            if not accepted.isdisjoint(supply.kinds)
        )
        for supply in drawn.supplies
    ]
    places = greedy.assign(list(zip(sets, drawn.numbers, strict=True)), drawn.due)
    steps: list[Step] = []
    spent: Counter[tuple[int, int]] = Counter()
    for supply, classes in zip(drawn.supplies, places, strict=True):
        for place in classes:
            kind = supply.kind
            if kind is None:
                way = supply.way(accepts[place])
                steps.append(Step(way.activation, way.alternative))
                kind = way.kind
            spent[drawn.demands[place], kind] += 1
    return tuple(steps), tuple((*pair, amount) for pair, amount in sorted(spent.items()))
