"""Assist: how much of a cost another player could pay (MTG-KW-05)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.solver.payable import can_pay

if TYPE_CHECKING:
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell


def most_assist(spell: Spell, board: Board, limit: int | None = None) -> int:
    """Return the most generic mana of a spell that a player could pay from their board.

    Parameters
    ----------
    spell
        What is paid; restrictions on mana are judged on it.
    board
        What the other player has.
    limit
        Largest amount that is of interest; None for the generic mana of the printed cost.

    Raises
    ------
    AutotapError
        As `can_pay`.

    Examples
    --------
    >>> from autotap.models import Board, Spell
    >>> most_assist(Spell.parse("{7}{G}"), Board.parse("2 Forest; Sol Ring (tapped)"))
    2
    """
    if limit is None:
        limit = 0 if spell.cost is None else sum(symbol.generic for symbol in spell.cost.symbols)
    asked = replace(
        spell,
        payers=frozenset(),
        additional=ActivationCost(),
        modifiers=(),
        totals=(),
        options=(),
        x_colors=None,
        x_distinct=False,
    )
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if can_pay(replace(asked, cost=ManaCost().add_generic(middle)), board):
            low = middle
        else:
            high = middle - 1
    return low
