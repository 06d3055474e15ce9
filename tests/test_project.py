"""The project files agree with the folders, and what is installed is complete."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.models.mtg.catalogue import CATALOGUE
from autotap.models.mtg.cost import ManaCost
from autotap.solver.demo import Demo, load_demos
from tests.conftest import ROOT

SOURCES = ("models", "solver")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """The contents of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _folders_with_code() -> set[str]:
    files = (path for top in SOURCES for path in (ROOT / top).rglob("*.py"))
    return {"autotap." + ".".join(path.parent.relative_to(ROOT).parts) for path in files}


def test_packages_are_the_folders(project: dict[str, Any]) -> None:
    """Every folder with code is installed, and nothing else."""
    packages = project["tool"]["setuptools"]["packages"]
    assert packages == sorted(_folders_with_code())


def test_only_mapped_names_are_installed(project: dict[str, Any]) -> None:
    """No generic name reaches a user's environment, and the bare parent stays a namespace."""
    setuptools = project["tool"]["setuptools"]
    assert setuptools["package-dir"] == {f"autotap.{top}": top for top in SOURCES}
    assert all(name.split(".")[0] == "autotap" for name in setuptools["packages"])
    assert "autotap" not in setuptools["packages"]


def test_every_package_has_an_init() -> None:
    """A folder without it would be a namespace that other code could extend by accident."""
    for package in _folders_with_code():
        folder = ROOT.joinpath(*package.split(".")[1:])
        assert (folder / "__init__.py").is_file(), package


def test_data_files_are_shipped(project: dict[str, Any]) -> None:
    """Whatever in the source folders is no code is named as package data."""
    patterns = project["tool"]["setuptools"]["package-data"]
    for top in SOURCES:
        assert (ROOT / top / "py.typed").is_file()
        data = {
            path
            for path in (ROOT / top).rglob("*")
            if path.is_file() and path.suffix not in {".py", ".pyc"}
        }
        named = {path for glob in patterns[f"autotap.{top}"] for path in (ROOT / top).glob(glob)}
        assert data <= named


def test_models_import_the_standard_library_only() -> None:
    """Third-party imports in `models` are lazy, but for the records of the codec."""
    third_party = re.compile(
        r"^(?:import|from) (?:ortools|networkx|numpy|msgspec|typer|rich)\b", re.M
    )
    for path in (ROOT / "models").rglob("*.py"):
        if path.stem.endswith("records"):
            continue
        assert not third_party.search(path.read_text(encoding="utf-8")), path


def test_imports_are_absolute() -> None:
    """The mapped packages refer to each other by their installed names."""
    relative = re.compile(
        r"^\s*(?:from \.|import (?:models|solver)\b|from (?:models|solver)\b)", re.M
    )
    for top in SOURCES:
        for path in (ROOT / top).rglob("*.py"):
            assert not relative.search(path.read_text(encoding="utf-8")), path


def test_demo_boards_are_varied() -> None:
    """Both games, the kinds of source that make payment hard, and one board of 100 sources."""
    demos = load_demos()
    assert len(demos) >= 12
    assert len({demo.title for demo in demos}) == len(demos)
    assert sum(demo.game == "dm" for demo in demos) >= 4
    magic = [demo for demo in demos if demo.game == "mtg"]
    boards = " ".join(demo.board for demo in magic)
    for name in ("Signet", "Mystic Gate", "Underground River", "Sol Ring", "Snow-Covered"):
        assert name in boards
    assert any("/P}" in demo.cost and demo.life <= 5 for demo in magic)
    assert {way for demo in magic for way in demo.alternatives} >= {"convoke", "delve"}


@pytest.mark.parametrize("demo", load_demos(), ids=lambda demo: demo.title)
def test_demo_texts_are_readable(demo: Demo) -> None:
    """Every board and cost is in the text form of its game, and every name is known."""
    if demo.game == "dm":
        assert ManaZone.parse(demo.board).untapped
        assert DuelMastersCost.parse(demo.cost).civilizations
    else:
        assert Board.parse(demo.board).sources
        assert ManaCost.parse(demo.cost)
    assert demo.why.endswith(".")


def test_the_large_demo_board_has_no_two_sources_alike() -> None:
    """100 entries, each with other abilities."""
    largest = max((demo.board for demo in load_demos()), key=len)
    names = largest.split("; ")
    assert len(names) == 100
    assert len({CATALOGUE[name].abilities for name in names}) == 100
