"""Mana pools between payments: what empties them, what stays, what another player takes.

A pool empties at the end of every step and phase (MTG-106.4) unless the mana, or an effect, says
that it lasts longer (MTG-RET-01 to MTG-RET-06).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import Retention
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.mana import Mana

Pool = tuple["Mana", ...]

_RANK = {retention: rank for rank, retention in enumerate(Retention)}


@dataclass(frozen=True, slots=True)
class Keeping:
    """An effect by which unspent mana is not lost.

    Parameters
    ----------
    types
        Types of mana that it keeps: all six for Upwelling, {G} for Omnath, Locus of Mana.
    becomes
        The type that the mana becomes instead of being lost (Kruphix, Horizon Stone); None where
        it stays what it is. Restriction, riders and source stay in any case.
    """

    types: frozenset[ManaType] = frozenset(ManaType)
    becomes: ManaType | None = None


def emptied(
    pool: Pool, ends: Retention = Retention.PHASE, effects: Iterable[Keeping] = ()
) -> tuple[Pool, Pool]:
    """Empty a pool as far as nothing keeps its mana.

    Parameters
    ----------
    pool
        Unspent mana.
    ends
        What ends: a step or phase, combat, or the turn.
    effects
        Effects that keep mana; the first that fits counts, and those that leave the type alone
        come before those that change it, for mana that is kept would not be lost.

    Returns
    -------
    tuple of pools
        What stays, and what is lost (a life each with Yurlok, MTG-RET-06).

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_text, parse_pool
    >>> kruphix = Keeping(becomes=ManaType.C)
    >>> stays, lost = emptied(parse_pool("{G}; {R} (only: creature spells)"), effects=[kruphix])
    >>> print(mana_text(stays), len(lost))
    {C}; {C} (only: creature spells) 0
    """
    ordered = sorted(effects, key=lambda effect: effect.becomes is not None)
    stays, lost = [], []
    for mana in pool:
        keeping = next((effect for effect in ordered if mana.type in effect.types), None)
        if _RANK[mana.tags.retention] > _RANK[ends]:
            stays.append(mana)
        elif keeping is None:
            lost.append(mana)
        else:
            stays.append(replace(mana, type=keeping.becomes or mana.type))
    return tuple(stays), tuple(lost)


def drained(loser: Pool, gainer: Pool) -> tuple[Pool, Pool]:
    """Move all unspent mana from one player to another (Drain Power, MTG-106.13).

    The mana keeps its source, restriction and riders: it is moved and not made again, so nothing
    that changes or triggers on production sees it. It does not stay for longer than before.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_text, parse_pool
    >>> left, gained = drained(parse_pool("{R} (only: creature spells)"), parse_pool("{U}"))
    >>> print(len(left), mana_text(gained))
    0 {U}; {R} (only: creature spells)
    """
    return (), gainer + loser
