"""Casting a card: the spell that it is on a board, with what the permanents do to its cost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.cards.counts import Counts, CountsOfSource
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
    from autotap.models.mtg.locking import Modifier
    from autotap.models.mtg.oracle import CardReading
    from autotap.models.mtg.oracle.changes import CostChange
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Spell


def castings(name: str, board: Board, cards: Cards, zone: str = "hand") -> tuple[Problem, ...]:
    """Make the problems of casting a card from a zone, one for each of its `Cards.spells`.

    The card itself leaves the zone (MTG-601.2a); `casting` adds what permanents do to its cost.

    Raises
    ------
    UnknownNameError, AmbiguousNameError, UnsupportedCostError
        As `Cards.spells`.
    """
    counts = Counts(board)
    found = []
    for spell in cards.spells(name, zone=zone, amounts=counts):
        doubts = tuple(f"{what}: taken as none" for what in counts.unknown)
        doubted = replace(spell, unread=(*spell.unread, *doubts))
        found.append(casting(doubted, without_card(board, spell.name, zone), cards))
    return tuple(found)


def casting(spell: Spell, board: Board, cards: Cards) -> Problem:
    """Make the problem of casting a spell, with what permanents here and there do to its cost.

    Their modifiers, the ways to pay that they give or offer, and as what mana may be spent because
    of them are worked out from their texts. What no board shows is taken as nothing, and
    `Spell.unread` says so.

    Parameters
    ----------
    spell
        What is cast.
    board
        Its player's board, with the opponents' ones.
    cards
        The cards of the permanents.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.cards import Cards
    >>> from autotap.models.mtg.spell import Spell
    >>> spell = Spell.parse("{1}{U}", types="instant")
    >>> casting(spell, Board.parse("2 Island"), Cards()).spell == spell
    True
    """
    return Problem(_with_life(board, cards), _changed(spell, board, cards))


def _changed(spell: Spell, board: Board, cards: Cards) -> Spell:
    modifiers = [*spell.modifiers]
    options = {option.name: option for option in spell.options}
    allowed = dict(spell.spend_as)
    payers = set(spell.payers)
    doubts = dict.fromkeys(spell.unread)
    for owner, is_yours in ((board, True), *((other, False) for other in board.opponents)):
        for source, reading in _readings(owner, cards):
            counts = CountsOfSource(Counts(owner), source)
            for change in reading.changes:
                modifiers += _modifiers(change, spell, counts, is_yours=is_yours)
            doubts |= dict.fromkeys(f"{reading.name}: {one}" for one in counts.doubts)
            if not is_yours:
                continue
            for permission in reading.permissions:
                if _covers(permission.of, spell):
                    for kind, types in permission.spend_as:
                        allowed[kind] = allowed.get(kind, frozenset({kind})) | types
            for granted in reading.granted:
                if _covers(granted.of, spell):
                    payers |= granted.payers
                    if granted.option is not None:
                        options.setdefault(granted.option.name, granted.option)
    return replace(
        spell,
        modifiers=tuple(modifiers),
        spend_as=spend_as(allowed),
        options=tuple(options.values()),
        payers=frozenset(payers),
        unread=tuple(doubts),
    )


def _modifiers(
    change: CostChange, spell: Spell, counts: CountsOfSource, *, is_yours: bool
) -> list[Modifier]:
    """Return what a change of a permanent does to a spell."""
    context = spell.context
    if "chosen" in change.of:
        chosen = counts.source.chosen
        if chosen is None:
            counts.doubts.append("what was chosen for it")
            return []
        context = replace(context, chosen=frozenset({chosen}))
    if not change.applies(context, yours=is_yours):
        return []
    return [replace(each, text=counts.source.name) for each in change.modifiers(counts)]


def _covers(of: str, spell: Spell) -> bool:
    """Tell whether a permission or a way to pay is for this spell; "" is for everything."""
    if of in ("", ITSELF):
        return not of
    return Restriction.parse(of).judge(spell.context) is Ruling.YES


def _with_life(board: Board, cards: Cards) -> Board:
    """Let 2 life stand for mana where a permanent says so (K'rrik, MTG-AST-08)."""
    said = {
        permission.life_for
        for _, reading in _readings(board, cards)
        for permission in reading.permissions
        if permission.life_for is not None
    }
    return replace(board, life_for=board.life_for | said) if said else board


def _readings(board: Board, cards: Cards) -> Iterator[tuple[Source, CardReading]]:
    """Yield the permanents of a board, and what their texts say."""
    for source in board.sources:
        if source.zone is Zone.BATTLEFIELD and (reading := cards.reading(source.name)):
            yield source, reading
