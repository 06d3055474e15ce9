"""Bases: every way to pay what is due with so many of each sort of unit.

Units are told apart by the set of the classes due that accept them, a bit set. Which numbers of
units pay everything is decided by Hall's condition in both directions: of each set of classes S,
the units whose classes all lie in S are no more than what is due of S, and the units that touch S
are no fewer. So the numbers are grown one sort after another, and whatever cannot be completed is
left at once: each number that is tried leads to a way to pay.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.backends.greedy import guard, owed, packed, touched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Sort(NamedTuple):
    """Units that nothing tells apart.

    Parameters
    ----------
    classes
        Bit set of the classes due that accept one.
    copies
        How many there are.
    shares
        Whether they are made by the copies of the sort before: together no more than its copies.
    """

    classes: int
    copies: int
    shares: bool = False


@lru_cache(maxsize=65_536)
def within(accepted: int, classes: int) -> int:
    """Return the sets of so many classes that hold all classes that accept a unit, packed.

    Examples
    --------
    >>> within(0b01, 2) == packed([1, 0, 1])
    True
    """
    return packed(int(one & accepted == accepted) for one in range(1, 1 << classes))


def rank(sorts: Iterable[Sort], due: tuple[int, ...]) -> int:
    """Return how much of what is due units can pay at once.

    Examples
    --------
    >>> rank([Sort(0b10, 2), Sort(0b11, 1)], (1, 1))
    2
    """
    number = len(due)
    top, wanted = guard(number), owed(due)
    paid = taken = 0
    for sort in sorts:
        inside = within(sort.classes, number) if sort.classes else 0
        for _ in range(sort.copies if sort.classes else 0):
            if ((wanted | top) - taken - inside) & top != top:
                break
            taken += inside
            paid += 1
    return paid


def bases(sorts: Sequence[Sort], due: tuple[int, ...], first: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every choice of numbers of units that pays exactly what is due, each once.

    Parameters
    ----------
    sorts
        What there is.
    due
        Units due of each class.
    first
        Number of sorts at the front of which as much must be used as can be.

    Notes
    -----
    Complexity: sorts times ways, each step that of adding integers with a lane for each set of
    classes.

    Examples
    --------
    >>> list(bases([Sort(0b11, 2), Sort(0b01, 1)], (1, 1)))
    [(2, 0), (1, 1)]
    >>> list(bases([Sort(0b10, 2)], (1, 1)))
    []
    """
    number = len(due)
    total, top, wanted = sum(due), guard(number), owed(due)
    most_left = total - rank(sorts[:first], due)
    inside = [within(sort.classes, number) if sort.classes else 0 for sort in sorts]
    outside = [touched(sort.classes, number) if sort.classes else 0 for sort in sorts]
    rest = [0]
    for sort, touch in zip(reversed(sorts), reversed(outside), strict=True):
        rest.append(rest[-1] + touch * min(sort.copies, total))
    rest.reverse()
    stack: list[tuple[tuple[int, ...], int, int, int, int]] = [((), total, 0, 0, 0)]
    while stack:
        chosen, left, taken, there, room = stack.pop()
        at = len(chosen)
        if at == first and left > most_left:
            continue
        if not left:
            yield (*chosen, *(0,) * (len(sorts) - at))
            continue
        if at == len(sorts):
            continue
        sort = sorts[at]
        room = min(room, sort.copies) if sort.shares else sort.copies
        most = min(left, room) if sort.classes else 0
        for copies in range(most + 1):
            full = taken + copies * inside[at]
            if ((wanted | top) - full) & top != top:
                break
            touch = there + copies * outside[at]
            if ((touch + rest[at + 1] | top) - wanted) & top == top:
                stack.append(((*chosen, copies), left - copies, full, touch, room - copies))
