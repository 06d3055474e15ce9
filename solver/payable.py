"""Whether a cost can be paid at all: the question that is asked most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.arguments import check_seconds, whole
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError, UndecidedError
from autotap.models.objective import Objective
from autotap.models.problem import MAX_X
from autotap.models.result import Status
from autotap.solver import direct
from autotap.solver.api import against, as_board, as_spell, pay

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell

ANY_PAYMENT = Objective(("activations",))


def can_pay(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    x: int | None = None,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> bool:
    """Tell whether a cost can be paid; the parameters are those of `pay`.

    Raises
    ------
    UndecidedError
        If the time limit struck first, or mana is unbounded and no order was found.
    AutotapError
        As `pay`.

    Examples
    --------
    >>> can_pay("{W}{U}", "Plains; Plains")
    False
    """
    objective = None
    check_seconds("time_limit_s", time_limit_s)
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
    else:
        board, cost = as_board(board), as_spell(cost)
        if x is not None:
            x = whole("x", x, most=MAX_X, or_none=True)
        if opponent is not None:
            board = against(board, opponent)
        answer = direct.can_pay(board, cost, x)
        if answer is not None:
            return answer
        objective = ANY_PAYMENT
    result = pay(cost, board, x=x, objective=objective, time_limit_s=time_limit_s)
    if result.status is Status.UNKNOWN:
        limit = "" if time_limit_s is None else f" within {time_limit_s} s"
        raise UndecidedError(f"not decided{limit}{''.join(f'; {w}' for w in result.warnings)}")
    return result.payment is not None


def time_left(time_limit_s: float | None) -> Callable[[], float | None]:
    """Start the clock of a call that asks several questions; the seconds left, None for no limit.

    Raises
    ------
    LimitError
        For a negative limit, or one that is no number.
    """
    if time_limit_s is None:
        return lambda: None
    from autotap.solver.pipeline import Clock

    clock = Clock(time_limit_s)
    return lambda: clock.remaining
