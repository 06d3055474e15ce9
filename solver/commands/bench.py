"""The command ``autotap bench``."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autotap.solver.commands.answer import write_json
from autotap.solver.commands.parameters import (
    QUESTION,
    AsJson,
    Given,
    ProblemFile,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_asked
from autotap.solver.commands.terminal import reported, styled, table, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.problem import DuelMastersProblem, Problem

UNIT = 1000
"""Milliseconds in a second."""


@dataclass(frozen=True, slots=True)
class Times:
    """Some times of the same thing, in milliseconds.

    Parameters
    ----------
    median
        Half of them are shorter.
    quartiles
        A quarter of them is shorter than the first, a quarter longer than the second.
    """

    median: float
    quartiles: tuple[float, float]

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Times:
        """Sum up times in seconds.

        Examples
        --------
        >>> str(Times.of([0.001, 0.002, 0.004]))
        '2.000 ms (1.500 to 3.000)'
        """
        several = [*seconds, *seconds] if len(seconds) == 1 else seconds
        low, _, high = quantiles(several, method="inclusive")
        return cls(UNIT * median(seconds), (UNIT * low, UNIT * high))

    def __str__(self) -> str:
        low, high = self.quartiles
        return f"{self.median:.3f} ms ({low:.3f} to {high:.3f})"


@taking(*QUESTION)
def bench(
    given: Given,
    *,
    file: ProblemFile = None,
    repeat: Annotated[int, typer.Option(min=1, help="How often each backend answers.")] = 20,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """Time a question as in pay: every backend that can answer it, with the stages of each.

    Times are medians, with the quartiles in brackets. A first answer of each backend, which loads
    it, is not timed; answers are never taken from the cache.
    """
    from autotap.models.errors import BackendUnavailableError, UnsupportedByBackend
    from autotap.solver.router import AUTO, BACKENDS

    with reported(paths=file is not None, zone=given["--zone"] is not None):
        problem = problem_asked(given, file)
        timed: dict[str, dict[str, Any]] = {}
        beyond: dict[str, str] = {}
        for backend in (AUTO, *BACKENDS):
            try:
                timed[backend] = _timed(problem, backend, repeat, time_limit_s)
            except (BackendUnavailableError, UnsupportedByBackend) as error:
                beyond[backend] = str(error).removeprefix(f"{backend}: ")
    if json:
        write_json(
            {"repeat": repeat, "backends": {k: _data(v) for k, v in timed.items()}, "not": beyond}
        )
        return
    rows = []
    for backend, one in timed.items():
        name = backend if one["backend"] == backend else f"{backend} ({one['backend']})"
        rows.append((name, one["status"], "all", str(one["all"])))
        rows += [("", "", stage, str(times)) for stage, times in one["stages"].items()]
    write(table(["backend", "answer", "stage", "time"], rows))
    write(styled([("dim", f"{backend} cannot: {why}") for backend, why in beyond.items()]))


def _timed(
    problem: Problem | DuelMastersProblem, backend: str, repeat: int, time_limit_s: float | None
) -> dict[str, Any]:
    from time import perf_counter

    from autotap.solver import solve

    results, seconds = [], []
    for _ in range(repeat + 1):
        start = perf_counter()
        results.append(solve(problem, backend=backend, time_limit_s=time_limit_s, use_cache=False))
        seconds.append(perf_counter() - start)
    return {
        "status": str(results[-1].status),
        "backend": results[-1].backend,
        "all": Times.of(seconds[1:]),
        "stages": {
            stage: Times.of([result.stages_s.get(stage, 0.0) for result in results[1:]])
            for stage in results[-1].stages_s
        },
    }


def _data(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "status": one["status"],
        "backend": one["backend"],
        "all_ms": _times_data(one["all"]),
        "stages_ms": {stage: _times_data(times) for stage, times in one["stages"].items()},
    }


def _times_data(times: Times) -> dict[str, Any]:
    low, high = times.quartiles
    return {"median": round(times.median, 4), "quartiles": [round(low, 4), round(high, 4)]}
