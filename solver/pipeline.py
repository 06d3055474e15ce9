"""The pipeline of one call: announce, compile, solve, decode, verify."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autotap.models.arguments import check_seconds
from autotap.models.errors import (
    BackendUnavailableError,
    InternalError,
    InvalidPaymentError,
    UnsupportedCostError,
)
from autotap.models.mtg.current import current_problem
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Shortfall, Status, ZonePayment
from autotap.solver.announce import announcements
from autotap.solver.backends import cp_sat
from autotap.solver.backends.base import TimeUp
from autotap.solver.compile.duel_masters import compile_duel_masters
from autotap.solver.compile.mtg import compile_magic
from autotap.solver.compile.terms import kept_weight
from autotap.solver.compile.zone_program import decode_duel_masters
from autotap.solver.decode import decode_magic
from autotap.solver.keeping import hopeless, still_payable, still_payable_in_zone
from autotap.solver.shortfall import duel_masters_shortfall, magic_shortfall, requirement_shortfall
from autotap.solver.verify.duel_masters import evaluate_duel_masters, verify_duel_masters
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.backends.base import Outcome
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.zone_program import ZoneProgram
    from autotap.solver.program import Program
    from autotap.solver.solution import Solution

MATCHER = "matcher"
GRANTED_S = 0.5
"""Seconds that compiling may take under any time limit, so that the matcher can still answer."""
MAX_SEED = 2**31 - 1
"""Largest random seed."""

P = TypeVar("P", Payment, ZonePayment)


class Clock:
    """Seconds per stage of one call.

    Parameters
    ----------
    limit_s
        Seconds that the call may use, None for no limit.

    Raises
    ------
    LimitError
        For a negative limit, or NaN.
    """

    def __init__(self, limit_s: float | None) -> None:
        check_seconds("time_limit_s", limit_s)
        self.limit_s = limit_s
        self.start = self.last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage."""
        now = time.perf_counter()
        self.stages[stage] = self.stages.get(stage, 0.0) + now - self.last
        self.last = now

    @property
    def remaining(self) -> float | None:
        """Seconds left, None without a limit."""
        if self.limit_s is None:
            return None
        return max(self.limit_s - (time.perf_counter() - self.start), 0.0)

    def check(self) -> None:
        """Raise `TimeUp` if no time is left, not even what compiling is granted."""
        if self.limit_s is None:
            return
        if time.perf_counter() - self.start > max(self.limit_s, GRANTED_S):
            raise TimeUp

    def result(self, status: Status, **fields: Any) -> Result:
        """Return a result with the times of the call."""
        seconds = time.perf_counter() - self.start
        return Result(status, wall_time_s=seconds, stages_s=self.stages, **fields)


@dataclass(frozen=True, slots=True)
class Job(Generic[P]):
    """One compiled problem, with what its game contributes.

    Parameters
    ----------
    problem, program
        The question, before and after compiling.
    decode
        From a solution to a payment.
    kept
        For each thing that is kept whether it stays payable after a payment.
    check
        Replays a payment under the rules and returns the values of the terms that it shows, given
        what is kept.
    shortfall
        Why nothing pays, found within so many seconds.
    freed
        Compiles the question without what the caller requires or forbids.
    asked, hopeless
        Numbers of what is kept that the Program asks for, and that is lost whatever is paid.
    sure
        What the latter adds to terms.
    asking
        Compiles the question anew, to ask for more of what is kept.
    """

    problem: Problem | DuelMastersProblem
    program: Program
    decode: Callable[[Solution], P]
    kept: Callable[[P], tuple[bool, ...]]
    check: Callable[[P, tuple[bool, ...]], Mapping[str, int]]
    shortfall: Callable[[float | None], Shortfall]
    freed: Callable[[], Program]
    asked: frozenset[int]
    hopeless: frozenset[int]
    sure: Mapping[str, int]
    asking: Callable[[frozenset[int]], Job[P]]

    def with_sure(self, values: dict[str, int]) -> dict[str, int]:
        """Return values of terms with what is lost whatever is paid."""
        return {name: value + self.sure.get(name, 0) for name, value in values.items()}


def magic_job(
    problem: Problem,
    clock: Clock,
    cut: Callable[[Blueprint], Blueprint] | None = None,
    asked: frozenset[int] = frozenset(),
) -> Job[Payment]:
    """Announce and compile a Magic problem, on the board as its effects leave it.

    ``cut`` changes what is compiled; ``asked`` has the numbers of what is kept that the Program
    asks for.

    Raises
    ------
    TimeUp
        If the time limit strikes before all is compiled.
    """
    now, current = current_problem(problem)
    clock.lap("effects")
    announced = announcements(now)
    clock.lap("announce")
    blueprint = compile_magic(now, announced, clock.check, asked)
    if cut is not None:
        blueprint = cut(blueprint)
    clock.lap("compile")

    def freed() -> Blueprint:
        return compile_magic(current_problem(_freed(problem))[0], announced)

    return Job(
        problem,
        blueprint.program,
        lambda solution: current.numbered(decode_magic(blueprint, solution)),
        lambda payment: still_payable(problem, payment) if problem.keep else (),
        lambda payment, kept: score(problem, verify_payment(problem, payment), kept=kept),
        lambda rest_s: magic_shortfall(
            freed() if problem.require or problem.already_spent else blueprint, rest_s
        ),
        lambda: freed().program,
        asked,
        without_hope := hopeless(problem) if problem.keep else frozenset(),
        {"losses": sum(kept_weight(problem, number) for number in without_hope)},
        lambda asked: magic_job(problem, clock, cut, asked),
    )


def duel_masters_job(
    problem: DuelMastersProblem,
    clock: Clock,
    cut: Callable[[ZoneProgram], ZoneProgram] | None = None,
    asked: frozenset[int] = frozenset(),
) -> Job[ZonePayment]:
    """Compile a Duel Masters problem; ``cut`` and ``asked`` as in `magic_job`."""
    compiled = compile_duel_masters(problem, asked)
    if cut is not None:
        compiled = cut(compiled)
    clock.lap("compile")

    def check(payment: ZonePayment, kept: tuple[bool, ...]) -> Mapping[str, int]:
        verify_duel_masters(problem, payment)
        return evaluate_duel_masters(problem, payment, kept)

    return Job(
        problem,
        compiled.program,
        lambda solution: decode_duel_masters(compiled, solution),
        lambda payment: still_payable_in_zone(problem, payment) if problem.keep else (),
        check,
        lambda rest_s: duel_masters_shortfall(problem, rest_s),
        lambda: compile_duel_masters(_freed(problem)).program,
        asked,
        frozenset(),
        {},
        lambda asked: duel_masters_job(problem, clock, cut, asked),
    )


Q = TypeVar("Q", "Problem", "DuelMastersProblem")


def _freed(problem: Q) -> Q:
    """Return a problem without requirements; mana that was spent before floats in it."""
    problem = replace(problem, must_use=frozenset(), forbid=frozenset())
    if not isinstance(problem, Problem):
        return problem
    board = replace(problem.board, pool=problem.board.pool + problem.already_spent)
    return replace(problem, board=board, require=(), already_spent=())


def _has_requirements(problem: Problem | DuelMastersProblem) -> bool:
    return bool(problem.must_use or problem.forbid) or (
        isinstance(problem, Problem) and bool(problem.require or problem.already_spent)
    )


def run(job: Job[P], clock: Clock, seed: int, backend: str, why: str) -> Result:
    """Solve, decode and verify.

    What is kept is taken to stay payable until an answer shows that it does not; then it is asked
    for. An answer that loses nothing but what was asked for, or has no hope, is the best: it was
    the best among more.

    Parameters
    ----------
    job
        What to solve.
    clock
        Of the call.
    seed
        Random seed, from 0 to `MAX_SEED`.
    backend
        The backend that must answer, any other name for CP-SAT with the matcher to fall back on.
    why
        Why no cheaper backend answers.

    Raises
    ------
    InternalError
        If the payment fails its verification, or its terms differ from what the replay shows.
    """
    program = job.program
    names = [term.name for term in program.terms]
    warnings = [f"unbounded mana: {label}" for label in program.unbounded]
    try:
        outcome, name, route = _solve(program, clock, seed, backend)
    except InternalError as error:
        raise InternalError(error.reason, reproduction(job.problem)) from error
    clock.lap("solve")
    bound = job.with_sure(dict(zip(names, outcome.bound, strict=False)))
    if outcome.reason:
        warnings.append(f"not decided: {outcome.reason}")
    answered = {
        "problem": job.problem,
        "bound": bound,
        "warnings": tuple(warnings),
        "backend": name,
        "route": route or why,
    }
    if outcome.solution is None:
        shortfall = _why_not(job, clock) if outcome.status is Status.UNPAYABLE else None
        clock.lap("explain")
        return clock.result(outcome.status, shortfall=shortfall, **answered)
    payment = job.decode(outcome.solution)
    clock.lap("decode")
    with verifying(job.problem):
        kept = job.kept(payment)
    clock.lap("verify")
    lost = frozenset(number for number, stays in enumerate(kept) if not stays) - job.hopeless
    if not lost <= job.asked:
        return run(job.asking(job.asked | lost), clock, seed, backend, why)
    values = job.with_sure(dict(zip(names, outcome.solution.values, strict=True)))
    proven = outcome.status is Status.OPTIMAL
    values = replayed(job.problem, lambda: job.check(payment, kept), values, proven=proven)
    clock.lap("verify")
    return clock.result(outcome.status, payment=payment, objective=values, kept=kept, **answered)


@contextmanager
def verifying(problem: Problem | DuelMastersProblem) -> Iterator[None]:
    """Say that it is a fault if a payment that was found does not verify."""
    try:
        yield
    except InvalidPaymentError as error:
        raise InternalError(
            f"a payment failed its verification: {error}", reproduction(problem)
        ) from error


def replayed(
    problem: Problem | DuelMastersProblem,
    check: Callable[[], Mapping[str, int]],
    values: dict[str, int],
    *,
    proven: bool,
) -> dict[str, int]:
    """Verify a payment, and return the values of its terms as the replay shows them.

    Parameters
    ----------
    problem
        What was asked.
    check
        Replays the payment and returns the values of the terms that it shows.
    values
        What the backend says they are.
    proven
        Whether the backend claims that they are best.

    Raises
    ------
    InternalError
        If the payment fails its verification, or what is claimed differs from the replay.
    """
    with verifying(problem):
        shown = check()
    wrong = {n: (v, shown[n]) for n, v in values.items() if n in shown and v != shown[n]}
    if wrong and proven:
        raise InternalError(f"terms differ from the replay: {wrong}", reproduction(problem))
    return values | {name: shown[name] for name in wrong}


def _solve(program: Program, clock: Clock, seed: int, backend: str) -> tuple[Outcome, str, str]:
    """Return what a backend says, its name, and why it was asked where it is not the first choice.

    The matcher is asked if it is named, and where CP-SAT is not installed, or decides nothing in
    time.
    """
    route = ""
    if backend != MATCHER:
        try:
            outcome = cp_sat.solve(program, time_limit_s=clock.remaining, seed=seed)
        except BackendUnavailableError:
            if backend == cp_sat.NAME:
                raise
            route = "CP-SAT is not installed"
        else:
            if outcome.status is not Status.UNKNOWN or backend == cp_sat.NAME:
                return outcome, cp_sat.NAME, ""
            route = "CP-SAT decided nothing in time"
    from autotap.solver.backends import matcher

    return matcher.solve(program, time_limit_s=clock.remaining, seed=seed), MATCHER, route


def _why_not(job: Job[P], clock: Clock) -> Shortfall:
    """Explain a no; if only requirements of the caller prevent paying, by them."""
    problem = job.problem
    if _has_requirements(problem):
        try:
            program = replace(job.freed(), terms=())
        except UnsupportedCostError:  # without the requirement an effect may end
            return job.shortfall(clock.remaining)
        freed, _, _ = _solve(program, clock, seed=0, backend="")
        if freed.solution is not None:
            return requirement_shortfall(problem)
    return job.shortfall(clock.remaining)


def reproduction(problem: Problem | DuelMastersProblem) -> str:
    """Return the JSON text of a problem that shows a fault."""
    from autotap.models.codec import problem_to_json

    return problem_to_json(problem)
