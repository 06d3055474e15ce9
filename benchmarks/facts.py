"""The card facts beside the repository: what is known of the permanents of published positions.

They lie in ``../shared/cards`` and are not part of the project.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AutotapError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.text import name_key

if TYPE_CHECKING:
    from pathlib import Path

_ODD_STATES = ("face_down", "merged", "transformed", "back_face", "named", "chosen_color")
_BEYOND = ("unparsed", "grants", "triggered", "multiplier", "land_type_effect")
_COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
_FILES = ("costs.tsv", "mana_abilities.jsonl", "payment_keywords.tsv")


class LeftOutError(Exception):
    """Why a board is left out."""


@dataclass(frozen=True, slots=True)
class KnownPermanent:
    """A permanent of a position, as far as the facts know it.

    Parameters
    ----------
    name, count
        Its name, and how many equal ones.
    types
        The words of its type line in lower case, in their order.
    abilities
        Its mana abilities, in the notation of the facts.
    tapped, summoning_sick
        State.
    counters
        Numbers by name.
    """

    name: str
    count: int
    types: tuple[str, ...]
    abilities: tuple[str, ...]
    tapped: bool
    summoning_sick: bool
    counters: dict[str, int]


class Facts:
    """What the facts say of cards, by name.

    Parameters
    ----------
    folder
        Where they lie.

    Attributes
    ----------
    cards
        Mana cost and type line.
    sources
        The records on mana abilities.
    keywords
        The keywords that concern paying.
    """

    def __init__(self, folder: Path) -> None:
        costs, abilities, keywords = (
            (folder / name).read_text(encoding="utf-8").splitlines() for name in _FILES
        )
        rows = (row.split("\t") for row in costs[1:])
        self.cards = {name_key(name): (cost, types) for name, cost, types in rows}
        records: map[dict[str, Any]] = map(json.loads, abilities)
        self.sources = {name_key(record["name"]): record for record in records}
        pairs = (row.split("\t") for row in keywords[1:])
        self.keywords = {name_key(name): words for name, words in pairs}

    @staticmethod
    def are_in(folder: Path) -> bool:
        """Tell whether the files are there."""
        return all((folder / name).is_file() for name in _FILES)

    def types(self, name: str) -> tuple[str, ...]:
        """Return the words of the type line of a card; none for an unknown one."""
        _, line = self.cards.get(name_key(name), ("", ""))
        return tuple(dict.fromkeys(line.replace("—", " ").replace("//", " ").lower().split()))

    def permanent(self, entry: dict[str, Any]) -> KnownPermanent:
        """Return what is known of a permanent of a position.

        Raises
        ------
        LeftOutError
            If something of it is not known well enough.
        """
        name = entry["name"]
        known = self.sources.get(name_key(name), {})
        if any(entry.get(state) for state in _ODD_STATES):
            raise LeftOutError("a permanent face down, transformed or merged")
        if any(known.get(key) for key in _BEYOND):
            raise LeftOutError("mana that depends on another permanent, or is not described")
        if name.endswith(" (token)"):
            types = ("token", *known.get("types", ("creature",)))
        elif name_key(name) in self.cards:
            types = self.types(name)
        else:
            raise LeftOutError("a permanent without a name in the card facts")
        counters = entry.get("counters", {})
        return KnownPermanent(
            name,
            entry.get("count", 1),
            types,
            tuple(map(_ability, known.get("abilities", ()))),
            bool(entry.get("tapped")),
            bool(entry.get("summon_sick")),
            {_COUNTERS.get(kind, kind.lower()): number for kind, number in counters.items()},
        )


def _ability(text: str) -> str:
    """Return an ability that the library reads."""
    spaced = text.replace(",{", ", {")
    try:
        if "; if:" not in text:
            ManaAbility.parse(spaced)
            return spaced
    except AutotapError:
        pass
    raise LeftOutError("a mana ability that the notation cannot say")
