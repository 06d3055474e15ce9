"""Spells: what restrictions are judged on follows from the cost, the card and the announced X."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autotap.models.errors import CostSyntaxError, InputError, InvalidPaymentError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.card import Card, CardZone, Face, Layout
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.restriction import Restriction, Ruling
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver import can_pay, solve
from autotap.solver.verify.mtg import verify_payment
from tests.mtg.payments import act, payment, spend

W, U, B, R, G, C = ManaType


def face(name: str, cost: str | None = None, types: str = "", **rest: Any) -> Face:
    return Face(name, ManaCost.parse(cost) if cost else None, frozenset(types.split()), **rest)


FIRE_ICE = Card((face("Fire", "1R", "instant"), face("Ice", "1U", "instant")), Layout.SPLIT)
BREAKING_ENTERING = Card(
    (face("Breaking", "UB", "sorcery"), face("Entering", "4BR", "sorcery")), Layout.SPLIT
)
ROOM = Card(
    (
        face("Bottomless Pool", "U", "enchantment room"),
        face("Locker Room", "4U", "enchantment room"),
    ),
    Layout.ROOM,
)
BEGGAR = Card(
    (
        face("Beloved Beggar", "1W", "creature human peasant"),
        face("Generous Soul", None, "creature spirit", indicator=frozenset({W})),
    ),
    Layout.TRANSFORM,
)
VALKI = Card(
    (
        face("Valki, God of Lies", "1B", "legendary creature god"),
        face("Tibalt, Cosmic Impostor", "5BR", "legendary planeswalker tibalt"),
    ),
    Layout.MODAL_DOUBLE_FACED,
)
GIANT = Card(
    (face("Bonecrusher Giant", "2R", "creature giant"), face("Stomp", "1R", "instant adventure")),
    Layout.ADVENTURE,
)
THRESHER = Card(
    (
        face("Combat Thresher", "7", "artifact creature construct"),
        face("Combat Thresher", "2W", "artifact creature construct"),
    ),
    Layout.PROTOTYPE,
)
ANGEL = Card((face("Exalted Angel", "4WW", "creature angel"),))
SKYSPAWNER = Card((face("Eldrazi Skyspawner", "2U", "creature eldrazi drone", devoid=True),))
VISION = Card((face("Ancestral Vision", None, "sorcery", indicator=frozenset({U})),))
BALLISTA = Card((face("Walking Ballista", "XX", "artifact creature construct"),))


def judged(spell: Spell, text: str, x: int = 0) -> Ruling:
    return Restriction.parse(text).judge(spell.context.announced(x))


def made_in_every_way(cost: str) -> tuple[Spell, ...]:
    card = Card((face("", cost),))
    return Spell.parse(cost), Spell(ManaCost.parse(cost)), Spell.of(card)


# --- colors (202.2) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "colors"),
    [
        pytest.param("{2}{W}", {W}, id="202.2a-white"),
        pytest.param("{2}", set(), id="202.2b-colorless"),
        pytest.param("{2}{W}{B}", {W, B}, id="202.2c-white-and-black"),
        pytest.param("{G/U}{G/U}", {G, U}, id="202.2d-hybrid"),
        pytest.param("{1}{W/P}", {W}, id="202.2d-phyrexian"),
        pytest.param("{C/W}", {W}, id="202.2d-colorless-hybrid"),
        pytest.param("{X}{C}{S}", set(), id="no-colored-symbol"),
    ],
)
def test_mtg_202_2_colors_follow_from_the_mana_cost(cost: str, colors: set[ManaType]) -> None:
    for spell in made_in_every_way(cost):
        assert spell.colors == frozenset(colors)


def test_mtg_202_2e_a_color_indicator_colors_a_card_without_a_mana_cost() -> None:
    spell = Spell.of(VISION, alternative=ManaCost.parse("{W}{U}{B}{R}{G}"))
    assert (spell.colors, spell.mana_value) == (frozenset({U}), 0)
    assert spell == Spell.parse(
        None, alternative="WUBRG", types="Sorcery", name="Ancestral Vision", colors="U"
    )


def test_mtg_202_2_devoid_is_colorless() -> None:
    skyspawner = Spell.of(SKYSPAWNER)
    assert (skyspawner.colors, skyspawner.mana_value) == (frozenset(), 3)
    assert Spell.parse("{2}{U}", keywords="devoid").colors == frozenset()
    assert judged(skyspawner, "only: spells with devoid") is Ruling.YES
    assert judged(skyspawner, "only: colorless Eldrazi spells") is Ruling.YES
    assert judged(skyspawner, "only: multicolored spells") is Ruling.NO


# --- mana value (202.3) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        pytest.param("{3}{U}{U}", 5, id="202.3"),
        pytest.param("{0}", 0, id="zero"),
        pytest.param("{1}{W/U}{W/U}", 3, id="202.3f-hybrid"),
        pytest.param("{2/B}{2/B}{2/B}", 6, id="202.3f-larger-half"),
        pytest.param("{1}{W/P}{W/P}", 3, id="202.3g-phyrexian"),
    ],
)
def test_mtg_202_3_mana_value_follows_from_the_mana_cost(cost: str, value: int) -> None:
    for spell in made_in_every_way(cost):
        assert spell.mana_value == spell.mana_value_with(7) == value


def test_mtg_202_3a_no_mana_cost_is_a_mana_value_of_zero() -> None:
    for spell in (Spell.parse(None), Spell(None), Spell.of(VISION)):
        assert spell.cost is None
        assert spell.mana_value == 0


def test_mtg_202_3b_a_back_face_has_the_mana_value_of_the_front() -> None:
    spell = Spell.of(
        BEGGAR, faces=(1,), alternative=ManaCost.parse("{2}{W}"), zone=CardZone.GRAVEYARD
    )
    assert (spell.name, spell.mana_value, spell.colors) == ("Generous Soul", 2, frozenset({W}))
    assert spell.context.types == frozenset({"creature", "spirit"})
    assert judged(spell, "only: spells from a graveyard") is Ruling.YES
    assert Spell.of(BEGGAR, faces=(1,)).cost is None


@pytest.mark.parametrize(
    ("faces", "cost", "value", "colors"),
    [
        ((0,), "{U}{B}", 2, {U, B}),
        ((1,), "{4}{B}{R}", 6, {B, R}),
        ((0, 1), "{4}{U}{B}{B}{R}", 8, {U, B, R}),
    ],
)
def test_mtg_202_3d_a_split_spell_is_the_halves_cast(
    faces: tuple[int, ...], cost: str, value: int, colors: set[ManaType]
) -> None:
    spell = Spell.of(BREAKING_ENTERING, faces=faces)
    assert str(spell.cost) == cost
    assert (spell.mana_value, spell.colors) == (value, frozenset(colors))
    assert Spell.of(FIRE_ICE, faces=(1,)).name == "Ice"


def test_mtg_202_3e_x_counts_with_its_announced_value() -> None:
    fireball = Spell.parse("{X}{R}")
    assert (fireball.mana_value, fireball.mana_value_with(5)) == (1, 6)
    ballista = Spell.of(BALLISTA)
    assert (ballista.mana_value, ballista.mana_value_with(2)) == (0, 4)


def test_a_modal_double_faced_card_is_the_face_cast() -> None:
    tibalt = Spell.of(VALKI, faces=(1,))
    assert (str(tibalt.cost), tibalt.mana_value) == ("{5}{B}{R}", 7)
    assert judged(tibalt, "only: planeswalker spells") is Ruling.YES
    assert judged(Spell.of(VALKI), "only: planeswalker spells") is Ruling.NO


def test_an_adventure_is_cast_as_itself() -> None:
    stomp = Spell.of(GIANT, faces=(1,))
    assert (str(stomp.cost), stomp.mana_value) == ("{1}{R}", 2)
    assert judged(stomp, "only: creature spells") is Ruling.NO
    assert judged(Spell.of(GIANT), "only: creature spells") is Ruling.YES


def test_mtg_kw_26_a_prototype_has_its_second_cost_color_and_mana_value() -> None:
    spell = Spell.of(THRESHER, faces=(1,))
    assert (str(spell.cost), spell.mana_value, spell.colors) == ("{2}{W}", 3, frozenset({W}))
    assert (Spell.of(THRESHER).mana_value, Spell.of(THRESHER).colors) == (7, frozenset())


def test_mtg_kw_19_a_face_down_spell_is_a_colorless_creature_of_mana_value_zero() -> None:
    spell = Spell.of(ANGEL, face_down=True)
    assert (str(spell.cost), spell.mana_value, spell.colors) == ("{3}", 0, frozenset())
    assert spell.context.types == frozenset({"creature"})
    assert judged(spell, "only: creature spells") is Ruling.YES
    assert judged(spell, "only: Angel spells") is Ruling.NO
    assert judged(spell, "only: spells named Exalted Angel") is Ruling.NO
    assert judged(spell, "only: face-down spells") is Ruling.YES
    assert spell.context == Spell.parse("{3}", face_down=True).context


def test_mtg_kw_19_turning_face_up_is_no_spell() -> None:
    turning = Spell.parse(
        "{2}{W}{W}",
        kind="special_action",
        types="Creature — Angel",
        keywords=("morph", "turn face up"),
    )
    assert judged(turning, "only: creature spells") is Ruling.NO
    assert judged(turning, "only: turning creature permanents face up") is Ruling.YES


def test_a_room_is_the_door_cast() -> None:
    spell = Spell.of(ROOM, faces=(1,))
    assert (spell.name, spell.mana_value) == ("Locker Room", 5)


@pytest.mark.parametrize(("card", "faces"), [(VALKI, (0, 1)), (VALKI, (2,)), (ANGEL, (-1,))])
def test_faces_that_cannot_be_cast(card: Card, faces: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="faces that a card of layout"):
        Spell.of(card, faces=faces)


# --- costs that do not count (202.4, 118.8, 118.9) -----------------------------------------------

FOUR = "only: spells with mana value 4 or greater"
FIVE_OR_X = "only: spells with mana value 5 or greater or {X} in the cost"


def test_mtg_118_8_additional_costs_change_neither_mana_value_nor_colors() -> None:
    kicked = Spell.parse(
        "{1}{G}", keywords="kicked", additional=ActivationCost.parse("{X}{4}{R}, pay 2 life")
    )
    assert (kicked.mana_value_with(3), kicked.colors) == (2, frozenset({G}))
    assert judged(kicked, FOUR, x=3) is Ruling.NO
    assert judged(kicked, "only: kicked spells") is Ruling.YES


def test_mtg_res_35_and_36_x_in_the_cost_that_is_paid_or_in_the_mana_cost() -> None:
    kicker = Spell.parse("{1}{G}", additional=ActivationCost.parse("{X}"))
    assert judged(kicker, "only: costs that contain {X}") is Ruling.YES
    assert judged(kicker, FIVE_OR_X, x=9) is Ruling.NO
    assert judged(Spell.parse("{X}{G}"), FIVE_OR_X) is Ruling.YES
    ward = Spell.parse("{X}", kind="resolution")
    assert judged(ward, "only: costs that contain {X}") is Ruling.YES


def test_mtg_118_9_an_alternative_cost_changes_neither_mana_value_nor_colors() -> None:
    spell = Spell.parse("{5}{U}{U}", alternative="{2}{B}", types="Creature — Horror")
    assert str(spell.cost) == "{2}{B}"
    assert (spell.mana_value, spell.colors) == (7, frozenset({U}))


def test_mtg_sym_05_x_of_an_alternative_cost_counts_for_the_mana_cost() -> None:
    devils_play = Spell.parse("{X}{R}", alternative="{X}{R}{R}{R}", zone="graveyard")
    assert devils_play.mana_value_with(3) == 4
    free = Spell.parse("{X}{R}", alternative="{0}")
    assert judged(free, FOUR) is Ruling.NO
    assert judged(free, "only: costs that contain {X}") is Ruling.NO


def test_mtg_118_7_changes_of_the_total_do_not_count() -> None:
    tax = Modifier(Change.INCREASE, ManaCost.parse("{9}"))
    assert Spell.parse("{1}{G}", modifiers=(tax,)).mana_value == 2


def test_an_ability_has_neither_the_mana_value_nor_the_colors_of_its_cost() -> None:
    equip = Spell.parse("{4}{W}", kind="ability", types="Artifact — Equipment", keywords="equip")
    assert (equip.mana_value_with(3), equip.colors) == (0, frozenset())
    assert judged(equip, "only: equip abilities") is Ruling.YES
    assert judged(equip, "only: Equipment spells") is Ruling.NO
    assert Spell.parse("{2}", kind=PaymentKind.ABILITY, colors="WU").colors == {W, U}


# --- making spells -------------------------------------------------------------------------------


def test_a_context_is_completed_from_the_cost() -> None:
    cost = ManaCost.parse("{2}{G}{G}")
    stated = Context(types=frozenset({"creature"}), zone="exile", keywords=frozenset({"flash"}))
    spell = Spell(cost, "Bear", stated)
    assert spell.context == replace(
        stated,
        colors=frozenset({G}),
        mana_value=4,
        symbols=frozenset({"2", "G"}),
        name="Bear",
    )
    assert replace(spell, payers=frozenset({Payer.CONVOKE})).context == spell.context
    own = replace(spell.context, mana_value=9)
    assert Spell(cost, "Bear", own).mana_value == 9


def test_completing_keeps_the_kind_of_payment() -> None:
    ability = Spell(ManaCost.parse("{1}"), context=Context(kind=PaymentKind.ABILITY))
    assert ability.context.kind is PaymentKind.ABILITY
    assert ability.context.symbols == frozenset({"1"})


def test_types_are_a_type_line_or_words() -> None:
    line = Spell.parse("{G}", types="Legendary Creature — Time Lord Doctor")
    words = Spell.parse("{G}", types=["legendary", "creature", "Time Lord", "doctor"])
    assert line == words
    assert judged(line, "only: legendary spells") is Ruling.YES
    assert judged(line, "only: Time Lord spells") is Ruling.YES
    assert Spell.parse("{G}", types="Land Urza's Power-Plant").context.types == frozenset(
        {"land", "urza's", "power-plant"}
    )


def test_other_fields_may_be_given() -> None:
    spell = Spell.parse(
        "{3}{B}", chosen=frozenset({"rat"}), types="Creature Rat", payers=frozenset({Payer.DELVE})
    )
    assert spell.payers == frozenset({Payer.DELVE})
    assert judged(spell, "only: creature spells of the chosen type") is Ruling.YES
    commander = Spell.of(ANGEL, zone=CardZone.COMMAND, is_commander=True, no_life=True)
    assert commander.no_life
    assert judged(commander, "only: your commander") is Ruling.YES


def test_bad_input_is_named() -> None:
    with pytest.raises(CostSyntaxError):
        Spell.parse("{Q}")
    with pytest.raises(CostSyntaxError):
        Spell.parse("{1}", alternative="")
    with pytest.raises(InputError, match="one of spell, ability"):
        Spell.parse("{1}", kind="land")
    with pytest.raises(InputError, match="'Z'"):
        Spell.parse("{1}", colors="WZ")
    with pytest.raises(TypeError, match="colour"):
        Spell.parse("{1}", colour="W")


# --- paying --------------------------------------------------------------------------------------


def pool(text: str, restriction: str) -> Board:
    return Board.parse(f"pool: {text} ({restriction})")


def announced_x(problem: Problem) -> int | None:
    payment = solve(problem).payment
    assert isinstance(payment, Payment)
    return payment.announcement.x


def test_a_cost_text_is_enough_to_judge_mana_value_and_colors() -> None:
    assert can_pay("{2}{R}{R}", pool("{R}{R}{R}{R}", FOUR))
    assert not can_pay("{2}{R}", pool("{R}{R}{R}{R}", FOUR))
    assert can_pay("{R/G}", pool("{R}", "only: multicolored spells"))
    assert not can_pay("{R}", pool("{R}", "only: multicolored spells"))


@pytest.mark.parametrize(("x", "status"), [(1, Status.UNPAYABLE), (2, Status.OPTIMAL)])
def test_mtg_res_36_the_announced_x_counts(x: int, status: Status) -> None:
    board = pool("{G}" * 5, FOUR)
    minimum = Modifier(Change.MINIMUM, ManaCost())
    spells = made_in_every_way("{X}{1}{G}")
    for spell in (*spells, replace(spells[0], modifiers=(minimum,))):
        assert solve(Problem(board, spell, x=x)).status is status


def test_mtg_res_36_an_x_that_is_only_in_the_kicker_does_not_count() -> None:
    spell = Spell.parse("{1}{G}", additional=ActivationCost.parse("{X}"))
    assert solve(Problem(pool("{G}" * 9, FOUR), spell, x=5)).status is Status.UNPAYABLE
    assert solve(Problem(Board.parse("pool: {G}{G}{G}"), spell, x=1)).status is Status.OPTIMAL


def test_mtg_res_36_each_of_several_totals_is_judged_with_its_own_x() -> None:
    offers = tuple(
        Announcement(ManaCost.parse(total), x=x) for total, x in (("{2/G}{G}", 0), ("{3}{G}", 3))
    )
    spell = Spell.parse("{X}{2/G}", totals=offers)
    board = pool("{G}{G}{G}{G}", "only: spells with mana value 5 or greater")
    assert announced_x(Problem(board, spell)) == 3
    assert solve(Problem(board, spell, x=0)).status is Status.UNPAYABLE
    free = replace(board, pool=board.pool + Board.parse("pool: {G}{G}").pool)
    assert announced_x(Problem(free, spell)) == 0


def test_mtg_res_36_the_generic_half_is_judged_with_the_same_x() -> None:
    offers = Announcement(ManaCost.parse("{1}"), x=0), Announcement(ManaCost.parse("3(2/W)"), x=3)
    spell = Spell.parse("{X}{2/W}", totals=offers)
    restriction = "only: spells with mana value 5 or greater"
    assert announced_x(Problem(pool("{G}{G}{G}{G}{G}", restriction), spell)) == 3
    four = Problem(pool("{G}{G}{G}{G}", restriction), spell)
    assert solve(four).status is Status.UNPAYABLE


@pytest.mark.parametrize(
    ("x", "rule"), [(1, "MTG-106.6"), (2, "")], ids=["mana value 3", "mana value 4"]
)
def test_mtg_res_36_the_replay_counts_the_announced_x(x: int, rule: str) -> None:
    board = pool("{G}" * (x + 2), FOUR)
    spends = [spend("{X}", i) for i in range(x)] + [spend("{1}", x), spend("{G}", x + 1)]
    total = Announcement(ManaCost.parse("{X}{1}{G}"), x=x)
    problem = Problem(board, Spell.parse("{X}{1}{G}"), x=x)
    paid = payment(board, total, *spends)
    if rule:
        with pytest.raises(InvalidPaymentError, match=rule):
            verify_payment(problem, paid)
    else:
        assert verify_payment(problem, paid).leftover == ()


def test_mtg_res_36_the_replay_does_not_count_a_kicker() -> None:
    board = pool("{G}{G}{G}{G}", FOUR)
    spell = Spell.parse("{1}{G}", additional=ActivationCost.parse("{X}"))
    total = Announcement(ManaCost.parse("{X}{1}{G}"), x=2)
    paid = payment(board, total, spend("{X}", 0), spend("{X}", 1), spend("{1}", 2), spend("{G}", 3))
    with pytest.raises(InvalidPaymentError, match=r"MTG-106\.6"):
        verify_payment(Problem(board, spell, x=2), paid)


# --- verdicts for mana abilities -----------------------------------------------------------------

ODD = "only: words that only the caller understands"


@pytest.mark.parametrize(
    ("ruling", "signet", "cairns"),
    [
        ("yes", Status.OPTIMAL, Status.OPTIMAL),
        ("not generic", Status.UNPAYABLE, Status.OPTIMAL),
        ("no", Status.UNPAYABLE, Status.UNPAYABLE),
    ],
)
def test_mtg_res_47_a_verdict_for_mana_abilities_may_be_not_generic(
    ruling: str, signet: Status, cairns: Status
) -> None:
    verdict = f"pool: {{R}} ({ODD}); ruling: {ODD} = {ruling}"
    spell = Spell.parse("{B}", rulings=((ODD, Ruling.NO),))
    rock = Board.parse(f"Signet [{{1}}, {{T}}: Add {{B}}{{R}}]; {verdict}")
    filter_land = Board.parse(f"Cairns [{{B/R}}, {{T}}: Add {{B}}{{B}}]; {verdict}")
    assert solve(Problem(rock, spell)).status is signet
    assert solve(Problem(filter_land, spell)).status is cairns


def test_mtg_res_47_the_replay_knows_verdicts_for_mana_abilities() -> None:
    board = Board.parse(
        f"Signet [{{1}}, {{T}}: Add {{B}}{{R}}]; pool: {{R}} ({ODD}); ruling: {ODD} = not generic"
    )
    paid = payment(board, "{B}", act("Signet", "{B}{R}", spend("{1}", 0)), spend("{B}", 1))
    with pytest.raises(InvalidPaymentError, match="MTG-RES-47"):
        verify_payment(Problem(board, Spell.parse("{B}")), paid)
    allowed = replace(board, rulings=((ODD, Ruling.YES),))
    assert verify_payment(Problem(allowed, Spell.parse("{B}")), paid).used == {"Signet"}
