"""The general engine: CP-SAT over grouped counts, with order added only where it is needed.

The formulation without order is solved first. If its counts can be replayed, they are optimal,
for it is a relaxation; if it has no solution, nothing pays. Otherwise ranks are added, and then
stages, one more each time, until the staged optimum meets the bound or no further stage can help.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from autotap.models.result import Status
from autotap.solver.backends.formulation import (
    FREE,
    Fired,
    Formulation,
    Phase,
    activation_caps,
    is_plain,
)
from autotap.solver.backends.proto import MAX_OBJECTIVE, Answer, Expr, total
from autotap.solver.backends.replay import Item, Position, Replay, picked
from autotap.solver.program import Move, Program, Quantity, Solution, Step, What

NAME = "cp_sat"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a backend says.

    Parameters
    ----------
    status
        OPTIMAL and UNPAYABLE are proven.
    solution
        The best solution found, None without.
    bound
        Proven bound of each term (of maximised terms from above), as far as known.
    """

    status: Status
    solution: Solution | None = None
    bound: tuple[int, ...] = ()


def shortage(program: Program) -> list[int]:
    """Return the demands that stay unpaid when as many units as possible are paid.

    Empty if only the order of activations, or something that is no demand, prevents paying.
    """
    form = Formulation(replace(program, terms=()), short=True)
    answer = form.model.minimise(dict.fromkeys(form.short.values(), 1), None, 0)
    if answer.values is None:
        return []
    return [demand for demand, variable in form.short.items() if answer.value({variable: 1})]


class TimeUp(Exception):  # noqa: N818 - no error: it ends a search
    """The time limit struck before anything was found."""


def solve(program: Program, *, time_limit_s: float | None = None, seed: int = 0) -> Outcome:
    """Solve a Program exactly.

    Parameters
    ----------
    program
        The question.
    time_limit_s
        Seconds of wall time, None for no limit.
    seed
        Random seed of CP-SAT.

    Raises
    ------
    BackendUnavailableError
        If OR-Tools is not installed.
    """
    return _Search(program, time_limit_s, seed).run()


class _Search:
    def __init__(self, program: Program, time_limit_s: float | None, seed: int) -> None:
        self.program = program
        self.seed = seed
        self.deadline = None if time_limit_s is None else time.perf_counter() + time_limit_s

    def remaining(self) -> float | None:
        if self.deadline is None:
            return None
        rest = self.deadline - time.perf_counter()
        if rest <= 0:
            raise TimeUp
        return rest

    def run(self) -> Outcome:
        best: Solution | None = None
        bound: tuple[int, ...] = ()
        try:
            for stages, ranks, last in self.attempts():
                form = Formulation(self.program, stages, ranks=ranks)
                answer, vector, proven = self.lexicographic(form)
                if answer is None:
                    if stages == FREE or (last and best is None):
                        return Outcome(Status.UNPAYABLE)
                    if last:
                        break
                    continue
                if stages == FREE and proven:
                    bound = vector
                solution = self.decode(form, answer)
                if solution is None:
                    if stages:
                        raise AssertionError("a staged solution cannot be carried out")
                    continue
                best = solution
                if proven and (stages == FREE or last or vector == bound):
                    return Outcome(Status.OPTIMAL, best, self.public(vector))
                if not proven:
                    break
        except TimeUp:
            pass
        if best is None:
            return Outcome(Status.UNKNOWN, None, self.public(bound))
        return Outcome(Status.FEASIBLE, best, self.public(bound))

    def attempts(self) -> Iterator[tuple[int, bool, bool]]:
        """Yield ``(stages, ranks, whether nothing stricter can be needed)``."""
        yield FREE, False, False
        program = self.program
        if any(a.component is not None for a in program.activations):
            yield FREE, True, False
        caps = activation_caps(program)
        most = sum(caps[i] for i in program.ordered if not is_plain(program, i))
        for stages in range(1, most + 1):
            yield stages, False, stages == most

    def public(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """Turn minimised values, of which the first is the announcement's rank, into term values."""
        return tuple(
            -value if term.maximise else value
            for term, value in zip(self.program.terms, vector[1:], strict=False)
        )

    # --- lexicographic minimum ---------------------------------------------------------------

    def lexicographic(
        self, form: Formulation
    ) -> tuple[Answer | None, tuple[int, ...], bool]:
        """Minimise the terms in order; returns the answer, its vector and whether it is proven."""
        levels = self.levels(form)
        proven = True
        answer: Answer | None = None
        start = 0
        while start < len(levels) or answer is None:
            stop, expr = self.weighted(form, levels, start)
            found = form.model.minimise(expr, self.remaining(), self.seed)
            if found.values is None:
                if answer is None and not found.proven:
                    raise TimeUp
                if answer is None:
                    return None, (), True
                return answer, self.vector(levels, answer), False
            answer = found
            proven = proven and found.proven
            if not found.proven:
                break
            for level in levels[start:stop]:
                value = answer.value(level)
                if stop < len(levels):
                    form.model.add(level, value, value)
            start = stop
        assert answer is not None
        return answer, self.vector(levels, answer), proven

    def levels(self, form: Formulation) -> list[Expr]:
        ranks = {
            guard: option.rank
            for guard, option in zip(form.guards, form.program.options, strict=True)
            if option.rank
        }
        levels = [ranks]
        for term in form.program.terms:
            expr = total(*(total(form.quantity(q), scale=w) for q, w in term.parts))
            levels.append(total(expr, scale=-1) if term.maximise else expr)
        return levels

    def weighted(self, form: Formulation, levels: list[Expr], start: int) -> tuple[int, Expr]:
        """Combine as many levels as one exact weighted sum holds, from ``start`` on."""
        stop = start
        size = 1
        while stop < len(levels):
            low, high = form.model.range(levels[stop])
            if stop > start and size * (high - low + 1) > MAX_OBJECTIVE:
                break
            size *= high - low + 1
            stop += 1
        weight = 1
        expr: Expr = {}
        for level in reversed(levels[start:stop]):
            expr = total(expr, total(level, scale=weight))
            low, high = form.model.range(level)
            weight *= high - low + 1
        return stop, expr

    def vector(self, levels: list[Expr], answer: Answer) -> tuple[int, ...]:
        return tuple(answer.value(level) for level in levels)

    # --- from counts to steps ----------------------------------------------------------------

    def decode(self, form: Formulation, answer: Answer) -> Solution | None:
        """Put the counts into an order; None if there is none."""
        program = self.program
        option = next(i for i, guard in enumerate(form.guards) if answer.value({guard: 1}))
        due = self.due(form, answer)
        start = Position(
            tuple(0 if b.tapped else b.copies for b in program.bodies),
            tuple(b.copies if b.tapped else 0 for b in program.bodies),
            tuple(kind.stock for kind in program.kinds),
            program.life or 0,
        )
        closing = [self.item(f, answer, i, ()) for f in form.closing for i in range(len(f.counts))]
        closing = [item for item in closing if item.count]
        kept = self.kept(form, answer)
        pool_due = self.mana_due(form, answer, due) + tuple((k, n) for _, k, n in kept)
        main = Replay(program, due=pool_due).run(self.items(form.main, answer), start)
        if main is None:
            return None
        steps, position = main
        payers = [
            Step(item.activation, item.alternative, picks=self.one_pick(item, number))
            for item in closing
            for number in range(item.count)
        ]
        picks = tuple(
            picked(choice)
            for chosen in form.option_picks[option]
            for choice, variable in chosen.items()
            for _ in range(answer.value({variable: 1}))
        )
        if form.left is not None and not self.replay_left(form, answer):
            return None
        made = list(position.pool)
        for item in closing:
            for kind, amount in program.activations[item.activation].outputs[item.alternative]:
                made[kind] += amount * item.count
        liked = {
            key: answer.value({variable: 1}) for key, variable in form.demand_flows.items()
        }
        exact = frozenset(i for i, kind in enumerate(program.kinds) if kind.exact)
        spent = assign(due + kept, tuple(made), liked, exact)
        spent = tuple((demand, kind, n) for demand, kind, n in spent if demand >= 0)
        values = self.public(self.vector(self.levels(form), answer))
        return Solution(option, (*steps, *payers), picks, spent, values)

    def due(self, form: Formulation, answer: Answer) -> list[tuple[int, frozenset[int], int]]:
        """Return ``(demand, accepted kinds, amount)`` of everything that is due."""
        amounts: dict[int, int] = {}
        for (demand, _), variable in form.demand_flows.items():
            amounts[demand] = amounts.get(demand, 0) + answer.value({variable: 1})
        demands = self.program.demands
        return [(d, demands[d].accepts, amount) for d, amount in sorted(amounts.items()) if amount]

    def kept(self, form: Formulation, answer: Answer) -> list[tuple[int, frozenset[int], int]]:
        """Return the units that stay because the objective counts what is missing of a stock.

        In the form of `due`, with negative numbers for demands.
        """
        supply, taken = form.main.supply, form.main.taken
        return [
            (-1 - kind, frozenset((kind,)), left)
            for kind in sorted({kind for stock in self.program.stocks for kind in stock.kinds})
            if (left := answer.value(supply[kind]) - answer.value(taken[kind]))
        ]

    def mana_due(
        self, form: Formulation, answer: Answer, due: list[tuple[int, frozenset[int], int]]
    ) -> tuple[tuple[frozenset[int], int], ...]:
        """Return what the pool must pay together with the payers that the counts hold."""
        payers: dict[int, int] = {}
        for item in form.closing:
            activation = self.program.activations[item.activation]
            for variable, output in zip(item.counts, activation.outputs, strict=True):
                for kind, amount in output:
                    payers[kind] = payers.get(kind, 0) + amount * answer.value({variable: 1})
        if not any(payers.values()):
            return tuple((kinds, amount) for _, kinds, amount in due)
        by_payers: dict[int, int] = {}
        for (demand, kind), variable in form.demand_flows.items():
            if self.program.kinds[kind].exact:
                by_payers[demand] = by_payers.get(demand, 0) + answer.value({variable: 1})
        return tuple((kinds, amount - by_payers.get(d, 0)) for d, kinds, amount in due)

    def items(self, phase: Phase, answer: Answer) -> list[Item]:
        result = []
        for fired in phase.fired:
            flows = tuple(
                (demand, kind, answer.value({variable: 1}))
                for (slot, demand, kind), variable in phase.flows.items()
                if slot == fired.slot
                and any(d == demand for d, _ in self.program.activations[fired.activation].needs)
                and answer.value({variable: 1})
            )
            for alternative in range(len(fired.counts)):
                item = self.item(fired, answer, alternative, flows)
                if item.count:
                    result.append(item)
        return result

    def item(
        self, fired: Fired, answer: Answer, alternative: int, flows: tuple[tuple[int, int, int], ...]
    ) -> Item:
        own = (0, 0)
        if fired.own is not None:
            own = answer.value({fired.own[0]: 1}), answer.value({fired.own[1]: 1})
        picks = tuple(
            tuple((key, n) for key, v in chosen.items() if (n := answer.value({v: 1})))
            for chosen in fired.picks
        )
        count = answer.value({fired.counts[alternative]: 1})
        return Item(fired.activation, alternative, count, own, picks, flows)

    def one_pick(self, item: Item, number: int) -> tuple[tuple[Move, int], ...]:
        """Return the bodies that one of several equal payers uses."""
        flat = [picked(choice) for chosen in item.picks for choice, n in chosen for _ in range(n)]
        size = len(flat) // item.count
        return tuple(flat[number * size : (number + 1) * size])

    def replay_left(self, form: Formulation, answer: Answer) -> bool:
        assert form.left is not None
        untapped = tuple(answer.value(expr) for expr in form.after.untapped)
        tapped = tuple(answer.value(expr) for expr in form.after.tapped)
        life = (self.program.life or 0) - answer.value(form._lost)
        start = Position(untapped, tapped, (0,) * len(self.program.kinds), life)
        spare = sum(
            (body.copies - answer.value(form.quantity(Quantity(What.TOUCHED, i)))) * body.spare
            for i, body in enumerate(self.program.bodies)
            if body.spare
        )
        left = answer.value(form.quantity(Quantity(What.LEFT))) - spare
        return Replay(self.program, least=left).run(self.items(form.left, answer), start) is not None


def assign(
    due: list[tuple[int, frozenset[int], int]],
    pool: tuple[int, ...],
    liked: dict[tuple[int, int], int],
    exact: frozenset[int],
) -> tuple[tuple[int, int, int], ...]:
    """Assign units to demands: a transport problem, solved by augmenting paths.

    Parameters
    ----------
    due
        ``(demand, accepted kinds, amount)``; it must be payable out of the pool.
    pool
        Units per kind.
    liked
        ``(demand, kind)`` to the amount to start from, as far as the pool has it.
    exact
        Kinds of which every unit is taken as liked.
    """
    left = list(pool)
    flow: dict[tuple[int, int], int] = {}
    accepts = {demand: kinds for demand, kinds, _ in due}
    missing = {demand: amount for demand, _, amount in due}
    for (demand, kind), amount in sorted(liked.items(), key=lambda kv: kv[0][1] not in exact):
        taken = min(amount, left[kind], missing.get(demand, 0))
        if taken:
            flow[demand, kind] = taken
            left[kind] -= taken
            missing[demand] -= taken
    for demand in missing:
        while missing[demand]:
            path = _augment(demand, accepts, left, flow)
            if path is None:
                raise AssertionError("the pool does not pay what is due")
            for taker, kind, change in path:
                flow[taker, kind] = flow.get((taker, kind), 0) + change
            left[path[-1][1]] -= 1
            missing[demand] -= 1
    return tuple((d, k, n) for (d, k), n in sorted(flow.items()) if n)


def _augment(
    demand: int,
    accepts: dict[int, frozenset[int]],
    left: list[int],
    flow: dict[tuple[int, int], int],
) -> list[tuple[int, int, int]] | None:
    """Find a path from a demand to a spare unit, over units that others can give up."""
    queue: list[tuple[int, list[tuple[int, int, int]]]] = [(demand, [])]
    seen = {demand}
    for taker, path in queue:
        for kind in sorted(accepts[taker]):
            if left[kind]:
                return [*path, (taker, kind, 1)]
            for other in accepts:
                if other not in seen and flow.get((other, kind), 0):
                    seen.add(other)
                    queue.append((other, [*path, (taker, kind, 1), (other, kind, -1)]))
    return None



