"""Blueprints in which mana that may float is told apart by its types and its restriction."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.solver.compile.drafts import Substitute
from autotap.solver.compile.leftover import with_leftover

if TYPE_CHECKING:
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Unit
    from autotap.solver.program import Outputs


def identity(unit: Unit) -> tuple[str, str]:
    """Return what tells floating units apart: their types and their restriction."""
    if isinstance(unit, Substitute):
        return unit.identity, ""
    return "".join(unit.types), unit.tags.only


def refined(blueprint: Blueprint) -> Blueprint:
    """Return a blueprint whose kinds each have one `identity`.

    A Program tells units apart by what they can pay, which is all that matters to the best payment;
    but two payments that leave other mana in the pool are different payments.
    """
    program = blueprint.program
    keys = sorted({(kind, identity(unit)) for (unit, _), kind in blueprint.kind_of.items()})
    if len(keys) == len(program.kinds):
        return blueprint
    place = {key: number for number, key in enumerate(keys)}
    kind_of = {
        (unit, tag): place[kind, identity(unit)] for (unit, tag), kind in blueprint.kind_of.items()
    }

    def outputs(made: tuple[tuple[tuple[Unit, int], ...], ...], index: int) -> tuple[Outputs, ...]:
        tag = blueprint.tags[index]
        result = []
        for output in made:
            amounts: Counter[int] = Counter()
            for unit, amount in output:
                amounts[kind_of[unit, tag]] += amount
            result.append(tuple(sorted(amounts.items())))
        return tuple(result)

    return replace(
        blueprint,
        kind_of=kind_of,
        program=with_leftover(
            replace(
                program,
                kinds=tuple(
                    replace(program.kinds[kind], label="".join(told)) for kind, told in keys
                ),
                demands=tuple(
                    replace(
                        demand,
                        accepts=frozenset(place[key] for key in keys if key[0] in demand.accepts),
                    )
                    for demand in program.demands
                ),
                activations=tuple(
                    replace(
                        activation,
                        outputs=outputs(draft.outputs, index),
                        once=outputs(draft.once, index) if activation.once else (),
                    )
                    for index, (activation, draft) in enumerate(
                        zip(program.activations, blueprint.drafts, strict=True)
                    )
                ),
            )
        ),
    )
