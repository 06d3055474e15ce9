"""Every code block of the README and of the pages is run, or checked in another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.pages import blocks_of, run_page

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, tmp_path: Path) -> None:
    """One page, its blocks in their order."""
    if fault := run_page(name, (ROOT / name).read_text(encoding="utf-8"), tmp_path):
        pytest.fail(fault, pytrace=False)


def test_no_block_escapes() -> None:
    """Each fence of a page begins or ends a block that is found."""
    for name in PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        fences = sum(line.lstrip().startswith("```") for line in page.splitlines())
        assert fences == 2 * len(blocks_of(page)), name


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```python\n>>> 1 + 1\n3\n```", "Expected"),
        ("```python\nx = 1\n```\n```python\n>>> x\n2\n```", "page:4"),
        ("```python\nassert False\n```", "AssertionError"),
        ('```console\n$ autotap pay "{W}" --board Island\n```', "exit code 1"),
        ("```console\n$ echo one\ntwo\n```", "got"),
        ("```console\n$ echo one\n$ false\n```", "exit code 1"),
        ("```console\nnothing\n```", "no command"),
        ("```console\n$ make nothing\n```", "no nothing"),
        ("```console\n$ pip install 'autotap[nothing]'\n```", "no nothing"),
        ("```console\n$ python -m benchmarks.targets --nothing\n```", "no --nothing"),
        ('```json\n{"a": }\n```', "Expecting value"),
        ("```jsonl\n{}\n[\n```", "Expecting value"),
        ("```text\n$ autotap pay\n```", "command in a drawing"),
        ("- list\n\n  ```cobol\n  STOP RUN.\n  ```", "no check for the language 'cobol'"),
        ("```\nx\n```", "no check for the language ''"),
    ],
)
def test_what_is_wrong_is_found(page: str, fault: str, tmp_path: Path) -> None:
    """The check above can fail."""
    folder = tmp_path / "page"
    folder.mkdir()
    assert fault in run_page("page", page, folder)


def test_a_page_is_one_session(tmp_path: Path) -> None:
    """What a block leaves is there for the next ones, in Python and in the folder."""
    page = (
        "```python\n>>> from pathlib import Path\n>>> x = 1\n```\n"
        "```python\n_ = Path('n.txt').write_text(str(x + 1))\n```\n"
        "```console\n$ cat n.txt\n2\n$ cat <<END\n> {n}\n> END\n{n}\n```"
    )
    folder = tmp_path / "page"
    folder.mkdir()
    assert run_page("page", page, folder) == ""
