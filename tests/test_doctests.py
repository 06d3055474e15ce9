"""Every example in a docstring of the library runs under its installed name."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import autotap.models
import autotap.solver

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _modules() -> list[str]:
    return [
        found.name
        for package in (autotap.models, autotap.solver)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not found.name.endswith("__main__")
    ] + ["autotap.models", "autotap.solver"]


def _failures(module: ModuleType) -> str:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for example in doctest.DocTestFinder().find(module):
        runner.run(example, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("name", _modules())
def test_examples(name: str) -> None:
    """All doctests of one module."""
    if failures := _failures(importlib.import_module(name)):
        pytest.fail(failures, pytrace=False)


def test_a_wrong_example_is_reported() -> None:
    """The check above can fail."""
    wrong = ModuleType("wrong", ">>> 1 + 1\n3\n")
    assert "Expected" in _failures(wrong)
