"""Remembering by identity: never for another object, never without bound, in any thread."""

from __future__ import annotations

import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from autotap.models.memo import Lookup, forget, per_key, per_object
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost


class Thing:
    """An object with a number, equal to every other one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 0


def value(thing: Thing) -> int:
    return thing.number


def square(number: int) -> int:
    return number**2


def test_equal_objects_are_told_apart() -> None:
    number = per_object(maxsize=8)(value)
    one, two = Thing(1), Thing(2)
    assert one == two
    assert [number(one), number(two), number(one)] == [1, 2, 1]


def test_what_equality_leaves_out_is_not_mixed_up() -> None:
    """The mana cost of a source does not count for its equality."""

    @per_object(maxsize=8)
    def costs(board: Board) -> list[ManaCost | None]:
        return [source.cost for source in board.sources]

    board = Board.parse("Plains")
    other = Board((replace(board.sources[0], cost=ManaCost.parse("{3}")),))
    assert board == other
    assert costs(board) == [None]
    assert costs(other) == [ManaCost.parse("{3}")]


def test_an_object_in_the_place_of_a_freed_one_is_another() -> None:
    number = per_object(maxsize=2)(value)
    places = set()
    for i in range(1_000):
        thing = Thing(i)
        places.add(id(thing))
        assert number(thing) == i
        del thing
    assert len(places) < 1_000, "no place was used twice: nothing was tested"


def test_what_is_remembered_is_bounded() -> None:
    number = per_object(maxsize=10)(value)
    seen = []
    for i in range(100):
        thing = Thing(i)
        seen.append(weakref.ref(thing))
        number(thing)
        del thing
        assert min(i + 1, 10) <= sum(ref() is not None for ref in seen) <= 20


def test_the_objects_used_last_are_remembered() -> None:
    worked_out = []

    @per_object(maxsize=3)
    def number(thing: Thing) -> int:
        worked_out.append(thing)
        return thing.number

    things = [Thing(i) for i in range(20)]
    favourite = things[0]
    for thing in things:
        number(thing)
        number(favourite)
    assert len(worked_out) == 20
    for thing in things[-3:]:
        number(thing)
    assert len(worked_out) == 20
    number(things[1])
    assert len(worked_out) == 21


def test_none_is_remembered_and_errors_are_not() -> None:
    calls = []

    @per_object(maxsize=4)
    def half(thing: Thing) -> None:
        calls.append(thing)
        if thing.number % 2:
            raise ValueError(thing.number)

    even, odd = Thing(2), Thing(3)
    half(even)
    half(even)
    assert len(calls) == 1
    for _ in range(2):
        with pytest.raises(ValueError, match="3"):
            half(odd)
    assert len(calls) == 3


def test_a_lookup_is_bounded_and_right() -> None:
    squares = Lookup(square, maxsize=5)
    for number in range(100):
        assert squares[number] == number**2
        assert squares[number // 2] == (number // 2) ** 2
        assert len(squares) <= 5


def test_threads_never_get_what_belongs_to_another_object() -> None:
    number = per_object(maxsize=4)(value)
    squares = Lookup(square, maxsize=4)
    shared = [Thing(i) for i in range(12)]

    def work(start: int) -> int:
        wrong = 0
        for i in range(4_000):
            known, fresh = shared[(start + i) % 12], Thing(i)
            wrong += number(known) != known.number
            wrong += number(fresh) != i
            wrong += squares[i % 9] != (i % 9) ** 2
        return wrong

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as pool:
            assert sum(pool.map(work, range(6))) == 0
    finally:
        sys.setswitchinterval(interval)


def test_forgetting_lets_everything_go() -> None:
    """What is remembered by an object and by a key is worked out again, and no longer held."""
    calls: list[object] = []
    by_object = per_object(maxsize=8)(calls.append)
    by_key = per_key(maxsize=8)(calls.append)
    board = Board.parse("Plains")
    for remembering in (by_object, by_key):
        remembering(board)
        remembering(board)
    assert len(calls) == 2
    calls.clear()
    thing = Thing(1)
    per_object(maxsize=8)(value)(thing)
    number = per_object(maxsize=8)(value)
    number(thing)
    kept = weakref.ref(thing)
    del thing
    assert kept() is not None
    forget()
    assert kept() is None
    by_object(board)
    by_key(board)
    assert len(calls) == 2


def test_forgetting_holds_no_function() -> None:
    """A function that nobody needs any more is not held for being made to forget."""
    remembering = per_object(maxsize=8)(value)
    held = weakref.ref(remembering)
    del remembering
    assert held() is None
