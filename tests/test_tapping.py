"""A dozen payments in which the tap that looks natural is wrong.

Each example says what a greedy tapper does, from left to right or by the first source that fits,
and what is paid instead.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models import Board, Result, Spell
from autotap.solver import castable, pay, plan_turn
from tests.solver.helpers import order


def used(result: Result) -> set[str]:
    """Names of the sources that are used; copies have numbers."""
    return set(order(result))


def test_the_colour_needed_next() -> None:
    """Greedy taps the Island for {1}; the Counterspell in hand needs it."""
    result = pay("{1}{R}", "2 Island; 2 Mountain", keep=["{U}{U}"])
    assert used(result) == {"Mountain 1", "Mountain 2"}
    assert result.kept == (True,)


def test_a_dual_land_is_worth_more_than_its_halves() -> None:
    """Greedy taps the first land that makes {U}, which is the Tundra."""
    assert used(pay("{U}", "Tundra; Island; Plains")) == {"Island"}


def test_a_creature_stays_untapped() -> None:
    """The Elves could tap for {G}, but they can block."""
    assert used(pay("{G}", "Llanowar Elves; Forest")) == {"Forest"}


@pytest.mark.parametrize(("life", "spent"), [(20, "City of Brass"), (4, "Treasure")])
def test_a_treasure_is_worth_more_than_a_point_of_life_that_is_plenty(
    life: int, spent: str
) -> None:
    """At 20 life the damage is the smaller loss; below five a point of life costs five."""
    board = replace(Board.parse("City of Brass; Treasure"), life=life)
    assert used(pay("{W}", board)) == {spent}


def test_colours_for_converge() -> None:
    """Greedy taps four Forests for {4}; each color counts for the spell."""
    result = pay("{4}", "4 Forest; Island; Swamp; Mountain; Plains", prefer="colors")
    assert len({name.split()[0] for name in used(result)}) == 4
    assert result.objective["preferred"] == 1


def test_a_signet_is_not_stranded() -> None:
    """Greedy pays {W}{U} with the Plains and the Island it needs; then nothing starts the Signet.

    With the Plains through the Signet the Island stays.
    """
    result = pay("{W}{U}", "Plains; Island; Azorius Signet")
    assert len(used(result)) == 2
    assert "Azorius Signet" in used(result)
    assert result.objective["mana_left"] == 1


def test_a_filter_needs_its_starter() -> None:
    """Greedy taps the Mystic Gate for {C} first, and {W}{W} can no longer be made."""
    result = pay("{W}{W}{1}", "Mystic Gate; Island; Wastes")
    assert used(result) == {"Island", "Mystic Gate", "Wastes"}
    assert order(result).index("Island") < order(result).index("Mystic Gate")


def test_restricted_mana_goes_first() -> None:
    """Mana for creatures alone pays for the creature; the Forest pays for anything."""
    spell = Spell.parse("{G}", types="Creature")
    result = pay(spell, "Forest; Den [{T}: Add {G} (only: creature spells)]")
    assert used(result) == {"Den"}


def test_painless_mana_pays_generic() -> None:
    """Greedy taps Adarkar Wastes for {W} to pay {1}{U}, and takes damage for nothing."""
    result = pay("{1}{U}", "Adarkar Wastes; Island")
    assert result.objective["losses"] == 0


def test_big_mana_is_not_broken_for_small_change() -> None:
    """Gilded Lotus and two Wastes pay {2} with the Wastes: three mana stay."""
    result = pay("{2}", "Gilded Lotus; 2 Wastes")
    assert used(result) == {"Wastes 1", "Wastes 2"}
    assert result.objective["mana_left"] == 3


def test_phyrexian_mana_is_paid_with_mana_where_it_is_to_spare() -> None:
    """Greedy pays 2 life for {U/P} although an Island is left over."""
    assert pay("{1}{U/P}", "2 Island; Wastes").objective["losses"] == 0


def test_the_last_blue_source_pays_blue() -> None:
    """Greedy pays {W/U} with the Island and is stuck at {U}."""
    result = pay("{W/U}{U}", "Island; Plains")
    assert used(result) == {"Island", "Plains"}
    assert castable(["{W/U}{U}"], "Island; Plains") == {"{W/U}{U}": True}


def test_the_ritual_comes_first() -> None:
    """Greedy casts the Bear that it can pay; the ritual pays for what is worth more."""
    hand = {"Dark Ritual": "{B} adds {B}{B}{B}", "Bear": "{1}{B}", "Demon": "{2}{B}{B}"}
    turn = plan_turn(hand, "2 Swamp")
    assert [step.card for step in turn.steps] == ["Dark Ritual", "Demon"]
