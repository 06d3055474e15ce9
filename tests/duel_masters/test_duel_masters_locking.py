"""Cost changes: which totals can be reached, and by which steps."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.duel_masters import (
    ALL_CIVILIZATIONS,
    AdditionalTap,
    AlternativeCost,
    Civilization,
    DuelMastersCost,
    DuelMastersOptions,
    DuelMastersSpell,
    Increase,
    Reduction,
    System,
    lock_totals,
)
from autotap.models.duel_masters.locking import reachable_totals
from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.solver.backends import cp_sat
from autotap.solver.compile.duel_masters import compile_duel_masters
from autotap.solver.compile.zone_program import decode_duel_masters
from autotap.solver.verify.duel_masters import verify_duel_masters
from tests.duel_masters.strategies import cases, problem_of
from tests.reference import duel_masters as reference

reductions = st.lists(
    st.builds(Reduction, st.integers(0, 4), st.integers(0, 3), st.booleans()), max_size=4
)


def spell(cost: str, *changes: Increase | Reduction, **keywords: Any) -> DuelMastersSpell:
    return DuelMastersSpell(DuelMastersCost.parse(cost), changes=changes, **keywords)


def totals(cost: str, *changes: Increase | Reduction) -> list[int]:
    return [locked.total for locked in lock_totals(spell(cost, *changes))]


@pytest.mark.parametrize(
    ("rule", "cost", "changes", "expected"),
    [
        ("DM-14", "fire(4)", (), [4]),
        ("DM-15", "fire(4)", (Reduction(3), Increase(2)), [3]),
        ("DM-15", "fire(2)", (Reduction(3), Increase(2)), [1]),
        ("DM-21", "fire(5)", (Reduction(2, optional=True),), [3, 4, 5]),
        ("DM-22", "fire(3)", (Reduction(2, floor=2),), [2]),
        ("DM-22", "fire(1)", (Reduction(2, floor=2),), [1]),
        ("DM-23", "fire(4)", (Reduction(2, floor=2), Reduction(2, floor=1)), [1, 2]),
        ("DM-23", "fire(4)", (Reduction(2, floor=1), Reduction(2, floor=2)), [1, 2]),
        ("DM-24", "fire(4)", (Increase(2), Increase(1)), [7]),
        ("DM-25", "light/darkness(6)", (Reduction(5, floor=2),), [2]),
        ("DM-25", "fire(9)", (Reduction(2, floor=1), Reduction(2, floor=1)), [5]),
        ("DM-26", "fire(10)", (Reduction(6, floor=1),), [4]),
    ],
)
def test_totals(
    rule: str, cost: str, changes: tuple[Increase | Reduction, ...], expected: list[int]
) -> None:
    assert totals(cost, *changes) == expected


def test_steps_are_named_with_their_rules() -> None:
    changes = (Reduction(2, floor=2, name="Cocco Lupia"), Increase(1, name="Taskrik"))
    locked = lock_totals(spell("fire(3)", *changes, x_cost=3), x=1)
    assert [str(step) for step in locked[0].trace] == [
        "1 further steps: 3 to 6 (DM-34)",
        "Taskrik: 6 to 7 (DM-24)",
        "Cocco Lupia: 7 to 5 (DM-22)",
    ]


def test_free_cards_know_no_increase_dm_24_dm_32() -> None:
    (locked,) = lock_totals(spell("fire(12)", Increase(2), x_cost=2, free=True), x=3)
    assert (locked.total, locked.free, locked.civilizations) == (0, True, frozenset())


def test_alternative_cost_is_the_base_dm_31() -> None:
    vivid = AlternativeCost("Vivid Draw", DuelMastersCost.parse("water/fire(5)"))
    (locked,) = lock_totals(spell("light(7)", Reduction(1), alternative=vivid))
    assert locked.total == 4
    assert locked.civilizations == {Civilization.WATER, Civilization.FIRE}


def test_printed_cost_never_changes_dm_16() -> None:
    declared = spell("fire(6)", Reduction(2))
    lock_totals(declared)
    assert declared.cost.points == 6


@pytest.mark.parametrize(
    ("cost", "options", "override", "expected"),
    [
        ("colorless(2)", {}, None, (True, 0)),  # DM-12
        ("fire(2)", {}, None, (True, 0)),  # DM-13
        ("fire(2)", {"zero_total": "civilizations"}, None, (False, 1)),
        ("colorless(2)", {"zero_total": "civilizations"}, None, (True, 0)),
        ("fire(2)", {"zero_total": "civilizations"}, frozenset(), (True, 0)),  # DM-28
        ("fire(2)", {"zero_total": "civilizations"}, ALL_CIVILIZATIONS, (False, 5)),  # DM-56
        ("fire(2)", {"system": "plays"}, None, (False, 1)),  # DM-64
    ],
)
def test_total_of_zero(
    cost: str,
    options: dict[str, Any],
    override: frozenset[Civilization] | None,
    expected: tuple[bool, int],
) -> None:
    (locked,) = lock_totals(
        spell(cost, Reduction(9), civilizations=override, options=DuelMastersOptions(**options))
    )
    assert (locked.free, len(locked.civilizations)) == expected


@settings(max_examples=200)
@given(st.integers(0, 9), reductions)
def test_reachable_totals_are_those_of_all_orders(cost: int, chosen: list[Reduction]) -> None:
    expected = set()
    for order in permutations(chosen):
        for amounts in product(
            *(range(r.amount + 1) if r.optional else (r.amount,) for r in order)
        ):
            total = cost
            for reduction, amount in zip(order, amounts, strict=True):
                total = min(total, max(reduction.floor, total - amount))
            expected.add(total)
    found = reachable_totals(cost, tuple(chosen))
    assert set(found) == expected
    for total, trace in found.items():
        ends = [cost, *(step.after for step in trace)]
        assert [step.before for step in trace] == ends[:-1]
        assert ends[-1] == total


@settings(max_examples=100)
@given(cases(max_cards=5), reductions)
def test_the_best_total_is_chosen(case: dict[str, Any], chosen: list[Reduction]) -> None:
    """With several totals in reach, the payment is the best one over all of them."""
    case["pay"].pop("x_cost", None)
    given_ = problem_of(case)
    question = replace(given_, spell=replace(given_.spell, changes=tuple(chosen)))
    answers = [
        reference.solve(case | {"pay": case["pay"] | {"total_cost": total}})
        for total in reachable_totals(case["pay"]["total_cost"], tuple(chosen))
    ]
    vectors = [answer.vector for answer in answers if answer.vector]
    compiled = compile_duel_masters(question)
    solution = cp_sat.solve(compiled.program).solution
    assert (solution is not None) == bool(vectors)
    if solution:
        assert solution.values[1:] == min(vectors)
        verify_duel_masters(question, decode_duel_masters(compiled, solution))


def test_many_equal_reductions_are_cheap_and_too_many_different_ones_refused() -> None:
    assert sorted(reachable_totals(9999, (Reduction(3, floor=1),) * 2000)) == [3999]
    with pytest.raises(LimitError):
        reachable_totals(99, tuple(Reduction(1, floor=i) for i in range(20)))
    many = tuple(Reduction(500, floor=i, optional=True) for i in range(4))
    assert min(reachable_totals(5000, many)) == 3000


def test_numbers_out_of_range_are_refused() -> None:
    for make in (
        lambda: Increase(-1),
        lambda: Reduction(-1),
        lambda: Reduction(1, floor=-1),
        lambda: AdditionalTap(Civilization.FIRE, 10_000),
        lambda: spell("fire(1)", x_cost=-1),
        lambda: DuelMastersCost(-1),
    ):
        with pytest.raises(LimitError):
            make()


def test_plays_has_no_additional_cards_dm_64() -> None:
    with pytest.raises(UnsupportedCostError):
        spell(
            "fire(1)",
            additional=(AdditionalTap(Civilization.FIRE),),
            options=DuelMastersOptions(system=System.PLAYS),
        )
