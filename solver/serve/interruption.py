"""Ending what the main thread is doing, from another thread.

A signal handler runs in the main thread between two steps of Python, wherever it is, and what it
raises ends the work there. CP-SAT is no Python: it is told to stop, and then the handler runs.
Everything that the library keeps is written in one step, so that work may end anywhere.
"""

from __future__ import annotations

import signal
from _thread import interrupt_main
from contextlib import contextmanager
from threading import Thread, Timer
from time import sleep
from typing import TYPE_CHECKING, Protocol, TypeVar

from autotap.solver.backends.proto import stop_searches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autotap.solver.serve.refusals import Refused

T = TypeVar("T")

SIGNAL: signal.Signals = getattr(signal, "SIGUSR1", None) or signal.SIGBREAK  # type: ignore[attr-defined]
"""Nobody else means anything by it; Windows has few to choose from."""
AGAIN_S = 0.05
"""Seconds after which an interruption that nothing came of is repeated: what is raised while Python
cleans up after an object is lost."""


class Interrupted(BaseException):
    """The work is to end; no error, so that nothing handles it on the way."""


class Work(Protocol):
    """What can be ended: ``ended_by`` says why it is, None as long as it is not."""

    ended_by: Refused | None


class Worker:
    """Works in the main thread, one work at a time, each of which may be ended at any point.

    Must be made in the main thread.

    Examples
    --------
    >>> from autotap.solver.serve.refusals import Code, Refused
    >>> class Waiting:
    ...     ended_by = None
    >>> worker, waiting, late = Worker(), Waiting(), Refused(Code.UNDECIDED, "too late")
    >>> with worker.limit(waiting, 0.1, late):
    ...     print(worker.run(waiting, lambda: sleep(60)))
    None
    >>> waiting.ended_by
    Refused('too late')
    """

    def __init__(self) -> None:
        self._running: Work | None = None
        signal.signal(SIGNAL, self._interrupt)

    def run(self, work: Work, function: Callable[[], T]) -> T | None:
        """Return what a function gives, or None if the work was ended, also before it began."""
        answer: T | None = None
        try:
            self._running = work
            if work.ended_by is None:
                answer = function()
            self._running = None
        except Interrupted:
            self._running = None  # Python looks for signals at calls and loops, so not before this
        return answer

    @contextmanager
    def limit(self, work: Work, limit_s: float | None, late: Refused) -> Iterator[None]:
        """End a work after so many seconds, None for never, if it is not done by then."""
        if limit_s is None:
            yield
            return
        clock = Timer(limit_s, self.end, (work, late))
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()

    def end(self, work: Work, why: Refused) -> None:
        """End a work, or keep it from beginning; from any thread."""
        if work.ended_by is None:
            work.ended_by = why
            Thread(target=self._strike, args=(work,), daemon=True).start()

    def _strike(self, work: Work) -> None:
        while self._running is work:
            interrupt_main(SIGNAL)
            stop_searches()
            sleep(AGAIN_S)

    def _interrupt(self, *_: object) -> None:
        if self._running is not None and self._running.ended_by is not None:
            raise Interrupted
