"""The text form of a board.

A board is written as entries separated by ``;`` or line breaks; ``#`` starts a comment::

    entry   = [COUNT] NAME ["(" item {"," item} ")"] ["[" [ability {" / " ability}] "]"]
            | "life:" N | "energy:" N | "tickets:" N | "pool:" mana list
            | ("graveyard:" | "hand:") [N] {TYPE} ["(mana value" N ")"] ["(name:" TEXT ")"]
            | "ruling:" ("only:" | "not:") TEXT "=" ("yes" | "no" | "not generic")
            | "life for:" LETTERS | "commander:" LETTERS | "effect:" effect
            | "opponent:" "[" board text "]"
    item    = "tapped" | "sick" | "stays tapped" | "untaps" | "hand" | "reserved" N
            | N NAME ("counter" | "counters") | ("power" | "toughness") (N | "none")
            | "types:" {TYPE} | "colors:" LETTERS | "cost:" COST | "id:" TEXT
            | "chosen:" (LETTER | TYPE) | "on:" ID

A name of the catalogue brings its types, abilities, effects, colours and counters; what is written
beside it counts instead. Any other name needs its abilities in brackets, ``[]`` for none; there
may be mana abilities, those that ask the board (`open_ability.py`), and effects
(`effect_text.py`). ``types``, ``colors``, ``cost``, ``power`` and ``toughness`` may be ``none``.
A comma separates entries too where every piece is a known name or has brackets; a whole name with
a comma goes first. A name, type or text that would be misread is written as a JSON string. The
default ids are the name of a single source, and ``NAME 1``, ``NAME 2`` … where several share it.
``pool``, ``graveyard``, ``hand``, ``ruling``, ``effect`` and ``opponent`` may be repeated.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from autotap.models.mtg.board import MAX_SOURCES, Board
from autotap.models.mtg.catalogue import lookup
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effect_text import effect_text
from autotap.models.mtg.mana import mana_text
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.wording import fields_of, parse_wording, wording_texts
from autotap.models.text import fold, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.models.mtg.board import Card
    from autotap.models.mtg.cards.library import Cards

__all__ = ["MAX_SOURCES", "board_text", "catalogue_source", "default_ids", "parse_board"]


def parse_board(text: str, cards: Cards | None = None) -> Board:
    r"""Read a board.

    Parameters
    ----------
    text
        At most 10,000,000 characters and `MAX_SOURCES` sources. Full-width letters, CRLF and a
        byte order mark are accepted.
    cards
        What names mean; None for what is built in.

    Raises
    ------
    BoardSyntaxError, AbilitySyntaxError, CostSyntaxError, UnknownNameError, LimitError
        Naming the text, the position in it and what was expected there.

    Examples
    --------
    >>> board = parse_board("2 Plains, Tundra (tapped)\nMy Rock [{1}, {T}: Add {W}{U}]; life: 7")
    >>> [source.id for source in board.sources], board.life
    (['Plains 1', 'Plains 2', 'Tundra', 'My Rock'], 7)
    """
    from autotap.models.mtg.board_reader import BoardReader

    if cards is None:
        return BoardReader(text).board()
    return BoardReader(text, known=cards.known, similar=cards.near).board()


@lru_cache(maxsize=4096)
def catalogue_source(name: str) -> Source | None:
    """Make a source of a catalogue entry, with the entry's name as its id; None if unknown.

    Examples
    --------
    >>> str(catalogue_source("sol ring").abilities[0])
    '{T}: Add {C}{C}'
    """
    entry = lookup(name)
    if entry is None:
        return None
    return Source(
        id=entry.name,
        name=entry.name,
        types=frozenset(entry.types),
        **fields_of(
            parse_wording(text, entry.name)
            for text in (*entry.abilities, *entry.asking, *entry.effects)
        ),
        stays_tapped=entry.stays_tapped,
        counters=tuple(sorted(entry.counters)),
        colors=frozenset(map(ManaType, entry.colors)),
        cost=None if entry.cost is None else ManaCost.parse(entry.cost),
        power=entry.power,
        reserved=entry.reserved,
    )


def unstated(name: str) -> Source:
    """Make the source that a name alone stands for; nothing is known of an unknown one."""
    known = catalogue_source(name)
    return Source(id="", name=name) if known is None else replace(known, id="", name=name)


def default_ids(names: Sequence[str]) -> list[str]:
    """Give the ids of sources with these names, where no other ids are stated.

    Examples
    --------
    >>> default_ids(["Plains", "Island", "Plains"])
    ['Plains 1', 'Island', 'Plains 2']
    """
    total = Counter(names)
    seen: Counter[str] = Counter()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(name if total[name] == 1 else f"{name} {seen[name]}")
    return ids


def differences(source: Source) -> set[str]:
    """Names of the fields in which a source differs from what its name alone stands for."""
    plain = replace(unstated(source.name), chosen=source.chosen)
    return {
        field.name
        for field in fields(Source)
        if getattr(source, field.name) != getattr(plain, field.name)
    }


# --- writing -------------------------------------------------------------------------------------

_SAFE_NAME = re.compile(r"(?![xX]\s)[^\W\d_][\w '’&!?/.+*-]*")
_SAFE_WORD = re.compile(r"[\w'’/+*-]+")
_SAFE_ID = re.compile(r"[\w '’&!?/:.+*#-]+")
_SAFE_TEXT = re.compile(r"(?:[\w ,'’&!?/:.+*-]|\{[\w/]+\})+")
_WORDED = {"abilities", "open_abilities", "effects"}
_STATES = {"tapped": "tapped", "summoning_sick": "sick"}


def board_text(board: Board) -> str:
    r"""Write a board so that `parse_board` reads it back.

    Examples
    --------
    >>> print(board_text(parse_board("island;Island;Mana Vault(tapped);\nX [] ;life:7")))
    2 Island; Mana Vault (tapped); X []; life: 7
    """
    default = default_ids([source.name for source in board.sources])
    shown = (
        _source_text(source, with_id=source.id != own)
        for source, own in zip(board.sources, default, strict=True)
    )
    entries = [_counted(body, sum(1 for _ in copies)) for body, copies in groupby(shown)]
    entries += [f"pool: {mana}" for mana in _pool_texts(board)]
    if board.life != Board().life:
        entries.append(f"life: {board.life}")
    for zone, cards in (("graveyard", board.graveyard), ("hand", board.hand)):
        entries += [
            f"{zone}: {sum(1 for _ in copies)}{_card_text(card)}" for card, copies in groupby(cards)
        ]
    for name, number in (("energy", board.energy), ("tickets", board.tickets)):
        entries += [f"{name}: {number}"] if number else []
    for text, ruling in board.rulings:
        entries.append(f"ruling: {_safe(text, _SAFE_TEXT)} = {ruling}")
    if board.life_for:
        entries.append(f"life for: {''.join(c for c in ManaType if c in board.life_for)}")
    if board.commander:
        entries.append(f"commander: {''.join(c for c in ManaType if c in board.commander)}")
    entries += [f"effect: {effect_text(effect)}" for effect in board.effects]
    entries += [f"opponent: [{board_text(other)}]" for other in board.opponents]
    return "; ".join(entries)


def _counted(body: str, count: int) -> str:
    return body if count == 1 else f"{count} {body}"


def _pool_texts(board: Board) -> list[str]:
    """Spell the pool, one text for each run of mana with equal tags."""
    runs = groupby(board.pool, key=lambda mana: mana.tags)
    return [mana_text(tuple(run)) for _, run in runs]


def _card_text(card: Card) -> str:
    value = f" (mana value {card.mana_value})" if card.mana_value else ""
    name = f" (name: {_safe(card.name, _SAFE_ID)})" if card.name else ""
    return "".join(f" {word}" for word in _words(card.types)) + value + name


def _source_text(source: Source, *, with_id: bool) -> str:
    known = catalogue_source(source.name)
    differs = differences(source)
    printed = known is not None and known.name == source.name
    name = source.name if printed else _safe(source.name, _SAFE_NAME, allowed=known is None)
    items = _items(source, differs)
    if with_id:
        items.append(f"id: {_safe(source.id, _SAFE_ID)}")
    state = f" ({', '.join(items)})" if items else ""
    abilities = ""
    if known is None or differs & _WORDED:
        abilities = f" [{' / '.join(wording_texts(source))}]"
    return name + state + abilities


def _items(source: Source, differs: set[str]) -> list[str]:
    items = [text for field, text in _STATES.items() if field in differs]
    if "stays_tapped" in differs:
        items.append("stays tapped" if source.stays_tapped else "untaps")
    if source.zone is Zone.HAND:
        items.append("hand")
    if "reserved" in differs:
        items.append(f"reserved {source.reserved}")
    items += _counter_items(source)
    for key in ("power", "toughness"):
        if key in differs:
            value = getattr(source, key)
            items.append(f"{key} {'none' if value is None else value}")
    if "types" in differs:
        items.append(f"types: {' '.join(_words(source.types)) or 'none'}")
    if "colors" in differs:
        items.append(f"colors: {''.join(c for c in ManaType if c in source.colors) or 'none'}")
    if "cost" in differs:
        items.append(f"cost: {'none' if source.cost is None else source.cost}")
    if source.chosen is not None:
        items.append(f"chosen: {_safe(source.chosen, _SAFE_ID)}")
    if source.attached_to:
        items.append(f"on: {_safe(source.attached_to, _SAFE_ID)}")
    return items


def _counter_items(source: Source) -> list[str]:
    stated = dict.fromkeys(dict(unstated(source.name).counters), 0) | dict(source.counters)
    usual = dict(unstated(source.name).counters)
    return [
        f"{number} {_safe(name, _SAFE_ID)} {'counter' if number == 1 else 'counters'}"
        for name, number in sorted(stated.items())
        if number != usual.get(name)
    ]


def _words(words: Iterable[str]) -> list[str]:
    return [
        word if _SAFE_WORD.fullmatch(word) and word == word.lower() != "none" else quote(word)
        for word in sorted(words)
    ]


def _safe(text: str, pattern: re.Pattern[str], *, allowed: bool = True) -> str:
    """Quote a text that its pattern does not allow, or that reading would change."""
    plain = allowed and pattern.fullmatch(text) and fold(text).strip() == text
    return text if plain else quote(text)
