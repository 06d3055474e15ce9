"""Talking to a server in a process of its own, and dialogues written down."""

from __future__ import annotations

import json
import os
import queue
import random
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

SERVE = (sys.executable, "-m", "autotap.solver.cli", "serve")
PATIENCE_S = 120
"""Seconds after which a server that says nothing is taken to hang."""
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _hard() -> str:
    """Draw 80 sources of which no two are alike and most pay for each other."""
    draw = random.Random(0)
    rocks = []
    for number in range(80):
        needs = "".join(f"{{{color}}}" for color in draw.sample("WUBRG", draw.randint(1, 3)))
        makes = "".join(f"{{{color}}}" for color in draw.sample("WUBRG", draw.randint(2, 4)))
        hurts = "" if draw.random() < 0.5 else f" ({draw.randint(1, 3)} damage to you)"
        rocks.append(f"Rock {number} [{needs}, {{T}}: Add {makes} / {{T}}: Add {{C}}{hurts}]")
    return "; ".join((*rocks, "2 Plains", "Island"))


HARD = _hard()
"""A board on which the best payment of `DEAR` is searched for a very long time."""
DEAR = {"cost": "{12}{W}{W}{W}{U}{U}{U}{R}{R}{R}"}


class Talk:
    """A server, to which lines are written, and whose lines are read."""

    def __init__(self, *options: str, command: tuple[str, ...] = SERVE) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*command, *options], stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT
        )
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.errors: list[bytes] = []
        for target in (self._read, self._read_errors):
            threading.Thread(target=target, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors += self.process.stderr

    def write(self, *lines: bytes) -> None:
        """Write lines, each without its end."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, name: Any, method: str, **params: Any) -> None:
        """Write a request."""
        self.write(request(name, method, **params))

    def answer(self) -> Any:
        """Read an answer."""
        line = self.lines.get(timeout=PATIENCE_S)
        assert line is not None, b"".join(self.errors).decode()
        return json.loads(line)

    def answers(self, number: int) -> dict[Any, Any]:
        """Read so many answers, by their ids."""
        found = [self.answer() for _ in range(number)]
        return {answer["id"]: answer for answer in found}

    def end(self) -> list[Any]:
        """End the requests; gives the answers that are left, once the server has ended itself."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        rest = []
        while (line := self.lines.get(timeout=PATIENCE_S)) is not None:
            rest.append(json.loads(line))
        assert self.process.wait(PATIENCE_S) == 0
        return rest

    def __enter__(self) -> Talk:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()


def request(name: Any, method: str, **params: Any) -> bytes:
    """Write a request down."""
    message = {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
    return json.dumps(message).encode()


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of the client in a dialogue, and the lines that come back."""

    line: str
    answers: tuple[Any, ...]


def read_dialogue(text: str) -> tuple[tuple[str, ...], list[Turn]]:
    """Read the options of the server and the turns: ``-->`` begins a line, ``<--`` an answer."""
    options: tuple[str, ...] = ()
    turns: list[Turn] = []
    for line in text.splitlines():
        if line.startswith("options: "):
            options = tuple(line.split()[1:])
        elif line.startswith("--> "):
            turns.append(Turn(line[4:], ()))
        elif line.startswith("<-- "):
            last = turns.pop()
            turns.append(Turn(last.line, (*last.answers, json.loads(line[4:]))))
    return options, turns


LEFT_OUT = frozenset({"wall_time_s", "stages_s", "bound", "route"})
"""Keys of answers that dialogues do not show: times, and what says little."""


def differences(shown: Any, got: Any, path: str = "$") -> Iterator[str]:
    """Tell in what an answer differs from that of a dialogue."""
    if isinstance(shown, dict) and isinstance(got, dict):
        wrong = (set(got) - LEFT_OUT) ^ set(shown)
        if wrong:
            yield f"{path}: {sorted(wrong)}"
        for key in set(shown) & set(got):
            if key == "waiting" or (key == "version" and isinstance(got[key], str)):
                continue
            yield from differences(shown[key], got[key], f"{path}.{key}")
    elif isinstance(shown, list) and isinstance(got, list) and len(shown) == len(got):
        if path == "$":
            shown, got = sorted(shown, key=_name), sorted(got, key=_name)
        for i, (one, other) in enumerate(zip(shown, got, strict=True)):
            yield from differences(one, other, f"{path}[{i}]")
    elif shown != got or isinstance(shown, bool) != isinstance(got, bool):
        yield f"{path}: {shown!r}, not {got!r}"


def _name(answer: Any) -> str:
    return json.dumps([answer["id"], answer.get("error")])
