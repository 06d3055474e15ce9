"""The example clients run, and show what the page of the protocol says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from autotap.solver.serve.messages import METHODS
from autotap.solver.serve.refusals import Code
from tests.conftest import ROOT
from tests.serve.talk import ENVIRONMENT, SERVE

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
CLIENTS = ROOT / "docs" / "clients"
TRANSCRIPT = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[-1]


def run(*command: str) -> str:
    """Run a client; what it prints."""
    done = subprocess.run(
        [*command, *SERVE],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def test_java(tmp_path: Path) -> None:
    """Compiled without a warning and without a library."""
    if shutil.which("javac") is None:
        pytest.skip("needs javac, of a JDK")
    javac = ["javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", str(tmp_path)]
    subprocess.run([*javac, str(CLIENTS / "AutotapClient.java")], check=True, timeout=120)
    assert run("java", "-cp", str(tmp_path), "AutotapClient") == TRANSCRIPT


def test_python() -> None:
    assert run(sys.executable, str(CLIENTS / "client.py")) == TRANSCRIPT


def test_clients_need_nothing_else() -> None:
    """Their imports are of the standard libraries."""
    java = (CLIENTS / "AutotapClient.java").read_text(encoding="utf-8")
    assert all(name.startswith("java.") for name in re.findall(r"^import (\S+);", java, re.M))
    python = (CLIENTS / "client.py").read_text(encoding="utf-8")
    names = re.findall(r"^(?:import|from) (\w+)", python, re.MULTILINE)
    assert set(names) <= sys.stdlib_module_names


def test_the_transcript_has_what_it_should() -> None:
    """Three payments, a change of the board, what each mana pays, and a question cancelled."""
    assert TRANSCRIPT.count("\npay ") == 3
    assert "the Island is tapped" in TRANSCRIPT
    assert re.search(r"^  \{U\} of i1 pays \{1\} of s1$", TRANSCRIPT, re.MULTILINE)
    assert str(Code.CANCELLED.value) in TRANSCRIPT


def test_the_page_names_every_method_and_error() -> None:
    rows = dict(re.findall(r"^\| (\S+) \| (\S+) \|", PAGE, re.MULTILINE))
    assert {int(code): name for code, name in rows.items() if code.startswith("-3")} == {
        code.value: f"`{code.name}`" for code in Code
    }
    named = re.findall(r"^\| `([a-z_/]+)` \| [a-z]", PAGE, re.MULTILINE)
    assert named == list(METHODS)
