"""Duel Masters cards from files: the open JSON fields and tables with tabs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from autotap.models.duel_masters import ManaZone
from autotap.models.duel_masters.catalogue import DuelMastersCards
from autotap.models.errors import (
    AmbiguousNameError,
    FileError,
    InputError,
    LimitError,
    SchemaError,
    UnknownNameError,
)
from autotap.solver import pay

if TYPE_CHECKING:
    from pathlib import Path

RECORDS: list[dict[str, object]] = [
    {"name": "Bolshack Dragon", "civilization": "Fire", "cost": 6, "type": "Creature"},
    {"name": "Twin Sides", "civilizations": ["Fire", "Nature"], "cost": "3", "mana_number": 1},
    {"name": "Rainbow", "civilizations": "Light/Water", "cost": None, "manaNumber": "0"},
]
TABLE = (
    "name\tlang\tcost\tcivilizations\tmana_number\n"
    "Bolshack Dragon\ten\t6\tFire\t\nTwin Sides\ten\t3\tFire/Nature\t1\n"
    "Rainbow\tja\t\t光/水\t0\n"
)


@pytest.mark.parametrize("text", [json.dumps(RECORDS), json.dumps({"cards": RECORDS}), TABLE])
def test_each_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cards"
    path.write_text(text, encoding="utf-8")
    cards = DuelMastersCards.load(path)
    assert len(cards) == 3
    assert str(cards.spell("BOLSHACK dragon").cost) == "fire(6)"
    assert str(cards.spell("Twin Sides").cost) == "fire/nature(3)"
    assert cards.card("Rainbow", tapped=True).mana_number == (0,)
    assert cards.card("Rainbow").is_multicolored
    zone = ManaZone(tuple(cards.card("Twin Sides") for _ in range(3)))
    assert pay(cards.spell("Twin Sides"), zone).payment is not None


def test_names_that_do_not_mean_one_card() -> None:
    cards = DuelMastersCards.parse(json.dumps([*RECORDS, *RECORDS, {**RECORDS[0], "cost": 7}]))
    with pytest.raises(UnknownNameError, match="Did you mean Twin Sides"):
        cards.card("Twin Side")
    with pytest.raises(AmbiguousNameError, match=r"fire\(6\) or fire\(7\)"):
        cards.spell("Bolshack Dragon")
    with pytest.raises(InputError, match="with a cost"):
        cards.spell("Rainbow")


@pytest.mark.parametrize(
    "text",
    [
        "[7]",
        '[{"name": 7}]',
        '[{"name": ""}]',
        '[{"name": "A", "civilization": "Air"}]',
        '[{"name": "A", "cost": true}]',
        '[{"name": "A", "cost": -1}]',
        '[{"name": "A", "cost": 99999}]',
        '[{"name": "A"',
        '{"deck": []}',
        "title\tcost\nA\t1\n",
        "name\tcost\nA\t1\t2\n",
        "",
    ],
)
def test_bad_data_has_a_typed_error(text: str) -> None:
    with pytest.raises(SchemaError):
        DuelMastersCards.parse(text)


def test_bad_files(tmp_path: Path) -> None:
    path = tmp_path / "cards"
    path.write_bytes("name\n火".encode("utf-16"))
    with pytest.raises(FileError):
        DuelMastersCards.load(path)
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(LimitError):
        DuelMastersCards.load(path)


def test_the_known_cards(shared: Path) -> None:
    path = shared / "cards" / "duel_masters.tsv"
    cards = DuelMastersCards.load(path)
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    assert len({line.split("\t")[0] for line in lines} - {""}) <= len(cards) <= len(lines)
