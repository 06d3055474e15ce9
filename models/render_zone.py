"""A Duel Masters payment as text."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import Tap, ZonePayment


def zone_heading(problem: DuelMastersProblem, payment: ZonePayment) -> list[str]:
    """Say what is paid, and how the total came about."""
    spell = problem.spell
    words = [f"pay {spell.base}"]
    if spell.name:
        words.append(f"for {spell.name}")
    if payment.x is not None:
        words.append(f"with X = {payment.x}")
    if payment.total != spell.base.points and not payment.free:
        words.append(f"- the total is {payment.total}")
    return [" ".join(words), *(f"  ({step})" for step in payment.trace)]


def zone_steps(problem: DuelMastersProblem, payment: ZonePayment) -> list[str]:
    """Say what taps for what, and what is paid beyond the total."""
    lines = ["  nothing is paid"] if payment.free else []
    names = {
        card.id: f"{card.name} (face-down)" if card.face_down else card.name
        for card in problem.board.cards
    }
    for role, group in groupby(payment.taps, key=lambda tap: tap.role):
        lines.append(f"  tap {_cards(list(group), names)} {_purpose(role)}")
    return lines + [f"  {step}" for step in zone_balance(payment)]


def zone_balance(payment: ZonePayment) -> list[str]:
    """Say what is paid beyond the total."""
    points = payment.points
    if points and points != payment.total:
        return [f"{points} points for a total of {payment.total}"]
    return []


def _cards(taps: list[Tap], names: dict[str, str]) -> str:
    """List cards, equal neighbours counted, with a number other than 1."""
    words = []
    for (name, number), group in groupby(taps, key=lambda tap: (names[tap.card], tap.number)):
        count = sum(1 for _ in group)
        shown = name if count == 1 else f"{count} {name}"
        each = " each" if count > 1 else ""
        words.append(shown if number == 1 else f"{shown} ({number} points{each})")
    return ", ".join(words)


def _purpose(role: str) -> str:
    return f"for {role}" if not role.startswith("additional") else f"in addition: {role[11:]}"
