"""Announcements: which choices the total depends on, and the totals of each (MTG-601.2b)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import InputError, LimitError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import kicker
from autotap.models.problem import Problem
from autotap.solver import announce
from autotap.solver.verify.total import check_announcement
from tests.casework.magic import magic_problem
from tests.casework.reasons import UnsupportedCaseError
from tests.mtg.test_locking import modifier

if TYPE_CHECKING:
    from pathlib import Path


def spell(cost: str, modifiers: str = "", **parts: Any) -> Spell:
    changes = tuple(map(modifier, modifiers.split()))
    return Spell(ManaCost.parse(cost), modifiers=changes, **parts)


def announcements(asked: Spell, x: int | None) -> tuple[Announcement, ...]:
    return announce.announcements(Problem(Board(), asked, x))


def told(asked: Spell, x: int | None = None) -> set[str]:
    """Write each announcement as total, X and life; all must pass the verifier."""
    result = set()
    for announcement in announcements(asked, x):
        check_announcement(Problem(Board(), asked, x), announcement)
        words = [str(announcement.total)]
        words += [f"X={announcement.x}"] if announcement.x is not None else []
        words += [f"{announcement.life} life"] if announcement.life else []
        result.add(" ".join(words))
    return result


# --- one announcement, with every choice left open -----------------------------------------------


@pytest.mark.parametrize(
    ("cost", "modifiers", "expected"),
    [
        ("{2}{W}", "", "{2}{W}"),
        ("{2/W}{W/U}{B/P}{G/U/P}", "", "{2/W}{W/U}{G/U/P}{B/P}"),
        ("{2/W}{W/U}{B/P}", "+{1}", "{1}{2/W}{W/U}{B/P}"),
        ("{3}{2/W}{W/U}{B/P}", "-{2}", "{1}{2/W}{W/U}{B/P}"),
        ("{3}{2/W}{W/U}{B/P}", "-{2} ={2}", "{1}{2/W}{W/U}{B/P}"),
        ("{3}{W/U}{R/P}", "-{B}", "{2}{W/U}{R/P}"),
        ("{3}{W/U}", "-{2}>1", "{1}{W/U}"),
        ("{C/W}", "-{1}", "{C/W}"),
        ("{5}{B/P}", "-{2}>1", "{3}{B/P}"),
        ("{0}", "", "{0}"),
    ],
)
def test_what_no_modifier_sees_stays_open(cost: str, modifiers: str, expected: str) -> None:
    assert told(spell(cost, modifiers)) == {expected}


# --- choices that the total depends on -----------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cost", "modifiers", "expected"),
    [
        ("MTG-118.7h", "{2/R}{2/G}", "-{2}", "{G}, {R}, {2}"),
        ("MTG-118.7h", "{2/R}{2/G}", "-{1}", "{R}{G}, {1}{G}, {1}{R}, {3}"),
        ("MTG-118.7h", "{2/W}{2/W}{2/W}", "-{1}", "{W}{W}{W}, {1}{W}{W}, {3}{W}, {5}"),
        ("MTG-118.7h", "{1}{2/W}", "-{2}", "{W}, {1}"),
        ("MTG-118.7h", "{1}{2/W}", "-{W}", "{1}"),
        ("MTG-118.7h", "{1}{W/U}", "-{U}", "{1}, {W}"),
        ("MTG-118.7h", "{1}{C/W}", "-{C}", "{1}, {W}"),
        ("MTG-118.7h", "{2}{W/P}", "-{W}", "{2}, {1} 2 life"),
        ("MTG-118.7h", "{2}{W/P}{W/P}", "-{W}", "{2}{W}, {2} 2 life, {1} 4 life"),
        ("MTG-118.7h", "{2}{G/U/P}", "-{U}", "{2}, {1}{G}, {1} 2 life"),
        ("MTG-118.7h", "{1}{W/U}", "-{U}!", "{1}"),
        ("MTG-118.7e", "{R}{R/G}", "-{R/G}{R/G}", "{0}, {R}, {G}"),
        ("MTG-118.7e", "{W}{U}", "-{W/U}{W/B}", "{0}, {W}, {U}"),
        ("MTG-601.2f-T", "{U/P}", "={3}", "{2}{U}, {3} 2 life"),
        ("MTG-601.2f-T", "{1}{B/P}{B/P}", "={3}", "{1}{B}{B}, {2}{B} 2 life, {3} 4 life"),
        ("MTG-601.2f-T", "{G/U/P}", "={2}", "{1}{G/U}, {2} 2 life"),
        ("MTG-601.2f-T", "{2/W}", "={2}", "{1}{W}, {2}"),
        ("MTG-601.2f-T", "{W/U}", "={3}", "{2}{W/U}"),
        ("MTG-601.2f-T", "{1}{U/P}", "={3} +{1}", "{2}{U}, {3} 2 life"),
        ("MTG-601.2f-O", "{3}", "-{2}>1 -{1}", "{0}, {1}"),
        ("MTG-601.2f-O", "{4}", "-{2}>1 -{1}>2", "{1}"),
        ("MTG-RED-04", "{2}{W}", "-{W}{B}!", "{2}"),
        ("MTG-RED-07", "{1}{B/P}", "-{2}>1", "{B}, {1} 2 life"),
    ],
)
def test_each_choice_has_its_total(rule: str, cost: str, modifiers: str, expected: str) -> None:
    assert told(spell(cost, modifiers)) == set(expected.split(", ")), rule


def test_no_life_may_be_announced_where_none_may_be_paid() -> None:
    assert told(spell("{U/P}", "={3}", no_life=True)) == {"{2}{U}"}
    assert told(spell("{2}{W/P}", "-{W}", no_life=True)) == {"{2}"}


def test_a_larger_total_stays_where_something_besides_mana_may_pay_it() -> None:
    asked = spell("{2/R}{2/G}", "-{2}", payers=frozenset({Payer.CONVOKE}))
    assert told(asked) == {"{R}{G}", "{G}", "{R}", "{2}"}


# --- X ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cost", "modifiers", "x", "expected"),
    [
        ("MTG-SYM-05", "{X}{X}{R}", "", None, "{X}{X}{R} X=0"),
        ("MTG-SYM-05", "{X}{X}{R}", "+{1}", 2, "{X}{X}{1}{R} X=2"),
        ("MTG-SYM-05", "{X}{2}", "={2}", 3, "{X}{2} X=3"),
        ("MTG-RED-06", "{X}{R}", "-{2}", None, "{R} X=0"),
        ("MTG-RED-06", "{X}{R}", "-{2}", 5, "{3}{R} X=5"),
        ("MTG-RED-06", "{X}{U}{U}", "-{4}", 4, "{U}{U} X=4"),
        ("MTG-601.2f-T", "{X}", "={3}", 0, "{3} X=0"),
        ("MTG-601.2f-T", "{X}{X}", "={3}", 1, "{3} X=1"),
        ("MTG-601.2f-T", "{X}{X}", "={3}", 2, "{X}{X} X=2"),
        ("MTG-118.7h", "{X}{2/W}", "-{2}", 1, "{W} X=1, {1} X=1"),
    ],
)
def test_x_is_in_the_total_or_beside_it(
    rule: str, cost: str, modifiers: str, x: int | None, expected: str
) -> None:
    assert told(spell(cost, modifiers), x) == set(expected.split(", ")), rule


@pytest.mark.parametrize(
    "asked",
    [
        spell("{2}{W}"),
        spell("{2}{W}", options=(kicker("{1}"),)),
        Spell(None, totals=(Announcement(ManaCost.parse("{2}{W}")),)),
        Spell(None),
    ],
)
def test_an_x_without_an_x_in_the_cost_is_refused(asked: Spell) -> None:
    with pytest.raises(InputError, match="X = 3"):
        announcements(asked, 3)
    assert announcements(asked, 0) == announcements(asked, None)


def test_an_x_in_some_cost_is_read() -> None:
    assert told(spell("{W}", options=(kicker("{X}"),)), 3) == {"{W}", "{X}{W} X=3"}
    assert told(spell("{W}", additional=ActivationCost.parse("{X}")), 3) == {"{X}{W} X=3"}
    assert told(spell("{9}", totals=(Announcement(ManaCost.parse("{3}"), x=3),)), 3) == {"{3} X=3"}


def test_an_x_above_its_limit_cannot_be_announced() -> None:
    asked = spell("{X}{R}", x_limit=2)
    assert told(asked, 2) == {"{X}{R} X=2"}
    assert announcements(asked, 3) == ()


def test_mtg_rsc_01_an_x_of_one_color_stays_apart() -> None:
    black = frozenset({ManaType.B})
    assert told(spell("{X}{1}{B}", "={9}", x_colors=black), 3) == {"{X}{5}{B} X=3"}
    assert told(spell("{X}{1}{B}", "-{2}", x_colors=black), 0) == {"{X}{B} X=0"}
    with pytest.raises(UnsupportedCostError, match="some colors"):
        announcements(spell("{X}{1}{B}", "-{2}", x_colors=black), 3)


def test_a_negative_x_and_another_variable_are_refused() -> None:
    with pytest.raises(LimitError, match="x=-1"):
        announcements(spell("{X}"), -1)
    with pytest.raises(UnsupportedCostError):
        announcements(spell("{X}{Y}"), 1)
    with pytest.raises(UnsupportedCostError):
        announcements(Spell(None, totals=(Announcement(ManaCost.parse("{Z}")),)), 1)


# --- other parts of a spell ------------------------------------------------------------------


def test_mtg_118_6_no_mana_cost_cannot_be_announced() -> None:
    assert announcements(Spell(None), None) == ()


def test_mtg_118_6a_an_increase_or_a_minimum_leaves_it_so() -> None:
    changes = (modifier("+{1}"), modifier("={3}"))
    assert announcements(Spell(None, modifiers=changes), None) == ()
    assert told(spell("{W}{U}{B}{R}{G}", "+{1}")) == {"{1}{W}{U}{B}{R}{G}"}


def test_mtg_118_8_additional_mana_is_reduced_with_the_rest() -> None:
    kicked = ActivationCost(mana=ManaCost.parse("{4}"))
    asked = spell("{U}", "-{1}", additional=kicked)
    assert told(asked) == {"{3}{U}"}
    (announcement,) = announcements(asked, None)
    assert announcement.trace == (
        "additional cost: {U} to {4}{U} (MTG-118.8)",
        "-{1}: {4}{U} to {3}{U} (MTG-118.7a)",
    )


def test_the_trace_names_x_and_the_sides() -> None:
    (announcement, _) = announcements(spell("{X}{U/P}", "={4}"), 2)
    assert announcement.trace == (
        "X is 2: {X}{U/P} to {2}{U/P} (MTG-601.2b)",
        "announced: {2}{U/P} as {2}{U} (MTG-601.2b)",
        "={4}: {2}{U} to {3}{U} (MTG-601.2f-T)",
    )
    (_, announcement) = announcements(spell("{X}{U/P}", "={4}"), 2)
    assert announcement.trace[1] == "announced: {2}{U/P} as {2} and 2 life (MTG-601.2b)"


def test_totals_of_the_caller_come_first_and_fit_x() -> None:
    offers = tuple(Announcement(ManaCost.parse("{1}"), x=x) for x in (0, 1, 2))
    asked = spell("{9}", "-{1}", totals=offers, x_limit=1)
    assert announcements(asked, None) == offers[:2]
    assert announcements(asked, 1) == offers[1:2]
    assert announcements(asked, 2) == ()


def test_an_open_x_in_totals_of_the_caller_is_announced() -> None:
    asked = Spell(None, totals=(Announcement(ManaCost.parse("{X}{R}")),))
    assert told(asked) == {"{X}{R} X=0"}
    assert told(asked, 3) == {"{X}{R} X=3"}


def test_too_many_ways_to_announce_are_refused() -> None:
    hybrids = "{W/U}{W/B}{U/B}{U/R}{B/R}{B/G}{R/G}{R/W}{G/W}{G/U}" * 3
    assert told(spell(hybrids, "-{1}"))
    with pytest.raises(LimitError, match="ways to announce"):
        announcements(spell(hybrids, "-{W}{U}{B}{R}{G}"), None)


# --- against every side of every symbol and every order, written anew ----------------------------

Way = tuple[tuple[tuple[str, int], ...], int]
"""Mana due by type, and life due."""


def sides(symbols: list[str]) -> list[Way]:
    """Pay each symbol in every way: a type, generic mana, or 2 life."""
    ways = []
    for parts in product(*(symbol.split("/") for symbol in symbols)):
        due: Counter[str] = Counter()
        for part in parts:
            due["generic" if part.isdigit() else part] += int(part) if part.isdigit() else 1
        life = 2 * due.pop("P", 0)
        ways.append((tuple(sorted((+due).items())), life))
    return ways


def after(way: Way, reduction: tuple[str, int]) -> set[Way]:
    symbol, floor = reduction
    results = set()
    for part in symbol.split("/"):
        due, life = Counter(dict(way[0])), way[1]
        kind = part if due[part] else "generic"
        number = int(part) if part.isdigit() else 1
        due[kind] -= min(number, due[kind], max(0, due.total() - floor))
        results.add((tuple(sorted((+due).items())), life))
    return results


def brute(symbols: list[str], reductions: list[tuple[str, int]], least: int) -> set[Way]:
    reached: set[Way] = set()
    for order in set(permutations(reductions)):
        states = set(sides(symbols))
        for reduction in order:
            states = set().union(*(after(way, reduction) for way in states))
        reached |= states
    found = set()
    for amounts, life in reached:
        due = Counter(dict(amounts))
        due["generic"] += max(0, least - due.total())
        found.add((tuple(sorted((+due).items())), life))
    return found


def open_ways(announcement: Announcement) -> set[Way]:
    """List the ways to pay what an announcement leaves open."""
    symbols = [str(s)[1:-1] for s in announcement.total.with_x(announcement.x or 0).symbols]
    return {(amounts, life + announcement.life) for amounts, life in sides(symbols)}


SYMBOLS = ["W", "U", "1", "2", "2/W", "2/U", "W/U", "C/W", "U/B", "W/P", "B/P", "W/U/P", "S"]


@given(
    st.lists(st.sampled_from(SYMBOLS), max_size=5),
    st.integers(0, 2),
    st.lists(
        st.sampled_from(
            [("1", 0), ("2", 0), ("2", 1), ("1", 2), ("W", 0), ("U", 0), ("W/U", 0), ("2/W", 0)]
        ),
        max_size=3,
    ),
    st.integers(0, 4),
    st.integers(0, 2),
)
def test_every_total_that_can_be_announced_and_no_other(
    symbols: list[str], xs: int, reductions: list[tuple[str, int]], least: int, x: int
) -> None:
    cost = "".join(f"{{{symbol}}}" for symbol in ["X"] * xs + symbols) or "{0}"
    changes = [
        Modifier(Change.REDUCE, ManaCost.parse(f"{{{amount}}}"), floor)
        for amount, floor in reductions
    ]
    changes.append(Modifier(Change.MINIMUM, ManaCost().add_generic(least)))
    asked = Spell(ManaCost.parse(cost), modifiers=tuple(changes), payers=frozenset({Payer.CONVOKE}))
    x = x if xs else 0
    found = announcements(asked, x)
    for announcement in found:
        check_announcement(Problem(Board(), asked, x), announcement)
    expected = brute([str(x)] * xs + symbols, reductions, least)
    assert set().union(*map(open_ways, found)) == expected
    assert len({(a.total, a.life) for a in found}) == len(found)

    fewer = announcements(Spell(asked.cost, modifiers=asked.modifiers), x)
    assert set(fewer) <= set(found)
    for dropped in set(found) - set(fewer):
        assert any(
            kept.life == dropped.life
            and not kept.total.is_zero
            and contains(dropped.total, kept.total)
            for kept in fewer
        )


def contains(large: ManaCost, small: ManaCost) -> bool:
    rest = list(large.symbols)
    for symbol in small.symbols:
        if symbol.is_generic:
            continue
        if symbol not in rest:
            return False
        rest.remove(symbol)
    return small.generic <= large.generic


# --- the judged cases ------------------------------------------------------------------------


def smallest(found: set[tuple[ManaCost, int | None, int]]) -> set[tuple[ManaCost, int | None, int]]:
    """Leave out what asks for more of the same."""
    return {
        (total, x, life)
        for total, x, life in found
        if not any(
            (x, life) == (y, other_life) and other != total and contains(total, other)
            for other, y, other_life in found
        )
    }


def meaning(found: tuple[Announcement, ...]) -> set[tuple[ManaCost, int | None, int]]:
    return smallest({(a.total.with_x(a.x or 0), a.x or 0, a.life) for a in found})


def test_the_cases_name_the_same_objects(shared: Path) -> None:
    """Emerge, offering and harmonize: each object with its total (MTG-KW-07 to 09)."""
    compared = 0
    for path in sorted((shared / "cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            option = case.get("pay", {}).get("alternative_cost", {}).get("name")
            if option not in ("emerge", "offering", "harmonize") or (
                "hint-only" in case["features"]
            ):
                continue
            problem = magic_problem(case, hints=False)
            ours = {
                (str(a.total), problem.board.source(each).name if each else "")
                for a in announce.announcements(problem)
                for each in (a.objects[0][1] if a.objects else [""])
            }
            hinted = magic_problem(case, hints=True).spell.totals
            named = {(str(h.total), "".join((*h.sacrifice, *h.tap))) for h in hinted}
            assert named <= ours, case["id"]
            assert {each for _, each in named} == {each for _, each in ours}, case["id"]
            compared += 1
    assert compared >= 10


def test_the_cases_name_the_same_totals(shared: Path) -> None:
    compared, refused, wrong = 0, [], []
    for path in sorted((shared / "cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            kinds = {effect.get("kind") for effect in case.get("effects", [])}
            if not kinds or not kinds <= set(map(str, Change)) or case["game"] != "mtg":
                continue
            try:
                asked = magic_problem(case, hints=False).spell
            except UnsupportedCaseError:
                refused.append(case["id"])
                continue
            hinted = magic_problem(case, hints=True).spell.totals
            fixed = case["pay"].get("x")
            values = {h.x for h in hinted} if fixed is None else {fixed}
            ours = tuple(a for x in values for a in announcements(asked, x))
            if fixed is not None:
                hinted = tuple(Announcement(h.total, fixed, h.life) for h in hinted)
            compared += 1
            if meaning(ours) != meaning(hinted):
                wrong.append(case["id"])
    assert not wrong
    assert not refused
    assert compared > 60
