"""Matchings of the units of a layout with what needs them and what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.solver.backends.matcher.matching import Matching
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.solver.backends.matcher.layout import Layout, Use


class Units:
    """Makes matchings for one layout and what is due.

    The supplies of springs come first, spring by spring; then there is one for each kind in stock,
    and one for each kind that a use makes. The first demands are those of the Program; the others
    are the needs of uses, use by use.

    Parameters
    ----------
    layout
        Springs and uses.
    due
        Units due per demand.
    """

    def __init__(self, layout: Layout, due: Sequence[int]) -> None:
        self.layout = layout
        self.due = due
        self._home: dict[int, int] = {}
        self._first: list[int] = [0]
        for number, spring in enumerate(layout.springs):
            self._first.append(self._first[-1] + len(spring.units))
            self._home |= {body: number for body, _, _ in spring.members if body is not None}

    @property
    def drawn(self) -> int:
        """Number of supplies that belong to springs."""
        return self._first[-1]

    def first(self, spring: int) -> int:
        """Return the number of the first supply of a spring."""
        return self._first[spring]

    def matching(self, *, ordered: bool) -> Matching:
        """Return a matching with the springs, the stock and what is due, nothing assigned yet."""
        matching = Matching(ordered=ordered)
        for spring in self.layout.springs:
            copies = sum(number for _, number, _ in spring.members)
            for kinds, amount in spring.units:
                matching.add_supply(kinds, copies * amount)
        for kind, each in enumerate(self.layout.program.kinds):
            matching.add_supply(1 << kind, each.stock)
        for accepts, amount in zip(self.layout.bound.accepts, self.due, strict=True):
            matching.add_demand(accepts if amount else 0, amount)
        return matching

    def shrink(self, matching: Matching, spring: int, copies: int) -> None:
        """Do without so many copies of a spring."""
        for number, (_, amount) in enumerate(self.layout.springs[spring].units):
            matching.shrink(self.first(spring) + number, amount * copies)

    def take(self, matching: Matching, use: Use, moment: int) -> bool:
        """Add what a use taps and needs; tells whether it is there."""
        activation = self.layout.program.activations[use.activation]
        tapped = [body for pick, body in use.picks if pick.move is Move.TAP]
        if activation.taps and activation.body is not None:
            tapped.append(activation.body)
        for body in tapped:
            if body in self._home:
                self.shrink(matching, self._home[body], 1)
        bound = self.layout.bound
        for demand, amount in activation.needs:
            matching.add_demand(bound.accepts[demand] & ~bound.exact, amount, moment)
        return matching.repair()

    def give(self, matching: Matching, made: Iterable[tuple[int, int]], moment: int) -> None:
        """Add what a use makes, assigned to nobody yet."""
        for kind, amount in made:
            matching.add_supply(1 << kind, amount, moment)
