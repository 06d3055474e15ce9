"""A row of a table as the JSON form of a problem."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from autotap.models.errors import FileError, InputError, SchemaError
from autotap.models.objective import Objective
from autotap.models.strict_json import load_json
from autotap.models.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_NUMBER = re.compile(r"([+-]?\d{1,15})(?:\.0+)?")


def _text(cell: Any) -> Any:
    return cell


def _number(cell: Any) -> Any:
    if isinstance(cell, str) and (found := _NUMBER.fullmatch(cell.strip())):
        return int(found[1])
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _words(cell: Any) -> Any:
    return cell.lower().split() if isinstance(cell, str) else cell


def _several(cell: Any) -> Any:
    """One text, or a JSON array of texts."""
    if isinstance(cell, str):
        return load_json(cell) if cell.lstrip().startswith("[") else [cell]
    return cell


def _kept(cell: Any) -> Any:
    """Costs that should stay payable; several joined by ' + ' together."""
    return [{"spells": [{"cost": one} for one in costs.split(" + ")]} for costs in _several(cell)]


def _json(cell: Any) -> Any:
    return load_json(cell) if isinstance(cell, str) else cell


_BOARD: dict[str, Callable[[Any], Any]] = {"life": _number, "pool": _text, "graveyard": _number}
_PAY: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("cost", "name", "kind", "additional"), _text),
    **dict.fromkeys(("types", "payers"), _words),
    **dict.fromkeys(("waterbend", "assist", "x_cost"), _number),
    **dict.fromkeys(("options", "alternative"), _json),
}
_REST: dict[str, Callable[[Any], Any]] = {
    "x": _number,
    **dict.fromkeys(("must_use", "forbid", "spare", "prefer", "require"), _several),
    "keep": _kept,
    **dict.fromkeys(("keep_when", "already_spent"), _text),
}
_GOAL: dict[str, Callable[[Any], Any]] = {"objective": _text, "life_floor": _number}
COLUMNS = ("id", "problem", "board", "zone", *_PAY, *_BOARD, *_REST, *_GOAL)
"""What a column can be called."""


def check_columns(path: str, columns: Sequence[str]) -> None:
    """Refuse a table whose columns do not make problems.

    Raises
    ------
    FileError
        Naming the column that is unknown, missing or there twice.
    """
    for column in columns:
        if column not in COLUMNS:
            hint = f"{did_you_mean(column, COLUMNS, 1)} Not {column!r}".lstrip()
            raise FileError(path, f"columns out of {', '.join(COLUMNS)}", hint=hint)
        if columns.count(column) > 1:
            raise FileError(path, "each column once", hint=f"{column!r} is there twice")
    if "problem" in columns:
        if beside := set(columns) - {"problem", "id"}:
            raise FileError(path, "no columns beside problem but id", hint=f"Not {min(beside)!r}")
    elif "cost" not in columns or not {"board", "zone"} & set(columns):
        raise FileError(path, "the columns cost, and board or zone; or the column problem")


def problem_text(row: Mapping[str, Any]) -> str:
    """Write the row of a table as a problem; empty cells are left out.

    Raises
    ------
    InputError
        If a cell cannot be read; what it means is judged by whoever reads the problem.

    Examples
    --------
    >>> problem_text({"id": "a", "board": "2 Plains", "cost": "{W}", "life": "3", "x": ""})
    '{"autotap": 1, "pay": {"cost": "{W}"}, "board": {"text": "2 Plains", "life": 3}}'
    """
    cells = {key: cell for key, cell in row.items() if cell not in (None, "") and key != "id"}
    if "problem" in row:
        return str(cells.get("problem", ""))
    board, zone = cells.pop("board", None), cells.pop("zone", None)
    if (board is None) == (zone is None):
        raise InputError("board, zone", "one of the two in each row")
    data: dict[str, Any] = {"autotap": 1, "pay": _read(cells, _PAY)}
    if zone is None:
        data["board"] = {"text": board} | _read(cells, _BOARD)
    else:
        data |= {"game": "duel_masters", "board": zone} | _read(cells, _BOARD)
    return json.dumps(data | _read(cells, _REST) | _goal(**_read(cells, _GOAL)))


def _goal(objective: str | None = None, life_floor: int | None = None) -> dict[str, Any]:
    """Return what counts as best: a text as in the JSON form, unless a life floor is stated."""
    if life_floor is None:
        return {} if objective is None else {"objective": objective}
    terms = () if objective is None else Objective.parse(objective).terms
    return {"objective": {"terms": terms, "life_floor": life_floor}}


def _read(cells: Mapping[str, Any], readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    read = {}
    for name, reader in readers.items():
        if name in cells:
            try:
                read[name] = reader(cells[name])
            except SchemaError as error:
                raise InputError(str(cells[name]), f"JSON in {name}", hint=str(error)) from None
    return read
