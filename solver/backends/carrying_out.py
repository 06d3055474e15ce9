"""Carrying a solution out: one run through its uses, each fired once what it takes is at hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autotap.solver.program import Move
from autotap.solver.solution import Step

if TYPE_CHECKING:
    from autotap.solver.backends.phase import Choice
    from autotap.solver.program import Program

Owner = tuple[int, int]
"""Who takes units: ``(stage, demand)`` for activations, ``(DUE, demand)`` for what is due."""
DUE = -1
KEPT = -2
"""Stage of owners of units that must stay, one per kind."""


class Flow(dict[int, int]):
    """Units by kind, 0 of those that are not named."""

    def __missing__(self, kind: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Item:
    """Uses of one activation with one alternative.

    Parameters
    ----------
    activation, alternative, stage
        Which.
    count
        How often.
    own_tapped
        How many of the own copies that leave are tapped ones.
    picks
        Per pick the choices for all uses, in no order.
    doubled
        Per kind the units that must be at hand to be doubled.
    """

    activation: int
    alternative: int
    stage: int
    count: int
    own_tapped: int = 0
    picks: tuple[tuple[Choice, ...], ...] = ()
    doubled: tuple[tuple[int, int], ...] = ()


@dataclass
class Position:
    """Bodies, units and life at one moment.

    Parameters
    ----------
    untapped, tapped
        Copies per body.
    pool
        Units per kind.
    life
        Life total.
    """

    untapped: list[int]
    tapped: list[int]
    pool: list[int]
    life: int

    def copy(self) -> Position:
        """Return a copy that can be changed."""
        return Position(list(self.untapped), list(self.tapped), list(self.pool), self.life)


@dataclass
class Ordered:
    """A run that was carried out.

    Parameters
    ----------
    steps
        The uses in order.
    end
        The last position, with the units that are due and kept still in the pool.
    flows
        Units per owner that remain to be taken.
    """

    steps: list[Step]
    end: Position
    flows: dict[Owner, Flow]


@dataclass
class Run:
    """One attempt to fire everything."""

    program: Program
    items: list[Item]
    flows: dict[Owner, Flow]
    position: Position
    told: bool = True
    steps: list[Step] = field(default_factory=list)

    def go(self, priority: list[int]) -> set[int] | None:
        """Fire all items; returns the ones that remain, None if none does."""
        self.left = [item.count for item in self.items]
        self.own_tapped = [item.own_tapped for item in self.items]
        self.picks = [[list(choices) for choices in item.picks] for item in self.items]
        waiting = [index for index in priority if not self.fire_all(index)]
        while waiting:
            fired = next((index for index in waiting if self.fire(index)), None)
            if fired is None:
                fired = next((index for index in waiting if self.fire_by_swap(index)), None)
            if fired is None:
                return set(waiting)
            if not self.left[fired]:
                waiting.remove(fired)
        return None

    def covers(self) -> bool:
        """Tell whether the last pool holds what is still to be taken.

        It may not where an activation counted fewer bodies than the formulation had reckoned with.
        """
        wanted = Flow()
        for flow in self.flows.values():
            for kind, amount in flow.items():
                wanted[kind] += amount
        return all(amount <= self.position.pool[kind] for kind, amount in wanted.items())

    # --- firing --------------------------------------------------------------------------------

    def fire_all(self, index: int) -> bool:
        """Use an activation that order cannot matter for as often as it is used, at once."""
        item, position = self.items[index], self.position
        activation = self.program.activations[item.activation]
        life = activation.life * item.count
        if item.activation not in self.program.plain or activation.damage:
            return False
        if life > max(position.life, 0):
            return False
        if activation.taps and activation.body is not None:
            if position.untapped[activation.body] < item.count:
                return False
            position.untapped[activation.body] -= item.count
            position.tapped[activation.body] += item.count
        position.life -= life
        for kind, amount in activation.outputs[item.alternative]:
            position.pool[kind] += amount * item.count
        self.left[index] = 0
        self.steps += [Step(item.activation, item.alternative)] * item.count
        return True

    def fire(self, index: int) -> bool:
        """Use one activation if it can be used now."""
        item = self.items[index]
        activation = self.program.activations[item.activation]
        if item.activation in self.program.straight:
            return self.fire_straight(index)
        position = self.position
        if activation.life > max(position.life, 0):
            return False
        if activation.requires is not None:
            number, bodies = activation.requires
            if sum(position.untapped[b] + position.tapped[b] for b in bodies) < number:
                return False
        if any(position.untapped[b] + position.tapped[b] for b in activation.absent):
            return False
        spent = self.payment(index)
        if spent is None:
            return False
        rest = list(position.pool)
        for _, kind, amount in spent:
            rest[kind] -= amount
        if any(rest[kind] < number for kind, number in item.doubled):
            return False
        moved = self.move(index)
        if moved is None:
            return False
        untapped, tapped, picks, own_tapped = moved
        for demand, kind, amount in spent:
            self.flows[item.stage, demand][kind] -= amount
            position.pool[kind] -= amount
        factor = 1
        if activation.per is not None:
            factor = sum(untapped[b] + tapped[b] for b in activation.per)
        for kind, amount in activation.outputs[item.alternative]:
            position.pool[kind] += amount * factor
        if activation.once and factor:
            for kind, amount in activation.once[item.alternative]:
                position.pool[kind] += amount
        for kind, made in activation.doubles:
            position.pool[made] += rest[kind]
        position.untapped, position.tapped = untapped, tapped
        position.life -= activation.life + activation.damage
        self.left[index] -= 1
        self.own_tapped[index] -= own_tapped
        for choices, chosen in zip(self.picks[index], picks, strict=True):
            for choice in chosen:
                choices.remove(choice)
        flat = tuple(as_move(choice) for chosen in picks for choice in chosen)
        self.steps.append(Step(item.activation, item.alternative, own_tapped, flat, spent))
        return True

    def fire_straight(self, index: int) -> bool:
        """Use an activation that asks for units and its own tap alone, as often as can be now."""
        item, position, pool = self.items[index], self.position, self.position.pool
        activation = self.program.activations[item.activation]
        body = activation.body
        assert body is not None
        most = min(self.left[index], position.untapped[body])
        fired = 0
        while fired < most:
            times = 1 if self.told else self.at_hand(index, most - fired)
            spent = self.payment(index, times)
            if spent is None:
                break
            for demand, kind, amount in spent:
                self.flows[item.stage, demand][kind] -= amount
                pool[kind] -= amount
            for kind, amount in activation.outputs[item.alternative]:
                pool[kind] += amount * times
            if self.told:
                self.steps.append(Step(item.activation, item.alternative, spent=spent))
            fired += times
        position.untapped[body] -= fired
        position.tapped[body] += 0 if activation.leaves else fired
        self.left[index] -= fired
        return fired > 0

    def at_hand(self, index: int, most: int) -> int:
        """Return for how many uses there are units at hand, where more than one."""
        item, pool = self.items[index], self.position.pool
        for demand, amount in self.program.activations[item.activation].needs:
            flow = self.flows[item.stage, demand]
            most = min(most, sum(min(n, pool[kind]) for kind, n in flow.items()) // amount)
        return max(most, 1)

    def payment(self, index: int, times: int = 1) -> tuple[tuple[int, int, int], ...] | None:
        """Return the units at hand that the flows give to some uses, None if some are missing."""
        item, pool = self.items[index], self.position.pool
        spent: list[tuple[int, int, int]] = []
        for demand, amount in self.program.activations[item.activation].needs:
            due = amount * times
            for kind, reserved in sorted(self.flows[item.stage, demand].items()):
                there = pool[kind] - sum(n for _, other, n in spent if other == kind)
                taken = min(due, reserved, there)
                if taken > 0:
                    spent.append((demand, kind, taken))
                    due -= taken
                    if not due:
                        break
            if due:
                return None
        return tuple(spent)

    def move(self, index: int) -> tuple[list[int], list[int], list[list[Choice]], bool] | None:
        """Return the bodies after one use with the picks it makes, None if it cannot be used."""
        item = self.items[index]
        activation = self.program.activations[item.activation]
        untapped, tapped = list(self.position.untapped), list(self.position.tapped)
        body = activation.body
        own_tapped = activation.leaves and not activation.taps and self.own_tapped[index] > 0
        if body is not None:
            if activation.taps:
                untapped[body] -= 1
                tapped[body] += not activation.leaves
            elif activation.untaps:
                tapped[body] -= 1
                untapped[body] += 1
            elif activation.leaves:
                (tapped if own_tapped else untapped)[body] -= 1
            elif untapped[body] + tapped[body] < 1:
                return None
            if untapped[body] < 0 or tapped[body] < 0:
                return None
        picks: list[list[Choice]] = []
        for pick, choices in zip(activation.picks, self.picks[index], strict=True):
            chosen: list[Choice] = []
            for choice in choices:
                if len(chosen) < pick.count and _carry_out(choice, untapped, tapped):
                    chosen.append(choice)
            if len(chosen) < pick.count:
                return None
            picks.append(chosen)
        return untapped, tapped, picks, own_tapped

    # --- swapping ------------------------------------------------------------------------------

    def fire_by_swap(self, index: int) -> bool:
        """Give units at hand to an activation whose own are not made yet, and use it."""
        before = {owner: Flow(flow) for owner, flow in self.flows.items()}
        item = self.items[index]
        for demand, amount in self.program.activations[item.activation].needs:
            owner = item.stage, demand
            at_hand = sum(
                min(reserved, self.position.pool[kind])
                for kind, reserved in self.flows[owner].items()
            )
            for _ in range(amount - at_hand):
                if not self.swap(owner):
                    self.flows = before
                    return False
        if self.fire(index):
            return True
        self.flows = before
        return False

    def swap(self, owner: Owner) -> bool:
        """Swap one unit that an owner waits for against one at hand that it accepts too."""
        pool = self.position.pool
        waits = [k for k, n in self.flows[owner].items() if n > min(n, pool[k])]
        for mine in waits:
            for kind in sorted(self.program.demands[owner[1]].accepts):
                if pool[kind] <= self.flows[owner][kind]:
                    continue
                for other, flow in self.flows.items():
                    if other != owner and flow[kind] > 0 and self.accepts(other, mine, kind):
                        flow[kind] -= 1
                        flow[mine] += 1
                        self.flows[owner][mine] -= 1
                        self.flows[owner][kind] += 1
                        return True
                if pool[kind] > sum(flow[kind] for flow in self.flows.values()):
                    self.flows[owner][mine] -= 1
                    self.flows[owner][kind] += 1
                    return True
        return False

    def accepts(self, owner: Owner, kind: int, instead_of: int) -> bool:
        """Tell whether an owner can take a unit of a kind, and it counts as much as another."""
        stage, demand = owner
        if stage == KEPT or kind not in self.program.demands[demand].accepts:
            return False
        return stage != DUE or not any(
            (kind in kinds) != (instead_of in kinds)
            for share in self.program.shares
            for kinds in share.sets
        )


def as_move(choice: Choice) -> tuple[Move, int]:
    """Return a choice as a step names it."""
    move, body, was_tapped = choice
    return (Move.LEAVE_TAPPED if was_tapped and move is Move.LEAVE else move), body


def _carry_out(choice: Choice, untapped: list[int], tapped: list[int]) -> bool:
    """Carry out a choice if its copy is there in that state."""
    move, body, was_tapped = choice
    state = tapped if was_tapped else untapped
    if state[body] < 1:
        return False
    state[body] -= 1
    if move is Move.TAP:
        tapped[body] += 1
    elif move is Move.UNTAP:
        untapped[body] += 1
    return True
