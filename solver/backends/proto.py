"""A thin integer-programming model on CP-SAT's own protocol buffer.

Filling the buffer directly is several times cheaper than the operators of ``cp_model`` and needs
neither pandas nor NumPy. Expressions are plain dictionaries ``{variable: coefficient}`` in which
the key `ONE` holds the constant.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from autotap.models.errors import BackendUnavailableError
from autotap.models.memo import per_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ONE = -1
"""Key of the constant in an expression."""

MAX_OBJECTIVE = 2**53
"""Objective values above this are not exact: CP-SAT reports them as floating-point numbers."""

INFINITY = 2**50
"""Stands for "no bound" in a constraint."""

Expr = dict[int, int]

PARAMETERS: Mapping[str, int | bool | float] = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "linearization_level": 1,
    "cut_level": 0,
    "add_lp_constraints_lazily": False,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
    "use_sat_inprocessing": False,
    "catch_sigint_signal": False,
}
"""The LP relaxation is what solves these models, with all its rows from the start. On boards with
abilities that cost mana lazy rows take 1.2 to 2 times as long, a presolve pass 2 to 5 times, no LP
for ever; cuts, symmetry, probing and linearization 2 gain nothing (``benchmarks/parameters.py``).

Catching SIGINT would leave the process without a handler after a solve: the next Ctrl-C would end
it without a KeyboardInterrupt.

With presolve off, inprocessing can abort the whole process (OR-Tools 9.15, "Check failed:
num_redundant_literals_"), so it must stay off too.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one solve found.

    Parameters
    ----------
    values
        Value per variable; None without a solution.
    proven
        Whether the values are optimal, or infeasibility is proven.
    bound
        Proven lower bound of the objective.
    """

    values: list[int] | None
    proven: bool
    bound: int

    def value(self, expr: Mapping[int, int]) -> int:
        """Evaluate an expression in the solution."""
        if self.values is None:
            raise ValueError("no solution")
        values = self.values
        return expr.get(ONE, 0) + sum([c * values[v] for v, c in expr.items() if v != ONE])


def helper() -> Any:
    """Return the CP-SAT binding, imported when first needed.

    Raises
    ------
    BackendUnavailableError
        If OR-Tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model_helper
    except ImportError as error:
        raise BackendUnavailableError(
            f"the CP-SAT backend needs OR-Tools 9.15: pip install 'ortools~=9.15' ({error})"
        ) from error
    return cp_model_helper


@cache
def _parameters() -> Any:
    """Return `PARAMETERS` as CP-SAT takes them."""
    parameters = helper().SatParameters()
    for name, value in PARAMETERS.items():
        setattr(parameters, name, value)
    return parameters


@per_key(maxsize=1_024)
def _domain(lower: int, upper: int) -> Any:
    """Return a variable with these bounds as CP-SAT takes it."""
    variable = helper().IntegerVariableProto()
    variable.domain.extend([lower, upper])
    return variable


@per_key(maxsize=1_024)
def _row(coefficients: tuple[int, ...], lower: int, upper: int) -> Any:
    """Return a linear constraint as CP-SAT takes it, still without its variables."""
    constraint = helper().ConstraintProto()
    constraint.linear.coeffs.extend(list(coefficients))
    constraint.linear.domain.extend([lower, upper])
    return constraint


def accumulate(target: Expr, part: Mapping[int, int], scale: int = 1) -> None:
    """Add ``scale`` times an expression to another one, in place."""
    for variable, coefficient in part.items():
        target[variable] = target.get(variable, 0) + scale * coefficient


def total(*parts: Mapping[int, int], scale: int = 1) -> Expr:
    """Add expressions, each times ``scale``."""
    result: Expr = {}
    for part in parts:
        accumulate(result, part, scale)
    return result


def minus(left: Mapping[int, int], right: Mapping[int, int]) -> Expr:
    """Subtract one expression from another."""
    result = dict(left)
    accumulate(result, right, -1)
    return result


_searches: set[Any] = set()
"""The searches under way."""


def stop_searches() -> None:
    """End the searches under way, from another thread; they answer what they have found so far."""
    for search in tuple(_searches):
        search.stop_search()


class Model:
    """Variables and linear constraints, each optionally under literals."""

    def __init__(self) -> None:
        self._proto = helper().CpModelProto()
        self.lower: list[int] = []
        self.upper: list[int] = []

    def variable(self, upper: int, lower: int = 0) -> int:
        """Add an integer variable and return its index."""
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.lower) - 1

    def copy(self) -> Model:
        """Return a model that can be changed without changing this one."""
        model = copy(self)
        model._proto = helper().CpModelProto()
        model._proto.copy_from(self._proto)
        model.lower, model.upper = list(self.lower), list(self.upper)
        return model

    def bound(self, variable: int, lower: int, upper: int) -> None:
        """Change the bounds of a variable to narrower ones."""
        self.lower[variable], self.upper[variable] = lower, upper

    def add(
        self,
        expr: Mapping[int, int],
        lower: int | None = None,
        upper: int | None = None,
        when: Sequence[int] = (),
    ) -> None:
        """Require ``lower <= expr <= upper``, where every 0/1 variable in ``when`` is 1.

        A literal may be negated as ``-1 - variable``. What the bounds of the variables imply is
        left out.
        """
        low, high = self.range(expr)
        if (lower is None or low >= lower) and (upper is None or high <= upper):
            return
        shift = expr.get(ONE, 0)
        terms = {v: c for v, c in expr.items() if c and v != ONE}
        least = -INFINITY if lower is None else lower - shift
        most = INFINITY if upper is None else upper - shift
        constraint = self._proto.constraints.add()
        constraint.copy_from(_row(tuple(terms.values()), least, most))
        constraint.linear.vars.extend([*terms])
        if when:
            constraint.enforcement_literal.extend(when)

    def literal(self, expr: Mapping[int, int], lower: int = 1) -> int:
        """Return a 0/1 variable that, if 1, makes an expression at least ``lower``."""
        if lower == 1 and (known := self._switch(expr)) is not None:
            return known
        literal = self.variable(1)
        self.add(expr, lower=lower, when=[literal])
        return literal

    def positive(self, expr: Mapping[int, int], most: int) -> int:
        """Return a 0/1 variable that is 1 if an expression of at most ``most`` is above 0."""
        if (known := self._switch(expr)) is not None:
            return known
        positive = self.variable(1)
        self.add({**expr, positive: -most}, upper=0)
        return positive

    def _switch(self, expr: Mapping[int, int]) -> int | None:
        """Return the 0/1 variable that an expression is, None if it is anything else."""
        if len(expr) != 1:
            return None
        ((variable, coefficient),) = expr.items()
        is_switch = variable != ONE and coefficient == 1 and self.upper[variable] == 1
        return variable if is_switch and self.lower[variable] == 0 else None

    def range(self, expr: Mapping[int, int]) -> tuple[int, int]:
        """Return bounds of an expression from the bounds of its variables."""
        low = high = expr.get(ONE, 0)
        for variable, c in expr.items():
            if variable != ONE:
                one, other = c * self.lower[variable], c * self.upper[variable]
                low += one if c > 0 else other
                high += other if c > 0 else one
        return low, high

    def minimise(self, expr: Mapping[int, int], time_limit_s: float | None, seed: int) -> Answer:
        """Solve for the smallest value of an expression.

        Parameters
        ----------
        expr
            What to minimise; its range must stay below `MAX_OBJECTIVE`.
        time_limit_s
            Seconds of wall time, None for no limit.
        seed
            Random seed; equal seeds give equal answers.
        """
        cp = helper()
        proto = self._proto
        proto.variables.clear()
        proto.variables.extend(list(map(_domain, self.lower, self.upper)))
        proto.clear_objective()
        terms = {v: c for v, c in expr.items() if c and v != ONE}
        if terms:
            proto.objective.vars.extend([*terms])
            proto.objective.coeffs.extend([*terms.values()])
        parameters = cp.SatParameters()
        parameters.copy_from(_parameters())
        parameters.random_seed = seed
        if time_limit_s is not None:
            parameters.max_time_in_seconds = max(time_limit_s, 0.0)
        wrapper = cp.SolveWrapper()
        wrapper.set_parameters(parameters)
        _searches.add(wrapper)
        try:
            response = wrapper.solve(proto)
        finally:
            _searches.discard(wrapper)
        status = response.status
        if status == cp.MODEL_INVALID:
            raise ValueError(f"CP-SAT refuses the model: {response.solution_info}")
        found = status in (cp.OPTIMAL, cp.FEASIBLE)
        values = list(response.solution) if found else None
        low, _ = self.range(expr)
        bound = low
        if terms and status in (cp.OPTIMAL, cp.FEASIBLE, cp.UNKNOWN):
            known = response.best_objective_bound + expr.get(ONE, 0)
            bound = max(low, math.ceil(known - 1e-6)) if abs(known) < MAX_OBJECTIVE else low
        return Answer(values, status in (cp.OPTIMAL, cp.INFEASIBLE), bound)
