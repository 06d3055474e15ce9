"""Positions: what a Program counts besides units, and where activations lead from there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.solver.program import Activation, Program

Position = tuple[int, ...]
"""Copies of the bodies untapped, then tapped; then the resources left, and the life."""

_MOVES = {
    Move.TAP: (Move.TAP,),
    Move.LEAVE: (Move.LEAVE, Move.LEAVE_TAPPED),
    Move.LEAVE_TAPPED: (Move.LEAVE_TAPPED,),
}
"""What may happen to a copy that a pick asks for."""
_CHANGES = {
    Move.TAP: (-1, 1),
    Move.UNTAP: (1, -1),
    Move.LEAVE: (-1, 0),
    Move.LEAVE_TAPPED: (0, -1),
}
"""By how much a move changes the untapped and the tapped copies."""


class Positions:
    """The positions that some activations can tell apart.

    Parameters
    ----------
    program
        Where they come from.
    activations
        What is done in them.
    """

    def __init__(self, program: Program, activations: Iterable[Activation]) -> None:
        self.program = program
        self.place = {body: at for at, body in enumerate(sorted(concerned(activations)))}
        self.bodies = len(self.place)

    def first(self) -> Position:
        """Return the position at the start."""
        bodies = [self.program.bodies[body] for body in self.place]
        return (
            *(0 if body.tapped else body.copies for body in bodies),
            *(body.copies if body.tapped else 0 for body in bodies),
            *(resource.capacity for resource in self.program.resources),
            max(self.program.life or 0, 0),
        )

    def fullness(self, position: Position) -> int:
        """Return a number that each activation lowers, but one that untaps or uses nothing up."""
        return sum(position) + sum(position[: self.bodies])

    def after(self, position: Position, activation: Activation) -> Iterator[tuple[Position, int]]:
        """Yield the positions after one use, with what its outputs are multiplied by."""
        if activation.life > position[-1]:
            return
        if activation.requires is not None:
            number, bodies = activation.requires
            if self._there(position, bodies) < number:
                return
        if activation.absent and self._there(position, activation.absent):
            return
        positions = set(self._with_own(position, activation))
        for pick in activation.picks:
            for _ in range(pick.count):
                positions = {
                    after
                    for each in positions
                    for after in self._moved(each, pick.bodies, _MOVES[pick.move])
                }
        for each in positions:
            spent = self._spent(each, activation)
            if spent is not None:
                yield spent, 1 if activation.per is None else self._there(spent, activation.per)

    def _there(self, position: Position, bodies: Iterable[int]) -> int:
        places = [self.place[body] for body in bodies]
        return sum(position[at] + position[at + self.bodies] for at in places)

    def _with_own(self, position: Position, activation: Activation) -> Iterator[Position]:
        body = activation.body
        if body is None:
            yield position
            return
        moves: tuple[Move, ...] = ()
        if activation.taps:
            moves = (Move.LEAVE if activation.leaves else Move.TAP,)
        elif activation.untaps:
            moves = (Move.UNTAP,)
        elif activation.leaves:
            moves = _MOVES[Move.LEAVE]
        elif self._there(position, (body,)):
            yield position
        yield from self._moved(position, (body,), moves)

    def _moved(
        self, position: Position, bodies: Iterable[int], moves: Iterable[Move]
    ) -> Iterator[Position]:
        """Yield the positions after one of some moves of a copy of one of some bodies."""
        for body in bodies:
            at = self.place[body]
            for move in moves:
                after = self._changed(position, at, *_CHANGES[move])
                if min(after[at], after[at + self.bodies]) >= 0:
                    yield after

    def _changed(self, position: Position, at: int, untapped: int, tapped: int) -> Position:
        after = list(position)
        after[at] += untapped
        after[at + self.bodies] += tapped
        return tuple(after)

    def _spent(self, position: Position, activation: Activation) -> Position | None:
        """Return a position after resources and life are paid, None where they run out."""
        after = list(position)
        for resource, amount in activation.uses:
            after[2 * self.bodies + resource] -= amount
            if after[2 * self.bodies + resource] < 0:
                return None
        after[-1] = max(after[-1] - activation.life - activation.damage, 0)
        return tuple(after)


def concerned(activations: Iterable[Activation]) -> set[int]:
    """Return the bodies that activations use or look at."""
    bodies: set[int] = set()
    for each in activations:
        bodies.update(*(pick.bodies for pick in each.picks), each.absent, each.per or ())
        if each.requires is not None:
            bodies.update(each.requires[1])
        if each.body is not None:
            bodies.add(each.body)
    return bodies


def unhindered(program: Program) -> dict[int, Activation]:
    """Return the activations of the main stage, without life and resources that cannot run out."""
    every = {index: program.activations[index] for index in program.ordered}
    lost = [(each, each.life + each.damage) for each in every.values()]
    life = any(each.life for each in every.values()) and _runs_out(program, lost, program.life or 0)
    scarce = {
        number
        for number, resource in enumerate(program.resources)
        if _runs_out(
            program,
            [(each, dict(each.uses).get(number, 0)) for each in every.values()],
            resource.capacity,
        )
    }
    return {
        index: replace(
            each,
            uses=tuple(use for use in each.uses if use[0] in scarce),
            life=each.life if life else 0,
            damage=each.damage if life else 0,
        )
        for index, each in every.items()
    }


def _runs_out(program: Program, amounts: Sequence[tuple[Activation, int]], there: int) -> bool:
    """Tell whether activations may use up more than there is."""
    of_body: dict[int, list[tuple[Activation, int]]] = defaultdict(list)
    for activation, amount in amounts:
        body = activation.body
        if not amount:
            continue
        if body is None or body in program.untappable or not (activation.taps or activation.leaves):
            return True
        of_body[body].append((activation, amount))
    worst = 0
    for body, uses in of_body.items():
        numbers = [amount for _, amount in uses]
        one_copy = max(numbers) if all(each.taps for each, _ in uses) else sum(numbers)
        worst += one_copy * program.bodies[body].copies
    return worst > there
