"""Rewriting a payment whose mana is numbered: drop, reorder and exchange, and keep it readable."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autotap.models.result import Activation, Payment, Spend

Place = tuple[int, int]
"""Where a spend stands: the index of its activation, -1 for the cost itself, and its own index."""


def spends_of(payment: Payment, activation: int) -> tuple[Spend, ...]:
    """The spends of an activation, or of the cost itself for -1."""
    return payment.spends if activation < 0 else payment.activations[activation].spends


def places(payment: Payment) -> Iterator[Place]:
    """Where every spend of a payment stands."""
    for activation in range(-1, len(payment.activations)):
        for index in range(len(spends_of(payment, activation))):
            yield activation, index


def spend_at(payment: Payment, place: Place) -> Spend:
    """The spend at a place."""
    return spends_of(payment, place[0])[place[1]]


def with_spends(payment: Payment, activation: int, spends: Sequence[Spend]) -> Payment:
    """The payment with other spends of an activation (-1: of the cost itself)."""
    if activation < 0:
        return replace(payment, spends=tuple(spends))
    return with_activation(
        payment, activation, replace(payment.activations[activation], spends=tuple(spends))
    )


def with_activation(payment: Payment, at: int, *steps: Activation) -> Payment:
    """The payment with other activations (or none) in place of one."""
    before, after = payment.activations[:at], payment.activations[at + 1 :]
    return replace(payment, activations=(*before, *steps, *after))


def with_spend(payment: Payment, place: Place, spend: Spend) -> Payment:
    """The payment with another spend at a place."""
    spends = list(spends_of(payment, place[0]))
    spends[place[1]] = spend
    return with_spends(payment, place[0], spends)


def with_numbers(payment: Payment, change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Payment:
    """The payment with the numbers of every spend changed."""
    for place in places(payment):
        spend = spend_at(payment, place)
        payment = with_spend(payment, place, replace(spend, mana=change(spend.mana)))
    return payment


def ordered(payment: Payment, steps: Sequence[Activation]) -> Payment:
    """The payment with these of its activations in this order, and mana numbered anew.

    Mana of activations that are left out is left out too, also where it was spent.
    """
    start = min((number for step in payment.activations for number in step.made), default=0)
    numbers: Mapping[int, int] = {
        old: new
        for new, old in enumerate(
            [*range(start), *(number for step in steps for number in step.made)]
        )
    }

    def renumbered(old: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[number] for number in old if number in numbers)

    made = tuple(replace(step, made=renumbered(step.made)) for step in steps)
    mana = tuple(payment.mana[number] for number in numbers)
    return with_numbers(replace(payment, activations=made, mana=mana), renumbered)


def spent_numbers(payment: Payment) -> list[int]:
    """Numbers of all mana spent."""
    return [number for place in places(payment) for number in spend_at(payment, place).mana]


def refilled(payment: Payment) -> Payment:
    """The payment with floating mana where a spend has nothing left."""
    spent = {*spent_numbers(payment)}
    floating = [number for number in range(len(payment.mana)) if number not in spent]
    for place in places(payment):
        spend = spend_at(payment, place)
        if not (spend.mana or spend.payers or spend.life) and floating:
            payment = with_spend(payment, place, replace(spend, mana=(floating.pop(0),)))
    return payment


def with_life(payment: Payment, paid: int, damage: int = 0) -> Payment:
    """The payment with claims of so much more life paid and damage taken."""
    lost = payment.life_lost + paid + damage
    return replace(payment, life_paid=payment.life_paid + paid, life_lost=lost)
