"""Boards in files: every format is known by its content, and bad files have typed errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.codec import problem_to_json
from autotap.models.errors import AutotapError, FileError, LimitError, SchemaError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.formats.decklist import is_decklist, read_decklist
from autotap.models.mtg.formats.forge import is_forge_state, read_forge_state
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Problem
from tests.cards.data import write_scryfall

if TYPE_CHECKING:
    from pathlib import Path

ARENA = "Deck\n2 Storm Crow (M10) 74\n4 Island\n1 Fire // Ice\n\nSideboard\n3 Cryptic Command\n"
MTGO = "2 Storm Crow\n4 Island\n1 Fire/Ice\n\n3 Cryptic Command\n"
FORGE = "[metadata]\nName=My deck\n[Main]\n2 Storm Crow|M10|1\n4 Island|M10\n1 Fire // Ice\n"
PREFIXED = "// mine\n2 Storm Crow\n4x Island\n1 Fire // Ice\nSB: 3 Cryptic Command\n"
DEK = (
    '<?xml version="1.0"?><Deck>'
    '<Cards CatID="1" Quantity="2" Sideboard="false" Name="Storm Crow" />'
    '<Cards Quantity="4" Sideboard="false" Name="Island"/>'
    '<Cards Quantity="1" Sideboard="false" Name="Fire &#47;&#47; Ice"/>'
    '<Cards Quantity="3" Sideboard="true" Name="Cryptic Command"/></Deck>'
)


@pytest.fixture
def cards(tmp_path: Path) -> Cards:
    return Cards.from_scryfall(write_scryfall(tmp_path), folder=tmp_path)


def load(tmp_path: Path, text: str | bytes, cards: Cards | None = None) -> Board:
    path = tmp_path / "board.any"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return Board.load(path, cards)


@pytest.mark.parametrize("text", [ARENA, MTGO, FORGE, PREFIXED, DEK, "\ufeff" + ARENA])
def test_decklists(tmp_path: Path, cards: Cards, text: str) -> None:
    board = load(tmp_path, text, cards)
    assert [source.name for source in board.sources] == ["Storm Crow"] * 2 + ["Island"] * 4
    assert [card.name for card in board.hand] == ["Fire // Ice"]
    assert ("3 cards aside are left out" in board.notes) is (text != FORGE)


def test_decks_keep_counters_and_commanders(tmp_path: Path, cards: Cards) -> None:
    text = "Commander\n1 Cryptic Command\n\nDeck\n1 Gemstone Mine\n1 Nobody Knows\n"
    board = load(tmp_path, text, cards)
    assert board.source("Gemstone Mine").counters == (("mining", 3),)
    assert "".join(board.commander) == "U"
    assert board.source("Nobody Knows").unread
    with pytest.raises(LimitError):
        read_decklist("999999 Island")


def test_our_own_texts_and_json(tmp_path: Path, cards: Cards) -> None:
    plain = load(tmp_path, "2 Island; Storm Crow (tapped); life: 3", cards)
    assert (plain.life, plain.sources[2].tapped, plain.sources[2].power) == (3, True, 1)
    records = [{"name": "Island", "count": 2}, {"name": "Storm Crow", "tapped": True}]
    assert load(tmp_path, json.dumps({"sources": records, "life": 3}), cards) == plain
    assert load(tmp_path, json.dumps({"text": "2 Island; Storm Crow (tapped)", "life": 3}), cards)
    whole = problem_to_json(Problem(plain, Spell.parse("{U}")))
    assert load(tmp_path, whole, cards) == plain
    assert load(tmp_path, '{"autotap": 1, "board": "2 Island"}').sources[1].id == "Island 2"


def test_doubts_survive_json(tmp_path: Path, cards: Cards) -> None:
    board = load(tmp_path, "humanlife=3\nhumanbattlefield=Half Rock;Whatever\nfoo=1", cards)
    again = load(tmp_path, problem_to_json(Problem(board, Spell.parse("{U}"))), cards)
    assert again.doubts == board.doubts
    assert len(board.doubts) == 3


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"sources": [', SchemaError),
        (b'{"sources": 7}', SchemaError),
        (b'{"autotap": 1, "game": "duel_masters", "board": "Fire"}', SchemaError),
        (b"humanlife=3\nhumanhand=\xff", FileError),
        ("humanlife=3".encode("utf-16"), FileError),
        (b"2 Islnd; Swamp", AutotapError),
        (b" " * 10_000_001, LimitError),
    ],
)
def test_a_bad_file_has_a_typed_error(
    tmp_path: Path, data: bytes, kind: type[AutotapError]
) -> None:
    with pytest.raises(kind):
        load(tmp_path, data)


def test_a_file_of_200_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "large.pzl"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(LimitError):
        Board.load(path)


PIECES: Any = st.sampled_from(
    [
        *("human", "p1", "battlefield", "=", "hand", "|", ":", ";", "Tapped", "Id", "Counters"),
        *("t:", "4 ", "Island", "[state]", "Deck", "//", "SB:", "(M10) 7", "\n", ",", "\x1b", "−"),
        *("AttachedTo", "life", "x", "<Cards ", '"'),
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_nothing_but_typed_errors_escapes(text: str) -> None:
    for known, read in ((is_forge_state, read_forge_state), (is_decklist, read_decklist)):
        try:
            if known(text):
                read(text)
        except AutotapError:
            pass
