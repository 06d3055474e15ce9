"""A bar for a long run, on standard error where that is a terminal."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Shown:
    """How far a run is.

    Parameters
    ----------
    show
        Called with what is done and what there is to do.
    """

    def __init__(self, show: Callable[[int, int], object]) -> None:
        self._show = show
        self.done = 0
        self.total = 0

    def tell(self, done: int, total: int) -> None:
        """Take note of what is done, and show it."""
        self.done, self.total = done, total
        self._show(done, total)


@contextmanager
def shown_progress() -> Iterator[Shown]:
    """Show a bar with what is done, the rate and the time that remains; nothing off a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        yield Shown(lambda done, total: None)
        return
    columns = (
        BarColumn(None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f} a second,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=None, rate=0.0)

        def show(done: int, total: int) -> None:
            bar = progress.tasks[task]
            if bar.total is None:
                progress.reset(task, total=total, completed=done)
            progress.update(task, completed=done, rate=bar.speed or 0.0)

        yield Shown(show)
