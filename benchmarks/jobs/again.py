"""Many payments of one question, the same question again, and the first one of a process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from autotap.models import Board
from autotap.solver import enumerate_payments, pay
from benchmarks.families import FAMILIES
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.results import Spread, time_text

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.results import Row

HEAVY = ("ortools", "pandas", "networkx", "numpy", "scipy", "matplotlib")
"""Modules that an import of the library must not load."""


def measure_enumeration(effort: Effort) -> list[Row]:
    """List all distinct payments of 6 mana from 30 sources, and the ten best."""
    targets = ("all, any order", "any", None, 10e3), ("first ten, best first", "best", 10, 20e3)
    questions = [
        FAMILIES["lands"].draw(random.Random(f"enumerate {effort.seed} {i}"), 30, 6)
        for i in range(effort.questions)
    ]
    rows = []
    for name, order, most, limit_us in targets:
        rounds: list[list[float]] = []
        found: list[int] = []
        for _ in range(effort.rounds):
            rounds.append([])
            for question in questions:
                board = Board.parse(question.board)
                start = time.perf_counter()
                payments = list(islice(enumerate_payments(question.cost, board, order=order), most))
                rounds[-1].append(time.perf_counter() - start)
                found.append(len(payments))
        spread = Spread.of(rounds)
        rows.append(
            judged(
                f"payments {name}",
                30,
                f"<= {time_text(limit_us)}",
                spread.median <= limit_us,
                samples={MEASURED: spread},
                questions=len(questions),
                payable=sum(number > 0 for number in found) // effort.rounds,
                facts={"note": f"at most {max(found)} payments"},
            )
        )
    return rows


def measure_cache(effort: Effort) -> list[Row]:
    """Ask again what was asked before: with the same board object, and with an equal fresh one."""
    targets = {"same board": 5.0, "equal fresh board": 40.0}
    rows = []
    for name in ("lands", "mixed"):
        questions = FAMILIES[name].questions(30, effort.questions, effort.seed)
        times: dict[str, list[list[float]]] = {target: [] for target in targets}
        payable = 0
        for _ in range(effort.rounds):
            for sample in times.values():
                sample.append([])
            payable = 0
            for question in questions:
                board, fresh = Board.parse(question.board), Board.parse(question.board)
                payable += pay(question.cost, board).payment is not None
                pay(question.cost, board)
                start = time.perf_counter()
                pay(question.cost, board)
                middle = time.perf_counter()
                pay(question.cost, fresh)
                end = time.perf_counter()
                times["same board"][-1].append(middle - start)
                times["equal fresh board"][-1].append(end - middle)
        for target, limit_us in targets.items():
            spread = Spread.of(times[target])
            rows.append(
                judged(
                    f"again {name}, {target}",
                    30,
                    f"<= {time_text(limit_us)}",
                    spread.median <= limit_us,
                    samples={MEASURED: spread},
                    questions=len(questions),
                    payable=payable,
                )
            )
    return rows


_IMPORT = f"""
import json, sys, time
start = time.perf_counter()
import autotap.solver
imported = time.perf_counter() - start
heavy = [name for name in {HEAVY!r} if name in sys.modules]
from autotap.models import Board
start = time.perf_counter()
autotap.solver.pay("{{2}}{{W}}{{U}}", Board.parse("2 Plains; Island; Tundra; Sol Ring"))
lands = time.perf_counter() - start
start = time.perf_counter()
signet = Board.parse("Plains; Forest; Mystic Gate; Azorius Signet")
autotap.solver.pay("{{W}}{{W}}{{U}}{{U}}", signet)
print(json.dumps([imported, heavy, lands, time.perf_counter() - start]))
"""


def measure_import(effort: Effort) -> list[Row]:
    """Import the solver, then pay for the first time, in fresh processes."""
    times: list[list[float]] = [[], [], []]
    loaded: Counter[str] = Counter()
    subprocess.run([sys.executable, "-c", _IMPORT], check=True, capture_output=True)
    for _ in range(2 * effort.rounds + 1):
        output = subprocess.run([sys.executable, "-c", _IMPORT], check=True, capture_output=True)
        imported, heavy, lands, signet = json.loads(output.stdout)
        loaded.update(heavy)
        for sample, seconds in zip(times, (imported, lands, signet), strict=True):
            sample.append(seconds)
    spread = Spread.of([times[0]])
    return [
        judged(
            "import autotap.solver",
            0,
            "<= 150 ms, nothing heavy",
            spread.median <= 150e3 and not loaded,
            samples={
                MEASURED: spread,
                "then the first payment from lands": Spread.of([times[1]]),
                "and from a Signet": Spread.of([times[2]]),
            },
            facts={"note": f"heavy modules loaded: {', '.join(loaded) or 'none'}"},
        )
    ]
