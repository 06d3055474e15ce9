"""One run of activations as variables and constraints: of the payment, or of what it leaves.

Without stages all activations happen at once and may spend units before they are made. With
stages 1…T, activations that an order can matter for happen in one of T stages and use only what
earlier stages left; the others happen before, in stage 0. A tail after the last stage is like a run
without stages from there on, and it is used only where no stage is empty.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.solver.backends.caps import most_units
from autotap.solver.backends.limits import LEAVING, Limits
from autotap.solver.backends.proto import Expr, Model, accumulate, minus, total
from autotap.solver.program import Move, Pick, Program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autotap.solver.program import Activation, Cover, Mark

Choice = tuple[Move, int, bool]
"""A picked copy: what happens to it, its body, whether it was tapped."""
Marked = tuple[Move | None, int]
"""A marked copy: how it leaves if it leaves for that alone, and its body."""


@dataclass
class Fired:
    """Variables of one activation in one stage.

    Parameters
    ----------
    activation, stage
        Which, and when.
    alternatives, counts
        Alternatives of its outputs, and the uses of each.
    uses
        How often it is used.
    scaled
        Per alternative the outputs made, for activations that count bodies.
    own
        Copies of its own body that leave: ``(from untapped, from tapped)``, where both can be.
    picks
        Per pick the variable of each choice.
    doubled
        Per kind the units that are doubled.
    """

    activation: int
    stage: int
    alternatives: Sequence[int]
    counts: list[int]
    uses: Expr = field(init=False)
    scaled: list[int] = field(default_factory=list)
    own: tuple[int, int] | None = None
    picks: list[dict[Choice, int]] = field(default_factory=list)
    doubled: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.uses = dict.fromkeys(self.counts, 1)


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
        self.doubles = any(activation.doubles for activation in program.activations)
        self.by_flows = by_flows

    @cached_property
    def tappable(self) -> set[int]:
        """Bodies of which copies can be tapped and stay."""
        return _tappable(self.program)

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
            before = Phase(phase.name, phase.untapped, phase.tapped, phase.supply)
            lost = total(lost_before, phase.life_paid, phase.damage)
            pool = minus(total(*phase.supply), total(*phase.taken)) if self.doubles else {}
            fired = [
                self.fire(index, stage, phase, alternatives)
                for index, alternatives in activations.items()
                if not self.stages or (stage == 0) == (index in self.program.plain)
            ]
            phase.fired += fired
            at_once = not self.stages or stage > self.stages
            limits = Limits(self.program, self.model, self.caps, before, phase, fired, at_once)
            limits.states()
            limits.presence()
            limits.units(stage, by_flows=self.by_flows)
            limits.doubling(pool)
            limits.life(lost)
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
        elif activation.leaves and not self._may_be_tapped(body, phase):
            self._move(phase, Move.LEAVE, body, fired.uses)
        elif activation.leaves:
            cap = self.caps[fired.activation]
            fired.own = (self.model.variable(cap), self.model.variable(cap))
            untapped, tapped = fired.own
            self.model.add(minus(fired.uses, {untapped: 1, tapped: 1}), 0, 0)
            self._move(phase, Move.LEAVE, body, {untapped: 1})
            self._move(phase, Move.LEAVE_TAPPED, body, {tapped: 1})

    def _may_be_tapped(self, body: int, phase: Phase) -> bool:
        """Tell whether copies of a body are tapped at the start, or can be tapped and stay."""
        return bool(phase.tapped[body]) or body in self.tappable

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
                    if other == body and move in LEAVING
                }
                for move in LEAVING:
                    chosen[move, body] = self.model.variable(1)
                    self._move(phase, move, body, {chosen[move, body]: 1})
            self.model.add(minus(there, {chosen[None, body]: 1}), lower=0)
        self.model.add(minus(dict.fromkeys(chosen.values(), 1), {guard: 1}), 0, 0)
        return chosen


def _tappable(program: Program) -> set[int]:
    """Return the bodies of which copies can be tapped and stay."""
    activations = program.activations
    picks = [pick for activation in activations for pick in activation.picks]
    picks += [pick for option in program.options for pick in option.picks]
    bodies = {a.body for a in activations if a.body is not None and a.taps and not a.leaves}
    bodies.update(body for pick in picks if pick.move is Move.TAP for body in pick.bodies)
    bodies.update(
        member.body
        for option in program.options
        for cover in option.covers
        for member in cover.members
        if member.body is not None
    )
    return bodies


def _origins(move: Move) -> tuple[bool, ...]:
    """From which states a move starts: False untapped, True tapped."""
    if move is Move.TAP:
        return (False,)
    return (False, True) if move is Move.LEAVE else (True,)
