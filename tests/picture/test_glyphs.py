"""Every symbol has a drawing."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from autotap.models.duel_masters.civilization import Civilization
from autotap.models.mtg.symbols import COLORS, ManaSymbol
from autotap.models.picture.glyphs import FACES, drawing, faces
from autotap.models.picture.words import pieces

PAIRS = ("W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U")
SYMBOLS = [
    *(str(ManaSymbol.parse(name)) for name in ("X", "Y", "Z", "C", "S", *COLORS, *PAIRS)),
    *(f"{{{number}}}" for number in (0, 1, 15, 99, 1_234, 99_000)),
    *(f"{{2/{color}}}" for color in COLORS),
    *(f"{{C/{color}}}" for color in COLORS),
    *(f"{{{name}/P}}" for name in (*COLORS, *PAIRS)),
    *(f"{{{civilization}}}" for civilization in Civilization),
    *("{T}", "{Q}", "{E}", "{TK}", "{Any}", "{life}", "{tap}", "{card}", "{player}"),
]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_symbol_is_drawn_well_formed_and_within_its_disc(symbol: str) -> None:
    drawn = ElementTree.fromstring(f"<g>{drawing(symbol)}</g>")
    assert all(float(circle.get("r", "0")) == 9 for circle in drawn.iter("circle"))
    assert pieces(f"pay {symbol}.") == ["pay", " ", symbol, "."]


def test_symbols_that_mean_different_things_look_different() -> None:
    drawings = [drawing(symbol) for symbol in SYMBOLS if symbol not in ("{life}", "{T}", "{tap}")]
    assert len(set(drawings)) == len(drawings)


def test_each_way_to_pay_has_a_part_of_the_disc() -> None:
    for pair in combinations(COLORS, 2):
        assert [face.fill for face in faces(f"{{{'/'.join(pair)}}}")] == [
            FACES[color].fill for color in pair
        ]
    assert len(faces("{W/U/P}")) == 3


@pytest.mark.parametrize("text", ["{}", "{shrug}", "{W", "W}", "{W/}", "{<b>}", "{123456}"])
def test_what_is_no_symbol_stays_text(text: str) -> None:
    assert "".join(pieces(text)) == text
    assert not any(faces(piece) for piece in pieces(text) if piece[:1] == "{" and piece[-1:] == "}")


def luminance(color: str) -> float:
    """Relative luminance as web content is judged by."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colors, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", FACES)
def test_glyphs_and_lines_stand_out(name: str) -> None:
    """At least 3 to 1, what is asked of graphics; lines on light and on dark ground."""
    face = FACES[name]
    assert contrast(face.fill, face.ink) >= 3
    assert all(contrast(face.line, ground) >= 3 for ground in ("#fbfaf7", "#1b1d22"))
