"""What happens to unspent mana: what stays, what changes and what is lost (MTG-106.4, MTG-RET).

Mana is lost at the end of every step and phase. A unit may say of itself that it stays longer
(`Retention`); permanents may keep mana, turn what would be lost into another type, or make losing
it hurt (`PoolRules`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import Mana, Retention
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board


class Emptying(StrEnum):
    """Why unspent mana would be lost."""

    PHASE = "phase"
    """A step or phase ends, within the turn and not the last of combat (MTG-106.4)."""
    COMBAT = "combat"
    """The combat phase ends."""
    TURN = "turn"
    """The turn ends with its cleanup step."""
    EFFECT = "effect"
    """An effect makes the player lose all unspent mana: Drain Power, Pygmy Hippo (MTG-RET-06)."""


_STAYS = {
    Emptying.PHASE: frozenset({Retention.COMBAT, Retention.TURN, Retention.ALWAYS}),
    Emptying.COMBAT: frozenset({Retention.TURN, Retention.ALWAYS}),
    Emptying.TURN: frozenset({Retention.ALWAYS}),
    Emptying.EFFECT: frozenset[Retention](),
}
"""Which units stay by themselves. What keeps mana speaks of steps and phases, not of effects."""


@dataclass(frozen=True, slots=True)
class PoolRules:
    """What the permanents in play do to a player's unspent mana.

    Parameters
    ----------
    kept
        Types that are not lost as steps and phases end: ``{G}`` with Omnath, Locus of Mana
        (MTG-RET-02), all six with Upwelling (MTG-RET-01).
    becomes
        The type that mana becomes where it would be lost, None for none: {C} with Kruphix, {B}
        with Omnath, Locus of All (MTG-RET-03). Of several such effects the player chooses one
        (MTG-616.1): mana that one of them has changed is not lost any more.
    life_per_mana
        Life lost for each mana lost, 0 or more: 1 with Yurlok (MTG-RET-06).

    Examples
    --------
    >>> both = PoolRules(kept=frozenset({ManaType.G})) + PoolRules(becomes=ManaType.C)
    >>> print(both.becomes, *both.kept)
    C G
    """

    kept: frozenset[ManaType] = frozenset()
    becomes: ManaType | None = None
    life_per_mana: int = 0

    def __add__(self, other: PoolRules) -> PoolRules:
        """Let both hold; of two types that mana would become, the first is chosen."""
        return PoolRules(
            self.kept | other.kept,
            other.becomes if self.becomes is None else self.becomes,
            self.life_per_mana + other.life_per_mana,
        )


NO_RULES = PoolRules()
UPWELLING = PoolRules(kept=frozenset(ManaType))
"""Players don't lose unspent mana as steps and phases end (MTG-RET-01)."""


@dataclass(frozen=True, slots=True)
class Emptied:
    """What became of a pool.

    Parameters
    ----------
    pool
        The mana that stays, in its order.
    lost
        The mana that is lost, in its order.
    life_lost
        Life that losing it costs. It is not paid: it is lost at any life total (MTG-118.3b).
    """

    pool: tuple[Mana, ...]
    lost: tuple[Mana, ...]
    life_lost: int = 0


def empty_pool(pool: Iterable[Mana], emptying: Emptying, rules: PoolRules = NO_RULES) -> Emptied:
    """Say what of a pool stays and what is lost.

    Mana that becomes another type keeps its source, restriction and riders (MTG-RET-03). Mana that
    outlives what it said of itself is ordinary from then on: firebending mana that is kept beyond
    combat does not wait for the next combat (MTG-RET-05).

    Parameters
    ----------
    pool
        The unspent mana.
    emptying
        Why it would be lost.
    rules
        What the permanents in play say about it.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_text, parse_pool
    >>> pool = parse_pool("{G}{R}; {R} (only: creature spells); {U} (keep: turn)")
    >>> after = empty_pool(pool, Emptying.PHASE, PoolRules(kept=frozenset({ManaType.G})))
    >>> mana_text(after.pool), mana_text(after.lost)
    ('{G}; {U} (keep: turn)', '{R}; {R} (only: creature spells)')
    >>> print(mana_text(empty_pool(pool, Emptying.PHASE, PoolRules(becomes=ManaType.C)).pool))
    {C}{C}; {C} (only: creature spells); {U} (keep: turn)
    """
    kept = frozenset[ManaType]() if emptying is Emptying.EFFECT else rules.kept
    left: list[Mana] = []
    lost: list[Mana] = []
    for mana in pool:
        if mana.tags.retention in _STAYS[emptying]:
            left.append(mana)
        elif mana.type in kept:
            left.append(_ordinary(mana, emptying))
        elif rules.becomes is not None:
            left.append(replace(_ordinary(mana, emptying), type=rules.becomes))
        else:
            lost.append(mana)
    return Emptied(tuple(left), tuple(lost), rules.life_per_mana * len(lost))


def _ordinary(mana: Mana, emptying: Emptying) -> Mana:
    """Return mana without what it said about staying, where that time is over."""
    if emptying is Emptying.EFFECT:
        return mana
    return replace(mana, tags=replace(mana.tags, retention=Retention.PHASE))


def board_after(board: Board, emptying: Emptying, rules: PoolRules = NO_RULES) -> Board:
    """Return the board after the pool was emptied: other mana, and less life with Yurlok.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> board = Board.parse("Plains; pool: {R}{G}; life: 9")
    >>> after = board_after(board, Emptying.TURN, PoolRules(frozenset({ManaType.R}), None, 1))
    >>> print(after)
    Plains; pool: {R}; life: 8
    """
    after = empty_pool(board.pool, emptying, rules)
    return replace(board, pool=after.pool, life=board.life - after.life_lost)
