"""Whether a cost can be paid: one pair at a time, and many boards by many costs."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from autotap.models import Board
from autotap.solver import BoardTable, can_pay, feasibility
from benchmarks.alternatives import bit_mask_matching
from benchmarks.families import FAMILIES
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.report import spread_text
from benchmarks.results import Spread
from benchmarks.subject import forget, without_cache
from benchmarks.units import prepare

if TYPE_CHECKING:
    from autotap.models.mtg.source import Source
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
    drawn = unit_questions(5 * effort.pairs, effort.seed, ("lands", "duals", "bundles"))
    costs = [question.cost for question in drawn[:100]]
    feasibility(costs, [Board.parse(question.board) for question in drawn[:10]])
    table = tabled([Board.parse(question.board) for question in drawn])
    fresh: list[list[float]] = []
    again: list[list[float]] = []
    counted: list[list[float]] = []
    for _ in range(min(effort.rounds, 3)):
        boards = [Board.parse(question.board) for question in drawn]
        for given, rounds in ((boards, fresh), (boards, again), (table, counted)):
            start = time.process_time()
            answer = feasibility(costs, given)
            rounds.append([time.process_time() - start])
    draw = random.Random(effort.seed)
    for _ in range(300):
        row, column = draw.randrange(len(boards)), draw.randrange(len(costs))
        if bool(answer.payable[row, column]) is not can_pay(costs[column], boards[row]):
            raise AssertionError(f"feasibility disagrees: {costs[column]} from {boards[row]}")
    pairs = answer.payable.size
    rows = []
    for name, rounds in (
        ("feasibility, fresh boards", fresh),
        ("feasibility, the same boards again", again),
        ("feasibility, a table of counts", counted),
    ):
        spread = Spread.of(rounds)
        rate = pairs / spread.median
        rows.append(
            judged(
                name,
                0,
                target,
                rate >= 10,
                samples={MEASURED: spread},
                questions=pairs,
                payable=int(answer.payable.sum()),
                facts={
                    MEASURED: f"{rate:.1f} million pairs a second",
                    "note": f"{len(boards)} boards x {len(costs)} costs in {spread_text(spread)}; "
                    f"{answer.routed.sum()} pairs one by one",
                },
            )
        )
    return rows


def tabled(boards: list[Board]) -> BoardTable:
    """Write boards as counts of the different sources on them."""
    columns: dict[Source, int] = {}
    entries = []
    for row, board in enumerate(boards):
        for source in board.sources:
            alike = replace(source, id=source.name)
            entries.append((row, columns.setdefault(alike, len(columns))))
    counts = np.zeros((len(boards), len(columns)), dtype=np.int64)
    np.add.at(counts, tuple(np.array(entries).T), 1)
    return BoardTable(tuple(columns), counts)
