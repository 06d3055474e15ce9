"""Preferences and requirements on the mana spent, spared sources, mana spent before, policies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import (
    InputError,
    InvalidPaymentError,
    UnknownNameError,
    UnsupportedByBackend,
    UnsupportedCostError,
)
from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.wish import Wish
from autotap.models.objective import MAGIC_TERMS, MORE_MAGIC_TERMS, POLICIES, Objective
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Status, ZonePayment
from autotap.solver import pay, solve, verify
from tests.solver.helpers import order, paid

TEMPLES = "Temple Garden; Breeding Pool; Overgrown Tomb; Stomping Ground"
CAVERN = (
    "Cavern [{T}: Add {C} / {T}: Add {Any} (only: creature spells) (rider: it can't be countered)]"
)


def spent(result: Result) -> str:
    """The mana spent on the cost, sorted."""
    payment = paid(result)
    units = [payment.mana[number] for spend in payment.spends for number in spend.mana]
    return "".join(sorted(str(unit.type) for unit in units))


# --- prefer --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "board", "prefer", "expected"),
    [
        ("{2}{R}", "3 Mountain; Forest", "{R}{R}{R}", "RRR"),
        ("{2}", "Forest; Mountain; Island", "no {R}", "GU"),
        ("{2}", "City of Brass; Wastes; Mountain; life: 20", "{R}{R}", "CR"),
    ],
)
def test_mana_is_preferred(cost: str, board: str, prefer: str, expected: str) -> None:
    """MTG-OBJ-02: after losses (City of Brass costs life), before the mana that is left."""
    result = pay(cost, board, prefer=prefer)
    assert spent(result) == expected
    assert result.backend == "cp_sat"


@pytest.mark.parametrize(
    ("cost", "board", "prefer", "colors"),
    [
        ("{4}", "Plains; Island; Swamp; Mountain; 2 Forest", "colors", 4),
        ("{4}", TEMPLES, "colors", 4),
        ("{2}", "2 Wastes; Boros Signet", "colors", 2),
        ("{2}", "Wastes; Plains; Island", "1 color", 1),
    ],
)
def test_colors_are_preferred(cost: str, board: str, prefer: str, colors: int) -> None:
    """Of the four duals at most one makes green; a Signet turns {C} into two colors."""
    assert len(set(spent(pay(cost, board, prefer=prefer))) - {"C"}) == colors


def test_mana_with_a_rider_is_preferred_and_avoided() -> None:
    """MTG-RID-01: one mana is enough, and {C} floats for the rest."""
    board = f"{CAVERN}; pool: {{C}}{{C}}{{C}}"
    spell = Spell.parse("{3}", types=frozenset({"creature"}))
    assert order(pay(spell, board)) == []
    wanted = pay(spell, board, prefer="rider: it can't be countered")
    assert order(wanted) == ["Cavern"]
    assert wanted.objective["preferred"] == 0
    assert pay(spell, board, prefer="rider: haste").objective["preferred"] == 1
    board = f"{CAVERN}; pool: {{C}}{{C}}"
    assert spent(pay(spell, board, prefer="no rider")) == "CCC"


def test_what_is_spent_on_mana_abilities_does_not_count() -> None:
    """Red mana for the Signet is not spent on the spell."""
    signet = "Signet [{R}, {T}: Add {W}{W}]"
    result = pay("{W}{W}", f"{signet}; Mountain", prefer="{R}")
    assert spent(result) == "WW"
    assert result.objective["preferred"] == 1


def test_several_wishes_add_up() -> None:
    result = pay("{2}", "Mountain; Forest; Island", prefer=["{R}", Wish.parse("no {G}"), "colors"])
    assert spent(result) == "RU"
    assert result.objective["preferred"] == 3


def test_mana_counts_as_the_type_that_it_has() -> None:
    """MTG-609.4b: spent as though it were blue, red mana is red."""
    spell = Spell.parse("{U}", spend_as=Spell.parse("{U}").spend_as)
    assert pay(spell, "Mountain", prefer="{R}").status is Status.UNPAYABLE


# --- require -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "board", "require"),
    [
        ("{4}", TEMPLES, "5 colors"),
        ("{2}", "2 Forest; Mountain", "{R}{R}"),
        ("{1}", "Mountain", "no {R}"),
        ("{1}", "Mountain", "rider"),
    ],
)
def test_a_requirement_that_cannot_be_met_is_blamed(cost: str, board: str, require: str) -> None:
    assert pay(cost, board).status is Status.OPTIMAL
    result = pay(cost, board, require=require)
    assert result.status is Status.UNPAYABLE
    assert result.shortfall
    assert result.shortfall.kind == "requirement"
    assert str(Wish.parse(require)) in result.shortfall.sentence
    short = pay(f"{cost}{{B}}{{B}}{{B}}", board, require=require).shortfall
    assert short
    assert short.kind == "mana"


def test_a_requirement_is_met_at_any_loss() -> None:
    board = "City of Brass; Wastes; 2 Mountain (tapped)"
    assert order(pay("{1}", board, prefer="{R}")) == ["Wastes"]
    assert order(pay("{1}", board, require="{R}")) == ["City of Brass"]


def test_the_smallest_x_is_as_large_as_the_requirement_asks() -> None:
    """MTG-SYM-05: X stays open; three red mana need X = 3."""
    result = pay("{X}{G}", "3 Mountain; 2 Forest", require="{R}{R}{R}")
    assert paid(result).announcement.x == 3
    assert paid(pay("{X}{G}", "3 Mountain; 2 Forest", prefer="{R}")).announcement.x == 0
    result = pay("{X}{X}{G}", "3 Mountain; 2 Forest", already_spent="{U}")
    assert paid(result).announcement.x == 1


# --- spare ---------------------------------------------------------------------------------------


def test_a_spared_source_is_used_only_if_nothing_else_pays() -> None:
    board = "Plains; Mana Confluence; Tundra; life: 20"
    assert order(pay("{W}", board, spare=["Plains", "Tundra"])) == ["Mana Confluence"]
    result = pay("{W}{W}", board, spare=["Plains", "Tundra"])
    assert result.objective["spared"] == 1
    assert sorted(order(result)) == ["Mana Confluence", "Plains"]
    assert order(pay("{W}", "3 Plains", spare=["Plains 1", "Plains 2"])) == ["Plains 3"]


def test_no_source_is_spared_with_the_last_point_of_life() -> None:
    result = pay("{W}", "Plains; Mana Confluence; life: 1", spare=["Plains"])
    assert order(result) == ["Plains"]


def test_an_unknown_source_cannot_be_spared() -> None:
    with pytest.raises(UnknownNameError):
        pay("{W}", "Plains; City of Brass", spare=["Mox"])


def test_cards_of_a_mana_zone_are_spared() -> None:
    zone = ManaZone.parse("2 Fire; Fire/Water")
    payment = pay("fire(2)", zone, spare=["Fire#1"]).unwrap()
    assert isinstance(payment, ZonePayment)
    assert {tap.card for tap in payment.taps} == {"Fire#2", "Fire/Water"}
    with pytest.raises(UnknownNameError):
        pay("fire(2)", zone, spare=["Nature"])
    with pytest.raises(InputError):
        pay("fire(2)", zone, prefer="{R}")
    with pytest.raises(InputError):
        pay("fire(2)", zone, already_spent="{R}")


# --- already spent -------------------------------------------------------------------------------


def test_a_payment_begun_by_hand_is_finished() -> None:
    result = pay("{2}{U}", "2 Island (tapped); Forest; Gilded Lotus", already_spent="{U}{U}")
    payment = paid(result)
    assert order(result) == ["Forest"]
    assert payment.mana[:2] == parse_pool("{U}{U}")
    assert payment.floating == ()


def test_floating_mana_may_stay_but_spent_mana_may_not() -> None:
    board = "Forest; pool: {U}"
    assert paid(pay("{1}", board, already_spent="{R}")).floating == parse_pool("{U}")
    result = pay("{1}", board, already_spent="{R}{R}")
    assert result.status is Status.UNPAYABLE
    assert result.shortfall
    assert result.shortfall.kind == "requirement"


def test_spent_mana_keeps_what_it_carries() -> None:
    """MTG-106.6: restricted mana can only have been spent on what it may pay for."""
    only = "{G} (only: creature spells)"
    creature = Spell.parse("{1}", types=frozenset({"creature"}))
    assert pay(creature, "Forest", already_spent=only).status is Status.OPTIMAL
    assert pay("{1}", "Forest", already_spent=only).status is Status.UNPAYABLE
    result = pay("{2}", "Forest", already_spent="{R} (rider: haste)", prefer=["rider", "{R}"])
    assert result.objective["preferred"] == 0


def test_spent_mana_is_not_there_for_mana_abilities() -> None:
    assert pay("{W}{U}", "Azorius Signet", already_spent="{R}").status is Status.UNPAYABLE
    assert pay("{W}{U}{1}", "Azorius Signet", already_spent="{R}").status is Status.UNPAYABLE
    result = pay("{W}{U}{1}", "Azorius Signet; Wastes", already_spent="{R}")
    assert order(result) == ["Wastes", "Azorius Signet"]


# --- what verifies -------------------------------------------------------------------------------


def test_a_payment_that_meets_no_requirement_does_not_verify() -> None:
    """MOD-10: the same payment, asked with a requirement that it does not meet."""
    free = Problem(Board.parse("Forest; Mountain"), Spell.parse("{1}"))
    payment = solve(free, use_cache=False).unwrap()
    assert isinstance(payment, Payment)
    kind = payment.mana[0].type
    verify(replace(free, require=(Wish(types=(kind,)),)), payment)
    for wish in (Wish(types=(kind,), unwanted=True), Wish(colors=2), Wish(rider="")):
        with pytest.raises(InvalidPaymentError, match="MOD-10"):
            verify(replace(free, require=(wish,)), payment)


def test_a_payment_without_the_mana_spent_before_does_not_verify() -> None:
    problem = Problem(Board.parse("2 Forest"), Spell.parse("{2}"), already_spent=parse_pool("{U}"))
    payment = solve(problem).unwrap()
    assert isinstance(payment, Payment)
    verify(problem, payment)
    with pytest.raises(InvalidPaymentError, match=r"MTG-106\.4"):
        verify(replace(problem, already_spent=parse_pool("{R}")), payment)
    both = solve(replace(problem, already_spent=())).unwrap()
    assert isinstance(both, Payment)
    moved = replace(
        both,
        mana=(*parse_pool("{U}"), *both.mana),
        activations=tuple(
            replace(one, made=tuple(n + 1 for n in one.made)) for one in both.activations
        ),
        spends=tuple(replace(one, mana=tuple(n + 1 for n in one.mana)) for one in both.spends),
    )
    with pytest.raises(InvalidPaymentError, match="MOD-10"):
        verify(problem, moved)


# --- objectives ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "board", "expected"),
    [
        ("default", "Treasure; Mana Confluence; life: 20", "Mana Confluence"),
        ("save_life", "Treasure; Mana Confluence; life: 20", "Treasure"),
        ("save_permanents", "Treasure; Mana Confluence; life: 4", "Mana Confluence"),
        ("default", "Treasure; Mana Confluence; life: 4", "Treasure"),
        ("speed", "Treasure; Mana Confluence; life: 20", "Mana Confluence"),
    ],
)
def test_policies(policy: str, board: str, expected: str) -> None:
    """A Treasure weighs 3, a point of life 1, and 5 below the floor."""
    result = pay("{W}", board, objective=policy)
    assert order(result) == [expected]
    assert tuple(result.objective) == (POLICIES[policy] or MAGIC_TERMS)


def test_speed_asks_for_few_activations() -> None:
    board = "Gilded Lotus; 3 Plains"
    assert len(order(pay("{W}{W}{W}", board))) == 3
    assert order(pay("{W}{W}{W}", board, objective="speed")) == ["Gilded Lotus"]


def test_an_unknown_policy_is_refused_and_a_zone_has_only_the_default() -> None:
    with pytest.raises(InputError, match="save_life"):
        pay("{W}", "Plains", objective="save")
    zone = ManaZone.parse("Fire")
    assert pay("fire(1)", zone, objective="default").status is Status.OPTIMAL
    with pytest.raises(InputError):
        pay("fire(1)", zone, objective="save_life")


def test_floating_is_refused_where_an_amount_can_change() -> None:
    """What a count makes depends on what was given up before, so its surplus is not a sum."""
    altar = "Altar [sacrifice a creature: Add {C}]; 2 Elf (types: creature) []"
    board = f"{altar}; Cradle [{{T}}: Add {{G}} (per: creature)]"
    with pytest.raises(UnsupportedCostError, match="floating"):
        pay("{G}", board, objective=Objective(("floating",)))


@pytest.mark.parametrize("term", MORE_MAGIC_TERMS)
def test_cheaper_backends_hand_other_orders_over(term: str) -> None:
    objective = Objective((term,))
    assert pay("{W}", "2 Plains", objective=objective).backend == "cp_sat"
    with pytest.raises(UnsupportedByBackend):
        pay("{W}", "2 Plains", objective=objective, backend="greedy")


# --- without CP-SAT ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "statuses"),
    [
        ({"prefer": "{R}"}, {Status.FEASIBLE}),
        ({"objective": Objective(("floating",))}, {Status.FEASIBLE}),
        ({"spare": ["Forest 1"]}, {Status.OPTIMAL, Status.FEASIBLE}),
        ({"require": "{R}"}, {Status.UNKNOWN}),
        ({"already_spent": "{G}"}, {Status.UNKNOWN}),
    ],
)
def test_the_matcher_proves_nothing_that_it_cannot_express(
    asked: dict[str, Any], statuses: set[Status]
) -> None:
    result = pay("{1}{G}", "2 Forest; Mountain; Sol Ring", backend="matcher", **asked)
    assert result.status in statuses
    assert result.status is not Status.UNKNOWN or result.warnings
