"""Replacements and triggers on mana as it is made (MTG-106.12a, MTG-106.12b)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.effects import ExtraMana, Multiplier, OutputReplacement
from autotap.models.mtg.mana import ManaGroup
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList, ManaTags
    from autotap.models.mtg.source import Source

Units = tuple[tuple[frozenset[ManaType], "ManaTags"], ...]
"""Mana about to be made: what each may be, and its tags; sorted."""

MOST_STEPS = 20_000
"""Most steps of replacing mana that are followed."""


def units_of(output: ManaList) -> tuple[Units, ManaList]:
    """Part an output into the mana of the permanent itself and that of other sources."""
    own = _sorted(
        (frozenset(unit), group.tags)
        for group in output
        if not group.tags.origin
        for unit in group.units
    )
    return own, tuple(group for group in output if group.tags.origin)


def groups_of(units: Units) -> ManaList:
    """Write mana about to be made as a mana list."""
    return tuple(ManaGroup((in_order(kinds),), tags) for kinds, tags in units)


def in_order(kinds: Iterable[ManaType]) -> tuple[ManaType, ...]:
    """Put types into their usual order."""
    there = set(kinds)
    return tuple(kind for kind in ManaType if kind in there)


def settled(effect: Effect, source: Source | None) -> Effect:
    """Put the color chosen for a permanent into its trigger (MTG-106.5: none, no mana)."""
    if not isinstance(effect, ExtraMana) or (effect.mana != () and effect.produced):
        return effect
    chosen = None if source is None else source.chosen_color
    if chosen is None:
        return replace(effect, mana=(), produced=frozenset(), damage=0)
    return replace(
        effect,
        mana=(ManaGroup(((chosen,),)),) if effect.mana == () else effect.mana,
        produced=effect.produced or frozenset({chosen}),
    )


def ends(own: Units, effects: tuple[Effect, ...]) -> set[Units]:
    """Return all that replacements lead to, each applied once as long as any applies (616.1)."""
    agenda = [(own, effects)]
    seen = set(agenda)
    found: set[Units] = set()
    while agenda:
        units, left = agenda.pop()
        ready = [
            at
            for at, effect in enumerate(left)
            if not isinstance(effect, OutputReplacement) or len(units) >= effect.at_least
        ]
        if not ready:
            found.add(units)
        for at in ready:
            for after in _replaced(units, left[at]):
                step = after, left[:at] + left[at + 1 :]
                if step not in seen:
                    seen.add(step)
                    agenda.append(step)
        if len(seen) > MOST_STEPS:
            raise UnsupportedCostError(str(len(seen)), "fewer ways to replace mana")
    return found


def _replaced(units: Units, effect: Effect) -> Iterator[Units]:
    if isinstance(effect, Multiplier):
        for chosen in choices(units):
            yield _sorted(chosen * effect.factor)
        return
    assert isinstance(effect, OutputReplacement)
    tags = {tags for _, tags in units}
    if len(tags) > 1:
        raise UnsupportedCostError(str(effect), "mana with the same tags to replace")
    (tag,) = tags
    new = [frozenset(unit) for group in effect.mana for unit in group.units]
    if effect.amount_kept:
        (kinds,) = new
        for kind in kinds if len(units) > 1 else [None]:
            yield tuple((kinds if kind is None else frozenset({kind}), tag) for _ in units)
    else:
        yield _sorted((kinds, tag) for kinds in new)


def choices(units: Units) -> set[Units]:
    """Return the mana with every choice of types made."""
    return {
        _sorted((frozenset({kind}), tags) for kind, (_, tags) in zip(chosen, units, strict=True))
        for chosen in product(*(kinds for kinds, _ in units))
    }


def _sorted(units: Iterable[tuple[frozenset[ManaType], ManaTags]]) -> Units:
    return tuple(sorted(units, key=lambda unit: (sorted(unit[0]), str(unit[1]))))


def asks(trigger: ExtraMana) -> bool:
    """Tell whether a trigger looks at the types of the mana made."""
    return trigger.mana is None or len(trigger.produced) < len(ManaType)


def added(own: Units, triggers: Sequence[ExtraMana]) -> tuple[ManaList, int]:
    """Return what triggers add to mana whose types are chosen where they ask, and their damage."""
    kinds = {kind for choice, _ in own for kind in choice}
    mana: list[ManaGroup] = []
    damage = 0
    for trigger in triggers:
        if not own or not (trigger.produced & kinds or len(trigger.produced) == len(ManaType)):
            continue
        damage += trigger.damage
        same = (ManaGroup((in_order(kinds),)),)
        for group in same if trigger.mana is None else trigger.mana:
            tags = replace(group.tags, origin=trigger.source, flags=trigger.flags)
            mana.append(ManaGroup(group.units, tags))
    return tuple(mana), damage
