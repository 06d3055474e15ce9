"""Writing to the terminal: styled text, and errors with a caret under the place at fault."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from autotap.models.errors import (
    AutotapError,
    InputError,
    InternalError,
    SchemaError,
    UndecidedError,
)
from autotap.models.render import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

BAD_INPUT, UNDECIDED, FAULT, INTERRUPTED = 2, 3, 4, 130
CODES = {"OPTIMAL": 0, "FEASIBLE": 0, "UNPAYABLE": 1, "UNKNOWN": 3}
"""The exit code of each status."""

_OPTIONS = {
    "$.pay.cost": "COST",
    "$.pay.additional": "--additional",
    "$.pay.waterbend": "--waterbend",
    "$.pay.assist": "--assist",
    "$.pay.name": "--name",
    "$.pay.types": "--types",
    "$.pay.x_cost": "--x-cost",
    "$.pay.options": "--option",
    "$.board.text": "--board",
    "$.board.pool": "--pool",
    "$.board.life": "--life",
    "$.board.graveyard": "--graveyard",
    "$.board": "--board",
    "$.objective.life_floor": "--life-floor",
    "$.must_use": "--must-use",
    "$.forbid": "--forbid",
    "$.spare": "--spare",
    "$.keep": "--keep",
    "$.prefer": "--prefer",
    "$.require": "--require",
    "$.already_spent": "--already-spent",
    "$.objective": "--objective",
    "$.x": "--x",
}
"""What the paths of a problem are called on the command line; longer ones first."""

Line = tuple[str, str]
"""A style and a text."""


def styled(lines: list[Line]) -> str:
    """Make text of lines, with styles where standard output is a terminal that wants them."""
    from rich.text import Text

    console, written = _paper()
    for style, text in lines:
        console.print(Text(clean(text), style), soft_wrap=True)
    return written.getvalue()


def table(headings: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """Make a table, as wide as standard output where that is a terminal; numbers stand right.

    Parameters
    ----------
    headings
        What the columns are called.
    rows
        Their cells.

    Examples
    --------
    >>> print(table(["cost", "times"], [["{W}", 7], ["{U}{U}", 12]]), end="")
    cost    times
    {W}         7
    {U}{U}     12
    """
    from rich.table import Table
    from rich.text import Text

    cells = [[each if isinstance(each, int) else clean(each) for each in row] for row in rows]
    made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        numbers = bool(cells) and all(isinstance(row[place], int) for row in cells)
        made.add_column(heading, justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        made.add_row(*(Text(f"{each:,}" if isinstance(each, int) else each) for each in row))
    console, written = _paper(None if sys.stdout.isatty() else _UNBROKEN)
    console.print(made)
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines())


_UNBROKEN = 100_000


def _paper(width: int | None = None) -> tuple[Console, io.StringIO]:
    from rich.console import Console

    written = io.StringIO()
    plain = bool(os.environ.get("NO_COLOR"))
    terminal = not plain and (sys.stdout.isatty() or None)
    return Console(file=written, force_terminal=terminal, width=width), written


def write(text: str) -> None:
    """Write to standard output; a reader that has gone away is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(f"cannot write: {error.strerror}")
            raise typer.Exit(BAD_INPUT) from None


@contextmanager
def reported(*, paths: bool = False, zone: bool = False) -> Iterator[None]:
    """Turn errors into one message on standard error and an exit code.

    Parameters
    ----------
    paths
        Whether JSON paths mean something to the reader; otherwise the options are named.
    zone
        Whether the board is that of --zone.
    """
    try:
        yield
    except InternalError as error:
        complain(f"a fault of autotap itself: {error}")
        raise typer.Exit(FAULT) from None
    except InputError as error:
        complain(*_input_error(error, paths, zone))
        raise typer.Exit(BAD_INPUT) from None
    except UndecidedError as error:
        complain(str(error))
        raise typer.Exit(UNDECIDED) from None
    except AutotapError as error:
        complain(str(error))
        raise typer.Exit(BAD_INPUT) from None
    except OSError as error:
        complain(f"cannot read or write {error.filename or 'a file'}: {error.strerror or error}")
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def complain(*lines: str) -> None:
    """Write a message to standard error."""
    with suppress(BrokenPipeError):
        typer.echo(
            "\n".join(clean(line) for line in (f"autotap: {lines[0]}", *lines[1:])), err=True
        )


def _input_error(error: InputError, paths: bool, zone: bool) -> list[str]:
    """Say what is wrong, with a caret under the place where it is."""
    text, hint = error.text, error.hint
    if not paths:
        hint = re.sub(r"\bAt (?=--|COST)", "In ", _named(hint, zone))
        if isinstance(error, SchemaError):
            text = _named(text, zone)
    said = f"expected {error.expected}"
    if hint:
        said += f". {hint}"
    if error.position is not None:
        return [f"{error.subject}: {said}", *_caret(text, error.position)]
    if text != error.text:
        return [f"{text}: {said}"]
    return [f"{error.subject} {_shortened(text)!r}: {said}"]


_PATH = re.compile(r"\$(?:\.\w+|\[[^\]]*\])+")


def _named(text: str, zone: bool) -> str:
    """Put the names of options in the place of paths."""
    return _PATH.sub(lambda found: _option(found[0], zone), text)


def _option(path: str, zone: bool) -> str:
    """Return the option that a path belongs to, with the key in it; the path itself if none."""
    for start, option in _OPTIONS.items():
        if path == start or path.startswith((f"{start}.", f"{start}[")):
            name = "--zone" if zone and option == "--board" else option
            key = re.match(r"\.\w+", path[len(start) :])
            return f"{name} {key[0][1:]}" if key else name
    return path


_WIDTH = 76


def _shortened(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."


def _caret(text: str, position: int) -> list[str]:
    """Show the line around a position, and a caret under it."""
    from rich.cells import cell_len

    start = max(text.rfind(end, 0, position) for end in "\r\n") + 1
    line = re.split(r"[\r\n]", text[start:], maxsplit=1)[0].expandtabs(1)
    column = position - start
    left = max(0, column - _WIDTH // 2)
    before = clean(line[left:column])
    shown = before + clean(line[column : left + _WIDTH])
    dots = "..." if left else ""
    return [f"  {dots}{shown}", " " * (2 + len(dots) + cell_len(before)) + "^"]
