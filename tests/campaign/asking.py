"""Asking a question about one problem after the other, in worker processes."""

from __future__ import annotations

import traceback
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import TYPE_CHECKING

from tests.campaign.questions import QUESTIONS, NotComparedError
from tests.fuzzing.overtime import within

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

SECONDS = 300
"""Most seconds of one problem; one that takes longer is told as different."""
CHUNK = 10
AHEAD = 3
"""Chunks per worker that are under way."""

Answer = tuple[bool, str]
"""Whether it was compared, and what came out; "different" first where it is."""


def ask(question: str, seeds: range) -> list[Answer]:
    """Ask one question about the problems of some seeds, each within `SECONDS`."""
    return [_ask(question, seed) for seed in seeds]


def _ask(question: str, seed: int) -> Answer:
    try:
        with within(SECONDS):
            return True, QUESTIONS[question](seed)
    except NotComparedError as reason:
        return False, str(reason)
    except Exception:
        print(f"seed {seed}:\n{traceback.format_exc(limit=-2)}", flush=True)
        return True, "different"


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
