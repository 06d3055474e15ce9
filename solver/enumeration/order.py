"""Orders: ways to pay by their terms, and those that no other one beats."""

from __future__ import annotations

from operator import attrgetter, le
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.solver.enumeration.way import WayToPay


def in_order(ways: Iterator[WayToPay], *, best: bool, pareto: bool) -> Iterator[WayToPay]:
    """Yield ways to pay, by their terms or as they come.

    Parameters
    ----------
    ways
        All of them.
    best
        Whether to sort them.
    pareto
        Whether to leave out those that another one beats.
    """
    if not (best or pareto):
        yield from ways
        return
    found = list(ways)
    if pareto:
        front = _front(found)
        found = [way for way in found if way.price in front]
    yield from sorted(found, key=attrgetter("place")) if best else found


def _front(ways: Iterable[WayToPay]) -> set[tuple[int, ...]]:
    """Return the prices that no other one beats: what beats a price is smaller, so comes before."""
    front: list[tuple[int, ...]] = []
    for price in sorted({way.price for way in ways}):
        if not any(all(map(le, other, price)) for other in front):
            front.append(price)
    return set(front)
