"""Execute the notebooks and keep their outputs: ``python -m notebooks.run [FILE.ipynb ...]``.

It needs ``pip install -e '.[notebooks]'``. A cell with the tag ``times`` shows how long something
took: its output differs from run to run.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nbformat import NotebookNode

FOLDER = Path(__file__).parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
CELL_LIMIT_S = 300


def notebooks() -> list[Path]:
    """Return the notebooks of the project, in the order in which they are read."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> NotebookNode:
    """Read a notebook with the outputs that it keeps."""
    import nbformat

    notebook: NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def executed(path: Path) -> NotebookNode:
    """Execute a notebook in a fresh kernel and return it with its new outputs.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises.
    """
    import matplotlib.font_manager  # noqa: F401 - its notice about fonts, once, belongs to no cell
    from nbclient import NotebookClient

    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=CELL_LIMIT_S,
        kernel_name=KERNEL["name"],
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(FOLDER.parent)}},
    )
    with tempfile.TemporaryDirectory() as settings:
        client.execute(env={**os.environ, "IPYTHONDIR": settings})
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return notebook


def main(arguments: Sequence[str]) -> None:
    """Execute the notebooks named, or all, and write them back."""
    import nbformat

    for path in map(Path, arguments) if arguments else notebooks():
        nbformat.write(executed(path), path)  # type: ignore[no-untyped-call]
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
