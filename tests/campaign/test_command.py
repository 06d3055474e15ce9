"""``python -m tests.campaign``."""

from __future__ import annotations

import time

import pytest

from tests.campaign import __main__ as command
from tests.campaign.questions import QUESTIONS


@pytest.mark.parametrize("question", sorted(set(QUESTIONS) - {"matrix"}))
def test_a_question_is_asked_as_often_as_wanted(
    question: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([question, "4", "--seed", "20"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("seeds 20 to ")
    assert ": compared 4: {" in output


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
    monkeypatch.setattr(command, "SECONDS", 1)
    went = command.ask("max_x", range(4, 8))
    assert went == [(True, "right"), *[(True, "different")] * 3]
    output = capsys.readouterr().out
    for told in ("seed 5:", "one too many", "seed 6:", "lost", "seed 7:", "not done in 1 seconds"):
        assert told in output
