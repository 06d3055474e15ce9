"""Which rule has which tests: ``python -m tests.rules.report [--json | --page]``.

A test cites a rule where its name, its docstring or a text among its parameters has the id of the
rule. A judged case cites what its ``ref`` names and what the list of worked cases says of it, and
counts only if it passes. Also a docstring with an example that runs may cite.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import importlib
import io
import json
import re
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.casework.runner import run
from tests.rules.out_of_scope import OUT_OF_SCOPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT.parent / "shared" / "rules.md"
RULES = Path(__file__).with_name("rules.tsv")
"""The rules in short, as Markdown, under headings."""
PAGE = ROOT / "docs" / "rules.md"
ITSELF = Path(__file__).with_name("test_report.py")
"""The tests of the report: they are full of ids and test no rule."""

_FAMILIES = "CHG|DM|MOD|MTG|SYS|TRAP"
_ID = re.compile(rf"(?<![\w-])(?:{_FAMILIES})-[\w.-]*\w")
_ROW = re.compile(rf"^\| ((?:{_FAMILIES})-[\w.-]*\w) \|(.*)", re.MULTILINE)
_WORKED = "## 16. Worked cases by rule"

KINDS = ("test", "case", "doctest")


@dataclass(frozen=True, slots=True)
class Report:
    """What was found.

    Parameters
    ----------
    tests
        For every rule id how many tests of each kind cite it.
    missing
        Ids in scope that no test cites.
    out_of_scope
        Ids out of scope, each with the reason.
    unknown
        Cited ids that no rule has, each with a test that cites it.
    cited_by
        For every rule id the names of the tests and docstrings that cite it.
    """

    tests: dict[str, dict[str, int]]
    missing: list[str]
    out_of_scope: dict[str, str]
    unknown: dict[str, str]
    cited_by: dict[str, list[str]]


def catalogue_ids(text: str) -> list[str]:
    """List the ids of a catalogue of rules: those that head a row of a table, in its order."""
    rules = text.partition(_WORKED)[0]
    return list(dict.fromkeys(found[1] for found in _ROW.finditer(rules)))


def worked_cases(text: str) -> dict[str, set[str]]:
    """Read the list of worked cases: the rules that each case works through."""
    rules = defaultdict[str, set[str]](set)
    for found in _ROW.finditer(text.partition(_WORKED)[2]):
        for case in re.findall(r"`([^`]+)`", found[2]):
            rules[case].add(found[1])
    return rules


def noted_rules() -> dict[str, dict[str, str]]:
    """Return the rules noted here: for every heading what each id stands for."""
    sections: dict[str, dict[str, str]] = {}
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            sections[line.removeprefix("# ")] = section = {}
        else:
            rule, says = line.split("\t")
            section[rule] = says
    return sections


def noted_ids() -> list[str]:
    """List the ids of the rules noted here."""
    return [rule for section in noted_rules().values() for rule in section]


def known_ids() -> list[str]:
    """List the ids of all rules: of the catalogue if it is at hand, else those noted here."""
    if CATALOGUE.is_file():
        return catalogue_ids(CATALOGUE.read_text(encoding="utf-8"))
    return noted_ids()


class Citing:
    """Finds the ids of given rules in texts.

    Parameters
    ----------
    ids
        The ids of all rules.
    """

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = tuple(ids)
        longest = sorted(self.ids, key=len, reverse=True)
        self._known = re.compile(f"({'|'.join(map(re.escape, longest))})(?!\\.?[0-9A-Z])")
        slugs = {re.sub(r"[.-]", "_", rule.lower()): rule for rule in longest}
        self._slugs = slugs
        self._slug = re.compile(f"_({'|'.join(slugs)})(?![^_])")

    def text(self, text: str) -> set[str]:
        """Find the rules that a text cites: "MTG-202.3e" is a part of MTG-202.3.

        An id that no rule has is returned too, unless it is the beginning of one and so speaks of
        several rules.
        """
        found = set()
        for word in _ID.findall(text):
            if known := self._known.match(word):
                found.add(known[1])
            elif not any(rule.startswith(word) for rule in self.ids):
                found.add(word)
        return found

    def name(self, name: str) -> set[str]:
        """Find the rules that the name of a function cites."""
        return {self._slugs[slug] for slug in self._slug.findall(name)}


class _Collected:
    """A plugin of pytest that keeps what it collects."""

    items: list[pytest.Item]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = session.items


def collect() -> list[pytest.Item]:
    """Collect the tests of the project as pytest does.

    Raises
    ------
    RuntimeError
        If a file cannot be collected.
    """
    plugin, printed = _Collected(), io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = pytest.main(
            ["--collect-only", "-q", "-p", "no:xdist", str(ROOT / "tests")], plugins=[plugin]
        )
    if code != pytest.ExitCode.OK:
        raise RuntimeError(printed.getvalue())
    return plugin.items


def citations(items: Iterable[pytest.Item], citing: Citing) -> Iterator[tuple[str, str, str]]:
    """Say who cites what, as ``(rule, kind, test)``; a test may come more than once."""
    worked = worked_cases(CATALOGUE.read_text(encoding="utf-8")) if CATALOGUE.is_file() else {}
    for item in items:
        assert isinstance(item, pytest.Function)
        if item.path == ITSELF:
            continue
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        if item.path.name == "test_doctests.py" and "name" in parameters:
            module = importlib.import_module(str(parameters["name"]))
            for example in doctest.DocTestFinder(exclude_empty=True).find(module):
                if example.examples:
                    for rule in citing.text(example.docstring or ""):
                        yield rule, "doctest", example.name
        elif isinstance(case := parameters.get("case"), dict) and "expect" in case:
            rules = citing.text(str(case.get("ref"))) | worked.get(case["id"], set())
            if rules and _passes(json.dumps(case)):
                for rule in rules:
                    yield rule, "case", case["id"]
        else:
            texts = [item.name, item.function.__doc__ or ""]
            texts += [value for value in parameters.values() if isinstance(value, str)]
            for rule in citing.text("\n".join(texts)) | citing.name(item.originalname):
                yield rule, "test", item.nodeid


@cache
def _passes(case: str) -> bool:
    asked: dict[str, Any] = json.loads(case)
    return run(asked, hints=True).verdict == "pass"


def make_report() -> Report:
    """Collect the tests and sort them by the rules that they cite."""
    ids = known_ids()
    found = defaultdict[str, dict[str, set[str]]](lambda: {kind: set() for kind in KINDS})
    for rule, kind, test in citations(collect(), Citing(ids)):
        found[rule][kind].add(test)
    tests = {rule: {kind: len(found[rule][kind]) for kind in KINDS} for rule in ids}
    tested = {rule for rule, numbers in tests.items() if any(numbers.values())}
    return Report(
        tests=tests,
        missing=[rule for rule in ids if rule not in tested | OUT_OF_SCOPE.keys()],
        out_of_scope={rule: OUT_OF_SCOPE[rule] for rule in ids if rule in OUT_OF_SCOPE},
        unknown={
            rule: min(test for tests in found[rule].values() for test in tests)
            for rule in sorted(found.keys() - set(ids))
        },
        cited_by={
            rule: sorted({test.partition("[")[0] for test in found[rule]["test"]})
            + sorted(found[rule]["doctest"])
            for rule in ids
        },
    )


def as_text(report: Report) -> str:
    """Write a report as a table of the ids, then what is missing and what is out of scope."""
    lines = [f"{'rule':<16}" + "".join(f"{kind:>9}" for kind in KINDS)]
    for rule, numbers in report.tests.items():
        lines.append(f"{rule:<16}" + "".join(f"{numbers[kind] or '-':>9}" for kind in KINDS))
    lines += ["", "in scope without a test: " + (", ".join(report.missing) or "none")]
    lines += ["", "out of scope:"]
    lines += [f"  {rule}: {reason}" for rule, reason in report.out_of_scope.items()]
    if report.unknown:
        lines += ["", "cited, but no rule has this id:"]
        lines += [f"  {rule}: {test}" for rule, test in report.unknown.items()]
    return "\n".join(lines)


def as_page(report: Report) -> str:
    """Write a report as the page of the documentation.

    It names what is here whoever looks: judged cases and what they cite are left out.
    """
    ids = noted_ids()
    tested = [rule for rule in ids if report.cited_by[rule] and rule not in report.out_of_scope]
    outside = len(report.out_of_scope)
    lines = [_PAGE_HEAD.format(rules=len(ids), tested=len(tested), outside=outside)]
    for heading, rules in noted_rules().items():
        lines += [f"## {heading}", "", "| id | rule | checked by |", "|---|---|---|"]
        for rule, says in rules.items():
            lines.append(f"| `{rule}` | {says} | {_checks(report, rule)} |")
        lines.append("")
    return "\n".join(lines)


_PAGE_HEAD = """\
# Rules and their tests

Docstrings, error messages and tests cite rules by an id. This page says in short what each of the
{rules} ids stands for, and which tests and docstrings with an example cite it: {tested} have some,
{outside} are out of scope for the reason that stands in their place. `CR` are the Comprehensive
Rules of Magic, numbers under *Duel Masters* those of its general rules (総合ゲームルール).

The page is written by `python -m tests.rules.report --page`, and the tests fail if it is not what
that command writes. Without `--page` the same command counts the tests of each rule, among them
judged cases, and fails if a rule in scope has none.
"""


def _checks(report: Report, rule: str) -> str:
    """List the checks of a rule for the page, or say why there are none."""
    if rule in report.out_of_scope:
        return f"*out of scope: {report.out_of_scope[rule]}*"
    files = defaultdict[str, list[str]](list)
    for test in report.cited_by[rule]:
        file, _, name = test.rpartition("::")
        files[file.removeprefix("tests/") or "docstrings"].append(f"`{name}`")
    names = "<br>".join(f"{file}: {', '.join(found)}" for file, found in files.items())
    return f"<details><summary>{len(report.cited_by[rule])}</summary>{names}</details>"


def main(arguments: list[str] | None = None) -> int:
    """Print the report; the exit code is 1 if an id in scope has no test."""
    parser = argparse.ArgumentParser(prog="report", description="Tests by rule id.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    chosen = parser.parse_args(arguments)
    report = make_report()
    if chosen.page:
        PAGE.write_text(as_page(report), encoding="utf-8")
    else:
        print(json.dumps(asdict(report), indent=1) if chosen.json else as_text(report))
    return int(bool(report.missing))


if __name__ == "__main__":
    sys.exit(main())
