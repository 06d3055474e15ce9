"""Boards and payments written by hand, for the tests of the verifier and of the score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from autotap.models.mtg.ability import Deed, ManaAbility
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.source import Source
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.problem import Problem
from autotap.models.result import Activation, Payment, Spend


def source(name: str, types: str, *abilities: str, **state: Any) -> Source:
    """Make a source whose id is its name; counters are given as keyword ``charge=2``."""
    number = state.pop("charge", 0)
    made = Source(
        name,
        name.rstrip(" 123"),
        frozenset(types.split()),
        tuple(map(ManaAbility.parse, abilities)),
        counters=(("charge", number),) if number else (),
    )
    return replace(made, **state)


def basic(name: str, color: str, types: str = "basic land", **state: Any) -> Source:
    """Make a source that taps for one mana."""
    return source(name, types, f"{{T}}: Add {{{color}}}", **state)


PLAINS = basic("Plains", "W", "basic land plains")
ISLAND = basic("Island", "U", "basic land island")
FOREST = basic("Forest", "G", "basic land forest")
SNOWY = basic("Snowy", "G", "basic snow land forest")
ELF = basic("Elf", "G", "creature elf", colors=frozenset("G"))
BEAR = source("Bear", "creature bear", colors=frozenset("G"))
ROCK = basic("Rock", "C", "artifact")
TREASURE = source("Treasure", "token artifact treasure", "{T}, sacrifice this: Add {Any}")
SIGNET = source("Signet", "artifact", "{1}, {T}: Add {W}{U}")
SIGNET_2 = source("Signet 2", "artifact", "{1}, {T}: Add {W}{U}")
CONFLUENCE = source("Confluence", "land", "{T}, pay 1 life: Add {Any}")
PAINLAND = source("Wastes", "land", "{T}: Add {C}", "{T}: Add {W}|{U} (1 damage to you)")
CITY = source("City", "land", "{T}: Add {Any} (1 damage to you by a trigger)")
CUBE = source("Cube", "artifact", "{3}, {T}: Add the unspent pool again")


def spend(symbol: str, *mana: int, life: int = 0, **payers: str | list[str]) -> Spend:
    """Make a spend; payers are given as ``convoke="Bear"``."""
    ways = [
        (Payer(way), each)
        for way, ids in payers.items()
        for each in ([ids] if isinstance(ids, str) else ids)
    ]
    return Spend(symbol, mana, tuple(ways), life)


def act(
    source_id: str, made: str, *spends: Spend, ability: int = 0, **objects: str | list[str]
) -> tuple[Activation, str]:
    """Make an activation and the text of what it makes; objects as ``sacrifice="Bear"``."""
    return Activation(source_id, ability, (), spends, chosen(objects)), made


def chosen(objects: dict[str, str | list[str]]) -> tuple[tuple[Deed, str], ...]:
    """Turn ``{"sacrifice": ["Bear"]}`` into choices."""
    return tuple(
        (Deed(deed), each)
        for deed, ids in objects.items()
        for each in ([ids] if isinstance(ids, str) else ids)
    )


def payment(
    board: Board,
    total: str | Announcement,
    *steps: tuple[Activation, str] | Spend,
    objects: dict[str, str | list[str]] | None = None,
    **claims: int,
) -> Payment:
    """Number the mana of the pool and of the activations, and put a payment together."""
    mana = list(board.pool)
    activations = []
    for step in steps:
        if isinstance(step, Spend):
            continue
        activation, text = step
        made = parse_pool(text)
        numbers = tuple(range(len(mana), len(mana) + len(made)))
        activations.append(replace(activation, made=numbers))
        mana += made
    return Payment(
        total if isinstance(total, Announcement) else Announcement(ManaCost.parse(total)),
        tuple(mana),
        tuple(activations),
        tuple(step for step in steps if isinstance(step, Spend)),
        chosen(objects or {}),
        **claims,
    )


def problem(board: Board, spell: Spell | str, **wishes: Any) -> Problem:
    """Make a problem of a board and a spell or its cost."""
    return Problem(board, Spell.parse(spell) if isinstance(spell, str) else spell, **wishes)
