"""Makes a page of each notebook when the pages are built: what it says, runs and shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the notebooks to the pages; mkdocs calls this when it has found the others."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        page = page_of(notebook, path.name)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=page))
    return files


def page_of(notebook: dict[str, Any], name: str) -> str:
    """Write a notebook as Markdown, after its first cell where it is found.

    Examples
    --------
    >>> code = {"cell_type": "code", "source": ["1 + 1"],
    ...         "outputs": [{"output_type": "execute_result", "data": {"text/plain": ["2"]}}]}
    >>> print(page_of({"cells": [{"cell_type": "markdown", "source": ["# Sum"]}, code]}, "a.ipynb"))
    # Sum
    <BLANKLINE>
    *This page shows `notebooks/a.ipynb` with its outputs.*
    <BLANKLINE>
    ````python
    1 + 1
    ````
    <BLANKLINE>
    ````text
    2
    ````
    <BLANKLINE>
    """
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"````python\n{source}\n````")
            parts += map(_shown, cell["outputs"])
    parts.insert(1, f"*This page shows `notebooks/{name}` with its outputs.*")
    return "\n\n".join(parts) + "\n"


def _shown(output: dict[str, Any]) -> str:
    """Write an output in its richest form."""
    forms = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
    if picture := forms.get("image/png"):
        return f'<img class="plot" alt="Plot" src="data:image/png;base64,{picture.strip()}">'
    if html := forms.get("text/html"):
        return f'<div class="shown">\n{"".join(_lines(html))}</div>'
    text = forms.get("text/plain", "".join(output.get("text", "")))
    return f"````text\n{text.rstrip()}\n````"


def _lines(html: str) -> Iterator[str]:
    """Leave out empty lines, which would end a block of HTML in Markdown."""
    return (f"{line}\n" for line in html.splitlines() if line.strip())
