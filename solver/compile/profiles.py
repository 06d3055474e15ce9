"""Profiles: what one source has to give where every unit of mana stands for itself.

A source has a *profile* if it can be activated at most once, for itself alone, and whichever units
that makes: no ability that could be used costs counters, cards, other objects, or more than one
mana. Most profiles do not depend on the board; those are worked out once for all equal sources.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.solver.compile.groups import is_usable, worth_of
from autotap.solver.compile.units import (
    GENERIC,
    Slot,
    Template,
    alternatives,
    slot_of,
    templates_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source

SNOW = frozenset(("snow",))
NO_COST = ActivationCost()
NO_ABILITY = ManaAbility(NO_COST, ())
COSTS = frozenset(("tap", "mana", "life", "sacrifice_this", "exile_this", "graveyard_what"))
"""What an activation may cost."""
PARTS = frozenset(
    ("cost", "outputs", "condition", "per", "once_each_turn", "damage", "damage_waiting")
)
"""What else an ability may have."""
_SAID = {
    "untap": "{Q} in its cost",
    "objects": "other objects in its cost",
    "graveyard": "cards in its cost",
    "discard_hand": "cards in its cost",
    "counters": "counters in its cost",
    "energy": "energy in its cost",
    "tickets": "tickets in its cost",
    "doubles_pool": "doubling",
}
REMEMBERED = 2_048
"""Sources whose profiles are remembered."""


@dataclass(frozen=True, eq=False)
class Letter:
    """What one unit may turn out to be; one object for equal units, compared by identity.

    Parameters
    ----------
    templates
        A unit of any of these.
    """

    templates: tuple[Template, ...]

    @cached_property
    def restricted(self) -> bool:
        """Whether it may be spent on some things only."""
        return any(template.tags.only for template in self.templates)


@lru_cache(maxsize=65_536)
def letter_of(templates: tuple[Template, ...]) -> Letter:
    """Return the letter of units that may be any of some templates."""
    return Letter(templates)


@dataclass(frozen=True, slots=True)
class Use:
    """One way to activate one source.

    Parameters
    ----------
    ability
        Index of the ability in `Source.abilities`.
    units
        What it makes, unit by unit.
    needs
        The symbols of its cost, of which each takes one mana.
    taps, leaves
        What its cost does to the source.
    life
        Life that its cost pays.
    damage, waiting
        Damage that it deals at once, and after all is paid.
    """

    ability: int
    units: tuple[Letter, ...]
    needs: tuple[Slot, ...]
    taps: bool
    leaves: bool
    life: int
    damage: int
    waiting: int

    @property
    def hurts(self) -> int:
        """Life lost by it."""
        return self.life + self.damage + self.waiting

    @property
    def gain(self) -> int:
        """Mana made beyond what it costs."""
        return len(self.units) - len(self.needs)

    @property
    def is_simple(self) -> bool:
        """Whether it makes one mana and costs none."""
        return len(self.units) == 1 and not self.needs


@dataclass(frozen=True, eq=False)
class Profile:
    """What one source has to give.

    Parameters
    ----------
    source
        The source, or one that differs in its id only.
    feature
        What of it no profile can have; empty if it has one.
    uses
        The ways to use it.
    worth
        What it is worth per type.
    letters
        The units that it makes, one of several for one letter; None if it makes one of several
        bundles, or makes them for mana.
    leaves
        Whether a use gives it up.
    depends
        Whether it depends on the rest of the board.
    place
        What sources are sorted by, so that the caller's order does not matter.
    """

    source: Source
    feature: str
    uses: tuple[Use, ...] = ()
    worth: tuple[int, ...] = ()
    letters: tuple[Letter, ...] | None = ()
    leaves: bool = False
    depends: bool = False
    place: tuple[object, ...] = ()

    @cached_property
    def life(self) -> int:
        """Most life that a use pays."""
        return max((use.life for use in self.uses), default=0)

    @cached_property
    def at_once(self) -> int:
        """Most life that a use loses before all is paid."""
        return max((use.life + use.damage for use in self.uses), default=0)

    @cached_property
    def worst(self) -> int:
        """Most life that a use loses."""
        return max((use.hurts for use in self.uses), default=0)

    @cached_property
    def restricted(self) -> bool:
        """Whether a unit may be spent on some things only."""
        return any(letter.restricted for use in self.uses for letter in use.units)

    @cached_property
    def simple(self) -> tuple[int, ...]:
        """Indices of the uses that make one mana and cost none."""
        return tuple(at for at, use in enumerate(self.uses) if use.is_simple)

    @cached_property
    def gain(self) -> int:
        """The most mana that it adds to a pool."""
        return max((use.gain for use in self.uses), default=0)

    @cached_property
    def usual(self) -> bool:
        """Whether there is nothing to be said of it but what it makes."""
        hurts = self.life or self.at_once
        return not (hurts or self.restricted or self.costed or self.leaves or self.depends)

    @cached_property
    def costed(self) -> bool:
        """Whether a use costs mana."""
        return any(use.needs for use in self.uses)


state_of = attrgetter(
    *("name", "types", "tapped", "summoning_sick", "stays_tapped", "zone", "reserved", "counters")
)
"""What tells the profiles of sources with the same abilities apart."""
_known: dict[tuple[object, ...], Profile] = {}


def profile_of(board: Board, source: Source, key: tuple[object, ...]) -> Profile:
    """Return the profile of a source on a board; remembered where it does not depend on that.

    Parameters
    ----------
    board, source
        The source, and where it is.
    key
        What tells its profile apart as long as its abilities exist: `state_of` and their ids.
    """
    profile = _known.get(key)
    if profile is None:
        profile = _profile(board, source)
        if not profile.depends:
            if len(_known) >= REMEMBERED:
                _known.clear()
            _known[key] = profile
    return profile


def _profile(board: Board, source: Source) -> Profile:
    usable = [
        (index, ability)
        for index, ability in enumerate(source.abilities)
        if (ability.outputs or ability.doubles_pool) and is_usable(board, source, ability)
    ]
    depends = any(a.condition or a.per or a.cost.life for a in source.abilities)
    for _, ability in usable:
        if feature := _beyond(ability):
            return Profile(source, feature, depends=depends)
    costs = [ability.cost for _, ability in usable]
    if not (
        all(cost.tap for cost in costs)
        or all(cost.sacrifice_this or cost.exile_this for cost in costs)
    ):
        return Profile(source, "a source that can be used more than once", depends=depends)
    uses = tuple(use for index, each in usable for use in _uses(board, source, index, each))
    letters: tuple[Letter, ...] | None = None
    if any(use.needs for use in uses):
        pass
    elif len(uses) < 2:
        letters = uses[0].units if uses else ()
    elif all(len(use.units) == 1 for use in uses):
        letters = (any_of(uses),)
    return Profile(
        source,
        "",
        uses,
        worth_of(board, source),
        letters,
        any(use.leaves for use in uses),
        depends,
        (
            source.name,
            tuple(str(source.abilities[use.ability]) for use in uses),
            tuple(use.ability for use in uses),
            tuple(sorted(source.types)),
            source.tapped,
            source.stays_tapped,
            source.zone,
            source.reserved,
        ),
    )


def any_of(uses: Iterable[Use]) -> Letter:
    """Return the letter of the unit that one of several uses makes, a template for each."""
    return letter_of(tuple(template for use in uses for template in use.units[0].templates))


def _beyond(ability: ManaAbility) -> str:
    """Return what of an ability no profile can have, empty if there is nothing."""
    strange = other_than(ability.cost, NO_COST, COSTS) + other_than(ability, NO_ABILITY, PARTS)
    if strange:
        return f"an ability with {_SAID.get(strange[0], strange[0])}"
    return "" if _needs(ability.cost) is not None else "an ability that costs more than one mana"


def _needs(cost: ActivationCost) -> tuple[Slot, ...] | None:
    """Return the symbols of the mana part of a cost, None unless they take one mana or none."""
    symbols = cost.mana.symbols if cost.mana else ()
    if not symbols:
        return ()
    (symbol, *others) = symbols
    if others or symbol.variable or symbol.phyrexian or symbol.generic > 1:
        return None
    return (GENERIC if symbol.is_generic else slot_of(symbol, frozenset()),)


def _uses(board: Board, source: Source, index: int, ability: ManaAbility) -> list[Use]:
    """Return the ways to use one ability that make any mana."""
    cost = ability.cost
    times = sum(o.is_a(ability.per) for o in board.sources) if ability.per else 1
    result = []
    for groups in alternatives(ability):
        units = [
            letter_of((template,))
            for g in groups
            for template in templates_of(source, g, SNOW)
            for _ in range(1 if g.tags.origin else times)
        ]
        if units and times:
            result.append(
                Use(
                    index,
                    tuple(units),
                    _needs(cost) or (),
                    cost.tap,
                    cost.sacrifice_this or cost.exile_this,
                    cost.life,
                    ability.damage,
                    ability.damage_waiting,
                )
            )
    return result


def other_than(item: Any, usual: Any, known: frozenset[str]) -> list[str]:
    """Return the fields of a dataclass that are not as usual, besides those that are known."""
    return [
        field.name
        for field in fields(item)
        if field.name not in known and getattr(item, field.name) != getattr(usual, field.name)
    ]
