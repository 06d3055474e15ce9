"""The largest X that can be announced and paid."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from autotap.models import (
    Board,
    DuelMastersCost,
    DuelMastersSpell,
    ManaCost,
    ManaZone,
    Problem,
    Spell,
)
from autotap.models.duel_masters import DuelMastersOptions, PointOvershoot, Reduction
from autotap.models.errors import InputError, LimitError, UndecidedError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.spell import Announcement, Payer
from autotap.models.mtg.ways import alternative, kicker
from autotap.models.result import Payment, Result, Status
from autotap.solver import UNBOUNDED, can_pay, endless, largest_x, max_x, pay, solve
from autotap.solver.endless import has_round
from tests.campaign.questions import NotComparedError, check_max_x
from tests.solver.test_smallest_x import BIG, asked, costing, random_problem

BEARS = "Bear (types: creature, colors: G) []"


def total(cost: str, x: int | None = None) -> Announcement:
    return Announcement(ManaCost.parse(cost), x=x)


LARGEST: list[tuple[str, Spell, str, int | None]] = [
    ("MTG-SYM-05", asked("{X}{G}"), "3 Forest", 2),
    ("MTG-SYM-05", asked("{X}{G}"), "3 Island", None),
    ("MTG-SYM-05", asked("{X}"), "Island (tapped)", 0),
    ("MTG-SYM-05", asked("{X}{X}"), "7 Wastes", 3),
    ("MTG-SYM-05", asked("{X}{X}{X}{G}"), "7 Forest; 2 Sol Ring", 3),
    ("MTG-SYM-05", asked("{X}{1}{W/U}"), "Azorius Signet; 2 Forest; Sol Ring", 3),
    ("MTG-SYM-05", asked("{X}{G}", x_limit=2), "9 Forest", 2),
    ("MTG-SYM-05", asked("{X}{G}", no_mana=True), "9 Forest", None),
    ("MTG-RED-06", asked("{X}{R}", "-{2}"), "4 Mountain", 5),
    ("MTG-RED-06", asked("{X}{X}{R}", "-{2}"), "4 Mountain", 2),
    ("MTG-RED-06", asked("{X}", "-{7}"), "Island (tapped)", 7),
    ("MTG-RED-07", asked("{X}{W}", "-{W}>1"), "3 Forest", 3),
    ("MTG-RED-07", asked("{X}{W}", "-{W}>1", x_limit=0), "3 Forest", None),
    ("MTG-RED-09", asked("{X}{R}", "+{2}"), "4 Mountain", 1),
    ("MTG-601.2f-T", asked("{X}", "={3}"), "4 Wastes", 4),
    ("MTG-601.2f-T", asked("{X}{X}", "={3}"), "2 Wastes", None),
    ("MTG-RES-36", asked("{X}{G}", types="creature"), f"5 Den {BIG}", 4),
    ("MTG-RES-36", asked("{X}{G}", types="creature"), f"Forest; 2 Den {BIG}", 0),
    ("MTG-RES-36", asked("{X}{G}", types="creature"), f"Forest; 3 Den {BIG}", 3),
    (
        "MTG-RES-36",
        asked("{X}{G}", types="creature"),
        "Forest; 4 Field [{T}: Add {G} (not: creature spells with mana value 3 or greater)]",
        1,
    ),
    ("MTG-RSC-01", asked("{X}{2}{B}", x_colors=frozenset("BR")), "2 Swamp; 4 Forest", 1),
    ("MTG-RSC-02", asked("{X}{1}", x_distinct=True), "4 Forest; Island; Sol Ring", 3),
    ("MTG-RSC-02", asked("{X}", x_distinct=True), "Wastes; Loop [{1}: Add {C}{C}]", 1),
    ("MTG-KW-01", asked("{X}{G}", payers=["convoke"]), f"Forest; 3 {BEARS}", 3),
    ("MTG-KW-03", Spell.parse("{X}{U}", payers=frozenset({Payer.DELVE})), "Island", 4),
    ("MTG-KW-04", asked("{X}{U}", payers=["waterbend"], waterbend=9, waterbend_x=True),
     f"Island; 3 {BEARS}", 3),
    ("MTG-KW-05", asked("{X}{U}", payers=["assist"], assist=2), "2 Island", 3),
    ("MTG-601.2g", asked("{X}", additional=costing("return a tapped land")), "3 Forest", 3),
    ("MTG-SYM-05", asked("{X}{R}", options=(alternative("free", "discard a card"),)),
     "3 Mountain", 2),
    ("MTG-KW-20", asked("{R}", options=(kicker("{X}"),)), "3 Mountain", 2),
    ("MTG-KW-20", asked("{R}", options=(kicker("{X}{U}"),)), "3 Mountain", None),
    ("MTG-KW-20", asked("{X}{R}", options=(kicker("{X}"),)), "5 Mountain", 4),
    ("MTG-KW-20", asked("{R}", options=(kicker("{1}"), kicker("{X}"))), "5 Mountain", 4),
    ("MTG-118.9", asked("{3}{R}", options=(alternative("overload", "{X}{R}"),)), "3 Mountain", 2),
    ("MTG-118.9", asked("{X}{R}", options=(alternative("flashback", "{1}{R}", least=1),
     kicker("{X}"))), "5 Mountain", 3),
    ("MTG-118.8", asked("{R}", additional=costing("{X}")), "3 Mountain", 2),
    ("MTG-118.8", asked("{X}", additional=costing("sacrifice X creatures")), "5 Wastes", 0),
    ("MTG-118.8", asked("{X}", additional=costing("sacrifice X creature")),
     f"5 Wastes; 3 {BEARS}", 3),
    ("MTG-118.8", asked("{X}", additional=costing("sacrifice X creature, sacrifice a creature")),
     f"5 Wastes; 3 {BEARS}", 2),
    ("MTG-PRO-30", asked("{X}{R}"), "Mountain; Rock [{X}, {T}: Add {R} (per: X)]; 2 Wastes", 2),
    ("MTG-601.2f", Spell(None, totals=(total("{X}{G}"),)), "3 Forest", 2),
    ("MTG-601.2f", Spell(None, totals=(total("{3}", 5), total("{9}", 7), total("{G}"))),
     "3 Forest", 5),
    ("MTG-601.2f", Spell(None, totals=(total("{X}{2}"), total("{2}", 4))), "3 Forest", 4),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "spell", "board", "x"), LARGEST)
def test_the_largest_payable_x(rule: str, spell: Spell, board: str, x: int | None) -> None:
    where = Board.parse(f"{board}; graveyard: 4")
    assert max_x(spell, where) == x, rule
    if not spell.options and x is not None:
        assert can_pay(spell, where, x=x), rule


def test_texts_and_costs_are_read_as_in_pay() -> None:
    board = "2 Forest; Exotic Orchard"
    assert max_x("{X}{G}", board) == 1
    assert max_x(ManaCost.parse("{X}{G}"), Board.parse(board)) == 1
    assert max_x("{X}{G}", board, opponent="Island") == 2


def test_hundreds_of_creatures_are_grouped() -> None:
    spell = asked("{X}{G}{W}{W}", payers=["convoke"])
    assert max_x(spell, f"Forest; 2 Plains; 500 {BEARS}") == 500


@pytest.mark.parametrize(
    "spell",
    [
        Spell.parse("{2}{R}"),
        Spell.parse("{0}"),
        Spell(None),
        Spell(None, totals=(total("{2}"),)),
        Spell.parse("{R}", options=(kicker("{1}"),)),
        Spell.parse("{X}{R}", options=(alternative("flashback", "{1}{R}", least=1),)),
    ],
)
def test_a_cost_without_x_is_refused(spell: Spell) -> None:
    with pytest.raises(InputError, match=r"a cost with \{X\}"):
        max_x(spell, "3 Mountain")


def test_x_objects_without_an_x_are_refused() -> None:
    spell = Spell.parse("{2}", additional=ActivationCost.parse("sacrifice X creature"))
    with pytest.raises(UnsupportedCostError, match="X objects"):
        pay(spell, f"2 Wastes; {BEARS}")


def test_one_time_limit_is_for_all_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def asked_in_time(*_: object, time_limit_s: float | None, **__: object) -> bool:
        limits.append(time_limit_s)
        if len(limits) == 3:
            raise UndecidedError("not decided")
        return True

    monkeypatch.setattr(largest_x, "can_pay", asked_in_time)
    with pytest.raises(UndecidedError):
        max_x("{X}{W}", "9 Plains", time_limit_s=60)
    given = [limit for limit in limits if limit is not None]
    assert len(given) == 3
    assert 60 >= given[0] > given[1] > given[2] > 0
    with pytest.raises(LimitError):
        max_x("{X}{W}", "Plains", time_limit_s=-1)


def test_an_end_that_is_not_proven_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = "Wastes; Loop [{1}: Add {C}{C}]"
    monkeypatch.setattr(endless, "has_round", lambda *_: False)
    with pytest.raises(UndecidedError, match="not known"):
        max_x("{X}", loop)
    monkeypatch.setattr(largest_x, "pay", lambda *_, **__: Result(Status.UNKNOWN))
    with pytest.raises(UndecidedError, match="not decided"):
        max_x("{X}", loop)


# --- mana without end ----------------------------------------------------------------------------

MILL = "Mill [{1}, remove a charge counter: Add {C}{C}] (9 charge counters)"
PAIN = "Wastes; Pain [{1}: Add {C}{C} (1 damage to you)]"


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{X}", "Wastes; Loop [{1}: Add {C}{C}]"),
        ("{X}{X}{C}", "Wastes; Loop [{1}: Add {C}{C}]"),
        ("{X}{G}", "Forest; Free [{0}: Add {C}]"),
        ("{X}", "Island; A [{U}: Add {C}{C}]; B [{C}: Add {U}]"),
        ("{X}", "Loop [{2}, {Q}: Add {Any} / {T}: Add {C}{C}{C}]"),
        (
            "{X}",
            "Pili-Pala; Mine (types: creature) [tap an untapped artifact: Add {C}{C}]; 2 Wastes",
        ),
        ("{X}", f"{PAIN}; life: 1"),
        ("{X}{W/P}", f"{PAIN}; Plains"),
    ],
)
def test_without_end(cost: str, board: str) -> None:
    assert max_x(cost, board) is UNBOUNDED
    assert repr(UNBOUNDED) == "UNBOUNDED"


@pytest.mark.parametrize(
    ("spell", "board", "x"),
    [
        (asked("{X}"), "Loop [{1}: Add {C}{C}]", 0),
        (asked("{X}{G}"), "Wastes; Loop [{1}: Add {C}{C}]", None),
        (asked("{X}"), "3 Wastes; Loop [{1}: Add {C}{C} (only: creature spells or abilities)]", 3),
        (asked("{X}", x_limit=7), "Wastes; Loop [{1}: Add {C}{C}]", 7),
        (asked("{X}", x_colors=frozenset("G")), "2 Forest; Loop [{1}: Add {C}{C}]", 2),
        (asked("{X}{W/P}"), f"{PAIN}; life: 20", 19),
        (asked("{X}{W/P}"), f"{PAIN}; life: 1", None),
        (asked("{X}"), f"Wastes; {MILL}", 10),
        (asked("{X}"), "Wastes; Once [{1}: Add {C}{C} (once each turn)]", 2),
    ],
)  # fmt: skip
def test_mana_that_ends_or_cannot_be_spent(spell: Spell, board: str, x: int | None) -> None:
    assert max_x(spell, board) == x


def rounds(cost: str, board: str, x: int, **parts: Any) -> bool:
    """Tell whether the payment of one X has a round."""
    question = Problem(Board.parse(board), asked(cost, **parts), x=x)
    payment = solve(question).unwrap()
    assert isinstance(payment, Payment)
    return has_round(question, payment)


def test_a_round_follows_itself() -> None:
    loop = "Wastes; Loop [{1}: Add {C}{C}]"
    assert [rounds("{X}", loop, x) for x in (1, 2, 3)] == [False, False, True]
    assert rounds("{X}{W/P}", f"{PAIN}; Plains", 5)


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{X}", f"Wastes; {MILL}"),
        ("{X}", "Wastes; Blood [{1}, pay 1 life: Add {C}{C}]"),
        ("{X}", "Wastes; 5 Once [{1}: Add {C}{C} (once each turn)]"),
        ("{X}", "Wastes; 5 Rock [{1}, {T}: Add {C}{C}]"),
        ("{X}", f"Wastes; 5 {BEARS}; Altar [{{1}}, sacrifice a creature: Add {{C}}{{C}}]"),
        ("{X}{W/P}", PAIN),
    ],
)
def test_what_is_used_up_is_no_round(cost: str, board: str) -> None:
    assert not rounds(cost, board, 5)


# --- Duel Masters --------------------------------------------------------------------------------

EXACT = DuelMastersOptions(point_overshoot=PointOvershoot.EXACT)
LAST = DuelMastersOptions(point_overshoot=PointOvershoot.LAST_CARD)


@pytest.mark.parametrize("options", [EXACT, LAST])
@pytest.mark.parametrize(
    "zone", ["9 Water; Nature", "5 Water (number 2); Nature", "Water", "Nature"]
)
@pytest.mark.parametrize("reduction", [0, 1, 6])
def test_dm_34_the_most_optional_steps(
    options: DuelMastersOptions, zone: str, reduction: int
) -> None:
    cards = ManaZone.parse(zone)
    spell = DuelMastersSpell(
        DuelMastersCost.parse("nature(2)"),
        x_cost=3,
        changes=(Reduction(reduction),),
        options=options,
    )
    payable = [x for x in range(12) if can_pay(spell, cards, x=x)]
    assert max_x(spell, cards) == max(payable, default=None)


def test_dm_34_needs_optional_steps() -> None:
    zone = ManaZone.parse("9 Fire")
    for cost in ("fire(2)", DuelMastersCost.parse("fire(2)"), DuelMastersSpell(
        DuelMastersCost.parse("fire(2)")
    )):  # fmt: skip
        with pytest.raises(InputError, match="optional steps"):
            max_x(cost, zone)
    spell = DuelMastersSpell(DuelMastersCost.parse("fire(2)"), x_cost=1)
    with pytest.raises(InputError, match="no opponent"):
        max_x(spell, zone, opponent="Island")
    assert max_x(replace(spell, free=True), zone) == 0


# --- against every X, one by one -----------------------------------------------------------------


@pytest.mark.parametrize("part", range(4))
def test_no_larger_x_is_payable(part: int) -> None:
    """Also where the payable values are no interval."""
    holes = 0
    for seed in range(part * 40, part * 40 + 40):
        question = replace(random_problem(Random(f"largest x {seed}")), must_use=frozenset())
        values = [x for x in range(20) if can_pay(question.spell, question.board, x=x)]
        assert max_x(question.spell, question.board) == max(values, default=None), question
        holes += values != list(range(len(values)))
    assert holes


@pytest.mark.parametrize("part", range(4))
def test_the_exhaustive_search_finds_the_same(part: int) -> None:
    """Every X up to some beyond the answer is asked of the search."""
    came: Counter[str] = Counter()
    for seed in range(part * 180, part * 180 + 180):
        with suppress(NotComparedError):
            came[check_max_x(seed)] += 1
    assert came["an X"]
    assert came.total() > 10
