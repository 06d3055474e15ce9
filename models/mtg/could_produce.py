"""What permanents could produce (MTG-106.7) and what open abilities offer.

"Could produce" asks what the abilities would make if they resolved now: costs, conditions and
whether the permanent is tapped do not matter, replacement effects in any order do, triggers on
other objects do not. Open abilities refer to each other, so the answer is the least fixed point:
starting with no type at all, types are added until nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.affected import COLOR_NAMES
from autotap.models.mtg.effects import Multiplier, OutputReplacement
from autotap.models.mtg.mana import ManaGroup
from autotap.models.mtg.open_ability import (
    ChosenColor,
    ColorsAmong,
    CommanderColor,
    CouldProduce,
    Devotion,
    EachCounter,
    Whose,
)
from autotap.models.mtg.output import effects_on, replaced
from autotap.models.mtg.symbols import COLORS, ManaType

if TYPE_CHECKING:
    from autotap.models.mtg.affected import Affected
    from autotap.models.mtg.mana import ManaList, ManaTags
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.presence import Presence
    from autotap.models.mtg.side import Side
    from autotap.models.mtg.source import Source

Types = frozenset[ManaType]
Known = Mapping[tuple[int, str], Types]
"""Types by player and source id."""

_ORDER = {kind: i for i, kind in enumerate(ManaType)}


@dataclass(frozen=True)
class Table:
    """All players' sides, seen by the first player, who pays.

    Parameters
    ----------
    sides
        The payer's side, then those of the opponents, with the characteristics that they have
        now (`side.with_characteristics`).

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.open_ability import OpenAbility
    >>> from autotap.models.mtg.side import Side
    >>> pool = OpenAbility.parse(
    ...     "{T}: Add one mana of any type that a land you control could produce")
    >>> board = Board.parse("Pool (types: land) []; Graven Cairns (tapped); Sol Ring")
    >>> table = Table((Side(board, open_abilities=(("Pool", pool),)),))
    >>> "".join(sorted(table.now[0, "Pool"]))
    'BCR'
    """

    sides: tuple[Side, ...]

    @cached_property
    def presences(self) -> tuple[Presence, ...]:
        """What each player can count and may lose."""
        return tuple(side.presence() for side in self.sides)

    @cached_property
    def now(self) -> Known:
        """Types that every source could produce now."""
        return self._fixed_point(lasting=False)

    @cached_property
    def lasting(self) -> Known:
        """Types that every source could produce while it is there, whatever else is given up."""
        return self._fixed_point(lasting=True)

    @cached_property
    def _fitting(self) -> dict[tuple[int, Whose, Affected], tuple[tuple[int, Source], ...]]:
        """What open abilities look at, as far as it was asked for."""
        return {}

    def may_leave(self, player: int, source: Source) -> bool:
        """Tell whether a mana ability of the payer may give the source up."""
        return player == 0 and source.id in self.presences[0].leaving

    # --- the fixed point -------------------------------------------------------------------------

    def _fixed_point(self, *, lasting: bool) -> Known:
        """Add types until nothing changes: at most six a source, each in a pass over all."""
        places = [
            (player, source)
            for player, side in enumerate(self.sides)
            for source in side.board.sources
        ]
        known = {
            (player, source.id): self.closed_types(player, source, lasting=lasting)
            for player, source in places
        }
        changed = True
        while changed:
            changed = False
            for player, source in places:
                for ability in self.sides[player].open_of(source):
                    outputs = self.offered(player, source, ability, known, lasting=lasting)
                    closed = ManaAbility(ability.cost, outputs)
                    types = known[player, source.id] | self._types(player, source, closed)
                    changed |= types != known[player, source.id]
                    known[player, source.id] = types
        return known

    def closed_types(self, player: int, source: Source, *, lasting: bool) -> Types:
        """Return the types that the abilities of a source make that need no board."""
        presence = self.presences[player]
        types: Types = frozenset()
        for ability in source.abilities:
            passing = lasting and player == 0 and not presence.steady(ability.per, source.id)
            if not (ability.per and passing):
                times = presence.count(ability.per) if ability.per else 1
                types |= self._types(player, source, ability, times)
        return types

    def counted_for(self, player: int, source: Source, kind: ManaType) -> frozenset[str]:
        """Return what the abilities of a source count that make a type as long as any is there."""
        return frozenset(
            ability.per
            for ability in source.abilities
            if ability.per and kind in self._types(player, source, ability)
        )

    def _types(self, player: int, source: Source, ability: ManaAbility, times: int = 1) -> Types:
        """Return the types that one resolution could make, under replacements in any order."""
        effects = tuple(
            effect
            for effect in effects_on(ability, source, self.sides[player].effects)
            if isinstance(effect, Multiplier | OutputReplacement)
        )
        return frozenset(
            kind
            for output in replaced(tuple(output * times for output in ability.outputs), effects)
            for group in output
            if not group.tags.origin
            for unit in group.units
            for kind in unit
        )

    # --- offers ----------------------------------------------------------------------------------

    def offered(
        self, player: int, source: Source, ability: OpenAbility, known: Known, *, lasting: bool
    ) -> tuple[ManaList, ...]:
        """Return the alternatives of an open ability; none where no type is defined (MTG-106.5).

        Parameters
        ----------
        player, source
            Whose ability it is.
        ability
            The ability.
        known
            What the sources could produce, as far as it is known.
        lasting
            Whether only that counts which no mana ability of the payer can take away.
        """
        side, offer = self.sides[player], ability.offer
        match offer:
            case CouldProduce() | ColorsAmong():
                types: Types = frozenset()
                for owner, each in self.looked_at(player, source, ability):
                    if not (lasting and each.id != source.id and self.may_leave(owner, each)):
                        types |= self.support(owner, each, offer, known)
            case CommanderColor():
                types = side.commander
            case ChosenColor():
                types = frozenset(c for owner, c in side.chosen if owner == source.id)
            case Devotion():
                numbers = {color: self.devotion(player, color, lasting) for color in offer.colors}
                return _amounts(numbers, ability.tags)
            case EachCounter():
                number = self.counters(player, source, offer)
                return _amounts(dict.fromkeys(offer.types, number), ability.tags)
        return _amounts(dict.fromkeys(types, 1), ability.tags)

    def looked_at(
        self, player: int, source: Source, ability: OpenAbility
    ) -> tuple[tuple[int, Source], ...]:
        """Return the permanents that "could produce" or "among" speaks of, with their players.

        What the ability itself gives up is not there any more when it resolves, unless it asks
        for just that object.
        """
        offer = ability.offer
        assert isinstance(offer, CouldProduce | ColorsAmong)
        whose = offer.whose if isinstance(offer, CouldProduce) else Whose.YOU
        if whose is Whose.THIS:
            return ((player, source),)
        key = (player, whose, offer.what)
        if key not in self._fitting:
            self._fitting[key] = tuple(
                (owner, each)
                for owner, side in enumerate(self.sides)
                if (owner == player) is (whose is Whose.YOU)
                for each in side.board.sources
                if offer.what.fits(each)
            )
        if ability.cost.sacrifice_this:
            return tuple(one for one in self._fitting[key] if one[1] is not source)
        return self._fitting[key]

    def support(
        self, owner: int, each: Source, offer: CouldProduce | ColorsAmong, known: Known
    ) -> Types:
        """Return the types that one permanent contributes to an offer."""
        if isinstance(offer, ColorsAmong):
            return each.colors
        types = known[owner, each.id]
        return types & frozenset(COLORS) if offer.colors_only else types

    def devotion(self, player: int, color: ManaType, lasting: bool = False) -> int:
        """Count the mana symbols of a color among the costs of a player's permanents (CR 700.5).

        A hybrid symbol counts for both of its colors.
        """
        given = dict(self.sides[player].amounts).get(f"devotion to {_NAMES[color]}")
        if given is not None:
            return given
        return sum(
            color in symbol.types
            for source in self.sides[player].board.sources
            if source.is_a("permanent") and source.cost is not None
            if not (lasting and self.may_leave(player, source))
            for symbol in source.cost.symbols
        )

    def counters(self, player: int, source: Source, offer: EachCounter) -> int:
        """Return the number of counters that an offer counts."""
        given = dict(self.sides[player].amounts).get(f"{offer.counter} counters")
        return source.counter(offer.counter) + offer.placed if given is None else given


_NAMES = {kind: name for name, kind in COLOR_NAMES.items()}


def _amounts(numbers: Mapping[ManaType, int], tags: ManaTags) -> tuple[ManaList, ...]:
    """Write one alternative for each type with its number of units; five colors are a choice."""
    if all(numbers.get(color) == 1 for color in COLORS):
        rest = ((ManaType.C,),) if numbers.get(ManaType.C) else ()
        return tuple((ManaGroup((unit,), tags),) for unit in (COLORS, *rest))
    return tuple(
        (ManaGroup(((kind,),) * numbers[kind], tags),)
        for kind in sorted(numbers, key=_ORDER.__getitem__)
        if numbers[kind]
    )
