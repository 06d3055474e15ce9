"""Shell completion."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def shell(name: str, script: str, home: Path) -> str:
    """What a script prints in a shell in which ``autotap`` is a command."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"needs {name}")
    folder = home / "bin"
    folder.mkdir(exist_ok=True)
    command = folder / "autotap"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m autotap.solver.cli "$@"\n')
    command.chmod(0o755)
    environment = os.environ | {
        "HOME": str(home),
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [path, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


COMPLETE = """
source {script}
COMP_WORDS=({words}) COMP_CWORD={place}
_autotap_completion autotap
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ("autotap ca", 1, {"castable"}),
        ("autotap b", 1, {"batch", "bench"}),
        ("autotap pay --conv", 2, {"--convoke"}),
        ("autotap batch --en", 2, {"--engine"}),
        ("autotap batch --engine d", 3, {"dask"}),
        ("autotap pay --kind a", 3, {"ability"}),
    ],
)
def test_bash_completes(tmp_path: Path, words: str, place: int, expected: set[str]) -> None:
    """The script that is shown, used as bash uses it."""
    script = tmp_path / "completion.sh"
    script.write_text(shell("bash", "autotap --show-completion; true", tmp_path))
    shown = shell(
        "bash", COMPLETE.format(script=script, words=words, place=place), tmp_path
    ).splitlines()
    assert set(shown) == expected


def test_bash_is_told_for_good(tmp_path: Path) -> None:
    said = shell("bash", "autotap --install-completion; true", tmp_path)
    assert "bash completion installed" in said
    startup = (tmp_path / ".bashrc").read_text()
    assert "autotap" in startup
    wanted = COMPLETE.format(script=tmp_path / ".bashrc", words="autotap expl", place=1)
    assert shell("bash", wanted, tmp_path).split() == ["explain"]
