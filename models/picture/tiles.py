"""Boards and mana zones as tiles: equal sources are one tile with a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from autotap.models.duel_masters.civilization import in_order
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.source import Zone
from autotap.models.mtg.wording import wording_texts
from autotap.models.picture.words import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from autotap.models.duel_masters.card import DuelMastersCard
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source

MOST_TILES = 48
"""Most tiles of one board."""
MOST_LINES = 3
"""Most abilities that a tile shows."""

T = TypeVar("T", "Source", "DuelMastersCard")


@dataclass(frozen=True, slots=True)
class Tile:
    """Equal sources.

    Parameters
    ----------
    title
        Their name.
    count
        How many.
    lines
        What they can do.
    state
        What holds of them now, as "tapped".
    ready
        Whether they are there to be used.
    marked
        Whether the picture is about them.
    """

    title: str
    count: int
    lines: tuple[str, ...] = ()
    state: str = ""
    ready: bool = True
    marked: bool = False


def tiles_of(
    board: Board | ManaZone, marked: frozenset[str] = frozenset(), most: int = MOST_TILES
) -> tuple[Tile, ...]:
    """Return the tiles of a board, those in the first place that are marked or ready.

    Parameters
    ----------
    board
        A board or mana zone.
    marked
        Ids of sources to mark.
    most
        Largest number of tiles, at least 1; the last one stands for all that have no other.

    Examples
    --------
    >>> from autotap.models import Board
    >>> board = Board.parse("2 Plains; Plains (tapped); Sol Ring")
    >>> [(tile.count, tile.title, tile.state) for tile in tiles_of(board)]
    [(2, 'Plains', ''), (1, 'Sol Ring', ''), (1, 'Plains', 'tapped')]
    """
    tiles = (
        _grouped(board.cards, _card_tile, marked)
        if isinstance(board, ManaZone)
        else _grouped(board.sources, _source_tile, marked)
    )
    tiles.sort(key=lambda tile: (not tile.marked, not tile.ready))
    if len(tiles) <= most:
        return tuple(tiles)
    rest = sum(tile.count for tile in tiles[most - 1 :])
    return (*tiles[: most - 1], Tile(f"and {rest:,} more", 1, ready=False))


def _grouped(cards: Iterable[T], tile: Callable[[T], Tile], marked: frozenset[str]) -> list[Tile]:
    """Make one tile of the sources that look alike."""
    counts: dict[tuple[Hashable, bool], int] = {}
    for card in cards:
        key = (tile(card), card.id in marked)
        counts[key] = counts.get(key, 0) + 1
    return [
        Tile(one.title, count, one.lines, one.state, one.ready, mark)
        for (one, mark), count in counts.items()
        if isinstance(one, Tile)
    ]


def _source_tile(source: Source) -> Tile:
    texts = wording_texts(source)
    lines = [text.replace(": Add ", " → ", 1).replace("|", " / ") for text in texts]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"and {len(lines) - MOST_LINES + 1} more abilities"]
    states = ["tapped"] if source.tapped else []
    states += ["summoning sick"] if not source.can_pay_tap() else []
    states += ["in hand"] if source.zone is Zone.HAND else []
    states += [f"on {source.attached_to}"] if source.attached_to else []
    chosen = source.chosen if source.chosen_color is None else f"{{{source.chosen_color}}}"
    states += [f"chosen: {chosen}"] if source.chosen else []
    states += [f"{number} {name}" for name, number in source.counters]
    ready = not source.tapped and source.can_pay_tap()
    return Tile(plain(source.name), 1, tuple(lines), ", ".join(states), ready)


def _card_tile(card: DuelMastersCard) -> Tile:
    gives = "".join(f"{{{civilization}}}" for civilization in in_order(card.civilizations))
    states = [
        state for state, here in (("tapped", card.tapped), ("face-down", card.face_down)) if here
    ]
    if card.mana_number != (1,):
        states.append(f"number {' or '.join(map(str, card.mana_number))}")
    return Tile(plain(card.name), 1, (gives or "colorless",), ", ".join(states), not card.tapped)
