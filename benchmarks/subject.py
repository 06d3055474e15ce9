"""What is timed: the library in this process, or that of another checkout in a worker process.

A worker (``python -m benchmarks.subject``) reads one JSON request a line from its standard input
and answers each with one line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import autotap.solver
from autotap.models import Board, ManaZone, Spell
from autotap.models.errors import AutotapError, UndecidedError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.spell import Payer
from autotap.solver import can_pay, pay
from benchmarks.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parents[1]

Cost = str | Spell


@dataclass(frozen=True, slots=True)
class Answer:
    """One timed call.

    Parameters
    ----------
    seconds
        Wall time of the call.
    payable
        Whether the cost can be paid, None if not decided in time.
    proven
        Whether that, and that the payment is best if one was asked for, is proven.
    backend, stages
        Which backend answered, and the seconds of each stage; empty for `can_pay`.
    refused
        Why the library does not cover the question, "" if it does.
    """

    seconds: float
    payable: bool | None = None
    proven: bool = False
    backend: str = ""
    stages: Mapping[str, float] = field(default_factory=dict)
    refused: str = ""


class Subject(Protocol):
    """Answers questions on boards that it holds."""

    def load(self, question: Question) -> str:
        """Read the board and the cost, and hold them; return why not, or ""."""

    def ask(self, call: str, other_cost: Question | None = None) -> Answer:
        """Call `pay` or `can_pay` on the board held, for its own or another question's cost."""


def board_of(question: Question) -> Board | ManaZone:
    """Read the board of a question."""
    return ManaZone.parse(question.board) if question.duel_masters else Board.parse(question.board)


def cost_of(question: Question) -> Cost:
    """Read what is paid: a text where that says everything."""
    if question.is_plain:
        return question.cost
    modifiers = tuple(
        Modifier(Change(change), ManaCost.parse(amount)) for change, amount in question.modifiers
    )
    payers = frozenset(map(Payer, question.payers))
    return Spell.parse(question.cost, types=question.types, payers=payers, modifiers=modifiers)


def without_cache(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the option that switches off the cache of results, if the function has one."""
    return {"use_cache": False} if "use_cache" in signature(function).parameters else {}


def forget() -> None:
    """Empty the cache of results, if there is one: `can_pay` has no option against it."""
    getattr(autotap.solver, "cache_clear", lambda: None)()


class Library:
    """The library in this process, its cache of results switched off.

    Parameters
    ----------
    limit_s
        Time limit of one call in seconds, None for none.
    """

    def __init__(self, limit_s: float | None = None) -> None:
        self.options = {
            name: {**without_cache(function), **({"time_limit_s": limit_s} if limit_s else {})}
            for name, function in (("pay", pay), ("can_pay", can_pay))
        }
        self.board: Board | ManaZone = Board()
        self.cost: Cost = ""

    def load(self, question: Question) -> str:
        try:
            self.board, self.cost = board_of(question), cost_of(question)
        except AutotapError as error:
            return str(error)
        return ""

    def ask(self, call: str, other_cost: Question | None = None) -> Answer:
        cost = self.cost if other_cost is None else cost_of(other_cost)
        options: dict[str, Any] = self.options[call]
        try:
            if call == "can_pay":
                forget()
                start = time.perf_counter()
                payable = can_pay(cost, self.board, **options)
                return Answer(time.perf_counter() - start, payable, True)
            start = time.perf_counter()
            result = pay(cost, self.board, **options)
            seconds = time.perf_counter() - start
        except UndecidedError:
            return Answer(time.perf_counter() - start)
        except AutotapError as error:
            return Answer(0.0, refused=str(error))
        decided = None if result.status == "UNKNOWN" else result.payment is not None
        proven = result.status in ("OPTIMAL", "UNPAYABLE")
        return Answer(seconds, decided, proven, result.backend, dict(result.stages_s))


class Worker:
    """The library of a checkout, in a process of its own.

    Parameters
    ----------
    checkout
        Folder that holds ``models`` and ``solver``.
    limit_s
        As for `Library`.

    Raises
    ------
    FileNotFoundError
        If the folder holds no checkout.
    """

    def __init__(self, checkout: Path, limit_s: float | None = None) -> None:
        self.links = tempfile.TemporaryDirectory()
        package = Path(self.links.name) / "autotap"
        package.mkdir()
        for name in ("models", "solver"):
            target = checkout.resolve() / name
            if not target.is_dir():
                raise FileNotFoundError(f"{checkout} is no checkout: it has no folder {name}")
            (package / name).symlink_to(target)
        path = os.pathsep.join([self.links.name, str(ROOT)])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.subject", *([str(limit_s)] if limit_s else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        self.links.cleanup()

    def load(self, question: Question) -> str:
        return str(self._request({"load": asdict(question)}))

    def ask(self, call: str, other_cost: Question | None = None) -> Answer:
        other = None if other_cost is None else asdict(other_cost)
        return Answer(**self._request({"ask": call, "other": other}))

    def _request(self, request: dict[str, Any]) -> Any:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise RuntimeError("the worker process has ended")
        return json.loads(line)


def _question(record: dict[str, Any]) -> Question:
    record["payers"] = tuple(record["payers"])
    record["modifiers"] = tuple(map(tuple, record["modifiers"]))
    return Question(**record)


def serve() -> None:
    """Answer the requests of a `Worker`."""
    library = Library(float(sys.argv[1]) if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        request = json.loads(line)
        answer: object
        if "load" in request:
            answer = library.load(_question(request["load"]))
        else:
            other = request["other"] and _question(request["other"])
            answer = asdict(library.ask(request["ask"], other))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve()
