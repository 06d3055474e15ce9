"""``autotap turn``, and the JSON form of hands and turns."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from autotap.models.duel_masters import ManaZone
from autotap.models.errors import InputError
from autotap.models.turn_codec import hand_from_json, turn_from_json, turn_to_json
from autotap.solver import plan_turn
from autotap.solver.cli import app

if TYPE_CHECKING:
    from pathlib import Path

RITUAL = "Ritual={B} adds {B}{B}{B}:0"


def test_cards_on_the_command_line() -> None:
    words = ["turn", "--card", RITUAL, "--card", "Imp={2}{B}:3", "--board", "Swamp"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "2. cast Imp: pay {2}{B}" in result.output
    assert "worth 3, proven best" in result.output


def test_a_hand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text('{"Forest": "land", "Wolf": {"text": "{G}", "kickers": {"{1}": 2}}}')
    words = ["turn", "--file", str(file), "--board", "Forest", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert [step["card"] for step in data["steps"]] == ["Forest", "Wolf"]
    assert (data["value"], data["bound"], data["status"]) == (3, 3, "OPTIMAL")


def test_a_zone_and_a_turn_without_cards() -> None:
    words = ["turn", "--card", "Dragon=fire(3)", "--zone"]
    assert CliRunner().invoke(app, [*words, "3 Fire"]).exit_code == 0
    nothing = CliRunner().invoke(app, [*words, "2 Fire"])
    assert (nothing.exit_code, nothing.output.strip()) == (1, "nothing to play: proven best")


@pytest.mark.parametrize(
    "words",
    [
        ["--board", "Swamp"],
        ["--card", "Imp", "--board", "Swamp"],
        ["--card", "Imp={B", "--board", "Swamp"],
        ["--card", "Imp={B}", "--board", "Swanp"],
        ["--card", "Imp={B}", "--board", "Swamp", "--zone", "Fire"],
        ["--card", "Imp=fire", "--zone", "Fire"],
        ["--file", "nowhere.json", "--board", "Swamp"],
    ],
)
def test_bad_input_has_no_traceback(words: list[str]) -> None:
    result = CliRunner().invoke(app, ["turn", *words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("Two Imps={B", "In --card Two Imps"),
        ("Imp={B} adds {Q}", "In --card Imp"),
        ("Imp={B} makes Swanp", "In --card Imp"),
    ],
)
def test_an_error_names_the_card_that_it_is_in(card: str, says: str) -> None:
    result = CliRunner().invoke(app, ["turn", "--board", "Swamp", "--card", card])
    assert result.exit_code == 2
    assert says in result.output
    assert "$." not in result.output


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"A": 3}',
        '{"A": {"text": "{1}", "cost": 3}}',
        '{"A": {"text": "{1}", "value": -1}}',
        '{"Forest": {"text": "land", "value_per_x": 1}}',
        '{"A": {"text": "{1}{"}}',
        '{"A": "{1}", "A": "{2}"}',
    ],
)
def test_a_hand_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        hand_from_json(text)


def test_a_turn_is_written_with_its_board() -> None:
    turn = plan_turn({"Sol Ring": "{1}"}, "Wastes")
    data = json.loads(turn_to_json(turn))
    assert data["board"] == "Wastes (tapped); Sol Ring"
    assert data["steps"][0]["arrives"] == ["Sol Ring"]


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ({"Sol Ring": "{1}", "Ogre": "{2}{R}", "Bolt": "{R}"}, "3 Mountain; pool: {R}"),
        ({"Dark Ritual": "{B} adds {B}{B}{B}", "Forest": "land"}, "Swamp"),
        ({"Watery Grave": "land", "Imp": "{U}{B}"}, "Swamp"),
        ({"Bear": "{1}{G}"}, "Swamp"),
        ({"Dragon": "fire(2)", "Elf": "nature(1)"}, ManaZone.parse("2 Fire; Nature")),
        ({"Dragon": "fire(2)"}, ManaZone.parse("Nature")),
    ],
)
def test_a_turn_is_read_back(hand: dict[str, str], board: str | ManaZone) -> None:
    """All but the hand and the boards before the steps, which are not written."""
    turn = plan_turn(hand, board)
    again = turn_from_json(turn_to_json(turn))
    steps = tuple(replace(step, board=None) for step in turn.steps)
    assert again == replace(turn, hand=(), steps=steps)
    assert turn_to_json(again) == turn_to_json(turn)


@pytest.mark.parametrize(
    "change",
    [
        {"autotap": 0},
        {"status": "GOOD"},
        {"board": "Plans"},
        {"objective": {}},
        {"steps": [{"card": "Bear"}]},
        {"more": 1},
    ],
)
def test_a_turn_that_does_not_fit_is_refused(change: dict[str, object]) -> None:
    data = json.loads(turn_to_json(plan_turn({"Bear": "{1}{G}"}, "2 Forest")))
    with pytest.raises(InputError):
        turn_from_json(json.dumps(data | change))
