"""What a job is, and how what it measures is held against its target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.results import Row

if TYPE_CHECKING:
    from collections.abc import Callable

MEASURED = "measured"
"""Name of the sample, or of the fact, that is held against the target."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    Parameters
    ----------
    questions, rounds
        As in `benchmarks.run`.
    pairs
        Number of distinct (cost, board) pairs for jobs of microseconds.
    budget_s
        Seconds after which a round of pairs ends early; how many were asked is told.
    seed
        Seed of the questions.
    """

    questions: int
    rounds: int
    pairs: int
    budget_s: float
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Job:
    """One job.

    Parameters
    ----------
    title
        What is done.
    measure
        Does it and returns a row for each number to reach.
    """

    title: str
    measure: Callable[[Effort], list[Row]]


def judged(name: str, size: int, target: str, met: bool, **rest: Any) -> Row:
    """Make the row of a target; `rest` has fields of `Row`, the samples at least."""
    facts = {"target": target, "verdict": "met" if met else "missed", **rest.pop("facts", {})}
    return Row(name, size, rest.pop("samples"), facts=facts, **rest)
