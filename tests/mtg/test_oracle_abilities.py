"""The reader of cards: mana abilities, sentence by sentence (MTG-PRO)."""

from __future__ import annotations

import pytest

from autotap.models.errors import CostSyntaxError, InputError, LimitError, UnknownNameError
from autotap.models.mtg.card import Layout
from autotap.models.mtg.mana import mana_list_text
from autotap.models.mtg.oracle import read_card
from autotap.models.mtg.oracle.entering import (
    Control,
    Entering,
    Enters,
    Needed,
    PayLife,
    Untold,
    entering_of,
)
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.source import Zone
from autotap.models.mtg.symbols import ManaType

UNTOLD = Untold()


def abilities(text: str, *, name: str = "My Card", types: str = "Artifact") -> list[str]:
    """What a card with that text does for mana; it must be read completely."""
    reading = read_card(name, types, text)
    assert reading.unread == ()
    return [*map(str, reading.abilities), *map(str, reading.open_abilities)]


READ = [
    ("MTG-PRO-01", "{T}: Add {C}{C}.", ["{T}: Add {C}{C}"]),
    ("MTG-PRO-02", "{T}: Add {R}, {G}, or {W}.", ["{T}: Add {R}|{G}|{W}"]),
    ("MTG-PRO-02", "{T}: Add one mana of any color.", ["{T}: Add {Any}"]),
    ("MTG-PRO-02", "{T}: Add {C}, {G}{G}, or {B}.", ["{T}: Add {C}|{G}{G}|{B}"]),
    ("MTG-PRO-02", "{T}: Add six {G}.", ["{T}: Add {G}{G}{G}{G}{G}{G}"]),
    (
        "MTG-PRO-03",
        "{1}, Remove X storage counters from this land: "
        "Add X mana in any combination of {W} and/or {U}.",
        ["{1}, remove X storage counters: Add {W/U} (per: X)"],
    ),
    (
        "MTG-PRO-03",
        "{T}: Add two mana in any combination of {U}, {B}, and/or {R}.",
        ["{T}: Add {U/B/R}{U/B/R}"],
    ),
    (
        "MTG-PRO-04",
        "{T}: Add three mana of any one color.",
        ["{T}: Add {W}{W}{W}|{U}{U}{U}|{B}{B}{B}|{R}{R}{R}|{G}{G}{G}"],
    ),
    (
        "MTG-PRO-04",
        "{1}, {T}: Add two mana of different colors.",
        [
            "{1}, {T}: Add {W}{U}|{W}{B}|{W}{R}|{W}{G}|{U}{B}|{U}{R}|{U}{G}|{B}{R}|{B}{G}|{R}{G}",
        ],
    ),
    (
        "MTG-PRO-05",
        "{B/R}, {T}: Add {B}{B}, {B}{R}, or {R}{R}.",
        ["{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}"],
    ),
    (
        "MTG-PRO-06",
        "{2}, {T}: Choose a color. Add an amount of mana of that color equal to your devotion to "
        "that color.",
        ["{2}, {T}: Add an amount of mana of any one color equal to your devotion to that color"],
    ),
    (
        "MTG-PRO-06",
        "{T}: Add an amount of {G} equal to your devotion to green.",
        ["{T}: Add an amount of {G} equal to your devotion to green"],
    ),
    (
        "MTG-PRO-07",
        "{T}: Add {U} for each artifact you control.",
        ["{T}: Add {U} (per: artifact)"],
    ),
    (
        "MTG-PRO-07",
        "{3}, {T}: Add {B} for each basic Swamp you control.",
        ["{3}, {T}: Add {B} (per: basic swamp)"],
    ),
    (
        "MTG-PRO-07",
        "{T}: Add X mana of any one color, where X is the number of Allies you control.",
        ["{T}: Add {W}|{U}|{B}|{R}|{G} (per: ally)"],
    ),
    (
        "MTG-PRO-08",
        "{T}: Add one mana of any color that a basic land you control could produce.",
        ["{T}: Add one mana of any color that a basic land you control could produce"],
    ),
    (
        "MTG-PRO-09",
        "{T}: Add one mana of any color among legendary permanents you control.",
        ["{T}: Add one mana of any color among legendary permanent you control"],
    ),
    (
        "MTG-PRO-09",
        "{T}: Choose a color of a permanent you control. Add one mana of that color.",
        ["{T}: Add one mana of any color among permanent you control"],
    ),
    (
        "MTG-PRO-10",
        "{T}: Add one mana of any color in your commander's color identity.",
        ["{T}: Add one mana of any color in your commander's color identity"],
    ),
    (
        "MTG-PRO-13",
        "{T}, Remove a mining counter from this land: Add one mana of any color. "
        "If there are no mining counters on this land, sacrifice it.",
        ["{T}, remove a mining counter: Add {Any}"],
    ),
    (
        "MTG-PRO-13",
        "{T}: Put a charge counter on this artifact, then add one mana of any one color for each "
        "charge counter on it.",
        [
            "{T}: put a charge counter on this, then add one mana of any one color for each "
            "charge counter on this"
        ],
    ),
    (
        "MTG-PRO-13",
        "{T}, Remove any number of storage counters from this land: "
        "Add {C} for each storage counter removed this way.",
        ["{T}, remove X storage counters: Add {C} (per: X)"],
    ),
    ("MTG-PRO-14", "{2}, {Q}: Add one mana of any color.", ["{2}, {Q}: Add {Any}"]),
    ("MTG-PRO-15", "Sacrifice an artifact: Add {C}{C}.", ["sacrifice an artifact: Add {C}{C}"]),
    (
        "MTG-PRO-15",
        "{T}, Sacrifice another creature: Add {B}{B}{B}.",
        ["{T}, sacrifice another creature: Add {B}{B}{B}"],
    ),
    ("MTG-PRO-16", "{T}, Pay 1 life: Add {W} or {B}.", ["{T}, pay 1 life: Add {W}|{B}"]),
    (
        "MTG-PRO-17",
        "{T}: Add {W} or {U}. This land deals 1 damage to you.",
        ["{T}: Add {W}|{U} (1 damage to you)"],
    ),
    (
        "MTG-PRO-17",
        "Whenever this land becomes tapped, it deals 1 damage to you.\n"
        "{T}: Add one mana of any color.",
        ["{T}: Add {Any} (1 damage to you by a trigger)"],
    ),
    (
        "MTG-PRO-17",
        "{T}: Add {B}. My Card deals 1 damage to you if you don't control an Ogre.",
        ["{T}: Add {B} (if: 1 ogre)", "{T}: Add {B} (if: no ogre) (1 damage to you)"],
    ),
    (
        "MTG-PRO-18",
        "{T}, Sacrifice this artifact: Add one mana of any color.",
        ["{T}, sacrifice this: Add {Any}"],
    ),
    ("MTG-PRO-19", "Exile this card from your hand: Add {R}.", ["exile this from hand: Add {R}"]),
    ("MTG-PRO-19", "Discard a card: Add {B}.", ["discard a card: Add {B}"]),
    (
        "MTG-PRO-19",
        "{T}, Exile a card from your graveyard: Add one mana of any color.",
        ["{T}, exile a card from your graveyard: Add {Any}"],
    ),
    (
        "MTG-PRO-20",
        "Tap three untapped Elves you control: Add {G}{G}{G}.",
        ["tap 3 untapped elf: Add {G}{G}{G}"],
    ),
    (
        "MTG-PRO-20",
        "{T}, Tap an untapped artifact or creature you control: Add {C}.",
        ["{T}, tap an untapped artifact or creature: Add {C}"],
    ),
    (
        "MTG-PRO-20",
        "Tap an untapped nontoken artifact you control: Add {R}.",
        ["tap an untapped nontoken artifact: Add {R}"],
    ),
    (
        "MTG-PRO-21",
        "Remove a charge counter from this enchantment: Add one mana of any color. "
        "Activate only once each turn.",
        ["remove a charge counter: Add {Any} (once each turn)"],
    ),
    (
        "MTG-PRO-22",
        "{T}: Add {C}{C}. Activate only if you control five or more lands.",
        ["{T}: Add {C}{C} (if: 5 land)"],
    ),
    (
        "MTG-PRO-22",
        "{T}: Add {G}. Activate only if you control a Forest or a Plains.",
        ["{T}: Add {G} (if: 1 forest or plains)"],
    ),
    (
        "MTG-PRO-22",
        "{T}: Add {W} or {U}. Activate only if this land entered this turn or if you control a "
        "basic land.",
        ["{T}: Add {W}|{U} (if: 1 it entered this turn)", "{T}: Add {W}|{U} (if: 1 basic land)"],
    ),
    (
        "MTG-PRO-22",
        "{T}: Add {U}. If you played a land this turn, add {B} instead.",
        [
            "{T}: Add {U} (if: no you played a land this turn)",
            "{T}: Add {B} (if: 1 you played a land this turn)",
        ],
    ),
    (
        "MTG-PRO-30",
        "{X}, {T}, Sacrifice this artifact: Add X mana in any combination of colors.",
        ["{X}, {T}, sacrifice this: Add {Any} (per: X)"],
    ),
    ("MTG-SYM-13", "{T}, Pay {E}{E}: Add {G}.", ["{E}{E}, {T}: Add {G}"]),
    (
        "MTG-106.3",
        "{3}, {T}: Double the amount of each type of unspent mana you have.",
        ["{3}, {T}: Add the unspent pool again"],
    ),
]


@pytest.mark.parametrize(("rule", "text", "expected"), READ)
def test_an_ability_is_read(rule: str, text: str, expected: list[str]) -> None:
    assert abilities(text) == expected


def test_a_name_is_this_card() -> None:
    text = "{T}, Sacrifice Old Rock: Add {R}."
    assert abilities(text, name="Old Rock") == ["{T}, sacrifice this: Add {R}"]


def test_a_legendary_card_is_called_by_the_first_part_of_its_name() -> None:
    text = "{T}: Add an amount of {G} equal to Marla's power."
    reading = read_card("Marla, of the Woods", "Legendary Creature — Elf", text)
    assert reading.asks == ("its power",)


def test_a_subtype_is_no_name() -> None:
    text = 'All Slivers have "{T}: Add {G}."'
    reading = read_card("Sliver Duke", "Legendary Creature — Sliver", text)
    assert reading.effects
    assert reading.complete


def test_basic_land_types_give_their_abilities() -> None:
    """MTG-PRO-25, CR 305.6: reminder text says nothing."""
    assert abilities("({T}: Add {B} or {R}.)", types="Land — Swamp Mountain") == [
        "{T}: Add {B}",
        "{T}: Add {R}",
    ]


def test_what_is_no_mana_ability_is_told_apart() -> None:
    """MTG-SYM-15, MTG-PRO-27, MTG-PRO-19: the mana may float, but no payment makes it."""
    for text, types in (
        ("[+1]: Add {R}{R}.", "Legendary Planeswalker"),
        ("{T}: Exile target land card from a graveyard. Add one mana of any color.", "Creature"),
        ("Add {B}{B}{B}.", "Instant"),
        ("When this creature enters, add {R}{R}.", "Creature"),
        (
            "Discard your hand, Sacrifice this artifact: Add three mana of any one color. "
            "Activate only as an instant.",
            "Artifact",
        ),
    ):
        reading = read_card("My Card", types, text)
        assert reading.complete
        assert not reading.makes_mana
        assert reading.remarks[0].why


def test_what_no_board_shows_is_asked_for() -> None:
    text = "{T}: Add {G}{G}. Activate only if you control a creature with power 4 or greater."
    reading = read_card("My Elf", "Creature — Elf", text)
    assert reading.complete
    assert reading.asks == ("creature with power 4+ you control",)
    assert not read_card("My Elf", "Creature", "{T}: Add {G}.").asks
    unknown = reading.source("a")
    assert str(unknown.abilities[0]) == "{T}: Add {G}{G} (if: 1 creature with power 4+ you control)"
    assert not unknown.is_a("creature with power 4+ you control")
    met = reading.source("a", amounts={"creature with power 4+ you control": 1})
    assert [str(each) for each in met.abilities] == ["{T}: Add {G}{G}"]
    assert reading.source("a", amounts={"creature with power 4+ you control": 0}).abilities == ()


def test_a_changeling_does_not_meet_a_condition_in_words() -> None:
    changeling = read_card("Mimic", "Creature — Shapeshifter", "").source(
        "a", types=frozenset({"creature", "changeling"})
    )
    assert changeling.is_a("elf")
    assert not changeling.is_a("creature with power 4+ you control")
    assert not changeling.is_a("its power")


def test_its_own_state_answers() -> None:
    power = read_card(
        "My Elf",
        "Creature",
        "{T}: Add X mana of any one color, where X is this creature's power.",
        power="2",
    )
    assert str(power.source("a").abilities[0]) == "{T}: Add {W}{W}|{U}{U}|{B}{B}|{R}{R}|{G}{G}"
    assert power.source("a", power=0).abilities[0].outputs == ()
    bricks = read_card(
        "My Rock",
        "Artifact",
        "{T}: Add {C}{C}. Activate only if there are three or more brick counters on My Rock.",
    )
    assert bricks.source("a", counters=(("brick", 2),)).abilities == ()
    assert str(bricks.source("a", counters=(("brick", 3),)).abilities[0]) == "{T}: Add {C}{C}"
    each = read_card("My Rock", "Artifact", "{T}: Add {C}{C} for each charge counter on My Rock.")
    assert str(each.source("a", counters=(("charge", 2),)).abilities[0]) == "{T}: Add {C}{C}{C}{C}"


def test_several_permanents_for_more_mana() -> None:
    """Whether there are enough is asked for: the one amount is there instead of the other."""
    text = "{T}: Add {G}. If you control four or more creatures, add {G}{G} instead."
    reading = read_card("My Druid", "Creature", text)
    assert reading.asks == ("4+ creatures you control",)
    for number, mana in ((0, "{T}: Add {G}"), (1, "{T}: Add {G}{G}")):
        source = reading.source("a", amounts={"4+ creatures you control": number})
        assert [str(each) for each in source.abilities] == [mana]


def test_haste_and_changeling_are_told() -> None:
    """MTG-SYM-12: they matter for {T}, and for what may be given up."""
    elf = read_card("My Elf", "Creature", "Flying, haste\nChangeling (It is all.)\n{T}: Add {G}.")
    source = elf.source("a", summoning_sick=True)
    assert source.can_pay_tap()
    assert source.is_a("goblin")
    other = read_card("My Lord", "Creature", "Creatures you control have haste.\n{T}: Add {G}.")
    assert not other.source("a", summoning_sick=True).can_pay_tap()


def test_levels_and_stations_are_conditions() -> None:
    station = read_card("My Ship", "Artifact — Spacecraft", "12+ | {U}, {T}: Add {U}{U}{U}.")
    assert station.asks == ("12+ charge counters on it",)
    assert len(station.source("a", counters=(("charge", 12),)).abilities) == 1
    assert station.source("a", counters=(("charge", 11),)).abilities == ()
    text = '{1}{G}: Level 2\nCreatures you control have "{T}: Add {G}."'
    (grant,) = read_card("My Class", "Enchantment — Class", text).effects
    assert "(if: 1 level 2 that my class has)" in str(grant.ability)  # type: ignore[union-attr]


def test_entering() -> None:
    """MTG-PRO-23."""
    text = "This land enters tapped with two charge counters on it.\n{T}: Add {U}."
    reading = read_card("My Land", "Land", text)
    assert reading.entering.tapped is Enters.TAPPED
    assert reading.source("a").counters == (("charge", 2),)
    for depends in (
        "This land enters tapped unless you control two or fewer other lands.",
        "As this land enters, you may pay 2 life. If you don't, it enters tapped.",
        "If you control two or more other lands, this land enters tapped.",
    ):
        assert read_card("My Land", "Land", depends).entering.tapped is Enters.DEPENDS
    stays = read_card("My Rock", "Artifact", "This artifact doesn't untap during your untap step.")
    assert stays.source("a").stays_tapped
    chosen = read_card("My Rock", "Artifact", "As this artifact enters, choose a color.")
    assert chosen.entering.chooses == "a color"


@pytest.mark.parametrize(
    ("needed", "control"),
    [
        ("unless you control a Plains or an Island", Control("plains or island", 1)),
        ("unless you control two or more other lands", Control("land", 2)),
        ("unless you control two or fewer other lands", Control("land", most=2)),
        ("unless you control two or more basic lands", Control("basic land", 2)),
        ("unless you control a legendary green creature", Control("legendary green creature", 1)),
        ("unless it's your first, second, or third turn of the game", UNTOLD),
        ("unless an opponent controls two or more lands", UNTOLD),
        ("unless you revealed a Dragon card this way or you control a Dragon", UNTOLD),
        ("if it's not your turn", UNTOLD),
    ],
)
def test_entering_by_what_is_there(needed: str, control: Needed) -> None:
    """MTG-PRO-23: what no board shows is a doubt."""
    sentence = f"This land enters tapped {needed}."
    entering = entering_of(sentence)
    assert (entering.tapped, entering.unless) == (Enters.DEPENDS, control)
    assert entering.doubts == ((sentence,) if control == UNTOLD else ())


def test_life_may_be_paid_on_entering() -> None:
    """MTG-PRO-23, MTG-119.4: both sentences together are one choice, and no doubt."""
    text = "As this land enters, you may pay 2 life. If you don't, it enters tapped."
    assert entering_of(text) == Entering(Enters.DEPENDS, unless=PayLife(2))
    other = entering_of(f"As this land enters, choose a color. {text}")
    assert (other.chooses, other.unless) == ("a color", PayLife(2))
    revealed = "As this land enters, you may reveal a Plains card from your hand."
    assert entering_of(f"{revealed} If you don't, it enters tapped.").unless == UNTOLD


@pytest.mark.parametrize(
    ("number", "control"),
    [
        ("two or more other lands", Control("land", most=1)),
        ("one or fewer other lands", Control("land", 2)),
    ],
)
def test_entering_the_other_way_round(number: str, control: Control) -> None:
    assert entering_of(f"If you control {number}, this land enters tapped.").unless == control


@pytest.mark.parametrize(
    "text",
    [
        "When this land enters, return a land you control to its owner's hand.",
        "When this land enters, sacrifice two lands.",
        "If this land would enter, sacrifice two untapped lands instead.",
        "As this land enters, you may pay 2 life.",
    ],
)
def test_what_it_costs_to_have_it_enter_is_a_doubt(text: str) -> None:
    assert read_card("My Land", "Land", text).entering.doubts == (text,)


def test_a_gift_on_entering_is_no_doubt() -> None:
    text = "When this creature enters, return target creature card from your graveyard to your hand"
    assert read_card("My Elf", "Creature", text).entering == Entering()
    with pytest.raises(NotRead):
        entering_of("This land enters tapped. Draw a card.")


@pytest.mark.parametrize(
    ("text", "adds"),
    [
        ("Add {B}{B}{B}.", ["{B}{B}{B}"]),
        ("Add {B}{B}{B}.\nThreshold — If seven cards are there, add {B}{B}{B}{B}{B} instead.",
         ["{B}{B}{B}"]),
        ("Add {R}{R}. Spend this mana only to cast creature spells.",
         ["{R}{R} (only: creature spells)"]),
        ("Add {R} for each creature you control.", []),
        ("Add {R}{R}, then add {R} for each card named My Rite in each graveyard.", []),
        ("Destroy target land. Add {R}{R}.", []),
        ("Add {R}{R}. You can cast only one more spell this turn.", []),
        ("Choose one —\n• Add {R}{R}.\n• Draw a card.", []),
        ("Draw a card.", []),
    ],
)  # fmt: skip
def test_mtg_pro_27_what_a_spell_adds(text: str, adds: list[str]) -> None:
    """What must fail: an amount that depends on something is not told."""
    reading = read_card("My Rite", "Instant", text)
    assert [mana_list_text(each) for each in reading.adds] == adds
    assert read_card("My Rite", "Enchantment", text).adds == ()


UNREAD = [
    "{T}: Add {G} and lose life equal to the number of lands you control.",
    "{T}: Add {G}. You lose half your life.",
    "{T}: Add {G}. This creature deals damage equal to its power to you.",
    "{T}: Add one mana of either of the circled colors.",
    "{T}: For each color among permanents you control, add one mana of that color.",
    "Exile a creature you control: Add X mana of any one color, where X is 1 plus the exiled "
    "creature's mana value.",
    "{T}, Forage: Add two mana in any combination of colors.",
    "{T}: Add {G}. Double that mana on Sundays.",
    "{T}: Add {G}. Spend this mana only to pay Un-costs.",
    "{1}: Add {B} or {R}. Activate no more than three times each turn.",
    "{T}: Add two mana of the chosen color.",
    "If a player would add mana, instead all players add that mana.",
    'Each creature you control with a counter on it has "{T}: Add {G}."',
    "Whenever you tap a land for mana while you're the monarch, add {G}.",
    "Players spend no mana on Sundays.",
    "{T}: Add {G}. Activate only if you control a Forest. Activate only if you control an Elf.",
]


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_understood_is_reported(text: str) -> None:
    """Never dropped, and never half of it offered."""
    reading = read_card("My Card", "Artifact", text)
    assert not reading.complete
    assert not reading.makes_mana
    assert reading.unread[0].reason
    assert reading.unread[0].sentence.split()[0] in text
    assert reading.source("a").unread


def test_half_a_card_is_flagged() -> None:
    text = "{T}: Add {C}.\n{T}: Add one mana of either of the circled colors."
    reading = read_card("My Land", "Land", text)
    assert [str(each) for each in reading.abilities] == ["{T}: Add {C}"]
    assert not reading.complete


def test_other_text_is_no_concern() -> None:
    text = (
        "Flying, vigilance\nWhen this creature enters, draw a card unless you pay {2}.\n"
        "{2}{G}: This creature gets +1/+1 until end of turn.\nWard {2}\nCycling {2}"
    )
    reading = read_card("My Bird", "Creature — Bird", text)
    assert reading.complete
    assert reading.remarks == ()


def test_faces() -> None:
    reading = read_card(
        "My Front // My Back",
        "Sorcery // Land",
        "Draw a card.\n//\nThis land enters tapped.\n{T}: Add {B}.",
        mana_cost="{2}{B} // ",
        layout="modal_dfc",
    )
    assert reading.abilities == ()
    assert str(reading.face("my back").abilities[0]) == "{T}: Add {B}"
    assert reading.spell().mana_value == 3
    assert reading.layout is Layout.MODAL_DOUBLE_FACED
    with pytest.raises(UnknownNameError, match="My Side"):
        reading.face("My Side")


def test_a_split_card() -> None:
    reading = read_card(
        "Fire // Ice",
        "Instant // Instant",
        "A\n//\nB",
        mana_cost="{1}{R} // {1}{U}",
        layout=Layout.SPLIT,
    )
    assert reading.spell(faces=(1,)).colors == {ManaType.U}
    assert reading.spell(faces=(0, 1)).mana_value == 4


def test_a_card_in_hand() -> None:
    ape = read_card("My Ape", "Creature", "Exile this card from your hand: Add {R}.")
    assert ape.source("a", zone=Zone.HAND).zone is Zone.HAND


def test_bad_input_gets_a_typed_error() -> None:
    with pytest.raises(CostSyntaxError):
        read_card("A", "Artifact", "", mana_cost="{2}{potato}")
    with pytest.raises(LimitError):
        read_card("A", "Artifact", "x" * 20_001)
    with pytest.raises(InputError, match="one of"):
        read_card("A", "Artifact", "", layout="folded")
    with pytest.raises(InputError, match="letters of colors"):
        read_card("A", "Artifact", "", colors="Q")
    with pytest.raises(InputError, match="fields of Source"):
        read_card("A", "Artifact", "").source("a", mood="good")
    with pytest.raises(InputError, match="0 or more"):
        read_card("A", "Artifact", "").source("a", amounts={"its power": -1})
