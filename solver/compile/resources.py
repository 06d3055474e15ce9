"""Resources: what a Magic payment uses up in whole units, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.solver.compile.drafts import (
    ASSIST,
    COUNTER,
    EVIDENCE,
    GRAVEYARD,
    LIFE_SYMBOLS,
    ONCE,
    WATERBEND,
    life_payments,
)
from autotap.solver.program import Resource

if TYPE_CHECKING:
    from autotap.models.problem import Problem
    from autotap.solver.compile.drafts import Table


class Resources:
    """The resources of one problem, numbered as they are first named.

    Parameters
    ----------
    problem, table
        What there is of them.
    """

    def __init__(self, problem: Problem, table: Table) -> None:
        self.problem = problem
        self.table = table
        self._known: dict[str, tuple[int, Resource]] = {}

    def number(self, name: str, keeper: int | None = None) -> int:
        """Return the number of a resource; ``keeper`` is the body that holds it."""
        if name not in self._known:
            self._known[name] = len(self._known), self._resource(name, keeper)
        return self._known[name][0]

    def all(self) -> tuple[Resource, ...]:
        """Return the resources in the order of their numbers."""
        return tuple(resource for _, resource in self._known.values())

    def _resource(self, name: str, keeper: int | None) -> Resource:
        board = self.problem.board
        if name.startswith(COUNTER):
            assert keeper is not None
            group = self.table.groups[keeper]
            there = group.source.counter(name.removeprefix(f"{COUNTER} {keeper} "))
            copies = len(group.sources)
            return Resource(name, there * copies, keeper if copies == 1 else None)
        if name.startswith(ONCE):
            assert keeper is not None
            return Resource(name, len(self.table.groups[keeper].sources))
        if name.startswith(GRAVEYARD):
            what = name.removeprefix(GRAVEYARD).strip() or "card"
            return Resource(name, sum(card.is_a(what) for card in board.graveyard))
        if name.startswith(EVIDENCE):
            cards = self.table.graveyard[int(name.removeprefix(EVIDENCE))]
            return Resource(name, len(cards))
        capacity = {
            "energy": board.energy,
            "tickets": board.tickets,
            LIFE_SYMBOLS: life_payments(self.problem.spell, board),
            WATERBEND: self.problem.spell.waterbend,
            ASSIST: self.problem.spell.assist,
        }
        return Resource(name, capacity[name])
