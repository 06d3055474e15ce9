"""Without X given, the smallest payable X is paid (MTG-601.2b, MTG-107.3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from autotap.models import Board, Problem, Spell
from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Announcement, Payer
from autotap.models.result import Payment, Status
from autotap.solver import pay, solve, verify
from autotap.solver.announce import announcements
from tests.mtg.test_locking import modifier

LARGEST = 8


def asked(cost: str, modifiers: str = "", **parts: Any) -> Spell:
    changes = tuple(map(modifier, modifiers.split()))
    parts["payers"] = frozenset(map(Payer, parts.get("payers", ())))
    return Spell.parse(cost, modifiers=changes, **parts)


def costing(text: str) -> ActivationCost:
    return ActivationCost.parse(text)


BIG = "[{T}: Add {G} (only: creature spells with mana value 4 or greater)]"
SMALLEST = [
    ("MTG-SYM-05", asked("{X}{G}"), "3 Forest", 0),
    ("MTG-RED-06", asked("{X}{G}", "-{2}"), "3 Forest", 0),
    ("MTG-601.2f-T", asked("{X}{G}", "={3}"), "3 Forest", 0),
    ("MTG-RED-07", asked("{X}{W}", "-{W}>1"), "2 Forest", 1),
    ("MTG-RED-07", asked("{X}{W}", "-{W}>1"), "Plains; Forest", 0),
    ("MTG-RED-07", asked("{X}{X}{W}{W}", "-{W}>2 -{W}>3"), "8 Forest", 1),
    ("MTG-RES-36", asked("{X}{G}", types="creature"), f"5 Den {BIG}", 3),
    ("MTG-RES-36", asked("{X}{X}{G}", types="creature"), f"9 Den {BIG}", 2),
    ("MTG-RES-36", asked("{X}{G}", types="creature"), f"Forest; 9 Den {BIG}", 0),
    (
        "MTG-601.2g",
        asked("{X}", additional=costing("return a tapped land")),
        "Forest; Island (tapped)",
        0,
    ),
    ("MTG-601.2g", asked("{X}", additional=costing("return a tapped land")), "Forest; Island", 1),
    (
        "MTG-KW-13",
        asked("{X}{G}", additional=costing("return a tapped creature"), payers=["convoke"]),
        "Forest; Bear (types: creature) []",
        1,
    ),
    (
        "MTG-KW-13",
        asked("{X}{G}", additional=costing("return 2 tapped creature"), payers=["convoke"]),
        "Forest; 2 Bear (types: creature) []",
        2,
    ),
    ("MTG-SYM-05", Spell(None, totals=(Announcement(ManaCost.parse("{X}{G}")),)), "2 Forest", 0),
    (
        "MTG-601.2g",
        Spell(
            None,
            totals=(Announcement(ManaCost.parse("{X}")),),
            additional=costing("return a tapped land"),
        ),
        "Forest",
        1,
    ),
]


@pytest.mark.parametrize(("rule", "spell", "board", "x"), SMALLEST)
def test_the_smallest_payable_x_is_paid(rule: str, spell: Spell, board: str, x: int) -> None:
    problem = Problem(Board.parse(board), spell)
    result = solve(problem)
    assert result.status is Status.OPTIMAL, rule
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    verify(problem, payment)
    assert payment.announcement.x == x, rule
    for smaller in range(x):
        assert solve(replace(problem, x=smaller)).status is Status.UNPAYABLE, rule


@pytest.mark.parametrize(
    ("spell", "board"),
    [
        (asked("{X}{W}", "-{W}>1"), "Forest (tapped)"),
        (asked("{X}{W}", "-{W}>1", x_limit=0), "2 Forest"),
        (asked("{X}{G}", types="creature"), f"3 Den {BIG}"),
        (asked("{X}{G}", types="creature", x_limit=2), f"5 Den {BIG}"),
        (asked("{X}", additional=costing("return a tapped land")), "Bear (types: creature) []"),
    ],
)
def test_no_x_is_payable(spell: Spell, board: str) -> None:
    assert solve(Problem(Board.parse(board), spell)).status is Status.UNPAYABLE


def test_a_source_that_must_be_used_asks_for_mana() -> None:
    problem = Problem(Board.parse("Forest"), asked("{X}"), must_use=frozenset({"Forest"}))
    payment = solve(problem).unwrap()
    assert isinstance(payment, Payment)
    assert payment.announcement.x == 1


@pytest.mark.parametrize("cost", ["{2}", "{W}", "{0}"])
def test_an_x_that_no_cost_has_is_refused(cost: str) -> None:
    with pytest.raises(InputError, match=r"'X = 2'.*no X"):
        pay(cost, "2 Plains", x=2)


def test_reductions_beyond_measure_are_refused() -> None:
    with pytest.raises(LimitError, match="X of at most"):
        announcements(Problem(Board(), asked("{X}{W}", "-{W}" + "{99}" * 11 + ">1")))


# --- against every X, one by one -----------------------------------------------------------------

COSTS = ["{X}", "{X}{G}", "{X}{W}", "{X}{X}{W}{G}", "{X}{1}{W/U}", "{X}{2/W}", "{X}{G/P}"]
CHANGES = ["", "", "-{1}", "-{2}>1", "-{W}>1", "-{W}{1}>2", "-{W/U}{W/U}", "={3}", "+{1}", "-{G}!"]
ADDITIONAL = ["", "", "return a tapped land", "return a tapped creature", "sacrifice a creature"]
ADDITIONAL += ["tap an untapped creature", "return 2 tapped creature"]
ENTRIES = [
    *("Forest", "Plains", "Island (tapped)", "2 Forest", "Bear (types: creature) []"),
    *("Elf (types: creature) [{T}: Add {G}]", "Wall (types: artifact creature, colors: W) []"),
    *(f"2 Den (types: land) {BIG}", f"3 Den (types: land) {BIG}", "Relic (types: artifact) []"),
    "Cairn (types: land) [{T}: Add {C} (only: creature spells with mana value 3 or greater)]",
    "Field (types: land) [{T}: Add {W} (not: creature spells with mana value 3 or greater)]",
    "Pili (types: artifact creature, tapped) [{1}, {Q}: Add {W}{G}]",
]


def random_problem(rng: Random) -> Problem:
    entries = rng.sample(ENTRIES, rng.randint(1, 4))
    board = Board.parse("; ".join(entries))
    payers = [way for way in ("convoke", "improvise") if rng.random() < 0.3]
    spell = asked(
        rng.choice(COSTS),
        " ".join(filter(None, rng.sample(CHANGES, 2))),
        types="creature",
        payers=payers,
        additional=costing(text) if (text := rng.choice(ADDITIONAL)) else ActivationCost(),
        x_limit=rng.choice([None, None, None, 1, 3]),
        no_mana=bool(payers) and rng.random() < 0.2,
    )
    wanted = frozenset({rng.choice(board.sources).id} if rng.random() < 0.15 else ())
    return Problem(board, spell, must_use=wanted)


def test_no_smaller_x_is_payable_and_none_is_missed() -> None:
    larger = 0
    for seed in range(24, 60):
        problem = random_problem(Random(f"smallest x {seed}"))
        result = solve(problem)
        each = (solve(replace(problem, x=x)) for x in range(LARGEST))
        first = next((one for one in each if one.payment is not None), None)
        assert result.status is (Status.UNPAYABLE if first is None else first.status), problem
        if first is not None:
            ours, theirs = result.unwrap(), first.unwrap()
            assert isinstance(ours, Payment)
            assert isinstance(theirs, Payment)
            assert ours.announcement.x == theirs.announcement.x, problem
            assert result.objective == first.objective, problem
            larger += bool(ours.announcement.x)
    assert larger
