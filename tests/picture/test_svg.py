"""The text of a picture: well formed, harmless, small, and complete in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from autotap.models import Board, ManaZone, Spell
from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import Civilization
from autotap.models.errors import InputError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.source import Source
from autotap.models.picture import html_page, svg_picture, write_picture
from autotap.models.picture.flow import MOST_CARDS
from autotap.models.picture.scene import Tone
from autotap.models.picture.svg import DARK, LIGHT, MOST_TEXT
from autotap.models.result import Result, Status
from autotap.solver import pay, plan_turn, solve
from tests.fuzzing.check import case_of, problem_of
from tests.picture.gallery import gallery
from tests.picture.test_glyphs import contrast

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.models.picture.subjects import Subject

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "]]> --> <!-- &amp; &#0; &bogus;",
    "bell\x07 null\x00 escape\x1b[31m delete\x7f",
    "\u202egnp.exe\u202c \u2066isolated\u2069 \u200f",
    "\ud800 alone, \ufffe no character, \U000e0041 tag",
    "javascript:alert(1) url(https://example.com/x) expression(1)",
    "</style></svg><style>*{display:none}",
    "Z" + "\u0351\u0327" * 500 + "algo",
    "一" * 200,
    "long " * 40,
)


def parsed(subject: Subject) -> ElementTree.Element:
    """Parse a picture, which must consist of known elements that refer to nothing."""
    root = ElementTree.fromstring(svg_picture(subject))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ELEMENTS
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("id", "href", "src")
            assert "url(" not in value or name == "aria-label"
    return root


def words(root: ElementTree.Element) -> str:
    """The text alternative."""
    return root.findtext(f"{SVG}desc") or ""


@pytest.mark.parametrize("name", gallery())
def test_everything_is_said_in_words(name: str) -> None:
    subject = gallery()[name]
    root = parsed(subject)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title")
    text = str(subject)
    assert words(root) == (text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…")


@pytest.mark.parametrize("seed", range(72_000, 72_080))
def test_pictures_of_random_problems_are_well_formed(seed: int) -> None:
    result = solve(problem_of(case_of(seed)))
    assert words(parsed(result)) == str(result)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_data(name: str) -> None:
    """Wherever a name is shown it is text, without what is not printable."""
    forest = Source("id", name, frozenset({"creature"}), (ManaAbility.parse("{T}: Add {G}"),))
    board = Board((forest,))
    card = DuelMastersCard(name.strip()[:200], frozenset({Civilization.FIRE}))
    spell = Spell.parse("{G}", name=name)
    for subject in (
        board,
        ManaZone((card,)),
        pay(spell, board),
        pay(Spell.parse("{W}", name=name), board),
        pay("fire(1)", ManaZone((card,))),
        plan_turn({name: "{G}"}, board),
    ):
        root = parsed(subject)
        shown = "".join(root.itertext()) + html_page(subject)
        assert re.sub(r"[\n…]", "", shown).isprintable()
        assert html_page(subject).count("<style>") == 2
        assert "<script" not in svg_picture(subject)
        assert "<img" not in svg_picture(subject)


def test_a_thousand_sources_make_a_small_picture() -> None:
    alike = Board.parse("1000 Forest")
    unlike = Board.parse("; ".join(f"Rock {n} [{{T}}: Add {{C}}]" for n in range(1_000)))
    half = ManaCost().add_generic(500)
    assert "×1,000" in svg_picture(alike)
    for subject, most in (
        (alike, 6_000),
        (pay(half, alike), 8_000),
        (unlike, 80_000),
        (pay(half, unlike), 80_000),
        (pay("{5}", unlike), 30_000),
        (pay("{W}", unlike), 40_000),
    ):
        assert len(svg_picture(subject)) < most
    assert f"{500 - MOST_CARDS + 1} more" in svg_picture(pay(half, unlike))


def test_a_result_without_its_problem_shows_its_status() -> None:
    root = parsed(Result(Status.UNKNOWN))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["UNKNOWN"]


def labels(subject: Subject) -> str:
    """What is written in a picture, symbols left out."""
    return " ".join(text.text or "" for text in parsed(subject).iter(f"{SVG}text"))


def test_what_is_said_beside_the_flow() -> None:
    kept = pay("{R}", "Mountain; 20 Forest", keep=["{R}", "{G}"])
    assert "afterwards can no longer be paid" in labels(kept)
    assert "afterwards can still be paid" in labels(kept)
    assert "still untapped: 20 Forest" in labels(kept)
    assert "life: 20 to 17" in labels(gallery()["painlands"])
    assert "cannot be paid: It is 1 short for" in labels(gallery()["unpayable"])
    assert "no mana cost for Evermind" in labels(pay(Spell(None, name="Evermind"), "Island"))
    assert "worth 5, proven best" in labels(gallery()["turn"])
    assert "Sol Ring arrives" in labels(gallery()["turn"])
    assert "each permanent you control" in labels(Board.parse("Nyxbloom Ancient"))


def test_nothing_can_clash_or_be_loaded() -> None:
    """Pictures on one page share their style sheet; whatever else they name is a namespace."""
    pictures = [svg_picture(subject) for subject in gallery().values()]
    styles = {re.findall(r"<style>(.*)</style>", picture)[0] for picture in pictures}
    assert len(styles) == 1
    (style,) = styles
    for selector in re.findall(r"([^{}]+)\{", style):
        assert "autotap" in selector or ".at-" in selector or selector.startswith("@media")
    for picture in map(html_page, gallery().values()):
        assert re.findall(r"https?://[^\"\s]+", picture) == ["http://www.w3.org/2000/svg"]
        assert "default-src 'none'" in picture


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_stands_out_in_both_themes(theme: dict[str, str]) -> None:
    """At least 4.5 to 1, what is asked of text."""
    for tone in (Tone.INK, Tone.MUTED, Tone.WARN):
        assert contrast(theme[tone], theme["ground"]) >= 4.5
        assert contrast(theme[tone], theme[Tone.CARD]) >= 4.5


def test_colors_are_stated_where_no_style_sheet_is_read() -> None:
    for subject in gallery().values():
        for element in parsed(subject).iter():
            if element.tag.removeprefix(SVG) in ("text", "rect", "path", "circle"):
                assert element.get("fill"), element.attrib


def test_notebooks_draw_what_is_shown() -> None:
    for subject in gallery().values():
        assert subject._repr_html_() == svg_picture(subject)


@pytest.mark.parametrize("suffix", [".svg", ".html", ".SVG"])
def test_a_picture_is_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plan{suffix}"
    result = pay("{G}", "Forest")
    write_picture(result, path)
    drawn = html_page(result) if suffix == ".html" else svg_picture(result)
    assert path.read_text(encoding="utf-8") == drawn
    assert svg_picture(result).strip() in html_page(result)


@pytest.mark.parametrize("name", ["plan.png", "plan", "svg"])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"\.svg or \.html"):
        write_picture(pay("{G}", "Forest"), tmp_path / name)
    assert not list(tmp_path.iterdir())
