"""Prices: what one use of an activation adds to the terms, as far as that is linear."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from autotap.solver.program import Move, What

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.solver.program import Activation, Pick, Program

Price = tuple[int, ...]
"""By term, all minimised."""


def add(left: Price, right: Price) -> Price:
    """Add two prices."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


class Prices:
    """What one use of an activation adds to the minimised terms, as far as that is linear.

    Parameters
    ----------
    program
        The question.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.levels: dict[tuple[What, int], list[tuple[int, int]]] = defaultdict(list)
        for level, term in enumerate(program.terms):
            for (what, number), weight in term.parts:
                self.levels[what, number].append((level, -weight if term.maximise else weight))
        self._known: dict[int, Price] = {}
        self.worth = [self._worth(body) for body in range(len(program.bodies))]

    def __getitem__(self, index: int) -> Price:
        if index not in self._known:
            self._known[index] = self._price(self.program.activations[index], index)
        return self._known[index]

    def of(self, index: int, picks: tuple[tuple[Pick, int], ...]) -> Price:
        """Return the price of one use with its picks."""
        amounts: Counter[tuple[What, int]] = Counter()
        for pick, body in picks:
            gone = pick.move in (Move.LEAVE, Move.LEAVE_TAPPED)
            amounts[What.GONE if gone else What.TAPPED, body] += 1
            amounts[What.TOUCHED, body] += 1
            amounts[What.USED, body] += 1
            amounts[What.LEFT, 0] -= self.worth[body]
        return add(self[index], self.vector(amounts)) if picks else self[index]

    def vector(self, amounts: Mapping[tuple[What, int], int]) -> Price:
        """Weigh quantities; by level, all minimised."""
        price = [0] * len(self.program.terms)
        for key, amount in amounts.items():
            for level, weight in self.levels.get(key, ()):
                price[level] += weight * amount
        return tuple(price)

    def minimised(self, values: tuple[int, ...]) -> Price:
        """Return values of the terms, all minimised."""
        return tuple(
            -value if term.maximise else value
            for term, value in zip(self.program.terms, values, strict=True)
        )

    def _worth(self, body: int) -> int:
        """Return the units that an untouched copy of a body makes at most, one tap each."""
        program = self.program
        makes = program.bodies[body].makes
        if makes is not None:
            return sum(amount for _, amount in makes)
        outputs = [
            program.activations[index].outputs[alternative]
            for index, alternative in program.leftover
            if program.activations[index].body == body
        ]
        return max((sum(amount for _, amount in output) for output in outputs), default=0)

    def _price(self, activation: Activation, index: int) -> Price:
        lost = activation.life + activation.damage + activation.damage_waiting
        amounts: dict[tuple[What, int], int] = {
            (What.ACTIVATED, index): 1,
            (What.LIFE, 0): lost,
        }
        for resource, amount in activation.uses:
            amounts[What.SPENT, resource] = amount
            amounts[What.STAYED, resource] = amount
        body = activation.body
        if body is not None:
            amounts[What.TAPPED, body] = int(activation.taps)
            amounts[What.GONE, body] = int(activation.leaves)
            amounts |= {(What.TOUCHED, body): 1, (What.USED, body): 1}
            amounts[What.LEFT, 0] = -self.worth[body]
        return self.vector(amounts)
