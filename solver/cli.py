"""The command line: ``autotap pay``, ``max-x``, ``castable``, ``options``, ``payments`` and more.

Exit codes: 0 paid or answered, 1 not payable, 2 bad input, 3 not decided in time, 4 a fault of
autotap itself, 130 interrupted.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from autotap.solver.commands.batch import batch
from autotap.solver.commands.bench import bench
from autotap.solver.commands.castable import castable
from autotap.solver.commands.demo import demo
from autotap.solver.commands.explain import explain
from autotap.solver.commands.largest_x import max_x
from autotap.solver.commands.options import options
from autotap.solver.commands.pay import pay
from autotap.solver.commands.payments import payments
from autotap.solver.commands.schema import schema
from autotap.solver.commands.serve import serve
from autotap.solver.commands.terminal import write
from autotap.solver.commands.turn import turn
from autotap.solver.version import version

_EXIT_CODES = (
    "Exit codes: 0 paid or answered, 1 not payable, 2 bad input, 3 not decided in time, "
    "4 a fault of autotap itself."
)
app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Pay costs in the best way, with proof.",
    epilog=_EXIT_CODES,
)
for command in (
    *(pay, castable, max_x, options, payments, explain, turn),
    *(batch, bench, serve, schema, demo),
):
    app.command(command.__name__.replace("_", "-"), epilog=_EXIT_CODES)(command)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="autotap")


def _version(wanted: bool) -> None:
    if wanted:
        write(f"autotap {version()}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


if __name__ == "__main__":
    main()
