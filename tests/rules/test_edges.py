"""Magic by rule id: the tricky case of a rule, and what lies just beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.mana import mana_text
from autotap.models.mtg.spell import ANY_COLOR, ANY_TYPE, Payer, Spell
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.ways import CostOption, alternative, kicker
from autotap.models.result import Payment, Status
from autotap.solver import pay
from tests.rules.test_payable import BEAR, DORK, SICK, Row, ability, asked, only, spell

TRINISPHERE = (Modifier(Change.MINIMUM, ManaCost.parse("{3}")),)
FREE = CostOption("without paying its mana cost", instead=True, least=1)
SUNS = alternative("Fist of Suns", "{W}{U}{B}{R}{G}")
FORCE = alternative("force", "pay 1 life, discard a card", least=1)
EVOKE = alternative("evoke", "{1}{U}", least=1)
GOLEM = spell("{X}{1}", x_colors=frozenset(COLORS), x_distinct=True)
ANGEL = "Angel (types: creature, colors: WU) []"

COSTS: list[Row] = [
    ("MTG-106.1", "{C}", "City of Brass", False),
    ("MTG-106.1", spell("{C}", spend_as=ANY_COLOR), "5 Forest", False),
    ("MTG-SYM-02", spell("{3}{C}", spend_as=ANY_COLOR), "5 Forest", False),
    ("MTG-SYM-02", spell("{3}{C}", spend_as=ANY_TYPE), "5 Forest", True),
    ("MTG-118.3", "{W/P}", "life: 1", False),
    ("MTG-118.3", "{W/P}", "life: 2", True),
    ("MTG-118.6", spell(None), "9 Island", False),
    ("MTG-118.6a", spell(None, more="{2}"), "9 Island", False),
    ("MTG-118.6a", spell(None, modifiers=TRINISPHERE), "9 Island", False),
    ("MTG-118.6a", spell(None, SUNS), "5 City of Brass", True),
    ("MTG-118.6a", spell(None, SUNS), "4 City of Brass", False),
    ("MTG-118.6a", spell(None, FREE), "", True),
    ("MTG-118.9", spell("{4}{U}", EVOKE, more="{2}/{1}"), "5 Island", True),
    ("MTG-118.9", spell("{4}{U}", EVOKE, more="{2}/{1}"), "4 Island", False),
    ("MTG-118.10", spell("{1}{G}", payers="convoke"), f"{DORK}", False),
    ("MTG-118.10", spell("{1}{G}", payers="convoke"), f"{DORK}; {SICK}", True),
    (
        "MTG-118.10",
        spell("{B}", additional="sacrifice a creature"),
        f"Phyrexian Altar; {BEAR}",
        False,
    ),
    (
        "MTG-118.10",
        spell("{B}", additional="sacrifice a creature"),
        f"Phyrexian Altar; 2 {BEAR}",
        True,
    ),
    # Taken off while it is there, sacrificed when the cost is paid.
    (
        "MTG-601.2f",
        spell("{1}{B}", less="{1}", additional="sacrifice a creature"),
        f"Swamp; {BEAR}",
        True,
    ),
    ("MTG-601.2f-T", spell("{R}", modifiers=TRINISPHERE), "Mountain; 2 Wastes", True),
    ("MTG-601.2f-T", spell("{R}", modifiers=TRINISPHERE), "3 Wastes", False),
    ("MTG-601.2f-T", spell("{0}", modifiers=TRINISPHERE), "2 Wastes", False),
    ("MTG-601.2f-T", spell("{U/P}", modifiers=TRINISPHERE), "3 Wastes", True),
    ("MTG-601.2f-T", spell("{U/P}", modifiers=TRINISPHERE), "3 Wastes; life: 1", False),
    (
        "MTG-601.2f-T",
        spell("{3}{U}{U}", FORCE, modifiers=TRINISPHERE),
        "3 Wastes; hand: 1 card; life: 1",
        True,
    ),
    (
        "MTG-601.2f-T",
        spell("{3}{U}{U}", FORCE, modifiers=TRINISPHERE),
        "2 Wastes; hand: 1 card",
        False,
    ),
    (
        "MTG-601.2f-T",
        spell("{R}", modifiers=TRINISPHERE, payers="delve"),
        "Mountain; graveyard: 2",
        True,
    ),
    (
        "MTG-601.2f-T",
        spell("{R}", modifiers=TRINISPHERE, payers="convoke"),
        f"Mountain; 2 {SICK}",
        True,
    ),
    (
        "MTG-903.8",
        spell("{R}", more="{2}/{2}", is_commander=True),
        "Mountain; Lotus [{T}, sacrifice this: Add {R}{R}{R} (only: your commander)]; Wastes",
        True,
    ),
    (
        "MTG-903.8",
        spell("{R}", more="{2}", less="{1}", payers="delve"),
        "Mountain; graveyard: 1",
        True,
    ),
]

KEYWORDS: list[Row] = [
    ("MTG-KW-01", spell("{C}", payers="convoke"), SICK, False),
    ("MTG-KW-01", spell("{S}", payers="convoke"), SICK, False),
    ("MTG-KW-01", spell("{W}{U}", payers="convoke"), ANGEL, False),
    ("MTG-KW-01", spell("{W}{U}", payers="convoke"), f"2 {ANGEL}", True),
    ("MTG-KW-01", spell("{R}", payers="convoke"), SICK, False),
    ("MTG-KW-02", spell("{2}", payers="improvise"), "Sol Ring", True),
    ("MTG-KW-02", spell("{3}", payers="improvise"), "Sol Ring", False),
    ("MTG-KW-02", spell("{U}", payers="improvise"), "Sol Ring", False),
    ("MTG-KW-03", spell("{1}{U}", payers="delve"), "graveyard: 2", False),
    (
        "MTG-KW-03",
        spell("{U}", kicker("{2}", least=1), payers="delve"),
        "Island; graveyard: 2",
        True,
    ),
    (
        "MTG-KW-04",
        spell("{2}", kicker("{2}", least=1), payers="waterbend", waterbend=2),
        f"4 {SICK}",
        False,
    ),
    (
        "MTG-KW-04",
        spell("{2}", kicker("{2}", least=1), payers="waterbend", waterbend=2),
        f"2 Wastes; Sol Ring (tapped); 2 {SICK}",
        True,
    ),
    ("MTG-RED-02", spell("{8}{R}", less="{9}"), "Mountain", True),
    ("MTG-RED-02", spell("{8}{R}", less="{7}"), "Mountain", False),
    ("MTG-RED-05", spell("{G}" * 8, less="/".join(["{G}"] * 5)), "3 Forest", True),
    ("MTG-RED-05", spell("{G}" * 8, less="/".join(["{G}"] * 5)), "2 Forest", False),
    ("MTG-RED-08", spell("{4}{R}", FREE, more="{1}"), "Wastes", True),
    ("MTG-RED-08", spell("{4}{R}", FREE, more="{1}"), "", False),
    ("MTG-RED-14", spell("{U}", more="{1}", less="{2}"), "Island", True),
    ("MTG-RED-14", spell("{U}", more="{1}", less="{2}"), "Wastes", False),
    ("MTG-RSC-04", spell("{2}", only_from=frozenset({"creature"})), f"{DORK}; Forest", False),
    ("MTG-RSC-04", spell("{2}", only_from=frozenset({"creature"})), f"2 {DORK}", True),
    (
        "MTG-RSC-04",
        spell("{2}", only_from=frozenset({"creature"}), payers="convoke"),
        f"{DORK}; {SICK}",
        True,
    ),
    ("MTG-RES-31", spell("{G/W}", types="creature"), only("multicolored spells", "{G}"), True),
    ("MTG-RES-47", "{1}{G}", "Jegantha [{T}: Add {G}{G} (not: generic costs)]", False),
    ("MTG-RES-47", "{G}{2/G}", "Jegantha [{T}: Add {G}{G} (not: generic costs)]", True),
    ("MTG-RES-47", "{G/P}{G/W}", "Jegantha [{T}: Add {G}{G} (not: generic costs)]; life: 1", True),
    ("MTG-RES-35", asked("{X}", x_limit=1), only("costs that contain {X}"), True),
    ("MTG-RES-11", ability("{1}"), "Powerstone [{T}: Add {C} (not: nonartifact spells)]", True),
    ("MTG-RES-11", "{1}", "Powerstone [{T}: Add {C} (not: nonartifact spells)]", False),
    ("MTG-SYM-11", spell("{S}", less="{1}"), "Snow-Covered Forest (tapped); Forest", False),
]


@pytest.mark.parametrize(("rule", "cost", "board", "payable"), [*COSTS, *KEYWORDS])
def test_payable(rule: str, cost: Spell | str, board: str, payable: bool) -> None:
    del rule
    status = pay(cost, Board.parse(board)).status
    assert status is (Status.OPTIMAL if payable else Status.UNPAYABLE)


@pytest.mark.parametrize(
    ("rule", "cost", "board", "most"),
    [
        ("MTG-SYM-05", spell("{X}{X}"), "5 Wastes", 2),
        ("MTG-RED-06", spell("{X}{R}", less="{2}"), "Mountain; 3 Wastes", 5),
        (
            "MTG-RSC-01",
            spell("{X}{1}{B}", x_colors=frozenset({ManaType.B})),
            "3 Swamp; 2 Wastes",
            2,
        ),
        ("MTG-RSC-02", GOLEM, "9 Forest; Plains", 2),
        ("MTG-RSC-02", GOLEM, "2 Tundra; Forest; 3 Wastes; Plains", 3),
        ("MTG-RSC-02", GOLEM, "5 City of Brass; 2 Wastes; 9 Forest", 5),
        ("MTG-RSC-02", replace(GOLEM, x_colors=None), "2 Wastes; 9 Forest; Plains", 3),
        (
            "MTG-RSC-02",
            replace(GOLEM, payers=frozenset({Payer.CONVOKE})),
            "3 Forest; 2 Bear (types: creature) []",
            3,
        ),
        ("MTG-601.2f-T", spell("{X}{R}", modifiers=TRINISPHERE), "Mountain; 2 Wastes", 2),
    ],
)
def test_largest_x(rule: str, cost: Spell, board: str, most: int) -> None:
    del rule
    assert pay(cost, board, x=most).status is Status.OPTIMAL
    assert pay(cost, board, x=most + 1).status is Status.UNPAYABLE


def test_a_doubled_pool_keeps_its_restriction_on_the_old_mana_only() -> None:
    """MTG-106.6: of {R}{R}{G}{G} only the first {R}{G} stay restricted."""
    cube = "Cube [{3}, {T}: Add the unspent pool again]"
    board = Board.parse(f"{cube}; 3 Wastes; pool: {{R}}{{G}} (only: creature spells)")
    payment = pay("{R}{G}", board).unwrap()
    assert isinstance(payment, Payment)
    assert mana_text(payment.floating) == "{R}{G} (only: creature spells)"
    assert pay(spell("{R}{R}{G}{G}", types="creature"), board).status is Status.OPTIMAL
