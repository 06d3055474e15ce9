"""Planning a Duel Masters turn: branch and bound over the cards, all of them paid from one zone.

Cards are looked at by falling value. What has been chosen so far must be payable together, which
`keep` decides exactly; leaving out cards never makes the others unpayable, so a choice that is not
payable ends its branch.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.errors import InputError
from autotap.models.problem import DuelMastersProblem, Kept
from autotap.models.result import Status, ZonePayment
from autotap.models.turn import Turn, TurnStep
from autotap.solver.api import solve
from autotap.solver.verify.turn import board_after_step

if TYPE_CHECKING:
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.turn import TurnCard
    from autotap.solver.pipeline import Clock

Chosen = tuple[int, ...]
"""Copies of each card, in the order of the cards."""


@dataclass(frozen=True, slots=True)
class _Found:
    """The best choice so far, whether it is proven, and what no choice exceeds."""

    chosen: Chosen
    proven: bool
    bound: int


def plan_zone_turn(hand: tuple[TurnCard, ...], zone: ManaZone, clock: Clock) -> Turn:
    """Find the cards to use from a mana zone; see `plan_turn`.

    The cards are paid by falling value, each as `pay` does with ``keep`` for those that follow.

    Raises
    ------
    InputError
        For a card of another game, or with parts that only Magic has.
    """
    for card in hand:
        if not isinstance(card.spell, DuelMastersSpell):
            raise InputError(card.name, "a card of the game of the mana zone")
        if card.adds or card.arrives or card.value_per_x or card.option_values:
            raise InputError(card.name, "a card that is paid, and worth one value")
    cards = sorted(hand, key=lambda card: -card.value)
    found = _Search(cards, zone, clock).best()
    steps: list[TurnStep] = []
    after = zone
    order = [card for card, number in zip(cards, found.chosen, strict=True) for _ in range(number)]
    for number, card in enumerate(order):
        payment = _payment(after, _spells(order[number:]))
        assert payment is not None
        steps.append(TurnStep(card.name, payment, value=card.value, board=after))
        after = board_after_step(card, steps[-1], after)
    value = sum(step.value for step in steps)
    return Turn(
        Status.OPTIMAL if found.proven else Status.FEASIBLE,
        tuple(steps),
        {"value": value, "cards": len(steps)},
        value if found.proven else found.bound,
        after,
        hand,
        "cp_sat",
        time.perf_counter() - clock.start,
    )


def _spells(cards: list[TurnCard]) -> list[DuelMastersSpell]:
    return [card.spell for card in cards if isinstance(card.spell, DuelMastersSpell)]


def _payment(zone: ManaZone, spells: list[DuelMastersSpell]) -> ZonePayment | None:
    """Pay for the first of some cards so that all can be paid, None if they cannot."""
    first, *rest = spells
    keep = (Kept(tuple(rest)),) if rest else ()
    result = solve(DuelMastersProblem(zone, first, keep=keep), use_cache=False)
    if not isinstance(result.payment, ZonePayment) or not all(result.kept):
        return None
    return result.payment


class _Search:
    def __init__(self, cards: list[TurnCard], zone: ManaZone, clock: Clock) -> None:
        self.cards = cards
        self.zone = zone
        self.clock = clock

    def best(self) -> _Found:
        """Search by falling value; of equally valuable choices the one with the fewest cards."""
        best: Chosen = ()
        stack: list[Chosen] = [()]
        while stack:
            if self.clock.remaining == 0.0:
                bound = max(map(self.most, stack))
                return _Found(self.whole(best), proven=False, bound=max(bound, self.value(best)))
            chosen = stack.pop()
            if self.rank(chosen) < self.rank(best):
                best = chosen
            if len(chosen) == len(self.cards) or self.most(chosen) < self.value(best):
                continue
            card = self.cards[len(chosen)]
            if not card.value:
                continue
            for number in range(card.count + 1):
                more = (*chosen, number)
                if not self.is_payable(more):
                    break
                stack.append(more)
        return _Found(self.whole(best), proven=True, bound=self.value(best))

    def rank(self, chosen: Chosen) -> tuple[int, int]:
        """Return what the best choice has least of."""
        return -self.value(chosen), sum(chosen)

    def value(self, chosen: Chosen) -> int:
        return sum(card.value * number for card, number in zip(self.cards, chosen, strict=False))

    def most(self, chosen: Chosen) -> int:
        """Bound the value of everything that begins with a choice."""
        rest = self.cards[len(chosen) :]
        return self.value(chosen) + sum(card.value * card.count for card in rest)

    def whole(self, chosen: Chosen) -> Chosen:
        """Return a choice with none of the cards that were not looked at."""
        return (*chosen, *(0 for _ in self.cards[len(chosen) :]))

    def is_payable(self, chosen: Chosen) -> bool:
        """Tell whether all of a choice can be paid together."""
        if not chosen[-1]:
            return True
        numbers = zip(self.cards, chosen, strict=False)
        spells = _spells([card for card, number in numbers for _ in range(number)])
        return _payment(self.zone, spells) is not None
