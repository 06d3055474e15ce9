"""The catalogue: well-formed, readable by the ability parser, and true to the card facts."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.catalogue import CATALOGUE, Entry, lookup, near
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effect_text import effect_text, parse_effect
from autotap.models.mtg.effects import BASIC_LAND_TYPES as TYPES_OF_MANA
from autotap.models.mtg.effects import ExtraMana, Grant, Multiplier, TypeSetting
from autotap.models.mtg.mana import mana_list_text
from autotap.models.mtg.open_ability import OpenAbility
from autotap.models.mtg.oracle.entering import Enters, entering_of

if TYPE_CHECKING:
    from pathlib import Path

CARDS = tuple(entry for entry in CATALOGUE.values() if "token" not in entry.types)
BASIC_LAND_TYPES = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


def test_has_the_staples() -> None:
    """Families that every board uses are complete."""
    assert len(CATALOGUE) >= 300
    assert sum(name.endswith(" Signet") for name in CATALOGUE if name != "Arcane Signet") == 10
    assert sum(name.startswith("Talisman of ") for name in CATALOGUE) == 10
    duals = [e for e in CARDS if sum(t in BASIC_LAND_TYPES for t in e.types) == 2]
    assert len({frozenset(entry.types) - {"land", "snow"} for entry in duals}) == 10
    for name in ("Wastes", "Sol Ring", "Black Lotus", "Mana Confluence", "Treasure", "Powerstone"):
        assert name in CATALOGUE


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_entry_is_well_formed(entry: Entry) -> None:
    """Abilities, effects and costs are in the notation; colors agree with the cost (202.2)."""
    wordings = (*entry.asking, *entry.effects)
    assert entry.abilities or wordings
    for text in entry.abilities:
        ability = ManaAbility.parse(text)
        assert ManaAbility.parse(str(ability)) == ability
    for text in entry.asking:
        asking = OpenAbility.parse(text)
        assert OpenAbility.parse(str(asking)) == asking
    for text in entry.effects:
        effect = parse_effect(text, entry.name)
        assert parse_effect(effect_text(effect)) == effect
    entering = entering_of(entry.enters)
    assert set(entering.counters) <= set(entry.counters)
    assert bool(entering.chooses) == ("chosen" in " ".join((*entry.abilities, *wordings)))
    assert entry.types == tuple(word.lower() for word in entry.types)
    assert ("creature" in entry.types) == (entry.power is not None)
    if entry.cost is None:
        assert {"land", "token"} & {*entry.types} or entry.name == "Lotus Bloom"
    else:
        ManaCost.parse(entry.cost)
        assert entry.colors == "".join(color for color in "WUBRG" if color in entry.cost)


def test_basic_land_types_have_their_abilities() -> None:
    """A basic land type is the ability to make its color (305.6, MTG-PRO-01)."""
    for entry in CARDS:
        for basic in BASIC_LAND_TYPES.keys() & {*entry.types}:
            assert f"{{{BASIC_LAND_TYPES[basic]}}}" in " ".join(entry.abilities), entry.name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("sol ring", "Sol Ring"),
        ("GAEA’S CRADLE", "Gaea's Cradle"),
        ("Gaeas Cradle", "Gaea's Cradle"),
        ("Sölrîng", None),
        ("Sōl  Rīng ", "Sol Ring"),
        ("Treasure Token", "Treasure"),
        ("Ｓｏｌ Ｒｉｎｇ", "Sol Ring"),
        ("", None),
        ("Ring", None),
    ],
)
def test_lookup(written: str, name: str | None) -> None:
    """Case, accents, apostrophes, width and spaces do not matter; letters do."""
    found = lookup(written)
    assert (found and found.name) == name


def test_no_two_names_look_alike() -> None:
    """Every entry is found by its own name."""
    for name, entry in CATALOGUE.items():
        assert lookup(name) is entry


@pytest.mark.parametrize(
    ("written", "name"),
    [("Plain", "Plains"), ("azorious signet", "Azorius Signet"), ("Gilded Louts", "Gilded Lotus")],
)
def test_near(written: str, name: str) -> None:
    """A misspelt name finds the meant one first."""
    assert near(written)[0] == name


def test_near_gives_up() -> None:
    """Nothing is suggested where nothing is near, however long the name."""
    assert near("Storm Crow of the Seven Seas") == ()
    assert near("x" * 1_000_000) == ()


def test_imports_no_matcher() -> None:
    """Looking up a name does not load what near matches need."""
    code = "import sys, autotap.models.mtg.catalogue; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "autotap.models.mtg.catalogue" in loaded
    assert "difflib" not in loaded


# The card facts say the same in older words; these patterns bring both sides to one form.
_REWRITE = (
    (r"one mana of any one color for each charge counter on this", "one color per (charge)"),
    (r"\bone mana of any\b", "1 of any"),
    (r"\bone mana of the chosen\b", "1 of chosen"),
    (r"1 of any color in your commander's color identity", "1 of commander color identity"),
    (r" \(spend bonus\)", ""),
    (r"among a permanent\b", "among permanents"),
    (r"among legendary creatures and planeswalkers\b", "among legendary creature or planeswalker"),
    (r"\(only: legendary spells?\)", "(only: legendary spell)"),
    (
        r"an amount of mana of any one color equal to your devotion to that color",
        "one color per (devotion)",
    ),
    (r"one color per \((?:your )?devotion to that color\)", "one color per (devotion)"),
    (r"an amount of \{g\} equal to your devotion to green", "{g} per (your devotion to green)"),
    (r"one color per \(charge counter on [a-z ]+\)", "one color per (charge)"),
    (r"\{c\} for each charge counter on this", "{c} per (charge)"),
    (r"\{c\} per \(charge counter on [a-z ]+\)", "{c} per (charge)"),
    (r"\s*,\s*", ", "),
    (r"\s*\((?:also: other effect|spend bonus|rider: [^)]*)\)", ""),
    (r" per \((\w+) (?:you control|on the battlefield)\)", r" (per: \1)"),
    (r"; if: ", ") (if: "),
    (
        r"if: you control (an?|two|three|five|seven)(?: or more)? (\w+?)(?<!plain)s?\)",
        r"if: \1 \2)",
    ),
    (r"\((if: |tap )?an? ", r"(\g<1>1 "),
    (r"\btap an? ", "tap 1 "),
    (r" you control\b", ""),
    (r"\belves\b", "elf"),
    (r"\bspells\b", "spell"),
    (r"\bactivate ", ""),
    (r"\bexile from hand\b", "exile this from hand"),
    (r"\badd 5 in any combination of wubrg", "add {any}{any}{any}{any}{any}"),
    *((rf"\b{word}\b", digit) for word, digit in (("two", "2"), ("three", "3"), ("five", "5"))),
    (r"\bseven\b", "7"),
)

# Where the two sides differ in meaning or wording, and which one is right.
_SETTLED = {
    "City of Brass": "the facts leave out the trigger that deals 1 damage",
    "Jegantha, the Wellspring": "'generic costs' is 'pay generic mana costs'",
    "Titans' Nest": "'without {X}' is 'without {X} in its mana cost'",
    "Troyan, Gutsy Explorer": "'{X} in the cost' is 'spells with {X} in their mana costs'",
}


def _meaning(ability: str) -> tuple[str, frozenset[tuple[str, ...]], str]:
    text = ability.lower()
    for pattern, replacement in _REWRITE:
        text = re.sub(pattern, replacement, text)
    cost, _, rest = text.partition(": add ")
    output, _, notes = rest.partition(" (")
    bundles: set[tuple[str, ...]] = set()
    for alternative in output.split("|"):
        symbols = re.findall(r"\{(\w+)\}", alternative)
        free = symbols.count("any")
        fixed = [symbol for symbol in symbols if symbol != "any"]
        for chosen in combinations_with_replacement("wubrg", free):
            bundles.add(tuple(sorted([*fixed, *chosen])))
    return cost, frozenset(bundles), notes


@pytest.fixture(scope="module")
def facts(shared: Path) -> dict[str, dict[str, Any]]:
    """Mana abilities by lower-case name."""
    lines = (shared / "cards" / "mana_abilities.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["name"].lower(): record for record in map(json.loads, lines)}


@pytest.fixture(scope="module")
def type_lines(shared: Path) -> dict[str, tuple[tuple[str, ...], str | None]]:
    """Words of the type line and mana cost by lower-case name."""
    with (shared / "cards" / "costs.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        row["name"].lower(): (
            tuple(row["type_line"].lower().replace("—", "").split()),
            row["mana_cost"] or None,
        )
        for row in rows
    }


def test_abilities_agree_with_the_card_facts(facts: dict[str, dict[str, Any]]) -> None:
    """Every card means what the facts say, but for the settled differences."""
    differing, missing = {}, []
    for entry in CARDS:
        if entry.name.lower() not in facts:
            missing.append(entry.name)
            continue
        theirs = facts[entry.name.lower()].get("abilities", [])
        ours = [*entry.abilities, *entry.asking]
        if entry.name.startswith("Thriving "):  # one ability in the facts
            ours = [f"{ours[0]}|{ours[1].partition('Add ')[2]}"]
        if [*map(_meaning, theirs)] != [*map(_meaning, ours)]:
            differing[entry.name] = (theirs, ours)
    assert missing == ["Doubling Cube", *UNTOLD]
    assert differing.keys() == _SETTLED.keys(), differing


# Facts of effects that make no mana themselves are not in the file; neither are these two.
UNTOLD = (
    *("Contamination", "Infernal Darkness", "Ritual of Subdual", "Pulse of Llanowar"),
    *("Damping Sphere", "Manabarbs", "Harbinger of the Seas", "Prismatic Omen"),
    "Dryad of the Ilysian Grove",
)


_SUBJECT = re.compile(
    r"on \((?:you tap an? |a player taps an? |an? |(?=enchanted))(?P<what>.*?)"
    r"(?: (?:is )?tapped)?(?: for (?:mana|mana of the chosen color))\): Add (?P<adds>.*)"
)


# Nonlands that enter tapped; the facts say that only of lands.
TAPPED_ARTIFACTS = frozenset(
    (
        *("Marble Diamond", "Sky Diamond", "Charcoal Diamond", "Fire Diamond", "Moss Diamond"),
        *("Worn Powerstone", "Coldsteel Heart", "Firemind Vessel", "Star Compass", "Terrarion"),
        "Nyx Lotus",
    )
)
# What is given up in place of entering; the facts do not tell it.
IN_PLACE = frozenset(("Lotus Vale", "Scorched Ruins"))


def test_entering_agrees_with_the_card_facts(facts: dict[str, dict[str, Any]]) -> None:
    """MTG-PRO-23: whether each card enters tapped."""
    words = {None: Enters.UNTAPPED, "tapped": Enters.TAPPED, "tapped-conditional": Enters.DEPENDS}
    differing = {}
    for entry in CARDS:
        theirs = words[facts.get(entry.name.lower(), {}).get("enters")]
        if theirs is not entering_of(entry.enters).tapped:
            differing[entry.name] = entering_of(entry.enters).tapped
    assert differing == {
        **dict.fromkeys(TAPPED_ARTIFACTS, Enters.TAPPED),
        **dict.fromkeys(IN_PLACE, Enters.DEPENDS),
    }


def test_effects_agree_with_the_card_facts(facts: dict[str, dict[str, Any]]) -> None:
    """Multipliers, triggers, granted abilities and land types, as far as the facts tell them."""
    told = 0
    for entry in CARDS:
        fact = facts.get(entry.name.lower(), {})
        for effect in (parse_effect(text, entry.name) for text in entry.effects):
            match effect:
                case Multiplier():
                    assert fact["multiplier"] == effect.factor
                case TypeSetting() if entry.name not in UNTOLD:
                    assert {TYPES_OF_MANA[kind] for kind in effect.types} == {
                        fact["land_type_effect"]
                    }
                case Grant():
                    (grant,) = fact["grants"]
                    assert _meaning(grant["ability"]) == _meaning(str(effect.ability))
                    words = grant["to"].removesuffix("s").replace("creatures", "creature")
                    words = words.replace("lands", "land").replace("all ", "")
                    assert words == str(effect.affected), entry.name
                case ExtraMana() if "triggered" in fact:
                    (trigger,) = map(_SUBJECT.fullmatch, fact["triggered"])
                    assert trigger is not None, fact["triggered"]
                    assert trigger["what"] in f"{effect.affected}", entry.name
                    assert _adds(trigger["adds"]) == _adds(_added(effect)), entry.name
                case _:
                    assert entry.name in (*UNTOLD, "Caged Sun", "Forsaken Monument")
                    continue
            told += 1
    assert told > 30


def _added(effect: ExtraMana) -> str:
    if effect.mana is None:
        return "extra of a produced type"
    return mana_list_text(effect.mana) or "1 of chosen color"


def _adds(text: str) -> frozenset[tuple[str, ...]] | str:
    if "{" not in text:
        # of one type, that is the type produced
        return text.replace("1 of chosen color", "extra of a produced type")
    return _meaning(f"{{T}}: Add {text}")[1]


def test_types_and_costs_agree_with_the_card_facts(
    type_lines: dict[str, tuple[tuple[str, ...], str | None]],
) -> None:
    """Type line, word for word, and mana cost of every card."""
    for entry in CARDS:
        assert type_lines[entry.name.lower()] == (entry.types, entry.cost), entry.name
