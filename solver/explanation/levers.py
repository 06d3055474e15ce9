"""What can be changed about a Magic question, in whole units of each kind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Generic, TypeVar

from autotap.models.explanation import ChangeKind, Item
from autotap.models.mtg.board import MAX_NUMBER
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.locking import Change as Change_
from autotap.models.mtg.locking import Modifier
from autotap.models.mtg.mana import Mana, ManaTags
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import DuelMastersProblem, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Announcement, Spell
    from autotap.solver.explanation.fewest import Counts

MOST_LIFE = 1_000
"""Most life that is added to a life total."""
MOST_MANA = 1_000
"""Largest reduction, and most mana that is added."""
SNOW = "S:"
"""Stands before the type of snow mana."""

P = TypeVar("P", Problem, DuelMastersProblem)


@dataclass(frozen=True, slots=True)
class Lever(Generic[P]):
    """One kind of change.

    Parameters
    ----------
    kind
        Which.
    items
        What can be changed: things that serve equally are one item.
    room
        How often each can be.
    apply
        The problem with each item changed so often.
    monotone
        Whether more of it never hurts.
    """

    kind: ChangeKind
    items: tuple[Item, ...]
    room: tuple[int, ...]
    apply: Callable[[Counts], P]
    monotone: bool = True


def magic_levers(problem: Problem) -> Iterator[Lever[Problem]]:
    """Yield what can be changed about a Magic problem."""
    now, _ = current_problem(problem)
    can_untap = _can_untap(now)
    if not now.spell.no_mana:
        yield _more_mana(problem, now)
    yield _untapped(problem, monotone=not can_untap)
    if asks_for_life(now):
        yield _more_life(problem)
    yield _lifted(problem, now)
    if most := min(_most_generic(problem), MOST_MANA):
        bound = can_untap or bool(problem.require or problem.already_spent)
        yield Lever(
            ChangeKind.REDUCE,
            (("{1}",),),
            (most,),
            lambda counts: replace(problem, spell=_reduced(problem.spell, counts[0])),
            monotone=not bound,
        )


# --- more mana -----------------------------------------------------------------------------------


def _more_mana(problem: Problem, now: Problem) -> Lever[Problem]:
    """Offer more floating mana; types that nothing tells apart are one item."""
    spell, costs = now.spell, tuple(_mana_costs(now))
    snow = bool(spell.snow_as) or any(s.snow for cost in costs for s in cost.symbols)
    alike: dict[Hashable, list[tuple[str, Mana]]] = defaultdict(list)
    for kind in ManaType:
        for is_snow in (False, True) if snow else (False,):
            flags = spell.only_from | {"snow"} if is_snow else spell.only_from
            mana = Mana(kind, ManaTags(flags=flags))
            name = f"{SNOW}{kind}" if is_snow else str(kind)
            alike[_told_apart(spell, costs, kind, is_snow=is_snow)].append((name, mana))
    found = list(alike.values())
    units = [group[0][1] for group in found]
    most = min(_most_mana(problem), MOST_MANA)

    def apply(counts: Counts) -> Problem:
        board = problem.board
        more = tuple(
            unit for unit, number in zip(units, counts, strict=True) for _ in range(number)
        )
        return replace(problem, board=replace(board, pool=(*board.pool, *more)))

    items = tuple(tuple(name for name, _ in group) for group in found)
    return Lever(ChangeKind.ADD, items, (most,) * len(items), apply)


def _told_apart(
    spell: Spell, costs: tuple[ManaCost, ...], kind: ManaType, *, is_snow: bool
) -> Hashable:
    """Return all that a cost on the board can tell about one mana."""
    spent_as = dict(spell.spend_as).get(kind, frozenset((kind,)))
    symbols = frozenset(symbol for cost in costs for symbol in cost.symbols)
    return (
        is_snow,
        frozenset(symbol for symbol in symbols if kind in symbol.types),
        frozenset(symbol for symbol in symbols if spent_as & set(symbol.types)),
        spell.only_colors is None or kind in spell.only_colors,
        spell.x_colors is None or kind in spell.x_colors,
        kind if spell.x_distinct else None,
    )


def _mana_costs(problem: Problem) -> Iterator[ManaCost]:
    """Yield every mana cost that may have to be paid."""
    yield from _own_costs(problem.spell)
    for source in problem.board.sources:
        for ability in source.abilities:
            if ability.cost.mana is not None:
                yield ability.cost.mana


def _own_costs(spell: Spell) -> Iterator[ManaCost]:
    if spell.cost is not None:
        yield spell.cost
    yield from (offer.total for offer in spell.totals)
    for cost in _other_costs(spell):
        if cost.mana is not None:
            yield cost.mana
    yield from (m.amount for m in _modifiers(spell) if m.change is not Change_.REDUCE)


def _modifiers(spell: Spell) -> Iterator[Modifier]:
    yield from spell.modifiers
    for option in spell.options:
        yield from option.modifiers


def _other_costs(spell: Spell) -> Iterator[ActivationCost]:
    yield spell.additional
    yield from (option.cost for option in spell.options)


def _most_mana(problem: Problem) -> int:
    """Bound the mana that any announcement asks for, with the smallest X."""
    spell = problem.spell
    least = min((offer.x for offer in spell.totals if offer.x is not None), default=0)
    x = least if problem.x is None else problem.x
    times = max((option.least for option in spell.options), default=1) or 1
    return times * sum(cost.mana_value_with(x) for cost in _own_costs(spell))


# --- what there is -------------------------------------------------------------------------------


def _untapped(problem: Problem, *, monotone: bool) -> Lever[Problem]:
    """Offer to untap tapped sources."""
    board = problem.board
    items = tuple(
        tuple(group)
        for group in copies_of(problem)
        if board.source(group[0]).tapped and group[0] not in problem.forbid
    )

    def apply(counts: Counts) -> Problem:
        awake = set(_chosen(items, counts))
        sources = tuple(replace(s, tapped=s.tapped and s.id not in awake) for s in board.sources)
        return replace(problem, board=replace(board, sources=sources))

    return Lever(ChangeKind.UNTAP, items, tuple(map(len, items)), apply, monotone)


def _chosen(items: Iterable[Item], counts: Counts) -> Iterator[str]:
    return chain.from_iterable(item[:n] for item, n in zip(items, counts, strict=True))


def _can_untap(problem: Problem) -> bool:
    """Tell whether a cost may ask for a tapped object, so that an untapped one can be worse."""
    costs = [a.cost for source in problem.board.sources for a in source.abilities]
    costs += _other_costs(problem.spell)
    chosen = [option.chosen.cost for option in problem.spell.options if option.chosen]
    objects = [item for cost in costs for item in cost.objects] + chosen
    return any(cost.untap for cost in costs) or any(item.tapped for item in objects)


def asks_for_life(problem: Problem) -> bool:
    """Tell whether anything can be paid with life."""
    spell, board = problem.spell, problem.board
    costs = [a.cost for source in board.sources for a in source.abilities]
    costs += _other_costs(spell)
    return (
        any(cost.life for cost in costs)
        or any(s.phyrexian for cost in _mana_costs(problem) for s in cost.symbols)
        or bool(board.life_for)
        or any(offer.life for offer in spell.totals)
    )


def _more_life(problem: Problem) -> Lever[Problem]:
    board = problem.board

    def apply(counts: Counts) -> Problem:
        return replace(problem, board=replace(board, life=board.life + counts[0]))

    most = min(MOST_LIFE, MAX_NUMBER - board.life)
    return Lever(ChangeKind.LIFE, (("life",),), (most,), apply)


# --- what forbids --------------------------------------------------------------------------------


def _lifted(problem: Problem, now: Problem) -> Lever[Problem]:
    """Offer to lift restrictions of mana and requirements of the caller."""
    texts = tuple((text,) for text in restrictions_of(now.board.sources, now.board.pool))
    wishes = tuple(dict.fromkeys(problem.require))
    required = tuple((f"require {wish}",) for wish in wishes)
    items = (*texts, *required, *lifted_ids(problem, copies_of(problem)))
    room = (
        *(1 for _ in texts),
        *(problem.require.count(wish) for wish in wishes),
        *map(len, items[len(texts) + len(required) :]),
    )

    def apply(counts: Counts) -> Problem:
        chosen = set(_chosen(items, counts))
        free = [(text, Ruling.YES) for (text,) in texts if text in chosen]
        board, spell = problem.board, problem.spell
        left = list(problem.require)
        for wish, number in zip(wishes, counts[len(texts) :], strict=False):
            for _ in range(number):
                left.remove(wish)
        return replace(
            without_ids(problem, chosen),
            board=with_rulings(board, free),
            spell=replace(spell, rulings=(*_unlisted(spell.rulings, free), *free)),
            require=tuple(left),
        )

    return Lever(ChangeKind.LIFT, items, room, apply)


def with_rulings(board: Board, free: list[tuple[str, Ruling]]) -> Board:
    """Return a board with verdicts in place of its own."""
    return replace(board, rulings=(*_unlisted(board.rulings, free), *free)) if free else board


def _unlisted(
    rulings: tuple[tuple[str, Ruling], ...], others: list[tuple[str, Ruling]]
) -> list[tuple[str, Ruling]]:
    return [each for each in rulings if each[0] not in dict(others)]


def restrictions_of(sources: Iterable[Source], pool: Iterable[Mana] = ()) -> list[str]:
    """Return the texts of all restrictions on mana, each once."""
    groups = (
        group
        for source in sources
        for ability in source.abilities
        for output in ability.outputs
        for group in output
    )
    tags = [mana.tags for mana in pool] + [group.tags for group in groups]
    return list(dict.fromkeys(each.only for each in tags if each.only))


def copies_of(problem: Problem) -> list[list[str]]:
    """Return the ids of the sources, those together that nothing tells apart."""
    held = {source.attached_to for source in problem.board.sources}
    alike: dict[Hashable, list[str]] = defaultdict(list)
    for source in problem.board.sources:
        apart = source.id if source.id in held else ""
        key = replace(source, id="*"), source.cost, apart, called(problem, source.id)
        alike[key].append(source.id)
    return list(alike.values())


def called(problem: Problem | DuelMastersProblem, one: str) -> tuple[bool, ...]:
    """Return what the caller says of an id."""
    return tuple(one in ids for ids in (problem.must_use, problem.forbid, problem.spare))


def lifted_ids(problem: Problem | DuelMastersProblem, copies: list[list[str]]) -> list[Item]:
    """Return what the caller says of ids, equal things together."""
    return [
        item
        for word, ids in (("must_use", problem.must_use), ("forbid", problem.forbid))
        for group in copies
        if (item := tuple(f"{word} {one}" for one in group if one in ids))
    ]


def without_ids(problem: P, lifted: set[str]) -> P:
    """Return a problem without some of what the caller says of ids."""
    return replace(
        problem,
        must_use=frozenset(i for i in problem.must_use if f"must_use {i}" not in lifted),
        forbid=frozenset(i for i in problem.forbid if f"forbid {i}" not in lifted),
    )


# --- the cost ------------------------------------------------------------------------------------


def _most_generic(problem: Problem) -> int:
    """Bound the generic mana that a reduction can take off."""
    if problem.spell.totals:
        return max(offer.total.generic for offer in problem.spell.totals)
    return _most_mana(problem)


def _reduced(spell: Spell, amount: int) -> Spell:
    """Return a spell that costs so much generic mana less."""
    if spell.totals:

        def less(offer: Announcement) -> Announcement:
            return replace(offer, total=offer.total.reduce_generic(amount))

        return replace(spell, totals=tuple(map(less, spell.totals)))
    reduction = Modifier(Change_.REDUCE, ManaCost().add_generic(amount), text=f"{{{amount}}} less")
    return replace(spell, modifiers=(*spell.modifiers, reduction))
