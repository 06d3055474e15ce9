"""A file of problems on real boards: ``python -m benchmarks.problem_file 100000 p.jsonl``."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from autotap.models.codec import problem_to_json
from benchmarks.throughput import problems, read_questions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models import Problem


def write_problems(drawn: Iterable[Problem], file: Path) -> None:
    """Write problems a line each, with their number as id."""
    with file.open("w", encoding="utf-8") as lines:
        for number, problem in enumerate(drawn):
            lines.write(f'{{"id": {number}, {problem_to_json(problem)[1:]}\n')


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.problem_file", description=__doc__)
    parser.add_argument("number", type=int, help="number of problems")
    parser.add_argument("file", type=Path, help="where to write them")
    parser.add_argument("--seed", type=int, default=1, help="seed of the problems (default 1)")
    arguments = parser.parse_args()
    drawn = islice(problems(read_questions(), arguments.seed), arguments.number)
    write_problems(drawn, arguments.file)


if __name__ == "__main__":
    main()
