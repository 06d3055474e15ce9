"""Fronts: the ways to pay that no other one beats."""

from __future__ import annotations

from operator import le
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.solver.enumeration.way import WayToPay


def unbeaten(ways: Iterable[WayToPay]) -> Iterator[WayToPay]:
    """Yield the ways to pay than which no other one is better in a term and worse in none.

    What beats a price is smaller, so it comes before it in order.
    """
    found = list(ways)
    front: list[tuple[int, ...]] = []
    for price in sorted({way.price for way in found}):
        if not any(all(map(le, other, price)) for other in front):
            front.append(price)
    kept = set(front)
    yield from (way for way in found if way.price in kept)
