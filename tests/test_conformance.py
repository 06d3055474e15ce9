"""The judged cases, one test each: the project's own, and those of the folder beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.casework.disputes import DISPUTES, PREFERENCES
from tests.casework.duel_masters import duel_masters_problem
from tests.casework.magic import magic_problem
from tests.casework.reasons import HINT_ONLY
from tests.casework.runner import VERDICTS, Outcome, read_cases, run
from tests.conformance import main

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


@pytest.mark.parametrize("case", _cases(OWN))
def test_a_wrong_expectation_fails(case: dict[str, Any]) -> None:
    expect = case["expect"]
    wrong = [{**expect, "payable": not expect["payable"]}]
    if expect.get("taps_exactly"):
        wrong.append({**expect, "taps_exactly": expect["taps_exactly"][1:]})
    if "objective" in expect:
        worse = {name: value + 1 for name, value in expect["objective"].items()}
        wrong.append({**expect, "objective": worse})
    for other in wrong:
        assert run({**case, "expect": other}, hints=True).verdict == "fail"


@pytest.mark.parametrize("case", _cases(OWN))
def test_hints_are_not_read_without_being_asked_for(case: dict[str, Any]) -> None:
    hidden = {**case["pay"], "total_cost": "hidden"}
    hidden.pop("restrictions", None)
    stripped = {key: value for key, value in case.items() if key != "ability_restrictions"}
    build = duel_masters_problem if case["game"] == "dm" else magic_problem
    assert build({**stripped, "pay": hidden}, hints=False) == build(case, hints=False)


def test_most_shared_cases_are_supported(shared: Path) -> None:
    del shared
    outcomes = [_run(case, True) for case in read_cases(SHARED)]
    share = sum(outcome.verdict == "unsupported" for outcome in outcomes) / len(outcomes)
    assert share <= MOST_UNSUPPORTED


def test_few_cases_are_disputed_and_each_names_a_rule() -> None:
    assert len(DISPUTES) <= MOST_DISPUTES
    assert all(rule.startswith(("MTG-", "DM-")) for rule, _ in DISPUTES.values())


def _write(folder: Path, *cases: dict[str, Any]) -> str:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return str(path)


def _wrong(answer: str) -> dict[str, Any]:
    case = read_cases(OWN)[0]
    expect = {**case["expect"], "payable": not case["expect"]["payable"]}
    return {**case, "expect": expect, "answer": answer}


def test_the_report_is_one_object_that_counts_every_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = read_cases(OWN)[0]
    path = _write(tmp_path, case, _wrong("preference"), case | {"features": ["hint-only"]})
    assert main([path, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [report[verdict] for verdict in VERDICTS] == [1, 1, 1, 0]
    assert report["total"] == len(report["cases"]) == 3
    assert {*report["cases"][0]} == {"id", "answer", "verdict", "reason", "result"}
    reason = report["cases"][2]["reason"]
    assert reason == report["cases"][2]["result"]["unsupported"] == HINT_ONLY


@pytest.mark.parametrize(("answer", "code"), [("rules", 1), ("dominance", 1), ("preference", 0)])
def test_a_failure_that_no_objective_excuses_gives_exit_code_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: str, code: int
) -> None:
    assert main([_write(tmp_path, _wrong(answer))]) == code
    assert "1 fail" in capsys.readouterr().out


def test_a_file_that_is_no_case_file_gives_exit_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([_write(tmp_path, {"v": 2})]) == 2
    assert "cases.jsonl:1" in capsys.readouterr().err
