"""Remembering what was worked out: by the identity of an object, or by a key."""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


_remembering: WeakSet[Any] = WeakSet()
"""Functions that remember, as far as `forget` makes them forget."""


def forget() -> None:
    """Forget what the functions of `per_object` and `per_key` have worked out.

    A program that runs for long and sees ever new boards can bound its memory so. No call of such
    a function may be under way.

    Examples
    --------
    >>> @per_key(maxsize=8)
    ... def total(*numbers):
    ...     print("adding up")
    ...     return sum(numbers)
    >>> total(1, 2), total(1, 2)
    adding up
    (3, 3)
    >>> forget()
    >>> total(1, 2)
    adding up
    3
    """
    for function in tuple(_remembering):
        function.cache_clear()


def per_key(maxsize: int) -> Callable[[Callable[..., V]], Callable[..., V]]:
    """Let a function remember its results by its arguments, as `functools.lru_cache` does."""

    def decorate(function: Callable[..., V]) -> Callable[..., V]:
        remembering = lru_cache(maxsize)(function)
        _remembering.add(remembering)
        return remembering

    return decorate


def per_object(maxsize: int) -> Callable[[Callable[[T], V]], Callable[[T], V]]:
    """Let a function of one object remember its results for the objects used last.

    Objects are told apart by identity: it costs the same for any size of object, and what their
    equality leaves out cannot be mixed up. An object that is remembered is kept alive, so that
    no other object can take over its identity. Up to ``2 * maxsize`` objects are remembered, at
    least the ``maxsize`` used last.

    Threads may call the function at the same time. It may then be worked out more than once for
    one object, and any of the results be remembered.

    Parameters
    ----------
    maxsize
        How many objects are to be remembered, 1 or more.

    Returns
    -------
    callable
        A decorator. The function must depend on the object alone, which must not change. All
        callers share what it returns. An error is not remembered.

    Examples
    --------
    >>> @per_object(maxsize=8)
    ... def total(numbers):
    ...     print("adding up")
    ...     return sum(numbers)
    >>> numbers = (1, 2, 3)
    >>> total(numbers), total(numbers)
    adding up
    (6, 6)
    """

    def decorate(function: Callable[[T], V]) -> Callable[[T], V]:
        young: dict[int, tuple[T, V]] = {}
        old: dict[int, tuple[T, V]] = {}

        @wraps(function)
        def remembering(item: T) -> V:
            nonlocal young, old
            entry = young.get(id(item))
            if entry is None:
                entry = old.get(id(item)) or (item, function(item))
                if len(young) >= maxsize:
                    old, young = young, {}
                young[id(item)] = entry
            return entry[1]

        def cache_clear() -> None:
            nonlocal young, old
            young, old = {}, {}

        remembering.cache_clear = cache_clear  # type: ignore[attr-defined]
        _remembering.add(remembering)
        return remembering

    return decorate


class Lookup(dict[K, V]):
    """A dictionary that works out what it does not have yet.

    It starts anew when it is full; threads may use it at the same time.

    Parameters
    ----------
    function
        Gives the value of a key; it must depend on the key alone.
    maxsize
        How many keys are remembered, 1 or more.

    Examples
    --------
    >>> squares = Lookup(lambda number: number**2, maxsize=100)
    >>> squares[3], squares
    (9, {3: 9})
    """

    __slots__ = ("function", "maxsize")

    def __init__(self, function: Callable[[K], V], maxsize: int) -> None:
        super().__init__()
        self.function = function
        self.maxsize = maxsize

    def __missing__(self, key: K) -> V:
        value = self.function(key)
        if len(self) >= self.maxsize:
            self.clear()
        self[key] = value
        return value
