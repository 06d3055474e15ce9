"""The integer model of a Program: counts of activations, flows of units, states of bodies.

One model serves three needs:

- without order: all activations at once. A relaxation: what it cannot pay cannot be paid, and its
  optimum is a bound.
- with ranks (`ranks.py`): still a relaxation, and exact in components where every activation takes
  one unit.
- with stages 1…T (`phase.py`): whatever it pays can be carried out, and with as many stages as
  there can be uses that order matters for it misses nothing;
- with stages and a tail without order after them: a relaxation again, the closer the more stages.

What is asked of the position left over is a formulation of its own in the same model, which starts
where the first one ends.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.solver.backends.balance import add_balance, asks_of
from autotap.solver.backends.caps import activation_caps
from autotap.solver.backends.lexicographic import combine
from autotap.solver.backends.measures import Measures
from autotap.solver.backends.phase import Choice, Ledger, Marked, Phase, PhaseBuilder
from autotap.solver.backends.proto import ONE, Expr, Model, accumulate, minus, total
from autotap.solver.backends.ranks import add_ranks
from autotap.solver.program import Quantity, What

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.solver.backends.balance import Ask
    from autotap.solver.backends.phase import Fired
    from autotap.solver.program import Later, Linear, Program

MOST_DUE = 10**9
"""Bound of an amount due before it is fixed."""
NO_ORDER = 0
"""Number of stages of the model without order."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a payment starts.

    Parameters
    ----------
    model
        Where its variables go.
    untapped, tapped
        Per body the copies in that state.
    supply
        Per kind the units that float.
    lost
        Life lost before.
    spent
        Per label of a resource what was used of it before.
    wanted
        1 if it is to be paid.
    """

    model: Model
    untapped: list[Expr]
    tapped: list[Expr]
    supply: list[Expr]
    lost: Expr
    spent: Mapping[str, Expr]
    wanted: Expr

    @classmethod
    def of(cls, program: Program) -> Start:
        """Return the start of a Program in a new model."""
        return cls(
            Model(),
            [{} if body.tapped else {ONE: body.copies} for body in program.bodies],
            [{ONE: body.copies} if body.tapped else {} for body in program.bodies],
            [{ONE: kind.stock} if kind.stock else {} for kind in program.kinds],
            {},
            {},
            {ONE: 1},
        )


class Formulation:
    """A Program as variables and constraints of a `Model`.

    Parameters
    ----------
    program
        What to formulate.
    stages
        `NO_ORDER`, or the number of stages.
    ranks
        Whether to rank the activations of each component (without stages only).
    tail
        Whether the stages have a tail.
    may_fall_short
        Whether demands may stay unpaid; `short` then holds the variable of each.
    start
        Where it starts, and in which model; None for the position of the Program, in a model of its
        own.
    """

    def __init__(
        self,
        program: Program,
        stages: int = NO_ORDER,
        *,
        ranks: bool = False,
        tail: bool = False,
        may_fall_short: bool = False,
        start: Start | None = None,
    ) -> None:
        self.program = program
        self.stages = stages
        self.ranks = ranks
        self.tail = tail
        self.is_first = start is None
        self.start = start = start or Start.of(program)
        self.model = start.model
        self.short: dict[int, int] = {}
        least = int(len(program.options) == 1 and self.is_first)
        self.guards = [self.model.variable(1, least) for _ in program.options]
        self.model.add(minus(dict.fromkeys(self.guards, 1), start.wanted), 0, 0)
        self.switches = [self.model.variable(1) for _ in range(program.switches)]
        self.ledger = Ledger(program)
        self.caps = activation_caps(program)
        doubles = any(activation.doubles for activation in program.activations)
        passes_on = any(later.becomes for later in program.laters)
        self.by_flows = bool(stages or ranks or doubles or passes_on or program.shares)
        self.builder = PhaseBuilder(
            program,
            self.model,
            self.ledger,
            self.caps,
            stages,
            tail=tail,
            by_flows=self.by_flows,
        )
        self.main = Phase("main", start.untapped, start.tapped, start.supply)
        activations = program.activations
        self.builder.run(
            self.main, {i: range(len(activations[i].outputs)) for i in program.ordered}, start.lost
        )
        if ranks:
            add_ranks(program, self.model, self.main, self.caps)
        self._limit_window()
        self.closing: list[Fired] = []
        self.option_picks: list[list[dict[Choice, int]]] = []
        self.option_covers: list[list[list[int]]] = []
        self.option_marks: list[dict[Marked, int]] = []
        self.demand_flows: dict[tuple[int, int], int] = {}
        self.after = self._close()
        self.taken: list[Expr] = []
        self.asked: dict[int, int] = {}
        self.due = self._due()
        if may_fall_short:
            self._fall_short()
        self.standing: list[Expr] = []
        self.spare: list[Expr] = [{} for _ in program.kinds]
        self.asks: list[Ask] = []
        self.left_asks: list[Ask] = []
        self.exact = [number for number, kind in enumerate(program.kinds) if kind.exact]
        if self.by_flows:
            self._pay_demands()
        else:
            self._meet_demands()
        self._limit_closing_life()
        self.measures = Measures(self)
        self.paid = [dict(spent) for spent in self.ledger.spent]
        self.left = self._leave(ranks=ranks)
        self._limit_resources()
        self.claims: dict[int, int] = {}
        self.laters: dict[int, Formulation] = {}
        self._ask_laters()
        for constraint in program.constraints:
            self._constrain(constraint)
        for body in program.required:
            self.model.add(self.quantity(Quantity(What.USED, body)), lower=1)
        self.levels = self._levels()
        self.goal = combine(self.model, self.levels) if self.is_first else None
        self._set_amounts()

    def asking(self, program: Program) -> Formulation:
        """Return the formulation of a Program that differs in the amounts due alone.

        It is made afresh where they bound the flows.
        """
        if self.by_flows:
            return Formulation(program)
        form = copy(self)
        form.program = program
        form.model = self.model.copy()
        form._set_amounts()
        return form

    def _set_amounts(self) -> None:
        """Fix what is due, where the announcement leaves nothing open."""
        for demand, variable in self.asked.items():
            amount = self.program.demands[demand].due[0]
            self.model.bound(variable, amount, amount)

    def _levels(self) -> list[Expr]:
        """Return what is minimised: the announcement's rank, then the terms."""
        options = zip(self.guards, self.program.options, strict=True)
        levels: list[Expr] = [{guard: option.rank for guard, option in options if option.rank}]
        for term in self.program.terms:
            level: Expr = {}
            for quantity, weight in term.parts:
                accumulate(level, self.quantity(quantity), -weight if term.maximise else weight)
            levels.append(level)
        return levels

    def quantity(self, quantity: Quantity) -> Expr:
        """Return a quantity as an expression."""
        return self.measures[quantity]

    @cached_property
    def lost(self) -> Expr:
        """Life lost by the end of the payment."""
        main = self.main
        return total(self.start.lost, main.life_paid, main.damage, main.waiting, self.closing_life)

    @cached_property
    def floating(self) -> Expr:
        """Units that nothing takes by the end of the payment."""
        taken = self.taken if self.by_flows else (*self.main.needs.values(), *self.due)
        return minus(total(*self.after.supply), total(*taken))

    @cached_property
    def closing_life(self) -> Expr:
        """Life paid in the closing stage."""
        life = dict(self.after.life_paid)
        for guard, option in zip(self.guards, self.program.options, strict=True):
            if option.life:
                accumulate(life, {guard: option.life})
        return life

    # --- closing stage -------------------------------------------------------------------------

    def _limit_window(self) -> None:
        """Allow no mana abilities where no mana is due (MTG-601.2g)."""
        options = self.program.options
        if all(option.window for option in options):
            return
        window = {g: 1 for g, option in zip(self.guards, options, strict=True) if option.window}
        for item in self.main.fired:
            most = total(window, scale=self.caps[item.activation])
            self.model.add(minus(item.uses, most), upper=0)

    def _close(self) -> Phase:
        """Add the payers and what the announcement uses; returns the state after them."""
        program = self.program
        after = Phase("payer", self.main.untapped, self.main.tapped, self.main.supply)
        for index in program.closing:
            alternatives = range(len(program.activations[index].outputs))
            self.closing.append(self.builder.fire(index, self.stages + 1, after, alternatives))
        after.name = "option"
        for guard, option in zip(self.guards, program.options, strict=True):
            picks = [self.builder.pick(p, {guard: p.count}, 1, after) for p in option.picks]
            self.option_picks.append(picks)
            self.option_covers.append([self.builder.cover(c, guard, after) for c in option.covers])
            mark = option.mark
            self.option_marks.append(
                self.builder.mark(mark, guard, picks, self.main, after) if mark else {}
            )
            for resource, amount in option.uses:
                accumulate(self.ledger.spent[resource], {guard: amount})
        for before, now in (
            (self.main.untapped, after.untapped),
            (self.main.tapped, after.tapped),
        ):
            for old, new in zip(before, now, strict=True):
                if old != new:
                    self.model.add(new, lower=0)
        return after

    def _pay_demands(self) -> None:
        """Pay what is due with the units of the main stage and of the payers."""
        supply = self.after.supply
        self.taken = [dict(expr) for expr in self.main.taken]
        for demand, due in enumerate(self.due):
            if not due:
                continue
            most = self.model.range(due)[1]
            flows: Expr = {}
            for kind in sorted(self.program.demands[demand].accepts):
                if supply[kind]:
                    variable = self.model.variable(most)
                    self.demand_flows[demand, kind] = variable
                    self.taken[kind][variable] = 1
                    flows[variable] = 1
            self.model.add(minus(flows, due), 0, 0)
        for number, unit in enumerate(self.program.kinds):
            rest = minus(supply[number], self.taken[number])
            if unit.exact:
                self.model.add(rest, 0, 0)
            elif self.taken[number] != self.main.taken[number]:  # else limited where it is taken
                self.model.add(rest, lower=0)
        of_kind: dict[int, Expr] = defaultdict(dict)
        for stock in self.program.stocks:
            chosen = {kind: self.model.variable(stock.amount) for kind in stock.kinds}
            for kind, variable in chosen.items():
                of_kind[kind][variable] = 1
            self.standing.append(dict.fromkeys(chosen.values(), 1))
        for kind, units in of_kind.items():
            rest = minus(self.main.supply[kind], self.taken[kind])
            self.model.add(minus(rest, units), lower=0)

    def _meet_demands(self) -> None:
        """Require that the units meet what activations need, what is due and what stands by."""
        program = self.program
        self.standing = [{self.model.variable(stock.amount): 1} for stock in program.stocks]
        self.asks = asks_of(program, self.main.needs, self.due, self.standing)
        add_balance(self.model, program, self.asks, self.after.supply)

    def _due(self) -> list[Expr]:
        """Return the amount due per demand, for the announcement and the choices made."""
        due: list[Expr] = [{} for _ in self.program.demands]
        fixed = len(self.program.options) == 1 and self.is_first
        if fixed and not (self.program.choices or self.by_flows):
            for index, demand in enumerate(self.program.demands):
                if demand.due:
                    self.asked[index] = self.model.variable(MOST_DUE)
                    due[index] = {self.asked[index]: 1}
            return due
        for index, demand in enumerate(self.program.demands):
            for guard, amount in zip(self.guards, demand.due, strict=False):
                if amount:
                    accumulate(due[index], {guard: amount})
        for choice in self.program.choices:
            first = self.model.variable(choice.count)
            guard = self.guards[choice.announcement]
            self.model.add({first: 1, guard: -choice.count}, upper=0)
            place, amount = choice.first
            accumulate(due[place], {first: amount})
            place, amount = choice.second
            accumulate(due[place], {guard: amount * choice.count, first: -amount})
        return due

    def _fall_short(self) -> None:
        """Let less be paid than is due."""
        for demand, due in enumerate(self.due):
            if due:
                self.short[demand] = self.model.variable(self.model.range(due)[1])
                self.due[demand] = minus(due, {self.short[demand]: 1})
                self.model.add(self.due[demand], lower=0)

    def _limit_closing_life(self) -> None:
        """Require life paid in the closing stage to be left by damage and mana abilities."""
        if self.program.life is None or not self.closing_life:
            return
        pays = self.model.positive(self.closing_life, self.model.range(self.closing_life)[1])
        main = self.main
        spent = total(self.start.lost, main.life_paid, main.damage, self.closing_life)
        self.model.add(spent, upper=self.program.life, when=[pays])

    # --- position left over --------------------------------------------------------------------

    def _leave(self, *, ranks: bool) -> Phase | None:
        """Add what the position left over can still make, if the objective asks for it."""
        program = self.program
        if not any(q.what is What.LEFT for term in program.terms for q, _ in term.parts):
            return None
        spare = self.spare
        for index, body in enumerate(program.bodies):
            for kind, amount in body.makes or ():
                touched = self.quantity(Quantity(What.TOUCHED, index))
                accumulate(spare[kind], {ONE: amount * body.copies})
                accumulate(spare[kind], touched, -amount)
        phase = Phase("left", self.after.untapped, self.after.tapped, spare)
        modelled: dict[int, list[int]] = defaultdict(list)
        for index, alternative in program.leftover:
            modelled[index].append(alternative)
        self.builder.run(phase, modelled, self.lost)
        if ranks:
            add_ranks(program, self.model, phase, self.caps)
        if not self.by_flows:
            self.left_asks = asks_of(program, phase.needs)
            add_balance(self.model, program, self.left_asks, phase.supply)
        left = total(*phase.supply)
        for taken in (*phase.taken, *phase.needs.values()):
            accumulate(left, taken, -1)
        self.measures.left = left
        return phase

    def _limit_resources(self) -> None:
        """Limit resources over the payment, what comes before and what it leaves together."""
        before = self.start.spent
        for resource, spent in zip(self.program.resources, self.ledger.spent, strict=True):
            if spent:
                spent = total(spent, before.get(resource.label, {}))
                self.model.add(spent, upper=resource.capacity)

    def _ask_laters(self) -> None:
        """Add what is asked of the position left over: where it is claimed, or wanted itself."""
        terms = self.program.terms
        if self.is_first and not any(q.what is What.LOST for t in terms for q, _ in t.parts):
            return
        for later in self.program.laters:
            wanted = self.start.wanted
            if self.is_first:
                self.claims[later.number] = self.model.variable(1)
                wanted = {self.claims[later.number]: 1}
            self.laters[later.number] = self._ask_later(later, wanted)

    def _ask_later(self, later: Later, wanted: Expr) -> Formulation:
        """Add a question that is asked of the position left over, where it is wanted."""
        supply: list[Expr] = [{} for _ in later.program.kinds]
        for kind, place in enumerate(later.becomes):
            if place is not None:
                rest = minus(self.main.supply[kind], self.taken[kind])
                accumulate(supply[place], rest)
        spent = dict(self.start.spent)
        for resource, units in zip(self.program.resources, self.paid, strict=True):
            spent[resource.label] = total(spent.get(resource.label, {}), units)
        for number in later.own:
            spent.pop(later.program.resources[number].label, None)
        start = Start(
            self.model, self.after.untapped, self.after.tapped, supply, self.lost, spent, wanted
        )
        return Formulation(
            later.program, self.stages, ranks=self.ranks, tail=self.tail, start=start
        )

    def _constrain(self, constraint: Linear) -> None:
        expr: Expr = {}
        for quantity, coefficient in constraint.parts:
            accumulate(expr, self.quantity(quantity), coefficient)
        literals = [
            self.switches[switch] if value else -1 - self.switches[switch]
            for switch, value in constraint.when
        ]
        self.model.add(expr, constraint.lower, constraint.upper, literals)
