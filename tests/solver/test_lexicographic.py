"""Lexicographic minima: one weighted sum where it is exact, successive solves where it is not."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from autotap.models.result import Status
from autotap.solver.backends import cp_sat
from autotap.solver.backends.lexicographic import minimise
from autotap.solver.backends.proto import MAX_OBJECTIVE, Model
from autotap.solver.program import Activation, Body, Demand, Kind, Program, Quantity, Term, What

if TYPE_CHECKING:
    from collections.abc import Sequence

WEIGHTS = [(3, 1, 1, 3), (1, 2, 1, 1), (5, 1, 4, 2), (1, 1, 1, 2)]
"""Per term the weight of each of four bodies; two of them must be tapped at least."""


def program(scale: int, *, maximise: Sequence[bool] = (False,) * 4) -> Program:
    return Program(
        bodies=tuple(Body(str(i)) for i in range(4)),
        kinds=(Kind("unit"),),
        demands=(Demand("due", frozenset({0}), (2,)),),
        activations=tuple(Activation(str(i), i, taps=True, outputs=(((0, 1),),)) for i in range(4)),
        terms=tuple(
            Term(
                f"term {number}",
                tuple((Quantity(What.TAPPED, i), scale * w) for i, w in enumerate(weights)),
                maximise=most,
            )
            for number, (weights, most) in enumerate(zip(WEIGHTS, maximise, strict=True))
        ),
    )


def best(maximise: Sequence[bool] = (False,) * 4) -> tuple[int, ...]:
    """The optimum by looking at every way to tap two bodies or more."""
    signs = [-1 if most else 1 for most in maximise]
    vectors = [
        tuple(s * sum(w[i] for i in tapped) for s, w in zip(signs, WEIGHTS, strict=True))
        for number in (2, 3, 4)
        for tapped in combinations(range(4), number)
    ]
    return tuple(s * value for s, value in zip(signs, min(vectors), strict=True))


def count_solves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    solves: list[int] = []
    original = Model.minimise

    def counted(self: Model, expr: dict[int, int], time_limit_s: float | None, seed: int) -> object:
        solves.append(len(expr))
        return original(self, expr, time_limit_s, seed)

    monkeypatch.setattr(Model, "minimise", counted)
    return solves


@pytest.mark.parametrize(
    ("scale", "solves"), [(1, 1), (2**10, 1), (2**20, 2), (2**30, 4), (2**45, 4)]
)
def test_weights_of_any_size_give_the_same_answer(
    scale: int, solves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = count_solves(monkeypatch)
    outcome = cp_sat.solve(program(scale))
    assert outcome.status is Status.OPTIMAL
    assert outcome.solution
    assert tuple(value // scale for value in outcome.solution.values) == best()
    assert outcome.bound == outcome.solution.values
    assert len(counted) == solves


@pytest.mark.parametrize("scale", [1, 2**30])
@pytest.mark.parametrize("maximise", [(True, False, False, True), (False, True, True, False)])
def test_terms_may_be_maximised(scale: int, maximise: tuple[bool, ...]) -> None:
    outcome = cp_sat.solve(program(scale, maximise=maximise))
    assert outcome.solution
    assert tuple(value // scale for value in outcome.solution.values) == best(maximise)


def test_levels_keep_their_order() -> None:
    """A unit of the first level outweighs all that the second one can gain."""
    model = Model()
    first, second = model.variable(1), model.variable(1_000)
    model.add({first: 1_000, second: 1}, lower=1_000)
    one, proven = minimise(model, [{first: 1}, {second: 1}], lambda: None, 0)
    assert proven
    assert one.values == [0, 1_000]
    other, _ = minimise(model, [{second: 1}, {first: 1}], lambda: None, 0)
    assert other.values == [1, 0]


def test_successive_levels_are_split_where_the_sum_is_no_longer_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solves = count_solves(monkeypatch)
    for most, expected in ((2**26 - 1, 1), (2**27, 2)):
        solves.clear()
        model = Model()
        first, second = model.variable(most), model.variable(most)
        model.add({first: 1, second: 1}, lower=5)
        answer, proven = minimise(model, [{first: 1}, {second: 1}], lambda: None, 0)
        assert (answer.values, proven) == ([0, 5], True)
        assert len(solves) == expected, f"range {most + 1} squared against {MAX_OBJECTIVE}"


def test_no_solution_is_proven_at_the_first_level() -> None:
    model = Model()
    variable = model.variable(1)
    model.add({variable: 1}, lower=2)
    answer, proven = minimise(model, [{variable: 2**52}, {variable: 2**52}], lambda: None, 0)
    assert (answer.values, proven) == (None, True)
