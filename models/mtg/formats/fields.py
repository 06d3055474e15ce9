"""Fields of card records that nobody vouches for."""

from __future__ import annotations

from typing import Any

from autotap.models.errors import SchemaError
from autotap.models.mtg.cards.index import MAX_NAME

MAX_TEXT = 20_000
"""Most characters of a text on a card."""


def record_of(value: Any, path: str) -> dict[str, Any]:
    """Return a value that must be an object.

    Raises
    ------
    SchemaError
        If it is none.
    """
    if not isinstance(value, dict):
        raise SchemaError(path, "an object")
    return value


def text_of(record: dict[str, Any], key: str, path: str, *, most: int = MAX_TEXT) -> str:
    """Return a text, "" where it is left out or null.

    Raises
    ------
    SchemaError
        If it is something else, too long, or has halves of surrogate pairs.

    Examples
    --------
    >>> text_of({"name": "Island"}, "name", "$"), text_of({}, "power", "$")
    ('Island', '')
    """
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SchemaError(f"{path}.{key}", "a text")
    if len(value) > most:
        raise SchemaError(f"{path}.{key}", f"a text of at most {most} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise SchemaError(f"{path}.{key}", "text without halves of surrogate pairs")
    return value


def name_of(record: dict[str, Any], key: str, path: str) -> str:
    """Return a name, which must be there.

    Raises
    ------
    SchemaError
        As `text_of`, and if it is empty.
    """
    name = text_of(record, key, path, most=MAX_NAME).strip()
    if not name:
        raise SchemaError(f"{path}.{key}", "a name")
    return name


def letters_in(record: dict[str, Any], key: str, path: str) -> str:
    """Return the letters of a list of colors.

    Raises
    ------
    SchemaError
        If it is no list of letters of WUBRG.

    Examples
    --------
    >>> letters_in({"color_indicator": ["B", "U"]}, "color_indicator", "$")
    'UB'
    """
    value = record.get(key) or []
    if not isinstance(value, list) or not all(one in [*"WUBRG"] for one in value):
        raise SchemaError(f"{path}.{key}", "a list of letters of WUBRG")
    return "".join(color for color in "WUBRG" if color in value)
