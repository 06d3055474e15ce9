"""Measures: the values of the terms of the objective at the end of a payment."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedByBackend
from autotap.solver.enumeration.leftover import Leftover
from autotap.solver.program import What

if TYPE_CHECKING:
    from autotap.solver.enumeration.moves import Moves, Numbers, State
    from autotap.solver.program import Quantity


@dataclass(frozen=True, slots=True)
class End:
    """How a payment ends.

    Parameters
    ----------
    option
        What was announced.
    state
        The last state, with the units left over in its pool.
    used
        Copies of each body that were touched before the objects of the announcement were.
    activated
        How often each activation was used.
    """

    option: int
    state: State
    used: Numbers
    activated: Counter[int]


class Measures:
    """Measures the ends of payments.

    Parameters
    ----------
    moves
        Of the Program.
    """

    def __init__(self, moves: Moves) -> None:
        self.program = moves.program
        self.leftover = Leftover(moves)
        weights: Counter[int] = Counter()
        for term in self.program.terms:
            for (what, number), weight in term.parts:
                if what is What.MISSING:
                    weights[number] += weight
        self._dearest = sorted(
            range(len(self.program.stocks)), key=lambda number: (-weights[number], number)
        )

    def values(self, end: End) -> tuple[int, ...]:
        """Return the value of each term, to be minimised if the term is not to be maximised."""
        return tuple(
            sum(weight * self.quantity(quantity, end) for quantity, weight in term.parts)
            for term in self.program.terms
        )

    def minimised(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Return values of which less is better."""
        return tuple(
            -value if term.maximise else value
            for value, term in zip(values, self.program.terms, strict=True)
        )

    def quantity(self, quantity: Quantity, end: End) -> int:
        """Return one quantity.

        Raises
        ------
        UnsupportedByBackend
            If it cannot be told from the end of a payment.
        """
        what, number = quantity
        program, state = self.program, end.state
        match what:
            case What.ACTIVATED:
                return end.activated[number]
            case What.TAPPED:
                return state.taps[number]
            case What.GONE:
                return self._gone(state, number)
            case What.TOUCHED:
                return state.touched[number]
            case What.USED:
                return end.used[number]
            case What.SPENT:
                return state.spent[number]
            case What.STAYED:
                keeper = program.resources[number].keeper
                left = keeper is not None and self._gone(state, keeper)
                return 0 if left else state.spent[number]
            case What.LIFE:
                return state.lost + state.waiting
            case What.BELOW_FLOOR:
                room = max((program.life or 0) - program.life_floor, 0)
                return max(0, state.lost + state.waiting - room)
            case What.LETHAL:
                return int(state.lost + state.waiting > max((program.life or 0) - 1, 0))
            case What.EMPTIED:
                return int(
                    all(
                        state.touched[body] == program.bodies[body].copies
                        for body in program.families[number]
                    )
                )
            case What.MISSING:
                return self.missing(state.pool)[number]
            case What.LEFT:
                return self.leftover.most(state)
            case What.FLOATING:
                return sum(state.pool)
            case What.ANNOUNCED:
                return int(number == end.option)
        raise UnsupportedByBackend(f"enumerating payments: {what}")

    def _gone(self, state: State, body: int) -> int:
        return self.program.bodies[body].copies - state.there((body,))

    def missing(self, pool: Numbers) -> list[int]:
        """Return what of each stock nothing left over stands for: the dearest is stood for first.

        What can be stood for together is a transversal matroid, so that is best.
        """
        rest = list(pool)
        missing = [stock.amount for stock in self.program.stocks]
        taken: dict[tuple[int, int], int] = Counter()

        def stand(stock: int, seen: set[int]) -> bool:
            for kind in self.program.stocks[stock].kinds:
                if kind in seen:
                    continue
                seen.add(kind)
                if rest[kind]:
                    rest[kind] -= 1
                    taken[stock, kind] += 1
                    return True
                for other in range(len(missing)):
                    if taken[other, kind] and stand(other, seen):
                        taken[other, kind] -= 1
                        taken[stock, kind] += 1
                        return True
            return False

        for stock in self._dearest:
            while missing[stock] and stand(stock, set()):
                missing[stock] -= 1
        return missing
