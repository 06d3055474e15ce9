"""The records of whole problems and results; what they hold is in the folders of the games."""

# ruff: noqa: TC001 - msgspec reads the annotations when it converts

from __future__ import annotations

from typing import Literal

from msgspec import field

from autotap.models.duel_masters.records import (
    DuelMastersSpellRecord,
    ZonePaymentRecord,
    ZoneRecord,
)
from autotap.models.mtg.board_records import BoardRecord
from autotap.models.mtg.payment_records import PaymentRecord
from autotap.models.mtg.spell_records import SpellRecord
from autotap.models.problem import KeepWhen
from autotap.models.records import Count, Name, Record
from autotap.models.result import Status


class ObjectiveRecord(Record):
    """What counts as best; weights that are left out are the usual ones."""

    terms: tuple[Name, ...] = ()
    life_floor: Count = 5
    weights: dict[Name, Count] = field(default_factory=dict)


class KeptRecord(Record):
    """What should stay payable together, with a weight of its own or none."""

    spells: tuple[SpellRecord, ...]
    weight: Count | None = None


class DuelMastersKeptRecord(Record):
    """The same for a mana zone."""

    spells: tuple[DuelMastersSpellRecord, ...]
    weight: Count | None = None


class MagicRecord(Record, omit_defaults=False, kw_only=True):
    """A Magic problem."""

    autotap: int
    game: Literal["magic"] = "magic"
    board: str | BoardRecord
    pay: SpellRecord
    x: Count | None = None
    objective: str | ObjectiveRecord = field(default_factory=ObjectiveRecord)
    must_use: tuple[Name, ...] = ()
    forbid: tuple[Name, ...] = ()
    keep: tuple[KeptRecord, ...] = ()
    keep_when: KeepWhen = KeepWhen.LATER
    prefer: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    spare: tuple[Name, ...] = ()
    already_spent: str = ""


class DuelMastersRecord(Record, omit_defaults=False, kw_only=True):
    """A Duel Masters problem."""

    autotap: int
    game: Literal["duel_masters"] = "duel_masters"
    board: str | ZoneRecord
    pay: DuelMastersSpellRecord
    x: Count | None = None
    objective: str | ObjectiveRecord = field(default_factory=ObjectiveRecord)
    must_use: tuple[Name, ...] = ()
    forbid: tuple[Name, ...] = ()
    keep: tuple[DuelMastersKeptRecord, ...] = ()
    spare: tuple[Name, ...] = ()


class ShortfallRecord(Record):
    """Why a cost cannot be paid."""

    kind: str
    symbols: tuple[str, ...]
    sources: tuple[str, ...]
    sentence: str


class ResultRecord(Record, omit_defaults=False):
    """An answer."""

    autotap: int
    status: Status
    payment: PaymentRecord | ZonePaymentRecord | None = None
    objective: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    backend: str = ""
    route: str = ""
    wall_time_s: float = 0.0
    stages_s: dict[str, float] = field(default_factory=dict)
    shortfall: ShortfallRecord | None = None
    kept: tuple[bool, ...] = ()
    warnings: tuple[str, ...] = ()
