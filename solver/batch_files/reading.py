"""Problems in a file, one a line or a row, read as they are needed."""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from dataclasses import dataclass
from json import dumps
from typing import IO, TYPE_CHECKING, Any

from msgspec import UNSET, MsgspecError, Struct, UnsetType
from msgspec.json import Decoder

from autotap.models.errors import FileError, InputError, SchemaError
from autotap.models.strict_json import MAX_BYTES, load_json
from autotap.solver.batch_files.kinds import FileKind, kind_of, opened, polars
from autotap.solver.batch_files.rows import check_columns, problem_text
from autotap.solver.chunk import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

Id = str | int | None
"""What the sender calls a problem."""

SLICE = 10_000
"""Rows of a Parquet file that are read at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where a problem stands in its file.

    Parameters
    ----------
    number
        Number of its line, or of its row in a Parquet file, from 1. A row of CSV that has several
        lines counts by the first.
    id
        What the sender calls it, None if nothing.
    content
        Its text, or the cells of its row by column; a `Fault` if the row has not the right cells.
    """

    number: int
    id: Id
    content: bytes | Mapping[str, Any] | Fault

    def source(self) -> str | bytes | Fault:
        """Return the problem without its id, as a batch takes it.

        Examples
        --------
        >>> Line(7, "a", b'{"id": "a", "autotap": 1, "pay": {"cost": "{W}"}}').source()
        '{"autotap": 1, "pay": {"cost": "{W}"}}'
        """
        try:
            if isinstance(self.content, bytes):
                return _without_id(self.content)
            return self.content if isinstance(self.content, Fault) else problem_text(self.content)
        except InputError as error:
            return Fault.of(error)


def read_lines(path: Path) -> Iterator[Line]:
    """Read the problems of a file, in order and as they are asked for.

    Raises
    ------
    FileError
        If the name of the file does not tell its kind, a table has other columns than problems
        have, or a file is damaged.
    BackendUnavailableError
        If its kind needs a library that is not installed.
    OSError
        If it cannot be read.
    """
    readers = {
        FileKind.JSONL: _json_lines,
        FileKind.CSV: _csv_lines,
        FileKind.PARQUET: _parquet_lines,
    }
    return readers[kind_of(path)](path)


def _id(value: object) -> Id:
    """Return an id that can be written as JSON; an empty one is none."""
    if value is None or value is UNSET or value == "":
        return None
    return value if isinstance(value, int) else str(value).encode(errors="replace").decode()


# --- JSON lines ----------------------------------------------------------------------------------


class _Named(Struct):
    id: Id | UnsetType = UNSET


_named = Decoder(_Named)


def _json_lines(path: Path) -> Iterator[Line]:
    with opened(path) as file:
        for number, line in enumerate(_bounded(file), 1):
            text = line.removeprefix(b"\xef\xbb\xbf").strip()
            if text:
                yield Line(number, _id(_id_of(text)), text)


def _bounded(file: IO[bytes]) -> Iterator[bytes]:
    """Yield lines, each cut to one byte more than a problem may have."""
    while line := file.readline(MAX_BYTES + 1):
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = file.readline(MAX_BYTES + 1)
        yield line


def _id_of(text: bytes) -> Id | UnsetType:
    try:
        return _named.decode(text).id
    except MsgspecError:
        return UNSET


def _without_id(text: bytes) -> str | bytes:
    if _id_of(text) is UNSET:
        return text
    data = load_json(text)
    del data["id"]
    return dumps(data)


# --- tables --------------------------------------------------------------------------------------


def _csv_lines(path: Path) -> Iterator[Line]:
    with opened(path) as file, _limited_cells():
        rows = csv.reader(io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline=""))
        try:
            header = next(rows, [])
            check_columns(str(path), header)
            before = rows.line_num
            for row in rows:
                number, before = before + 1, rows.line_num
                if len(row) == len(header):
                    cells = dict(zip(header, row, strict=True))
                    yield Line(number, _id(cells.get("id")), cells)
                elif row:
                    error = SchemaError(f"a row of {len(row)} cells", f"{len(header)} of them")
                    yield Line(number, None, Fault.of(error))
        except csv.Error as error:
            hint = f"Near line {rows.line_num}: {error}"
            raise FileError(str(path), "a table as CSV", hint=hint) from None


@contextmanager
def _limited_cells() -> Iterator[None]:
    """Let a cell be as large as a problem may be."""
    before = csv.field_size_limit(MAX_BYTES)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _parquet_lines(path: Path) -> Iterator[Line]:
    library = polars()
    try:
        table = library.scan_parquet(path)
        check_columns(str(path), table.collect_schema().names())
        start = 0
        while True:
            rows = table.slice(start, SLICE).collect()
            for number, cells in enumerate(rows.iter_rows(named=True), start + 1):
                yield Line(number, _id(cells.get("id")), cells)
            start += len(rows)
            if len(rows) < SLICE:
                return
    except library.exceptions.PolarsError as error:
        raise FileError(str(path), "a Parquet file", hint=str(error)) from None
