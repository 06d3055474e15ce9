"""The reader of cards: what mana may be spent on, and effects on what others make."""

from __future__ import annotations

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.effect_text import effect_text
from autotap.models.mtg.oracle import read_card
from autotap.models.result import Payment
from autotap.solver import can_pay, pay

SPENDING = [
    ("MTG-RES-01", "Spend this mana only to cast a creature spell.", "only: creature spells"),
    (
        "MTG-RES-02",
        "Spend this mana only to cast a creature spell of the chosen type.",
        "only: creature spells of the chosen type",
    ),
    (
        "MTG-RES-08",
        "Spend this mana only to cast artifact spells or activate abilities of artifacts.",
        "only: artifact spells or abilities of artifact permanents",
    ),
    (
        "MTG-RES-09",
        "Spend this mana only to cast an artifact spell or activate an ability of an artifact "
        "source.",
        "only: artifact spells or abilities of artifact sources",
    ),
    (
        "MTG-RES-11",
        "This mana can't be spent to cast a nonartifact spell.",
        "not: nonartifact spells",
    ),
    (
        "MTG-RES-13",
        "Spend this mana only to foretell a card from your hand or cast an instant or sorcery "
        "spell.",
        "only: foretelling cards or instant spells or sorcery spells",
    ),
    ("MTG-RES-16", "You can't spend this mana to cast spells.", "not: spells"),
    (
        "MTG-RES-34",
        "Spend this mana only to cast a spell that's one or more colors without {X} in its mana "
        "cost.",
        "only: colored spells without {X}",
    ),
    (
        "MTG-RES-35",
        "Spend this mana only on costs that contain {X}.",
        "only: costs that contain {X}",
    ),
    ("MTG-RES-39", "Spend this mana only to activate abilities.", "only: abilities"),
    (
        "MTG-RES-44",
        "Spend this mana only to cast Room spells and unlock doors.",
        "only: Room spells or unlocking doors",
    ),
    (
        "MTG-RES-47",
        "This mana can't be spent to pay generic mana costs.",
        "not: generic costs",
    ),
    (
        "MTG-RES-48",
        "Spend this mana only to cast an Assassin spell or a spell that has freerunning, or to "
        "activate an ability of an Assassin source.",
        "only: Assassin spells or spells with freerunning or abilities of Assassin sources",
    ),
]


@pytest.mark.parametrize(("rule", "sentence", "expected"), SPENDING)
def test_a_restriction_is_read(rule: str, sentence: str, expected: str) -> None:
    reading = read_card("My Rock", "Artifact", f"{{T}}: Add {{C}}. {sentence}")
    assert reading.complete
    assert str(reading.abilities[0]) == f"{{T}}: Add {{C}} ({expected})"


RIDERS = [
    (
        "MTG-RID-01",
        "Spend this mana only to cast a legendary spell, and that spell can't be countered.",
        "(only: legendary spells) (rider: that spell can't be countered)",
    ),
    (
        "MTG-RID-02",
        "If that mana is spent on a creature spell, it gains haste until end of turn.",
        "(rider: If that mana is spent on a creature spell, it gains haste until end of turn)",
    ),
    (
        "MTG-RID-04",
        "When you spend this mana to cast a Dragon creature spell, scry 2.",
        "(rider: When you spend this mana to cast a Dragon creature spell, scry 2)",
    ),
    (
        "MTG-RID-05",
        "When that mana is spent to cast a red instant or sorcery spell, copy that spell and you "
        "may choose new targets for the copy.",
        "(rider: When that mana is spent to cast a red instant or sorcery spell, copy that spell "
        "and you may choose new targets for the copy)",
    ),
    (
        "MTG-RET-04",
        "Until end of turn, you don't lose this mana as steps and phases end.",
        "(keep: turn)",
    ),
]


@pytest.mark.parametrize(("rule", "sentence", "expected"), RIDERS)
def test_a_rider_is_read(rule: str, sentence: str, expected: str) -> None:
    reading = read_card("My Rock", "Artifact", f"{{T}}: Add {{R}}. {sentence}")
    assert reading.complete
    assert str(reading.abilities[0]) == f"{{T}}: Add {{R}} {expected}"


EFFECTS = [
    (
        "MTG-PRO-11",
        "If you tap a permanent for mana, it produces twice as much of that mana instead.",
        "each permanent you control tapped for mana makes 2 times as much",
    ),
    (
        "MTG-PRO-11",
        "If you tap a basic land for mana, it produces three times as much of that mana instead.",
        "each basic land you control tapped for mana makes 3 times as much",
    ),
    (
        "MTG-PRO-12",
        "Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
        "each enchanted land tapped for mana adds {G} (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever you tap a land for mana, add one mana of any type that land produced.",
        "each land you control tapped for mana adds one of that type (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever a player taps a basic land for mana, that player adds one mana of any type that "
        "land produced.",
        "each basic land tapped for mana adds one of that type (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever you tap a permanent for {C}, add an additional {C}.",
        "each permanent you control tapped for {C} adds {C} (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever enchanted Forest is tapped for mana, its controller adds an additional one mana "
        "of the chosen color.",
        "each enchanted forest tapped for mana adds one of the chosen color (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever a land's ability causes you to add one or more mana of the chosen color, add an "
        "additional one mana of that color.",
        "each land you control making chosen adds one of the chosen color (from: My Card)",
    ),
    (
        "MTG-PRO-12",
        "Whenever a player taps a land for mana, that player adds one mana of any type that land "
        "produced, and this enchantment deals 1 damage to the player.",
        "each land tapped for mana adds one of that type (from: My Card) (1 damage to you)",
    ),
    (
        "MTG-PRO-17",
        "Whenever a player taps a land for mana, this enchantment deals 1 damage to that player.",
        "each land tapped for mana deals 1 damage to you",
    ),
    ("MTG-PRO-25", "Nonbasic lands are Mountains.", "each nonbasic land is mountain"),
    (
        "MTG-PRO-25",
        "Each land is a Swamp in addition to its other land types.",
        "each land is also swamp",
    ),
    (
        "MTG-PRO-25",
        "Lands you control are every basic land type in addition to their other types.",
        "each land you control is also plains and island and swamp and mountain and forest",
    ),
    (
        "MTG-PRO-26",
        "If a land is tapped for mana, it produces {B} instead of any other type and amount.",
        "each land tapped for mana makes {B} instead",
    ),
    (
        "MTG-PRO-26",
        "If a land is tapped for two or more mana, it produces {C} instead of any other type and "
        "amount.",
        "each land tapped for 2 or more mana makes {C} instead",
    ),
    (
        "MTG-PRO-26",
        "If a basic land you control is tapped for mana, it produces mana of a color of your "
        "choice instead of any other type.",
        "each basic land you control tapped for mana makes as much {Any} instead",
    ),
    (
        "MTG-118.3",
        "Players can't pay life or sacrifice nonland permanents to cast spells or activate "
        "abilities.",
        "cannot pay life or sacrifice nonland permanent",
    ),
    (
        "MTG-PRO-20",
        'Creatures you control have "{T}: Add one mana of any color."',
        "each creature you control has {T}: Add {Any}",
    ),
    (
        "MTG-PRO-20",
        'Creatures you control have vigilance and "{T}: Add one mana of any color. Spend this '
        'mana only to cast a creature spell."',
        "each creature you control has {T}: Add {Any} (only: creature spells)",
    ),
    (
        "MTG-PRO-20",
        'Each Fungus and Saproling you control has "{T}: Add {G}."',
        "each fungus or saproling you control has {T}: Add {G}",
    ),
    (
        "MTG-PRO-22",
        'As long as you control six or more lands, lands you control have "{T}: Add one mana of '
        'any color."',
        "each land you control has {T}: Add {Any} (if: 6 land)",
    ),
    (
        "MTG-PRO-18",
        'Foods you control have "{T}, Sacrifice this artifact: Add one mana of any color."',
        "each food you control has {T}, sacrifice this: Add {Any}",
    ),
]


@pytest.mark.parametrize(("rule", "text", "expected"), EFFECTS)
def test_an_effect_is_read(rule: str, text: str, expected: str) -> None:
    reading = read_card("My Card", "Enchantment", text)
    assert reading.complete
    assert [effect_text(effect) for effect in reading.effects] == [expected]


def test_whom_it_means() -> None:
    text = 'As long as enchanted permanent is a land, it has "{T}: Add {G}{G}."'
    reading = read_card("My Aura", "Enchantment — Aura", text)
    assert reading.abilities == ()
    assert [*map(effect_text, reading.effects)] == ["each enchanted land has {T}: Add {G}{G}"]
    text = 'Equipped creature gets +2/+2 and has vigilance and "{T}: Add {G}."'
    reading = read_card("My Sword", "Artifact — Equipment", text)
    assert [*map(effect_text, reading.effects)] == ["each enchanted creature has {T}: Add {G}"]
    text = 'As long as the moon shines, it has "{T}: Add {G}{G}."'
    assert not read_card("My Aura", "Enchantment — Aura", text).complete


def test_a_list_of_lands_is_tapped() -> None:
    text = "Whenever you tap a Mountain, Forest, or Plains for mana, add {G}."
    (effect,) = read_card("My Keeper", "Creature", text).effects
    assert effect_text(effect) == (
        "each forest or mountain or plains you control tapped for mana adds {G} (from: My Keeper)"
    )


def test_an_ability_while_a_condition_holds() -> None:
    text = 'As long as you control a Forest, this creature has "{T}: Add {G}{G}."'
    reading = read_card("My Elf", "Creature", text)
    assert [str(each) for each in reading.abilities] == ["{T}: Add {G}{G} (if: 1 forest)"]


def test_a_trigger_on_becoming_tapped_may_be_harmless() -> None:
    text = "Whenever this creature becomes tapped, draw a card.\n{T}: Add {G}."
    reading = read_card("My Elf", "Creature", text)
    assert reading.complete
    assert str(reading.abilities[0]) == "{T}: Add {G}"


def test_tokens_have_abilities_of_their_own() -> None:
    text = (
        'When this creature enters, create a Scion token. It has "Sacrifice this token: Add {C}."'
    )
    reading = read_card("My Eldrazi", "Creature", text)
    assert reading.complete
    assert not reading.makes_mana
    assert reading.remarks[0].why == "another object has the ability"


def test_what_was_read_pays() -> None:
    """The sources go onto a board as they are."""
    wake = read_card(
        "My Wake",
        "Enchantment",
        "Whenever you tap a land for mana, add one mana of any type that land produced.",
    )
    tower = read_card("My Tower", "Land", "{T}: Add {C}{C}. Activate only if you control an Elf.")
    wood = read_card("My Wood", "Basic Land — Forest", "({T}: Add {G}.)")
    board = Board((wake.source("wake"), tower.source("tower"), wood.source("wood")))
    payment = pay("{G}{G}", board).unwrap()
    assert isinstance(payment, Payment)
    assert [step.source for step in payment.activations] == ["wood"]
    assert not can_pay("{3}", board)
    elf = read_card("My Elf", "Creature — Elf", "").source("elf")
    assert can_pay("{C}{C}{C}{G}{G}", Board((*board.sources, elf)))
