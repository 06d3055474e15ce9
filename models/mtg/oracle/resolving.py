"""Mana that an instant or sorcery adds when it resolves (MTG-PRO-27).

A line of it is read as that of an activated ability is; what it does must not depend on anything.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.oracle.activated import activated
from autotap.models.mtg.oracle.concerns import Elsewhere, adds_mana
from autotap.models.mtg.oracle.words import NotRead

if TYPE_CHECKING:
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.oracle.sentences import Line

_DEPENDS = re.compile(r"^•|\bcan't cast\b|\byou can cast only\b", re.IGNORECASE)
"""A mode that need not be chosen, or what the mana may then not be spent on."""


def resolving(line: Line) -> tuple[ManaList, ...]:
    """Return the alternatives of the mana that a line adds; none if that is not fixed.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_list_text
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> [mana_list_text(each) for each in resolving(line_of("Add {R}{R} or {G}{G}."))]
    ['{R}{R}', '{G}{G}']
    >>> resolving(line_of("Add {R} for each creature you control."))
    ()
    """
    if line.cost is not None or _DEPENDS.search(line.text):
        return ()
    if not any(map(adds_mana, line.sentences)):
        return ()
    try:
        found = activated(replace(line, cost="{0}"))
    except (NotRead, Elsewhere):
        return ()
    if found.asks or found.open_abilities or len(found.abilities) != 1:
        return ()
    (ability,) = found.abilities
    return ability.outputs if ability == ManaAbility(ability.cost, ability.outputs) else ()
