"""The command ``autotap payments``."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from autotap.solver.commands.answer import terms_text, used_text, write_json
from autotap.solver.commands.limited import within
from autotap.solver.commands.parameters import (
    AsJson,
    BoardOrZone,
    Cost,
    Given,
    Goal,
    Limits,
    PaidFor,
    Readings,
    State,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import problem_of_options
from autotap.solver.commands.terminal import CODES, reported, styled, table, write

if TYPE_CHECKING:
    from autotap.models.result import Result


@taking(Cost, BoardOrZone, State, PaidFor, Readings, Limits, Goal)
def payments(
    given: Given,
    *,
    order: Annotated[str, typer.Option(help="'best' first, or 'any'.")] = "best",
    pareto: Annotated[
        bool, typer.Option("--pareto", help="Only those that no other beats.")
    ] = False,
    first: Annotated[int, typer.Option(min=1, help="Most payments to list.")] = 20,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """List the distinct payments of COST that waste nothing; 1 if there is none."""
    from autotap.solver.enumeration import ways_of

    with reported(zone=given["--zone"] is not None):
        ways = ways_of(problem_of_options(given), order=order, pareto=pareto)

        def listed() -> tuple[list[Result], bool]:
            return [way.result for way in islice(ways, first)], next(ways, None) is not None

        results, is_cut = within(time_limit_s, listed)
    if json:
        from json import loads

        from autotap.models.codec import result_to_json

        found = [loads(result_to_json(result)) for result in results]
        write_json({"payments": found, "more": is_cut})
    else:
        number = f"the first {len(results)}" if is_cut else str(len(results))
        noun = "payment" if number == "1" else "payments"
        write(styled([("bold", f"{number} {noun}")]))
        rows = [(n, used_text(one), terms_text(one)) for n, one in enumerate(results, 1)]
        if rows:
            write(table(["", "uses", "and that costs"], rows))
    raise typer.Exit(0 if results else CODES["UNPAYABLE"])
