"""The general engine: CP-SAT over grouped counts, with order added only where it is needed.

The formulation without order is solved first. If its counts can be put into an order they are
optimal, for it is a relaxation; if it has no solution, nothing pays. Otherwise ranks are added, and
then stages, twice as many each time, until the staged optimum meets the bound or no further stage
can help. The same stages with a tail without order raise the bound.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import InternalError, LimitError
from autotap.models.memo import per_object
from autotap.models.result import Status
from autotap.solver.backends.base import Outcome, TimeUp
from autotap.solver.backends.caps import activation_caps, most_stages
from autotap.solver.backends.formulation import NO_ORDER, Formulation
from autotap.solver.backends.lexicographic import minimise
from autotap.solver.backends.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.solver.program import Program, Quantity
    from autotap.solver.solution import Solution

NAME = "cp_sat"
MAX_UNBOUNDED_STAGES = 32
"""Stages after which a question with unbounded units is left undecided."""


def solve(
    program: Program,
    *,
    time_limit_s: float | None = None,
    seed: int = 0,
    ordered: bool = False,
) -> Outcome:
    """Solve a Program exactly.

    Parameters
    ----------
    program
        The question.
    time_limit_s
        Seconds of wall time, None for no limit.
    seed
        Random seed of CP-SAT.
    ordered
        Whether to begin with ranks: without order there would be units for nothing.

    Raises
    ------
    BackendUnavailableError
        If OR-Tools is not installed.
    """
    return _Search(program, time_limit_s, seed, ordered=ordered).run()


def shortage(program: Program, *, time_limit_s: float | None = None) -> dict[int, int]:
    """Return the units that each demand lacks when as many as possible are paid.

    Empty if nothing was found in time, or if only the order of activations, or something that is no
    demand, prevents paying.
    """
    kept = None if program.frame is None else _kept_lacking(program.frame)
    form = _lacking(program) if kept is None or kept.by_flows else kept.asking(program)
    answer = form.model.minimise(dict.fromkeys(form.short.values(), 1), time_limit_s, 0)
    if answer.values is None:
        return {}
    lacks = {demand: answer.value({variable: 1}) for demand, variable in form.short.items()}
    return {demand: number for demand, number in lacks.items() if number}


class Attempt(NamedTuple):
    """A formulation to try.

    Parameters
    ----------
    stages, ranks, tail
        As in `Formulation`.
    last
        Whether nothing stricter can be needed.
    """

    stages: int = NO_ORDER
    ranks: bool = False
    tail: bool = False
    last: bool = False

    @property
    def is_relaxation(self) -> bool:
        """Whether its optimum is a bound."""
        return self.stages == NO_ORDER or self.tail


def _lacking(program: Program) -> Formulation:
    """Return the formulation of what a Program lacks."""
    asked = replace(program, terms=(), required=(), laters=())
    return Formulation(asked, may_fall_short=True)


_kept_lacking = per_object(maxsize=64)(_lacking)


@per_object(maxsize=64)
def _relaxation(frame: Program) -> Formulation:
    """Return the formulation without order of the Programs with one frame."""
    return Formulation(frame)


class _Search:
    def __init__(
        self, program: Program, time_limit_s: float | None, seed: int, *, ordered: bool = False
    ) -> None:
        self.program = program
        self.ordered = ordered
        self.seed = seed
        self.deadline = None if time_limit_s is None else time.perf_counter() + time_limit_s

    def remaining(self) -> float | None:
        if self.deadline is None:
            return None
        rest = self.deadline - time.perf_counter()
        if rest <= 0:
            raise TimeUp
        return rest

    def run(self) -> Outcome:
        best: Solution | None = None
        reached: tuple[int, ...] = ()
        bound: tuple[int, ...] = ()
        try:
            for attempt in self.attempts():
                form = self.formulation(attempt)
                levels = form.levels
                answer, proven = minimise(form.model, levels, self.remaining, self.seed, form.goal)
                if answer.values is None:
                    if not proven:
                        break
                    if attempt.is_relaxation or (attempt.last and best is None):
                        return Outcome(Status.UNPAYABLE)
                    if attempt.last:
                        break
                    continue
                vector = tuple(answer.value(level) for level in levels)
                if attempt.is_relaxation and proven:
                    bound = max(bound, vector)
                    if best is not None and reached == bound:
                        return Outcome(Status.OPTIMAL, best, self.public(bound))
                reading = Reading(form, answer)
                solution = self.read(reading, vector)
                overstated: dict[Quantity, int] = {}
                if solution is not None:
                    overstated = reading.overstated()
                    honest = self.without(vector, overstated)
                    if best is None or honest < reached:
                        best, reached = replace(solution, values=self.public(honest)), honest
                if solution is None or overstated:
                    if not proven:
                        break
                    if not (attempt.is_relaxation or self.program.unbounded):
                        raise InternalError("a solution in stages cannot be carried out")
                    continue
                if proven and (attempt.is_relaxation or attempt.last or vector == bound):
                    return Outcome(Status.OPTIMAL, best, self.public(vector))
                if not proven:
                    break
        except TimeUp:
            pass
        status = Status.UNKNOWN if best is None else Status.FEASIBLE
        return Outcome(status, best, self.public(bound))

    def read(self, reading: Reading, vector: tuple[int, ...]) -> Solution | None:
        """Return a solution in order; None too where it goes through a loop for too long."""
        try:
            return reading.solution(self.public(vector))
        except LimitError:
            if self.program.unbounded:
                return None
            raise

    def formulation(self, attempt: Attempt) -> Formulation:
        frame = self.program.frame
        if frame is None or attempt != Attempt():
            stages, ranks, tail, _ = attempt
            return Formulation(self.program, stages, ranks=ranks, tail=tail)
        return _relaxation(frame).asking(self.program)

    def attempts(self) -> Iterator[Attempt]:
        """Yield formulations, stricter and stricter."""
        program = self.program
        circular = any(a.component is not None for a in program.activations)
        if not (self.ordered and circular):
            yield Attempt()
        if circular:
            yield Attempt(ranks=True)
        most = most_stages(program, activation_caps(program))
        stages = 1
        while stages < most and not (program.unbounded and stages > MAX_UNBOUNDED_STAGES):
            yield Attempt(stages)
            yield Attempt(stages, tail=True)
            stages *= 2
        if not program.unbounded:
            yield Attempt(max(most, 1), last=True)

    def without(
        self, vector: tuple[int, ...], overstated: Mapping[Quantity, int]
    ) -> tuple[int, ...]:
        """Return minimised values without what is claimed of the position left, but not shown."""
        if not overstated:
            return vector
        values = list(vector)
        for number, term in enumerate(self.program.terms, 1):
            change = sum(weight * overstated.get(quantity, 0) for quantity, weight in term.parts)
            values[number] += -change if term.maximise else change
        return tuple(values)

    def public(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """Turn minimised values, the first of which is the rank, into values of the terms."""
        return tuple(
            -value if term.maximise else value
            for term, value in zip(self.program.terms, vector[1:], strict=False)
        )
