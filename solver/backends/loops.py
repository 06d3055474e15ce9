"""Loops that make unbounded units: found before anything is counted on."""

from __future__ import annotations

from autotap.solver.backends.caps import most_counted, most_gain
from autotap.solver.backends.proto import Expr, Model, minus, total
from autotap.solver.program import Activation, Move, Program

MOST = 1_000
"""Largest number of rounds of one activation that a loop is looked for with."""


def unbounded_labels(program: Program) -> tuple[str, ...]:
    """Return the labels of activations that together make units without end.

    Such a loop uses up nothing (no copy, no life, no resource, every tapped copy is untapped
    again), feeds itself, and gains. Damage does not stop it: it is legal at any life total.
    """
    candidates = [i for i in program.ordered if _uses_up_nothing(program, program.activations[i])]
    doubling = [i for i in candidates if program.activations[i].doubles]
    if doubling:
        return tuple(program.activations[i].label for i in doubling)
    if not any(most_gain(program, program.activations[i]) > 0 for i in candidates):
        return ()
    model = Model()
    rounds = {i: model.variable(MOST) for i in candidates}
    made: list[Expr] = [{} for _ in program.kinds]
    gain: Expr = {}
    turned: dict[int, Expr] = {}
    needs: dict[int, Expr] = {}
    for index in candidates:
        activation = program.activations[index]
        one: Expr = {rounds[index]: 1}
        chosen = [model.variable(MOST) for _ in activation.outputs]
        model.add(minus(one, dict.fromkeys(chosen, 1)), 0, 0)
        factor = most_counted(program, activation)
        for variable, output in zip(chosen, activation.outputs, strict=True):
            for kind, one_use in output:
                amount = one_use * factor
                made[kind] = total(made[kind], {variable: amount})
                gain = total(gain, {variable: amount})
        for variable, output in zip(chosen, activation.once, strict=False):
            for kind, amount in output:
                made[kind] = total(made[kind], {variable: amount})
                gain = total(gain, {variable: amount})
        gain = total(gain, total(one, scale=-activation.in_cost))
        for demand, amount in activation.needs:
            needs[demand] = total(needs.get(demand, {}), total(one, scale=amount))
        if activation.body is not None:
            sign = activation.taps - activation.untaps
            turned[activation.body] = total(turned.get(activation.body, {}), total(one, scale=sign))
        for pick in activation.picks:
            tapped = {body: model.variable(MOST) for body in pick.bodies}
            model.add(minus(total(one, scale=pick.count), dict.fromkeys(tapped.values(), 1)), 0, 0)
            for body, variable in tapped.items():
                turned[body] = total(turned.get(body, {}), {variable: 1})
    for balance in turned.values():
        model.add(balance, 0, 0)
    taken: list[Expr] = [{} for _ in program.kinds]
    for demand, number in needs.items():
        flows = {kind: model.variable(MOST * MOST) for kind in program.demands[demand].accepts}
        model.add(minus(number, dict.fromkeys(flows.values(), 1)), 0, 0)
        for kind, variable in flows.items():
            taken[kind] = total(taken[kind], {variable: 1})
    for kind, units in enumerate(made):
        model.add(minus(units, taken[kind]), lower=0)
    model.add(gain, lower=1)
    answer = model.minimise({}, None, 0)
    if answer.values is None:
        return ()
    return tuple(program.activations[i].label for i, v in rounds.items() if answer.value({v: 1}))


def _uses_up_nothing(program: Program, activation: Activation) -> bool:
    if activation.leaves or activation.uses or activation.life:
        return False
    if any(pick.move is not Move.TAP for pick in activation.picks):
        return False
    bodies = {body for pick in activation.picks for body in pick.bodies}
    if activation.taps and activation.body is not None:
        bodies.add(activation.body)
    return bodies <= program.untappable or bool(bodies & program.untappable)
