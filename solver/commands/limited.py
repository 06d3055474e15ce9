"""Time limits for questions that have none of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from autotap.models.errors import UndecidedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.solver.serve.refusals import Refused

T = TypeVar("T")


@dataclass
class _Question:
    ended_by: Refused | None = None


def within(seconds: float | None, function: Callable[[], T]) -> T:
    """Return what a function gives, which is ended after so many seconds; None for never.

    Must be called in the main thread.

    Raises
    ------
    UndecidedError
        If it was ended.

    Examples
    --------
    >>> within(60, lambda: 7)
    7
    """
    if seconds is None:
        return function()
    from autotap.solver.serve.interruption import Worker
    from autotap.solver.serve.refusals import Code, Refused

    question, worker = _Question(), Worker()
    late = Refused(Code.UNDECIDED, f"not decided within {seconds} s")
    with worker.limit(question, seconds, late):
        answer = worker.run(question, function)
    if question.ended_by is not None:
        raise UndecidedError(str(late))
    return answer  # type: ignore[return-value]
