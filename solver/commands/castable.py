"""The command ``autotap castable``."""

from __future__ import annotations

import typer

from autotap.solver.commands.answer import write_json
from autotap.solver.commands.parameters import (
    AsJson,
    BoardOrZone,
    Costs,
    Given,
    Readings,
    State,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_of_options
from autotap.solver.commands.terminal import CODES, reported, table, write


@taking(BoardOrZone, State, Readings)
def castable(
    given: Given, *, costs: Costs, time_limit_s: TimeLimit = None, json: AsJson = False
) -> None:
    """Tell which of the COSTs can be paid, each for itself; 1 if none can."""
    from autotap.solver.hand import castable as which
    from autotap.solver.payable import time_left

    with reported(zone=given["--zone"] is not None):
        problems = {cost: problem_of_options(given | {"COST": cost}) for cost in costs}
        left = time_left(time_limit_s)
        answers: dict[str, bool] = {}
        for cost, problem in problems.items():
            answers |= which({cost: problem.spell}, problem.board, time_limit_s=left())
    if json:
        write_json({"castable": answers})
    else:
        rows = [(cost, "yes" if yes else "no") for cost, yes in answers.items()]
        write(table(["cost", "castable"], rows))
    raise typer.Exit(0 if any(answers.values()) else CODES["UNPAYABLE"])
