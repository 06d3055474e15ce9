"""Grids: all payments at once where every source makes one unit for itself.

Then a payment is nothing but numbers of units of each supply. The rows of an array are grown supply
after supply under Hall's condition, as in `bases.py`, and the terms of all rows are worked out
together. Rows are made to payments one by one, when they are asked for.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from autotap.models.errors import LimitError
from autotap.solver.enumeration.found import Found, Node
from autotap.solver.enumeration.measure import End
from autotap.solver.enumeration.supplies import Drawn
from autotap.solver.program import Quantity, What

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from autotap.solver.enumeration.bases import Sort
    from autotap.solver.enumeration.supplies import Supply
    from autotap.solver.enumeration.walk import Walk
    from autotap.solver.solution import Solution

    Rows = NDArray[np.int64]


class Grid:
    """The payments of one announcement.

    Parameters
    ----------
    walk
        Its walk, for which `question.is_grid` holds.
    option
        The announcement.
    """

    def __init__(self, walk: Walk, option: int) -> None:
        self.walk = walk
        self.program = walk.program
        self.option = option
        amounts = [demand.due[option] if demand.due else 0 for demand in self.program.demands]
        self.demands = tuple(demand for demand, amount in enumerate(amounts) if amount)
        self.due = tuple(amounts[demand] for demand in self.demands)
        chosen = self.program.options[option]
        supplies, sorts = walk.supplies.offered(walk.start, self.demands, chosen)
        useful = [i for i, sort in enumerate(sorts) if sort.classes and sort.copies]
        self.supplies: Sequence[Supply] = [supplies[i] for i in useful]
        self.sorts: Sequence[Sort] = [sorts[i] for i in useful]
        self.rows = self._thrifty(self._grown())

    def payments(self, *, best: bool) -> Iterator[tuple[list[int], Callable[[], Solution]]]:
        """Yield the values of the terms of each payment, by their order, with what writes it."""
        values = self.values()
        if best:
            signs = [-1 if term.maximise else 1 for term in self.program.terms]
            order = np.lexsort((values * signs).T[::-1]) if signs else np.arange(len(values))
            values, self.rows = values[order], self.rows[order]
        for row, each in enumerate(values.tolist()):
            yield each, partial(self.solution, row)

    def solution(self, row: int) -> Solution:
        """Write a row down."""
        numbers = tuple(map(int, self.rows[row]))
        drawn = Drawn(self.supplies, numbers, self.demands, self.due)
        return Found(self.walk, self.option, Node(self.walk.start), drawn, 0).solution()

    # --- rows ----------------------------------------------------------------------------------

    def _grown(self) -> Rows:
        """Return every choice of numbers that pays what is due."""
        sets = range(1, 1 << len(self.due))
        bits = range(len(self.due))
        owed = np.array([sum(self.due[b] for b in bits if s >> b & 1) for s in sets], np.int32)
        classes = [sort.classes for sort in self.sorts]
        shape = len(self.sorts), len(sets)
        within = np.array([[c & s == c for s in sets] for c in classes], np.int32).reshape(shape)
        touching = np.array([[c & s > 0 for s in sets] for c in classes], np.int32).reshape(shape)
        copies = np.array([[sort.copies] for sort in self.sorts], np.int32).reshape(-1, 1)
        later = np.cumsum((touching * copies)[::-1], axis=0)[::-1]
        total = sum(self.due)
        rows, room = np.zeros((1, 0), np.int32), np.zeros(1, np.int32)
        taken = there = np.zeros((1, len(sets)), np.int32)
        for at, sort in enumerate(self.sorts):
            room = (
                np.minimum(room, sort.copies)
                if self._shares(at)
                else np.full(len(rows), sort.copies, np.int32)
            )
            numbers = np.arange(min(sort.copies, total) + 1, dtype=np.int32)
            old = np.repeat(np.arange(len(rows)), len(numbers))
            new = np.tile(numbers, len(rows))
            inside = taken[old] + new[:, None] * within[at]
            touched = there[old] + new[:, None] * touching[at]
            rest = later[at + 1] if at + 1 < len(self.sorts) else 0
            fits = (
                (new <= room[old])
                & (inside <= owed).all(axis=1)
                & (touched + rest >= owed).all(axis=1)
            )
            old, new = old[fits], new[fits]
            if len(old) > self.walk.limit:
                raise LimitError(
                    f"more than {self.walk.limit}", "fewer payments, or a larger limit"
                )
            rows = np.column_stack((rows[old], new))
            taken, there, room = inside[fits], touched[fits], room[old] - new
        pays = bool(self.sorts) or not self.due
        return rows.astype(np.int64) if pays else rows[:0].astype(np.int64)

    def _shares(self, at: int) -> bool:
        """Tell whether a supply has the copies of the one before."""
        return at > 0 and self.supplies[at].body == self.supplies[at - 1].body

    def _thrifty(self, rows: Rows) -> Rows:
        """Leave out rows that use the same copies as another one, and the same or more besides.

        What else they use up is looked at only where a supply shares its copies with another one.
        """
        bodies = [supply.body for supply in self.supplies]
        if len(set(bodies)) == len(bodies):
            return rows
        members = [
            [i for i, each in enumerate(bodies) if each == body] for body in dict.fromkeys(bodies)
        ]
        copies = np.column_stack([rows[:, each].sum(axis=1) for each in members])
        prices = [self.walk.usage.price(supply)[1] for supply in self.supplies]
        used = [sum(map(int.__mul__, map(int, row), prices)) for row in rows]
        order = np.lexsort(copies.T[::-1])
        kept: list[int] = []
        for _, same in groupby(order, key=lambda i: copies[i].tobytes()):
            first = {used[i]: i for i in reversed(list(same))}
            kept += [
                i
                for price, i in first.items()
                if not any(self.walk.usage.exceeds(price, other) for other in first)
            ]
        return rows[sorted(kept)]

    # --- terms ---------------------------------------------------------------------------------

    def values(self) -> Rows:
        """Return the values of the terms, a row for each payment."""
        result = np.zeros((len(self.rows), len(self.program.terms)), dtype=np.int64)
        known: dict[Quantity, Rows] = {}
        for place, term in enumerate(self.program.terms):
            for quantity, weight in term.parts:
                if weight:
                    if quantity not in known:
                        known[quantity] = self._measured(quantity)
                    result[:, place] += weight * known[quantity]
        return result

    def _measured(self, quantity: Quantity) -> Rows:
        what, number = quantity
        program = self.program
        if what is What.EMPTIED:
            family = program.families[number]
            copies = sum(program.bodies[body].copies for body in family)
            touched = np.zeros(len(self.rows), np.int64)
            for body in family:
                touched += self._added_up(Quantity(What.TOUCHED, body))
            return np.where(touched == copies, 1, 0)
        if what is What.LETHAL:
            return (self._added_up(Quantity(What.LIFE)) > max((program.life or 0) - 1, 0)).astype(
                np.int64
            )
        if what is What.BELOW_FLOOR:
            room = max((program.life or 0) - program.life_floor, 0)
            return np.maximum(0, self._added_up(Quantity(What.LIFE)) - room)
        return self._added_up(quantity)

    def _added_up(self, quantity: Quantity) -> Rows:
        """Add up a quantity to which each unit of a supply adds the same."""
        measures = self.walk.measures
        first = measures.quantity(quantity, self._ends[0])
        each = [measures.quantity(quantity, end) - first for end in self._ends[1:]]
        return first + self.rows @ np.array(each, dtype=np.int64)

    @cached_property
    def _ends(self) -> list[End]:
        """How a payment would end that draws nothing, or one unit of each supply."""
        start = self.walk.start
        ends = [End(self.option, start, start.touched, Counter())]
        for supply in self.supplies:
            state = self.walk.usage.drawn(start, Drawn((supply,), (1,), (), ()))
            assert state is not None
            activated = Counter({supply.ways[0].activation: 1})
            ends.append(End(self.option, state, state.touched, activated))
        return ends
