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

if TYPE_CHECKING:
    from pathlib import Path

CARDS = tuple(entry for entry in CATALOGUE.values() if "token" not in entry.types)
BASIC_LAND_TYPES = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


def test_has_the_staples() -> None:
    """Families that every board uses are complete."""
    assert len(CATALOGUE) >= 300
    assert sum(name.endswith(" Signet") for name in CATALOGUE) == 10
    assert sum(name.startswith("Talisman of ") for name in CATALOGUE) == 10
    duals = [e for e in CARDS if sum(t in BASIC_LAND_TYPES for t in e.types) == 2]
    assert len({frozenset(entry.types) - {"land", "snow"} for entry in duals}) == 10
    for name in ("Wastes", "Sol Ring", "Black Lotus", "Mana Confluence", "Treasure", "Powerstone"):
        assert name in CATALOGUE


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_entry_is_well_formed(entry: Entry) -> None:
    """Abilities and costs are in the notation; colors agree with the cost (202.2)."""
    assert entry.abilities
    for text in entry.abilities:
        ability = ManaAbility.parse(text)
        assert ManaAbility.parse(str(ability)) == ability
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
        if [*map(_meaning, theirs)] != [*map(_meaning, entry.abilities)]:
            differing[entry.name] = (theirs, entry.abilities)
    assert missing == ["Doubling Cube"]
    assert differing.keys() == _SETTLED.keys(), differing


def test_types_and_costs_agree_with_the_card_facts(
    type_lines: dict[str, tuple[tuple[str, ...], str | None]],
) -> None:
    """Type line, word for word, and mana cost of every card."""
    for entry in CARDS:
        assert type_lines[entry.name.lower()] == (entry.types, entry.cost), entry.name
