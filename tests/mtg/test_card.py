"""Mana cost, mana value and colors of cards with one face or more."""

from __future__ import annotations

import pytest

from autotap.models.errors import InputError
from autotap.models.mtg.card import Card, CardZone, Face, Layout
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.symbols import ManaType

W, U, B, R, G, C = ManaType
NOT_STACK = [zone for zone in CardZone if zone is not CardZone.STACK]


def face(name: str, cost: str | None = None, *types: str, indicator: str = "") -> Face:
    return Face(
        name,
        ManaCost.parse(cost) if cost else None,
        frozenset(types),
        frozenset(map(ManaType, indicator)),
    )


def plain(cost: str | None) -> Card:
    return Card((face("Card", cost),))


FIRE_ICE = Card((face("Fire", "1R", "instant"), face("Ice", "1U", "instant")), Layout.SPLIT)
BREAKING_ENTERING = Card(
    (face("Breaking", "UB", "sorcery"), face("Entering", "4BR", "sorcery")), Layout.SPLIT
)
POOL = Card(
    (
        face("Bottomless Pool", "U", "enchantment", "room"),
        face("Locker Room", "4U", "enchantment", "room"),
    ),
    Layout.ROOM,
)
HUNTMASTER = Card(
    (face("Huntmaster of the Fells", "2RG"), face("Ravager of the Fells", indicator="RG")),
    Layout.TRANSFORM,
)
VALKI = Card(
    (
        face("Valki, God of Lies", "1B", "legendary", "creature", "god"),
        face("Tibalt, Cosmic Impostor", "5BR", "legendary", "planeswalker", "tibalt"),
    ),
    Layout.MODAL_DOUBLE_FACED,
)
GIANT = Card(
    (
        face("Bonecrusher Giant", "2R", "creature", "giant"),
        face("Stomp", "1R", "instant", "adventure"),
    ),
    Layout.ADVENTURE,
)
GRAVEROBBER = Card(
    (face("Nezumi Graverobber", "1B"), face("Nighteyes the Desecrator")), Layout.FLIP
)
CHITTERING_HOST = Card(
    (face("Midnight Scavengers", "4B"), face("Graf Rats", "1B"), face("Chittering Host")),
    Layout.MELD,
)
THRESHER = Card(
    (face("Combat Thresher", "7", "artifact"), face("Combat Thresher", "2W", "artifact")),
    Layout.PROTOTYPE,
)


@pytest.mark.parametrize(
    ("cost", "colors"),
    [("{2}{W}", {W}), ("{2}", set()), ("{2}{W}{B}", {W, B}), ("{G/U}{G/U}", {G, U})],
)
def test_mtg_202_2_colors_are_those_of_the_mana_cost(cost: str, colors: set[ManaType]) -> None:
    assert plain(cost).colors(CardZone.HAND) == frozenset(colors)


def test_mtg_202_2_color_indicator_and_devoid() -> None:
    vision = Card((face("Ancestral Vision", indicator="U"),))
    assert vision.colors(CardZone.STACK) == frozenset({U})
    skyspawner = Card((Face("Eldrazi Skyspawner", ManaCost.parse("2U"), devoid=True),))
    assert skyspawner.colors(CardZone.STACK) == frozenset()
    assert skyspawner.mana_value(CardZone.STACK) == 3


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        pytest.param("{3}{U}{U}", 5, id="MTG-202.3"),
        pytest.param(None, 0, id="MTG-202.3a-no-mana-cost"),
        pytest.param("{1}{W/U}{W/U}", 3, id="MTG-202.3f-hybrid"),
        pytest.param("{2/B}{2/B}{2/B}", 6, id="MTG-202.3f-larger-half"),
        pytest.param("{1}{W/P}{W/P}", 3, id="MTG-202.3g-phyrexian"),
    ],
)
def test_mana_value_is_the_same_in_every_zone(cost: str | None, value: int) -> None:
    assert {plain(cost).mana_value(zone) for zone in CardZone} == {value}


def test_mtg_202_3e_x_counts_on_the_stack_only() -> None:
    fireball = plain("{X}{R}")
    assert fireball.mana_value(CardZone.STACK, x=5) == 6
    assert {fireball.mana_value(zone, x=5) for zone in NOT_STACK} == {1}
    assert plain("{X}{X}").mana_value(CardZone.STACK, x=2) == 4


@pytest.mark.parametrize("zone", NOT_STACK)
def test_mtg_202_3d_split_cards_combine_their_halves_off_the_stack(zone: CardZone) -> None:
    assert FIRE_ICE.mana_value(zone) == 4
    assert FIRE_ICE.colors(zone) == frozenset({R, U})
    assert BREAKING_ENTERING.mana_value(zone, faces=(1,)) == 8


@pytest.mark.parametrize(
    ("faces", "value", "colors", "cost"),
    [
        ((0,), 2, {U, B}, "{U}{B}"),
        ((1,), 6, {B, R}, "{4}{B}{R}"),
        ((0, 1), 8, {U, B, R}, "{4}{U}{B}{B}{R}"),
    ],
)
def test_mtg_202_3d_a_split_spell_has_the_halves_cast(
    faces: tuple[int, ...], value: int, colors: set[ManaType], cost: str
) -> None:
    assert BREAKING_ENTERING.mana_value(CardZone.STACK, faces=faces) == value
    assert BREAKING_ENTERING.colors(CardZone.STACK, faces=faces) == frozenset(colors)
    assert str(BREAKING_ENTERING.mana_cost(faces)) == cost


@pytest.mark.parametrize(("faces", "value"), [((), 0), ((0,), 1), ((1,), 5), ((0, 1), 6)])
def test_a_room_has_the_mana_value_of_its_unlocked_halves(
    faces: tuple[int, ...], value: int
) -> None:
    assert POOL.mana_value(CardZone.BATTLEFIELD, faces=faces) == value
    assert POOL.mana_value(CardZone.GRAVEYARD, faces=faces) == 6


def test_mtg_202_3b_a_transformed_permanent_has_its_front_face_cost() -> None:
    assert HUNTMASTER.mana_value(CardZone.BATTLEFIELD) == 4
    assert HUNTMASTER.mana_value(CardZone.BATTLEFIELD, faces=(1,)) == 4
    assert HUNTMASTER.colors(CardZone.BATTLEFIELD, faces=(1,)) == frozenset({R, G})
    assert HUNTMASTER.mana_cost((1,)) is None


def test_mtg_202_3b_a_copy_of_a_back_face_has_mana_value_zero() -> None:
    assert HUNTMASTER.mana_value(CardZone.BATTLEFIELD, faces=(1,), copy=True) == 0
    assert HUNTMASTER.mana_value(CardZone.BATTLEFIELD, faces=(0,), copy=True) == 4


def test_mtg_202_3c_a_melded_permanent_adds_both_fronts() -> None:
    assert CHITTERING_HOST.mana_value(CardZone.BATTLEFIELD, faces=(2,)) == 7
    assert CHITTERING_HOST.mana_value(CardZone.BATTLEFIELD, faces=(2,), copy=True) == 0
    assert CHITTERING_HOST.colors(CardZone.BATTLEFIELD, faces=(2,)) == frozenset()
    assert CHITTERING_HOST.mana_value(CardZone.HAND) == 5


def test_mtg_202_3_a_modal_double_faced_card_has_the_face_that_is_up() -> None:
    for zone in (CardZone.STACK, CardZone.BATTLEFIELD):
        assert VALKI.mana_value(zone, faces=(1,)) == 7
        assert VALKI.types(zone, faces=(1,)) >= {"planeswalker"}
        assert VALKI.mana_value(zone) == 2
    assert VALKI.mana_value(CardZone.GRAVEYARD, faces=(1,)) == 2
    assert VALKI.colors(CardZone.GRAVEYARD, faces=(1,)) == frozenset({B})


def test_an_adventure_is_itself_on_the_stack_only() -> None:
    assert GIANT.mana_value(CardZone.STACK, faces=(1,)) == 2
    assert GIANT.types(CardZone.STACK, faces=(1,)) == frozenset({"instant", "adventure"})
    for zone in NOT_STACK:
        assert GIANT.mana_value(zone, faces=(1,)) == 3
        assert GIANT.types(zone, faces=(1,)) == frozenset({"creature", "giant"})


def test_flipping_changes_neither_mana_cost_nor_color() -> None:
    assert GRAVEROBBER.mana_value(CardZone.BATTLEFIELD, faces=(1,)) == 2
    assert GRAVEROBBER.colors(CardZone.BATTLEFIELD, faces=(1,)) == frozenset({B})
    assert GRAVEROBBER.shown(CardZone.BATTLEFIELD, (1,))[0].name == "Nighteyes the Desecrator"


def test_mtg_kw_26_a_prototyped_spell_has_its_second_cost() -> None:
    for zone in (CardZone.STACK, CardZone.BATTLEFIELD):
        assert THRESHER.mana_value(zone, faces=(1,)) == 3
        assert THRESHER.colors(zone, faces=(1,)) == frozenset({W})
    assert THRESHER.mana_value(CardZone.GRAVEYARD, faces=(1,)) == 7
    assert THRESHER.colors(CardZone.GRAVEYARD, faces=(1,)) == frozenset()


def test_mtg_kw_19_face_down_there_is_nothing_but_a_creature() -> None:
    titan = Card((face("Exalted Angel", "4WW", "creature", "angel"),))
    assert titan.mana_value(CardZone.STACK, face_down=True) == 0
    assert titan.colors(CardZone.STACK, face_down=True) == frozenset()
    assert titan.types(CardZone.STACK, face_down=True) == frozenset({"creature"})


def test_mtg_118_6_no_mana_cost_is_not_a_cost_of_zero() -> None:
    assert plain(None).mana_cost() is None
    assert plain("{0}").mana_cost() == ManaCost()
    assert VALKI.mana_cost((1,)) == ManaCost.parse("5BR")


def test_the_number_of_faces_must_fit_the_layout() -> None:
    with pytest.raises(InputError, match="2 faces for the layout split"):
        Card((face("Fire", "1R"),), Layout.SPLIT)
    with pytest.raises(InputError, match="1 faces"):
        Card((face("Fire", "1R"), face("Ice", "1U")))
