"""Turns: what is played, in what order, and paid how; held against an exhaustive search."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from autotap.models import Board, ManaZone, Spell, Status
from autotap.models.duel_masters import DuelMastersCost, DuelMastersSpell
from autotap.models.errors import (
    AutotapError,
    InputError,
    InvalidPaymentError,
    LimitError,
    UnsupportedCostError,
)
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import kicker
from autotap.models.turn import TURN_TERMS, TurnCard
from autotap.solver import can_pay, plan_turn
from autotap.solver.verify.turn import verify_turn
from tests.turns.check import board_of, compared, hand_of
from tests.turns.generate import turn as random_turn
from tests.turns.reference import TurnReference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.turn import Turn

RITUAL = "{B} adds {B}{B}{B}"


def played(hand: Mapping[str, object], board: str, **options: object) -> Turn:
    """A turn that is proven to be best, replayed."""
    turn = plan_turn(hand, board, **options)  # type: ignore[arg-type]
    assert turn.status is Status.OPTIMAL
    assert tuple(turn.objective) == TURN_TERMS
    drops = options.get("land_drops", 1)
    verify_turn(turn, turn.hand, Board.parse(board), land_drops=drops)  # type: ignore[arg-type]
    return turn


# --- against the reference -----------------------------------------------------------------------


@pytest.mark.parametrize("block", range(10))
def test_random_turns_are_the_best_of_all(block: int) -> None:
    went = Counter(compared(random_turn(Random(f"suite {block} {i}"))) for i in range(30))
    assert went["played"] >= 15, went


def test_the_reference_notices_a_worse_turn() -> None:
    """A turn without the ritual is legal, but not what the reference calls best."""
    case = {
        "game": "mtg",
        "board": [
            {"name": "Swamp", "count": 1, "types": ["land"], "abilities": ["{T}: Add {B}"]},
        ],
        "cards": [
            {"name": "R", "cost": "{B}", "adds": ["{B}{B}{B}"], "value": 0, "count": 1,
             "types": ["instant"], "restrictions": {}},
            {"name": "S", "cost": "{2}{B}", "value": 3, "count": 1,
             "types": ["creature"], "restrictions": {}},
        ],
    }  # fmt: skip
    assert TurnReference(case).best()["value"] == 3
    hand, board = hand_of(case), board_of(case)
    assert plan_turn(hand[1:], board).value == 0
    assert plan_turn(hand, board).value == 3


# --- order ---------------------------------------------------------------------------------------


def test_a_ritual_pays_for_what_follows() -> None:
    turn = played({"Dark Ritual": RITUAL, "Vampire": "{2}{B}{B}"}, "Swamp; Forest")
    assert turn.cards == ("Dark Ritual", "Vampire")
    assert turn.steps[0].adds == parse_pool("{B}{B}{B}")


def test_rituals_do_not_pay_for_each_other() -> None:
    """Without order two rituals would be there for nothing (formulation: two Signets alone)."""
    hand = {"Pyretic": "{1}{R} adds {R}{R}{R}", "Song": "{2}{R} adds {R}{R}{R}{R}{R}"}
    assert played({**hand, "Dragon": "{4}{R}{R}"}, "Mountain").steps == ()
    turn = played({**hand, "Dragon": "{4}{R}"}, "2 Mountain")
    assert turn.cards == ("Pyretic", "Song", "Dragon")


def test_a_rock_is_cast_first_and_used_at_once() -> None:
    turn = played({"Sol Ring": "{1}", "Ogre": "{2}{R}"}, "2 Mountain")
    assert turn.cards == ("Sol Ring", "Ogre")
    tapped = [source.id for source in turn.board.sources if source.tapped]  # type: ignore[union-attr]
    assert sorted(tapped) == ["Mountain 1", "Mountain 2", "Sol Ring"]


def test_a_rock_does_not_pay_for_itself() -> None:
    assert played({"Sol Ring": "{1}"}, "Wastes (tapped)").steps == ()


def test_a_rock_that_arrives_tapped_pays_nothing() -> None:
    hand = {"Rock": "{2} makes Rock (tapped) [{T}: Add {C}{C}{C}]", "Golem": "{3}"}
    assert played(hand, "3 Wastes").cards == ("Golem",)


def test_a_creature_is_summoning_sick() -> None:
    """MTG-SYM-12."""
    hand: dict[str, object] = {
        "Llanowar Elves": TurnCard.parse("Llanowar Elves", "{G}", value=1),
        "Bear": TurnCard.parse("Bear", "{1}{G}", value=5),
    }
    assert played(hand, "2 Forest").cards == ("Bear",)
    assert played(hand, "3 Forest").value == 6


def test_treasures_pay_for_more() -> None:
    turn = played({"Score": "{3}{R} makes 2 Treasure", "Wurm": "{4}{G}"}, "7 Mountain")
    assert turn.cards == ("Score", "Wurm")
    assert turn.objective["losses"] == 6
    assert not any(source.name == "Treasure" for source in turn.board.sources)  # type: ignore[union-attr]


def test_copies_that_are_told_apart_arrive_each_for_itself() -> None:
    """What makes mana again and again and may be given up is a body of its own."""
    prism = TurnCard.parse("Prism", "{1} makes Prism (types: artifact) [{1}: Add {R}]", count=2)
    cost = ActivationCost.parse("sacrifice an artifact")
    burn = TurnCard("Burn", Spell.parse("{R}", name="Burn", additional=cost), 6)
    board = Board.parse("Forest; Signet (types: artifact) [{1}, {T}: Add {G}{U}]")
    turn = plan_turn([prism, burn], board)
    assert (turn.cards, turn.value) == (("Prism", "Burn"), 7)
    verify_turn(turn, [prism, burn], board)


# --- lands ---------------------------------------------------------------------------------------


def test_the_land_that_matters_is_played() -> None:
    turn = played({"Forest": "land", "Island": "land", "Bear": "{1}{G}"}, "Plains")
    assert turn.cards == ("Forest", "Bear")


@pytest.mark.parametrize(("drops", "value"), [(0, 0), (1, 2), (2, 3)])
def test_land_drops_are_counted(drops: int, value: int) -> None:
    card = TurnCard.parse("Forest", "land", value=1, count=3)
    bear = TurnCard.parse("Bear", "{1}{G}", value=1)
    turn = plan_turn([card, bear], "Forest", land_drops=drops)
    assert turn.value == value
    assert turn.cards.count("Forest") == drops


def test_a_land_that_is_worth_nothing_stays_in_hand() -> None:
    assert played({"Forest": "land", "Bear": "{1}{G}"}, "2 Forest").cards == ("Bear",)


# --- what a card costs and is worth --------------------------------------------------------------


def test_restrictions_are_judged_card_by_card() -> None:
    """MTG-106.6: mana for creature spells pays the Bear, not the Bolt."""
    board = "Grove [{T}: Add {R}{G} (only: creature spells)]; Mountain"
    bear = Spell.parse("{1}{G}", types="creature", name="Bear")
    bolt = Spell.parse("{R}", types="instant", name="Bolt")
    assert set(played({"Bear": bear, "Bolt": bolt}, board).cards) == {"Bear", "Bolt"}
    other = Spell.parse("{1}{G}", types="sorcery", name="Growth")
    assert played({"Growth": other, "Bolt": bolt}, board).cards == ("Bolt",)


def test_restricted_mana_of_a_ritual_floats_for_the_right_card() -> None:
    hand = {
        "Song": "{R} adds {R}{R}{R} (only: creature spells)",
        "Beast": Spell.parse("{2}{R}", types="creature"),
        "Blast": Spell.parse("{2}{R}{R}{R}", types="sorcery"),
    }
    assert played(hand, "Mountain").cards == ("Song", "Beast")


def test_x_is_as_large_as_pays() -> None:
    ball = TurnCard("Ball", Spell.parse("{X}{R}", name="Ball"), 1, value_per_x=2)
    turn = played({"Ball": ball, "Dark Ritual": RITUAL}, "Mountain; Swamp; Wastes")
    assert turn.cards == ("Dark Ritual", "Ball")
    assert turn.steps[-1].payment.announcement.x == 4  # type: ignore[union-attr]
    assert turn.value == 1 + 8 + 1


def test_a_kicker_has_a_value_of_its_own() -> None:
    spell = Spell.parse("{G}", name="Wolf", options=(kicker("{1}{G}", most=None),))
    wolf = TurnCard("Wolf", spell, 2, option_values=((spell.options[0].name, 3),))
    assert played({"Wolf": wolf}, "6 Forest").value == 8
    assert played({"Wolf": replace(wolf, option_values=())}, "6 Forest").value == 2


def test_life_and_sacrifices_come_after_value() -> None:
    board = "Swamp; Elf (types: creature) [{T}: Add {G}]; life: 4"
    cost = ActivationCost.parse("sacrifice a creature, pay 3 life")
    spell = Spell.parse("{B}{G}", name="Rite", additional=cost)
    turn = played({"Rite": TurnCard("Rite", spell, 3)}, board)
    assert turn.cards == ("Rite",)
    assert (turn.board.life, len(turn.board.sources)) == (1, 1)  # type: ignore[union-attr]
    dear = replace(spell, additional=ActivationCost.parse("pay 4 life"))
    assert played({"Rite": dear}, board).steps == ()


def test_life_pays_where_the_board_says_so() -> None:
    """MTG-AST-08: what can be announced for the same card is judged anew on every board."""
    hand = [TurnCard.parse("Bear", "{1}{B}")]
    usual = Board.parse("Island")
    other = replace(usual, life_for=frozenset({ManaType.B}))
    turns = [plan_turn(hand, board) for board in (usual, other, usual)]
    assert [turn.cards for turn in turns] == [(), ("Bear",), ()]
    assert turns[1].steps[0].payment.life_lost == 2  # type: ignore[union-attr]


def test_the_last_life_is_never_the_price() -> None:
    board = "Painful [{T}: Add {B} (1 damage to you)]; life: 1"
    assert can_pay("{B}", board)
    assert played({"Imp": "{B}"}, board).steps == ()


def test_of_equal_turns_the_one_that_loses_least() -> None:
    turn = played({"Imp": "{B}"}, "Painful [{T}: Add {B} (1 damage to you)]; Treasure; Swamp")
    assert [s.id for s in turn.board.sources if s.tapped] == ["Swamp"]  # type: ignore[union-attr]


def test_floating_mana_counts() -> None:
    turn = played({"Bear": "{1}{G}"}, "Forest; pool: {R}")
    assert turn.cards == ("Bear",)


def test_a_free_card_comes_before_the_mana() -> None:
    """MTG-601.2g: no mana ability is activated while a cost of {0} is paid."""
    hand: dict[str, object] = {
        "Lotus Petal": "{0}",
        "Ornithopter": TurnCard.parse("Ornithopter", "{0}", value=1),
        "Bear": "{1}{G}",
    }
    assert set(played(hand, "Wastes").cards) == {"Lotus Petal", "Ornithopter", "Bear"}


def test_effects_of_the_board_double_mana() -> None:
    turn = played({"Wurm": "{4}{G}", "Forest": "land"}, "2 Forest; Mana Reflection")
    assert turn.cards == ("Forest", "Wurm")


# --- limits, errors, time ------------------------------------------------------------------------


def test_a_time_limit_leaves_a_turn_and_a_bound() -> None:
    hand = {"Ritual": RITUAL, "Sol Ring": "{1}", "Bear": "{1}{G}", "Wurm": "{7}{G}"}
    turn = plan_turn(hand, "Forest; Swamp; Wastes", time_limit_s=0.0)
    assert turn.status is Status.FEASIBLE
    assert turn.steps
    assert turn.bound is None or turn.bound >= turn.value
    verify_turn(turn, turn.hand, Board.parse("Forest; Swamp; Wastes"))


def test_without_cp_sat_the_matcher_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    turn = plan_turn({"Bear": "{1}{G}", "Elk": "{2}{G}"}, "3 Forest")
    assert turn.value == 3
    verify_turn(turn, turn.hand, Board.parse("3 Forest"))


@pytest.mark.parametrize(
    ("card", "board"),
    [
        (TurnCard("Convoker", Spell.parse("{2}", payers=frozenset({Payer.CONVOKE}))), "Wastes"),
        (TurnCard("Evidence", Spell.parse("{2}", additional=ActivationCost.parse(
            "collect evidence 2"))), "Wastes"),
        (TurnCard.parse("Bear", "{1} makes Bear (types: creature) []"),
         "2 Wastes; Gaea's Cradle"),
        (TurnCard.parse("Bear", "{1}"), "Wastes; Cube [{3}, {T}: Add the unspent pool again]"),
        (TurnCard("Free", Spell.parse("{0}", additional=ActivationCost.parse(
            "sacrifice a land"))), "Wastes"),
    ],
)  # fmt: skip
def test_what_is_not_covered_says_so(card: TurnCard, board: str) -> None:
    with pytest.raises(UnsupportedCostError):
        plan_turn([card], board)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: TurnCard("", None), InputError),
        (lambda: TurnCard("A", None, -1), LimitError),
        (lambda: TurnCard("A", None, count=0), LimitError),
        (lambda: TurnCard("A", Spell.parse("{1}"), option_values=(("kicker", 1),)), InputError),
        (lambda: TurnCard.parse("A", ""), InputError),
        (lambda: TurnCard.parse("A", "land"), InputError),
        (lambda: TurnCard.parse("Forest", "land adds {G}"), InputError),
        (lambda: TurnCard.parse("A", "{1} makes Forest; life: 3"), InputError),
        (lambda: plan_turn([TurnCard.parse("A", "{1}")] * 2, "Wastes"), InputError),
        (lambda: plan_turn({"A": "{1}"}, "Wastes", land_drops=-1), LimitError),
        (lambda: plan_turn({"A": "{1}"}, ManaZone.parse("Fire")), InputError),
        (lambda: plan_turn({"A": DuelMastersSpell(DuelMastersCost.parse("fire(1)"))}, "Wastes"),
         InputError),
    ],
)  # fmt: skip
def test_bad_input_is_named(call: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()  # type: ignore[operator]


# --- verification --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda t: replace(t, steps=(*t.steps, t.steps[-1])), "MTG-601.2a"),
        (lambda t: replace(t, steps=t.steps[1:]), "MOD-6"),
        (lambda t: replace(t, steps=t.steps[:-1]), "MOD-6"),
        (lambda t: replace(t, objective={"value": 99}), "MOD-6"),
        (lambda t: _with_step(t, 1, adds=parse_pool("{B}{B}{B}{B}")), "MTG-106.3"),
        (lambda t: _with_step(t, 1, arrives=("Swamp 9",)), "MOD-6"),
        (lambda t: _with_step(t, 1, payment=None), "MTG-601.2a"),
        (lambda t: _with_step(t, 1, value=7), "MOD-6"),
        (lambda t: _with_step(t, 0, payment=t.steps[1].payment), "MTG-601.2a"),
    ],
)
def test_a_turn_that_was_tampered_with_is_refused(change: object, rule: str) -> None:
    board = Board.parse("Wastes")
    turn = plan_turn({"Swamp": "land", "Ritual": RITUAL, "Imp": "{2}{B}{B}"}, board)
    assert turn.cards == ("Swamp", "Ritual", "Imp")
    with pytest.raises(InvalidPaymentError) as caught:
        verify_turn(change(turn), turn.hand, board)  # type: ignore[operator]
    assert caught.value.rule == rule
    with pytest.raises(InvalidPaymentError, match="MOD-2"):
        verify_turn(turn, turn.hand, board, land_drops=0)


def _with_step(turn: Turn, number: int, **changes: object) -> Turn:
    steps = list(turn.steps)
    steps[number] = replace(steps[number], **changes)  # type: ignore[arg-type]
    return replace(turn, steps=tuple(steps))


# --- text ----------------------------------------------------------------------------------------


def test_a_turn_is_told_as_it_is_played() -> None:
    assert str(plan_turn({"Swamp": "land", "Ritual": RITUAL, "Imp": "{2}{B}"}, "")).split("\n") == [
        "1. play Swamp",
        "2. cast Ritual: pay {B}",
        "     tap Swamp for {B}",
        "     adds {B}{B}{B}",
        "3. cast Imp: pay {2}{B}",
        "     pay {2}{B} with {B}{B}{B} from the pool",
        "worth 4, proven best",
    ]
    assert str(plan_turn({"Imp": "{B}"}, "Wastes")) == "nothing to play: proven best"


# --- Duel Masters --------------------------------------------------------------------------------


def _zone_hand(**costs: str) -> dict[str, DuelMastersSpell]:
    return {n: DuelMastersSpell(DuelMastersCost.parse(c), n) for n, c in costs.items()}


def test_a_text_for_a_zone_is_a_cost() -> None:
    zone = ManaZone.parse("2 Fire; Nature")
    turn = plan_turn({"Tiger": "fire/nature(3)"}, zone)
    assert (turn.cards, turn.value) == (("Tiger",), 3)
    with pytest.raises(AutotapError, match="wood"):
        plan_turn({"Tiger": "wood(3)"}, zone)


def test_a_zone_pays_for_several_cards() -> None:
    """DM-2: the only water card must be kept for Aqua."""
    zone = ManaZone.parse("2 Fire; Water; Nature; Fire/Nature")
    hand = _zone_hand(Bronze="nature(3)", Aqua="water(2)", Bolshack="fire(6)")
    turn = plan_turn(hand, zone)
    assert (turn.cards, turn.value, turn.status) == (("Bronze", "Aqua"), 5, Status.OPTIMAL)
    verify_turn(turn, turn.hand, zone)


@pytest.mark.parametrize("seed", range(12))
def test_a_zone_turn_is_the_best_of_all_sets(seed: int) -> None:
    """Every order of every set is tried, each card paid in every way."""
    rng = Random(seed)
    cards = ("Fire", "Water", "Nature", "Fire/Nature", "Water (number 2)", "Fire (number 0)")
    zone = ManaZone.parse("; ".join(rng.choice(cards) for _ in range(5)))
    costs = ("fire(2)", "water(1)", "nature(3)", "fire/nature(3)", "water(3)", "fire(1)")
    hand = _zone_hand(**{f"C{i}": rng.choice(costs) for i in range(3)})
    turn = plan_turn(hand, zone)
    verify_turn(turn, turn.hand, zone)
    assert turn.value == _best_value(list(hand.values()), zone)


def _best_value(spells: list[DuelMastersSpell], zone: ManaZone) -> int:
    """Give every set of cards of the zone to the first spell, and go on with the rest."""
    if not spells:
        return 0
    spell, *rest = spells
    best = _best_value(rest, zone)
    for chosen in range(1, 1 << len(zone.cards)):
        mine = tuple(c for i, c in enumerate(zone.cards) if chosen >> i & 1)
        left = tuple(c for i, c in enumerate(zone.cards) if not chosen >> i & 1)
        if can_pay(spell, ManaZone(mine)):
            value = max(1, spell.base.points)
            best = max(best, value + _best_value(rest, ManaZone(left)))
    return best
