"""Spends of a payment spoiled: other mana, other payers, other objects for the costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import Deed
from autotap.models.mtg.spell import Payer
from autotap.models.result import Covering, Spend
from tests.fuzzing.renumber import (
    places,
    spend_at,
    spends_of,
    spent_numbers,
    with_activation,
    with_life,
    with_spend,
    with_spends,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from autotap.models.problem import Problem
    from autotap.models.result import Payment

    Spoiled = Iterator[tuple[str, Payment]]


def other_spends(payment: Payment) -> Spoiled:
    """Spend other mana, or the same mana in other places."""
    spots = list(places(payment))
    spent = spent_numbers(payment)
    floating = [number for number in range(len(payment.mana)) if number not in set(spent)]
    for place in spots:
        spend = spend_at(payment, place)
        rest = [each for at, each in enumerate(spends_of(payment, place[0])) if at != place[1]]
        yield "drop-spend", with_spends(payment, place[0], rest)
        yield "repeat-spend", with_spends(payment, place[0], [*rest, spend, spend])
        for number in spend.mana[:1]:
            yield "pay-nothing", with_spend(payment, place, replace(spend, mana=spend.mana[1:]))
            yield "unknown-mana", with_spend(payment, place, replace(spend, mana=(-1,)))
            for other in floating:
                changed = replace(spend, mana=(other, *spend.mana[1:]))
                yield "spend-floating", with_spend(payment, place, changed)
            for other in {*spent} - {number}:
                changed = replace(spend, mana=(other, *spend.mana[1:]))
                yield "spend-twice", with_spend(payment, place, changed)
            both = replace(spend, mana=(*spend.mana, *floating[:1]))
            if floating:
                yield "pay-too-much", with_spend(payment, place, both)
        if not spend.life:
            by_life = with_life(payment, 2)
            yield "pay-with-life", with_spend(by_life, place, Spend(spend.symbol, life=2))
        else:
            cheaper = with_spend(payment, place, replace(spend, life=1))
            yield "pay-less-life", with_life(cheaper, -1)
            by_mana = with_spend(payment, place, Spend(spend.symbol, mana=tuple(floating[:1])))
            yield "pay-no-life", with_life(by_mana, -2)
        for symbol in ("{1}", "{C}", "{G}"):
            if symbol != spend.symbol:
                yield "other-symbol", with_spend(payment, place, replace(spend, symbol=symbol))
    for at, first in enumerate(spots):
        for second in spots[:at]:
            one, two = spend_at(payment, first), spend_at(payment, second)
            if (one.symbol, first[0]) != (two.symbol, second[0]):
                swapped = with_spend(payment, first, replace(two, symbol=one.symbol))
                yield "swap-spends", with_spend(swapped, second, replace(one, symbol=two.symbol))


def other_payers(problem: Problem, payment: Payment) -> Spoiled:
    """Drop, repeat and exchange what pays besides mana, and let it pay what mana pays."""
    sources = problem.board.sources
    for place in places(payment):
        spend = spend_at(payment, place)
        for way, source_id in spend.payers[:1]:
            rest = spend.payers[1:]
            yield "drop-payer", with_spend(payment, place, replace(spend, payers=rest))
            twice = replace(spend, payers=(*spend.payers, (way, source_id)))
            yield "repeat-payer", with_spend(payment, place, twice)
            for source in sources:
                if source.id != source_id:
                    other = replace(spend, payers=((way, source.id), *rest))
                    yield "other-payer", with_spend(payment, place, other)
            for how in Payer:
                if how is not way:
                    other = replace(spend, payers=((how, source_id), *rest))
                    yield "other-way", with_spend(payment, place, other)
        if len(spend.mana) == 1:
            for source in sources:
                for way in (Payer.CONVOKE, Payer.IMPROVISE, Payer.WATERBEND):
                    if way in problem.spell.payers:
                        tapped = Spend(spend.symbol, payers=((way, source.id),))
                        yield "tap-for-mana", with_spend(payment, place, tapped)
            if Payer.DELVE in problem.spell.payers or problem.board.graveyard:
                delved = replace(payment, graveyard=payment.graveyard + 1)
                exiled = Spend(spend.symbol, payers=((Payer.DELVE, ""),))
                yield "delve-for-mana", with_spend(delved, place, exiled)


def other_coverings(problem: Problem, payment: Payment) -> Spoiled:
    """Drop, repeat, exchange and add what pays costs that ask for a total."""
    coverings = payment.coverings

    def changed(at: int, objects: tuple[str, ...], cards: tuple[int, ...]) -> Payment:
        new = replace(coverings[at], objects=objects, cards=cards)
        exiled = payment.graveyard + len(cards) - len(coverings[at].cards)
        return replace(
            payment, coverings=(*coverings[:at], new, *coverings[at + 1 :]), graveyard=exiled
        )

    yield "more-totals", replace(payment, coverings=(*coverings, Covering()))
    for at, covering in enumerate(coverings):
        objects, cards = covering.objects, covering.cards
        yield "drop-total", replace(payment, coverings=coverings[:at] + coverings[at + 1 :])
        for source in problem.board.sources:
            if source.id not in objects:
                yield "cover-more", changed(at, (*objects, source.id), cards)
        for card in range(-1, len(problem.board.graveyard) + 1):
            if card not in cards:
                yield "cover-more", changed(at, objects, (*cards, card))
        for index, source_id in enumerate(objects):
            rest = objects[:index] + objects[index + 1 :]
            yield "cover-less", changed(at, rest, cards)
            yield "cover-twice", changed(at, (*objects, source_id), cards)
            for other in problem.board.sources:
                if other.id not in objects:
                    yield "cover-otherwise", changed(at, (*rest, other.id), cards)
        for index, card in enumerate(cards):
            fewer = cards[:index] + cards[index + 1 :]
            yield "cover-less", changed(at, objects, fewer)
            yield "cover-twice", changed(at, objects, (*cards, card))
            for another in range(len(problem.board.graveyard)):
                if another not in cards:
                    yield "cover-otherwise", changed(at, objects, (*fewer, another))


def other_objects(problem: Problem, payment: Payment, rng: Random) -> Spoiled:
    """Drop, repeat and exchange the objects of other costs and of abilities."""
    chosen = [(-1, payment.objects)]
    chosen += [(at, step.objects) for at, step in enumerate(payment.activations)]
    for at, objects in chosen:

        def changed(
            new: tuple[tuple[Deed, str], ...], at: int = at, payment: Payment = payment
        ) -> Payment:
            if at < 0:
                return replace(payment, objects=new)
            return with_activation(payment, at, replace(payment.activations[at], objects=new))

        source = rng.choice(problem.board.sources).id
        deed = rng.choice((Deed.TAP, Deed.SACRIFICE, Deed.RETURN))
        yield "more-objects", changed((*objects, (deed, source)))
        for index, (deed, source_id) in enumerate(objects):
            rest = objects[:index] + objects[index + 1 :]
            yield "drop-object", changed(rest)
            yield "repeat-object", changed((*rest, (deed, source_id), (deed, source_id)))
            other_deed = Deed.SACRIFICE if deed is Deed.TAP else Deed.TAP
            yield "other-deed", changed((*rest, (other_deed, source_id)))
            for other in problem.board.sources:
                if other.id != source_id:
                    yield "other-object", changed((*rest, (deed, other.id)))
