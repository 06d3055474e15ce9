"""Pictures of results, turns and boards: sections under each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.picture.flow import Flow
from autotap.models.picture.layout import flow_scene
from autotap.models.picture.scene import Curve, Panel, Scene, Tone
from autotap.models.picture.writing import NOTE, TITLE, name_items, text_items

if TYPE_CHECKING:
    from autotap.models.picture.scene import Item
    from autotap.models.picture.tiles import Tile

MOST_SENTENCES = 12
"""Most sentences above or below what is drawn."""
_MARGIN = 18.0
_LEAST = 560.0
_TILE, _COLUMNS, _GAP, _PAD = 226.0, 3, 10.0, 9.0
_HEADING = 15.0


Sentence = tuple[Tone, str]
"""A sentence that may have mana symbols, and how it looks."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a picture.

    Parameters
    ----------
    heading
        What it shows, in one sentence.
    remarks
        Sentences above what is drawn.
    body
        What is drawn: a payment or a board.
    closing
        Sentences under it.
    """

    heading: str
    remarks: tuple[Sentence, ...] = ()
    body: Flow | tuple[Tile, ...] = ()
    closing: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before anything has a place.

    Parameters
    ----------
    title
        What it shows, in a few words.
    text
        All that it shows, in words.
    sections
        Its parts from top to bottom.
    """

    title: str
    text: str
    sections: tuple[Section, ...]


def picture_scene(picture: Picture) -> Scene:
    """Lay out a picture.

    Examples
    --------
    >>> scene = picture_scene(Picture("Nothing", "Nothing", (Section("Nothing to pay"),)))
    >>> [item.text for item in scene.items if hasattr(item, "text")]
    ['Nothing to pay']
    """
    bodies = [_body_scene(section.body) for section in picture.sections]
    wide = max([_LEAST, *(body.width for body in bodies)])
    items: list[Item] = []
    y = _MARGIN
    for place, (section, body) in enumerate(zip(picture.sections, bodies, strict=True)):
        if place:
            items.append(Curve(((_MARGIN, y + 8), (_MARGIN + wide, y + 8))))
            y += 26
        drawn, high = text_items(
            section.heading, _MARGIN, y, wide, size=_HEADING, bold=True, most=6
        )
        items += drawn
        y += high + 4
        y += _write(items, section.remarks, y, wide)
        if body.items:
            y += 12
            items += body.at(_MARGIN, y)
            y += body.height + 16
        y += _write(items, section.closing, y, wide)
    return Scene(tuple(items), wide + 2 * _MARGIN, y + _MARGIN - 4)


def _write(items: list[Item], sentences: tuple[Sentence, ...], y: float, wide: float) -> float:
    """Add sentences from a height downwards; return the height that they take."""
    shown = sentences
    if len(sentences) > MOST_SENTENCES:
        rest = f"and {len(sentences) - MOST_SENTENCES + 1:,} more"
        shown = (*sentences[: MOST_SENTENCES - 1], (Tone.MUTED, rest))
    below = y
    for tone, sentence in shown:
        drawn, high = text_items(sentence, _MARGIN, below, wide, size=12, tone=tone, most=8)
        items += drawn
        below += high + 3
    return below - y


def _body_scene(body: Flow | tuple[Tile, ...]) -> Scene:
    return flow_scene(body) if isinstance(body, Flow) else tiles_scene(body)


def tiles_scene(tiles: tuple[Tile, ...]) -> Scene:
    """Lay out tiles in rows; all tiles of a row are as high as its highest.

    Examples
    --------
    >>> from autotap.models import Board
    >>> from autotap.models.picture.tiles import tiles_of
    >>> scene = tiles_scene(tiles_of(Board.parse("Forest; Sol Ring")))
    >>> [item.x for item in scene.items if isinstance(item, Panel)]
    [0.0, 236.0]
    """
    items: list[Item] = []
    y = 0.0
    for first in range(0, len(tiles), _COLUMNS):
        row = tiles[first : first + _COLUMNS]
        inner = [_tile_items(tile) for tile in row]
        high = max(height for _, height in inner) + 2 * _PAD
        for column, (tile, (drawn, _)) in enumerate(zip(row, inner, strict=True)):
            x = column * (_TILE + _GAP)
            tone = Tone.MUTED if tile.marked else Tone.RULE
            hint = ". ".join(filter(None, (tile.title, tile.state)))
            items.append(Panel(x, y, _TILE, high, hint, tone, not tile.ready))
            items += [item.moved(x + _PAD, y + _PAD) for item in drawn]
        y += high + _GAP
    columns = min(len(tiles), _COLUMNS)
    return Scene(tuple(items), columns * (_TILE + _GAP) - _GAP, max(0.0, y - _GAP))


def _tile_items(tile: Tile) -> tuple[list[Item], float]:
    room = _TILE - 2 * _PAD
    tone = Tone.INK if tile.ready else Tone.MUTED
    items = name_items(tile.title, tile.count, 0, TITLE - 1, room, tone)
    y = TITLE + 5
    for line in tile.lines:
        drawn, high = text_items(line, 0, y, room, size=NOTE, tone=Tone.MUTED, most=3)
        items += drawn
        y += high + 2
    if tile.state:
        drawn, high = text_items(tile.state, 0, y, room, size=NOTE, tone=tone, most=2)
        items += drawn
        y += high
    return items, y
