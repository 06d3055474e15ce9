"""How much work a search may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class OutOfBudget(Exception):  # noqa: N818 - no error: it ends a search
    """The budget of a search is used up."""


class Budget:
    """Nodes and seconds that a search may use.

    Parameters
    ----------
    nodes
        Most nodes.
    granted
        Nodes that may be used whatever the clock says.
    is_late
        Tells whether the time is up.
    """

    def __init__(self, nodes: int, granted: int, is_late: Callable[[], bool]) -> None:
        self.nodes, self.granted, self.is_late = nodes, granted, is_late
        self.used = 0

    def spend(self, nodes: int = 1) -> None:
        """Count a node, or work that takes as long as several.

        Raises
        ------
        OutOfBudget
            If it is one too many.
        """
        if not self.try_to_spend(nodes):
            raise OutOfBudget

    def try_to_spend(self, nodes: int = 1) -> bool:
        """Count nodes; tells whether they may be used."""
        self.used += nodes
        return self.used <= self.nodes and (self.used <= self.granted or not self.is_late())


def weight(uses: int) -> int:
    """Return how many nodes one with so many uses is worth: its matching grows with them."""
    return 1 + uses * uses // 50
