"""What one activation makes after multipliers, replacements and triggers (MTG-106.12a, 106.12b).

Replacement effects change the mana as it is made, each once, in the order that the payer likes
(MTG-616.1); triggers look at the mana that was made in the end and add theirs (MTG-605.4a).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.effects import (
    ALL_TYPES,
    ExtraMana,
    Multiplier,
    OutputReplacement,
    TapDamage,
)
from autotap.models.mtg.mana import MAX_UNITS, ManaGroup, ManaTags, mana_list_text
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.source import Source

MAX_OUTPUTS = 2_000
"""Most alternatives of one ability, and most steps on the way to them."""

OutputEffect = Multiplier | OutputReplacement | ExtraMana | TapDamage
"""Effects on what an activation makes or does."""

_ORDER = {kind: i for i, kind in enumerate(ManaType)}


def effects_on(
    ability: ManaAbility, source: Source, effects: Iterable[Effect]
) -> tuple[OutputEffect, ...]:
    """Select the effects that touch what an ability makes.

    All of them need the permanent to be tapped for mana (MTG-106.12), but for triggers on
    whatever its abilities add.
    """
    return tuple(
        effect
        for effect in effects
        if isinstance(effect, OutputEffect)
        and effect.affected.fits(source)
        and (ability.cost.tap or (isinstance(effect, ExtraMana) and not effect.tapped))
    )


def is_linear(ability: ManaAbility, effects: Iterable[OutputEffect]) -> bool:
    """Tell whether an output that is counted may be changed for each counted object apart.

    It may where each effect does the same to twice the mana as twice to the mana.
    """
    free = _is_free(ability)
    return all(
        (isinstance(effect, Multiplier) and not free)
        or (
            isinstance(effect, OutputReplacement)
            and effect.amount_kept
            and effect.at_least == 1
            and all(len(unit) == 1 for group in effect.mana for unit in group.units)
        )
        for effect in effects
    )


def adds_once(ability: ManaAbility, effects: Iterable[OutputEffect]) -> bool:
    """Tell whether triggers do the same to an output whatever number is counted, if it is not 0."""
    return all(
        isinstance(effect, TapDamage)
        or (
            isinstance(effect, ExtraMana)
            and not (_is_free(ability) and (effect.mana is None or effect.produced != ALL_TYPES))
        )
        for effect in effects
    )


def is_fixed(effects: Iterable[OutputEffect]) -> bool:
    """Tell whether replacements make the same amount out of any number, if it is not 0."""
    replacing = [effect for effect in effects if isinstance(effect, OutputReplacement)]
    return any(not effect.amount_kept for effect in replacing) and all(
        effect.at_least == 1 for effect in replacing
    )


def _is_free(ability: ManaAbility) -> bool:
    return any(
        len(unit) > 1 for output in ability.outputs for group in output for unit in group.units
    )


@lru_cache(maxsize=4096)
def rewrite(ability: ManaAbility, effects: tuple[OutputEffect, ...]) -> tuple[ManaAbility, ...]:
    """Work out what an ability makes under effects that all touch it.

    Parameters
    ----------
    ability
        The ability; an output that is counted (``per``) must be `is_linear` under the effects.
    effects
        As `effects_on` selects them.

    Returns
    -------
    tuple of ManaAbility
        One ability, or one for each amount of damage where that depends on the mana made.

    Raises
    ------
    UnsupportedCostError
        Where the result is no ability of the notation: a doubled pool that is changed, mana with
        different tags that is replaced.
    LimitError
        If there are more than `MAX_OUTPUTS` alternatives.

    Notes
    -----
    Exponential in the number of different replacement effects on one ability (sets already
    applied), polynomial in the units made.

    Examples
    --------
    >>> from autotap.models.mtg.ability import ManaAbility
    >>> from autotap.models.mtg.affected import LANDS, PERMANENTS
    >>> from autotap.models.mtg.mana import parse_mana_list
    >>> contamination = OutputReplacement(LANDS, parse_mana_list("{B}"))
    >>> tomb = ManaAbility.parse("{T}: Add {C}{C} (2 damage to you)")
    >>> for one in rewrite(tomb, (contamination, Multiplier(PERMANENTS))):
    ...     print(one)
    {T}: Add {B}{B}|{B} (2 damage to you)
    """
    if not effects or not (ability.outputs or ability.doubles_pool):
        return (ability,)
    if ability.doubles_pool:
        raise UnsupportedCostError(str(ability), "an ability that makes mana of given types")
    replacing = tuple(e for e in effects if isinstance(e, Multiplier | OutputReplacement))
    triggers = tuple(e for e in effects if isinstance(e, ExtraMana))
    waiting = sum(e.amount for e in effects if isinstance(e, TapDamage))
    by_damage: dict[int, dict[ManaList, None]] = {}
    for made in replaced(ability.outputs, replacing):
        for output, damage in _triggered(made, triggers):
            by_damage.setdefault(damage, {})[merged(output)] = None
            _refuse_many(sum(map(len, by_damage.values())))
    if len(by_damage) > 1 and ability.once_each_turn:
        raise UnsupportedCostError(str(ability), "the same damage whatever is made")
    return tuple(
        replace(
            ability,
            outputs=tuple(outputs),
            damage=ability.damage + damage,
            damage_waiting=ability.damage_waiting + waiting,
        )
        for damage, outputs in by_damage.items()
    )


# --- replacement effects -------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def replaced(
    outputs: tuple[ManaList, ...], effects: tuple[Multiplier | OutputReplacement, ...]
) -> tuple[ManaList, ...]:
    """Find every output that replacement effects can lead to, in any order (MTG-616.1).

    Parameters
    ----------
    outputs
        The alternatives as the ability says them.
    effects
        Each applies once, as soon as or as late as the payer likes, but none that can apply is
        left out.

    Examples
    --------
    >>> from autotap.models.mtg.affected import LANDS, PERMANENTS
    >>> from autotap.models.mtg.mana import parse_mana_list
    >>> sphere = OutputReplacement(LANDS, parse_mana_list("{C}"), at_least=2)
    >>> for output in replaced((parse_mana_list("{G}"),), (Multiplier(PERMANENTS), sphere)):
    ...     print(mana_list_text(output))
    {C}
    """
    found: dict[ManaList, None] = {}
    for output in outputs:
        others = tuple(group for group in output if group.tags.origin)
        own = tuple(group for group in output if not group.tags.origin)
        for end in _ends(own, effects) if own else [own]:
            found[end + others] = None
    return tuple(found)


def _ends(own: ManaList, effects: tuple[Multiplier | OutputReplacement, ...]) -> Iterable[ManaList]:
    """Return what replacement effects can make of the mana of the permanent itself."""
    found: dict[ManaList, None] = {}
    seen: set[tuple[ManaList, tuple[Multiplier | OutputReplacement, ...]]] = set()

    def follow(output: ManaList, left: tuple[Multiplier | OutputReplacement, ...]) -> None:
        if (output, left) in seen:
            return
        seen.add((output, left))
        _refuse_many(len(seen))
        applicable = [
            effect
            for effect in dict.fromkeys(left)
            if isinstance(effect, Multiplier) or _size(output) >= effect.at_least
        ]
        if not applicable:
            found[output] = None
        for effect in applicable:
            rest = list(left)
            rest.remove(effect)
            for changed in _apply(effect, output):
                follow(changed, tuple(rest))

    follow(own, effects)
    return found


def _apply(effect: Multiplier | OutputReplacement, output: ManaList) -> Iterator[ManaList]:
    if isinstance(effect, Multiplier):
        if _size(output) * effect.factor > MAX_UNITS:
            raise LimitError(mana_list_text(output), f"at most {MAX_UNITS} mana at once")
        for chosen in _determined(output):
            yield merged(
                tuple(ManaGroup(group.units * effect.factor, group.tags) for group in chosen)
            )
        return
    tags = _common_tags(output)
    if effect.amount_kept and _size(output) > 1:
        ((unit,),) = (group.units for group in effect.mana)
        for kind in unit:
            yield (ManaGroup(((kind,),) * _size(output), tags),)
    else:
        yield merged(tuple(ManaGroup(group.units, tags) for group in effect.mana))


def _common_tags(output: ManaList) -> ManaTags:
    tags = {group.tags for group in output}
    if len(tags) > 1:
        raise UnsupportedCostError(mana_list_text(output), "mana with the same tags to replace")
    return tags.pop()


# --- triggers ------------------------------------------------------------------------------------


def _triggered(made: ManaList, triggers: tuple[ExtraMana, ...]) -> Iterator[tuple[ManaList, int]]:
    """Yield the mana with what triggers add, and the damage that they do."""
    asks = any(trigger.mana is None or trigger.produced != ALL_TYPES for trigger in triggers)
    for base in _determined(made) if asks else (made,):
        own = [group for group in base if not group.tags.origin]
        kinds = {unit[0] for group in own for unit in group.units}
        active = [t for t in triggers if kinds and (t.produced == ALL_TYPES or kinds & t.produced)]
        damage = sum(trigger.damage for trigger in active)
        for added in product(*(tuple(_added(trigger, kinds)) for trigger in active)):
            yield sum(added, base), damage


def _added(trigger: ExtraMana, kinds: set[ManaType]) -> Iterator[ManaList]:
    if trigger.mana is None:
        tags = ManaTags(origin=trigger.source, flags=trigger.flags)
        for kind in sorted(kinds, key=_ORDER.__getitem__):
            yield (ManaGroup(((kind,),), tags),)
    else:
        yield tuple(
            ManaGroup(group.units, replace(group.tags, origin=trigger.source, flags=trigger.flags))
            for group in trigger.mana
        )


# --- mana lists ----------------------------------------------------------------------------------


def _size(output: ManaList) -> int:
    return sum(len(group.units) for group in output)


def _determined(output: ManaList) -> Iterator[ManaList]:
    """Yield the output with every choice of types made, each multiset once."""
    choices = [
        list(combinations_with_replacement(unit, number))
        for group in output
        for unit, number in Counter(group.units).items()
    ]
    for picked in product(*choices):
        rest = iter(picked)
        yield tuple(
            ManaGroup(
                tuple((kind,) for _ in Counter(group.units) for kind in next(rest)), group.tags
            )
            for group in output
        )


def merged(output: ManaList) -> ManaList:
    """Merge groups with equal tags and sort their units by type, free choices last."""
    units: dict[ManaTags, list[tuple[ManaType, ...]]] = {}
    for group in output:
        units.setdefault(group.tags, []).extend(group.units)
    return tuple(
        ManaGroup(tuple(sorted(of, key=lambda unit: (len(unit), [_ORDER[k] for k in unit]))), tags)
        for tags, of in units.items()
    )


def _refuse_many(number: int) -> None:
    if number > MAX_OUTPUTS:
        raise LimitError(str(number), f"at most {MAX_OUTPUTS} alternatives of one ability")
