"""What is on a board at the start, looked up once for each board that a replay meets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from autotap.models.memo import Lookup, per_object
from autotap.models.mtg.restriction import Context, PaymentKind
from autotap.models.mtg.source import Zone
from autotap.solver.verify.spending import Terms

if TYPE_CHECKING:
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source

MAX_KEYS = 1_024
"""How much of one sort is remembered of one board."""


@dataclass(frozen=True, eq=False)
class Census:
    """Numbers and objects of one board at the start, by what a cost may ask for.

    Parameters
    ----------
    board
        The board.
    """

    board: Board

    @cached_property
    def permanents(self) -> Lookup[str, int]:
        """Number of the permanents that fit some words."""
        return Lookup(partial(_permanents, self.board), MAX_KEYS)

    @cached_property
    def cards(self) -> Lookup[str, int]:
        """Number of the cards in the graveyard that fit some words."""
        return Lookup(partial(_cards, self.board), MAX_KEYS)

    @cached_property
    def named(self) -> Lookup[str, tuple[Source, ...]]:
        """The permanents of a name."""
        return Lookup(partial(_named, self.board), MAX_KEYS)

    @cached_property
    def ability_terms(self) -> Lookup[tuple[str, int], Terms]:
        """What mana may pay for an ability, by the id of its source and its index."""
        return Lookup(partial(_ability_terms, self.board), MAX_KEYS)


@per_object(maxsize=64)
def census(board: Board) -> Census:
    """Take the census of a board; what is new to it is linear in the board.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> census(Board.parse("3 Forest; Llanowar Elves")).permanents["forest"]
    3
    """
    return Census(board)


def _permanents(board: Board, what: str) -> int:
    return sum(source.is_a(what) for source in board.sources)


def _cards(board: Board, what: str) -> int:
    return sum(card.is_a(what) for card in board.graveyard)


def _named(board: Board, name: str) -> tuple[Source, ...]:
    return tuple(
        source
        for source in board.sources
        if source.name == name and source.zone is Zone.BATTLEFIELD
    )


def _ability_terms(board: Board, ability: tuple[str, int]) -> Terms:
    """Say what mana may pay for an ability (MTG-106.6)."""
    source_id, index = ability
    source = board.source(source_id)
    cost = source.abilities[index].cost.mana
    context = Context(
        kind=PaymentKind.ABILITY,
        types=source.types,
        colors=source.colors,
        mana_value=source.cost.mana_value if source.cost else 0,
        symbols=frozenset(str(symbol)[1:-1] for symbol in cost.symbols) if cost else frozenset(),
        zone=source.zone,
        keywords=source.types & {"changeling"},
        name=source.name,
    )
    return Terms(context, dict(board.rulings), {})
