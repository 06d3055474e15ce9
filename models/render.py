"""Results as text: what a player says while paying.

Names come from outside. Control characters and other characters that are not printable are taken
out of everything that is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.problem import Problem
from autotap.models.render_magic import MagicText
from autotap.models.render_zone import zone_heading, zone_steps
from autotap.models.result import Payment, Status

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Kept
    from autotap.models.result import Result, ZonePayment


def payment_text(problem: Problem | DuelMastersProblem, result: Result) -> str:
    """Say what a result means, one step a line, or why there is no payment.

    Parameters
    ----------
    problem
        The problem that was solved.
    result
        Its result.

    Examples
    --------
    >>> from autotap.models import Board, Spell
    >>> from autotap.solver import solve
    >>> problem = Problem(Board.parse("2 Plains; Island; Azorius Signet"), Spell.parse("{2}{U}{W}"))
    >>> print(payment_text(problem, solve(problem)))
    pay {2}{W}{U}
      tap Island for {U}
      tap 2 Plains for {W}{W}
      pay {1} with that {W} into Azorius Signet: {W}{U}
      pay {1} with {W} from Plains
      pay {1} with {U} from Island
      pay {W}{U} with {W}{U} from Azorius Signet
    """
    return clean("\n".join(payment_lines(problem, result)))


def payment_lines(problem: Problem | DuelMastersProblem, result: Result) -> list[str]:
    """Give the lines of `payment_text`, not yet cleaned."""
    if result.status is Status.UNKNOWN:
        lines = ["not decided within the time limit"]
    elif result.payment is None:
        reason = result.shortfall.sentence if result.shortfall else "it is proven"
        lines = [f"cannot be paid: {reason}"]
    else:
        lines = _steps(problem, result.payment)
    return lines + remark_lines(problem, result)


def remark_lines(problem: Problem | DuelMastersProblem, result: Result) -> list[str]:
    """Say what is known beside how a payment is made, or that there is none."""
    all_kept: tuple[Kept[Any], ...] = problem.keep
    lines = [
        f"afterwards {_named(kept)} {'can still' if stays else 'can no longer'} be paid"
        for kept, stays in zip(all_kept, result.kept, strict=False)
    ]
    if result.status is Status.FEASIBLE:
        lines.append("not proven to be the best payment")
    return lines + [f"note: {warning}" for warning in result.warnings]


def steps_text(problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment) -> str:
    """Say how a payment is made, one step a line, whatever is known of others."""
    return clean("\n".join(_steps(problem, payment)))


def _steps(problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment) -> list[str]:
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        return MagicText(problem, payment).lines()
    assert not isinstance(payment, Payment)
    return zone_heading(problem, payment) + zone_steps(problem, payment)


def _named(kept: Kept[Any]) -> str:
    """Name what is kept, by the cost where it has no name."""
    return " and ".join(spell.name or str(spell.cost) for spell in kept.spells)


def clean(text: str) -> str:
    r"""Take out control, escape and formatting characters; line breaks stay.

    Examples
    --------
    >>> clean("Is\x1b[31mland\u202e")
    'Is[31mland'
    """
    return "".join(character for character in text if character.isprintable() or character == "\n")
