"""Problems for batches, the files that hold them, and what the answers have to be."""

from __future__ import annotations

import json
import os
import random
import signal
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap import solver
from autotap.models.codec import problem_from_json, result_to_json
from autotap.solver.chunk import Chunk, Reply, solve_chunk

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SOURCES = "Plains; Island; Tundra; Forest; Adarkar Wastes; Sol Ring; Azorius Signet; Mystic Gate"
COSTS = "{W}{U} {1}{W} {2}{U} {W}{W} {G} {3}{W}{U} {1}{W/P} {R}".split()


def drawn(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Draw problems with ids, about half of which can be paid; few are equal."""
    draw = random.Random(seed)
    problems = []
    for place in range(number):
        names = draw.sample(SOURCES.split("; "), draw.randint(1, 5))
        board = {"text": "; ".join(names), "life": draw.randint(1, 60)}
        pay = {"cost": draw.choice(COSTS)}
        problems.append({"id": f"p{place}", "autotap": 1, "board": board, "pay": pay})
    return problems


def write_lines(file: Path, problems: Iterable[Any]) -> Path:
    """Write a line each: what is a text as it is, everything else as JSON."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in problems]
    file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return file


def expected(problem: dict[str, Any]) -> dict[str, Any]:
    """What `solve` says to a problem, as a batch writes it."""
    bare = {key: value for key, value in problem.items() if key != "id"}
    result = solver.solve(problem_from_json(json.dumps(bare)))
    untimed = replace(result, wall_time_s=0.0, stages_s={})
    said: dict[str, Any] = json.loads(result_to_json(untimed))
    return said


def answers(file: Path) -> list[dict[str, Any]]:
    """The answers in a file of JSON lines, without its header."""
    header, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert header["autotap_batch"] == 1
    return lines


def deadly(chunk: Chunk) -> Reply:
    """Solve a chunk, but die of a problem that is named poison."""
    if any("poison" in str(source) for source in chunk.sources):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_chunk(chunk)
