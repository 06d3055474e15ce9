"""Explanations of random problems held against the exhaustive reference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from autotap.models.explanation import Change, ChangeKind, Explanation
from autotap.solver.explanation import explain_result
from tests.explanation.check import examine

if TYPE_CHECKING:
    from autotap.models.result import Result


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_nothing_disagrees(seed: int) -> None:
    """Twenty problems each: changes, blocking sets, runners-up and named sources."""
    wrong = [one for s in range(seed, seed + 20) if (one := examine(s)).disagreements]
    assert not wrong


def test_lethal_changes() -> None:
    """MTG-119.4: where a change is called lethal, the reference finds nothing that one survives."""
    outcomes = [examine(seed) for seed in (20213, 20877, 21344, 21358, 21628)]
    assert not [one for one in outcomes if one.disagreements]
    said = {word for one in outcomes for word in one.said}
    assert {"lethal add", "lethal untap", "lethal lift", "lethal reduce"} <= said


def test_a_change_after_which_the_game_is_lost_is_found() -> None:
    """The check can fail: one life less than is named pays as well, and loses the game."""

    def one_less(result: Result) -> Explanation:
        explanation = explain_result(result)
        changes = [
            replace(change, amount=change.amount - 1) if change.kind is ChangeKind.LIFE else change
            for change in explanation.changes
        ]
        return replace(explanation, changes=tuple(changes))

    for seed in (5062, 5121):
        assert not examine(seed).disagreements
        assert any("more life" in text for text in examine(seed, one_less).disagreements)


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
