"""The creature type chosen for a permanent, in what its abilities say (MTG-RES-02, 03, 06)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.mtg.clause import Trait, TraitKind
from autotap.models.mtg.restriction import Restriction
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.vocabulary import (
    COLOR_WORDS,
    NONCREATURE_SUBTYPES,
    TYPES,
    singular,
)

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ManaAbility

OF_THE_CHOSEN_TYPE = "of the chosen type"
_TYPE = re.compile(r"[a-z][a-z'-]+(?: [a-z][a-z'-]*)?")
_NO_CREATURE_TYPES = TYPES | NONCREATURE_SUBTYPES | set(COLOR_WORDS)


def chosen_of(text: str) -> ManaType | str | None:
    """Read what is chosen: a letter of ``WUBRG``, or a creature type; None if it is neither.

    Examples
    --------
    >>> chosen_of("u"), chosen_of("Elves"), chosen_of("Time Lord"), chosen_of("blue")
    (<ManaType.U: 'U'>, 'elf', 'time lord', None)
    """
    if text.upper() in set(COLORS):
        return ManaType(text.upper())
    word = singular(text.lower())
    return word if _TYPE.fullmatch(word) and word not in _NO_CREATURE_TYPES else None


def with_chosen_type(ability: ManaAbility, chosen: str) -> ManaAbility:
    """Say in the restrictions of an ability which creature type was chosen.

    Examples
    --------
    >>> from autotap.models.mtg.ability import ManaAbility
    >>> cavern = ManaAbility.parse("{T}: Add {Any} (only: creature spells of the chosen type)")
    >>> print(with_chosen_type(cavern, "elf"))
    {T}: Add {Any} (only: creature Elf spells)
    """
    if not asks_for_a_type(ability):
        return ability
    outputs = tuple(
        tuple(
            replace(group, tags=replace(group.tags, only=_named(group.tags.only, chosen)))
            for group in output
        )
        for output in ability.outputs
    )
    return replace(ability, outputs=outputs)


def asks_for_a_type(ability: ManaAbility) -> bool:
    """Tell whether its mana is for what is of a chosen type."""
    return any(OF_THE_CHOSEN_TYPE in g.tags.only for output in ability.outputs for g in output)


@lru_cache(maxsize=1024)
def _named(only: str, chosen: str) -> str:
    """Put a type in the place of "of the chosen type"."""
    if OF_THE_CHOSEN_TYPE not in only:
        return only
    restriction = Restriction.parse(only)
    asked = Trait(TraitKind.PHRASE, OF_THE_CHOSEN_TYPE)
    named = Trait(TraitKind.SUBTYPE, " ".join(word.capitalize() for word in chosen.split()))
    clauses = tuple(
        replace(clause, traits=tuple(named if each == asked else each for each in clause.traits))
        for clause in restriction.clauses
    )
    return str(replace(restriction, clauses=clauses))
