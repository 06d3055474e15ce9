"""Solving: from a problem to a proven, verified payment.

The public names are imported here; solvers and other heavy libraries are imported when first
needed.
"""

from autotap.solver.api import can_pay, pay, solve
from autotap.solver.verify import verify

__all__ = ["can_pay", "pay", "solve", "verify"]
