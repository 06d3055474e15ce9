"""Proven and verified payments, warm."""

from __future__ import annotations

import random
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.families import FAMILIES
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.question import MANA
from benchmarks.results import time_text
from benchmarks.run import OURS, Measurement, QuestionSet, warm_up
from benchmarks.subject import Library

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.results import Row


def _measurement(name: str, size: int, mana: int, effort: Effort, number: int) -> Measurement:
    """Ask questions of a family for the first time."""
    draw = FAMILIES[name].draw
    questions = [
        draw(random.Random(f"{name} {effort.seed} {i}"), size, mana) for i in range(number)
    ]
    library = Library()
    warm_up(library)
    measurement = Measurement(QuestionSet(name, "", size, questions), {OURS: library})
    measurement.cold()
    return measurement


def _payment(
    job: str, name: str, size: int, limit_us: float, effort: Effort, mana: int = 0, number: int = 0
) -> Row:
    measurement = _measurement(name, size, mana or MANA[size], effort, number or effort.questions)
    for which in range(effort.rounds):
        measurement.warm(which)
    row = measurement.row()
    spread = row.samples["warm"]
    backends = ", ".join(f"{backend} {number}" for backend, number in sorted(row.backends.items()))
    return judged(
        f"{job} {name}",
        size,
        f"<= {time_text(limit_us)}",
        spread.median <= limit_us,
        samples={MEASURED: spread, "cold": row.samples["cold"]},
        questions=row.questions,
        payable=row.payable,
        backends=row.backends,
        facts={"note": backends},
    )


def measure_units(effort: Effort) -> list[Row]:
    """Pay from sources of one mana each."""
    return [
        _payment("units", name, size, 80, effort)
        for name in ("lands", "duals")
        for size in (6, 30, 120, 1000)
    ]


def measure_mixed(effort: Effort) -> list[Row]:
    """Pay from filters, Signets, bundles and painlands."""
    return [_payment("pay", "mixed", size, limit, effort) for size, limit in ((12, 2e3), (30, 4e3))]


def measure_growth(effort: Effort) -> list[Row]:
    """Pay 14 mana from 30 and 20 from 1,000 sources of the same kinds, round by round in turn."""
    rows = []
    for name, most in (("lands", 1.5), ("duals", 1.5), ("filters", 6.0), ("mixed", 6.0)):
        small, large = (
            _measurement(name, size, MANA[size], effort, effort.questions) for size in (30, 1000)
        )
        for which in range(effort.rounds):
            small.warm(which)
            large.warm(which)
        rounds = zip(large.times["warm"], small.times["warm"], strict=True)
        ratios = sorted(median(many) / median(few) for many, few in rounds)
        ratio = median(ratios)
        row = large.row()
        rows.append(
            judged(
                f"growth {name}",
                1000,
                f"<= {most:g} x 30 sources",
                ratio <= most,
                samples={MEASURED: row.samples["warm"], "30 sources": small.row().samples["warm"]},
                questions=row.questions,
                payable=row.payable,
                facts={MEASURED: f"{ratio:.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f}) x"},
            )
        )
    return rows


def measure_alike(effort: Effort) -> list[Row]:
    """Pay from 100 sources, no two alike, 15 of which cost mana."""
    return [_payment("pay", "alike", 100, 60e3, effort, mana=20, number=effort.questions // 2)]
