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
from benchmarks.subject import forget, without_cache
from benchmarks.units import prepare

if TYPE_CHECKING:
    from benchmarks.jobs.judging import Effort
    from benchmarks.question import Question
    from benchmarks.results import Row


def unit_questions(
    number: int, seed: int, families: tuple[str, ...] = ("lands", "duals", "bundles", "pain")
) -> list[Question]:
    """Draw questions on 6 to 30 sources of independent units."""
    questions: list[Question] = []
    for i in range(4 * number):
        draw = random.Random(f"units {seed} {i}")
        family = FAMILIES[draw.choice(families)]
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
    matched = [units for question in questions if (units := prepare(question)) is not None]
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
            board = Board.parse(question.board)
            prepared = matched[number]
            can_pay(other, board, **options)
            forget()
            start = time.perf_counter()
            answer = can_pay(question.cost, board, **options)
            ours[-1].append(time.perf_counter() - start)
            bit_mask_matching(other, prepared)
            start = time.perf_counter()
            same = bit_mask_matching(question.cost, prepared)
            matching[-1].append(time.perf_counter() - start)
            forget()
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
    """Decide 10,000 boards of independent units by 100 costs, from objects and texts to arrays.

    Nothing on the boards or in the costs touches life. The time is that of the processor, so that
    neither threads nor a busy machine tell.
    """
    target = ">= 10 million pairs a second"
    feasibility = getattr(autotap.solver, "feasibility", None)
    if feasibility is None:
        return [not_built("feasibility", target, "feasibility")]
    drawn = unit_questions(5 * effort.pairs, effort.seed, ("lands", "duals", "bundles"))
    costs = [question.cost for question in drawn[:100]]
    feasibility(costs, [Board.parse(question.board) for question in drawn[:10]])
    fresh: list[list[float]] = []
    again: list[list[float]] = []
    for _ in range(min(effort.rounds, 3)):
        boards = [Board.parse(question.board) for question in drawn]
        for rounds in (fresh, again):
            start = time.process_time()
            answer = feasibility(costs, boards)
            rounds.append([time.process_time() - start])
    draw = random.Random(effort.seed)
    for _ in range(300):
        row, column = draw.randrange(len(boards)), draw.randrange(len(costs))
        if bool(answer.payable[row, column]) is not can_pay(costs[column], boards[row]):
            raise AssertionError(f"feasibility disagrees: {costs[column]} from {boards[row]}")
    spread, known = Spread.of(fresh), Spread.of(again)
    pairs = answer.payable.size
    rate, known_rate = pairs / spread.median, pairs / known.median
    return [
        judged(
            "feasibility",
            0,
            target,
            rate >= 10,
            samples={MEASURED: spread, "the same boards again": known},
            questions=pairs,
            payable=int(answer.payable.sum()),
            facts={
                MEASURED: f"{rate:.1f} million pairs a second",
                "note": f"{len(boards)} fresh boards x {len(costs)} costs in "
                f"{spread_text(spread)}; {answer.routed.sum()} pairs one by one; "
                f"again {known_rate:.1f} million a second",
            },
        )
    ]
