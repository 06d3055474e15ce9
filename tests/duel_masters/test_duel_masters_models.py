"""Civilizations, costs, cards, zones and the effects on them."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.duel_masters import (
    ALL_CIVILIZATIONS,
    Civilization,
    DuelMastersCard,
    DuelMastersCost,
    DuelMastersOptions,
    Era,
    ManaZone,
    PointOvershoot,
    System,
    ZeroTotal,
    effects,
    format_civilizations,
    parse_civilizations,
)
from autotap.models.duel_masters.zone import MAX_CARDS
from autotap.models.errors import (
    AutotapError,
    BoardSyntaxError,
    CostSyntaxError,
    LimitError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from pathlib import Path

civilization_sets = st.frozensets(st.sampled_from(Civilization))
names = st.text(min_size=1, max_size=12).filter(lambda text: text == text.strip())
cards = st.builds(
    DuelMastersCard,
    names | st.sampled_from(["Fire", "Fire/Nature", "2 Fire", "A (tapped)", 'B "x"', "C [fire]"]),
    civilization_sets,
    st.sampled_from([(1,), (0,), (2,), (1, 2)]),
    st.booleans(),
    st.booleans(),
    st.just("") | names,
)
FIRE, NATURE = Civilization.FIRE, Civilization.NATURE


@pytest.mark.parametrize("civilization", list(Civilization))
def test_civilization_is_read_in_both_languages(civilization: Civilization) -> None:
    for text in (civilization.value, civilization.letter, civilization.japanese):
        for form in (text, text.upper(), text.lower(), f" {text} "):
            assert Civilization.parse(form) is civilization
    assert [c.japanese for c in Civilization] == ["光", "水", "闇", "火", "自然"]
    assert "".join(c.letter for c in Civilization) == "LWDFN"


@pytest.mark.parametrize("text", ["", "red", "fire/nature", "x"])
def test_unknown_civilization_is_refused(text: str) -> None:
    with pytest.raises(CostSyntaxError) as caught:
        Civilization.parse(text)
    assert caught.value.text == text


@given(civilization_sets)
def test_civilization_sets_round_trip(civilizations: frozenset[Civilization]) -> None:
    assert parse_civilizations(format_civilizations(civilizations)) == civilizations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F/N", {FIRE, NATURE}),
        ("火／自然", {FIRE, NATURE}),
        ("火・自然", {FIRE, NATURE}),
        ("Colourless", set()),
        ("無色", set()),
        ("all", set(Civilization)),
    ],
)
def test_civilization_sets(text: str, expected: set[Civilization]) -> None:
    assert parse_civilizations(text) == expected


@pytest.mark.parametrize(("text", "position"), [("fire/fire", 5), ("fire/red", 5), ("fire/", 4)])
def test_bad_civilization_sets(text: str, position: int) -> None:
    with pytest.raises(CostSyntaxError) as caught:
        parse_civilizations(text)
    assert caught.value.position == position


@given(st.integers(0, 9999), civilization_sets)
def test_costs_round_trip(points: int, civilizations: frozenset[Civilization]) -> None:
    cost = DuelMastersCost(points, civilizations)
    assert DuelMastersCost.parse(str(cost)) == cost


@pytest.mark.parametrize(
    "text",
    [
        "fire/nature(5)",
        "5 fire/nature",
        "FIRE / Nature 5",
        "[N/F(005)]",
        "火/自然（５）",
        " F/N (5) ",
    ],
)
def test_cost_forms(text: str) -> None:
    assert str(DuelMastersCost.parse(text)) == "fire/nature(5)"


@pytest.mark.parametrize(
    "text", ["", "5", "(5)", "fire", "fire(-1)", "fire(5", "fire(5)(5)", "{2}{R}"]
)
def test_bad_costs(text: str) -> None:
    with pytest.raises(CostSyntaxError):
        DuelMastersCost.parse(text)


def test_huge_cost_is_refused() -> None:
    for text in ("fire(10000)", f"fire({'9' * 10_000})"):
        with pytest.raises(LimitError):
            DuelMastersCost.parse(text)


def test_options() -> None:
    assert DuelMastersOptions() == DuelMastersOptions(
        Era.MODERN, PointOvershoot.EXACT, ZeroTotal.FREE, System.TCG
    )
    given_: dict[str, Any] = {"era": "classic", "system": "plays"}
    assert DuelMastersOptions(**given_).system is System.PLAYS
    with pytest.raises(CostSyntaxError, match="'modern' or 'classic'"):
        DuelMastersOptions(**dict[str, Any](era="ancient"))


def test_face_down_card_is_colourless_of_number_one_dm_18() -> None:
    rainbow = DuelMastersCard("Rainbow", ALL_CIVILIZATIONS, (0,))
    hidden = rainbow.turned_face_down()
    assert (hidden.civilizations, hidden.mana_number) == (frozenset(), (1,))
    assert DuelMastersCard("Fire", frozenset({FIRE}), face_down=True).is_colorless
    assert ManaZone.parse("Fire (face-down)").cards[0].is_colorless


def test_card_takes_a_bare_number_and_sorts_choices() -> None:
    bare: Any = 2
    assert DuelMastersCard("A", mana_number=bare).mana_number == (2,)
    assert DuelMastersCard("A", mana_number=(2, 1, 2)).mana_number == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": ""}, BoardSyntaxError),
        ({"name": " A"}, BoardSyntaxError),
        ({"name": "A", "mana_number": ()}, BoardSyntaxError),
        ({"name": "A", "mana_number": -1}, LimitError),
        ({"name": "A" * 201}, LimitError),
        ({"name": "A", "id": "i" * 201}, LimitError),
    ],
)
def test_bad_cards(arguments: dict[str, Any], error: type[AutotapError]) -> None:
    with pytest.raises(error):
        DuelMastersCard(**arguments)


@settings(max_examples=400)
@given(st.lists(cards, max_size=5))
def test_zones_round_trip(chosen: list[DuelMastersCard]) -> None:
    try:
        zone = ManaZone(tuple(chosen))
    except BoardSyntaxError:
        return  # an id repeats
    assert ManaZone.parse(str(zone)) == zone


@given(st.text(alphabet='2 Fire;\n[]()"\\,numberidtapped火/-#', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        zone = ManaZone.parse(text)
    except AutotapError:
        return
    assert ManaZone.parse(str(zone)) == zone


def test_zone_text() -> None:
    zone = ManaZone.parse(
        """2 fire; Fire/Nature (TAPPED)
        God (fire) [fire] (number 2)
        "Adam", Kaminarukikai [W] (id adam, number 1 or 2); 水; Hidden (face down)"""
    )
    assert [card.id for card in zone.cards] == [
        "fire#1",
        "fire#2",
        "Fire/Nature",
        "God (fire)",
        "adam",
        "水",
        "Hidden",
    ]
    assert str(zone) == (
        "2 fire; Fire/Nature (tapped); God (fire) [fire] (number 2); "
        '"\\"Adam\\", Kaminarukikai" [water] (number 1 or 2, id adam); 水; Hidden (face-down)'
    )
    assert [card.name for card in zone.untapped][:3] == ["fire", "fire", "God (fire)"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Bolshack Dragon", UnknownNameError),
        ("Fire (taped)", UnknownNameError),
        ("Bolshack [red]", CostSyntaxError),
        ("2 Fire (id a)", BoardSyntaxError),
        ("Fire (id a); Water (id a)", BoardSyntaxError),
        ("Fire; Fire (id Fire#1)", BoardSyntaxError),
        ('"\\q" [fire]', BoardSyntaxError),
        (f"{MAX_CARDS + 1} Fire", LimitError),
        ("9999 Fire; 2 Fire", LimitError),
        ("A" * 3000, LimitError),
        ("Fire (number 10000)", LimitError),
    ],
)
def test_bad_zones(text: str, error: type[AutotapError]) -> None:
    with pytest.raises(error):
        ManaZone.parse(text)


def test_hostile_text_is_refused_quickly() -> None:
    for text in (
        "(" * 1999,
        "a" + " " * 1997 + "b",
        "[" * 1999,
        '"' * 1999,
        "a (" + "tapped," * 280,
    ):
        with pytest.raises(AutotapError):
            ManaZone.parse(text)


def test_tapping() -> None:
    zone = ManaZone.parse("2 Fire; Water")
    after = zone.tap("Fire#2", "Water")
    assert [card.id for card in after.untapped] == ["Fire#1"]
    assert ManaZone.parse(str(after)) == after
    with pytest.raises(UnknownNameError):
        after.tap("Water")
    assert effects.untap(after) == zone  # DM-57


def test_civilizations_unlocked_by_tapped_cards_too_dm_64() -> None:
    assert ManaZone.parse("Fire/Nature (tapped); Colorless").unlocked == {FIRE, NATURE}


@pytest.mark.parametrize(
    ("rule", "before", "effect", "after"),
    [
        ("DM-28", "Fire; Rainbow [all] (number 0)", effects.remove_civilizations,
         "Fire [colorless]; Rainbow [colorless] (number 0)"),
        ("DM-51", "Fire (tapped); Core [fire] (number 0)", effects.give_all_civilizations,
         "Fire [all] (tapped); Core [all] (number 0)"),
        ("DM-51", "Fire (face-down)", effects.give_all_civilizations, "Fire (face-down)"),
        ("DM-52", "God [fire]; Fire",
         lambda zone: effects.set_mana_number(zone, 2, lambda card: card.name == "God"),
         "God [fire] (number 2); Fire"),
        ("DM-53", "Fire/Water; Fire",
         lambda zone: effects.set_mana_number(zone, 2, effects.multicolored, optional=True),
         "Fire/Water (number 1 or 2); Fire"),
        ("DM-54", "Fire; Rainbow [all] (number 0)", lambda zone: effects.set_mana_number(zone, 2),
         "Fire (number 2); Rainbow [all] (number 2)"),
        ("DM-55", "Fire; X (face-down)",
         lambda zone: effects.set_mana_number(zone, 3, effects.face_down),
         "Fire; X (face-down, number 3)"),
    ],
)  # fmt: skip
def test_effects(rule: str, before: str, effect: Any, after: str) -> None:
    zone = ManaZone.parse(before)
    assert effect(zone) == ManaZone.parse(after)
    assert str(zone) == before


def test_real_card_names_round_trip(shared: Path) -> None:
    """Every printed card survives the text form of a zone."""
    with (shared / "cards" / "duel_masters.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) > 6000
    for row in rows[::7]:
        card = DuelMastersCard(row["name"], parse_civilizations(row["civilizations"]))
        zone = ManaZone((card, card))
        assert ManaZone.parse(str(zone)) == zone
