"""A cursor over the words of one sentence, on which every production of the grammar stands.

A production takes the words that it knows and raises `NotRead` at the first that it does not; it
puts the cursor back where another production may begin at the same place.
"""

from __future__ import annotations

import re
from functools import lru_cache

from autotap.models.mtg.ability import MAX_AMOUNT

_TOKEN = re.compile(
    r"\{[^{}]*\}|«\d+»|[+-]\d+/[+-]\d+|\d+\+?|[^\W\d_](?:[\w'-]|/(?=\w))*|[^\s\w]", re.UNICODE
)
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
NUMBERS = {word: number for number, word in enumerate(_NUMBERS, start=1)} | {"a": 1, "an": 1}
"""Numbers in words; the articles stand for one."""

THIS = (
    "this artifact creature enchantment land permanent card aura equipment token vehicle saga class"
).split()[1:]
"""What "this" may be followed by where a card speaks of itself."""


class NotRead(Exception):  # noqa: N818 - a signal between productions, never seen by a caller
    """A sentence is outside the grammar; says what was expected, or what no model can hold."""


@lru_cache(maxsize=512)
def _tokens(text: str) -> tuple[list[tuple[int, int]], list[str]]:
    """Return where the words of a text are, and the words in lower case."""
    spans = [match.span() for match in _TOKEN.finditer(text)]
    return spans, [text[start:end].lower() for start, end in spans]


class Words:
    """The words of one sentence, with the place of the next one.

    Parameters
    ----------
    text
        A sentence as `sentences.py` prepares it: the card calls itself "this", and each quotation
        is one word.

    Examples
    --------
    >>> words = Words("Add two mana of any one color.")
    >>> words.accept("add"), words.number(), words.accept("mana of any color", "mana of any one")
    ('add', 2, 'mana of any one')
    >>> words.rest()
    'color'
    """

    def __init__(self, text: str) -> None:
        self.text = text.rstrip(" .")
        self._spans, self._plain = _tokens(self.text)
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether no word is left."""
        return self.at >= len(self._plain)

    def peek(self, ahead: int = 0) -> str:
        """Return a word in lower case without taking it, "" beyond the end."""
        place = self.at + ahead
        return self._plain[place] if place < len(self._plain) else ""

    def shown(self) -> str:
        """Return the next word as it is written, "" at the end."""
        if self.done:
            return ""
        start, end = self._spans[self.at]
        return self.text[start:end]

    def take(self) -> str:
        """Take the next word, in lower case."""
        word = self.peek()
        self.at += 1
        return word

    def accept(self, *phrases: str) -> str:
        """Take the first of some phrases that comes next, and return it; "" for none."""
        for phrase in phrases:
            parts = phrase.split()
            if self._plain[self.at : self.at + len(parts)] == parts:
                self.at += len(parts)
                return phrase
        return ""

    def expect(self, *phrases: str) -> str:
        """Take one of some phrases.

        Raises
        ------
        NotRead
            If none of them comes next.
        """
        found = self.accept(*phrases)
        if not found:
            raise self.fault(" or ".join(map(repr, phrases)))
        return found

    def fault(self, expected: str) -> NotRead:
        """Say what was expected at the next word."""
        found = repr(self.shown()) if not self.done else "the end"
        return NotRead(f"expected {expected}, found {found}")

    def end(self) -> None:
        """Check that nothing is left.

        Raises
        ------
        NotRead
            If something is.
        """
        if not self.done:
            raise self.fault("the end of the sentence")

    def number(self) -> int | None:
        """Take a number in words or digits, or an article; None if none comes next."""
        word = self.peek()
        number = int(word) if word.isdecimal() and len(word) <= len(str(MAX_AMOUNT)) else None
        number = NUMBERS.get(word, number)
        if number is None or number > MAX_AMOUNT:
            return None
        self.at += 1
        return number

    def rest(self) -> str:
        """Return what is left, as it is written."""
        return "" if self.done else self.text[self._spans[self.at][0] :]

    def before(self, start: int) -> str:
        """Return what has been taken since the place ``start``, as it is written."""
        return self.text[self._spans[start][0] : self._spans[self.at - 1][1]] if self.at else ""

    def upto(self, *stops: str) -> str:
        """Take everything before the first of some phrases, or to the end; give it as written."""
        start = self.at
        while not self.done and not any(self._is_next(stop) for stop in stops):
            self.at += 1
        return self.before(start) if self.at > start else ""

    def find(self, *phrases: str) -> bool:
        """Tell whether one of some phrases comes anywhere from here on."""
        left = " ".join(["", *self._plain[self.at :], ""])
        return any(f" {phrase} " in left for phrase in phrases)

    def this(self) -> bool:
        """Take the words by which a card names itself, as "this land"."""
        if not self.accept("this"):
            return False
        if self.peek() in THIS:
            self.at += 1
        return True

    def _is_next(self, phrase: str) -> bool:
        parts = phrase.split()
        return self._plain[self.at : self.at + len(parts)] == parts
