"""Frames: what a board is compiled to for every cost of the same symbols.

Costs that differ in their numbers alone lead to Programs that differ in the amounts due alone. So
the first of them is kept for the board, by its identity, and the others take its frame.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING

from autotap.models.memo import per_object
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaSymbol
from autotap.models.problem import Problem
from autotap.solver.compile.groups import has_restrictions

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from autotap.models.mtg.board import Board
    from autotap.solver.compile.blueprint import Blueprint

MOST_FRAMES = 32
"""Most frames that are kept for one board."""

_of_problem = attrgetter(
    *(each.name for each in fields(Problem) if each.name not in ("board", "spell", "x"))
)
_of_spell = attrgetter(
    *(
        each.name
        for each in fields(Spell)
        if each.name not in ("cost", "totals", "modifiers", "x_limit", "context")
    )
)
_of_announcement = attrgetter(
    *(each.name for each in fields(Announcement) if each.name not in ("total", "x", "trace"))
)


class Frames:
    """The frames of one board.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: Board) -> None:
        self._judges = has_restrictions(board)
        self._counts_due = any(a.cost.has_x for s in board.sources for a in s.abilities)
        self._known: dict[Hashable, Blueprint] = {}

    def key(self, problem: Problem, announced: Sequence[Announcement]) -> Hashable | None:
        """Return what else a frame depends on, None where it depends on the amounts due."""
        if len(announced) != 1:
            return None
        spell, announcement = problem.spell, announced[0]
        total, x = announcement.total, announcement.x or 0
        if Payer.ASSIST in spell.payers or (x and (spell.x_distinct or spell.waterbend_x)):
            return None
        costs = (spell.additional, *(option.cost for option in spell.options))
        if any(cost.counts_objects for cost in costs):
            return None
        symbols: dict[ManaSymbol | str, None] = {}
        for symbol in total.symbols:
            if symbol.is_monocolored_hybrid:
                return None
            if symbol.is_generic or (x and symbol.variable and not spell.x_apart):
                symbols["generic"] = None
            elif x or not symbol.variable:
                symbols[symbol] = None
        if all(isinstance(each, ManaSymbol) and each.phyrexian for each in symbols):
            return None  # how many there are decides whether life alone may pay them
        return (
            tuple(symbols),
            _of_problem(problem),
            _of_spell(spell),
            _of_announcement(announcement),
            (spell.context, x) if self._judges or _is_restricted(problem) else None,
            total.mana_value_with(x) if self._counts_due else None,
        )

    def get(self, key: Hashable) -> Blueprint | None:
        """Return what is kept under a key."""
        return self._known.get(key)

    def keep(self, key: Hashable, blueprint: Blueprint) -> None:
        """Keep a blueprint, and forget the oldest one if there are too many."""
        if len(self._known) >= MOST_FRAMES:
            self._known.pop(next(iter(self._known)), None)
        self._known[key] = blueprint


def _is_restricted(problem: Problem) -> bool:
    """Tell whether mana that was spent before may be spent on some things only."""
    return any(mana.tags.only for mana in problem.already_spent)


@per_object(maxsize=64)
def frames_of(board: Board) -> Frames:
    """Return the frames of a board."""
    return Frames(board)
