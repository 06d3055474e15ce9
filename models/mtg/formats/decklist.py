"""Decklists: what Arena and MTGO export, and Forge's ``.dck``.

A line is a number and a name, with a set and a collector's number behind it or not::

    4 Lightning Bolt (M11) 149
    2 Fire // Ice|APC
    SB: 1 Pyroblast

Headings, with or without brackets, name the parts of the deck; after an empty line that follows the
main deck comes the sideboard, if there are no headings.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from autotap.models.errors import LimitError

MAX_CARDS = 10_000
"""Most cards in a deck."""

_LINE = re.compile(
    r"(?P<side>SB:\s*)?(?P<count>\d{1,6})\s*x?\s+(?P<name>[^|]*?[^|\s])"
    r"(?:\s+(?:\((?P<set>[A-Za-z0-9]{2,6})\)(?:\s+\S+)?|\[[A-Za-z0-9]{2,6}\]))?"
    r"(?:\s+\*[A-Z]+\*|\s+#\S+)*\s*(?:\|.*)?"
)
_HEADINGS = {
    **dict.fromkeys(("deck", "main", "maindeck", "mainboard"), "main"),
    **dict.fromkeys(("sideboard", "side"), "sideboard"),
    **dict.fromkeys(("commander", "commanders"), "commander"),
    **dict.fromkeys(("companion", "maybeboard", "considering", "avatar", "planes"), "other"),
    **dict.fromkeys(("schemes", "conspiracy", "dungeon", "attractions", "contraptions"), "other"),
    **dict.fromkeys(("metadata", "about", "general"), "about"),
}
_HEADING = re.compile(r"\[?\s*(?P<word>[A-Za-z]+)\s*\]?\s*:?\s*(?:\(\d+\))?")
_ABOUT = re.compile(r"(?:name|title|deck type|description|comment|set)\s*[=: ].*", re.IGNORECASE)
_COMMENT = re.compile(r"(?://|#|;).*")
_XML_CARD = re.compile(r"<Cards\b(?P<attributes>[^<>]*)/?>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r'(?P<key>[A-Za-z]+)\s*=\s*"(?P<value>[^"<>]*)"')


@dataclass(frozen=True, slots=True)
class Decklist:
    """A deck by the names of its cards.

    Parameters
    ----------
    main, sideboard, commander
        ``(name, number)``, in the order of the file.
    notes
        What of the file was left out, as sentences.
    """

    main: tuple[tuple[str, int], ...] = ()
    sideboard: tuple[tuple[str, int], ...] = ()
    commander: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)


def is_decklist(text: str) -> bool:
    r"""Tell whether a text is a decklist: every line is a card, a heading or a comment.

    Examples
    --------
    >>> is_decklist("4 Island (ANA) 12\n\nSideboard\n1 Opt"), is_decklist("2 Island; Swamp")
    (True, False)
    """
    if _XML_CARD.search(text):
        return True
    lines = [line.strip() for line in text.splitlines()]
    plain = [line for line in lines if line and not _COMMENT.fullmatch(line)]
    return any(map(_is_card, plain)) and all(
        _is_card(line) or _heading(line) or _ABOUT.fullmatch(line) for line in plain
    )


def read_decklist(text: str) -> Decklist:
    r"""Read a decklist.

    Raises
    ------
    LimitError
        If the deck is too large.

    Examples
    --------
    >>> read_decklist("Deck\n4 Lightning Bolt (M11) 149\n\nSideboard\n1 Fire/Ice").main
    (('Lightning Bolt', 4),)
    """
    if _XML_CARD.search(text):
        return _of_entries(_xml_entries(text), [])
    part, has_headings, notes = "main", False, []
    entries: list[tuple[str, str, int]] = []
    lines = [line.strip() for line in text.splitlines()]
    for line in lines:
        if not line:
            if entries and not has_headings:
                part = "sideboard"
        elif _COMMENT.fullmatch(line) or (part == "about" and not _heading(line)):
            continue
        elif (found := _LINE.fullmatch(line)) and ";" not in line:
            entries.append(
                ("sideboard" if found["side"] else part, found["name"], int(found["count"]))
            )
        elif heading := _heading(line):
            part, has_headings = heading, True
        elif not _ABOUT.fullmatch(line):
            notes.append(f"the line {line[:60]!r} is not understood and left out")
    return _of_entries(entries, notes)


def _is_card(line: str) -> bool:
    return bool(_LINE.fullmatch(line)) and ";" not in line and "[" not in line.partition("|")[0]


def _heading(line: str) -> str | None:
    found = _HEADING.fullmatch(line)
    return _HEADINGS.get(found["word"].lower()) if found else None


def _xml_entries(text: str) -> list[tuple[str, str, int]]:
    """Read the cards of MTGO's ``.dek``, of which nothing but these tags is looked at."""
    entries = []
    for card in _XML_CARD.finditer(text):
        found = {
            one["key"].lower(): html.unescape(one["value"])
            for one in _ATTRIBUTE.finditer(card["attributes"])
        }
        number = found.get("quantity", "")
        if found.get("name") and re.fullmatch(r"\d{1,6}", number):
            side = found.get("sideboard", "").lower() == "true"
            entries.append(("sideboard" if side else "main", found["name"], int(number)))
    return entries


def _of_entries(entries: list[tuple[str, str, int]], notes: list[str]) -> Decklist:
    parts: dict[str, dict[str, int]] = {"main": {}, "sideboard": {}, "commander": {}, "other": {}}
    total = 0
    for part, name, number in entries:
        total += number
        if total > MAX_CARDS:
            raise LimitError(f"{total} cards", f"a deck of at most {MAX_CARDS} cards")
        parts[part][name] = parts[part].get(name, 0) + number
    if parts["other"]:
        notes.append(f"{sum(parts['other'].values())} cards beside the deck are left out")
    main, side, commander = (tuple(parts[p].items()) for p in ("main", "sideboard", "commander"))
    return Decklist(main, side, commander, tuple(notes))
