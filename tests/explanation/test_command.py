"""``autotap explain``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from autotap.models import Board, Problem, Spell
from autotap.models.codec import problem_to_json
from autotap.solver.cli import app

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output, messages."""
    done = CliRunner().invoke(app, ["explain", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


def test_a_no() -> None:
    code, output, _ = run("{U}{U}", "--board", "Island; Tundra (tapped)")
    assert code == 1
    assert "Tundra is tapped. It could be paid with one more {U}" in output


def test_a_yes_beside_a_source() -> None:
    code, output, _ = run("{U}", "--board", "Island; Tundra", "--using", "Tundra")
    assert code == 0
    assert output.startswith("Using Tundra is worse")
    _, output, _ = run("{U}", "--board", "Island; Tundra", "--instead-of", "Island")
    assert "Leaving Island alone is worse" in output


def test_duel_masters_as_json() -> None:
    code, output, _ = run("fire(3)", "--zone", "2 Fire", "--json")
    assert code == 1
    assert json.loads(output)["blocking"]["needed"] == 3


def test_a_problem_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "problem.json"
    problem = Problem(Board.parse("Island"), Spell.parse("{W}"))
    file.write_text(problem_to_json(problem), encoding="utf-8")
    assert run("--file", str(file))[0] == 1
    assert run("{W}", "--file", str(file))[0] == 2


def test_a_malformed_cost() -> None:
    """One message with a caret, no traceback."""
    code, _, messages = run("{U", "--board", "Island")
    assert code == 2
    assert "expected a symbol with both its braces" in messages


def test_the_name_of_a_card(tmp_path: Path) -> None:
    """With card data, COST and what is kept can be names, as in pay."""
    from tests.cards.data import write_scryfall

    data = ["--board", "3 Island", "--cards", str(write_scryfall(tmp_path))]
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    done = CliRunner().invoke(app, ["explain", "Cryptic Command", *data], env=environment)
    assert (done.exit_code, done.stderr) == (1, "")
    assert "Island" in done.stdout
    done = CliRunner().invoke(app, ["explain", "Strom Crow", *data], env=environment)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Did you mean Storm Crow" in done.stderr
