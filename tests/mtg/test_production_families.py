"""The families of production (MTG-PRO) through payments: what is and what is not payable."""

from __future__ import annotations

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.side import Side
from autotap.models.result import Payment, Status
from autotap.solver import pay

BEAR = "Bear (types: creature) []"
SICK_BEAR = "Bear (types: creature, sick) []"
RAMP = "Ramp (types: land)"

ROWS = [
    ("MTG-PRO-01", "{1}", "Sol Ring", True),
    ("MTG-PRO-01", "{3}", "Sol Ring", False),
    ("MTG-PRO-02", "{W}{W}", "Tundra", False),
    ("MTG-PRO-02", "{U}", "Tundra", True),
    ("MTG-PRO-03", "{W}{U}", f"{RAMP} [{{T}}: Add {{W/U}}{{W/U}}]", True),
    ("MTG-PRO-03", "{U}{U}", f"{RAMP} [{{T}}: Add {{W/U}}{{W/U}}]", True),
    ("MTG-PRO-04", "{G}{G}{G}", "Gilded Lotus", True),
    ("MTG-PRO-04", "{G}{G}{U}", "Gilded Lotus", False),
    ("MTG-PRO-04", "{G}{U}", "Vessel [{T}: Add two mana of different colors]", True),
    ("MTG-PRO-04", "{G}{G}", "Vessel [{T}: Add two mana of different colors]", False),
    ("MTG-PRO-05", "{B}{B}", "Graven Cairns; Mountain", True),
    ("MTG-PRO-05", "{B}{B}", "Graven Cairns; Island", False),
    ("MTG-PRO-05", "{R}{G}", "Gruul Signet", False),
    ("MTG-PRO-06", "{B}{B}{B}", "Cabal Coffers; 2 Wastes; 3 Swamp (tapped)", True),
    ("MTG-PRO-06", "{B}{B}{B}", "Cabal Coffers; 2 Wastes; 2 Swamp (tapped)", False),
    ("MTG-PRO-07", "{G}{G}{B}", f"Gaea's Cradle; 2 {BEAR}; Phyrexian Altar", True),
    ("MTG-PRO-07", "{G}{G}{B}{B}{B}", f"Gaea's Cradle; 2 {BEAR}; Phyrexian Altar", False),
    ("MTG-PRO-13", "{W}", "Gemstone Mine", True),
    ("MTG-PRO-13", "{W}", "Gemstone Mine (0 mining counters)", False),
    ("MTG-PRO-14", "{G}", "Pili (types: creature, tapped) [{2}, {Q}: Add {Any}]; 2 Wastes", True),
    ("MTG-PRO-14", "{G}", "Pili (types: creature) [{2}, {Q}: Add {Any}]; 2 Wastes", False),
    ("MTG-PRO-15", "{B}{B}", f"Phyrexian Altar; 2 {SICK_BEAR}", True),
    ("MTG-PRO-15", "{B}{B}{B}", f"Phyrexian Altar; 2 {BEAR}", False),
    ("MTG-PRO-16", "{W}", "Mana Confluence; life: 1", True),
    ("MTG-PRO-16", "{W}{U}", "2 Mana Confluence; life: 1", False),
    ("MTG-PRO-17", "{W}", "Adarkar Wastes; life: 1", True),
    ("MTG-PRO-17", "{2}", "Ancient Tomb; life: 1", True),
    ("MTG-PRO-18", "{B}{B}{B}", "Black Lotus", True),
    ("MTG-PRO-18", "{B}{B}", "Lotus Petal", False),
    ("MTG-PRO-19", "{G}", "Elvish Spirit Guide (hand)", True),
    ("MTG-PRO-20", "{G}", f"Springleaf Drum; {SICK_BEAR}", True),
    ("MTG-PRO-20", "{G}", "Springleaf Drum", False),
    ("MTG-PRO-21", "{1}{B}", "Devotee [{1}: Add {W}|{B}|{G} (once each turn)]; 2 Wastes", True),
    ("MTG-PRO-21", "{B}{B}", "Devotee [{1}: Add {W}|{B}|{G} (once each turn)]; 2 Wastes", False),
    ("MTG-PRO-22", "{2}", "Temple of the False God; 4 Wastes (tapped)", True),
    ("MTG-PRO-22", "{2}", "Temple of the False God; 3 Wastes (tapped)", False),
    ("MTG-PRO-24", "{G}{G}", "pool: {G}{G}", True),
    ("MTG-PRO-27", "{B}{B}{B}", "pool: {B}{B}{B}", True),
    ("MTG-PRO-28", "{C}{C}", "pool: {C}{C}", True),
    ("MTG-PRO-29", "{W}", f"{RAMP} [{{T}}: Add {{W/U}}]", True),
    ("MTG-106.10", "{C}", "Wastes", True),
]


@pytest.mark.parametrize(("rule", "cost", "text", "payable"), ROWS)
def test_family(rule: str, cost: str, text: str, payable: bool) -> None:
    """By rule id: a cost and a board that no effect changes."""
    del rule
    board = Board.parse(text)
    assert apply_effects(Side(board)) == board
    status = pay(cost, board).status
    assert status is (Status.OPTIMAL if payable else Status.UNPAYABLE)


def _best(cost: str, board: str) -> tuple[Payment, dict[str, int]]:
    result = pay(cost, board)
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment, dict(result.objective)


def test_surplus_floats() -> None:
    """MTG-PRO-01: Sol Ring's {C}{C} is all or nothing."""
    payment, _ = _best("{1}", "Sol Ring")
    assert [mana.type for mana in payment.floating] == ["C"]


def test_damage_at_one_life_is_lethal() -> None:
    """MTG-PRO-17: legal, and the last resort."""
    assert _best("{W}", "Adarkar Wastes; life: 1")[1]["lethal"] == 1
    payment, terms = _best("{W}", "Adarkar Wastes; Plains; life: 1")
    assert terms["lethal"] == 0
    assert [step.source for step in payment.activations] == ["Plains"]


def test_a_source_that_stays_tapped_is_spared() -> None:
    """MTG-PRO-23: Mana Vault does not untap."""
    payment, _ = _best("{2}", "Mana Vault; 2 Wastes")
    assert {step.source for step in payment.activations} == {"Wastes 1", "Wastes 2"}
