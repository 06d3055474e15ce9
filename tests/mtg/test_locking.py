"""Locking the total: increases, reductions in the payer's order, floors, minimums (MTG-601.2f)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import MAX_ORDERS, Change, Modifier, lock

CHANGES = {"+": Change.INCREASE, "-": Change.REDUCE, "=": Change.MINIMUM}


def modifier(text: str) -> Modifier:
    """Read ``+{1}``, ``-{2}>1`` with a floor, ``-{W}!`` of coloured mana only, ``={3}``."""
    match = re.fullmatch(r"([-+=])([^!>]*)(!?)(?:>(\d))?", text)
    assert match is not None
    sign, amount, only_colored, floor = match.groups()
    return Modifier(
        CHANGES[sign],
        ManaCost.parse(amount),
        floor=int(floor or 0),
        spill=not only_colored,
        text=text,
    )


def totals(cost: str, modifiers: str, x: int = 0) -> set[str]:
    found = lock(ManaCost.parse(cost), map(modifier, modifiers.split()), x)
    return set(map(str, found))


ROWS = [
    ("MTG-118.7", "{1}", "-{3}", "{0}"),
    ("MTG-118.7a", "{U}{U}", "-{1} -{1}", "{U}{U}"),
    ("MTG-118.7a", "{3}{U}", "-{1} -{1}", "{1}{U}"),
    ("MTG-118.7a", "{2}{S}{C/W}", "-{4}", "{S}{C/W}"),
    ("MTG-118.7b", "{3}{G}", "-{R}", "{2}{G}"),
    ("MTG-118.7c", "{2}{W}", "-{W}{W}", "{1}"),
    ("MTG-118.7c", "{2}{C}", "-{C}{C}", "{1}"),
    ("MTG-118.7c", "{W}", "-{W}{W}", "{0}"),
    ("MTG-118.7e", "{1}{U}", "-{W/U}", "{1} {U}"),
    ("MTG-118.7e", "{3}{W}", "-{2/W}", "{3} {1}{W}"),
    ("MTG-118.7e", "{4}{R}{R}", "-{R/W}", "{4}{R} {3}{R}{R}"),
    ("MTG-118.7f", "{1}{W}", "-{W/P}", "{1}"),
    ("MTG-118.7f", "{1}{U}", "-{W/P}", "{U}"),
    ("MTG-118.7f", "{1}{S}", "-{S}", "{S}"),
    ("MTG-118.7h", "{2/W}{1}", "-{2}", "{2/W}"),
    ("MTG-601.2f", "{1}{B}", "-{1}", "{B}"),
    ("MTG-601.2f-T", "{R}", "={3}", "{2}{R}"),
    ("MTG-601.2f-T", "{0}", "={3}", "{3}"),
    ("MTG-601.2f-T", "{R}{R}{R}{R}", "={3}", "{R}{R}{R}{R}"),
    ("MTG-601.2f-T", "{R}", "={3} +{1}", "{2}{R}"),
    ("MTG-601.2f-T", "{4}{R}", "={3} -{4}", "{2}{R}"),
    ("MTG-601.2f-T", "{R}", "={3} ={5}", "{4}{R}"),
    ("MTG-601.2f-O", "{3}", "-{2}>1 -{1}", "{0} {1}"),
    ("MTG-RED-01", "{1}{R}", "-{1}", "{R}"),
    ("MTG-RED-02", "{8}{R}", "-{9}", "{R}"),
    ("MTG-RED-03", "{4}{W}{W}", "-{2}{W}", "{2}{W}"),
    ("MTG-RED-03", "{3}{U}", "-{R}{R}", "{1}{U}"),
    ("MTG-RED-04", "{2}{W}", "-{W}{B}!", "{2}"),
    ("MTG-RED-04", "{2}{G}", "-{W}{U}{B}{R}{G}!", "{2}"),
    ("MTG-RED-05", "{G}{G}{G}{G}{G}{G}{G}{G}", "-{G} -{G} -{G} -{G} -{G}", "{G}{G}{G}"),
    ("MTG-RED-07", "{2}", "-{2}>1", "{1}"),
    ("MTG-RED-07", "{3}{U}", "-{5}>2", "{1}{U}"),
    ("MTG-RED-07", "{U}", "-{2}>1", "{U}"),
    ("MTG-RED-07", "{0}", "-{2}>1", "{0}"),
    ("MTG-RED-07", "{W}", "-{W}>1", "{W}"),
    ("MTG-RED-07", "{1}{W}", "-{1}{W}>1", "{1}"),
    ("MTG-RED-08", "{0}", "+{1}", "{1}"),
    ("MTG-RED-09", "{R}", "+{1}", "{1}{R}"),
    ("MTG-RED-10", "{R}", "+{1} +{1}", "{2}{R}"),
    ("MTG-RED-11", "{1}{B}", "+{B}", "{1}{B}{B}"),
    ("MTG-RED-12", "{2}{B}{B}", "+{2}{B} -{2}", "{2}{B}{B}{B}"),
    ("MTG-RED-13", "{2}{R}", "-{2} ={3}", "{2}{R}"),
    ("MTG-RED-14", "{1}{U}", "-{1} +{1}", "{1}{U}"),
    ("MTG-RED-14", "{U}", "-{2} +{1}", "{U}"),
    ("MTG-903.8", "{2}{R}", "+{4} -{1}", "{5}{R}"),
]


@pytest.mark.parametrize(("rule", "cost", "modifiers", "expected"), ROWS)
def test_rows_of_the_rules(rule: str, cost: str, modifiers: str, expected: str) -> None:
    assert totals(cost, modifiers) == set(expected.split()), rule


def test_mtg_red_04_the_payer_uses_the_reduction_of_colored_mana_first() -> None:
    assert totals("{2}{W}", "-{W} -{W}!") == {"{1}", "{2}"}


def test_mtg_red_07_a_floor_limits_only_its_own_reduction() -> None:
    assert totals("{5}", "-{2}>1 -{2}>3") == {"{1}", "{3}"}
    assert totals("{4}", "-{2}>1 -{2}>3") == {"{1}", "{2}"}


def test_an_x_left_in_the_cost_counts_and_is_not_reduced() -> None:
    assert totals("{X}{1}", "-{2} ={3}", x=2) == {"{X}{1}"}
    assert totals("{X}{1}", "={3}", x=0) == {"{X}{3}"}


def test_each_step_is_one_sentence_with_its_rule() -> None:
    modifiers = map(modifier, ("={3}", "-{1}", "-{W}{B}!", "+{1}", "-{3}>1", "-{S}"))
    (trace,) = lock(ManaCost.parse("{2}{W}"), modifiers).values()
    assert trace[0] == "+{1}: {2}{W} to {3}{W} (MTG-RED-09)"
    assert trace[-1].endswith("to {3} (MTG-601.2f-T)")
    assert len(trace) == 6
    assert all(re.fullmatch(r".+: \S+ to \S+ \(MTG-[\w.-]+\)", sentence) for sentence in trace)
    starts = [sentence.split(": ")[1].split(" to ") for sentence in trace]
    assert [before for before, _ in starts[1:]] == [after.split()[0] for _, after in starts[:-1]]


def test_a_modifier_with_a_variable_is_refused() -> None:
    with pytest.raises(UnsupportedCostError, match="without variables"):
        modifier("-{X}")


def test_too_many_orders_are_refused() -> None:
    different = [Modifier(Change.REDUCE, ManaCost.parse("{1}"), 1, text=str(i)) for i in range(13)]
    assert 2 ** len(different) > MAX_ORDERS
    with pytest.raises(LimitError):
        lock(ManaCost.parse("{9}"), different)
    equal = different[:1] * 1_000
    assert set(lock(ManaCost.parse("{9}"), equal)) == {ManaCost.parse("{1}")}


def test_many_different_reductions_without_a_floor_are_quick() -> None:
    many = [Modifier(Change.REDUCE, ManaCost.parse("{1}"), text=str(i)) for i in range(100)]
    assert list(map(str, lock(ManaCost.parse("{99}{9}{W}"), many))) == ["{8}{W}"]


# --- against every order, written anew -----------------------------------------------------------

Amounts = tuple[tuple[str, int], ...]


def reduced(due: Counter[str], amount: list[str], floor: int, spill: bool) -> set[Amounts]:
    """Take off each half of each symbol in every way."""
    results = set()
    for parts in product(*(part.split("/") for part in amount)):
        left = Counter(due)
        for part in sorted(parts, key=str.isdigit):
            if part.isdigit():
                kind, number = "generic", int(part)
            elif left[part] or not spill:
                kind, number = part, 1
            else:
                kind, number = "generic", 1
            left[kind] -= min(number, left[kind], max(0, left.total() - floor))
        results.add(tuple(sorted((+left).items())))
    return results


def brute(due: Counter[str], changes: list[tuple[list[str], int, bool]]) -> set[Amounts]:
    reached: set[Amounts] = set()
    for order in permutations(changes):
        states = {tuple(sorted((+due).items()))}
        for change in order:
            states = set().union(*(reduced(Counter(dict(s)), *change) for s in states))
        reached |= states
    return reached


REDUCTIONS = st.one_of(
    st.tuples(st.lists(st.sampled_from(["W", "U", "C", "W/U", "U/B", "2/W"]), max_size=3)).flatmap(
        lambda t: st.tuples(st.just(t[0]), st.just(0), st.booleans())
    ),
    st.tuples(st.sampled_from([["1"], ["2"], ["3"]]), st.integers(0, 3), st.just(True)),
    st.tuples(st.sampled_from([["1", "W"], ["2", "U", "U"]]), st.just(0), st.just(True)),
)


@given(
    st.lists(st.sampled_from(["W", "U", "B", "C", "generic"]), max_size=7),
    st.lists(REDUCTIONS, max_size=4),
    st.integers(0, 4),
)
def test_mtg_601_2f_all_orders_and_no_other_total(
    symbols: list[str], changes: list[tuple[list[str], int, bool]], least: int
) -> None:
    cost = ManaCost.parse("".join("{1}" if s == "generic" else f"{{{s}}}" for s in symbols) or "0")
    modifiers = [
        Modifier(
            Change.REDUCE,
            ManaCost.parse("".join(f"{{{symbol}}}" for symbol in amount) or "{0}"),
            floor,
            spill,
        )
        for amount, floor, spill in changes
    ]
    modifiers.append(Modifier(Change.MINIMUM, ManaCost().add_generic(least)))
    expected = set()
    for amounts in brute(Counter(symbols), changes):
        due = Counter(dict(amounts))
        due["generic"] += max(0, least - due.total())
        expected.add(tuple(sorted((+due).items())))
    found = set()
    for total in lock(cost, modifiers):
        due = Counter(str(s)[1:-1] for s in total.symbols if not s.is_generic)
        due["generic"] = total.generic
        found.add(tuple(sorted((+due).items())))
    assert found == expected
