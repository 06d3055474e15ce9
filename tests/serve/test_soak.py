"""Thousands of requests to one server: each is answered, and its memory stays as it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.soak import Figures, Player, Sent, check, report, soak

GROWTH = 2_000_000
"""Bytes that the memory may vary by in the last 2,000 requests."""
FORGETFUL = """
from autotap.solver.serve import session
session.BOARDS_REMEMBERED = 40
from autotap.solver.cli import app
app(["serve"])
"""
"""A server that forgets about boards a hundred times as often as usual."""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory from /proc")
def test_memory_stays_flat() -> None:
    """The same games again and again, on new boards: after a while no more is kept."""
    figures = soak(4_000, games=5, command=(sys.executable, "-c", FORGETFUL))
    assert figures.number == 4_000
    half = len(figures.memory) // 2
    assert max(figures.memory[half:]) - figures.memory[half] < GROWTH
    assert len(figures.latencies) > 8
    assert "a second" in report(figures)


def test_equal_seeds_give_equal_requests() -> None:
    assert [*Player(3).game()] == [*Player(3).game()]
    assert [*Player(3).game()] != [*Player(4).game()]


def test_a_wrong_answer_is_noticed() -> None:
    sent = Sent("ping", b'{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": {}}\n')
    check(sent, {"id": 4, "result": {}})
    for answer in ({"id": 5, "result": {}}, {"id": 4, "error": {"code": -32603}}):
        with pytest.raises(AssertionError):
            check(sent, answer)


def test_the_report_of_no_surprise() -> None:
    figures = Figures(2.0, {"ping": [0.001] * 4}, [10_000_000] * 4)
    assert report(figures).splitlines()[0] == "4 requests in 2.0 s: 2 a second"
