"""X in the cost of a mana ability: its texts, its values, and payments with it (MTG-PRO-30)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from autotap.models.errors import AbilitySyntaxError, LimitError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.models.mtg.affected import LANDS
from autotap.models.mtg.board import Board
from autotap.models.mtg.effects import Multiplier
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.side import Side
from autotap.models.mtg.source import Source
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver import pay, solve, verify
from autotap.solver.compile.chosen_x import MAX_X, values_of_x
from tests.mtg.payments import POOLS, spell

RENDERED = "[{T}: Add {C} / {1}, remove X storage counters: Add {W/U} (per: X)]"
HOLD = "[{T}, remove X storage counters: Add {R} (per: X)]"
ROCKETS = "Rockets (types: artifact) [{X}, {T}, sacrifice this: Add {Any} (per: X)]"
BAKU = "Baku (types: creature, {} ki counters) [{{1}}, remove X ki counters: Add {} (per: X)]"
FIVE = "{W}|{U}|{B}|{R}|{G}"


def pools(number: int) -> str:
    """Give Calciform Pools with so many counters."""
    return f"Pools (types: land, {number} storage counters) {RENDERED}"


def hold(number: int) -> str:
    """Give a Dwarven Hold with so many counters."""
    return f"Hold (types: land, {number} storage counters) {HOLD}"


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "compact"),
    [
        (
            "{1}, Remove X storage counters from this land: Add X mana in any combination of {W} "
            "and/or {U}.",
            "{1}, remove X storage counters: Add {W/U} (per: X)",
        ),
        (
            "{T}, Remove any number of storage counters from this land: Add {B} for each storage "
            "counter removed this way.",
            "{T}, remove X storage counters: Add {B} (per: X)",
        ),
        (
            "{T}, Remove X storage counters from this land: Add X mana in any combination of "
            "colors (only: Dragon spells).",
            "{T}, remove X storage counters: Add {Any} (only: Dragon spells) (per: X)",
        ),
        (
            "{1}, Remove X ki counters from this creature: Add X mana of any one color.",
            f"{{1}}, remove X ki counters: Add {FIVE} (per: X)",
        ),
        (
            "{X}, {T}, Sacrifice this artifact: Add X mana in any combination of colors.",
            "{X}, {T}, sacrifice this: Add {Any} (per: X)",
        ),
        (
            "{T}, remove X +1/+1 counters: Add X mana in any combination of {R}, {G} or {W}",
            "{T}, remove X +1/+1 counters: Add {W/R/G} (per: X)",
        ),
    ],
)
def test_mtg_pro_30_is_read_as_printed(printed: str, compact: str) -> None:
    ability = ManaAbility.parse(printed)
    assert str(ability) == compact
    assert ManaAbility.parse(compact) == ability


@pytest.mark.parametrize(
    "text",
    ["{T}: Add {W} (per: X)", "{T}: Add X mana of any one color", "{1}, {T}: Add {G} (per: X)"],
)
def test_an_output_by_x_without_an_x_is_refused(text: str) -> None:
    with pytest.raises(UnsupportedCostError, match="an X in the cost"):
        ManaAbility.parse(text)


def test_x_is_no_other_quantity() -> None:
    with pytest.raises(UnsupportedCostError):
        ManaAbility.parse("{T}, sacrifice X creature: Add {B} (per: X)")
    with pytest.raises(AbilitySyntaxError):
        ManaAbility.parse("{T}, pay X life: Add {B} (per: X)")
    with pytest.raises(UnsupportedCostError):
        ManaAbility.parse("{T}, remove X ki counters: Add {B} (per: X) (per: elf)")


def test_a_value_stands_for_x_in_the_whole_ability() -> None:
    ability = ManaAbility.parse("{X}{X}{1}, {T}, remove X ki counters: Add {W}{U}|{C} (per: X)")
    assert str(ability.with_x(2)) == "{5}, {T}, remove 2 ki counters: Add {W}{U}{W}{U}|{C}{C}"
    assert str(ability.with_x(0)) == "{1}, {T}: Add nothing"
    grown = ManaAbility.parse(
        "{T}, remove X ki counters: Add {W}; {G} (from: Wild Growth) (per: X)"
    )
    assert str(grown.with_x(2)) == "{T}, remove 2 ki counters: Add {W}{W}; {G} (from: Wild Growth)"
    with pytest.raises(LimitError):
        ability.with_x(501)


# --- which values matter -------------------------------------------------------------------------


def values(board: str, due: int = 3) -> int:
    """Give the largest X of the last ability of the last source."""
    parsed = Board.parse(board)
    source = parsed.sources[-1]
    return values_of_x(parsed, source, source.abilities[-1], due)[-1]


@pytest.mark.parametrize(
    ("board", "due", "most"),
    [
        (pools(4), 1, 4),
        (f"2 Forest; {ROCKETS}", 5, 2),
        (f"9 Forest; {ROCKETS}", 5, 5),
        (f"9 Forest; Signet (types: artifact) [{{1}}, {{T}}: Add {{W}}{{U}}]; {ROCKETS}", 5, 6),
        (f"9 Forest; Still (types: artifact) [{{1}}: Add {{G}}]; {ROCKETS}", 5, 9),
        (f"3 Forest; Pili (types: land) [{{T}}: Add {{C}} / {{2}}, {{Q}}: Add {{B}}]; {ROCKETS}",
         9, 4),
        (f"3 Forest; Cube (types: land) [{{3}}, {{T}}: Add the unspent pool again]; {ROCKETS}",
         9, 6),
        (f"3 Forest; {hold(2)}; {ROCKETS}", 9, 5),
        (f"3 Forest; {ROCKETS}; {ROCKETS}", 9, 3),
        (f"9 Forest; {ROCKETS}; {ROCKETS}", 2, 4),
    ],
)  # fmt: skip
def test_x_is_bounded_by_counters_and_mana(board: str, due: int, most: int) -> None:
    assert values(board, due) == most


@pytest.mark.parametrize(
    "board",
    [
        f"Forest; Loop (types: land) [{{1}}: Add {{C}}{{C}}]; {ROCKETS}",
        "Forest; Gain (types: land) [{X}, {T}: Add {C}{C} (per: X)]",
    ],
)
def test_an_x_without_a_bound_is_refused(board: str) -> None:
    with pytest.raises(UnsupportedCostError):
        values(board)


def test_too_many_values_are_refused() -> None:
    assert values(pools(MAX_X)) == MAX_X
    with pytest.raises(LimitError):
        values(pools(MAX_X + 1))


# --- payments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cost", "board", "payable"),
    [
        ("MTG-PRO-30", "{W}{U}{W}", f"Forest; {pools(3)}", True),
        ("MTG-PRO-30", "{W}{U}{W}", f"Forest; {pools(2)}", False),
        ("MTG-PRO-30", "{W}{U}{W}", pools(3), True),
        ("MTG-PRO-30", "{W}{U}{W}", f"Pools (types: land, tapped, 3 storage counters) {RENDERED}",
         False),
        ("MTG-PRO-30", "{W}{B}", f"Forest; {pools(3)}", False),
        ("MTG-PRO-30", "{R}{R}{R}", f"2 {hold(2)}", True),
        ("MTG-PRO-30", "{R}{R}{R}", f"{hold(2)}; Hold (types: land) {HOLD}", False),
        ("MTG-PRO-30", "{W}{U}", f"2 Forest; {ROCKETS}", True),
        ("MTG-PRO-30", "{W}{U}", f"Forest; {ROCKETS}", False),
        ("MTG-PRO-30", "{G}{G}", f"Wastes; {BAKU.format(2, FIVE)}", True),
        ("MTG-PRO-30", "{G}{R}", f"Wastes; {BAKU.format(2, FIVE)}", False),
        ("MTG-PRO-30", "{G}{R}", f"2 Wastes; {BAKU.format(2, FIVE)}", True),
        ("MTG-107.3k", "{W}{U}{B}", f"3 Wastes; 2 {ROCKETS}", True),
        ("MTG-107.3k", "{W}{U}{R}{R}", f"Wastes; {pools(2)}; {hold(2)}", True),
        ("MTG-605.3c", "{W}{U}{B}{G}", f"3 Wastes; 2 {ROCKETS}", False),
        ("MTG-RES-35", "{W}{U}",
         f"2 Haven (types: land) [{{T}}: Add {{C}} (only: costs that contain {{X}})]; {ROCKETS}",
         True),
        ("MTG-RES-35", "{W}{U}",
         f"2 Haven (types: land) [{{T}}: Add {{C}} (only: costs that contain {{X}})]; {pools(2)}",
         True),
        ("MTG-RES-35", "{W}{U}{W}",
         "Haven (types: land) [{T}: Add {C} (only: costs that contain {X})]; "
         "Pools (types: land, 3 storage counters) [{1}, remove X storage counters: "
         "Add {W/U} (per: X)]", False),
    ],
)  # fmt: skip
def test_payable(rule: str, cost: str, board: str, payable: bool) -> None:
    problem = Problem(Board.parse(board), spell(cost))
    result = solve(problem)
    assert result.status is (Status.OPTIMAL if payable else Status.UNPAYABLE), rule
    if payable:
        verify(problem, result.unwrap())


def paid(cost: str, board: str) -> Payment:
    payment = pay(cost, board).unwrap()
    assert isinstance(payment, Payment)
    return payment


def test_no_more_counters_are_removed_than_needed() -> None:
    payment = paid("{W}{U}", f"Forest; {pools(4)}")
    assert [step.x for step in payment.activations if step.x is not None] == [2]
    result = pay("{R}", hold(3))
    assert result.objective["losses"] == 2
    assert str(result) == ("pay {R}\n  tap Hold for {R} (removing a storage counter)")


def test_the_worth_of_a_source_is_that_of_its_largest_x() -> None:
    two, three = (pay("{R}", hold(number)).objective["flexibility"] for number in (2, 3))
    assert (two, three) == (2 * 4 * 12, 3 * 4 * 12)


def test_a_tap_for_nothing_serves_another_cost() -> None:
    returned = ActivationCost.parse("return a tapped land")
    board = Board.parse(f"Forest; {hold(2)}")
    problem = Problem(board, spell("{G}", additional=returned), must_use=frozenset({"Hold"}))
    payment = solve(problem).unwrap()
    assert isinstance(payment, Payment)
    assert Counter(step.x for step in payment.activations) == {None: 1, 0: 1}


def store(output: str) -> Source:
    """Give a land that is tapped for X mana."""
    ability = ManaAbility.parse(f"{{T}}, remove X charge counters: Add {output} (per: X)")
    return Source("Store", "Store", frozenset({"land"}), (ability,), counters=(("charge", 2),))


def test_an_effect_on_what_comes_x_times() -> None:
    doubled = (Multiplier(LANDS, 2),)
    (source,) = apply_effects(Side(Board((store("{W}"),)), doubled)).sources
    assert [str(a) for a in source.abilities] == [
        "{T}, remove X charge counters: Add {W}{W} (per: X)"
    ]
    problem = Problem(Board((store("{W}"),), effects=doubled), spell("{W}{W}"))
    payment = solve(problem).unwrap()
    verify(problem, payment)
    assert isinstance(payment, Payment)
    assert [step.x for step in payment.activations] == [1]
    with pytest.raises(UnsupportedCostError):
        apply_effects(Side(Board((store("{Any}"),)), doubled))
    untouched = apply_effects(Side(Board((POOLS,)), doubled))
    assert untouched.sources == (POOLS,)


def test_under_effects_that_do_not_touch_it_x_is_paid() -> None:
    board = replace(Board.parse(f"Forest; {pools(3)}"), effects=(Multiplier(LANDS, 2),))
    problem = Problem(board, spell("{W}{U}{W}{G}"))
    payment = solve(problem).unwrap()
    verify(problem, payment)
    assert isinstance(payment, Payment)
    assert [step.x for step in payment.activations if step.x is not None] == [3]
