"""The fallback where CP-SAT is missing, fails or runs out of time: bounds, flows and a search.

For each announcement, best rank first, and each way to pay its two-way symbols: if the bounds of
`bound` refuse it, it cannot be paid. Otherwise a Program of single units is one
minimum-cost flow of networkx (`flow`), one under linear constraints is counted body by body
(`counts`), and both answers are proven to be best or nearly always are; all others are
searched within a budget (`search`). Whatever is found is carried out on the Program before
it is returned.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from autotap.models.result import Status
from autotap.solver.backends.base import Outcome
from autotap.solver.backends.caps import activation_caps
from autotap.solver.backends.matcher.bound import Bound
from autotap.solver.backends.matcher.budget import Budget, OutOfBudget
from autotap.solver.backends.matcher.counts import CountSearch, is_counted
from autotap.solver.backends.matcher.flow import UnitFlow, is_unit_program
from autotap.solver.backends.matcher.layout import Layout, closings
from autotap.solver.backends.matcher.prices import Prices
from autotap.solver.backends.matcher.search import Search
from autotap.solver.program import What

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.program import Program
    from autotap.solver.solution import Solution

NAME = "matcher"

GRANTED_NODES = 500
"""Nodes that a call may search even if its time is up: about 50 ms of work."""
MOST_NODES = 50_000
"""Nodes after which a call without a time limit gives up: some seconds of work."""
GRANTED_STATES = 100_000
"""States that may be counted even if the time is up; 5,000 are many but where X is announced."""
MOST_STATES = 2_000_000
"""States after which counting gives up."""
MAX_SPLITS = 200
"""Most ways to pay the two-way symbols of one announcement that are looked at."""


def solve(program: Program, *, time_limit_s: float | None = None, seed: int = 0) -> Outcome:
    """Solve a Program as far as bounds, flows and a bounded search carry.

    Parameters
    ----------
    program
        The question.
    time_limit_s
        Seconds of wall time, None for no limit. However short, flows, `GRANTED_NODES` nodes of the
        search and `GRANTED_STATES` states of counting are granted, so that a call whose time
        CP-SAT has used up is still answered. Only networkx is not imported then, which alone takes
        some tenths of a second, unless nothing else gives an answer.
    seed
        Not read: equal questions have equal answers.

    Returns
    -------
    Outcome
        OPTIMAL and UNPAYABLE are proven, a FEASIBLE solution may not be the best; an UNKNOWN
        outcome has a reason. What is asked of the position left over is not looked at, so nothing
        is proven to be best then.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> from autotap.solver.announce import announcements
    >>> from autotap.solver.compile.mtg import compile_magic
    >>> problem = Problem(Board.parse("Wastes; Azorius Signet"), Spell.parse("{W}{U}"))
    >>> program = compile_magic(problem, announcements(problem)).program
    >>> solve(program, time_limit_s=0).status
    <Status.FEASIBLE: 'FEASIBLE'>
    """
    if not program.laters:
        return _Matcher(program, time_limit_s).run()
    outcome = _Matcher(_alone(program), time_limit_s).run()
    if outcome.status is Status.OPTIMAL:
        return Outcome(Status.FEASIBLE, outcome.solution)
    return outcome


def _alone(program: Program) -> Program:
    """Return a Program without what is asked of the position left over."""
    terms = tuple(
        replace(term, parts=tuple(part for part in term.parts if part[0].what is not What.LOST))
        for term in program.terms
    )
    return replace(program, terms=terms, laters=())


def deficient(program: Program) -> tuple[int, ...]:
    """Return the demands that fall short together (Hall), of the announcement that lacks least.

    Empty if no set of demands can be shown to fall short. The smallest of the sets that fall short
    the most.
    """
    return _least_lacking(program)[0]


def shortage(program: Program, *, time_limit_s: float | None = None) -> dict[int, int]:
    """Return the units that demands lack, as `cp_sat.shortage` does.

    Parameters
    ----------
    program
        A question that cannot be paid.
    time_limit_s
        Not read: the work is bounded.
    """
    demands, due, bound = _least_lacking(program)
    lacks: dict[int, int] = {}
    paid = [0] * len(due)
    chosen: list[int] = []
    for demand in sorted(demands, key=lambda d: (len(program.demands[d].accepts), due[d], d)):
        chosen.append(demand)
        paid[demand] = due[demand]
        if bound is not None and (lack := bound.deficient(paid)[1]):
            lacks[demand] = lack
            paid[demand] -= lack
    return lacks


def _least_lacking(program: Program) -> tuple[tuple[int, ...], tuple[int, ...], Bound | None]:
    found: list[tuple[int, int, tuple[int, ...], tuple[int, ...], Bound]] = []
    bounds = _bounds(program)
    for number, option in enumerate(program.options):
        bound = bounds[option.window]
        for due in islice(splits(program, number), MAX_SPLITS):
            demands, lack = bound.deficient(due)
            found.append((lack, len(found), demands, due, bound))
    if not found:
        return (), (), None
    _, _, demands, due, bound = min(found)
    return demands, due, bound


def splits(program: Program, number: int) -> Iterator[tuple[int, ...]]:
    """Yield what is due per demand for each way to pay the two-way symbols of an announcement."""
    base = [demand.due[number] if demand.due else 0 for demand in program.demands]
    choices = [choice for choice in program.choices if choice.announcement == number]
    for firsts in product(*(range(choice.count, -1, -1) for choice in choices)):
        due = Counter(dict(enumerate(base)))
        for choice, first in zip(choices, firsts, strict=True):
            due[choice.first[0]] += first * choice.first[1]
            due[choice.second[0]] += (choice.count - first) * choice.second[1]
        yield tuple(due[demand] for demand in range(len(base)))


def _bounds(program: Program) -> dict[bool, Bound]:
    """Return the bounds with and without activations."""
    caps = activation_caps(program)
    return {window: Bound(program, caps, window=window) for window in (False, True)}


class _Matcher:
    def __init__(self, program: Program, time_limit_s: float | None) -> None:
        self.program = program
        self.deadline = None if time_limit_s is None else time.perf_counter() + time_limit_s
        self.nodes = Budget(MOST_NODES, GRANTED_NODES, self.is_late)
        self.states = Budget(MOST_STATES, GRANTED_STATES, self.is_late)
        self.bounds = _bounds(program)
        self.prices = Prices(program)
        self.reason = ""

    def is_late(self) -> bool:
        """Tell whether the time is up."""
        return self.deadline is not None and time.perf_counter() > self.deadline

    def run(self) -> Outcome:
        """Answer announcement by announcement, those of the same rank together."""
        options = self.program.options
        proven = True
        for rank in sorted({option.rank for option in options}):
            numbers = [i for i, option in enumerate(options) if option.rank == rank]
            found: list[Solution] = []
            try:
                for solution, is_best in chain.from_iterable(map(self.answers, numbers)):
                    proven &= is_best
                    found += [] if solution is None else [solution]
                    if found and not proven:
                        break
            except OutOfBudget:
                proven = False
                self.reason = "the search used up its budget"
            if found:
                best = min(found, key=lambda each: self.prices.minimised(each.values))
                bound = best.values if proven else ()
                return Outcome(Status.OPTIMAL if proven else Status.FEASIBLE, best, bound)
        if proven:
            return Outcome(Status.UNPAYABLE)
        return Outcome(Status.UNKNOWN, reason=self.reason)

    def answers(self, number: int) -> Iterator[tuple[Solution | None, bool]]:
        """Yield for each split a solution and whether it is best, or None and whether none is."""
        program = self.program
        option = program.options[number]
        bound = self.bounds[option.window]
        ways = list(islice(splits(program, number), MAX_SPLITS + 1))
        if len(ways) > MAX_SPLITS:
            self.reason = "too many ways to pay the two-way symbols"
            yield None, False
        for due in sorted(ways[:MAX_SPLITS], key=sum):
            if bound.refuses(option, due):
                yield None, True
            elif program.constraints:
                yield self.counted(number, bound, due)
            else:
                yield self.matched(number, bound, due)

    def counted(
        self, number: int, bound: Bound, due: tuple[int, ...]
    ) -> tuple[Solution | None, bool]:
        if not is_counted(self.program, self.program.options[number]):
            self.reason = "constraints on other things than counts"
            return None, False
        search = CountSearch(self.program, number, bound, self.prices, due, self.states)
        return search.solve(), True

    def matched(
        self, number: int, bound: Bound, due: tuple[int, ...]
    ) -> tuple[Solution | None, bool]:
        """Answer by a flow if that is exact, else by a search."""
        if any(kind.exact and kind.stock for kind in self.program.kinds):
            self.reason = "units that were spent before"
            return None, False
        if not is_unit_program(self.program, self.program.options[number], bound):
            return self.searched(number, bound, due)
        flow = UnitFlow(self.program, number, bound, self.prices, due)
        if self.is_late() and "networkx" not in sys.modules:
            with suppress(OutOfBudget):
                answer = self.searched(number, bound, due)
                if answer != (None, False):
                    return answer
        answer = flow.solve()
        return self.searched(number, bound, due) if answer == (None, False) else answer

    def searched(
        self, number: int, bound: Bound, due: tuple[int, ...]
    ) -> tuple[Solution | None, bool]:
        """Search for each way to choose what the announcement itself uses.

        Life is left out of account first: there mostly is enough.
        """
        program = self.program
        chosen, complete = closings(program, number)
        for closing in chosen:
            for plenty in (True, False):
                layout = Layout(program, number, bound, self.prices, closing, life_is_plenty=plenty)
                search = Search(layout, due, self.nodes)
                solution = search.run()
                if solution is not None:
                    return solution, not program.terms
                if not search.was_refused:
                    break
            complete &= search.is_complete
        if not complete:
            self.reason = "not every way to activate what there is was looked at"
        return None, complete
