"""The text form of a board."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import (
    AbilitySyntaxError,
    AutotapError,
    BoardSyntaxError,
    CostSyntaxError,
    InputError,
    LimitError,
    UnknownNameError,
)
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.board import MAX_SOURCES, Board, Card
from autotap.models.mtg.board_text import catalogue_source
from autotap.models.mtg.catalogue import CATALOGUE
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effect_text import parse_effect
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.open_ability import OpenAbility
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import COLORS, ManaType

NAMES = (
    st.sampled_from(sorted(CATALOGUE))
    | st.sampled_from(["My Rock", "X // Y", "sol ring", "2 Plains", "life: 3", "Æther #1", "Ｘ"])
    | st.text(max_size=8)
)
TYPES = st.frozensets(
    st.sampled_from(["land", "creature", "snow", "elf", "time lord", "none", "token", "Odd"]),
    max_size=3,
)
ABILITIES = st.sampled_from(
    [
        "{T}: Add {G}",
        "{1}, {T}: Add {W}{U}",
        "{G/U}, {T}: Add {G}{G}|{G}{U}|{U}{U}",
        "{T}, remove a charge counter: Add {Any} (only: spells; or [abilities] / x) (rider: #1)",
    ]
).map(ManaAbility.parse)
OPEN_ABILITIES = st.sampled_from(
    [
        "{T}: Add one mana of any type that a land you control could produce",
        "{1}, {T}: Add one mana of the chosen color (only: spells; or [x] / y) (rider: #1)",
        "{T}: Add {C} for each charge counter on this",
    ]
).map(OpenAbility.parse)
EFFECTS = st.sampled_from(
    [
        "each nonbasic land is mountain",
        "each creature you control has {T}: Add {W}|{U} (only: spells; or [x] / y)",
        'each land named "a; b / c" among "X // Y", "#1" tapped for mana makes 3 times as much',
        "each enchanted land tapped for mana adds one of the chosen color (from: a / b; [c])",
        "cannot pay life",
        "devotion to green = 3",
    ]
).map(parse_effect)
NUMBERS = st.integers(0, 3)
TEXTS = st.sampled_from(["only: creature spells", "not: a = b; c", "only: {X} costs"])
POOL = st.lists(
    st.sampled_from(["{R}", "{C}", "{G} (only: creature spells)", "{W} (source: snow)"]), max_size=4
).map(lambda texts: parse_pool("; ".join(texts)))
CARDS = st.lists(st.builds(Card, st.just("") | NAMES, TYPES, NUMBERS), max_size=3).map(tuple)


@st.composite
def sources(draw: st.DrawFn) -> Source:
    name = draw(NAMES)
    known = catalogue_source(name)
    source = Source(id="", name=name) if known is None else replace(known, id="", name=name)
    counters = st.dictionaries(st.sampled_from(["charge", "+1/+1", "a, b"]), st.integers(1, 3))
    changed = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "types": TYPES,
                "abilities": st.lists(ABILITIES, max_size=2).map(tuple),
                "tapped": st.booleans(),
                "summoning_sick": st.booleans(),
                "stays_tapped": st.booleans(),
                "counters": counters.map(lambda found: tuple(sorted(found.items()))),
                "zone": st.sampled_from(Zone),
                "colors": st.frozensets(st.sampled_from(ManaType)),
                "cost": st.none() | st.sampled_from(["{0}", "{2}{G/U}"]).map(ManaCost.parse),
                "power": st.none() | st.integers(-1, 3),
                "toughness": st.none() | st.integers(-1, 3),
                "reserved": NUMBERS,
                "open_abilities": st.lists(OPEN_ABILITIES, max_size=2).map(tuple),
                "effects": st.lists(EFFECTS, max_size=2).map(tuple),
                "chosen": st.none() | st.sampled_from(COLORS),
            },
        )
    )
    return replace(source, **changed)


@st.composite
def boards(draw: st.DrawFn, opponents: int = 2) -> Board:
    """Boards whose sources have default ids or ids of their own."""
    found = draw(st.lists(sources(), max_size=5))
    found += draw(st.lists(st.sampled_from(found), max_size=3)) if found else []
    total = [source.name for source in found]
    numbered: list[Source] = []
    for i, source in enumerate(found):
        number = total[: i + 1].count(source.name)
        default = source.name if total.count(source.name) == 1 else f"{source.name} {number}"
        own = draw(st.just(default) | st.text(max_size=5).map(f"{{}}{i}".format))
        numbered.append(replace(source, id=own))
    unique = {source.id: source for source in numbered}
    for source in draw(st.lists(st.sampled_from(numbered), max_size=2)) if numbered else ():
        on = draw(st.sampled_from(sorted(unique)))
        unique[source.id] = replace(unique[source.id], attached_to=on)
    return Board(
        tuple(unique.values()),
        pool=draw(POOL),
        life=draw(st.integers(-3, 20)),
        graveyard=draw(CARDS),
        hand=draw(CARDS),
        energy=draw(NUMBERS),
        tickets=draw(NUMBERS),
        rulings=draw(st.lists(st.tuples(TEXTS, st.sampled_from(Ruling)), max_size=2).map(tuple)),
        life_for=draw(st.frozensets(st.sampled_from(ManaType), max_size=2)),
        effects=draw(st.lists(EFFECTS, max_size=2).map(tuple)),
        commander=draw(st.frozensets(st.sampled_from(COLORS), max_size=2)),
        opponents=tuple(draw(boards(opponents=0)) for _ in range(draw(st.integers(0, opponents)))),
    )


@given(boards())
def test_a_board_is_read_back(board: Board) -> None:
    read = Board.parse(str(board))
    assert read == board
    assert [source.cost for source in read.sources] == [source.cost for source in board.sources]


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_every_known_name_is_its_own_text(name: str) -> None:
    board = Board.parse(name)
    assert [source.id for source in board.sources] == [name]
    assert str(board) == name


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("  ;\r\n; # nothing but a comment (", ""),
        ("2 Plains;Island", "2 Plains; Island"),
        ('"X // Y" [];"X // Y" []', '2 "X // Y" []'),
        ("plains; 1 PLAINS; Island; plains", "2 Plains; Island; Plains"),
        ("Plains, 2x Island (tapped), Sol Ring", "Plains; 2 Island (tapped); Sol Ring"),
        ("Plains,", "Plains"),
        (
            "Urza, Lord High Artificer, Island, Boseiju, Who Shelters All (tapped), 3 Swamp",
            "Urza, Lord High Artificer; Island; Boseiju, Who Shelters All (tapped); 3 Swamp",
        ),
        ("Island, My Rock [{T}: Add {G}]", "Island; My Rock [{T}: Add {G}]"),
        ("My Rock, Second [{T}: Add {G}]", '"My Rock, Second" [{T}: Add {G}]'),
        ("\ufeffPlains\r\nIsland # first; second\r\nSwamp", "Plains; Island; Swamp"),
        ("２　Ｐｌａｉｎｓ；Ｉｓｌａｎｄ（ｔａｐｐｅｄ）", "2 Plains; Island (tapped)"),
        ("Life for: ub", "life for: UB"),
        ("life for:", ""),
        ("X [\n{T}: Add {G}\n/ {T}: Add {W} ]", "X [{T}: Add {G} / {T}: Add {W}]"),
        ("X [{G/U}: Add {G}] (tapped)", "X (tapped) [{G/U}: Add {G}]"),
        ("X []", "X []"),
        ("Forest []", "Forest []"),
        ("Forest [{T}: Add {G}]", "Forest"),
        ("Gaea's Cradle; Gaea’s Cradle", "2 Gaea's Cradle"),
        ("Treasure token", "Treasure"),
        ("Mana Vault (untaps); Mana Vault (stays tapped)", "Mana Vault (untaps); Mana Vault"),
        ("Llanowar Elves (sick, power 1)", "Llanowar Elves (sick)"),
        ("Llanowar Elves (power none)", "Llanowar Elves (power none)"),
        ("Simian Spirit Guide (hand)", "Simian Spirit Guide (hand)"),
        ("X (types: Legendary Elf, colours: gw) []", "X (types: elf legendary, colors: WG) []"),
        ("Gemstone Mine (3 mining counters)", "Gemstone Mine"),
        ("Gemstone Mine (0 mining counters)", "Gemstone Mine (0 mining counters)"),
        ("Island (id: blue one)", "Island (id: blue one)"),
        ("pool: {R} ; pool: {G}{R} (only: abilities)", "pool: {R}; pool: {G}{R} (only: abilities)"),
        ("graveyard: land; graveyard: 2; hand: 1 artifact (name: Mox)",
         "graveyard: 1 land; graveyard: 2; hand: 1 artifact (name: Mox)"),
        ("Life : -3; energy: 2; tickets: 1", "life: -3; energy: 2; tickets: 1"),
        ("life: 20; energy: 0", ""),
        ("ruling: not: generic costs=Not Generic", "ruling: not: generic costs = not generic"),
        ("ruling: only: abilities = YES", "ruling: only: abilities = yes"),
    ],
)  # fmt: skip
def test_text_and_canonical_text(text: str, canonical: str) -> None:
    assert str(Board.parse(text)) == canonical


def test_default_ids_count_over_the_whole_board() -> None:
    board = Board.parse("Plains; Island; 2 Plains; Plains (id: mine)")
    ids = [source.id for source in board.sources]
    assert ids == ["Plains 1", "Island", "Plains 2", "Plains 3", "mine"]


def test_a_known_name_brings_its_facts() -> None:
    (elves,) = Board.parse("llanowar elves (tapped)").sources
    assert elves.name == "Llanowar Elves"
    assert elves.types >= {"creature", "elf"}
    assert elves.colors == {ManaType.G}
    assert elves.cost == ManaCost.parse("{G}")
    assert elves.tapped


def test_a_quoted_name_keeps_its_spelling() -> None:
    (ring,) = Board.parse('"SOL ring"').sources
    assert ring.name == "SOL ring"
    assert ring.abilities == (ManaAbility.parse("{T}: Add {C}{C}"),)


@pytest.mark.parametrize(
    ("text", "error", "position"),
    [
        ("2 Plains; Azorius Sigent", UnknownNameError, 10),
        ("Plains, Foo, Island", UnknownNameError, 8),
        ("Plains; 3", UnknownNameError, 8),
        ("(tapped)", UnknownNameError, 0),
        ("0 Plains", LimitError, 0),
        ("Plains; -2 Plains", LimitError, 8),
        (f"{MAX_SOURCES + 1} Plains", LimitError, 0),
        (f"{'9' * 5000} Plains", LimitError, 0),
        (f"{MAX_SOURCES} Plains; Island", LimitError, MAX_SOURCES // 1000 + 4),
        ("2 Island (id: a)", BoardSyntaxError, 0),
        ("Island (id: a); Swamp (id: a)", BoardSyntaxError, 16),
        ("Island (id: Swamp); Swamp", BoardSyntaxError, 20),
        ("Island (tapped, tapped)", BoardSyntaxError, 16),
        ("Island (tapped, taped)", BoardSyntaxError, 16),
        ("Island (colors: WX)", BoardSyntaxError, 16),
        ("Island (cost: {Q})", CostSyntaxError, 14),
        ("Island (reserved -1)", LimitError, 8),
        ("Island (tapped) Swamp", BoardSyntaxError, 16),
        ("Island (tapped) (sick)", BoardSyntaxError, 16),
        ("Island (tapped", BoardSyntaxError, 7),
        ("Island; tapped)", BoardSyntaxError, 14),
        ("Island [{T: Add {U}]", BoardSyntaxError, 19),
        ("X [{T}: Add {G} / {T}: Add {Q}]", AbilitySyntaxError, 27),
        ("X [pay 1001 life: Add {G}]", LimitError, 3),
        ('"X\\q" []', BoardSyntaxError, 0),
        ("Pla\x1b[31mins", BoardSyntaxError, 3),
        ("life: 5; life: 6", BoardSyntaxError, 9),
        ("life: many", BoardSyntaxError, 6),
        ("life for: black", BoardSyntaxError, 10),
        ("life for: B; life for: U", BoardSyntaxError, 13),
        ("life: 1000001", LimitError, 6),
        ("energy: -1", LimitError, 8),
        ("pool: {R}; pool: {Q}", AbilitySyntaxError, 17),
        ("pool: {R}{Any}", AbilitySyntaxError, 9),
        ("graveyard:", BoardSyntaxError, 10),
        ("graveyard: -1", LimitError, 11),
        ("graveyard: 600000; graveyard: 600000", LimitError, 30),
        ("graveyard: 1 land (named: X)", BoardSyntaxError, 11),
        ("graveyard: 1 land (mana value -2)", LimitError, 30),
        ("ruling: only: abilities", BoardSyntaxError, 8),
        ("２ Ｐｌａｉｎｓ； Ｉｓｌａｎｄ （ｔａｐｅｄ）", BoardSyntaxError, 18),
    ],
)
def test_errors_point_into_the_text(text: str, error: type[InputError], position: int) -> None:
    with pytest.raises(error) as caught:
        Board.parse(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_near_matches_are_suggested() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean Azorius Signet"):
        Board.parse("Azorius Sigent")


def test_many_sources_are_read_in_one_go() -> None:
    assert len(Board.parse(f"{MAX_SOURCES} Plains").sources) == MAX_SOURCES
    with pytest.raises(AutotapError):
        Board.parse("Plains," * (MAX_SOURCES + 1))
