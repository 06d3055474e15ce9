"""Prices: what using one source costs in each term of the default objective.

Where nothing on a board costs mana, each source is used once and as a whole, and what it costs is
its own: the loss of tapping it or giving it up, the mana that it no longer makes, its other uses,
what else it could have paid for. Only ``emptied`` belongs to a kind of source; there the last copy
carries it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.memo import per_object
from autotap.models.objective import MAGIC_TERMS, LossWeights, Objective
from autotap.solver.compile.groups import loss_class
from autotap.solver.compile.offers import REMEMBERED, any_of

if TYPE_CHECKING:
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.offers import Letter, Lot, Offer, Use

PRICE = ("lethal", "losses", "mana_left", "reserved", "flexibility", "emptied", "activations")
"""The parts of a price, in the default order; ``graveyard`` is always 0."""
EMPTIED = PRICE.index("emptied")
MANA_LEFT = PRICE.index("mana_left")


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
        Index of the lot whose sources make them; -1 for floating mana, -2 for life.
    """

    letter: Letter
    copies: int
    price: Price
    lot: int


@dataclass(frozen=True, slots=True)
class Tariff:
    """The prices of everything on offer.

    Parameters
    ----------
    units
        By rising price.
    kinds
        Letters that must be accepted by the same classes: those of one kind of source that can be
        used up, where there are several.
    mana_left
        Mana that the untouched position makes.
    """

    units: tuple[Priced, ...]
    kinds: tuple[tuple[Letter, ...], ...]
    mana_left: int


def tariff_of(offer: Offer, weights: LossWeights) -> Tariff | str:
    """Return the prices of an offer, or the feature for which its sources have no price of theirs.

    Where a source has several uses, they must cost the same.
    """
    return _usual(offer) if weights == USUAL else _tariff(offer, weights)


USUAL = LossWeights()


@per_object(maxsize=REMEMBERED)
def _usual(offer: Offer) -> Tariff | str:
    return _tariff(offer, USUAL)


def _tariff(offer: Offer, weights: LossWeights) -> Tariff | str:
    units: list[Priced] = []
    by_kind: dict[int, list[Priced]] = defaultdict(list)
    for index, lot in enumerate(offer.lots):
        if any(len(use.units) != 1 for use in lot.uses):
            return "a source that makes several mana"
        prices = {price_of(lot, use, weights) for use in lot.uses}
        if len(prices) > 1:
            return "a source whose price depends on what it pays"
        priced = Priced(any_of(lot.uses), len(lot.sources), prices.pop(), index)
        if lot.kind >= 0 and offer.emptiable[lot.kind]:
            by_kind[lot.kind].append(priced)
        else:
            units.append(priced)
    for kind in by_kind.values():
        kind.sort(key=lambda one: one.price)
        *others, last = kind
        units += others
        if last.copies > 1:
            units.append(last._replace(copies=last.copies - 1))
        dearer = tuple(part + (at == EMPTIED) for at, part in enumerate(last.price))
        units.append(last._replace(copies=1, price=dearer))
    flexibility = PRICE.index("flexibility")
    for letter, worth in offer.floating:
        price = tuple(worth if at == flexibility else 0 for at in range(len(PRICE)))
        units.append(Priced(letter, 1, price, -1))
    units.sort(key=lambda one: one.price)
    return Tariff(
        tuple(units),
        tuple(
            letters
            for kind in by_kind.values()
            if len(letters := tuple(dict.fromkeys(one.letter for one in kind))) > 1
        ),
        sum(len(lot.sources) * max(len(use.units) for use in lot.uses) for lot in offer.lots),
    )


def price_of(lot: Lot, use: Use, weights: LossWeights) -> Price:
    """Return what one use of one source costs, as far as life stays above the floor."""
    source = lot.source
    losses = use.hurts * weights.life
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
