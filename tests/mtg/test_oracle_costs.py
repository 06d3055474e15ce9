"""The reader of cards: what a card's own cost is paid with, and what changes costs."""

from __future__ import annotations

import pytest

from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.locking import Change
from autotap.models.mtg.oracle import CardReading, read_card
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.solver import can_pay


def read(text: str, cost: str | None = "{4}{R}", types: str = "Sorcery") -> CardReading:
    """Read a card with that text, which must be read completely."""
    reading = read_card("My Spell", types, text, mana_cost=cost)
    assert reading.unread == ()
    return reading


@pytest.mark.parametrize(
    ("rule", "payer"),
    [
        ("MTG-KW-01", Payer.CONVOKE),
        ("MTG-KW-02", Payer.IMPROVISE),
        ("MTG-KW-03", Payer.DELVE),
        ("MTG-KW-05", Payer.ASSIST),
    ],
)
def test_payers(rule: str, payer: Payer) -> None:
    assert read(payer.value.capitalize()).spell().payers == {payer}
    both = read(f"Flash, {payer} (You may.)\nDraw a card.")
    assert both.spell().payers == {payer}
    assert read(f"Flash; {payer}").spell().payers == {payer}


def test_waterbend() -> None:
    """MTG-KW-04."""
    reading = read("As an additional cost to cast this spell, waterbend {4}.", "{U}")
    spell = reading.spell()
    assert spell.waterbend == 4
    assert can_pay(spell, Board.parse("Island; 4 Bear (types: creature) []"))
    assert not can_pay(spell, Board.parse("Island; 3 Bear (types: creature) []"))
    assert read("As an additional cost to cast this spell, waterbend {X}.").spell().waterbend_x


CHANGED = [
    ("MTG-KW-06", "Affinity for artifacts", "artifact", "{1}"),
    ("MTG-KW-06", "Undaunted", "opponent", "{1}"),
    (
        "MTG-RED-02",
        "This spell costs {1} less to cast for each creature you control.",
        "creature",
        "{1}",
    ),
    (
        "MTG-RED-02",
        "This spell costs {X} less to cast, where X is the total power of creatures you control.",
        "total power of creatures you control",
        "{1}",
    ),
    (
        "MTG-RED-05",
        "This spell costs {G} less to cast for each green creature you control.",
        "green creature",
        "{G}",
    ),
]


@pytest.mark.parametrize(("rule", "text", "counted", "amount"), CHANGED)
def test_its_own_reductions(rule: str, text: str, counted: str, amount: str) -> None:
    reading = read(text)
    (changed,) = reading.own.changes
    assert changed.per == counted
    assert str(changed.modifier.amount) == amount
    assert reading.spell().modifiers == ()
    (modifier,) = reading.spell(amounts={counted: 3}).modifiers
    assert modifier.change is Change.REDUCE
    assert modifier.amount.mana_value == 3


def test_a_reduction_with_a_condition() -> None:
    reading = read("This spell costs {2} less to cast if you control a Wizard.")
    assert reading.spell().modifiers == ()
    assert [str(m.amount) for m in reading.spell(amounts={"wizard": 1}).modifiers] == ["{2}"]


OPTIONS = [
    ("MTG-KW-20", "Kicker {2}{G}", "kicker {2}{G}", "{2}{G}", 1),
    (
        "MTG-KW-20",
        "Kicker—Sacrifice a creature.",
        "kicker sacrifice a creature",
        "sacrifice a creature",
        1,
    ),
    ("MTG-KW-20", "Multikicker {1}{W}", "multikicker {1}{W}", "{1}{W}", None),
    ("MTG-KW-20", "Buyback {3}", "buyback", "{3}", 1),
    ("MTG-KW-20", "Replicate {U}", "replicate", "{U}", None),
    ("MTG-KW-20", "Bargain", "bargain", "sacrifice an artifact or enchantment or token", 1),
    (
        "MTG-KW-24",
        "As an additional cost to cast this spell, you may collect evidence 6.",
        "collect evidence 6",
        "exile any number of cards from your graveyard with total mana value 6",
        1,
    ),
    (
        "MTG-KW-21",
        "As an additional cost to cast this spell, you may blight 1.",
        "blight 1",
        "blight 1",
        1,
    ),
]


@pytest.mark.parametrize(("rule", "text", "name", "cost", "most"), OPTIONS)
def test_costs_that_need_not_be_paid(
    rule: str, text: str, name: str, cost: str, most: int | None
) -> None:
    (option,) = read(text).spell().options
    assert (option.name, str(option.cost), option.most) == (name, cost, most)
    assert option.only_adds


EXILED = "exile a {}card from your hand"
ALTERNATIVES = [
    ("MTG-KW-10", "Evoke {1}{R}", "evoke", "{1}{R}"),
    ("MTG-KW-10", "Overload {6}{R}", "overload", "{6}{R}"),
    ("MTG-KW-12", "Impending 4—{1}{R}", "impending", "{1}{R}"),
    ("MTG-KW-13", "Web-slinging {R}", "web-slinging", "{R}, return a tapped creature"),
    (
        "MTG-KW-16",
        "Escape—{3}{R}, Exile three other cards from your graveyard.",
        "escape",
        "{3}{R}, exile 3 cards from your graveyard",
    ),
    ("MTG-KW-17", "Flashback—Sacrifice a Mountain.", "flashback", "sacrifice a mountain"),
    ("MTG-KW-10", "Retrace", "retrace", "discard a land"),
    ("MTG-KW-10", "Evoke—Exile a red card from your hand.", "evoke", EXILED.format("red ")),
    ("MTG-KW-18", "Foretell {1}{R}", "foretell", "{1}{R}"),
    ("MTG-KW-10", "More Than Meets the Eye {3}{R}", "more than meets the eye", "{3}{R}"),
    (
        "MTG-118.9",
        "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.",
        "instead",
        "pay 4 life",
    ),
]


@pytest.mark.parametrize(("rule", "text", "name", "cost"), ALTERNATIVES)
def test_alternative_costs_are_there_on_request(rule: str, text: str, name: str, cost: str) -> None:
    reading = read(text)
    assert reading.spell().options == ()
    (option,) = reading.spell(alternative=name).options
    assert str(option.cost) == cost
    assert option.least == 1
    with pytest.raises(InputError, match=name):
        reading.spell(alternative="dash")


INSTEAD = [
    ("You may sacrifice two Mountains rather than", "sacrifice 2 mountain"),
    (
        "You may pay 1 life and exile a blue card from your hand rather than",
        "pay 1 life, " + EXILED.format("blue "),
    ),
    ("You may exile two red cards from your hand rather than", "exile 2 red cards from your hand"),
    ("You may exile a card from your hand rather than", EXILED.format("")),
    ("You may discard an Island card rather than", "discard an island"),
]


@pytest.mark.parametrize(("text", "cost"), INSTEAD)
def test_an_alternative_without_a_name_is_the_payers_choice(text: str, cost: str) -> None:
    """MTG-118.9."""
    reading = read(f"{text} pay this spell's mana cost.")
    (option,) = reading.spell().options
    assert (option.name, str(option.cost), option.instead, option.least) == (
        *("instead", cost, True, 0),
    )
    (option,) = reading.spell(alternative="instead").options
    assert option.least == 1


def test_a_prototype_is_a_face() -> None:
    """MTG-202.3: its own cost, color and size."""
    text = "Prototype {1}{W} — 2/3 (You may.)\nVigilance"
    reading = read_card("My Golem", "Artifact Creature", text, mana_cost="{7}", power=6)
    assert reading.complete
    whole, small = reading.spell(), reading.spell(faces=(1,))
    assert (whole.mana_value, small.mana_value) == (7, 2)
    assert (whole.colors, small.colors) == (frozenset(), frozenset({ManaType.W}))
    assert (reading.power, reading.faces[1].power) == (6, 2)


def test_emerge_offering_and_harmonize() -> None:
    """MTG-KW-07, MTG-KW-08, MTG-KW-09."""
    for text, name in (
        ("Emerge {5}{R}", "emerge"),
        ("Goblin offering", "goblin offering"),
        ("Harmonize {2}{R}", "harmonize"),
    ):
        (option,) = read(text).spell(alternative=name).options
        assert option.chosen is not None


def test_an_alternative_cost_is_paid() -> None:
    spell = read("Flashback {R}").spell(alternative="flashback", zone="graveyard")
    assert can_pay(spell, Board.parse("Mountain"))
    assert not can_pay(read("Flashback {R}").spell(), Board.parse("Mountain"))


def test_additional_costs() -> None:
    """MTG-118.8."""
    text = "As an additional cost to cast this spell, sacrifice a creature."
    assert str(read(text).spell().additional) == "sacrifice a creature"
    text = "As an additional cost to cast this spell, reveal a Dragon card from your hand."
    assert not str(read(text).spell().additional)


def test_which_mana_may_be_spent() -> None:
    """MTG-RSC-01, MTG-RSC-02, MTG-RSC-04."""
    assert read("Spend only black mana on X.", "{X}{B}").spell().x_colors == frozenset({ManaType.B})
    golem = read(
        "Spend only colored mana on X. No more than one mana of each color may be spent this way.",
        "{X}{2}",
    ).spell()
    assert golem.x_colors == frozenset(COLORS)
    assert golem.x_distinct
    myr = read("Spend only mana produced by creatures to cast this spell.").spell()
    assert myr.only_from == {"creature"}
    assert read("You can't spend mana to cast this spell.").spell().no_mana


UNREAD = [
    "As an additional cost to cast this spell, discard a card or pay {3}.",
    "As an additional cost to cast this spell, reveal an Elf card from your hand or pay {3}.",
    "Spells your opponents cast that target this creature cost an additional 3 life to cast.",
    "Mana abilities of this land cost an additional 1 life to activate.",
    "As an additional cost to cast this spell, sacrifice any number of creatures.",
    "Those spells cost {G} less to cast.",
    "Spells you cast with the chosen name cost {2} less to cast.",
    "You may exile a blue card with mana value X from your hand rather than pay this spell's mana "
    "cost.",
    "You may discard a nonland card rather than pay this spell's mana cost.",
    "You may exile a blue instant card from your hand rather than pay this spell's mana cost.",
    "You may pay {X} rather than pay the mana cost for Elf spells you cast, where X is 3.",
    "Once each turn, you may pay {0} rather than pay the mana cost for a spell you cast.",
    "Casualty 2",
    "You may spend mana as though it were mana of any planet.",
    "Spend only mana produced by moonlight on X.",
]


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_understood_is_reported(text: str) -> None:
    reading = read_card("My Spell", "Sorcery", text, mana_cost="{2}")
    assert not reading.complete
    assert reading.unread[0].sentence.rstrip(".") == text.rstrip(".")
    assert not reading.changes
    assert reading.spell().modifiers == ()


def test_the_spell_says_what_of_its_cost_is_unread() -> None:
    text = "As an additional cost to cast this spell, discard a card or pay {3}."
    assert read_card("My Spell", "Sorcery", text, mana_cost="{R}").spell().unread == (
        "As an additional cost to cast this spell, discard a card or pay {3}.",
    )
    rock = read_card("My Rock", "Artifact", "{T}: Add one mana of either of the circled colors.")
    assert rock.source("a").unread
    assert rock.spell().unread == ()
