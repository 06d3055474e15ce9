"""The command ``autotap schema``."""

from __future__ import annotations

from typing import Annotated

import typer

from autotap.solver.commands.terminal import reported, write


def schema(
    message: Annotated[
        str | None,
        typer.Argument(help="As 'solve.request', 'solve.response' or 'error'; all if left out."),
    ] = None,
) -> None:
    """Write the JSON Schema of a MESSAGE of the engine protocol, or of all messages."""
    from json import dumps

    from autotap.solver.serve.schema import schema as schema_of

    with reported():
        found = schema_of(message)
    write(dumps(found, ensure_ascii=False, indent=1) + "\n")
