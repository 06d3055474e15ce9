"""MTG-PRO-23: what arrives from a hand enters as its text says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from autotap.models import Board
from autotap.models.errors import InputError, InvalidPaymentError, UnsupportedCostError
from autotap.models.mtg.oracle.entering import Control
from autotap.models.mtg.spell import Spell
from autotap.models.result import Status
from autotap.models.turn import Turn, TurnCard
from autotap.solver import plan_turn
from autotap.solver.verify.turn import verify_turn


def planned(hand: dict[str, str], board: str, land_drops: int = 1) -> Turn:
    """A turn, replayed with the cards as they were given."""
    turn = plan_turn(hand, board, land_drops=land_drops)
    given = [TurnCard.parse(name, text) for name, text in hand.items()]
    verify_turn(turn, given, Board.parse(board), land_drops=land_drops)
    return turn


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("Azorius Chancery", ""),
        ("Indatha Triome", ""),
        ("Arcane Sanctum", ""),
        ("Vivid Creek", ""),
        ("Lotus Field", ""),
        ("Murmuring Bosk", ""),
        ("Starting Town", ""),
        ("Sky Diamond", "2 Forest"),
        ("Worn Powerstone", "3 Forest"),
        ("Coldsteel Heart", "2 Forest"),
        ("Lotus Vale", "2 Forest (tapped)"),
    ],
)
def test_what_enters_tapped_pays_for_nothing(name: str, board: str) -> None:
    hand = {name: "" if board and "tapped" not in board else "land", "Imp": "{1}"}
    turn = planned(hand, board)
    assert turn.cards != (name, "Imp")
    (source,) = TurnCard.parse(name, hand[name]).arrives
    assert source.tapped


@pytest.mark.parametrize("name", ["Tundra", "Sol Ring", "Adarkar Wastes", "Gemstone Mine"])
def test_what_enters_untapped_pays_at_once(name: str) -> None:
    board = "Wastes" if name == "Sol Ring" else ""
    hand = {name: "" if board else "land", "Imp": "{1}"}
    assert planned(hand, board).cards == (name, "Imp")


@pytest.mark.parametrize(
    ("name", "board", "untapped"),
    [
        ("Glacial Fortress", "Island", True),
        ("Glacial Fortress", "Tundra", True),
        ("Glacial Fortress", "Forest; Urborg, Tomb of Yawgmoth", False),
        ("Drowned Catacomb", "Forest; Urborg, Tomb of Yawgmoth", True),
        ("Glacial Fortress", "Steam Vents; Blood Moon", False),
        ("Glacial Fortress", "Island Fish (types: creature) []", False),
        ("Castle Garenbrig", "Forest", True),
        ("Castle Garenbrig", "Island", False),
        ("Seachrome Coast", "", True),
        ("Seachrome Coast", "2 Forest; 3 Sol Ring", True),
        ("Seachrome Coast", "3 Forest", False),
    ],
)
def test_what_the_board_decides(name: str, board: str, *, untapped: bool) -> None:
    (source,) = TurnCard.parse(name, "land").arriving(Board.parse(board))
    assert source.tapped is not untapped


def test_a_land_of_the_hand_pays_if_the_board_lets_it() -> None:
    assert planned({"Glacial Fortress": "land", "Imp": "{U}{W}"}, "Island").value == 2
    assert planned({"Glacial Fortress": "land", "Imp": "{G}{W}"}, "Forest").steps == ()


@pytest.mark.parametrize(
    ("board", "cards"), [("Forest", ("Seachrome Coast", "Island", "Imp")), ("2 Forest", ())]
)
def test_the_order_of_lands_is_not_taken_for_granted(board: str, cards: tuple[str, ...]) -> None:
    """With room for one more land it may come second; without, the turn says what it leaves out."""
    mana = len(Board.parse(board).sources) + 2
    hand = {"Seachrome Coast": "land", "Island": "land", "Imp": f"{{{mana - 2}}}{{W}}{{U}}"}
    turn = planned(hand, board, land_drops=2)
    assert turn.cards == cards
    assert bool(turn.warnings) is not bool(cards)
    assert (turn.status is Status.OPTIMAL, turn.bound) == (bool(cards), turn.value or None)


def test_a_spell_does_not_promise_what_it_may_take_away() -> None:
    """The Plains could be what is given up, so the land that a spell makes enters tapped."""
    hand = {"Growth": "{1} makes Glacial Fortress", "Imp": "{W}"}
    turn = planned(hand, "Plains")
    assert turn.value == 1
    assert turn.warnings


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("Azorius Chancery", "land", "return a land you control"),
        ("Lotus Field", "land", "sacrifice two lands"),
        ("Thriving Isle", "land", "a color other than blue"),
        ("Score", "{3} makes Lotus Field", "sacrifice two lands"),
    ],
)
def test_what_is_not_planned_is_said(name: str, text: str, says: str) -> None:
    turn = plan_turn({name: text}, "")
    (warning,) = turn.warnings
    assert says in warning
    assert turn.status is Status.OPTIMAL


def test_a_land_of_which_something_is_not_planned_is_played_last() -> None:
    """By then the others are tapped, and one of them may be returned."""
    hand = {"Azorius Chancery": "land: 1", "Island": "land: 1", "Imp": "{1}{U}"}
    turn = planned(hand, "Island", land_drops=2)
    assert turn.cards == ("Island", "Imp", "Azorius Chancery")
    used = {"Azorius Chancery": "land: 1", "Altar": "{U}"}
    cards = [TurnCard.parse(name, text) for name, text in used.items()]
    altar = Spell.parse("{U}", additional="sacrifice 2 lands")
    turn = plan_turn([cards[0], replace(cards[1], spell=altar)], "Island")
    assert turn.cards == ("Azorius Chancery", "Altar")


def test_what_is_taken_to_enter_tapped_is_no_proof() -> None:
    turn = plan_turn({"Lotus Vale": "land", "Imp": "{B}"}, "2 Swamp")
    assert "sacrifice two untapped lands instead" in turn.warnings[0]
    assert turn.warnings[1:] == ("Lotus Vale is taken to enter tapped, which it need not.",)
    assert (turn.status, turn.bound) == (Status.FEASIBLE, None)


@pytest.mark.parametrize(
    ("hand", "board", "cards", "losses"),
    [
        ({"Steam Vents": "land", "Imp": "{U}{R}"}, "Island", ("Steam Vents", "Imp"), 2),
        ({"Steam Vents": "land", "Imp": "{U}{R}"}, "Island; Mountain", ("Imp",), 0),
        ({"Steam Vents": "land: 1", "Imp": "{U}"}, "Island", ("Steam Vents", "Imp"), 0),
        ({"Steam Vents": "land", "Imp": "{U}{R}"}, "Island; life: 3", ("Steam Vents", "Imp"), 10),
        ({"Steam Vents": "land", "Imp": "{U}{R}"}, "Island; life: 2", (), 0),
        ({"Steam Vents": "land: 9"}, "life: 1", ("Steam Vents",), 0),
        ({"Score": "{U} makes 2 Steam Vents", "Imp": "{R}"}, "Island", ("Score", "Imp"), 2),
        ({"Score": "{U} makes 2 Steam Vents", "Imp": "{1}{R}"}, "Island", ("Score", "Imp"), 4),
        ({"Steam Vents": "land", "Watery Grave": "land", "Imp": "{U}{B}"}, "Island",
         ("Watery Grave", "Imp"), 2),
    ],
)  # fmt: skip
def test_life_is_paid_where_the_turn_is_worth_more_by_it(
    hand: dict[str, str], board: str, cards: tuple[str, ...], losses: int
) -> None:
    """MTG-PRO-23, MTG-119.4: only as much life as the cards need, and never the last."""
    turn = planned(hand, board)
    assert (turn.cards, turn.objective["losses"]) == (cards, losses)
    assert turn.status is Status.OPTIMAL
    assert turn.warnings == ()


def test_the_text_of_a_turn_says_what_life_is_paid_for() -> None:
    text = str(plan_turn({"Score": "{U} makes 2 Steam Vents", "Imp": "{R}"}, "Island"))
    assert "pay 2 life: Steam Vents 1 arrives untapped" in text
    assert "pay no life: Steam Vents 2 arrives tapped" in text


@pytest.mark.parametrize(
    ("paid_for", "board", "rule"),
    [
        (("Steam Vents",), "Island; life: 1", "MTG-119.4"),
        (("Island",), "Island", "MOD-6"),
        ((), "Island", "MTG-118.3"),
    ],
)
def test_life_that_is_not_there_or_not_asked_for_is_refused(
    paid_for: tuple[str, ...], board: str, rule: str
) -> None:
    """What must fail: life that cannot be paid, or is paid for nothing, or a land untapped free."""
    hand = {"Steam Vents": "land", "Imp": "{U}{R}"}
    turn = plan_turn(hand, "Island")
    first, second = turn.steps
    steps = (replace(first, paid_for=paid_for, board=None), replace(second, board=None))
    cards = [TurnCard.parse(name, text) for name, text in hand.items()]
    with pytest.raises(InvalidPaymentError, match=re.escape(rule)):
        verify_turn(replace(turn, steps=steps), cards, Board.parse(board))


def test_a_cost_that_asks_for_what_is_tapped_is_refused_beside_life_to_be_paid() -> None:
    spell = Spell.parse("{U}", additional="return a tapped land")
    hand = [TurnCard.parse("Steam Vents", "land"), TurnCard("Imp", spell)]
    with pytest.raises(UnsupportedCostError, match="Steam Vents"):
        plan_turn(hand, "Island")


@pytest.mark.parametrize(
    "text", ["land makes Steam Vents [{T}: Add {U}]", "land makes Tundra", "land makes Wastes"]
)
def test_what_is_written_beside_the_name_counts(text: str) -> None:
    card = TurnCard.parse("Steam Vents", text)
    assert not card.arrives[0].tapped
    assert card.notes == ()


def test_what_a_text_makes_enters_as_it_does_itself() -> None:
    (diamond,) = TurnCard.parse("Growth", "{2} makes Sky Diamond").arrives
    (heart,) = TurnCard.parse("Growth", "{2} makes Coldsteel Heart (chosen: U)").arrives
    assert diamond.tapped
    assert heart.tapped
    assert TurnCard.parse("Growth", "{2} makes Coldsteel Heart (chosen: U)").notes == ()


def test_a_board_names_what_is_there_already() -> None:
    assert plan_turn({"Imp": "{W}{U}"}, "Azorius Chancery").value == 2


def test_a_land_that_would_enter_tapped_is_refused_untapped() -> None:
    """What must fail: a turn for which the land is taken to enter untapped."""
    hand = [TurnCard.parse("Azorius Chancery", "land"), TurnCard.parse("Imp", "{W}{U}")]
    bold = [replace(hand[0], arrives=(replace(hand[0].arrives[0], tapped=False),)), hand[1]]
    turn = plan_turn(bold, "")
    assert turn.value == 2
    verify_turn(turn, bold, Board())
    with pytest.raises(InvalidPaymentError):
        verify_turn(turn, hand, Board())


def test_conditions_are_for_what_arrives() -> None:
    card = TurnCard.parse("Glacial Fortress", "land")
    with pytest.raises(InputError):
        replace(card, unless=(None, Control("island", 1)))
