"""The router: which backend answers a question.

With ``"auto"`` it is the cheapest one that is exact for the question; `BACKENDS` says for what each
is. A question that is beyond a backend is never simplified to fit it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import (
    InputError,
    InternalError,
    InvalidPaymentError,
    LimitError,
    UnsupportedByBackend,
)
from autotap.models.problem import Problem
from autotap.models.result import Result, Status
from autotap.solver import direct
from autotap.solver.backends import cp_sat, greedy
from autotap.solver.pipeline import (
    MATCHER,
    MAX_SEED,
    Clock,
    duel_masters_job,
    magic_job,
    reproduction,
    run,
)
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem

AUTO = "auto"

BACKENDS = {
    greedy.NAME: "Magic; units that stand for themselves, each source with a price of its own",
    cp_sat.NAME: "every question; the proof may not finish where mana is unbounded",
    MATCHER: "every question, without a promise to decide it",
}
"""What each backend is exact for, the cheapest first."""


def decide(
    problem: Problem | DuelMastersProblem,
    *,
    backend: str = AUTO,
    time_limit_s: float | None = None,
    seed: int = 0,
) -> Result:
    """Answer a question by the cheapest backend that is exact for it, or by the one named.

    Raises
    ------
    UnsupportedByBackend
        If the backend named cannot express the question.
    """
    if backend != AUTO and backend not in BACKENDS:
        raise InputError(backend, f"one of {', '.join((AUTO, *BACKENDS))}")
    if not 0 <= seed <= MAX_SEED:
        raise LimitError(f"seed {seed}", f"a number from 0 to {MAX_SEED}")
    clock = Clock(time_limit_s)
    why = ""
    if backend in (AUTO, greedy.NAME):
        answer = _direct(problem, clock) if isinstance(problem, Problem) else "Duel Masters"
        if isinstance(answer, Result):
            return answer
        if backend != AUTO:
            raise UnsupportedByBackend(f"{backend}: {answer}")
        why = answer
    if isinstance(problem, Problem):
        return run(magic_job(problem, clock), clock, seed, backend, why)
    return run(duel_masters_job(problem, clock), clock, seed, backend, why)


def _direct(problem: Problem, clock: Clock) -> Result | str:
    """Answer without a Program, or say what is beyond that."""
    question = direct.question_of(problem)
    if isinstance(question, str):
        return question
    clock.lap("compile")
    shortfall = direct.shortfall(question)
    route = BACKENDS[greedy.NAME]
    if shortfall is not None:
        clock.lap("solve")
        return clock.result(
            Status.UNPAYABLE,
            problem=problem,
            backend=greedy.NAME,
            route=route,
            shortfall=shortfall,
        )
    plan = direct.plan_of(question)
    if isinstance(plan, str):
        return plan
    clock.lap("solve")
    payment = direct.payment_of(question, plan)
    objective = direct.objective_of(plan)
    clock.lap("decode")
    try:
        shown = score(problem, verify_payment(problem, payment))
    except InvalidPaymentError as error:
        raise InternalError(
            f"a payment failed its verification: {error}", reproduction(problem)
        ) from error
    for name, value in shown.items():
        if objective[name] != value:
            raise InternalError(
                f"{name} is {objective[name]}, the replay shows {value}", reproduction(problem)
            )
    clock.lap("verify")
    return clock.result(
        Status.OPTIMAL,
        problem=problem,
        payment=payment,
        objective=objective,
        bound=objective,
        backend=greedy.NAME,
        route=route,
    )
