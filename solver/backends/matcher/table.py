"""Bodies, resources and life while activations are used, exactly as a Program says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.solver.program import Activation, Outputs, Pick, Program

Picks = tuple[tuple[Move, int], ...]
"""What is done to which bodies, pick by pick."""
Paired = list[tuple["Pick", tuple[Move, int]]]
NOTHING: Counter[int] = Counter()


class Table:
    """Bodies, resources and life at one moment, with what has been done to them.

    Parameters
    ----------
    program
        Where they come from; everything is as at its start.
    reserved
        Untapped copies of bodies to which nothing may be done, though they are there.
    """

    def __init__(self, program: Program, reserved: Counter[int] = NOTHING) -> None:
        self.program = program
        self.reserved = reserved
        self.untapped = [
            (0 if body.tapped else body.copies) - reserved[number]
            for number, body in enumerate(program.bodies)
        ]
        self.tapped = [body.copies if body.tapped else 0 for body in program.bodies]
        self.spent = [0] * len(program.resources)
        self.life = program.life or 0
        self.paid = self.damage = self.waiting = self.closing_life = 0
        self.events: Counter[tuple[str, int]] = Counter()

    def copy(self) -> Table:
        """Return a copy that can be changed."""
        other = object.__new__(Table)
        other.program, other.reserved = self.program, self.reserved
        other.untapped, other.tapped = list(self.untapped), list(self.tapped)
        other.spent = list(self.spent)
        other.life, other.paid = self.life, self.paid
        other.damage, other.waiting = self.damage, self.waiting
        other.closing_life = self.closing_life
        other.events = Counter(self.events)
        return other

    def there(self, bodies: Iterable[int]) -> int:
        """Count the copies of some bodies."""
        return sum(self.untapped[b] + self.tapped[b] + self.reserved[b] for b in bodies)

    def act(self, index: int, picks: Picks, *, tapped: bool) -> int | None:
        """Pay all of one use but its units.

        Returns
        -------
        int or None
            What its outputs are multiplied by; None if it cannot be used now, and then the table
            is of no further use.
        """
        activation = self.program.activations[index]
        if activation.life > max(self.life, 0) and not activation.closing:
            return None
        if activation.requires is not None:
            number, bodies = activation.requires
            if self.there(bodies) < number:
                return None
        if activation.absent and self.there(activation.absent):
            return None
        if not self._move_own(activation, tapped=tapped):
            return None
        if not self.pick_all(paired(activation.picks, picks)):
            return None
        for resource, amount in activation.uses:
            self.spent[resource] += amount
            if self.spent[resource] > self.program.resources[resource].capacity:
                return None
        self.damage += activation.damage
        self.waiting += activation.damage_waiting
        self.life -= activation.damage
        if activation.closing:
            self.closing_life += activation.life
        else:
            self.paid += activation.life
            self.life -= activation.life
        self.events["activated", index] += 1
        return 1 if activation.per is None else self.there(activation.per)

    def _move_own(self, activation: Activation, *, tapped: bool) -> bool:
        body = activation.body
        if body is None:
            return True
        if activation.taps:
            if activation.leaves:
                self.events["both", body] += 1
            return self.move(Move.TAP, body, leaves=activation.leaves)
        if activation.untaps:
            return self.move(Move.UNTAP, body)
        if activation.leaves:
            return self.move(Move.LEAVE_TAPPED if tapped else Move.LEAVE, body)
        self.events["stands", body] += 1
        return self.there((body,)) > 0

    def pick_all(self, pairs: Paired | None) -> bool:
        """Carry out picks; tells whether they can be."""
        return pairs is not None and all(
            body in pick.bodies and fits(pick.move, move) and self.move(move, body)
            for pick, (move, body) in pairs
        )

    def move(self, move: Move, body: int, *, leaves: bool = False) -> bool:
        """Carry out one move; tells whether a copy was there for it. ``leaves``: taps and goes."""
        origin = self.tapped if move in (Move.UNTAP, Move.LEAVE_TAPPED) else self.untapped
        origin[body] -= 1
        self.events[str(move), body] += 1
        if leaves:
            self.events[str(Move.LEAVE), body] += 1
        elif move is Move.TAP:
            self.tapped[body] += 1
        elif move is Move.UNTAP:
            self.untapped[body] += 1
        return origin[body] >= 0


def paired(picks: Iterable[Pick], chosen: Picks) -> Paired | None:
    """Say for which pick each copy is, None if there are not as many as picks ask for."""
    single = [pick for pick in picks for _ in range(pick.count)]
    return list(zip(single, chosen, strict=True)) if len(single) == len(chosen) else None


def turn(move: Move) -> int:
    """Rank what an announcement does: what it untaps may be tapped for it, and then leave."""
    return {Move.UNTAP: 0, Move.TAP: 1}.get(move, 2)


def fits(asked: Move, done: Move) -> bool:
    """Tell whether a move is one that a pick asks for."""
    return asked is done or (asked is Move.LEAVE and done is Move.LEAVE_TAPPED)


def made_by(activation: Activation, alternative: int, factor: int) -> Outputs:
    """Return what one use makes."""
    made: Counter[int] = Counter()
    for kind, amount in activation.outputs[alternative]:
        made[kind] += amount * factor
    for kind, amount in activation.once[alternative] if activation.once and factor else ():
        made[kind] += amount
    return tuple(sorted(made.items()))


def moved(picks: Sequence[tuple[Pick, int]], table: Table, *, by_turn: bool = False) -> Picks:
    """Carry out picks and say what is done to each copy: tapped ones leave first.

    Parameters
    ----------
    picks
        Picks with the picked bodies.
    table
        What is there; it is changed.
    by_turn
        Whether an announcement asks for them, not an activation.
    """
    order = list(range(len(picks)))
    if by_turn:
        order.sort(key=lambda index: turn(picks[index][0].move))
    moves: dict[int, tuple[Move, int]] = {}
    for index in order:
        pick, body = picks[index]
        leaves_tapped = pick.move is Move.LEAVE and table.tapped[body] > 0
        moves[index] = Move.LEAVE_TAPPED if leaves_tapped else pick.move, body
        table.move(*moves[index])
    return tuple(moves[index] for index in range(len(picks)))
