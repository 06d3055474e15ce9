"""``autotap pay --picture``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner, Result

from autotap.models.picture import html_page, svg_picture
from autotap.solver import pay
from autotap.solver.cli import app

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["pay", *arguments])


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_the_picture_is_that_of_the_result(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan.{suffix}"
    done = run("{W}{U}", "--board", "Forest; Azorius Signet", "--picture", str(path))
    assert done.exit_code == 0
    assert done.stdout.startswith("pay {W}{U}\n")
    drawn = {"svg": svg_picture, "html": html_page}[suffix]
    assert path.read_text("utf-8") == drawn(pay("{W}{U}", "Forest; Azorius Signet"))


def test_what_cannot_be_paid_is_drawn_too_and_json_stays_json(tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    done = run("{W}", "--board", "Forest", "--json", "--picture", str(path))
    assert done.exit_code == 1
    assert json.loads(done.stdout)["status"] == "UNPAYABLE"
    assert "cannot be paid" in path.read_text("utf-8")


def test_a_file_that_is_no_picture_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "plan.png"
    done = run("{W", "--board", "Forest", "--picture", str(path))
    assert done.exit_code == 2
    assert "ends in .svg or .html" in done.stderr
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "plan.svg"
    done = run("{G}", "--board", "Forest", "--picture", str(path))
    assert done.exit_code == 2
    assert str(path) in done.stderr
    assert done.stdout == ""
