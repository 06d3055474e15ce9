"""Bounds on how often an activation can be useful."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.solver.program import Move, What

if TYPE_CHECKING:
    from autotap.solver.program import Activation, Program


UNBOUNDED_USES = 10_000
"""Most uses of one activation that are looked for where units are unbounded."""
MAX_BITS = 40
"""Units stay below 2 to this power, so that sums of them stay exact."""


def activation_caps(program: Program) -> list[int]:
    """Return how often each activation can be useful at most.

    Bodies, resources and life bound most of them. What nothing bounds may turn units into more
    units, if need be over a body that is untapped for it. Without a loop that gains, a unit gains
    nothing by passing it twice: each of these activations multiplies the units that there can be
    at most once. These bound it, besides the uses that the bodies allow by themselves. Where units
    are unbounded it is `UNBOUNDED_USES`.

    Raises
    ------
    LimitError
        If there can be 2 to the power of `MAX_BITS` units or more.
    """
    caps = [_own_cap(program, activation) for activation in program.activations]
    alone = [_uses_alone(program, activation) for activation in program.activations]
    known = [own if cap is None else cap for cap, own in zip(caps, alone, strict=True)]
    units = most_units(program, known)
    if program.unbounded:
        units = max(units, UNBOUNDED_USES)
    else:
        for activation, cap in zip(program.activations, caps, strict=True):
            if cap is None and activation.in_cost:
                units *= max(1, -(-most_made(program, activation) // activation.in_cost))
        if units.bit_length() > MAX_BITS:
            raise LimitError(f"{units} mana", f"less than 2^{MAX_BITS} mana")
    return [own + units if cap is None else cap for cap, own in zip(caps, alone, strict=True)]


def most_stages(program: Program, caps: list[int]) -> int:
    """Return a number of stages that is enough for whatever can be done in some order.

    What turns one unit into one other one, and nothing else, needs no stage for each use: between
    two other activations, a unit gains nothing by passing it twice, and all units can do so at
    once. So there is a stage for each use of the others, and before and after it one for each such
    activation.

    Examples
    --------
    >>> from autotap.solver.program import Activation, Demand, Kind, Program
    >>> mana, any_mana = (Kind("R", stock=3), Kind("G")), (Demand("1", frozenset({0, 1})),)
    >>> prism = Activation("{1}: Add {G}", needs=((0, 1),), outputs=(((1, 1),),))
    >>> program = Program(kinds=mana, demands=any_mana, activations=(prism,))
    >>> caps = activation_caps(program)
    >>> caps, most_stages(program, caps)
    ([3], 1)
    """
    late = [index for index in program.ordered if index not in program.plain]
    most = sum(caps[index] for index in late)
    told = [part.what for each in program.constraints for part, _ in each.parts]
    if program.required or program.unbounded or {*told} & {What.ACTIVATED, What.USED, What.TOUCHED}:
        return most
    passing = [index for index in late if _passes_one(program.activations[index])]
    others = sum(caps[index] for index in late if index not in passing)
    return min(most, others + (others + 1) * len(passing))


def _passes_one(activation: Activation) -> bool:
    """Tell whether all that a use does is to take one unit and to make one."""
    moves = activation.taps or activation.untaps or activation.leaves
    pays = activation.uses or activation.life or activation.damage or activation.damage_waiting
    return (
        activation.is_simple
        and not (moves or pays or activation.once)
        and activation.in_cost == 1
        and all(sum(amount for _, amount in output) == 1 for output in activation.outputs)
    )


def _uses_alone(program: Program, activation: Activation) -> int:
    """Return how often an activation can tap or untap before the other is done to its bodies."""
    bounds = []
    if (activation.taps or activation.untaps) and activation.body is not None:
        bounds.append(program.bodies[activation.body].copies)
    for pick in activation.picks:
        if pick.move is Move.TAP:
            bounds.append(sum(program.bodies[body].copies for body in pick.bodies) // pick.count)
    return min(bounds, default=0)


def most_units(program: Program, caps: list[int]) -> int:
    """Return a bound on the units that there can be, with each activation used up to its cap.

    Raises
    ------
    LimitError
        If doubling makes it 2 to the power of `MAX_BITS` or more.
    """
    units = sum(kind.stock for kind in program.kinds)
    doublings = 0
    for activation, cap in zip(program.activations, caps, strict=True):
        units += cap * most_made(program, activation)
        doublings += cap * bool(activation.doubles)
    if program.unbounded:
        return max(units, UNBOUNDED_USES)
    if units.bit_length() + doublings > MAX_BITS:
        raise LimitError(f"{doublings} doublings of {units} mana", f"less than 2^{MAX_BITS} mana")
    return units << doublings


def most_made(program: Program, activation: Activation) -> int:
    """Return the most units that one use makes."""
    once = max((sum(amount for _, amount in output) for output in activation.once), default=0)
    most = max(sum(amount for _, amount in output) for output in activation.outputs)
    return once + most_counted(program, activation) * most


def most_gain(program: Program, activation: Activation) -> int:
    """Return by how many units one use makes more than it takes at most."""
    return most_made(program, activation) - activation.in_cost


def most_counted(program: Program, activation: Activation) -> int:
    """Return what the outputs of an activation are multiplied by at most."""
    if activation.per is None:
        return 1
    return sum(program.bodies[body].copies for body in activation.per)


def _own_cap(program: Program, activation: Activation) -> int | None:
    """Return the bound from what one use takes away for good, None for no bound."""
    bounds = []
    if activation.body is not None:
        untaps = activation.body in program.untappable
        if activation.leaves or (activation.taps and not untaps):
            bounds.append(program.bodies[activation.body].copies)
    for resource, amount in activation.uses:
        bounds.append(program.resources[resource].capacity // amount)
    if activation.life:
        bounds.append(max(program.life or 0, 0) // activation.life)
    for pick in activation.picks:
        if pick.move is not Move.TAP or not program.untappable & set(pick.bodies):
            bounds.append(sum(program.bodies[body].copies for body in pick.bodies) // pick.count)
    return min(bounds, default=None)
