"""Mana symbols as drawings: a disc, divided between the ways to pay, with a simple glyph each.

The glyphs are drawn for this library. All lengths are in units of a disc of radius `RADIUS`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

RADIUS = 9.0
"""Radius in which glyphs are drawn."""

_SUN = "M0-7.3V-5.3M0 5.3V7.3M-7.3 0H-5.3M5.3 0H7.3M-5.2-5.2-3.7-3.7M3.7 3.7 5.2 5.2"
_SUN += "M-5.2 5.2-3.7 3.7M3.7-3.7 5.2-5.2"
_SNOW = "M0-6.4V6.4M-5.5-3.2 5.5 3.2M-5.5 3.2 5.5-3.2M-1.9-5.6 0-3.9 1.9-5.6M-1.9 5.6 0 3.9 1.9 5.6"
_DISC = "M0-3.4A3.4 3.4 0 1 1 0 3.4A3.4 3.4 0 1 1 0-3.4Z"
_DROP = "M0-6.6C2.4-3.2 4.5-.8 4.5 1.8A4.5 4.5 0 0 1-4.5 1.8C-4.5-.8-2.4-3.2 0-6.6Z"
_MOON = "M2.2-5.8A6.1 6.1 0 1 0 5.9 2.6A5 5 0 1 1 2.2-5.8Z"
_FLAME = "M.8-6.9C1.3-3.8 4.8-2.2 4.8 1.5A4.8 4.8 0 0 1-4.8 1.5C-4.8-.6-3.6-2-2.8-3.4"
_FLAME += "C-2.3-1.9-1.6-1.3-.9-1.2C.6-2.6.9-4.9.8-6.9Z"
_LEAF = "M-4.6 5.6-3.4 3.9C-6-.9-2-5.8 5.8-5.8C6 1.4 1.8 5.6-2.4 4.5L-3.4 6.2Z"
_DIAMOND = "M0-6.2 4.8 0 0 6.2-4.8 0ZM0-2.9-2.3 0 0 2.9 2.3 0Z"
_HEART = "M0 5.6C-4 2.9-6 .6-6-1.9A3.1 3.1 0 0 1 0-3.1A3.1 3.1 0 0 1 6-1.9C6 .6 4 2.9 0 5.6Z"
_TURN = "M4.9-.6A5 5 0 1 0 3.3 3.9M1.6-.4 5.2-.2 6.4-3.6"
_CARD = "M-3.6-5.4H3.6V5.4H-3.6ZM-1.5-3.2V.2H1.5V-3.2Z"
_PERSON = "M0-5.9A2.7 2.7 0 1 1 0-.5A2.7 2.7 0 1 1 0-5.9ZM-5 5.6C-5-.4 5-.4 5 5.6Z"
_BOLT = "M1.6-6.8-4 1.1H-.6L-1.6 6.8 4-1.4H.5Z"
_STAR = "M0-7.2 1.7-1.7 7.2 0 1.7 1.7 0 7.2-1.7 1.7-7.2 0-1.7-1.7Z"
_WAVES = "M-6-2.1C-4-4.7-2-4.7 0-2.1S4 .5 6-2.1M-6 2.9C-4 .3-2 .3 0 2.9S4 5.5 6 2.9"
_TICKET = "M-5.6-3.4H5.6V-1.3A1.3 1.3 0 0 0 5.6 1.3V3.4H-5.6V1.3A1.3 1.3 0 0 0-5.6-1.3Z"


@dataclass(frozen=True, slots=True)
class Face:
    """One way to pay a symbol.

    Parameters
    ----------
    fill, ink
        Colors of the disc and of the glyph on it.
    line
        Color of what leads from it to what it pays, legible on light and on dark ground.
    shape
        Path of the glyph.
    stroke
        Path of lines to be drawn besides.
    letters
        Text in place of a glyph.
    """

    fill: str
    ink: str
    line: str
    shape: str = ""
    stroke: str = ""
    letters: str = ""


_PLAIN = ("#d9d5cc", "#2b2925", "#8a867d")
_PAYER = ("#71767f", "#ffffff", "#7d828c")
FACES = {
    "W": Face("#f3e8bd", "#7a6212", "#a8872a", _DISC, _SUN),
    "U": Face("#3878b4", "#ffffff", "#3f82c0", _DROP),
    "B": Face("#4d4456", "#f1ecf6", "#84789a", _MOON),
    "R": Face("#c94f38", "#ffffff", "#cc5a44", _FLAME),
    "G": Face("#3c8556", "#ffffff", "#42905f", _LEAF),
    "C": Face("#c9c6c2", "#33312e", "#8a867d", _DIAMOND),
    "S": Face("#dcebf3", "#2f6a90", "#5b93b5", "", _SNOW),
    "P": Face("#b8385a", "#ffffff", "#c24a6a", _HEART),
    "life": Face("#b8385a", "#ffffff", "#c24a6a", _HEART),
    "tap": Face(*_PAYER, "", _TURN),
    "card": Face(*_PAYER, _CARD),
    "player": Face(*_PAYER, _PERSON),
    "T": Face(*_PLAIN, "", _TURN),
    "Q": Face("#2b2925", "#d9d5cc", "#8a867d", "", _TURN),
    "E": Face("#e0b23c", "#3a2c00", "#a8832a", _BOLT),
    "TK": Face(*_PLAIN, _TICKET),
    "light": Face("#ecc94e", "#5e4700", "#a8872a", _STAR),
    "water": Face("#2f86bd", "#ffffff", "#3f82c0", "", _WAVES),
    "darkness": Face("#55456b", "#f1ecf6", "#84789a", _MOON),
    "fire": Face("#cf4f2f", "#ffffff", "#cc5a44", _FLAME),
    "nature": Face("#4a8a3f", "#ffffff", "#42905f", _LEAF),
}
"""What symbols are made of, by the names that stand between the strokes of a symbol."""

_ANY = ("W", "U", "B", "R", "G")
_CENTRES = {1: (0.0, 0.0), 2: (-45.0, 0.46), 3: (-60.0, 0.52)}
_LETTERS = re.compile(r"[XYZ]|[0-9]{1,5}")


@lru_cache(maxsize=1024)
def faces(symbol: str) -> tuple[Face, ...]:
    """Return what a symbol in braces is made of, nothing if it is not known.

    Examples
    --------
    >>> [face.letters or face.fill for face in faces("{2/W}")]
    ['2', '#f3e8bd']
    >>> faces("{shrug}")
    ()
    """
    if symbol == "{Any}":
        return tuple(FACES[color] for color in _ANY)
    found = []
    for part in symbol[1:-1].split("/"):
        if part in FACES:
            found.append(FACES[part])
        elif _LETTERS.fullmatch(part):
            found.append(Face(*_PLAIN, letters=part))
        else:
            return ()
    return tuple(found)


@lru_cache(maxsize=1024)
def drawing(symbol: str) -> str:
    """Draw a symbol around the origin.

    Parameters
    ----------
    symbol
        A symbol for which there are `faces`.

    Examples
    --------
    >>> drawing("{1}").count("<text"), drawing("{W/U}").count("<path")
    (1, 5)
    """
    parts = faces(symbol)
    disc = f'<circle r="{RADIUS:g}" fill="{parts[0].fill}"/>'
    if len(parts) == 1:
        drawn = disc + _glyph(parts[0])
    else:
        drawn = "".join(
            _wedge(place, len(parts)) + f' fill="{face.fill}"/>' for place, face in enumerate(parts)
        )
        if len(parts) in _CENTRES:
            drawn += "".join(
                _glyph(face, _place(place, len(parts))) for place, face in enumerate(parts)
            )
    ring = f'<circle r="{RADIUS:g}" class="at-ring" fill="none" stroke="#000" stroke-opacity=".3"/>'
    return drawn + ring


def _wedge(place: int, number: int) -> str:
    """Begin the path of one of some equal parts of the disc."""
    first = _CENTRES.get(number, (0.0, 0.0))[0]
    ends = [first + 360 / number * (place + side) for side in (-0.5, 0.5)]
    (x0, y0), (x1, y1) = (_point(end, RADIUS) for end in ends)
    return f'<path d="M0 0L{x0:.2f} {y0:.2f}A9 9 0 0 1 {x1:.2f} {y1:.2f}Z"'


def _place(place: int, number: int) -> tuple[float, float, float]:
    """Return where a glyph goes, and its scale."""
    first, away = _CENTRES[number]
    x, y = _point(first + 360 / number * place, RADIUS * away)
    return x, y, 0.56 if number == 2 else 0.45


def _point(angle: float, radius: float) -> tuple[float, float]:
    """Return the point in a direction, in degrees clockwise from the top."""
    return radius * sin(radians(angle)), -radius * cos(radians(angle))


def _glyph(face: Face, at: tuple[float, float, float] = (0, 0, 1)) -> str:
    x, y, scale = at
    if face.letters:
        size = {1: 13, 2: 11, 3: 8}.get(len(face.letters), 6)
        return (
            f'<text x="{x:.2f}" y="{y + 0.35 * size * scale:.2f}" text-anchor="middle" '
            f'font-weight="700" font-size="{size * scale:.2f}" fill="{face.ink}">'
            f"{face.letters}</text>"
        )
    drawn = ""
    if face.shape:
        drawn += f'<path d="{face.shape}" fill="{face.ink}" fill-rule="evenodd"/>'
    if face.stroke:
        drawn += (
            f'<path d="{face.stroke}" fill="none" stroke="{face.ink}" stroke-width="1.5" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if (x, y, scale) == (0, 0, 1):
        return drawn
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale})">{drawn}</g>'
