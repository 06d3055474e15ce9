"""The pages build without a warning, tell all public names, and load nothing from the network."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import runpy
import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

import autotap.models
import autotap.solver
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("mkdocs", reason="the pages need pip install 'autotap[docs]'")

_LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
_ELSEWHERE = re.compile(r"(?:https?:)?//")


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build pages as `make docs` does."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config)]
    return subprocess.run(
        [*command, "--site-dir", str(site)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the project."""
    for top in ("models", "solver"):
        assert (ROOT / ".dev" / "autotap" / top).is_dir(), "make dev"
    folder = tmp_path_factory.mktemp("pages") / "site"
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return folder


class _Loads(HTMLParser):
    """Collects what a page loads from elsewhere, and the ids on it."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        loaded = values.get(_LOADED.get(tag, "")) or ""
        if _ELSEWHERE.match(loaded) or re.search(
            r"url\(\W?(https?:)?//", values.get("style") or ""
        ):
            self.elsewhere.append(loaded)


def read(page: str) -> _Loads:
    """Read a page."""
    parser = _Loads()
    parser.feed(page)
    return parser


def _object(place: str) -> object:
    """What has a place in the reference; None for a member of a class."""
    module, _, name = place.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        return None


def test_every_public_name_is_told(site: Path) -> None:
    """What the two packages export has a place in the reference."""
    pages = (site / "reference").glob("*.html")
    places = set[str]().union(*(read(page.read_text(encoding="utf-8")).ids for page in pages))
    told = [_object(place) for place in sorted(places) if place.startswith("autotap.")]
    for package in (autotap.models, autotap.solver):
        for name in package.__all__:
            assert any(getattr(package, name) is each for each in told), name


def test_examples_are_code(site: Path) -> None:
    """An example outside of its section would be read as a quotation in a quotation."""
    for page in (site / "reference").glob("*.html"):
        assert not re.search(r"<blockquote>\s*<blockquote>", page.read_text(encoding="utf-8")), page


def test_nothing_is_loaded_from_the_network(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        assert not read(page.read_text(encoding="utf-8")).elsewhere, page
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\W?(?:https?:)?//", text), style


def test_what_is_loaded_from_elsewhere_is_found() -> None:
    """The check above can fail."""
    for tag in (
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="//cdn.example/x.css">',
        '<p style="background: url(http://cdn.example/x.png)">',
    ):
        assert read(tag).elsewhere
    assert not read('<a href="https://example.org">a link</a><img src="x.png">').elsewhere


def test_the_page_of_a_notebook() -> None:
    """The example of the code that writes it."""
    code = runpy.run_path(str(ROOT / "docs" / "notebook_pages.py"))
    report: list[str] = []
    (example,) = doctest.DocTestFinder().find(code["page_of"], "page_of", globs=code)
    doctest.DocTestRunner(verbose=False).run(example, out=report.append)
    assert example.examples
    assert not report, "".join(report)


def test_notebooks_are_pages(site: Path) -> None:
    """With their code, and what they show."""
    page = (site / "notebooks" / "2_batch_analysis.html").read_text(encoding="utf-8")
    assert '<img class="plot" alt="Plot" src="data:image/png' in page
    assert '<div class="shown">' in page
    assert "feasibility" in page


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ("[a page](gone.md), [a place](#gone)", ("'gone.md', but the target is", "'#gone'")),
        ("::: autotap.solver.gone", ("Could not collect 'autotap.solver.gone'",)),
    ],
)
def test_a_page_with_faults_is_refused(page: str, faults: tuple[str, ...], tmp_path: Path) -> None:
    """Links to nothing and a name that is not there are errors."""
    pages = tmp_path / "docs"
    pages.mkdir()
    (pages / "index.md").write_text(f"# Page\n\n{page}\n", encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {pages}\nhooks: []\nextra_css: []\n"
        "nav: [index.md]\n",
        encoding="utf-8",
    )
    done = build(config, tmp_path / "site")
    assert done.returncode != 0
    for fault in faults:
        assert fault in done.stderr
