"""Continuous effects at one moment of a replay: who has which abilities, and what these make.

Nothing is worked out ahead here. A `Scene` holds what is on the table when an ability is activated
or resolves, and mana is right if some order of the replacements that apply then, followed by the
triggers that they set off, makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.effects import (
    BASIC_LAND_TYPES,
    CostBan,
    ExtraMana,
    GivenAmount,
    Grant,
    Multiplier,
    OutputReplacement,
    TapDamage,
    TypeSetting,
)
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
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.solver.verify.making import (
    Units,
    added,
    asks,
    choices,
    ends,
    groups_of,
    settled,
    units_of,
)
from autotap.solver.verify.production import is_made_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.affected import Affected
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.mtg.open_ability import OpenAbility

Place = tuple[int, str]
"""A permanent: whose it is (0: the payer's), and its id."""

NONBASIC_TYPES = frozenset(
    "cave desert gate lair locus mine planet power-plant sphere tower town urza's".split()
)
PAYER = 0
"""Number of the payer; the opponents follow."""
COLOR_WORDS = dict(zip(COLORS, ("white", "blue", "black", "red", "green"), strict=True))


class Force(NamedTuple):
    """An effect at work: what it is, whose it is, and the permanent that it comes from."""

    effect: Effect
    player: int
    source: Source | None


class Held(NamedTuple):
    """An ability that a permanent has, with the effect that gives it; None if it is printed."""

    ability: ManaAbility | OpenAbility
    giver: Force | None = None


class Outcome(NamedTuple):
    """One thing that an ability may make, with the damage that it does at once and later."""

    mana: ManaList
    damage: int
    damage_waiting: int


def printed_on(source: Source) -> list[Held]:
    """List the abilities printed on a permanent, open ones last."""
    abilities: list[ManaAbility | OpenAbility] = [*source.abilities, *source.open_abilities]
    return [Held(ability) for ability in abilities]


@dataclass(frozen=True, eq=False)
class Scene:
    """The table at one moment.

    Parameters
    ----------
    boards
        The payer's board as it was at the start, then those of the opponents.
    gone
        Ids of what the payer has given up since.
    """

    boards: tuple[Board, ...]
    gone: frozenset[str]

    # -- effects ---------------------------------------------------------------------------------

    @cached_property
    def there(self) -> dict[Place, Source]:
        """The permanents on the battlefield, as they are printed."""
        return {
            (player, source.id): source
            for player, board in enumerate(self.boards)
            for source in board.sources
            if source.zone is Zone.BATTLEFIELD and not (player == 0 and source.id in self.gone)
        }

    @cached_property
    def _unchecked(self) -> list[Force]:
        forces = []
        for player, board in enumerate(self.boards):
            forces += [Force(effect, player, None) for effect in board.effects]
            forces += [
                Force(effect, player, source)
                for source in board.sources
                if (player, source.id) in self.there
                for effect in source.effects
            ]
        return forces

    @cached_property
    def blank(self) -> frozenset[Place]:
        """Lands that have lost their abilities because their types are set (CR 305.7)."""
        blank: set[Place] = set()
        for force in self._unchecked:
            if not isinstance(force.effect, TypeSetting) or force.effect.added:
                continue
            if force.source is None or (force.player, force.source.id) not in blank:
                blank |= {
                    place for place, s in self.there.items() if self._touches(force, place, s)
                }
        return frozenset(blank)

    @cached_property
    def forces(self) -> list[Force]:
        """The effects at work; those of blank lands are not."""
        return [
            force
            for force in self._unchecked
            if force.source is None or (force.player, force.source.id) not in self.blank
        ]

    def _touches(self, force: Force, place: Place, source: Source) -> bool:
        """Tell whether an effect speaks of a permanent, given the types that it has then."""
        affected: Affected = force.effect.affected  # type: ignore[union-attr]
        if place[0] != force.player and (force.source is None or affected.yours):
            return False
        if affected.attached and affected.ids is None:
            on = "" if force.source is None else force.source.attached_to
            return place == (force.player, on) and replace(affected, attached=False).fits(source)
        return affected.fits(source)

    def on(self, place: Place, source: Source, kind: type | tuple[type, ...]) -> list[Force]:
        """List the effects of some kinds that speak of a permanent with the types it has now."""
        return [
            force
            for force in self.forces
            if isinstance(force.effect, kind) and self._touches(force, place, source)
        ]

    # -- characteristics -------------------------------------------------------------------------

    def typed(self, place: Place, printed: Source) -> tuple[Source, list[Held]]:
        """Return a permanent with its types now, and the abilities that these give it."""
        now, given = printed, list[Held]()
        for force in self.forces:
            effect = force.effect
            if not isinstance(effect, TypeSetting) or not self._touches(force, place, now):
                continue
            kept = now.types
            if not effect.added:
                kept, given = kept - NONBASIC_TYPES - BASIC_LAND_TYPES.keys(), []
            for word, kind in BASIC_LAND_TYPES.items():
                if word in effect.types - kept:
                    given.append(Held(ManaAbility.parse(f"{{T}}: Add {{{kind}}}"), force))
            now = replace(now, types=kept | effect.types)
        return now, given

    def source(self, place: Place, printed: Source) -> Source:
        """Return a permanent with its types now."""
        return self.typed(place, printed)[0]

    def gained(self, place: Place, printed: Source) -> list[Held]:
        """List the abilities that effects give a permanent, open ones last."""
        now, given = self.typed(place, printed)
        given += [
            Held(force.effect.ability, force)
            for force in self.on(place, now, Grant)
            if isinstance(force.effect, Grant)
        ]
        return sorted(given, key=lambda held: not isinstance(held.ability, ManaAbility))

    def holds(self, place: Place, printed: Source) -> list[Held]:
        """List every ability that a permanent has now."""
        own = [] if place in self.blank else printed_on(printed)
        return [*own, *self.gained(place, printed)]

    # -- counting --------------------------------------------------------------------------------

    def given(self, player: int, what: str) -> int | None:
        """Return the number that the caller states in place of counting, None if none is stated."""
        for force in self.forces:
            if isinstance(force.effect, GivenAmount) and (force.player, force.effect.of) == (
                player,
                what,
            ):
                return force.effect.value
        return None

    def count(self, player: int, what: str) -> int:
        """Count the permanents of a player that fit."""
        stated = self.given(player, what)
        if stated is not None:
            return stated
        return sum(
            self.source(place, source).is_a(what)
            for place, source in self.there.items()
            if place[0] == player
        )

    # -- what an ability makes -------------------------------------------------------------------

    def banned(self, cost: ActivationCost, source: Source) -> str:
        """Say which part of a cost an effect forbids to pay (MTG-118.3); "" for none."""
        for force in self.forces:
            ban = force.effect
            if not isinstance(ban, CostBan):
                continue
            if ban.life and cost.life:
                return "life"
            if ban.sacrifice and cost.sacrifice_this and ban.sacrifice.fits(source):
                return source.id
        return ""

    @property
    def bans_sacrifices(self) -> bool:
        """Whether there is anything that cannot be sacrificed for a cost."""
        bans = [force.effect for force in self.forces if isinstance(force.effect, CostBan)]
        return any(ban.sacrifice is not None for ban in bans)

    def may_sacrifice(self, source: Source) -> bool:
        """Tell whether no effect forbids to sacrifice a permanent for a cost."""
        bans = [force.effect for force in self.forces if isinstance(force.effect, CostBan)]
        return not any(ban.sacrifice is not None and ban.sacrifice.fits(source) for ban in bans)

    def outputs(
        self, place: Place, printed: Source, ability: ManaAbility | OpenAbility
    ) -> list[ManaList]:
        """List the alternatives that an ability has if it resolves now, before effects on them."""
        if not isinstance(ability, ManaAbility):
            known = self.could_produce
            return self._offered(place, printed, ability, known.__getitem__)
        times = self.count(place[0], ability.per) if ability.per else 1
        return [
            tuple(
                group if group.tags.origin else ManaGroup(group.units * times, group.tags)
                for group in output
            )
            for output in ability.outputs
            if times
        ]

    def outcomes(
        self, place: Place, printed: Source, ability: ManaAbility | OpenAbility
    ) -> Iterator[Outcome]:
        """Yield everything that an ability may make now, types chosen where a trigger asks."""
        triggers, later = self._triggers(place, printed, ability)
        for own, others in self._ends(place, printed, ability):
            for chosen in choices(own) if any(map(asks, triggers)) else [own]:
                more, damage = added(chosen, triggers)
                mana = (*groups_of(chosen), *others, *more)
                yield Outcome(mana, damage, later if own else 0)

    def damage_of(
        self,
        place: Place,
        printed: Source,
        ability: ManaAbility | OpenAbility,
        made: Sequence[Mana],
    ) -> tuple[int, int] | None:
        """Return the damage of triggers on some mana, at once and later; None if it is wrong."""
        triggers, later = self._triggers(place, printed, ability)
        kinds = tuple((frozenset({m.type}), m.tags) for m in made if not m.tags.origin)
        more, damage = added(kinds, triggers)
        alternatives = list(self._ends(place, printed, ability))
        if not alternatives and not made:
            return 0, 0
        if any(is_made_of(made, (*groups_of(own), *others, *more)) for own, others in alternatives):
            return damage, later if kinds else 0
        return None

    def _ends(
        self, place: Place, printed: Source, ability: ManaAbility | OpenAbility
    ) -> Iterator[tuple[Units, ManaList]]:
        """Yield the mana of a permanent itself after replacements, and what others add by text."""
        replacing = self._replacing(place, printed, ability.cost)
        for output in self.outputs(place, printed, ability):
            own, others = units_of(output)
            for end in ends(own, replacing) if own else [own]:
                yield end, others

    def _replacing(self, place: Place, printed: Source, cost: ActivationCost) -> tuple[Effect, ...]:
        if not cost.tap:
            return ()
        now = self.source(place, printed)
        return tuple(f.effect for f in self.on(place, now, (Multiplier, OutputReplacement)))

    def _triggers(
        self, place: Place, printed: Source, ability: ManaAbility | OpenAbility
    ) -> tuple[list[ExtraMana], int]:
        """Return the triggers that add mana, and the damage of those that wait."""
        now, tapped = self.source(place, printed), ability.cost.tap
        extra = [settled(force.effect, force.source) for force in self.on(place, now, ExtraMana)]
        hurting = [force.effect for force in self.on(place, now, TapDamage)] if tapped else []
        return (
            [e for e in extra if isinstance(e, ExtraMana) and (tapped or not e.tapped)],
            sum(e.amount for e in hurting if isinstance(e, TapDamage)),
        )

    # -- could produce (MTG-106.7) ---------------------------------------------------------------

    @cached_property
    def could_produce(self) -> dict[Place, frozenset[ManaType]]:
        """The types that each permanent could produce: the least answer that agrees with itself."""
        known: dict[Place, frozenset[ManaType]] = dict.fromkeys(self.there, frozenset())
        while True:
            found = {
                place: known[place] | self._could_make(place, source, known)
                for place, source in self.there.items()
            }
            if found == known:
                return known
            known = found

    def _could_make(
        self, place: Place, source: Source, known: dict[Place, frozenset[ManaType]]
    ) -> frozenset[ManaType]:
        types: set[ManaType] = set()
        for held in self.holds(place, source):
            replacing = self._replacing(place, source, held.ability.cost)
            if isinstance(held.ability, ManaAbility):
                outputs = self.outputs(place, source, held.ability)
            else:
                outputs = self._offered(place, source, held.ability, known.__getitem__)
            for own, _ in map(units_of, outputs):
                for end in ends(own, replacing) if own else ():
                    types.update(kind for kinds, _ in end for kind in kinds)
        return frozenset(types)

    def _offered(
        self,
        place: Place,
        printed: Source,
        ability: OpenAbility,
        known: Callable[[Place], frozenset[ManaType]],
    ) -> list[ManaList]:
        """List the alternatives of an ability that asks the board."""
        player = place[0]
        numbers: dict[ManaType, int] = {}
        match ability.offer:
            case CouldProduce(what=what, whose=whose, colors_only=colors_only):
                for other, source in self.there.items():
                    mine = other == place if whose is Whose.THIS else other[0] == player
                    if (mine if whose is not Whose.OPPONENT else not mine) and (
                        whose is Whose.THIS or what.fits(self.source(other, source))
                    ):
                        numbers |= dict.fromkeys(known(other), 1)
                if whose is Whose.THIS and place not in self.there:
                    numbers |= dict.fromkeys(self._last_known(place, printed), 1)
                if colors_only:
                    numbers.pop(ManaType.C, None)
            case ColorsAmong(what=what):
                for other, source in self.there.items():
                    if other[0] == player and what.fits(self.source(other, source)):
                        numbers |= dict.fromkeys(source.colors, 1)
            case CommanderColor():
                numbers |= dict.fromkeys(self.boards[player].commander, 1)
            case ChosenColor():
                numbers |= {printed.chosen_color: 1} if printed.chosen_color else {}
            case Devotion(colors=colors):
                numbers |= {color: self._devotion(player, color) for color in colors}
            case EachCounter(counter=counter, types=types, placed=placed):
                stated = self.given(player, f"{counter} counters")
                number = printed.counter(counter) + placed if stated is None else stated
                numbers |= dict.fromkeys(types, number)
        return [
            (ManaGroup(((kind,),) * numbers[kind], ability.tags),)
            for kind in ManaType
            if numbers.get(kind)
        ]

    def _last_known(self, place: Place, printed: Source) -> frozenset[ManaType]:
        """Return what a permanent could produce that its own cost has given up."""
        before = Scene(self.boards, self.gone - {place[1]})
        return before.could_produce[place]

    def _devotion(self, player: int, color: ManaType) -> int:
        stated = self.given(player, f"devotion to {COLOR_WORDS[color]}")
        if stated is not None:
            return stated
        costs = [s.cost for place, s in self.there.items() if place[0] == player and s.cost]
        return sum(color in symbol.types for cost in costs for symbol in cost.symbols)
