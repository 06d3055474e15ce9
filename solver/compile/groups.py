"""Grouping the sources of a board: what nothing in the problem tells apart is one body."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, Deed, ManaAbility, Measure
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import ManaType
from autotap.models.objective import LossWeights
from autotap.solver.compile.drafts import TAPPERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import Problem

BLIGHTED = "creature"
"""What is blighted (MTG-KW-21)."""
NO_WISHES = (0,) * len(ManaType)
_TYPES = tuple(ManaType)
_WEIGHTS = LossWeights()
"""By what sources are told apart, whatever the objective."""


@dataclass(frozen=True, slots=True)
class Group:
    """Sources that are one body.

    Parameters
    ----------
    sources
        The sources, in the caller's order.
    abilities
        Indices of the abilities that can be used in this payment.
    worth
        What one of them is worth per type (before scarcity).
    """

    sources: tuple[Source, ...]
    abilities: tuple[int, ...]
    worth: tuple[int, ...]

    @property
    def source(self) -> Source:
        """A representative."""
        return self.sources[0]


def spells_of(problem: Problem) -> tuple[Spell, ...]:
    """Return what is paid, and what is kept."""
    return problem.spell, *(spell for kept in problem.keep for spell in kept.spells)


def wished(problem: Problem) -> tuple[int, ...]:
    """Return per type how many symbols of it there are in the costs that are kept."""
    counts: Counter[ManaType] = Counter()
    for spell in spells_of(problem)[1:]:
        for symbol in spell.cost.symbols if spell.cost else ():
            counts.update(symbol.types)
    return tuple([counts[kind] for kind in _TYPES])


def group_sources(problem: Problem) -> list[Group]:
    """Group the sources of a problem, in a canonical order.

    Complexity: linear in the number of sources for a fixed number of different costs.
    """
    board, spell, spells = problem.board, problem.spell, spells_of(problem)
    whats = _whats(board, spells)
    names = frozenset(name for each in spells for name in _names(each))
    sparing = frozenset(each.name for each in spells if asks_for_another(each))
    chosen = [option.chosen for each in spells for option in each.options if option.chosen]
    reads_power, blights = _measured(spells)
    flags = frozenset({"snow", "creature", "artifact", "land", "token"}).union(
        *(each.only_from for each in spells)
    )
    convoke = any(Payer.CONVOKE in each.payers for each in spells)
    taps_itself = any(each.additional.tap for each in spells)
    wishes = wished(problem)
    restricted = has_restrictions(board)
    alike: dict[tuple[object, ...], list[Source]] = defaultdict(list)
    for source in board.sources:
        asked_for = source.id in problem.must_use
        alike[
            (
                *_state(source),
                source.id in problem.forbid,
                source.id in problem.spare,
                source.id if asked_for else "",
                (source.cost, source.power) if chosen or reads_power else (),
                source.toughness if blights else None,
            )
        ].append(source)
    groups: dict[tuple[object, ...], list[Source]] = defaultdict(list)
    facts: dict[tuple[object, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for sources in alike.values():
        source = sources[0]
        could = tuple(i for i, a in enumerate(source.abilities) if is_usable(board, source, a))
        usable = usable_for(spell, source, () if source.id in problem.forbid else could)
        worth = worth_of(board, source, wishes)
        matched = tuple(source.is_a(what) for what in whats)
        wanted = any(matched) or source.name in names
        seen = could if problem.keep else usable
        costed = restricted and any(source.abilities[i].cost.mana is not None for i in seen)
        key = (
            tuple(text_of(source.abilities[i]) for i in seen),
            seen,
            source.tapped,
            source.stays_tapped,
            source.zone,
            tuple(sorted(source.types if costed else source.types & flags)),
            matched,
            source.name if source.name in names else "",
            worth,
            loss_class(source, _WEIGHTS),
            source.reserved,
            source.counters if seen else (),
            tuple(sorted(source.colors)) if convoke else (),
            source.id in problem.forbid,
            source.id in problem.spare,
            source.summoning_sick and taps_itself,
            source.id if source.id in problem.must_use else "",
            tuple(str(each.reduction(source)) for each in chosen),
            source.power if reads_power else None,
            tuple(dies_of(source, amount) for amount in blights),
        )
        single = source.name in sparing
        if single or _is_single(board, spells, source, seen, wanted=wanted):
            for copy in sources:
                groups[(*key, copy.id)] = [copy]
                facts[(*key, copy.id)] = usable, worth
        else:
            groups[(*key, "")] += sources
            facts[(*key, "")] = usable, worth
    order = sorted(groups, key=repr)
    place = {source.id: number for number, source in enumerate(board.sources)}
    return [
        Group(tuple(sorted(groups[key], key=lambda s: place[s.id])), *facts[key]) for key in order
    ]


@per_object(maxsize=4096)
def text_of(ability: ManaAbility) -> str:
    """Return an ability as text."""
    return str(ability)


def _state(source: Source) -> tuple[object, ...]:
    """Return everything but the id; equal abilities that are different objects may differ here."""
    return (
        source.name,
        source.types,
        tuple(map(id, source.abilities)),
        source.tapped,
        source.summoning_sick,
        source.stays_tapped,
        source.counters,
        source.zone,
        source.colors,
        source.reserved,
    )


def has_restrictions(board: Board) -> bool:
    """Tell whether any mana may be spent on some things only."""
    return any(mana.tags.only for mana in board.pool) or any(
        group.tags.only
        for source in board.sources
        for ability in source.abilities
        for output in ability.outputs
        for group in output
    )


def usable_for(spell: Spell, source: Source, abilities: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some abilities that a spell allows to be activated while it is paid."""
    if not spell.no_life:
        return abilities
    return tuple(i for i in abilities if not source.abilities[i].cost.life)


def costs_of(spells: Iterable[Spell]) -> list[ActivationCost]:
    """Return what is paid for spells and their options besides the locked total."""
    return [
        cost
        for spell in spells
        for cost in (spell.additional, *(option.cost for option in spell.options))
    ]


def _whats(board: Board, spells: tuple[Spell, ...]) -> tuple[str, ...]:
    """Everything that a cost, a condition or a count asks of an object."""
    costs = costs_of(spells)
    whats = {item.what for cost in costs for item in cost.objects}
    whats |= {c.what for cost in costs for c in cost.covers if c.measure is Measure.POWER}
    whats |= {BLIGHTED for cost in costs if cost.blight}
    whats |= {o.chosen.cost.what for spell in spells for o in spell.options if o.chosen}
    for source in board.sources:
        for ability in source.abilities:
            whats.update(cost.what for cost in ability.cost.objects)
            if ability.condition:
                whats.add(ability.condition[1])
            whats.update({ability.per, ability.absent} - {""})
    return tuple(sorted(whats))


def _names(spell: Spell) -> set[str]:
    """Names of the objects that an announcement or "this" refers to."""
    names = {n for a in spell.totals for n in (*a.sacrifice, *a.tap)}
    spared = any(cover.another for cost in _own_costs(spell) for cover in cost.covers)
    if spell.additional.tap or spell.additional.untap or spared or asks_for_another(spell):
        names.add(spell.name)
    return names


def asks_for_another(spell: Spell) -> bool:
    """Tell whether a cost asks for another object than the one whose ability is paid for."""
    return any(item.another for cost in _own_costs(spell) for item in cost.objects)


def _own_costs(spell: Spell) -> list[ActivationCost]:
    return [spell.additional, *(option.cost for option in spell.options)]


def _measured(spells: Iterable[Spell]) -> tuple[bool, tuple[int, ...]]:
    """Tell whether a cost adds up power, and list the numbers of counters that costs put."""
    costs = costs_of(spells)
    reads_power = any(c.measure is Measure.POWER for cost in costs for c in cost.covers)
    return reads_power, tuple(sorted({cost.blight for cost in costs} - {0}))


def dies_of(source: Source, blight: int) -> bool:
    """Tell whether a creature dies of so many -1/-1 counters; if it is not known, it may."""
    return source.toughness is None or source.toughness <= blight


def is_usable(board: Board, source: Source, ability: ManaAbility) -> bool:
    """Tell whether an ability can be activated at all from this position, mana aside."""
    cost = ability.cost
    makes = ability.outputs or ability.doubles_pool
    if not makes and (ability.once_each_turn or cost.untap):  # `board_after`: it was used
        return False
    if cost.exile_this != (source.zone is Zone.HAND):
        return False
    if (cost.tap or cost.untap) and not source.can_pay_tap():
        return False
    if cost.tap and source.tapped and not _can_untap(board, source):
        return False
    if any(source.counter(name) < number for name, number in cost.counters):
        return False
    if cost.life and cost.life > board.life:
        return False
    if ability.condition:
        number, what = ability.condition
        return sum(other.is_a(what) for other in board.sources) >= number
    return True


def _can_untap(board: Board, source: Source) -> bool:
    """Tell whether a tapped source has an ability that can be activated and untaps it."""
    return any(
        ability.cost.untap and not ability.cost.tap and is_usable(board, source, ability)
        for ability in source.abilities
    )


def _is_single(
    board: Board,
    spells: tuple[Spell, ...],
    source: Source,
    usable: tuple[int, ...],
    *,
    wanted: bool,
) -> bool:
    """Tell whether copies must be kept apart, for what they can do depends on the single copy.

    Where it can only be done again and again, one copy does it for all.

    ``wanted``: whether something else could use the source for a cost, or counts it.
    """
    costs = [source.abilities[i].cost for i in usable]
    if any(item.another and source.is_a(item.what) for cost in costs for item in cost.objects):
        return True
    standing = [
        not (cost.tap or cost.untap or cost.sacrifice_this or cost.exile_this) for cost in costs
    ]
    if any(standing) or any(cost.untap for cost in costs):
        alone = all(standing) and not (wanted or any(cost.counters for cost in costs))
        once = any(source.abilities[i].once_each_turn for i in usable)
        payers = {payer for spell in spells for payer in spell.payers & TAPPERS.keys()}
        return once or not alone or any(source.is_a(TAPPERS[payer]) for payer in payers)
    counting = [cost for cost in costs if cost.counters]
    leaves_later = any(cost.sacrifice_this and not cost.tap for cost in costs)
    once_each = all(cost.tap and not _gives_up(cost) for cost in counting)
    if counting and (wanted or leaves_later or not once_each):
        return True
    return any(source.abilities[i].per for i in usable) and any(
        _gives_up(other.abilities[i].cost)
        for other in board.sources
        for i in range(len(other.abilities))
    )


def _gives_up(cost: ActivationCost) -> bool:
    return (
        cost.sacrifice_this
        or cost.exile_this
        or any(item.deed is not Deed.TAP for item in cost.objects)
    )


def loss_class(source: Source, weights: LossWeights) -> int:
    """Return what giving up an object weighs: the first class that fits.

    Order: card from hand, land, token creature, other token or artifact that sacrifices itself for
    mana, the rest.
    """
    types = source.types
    if source.zone is Zone.HAND:
        return weights.card
    if "land" in types:
        return weights.land
    sacrifices = any(ability.cost.sacrifice_this for ability in source.abilities)
    if "token" in types and "creature" in types:
        return weights.mana_token_creature if sacrifices else weights.token_creature
    if sacrifices and ("token" in types or ("artifact" in types and "creature" not in types)):
        return weights.mana_token
    return weights.permanent


def worth_of(board: Board, source: Source, wishes: tuple[int, ...] = NO_WISHES) -> tuple[int, ...]:
    """Return what a source is worth per type, in the order of `ManaType`.

    Of each type the best that one activation makes: 2 for {C}, 4 for a colour, half of it if the
    unit is restricted or the ability costs life or damages you; all of it once more for each symbol
    of the type in ``wishes``. X is as large as the counters on it allow, or 1 where only mana
    bounds it.
    """
    worth = NO_WISHES
    for ability in source.at_best:
        number = 1
        if ability.per:
            number = sum(other.is_a(ability.per) for other in board.sources)
        if not number or (ability.absent and any(o.is_a(ability.absent) for o in board.sources)):
            continue
        made = _worth_once(ability) if number == 1 else _worth_made(ability, number)
        worth = made if worth is NO_WISHES else tuple(map(max, worth, made))
    return tuple([each * (1 + more) for each, more in zip(worth, wishes, strict=True)])


@per_object(maxsize=4096)
def _worth_once(ability: ManaAbility) -> tuple[int, ...]:
    return _worth_made(ability, 1)


def _worth_made(ability: ManaAbility, number: int) -> tuple[int, ...]:
    """Return the best per type that an ability makes if its output comes ``number`` times."""
    hurts = bool(ability.cost.life or ability.damage or ability.damage_waiting)
    worth = [0] * len(_TYPES)
    for output in ability.outputs:
        made = [0] * len(_TYPES)
        for group in output:
            factor = 1 if group.tags.origin else number
            restricted = hurts or bool(group.tags.only)
            for unit in group.units:
                for index, kind in enumerate(_TYPES):
                    if kind in unit:
                        made[index] += factor * unit_worth(kind, restricted=restricted)
        worth = list(map(max, worth, made))
    return tuple(worth)


def unit_worth(kind: ManaType, *, restricted: bool) -> int:
    """Return what one unit is worth: 2 for {C}, 4 for a colour, half if it is restricted."""
    return (2 if kind is ManaType.C else 4) // (2 if restricted else 1)


def scarcity(board: Board, worths: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Return ⌈12 / n⌉ per type, n being the untapped sources that offer it plus floating mana.

    Parameters
    ----------
    worths
        Worth per source id.
    """
    untapped = [worths[source.id] for source in board.sources if not source.tapped]
    return scarcity_of(board, [sum(each[i] > 0 for each in untapped) for i in range(len(_TYPES))])


def scarcity_of(board: Board, offers: list[int]) -> tuple[int, ...]:
    """Return the same for the numbers of untapped sources that offer each type."""
    there = list(offers)
    for mana in board.pool:
        there[_TYPES.index(mana.type)] += 1
    return tuple([-(-12 // max(number, 1)) for number in there])
