"""Mana abilities of a payment spoiled: other activations, another order, other mana made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import Mana
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Activation
from tests.fuzzing.renumber import (
    ordered,
    places,
    refilled,
    spend_at,
    with_activation,
    with_life,
    with_spend,
    with_spends,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.source import Source
    from autotap.models.problem import Problem
    from autotap.models.result import Payment

    Spoiled = Iterator[tuple[str, Payment]]


def _with_costs_of(payment: Payment, ability: ManaAbility, sign: int) -> Payment:
    """The payment with the claims that one activation more (1) or less (-1) changes."""
    payment = with_life(
        payment, sign * ability.cost.life, sign * (ability.damage + ability.damage_waiting)
    )
    return replace(payment, graveyard=payment.graveyard + sign * ability.cost.graveyard)


def other_steps(problem: Problem, payment: Payment) -> Spoiled:
    """Leave out, repeat, reorder and exchange activations."""
    steps = payment.activations
    abilities = {source.id: source.abilities for source in problem.board.sources}
    for at, step in enumerate(steps):
        ability = abilities[step.source][step.ability]
        lighter = _with_costs_of(payment, ability, -1)
        yield "drop-activation", with_activation(lighter, at)
        dropped = ordered(lighter, steps[:at] + steps[at + 1 :])
        yield "drop-activation-and-mana", dropped
        yield "drop-activation-for-floating", refilled(dropped)
        yield "repeat-activation", with_activation(payment, at, step, step)
        yield "use-source-twice", refilled(_repeated(payment, step, ability))
        for other in range(at):
            moved = [*steps[:other], step, *steps[other:at], *steps[at + 1 :]]
            label = "before-its-funding" if step.spends else "early-activation"
            yield label, ordered(payment, moved)
        if step.spends:
            own = [replace(spend, mana=step.made[:1]) for spend in step.spends]
            yield "fund-itself", with_spends(payment, at, own)
        for index in range(-1, len(abilities[step.source]) + 1):
            if index != step.ability:
                yield "other-ability", with_activation(payment, at, replace(step, ability=index))
        for x in (None, 0, 1, (step.x or 0) + 1):
            yield "other-x", with_activation(payment, at, replace(step, x=x))
        for source_id in (*abilities, "?"):
            if source_id != step.source:
                changed = replace(step, source=source_id)
                yield "other-source", with_activation(payment, at, changed)


def _repeated(payment: Payment, step: Activation, ability: ManaAbility) -> Payment:
    """The payment with one activation once more at its end, without mana for its cost."""
    size = len(payment.mana)
    again = replace(
        step,
        made=tuple(range(size, size + len(step.made))),
        spends=tuple(replace(spend, mana=()) for spend in step.spends),
    )
    mana = payment.mana + tuple(payment.mana[number] for number in step.made)
    steps = (*payment.activations, again)
    return _with_costs_of(replace(payment, mana=mana, activations=steps), ability, 1)


def other_output(payment: Payment) -> Spoiled:
    """Change the mana that is made or was there."""
    for number, mana in enumerate(payment.mana):
        before, after = payment.mana[:number], payment.mana[number + 1 :]
        for kind in ManaType:
            if kind is not mana.type:
                yield (
                    "swap-color",
                    replace(payment, mana=(*before, replace(mana, type=kind), *after)),
                )
        if mana.tags.only:
            free = replace(mana, tags=replace(mana.tags, only=""))
            yield "forget-restriction", replace(payment, mana=(*before, free, *after))
        snow = replace(mana, tags=replace(mana.tags, flags=mana.tags.flags | {"snow"}))
        yield "claim-snow", replace(payment, mana=(*before, snow, *after))
    for at, step in enumerate(payment.activations):
        if at == len(payment.activations) - 1 and step.made:
            size = len(payment.mana)
            more = replace(step, made=(*step.made, size))
            longer = (*payment.mana, payment.mana[step.made[-1]])
            yield "more-output", replace(with_activation(payment, at, more), mana=longer)
            less = replace(step, made=step.made[:-1])
            made = payment.mana[: step.made[-1]]
            yield "less-output", replace(with_activation(payment, at, less), mana=made)
        yield "make-nothing", with_activation(payment, at, replace(step, made=()))
    yield "mana-from-nowhere", replace(payment, mana=(*payment.mana, Mana(ManaType.C)))
    if payment.mana:
        yield "hide-mana", replace(payment, mana=payment.mana[:-1])


def other_mana(problem: Problem, payment: Payment, rng: Random) -> Spoiled:
    """Activate something else, and let its mana pay one of the symbols."""
    spots = [place for place in places(payment) if spend_at(payment, place).mana]
    used = {step.source for step in payment.activations}
    for source in problem.board.sources:
        for index, ability in enumerate(source.abilities):
            if not ability.outputs or ability.cost.mana is not None:
                continue
            more = _activated(problem, payment, source, index, rng)
            step = more.activations[-1]
            if spots and step.made:
                place = rng.choice(spots)
                spend = replace(spend_at(more, place), mana=step.made[:1])
                more = with_spend(more, place, spend)
                if place[0] >= 0:
                    more = ordered(more, [step, *more.activations[:-1]])
            yield _state(source, ability, used), more


def _state(source: Source, ability: ManaAbility, used: set[str]) -> str:
    if source.tapped:
        return "tapped-source"
    if source.summoning_sick:
        return "sick-source"
    if source.id in used:
        return "used-source"
    restricted = any(group.tags.only for groups in ability.outputs for group in groups)
    return "restricted-mana" if restricted else "more-mana"


def _activated(
    problem: Problem, payment: Payment, source: Source, index: int, rng: Random
) -> Payment:
    """The payment with one more activation at its end."""
    ability = source.abilities[index]
    mana = tuple(
        Mana(rng.choice(unit), group.tags)
        for group in rng.choice(ability.outputs)
        for unit in group.units
    )
    objects = tuple(
        (cost.deed, rng.choice(fitting).id)
        for cost in ability.cost.objects
        for _ in range(cost.count)
        if (fitting := [each for each in problem.board.sources if each.fits(cost)])
    )
    size = len(payment.mana)
    step = Activation(source.id, index, tuple(range(size, size + len(mana))), objects=objects)
    more = replace(payment, mana=payment.mana + mana, activations=(*payment.activations, step))
    return _with_costs_of(more, ability, 1)
