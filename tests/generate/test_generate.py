"""The random problems are well-formed, varied, and neither too easy nor hopeless."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generate import (
    costs,
    duel_masters,
    features,
    fewer,
    histogram,
    magic,
    restrictions,
    totals,
)
from tests.reference import duel_masters as duel_masters_reference
from tests.reference import magic as magic_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Case = dict[str, Any]

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases"
NUMBER = 800
MODULES = (".costs", ".draw", ".duel_masters", ".magic", ".restrictions", ".totals", "")


@pytest.fixture(scope="module")
def mtg() -> list[Case]:
    return [magic.problem(Random(seed)) for seed in range(NUMBER)]


@pytest.fixture(scope="module")
def dm() -> list[Case]:
    return [duel_masters.problem(Random(seed)) for seed in range(NUMBER)]


def _shape_problems(value: Any, schema: Case, where: str) -> Iterator[str]:
    """What a value breaks of the part of JSON Schema that the case schema uses."""
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    kind = schema.get("type")
    if kind == "null" and value is not None:
        yield f"{where}: not null"
    elif kind in types and (
        not isinstance(value, types[kind]) or (kind == "integer" and isinstance(value, bool))
    ):
        yield f"{where}: {value!r} is no {kind}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not allowed"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{where}: {value!r} does not match"
    if "minimum" in schema and isinstance(value, int) and value < schema["minimum"]:
        yield f"{where}: {value} is too small"
    if "anyOf" in schema and all(any(_shape_problems(value, s, where)) for s in schema["anyOf"]):
        yield f"{where}: {value!r} fits no alternative"
    for part in schema.get("allOf", ()):
        holds = "if" not in part or not any(_shape_problems(value, part["if"], where))
        yield from _shape_problems(value, part.get("then" if holds else "else", {}), where)
    if "not" in schema and not any(_shape_problems(value, schema["not"], where)):
        yield f"{where}: {value!r} is excluded"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (f"{where}: no {key}" for key in schema.get("required", ()) if key not in value)
        for key, item in value.items():
            rest = schema.get("additionalProperties", {})
            if key not in known and rest is False:
                yield f"{where}: {key} is unknown"
            name_schema = schema.get("propertyNames", {})
            yield from _shape_problems(key, name_schema, f"{where}.{key}")
            yield from _shape_problems(item, known.get(key, rest or {}), f"{where}.{key}")
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{where}: too short"
        for at, item in enumerate(value):
            yield from _shape_problems(item, schema.get("items", {}), f"{where}[{at}]")


def _with_expectation(case: Case) -> Case:
    """The case as it would stand in a file: something expected, damage in the older wording."""
    text = json.dumps(case).replace(" damage to you by a trigger", " damage to you")
    return {**json.loads(text), "expect": {"payable": True, "notes": ""}}


def test_problems_fit_the_schema(mtg: list[Case], dm: list[Case]) -> None:
    file = SHARED / "schema.json"
    if not file.is_file():
        pytest.skip("needs the case schema beside the repository")
    schema = json.loads(file.read_text(encoding="utf-8"))
    for case in (*mtg, *dm):
        assert not list(_shape_problems(_with_expectation(totals.plain(case)), schema, case["id"]))
    broken = _with_expectation(mtg[0])
    del broken["pay"]["total_cost"]
    broken["board"][0]["count"] = 0
    assert len(list(_shape_problems(broken, schema, ""))) == 2


def test_problems_pass_the_case_checks(mtg: list[Case], dm: list[Case]) -> None:
    file = SHARED / "validate.py"
    if not file.is_file():
        pytest.skip("needs the case checks beside the repository")
    spec = importlib.util.spec_from_file_location("case_checks", file)
    assert spec is not None
    assert spec.loader is not None
    checks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(checks)
    for case in (*mtg, *dm):
        assert not list(checks.case_problems(_with_expectation(totals.plain(case)))), case
    broken = _with_expectation(mtg[0])
    broken["board"][0]["abilities"] = ["{T}: Make {G}"]
    assert list(checks.case_problems(broken))


def test_a_seed_gives_the_same_problem_again(mtg: list[Case], dm: list[Case]) -> None:
    assert [magic.problem(Random(seed)) for seed in range(20)] == mtg[:20]
    assert [duel_masters.problem(Random(seed)) for seed in range(20)] == dm[:20]
    assert len({case["id"] for case in (*mtg, *dm)}) == 2 * NUMBER


def test_problems_are_small(mtg: list[Case], dm: list[Case]) -> None:
    for case in mtg:
        copies = sum(entry["count"] for entry in case["board"])
        plain = all("land" in entry["types"] for entry in case["board"])
        assert 1 <= copies <= (magic.MOST_LANDS if plain else magic.MOST_COPIES), case
        assert len(str(case["pay"]["total_cost"])) < 500
    for case in dm:
        assert 1 <= sum(card["count"] for card in case["board"]) <= duel_masters.MOST_CARDS


def test_every_feature_is_frequent(mtg: list[Case], dm: list[Case]) -> None:
    for problems, names in (
        (mtg, features.FEATURES.keys() - features.RARE),
        (dm, duel_masters.FEATURES.keys()),
    ):
        for name in names:
            share = sum(name in case["features"] for case in problems) / len(problems)
            assert share >= 0.05, f"{name}: {share:.1%}"
    for name in features.RARE:
        assert any(name in case["features"] for case in mtg), name


def _duel_masters_payable(case: Case) -> bool:
    return duel_masters_reference.solve(case).payable


@pytest.mark.parametrize("game", ["mtg", "dm"])
def test_a_good_part_is_payable_and_critical(game: str, request: pytest.FixtureRequest) -> None:
    problems: list[Case] = request.getfixturevalue(game)[:300]
    can_pay: Callable[[Case], bool] = {
        "mtg": magic_reference.payable,
        "dm": _duel_masters_payable,
    }[game]
    payable = [can_pay(case) for case in problems]
    critical = [
        paid and not all(map(can_pay, fewer(case)))
        for case, paid in zip(problems, payable, strict=True)
    ]
    assert 0.3 <= sum(payable) / len(problems) <= 0.7
    assert sum(critical) / len(problems) >= 0.2


def test_only_loops_are_unbounded(mtg: list[Case]) -> None:
    for case in mtg[:100]:
        magic_reference.solve(case)
    unbounded = 0
    for seed in range(30):
        case = magic.problem(Random(seed), loop=True)
        assert "loop" in case["features"]
        try:
            magic_reference.solve(case)
        except magic_reference.Unbounded:
            unbounded += 1
    assert unbounded > 10


def test_restriction_verdicts() -> None:
    """MTG-RES-01, -07, -11, -39, -47: each family says yes, no or only to colours."""
    for text, expected in (
        ("only: creature spells", "no"),
        ("only: artifact spells", "yes"),
        ("not: generic costs", "not generic"),
    ):
        found = restrictions.verdict(text, kind="spell", types=["artifact"], cost="{2}")
        assert found == expected
    elf = {"types": ["creature"], "abilities": ["{T}: Add {G}", "{G}: Add {R}"]}
    signet = {"types": ["artifact"], "abilities": ["{1}, {T}: Add {W}{U}"]}
    rocket = {"types": ["artifact"], "abilities": ["{X}, {T}: Add {R} (per: X)"]}
    text = "only: creature spells or abilities of creatures"
    assert restrictions.ability_verdict(text, [elf]) == "yes"
    assert restrictions.ability_verdict(text, [elf, signet]) is None
    assert restrictions.ability_verdict("only: abilities", [elf, signet]) == "yes"
    assert restrictions.ability_verdict("only: abilities", []) == "no"
    text = "only: costs that contain {X}"
    assert restrictions.ability_verdict(text, [rocket]) == "yes"
    assert restrictions.ability_verdict(text, [rocket, signet]) is None


def test_totals_under_a_reduction() -> None:
    """MTG-118.7h: {2/R}{2/G} with two less is {R}{G}, {G}, {R} or {2}."""
    found = costs.totals_after_reduction(costs.Cost(0, ["2/R", "2/G"]), 2)
    assert {total["cost"] for total in found} == {"{G}{R}", "{G}", "{R}", "{2}"}


def test_totals_under_a_minimum() -> None:
    """MTG-601.2f-T: what is paid with life is raised to three mana again."""
    found = costs.totals_with_minimum(costs.Cost(1, ["B/P", "B/P"]), 3)
    assert found == [
        {"cost": "{1}{B}{B}"},
        {"cost": "{2}{B}", "life": 2},
        {"cost": "{3}", "life": 4},
    ]


def test_histogram_counts_shares() -> None:
    cases = [{"features": ["snow", "x"]}, {"features": ["x"]}]
    lines = histogram(cases, [True, False], [False, False]).splitlines()
    assert lines[1].split() == ["x", "100.0", "%", "50.0", "%", "0.0", "%"]
    assert lines[2].split() == ["snow", "50.0", "%", "100.0", "%", "0.0", "%"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"tests.generate{name}"))
    assert found.attempted
    assert not found.failed
