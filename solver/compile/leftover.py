"""What a position leaves to make: which bodies leave a plain sum, and what must be modelled.

Nothing is demanded of the mana left over but by abilities that cost mana, and whatever it costs in
damage, it counts alone. So two ways to use a body that these abilities cannot tell apart are one,
and what only a worse way makes is never missed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from autotap.solver.program import Activation, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.program import Body, Outputs, Program

Way = tuple[int, int]
"""An activation and an alternative of its outputs."""


_cost_of = attrgetter(
    *(
        each.name
        for each in fields(Activation)
        if each.name
        not in ("label", "damage", "damage_waiting", "outputs", "doubles", "closing", "component")
    )
)
"""An activation without what it makes and does to the player."""


def with_leftover(program: Program) -> Program:
    """Return a Program that says what its bodies leave to make."""
    needs = sorted({demand for a in program.activations for demand, _ in a.needs})
    takers = [
        frozenset(d for d in needs if kind in program.demands[d].accepts)
        for kind in range(len(program.kinds))
    ]
    ways: dict[int | None, list[Way]] = defaultdict(list)
    for index in program.ordered:
        activation = program.activations[index]
        ways[activation.body] += [(index, i) for i in range(len(activation.outputs))]
    apart = _told_apart(program)
    modelled: list[Way] = []
    bodies = []
    for number, body in enumerate(program.bodies):
        best = _best(program, ways[number], takers)
        makes = None if number in apart else _makes(body, program.activations, best)
        spare = None if makes is None or (makes and needs) else sum(n for _, n in makes)
        if makes is None:
            modelled += best
        bodies.append(replace(body, spare=spare, makes=makes))
    modelled += _best(program, ways[None], takers)
    return replace(program, bodies=tuple(bodies), leftover=tuple(sorted(modelled)))


def _told_apart(program: Program) -> set[int]:
    """Return the bodies whose copies can do or become something else than make mana."""
    if any(activation.doubles for activation in program.activations):
        return set(range(len(program.bodies)))
    picks = [pick for activation in program.activations for pick in activation.picks]
    picks += [p for option in program.options for p in option.picks if p.move is Move.UNTAP]
    return {body for pick in picks for body in pick.bodies}


def _makes(body: Body, activations: Sequence[Activation], best: list[Way]) -> Outputs | None:
    """Return what an untouched copy makes, None if that depends on anything."""
    if not best:
        return ()
    index, alternative = best[0]
    activation = activations[index]
    if len(best) > 1 or not activation.taps or _asks(activation):
        return None
    return () if body.tapped else activation.outputs[alternative]


def _asks(activation: Activation) -> bool:
    """Tell whether an activation costs or needs anything besides its own body."""
    return bool(
        activation.untaps
        or activation.picks
        or activation.uses
        or activation.life
        or activation.needs
        or activation.per is not None
        or activation.requires is not None
        or activation.absent
    )


def _best(program: Program, ways: list[Way], takers: list[frozenset[int]]) -> list[Way]:
    """Return the ways to use one body that no other one replaces."""

    def replaces(new: Way, old: Way) -> bool:
        one, other = program.activations[new[0]], program.activations[old[0]]
        if not _cost_the_same(one, other, damage_counts=program.pays_life):
            return False
        return _covers(one.outputs[new[1]], other.outputs[old[1]], takers)

    best: list[Way] = []
    for way in ways:
        if not any(replaces(other, way) for other in best):
            best = [other for other in best if not replaces(way, other)] + [way]
    return best


def _cost_the_same(one: Activation, other: Activation, *, damage_counts: bool) -> bool:
    if one.once or other.once or (damage_counts and one.damage != other.damage):
        return False
    return one is other or _cost_of(one) == _cost_of(other)


def _covers(new: Outputs, old: Outputs, takers: list[frozenset[int]]) -> bool:
    """Tell whether each unit of the old outputs has one among the new that is as useful."""
    there: dict[frozenset[int], int] = defaultdict(int)
    for kind, amount in new:
        there[takers[kind]] += amount
    for kind, amount in sorted(old, key=lambda output: -len(takers[output[0]])):
        due = amount
        for useful in sorted((u for u in there if u >= takers[kind]), key=len):
            taken = min(due, there[useful])
            there[useful] -= taken
            due -= taken
        if due:
            return False
    return True
