"""Announcements: the distinct ways to declare a cost, each with its locked total (MTG-601.2b).

A choice on which no modifier depends stays open inside the total: the common case, with exactly one
announcement. A choice on which the total depends is made here. A reduction sees the cost as it is
announced (MTG-118.7h); a minimum and a floor count the mana of the announced sides (MTG-601.2f-T).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

from autotap.models.errors import InputError, LimitError, UnsupportedCostError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier, Trace, increase, lock
from autotap.models.mtg.spell import Announcement, Spell
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL, ManaSymbol, ManaType
from autotap.solver.choices import Choice, choices
from autotap.solver.smallest_x import OpenX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.problem import Problem

MAX_SIDES = 5_000
"""Most ways to announce the sides of one cost that are looked at."""


def announcements(problem: Problem) -> tuple[Announcement, ...]:
    """Return every announcement that can be chosen, none if there is no cost to pay.

    Parameters
    ----------
    problem
        What is asked. If the spell has ``totals``, they are all that can be announced. Where ``x``
        is None, it is every X that may be the smallest payable one (`smallest_x.py`), and any X
        that the totals name.

    Returns
    -------
    tuple of Announcement
        Distinct in total, X, life, options and objects. An {X} stays in the total, with its value
        beside it, unless a reduction or a minimum sees it: then its generic mana is in the total
        (MTG-RED-06). Objects that lower the total by the same amount are one announcement. Of two
        totals of which one is the other and more, the larger one is left out: the same payment
        without the surplus is at least as good. It stays where it may be wanted: beside {0}, which
        allows no mana ability (MTG-601.2g), and where something besides mana could pay it.

    Raises
    ------
    LimitError
        If X is negative, or the ways to announce are too many.
    InputError
        If X is given, not 0, and no cost has an {X}.
    UnsupportedCostError
        For {Y} and {Z}, for a reduction where mana of some colours only may be spent on X, and for
        X objects without an {X}.

    Examples
    --------
    >>> from autotap.models import Board, Problem
    >>> helm = Modifier(Change.REDUCE, ManaCost.parse("{2}"), text="two Helms")
    >>> spell = Spell(ManaCost.parse("{2/R}{2/G}"), modifiers=(helm,))
    >>> [str(announcement.total) for announcement in announcements(Problem(Board(), spell))]
    ['{R}', '{G}', '{2}']
    """
    _check_x(problem.spell, problem.x)
    if problem.spell.totals:
        return tuple(one for offer in problem.spell.totals for one in _offered(problem, offer))
    return tuple(one for choice in choices(problem) for one in _announced(problem, choice))


def _check_x(spell: Spell, x: int | None) -> None:
    """Refuse an X that no cost can have."""
    others = (spell.additional, *(option.cost for option in spell.options))
    counts_objects = any(cost.counts_objects for cost in others)
    if not (x or counts_objects):
        return
    costs = [spell.cost, spell.additional.mana, *(option.cost.mana for option in spell.options)]
    if spell.totals:
        costs = [offer.total for offer in spell.totals]
    stated = any(offer.x is not None for offer in spell.totals)
    variables = [symbol.variable for cost in costs if cost is not None for symbol in cost.symbols]
    if not stated and not any(variables):
        paid = " or ".join(str(cost) for cost in costs if cost is not None)
        if not x:
            raise UnsupportedCostError(paid or "no cost", "an {X} in it beside X objects")
        raise InputError(f"X = {x}", f"no X, for there is none in {paid or 'the cost'}")


def open_costs(problem: Problem) -> Iterator[OpenX]:
    """Yield what is asked, with X left open, for each way to announce the cost that has an {X}.

    Raises
    ------
    LimitError
        If the ways to announce are too many.
    UnsupportedCostError
        As `announcements`.

    Examples
    --------
    >>> from autotap.models import Board, Problem
    >>> [str(one.cost) for one in open_costs(Problem(Board(), Spell.parse("{X}{G}")))]
    ['{X}{G}']
    """
    for offer in problem.spell.totals:
        if offer.x is None and offer.total.x_count:
            yield _open_total(problem, offer)
    for choice in () if problem.spell.totals else choices(problem):
        declared = _declared(problem.spell, choice)
        if declared is not None and declared[0].x_count:
            yield _open(problem, choice, declared[0])


def _declared(spell: Spell, choice: Choice) -> tuple[ManaCost, Trace] | None:
    """Return the cost with its increases for chosen options, None if it cannot be paid."""
    base = choice.base(spell)
    if base is None or (choice.life and spell.no_life):
        return None
    cost, trace = base
    _refuse_other_variables(cost)
    cost, increases = increase(cost, spell.modifiers + choice.modifiers)
    return cost, trace + increases


def _open(problem: Problem, choice: Choice, cost: ManaCost) -> OpenX:
    spell = problem.spell
    modifiers = spell.modifiers + choice.modifiers
    costs = (spell.additional, *(option.cost for option in choice.options))
    return OpenX(problem, cost, modifiers, costs, len(choice.candidates))


def _open_total(problem: Problem, offer: Announcement) -> OpenX:
    objects = len(offer.sacrifice) + len(offer.tap)
    return OpenX(problem, offer.total, (), (problem.spell.additional,), objects)


def _announced(problem: Problem, choice: Choice) -> tuple[Announcement, ...]:
    """Lock the total for chosen options, with every X, side and order that matters."""
    spell = problem.spell
    declared = _declared(spell, choice)
    if declared is None:
        return ()
    cost, trace = declared
    modifiers = spell.modifiers + choice.modifiers
    names = tuple(option.name for option in choice.options)
    objects = tuple((each.option, each.ids) for each in choice.candidates)

    def at(x: int | None) -> tuple[Announcement, ...]:
        if not _is_allowed(spell, x):
            return ()
        locked = _locked(problem, modifiers, cost, x, trace)
        if not choice.options:
            return locked
        return tuple(
            replace(one, life=one.life + choice.life, options=names, objects=objects)
            for one in locked
        )

    if not cost.x_count or problem.x is not None:
        return at(problem.x if cost.x_count else None)
    return _open(problem, choice, cost).announcements(at)


def _offered(problem: Problem, offer: Announcement) -> tuple[Announcement, ...]:
    """Announce a total of the caller if it fits X, with X announced where it is open."""
    spell, x = problem.spell, problem.x
    _refuse_other_variables(offer.total)
    if offer.options or offer.objects:
        raise UnsupportedCostError(str(offer.total), "a total without options of its own")

    def at(value: int) -> tuple[Announcement, ...]:
        return (replace(offer, x=value),) if _is_allowed(spell, value) else ()

    if offer.x is not None or not offer.total.x_count:
        fits = None in (x, offer.x) or offer.x == x
        return (offer,) if fits and _is_allowed(spell, offer.x) else ()
    if x is not None:
        return at(x)
    return _open_total(problem, offer).announcements(at)


def _refuse_other_variables(cost: ManaCost) -> None:
    if any(symbol.variable in ("Y", "Z") for symbol in cost.symbols):
        raise UnsupportedCostError(str(cost), "a cost whose only variable is {X}")


def _is_allowed(spell: Spell, x: int | None) -> bool:
    return x is None or spell.x_limit is None or x <= spell.x_limit


def _locked(
    problem: Problem, modifiers: tuple[Modifier, ...], cost: ManaCost, x: int | None, trace: Trace
) -> tuple[Announcement, ...]:
    """Announce what matters to reductions and minimums, and lock the total for each way."""
    spell = problem.spell
    left = tuple(m for m in modifiers if m.change is not Change.INCREASE)
    view = _View.of(left, cost, x or 0, life_allowed=not spell.no_life)
    if not (view.reducible or view.counts):
        return (Announcement(cost, x, trace=trace),)
    if not spell.x_apart:
        if x:
            with_x = cost.with_x(x)
            trace += (f"X is {x}: {cost} to {with_x} (MTG-601.2b)",)
        cost = cost.with_x(x or 0)
    elif x and view.reducible:
        raise UnsupportedCostError(
            str(cost), "no reduction where mana of some colors only pays for an X above 0"
        )
    found: dict[tuple[ManaCost, int], Announcement] = {}
    for announced, life in view.sides(cost):
        said = f"announced: {cost} as {announced}" + (f" and {life} life" if life else "")
        steps = trace if announced == cost else (*trace, f"{said} (MTG-601.2b)")
        for total, more in lock(announced, left, x or 0).items():
            announcement = Announcement(total, x, life, trace=steps + more)
            found.setdefault((total, life), announcement)
    every = tuple(found.values())
    if spell.payers or problem.wanted_mana:
        return every
    return tuple(a for a in every if not _is_surplus(a, every))


def _is_surplus(announcement: Announcement, others: tuple[Announcement, ...]) -> bool:
    """Tell whether another announcement asks for less of the same, and still for mana."""
    mine = _amounts(announcement.total)
    return any(
        other.life == announcement.life
        and other.total != announcement.total
        and not other.total.with_x(other.x or 0).is_zero
        and _amounts(other.total) <= mine
        for other in others
    )


def _amounts(total: ManaCost) -> Counter[ManaSymbol | None]:
    """Count the symbols, generic mana by its units under None."""
    amounts: Counter[ManaSymbol | None] = Counter(s for s in total.symbols if not s.is_generic)
    amounts[None] = total.generic
    return amounts


@dataclass(frozen=True, slots=True)
class _View:
    """What of a cost reductions and minimums see.

    Parameters
    ----------
    reducible
        Most mana that the reductions take off.
    types
        Types of mana that some reduction takes off.
    counts
        Whether a minimum or a floor may depend on how much mana is announced.
    runs_out
        Whether the reductions may take off all generic mana.
    life_allowed
        Whether life may be paid for a Phyrexian symbol.
    """

    reducible: int
    types: frozenset[ManaType]
    counts: bool
    runs_out: bool
    life_allowed: bool

    @classmethod
    def of(
        cls, modifiers: tuple[Modifier, ...], cost: ManaCost, x: int, *, life_allowed: bool
    ) -> _View:
        """Look at a cost through reductions and minimums."""
        amounts = [m.amount for m in modifiers if m.change is Change.REDUCE]
        reducible = sum(amount.mana_value for amount in amounts)
        least = cost.mana_value_with(x) - sum(
            (symbol.phyrexian and life_allowed) + symbol.is_monocolored_hybrid
            for symbol in cost.symbols
        )
        limit = max(
            (m.floor if m.change is Change.REDUCE else m.amount.generic for m in modifiers),
            default=0,
        )
        return cls(
            reducible,
            frozenset(t for amount in amounts for symbol in amount.symbols for t in symbol.types),
            counts=limit > max(0, least - reducible),
            runs_out=reducible > cost.generic + x * cost.x_count,
            life_allowed=life_allowed,
        )

    def sides(self, cost: ManaCost) -> Iterator[tuple[ManaCost, int]]:
        """Announce a cost in every way that differs here, each with the life that it takes.

        Raises
        ------
        LimitError
            If there are too many ways.
        """
        copies = Counter(symbol for symbol in cost.symbols if self._sees(symbol))
        ways = {symbol: self._ways(symbol) for symbol in copies}
        number = prod(comb(n + len(ways[symbol]) - 1, n) for symbol, n in copies.items())
        if number > MAX_SIDES:
            raise LimitError(str(number), f"a cost with at most {MAX_SIDES} ways to announce it")
        rest = ManaCost(tuple(symbol for symbol in cost.symbols if symbol not in copies))
        for choice in product(
            *(combinations_with_replacement(ways[symbol], n) for symbol, n in copies.items())
        ):
            chosen = [way for group in choice for way in group]
            yield sum((side for side, _ in chosen), rest), sum(life for _, life in chosen)

    def _sees(self, symbol: ManaSymbol) -> bool:
        """Tell whether the side of a symbol can change the total."""
        if symbol.is_plain or not symbol.types:
            return False
        return (
            not self.types.isdisjoint(symbol.types)
            or (self.counts and (symbol.phyrexian or symbol.generic > 0))
            or (self.runs_out and symbol.generic > 0)
        )

    def _ways(self, symbol: ManaSymbol) -> list[tuple[ManaCost, int]]:
        """List the sides of a symbol; colours between which no reduction decides stay one."""
        groups: list[tuple[ManaType, ...]] = [(kind,) for kind in symbol.types]
        if self.types.isdisjoint(symbol.types):
            groups = [symbol.types]
        ways = [(ManaCost((ManaSymbol(group),)), 0) for group in groups]
        if symbol.generic:
            ways.append((ManaCost().add_generic(symbol.generic), 0))
        if symbol.phyrexian and self.life_allowed:
            ways.append((ManaCost(), LIFE_FOR_A_SYMBOL))
        return ways
