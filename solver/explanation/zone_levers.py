"""What can be changed about a Duel Masters question, in whole units of each kind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import Civilization, in_order
from autotap.models.duel_masters.spell import Increase, Reduction
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.explanation import ChangeKind, Item
from autotap.solver.explanation.levers import Lever, called, lifted_ids, without_ids

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.explanation.fewest import Counts

COLORLESS = "colorless"
MORE = "one more card"
POINTS: tuple[Item, ...] = (("point",),)
"""What a reduction takes off."""


def zone_levers(problem: DuelMastersProblem) -> Iterator[Lever[DuelMastersProblem]]:
    """Yield what can be changed about a Duel Masters problem.

    A reduction may hurt: the total must be met exactly, by enough cards for the civilizations.
    """
    spell, zone = problem.spell, problem.board
    if not spell.free:
        yield _more_cards(problem)
    cards = {card.id: card for card in zone.cards}
    items = tuple(
        tuple(ids)
        for ids in zone_copies(problem)
        if cards[ids[0]].tapped and ids[0] not in problem.forbid
    )
    yield Lever(
        ChangeKind.UNTAP,
        items,
        tuple(map(len, items)),
        lambda counts: replace(problem, board=_untapped(zone, items, counts)),
    )
    lifts = tuple(lifted_ids(problem, zone_copies(problem)))
    yield Lever(
        ChangeKind.LIFT,
        lifts,
        tuple(map(len, lifts)),
        lambda counts: without_ids(
            problem, {i for item, n in zip(lifts, counts, strict=True) for i in item[:n]}
        ),
    )
    if not spell.free and (most := _most_points(problem)):
        yield Lever(
            ChangeKind.REDUCE,
            POINTS,
            (most,),
            lambda counts: replace(
                problem, spell=replace(spell, changes=(*spell.changes, Reduction(counts[0])))
            ),
            monotone=False,
        )


def _more_cards(problem: DuelMastersProblem) -> Lever[DuelMastersProblem]:
    """Offer more untapped cards of number 1; civilizations that are not due are one item."""
    spell, zone = problem.spell, problem.board
    due = set(spell.civilizations_due) | {extra.civilization for extra in spell.additional}
    rest = tuple(str(each) for each in in_order(set(Civilization) - due))
    items: tuple[Item, ...] = (*((str(each),) for each in in_order(due)), (*rest, COLORLESS))
    most = _most_points(problem) + sum(extra.count for extra in spell.additional) + len(due)

    def apply(counts: Counts) -> DuelMastersProblem:
        names = (item[0] for item, n in zip(items, counts, strict=True) for _ in range(n))
        more = tuple(
            DuelMastersCard(MORE, _civilizations(name), id=f"{MORE} {number}")
            for number, name in enumerate(names)
        )
        return replace(problem, board=ManaZone((*zone.cards, *more)))

    return Lever(ChangeKind.ADD, items, (most,) * len(items), apply)


def _civilizations(name: str) -> frozenset[Civilization]:
    return frozenset() if name == COLORLESS else frozenset((Civilization(name),))


def _most_points(problem: DuelMastersProblem) -> int:
    """Bound the points due with the smallest number of optional steps."""
    spell = problem.spell
    raised = sum(change.amount for change in spell.changes if isinstance(change, Increase))
    return spell.base.points + raised + spell.x_cost * (problem.x or 0)


def zone_copies(problem: DuelMastersProblem) -> list[list[str]]:
    """Return the ids of the cards, those together that nothing tells apart."""
    alike: defaultdict[Hashable, list[str]] = defaultdict(list)
    for card in problem.board.cards:
        alike[replace(card, id="*"), called(problem, card.id)].append(card.id)
    return list(alike.values())


def _untapped(zone: ManaZone, items: tuple[Item, ...], counts: Counts) -> ManaZone:
    awake = {i for item, number in zip(items, counts, strict=True) for i in item[:number]}
    return replace(
        zone, cards=tuple(c.with_tapped(c.tapped and c.id not in awake) for c in zone.cards)
    )
