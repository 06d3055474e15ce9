"""What the JSON forms share: strict records, limits, and errors that name the path.

Needs msgspec, so it is imported only when JSON is read or written.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from autotap.models.errors import InputError, SchemaError
from autotap.models.mtg.board import MAX_NUMBER, MAX_SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Number = Annotated[int, msgspec.Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=MAX_SOURCES)]
Name = Annotated[str, msgspec.Meta(max_length=1_000)]


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Parent of the records: keys that are not known are refused."""


class CountedRecord(Record):
    """Parent of the records that may stand for several equal things."""

    count: Copies = 1


C = TypeVar("C", bound=CountedRecord)


def grouped(records: Iterable[C]) -> tuple[C, ...]:
    """Put equal neighbours together, counted."""
    groups = []
    for record, copies in groupby(records):
        record.count = sum(1 for _ in copies)
        groups.append(record)
    return tuple(groups)


_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_KEY = re.compile(
    r"Object (?P<how>contains unknown|missing required) field `(?P<key>.*)`", re.DOTALL
)


@contextmanager
def at(path: str) -> Iterator[None]:
    """Let the errors of a text name the JSON path where it stands."""
    try:
        yield
    except InputError as error:
        stop = "" if error.hint[-1:] in ("", ".", "?") else "."
        hint = f"{error.hint}{stop} At {path}".lstrip()
        raise type(error)(error.text, error.expected, position=error.position, hint=hint) from None


def convert(data: object, record: type[T], path: str = "$") -> T:
    """Convert decoded JSON to a record.

    Raises
    ------
    SchemaError
        Naming the path and what was expected there.
    """
    try:
        return msgspec.convert(data, record)
    except msgspec.ValidationError as error:
        raise schema_error(str(error), path) from None


def schema_error(message: str, path: str = "$") -> SchemaError:
    """Make a `SchemaError` of a message of msgspec.

    Examples
    --------
    >>> print(schema_error("Expected `int`, got `str` - at `$.life`"))
    JSON '$.life': expected `int`, got `str`
    """
    match = _MESSAGE.fullmatch(message)
    if match is None:
        return SchemaError(path, message)
    what, place = match["what"], path + (match["path"] or "")
    if found := _KEY.fullmatch(what):
        if found["how"] == "missing required":
            return SchemaError(place, f"the key {found['key']!r}")
        return SchemaError(f"{place}.{found['key']}", "a key of the schema")
    if what.startswith("Expected "):
        what = what[len("Expected ") :]
    else:
        what = f"another {'key' if match['key'] else 'value'} ({what})"
    return SchemaError(place, what)
