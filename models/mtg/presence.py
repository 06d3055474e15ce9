"""What is there to be counted during a payment, and what a mana ability may take away."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import Deed

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.source import Source

_GIVEN_UP = (Deed.SACRIFICE, Deed.EXILE, Deed.RETURN)


@dataclass(frozen=True)
class Presence:
    """The permanents of one player, with what their mana abilities can give up.

    Costs of the spell are paid after all mana abilities (MTG-601.2g), so nothing else changes a
    count in the meantime.

    Parameters
    ----------
    sources
        Permanents and cards in hand.
    costs
        ``(id of the source, cost)`` of every mana ability that can be activated.
    amounts
        Numbers given by the caller, by what they count.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.side import Side
    >>> board = Board.parse("2 Forest; Bear (types: creature) []; Phyrexian Altar")
    >>> there = Side(board).presence()
    >>> there.count("forest"), there.steady("forest"), there.count("creature")
    (2, True, 1)
    >>> there.steady("creature")
    False
    """

    sources: tuple[Source, ...]
    costs: tuple[tuple[str, ActivationCost], ...] = ()
    amounts: tuple[tuple[str, int], ...] = ()

    @cached_property
    def taken(self) -> frozenset[str]:
        """Ids of what some ability may choose to give up."""
        costs = [item for _, cost in self.costs for item in cost.objects if item.deed in _GIVEN_UP]
        return frozenset(s.id for s in self.sources if any(s.fits(item) for item in costs))

    @cached_property
    def leaving(self) -> frozenset[str]:
        """Ids of what may leave in any way."""
        return self.taken | {
            source_id for source_id, cost in self.costs if cost.sacrifice_this or cost.exile_this
        }

    def count(self, what: str) -> int:
        """Count the permanents that fit ``what``, or give the caller's number for it."""
        given = dict(self.amounts)
        return given[what] if what in given else sum(s.is_a(what) for s in self.sources)

    def steady(self, what: str, own: str = "") -> bool:
        """Tell whether the count stays as it is until an ability of the source ``own`` resolves.

        That source cannot use the ability once it has given itself up, so only others matter.
        """
        if what in dict(self.amounts):
            return True
        counted = {s.id for s in self.sources if s.is_a(what)}
        return not counted & self.taken and not (counted - {own}) & self.leaving
