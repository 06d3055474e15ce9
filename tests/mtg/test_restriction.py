"""Spending restrictions: the language, and a verdict for each family of printed restrictions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import RestrictionSyntaxError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.restriction import (
    MAX_TEXT,
    Context,
    PaymentKind,
    Restriction,
    Ruling,
)
from autotap.models.mtg.symbols import ManaType

SHARED = Path(__file__).parents[2].parent / "shared"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def spell(types: str, cost: str = "{2}", x: int = 0, **facts: Any) -> Context:
    mana_cost = ManaCost.parse(cost)
    derived = Context(
        types=words(types),
        colors=mana_cost.colors,
        mana_value=mana_cost.mana_value_with(x),
        symbols=frozenset(str(symbol)[1:-1] for symbol in mana_cost.symbols),
    )
    return replace(derived, **facts)


def ability(source: str, cost: str = "{2}", **facts: Any) -> Context:
    return replace(
        spell(source, cost), **{"kind": PaymentKind.ABILITY, "zone": "battlefield"} | facts
    )


def action(*keywords: str, types: str = "creature") -> Context:
    return Context(
        kind=PaymentKind.SPECIAL_ACTION, types=words(types), keywords=frozenset(keywords)
    )


def demand(*keywords: str, cost: str = "{2}") -> Context:
    return replace(
        spell("", cost), kind=PaymentKind.RESOLUTION, keywords=frozenset(keywords), zone=""
    )


CREATURE = spell("creature elf", "{1}{G}")
SORCERY = spell("sorcery", "{1}{B}")
ROCK = spell("artifact", "{3}")
ELF_ABILITY = ability("creature elf", colors=frozenset({ManaType.G}))
WARD = demand("ward")
CHANNEL = ability("creature", zone="hand")
FLASHBACK = frozenset({"flashback"})

# id, text, what it pays, what it does not pay
FAMILIES: list[tuple[str, str, list[Context], list[Context]]] = [
    (
        "MTG-RES-01",
        "only: creature spells",
        [CREATURE, replace(CREATURE, keywords=frozenset({"kicked"}))],
        [SORCERY, ELF_ABILITY, WARD, action("turn face up", "morph")],
    ),
    (
        "MTG-RES-02",
        "only: creature spells of the chosen type",
        [
            replace(CREATURE, chosen=words("elf")),
            spell("creature", keywords=frozenset({"changeling"}), chosen=words("sliver")),
        ],
        [
            CREATURE,
            replace(CREATURE, chosen=words("goblin")),
            spell("kindred sorcery elf", chosen=words("elf")),
        ],
    ),
    (
        "MTG-RES-03",
        "only: creature spells of the chosen type or legendary creature spells",
        [replace(CREATURE, chosen=words("elf")), spell("legendary creature god")],
        [CREATURE, spell("legendary artifact")],
    ),
    (
        "MTG-RES-04",
        "only: creature spells or abilities of creatures",
        [CREATURE, ELF_ABILITY],
        [CHANNEL, ability("artifact"), SORCERY],
    ),
    (
        "MTG-RES-05",
        "only: creature spells or abilities of creatures or creature cards",
        [CREATURE, ELF_ABILITY, CHANNEL, ability("creature", zone="graveyard")],
        [ability("land", zone="hand"), ability("artifact"), SORCERY],
    ),
    (
        "MTG-RES-06",
        "only: spells of the chosen type or abilities of sources of the chosen type",
        [
            spell("kindred sorcery elf", chosen=words("elf")),
            replace(ELF_ABILITY, chosen=words("elf"), zone="graveyard"),
        ],
        [ELF_ABILITY, replace(CHANNEL, chosen=words("elf"))],
    ),
    (
        "MTG-RES-07",
        "only: artifact spells",
        [ROCK, spell("artifact creature golem")],
        [CREATURE, ability("artifact")],
    ),
    (
        "MTG-RES-08",
        "only: artifact spells or abilities of artifacts",
        [ROCK, ability("artifact equipment")],
        [ability("artifact", zone="graveyard"), ELF_ABILITY, SORCERY],
    ),
    (
        "MTG-RES-09",
        "only: artifact spells or abilities of artifact sources",
        [ROCK, ability("artifact"), ability("artifact", zone="graveyard")],
        [ELF_ABILITY, SORCERY],
    ),
    (
        "MTG-RES-10",
        "only: artifact spells or abilities",
        [ROCK, ELF_ABILITY, CHANNEL],
        [CREATURE, WARD],
    ),
    (
        "MTG-RES-11",
        "not: nonartifact spells",
        [ROCK, ELF_ABILITY, WARD, action("morph", "turn face up")],
        [SORCERY, CREATURE],
    ),
    (
        "MTG-RES-12",
        "only: instant or sorcery spells",
        [SORCERY, spell("instant")],
        [CREATURE, WARD, ability("land")],
    ),
    (
        "MTG-RES-13-kicked",
        "only: instant or sorcery spells or kicked spells",
        [SORCERY, spell("creature", keywords=frozenset({"kicked"}))],
        [CREATURE],
    ),
    (
        "MTG-RES-13-foretell",
        "only: foretelling cards, instant spells or sorcery spells",
        [action("foretell"), SORCERY],
        [CREATURE, action("plot"), spell("creature", keywords=frozenset({"foretell"}))],
    ),
    (
        "MTG-RES-13-disturb",
        "only: disturb costs, instant spells or sorcery spells",
        [spell("creature", keywords=frozenset({"disturb"}), zone="graveyard"), SORCERY],
        [spell("creature", keywords=frozenset({"disturb"})), CREATURE],
    ),
    (
        "MTG-RES-13-class",
        "only: instant spells, sorcery spells or gaining Class levels",
        [ability("enchantment class", keywords=frozenset({"class level"})), SORCERY],
        [ability("enchantment class"), CREATURE],
    ),
    ("MTG-RES-14", "only: noncreature spells", [SORCERY, ROCK], [CREATURE, ELF_ABILITY]),
    ("MTG-RES-15", "only: spells", [CREATURE, SORCERY], [ELF_ABILITY, WARD, action("plot")]),
    ("MTG-RES-16", "not: spells", [ELF_ABILITY, WARD, action("plot")], [CREATURE, SORCERY]),
    (
        "MTG-RES-17",
        "not: spells from your hand",
        [spell("creature", zone="exile"), ELF_ABILITY, WARD],
        [CREATURE],
    ),
    (
        "MTG-RES-18",
        "only: spells from anywhere other than your hand",
        [spell("creature", zone="command"), spell("sorcery", zone="graveyard")],
        [CREATURE, CHANNEL, ELF_ABILITY],
    ),
    (
        "MTG-RES-19",
        "only: spells from your graveyard",
        [spell("creature", zone="graveyard")],
        [
            CREATURE,
            spell("creature", zone="graveyard", owned=False),
            ability("creature", zone="graveyard"),
        ],
    ),
    (
        "MTG-RES-20",
        "only: spells with flashback cast from a graveyard",
        [spell("instant", keywords=FLASHBACK, zone="graveyard")],
        [spell("instant", keywords=FLASHBACK), spell("instant", zone="graveyard")],
    ),
    (
        "MTG-RES-21",
        "only: spells from exile",
        [spell("creature", zone="exile")],
        [CREATURE, spell("creature", zone="graveyard")],
    ),
    (
        "MTG-RES-22",
        "only: spells named Fire // Ice",
        [spell("instant", name="Fire // Ice")],
        [spell("instant", name="Fireball"), ability("instant", name="Fire // Ice")],
    ),
    (
        "MTG-RES-23",
        "only: your commander",
        [spell("legendary creature", is_commander=True, zone=zone) for zone in ("command", "hand")],
        [
            spell("legendary creature"),
            spell("legendary creature", is_commander=True, owned=False),
            ability("legendary creature", is_commander=True),
        ],
    ),
    (
        "MTG-RES-24",
        "only: spells you don't own",
        [spell("creature", owned=False)],
        [CREATURE, ability("creature", owned=False)],
    ),
    (
        "MTG-RES-25",
        "only: legendary spells",
        [spell("legendary creature"), spell("legendary sorcery")],
        [CREATURE, ability("legendary creature")],
    ),
    (
        "MTG-RES-26",
        "only: planeswalker spells",
        [spell("legendary planeswalker jace")],
        [CREATURE, ability("planeswalker")],
    ),
    (
        "MTG-RES-27",
        "only: colorless Eldrazi spells or abilities of colorless Eldrazi",
        [
            spell("creature eldrazi", "{3}{C}"),
            spell("creature eldrazi drone", "{2}{U}", colors=frozenset()),
            ability("creature eldrazi"),
        ],
        [
            spell("creature eldrazi", "{2}{U}"),
            ROCK,
            ability("creature eldrazi", colors=frozenset({ManaType.R})),
            ability("creature eldrazi", zone="graveyard"),
        ],
    ),
    (
        "MTG-RES-28",
        "only: colorless spells or abilities",
        [ROCK, ELF_ABILITY],
        [CREATURE, WARD],
    ),
    (
        "MTG-RES-28-spells",
        "only: colorless spells",
        [ROCK, spell("creature", "{2}{U}", colors=frozenset())],
        [CREATURE, ability("artifact")],
    ),
    (
        "MTG-RES-29",
        "only: colorless spells, abilities of colorless permanents, or costs that contain {C}",
        [ROCK, ability("artifact"), ability("creature", "{C}", zone="hand"), demand(cost="{C}")],
        [CREATURE, ELF_ABILITY, WARD, ability("artifact", zone="graveyard")],
    ),
    (
        "MTG-RES-30",
        "only: spells with devoid",
        [spell("creature", keywords=frozenset({"devoid"}))],
        [ROCK, ability("creature", keywords=frozenset({"devoid"}))],
    ),
    (
        "MTG-RES-31",
        "only: multicolored spells",
        [spell("instant", "{G}{W}"), spell("creature", "{G/W}")],
        [CREATURE, ROCK],
    ),
    (
        "MTG-RES-32",
        "only: spells with exactly three colors",
        [spell("creature", "{G}{W}{U}")],
        [spell("creature", "{G}{W}"), spell("creature", "{W}{U}{B}{R}"), CREATURE],
    ),
    (
        "MTG-RES-33",
        "only: monocolored spells of the chosen color",
        [spell("sorcery", "{U}", chosen=words("U"))],
        [
            spell("sorcery", "{U}", chosen=words("R")),
            spell("sorcery", "{U}{R}", chosen=words("U")),
            spell("sorcery", "{U}"),
        ],
    ),
    (
        "MTG-RES-33-named",
        "only: monocolored blue spells",
        [spell("sorcery", "{U}{U}")],
        [spell("sorcery", "{U}{R}"), SORCERY, ability("artifact", "{3}")],
    ),
    (
        "MTG-RES-34",
        "only: colored spells without {X}",
        [SORCERY],
        [spell("sorcery", "{X}{R}"), ROCK, ELF_ABILITY],
    ),
    (
        "MTG-RES-35",
        "only: costs that contain {X}",
        [
            spell("sorcery", "{X}{R}"),
            ability("artifact", "{X}"),
            demand(cost="{X}"),
            spell("creature", "{4}{G}{G}{X}", mana_cost_symbols=words("4 G")),
        ],
        [SORCERY, ELF_ABILITY, WARD],
    ),
    (
        "MTG-RES-36",
        "only: spells with mana value 5 or greater or {X} in the cost",
        [
            spell("creature", "{3}{G}{G}"),
            spell("sorcery", "{X}{R}"),
            spell("creature", "{3}{R}", mana_value=5),
        ],
        [
            CREATURE,
            spell("creature", "{1}{G}{X}", mana_cost_symbols=words("1 G")),
            ability("artifact", "{6}"),
        ],
    ),
    (
        "MTG-RES-36-x-announced",
        "only: creature spells with mana value 4 or greater",
        [spell("creature", "{X}{U}", x=3)],
        [spell("creature", "{X}{U}", x=2), spell("sorcery", "{4}")],
    ),
    (
        "MTG-RES-37",
        "only: creature spells with no abilities",
        [spell("creature", has_abilities=False)],
        [CREATURE],
    ),
    (
        "MTG-RES-38",
        "only: kicked spells",
        [spell("creature", keywords=frozenset({"kicked"}))],
        [CREATURE, ability("creature", keywords=frozenset({"kicked"}))],
    ),
    (
        "MTG-RES-39",
        "only: abilities",
        [ELF_ABILITY, CHANNEL, ability("artifact", "{1}")],
        [CREATURE, WARD, action("morph")],
    ),
    (
        "MTG-RES-40-creatures",
        "only: abilities of creatures",
        [ELF_ABILITY, ability("land creature")],
        [CHANNEL, ability("land"), CREATURE],
    ),
    (
        "MTG-RES-40-creature-sources",
        "only: abilities of creature sources",
        [ELF_ABILITY, CHANNEL],
        [ability("artifact"), CREATURE],
    ),
    ("MTG-RES-40-artifacts", "only: abilities of artifacts", [ability("artifact")], [ELF_ABILITY]),
    (
        "MTG-RES-40-artifact-sources",
        "only: abilities of artifact sources",
        [ability("artifact", zone="graveyard")],
        [ELF_ABILITY],
    ),
    (
        "MTG-RES-40-lands",
        "only: abilities of land sources",
        [ability("land"), ability("land", zone="hand")],
        [ELF_ABILITY, ROCK],
    ),
    (
        "MTG-RES-41",
        "only: power-up abilities",
        [ability("creature", keywords=frozenset({"power-up"}))],
        [ELF_ABILITY, CREATURE],
    ),
    (
        "MTG-RES-42",
        "only: equip abilities or Equipment spells",
        [ability("artifact equipment", keywords=words("equip")), spell("artifact equipment")],
        [
            ability("artifact equipment"),
            ROCK,
            spell("artifact creature", keywords=frozenset({"changeling"})),
        ],
    ),
    (
        "MTG-RES-42-aura",
        "only: Aura and/or Equipment spells",
        [spell("enchantment aura"), spell("artifact equipment")],
        [spell("enchantment"), ability("artifact equipment", keywords=words("equip"))],
    ),
    (
        "MTG-RES-43",
        "only: cumulative upkeep costs",
        [demand("cumulative upkeep")],
        [WARD, ability("creature", keywords=frozenset({"cumulative upkeep"}))],
    ),
    (
        "MTG-RES-44-deceiver",
        "only: face-down creature spells, turning manifested creatures face up, or morph costs",
        [
            spell("creature", "{3}", face_down=True),
            action("turn face up", "manifested"),
            action("turn face up", "morph"),
        ],
        [CREATURE, action("turn face up", "disguise"), ELF_ABILITY],
    ),
    (
        "MTG-RES-44-gossip",
        "only: face-down spells or turning creatures face up",
        [spell("creature", "{3}", face_down=True), action("turn face up", "disguise")],
        [CREATURE, action("turn face up", types="artifact"), action("plot")],
    ),
    (
        "MTG-RES-44-zealot",
        "only: turning permanents face up",
        [action("turn face up", "morph"), action("turn face up", types="artifact")],
        [spell("creature", "{3}", face_down=True), action("foretell")],
    ),
    (
        "MTG-RES-44-peeper",
        "only: enchantment spells, unlocking doors, or turning permanents face up",
        [spell("enchantment"), action("unlock", types="enchantment room"), action("turn face up")],
        [CREATURE, action("foretell"), ability("enchantment")],
    ),
    (
        "MTG-RES-44-niko",
        "only: foretelling cards or spells with foretell",
        [action("foretell"), spell("creature", keywords=frozenset({"foretell"}))],
        [CREATURE, action("plot")],
    ),
    (
        "MTG-RES-45-haven",
        "only: Dragon creature spells",
        [spell("creature dragon"), spell("creature", keywords=frozenset({"changeling"}))],
        [CREATURE, ability("creature dragon"), spell("kindred sorcery dragon")],
    ),
    (
        "MTG-RES-45-beyond",
        "only: Elemental spells or abilities of Elementals",
        [spell("kindred instant elemental"), ability("creature elemental")],
        [CREATURE, ability("creature elemental", zone="hand"), ELF_ABILITY],
    ),
    (
        "MTG-RES-45-party",
        "only: Cleric, Rogue, Warrior, or Wizard spells or abilities of Clerics, Rogues, "
        "Warriors, or Wizards",
        [spell("creature rogue"), ability("creature human wizard")],
        [CREATURE, ELF_ABILITY],
    ),
    (
        "MTG-RES-45-outlaw",
        "only: outlaw spells or abilities of outlaw sources",
        [spell("creature pirate"), ability("creature warlock", zone="graveyard")],
        [CREATURE, ELF_ABILITY],
    ),
    (
        "MTG-RES-45-ally",
        "only: Ally spells or abilities of Ally sources",
        [spell("creature ally"), ability("creature ally")],
        [CREATURE, ELF_ABILITY],
    ),
    (
        "MTG-RES-45-time-lord",
        "only: Time Lord or Alien spells",
        [replace(CREATURE, types=frozenset({"creature", "time lord"})), spell("creature alien")],
        [CREATURE, spell("creature human lord")],
    ),
    *(
        (f"MTG-RES-45-{kind}", f"only: {kind} spells", [spell(f"creature {kind.lower()}")], [ROCK])
        for kind in ("Sliver", "Hero", "Villain", "Ninja", "Turtle", "Knight", "Pilot")
    ),
    (
        "MTG-RES-45-lesson",
        "only: Lesson or Shrine spells",
        [spell("sorcery lesson"), spell("legendary enchantment shrine")],
        [SORCERY, spell("creature", keywords=frozenset({"changeling"}))],
    ),
    (
        "MTG-RES-46-paths",
        "only: creature or enchantment spells",
        [CREATURE, spell("enchantment")],
        [SORCERY, ROCK],
    ),
    (
        "MTG-RES-46-geosurge",
        "only: artifact or creature spells",
        [CREATURE, ROCK],
        [SORCERY, spell("enchantment")],
    ),
    (
        "MTG-RES-48-assassin",
        "only: Assassin spells, spells with freerunning, or abilities of Assassin sources",
        [
            spell("creature assassin"),
            spell("instant", keywords=frozenset({"freerunning"})),
            ability("creature assassin", zone="graveyard"),
        ],
        [CREATURE, SORCERY, ELF_ABILITY],
    ),
    (
        "MTG-RES-48-omen",
        "only: Dragon spells or Omen spells",
        [spell("creature dragon"), spell("sorcery omen")],
        [SORCERY, CREATURE],
    ),
    (
        "MTG-RES-48-room",
        "only: Room spells or unlocking doors",
        [spell("enchantment room"), action("unlock", types="enchantment room")],
        [spell("enchantment"), spell("creature", keywords=frozenset({"changeling"}))],
    ),
    (
        "MTG-RES-48-tokens",
        "only: spells and abilities that put tokens onto the battlefield",
        [
            spell("sorcery", keywords=frozenset({"puts tokens"})),
            ability("creature", keywords=frozenset({"puts tokens"})),
        ],
        [SORCERY, ELF_ABILITY, demand("puts tokens")],
    ),
    (
        "MTG-RES-48-second",
        "only: your second spell of a turn",
        [spell("sorcery", keywords=frozenset({"second spell"}))],
        [SORCERY, ability("creature", keywords=frozenset({"second spell"}))],
    ),
    (
        "MTG-RES-48-watermark",
        "only: spells with watermarks",
        [spell("sorcery", keywords=frozenset({"watermark"}))],
        [SORCERY, ability("creature", keywords=frozenset({"watermark"}))],
    ),
    (
        "MTG-RES-48-deck",
        "only: spells from outside your starting deck",
        [spell("sorcery", keywords=frozenset({"outside starting deck"}))],
        [SORCERY, ability("creature", keywords=frozenset({"outside starting deck"}))],
    ),
]
IDS = [family[0] for family in FAMILIES]


@pytest.mark.parametrize(("rule", "text", "pays", "refused"), FAMILIES, ids=IDS)
def test_family(rule: str, text: str, pays: list[Context], refused: list[Context]) -> None:
    restriction = Restriction.parse(text)
    assert {restriction.judge(context) for context in pays} == {Ruling.YES}
    assert {restriction.judge(context) for context in refused} == {Ruling.NO}
    assert Restriction.parse(str(restriction)) == restriction


def test_mtg_res_47_cannot_pay_generic() -> None:
    jegantha = Restriction.parse("not: generic costs")
    assert {jegantha.judge(context) for context in (CREATURE, ELF_ABILITY, WARD)} == {
        Ruling.NOT_GENERIC
    }
    assert str(jegantha) == "not: generic costs"
    with pytest.raises(RestrictionSyntaxError):
        Restriction.parse("only: generic costs")


def test_every_family_of_the_catalogue_has_a_verdict() -> None:
    tested = {int(rule.split("-")[2]) for rule in IDS} | {47}
    assert tested == set(range(1, 49))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Spend this mana only to cast creature spells.", "only: creature spells"),
        ("This mana can't be spent to cast nonartifact spells.", "not: nonartifact spells"),
        ("This mana can’t be spent to pay generic mana costs.", "not: generic costs"),
        ("not: pay generic mana costs", "not: generic costs"),
        ("Spend this mana only on costs that contain {X}.", "only: costs that contain {X}"),
        (
            "only: cast a creature spell or activate an ability of a creature source",
            "only: creature spells or abilities of creature sources",
        ),
        ("ONLY: COLOURLESS SPELLS", "only: colorless spells"),
        (
            "only: Vampire, Cleric or Demon spells",
            "only: Vampire spells or Cleric spells or Demon spells",
        ),
        (
            "only: abilities of artifacts or creature spells",
            "only: abilities of artifact permanents or creature spells",
        ),
        (
            "only: abilities of Elves, Allies and Sphinxes",
            "only: abilities of Elf permanents or abilities of Ally permanents or "
            "abilities of Sphinx permanents",
        ),
        (
            "only: pay a mana cost to turn a manifested creature face up",
            "only: turning manifested creature permanents face up",
        ),
        ("only: monocolored spells of that color", "only: monocolored spells of the chosen color"),
    ],
)
def test_spellings(written: str, canonical: str) -> None:
    restriction = Restriction.parse(written)
    assert str(restriction) == canonical
    assert restriction == Restriction.parse(canonical)
    assert hash(restriction) == hash(Restriction.parse(canonical))


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "only:"),
        ("creature spells", 0, "only:"),
        ("only: purple spells", 6, "a type"),
        ("only: creature", 14, "spells"),
        ("only: creature spells with luck", 27, "keyword"),
        ("only: creature spells with mana value many", 38, "number"),
        ("only: creature spells with mana value 12345", 38, "number"),
        ("only: creature spells with mana value 4 or less", 40, "or greater"),
        ("only: spells with exactly some colors", 26, "number"),
        ("only: costs that contain {T}", 25, "symbol"),
        ("only: creature spells today", 22, "the end"),
        ("only: creature spells; if: you control 7 lands", 21, "a word"),
        ("only: creature spells or", 24, "spells"),
        ("only: abilities of", 18, "permanents"),
        ("only: abilities of Elves, Goblin or Dwarf spells", 42, "permanents"),
        ("only: turning creatures", 23, "face up"),
        ("only: spells named", 18, "card name"),
        ("only: equip spells", 12, "abilities"),
    ],
)
def test_outside_the_language(text: str, position: int, expected: str) -> None:
    with pytest.raises(RestrictionSyntaxError) as caught:
        Restriction.parse(text)
    assert caught.value.position == position
    assert expected in caught.value.expected


def test_text_limit() -> None:
    with pytest.raises(RestrictionSyntaxError, match="characters"):
        Restriction.parse("only: spells" + " " * MAX_TEXT)


VOCABULARY = (
    "only: not: creature artifact Elf Elves colorless spells abilities of sources cards with mana "
    "value 4 or greater {X} in the cost costs that contain from exile named a , and turn face up"
)


@given(st.lists(st.sampled_from(VOCABULARY.split()), max_size=12), st.booleans())
def test_what_is_read_round_trips_and_nothing_else_escapes(tail: list[str], negative: bool) -> None:
    text = " ".join(["not:" if negative else "only:", *tail])
    try:
        restriction = Restriction.parse(text)
    except RestrictionSyntaxError:
        return
    assert Restriction.parse(str(restriction)) == restriction


def _cases() -> list[dict[str, Any]]:
    files = sorted((SHARED / "cases").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [case for case in map(json.loads, lines) if case["game"] == "mtg" and "pay" in case]


NO_COLORS: frozenset[ManaType] = frozenset()
EXTRA: dict[str, dict[str, Any]] = {
    "colorless Eldrazi": {"types": words("creature eldrazi"), "colors": NO_COLORS},
    "Eldrazi with devoid": {"types": words("creature eldrazi"), "colors": NO_COLORS},
    "equip": {"keywords": words("equip")},
    "cast from graveyard with flashback": {"zone": "graveyard", "keywords": FLASHBACK},
    "cast from exile with Mnemonic Betrayal": {"zone": "exile"},
}
# Facts that the keys of a case do not give: who the commander is, which type was chosen.
NOT_GIVEN: dict[str, dict[str, Any]] = {
    "commander-tax-lotus": {"is_commander": True, "zone": "command"},
    "cavern-mana-preferred-for-rider": {"chosen": words("creature")},
}
VERDICTS = [
    pytest.param(case, text, verdict, id=f"{case['id']}: {text}")
    for case in _cases()
    for text, verdict in case["pay"].get("restrictions", {}).items()
]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize(("case", "text", "verdict"), VERDICTS)
def test_verdicts_of_the_cases(case: dict[str, Any], text: str, verdict: str) -> None:
    pay = case["pay"]
    kind = PaymentKind(pay["kind"])
    context = spell(" ".join(pay["types"]), pay["cost"], kind=kind, zone="")
    context = replace(context, **EXTRA.get(pay.get("extra", ""), {}))
    context = replace(context, **NOT_GIVEN.get(case["id"], {}))
    assert Restriction.parse(text).judge(context) == verdict


ABILITY_VERDICTS = [
    pytest.param(case, text, verdict, id=f"{case['id']}: {text}")
    for case in _cases()
    for text, verdict in case.get("ability_restrictions", {}).items()
]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize(("case", "text", "verdict"), ABILITY_VERDICTS)
def test_verdicts_for_mana_abilities(case: dict[str, Any], text: str, verdict: str) -> None:
    costed = [
        entry
        for entry in case["board"]
        if any(re.match(r"\{(?!T\})", ability) for ability in entry["abilities"])
    ]
    assert costed
    restriction = Restriction.parse(text)
    for entry in costed:
        assert restriction.judge(ability(" ".join(entry["types"]), "{1}")) == verdict


@pytest.mark.skipif(not SHARED.exists(), reason="the shared card facts are not here")
def test_restrictions_of_the_card_facts_are_read() -> None:
    facts = (SHARED / "cards" / "mana_abilities.jsonl").read_text(encoding="utf-8")
    texts = set(re.findall(r"\(((?:only|not): [^()]*)\)", facts))
    unread = set()
    for text in texts:
        try:
            Restriction.parse(text)
        except RestrictionSyntaxError:
            unread.add(text)
    assert len(texts) > 100
    # A condition on the board is no restriction; one text lacks its noun.
    assert {text for text in unread if ";" not in text} == {"only: dwarf, equipment"}
    assert len(unread) == 4
