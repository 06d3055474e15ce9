"""One player's side of the table: the permanents, and what holds for what they make.

`sides.py` reads the sides off boards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.errors import InputError, UnsupportedCostError
from autotap.models.mtg.ability import Deed, ManaAbility
from autotap.models.mtg.effects import (
    BASIC_LAND_TYPES,
    CostBan,
    GivenAmount,
    Grant,
    TypeSetting,
)
from autotap.models.mtg.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.symbols import ManaType

LAND_TYPES = BASIC_LAND_TYPES.keys() | frozenset(
    "cave desert gate lair locus mine planet power-plant sphere tower town urza's".split()
)
"""Subtypes that a land loses when its type is set (CR 305.7)."""


@dataclass(frozen=True, slots=True)
class Side:
    """What a player has, with everything that decides what it makes.

    Parameters
    ----------
    board
        Sources with the abilities printed on them, as far as these need no board. Their own
        ``open_abilities`` and ``effects`` are not looked at.
    effects
        Effects on these sources, whoever controls them; within one kind the oldest first
        (CR 613.7).
    open_abilities
        ``(source id, ability)`` of the printed abilities that need a board.
    commander
        Color identity of the commander; empty for none or a colorless one, which define no color
        (MTG-106.5).
    chosen
        ``(source id, color)`` chosen for a source.
    other_costs
        Costs besides those of mana abilities that may give up permanents.

    Raises
    ------
    InputError
        If an open ability or a chosen color belongs to no source.
    """

    board: Board
    effects: tuple[Effect, ...] = ()
    open_abilities: tuple[tuple[str, OpenAbility], ...] = ()
    commander: frozenset[ManaType] = frozenset()
    chosen: tuple[tuple[str, ManaType], ...] = ()
    other_costs: tuple[ActivationCost, ...] = ()

    def __post_init__(self) -> None:
        ids = {source.id for source in self.board.sources}
        for source_id, _ in (*self.open_abilities, *self.chosen):
            if source_id not in ids:
                raise InputError(source_id, "the id of a source on the board")

    @property
    def amounts(self) -> tuple[tuple[str, int], ...]:
        """Numbers that the caller gives in place of counting."""
        return tuple((e.of, e.value) for e in self.effects if isinstance(e, GivenAmount))

    def open_of(self, source: Source) -> tuple[OpenAbility, ...]:
        """Return the open abilities of a source."""
        return tuple(ability for owner, ability in self.open_abilities if owner == source.id)

    def presence(self) -> Presence:
        """Collect what can be counted, and what the abilities that can be activated give up."""
        owners = {source.id: source for source in self.board.sources}
        costs = [(s.id, ability.cost) for s in self.board.sources for ability in s.abilities]
        costs += [(owner, ability.cost) for owner, ability in self.open_abilities]
        return Presence(
            self.board.sources,
            (
                *(one for one in costs if self.can_pay(one[1], owners[one[0]])),
                *(("", cost) for cost in self.other_costs),
            ),
            self.amounts,
        )

    def can_pay(self, cost: ActivationCost, source: Source) -> bool:
        """Tell whether no effect bans a part of an activation cost.

        Raises
        ------
        UnsupportedCostError
            If it bans some of the objects that could be sacrificed, but not all.
        """
        return not any(
            self._banned(cost, source, effect)
            for effect in self.effects
            if isinstance(effect, CostBan)
        )

    def _banned(self, cost: ActivationCost, source: Source, ban: CostBan) -> bool:
        if ban.life and cost.life:
            return True
        if ban.sacrifice is None:
            return False
        if cost.sacrifice_this and ban.sacrifice.fits(source):
            return True
        for item in cost.objects:
            if item.deed is Deed.SACRIFICE:
                fitting = [s for s in self.board.sources if s.fits(item)]
                allowed = [s for s in fitting if not ban.sacrifice.fits(s)]
                if len(allowed) < item.count:
                    return True
                if len(allowed) < len(fitting):
                    raise UnsupportedCostError(str(item), "objects that are all alike to the ban")
        return False


def with_characteristics(side: Side) -> Side:
    """Apply type-setting effects, then granted abilities (CR 613.1d, 613.1f; MTG-PRO-25).

    Parameters
    ----------
    side
        A side with printed abilities.

    Returns
    -------
    Side
        The same with the types and abilities that its sources have now, before anything changes
        what an activation makes.

    Examples
    --------
    >>> from autotap.models.mtg.affected import Affected
    >>> from autotap.models.mtg.board import Board
    >>> moon = TypeSetting(Affected.parse("nonbasic lands"), frozenset({"mountain"}))
    >>> print(with_characteristics(Side(Board.parse("Ancient Tomb; Island"), (moon,))).board)
    Ancient Tomb (types: land mountain) [{T}: Add {R}]; Island
    """
    open_abilities = list(side.open_abilities)
    sources = []
    for source in side.board.sources:
        now, lost = with_types(source, side.effects)
        if lost:
            open_abilities = [one for one in open_abilities if one[0] != source.id]
        for effect in side.effects:
            if isinstance(effect, Grant) and effect.affected.fits(now):
                if isinstance(effect.ability, ManaAbility):
                    now = replace(now, abilities=(*now.abilities, effect.ability))
                else:
                    open_abilities.append((source.id, effect.ability))
        sources.append(now)
    board = replace(side.board, sources=tuple(sources))
    return replace(side, board=board, open_abilities=tuple(open_abilities))


def with_types(source: Source, effects: Iterable[Effect]) -> tuple[Source, bool]:
    """Set the types of a source, and tell whether it lost its abilities by that (CR 305.7)."""
    lost = False
    for effect in effects:
        if isinstance(effect, TypeSetting) and effect.affected.fits(source):
            source = _with_types(source, effect)
            lost |= not effect.added
    return source, lost


def _with_types(land: Source, effect: TypeSetting) -> Source:
    kept, abilities = land.types, land.abilities
    if not effect.added:
        kept, abilities = kept - LAND_TYPES, ()
    gained = [kind for kind in BASIC_LAND_TYPES if kind in effect.types - kept]
    return replace(
        land,
        types=kept | effect.types,
        abilities=(
            *abilities,
            *(ManaAbility.parse(f"{{T}}: Add {{{BASIC_LAND_TYPES[kind]}}}") for kind in gained),
        ),
    )
