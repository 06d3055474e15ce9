"""Values of X that a mana ability may be activated with (MTG-107.3k, MTG-PRO-30).

Each value is a draft of its own. Counters bound X; where it is mana only, more of it than can be
there, or than anything else takes, is no help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.ability import Deed
from autotap.models.mtg.cost import ManaCost

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source

MAX_X = 200
"""Largest X of a mana ability that is looked at."""


def values_of_x(board: Board, source: Source, ability: ManaAbility, due: int) -> range:
    """Return the values of X that matter for an ability that has one.

    Parameters
    ----------
    board
        Where it is.
    source, ability
        Whose ability, and which.
    due
        Most mana that an announcement asks for.

    Raises
    ------
    UnsupportedCostError
        If it may make more mana than it takes for X, or nothing bounds X.
    LimitError
        If X may be more than `MAX_X`.
    """
    most = source.most_x(ability)
    mana = ability.cost.mana
    if mana is not None and mana.x_count:
        made = max((sum(len(g.units) for g in output) for output in ability.outputs), default=0)
        if ability.times_x and made > mana.x_count:
            raise UnsupportedCostError(str(ability), "no more mana than is paid for X")
        bounds = (most, most_mana(board), _most_wanted(board, due))
        most = min((bound for bound in bounds if bound is not None), default=None)
        if most is None:
            raise UnsupportedCostError(str(ability), "an X that the mana of the board bounds")
    assert most is not None
    if most > MAX_X:
        raise LimitError(f"X = {most}", f"an X of at most {MAX_X} in a mana ability")
    return range(most + 1)


def most_mana(board: Board) -> int | None:
    """Bound the mana that can ever be there together, None for no bound.

    Only abilities that make more than they take raise it; for X as much comes as is paid, at most.
    What is tapped and untapped in turns without a gain raises it once.
    """
    total, doublings = len(board.pool), 0
    for source in board.sources:
        turning: dict[bool, int] = {}
        for ability in source.abilities:
            gain = _made(board, source, ability) - _least_taken(board, ability)
            uses = _uses(board, source, ability)
            if uses is None and ability.doubles_pool:
                return None
            if ability.doubles_pool:
                doublings += uses or 0
            elif uses is None and (ability.cost.tap or ability.cost.untap):
                side = ability.cost.untap
                turning[side] = max(gain, turning.get(side, gain))
            elif gain > 0:
                if uses is None:
                    return None
                total += uses * gain
        if len(turning) == 2 and sum(turning.values()) > 0:
            return None
        total += max([0, *turning.values()])
    return total << doublings


def _most_wanted(board: Board, due: int) -> int | None:
    """Bound the mana of one activation that anything can take, None for no bound.

    That is what is due, what other abilities cost, and floating mana for which it can stand. What
    it makes may be taken for the X of another such ability, which hands it on.
    """
    total = due + len(board.pool)
    with_x = 0
    for source in board.sources:
        for ability in source.abilities:
            taken = _taken(ability)
            if taken or ability.doubles_pool or _has_mana_x(ability):
                uses = _uses(board, source, ability)
                if uses is None or ability.doubles_pool:
                    return None
                total += uses * taken
                with_x += uses * _has_mana_x(ability)
    return total << max(0, with_x - 1)


def _has_mana_x(ability: ManaAbility) -> bool:
    return ability.cost.mana is not None and ability.cost.mana.x_count > 0


def _taken(ability: ManaAbility) -> int:
    """Return the most mana that an activation costs, without X."""
    return 0 if ability.cost.mana is None else ability.cost.mana.mana_value


def _least_taken(board: Board, ability: ManaAbility) -> int:
    """Return the least mana that an activation costs, without X."""
    mana = ability.cost.mana or ManaCost()
    spared = sum(
        symbol.mana_value
        if symbol.phyrexian or not board.life_for.isdisjoint(symbol.types)
        else symbol.mana_value - 1
        for symbol in mana.symbols
        if symbol.types
    )
    return mana.mana_value - spared


def _made(board: Board, source: Source, ability: ManaAbility) -> int:
    """Return the most mana that an activation makes beyond what is paid for X."""
    times = 1
    if ability.per:
        times = sum(other.is_a(ability.per) for other in board.sources)
    if ability.times_x:
        times = 0 if _has_mana_x(ability) else source.most_x(ability) or 0
    return max(
        (
            sum(len(group.units) * (1 if group.tags.origin else times) for group in output)
            for output in ability.outputs
        ),
        default=0,
    )


def _uses(board: Board, source: Source, ability: ManaAbility) -> int | None:
    """Bound how often one copy can use an ability, None for no bound."""
    cost = ability.cost
    if cost.sacrifice_this or cost.exile_this or ability.once_each_turn:
        return 1
    if cost.tap and not any(each.cost.untap for each in source.abilities):
        return 1
    untaps = any(a.cost.untap for each in board.sources for a in each.abilities)
    bounds = [source.counter(name) // number for name, number in cost.counters if number]
    for amount, there in (
        (cost.life, max(board.life, 0)),
        (cost.graveyard, len(board.graveyard)),
        (cost.energy, board.energy),
        (cost.tickets, board.tickets),
    ):
        if amount:
            bounds.append(there // amount)
    for item in cost.objects:
        if item.deed is not Deed.TAP or not untaps:
            bounds.append((len(board.sources) + len(board.hand)) // item.count)
    return min(bounds, default=None)
