"""Verification: payments replayed under the rules, one module per game."""

from __future__ import annotations

from autotap.models.arguments import wrong
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, ZonePayment


def verify(problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment) -> None:
    """Replay a payment under the rules of its game, in stage order.

    Raises
    ------
    InvalidPaymentError
        Naming the rule that is broken first.
    InputError
        For a payment of another game.

    Examples
    --------
    >>> from autotap.models import Board, Spell
    >>> from autotap.solver import solve
    >>> problem = Problem(Board.parse("Plains; Island"), Spell.parse("{W}{U}"))
    >>> verify(problem, solve(problem).unwrap())
    """
    if isinstance(problem, Problem) and isinstance(payment, Payment):
        from autotap.solver.verify.mtg import verify_payment

        verify_payment(problem, payment)
    elif isinstance(problem, DuelMastersProblem) and isinstance(payment, ZonePayment):
        from autotap.solver.verify.duel_masters import verify_duel_masters

        verify_duel_masters(problem, payment)
    elif isinstance(problem, (Problem, DuelMastersProblem)):
        raise wrong("payment", payment, "a payment of the game of the problem")
    else:
        raise wrong("problem", problem, "a Problem or a DuelMastersProblem")
