"""Duel Masters cards by name, from files of card data."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models.duel_masters.card import MAX_NAME, DuelMastersCard
from autotap.models.duel_masters.civilization import parse_civilizations
from autotap.models.duel_masters.cost import DuelMastersCost, read_points
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.errors import AmbiguousNameError, InputError, SchemaError, UnknownNameError
from autotap.models.files import text_in
from autotap.models.strict_json import load_json
from autotap.models.text import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

_CIVILIZATIONS = ("civilizations", "civilization")
_NUMBERS = ("mana_number", "manaNumber", "mana")


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What paying needs of a card.

    Parameters
    ----------
    card
        The card as it lies in the mana zone.
    cost
        What using it costs; None where it is not used, or the data has no cost.
    """

    card: DuelMastersCard
    cost: DuelMastersCost | None


class DuelMastersCards:
    """Duel Masters cards by name; names may be written in any way (`name_key`).

    Parameters
    ----------
    facts
        The cards; equal ones count once.

    Examples
    --------
    >>> text = '[{"name": "Bolshack Dragon", "civilization": "Fire", "cost": 6}]'
    >>> cards = DuelMastersCards.parse(text)
    >>> str(cards.spell("bolshack dragon").cost), cards.card("Bolshack Dragon").mana_number
    ('fire(6)', (1,))
    """

    def __init__(self, facts: Iterable[CardFacts]) -> None:
        self._facts: dict[str, list[CardFacts]] = {}
        for one in facts:
            known = self._facts.setdefault(name_key(one.card.name), [])
            if one not in known:
                known.append(one)

    @classmethod
    def load(cls, path: str | Path) -> DuelMastersCards:
        """Read a file of at most 10 MB; see `parse`.

        Raises
        ------
        FileError, LimitError, SchemaError
            If it cannot be read; names the record.
        OSError
            If it cannot be opened.
        """
        return cls.parse(text_in(Path(path)))

    @classmethod
    def parse(cls, text: str) -> DuelMastersCards:
        r"""Read card data: JSON, or a table with tabs and a heading.

        Parameters
        ----------
        text
            A list of cards, in JSON also in the key ``cards``. A card has ``name``,
            ``civilization`` or ``civilizations`` (a text, or in JSON a list), ``cost``, and
            ``mana_number``, which is 1 where it is left out (DM-3). Other fields are left out.

        Raises
        ------
        SchemaError
            If a record does not fit; names it.

        Examples
        --------
        >>> table = "name\tcost\tcivilizations\tmana_number\nRainbow\t3\tFire/Nature\t0\n"
        >>> str(DuelMastersCards.parse(table).spell("Rainbow").cost)
        'fire/nature(3)'
        """
        if text.lstrip()[:1] in ("[", "{"):
            data = load_json(text)
            records = data.get("cards") if isinstance(data, dict) else data
            if not isinstance(records, list):
                raise SchemaError("$", "a list of cards, or the key 'cards' with one")
        else:
            records = _rows(text)
        return cls(_facts(record, f"$[{i}]") for i, record in enumerate(records))

    def __len__(self) -> int:
        return sum(map(len, self._facts.values()))

    def __contains__(self, name: str) -> bool:
        return name_key(name) in self._facts

    def near(self, name: str) -> tuple[str, ...]:
        """Names that look like a name, the closest first, at most three."""
        close = get_close_matches(name_key(name[:MAX_NAME]), self._facts, 3, 0.75)
        return tuple(self._facts[key][0].card.name for key in close)

    def find(self, name: str) -> CardFacts:
        """Return what is known of a card.

        Raises
        ------
        UnknownNameError
            If the name is not known; its hint has near matches.
        AmbiguousNameError
            If different cards have it.
        """
        found = self._facts.get(name_key(name), [])
        if not found:
            similar = self.near(name)
            hint = f"Did you mean {' or '.join(similar)}?" if similar else ""
            raise UnknownNameError(name, "the name of a card", hint=hint)
        if len(found) > 1:
            shown = " or ".join(str(one.cost or one.card) for one in found[:3])
            raise AmbiguousNameError(name, "the name of one card", hint=f"It may be {shown}")
        return found[0]

    def card(self, name: str, **state: Any) -> DuelMastersCard:
        """Make the card as it lies in the mana zone; the state is ``tapped``, ``id``, ….

        Raises
        ------
        UnknownNameError, AmbiguousNameError
            As `find`.
        """
        return replace(self.find(name).card, **state)

    def spell(self, name: str) -> DuelMastersSpell:
        """Make what is paid when the card is used.

        Raises
        ------
        InputError
            If it has no cost.
        UnknownNameError, AmbiguousNameError
            As `find`.
        """
        found = self.find(name)
        if found.cost is None:
            raise InputError(name, "a card with a cost")
        return DuelMastersSpell(found.cost, name=found.card.name)


def _rows(text: str) -> list[dict[str, str]]:
    lines = [line for line in text.splitlines() if line.strip()]
    heading = lines[0].split("\t") if lines else []
    if "name" not in heading:
        raise SchemaError("line 1", "a heading with 'name', between tabs")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) > len(heading):
            raise SchemaError(f"line {number}", f"at most {len(heading)} cells")
        rows.append(dict(zip(heading, cells, strict=False)))
    return rows


def _facts(record: Any, path: str) -> CardFacts:
    if not isinstance(record, dict):
        raise SchemaError(path, "an object")
    name = record.get("name")
    if not isinstance(name, str):
        raise SchemaError(f"{path}.name", "a text")
    civilizations = next((record[key] for key in _CIVILIZATIONS if key in record), "")
    if isinstance(civilizations, list):
        civilizations = "/".join(map(str, civilizations))
    number = next((record[key] for key in _NUMBERS if record.get(key) not in (None, "")), 1)
    try:
        kinds = parse_civilizations(str(civilizations or ""))
        card = DuelMastersCard(name.strip(), kinds, (_number(number, f"{path}.mana_number"),))
        points = record.get("cost")
        if points in (None, ""):
            return CardFacts(card, None)
        return CardFacts(card, DuelMastersCost(_number(points, f"{path}.cost"), kinds))
    except SchemaError:
        raise
    except InputError as error:
        raise SchemaError(path, error.expected, hint=f"Not {error.text[:60]!r}") from None


def _number(value: Any, path: str) -> int:
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,6}", str(value)):
        raise SchemaError(path, "a number")
    return read_points(str(value))
