"""Coverage of the real cards does not fall: a ratchet. The data is not the project's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models.mtg.board_text import catalogue_source
from autotap.models.mtg.catalogue import CATALOGUE
from autotap.models.mtg.effect_text import effect_text
from autotap.models.mtg.oracle import CardReading
from autotap.models.mtg.oracle.entering import entering_of
from tests.coverage.agreement import (
    abilities_read,
    costs_read,
    effects_read,
    entering_read,
    read,
    restrictions_read,
)
from tests.coverage.corpus import Missing, Printed, corpus, costs, facts
from tests.coverage.meaning import merged, of_facts, of_reading
from tests.coverage.settled import SETTLED

MOST_UNREAD_CARDS = 42
"""Cards with a mana ability that are not read fully; lower it whenever there are fewer."""
MOST_UNREAD_RESTRICTIONS = 4
"""Sentences of the corpus that restrict mana in words that no restriction has."""
MOST_UNREAD_FACES = 529
"""Faces of the corpus with an unread sentence about mana or costs."""


@pytest.fixture(scope="module")
def printed() -> list[Printed]:
    try:
        return corpus()
    except Missing as missing:
        pytest.skip(f"needs {missing}")


@pytest.fixture(scope="module")
def readings(printed: list[Printed]) -> dict[str, CardReading]:
    return {card.name.lower(): read(card) for card in printed}


@pytest.fixture(scope="module", autouse=True)
def _folder() -> None:
    try:
        facts()
    except Missing as missing:
        pytest.skip(f"needs {missing}")


def test_every_cost_is_parsed() -> None:
    tally = costs_read((name, cost) for name, cost in costs() if cost)
    assert tally.bad == []
    assert tally.total > 30_000


def test_only_joke_costs_of_the_corpus_are_not_parsed(printed: list[Printed]) -> None:
    """MTG-SYM-18, MTG-SYM-19."""
    tally = costs_read((card.name, card.mana_cost) for card in printed if card.mana_cost)
    known = {name for name, _ in costs()}
    assert len(tally.bad) <= 6
    assert not known & {name for name, _ in tally.bad}


def test_restrictions_are_read(printed: list[Printed]) -> None:
    known = {name.lower() for name, _ in costs()}
    tally = restrictions_read(card for card in printed if card.name.lower() in known)
    assert len(tally.bad) <= 1
    tally = restrictions_read(printed)
    assert tally.share >= 97
    assert len(tally.bad) <= MOST_UNREAD_RESTRICTIONS


def test_mana_abilities_are_read(readings: dict[str, CardReading]) -> None:
    whole, agreed = abilities_read(readings, facts())
    assert whole.share >= 97
    assert whole.total - whole.good <= MOST_UNREAD_CARDS
    assert agreed.share >= 98


def test_every_disagreement_is_settled(readings: dict[str, CardReading]) -> None:
    _, agreed = abilities_read(readings, facts())
    assert {name for name, _ in agreed.bad} == set(SETTLED)


def test_effects_and_entering(readings: dict[str, CardReading]) -> None:
    assert effects_read(readings, facts()).share >= 84
    assert entering_read(readings, facts()).share >= 99


def test_few_sentences_are_unread(readings: dict[str, CardReading]) -> None:
    assert sum(not reading.complete for reading in readings.values()) <= MOST_UNREAD_FACES


def test_the_catalogue_agrees(printed: list[Printed]) -> None:
    """What the built-in catalogue says of a card is what its text says."""
    cards = {card.name: card for card in printed}
    known = [name for name in CATALOGUE if name in cards]
    assert len(known) > 400
    for name in known:
        reading, source = read(cards[name]), catalogue_source(name)
        assert source is not None
        stated = CardReading(name, abilities=source.abilities, open_abilities=source.open_abilities)
        assert of_reading(reading) == of_reading(stated), name
        assert sorted(map(effect_text, reading.effects)) == sorted(
            map(effect_text, source.effects)
        ), name
        assert reading.entering.stays_tapped == source.stays_tapped, name
        assert tuple(sorted(reading.entering.counters)) == source.counters, name
        entering = entering_of(CATALOGUE[name].enters)
        assert replace(reading.entering, counters=(), stays_tapped=False) == replace(
            entering, counters=()
        ), name


def test_the_comparison_tells_abilities_apart() -> None:
    """What must fail: one symbol, a restriction, a condition, an amount."""
    base = "{T}: Add {G}"
    others = (
        "{T}: Add {W}",
        "{1},{T}: Add {G}",
        "{T}: Add {G}{G}",
        "{T}: Add {G} (only: creature spell)",
        "{T}: Add {G} (if: you control a swamp)",
        "{T}: Add {G} (1 damage to you)",
        "{T}: Add {G} (once each turn)",
        "{T}: Add {G} (spend bonus)",
        "{T}: Add {G} per (Elf you control)",
        "{T}: Add {G}|{W}",
    )
    meanings = [merged(of_facts(text, "My Card")) for text in (base, *others)]
    assert len(set(meanings)) == len(meanings)
    same = merged([*of_facts("{T}: Add {G}|{W}", ""), *of_facts("{T}: Add {W}", "")])
    assert same == meanings[-1]
