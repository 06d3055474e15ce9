"""The greedy backend: the best units where each has a price of its own.

A question has *classes* of units that are due, and *elements*: interchangeable units with a price,
and with the set of the classes that accept them, written as a bit set. The sets of units that can
be used together are the independent sets of a transversal matroid, and a payment uses a basis of
it. So taking elements by rising price, as many units as stay independent, gives a basis of the
least total price (Rado 1957, Edmonds 1971), for any totally ordered group of prices: tuples of
integers, compared lexicographically, need no weights and cannot overflow. Independence is Hall's
condition: of each set of classes S, the units used whose classes all lie in S are no more than what
is due of S.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NAME = "greedy"

Price = tuple[int, ...]


LANE = 32
"""Bits of one lane of a packed number, of which the highest is kept free."""


def packed(numbers: Iterable[int]) -> int:
    """Pack one number for each set of classes but the empty one into lanes of an integer.

    So all of Hall's inequalities are added up and compared at once. Numbers are from 0 to
    2**(LANE - 1) - 1.
    """
    return sum(number << LANE * place for place, number in enumerate(numbers))


@lru_cache(maxsize=65_536)
def touched(accepted: int, classes: int) -> int:
    """Return the sets of so many classes that hold a class which accepts a unit, packed.

    Examples
    --------
    >>> touched(0b01, 2) == packed([1, 0, 1])
    True
    """
    return packed(int(one & accepted > 0) for one in range(1, 1 << classes))


@lru_cache(maxsize=4_096)
def owed(due: tuple[int, ...]) -> int:
    """Return what is due of each set of classes, packed."""
    return packed(_sums(due)[1:])


@lru_cache(maxsize=16)
def guard(classes: int) -> int:
    """Return the highest bit of each lane."""
    return packed(1 << LANE - 1 for _ in range(1, 1 << classes))


def is_payable(there: int, due: int, guard: int) -> bool:
    """Tell whether units can pay all that is due: Hall's theorem.

    Parameters
    ----------
    there
        Sum of what the units touch (`touched`).
    due
        What is due (`owed`).
    guard
        The highest bits of the lanes (`guard`).

    Notes
    -----
    Complexity: that of one subtraction of integers with a lane for each set of classes.

    Examples
    --------
    >>> is_payable(2 * touched(0b11, 2), owed((1, 1)), guard(2))
    True
    >>> is_payable(2 * touched(0b10, 2), owed((1, 1)), guard(2))
    False
    """
    return ((there | guard) - due) & guard == guard


def highest(first: int, second: int, guard: int) -> int:
    """Return the larger of two numbers in each lane.

    Examples
    --------
    >>> highest(packed([1, 3, 0]), packed([2, 2, 0]), guard(2)) == packed([2, 3, 0])
    True
    """
    kept = ((first | guard) - second) & guard
    kept -= kept >> LANE - 1
    return (first & kept) | (second & ~kept)


def deficient(there: int, sets: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the smallest set of classes that falls short the most, and by how much.

    Parameters
    ----------
    there
        How many units touch each set of classes, packed.
    sets
        Sets of classes with what is due of them.

    Examples
    --------
    >>> deficient(packed([2, 1, 2]), [(0b01, 1), (0b10, 2), (0b11, 3)])
    (2, 1)
    """
    lane = (1 << LANE) - 1
    short = {classes: due - (there >> LANE * (classes - 1) & lane) for classes, due in sets}
    worst = max(short, key=lambda classes: (short[classes], -classes.bit_count(), -classes))
    return worst, short[worst]


def take(elements: Sequence[tuple[int, int]], due: tuple[int, ...]) -> list[int] | None:
    """Return how many units of each element the cheapest payment uses, None if nothing pays.

    Parameters
    ----------
    elements
        By rising price: the set of classes that accept it, and how many copies there are.
    due
        Units due of each class.

    Notes
    -----
    A unit that finds no room in its classes makes others move (an augmenting path). Where none can,
    the classes reached are paid by units that fit nowhere else, and stay so: they are closed to all
    later elements (Hall's condition holds with equality).

    Complexity: linear in the elements where there is room; an augmenting path, or a closing, takes
    at most classes times elements.

    Examples
    --------
    >>> take([(0b11, 1), (0b01, 2)], (1, 1))
    [1, 1]
    >>> take([(0b01, 2)], (1, 1)) is None
    True
    """
    used = [0] * len(elements)
    left = sum(due)
    if not left:
        return used
    room = list(due)
    paying: list[dict[int, int]] = [{} for _ in due]
    closed = 0
    for index, (accepted, copies) in enumerate(elements):
        classes = rest = accepted & ~closed
        if not classes:
            continue
        number = copies
        while rest and number:
            place = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            if room[place]:
                paying[place][index] = placed = min(room[place], number)
                room[place] -= placed
                number -= placed
        while number:
            reached, moves = _moves(classes, closed, room, paying, elements)
            if not moves:
                closed |= reached
                break
            end, start = moves[0][2], moves[-1][1]
            moved = min(number, room[end], *(paying[place][one] for one, place, _ in moves))
            room[end] -= moved
            for one, place, to in moves:
                paying[to][one] = paying[to].get(one, 0) + moved
                paying[place][one] -= moved
                if not paying[place][one]:
                    del paying[place][one]
            paying[start][index] = paying[start].get(index, 0) + moved
            number -= moved
        used[index] = copies - number
        left -= used[index]
        if not left:
            return used
    return None


def _moves(
    classes: int,
    closed: int,
    room: Sequence[int],
    paying: Sequence[Mapping[int, int]],
    elements: Sequence[tuple[int, int]],
) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the classes that are reached from some without room, and moves that make room there.

    Each move takes an element from one class to the next; the last one is from the given classes.
    """
    reached = classes
    places = [place for place in range(classes.bit_length()) if classes >> place & 1]
    came: dict[int, tuple[int, int]] = {}
    for place in places:
        for one in paying[place]:
            fresh = elements[one][0] & ~(reached | closed)
            while fresh:
                to = (fresh & -fresh).bit_length() - 1
                fresh &= fresh - 1
                reached |= 1 << to
                came[to] = one, place
                if room[to]:
                    moves = []
                    while to in came:
                        one, before = came[to]
                        moves.append((one, before, to))
                        to = before
                    return reached, moves
                places.append(to)
    return reached, []


@lru_cache(maxsize=4_096)
def _sums(due: tuple[int, ...]) -> list[int]:
    """Return what is due of each set of classes."""
    sums = [0] * (1 << len(due))
    for classes in range(1, len(sums)):
        rest = classes & (classes - 1)
        sums[classes] = sums[rest] + due[(classes ^ rest).bit_length() - 1]
    return sums


def assign(used: Sequence[tuple[int, int]], due: Sequence[int]) -> list[list[int]]:
    """Say which class each unit pays, where all that is due is paid.

    Parameters
    ----------
    used
        Set of classes and number of each element's units; together as many as are due.
    due
        Units due of each class; a unit pays the first class with room, until one must move.

    Returns
    -------
    list of list of int
        The classes that the units of each element pay.

    Notes
    -----
    Complexity: units times elements times classes (augmenting paths).

    Examples
    --------
    >>> assign([(0b11, 1), (0b01, 1)], [1, 1])
    [[1], [0]]
    """
    room = list(due)
    result: list[list[int]] = [[] for _ in used]
    order = sorted(range(len(used)), key=lambda i: used[i][0].bit_count())
    for index in order:
        classes, number = used[index]
        for _ in range(number):
            if not _place(index, classes, room, result, used, 0):
                raise ValueError("units that cannot all be used together")
    return result


def _place(
    index: int,
    classes: int,
    room: list[int],
    result: list[list[int]],
    used: Sequence[tuple[int, int]],
    seen: int,
) -> bool:
    """Let one more unit of an element pay, and move others where none of its classes has room."""
    rest = classes
    while rest:
        bit = rest & -rest
        rest ^= bit
        place = bit.bit_length() - 1
        if room[place]:
            room[place] -= 1
            result[index].append(place)
            return True
    rest = classes & ~seen
    while rest:
        bit = rest & -rest
        rest ^= bit
        place = bit.bit_length() - 1
        seen |= bit
        for other, places in enumerate(result):
            if place in places and _place(other, used[other][0], room, result, used, seen):
                places.remove(place)
                result[index].append(place)
                return True
    return False
