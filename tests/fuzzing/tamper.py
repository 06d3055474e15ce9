"""Payments spoiled on purpose: each is near a legal payment, and most are illegal.

A verifier may accept one only where the rules do: dropping an activation that nothing needed, for
example, leaves a legal payment.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.cost import ManaCost
from tests.fuzzing.renumber import with_life
from tests.fuzzing.tamper_spends import (
    other_coverings,
    other_objects,
    other_payers,
    other_spends,
)
from tests.fuzzing.tamper_steps import other_mana, other_output, other_steps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from autotap.models.problem import Problem
    from autotap.models.result import Payment

    Spoiled = Iterator[tuple[str, Payment]]


def tampered(problem: Problem, payment: Payment, rng: Random) -> Spoiled:
    """Spoil a Magic payment in every way that fits it.

    Parameters
    ----------
    problem
        What was asked.
    payment
        A legal payment.
    rng
        Makes the choices that a way of spoiling leaves open.

    Yields
    ------
    tuple
        What was done, as a label such as ``drop-activation``, and the spoiled payment.
    """
    yield from other_steps(problem, payment)
    yield from other_output(payment)
    yield from other_mana(problem, payment, rng)
    yield from other_spends(payment)
    yield from other_payers(problem, payment)
    yield from other_objects(problem, payment, rng)
    yield from other_coverings(problem, payment)
    yield from _announcement(problem, payment)
    yield from _claims(payment)


def _announcement(problem: Problem, payment: Payment) -> Spoiled:
    """Announce another total, another X, other objects."""
    said = payment.announcement
    yield "other-total", replace(payment, announcement=replace(said, total=ManaCost()))
    for offer in problem.spell.totals:
        if offer != said:
            yield "other-offer", replace(payment, announcement=offer)
    for x in (None, -1, (said.x or 0) + 1):
        if x != said.x:
            yield "other-x", replace(payment, announcement=replace(said, x=x))
    if said.sacrifice or said.tap:
        none = replace(said, sacrifice=(), tap=())
        yield "no-object", replace(payment, announcement=none)
        yield "no-object", replace(payment, announcement=none, objects=())
    if said.life:
        free = replace(payment, announcement=replace(said, life=0))
        yield "no-life", with_life(free, -said.life)


def _claims(payment: Payment) -> Spoiled:
    """Claim that other life is lost, or that other cards leave the graveyard."""
    for change in (-2, -1, 1, 2):
        yield "wrong-life-paid", replace(payment, life_paid=payment.life_paid + change)
        yield "wrong-life-lost", replace(payment, life_lost=payment.life_lost + change)
    for change in (-1, 1):
        yield "wrong-graveyard", replace(payment, graveyard=payment.graveyard + change)
