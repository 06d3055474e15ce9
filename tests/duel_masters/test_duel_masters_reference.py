"""The reference solver agrees with every judged Duel Masters case."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.reference import duel_masters as reference

FOLDER = Path(__file__).parents[2].parent / "shared" / "cases"
Case = dict[str, Any]


def _cases() -> list[Case]:
    lines = (line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.open())
    return [case for case in map(json.loads, lines) if case["game"] == "dm"]


def _fits(expect: Case, paid: reference.Paid) -> bool:
    names = Counter(card.name for card in paid.tapped.elements())
    exact = [Counter(names_) for names_ in expect.get("taps_any_of", [])]
    if "taps_exactly" in expect:
        exact.append(Counter(expect["taps_exactly"]))
    return (
        (not exact or exact.count(names) == 1)
        and Counter(expect.get("must_tap", [])) <= names
        and not names.keys() & set(expect.get("must_not_tap", []))
    )


CASES = _cases()
BY_RULES = [case for case in CASES if case["answer"] == "rules" and case["expect"]["payable"]]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def test_cases_are_found() -> None:
    if not FOLDER.is_dir():
        pytest.skip("needs the folder of judged cases beside the repository")
    assert len(CASES) >= 60


@each_case
def test_answer_is_as_judged(case: Case) -> None:
    expect = case["expect"]
    answer = reference.solve(case, keep="still_castable" in expect)
    assert answer.payable == expect["payable"]
    assert reference.illegal(case, answer.record) is None
    if "max_x" in expect:
        assert answer.x == expect["max_x"]
    if not answer.payable:
        return
    assert answer.vector is not None
    names = Counter(tap["name"] for tap in answer.record["taps"])
    if "taps_exactly" in expect:
        assert names == Counter(expect["taps_exactly"])
    assert Counter(expect.get("must_tap", [])) <= names
    assert not names.keys() & set(expect.get("must_not_tap", []))
    if "still_castable" in expect:
        hand = sum(entry.get("count", 1) for entry in case["hand"])
        assert hand - answer.vector[0] == len(expect["still_castable"])
    for term, value in expect.get("objective", {}).items():
        assert answer.record["objective"][term] == value


@pytest.mark.parametrize("case", BY_RULES, ids=[case["id"] for case in BY_RULES])
def test_rules_cases_fit_every_legal_payment(case: Case) -> None:
    """A case judged by the rules alone leaves no other payment."""
    zone = reference.untapped(case)
    due = reference.due_of(case, case["expect"].get("max_x", 0))
    every = list(reference.payments(zone, due))
    assert every
    assert all(_fits(case["expect"], paid) for paid in every)
