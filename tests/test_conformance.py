"""The judged cases, one test each: the project's own, and those of the folder beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.casework.disputes import DISPUTES, PREFERENCES
from tests.casework.reasons import later_request
from tests.casework.runner import Outcome, read_cases, run

ROOT = Path(__file__).resolve().parents[1]
OWN = sorted((ROOT / "tests" / "cases").glob("*.jsonl"))
SHARED = sorted((ROOT.parent / "shared" / "cases").glob("*.jsonl"))

MOST_DISPUTES = 5
MOST_UNSUPPORTED = 0.06


def _cases(paths: list[Path]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in read_cases(paths)]


_outcomes: dict[tuple[str, bool], Outcome] = {}


def _run(case: dict[str, Any], hints: bool) -> Outcome:
    key = case["id"], hints
    if key not in _outcomes:
        _outcomes[key] = run(case, hints=hints)
    return _outcomes[key]


def _check(case: dict[str, Any], *, hints: bool) -> None:
    outcome = _run(case, hints)
    if outcome.verdict in ("unsupported", "disputed"):
        pytest.skip(f"{outcome.verdict}: {outcome.reason}")
    if outcome.verdict == "fail" and case["answer"] == "preference" and case["id"] in PREFERENCES:
        pytest.skip(f"another preference: {PREFERENCES[case['id']]}")
    assert outcome.verdict == "pass", f"{outcome.reason}\n{outcome.result}"


@pytest.mark.parametrize("case", _cases(OWN))
def test_own_case(case: dict[str, Any]) -> None:
    outcome = _run(case, True)
    assert outcome.verdict == "pass", f"{outcome.reason}\n{outcome.result}"


@pytest.mark.parametrize("case", _cases(OWN))
def test_own_case_without_hints(case: dict[str, Any]) -> None:
    _check(case, hints=False)


@pytest.mark.parametrize("case", _cases(SHARED))
def test_shared_case(case: dict[str, Any]) -> None:
    _check(case, hints=True)


def test_most_shared_cases_are_supported(shared: Path) -> None:
    del shared
    single = [case for case in read_cases(SHARED) if later_request(case) is None]
    outcomes = [_run(case, True) for case in single]
    share = sum(outcome.verdict == "unsupported" for outcome in outcomes) / len(outcomes)
    assert share <= MOST_UNSUPPORTED


def test_few_cases_are_disputed_and_each_names_a_rule() -> None:
    assert len(DISPUTES) <= MOST_DISPUTES
    assert all(rule.startswith(("MTG-", "DM-")) for rule, _ in DISPUTES.values())
