"""From rules text to sentences: reminder text out, quotations set aside, the card called "this".

One line of rules text is one ability (CR 113.2c). A line is::

    line     = [label ("—" | "|")] [cost ":"] sentence {sentence}
    label    = an ability word, "Max speed", "Exhaust", "12+", a chapter, …

The text in quotation marks belongs to another object: it stands as one word «N» in the sentence,
and is read as a line of its own where a production asks for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from autotap.models.errors import LimitError
from autotap.models.mtg.vocabulary import NAMED_SUBTYPES, TYPES
from autotap.models.text import fold

MAX_TEXT = 20_000
"""Most characters of the rules text, and of each other text of one card."""

_SPELLINGS = str.maketrans(
    {"“": '"', "”": '"', "’": "'", "‘": "'", "«": '"', "»": '"', "−": "-", "–": "—"}
)
_OUTER = re.compile(r'"([^"]*)"?')
_INNER = re.compile(r"(?<![\w])'([^']*[.!?,])'")
_QUOTED = re.compile(r"«(\d+)»")
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z«{•]|this\b)")
_LABEL = re.compile(r"(?P<label>[^{}:«».\"]{1,60}?|(?:\{TK\})+) (?:—|\|) (?=\S)")
_NOT_NAMES = NAMED_SUBTYPES | TYPES | {"the"}
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Line:
    """One ability of a card.

    Parameters
    ----------
    text
        The whole line, without label and reminder text.
    label
        What stands before its dash, "" for nothing.
    cost
        What stands before its colon; None where it is no activated ability.
    sentences
        The sentences after that.
    quotes
        The quotations that the words «N» stand for.

    Examples
    --------
    >>> line, = lines('Metalcraft — {T}: Add {G}. Activate only once. (It is a rock.)', "Rock")
    >>> line.label, line.cost, line.sentences
    ('Metalcraft', '{T}', ('Add {G}.', 'Activate only once.'))
    """

    text: str
    label: str
    cost: str | None
    sentences: tuple[str, ...]
    quotes: tuple[str, ...]

    def original(self, sentence: str) -> str:
        """Return a sentence with its quotations put back."""
        return _QUOTED.sub(lambda match: f'"{self.quotes[int(match[1])]}"', sentence)


def lines(text: str, name: str = "", types: frozenset[str] = frozenset()) -> list[Line]:
    """Split rules text into the abilities of a card.

    Parameters
    ----------
    text
        Rules text; at most `MAX_TEXT` characters.
    name
        The card's name, for which "this" is put.
    types
        Words of its type line: a legendary card is called by a part of its name, too.

    Raises
    ------
    LimitError
        If a text is too long.
    """
    for each in (text, name):
        if len(each) > MAX_TEXT:
            raise LimitError(f"{len(each)} characters", f"at most {MAX_TEXT} characters")
    plain = without_reminders(_plain(text))
    for own in _own_names(_plain(name), types):
        if own in plain:
            plain = re.sub(rf"(?<!\w)(?<!named ){re.escape(own)}(?!\w)", "this", plain)
    return [line_of(piece) for piece in plain.split("\n") if piece.strip()]


def line_of(text: str) -> Line:
    """Read one line, or the text of a quotation."""
    quotes: list[str] = []

    def set_aside(match: re.Match[str]) -> str:
        quotes.append(match[1].strip())
        inside = match[1].rstrip()
        return f"«{len(quotes) - 1}»" + ("." if inside.endswith(".") else "")

    plain = _OUTER.sub(set_aside, text.strip())
    plain = _INNER.sub(set_aside, plain)
    plain = re.sub(r"(«\d+»\.)\.", r"\1", plain)
    plain = re.sub(r"(«\d+»)\.(?= [a-z])", r"\1", plain)
    label = _LABEL.match(plain)
    if label:
        plain = plain[label.end() :]
    cost, colon, effect = plain.partition(": ")
    if not colon or "." in cost or "«" in cost:
        cost, effect = "", plain
    return Line(
        plain,
        label["label"].strip() if label else "",
        cost.strip() if colon and cost else None,
        tuple(piece.strip() for piece in _END.split(effect.strip()) if piece.strip()),
        tuple(quotes),
    )


def without_reminders(text: str) -> str:
    r"""Take the text in parentheses away; one without its partner ends with the line.

    Examples
    --------
    >>> without_reminders("Flying (It flies (high).)\nTrample (oops")
    'Flying\nTrample'
    """
    if "(" not in text and ")" not in text:
        return text.strip("\n")
    kept: list[str] = []
    for line in text.split("\n"):
        depth = 0
        piece: list[str] = []
        for character in line:
            if character == "(":
                depth += 1
            elif character == ")":
                depth = max(0, depth - 1)
            elif not depth:
                piece.append(character)
        kept.append(re.sub(r" {2,}", " ", "".join(piece)).strip())
    return "\n".join(kept).strip("\n")


def _plain(text: str) -> str:
    return re.sub(r"[^\S\n]", " ", fold(text.replace("\r\n", "\n")).translate(_SPELLINGS))


def _own_names(name: str, types: frozenset[str]) -> list[str]:
    """Return the names by which a card calls itself, the longest first."""
    full = name.strip()
    if not full:
        return []
    names = [full, full.removeprefix("A-")]
    if "legendary" in types or "planeswalker" in types:
        title = full.split(", ")[0]
        names += [title, re.split(r" (?:of|the|from) ", title)[0]]
        first = title.split(" ")[0]
        if first.lower() not in _NOT_NAMES | types and len(first) > _SHORT:
            names.append(first)
    return sorted({each for each in names if each}, key=len, reverse=True)
