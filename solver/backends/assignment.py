"""Giving units to what asks for them, once Hall's condition says that all of it can be met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Assignment:
    """Units given to takers, each taker as many as it asks for.

    Parameters
    ----------
    accepts
        Per taker the kinds that it accepts, the ones it had better take first.
    amounts
        Per taker how many units it asks for.
    supply
        Per kind how many units there are.
    exact
        Kinds of which every unit must be taken.

    Attributes
    ----------
    taken
        Per taker the units that it gets by kind.
    complete
        Whether everything that is asked for and every exact unit is given out.

    Notes
    -----
    Augmenting paths. Units once taken stay taken, so the exact kinds are given out first: if
    either side can be covered, both can at once (Mendelsohn and Dulmage).

    Examples
    --------
    >>> Assignment([[0, 1], [0]], [1, 1], [1, 1]).taken
    [{0: 0, 1: 1}, {0: 1}]
    """

    def __init__(
        self,
        accepts: Sequence[Sequence[int]],
        amounts: Sequence[int],
        supply: Sequence[int],
        exact: Iterable[int] = (),
    ) -> None:
        self.accepts = accepts
        self.taken: list[dict[int, int]] = [{} for _ in accepts]
        self.due = list(amounts)
        self.rest = list(supply)
        self.complete = all(map(self._give_out, exact))
        for taker, due in enumerate(amounts):
            if due and not self._satisfy(taker):
                self.complete = False

    def _add(self, taker: int, kind: int, number: int) -> None:
        taken = self.taken[taker]
        taken[kind] = taken.get(kind, 0) + number

    def _give_out(self, kind: int) -> bool:
        """Give all units of a kind to takers that accept it."""
        while self.rest[kind]:
            before: dict[int, tuple[int, int] | None] = {kind: None}
            waiting = [kind]
            for given in waiting:
                takers = [t for t, kinds in enumerate(self.accepts) if given in kinds]
                lacking = next((taker for taker in takers if self.due[taker]), None)
                if lacking is not None:
                    self._pass_on(lacking, given, before)
                    break
                for holder in takers:
                    for other, number in self.taken[holder].items():
                        if number and other not in before:
                            before[other] = given, holder
                            waiting.append(other)
            else:
                return False
        return True

    def _pass_on(self, taker: int, given: int, before: dict[int, tuple[int, int] | None]) -> None:
        """Give a unit to a taker that lacks one; who held it takes another, back to the first."""
        self.due[taker] -= 1
        self._add(taker, given, 1)
        while (step := before[given]) is not None:
            other, holder = step
            self._add(holder, given, -1)
            self._add(holder, other, 1)
            given = other
        self.rest[given] -= 1

    def _satisfy(self, taker: int) -> bool:
        """Give a taker what it asks for, from what is left and then by paths."""
        for kind in self.accepts[taker]:
            number = min(self.due[taker], self.rest[kind])
            if number:
                self._add(taker, kind, number)
                self.rest[kind] -= number
                self.due[taker] -= number
        while self.due[taker]:
            if not self._find(taker):
                return False
        return True

    def _find(self, first: int) -> bool:
        """Find one more unit for a taker, over takers that can do with another kind."""
        before: dict[int, tuple[int, int]] = {}
        waiting = [first]
        for taker in waiting:
            for kind in self.accepts[taker]:
                if self.rest[kind]:
                    self.rest[kind] -= 1
                    self.due[first] -= 1
                    self._add(taker, kind, 1)
                    while taker != first:
                        receiver, held = before[taker]
                        self._add(taker, held, -1)
                        self._add(receiver, held, 1)
                        taker = receiver
                    return True
                for other, taken in enumerate(self.taken):
                    if other != first and other not in before and taken.get(kind):
                        before[other] = taker, kind
                        waiting.append(other)
        return False
