"""Whether a cost can be paid: one pair at a time, and many boards by many costs."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import autotap.solver
from autotap.models import Board
from autotap.solver import can_pay
from benchmarks.alternatives import bit_mask_matching
from benchmarks.families import FAMILIES
from benchmarks.jobs.judging import MEASURED, judged, not_built
from benchmarks.report import spread_text
from benchmarks.results import Spread
from benchmarks.subject import without_cache
from benchmarks.units import prepare

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.question import Question
    from benchmarks.results import Row


def unit_questions(number: int, seed: int) -> list[Question]:
    """Draw questions on 6 to 30 sources of independent units."""
    questions: list[Question] = []
    for i in range(4 * number):
        draw = random.Random(f"units {seed} {i}")
        family = FAMILIES[draw.choice(("lands", "duals", "bundles", "pain"))]
        size = draw.randint(6, 30)
        question = family.draw(draw, size, min(14, 2 + size // 2))
        board = prepare(question)
        if board is not None and board.units:
            questions.append(question)
        if len(questions) == number:
            break
    return questions


def measure_can_pay(effort: Effort) -> list[Row]:
    """Ask distinct pairs, each board after another cost, and bit-mask matching the same."""
    questions = unit_questions(effort.pairs, effort.seed)
    options = without_cache(can_pay)
    for question in questions[: max(20, effort.pairs // 10)]:
        can_pay(question.cost, Board.parse(question.board), **options)
    ours: list[list[float]] = []
    again: list[list[float]] = []
    matching: list[list[float]] = []
    payable = asked = 0
    for _ in range(effort.rounds):
        for times in (ours, again, matching):
            times.append([])
        end = time.perf_counter() + effort.budget_s
        payable = asked = 0
        for number, question in enumerate(questions):
            other = questions[number - 1].cost
            board, prepared = Board.parse(question.board), prepare(question)
            assert prepared is not None
            can_pay(other, board, **options)
            start = time.perf_counter()
            answer = can_pay(question.cost, board, **options)
            ours[-1].append(time.perf_counter() - start)
            bit_mask_matching(other, prepared)
            start = time.perf_counter()
            same = bit_mask_matching(question.cost, prepared)
            matching[-1].append(time.perf_counter() - start)
            can_pay(question.cost, board, **options)
            start = time.perf_counter()
            can_pay(question.cost, board, **options)
            stop = time.perf_counter()
            again[-1].append(stop - start)
            if answer is not same:
                raise AssertionError(f"matching disagrees: {question}")
            payable += answer
            asked += 1
            if stop > end:
                break
    spread, other_spread = Spread.of(ours), Spread.of(matching)
    ratio = spread.median / other_spread.median
    return [
        judged(
            "can_pay",
            0,
            "<= 5 µs and <= 1 x matching",
            spread.median <= 5 and ratio <= 1,
            samples={
                MEASURED: spread,
                "bit-mask matching": other_spread,
                "the same pair again": Spread.of(again),
            },
            questions=asked,
            payable=payable,
            facts={"note": f"{ratio:.2f} x matching"},
        )
    ]


def measure_feasibility(effort: Effort) -> list[Row]:
    """Decide boards of independent units by costs at once, from `Board` objects and texts."""
    target = ">= 10 million pairs a second"
    feasibility = getattr(autotap.solver, "feasibility", None)
    if feasibility is None:
        return [not_built("feasibility", target, "feasibility")]
    drawn = unit_questions(5 * effort.pairs, effort.seed)
    boards = [Board.parse(question.board) for question in drawn]
    costs = [question.cost for question in drawn[:100]]
    rounds: list[list[float]] = []
    for _ in range(effort.rounds):
        start = time.perf_counter()
        answers = feasibility(boards=boards, costs=costs)
        rounds.append([time.perf_counter() - start])
    draw = random.Random(effort.seed)
    table = answers if len(answers) == len(boards) else answers.T
    for _ in range(300):
        i, j = draw.randrange(len(boards)), draw.randrange(len(costs))
        if bool(table[i][j]) is not can_pay(costs[j], boards[i]):
            raise AssertionError(f"feasibility disagrees: {costs[j]} from {boards[i]}")
    spread = Spread.of(rounds)
    pairs = len(boards) * len(costs)
    rate = pairs / spread.median
    return [
        judged(
            "feasibility",
            0,
            target,
            rate >= 10,
            samples={MEASURED: spread},
            questions=pairs,
            payable=int(sum(map(sum, table))),
            facts={
                MEASURED: f"{rate:.1f} million pairs a second",
                "note": f"{len(boards)} boards x {len(costs)} costs in {spread_text(spread)}",
            },
        )
    ]
