"""A bar that shows how far a long import is, on a terminal only."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WIDTH = 30
_PAUSE_S = 0.1


@contextmanager
def progress(title: str) -> Iterator[Callable[[float], None]]:
    """Give a function that is told the share done, from 0 to 1.

    Where standard error is no terminal nothing is written.

    Examples
    --------
    >>> with progress("cards") as show:
    ...     show(0.5)
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda share: None
        return
    shown = "".join(c if c.isprintable() else "?" for c in title)[:40]
    last = 0.0

    def show(share: float) -> None:
        nonlocal last
        now = monotonic()
        if now - last < _PAUSE_S:
            return
        last = now
        full = round(_WIDTH * min(max(share, 0.0), 1.0))
        bar = "#" * full + "-" * (_WIDTH - full)
        sys.stderr.write(f"\rreading {shown} [{bar}] {share:4.0%}")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
