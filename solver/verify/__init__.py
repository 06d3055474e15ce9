"""Verification: payments replayed under the rules, one module per game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.problem import DuelMastersProblem, Problem

if TYPE_CHECKING:
    from autotap.models.result import Payment, ZonePayment


def verify(problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment) -> None:
    """Replay a payment under the rules of its game, in stage order.

    Raises
    ------
    InvalidPaymentError
        Naming the rule that is broken first.

    Examples
    --------
    >>> from autotap.models import Board, Spell
    >>> from autotap.solver import solve
    >>> problem = Problem(Board.parse("Plains; Island"), Spell.parse("{W}{U}"))
    >>> verify(problem, solve(problem).unwrap())
    """
    if isinstance(problem, Problem):
        from autotap.solver.verify.mtg import verify_payment

        verify_payment(problem, payment)  # type: ignore[arg-type]
    else:
        from autotap.solver.verify.duel_masters import verify_duel_masters

        verify_duel_masters(problem, payment)  # type: ignore[arg-type]
