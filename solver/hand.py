"""Which cards of a hand can be paid, each for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from autotap.models.arguments import several, wrong
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.problem import COSTS
from autotap.solver.api import against, as_board, pay
from autotap.solver.payable import can_pay, time_left

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell
    from autotap.models.result import Result

    Cost = str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell


@overload
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: Literal[False] = False,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, bool]: ...
@overload
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: Literal[True],
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, Result]: ...
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: bool = False,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, bool] | dict[Any, Result]:
    """Tell which cards can be paid, each as if it were the only one.

    Parameters
    ----------
    hand
        Costs, or what is paid for, by name; or just these, or a single one, which then are their
        own names. X is the smallest that can be paid.
    board, opponent
        As in `pay`. What it has to give is worked out once for all cards.
    payments
        Whether to return the best payment of each card instead of yes or no.
    time_limit_s
        Seconds of wall time for all cards together, None for no limit.

    Returns
    -------
    dict
        Per name, in the order of the hand, whether the card can be paid, or with `payments` the
        `Result` of `pay`. Equal costs are decided once, and share their result.

    Raises
    ------
    UndecidedError
        As `can_pay`; not with `payments`, where the result says so.
    AutotapError
        As `pay`, for the first card that cannot be read.

    Examples
    --------
    >>> castable({"Counterspell": "{U}{U}", "Bear": "{1}{G}"}, "2 Island; Wastes")
    {'Counterspell': True, 'Bear': False}
    >>> results = castable(["{U}", "{W}"], "Island", payments=True)
    >>> [(cost, str(result.status)) for cost, result in results.items()]
    [('{U}', 'OPTIMAL'), ('{W}', 'UNPAYABLE')]
    """
    left = time_left(time_limit_s)
    if not isinstance(board, ManaZone):
        board, opponent = against(as_board(board), opponent), None
    if isinstance(hand, Mapping):
        cards = dict(hand)
    else:
        costs = several("hand", hand, "costs, or a mapping of names to them", *COSTS)
        cards = dict(zip(map(_cost, costs), costs, strict=True))
    decide = pay if payments else can_pay
    known: dict[Cost, bool | Result] = {}
    for cost in map(_cost, cards.values()):
        if cost not in known:
            known[cost] = decide(cost, board, opponent=opponent, time_limit_s=left())
    return {name: known[cost] for name, cost in cards.items()}  # type: ignore[return-value]


def _cost(cost: Any) -> Cost:
    """Return a cost of a hand as it is."""
    if not isinstance(cost, COSTS):
        raise wrong("hand", cost, "costs, or what is paid")
    return cost
