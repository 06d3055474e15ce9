"""The JSON form of a Magic board.

A key that is left out of a source means what its name alone stands for in the catalogue.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from autotap.models.errors import SchemaError, UnknownNameError
from autotap.models.mtg.board import MAX_NUMBER, MAX_SOURCES, Board, Card
from autotap.models.mtg.board_text import catalogue_source, default_ids, differences
from autotap.models.mtg.catalogue import near
from autotap.models.mtg.chosen import chosen_of
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effect_text import effect_text, parse_effect
from autotap.models.mtg.mana import mana_text, parse_pool
from autotap.models.mtg.restriction import Ruling  # noqa: TC001 - msgspec reads annotations
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.wording import ability_texts, fields_of, parse_wording
from autotap.models.records import Count, CountedRecord, Name, Number, Record, at, grouped

if TYPE_CHECKING:
    from autotap.models.mtg.cards.library import Cards
    from autotap.models.mtg.effects import Effect

_PLAIN = ("tapped", "summoning_sick", "zone", "stays_tapped", "power", "toughness", "reserved")
"""Fields of a source that stand in its record as they are."""

Letters = Annotated[str, Meta(pattern="^[WUBRGC]*$")]


class SourceRecord(CountedRecord, kw_only=True):
    """One or more equal sources."""

    name: Name
    id: Name | UnsetType = UNSET
    types: tuple[Name, ...] | UnsetType = UNSET
    abilities: tuple[str, ...] | UnsetType = UNSET
    tapped: bool = False
    summoning_sick: bool = False
    stays_tapped: bool | UnsetType = UNSET
    counters: dict[Name, Count] | UnsetType = UNSET
    zone: Zone = Zone.BATTLEFIELD
    colors: Letters | UnsetType = UNSET
    cost: str | UnsetType | None = UNSET
    power: Number | UnsetType | None = UNSET
    toughness: Number | UnsetType | None = UNSET
    reserved: Count | UnsetType = UNSET
    effects: tuple[str, ...] | UnsetType = UNSET
    chosen: Annotated[str, Meta(pattern="^([WUBRG]|[A-Za-z][A-Za-z' -]+)$", max_length=100)] | (
        UnsetType
    ) = UNSET
    attached_to: Name | UnsetType = UNSET
    unread: tuple[str, ...] = ()


class CardRecord(Record):
    """One or more equal cards outside the battlefield."""

    name: Name = ""
    types: tuple[Name, ...] = ()
    mana_value: Count = 0
    count: Count = 1


class BoardRecord(Record):
    """A board: sources one by one, or as a text."""

    text: str | UnsetType = UNSET
    sources: tuple[SourceRecord, ...] = ()
    pool: str | UnsetType = UNSET
    life: Number | UnsetType = UNSET
    graveyard: Count | tuple[CardRecord, ...] | UnsetType = UNSET
    hand: Count | tuple[CardRecord, ...] | UnsetType = UNSET
    energy: Count | UnsetType = UNSET
    tickets: Count | UnsetType = UNSET
    rulings: dict[str, Ruling] | UnsetType = UNSET
    life_for: Letters | UnsetType = UNSET
    effects: tuple[str, ...] | UnsetType = UNSET
    commander: Letters | UnsetType = UNSET
    opponents: tuple[str | BoardRecord, ...] | UnsetType = UNSET
    notes: tuple[str, ...] = ()


def board_from_record(
    record: str | BoardRecord, path: str = "$.board", cards: Cards | None = None
) -> Board:
    """Make a board of its record, which stands at a path; names mean what `cards` say."""
    if isinstance(record, str):
        with at(path):
            return Board.parse(record, cards)
    stated: dict[str, Any] = {
        key: getattr(record, key)
        for key in ("life", "energy", "tickets")
        if getattr(record, key) is not UNSET
    }
    if record.notes:
        stated["notes"] = record.notes
    if record.pool is not UNSET:
        with at(f"{path}.pool"):
            stated["pool"] = parse_pool(record.pool)
    for key in ("graveyard", "hand"):
        if (own := getattr(record, key)) is not UNSET:
            stated[key] = _cards(own, f"{path}.{key}")
    if record.rulings is not UNSET:
        stated["rulings"] = tuple(record.rulings.items())
    for key in ("life_for", "commander"):
        if (letters := getattr(record, key)) is not UNSET:
            stated[key] = types_of(letters)
    if record.effects is not UNSET:
        stated["effects"] = tuple(
            _effect(text, "", f"{path}.effects[{i}]") for i, text in enumerate(record.effects)
        )
    if record.opponents is not UNSET:
        stated["opponents"] = tuple(
            _opponent(other, f"{path}.opponents[{i}]", cards)
            for i, other in enumerate(record.opponents)
        )
    if record.text is UNSET:
        sources = sources_from_records(record.sources, f"{path}.sources", cards)
        with at(path):
            return Board(sources, **stated)
    if record.sources:
        raise SchemaError(f"{path}.sources", "either a text or sources")
    with at(f"{path}.text"):
        board = Board.parse(record.text, cards)
    for key in stated:
        if getattr(board, key) != getattr(Board(), key):
            raise SchemaError(f"{path}.{key}", f"{key} only once: the text has it too")
    return replace(board, **stated)


def _effect(text: str, name: str, path: str) -> Effect:
    with at(path):
        return parse_effect(text, name)


def _opponent(record: str | BoardRecord, path: str, cards: Cards | None) -> Board:
    if isinstance(record, BoardRecord) and record.opponents:
        raise SchemaError(f"{path}.opponents", "no opponents of an opponent")
    return board_from_record(record, path, cards)


def _cards(record: int | tuple[CardRecord, ...], path: str) -> tuple[Card, ...]:
    records = (CardRecord(count=record),) if isinstance(record, int) else record
    if sum(card.count for card in records) > MAX_NUMBER:
        raise SchemaError(path, f"at most {MAX_NUMBER} cards")
    return tuple(
        card
        for one in records
        for card in (Card(one.name, frozenset(one.types), one.mana_value),) * one.count
    )


def sources_from_records(
    records: tuple[SourceRecord, ...], path: str, cards: Cards | None = None
) -> tuple[Source, ...]:
    """Make sources of their records, which stand at a path."""
    if sum(record.count for record in records) > MAX_SOURCES:
        raise SchemaError(path, f"at most {MAX_SOURCES} sources")
    named = default_ids([record.name for record in records for _ in range(record.count)])
    sources: dict[str, Source] = {}
    for i, record in enumerate(records):
        if record.id is not UNSET and record.count > 1:
            raise SchemaError(f"{path}[{i}].count", "no count beside an id")
        source = _source(record, f"{path}[{i}]", cards)
        for _ in range(record.count):
            default = named[len(sources)]
            own = default if record.id is UNSET else record.id
            if own in sources:
                raise SchemaError(f"{path}[{i}].id", f"an id other than {own!r}, which is taken")
            sources[own] = replace(source, id=own)
    return tuple(sources.values())


def _source(record: SourceRecord, path: str, cards: Cards | None) -> Source:
    known = catalogue_source(record.name) if cards is None else cards.known(record.name)
    if record.abilities is UNSET and known is None:
        similar = " or ".join((near if cards is None else cards.near)(record.name))
        hint = f"Did you mean {similar}? At {path}.name" if similar else f"At {path}.name"
        raise UnknownNameError(record.name, "a known name, or its abilities", hint=hint)
    stated: dict[str, Any] = {
        "id": "",
        "name": record.name,
        "tapped": record.tapped,
        "summoning_sick": record.summoning_sick,
        "zone": record.zone,
    }
    if record.unread or record.abilities is not UNSET:
        stated["unread"] = record.unread
    for key in ("stays_tapped", "power", "toughness", "reserved"):
        if getattr(record, key) is not UNSET:
            stated[key] = getattr(record, key)
    if record.types is not UNSET:
        stated["types"] = frozenset(record.types)
    if record.abilities is not UNSET:
        stated |= _abilities(record, record.abilities, path)
    if record.effects is not UNSET:
        stated["effects"] = tuple(
            _effect(text, record.name, f"{path}.effects[{i}]")
            for i, text in enumerate(record.effects)
        )
    if record.chosen is not UNSET:
        stated["chosen"] = chosen = chosen_of(record.chosen)
        if chosen is None:
            raise SchemaError(f"{path}.chosen", "one letter of WUBRG, or a creature type")
    if record.attached_to is not UNSET:
        stated["attached_to"] = record.attached_to
    if record.counters is not UNSET:
        stated["counters"] = tuple(sorted((n, k) for n, k in record.counters.items() if k))
    if record.colors is not UNSET:
        stated["colors"] = types_of(record.colors)
    if record.cost is not UNSET:
        stated["cost"] = cost_of(record.cost, f"{path}.cost")
    return replace(known or Source("", record.name), **stated)


def _abilities(record: SourceRecord, texts: tuple[str, ...], path: str) -> dict[str, Any]:
    """Read abilities, also those that ask the board; effects have a key of their own."""
    wordings = []
    for i, text in enumerate(texts):
        with at(f"{path}.abilities[{i}]"):
            wordings.append(parse_wording(text, record.name))
    fields = fields_of(wordings)
    if fields.pop("effects"):
        raise SchemaError(f"{path}.abilities", "mana abilities; effects have a key of their own")
    return fields


def cost_of(text: str | None, path: str) -> ManaCost | None:
    """Read a mana cost, None for none."""
    with at(path):
        return None if text is None else ManaCost.parse(text)


def types_of(letters: str) -> frozenset[ManaType]:
    """Read letters as types of mana."""
    return frozenset(map(ManaType, letters))


def letters_of(types: frozenset[ManaType]) -> str:
    """Write types of mana as letters."""
    return "".join(kind for kind in ManaType if kind in types)


def board_record(board: Board) -> BoardRecord:
    """Make the record of a board."""
    default = default_ids([source.name for source in board.sources])
    records = [
        _source_record(source, source.id != own)
        for source, own in zip(board.sources, default, strict=True)
    ]
    record = BoardRecord(sources=grouped(records), notes=board.notes)
    plain = Board()
    for key in ("life", "energy", "tickets"):
        if getattr(board, key) != getattr(plain, key):
            setattr(record, key, getattr(board, key))
    if board.pool:
        record.pool = mana_text(board.pool)
    for key in ("graveyard", "hand"):
        if cards := getattr(board, key):
            setattr(record, key, _card_records(cards))
    if board.rulings:
        record.rulings = dict(board.rulings)
    if board.life_for:
        record.life_for = letters_of(board.life_for)
    if board.commander:
        record.commander = letters_of(board.commander)
    if board.effects:
        record.effects = tuple(map(effect_text, board.effects))
    if board.opponents:
        record.opponents = tuple(map(board_record, board.opponents))
    return record


def _card_records(cards: tuple[Card, ...]) -> tuple[CardRecord, ...]:
    return tuple(
        CardRecord(
            name=card.name,
            types=tuple(sorted(card.types)),
            mana_value=card.mana_value,
            count=sum(1 for _ in copies),
        )
        for card, copies in groupby(cards)
    )


def _source_record(source: Source, with_id: bool) -> SourceRecord:
    record = SourceRecord(
        name=source.name,
        types=tuple(sorted(source.types)),
        abilities=tuple(ability_texts(source)),
        unread=source.unread,
    )
    differs = differences(source)
    for key in _PLAIN:
        if key in differs:
            setattr(record, key, getattr(source, key))
    if "counters" in differs:
        record.counters = dict(source.counters)
    if "colors" in differs:
        record.colors = letters_of(source.colors)
    if "cost" in differs:
        record.cost = None if source.cost is None else str(source.cost)
    if "effects" in differs:
        record.effects = tuple(map(effect_text, source.effects))
    if source.chosen is not None:
        record.chosen = source.chosen
    if source.attached_to:
        record.attached_to = source.attached_to
    if with_id:
        record.id = source.id
    return record
