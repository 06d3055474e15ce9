"""Reading small text files that nobody vouches for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import FileError, LimitError
from autotap.models.strict_json import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path


def text_in(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    LimitError
        If it has more than `MAX_BYTES` bytes; no more of it is read.
    FileError
        If it is no UTF-8 text.
    OSError
        If it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise LimitError(str(path), f"a file of at most {MAX_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(str(path), "UTF-8 text", hint=f"Near byte {error.start}") from None
