"""Programs whose activations only tap, under linear constraints: counted body by body.

With the announcement and the switches fixed, a constraint bounds a sum over the uses. So the best
counts come from dynamic programming: after each body, the cheapest way to every state of what is
still due and of the sums so far is kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import InternalError
from autotap.solver.backends.matcher.prices import add
from autotap.solver.backends.matcher.replay import values_of
from autotap.solver.program import Option, Program, What
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.solver.backends.matcher.bound import Bound
    from autotap.solver.backends.matcher.budget import Budget
    from autotap.solver.backends.matcher.prices import Price, Prices

Counts = tuple[tuple[int, int], ...]


class _Sum(NamedTuple):
    """A weighted sum of uses that has bounds."""

    weights: tuple[int, ...]
    lower: int
    upper: int | None


class _State(NamedTuple):
    """What is still due per demand, the sums so far, and whether a copy of the family is unused."""

    due: tuple[int, ...]
    sums: tuple[int, ...]
    spared: bool


Found = dict[_State, tuple["Price", Counts]]


def is_counted(program: Program, option: Option) -> bool:
    """Tell whether counts say everything: bodies are tapped once, and each unit has one taker."""
    if option.picks or option.covers or option.mark is not None or option.uses or option.life:
        return False
    if any(kind.stock for kind in program.kinds):
        return False
    takers = Counter(kind for demand in program.demands for kind in demand.accepts)
    if any(number > 1 for number in takers.values()):
        return False
    known = {What.ACTIVATED, What.ANNOUNCED, What.SWITCH}
    if any(
        q.what not in known or (q.what is What.ACTIVATED and c < 0)
        for limit in program.constraints
        for q, c in limit.parts
    ):
        return False
    measured = {q.what for term in program.terms for q, _ in term.parts}
    if not measured <= {What.ACTIVATED, What.TAPPED, What.TOUCHED, What.EMPTIED, What.ANNOUNCED}:
        return False
    return all(
        a.taps
        and a.is_simple
        and not (a.closing or a.leaves or a.needs or a.uses or a.life or a.untaps)
        and not (a.damage or a.damage_waiting or a.once)
        and len(a.outputs) == 1
        for a in program.activations
    )


class CountSearch:
    """Dynamic programming for one announcement.

    Parameters
    ----------
    program, number
        The question, and the index of the announcement.
    bound, prices
        What is known of it.
    due
        Units due per demand.
    budget
        Its budget; each state is a node.
    """

    def __init__(
        self,
        program: Program,
        number: int,
        bound: Bound,
        prices: Prices,
        due: Sequence[int],
        budget: Budget,
    ) -> None:
        self.program, self.number = program, number
        self.bound, self.prices = bound, prices
        self.due = tuple(due)
        self.budget = budget
        self.taker = {
            kind: index for index, demand in enumerate(program.demands) for kind in demand.accepts
        }

    def solve(self) -> Solution | None:
        """Return the best solution, None if there is none.

        Raises
        ------
        OutOfBudget
            If the budget is used up first.
        """
        best: tuple[Price, Counts] | None = None
        for switches in product((0, 1), repeat=self.program.switches):
            sums = self._sums(switches)
            if sums is not None:
                found = self._count(sums)
                if found is not None and (best is None or found < best):
                    best = found
        if best is None:
            return None
        steps: list[Step] = []
        made: Counter[tuple[int, int]] = Counter()
        for index, times in best[1]:
            steps += [Step(index)] * times
            for kind, amount in self.program.activations[index].outputs[0]:
                if self.due[self.taker[kind]]:
                    made[self.taker[kind], kind] += amount * times
        spent = tuple(sorted((demand, kind, n) for (demand, kind), n in made.items()))
        solution = Solution(self.number, tuple(steps), (), spent, ())
        values = values_of(self.program, solution, self.due)
        if values is None:
            raise InternalError("the replay refuses what was counted")
        return replace(solution, values=values)

    def _sums(self, switches: tuple[int, ...]) -> list[_Sum] | None:
        """Return the bounded sums under some switches, None if one of them cannot hold."""
        bounds: dict[tuple[int, ...], tuple[int, int | None]] = {}
        for limit in self.program.constraints:
            if any(bool(switches[switch]) != value for switch, value in limit.when):
                continue
            weights = [0] * len(self.program.activations)
            constant = 0
            for (what, number), weight in limit.parts:
                if what is What.ACTIVATED:
                    weights[number] += weight
                elif what is What.SWITCH:
                    constant += weight * switches[number]
                elif number == self.number:
                    constant += weight
            low = 0 if limit.lower is None else max(0, limit.lower - constant)
            high = None if limit.upper is None else limit.upper - constant
            if high is not None and high < 0:
                return None
            if not any(weights):
                if low > 0:
                    return None
                continue
            old = bounds.get(tuple(weights), (0, None))
            if old[1] is not None:
                high = old[1] if high is None else min(high, old[1])
            bounds[tuple(weights)] = max(low, old[0]), high
        return [_Sum(weights, low, high) for weights, (low, high) in bounds.items()]

    def _count(self, sums: list[_Sum]) -> tuple[Price, Counts] | None:
        program = self.program
        nothing = (0,) * len(program.terms)
        start = _State(self.due, (0,) * len(sums), False)
        found: Found = {start: (nothing, ())}
        usable: dict[int, list[int]] = {}
        for index in self.bound.usable:
            body = program.activations[index].body
            if body is not None:
                usable.setdefault(body, []).append(index)
        for family, bodies in self._families():
            emptied = nothing
            if family is not None:
                emptied = self.prices.vector({(What.EMPTIED, family): 1})
            found = _least((state._replace(spared=False), way) for state, way in found.items())
            for body in bodies:
                found = self._body(found, body, usable.get(body, []), sums)
            if any(emptied):
                found = {
                    state: (price if state.spared else add(price, emptied), counts)
                    for state, (price, counts) in found.items()
                }
        announced = self.prices.vector({(What.ANNOUNCED, self.number): 1})
        ends = [
            (add(price, announced), counts)
            for state, (price, counts) in found.items()
            if not any(state.due)
            and all(now >= each.lower for now, each in zip(state.sums, sums, strict=True))
        ]
        return min(ends, default=None)

    def _families(self) -> Iterator[tuple[int | None, list[int]]]:
        rest = set(range(len(self.program.bodies)))
        for family, bodies in enumerate(self.program.families):
            yield family, list(bodies)
            rest -= set(bodies)
        for body in sorted(rest):
            yield None, [body]

    def _body(self, found: Found, body: int, activations: list[int], sums: list[_Sum]) -> Found:
        """Decide how often each activation of a body is used."""
        copies = self.program.bodies[body].copies
        open_: dict[tuple[_State, int], tuple[Price, Counts]] = {
            (state, copies): each for state, each in found.items()
        }
        for index in activations:
            more: dict[tuple[_State, int], tuple[Price, Counts]] = {}
            for (state, left), (price, counts) in open_.items():
                for times in range(left + 1):
                    self.budget.spend()
                    after = self._use(state, index, times, sums)
                    if after is None:
                        break
                    cost = price
                    if times:
                        each = self.prices[index]
                        cost = add(price, tuple(times * p for p in each))
                    way = (cost, (*counts, (index, times)) if times else counts)
                    key = (after, left - times)
                    if key not in more or way < more[key]:
                        more[key] = way
            open_ = more
        required = body in self.program.required
        return _least(
            (state._replace(spared=state.spared or left > 0), way)
            for (state, left), way in open_.items()
            if not (required and left == copies)
        )

    def _use(self, state: _State, index: int, times: int, sums: list[_Sum]) -> _State | None:
        """Return the state after so many uses, None if they are too many."""
        if not times:
            return state
        due = list(state.due)
        for kind, amount in self.program.activations[index].outputs[0]:
            exact = self.program.kinds[kind].exact
            if kind not in self.taker:
                if exact:
                    return None
                continue
            taker = self.taker[kind]
            if exact and due[taker] < amount * times:
                return None
            due[taker] = max(0, due[taker] - amount * times)
        now = []
        for each, old in zip(sums, state.sums, strict=True):
            new = old + each.weights[index] * times
            if each.upper is not None and new > each.upper:
                return None
            now.append(min(new, each.lower) if each.upper is None else new)
        return _State(tuple(due), tuple(now), state.spared)


def _least(ways: Iterable[tuple[_State, tuple[Price, Counts]]]) -> Found:
    """Keep the cheapest way to each state."""
    found: Found = {}
    for state, way in ways:
        if state not in found or way < found[state]:
            found[state] = way
    return found
