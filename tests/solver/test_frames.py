"""Frames: what is compiled for one cost serves every cost of the same symbols."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.spell import Payer, Spell
from autotap.models.problem import Problem
from autotap.solver import pay, solve
from autotap.solver.announce import announcements
from autotap.solver.backends import cp_sat, lexicographic
from autotap.solver.backends.proto import MAX_OBJECTIVE
from autotap.solver.compile.frames import MOST_FRAMES, frames_of
from autotap.solver.compile.mtg import compile_magic
from tests.fuzzing.check import case_of, problem_of

if TYPE_CHECKING:
    from autotap.solver.program import Program

MIXED = "2 Plains; Island; Azorius Signet; Adarkar Wastes; Mystic Gate; Sol Ring"
CAVERN = "Cavern [{T}: Add {Any} (only: creature spell)]; Plains; Island"
PUMP = "Pump [{X}, {T}: Add {W} (per: X)]; 4 Wastes"
CUBE = "2 Tundra; 3 Wastes; Doubling Cube"
COFFERS = "Cabal Coffers; 3 Swamp (types: land swamp)"


def program(cost: str | Spell, board: Board, **options: object) -> Program:
    spell = Spell.parse(cost) if isinstance(cost, str) else cost
    problem = Problem(board, spell, **options)  # type: ignore[arg-type]
    return compile_magic(problem, announcements(problem)).program


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("{3}{W}{U}{U}", "{1}{W}{W}{U}", MIXED),
        ("{W/P}{W/P}{2}", "{1}{W/P}", MIXED),
        ("{12}{G}", "{3}{G}", MIXED),
        ("{4}{B}", "{2}{B}{B}", COFFERS),
    ],
)
def test_costs_of_the_same_symbols_share_a_frame(first: str, second: str, board: str) -> None:
    asked = Board.parse(board)
    before, after = program(first, asked), program(second, asked)
    assert before.frame is after.frame is not None
    assert before != after
    assert after == program(second, Board.parse(board))


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("{1}{W}", "{1}{U}", MIXED),
        ("{1}{W}", "{W}", MIXED),
        ("{1}{W}", "{1}{W/P}", MIXED),
        ("{1}{2/W}", "{2}{2/W}", MIXED),
        ("{1}{W}", "{2}{W}", CAVERN),
        ("{0}", "{1}", MIXED),
        ("{1}{W}", "{4}{W}", PUMP),
        ("{W/P}" * 12, "{W/P}", MIXED),
    ],
)
def test_what_else_differs_needs_a_frame_of_its_own(first: str, second: str, board: str) -> None:
    """Restrictions are judged on the mana value; the mana due bounds X in mana abilities.

    The number of symbols decides whether life alone may pay them.
    """
    asked = Board.parse(board)
    before, after = program(first, asked), program(second, asked)
    assert before.frame is None or before.frame is not after.frame
    assert after == program(second, Board.parse(board))


def test_a_spell_that_may_be_convoked_has_a_frame_of_its_own() -> None:
    board = Board.parse("Llanowar Elves; Forest; Selesnya Signet; Plains")
    convoked = replace(Spell.parse("{1}{G}"), payers=frozenset({Payer.CONVOKE}))
    assert program("{1}{G}", board).frame is not program(convoked, board).frame


def test_requirements_and_objective_are_part_of_the_frame() -> None:
    board = Board.parse(MIXED)
    plain = program("{1}{W}", board)
    for options in ({"must_use": frozenset({"Sol Ring"})}, {"forbid": frozenset({"Island"})}):
        assert program("{1}{W}", board, **options).frame is not plain.frame


def test_frames_of_a_board_are_bounded() -> None:
    board = Board.parse(MIXED)
    for number in range(2 * MOST_FRAMES):
        symbols = "".join(f"{{{c}/P}}" for i, c in enumerate("WUBRG") if number >> i & 1)
        program(f"{{1}}{symbols}" + "{W}" * (number >> 5), board)
    assert len(frames_of(board)._known) == MOST_FRAMES


def test_a_frame_leads_to_what_is_compiled_afresh() -> None:
    """Twice the cost and more first: the frame of that question serves the other one as well."""
    shared = 0
    for seed in range(500_000, 500_080):
        asked = problem_of(case_of(seed))
        if not isinstance(asked, Problem) or asked.spell.cost is None:
            continue
        problem = current_problem(asked)[0]
        board, spell = replace(problem.board), problem.spell
        assert spell.cost is not None
        cost = (spell.cost + spell.cost).add_generic(int(spell.cost.generic > 0))
        more = replace(problem, board=board, spell=replace(spell, cost=cost))
        try:
            compile_magic(more, announcements(more))
            afresh = compile_magic(problem, announcements(problem)).program
        except InputError:
            continue
        kept = len(frames_of(board)._known)
        again = replace(problem, board=board)
        assert compile_magic(again, announcements(again)).program == afresh
        if kept == len(frames_of(board)._known) == 1:
            shared += 1
            answers = [
                solve(one, backend="cp_sat", use_cache=False) for one in (more, again, asked)
            ]
            assert answers[1].status is answers[2].status
            assert answers[1].objective == answers[2].objective
    assert shared > 20


@pytest.mark.parametrize("text", [MIXED, CUBE, f"{MIXED}; Doubling Cube", f"{MIXED}; {PUMP}"])
def test_a_question_asked_before_changes_no_answer(text: str) -> None:
    board = Board.parse(text)
    for cost in ("{3}{W}{U}", "{1}{W}{U}", "{30}{W}{U}", "{1}{W}{W}{W}{W}{W}{W}{U}", "{1}{W}{U}"):
        again = pay(cost, board, backend="cp_sat", use_cache=False)
        fresh = pay(cost, Board.parse(text), backend="cp_sat", use_cache=False)
        assert again.payment == fresh.payment
        assert again.objective == fresh.objective
        assert again.shortfall == fresh.shortfall
        if cost == "{30}{W}{U}":
            assert again.shortfall
            assert again.shortfall.symbols


@pytest.mark.parametrize("most", [MAX_OBJECTIVE, 1])
def test_other_amounts_do_not_change_the_formulation_that_is_kept(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 1 the levels are solved one by one, each of them fixed for the next."""
    monkeypatch.setattr(lexicographic, "MAX_OBJECTIVE", most)
    board = Board.parse(MIXED)
    small, large = program("{1}{W}", board), program("{5}{W}", board)
    first = cp_sat.solve(small)
    assert cp_sat.solve(large) == cp_sat.solve(program("{5}{W}", Board.parse(MIXED)))
    assert cp_sat.solve(small) == first
