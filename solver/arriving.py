"""What arrives with the cards of a turn, and in which state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source
    from autotap.models.turn import TurnCard

    Arriving = dict[int, tuple[Source, ...]]


def arriving(cards: tuple[TurnCard, ...], board: Board, land_drops: int) -> Arriving:
    """Return what arrives with each card, by its place, with ids that are free on the board."""
    taken = {source.id for source in board.sources}
    found = {}
    for index, planned in enumerate(_planned(cards, board, land_drops)):
        sources = []
        for source in planned:
            name, number = source.id, 1
            while name in taken:
                number += 1
                name = f"{source.id} {number}"
            taken.add(name)
            sources.append(source if number == 1 else replace(source, id=name))
        if sources:
            found[index] = tuple(sources)
    return found


def unsure(cards: tuple[TurnCard, ...], board: Board, land_drops: int) -> tuple[str, ...]:
    """Name what is taken to enter tapped, but in another order of play, or untold, may not.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.turn import TurnCard
    >>> hand = (TurnCard.parse("Glacial Fortress", "land"), TurnCard.parse("Island", "land"))
    >>> unsure(hand, Board(), 1), unsure(hand, Board(), 2)
    ((), ('Glacial Fortress',))
    """
    if not any(card.unless for card in cards):
        return ()
    found = []
    for index, planned in enumerate(_planned(cards, board, land_drops)):
        card = cards[index]
        others = [
            source
            for place, other in enumerate(cards)
            for source in other.arrives
            if place != index and (land_drops > 1 or not (card.is_land and other.is_land))
        ]
        for source, needed in zip(planned, card.unless, strict=False):
            if needed is not None and source.tapped and needed.may_hold(board, others):
                found.append(source.name)
    return tuple(dict.fromkeys(found))


def _planned(
    cards: tuple[TurnCard, ...], board: Board, land_drops: int
) -> Iterator[tuple[Source, ...]]:
    """Yield what arrives with each card in the state that is sure, whatever the order.

    Lands come first of all, so that what is there at the start lets them enter untapped. With a
    spell may enter tapped what may do so, for by then other things may have left. What enters
    untapped if life is paid is untapped: whether it is paid is the plan's to say.
    """
    others = max(0, min(land_drops, sum(card.is_land for card in cards)) - 1)
    for card in cards:
        sources = card.arriving(board, others) if card.is_land else card.arrives
        yield tuple(
            replace(source, tapped=False) if life else source
            for source, life in zip(sources, card.life_asked, strict=True)
        )
