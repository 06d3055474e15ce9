"""Many boards and many costs at once, against one question after the other."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from autotap.models import Board, Problem
from autotap.models.errors import CostSyntaxError, InputError
from autotap.solver import BoardTable, can_pay, feasibility
from tests.fuzzing.check import problem_of
from tests.generate import magic


def plain(seed: int) -> Problem:
    problem = problem_of(magic.plain(Random(seed)))
    assert isinstance(problem, Problem)
    return problem


def test_the_matrix_equals_can_pay_pair_by_pair() -> None:
    problems = [plain(seed) for seed in range(160)]
    boards = [problem.board for problem in problems if problem.board.life > 6]
    spells = [problem.spell for problem in problems[:60]]
    answer = feasibility(spells, boards)
    assert answer.payable.shape == answer.routed.shape == (len(boards), len(spells))
    assert not answer.routed.all()
    expected = np.array([[can_pay(spell, board) for spell in spells] for board in boards])
    assert (answer.payable == expected).all()
    assert 0.1 < answer.payable.mean() < 0.9


def test_pairs_beyond_independent_units_are_marked_and_right() -> None:
    boards = ["Island; Azorius Signet", "Plains; Island", "Lotus [{T}: Add {W}{W}|{U}{U}]"]
    answer = feasibility(["{W}{U}", "{W}{W}"], boards)
    assert answer.payable.tolist() == [[True, False], [True, False], [False, True]]
    assert answer.routed.tolist() == [[True, True], [False, False], [True, True]]


def test_life_pays_phyrexian_symbols_of_each_board_apart() -> None:
    problem = plain(1)
    from dataclasses import replace

    boards = [replace(problem.board, sources=(), pool=(), life=life) for life in (0, 1, 2, 3, 4)]
    answer = feasibility(["{W/P}", "{W/P}{U/P}"], boards)
    assert answer.payable[:, 0].tolist() == [False, False, True, True, True]
    assert answer.payable[:, 1].tolist() == [False, False, False, False, True]


def test_a_table_equals_its_boards() -> None:
    """Sources whose mana depends on others, or that cost mana, are routed."""
    sources = Board.parse(
        "Plains; Island; Tundra; Sol Ring; Azorius Signet; City of Brass; "
        "Cradle [{T}: Add {G} (per: land)]"
    ).sources
    counts = np.random.default_rng(1).integers(0, 3, (40, len(sources)))
    counts[::2, 4:] = 0
    table = BoardTable(sources, counts)
    costs = ["{W}{U}", "{3}", "{W}{W}{U}", "{C}{C}{1}", "{W/P}{U}", "{G}{G}"]
    together = feasibility(costs, table)
    apart = feasibility(costs, [table.board(row) for row in range(len(counts))])
    assert (together.payable == apart.payable).all()
    assert not together.routed[::2].any()
    assert together.routed.any()


def test_a_table_needs_a_count_for_each_source() -> None:
    with pytest.raises(InputError, match="shape"):
        BoardTable(Board.parse("Plains").sources, np.zeros((3, 2), dtype=int))


def test_empty_sides() -> None:
    assert feasibility([], ["Plains"]).payable.shape == (1, 0)
    assert feasibility(["{W}"], []).payable.shape == (0, 1)


def test_bad_input_is_named() -> None:
    with pytest.raises(CostSyntaxError, match="wq"):
        feasibility(["{wq}"], ["Plains"])
