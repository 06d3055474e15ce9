"""Texts as people type them: full-width letters, quotes, and splitting outside brackets."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.errors import InputError

QUOTED = r'"(?:[^"\\\r\n]|\\[^\r\n]){0,2000}"'
"""Pattern of a JSON string on one line."""

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_BRACKETS = re.compile(r"[\[({\])}]")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


def fold(text: str) -> str:
    """Fold full-width and other compatibility characters, keeping every position.

    Only characters whose NFKC form is one character are folded; a byte order mark becomes a
    space.

    Examples
    --------
    >>> fold("２　Ｐｌａｉｎｓ； ｛Ｗ｝")
    '2 Plains; {W}'
    """
    return text if text.isascii() else _NOT_ASCII.sub(_folded, text)


def _folded(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\ufeff":
        return " "
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character


_FOLDED = str.maketrans(
    dict.fromkeys("'’‘ʼ`´\"“”„", "") | dict.fromkeys("‐‑‒–—−", "-") | {"æ": "ae", "œ": "oe"}
)
_SEPARATOR = re.compile(r"\s*/+\s*")


def name_key(name: str) -> str:
    """Return what names that are written differently have in common.

    Letter case, accents, ligatures, the kind of apostrophe, quotation mark and dash (or, for the
    first two, their absence), spacing, the way faces are separated and a trailing ``token`` do not
    matter.

    Examples
    --------
    >>> name_key("Gaea’s  Cradle"), name_key("Æther Vial"), name_key("Fire/Ice")
    ('gaeas cradle', 'aether vial', 'fire // ice')
    >>> name_key("Treasure (token)")
    'treasure'
    """
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_FOLDED))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = " ".join(_SEPARATOR.sub(" // ", plain).split())
    return words.removesuffix(" (token)").removesuffix(" token")


def quote(text: str) -> str:
    r"""Write a JSON string in which no character could split or close anything.

    Examples
    --------
    >>> print(quote("Erase (Not the Urza's Legacy One)"))
    "Erase \u0028Not the Urza's Legacy One\u0029"
    """
    return '"' + "".join(map(_quoted, text)) + '"'


def _quoted(character: str) -> str:
    if (character.isalnum() or character in " .,'&!?/+-_") and fold(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def unquote(text: str) -> str:
    """Read a JSON string; the inverse of `quote`.

    Raises
    ------
    ValueError
        If it is none.
    """
    return str(json.loads(text))


def top_level(
    text: str, pattern: str, *, quotes: bool = False, fault: type[InputError] | None = None
) -> Iterator[tuple[int, int, str]]:
    """Find the bracketed parts of a text, and what matches a pattern between them.

    Linear in the text, as far as the pattern is.

    Parameters
    ----------
    text
        Text with brackets ``[] () {}``; inside of round ones only round ones count.
    pattern
        What to find outside of brackets.
    quotes
        Whether JSON strings outside of brackets are skipped.
    fault
        Error to raise for a bracket without its partner; None to let it pass.

    Yields
    ------
    tuple
        Start, end and opening bracket; "" in place of the bracket for a match of the pattern.

    Examples
    --------
    >>> list(top_level("a, b (c, d)", ","))
    [(1, 2, ''), (5, 11, '(')]
    """
    skipped = rf"(?:{QUOTED})|" if quotes else ""
    outer = re.compile(rf"{skipped}(?P<found>{pattern})|(?P<bracket>{_BRACKETS.pattern})")
    opened: list[int] = []
    position = 0
    while match := (_BRACKETS if opened else outer).search(text, position):
        position = match.end()
        bracket = match[0] if opened else match["bracket"]
        closer = _CLOSERS[text[opened[-1]]] if opened else None
        if bracket is None:
            if match["found"] is not None:
                yield match.start(), match.end(), ""
        elif bracket == closer:
            start = opened.pop()
            if not opened:
                yield start, match.end(), text[start]
        elif bracket in _CLOSERS and (bracket == "(" or closer != ")"):
            opened.append(match.start())
        elif fault and closer != ")":
            raise fault(text, f"an opening bracket for {bracket!r}", position=match.start())
    if fault and opened:
        closer = _CLOSERS[text[opened[-1]]]
        raise fault(text, f"a closing {closer!r} for this bracket", position=opened[-1])


def split_outside(
    text: str, separator: str, *, quotes: bool = False, fault: type[InputError] | None = None
) -> list[tuple[int, str]]:
    """Split a text at the separators outside of brackets; gives positions and stripped pieces.

    The parameters are those of `top_level`.

    Examples
    --------
    >>> split_outside("{W/U} / {G} (a / b)", " / ")
    [(0, '{W/U}'), (8, '{G} (a / b)')]
    """
    pieces = []
    start = 0
    for at, end, bracket in top_level(text, separator, quotes=quotes, fault=fault):
        if not bracket:
            pieces.append(stripped(text, start, at))
            start = end
    pieces.append(stripped(text, start, len(text)))
    return pieces


def stripped(text: str, start: int = 0, end: int | None = None) -> tuple[int, str]:
    """Strip the space around a part of a text; gives the position of what is left, and it.

    Examples
    --------
    >>> stripped("a:  b ", 2)
    (4, 'b')
    """
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), piece.strip()


def did_you_mean(word: str, names: Iterable[str], most: int = 2) -> str:
    """Write which of some names a word may stand for; "" if it looks like none of them.

    Examples
    --------
    >>> did_you_mean("sped", ["default", "speed"])
    'Did you mean speed?'
    """
    from difflib import get_close_matches

    near = get_close_matches(word.strip().lower()[:200], [*names], most)
    return f"Did you mean {' or '.join(near)}?" if near else ""
