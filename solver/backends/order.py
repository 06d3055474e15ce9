"""Putting the counts and flows of a solution into an order that can be carried out.

Whatever can be fired is fired; flows keep the units apart, so that firing one activation takes
nothing from another. Where everything left waits for a unit of a cycle, two repairs help: the
activation takes a unit at hand and its owner takes over the one that it waited for
(`carrying_out.py`), or, where the wrong alternative of the same activation went first, the run
starts again with the right one first. A run that stays stuck proves nothing: the caller then asks a
stricter formulation, and the flows of stages never get stuck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.solver.backends.carrying_out import Flow, Ordered, Run
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.solver.backends.carrying_out import Item, Owner, Position
    from autotap.solver.program import Program

MAX_STEPS = 20_000
"""Most uses that are put in order one by one."""


def put_in_order(
    program: Program,
    items: list[Item],
    flows: Mapping[Owner, Mapping[int, int]],
    start: Position,
    *,
    told: bool = True,
) -> Ordered | None:
    """Return an order of the items, None if none was found.

    Parameters
    ----------
    program
        Where they come from.
    items
        What is to be used.
    flows
        Units per owner and kind; owners include what is due and kept in the end.
    start
        The position before.
    told
        Whether the steps are asked for, or only how it ends.

    Raises
    ------
    LimitError
        If more than `MAX_STEPS` uses would have to be put in order.

    Notes
    -----
    At most one run per item; a run looks at the waiting items once for every use.
    """
    single = [item for item in items if item.activation not in program.plain]
    if sum(item.count for item in single) > MAX_STEPS:
        raise LimitError(
            f"{sum(item.count for item in single)} activations", f"at most {MAX_STEPS}"
        )
    priority = sorted(range(len(items)), key=lambda i: _lateness(program, items[i]))
    for _ in range(len(items) + 1):
        each = {owner: Flow(flow) for owner, flow in flows.items()}
        run = Run(program, items, each, start.copy(), told)
        blocked = run.go(priority)
        if blocked is None:
            return Ordered(run.steps, run.position, run.flows) if run.covers() else None
        moved = _put_first(items, priority, blocked)
        if moved is None:
            return None
        priority = moved
    return None


def _lateness(program: Program, item: Item) -> tuple[int, ...]:
    """Order in which to try items: what others need first, what takes from others last."""
    activation = program.activations[item.activation]
    gives_up = activation.leaves or any(pick.move is not Move.TAP for pick in activation.picks)
    counts = activation.requires is not None or activation.per is not None
    return (
        item.stage,
        int(bool(activation.doubles)),
        (activation.damage > 0) * (2 - (activation.life > 0)),
        int(gives_up),
        int(not counts),
        len(activation.needs) + len(activation.picks),
    )


def _put_first(items: list[Item], priority: list[int], blocked: set[int]) -> list[int] | None:
    """Move a blocked alternative before the others of its activation, None if all are there."""
    for index in priority:
        if index not in blocked:
            continue
        siblings = [
            other
            for other in priority
            if items[other].activation == items[index].activation
            and items[other].stage == items[index].stage
        ]
        if siblings[0] != index:
            rest = [other for other in priority if other != index]
            rest.insert(rest.index(siblings[0]), index)
            return rest
    return None
