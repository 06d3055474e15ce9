"""Many problems in worker processes; a process that dies is traced to its problem."""

from __future__ import annotations

from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING

from tests.fuzzing.check import Outcome, case_of, examine
from tests.fuzzing.overtime import within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Work = Callable[[Sequence[int]], list[Outcome]]

CHUNK = 20
SECONDS = 120
"""Most seconds of one problem."""


def examine_seeds(seeds: Sequence[int]) -> list[Outcome]:
    """Examine the problems of these seeds, each within `SECONDS`."""
    return [_in_time(seed) for seed in seeds]


def _in_time(seed: int) -> Outcome:
    try:
        with within(SECONDS):
            return examine(case_of(seed), seed)
    except Exception as error:
        return Outcome(seed, "", disagreements=[f"{type(error).__name__}: {error}"])


def outcomes(seeds: Iterable[int], jobs: int, work: Work = examine_seeds) -> Iterator[Outcome]:
    """Yield the outcome of each seed, as they come.

    Parameters
    ----------
    seeds
        Which problems.
    jobs
        Number of worker processes, 1 or more.
    work
        What a worker does with some seeds.
    """
    seeds = list(seeds)
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    yield from _sweep(chunks, jobs, 2 * jobs, work)


def _sweep(chunks: Iterable[Sequence[int]], jobs: int, ahead: int, work: Work) -> Iterator[Outcome]:
    """Work through the chunks, ``ahead`` of them at once; seeds of a dead process one by one."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    waiting = deque(chunks)
    while waiting:
        flying: dict[Future[list[Outcome]], Sequence[int]] = {}
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            try:
                while waiting or flying:
                    while waiting and len(flying) < ahead:
                        flying[pool.submit(work, waiting[0])] = waiting[0]
                        waiting.popleft()
                    for future in wait(flying, return_when=FIRST_COMPLETED).done:
                        yield from future.result()
                        del flying[future]
            except BrokenProcessPool:
                lost = list(flying.values())
            else:
                return
        if len(lost) == 1 and len(lost[0]) == 1:
            yield Outcome(lost[0][0], "", disagreements=["the process died"])
        else:
            yield from _sweep([[seed] for chunk in lost for seed in chunk], 1, 1, work)
