"""The report of rule ids: it reads citations right, and every rule in scope has a test."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.rules.out_of_scope import OUT_OF_SCOPE
from tests.rules.report import (
    KINDS,
    PAGE,
    ROOT,
    Citing,
    Report,
    as_page,
    as_text,
    catalogue_ids,
    noted_ids,
    worked_cases,
)

if TYPE_CHECKING:
    from pathlib import Path

NOTED = noted_ids()

CATALOGUE = """
| id | rule |
|---|---|
| DM-1 | One rule, as DM-2 says (see `no-case`). |
| MTG-601.2f-T | Another. |
| MOD-9 | A third. |
## 16. Worked cases by rule
| rule | cases |
|---|---|
| DM-1 | `one-case`, `two-cases` |
| MOD-9 | `two-cases` |
"""


def test_ids_head_rows() -> None:
    assert catalogue_ids(CATALOGUE) == ["DM-1", "MTG-601.2f-T", "MOD-9"]


def test_worked_cases_are_listed_by_rule() -> None:
    assert worked_cases(CATALOGUE) == {"one-case": {"DM-1"}, "two-cases": {"DM-1", "MOD-9"}}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("(MTG-106.12a, MTG-106.12)", "MTG-106.12a MTG-106.12"),
        ("MTG-601.2f-T: Trinisphere.", "MTG-601.2f-T"),
        ("test[DM-10-case0-A]", "DM-10"),
        ("MTG-202.3e is a part of it", "MTG-202.3"),
        ("MTG-106 speaks of several", ""),
        ("MTG-RET, XDM-1 and R-DM-1", ""),
        ("DM-999 is no rule", "DM-999"),
        ("MTG-106.120 and DM-1.5 neither", "MTG-106.120 DM-1.5"),
    ],
)
def test_citations(text: str, rules: str) -> None:
    assert Citing(NOTED).text(text) == set(rules.split())


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_no_tap_is_superfluous_dm_7", "DM-7"),
        ("test_x_dm_34_mtg_601_2f_t", "DM-34 MTG-601.2f-T"),
        ("test_of_all_cards", ""),
        ("test_dm_700", ""),
    ],
)
def test_citations_in_names(name: str, rules: str) -> None:
    assert Citing(NOTED).name(name) == set(rules.split())


def test_the_noted_ids_are_those_of_the_catalogue(shared: Path) -> None:
    assert catalogue_ids((shared / "rules.md").read_text(encoding="utf-8")) == NOTED


def test_only_rules_are_out_of_scope() -> None:
    assert OUT_OF_SCOPE.keys() <= set(NOTED)


def test_the_text_names_what_is_missing() -> None:
    numbers = dict.fromkeys(KINDS, 0)
    tests = {"DM-1": {**numbers, "test": 2}, "DM-2": numbers}
    report = Report(tests, ["DM-2"], {"DM-3": "x"}, {}, {})
    rule, *rest = as_text(report).splitlines()[1].split()
    assert (rule, rest) == ("DM-1", ["2", "-", "-"])
    assert "in scope without a test: DM-2" in as_text(report)
    assert "DM-3: x" in as_text(report)


@pytest.fixture(scope="module")
def found() -> Report:
    command = [sys.executable, "-m", "tests.rules.report", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    report = Report(**json.loads(done.stdout))
    assert done.returncode == int(bool(report.missing))
    return report


def test_every_rule_in_scope_has_a_test(found: Report) -> None:
    assert found.missing == []
    assert found.tests.keys() == set(NOTED)


def test_what_is_out_of_scope_has_no_test(found: Report) -> None:
    """A rule with a test needs no excuse."""
    tested = {rule for rule, numbers in found.tests.items() if numbers["test"] or numbers["case"]}
    assert not tested & OUT_OF_SCOPE.keys()


def test_the_report_counts_what_is_there(found: Report) -> None:
    """Rules of tests, cases and examples that exist."""
    assert found.tests["MTG-106.12b"]["test"] > 3
    assert found.tests["MTG-601.2g"]["case"] > 0
    assert found.tests["MTG-KW-07"]["doctest"] > 0


def test_the_page_is_current(found: Report) -> None:
    """Written anew it is the same: ``python -m tests.rules.report --page``."""
    assert PAGE.read_text(encoding="utf-8") == as_page(found)


def test_a_page_of_other_tests_differs(found: Report) -> None:
    """One more test, or a rule out of scope, shows."""
    more = replace(found, cited_by={**found.cited_by, "DM-1": ["tests/test_new.py::test_new"]})
    assert "| <details><summary>1</summary>test_new.py: `test_new`</details> |" in as_page(more)
    fewer = replace(found, out_of_scope={**found.out_of_scope, "DM-1": "a reason"})
    assert "| *out of scope: a reason* |" in as_page(fewer)
