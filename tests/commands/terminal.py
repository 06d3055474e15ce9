"""The command line in a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def in_terminal(*arguments: str, **environment: str) -> tuple[str, int]:
    """Run the command line with a terminal of 100 columns; what it shows, and its exit code."""
    ours, theirs = pty.openpty()
    usual = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "autotap.solver.cli", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=usual | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"} | environment,
    )
    os.close(theirs)
    shown = bytearray()
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return shown.decode(), process.wait(timeout=60)
