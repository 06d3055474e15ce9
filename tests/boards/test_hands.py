"""What the hands of published positions allow, held against the reference on one small position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.facts import Facts, LeftOutError
from tests.boards import hands
from tests.boards.hands import Report, case_of, examine

if TYPE_CHECKING:
    from pathlib import Path

POSITION: dict[str, Any] = {
    "id": "one",
    "life": 20,
    "battlefield": [
        {"name": "Island", "count": 2},
        {"name": "Cave", "summon_sick": True, "counters": {"P1P1": 1}},
    ],
    "hand": ["Storm Crow", "Opt", "Island", "Fireball"],
}


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    files = {
        "costs.tsv": "name\tmana_cost\ttype_line\nIsland\t\tBasic Land — Island\n"
        "Cave\t\tLand\nStorm Crow\t{1}{U}\tCreature — Bird\nOpt\t{U}\tInstant\n"
        "Fireball\t{X}{R}\tSorcery\n",
        "mana_abilities.jsonl": '{"name": "Island", "abilities": ["{T}: Add {U}"]}\n'
        '{"name": "Cave", "abilities": ["{1},{T}: Add {B}"]}\n'
        '{"name": "Shrine", "grants": [{}]}\n',
        "payment_keywords.tsv": "name\tpayment_keywords\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Facts(tmp_path)


def test_a_position_is_answered(facts: Facts) -> None:
    report = Report()
    case = case_of(POSITION, facts)
    assert case["board"][1]["abilities"] == ["{1}, {T}: Add {B}"]
    assert case["board"][1]["counters"] == {"+1/+1": 1}
    assert [card["name"] for card in case["cards"]] == ["Storm Crow", "Opt", "Island"]
    told = list(examine("one", case, report))
    assert told[0] == "castable: Storm Crow, Opt"
    assert report.faults == []
    assert report.counts["turns with the reference"] == 1


def test_a_wrong_answer_is_a_fault(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "castable", lambda spells, board: dict.fromkeys(spells, False))
    report = Report()
    list(examine("one", case_of(POSITION, facts), report))
    assert [fault.partition(": True")[0] for fault in report.faults] == [
        "one: castable Storm Crow",
        "one: castable Opt",
    ]


@pytest.mark.parametrize(
    ("name", "why"), [("Shrine", "another permanent"), ("Nobody", "without a name")]
)
def test_what_is_not_known_is_left_out(facts: Facts, name: str, why: str) -> None:
    with pytest.raises(LeftOutError, match=why):
        case_of({**POSITION, "battlefield": [{"name": name}]}, facts)
