"""``autotap turn``, and the JSON form of hands and turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from autotap.models.errors import InputError
from autotap.models.turn_codec import hand_from_json, turn_to_json
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
