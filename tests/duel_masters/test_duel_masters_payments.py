"""Compiled Programs, their decoded solutions and the replay agree with the reference."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autotap.models.duel_masters import (
    AdditionalTap,
    AlternativeCost,
    Civilization,
    DuelMastersCost,
    DuelMastersOptions,
    DuelMastersSpell,
    Increase,
    ManaZone,
    Reduction,
)
from autotap.models.errors import InputError, InvalidPaymentError, UnknownNameError
from autotap.models.objective import DUEL_MASTERS_TERMS, Objective
from autotap.models.problem import DuelMastersProblem
from autotap.models.result import Status, Tap, ZonePayment
from autotap.solver.backends import cp_sat
from autotap.solver.compile.duel_masters import compile_duel_masters, most_steps
from autotap.solver.compile.zone_program import decode_duel_masters
from autotap.solver.verify.duel_masters import evaluate_duel_masters, verify_duel_masters
from tests.duel_masters.strategies import cases, problem_of, record_of
from tests.generate import duel_masters as generate
from tests.reference import duel_masters as reference

Case = dict[str, Any]


def solved(problem: DuelMastersProblem) -> tuple[ZonePayment, dict[str, int]] | None:
    """Solve, decode and verify; the value of each term is that of the replay."""
    compiled = compile_duel_masters(problem)
    outcome = cp_sat.solve(compiled.program)
    if outcome.status is Status.UNPAYABLE:
        return None
    assert outcome.status is Status.OPTIMAL
    assert outcome.solution is not None
    payment = decode_duel_masters(compiled, outcome.solution)
    verify_duel_masters(problem, payment)
    names = [term.name for term in compiled.program.terms]
    values = dict(zip(names, outcome.solution.values, strict=True))
    replayed = evaluate_duel_masters(problem, payment)
    assert values == {name: replayed[name] for name in names}
    return payment, values


def agree(case: Case, x: int | None = None) -> bool:
    expected = reference.solve(case, x=x)
    found = solved(problem_of(case, x))
    assert (found is not None) == expected.payable
    if found is not None:
        payment, values = found
        assert expected.vector is not None
        assert tuple(values.values())[1:] == expected.vector
        assert reference.illegal(case, record_of(case, payment)) is None
    return expected.payable


def supported(case: Case) -> bool:
    pay = case["pay"]
    return pay.get("options", {}).get("system") != "plays" or "additional_costs" not in pay


@settings(max_examples=300)
@given(cases(), st.integers(0, 2))
def test_best_payment_is_that_of_the_reference(case: Case, x: int) -> None:
    agree(case, x if "x_cost" in case["pay"] else None)


def test_generated_problems() -> None:
    """The same on problems made to be nearly unpayable."""
    made = [generate.problem(Random(seed)) for seed in range(300)]
    payable = [agree(case) for case in made if supported(case)]
    assert 0.3 < sum(payable) / len(payable) < 0.8


@settings(max_examples=200)
@given(cases(max_cards=6), st.permutations(DUEL_MASTERS_TERMS[1:]), st.integers(1, 2))
def test_other_objectives_stay_within_the_rules(case: Case, order: list[str], most: int) -> None:
    """Terms that do not mind waste leave it to the constraints that no card is superfluous."""
    case["pay"].pop("x_cost", None)
    zone, due = reference.untapped(case), reference.due_of(case, 0)
    terms = tuple(order[:most])
    picked = [reference.TERMS.index(name) for name in terms]
    vectors = [
        tuple(reference.vector(zone, paid, due.total)[i] for i in picked)
        for paid in reference.payments(zone, due)
    ]
    found = solved(replace(problem_of(case), objective=Objective(terms)))
    assert (found and tuple(found[1].values())) == min(vectors, default=None)


@settings(max_examples=400)
@given(cases(max_cards=6), st.booleans(), st.integers(0, 5))
def test_must_use_never_makes_a_card_superfluous_dm_7(case: Case, must: bool, pick: int) -> None:
    """One copy must be used, or must not; what the rules do not allow stays unpayable."""
    case["pay"].pop("x_cost", None)
    question = problem_of(case)
    untapped = question.board.untapped
    assume(untapped)
    card = untapped[pick % len(untapped)]
    wish = frozenset({card.id})
    zone, due = reference.untapped(case), reference.due_of(case, 0)
    vectors = []
    for paid in reference.payments(zone, due):
        copies = sum(n for each, n in paid.tapped.items() if each.name == card.name)
        there = sum(n for each, n in zone.items() if each.name == card.name)
        if copies if must else copies < there:
            vectors.append(reference.vector(zone, paid, due.total))
    wished = replace(question, must_use=wish) if must else replace(question, forbid=wish)
    found = solved(wished)
    assert (found and tuple(found[1].values())[1:]) == min(vectors, default=None)


@settings(max_examples=50)
@given(cases(max_cards=5))
def test_without_x_the_smallest_is_announced_dm_34(case: Case) -> None:
    case["pay"]["x_cost"] = 2
    problem = problem_of(case)
    top = most_steps(problem.board, problem.spell)
    payable = [x for x in range(top + 2) if reference.solve(case, x=x).payable]
    found = solved(problem)
    assert (found[0].x if found else None) == (payable[0] if payable else None)
    assert top + 1 not in payable


def problem(zone: str, cost: str, **keywords: Any) -> DuelMastersProblem:
    """Write a problem; keywords go to the options, the spell or the problem."""
    options = {
        name: keywords.pop(name)
        for name in ("era", "point_overshoot", "zero_total", "system")
        if name in keywords
    }
    own = {
        name: keywords.pop(name)
        for name in ("x", "must_use", "forbid", "objective")
        if name in keywords
    }
    own |= {name: frozenset(own[name]) for name in ("must_use", "forbid") if name in own}
    spell = DuelMastersSpell(
        DuelMastersCost.parse(cost), options=DuelMastersOptions(**options), **keywords
    )
    return DuelMastersProblem(ManaZone.parse(zone), spell, **own)


def taps(listed: str) -> tuple[Tap, ...]:
    """Read ``CARD:ROLE:NUMBER`` pieces; ``+`` before a role makes it additional."""
    return tuple(
        Tap(card, role.replace("+", "additional "), int(number))
        for card, role, number in (piece.split(":") for piece in listed.split())
    )


FLOORS = (Reduction(2, floor=2), Reduction(2, floor=1))
ALTERNATIVE = AlternativeCost("Vivid Draw", DuelMastersCost.parse("water/fire(3)"))
WATER = frozenset({Civilization.WATER})


@pytest.mark.parametrize(
    ("question", "total", "listed"),
    [
        (problem("2 Fire", "fire(4)", changes=FLOORS), 1, "Fire#1:fire:1"),
        (problem("2 Fire", "fire(4)", changes=FLOORS), 2, "Fire#1:fire:1 Fire#2:points:1"),
        (
            problem("3 Fire", "fire(3)", changes=(Reduction(2, optional=True),)),
            2,
            "Fire#1:fire:1 Fire#2:points:1",
        ),
        (problem("3 Fire", "fire(1)", changes=(Increase(1),)), 2, "Fire#1:fire:1 Fire#2:points:1"),
        (problem("3 Fire", "fire(1)", x_cost=1, x=1), 2, "Fire#1:fire:1 Fire#2:points:1"),
        (
            problem("Fire; 2 Water", "fire(9)", alternative=ALTERNATIVE),
            3,
            "Water#1:water:1 Fire:fire:1 Water#2:points:1",
        ),
        (problem("Fire; Water", "fire(1)", civilizations=WATER), 1, "Water:water:1"),
        (
            problem("Fire; Water", "fire(1)", additional=(AdditionalTap(Civilization.WATER),)),
            1,
            "Fire:fire:1 Water:+water:0",
        ),
        (
            problem("3 Fire (number 2)", "fire(3)", point_overshoot="last_card"),
            3,
            "Fire#3:fire:2 Fire#1:points:2",
        ),
        # DM-63: points may be tapped first.
        (problem("Fire; Water", "fire(2)"), 2, "Water:points:1 Fire:fire:1"),
        (problem("Fire", "fire(0)", zero_total="civilizations"), 0, "Fire:fire:1"),
        (problem("Fire/Nature (tapped); Water", "fire(1)", system="plays"), 1, "Water:points:1"),
    ],
)
def test_legal_payment_is_accepted(question: DuelMastersProblem, total: int, listed: str) -> None:
    made = taps(listed)
    points = sum(tap.number for tap in made)
    verify_duel_masters(question, ZonePayment(made, total, points, x=question.x))


@pytest.mark.parametrize(
    ("rule", "question", "total", "listed"),
    [
        ("DM-1", problem("Fire", "fire(1)"), 1, "Water:fire:1"),
        ("DM-1", problem("Fire (tapped)", "fire(1)"), 1, "Fire:fire:1"),
        ("DM-1", problem("Fire", "fire(2)"), 2, "Fire:fire:1 Fire:points:1"),
        ("DM-2", problem("Fire", "water(1)"), 1, "Fire:water:1"),
        ("DM-2", problem("Fire", "fire(1)"), 1, "Fire:light:1"),
        ("DM-3", problem("Fire", "fire(2)"), 2, "Fire:fire:2"),
        ("DM-4", problem("Colorless", "fire(1)"), 1, "Colorless:fire:1"),
        ("DM-5", problem("2 Fire", "fire(2)"), 2, "Fire#1:points:1 Fire#2:points:1"),
        ("DM-6", problem("2 Fire", "fire(2)"), 2, "Fire#1:fire:1"),
        ("DM-7", problem("2 Fire", "fire(1)"), 1, "Fire#1:fire:1 Fire#2:points:1"),
        ("DM-7", problem("2 Fire", "fire(1)"), 1, "Fire#1:fire:1 Fire#2:fire:1"),
        ("DM-7", problem("Fire", "colorless(1)"), 1, "Fire:fire:1"),
        ("DM-7", problem("Fire; Water (number 0)", "fire(1)"), 1, "Fire:fire:1 Water:points:0"),
        (
            "DM-7",
            problem("Fire; 2 Water (number 2)", "fire(3)"),
            3,
            "Fire:fire:1 Water#1:points:2 Water#2:points:2",
        ),
        (
            "DM-7",
            problem("Fire; 2 Water (number 2)", "fire(3)", point_overshoot="last_card"),
            3,
            "Fire:fire:1 Water#1:points:2 Water#2:points:2",
        ),
        ("DM-11", problem("2 Fire (number 2)", "fire(3)"), 3, "Fire#1:fire:2 Fire#2:points:2"),
        ("DM-12", problem("Fire", "colorless(0)"), 0, "free!"),
        ("DM-15", problem("3 Fire", "fire(2)"), 1, "Fire#1:fire:1"),
        (
            "DM-15",
            problem("3 Fire", "fire(3)", changes=(Reduction(2, floor=2),)),
            1,
            "Fire#1:fire:1",
        ),
        (
            "DM-15",
            problem("3 Fire", "fire(2)", changes=(Reduction(1),)),
            2,
            "Fire#1:fire:1 Fire#2:points:1",
        ),
        ("DM-32", problem("Fire", "fire(1)", free=True), 1, "Fire:fire:1"),
        ("DM-33", problem("2 Fire", "fire(1)"), 1, "Fire#1:fire:1 Fire#2:+fire:0"),
        (
            "DM-33",
            problem("2 Fire", "fire(1)", additional=(AdditionalTap(Civilization.FIRE),)),
            1,
            "Fire#1:fire:1",
        ),
        (
            "DM-33",
            problem("2 Fire", "fire(1)", additional=(AdditionalTap(Civilization.FIRE),)),
            1,
            "Fire#1:fire:1 Fire#2:+fire:1",
        ),
        ("DM-34", problem("Fire", "fire(1)", x_cost=1), 1, "Fire:fire:1"),
        ("DM-61", problem("Fire (number 2)", "fire(1)", era="classic"), 1, "Fire:fire:2"),
        ("DM-64", problem("Water", "fire(1)", system="plays"), 1, "Water:points:1"),
        ("DM-64", problem("Fire", "fire(1)", system="plays"), 1, "Fire:fire:1"),
        ("must_use", problem("2 Fire", "fire(1)", must_use={"Fire#2"}), 1, "Fire#1:fire:1"),
        ("forbid", problem("2 Fire", "fire(1)", forbid={"Fire#1"}), 1, "Fire#1:fire:1"),
    ],
)
def test_illegal_payment_names_the_rule(
    rule: str, question: DuelMastersProblem, total: int, listed: str
) -> None:
    made = taps("" if listed == "free!" else listed)
    payment = ZonePayment(made, total, sum(tap.number for tap in made))
    with pytest.raises(InvalidPaymentError) as caught:
        verify_duel_masters(question, payment)
    assert caught.value.rule == rule


def test_claims_of_a_payment_are_checked() -> None:
    question = problem("2 Fire", "fire(1)", x_cost=1, x=1)
    payment = ZonePayment(taps("Fire#1:fire:1 Fire#2:points:1"), 2, 2, x=1)
    verify_duel_masters(question, payment)
    for claim, rule in ((replace(payment, points=3), "DM-2"), (replace(payment, x=0), "x")):
        with pytest.raises(InvalidPaymentError) as caught:
            verify_duel_masters(question, claim)
        assert caught.value.rule == rule
    with pytest.raises(InvalidPaymentError, match="DM-34"):
        verify_duel_masters(replace(question, x=None), replace(payment, x=-1, total=0))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # The order of the reductions is the payer's (DM-23).
        (problem("2 Fire", "fire(4)", changes=FLOORS), (1, ["Fire#1"])),
        # An optional reduction is taken only as far as it helps (DM-21): two for one point wasted
        # would be worse than nothing wasted.
        (
            problem("Fire; Nature", "fire/nature(3)", changes=(Reduction(2, optional=True),)),
            (2, ["Fire", "Nature"]),
        ),
        (problem("Fire", "fire(3)", free=True), (0, [])),
        (problem("Fire", "fire(3)", changes=(Reduction(3),)), (0, [])),
        (problem("2 Fire", "fire(1)", must_use={"Fire#2"}), (1, ["Fire#2"])),
        (problem("2 Fire", "fire(1)", forbid={"Fire#1"}), (1, ["Fire#2"])),
        (problem("Fire (tapped); Fire", "fire(1)", must_use={"Fire#1"}), None),
        (
            problem("Fire", "fire(1)", forbid=frozenset({"Fire"}), must_use=frozenset({"Fire"})),
            None,
        ),
        (problem("Fire; Nature", "fire/nature(1)", era="classic"), None),
        (problem("Fire", "water(0)", system="plays"), None),
        # Whatever else could have been the last card, nothing is due in the points step (DM-7).
        (
            problem(
                "Fire (number 2); Water; Nature (number 3)",
                "fire(2)",
                point_overshoot="last_card",
                must_use={"Water"},
            ),
            None,
        ),
        # The smallest X comes before every term: X = 1 would waste nothing.
        (problem("Fire (number 2)", "fire(1)", x_cost=1), (1, ["Fire"])),
        # DM-9 with number 2 cards: nothing is tapped for points.
        (problem("Fire; Nature (number 2)", "fire/nature(2)"), (2, ["Fire", "Nature"])),
        # DM-28: without civilizations any cards pay.
        (problem("2 Water", "fire(2)", civilizations=frozenset()), (2, ["Water#1", "Water#2"])),
    ],
)
def test_best_payment(question: DuelMastersProblem, expected: tuple[int, list[str]] | None) -> None:
    found = solved(question)
    assert (found and (found[0].total, [tap.card for tap in found[0].taps])) == expected


def test_trace_and_freedom_are_reported() -> None:
    found = solved(problem("Fire", "fire(2)", changes=(Reduction(2, name="Gift"),)))
    assert found is not None
    assert found[0].free
    assert found[0].trace == ("Gift: 2 to 0 (DM-15)", "a cost of 0 is not paid: 0 to 0 (DM-13)")


def test_terms_are_the_callers() -> None:
    """With `emptied` alone a card of the larger pair is taken, whatever its flexibility."""
    zone = "Fire; 2 Fire/Nature/Water"
    best = solved(problem(zone, "colorless(1)"))
    other = solved(problem(zone, "colorless(1)", objective=Objective(("emptied",))))
    assert best is not None
    assert other is not None
    assert best[0].taps[0].card == "Fire"
    assert other[0].taps[0].card == "Fire/Nature/Water#1"
    assert other[1] == {"emptied": 0}


def test_bad_requests_are_refused() -> None:
    for question, error in (
        (problem("Fire", "fire(1)", forbid={"Water"}), UnknownNameError),
        (problem("Fire", "fire(1)", x=1), InputError),
    ):
        with pytest.raises(error):
            compile_duel_masters(question)
    for wrong in ({"x": -1, "x_cost": 1}, {"objective": Objective(("losses",))}):
        with pytest.raises(InputError):
            problem("Fire", "fire(1)", **wrong)


def test_unit_cards_need_no_constraints() -> None:
    program = compile_duel_masters(problem("9 Fire; 3 Water/Fire", "fire/water(5)")).program
    assert not program.constraints
    assert all(kind.exact for kind in program.kinds)
    assert [len(program.bodies), len(program.activations)] == [2, 2]
    assert [demand.due for demand in program.demands] == [(1,), (1,), (3,)]
