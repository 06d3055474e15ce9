"""Whatever text the reader of cards is given, it answers or raises an `AutotapError`."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from autotap.models.errors import AutotapError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.effect_text import effect_text, parse_effect
from autotap.models.mtg.oracle import CardReading, read_card

PIECES = [
    *"{T} {Q} {1} {G} {W/U} {X} {E} {100} {T}: Add add adds one two a an X 7".split(),
    *", . : — | « » «0» \" ' ( ) to and or and/or from this it its if instead".split(),
    *"creature Elves land lands artifact token named Sacrifice Tap Pay Remove Exile".split(),
    *"Discard Return life counters have has are Mountains cost costs less more".split(),
    *"Convoke deals 12+ produces another other untapped".split(),
    *(
        "mana of",
        "any color",
        "any one color",
        "different colors",
        "in any combination of",
        "the chosen color",
        "that color",
        "for each",
        "where X is",
        "the number of",
        "equal to",
        "an amount of",
        "your devotion to",
        "this creature's power",
        "basic Swamp",
        "you control",
        "your hand",
        "your graveyard",
        "this land",
        "Spend this mana only",
        "to cast",
        "spells",
        "that spell",
        "Activate only",
        "once each turn",
        "Whenever",
        "is tapped for mana",
        "you tap",
        "is also",
        "Choose a color",
        "rather than pay",
        "mana cost",
        "Kicker",
        "As an additional cost to cast this spell",
        "enters tapped",
        "damage to you",
        "twice as much",
        "of that mana",
        "Level 2",
        "\n",
    ),
]

SENTENCES = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)
TEXTS = st.one_of(
    SENTENCES,
    st.text(max_size=80),
    st.lists(st.one_of(SENTENCES, st.text(max_size=20)), max_size=4).map("\n".join),
)


def read_or_refuse(name: str, types: str, text: str, cost: str | None) -> CardReading | None:
    try:
        return read_card(name, types, text, mana_cost=cost)
    except AutotapError:
        return None


@settings(max_examples=400)
@given(
    st.text(max_size=20),
    st.sampled_from(["Land", "Legendary Creature — Elf", "Instant", "A // B", "", "—"]),
    TEXTS,
    st.one_of(st.none(), st.sampled_from(["", "{2}{G}", "x", "{1} // {G}"])),
)
@example("", "Land", "{T}: Add {G} for each {G}", None)
@example("a", "Land", '"""', None)
@example("a", "Land", "((((", None)
@example("a", "A // B", "//", " // ")
def test_no_text_escapes(name: str, types: str, text: str, cost: str | None) -> None:
    reading = read_or_refuse(name, types, text, cost)
    if reading is None:
        return
    for ability in reading.abilities:
        assert ManaAbility.parse(str(ability)) == ability
    for effect in reading.effects:
        assert parse_effect(effect_text(effect), name) == effect
    assert reading.complete is not bool(reading.unread)
    try:
        reading.source("a")
        reading.spell()
    except AutotapError:
        pass


@settings(max_examples=200)
@given(TEXTS)
def test_a_sentence_about_mana_is_never_dropped(text: str) -> None:
    """A mana ability with any sentence after it is offered whole, with a remark, or not at all."""
    plain = " ".join(text.split())
    reading = read_or_refuse("My Card", "Artifact", f"{{T}}: Add {{G}}. Xyzzy {plain} mana", None)
    if reading is not None and plain.isascii() and not set(plain) & set("\"'():.—|"):
        assert not reading.complete
        assert not reading.makes_mana


def test_long_texts_take_linear_time() -> None:
    for text in ("{T}: " * 4_000, "a " * 9_000, "(" * 20_000, '"{T}: Add {G}" ' * 1_000):
        read_or_refuse("My Card", "Land", text, None)
