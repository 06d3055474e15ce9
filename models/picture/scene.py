"""What is drawn, as data: shapes with coordinates, without a word of SVG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self


class Tone(StrEnum):
    """What a text or a shape is, from which its color follows."""

    INK = "ink"
    """What is read first."""
    MUTED = "muted"
    """What is read when it is looked for."""
    WARN = "warn"
    """What is missing or lost."""
    CARD = "card"
    """The ground of a card."""
    RULE = "rule"
    """Borders and dividing lines."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A shape at a point."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Self:
        """Return it moved by some lengths."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Label(_Placed):
    """A text: its left end on the base line, and the width that it takes."""

    text: str
    size: float
    width: float
    tone: Tone = Tone.INK
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Pip(_Placed):
    """A mana symbol around a point."""

    symbol: str
    radius: float
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Panel(_Placed):
    """A card: a rounded rectangle, with the whole of its text for whoever points at it."""

    width: float
    height: float
    hint: str = ""
    tone: Tone = Tone.RULE
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points, level at each of them."""

    points: tuple[tuple[float, float], ...]
    symbol: str = ""
    thickness: float = 1.0

    def moved(self, dx: float, dy: float) -> Curve:
        """Return it moved by some lengths."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))


Item = Label | Pip | Panel | Curve


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes in the order in which they are drawn, and the size that they need."""

    items: tuple[Item, ...]
    width: float
    height: float

    def at(self, x: float, y: float) -> list[Item]:
        """Return the shapes with the upper left corner of the scene at a point."""
        return [item.moved(x, y) for item in self.items]
