"""Duel Masters by rule id, through payments."""

from __future__ import annotations

from typing import Any

import pytest

from autotap.models.duel_masters.civilization import Civilization
from autotap.models.duel_masters.cost import DuelMastersCost, DuelMastersOptions
from autotap.models.duel_masters.effects import untap
from autotap.models.duel_masters.spell import DuelMastersSpell, Increase, Reduction
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InvalidPaymentError
from autotap.models.problem import DuelMastersProblem
from autotap.models.result import Result, Status, Tap, ZonePayment
from autotap.solver import pay
from autotap.solver.verify.duel_masters import verify_duel_masters


def card(cost: str, *, options: dict[str, str] | None = None, **rest: Any) -> DuelMastersSpell:
    chosen = DuelMastersOptions(**(options or {}))  # type: ignore[arg-type]
    return DuelMastersSpell(DuelMastersCost.parse(cost), options=chosen, **rest)


def paid(cost: str | DuelMastersSpell, zone: str | ManaZone) -> ZonePayment | None:
    result: Result = pay(cost, zone if isinstance(zone, ManaZone) else ManaZone.parse(zone))
    if result.status is Status.UNPAYABLE:
        return None
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, ZonePayment)
    return payment


SEVEN = "fire/darkness/nature(7)"
CLASSIC = {"era": "classic"}
PLAYS = {"system": "plays"}
TWINPACT = "Twinpact [fire/water]"
FIRE = frozenset({Civilization.FIRE})

ROWS = [
    # Three different cards for the three civilizations, then any up to 7.
    ("DM-8", SEVEN, "Fire; Darkness; Nature; 4 Water", True),
    ("DM-8", SEVEN, "Fire; Darkness; Nature; 3 Water", False),
    ("DM-8", SEVEN, "Fire; Darkness/Nature; 5 Water", False),
    # Charged this turn a multicoloured card is tapped, unless an effect prevents it.
    ("DM-17", "fire(2)", "Water; Fire/Nature (tapped)", False),
    ("DM-17", "fire(2)", "Water; Fire/Nature", True),
    # Used from the mana zone, the untapped card itself is one of the payers.
    ("DM-19", "nature(4)", "Birth [nature]; 3 Water", True),
    ("DM-19", "nature(4)", "Birth [nature] (tapped); 3 Water", False),
    # The creature that was put into mana arrived tapped.
    ("DM-27", card("nature(6)", changes=(Reduction(4),)), "Nature; Water", True),
    ("DM-27", card("nature(6)", changes=(Reduction(4),)), "Nature; Water (tapped)", False),
    # Every time the printed cost and its civilization are due.
    ("DM-36", "fire(3)", "Fire; 2 Water", True),
    ("DM-36", "fire(3)", "Fire (tapped); 3 Water", False),
    # The declared side counts; in the mana zone the card has both civilizations, and is one card.
    ("DM-39", "fire(1)", TWINPACT, True),
    ("DM-39", "water(1)", TWINPACT, True),
    ("DM-39", "fire/water(2)", f"{TWINPACT}; Nature", False),
    ("DM-39", "fire/water(2)", f"{TWINPACT}; Water", True),
    # Two parts that lie in the zone pay for the King Cell.
    (
        "DM-40",
        "light/water/darkness/fire/nature(9)",
        "Volzeos [light/darkness]; Balamord [fire/nature]; Light; Water; Fire; 4 Darkness",
        True,
    ),
    (
        "DM-40",
        "light/water/darkness/fire/nature(9)",
        "Volzeos [light/darkness] (tapped); Balamord [fire/nature]; Light; Water; Fire; 4 Darkness",
        False,
    ),
    # The used card loses or gains civilizations.
    ("DM-56", card("fire(2)", civilizations=frozenset()), "2 Water", True),
    ("DM-56", "fire(2)", "2 Water", False),
    ("DM-56", card("water(1)", civilizations=FIRE), "Water", False),
    # The modern rules let civilizations exceed the cost, the classic ones do not.
    ("DM-62", card("fire/nature(3)", changes=(Reduction(2),)), "Fire; Nature", True),
    ("DM-62", card("fire/nature(3)", changes=(Reduction(2),)), "Fire/Nature; Water", False),
    ("SYS-7", card("fire/nature(3)", changes=(Reduction(2),)), "Fire; Nature", True),
    (
        "SYS-8",
        card("fire/nature(3)", changes=(Reduction(2),), options=CLASSIC),
        "Fire; Nature",
        False,
    ),
    (
        "SYS-8",
        card("fire/nature(3)", changes=(Reduction(2),), options=CLASSIC),
        "Fire (number 0); Nature",
        True,
    ),
    # One card of two civilizations, even tapped, unlocks both.
    ("SYS-9", card("fire/nature(2)", options=PLAYS), "Fire/Nature (tapped); 2 Water", True),
    ("SYS-9", "fire/nature(2)", "Fire/Nature (tapped); 2 Water", False),
    ("SYS-9", card("fire/light(2)", options=PLAYS), "Fire/Nature (tapped); 2 Water", False),
    # The third summon of a commander costs 4 more.
    ("DM-65", card("fire(2)", changes=(Increase(2), Increase(2))), "Fire; 5 Water", True),
    ("DM-65", card("fire(2)", changes=(Increase(2), Increase(2))), "Fire; 4 Water", False),
]


@pytest.mark.parametrize(("rule", "cost", "zone", "payable"), ROWS)
def test_payable(rule: str, cost: str | DuelMastersSpell, zone: str, payable: bool) -> None:
    del rule
    assert (paid(cost, zone) is not None) is payable


def test_generating_and_crossing_are_two_payments() -> None:
    """DM-36: six points in all, and a fire card each time."""
    for text, both in (
        ("2 Fire; 4 Water", True),
        ("Fire; 5 Water", False),
        ("2 Fire; 3 Water", False),
    ):
        zone = ManaZone.parse(text)
        generated = paid("fire(3)", zone)
        assert generated is not None
        crossed = paid("fire(3)", zone.tap(*(tap.card for tap in generated.taps)))
        assert (crossed is not None) is both


def test_cards_that_untap_between_two_payments_pay_again() -> None:
    """DM-57."""
    zone = ManaZone.parse("Fire; Water")
    first = paid("fire(2)", zone)
    assert first is not None
    after = zone.tap(*(tap.card for tap in first.taps))
    assert paid("fire(2)", after) is None
    assert paid("fire(2)", untap(after)) is not None


def test_a_tapped_card_stays_in_the_zone_and_is_spent_once() -> None:
    """DM-43: what counts the cards of the zone counts those that have paid, too."""
    zone = ManaZone.parse("5 Fire")
    payment = paid("fire(5)", zone)
    assert payment is not None
    after = zone.tap(*(tap.card for tap in payment.taps))
    assert sum(Civilization.FIRE in one.civilizations for one in after.cards) == 5
    assert not after.untapped


POINTS_FIRST = (Tap("Water", "points", 1), Tap("Fire", "fire", 1))


def test_the_order_of_tapping_is_the_tables() -> None:
    """DM-63, SYS-10: points first is accepted if the set satisfies the rules; we list it last."""
    found = paid("fire(2)", "Water; Fire")
    assert found is not None
    assert [tap.role for tap in found.taps] == ["fire", "points"]
    question = DuelMastersProblem(ManaZone.parse("Water; Fire"), card("fire(2)"))
    verify_duel_masters(question, ZonePayment(POINTS_FIRST, 2, 2))
    cheaper = DuelMastersProblem(ManaZone.parse("Water; Fire"), card("fire(1)"))
    with pytest.raises(InvalidPaymentError):
        verify_duel_masters(cheaper, ZonePayment(POINTS_FIRST, 1, 2))
