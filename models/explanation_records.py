"""The records of explanations."""

# ruff: noqa: TC001 - msgspec reads the annotations when it converts

from __future__ import annotations

from autotap.models.codec_records import ResultRecord
from autotap.models.duel_masters.records import ZonePaymentRecord
from autotap.models.explanation import Blocking, Change, ChangeKind, Verdict
from autotap.models.mtg.payment_records import PaymentRecord
from autotap.models.records import Record


class ComparisonRecord(Record, omit_defaults=False):
    """The best payment beside an alternative."""

    verdict: Verdict
    objective: dict[str, int]
    term: str
    best: int
    other: int
    rule: str
    reason: str
    sentence: str
    payment: PaymentRecord | ZonePaymentRecord | None = None


class ExplanationRecord(Record, omit_defaults=False):
    """An explanation, as `explanation_to_json` writes it."""

    autotap: int
    sentence: str
    result: ResultRecord
    blocking: Blocking | None
    changes: tuple[Change, ...]
    unsettled: tuple[ChangeKind, ...]
    comparison: ComparisonRecord | None
