"""Reading JSON that nobody vouches for: sizes, depth, repeated keys and odd numbers are refused."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isfinite
from typing import Any

from autotap.models.errors import SchemaError

MAX_BYTES = 10_000_000
"""Largest size of a JSON text."""
MAX_DEPTH = 50
"""Deepest nesting of arrays and objects."""
MAX_DIGITS = 15
"""Most digits of an integer."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_KEY = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True, slots=True)
class _Refused:
    """Stands for a value that is refused until its path is known."""

    expected: str


def load_json(source: str | bytes) -> Any:
    """Read a JSON text.

    Parameters
    ----------
    source
        Text, or its UTF-8 bytes, with or without a byte order mark: at most `MAX_BYTES`, nested at
        most `MAX_DEPTH` deep, without repeated keys, infinities, NaN, integers of more than
        `MAX_DIGITS` digits and halves of surrogate pairs.

    Raises
    ------
    SchemaError
        Naming the line and the position in it, or the path of the value.

    Examples
    --------
    >>> load_json('{"life": 7}')
    {'life': 7}
    >>> load_json('{"life": NaN}')
    Traceback (most recent call last):
    ...
    autotap.models.errors.SchemaError: JSON '$.life': expected a finite number instead of NaN
    """
    text = _decoded(source)
    _check_depth(text)
    reader = _Reader()
    try:
        data = json.loads(
            text,
            object_pairs_hook=reader.object,
            parse_constant=reader.constant,
            parse_int=reader.integer,
            parse_float=reader.real,
        )
    except json.JSONDecodeError as error:
        raise _at(text, error.pos, f"valid JSON ({error.msg})") from None
    if reader.has_refused or _SURROGATE.search(text):
        _raise_first(data)
    return data


class StrictDecoder:
    """Reads JSON values out of the middle of a text, with what `load_json` refuses refused.

    Examples
    --------
    >>> StrictDecoder().decode_part('[{"life": 7}, {}]', 1)
    ({'life': 7}, 12)
    """

    def __init__(self) -> None:
        self._reader = _Reader()
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._reader.object,
            parse_constant=self._reader.constant,
            parse_int=self._reader.integer,
            parse_float=self._reader.real,
        )

    def decode_part(self, text: str, start: int) -> tuple[Any, int]:
        """Read the value that starts at an index; gives it, and the index where it ends.

        Raises
        ------
        SchemaError
            As `load_json`; the text is cut to what is near the place.
        """
        try:
            value, end = self._decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            near = text[error.pos : error.pos + 60]
            raise SchemaError(near, f"valid JSON ({error.msg})") from None
        except RecursionError:
            near = text[start : start + 60]
            raise SchemaError(near, f"at most {MAX_DEPTH} levels of nesting") from None
        if self._reader.has_refused:
            self._reader.has_refused = False
            _raise_first(value)
        return value, end


def _decoded(source: str | bytes) -> str:
    if len(source) > MAX_BYTES:
        raise SchemaError(f"{len(source)} bytes", f"at most {MAX_BYTES} bytes")
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SchemaError(f"byte {error.start}", "UTF-8 text") from None


def _at(text: str, position: int, expected: str) -> SchemaError:
    """Make the error for a position: its text is the line, its position that in the line.

    The hint is the number of the line, where there are several.
    """
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = text[start : len(text) if end < 0 else end]
    number = text.count("\n", 0, start) + 1
    hint = f"In line {number}" if "\n" in text else ""
    return SchemaError(line, expected, position=position - start, hint=hint)


def _check_depth(text: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _at(text, token.start(), f"at most {MAX_DEPTH} levels of nesting")
        elif token[0] in "]}":
            depth -= 1


class _Reader:
    """Hooks for the standard library's reader that put `_Refused` in the place of bad values."""

    def __init__(self) -> None:
        self.has_refused = False

    def refuse(self, expected: str) -> _Refused:
        self.has_refused = True
        return _Refused(expected)

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    found[key] = self.refuse("each key once")
                seen.add(key)
        return found

    def constant(self, name: str) -> _Refused:
        return self.refuse(f"a finite number instead of {name}")

    def integer(self, digits: str) -> int | _Refused:
        if len(digits.lstrip("-")) > MAX_DIGITS:
            return self.refuse(f"an integer of at most {MAX_DIGITS} digits")
        return int(digits)

    def real(self, digits: str) -> float | _Refused:
        value = float(digits)
        return value if isfinite(value) else self.refuse("a finite number")


def _raise_first(data: Any) -> None:
    """Raise the error of the first refused value with its path, if there is one."""
    waiting: list[tuple[str, Any]] = [("$", data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Refused):
            raise SchemaError(path, value.expected)
        if isinstance(value, str) and not _is_text(value):
            raise SchemaError(path, "text without halves of surrogate pairs")
        if isinstance(value, dict):
            if not all(map(_is_text, value)):
                raise SchemaError(path, "keys without halves of surrogate pairs")
            waiting += [(f"{path}{_step(key)}", item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(f"{path}[{i}]", item) for i, item in reversed([*enumerate(value)])]


def _is_text(value: str) -> bool:
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


def _step(key: str) -> str:
    return f".{key}" if _KEY.fullmatch(key) else f"[{json.dumps(key[:80])}]"
