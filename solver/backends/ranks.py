"""Ranks: order within the components of the supply graph.

The first use of each activation in a component is supplied from outside the component or by an
activation of lower rank; all of it, where it can be used only once. Necessary: rank activations by
their first use. Sufficient where every activation of the component can be used only once, by the
ranks, or takes one unit: follow each use to the one that supplied it; a cycle and
a chain with a root that hold the same activation can swap their suppliers, which roots the cycle,
and what is left without a root would have a lowest rank that contradicts the condition.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from autotap.solver.backends.proto import Expr, minus

if TYPE_CHECKING:
    from autotap.solver.backends.phase import Fired, Phase
    from autotap.solver.backends.proto import Model
    from autotap.solver.program import Program


def add_ranks(program: Program, model: Model, phase: Phase, caps: list[int]) -> None:
    """Rank the activations of every component in a phase without stages."""
    members: dict[int, list[Fired]] = defaultdict(list)
    for item in phase.fired:
        component = program.activations[item.activation].component
        if component is not None:
            members[component].append(item)
    for items in members.values():
        _rank(program, model, phase, items, caps)


def _rank(
    program: Program, model: Model, phase: Phase, items: list[Fired], caps: list[int]
) -> None:
    ranks = {item.activation: model.variable(len(items) - 1) for item in items}
    maker = {
        kind: item.activation
        for item in items
        for output in program.activations[item.activation].made
        for kind, _ in output
    }
    for item in items:
        cap = caps[item.activation]
        used = model.positive(item.uses, cap) if cap > 1 else None
        for demand, amount in program.activations[item.activation].needs:
            suppliers: dict[int | None, Expr] = defaultdict(dict)
            for kind in program.demands[demand].accepts:
                if (0, demand, kind) in phase.flows:
                    suppliers[maker.get(kind)][phase.flows[0, demand, kind]] = 1
            suppliers.pop(item.activation, None)
            if used is None:
                suppliers.pop(None, None)
            choices: Expr = {}
            for supplier, flows in suppliers.items():
                literal = model.positive(flows, amount) if used is None else model.literal(flows)
                choices[literal] = 1
                if supplier is not None:
                    order = {ranks[item.activation]: 1, ranks[supplier]: -1}
                    model.add(order, lower=1, when=[literal])
            if used is not None:
                model.add(minus(choices, {used: 1}), lower=0)
