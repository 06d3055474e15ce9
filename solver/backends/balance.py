"""Supply and demand without order: the units made meet everything that asks for units.

Where few sets of asks matter, Hall's condition says so in one row for each and needs no variables;
`assignment.py` finds the flow afterwards. Where many do, units flow through a small network: a
unit that several kinds of ask accept may stand for one that fewer accept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.solver.backends.carrying_out import DUE, KEPT
from autotap.solver.backends.proto import Expr, accumulate, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from autotap.solver.backends.proto import Model
    from autotap.solver.program import Program

NEED = 0
"""Stage of the needs of activations, which without order is the only one."""
MOST_SETS = 100
"""Most rows for which Hall's condition is preferred to a network."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Units that are asked for.

    Parameters
    ----------
    owner
        ``(NEED, demand)``, ``(DUE, demand)`` or ``(KEPT, stock)``.
    accepts
        Accepted kinds, in the order in which it had better take them: activations first take what
        needs no units to make, so that they can start, and what is due first takes the rest.
    amount
        How many.
    """

    owner: tuple[int, int]
    accepts: tuple[int, ...]
    amount: Expr


def asks_of(
    program: Program,
    needs: Mapping[int, Expr],
    due: Sequence[Expr] = (),
    standing: Sequence[Expr] = (),
) -> list[Ask]:
    """Return what asks for units: needs of activations, what is due, and stocks to be kept.

    Of each sort those that accept the fewest kinds come first, so that most find units at once.
    Exact units, which are no mana, pay only what is due.
    """
    late = {
        kind
        for activation in program.activations
        if activation.needs
        for output in activation.made
        for kind, _ in output
    }
    exact = {number for number, kind in enumerate(program.kinds) if kind.exact}

    def early_first(kinds: Iterable[int]) -> list[int]:
        return sorted(kinds, key=lambda kind: (kind in late, kind))

    asks = []
    for demand, units in needs.items():
        kinds = early_first(program.demands[demand].accepts - exact)
        asks.append(Ask((NEED, demand), tuple(kinds), units))
    for demand, units in enumerate(due):
        if units:
            kinds = early_first(program.demands[demand].accepts)[::-1]
            asks.append(Ask((DUE, demand), tuple(kinds), units))
    asks.sort(key=lambda ask: (ask.owner[0] != NEED, len(ask.accepts)))
    for number, (stock, units) in enumerate(zip(program.stocks, standing, strict=False)):
        asks.append(Ask((KEPT, number), stock.kinds, units))
    return asks


def add_balance(
    model: Model, program: Program, asks: Sequence[Ask], supply: Sequence[Expr]
) -> None:
    """Require that the units meet the asks, and that every exact unit is taken.

    It may allow an activation to be paid with what it makes itself, where the asks do not accept
    that but the number of sets that matter is large.
    """
    made = mask(kind for kind, units in enumerate(supply) if units)
    asked: dict[int, Expr] = {}
    for ask in asks:
        accumulate(asked.setdefault(mask(ask.accepts) & made, {}), ask.amount)
    sets = crucial_sets(asked)
    if sets is None:
        widened = _widened(program, asks, made)
        _add_network(model, widened, supply)
        sets = [accepts for accepts in asked if accepts not in widened]
    for union in sets:
        row = total(*(units for kind, units in enumerate(supply) if union >> kind & 1))
        for accepts, units in asked.items():
            if not accepts & ~union:
                accumulate(row, units, -1)
        model.add(row, lower=0)
    _take_exact(model, program, asks, supply)


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
        Per ask what it accepts, as bits.

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
                found[larger] = None
                waiting.append(larger)
        if len(found) > MOST_SETS:
            return None
    return sorted(found)


def _take_exact(
    model: Model, program: Program, asks: Sequence[Ask], supply: Sequence[Expr]
) -> None:
    """Require that all exact units can be taken: Hall's condition from the other side."""
    takers = {
        kind: mask(number for number, ask in enumerate(asks) if kind in ask.accepts)
        for kind, each in enumerate(program.kinds)
        if each.exact and supply[kind]
    }
    sets = crucial_sets(takers.values())
    for union in set(takers.values()) if sets is None else sets:
        row = total(*(ask.amount for number, ask in enumerate(asks) if union >> number & 1))
        for kind, accepting in takers.items():
            if not accepting & ~union:
                accumulate(row, supply[kind], -1)
        model.add(row, lower=0)


# --- network -------------------------------------------------------------------------------------


def _widened(program: Program, asks: Sequence[Ask], made: int) -> dict[int, Expr]:
    """Return the asks by what they accept, each activation's with what it makes itself."""
    own: dict[int, int] = {}
    for activation in program.activations:
        outputs = mask(kind for output in activation.made for kind, _ in output)
        for demand, _ in activation.needs:
            own[demand] = own.get(demand, 0) | outputs
    widened: dict[int, Expr] = {}
    for ask in asks:
        accepts = mask(ask.accepts)
        if ask.owner[0] == NEED:
            accepts |= own[ask.owner[1]]
        accumulate(widened.setdefault(accepts & made, {}), ask.amount)
    return widened


def _add_network(model: Model, asked: Mapping[int, Expr], supply: Sequence[Expr]) -> None:
    """Let units flow to asks, straight or as units that fewer asks accept."""
    units: dict[int, Expr] = {}
    for kind, made in enumerate(supply):
        if made:
            takers = mask(n for n, accepts in enumerate(asked) if accepts >> kind & 1)
            accumulate(units.setdefault(takers, {}), made)
    got: list[Expr] = [{} for _ in asked]
    for takers in sorted(units, key=lambda takers: -takers.bit_count()):
        most = model.range(units[takers])[1]
        narrower = [other for other in units if other != takers and not other & ~takers]
        used: Expr = {}
        if takers == union_of(narrower):
            for other in narrower:
                if not any(o != other and not other & ~o for o in narrower):
                    passed = model.variable(most)
                    used[passed] = 1
                    units[other][passed] = 1
        else:
            for number, amounts in enumerate(got):
                if takers >> number & 1:
                    flow = model.variable(most)
                    used[flow] = amounts[flow] = 1
        model.add(total(units[takers], total(used, scale=-1)), lower=0)
    for amount, flows in zip(asked.values(), got, strict=True):
        model.add(total(flows, total(amount, scale=-1)), 0, 0)


def union_of(sets: Iterable[int]) -> int:
    """Return the union of sets given as bits."""
    result = 0
    for each in sets:
        result |= each
    return result
