"""The records of hands and turns."""

# ruff: noqa: TC001 - msgspec reads the annotations when it converts

from __future__ import annotations

from typing import Literal

from msgspec import field

from autotap.models.duel_masters.records import ZonePaymentRecord
from autotap.models.mtg.payment_records import PaymentRecord
from autotap.models.records import Copies, Count, Name, Record
from autotap.models.result import Status


class CardRecord(Record):
    """A card of a hand; ``kickers`` gives the value of each by its cost."""

    text: Name = ""
    value: Count | None = None
    count: Copies = 1
    types: tuple[Name, ...] = ()
    value_per_x: Count | None = None
    kickers: dict[Name, Count] = field(default_factory=dict)


class StepRecord(Record, omit_defaults=False):
    """One card played."""

    card: str
    value: int
    payment: PaymentRecord | ZonePaymentRecord | None
    adds: str
    arrives: tuple[str, ...]
    paid_for: tuple[str, ...]


class TurnRecord(Record, omit_defaults=False):
    """A turn, as `turn_to_json` writes it."""

    autotap: int
    game: Literal["magic", "duel_masters"]
    status: Status
    value: int
    bound: int | None
    objective: dict[str, int]
    steps: tuple[StepRecord, ...]
    board: str
    backend: str
    wall_time_s: float
    warnings: tuple[str, ...]
