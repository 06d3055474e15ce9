"""The terms of the objective, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Spell
from autotap.models.objective import LossWeights, Objective
from autotap.models.problem import Problem
from autotap.solver.verify.score import appraise, score
from autotap.solver.verify.tally import Tally
from tests.mtg.payments import (
    BEAR,
    CITY,
    CONFLUENCE,
    ELF,
    PAINLAND,
    PLAINS,
    TREASURE,
    basic,
    source,
)


def value(board: Board | tuple[Source, ...], term: str, **used: Any) -> int:
    """One term of a payment that used up these things and nothing else."""
    if not isinstance(board, Board):
        board = Board(board)
    objective = used.pop("objective", Objective())
    nothing = Tally(
        life_lost=0,
        taps={},
        counters={},
        given_up=frozenset(),
        cards_discarded=0,
        used=frozenset(),
        touched=frozenset(),
        graveyard=0,
        activations=0,
        payer_taps=0,
        spent=(),
        leftover=board.pool,
    )
    asked = Problem(board, Spell.parse("{0}"), objective=objective)
    return score(asked, replace(nothing, **used))[term]


@pytest.mark.parametrize(
    ("life", "lost", "lethal"), [(3, 2, 0), (3, 3, 1), (3, 4, 1), (0, 0, 0), (-1, 1, 1)]
)
def test_lethal(life: int, lost: int, lethal: int) -> None:
    """Life is lost and reaches 0 (R2)."""
    assert value(Board(life=life), "lethal", life_lost=lost) == lethal


@pytest.mark.parametrize(
    ("life", "lost", "losses"),
    [
        (20, 3, 3),
        (6, 1, 1),
        (6, 2, 2 + 4),
        (5, 5, 5 + 4 * 5),
        (4, 1, 1 + 4),  # the point that was missing before does not count again
        (1, 3, 3 + 4 * 3),  # below 0 too
    ],
)
def test_life_near_the_floor(life: int, lost: int, losses: int) -> None:
    """A point newly below the floor costs four more (R3)."""
    assert value(Board(life=life), "losses", life_lost=lost) == losses


def test_life_floor_and_weights_are_settable() -> None:
    objective = Objective(life_floor=10, weights=LossWeights(life=2, below_floor=1))
    board = Board(life=10)
    assert value(board, "losses", life_lost=3, objective=objective) == 9


SELF = "{T}, sacrifice this: Add {Any}"
GIVEN_UP = [
    (source("Spirit", "creature", "exile this from hand: Add {G}", zone=Zone.HAND), 6),
    (source("Vein", "land", "{T}: Add {C}", "{T}, sacrifice this: Add {C}{C}"), 8),
    (source("Ghost", "token land creature"), 8),
    (source("Spawn", "token creature", "sacrifice this: Add {C}"), 2),
    (source("Hound", "token artifact creature", SELF), 2),
    (source("Soldier", "token creature"), 4),
    (source("Treasure", "token artifact", SELF), 3),
    (source("Petal", "artifact", SELF), 3),
    (source("Clue", "token artifact"), 10),
    (source("Rock", "artifact", "{T}: Add {C}"), 10),
    (source("Golem", "artifact creature", SELF), 10),
    (source("Aura", "enchantment", SELF), 10),
    (source("Seed", "token enchantment", SELF), 3),
    (BEAR, 10),
]


@pytest.mark.parametrize(("given", "losses"), GIVEN_UP, ids=[each.name for each, _ in GIVEN_UP])
def test_objects_given_up(given: Source, losses: int) -> None:
    """The first class that fits (R3)."""
    assert value((given,), "losses", given_up=frozenset({given.id})) == losses


def test_cards_discarded() -> None:
    assert value((), "losses", cards_discarded=2) == 12


def test_counters_of_what_stays() -> None:
    """Counters of an object that is given up are lost anyway."""
    mine = source("Mine", "land", charge=3)
    assert value((mine,), "losses", counters={"Mine": 2}) == 4
    assert value((mine,), "losses", counters={"Mine": 2}, given_up=frozenset({"Mine"})) == 8


def test_tapping() -> None:
    """Each tapping counts, also of a creature that leaves (R3)."""
    vault = source("Vault", "artifact creature", stays_tapped=True)
    assert value((ELF,), "losses", taps={"Elf": 1}) == 1
    assert value((ELF,), "losses", taps={"Elf": 2}) == 2
    assert value((PLAINS,), "losses", taps={"Plains": 1}) == 0
    assert value((vault,), "losses", taps={"Vault": 1}) == 3
    assert value((ELF,), "losses", taps={"Elf": 1}, given_up=frozenset({"Elf"})) == 11


def test_reserved_counts_used_sources_only() -> None:
    manland = basic("Manland", "W", "land", reserved=3)
    assert value((manland,), "reserved", used=frozenset({"Manland"})) == 3
    assert value((manland,), "reserved", touched=frozenset({"Manland"})) == 0


WORTHS = [
    (PLAINS, "W4"),
    (source("Ring", "artifact", "{T}: Add {C}{C}"), "C4"),
    (CONFLUENCE, "W2 U2 B2 R2 G2"),
    (CITY, "W2 U2 B2 R2 G2"),
    (PAINLAND, "W2 U2 C2"),
    (source("Bounce", "land", "{T}: Add {W}{U}"), "W4 U4"),
    (source("Filter", "land", "{W/U}, {T}: Add {W}{W}|{W}{U}|{U}{U}"), "W8 U8"),
    (source("Any", "land", "{T}: Add {Any}{Any}"), "W8 U8 B8 R8 G8"),
    (source("Yard", "land", "{T}: Add {C}", "{T}: Add {G} (only: creature spells)"), "G2 C2"),
    (source("Half", "land", "{T}: Add {G}; {G}{R} (only: creature spells)"), "R2 G6"),
    (source("Stone", "artifact", "{T}: Add {C} (not: nonartifact spells)"), "C1"),
    (source("Cradle", "land", "{T}: Add {G} (per: creature)"), "G8"),
    (source("Cube", "artifact", "{3}, {T}: Add the unspent pool again"), ""),
    (source("Crater", "land", "{T}: Add nothing"), ""),
]


@pytest.mark.parametrize(("one", "worth"), WORTHS, ids=[each.name for each, _ in WORTHS])
def test_worth(one: Source, worth: str) -> None:
    """The most units of a type that one activation makes, by their worth (R5)."""
    board = Board((one, BEAR, replace(BEAR, id="Bear 2")))
    expected = {word[0]: int(word[1:]) for word in worth.split()}
    found = appraise(board).worths.get(one.id, (0,) * 6)
    assert dict(zip("WUBRGC", found, strict=True)) == dict.fromkeys("WUBRGC", 0) | expected


@pytest.mark.parametrize(
    ("plains", "tapped", "pool", "scarcity"),
    [(0, 0, "", 12), (1, 0, "", 12), (2, 0, "", 6), (5, 0, "", 3), (13, 0, "", 1), (1, 4, "", 12),
     (1, 0, "{W}{W}{U}", 4)],
)  # fmt: skip
def test_scarcity(plains: int, tapped: int, pool: str, scarcity: int) -> None:
    """Twelve by the untapped sources and the floating mana of a type, rounded up (R5)."""
    lands = [replace(PLAINS, id=f"Plains {i}", tapped=i < tapped) for i in range(plains + tapped)]
    assert appraise(Board(tuple(lands), parse_pool(pool))).scarcity[0] == scarcity


TUNDRA = source("Tundra", "land", "{T}: Add {W}|{U}")


def test_flexibility_of_sources() -> None:
    """{W} is offered by two, {U} by one; a source counts once."""
    board = (PLAINS, TUNDRA)
    assert value(board, "flexibility", touched=frozenset({"Plains"})) == 4 * 6
    assert value(board, "flexibility", touched=frozenset({"Tundra"})) == 4 * 6 + 4 * 12
    assert value(board, "flexibility", touched=frozenset({"Plains", "Tundra"})) == 24 + 72


@pytest.mark.parametrize(
    ("leftover", "missing"),
    [
        ("{W}{U}; {G} (only: creature spells); {C}", 0),
        ("{W}{U}{G}{C}", 24),  # free mana does not stand in for restricted mana
        ("{W}; {G} (only: creature spells); {C}", 48),
        ("{W}{W}; {G} (only: creature spells); {C}", 48),
        ("{W}{U}; {G} (only: creature spells)", 24),
    ],
)
def test_flexibility_of_floating_mana(leftover: str, missing: int) -> None:
    """What is missing from the pool at the end, by type and restriction (R5)."""
    board = Board((), parse_pool("{W}{U}{C}; {G} (only: creature spells)"))
    assert value(board, "flexibility", leftover=parse_pool(leftover)) == missing


def test_emptied() -> None:
    """Kinds by worth: their untapped copies are all touched (R7)."""
    tapped = replace(PLAINS, id="Tapped", tapped=True)
    other = basic("Arctic", "W", "snow land")
    board = (PLAINS, tapped, other, TUNDRA, BEAR)
    assert value(board, "emptied", touched=frozenset({"Plains"})) == 0
    assert value(board, "emptied", touched=frozenset({"Plains", "Arctic"})) == 1
    assert value(board, "emptied", touched=frozenset({"Plains", "Arctic", "Tundra", "Bear"})) == 2
    assert value((tapped,), "emptied", touched=frozenset({"Tapped"})) == 0


def test_counts() -> None:
    assert value((), "graveyard", graveyard=3) == 3
    assert value((TREASURE,), "activations", activations=2, payer_taps=1) == 3


def test_a_kept_appraisal_gives_the_same() -> None:
    board = Board((PLAINS, TUNDRA))
    asked = Problem(board, Spell.parse("{0}"))
    tally = Tally(0, {}, {}, frozenset(), 0, frozenset(), frozenset({"Tundra"}), 0, 1, 0, (), ())
    assert score(asked, tally, appraise(board)) == score(asked, tally)
