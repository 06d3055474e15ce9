"""Every code block of the README runs: Python as a doctest, shell lines as commands."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line.removeprefix("$ ")
    for language, block in BLOCKS
    if language == "console"
    for line in block.splitlines()
    if line.startswith("$ ")
]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    """No block escapes the checks below."""
    assert {language for language, _ in BLOCKS} == {"python", "console"}


def test_python_blocks() -> None:
    """One session in the order of the page: lines after >>> give what is shown."""
    session = "\n".join(block for language, block in BLOCKS if language == "python")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(example, out=report.append)
    assert example.examples
    assert not report, "".join(report)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str) -> None:
    """`autotap` lines end with the exit code 0; `make` lines name targets that exist."""
    program, *arguments = shlex.split(command, comments=True)
    if program == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        targets = [argument for argument in arguments if "=" not in argument]
        assert targets
        assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    else:
        assert program == "autotap"
        code = "from autotap.solver.cli import main; main()"
        subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, check=True, timeout=60)
