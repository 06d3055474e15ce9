"""The command ``autotap pay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autotap.solver.commands.answer import answer_lines
from autotap.solver.commands.parameters import (
    QUESTION,
    AsJson,
    Backend,
    Given,
    ProblemFile,
    Seed,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_asked, solved
from autotap.solver.commands.terminal import CODES, reported, styled, write

Picture = Annotated[
    Path | None,
    typer.Option("--picture", help="Also draw the answer into this file: .svg or .html."),
]


@taking(*QUESTION)
def pay(
    given: Given,
    *,
    file: ProblemFile = None,
    picture: Picture = None,
    backend: Backend = "auto",
    time_limit_s: TimeLimit = None,
    seed: Seed = 0,
    json: AsJson = False,
) -> None:
    """Pay COST from a board, a Duel Masters zone, or the problem in a file."""
    with reported(paths=file is not None, zone=given["--zone"] is not None):
        if picture is not None:
            from autotap.models.picture import check_picture_path, write_picture

            check_picture_path(picture)
        problem = problem_asked(given, file)
        result = solved(problem, backend=backend, time_limit_s=time_limit_s, seed=seed)
        if picture is not None:
            write_picture(result, picture)
    if json:
        from autotap.models.codec import result_to_json

        write(result_to_json(result) + "\n")
    else:
        write(styled(answer_lines(problem, result)))
    raise typer.Exit(CODES[result.status])
