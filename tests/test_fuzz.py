"""Random problems against the reference, properties of answers, and the harness itself."""

from __future__ import annotations

import doctest
import os
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.result import Payment, Status
from tests import fuzz
from tests.fuzzing import check, distinct
from tests.fuzzing.check import (
    Outcome,
    case_of,
    examine,
    library_solve,
    problem_of,
    without_hints,
)
from tests.fuzzing.pool import CHUNK, outcomes
from tests.fuzzing.report import FEWEST, failed, report
from tests.generate import magic as magic_problems
from tests.generate import sources
from tests.generate.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.result import Result
    from tests.fuzzing.check import AnyPayment, AnyProblem

Case = dict[str, Any]

MAGIC = [seed for seed in range(200) if case_of(seed)["game"] == "mtg"]
DUEL_MASTERS = [seed for seed in range(400) if case_of(seed)["game"] == "dm"]
BLOCKS = [(*MAGIC[at::15], *DUEL_MASTERS[at::15]) for at in range(15)]


@pytest.mark.parametrize("seeds", BLOCKS, ids=lambda seeds: f"from-{seeds[0]}")
def test_the_library_agrees_with_the_reference(seeds: Sequence[int]) -> None:
    """Payability, objective vector, the payment itself, and tampered payments."""
    found = [examine(case_of(seed), seed) for seed in seeds]
    assert {one.seed: one.disagreements for one in found if one.disagreements} == {}
    assert sum(bool(one.refused) for one in found) <= 2


# -- properties ------------------------------------------------------------------------------------


def answer(case: Case) -> tuple[Status, dict[str, int]]:
    """Status and objective vector of the library; unanswered cases are skipped."""
    result = library_solve(problem_of(case))
    return result.status, dict(result.objective)


@pytest.mark.parametrize("seed", [900_012_598, 900_017_248])
def test_what_floats_is_not_exchanged_where_it_pays_for_what_is_kept(seed: int) -> None:
    """An ability that would pay for itself is paid by another mana, which then no longer floats."""
    assert examine(case_of(seed), seed).disagreements == []


def answerable(seed: int) -> Case | None:
    """The problem of a seed; None if the library does not cover it, or mana is unbounded."""
    case = case_of(seed)
    if "loop" in case["features"] or examine(case, seed).refused:
        return None
    return case


@settings(max_examples=30)
@given(seed=st.integers(1000, 5000), data=st.data())
def test_the_order_of_the_board_does_not_matter(seed: int, data: st.DataObject) -> None:
    case = answerable(seed)
    if case is not None:
        board = data.draw(st.permutations(case["board"]))
        assert answer(case) == answer({**case, "board": board})


@settings(max_examples=40)
@given(seed=st.integers(5000, 9000), dice=st.integers(0, 1000))
def test_one_more_source_never_makes_a_cost_unpayable(seed: int, dice: int) -> None:
    case = answerable(seed)
    if case is not None and answer(case)[0] is Status.OPTIMAL:
        draw = Draw(Random(dice))
        if case["game"] == "mtg":
            more = sources.basic(draw.color(), copies=1)
        else:
            more = {"name": "One More", "count": 1, "civilizations": ["fire"]}
            more |= {"mana_number": draw.pick((0, 1, 2, [1, 2])), "tapped": False}
        assert answer({**case, "board": [*case["board"], more]})[0] is Status.OPTIMAL


# -- the harness sees what is wrong ----------------------------------------------------------------

PAYABLE = 9


def spoiled(seed: int, solve: check.Solve) -> str:
    """What the harness says when the library answers with a fault."""
    return " ".join(examine(case_of(seed), seed, solve=solve).disagreements)


def accept(problem: AnyProblem, payment: AnyPayment) -> None:
    """Verify nothing."""


def test_a_wrong_objective_is_seen() -> None:
    def solve(problem: AnyProblem) -> Result:
        result = library_solve(problem)
        return replace(result, objective={**result.objective, "losses": 99})

    assert "'losses'" in spoiled(PAYABLE, solve)


def test_a_wrong_status_is_seen() -> None:
    def solve(problem: AnyProblem) -> Result:
        return replace(library_solve(problem), status=Status.UNPAYABLE, payment=None)

    assert "the library UNPAYABLE" in spoiled(PAYABLE, solve)


def test_a_fault_of_the_library_is_seen() -> None:
    def solve(problem: AnyProblem) -> Result:
        raise ZeroDivisionError("oops")

    assert "raises ZeroDivisionError: oops" in spoiled(PAYABLE, solve)


def test_an_illegal_payment_is_seen() -> None:
    def solve(problem: AnyProblem) -> Result:
        result = library_solve(problem)
        assert isinstance(result.payment, Payment)
        return replace(result, payment=replace(result.payment, activations=()))

    assert "does not verify" in spoiled(PAYABLE, solve)
    found = examine(case_of(PAYABLE), PAYABLE, solve=solve, verify=accept)
    assert any("the payment is illegal" in what for what in found.disagreements)


def test_a_payment_that_is_not_best_is_seen() -> None:
    """The vector is right, but not that of the payment."""
    case = case_of(PAYABLE)
    best = library_solve(problem_of(case))

    def solve(problem: AnyProblem) -> Result:
        objective = replace(problem.objective, terms=("activations",))
        worst = library_solve(replace(problem, objective=objective))
        return replace(worst, objective=best.objective)

    assert isinstance(best.payment, Payment)
    assert "its objective is" in spoiled(PAYABLE, solve)


def test_a_verifier_that_accepts_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way of tampering is called illegal at least once."""
    monkeypatch.setattr(check, "WAYS", 1000)
    tried: set[str] = set()
    caught: set[str] = set()
    for seed in range(100):
        case = case_of(seed)
        if without_hints(case):
            case = magic_problems.problem(Random(seed))
        found = examine(case, seed, verify=accept)
        tried |= found.tried.keys()
        caught |= {what.partition(":")[0] for what in found.disagreements}
    assert len(tried) > 60
    assert tried == caught


def test_a_verifier_that_breaks_is_seen() -> None:
    def verify(problem: AnyProblem, payment: AnyPayment) -> None:
        if payment != best.payment:
            raise KeyError("oops")

    best = library_solve(problem_of(case_of(PAYABLE)))
    found = examine(case_of(PAYABLE), PAYABLE, verify=verify)
    assert any("verify raises KeyError" in what for what in found.disagreements)


# -- running and reporting -------------------------------------------------------------------------


def work(seeds: Sequence[int]) -> list[Outcome]:
    """Die at one seed."""
    if 7 in seeds:
        os._exit(1)
    return [Outcome(seed, "dm", ["plays"]) for seed in seeds]


def test_a_dead_process_is_traced_to_its_seed() -> None:
    found = {one.seed: one.disagreements for one in outcomes(range(CHUNK + 5), 1, work)}
    assert found == {seed: ["the process died"] * (seed == 7) for seed in range(CHUNK + 5)}


def test_copies_get_names_of_their_own() -> None:
    found = doctest.testmod(distinct)
    assert found.attempted
    assert not found.failed


def test_the_report_names_what_disagrees() -> None:
    good, bad = Outcome(5, "dm", ["plays"], payable=True), Outcome(6, "mtg", ["snow"])
    bad.disagreements.append("payable: no")
    text = report([bad, good], 1)
    assert "python -m tests.fuzz --only 6\n    payable: no" in text
    assert "plays" in text
    assert "snow" in text
    assert failed([good, bad])
    assert not failed([good])


def test_many_unanswered_problems_are_a_failure() -> None:
    answered = Outcome(1, "dm")
    refused = Outcome(2, "dm", refused="no idea")
    assert failed([answered] * FEWEST + [refused] * (FEWEST // 10))
    assert not failed([answered] * FEWEST + [refused])
    assert "100  no idea" in report([answered] * FEWEST + [refused] * 100, 1)


def test_one_problem_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--only", str(PAYABLE)]) == 0
    shown = capsys.readouterr().out
    assert '"random-mtg-' in shown
    assert "reference: Answer(" in shown
    assert "library: Result(" in shown
    assert shown.endswith("nothing disagrees\n")


def test_a_run_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["3", "--seed", "1", "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "seeds 1 to 3: 3 problems" in shown
    assert "disagreements: 0 problems" in shown


@pytest.mark.parametrize("seed", [20008313, 20019802])
def test_ways_of_the_reference_that_meet_keep_the_least_loss(seed: int) -> None:
    """What is tapped for a total and then sacrificed ends like what is only sacrificed."""
    assert not examine(case_of(seed), seed).disagreements
