"""Plans: the best units to pay with, where units stand for themselves.

Sources that make several mana, or take one for what they make, are branched over
(`compile/branches.py`). The rest is left to the greedy backend where each source has one price, and
to the flow backend where it has several.

An activation that takes a mana takes that of a source without a cost, or of an activation before
it. So what it takes is a class of its own, which the mana of later activations does not pay, and
each order of such activations is an exact question. That all of them may pay for each other is a
relaxation, which is looked at first; the orders follow only where it is better than the best plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.solver.backends import flow, greedy
from autotap.solver.backends.flow import SINK, SOURCE, Arc
from autotap.solver.compile.asks import LIFE
from autotap.solver.compile.branches import branch_of, branches_of
from autotap.solver.compile.hall import most, supply_of
from autotap.solver.compile.prices import (
    LIFE_LOST,
    MANA_LEFT,
    NOTHING,
    ONE_EMPTIED,
    Priced,
    life_prices,
    tariff_of,
    usual_order,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from autotap.models.problem import Problem
    from autotap.solver.backends.greedy import Price
    from autotap.solver.compile.asks import Ask, Leaf
    from autotap.solver.compile.branches import Branch, Leads, Order
    from autotap.solver.compile.offers import Offer
    from autotap.solver.compile.prices import Tariff

    Method = Callable[["Due", "Branch", "Order | None"], "Plan | str | None"]

MAX_ORDERS = 120
"""Most orders of activations that are tried in a branch."""
MAX_FLOWS = 16
"""Most branches that are left to the flow backend."""
TOO_MANY_FLOWS = f"more than {MAX_FLOWS} branches with prices that depend on use"

_price = attrgetter("price")


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
    branch
        Activations of sources that make several mana or take one; their mana comes first among the
        units.
    order
        The order of those that take one, None if there is but one.
    due
        Amount of each class: those of the leaf, then one for each activation that takes a mana.
    units, classes, used
        The units, the set of classes that accepts each, and how many of each are used.
    values
        Value of each part of a price.
    backend
        Which one chose the units.
    """

    leaf: Leaf
    branch: Branch
    order: Order | None
    due: tuple[int, ...]
    units: tuple[Priced, ...]
    classes: Sequence[int]
    used: Sequence[int]
    values: Price
    backend: str

    @property
    def spent(self) -> dict[int, int]:
        """How many sources of each lot are used."""
        numbers = dict(self.branch.spent)
        first = len(self.branch.made)
        for one, number in zip(self.units[first:], self.used[first:], strict=True):
            numbers[one.lot] = numbers.get(one.lot, 0) + number
        return numbers


def plan_of(question: Question, backend: str = "") -> Plan | str | None:
    """Return the best plan, None if nothing pays, or what is beyond plans.

    A plan is priced as if what is left made as much as its sources gain, which is never too dear
    (`Tariff.is_startable`). So the best plan is the best payment where that is true of it.

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
    if not usual_order(question.problem.objective):
        return "another order of terms"
    if question.offer.units is None and not may_pay(question):
        return None
    best: Plan | None = None
    for leaf in question.ask.leaves:
        if best is not None and leaf.rank > best.leaf.rank:
            break
        priced = priced_for(question, leaf)
        if isinstance(priced, str):
            return priced
        found = _best(*priced, best, backend)
        if isinstance(found, str):
            return found
        best = found
    if best is not None and not best.branch.tariff.is_startable(best.spent):
        return "abilities that nothing left would start"
    return best


def priced_for(question: Question, leaf: Leaf) -> tuple[Due, Tariff] | str:
    """Return what a leaf takes and the prices of what pays it, or what is beyond prices."""
    board, objective = question.problem.board, question.problem.objective
    point = _point(question.problem, question.offer, leaf)
    if point is None:
        return "life near its floor"
    tariff = tariff_of(question.offer, objective.weights, point)
    if isinstance(tariff, str):
        return tariff
    prices = life_prices(board.life, leaf.life_symbols, objective)
    life = tuple([Priced(LIFE, 1, one, LIFE_LOST) for one in prices])
    return Due(question.ask, leaf, life), tariff


def _point(problem: Problem, offer: Offer, leaf: Leaf) -> int | None:
    """Return what each point of life weighs that is lost, None if they weigh differently.

    They weigh the same where all that could be lost leaves life at the floor or above, and where
    life starts at the floor or below and some is left. Where only Phyrexian symbols cost life, they
    are priced one by one.
    """
    objective, life = problem.objective, problem.board.life
    if not offer.hurts:
        return objective.weights.life
    few = not (offer.life_paid or offer.costed)
    most = sum(offer.hurts[: leaf.total]) if few else sum(offer.hurts)
    rest = life - most - LIFE_FOR_A_SYMBOL * leaf.life_symbols
    if rest >= max(objective.life_floor, 1):
        return objective.weights.life
    if rest >= 1 and life <= objective.life_floor:
        return objective.weights.life + objective.weights.below_floor
    return None


@dataclass(frozen=True, slots=True)
class Due:
    """What a leaf takes, and the life that could pay it.

    Parameters
    ----------
    ask, leaf
        What is due.
    life
        The payments of life.
    """

    ask: Ask
    leaf: Leaf
    life: tuple[Priced, ...]

    def amounts(self, branch: Branch) -> tuple[int, ...]:
        """Return the amount of each class, those of a branch among them."""
        return (*self.leaf.due, *(1 for _ in branch.slots)) if branch.slots else self.leaf.due

    def widest(self, branch: Branch) -> tuple[Priced, ...]:
        """Return what a branch leaves at its cheapest, and the life, by rising price."""
        return tuple(sorted((*branch.widest, *self.life), key=_price))

    def accepting(self, branch: Branch, units: Iterable[Priced]) -> list[int]:
        """Return the set of classes that accepts each unit."""
        ask, known = self.ask, self.ask.known
        pays = [known[one[0]] if one[0] in known else ask.classes(one[0]) for one in units]
        if branch.slots:
            shift = len(self.leaf.due)
            pays = [
                classes | branch.accepting(one[0]) << shift
                for classes, one in zip(pays, units, strict=True)
            ]
        return pays

    def accepting_made(self, branch: Branch, order: Order | None) -> list[int]:
        """Return the same for the mana that a branch makes, its activations in an order."""
        shift, ask, after = len(self.leaf.due), self.ask, branch.after(order)
        return [
            ask.classes(one[0]) | (branch.accepting(one[0]) & after[by]) << shift
            for one, by in zip(branch.made, branch.made_by, strict=True)
        ]


def _best(due: Due, tariff: Tariff, best: Plan | None, backend: str) -> Plan | str | None:
    """Return the best plan of a leaf, or the best one before.

    Where a source has several prices, it is looked at first at its cheapest alone. If that loses
    nothing, nothing is better, for its other prices differ in what is lost.
    """
    branches = hopeful(due, tariff)
    if isinstance(branches, str):
        return branches
    for_flow: list[Branch] = []
    dear: list[Branch] = []
    for floor, branch in branches:
        if best is not None and floor >= best.values:
            break
        if best is None and len(for_flow) + len(dear) > MAX_FLOWS:
            return TOO_MANY_FLOWS
        if backend == flow.NAME or _is_mixed(due, branch):
            if backend == greedy.NAME:
                return "a kind of source that pays different symbols"
            for_flow.append(branch)
            continue
        plan = _ordered(due, branch, _by_greedy, best)
        if isinstance(plan, str):
            return plan
        if tariff.single or (plan is not None and not any(plan.values[:MANA_LEFT])):
            best = _better(plan, best)
        else:
            dear.append(branch)
    if best is None or any(best.values[:MANA_LEFT]):
        for_flow += dear
    if for_flow and backend == greedy.NAME:
        return "a source whose price depends on what it pays"
    flows = 0
    for branch in for_flow:
        least = _at_least(due, branch, None)
        if least is None or (best is not None and least >= best.values):
            continue
        flows += 1
        if flows > MAX_FLOWS:
            return TOO_MANY_FLOWS
        plan = _ordered(due, branch, _by_flow, best)
        if isinstance(plan, str):
            return plan
        best = _better(plan, best)
    return best


def hopeful(due: Due, tariff: Tariff) -> Iterator[tuple[Price, Branch]] | str:
    """Return the branches that may pay a leaf with their lower bounds, or what is beyond branches.

    They have enough for every set of classes, and come by rising lower bounds.
    """
    leads = branches_of(tariff, due.leaf.total, due.leaf.life_symbols)
    return leads if isinstance(leads, str) else _hopeful(due, tariff, leads)


def _hopeful(due: Due, tariff: Tariff, leads: Leads) -> Iterator[tuple[Price, Branch]]:
    supply = supply_of(tariff.offer, due.ask) if len(leads) > 1 else None
    for floor, fired in leads:
        if not supply or greedy.is_payable(supply.of(fired), due.leaf.owed, due.ask.guard):
            yield floor, branch_of(tariff, fired)


def _better(plan: Plan | None, best: Plan | None) -> Plan | None:
    if plan is None or (
        best is not None and (best.leaf.rank, best.values) <= (plan.leaf.rank, plan.values)
    ):
        return best
    return plan


def _is_mixed(due: Due, branch: Branch) -> bool:
    """Tell whether a kind of source that can be used up pays different symbols."""
    return any(len(set(due.accepting(branch, kind))) > 1 for kind in branch.mixed)


def _ordered(due: Due, branch: Branch, method: Method, best: Plan | None) -> Plan | str | None:
    """Return the best plan of a branch by any order of activations, if it may be the best."""
    relaxed = method(due, branch, None)
    if len(branch.slots) < 2 or not isinstance(relaxed, Plan):
        return relaxed
    if best is not None and best.values <= relaxed.values:
        return None
    found: Plan | None = None
    for number, order in enumerate(branch.orders()):
        if number == MAX_ORDERS:
            return f"more than {MAX_ORDERS} orders of activations"
        plan = method(due, branch, order)
        if isinstance(plan, str):
            return plan
        found = _better(plan, found)
        if found is not None and found.values == relaxed.values:
            break
    return found


# --- the rest ------------------------------------------------------------------------------------


def _by_greedy(due: Due, branch: Branch, order: Order | None) -> Plan | None:
    """Take the cheapest units; each source serves at its cheapest alone."""
    units = branch.cheapest
    if due.life:
        units = tuple(sorted((*units, *due.life), key=_price))
    classes = due.accepting(branch, units)
    if branch.made:
        units = (*branch.made, *units)
        classes = due.accepting_made(branch, order) + classes
    amounts = due.amounts(branch)
    used = greedy.take([(one, unit[1]) for one, unit in zip(classes, units, strict=True)], amounts)
    if used is None:
        return None
    values = _total(branch.start, units, used)
    return Plan(due.leaf, branch, order, amounts, units, classes, used, values, greedy.NAME)


def _at_least(due: Due, branch: Branch, order: Order | None) -> Price | None:
    """Return a lower bound of the price of a branch, None if it does not pay."""
    units = (*branch.made, *due.widest(branch))
    classes = due.accepting_made(branch, order)
    classes += due.accepting(branch, units[len(branch.made) :])
    elements = [(one, unit[1]) for one, unit in zip(classes, units, strict=True)]
    used = greedy.take(elements, due.amounts(branch))
    return None if used is None else _total(branch.start, units, used)


def _by_flow(due: Due, branch: Branch, order: Order | None) -> Plan | str | None:
    """Let units flow from kinds through lots and uses to the classes that they pay."""
    amounts = due.amounts(branch)
    first_class = SINK + 1
    nodes = first_class + len(amounts)
    arcs = [Arc(first_class + place, SINK, amount) for place, amount in enumerate(amounts)]
    tails: dict[int, int] = {}
    for lots in branch.emptying:
        together = sum(map(branch.left, lots))
        arcs.append(Arc(SOURCE, nodes, together - 1))
        arcs.append(Arc(SOURCE, nodes, 1, ONE_EMPTIED))
        tails |= dict.fromkeys(lots, nodes)
        nodes += 1
    lot_nodes: dict[int, int] = {}
    for lot in dict.fromkeys(one.lot for one in branch.each):
        lot_nodes[lot] = nodes
        arcs.append(Arc(tails.get(lot, SOURCE), nodes, branch.left(lot)))
        nodes += 1
    others = (*branch.each, *branch.tariff.floating, *due.life)
    units = (*branch.made, *others)
    classes = due.accepting_made(branch, order) + due.accepting(branch, others)
    places = []
    for number, (one, accepted) in enumerate(zip(units, classes, strict=True)):
        tail = lot_nodes[one.lot] if number >= len(branch.made) and one.lot >= 0 else SOURCE
        places.append(len(arcs))
        arcs.append(Arc(tail, nodes, one.copies, one.price))
        arcs += [
            Arc(nodes, first_class + place, one.copies)
            for place in range(len(amounts))
            if accepted >> place & 1
        ]
        nodes += 1
    flows = flow.cheapest(arcs, sum(amounts))
    if flows is None or isinstance(flows, str):
        return flows
    used = tuple(flows[place] for place in places)
    emptied = sum(flows[at] for at, arc in enumerate(arcs) if arc.price is ONE_EMPTIED)
    values = list(_total(branch.start, units, used))
    for at, part in enumerate(ONE_EMPTIED):
        values[at] += emptied * part
    return Plan(due.leaf, branch, order, amounts, units, classes, used, tuple(values), flow.NAME)


def _total(start: Price, units: Sequence[Priced], used: Sequence[int]) -> Price:
    values = list(start)
    for one, number in zip(units, used, strict=True):
        if number:
            for at, part in enumerate(one.price):
                values[at] += number * part
    return tuple(values)


# --- whether anything pays -----------------------------------------------------------------------


def payable(question: Question) -> bool | None:
    """Tell whether any plan pays, None if that is beyond plans.

    Complexity: branches times orders, with one matching each.
    """
    if not may_pay(question):
        return False
    objective = question.problem.objective
    tariff = tariff_of(question.offer, objective.weights, objective.weights.life)
    if isinstance(tariff, str):
        return None
    beyond = False
    for leaf in question.ask.leaves:
        number = min(leaf.life_symbols, max(question.problem.board.life, 0) // LIFE_FOR_A_SYMBOL)
        due = Due(question.ask, leaf, (Priced(LIFE, number, NOTHING, LIFE_LOST),))
        branches = hopeful(due, tariff)
        if isinstance(branches, str):
            return None
        for _, branch in branches:
            pays = _is_ordered(due, branch)
            if pays:
                return True
            beyond = beyond or pays is None
    return None if beyond else False


def _is_ordered(due: Due, branch: Branch) -> bool | None:
    """Tell whether a branch pays by any order of its activations, None if they are too many."""
    pays = _at_least(due, branch, None) is not None
    if not pays or len(branch.slots) < 2:
        return pays
    for number, order in enumerate(branch.orders()):
        if number == MAX_ORDERS:
            return None
        if _at_least(due, branch, order) is not None:
            return True
    return False


def may_pay(question: Question) -> bool:
    """Tell whether `most` is enough of every set of classes."""
    return question.ask.is_payable(most(question.offer, question.ask))
