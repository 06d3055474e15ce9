"""What is released installs and runs outside of the source tree, and holds what it should."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

_LEFT_OUT = (".*", "__pycache__", "build", "dist", "*.egg-info")


@dataclass(frozen=True, slots=True)
class Release:
    """A wheel and the source archive that it was built from.

    Parameters
    ----------
    project
        The copy of the project that was released.
    wheel, sdist
        The files.
    """

    project: Path
    wheel: Path
    sdist: Path


@dataclass(frozen=True, slots=True)
class Environment:
    """A fresh environment with the wheel in it.

    Parameters
    ----------
    folder
        Its folder.
    """

    folder: Path

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of its programs, in an empty folder and without this one's search path."""
        elsewhere = self.folder.parent / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        return subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=elsewhere,
            env={name: text for name, text in os.environ.items() if name != "PYTHONPATH"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def _build(project: Path, folder: Path) -> Release:
    """Build as `python -m build` does: the wheel from the source archive; no network is used."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(
        [*command, str(project)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Release(project, wheel, sdist)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Wheel and source archive of a copy of the project."""
    folder = tmp_path_factory.mktemp("release")
    project = folder / "project"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    return _build(project, folder / "dist")


@pytest.fixture(scope="module")
def environment(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The wheel in an environment of its own, beside what it depends on."""
    folder = tmp_path_factory.mktemp("fresh") / "environment"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    install = ["install", "--quiet", "--no-deps", "--no-index", str(release.wheel)]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), *install], check=True, timeout=120
    )
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return Environment(folder)


def names_in_wheel(wheel: Path) -> set[str]:
    """List the files of a wheel but for those that describe it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def names_of_project(project: Path) -> set[str]:
    """List the files of the source folders under the names that they are installed by."""
    return {
        f"autotap/{path.relative_to(project).as_posix()}"
        for top in ("models", "solver")
        for path in (project / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_source_folders_and_nothing_else(release: Release) -> None:
    names = names_in_wheel(release.wheel)
    assert names == names_of_project(release.project)
    assert {"autotap/models/py.typed", "autotap/solver/py.typed"} <= names


def test_a_file_that_is_not_shipped_is_found_out(release: Release, tmp_path: Path) -> None:
    """The comparison above tells."""
    project = tmp_path / "project"
    shutil.copytree(release.project, project)
    (project / "solver" / "forgotten.bin").write_bytes(b"data")
    missing = names_of_project(project) - names_in_wheel(release.wheel)
    assert "autotap/solver/forgotten.bin" in missing


def test_the_source_archive_holds_what_tests_and_pages_need(release: Release) -> None:
    with tarfile.open(release.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        *("CHANGELOG.md", "CITATION.cff", "LICENSE", "Makefile", "mkdocs.yml", "pyproject.toml"),
        *("docs/index.md", "benchmarks/targets.py", "tests/conftest.py", "solver/py.typed"),
    } <= names
    assert not [name for name in names if "__pycache__" in name]


def test_the_command_runs(environment: Environment) -> None:
    paid = environment.run("autotap", "pay", "{W}{U}", "--board", "Plains; Azorius Signet")
    assert paid.returncode == 0, paid.stderr
    assert "pay {1} with that {W} into Azorius Signet: {W}{U}" in paid.stdout
    assert environment.run("autotap", "pay", "{W}", "--board", "Island").returncode == 1
    assert environment.run("autotap", "demo").returncode == 0


def test_it_is_imported_from_where_it_is_installed(environment: Environment) -> None:
    code = """
import importlib.metadata, json, autotap.models, autotap.solver, autotap.solver.demo
print(json.dumps({
    "files": [autotap.models.__file__, autotap.solver.__file__],
    "demos": len(autotap.solver.demo.load_demos()),
    "bare": hasattr(__import__("autotap"), "__version__"),
    "version": importlib.metadata.version("autotap"),
}))
"""
    told = environment.run("python", "-c", code)
    assert told.returncode == 0, told.stderr
    facts = json.loads(told.stdout)
    assert all(Path(file).is_relative_to(environment.folder) for file in facts["files"])
    assert facts["demos"] > 10
    assert not facts["bare"]
    assert facts["version"] == _project()["version"]


def test_the_environment_is_not_this_one(environment: Environment) -> None:
    """Without the wheel nothing is found there."""
    removed = environment.folder.parent / "removed"
    (installed,) = environment.folder.glob("lib/python*/site-packages/autotap")
    installed.rename(removed)
    try:
        assert "ModuleNotFoundError" in environment.run("python", "-c", "import autotap").stderr
    finally:
        removed.rename(installed)


def _project() -> dict[str, str]:
    project: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def test_all_files_tell_the_same_version() -> None:
    """The project, the first heading of the changelog and the citation, with the same date."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+) - (\S+)$", changes, re.MULTILINE)
    version, date = headings[0]
    assert version == _project()["version"]
    assert f"\nversion: {version}\n" in citation
    assert f'\ndate-released: "{date}"\n' in citation
