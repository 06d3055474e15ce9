"""Cards by name: how names are matched, and the sources and spells that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autotap.models.errors import AmbiguousNameError, InputError, UnknownNameError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.symbols import ManaType
from autotap.solver import pay, solve
from tests.cards.data import ALL, scryfall, two_faced, write_scryfall

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def cards(tmp_path: Path) -> Cards:
    return Cards.from_scryfall(write_scryfall(tmp_path), folder=tmp_path / "index")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("CRYPTIC command", "Cryptic Command"),
        ("lim-dul's  vault", "Lim-Dûl's Vault"),
        ("Lim–Dûl’s Vault", "Lim-Dûl's Vault"),
        ("fire/ice", "Fire // Ice"),
        ("FIRE//ICE", "Fire // Ice"),
        ("Ice", "Fire // Ice"),
        ("mire bog", "Mire Rebirth // Mire Bog"),
    ],
)
def test_names_in_any_spelling(cards: Cards, written: str, name: str) -> None:
    found = cards.find(written)
    assert found is not None
    assert found[0].name == name
    assert written in cards


def test_unknown_names_have_near_matches(cards: Cards) -> None:
    assert cards.near("Criptic Comand") == ("Cryptic Command",)
    with pytest.raises(UnknownNameError, match="Did you mean Storm Crow"):
        cards.source("Strom Crow")
    assert cards.find("Strom Crow") is None
    assert "x" * 5_000 not in cards


def test_what_is_built_in_answers_without_data() -> None:
    cards = Cards()
    for token in ("Treasure", "Gold", "Powerstone", "Eldrazi Spawn", "Eldrazi Scion"):
        assert "token" in cards.source(f"{token} (token)").types
    assert cards.source("Etherium Cell token").abilities
    assert cards.spell("Llanowar Elves").mana_value == 1
    assert cards.spells("Island") == ()
    with pytest.raises(UnknownNameError):
        cards.spells("Cryptic Command")


def test_a_source_is_read_off_its_text(cards: Cards) -> None:
    crow = cards.source("storm crow")
    assert (crow.power, crow.toughness, crow.colors) == (1, 2, frozenset({ManaType.U}))
    assert crow.unread == ()
    stone = cards.source("Mind Stone")
    assert [str(ability) for ability in stone.abilities] == ["{T}: Add {C}"]


def test_a_half_understood_source_makes_solve_warn(cards: Cards) -> None:
    source = cards.source("Half Rock")
    assert source.unread
    board = Board.parse("Half Rock; Mind Stone", cards)
    for _ in range(2):
        result = pay("{1}", board)
        assert any("Half Rock is not understood" in warning for warning in result.warnings)
    assert not pay("{1}", Board.parse("Mind Stone", cards)).warnings
    assert "note: Half Rock is not understood" in str(result)


def test_the_face_that_makes_mana_is_told_from_the_other(cards: Cards) -> None:
    """Of a card with two faces the permanent is the one that can be on the battlefield."""
    assert str(cards.source("Mire Rebirth // Mire Bog").abilities[0]) == "{T}: Add {B}"
    assert [spell.name for spell in cards.spells("Mire Rebirth // Mire Bog")] == ["Mire Rebirth"]
    assert cards.source("Map // Cove").abilities == ()
    assert str(cards.source("Map // Cove", face=1).abilities[0]) == "{T}: Add {U}"
    assert cards.source("Cove").name == "Cove"
    with pytest.raises(InputError):
        cards.source("Storm Crow", face=1)


def test_halves_of_a_split_card(cards: Cards) -> None:
    assert [spell.name for spell in cards.spells("Fire // Ice")] == ["Fire", "Ice"]
    assert str(cards.spell("Ice").cost) == "{1}{U}"
    with pytest.raises(InputError, match="Fire or Ice"):
        cards.spell("Fire // Ice")


def test_a_name_of_several_cards(tmp_path: Path) -> None:
    other = two_faced(
        "split", scryfall("Start", "{2}{W}", "Instant"), scryfall("Fire", "{3}{R}", "Instant")
    )
    path = write_scryfall(tmp_path, *ALL, other)
    cards = Cards.from_scryfall(path, folder=tmp_path)
    with pytest.raises(AmbiguousNameError, match=r"Fire // Ice .* Start // Fire"):
        cards.source("Fire")


def test_equal_printings_are_one_card_and_odd_ones_give_way(tmp_path: Path) -> None:
    joke = scryfall("Storm Crow", "{9}", "Creature — Joke", set_type="funny")
    token = scryfall("Storm Crow", "", "Token Creature — Bird", layout="token")
    path = write_scryfall(tmp_path, joke, token, *ALL, *ALL)
    cards = Cards.from_scryfall(path, folder=tmp_path)
    assert len(cards) == len(ALL) + 2
    assert cards.spell("Storm Crow").mana_value == 2
    assert "token" in cards.source("Storm Crow (token)").types


def test_two_different_real_cards_of_one_name(tmp_path: Path) -> None:
    twin = scryfall("Storm Crow", "{9}", "Creature — Bird")
    cards = Cards.from_scryfall(write_scryfall(tmp_path, *ALL, twin), folder=tmp_path)
    with pytest.raises(AmbiguousNameError):
        cards.spell("Storm Crow")


def test_casting_from_a_board(cards: Cards) -> None:
    """MTG-601.2a, MTG-RED-01: the card leaves the hand, and permanents lower its cost."""
    board = Board.parse("3 Island; Sky Medallion; hand: instant (name: Cryptic Command)", cards)
    (problem,) = cards.castings("Cryptic Command", board)
    assert problem.board.hand == ()
    payment = solve(problem).unwrap()
    assert payment.locked_total == "{U}{U}{U}"  # type: ignore[union-attr]
    theirs = Board(board.sources[:3], opponents=(Board(board.sources[3:]),))
    (problem,) = cards.castings("Cryptic Command", theirs)
    assert problem.spell.modifiers == ()


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    """Markup and escape sequences in names are text."""
    name = "<b>Evil</b>\x1b[31m & Co"
    path = write_scryfall(tmp_path, scryfall(name, "{1}", "Artifact", "{T}: Add {C}."))
    cards = Cards.from_scryfall(path, folder=tmp_path)
    board = Board((cards.source(name),))
    assert Board.parse(str(board)) == board
    assert "\x1b" not in str(board)
    with pytest.raises(UnknownNameError) as caught:
        cards.source("<b>Evil</b>\x1b[31m & C")
    assert "\x1b" not in str(caught.value).replace(caught.value.hint, "")
