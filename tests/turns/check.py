"""Turn cases as questions of the library, and held against the reference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.oracle.entering import PayLife
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.ways import kicker
from autotap.models.result import Status
from autotap.models.turn import TurnCard
from autotap.solver import plan_turn
from autotap.solver.verify.turn import verify_turn
from tests.casework.magic import magic_board
from tests.reference.position import TooLarge, Unbounded
from tests.turns.reference import TurnReference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.board import Board

MAX_STATES = 30_000


def hand_of(case: Mapping[str, Any]) -> tuple[TurnCard, ...]:
    """The cards of a turn case."""
    return tuple(_card(card) for card in case["cards"])


def _card(card: Mapping[str, Any]) -> TurnCard:
    entries = card.get("arrives", [])
    arrives = tuple(
        replace(source, tapped=source.tapped or "pay_life" in entry)
        for entry in entries
        for source in magic_board({"board": [entry]}, hints=True).sources
    )
    asked = (entry.get("pay_life") for entry in entries for _ in range(entry["count"]))
    unless = tuple(None if life is None else PayLife(life) for life in asked)
    if card.get("land"):
        return TurnCard(
            card["name"], None, card["value"], (), arrives, card["count"], unless=unless
        )
    objects = (ObjectCost(Deed.SACRIFICE, 1, card["sacrifice"]),) if "sacrifice" in card else ()
    options = (kicker(card["kicker"]),) if "kicker" in card else ()
    spell = Spell.parse(
        card["cost"],
        name=card["name"],
        types=card["types"],
        additional=ActivationCost(life=card.get("life", 0), objects=objects),
        options=options,
        rulings=tuple((text, Ruling(v)) for text, v in card["restrictions"].items()),
    )
    return TurnCard(
        card["name"],
        spell,
        card["value"],
        tuple(map(parse_mana_list, card.get("adds", ()))),
        arrives,
        card["count"],
        card.get("value_per_x", 0),
        tuple((option.name, card["kicker_value"]) for option in options),
        unless,
    )


def board_of(case: Mapping[str, Any]) -> Board:
    """The board of a turn case."""
    return magic_board(case, hints=True)


def compared(case: Mapping[str, Any]) -> str:
    """Hold the library against the reference; returns how it went, or raises."""
    try:
        best = TurnReference(case, max_states=MAX_STATES).best()
    except Unbounded:
        return "unbounded"
    except TooLarge:
        return "too large"
    hand, board = hand_of(case), board_of(case)
    turn = plan_turn(hand, board, land_drops=case["land_drops"])
    if turn.warnings:
        return "unbounded"
    assert turn.status is Status.OPTIMAL, turn.status
    assert dict(turn.objective) == best, f"{dict(turn.objective)} is not {best}"
    assert turn.bound == turn.value
    verify_turn(turn, hand, board, land_drops=case["land_drops"])
    return "played" if turn.steps else "nothing"
