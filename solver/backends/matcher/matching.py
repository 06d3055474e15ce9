"""A maximum assignment of units to demands that grows and shrinks step by step.

Supplies have room for so many units, demands lack so many. A unit goes to a demand along an
augmenting path, so what was assigned before may be assigned anew, but stays paid.
"""

from __future__ import annotations

LAST = 1 << 30
"""Moment of what is due in the end."""
ALWAYS = -1
"""Moment of supplies that are there from the start."""


class Matching:
    """Units and who takes them.

    Parameters
    ----------
    ordered
        Whether units serve only demands of a later moment than their own. Otherwise they serve all
        demands but those of their own moment.
    """

    def __init__(self, *, ordered: bool) -> None:
        self.ordered = ordered
        self.kinds: list[int] = []
        self.made: list[int] = []
        self.room: list[int] = []
        self.accepts: list[int] = []
        self.wanted: list[int] = []
        self.lack: list[int] = []
        self.flow: list[dict[int, int]] = []

    def copy(self) -> Matching:
        """Return a copy that can be changed."""
        other = Matching(ordered=self.ordered)
        other.kinds, other.made = list(self.kinds), list(self.made)
        other.room, other.accepts = list(self.room), list(self.accepts)
        other.wanted, other.lack = list(self.wanted), list(self.lack)
        other.flow = [dict(flow) for flow in self.flow]
        return other

    def add_supply(self, kinds: int, room: int, made: int = ALWAYS) -> int:
        """Add units that may be of any of the kinds in a bit set, made at a moment."""
        self.kinds.append(kinds)
        self.made.append(made)
        self.room.append(room)
        return len(self.room) - 1

    def add_demand(self, accepts: int, lack: int, wanted: int = LAST) -> int:
        """Add a demand for units of the kinds in a bit set, taken at a moment."""
        self.accepts.append(accepts)
        self.wanted.append(wanted)
        self.lack.append(lack)
        self.flow.append({})
        return len(self.lack) - 1

    @property
    def deficit(self) -> int:
        """Units that are due in the end and lacking."""
        return sum(n for n, at in zip(self.lack, self.wanted, strict=True) if at == LAST)

    def shrink(self, supply: int, number: int) -> None:
        """Take away units of a supply, first those that nobody takes, then those due last."""
        unused = min(number, self.room[supply])
        self.room[supply] -= unused
        number -= unused
        for demand in sorted(range(len(self.lack)), key=lambda each: -self.wanted[each]):
            taken = min(number, self.flow[demand].get(supply, 0))
            if taken:
                self.flow[demand][supply] -= taken
                self.lack[demand] += taken
                number -= taken

    def repair(self) -> bool:
        """Assign as many units as can be; tells whether all that is taken before the end is there.

        What is taken earlier goes before what is due in the end.
        """
        for last in (False, True):
            for demand, lack in enumerate(self.lack):
                if lack and (self.wanted[demand] == LAST) is last:
                    while self.lack[demand] and self.augment(demand):
                        pass
                    if self.lack[demand] and not last:
                        return False
        return True

    def short(self) -> list[int]:
        """Return the demands that lack units, and those that hold what one of them accepts."""
        found = [demand for demand, lack in enumerate(self.lack) if lack]
        for demand in found:
            for supply, kinds in enumerate(self.kinds):
                if kinds & self.accepts[demand]:
                    holders = (other for other, flow in enumerate(self.flow) if flow.get(supply))
                    found += [other for other in holders if other not in found]
        return sorted(found)

    def augment(self, demand: int) -> bool:
        """Assign one more unit to a demand, if need be one that is due in the end elsewhere."""
        taker: dict[int, int] = {}
        giver: dict[int, int] = {demand: -1}
        queue = [demand]
        victim = None
        for current in queue:
            accepts, wanted = self.accepts[current], self.wanted[current]
            for supply, kinds in enumerate(self.kinds):
                if not kinds & accepts or supply in taker:
                    continue
                made = self.made[supply]
                if made >= wanted if self.ordered else made == wanted:
                    continue
                taker[supply] = current
                if self.room[supply] > 0:
                    self.room[supply] -= 1
                    self._shift(demand, supply, taker, giver)
                    return True
                for other, flow in enumerate(self.flow):
                    if other not in giver and flow.get(supply):
                        giver[other] = supply
                        queue.append(other)
                        if victim is None and self.wanted[other] == LAST:
                            victim = other
        if victim is None or self.wanted[demand] == LAST:
            return False
        supply = giver[victim]
        self.flow[victim][supply] -= 1
        self.lack[victim] += 1
        self._shift(demand, supply, taker, giver)
        return True

    def _shift(
        self, demand: int, supply: int, taker: dict[int, int], giver: dict[int, int]
    ) -> None:
        """Give a unit of a supply to who reached it, who gives up another one, and so on."""
        while True:
            current = taker[supply]
            flow = self.flow[current]
            flow[supply] = flow.get(supply, 0) + 1
            if current == demand:
                self.lack[demand] -= 1
                return
            supply = giver[current]
            flow[supply] -= 1
