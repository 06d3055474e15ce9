"""Magic by rule id: what a payment says, and which payment is chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from autotap.models.errors import AbilitySyntaxError, AutotapError, InvalidPaymentError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.board import Board
from autotap.models.mtg.card import Card, Face, Layout
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.mana import ManaTags, parse_pool
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.retention import Emptying, empty_pool
from autotap.models.mtg.side import Side
from autotap.models.mtg.spell import ANY_TYPE, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import kicker
from autotap.models.objective import Objective
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Status
from autotap.solver import pay
from autotap.solver.verify.mtg import verify_payment
from tests.mtg.test_production import EFFECTS

BEAR = "Bear (types: creature, colors: G) []"


def best(cost: str | Spell, board: str | Board) -> tuple[Payment, Result]:
    result = pay(cost, board)
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment, result


def paid(cost: str | Spell, board: str | Board) -> Payment:
    return best(cost, board)[0]


def spent(payment: Payment) -> Counter[str]:
    """Types of the mana spent on the cost itself."""
    return Counter(str(payment.mana[i].type) for spend in payment.spends for i in spend.mana)


def spent_riders(payment: Payment) -> list[str]:
    return [
        rider
        for spend in payment.spends
        for i in spend.mana
        for rider in payment.mana[i].tags.riders
    ]


def activated(payment: Payment) -> list[str]:
    return [step.source for step in payment.activations]


def rejected(problem: Problem, payment: Payment) -> str:
    with pytest.raises(InvalidPaymentError) as caught:
        verify_payment(problem, payment)
    return caught.value.rule


# --- the model -----------------------------------------------------------------------------------


def test_every_slot_is_filled_by_units_that_are_used_once() -> None:
    """MOD-5: nothing is paid in part, and no mana is spent twice."""
    payment = paid("{2}{W}", "2 Plains; Island")
    mana = [i for spend in payment.spends for i in spend.mana]
    assert len(payment.spends) == len(mana) == len(set(mana)) == 3
    problem = Problem(Board.parse("2 Plains; Island"), Spell.parse("{2}{W}"))
    assert rejected(problem, replace(payment, spends=payment.spends[1:]))
    twice = tuple(replace(spend, mana=payment.spends[-1].mana) for spend in payment.spends[:-1])
    assert rejected(problem, replace(payment, spends=(*twice, payment.spends[-1])))
    assert pay("{2}{W}", "2 Plains").payment is None


def test_stages_are_listed_in_order() -> None:
    """MOD-6: the total of the announcement is what the spends pay, the steps come before it."""
    spell = Spell(ManaCost.parse("{X}{G}"), options=(kicker("{1}", least=1),))
    result = pay(spell, "Forest; 3 Wastes", x=2)
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    assert payment.announcement.x == 2
    assert payment.announcement.options == ("kicker {1}",)
    symbols = Counter(spend.symbol for spend in payment.spends)
    assert symbols == {"{X}": 2, "{1}": 1, "{G}": 1}
    assert len(payment.activations) == 4


def test_mana_is_made_before_an_ability_needs_it() -> None:
    """MOD-7: a Signet comes after what pays for it; a cycle of two is no order."""
    assert activated(paid("{W}{U}", "Azorius Signet; Wastes")) == ["Wastes", "Azorius Signet"]
    board = Board.parse("Azorius Signet; Wastes")
    payment = paid("{W}{U}", board)
    backwards = replace(payment, activations=payment.activations[::-1])
    assert rejected(Problem(board, Spell.parse("{W}{U}")), backwards)
    assert pay("{W}{U}", "2 Azorius Signet").payment is None


def test_surplus_is_legal_and_reported() -> None:
    """MOD-8, MTG-106.4a: the second mana of Sol Ring is left."""
    assert [mana.type for mana in paid("{1}", "Sol Ring").floating] == [ManaType.C]
    assert not paid("{2}", "Sol Ring").floating


def test_the_default_order_spares_life_then_permanents_then_mana() -> None:
    """MOD-9: no life where a Forest pays, no Petal where life pays, no Lotus where Wastes pay."""
    order = ("lethal", "spared", "losses", "preferred", "mana_left")
    assert Objective().magic_terms()[:5] == order
    assert paid("{G/P}", "Forest").life_paid == 0
    assert activated(paid("{G}", "Lotus Petal; Mana Confluence")) == ["Mana Confluence"]
    assert set(activated(paid("{2}", "Gilded Lotus; 2 Wastes"))) == {"Wastes 1", "Wastes 2"}


# --- windows -------------------------------------------------------------------------------------


def test_no_mana_due_no_mana_abilities() -> None:
    """MTG-117.1d, MTG-601.2g: with a total of {0} no source can be activated."""
    free = Spell(ManaCost.parse("{1}"), modifiers=(Modifier(Change.REDUCE, ManaCost.parse("{1}")),))
    for cost in ("{0}", free):
        assert not activated(paid(cost, "Sol Ring"))
        assert pay(cost, "Sol Ring", must_use={"Sol Ring"}).status is Status.UNPAYABLE


def test_nobody_must_activate_anything() -> None:
    """MTG-118.3c: floating mana pays, the lands stay untapped."""
    assert not activated(paid("{G}", "3 Forest; pool: {G}"))


def test_an_ability_for_nothing_is_an_action() -> None:
    """MTG-602.2: reduced to {0} it is still paid for, by declaring it."""
    equip = Spell.parse(
        "{1}", kind="ability", modifiers=(Modifier(Change.REDUCE, ManaCost.parse("{1}")),)
    )
    payment = paid(equip, "Plains")
    assert payment.locked_total == "{0}"
    assert not payment.activations


def test_an_ability_that_makes_nothing_is_never_chosen() -> None:
    """MTG-605.2: Gaea's Cradle without creatures."""
    assert activated(paid("{G}", "Gaea's Cradle; Forest")) == ["Forest"]


def test_loyalty_and_targets_make_no_mana_abilities() -> None:
    """MTG-605.5, MTG-605.1a: their mana may float, the abilities are not read as mana abilities."""
    for text in ("+1: Add {R}{R}", "{T}: Exile target land card. Add {G}"):
        with pytest.raises(AbilitySyntaxError):
            ManaAbility.parse(text)
    assert not activated(paid("{R}{R}", "Mountain; pool: {R}{R}"))


def test_what_cannot_be_completed_is_not_begun() -> None:
    """MTG-732.1: no payment, and no activation that would have to be undone."""
    result = pay("{W}{U}", "Plains; Forest")
    assert result.payment is None
    assert result.shortfall is not None
    assert result.shortfall.symbols == ("{U}",)


def test_an_output_of_generic_mana_is_not_read_as_any_mana() -> None:
    """MTG-106.2, TRAP-3: {1} in a cost takes anything, and is no mana."""
    assert ManaAbility.parse("{T}: Add {C}").outputs
    with pytest.raises(AutotapError):
        parse_pool("{1}")


# --- what the older text and summaries get wrong -------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "value"),
    [("{2/B}", 2), ("{C/W}", 1), ("{W/P}", 1), ("{W/U/P}", 1), ("{X}{X}{G}", 1), ("{S}", 1)],
)
def test_mana_value_is_no_count_of_symbols(cost: str, value: int) -> None:
    """TRAP-1, CHG-3."""
    assert ManaCost.parse(cost).mana_value == value
    assert Spell.parse(cost).mana_value == value


def test_x_counts_on_the_stack() -> None:
    """TRAP-1: with X announced the value is larger."""
    rock = "4 Rock [{T}: Add {C} (only: spells with mana value 4 or greater)]"
    assert pay("{X}{X}", rock, x=2).status is Status.OPTIMAL
    assert pay("{X}{X}", rock, x=1).status is Status.UNPAYABLE


def face(name: str, cost: str, *types: str) -> Face:
    return Face(name, ManaCost.parse(cost), frozenset(types))


FIRE_ICE = Card((face("Fire", "{1}{R}", "instant"), face("Ice", "{1}{U}", "instant")), Layout.SPLIT)


def test_a_split_card_is_the_half_that_is_cast() -> None:
    """TRAP-4, MTG-KW-27: one cost and one value each; fused both costs are paid."""
    ice = Spell.of(FIRE_ICE, faces=(1,))
    fused = Spell.of(FIRE_ICE, faces=(0, 1))
    assert (ice.mana_value, fused.mana_value) == (2, 4)
    assert spent(paid(ice, "2 Island")) == {"U": 2}
    assert pay(fused, "3 Island; Mountain").status is Status.OPTIMAL
    assert pay(fused, "4 Island").status is Status.UNPAYABLE
    rock = "2 Rock [{T}: Add {R/U} (only: multicolored spells)]"
    assert pay(ice, rock).status is Status.UNPAYABLE
    assert pay(fused, f"2 Wastes; {rock}").status is Status.OPTIMAL


def test_restrictions_judge_the_side_that_is_cast() -> None:
    """MTG-KW-27: Stomp is an instant, the Giant a creature."""
    giant = Card(
        (face("Giant", "{2}{R}", "creature"), face("Stomp", "{1}{R}", "instant")), Layout.ADVENTURE
    )
    rock = "3 Rock [{T}: Add {R} (only: creature spells)]"
    assert pay(Spell.of(giant), rock).status is Status.OPTIMAL
    assert pay(Spell.of(giant, faces=(1,)), rock).status is Status.UNPAYABLE


def test_symbols_that_are_not_costs() -> None:
    """CHG-4: {P} is a pawprint now, and {H} stands for several symbols."""
    for text in ("{P}", "{H}"):
        with pytest.raises(AutotapError):
            ManaCost.parse(text)


def test_a_doubled_pool_is_unrestricted_and_not_snow() -> None:
    """CHG-6, MTG-106.6: the new mana comes from the Cube."""
    cube = "Cube [{3}, {T}: Add the unspent pool again]; 3 Wastes"
    creature = Spell.parse("{R}{R}", types="creature")
    pool = "pool: {R} (only: creature spells)"
    assert pay("{R}", f"{cube}; {pool}").status is Status.OPTIMAL
    assert pay("{R}{R}", f"{cube}; {pool}").status is Status.UNPAYABLE
    assert pay(creature, f"{cube}; {pool}").status is Status.OPTIMAL
    assert pay("{S}{R}", f"{cube}; pool: {{R}} (source: snow)").status is Status.OPTIMAL
    assert pay("{S}{S}", f"{cube}; pool: {{R}} (source: snow)").status is Status.UNPAYABLE


def test_mana_that_is_left_does_not_burn() -> None:
    """CHG-9: no life is lost with it."""
    payment, result = best("{1}", "Sol Ring; life: 1")
    assert payment.floating
    assert payment.life_lost == result.objective["lethal"] == 0
    assert empty_pool(payment.floating, Emptying.PHASE).life_lost == 0


def test_web_slinging_returns_what_has_made_mana() -> None:
    """CHG-8, MTG-KW-13: the creature is tapped for {G} first."""
    from tests.rules.test_payable import DORK, WEB

    payment = paid(Spell(ManaCost.parse("{9}"), options=(WEB,)), DORK)
    assert activated(payment) == ["Dork"]
    assert [(str(deed), one) for deed, one in payment.objects] == [("return", "Dork")]


# --- what the payment says of the mana spent -----------------------------------------------------


def test_the_types_that_were_spent_are_the_true_ones() -> None:
    """MTG-609.4b, MTG-OBJ-03: spent as though it were {U}, the {G} stays {G}."""
    assert spent(paid(Spell.parse("{U}{C}", spend_as=ANY_TYPE), "2 Forest")) == {"G": 2}


def test_colors_spent_can_be_counted() -> None:
    """MTG-OBJ-01, MTG-OBJ-02, MTG-KW-32: generic mana shows the colours that paid it."""
    assert spent(paid("{3}{R}", "Plains; Island; Swamp; Mountain")) == Counter("WUBR")
    assert spent(paid("{3}{R}", "4 Mountain")) == {"R": 4}


def test_sources_of_the_mana_spent_can_be_told() -> None:
    """MTG-OBJ-04: Treasure, creature, snow."""
    board = Board.parse("Treasure; Dork (types: creature) [{T}: Add {G}]; Snow-Covered Island")
    payment = paid("{3}", board)
    makers = {i: step.source for step in payment.activations for i in step.made}
    kinds = [board.source(makers[i]).types for spend in payment.spends for i in spend.mana]
    for flag in ("treasure", "creature", "snow"):
        assert sum(flag in types for types in kinds) == 1


def test_what_is_not_mana_is_not_spent() -> None:
    """MTG-OBJ-05, MTG-KW-32: convoke, delve and life lower the amount of mana spent."""
    convoked = Spell.parse("{1}{G}", payers=frozenset({Payer.CONVOKE}))
    assert spent(paid(convoked, f"Forest; {BEAR}")).total() == 1
    delved = Spell.parse("{2}{G}", payers=frozenset({Payer.DELVE}))
    assert spent(paid(delved, "Forest; graveyard: 2 card")).total() == 1
    assert spent(paid("{G}{U/P}", "Forest")).total() == 1
    assert spent(paid("{0}", "Forest")).total() == 0


def test_life_is_told_by_symbol() -> None:
    """MTG-OBJ-06, MTG-KW-32: of two Phyrexian symbols one is paid with life."""
    payment = paid("{G/U/P}{B/P}", "Swamp")
    assert {spend.symbol: spend.life for spend in payment.spends} == {"{G/U/P}": 2, "{B/P}": 0}
    assert payment.life_paid == 2


def test_additional_mana_is_no_part_of_the_mana_cost() -> None:
    """MTG-202.4, MTG-118.8: kicked for five, the mana value is still 1."""
    rock = "5 Rock [{T}: Add {C} (only: spells with mana value 4 or greater)]"
    kicked = Spell(ManaCost.parse("{G}"), options=(kicker("{5}", least=1),))
    assert kicked.mana_value == 1
    assert pay(kicked, f"Forest; {rock}").status is Status.UNPAYABLE
    assert pay(kicked, "Forest; 5 Wastes").status is Status.OPTIMAL


# --- riders (they never change what can be paid) -------------------------------------------------

RIDERS = [
    ("MTG-RID-01", "it can't be countered"),
    ("MTG-RID-02", "it gains haste"),
    ("MTG-RID-03", "it enters with an additional +1/+1 counter"),
    ("MTG-RID-04", "scry 1"),
    ("MTG-RID-05", "copy that spell"),
    ("MTG-RID-06", "exile it instead of putting it into the graveyard"),
]


@pytest.mark.parametrize(("rule", "rider"), RIDERS)
def test_a_rider_goes_with_the_mana(rule: str, rider: str) -> None:
    """The mana pays what other mana does, each unit spent has the rider, and only those spent."""
    del rule
    forum = f"Forum (types: land) [{{T}}: Add {{G}} (rider: {rider})]"
    assert spent_riders(paid("{G}", forum)) == [rider]
    assert spent_riders(paid("{G}{G}", f"2 {forum}")) == [rider, rider]
    assert spent_riders(paid("{G}{R}", f"{forum}; Mountain")) == [rider]
    assert pay("{R}", forum).status is Status.UNPAYABLE
    doubled = apply_effects(Side(Board.parse(forum), (EFFECTS["Mana Reflection"],)))
    assert spent_riders(paid("{G}{G}", doubled)) == [rider, rider]
    extra = apply_effects(Side(Board.parse(forum), (EFFECTS["Mirari's Wake"],)))
    assert spent_riders(paid("{G}{G}", extra)) == [rider]


# --- mana that stays -----------------------------------------------------------------------------


def test_mana_that_lasts_the_turn() -> None:
    """MTG-RET-04: it stays as phases and combat end, and goes with the turn."""
    pool = parse_pool("{R} (keep: turn); {G}")
    assert [m.type for m in empty_pool(pool, Emptying.PHASE).pool] == [ManaType.R]
    assert [m.type for m in empty_pool(pool, Emptying.COMBAT).pool] == [ManaType.R]
    assert not empty_pool(pool, Emptying.TURN).pool


def test_firebending_mana_lasts_until_the_end_of_combat() -> None:
    """MTG-KW-25: a trigger made it, so it floats; it pays until combat ends."""
    board = Board.parse("pool: {R}{R} (keep: combat)")
    assert spent(paid("{1}{R}", board)) == {"R": 2}
    kept = empty_pool(board.pool, Emptying.PHASE)
    assert [m.tags for m in kept.pool] == [ManaTags(retention=board.pool[0].tags.retention)] * 2
    assert not empty_pool(board.pool, Emptying.COMBAT).pool
