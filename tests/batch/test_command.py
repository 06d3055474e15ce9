"""``autotap batch``, as it is seen from a terminal and from a program."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from autotap.solver.cli import app
from tests.batch.drawn import answers, drawn, write_lines
from tests.commands.terminal import in_terminal

if TYPE_CHECKING:
    from pathlib import Path

PROBLEMS = drawn(200)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "problems.jsonl", PROBLEMS)


def run(*arguments: object) -> tuple[int, str, str]:
    """Exit code, output, messages."""
    done = CliRunner().invoke(app, ["batch", *map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


def test_quiet_off_a_terminal(lines: Path, tmp_path: Path) -> None:
    target = tmp_path / "answers.jsonl"
    assert run(lines, "-o", target) == (0, "", "")
    assert len(answers(target)) == 200


def test_a_summary_for_programs(lines: Path, tmp_path: Path) -> None:
    target = tmp_path / "answers.jsonl"
    code, output, errors = run(lines, "--output", target, "--jobs", "2", "--json")
    summary = json.loads(output)
    assert (code, errors) == (0, "")
    assert summary["problems"] == 200
    assert sum(summary["statuses"].values()) == 200
    assert (summary["resumed"], summary["errors"], summary["first_error"]) == (0, {}, None)
    _, output, _ = run(lines, "--output", target, "--resume", "--json")
    assert json.loads(output) | {"seconds": 0} == summary | {"resumed": 200, "seconds": 0}


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    problems: list[Any] = [*PROBLEMS[:3], "{", PROBLEMS[1], PROBLEMS[0] | {"pay": {"cost": "{"}}]
    source = write_lines(tmp_path / "problems.jsonl", problems)
    code, output, errors = run(source, "-o", tmp_path / "answers.jsonl")
    assert (code, output) == (2, "")
    first, second, third = errors.splitlines()
    assert first.startswith("autotap: 2 lines have errors; line 4: JSON '{' at position 1:")
    assert second == "autotap: 1 problem has no id, out of 6"
    assert third == (
        "autotap: 2 problems have the id of an earlier one: 'p1' in lines 2 and 5, "
        "'p0' in lines 1 and 6"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--backend", "oracle"], "one of auto, greedy"),
        (["--jobs", "0"], "--jobs"),
        (["--engine", "ray"], "--engine"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler needs --engine dask"),
        (["--time-limit-s", "inf"], "finite"),
        (["-o", "answers.txt"], "a name that ends in"),
        (["-o", "problems.jsonl"], "another file"),
        (["-o", "there.jsonl"], "resume, or remove it"),
        (["-o", "there.jsonl", "--resume"], "no header of a batch"),
        (["-o", "nowhere/answers.jsonl"], "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_begun_is_code_2(
    lines: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(lines.parent)
    (lines.parent / "there.jsonl").write_text("mine\n")
    code, output, errors = run("problems.jsonl", "-o", "answers.jsonl", *more)
    assert (code, output) == (2, "")
    assert message in " ".join(errors.split())
    assert "Traceback" not in errors
    assert (lines.parent / "there.jsonl").read_text() == "mine\n"
    assert not (lines.parent / "answers.jsonl").exists()


def test_a_missing_input(tmp_path: Path) -> None:
    code, _, errors = run(tmp_path / "nowhere.jsonl", "-o", tmp_path / "answers.jsonl")
    assert code == 2
    assert "nowhere.jsonl" in errors


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_one_message(lines: Path, tmp_path: Path) -> None:
    target = tmp_path / "answers.jsonl"
    target.symlink_to("/dev/full")
    code, _, errors = run(lines, "-o", target, "--resume")
    assert code == 2
    assert len(errors.splitlines()) == 1


# --- on a terminal -------------------------------------------------------------------------------


def test_a_bar_and_a_table_on_a_terminal(lines: Path, tmp_path: Path) -> None:
    """What is done, the rate, the time that remains; then what came of it."""
    shown, code = in_terminal("batch", str(lines), "-o", str(tmp_path / "answers.jsonl"))
    assert code == 0
    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown)
    assert re.search(r"━ 200/200 [\d,]+ a second, 0:00:00 left", text)
    assert re.search(r"answers +number\r?\n(?:OPTIMAL|UNPAYABLE) +\d+\r?\n", text)
    assert re.search(r"problems +200\r?\n[\d.]+ s, [\d,]+ problems a second", text)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_what_is_done_and_says_how_to_go_on(tmp_path: Path, jobs: int) -> None:
    source = write_lines(tmp_path / "problems.jsonl", drawn(300))
    target, whole = tmp_path / "answers.jsonl", tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "autotap.solver.cli", "batch", str(source), "-o", str(target)]
    process = subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    until = time.monotonic() + 60
    while not (target.exists() and target.read_bytes().count(b"\n") > 20):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    found = re.fullmatch(
        r"autotap: interrupted; (\d+) of 300 problems are answered for (.*)\. "
        r"The same command with --resume goes on\n",
        errors,
    )
    assert found, errors
    done = len(answers(target))
    assert done - 1 <= int(found[1]) <= done < 300
    assert run(source, "-o", target, "--resume", "--jobs", jobs)[0] == 0
    assert run(source, "-o", whole)[0] == 0
    assert target.read_bytes() == whole.read_bytes()
