"""The values of the terms for a payment that is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Problem
from autotap.models.result import Payment, ZonePayment
from autotap.solver.explanation.decide import pays, undecided
from autotap.solver.explanation.levers import restrictions_of
from autotap.solver.keeping import still_payable, still_payable_in_zone
from autotap.solver.verify.afterwards import board_after
from autotap.solver.verify.duel_masters import evaluate_duel_masters, verify_duel_masters
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from autotap.models.mtg.board import Board
    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.pipeline import Clock

ANY_NUMBER = ManaCost.parse("{X}")
MOST_MANA = 10_000
"""Mana beyond which a board is taken to make it without end."""


def values_of(
    problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment, clock: Clock
) -> dict[str, int]:
    """Return the value of each term of the objective for a payment, in their order.

    Raises
    ------
    InvalidPaymentError
        If the payment breaks a rule.
    InputError
        If it is a payment of the other game.
    UndecidedError
        If the time is up.
    """
    if isinstance(problem, Problem) != isinstance(payment, Payment):
        raise InputError(type(payment).__name__, "a payment of the same game")
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        tally = verify_payment(problem, payment)
        kept = still_payable(problem, payment) if problem.keep else ()
        values = score(problem, tally, kept=kept)
        names = problem.objective.magic_terms()
        if "mana_left" in names:
            values["mana_left"] = most_mana(
                problem, board_after(problem, payment, pool=False), clock
            )
    else:
        assert isinstance(payment, ZonePayment)
        verify_duel_masters(problem, payment)
        kept = still_payable_in_zone(problem, payment) if problem.keep else ()
        values = dict(evaluate_duel_masters(problem, payment, kept))
        names = problem.objective.duel_masters_terms()
    return {name: values[name] for name in names}


def most_mana(problem: Problem, board: Board, clock: Clock) -> int:
    """Return the most mana that a board can make: the largest X that any mana may pay.

    As in the term ``mana_left``, forbidden sources make none, nor does life where none may be paid.
    """
    texts = restrictions_of(board.sources)
    spell = Spell(
        ANY_NUMBER,
        no_life=problem.spell.no_life,
        rulings=tuple((text, Ruling.YES) for text in texts),
    )
    forbid = problem.forbid.intersection(source.id for source in board.sources)

    def is_there(amount: int) -> bool:
        return pays(Problem(board, spell, x=amount, forbid=forbid), clock)

    low, high = 0, 1
    while is_there(high):
        low, high = high, 2 * high
        if high > MOST_MANA:
            raise undecided(clock)
    while high - low > 1:
        middle = (low + high) // 2
        if is_there(middle):
            low = middle
        else:
            high = middle
    return low
