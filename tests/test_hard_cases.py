"""Small payments that are easy to get wrong, each through the public functions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from autotap.models.duel_masters.cost import DuelMastersCost, DuelMastersOptions
from autotap.models.duel_masters.spell import DuelMastersSpell, Reduction
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.spell import Spell
from autotap.models.result import Payment, Status, ZonePayment
from autotap.solver import pay

if TYPE_CHECKING:
    from autotap.models.result import Result


def paid(result: Result) -> Payment:
    """The payment, which must be proven to be best."""
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment


def refused(result: Result) -> bool:
    return result.status is Status.UNPAYABLE and result.payment is None


def used(payment: Payment, board: Board) -> Counter[str]:
    """Names of the sources that have an ability activated."""
    return Counter(board.source(step.source).name for step in payment.activations)


def made(payment: Payment) -> dict[str, str]:
    """What each source makes, by id."""
    return {
        step.source: "".join(f"{{{payment.mana[i].type}}}" for i in step.made)
        for step in payment.activations
    }


def order(payment: Payment) -> list[str]:
    return [step.source for step in payment.activations]


# --- duals ---------------------------------------------------------------------------------------


def test_two_duals_share_white() -> None:
    payment = paid(pay("{W}{U}", "Tundra; Scrubland"))
    assert made(payment) == {"Tundra": "{U}", "Scrubland": "{W}"}


def test_island_and_two_duals_pay_two_blue() -> None:
    payment = paid(pay("{W}{U}{U}", "Island; Tundra; Scrubland"))
    assert made(payment) == {"Island": "{U}", "Tundra": "{U}", "Scrubland": "{W}"}


# --- Signets, filters and other abilities that cost mana (MTG-605.3) -----------------------------


def test_a_signet_cannot_fund_itself() -> None:
    assert refused(pay("{W}", "Azorius Signet"))


def test_two_signets_cannot_fund_each_other() -> None:
    assert refused(pay("{W}{U}", "2 Azorius Signet"))


def test_three_signets_run_from_two_plains() -> None:
    board = Board.parse("2 Plains; 3 Azorius Signet")
    payment = paid(pay("{W}{W}{U}{U}{U}", board))
    assert used(payment, board) == {"Plains": 2, "Azorius Signet": 3}
    assert not payment.floating


def test_three_signets_make_three_blue_and_no_more() -> None:
    assert refused(pay("{W}{U}{U}{U}{U}", "2 Plains; 3 Azorius Signet"))


VAULT = "Vault [{2}, {T}: Add {B}{B}{B}]"


@pytest.mark.parametrize("cost", ["{B}{B}", "{R}{B}"])
def test_a_converter_never_holds_two_mana_at_once(cost: str) -> None:
    assert refused(pay(cost, f"Skyshroud Elf; {VAULT}"))


def test_a_converter_and_another_mana_start_the_vault() -> None:
    assert paid(pay("{B}{B}", f"Skyshroud Elf; {VAULT}; Wastes"))


MILLS = "2 Mill [{R}, {T}: Add {U}{U}]; Engine [{3}, {T}: Add {R}{R}{R}{R}{R}]"


def test_two_blue_do_not_start_an_engine_of_three() -> None:
    assert refused(pay("{R}{R}{U}", f"Mountain; {MILLS}"))


def test_two_mills_start_the_engine() -> None:
    assert paid(pay("{R}{R}{U}", f"2 Mountain; {MILLS}"))


PRESSES = "2 Press [{W}{U}, {T}: Add {W}{W}{W}|{U}{U}{U}]"


def test_the_second_press_lacks_the_color_that_it_would_make() -> None:
    assert refused(pay("{W}{W}{U}{U}", f"Plains; Island; {PRESSES}"))


def test_a_spare_blue_runs_both_presses() -> None:
    assert paid(pay("{W}{W}{U}{U}", f"Plains; 2 Island; {PRESSES}"))


def test_a_filter_must_first_make_white() -> None:
    payment = paid(pay("{W}{U}{U}", "Plains; 2 Filter [{W}, {T}: Add {W}{W}|{U}{U}]"))
    first, second = order(payment)[1:]
    assert [made(payment)[first], made(payment)[second]] == ["{W}{W}", "{U}{U}"]


# --- mana with a spending restriction (MTG-106.6) ------------------------------------------------


def test_abilities_mana_passes_through_a_signet_into_a_spell() -> None:
    """MTG-RES-39: what the Signet makes is free again."""
    board = "Battery [{T}: Add {C} (only: abilities)]; Azorius Signet"
    assert order(paid(pay("{W}{U}", board))) == ["Battery", "Azorius Signet"]
    assert refused(pay("{1}", "Battery [{T}: Add {C} (only: abilities)]"))


def test_creature_ability_mana_does_not_fund_a_signet() -> None:
    """MTG-RES-40: a Signet is no creature, Skyshroud Elf is one."""
    battery = "Battery [{T}: Add {C} (only: abilities of creatures)]"
    assert refused(pay("{W}", f"{battery}; Azorius Signet"))
    assert paid(pay("{W}", f"{battery}; Skyshroud Elf"))


# --- life (MTG-119.4) ----------------------------------------------------------------------------


def test_dismember_at_three_life_pays_life_once() -> None:
    payment = paid(pay("{1}{B/P}{B/P}", "Swamp; Wastes; life: 3"))
    assert (payment.life_paid, payment.life_lost) == (2, 2)
    assert refused(pay("{1}{B/P}{B/P}", "Wastes; life: 3"))


def test_a_painland_hurts_before_life_is_paid() -> None:
    assert refused(pay("{W}{B/P}", "Caves of Koilos; life: 2"))
    assert paid(pay("{W}{B/P}", "Caves of Koilos; life: 3")).life_lost == 3


def test_colorless_mana_of_a_painland_leaves_life_to_pay() -> None:
    result = pay("{1}{B/P}", "Caves of Koilos; life: 2")
    assert paid(result).life_lost == 2
    assert result.objective["lethal"] == 1


def test_damage_by_a_trigger_waits_until_life_is_paid() -> None:
    """MTG-PRO-17: City of Brass deals its damage after the payment."""
    assert paid(pay("{W}{B/P}", "City of Brass; life: 2")).life_lost == 3


# --- hybrid, snow --------------------------------------------------------------------------------


def test_three_twobrids_from_two_plains_and_two_islands() -> None:
    """MTG-SYM-07."""
    board = Board.parse("2 Plains; 2 Island")
    payment = paid(pay("{2/W}{2/W}{2/W}", board))
    assert used(payment, board) == {"Plains": 2, "Island": 2}
    assert refused(pay("{2/W}{2/W}{2/W}", "Plains; 3 Island"))


def test_a_generic_reduction_meets_an_announced_generic_half() -> None:
    """MTG-118.7h."""
    one_less = Modifier(Change.REDUCE, ManaCost.parse("{1}"))
    spell = Spell(ManaCost.parse("{2/R}{2/G}"), modifiers=(one_less,))
    assert paid(pay(spell, "Mountain; Wastes"))
    assert paid(pay(spell, "3 Wastes"))
    assert refused(pay(spell, "2 Wastes"))


def test_a_snow_dual_is_snow_or_the_color_that_is_needed() -> None:
    """MTG-SYM-11."""
    assert made(paid(pay("{S}{U}", "Glacial Floodplain; Island")))["Island"] == "{U}"
    payment = paid(pay("{S}{W}", "Glacial Floodplain; Snow-Covered Island"))
    assert made(payment)["Glacial Floodplain"] == "{W}"
    assert refused(pay("{S}{W}", "Glacial Floodplain; Island"))


# --- what is left --------------------------------------------------------------------------------


def test_two_wastes_spare_the_lotus() -> None:
    board = Board.parse("Gilded Lotus; 2 Wastes")
    result = pay("{2}", board)
    assert used(paid(result), board) == {"Wastes": 2}
    assert result.objective["mana_left"] == 3


def test_a_signet_spares_a_land() -> None:
    board = Board.parse("Island; Forest; Azorius Signet")
    result = pay("{1}{U}", board)
    lands = used(paid(result), board) - Counter({"Azorius Signet": 1})
    assert lands.total() == 1
    assert result.objective["mana_left"] == 1


def test_a_sacrificed_swamp_funds_a_coffers() -> None:
    """MTG-PRO-07: the Coffers counts the Swamps that are left."""
    swamps = "4 Swamp (tapped) [{T}: Add {B} / sacrifice this: Add {B}]"
    board = Board.parse(f"Plains; Cabal Coffers; {swamps}")
    payment = paid(pay("{B}{B}{B}", board))
    assert used(payment, board) == {"Plains": 1, "Swamp": 1, "Cabal Coffers": 1}
    assert made(payment)["Cabal Coffers"] == "{B}{B}{B}"
    assert paid(pay("{B}" * 6, board))
    assert refused(pay("{B}" * 7, board))


def test_once_each_turn_counts_over_every_way_to_pay_for_it() -> None:
    """MTG-PRO-21: paid with mana or with life, the ability is used once."""
    board = Board.parse(
        "Adept (types: creature) [{W}: Add {G}{G} (once each turn)]; Plains; life for: W"
    )
    assert paid(pay("{G}{G}", board))
    assert refused(pay("{G}{G}{G}{G}", board))


def test_mana_left_over_stands_for_the_dearest_floating_mana() -> None:
    """The {Any} that floats replaces the scarcer of two spent colors."""
    board = Board.parse(
        "Elf (types: creature elf token) []; Plains; Stone (types: artifact) [{T}: Add {G}{Any}]; "
        "Druid (sick, types: changeling creature druid) []; pool: {W}{G}{C}; "
        "Heritage (types: creature druid elf) [tap 3 untapped elf: Add {U}{U}{U}]"
    )
    result = pay("{5}{G}{G}", board)
    assert paid(result)
    assert result.objective["flexibility"] == 296


def test_an_untapped_source_taps_again() -> None:
    """MTG-SYM-12: {Q} makes {T} possible once more, so two taps and the untapping pay {R}{R}."""
    stir = "Stir (types: creature) [{T}: Add {R}|{G} / {1}, {Q}: Add {R} (once each turn)]"
    board = Board.parse(stir)
    assert len(paid(pay("{R}{R}", board)).activations) == 3
    assert refused(pay("{R}{R}{R}", board))


# --- Duel Masters --------------------------------------------------------------------------------


def tapped(result: Result) -> dict[str, str]:
    """Card id to what it pays."""
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, ZonePayment)
    return {tap.card: tap.role for tap in payment.taps}


def test_a_five_civilization_card_taps_one_card_of_each() -> None:
    """DM-5."""
    cost = "light/water/darkness/fire/nature(6)"
    roles = tapped(pay(cost, ManaZone.parse("Light; Water; Darkness; Fire; 2 Nature")))
    civilizations = ["light", "water", "darkness", "fire", "nature"]
    assert sorted(roles.values()) == sorted([*civilizations, "points"])
    assert refused(pay(cost, ManaZone.parse("2 Light; 2 Water; 2 Darkness; 2 Fire")))


def test_a_matching_that_first_come_first_served_misses() -> None:
    """DM-5: only one card has fire, and it comes first for light, too."""
    zone = ManaZone.parse("Light/Water/Fire; Light/Water; Light/Darkness; Light")
    roles = tapped(pay("light/water/darkness/fire(4)", zone))
    assert roles == {
        "Light/Water/Fire": "fire",
        "Light/Water": "water",
        "Light/Darkness": "darkness",
        "Light": "light",
    }


def test_excess_points_come_from_the_civilization_step_only() -> None:
    """DM-9, DM-11."""
    cheaper = DuelMastersSpell(DuelMastersCost.parse("fire/nature(2)"), changes=(Reduction(1),))
    assert len(tapped(pay(cheaper, ManaZone.parse("Fire; Nature; Water")))) == 2
    twos = ManaZone.parse("2 Nature (number 2)")
    assert refused(pay("nature(3)", twos))
    last_card = DuelMastersOptions(point_overshoot="last_card")  # type: ignore[arg-type]
    spell = DuelMastersSpell(DuelMastersCost.parse("nature(3)"), options=last_card)
    assert len(tapped(pay(spell, twos))) == 2
