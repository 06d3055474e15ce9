"""From the journal of a batch to the file that was asked for."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from typing import IO, TYPE_CHECKING, Any

from msgspec.json import decode, encode

from autotap.solver.batch_files.journal import answers_in
from autotap.solver.batch_files.kinds import FileKind, kind_of, opened, polars

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from autotap.solver.batch_files.journal import Answer

COLUMNS = (
    *("line", "id", "status", "sources", "objective", "shortfall", "warnings"),
    *("error", "message", "result"),
)
"""Columns of a table of answers; sources, objective, warnings and result are JSON."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def is_table(target: Path) -> bool:
    """Tell whether answers have to be written anew when they are complete."""
    return target.name.lower().endswith(".gz") or kind_of(target) is not FileKind.JSONL


def journal_of(target: Path) -> Path:
    """Return where answers are written until they are complete: JSON lines stay there.

    Examples
    --------
    >>> from pathlib import Path
    >>> journal_of(Path("answers.jsonl")).name, journal_of(Path("answers.csv")).name
    ('answers.jsonl', 'answers.csv.journal')
    """
    return target.with_name(f"{target.name}.journal") if is_table(target) else target


def finish(target: Path) -> None:
    """Write the complete answers in their journal as the file that was asked for."""
    journal = journal_of(target)
    if journal == target:
        return
    made = target.with_name(f".making-{target.name}")
    try:
        _MAKERS[kind_of(target)](journal, made)
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
    journal.unlink()


def _make_lines(journal: Path, made: Path) -> None:
    with journal.open("rb") as lines, opened(made, "wb") as file:
        shutil.copyfileobj(lines, file)


def _make_csv(journal: Path, made: Path) -> None:
    with opened(made, "wb") as file:
        _write_rows(journal, file, _harmless)


def _make_parquet(journal: Path, made: Path) -> None:
    library = polars()
    rows = made.with_name(f"{made.name}.csv")
    try:
        with rows.open("wb") as file:
            _write_rows(journal, file, str)
        types = dict.fromkeys(COLUMNS, library.String) | {"line": library.Int64}
        library.scan_csv(rows, schema=types).sink_parquet(made)
    finally:
        rows.unlink(missing_ok=True)


_MAKERS = {
    FileKind.JSONL: _make_lines,
    FileKind.CSV: _make_csv,
    FileKind.PARQUET: _make_parquet,
}


def _write_rows(journal: Path, file: IO[bytes], shown: Callable[[str], str]) -> None:
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for answer in answers_in(journal):
        row = _row(answer)
        writer.writerow([None if row[c] is None else shown(str(row[c])) for c in COLUMNS])
    text.flush()
    text.detach()


def _row(answer: Answer) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS)
    row |= {"line": answer.line, "id": answer.id}
    if answer.error is not None:
        return row | {"error": answer.error["type"], "message": answer.error["message"]}
    result = decode(answer.result)
    row |= {"status": result["status"], "result": bytes(answer.result).decode()}
    if (payment := result["payment"]) is not None:
        used = [step.get("source") for step in payment.get("activations", ())]
        used += [tap["card"] for tap in payment.get("taps", ())]
        row["sources"] = encode(used).decode()
        row["objective"] = encode(result["objective"]).decode()
    if result["shortfall"] is not None:
        row["shortfall"] = result["shortfall"]["sentence"]
    if result["warnings"]:
        row["warnings"] = encode(result["warnings"]).decode()
    return row


def _harmless(cell: str) -> str:
    """Keep a spreadsheet from reading a text as a formula."""
    return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") and not _NUMBER.fullmatch(cell) else cell
