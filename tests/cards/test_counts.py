"""What a board shows of what the texts of cards count."""

from __future__ import annotations

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.cards.counts import Counts, CountsOfSource

BOARD = Board.parse(
    "2 Island; Tundra; Sol Ring (tapped, 2 charge counters); "
    "Bear (types: creature, colors: G, power 4) []; Mine (types: land urza's mine) []; "
    "Plant (types: land urza's power-plant) []; "
    "graveyard: 2 creature; graveyard: instant; graveyard: basic land; opponent: [Forest]"
)
ANSWERS = [
    ("artifact", 1),
    ("island", 3),
    ("artifact or creature", 2),
    ("creature card in your graveyard", 2),
    ("cards in your graveyard", 4),
    ("card type among cards in your graveyard", 3),
    ("creature with power 4+ you control", 1),
    ("creature with power 5+ you control", 0),
    ("3+ lands you control", 1),
    ("9+ lands you control", 0),
    ("total power of creatures you control", 4),
    ("basic land types among lands you control", 2),
    ("colors among permanents you control", 1),
    ("urza's mine and an urza's power-plant you control", 1),
    ("urza's power-plant and an urza's tower you control", 0),
    ("opponent controls a forest and you control an island", 1),
    ("opponent controls a forest and you control a swamp", 0),
    ("opponent controls an island", 0),
    ("opponents", 1),
    ("storm count", None),
    ("spell targets a creature", None),
    ("first creature spell of a turn", None),
    ("it is your turn", None),
]


@pytest.mark.parametrize(("what", "number"), ANSWERS)
def test_an_answer(what: str, number: int | None) -> None:
    assert Counts(BOARD).answer(what) == number


def test_no_opponent_is_known() -> None:
    assert Counts(Board.parse("Island")).answer("opponent controls a forest") is None


def test_what_is_not_known_is_noted_once() -> None:
    counts = Counts(BOARD)
    assert [counts["storm count"], counts["storm count"], counts["artifact"]] == [0, 0, 1]
    assert counts.unknown == ["storm count"]


def test_a_permanent_answers_for_itself() -> None:
    counts = CountsOfSource(Counts(BOARD), BOARD.source("Sol Ring"))
    asked = ("it is tapped", "it is untapped", "charge counter on it", "3+ charge counters on it")
    assert [counts[what] for what in asked] == [1, 0, 2, 0]
    assert counts.doubts == []
    assert counts["its power"] == 0
    assert counts.doubts == ["its power, taken as none"]
