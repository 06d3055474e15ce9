"""The command ``autotap options``."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from autotap.solver.commands.answer import write_json
from autotap.solver.commands.limited import within
from autotap.solver.commands.parameters import AsJson, Given, MagicBoard, State, TimeLimit, taking
from autotap.solver.commands.question import board_asked
from autotap.solver.commands.terminal import reported, styled, write


@taking(MagicBoard, State)
def options(
    given: Given,
    *,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Most pools to look at; a million if left out.")
    ] = None,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """List every maximal pool that the mana abilities of a board can make."""
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import mana_list_text
    from autotap.solver.options import LIMIT, mana_options

    with reported():
        found = mana_options(cast("Board", board_asked(given)), limit=limit or LIMIT)
        pools = within(time_limit_s, lambda: [mana_list_text(pool) for pool in found])
    if json:
        write_json({"pools": pools})
    else:
        heading = f"{len(pools)} maximal {'pool' if len(pools) == 1 else 'pools'}"
        write(styled([("bold", heading), *(("", f"  {each or 'nothing'}") for each in pools)]))
