"""Batches on a Dask cluster of separate worker processes on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.errors import BackendUnavailableError
from autotap.solver.batch_files import solve_file
from autotap.solver.batch_files.cluster import LOOPBACK, dask_cluster, dask_mapper
from autotap.solver.chunk import Chunk, Fault
from tests.batch.drawn import deadly, drawn, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

distributed = pytest.importorskip("distributed", reason="needs the extra dask")
psutil = pytest.importorskip("psutil", reason="needs the extra dask")

PROBLEMS = [*drawn(80), "no JSON", *drawn(80, seed=2)]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lines(tmp_path_factory.mktemp("dask") / "problems.jsonl", PROBLEMS)


@pytest.fixture(scope="module")
def whole(lines: Path) -> bytes:
    """The answers of a batch in this process."""
    target = lines.with_name("whole.jsonl")
    solve_file(lines, target)
    return target.read_bytes()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes that are replaced when they die; no chunk is tried again by Dask."""
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",
            silence_logs=60,
        ) as made,
    ):
        yield made


def workers_of(pid: int) -> list[Any]:
    """The processes that a process has started to work for it."""
    started = psutil.Process(pid).children(recursive=True)
    return [each for each in started if "spawn_main" in " ".join(each.cmdline())]


def test_a_killed_worker_loses_and_doubles_nothing(
    cluster: Any, lines: Path, whole: bytes, tmp_path: Path
) -> None:
    with distributed.Client(cluster) as client:
        pids = set(client.run(os.getpid).values())
        assert len(pids) == 2

        def kill_one(done: int, total: int) -> None:
            if done == 30:
                psutil.Process(min(pids)).kill()

        target = tmp_path / "answers.jsonl"
        summary = solve_file(lines, target, mapper=dask_mapper(client), jobs=2, progress=kill_one)
        assert target.read_bytes() == whole
        assert summary.input.problems == 161
        assert min(pids) not in client.run(os.getpid).values()


def test_a_problem_that_kills_its_workers_takes_only_itself_down(cluster: Any) -> None:
    texts = tuple(f'{{"autotap": 1, "board": "{n} Plains", "pay": {{"cost": "w"}}}}' for n in "123")
    chunks = [
        Chunk(0, texts, "auto", None, 0),
        Chunk(1, (texts[0], "poison", texts[1]), "auto", None, 0),
    ]
    with distributed.Client(cluster) as client:
        first, second = dask_mapper(client)(deadly, chunks)
    assert (first.number, second.number) == (0, 1)
    assert not any(isinstance(outcome, Fault) for outcome in first.outcomes)
    good, bad, also_good = second.outcomes
    assert isinstance(bad, Fault)
    assert bad.type == "KilledWorker"
    assert not isinstance(good, Fault)
    assert not isinstance(also_good, Fault)


def test_the_command_listens_on_loopback_only_and_survives_a_kill(
    lines: Path, whole: bytes, tmp_path: Path
) -> None:
    """Everything in processes of its own, as from a terminal."""
    target = tmp_path / "answers.jsonl"
    command = [sys.executable, "-m", "autotap.solver.cli", "batch", str(lines), "-o", str(target)]
    process = subprocess.Popen(
        [*command, "--engine", "dask", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _wait_for(lambda: target.exists() and target.read_bytes().count(b"\n") > 1, process)
        family = [psutil.Process(process.pid), *workers_of(process.pid)]
        listening = {
            each.laddr.ip
            for one in family
            for each in one.net_connections("inet")
            if each.status == psutil.CONN_LISTEN
        }
        assert listening == {LOOPBACK}
        assert len(family) >= 3
        family[1].kill()
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, output) == (2, "")
    assert errors.splitlines()[0].startswith("autotap: 1 line has an error; line 81:")
    assert target.read_bytes() == whole


def _wait_for(condition: Any, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BackendUnavailableError, match=r"pip install 'autotap\[dask\]'"),
        dask_cluster(2),
    ):
        pass
