"""Ending work from another thread: at once, wherever it is, and without a trace."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from msgspec import json

from autotap.models.memo import forget
from autotap.solver import cache_clear
from autotap.solver.backends import proto
from autotap.solver.serve import messages
from autotap.solver.serve.answers import encoded
from autotap.solver.serve.interruption import Interrupted, Worker
from autotap.solver.serve.refusals import Code, Refused
from autotap.solver.serve.session import ANSWERS, Session, warm_up
from tests.conftest import ROOT
from tests.serve.talk import ENVIRONMENT, LEFT_OUT, PATIENCE_S, request

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

T = TypeVar("T")
WHY = Refused(Code.CANCELLED, "cancelled")


@dataclass(slots=True)
class Work:
    ended_by: Refused | None = None


@pytest.fixture(scope="module")
def worker() -> Worker:
    warm_up()
    return Worker()


def end_after(seconds: float, worker: Worker, work: Work) -> threading.Timer:
    timer = threading.Timer(seconds, worker.end, (work, WHY))
    timer.start()
    return timer


def test_work_that_is_not_ended_gives_its_answer(worker: Worker) -> None:
    assert worker.run(Work(), lambda: 7) == 7


def test_work_that_was_ended_before_does_not_begin(worker: Worker) -> None:
    work = Work()
    worker.end(work, WHY)
    assert worker.run(work, lambda: pytest.fail("it began")) is None
    assert worker.run(Work(), lambda: 7) == 7


def test_an_end_after_the_end_does_nothing(worker: Worker) -> None:
    work = Work()
    assert worker.run(work, lambda: 7) == 7
    worker.end(work, WHY)

    def slow() -> int:
        time.sleep(0.2)
        return 8

    assert worker.run(Work(), slow) == 8


def test_the_first_reason_stays(worker: Worker) -> None:
    work = Work()
    worker.end(work, WHY)
    worker.end(work, Refused(Code.UNDECIDED, "late"))
    assert work.ended_by is WHY


def test_an_error_in_the_work_is_raised_and_the_next_one_goes_on(worker: Worker) -> None:
    with pytest.raises(ZeroDivisionError):
        worker.run(Work(), lambda: 1 // 0)
    assert worker.run(Work(), lambda: 7) == 7


def test_nothing_handles_an_interruption_on_the_way(worker: Worker) -> None:
    def stubborn() -> None:
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                pytest.fail("it was handled")

    work = Work()
    end_after(0.05, worker, work)
    assert worker.run(work, stubborn) is None


def test_a_search_of_cp_sat_ends(worker: Worker) -> None:
    """A market split problem, which would take it years."""
    draw = random.Random(1)
    model = proto.Model()
    variables = [model.variable(1) for _ in range(60)]
    for _ in range(7):
        row = {variable: draw.randint(0, 99) for variable in variables}
        half = sum(row.values()) // 2
        model.add(row, half, half)
    work = Work()
    seen: list[bool] = []

    def end_once_it_searches() -> None:
        while not proto._searches:
            time.sleep(0.01)
        time.sleep(0.1)
        seen.append(bool(proto._searches))
        worker.end(work, WHY)

    threading.Thread(target=end_once_it_searches, daemon=True).start()
    assert worker.run(work, lambda: model.minimise({}, None, 0)) is None
    assert seen == [True]
    assert not proto._searches


def test_a_search_that_begins_afterwards_is_not_stopped() -> None:
    proto.stop_searches()
    model = proto.Model()
    variable = model.variable(9)
    assert model.minimise({variable: -1}, None, 0).values == [9]


BOARD = "2 Plains; 2 Island; Adarkar Wastes; 2 Azorius Signet; Mystic Gate; Treasure; Sol Ring"
COST = {"cost": "{2}{W}{U}{U}"}
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("solve", {"board": BOARD, "pay": COST, "keep": [{"spells": [{"cost": "{W}"}]}]}),
    ("solve", {"board": BOARD, "pay": {"cost": "{9}{R}{R}{R}"}}),
    ("solve", {"board": BOARD, "pay": COST, "backend": "matcher"}),
    ("solve", {"board": "3 Plains; 2 Adarkar Wastes", "pay": {"cost": "{2}{W}{U}"}}),
    ("can_pay", {"board": BOARD, "pay": {"cost": "{X}{U}{U}"}, "x": 4}),
    ("castable", {"board": BOARD, "hand": {"a": COST, "b": {"cost": "{G}"}}, "payments": True}),
    ("max_x", {"board": BOARD, "pay": {"cost": "{X}{W}"}}),
    ("plan_turn", {"board": BOARD, "hand": {"Ring": "{1} makes Sol Ring", "Sphinx": "{4}{U}"}}),
    ("enumerate", {"board": BOARD, "pay": {"cost": "{U}{U}"}}),
    ("enumerate", {"board": "9 Plains; 5 Island; 4 Tundra", "pay": COST}),
    ("explain", {"board": BOARD, "pay": COST}),
    ("explain", {"board": BOARD, "pay": {"cost": "{W}{G}"}}),
    ("mana_options", {"board": BOARD}),
    ("solve", {"game": "duel_masters", "board": "3 Fire; Water", "pay": {"cost": "fire(3)"}}),
)
"""Of every kind."""


def question(method: str, params: dict[str, Any]) -> Callable[[], bytes]:
    """Return what answers a question, from reading it to writing the answer."""
    line = request(1, method, **params)
    session = Session(most_boards=1)

    def answer() -> bytes:
        asked = messages.read_params(messages.read_request(line))
        return encoded(ANSWERS[method](session, asked))

    return answer


def without_times(answer: Any) -> Any:
    """Return an answer without what differs each time."""
    if isinstance(answer, dict):
        return {k: without_times(v) for k, v in answer.items() if k not in LEFT_OUT}
    return list(map(without_times, answer)) if isinstance(answer, list) else answer


class Steps:
    """Counts the steps of some work at which Python looks for signals, and ends it at one of them.

    These are the beginnings of functions, and the ends of those that are not written in Python.
    """

    def __init__(self, last: int = 0) -> None:
        self.number = 0
        self.last = last

    def run(self, function: Callable[[], T]) -> T:
        sys.setprofile(self._step)
        try:
            return function()
        finally:
            sys.setprofile(None)

    def _step(self, _: FrameType, event: str, __: object) -> None:
        if event in ("call", "c_return"):
            self.number += 1
            if self.number == self.last:
                raise Interrupted


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_is_ended_anywhere_leaves_no_trace(worker: Worker) -> None:
    """Ended at some hundred steps of questions of every kind, each is answered as before.

    A few of the ends are lost, where Python cleans up after a generator: so `Worker` repeats them.
    """
    draw = random.Random(3)
    asked = [question(*each) for each in QUESTIONS]
    before = []
    struck = lost = 0
    for answer in asked:
        before.append(without_times(json.decode(answer())))
        cache_clear()
        forget()
        counted = Steps()
        counted.run(answer)
        for _ in range(15):
            cache_clear()
            forget()
            steps = Steps(draw.randint(1, counted.number))
            done = worker.run(Work(), partial(steps.run, answer)) is not None
            if steps.number >= steps.last:
                struck += 1
                lost += done
    assert struck > 14 * len(asked)
    assert lost < 10
    for known in (False, True):
        for answer, right in zip(asked, before, strict=True):
            if not known:
                cache_clear()
            assert without_times(json.decode(answer())) == right


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_is_ended_from_another_thread_leaves_no_trace(worker: Worker) -> None:
    """The same by real signals, at whatever moment they come."""
    asked = [question(*each) for each in QUESTIONS]
    before = [without_times(json.decode(answer())) for answer in asked]
    draw = random.Random(3)
    for _ in range(10):
        for answer in asked:
            cache_clear()
            work = Work()
            timer = end_after(draw.random() * 0.02, worker, work)
            worker.run(work, answer)
            timer.cancel()
            timer.join()
    for answer, right in zip(asked, before, strict=True):
        cache_clear()
        assert without_times(json.decode(answer())) == right


def test_nothing_is_half_imported() -> None:
    """After the warm-up no question imports anything but modules of Python and of autotap."""
    code = (
        "import sys\n"
        "from autotap.solver.serve.session import warm_up\n"
        "from tests.serve.test_interruption import QUESTIONS, question\n"
        "warm_up()\n"
        "known = set(sys.modules)\n"
        "for each in QUESTIONS: question(*each)()\n"
        "print(*(set(sys.modules) - known))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True,
        check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    new = {name.split(".")[0] for name in done.stdout.split()}
    assert new <= sys.stdlib_module_names | {"autotap"}
