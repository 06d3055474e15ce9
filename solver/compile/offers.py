"""Offers: what a board has to give where every unit of mana stands for itself.

A board makes an *offer* if each of its sources can be activated at most once, for itself alone,
and whichever units that makes: no ability that could be used costs mana, counters, cards or other
objects. Which units can be used together is then a transversal matroid (`backends/greedy.py`).
An offer depends on the board alone, so it is worked out once for each board.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.models.mtg.board import Board
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.groups import scarcity, unit_worth, worth_of
from autotap.solver.compile.units import Template, alternatives, templates_of

if TYPE_CHECKING:
    from collections.abc import Iterable


SNOW = frozenset(("snow",))
EMPTY = Board()
GIVEN = frozenset(
    ("sources", "pool", "life", "graveyard", "hand", "energy", "tickets", "rulings", "_by_id")
)
"""What a board may have."""
NO_COST = ActivationCost()
NO_ABILITY = ManaAbility(NO_COST, ())
COSTS = frozenset(("tap", "life", "sacrifice_this", "exile_this", "graveyard_what"))
"""What an activation may cost."""
PARTS = frozenset(
    ("cost", "outputs", "condition", "per", "once_each_turn", "damage", "damage_waiting")
)
"""What else an ability may have."""
_SAID = {
    "mana": "mana in its cost",
    "untap": "{Q} in its cost",
    "objects": "other objects in its cost",
    "graveyard": "cards in its cost",
    "discard_hand": "cards in its cost",
    "counters": "counters in its cost",
    "energy": "energy in its cost",
    "tickets": "tickets in its cost",
    "doubles_pool": "doubling",
}
TYPES = tuple(ManaType)
REMEMBERED = 4_096
"""Boards whose offers are remembered."""


@dataclass(frozen=True, eq=False, slots=True)
class Letter:
    """What one unit may turn out to be; one object for equal units, compared by identity.

    Parameters
    ----------
    templates
        A unit of any of these.
    """

    templates: tuple[Template, ...]


def other_than(item: Any, usual: Any, known: frozenset[str]) -> list[str]:
    """Return the fields of a dataclass that are not as usual, besides those that are known."""
    return [
        field.name
        for field in fields(item)
        if field.name not in known and getattr(item, field.name) != getattr(usual, field.name)
    ]


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
    taps, leaves
        What its cost does to the source.
    life
        Life that its cost pays.
    damage, waiting
        Damage that it deals at once, and after all is paid.
    """

    ability: int
    units: tuple[Letter, ...]
    taps: bool
    leaves: bool
    life: int
    damage: int
    waiting: int

    @property
    def hurts(self) -> int:
        """Life lost by it."""
        return self.life + self.damage + self.waiting


@dataclass(frozen=True, slots=True)
class Lot:
    """Sources that differ in nothing but their ids.

    Parameters
    ----------
    sources
        In the caller's order.
    uses
        How each of them can be used, at least one way.
    worth
        What using one up weighs in ``flexibility``.
    kind
        Number of its kind of source (of equal worth per type); -1 if it starts tapped, which
        does not count for its kind.
    """

    sources: tuple[Source, ...]
    uses: tuple[Use, ...]
    worth: int
    kind: int

    @property
    def source(self) -> Source:
        """A representative."""
        return self.sources[0]


@dataclass(frozen=True, eq=False, slots=True)
class Offer:
    """What a board has to give.

    Parameters
    ----------
    lots
        The sources that can be used, in an order that does not depend on the caller's.
    floating
        Floating mana: letter and weight in ``flexibility``, in the order of the pool.
    emptiable
        Whether each kind of source is used up when its usable sources are.
    units
        Units that can be had all together, with their numbers; None if an activation must choose
        between several bundles.
    restricted
        Whether any unit may be spent on some things only.
    life_paid, damage_at_once
        Life that using everything would pay, and lose while it is paid.
    hurts
        Life lost by each source at the worst, falling.
    """

    lots: tuple[Lot, ...]
    floating: tuple[tuple[Letter, int], ...]
    emptiable: tuple[bool, ...]
    units: tuple[tuple[Letter, int], ...] | None
    restricted: bool
    life_paid: int
    damage_at_once: int
    hurts: tuple[int, ...]

    def can_empty(self, lot: Lot) -> bool:
        """Tell whether a lot is of a kind that is used up when its usable sources are."""
        return lot.kind >= 0 and self.emptiable[lot.kind]


@per_object(maxsize=REMEMBERED)
def offer_of(board: Board) -> Offer | str:
    """Return the offer of a board, or the feature for which it makes none.

    Complexity: linear in the sources.

    Examples
    --------
    >>> from autotap.models import Board
    >>> offer = offer_of(Board.parse("2 Plains; Tundra; Swamp (tapped)"))
    >>> [(lot.source.name, len(lot.sources)) for lot in offer.lots]
    [('Plains', 2), ('Tundra', 1)]
    >>> offer_of(Board.parse("Plains; Azorius Signet"))
    'an ability with mana in its cost'
    """
    if strange := other_than(board, EMPTY, GIVEN):
        return f"a board with {strange[0].replace('_', ' ')}"
    alike: dict[tuple[object, ...], list[Source]] = defaultdict(list)
    for source in board.sources:
        alike[_alike(source)].append(source)
    worths: dict[str, tuple[int, ...]] = {}
    drafts: list[tuple[tuple[int, ...], list[Source], tuple[Use, ...]]] = []
    kinds: dict[tuple[int, ...], bool] = {}
    leaves = counts = False
    for sources in alike.values():
        source = sources[0]
        usable = [a for a in enumerate(source.abilities) if _is_usable(board, source, a[1])]
        for _, ability in usable:
            feature = _beyond(ability)
            if feature:
                return feature
            leaves |= ability.cost.sacrifice_this or ability.cost.exile_this
            counts |= bool(ability.per or ability.condition)
        if not _is_used_once([ability for _, ability in usable]):
            return "a source that can be used more than once"
        worth = worth_of(board, source)
        worths.update((each.id, worth) for each in sources)
        uses = tuple(use for index, each in usable for use in _uses(board, source, index, each))
        if uses:
            drafts.append((worth, sources, uses))
        if any(worth) and not source.tapped:
            kinds[worth] = kinds.get(worth, True) and bool(uses)
    if leaves and counts:
        return "a count or condition that a sacrifice could change"
    scarce = scarcity(board, worths)
    number = {worth: index for index, worth in enumerate(kinds)}
    lots = [
        Lot(
            tuple(sources),
            uses,
            sum(one * factor for one, factor in zip(worth, scarce, strict=True)),
            -1 if sources[0].tapped else number.get(worth, -1),
        )
        for worth, sources, uses in drafts
    ]
    lots.sort(key=_place)
    floating = tuple(_floating(board, scarce))
    return Offer(
        tuple(lots),
        floating,
        tuple(kinds.values()),
        _all_units(board, lots),
        any(
            template.tags.only
            for letter in (
                *(letter for lot in lots for use in lot.uses for letter in use.units),
                *(letter for letter, _ in floating),
            )
            for template in letter.templates
        ),
        sum(len(lot.sources) * max(use.life for use in lot.uses) for lot in lots),
        sum(len(lot.sources) * max(use.life + use.damage for use in lot.uses) for lot in lots),
        tuple(
            sorted(
                (most for lot in lots if (most := _worst(lot)) for _ in lot.sources), reverse=True
            )
        ),
    )


def _alike(source: Source) -> tuple[object, ...]:
    """Return everything that this module asks of a source but its id."""
    return (
        source.name,
        source.types,
        tuple(map(id, source.abilities)),
        source.tapped,
        source.summoning_sick,
        source.stays_tapped,
        source.counters,
        source.zone,
        source.reserved,
    )


def _is_usable(board: Board, source: Source, ability: ManaAbility) -> bool:
    """Tell whether an ability can be activated now, other costs aside."""
    cost = ability.cost
    if not ability.outputs and not ability.doubles_pool:
        return False
    if cost.exile_this != (source.zone is Zone.HAND):
        return False
    if (cost.tap or cost.untap) and not source.can_pay_tap():
        return False
    if cost.tap and source.tapped and not any(each.cost.untap for each in source.abilities):
        return False
    if cost.life > max(board.life, 0):
        return False
    if ability.condition:
        number, what = ability.condition
        return sum(other.is_a(what) for other in board.sources) >= number
    return True


def _beyond(ability: ManaAbility) -> str:
    """Return what of an ability no offer can have, empty if there is nothing."""
    strange = other_than(ability.cost, NO_COST, COSTS) + other_than(ability, NO_ABILITY, PARTS)
    return f"an ability with {_SAID.get(strange[0], strange[0])}" if strange else ""


def _is_used_once(abilities: list[ManaAbility]) -> bool:
    """Tell whether using one of the abilities rules out every other use."""
    costs = [ability.cost for ability in abilities]
    return all(cost.tap for cost in costs) or all(
        cost.sacrifice_this or cost.exile_this for cost in costs
    )


def _uses(board: Board, source: Source, index: int, ability: ManaAbility) -> list[Use]:
    """Return the ways to use one ability that make any mana."""
    cost = ability.cost
    times = sum(o.is_a(ability.per) for o in board.sources) if ability.per else 1
    result = []
    for groups in alternatives(ability, concrete=False):
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
                    cost.tap,
                    cost.sacrifice_this or cost.exile_this,
                    cost.life,
                    ability.damage,
                    ability.damage_waiting,
                )
            )
    return result


def _floating(board: Board, scarce: tuple[int, ...]) -> list[tuple[Letter, int]]:
    result = []
    for mana in board.pool:
        template = Template((mana.type,), mana.tags, mana.tags.flags & SNOW)
        worth = unit_worth(mana.type, restricted=bool(mana.tags.only))
        result.append((letter_of((template,)), worth * scarce[TYPES.index(mana.type)]))
    return result


def _all_units(board: Board, lots: list[Lot]) -> tuple[tuple[Letter, int], ...] | None:
    """Count the units that can be had all together, None if bundles exclude each other."""
    counts: dict[Letter, int] = defaultdict(int)
    for mana, _ in _floating(board, (1,) * len(TYPES)):
        counts[mana] += 1
    for lot in lots:
        if len(lot.uses) == 1:
            for letter in lot.uses[0].units:
                counts[letter] += len(lot.sources)
        elif all(len(use.units) == 1 for use in lot.uses):
            counts[any_of(lot.uses)] += len(lot.sources)
        else:
            return None
    return tuple(counts.items())


def any_of(uses: Iterable[Use]) -> Letter:
    """Return the letter of the unit that one of several uses makes, a template for each."""
    return letter_of(tuple(template for use in uses for template in use.units[0].templates))


def _worst(lot: Lot) -> int:
    return max(use.hurts for use in lot.uses)


def _place(lot: Lot) -> tuple[object, ...]:
    """Return what lots are sorted by."""
    source = lot.source
    return (
        source.name,
        tuple(str(source.abilities[use.ability]) for use in lot.uses),
        tuple(use.ability for use in lot.uses),
        tuple(sorted(source.types)),
        source.tapped,
        source.stays_tapped,
        source.zone,
        source.reserved,
    )
