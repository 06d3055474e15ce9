"""Which cards of a hand can be paid, each for itself or together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from autotap.models.arguments import several, wrong
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError, UndecidedError
from autotap.models.problem import COSTS, DuelMastersProblem, Problem
from autotap.models.result import Payment, Result, Status
from autotap.models.turn import TurnCard
from autotap.solver.api import against, as_board, as_spell, as_zone_spell, pay
from autotap.solver.payable import can_pay, time_left

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell
    from autotap.models.turn import Turn, TurnStep

    Cost = str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell


@overload
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: Literal[False] = False,
    jointly: bool = False,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, bool]: ...
@overload
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: Literal[True],
    jointly: bool = False,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, Result]: ...
def castable(
    hand: Mapping[Any, Cost] | Cost | Iterable[Cost],
    board: str | Board | ManaZone,
    *,
    payments: bool = False,
    jointly: bool = False,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> dict[Any, bool] | dict[Any, Result]:
    """Tell which cards can be paid, each as if it were the only one, or all one after another.

    Parameters
    ----------
    hand
        Costs, or what is paid for, by name; or just these, or a single one, which then are their
        own names. X is the smallest that can be paid.
    board, opponent
        As in `pay`. What it has to give is worked out once for all cards.
    payments
        Whether to return the best payment of each card instead of yes or no.
    jointly
        Whether to say which cards can be paid one after another in one phase: as many as possible
        without losing the last life, and of these the ones that `plan_turn` finds best. Payments
        then are those of such a turn, each from the board that those before leave, in the order in
        which they come; what is left out is asked of the board at the end.
    time_limit_s
        Seconds of wall time for all cards together, None for no limit.

    Returns
    -------
    dict
        Per name whether the card can be paid, or with `payments` the `Result` of `pay`. Equal costs
        are decided once, and share their result. They stand in the order of the hand, but joint
        payments in that of the turn, with what is left out behind them: these results are FEASIBLE,
        for they claim nothing about the payment of one card alone.

    Raises
    ------
    UndecidedError
        As `can_pay`; not with `payments`, where the result says so.
    UnsupportedCostError
        With `jointly` for cards that no turn covers; see `plan_turn`.
    AutotapError
        As `pay`, for the first card that cannot be read.

    Examples
    --------
    >>> castable({"Counterspell": "{U}{U}", "Bear": "{1}{G}"}, "2 Island; Wastes")
    {'Counterspell': True, 'Bear': False}
    >>> results = castable(["{U}", "{W}"], "Island", payments=True)
    >>> [(cost, str(result.status)) for cost, result in results.items()]
    [('{U}', 'OPTIMAL'), ('{W}', 'UNPAYABLE')]
    >>> castable(["{1}{U}", "{W}", "{U}"], "Island; Tundra; Plains", jointly=True)
    {'{1}{U}': False, '{W}': True, '{U}': True}
    """
    left = time_left(time_limit_s)
    if not isinstance(board, ManaZone):
        board, opponent = against(as_board(board), opponent), None
    if isinstance(hand, Mapping):
        cards = dict(hand)
    else:
        costs = several("hand", hand, "costs, or a mapping of names to them", *COSTS)
        cards = dict(zip(map(_cost, costs), costs, strict=True))
        if jointly and len(cards) < len(costs):
            raise InputError(str(costs[0]), "names for cards of equal costs that are asked jointly")
    if jointly:
        return _together({name: _cost(cost) for name, cost in cards.items()}, board, payments, left)
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


def _together(
    cards: dict[Any, Cost],
    board: Board | ManaZone,
    payments: bool,
    left: Callable[[], float | None],
) -> dict[Any, bool] | dict[Any, Result]:
    """Answer by the best turn of cards that are all worth the same."""
    from autotap.solver.turn import plan_turn

    in_zone = isinstance(board, ManaZone)
    spells = [(as_zone_spell if in_zone else as_spell)(cost, "hand") for cost in cards.values()]
    texts = [str(name) for name in cards]
    if len(set(texts)) < len(texts) or "" in texts:
        texts = [f"card {number}" for number in range(len(texts))]
    hand = [TurnCard(text, spell) for text, spell in zip(texts, spells, strict=True)]
    turn = plan_turn(hand, board, land_drops=None if in_zone else 0, time_limit_s=left())
    names = dict(zip(texts, cards, strict=True))
    paid = {names[step.card]: step for step in turn.steps}
    if not payments:
        if turn.status is not Status.OPTIMAL and len(paid) < len(cards):
            raise UndecidedError(f"{len(paid)} cards can be paid together, perhaps more")
        return {name: name in paid for name in cards}
    by_name = dict(zip(cards, spells, strict=True))
    results = {name: _result(step, by_name[name], turn) for name, step in paid.items()}
    return results | {
        name: _left_out(spell, turn, left()) for name, spell in by_name.items() if name not in paid
    }


def _result(step: TurnStep, spell: Spell | DuelMastersSpell, turn: Turn) -> Result:
    """Return a step of a turn, which has been verified, as the answer to its own question."""
    payment = step.payment
    x = payment.announcement.x if isinstance(payment, Payment) else None
    kind: Any = DuelMastersProblem if isinstance(step.board, ManaZone) else Problem
    problem = kind(step.board, spell, x)
    return Result(Status.FEASIBLE, payment, backend=turn.backend, problem=problem)


def _left_out(spell: Spell | DuelMastersSpell, turn: Turn, time_limit_s: float | None) -> Result:
    """Say why a card is not paid after all others."""
    if turn.status is not Status.OPTIMAL:
        return Result(Status.UNKNOWN, backend=turn.backend)
    result = pay(spell, turn.board, time_limit_s=time_limit_s)
    if result.payment is None:
        return result
    warning = "It could only be paid with the last life."
    return Result(
        Status.UNPAYABLE, backend=turn.backend, problem=result.problem, warnings=(warning,)
    )
