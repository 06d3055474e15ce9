"""The records of hands."""

from __future__ import annotations

from msgspec import field

from autotap.models.records import Copies, Count, Name, Record


class CardRecord(Record):
    """A card of a hand; ``kickers`` gives the value of each by its cost."""

    text: Name
    value: Count | None = None
    count: Copies = 1
    types: tuple[Name, ...] = ()
    value_per_x: Count = 0
    kickers: dict[Name, Count] = field(default_factory=dict)
