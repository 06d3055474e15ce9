"""What an answer looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.render import payment_lines
from autotap.models.result import Payment
from autotap.solver.commands.terminal import write

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result
    from autotap.solver.commands.terminal import Line


def answer_lines(problem: Problem | DuelMastersProblem, result: Result) -> list[Line]:
    """Say how a problem is paid, and what that costs."""
    lines = [("", line) for line in payment_lines(problem, result)]
    if result.payment is not None and result.objective:
        proof = "proven best" if result.status == "OPTIMAL" else "best found"
        lines.append(("dim", f"  {proof}: {terms_text(result)}"))
    return lines


def terms_text(result: Result) -> str:
    """Name the terms that are not 0."""
    terms = result.objective.items()
    named = [f"{name.replace('_', ' ')} {value}" for name, value in terms if value]
    return ", ".join(named) or "nothing is lost"


def used_text(result: Result) -> str:
    """Name what a payment uses, in its order."""
    payment = result.unwrap()
    if not isinstance(payment, Payment):
        return ", ".join(tap.card for tap in payment.taps) or "nothing"
    used = [step.source for step in payment.activations]
    used += [f"{way} {source}".rstrip() for spend in payment.spends for way, source in spend.payers]
    used += [f"{deed} {source}" for deed, source in payment.objects]
    used += [f"{payment.life_lost} life"] if payment.life_lost else []
    if payment.floating:
        used.append("leaves " + "".join(f"{{{mana.type}}}" for mana in payment.floating))
    return ", ".join(used) or "nothing"


def write_json(data: dict[str, Any]) -> None:
    """Write data as one line of JSON."""
    from json import dumps

    write(dumps(data, ensure_ascii=False) + "\n")
