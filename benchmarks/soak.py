"""Very many requests to one server: ``python -m benchmarks.soak 200000``.

A client plays games: it sends a board, asks what can be paid and how, changes the board as a search
tree does, sends what is wrong as well, and drops the boards. It checks that each answer is the one
to its request, and an error where there must be one. Shown are the requests per second, the times
from a request to its answer, and the memory of the server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models import Board, ManaZone
from benchmarks.families import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SERVE = (sys.executable, "-m", "autotap.solver.cli", "serve")
PLACES = ("lands", "duals", "bundles", "pain", "filters", "zones")
"""Families of boards."""
SIZES = (6, 12, 12, 30)
A_GAME = 60
"""Requests of one game, about."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A line to the server, and what must come back.

    Parameters
    ----------
    method
        What is asked, or what is wrong with the line.
    line
        The line.
    code
        Code of the error that must come back, None for a result.
    """

    method: str
    line: bytes
    code: int | None = None


@dataclass(slots=True)
class Figures:
    """What a soak showed.

    Parameters
    ----------
    seconds
        Wall time.
    latencies
        Seconds from each request to its answer, by method.
    memory
        Resident bytes of the server after each hundredth of the requests.
    """

    seconds: float = 0.0
    latencies: dict[str, list[float]] = field(default_factory=dict)
    memory: list[int] = field(default_factory=list)

    @property
    def number(self) -> int:
        """How many requests were answered."""
        return sum(map(len, self.latencies.values()))


class Player:
    """Draws the requests of one game after another.

    Parameters
    ----------
    seed
        Equal seeds give equal requests.
    """

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(f"soak {seed}")
        self.last = 0
        self.version = 0

    def game(self) -> Iterator[Sent]:
        """Yield the requests of a game."""
        draw = self.draw
        family = FAMILIES[draw.choice(PLACES)]
        size = draw.choice(SIZES)
        asked = family.questions(size, 8, draw.randrange(10**9))
        game = {"game": "duel_masters"} if family.name == "zones" else {}
        self.version += 1
        yield self.request("board/set", game | {"board_id": "root", "board": asked[0].board})
        ids = ids_of(asked[0].board, duel_masters=bool(game))
        place: dict[str, Any] = game | {"board_id": "root", "version": self.version}
        for _ in range(A_GAME):
            cost = {"cost": draw.choice(asked).cost}
            kind = draw.random()
            if kind < 0.35:
                yield self.request("can_pay", place | {"pay": cost})
            elif kind < 0.62:
                yield self.request("solve", place | {"pay": cost})
            elif kind < 0.72:
                hand = {f"card {i}": {"cost": one.cost} for i, one in enumerate(asked[:4])}
                yield self.request("castable", place | {"hand": hand})
            elif kind < 0.87:
                things = "cards" if game else "sources"
                change = {things: {draw.choice(ids): {"tapped": draw.random() < 0.7}}}
                yield self.request("board/patch", place | change | {"into": "node"})
                self.version += 1
                place = place | {"board_id": "node", "version": self.version}
            elif kind < 0.89 and not game:
                x = {"cost": "{X}" + str(cost["cost"])}
                yield self.request("max_x", place | {"pay": x})
            elif kind < 0.90 and family.name in ("lands", "duals"):
                some = {"first": 2, "order": "any"}
                yield self.request("enumerate", place | {"pay": cost} | some)
            elif kind < 0.93:
                yield self.request("ping", {})
            elif kind < 0.94:
                yield self.request("cancel", {"request": "nothing"})
            else:
                yield self.wrong(place | {"pay": cost})
        yield self.request("board/drop", {"board_id": "root"})
        if place["board_id"] == "node":
            yield self.request("board/drop", {"board_id": "node"})

    def wrong(self, params: dict[str, Any]) -> Sent:
        """Draw a line that is wrong in some way."""
        kind = self.draw.randrange(6)
        if kind == 0:
            return Sent("no JSON", b'{"jsonrpc": "2.0", "id": 1, "meth\n', -32700)
        if kind == 1:
            return Sent("long line", b"[" * 1_500_000 + b"\n", -32000)
        if kind == 2:
            return self.request("no method", {}, -32601)
        if kind == 3:
            return self.request("solve", params | {"pay": {"cost": "{Q}"}}, -32602)
        if kind == 4:
            return self.request("solve", params | {"version": params["version"] + 1}, -32005)
        return self.request("solve", params | {"board_id": "nowhere"}, -32004)

    def request(self, method: str, params: dict[str, Any], code: int | None = None) -> Sent:
        """Write a request."""
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        return Sent(method, json.dumps(message).encode() + b"\n", code)


def ids_of(board: str, *, duel_masters: bool) -> list[str]:
    """Return the ids of what is on a board."""
    if duel_masters:
        return [card.id for card in ManaZone.parse(board).cards]
    return [source.id for source in Board.parse(board).sources]


def requests(seed: int, games: int | None) -> Iterator[Sent]:
    """Draw requests without end: of ever new games, or of so many again and again.

    A game that is played again has other versions of its boards, so only its questions are the
    same.
    """
    player = Player(seed)
    for played in count():
        if games is not None and played % games == 0:
            player.draw.seed(f"soak {seed}")
        yield from player.game()


def soak(
    number: int,
    *,
    seed: int = 0,
    games: int | None = None,
    command: Sequence[str] = SERVE,
    shown: bool = False,
) -> Figures:
    """Send so many requests to a server, each when the one before is answered.

    Parameters
    ----------
    number
        How many.
    seed, games
        As in `requests`.
    command
        Starts the server.
    shown
        Whether to report the progress on standard error.

    Raises
    ------
    AssertionError
        If an answer is not the one to its request.
    """
    figures = Figures()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        start = time.perf_counter()
        for place, sent in enumerate(islice(requests(seed, games), number), 1):
            before = time.perf_counter()
            server.stdin.write(sent.line)
            server.stdin.flush()
            answer = server.stdout.readline()
            figures.latencies.setdefault(sent.method, []).append(time.perf_counter() - before)
            check(sent, json.loads(answer))
            if place % max(number // 100, 1) == 0:
                figures.memory.append(resident(server.pid))
                if shown:
                    passed = time.perf_counter() - start
                    at = f"{place:,} requests, {place / passed:,.0f} a second"
                    print(f"{at}, {figures.memory[-1] / 1e6:.1f} MB", file=sys.stderr)
        figures.seconds = time.perf_counter() - start
        server.stdin.close()
        assert server.stdout.read() == b""
    assert server.returncode == 0
    return figures


def check(sent: Sent, answer: dict[str, Any]) -> None:
    """Hold an answer against its request."""
    asked = None if sent.code in (-32700, -32000) else json.loads(sent.line)["id"]
    assert answer["id"] == asked, (sent, answer)
    assert answer.get("error", {}).get("code") == sent.code, (sent, answer)


def environment() -> dict[str, str]:
    """Return the environment of the server: it finds the library as this process does."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def share(times: Sequence[float], part: float) -> float:
    """Return the time that such a part of the requests does not exceed."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)]


def report(figures: Figures) -> str:
    """Write the figures for people."""
    every = [one for each in figures.latencies.values() for one in each]
    rate = figures.number / figures.seconds
    lines = [f"{figures.number:,} requests in {figures.seconds:.1f} s: {rate:,.0f} a second", ""]
    lines.append(f"{'':<12} {'number':>9} {'p50 ms':>8} {'p99 ms':>8} {'most ms':>8}")
    for method, times in [("all", every), *sorted(figures.latencies.items())]:
        columns = [1e3 * share(times, part) for part in (0.5, 0.99, 1)]
        shown = " ".join(f"{each:>8.2f}" for each in columns)
        lines.append(f"{method:<12} {len(times):>9,} {shown}")
    lines += ["", "resident memory of the server"]
    last = len(figures.memory) - 1
    for part in (0, 0.25, 0.5, 0.75, 1):
        name = f"after {(int(last * part) + 1) / (last + 1):.0%}"
        lines.append(f"{name:<12} {figures.memory[int(last * part)] / 1e6:>9.1f} MB")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=10_000, help="how many requests")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, help="so many games again and again")
    given = parser.parse_args(arguments)
    print(report(soak(given.number, seed=given.seed, games=given.games, shown=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
