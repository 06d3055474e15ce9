"""The text form of a card in hand: what it says, and what is known of the card that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from autotap.models.errors import AmbiguousNameError, InputError
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.mana import mana_list_text
from autotap.models.turn import TurnCard
from autotap.models.turn_codec import hand_from_json
from autotap.solver import plan_turn
from autotap.solver.cli import app
from tests.cards.data import FIRE, MIRE, scryfall, write_scryfall

if TYPE_CHECKING:
    from pathlib import Path

DATA = (
    *(MIRE, FIRE),
    scryfall("Guild Gate", "", "Land — Gate", "This land enters tapped.\n{T}: Add {W} or {U}."),
    scryfall("Guild Hall", "", "Land", "{T}: Add {W} or {U}."),
    scryfall("Dark Ritual", "{B}", "Instant", "Add {B}{B}{B}."),
    scryfall("Battle Hymn", "{1}{R}", "Instant", "Add {R} for each creature you control."),
    scryfall("Old Rock", "{2}", "Artifact", "This artifact enters tapped.\n{T}: Add {C}{C}."),
    scryfall("Storm Crow", "{1}{U}", "Creature — Bird", "Flying", power="1", toughness="2"),
    scryfall("Big Find", "{3}", "Sorcery", "Draw two cards and create two Treasure tokens."),
    scryfall("Big Hope", "{1}", "Sorcery", "Create X Treasure tokens."),
    scryfall(
        "Roc",
        "{2}",
        "Creature",
        "When this creature enters, create a tapped Powerstone "
        "token.\nWhenever this creature attacks, create a Treasure token.",
        power="1",
    ),
    scryfall("Sol Rind", "{G}", "Sorcery", "You gain 1 life."),
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return write_scryfall(tmp_path, *DATA)


@pytest.fixture
def cards(path: Path) -> Cards:
    return Cards.load(path)


# --- what a card is worth ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "per_x"),
    [
        ("{2}{G}", 3, 0),
        ("{0}", 1, 0),
        ("{2}{G}: 7", 7, 0),
        ("{2}{G}:0", 0, 0),
        ("{X}{R}", 1, 1),
        ("{X}{X}", 1, 2),
        ("{X}{R}: 5", 5, 0),
        ("{X}{R}:5+2x", 5, 2),
        ("{X}{R}: 5 + X", 5, 1),
        ("{X}{R}: 3X", 0, 3),
        ("{X}{R} makes Rock [{T}: Add {C}]: 4X", 0, 4),
        ("{B} adds {B}{B}{B}: 0", 0, 0),
        ("land makes Forest: 2", 2, 0),
    ],
)
def test_worth(text: str, value: int, per_x: int) -> None:
    card = TurnCard.parse("A", text)
    assert (card.value, card.value_per_x) == (value, per_x)


@pytest.mark.parametrize(
    "text",
    [
        *("{2}: -1", "{2}: 1.5", "{2}: 1 + 2", "{2}: 1X + 1", "{2}: 12345678", "{2}:", "{2} = 3"),
        *("{2}: 9999999", "land: 2X"),
    ],
)
def test_a_worth_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        TurnCard.parse("A", text)


def test_the_worth_is_said_once() -> None:
    with pytest.raises(InputError, match="only once"):
        TurnCard.parse("A", "{2}: 3", value=3)
    with pytest.raises(InputError, match="only once"):
        hand_from_json('{"A": {"text": "{2}: 3", "value": 3}}')
    with pytest.raises(InputError, match="once"):
        hand_from_json('{"A": {"text": "fire(2): 3", "value": 3}}', duel_masters=True)
    (card,) = hand_from_json('{"A": "fire(2): 5"}', duel_masters=True)
    assert card.value == 5


@pytest.mark.parametrize(
    ("text", "x", "value"),
    [
        ("{X}{R}", 4, 5),
        ("{X}{R}: 1 + 3X", 4, 13),
        ("{X}{R}: 6", 0, 6),
        ("{X}{X}{R}", 2, 5),
    ],
)
def test_x_is_announced_for_what_it_is_worth(text: str, x: int, value: int) -> None:
    turn = plan_turn({"Fireball": text}, "5 Mountain")
    assert turn.steps[0].payment.announcement.x == x  # type: ignore[union-attr]
    assert turn.value == value


def test_json_says_what_an_x_is_worth() -> None:
    (card,) = hand_from_json('{"A": {"text": "{X}{R}", "value": 1, "value_per_x": 2}}')
    assert (card.value, card.value_per_x) == (1, 2)
    (card,) = hand_from_json('{"A": {"text": "{X}{R}: 1 + 2X", "count": 2}}')
    assert (card.value, card.value_per_x) == (1, 2)
    (card,) = hand_from_json('{"A": {"text": "{X}{R}", "value_per_x": 0}}')
    assert card.value_per_x == 0


def test_the_command_line_says_what_an_x_is_worth() -> None:
    words = ["turn", "--card", "Ball={X}{R}:1+2X", "--card", "Bear={2}:2", "--board", "4 Mountain"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "X = 3" in result.output
    assert "worth 7, proven best" in result.output


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Sol Rign", "Lanowar Elves", "Azorius Sigent", "Mana Cript"])
def test_a_name_that_is_misspelt_is_said(name: str) -> None:
    (warning,) = plan_turn({name: "{1}"}, "2 Wastes").warnings
    assert "did you mean" in warning
    assert warning.startswith(repr(name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("Storm Crow", "{1}{U}"), ("Bear", "{2}"), ("Sol Ring", "{1}"), ("sol  ring", "{1}")),
        *(("Sol Rign", "{1} makes nothing"), ("Sol Rign", "{1} adds {R}")),
        ("Sol Rign", "{1} makes Rock [{T}: Add {C}]"),
    ],
)
def test_other_names_are_silent(name: str, text: str) -> None:
    assert TurnCard.parse(name, text).notes == ()


def test_a_card_of_the_data_is_not_misspelt(cards: Cards) -> None:
    assert TurnCard.parse("Sol Rind", "{G}").notes
    assert TurnCard.parse("Sol Rind", "{G}", cards=cards).notes == ()


# --- card data -----------------------------------------------------------------------------------


def test_a_card_of_the_data_enters_as_its_text_says(cards: Cards) -> None:
    assert not cards.source("Guild Gate").tapped
    gate = TurnCard.parse("Guild Gate", "land", cards=cards)
    assert gate.arrives[0].tapped
    assert plan_turn({"Guild Gate": "land", "Imp": "{W}"}, "", cards=cards).steps == ()
    assert plan_turn({"Guild Hall": "land", "Imp": "{W}"}, "", cards=cards).value == 1
    rock = {"Old Rock": "", "Imp": "{1}"}
    assert plan_turn(rock, "2 Wastes", cards=cards).cards == ("Old Rock",)
    assert plan_turn({"Imp": "{W}{U}"}, "Guild Gate; Guild Hall", cards=cards).value == 2


def test_a_ritual_of_the_data_adds_its_mana(cards: Cards) -> None:
    hand = {"Dark Ritual": "", "Vampire": "{2}{B}"}
    turn = plan_turn(hand, "Swamp", cards=cards)
    assert turn.cards == ("Dark Ritual", "Vampire")
    stated = TurnCard.parse("Dark Ritual", "{R}: 0", cards=cards)
    assert (str(stated.spell.cost), stated.value) == ("{R}", 0)  # type: ignore[union-attr]
    assert [mana_list_text(each) for each in stated.adds] == ["{B}{B}{B}"]
    written = TurnCard.parse("Dark Ritual", "{B} adds {R}", cards=cards)
    assert [mana_list_text(each) for each in written.adds] == ["{R}"]
    assert TurnCard.parse("Dark Ritual", "{B} makes nothing", cards=cards).adds


def test_what_is_not_read_is_said(cards: Cards) -> None:
    hymn = TurnCard.parse("Battle Hymn", "", cards=cards)
    assert hymn.adds == ()
    assert hymn.notes == ("Battle Hymn: not planned: Add {R} for each creature you control.",)


def test_tokens_come_with_a_card(cards: Cards) -> None:
    turn = plan_turn({"Big Find": "", "Imp": "{1}{B}"}, "3 Wastes", cards=cards)
    assert turn.cards == ("Big Find", "Imp")
    assert turn.steps[0].arrives == ("Treasure", "Treasure 2")
    roc = TurnCard.parse("Roc", "", cards=cards)
    assert [(each.name, each.tapped) for each in roc.arrives] == [
        ("Roc", False),
        ("Powerstone", True),
    ]
    hope = TurnCard.parse("Big Hope", "", cards=cards)
    assert (hope.arrives, hope.notes) == ((), ("Big Hope: not planned: Create X Treasure tokens.",))
    assert TurnCard.parse("Big Find", "{3} makes nothing", cards=cards).arrives == ()


def test_what_the_text_leaves_out_is_that_of_the_card(cards: Cards) -> None:
    crow = TurnCard.parse("Storm Crow", "", cards=cards)
    assert (str(crow.spell.cost), crow.value) == ("{1}{U}", 2)  # type: ignore[union-attr]
    assert crow.arrives[0].summoning_sick
    assert TurnCard.parse("Guild Hall", "", cards=cards).is_land
    assert TurnCard.parse("Sol Ring", ": 9").value == 9
    types = TurnCard.parse("Storm Crow", "{5}", cards=cards).spell.context.types  # type: ignore[union-attr]
    assert "creature" in types


def test_a_face_is_played_as_what_it_is(cards: Cards) -> None:
    spell = TurnCard.parse("Mire Rebirth", "", cards=cards)
    assert (str(spell.spell.cost), spell.arrives) == ("{B}", ())  # type: ignore[union-attr]
    land = TurnCard.parse("Mire Bog", "land", cards=cards)
    assert [source.tapped for source in land.arrives] == [True]


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("Dark Ritual", "land", InputError),
        ("Storm Crow", "land", InputError),
        ("Nothing Like It", "", InputError),
        ("Nothing Like It", "land", InputError),
        ("Fire // Ice", "", InputError),
    ],
)
def test_what_is_not_known_is_refused(
    cards: Cards, name: str, text: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        TurnCard.parse(name, text, cards=cards)


def test_a_name_of_several_cards_is_refused(tmp_path: Path) -> None:
    twins = (scryfall("Twin", "{1}", "Artifact"), scryfall("Twin", "{2}", "Instant"))
    cards = Cards.load(write_scryfall(tmp_path, *twins), folder=tmp_path / "index")
    with pytest.raises(AmbiguousNameError):
        TurnCard.parse("Twin", "{1}", cards=cards)


def test_the_command_line_takes_card_data(path: Path) -> None:
    words = ["turn", "--cards", str(path), "--board", "2 Swamp"]
    named = ["--card", "Guild Gate=land", "--card", "Dark Ritual", "--card", "Big={3}{B}"]
    result = CliRunner().invoke(app, [*words, *named])
    assert result.exit_code == 0, result.output
    assert "adds {B}{B}{B}" in result.output
    assert "worth 5, proven best" in result.output
    without = CliRunner().invoke(app, ["turn", "--board", "2 Swamp", *named])
    assert without.exit_code == 2
    assert "Guild Gate" in without.output
    assert "Traceback" not in without.output


def test_a_file_of_a_hand_takes_card_data(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text('{"Dark Ritual": {"count": 2, "value": 0}, "Big": "{4}{B}"}', encoding="utf-8")
    words = ["turn", "--cards", str(path), "--file", str(file), "--board", "Swamp"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert result.output.count("cast Dark Ritual") == 2
