"""Other ways to find out whether a cost can be paid, as they come to mind first.

None of them says which payment is best, puts activations in order or checks anything. Each is
called with the text of a cost and a board prepared for it; what the text asks for is looked up, as
the library does, so that the times compare.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.units import slots_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ortools.sat.python import cp_model

    from benchmarks.units import Prepared, Units


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of them.

    Parameters
    ----------
    name
        What it is called in reports.
    decide
        Tells whether a cost can be paid.
    chooses
        Whether it also takes sources that choose between several outputs.
    """

    name: str
    decide: Callable[[str, Prepared], bool]
    chooses: bool = False

    def takes(self, board: Prepared) -> bool:
        """Tell whether it can be asked about that board."""
        return self.chooses or bool(board.units) or not board.sources

    def timed(self, cost: str, board: Prepared) -> tuple[bool, float]:
        """Return the answer and the seconds of its second call."""
        self.decide(cost, board)
        start = time.perf_counter()
        payable = self.decide(cost, board)
        return payable, time.perf_counter() - start


def bit_mask_matching(cost: str, board: Prepared) -> bool:
    """Match slots to units along augmenting paths over bit masks; generic mana is only counted."""
    slots = slots_of(cost, board.zone)
    if len(slots.masks) + slots.generic > len(board.units):
        return False
    able = [_makers(mask, board) for mask in slots.masks]
    taken = 0
    holder: dict[int, int] = {}
    for slot, units in enumerate(able):
        if open_units := units & ~taken:
            unit = open_units & -open_units
            holder[unit] = slot
        else:
            unit = _augment(slot, able, taken, holder, [0])
            if not unit:
                return False
        taken |= unit
    return True


def _makers(mask: int, board: Prepared) -> int:
    units = 0
    while mask:
        bit = mask & -mask
        units |= board.makers[bit.bit_length() - 1]
        mask ^= bit
    return units


def _augment(
    slot: int, able: list[int], taken: int, holder: dict[int, int], seen: list[int]
) -> int:
    """Give a slot a unit, moving others; return the unit newly taken, 0 if there is none."""
    if open_units := able[slot] & ~taken:
        unit = open_units & -open_units
        holder[unit] = slot
        return unit
    while rest := able[slot] & ~seen[0]:
        unit = rest & -rest
        seen[0] |= unit
        if new := _augment(holder[unit], able, taken, holder, seen):
            holder[unit] = slot
            return new
    return 0


def networkx_matching(cost: str, board: Prepared) -> bool:
    """Find a maximum matching of all mana due, generic mana one by one, to units."""
    import networkx as nx

    slots = slots_of(cost, board.zone)
    graph = nx.Graph()
    due = [("slot", number) for number in range(len(slots.masks) + slots.generic)]
    graph.add_nodes_from(due)
    for number, unit in enumerate(board.units):
        for slot, node in enumerate(due):
            if slot >= len(slots.masks) or unit & slots.masks[slot]:
                graph.add_edge(node, number)
    return len(nx.bipartite.hopcroft_karp_matching(graph, due)) == 2 * len(due)


def networkx_flow(cost: str, board: Prepared) -> bool:
    """Find a maximum flow from units, grouped by mask, to equal symbols."""
    import networkx as nx

    slots = slots_of(cost, board.zone)
    graph = nx.DiGraph()
    graph.add_nodes_from(("source", "sink"))
    due = Counter(slots.masks)
    for mask, amount in due.items():
        graph.add_edge(("due", mask), "sink", capacity=amount)
    graph.add_edge("generic", "sink", capacity=slots.generic)
    for unit, amount in Counter(board.units).items():
        graph.add_edge("source", unit, capacity=amount)
        graph.add_edge(unit, "generic", capacity=amount)
        for mask in due:
            if unit & mask:
                graph.add_edge(unit, ("due", mask), capacity=amount)
    flow = nx.maximum_flow_value(graph, "source", "sink")
    return bool(flow == len(slots.masks) + slots.generic)


def cp_sat_per_permanent(cost: str, board: Prepared) -> bool:
    """Decide by CP-SAT with one variable per permanent and output, default parameters, one worker.

    Raises
    ------
    RuntimeError
        If CP-SAT does not decide.
    """
    from ortools.sat.python import cp_model

    slots = slots_of(cost, board.zone)
    model = cp_model.CpModel()
    paying: dict[int, list[cp_model.IntVar]] = defaultdict(list)
    due = Counter(slots.masks)
    due[-1] += slots.generic
    for alternatives in board.sources:
        taps = [_tap(model, units, due, paying) for units in alternatives]
        model.add_at_most_one(taps)
    for mask, amount in due.items():
        model.add(sum(paying[mask]) == amount)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(f"not decided: {solver.status_name(status)}")
    return bool(status != cp_model.INFEASIBLE)


def _tap(
    model: cp_model.CpModel,
    units: Units,
    due: Counter[int],
    paying: dict[int, list[cp_model.IntVar]],
) -> cp_model.IntVar:
    tap = model.new_bool_var("")
    for unit in units:
        pays = []
        for mask in due:
            if unit & mask or mask == -1:
                paid = model.new_bool_var("")
                paying[mask].append(paid)
                pays.append(paid)
        model.add(sum(pays) <= tap)
    return tap


ALTERNATIVES = (
    Alternative("bit-mask matching", bit_mask_matching),
    Alternative("networkx matching", networkx_matching),
    Alternative("networkx flow", networkx_flow),
    Alternative("CP-SAT, a variable per permanent", cp_sat_per_permanent, chooses=True),
)
"""All of them, the fastest first."""
