"""Batches of problems on real boards: ``python -m benchmarks.throughput [--memory [N]]``."""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from multiprocessing import active_children
from pathlib import Path
from typing import TYPE_CHECKING

from autotap.models import Board, Problem, Spell
from autotap.models.codec import problem_to_json
from autotap.solver import solve_many
from autotap.solver.batch import RECENT
from autotap.solver.chunk import Identity, Recent
from benchmarks.real import read_real_boards
from benchmarks.subject import board_of, cost_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver import BatchItem

UNTOUCHED = 0.4
"""Share of the problems in which nothing more is tapped than on the real board."""
OWN = 0.7
"""Share of the problems that pay for a card of the player whose board it is."""


def problems(questions: Sequence[tuple[Board, Spell]], seed: int) -> Iterator[Problem]:
    """Draw problems without end: a real board, some of its sources tapped, and a real card."""
    draw = random.Random(f"throughput {seed}")
    while True:
        board, spell = draw.choice(questions)
        if draw.random() >= OWN:
            _, spell = draw.choice(questions)
        if draw.random() >= UNTOUCHED:
            untapped = [each.id for each in board.sources if each.abilities and not each.tapped]
            tapped = set(draw.sample(untapped, draw.randint(0, len(untapped))))
            sources = [
                replace(each, tapped=True) if each.id in tapped else each for each in board.sources
            ]
            board = replace(board, sources=tuple(sources))
        yield Problem(board, spell)


def read_questions() -> list[tuple[Board, Spell]]:
    """Read the real boards and what is in hand; ends the program where they are not there."""
    real = read_real_boards()
    if real is None:
        sys.exit("skipped: needs the folders of real boards and card facts beside the repository")
    boards: dict[str, Board] = {}
    questions = []
    for question in real.questions:
        board = boards.get(question.board) or board_of(question)
        assert isinstance(board, Board)
        cost = cost_of(question)
        boards[question.board] = board
        questions.append((board, Spell.parse(cost) if isinstance(cost, str) else cost))
    print(f"{len(questions)} real cards on {len(boards)} real boards")
    return questions


def grouping(sample: Sequence[Problem | str]) -> tuple[int, int, float]:
    """Count distinct problems, those that a batch solves, and the seconds of telling them apart."""
    recent: Recent[object] = Recent(RECENT)
    made: list[object] = []

    def make() -> object:
        made.append(object())
        return made[-1]

    start = time.perf_counter()
    for problem in sample:
        recent.get(Identity(problem), make)
    seconds = time.perf_counter() - start
    return len({Identity(problem) for problem in sample}), len(made), seconds


def throughput(number: int, jobs: Sequence[int], texts: bool, seed: int) -> None:
    """Time batches of the same problems with several numbers of processes."""
    drawn = list(islice(problems(read_questions(), seed), number))
    sample = [problem_to_json(each) for each in drawn] if texts else drawn
    distinct, solved, seconds = grouping(sample)
    print(
        f"{number} problems as {'JSON texts' if texts else 'objects'}, "
        f"{1 - distinct / number:.1%} duplicates; {1 - solved / number:.1%} are found among the "
        f"last {RECENT}, in {1e6 * seconds / number:.1f} us a problem"
    )
    for processes in jobs:
        start, before = time.perf_counter(), cpu_seconds()
        ended = Counter(map(ending, solve_many(sample, jobs=processes, seed=seed)))
        seconds = time.perf_counter() - start
        own, workers = (now - then for now, then in zip(cpu_seconds(), before, strict=True))
        endings = ", ".join(f"{count} {name}" for name, count in ended.most_common())
        print(
            f"{processes} process{'es' if processes > 1 else ''}: {number / seconds:.0f} problems "
            f"a second, {seconds:.1f} s; processor time {own:.1f} s, of workers {workers:.1f} s "
            f"({endings})"
        )


def cpu_seconds() -> tuple[float, float]:
    """Return the processor time of this process, and of its workers that have ended."""
    used = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    own, workers = (each.ru_utime + each.ru_stime for each in used)
    return own, workers


def ending(item: BatchItem) -> str:
    """Return the status of an item, or the type of its error."""
    return item.error.type if item.error else str(item.result and item.result.status)


def memory(number: int, jobs: int, seed: int) -> None:
    """Stream so many problems, and print the largest memory so far at several points."""
    points = {number * share // 100 for share in (1, 2, 5, *range(10, 101, 10))}
    stream = islice(problems(read_questions(), seed), number)
    start = time.perf_counter()
    print("problems     seconds    peak MB    peak MB of the largest worker")
    for item in solve_many(stream, jobs=jobs, seed=seed):
        if item.index + 1 in points:
            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            largest = max((peak(child.pid) for child in active_children()), default=0.0)
            seconds = time.perf_counter() - start
            print(f"{item.index + 1:>8} {seconds:>11.1f} {own:>10.1f} {largest:>10.1f}", flush=True)


def peak(pid: int | None) -> float:
    """Return the peak resident memory of another process in MB, 0 where it cannot be told."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    lines = dict(line.split(":", 1) for line in status.splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__)
    parser.add_argument("--number", type=int, default=20_000, help="problems (default 20000)")
    parser.add_argument(
        "--jobs", type=int, nargs="+", default=[1, 2], help="numbers of processes (default 1 2)"
    )
    parser.add_argument("--text", action="store_true", help="send JSON texts instead of objects")
    parser.add_argument(
        "--memory",
        type=int,
        nargs="?",
        const=1_000_000,
        metavar="N",
        help="stream N problems (default 1000000) with the last number of processes, and print "
        "how much memory that takes",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the problems (default 1)")
    arguments = parser.parse_args()
    if arguments.memory is None:
        throughput(arguments.number, arguments.jobs, arguments.text, arguments.seed)
    else:
        memory(arguments.memory, arguments.jobs[-1], arguments.seed)


if __name__ == "__main__":
    main()
