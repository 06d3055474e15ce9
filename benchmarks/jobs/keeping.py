"""A payment that leaves a hand of seven cards payable."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from autotap.models import Board
from autotap.solver import pay
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.results import Spread, time_text

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.results import Row

_UNITS = "2 Plains; 2 Island; Tundra; 2 Swamp; Underground Sea; Forest; Savannah; Mountain; Plateau"
_FILTERS = (
    "2 Plains; 2 Island; Mystic Gate; Azorius Signet; Swamp; Underground Sea; Forest; "
    "Dimir Signet; Sol Ring; Adarkar Wastes"
)
_HAND = ("{1}{U}", "{W}{W}", "{2}{B}", "{U}{U}", "{3}{W}", "{1}{W}{U}", "{G}")
_TIGHT = ("{5}{U}{U}", "{6}{W}{W}", "{4}{B}{B}", "{3}{U}{U}{U}", "{7}{W}", "{5}{W}{U}", "{9}{G}")
_QUESTIONS = {
    "units, slack": (_UNITS, _HAND, 2e3),
    "units, tight": (_UNITS, _TIGHT, 2e3),
    "filters, slack": (_FILTERS, _HAND, 12e3),
    "filters, tight": (_FILTERS, _TIGHT, 12e3),
}
"""Board, hand, and the microseconds to reach; a tight hand cannot all be kept."""


def measure_keep(effort: Effort) -> list[Row]:
    """Pay {2}{W} from 12 sources and keep seven cards, each for itself; fresh boards."""
    rows = []
    for name, (text, hand, limit_us) in _QUESTIONS.items():
        rounds: list[list[float]] = []
        kept: tuple[bool, ...] = ()
        for _ in range(effort.rounds):
            rounds.append([])
            for _ in range(effort.questions):
                board = Board.parse(text)
                start = time.perf_counter()
                kept = pay("{2}{W}", board, keep=hand, use_cache=False).kept
                rounds[-1].append(time.perf_counter() - start)
        spread = Spread.of(rounds)
        rows.append(
            judged(
                f"keep 7, {name}",
                12,
                f"<= {time_text(limit_us)}",
                spread.median <= limit_us,
                samples={MEASURED: spread},
                facts={"note": f"{sum(kept)} of 7 stay payable"},
            )
        )
    return rows
