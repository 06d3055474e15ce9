"""One run of activations as variables and constraints: of the payment, or of what it leaves.

Without stages all activations happen at once and may spend units before they are made. With
stages 1…T, activations that an order can matter for happen in one of T stages and use only what
earlier stages left; the others happen before, in stage 0. A tail after the last stage is like a run
without stages from there on, and it is used only where no stage is empty.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autotap.solver.backends.caps import most_units
from autotap.solver.backends.gains import most_gained
from autotap.solver.backends.proto import ONE, Expr, Model, accumulate, minus, total
from autotap.solver.program import Move, Pick, Program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autotap.solver.program import Activation, Cover, Mark

Choice = tuple[Move, int, bool]
"""A picked copy: what happens to it, its body, whether it was tapped."""
Marked = tuple[Move | None, int]
"""A marked copy: how it leaves if it leaves for that alone, and its body."""
_LEAVING = (Move.LEAVE, Move.LEAVE_TAPPED)


@dataclass
class Fired:
    """Variables of one activation in one stage.

    Parameters
    ----------
    activation, stage
        Which, and when.
    alternatives, counts
        Alternatives of its outputs, and the uses of each.
    scaled
        Per alternative the outputs made, for activations that count bodies.
    own
        Copies of its own body that leave: ``(from untapped, from tapped)``.
    picks
        Per pick the variable of each choice.
    doubled
        Per kind the units that are doubled.
    """

    activation: int
    stage: int
    alternatives: Sequence[int]
    counts: list[int]
    scaled: list[int] = field(default_factory=list)
    own: tuple[int, int] | None = None
    picks: list[dict[Choice, int]] = field(default_factory=list)
    doubled: dict[int, int] = field(default_factory=dict)

    @property
    def uses(self) -> Expr:
        """How often it is used."""
        return dict.fromkeys(self.counts, 1)


class Ledger:
    """What happens to bodies and resources, over all phases.

    Parameters
    ----------
    moves
        Copies per ``(phase, move, body)``; moves are "tap", "untap", "leave untapped" and
        "leave tapped".
    spent
        Units per resource.
    """

    def __init__(self, program: Program) -> None:
        self.moves: dict[tuple[str, str, int], Expr] = defaultdict(dict)
        self.spent: list[Expr] = [{} for _ in program.resources]


class Phase:
    """The state of one run while its variables are added.

    Parameters
    ----------
    name
        "main", "payer", "option" or "left".
    untapped, tapped
        Per body the copies in that state now.
    supply, taken
        Per kind the units made (with the stock) and the units taken.
    flows
        ``{(stage, demand, kind): variable}`` of the units that activations take.
    needs
        Per demand the units that activations take, where there are no flows.
    life_paid, damage, waiting
        Life so far.
    """

    def __init__(self, name: str, untapped: list[Expr], tapped: list[Expr], supply: list[Expr]):
        self.name = name
        self.untapped = [dict(expr) for expr in untapped]
        self.tapped = [dict(expr) for expr in tapped]
        self.supply = [dict(expr) for expr in supply]
        self.taken: list[Expr] = [{} for _ in supply]
        self.fired: list[Fired] = []
        self.flows: dict[tuple[int, int, int], int] = {}
        self.needs: dict[int, Expr] = defaultdict(dict)
        self.life_paid: Expr = {}
        self.damage: Expr = {}
        self.waiting: Expr = {}

    def copies(self, bodies: Sequence[int]) -> Expr:
        """Return the copies of some bodies that are there now."""
        return total(*(state[body] for body in bodies for state in (self.untapped, self.tapped)))


class PhaseBuilder:
    """Adds the activations of phases to a model.

    Parameters
    ----------
    program, model, ledger
        Where they come from and go to.
    caps
        Bound per activation.
    stages
        0 for no order, else the number of stages.
    tail
        Whether the stages have a tail.
    by_flows
        Whether the units that activations take are modelled one by one.
    """

    def __init__(
        self,
        program: Program,
        model: Model,
        ledger: Ledger,
        caps: list[int],
        stages: int,
        *,
        tail: bool,
        by_flows: bool,
    ) -> None:
        self.program = program
        self.model = model
        self.ledger = ledger
        self.caps = caps
        self.units = most_units(program, caps)
        self.stages = stages
        self.tail = tail
        self.at_once = not stages
        self.doubles = any(activation.doubles for activation in program.activations)
        self.by_flows = by_flows

    def run(
        self, phase: Phase, activations: Mapping[int, Sequence[int]], lost_before: Expr
    ) -> None:
        """Add activations to a phase, stage by stage.

        Parameters
        ----------
        phase
            The phase, in its first state.
        activations
            Alternatives per activation.
        lost_before
            Life lost before the phase.
        """
        for stage in range(self.stages + 1 + self.tail):
            self.at_once = not self.stages or stage > self.stages
            before = Phase(phase.name, phase.untapped, phase.tapped, phase.supply)
            lost = total(lost_before, phase.life_paid, phase.damage)
            pool = minus(total(*phase.supply), total(*phase.taken)) if self.doubles else {}
            fired = [
                self.fire(index, stage, phase, alternatives)
                for index, alternatives in activations.items()
                if not self.stages or (stage == 0) == (index in self.program.plain)
            ]
            phase.fired += fired
            self._limit_states(phase, before, fired)
            self._limit_presence(phase, before, fired)
            self._feed(phase, fired, stage, phase if self.at_once else before)
            for item in fired:
                if item.doubled:
                    self._limit_doubled(phase, item, phase if self.at_once else before)
                    if self.at_once and self.caps[item.activation] == 1:
                        gained = most_gained(self.program, fired, before.untapped)
                        self._double_once(item, total(pool, gained))
            self._limit_life(fired, lost)
        if self.tail:
            self._fill_stages(phase)

    def _fill_stages(self, phase: Phase) -> None:
        """Leave no stage empty before the tail: what can be put in order has its first uses there.

        Whatever is carried out one by one has at most one use in each stage.
        """
        uses: list[Expr] = [{} for _ in range(self.stages + 2)]
        for item in phase.fired:
            accumulate(uses[item.stage], item.uses)
        *ordered, late = uses[1:]
        if late:
            follows = self.model.positive(late, self.model.range(late)[1])
            for number in ordered:
                self.model.add(number, lower=1, when=[follows])

    # --- variables -----------------------------------------------------------------------------

    def fire(self, index: int, stage: int, phase: Phase, alternatives: Sequence[int]) -> Fired:
        """Add one activation, with what it does to bodies, resources, life and units."""
        model = self.model
        activation = self.program.activations[index]
        cap = self.caps[index]
        counts = [model.variable(cap) for _ in alternatives]
        fired = Fired(index, stage, alternatives, counts)
        uses = fired.uses
        if len(uses) > 1:
            model.add(uses, upper=cap)
        self._move_own(fired, activation, phase)
        for pick in activation.picks:
            fired.picks.append(self.pick(pick, total(uses, scale=pick.count), cap, phase))
        for resource, amount in activation.uses:
            accumulate(self.ledger.spent[resource], uses, amount)
        for target, amount in (
            (phase.life_paid, activation.life),
            (phase.damage, activation.damage),
            (phase.waiting, activation.damage_waiting),
        ):
            if amount:
                accumulate(target, uses, amount)
        if activation.per is not None:
            limit = sum(self.program.bodies[body].copies for body in activation.per)
            for count in fired.counts:
                scaled = model.variable(limit * cap)
                model.add({scaled: 1, count: -limit}, upper=0)
                fired.scaled.append(scaled)
        for variable, alternative in zip(fired.scaled or counts, alternatives, strict=True):
            for kind, amount in activation.outputs[alternative]:
                accumulate(phase.supply[kind], {variable: amount})
        if activation.once:
            for count, scaled, alternative in zip(counts, fired.scaled, alternatives, strict=True):
                once = model.variable(cap)
                model.add({once: 1, count: -1}, upper=0)
                model.add({once: 1, scaled: -1}, upper=0)
                for kind, amount in activation.once[alternative]:
                    accumulate(phase.supply[kind], {once: amount})
        for kind, made in activation.doubles:
            fired.doubled[kind] = model.variable(self.units)
            model.add(minus({fired.doubled[kind]: 1}, total(uses, scale=self.units)), upper=0)
            accumulate(phase.supply[made], {fired.doubled[kind]: 1})
        return fired

    def _move_own(self, fired: Fired, activation: Activation, phase: Phase) -> None:
        body = activation.body
        if body is None:
            return
        if activation.taps:
            self._move(phase, Move.TAP, body, fired.uses, leaves=activation.leaves)
        elif activation.untaps:
            self._move(phase, Move.UNTAP, body, fired.uses)
        elif activation.leaves:
            cap = self.caps[fired.activation]
            fired.own = (self.model.variable(cap), self.model.variable(cap))
            untapped, tapped = fired.own
            self.model.add(minus(fired.uses, {untapped: 1, tapped: 1}), 0, 0)
            self._move(phase, Move.LEAVE, body, {untapped: 1})
            self._move(phase, Move.LEAVE_TAPPED, body, {tapped: 1})

    def _move(
        self, phase: Phase, move: Move, body: int, number: Expr, *, leaves: bool = False
    ) -> None:
        """Record that copies are tapped, untapped or leave; ``leaves``: tapped for it as well."""
        moves = self.ledger.moves
        untapped, tapped = phase.untapped[body], phase.tapped[body]
        if move is Move.TAP:
            accumulate(moves[phase.name, "tap", body], number)
            accumulate(untapped, number, -1)
            if leaves:
                accumulate(moves[phase.name, "leave untapped", body], number)
            else:
                accumulate(tapped, number)
        elif move is Move.UNTAP:
            accumulate(moves[phase.name, "untap", body], number)
            accumulate(tapped, number, -1)
            accumulate(untapped, number)
        elif move is Move.LEAVE:
            accumulate(moves[phase.name, "leave untapped", body], number)
            accumulate(untapped, number, -1)
        else:
            accumulate(moves[phase.name, "leave tapped", body], number)
            accumulate(tapped, number, -1)

    def pick(self, pick: Pick, number: Expr, cap: int, phase: Phase) -> dict[Choice, int]:
        """Choose bodies for a cost, ``number`` copies in all."""
        chosen: dict[Choice, int] = {}
        for body in pick.bodies:
            most = cap * pick.count
            if body not in self.program.untappable:
                most = min(most, self.program.bodies[body].copies)
            for was_tapped in _origins(pick.move):
                variable = self.model.variable(most)
                chosen[pick.move, body, was_tapped] = variable
                move = pick.move
                if move is Move.LEAVE and was_tapped:
                    move = Move.LEAVE_TAPPED
                self._move(phase, move, body, {variable: 1})
        self.model.add(minus(dict.fromkeys(chosen.values(), 1), number), 0, 0)
        return chosen

    def cover(self, cover: Cover, guard: int, phase: Phase) -> list[int]:
        """Choose members that add up to enough if ``guard`` is 1, and none otherwise."""
        chosen: list[int] = []
        sums: Expr = {guard: -cover.least}
        spared: Expr = {}
        for worth, body, uses in cover.members:
            most = [self.program.resources[used].capacity // amount for used, amount in uses]
            if body is not None:
                most.append(self.program.bodies[body].copies)
            variable = self.model.variable(min(most))
            chosen.append(variable)
            sums[variable] = worth
            self.model.add({variable: 1, guard: -min(most)}, upper=0)
            for used, amount in uses:
                accumulate(self.ledger.spent[used], {variable: amount})
            if body is not None:
                self._move(phase, Move.TAP, body, {variable: 1})
                if body in cover.spared:
                    spared[variable] = 1
        self.model.add(sums, lower=0)
        if spared:
            copies = sum(self.program.bodies[body].copies for body in cover.spared)
            self.model.add(spared, upper=copies - 1)
        return chosen

    def mark(
        self, mark: Mark, guard: int, picks: list[dict[Choice, int]], main: Phase, phase: Phase
    ) -> dict[Marked, int]:
        """Choose one copy that the main stage leaves there, where ``guard`` is 1.

        A fatal one leaves the phase as well, if none of its body leaves for the picks.
        """
        chosen: dict[Marked, int] = {}
        for body in mark.bodies:
            chosen[None, body] = self.model.variable(1)
            there = main.copies((body,))
            if body in mark.fatal:
                there = {
                    variable: 1
                    for picked in picks
                    for (move, other, _), variable in picked.items()
                    if other == body and move in _LEAVING
                }
                for move in _LEAVING:
                    chosen[move, body] = self.model.variable(1)
                    self._move(phase, move, body, {chosen[move, body]: 1})
            self.model.add(minus(there, {chosen[None, body]: 1}), lower=0)
        self.model.add(minus(dict.fromkeys(chosen.values(), 1), {guard: 1}), 0, 0)
        return chosen

    # --- bodies --------------------------------------------------------------------------------

    def _limit_states(self, phase: Phase, before: Phase, fired: list[Fired]) -> None:
        """Let no copy be tapped or given up that is not there in that state."""
        for tapped, was, now in (
            (False, before.untapped, phase.untapped),
            (True, before.tapped, phase.tapped),
        ):
            for body, (old, new) in enumerate(zip(was, now, strict=True)):
                if old == new:
                    continue
                gains = {} if self.at_once else self._gains(fired, body, tapped=tapped)
                self.model.add(minus(new, gains), lower=0)

    def _gains(self, fired: list[Fired], body: int, *, tapped: bool) -> Expr:
        """Return the copies that come into a state within the stage: they cannot leave it there."""
        gains: Expr = {}
        arriving = Move.TAP if tapped else Move.UNTAP
        for item in fired:
            activation = self.program.activations[item.activation]
            own = activation.taps and not activation.leaves if tapped else activation.untaps
            if own and activation.body == body:
                accumulate(gains, item.uses)
            for chosen in item.picks:
                for (move, picked, _), variable in chosen.items():
                    if move is arriving and picked == body:
                        accumulate(gains, {variable: 1})
        return gains

    def _limit_presence(self, phase: Phase, before: Phase, fired: list[Fired]) -> None:
        """Whoever acts is there; conditions and counts hold when they are looked at."""
        for item in fired:
            activation = self.program.activations[item.activation]
            body = activation.body
            if body is not None and not (activation.taps or activation.untaps or activation.leaves):
                self._need_copies(item, 1, (body,), before, phase)
            for pick in activation.picks:
                gone = activation.leaves and pick.move is Move.LEAVE
                if pick.another and body in pick.bodies and not gone:
                    self._spare_self(item, body, before, phase)
            if activation.requires is not None:
                self._need_copies(item, *activation.requires, before, phase)
            if activation.absent:
                there = (phase if self.at_once else before).copies(activation.absent)
                used = self.model.positive(item.uses, self.caps[item.activation])
                self.model.add(there, upper=0, when=[used])
            if activation.per is not None:
                there = (before if self.at_once else phase).copies(activation.per)
                most = self.caps[item.activation]
                if not self.at_once:
                    self.model.add(item.uses, upper=1)
                    most = 1
                for scaled in item.scaled:
                    self.model.add(minus(total(there, scale=most), {scaled: 1}), lower=0)

    def _need_copies(
        self, item: Fired, number: int, bodies: tuple[int, ...], before: Phase, phase: Phase
    ) -> None:
        """Require ``number`` copies at the moment of use.

        In a stage the copies that other activations give up count as gone already; an activation
        that gives some up itself is then used once.
        """
        there = before.copies(bodies)
        if not self.at_once:
            there = phase.copies(bodies)
            own = _own_losses(self.program, item, bodies)
            if own:
                accumulate(there, own)
                self.model.add(item.uses, upper=1)
        if there.keys() <= {ONE}:
            if there.get(ONE, 0) < number:
                self.model.add(item.uses, upper=0)
            return
        used = self.model.positive(item.uses, self.caps[item.activation])
        self.model.add(there, lower=number, when=[used])

    def _spare_self(self, item: Fired, body: int, before: Phase, phase: Phase) -> None:
        """Keep a copy of an activation's own body out of its picks of other objects."""
        room = before.copies((body,))
        if not self.at_once:
            self.model.add(item.uses, upper=1)
            room = phase.copies((body,))
        else:
            accumulate(room, _own_losses(self.program, item, (body,)), -1)
        used = self.model.positive(item.uses, self.caps[item.activation])
        self.model.add(room, lower=1, when=[used])

    # --- units and life ------------------------------------------------------------------------

    def _feed(self, phase: Phase, fired: list[Fired], stage: int, stock: Phase) -> None:
        """Take the units that activations need out of ``stock``."""
        needs: dict[int, Expr] = defaultdict(dict)
        most: dict[int, int] = defaultdict(int)
        for item in fired:
            for demand, amount in self.program.activations[item.activation].needs:
                accumulate(needs[demand], item.uses, amount)
                most[demand] += amount * self.caps[item.activation]
        if not self.by_flows:
            for demand, number in needs.items():
                accumulate(phase.needs[demand], number)
            return
        taken = set()
        for demand, number in needs.items():
            flows: Expr = {}
            for kind in sorted(self.program.demands[demand].accepts):
                if stock.supply[kind] and not self.program.kinds[kind].exact:
                    variable = self.model.variable(most[demand])
                    phase.flows[stage, demand, kind] = variable
                    accumulate(phase.taken[kind], {variable: 1})
                    flows[variable] = 1
                    taken.add(kind)
            self.model.add(minus(flows, number), 0, 0)
        for kind in sorted(taken):
            self.model.add(minus(stock.supply[kind], phase.taken[kind]), lower=0)

    def _limit_doubled(self, phase: Phase, item: Fired, stock: Phase) -> None:
        """Double only units that are there, unspent, when the activation has been paid."""
        if not self.at_once:
            self.model.add(item.uses, upper=1)
            for kind, doubled in item.doubled.items():
                rest = minus(stock.supply[kind], phase.taken[kind])
                self.model.add(minus(rest, {doubled: 1}), lower=0)
            return
        cap = self.caps[item.activation]
        for kind, doubled in item.doubled.items():
            self.model.add(minus(total(stock.supply[kind], scale=cap), {doubled: 1}), lower=0)
        if cap == 1:
            self._double_once(item, total(*phase.supply))

    def _double_once(self, item: Fired, most: Expr) -> None:
        """Double at most what is left of ``most`` units when the only use has been paid.

        The doubled units themselves count among the most.
        """
        others = dict(most)
        for doubled in item.doubled.values():
            accumulate(others, {doubled: -2})
        accumulate(others, item.uses, -self.program.activations[item.activation].in_cost)
        self.model.add(others, lower=0)

    def _limit_life(self, fired: list[Fired], lost: Expr) -> None:
        """Require life that is paid to be there still (MTG-119.4).

        In a stage paying is first, so only one of those that pay and do damage as well can follow.
        """
        life = self.program.life
        paid: Expr = {}
        both: Expr = {}
        for item in fired:
            activation = self.program.activations[item.activation]
            if activation.life:
                accumulate(paid, item.uses, activation.life)
            if activation.life and activation.damage:
                accumulate(both, item.uses)
        if both and not self.at_once:
            self.model.add(both, upper=1)
        if life is None or not paid:
            return
        if not lost:
            self.model.add(paid, upper=max(life, 0))
            return
        pays = self.model.positive(paid, max(life, 0))
        self.model.add(total(paid, lost), upper=life, when=[pays])


def _origins(move: Move) -> tuple[bool, ...]:
    """From which states a move starts: False untapped, True tapped."""
    if move is Move.TAP:
        return (False,)
    return (False, True) if move is Move.LEAVE else (True,)


def _own_losses(program: Program, item: Fired, bodies: tuple[int, ...]) -> Expr:
    """Return the copies out of ``bodies`` that an activation gives up by its own cost."""
    activation = program.activations[item.activation]
    own: Expr = item.uses if activation.leaves and activation.body in bodies else {}
    picked = {
        variable: 1
        for chosen in item.picks
        for (move, body, _), variable in chosen.items()
        if move in _LEAVING and body in bodies
    }
    return total(own, picked)
