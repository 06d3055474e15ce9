"""The sentence that comes with every no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autotap.models import ManaZone, Spell
from autotap.models.errors import BackendUnavailableError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.solver import pay
from autotap.solver.backends import cp_sat

if TYPE_CHECKING:
    from autotap.models.result import Shortfall


def short(cost: str | Spell, board: str | ManaZone, **options: object) -> Shortfall:
    found = pay(cost, board, **options).shortfall  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cost", "board", "sentence"),
    [
        ("{U}{U}", "Island; Tundra (tapped)", "It is 1 short for {U}. What can pay that: Island."),
        (
            "{W}{U}",
            "2 Azorius Signet",
            "No order of activation works: Azorius Signet needs {1} first.",
        ),
        ("{B/P}{B/P}", "Plains; life: 3", "It is 1 short for {B/P}. What can pay that: life."),
        ("{W}", "Mana Confluence; life: 0", "Nothing that can be used pays {W}."),
        ("{3}", "Sol Ring", "It is 1 short for {1}. What can pay that: Sol Ring."),
        (
            "{1}{R}",
            "Plains; pool: {R}",
            None,
        ),
    ],
)
def test_the_sentence(cost: str, board: str, sentence: str | None) -> None:
    """MTG-118.3, MTG-605.3c, MTG-SYM-09, MTG-119.4."""
    result = pay(cost, board)
    assert (result.shortfall and result.shortfall.sentence) == sentence


def test_symbols_of_two_sides_lack_as_few_mana_as_may_be() -> None:
    """MTG-SYM-07: {2/W}{2/W} with two lands lacks one mana, not two."""
    assert short("{2/W}{2/W}", "Plains; Island").sentence.startswith("It is 1 short for")


def test_several_announcements() -> None:
    """MTG-118.7e: the payer picks the half of a hybrid, and no pick can be paid."""
    less = Modifier(Change.REDUCE, ManaCost.parse("{W/U}"))
    spell = Spell.parse("{2}{W}{U}", modifiers=(less,))
    for board in ("Plains", "Plains; Azorius Signet"):
        found = short(spell, board)
        opening = "None of the 2 ways to announce it can be paid. At best it is 1 short for"
        assert found.sentence.startswith(opening.replace("1", "2" if board == "Plains" else "1"))


def test_an_object_is_missing() -> None:
    """MTG-601.2h."""
    spell = Spell.parse("{B}", additional=ActivationCost.parse("sacrifice a creature"))
    assert short(spell, "Swamp").kind == "cost"


def test_requirements() -> None:
    """MOD-10."""
    found = short("{U}", "Island; Plains", forbid=["Island"])
    assert (found.kind, found.sentence) == (
        "requirement",
        "It could be paid, but not sparing Island.",
    )


@pytest.mark.parametrize(
    ("cost", "zone", "symbols", "sentence"),
    [
        (
            "fire(3)",
            "2 Water; Fire (tapped)",
            ("fire",),
            "There is no untapped fire card. Fire is tapped.",
        ),
        (
            "fire(2)",
            "Fire; Water (number 0)",
            ("points",),
            "1 point short: Fire and Water can make 1 of 2.",
        ),
        (
            "fire/nature(3)",
            "Fire/Nature; 2 Water",
            ("fire", "nature"),
            "fire and nature need two cards, and only Fire/Nature can be tapped for them.",
        ),
    ],
)
def test_duel_masters(cost: str, zone: str, symbols: tuple[str, ...], sentence: str) -> None:
    """DM-2, DM-5, DM-6."""
    found = short(cost, ManaZone.parse(zone))
    assert (found.symbols, found.sentence) == (symbols, sentence)


def test_it_is_said_without_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matcher's bounds say it too."""

    def missing(*_: object, **__: object) -> None:
        raise BackendUnavailableError("no OR-Tools")

    monkeypatch.setattr(cp_sat, "solve", missing)
    monkeypatch.setattr(cp_sat, "shortage", missing)
    found = short("{1}{U}{U}", "Azorius Signet; Island", use_cache=False)
    assert "short for" in found.sentence
