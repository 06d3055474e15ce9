"""Checking what a mana ability makes against what it says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.memo import per_object
from autotap.models.mtg.mana import NO_TAGS, Mana, ManaGroup, ManaTags
from autotap.models.mtg.source import Source, Zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.symbols import ManaType

    Unit = tuple[tuple[ManaType, ...], "Label"]

Label = tuple[object, ...]

_BATTLEFIELD = Zone.BATTLEFIELD


def flags_of(mana: Mana, source: Source) -> frozenset[str]:
    """Return the types of the source of mana that an ability of `source` made.

    Mana from elsewhere (a triggered ability's) says so itself (MTG-106.3). A card in hand is no
    land or creature; its mana can only be snow.
    """
    if mana.tags.origin:
        return mana.tags.flags
    return source.types if source.zone is _BATTLEFIELD else source.types & {"snow"}


def check_made(
    mana: Sequence[Mana], source: Source, ability: ManaAbility, times: int, rule: str = ""
) -> None:
    """Refuse mana that is not one of the ability's alternatives, made `times` times as a whole.

    ``rule`` is the one to name; "" for the usual one.

    Raises
    ------
    InvalidPaymentError
        MTG-106.5 if the ability makes nothing, MTG-PRO-07 for an output that is counted,
        MTG-PRO-02 for any other, MTG-106.3 for mana that states the types of another source.
    """
    check_flags(mana, source)
    if ability.per and any(group.tags.origin for groups in ability.outputs for group in groups):
        if any(is_made_of(mana, _counted(groups, times)) for groups in ability.outputs):
            return
        text = "".join(map(str, mana)) or "nothing"
        raise InvalidPaymentError("MTG-PRO-07", f"{source.id!r} does not make {text}")
    for units in _units(ability):
        if _is_in_order(mana, units, times):
            return
    if any(_is_reordered(mana, groups, times) for groups in ability.outputs):
        return
    if ability.outputs or mana:
        usual = "MTG-PRO-07" if ability.per else "MTG-PRO-02" if ability.outputs else "MTG-106.5"
        text = "".join(map(str, mana)) or "nothing"
        raise InvalidPaymentError(rule or usual, f"{source.id!r} does not make {text}")


def is_made_of(mana: Sequence[Mana], groups: ManaList) -> bool:
    """Tell whether mana is that of a mana list, in any order."""
    return _is_reordered(mana, groups, 1)


def _counted(groups: ManaList, times: int) -> ManaList:
    """Return what a count makes of an output; what triggers add to it comes once (MTG-106.12a)."""
    return tuple(
        group if group.tags.origin else ManaGroup(group.units * times, group.tags)
        for group in groups
        if times
    )


def check_doubled(mana: Sequence[Mana], unspent: Sequence[Mana], source: Source) -> None:
    """Refuse mana that is not one more of each unspent mana, without restriction (MTG-106.6)."""
    check_flags(mana, source)
    types = Counter(each.type for each in unspent)
    if Counter(each.type for each in mana) != types or any(
        _label(each.tags) != _label(NO_TAGS) for each in mana
    ):
        raise InvalidPaymentError("MTG-106.6", f"{source.id!r} makes the unspent pool again")


def check_flags(mana: Sequence[Mana], source: Source) -> None:
    """Refuse mana that states the types of another source (MTG-106.3)."""
    types = source.types
    for each in mana:
        stated = each.tags.flags
        if stated and stated is not types and stated not in (types, flags_of(each, source)):
            raise InvalidPaymentError("MTG-106.3", f"{each} is not mana of {source.id!r}")


def _label(tags: ManaTags) -> Label:
    """Return what must be equal in the mana made and in what the ability says."""
    flags = tags.flags if tags.origin else None
    return tags.only, tags.origin, flags, tags.riders, tags.retention


@per_object(maxsize=4096)
def _units(ability: ManaAbility) -> list[list[Unit]]:
    """List the units of each alternative: the types to choose from, and the label."""
    return [
        [(unit, _label(group.tags)) for group in groups for unit in group.units]
        for groups in ability.outputs
    ]


def _is_in_order(mana: Sequence[Mana], units: list[Unit], times: int) -> bool:
    """Tell whether the mana is that of the units one by one, all of them once more each time."""
    if len(mana) != times * len(units):
        return False
    for each, (types, label) in zip(mana, units * times, strict=True):
        if each.type not in types or _label(each.tags) != label:
            return False
    return True


def _is_reordered(mana: Sequence[Mana], groups: ManaList, times: int) -> bool:
    """Tell whether the mana is that of the groups in some order, each unit of a type it allows."""
    made: dict[Label, Counter[ManaType]] = {}
    for each in mana:
        made.setdefault(_label(each.tags), Counter())[each.type] += 1
    stated: dict[Label, Counter[tuple[ManaType, ...]]] = {}
    for group in groups:
        units = stated.setdefault(_label(group.tags), Counter())
        for unit in group.units:
            units[unit] += times
    return made.keys() <= stated.keys() and all(
        _can_be(made.get(label, Counter()), units) for label, units in stated.items()
    )


def _can_be(made: Counter[ManaType], units: Counter[tuple[ManaType, ...]]) -> bool:
    """Tell whether units with these choices of type can be this mana.

    By Hall's theorem: as many units as mana, and for each set of types at least as many units
    that can be one of them as there is mana of them.
    """
    return made.total() == units.total() and all(
        sum(made[kind] for kind in kinds)
        <= sum(number for unit, number in units.items() if not kinds.isdisjoint(unit))
        for kinds in _subsets(list(made))
    )


def _subsets(types: list[ManaType]) -> Iterator[set[ManaType]]:
    for bits in range(1, 1 << len(types)):
        yield {kind for at, kind in enumerate(types) if bits >> at & 1}
