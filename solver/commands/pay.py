"""The command ``autotap pay``."""

from __future__ import annotations

import typer

from autotap.solver.commands.answer import answer_lines
from autotap.solver.commands.parameters import (
    QUESTION,
    AsJson,
    Given,
    ProblemFile,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_asked, solved
from autotap.solver.commands.terminal import CODES, reported, styled, write


@taking(*QUESTION)
def pay(
    given: Given, *, file: ProblemFile = None, time_limit_s: TimeLimit = None, json: AsJson = False
) -> None:
    """Pay COST from a board, a Duel Masters zone, or the problem in a file."""
    with reported(paths=file is not None):
        problem = problem_asked(given, file)
        result = solved(problem, time_limit_s)
    if json:
        from autotap.models.codec import result_to_json

        write(result_to_json(result) + "\n")
    else:
        write(styled(answer_lines(problem, result)))
    raise typer.Exit(CODES[result.status])
