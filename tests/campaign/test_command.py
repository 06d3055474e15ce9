"""``python -m tests.campaign``."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests.campaign import asking
from tests.campaign.questions import QUESTIONS
from tests.conftest import ROOT

if TYPE_CHECKING:
    import pytest


def test_questions_are_asked_as_often_as_wanted() -> None:
    path = os.pathsep.join((str(ROOT / ".dev"), str(ROOT)))
    for question in sorted(set(QUESTIONS) - {"matrix"}):
        done = subprocess.run(
            [sys.executable, "-m", "tests.campaign", question, "4", "--seed", "20", "--jobs", "2"],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            cwd=ROOT,
        )
        assert (done.returncode, done.stderr) == (0, ""), question
        assert done.stdout.startswith("seeds 20 to ")
        assert ": compared 4: {" in done.stdout


def test_what_differs_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong answer, an error and a problem that takes too long, each with its seed."""

    def check(seed: int) -> str:
        assert seed != 5, "one too many"
        if seed == 6:
            raise KeyError("lost")
        if seed == 7:
            time.sleep(30)
        return "right"

    monkeypatch.setitem(QUESTIONS, "max_x", check)
    monkeypatch.setattr(asking, "SECONDS", 1)
    went = asking.ask("max_x", range(4, 8))
    assert went == [(True, "right"), *[(True, "different")] * 3]
    output = capsys.readouterr().out
    for told in ("seed 5:", "one too many", "seed 6:", "lost", "seed 7:", "not done in 1 seconds"):
        assert told in output
