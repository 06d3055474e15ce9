"""Kinds of file that problems are read from and answers are written to, told by their names."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from enum import StrEnum
from typing import IO, TYPE_CHECKING, Any, cast

from autotap.models.errors import BackendUnavailableError, FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class FileKind(StrEnum):
    """How a file holds its records."""

    JSONL = ".jsonl"
    CSV = ".csv"
    PARQUET = ".parquet"


NAMES = "a name that ends in .jsonl, .csv, .jsonl.gz, .csv.gz or .parquet"


def kind_of(path: Path) -> FileKind:
    """Return the kind of a file, by its name.

    Raises
    ------
    FileError
        If the name does not tell.

    Examples
    --------
    >>> from pathlib import Path
    >>> kind_of(Path("problems.csv.gz"))
    <FileKind.CSV: '.csv'>
    """
    name = path.name.lower()
    plain = name.removesuffix(".gz")
    for kind in FileKind:
        if plain.endswith(kind) and (plain == name or kind is not FileKind.PARQUET):
            return kind
    raise FileError(str(path), NAMES)


def is_packed(path: Path) -> bool:
    """Tell whether a file is packed by gzip."""
    return path.name.lower().endswith(".gz")


@contextmanager
def opened(path: Path, mode: str = "rb") -> Iterator[IO[bytes]]:
    """Open a file for its bytes, which gzip may have packed.

    Raises
    ------
    FileError
        If what is packed is damaged.
    """
    if not is_packed(path):
        with path.open(mode) as file:
            yield cast("IO[bytes]", file)
        return
    try:
        with path.open(mode) as file, gzip.GzipFile("", mode, fileobj=file, mtime=0) as packed:
            yield cast("IO[bytes]", packed)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FileError(str(path), "a complete gzip file", hint=str(error)) from None


def polars() -> Any:
    """Return the library that reads and writes Parquet.

    Raises
    ------
    BackendUnavailableError
        If it is not installed; names the extra.
    """
    try:
        import polars
    except ImportError as error:
        message = "Parquet needs polars; pip install 'autotap[batch]'"
        raise BackendUnavailableError(message) from error
    return polars
