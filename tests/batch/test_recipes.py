"""The recipes of the page about batches: Dask on a cluster, Ray and Spark with stand-ins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from autotap.solver import solve_many
from tests.batch.drawn import drawn
from tests.conftest import ROOT
from tests.pages import blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEXTS = [
    json.dumps({key: value for key, value in problem.items() if key != "id"})
    for problem in drawn(80)
]


def recipe(name: str) -> Any:
    """A function that the page defines."""
    page = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")
    (block,) = [each for each in blocks_of(page) if each.text.startswith(f"def {name}(")]
    session: dict[str, Any] = {}
    exec(compile(block.text, f"docs/batch.md:{block.line}", "exec"), session)
    return session[name]


def statuses(items: Any) -> list[str]:
    return [str(item.result.status) for item in items]


@pytest.fixture(scope="module")
def wanted() -> list[str]:
    return statuses(solve_many(TEXTS))


def test_dask(wanted: list[str]) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra dask")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        items = recipe("with_dask")(TEXTS, cluster.scheduler_address)
        assert statuses(items) == wanted


def test_ray_as_far_as_a_stand_in_goes(monkeypatch: pytest.MonkeyPatch, wanted: list[str]) -> None:
    sent = 0

    def remote(function: Callable[..., Any]) -> SimpleNamespace:
        def send(*arguments: Any) -> Any:
            nonlocal sent
            sent += 1
            return lambda: function(*arguments)

        return SimpleNamespace(remote=send)

    ray = SimpleNamespace(
        remote=remote, get=lambda sent: sent(), cluster_resources=lambda: {"CPU": 2.0}
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert statuses(recipe("with_ray")(TEXTS)) == wanted
    assert sent > 1


def test_spark_as_far_as_a_stand_in_goes(tmp_path: Path, wanted: list[str]) -> None:
    class Lines:
        def __init__(self, parts: list[Iterator[str]]) -> None:
            self.parts = parts

        def mapPartitions(self, function: Any) -> Lines:  # noqa: N802 - the name in Spark
            return Lines([function(part) for part in self.parts])

        def saveAsTextFile(self, path: str) -> None:  # noqa: N802 - the name in Spark
            Path(path).write_text("".join(f"{each}\n" for part in self.parts for each in part))

    parts = [iter(TEXTS[:50]), iter([*TEXTS[50:], "no JSON"])]
    context = SimpleNamespace(textFile=lambda path: Lines(parts))
    recipe("with_spark")(context, "problems", str(tmp_path / "answers"))
    *answers, last = map(json.loads, (tmp_path / "answers").read_text().splitlines())
    assert [answer["status"] for answer in answers] == wanted
    assert last["error"] == "SchemaError"
