"""MTG-PRO-23: what arrives from a hand enters as its text says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models import Board
from autotap.models.errors import InputError, InvalidPaymentError
from autotap.models.mtg.oracle.entering import Control
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
        ("Steam Vents", ""),
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


def test_a_spell_does_not_promise_what_it_may_take_away() -> None:
    """The Plains could be what is given up, so the land that a spell makes enters tapped."""
    hand = {"Growth": "{1} makes Glacial Fortress", "Imp": "{W}"}
    turn = planned(hand, "Plains")
    assert turn.value == 1
    assert turn.warnings


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("Steam Vents", "land", "you may pay 2 life. If you don't, it enters tapped."),
        ("Azorius Chancery", "land", "return a land you control"),
        ("Lotus Field", "land", "sacrifice two lands"),
        ("Lotus Vale", "land", "sacrifice two untapped lands instead"),
        ("Thriving Isle", "land", "a color other than blue"),
        ("Score", "{3} makes Steam Vents", "you may pay 2 life"),
    ],
)
def test_what_is_not_planned_is_said(name: str, text: str, says: str) -> None:
    (warning,) = plan_turn({name: text}, "").warnings
    assert says in warning


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
