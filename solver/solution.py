"""Solutions: answers to a Program, in an order that can be carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autotap.solver.program import Move


@dataclass(frozen=True, slots=True)
class Step:
    """One use of one activation in a solution.

    Parameters
    ----------
    activation
        Which.
    alternative
        Index into its outputs.
    tapped
        Whether the own copy that leaves is a tapped one.
    picks
        ``(move, body)`` for every picked copy, pick by pick; `Move.LEAVE_TAPPED` where a tapped
        copy leaves.
    spent
        ``(demand, kind, amount)`` of the units that it takes.
    """

    activation: int
    alternative: int = 0
    tapped: bool = False
    picks: tuple[tuple[Move, int], ...] = ()
    spent: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer to a Program, in an order that can be carried out.

    Parameters
    ----------
    option
        Chosen announcement.
    steps
        Ordered activations, then closing ones.
    picks
        ``(move, body)`` for the announcement, pick by pick as in a `Step`.
    spent
        ``(demand, kind, amount)`` of the units that pay the demands of the announcement.
    values
        Value of each term, in order.
    covers
        For each cover of the announcement the index of the member of everything chosen.
    mark
        The body of the marked copy, and how it leaves if it leaves for nothing else.
    """

    option: int
    steps: tuple[Step, ...]
    picks: tuple[tuple[Move, int], ...]
    spent: tuple[tuple[int, int, int], ...]
    values: tuple[int, ...]
    covers: tuple[tuple[int, ...], ...] = ()
    mark: tuple[Move | None, int] | None = None
