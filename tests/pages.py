"""Runs the code blocks of a Markdown page, in the order of the page.

Every block has a language, and every language is checked:

``python``
    One session a page. With ``>>>`` as a doctest, without as a module that is executed.
``console``
    Lines after ``$`` are run in an empty folder that belongs to the page, and must end with exit
    code 0; lines between them are what is printed, if any are shown. Plain calls of autotap are run
    in this process, all others by bash. What takes long is checked instead: that a target of make,
    an extra or an option exists.
``json``, ``jsonl``
    Must be JSON, as a whole or line by line.
``text``
    A drawing, or what a test of its own reads (the dialogue in ``docs/protocol.md``); no command.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
import traceback
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

from autotap.solver.cli import app
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FENCE = re.compile(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_AUTOTAP = f"""\
#!/bin/sh
exec {sys.executable} -c "from autotap.solver.cli import main; main()" "$@"
"""
_IN_PROCESS = {"castable", "explain", "max-x", "options", "pay", "payments", "turn"}
_SHELL = {"|", "||", "&&", "&", ";", "<", "<<", ">", ">>"}
_LONG = re.compile(r"^(?:make\b|pip install\b|python -m (?:benchmarks|tests)\b)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block.

    Parameters
    ----------
    language
        The word after the fence.
    text
        What is in it, without the indentation of the fence.
    line
        Line of the page on which it begins, from 1.
    """

    language: str
    text: str
    line: int


def blocks_of(page: str) -> list[Block]:
    """List the fenced blocks of a page."""
    found = []
    for match in _FENCE.finditer(page):
        indent, language, text = match.groups()
        text = re.sub(f"^{indent}", "", text, flags=re.MULTILINE)
        line = page.count("\n", 0, match.start()) + 1
        found.append(Block(language.split(" ")[0], text, line))
    return found


class PageRunner:
    """Runs blocks one after the other.

    Parameters
    ----------
    name
        Name of the page, for messages.
    folder
        Where its commands run; empty at the start.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.session: dict[str, Any] = {"__name__": "__main__"}
        self.path = folder.with_name(f"{folder.name}-bin")
        self.path.mkdir()
        command = self.path / "autotap"
        command.write_text(_AUTOTAP, encoding="utf-8")
        command.chmod(0o755)
        self.environment = os.environ | {
            "COLUMNS": "100",
            "PATH": f"{self.path}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(sys.path),
            "XDG_CACHE_HOME": str(self.path),
        }

    def faults(self, block: Block) -> str:
        """Run one block; what is wrong with it, or nothing."""
        checks = {
            "python": self._python,
            "console": self._console,
            "json": _json,
            "jsonl": _json_lines,
            "text": _drawing,
        }
        where = f"{self.name}:{block.line}"
        if block.language not in checks:
            return f"{where}: no check for the language {block.language!r}"
        fault = checks[block.language](block)
        return f"{where}: {fault}" if fault else ""

    def _python(self, block: Block) -> str:
        if ">>>" not in block.text:
            try:
                exec(compile(block.text, f"{self.name}:{block.line}", "exec"), self.session)
            except Exception:
                return traceback.format_exc()
            return ""
        report: list[str] = []
        parser = doctest.DocTestParser()
        example = parser.get_doctest(block.text, {}, self.name, self.name, block.line)
        example.globs = self.session
        runner = doctest.DocTestRunner(verbose=False, optionflags=_FLAGS)
        runner.run(example, out=report.append, clear_globs=False)
        return "".join(report)

    def _console(self, block: Block) -> str:
        for command, shown in _commands(block.text):
            if _LONG.match(command):
                fault = _missing(command)
            else:
                code, printed = self._run(command)
                fault = _differing(shown, code, printed)
            if fault:
                return f"{command}\n{fault}"
        return "" if block.text.startswith("$ ") else "no command"

    def _run(self, command: str) -> tuple[int, str]:
        """Run a command; its exit code and what it prints."""
        words = _words(command)
        if words[0] == "autotap" and words[1] in _IN_PROCESS and not _SHELL & set(words):
            called = CliRunner().invoke(app, words[1:], env=self.environment)
            return called.exit_code, called.output
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout


def _words(command: str) -> list[str]:
    """Split a command into words, with what has a meaning for the shell as words of its own."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return list(lexer)


def _differing(shown: str, code: int, printed: str) -> str:
    """Compare what a command prints with what is shown."""
    if code:
        return f"exit code {code}\n{printed}"
    if shown and not doctest.OutputChecker().check_output(shown, printed, _FLAGS):
        return f"expected:\n{shown}\ngot:\n{printed}"
    return ""


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Split a console block into commands, each with what is shown to be printed."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *rest = part.splitlines()
        while rest and rest[0].startswith("> "):
            command += "\n" + rest.pop(0).removeprefix("> ")
        yield command, "".join(f"{line}\n" for line in rest)


def _missing(command: str) -> str:
    """Check that what a long command names is there."""
    words = shlex.split(command, comments=True)
    if words[0] == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        names = [word for word in words[1:] if "=" not in word]
        there = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    elif words[0] == "pip":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        names = re.findall(r"[\w-]+", " ".join(re.findall(r"\[(.*?)\]", command)))
        there = set(project["optional-dependencies"])
    else:
        names = [word for word in words if word.startswith("--")]
        there = set(re.findall(r"--[a-z-]+", _help_of(words[2])))
    missing = sorted(set(names) - there)
    return f"there is no {', '.join(missing)}" if missing else ""


@cache
def _help_of(module: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def _json(block: Block) -> str:
    try:
        json.loads(block.text)
    except ValueError as error:
        return str(error)
    return ""


def _json_lines(block: Block) -> str:
    for line in block.text.splitlines():
        if fault := _json(Block("json", line, block.line)):
            return fault
    return ""


def _drawing(block: Block) -> str:
    is_code = re.search(r"^(?:\$|>>>) ", block.text, re.MULTILINE)
    return "a command in a drawing" if is_code else ""


def run_page(name: str, page: str, folder: Path) -> str:
    """Run the blocks of a page; what is wrong with them, or nothing."""
    runner = PageRunner(name, folder)
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        return "\n".join(filter(None, map(runner.faults, blocks_of(page))))
