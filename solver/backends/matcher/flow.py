"""Programs whose activations each make one unit: one minimum-cost flow, solved by networkx.

Bodies are nodes between the source and the kinds, and demands lie before the sink. The objective
is one cost of exact integers. Quantities that are no sum over arcs (life below the floor, for
example) are left out, which makes the flow a relaxation: if the replay of its solution shows the
same values, it is optimal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.solver.backends.matcher.prices import add
from autotap.solver.backends.matcher.replay import values_of
from autotap.solver.program import Program, What
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.backends.matcher.bound import Bound
    from autotap.solver.backends.matcher.prices import Price, Prices
    from autotap.solver.program import Activation, Option

LEFT_OUT = frozenset({What.BELOW_FLOOR, What.LETHAL})
"""Quantities that are only looked at afterwards."""


def is_unit_program(program: Program, option: Option, bound: Bound) -> bool:
    """Tell whether units only come from taps, stocks and resources that one activation uses."""
    if program.constraints or option.picks or option.covers or option.mark is not None:
        return False
    used: Counter[int] = Counter()
    for index in bound.usable:
        activation = program.activations[index]
        if not _makes_units(activation):
            return False
        if activation.body is None:
            used.update(resource for resource, _ in activation.uses)
        elif activation.uses or activation.body in program.untappable:
            return False
    return all(number == 1 for number in used.values())


def _makes_units(activation: Activation) -> bool:
    return not (
        not activation.is_simple
        or activation.needs
        or activation.untaps
        or (activation.body is not None and not activation.taps)
        or any(sum(amount for _, amount in output) > 1 for output in activation.outputs)
    )


class UnitFlow:
    """The cheapest flow of a Program that `is_unit_program` accepts, for one announcement.

    Parameters
    ----------
    program, number
        The question, and the index of the announcement.
    bound, prices
        What is known of it.
    due
        Units due per demand.
    """

    def __init__(
        self,
        program: Program,
        number: int,
        bound: Bound,
        prices: Prices,
        due: Sequence[int],
    ) -> None:
        self.program, self.number = program, number
        self.option = program.options[number]
        self.bound, self.prices = bound, prices
        self.due = due
        self.total = sum(due)
        self.arcs: list[tuple[Any, Any, int | None, Price]] = []
        self.ways: dict[tuple[Any, int], tuple[int, int]] = {}
        self.is_exact = self._is_linear()
        self._draw()

    def _is_linear(self) -> bool:
        """Tell whether the arcs never cost more than what they stand for."""
        program = self.program
        measured = {q.what for term in program.terms for q, _ in term.parts}
        if What.LEFT in measured and not all(self._is_tap(index) for index, _ in program.leftover):
            return False
        if What.MISSING in measured and any(len(stock.kinds) > 1 for stock in program.stocks):
            return False
        if measured & {What.PAID, What.LACKING, What.FLOATING}:
            return False
        if any(w < 0 for t in program.terms for q, w in t.parts if q.what in LEFT_OUT):
            return False
        free = any(not program.kinds[k].exact for d in program.demands for k in d.accepts)
        return What.STAYED not in measured and not (program.required and free)

    def _is_tap(self, index: int) -> bool:
        activation = self.program.activations[index]
        return activation.body is not None and activation.taps and _makes_units(activation)

    # --- network -------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the arcs; prices have one more level on top, which rewards required bodies."""
        program = self.program
        family_of = {body: f for f, bodies in enumerate(program.families) for body in bodies}
        nothing = (0,) * (len(program.terms) + 1)
        for family, bodies in enumerate(program.families):
            copies = sum(program.bodies[body].copies for body in bodies)
            last = ("last", family)
            emptied = (0, *self.prices.vector({(What.EMPTIED, family): 1}))
            if copies > 1:
                self.arcs.append(("source", ("family", family), copies - 1, nothing))
            self.arcs.append(("source", last, 1, emptied))
            self.arcs.append((last, ("family", family), 1, nothing))
        best: dict[tuple[Any, int], tuple[Price, int, int]] = {}
        owners: dict[Any, int] = {}
        for index in self.bound.usable:
            activation = program.activations[index]
            owner = ("activation", index) if activation.body is None else ("body", activation.body)
            owners[owner] = self._times(index)
            for alternative, output in enumerate(activation.outputs):
                for kind, _ in output:
                    way = (self.prices[index], index, alternative)
                    best[owner, kind] = min(way, best.get((owner, kind), way))
        for owner, times in owners.items():
            sort, number = owner
            start: Any = "source"
            if sort == "body" and number in family_of:
                start = ("family", family_of[number])
            required = sort == "body" and number in program.required
            reward = (-1, *nothing[1:]) if required else nothing
            self.arcs.append((start, owner, times, reward))
        for (owner, kind), (price, index, alternative) in best.items():
            self.ways[owner, kind] = index, alternative
            self.arcs.append((owner, ("kind", kind), None, (0, *price)))
        missing = {stock.kinds[0]: i for i, stock in enumerate(program.stocks)}
        for number, stocked in enumerate(program.kinds):
            if stocked.stock:
                amounts = {(What.MISSING, missing[number]): 1} if number in missing else {}
                price = (0, *self.prices.vector(amounts))
                self.arcs.append(("source", ("stock", number), stocked.stock, price))
                self.arcs.append((("stock", number), ("kind", number), None, nothing))
        for demand, amount in enumerate(self.due):
            if amount:
                for accepted in program.demands[demand].accepts:
                    self.arcs.append((("kind", accepted), ("demand", demand), None, nothing))
                self.arcs.append((("demand", demand), "sink", amount, nothing))

    def _times(self, index: int) -> int:
        activation = self.program.activations[index]
        if activation.body is not None:
            return self.program.bodies[activation.body].copies
        reserved = Counter(dict(self.option.uses))
        left = [
            (self.program.resources[resource].capacity - reserved[resource]) // amount
            for resource, amount in activation.uses
        ]
        return max(0, min([self.bound.caps[index], *left]))

    def solve(self) -> tuple[Solution | None, bool]:
        """Return a solution and whether it is proven to be best.

        Without a solution, it tells whether there is none.
        """
        import networkx

        if not self.total:
            return self._checked({}, proven=not self.program.required)
        graph = networkx.DiGraph()
        graph.add_node("source", demand=-self.total)
        graph.add_node("sink", demand=self.total)
        scale = self._scale()
        for start, end, room, price in self.arcs:
            weight = sum(s * p for s, p in zip(scale, price, strict=True))
            graph.add_edge(start, end, capacity=self.total if room is None else room, weight=weight)
        try:
            _, flow = networkx.network_simplex(graph)
        except networkx.NetworkXUnfeasible:
            return None, True
        flows = {(a, b): n for a, each in flow.items() for b, n in each.items() if n}
        return self._checked(flows, proven=True)

    def _scale(self) -> tuple[int, ...]:
        """Return the smallest safe weight of each level."""
        weight = 1
        scale: list[int] = []
        for level in reversed(range(len(self.program.terms) + 1)):
            scale.append(weight)
            # each unit passes five arcs at most
            weight *= 1 + 10 * self.total * max(abs(price[level]) for _, _, _, price in self.arcs)
        return tuple(reversed(scale))

    def _checked(self, flows: dict[Any, int], *, proven: bool) -> tuple[Solution | None, bool]:
        """Read the flow as a solution, replay it and compare its values with those of the flow."""
        program = self.program
        steps: list[Step] = []
        for (owner, kind), (index, alternative) in sorted(self.ways.items()):
            steps += [Step(index, alternative)] * flows.get((owner, ("kind", kind)), 0)
        steps.sort(key=lambda step: program.activations[step.activation].closing)
        spent = sorted(
            (end[1], start[1], number)
            for (start, end), number in flows.items()
            if end[0] == "demand"
        )
        solution = Solution(self.number, tuple(steps), (), tuple(spent), ())
        values = values_of(program, solution, self.due)
        if values is None:
            return None, False
        answer = replace(solution, values=values)
        if not program.terms:
            return answer, proven
        is_best = self.prices.minimised(values) == self._relaxed(flows)
        return answer, proven and self.is_exact and is_best

    def _relaxed(self, flows: dict[Any, int]) -> Price:
        """Return the values that the flow reckons with, all minimised."""
        program, option = self.program, self.option
        values = (0,) * len(program.terms)
        for start, end, _, price in self.arcs:
            number = flows.get((start, end), 0)
            values = add(values, tuple(number * p for p in price[1:]))
        amounts = {(What.ANNOUNCED, self.number): 1, (What.LIFE, 0): option.life}
        amounts |= {(What.SPENT, used): amount for used, amount in option.uses}
        amounts[What.LEFT, 0] = sum(
            worth * body.copies
            for worth, body in zip(self.prices.worth, program.bodies, strict=True)
        )
        return add(values, self.prices.vector(amounts))
