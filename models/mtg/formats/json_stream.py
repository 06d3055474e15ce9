"""Reading large JSON files one element at a time, in bounded memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from autotap.models.errors import LimitError, SchemaError
from autotap.models.strict_json import StrictDecoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_ELEMENT = 1 << 23
"""Most characters of one element."""

_SPACE = re.compile(r"[ \t\r\n]*")
_NEAR = 60


class JsonStream:
    """A JSON text that is pulled apart from its start.

    Parameters
    ----------
    read
        Gives some more of the text each time, "" at the end.
    max_element
        Most characters of an element that is read as one value.

    Raises
    ------
    SchemaError
        From every method, if the text is not JSON or something else than what is asked for;
        names the text near the place.
    LimitError
        From every method, if one element is too large.

    Examples
    --------
    >>> parts = iter(['{"data": {"a": [1, ', '2], "b": {"c": 3}}}'])
    >>> stream = JsonStream(lambda: next(parts, ""))
    >>> [list(stream.members()) for key in stream.object_keys() if key == "data"]
    [[('a', [1, 2]), ('b', {'c': 3})]]
    """

    def __init__(self, read: Callable[[], str], *, max_element: int = MAX_ELEMENT) -> None:
        self._read = read
        self._max_element = max_element
        self._decoder = StrictDecoder()
        self._text = ""
        self._at = 0
        self._before = 0
        self._ended = False

    def peek(self) -> str:
        """Return the next character that is no space, "" at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def elements(self) -> Iterator[Any]:
        """Yield the elements of the array that starts here, one by one."""
        self._expect("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield self.value()
            if self._one_of(",]") == "]":
                return

    def object_keys(self) -> Iterator[str]:
        """Yield the keys of the object that starts here.

        The value of a key is skipped unless it is read before the next key is asked for.
        """
        self._expect("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            key = self.value()
            if not isinstance(key, str):
                raise self._error("a key in quotes")
            self._expect(":")
            self.peek()
            start = self._before + self._at
            yield key
            if self._before + self._at == start:
                self.value()
            if self._one_of(",}") == "}":
                return

    def members(self) -> Iterator[tuple[str, Any]]:
        """Yield the keys of the object that starts here, with their values."""
        for key in self.object_keys():
            yield key, self.value()

    def value(self) -> Any:
        """Read the value that starts here."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.decode_part(self._text, self._at)
            except SchemaError as error:
                if not self._more():
                    raise self._error(error.expected, near=error.text) from None
            else:
                if end < len(self._text) or not self._more():
                    self._at = end
                    return value
            if len(self._text) - self._at > self._max_element:
                raise LimitError(
                    self._near(), f"an element of at most {self._max_element} characters"
                )

    def end(self) -> None:
        """Check that nothing follows."""
        if self.peek():
            raise self._error("the end of the file")

    def _more(self) -> bool:
        """Read on, at least as much again as is waiting; False at the end."""
        if self._ended:
            return False
        waiting = self._text[self._at :]
        self._before += self._at
        self._at = 0
        parts = [waiting]
        missing = max(len(waiting), 1)
        while missing > 0:
            part = self._read()
            if not part:
                self._ended = True
                break
            parts.append(part)
            missing -= len(part)
        self._text = "".join(parts)
        return len(parts) > 1

    def _expect(self, character: str) -> None:
        self._one_of(character)

    def _one_of(self, characters: str) -> str:
        found = self.peek()
        if not found or found not in characters:
            raise self._error(" or ".join(map(repr, characters)))
        self._at += 1
        return found

    def _near(self) -> str:
        return self._text[self._at : self._at + _NEAR]

    def _error(self, expected: str, near: str = "") -> SchemaError:
        near = near or self._near() or "the end of the file"
        return SchemaError(near, expected, hint=f"At character {self._before + self._at}")
