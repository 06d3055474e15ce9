"""The results of the methods, and how they are written.

What the library writes itself goes out as it is: `msgspec.Raw` in the place of a record.
"""

# ruff: noqa: TC001, TC003 - msgspec reads the annotations when it makes schemas

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Raw, json

from autotap.models.codec import result_to_json
from autotap.models.codec_records import ResultRecord
from autotap.models.memo import per_object
from autotap.models.records import Record
from autotap.models.result import Result

RESULTS = 1_024
"""Results whose text is kept at least."""


@per_object(maxsize=RESULTS)
def result_text(result: Result) -> Raw:
    """Write a result; one that is given again is not written again."""
    return Raw(result_to_json(result).encode())


def results_text(results: Iterable[Result]) -> list[Raw]:
    """Write results that nobody asks for again."""
    return [Raw(result_to_json(result).encode()) for result in results]


def encoded(answer: object) -> bytes:
    """Write an answer."""
    return bytes(answer) if isinstance(answer, Raw) else json.encode(answer)


class Answer(Record, omit_defaults=False):
    """Parent of the answers: every key is always there."""


class Limits(Answer):
    """What the server holds at most."""

    line_bytes: int = 1_000_000
    """Longest line, with its end."""
    queue: int = 256
    """Most requests that wait, and most in one batch."""
    boards: int = 1_024
    """Most boards."""


class HelloAnswer(Answer):
    """Who answers, and what it can do."""

    name: Literal["autotap"]
    version: str
    schema: int
    methods: tuple[str, ...]
    games: tuple[str, ...]
    backends: tuple[str, ...]
    limits: Limits


class PingAnswer(Answer):
    """A sign of life: how many requests wait behind the one that is being answered."""

    waiting: int


class CancelAnswer(Answer):
    """Whether there was such a request; then it is answered with an error."""

    cancelled: bool


class Done(Answer):
    """Nothing but that it is done."""


class CanPayAnswer(Answer):
    """Whether it can be paid."""

    payable: bool


class CastableAnswer(Answer):
    """Which cards can be paid, or how."""

    castable: dict[str, bool | ResultRecord]


class MaxXAnswer(Answer):
    """The largest X; null if there is none."""

    max_x: int | Literal["unbounded"] | None


class EnumerateAnswer(Answer):
    """Payments, and whether there are more."""

    payments: tuple[ResultRecord, ...]
    more: bool


class ManaOptionsAnswer(Answer):
    """Pools as texts, and whether there are more."""

    pools: tuple[str, ...]
    more: bool


class VerifyAnswer(Answer):
    """Whether a payment is legal, or which rule it breaks first, and how."""

    valid: bool
    rule: str = ""
    reason: str = ""


class BoardAnswer(Answer):
    """A board that is kept; ``ids`` are those of its sources, in their order."""

    board_id: str
    version: int
    ids: tuple[str, ...]
