"""What is kept among independent units, by branch and bound: equal to the general engine."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from autotap.models import Board, Problem, Spell
from autotap.models.errors import UnsupportedByBackend
from autotap.models.problem import KeepWhen, Kept
from autotap.models.result import Result, Status
from autotap.solver import kept_plans, pay, solve
from tests.solver.helpers import order

SOURCES = (
    *("Plains", "Island", "Swamp", "Forest", "Wastes", "Snow-Covered Island", "Tundra"),
    *("Watery Grave", "Savannah", "Tropical Island", "Sol Ring", "Gilded Lotus", "Lotus Petal"),
    *("Elf (types: creature) [{T}: Add {G}]", "Snow-Covered Plains"),
    "Cave [{T}: Add {C} / {T}: Add {U}]",
    "Cavern [{T}: Add {C} / {T}: Add {Any} (only: creature spells)]",
    "Treasure (types: token artifact treasure) [{T}, sacrifice this: Add {Any}]",
    "Workshop [{T}: Add {C}{C}{C} (only: artifact spells)]",
)
SYMBOLS = ("{W}", "{U}", "{B}", "{G}", "{W/U}", "{1}", "{1}", "{2}", "{2/W}", "{C}", "{S}")


def by(backend: str, problem: Problem) -> Result:
    return solve(problem, backend=backend, use_cache=False)


def drawn(seed: int) -> Problem:
    draw = Random(f"kept {seed}")
    few = draw.sample(SOURCES, draw.randint(2, 7))
    number = draw.randint(3, 11)
    board = [draw.choice(few) for _ in range(number)]

    def spell(most: int) -> Spell:
        return Spell.parse("".join(draw.choices(SYMBOLS, k=draw.randint(1, most))))

    symbols = (*SYMBOLS, "{W/P}", "{1}{U/P}")
    cost = Spell.parse("".join(draw.choices(symbols, k=draw.randint(1, 4))))
    keep = tuple(
        Kept((spell(5),), draw.choice((None, None, 3, 500))) for _ in range(draw.randint(1, 5))
    )
    return Problem(Board.parse("; ".join(board)), cost, keep=keep)


def test_the_search_equals_the_general_engine() -> None:
    answered: Counter[tuple[str, bool]] = Counter()
    for seed in range(400):
        problem = drawn(seed)
        expected, result = by("cp_sat", problem), by("auto", problem)
        assert result.status is expected.status, seed
        assert dict(result.objective) == dict(expected.objective), seed
        if result.status is Status.OPTIMAL:
            answered[result.backend, all(result.kept)] += 1
    assert answered["greedy", False] > 80
    assert answered["greedy", True] > 50


@pytest.mark.parametrize(
    ("cost", "board", "keep", "backend", "uses"),
    [
        ("{1}", "Tundra; Island", ["{W}", "{U}"], "greedy", ["Island"]),
        ("{2}", "2 Tundra; 2 Swamp", ["{W}{W}", "{1}{B}"], "greedy", ["Swamp 1", "Swamp 2"]),
        ("{3}", "Sol Ring; 2 Island; Swamp", ["{U}{U}"], "greedy", ["Sol Ring", "Swamp"]),
        ("{1}", "Adarkar Wastes; Plains", ["{W}{U}"], "cp_sat", ["Plains"]),
        ("{1}", "Azorius Signet; 2 Wastes", ["{3}"], "cp_sat", ["Wastes 1"]),
        ("{1}", "Tundra; Island; Swamp; pool: {R}", ["{3}"], "greedy", []),
    ],
)
def test_who_answers(cost: str, board: str, keep: list[str], backend: str, uses: list[str]) -> None:
    result = pay(cost, board, keep=keep)
    assert (result.backend, order(result)) == (backend, uses)


def test_a_source_is_used_up_for_all_that_it_could_make() -> None:
    """The flow backend names the ability that is used, and the cave loses the other one too."""
    cave = "Cave [{T}: Add {C} / {T}: Add {U}]"
    result = pay("{S}{C}", f"{cave}; Snow-Covered Plains; Plains", keep=["{U}", "{W}"])
    assert order(result) == ["Cave", "Snow-Covered Plains"]
    assert result.kept == (False, True)


def test_the_heavier_of_two_is_kept() -> None:
    board = "Tundra; Bayou"
    first, second = Spell.parse("{W}"), Spell.parse("{B}")
    for weights, kept in (((5, 6), (False, True)), ((6, 5), (True, False))):
        keep = tuple(Kept((spell,), w) for spell, w in zip((first, second), weights, strict=True))
        result = solve(Problem(Board.parse(board), Spell.parse("{1}"), keep=keep))
        assert (result.backend, result.kept) == ("greedy", kept)
        assert result.objective["losses"] == 5


def test_what_is_beyond_the_search_goes_to_the_general_engine() -> None:
    problem = Problem(
        Board.parse("Tundra; Bayou; Plains; pool: {R}"),
        Spell.parse("{2}"),
        keep=(Kept((Spell.parse("{W}{B}"),)),),
    )
    with pytest.raises(UnsupportedByBackend, match="floating mana beside what is kept"):
        by("greedy", Problem(problem.board, Spell.parse("{3}"), keep=problem.keep))
    joint = Kept((Spell.parse("{W}"), Spell.parse("{B}")))
    for keep, when in (((joint,), KeepWhen.LATER), (problem.keep, KeepWhen.NOW)):
        question = Problem(
            Board.parse("Tundra; Bayou; Plains"), Spell.parse("{2}"), keep=keep, keep_when=when
        )
        with pytest.raises(UnsupportedByBackend, match="kept"):
            by("greedy", question)
        assert by("auto", question).backend == "cp_sat"


def test_a_search_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = (Kept((Spell.parse("{W}"),), 5), Kept((Spell.parse("{B}"),), 6))
    boards = ("Tundra; Bayou", "Bayou; Tundra")
    problems = [
        Problem(Board.parse(board), Spell.parse("{1}"), keep=kept)
        for board in boards
        for kept in (keep, keep[::-1])
    ]
    expected = [by("auto", problem) for problem in problems]
    assert {result.backend for result in expected} == {"greedy"}
    monkeypatch.setattr(kept_plans, "MAX_STEPS", 0)
    results = [by("auto", problem) for problem in problems]
    assert [dict(each.objective) for each in results] == [dict(each.objective) for each in expected]
    left = [result for result in results if result.backend == "cp_sat"]
    assert left
    assert all("more than 0 steps" in result.route for result in left)
