"""Prices: what using one source costs in each term of the default objective.

Where nothing on a board costs mana, each source is used once and as a whole, and what it costs is
its own: the loss of tapping it or giving it up, the mana that it no longer makes, its other uses,
what else it could have paid for. Only ``emptied`` belongs to a kind of source; there the last copy
carries it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.objective import MAGIC_TERMS
from autotap.solver.compile.groups import loss_class
from autotap.solver.compile.offers import REMEMBERED
from autotap.solver.compile.profiles import any_of

if TYPE_CHECKING:
    from autotap.models.objective import LossWeights, Objective
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.offers import Lot, Offer
    from autotap.solver.compile.profiles import Letter, Use

PRICE = ("lethal", "losses", "mana_left", "reserved", "flexibility", "emptied", "activations")
"""The parts of a price, in the default order; ``graveyard`` is always 0."""
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
    use
        Index of the first use that the letter stands for.
    """

    letter: Letter
    copies: int
    price: Price
    lot: int
    use: int = 0


class Bundles(NamedTuple):
    """Sources of one lot that make several mana.

    Parameters
    ----------
    lot
        Index of the lot.
    copies
        How many sources.
    uses
        Indices of their uses.
    """

    lot: int
    copies: int
    uses: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Tariff:
    """The prices of everything on offer.

    Parameters
    ----------
    uses
        Units by lot and use, of sources that make one mana.
    floating
        Floating mana.
    bundles
        Sources that make several mana.
    firing_price
        Price of each lot and use that makes several mana.
    bundle_kinds
        Lots with their numbers of copies, by kind, of the kinds of source that make several mana
        and can be used up.
    mana_left
        Mana that the untouched position makes.
    single
        By rising price, if each source has one price for all its uses; the last copy of a kind of
        source that can be used up carries that. None otherwise.
    kinds
        Letters of the kinds of source that can be used up, where a kind has several: `single` is
        exact only if the same classes accept them.
    """

    uses: tuple[Priced, ...]
    floating: tuple[Priced, ...]
    bundles: tuple[Bundles, ...]
    firing_price: dict[tuple[int, int], Price]
    bundle_kinds: tuple[tuple[tuple[int, int], ...], ...]
    mana_left: int
    single: tuple[Priced, ...] | None
    kinds: tuple[tuple[Letter, ...], ...]


@lru_cache(maxsize=REMEMBERED)
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
    several = {
        index for index, lot in enumerate(offer.lots) if any(len(use.units) > 1 for use in lot.uses)
    }
    if several and offer.floating:
        return "floating mana beside a source that makes several mana"
    kinds = {offer.lots[index].kind for index in several}
    if any(
        lot.kind in kinds and offer.can_empty(lot) and index not in several
        for index, lot in enumerate(offer.lots)
    ):
        return "a kind of source that makes one mana or several"
    priced = [
        Priced(use.units[0], len(lot.sources), price_of(lot, use, weights, point), index, number)
        for index, lot in enumerate(offer.lots)
        for number, use in enumerate(lot.uses)
    ]
    uses = tuple(one for one in priced if one.lot not in several)
    floating = tuple(
        Priced(letter, 1, (*NOTHING[:FLEXIBILITY], worth, *NOTHING[FLEXIBILITY + 1 :]), FLOATING)
        for letter, worth in offer.floating
    )
    single, letters = _single(offer, uses)
    if single is not None:
        single = tuple(sorted((*single, *floating), key=lambda one: one.price))
    return Tariff(
        uses,
        floating,
        tuple(
            Bundles(
                index,
                len(offer.lots[index].sources),
                tuple(range(len(offer.lots[index].uses))),
            )
            for index in sorted(several)
        ),
        {(one.lot, one.use): one.price for one in priced if one.lot in several},
        tuple(
            tuple(
                (index, len(offer.lots[index].sources))
                for index in sorted(several)
                if offer.lots[index].kind == kind
            )
            for kind in sorted(kinds)
            if kind >= 0 and offer.emptiable[kind]
        ),
        sum(len(lot.sources) * max(len(use.units) for use in lot.uses) for lot in offer.lots),
        single,
        letters,
    )


def _single(
    offer: Offer, uses: tuple[Priced, ...]
) -> tuple[tuple[Priced, ...] | None, tuple[tuple[Letter, ...], ...]]:
    """Return the units where the price belongs to the source, None where it does not."""
    prices: dict[int, set[Price]] = defaultdict(set)
    for one in uses:
        prices[one.lot].add(one.price)
    if any(len(each) > 1 for each in prices.values()):
        return None, ()
    units: list[Priced] = []
    by_kind: dict[int, list[Priced]] = defaultdict(list)
    for index, (price,) in prices.items():
        lot = offer.lots[index]
        priced = Priced(any_of(lot.uses), len(lot.sources), price, index)
        if offer.can_empty(lot):
            by_kind[lot.kind].append(priced)
        else:
            units.append(priced)
    for kind in by_kind.values():
        kind.sort(key=lambda one: one.price)
        *others, last = kind
        units += others
        if last.copies > 1:
            units.append(last._replace(copies=last.copies - 1))
        dearer = tuple(map(int.__add__, last.price, ONE_EMPTIED))
        units.append(last._replace(copies=1, price=dearer))
    kinds = (tuple(dict.fromkeys(one.letter for one in kind)) for kind in by_kind.values())
    return tuple(units), tuple(letters for letters in kinds if len(letters) > 1)


def price_of(lot: Lot, use: Use, weights: LossWeights, point: int) -> Price:
    """Return what one use of one source costs where a point of life weighs ``point``."""
    source = lot.source
    losses = use.hurts * point
    if use.taps:
        losses += weights.creature_tapped * ("creature" in source.types)
        losses += weights.stays_tapped * source.stays_tapped
    if use.leaves:
        losses += loss_class(source, weights)
    left = max(len(use.units) for use in lot.uses)
    return 0, losses, left, source.reserved, lot.worth, 0, 1


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
