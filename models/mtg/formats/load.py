"""Boards in files of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.errors import AmbiguousNameError, SchemaError
from autotap.models.files import text_in
from autotap.models.mtg.board import Board
from autotap.models.mtg.cards.library import Cards
from autotap.models.mtg.formats.decklist import Decklist, is_decklist, read_decklist
from autotap.models.mtg.formats.forge import is_forge_state, read_forge_state
from autotap.models.mtg.formats.position import Permanent, Position, board_of
from autotap.models.strict_json import load_json

if TYPE_CHECKING:
    from pathlib import Path


def load_board(path: Path, cards: Cards | None = None, *, player: int = 0) -> Board:
    """Read the board in a file; see `Board.load`."""
    text = text_in(path)
    known = cards or Cards()
    start = text.lstrip()[:1]
    if start == "{" or path.suffix.lower() == ".json":
        return _of_json(load_json(text), known)
    if is_forge_state(text):
        return board_of(read_forge_state(text, player=player), known)
    if is_decklist(text):
        return deck_board(read_decklist(text), known)
    return Board.parse(text, known)


def deck_board(deck: Decklist, cards: Cards) -> Board:
    r"""Make a board of a deck: its permanents in play, its other cards in hand.

    What a deck could make if everything were there; the sideboard is left out.

    Examples
    --------
    >>> board = deck_board(read_decklist("2 Island\n1 Sol Ring"), Cards())
    >>> [source.id for source in board.sources]
    ['Island 1', 'Island 2', 'Sol Ring']
    """
    permanents: list[Permanent] = []
    hand: list[str] = []
    notes = [*deck.notes]
    if deck.sideboard:
        notes.append(f"{sum(number for _, number in deck.sideboard)} cards aside are left out")
    for name, count in deck.main:
        if _is_permanent(name, cards):
            permanents.append(Permanent(name, count, counters=None))
        else:
            hand += [name] * count
    return board_of(
        Position(
            tuple(permanents),
            tuple(hand),
            commanders=tuple(name for name, _ in deck.commander),
            notes=tuple(notes),
        ),
        cards,
    )


def _is_permanent(name: str, cards: Cards) -> bool:
    """Tell whether a card of a deck can be in play; an unknown one is taken to be."""
    try:
        found = cards.find(name)
    except AmbiguousNameError:
        return True
    return found is None or found[0].faces[found[0].on_battlefield].is_permanent


def _of_json(data: Any, cards: Cards) -> Board:
    """Make a board of decoded JSON: a board, or a problem with one."""
    from autotap.models.mtg.board_records import BoardRecord, board_from_record
    from autotap.models.records import convert

    path = "$"
    if isinstance(data, dict) and "autotap" in data:
        if data.get("game", "magic") != "magic":
            raise SchemaError("$.game", "'magic', for a board")
        data, path = data.get("board", {}), "$.board"
    if isinstance(data, str):
        return Board.parse(data, cards)
    return board_from_record(convert(data, BoardRecord, path), path, cards)
