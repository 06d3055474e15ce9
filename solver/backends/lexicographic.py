"""Lexicographic minima: several objectives in order of importance, solved exactly.

As many levels as fit are combined into one weighted sum with the smallest safe weights, which is
several times faster than a solve per level; what does not fit is solved successively.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.solver.backends.proto import MAX_OBJECTIVE, Answer, Expr, Model, accumulate

if TYPE_CHECKING:
    from collections.abc import Callable


Goal = tuple[int, Expr]
"""The number of levels that one weighted sum combines, and the sum."""


def minimise(
    model: Model,
    levels: list[Expr],
    remaining: Callable[[], float | None],
    seed: int,
    goal: Goal | None = None,
) -> tuple[Answer, bool]:
    """Minimise the levels in order.

    Parameters
    ----------
    model
        The model; levels that are solved are fixed in it.
    levels
        Expressions, most important first.
    remaining
        Gives the seconds left, None for no limit.
    seed
        Random seed.
    goal
        The first of the levels as `combine` combines them, if that is known.

    Returns
    -------
    tuple
        The last answer, and whether it is proven: its values are those of the last level that had
        a solution, or None if there is none.
    """
    answer: Answer | None = None
    start = 0
    while answer is None or start < len(levels):
        stop, expr = goal or combine(model, levels, start)
        goal = None
        found = model.minimise(expr, remaining(), seed)
        if found.values is None:
            return (found, found.proven) if answer is None else (answer, False)
        answer = found
        if not found.proven:
            return answer, False
        if stop < len(levels):
            for level in levels[start:stop]:
                value = answer.value(level)
                model.add(level, value, value)
        start = stop
    return answer, True


def combine(model: Model, levels: list[Expr], start: int = 0) -> Goal:
    """Combine as many levels as one exact sum holds, from ``start`` on."""
    sizes: list[int] = []
    size = 1
    for level in levels[start:]:
        low, high = model.range(level)
        if sizes and size * (high - low + 1) > MAX_OBJECTIVE:
            break
        sizes.append(high - low + 1)
        size *= high - low + 1
    stop = start + len(sizes)
    weight = 1
    expr: Expr = {}
    for level, each in zip(reversed(levels[start:stop]), reversed(sizes), strict=True):
        accumulate(expr, level, weight)
        weight *= each
    return stop, expr
