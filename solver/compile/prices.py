"""Prices: what using one source costs in each term of the default objective.

Where each source is used once and as a whole, what it costs is its own: the loss of tapping it or
giving it up, the mana that it no longer makes, its other uses, what else it could have paid for.
Only ``emptied`` belongs to a kind of source; there the last copy carries it.

The mana that a position makes is the sum of what its sources gain, each at most: what an activation
makes without the mana that it costs. A source that gains more for mana than without needs one mana
that is there already to start with; `Tariff.is_startable` tells whether there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.memo import per_key
from autotap.models.objective import MAGIC_TERMS
from autotap.solver.compile.groups import loss_class
from autotap.solver.compile.offers import REMEMBERED
from autotap.solver.compile.profiles import any_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autotap.models.objective import LossWeights, Objective
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.offers import Lot, Offer
    from autotap.solver.compile.profiles import Letter

PRICE = ("lethal", "losses", "mana_left", "reserved", "flexibility", "emptied", "activations")
"""The parts of a price, in the default order; the terms that are left out are always 0."""
LOSSES = PRICE.index("losses")
EMPTIED = PRICE.index("emptied")
MANA_LEFT = PRICE.index("mana_left")
FLEXIBILITY = PRICE.index("flexibility")
FLOATING, LIFE_LOST = -1, -2
NOTHING = (0,) * len(PRICE)
ONE_EMPTIED = tuple(int(part == EMPTIED) for part in range(len(PRICE)))


class Priced(NamedTuple):
    """Interchangeable units with their price.

    Parameters
    ----------
    letter
        What one unit may be.
    copies
        How many units.
    price
        In the order of `PRICE`.
    lot
        Index of the lot whose sources make them; `FLOATING` or `LIFE_LOST` for none.
    uses
        Indices of the uses that the templates of the letter stand for.
    """

    letter: Letter
    copies: int
    price: Price
    lot: int
    uses: tuple[int, ...] = (0,)


@dataclass(frozen=True, eq=False, slots=True)
class Tariff:
    """The prices of everything on offer.

    Parameters
    ----------
    offer
        What is there.
    prices
        Price of each use of each lot.
    floating
        Floating mana.
    mana_left
        Mana that the untouched position makes.
    simple
        By lot, the uses that make one mana and cost none.
    cheapest, widest
        By lot, the units of all its sources where they serve at their cheapest alone; and these
        units for any use at the same price, which is never more than they cost.
    starters, started
        Lots that make mana at their best without any, and lots that gain more for mana; both are
        empty where nothing costs mana.
    single
        Whether all uses of a source that make one mana and cost none have the same price.
    """

    offer: Offer
    prices: tuple[tuple[Price, ...], ...]
    floating: tuple[Priced, ...]
    mana_left: int
    simple: Mapping[int, tuple[int, ...]]
    cheapest: Mapping[int, Priced]
    widest: Mapping[int, Priced]
    starters: tuple[int, ...]
    started: tuple[int, ...]
    single: bool

    def is_startable(self, used: Mapping[int, int]) -> bool:
        """Tell whether what is left makes as much as its sources gain.

        Parameters
        ----------
        used
            How many sources of each lot are used.
        """

        def is_left(lot: int) -> bool:
            return used.get(lot, 0) < len(self.offer.lots[lot].sources)

        return not any(map(is_left, self.started)) or any(map(is_left, self.starters))


@per_key(maxsize=REMEMBERED)
def tariff_of(offer: Offer, weights: LossWeights, point: int) -> Tariff | str:
    """Return the prices of an offer, or the feature for which its sources have no prices.

    Parameters
    ----------
    offer
        What is there.
    weights
        What losses weigh.
    point
        What a point of life weighs.
    """
    lots = offer.lots
    if offer.floating and any(len(lot.profile.simple) < len(lot.uses) for lot in lots):
        return "floating mana beside a source that makes several mana or takes some"
    starters, started = _starting(lots) if offer.costed else ((), ())
    for index in started:
        if not all(slot.generic for use in lots[index].uses for slot in use.needs):
            return "an ability that gains mana for colored mana"
    prices = tuple([_prices(lot, weights, point) for lot in lots])
    simple: dict[int, tuple[int, ...]] = {}
    cheapest: dict[int, Priced] = {}
    widest: dict[int, Priced] = {}
    single = True
    for index, lot in enumerate(lots):
        uses = lot.profile.simple
        if not uses:
            continue
        least = min([prices[index][at] for at in uses])
        best = tuple([at for at in uses if prices[index][at] == least])
        simple[index] = uses
        cheapest[index] = widest[index] = _units(index, lot, best, least)
        if best != uses:
            widest[index] = _units(index, lot, uses, least)
            single = False
    floating = tuple(
        Priced(letter, 1, (*NOTHING[:FLEXIBILITY], worth, *NOTHING[FLEXIBILITY + 1 :]), FLOATING)
        for letter, worth in offer.floating
    )
    return Tariff(
        offer,
        prices,
        floating,
        sum([len(lot.sources) * lot.profile.gain for lot in lots]),
        simple,
        cheapest,
        widest,
        starters,
        started,
        single,
    )


def _starting(lots: Sequence[Lot]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return `Tariff.starters` and `Tariff.started`."""
    free = [max((use.gain for use in lot.uses if not use.needs), default=0) for lot in lots]
    started = tuple(
        index
        for index, lot in enumerate(lots)
        if any(use.needs and use.gain > free[index] for use in lot.uses)
    )
    return tuple(at for at, gain in enumerate(free) if gain and at not in started), started


def _units(index: int, lot: Lot, uses: tuple[int, ...], price: Price) -> Priced:
    """Return the units of a lot for some simple uses, at a price."""
    letters = lot.profile.letters if len(uses) == len(lot.uses) else None
    letter = letters[0] if letters else any_of([lot.uses[use] for use in uses])
    return Priced(letter, len(lot.sources), price, index, uses)


def _prices(lot: Lot, weights: LossWeights, point: int) -> tuple[Price, ...]:
    """Return what each use of one source costs where a point of life weighs ``point``."""
    source, gain = lot.source, lot.profile.gain
    prices = []
    for use in lot.uses:
        losses = use.hurts * point
        if use.taps:
            losses += weights.creature_tapped * ("creature" in source.types)
            losses += weights.stays_tapped * source.stays_tapped
        if use.leaves:
            losses += loss_class(source, weights)
        prices.append((0, losses, gain, source.reserved, lot.worth, 0, 1))
    return tuple(prices)


def life_prices(life: int, symbols: int, objective: Objective) -> list[Price]:
    """Return what each payment of 2 life costs, one after the other.

    Parameters
    ----------
    life
        Life total at the start.
    symbols
        How many symbols life could pay.
    """
    result: list[Price] = []
    before = 0
    for number in range(1, min(symbols, life // 2) + 1):
        lost = 2 * number
        below = max(0, objective.life_floor - life + lost) - max(0, objective.life_floor - life)
        losses = lost * objective.weights.life + below * objective.weights.below_floor
        result.append((int(lost >= life), losses - before, 0, 0, 0, 0, 0))
        before = losses
    return result


def usual_order(objective: Objective) -> bool:
    """Tell whether the terms are the default ones, in their order."""
    return not objective.terms or objective.terms == MAGIC_TERMS
