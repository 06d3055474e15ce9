"""The numbers to reach, each measured: ``python -m benchmarks.targets [JOB ...] [--quick]``.

Times are warm (`benchmarks.run`) unless a job says otherwise.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.jobs import JOBS, Effort
from benchmarks.report import console, new_table, row_text, spread_text
from benchmarks.results import Results, Row, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence

FULL = Effort(questions=40, rounds=5, pairs=2_000, budget_s=30.0)
QUICK = Effort(questions=10, rounds=3, pairs=200, budget_s=5.0)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.targets",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "job", nargs="*", metavar="JOB", help="; ".join(f"{n}: {j.title}" for n, j in JOBS.items())
    )
    parser.add_argument("--quick", action="store_true", help="fewer questions, about a minute")
    parser.add_argument("--json", metavar="FILE", help="also write the results as data")
    parser.add_argument("--seed", type=int, default=1, help="seed of the questions (default 1)")
    options = parser.parse_args(arguments)
    if unknown := set(options.job) - set(JOBS):
        parser.error(f"unknown job {min(unknown)!r}: one of {', '.join(JOBS)}")
    screen = console()
    watch = Stopwatch()
    effort = replace(QUICK if options.quick else FULL, seed=options.seed)
    rows: list[Row] = []
    for name in options.job or JOBS:
        with screen.status(f"{name}: {JOBS[name].title}"):
            rows += JOBS[name].measure(effort)
    results = Results(tuple(rows), options.seed, watch.processor_share())
    table = new_table(
        "Numbers to reach: median (spread)",
        "job, sources",
        "measured",
        "target",
        "",
        "paid",
        "calls",
        "besides",
        caption=results.caption,
    )
    for row in rows:
        table.add_row(*_cells(row))
    screen.print(table)
    if options.json:
        results.write(options.json)
    return 0


_STYLES = {"met": "[green]met", "missed": "[red]missed"}


def _cells(row: Row) -> list[str]:
    facts = row.facts
    main = row.samples.get("measured")
    besides = [f"{name} {spread_text(s)}" for name, s in row.samples.items() if name != "measured"]
    if "note" in facts:
        besides.append(facts["note"])
    return [
        row_text(row),
        facts.get("measured", spread_text(main)),
        facts["target"],
        _STYLES[facts["verdict"]],
        f"{row.payable}/{row.questions}" if row.questions else "",
        "" if main is None else str(main.calls),
        "; ".join(besides),
    ]


if __name__ == "__main__":
    sys.exit(main())
