"""Reader of the text form of a board; the grammar is in `board_text.py`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import (
    BoardSyntaxError,
    LimitError,
    UnknownNameError,
    placed,
)
from autotap.models.mtg.board import MAX_NUMBER, MAX_SOURCES, Board, Card
from autotap.models.mtg.board_text import catalogue_source, default_ids
from autotap.models.mtg.catalogue import near
from autotap.models.mtg.chosen import chosen_of
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effect_text import parse_effect
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.wording import fields_of, parse_wording
from autotap.models.text import QUOTED, fold, split_outside, stripped, top_level, unquote

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from autotap.models.mtg.mana import Mana

MAX_TEXT = 10_000_000
"""Most characters in a board text."""
MOST_COMMAS = 3
"""Most commas in a known name."""

_SETTING = re.compile(
    r"(?P<key>life|life for|pool|graveyard|hand|energy|tickets|ruling|commander|effect|opponent)"
    r"\s*:\s*(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_COUNT = re.compile(r"(?P<count>[+-]?\d+)(?:\s*[x×](?=\s)|(?=\s))\s*(?=\S)", re.IGNORECASE)
_WORD = re.compile(rf"{QUOTED}|\S+")
_TEXT = rf"(?P<text>{QUOTED}|.*\S)"
_ITEM = re.compile(
    r"(?P<tapped>tapped)|(?P<summoning_sick>(?:summoning[ -])?sick)|(?P<stays_tapped>stays tapped)"
    r"|(?P<untaps>untaps)|(?P<hand>hand)|reserved (?P<reserved>-?\d+)"
    r"|power (?P<power>none|-?\d+)|toughness (?P<toughness>none|-?\d+)"
    rf"|(?P<number>-?\d+) (?P<counter>{QUOTED}|.*\S) counters?"
    rf"|(?P<key>types|colou?rs|cost|id|chosen|on): *{_TEXT}",
    re.IGNORECASE,
)
_CARDS = re.compile(
    rf"(?P<count>-?\d+)?(?P<types>(?:[^()\"]|{QUOTED})*)"
    rf"(?:\(mana value (?P<value>-?\d+)\) *)?(?:\(name: *{_TEXT} *\))?",
    re.IGNORECASE,
)
_RULING = re.compile(
    rf"(?P<text>{QUOTED}|.*\S)\s*=\s*(?P<ruling>{'|'.join(Ruling)})", re.IGNORECASE
)


@dataclass(slots=True)
class _Entry:
    """Sources of one entry: where it starts, how many, what they are, and the stated id."""

    position: int
    count: int
    source: Source
    id: str | None


@dataclass(slots=True)
class BoardReader:
    """Reads one board text, entry by entry."""

    text: str
    nested: bool = False
    known: Callable[[str], Source | None] = catalogue_source
    similar: Callable[[str], tuple[str, ...]] = near
    plain: str = ""
    entries: list[_Entry] = field(default_factory=list)
    count: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def board(self) -> Board:
        """Read the whole text; see `parse_board`."""
        if len(self.text) > MAX_TEXT:
            raise LimitError(self.text[:40], f"a board text of at most {MAX_TEXT} characters")
        self.plain = self._without_comments()
        with self._placed(0):
            pieces = split_outside(self.plain, r"[;\r\n]", quotes=True, fault=BoardSyntaxError)
        for position, piece in pieces:
            if setting := _SETTING.fullmatch(piece):
                self._setting(position, setting)
            elif piece:
                for start, entry in self._comma_separated(position, piece):
                    self._sources(start, entry)
        return Board(self._numbered(), **self.settings)

    # --- errors ----------------------------------------------------------------------------------

    def _error(self, position: int, expected: str, hint: str = "") -> BoardSyntaxError:
        return BoardSyntaxError(self.text, expected, position=position, hint=hint)

    def _placed(self, offset: int) -> AbstractContextManager[None]:
        """Let errors of a part of the text name their position in the whole."""
        return placed(self.text, offset)

    def _number(self, position: int, digits: str, low: int = 0, high: int = MAX_NUMBER) -> int:
        if len(digits) > len(str(MAX_NUMBER)) + 1 or not low <= int(digits) <= high:
            raise LimitError(self.text, f"a number from {low} to {high}", position=position)
        return int(digits)

    def _unquoted(self, position: int, text: str) -> str:
        if not text.startswith('"'):
            return text
        try:
            return unquote(text)
        except ValueError:
            raise self._error(position, "a JSON string between the quotes") from None

    # --- entries ---------------------------------------------------------------------------------

    def _without_comments(self) -> str:
        """Fold the text and blank out its comments, keeping all positions."""
        plain = fold(self.text)
        for at, character in enumerate(plain):
            if not character.isprintable() and character not in "\t\r\n":
                raise self._error(at, "no control characters")
        kept, start = [], 0
        for at, end, bracket in top_level(plain, r"(?<![^\s;])#[^\r\n]*", quotes=True):
            if not bracket:
                kept += [plain[start:at], " " * (end - at)]
                start = end
        return "".join(kept) + plain[start:]

    def _comma_separated(self, position: int, piece: str) -> list[tuple[int, str]]:
        """Split an entry at its commas where every piece is known; a whole name goes first."""
        parts = [part for part in split_outside(piece, ",", quotes=True) if part[1]]
        if len(parts) > MAX_SOURCES:
            raise LimitError(self.text, f"at most {MAX_SOURCES} sources", position=position)
        entries: list[tuple[int, str]] = []
        missing: list[tuple[int, str]] = []
        named = False
        i = 0
        while i < len(parts):
            start, part = parts[i]
            step = 1
            for j in range(min(len(parts), i + MOST_COMMAS + 1), i, -1):
                candidate = piece[start : parts[j - 1][0] + len(parts[j - 1][1])]
                if _Parts.of(candidate).is_known(self.known):
                    named = True
                    part, step = candidate, j - i
                    break
            else:
                if not part.endswith("]"):
                    missing.append((position + start, part))
            entries.append((position + start, part))
            i += step
        if not missing:
            return entries
        if not named:
            return [(position, piece)]
        start, part = missing[0]
        raise self._unknown(start, part)

    def _unknown(self, position: int, name: str) -> UnknownNameError:
        similar = self.similar(name)
        return UnknownNameError(
            self.text,
            f"a known name instead of {name[:60]!r}, or its abilities in [brackets] after it",
            position=position,
            hint=f"Did you mean {' or '.join(similar)}?" if similar else "",
        )

    def _sources(self, position: int, entry: str) -> None:
        parts = _Parts.of(entry)
        count = 1
        if parts.count:
            count = self._number(position, parts.count, 1, MAX_SOURCES)
        self.count += count
        if self.count > MAX_SOURCES:
            raise LimitError(self.text, f"at most {MAX_SOURCES} sources", position=position)
        if parts.rest is not None:
            raise self._error(position + parts.rest, "';' before the next entry")
        at, shown = parts.name
        name = self._unquoted(position + at, shown)
        known = self.known(name)
        if known is None and parts.abilities is None:
            raise self._unknown(position + at, name)
        own = known.name if known and not shown.startswith('"') else name
        source = replace(known or Source("", own), id="", name=own)
        if parts.abilities is not None:
            at, body = parts.abilities
            source = replace(source, **self._wordings(position + at, body, source.name))
        own_id = None
        if parts.items is not None:
            at, body = parts.items
            stated = self._items(position + at, body, source)
            own_id = stated.pop("id", None)
            source = replace(source, **stated)
        if own_id is not None and count > 1:
            raise self._error(position, "no count beside an id")
        self.entries.append(_Entry(position, count, source, own_id))

    def _wordings(self, position: int, body: str, name: str) -> dict[str, Any]:
        wordings = []
        for at, piece in split_outside(body, r"\s/\s") if body.strip() else ():
            with self._placed(position + at):
                wordings.append(parse_wording(piece, name))
        return fields_of(wordings)

    def _numbered(self) -> tuple[Source, ...]:
        copies = [entry for entry in self.entries for _ in range(entry.count)]
        defaults = default_ids([entry.source.name for entry in copies])
        sources: dict[str, Source] = {}
        for entry, default in zip(copies, defaults, strict=True):
            own = default if entry.id is None else entry.id
            if own in sources:
                raise self._error(entry.position, f"an id other than {own!r}, which is taken")
            sources[own] = replace(entry.source, id=own)
        return tuple(sources.values())

    # --- what stands in parentheses --------------------------------------------------------------

    def _items(self, position: int, body: str, source: Source) -> dict[str, Any]:
        counters = dict(source.counters)
        stated: dict[str, Any] = {}
        for at, piece in split_outside(body, ",", quotes=True):
            place = position + at
            item = _ITEM.fullmatch(piece)
            if item is None:
                raise self._error(
                    place,
                    "tapped, sick, stays tapped, untaps, hand, reserved N, N NAME counters, "
                    "power N, toughness N, types: ..., colors: ..., cost: ..., chosen: ..., "
                    "on: ... or id: ...",
                )
            if item["counter"]:
                name = self._unquoted(place, item["counter"])
                counters[name] = self._number(place, item["number"])
                continue
            for key, value in self._item(place, item).items():
                if key in stated:
                    raise self._error(place, f"{key.replace('_', ' ')} only once")
                stated[key] = value
        kept = tuple(sorted((name, number) for name, number in counters.items() if number))
        return {**stated, "counters": kept}

    def _item(self, position: int, item: re.Match[str]) -> dict[str, Any]:
        for flag in ("tapped", "summoning_sick", "stays_tapped"):
            if item[flag]:
                return {flag: True}
        if item["untaps"]:
            return {"stays_tapped": False}
        if item["hand"]:
            return {"zone": Zone.HAND}
        if item["reserved"]:
            return {"reserved": self._number(position, item["reserved"])}
        for key in ("power", "toughness"):
            if number := item[key]:
                none = number.lower() == "none"
                return {key: None if none else self._number(position, number, -MAX_NUMBER)}
        return self._keyed_item(position + item.start("text"), item["key"].lower(), item["text"])

    def _keyed_item(self, position: int, key: str, text: str) -> dict[str, Any]:
        none = text.lower() == "none"
        if key in ("id", "on"):
            return {"id" if key == "id" else "attached_to": self._unquoted(position, text)}
        if key == "chosen":
            chosen = chosen_of(self._unquoted(position, text))
            if chosen is None:
                raise self._error(position, "one letter of WUBRG, or a creature type")
            return {"chosen": chosen}
        if key == "types":
            return {"types": frozenset() if none else self._types(position, text)}
        if key == "cost":
            with self._placed(position):
                return {"cost": None if none else ManaCost.parse(text)}
        return {"colors": self._letters(position, "" if none else text)}

    def _letters(self, position: int, text: str) -> frozenset[ManaType]:
        letters = text.upper()
        if not set(letters) <= set(ManaType):
            raise self._error(position, "letters of WUBRG, or none")
        return frozenset(map(ManaType, letters))

    def _types(self, position: int, text: str) -> frozenset[str]:
        return frozenset(
            self._unquoted(position + word.start(), word[0])
            if word[0].startswith('"')
            else word[0].lower()
            for word in _WORD.finditer(text)
        )

    # --- board-level entries ---------------------------------------------------------------------

    def _setting(self, position: int, setting: re.Match[str]) -> None:
        key = setting["key"].lower()
        value = setting["value"]
        at = position + setting.start("value")
        if key in ("life", "energy", "tickets"):
            if key in self.settings:
                raise self._error(position, f"{key} only once")
            if not re.fullmatch(r"[+-]?\d+", value):
                raise self._error(at, "a number")
            low = -MAX_NUMBER if key == "life" else 0
            self.settings[key] = self._number(at, value, low)
        elif key == "pool":
            self.settings["pool"] = self.settings.get("pool", ()) + self._pool(at, value)
        elif key in ("life for", "commander"):
            name = key.replace(" ", "_")
            if name in self.settings:
                raise self._error(position, f"{key} only once")
            self.settings[name] = self._letters(at, value)
        elif key == "effect":
            with self._placed(at):
                effect = parse_effect(value)
            self.settings["effects"] = (*self.settings.get("effects", ()), effect)
        elif key == "opponent":
            board = self._opponent(position, at, value)
            self.settings["opponents"] = (*self.settings.get("opponents", ()), board)
        elif key == "ruling":
            self.settings["rulings"] = (*self.settings.get("rulings", ()), self._ruling(at, value))
        else:
            cards = self.settings.get(key, ()) + self._cards(at, value)
            if len(cards) > MAX_NUMBER:
                raise LimitError(self.text, f"at most {MAX_NUMBER} cards", position=at)
            self.settings[key] = cards

    def _opponent(self, position: int, at: int, value: str) -> Board:
        if self.nested:
            raise self._error(position, "no opponents of an opponent")
        if not (value.startswith("[") and value.endswith("]")):
            raise self._error(at, "a board text in [brackets]")
        with self._placed(at + 1):
            inner = BoardReader(value[1:-1], True, self.known, self.similar)
            return inner.board()

    def _pool(self, position: int, value: str) -> tuple[Mana, ...]:
        with self._placed(position):
            return parse_pool(value)

    def _ruling(self, position: int, value: str) -> tuple[str, Ruling]:
        ruling = _RULING.fullmatch(value)
        if ruling is None:
            raise self._error(position, f"'only: TEXT = ' and one of {', '.join(Ruling)}")
        return self._unquoted(position, ruling["text"]), Ruling(ruling["ruling"].lower())

    def _cards(self, position: int, value: str) -> tuple[Card, ...]:
        found = _CARDS.fullmatch(value)
        if found is None or not value:
            expected = "a number of cards, their types, (mana value N) and (name: TEXT)"
            raise self._error(position, expected)
        count = 1 if found["count"] is None else self._number(position, found["count"])
        types = self._types(position + found.start("types"), found["types"])
        name = self._unquoted(position + found.start("text"), found["text"] or "")
        mana_value = self._number(position + found.start("value"), found["value"] or "0")
        return (Card(name, types, mana_value),) * count


Part = tuple[int, str]
"""Position and text of a part of an entry."""


@dataclass(slots=True)
class _Parts:
    """What an entry of sources is made of; ``rest`` is where something stands that it must not."""

    count: str
    name: Part
    items: Part | None = None
    abilities: Part | None = None
    rest: int | None = None

    @classmethod
    def of(cls, entry: str) -> _Parts:
        counted = _COUNT.match(entry)
        start = counted.end() if counted else 0
        groups: dict[str, Part] = {}
        name_end = end = len(entry)
        rest = None
        for at, stop, bracket in top_level(entry, r"(?!)", quotes=True):
            if bracket == "{":
                continue
            if not groups:
                name_end = at
            elif bracket in groups or entry[end:at].strip():
                rest = stripped(entry, end)[0]
                break
            groups[bracket] = (at + 1, entry[at + 1 : stop - 1])
            end = stop
        if rest is None and entry[end:].strip():
            rest = stripped(entry, end)[0]
        name = stripped(entry, start, name_end)
        count = counted["count"] if counted else ""
        return cls(count, name, groups.get("("), groups.get("["), rest)

    def is_known(self, known: Callable[[str], Source | None]) -> bool:
        """Tell whether the entry has a known name."""
        name = self.name[1]
        if name.startswith('"'):
            try:
                name = unquote(name)
            except ValueError:
                return False
        return self.rest is None and known(name) is not None
