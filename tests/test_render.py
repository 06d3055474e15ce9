"""Results as text."""

from __future__ import annotations

import pytest

from autotap.models.duel_masters import DuelMastersSpell, ManaZone
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.mtg.ability import ActivationCost, Deed
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.ways import alternative
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.render import payment_text
from autotap.models.result import (
    Activation,
    Payment,
    Result,
    Shortfall,
    Spend,
    Status,
    Tap,
    ZonePayment,
)
from autotap.solver import solve


def told(
    board: str,
    cost: str,
    mana: str,
    activations: tuple[Activation, ...] = (),
    spends: tuple[Spend, ...] = (),
    announcement: Announcement | None = None,
    **fields: object,
) -> list[str]:
    """Give the lines that tell a payment."""
    spell = Spell(ManaCost.parse(cost), name="Bear")
    payment = Payment(
        announcement or Announcement(ManaCost.parse(cost)),
        parse_pool(mana),
        activations,
        spends,
        **fields,  # type: ignore[arg-type]
    )
    problem = Problem(Board.parse(board), spell)
    return payment_text(problem, Result(Status.OPTIMAL, payment)).splitlines()


def test_equal_taps_are_told_together() -> None:
    taps = (
        Activation("Plains 1", 0, (0,)),
        Activation("Plains 2", 0, (1,)),
        Activation("Island", 0, (2,)),
    )
    spends = (Spend("{1}", (0,)), Spend("{W}", (1,)), Spend("{U}", (2,)))
    lines = told("2 Plains; Island", "{1}{W}{U}", "{W}{W}{U}", taps, spends)
    assert lines == ["pay {1}{W}{U} for Bear", "  tap 2 Plains for {W}{W}", "  tap Island for {U}"]


def test_what_funds_an_ability_and_what_pays_what() -> None:
    signet = Activation("Azorius Signet", 0, (1, 2), (Spend("{1}", (0,)),))
    spends = (Spend("{1}", (1,)), Spend("{U}", (2,)))
    taps = (Activation("Island", 0, (0,)), signet)
    lines = told("Island; Azorius Signet", "{1}{U}", "{U}{W}{U}", taps, spends)
    assert lines[1:] == [
        "  tap Island for {U}",
        "  pay {1} with that {U} into Azorius Signet: {W}{U}",
        "  pay {1}{U} with {W}{U} from Azorius Signet",
    ]


def test_mana_made_before_the_last_step_is_named_by_its_source() -> None:
    signet = Activation("Azorius Signet", 0, (3, 4), (Spend("{1}", (1,)),))
    taps = (Activation("Island", 0, (1,)), Activation("Plains", 0, (2,)), signet)
    board = "Island; Plains; Azorius Signet; pool: {R}"
    spends = (Spend("{2}", (0, 2)), Spend("{W}", (3,)))
    lines = told(board, "{2}{W}", "{R}{U}{W}{W}{U}", taps, spends)
    assert lines[3:] == [
        "  pay {1} with {U} from Island into Azorius Signet: {W}{U}",
        "  pay {2} with {R}{W} from the pool and Plains",
        "  pay {W} with {W} from Azorius Signet",
        "  floating: {U}",
    ]


@pytest.mark.parametrize(
    ("board", "mana", "activation", "line"),
    [
        ("Treasure", "{G}", Activation("Treasure", 0, (0,)), "tap and sacrifice Treasure for {G}"),
        ("Simian Spirit Guide (hand)", "{R}", Activation("Simian Spirit Guide", 0, (0,)),
         "exile Simian Spirit Guide for {R}"),
        ("Gemstone Mine", "{G}", Activation("Gemstone Mine", 0, (0,)),
         "tap Gemstone Mine for {G} (removing a mining counter)"),
        ("Mana Confluence", "{G}", Activation("Mana Confluence", 0, (0,)),
         "tap Mana Confluence for {G} (paying 1 life)"),
        ("Shivan Reef", "{R}", Activation("Shivan Reef", 1, (0,)),
         "tap Shivan Reef for {R} (taking 1 damage)"),
        ("Ashnod's Altar; 2 Bear [] (types: creature)", "{C}{C}",
         Activation("Ashnod's Altar", 0, (0, 1), objects=((Deed.SACRIFICE, "Bear 1"),)),
         "use Ashnod's Altar for {C}{C} (sacrificing Bear)"),
        ("X [{Q}, {E}, {TK}{TK}, discard your hand: Add {G}]", "{G}", Activation("X", 0, (0,)),
         "untap X for {G} (paying {E}, paying {TK}{TK}, discarding your hand)"),
        ("X [exile 2 elf cards from your graveyard: Add {G}]", "{G}", Activation("X", 0, (0,)),
         "use X for {G} (exiling 2 elf cards from your graveyard)"),
        ("X [exile an elf card from your graveyard: Add {G}]", "{G}", Activation("X", 0, (0,)),
         "use X for {G} (exiling an elf card from your graveyard)"),
        ("X [{T}: Add nothing]", "", Activation("X", 0), "tap X for nothing"),
        ("Island (id: first); Island (tapped)", "{U}", Activation("first", 0, (0,)),
         "tap Island (first) for {U}"),
    ],
)  # fmt: skip
def test_how_an_ability_is_told(board: str, mana: str, activation: Activation, line: str) -> None:
    spends = tuple(Spend("{1}", (number,)) for number in activation.made)
    lines = told(board, f"{{{len(spends)}}}", mana, (activation,), spends)
    assert lines[1:] == [f"  {line}"]


def test_an_ability_used_again_is_told_with_the_number_of_times() -> None:
    uses = tuple(Activation("X", 0, (i,)) for i in range(3))
    spends = tuple(Spend("{1}", (i,)) for i in range(3))
    lines = told("X [pay 1 life: Add {G}]", "{3}", "{G}{G}{G}", uses, spends, life_lost=3)
    assert lines[1:] == ["  use X 3 times for {G}{G}{G} (paying 3 life)", "  life: 20 to 17"]


def test_payers_life_and_objects() -> None:
    spends = (
        Spend("{1}", payers=((Payer.DELVE, ""),)),
        Spend("{1}", payers=((Payer.DELVE, ""),)),
        Spend("{G}", payers=((Payer.CONVOKE, "Llanowar Elves 1"),)),
        Spend("{G}", payers=((Payer.CONVOKE, "Llanowar Elves 2"),)),
        Spend("{1}", payers=((Payer.IMPROVISE, "Sol Ring"),)),
        Spend("{U/P}", life=2),
    )
    objects = ((Deed.TAP, "Bear"), (Deed.SACRIFICE, "Llanowar Elves 1"), (Deed.DISCARD, ""))
    board = "2 Llanowar Elves; Sol Ring; life: 3"
    lines = told(board, "{3}{G}{G}{U/P}", "", (), spends, objects=objects, life_lost=2)
    assert lines[1:] == [
        "  convoke with 2 Llanowar Elves for {G}{G}",
        "  improvise with Sol Ring for {1}",
        "  delve 2 cards for {2}",
        "  pay 2 life for {U/P}",
        "  tap Bear",
        "  sacrifice Llanowar Elves",
        "  discard a card",
        "  life: 3 to 1",
    ]


def test_cards_exiled_as_evidence_are_named() -> None:
    """MTG-KW-24."""
    board = Board.parse(
        "Swamp; graveyard: 2 creature (mana value 2) (name: Old Bear); graveyard: 1 (mana value 1)"
    )
    spell = Spell.parse("{B}", additional=ActivationCost.parse("collect evidence 5"))
    shown = "  exile a card and 2 Old Bear from your graveyard (total mana value 5)"
    assert shown in str(solve(Problem(board, spell))).splitlines()


def test_a_lethal_payment_is_called_so() -> None:
    """MTG-119.4: life may be paid down to 0, and then the game is lost."""
    for life, line in ((2, "life: 2 to 0, which loses the game"), (3, "life: 3 to 1")):
        lines = told(f"life: {life}", "{U/P}", "", (), (Spend("{U/P}", life=2),), life_lost=2)
        assert lines[1:] == ["  pay 2 life for {U/P}", f"  {line}"]


def test_mana_spent_by_hand_is_no_longer_in_the_pool() -> None:
    board = Board.parse("Forest; pool: {R}")
    problem = Problem(board, Spell.parse("{3}{U}"), already_spent=parse_pool("{U}{U}"))
    assert str(solve(problem)).splitlines()[2:] == [
        "  pay {1}{U} with the {U}{U} already spent",
        "  pay {1} with {R} from the pool",
        "  pay {1} with {G} from Forest",
    ]


@pytest.mark.parametrize(
    ("cost", "x", "lines"),
    [
        (
            "{X}{1}{B}",
            3,
            [
                "  pay {B} and {2} of X with {B}{B}{B} from Swamp",
                "  pay {1} and {1} of X with {R}{R} from the pool",
            ],
        ),
        ("{X}{X}{B}", 2, ["  pay {B} and {2} of X with {B}{B}{B} from", "  pay {2} of X with {R}"]),
        ("{X}{R}{R}", 3, ["  pay {X} with {B}{B}{B} from Swamp", "  pay {R}{R} with {R}{R}"]),
        ("{X}{X}{R}{R}", 1, ["  pay {X}{X} with {B}{B} from Swamp", "  pay {R}{R} with {R}{R}"]),
    ],
)
def test_x_is_not_told_unit_by_unit(cost: str, x: int, lines: list[str]) -> None:
    """MTG-SYM-05."""
    problem = Problem(Board.parse("3 Swamp; pool: {R}{R}"), Spell.parse(cost), x=x)
    told = str(solve(problem)).splitlines()
    for line in lines:
        assert any(one.startswith(line) for one in told), told


def test_an_announcement_is_told_with_its_trace() -> None:
    announcement = Announcement(
        ManaCost.parse("{X}"), x=0, trace=("Helm: {X}{1} to {X} (MTG-118.7a)",)
    )
    lines = told("", "{X}{1}", "", announcement=announcement)
    assert lines == [
        "pay {X}{1} for Bear with X = 0 - the total is {X}",
        "  (Helm: {X}{1} to {X} (MTG-118.7a))",
    ]


def test_options_and_another_player_are_told() -> None:
    escape = alternative("escape", "{2}{B}, exile 3 land cards from your graveyard")
    spell = Spell.parse("{9}", options=(escape,), payers=frozenset({Payer.ASSIST}), assist=5)
    problem = Problem(Board.parse("2 Swamp; graveyard: 3 land"), spell)
    assert payment_text(problem, solve(problem)).splitlines() == [
        "pay {9} - the total is {2}{B}",
        "  (escape: {9} to {2}{B} (MTG-118.9))",
        "  (escape: exile 3 land cards from your graveyard (MTG-118.8))",
        "  tap 2 Swamp for {B}{B}",
        "  another player pays {1} (assist)",
        "  exile 3 land cards from your graveyard",
    ]


def test_no_payment() -> None:
    problem = Problem(Board(), Spell.parse("{W}"))
    short = Result(Status.UNPAYABLE, shortfall=Shortfall("mana", ("{W}",), (), "No {W}."))
    assert payment_text(problem, short) == "cannot be paid: No {W}."
    unknown = Result(Status.UNKNOWN, warnings=("unbounded mana",))
    assert payment_text(problem, unknown) == (
        "not decided within the time limit\nnote: unbounded mana"
    )


def test_a_duel_masters_payment() -> None:
    zone = ManaZone.parse("Fire; 2 Nature; Light (face-down); Water (number 2)")
    spell = DuelMastersSpell(DuelMastersCost.parse("fire/nature(6)"), "Dragon")
    taps = (
        Tap("Fire", "fire", 1),
        Tap("Nature#1", "nature", 1),
        Tap("Nature#2", "points", 1),
        Tap("Light", "points", 1),
        Tap("Water", "points", 2),
    )
    payment = ZonePayment(taps, total=5, points=6, x=1, trace=("Lupia: 6 to 5 (DM-22)",))
    result = Result(Status.FEASIBLE, payment)
    assert payment_text(DuelMastersProblem(zone, spell), result).splitlines() == [
        "pay fire/nature(6) for Dragon with X = 1 - the total is 5",
        "  (Lupia: 6 to 5 (DM-22))",
        "  tap Fire for fire",
        "  tap Nature for nature",
        "  tap Nature, Light (face-down), Water (2 points) for points",
        "  6 points for a total of 5",
        "not proven to be the best payment",
    ]


def test_dm_12_a_free_card() -> None:
    spell = DuelMastersSpell(DuelMastersCost.parse("fire(6)"), free=True)
    result = Result(Status.OPTIMAL, ZonePayment(free=True))
    text = payment_text(DuelMastersProblem(ManaZone(), spell), result)
    assert text == "pay fire(6)\n  nothing is paid"


def test_names_are_cleaned() -> None:
    board = Board.parse('"\\u001b[31mIsland\\u202e\\u0000" [{T}: Add {U}]')
    payment = Payment(
        Announcement(ManaCost.parse("{U}")),
        parse_pool("{U}"),
        (Activation(board.sources[0].id, 0, (0,)),),
        (Spend("{U}", (0,)),),
    )
    text = payment_text(Problem(board, Spell.parse("{U}")), Result(Status.OPTIMAL, payment))
    assert text == "pay {U}\n  tap [31mIsland for {U}"
