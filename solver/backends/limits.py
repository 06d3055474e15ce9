"""What limits the activations of a stage: copies in a state, presence, units and life.

Within a stage nothing is used that only the stage itself brings, unless all happens at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.solver.backends.gains import most_gained
from autotap.solver.backends.proto import ONE, Expr, Model, accumulate, minus, total
from autotap.solver.program import Move, Program

if TYPE_CHECKING:
    from autotap.solver.backends.phase import Fired, Phase

LEAVING = (Move.LEAVE, Move.LEAVE_TAPPED)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one stage.

    Parameters
    ----------
    program, model, caps
        As in `PhaseBuilder`.
    before, phase
        The phase before the stage, and with it.
    fired
        What is used in the stage.
    at_once
        Whether all happens at once, and may spend units before they are made.
    """

    program: Program
    model: Model
    caps: list[int]
    before: Phase
    phase: Phase
    fired: list[Fired]
    at_once: bool

    @property
    def stock(self) -> Phase:
        """Where units are taken from."""
        return self.phase if self.at_once else self.before

    # --- bodies --------------------------------------------------------------------------------

    def states(self) -> None:
        """Let no copy be tapped or given up that is not there in that state."""
        for tapped, was, now in (
            (False, self.before.untapped, self.phase.untapped),
            (True, self.before.tapped, self.phase.tapped),
        ):
            for body, (old, new) in enumerate(zip(was, now, strict=True)):
                if old == new:
                    continue
                rest = new if self.at_once else minus(new, self._gains(body, tapped=tapped))
                self.model.add(rest, lower=0)

    def _gains(self, body: int, *, tapped: bool) -> Expr:
        """Return the copies that come into a state within the stage: they cannot leave it there."""
        gains: Expr = {}
        arriving = Move.TAP if tapped else Move.UNTAP
        for item in self.fired:
            activation = self.program.activations[item.activation]
            own = activation.taps and not activation.leaves if tapped else activation.untaps
            if own and activation.body == body:
                accumulate(gains, item.uses)
            for chosen in item.picks:
                for (move, picked, _), variable in chosen.items():
                    if move is arriving and picked == body:
                        accumulate(gains, {variable: 1})
        return gains

    def presence(self) -> None:
        """Whoever acts is there; conditions and counts hold when they are looked at."""
        before, phase = self.before, self.phase
        for item in self.fired:
            activation = self.program.activations[item.activation]
            body = activation.body
            if body is not None and not (activation.taps or activation.untaps or activation.leaves):
                self._need_copies(item, 1, (body,))
            if activation.requires is not None:
                self._need_copies(item, *activation.requires)
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

    def _need_copies(self, item: Fired, number: int, bodies: tuple[int, ...]) -> None:
        """Require ``number`` copies at the moment of use.

        In a stage the copies that other activations give up count as gone already; an activation
        that gives some up itself is then used once.
        """
        there = self.before.copies(bodies)
        if not self.at_once:
            there = self.phase.copies(bodies)
            own = self._own_losses(item, bodies)
            if own:
                accumulate(there, own)
                self.model.add(item.uses, upper=1)
        if there.keys() <= {ONE}:
            if there.get(ONE, 0) < number:
                self.model.add(item.uses, upper=0)
            return
        used = self.model.positive(item.uses, self.caps[item.activation])
        self.model.add(there, lower=number, when=[used])

    def _own_losses(self, item: Fired, bodies: tuple[int, ...]) -> Expr:
        """Return the copies out of ``bodies`` that an activation gives up by its own cost."""
        activation = self.program.activations[item.activation]
        own: Expr = item.uses if activation.leaves and activation.body in bodies else {}
        picked = {
            variable: 1
            for chosen in item.picks
            for (move, body, _), variable in chosen.items()
            if move in LEAVING and body in bodies
        }
        return total(own, picked)

    # --- units ---------------------------------------------------------------------------------

    def units(self, stage: int, *, by_flows: bool) -> None:
        """Take the units that activations need; ``by_flows`` as in `PhaseBuilder`.

        Where all of them are of one kind, one for each use, the uses themselves are the flow.
        """
        phase, supply = self.phase, self.stock.supply
        needs: dict[int, Expr] = defaultdict(dict)
        most: dict[int, int] = defaultdict(int)
        for item in self.fired:
            for demand, amount in self.program.activations[item.activation].needs:
                accumulate(needs[demand], item.uses, amount)
                most[demand] += amount * self.caps[item.activation]
        if not by_flows:
            for demand, number in needs.items():
                accumulate(phase.needs[demand], number)
            return
        taken = set()
        for demand, number in needs.items():
            kinds = [
                kind
                for kind in sorted(self.program.demands[demand].accepts)
                if supply[kind] and not self.program.kinds[kind].exact
            ]
            if len(kinds) == 1 and [*number.values()] == [1]:
                flows = number
            else:
                flows = {self.model.variable(most[demand]): 1 for _ in kinds}
                self.model.add(minus(flows, number), 0, 0)
            for kind, variable in zip(kinds, flows, strict=True):
                phase.flows[stage, demand, kind] = variable
                accumulate(phase.taken[kind], {variable: 1})
            taken.update(kinds)
        for kind in sorted(taken):
            self.model.add(minus(supply[kind], phase.taken[kind]), lower=0)

    def doubling(self, pool: Expr) -> None:
        """Double only units that are there, unspent, when an activation has been paid.

        ``pool`` are the units before the stage.
        """
        for item in self.fired:
            if not item.doubled:
                continue
            self._limit_doubled(item)
            if self.at_once and self.caps[item.activation] == 1:
                gained = most_gained(self.program, self.fired, self.before.untapped)
                self._double_once(item, total(pool, gained))

    def _limit_doubled(self, item: Fired) -> None:
        phase, stock = self.phase, self.stock
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

    # --- life ----------------------------------------------------------------------------------

    def life(self, lost: Expr) -> None:
        """Require life that is paid to be there still (MTG-119.4); ``lost``: before the stage.

        In a stage paying is first, so only one of those that pay and do damage as well can follow.
        """
        life = self.program.life
        paid: Expr = {}
        both: Expr = {}
        for item in self.fired:
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
