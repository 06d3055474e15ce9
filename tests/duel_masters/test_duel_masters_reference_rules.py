"""The reference solver, rule by rule and by exhaustive replay."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.duel_masters.strategies import boards, cases
from tests.reference import duel_masters as reference

Case = dict[str, Any]


def position(board: str, total: int, civilizations: str = "", **pay: Any) -> Case:
    """Write a case; a card is ``COUNTxNAME:civilizations:number``, ``!`` if tapped."""
    entries = []
    for text in board.split():
        count, _, card = text.strip("!").partition("x")
        name, given, number = card.split(":")
        numbers = [int(n) for n in number.split("|")]
        entries.append(
            {
                "name": name,
                "count": int(count),
                "civilizations": given.split("/") if given else [],
                "mana_number": numbers if len(numbers) > 1 else numbers[0],
                "tapped": text.endswith("!"),
            }
        )
    options = {
        key: pay.pop(key)
        for key in ("era", "point_overshoot", "zero_total", "system")
        if key in pay
    }
    due = civilizations.split("/") if civilizations else []
    return {
        "board": entries,
        "hand": pay.pop("hand", []),
        "pay": {"cost": total, "total_cost": total, "civilizations": due, "options": options} | pay,
    }


def taps(case: Case, **keywords: Any) -> list[tuple[str, str]] | None:
    answer = reference.solve(case, **keywords)
    return [(t["name"], t["as"]) for t in answer.record["taps"]] if answer.payable else None


RAINBOW = "light/water/darkness/fire/nature"


@pytest.mark.parametrize(
    ("rule", "case", "expected"),
    [
        ("DM-1", position("1xA:fire:1 3xB:fire:1!", 2, "fire"), None),
        ("DM-2", position("1xA:fire/nature:1 4xB:water:1", 4, "fire/nature"), None),
        ("DM-3", position("2xA:fire:0", 1, "fire"), None),
        ("DM-4", position("5xA::1", 1, "fire"), None),
        ("DM-5", position("1xA:fire:1 1xB::1", 2, "fire"), ["A", "B"]),
        ("DM-6", position("3xA:fire:1", 3, "fire"), ["A", "A", "A"]),
        ("DM-7", position("9xA:fire:1", 2, "fire"), ["A", "A"]),
        ("DM-9", position("1xA:fire:1 1xB:nature:1 1xC::1", 1, "fire/nature"), ["A", "B"]),
        ("DM-10", position("1xA:fire:2", 1, "fire"), ["A"]),
        ("DM-11", position("3xA::2", 3), None),
        ("DM-11", position("3xA::2", 3, point_overshoot="last_card"), ["A", "A"]),
        ("DM-12", position("3xA::1", 0), []),
        ("DM-13", position("3xA:fire:1", 0, "fire"), []),
        ("DM-13", position("3xA:fire:1", 0, "fire", zero_total="civilizations"), ["A"]),
        ("DM-13", position("3xA::1", 0, "fire", zero_total="civilizations"), None),
        ("DM-53", position("2xA:fire:1|2", 3, "fire"), ["A", "A"]),
        ("DM-61", position("1xA:fire:1 1xB:nature:1", 1, "fire/nature", era="classic"), None),
        ("DM-61", position("1xA:fire:2", 1, "fire", era="classic"), None),
        (
            "DM-61",
            position("1xA:fire:1 1xR:fire/nature:0", 1, "fire/nature", era="classic"),
            ["A", "R"],
        ),
        (
            "DM-61",
            position("2xA:fire:2", 3, "fire", era="classic", point_overshoot="last_card"),
            None,
        ),
        (
            "DM-64",
            position("1xA:fire/nature:1! 2xB:water:1", 2, "fire", system="plays"),
            ["B", "B"],
        ),
        ("DM-64", position("3xB:water:1", 2, "fire", system="plays"), None),
        ("DM-64", position("1xA:fire:1 2xB:water:1!", 2, "fire", system="plays"), None),
        ("DM-64", position("2xA:fire:2", 3, "fire", system="plays"), ["A", "A"]),
    ],
)
def test_rule(rule: str, case: Case, expected: list[str] | None) -> None:
    found = taps(case)
    assert (None if found is None else [name for name, _ in found]) == expected


def test_additional_cards_come_after_the_points_and_make_none_dm_33() -> None:
    extra = [{"kind": "tap mana cards", "civilization": "water", "count": 2}]
    case = position("2xA:fire:1 2xB:water/fire:1", 2, "fire", additional_costs=extra)
    assert taps(case) == [("A", "fire"), ("A", "points"), ("B", "water"), ("B", "water")]
    assert reference.solve(case).record["points"] == 2
    assert taps(position("2xA:fire:1 1xB:water/fire:1", 2, "fire", additional_costs=extra)) is None


def test_largest_number_of_steps_dm_34() -> None:
    case = position("4xA:nature:1 3xB:water:1", 1, "nature", x_cost=3)
    assert reference.solve(case).x == 2
    assert reference.solve(case, x=1).record["points"] == 4
    assert not reference.solve(case, x=3).payable


def test_twos_can_make_a_larger_x_payable_but_not_a_smaller_dm_11() -> None:
    case = position("1xC:fire:0 3xA::2", 1, "fire", x_cost=1)
    assert [reference.solve(case, x=x).payable for x in range(6)] == [
        False,
        True,
        False,
        True,
        False,
        True,
    ]
    assert reference.solve(case).x == 5


@pytest.mark.parametrize(
    ("case", "names", "vector"),
    [
        # An exact sum comes before few cards.
        (position("1xA::2 2xB:fire:1", 2, "fire"), ["B", "B"], (0, 0, 2, 12, 1, 0)),
        # Scarce civilizations are spared: of fire 12 / 1, of water 12 / 2 each.
        (position("1xA:fire:1 2xB:water:1", 2), ["B", "B"], (0, 0, 2, 12, 1, 0)),
        # Equal scarcity: the civilization sets stay non-empty.
        (
            position("2xA:fire:1 2xB:water:1", 2),
            ["A", "B"],
            (0, 0, 2, 12, 0, 0),
        ),
        # Colourless cards cost no flexibility, and using them up is no loss.
        (position("1xA::1 1xB:fire:1", 1), ["A"], (0, 0, 1, 0, 0, 0)),
        # A choice is used at its small number where that suffices.
        (position("1xA:fire:1|2", 1, "fire"), ["A"], (0, 0, 1, 12, 1, 0)),
        (position("1xA:fire:2", 2, "fire"), ["A"], (0, 0, 1, 12, 1, 1)),
    ],
)
def test_objective(case: Case, names: list[str], vector: tuple[int, ...]) -> None:
    answer = reference.solve(case)
    assert [tap["name"] for tap in answer.record["taps"]] == names
    assert answer.vector == vector


def test_kept_card_comes_first() -> None:
    hand = [{"name": "Kept", "cost": 1, "civilizations": ["fire"]}]
    case = position("1xA:fire:1 1xB:fire/water:1", 1, "water/fire", hand=hand)
    assert reference.solve(case, keep=True).vector == (1, 1, 2, 24, 2, 0)
    case = position("1xA:fire:1 2xB:water:1", 1, "", hand=hand)
    assert taps(case, keep=True) == [("B", "points")]


@pytest.mark.parametrize(
    ("rule", "case", "listed"),
    [
        ("DM-1", position("1xA:fire:1", 2, "fire"), "A:fire A:points"),
        ("DM-1", position("1xA:fire:1!", 1, "fire"), "A:fire"),
        ("DM-2", position("1xA:fire:1", 1, "fire"), "A:water"),
        ("DM-5", position("2xA:fire:1", 2, "fire"), "A:points A:points"),
        ("DM-6", position("2xA:fire:1", 2, "fire"), "A:fire"),
        ("DM-7", position("2xA:fire:1", 1, "fire"), "A:fire A:points"),
        ("DM-7", position("2xA:fire:1", 1, "fire"), "A:fire A:fire"),
        ("DM-7", position("2xA::1 1xR:fire:0", 2), "A:points A:points R:points"),
        ("DM-7", position("2xA::2 1xB::1", 3), "A:points A:points B:points"),
        ("DM-7", position("2xA:fire:1", 0, "fire"), "A:fire"),
        ("DM-11", position("2xA::2", 3), "A:points A:points"),
        (
            "DM-33",
            position(
                "2xA:fire:1",
                1,
                "fire",
                additional_costs=[{"kind": "tap mana cards", "civilization": "water", "count": 1}],
            ),
            "A:fire",
        ),
        ("DM-61", position("1xA:fire:2", 1, "fire", era="classic"), "A:fire"),
        ("DM-64", position("2xA:fire:1", 2, "water", system="plays"), "A:points A:points"),
        ("DM-64", position("2xA:fire:1", 1, "fire", system="plays"), "A:fire"),
    ],
)
def test_illegal_payment_names_the_rule(rule: str, case: Case, listed: str) -> None:
    lines = [dict(zip(("name", "as"), text.split(":"), strict=True)) for text in listed.split()]
    number = {entry["name"]: entry["mana_number"] for entry in case["board"]}
    record = {
        "payable": True,
        "taps": lines,
        "points": sum(number[line["name"]] for line in lines),
    }
    found = reference.illegal(case, record)
    assert found is not None
    assert found.startswith(f"{rule}:")


def _lines(paid: reference.Paid) -> list[tuple[str, str]]:
    return (
        [(card.name, civilization) for card, civilization, _ in paid.civilization_step]
        + [(card.name, "points") for card, _ in paid.points_step]
        + [(card.name, civilization) for card, civilization in paid.additional]
    )


@settings(max_examples=200)
@given(cases(max_cards=4))
def test_payments_are_what_the_judge_accepts(case: Case) -> None:
    """Of all assignments of roles to single cards those are legal that the search finds."""
    zone, due = reference.untapped(case), reference.due_of(case, 0)
    found = {(tuple(sorted(_lines(paid))), paid.points) for paid in reference.payments(zone, due)}
    accepted = set()
    cards = list(zone.elements())
    roles = [None, "points", *{*due.civilizations, *due.additional, "light"}]
    for chosen in product(roles, repeat=len(cards)):
        used = [(card, role) for card, role in zip(cards, chosen, strict=True) if role]
        lines = tuple(sorted((card.name, role) for card, role in used))
        taps_ = [{"name": name, "as": role} for name, role in lines]
        for points in {
            sum(numbers) for numbers in product(*((0, *card.numbers) for card, _ in used))
        }:
            record = {"payable": True, "taps": taps_, "points": points}
            if reference.illegal(case, record) is None:
                accepted.add((lines, points))
    assert found == accepted


@settings(max_examples=200)
@given(cases(), st.randoms(use_true_random=False))
def test_order_of_the_zone_does_not_matter(case: Case, random: Any) -> None:
    before = reference.solve(case)
    random.shuffle(case["board"])
    random.shuffle(case["pay"]["civilizations"])
    after = reference.solve(case)
    assert (before.payable, before.x, before.vector) == (after.payable, after.x, after.vector)


@settings(max_examples=200)
@given(cases(max_cards=5), boards(max_cards=2))
def test_more_cards_never_hurt(case: Case, more: list[Any]) -> None:
    before = reference.solve(case)
    added = [entry | {"name": f"New {i}"} for i, entry in enumerate(more)]
    after = reference.solve(case | {"board": case["board"] + added})
    assert after.payable >= before.payable
    assert (after.x or 0) >= (before.x or 0)
