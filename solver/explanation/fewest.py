"""The smallest changes that pay: count vectors, smallest sums first, each decided exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MAX_TRIED = 500
"""Most changes of one kind that are tried."""

Counts = tuple[int, ...]


class Unsettled(Exception):  # noqa: N818 - no error: it ends a search
    """More would have to be tried than is allowed, or what is tried is not covered."""


class Search:
    """All smallest count vectors that pay.

    Parameters
    ----------
    room
        Largest number per place.
    pays
        Whether a count vector pays; asked at most once for each.
    monotone
        Whether what pays still pays when a number is raised.
    """

    def __init__(
        self, room: Sequence[int], pays: Callable[[Counts], bool], *, monotone: bool = True
    ) -> None:
        self.room = tuple(room)
        self.monotone = monotone
        self._pays = pays
        self._known: dict[Counts, bool] = {}

    def pays(self, counts: Counts) -> bool:
        """Tell whether a count vector pays.

        Raises
        ------
        Unsettled
            If `MAX_TRIED` others were tried before.
        """
        if counts not in self._known:
            if len(self._known) == MAX_TRIED:
                raise Unsettled
            self._known[counts] = self._pays(counts)
        return self._known[counts]

    def smallest(self) -> tuple[Counts, ...]:
        """Return all vectors of the smallest sum above 0 that pay, none if none does.

        If more never hurts, the largest vector decides whether any does; for one place bisection
        finds the number. Otherwise the sums are gone through from 1 on.

        Examples
        --------
        >>> Search((3, 3), lambda counts: counts[0] + 2 * counts[1] >= 4).smallest()
        ((0, 2),)
        >>> Search((1_000,), lambda counts: counts[0] >= 700).smallest()
        ((700,),)
        """
        if not sum(self.room) or (self.monotone and not self.pays(self.room)):
            return ()
        if self.monotone and len(self.room) == 1:
            return (self._bisected(),)
        for size in range(1, sum(self.room) + 1):
            found = tuple(self.of_size(size))
            if found:
                return found
        return ()

    def _bisected(self) -> Counts:
        low, high = 0, self.room[0]
        while high - low > 1:
            middle = (low + high) // 2
            if self.pays((middle,)):
                high = middle
            else:
                low = middle
        return (high,)

    def of_size(self, size: int) -> Iterator[Counts]:
        """Yield the vectors of one sum that pay.

        If more never hurts, a beginning is given up as soon as it does not pay with all that may
        still come in every place at once.
        """
        yield from self._extended((), size)

    def _extended(self, begun: Counts, left: int) -> Iterator[Counts]:
        rest = self.room[len(begun) :]
        if sum(rest) < left:
            return
        if not left:
            counts = begun + (0,) * len(rest)
            if self.pays(counts):
                yield counts
            return
        if self.monotone and not self.pays(begun + tuple(min(room, left) for room in rest)):
            return
        for number in range(min(rest[0], left), -1, -1):
            yield from self._extended((*begun, number), left - number)


def merged(found: Sequence[Counts]) -> list[tuple[frozenset[int], ...]]:
    """Write count vectors of one sum as few choices: a set of places for each unit.

    Each choice stands for the vectors that come of taking one place of every set; together they
    stand for the vectors given, and for no others.

    Examples
    --------
    >>> [[sorted(places) for places in choice] for choice in merged([(1, 1, 0), (1, 0, 1)])]
    [[[0], [1, 2]]]
    """
    given = set(found)
    size = len(found[0]) if found else 0
    open_ = dict.fromkeys(sorted(given, reverse=True))
    choices = []
    while open_:
        first = next(iter(open_))
        units = [place for place in range(size) for _ in range(first[place])]
        choice = [frozenset((place,)) for place in units]
        covered = {first}
        for i in range(len(choice)):
            for place in range(size):
                wider = [*choice]
                wider[i] |= {place}
                if place not in choice[i] and (reached := _expanded(wider, size)) <= given:
                    choice, covered = wider, reached
        choices.append(tuple(choice))
        for one in covered:
            open_.pop(one, None)
    return choices


def _expanded(choice: Sequence[frozenset[int]], size: int) -> set[Counts]:
    """Return the count vectors that a choice stands for."""
    reached: set[Counts] = {(0,) * size}
    for places in choice:
        reached = {
            (*counts[:place], counts[place] + 1, *counts[place + 1 :])
            for counts in reached
            for place in places
        }
    return reached
