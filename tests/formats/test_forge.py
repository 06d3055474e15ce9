"""Forge's puzzles and game states: every state that matters, and what is noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autotap.models.errors import BoardSyntaxError
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.formats.forge import read_forge_state
from autotap.models.mtg.formats.forge_tokens import described_token
from autotap.models.mtg.formats.position import board_of
from autotap.models.mtg.mana import Retention
from autotap.models.mtg.source import Zone
from autotap.models.mtg.symbols import ManaType
from autotap.solver import pay
from tests.cards.data import write_scryfall

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.models.mtg.board import Board

OLD = """\
[metadata]
Name:A puzzle
Goal:Win
[state]
ActivePlayer=Human
ActivePhase=Main1
HumanLife=7
AILife=9
humanhand=Cryptic Command|Set:LRW; Simian Spirit Guide
humangraveyard=Storm Crow;Storm Crow
humanlibrary=Island
humanbattlefield=Island|Set:ORI; Island|Tapped; Wild Growth|AttachedTo:5; Forest|Id:5; \
Llanowar Elves|SummonSick|Counters:P1P1=2,M1M1=1; Caged Sun|ChosenColor:Blue; Map|Transformed; \
t:c_a_treasure_sac; Storm Crow|Attacking; Mind Stone|FaceDown:Manifested
humanmanapool=U U
humanpersistentmana=G
humancounters=POISON=1,ENERGY=3
humanprecast=Shock
AIPlay=Swamp;Pacifism|Attaching:99
"""


@pytest.fixture
def cards(tmp_path: Path) -> Cards:
    return Cards.from_scryfall(write_scryfall(tmp_path), folder=tmp_path)


def board_in(text: str, cards: Cards | None = None, player: int = 0) -> Board:
    return board_of(read_forge_state(text, player=player), cards or Cards())


def test_every_state_that_matters(cards: Cards) -> None:
    board = board_in(OLD, cards)
    ids = [source.id for source in board.sources]
    assert ids == [
        *("Island 1", "Island 2", "Wild Growth", "Forest", "Llanowar Elves", "Caged Sun", "Cove"),
        *("Treasure", "Storm Crow", "Face-down creature", "Simian Spirit Guide"),
    ]
    assert board.source("Island 2").tapped
    assert board.source("Wild Growth").attached_to == "Forest"
    elves = board.source("Llanowar Elves")
    assert (elves.summoning_sick, elves.power) == (True, 2)
    assert elves.counters == (("+1/+1", 2), ("-1/-1", 1))
    assert board.source("Caged Sun").chosen is ManaType.U
    assert str(board.source("Cove").abilities[0]) == "{T}: Add {U}"
    assert board.source("Storm Crow").tapped
    assert board.source("Face-down creature").types == {"creature"}
    assert board.source("Simian Spirit Guide").zone is Zone.HAND
    assert (board.life, board.energy, board.opponents[0].life) == (7, 3, 9)
    assert [mana.type for mana in board.pool] == ["U", "U", "G"]
    assert board.pool[2].tags.retention is Retention.ALWAYS
    assert [(card.mana_value, "blue" in card.types) for card in board.hand] == [(4, True)]
    assert "red" in board.source("Simian Spirit Guide").types
    assert [card.name for card in board.graveyard] == ["Storm Crow", "Storm Crow"]
    assert set(board.notes) == {
        "humanprecast: what is cast before is left out: Shock",
        "Storm Crow: it attacks and is taken as tapped",
    }


def test_new_keys_and_other_players(cards: Cards) -> None:
    text = "turn=3\np0life=20\np1life=5\np1battlefield=Island\np2battlefield=Swamp\np0hand=\n"
    board = board_in(text, cards, player=1)
    assert (board.life, [source.name for source in board.sources]) == (5, ["Island"])
    assert [other.life for other in board.opponents] == [20, 20]
    with pytest.raises(BoardSyntaxError, match="something of player 3"):
        read_forge_state(text, player=3)


def test_what_is_not_known_is_noted(cards: Cards) -> None:
    text = (
        "humanlife=1\nhumancolour=blue\nweather=rain\njust words\n# a comment\n"
        "humanbattlefield=Island|Glowing:3;Strange Thing;Gadget (token)|ChosenColor:Blue,Red\n"
        "humanhand=Strange Card\n"
    )
    board = board_in(text, cards)
    assert set(board.notes) == {
        "the key 'humancolour' is not known and left out",
        "the key 'weather' is not known and left out",
        "the line 'just words' is not understood and left out",
        "Island: the state 'glowing' is not known and left out",
        "Gadget (token): the chosen color 'Blue,Red' is left out",
        "Gadget (token): taken as a creature without mana abilities",
        "Strange Card: the name is not known",
    }
    assert board.source("Strange Thing").unread == ("the name is not known",)
    warnings = pay("{U}", board).warnings
    assert any("Strange Thing is not understood" in warning for warning in warnings)
    assert any("weather" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("humanlife=many", "a number"),
        ("humanlife=99999999999", "a number"),
        ("humanmanapool=U Z", "letters of WUBRGC"),
        ("humanbattlefield=Island|Counters:CHARGE=x", "a number"),
        ("humancounters=POISON", "a number"),
    ],
)
def test_bad_values_name_the_place(line: str, expected: str) -> None:
    text = f"ailife=20\n{line}\n"
    with pytest.raises(BoardSyntaxError) as caught:
        read_forge_state(text)
    assert caught.value.expected.startswith(expected)
    assert caught.value.position is not None
    assert caught.value.position > len("ailife=20")


def test_summoning_sickness_may_be_taken_from_all() -> None:
    text = "removesummoningsickness=true\nhumanbattlefield=Llanowar Elves|SummonSick"
    assert not board_in(text).sources[0].summoning_sick


def test_tokens() -> None:
    text = "Eldrazi Spawn,P:0,T:1,Cost:no cost,Color:,Types:Creature-Eldrazi-Spawn,Keywords:"
    assert described_token(text).abilities
    soldier = described_token("w_1_1_soldier_vigilance")
    assert (soldier.name, soldier.power) == ("Soldier", 1)
    assert soldier.colors == {ManaType.W}
    assert soldier.unread == ()
    assert described_token("c_a_gizmo").unread == ("its abilities",)
    assert described_token("What?").unread == ("what kind of token it is",)
    assert "haste" in described_token("r_1_1_goblin_haste").types


def test_merged_permanents_have_all_abilities(cards: Cards) -> None:
    """702.140e."""
    board = board_in("humanbattlefield=Storm Crow|MergedCards:Mind Stone,Island", cards)
    assert [str(a) for a in board.sources[0].abilities] == ["{T}: Add {C}", "{T}: Add {U}"]


def test_a_commander_defines_colors(cards: Cards) -> None:
    text = "humancommand=Cryptic Command|IsCommander\nhumanbattlefield=Command Tower"
    assert board_in(text, cards).commander == {ManaType.U}
    assert board_in("humanlife=3\nhumancommand=Nobody|IsCommander").notes
