"""The mana zone and its text form.

A zone is written as entries separated by ``;`` or newlines::

    [COUNT] NAME [ "[" civilizations "]" ] [ "(" state { "," state } ")" ]

A state is ``tapped``, ``face-down``, ``number N`` (``number 1 or 2`` for a choice) or ``id TEXT``.
A name that is itself a list of civilizations, as ``Fire`` or ``Fire/Nature``, needs no brackets;
neither does a face-down card. A name or id that would be misread is written as a JSON string.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import (
    ALL_CIVILIZATIONS,
    Civilization,
    format_civilizations,
    parse_civilizations,
)
from autotap.models.duel_masters.cost import read_points
from autotap.models.errors import (
    BoardSyntaxError,
    CostSyntaxError,
    LimitError,
    UnknownNameError,
    placed,
)
from autotap.models.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CARDS = 10_000
"""Most cards in one zone."""
MAX_ENTRY = 2_000
"""Most characters in one entry of the text form."""

_QUOTED = r'"(?:[^"\\\n]|\\.)*"'
_ID = r"""[^\s,;()\[\]"](?:[^,;()\[\]"\n]*[^\s,;()\[\]"])?"""
_STATE = rf"(?:tapped|face[- ]down|number\s+[0-9]+(?:\s+or\s+[0-9]+)*|id\s+(?:{_QUOTED}|{_ID}))"
_ENTRY = re.compile(
    rf"(?P<name>{_QUOTED}|.+?)"
    r"(?:\s*\[(?P<civilizations>[^\[\]]*)\])?"
    rf"(?:\s*\((?P<states>\s*{_STATE}(?:\s*,\s*{_STATE})*\s*)\))?",
    re.IGNORECASE,
)
_WITHIN_STATES = re.compile(rf"(?P<word>tapped|face|number|id)\s*(?P<text>{_QUOTED}|[^,]*)", re.I)
_COUNT = re.compile(r"([0-9]+)\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class ManaZone:
    """The cards of one player's mana zone, tapped ones included.

    Parameters
    ----------
    cards
        The cards in the caller's order, at most 10,000. Cards without an id get their name as
        id, numbered as ``Fire#1``, ``Fire#2`` where a name repeats.

    Raises
    ------
    BoardSyntaxError
        If two cards have the same id.
    LimitError
        If there are too many cards.

    Examples
    --------
    >>> zone = ManaZone.parse("2 Fire; Fire/Nature (tapped); Rainbow [all] (number 0)")
    >>> [card.id for card in zone.untapped]
    ['Fire#1', 'Fire#2', 'Rainbow']
    >>> print(zone)
    2 Fire; Fire/Nature (tapped); Rainbow [all] (number 0)
    """

    cards: tuple[DuelMastersCard, ...] = ()

    def __post_init__(self) -> None:
        cards = tuple(self.cards)
        if len(cards) > MAX_CARDS:
            raise LimitError(f"{len(cards)} cards", f"at most {MAX_CARDS} in a zone")
        if not all(card.id for card in cards):
            cards = tuple(
                card if card.id else replace(card, id=own)
                for card, own in zip(cards, _default_ids(cards), strict=True)
            )
        repeated = [id_ for id_, count in Counter(card.id for card in cards).items() if count > 1]
        if repeated:
            raise BoardSyntaxError(repeated[0], "a different id for every card")
        object.__setattr__(self, "cards", cards)

    @property
    def untapped(self) -> tuple[DuelMastersCard, ...]:
        """The cards that can pay (DM-1), in the caller's order."""
        return tuple(card for card in self.cards if not card.tapped)

    @property
    def unlocked(self) -> frozenset[Civilization]:
        """Civilizations with a card in the zone, tapped or not (DM-64)."""
        return frozenset[Civilization]().union(*(card.civilizations for card in self.cards))

    def tap(self, *ids: str) -> ManaZone:
        """Give the zone after tapping the cards with these ids.

        Raises
        ------
        UnknownNameError
            If an id is not that of an untapped card.

        Examples
        --------
        >>> print(ManaZone.parse("2 Fire").tap("Fire#1"))
        Fire (tapped); Fire
        """
        wanted = set(ids)
        unknown = wanted - {card.id for card in self.untapped}
        if unknown:
            raise UnknownNameError(min(unknown), "the id of an untapped card of the zone")
        return replace(
            self,
            cards=tuple(card.with_tapped(card.tapped or card.id in wanted) for card in self.cards),
        )

    @classmethod
    def parse(cls, text: str) -> ManaZone:
        """Read a zone from its text form.

        Raises
        ------
        UnknownNameError
            If a name is neither civilizations nor followed by civilizations in brackets.
        BoardSyntaxError, CostSyntaxError
            If a state or a civilization cannot be read, or an id repeats.
        LimitError
            If there are too many cards or a number is out of range.

        Examples
        --------
        >>> ManaZone.parse("Red Dragon [fire] (number 2, id dragon)").cards[0].id
        'dragon'
        """
        cards: list[DuelMastersCard] = []
        for start, entry in _entries(text):
            with placed(text, start):
                card, count = _parse_entry(entry)
                if len(cards) + count > MAX_CARDS:
                    raise LimitError(entry, f"at most {MAX_CARDS} cards in a zone")
            cards.extend([card] * count)
        return cls(tuple(cards))

    def __str__(self) -> str:
        shown = (
            _format_card(replace(card, id="" if card.id == own else card.id))
            for card, own in zip(self.cards, _default_ids(self.cards), strict=True)
        )
        entries = []
        for body, copies in groupby(shown):
            count = sum(1 for _ in copies)
            entries.append(f"{count} {body}" if count > 1 or _COUNT.match(body) else body)
        return "; ".join(entries)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from autotap.models.picture import svg_picture

        return svg_picture(self)


def _default_ids(cards: tuple[DuelMastersCard, ...]) -> list[str]:
    total = Counter(card.name for card in cards)
    seen: Counter[str] = Counter()
    ids = []
    for card in cards:
        seen[card.name] += 1
        ids.append(card.name if total[card.name] == 1 else f"{card.name}#{seen[card.name]}")
    return ids


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Yield the entries with their positions."""
    for piece in re.finditer(r"[^;\n]+", text):
        entry = piece[0].strip()
        if entry:
            yield piece.start() + piece[0].index(entry), entry


def _parse_entry(entry: str) -> tuple[DuelMastersCard, int]:
    """Read an entry: a card, and how many of it there are."""
    if len(entry) > MAX_ENTRY:
        raise LimitError(entry, f"at most {MAX_ENTRY} characters in an entry")
    counted = _COUNT.match(entry)
    if counted is None:
        return _parse_card(entry), 1
    if not re.fullmatch(r"0*[1-9][0-9]{0,3}|0*10000", counted[1]):
        raise LimitError(entry, f"a number from 1 to {MAX_CARDS}")
    with placed(entry, counted.end()):
        card = _parse_card(entry[counted.end() :])
    if card.id and int(counted[1]) != 1:
        raise BoardSyntaxError(entry, "no count beside an id")
    return card, int(counted[1])


def _parse_card(body: str) -> DuelMastersCard:
    found = _ENTRY.fullmatch(body)
    if found is None:
        raise BoardSyntaxError(body, "a card")
    name = found["name"]
    if name.startswith('"') and name.endswith('"') and len(name) > 1:
        name = _unquote(name)
    states = {"number": "1", "id": ""}
    for state in _WITHIN_STATES.finditer(found["states"] or ""):
        states[state["word"].lower()] = state["text"].strip()
    id_ = states["id"]
    face_down = "face" in states
    if found["civilizations"] is None:
        civilizations = _named_civilizations(name)
        if civilizations is None and not face_down:
            near = did_you_mean(name, Civilization)
            raise UnknownNameError(
                name,
                f"a civilization instead of {name[:60]!r}, or [civilizations] after it",
                hint=near or "States such as (tapped), (face-down) or (number 2) follow at the end",
            )
    else:
        with placed(body, found.start("civilizations")):
            civilizations = parse_civilizations(found["civilizations"])
    with placed(body, max(found.start("states"), 0)):
        numbers = tuple(map(read_points, re.findall("[0-9]+", states["number"])))
    return DuelMastersCard(
        name,
        civilizations or frozenset(),
        numbers,
        tapped="tapped" in states,
        face_down=face_down,
        id=_unquote(id_) if id_.startswith('"') else id_,
    )


def _named_civilizations(name: str) -> frozenset[Civilization] | None:
    try:
        return parse_civilizations(name)
    except CostSyntaxError:
        return None


def _format_card(card: DuelMastersCard) -> str:
    after = ""
    if not card.face_down and _named_civilizations(card.name) != card.civilizations:
        everything = card.civilizations == ALL_CIVILIZATIONS
        after = f" [{'all' if everything else format_civilizations(card.civilizations)}]"
    states = []
    if card.tapped:
        states.append("tapped")
    if card.face_down:
        states.append("face-down")
    if card.mana_number != (1,):
        states.append("number " + " or ".join(map(str, card.mana_number)))
    if card.id:
        plain = re.fullmatch(_ID, card.id)
        states.append("id " + (card.id if plain else _quote(card.id)))
    if states:
        after += f" ({', '.join(states)})"
    read_back = _ENTRY.fullmatch(card.name + after)
    is_plain = read_back and read_back["name"] == card.name and not re.search('[;"]', card.name)
    return (card.name if is_plain else _quote(card.name)) + after


def _quote(text: str) -> str:
    """Write a JSON string in which nothing splits an entry."""
    return json.dumps(text, ensure_ascii=False).replace(";", "\\u003b")


def _unquote(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError:
        raise BoardSyntaxError(quoted, "a JSON string in the quotes") from None
