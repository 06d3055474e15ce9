"""The public functions: a problem in, a proven and verified payment out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InternalError, InvalidPaymentError, UndecidedError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Spell
from autotap.models.objective import Objective
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, Result, Shortfall, Status, ZonePayment
from autotap.solver.program import Program, Solution


P = TypeVar("P", Payment, ZonePayment)


class Clock:
    """Seconds per stage of one call.

    Parameters
    ----------
    limit_s
        Seconds that the call may use, None for no limit.
    """

    def __init__(self, limit_s: float | None) -> None:
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

    def result(self, status: Status, **fields: Any) -> Result:
        """Return a result with the times of the call."""
        seconds = time.perf_counter() - self.start
        return Result(
            status, backend="cp_sat", wall_time_s=seconds, stages_s=dict(self.stages), **fields
        )


def solve(
    problem: Problem | DuelMastersProblem, *, time_limit_s: float | None = None, seed: int = 0
) -> Result:
    """Decide a payment: the best one with proof, or a proof that there is none.

    Parameters
    ----------
    problem
        What to decide.
    time_limit_s
        Seconds of wall time for the whole call, None for no limit. When it strikes the status is
        FEASIBLE or UNKNOWN.
    seed
        Random seed; equal seeds and problems give equal results.

    Raises
    ------
    AutotapError
        For input that is not covered (`UnsupportedCostError`, `RestrictionSyntaxError`), and an
        `InternalError` if the payment found fails its own verification.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> solve(Problem(Board.parse("Plains; Island"), Spell.parse("{W}{U}"))).status
    <Status.OPTIMAL: 'OPTIMAL'>
    """
    clock = Clock(time_limit_s)
    if isinstance(problem, Problem):
        return _solve_magic(problem, clock, seed)
    return _solve_duel_masters(problem, clock, seed)


def pay(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    x: int | None = None,
    objective: Objective | None = None,
    must_use: Iterable[str] = (),
    forbid: Iterable[str] = (),
    time_limit_s: float | None = None,
    seed: int = 0,
) -> Result:
    """Pay a cost from a board; a cost text is Magic unless the board is a `ManaZone`.

    Parameters
    ----------
    cost
        Cost text, cost, or what is paid for.
    board
        Board text (Magic), board, or mana zone.
    x
        Value of X; None for the smallest.
    objective
        What counts as best; None for the default.
    must_use, forbid
        Ids of sources that must, or must not, be used.
    time_limit_s, seed
        As in `solve`.

    Raises
    ------
    AutotapError
        As `solve`, and for text that cannot be read.

    Examples
    --------
    >>> result = pay("{W}{U}", "Plains; Island; Tundra")
    >>> [activation.source for activation in result.unwrap().activations]
    ['Island', 'Plains']
    """
    options = {
        "x": x,
        "objective": objective or Objective(),
        "must_use": frozenset(must_use),
        "forbid": frozenset(forbid),
    }
    problem: Problem | DuelMastersProblem
    if isinstance(board, ManaZone):
        if isinstance(cost, str):
            cost = DuelMastersCost.parse(cost)
        if isinstance(cost, DuelMastersCost):
            cost = DuelMastersSpell(cost)
        problem = DuelMastersProblem(board, cost, **options)  # type: ignore[arg-type]
    else:
        if isinstance(board, str):
            board = Board.parse(board)
        if isinstance(cost, str):
            cost = Spell.parse(cost)
        if isinstance(cost, ManaCost):
            cost = Spell(cost)
        problem = Problem(board, cost, **options)  # type: ignore[arg-type]
    return solve(problem, time_limit_s=time_limit_s, seed=seed)


def can_pay(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    x: int | None = None,
    time_limit_s: float | None = None,
) -> bool:
    """Tell whether a cost can be paid.

    Raises
    ------
    UndecidedError
        If the time limit struck first.
    AutotapError
        As `pay`.

    Examples
    --------
    >>> can_pay("{W}{U}", "Plains; Plains")
    False
    """
    objective = Objective(("activations",)) if not isinstance(board, ManaZone) else None
    result = pay(cost, board, x=x, objective=objective, time_limit_s=time_limit_s)
    if result.status is Status.UNKNOWN:
        raise UndecidedError(f"not decided within {time_limit_s} s")
    return result.payment is not None


def _solve_magic(problem: Problem, clock: Clock, seed: int) -> Result:
    from autotap.solver.announce import announcements
    from autotap.solver.compile.mtg import compile_magic
    from autotap.solver.decode import decode_magic
    from autotap.solver.explain import magic_shortfall
    from autotap.solver.verify.mtg import verify_payment
    from autotap.solver.verify.score import score

    announced = announcements(problem.spell, problem.x)
    clock.lap("announce")
    blueprint = compile_magic(problem, announced)
    clock.lap("compile")

    def check(payment: Payment) -> dict[str, int]:
        return score(problem, verify_payment(problem, payment))

    return _run(
        Job(
            problem,
            blueprint.program,
            lambda solution: decode_magic(blueprint, solution),
            check,
            lambda: magic_shortfall(blueprint),
        ),
        clock,
        seed,
    )


def _solve_duel_masters(problem: DuelMastersProblem, clock: Clock, seed: int) -> Result:
    from autotap.solver.compile.duel_masters import compile_duel_masters
    from autotap.solver.compile.zone_program import decode_duel_masters
    from autotap.solver.explain import duel_masters_shortfall
    from autotap.solver.verify.duel_masters import evaluate_duel_masters, verify_duel_masters

    compiled = compile_duel_masters(problem)
    clock.lap("compile")

    def check(payment: ZonePayment) -> dict[str, int]:
        verify_duel_masters(problem, payment)
        return evaluate_duel_masters(problem, payment)

    return _run(
        Job(
            problem,
            compiled.program,
            lambda solution: decode_duel_masters(compiled, solution),
            check,
            lambda: duel_masters_shortfall(compiled),
        ),
        clock,
        seed,
    )


@dataclass(frozen=True, slots=True)
class Job(Generic[P]):
    """One compiled problem, with what its game contributes.

    Parameters
    ----------
    problem, program
        The question, before and after compiling.
    decode
        From a solution to a payment.
    check
        Replays the payment under the rules and returns the values of the terms that the replay
        shows.
    shortfall
        Why nothing pays.
    """

    problem: Problem | DuelMastersProblem
    program: Program
    decode: Callable[[Solution], P]
    check: Callable[[P], Mapping[str, int]]
    shortfall: Callable[[], Shortfall]


def _run(job: Job[P], clock: Clock, seed: int) -> Result:
    """Solve, decode and verify; the same for every game."""
    from autotap.solver.backends import cp_sat

    program = job.program
    names = [term.name for term in program.terms]
    warnings = tuple(f"unbounded mana: {label}" for label in program.unbounded)
    outcome = cp_sat.solve(program, time_limit_s=clock.remaining, seed=seed)
    clock.lap("solve")
    bound = dict(zip(names, outcome.bound, strict=False))
    if outcome.solution is None:
        shortfall = job.shortfall() if outcome.status is Status.UNPAYABLE else None
        clock.lap("explain")
        return clock.result(outcome.status, bound=bound, shortfall=shortfall, warnings=warnings)
    payment = job.decode(outcome.solution)
    clock.lap("decode")
    values = dict(zip(names, outcome.solution.values, strict=True))
    try:
        shown = job.check(payment)
    except InvalidPaymentError as error:
        raise InternalError(f"a payment failed its verification: {error}", _text(job)) from error
    wrong = {n: (values[n], shown[n]) for n in names if n in shown and values[n] != shown[n]}
    if wrong:
        raise InternalError(f"terms differ from the replay: {wrong}", _text(job))
    clock.lap("verify")
    return clock.result(
        outcome.status, payment=payment, objective=values, bound=bound, warnings=warnings
    )


def _text(job: Job[P]) -> str:
    from autotap.models.codec import problem_to_json

    return problem_to_json(job.problem)
