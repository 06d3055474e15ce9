"""What the formulation need not create: variables that stand for themselves, states not reached."""

from __future__ import annotations

import pytest

from autotap.models.result import Status
from autotap.solver import pay
from autotap.solver.backends import cp_sat
from autotap.solver.backends.formulation import Formulation
from autotap.solver.backends.proto import ONE, Model
from autotap.solver.program import Activation, Body, Demand, Kind, Move, Option, Pick, Program
from tests.solver.helpers import compiled

EXILED = Activation("exile it", 0, leaves=True, outputs=(((0, 1),),))
"""Makes one unit of a card that leaves."""


def made_of(
    *activations: Activation, tapped: bool = False, option: Option | None = None
) -> Program:
    """One unit is due, and one body there."""
    return Program(
        bodies=(Body("card", tapped=tapped),),
        kinds=(Kind("unit"),),
        demands=(Demand("due", frozenset({0}), (1,)),),
        activations=activations,
        options=(option or Option(),),
    )


# --- switches ------------------------------------------------------------------------------------


def test_a_switch_is_its_own_literal() -> None:
    model = Model()
    switch = model.variable(1)
    assert model.positive({switch: 1}, 1) == switch
    assert model.literal({switch: 1}) == switch


@pytest.mark.parametrize(
    ("upper", "lower", "expr"),
    [
        (2, 0, {0: 1}),
        (1, 1, {0: 1}),
        (1, 0, {0: 2}),
        (1, 0, {0: -1, ONE: 1}),
        (1, 0, {ONE: 1}),
        (1, 0, {0: 1, 1: 1}),
    ],
)
def test_anything_else_needs_a_literal(upper: int, lower: int, expr: dict[int, int]) -> None:
    model = Model()
    for _ in range(2):
        model.variable(upper, lower)
    assert model.positive(expr, 2) == 2
    assert model.literal(expr) == 3


def test_a_literal_of_more_than_one_unit_is_no_switch() -> None:
    """A 0/1 variable never reaches 2: nothing but 0 is left for the literal."""
    model = Model()
    switch = model.variable(1)
    literal = model.literal({switch: 1}, lower=2)
    answer = model.minimise({literal: -1}, None, 0)
    assert literal != switch
    assert answer.value({literal: 1}) == 0


def test_variables_after_a_copy_or_a_solve_count() -> None:
    model = Model()
    first = model.variable(3)
    model.add({first: 1}, lower=1)
    other = model.copy()
    assert model.minimise({first: 1}, None, 0).value({first: 1}) == 1
    for each, least in ((model, 2), (other, 3)):
        second = each.variable(4)
        each.bound(second, least, 4)
        each.add({first: 1, second: -1}, lower=0)
        assert each.minimise({first: 1}, None, 0).value({first: 1}) == least


# --- states --------------------------------------------------------------------------------------


def test_what_nothing_taps_leaves_untapped() -> None:
    form = Formulation(made_of(EXILED))
    assert form.main.fired[0].own is None
    assert cp_sat.solve(made_of(EXILED)).status is Status.OPTIMAL


@pytest.mark.parametrize(
    "program",
    [
        made_of(EXILED, tapped=True),
        made_of(EXILED, Activation("tap it", 0, taps=True)),
        made_of(EXILED, Activation("tap another", picks=(Pick(Move.TAP, 1, (0,)),))),
        made_of(EXILED, option=Option(picks=(Pick(Move.TAP, 1, (0,)),))),
    ],
)
def test_what_may_be_tapped_may_leave_tapped(program: Program) -> None:
    assert Formulation(program).main.fired[0].own is not None


def test_a_source_is_tapped_and_then_given_up() -> None:
    """The same with a card: one mana for its tap, one for giving it up afterwards."""
    altar = "Altar (types: artifact) [{T}: Add {W} / sacrifice this: Add {W}]"
    assert pay("{W}{W}", altar, backend="cp_sat").status is Status.OPTIMAL
    assert pay("{W}{W}{W}", altar, backend="cp_sat").status is Status.UNPAYABLE


# --- flows ---------------------------------------------------------------------------------------


def test_uses_are_the_flow_of_the_only_kind() -> None:
    program = compiled("{G}", "Wastes; Filter [{1}, {T}: Add {G}]")
    form = Formulation(program, 1)
    (flow,) = form.main.flows.values()
    assert any(flow in fired.counts for fired in form.main.fired)


def test_two_units_for_each_use_need_a_flow() -> None:
    program = compiled("{G}", "2 Wastes; Filter [{2}, {T}: Add {G}]")
    form = Formulation(program, 1)
    (flow,) = form.main.flows.values()
    assert not any(flow in fired.counts for fired in form.main.fired)
    assert pay("{G}", "Wastes; Filter [{2}, {T}: Add {G}]").status is Status.UNPAYABLE
