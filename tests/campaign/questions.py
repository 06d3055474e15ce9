"""Questions about random problems, each held against the reference by the seed of the problem.

A check says in a word what was compared, or raises: `NotComparedError` where the problem does not
fit the question, anything else where the answers differ.
"""

from __future__ import annotations

import json
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from autotap.models.errors import UnboundedManaError
from autotap.models.mtg.mana import mana_list_text
from autotap.models.problem import Problem
from autotap.solver import can_pay, feasibility, mana_options, max_x
from tests import enumeration
from tests.casework.magic import magic_board, magic_problem
from tests.casework.reasons import COUNTED_AS_UNSUPPORTED, UnsupportedCaseError
from tests.explanation.check import examine as explained
from tests.fuzzing.check import case_of, problem_of, without_hints
from tests.generate import magic as draw
from tests.reference import magic as reference
from tests.reference.hints import with_hints
from tests.reference.notation import parse_mana_list, write_mana_list
from tests.turns.check import compared
from tests.turns.generate import turn

if TYPE_CHECKING:
    from collections.abc import Callable

    Case = dict[str, Any]

BEYOND = 4
"""How many values above the largest X are asked one by one."""
MAX_STATES = 1_500
SIDE = 100
"""Boards and costs of a matrix."""


class NotComparedError(Exception):
    """The problem is of another kind, or too large for the reference."""


# --- the largest X -------------------------------------------------------------------------------


def case_with_x(seed: int) -> Case:
    """Draw a problem with {X} of which no value is announced.

    Raises
    ------
    NotComparedError
        If the problem of this seed is of another kind.
    """
    family = ("plain", "usual", "unhinted")[seed % 3]
    make = {"plain": draw.plain, "usual": draw.problem, "unhinted": draw.unhinted}[family]
    case = make(Random(f"largest x {seed}"))
    if "{X}" not in case["pay"].get("cost", "") or "x" in case["pay"]:
        raise NotComparedError("no X to choose")
    totals = (with_hints(case) if family == "unhinted" else case)["pay"]["total_cost"]
    if isinstance(totals, list) and any("x" not in one for one in totals):
        raise NotComparedError("totals without X")
    return case


def check_max_x(seed: int) -> str:
    """Ask for the largest X, and the reference for every X up to some beyond."""
    case = case_with_x(seed)
    hinted = seed % 3 != 2
    full = case if hinted else with_hints(case)
    totals = full["pay"]["total_cost"]
    try:
        question = magic_problem(case, hints=hinted)
        largest = max_x(question.spell, question.board)
        beyond = (largest if isinstance(largest, int) else 0) + BEYOND
        values = {one["x"] for one in totals} if isinstance(totals, list) else set(range(beyond))
        limit = case["pay"].get("x_limit", 99)
        payable = [x for x in values if x <= limit and reference.payable(full, x=x)]
    except (UnsupportedCaseError, *COUNTED_AS_UNSUPPORTED, reference.TooLarge) as error:
        raise NotComparedError(type(error).__name__) from error
    if isinstance(totals, list) and isinstance(largest, int) and largest > max(values):
        raise NotComparedError("beyond the totals that are known")
    assert largest == max(payable, default=None), case
    return "none" if largest is None else "an X"


# --- every maximal pool --------------------------------------------------------------------------


def maximal_pools(case: Case) -> set[str] | None:
    """Find every maximal pool of a board by the library, None for mana without end."""
    try:
        texts = [mana_list_text(pool) for pool in mana_options(magic_board(case, hints=True))]
    except UnboundedManaError:
        return None
    pools = {write_mana_list(parse_mana_list(text)) for text in texts}
    assert len(pools) == len(texts)
    return pools


def check_mana_options(seed: int) -> str:
    """Hold the pools of a board against the reference."""
    case = case_of(seed)
    if case["game"] != "mtg":
        raise NotComparedError("Duel Masters")
    case = with_hints(case) if without_hints(case) else case
    bare = {key: value for key, value in case.items() if key != "pay"}
    try:
        wanted = set(reference.mana_options(bare, max_states=MAX_STATES))
    except reference.Unbounded:
        assert maximal_pools(case) is None, seed
        return "endless"
    except reference.TooLarge as error:
        raise NotComparedError("TooLarge") from error
    assert maximal_pools(case) == wanted, seed
    return "several" if len(wanted) > 1 else "one"


# --- many boards by many costs -------------------------------------------------------------------


def check_matrix(seed: int) -> str:
    """Hold a matrix of `SIDE` boards and as many costs against `can_pay`, pair by pair."""
    drawn = []
    for number in count(seed * 10 * SIDE):
        problem = problem_of(draw.plain(Random(number)))
        assert isinstance(problem, Problem)
        drawn.append(problem)
        if len(drawn) == SIDE:
            break
    boards, spells = [one.board for one in drawn], [one.spell for one in drawn]
    answer = feasibility(spells, boards)
    for row, board in enumerate(boards):
        for column, spell in enumerate(spells):
            wanted = can_pay(spell, board)
            assert answer.payable[row, column] == wanted, (seed, row, column)
    return f"{SIDE * SIDE} pairs"


# --- every payment -------------------------------------------------------------------------------


def check_enumeration(seed: int) -> str:
    """Hold the payments of a problem against brute force."""
    outcome = enumeration.examine(seed)
    if outcome is None:
        raise NotComparedError("Duel Masters")
    if outcome.payments is None and not outcome.wrong:
        raise NotComparedError(outcome.skipped.split(":")[0])
    assert not outcome.wrong, outcome.wrong[:3]
    return {0: "no payment", 1: "one payment"}.get(outcome.payments or 0, "several payments")


# --- why, and why not ----------------------------------------------------------------------------


def check_explanation(seed: int) -> str:
    """Hold everything that is said of a result against the reference."""
    outcome = explained(seed)
    assert not outcome.disagreements, outcome.disagreements[:3]
    if not outcome.said:
        raise NotComparedError(next(iter(outcome.skipped), "nothing said"))
    return "in part" if outcome.skipped else "whole"


# --- turns ---------------------------------------------------------------------------------------


def check_turns(seed: int) -> str:
    """Hold the best turn with a hand against the reference."""
    case = turn(Random(f"turn {seed}"))
    try:
        went = compared(case)
    except Exception:
        print(json.dumps(case))
        raise
    if went in ("unbounded", "too large"):
        raise NotComparedError(went)
    return went


QUESTIONS: dict[str, Callable[[int], str]] = {
    "max_x": check_max_x,
    "mana_options": check_mana_options,
    "matrix": check_matrix,
    "enumeration": check_enumeration,
    "explanation": check_explanation,
    "turns": check_turns,
}
"""By name; one of ``matrix`` is `SIDE` × `SIDE` pairs."""
