"""Plans: the best units to pay with, where units stand for themselves.

A source that makes several mana at once is branched over: for each number of its activations its
mana is there for nothing, and the rest is paid as well as possible. That rest is left to the greedy
backend where each source has one price, and to the flow backend where it has several.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.solver.backends import flow, greedy
from autotap.solver.backends.flow import SINK, SOURCE, Arc
from autotap.solver.compile.asks import LIFE
from autotap.solver.compile.prices import (
    LIFE_LOST,
    MANA_LEFT,
    NOTHING,
    ONE_EMPTIED,
    Priced,
    Tariff,
    life_prices,
    tariff_of,
    usual_order,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.problem import Problem
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.asks import Ask, Leaf
    from autotap.solver.compile.offers import Offer

MAX_BRANCHES = 128
"""Most numbers of activations of sources with several mana that are tried."""

Firing = tuple[int, int, int]
"""Lot, use and number of activations of a source that makes several mana."""


@dataclass(frozen=True, slots=True)
class Question:
    """An offer and an ask that fit together.

    Parameters
    ----------
    problem
        Where they come from.
    offer, ask
        The two sides.
    """

    problem: Problem
    offer: Offer
    ask: Ask


@dataclass(frozen=True, slots=True)
class Plan:
    """The units of a payment.

    Parameters
    ----------
    leaf
        How the cost is announced.
    units, used
        The units, and how many of each are used.
    fired
        Activations of sources that make several mana; their mana is among the units.
    values
        Value of each part of a price.
    backend
        Which one chose the units.
    """

    leaf: Leaf
    units: tuple[Priced, ...]
    used: tuple[int, ...]
    fired: tuple[Firing, ...]
    values: Price
    backend: str


def plan_of(question: Question, backend: str = "") -> Plan | str | None:
    """Return the best plan, None if nothing pays, or what is beyond plans.

    Parameters
    ----------
    question
        What is asked.
    backend
        The backend that must choose the units; empty for the greedy one where it is exact, else
        flow.

    Raises
    ------
    BackendUnavailableError
        If flow is needed and OR-Tools is not installed.
    """
    problem, offer = question.problem, question.offer
    objective = problem.objective
    if not usual_order(objective):
        return "another order of terms"
    best: Plan | None = None
    for leaf in question.ask.leaves:
        if best is not None and leaf.rank > best.leaf.rank:
            break
        point = _point(problem, offer, leaf)
        if point is None:
            return "life near its floor"
        tariff = tariff_of(offer, objective.weights, point)
        if isinstance(tariff, str):
            return tariff
        single = _single(tariff, question.ask)
        if backend == greedy.NAME and isinstance(single, str):
            return single
        if backend == flow.NAME:
            single = "named"
        firings = _firings(tariff, leaf)
        if firings is None:
            return f"more than {MAX_BRANCHES} ways to use sources that make several mana"
        life = [
            Priced(LIFE, 1, price, LIFE_LOST)
            for price in life_prices(problem.board.life, leaf.life_symbols, objective)
        ]
        for fired in firings:
            start = _start(tariff, fired)
            if best is not None and best.leaf.rank == leaf.rank and start > best.values:
                continue
            if isinstance(single, str):
                plan = _by_flow(question, tariff, leaf, fired, life, start)
            else:
                plan = _by_greedy(question, single, leaf, fired, life, start)
            if isinstance(plan, str):
                return plan
            if plan is not None and (best is None or plan.values < best.values):
                best = plan
    return best


def _point(problem: Problem, offer: Offer, leaf: Leaf) -> int | None:
    """Return what each point of life weighs that is lost, None if they weigh differently.

    They weigh the same where all that could be lost leaves life at the floor or above, and where
    life starts at the floor or below and some is left. Where only Phyrexian symbols cost life, they
    are priced one by one.
    """
    objective, life = problem.objective, problem.board.life
    if not offer.hurts:
        return objective.weights.life
    most = sum(offer.hurts) if offer.life_paid else sum(offer.hurts[: leaf.total])
    rest = life - most - LIFE_FOR_A_SYMBOL * leaf.life_symbols
    if rest >= max(objective.life_floor, 1):
        return objective.weights.life
    if rest >= 1 and life <= objective.life_floor:
        return objective.weights.life + objective.weights.below_floor
    return None


def _single(tariff: Tariff, ask: Ask) -> tuple[Priced, ...] | str:
    """Return the units with one price for each source, or why there are none."""
    if tariff.single is None:
        return "a source whose price depends on what it pays"
    for letters in tariff.kinds:
        if len({ask.classes(letter) for letter in letters}) > 1:
            return "a kind of source that pays different symbols"
    return tariff.single


# --- sources that make several mana --------------------------------------------------------------


def _firings(tariff: Tariff, leaf: Leaf) -> list[tuple[Firing, ...]] | None:
    """List the ways to use sources that make several mana, None if they are too many.

    An activation none of whose mana is spent only loses mana, so there is at most one for each mana
    that is due.
    """
    if not tariff.bundles:
        return [()]
    due = leaf.total
    sizes = [comb(min(copies, due) + len(uses), len(uses)) for _, copies, uses in tariff.bundles]
    if prod(sizes) > MAX_BRANCHES:
        return None
    ways = [
        [
            tuple((lot, use, n) for use, n in zip(uses, counts, strict=True) if n)
            for counts in _counts(len(uses), min(copies, due))
        ]
        for lot, copies, uses in tariff.bundles
    ]
    result = [tuple(firing for way in chosen for firing in way) for chosen in product(*ways)]
    result.sort(key=lambda fired: sum(n for _, _, n in fired))
    return [fired for fired in result if sum(n for _, _, n in fired) <= due]


def _counts(parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of so many numbers that add up to ``most`` or less."""
    if not parts:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(parts - 1, most - first):
            yield (first, *rest)


def _start(tariff: Tariff, fired: tuple[Firing, ...]) -> Price:
    """Return what the activations cost, with the mana that is left as a part to be lowered."""
    values = list(NOTHING)
    values[MANA_LEFT] = -tariff.mana_left
    if fired:
        numbers: dict[int, int] = {}
        for lot, use, number in fired:
            numbers[lot] = numbers.get(lot, 0) + number
            for at, part in enumerate(tariff.firing_price[lot, use]):
                values[at] += number * part
        for kind in tariff.bundle_kinds:
            if all(numbers.get(lot, 0) == copies for lot, copies in kind):
                values = list(map(int.__add__, values, ONE_EMPTIED))
    return tuple(values)


def _made(question: Question, fired: tuple[Firing, ...]) -> list[Priced]:
    """Return the mana that activations make, as units for nothing."""
    return [
        Priced(letter, number, NOTHING, lot, use)
        for lot, use, number in fired
        for letter in question.offer.lots[lot].uses[use].units
    ]


# --- the rest ------------------------------------------------------------------------------------


def _by_greedy(
    question: Question,
    single: tuple[Priced, ...],
    leaf: Leaf,
    fired: tuple[Firing, ...],
    life: list[Priced],
    start: Price,
) -> Plan | None:
    units = single
    if fired or life:
        made = _made(question, fired)
        units = (*made, *sorted((*single, *life), key=lambda one: one.price))
    ask = question.ask
    known = ask.known
    elements = [
        (known[one[0]] if one[0] in known else ask.classes(one[0]), one[1]) for one in units
    ]
    used = greedy.take(elements, leaf.due)
    if used is None:
        return None
    return Plan(leaf, units, tuple(used), fired, _total(start, units, used), greedy.NAME)


def _by_flow(
    question: Question,
    tariff: Tariff,
    leaf: Leaf,
    fired: tuple[Firing, ...],
    life: list[Priced],
    start: Price,
) -> Plan | str | None:
    """Let units flow from kinds through lots and uses to the classes that they pay."""
    ask, lots = question.ask, question.offer.lots
    first_class = SINK + 1
    nodes = first_class + len(leaf.due)
    arcs = [Arc(first_class + place, SINK, amount) for place, amount in enumerate(leaf.due)]
    kinds: dict[int, int] = {}
    lot_nodes: dict[int, int] = {}
    for index in dict.fromkeys(one.lot for one in tariff.uses):
        lot = lots[index]
        tail = SOURCE
        copies = len(lot.sources)
        if question.offer.can_empty(lot):
            if lot.kind not in kinds:
                kinds[lot.kind] = nodes
                nodes += 1
                together = sum(len(each.sources) for each in lots if each.kind == lot.kind)
                arcs.append(Arc(SOURCE, kinds[lot.kind], together - 1))
                arcs.append(Arc(SOURCE, kinds[lot.kind], 1, ONE_EMPTIED))
            tail = kinds[lot.kind]
        lot_nodes[index] = nodes
        arcs.append(Arc(tail, nodes, copies))
        nodes += 1
    made = _made(question, fired)
    units = (*made, *tariff.uses, *tariff.floating, *life)
    places = []
    for number, one in enumerate(units):
        tail = lot_nodes[one.lot] if number >= len(made) and one.lot >= 0 else SOURCE
        places.append(len(arcs))
        arcs.append(Arc(tail, nodes, one.copies, one.price))
        classes = ask.classes(one.letter)
        arcs += [
            Arc(nodes, first_class + place, one.copies)
            for place in range(len(leaf.due))
            if classes >> place & 1
        ]
        nodes += 1
    flows = flow.cheapest(arcs, leaf.total)
    if flows is None or isinstance(flows, str):
        return flows
    used = tuple(flows[place] for place in places)
    emptied = sum(flows[at] for at, arc in enumerate(arcs) if arc.price is ONE_EMPTIED)
    values = list(_total(start, units, used))
    for at, part in enumerate(ONE_EMPTIED):
        values[at] += emptied * part
    return Plan(leaf, units, used, fired, tuple(values), flow.NAME)


def _total(start: Price, units: tuple[Priced, ...], used: tuple[int, ...] | list[int]) -> Price:
    values = list(start)
    for one, number in zip(units, used, strict=True):
        if number:
            for at, part in enumerate(one.price):
                values[at] += number * part
    return tuple(values)
