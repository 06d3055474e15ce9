"""Solving: from a problem to a proven, verified payment.

The public names are imported here; solvers and other heavy libraries are imported when first
needed.
"""

from typing import TYPE_CHECKING

from autotap.solver.api import can_pay, pay, solve
from autotap.solver.verify import verify

if TYPE_CHECKING:
    from autotap.solver.batch import BatchItem, solve_many
else:

    def __getattr__(name: str) -> object:
        if name in {"BatchItem", "solve_many"}:
            from autotap.solver import batch

            return getattr(batch, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["BatchItem", "can_pay", "pay", "solve", "solve_many", "verify"]
