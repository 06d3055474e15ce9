"""Published positions with real cards: all of them load, and what is paid verifies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from autotap.models.mtg.cards import Cards
from autotap.models.mtg.formats.position import board_of
from tests.boards.real import Report, outcomes, position_of
from tests.cards.data import write_scryfall

if TYPE_CHECKING:
    from pathlib import Path

RECORD = {
    "id": "one",
    "life": 20,
    "opponent_life": 20,
    "battlefield": [
        {"name": "Island", "count": 3},
        {"name": "Half Rock"},
        {"name": "Nobody"},
        {"name": "Map", "transformed": True, "counters": {"P1P1": 1}},
    ],
    "hand": ["Cryptic Command", "Fire // Ice", "Mire Bog", "Nobody Knows"],
    "opponent_battlefield": [],
}


def test_what_is_counted(tmp_path: Path) -> None:
    cards = Cards.from_scryfall(write_scryfall(tmp_path), folder=tmp_path)
    report = Report()
    found = dict(outcomes(RECORD, cards, report))
    assert found["Cryptic Command"].startswith("pay {1}{U}{U}{U} for Cryptic Command")
    assert "UNPAYABLE" in found["Fire // Ice"]
    assert report.cards == {"OPTIMAL": 2, "UNPAYABLE": 1, "not known": 1, "without a mana cost": 1}
    assert +report.unknown == {"Nobody": 1, "Nobody Knows": 1}
    assert +report.half_read == {"Half Rock": 1}
    assert not report.failures


def test_every_published_position_loads(shared: Path, corpus: Cards) -> None:
    lines = (shared / "boards" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    report = Report()
    for at, line in enumerate(lines):
        record = json.loads(line)
        if at % 12:
            board_of(position_of(record), corpus)
        else:
            list(outcomes(record, corpus, report))
    assert report.boards >= len(lines) // 12
    assert not report.failures
    assert not +report.unknown
    assert report.cards["UNKNOWN"] == report.cards["refused"] == 0
    assert report.cards["OPTIMAL"] > 50
