"""Boards whose permanents change what others make, held against an exhaustive reference."""

from __future__ import annotations

from collections import Counter

import pytest

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.board import Board
from autotap.models.mtg.current import current
from tests.boards.check import Question, disagreement, outcome, question_of
from tests.boards.table import CARDS, Table

NUMBER = 60


@pytest.mark.parametrize("seed", range(NUMBER))
def test_a_random_board(seed: int) -> None:
    """MTG-PRO-08 to MTG-PRO-12, MTG-PRO-25, MTG-PRO-26: losses, mana left and activations."""
    found = outcome(seed)
    assert found.startswith(("agree", "refused", "too large")), question_of(seed)


def test_what_the_boards_cover() -> None:
    """Every card comes up, most boards are answered, and effects end on some."""
    names: Counter[str] = Counter()
    refused = ending = 0
    for seed in range(300):
        question = question_of(seed)
        names.update(question.table.names)
        try:
            ending += "(if: no " in str(current(Board.parse(question.text)).board)
        except UnsupportedCostError:
            refused += 1
    assert set(names) == set(CARDS)
    assert refused < 20
    assert ending > 30


def test_a_wrong_answer_is_seen() -> None:
    """The check can fail: a reference that forgets the Wake disagrees."""
    text = "Forest (id: 0); Mirari's Wake (id: 1)"
    assert disagreement(Question(text, Table(("Forest", "Mirari's Wake")), ("G", "G"), 0)) is None
    assert disagreement(Question(text, Table(("Forest", "Manabarbs")), ("G", "G"), 0)) is not None


REFERENCE = [
    ("MTG-PRO-07", ("Gaea's Cradle", "Mirari's Wake", "Isamaru", "Phyrexian Altar"), "GGG", True),
    ("MTG-PRO-07", ("Gaea's Cradle", "Mirari's Wake", "Isamaru", "Phyrexian Altar"), "GGGG", False),
    ("MTG-PRO-08", ("Reflecting Pool", "Wastes"), "C", True),
    ("MTG-PRO-08", ("Reflecting Pool", "Reflecting Pool"), "C", False),
    ("MTG-PRO-11", ("Sol Ring", "Mana Reflection"), "CCCC", True),
    ("MTG-PRO-25", ("Tundra", "Blood Moon"), "U", False),
    ("MTG-PRO-26", ("Ancient Tomb", "Contamination"), "C", False),
    ("MTG-616.1", ("Forest", "Contamination", "Mana Reflection"), "BB", True),
    ("MTG-616.1", ("Forest", "Damping Sphere", "Mana Reflection"), "G", False),
]


@pytest.mark.parametrize(("rule", "names", "cost", "payable"), REFERENCE)
def test_the_reference_itself(rule: str, names: tuple[str, ...], cost: str, payable: bool) -> None:
    del rule
    assert (Table(names).best(tuple(cost), 0) is not None) is payable
