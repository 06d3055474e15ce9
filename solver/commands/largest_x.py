"""The command ``autotap max-x``."""

from __future__ import annotations

import typer

from autotap.solver.commands.answer import write_json
from autotap.solver.commands.parameters import (
    AsJson,
    BoardOrZone,
    Cost,
    Given,
    PaidFor,
    Readings,
    State,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_of_options
from autotap.solver.commands.terminal import CODES, reported, write


@taking(Cost, BoardOrZone, State, PaidFor, Readings)
def max_x(given: Given, *, time_limit_s: TimeLimit = None, json: AsJson = False) -> None:
    """Find the largest X with which COST can be paid from a board or zone; 1 if there is none."""
    from autotap.solver.largest_x import Unbounded
    from autotap.solver.largest_x import max_x as largest_x

    with reported(zone=given["--zone"] is not None):
        problem = problem_of_options(given)
        largest = largest_x(problem.spell, problem.board, time_limit_s=time_limit_s)
    if json:
        write_json({"max_x": largest.value if isinstance(largest, Unbounded) else largest})
    elif largest is None:
        write("no X can be paid\n")
    else:
        unbounded = isinstance(largest, Unbounded)
        write("X can be as large as you like\n" if unbounded else f"the largest X is {largest}\n")
    raise typer.Exit(CODES["UNPAYABLE"] if largest is None else 0)
