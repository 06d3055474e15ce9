"""Hall's condition: units meet all demands if no set of demands asks for more than it accepts.

It takes the place of a flow variable per demand and kind: a model of counts needs one row for each
set of demands that could fall short as a whole, and the flow is found afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.solver.backends.order import DUE, KEPT
from autotap.solver.backends.proto import ONE, Expr, accumulate, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from autotap.solver.backends.proto import Model
    from autotap.solver.program import Program

NEED = 0
"""Stage of the needs of activations, which without order is the only one."""
ONE_UNIT: Expr = {ONE: 1}

MOST_SETS = 200
"""Most rows for which Hall's condition is preferred to flow variables."""


def mask(members: Iterable[int]) -> int:
    """Return a set of small numbers as the bits of one number."""
    result = 0
    for member in members:
        result |= 1 << member
    return result


def crucial_sets(accepts: Iterable[int]) -> list[int] | None:
    """Return the sets of units that Hall's condition has to look at.

    They are the unions of acceptance sets that overlap one by one: for any other union the
    condition follows from those of its parts.

    Parameters
    ----------
    accepts
        Per demand what it accepts, as bits.

    Returns
    -------
    list of int or None
        In ascending order; None if there are more than `MOST_SETS`.

    Examples
    --------
    >>> crucial_sets([0b001, 0b011, 0b100])
    [1, 3, 4]
    """
    single = sorted(set(accepts))
    found = dict.fromkeys(single)
    waiting = list(single)
    for union in waiting:
        for other in single:
            larger = union | other
            if union & other and larger not in found:
                if len(found) >= MOST_SETS:
                    return None
                found[larger] = None
                waiting.append(larger)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Ask:
    """Units that one taker asks for.

    Parameters
    ----------
    owner
        ``(NEED, demand)``, ``(DUE, demand)`` or ``(KEPT, stock)``.
    accepts
        Accepted kinds.
    amount
        How many.
    """

    owner: tuple[int, int]
    accepts: frozenset[int]
    amount: Expr


def applies(program: Program) -> bool:
    """Tell whether Hall's condition can take the place of flows: not where units are doubled."""
    if any(activation.doubles for activation in program.activations):
        return False
    needs = {d: ONE_UNIT for a in program.activations for d, _ in a.needs}
    due = [ONE_UNIT if any(demand.due) else {} for demand in program.demands]
    for choice in program.choices:
        due[choice.first[0]] = due[choice.second[0]] = ONE_UNIT
    asks = asks_of(program, needs, due, [ONE_UNIT for _ in program.stocks])
    exact = [number for number, kind in enumerate(program.kinds) if kind.exact]
    return (
        crucial_sets(mask(ask.accepts) for ask in asks) is not None
        and crucial_sets(_takers(exact, asks).values()) is not None
    )


def asks_of(
    program: Program, needs: Mapping[int, Expr], due: Sequence[Expr], standing: Sequence[Expr]
) -> list[Ask]:
    """Return what asks for units: needs of activations, what is due, and stocks to be kept.

    What stands for other than units of mana pays only what is due.
    """
    exact = frozenset(number for number, kind in enumerate(program.kinds) if kind.exact)
    accepts = [demand.accepts for demand in program.demands]
    asks = [Ask((NEED, d), accepts[d] - exact, units) for d, units in needs.items()]
    asks += [Ask((DUE, d), accepts[d], units) for d, units in enumerate(due) if units]
    for number, (stock, units) in enumerate(zip(program.stocks, standing, strict=False)):
        asks.append(Ask((KEPT, number), frozenset(stock.kinds), units))
    return asks


def add_rows(model: Model, program: Program, asks: Sequence[Ask], supply: Sequence[Expr]) -> None:
    """Require that the asks can be met, and that every exact unit is taken."""
    made = mask(kind for kind, units in enumerate(supply) if units)
    asked: dict[int, Expr] = {}
    for ask in asks:
        accumulate(asked.setdefault(mask(ask.accepts) & made, {}), ask.amount)
    for union in crucial_sets(asked) or ():
        row = total(*(units for kind, units in enumerate(supply) if union >> kind & 1))
        for accepts, units in asked.items():
            if not accepts & ~union:
                accumulate(row, units, -1)
        model.add(row, lower=0)
    exact = [k for k, kind in enumerate(program.kinds) if kind.exact and supply[k]]
    takers = _takers(exact, asks)
    for union in crucial_sets(takers.values()) or ():
        row = total(*(ask.amount for number, ask in enumerate(asks) if union >> number & 1))
        for kind, accepting in takers.items():
            if not accepting & ~union:
                accumulate(row, supply[kind], -1)
        model.add(row, lower=0)


def _takers(exact: Iterable[int], asks: Sequence[Ask]) -> dict[int, int]:
    """Return per exact kind the asks that accept it, as bits."""
    return {k: mask(n for n, ask in enumerate(asks) if k in ask.accepts) for k in exact}


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

    Notes
    -----
    Augmenting paths: units once taken stay taken, so the exact kinds are given out first
    (Mendelsohn and Dulmage: if either side can be covered, both can at once).
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
        self.complete = all(self._give_out(kind) for kind in exact)
        for taker, due in enumerate(amounts):
            if due and not self._satisfy(taker):
                self.complete = False

    def _give_out(self, kind: int) -> bool:
        """Give all units of a kind to takers that accept it."""
        while self.rest[kind]:
            before: dict[int, tuple[int, int] | None] = {kind: None}
            waiting = [kind]
            for given in waiting:
                taker = next(
                    (t for t, due in enumerate(self.due) if due and given in self.accepts[t]), None
                )
                if taker is not None:
                    self._shift(taker, given, before)
                    break
                for other, taken in enumerate(self.taken):
                    if given in self.accepts[other]:
                        for back in taken:
                            if taken[back] and back not in before:
                                before[back] = given, other
                                waiting.append(back)
            else:
                return False
        return True

    def _shift(self, taker: int, given: int, before: dict[int, tuple[int, int] | None]) -> None:
        """Give one unit to a taker that lacks it, and pass on units back to the first kind."""
        self.due[taker] -= 1
        self._add(taker, given, 1)
        while (step := before[given]) is not None:
            other, holder = step
            self._add(holder, given, -1)
            self._add(holder, other, 1)
            given = other
        self.rest[given] -= 1

    def _add(self, taker: int, kind: int, number: int) -> None:
        self.taken[taker][kind] = self.taken[taker].get(kind, 0) + number

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
        """Find one more unit for a taker along a path of takers that can do with another kind."""
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
