"""Time payments of every family: ``python -m benchmarks.run [--quick] [--family NAME ...]``.

*warm*: the board object exists and was asked for another cost, the text of the cost was seen
before, the cache of results is off. *cold*: board and cost are new to a process that has answered
others; reading the board is not counted. *can_pay*: warm, only whether the cost can be paid, which
is all that the alternatives say.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.alternatives import ALTERNATIVES
from benchmarks.families import FAMILIES
from benchmarks.question import MANA, Question
from benchmarks.real import read_real_boards
from benchmarks.report import console, tables
from benchmarks.results import Results, Row, Spread, Stopwatch
from benchmarks.subject import Library, Subject, Worker
from benchmarks.units import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REAL = "real"
LIMIT_S = 5.0
"""Time limit of one call."""
LEAST = 3
"""Fewest questions that are worth asking."""
OURS, AGAINST = "", ", against"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Parameters
    ----------
    questions
        Number per family and size; a tenth of it where one call is slow, and none if that is
        below 3.
    rounds
        How often all questions of a set are asked warm; alternatives on large boards are asked in
        the first round only, slow sets in two.
    sizes
        Sizes of boards.
    """

    questions: int
    rounds: int
    sizes: tuple[int, ...] = tuple(MANA)


QUICK = Plan(questions=8, rounds=3, sizes=(6, 30, 1000))
FULL = Plan(questions=40, rounds=5)
LARGE = 1000
"""Size from which the alternatives are asked only once."""
SLOW_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions of one family and size; size 0 where they have no one size."""

    name: str
    title: str
    size: int
    questions: Sequence[Question]
    slow: bool = False


def question_sets(names: Sequence[str], plan: Plan, seed: int) -> Iterator[QuestionSet]:
    """Draw the questions of the families, by size; real boards come last, if they are there."""
    for family in (FAMILIES[name] for name in names if name != REAL):
        for size in plan.sizes:
            slow = size >= family.slow_from
            number = plan.questions // 10 if slow else plan.questions
            if number < LEAST:
                continue
            drawn = family.questions(size, number, seed)
            yield QuestionSet(family.name, family.title, size, drawn, slow)
    if REAL in names and (boards := read_real_boards()) is not None:
        drawn = boards.sample(5 * plan.questions, seed)
        title = f"{boards.boards} real boards, {boards.skipped.total()} left out"
        yield QuestionSet(REAL, title, 0, drawn)


class Measurement:
    """Times of one set of questions.

    Parameters
    ----------
    questions
        What is asked.
    subjects
        What answers, by the ending of the names of its samples.
    """

    def __init__(self, asked: QuestionSet, subjects: dict[str, Subject]) -> None:
        self.asked = asked
        self.subjects = subjects
        self.times: dict[str, list[list[float]]] = defaultdict(list)
        self.payable: dict[int, bool | None] = {}
        self.refused: set[int] = set()
        self.backends: Counter[str] = Counter()
        self.unproven = 0

    def cold(self) -> None:
        """Ask every question once, its board and cost never seen before."""
        for ending, subject in self._subjects(0):
            times: list[float] = []
            for number, question in enumerate(self.asked.questions):
                refused = subject.load(question)
                answer = None if refused else subject.ask("pay")
                if answer is None or answer.refused:
                    self.refused.add(number)
                    continue
                times.append(answer.seconds)
                if ending == OURS:
                    self.backends[answer.backend] += 1
                    self.payable[number] = answer.payable
                    self.unproven += not answer.proven
                elif answer.payable != self.payable.get(number, answer.payable):
                    raise AssertionError(f"the answers differ: {question}")
            self.times["cold" + ending].append(times)

    def warm(self, which: int) -> None:
        """Ask every question once, on a board that answered another question before."""
        times: dict[str, list[float]] = defaultdict(list)
        questions = self.asked.questions
        for number, question in enumerate(questions):
            if number in self.refused:
                continue
            other = questions[(number + 1) % len(questions)]
            for ending, subject in self._subjects(which + number):
                subject.load(question)
                subject.ask("pay", other)
                answer = subject.ask("pay")
                times["warm" + ending].append(answer.seconds)
                subject.load(question)
                subject.ask("can_pay", other)
                times["can_pay" + ending].append(subject.ask("can_pay").seconds)
                if ending == OURS:
                    for stage, seconds in answer.stages.items():
                        times[f"stage {stage}"].append(seconds)
        for name, sample in times.items():
            self.times[name].append(sample)

    def alternatives(self) -> None:
        """Ask the alternatives that can express the question.

        Raises
        ------
        AssertionError
            If one disagrees with the library.
        """
        times: dict[str, list[float]] = defaultdict(list)
        for number, question in enumerate(self.asked.questions):
            board = None if number in self.refused else prepare(question)
            if board is None:
                continue
            for each in ALTERNATIVES:
                if not each.takes(board):
                    continue
                payable, seconds = each.timed(question.cost, board)
                times[each.name].append(seconds)
                if payable != self.payable[number] and self.payable[number] is not None:
                    raise AssertionError(f"{each.name} disagrees: {question}")
        for name, sample in times.items():
            self.times[name].append(sample)

    def _subjects(self, turn: int) -> list[tuple[str, Subject]]:
        """Return the subjects in an order that changes with every turn."""
        order = list(self.subjects.items())
        return order if turn % 2 == 0 else order[::-1]

    def row(self) -> Row:
        """Sum up."""
        spreads = {name: Spread.of(rounds) for name, rounds in self.times.items() if any(rounds)}
        return Row(
            name=self.asked.name,
            size=self.asked.size,
            samples=spreads,
            questions=len(self.asked.questions),
            payable=sum(payable is True for payable in self.payable.values()),
            unproven=self.unproven,
            refused=len(self.refused),
            backends=dict(self.backends),
            facts={"title": self.asked.title},
        )


def measure(asked: QuestionSet, subjects: dict[str, Subject], plan: Plan) -> Row:
    """Time one set; alternatives are asked only where one library is timed."""
    measurement = Measurement(asked, subjects)
    measurement.cold()
    alone = AGAINST not in subjects
    for which in range(SLOW_ROUNDS if asked.slow else plan.rounds):
        measurement.warm(which)
        if alone and (which == 0 or asked.size < LARGE):
            measurement.alternatives()
    return measurement.row()


def warm_up(subject: Subject) -> None:
    """Have everything imported that a payment needs, in both games."""
    for name in ("filters", "zones", "payers"):
        for question in FAMILIES[name].questions(6, 3, seed=-1):
            subject.load(question)
            subject.ask("pay")
            subject.ask("can_pay")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    result = argparse.ArgumentParser(
        prog="python -m benchmarks.run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("--quick", action="store_true", help="fewer questions, about a minute")
    result.add_argument("--json", metavar="FILE", help="also write the results as data")
    result.add_argument("--seed", type=int, default=1, help="seed of the questions (default 1)")
    names = [*FAMILIES, REAL]
    result.add_argument(
        "--family", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names)
    )
    result.add_argument(
        "--size", nargs="+", type=int, choices=MANA, help="number of sources on the boards"
    )
    result.add_argument(
        "--against",
        metavar="CHECKOUT",
        type=Path,
        help="time this library and that of another checkout alternately, each in a process of its "
        "own; the alternatives are left out",
    )
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    screen = console()
    watch = Stopwatch()
    plan = QUICK if options.quick else FULL
    if options.size:
        plan = replace(plan, sizes=tuple(sorted(options.size)))
    if REAL in options.family and read_real_boards() is None:
        screen.print("real boards left out: ../shared/boards and ../shared/cards are not there")
    with ExitStack() as stack:
        subjects: dict[str, Subject] = {OURS: Library(LIMIT_S)}
        if options.against is not None:
            try:
                checkouts = {OURS: Path(__file__).parents[1], AGAINST: options.against}
                subjects = {
                    ending: stack.enter_context(Worker(path, LIMIT_S))
                    for ending, path in checkouts.items()
                }
            except FileNotFoundError as error:
                print(error, file=sys.stderr)
                return 2
        for subject in subjects.values():
            warm_up(subject)
        rows = []
        numbers = count(1)
        for asked in question_sets(options.family, plan, options.seed):
            with screen.status(f"{next(numbers)}: {asked.title}, {asked.size or 'all'} sources"):
                rows.append(measure(asked, subjects, plan))
    results = Results(tuple(rows), options.seed, watch.processor_share())
    for table in tables(results):
        screen.print(table)
    if options.json:
        results.write(options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
