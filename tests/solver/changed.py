"""Programs that no board gives: those of generated problems, changed at random."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.solver.program import Mark, Move, Pick

if TYPE_CHECKING:
    from random import Random

    from autotap.solver.program import Activation, Option, Program

MOVES = (Move.TAP, Move.TAP, Move.TAP, Move.LEAVE, Move.LEAVE_TAPPED)


def changed(program: Program, rng: Random) -> Program:
    """Let announcements tap and give up more, and ask more of some activations; without terms.

    Bodies that must be single for what has been added are left alone.
    """
    bodies = [
        number
        for number, body in enumerate(program.bodies)
        if body.copies == 1
        or all(a.taps or a.leaves for a in program.activations if a.body == number)
    ]
    if not bodies:
        return replace(program, terms=(), leftover=())
    change = _Change(program, rng, bodies)
    activations = list(program.activations)
    for index in rng.sample(range(len(activations)), min(2, len(activations))):
        if rng.random() < 0.5 and not activations[index].closing:
            activations[index] = change.activation(activations[index])
    life = program.life
    if life is not None and rng.random() < 0.3:
        life = rng.randint(0, 4)
    return replace(
        program,
        activations=tuple(activations),
        options=tuple(map(change.option, program.options)),
        life=life,
        terms=(),
        leftover=(),
    )


class _Change:
    def __init__(self, program: Program, rng: Random, bodies: list[int]) -> None:
        self.program = program
        self.rng = rng
        self.bodies = bodies

    def some(self) -> tuple[int, ...]:
        size = self.rng.randint(1, min(3, len(self.bodies)))
        return tuple(sorted(self.rng.sample(self.bodies, size)))

    def pick(self, *moves: Move) -> Pick:
        return Pick(self.rng.choice(moves), self.rng.choice((1, 1, 2)), self.some())

    def activation(self, activation: Activation) -> Activation:
        body = activation.body
        match self.rng.randrange(6):
            case 0:
                added = self.pick(Move.TAP, Move.LEAVE)
                return replace(activation, picks=(*activation.picks, added))
            case 1:
                return replace(activation, requires=(self.rng.randint(1, 2), self.some()))
            case 2:
                return replace(activation, absent=self.some())
            case 3 if activation.taps:
                return replace(activation, leaves=True)
            case 4 if self.program.life is not None:
                return replace(activation, life=1, damage=self.rng.randint(0, 1))
            case 5 if body is not None and self.program.bodies[body].copies == 1:
                return replace(activation, per=activation.per or self.some())
        return activation

    def option(self, option: Option) -> Option:
        rng = self.rng
        picks = [self.pick(*MOVES) for _ in range(rng.choice((0, 1, 1, 2)))]
        changed = replace(option, picks=(*option.picks, *picks))
        if rng.random() < 0.15 and self.program.life is not None:
            changed = replace(changed, life=rng.randint(1, 3))
        if rng.random() < 0.1:
            changed = replace(changed, mark=Mark(self.some(), frozenset(self.some())))
        return changed
