"""The model that comes to mind first: one CP-SAT variable per permanent, default parameters.

It only says whether a cost can be paid, and only from sources whose abilities ask for nothing but
a tap: without an order, abilities that cost mana would pay for each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost

GENERIC = "generic"


def can_pay_naively(cost: ManaCost, board: Board) -> bool:
    """Tell whether a cost of coloured and generic mana can be paid.

    Raises
    ------
    RuntimeError
        If CP-SAT does not decide.
    """
    from ortools.sat.python import cp_model

    due: Counter[str] = Counter({GENERIC: cost.generic})
    due.update(str(symbol.types[0]) for symbol in cost.symbols if not symbol.is_generic)
    model = cp_model.CpModel()
    paying: dict[str, list[cp_model.IntVar]] = defaultdict(list)
    for source in board.sources:
        taps = []
        for ability in source.abilities:
            for output in ability.outputs:
                tap = model.new_bool_var("")
                taps.append(tap)
                for unit in (unit for group in output for unit in group.units):
                    pays = []
                    for symbol in due:
                        if symbol != GENERIC and symbol not in unit:
                            continue
                        paid = model.new_bool_var("")
                        paying[symbol].append(paid)
                        pays.append(paid)
                    model.add(sum(pays) <= tap)
        model.add_at_most_one(taps)
    for symbol, amount in due.items():
        model.add(sum(paying[symbol]) == amount)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(f"not decided: {solver.status_name(status)}")
    return status != cp_model.INFEASIBLE
