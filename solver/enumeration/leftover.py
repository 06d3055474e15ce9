"""The most units that a position left over can have at once (`What.LEFT`)."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from autotap.solver.enumeration.moves import made
from autotap.solver.enumeration.supplies import Supplies, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.enumeration.moves import Moves, State

    Moment = tuple[State, int]
    """A state, and the units of it that nothing needs any more."""


class Leftover:
    """Counts what is left to make; each position is worked out once.

    Parameters
    ----------
    moves
        Of the Program.
    """

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.program = moves.program
        self.nothing = (0,) * len(self.program.bodies)
        self.needed = frozenset(
            kind
            for index in self.program.ordered
            for demand, _ in self.program.activations[index].needs
            for kind in self.program.demands[demand].accepts
        )
        self.doubling = any(activation.doubles for activation in self.program.activations)
        self._known: dict[State, int] = {}

    def most(self, end: State) -> int:
        """Return the most units there can be, whatever was floating is gone.

        Complexity: that of a search through the positions of the bodies that depend on each other,
        which ends as soon as it finds what no position can exceed.
        """
        sure = 0
        pool = [0] * len(self.program.kinds)
        for number, body in enumerate(self.program.bodies):
            untouched = body.copies - end.touched[number]
            if body.spare is not None:
                sure += body.spare * untouched
            else:
                for kind, amount in body.makes or ():
                    pool[kind] += amount * untouched
        if not self.program.leftover and not any(pool):
            return sure
        state = self._plain(end._replace(lost=end.lost + end.waiting, waiting=0, pool=tuple(pool)))
        if state not in self._known:
            self._known[state] = self._searched(state)
        return sure + self._known[state]

    def _plain(self, state: State) -> State:
        return state._replace(touched=self.nothing, taps=self.nothing, waiting=0)

    def _searched(self, start: State) -> int:
        first = self._counted(start, 0)
        seen = {first[0]: first[1]}
        stack = [first]
        best = 0
        most = self._bound(start)
        while stack and best < most:
            state, apart = stack.pop()
            if apart < seen[state]:
                continue
            best = max(best, apart + sum(state.pool))
            for after, number in sorted(self._after(state, apart), key=_size):
                if number > seen.get(after, -1):
                    seen[after] = number
                    stack.append((after, number))
        return best

    def _counted(self, state: State, apart: int) -> Moment:
        """Take units that nothing needs out of a pool, as a mere number."""
        if self.doubling:
            return state, apart
        pool = tuple(n if kind in self.needed else 0 for kind, n in enumerate(state.pool))
        return state._replace(pool=pool), apart + sum(state.pool) - sum(pool)

    def _after(self, state: State, apart: int) -> Iterator[Moment]:
        for index, alternatives in self._ways.items():
            activation = self.program.activations[index]
            for use in self.moves.uses(state, index):
                for drawn in self._floating.needed(state, activation):
                    rest = taken(use.state, drawn)
                    for alternative in alternatives:
                        pool = made(activation, alternative, use.factor, rest)
                        after = self._plain(use.state._replace(pool=pool))
                        yield self._counted(after, apart)

    @cached_property
    def _ways(self) -> dict[int, list[int]]:
        ways: dict[int, list[int]] = defaultdict(list)
        for index, alternative in self.program.leftover:
            ways[index].append(alternative)
        return ways

    @cached_property
    def _floating(self) -> Supplies:
        """What pays for abilities: what an untouched body makes is in the pool from the start."""
        return Supplies(self.program, springs=False)

    def _bound(self, state: State) -> float:
        """Return what no position can exceed: every copy adds the most that it may."""
        if self.doubling:
            return inf
        gains: dict[int | None, float] = defaultdict(float)
        for index, alternatives in self._ways.items():
            activation = self.program.activations[index]
            factor = 1 if activation.per is None else state.there(activation.per)
            for alternative in alternatives:
                gain = sum(made(activation, alternative, factor, (0,) * len(state.pool)))
                gain -= activation.in_cost
                once = activation.taps and activation.body not in self.program.untappable
                if gain > 0:
                    body = activation.body if once else None
                    gains[body] = max(gains[body], gain if once else inf)
        return sum(state.pool) + sum(
            gain if body is None else gain * state.untapped[body] for body, gain in gains.items()
        )


def _size(moment: Moment) -> int:
    return moment[1] + sum(moment[0].pool)
