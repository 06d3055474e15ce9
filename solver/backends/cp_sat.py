"""The general engine: CP-SAT over grouped counts, with order added only where it is needed.

The formulation without order is solved first. If its counts can be put into an order they are
optimal, for it is a relaxation; if it has no solution, nothing pays. Otherwise ranks are added, and
then stages, twice as many each time, until the staged optimum meets the bound or no further stage
can help. The same stages with a tail without order raise the bound.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import InternalError
from autotap.models.memo import per_object
from autotap.models.result import Status
from autotap.solver.backends.assignment import Assignment
from autotap.solver.backends.balance import NEED, asks_of
from autotap.solver.backends.base import Outcome
from autotap.solver.backends.caps import activation_caps
from autotap.solver.backends.formulation import NO_ORDER, Formulation
from autotap.solver.backends.lexicographic import minimise
from autotap.solver.backends.order import DUE, KEPT, Item, Owner, Position, as_move, put_in_order
from autotap.solver.program import Move, Program, Quantity, What
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver.backends.balance import Ask
    from autotap.solver.backends.order import Ordered
    from autotap.solver.backends.phase import Fired, Phase
    from autotap.solver.backends.proto import Answer, Expr

NAME = "cp_sat"
MAX_UNBOUNDED_STAGES = 32
"""Stages after which a question with unbounded units is left undecided."""


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


def shortage(program: Program, *, time_limit_s: float | None = None) -> dict[int, int]:
    """Return the units that each demand lacks when as many as possible are paid.

    Empty if nothing was found in time, or if only the order of activations, or something that is no
    demand, prevents paying.
    """
    form = Formulation(replace(program, terms=(), required=()), may_fall_short=True)
    answer = form.model.minimise(dict.fromkeys(form.short.values(), 1), time_limit_s, 0)
    if answer.values is None:
        return {}
    lacks = {demand: answer.value({variable: 1}) for demand, variable in form.short.items()}
    return {demand: number for demand, number in lacks.items() if number}


class Attempt(NamedTuple):
    """A formulation to try.

    Parameters
    ----------
    stages, ranks, tail
        As in `Formulation`.
    last
        Whether nothing stricter can be needed.
    """

    stages: int = NO_ORDER
    ranks: bool = False
    tail: bool = False
    last: bool = False

    @property
    def is_relaxation(self) -> bool:
        """Whether its optimum is a bound."""
        return self.stages == NO_ORDER or self.tail


@per_object(maxsize=64)
def _relaxation(frame: Program) -> Formulation:
    """Return the formulation without order of the Programs with one frame."""
    return Formulation(frame)


class TimeUp(Exception):  # noqa: N818 - no error: it ends a search
    """The time limit struck."""


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
        reached: tuple[int, ...] = ()
        bound: tuple[int, ...] = ()
        try:
            for attempt in self.attempts():
                form = self.formulation(attempt)
                levels = form.levels
                answer, proven = minimise(form.model, levels, self.remaining, self.seed)
                if answer.values is None:
                    if not proven:
                        break
                    if attempt.is_relaxation or (attempt.last and best is None):
                        return Outcome(Status.UNPAYABLE)
                    if attempt.last:
                        break
                    continue
                vector = tuple(answer.value(level) for level in levels)
                if attempt.is_relaxation and proven:
                    bound = max(bound, vector)
                    if best is not None and reached == bound:
                        return Outcome(Status.OPTIMAL, best, self.public(bound))
                solution = _Reading(form, answer).solution(self.public(vector))
                if solution is None:
                    if not proven:
                        break
                    if not (attempt.is_relaxation or self.program.unbounded):
                        raise InternalError("a solution in stages cannot be carried out")
                    continue
                if best is None or vector < reached:
                    best, reached = solution, vector
                if proven and (attempt.is_relaxation or attempt.last or vector == bound):
                    return Outcome(Status.OPTIMAL, best, self.public(vector))
                if not proven:
                    break
        except TimeUp:
            pass
        status = Status.UNKNOWN if best is None else Status.FEASIBLE
        return Outcome(status, best, self.public(bound))

    def formulation(self, attempt: Attempt) -> Formulation:
        frame = self.program.frame
        if frame is None or attempt != Attempt():
            stages, ranks, tail, _ = attempt
            return Formulation(self.program, stages, ranks=ranks, tail=tail)
        return _relaxation(frame).asking(self.program)

    def attempts(self) -> Iterator[Attempt]:
        """Yield formulations, stricter and stricter."""
        yield Attempt()
        program = self.program
        if any(a.component is not None for a in program.activations):
            yield Attempt(ranks=True)
        caps = activation_caps(program)
        most = sum(caps[i] for i in program.ordered if i not in program.plain)
        stages = 1
        while stages < most and not (program.unbounded and stages > MAX_UNBOUNDED_STAGES):
            yield Attempt(stages)
            yield Attempt(stages, tail=True)
            stages *= 2
        if not program.unbounded:
            yield Attempt(max(most, 1), last=True)

    def public(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """Turn minimised values, the first of which is the rank, into values of the terms."""
        return tuple(
            -value if term.maximise else value
            for term, value in zip(self.program.terms, vector[1:], strict=False)
        )


class _Reading:
    """Reads the values of an answer back into steps."""

    def __init__(self, form: Formulation, answer: Answer) -> None:
        assert answer.values is not None
        self.form = form
        self.program = form.program
        self.answer = answer
        self.values = answer.values

    def solution(self, terms: tuple[int, ...]) -> Solution | None:
        """Return the solution in order, None if no order was found."""
        form, program = self.form, self.program
        main = self.main()
        if main is None or (form.left is not None and not self.leaves_enough()):
            return None
        option = next(i for i, guard in enumerate(form.guards) if self.values[guard])
        payers = [step for fired in form.closing for step in self.payer_steps(fired)]
        picks = tuple(
            as_move(choice)
            for chosen in form.option_picks[option]
            for choice, variable in chosen.items()
            for _ in range(self.values[variable])
        )
        covers = tuple(
            tuple(i for i, v in enumerate(chosen) for _ in range(self.values[v]))
            for chosen in form.option_covers[option]
        )
        mark = next((m for m, v in form.option_marks[option].items() if self.values[v]), None)
        spent = [
            (demand, kind, amount)
            for (stage, demand), flow in main.flows.items()
            if stage == DUE
            for kind, amount in sorted(flow.items())
            if amount
        ]
        spent += [
            (demand, kind, amount)
            for (stage, demand), flow in (self.taken_in_main or {}).items()
            if stage == DUE
            for kind, amount in flow.items()
            if program.kinds[kind].exact and amount
        ]
        steps = (*main.steps, *payers)
        return Solution(option, steps, picks, tuple(sorted(spent)), terms, covers, mark)

    def main(self) -> Ordered | None:
        """Put the main stage into order."""
        form, program = self.form, self.program
        if self.taken_in_main is None:
            return None
        flows = {
            owner: Counter({k: n for k, n in taken.items() if n and not program.kinds[k].exact})
            for owner, taken in self.taken_in_main.items()
            if owner[0] != KEPT
        }
        for kind in {kind for stock in program.stocks for kind in stock.kinds}:
            taken = sum(flow[kind] for flow in flows.values())
            rest = self.answer.value(form.main.supply[kind]) - taken
            if rest:
                flows[KEPT, kind] = Counter({kind: rest})
        start = Position(
            [0 if body.tapped else body.copies for body in program.bodies],
            [body.copies if body.tapped else 0 for body in program.bodies],
            [kind.stock for kind in program.kinds],
            program.life or 0,
        )
        return put_in_order(program, self.items(form.main), flows, start)

    def leaves_enough(self) -> bool:
        """Tell whether the position left over can really make what the objective claims."""
        form = self.form
        assert form.left is not None
        start = Position(
            [self.answer.value(expr) for expr in form.after.untapped],
            [self.answer.value(expr) for expr in form.after.tapped],
            [self.answer.value(units) for units in form.spare],
            (self.program.life or 0) - self.answer.value(form.lost),
        )
        flows = self.flows(form.left)
        if flows is None:
            return False
        ordered = put_in_order(self.program, self.items(form.left), flows, start)
        if ordered is None:
            return False
        claimed = self.answer.value(form.quantity(Quantity(What.LEFT)))
        return sum(ordered.end.pool) >= claimed

    @cached_property
    def taken_in_main(self) -> dict[Owner, Counter[int]] | None:
        """Units by owner and kind that the payment takes, None if that takes an order."""
        form = self.form
        if not form.by_flows:
            asks = asks_of(self.program, form.main.needs, form.due, form.standing)
            return self.assigned(asks, form.after.supply)
        flows = self.flows(form.main) or {}
        for (demand, kind), variable in form.demand_flows.items():
            if self.values[variable]:
                flows.setdefault((DUE, demand), Counter())[kind] += self.values[variable]
        return flows

    def assigned(
        self, asks: Sequence[Ask], supply: Sequence[Expr]
    ) -> dict[Owner, Counter[int]] | None:
        """Give units to whatever asks for them, None if that needs what is not made yet.

        Activations first take what needs no mana to make, so that they can start; what is due
        first takes what they make.
        """
        late = {
            kind
            for activation in self.program.activations
            if activation.needs
            for output in activation.made
            for kind, _ in output
        }
        early_first = [sorted(ask.accepts, key=lambda kind: (kind in late, kind)) for ask in asks]
        assignment = Assignment(
            [
                kinds if ask.owner[0] == NEED else kinds[::-1]
                for ask, kinds in zip(asks, early_first, strict=True)
            ],
            [self.answer.value(ask.amount) for ask in asks],
            [self.answer.value(units) for units in supply],
            [number for number, kind in enumerate(self.program.kinds) if kind.exact],
        )
        if not assignment.complete:
            return None
        taken = zip(asks, assignment.taken, strict=True)
        return {ask.owner: Counter(units) for ask, units in taken}

    def flows(self, phase: Phase) -> dict[Owner, Counter[int]] | None:
        if not self.form.by_flows:
            return self.assigned(asks_of(self.program, phase.needs), phase.supply)
        flows: dict[Owner, Counter[int]] = {}
        for (stage, demand, kind), variable in phase.flows.items():
            owner = flows.setdefault((stage, demand), Counter())
            owner[kind] += self.values[variable]
        return flows

    def items(self, phase: Phase) -> list[Item]:
        """Return what a phase uses; picks of an activation go to its first alternatives."""
        items = []
        for fired in phase.fired:
            activation = self.program.activations[fired.activation]
            own_tapped = 0 if fired.own is None else self.values[fired.own[1]]
            choices = [
                [choice for choice, v in chosen.items() for _ in range(self.values[v])]
                for chosen in fired.picks
            ]
            for alternative, variable in zip(fired.alternatives, fired.counts, strict=True):
                count = self.values[variable]
                if not count:
                    continue
                sizes = [pick.count * count for pick in activation.picks]
                picks = tuple(
                    tuple(chosen[:size]) for chosen, size in zip(choices, sizes, strict=True)
                )
                choices = [chosen[size:] for chosen, size in zip(choices, sizes, strict=True)]
                tapped = min(own_tapped, count)
                own_tapped -= tapped
                doubled = tuple((kind, self.values[v]) for kind, v in fired.doubled.items())
                items.append(
                    Item(fired.activation, alternative, fired.stage, count, tapped, picks, doubled)
                )
        return items

    def payer_steps(self, fired: Fired) -> Iterator[Step]:
        """Yield the uses of one payer."""
        activation = self.program.activations[fired.activation]
        moves: list[tuple[Move, int]] = []
        for chosen in fired.picks:
            moves += [as_move(c) for c, v in chosen.items() for _ in range(self.values[v])]
        size = sum(pick.count for pick in activation.picks)
        number = 0
        for alternative, variable in zip(fired.alternatives, fired.counts, strict=True):
            for _ in range(self.values[variable]):
                picks = tuple(moves[number * size : (number + 1) * size])
                yield Step(fired.activation, alternative, picks=picks)
                number += 1
