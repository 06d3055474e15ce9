"""Every maximal pool of a board."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from autotap.models import Board
from autotap.solver import mana_options
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.results import Spread, time_text

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.results import Row

_LANDS = "12 Land [{T}: Add {W}|{U}|{B}|{R}|{G}]"
_BOARDS = {
    "lands of five colors": (12, _LANDS, 10e3),
    "and two equal filters": (14, f"{_LANDS}; 2 Mystic Gate", 50e3),
    "and two different filters": (14, f"{_LANDS}; Mystic Gate; Graven Cairns", 50e3),
}
"""Sources, board, and the microseconds to reach."""


def measure_options(effort: Effort) -> list[Row]:
    """List all pools of a fresh board."""
    rows = []
    for name, (size, text, limit_us) in _BOARDS.items():
        rounds: list[list[float]] = []
        pools = 0
        for _ in range(effort.rounds):
            rounds.append([])
            for _ in range(effort.questions):
                board = Board.parse(text)
                start = time.perf_counter()
                pools = len(list(mana_options(board)))
                rounds[-1].append(time.perf_counter() - start)
        spread = Spread.of(rounds)
        rows.append(
            judged(
                f"pools, {name}",
                size,
                f"<= {time_text(limit_us)}",
                spread.median <= limit_us,
                samples={MEASURED: spread},
                facts={"note": f"{pools} pools"},
            )
        )
    return rows
