"""Whether what is kept can still be paid from the position that a payment leaves."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from autotap.models.errors import UndecidedError
from autotap.models.objective import LossWeights, Objective
from autotap.models.problem import DuelMastersProblem, KeepWhen, Kept, Problem
from autotap.solver.verify.afterwards import board_after
from autotap.solver.verify.duel_masters import zone_after

if TYPE_CHECKING:
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell
    from autotap.models.result import Payment, ZonePayment

_KEPT_ALONE = Objective(
    ("losses",), weights=LossWeights(**{each.name: 0 for each in fields(LossWeights)} | {"kept": 1})
)
"""Only whether what is kept stays payable."""


def still_payable(problem: Problem, payment: Payment) -> tuple[bool, ...]:
    """Tell of everything that is kept whether it can be paid after a payment.

    It is asked of the position that the replay leaves, so it confirms what a backend says of its
    Program. What cannot be decided, for mana is unbounded, does not count as payable.

    Raises
    ------
    InvalidPaymentError
        As `board_after`.
    """
    after = board_after(problem, payment, pool=problem.keep_when is KeepWhen.NOW)
    known: dict[tuple[Spell, ...], bool] = {}
    for kept in problem.keep:
        if kept.spells not in known:
            try:
                known[kept.spells] = _can_pay_all(problem.board, after, kept.spells)
            except UndecidedError:
                known[kept.spells] = False
    return tuple(known[kept.spells] for kept in problem.keep)


def hopeless(problem: Problem) -> frozenset[int]:
    """Return what is kept, by number, that cannot be paid even from the position before.

    Only where that is quickly seen, and a payment only uses things up.
    """
    from autotap.solver import direct
    from autotap.solver.compile.offers import Offer, offer_of

    spell, board = problem.spell, problem.board
    offer = offer_of(board)
    costs = (spell.additional, *(option.cost for option in spell.options))
    if not isinstance(offer, Offer) or offer.depends or any(cost.untap for cost in costs):
        return frozenset()
    return frozenset(
        number
        for number, kept in enumerate(problem.keep)
        if any(direct.can_pay(board, each, 0) is False for each in kept.spells)
    )


def still_payable_in_zone(problem: DuelMastersProblem, payment: ZonePayment) -> tuple[bool, ...]:
    """Tell the same of a mana zone."""
    after = zone_after(problem, payment)
    return tuple(_zone_pays_all(after, kept.spells) for kept in problem.keep)


def _zone_pays_all(zone: ManaZone, spells: tuple[DuelMastersSpell, ...]) -> bool:
    from autotap.solver.payable import can_pay
    from autotap.solver.router import decide

    spell, *rest = spells
    if not rest:
        return can_pay(spell, zone, x=0)
    question = DuelMastersProblem(
        zone, spell, x=0, objective=Objective(("kept_lost",)), keep=(Kept(tuple(rest)),)
    )
    return decide(question).kept == (True,)


def _can_pay_all(before: Board, after: Board, spells: tuple[Spell, ...]) -> bool:
    """Tell whether spells can be paid one after the other, {X} being 0.

    Raises
    ------
    UndecidedError
        If mana is unbounded and no order of activation was found.
    """
    from autotap.solver.payable import can_pay
    from autotap.solver.router import decide

    spell, *rest = spells
    if spell.name and any(card.name == spell.name for card in before.hand):
        card = next((card for card in after.hand if card.name == spell.name), None)
        if card is None:
            return False
        hand = list(after.hand)
        hand.remove(card)
        after = replace(after, hand=tuple(hand))
    if not rest:
        return can_pay(spell, after, x=0)
    together = (Kept(tuple(rest)),)
    question = Problem(
        after, spell, x=0, objective=_KEPT_ALONE, keep=together, keep_when=KeepWhen.NOW
    )
    return decide(question).kept == (True,)
