"""A batch that is ended, however that happens, is gone on with as if it had never been."""

from __future__ import annotations

import json
import multiprocessing
import sys
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.errors import FileError, ResumeError
from autotap.solver import batch
from autotap.solver.batch_files import run, solve_file
from autotap.solver.batch_files.journal import journal
from tests.batch.drawn import drawn, write_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PROBLEMS: list[Any] = [*drawn(40), "no JSON", *drawn(40, seed=2)]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "problems.jsonl", PROBLEMS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The answers of a batch that nothing interrupts."""
    folder = tmp_path_factory.mktemp("whole")
    source = write_lines(folder / "problems.jsonl", PROBLEMS)
    solve_file(source, folder / "answers.jsonl")
    return (folder / "answers.jsonl").read_bytes()


def interrupting(after: int) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    return progress


def size_after(whole: bytes, answers: int) -> int:
    """Bytes of the header and so many answers."""
    return sum(len(line) for line in whole.splitlines(keepends=True)[: answers + 1])


# --- going on ------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_batch_goes_on(lines: Path, tmp_path: Path, whole: bytes, jobs: int) -> None:
    target = tmp_path / "answers.jsonl"
    for before, after in ((0, 13), (13, 50)):
        with pytest.raises(KeyboardInterrupt):
            solve_file(lines, target, jobs=jobs, resume=True, progress=interrupting(after))
        assert target.read_bytes() == whole[: size_after(whole, after)]
        assert before < after
    summary = solve_file(lines, target, jobs=jobs, resume=True)
    assert target.read_bytes() == whole
    assert summary.resumed == 50
    assert (summary.statuses.total(), summary.errors.total()) == (80, 1)
    again = solve_file(lines, target, resume=True)
    assert (again.resumed, target.read_bytes()) == (81, whole)
    assert (again.statuses, again.errors) == (summary.statuses, summary.errors)
    assert again.first_error == summary.first_error


@pytest.mark.parametrize(
    "left",
    [
        lambda whole: 0,
        lambda whole: 30,
        lambda whole: size_after(whole, 0) - 1,
        lambda whole: size_after(whole, 0),
        lambda whole: size_after(whole, 20) - 1,
        lambda whole: size_after(whole, 20) + 1,
        lambda whole: len(whole) - 1,
        lambda whole: len(whole),
    ],
    ids=["empty", "torn header", "no break", "header", "no line break", "torn", "last", "all"],
)
def test_a_torn_last_line_is_dropped(
    lines: Path, tmp_path: Path, whole: bytes, left: Callable[[bytes], int]
) -> None:
    """Wherever the writing stopped, the file becomes what it would have been."""
    target = tmp_path / "answers.jsonl"
    target.write_bytes(whole[: left(whole)])
    solve_file(lines, target, resume=True)
    assert target.read_bytes() == whole


def test_only_what_is_missing_is_solved(
    lines: Path, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    original = batch.solve_many

    def solve_many(problems: Any, **options: Any) -> Any:
        asked.append(len(problems))
        return original(problems, **options)

    monkeypatch.setattr(run, "solve_many", solve_many)
    target = tmp_path / "answers.jsonl"
    target.write_bytes(whole[: size_after(whole, 60)])
    solve_file(lines, target, resume=True)
    assert asked == [21]


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl.gz", "answers.parquet"])
def test_files_that_are_made_at_the_end_go_on_too(lines: Path, tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("polars")
    whole, parts = tmp_path / f"whole-{name}", tmp_path / f"parts-{name}"
    solve_file(lines, whole)
    with pytest.raises(KeyboardInterrupt):
        solve_file(lines, parts, progress=interrupting(33))
    assert not parts.exists()
    assert (tmp_path / f"parts-{name}.journal").exists()
    assert solve_file(lines, parts, resume=True).resumed == 33
    assert parts.read_bytes() == whole.read_bytes()
    assert not (tmp_path / f"parts-{name}.journal").exists()


def test_a_killed_worker_loses_and_doubles_nothing(
    lines: Path, tmp_path: Path, whole: bytes
) -> None:
    others = set(multiprocessing.active_children())
    killed = []

    def kill_one(done: int, total: int) -> None:
        if done in (5, 45):
            worker = min(set(multiprocessing.active_children()) - others, key=lambda p: p.pid or 0)
            worker.kill()
            worker.join()
            killed.append(worker)

    target = tmp_path / "answers.jsonl"
    summary = solve_file(lines, target, jobs=2, progress=kill_one)
    assert len(set(killed)) == 2
    assert target.read_bytes() == whole
    assert set(summary.errors) == {"SchemaError"}


# --- what is refused -----------------------------------------------------------------------------


def refused(lines: Path, target: Path, **options: Any) -> str:
    """The message with which answers are refused; they stay as they are."""
    before = target.read_bytes()
    with pytest.raises(ResumeError) as caught:
        solve_file(lines, target, **options)
    assert target.read_bytes() == before
    assert str(target) in str(caught.value)
    return str(caught.value)


def test_answers_are_not_written_over(lines: Path, tmp_path: Path, whole: bytes) -> None:
    target = tmp_path / "answers.jsonl"
    target.write_bytes(whole)
    assert "resume, or remove it" in refused(lines, target)


def test_another_batch_is_not_gone_on_with(
    lines: Path, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "answers.jsonl"
    target.write_bytes(whole[: size_after(whole, 20)])
    for options, message in (
        ({"backend": "cp_sat"}, "another backend: 'auto', now 'cp_sat'"),
        ({"time_limit_s": 3.0}, "another time_limit_s: None, now 3.0"),
    ):
        assert message in refused(lines, target, resume=True, **options)
    monkeypatch.setattr(run, "version", lambda: "9.9")
    assert "another version" in refused(lines, target, resume=True)
    monkeypatch.undo()
    changed = write_lines(tmp_path / "changed.jsonl", [*PROBLEMS[:-1], "other"])
    assert "another input" in refused(changed, target, resume=True)
    moved = lines.rename(tmp_path / "moved.jsonl")
    solve_file(moved, target, resume=True)
    assert target.read_bytes() == whole


@pytest.mark.parametrize("content", [b"my diary\n", b'{"line": 1}\n', b"[1]\n", b"no line break"])
def test_a_file_of_another_sort_is_left_alone(lines: Path, tmp_path: Path, content: bytes) -> None:
    target = tmp_path / "answers.jsonl"
    target.write_bytes(content)
    assert refused(lines, target, resume=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [*lines[:5], *lines[6:]], "should be the answer to line 5"),
        (lambda lines: [*lines[:5], lines[4], *lines[5:]], "missing or there twice"),
        (lambda lines: [*lines, lines[-1]], "should be the end"),
        (lambda lines: [*lines[:5], b"\0" * 20 + b"\n", *lines[5:]], "Line 6 of it is damaged"),
        (lambda lines: [*lines[:5], b"{}\n", *lines[5:]], "Line 6 of it is damaged"),
        (
            lambda lines: [*lines[:5], lines[5].replace(b'"p4"', b'"p5"'), *lines[6:]],
            "should be the answer to line 5",
        ),
    ],
    ids=["missing", "twice", "too many", "zeros", "no answer", "another id"],
)
def test_damaged_answers_are_not_gone_on_with(
    lines: Path,
    tmp_path: Path,
    whole: bytes,
    change: Callable[[list[bytes]], list[bytes]],
    message: str,
) -> None:
    target = tmp_path / "answers.jsonl"
    target.write_bytes(b"".join(change(whole.splitlines(keepends=True))))
    assert message in refused(lines, target, resume=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of POSIX")
def test_two_writers_do_not_share_a_file(lines: Path, tmp_path: Path, whole: bytes) -> None:
    target = tmp_path / "answers.jsonl"
    target.write_bytes(whole[: size_after(whole, 20)])
    with (
        journal(target, resume=True),
        pytest.raises(FileError, match="Another batch is writing it"),
    ):
        solve_file(lines, target, resume=True)
    solve_file(lines, target, resume=True)
    assert target.read_bytes() == whole


def test_answers_name_no_times(whole: bytes) -> None:
    """Equal batches give equal files."""
    for line in whole.splitlines()[1:]:
        result = json.loads(line).get("result", {"wall_time_s": 0.0, "stages_s": {}})
        assert (result["wall_time_s"], result["stages_s"]) == (0.0, {})
