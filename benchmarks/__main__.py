"""Time the stages of payments: ``python -m benchmarks [--quick] [--json] [--seed N]``."""

from __future__ import annotations

import argparse
import json
import os
import platform
from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from benchmarks.boards import FAMILIES, PLAIN_FAMILIES
from benchmarks.timing import cold, compared, warm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.timing import Report

NOTE = {
    "warm": "Warm: the board exists and was asked before; every call compiles, proves and verifies "
    "anew.",
    "cold": "Cold: the first call of a fresh process.",
    "compared": "Only whether a cost can be paid, against one CP-SAT variable per permanent "
    "(default parameters, one worker), which verifies and explains nothing. Ratio: the naive model "
    "by can_pay.",
}


def environment() -> dict[str, str | int | None]:
    """Return what the times depend on."""
    return {
        "python": platform.python_version(),
        "ortools": version("ortools"),
        "cpus": os.cpu_count(),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def table(title: str, reports: Iterable[Report]) -> Table:
    """Lay out reports as one table."""
    result = Table(title=title, title_justify="left", caption_justify="left")
    result.add_column("milliseconds")
    for head in ("calls", "min", "median", "p95", "max"):
        result.add_column(head, justify="right")
    for report in reports:
        result.add_row(f"[bold]{report.family}[/] ({report.paid} of {report.questions} paid)")
        for spread in report.spreads:
            figures = (spread.least, spread.median, spread.p95, spread.most)
            result.add_row(spread.name, str(spread.number), *(f"{f:.2f}" for f in figures))
        if report.ratio is not None:
            result.add_row("ratio", "", "", f"{report.ratio:.1f} x")
        result.add_section()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer questions, under a minute")
    parser.add_argument("--json", action="store_true", help="print data instead of tables")
    parser.add_argument("--seed", type=int, default=1, help="seed of the questions (default 1)")
    arguments = parser.parse_args()
    number, repeats, starts = (12, 1, 2) if arguments.quick else (60, 3, 10)
    reports = {
        "warm": [
            warm(f, number // 3 if f.slow else number, repeats, arguments.seed) for f in FAMILIES
        ],
        "cold": [cold(f, starts, arguments.seed) for f in FAMILIES],
        "compared": [compared(f, number, arguments.seed) for f in PLAIN_FAMILIES],
    }
    if arguments.json:
        data = {name: [asdict(report) for report in group] for name, group in reports.items()}
        print(json.dumps({"environment": environment(), "seed": arguments.seed, **data}, indent=1))
        return
    console = Console()
    console.print(", ".join(f"{name} {value}" for name, value in environment().items()))
    for name, group in reports.items():
        console.print(table(NOTE[name], group))


if __name__ == "__main__":
    main()
