"""Every pool that the mana abilities of a board can make, by a walk through its positions.

Each position (`positions.py`) has the set of the pools that there may be in it, and the positions
are taken from the fullest to the emptiest, each with all its pools at once. Only where abilities
untap or use nothing up does a position come again. A pool that another one of the same position
covers is dropped: whatever follows from it, something that covers that follows from the other.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from autotap.models.errors import UnboundedManaError
from autotap.solver.options.makers import Workshop
from autotap.solver.options.pools import Letter, too_many
from autotap.solver.options.positions import Positions

if TYPE_CHECKING:
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.options.makers import Maker
    from autotap.solver.options.pools import Pools
    from autotap.solver.options.positions import Position

Moment = tuple["Position", int]
"""A position and a pool."""


class Walk:
    """A walk through the positions of one board.

    Parameters
    ----------
    blueprint
        The board, compiled for a cost that takes any mana.
    limit
        Most pools that are looked at.
    """

    def __init__(self, blueprint: Blueprint, limit: int) -> None:
        workshop = Workshop(blueprint, limit)
        self.alphabet = workshop.alphabet
        self.start, self.makers = workshop.parted()
        self.positions = Positions(blueprint.program, [each.activation for each in self.makers])
        self.loop = blueprint.program.unbounded
        self.limit = limit
        self.seen = 0
        self.known: dict[Position, Pools] = defaultdict(set)
        self.fresh: dict[Position, Pools] = {}
        self.agenda: list[tuple[int, Position]] = []
        self.parents: dict[Moment, Moment | None] = {}

    def pools(self) -> Pools:
        """Return the pools that there may be where no ability is left that makes free mana.

        Raises
        ------
        UnboundedManaError
            If there is mana without end.
        LimitError
            If there are more pools than the limit.
        """
        self._arrive(self.positions.first(), self.start, None)
        ends: Pools = set()
        while self.agenda:
            position = heappop(self.agenda)[1]
            fresh = set(self.alphabet.maximal(self.fresh.pop(position)))
            self.known[position] |= fresh
            if self._go_on(position, fresh):
                ends |= fresh
        return ends

    def _go_on(self, position: Position, fresh: Pools) -> bool:
        """Use every ability in a position; tells whether none of them is for nothing."""
        is_end = True
        for maker in self.makers:
            for target, factor in self.positions.after(position, maker.activation):
                made = maker.made(self.alphabet, factor)
                is_end = is_end and (bool(maker.needs) or not any(made))
                if self.loop:
                    for pool in fresh:
                        self._arrive(target, self._used(maker, {pool}, made), (position, pool))
                else:
                    self._arrive(target, self._used(maker, fresh, made), None)
        return is_end

    def _used(self, maker: Maker, pools: Pools, made: Pools) -> Pools:
        """Return the pools after one use."""
        for accepted, amount in maker.needs:
            pools = self.alphabet.without(pools, accepted, amount)
        if maker.twin is None:
            return self.alphabet.sums(pools, made)
        return {twice for pool in pools for twice in self._doubled(pool, snow=maker.twin)}

    def _doubled(self, pool: int, *, snow: bool) -> Pools:
        """Return a pool with one more of each unit, which chooses the colors that were open."""
        alphabet = self.alphabet
        result = {0}
        for letter, number in zip(alphabet.letters, alphabet.counts(pool), strict=True):
            if number:
                pairs = {
                    alphabet.unit[letter._replace(types=(kind,))]
                    + alphabet.unit[Letter((kind,), "", snow)]
                    for kind in letter.types
                }
                result = alphabet.sums(result, alphabet.multiples(pairs, number))
        return result

    def _arrive(self, position: Position, pools: Pools, parent: Moment | None) -> None:
        """Take down pools of a position that were not there before."""
        waiting = self.fresh.get(position, set())
        new = pools.difference(waiting, self.known[position])
        if not new:
            return
        if self.loop:
            for pool in new:
                self._refuse_growth(position, pool, parent)
                self.parents[position, pool] = parent
        self.seen += len(new)
        if self.seen > self.limit:
            raise too_many(self.limit)
        if not waiting:
            heappush(self.agenda, (-self.positions.fullness(position), position))
        self.fresh[position] = waiting | new

    def _refuse_growth(self, position: Position, pool: int, parent: Moment | None) -> None:
        """Refuse more mana in a position than there was in it before: it can come again."""
        while parent is not None:
            before, smaller = parent
            if before == position and smaller != pool and self.alphabet.holds(pool, smaller):
                raise UnboundedManaError(
                    f"mana without end, by {'; '.join(dict.fromkeys(self.loop))}"
                )
            parent = self.parents[parent]
