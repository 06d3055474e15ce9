"""Pools of mana as integers: sums of sets of them, and which are covered by none of the others.

A *letter* is what may tell two mana of a pool apart. A pool is one number with a lane for each
letter, below one for all its units, so that adding mana is adding numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import LimitError
from autotap.models.mtg.mana import ManaGroup, ManaTags
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.solver.backends.matcher.matching import Matching

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from autotap.models.mtg.mana import ManaList
    from autotap.solver.compile.units import Template

LANE = 16
"""Bits of one lane, of which the highest is kept free."""
MOST_UNITS = (1 << LANE - 1) - 1
"""Most mana that a pool may have."""
_FIELD = (1 << LANE) - 1
_ORDER = {(kind,): place for place, kind in enumerate(ManaType)} | {COLORS: len(ManaType)}

Units = tuple[tuple[ManaType, ...], ...]
Pools = set[int]
"""Different pools."""


class Letter(NamedTuple):
    """What may tell two mana of a pool apart.

    Parameters
    ----------
    types
        Its type alone, or the five colors for one mana of any color that is not chosen yet.
    only
        What it may be spent on, "" for anything.
    snow
        Whether it is snow mana, where a cost asks for that.
    """

    types: tuple[ManaType, ...]
    only: str = ""
    snow: bool = False

    def covers(self, other: Letter) -> bool:
        """Tell whether it can do whatever the other one can."""
        return (
            set(self.types) >= set(other.types)
            and self.only in ("", other.only)
            and self.snow >= other.snow
        )


Choice = tuple[Letter, ...]
"""One unit: it is one of these letters."""


def choice_of(template: Template) -> Choice:
    """Return what a unit of a template may be; any one color is one letter and stays open."""
    types = template.types
    rest = tuple((kind,) for kind in types if not (set(COLORS) <= set(types) and kind in COLORS))
    kinds = rest if len(rest) == len(types) else (*rest, COLORS)
    return tuple(Letter(kind, template.tags.only, "snow" in template.flags) for kind in kinds)


class _Half(dict[int, Units]):
    """How the lanes of a few letters are spelled, by what is in them: it is often the same."""

    def __init__(self, lanes: list[tuple[int, tuple[ManaType, ...]]]) -> None:
        self.lanes = lanes
        self.mask = sum(_FIELD << shift for shift, _ in lanes)

    def __missing__(self, part: int) -> Units:
        units: Units = ()
        for shift, types in self.lanes:
            units += (types,) * (part >> shift & _FIELD)
        self[part] = units
        return units


class Alphabet:
    """The letters of a question, each with its lane.

    Parameters
    ----------
    letters
        All that there may be; free mana comes first, then W U B R G C, then any color.
    limit
        Largest set of pools.
    """

    def __init__(self, letters: Iterable[Letter], limit: int) -> None:
        self.letters = sorted(
            set(letters), key=lambda each: (each.only, each.snow, _ORDER[each.types])
        )
        self.limit = limit
        self.top = LANE * len(self.letters)
        shifts = range(self.top - LANE, -1, -LANE)
        self.shift = dict(zip(self.letters, shifts, strict=True))
        self.unit = {each: (1 << self.top) + (1 << shift) for each, shift in self.shift.items()}
        self.guard: int = sum(1 << shift + LANE - 1 for shift in (self.top, *shifts))

    # --- sets of pools -----------------------------------------------------------------------

    def sums(self, one: Pools, other: Pools) -> Pools:
        """Return every sum of a pool of the one set and a pool of the other.

        Raises
        ------
        LimitError
            If these are more than the limit, or one has more than `MOST_UNITS`.
        """
        if len(one) < len(other):
            one, other = other, one
        if len(one) * len(other) <= self.limit:
            result = {pool + added for added in other for pool in one}
        else:
            result = set()
            for added in other:
                result.update([pool + added for pool in one])
                if len(result) > self.limit:
                    raise too_many(self.limit)
        self._refuse_large(result)
        return result

    def multiples(self, choices: Pools, number: int) -> Pools:
        """Return every sum of so many pools of a set, each as often as one likes.

        They are added in one order, so that it is not looked at in how many orders they could be.
        """
        order = list(choices)
        result = {0}
        by_last: list[list[int]] = [[0], *([] for _ in order[1:])]
        for _ in range(number):
            result = set()
            before: list[int] = []
            for place, choice in enumerate(order):
                before += by_last[place]
                sums = [total for pool in before if (total := pool + choice) not in result]
                result.update(sums)
                by_last[place] = sums
                if len(result) > self.limit:
                    raise too_many(self.limit)
            self._refuse_large(result)
        return result

    def _refuse_large(self, pools: Pools) -> None:
        if pools and self.size(max(pools)) > MOST_UNITS:
            raise LimitError(f"more than {MOST_UNITS}", "less mana")

    def made(self, units: Sequence[Choice], times: int = 1) -> Pools:
        """Return what some units may be together, each of them so many times."""
        result = {0}
        for choice, number in Counter(units).items():
            one = {self.unit[letter] for letter in choice}
            result = self.sums(result, self.multiples(one, number * times))
        return result

    def without(self, pools: Pools, accepted: Sequence[Letter], number: int) -> Pools:
        """Return what may be left of pools after so many units of accepted letters are paid."""
        lanes = [(self.unit[each], _FIELD << self.shift[each]) for each in accepted]
        for _ in range(number):
            pools = {pool - unit for unit, lane in lanes for pool in pools if pool & lane}
        return pools

    # --- one pool ----------------------------------------------------------------------------

    def counts(self, pool: int) -> list[int]:
        """Return how many units of each letter a pool has."""
        return [pool >> shift & _FIELD for shift in self.shift.values()]

    def size(self, pool: int) -> int:
        """Return the units of a pool."""
        return pool >> self.top

    def holds(self, large: int, small: int) -> bool:
        """Tell whether one pool has all that another one has."""
        return ((large | self.guard) - small) & self.guard == self.guard

    # --- spelling ----------------------------------------------------------------------------

    def spelled(self, pools: Iterable[int]) -> Iterator[ManaList]:
        """Write pools as mana lists, one group for each restriction."""
        lists = []
        for only, group in groupby(self.letters, key=lambda each: each.only):
            letters = list(group)
            middle = len(letters) // 2
            first, second = self._half(letters[:middle]), self._half(letters[middle:])
            lists.append((ManaTags(only=only), first.mask, first, second.mask, second))
        for pool in pools:
            groups = []
            for tags, first_mask, first, second_mask, second in lists:
                units = first[pool & first_mask] + second[pool & second_mask]
                if units:
                    groups.append(ManaGroup(units, tags))
            yield tuple(groups)

    def _half(self, letters: Iterable[Letter]) -> _Half:
        return _Half([(self.shift[each], each.types) for each in letters])

    # --- which pools are covered --------------------------------------------------------------

    @cached_property
    def _above(self) -> list[list[int]]:
        """Per letter the numbers of those that cover it, itself among them."""
        return [
            [number for number, other in enumerate(self.letters) if other.covers(letter)]
            for letter in self.letters
        ]

    @cached_property
    def _is_flat(self) -> bool:
        """Whether each letter is covered by itself alone."""
        return all(len(above) == 1 for above in self._above)

    def covers(self, large: int, small: int) -> bool:
        """Tell whether each unit of a pool can be matched with one of another that covers it."""
        if self._is_flat:
            return self.holds(large, small)
        matching = Matching(ordered=False)
        for number, there in enumerate(self.counts(large)):
            matching.add_supply(1 << number, there)
        for above, due in zip(self._above, self.counts(small), strict=True):
            matching.add_demand(sum(1 << number for number in above), due)
        matching.repair()
        return not matching.deficit

    def maximal(self, pools: Collection[int]) -> Collection[int]:
        """Return the pools that are covered by none of the others.

        Complexity: n²/64 for n pools, unless all are of one size and no letter covers another one:
        then nothing is to be done.

        Notes
        -----
        A pool that covers another one has no fewer units, and no fewer units that cover a letter.
        Of each such number and value a bit set tells which pools reach it, so that the
        intersection of a few bit sets holds all that may cover a pool. Where no letter covers
        another one, that is exact.
        """
        if len(pools) < 2 or (self._is_flat and self._are_as_large(pools)):
            return pools
        order = sorted(pools)
        measured = [self._measures(pool) for pool in order]
        reached = [_reached([row[at] for row in measured]) for at in range(len(measured[0]))]
        best = []
        for number, (pool, row) in enumerate(zip(order, measured, strict=True)):
            rivals = ~(1 << number)
            for sets, value in zip(reached, row, strict=True):
                rivals &= sets[value]
            if not self._covered(pool, rivals, order):
                best.append(pool)
        return best

    def _are_as_large(self, pools: Collection[int]) -> bool:
        return self.size(min(pools)) == self.size(max(pools))

    def _covered(self, pool: int, rivals: int, order: Sequence[int]) -> bool:
        """Tell whether one of the rivals, a set of indices as bits, covers a pool."""
        if self._is_flat:
            return rivals != 0
        while rivals:
            number = rivals.bit_length() - 1
            if self.covers(order[number], pool):
                return True
            rivals ^= 1 << number
        return False

    def _measures(self, pool: int) -> list[int]:
        """Return the units that cover each letter, and all units."""
        counts = self.counts(pool)
        if not self._is_flat:
            counts = [sum(counts[number] for number in above) for above in self._above]
        return [*counts, self.size(pool)]


def _reached(values: Sequence[int]) -> dict[int, int]:
    """Return for each value the set of the indices whose value is no less, as bits."""
    places: dict[int, list[int]] = defaultdict(list)
    for index, value in enumerate(values):
        places[value].append(index)
    result = {}
    reached = 0
    for value in sorted(places, reverse=True):
        bits = bytearray(len(values) // 8 + 1)
        for index in places[value]:
            bits[index >> 3] |= 1 << (index & 7)
        reached |= int.from_bytes(bits, "little")
        result[value] = reached
    return result


def too_many(limit: int) -> LimitError:
    """Return the error for more pools than allowed."""
    return LimitError(f"more than {limit}", "fewer pools to look at, or a larger limit")
