"""One question about random problems, held against the reference, any number of times.

``python -m tests.campaign enumeration 10000 --jobs 2``; the questions are in `questions`. The exit
code is 0 if nothing differs.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import TYPE_CHECKING

from tests.campaign.questions import QUESTIONS, NotComparedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future
    from types import FrameType

SECONDS = 300
"""Most seconds of one problem; one that takes longer is told as different."""
CHUNK = 10
AHEAD = 3
"""Chunks per worker that are under way."""
TOLD = 500
"""After so many that are compared there is a line about them."""

Answer = tuple[bool, str]
"""Whether it was compared, and what came out; "different" first where it is."""


def ask(question: str, seeds: range) -> list[Answer]:
    """Ask one question about the problems of some seeds, each within `SECONDS`."""
    signal.signal(signal.SIGALRM, _overtime)
    return [_ask(question, seed) for seed in seeds]


def _ask(question: str, seed: int) -> Answer:
    signal.alarm(SECONDS)
    try:
        return True, QUESTIONS[question](seed)
    except NotComparedError as reason:
        return False, str(reason)
    except Exception:
        print(f"seed {seed}:\n{traceback.format_exc(limit=-2)}", flush=True)
        return True, "different"
    finally:
        signal.alarm(0)


def _overtime(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"not done in {SECONDS} seconds")


def answers(question: str, first: int, jobs: int) -> Iterator[Answer]:
    """Yield what came out for each seed from the first on, without end."""
    under_way: deque[Future[list[Answer]]] = deque()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for start in count(first, CHUNK):
                under_way.append(pool.submit(ask, question, range(start, start + CHUNK)))
                if len(under_way) == AHEAD * jobs:
                    yield from under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("question", choices=QUESTIONS)
    parser.add_argument("number", type=int, help="how many are compared")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    compared: Counter[str] = Counter()
    left_out: Counter[str] = Counter()

    def tell(end: str) -> None:
        seconds = time.perf_counter() - start
        seeds = f"seeds {chosen.seed} to {chosen.seed + (compared + left_out).total() - 1}"
        print(
            f"{seeds}: compared {compared.total()}: {dict(compared)}; "
            f"left out: {dict(left_out)}; {seconds:.0f} s{end}",
            flush=True,
        )

    for is_compared, word in answers(chosen.question, chosen.seed, chosen.jobs):
        (compared if is_compared else left_out)[word] += 1
        if compared.total() >= chosen.number:
            break
        if is_compared and compared.total() % TOLD == 0:
            tell(" so far")
    tell("")
    return int(compared["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
