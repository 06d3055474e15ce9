"""Time limits, loops without end, and input that is not covered."""

from __future__ import annotations

import time

import pytest

from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import (
    LimitError,
    UndecidedError,
    UnknownNameError,
    UnsupportedCostError,
)
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.objective import Objective
from autotap.models.problem import Problem
from autotap.models.result import Status
from autotap.solver import can_pay, pay, pipeline
from autotap.solver.announce import announcements
from autotap.solver.backends import cp_sat, matcher
from autotap.solver.backends import order as backends_order
from autotap.solver.backends.base import Outcome, TimeUp
from autotap.solver.backends.reading import Reading
from autotap.solver.compile.mtg import compile_magic
from tests.solver.helpers import compiled, order, paid

LOOP = "Pili (tapped) [{2}, {Q}: Add {Any} / {T}: Add {C}{C}{C}]"
SLOW = (
    "{U}" * 33,
    "Island; 9 Wastes; 5 Doubling Cube; Skyshroud Elf; 4 Vault [{2}, {T}: Add {B}{B}{B}]",
)
"""Decided only after a search over many stages, which takes minutes."""
PATIENCE_S = 20.0
"""Far more than a call with a short limit may take, far less than `SLOW` takes without."""


# --- time limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 0.0, 1e-9])
@pytest.mark.parametrize(
    ("cost", "board"),
    [("{W}", "Plains"), ("{W}", "Island"), ("{W}{U}", "2 Azorius Signet"), SLOW],
)
def test_no_time_gives_no_answer(cost: str, board: str, limit: float) -> None:
    result = pay(cost, board, time_limit_s=limit, backend="cp_sat")
    assert result.status is Status.UNKNOWN
    assert result.payment is None
    assert result.shortfall is None


def test_no_time_gives_no_answer_in_duel_masters() -> None:
    zone = ManaZone.parse("Fire; Nature")
    assert pay("fire(2)", zone, time_limit_s=0, backend="cp_sat").status is Status.UNKNOWN


def test_a_yes_or_no_question_without_an_answer_is_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = Outcome(Status.UNKNOWN, reason="nothing was looked at")
    monkeypatch.setattr(matcher, "solve", lambda *args, **options: nothing)
    with pytest.raises(UndecidedError, match="0 s; not decided: nothing was looked at"):
        can_pay("{W}", "2 Island; Elf [{2}: Add {W}]", time_limit_s=0)


@pytest.mark.parametrize("limit", [0.02, 0.1, 0.3])
def test_the_time_limit_ends_a_long_search(limit: float) -> None:
    start = time.perf_counter()
    result = pay(*SLOW, time_limit_s=limit, backend="cp_sat")
    assert time.perf_counter() - start < PATIENCE_S
    assert result.status is Status.UNKNOWN


@pytest.mark.parametrize("limit", [0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3])
def test_whatever_the_limit_the_answer_is_never_wrong(limit: float) -> None:
    yes = pay("{5}{G}{G}", f"{LOOP}; 2 Wastes", time_limit_s=limit)
    assert yes.status in (Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN)
    assert (yes.payment is None) == (yes.status is Status.UNKNOWN)
    no = pay("{B}{B}", "Skyshroud Elf; Vault [{2}, {T}: Add {B}{B}{B}]", time_limit_s=limit)
    assert no.status in (Status.UNPAYABLE, Status.UNKNOWN)


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        (
            "{R}{R}{U}",
            "2 Mountain; 2 Mill [{R}, {T}: Add {U}{U}]; Engine [{3}, {T}: Add {R}{R}{R}{R}{R}]",
        ),
        ("{R}{B}{B}", "2 Wastes; Skyshroud Elf; 2 Vault [{2}, {T}: Add {B}{B}{B}]"),
    ],
)
def test_a_search_that_is_cut_short_keeps_its_best_payment(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first payment in order is kept, though not all is there that it claims to leave."""
    search = cp_sat._Search(compiled(cost, board), 1e9, 0)
    found = Reading.solution

    def found_then_out_of_time(reading: Reading, terms: tuple[int, ...]) -> object:
        solution = found(reading, terms)
        if solution is not None:
            search.deadline = 0.0
        return solution

    monkeypatch.setattr(Reading, "solution", found_then_out_of_time)
    outcome = search.run()
    assert outcome.status is Status.FEASIBLE
    assert outcome.solution
    left = Objective().magic_terms().index("mana_left")
    assert outcome.bound[:left] == outcome.solution.values[:left]
    assert outcome.bound[left] > outcome.solution.values[left]


@pytest.mark.parametrize("number", range(1, 6))
def test_compiling_ends_where_it_is_checked(number: int) -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise TimeUp

    problem = Problem(Board.parse("Plains; Azorius Signet"), Spell.parse("{W}{U}"))
    with pytest.raises(TimeUp):
        compile_magic(problem, announcements(problem), check)
    assert calls == number


def test_the_time_limit_ends_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is solved any more when it strikes before."""
    monkeypatch.setattr(cp_sat, "solve", None)
    monkeypatch.setattr(pipeline, "GRANTED_S", 0.0)
    result = pay("{W}{U}", "Plains; Azorius Signet", time_limit_s=1e-9, backend="cp_sat")
    assert result.status is Status.UNKNOWN
    assert "compile" not in result.stages_s


# --- loops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "labels"),
    [
        ("Loop [{1}: Add {C}{C}]; Wastes", {"{1}: Add {C}{C}"}),
        ("Free [{0}: Add {C}]", {"{0}: Add {C}"}),
        ("A [{U}: Add {C}{C}]; B [{C}: Add {U}]", {"{U}: Add {C}{C}", "{C}: Add {U}"}),
        (f"{LOOP}; 2 Wastes", {"{2}, {Q}: Add {Any}", "{T}: Add {C}{C}{C}"}),
        (
            "Pili-Pala; Mine (types: creature) [tap an untapped artifact: Add {C}{C}]",
            {"{2}, {Q}: Add {Any}", "tap an untapped artifact: Add {C}{C}"},
        ),
        (
            "Pain [{1}: Add {C}{C} (1 damage to you)]; Wastes",
            {"{1}: Add {C}{C} (1 damage to you)"},
        ),
    ],
)
def test_unbounded_mana_is_reported(board: str, labels: set[str]) -> None:
    result = pay("{C}", board)
    assert set(result.warnings) == {f"unbounded mana: {label}" for label in labels}


@pytest.mark.parametrize(
    "board",
    [
        "4 Plains; Sol Ring; 2 Azorius Signet",
        "Skyshroud Elf; 2 Wastes",
        "A [{U}: Add {C}]; B [{C}: Add {U}]; Wastes",
        "Pili-Pala; Mine (types: creature) [tap an untapped artifact: Add {U}]; 2 Wastes",
        "Pili-Pala; Rock (types: artifact creature) [{T}: Add {C}{C}{C}]",
        "Blood [pay 1 life: Add {C}]; Wastes",
        "Once [{1}: Add {C}{C} (once each turn)]; Wastes",
        "Mill [{1}, remove a charge counter: Add {C}{C}] (9 charge counters); Wastes",
        "Oven [sacrifice a creature: Add {C}{C}]; 9 Goblin (types: token creature) []",
        "Loop [{U}: Add {C}{C}]; Wastes",
    ],
)
def test_what_ends_is_not_called_unbounded(board: str) -> None:
    assert pay("{C}", board).warnings == ()


def test_a_solution_that_goes_through_a_loop_for_too_long_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a bound CP-SAT may use a loop a hundred thousand times; one that ends must not."""
    monkeypatch.setattr(backends_order, "MAX_STEPS", 2)
    result = pay("{4}", "Wastes; Loop [{1}: Add {C}{C}]", time_limit_s=10, use_cache=False)
    assert result.status in (Status.FEASIBLE, Status.OPTIMAL, Status.UNKNOWN)
    with pytest.raises(LimitError, match="3 activations"):
        pay(
            "{5}",
            "Oven [sacrifice a creature: Add {C}{C}]; 3 Goblin (types: token creature) []",
            use_cache=False,
        )


def test_a_loop_pays_what_is_asked_for_once_it_is_started() -> None:
    assert order(pay("{4}", "Wastes; Loop [{1}: Add {C}{C}]")) == ["Wastes", *3 * ["Loop"]]
    assert pay("{4}", "Loop [{1}: Add {C}{C}]").status is Status.UNPAYABLE
    assert pay("{3}{W}", "Wastes; Loop [{1}: Add {C}{C}]").status is Status.UNPAYABLE


def test_a_body_that_untaps_is_tapped_again_and_again() -> None:
    payment = paid(pay("{5}{G}", "Loop [{2}, {Q}: Add {Any} / {T}: Add {C}{C}{C}]"))
    assert [step.ability for step in payment.activations] == [1, 0, 1, 0, 1]


# --- not covered ---------------------------------------------------------------------------------


def test_a_hand_that_would_be_discarded_is_not_covered() -> None:
    discarding = "Rock [{T}, discard your hand: Add {W}]"
    with pytest.raises(UnsupportedCostError, match="empty hand"):
        pay("{W}", f"{discarding}; hand: Bolt")
    assert order(pay("{W}", discarding)) == ["Rock"]


def test_a_card_that_is_not_in_the_zone_is_an_unknown_name() -> None:
    with pytest.raises(UnknownNameError, match="Water"):
        pay("fire(1)", ManaZone.parse("Fire"), must_use=["Water"])
