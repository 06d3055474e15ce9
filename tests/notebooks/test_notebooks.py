"""The notebooks run, and what they show is what they keep."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

import pytest

from notebooks.run import KERNEL, executed, notebooks, read
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from nbformat import NotebookNode

WHY = "notebooks need pip install 'autotap[notebooks]'"
nbclient = pytest.importorskip("nbclient", reason=WHY)
nbformat = pytest.importorskip("nbformat", reason=WHY)
for library in ("ipykernel", "matplotlib"):
    pytest.importorskip(library, reason=WHY)

NOTEBOOKS = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
MAX_PICTURE = 150_000
"""Bytes of the largest picture."""


def code_cells(notebook: NotebookNode) -> list[Any]:
    """Return the cells that are executed."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kind(output: Any) -> tuple[str, ...]:
    """Return what an output is made of."""
    return (output.output_type, output.get("name", ""), *sorted(output.get("data", ())))


def texts(output: Any) -> list[str]:
    """Return what an output says, of HTML only the words."""
    data = output.get("data", {})
    html = re.sub(r"<style>.*?</style>|<[^>]*>", " ", data.get("text/html", ""), flags=re.DOTALL)
    return [output.get("text", ""), data.get("text/plain", ""), " ".join(html.split())]


def differences(kept: NotebookNode, fresh: NotebookNode) -> list[str]:
    """Say where outputs differ: in kind, or in text where that is not how long something took."""
    found = []
    for old, new in zip(code_cells(kept), code_cells(fresh), strict=True):
        if list(map(kind, old.outputs)) != list(map(kind, new.outputs)):
            found.append(f"cell {old.id}: other kinds of output")
        elif "times" not in old.metadata.get("tags", ()):
            found += [
                f"cell {old.id} keeps\n{before}\nand shows\n{now}"
                for before, now in zip(old.outputs, new.outputs, strict=True)
                if texts(before) != texts(now)
            ]
    return found


def test_there_are_four() -> None:
    """In the order in which they are read."""
    assert [path.stem[0] for path in notebooks()] == ["1", "2", "3", "4"]


@NOTEBOOKS
def test_a_fresh_run_shows_what_is_kept(path: Path) -> None:
    """No cell raises, and every text is the one that is kept."""
    assert not differences(read(path), executed(path)), "run: make notebooks"


@NOTEBOOKS
def test_kept_as_a_single_run_in_order(path: Path) -> None:
    """Under a kernel that everybody has, without errors, warnings and folders of a machine."""
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata == {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert {output.output_type for output in outputs} <= {
        "stream",
        "display_data",
        "execute_result",
    }
    assert {output.name for output in outputs if output.output_type == "stream"} <= {"stdout"}
    said = "\n".join(text for output in outputs for text in texts(output))
    assert not re.search(r"Warning\b|/home/|/root/|/tmp/|/Users/|site-packages", said)
    assert str(ROOT) not in said


@NOTEBOOKS
def test_reads_well_without_running(path: Path) -> None:
    """A title first, text before most code, pictures of modest size, no names from outside."""
    notebook = read(path)
    assert notebook.cells[0].source.startswith("# ")
    assert sum(cell.cell_type == "markdown" for cell in notebook.cells) >= 8
    pictures = [
        base64.b64decode(output.data["image/png"])
        for cell in code_cells(notebook)
        for output in cell.outputs
        if "image/png" in output.get("data", ())
    ]
    assert all(len(picture) < MAX_PICTURE for picture in pictures)
    assert len(pictures) >= (0 if path.stem.startswith("1") else 1)
    shown = (form for c in code_cells(notebook) for o in c.outputs for form in o.get("data", ()))
    assert "text/html" in set(shown)


def _notebook(*sources: str) -> NotebookNode:
    cells = [
        nbformat.v4.new_code_cell(source, id=f"cell-{number}")
        for number, source in enumerate(sources)
    ]
    notebook: NotebookNode = nbformat.v4.new_notebook(cells=cells)
    return notebook


def test_a_cell_that_raises_is_not_kept(tmp_path: Path) -> None:
    """Execution stops there."""
    path = tmp_path / "wrong.ipynb"
    nbformat.write(_notebook("from autotap.models import Board", "Board.parse('2 Plians')"), path)
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="Did you mean Plains"):
        executed(path)


def test_differences_are_found() -> None:
    """In a text, in the kind of an output, but not in how long something took."""
    kept, fresh = _notebook("1"), _notebook("1")
    kept.cells[0].outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "1"})]
    fresh.cells[0].outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "2"})]
    assert differences(kept, kept) == []
    assert len(differences(kept, fresh)) == 1
    kept.cells[0].metadata["tags"] = ["times"]
    assert differences(kept, fresh) == []
    fresh.cells[0].outputs = []
    assert len(differences(kept, fresh)) == 1
