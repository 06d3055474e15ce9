"""Duel Masters payments spoiled on purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.duel_masters.civilization import Civilization
from autotap.models.result import Tap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import ZonePayment

    Spoiled = Iterator[tuple[str, ZonePayment]]

ADDITIONAL = "additional "


def tampered_zone(problem: DuelMastersProblem, payment: ZonePayment) -> Spoiled:
    """Spoil a payment in every way that fits it.

    Parameters
    ----------
    problem
        What was asked.
    payment
        A legal payment.

    Yields
    ------
    tuple
        What was done, as a label such as ``drop-tap``, and the spoiled payment.
    """
    taps = payment.taps
    for at, tap in enumerate(taps):
        before, after = taps[:at], taps[at + 1 :]
        yield "drop-tap", _with(payment, *before, *after)
        yield "repeat-tap", _with(payment, *taps, tap)
        for role in _roles(tap):
            yield "other-role", _with(payment, *before, replace(tap, role=role), *after)
        for number in range(-1, 4):
            if number != tap.number:
                yield "other-number", _with(payment, *before, replace(tap, number=number), *after)
        for card in problem.board.cards:
            if card.id != tap.card:
                number = 0 if tap.role.startswith(ADDITIONAL) else card.mana_number[0]
                other = replace(tap, card=card.id, number=number)
                label = "tapped-card" if card.tapped else "other-card"
                yield label, _with(payment, *before, other, *after)
        yield "unknown-card", _with(payment, *before, replace(tap, card="?"), *after)
        for second in range(at):
            one, two = taps[second], tap
            swapped = list(taps)
            swapped[second] = replace(one, role=two.role)
            swapped[at] = replace(two, role=one.role)
            yield "swap-roles", _with(payment, *swapped)
    for card in problem.board.cards:
        for number in card.mana_number:
            for role in ("points", *card.civilizations):
                yield "more-taps", _with(payment, *taps, Tap(card.id, role, number))
    for change in (-1, 1):
        yield "wrong-points", replace(payment, points=payment.points + change)
        yield "wrong-total", replace(payment, total=payment.total + change)
    yield "wrong-free", replace(payment, free=not payment.free)
    yield "wrong-x", replace(payment, x=1 if payment.x is None else None)


def _with(payment: ZonePayment, *taps: Tap) -> ZonePayment:
    """The payment with other taps and the points that they make."""
    return replace(payment, taps=taps, points=sum(tap.number for tap in taps))


def _roles(tap: Tap) -> Iterator[str]:
    """Every other role that a tap could have."""
    for role in ("points", *Civilization, *(ADDITIONAL + each for each in Civilization)):
        if role != tap.role:
            yield role
