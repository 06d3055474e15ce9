"""The position after a payment, as its replay leaves it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.arguments import wrong
from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.ability import Deed
from autotap.models.mtg.ways import costs_beside_mana
from autotap.models.problem import Problem
from autotap.models.result import Payment
from autotap.solver.verify.mtg import Replay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.board import Board, Card
    from autotap.models.mtg.source import Source
    from autotap.solver.verify.table import Table


def board_after(problem: Problem, payment: Payment, *, pool: bool = True) -> Board:
    """Return the board that a payment leaves.

    Parameters
    ----------
    problem, payment
        What was asked, and how it is paid.
    pool
        Whether the mana that is left floats on; False for after the phase (MTG-106.4).

    Returns
    -------
    Board
        Sources tapped, untapped and gone (with the Auras on them), counters and cards
        used up, life lost. An ability that may be activated once each turn and was makes nothing
        any more. Where a cost exiles any cards of a kind from the graveyard, those go that fit the
        fewest of the kinds.

    Raises
    ------
    InvalidPaymentError
        As `verify`.
    UnsupportedCostError
        If an ability that an effect grants was activated, and may be so once each turn.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> from autotap.solver import solve
    >>> problem = Problem(Board.parse("Plains; Sol Ring"), Spell.parse("{1}"))
    >>> print(board_after(problem, solve(problem).unwrap()))
    Plains (tapped); Sol Ring
    """
    if not isinstance(problem, Problem):
        raise wrong("problem", problem, "a Problem")
    if not isinstance(payment, Payment):
        raise wrong("payment", payment, "a payment of Magic")
    replay = Replay(problem, payment)
    tally = replay.run()
    table, board = replay.table, problem.board
    blighted = _blighted(problem, payment)
    left = table.given_up
    orphans = [source for source in board.sources if source.attached_to in left] if left else []
    gone = left | {source.id for source in orphans if "aura" in source.types}
    changed = {source_id for source_id, _ in (*table.removed, *replay.activated)}
    changed.update(table.turned, blighted, (source.id for source in orphans))
    return replace(
        board,
        sources=tuple(
            _source(source, table, replay.activated, blighted.get(source.id, 0))
            if source.id in changed
            else source
            for source in board.sources
            if source.id not in gone
        ),
        pool=tally.leftover if pool else (),
        life=board.life - tally.life_lost,
        graveyard=_graveyard(table),
        hand=tuple(table.cards),
        energy=table.energy,
        tickets=table.tickets,
    )


def _source(
    source: Source, table: Table, activated: set[tuple[str, int]], counters_put: int
) -> Source:
    """Return a source as it is now."""
    removed = {name: n for (each, name), n in table.removed.items() if each == source.id}
    changes: dict[str, object] = {"tapped": table.turned.get(source.id, source.tapped)}
    if removed:
        left = ((name, number - removed.get(name, 0)) for name, number in source.counters)
        changes["counters"] = tuple((name, number) for name, number in left if number)
    if source.attached_to in table.given_up:
        changes["attached_to"] = ""
    used_up = [ability for each, ability in activated if each == source.id]
    if any(number >= len(source.abilities) for number in used_up):
        raise UnsupportedCostError(source.id, "an ability of its own that is used once each turn")
    if used_up:
        changes["abilities"] = tuple(
            replace(ability, outputs=()) if i in used_up else ability
            for i, ability in enumerate(source.abilities)
        )
    if counters_put:
        changes["power"] = None if source.power is None else source.power - counters_put
        changes["toughness"] = None if source.toughness is None else source.toughness - counters_put
    if changes == {"tapped": source.tapped}:
        return source
    return replace(source, **changes)  # type: ignore[arg-type]


def _blighted(problem: Problem, payment: Payment) -> Mapping[str, int]:
    """Return the -1/-1 counters put on each creature (MTG-KW-21)."""
    ids = [each for deed, each in payment.objects if deed is Deed.BLIGHT]
    if not ids:
        return {}
    costs = costs_beside_mana(problem.spell, payment.announcement)
    return dict(zip(ids, (cost.blight for cost in costs if cost.blight), strict=True))


def _graveyard(table: Table) -> tuple[Card, ...]:
    """Return the cards that stay in the graveyard."""
    left = [card for i, card in enumerate(table.board.graveyard) if i not in table.collected]
    kinds = sorted(table.exiled, key=lambda what: what == "card")
    for what in kinds:
        for _ in range(table.exiled[what]):
            fits = [card for card in left if card.is_a(what)]
            left.remove(min(fits, key=lambda card: sum(card.is_a(each) for each in kinds)))
    return tuple(left)
