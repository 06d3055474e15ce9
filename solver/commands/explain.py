"""The command ``autotap explain``."""

from __future__ import annotations

from typing import Annotated

import typer

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
def explain(
    given: Given,
    *,
    file: ProblemFile = None,
    using: Annotated[
        list[str] | None, typer.Option(help="Id of a source: why not use it as well?")
    ] = None,
    instead_of: Annotated[
        list[str] | None, typer.Option(help="Id of a source: why not leave it alone?")
    ] = None,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """Explain why COST cannot be paid and what would help, or why it is paid as it is."""
    from autotap.models.explanation import explanation_to_json
    from autotap.solver.explanation import explain_result

    with reported(paths=file is not None, zone=given["--zone"] is not None):
        explanation = explain_result(
            solved(problem_asked(given, file), time_limit_s=time_limit_s),
            using=using or (),
            instead_of=instead_of or (),
            time_limit_s=time_limit_s,
        )
    if json:
        write(explanation_to_json(explanation) + "\n")
    else:
        write(styled([("", str(explanation))]))
    raise typer.Exit(CODES[explanation.result.status])
