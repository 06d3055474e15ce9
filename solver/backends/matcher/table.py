"""Bodies, resources and life while activations are used, exactly as a Program says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.solver.program import Activation, Pick, Program

Picks = tuple[tuple[Move, int], ...]
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
        self.paid = self.damage = self.waiting = 0
        self.events: Counter[tuple[str, int]] = Counter()

    def copy(self) -> Table:
        """Return a copy that can be changed."""
        other = object.__new__(Table)
        other.program, other.reserved = self.program, self.reserved
        other.untapped, other.tapped = list(self.untapped), list(self.tapped)
        other.spent = list(self.spent)
        other.life, other.paid = self.life, self.paid
        other.damage, other.waiting = self.damage, self.waiting
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
        if activation.life > (max(self.life, 0) if self.program.life is not None else 0):
            return None
        if activation.requires is not None:
            number, bodies = activation.requires
            if self.there(bodies) < number:
                return None
        if activation.absent and self.there(activation.absent):
            return None
        if not (self._move_own(activation, tapped=tapped) and self._pick_all(activation, picks)):
            return None
        for resource, amount in activation.uses:
            self.spent[resource] += amount
            if self.spent[resource] > self.program.resources[resource].capacity:
                return None
        self.paid += activation.life
        self.damage += activation.damage
        self.waiting += activation.damage_waiting
        self.life -= activation.life + activation.damage
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

    def _pick_all(self, activation: Activation, picks: Picks) -> bool:
        waiting = list(picks)
        for pick in activation.picks:
            chosen, waiting = waiting[: pick.count], waiting[pick.count :]
            if not self.pick(pick, chosen):
                return False
            body = activation.body
            own = body is not None and any(each == body for _, each in chosen)
            if pick.another and own and not self.there((body,)):  # type: ignore[arg-type]
                return False
        return not waiting

    def pick(self, pick: Pick, chosen: Sequence[tuple[Move, int]]) -> bool:
        """Carry out one pick; tells whether it can be."""
        return len(chosen) == pick.count and all(
            body in pick.bodies and fits(pick.move, move) and self.move(move, body)
            for move, body in chosen
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


def fits(asked: Move, done: Move) -> bool:
    """Tell whether a move is one that a pick asks for."""
    return asked is done or (asked is Move.LEAVE and done is Move.LEAVE_TAPPED)


def made_by(activation: Activation, alternative: int, factor: int) -> list[tuple[int, int]]:
    """Return ``(kind, amount)`` pairs of what one use makes."""
    made = [(kind, amount * factor) for kind, amount in activation.outputs[alternative]]
    return made + list(activation.once[alternative] if activation.once and factor else ())


def state_of(pick: Pick, body: int, table: Table) -> Move:
    """Name the move of one picked copy, a tapped one first where either may go."""
    leaves_tapped = pick.move is Move.LEAVE and table.tapped[body] > 0
    return Move.LEAVE_TAPPED if leaves_tapped else pick.move
