"""The integer model of a Program: counts of activations, flows of units, states of bodies.

One model serves three needs, told apart by `Order`:

- ``FREE``: all activations at once, units may be spent before they are made. A relaxation: what it
  cannot pay cannot be paid, and its optimum is a bound.
- ``RANKS``: as FREE, and the first use of each activation in a component of the supply graph is
  supplied from outside the component or by an activation of lower rank. Exact where every such
  activation takes one unit (exchange argument: follow each use to the use that supplied it; a
  cycle and a rooted chain of the same activation can swap suppliers, so what is left without a
  root would contradict the lowest rank). Still a relaxation in general.
- stages 1…T: activations that an order can matter for happen in one of T stages and use only what
  earlier stages left. Whatever it pays can be carried out; with as many stages as there can be
  such activations it misses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from autotap.solver.backends.proto import ONE, Expr, Model, minus, total
from autotap.solver.program import Activation, Linear, Move, Pick, Program, Quantity, What

FREE = 0
"""Number of stages of the model without order."""


@dataclass
class Fired:
    """Variables of one activation in one slot.

    Parameters
    ----------
    activation
        Which.
    slot
        Stage, counted from 0.
    counts
        Uses per alternative of its outputs.
    scaled
        Per alternative the multiplier reached, for activations that count bodies.
    own
        Copies of its own body that leave: ``(from untapped, from tapped)``.
    picks
        Per pick: ``{(move, body, from tapped): variable}``.
    flows
        ``{(demand, kind): variable}`` of the units it takes; shared where a demand is.
    """

    activation: int
    slot: int
    counts: list[int]
    scaled: list[int] = field(default_factory=list)
    own: tuple[int, int] | None = None
    picks: list[dict[tuple[Move, int, bool], int]] = field(default_factory=list)

    @property
    def uses(self) -> Expr:
        """How often it is used."""
        return dict.fromkeys(self.counts, 1)


@dataclass
class Phase:
    """One run of activations: of the payment, or of the position left over.

    Parameters
    ----------
    untapped, tapped
        Per body the copies in that state at the end.
    fired
        Everything that can be done.
    supply, taken
        Per kind the units made (with the stock) and the units taken.
    flows
        ``{(slot, demand, kind): variable}`` of the units that activations take.
    """

    untapped: list[Expr]
    tapped: list[Expr]
    fired: list[Fired] = field(default_factory=list)
    supply: list[Expr] = field(default_factory=list)
    taken: list[Expr] = field(default_factory=list)
    flows: dict[tuple[int, int, int], int] = field(default_factory=dict)
    life_paid: Expr = field(default_factory=dict)
    damage: Expr = field(default_factory=dict)
    waiting: Expr = field(default_factory=dict)


class Formulation:
    """A Program as variables and constraints of a `Model`.

    Parameters
    ----------
    program
        What to formulate.
    stages
        `FREE`, or the number of stages.
    ranks
        Whether to rank the activations of each component (with `FREE` only).
    short
        Whether demands may stay unpaid; `short` then holds the variable of each.
    """

    def __init__(
        self, program: Program, stages: int = FREE, *, ranks: bool = False, short: bool = False
    ) -> None:
        self.program = program
        self.stages = stages
        self.ranks = ranks
        self.may_fall_short = short
        self.short: dict[int, int] = {}
        self.model = Model()
        self.caps = activation_caps(program)
        self.guards = [self.model.variable(1) for _ in program.options]
        self.model.add(dict.fromkeys(self.guards, 1), 1, 1)
        self.switches = [self.model.variable(1) for _ in range(program.switches)]
        self.uses: list[Expr] = [{} for _ in program.resources]
        self.moves: dict[tuple[str, int], Expr] = defaultdict(dict)
        start = Phase(
            [{ONE: 0 if b.tapped else b.copies} for b in program.bodies],
            [{ONE: b.copies if b.tapped else 0} for b in program.bodies],
        )
        stock: list[Expr] = [{ONE: kind.stock} if kind.stock else {} for kind in program.kinds]
        self.main = self._run(start, stock, "main")
        self._window()
        self.closing: list[Fired] = []
        self.option_picks: list[list[dict[tuple[Move, int, bool], int]]] = []
        self.demand_flows: dict[tuple[int, int], int] = {}
        self.choices: list[int] = []
        self._close()
        self._quantities: dict[Quantity, Expr] = {}
        self.left: Phase | None = None
        if any(q.what is What.LEFT for term in program.terms for q, _ in term.parts):
            self._leave()
        for resource, used in zip(program.resources, self.uses, strict=True):
            if used:
                self.model.add(used, upper=resource.capacity)
        self._once()
        for constraint in program.constraints:
            self._constrain(constraint)
        for body in program.required:
            self.model.add(self.quantity(Quantity(What.TOUCHED, body)), lower=1)

    # --- one run of activations --------------------------------------------------------------

    def _run(self, start: Phase, supply: list[Expr], name: str) -> Phase:
        """Add the activations of one phase, slot by slot."""
        program = self.program
        phase = Phase(list(start.untapped), list(start.tapped), supply=[dict(s) for s in supply])
        phase.taken = [{} for _ in program.kinds]
        for slot in range(self.stages + 1):
            before = list(map(total, phase.untapped)), list(map(total, phase.tapped))
            stock = list(map(total, phase.supply))
            lost = total(phase.life_paid, phase.damage)
            fired = [
                self._fire(index, slot, phase, name)
                for index in (program.ordered if name == "main" else self.modelled)
                if self.stages == FREE or (slot == 0) == is_plain(program, index)
            ]
            phase.fired += fired
            self._limit_states(phase, before, fired)
            self._limit_presence(phase, before, fired, name)
            self._feed(phase, fired, slot, stock if self.stages else phase.supply)
            self._limit_life(phase, fired, lost, slot, name)
        if self.ranks:
            self._rank(phase)
        return phase

    def _fire(self, index: int, slot: int, phase: Phase, name: str) -> Fired:
        """Add the variables of one activation and what they do to bodies and units."""
        program, model = self.program, self.model
        activation = program.activations[index]
        cap = self.caps[index]
        fired = Fired(index, slot, [model.variable(cap) for _ in activation.outputs])
        uses = fired.uses
        if len(activation.outputs) > 1:
            model.add(uses, upper=cap)
        self._move_own(fired, activation, phase, name)
        for pick in activation.picks:
            fired.picks.append(self._pick(pick, total(uses, scale=pick.count), cap, phase, name))
        for resource, amount in activation.uses:
            self.uses[resource] = total(self.uses[resource], total(uses, scale=amount))
        phase.life_paid = total(phase.life_paid, total(uses, scale=activation.life))
        phase.damage = total(phase.damage, total(uses, scale=activation.damage))
        phase.waiting = total(phase.waiting, total(uses, scale=activation.damage_waiting))
        if activation.per is not None:
            limit = sum(program.bodies[b].copies for b in activation.per)
            for count in fired.counts:
                scaled = model.variable(limit * cap)
                model.add({scaled: 1, count: -limit}, upper=0)
                fired.scaled.append(scaled)
        made = fired.scaled if activation.per is not None else fired.counts
        for variable, output in zip(made, activation.outputs, strict=True):
            for kind, amount in output:
                phase.supply[kind] = total(phase.supply[kind], {variable: amount})
        return fired

    def _move_own(self, fired: Fired, activation: Activation, phase: Phase, name: str) -> None:
        body = activation.body
        if body is None:
            return
        uses = fired.uses
        if activation.taps:
            self._record(name, "tap", body, uses)
        if activation.untaps:
            self._record(name, "untap", body, uses)
            phase.untapped[body] = total(phase.untapped[body], uses)
            phase.tapped[body] = minus(phase.tapped[body], uses)
        if activation.taps and activation.leaves:
            self._record(name, "leave untapped", body, uses)
            phase.untapped[body] = minus(phase.untapped[body], uses)
        elif activation.taps:
            phase.untapped[body] = minus(phase.untapped[body], uses)
            phase.tapped[body] = total(phase.tapped[body], uses)
        elif activation.leaves:
            cap = self.caps[fired.activation]
            fired.own = (self.model.variable(cap), self.model.variable(cap))
            untapped, tapped = fired.own
            self.model.add(minus(uses, {untapped: 1, tapped: 1}), 0, 0)
            self._leave_body(name, body, {untapped: 1}, {tapped: 1}, phase)

    def _leave_body(
        self, name: str, body: int, untapped: Expr, tapped: Expr, phase: Phase
    ) -> None:
        self._record(name, "leave untapped", body, untapped)
        self._record(name, "leave tapped", body, tapped)
        phase.untapped[body] = minus(phase.untapped[body], untapped)
        phase.tapped[body] = minus(phase.tapped[body], tapped)

    def _record(self, name: str, move: str, body: int, amount: Expr) -> None:
        key = f"{name} {move}", body
        self.moves[key] = total(self.moves[key], amount)

    def _pick(
        self, pick: Pick, number: Expr, cap: int, phase: Phase, name: str
    ) -> dict[tuple[Move, int, bool], int]:
        """Choose bodies for a cost: ``number`` copies in all."""
        model = self.model
        chosen: dict[tuple[Move, int, bool], int] = {}
        for body in pick.bodies:
            most = cap * pick.count
            if body not in self.program.untappable:
                most = min(most, self.program.bodies[body].copies)
            for from_tapped in _origins(pick.move):
                variable = model.variable(most)
                chosen[pick.move, body, from_tapped] = variable
                one: Expr = {variable: 1}
                if pick.move is Move.TAP:
                    self._record(name, "tap", body, one)
                    phase.untapped[body] = minus(phase.untapped[body], one)
                    phase.tapped[body] = total(phase.tapped[body], one)
                elif pick.move is Move.UNTAP:
                    self._record(name, "untap", body, one)
                    phase.untapped[body] = total(phase.untapped[body], one)
                    phase.tapped[body] = minus(phase.tapped[body], one)
                elif from_tapped:
                    self._leave_body(name, body, {}, one, phase)
                else:
                    self._leave_body(name, body, one, {}, phase)
        model.add(minus(dict.fromkeys(chosen.values(), 1), number), 0, 0)
        return chosen

    def _limit_states(
        self, phase: Phase, before: tuple[list[Expr], list[Expr]], fired: list[Fired]
    ) -> None:
        """No copy is tapped or given up that is not there in that state."""
        for old, new in ((before[0], phase.untapped), (before[1], phase.tapped)):
            for body, (was, now) in enumerate(zip(old, new, strict=True)):
                if was == now:
                    continue
                self.model.add(now, lower=0)
                if self.stages:
                    gains = self._gains(fired, body, tapped=new is phase.tapped)
                    if gains:
                        self.model.add(minus(now, gains), lower=0)

    def _gains(self, fired: list[Fired], body: int, *, tapped: bool) -> Expr:
        """Copies that come into a state within the slot, and so cannot leave it there."""
        gains: Expr = {}
        arriving = Move.TAP if tapped else Move.UNTAP
        for item in fired:
            activation = self.program.activations[item.activation]
            own = activation.taps and not activation.leaves if tapped else activation.untaps
            if own and activation.body == body:
                gains = total(gains, item.uses)
            for chosen in item.picks:
                for (move, picked, _), variable in chosen.items():
                    if move is arriving and picked == body:
                        gains = total(gains, {variable: 1})
        return gains

    def _limit_presence(
        self,
        phase: Phase,
        before: tuple[list[Expr], list[Expr]],
        fired: list[Fired],
        name: str,
    ) -> None:
        """Whoever acts is there; conditions and counts hold when they are looked at."""
        program = self.program
        for item in fired:
            activation = program.activations[item.activation]
            cap = self.caps[item.activation]
            body = activation.body
            if body is not None and not (activation.taps or activation.untaps or activation.leaves):
                self._need_copies(item, cap, 1, (body,), before, phase)
            for pick, chosen in zip(activation.picks, item.picks, strict=True):
                if pick.another and body in pick.bodies:
                    self._spare_self(item, chosen, body, before, phase)
            if activation.requires is not None:
                self._need_copies(item, cap, *activation.requires, before, phase)
            if activation.per is not None:
                limit = self._there(activation.per, before, phase if self.stages else None)
                if self.stages:
                    self.model.add(item.uses, upper=1)
                for scaled in item.scaled:
                    most = 1 if self.stages else cap
                    self.model.add(minus(total(limit, scale=most), {scaled: 1}), lower=0)

    def _there(
        self, bodies: tuple[int, ...], before: tuple[list[Expr], list[Expr]], after: Phase | None
    ) -> Expr:
        states = before if after is None else (after.untapped, after.tapped)
        return total(*(state[body] for body in bodies for state in states))

    def _need_copies(
        self,
        item: Fired,
        cap: int,
        number: int,
        bodies: tuple[int, ...],
        before: tuple[list[Expr], list[Expr]],
        phase: Phase,
    ) -> None:
        """Require ``number`` copies at the moment of use.

        In a stage the copies that other activations give up count as gone already; the activation
        that gives some up itself is then used once.
        """
        there = self._there(bodies, before, None)
        if self.stages:
            there = self._there(bodies, before, phase)
            own = _own_losses(self.program, item, bodies)
            if own:
                there = total(there, own)
                self.model.add(item.uses, upper=1)
        if there.keys() <= {ONE}:
            if there.get(ONE, 0) < number:
                self.model.add(item.uses, upper=0)
            return
        used = self.model.variable(1)
        self.model.add(total(item.uses, {used: -cap}), upper=0)
        self.model.add(there, lower=number, when=[used])

    def _spare_self(
        self,
        item: Fired,
        chosen: dict[tuple[Move, int, bool], int],
        body: int,
        before: tuple[list[Expr], list[Expr]],
        phase: Phase,
    ) -> None:
        """An activation that picks another object leaves its own alone."""
        own = {v: 1 for (_, picked, _), v in chosen.items() if picked == body}
        if self.stages:
            self.model.add(item.uses, upper=1)
            own = minus(self._there((body,), before, None), self._there((body,), before, phase))
        used = self.model.variable(1)
        cap = self.caps[item.activation]
        self.model.add(total(item.uses, {used: -cap}), upper=0)
        room = minus(self._there((body,), before, None), own)
        self.model.add(room, lower=1, when=[used])

    # --- units -------------------------------------------------------------------------------

    def _feed(self, phase: Phase, fired: list[Fired], slot: int, stock: list[Expr]) -> None:
        """Units that activations take, out of ``stock``."""
        needs: dict[int, Expr] = defaultdict(dict)
        most: dict[int, int] = defaultdict(int)
        for item in fired:
            activation = self.program.activations[item.activation]
            for demand, amount in activation.needs:
                needs[demand] = total(needs[demand], total(item.uses, scale=amount))
                most[demand] += amount * self.caps[item.activation]
        for demand, number in needs.items():
            flows: Expr = {}
            for kind in sorted(self.program.demands[demand].accepts):
                if not stock[kind] or self.program.kinds[kind].exact:
                    continue
                variable = self.model.variable(most[demand])
                phase.flows[slot, demand, kind] = variable
                phase.taken[kind] = total(phase.taken[kind], {variable: 1})
                flows[variable] = 1
            self.model.add(minus(flows, number), 0, 0)
        if needs:
            for kind, taken in enumerate(phase.taken):
                if taken:
                    self.model.add(minus(stock[kind], taken), lower=0)

    def _rank(self, phase: Phase) -> None:
        """Supply the first use of each activation of a component from outside or below."""
        program, model = self.program, self.model
        members: dict[int, list[Fired]] = defaultdict(list)
        for item in phase.fired:
            component = program.activations[item.activation].component
            if component is not None:
                members[component].append(item)
        for items in members.values():
            ranks = {item.activation: model.variable(len(items) - 1) for item in items}
            made_by: dict[int, set[int]] = defaultdict(set)
            for item in items:
                for output in program.activations[item.activation].outputs:
                    for kind, _ in output:
                        made_by[kind].add(item.activation)
            for item in items:
                activation = program.activations[item.activation]
                used = model.variable(1)
                model.add(total(item.uses, {used: -self.caps[item.activation]}), upper=0)
                for demand, _ in activation.needs:
                    literals = [-1 - used]
                    flows = {
                        kind: phase.flows[0, demand, kind]
                        for kind in program.demands[demand].accepts
                        if (0, demand, kind) in phase.flows
                    }
                    outside = {v: 1 for kind, v in flows.items() if kind not in made_by}
                    if outside:
                        literals.append(self._literal(outside))
                    for other in ranks:
                        inside = {v: 1 for k, v in flows.items() if other in made_by.get(k, ())}
                        if other != item.activation and inside:
                            literal = self._literal(inside)
                            order = {ranks[item.activation]: 1, ranks[other]: -1}
                            model.add(order, lower=1, when=[literal])
                            literals.append(literal)
                    model.add(
                        total(*({v: 1} if v >= 0 else {-1 - v: -1, ONE: 1} for v in literals)),
                        lower=1,
                    )

    def _literal(self, expr: Expr) -> int:
        """Return a 0/1 variable that, if 1, makes the expression at least 1."""
        literal = self.model.variable(1)
        self.model.add(expr, lower=1, when=[literal])
        return literal

    # --- life --------------------------------------------------------------------------------

    def _limit_life(
        self, phase: Phase, fired: list[Fired], lost: Expr, slot: int, name: str
    ) -> None:
        """Life that is paid is still there (MTG-119.4); of equal stages, paying comes first."""
        life = self.program.life
        paid: Expr = {}
        for item in fired:
            amount = self.program.activations[item.activation].life
            if amount:
                paid = total(paid, total(item.uses, scale=amount))
        if life is None or not paid:
            return
        earlier = total(lost, self._lost) if name == "left" else lost
        if not earlier:
            self.model.add(paid, upper=max(life, 0))
            return
        pays = self.model.variable(1)
        self.model.add(total(paid, {pays: -max(life, 0)}), upper=0)
        self.model.add(total(paid, earlier), upper=life, when=[pays])

    @property
    def _lost(self) -> Expr:
        """Life lost by the payment."""
        return total(
            self.main.life_paid, self.main.damage, self.main.waiting, self.closing_life
        )

    # --- closing stage -----------------------------------------------------------------------

    def _window(self) -> None:
        """Without mana due there is no window for mana abilities."""
        if all(option.window for option in self.program.options):
            return
        window = {
            guard: 1
            for guard, option in zip(self.guards, self.program.options, strict=True)
            if option.window
        }
        for item in self.main.fired:
            cap = self.caps[item.activation]
            self.model.add(minus(item.uses, total(window, scale=cap)), upper=0)

    def _close(self) -> None:
        """Payers, what the announcement uses, and the units that are due."""
        program, model = self.program, self.model
        phase = self.main
        after = Phase(list(phase.untapped), list(phase.tapped), supply=phase.supply)
        before = list(map(total, after.untapped)), list(map(total, after.tapped))
        for index in program.closing:
            self.closing.append(self._fire(index, self.stages + 1, after, "payer"))
        self.closing_life = after.life_paid
        for guard, option in zip(self.guards, program.options, strict=True):
            picks = []
            for pick in option.picks:
                picks.append(self._pick(pick, {guard: pick.count}, 1, after, "option"))
            self.option_picks.append(picks)
            for resource, amount in option.uses:
                self.uses[resource] = total(self.uses[resource], {guard: amount})
            self.closing_life = total(self.closing_life, {guard: option.life})
        for old, new in ((before[0], after.untapped), (before[1], after.tapped)):
            for was, now in zip(old, new, strict=True):
                if was != now:
                    model.add(now, lower=0)
        self.after = after
        self._pay_demands()
        if self.program.life is not None and any(self.closing_life.values()):
            pays = model.variable(1)
            high = model.range(self.closing_life)[1]
            model.add(total(self.closing_life, {pays: -high}), upper=0)
            spent = total(phase.life_paid, phase.damage, self.closing_life)
            model.add(spent, upper=self.program.life, when=[pays])

    def _pay_demands(self) -> None:
        program, model = self.program, self.model
        due: list[Expr] = [{} for _ in program.demands]
        for index, demand in enumerate(program.demands):
            for guard, amount in zip(self.guards, demand.due, strict=False):
                due[index] = total(due[index], {guard: amount})
        for choice in program.choices:
            first = model.variable(choice.count)
            guard = self.guards[choice.announcement]
            self.choices.append(first)
            model.add({first: 1, guard: -choice.count}, upper=0)
            index, amount = choice.first
            due[index] = total(due[index], {first: amount})
            index, amount = choice.second
            due[index] = total(due[index], {guard: amount * choice.count, first: -amount})
        supply, taken = self.main.supply, self.main.taken
        for index, amount in enumerate(due):
            most = model.range(amount)[1]
            if not amount:
                continue
            flows: Expr = {}
            for kind in sorted(program.demands[index].accepts):
                if supply[kind]:
                    variable = model.variable(most)
                    self.demand_flows[index, kind] = variable
                    taken[kind] = total(taken[kind], {variable: 1})
                    flows[variable] = 1
            if self.may_fall_short:
                self.short[index] = model.variable(most)
                flows[self.short[index]] = 1
            model.add(minus(flows, amount), 0, 0)
        for index, kind in enumerate(program.kinds):
            if kind.exact:
                model.add(minus(supply[index], taken[index]), 0, 0)
            elif taken[index]:
                model.add(minus(supply[index], taken[index]), lower=0)

    # --- position left over ------------------------------------------------------------------

    def _leave(self) -> None:
        program = self.program
        spare: Expr = {}
        for index, body in enumerate(program.bodies):
            if body.spare:
                touched = self.quantity(Quantity(What.TOUCHED, index))
                spare = total(spare, {ONE: body.copies * body.spare}, total(touched, scale=-body.spare))
        left = spare
        if any(body.spare is None for body in program.bodies):
            self.left = self._run(self.after, [{} for _ in program.kinds], "left")
            left = total(left, *self.left.supply, *(total(t, scale=-1) for t in self.left.taken))
        self._quantities[Quantity(What.LEFT)] = left

    def _once(self) -> None:
        phases = [self.main] + ([self.left] if self.left else [])
        for index, activation in enumerate(self.program.activations):
            if activation.once and activation.body is not None:
                uses = [f.uses for p in phases for f in p.fired if f.activation == index]
                self.model.add(total(*uses), upper=self.program.bodies[activation.body].copies)

    @property
    def modelled(self) -> list[int]:
        """Activations whose production left over is no plain sum."""
        bodies, activations = self.program.bodies, self.program.activations
        return [
            index
            for index in self.program.ordered
            if (body := activations[index].body) is None or bodies[body].spare is None
        ]

    # --- quantities --------------------------------------------------------------------------

    def quantity(self, quantity: Quantity) -> Expr:
        """Return a quantity as an expression."""
        if quantity not in self._quantities:
            self._quantities[quantity] = self._measure(quantity.what, quantity.index)
        return self._quantities[quantity]

    def _measure(self, what: What, index: int) -> Expr:
        match what:
            case What.ACTIVATED:
                fired = [f.uses for f in self.main.fired + self.closing if f.activation == index]
                return total(*fired)
            case What.TAPPED:
                return self._moved("tap", index)
            case What.GONE:
                return total(
                    self._moved("leave untapped", index), self._moved("leave tapped", index)
                )
            case What.TOUCHED:
                return self._touched(index, ("main", "payer", "option"))
            case What.USED:
                return self._touched(index, ("main", "payer"))
            case What.SPENT:
                return self._spent(index)
            case What.STAYED:
                return self._stayed(index)
            case What.LIFE:
                return self._lost
            case What.BELOW_FLOOR:
                return self._below_floor()
            case What.LETHAL:
                return self._lethal()
            case What.EMPTIED:
                return self._emptied(index)
            case What.MISSING:
                return self._missing(index)
            case What.LEFT:
                raise ValueError("the position left over is measured once, for the objective")
            case What.ANNOUNCED:
                return {self.guards[index]: 1}
            case What.SWITCH:
                return {self.switches[index]: 1}

    def _moved(self, move: str, body: int, names: tuple[str, ...] = ("main", "payer", "option")) -> Expr:
        return total(*(self.moves.get((f"{name} {move}", body), {}) for name in names))

    def _spent(self, resource: int) -> Expr:
        used: list[Expr] = []
        for item in self.main.fired + self.closing:
            for index, amount in self.program.activations[item.activation].uses:
                if index == resource:
                    used.append(total(item.uses, scale=amount))
        for guard, option in zip(self.guards, self.program.options, strict=True):
            used += [{guard: amount} for index, amount in option.uses if index == resource]
        return total(*used)

    def _touched(self, body: int, names: tuple[str, ...]) -> Expr:
        """Copies touched: a sum of moves, or for single bodies with other activations a literal."""
        program = self.program
        state = program.bodies[body]
        standing: list[Expr] = []
        untaps = bool(self._moved("untap", body, names))
        for item in self.main.fired + self.closing:
            activation = program.activations[item.activation]
            if activation.body == body and not (activation.taps or activation.leaves):
                standing.append(item.uses)
        taps, leaves = self._moved("tap", body, names), self._moved("leave untapped", body, names)
        tapped_leaves = self._moved("leave tapped", body, names)
        if not standing and not untaps:
            if state.tapped:
                return tapped_leaves
            tap_and_leave = [
                item.uses
                for item in self.main.fired
                if (a := program.activations[item.activation]).body == body
                and a.taps
                and a.leaves
            ]
            return minus(total(taps, leaves), total(*tap_and_leave))
        events = total(taps, leaves, tapped_leaves, *standing, self._moved("untap", body, names))
        touched = self.model.variable(1)
        most = self.model.range(events)[1]
        self.model.add(total(events, {touched: -most}), upper=0)
        self.model.add(minus(events, {touched: 1}), lower=0)
        return {touched: 1}

    def _stayed(self, resource: int) -> Expr:
        keeper = self.program.resources[resource].keeper
        used = self._spent(resource)
        if keeper is None or not used:
            return used
        most = self.program.resources[resource].capacity
        stayed = self.model.variable(most)
        gone = self.quantity(Quantity(What.GONE, keeper))
        self.model.add(minus({stayed: 1}, minus(used, total(gone, scale=most))), lower=0)
        return {stayed: 1}

    def _below_floor(self) -> Expr:
        life, floor = self.program.life or 0, self.program.life_floor
        room = max(life - floor, 0)
        high = self.model.range(self._lost)[1]
        below = self.model.variable(max(high, 0))
        self.model.add(minus(total({below: 1}, {ONE: room}), self._lost), lower=0)
        return {below: 1}

    def _lethal(self) -> Expr:
        life = self.program.life or 0
        high = self.model.range(self._lost)[1]
        spare = max(life - 1, 0)
        if high <= spare:
            return {}
        lethal = self.model.variable(1)
        self.model.add(minus(self._lost, {lethal: high}), upper=spare)
        return {lethal: 1}

    def _emptied(self, family: int) -> Expr:
        bodies = self.program.families[family]
        copies = sum(self.program.bodies[b].copies for b in bodies)
        touched = total(*(self.quantity(Quantity(What.TOUCHED, b)) for b in bodies))
        if self.model.range(touched)[1] < copies:
            return {}
        emptied = self.model.variable(1)
        self.model.add(minus(touched, {emptied: 1}), upper=copies - 1)
        return {emptied: 1}

    def _missing(self, stock: int) -> Expr:
        """Units of a stock that no unit left over can stand for."""
        if not hasattr(self, "_standing"):
            self._standing: list[Expr] = []
            of_kind: dict[int, Expr] = defaultdict(dict)
            for item in self.program.stocks:
                chosen = {kind: self.model.variable(item.amount) for kind in item.kinds}
                for kind, variable in chosen.items():
                    of_kind[kind] = total(of_kind[kind], {variable: 1})
                self._standing.append(dict.fromkeys(chosen.values(), 1))
            for kind, standing in of_kind.items():
                rest = minus(self.main.supply[kind], self.main.taken[kind])
                self.model.add(minus(rest, standing), lower=0)
        missing = self.model.variable(self.program.stocks[stock].amount)
        rest = total({missing: 1}, self._standing[stock])
        self.model.add(rest, lower=self.program.stocks[stock].amount)
        return {missing: 1}

    def _constrain(self, constraint: Linear) -> None:
        expr = total(*(total(self.quantity(q), scale=c) for q, c in constraint.parts))
        literals = [
            self.switches[s] if value else -1 - self.switches[s] for s, value in constraint.when
        ]
        bounds = {}
        if constraint.lower is not None:
            bounds["lower"] = constraint.lower
        if constraint.upper is not None:
            bounds["upper"] = constraint.upper
        self.model.add(expr, when=literals, **bounds)


def _origins(move: Move) -> tuple[bool, ...]:
    """From which states a move starts: False untapped, True tapped."""
    if move is Move.TAP:
        return (False,)
    return (False, True) if move is Move.LEAVE else (True,)


def _own_losses(program: Program, item: Fired, bodies: tuple[int, ...]) -> Expr:
    """Copies out of ``bodies`` that one activation gives up by its own cost."""
    activation = program.activations[item.activation]
    own: Expr = item.uses if activation.leaves and activation.body in bodies else {}
    picked = {
        variable: 1
        for chosen in item.picks
        for (move, body, _), variable in chosen.items()
        if move in (Move.LEAVE, Move.LEAVE_TAPPED) and body in bodies
    }
    return total(own, picked)


def is_plain(program: Program, index: int) -> bool:
    """Tell whether using the activation before all others can never hurt."""
    if not _is_free(program, index):
        return False
    return program.activations[index].damage == 0 or not any(
        program.activations[other].life and not _is_free(program, other)
        for other in program.ordered
    )


def _is_free(program: Program, index: int) -> bool:
    activation = program.activations[index]
    return not (
        activation.needs
        or activation.picks
        or activation.leaves
        or activation.requires is not None
        or activation.per is not None
        or activation.body in program.untappable
    )


def activation_caps(program: Program) -> list[int]:
    """Return how often each activation can be useful at most.

    Bodies, resources and life bound most of them. What nothing bounds turns units into at most as
    many units, so that no unit need pass it twice: the units that there can be bound it.
    """
    caps: list[int | None] = [_own_cap(program, a) for a in program.activations]
    units = sum(kind.stock for kind in program.kinds)
    for activation, cap in zip(program.activations, caps, strict=True):
        units += (cap or 0) * _most_made(program, activation)
    if program.unbounded:
        due = max((sum(d.due[i] for d in program.demands if d.due) for i in range(len(program.options))))
        units += 2 * due + 2 * sum(a.in_cost for a in program.activations) + 10
    return [units if cap is None else cap for cap in caps]


def _most_made(program: Program, activation: Activation) -> int:
    factor = (
        1 if activation.per is None else sum(program.bodies[b].copies for b in activation.per)
    )
    return factor * max(sum(amount for _, amount in output) for output in activation.outputs)


def _own_cap(program: Program, activation: Activation) -> int | None:
    bounds = []
    if activation.body is not None:
        copies = program.bodies[activation.body].copies
        untaps = activation.body in program.untappable
        if activation.leaves or activation.once or (activation.taps and not untaps):
            bounds.append(copies)
    for resource, amount in activation.uses:
        bounds.append(program.resources[resource].capacity // amount)
    if activation.life:
        bounds.append(max(program.life or 0, 0) // activation.life)
    for pick in activation.picks:
        copies = sum(program.bodies[b].copies for b in pick.bodies)
        if pick.move is not Move.TAP or not program.untappable & set(pick.bodies):
            bounds.append(copies // pick.count)
    return min(bounds) if bounds else None
