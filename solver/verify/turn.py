"""Replaying a turn: every card on the board that the cards before it leave."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, ZonePayment
from autotap.solver.verify.afterwards import board_after
from autotap.solver.verify.duel_masters import zone_after

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.turn import Turn, TurnCard, TurnStep

B = TypeVar("B", bound="Board | ManaZone")


def verify_turn(
    turn: Turn, hand: Iterable[TurnCard], board: Board | ManaZone, *, land_drops: int = 1
) -> None:
    """Replay a turn step by step.

    Parameters
    ----------
    turn
        What is to be checked.
    hand
        The cards that may be played.
    board
        The board, or mana zone, before the turn.
    land_drops
        Lands that may be played.

    Raises
    ------
    InvalidPaymentError
        Naming the rule that is broken first: those of `verify` for a payment; ``MTG-601.2a`` for a
        card that is not in hand or not paid, ``MTG-106.3`` for mana that a card does not add,
        ``MTG-119.4`` for life that is not there to be paid for what arrives,
        ``MOD-2`` for a land too many, ``MOD-6`` for a board, a value or an arrival that the steps
        do not lead to.

    Examples
    --------
    >>> from autotap.models import Board
    >>> from autotap.models.turn import TurnCard
    >>> from autotap.solver import plan_turn
    >>> hand, board = [TurnCard.parse("Bear", "{1}{G}")], Board.parse("2 Forest")
    >>> verify_turn(plan_turn(hand, board), hand, board)
    """
    cards = {card.name: card for card in hand}
    left = Counter({card.name: card.count for card in cards.values()})
    value = 0
    for step in turn.steps:
        if not left[step.card]:
            raise InvalidPaymentError("MTG-601.2a", f"{step.card!r} is not in hand")
        left[step.card] -= 1
        card = cards[step.card]
        if step.board is not None and step.board != board:
            raise InvalidPaymentError("MOD-6", f"another board before {step.card!r}")
        land_drops -= card.is_land
        if land_drops < 0:
            raise InvalidPaymentError("MOD-2", f"{step.card!r} is a land too many")
        board = board_after_step(card, step, board)
        value += step.value
    if board != turn.board:
        raise InvalidPaymentError("MOD-6", "the steps lead to another board")
    if value != turn.value:
        raise InvalidPaymentError("MOD-6", f"the steps are worth {value}, not {turn.value}")


def board_after_step(card: TurnCard, step: TurnStep, board: B) -> B:
    """Return the board after a card: its payment is replayed, and it has resolved.

    What it adds floats, and what it makes is there, in the state in which it arrives.

    Raises
    ------
    InvalidPaymentError
        As `verify_turn`.
    """
    payment, spell = step.payment, card.spell
    worth = card.value
    after: Board | ManaZone = board
    if isinstance(board, ManaZone):
        if not (isinstance(payment, ZonePayment) and isinstance(spell, DuelMastersSpell)):
            raise InvalidPaymentError("MTG-601.2a", f"{step.card!r} is not paid")
        after = zone_after(DuelMastersProblem(board, spell, payment.x), payment)
    else:
        if isinstance(payment, Payment) and isinstance(spell, Spell):
            announced = payment.announcement
            worth = card.value_of(announced.x, announced.options)
            after = board_after(Problem(board, spell, announced.x), payment)
        elif spell is not None or payment is not None:
            raise InvalidPaymentError("MTG-601.2a", f"{step.card!r} is not paid")
        assert isinstance(after, Board)
        after = _resolved(card, step, after)
    if worth != step.value:
        raise InvalidPaymentError("MOD-6", f"{step.card!r} is worth {worth}, not {step.value}")
    return after  # type: ignore[return-value]


def _resolved(card: TurnCard, step: TurnStep, board: Board) -> Board:
    """Return the board after a card has resolved."""
    if not any(_could_be(step.adds, made) for made in card.adds or ((),)):
        raise InvalidPaymentError("MTG-106.3", f"{step.card!r} does not add that")
    if len(step.arrives) != len(card.arrives):
        raise InvalidPaymentError("MOD-6", f"not all that {step.card!r} makes arrives")
    if not (step.arrives or step.adds):
        return board
    places = [place for place, each in enumerate(step.arrives) if each in step.paid_for]
    due = sum(card.life_asked[place] for place in places)
    if len(places) < len(step.paid_for) or not all(card.life_asked[place] for place in places):
        raise InvalidPaymentError("MOD-6", f"no life is paid for what {step.card!r} makes")
    if due > board.life:
        raise InvalidPaymentError("MTG-119.4", f"{due} life for {step.card!r}, of {board.life}")
    arriving = tuple(
        replace(source, id=each)
        for source, each in zip(card.arriving(board, paid=places), step.arrives, strict=True)
    )
    return replace(
        board,
        sources=board.sources + arriving,
        pool=board.pool + step.adds,
        life=board.life - due,
    )


def _could_be(adds: tuple[Mana, ...], made: ManaList) -> bool:
    """Tell whether mana is one way to choose the types of a list."""
    units = [(types, group.tags) for group in made for types in group.units]

    def fits(number: int, free: frozenset[int]) -> bool:
        if number == len(adds):
            return not free
        mana = adds[number]
        return any(
            mana.type in units[unit][0]
            and mana.tags == units[unit][1]
            and fits(number + 1, free - {unit})
            for unit in free
        )

    return fits(0, frozenset(range(len(units))))
