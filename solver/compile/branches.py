"""Branches: the ways to use sources that make several mana, or make mana for mana.

Each branch fixes how often such uses are activated. What they make is there for nothing then, what
they take is due besides the cost, and every other source makes one mana at most.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from math import comb, prod
from operator import add, attrgetter
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.memo import per_key
from autotap.models.mtg.restriction import Ruling
from autotap.solver.compile.prices import (
    EMPTIED,
    MANA_LEFT,
    NOTHING,
    ONE_EMPTIED,
    Priced,
    Tariff,
)
from autotap.solver.compile.units import fits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.mtg.symbols import ManaType
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.profiles import Letter
    from autotap.solver.compile.units import Slot

MAX_BRANCHES = 1_024
"""Most branches that are looked at."""
LEADS_REMEMBERED, BRANCHES_REMEMBERED = 256, 4_096
"""Tariffs whose branches are remembered, and branches."""

Order = tuple[int, ...]
"""The place in time of each activation that costs mana."""

_price = attrgetter("price")


class Firing(NamedTuple):
    """Activations of a use that makes several mana or takes some.

    Parameters
    ----------
    lot, use
        Indices of the lot and of its use.
    number
        How many sources are used so.
    """

    lot: int
    use: int
    number: int


@dataclass(frozen=True, slots=True)
class Leads:
    """What leads to each branch: a lower bound of what its payments cost, and its activations.

    Parameters
    ----------
    start
        What is added to each price.
    width
        Bits of one part of a packed price.
    rows
        Packed prices and activations, by rising price.
    """

    start: Price
    width: int
    rows: tuple[tuple[int, tuple[Firing, ...]], ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Price, tuple[Firing, ...]]]:
        parts = range(len(self.start) - 1, -1, -1)
        part = (1 << self.width) - 1
        for packed, fired in self.rows:
            price = [packed >> self.width * place & part for place in parts]
            yield tuple(map(add, self.start, price)), fired


@dataclass(frozen=True, eq=False)
class Branch:
    """One way to use sources that make several mana or take some.

    Parameters
    ----------
    tariff
        Prices of everything on offer.
    fired
        The activations.
    """

    tariff: Tariff
    fired: tuple[Firing, ...]
    _slots_for: dict[Letter, int] = field(default_factory=dict, repr=False)

    @cached_property
    def spent(self) -> dict[int, int]:
        """How many sources of each lot are used so."""
        numbers: dict[int, int] = defaultdict(int)
        for lot, _, number in self.fired:
            numbers[lot] += number
        return dict(numbers)

    @cached_property
    def costed(self) -> tuple[tuple[int, int], ...]:
        """Lot and use of each activation that costs mana, one by one."""
        lots = self.tariff.offer.lots
        return tuple(
            (lot, use)
            for lot, use, number in self.fired
            if lots[lot].uses[use].needs
            for _ in range(number)
        )

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """What each of these activations takes."""
        lots = self.tariff.offer.lots
        return tuple(lots[lot].uses[use].needs[0] for lot, use in self.costed)

    @cached_property
    def made(self) -> tuple[Priced, ...]:
        """The mana made: first what takes none, then what each activation makes that takes one."""
        lots = self.tariff.offer.lots
        free = [each for each in self.fired if not lots[each.lot].uses[each.use].needs]
        taking = [Firing(lot, use, 1) for lot, use in self.costed]
        return tuple(
            Priced(letter, number, NOTHING, lot, (use,))
            for lot, use, number in (*free, *taking)
            for letter in lots[lot].uses[use].units
        )

    @cached_property
    def made_by(self) -> tuple[int, ...]:
        """For each of them the index of the activation that takes a mana for it, or -1."""
        lots = self.tariff.offer.lots
        by = [
            index for index, (lot, use) in enumerate(self.costed) for _ in lots[lot].uses[use].units
        ]
        return (*(-1 for _ in range(len(self.made) - len(by))), *by)

    @cached_property
    def start(self) -> Price:
        """What the activations cost, with the mana that is left as a part to be lowered."""
        tariff = self.tariff
        values = list(NOTHING)
        values[MANA_LEFT] = -tariff.mana_left
        for lot, use, number in self.fired:
            for part, price in enumerate(tariff.prices[lot][use]):
                values[part] += number * price
        values[EMPTIED] += sum(map(self.gone.issuperset, tariff.offer.kinds))
        return tuple(values)

    def left(self, lot: int) -> int:
        """Return how many sources of a lot are left."""
        return len(self.tariff.offer.lots[lot].sources) - self.spent.get(lot, 0)

    @cached_property
    def gone(self) -> frozenset[int]:
        """The lots of which no source is left."""
        return frozenset(lot for lot in self.spent if not self.left(lot))

    # -- the other sources -------------------------------------------------------------------------

    @cached_property
    def emptying(self) -> tuple[tuple[int, ...], ...]:
        """The lots left of each kind of source that single mana could use up."""
        gone, simple = self.gone, self.tariff.simple
        kinds = [tuple([at for at in lots if at not in gone]) for lots in self.tariff.offer.kinds]
        return tuple([lots for lots in kinds if lots and all(map(simple.__contains__, lots))])

    @cached_property
    def cheapest(self) -> tuple[Priced, ...]:
        """By rising price: the units of each source at its cheapest.

        The last copy of a kind of source that can be used up carries that.
        """
        units: list[Priced] = [*self.tariff.floating]
        of_lot = {one.lot: one for one in self._left(self.tariff.cheapest)}
        for lots in self.emptying:
            *others, last = sorted([of_lot.pop(lot) for lot in lots], key=_price)
            units += others
            letter, copies, price, lot, uses = last
            if copies > 1:
                units.append(Priced(letter, copies - 1, price, lot, uses))
            units.append(Priced(letter, 1, tuple(map(add, price, ONE_EMPTIED)), lot, uses))
        return tuple(sorted((*of_lot.values(), *units), key=_price))

    @cached_property
    def mixed(self) -> tuple[tuple[Priced, ...], ...]:
        """The units of each kind of source that can be used up, where they differ.

        `cheapest` is exact only if the same classes accept all of them.
        """
        cheapest = self.tariff.cheapest
        kinds = [tuple([cheapest[lot] for lot in lots]) for lots in self.emptying if len(lots) > 1]
        return tuple([units for units in kinds if len({one.letter for one in units}) > 1])

    @cached_property
    def widest(self) -> tuple[Priced, ...]:
        """By rising price: the units of each source at its cheapest, whatever they are.

        What they pay costs no more than anything else.
        """
        units = (*self.tariff.floating, *self._left(self.tariff.widest))
        return tuple(sorted(units, key=_price))

    def _left(self, units: Mapping[int, Priced]) -> Iterator[Priced]:
        """Yield those of some units, by lot, whose sources are left."""
        spent = self.spent
        for lot, one in units.items():
            if lot not in spent:
                yield one
            elif one.copies > spent[lot]:
                yield one._replace(copies=one.copies - spent[lot])

    @cached_property
    def each(self) -> tuple[Priced, ...]:
        """The units of each use of each source."""
        tariff = self.tariff
        return tuple(
            Priced(
                tariff.offer.lots[lot].uses[use].units[0],
                copies,
                tariff.prices[lot][use],
                lot,
                (use,),
            )
            for lot, uses in tariff.simple.items()
            if (copies := self.left(lot))
            for use in uses
        )

    # -- activations that cost mana ----------------------------------------------------------------

    def accepting(self, letter: Letter) -> int:
        """Return the set of the activations that take a unit."""
        known = self._slots_for.get(letter)
        if known is None:
            takes = _takes(self.tariff)
            known = 0
            for index, (activation, slot) in enumerate(zip(self.costed, self.slots, strict=True)):
                verdict = takes.get((activation, letter))
                if verdict is None:
                    verdict = takes[activation, letter] = any(types_for(slot, letter))
                known |= verdict << index
            self._slots_for[letter] = known
        return known

    def type_for(self, letter: Letter, index: int) -> tuple[int, ManaType]:
        """Return the template, by its place in the letter, and the type that one takes."""
        return next(types_for(self.slots[index], letter))

    def orders(self) -> Iterator[Order]:
        """Yield the orders of the activations that cost mana; equal ones are not exchanged."""
        copies: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, activation in enumerate(self.costed):
            copies[activation].append(index)
        alike = list(copies.values())

        def extend(order: dict[int, int]) -> Iterator[Order]:
            if len(order) == len(self.costed):
                yield tuple(order[index] for index in range(len(order)))
            for indices in alike:
                following = next((index for index in indices if index not in order), None)
                if following is not None:
                    yield from extend({**order, following: len(order)})

        return extend({})

    def after(self, order: Order | None) -> list[int]:
        """Return for each activation that takes a mana the set of those that come after it.

        Without an order these are all others. For what takes none, which comes last in the list,
        they are all.
        """
        places = range(len(self.costed))
        later = [
            [1 << at for at in places if (at != one if order is None else order[at] > order[one])]
            for one in places
        ]
        return [*map(sum, later), (1 << len(self.costed)) - 1]


def types_for(slot: Slot, letter: Letter) -> Iterator[tuple[int, ManaType]]:
    """Yield the templates, by their places in a letter, and the types that an ability takes."""
    for place, template in enumerate(letter.templates):
        for kind in template.types:
            if fits(slot, Ruling.YES, template, frozenset((kind,))):
                yield place, kind


@per_key(maxsize=LEADS_REMEMBERED)
def _takes(tariff: Tariff) -> dict[tuple[tuple[int, int], Letter], bool]:
    """Return which units the uses of some lots take, as far as it is known."""
    return {}


@per_key(maxsize=LEADS_REMEMBERED)
def branches_of(tariff: Tariff, due: int, by_life: int) -> Leads | str:
    """Return what leads to each branch (`branch_of`), by the least that its payment costs.

    Parameters
    ----------
    tariff
        Prices of everything on offer.
    due
        Units that are due.
    by_life
        Most of them that life pays.

    Returns
    -------
    Leads or str
        What is beyond branches, if they are too many.

    Notes
    -----
    An activation none of whose mana is spent only loses mana. Without such ones, what pays for what
    leads from each activation that costs no mana to a mana of the cost, and no two of them to the
    same, as each activation takes one mana at most: there are no more of them than units due. Of
    copies that cost mana no more than twice as many are used (a chain needs none of them twice).
    """
    several = [
        (
            lot,
            [at for at, use in enumerate(each.uses) if not use.is_simple],
            min(len(each.sources), 2 * due),
        )
        for lot, each in enumerate(tariff.offer.lots)
        if len(each.profile.simple) < len(each.uses)
    ]
    if prod(comb(most + len(uses), len(uses)) for _, uses, most in several) > MAX_BRANCHES:
        return f"more than {MAX_BRANCHES} ways to use sources that make several mana"
    rests = _least_prices(tariff, due)
    dearest = sum(
        most * max(sum(tariff.prices[lot][use]) for use in uses) for lot, uses, most in several
    )
    width = (dearest + sum(rests[-1])).bit_length()
    steps = [_steps(tariff, lot, uses, most, width) for lot, uses, most in several]
    sums = [_Step((), 0, 0, 0)]
    for some in steps:
        sums = [
            _Step(
                first.fired + second.fired,
                first.price + second.price,
                first.gain + second.gain,
                first.free + second.free,
            )
            for second in some
            for first in sums
        ]
    packed_rests = [_packed(price, width) for price in rests]
    rows = []
    for fired, price, gain, free in sums:
        rest = max(0, due - by_life - gain)
        if free <= due and rest < len(rests):
            rows.append((price + packed_rests[rest], fired))
    rows.sort()
    start = list(NOTHING)
    start[MANA_LEFT] = -tariff.mana_left
    return Leads(tuple(start), width, tuple(rows))


def _packed(price: Price, width: int) -> int:
    """Return a price as one number with so many bits for each part, the first one highest."""
    result = 0
    for part in price:
        result = result << width | part
    return result


def _least_prices(tariff: Tariff, due: int) -> list[Price]:
    """Return the least that so many units of simple uses and floating mana cost, from 0 units."""
    sums = [NOTHING]
    for one in sorted((*tariff.floating, *tariff.widest.values()), key=_price):
        for _ in range(min(one.copies, due + 1 - len(sums))):
            sums.append(tuple(map(add, sums[-1], one.price)))
    return sums


class _Step(NamedTuple):
    """Activations of the sources of some lots.

    Parameters
    ----------
    fired
        The activations.
    price
        What they cost, packed.
    gain
        What they make less what they take.
    free
        How many of them take nothing.
    """

    fired: tuple[Firing, ...]
    price: int
    gain: int
    free: int


def _steps(tariff: Tariff, lot: int, several: list[int], most: int, width: int) -> list[_Step]:
    """Return the ways to use so many sources of a lot at most for several mana, or for mana."""
    uses = tariff.offer.lots[lot].uses
    prices = {at: _packed(tariff.prices[lot][at], width) for at in several}
    result = []
    for counts in _counts(len(several), most):
        fired = tuple([Firing(lot, at, n) for at, n in zip(several, counts, strict=True) if n])
        result.append(
            _Step(
                fired,
                sum(n * prices[at] for _, at, n in fired),
                sum(n * uses[at].gain for _, at, n in fired),
                sum(n for _, at, n in fired if not uses[at].needs),
            )
        )
    return result


@per_key(maxsize=BRANCHES_REMEMBERED)
def branch_of(tariff: Tariff, fired: tuple[Firing, ...]) -> Branch:
    """Return the branch of some activations."""
    return Branch(tariff, fired)


def _counts(parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of so many numbers that add up to ``most`` or less."""
    if not parts:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(parts - 1, most - first):
            yield (first, *rest)
