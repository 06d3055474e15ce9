"""The command ``autotap batch``."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autotap.solver.commands.answer import write_json
from autotap.solver.commands.parameters import Backend, TimeLimit
from autotap.solver.commands.progress import Shown, shown_progress
from autotap.solver.commands.terminal import (
    BAD_INPUT,
    INTERRUPTED,
    complain,
    reported,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.batch_files import Summary
    from autotap.solver.workers import Mapper


class Engine(StrEnum):
    """What runs the workers."""

    PROCESSES = "processes"
    DASK = "dask"


def batch(
    problems: Annotated[
        Path, typer.Argument(help="Problems: .jsonl or .csv, each also with .gz, or .parquet.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where the answers go; the same kinds of file.")
    ],
    *,
    jobs: Annotated[int, typer.Option(min=1, help="Number of worker processes.")] = 1,
    engine: Annotated[Engine, typer.Option(help="What runs them.")] = Engine.PROCESSES,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Address of a Dask cluster to join, as tcp://10.0.0.5:8786."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the answers that are there.")
    ] = False,
    backend: Backend = "auto",
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the summary as JSON.")] = False,
) -> None:
    """Solve every problem in a file, and write the answers to another one.

    Lines that cannot be solved are answered by their error, and the exit code is 2 then. What is
    answered survives an interruption: --resume goes on after it.
    """
    if scheduler is not None and engine is not Engine.DASK:
        raise typer.BadParameter("--scheduler needs --engine dask")
    with reported():
        from autotap.solver.batch_files import solve_file

        start = time.perf_counter()
        with shown_progress() as shown:
            try:
                with _engine(engine, jobs, scheduler) as (mapper, calls):
                    summary = solve_file(
                        problems,
                        output,
                        jobs=calls,
                        mapper=mapper,
                        resume=resume,
                        progress=shown.tell,
                        backend=backend,
                        time_limit_s=time_limit_s,
                    )
            except KeyboardInterrupt:
                complain(_how_to_go_on(shown, output))
                raise typer.Exit(INTERRUPTED) from None
        _warn(summary)
        _tell(summary, time.perf_counter() - start, json=json)
    raise typer.Exit(BAD_INPUT if summary.errors else 0)


@contextmanager
def _engine(
    engine: Engine, jobs: int, scheduler: str | None
) -> Iterator[tuple[Mapper | None, int]]:
    if engine is Engine.PROCESSES:
        yield None, jobs
        return
    from autotap.solver.batch_files.cluster import dask_cluster

    with dask_cluster(jobs, scheduler) as cluster:
        yield cluster


def _how_to_go_on(shown: Shown, output: Path) -> str:
    if not shown.total:
        return "interrupted before the first answer"
    return (
        f"interrupted; {shown.done:,} of {shown.total:,} problems are answered for {output}. "
        "The same command with --resume goes on"
    )


def _warn(summary: Summary) -> None:
    """Say what is wrong with the input, on a terminal or not."""
    found = summary.input
    if summary.first_error is not None:
        line, error = summary.first_error
        number = summary.errors.total()
        has = "line has an error" if number == 1 else "lines have errors"
        complain(f"{number:,} {has}; line {line}: {error}")
    if found.without_id and found.without_id < found.problems:
        complain(f"{_problems(found.without_id)} no id, out of {found.problems:,}")
    if found.repeats:
        named = ", ".join(f"{id!r} in lines {a} and {b}" for id, a, b in found.repeated)
        complain(f"{_problems(found.repeats)} the id of an earlier one: {named}")


def _problems(number: int) -> str:
    return f"{number:,} {'problem has' if number == 1 else 'problems have'}"


def _tell(summary: Summary, seconds: float, *, json: bool) -> None:
    found = summary.input
    if json:
        write_json(
            {
                "problems": found.problems,
                "resumed": summary.resumed,
                "statuses": dict(summary.statuses),
                "errors": dict(summary.errors),
                "first_error": summary.first_error,
                "without_id": found.without_id,
                "repeated_ids": found.repeats,
                "seconds": round(seconds, 3),
            }
        )
    elif sys.stderr.isatty():
        solved = found.problems - summary.resumed
        rows = [(name, number) for name, number in summary.statuses.most_common()]
        rows += [(name, number) for name, number in summary.errors.most_common()]
        rows.append(("problems", found.problems))
        if summary.resumed:
            rows.append(("answered before", summary.resumed))
        typer.echo(table(["answers", "number"], rows), nl=False, err=True)
        typer.echo(f"{seconds:.1f} s, {solved / seconds:,.0f} problems a second", err=True)
