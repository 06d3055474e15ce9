"""Checking the locked total: which totals an announcement may reach (MTG-601.2b, MTG-601.2f).

Every side of every symbol is announced in every way, every order of the reductions is tried, and
the results are kept as plain amounts of mana. A total with symbols left open is right if each way
to pay them is one of these results: then nothing in the modifiers depends on the choice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.memo import per_object
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.ways import Relief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Announcement, Spell
    from autotap.models.mtg.symbols import ManaSymbol
    from autotap.models.mtg.ways import CostOption
    from autotap.models.problem import Problem

Amounts = tuple[int, ...]
"""Units of W U B R G C S and generic mana, then life."""

KINDS = "WUBRGCS"
GENERIC = len(KINDS)
LIFE = GENERIC + 1
NOTHING: Amounts = (0,) * (LIFE + 1)

_RELIEF_RULES = {
    Relief.MANA_COST: "MTG-KW-07",
    Relief.MANA_VALUE: "MTG-KW-08",
    Relief.POWER: "MTG-KW-09",
}


def check_announcement(problem: Problem, announcement: Announcement) -> None:
    """Refuse an announcement that the spell and the board do not allow.

    Raises
    ------
    InvalidPaymentError
        MTG-118.6 without a mana cost, MTG-601.2b for a choice that is not offered, MTG-118.9 for a
        second alternative cost, MTG-KW-07 to 09 for an object that does not fit, MTG-SYM-05 for a
        wrong X, MTG-601.2f for a total that no choice and no order of reductions gives.
    """
    approved = _approved(problem.spell)(announcement)
    asked = None if announcement.x is None else problem.x
    if asked not in approved:
        _check(problem, announcement)
        if not announcement.objects:  # they are the board's
            approved.add(asked)


@per_object(maxsize=256)
def _approved(spell: Spell) -> Callable[[Announcement], set[int | None]]:
    """Return which X may be asked for with an announcement, as far as it has been checked."""
    return per_object(maxsize=16)(_none_so_far)


def _none_so_far(_: Announcement) -> set[int | None]:
    return set()


def _check(problem: Problem, announcement: Announcement) -> None:
    spell = problem.spell
    if spell.totals:
        offers = [offer for offer in spell.totals if _is_offered(announcement, offer)]
        if not offers:
            raise InvalidPaymentError("MTG-601.2b", f"{announcement.total} is not on offer")
        has_x = announcement.total.x_count > 0 or offers[0].x is not None
        _check_x(problem, announcement, announcement.total, has_x=has_x)
        return
    if announcement.sacrifice or announcement.tap:
        raise InvalidPaymentError("MTG-601.2b", "no object is asked for by the announcement")
    chosen = _chosen_options(spell, announcement)
    base = _base(spell, chosen)
    if base is None:
        raise InvalidPaymentError("MTG-118.6", "there is no mana cost that could be paid")
    _check_x(problem, announcement, base, has_x=base.x_count > 0)
    modifiers = [modifier for option in chosen for modifier in option.modifiers]
    modifiers += _reductions(problem, announcement, chosen)
    life = announcement.life - sum([option.cost.life for option in chosen])
    _check_total(spell, announcement, base, (*spell.modifiers, *modifiers), life)


def _chosen_options(spell: Spell, announcement: Announcement) -> list[CostOption]:
    """Look up the options announced; each as often as it may be, and one alternative cost."""
    if not (spell.options or announcement.options):
        return []
    known = {option.name: option for option in spell.options}
    counts = Counter(announcement.options)
    if unknown := counts.keys() - known.keys():
        raise InvalidPaymentError("MTG-601.2b", f"{min(unknown)!r} is not on offer")
    for name, option in known.items():
        number = counts[name]
        if number < option.least or (option.most is not None and number > option.most):
            raise InvalidPaymentError("MTG-601.2b", f"{name!r} is announced {number} times")
    chosen = [known[name] for name in announcement.options]
    if sum(option.instead for option in chosen) > 1:
        raise InvalidPaymentError("MTG-118.9", "two alternative costs are announced")
    return chosen


def _base(spell: Spell, chosen: Sequence[CostOption]) -> ManaCost | None:
    """Add the additional mana to the mana cost, or to the alternative one (MTG-118.8, 118.9)."""
    if not chosen and spell.additional.mana is None:
        return spell.cost
    bases = [option.cost.mana or ManaCost() for option in chosen if option.instead]
    base = bases[0] if bases else spell.cost
    if base is None:
        return None
    added = [spell.additional.mana, *(o.cost.mana for o in chosen if not o.instead)]
    return sum((mana for mana in added if mana is not None), base)


def _reductions(
    problem: Problem, announcement: Announcement, chosen: Sequence[CostOption]
) -> list[Modifier]:
    """Return what the objects announced take off, one object for each option that asks for it."""
    if not (chosen or announcement.objects):
        return []
    asking = {option.name: option.chosen for option in chosen if option.chosen is not None}
    named = dict(announcement.objects)
    if len(named) < len(announcement.objects) or not named.keys() <= asking.keys():
        raise InvalidPaymentError("MTG-601.2b", "an object that no option asks for")
    found = []
    for name, wanted in asking.items():
        rule = _RELIEF_RULES[wanted.relief]
        if name not in named and not wanted.needed:
            continue
        ids = named.get(name, ())
        sources = [source for source in problem.board.sources if source.id in ids]
        if len(ids) != 1 or len(sources) != 1:
            raise InvalidPaymentError(rule, f"{name!r} needs one object, not {ids}")
        if not sources[0].is_a(wanted.cost.what):
            raise InvalidPaymentError(rule, f"{sources[0].id!r} is no {wanted.cost.what}")
        found.append(Modifier(Change.REDUCE, _relief(sources[0], wanted.relief)))
    return found


def _relief(source: Source, relief: Relief) -> ManaCost:
    """Return how much an object takes off the total."""
    cost = ManaCost() if source.cost is None else source.cost
    if relief is Relief.MANA_COST:
        return ManaCost(tuple(symbol for symbol in cost.symbols if not symbol.variable))
    power = max(source.power, 0) if source.power is not None else 0
    return ManaCost().add_generic(power if relief is Relief.POWER else cost.mana_value)


def _is_offered(announcement: Announcement, offer: Announcement) -> bool:
    return (
        announcement.total == offer.total
        and announcement.life == offer.life
        and Counter(announcement.sacrifice) == Counter(offer.sacrifice)
        and Counter(announcement.tap) == Counter(offer.tap)
        and offer.x in (None, announcement.x)
        and not (announcement.options or announcement.objects)
    )


def _check_x(problem: Problem, announcement: Announcement, base: ManaCost, *, has_x: bool) -> None:
    spell, x, announced = problem.spell, problem.x, announcement.x
    symbols = announcement.total.symbols + base.symbols
    if not {symbol.variable for symbol in symbols} <= {"", "X"}:
        raise InvalidPaymentError("MTG-SYM-05", "only X can be announced")
    if announced is None:
        if has_x:
            raise InvalidPaymentError("MTG-SYM-05", "X is not announced")
        return
    highest = announced if spell.x_limit is None else spell.x_limit
    asked = announced if x is None and has_x else x
    if announced != asked or not 0 <= announced <= highest:
        raise InvalidPaymentError("MTG-SYM-05", f"X is announced as {announced}")


def _check_total(
    spell: Spell,
    announcement: Announcement,
    base: ManaCost,
    modifiers: Sequence[Modifier],
    life: int,
) -> None:
    """Refuse a total that a cost and its modifiers do not give (MTG-601.2f).

    The {X} of the cost may stay in the total, or be in it as generic mana; it stays where not
    every mana may pay for X. ``life`` is what is announced for Phyrexian symbols.

    Complexity: the product of the numbers of different multi-way symbols and reductions.
    """
    plain = not modifiers and not life
    if plain and announcement.total == base:
        return
    x_moves = not spell.x_apart
    if announcement.total.x_count != base.x_count and (announcement.total.x_count or not x_moves):
        raise InvalidPaymentError("MTG-601.2f", f"{announcement.total} changes the number of X")
    x = announcement.x or 0
    added = [m.amount for m in modifiers if m.change is Change.INCREASE]
    starts = {NOTHING}
    for cost in (base, *added):
        starts = _announced(starts, cost, x, by_life=not spell.no_life)
    reductions = [m for m in modifiers if m.change is Change.REDUCE]
    least = [m.amount.generic for m in modifiers if m.change is Change.MINIMUM]
    reachable = {
        _raised(amounts, max(least, default=0)) for amounts in _reduced(starts, reductions)
    }
    due = {(*NOTHING[:LIFE], life)}
    claimed = _announced(due, announcement.total, x, by_life=not spell.no_life)
    if not claimed <= reachable:
        raise InvalidPaymentError("MTG-601.2f", f"the total cannot be {announcement.total}")


def _with(amounts: Amounts, index: int, change: int) -> Amounts:
    return (*amounts[:index], amounts[index] + change, *amounts[index + 1 :])


def _mana(amounts: Amounts) -> int:
    return sum(amounts[:LIFE])


def _sides(symbol: ManaSymbol, x: int) -> list[tuple[int, int]]:
    """List the ways to announce one symbol as (which amount, how much of it)."""
    if symbol.variable:
        return [(GENERIC, x)]
    if symbol.snow:
        return [(KINDS.index("S"), 1)]
    sides = [(KINDS.index(kind), 1) for kind in symbol.types]
    if symbol.generic:
        sides.append((GENERIC, symbol.generic))
    if symbol.phyrexian:
        sides.append((LIFE, 2))
    return sides


def _announced(starts: set[Amounts], cost: ManaCost, x: int, *, by_life: bool) -> set[Amounts]:
    """Add a cost to each start, with the sides of its symbols announced in every way.

    ``by_life``: whether life may be announced for Phyrexian symbols.
    """
    for symbol in cost.symbols:
        sides = [side for side in _sides(symbol, x) if by_life or side[0] != LIFE]
        starts = {_with(amounts, *side) for amounts in starts for side in sides}
    return starts


def _reduced(starts: Iterable[Amounts], reductions: list[Modifier]) -> set[Amounts]:
    """Apply all reductions in every order (MTG-601.2f-O)."""
    ways = {(amounts, tuple(Counter(reductions).items())) for amounts in starts}
    for _ in reductions:
        ways = {
            (after, (*left[:i], (modifier, number - 1), *left[i + 1 :]))
            for amounts, left in ways
            for i, (modifier, number) in enumerate(left)
            if number
            for after in _reduce(amounts, modifier)
        }
    return {amounts for amounts, _ in ways}


def _reduce(amounts: Amounts, modifier: Modifier) -> set[Amounts]:
    """Apply one reduction: colors first, each half of a hybrid (MTG-118.7e), down to its floor."""
    results = {amounts}
    for symbol in sorted(modifier.amount.symbols, key=lambda symbol: symbol.is_generic):
        sides = [(GENERIC, 1)] if symbol.snow else _sides(symbol, 0)
        results = {
            _take(each, kind, number, modifier)
            for each in results
            for kind, number in sides
            if kind != LIFE
        }
    return results


def _take(amounts: Amounts, kind: int, number: int, modifier: Modifier) -> Amounts:
    """Take off one symbol of a reduction (MTG-118.7a to c), not below the floor (MTG-RED-07)."""
    if kind != GENERIC and not amounts[kind]:
        if not modifier.spill:
            return amounts
        kind = GENERIC
    taken = min(number, amounts[kind], max(0, _mana(amounts) - modifier.floor))
    return _with(amounts, kind, -taken)


def _raised(amounts: Amounts, least: int) -> Amounts:
    """Raise a total below the minimum by generic mana (MTG-601.2f-T)."""
    return _with(amounts, GENERIC, max(0, least - _mana(amounts)))
