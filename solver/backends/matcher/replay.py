"""Replay of a solution on its Program: whether it can be carried out, and what its terms are."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from autotap.solver.backends.matcher.table import Table, fits, made_by, paired, turn
from autotap.solver.program import Move, Quantity, What

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.program import Linear, Option, Program
    from autotap.solver.solution import Solution, Step


def values_of(program: Program, solution: Solution, due: Sequence[int]) -> tuple[int, ...] | None:
    """Carry out a solution and return the values of the terms, None if it cannot be carried out.

    Parameters
    ----------
    program, solution
        The question, and an answer whose values are not read.
    due
        Units due per demand, with the choices made.

    Notes
    -----
    Exact but for two quantities of which it may take a worse value than the best that the solution
    allows: what the position left over can make, and what unspent units stand for.
    """
    replay = _Replay(program, solution)
    return replay.values(due) if replay.is_carried_out(due) else None


class _Replay:
    def __init__(self, program: Program, solution: Solution) -> None:
        self.program = program
        self.solution = solution
        self.table = Table(program)
        self.pool = [kind.stock for kind in program.kinds]

    # --- carrying out --------------------------------------------------------------------------

    def is_carried_out(self, due: Sequence[int]) -> bool:
        """Carry out everything; tells whether all of it is allowed."""
        program = self.program
        option = program.options[self.solution.option]
        closed = False
        for step in self.solution.steps:
            closing = program.activations[step.activation].closing
            if (closed and not closing) or not (closing or option.window):
                return False
            closed = closing
            if not self.step(step):
                return False
        self.before_option = self.table.copy()
        pairs = paired(option.picks, self.solution.picks)
        if pairs is not None:
            pairs.sort(key=lambda pair: turn(pair[1][0]))
        if not (self.table.pick_all(pairs) and self.covers(option) and self.marks(option)):
            return False
        for resource, amount in option.uses:
            self.table.spent[resource] += amount
        self.table.closing_life += option.life
        return self.is_settled(due)

    def covers(self, option: Option) -> bool:
        if len(self.solution.covers) != len(option.covers):
            return False
        for cover, chosen in zip(option.covers, self.solution.covers, strict=True):
            members = [cover.members[index] for index in chosen]
            if sum(member.worth for member in members) < cover.least:
                return False
            for _, body, uses in members:
                if body is not None and not self.table.move(Move.TAP, body):
                    return False
                for resource, amount in uses:
                    self.table.spent[resource] += amount
            copies = sum(self.program.bodies[body].copies for body in cover.spared)
            taken = sum(member.body in cover.spared for member in members)
            if cover.spared and taken >= copies:
                return False
        return True

    def marks(self, option: Option) -> bool:
        mark, marked = option.mark, self.solution.mark
        if mark is None or marked is None:
            return mark is None and marked is None
        move, body = marked
        if body not in mark.bodies or not self.before_option.there((body,)):
            return False
        if body not in mark.fatal:
            return move is None
        if move is None:
            leaving = (Move.LEAVE, Move.LEAVE_TAPPED)
            return any(each in leaving and other == body for each, other in self.solution.picks)
        return fits(Move.LEAVE, move) and self.table.move(move, body)

    def step(self, step: Step) -> bool:
        activation = self.program.activations[step.activation]
        paid: Counter[int] = Counter()
        for demand, kind, amount in step.spent:
            if not self.take(demand, kind, amount) or self.program.kinds[kind].exact:
                return False
            paid[demand] += amount
        if paid != Counter(dict(activation.needs)):
            return False
        factor = self.table.act(step.activation, step.picks, tapped=step.tapped)
        if factor is None:
            return False
        for kind, amount in made_by(activation, step.alternative, factor):
            self.pool[kind] += amount
        return True

    def take(self, demand: int, kind: int, amount: int) -> bool:
        self.pool[kind] -= amount
        return self.pool[kind] >= 0 and kind in self.program.demands[demand].accepts

    def is_settled(self, due: Sequence[int]) -> bool:
        program, table = self.program, self.table
        paid: Counter[int] = Counter()
        for demand, kind, amount in self.solution.spent:
            if not self.take(demand, kind, amount):
                return False
            paid[demand] += amount
        wanted = Counter({demand: amount for demand, amount in enumerate(due) if amount})
        if paid != wanted:
            return False
        if any(kind.exact and rest for kind, rest in zip(program.kinds, self.pool, strict=True)):
            return False
        spent = table.paid + table.damage + table.closing_life
        if table.closing_life and spent > (program.life or 0):
            return False
        for used, resource in zip(table.spent, program.resources, strict=True):
            if used > resource.capacity:
                return False
        if not all(self.touched(self.before_option, body) for body in program.required):
            return False
        switched = self.switched()
        self.switches = switched or ()
        return switched is not None

    def switched(self) -> tuple[int, ...] | None:
        """Return switches with which all constraints hold, None without any."""
        ways = product((0, 1), repeat=self.program.switches)
        return next(
            (
                switches
                for switches in ways
                if all(self.holds(each, switches) for each in self.program.constraints)
            ),
            None,
        )

    def holds(self, constraint: Linear, switches: tuple[int, ...]) -> bool:
        if any(bool(switches[switch]) != value for switch, value in constraint.when):
            return True
        total = sum(c * self.quantity(q, switches) for q, c in constraint.parts)
        return (constraint.lower is None or total >= constraint.lower) and (
            constraint.upper is None or total <= constraint.upper
        )

    # --- measuring -----------------------------------------------------------------------------

    def values(self, due: Sequence[int]) -> tuple[int, ...]:
        """Return the value of each term."""
        return tuple(
            sum(weight * self.quantity(q, self.switches) for q, weight in term.parts)
            for term in self.program.terms
        )

    def quantity(self, quantity: Quantity, switches: tuple[int, ...]) -> int:
        what, number = quantity
        program, table = self.program, self.table
        match what:
            case What.ACTIVATED:
                return table.events["activated", number]
            case What.TAPPED:
                return table.events[str(Move.TAP), number]
            case What.GONE:
                return self.gone(number)
            case What.TOUCHED:
                return self.touched(table, number)
            case What.USED:
                return self.touched(self.before_option, number)
            case What.SPENT:
                return table.spent[number]
            case What.STAYED:
                keeper = program.resources[number].keeper
                left = keeper is not None and self.gone(keeper) > 0
                return 0 if left else table.spent[number]
            case What.LIFE:
                return self.lost
            case What.BELOW_FLOOR:
                room = max((program.life or 0) - program.life_floor, 0)
                return max(0, self.lost - room)
            case What.LETHAL:
                return int(self.lost > max((program.life or 0) - 1, 0))
            case What.EMPTIED:
                family = program.families[number]
                copies = sum(program.bodies[body].copies for body in family)
                return int(sum(self.touched(table, body) for body in family) == copies)
            case What.MISSING:
                return self.missing()[number]
            case What.PAID:
                return sum(map(self.due_units, program.shares[number].sets))
            case What.LACKING:
                share = program.shares[number]
                counted = sum(min(share.most, self.due_units(kinds)) for kinds in share.sets)
                return max(0, share.amount - counted)
            case What.FLOATING:
                return sum(self.pool)
            case What.LEFT:
                return self.left()
            case What.ANNOUNCED:
                return int(number == self.solution.option)
            case What.SWITCH:
                return switches[number]
        raise ValueError(f"nothing measures {what}")

    @property
    def lost(self) -> int:
        """Life lost in all."""
        table = self.table
        return table.paid + table.damage + table.waiting + table.closing_life

    def gone(self, body: int) -> int:
        events = self.table.events
        return events[str(Move.LEAVE), body] + events[str(Move.LEAVE_TAPPED), body]

    def touched(self, table: Table, body: int) -> int:
        """Count the copies of a body that were touched; single bodies may have been more often."""
        events = table.events
        tapped_gone = events[str(Move.LEAVE_TAPPED), body]
        if self.program.bodies[body].tapped:
            number = tapped_gone
        else:
            number = events[str(Move.TAP), body] + events[str(Move.LEAVE), body]
            number -= events["both", body]
        if events["stands", body] or body in self.program.untappable:
            number += events["stands", body] + events[str(Move.UNTAP), body] + tapped_gone
        return min(number, self.program.bodies[body].copies)

    def due_units(self, kinds: frozenset[int]) -> int:
        """Count the units of some kinds that what is due takes."""
        return sum(amount for _, kind, amount in self.solution.spent if kind in kinds)

    def missing(self) -> list[int]:
        """Let unspent units stand for the units of stocks, their own kind first."""
        rest = list(self.pool)
        missing = [stock.amount for stock in self.program.stocks]
        for others in (False, True):
            for number, stock in enumerate(self.program.stocks):
                for kind in stock.kinds if others else stock.kinds[:1]:
                    stands = min(missing[number], max(rest[kind], 0))
                    missing[number] -= stands
                    rest[kind] -= stands
        return missing

    def left(self) -> int:
        """Return units that the position left over can have at once.

        Untouched bodies make theirs; the rest is used as long as that adds any.
        """
        program = self.program
        pool: Counter[int] = Counter()
        for index, body in enumerate(program.bodies):
            for kind, amount in body.makes or ():
                pool[kind] += amount * (body.copies - self.touched(self.table, index))
        table = self.table.copy()
        table.life -= table.waiting + table.closing_life
        most = sum(body.copies for body in program.bodies)
        ways = sorted(program.leftover, key=lambda way: (-self.gain(*way), way))
        gains = True
        while gains:
            gains = False
            for index, alternative in ways:
                while most > 0:
                    now = self.used(table, pool, index, alternative)
                    if now is None:
                        break
                    table, pool = now
                    most -= 1
                    gains = True
        return pool.total()

    def gain(self, index: int, alternative: int) -> int:
        """Return how many units one use adds if nothing multiplies them."""
        activation = self.program.activations[index]
        return sum(amount for _, amount in activation.outputs[alternative]) - activation.in_cost

    def used(
        self, table: Table, pool: Counter[int], index: int, alternative: int
    ) -> tuple[Table, Counter[int]] | None:
        """Use an activation on a position left over; None if it cannot be or adds nothing."""
        activation = self.program.activations[index]
        if activation.picks:
            return None
        rest = Counter(pool)
        for demand, due in activation.needs:
            lack = due
            for kind in sorted(self.program.demands[demand].accepts):
                taken = min(lack, rest[kind])
                rest[kind] -= taken
                lack -= taken
            if lack:
                return None
        now = table.copy()
        body = activation.body
        tapped = activation.leaves and body is not None and now.untapped[body] == 0
        factor = now.act(index, (), tapped=tapped)
        if factor is None:
            return None
        for kind, amount in made_by(activation, alternative, factor):
            rest[kind] += amount
        return (now, rest) if rest.total() > pool.total() else None
