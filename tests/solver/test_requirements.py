"""What the caller requires and forbids."""

from __future__ import annotations

import pytest

from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.spell import Spell
from autotap.models.result import Status, ZonePayment
from autotap.solver import pay
from tests.solver.helpers import order, paid


def test_a_required_source_is_used_although_others_would_do() -> None:
    assert sorted(order(pay("{1}", "Wastes; City of Brass"))) == ["Wastes"]
    steps = order(pay("{1}", "Wastes; City of Brass", must_use=["City of Brass"]))
    assert steps == ["City of Brass"]


def test_a_required_source_is_used_even_if_its_mana_is_left() -> None:
    payment = paid(pay("{W}{U}", "Plains; Island; Swamp", must_use=["Swamp"]))
    assert [str(mana.type) for mana in payment.floating] == ["B"]


def test_mtg_601_2g_life_for_every_symbol_allows_no_mana_ability() -> None:
    assert pay("{W/P}", "Forest", must_use=["Forest"]).status is Status.UNPAYABLE
    payment = paid(pay("{W/P}{U/P}", "Forest; Island", must_use=["Forest"]))
    assert payment.life_paid == 2
    assert order(pay("{G/P}", "Forest", must_use=["Forest"])) == ["Forest"]
    assert paid(pay("{W/P}{U/P}", "Forest; Island")).life_paid == 2
    assert paid(pay("{W/P}{B/P}", "Forest; Island")).activations == ()


def test_an_object_given_up_for_another_cost_is_not_used_by_that() -> None:
    spell = Spell.parse("{G}", additional=ActivationCost.parse("sacrifice a creature"))
    board = "Forest; Bear (types: creature) []"
    assert pay(spell, board).status is Status.OPTIMAL
    assert pay(spell, board, must_use=["Bear"]).status is Status.UNPAYABLE


def test_one_copy_of_several_may_be_required_or_forbidden() -> None:
    assert order(pay("{W}", "3 Plains", must_use=["Plains 3"])) == ["Plains 3"]
    forbidden = ["Plains 1", "Plains 3"]
    assert order(pay("{W}", "3 Plains", forbid=forbidden)) == ["Plains 2"]


def test_a_forbidden_source_is_not_given_up_either() -> None:
    altar = "Altar [sacrifice a creature: Add {C}]; 2 Goblin (types: creature) []"
    payment = paid(pay("{C}", altar, forbid=["Goblin 1"]))
    assert [name for step in payment.activations for _, name in step.objects] == ["Goblin 2"]
    assert pay("{C}{C}", altar, forbid=["Goblin 1"]).status is Status.UNPAYABLE


@pytest.mark.parametrize(
    "options",
    [
        {"forbid": ["Island"]},
        {"must_use": ["Swamp"], "forbid": ["Swamp"]},
        {"must_use": ["Signet"]},
    ],
)
def test_a_requirement_that_alone_prevents_paying_is_named(options: dict[str, list[str]]) -> None:
    """The Signet needs a mana of its own, and then one color is missing."""
    board = "Plains; Island; Swamp (tapped) []; Signet [{B}, {T}: Add {C}]"
    assert pay("{W}{U}", board).status is Status.OPTIMAL
    result = pay("{W}{U}", board, **options)  # type: ignore[arg-type]
    assert result.status is Status.UNPAYABLE
    assert result.shortfall
    assert result.shortfall.kind == "requirement"


def test_a_requirement_is_not_blamed_for_what_cannot_be_paid_anyway() -> None:
    result = pay("{W}{U}", "Plains; Swamp", forbid=["Swamp"])
    assert result.status is Status.UNPAYABLE
    assert result.shortfall
    assert result.shortfall.kind == "mana"


def test_requirements_in_duel_masters() -> None:
    zone = ManaZone.parse("2 Fire; Nature")
    payment = pay("fire(2)", zone, must_use=["Nature"]).unwrap()
    assert isinstance(payment, ZonePayment)
    assert "Nature" in {tap.card for tap in payment.taps}
    result = pay("nature(2)", zone, forbid=["Nature"])
    assert result.status is Status.UNPAYABLE
    assert result.shortfall
    assert result.shortfall.kind == "requirement"
    result = pay("water(2)", zone, forbid=["Nature"])
    assert result.shortfall
    assert result.shortfall.kind == "mana"
