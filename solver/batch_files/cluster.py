"""A Dask cluster as a map for `solve_many`."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autotap.models.errors import BackendUnavailableError
from autotap.solver.chunk import Fault, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from autotap.solver.chunk import Chunk, Outcome
    from autotap.solver.workers import Mapper

    Solve = Callable[[Chunk], Reply]

LOOPBACK = "127.0.0.1"
"""Where a cluster of our own listens: other machines cannot reach it."""


@contextmanager
def dask_cluster(jobs: int, scheduler: str | None = None) -> Iterator[tuple[Mapper, int]]:
    """Start a cluster of so many processes on this machine, or join one; ended afterwards.

    Parameters
    ----------
    jobs
        Number of worker processes of a cluster of our own.
    scheduler
        Address of a cluster to join instead, such as ``"tcp://10.0.0.5:8786"``. Its workers need
        the same version of autotap.

    Yields
    ------
    A map for `solve_many`, and how many calls it can run at a time.

    Raises
    ------
    BackendUnavailableError
        If Dask is not installed; names the extra.
    OSError
        If there is no cluster at that address.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        message = "this engine needs dask and distributed; pip install 'autotap[dask]'"
        raise BackendUnavailableError(message) from error
    if scheduler is not None:
        with distributed.Client(scheduler) as client:
            yield dask_mapper(client), max(1, sum(client.nthreads().values()))
        return
    with (
        distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield dask_mapper(client), jobs


def dask_mapper(client: Any) -> Mapper:
    """Make a map for `solve_many` of a Dask client.

    The chunks of a worker that dies are solved by another one. Where that happens again and again,
    their problems are solved one at a time, and one that still kills its workers gets an error.

    Parameters
    ----------
    client
        A ``distributed.Client``.
    """
    from distributed.scheduler import KilledWorker

    def ask(solve: Solve, chunk: Chunk) -> Any:
        return client.submit(solve, chunk, pure=False)

    def mapper(solve: Solve, chunks: Iterable[Chunk]) -> Iterable[Reply]:
        asked = [(chunk, ask(solve, chunk)) for chunk in chunks]
        return (reply(solve, *each) for each in asked)

    def reply(solve: Solve, chunk: Chunk, future: Any) -> Reply:
        try:
            answered: Reply = future.result()
        except KilledWorker:
            return Reply(chunk.number, tuple(one_by_one(solve, chunk)))
        return answered

    def one_by_one(solve: Solve, chunk: Chunk) -> Generator[Outcome, None, None]:
        for source in chunk.sources:
            try:
                yield from ask(solve, replace(chunk, sources=(source,))).result().outcomes
            except KilledWorker as error:
                message = "worker processes died on this problem again and again"
                yield Fault(type(error).__name__, message)

    return mapper
