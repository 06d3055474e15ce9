"""Text in a picture: how wide it is, where lines break, what of it is a mana symbol.

There are no font metrics where a picture is made. Widths are those of a common sans-serif face, and
the drawing tells the viewer to fit the text to them.
"""

from __future__ import annotations

import re
import unicodedata

from autotap.models.picture.glyphs import faces
from autotap.models.render import clean

_EMS = {
    0.22: "ijl'|",
    0.28: "fIt .,:;!/·",
    0.34: "r-()[]`",
    0.5: "cksvxyzJ",
    0.61: "FTZ",
    0.67: "ABEKPSVXY&",
    0.72: "CDHNRUw",
    0.78: "GOQ",
    0.85: "mM%",
    0.94: "W@",
    1.0: "—→…",
}
_WIDTHS = {character: em for em, characters in _EMS.items() for character in characters}
_PIECE = re.compile(r"(\{[^{}\s]{1,12}\})")


def plain(text: str) -> str:
    r"""Return a text as one line of what can be printed.

    Examples
    --------
    >>> plain("Is\x1b[31mland\u202e\nof")
    'Is[31mland of'
    """
    return clean(text).replace("\n", " ")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text.

    Parameters
    ----------
    text
        Printable text.
    size
        Font size, in the unit of the answer.
    bold
        Whether it is set in bold.

    Examples
    --------
    >>> width("Ill", 10) < width("Mow", 10)
    True
    """
    ems = sum(map(_em, text))
    return ems * size * (1.06 if bold else 1)


def _em(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.combining(character):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(character) in "WF" else 0.56


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Cut a text that is wider than the room for it.

    Examples
    --------
    >>> fitted("Llanowar Elves", 10, 40), fitted("Elves", 10, 40)
    ('Llano…', 'Elves')
    """
    most = max(1, int(room / size * 4))
    if len(text) <= most and width(text, size, bold=bold) <= room:
        return text
    room -= width("…", size, bold=bold)
    shown = ""
    for character in text[:most]:
        if width(shown + character, size, bold=bold) > room:
            break
        shown += character
    return f"{shown.rstrip()}…"


def pieces(text: str) -> list[str]:
    """Split a text into words and mana symbols.

    Examples
    --------
    >>> pieces("pay {1}{W/U} for {shrug}")
    ['pay', ' ', '{1}', '{W/U}', ' ', 'for', ' ', '{shrug}']
    """
    found: list[str] = []
    for part in _PIECE.split(text):
        if is_symbol(part):
            found.append(part)
        else:
            found += [word for word in re.split(r"( )", part) if word]
    return found


def is_symbol(piece: str) -> bool:
    """Tell whether a piece is drawn and not written."""
    return piece[:1] == "{" and piece[-1:] == "}" and bool(faces(piece))


def wrapped(text: str, size: float, room: float, most: int, *, bold: bool = False) -> list[str]:
    """Break a text into lines, the last of which is cut if there are too many.

    Parameters
    ----------
    text
        Text that may have mana symbols, each of them as wide as `symbol_width`.
    size
        Font size.
    room
        Width of a line.
    most
        Largest number of lines.
    bold
        Whether it is set in bold.

    Examples
    --------
    >>> wrapped("It could be paid with one more {U}.", 10, 100, 2)
    ['It could be paid with', 'one more {U}.']
    >>> wrapped("one two three four", 10, 40, 2)
    ['one two', 'three…']
    """
    lines = [""]
    for piece in pieces(text):
        if text_width(lines[-1] + piece, size, bold=bold) > room and lines[-1]:
            lines.append("")
        if len(lines) > most:
            lines.pop()
            lines[-1] = f"{lines[-1].rstrip()}…"
            break
        lines[-1] += piece if is_symbol(piece) else fitted(piece, size, room, bold=bold)
        lines[-1] = lines[-1] if len(lines) == 1 else lines[-1].lstrip()
    return [line.rstrip() for line in lines]


def symbol_width(size: float) -> float:
    """Return the width of a mana symbol within a text of some size."""
    return 1.3 * size


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text with mana symbols in it."""
    return sum(
        symbol_width(size) if is_symbol(piece) else width(piece, size, bold=bold)
        for piece in pieces(text)
    )
