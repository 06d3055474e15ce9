"""The router: which backend answers a question.

With ``"auto"`` it is the cheapest one that is exact for the question; `BACKENDS` says for what each
is. A question that is beyond a backend is never simplified to fit it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autotap.models.arguments import whole, wrong
from autotap.models.errors import BackendUnavailableError, UnsupportedByBackend
from autotap.models.mtg.current import current_problem
from autotap.models.problem import Problem
from autotap.models.result import Result, Status
from autotap.solver import direct
from autotap.solver.backends import cp_sat, flow, greedy
from autotap.solver.backends.base import TimeUp
from autotap.solver.compile.terms import kept_weight
from autotap.solver.keeping import hopeless, still_payable
from autotap.solver.kept_plans import plan_keeping
from autotap.solver.pipeline import (
    MATCHER,
    MAX_SEED,
    Clock,
    duel_masters_job,
    magic_job,
    replayed,
    run,
    verifying,
)
from autotap.solver.plans import Plan, plan_of
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem

AUTO = "auto"

BACKENDS = {
    greedy.NAME: "Magic; units that stand for themselves, one price each, and a few choices",
    flow.NAME: "Magic; units that stand for themselves, with prices that depend on their use",
    cp_sat.NAME: "every question; the proof may not finish where mana is unbounded",
    MATCHER: "every question, without a promise to decide it",
}
"""What each backend is exact for, the cheapest first."""
KEPT_LOST = "what is kept and would be lost"


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
        raise wrong("backend", backend, f"one of {', '.join((AUTO, *BACKENDS))}")
    whole("seed", seed, most=MAX_SEED)
    clock = Clock(time_limit_s)
    why, asked = "", frozenset[int]()
    if backend in (AUTO, greedy.NAME, flow.NAME):
        named = "" if backend == AUTO else backend
        answer: Result | Beyond = Beyond("Duel Masters")
        if isinstance(problem, Problem):
            answer = _direct(problem, clock, named)
        if isinstance(answer, Result):
            return answer
        if named:
            raise UnsupportedByBackend(f"{backend}: {answer.why}")
        why, asked = answer
    if isinstance(problem, Problem):
        try:
            job = magic_job(problem, clock, asked=asked)
        except TimeUp:
            return clock.result(Status.UNKNOWN, problem=problem, backend=cp_sat.NAME, route=why)
        return run(job, clock, seed, backend, why)
    return run(duel_masters_job(problem, clock), clock, seed, backend, why)


class Beyond(NamedTuple):
    """What is beyond an answer without a Program.

    Parameters
    ----------
    why
        The feature.
    lost
        Numbers of what is kept that the best payment loses if nothing is kept.
    """

    why: str
    lost: frozenset[int] = frozenset()


def _direct(problem: Problem, clock: Clock, backend: str) -> Result | Beyond:
    """Answer without a Program, or say what is beyond that.

    What is kept is searched for among independent units (`kept_plans.py`). Elsewhere a payment that
    is best if nothing is kept, and loses nothing but what has no hope, is best.
    """
    now, current = current_problem(problem)
    question = direct.question_of(now)
    if isinstance(question, str):
        return Beyond(question)
    clock.lap("compile")
    try:
        plan = plan_of(question, backend)
    except BackendUnavailableError as error:
        plan = str(error)
    if not isinstance(plan, Plan):
        short = direct.shortfall(question)
        if short is None:
            return Beyond(plan or "no bundles that pay")
        clock.lap("solve")
        name = backend or greedy.NAME
        return clock.result(
            Status.UNPAYABLE, problem=problem, backend=name, route=BACKENDS[name], shortfall=short
        )
    beyond = ""
    if problem.keep:
        keeping = KEPT_LOST if backend == flow.NAME else plan_keeping(question, plan)
        if isinstance(keeping, Plan):
            plan = keeping
        else:
            beyond = keeping
    clock.lap("solve")
    payment = current.numbered(direct.payment_of(question, plan))
    objective = direct.objective_of(plan)
    clock.lap("decode")
    kept: tuple[bool, ...] = ()
    if problem.keep:
        with verifying(problem):
            kept = still_payable(problem, payment)
    if beyond:
        without_hope = hopeless(problem)
        lost = frozenset(number for number, stays in enumerate(kept) if not stays)
        if not lost <= without_hope:
            return Beyond(beyond, lost - without_hope)
        objective["losses"] += sum(kept_weight(problem, number) for number in without_hope)
    replayed(
        problem,
        lambda: score(problem, verify_payment(problem, payment), kept=kept),
        objective,
        proven=True,
    )
    clock.lap("verify")
    return clock.result(
        Status.OPTIMAL,
        problem=problem,
        payment=payment,
        objective=objective,
        bound=objective,
        kept=kept,
        backend=plan.backend,
        route=BACKENDS[plan.backend],
    )
