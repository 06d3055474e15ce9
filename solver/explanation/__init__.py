"""Why a cost cannot be paid and what would change that, or why a payment and not another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.arguments import ids_of, wrong
from autotap.models.errors import InputError
from autotap.models.explanation import Blocking, Cause, Explanation
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status, ZonePayment
from autotap.solver.api import pay
from autotap.solver.explanation.blocking import blocking_of
from autotap.solver.explanation.changes import changes_of
from autotap.solver.explanation.comparison import (
    with_payment,
    with_runner_up,
    with_use_of,
    without_use_of,
)
from autotap.solver.explanation.decide import pays, requirements_of, undecided, without_demands
from autotap.solver.explanation.fewest import Unsettled
from autotap.solver.explanation.zone_blocking import zone_blocking
from autotap.solver.pipeline import Clock
from autotap.solver.shortfall import requirement_shortfall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import Result

__all__ = ["explain", "explain_result"]


def explain(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    instead: Payment | ZonePayment | None = None,
    using: str | Iterable[str] = (),
    instead_of: str | Iterable[str] = (),
    time_limit_s: float | None = None,
    **options: Any,
) -> Explanation:
    """Explain why a cost cannot be paid and what would change that, or why it is paid as it is.

    Parameters
    ----------
    cost, board
        As in `pay`.
    instead
        A payment to compare with; it is verified first.
    using
        Ids of sources, or a single one: compare with the best payment that uses them as well ("why
        not tap the Tundra?").
    instead_of
        Ids of sources: compare with the best payment that leaves them alone ("why tap the
        Tundra?").
    time_limit_s
        Seconds of wall time for the whole call, None for no limit.
    options
        Other keywords of `pay`.

    Returns
    -------
    Explanation
        Without a payment, the blocking set and the smallest changes that make the cost payable,
        each proven to be smallest. With one, a comparison with the alternative that is named,
        else with the runner-up: the best payment that does without a source of the best one, or
        where that needs none, the best payment that needs one. Sources that nothing in the
        question tells apart stand for each other.

    Raises
    ------
    InputError
        If more than one alternative is named.
    UnknownNameError
        If an id is not on the board.
    UndecidedError
        If the time limit strikes, or mana is unbounded and no order was found.
    AutotapError
        As `pay`.

    Notes
    -----
    Everything is decided by the exact solver on the changed question, some ten to some hundred
    times for a no, once for a yes.

    Examples
    --------
    >>> print(explain("{U}{U}", "Island; Tundra (tapped)"))
    {U}{U} needs two from Island, and at most one can be had. Tundra is tapped. \
It could be paid with one more {U}, or with Tundra untapped.
    >>> print(explain("{U}", "Island; Tundra", using=["Tundra"]))
    Using Tundra is worse: it uses up sources that could pay for more (72 against 24).
    """
    clock = Clock(time_limit_s)
    using, instead_of = ids_of("using", using), ids_of("instead_of", instead_of)
    result = pay(cost, board, time_limit_s=time_limit_s, **options)
    return explain_result(
        result,
        instead=instead,
        using=using,
        instead_of=instead_of,
        time_limit_s=clock.remaining,
    )


def explain_result(
    result: Result,
    *,
    instead: Payment | ZonePayment | None = None,
    using: str | Iterable[str] = (),
    instead_of: str | Iterable[str] = (),
    time_limit_s: float | None = None,
) -> Explanation:
    """Explain a result, with the problem that it answers; see `explain`."""
    using, instead_of = ids_of("using", using), ids_of("instead_of", instead_of)
    if instead is not None and not isinstance(instead, (Payment, ZonePayment)):
        raise wrong("instead", instead, "a payment, or None")
    if (instead is not None) + bool(using) + bool(instead_of) > 1:
        raise InputError("alternatives", "one of instead, using and instead_of")
    clock = Clock(time_limit_s)
    if result.status is Status.UNKNOWN or result.problem is None:
        raise undecided(clock)
    if result.payment is None:
        blocking = _blocking(result.problem, clock)
        changes, unsettled = changes_of(result.problem, clock)
        return Explanation(result, blocking, changes, unsettled)
    if instead is not None:
        comparison = with_payment(result, instead, clock)
    elif using:
        comparison = with_use_of(result, using, clock)
    elif instead_of:
        comparison = without_use_of(result, instead_of, clock)
    else:
        comparison = with_runner_up(result, clock)
    return Explanation(result, comparison=comparison)


def _blocking(problem: Problem | DuelMastersProblem, clock: Clock) -> Blocking:
    """Find the blocking set, with what the caller forbids, but without what is required."""
    free = without_demands(problem)
    wholly_free = without_demands(problem, forbid=False)
    required = requirements_of(problem) and _settled_yes(wholly_free, clock)
    if required and _settled_yes(free, clock):
        return Blocking(Cause.REQUIREMENT, sentence=requirement_shortfall(problem).sentence)
    found = blocking_of(free, clock) if isinstance(free, Problem) else zone_blocking(free, clock)
    return replace(found, cause=Cause.REQUIREMENT) if required else found


def _settled_yes(problem: Problem | DuelMastersProblem, clock: Clock) -> bool:
    try:
        return pays(problem, clock)
    except Unsettled:
        return False
