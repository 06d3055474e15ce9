"""Small files of card data, made of facts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def scryfall(name: str, cost: str, types: str, text: str = "", **rest: Any) -> dict[str, Any]:
    """A card object as Scryfall has it."""
    return {
        "object": "card",
        "name": name,
        "lang": "en",
        "layout": "normal",
        "mana_cost": cost,
        "type_line": types,
        "oracle_text": text,
        **rest,
    }


def two_faced(layout: str, *faces: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A card object with faces."""
    name = " // ".join(face["name"] for face in faces)
    return {"name": name, "lang": "en", "layout": layout, "card_faces": list(faces), **rest}


COMMAND = scryfall("Cryptic Command", "{1}{U}{U}{U}", "Instant", "Choose two —\n• Draw a card.")
VAULT = scryfall("Lim-Dûl's Vault", "{U}{B}", "Instant")
CROW = scryfall("Storm Crow", "{1}{U}", "Creature — Bird", "Flying", power="1", toughness="2")
ROCK = scryfall("Mind Stone", "{2}", "Artifact", "{T}: Add {C}.\n{1}, {T}, Sacrifice: Draw a card.")
ODDITY = scryfall(
    "Half Rock", "{2}", "Artifact", "{T}: Add {C}.\n{T}: Sing. Add {G}. Sing for more mana."
)
FIRE = two_faced(
    "split",
    scryfall("Fire", "{1}{R}", "Instant"),
    scryfall("Ice", "{1}{U}", "Instant"),
)
MIRE = two_faced(
    "modal_dfc",
    scryfall("Mire Rebirth", "{B}", "Instant"),
    scryfall("Mire Bog", "", "Land", "This land enters tapped.\n{T}: Add {B}."),
)
MAP = two_faced(
    "transform",
    scryfall("Map", "{2}", "Artifact", "{1}, {T}: Scry 1. Transform this artifact."),
    scryfall("Cove", "", "Land", "{T}: Add {U}."),
)
MEDALLION = scryfall(
    "Sky Medallion", "{2}", "Artifact", "Blue spells you cast cost {1} less to cast."
)
ALL = [COMMAND, VAULT, CROW, ROCK, ODDITY, FIRE, MIRE, MAP, MEDALLION]


def write_scryfall(folder: Path, *records: dict[str, Any], name: str = "cards.json") -> Path:
    """Write a bulk file, a card a line."""
    path = folder / name
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records or ALL)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return path
