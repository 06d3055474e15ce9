"""Text with mana symbols in it, as shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.picture.scene import Label, Pip, Tone
from autotap.models.picture.words import (
    fitted,
    is_symbol,
    pieces,
    plain,
    symbol_width,
    width,
    wrapped,
)

if TYPE_CHECKING:
    from autotap.models.picture.scene import Item

TITLE, NOTE = 13.0, 11.0
"""Font sizes: of a name, and of what is noted about it."""
_SPACE = 6.0


def text_items(
    text: str,
    x: float,
    y: float,
    room: float,
    *,
    size: float = NOTE,
    tone: Tone = Tone.INK,
    bold: bool = False,
    most: int = 4,
) -> tuple[list[Item], float]:
    """Lay out a text with mana symbols in it.

    Parameters
    ----------
    text
        The text.
    x, y
        Its upper left corner.
    room
        Width of a line.
    size, tone, bold
        How it looks.
    most
        Largest number of lines.

    Returns
    -------
    list of Item, float
        The shapes, and the height that they take.
    """
    items: list[Item] = []
    leading = size * 1.38
    lines = wrapped(plain(text), size, room, most, bold=bold)
    for row, line in enumerate(lines):
        base = y + leading * row + size
        items += line_items(line, x, base, size, tone, bold)
    return items, leading * len(lines)


def line_items(line: str, x: float, base: float, size: float, tone: Tone, bold: bool) -> list[Item]:
    """Lay out one line from a point on its base line."""
    items: list[Item] = []
    run = ""
    for piece in [*pieces(line), ""]:
        if piece and not is_symbol(piece):
            run += piece
            continue
        if run.strip():
            before = width(run[: len(run) - len(run.lstrip())], size, bold=bold)
            wide = width(run.strip(), size, bold=bold)
            items.append(Label(x + before, base, run.strip(), size, wide, tone, bold))
        x += width(run, size, bold=bold)
        run = ""
        if piece:
            wide = symbol_width(size)
            items.append(Pip(x + wide / 2, base - 0.36 * size, piece, 0.44 * wide))
            x += wide
    return items


def name_width(name: str, count: int) -> float:
    """Return the width of a name with the number of cards that have it."""
    return width(name, TITLE, bold=True) + _count_width(count)


def name_items(
    name: str, count: int, x: float, base: float, room: float, tone: Tone = Tone.INK
) -> list[Item]:
    """Write a name on a base line, cut if there is no room for it, and its number if not 1."""
    shown = fitted(name, TITLE, room - _count_width(count), bold=True)
    wide = width(shown, TITLE, bold=True)
    items: list[Item] = [Label(x, base, shown, TITLE, wide, tone, True)]
    if count > 1:
        left, text = x + wide + _SPACE, f"×{count:,}"
        size = _count_width(count) - _SPACE
        items.append(Label(left, base, text, TITLE, size, Tone.MUTED, True))
    return items


def _count_width(count: int) -> float:
    return width(f"×{count:,}", TITLE, bold=True) + _SPACE if count > 1 else 0.0
