"""The reader of cards: what permanents do to the costs of spells, and how these may be paid."""

from __future__ import annotations

import pytest

from autotap.models.mtg.oracle import CardReading, read_card
from autotap.models.mtg.spell import ANY_COLOR, ANY_TYPE, Payer, Spell
from autotap.models.mtg.symbols import ManaType


def read(text: str) -> CardReading:
    """Read an enchantment with that text, which must be read completely."""
    reading = read_card("My Card", "Enchantment", text)
    assert reading.unread == ()
    return reading


CHANGES = [
    (
        "MTG-RED-01",
        "Instant and sorcery spells you cast cost {1} less to cast.",
        "only: instant spells or sorcery spells",
        "reduce",
        "{1}",
        "you",
    ),
    (
        "MTG-RED-09",
        "Noncreature spells cost {1} more to cast.",
        "only: noncreature spells",
        "increase",
        "{1}",
        "anyone",
    ),
    (
        "MTG-RED-09",
        "Spells your opponents cast cost {1} more to cast.",
        "only: spells",
        "increase",
        "{1}",
        "opponents",
    ),
    (
        "MTG-RED-11",
        "Black spells you cast cost {B} more to cast.",
        "only: black spells",
        "increase",
        "{B}",
        "you",
    ),
    (
        "MTG-601.2f-T",
        "Each spell that would cost less than three mana to cast costs three mana to cast.",
        "only: spells",
        "minimum",
        "{3}",
        "anyone",
    ),
]


@pytest.mark.parametrize(("rule", "text", "of", "change", "amount", "payers"), CHANGES)
def test_changes_of_the_costs_of_others(
    rule: str, text: str, of: str, change: str, amount: str, payers: str
) -> None:
    (changed,) = read(text).changes
    assert changed.of == of
    assert changed.modifier.change == change
    assert str(changed.modifier.amount) == amount
    assert changed.payers == payers


def test_a_change_is_judged_on_the_payment() -> None:
    (less,) = read("Creature spells you cast cost {1} less to cast.").changes
    bear, shock = Spell.parse("{1}{G}", types="Creature"), Spell.parse("{R}", types="Instant")
    assert less.applies(bear.context)
    assert not less.applies(shock.context)
    assert not less.applies(bear.context, yours=False)


def test_floors_and_colored_reductions() -> None:
    """MTG-RED-04, MTG-RED-07."""
    (less,) = read(
        "Activated abilities of creatures you control cost {2} less to activate. "
        "This effect can't reduce the mana in that cost to less than one mana.",
    ).changes
    assert less.modifier.floor == 1
    (less,) = read(
        "Cleric spells you cast cost {W}{B} less to cast. "
        "This effect reduces only the amount of colored mana you pay.",
    ).changes
    assert not less.modifier.spill


def test_spending_as_though() -> None:
    """MTG-AST-01, MTG-AST-02, MTG-AST-03, MTG-AST-07, MTG-AST-08."""
    (any_color,) = read("You may spend mana as though it were mana of any color.").permissions
    assert any_color.spend_as == ANY_COLOR
    (of_type,) = read("You can spend mana of any type to cast creature spells.").permissions
    assert of_type.spend_as == ANY_TYPE
    assert of_type.of == "only: creature spells"
    (red,) = read("You may spend white mana as though it were red mana.").permissions
    assert red.spend_as == ((ManaType.W, frozenset({ManaType.W, ManaType.R})),)
    (life,) = read(
        "For each {B} in a cost, you may pay 2 life rather than pay that mana."
    ).permissions
    assert life.life_for is ManaType.B
    own = read("You may spend mana as though it were mana of any color to cast this spell.")
    assert own.spell().spend_as == ANY_COLOR
    assert own.permissions == ()


SUBJECTS = [
    (
        "Spells you cast that target a creature cost {2} less to cast.",
        "only: spells",
        "you",
        "spell targets a creature",
    ),
    (
        "Spells your opponents cast that target a Merfolk you control cost {2} more to cast.",
        "only: spells",
        "opponents",
        "spell targets a merfolk you control",
    ),
    (
        "The first instant or sorcery spell you cast each turn costs {3} less to cast.",
        "only: instant spells or sorcery spells",
        "you",
        "first instant / sorcery spell of a turn",
    ),
    (
        "The second spell you cast each turn costs {1} less to cast.",
        "only: spells",
        "you",
        "second spell of a turn",
    ),
    (
        "Spells your opponents cast during your turn cost {1} more to cast.",
        "only: spells",
        "opponents",
        "it is your turn",
    ),
    (
        "During turns other than yours, spells you cast cost {1} less to cast.",
        "only: spells",
        "you",
        "it is not your turn",
    ),
    (
        "As long as this creature is tapped, creature spells you cast cost {2} less to cast.",
        "only: creature spells",
        "you",
        "it is tapped",
    ),
    (
        "Noncreature spells you cast cost {1} less to cast as long as there are three or more "
        "Lesson cards in your graveyard.",
        "only: noncreature spells",
        "you",
        "3+ lesson cards in your graveyard",
    ),
    (
        "Each spell you cast that's red or green costs {1} less to cast.",
        "only: red spells or green spells",
        "you",
        "",
    ),
    (
        "Each spell you cast that's a Demon, Horror, or Nightmare costs {1} less to cast.",
        "only: Demon spells or Horror spells or Nightmare spells",
        "you",
        "",
    ),
    (
        "Spells you cast but don't own cost {1} less to cast.",
        "only: spells you don't own",
        "you",
        "",
    ),
    ("Equip costs you pay cost {1} less.", "only: equip abilities", "you", ""),
    (
        "Spells you cast with mana value 5 or greater cost {1} less to cast and can't be "
        "countered.",
        "only: spells with mana value 5 or greater",
        "you",
        "",
    ),
]


@pytest.mark.parametrize(("text", "of", "payers", "need"), SUBJECTS)
def test_what_a_change_is_on(text: str, of: str, payers: str, need: str) -> None:
    """MTG-RED-01: what no restriction says is a condition in words, which counts as not met."""
    (changed,) = read(text).changes
    assert (changed.of, changed.payers) == (of, payers)
    assert [each.what for each in changed.needs] == ([need] if need else [])
    assert len(changed.modifiers({})) == (not need)
    assert len(changed.modifiers({need: 1})) == 1


def test_affinity_that_a_permanent_gives() -> None:
    """MTG-RED-02."""
    (changed,) = read("Artifact creature spells you cast have affinity for artifacts.").changes
    assert (changed.of, changed.per) == ("only: artifact creature spells", "artifact")


HAVE = [
    ("Nonartifact spells you cast have improvise.", "only: nonartifact spells", Payer.IMPROVISE),
    ("Spells you cast have delve.", "only: spells", Payer.DELVE),
    (
        "Noncreature spells you cast from exile have convoke.",
        "only: noncreature spells from exile",
        Payer.CONVOKE,
    ),
]


@pytest.mark.parametrize(("text", "of", "payer"), HAVE)
def test_ways_to_pay_that_a_permanent_gives(text: str, of: str, payer: Payer) -> None:
    """MTG-KW-01, MTG-KW-02, MTG-KW-03."""
    (granted,) = read(text).granted
    assert (granted.of, granted.payers, granted.option) == (of, frozenset({payer}), None)


GRANTED = [
    (
        "You may cast spells from your hand without paying their mana costs.",
        "{0}",
        "only: spells from your hand",
    ),
    (
        "You may pay {0} rather than pay the mana cost for Zombie creature spells you cast.",
        "{0}",
        "only: Zombie creature spells",
    ),
    (
        "You may pay eight {E} rather than pay the mana cost for creature spells you cast.",
        "{E}{E}{E}{E}{E}{E}{E}{E}",
        "only: creature spells",
    ),
    (
        "As an additional cost to cast blue permanent spells, you may pay 2 life. "
        "Those spells cost {U} less to cast if you paid life this way.",
        "pay 2 life",
        "only: blue artifact spells or blue battle spells or blue creature spells or "
        "blue enchantment spells or blue planeswalker spells",
    ),
]


@pytest.mark.parametrize(("text", "cost", "of"), GRANTED)
def test_costs_that_a_permanent_offers(text: str, cost: str, of: str) -> None:
    """MTG-118.9, MTG-KW-31."""
    (granted,) = read(text).granted
    assert granted.option is not None
    assert (granted.option.name, str(granted.option.cost), granted.of) == ("My Card", cost, of)


UNREAD = [
    "Each creature spell you cast has casualty 1.",
    "The first nonartifact spell you cast each turn has improvise.",
    "Each nonland card in your graveyard has escape.",
    "Each instant and sorcery card in your hand has miracle {2}.",
    "Once during each of your turns, you may cast a spell from your hand without paying its mana "
    "cost.",
    "You may cast spells with mana value less than or equal to the number of lands you control "
    "without paying their mana costs.",
    "Rather than pay the mana cost for a spell, its controller may discard a card that shares a "
    "color with that spell.",
    "The first creature spell you cast each turn that targets a creature costs {2} less to cast.",
    "Spells cast this way cost {2} less to cast.",
    "A player losing unspent mana causes that player to lose that much life.",
]


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_understood_is_reported(text: str) -> None:
    reading = read_card("My Card", "Enchantment", text)
    assert [each.sentence for each in reading.unread] == [text]
    assert (reading.changes, reading.granted) == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        "When this enchantment enters, you may cast a spell from your hand without paying its "
        "mana cost.",
        "{T}: The next spell you cast this turn has improvise.",
        "Until end of turn, spells you cast have convoke.",
    ],
)
def test_what_is_for_a_time_is_no_doubt(text: str) -> None:
    assert read(text).granted == ()
