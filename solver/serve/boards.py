"""The boards that a client has sent: kept by their ids, changed by patches.

A board is never changed in place: a patch makes a new one that shares what stays the same, so that
what the library remembers about its sources goes on counting. The new board takes the place of the
old one, or, with ``into``, stands beside it: so the nodes of a search tree are boards of their own.
"""

# ruff: noqa: TC001 - msgspec reads the annotations when it decodes

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from autotap.models.duel_masters.records import CardRecord as ZoneCardRecord
from autotap.models.duel_masters.records import ZoneRecord, zone_from_record
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import SchemaError
from autotap.models.mtg.board import MAX_SOURCES, Board
from autotap.models.mtg.board_records import (
    BoardRecord,
    CardRecord,
    SourceRecord,
    board_from_record,
    sources_from_records,
)
from autotap.models.records import Count, Name, Number, Record
from autotap.solver.serve.questions import Version
from autotap.solver.serve.refusals import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BoardName = Annotated[Name, Meta(min_length=1)]


class SetBoard(Record, kw_only=True):
    """A Magic board to be kept under an id, in the place of one that has it."""

    game: Literal["magic"] = "magic"
    board_id: BoardName
    board: str | BoardRecord


class SetZone(Record, kw_only=True):
    """A mana zone to be kept under an id."""

    game: Literal["duel_masters"]
    board_id: BoardName
    board: str | ZoneRecord


class DropBoard(Record, kw_only=True):
    """A board that is needed no longer."""

    board_id: BoardName


class SourceState(Record):
    """What is new about a source; what is left out stays."""

    tapped: bool | UnsetType = UNSET
    summoning_sick: bool | UnsetType = UNSET
    stays_tapped: bool | UnsetType = UNSET
    counters: dict[Name, Count] | UnsetType = UNSET
    power: Number | UnsetType | None = UNSET
    toughness: Number | UnsetType | None = UNSET
    reserved: Count | UnsetType = UNSET
    attached_to: Annotated[str, Meta(max_length=1_000)] | UnsetType = UNSET


class PatchBoard(Record, kw_only=True):
    """What is new about a Magic board: first sources go, then others change, then others come."""

    game: Literal["magic"] = "magic"
    board_id: BoardName
    version: Version
    into: BoardName | UnsetType = UNSET
    remove: tuple[Name, ...] = ()
    sources: dict[Name, SourceState] = field(default_factory=dict)
    add: tuple[SourceRecord, ...] = ()
    pool: str | UnsetType = UNSET
    life: Number | UnsetType = UNSET
    graveyard: Count | tuple[CardRecord, ...] | UnsetType = UNSET
    hand: Count | tuple[CardRecord, ...] | UnsetType = UNSET
    energy: Count | UnsetType = UNSET
    tickets: Count | UnsetType = UNSET
    effects: tuple[str, ...] | UnsetType = UNSET
    opponents: tuple[str | BoardRecord, ...] | UnsetType = UNSET


class CardState(Record):
    """What is new about a card of a mana zone."""

    tapped: bool | UnsetType = UNSET


class PatchZone(Record, kw_only=True):
    """What is new about a mana zone."""

    game: Literal["duel_masters"]
    board_id: BoardName
    version: Version
    into: BoardName | UnsetType = UNSET
    remove: tuple[Name, ...] = ()
    cards: dict[Name, CardState] = field(default_factory=dict)
    add: tuple[ZoneCardRecord, ...] = ()


class Boards:
    """Boards by their ids.

    Parameters
    ----------
    most
        How many are kept.

    Examples
    --------
    >>> boards = Boards(most=2)
    >>> boards.keep("me", Board.parse("2 Island"))
    1
    >>> patch = PatchBoard(board_id="me", version=1, sources={"Island 1": SourceState(tapped=True)})
    >>> boards.keep("me", patched(boards.get("me", 1), patch))
    2
    >>> print(boards.get("me", 2))
    Island (tapped); Island
    >>> boards.get("me", 1)
    Traceback (most recent call last):
    ...
    autotap.solver.serve.refusals.Refused: the version of board 'me' is 2, not 1
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._boards: dict[str, tuple[int, Board | ManaZone]] = {}
        self._version = 0

    def keep(self, board_id: str, board: Board | ManaZone) -> int:
        """Keep a board under an id, and return its version, which no board had before."""
        if board_id not in self._boards and len(self._boards) >= self._most:
            raise Refused(Code.TOO_MANY_BOARDS, f"{self._most} boards are kept, and no more can be")
        self._version += 1
        self._boards[board_id] = self._version, board
        return self._version

    def get(self, board_id: str, version: int) -> Board | ManaZone:
        """Return the board with that id, if that is its version."""
        latest, board = self._known(board_id)
        if version != latest:
            message = f"the version of board {board_id[:80]!r} is {latest}, not {version}"
            raise Refused(Code.OTHER_VERSION, message, latest)
        return board

    def drop(self, board_id: str) -> None:
        """Forget a board."""
        self._known(board_id)
        del self._boards[board_id]

    def _known(self, board_id: str) -> tuple[int, Board | ManaZone]:
        if board_id not in self._boards:
            raise Refused(Code.UNKNOWN_BOARD, f"there is no board {board_id[:80]!r}")
        return self._boards[board_id]


def patched(board: Board | ManaZone, patch: PatchBoard | PatchZone) -> Board | ManaZone:
    """Return a board with a patch.

    Raises
    ------
    SchemaError
        For an id that is not on the board, or a patch of the other game.
    InputError
        For what cannot be read, an id that is taken, or an Aura left without what it is on.
    """
    if isinstance(board, ManaZone):
        if not isinstance(patch, PatchZone):
            raise other_game(board)
        return _patched_zone(board, patch)
    if not isinstance(patch, PatchBoard):
        raise other_game(board)
    return _patched_board(board, patch)


def other_game(board: Board | ManaZone) -> SchemaError:
    """Make the error for a question that is not of the game of its board."""
    game = "duel_masters" if isinstance(board, ManaZone) else "magic"
    return SchemaError("$.game", f"{game!r}, the game of the board")


_WHOLE = ("pool", "life", "graveyard", "hand", "energy", "tickets", "effects", "opponents")


def _patched_board(board: Board, patch: PatchBoard) -> Board:
    changes = {id_: _source_changes(state) for id_, state in patch.sources.items()}
    stated = {key: getattr(patch, key) for key in _WHOLE if getattr(patch, key) is not UNSET}
    sources = _changed(board.sources, patch.remove, changes, "sources")
    sources += sources_from_records(patch.add, "$.add") if patch.add else ()
    if len(sources) > MAX_SOURCES:
        raise SchemaError("$.add", f"at most {MAX_SOURCES} sources on a board")
    said = board_from_record(BoardRecord(**stated), "$") if stated else board
    return replace(board, sources=sources, **{key: getattr(said, key) for key in stated})


def _source_changes(state: SourceState) -> dict[str, Any]:
    changes = _stated(state)
    if "counters" in changes:
        changes["counters"] = tuple(sorted((n, k) for n, k in state.counters.items() if k))  # type: ignore[union-attr]
    return changes


def _patched_zone(zone: ManaZone, patch: PatchZone) -> ManaZone:
    changes = {id_: _stated(state) for id_, state in patch.cards.items()}
    cards = _changed(zone.cards, patch.remove, changes, "cards")
    new = zone_from_record(ZoneRecord(cards=patch.add)).cards if patch.add else ()
    return ManaZone((*cards, *new))


def _stated(state: Record) -> dict[str, Any]:
    return {
        key: value for key in state.__struct_fields__ if (value := getattr(state, key)) is not UNSET
    }


def _changed(
    things: tuple[Any, ...],
    remove: Iterable[str],
    changes: Mapping[str, dict[str, Any]],
    key: str,
) -> tuple[Any, ...]:
    """Remove and change some of the sources or cards of a board."""
    by_id = {thing.id: thing for thing in things}
    for i, id_ in enumerate(remove):
        if by_id.pop(id_, None) is None:
            raise SchemaError(f"$.remove[{i}]", f"the id of something on the board, not {id_!r}")
    for id_, new in changes.items():
        if id_ not in by_id:
            raise SchemaError(f"$.{key}", f"ids of what is on the board, not {id_!r}")
        by_id[id_] = replace(by_id[id_], **new)
    return tuple(by_id.values())
