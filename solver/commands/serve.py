"""The command ``autotap serve``."""

from __future__ import annotations

import logging
import os
import sys
from typing import Annotated

import typer

from autotap.solver.commands.terminal import INTERRUPTED


def serve(
    queue: Annotated[int, typer.Option(min=1, help="Most requests that wait.")] = 256,
    boards: Annotated[int, typer.Option(min=1, help="Most boards that are kept.")] = 1_024,
    line_bytes: Annotated[int, typer.Option(min=100, help="Longest line.")] = 1_000_000,
) -> None:
    """Answer a game engine on standard input and output: JSON-RPC 2.0, one object per line."""
    from autotap.solver.serve.answers import Limits
    from autotap.solver.serve.server import Server

    logging.basicConfig(stream=sys.stderr, format="autotap: %(levelname)s: %(message)s")
    source = open(os.dup(0), "rb")  # noqa: SIM115 - until the process ends
    sink = open(os.dup(1), "wb")  # noqa: SIM115
    os.dup2(2, 1)  # whatever else is printed
    try:
        Server(source, sink, Limits(line_bytes, queue, boards)).run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
