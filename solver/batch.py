"""Many problems: streamed, equal ones solved once, answered in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sized
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from autotap.models.arguments import check_seconds, whole, wrong
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.solver.chunk import Chunk, Fault, Identity, Recent

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from autotap.models.result import Result
    from autotap.solver.chunk import Outcome, Reply, Source
    from autotap.solver.workers import Mapper

CHUNK = 32
"""Usual number of distinct problems in a chunk."""
REACH = 8
"""A chunk is sent out, however many of its problems are known, after `REACH` times its size."""
SHARES = 4
"""Of fewer problems, a worker gets at least so many chunks."""
MAX_JOBS = 10_000
"""Most worker processes."""
RECENT = 2_000
"""Number of distinct problems among which an equal one is looked for."""


@dataclass(frozen=True, slots=True)
class BatchItem:
    """The answer to one problem of a batch.

    Parameters
    ----------
    index
        Place of the problem in the input, from 0.
    result
        Its result, None if there was an error.
    error
        Type and message of the error, None if there is a result.
    """

    index: int
    result: Result | None = None
    error: Fault | None = None


def solve_many(
    problems: Source | Iterable[Source | Fault],
    *,
    jobs: int = 1,
    mapper: Mapper | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    chunk: int | None = None,
    backend: str = "auto",
    time_limit_s: float | None = None,
    seed: int = 0,
) -> Generator[BatchItem, None, None]:
    """Solve a stream of problems: one item each, in their order, as `solve` would answer it.

    The input is read as far ahead as the workers need, so it may be endless, and memory does not
    grow with it. Problems that equal one of the last `RECENT` distinct ones are not solved again:
    the same text or equal objects in any case, and among the last few hundred of each process
    whatever is equal when it is read. A problem that cannot be read or solved becomes an item with
    an error.

    Workers are separate processes: a script must call this under ``if __name__ == "__main__":``.
    They are ended when the generator is exhausted, closed or interrupted. When a worker dies, the
    problems under way are solved again, one at a time; one on which workers still die, twice,
    gets an error.

    Parameters
    ----------
    problems
        Problems, or their JSON texts (see `problem_from_json`), or a single one. A `Fault` in their
        place is the answer itself.
    jobs
        Number of worker processes, 1 or more; 1 solves in this process. With a mapper: how many
        calls it can run at a time.
    mapper
        Called as ``mapper(function, chunks)`` with a tuple of chunks, to return what ``map`` does,
        in that order; the function, the chunks and what it returns can be pickled. For example
        ``executor.map``. Its own errors are raised.
    progress
        Called before each item with the number of items so far, and of all, None if not known.
    chunk
        Number of problems that a worker is sent at once, 1 or more; None for `CHUNK`, or fewer
        where so few problems are given that workers would idle. Without workers it is 1.
    backend, time_limit_s, seed
        As in `solve`, for each problem.

    Raises
    ------
    LimitError
        At once, for numbers out of range.
    RuntimeError
        While iterating, if workers cannot be started.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> wanted = Problem(Board.parse("Plains; Island"), Spell.parse("{W}{U}"))
    >>> for item in solve_many([wanted, "no JSON", wanted]):
    ...     print(item.index, item.result.status if item.result else item.error.type)
    0 OPTIMAL
    1 SchemaError
    2 OPTIMAL
    """
    from autotap.solver.pipeline import MAX_SEED

    size = CHUNK if chunk is None else whole("chunk", chunk, least=1)
    whole("jobs", jobs, least=1, most=MAX_JOBS)
    if not isinstance(backend, str):
        raise wrong("backend", backend, "the name of a backend")
    whole("seed", seed, most=MAX_SEED)
    check_seconds("time_limit_s", time_limit_s)
    if isinstance(problems, (str, bytes, Problem, DuelMastersProblem)):
        problems = (problems,)
    if not isinstance(problems, Iterable):
        raise wrong("problems", problems, "problems, or their JSON texts")
    total = len(problems) if isinstance(problems, Sized) else None
    if total is not None and chunk is None:
        size = min(size, total // (SHARES * jobs) + 1)
    if mapper is None and jobs == 1:
        size = reach = 1
    else:
        reach = REACH * size
    batch = _Batch(problems, size, reach, (backend, time_limit_s, seed))
    return _items(batch, _replies(batch.chunks(), mapper, jobs), progress, total)


def _replies(
    chunks: Iterator[Chunk], mapper: Mapper | None, jobs: int
) -> Generator[Reply, None, None]:
    from autotap.solver import workers

    if mapper is not None:
        return workers.through_mapper(chunks, mapper, jobs)
    if jobs == 1:
        return workers.in_this_process(chunks)
    return workers.in_processes(chunks, jobs)


def _items(
    batch: _Batch,
    replies: Generator[Reply, None, None],
    progress: Callable[[int, int | None], object] | None,
    total: int | None,
) -> Generator[BatchItem, None, None]:
    index = count()
    with closing(replies):
        for reply in replies:
            for source, outcome in batch.answered(reply):
                item = BatchItem(next(index), *_own(source, outcome))
                if progress is not None:
                    progress(item.index + 1, total)
                yield item
    if batch.broke is not None:
        raise batch.broke


def _own(source: Any, outcome: Outcome) -> tuple[Result | None, Fault | None]:
    """Return what nobody else holds: equal problems share their outcome."""
    if isinstance(outcome, Fault):
        return None, outcome
    result = replace(
        outcome,
        objective=dict(outcome.objective),
        bound=dict(outcome.bound),
        stages_s=dict(outcome.stages_s),
        problem=outcome.problem if isinstance(source, str | bytes) else source,
    )
    return result, None


class _Task:
    """A distinct problem, with its outcome as soon as it is known."""

    __slots__ = ("outcome",)

    def __init__(self, outcome: Outcome | None = None) -> None:
        self.outcome = outcome


class _Batch:
    """The problems between being read and being answered.

    Parameters
    ----------
    problems
        The input.
    size, reach
        Most distinct problems, and most problems, that are read for one chunk.
    options
        Backend, time limit and seed of every chunk.
    """

    def __init__(
        self,
        problems: Iterable[Source | Fault],
        size: int,
        reach: int,
        options: tuple[str, float | None, int],
    ) -> None:
        self._problems = self._until_broken(problems)
        self._size = size
        self._reach = reach
        self._options = options
        self._recent: Recent[_Task] = Recent(RECENT)
        self._waiting: deque[tuple[Any, _Task]] = deque()
        self._sent: deque[list[_Task]] = deque()
        self.broke: Exception | None = None
        """The error with which the input broke off; what came before it is answered first."""

    def _until_broken(self, problems: Iterable[Source | Fault]) -> Iterator[Any]:
        try:
            for problem in problems:  # noqa: UP028 - an iterator of the caller is not closed
                yield problem
        except Exception as error:
            self.broke = error

    def chunks(self) -> Iterator[Chunk]:
        """Read the input; a chunk without problems is due where all of them are known."""
        for number in count():
            fresh: list[tuple[Source, _Task]] = []
            read = 0
            for problem in islice(self._problems, self._reach):
                read += 1
                self._waiting.append((problem, self._task(problem, fresh)))
                if len(fresh) == self._size:
                    break
            if not read:
                return
            self._sent.append([task for _, task in fresh])
            yield Chunk(number, tuple([source for source, _ in fresh]), *self._options)

    def _task(self, problem: Any, fresh: list[tuple[Source, _Task]]) -> _Task:
        if isinstance(problem, Fault):
            return _Task(problem)
        if not isinstance(problem, Problem | DuelMastersProblem | str | bytes):
            return _Task(Fault.of(wrong("problem", problem, "a problem, or its JSON text")))

        def new() -> _Task:
            task = _Task()
            fresh.append((problem, task))
            return task

        return self._recent.get(Identity(problem), new)

    def answered(self, reply: Reply) -> Iterator[tuple[Any, Outcome]]:
        """Take in the answer to the oldest chunk, and yield what is next in order."""
        for task, outcome in zip(self._sent.popleft(), reply.outcomes, strict=True):
            task.outcome = outcome
        while self._waiting and (known := self._waiting[0][1].outcome) is not None:
            yield self._waiting.popleft()[0], known
