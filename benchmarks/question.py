"""Questions to time: one board and what is paid, as text that any version of the library reads."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MANA = {6: 5, 12: 8, 30: 14, 120: 20, 1000: 20}
"""Sizes of boards, and the mana that is paid from each."""


@dataclass(frozen=True, slots=True)
class Question:
    """One board and one cost.

    Parameters
    ----------
    cost, board
        Texts; in Duel Masters the board is a mana zone.
    duel_masters
        Which game it is.
    types
        Type line of the spell.
    payers
        Ways to pay besides mana, as ``("convoke",)``.
    modifiers
        Changes of the total: ``(change, amount)``, as ``("reduce", "{1}")``.
    """

    cost: str
    board: str
    duel_masters: bool = False
    types: str = ""
    payers: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, str], ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether the cost alone says what is paid."""
        return not (self.types or self.payers or self.modifiers)


@dataclass(frozen=True, slots=True)
class Family:
    """Questions of one sort.

    Parameters
    ----------
    name
        One word, for the command line.
    title
        What the boards have in common.
    draw
        Draws a question with so many sources and so much mana to pay. The kinds of source are
        drawn first, so that one seed gives the same kinds at every size.
    slow_from
        Size from which on one call takes so long that fewer are made.
    """

    name: str
    title: str
    draw: Callable[[random.Random, int, int], Question]
    slow_from: int = max(MANA) + 1

    def questions(self, size: int, number: int, seed: int) -> list[Question]:
        """Draw so many questions; equal seeds give equal questions."""
        return [
            self.draw(random.Random(f"{self.name} {seed} {i}"), size, MANA.get(size, size // 2))
            for i in range(number)
        ]
