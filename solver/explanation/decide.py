"""Deciding what is changed: the exact solver, asked for any payment at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.errors import (
    BackendUnavailableError,
    LimitError,
    UndecidedError,
    UnsupportedCostError,
)
from autotap.models.mtg.current import current_problem
from autotap.models.objective import Objective
from autotap.models.problem import Problem
from autotap.models.result import Status
from autotap.solver import direct
from autotap.solver.announce import announcements
from autotap.solver.backends import cp_sat
from autotap.solver.backends.base import TimeUp
from autotap.solver.compile.duel_masters import compile_duel_masters
from autotap.solver.compile.mtg import compile_magic
from autotap.solver.explanation.fewest import Unsettled
from autotap.solver.explanation.levers import asks_for_life

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.backends.base import Outcome
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.pipeline import Clock
    from autotap.solver.program import Program

LETHAL = "lethal"
"""The term that says whether a payment loses the game."""


def blueprint_of(problem: Problem, clock: Clock) -> Blueprint:
    """Compile a Magic problem as it is now.

    Raises
    ------
    UndecidedError
        If the time is up.
    """
    now, _ = current_problem(problem)
    try:
        return compile_magic(now, announcements(now), clock.check)
    except TimeUp:
        raise undecided(clock) from None


def outcome_of(program: Program, clock: Clock) -> Outcome:
    """Solve a Program, with proof.

    Raises
    ------
    UndecidedError
        If it is not decided in time, or mana is unbounded and no order was found.
    """
    left = clock.remaining
    try:
        outcome = cp_sat.solve(program, time_limit_s=left)
    except BackendUnavailableError:
        from autotap.solver.backends import matcher

        outcome = matcher.solve(program, time_limit_s=left)
    if outcome.status is Status.UNKNOWN or (outcome.status is Status.FEASIBLE and program.terms):
        raise undecided(clock)
    return outcome


def undecided(clock: Clock) -> UndecidedError:
    """Return the error that says so."""
    limit = "" if clock.limit_s is None else f" within {clock.limit_s} s"
    return UndecidedError(f"not decided{limit}")


def is_paid(program: Program, clock: Clock) -> bool:
    """Tell whether a Program has any solution."""
    return outcome_of(replace(program, terms=()), clock).solution is not None


def pays(problem: Problem | DuelMastersProblem, clock: Clock) -> bool:
    """Tell whether anything pays.

    Raises
    ------
    UndecidedError
        If it is not decided in time.
    Unsettled
        If what is asked is not covered.
    """
    try:
        if not isinstance(problem, Problem):
            return is_paid(compile_duel_masters(replace(problem, keep=())).program, clock)
        if not requirements_of(problem):
            answer = direct.can_pay(problem.board, problem.spell, problem.x)
            if answer is not None:
                return answer
        blueprint = blueprint_of(replace(problem, keep=()), clock)
    except (UnsupportedCostError, LimitError):
        raise Unsettled from None
    return bool(blueprint.announcements) and is_paid(blueprint.program, clock)


def survives(problem: Problem | DuelMastersProblem, clock: Clock) -> bool:
    """Tell whether anything pays that does not lose the game: no life is lost, or some is left.

    Raises
    ------
    UndecidedError, Unsettled
        As `pays`.
    """
    if not pays(problem, clock):
        return False
    if not isinstance(problem, Problem) or not risks_life(problem):
        return True
    asked = replace(problem, keep=(), objective=Objective((LETHAL,)))
    program = blueprint_of(asked, clock).program
    options = tuple(replace(option, rank=0) for option in program.options)
    solution = outcome_of(replace(program, options=options), clock).solution
    assert solution is not None
    place = [term.name for term in program.terms].index(LETHAL)
    return not solution.values[place]


def risks_life(problem: Problem) -> bool:
    """Tell whether anything can be paid with life, or damages the player."""
    now, _ = current_problem(problem)
    abilities = (ability for source in now.board.sources for ability in source.abilities)
    return asks_for_life(now) or any(each.damage or each.damage_waiting for each in abilities)


def requirements_of(problem: Problem | DuelMastersProblem) -> bool:
    """Tell whether the caller requires or forbids anything."""
    wishes = isinstance(problem, Problem) and (problem.require or problem.already_spent)
    return bool(problem.must_use or problem.forbid or wishes)


def without_demands(
    problem: Problem | DuelMastersProblem, *, forbid: bool = True
) -> Problem | DuelMastersProblem:
    """Return a problem in which nothing must be used; mana spent before floats in it.

    ``forbid``: whether what the caller forbids stays forbidden.
    """
    forbidden = problem.forbid if forbid else frozenset[str]()
    if not isinstance(problem, Problem):
        return replace(problem, must_use=frozenset(), forbid=forbidden, keep=())
    return replace(
        problem,
        board=replace(problem.board, pool=problem.board.pool + problem.already_spent),
        must_use=frozenset(),
        forbid=forbidden,
        keep=(),
        require=(),
        already_spent=(),
    )
