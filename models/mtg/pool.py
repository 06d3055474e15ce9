"""Mana that moves from one player's pool to another's (Drain Power, MTG-106.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.mtg.retention import NO_RULES, Emptying, PoolRules, empty_pool

if TYPE_CHECKING:
    from autotap.models.mtg.mana import Mana

Pool = tuple["Mana", ...]


def drained(loser: Pool, gainer: Pool, rules: PoolRules = NO_RULES) -> tuple[Pool, Pool]:
    """Take all the mana that one player loses into another player's pool.

    The mana keeps its source, restriction and riders: it is moved and not made again, so nothing
    that changes production or triggers on it sees it.

    Parameters
    ----------
    loser, gainer
        Unspent mana of the two players.
    rules
        What the loser's permanents do to mana that would be lost; what they keep is not moved.

    Returns
    -------
    tuple of pools
        The two pools afterwards.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_text, parse_pool
    >>> left, gained = drained(parse_pool("{R} (only: creature spells)"), parse_pool("{U}"))
    >>> print(len(left), mana_text(gained))
    0 {U}; {R} (only: creature spells)
    """
    after = empty_pool(loser, Emptying.EFFECT, rules)
    return after.pool, gainer + after.lost
