"""What the JSON forms share: strict records, limits, and errors that name the path.

Needs msgspec, so it is imported only when JSON is read or written.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import inspect

from autotap.models.errors import InputError, SchemaError
from autotap.models.mtg.board import MAX_NUMBER, MAX_SOURCES
from autotap.models.text import did_you_mean

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


_VALUE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>\w+)|\[(?:\d+|\.\.\.)\]")


@contextmanager
def at(path: str, word: str = "At") -> Iterator[None]:
    """Let the errors of a text name the JSON path where it stands, or the file that it is in."""
    try:
        yield
    except InputError as error:
        if path in error.text:
            raise
        stop = "" if error.hint[-1:] in ("", ".", "?") else "."
        hint = f"{error.hint}{stop} {word} {path}".lstrip()
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
        raise schema_error(str(error), record, path) from None


def schema_error(message: str, record: Any, path: str = "$") -> SchemaError:
    """Make a `SchemaError` of a message of msgspec.

    Parameters
    ----------
    message
        The message.
    record
        Type of what was read, where the keys and values are looked up that were expected.
    path
        Where it stands.

    Examples
    --------
    >>> print(schema_error("Expected `int`, got `str` - at `$.life`", CountedRecord))
    JSON '$.life': expected `int`, got `str`
    >>> print(schema_error("Object contains unknown field `cuont`", CountedRecord))
    JSON '$.cuont': expected one of the keys count. Did you mean count?
    """
    match = _MESSAGE.fullmatch(message)
    if match is None:
        return SchemaError(path, message)
    what, inner = match["what"], match["path"] or ""
    place = path + inner
    if found := _KEY.fullmatch(what):
        key = found["key"]
        if found["how"] == "missing required":
            return SchemaError(place, f"the key {key!r}")
        keys = [*_keys_at(record, inner)]
        expected = f"one of the keys {', '.join(keys)}" if keys else "no key"
        return SchemaError(f"{place}.{key}", expected, hint=did_you_mean(key, keys))
    if found := _VALUE.fullmatch(what):
        values = [*_values_at(record, inner, keys=bool(match["key"]))]
        if values:
            return SchemaError(place, " or ".join(map(repr, values)), hint=f"Not {found['value']}")
    if what.startswith("Expected "):
        what = what[len("Expected ") :]
    else:
        what = f"another {'key' if match['key'] else 'value'} ({what})"
    return SchemaError(place, what)


def _keys_at(record: Any, path: str) -> Iterator[str]:
    """Yield the keys of what may stand at a path in a record."""
    for shape in _shapes_at(record, path):
        if isinstance(shape, inspect.StructType):
            if shape.tag_field is not None:
                yield shape.tag_field
            yield from (field.encode_name for field in shape.fields)


def _values_at(record: Any, path: str, *, keys: bool) -> Iterator[object]:
    """Yield the words and numbers that may stand at a path in a record, or be keys there."""
    shapes = _shapes_at(record, path)
    if keys:
        dicts = [shape for shape in shapes if isinstance(shape, inspect.DictType)]
        shapes = [one for each in dicts for one in _flat(each.key_type)]
    for shape in shapes:
        if isinstance(shape, inspect.EnumType):
            yield from (member.value for member in shape.cls)
        elif isinstance(shape, inspect.LiteralType):
            yield from shape.values
    above, dot, key = path.rpartition(".")
    for shape in _shapes_at(record, above) if dot else ():
        if isinstance(shape, inspect.StructType) and shape.tag_field == key:
            yield shape.tag


def _shapes_at(record: Any, path: str) -> list[inspect.Type]:
    """Return what may stand at a path in a record."""
    shapes = _flat(inspect.type_info(record))
    for step in _STEP.finditer(path):
        inner: list[inspect.Type] = []
        for shape in shapes:
            if isinstance(shape, inspect.StructType):
                inner += (field.type for field in shape.fields if field.encode_name == step["key"])
            elif isinstance(shape, inspect.TupleType):
                inner += shape.item_types
            elif isinstance(shape, inspect.CollectionType):
                inner.append(shape.item_type)
            elif isinstance(shape, inspect.DictType):
                inner.append(shape.value_type)
        shapes = [one for shape in inner for one in _flat(shape)]
    return shapes


def _flat(shape: inspect.Type) -> list[inspect.Type]:
    """Return what a type may be, one by one."""
    if isinstance(shape, inspect.UnionType):
        return [one for each in shape.types for one in _flat(each)]
    return _flat(shape.type) if isinstance(shape, inspect.Metadata) else [shape]
