"""Pictures in a real browser."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.picture import html_page, svg_picture
from autotap.models.picture.svg import DARK as DARK_THEME
from autotap.models.picture.svg import LIGHT as LIGHT_THEME
from tests.picture.browser import DARK, LIGHT, pixels, screenshot, visit
from tests.picture.gallery import gallery
from tests.picture.test_glyphs import contrast

if TYPE_CHECKING:
    from pathlib import Path

_MEASURE = """<script>
const said = [];
for (const svg of document.querySelectorAll("svg")) {
  const ground = getComputedStyle(svg.querySelector("rect")).fill;
  for (const text of svg.querySelectorAll(":scope > text")) {
    const set = text.textLength.baseVal.value;
    text.removeAttribute("textLength");
    const box = text.getBBox(), whole = svg.viewBox.baseVal;
    said.push({ text: text.textContent, ground, ink: getComputedStyle(text).fill, set,
                natural: text.getComputedTextLength(),
                inside: box.x >= 0 && box.x + set <= whole.width && box.y >= 0
                        && box.y + box.height <= whole.height });
  }
}
document.body.dataset.said = JSON.stringify(said);
</script>"""


@pytest.fixture(scope="module")
def everything() -> str:
    """All pictures, as the outputs of one notebook."""
    return "\n".join(f"<div>{svg_picture(subject)}</div>" for subject in gallery().values())


def measured(tmp_path: Path, body: str, scheme: int) -> list[dict[str, Any]]:
    """Ask the browser for the color and the width of every text."""
    page = tmp_path / "measured.html"
    page.write_text(f"<!DOCTYPE html><meta charset='utf-8'><body>{body}{_MEASURE}", "utf-8")
    said = re.search(r'data-said="([^"]*)"', visit(page, scheme=scheme).dom)
    assert said is not None
    found: list[dict[str, Any]] = json.loads(unescape(said[1]))
    return found


def hexadecimal(color: str) -> str:
    """Write ``rgb(1, 2, 3)`` as ``#010203``."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", color)[:3])


@pytest.mark.parametrize("name", ["turn", "unpayable"])
def test_a_page_is_quiet_and_says_everything(tmp_path: Path, name: str) -> None:
    subject = gallery()[name]
    page = tmp_path / "page.html"
    page.write_text(html_page(subject), "utf-8")
    visited = visit(page)
    assert visited.messages == []
    assert visited.requests == []
    dom = unescape(visited.dom)
    assert f"<desc>{subject}</desc>" in dom
    assert 'role="img"' in dom
    assert "aria-label=" in dom


def test_the_check_hears_a_page_that_is_not_quiet(tmp_path: Path) -> None:
    page = tmp_path / "loud.html"
    page.write_text(
        '<!DOCTYPE html><body><img src="http://example.com/pixel.png"><script>oops()</script>',
        "utf-8",
    )
    visited = visit(page)
    assert any("oops is not defined" in message for message in visited.messages)
    assert visited.requests == ["http://example.com/pixel.png"]


@pytest.mark.parametrize(("scheme", "theme"), [(LIGHT, LIGHT_THEME), (DARK, DARK_THEME)])
def test_text_can_be_read_in_the_theme_of_the_viewer(
    tmp_path: Path, everything: str, scheme: int, theme: dict[str, str]
) -> None:
    """It stands out, is not cut off, and no letter is squeezed or stretched by more than 20 %."""
    said = measured(tmp_path, everything, scheme)
    assert len(said) > 100
    assert {hexadecimal(one["ground"]) for one in said} == {theme["ground"]}
    for one in said:
        assert contrast(hexadecimal(one["ink"]), theme["card"]) >= 4.5, one
        assert one["inside"], one
        assert one["set"] == pytest.approx(one["natural"], rel=0.2), one


def test_text_can_be_read_where_the_style_sheet_is_taken_out(
    tmp_path: Path, everything: str
) -> None:
    bare = re.sub(r"<style>.*?</style>", "", everything)
    for one in measured(tmp_path, bare, DARK):
        assert hexadecimal(one["ground"]) == LIGHT_THEME["ground"]
        assert contrast(hexadecimal(one["ink"]), LIGHT_THEME["card"]) >= 4.5, one


def test_a_dark_host_is_followed_on_a_light_machine(tmp_path: Path) -> None:
    drawn = svg_picture(gallery()["chain"])
    hosts = ('data-jp-theme-light="false"', 'class="vscode-dark"', 'data-md-color-scheme="slate"')
    said = measured(tmp_path, "".join(f"<div {host}>{drawn}</div>" for host in hosts), LIGHT)
    assert {hexadecimal(one["ground"]) for one in said} == {DARK_THEME["ground"]}


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_light_and_dark_screenshots(tmp_path: Path, suffix: str) -> None:
    """Grounds differ, and on each there is something that stands out."""
    page = tmp_path / f"page.{suffix}"
    draw = svg_picture if suffix == "svg" else html_page
    page.write_text(draw(gallery()["chain"]), "utf-8")
    for scheme, theme in ((LIGHT, LIGHT_THEME), (DARK, DARK_THEME)):
        rows = pixels(screenshot(page, scheme=scheme, size=(640, 220)))
        colors = Counter(f"#{r:02x}{g:02x}{b:02x}" for row in rows for r, g, b in row)
        assert colors[theme["ground"]] > 20_000
        assert colors[theme["card"]] > 5_000
        assert (
            sum(number for color, number in colors.items() if contrast(color, theme["card"]) > 7)
            > 300
        )
