"""Hall's condition: how many units there are for each set of classes, all sets at once.

A cost is unpayable where the units that pay any class of some set are fewer than what is due of it
(Hall's condition). What is counted here is never too little, so it rules out whole offers, and
branches of them, before units are chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.solver.backends import greedy
from autotap.solver.compile.asks import LIFE
from autotap.solver.compile.branches import types_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.solver.compile.asks import Ask
    from autotap.solver.compile.branches import Firing
    from autotap.solver.compile.offers import Offer
    from autotap.solver.compile.profiles import Use
    from autotap.solver.compile.units import Slot


def most(offer: Offer, ask: Ask) -> int:
    """Return for each set of classes a bound of the units that pay any of it, packed.

    No source is used for more than one of its uses, and an activation that takes a mana takes it
    from every set of classes that all mana which it could take touches. So a cost is unpayable
    where this is less than what is due of some set; where no source has several mana at a choice,
    or takes any, there is no other reason (Hall's theorem).

    Complexity: linear in the uses of the lots.
    """
    guard = ask.guard
    total = 0
    for letter, _ in offer.floating:
        total += ask.touch(letter)
    for lot in offer.lots:
        best = 0
        for use in lot.uses:
            best = greedy.highest(best, _gained(offer, ask, use), guard)
        total += len(lot.sources) * best
    return total + _of_life(offer, ask)


class Supply(NamedTuple):
    """What branches of an offer give to each set of classes, packed.

    Parameters
    ----------
    simple
        What there is where every source makes one mana.
    more
        By lot and use, how much more one activation gives than a source that makes one mana.
    """

    simple: int
    more: tuple[tuple[int, ...], ...]

    def of(self, fired: Iterable[Firing]) -> int:
        """Return a bound of what there is with some activations."""
        return self.simple + sum(number * self.more[lot][use] for lot, use, number in fired)


def supply_of(offer: Offer, ask: Ask) -> Supply:
    """Return what branches of an offer give.

    Complexity: linear in the uses of the lots.
    """
    guard = ask.guard
    total = sum(ask.touch(letter) for letter, _ in offer.floating) + _of_life(offer, ask)
    more = []
    for lot in offer.lots:
        gained = [_gained(offer, ask, use) for use in lot.uses]
        best = 0
        for use, one in zip(lot.uses, gained, strict=True):
            if use.is_simple:
                best = greedy.highest(best, one, guard)
        total += len(lot.sources) * best
        more.append(tuple([one - best for one in gained]))
    return Supply(total, tuple(more))


def _gained(offer: Offer, ask: Ask, use: Use) -> int:
    """Return what one activation gives, without what it takes from every set, packed."""
    made = sum(map(ask.touch, use.units))
    for slot in use.needs:
        taken = _taken(offer, ask, slot)
        made = greedy.highest(made, taken, ask.guard) - taken
    return made


def _of_life(offer: Offer, ask: Ask) -> int:
    if not ask.by_life:
        return 0
    return max(offer.board.life, 0) // LIFE_FOR_A_SYMBOL * ask.touch(LIFE)


def _taken(offer: Offer, ask: Ask, slot: Slot) -> int:
    """Return the sets of classes that all mana touches which pays a symbol, packed."""
    result = -1
    for letter in offer.letters:
        if any(types_for(slot, letter)):
            result &= ask.touch(letter)
    return max(result, 0)
