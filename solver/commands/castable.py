"""The command ``autotap castable``."""

from __future__ import annotations

from typing import Annotated

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
    given: Given,
    *,
    costs: Costs,
    jointly: Annotated[
        bool, typer.Option("--jointly", help="One after another, as many as possible.")
    ] = False,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """Tell which of the COSTs can be paid, each for itself or jointly; 1 if none can."""
    from autotap.solver.hand import castable as which

    with reported(zone=given["--zone"] is not None):
        problems = {}
        for number, cost in enumerate(costs):
            again = costs[:number].count(cost)
            name = f"{cost} {again + 1}" if again else cost
            problems[name] = problem_of_options(given | {"COST": cost})
        spells = {name: problem.spell for name, problem in problems.items()}
        board = next(iter(problems.values())).board
        answers = which(spells, board, jointly=jointly, time_limit_s=time_limit_s)
    if json:
        write_json({"castable": answers})
    else:
        rows = [(cost, "yes" if yes else "no") for cost, yes in answers.items()]
        write(table(["cost", "castable"], rows))
    raise typer.Exit(0 if any(answers.values()) else CODES["UNPAYABLE"])
