"""The flow backend: the cheapest units where the price depends on what a source is used for.

A painland makes {C} for nothing and a color for a point of life, and the last copy of a kind of
source costs more than the others wherever it is used. Such questions are minimum-cost flows: units
flow from their kind through their source and one of its uses to the class that they pay. Integral
capacities give integral flows. Prices are tuples; they become one integer by weights that keep
their lexicographic order, as long as all of it stays within 64 bits.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import BackendUnavailableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.backends.greedy import Price

NAME = "flow"
MAX_COST = 2**58
"""Largest total cost, times the number of nodes, that the solver is given."""

SOURCE, SINK = 0, 1


class Arc(NamedTuple):
    """A way that units may take.

    Parameters
    ----------
    tail, head
        Nodes; `SOURCE` and `SINK` are the ends.
    capacity
        Most units.
    price
        What each of them costs, empty for nothing; no part is negative.
    """

    tail: int
    head: int
    capacity: int
    price: Price = ()


def cheapest(arcs: Sequence[Arc], amount: int) -> list[int] | str | None:
    """Return the flow on each arc for the cheapest way to move so many units.

    Parameters
    ----------
    arcs
        The network; every path from `SOURCE` to `SINK` has at most one arc with any given part
        of a price above 0.
    amount
        Units to move from `SOURCE` to `SINK`.

    Returns
    -------
    list of int, None or str
        None if so many cannot be moved; why not, if the prices do not fit into 64 bits.

    Raises
    ------
    BackendUnavailableError
        If OR-Tools is not installed.

    Notes
    -----
    Complexity: that of cost scaling (`SimpleMinCostFlow`).

    Examples
    --------
    >>> cheapest([Arc(0, 2, 2, (1,)), Arc(0, 2, 1, (3,)), Arc(2, 1, 3)], 3)
    [2, 1, 3]
    """
    if not amount:
        return [0] * len(arcs)
    if not arcs:
        return None
    parts = max(len(arc.price) for arc in arcs)
    ranges = [
        1 + amount * max((arc.price[part] for arc in arcs if arc.price), default=0)
        for part in range(parts)
    ]
    nodes = 1 + max(max(arc.tail, arc.head) for arc in arcs)
    if prod(ranges) * (nodes + 1) > MAX_COST:
        return "prices beyond 64 bits"
    weights = [prod(ranges[part + 1 :]) for part in range(parts)]
    try:
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow
    except ImportError:
        raise BackendUnavailableError("flow needs OR-Tools: pip install ortools") from None
    solver = SimpleMinCostFlow()
    for tail, head, capacity, price in arcs:
        cost = sum(map(int.__mul__, weights, price))
        solver.add_arc_with_capacity_and_unit_cost(tail, head, min(capacity, amount), cost)
    solver.set_node_supply(SOURCE, amount)
    solver.set_node_supply(SINK, -amount)
    status = solver.solve()
    if status == solver.INFEASIBLE:
        return None
    if status != solver.OPTIMAL:
        return f"the solver says {status}"
    return [solver.flow(arc) for arc in range(len(arcs))]
