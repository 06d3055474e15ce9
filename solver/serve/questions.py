"""The parameters of the methods that ask something.

Each asks it of a board: either ``board`` has it, or ``board_id`` and ``version`` name one that was
sent before. A question about a mana zone says so with ``"game": "duel_masters"``.
"""

# ruff: noqa: TC001 - msgspec reads the annotations when it decodes

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from autotap.models.codec_records import DuelMastersRecord, MagicRecord, ObjectiveRecord
from autotap.models.duel_masters.records import (
    DuelMastersSpellRecord,
    ZonePaymentRecord,
    ZoneRecord,
)
from autotap.models.mtg.board_records import BoardRecord
from autotap.models.mtg.payment_records import PaymentRecord
from autotap.models.mtg.spell_records import SpellRecord
from autotap.models.records import Count, Name, Record
from autotap.models.turn_records import CardRecord

MAX_SECONDS = 1_000_000
MAX_FIRST = 10_000

Seconds = Annotated[float, Meta(ge=0, le=MAX_SECONDS)]
Version = Annotated[int, Meta(ge=1)]
First = Annotated[int, Meta(ge=1, le=MAX_FIRST)]
Looks = Annotated[int, Meta(ge=1, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Asked(Record, kw_only=True):
    """A question of the board that it names."""

    board_id: Name | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    time_limit_s: Seconds | None = None


class OfBoard(Asked, kw_only=True):
    """A question of a Magic board."""

    game: Literal["magic"] = "magic"
    board: str | BoardRecord | UnsetType = UNSET


class OfZone(Asked, kw_only=True):
    """A question of a mana zone."""

    game: Literal["duel_masters"]
    board: str | ZoneRecord | UnsetType = UNSET


class CanPay(OfBoard, kw_only=True):
    """Whether a cost can be paid."""

    pay: SpellRecord
    x: Count | None = None


class ZoneCanPay(OfZone, kw_only=True):
    """The same of a mana zone."""

    pay: DuelMastersSpellRecord
    x: Count | None = None


class MaxX(OfBoard, kw_only=True):
    """The largest X that can be paid."""

    pay: SpellRecord


class ZoneMaxX(OfZone, kw_only=True):
    """The same of a mana zone."""

    pay: DuelMastersSpellRecord


class Castable(OfBoard, kw_only=True):
    """Which cards can be paid, each for itself or ``jointly``; ``payments`` asks how."""

    hand: dict[Name, SpellRecord]
    payments: bool = False
    jointly: bool = False


class ZoneCastable(OfZone, kw_only=True):
    """The same of a mana zone."""

    hand: dict[Name, DuelMastersSpellRecord]
    payments: bool = False
    jointly: bool = False


class PlanTurn(OfBoard, kw_only=True):
    """What to play; a card is a text as ``"{1} makes Sol Ring"``, or more."""

    hand: dict[Name, str | CardRecord]
    land_drops: Count = 1
    objective: str | ObjectiveRecord = "default"
    seed: Seed = 0


class ZonePlanTurn(OfZone, kw_only=True):
    """The same of a mana zone."""

    hand: dict[Name, str | CardRecord]


class ManaOptions(OfBoard, kw_only=True):
    """The maximal pools of a board: the first so many."""

    first: First = 100
    limit: Looks = 1_000_000


class Enumerate(OfBoard, kw_only=True):
    """The distinct payments: the first so many, ``order`` as in `enumerate_payments`."""

    pay: SpellRecord
    x: Count | None = None
    objective: str | ObjectiveRecord = "default"
    must_use: tuple[Name, ...] = ()
    forbid: tuple[Name, ...] = ()
    order: Literal["best", "any"] = "best"
    pareto: bool = False
    first: First = 20
    limit: Looks = 1_000_000


class ZoneEnumerate(OfZone, kw_only=True):
    """The same of a mana zone."""

    pay: DuelMastersSpellRecord
    x: Count | None = None
    objective: str | ObjectiveRecord = "default"
    must_use: tuple[Name, ...] = ()
    forbid: tuple[Name, ...] = ()
    order: Literal["best", "any"] = "best"
    pareto: bool = False
    first: First = 20
    limit: Looks = 1_000_000


# --- whole problems: what may stand in the file of a problem may stand here ----------------------


class Question(MagicRecord, kw_only=True):
    """A Magic problem, whose board may be named."""

    autotap: Literal[1] = 1
    board: str | BoardRecord | UnsetType = UNSET  # type: ignore[assignment]
    board_id: Name | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    time_limit_s: Seconds | None = None


class ZoneQuestion(DuelMastersRecord, kw_only=True):
    """A Duel Masters problem, whose mana zone may be named."""

    autotap: Literal[1] = 1
    game: Literal["duel_masters"]
    board: str | ZoneRecord | UnsetType = UNSET  # type: ignore[assignment]
    board_id: Name | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    time_limit_s: Seconds | None = None


class Solve(Question, kw_only=True):
    """The best payment; ``backend`` and ``seed`` as in `solve`."""

    backend: Name = "auto"
    seed: Seed = 0


class ZoneSolve(ZoneQuestion, kw_only=True):
    """The same from a mana zone."""

    backend: Name = "auto"
    seed: Seed = 0


class Explain(Question, kw_only=True):
    """Why not, or why so; ``using`` and ``instead_of`` as in `explain`."""

    using: tuple[Name, ...] = ()
    instead_of: tuple[Name, ...] = ()


class ZoneExplain(ZoneQuestion, kw_only=True):
    """The same of a mana zone."""

    using: tuple[Name, ...] = ()
    instead_of: tuple[Name, ...] = ()


class Verify(Question, kw_only=True):
    """Whether a payment is legal."""

    payment: PaymentRecord


class ZoneVerify(ZoneQuestion, kw_only=True):
    """The same from a mana zone."""

    payment: ZonePaymentRecord
