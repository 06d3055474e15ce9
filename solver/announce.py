"""Announcements: the distinct ways to declare a cost, each with its locked total (MTG-601.2b)."""

from __future__ import annotations

from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Announcement, Spell


def announcements(spell: Spell, x: int | None) -> tuple[Announcement, ...]:
    """Return every announcement that can be chosen, none if there is no cost to pay.

    Parameters
    ----------
    spell
        What is paid.
    x
        Value of X; None for the smallest.
    """
    if spell.totals:
        return tuple(a for a in spell.totals if x is None or a.x is None or a.x == x)
    if spell.cost is None:
        return ()
    total = spell.cost + (spell.additional.mana or ManaCost())
    return (Announcement(total, (x or 0) if total.x_count else None),)
