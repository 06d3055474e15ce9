"""Boards at the edge of the bounds that the formulation reckons with."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from autotap.models import Board, Status
from autotap.solver import pay
from tests.fuzzing.check import examine

SONG = "Song [{1}: Add {G} (per: creature)]"
ALTAR = "Altar [sacrifice a creature: Add {C}{C}]"


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{G}", "Pilgrim (types: creature, tapped) [{Q}: Add {G}]"),
        ("{G}{G}", "Pilgrim (types: creature, tapped) [{Q}: Add {G}{G}]"),
        ("{G}{G}", "2 Pilgrim (types: creature, tapped) [{Q}: Add {G}]"),
        ("{R}{R}", "Stir (types: creature) [{T}: Add {R} / {1}, {Q}: Add {R} (once each turn)]"),
    ],
)
def test_untapping_counts_as_a_use(cost: str, board: str) -> None:
    """MTG-SYM-12: what only untaps needs neither mana nor a tap of its own."""
    assert pay(cost, board).status is Status.OPTIMAL


def test_a_loop_over_a_count_that_could_fall_is_unbounded() -> None:
    """Nobody has to sacrifice the creatures that the Song counts."""
    result = pay("{50}", f"Wastes; 3 Bear (types: creature) []; {ALTAR}; {SONG}")
    assert result.payment is not None
    assert result.warnings


def test_doubling_without_a_tap_is_unbounded() -> None:
    result = pay("{60}", "10 Wastes; Free [{3}: Add the unspent pool again]", time_limit_s=10)
    assert result.warnings
    assert result.status is not Status.UNPAYABLE


def test_every_doubling_counts() -> None:
    """Ten times (n - 3) * 2, from twelve: 6,150."""
    cubes = "12 Wastes; 10 Cube [{3}, {T}: Add the unspent pool again]"
    assert pay("{X}", cubes, x=5_500).payment is not None


@pytest.mark.parametrize("blood", ["{T}, pay 2 life, sacrifice this", "pay 2 life, sacrifice this"])
def test_life_is_paid_before_damage_comes(blood: str) -> None:
    """MTG-119.4: two life pay the Blood only before the other ability deals its damage."""
    pain = "Pain [{1}, {T}: Add {W}{W} (1 damage to you)]"
    board = replace(Board.parse(f"Wastes; {pain}; Blood [{blood}: Add {{B}}]"), life=2)
    assert pay("{W}{W}{B}", board).status is Status.OPTIMAL


def test_a_million_life_is_no_burden() -> None:
    board = replace(Board.parse("Plains; Hub [pay 1 life: Add {C}]"), life=1_000_000)
    assert pay("{1}", board).objective["mana_left"] == 1_000_000


def test_an_interrupted_answer_reports_what_the_payment_shows() -> None:
    """Whatever the limit, the terms are those of the payment, or there is none."""
    rng = Random(3)
    names = (
        "Tundra; Bayou; Plateau; Adarkar Wastes; Shivan Reef; Mystic Gate; Fetid Heath; Treasure"
    )
    for _ in range(12):
        sources = "; ".join([*rng.sample(names.split("; "), 6), "Azorius Signet", "Dimir Signet"])
        result = pay("{2}{W}{U}{W/P}", sources, time_limit_s=rng.uniform(0.004, 0.02))
        assert result.payment is None or result.objective


@pytest.mark.parametrize(
    ("cost", "payable"), [("{R}{R}{R}{R}", True), ("{R}{R}{R}{R}{R}", False), ("{R}{C}{R}", True)]
)
def test_what_nothing_bounds_can_multiply_one_after_the_other(cost: str, payable: bool) -> None:
    """One {U} becomes two {C}, and each of them two {R}; that is no loop."""
    result = pay(cost, "Island; A [{U}: Add {C}{C}]; B [{C}: Add {R}{R}]", use_cache=False)
    assert (result.payment is not None) is payable
    assert not result.warnings


def test_chains_of_converters_agree_with_the_reference() -> None:
    """Lands, and abilities that turn one or two mana of a color into up to three of a later one."""
    payable = 0
    for seed in range(120):
        dice = Random(seed)
        lands = [f"{{T}}: Add {{{dice.choice('WUB')}}}" for _ in range(dice.randint(1, 2))]
        converters = []
        for _ in range(dice.randint(1, 3)):
            first, later = sorted(dice.sample(range(5), 2))
            taken, made = dice.randint(1, 2), dice.randint(1, 3)
            cost, output = f"{{{'WUBRG'[first]}}}" * taken, f"{{{'WUBRG'[later]}}}" * made
            converters.append(f"{cost}: Add {output}")
        total = "".join(f"{{{dice.choice('UBRG')}}}" for _ in range(dice.randint(1, 6)))
        case = {
            "game": "mtg",
            "board": [
                {"name": f"{kind} {at}", "count": 1, "types": [kind], "abilities": [text]}
                for kind, texts in (("land", lands), ("artifact", converters))
                for at, text in enumerate(texts)
            ],
            "pay": {
                "name": "Paid Card",
                "types": ["instant"],
                "kind": "spell",
                "cost": total,
                "total_cost": total,
            },
            "expect": {},
            "features": [],
        }
        outcome = examine(case, seed)
        assert not outcome.disagreements, (seed, outcome.disagreements)
        payable += outcome.payable
    assert payable >= 5
