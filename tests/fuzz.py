"""Random problems of both games against the reference: ``python -m tests.fuzz 2000``.

The exit code is 0 if nothing disagrees and at most one problem in a hundred is not answered.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from tests.fuzzing.check import case_of, examine, library_solve, problem_of
from tests.fuzzing.pool import outcomes
from tests.fuzzing.report import failed, report
from tests.reference import duel_masters, magic


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=2000, help="how many problems")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first problem")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--only", type=int, metavar="SEED", help="show the problem of one seed")
    chosen = parser.parse_args(arguments)
    if chosen.only is not None:
        return show(chosen.only)
    if chosen.number < 1 or chosen.jobs < 1 or chosen.seed < 0:
        parser.error("N and J are 1 or more, S is 0 or more")
    start = time.perf_counter()
    done = []
    for one in outcomes(range(chosen.seed, chosen.seed + chosen.number), chosen.jobs):
        done.append(one)
        if sys.stderr.isatty():
            wrong = sum(bool(each.disagreements) for each in done)
            line = f"\r{len(done)} of {chosen.number} problems, {wrong} disagree"
            print(line, end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(report(done, time.perf_counter() - start))
    return int(failed(done))


def show(seed: int) -> int:
    """Print one problem with both answers, and what disagrees."""
    case = case_of(seed)
    print(json.dumps(case, ensure_ascii=False))
    reference = magic if case["game"] == "mtg" else duel_masters
    for who, answer in (
        ("reference", lambda: reference.solve(case)),
        ("library", lambda: library_solve(problem_of(case))),
    ):
        try:
            print(f"\n{who}: {answer()!r}")
        except Exception as error:
            print(f"\n{who}: {type(error).__name__}: {error}")
    outcome = examine(case, seed)
    print("\n" + "\n".join(outcome.disagreements or [outcome.refused or "nothing disagrees"]))
    return int(bool(outcome.disagreements))


if __name__ == "__main__":
    sys.exit(main())
