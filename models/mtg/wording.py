"""What is printed on a permanent: mana abilities, those that ask the board, and effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.errors import AbilitySyntaxError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.effect_text import effect_text, is_effect, parse_effect
from autotap.models.mtg.open_ability import OpenAbility

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.source import Source


def parse_wording(text: str, name: str) -> ManaAbility | OpenAbility | Effect:
    """Read one ability or effect of the permanent of a name.

    Raises
    ------
    AbilitySyntaxError, EffectSyntaxError, LimitError
        Naming the text and what was expected.

    Examples
    --------
    >>> type(parse_wording("{T}: Add {G}", "Forest")).__name__
    'ManaAbility'
    >>> type(parse_wording("{T}: Add one mana of the chosen color", "Heart")).__name__
    'OpenAbility'
    >>> type(parse_wording("each land is also swamp", "Urborg")).__name__
    'TypeSetting'
    """
    if is_effect(text):
        return parse_effect(text, name)
    try:
        return ManaAbility.parse(text)
    except AbilitySyntaxError:
        if not OpenAbility.is_one(text):
            raise
    return OpenAbility.parse(text)


def fields_of(wordings: Iterable[ManaAbility | OpenAbility | Effect]) -> dict[str, Any]:
    """Sort what is printed into the fields of a `Source`."""
    abilities: list[ManaAbility] = []
    opened: list[OpenAbility] = []
    effects: list[Effect] = []
    for each in wordings:
        if isinstance(each, ManaAbility):
            abilities.append(each)
        elif isinstance(each, OpenAbility):
            opened.append(each)
        else:
            effects.append(each)
    return {
        "abilities": tuple(abilities),
        "open_abilities": tuple(opened),
        "effects": tuple(effects),
    }


def ability_texts(source: Source) -> list[str]:
    """Write the abilities of a source, the open ones last."""
    return [*map(str, source.abilities), *map(str, source.open_abilities)]


def wording_texts(source: Source) -> list[str]:
    """Write the abilities and then the effects of a source."""
    return [*ability_texts(source), *map(effect_text, source.effects)]
