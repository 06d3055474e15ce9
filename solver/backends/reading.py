"""Reading an answer: from the values of a formulation to a solution in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.solver.backends.assignment import Assignment
from autotap.solver.backends.carrying_out import DUE, KEPT, Flow, Item, Position, as_move
from autotap.solver.backends.order import put_in_order
from autotap.solver.program import Quantity, What
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver.backends.balance import Ask
    from autotap.solver.backends.carrying_out import Ordered, Owner
    from autotap.solver.backends.formulation import Formulation
    from autotap.solver.backends.phase import Fired, Phase
    from autotap.solver.backends.proto import Answer, Expr
    from autotap.solver.program import Move

Flows = dict["Owner", Flow]
"""Units by owner and kind."""


class Reading:
    """Reads the values of an answer.

    Parameters
    ----------
    form
        The formulation.
    answer
        Values for its variables.
    """

    def __init__(self, form: Formulation, answer: Answer) -> None:
        assert answer.values is not None
        self.form = form
        self.answer = answer
        self.program = form.program
        self.values = answer.values
        self._known = [*answer.values, 1]

    def value(self, expr: Expr) -> int:
        """Evaluate an expression; the constant stands at the place of `ONE`, the last one."""
        known = self._known
        return sum([c * known[v] for v, c in expr.items()])

    def solution(self, terms: tuple[int, ...]) -> Solution | None:
        """Return the solution in order, with the values of its terms; None if none was found."""
        form, values = self.form, self.values
        taken = self.taken()
        main = None if taken is None else self.main(taken)
        if taken is None or main is None:
            return None
        option = next(i for i, guard in enumerate(form.guards) if values[guard])
        payers = [step for fired in form.closing for step in self.payer_steps(fired)]
        picks = tuple(
            as_move(choice)
            for chosen in form.option_picks[option]
            for choice, variable in chosen.items()
            for _ in range(values[variable])
        )
        covers = tuple(
            tuple(i for i, v in enumerate(chosen) for _ in range(values[v]))
            for chosen in form.option_covers[option]
        )
        mark = next((m for m, v in form.option_marks[option].items() if values[v]), None)
        spent = [
            (demand, kind, amount)
            for (stage, demand), flow in main.flows.items()
            if stage == DUE
            for kind, amount in flow.items()
            if amount
        ]
        spent += [
            (demand, kind, amount)
            for (stage, demand), flow in taken.items()
            if stage == DUE
            for kind, amount in flow.items()
            if amount and self.program.kinds[kind].exact
        ]
        steps = (*main.steps, *payers)
        return Solution(option, steps, picks, tuple(sorted(spent)), terms, covers, mark)

    def main(self, taken: Flows) -> Ordered | None:
        """Put the payment into order."""
        form, program = self.form, self.program
        kinds = program.kinds
        flows = {
            owner: Flow({k: n for k, n in units.items() if n and not kinds[k].exact})
            for owner, units in taken.items()
            if owner[0] != KEPT
        }
        for kind in self.staying():
            rest = self.value(form.main.supply[kind]) - sum(flow[kind] for flow in flows.values())
            if rest:
                flows[KEPT, kind] = Flow({kind: rest})
        start = Position(
            [self.value(copies) for copies in form.start.untapped],
            [self.value(copies) for copies in form.start.tapped],
            [self.value(units) for units in form.start.supply],
            (program.life or 0) - self.value(form.start.lost),
        )
        return put_in_order(program, self.items(form.main), flows, start)

    def staying(self) -> set[int]:
        """Return the kinds of which units that nothing takes count: they are not exchanged."""
        program = self.program
        kinds = {kind for stock in program.stocks for kind in stock.kinds}
        for later in program.laters:
            kinds.update(k for k, after in enumerate(later.becomes) if after is not None)
        return {kind for kind in kinds if not program.kinds[kind].exact}

    def unshown(self) -> list[int]:
        """Return what is claimed to stay payable, by number, and could not be put in order."""
        return [
            number
            for number, claim in self.form.claims.items()
            if self.values[claim] and not Reading(self.form.laters[number], self.answer).is_shown()
        ]

    def is_shown(self) -> bool:
        """Tell whether the payment, and what is asked after it, can be put in order."""
        taken = self.taken()
        if taken is None or self.main(taken) is None:
            return False
        return all(Reading(later, self.answer).is_shown() for later in self.form.laters.values())

    def overstated(self) -> dict[Quantity, int]:
        """Return by how much quantities differ from what was put in order, where they do.

        Units may be left to make that are too many, and what is kept be claimed to stay payable.
        """
        changes = {Quantity(What.LEFT): -self._unmade()}
        changes |= {Quantity(What.LOST, number): 1 for number in self.unshown()}
        return {quantity: change for quantity, change in changes.items() if change}

    def _unmade(self) -> int:
        """Return how many of the units left to make were not put in order."""
        form, value = self.form, self.value
        if form.left is None:
            return 0
        items = self.items(form.left)
        spare = [value(units) for units in form.spare]
        claimed = value(form.quantity(Quantity(What.LEFT)))
        flows = self.flows(form.left, form.left_asks, form.left.supply) if items else {}
        if flows is None:
            return max(0, claimed - sum(spare))
        start = Position(
            [value(copies) for copies in form.after.untapped],
            [value(copies) for copies in form.after.tapped],
            spare,
            (self.program.life or 0) - value(form.lost),
        )
        ordered = put_in_order(self.program, items, flows, start, told=False)
        return max(0, claimed - sum(spare if ordered is None else ordered.end.pool))

    # --- units ---------------------------------------------------------------------------------

    def taken(self) -> Flows | None:
        """Return the units that the payment takes, None if what is taken is not made in time."""
        form = self.form
        flows = self.flows(form.main, form.asks, form.after.supply)
        if flows is not None:
            for (demand, kind), variable in form.demand_flows.items():
                if self.values[variable]:
                    flows.setdefault((DUE, demand), Flow())[kind] += self.values[variable]
        return flows

    def flows(self, phase: Phase, asks: Sequence[Ask], supply: Sequence[Expr]) -> Flows | None:
        """Return the units that a phase takes, None if there are not enough for all asks."""
        if not self.form.by_flows:
            return self.assigned(asks, supply)
        flows: Flows = {}
        for (stage, demand, kind), variable in phase.flows.items():
            owner = flows.setdefault((stage, demand), Flow())
            owner[kind] += self.values[variable]
        return flows

    def assigned(self, asks: Sequence[Ask], supply: Sequence[Expr]) -> Flows | None:
        """Give the units to whatever asks for them, each what it had better take first."""
        assignment = Assignment(
            [ask.accepts for ask in asks],
            [self.value(ask.amount) for ask in asks],
            [self.value(units) for units in supply],
            self.form.exact,
        )
        if not assignment.complete:
            return None
        taken = zip(asks, assignment.taken, strict=True)
        return {ask.owner: Flow(units) for ask, units in taken}

    # --- uses ----------------------------------------------------------------------------------

    def items(self, phase: Phase) -> list[Item]:
        """Return what a phase uses; picks of an activation go to its first alternatives."""
        values = self.values
        items = []
        for fired in phase.fired:
            counts = [values[variable] for variable in fired.counts]
            if not any(counts):
                continue
            if not (fired.picks or fired.own or fired.doubled):
                items += [
                    Item(fired.activation, alternative, fired.stage, count)
                    for alternative, count in zip(fired.alternatives, counts, strict=True)
                    if count
                ]
                continue
            picked = self.program.activations[fired.activation].picks
            own_tapped = 0 if fired.own is None else values[fired.own[1]]
            choices = [
                [choice for choice, v in chosen.items() for _ in range(values[v])]
                for chosen in fired.picks
            ]
            doubled = tuple((kind, values[v]) for kind, v in fired.doubled.items())
            for alternative, count in zip(fired.alternatives, counts, strict=True):
                if not count:
                    continue
                sizes = [pick.count * count for pick in picked]
                picks = tuple(
                    tuple(chosen[:size]) for chosen, size in zip(choices, sizes, strict=True)
                )
                choices = [chosen[size:] for chosen, size in zip(choices, sizes, strict=True)]
                tapped = min(own_tapped, count)
                own_tapped -= tapped
                items.append(
                    Item(fired.activation, alternative, fired.stage, count, tapped, picks, doubled)
                )
        return items

    def payer_steps(self, fired: Fired) -> Iterator[Step]:
        """Yield the uses of one payer."""
        values = self.values
        activation = self.program.activations[fired.activation]
        moves: list[tuple[Move, int]] = []
        for chosen in fired.picks:
            moves += [as_move(c) for c, v in chosen.items() for _ in range(values[v])]
        size = sum(pick.count for pick in activation.picks)
        number = 0
        for alternative, variable in zip(fired.alternatives, fired.counts, strict=True):
            for _ in range(values[variable]):
                picks = tuple(moves[number * size : (number + 1) * size])
                yield Step(fired.activation, alternative, picks=picks)
                number += 1
