"""Taking times and summing them up."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

from autotap.models import Board, ManaZone
from autotap.models.mtg.cost import ManaCost
from autotap.solver import can_pay, pay
from benchmarks.naive import can_pay_naively

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.boards import Family, Question

STAGES = ("announce", "compile", "solve", "decode", "verify", "explain")
"""Stages of a call, in their order; an answer without payment is explained, not decoded."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A sample of times in milliseconds.

    Parameters
    ----------
    name
        What was timed.
    number
        Size of the sample.
    least, median, p95, most
        The sample, summed up.
    """

    name: str
    number: int
    least: float
    median: float
    p95: float
    most: float

    @classmethod
    def of(cls, name: str, seconds: Iterable[float]) -> Spread:
        """Sum up times in seconds; there must be one at least."""
        sample = sorted(1000 * each for each in seconds)
        p95 = quantiles(sample, n=20, method="inclusive")[-1] if len(sample) > 1 else sample[0]
        return cls(name, len(sample), sample[0], median(sample), p95, sample[-1])


@dataclass(frozen=True, slots=True)
class Report:
    """The times of one family.

    Parameters
    ----------
    family
        Its name.
    questions, paid
        Number of questions, and of those that can be paid.
    spreads
        Times, stage by stage.
    ratio
        Median over the questions of the first time by the second, where two are compared.
    """

    family: str
    questions: int
    paid: int
    spreads: tuple[Spread, ...]
    ratio: float | None = None


def board_of(question: Question) -> Board | ManaZone:
    """Read the board of a question."""
    return ManaZone.parse(question.board) if question.duel_masters else Board.parse(question.board)


def warm(family: Family, number: int, repeats: int, seed: int) -> Report:
    """Time calls on boards that exist and were asked before, stage by stage."""
    times: dict[str, list[float]] = defaultdict(list)
    paid = 0
    questions = family.questions(number, seed)
    for question in questions:
        board = board_of(question)
        payable = pay(question.cost, board).payment is not None
        paid += payable
        for _ in range(repeats):
            start = time.perf_counter()
            result = pay(question.cost, board)
            seconds = time.perf_counter() - start
            for stage, used in result.stages_s.items():
                times[stage].append(used)
            times["whole call, paid" if payable else "whole call, refused"].append(seconds)
            times["whole call"].append(seconds)
    names = (*STAGES, "whole call, paid", "whole call, refused", "whole call")
    spreads = tuple(Spread.of(name, times[name]) for name in names if times[name])
    return Report(family.name, len(questions), paid, spreads)


def cold(family: Family, number: int, seed: int) -> Report:
    """Time the first call of fresh processes, one per question."""
    command = [sys.executable, "-m", "benchmarks.cold", family.name, str(seed)]
    times: dict[str, list[float]] = defaultdict(list)
    paid = 0
    for index in range(number):
        output = subprocess.run([*command, str(index)], check=True, capture_output=True, text=True)
        answer = json.loads(output.stdout)
        paid += answer.pop("paid")
        for name, seconds in answer.items():
            times[name].append(seconds)
    spreads = tuple(Spread.of(name, sample) for name, sample in times.items())
    return Report(family.name, number, paid, spreads)


def compared(family: Family, number: int, seed: int) -> Report:
    """Time the yes-or-no question against the naive model on the same boards.

    Raises
    ------
    AssertionError
        If the two disagree.
    """
    naive, ours, best = _Timed(can_pay_naively), _Timed(can_pay), _Timed(_pays)
    paid = 0
    for question in family.questions(number, seed):
        board, cost = board_of(question), ManaCost.parse(question.cost)
        assert isinstance(board, Board)
        answers = {each.ask(cost, board) for each in (naive, ours, best)}
        if len(answers) > 1:
            raise AssertionError(f"the naive model disagrees: {question}")
        paid += answers.pop()
    ratio = median(slow / fast for slow, fast in zip(naive.times, ours.times, strict=True))
    spreads = (
        Spread.of("one variable per permanent", naive.times),
        Spread.of("can_pay", ours.times),
        Spread.of("pay, proven best", best.times),
    )
    return Report(family.name, number, paid, spreads, ratio)


def _pays(cost: ManaCost, board: Board) -> bool:
    return pay(cost, board).payment is not None


class _Timed:
    """A yes-or-no function with the times of its second calls."""

    def __init__(self, function: Callable[[ManaCost, Board], bool]) -> None:
        self.function = function
        self.times: list[float] = []

    def ask(self, cost: ManaCost, board: Board) -> bool:
        self.function(cost, board)
        start = time.perf_counter()
        answer = self.function(cost, board)
        self.times.append(time.perf_counter() - start)
        return answer
