"""A limit of time for one problem of a long run."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise `TimeoutError` where the body takes longer; only in the main thread of a process."""

    def overtime(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done in {seconds} seconds")

    signal.signal(signal.SIGALRM, overtime)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
