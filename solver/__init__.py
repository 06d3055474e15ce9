"""Solving: from a problem to a proven, verified payment.

The public names are imported here; solvers and other heavy libraries are imported when first
needed.
"""

from typing import TYPE_CHECKING

from autotap.solver.api import cache_clear, cache_info, pay, solve
from autotap.solver.verify import verify

if TYPE_CHECKING:
    from autotap.solver.batch import BatchItem, solve_many
    from autotap.solver.enumeration import WayToPay, enumerate_payments
    from autotap.solver.explanation import explain
    from autotap.solver.hand import castable
    from autotap.solver.largest_x import UNBOUNDED, max_x
    from autotap.solver.matrix import BoardTable, Feasibility, feasibility
    from autotap.solver.options import mana_options
    from autotap.solver.payable import can_pay
    from autotap.solver.turn import plan_turn
    from autotap.solver.verify.afterwards import board_after
else:
    _ROOMS = {
        "BatchItem": "batch",
        "board_after": "verify.afterwards",
        "BoardTable": "matrix",
        "can_pay": "payable",
        "castable": "hand",
        "explain": "explanation",
        "enumerate_payments": "enumeration",
        "Feasibility": "matrix",
        "feasibility": "matrix",
        "mana_options": "options",
        "plan_turn": "turn",
        "max_x": "largest_x",
        "solve_many": "batch",
        "UNBOUNDED": "largest_x",
        "WayToPay": "enumeration",
    }

    def __getattr__(name: str) -> object:
        if name in _ROOMS:
            from importlib import import_module

            return getattr(import_module(f"autotap.solver.{_ROOMS[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "UNBOUNDED",
    "BatchItem",
    "BoardTable",
    "Feasibility",
    "WayToPay",
    "board_after",
    "cache_clear",
    "cache_info",
    "can_pay",
    "castable",
    "enumerate_payments",
    "explain",
    "feasibility",
    "mana_options",
    "max_x",
    "pay",
    "plan_turn",
    "solve",
    "solve_many",
    "verify",
]
