"""Names of cards, and files, where the command line takes costs and boards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.errors import CostSyntaxError, InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cards import Cards
    from autotap.models.problem import Problem

_ENDINGS = (".pzl", ".json", ".txt", ".dck", ".dek", ".board")


def is_file_name(text: str) -> bool:
    """Tell whether a board is the name of a file rather than a text.

    Examples
    --------
    >>> is_file_name("games/board.pzl"), is_file_name("2 Plains; Sol Ring")
    (True, False)
    """
    return text.lower().endswith(_ENDINGS) and not set(text) & set(";\n\r[]")


@lru_cache(maxsize=4)
def cards_at(path: str | None) -> Cards:
    """Return the cards of a file of card data; None for what is built in."""
    from autotap.models.mtg.cards import Cards

    if path is None:
        return Cards()
    from autotap.models.records import at

    with at(path, "In"):
        return Cards.load(path)


@lru_cache(maxsize=4)
def board_at(text: str, cards: str | None) -> Board:
    """Return the board of a text or in a file, with the cards of a file of card data."""
    from autotap.models.mtg.board import Board

    if is_file_name(text):
        from autotap.models.records import at

        known = cards_at(cards)
        with at(text, "In"):
            return Board.load(text, known)
    return Board.parse(text, cards_at(cards))


def casting_of(
    name: str,
    board: Callable[[], Board],
    cards: str | None,
    alternative: str = "",
    place: str = "COST",
) -> Problem | None:
    """Make the problem of casting a card; None where the name is a cost, or should be one.

    A text that is no cost is a name if it is known, or if there is a file of card data and it has
    no braces.

    Parameters
    ----------
    name
        The text.
    board
        Makes the board that it is cast from.
    cards
        File of card data.
    alternative
        Name of the alternative cost that is paid; "" for the mana cost.
    place
        Where the text stands.

    Raises
    ------
    UnknownNameError, AmbiguousNameError, InputError
        If the name is not that of one card or half that is cast, or the card has no such cost.
    """
    from autotap.models.mtg.oracle.own import CAST_FROM
    from autotap.models.records import at

    known = cards_at(cards)
    with at(place):
        if not _is_name(name, known, from_file=cards is not None):
            return None
        spell = known.spell(name)
    if not alternative:
        return next(one for one in known.castings(name, board()) if one.spell.name == spell.name)
    plain = alternative.strip().casefold()
    ways = known.castings(name, board(), zone=CAST_FROM.get(plain, "hand"))
    for way in ways:
        if any(option.least and option.name == plain for option in way.spell.options):
            return way
    reading = known.reading(name)
    names = [option.name for option in reading.own.alternatives] if reading else []
    raise InputError(alternative, " or ".join(names) or f"a card other than {name}")


def _is_name(text: str, known: Cards, *, from_file: bool) -> bool:
    """Tell whether a text is the name of a card, or should be one."""
    from autotap.models.mtg.cost import ManaCost

    try:
        ManaCost.parse(text)
    except CostSyntaxError:
        if "{" in text or from_file or text in known:
            return "{" not in text
        near = known.near(text)
        if not near:
            return False
        hint = f"Did you mean {' or '.join(near)}?"
        raise UnknownNameError(text, "a cost, or the name of a card", hint=hint) from None
    return False


def board_json(board: Board) -> dict[str, Any]:
    """Return the JSON form of a board."""
    from msgspec import to_builtins

    from autotap.models.mtg.board_records import board_record

    return dict(to_builtins(board_record(board)))


def spell_json(problem: Problem) -> dict[str, Any]:
    """Return the JSON form of what a problem pays for."""
    from msgspec import to_builtins

    from autotap.models.mtg.spell_records import spell_record

    return dict(to_builtins(spell_record(problem.spell)))
