"""What every backend answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autotap.models.result import Status
    from autotap.solver.solution import Solution


class TimeUp(Exception):  # noqa: N818 - no error: it ends a search
    """The time limit struck."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a backend says.

    Parameters
    ----------
    status
        OPTIMAL and UNPAYABLE are proven.
    solution
        The best solution found, None without.
    bound
        Proven bound of each term (of maximised terms from above), as far as known.
    reason
        Why nothing is decided, where the backend can tell.
    """

    status: Status
    solution: Solution | None = None
    bound: tuple[int, ...] = ()
    reason: str = ""
