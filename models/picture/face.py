"""The face of a card in a flow, and the mana at its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.picture.scene import Label, Panel, Pip, Tone
from autotap.models.picture.words import text_width, width, wrapped
from autotap.models.picture.writing import NOTE, TITLE, line_items, name_items, name_width

if TYPE_CHECKING:
    from autotap.models.picture.flow import Card, Port
    from autotap.models.picture.scene import Item

PITCH = 23.0
"""Distance of two ports of a card."""
_RADIUS = 9.0
_STEP = 20.0
_LINE = 15.0
_PAD = 9.0
_RUN = 3
_NARROW, _WIDE = 84.0, 190.0


class CardFace:
    """How one card looks: what enters it on the left, then its name and what is noted."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.ins = max((run_width(port) for port in card.ins), default=0.0)
        self.ins += 8 if card.ins else 0
        title = name_width(card.title, card.count)
        notes = [text_width(note, NOTE) for note in card.notes]
        least = 0.0 if card.ins else _NARROW
        room = min(max(least, title, *notes), _WIDE) + 2
        self.room = room
        self.width = self.ins + room + 2 * _PAD
        self.notes = [line for note in card.notes for line in wrapped(note, NOTE, room, 3)][:6]
        text = TITLE + 4 + _LINE * len(self.notes)
        rows = max(len(card.ins), len(card.outs), 1)
        self.height = max(text, PITCH * rows - 4) + 2 * _PAD

    def in_offset(self, into: int) -> float:
        """Return how far below the middle something enters."""
        return (into - (len(self.card.ins) - 1) / 2) * PITCH

    def items(self, x: float, y: float, wide: float) -> list[Item]:
        """Draw the card with the middle of its left edge at a point."""
        card = self.card
        hint = f"{card.title} ×{card.count:,}" if card.count > 1 else card.title
        items: list[Item] = [
            Panel(x, y - self.height / 2, wide, self.height, ". ".join((hint, *card.notes)))
        ]
        for into, port in enumerate(card.ins):
            items += run_items(port, x + _PAD, y + self.in_offset(into))
        left = x + _PAD + self.ins
        text = TITLE + 4 + _LINE * len(self.notes)
        base = y - text / 2 + TITLE - 1
        items += name_items(card.title, card.count, left, base, self.room)
        for row, note in enumerate(self.notes, 1):
            items += line_items(note, left, base + _LINE * row + 1, NOTE, Tone.MUTED, False)
        return items


def _run(port: Port) -> tuple[int, str]:
    """Return how many symbols show a port, and what is written after them."""
    if port.count <= _RUN:
        return port.count, port.label
    return 1, f"×{port.count:,} {port.label}".rstrip()


def run_width(port: Port) -> float:
    """Return the width of a port."""
    number, text = _run(port)
    return _STEP * number - 2 + (width(text, NOTE, bold=True) + 5 if text else 0)


def run_items(port: Port, x: float, y: float) -> list[Item]:
    """Draw a port with its left end at a point."""
    number, text = _run(port)
    items: list[Item] = [
        Pip(x + _RADIUS + _STEP * place, y, port.symbol, _RADIUS, not port.spent)
        for place in range(number)
    ]
    if text:
        at = x + _STEP * number + 2
        size = width(text, NOTE, bold=True)
        items.append(Label(at, y + 0.36 * NOTE, text, NOTE, size, Tone.MUTED, True))
    return items
