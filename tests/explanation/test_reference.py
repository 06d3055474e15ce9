"""Explanations of random problems held against the exhaustive reference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models.explanation import Change, ChangeKind, Explanation
from autotap.solver.explanation import explain_result
from tests.explanation.check import examine


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_nothing_disagrees(seed: int) -> None:
    """Twenty problems each: changes, blocking sets, runners-up and named sources."""
    wrong = [one for s in range(seed, seed + 20) if (one := examine(s)).disagreements]
    assert not wrong


def test_a_wrong_explanation_is_found() -> None:
    """The check can fail: a change that is one too large, and a set with another symbol."""
    found = set()
    for seed in range(0, 60):
        outcome = examine(seed, _exaggerated)
        found |= {text.split(":")[0].split()[0] for text in outcome.disagreements}
    assert {"add", "untap"} <= found


def _exaggerated(result: object, **options: object) -> Explanation:
    explanation = explain_result(result, **options)  # type: ignore[arg-type]
    return replace(explanation, changes=tuple(map(_one_more, explanation.changes)))


def _one_more(change: Change) -> Change:
    if change.kind in (ChangeKind.ADD, ChangeKind.UNTAP):
        ways = tuple((*way, way[0]) for way in change.ways)
        return replace(change, amount=change.amount + 1, ways=ways)
    return change
