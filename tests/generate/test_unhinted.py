"""The problems without hints are varied, can be worked out, and are neither easy nor hopeless."""

from __future__ import annotations

import doctest
import importlib
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generate import fewer, magic
from tests.reference import magic as reference
from tests.reference.hints import with_hints, without_hints

if TYPE_CHECKING:
    from collections.abc import Mapping

Case = dict[str, Any]

NUMBER = 600
SOLVED = 300


@pytest.fixture(scope="module")
def problems() -> list[Case]:
    return [magic.unhinted(Random(seed)) for seed in range(NUMBER)]


def test_no_hints_are_given(problems: list[Case]) -> None:
    for case in problems:
        assert case == without_hints(case)
        full = with_hints(case)
        assert with_hints(full) == full
        assert full["pay"]["total_cost"] is not None


def test_a_seed_gives_the_same_problem_again(problems: list[Case]) -> None:
    assert [magic.unhinted(Random(seed)) for seed in range(20)] == problems[:20]
    assert len({case["id"] for case in problems}) == NUMBER


def test_every_feature_is_frequent(problems: list[Case]) -> None:
    for name in magic.UNHINTED:
        share = sum(name in case["features"] for case in problems) / NUMBER
        assert share >= 0.05, f"{name}: {share:.1%}"


def _payable(case: Mapping[str, Any]) -> bool:
    return reference.payable(with_hints(case))


def test_a_good_part_is_payable_and_critical(problems: list[Case]) -> None:
    payable = [_payable(case) for case in problems[:SOLVED]]
    critical = [
        paid and not all(map(_payable, fewer(case)))
        for case, paid in zip(problems, payable, strict=False)
    ]
    assert 0.3 <= sum(payable) / SOLVED <= 0.7
    assert sum(critical) / SOLVED >= 0.2


def test_no_mana_is_unbounded(problems: list[Case]) -> None:
    for case in problems[:100]:
        reference.solve(with_hints(case))


def test_much_depends_on_what_is_worked_out(problems: list[Case]) -> None:
    """Half of the totals are not the printed cost, a third of the boards make something else."""
    totals = abilities = 0
    for case in problems:
        full = with_hints(case)
        totals += full["pay"]["total_cost"] != case["pay"]["cost"]
        abilities += any(
            entry["abilities"] != entry["printed"] for entry in full["board"] if "printed" in entry
        )
    assert totals / NUMBER > 0.5
    assert abilities / NUMBER > 0.33


def test_examples() -> None:
    for name in ("magic", "modifiers", "effects", "ways"):
        assert not doctest.testmod(importlib.import_module(f"tests.generate.{name}")).failed
