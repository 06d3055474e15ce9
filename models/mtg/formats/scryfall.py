"""Scryfall's bulk files: an array of card objects, of which every name is taken once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.errors import SchemaError
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
from autotap.models.mtg.formats.fields import letters_in, name_of, record_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.formats.json_stream import JsonStream

_NO_CARDS = frozenset(("art_series", "emblem"))
_TOKENS = frozenset(("token", "double_faced_token"))
_ODD_SETS = frozenset(("funny", "memorabilia", "minigame"))


def scryfall_cards(stream: JsonStream) -> Iterator[PrintedCard]:
    """Yield the cards of a bulk file.

    Printings in other languages than English, art and emblems are left out.

    Raises
    ------
    SchemaError, LimitError
        If it is no such file; names the record and its key.

    Examples
    --------
    >>> from autotap.models.mtg.formats.json_stream import JsonStream
    >>> parts = iter(['[{"name": "Opt", "mana_cost": "{U}", "type_line": "Instant"}]'])
    >>> [card.name for card in scryfall_cards(JsonStream(lambda: next(parts, "")))]
    ['Opt']
    """
    for i, record in enumerate(stream.elements()):
        yield from _cards(record_of(record, f"$[{i}]"), f"$[{i}]")
    stream.end()


def _cards(record: dict[str, Any], path: str) -> Iterator[PrintedCard]:
    layout = text_of(record, "layout", path) or "normal"
    if layout in _NO_CARDS or record.get("lang", "en") != "en":
        return
    name = name_of(record, "name", path)
    parts = record.get("card_faces") or [record]
    if not isinstance(parts, list):
        raise SchemaError(f"{path}.card_faces", "a list of faces")
    faces = tuple(
        _face(record_of(part, f"{path}.card_faces[{i}]"), f"{path}.card_faces[{i}]")
        for i, part in enumerate(parts)
    )
    if layout in _TOKENS:
        for face in faces:
            yield PrintedCard(face.name, (face,), is_token=True)
        return
    is_odd = text_of(record, "set_type", path) in _ODD_SETS
    if layout == "reversible_card":
        yield from (PrintedCard(face.name, (face,), is_odd=is_odd) for face in faces)
        return
    yield PrintedCard(name, faces[:2], layout, is_odd=is_odd)


def _face(record: dict[str, Any], path: str) -> PrintedFace:
    return PrintedFace(
        name_of(record, "name", path),
        text_of(record, "mana_cost", path) or None,
        text_of(record, "type_line", path),
        text_of(record, "oracle_text", path),
        text_of(record, "power", path),
        text_of(record, "toughness", path),
        letters_in(record, "color_indicator", path),
    )
