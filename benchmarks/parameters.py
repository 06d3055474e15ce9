"""Compare parameters of CP-SAT on boards with filters: ``python -m benchmarks.parameters``.

The evidence for `PARAMETERS` in ``solver/backends/proto.py``. Every set runs in a process of its
own, for some of them abort it. Times are of the stage "solve", that is with building the model and
putting the solution in order.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any

from autotap.solver import pay
from autotap.solver.backends import proto
from benchmarks.families import FAMILIES
from benchmarks.question import MANA
from benchmarks.report import console, new_table, spread_text
from benchmarks.results import Results, Row, Spread, Stopwatch
from benchmarks.subject import board_of, without_cache

LIMIT_S = 2.0
FAMILY_NAMES = ("filters", "mixed")

Parameters = Mapping[str, int | bool | float]

_ONE: Parameters = {"num_workers": 1}
_OFF: Parameters = {**_ONE, "cp_model_presolve": False, "use_sat_inprocessing": False}
_LEAN: Parameters = {**_OFF, "cut_level": 0, "add_lp_constraints_lazily": False}
_CHOSEN: Parameters = dict(proto.PARAMETERS)
SETS: Mapping[str, Parameters] = {
    "default, one worker": _ONE,
    "presolve off, linearization 0": {**_OFF, "linearization_level": 0},
    "presolve off, linearization 2": {**_OFF, "linearization_level": 2},
    "+ no cuts, eager LP rows": {**_LEAN, "linearization_level": 2},
    "chosen": _CHOSEN,
    "chosen, with cuts": {**_CHOSEN, "cut_level": 1},
    "chosen, lazy LP rows": {**_CHOSEN, "add_lp_constraints_lazily": True},
    "chosen, linearization 2": {**_CHOSEN, "linearization_level": 2},
    "chosen, with symmetry": {**_CHOSEN, "symmetry_level": 2},
    "chosen, with probing": {**_CHOSEN, "cp_model_probing_level": 2},
    "chosen, one presolve pass": {
        **_CHOSEN,
        "cp_model_presolve": True,
        "max_presolve_iterations": 1,
    },
    "chosen, two workers": {**_CHOSEN, "num_workers": 2},
}
"""The sets, by what they are called."""


def measure(parameters: Parameters, number: int, rounds: int, seed: int) -> list[Row]:
    """Time the solve stage under a set of parameters, in this process."""
    proto.PARAMETERS = parameters
    options: dict[str, Any] = {"time_limit_s": LIMIT_S, **without_cache(pay)}
    if "backend" in signature(pay).parameters:
        options["backend"] = "cp_sat"
    rows = []
    for name in FAMILY_NAMES:
        for size in MANA:
            asked = FAMILIES[name].questions(size, number, seed)
            questions = [(question.cost, board_of(question)) for question in asked]
            times: list[list[float]] = []
            unproven = 0
            for _ in range(rounds + 1):
                results = [pay(cost, board, **options) for cost, board in questions]
                unproven = sum(r.status in ("UNKNOWN", "FEASIBLE") for r in results)
                times.append([result.stages_s["solve"] for result in results])
                if unproven > number // 2:
                    break
            spread = Spread.of(times[1:] or times)
            rows.append(Row(name, size, {"solve": spread}, number, unproven=unproven))
    return rows


def measure_apart(name: str, number: int, rounds: int, seed: int) -> tuple[Row, ...]:
    """Time a set in a process of its own; no rows if it aborts."""
    command = [sys.executable, "-m", "benchmarks.parameters", "--only", name]
    command += ["--questions", str(number), "--rounds", str(rounds), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return ()
    return Results.from_json(done.stdout).rows


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.parameters",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--questions", type=int, default=10, help="per family and size")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is asked")
    parser.add_argument("--seed", type=int, default=1, help="seed of the questions (default 1)")
    parser.add_argument("--json", metavar="FILE", help="also write the results as data")
    parser.add_argument("--only", choices=SETS, help="one set, in this process, as data")
    options = parser.parse_args(arguments)
    effort = options.questions, options.rounds, options.seed
    if options.only:
        print(Results(tuple(measure(SETS[options.only], *effort)), options.seed).to_json())
        return 0
    screen = console()
    watch = Stopwatch()
    found: dict[str, tuple[Row, ...]] = {}
    for name in SETS:
        with screen.status(name):
            found[name] = measure_apart(name, *effort)
    for family in FAMILY_NAMES:
        sizes = [f"{size} sources" for size in MANA]
        table = new_table(f"Stage solve, {family}: median (spread)", "parameters", *sizes)
        for name, rows in found.items():
            of_family = [row for row in rows if row.name == family]
            table.add_row(name, *(map(_cell, of_family) if rows else ["aborts"] * len(sizes)))
        screen.print(table)
    if options.json:
        rows = tuple(
            replace(row, name=f"{row.name}, {name}") for name, rows in found.items() for row in rows
        )
        Results(rows, options.seed, watch.processor_share()).write(options.json)
    return 0


def _cell(row: Row) -> str:
    unproven = f", {row.unproven} of {row.questions} open" if row.unproven else ""
    return spread_text(row.samples["solve"]) + unproven


if __name__ == "__main__":
    sys.exit(main())
