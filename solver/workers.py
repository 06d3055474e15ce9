"""Where chunks are solved: in this process, in worker processes, or through a map of the caller."""

from __future__ import annotations

import os
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING

from autotap.solver.chunk import Fault, Outcome, Recent, Reply, solve_chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

    from autotap.solver.chunk import Chunk

    Mapper = Callable[[Callable[[Chunk], Reply], Iterable[Chunk]], Iterable[Reply]]
    Replies = Generator[Reply, None, None]

AHEAD = 3
"""Chunks per worker that are sent out before the first of them is answered."""
STARTS = 3
"""How often the workers are started anew for one chunk before that counts as impossible."""
LIVES = 2
"""Workers that a problem must kill while it is the only one under way before it gets an error.

Of one death it need not be the cause: any process of the pool that dies ends them all.
"""
KNOWN = 256
"""Problems whose outcome each process remembers, however they were spelled."""


def in_this_process(chunks: Iterator[Chunk]) -> Replies:
    """Answer chunks as they are asked for."""
    recent = Recent[Outcome](KNOWN)
    for chunk in chunks:
        yield solve_chunk(chunk, recent)


def through_mapper(chunks: Iterator[Chunk], mapper: Mapper, jobs: int) -> Replies:
    """Answer chunks through a map of the caller, with two calls of it under way at a time.

    Raises
    ------
    ValueError
        If it does not give one answer a chunk, in their order.
    """
    under_way: deque[tuple[tuple[Chunk, ...], Iterable[Reply]]] = deque()
    while True:
        while len(under_way) < 2 and (sent := tuple(islice(chunks, AHEAD * jobs))):
            under_way.append((sent, mapper(solve_chunk, sent)))
        if not under_way:
            return
        for chunk, reply in zip(*under_way.popleft(), strict=True):
            if reply.number != chunk.number:
                raise ValueError("the mapper must keep the order of what it maps")
            yield reply


def in_processes(chunks: Iterator[Chunk], jobs: int) -> Replies:
    """Answer chunks in worker processes, `AHEAD` for each of them under way.

    When a worker dies, the chunks under way are lost with it. Their problems are solved again,
    one at a time, so that one which kills its worker again is known and takes no other with it.

    Raises
    ------
    RuntimeError
        If workers cannot be started.
    """
    under_way: deque[tuple[Chunk, Future[Reply]]] = deque()
    with closing(_Pool(jobs)) as pool:
        while True:
            for chunk in islice(chunks, AHEAD * jobs - len(under_way)):
                under_way.append((chunk, pool.submit(chunk)))
            if not under_way:
                return
            if under_way[0][1].exception() is None:
                yield under_way.popleft()[1].result()
                continue
            wait([future for _, future in under_way])
            while under_way:
                chunk, future = under_way.popleft()
                failed = future.exception() is not None
                yield pool.one_by_one(chunk) if failed else future.result()


class _Pool:
    """Worker processes that are replaced when one of them dies."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, get_context("spawn"), _enter)

    def submit(self, chunk: Chunk) -> Future[Reply]:
        """Send a chunk out, to new workers if the old ones are dead."""
        with _interrupts_held():
            for start in range(1 + STARTS):
                try:
                    if start:
                        self._executor.submit(os.getpid).result()
                    return self._executor.submit(_work, chunk)
                except BrokenProcessPool:
                    self.close()
                    self._executor = self._start()
        raise RuntimeError(
            "worker processes die as they start; a script that uses them must be safe to "
            "import: call solve_many under `if __name__ == '__main__':`"
        )

    def one_by_one(self, chunk: Chunk) -> Reply:
        """Solve the problems of a chunk one at a time."""
        outcomes: list[Outcome] = []
        for source in chunk.sources:
            outcomes += self._alone(replace(chunk, sources=(source,)))
        return Reply(chunk.number, tuple(outcomes))

    def _alone(self, chunk: Chunk) -> tuple[Outcome, ...]:
        """Solve a chunk of one problem while no other is under way."""
        for _ in range(LIVES):
            future = self.submit(chunk)
            try:
                return future.result().outcomes
            except BrokenProcessPool as error:
                broken = type(error).__name__
            except Exception as error:
                return (Fault.of(error),)
        return (Fault(broken, "each worker process that it was sent to died on this problem"),)

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        for process in list((self._executor._processes or {}).values()):
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back; processes started meanwhile never see it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_recent: Recent[Outcome] = Recent(KNOWN)
"""Of the batch that this worker process works for."""


def _work(chunk: Chunk) -> Reply:
    return solve_chunk(chunk, _recent)


def _enter() -> None:
    """Make a worker process leave Ctrl-C to its parent, and end when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
