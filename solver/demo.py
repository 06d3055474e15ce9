"""The demo's boards, which ship with the package."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_BOARDS = Path(__file__).with_name("demo_boards.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """One board and the cost to be paid on it.

    Parameters
    ----------
    title
        A few words.
    why
        One sentence on what is tricky.
    game
        ``"mtg"`` or ``"dm"``.
    board
        Board text or, for Duel Masters, the text of the mana zone.
    cost
        Cost text of the game.
    name
        What is paid for.
    types
        Its supertypes, card types and subtypes (Magic).
    alternatives
        Ways to pay besides mana, as ``"convoke"`` (Magic).
    options
        Rule options as ``(name, value)`` pairs, as ``("point_overshoot", "last_card")`` (Duel
        Masters).
    life
        Life total (Magic).
    graveyard
        Number of cards in the graveyard (Magic).
    """

    title: str
    why: str
    game: str
    board: str
    cost: str
    name: str
    types: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    life: int = 20
    graveyard: int = 0


def load_demos() -> tuple[Demo, ...]:
    """Read the demo's boards, in the order in which they are shown.

    Examples
    --------
    >>> demos = load_demos()
    >>> demos[0].board, demos[0].cost
    ('2 Plains; 3 Forest; Temple Garden', '{2}{G}{W}')
    >>> {demo.game for demo in demos} == {"mtg", "dm"}
    True
    """
    return tuple(map(_demo, json.loads(_BOARDS.read_text(encoding="utf-8"))))


def _demo(record: dict[str, Any]) -> Demo:
    board, pay = record["board"], record["pay"]
    return Demo(
        title=record["title"],
        why=record["why"],
        game=record["game"],
        board=board if isinstance(board, str) else board["zone"],
        cost=pay["cost"],
        name=pay["name"],
        types=tuple(pay.get("types", ())),
        alternatives=tuple(pay.get("alternatives", ())),
        options=tuple(pay.get("options", {}).items()),
        life=record.get("life", 20),
        graveyard=record.get("graveyard", 0),
    )
