"""Bounds: what no payment can exceed, because too few units of the kinds that are due can be made.

For a set of demands, take the kinds that they accept. However the activations are ordered, the
units of these kinds can be no more than the stock and, for each copy of a body, the most that one
activation adds to them: what it makes of them, less what it needs where only they can pay it.
If that is less than the demands ask for together, nothing pays (Hall's condition). The set that
falls short the most explains why.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.solver.backends.balance import mask
from autotap.solver.backends.caps import most_counted
from autotap.solver.backends.matcher.matching import Matching
from autotap.solver.backends.matcher.table import made_by
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver.program import Activation, Option, Program

MAX_DEMANDS = 9
"""Demands up to which all sets of them are looked at; of more only those that a cut finds."""

Alternative = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""What one use makes, ``(kind, amount)``, and needs, ``(bit set of accepted kinds, amount)``."""


class Bound:
    """The most units of any kinds that there can be.

    Parameters
    ----------
    program
        The question.
    caps
        How often each activation can be used at most.
    window
        Whether activations are allowed at all.
    """

    def __init__(self, program: Program, caps: Sequence[int], *, window: bool) -> None:
        self.program = program
        self.caps = caps
        self.window = window
        self.accepts = [mask(demand.accepts) for demand in program.demands]
        self.exact = mask(i for i, kind in enumerate(program.kinds) if kind.exact)
        self._units: dict[int, int] = {}

    @cached_property
    def usable(self) -> list[int]:
        """Activations that can be used: something makes what they need."""
        program, caps = self.program, self.caps
        makeable = mask(i for i, kind in enumerate(program.kinds) if kind.stock)
        waiting = [
            i
            for i, a in enumerate(program.activations)
            if caps[i] and (a.closing or self.window) and self._copies(a) != 0
        ]
        usable: list[int] = []
        while True:
            fed = [
                i
                for i in waiting
                if all(
                    self.accepts[d] & makeable & ~self.exact
                    for d, _ in program.activations[i].needs
                )
            ]
            if not fed:
                return sorted(usable)
            usable += fed
            waiting = [i for i in waiting if i not in fed]
            for activation in (program.activations[i] for i in fed):
                for output in (*activation.outputs, *activation.once):
                    makeable |= mask(kind for kind, _ in output)
                makeable |= mask(made for _, made in activation.doubles)

    def _copies(self, activation: Activation) -> int | None:
        """Return how often the body can be tapped for an activation, None for no bound by that."""
        body = activation.body
        if body is None or not activation.taps or body in self.program.untappable:
            return None
        return 0 if self.program.bodies[body].tapped else self.program.bodies[body].copies

    @cached_property
    def doubled(self) -> int:
        """Bit set of the kinds that something doubles: of them there is no bound."""
        activations = self.program.activations
        return mask(made for i in self.usable for _, made in activations[i].doubles)

    @cached_property
    def wells(self) -> Counter[tuple[Alternative, ...]]:
        """What can be chosen between, with how often it can be."""
        program, caps = self.program, self.caps
        by_owner: dict[tuple[str, int], set[Alternative]] = defaultdict(set)
        times: dict[tuple[str, int], int] = {}
        for index in self.usable:
            activation = program.activations[index]
            copies = self._copies(activation)
            owner = ("activation", index) if copies is None else ("body", activation.body or 0)
            times[owner] = caps[index] if copies is None else copies
            if copies is None and activation.uses:
                used, amount = min(
                    activation.uses, key=lambda use: program.resources[use[0]].capacity // use[1]
                )
                alike = [a for a in program.activations if used in dict(a.uses)]
                if all(dict(a.uses)[used] == amount for a in alike):
                    owner = ("resource", used)
                    times[owner] = program.resources[used].capacity // amount
            factor = most_counted(program, activation)
            needs = tuple((self.accepts[d] & ~self.exact, n) for d, n in activation.needs)
            for alternative in range(len(activation.outputs)):
                by_owner[owner].add((made_by(activation, alternative, factor), needs))
        wells: Counter[tuple[Alternative, ...]] = Counter()
        for owner, alternatives in by_owner.items():
            wells[tuple(sorted(alternatives))] += times[owner]
        return wells

    def units(self, kinds: int) -> int | None:
        """Return a bound on the units of the kinds in a bit set, None for no bound."""
        if kinds & self.doubled:
            return None
        if kinds not in self._units:
            stock = sum(k.stock for i, k in enumerate(self.program.kinds) if kinds >> i & 1)
            self._units[kinds] = stock + sum(
                times * max(0, *(_gain(alternative, kinds) for alternative in alternatives))
                for alternatives, times in self.wells.items()
            )
        return self._units[kinds]

    def lack(self, demands: Sequence[int], due: Sequence[int]) -> int:
        """Return by how many units a set of demands falls short for certain, 0 or more."""
        kinds = 0
        for demand in demands:
            kinds |= self.accepts[demand]
        units = self.units(kinds)
        return 0 if units is None else max(0, sum(due[d] for d in demands) - units)

    def deficient(self, due: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Return the smallest set of demands that falls short the most, and by how much.

        Parameters
        ----------
        due
            Units due per demand.
        """
        worst: tuple[int, ...] = ()
        most = 0
        for demands in self._sets(due):
            lack = self.lack(demands, due)
            if lack > most:
                worst, most = demands, lack
        return worst, most

    def _sets(self, due: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield sets of demands, small ones first; of many demands those most likely to lack."""
        demands = [demand for demand, amount in enumerate(due) if amount]
        if len(demands) <= MAX_DEMANDS:
            for size in range(1, len(demands) + 1):
                yield from combinations(demands, size)
            return
        yield from combinations(demands, 1)
        yield _cut(self, due)
        yield tuple(demands)

    def is_usable(self, body: int) -> bool:
        """Tell whether anything but the announcement could use a body."""
        activations = [self.program.activations[index] for index in self.usable]
        return any(
            activation.body == body or any(body in pick.bodies for pick in activation.picks)
            for activation in activations
        )

    def refuses(self, option: Option, due: Sequence[int]) -> bool:
        """Tell whether it is certain that nothing pays an announcement."""
        program = self.program
        if not all(map(self.is_usable, program.required)):
            return True
        if option.life > max(program.life or 0, 0):
            return True
        if any(amount > program.resources[used].capacity for used, amount in option.uses):
            return True
        untaps = any(pick.move is Move.UNTAP for pick in option.picks)
        for pick in option.picks:
            there = [
                body
                for body in pick.bodies
                if not (pick.move is Move.TAP and program.bodies[body].tapped)
                or untaps
                or body in program.untappable
            ]
            if sum(program.bodies[body].copies for body in there) < pick.count:
                return True
        return self.deficient(due)[1] > 0


def _gain(alternative: Alternative, kinds: int) -> int:
    """Return what one use adds to the units of some kinds at most."""
    made, needs = alternative
    gain = sum(amount for kind, amount in made if kinds >> kind & 1)
    return gain - sum(amount for accepted, amount in needs if not accepted & ~kinds)


def _cut(bound: Bound, due: Sequence[int]) -> tuple[int, ...]:
    """Return the demands that fall short together in a matching with what makes units.

    If they ask for more than can be made of what they accept, they are the set that falls short the
    most, as far as the mana that activations need is left out of account.
    """
    matching = Matching(ordered=False)
    for kind, unit in enumerate(bound.program.kinds):
        matching.add_supply(1 << kind, unit.stock)
    for alternatives, times in bound.wells.items():
        outputs = [made for made, _ in alternatives]
        if len(outputs) == 1:
            for kind, amount in outputs[0]:
                matching.add_supply(1 << kind, times * amount)
        else:
            size = max(sum(amount for _, amount in made) for made in outputs)
            matching.add_supply(mask(kind for made in outputs for kind, _ in made), times * size)
    for accepts, amount in zip(bound.accepts, due, strict=True):
        matching.add_demand(accepts, amount)
    matching.repair()
    return tuple(matching.short())
