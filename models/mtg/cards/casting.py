"""Casting a card of a hand: the spell that it is on a board, with what the permanents do to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.cards.counts import Counts
from autotap.models.mtg.formats.position import without_card
from autotap.models.mtg.oracle.changes import ITSELF
from autotap.models.mtg.restriction import Restriction, Ruling
from autotap.models.mtg.source import Zone
from autotap.models.mtg.spell import spend_as
from autotap.models.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cards.library import Cards
    from autotap.models.mtg.context import Context
    from autotap.models.mtg.oracle import CardReading
    from autotap.models.mtg.spell import Spell


def castings(name: str, board: Board, cards: Cards) -> tuple[Problem, ...]:
    """Make the problems of casting a card, one for each face that can be cast.

    The card itself leaves the hand (MTG-601.2a). What permanents on the board, and on the
    opponents' boards, do to its cost is worked out from their texts; what cannot be counted there
    is taken as nothing, and `Spell.unread` says so.

    Raises
    ------
    UnknownNameError, AmbiguousNameError, UnsupportedCostError
        As `Cards.spells`.
    """
    counts = Counts(board)
    found = []
    for spell in cards.spells(name, amounts=counts):
        changed = _changed(spell, board, cards, counts)
        doubts = tuple(f"{what}: taken as none" for what in counts.unknown)
        changed = replace(changed, unread=(*changed.unread, *doubts))
        found.append(Problem(_with_life(without_card(board, spell.name), cards), changed))
    return tuple(found)


def _changed(spell: Spell, board: Board, cards: Cards, counts: Counts) -> Spell:
    """Give a spell the modifiers and permissions of the permanents."""
    modifiers = [*spell.modifiers]
    allowed = dict(spell.spend_as)
    for reading, is_yours in _readings(board, cards):
        for change in reading.changes:
            if change.applies(spell.context, yours=is_yours):
                modifiers += [
                    replace(modifier, text=reading.name) for modifier in change.modifiers(counts)
                ]
        for permission in reading.permissions if is_yours else ():
            if not permission.of or _covers(permission.of, spell.context):
                for kind, types in permission.spend_as:
                    allowed[kind] = allowed.get(kind, frozenset({kind})) | types
    return replace(spell, modifiers=tuple(modifiers), spend_as=spend_as(allowed))


def _covers(text: str, context: Context) -> bool:
    """Tell whether a permission for what a restriction text says is one for this payment."""
    return text != ITSELF and Restriction.parse(text).judge(context) is Ruling.YES


def _with_life(board: Board, cards: Cards) -> Board:
    """Let 2 life stand for mana where a permanent says so (K'rrik, MTG-AST-08)."""
    said = {
        permission.life_for
        for reading, is_yours in _readings(board, cards)
        for permission in reading.permissions
        if is_yours and permission.life_for is not None
    }
    return replace(board, life_for=board.life_for | said) if said else board


def _readings(board: Board, cards: Cards) -> Iterator[tuple[CardReading, bool]]:
    """Yield what the texts of all permanents say, and whether they are on this board."""
    for each, is_yours in ((board, True), *((other, False) for other in board.opponents)):
        for source in each.sources:
            if source.zone is Zone.BATTLEFIELD and (reading := cards.reading(source.name)):
                yield reading, is_yours
