"""A walk through the positions of a payment that meets every payment that wastes nothing, once.

A position is what a `State` says. From each one, every activation that must be chosen leads on,
paid with floating units and springs in every way; and every way to pay all that is due from there
is a payment. Positions and payments are taken by how much is used up so far: whatever makes a
payment wasteful, another one that uses less of the same things, has been met before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.solver.backends import greedy
from autotap.solver.backends.matcher import splits
from autotap.solver.compile.drafts import ASSIST
from autotap.solver.enumeration.closing import Closed, closed
from autotap.solver.enumeration.measure import End, Measures
from autotap.solver.enumeration.moves import Moves, made, start_of
from autotap.solver.enumeration.supplies import Drawn, Supplies, taken
from autotap.solver.program import Move, What
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.enumeration.alike import Alike
    from autotap.solver.enumeration.moves import State
    from autotap.solver.enumeration.supplies import Supply
    from autotap.solver.program import Option, Program

Spent = tuple[tuple[int, int, int], ...]
"""``(demand, kind, amount)``."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position with how it was reached.

    Parameters
    ----------
    state
        The position.
    activations
        How many uses led there.
    parent, steps
        The position before, and the uses in between.
    """

    state: State
    activations: int = 0
    parent: Node | None = None
    steps: tuple[Step, ...] = ()

    def path(self) -> tuple[Step, ...]:
        """Return all uses in order."""
        parts = []
        node: Node | None = self
        while node is not None:
            parts.append(node.steps)
            node = node.parent
        return tuple(step for part in reversed(parts) for step in part)


@dataclass(eq=False)
class Found:
    """A payment, of which only as much is worked out as is asked for.

    Parameters
    ----------
    walk
        Where it was found.
    option
        What is announced.
    node, drawn
        The last position, and what pays from there.
    used
        What is used up, packed.
    closed
        What else the announcement asked for, None for nothing.
    """

    walk: Walk
    option: int
    node: Node
    drawn: Drawn
    used: int
    closed: Closed | None = None

    @cached_property
    def paid(self) -> State:
        """The state when all units are paid."""
        paid = self.walk.drawn(self.node.state, self.drawn)
        assert paid is not None
        return paid

    @cached_property
    def ended(self) -> Closed:
        """The end, after what else the announcement asked for."""
        if self.closed is not None:
            return self.closed
        return Closed(self.paid._replace(lost=self.paid.lost + self.walk.life(self.drawn)))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What tells it apart: what is used up, and what floats."""
        floating: Counter[object] = Counter()
        pool = taken(self.node.state, self.drawn)
        for told, number in zip(self.walk.alike.kinds, pool, strict=True):
            if number:
                floating[told] += number
        resources = self.used & ((1 << greedy.LANE * self.walk.alike.size) - 1)
        return resources, frozenset(floating.items())

    @cached_property
    def _last(self) -> tuple[tuple[Step, ...], Spent]:
        return self.walk.read(self.drawn)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Values of the terms; which of its ways makes a unit of a supply does not matter."""
        activated = Counter(step.activation for step in self.node.path())
        for supply, number in zip(self.drawn.supplies, self.drawn.numbers, strict=True):
            if supply.kind is None:
                activated[supply.ways[0].activation] += number
        end = End(self.option, self.ended.state, self.paid.touched, activated)
        return self.walk.measures.values(end)

    def solution(self) -> Solution:
        """Write it down."""
        steps, spent = self._last
        activations = self.walk.program.activations
        return Solution(
            self.option,
            (*self.node.path(), *sorted(steps, key=lambda s: activations[s.activation].closing)),
            self.ended.picks,
            spent,
            self.values,
            self.ended.covers,
            self.ended.mark,
        )


class Walk:
    """The walk for announcements that differ in nothing the caller sees.

    Parameters
    ----------
    program
        The question.
    options
        The announcements.
    alike
        What counts as the same.
    limit
        Most positions and payments that are looked at.
    """

    def __init__(self, program: Program, options: list[int], alike: Alike, limit: int) -> None:
        self.program = program
        self.options = options
        self.alike = alike
        self.limit = limit
        self.moves = Moves(program)
        self.supplies = Supplies(program)
        self.measures = Measures(self.moves)
        self.start = start_of(program)
        self.best: list[Found] = []
        self._ranks: list[int] = []
        self._prices: dict[Supply, tuple[int, int]] = {}
        self._due = {option: list(splits(program, option)) for option in options}
        self.guard = greedy.packed([1 << greedy.LANE - 1] * (alike.size + 1))

    # --- what is used up -----------------------------------------------------------------------

    def _amounts(
        self,
        state: State,
        activations: int,
        option: Option | None = None,
        *,
        done: bool = False,
    ) -> list[int]:
        """Return what is used up of everything, last the life and how often anything was used.

        What only fills up a bound is not used, nor in the end (``done``) what was on an object that
        is given up.
        """
        spent = list(state.spent)
        for resource, amount in option.uses if option else ():
            if self.program.resources[resource].label == ASSIST:
                spent[resource] -= amount
        used = [0] * (self.alike.size + 1)
        bodies = zip(
            self.program.bodies,
            self.alike.bodies,
            state.untapped,
            state.tapped,
            state.touched,
            strict=True,
        )
        for body, place, untapped, tapped, touched in bodies:
            used[place] += body.copies - untapped
            used[place + 1] += body.copies - untapped - tapped
            used[place + 2] += touched
        for counted, owner, amount in zip(
            self.alike.resources, self.alike.owners, spent, strict=True
        ):
            if counted is not None and not (done and self._is_gone(state, owner)):
                used[counted] += amount
        used[-2], used[-1] = state.lost + state.waiting, activations
        return used

    def _is_gone(self, state: State, body: int | None) -> bool:
        return body is not None and not state.there((body,))

    def exceeds(self, used: int, less: int) -> bool:
        """Tell whether no less of anything is used, and more of something."""
        return used != less and ((used | self.guard) - less) & self.guard == self.guard

    @cached_property
    def _given_up(self) -> set[int]:
        """Bodies of which copies may leave."""
        program = self.program
        gone = {each.body for each in program.activations if each.leaves and each.body is not None}
        picks = [pick for each in program.activations for pick in each.picks]
        picks += [pick for each in program.options for pick in each.picks]
        marks = [each.mark.fatal for each in program.options if each.mark is not None]
        return gone.union(*marks, *(pick.bodies for pick in picks if pick.move is not Move.TAP))

    @cached_property
    def _is_told(self) -> bool:
        """Whether what is used up tells the values of the terms.

        It does not where a source can be tapped or given up by something else than its own ability.
        """
        program = self.program
        options = [program.options[number] for number in self.options]
        return not (
            any(program.activations[index].picks for index in self.supplies.chosen)
            or any(option.picks or option.covers or option.mark for option in options)
        )

    @cached_property
    def _is_monotone(self) -> bool:
        """Whether no term is ever better for more that is used up of the same things."""
        program = self.program
        activations = program.activations
        gone = self._given_up
        parts = [quantity for term in program.terms for quantity, _ in term.parts]
        return self._is_told and not (
            program.stocks
            or program.untappable
            or any(each.absent for each in activations)
            or gone.intersection(self.alike.owners)
            or self.alike.twins
            or any(
                what is What.FLOATING or (what is What.TAPPED and number in gone)
                for what, number in parts
            )
        )

    # --- walking -------------------------------------------------------------------------------

    def payments(self) -> Iterator[Found]:
        """Yield the payments, those that use up less first.

        Where something untaps, or an object with counters leaves, less may be used up later; where
        what is used up does not tell the values of the terms, the best ones of several that use up
        the same may be found later. Then all are found before the first is given.

        Raises
        ------
        LimitError
            If there are more positions and payments than the limit.
        """
        found = self._met()
        if self.program.untappable or self._given_up.intersection(self.alike.owners):
            found = iter(sorted(found, key=itemgetter(0)))
        thrifty = self._thrifty(found)
        if self._is_told:
            yield from thrifty
            return
        best: dict[tuple[object, ...], Found] = {}
        for each in thrifty:
            other = best.setdefault(each.key, each)
            if self.measures.minimised(each.values) < self.measures.minimised(other.values):
                best[each.key] = each
        yield from best.values()

    def _thrifty(self, found: Iterator[tuple[int, Found]]) -> Iterator[Found]:
        """Yield the payments that waste nothing; once each key, with all values it may have."""
        known: set[object] = set()
        for rank, each in found:
            name = each.key if self._is_told else (each.key, each.values)
            if name in known:
                continue
            smaller = self.best[: bisect_left(self._ranks, rank)]
            if not any(self._wastes(each, other) for other in smaller):
                known.add(name)
                self.best.append(each)
                self._ranks.append(rank)
                yield each

    def _wastes(self, one: Found, other: Found) -> bool:
        """Tell whether a payment uses up more than another one, and no term is better for it."""
        if not self.exceeds(one.used, other.used):
            return False
        if self._is_monotone:
            return True
        values = map(self.measures.minimised, (one.values, other.values))
        return all(mine >= theirs for mine, theirs in zip(*values, strict=True))

    def _met(self) -> Iterator[tuple[int, Found]]:
        """Yield every payment with how much it uses up, by that."""
        reached: set[State] = set()
        heap: list[tuple[int, int, Node | Found]] = [(0, 0, Node(self.start))]
        serial = 0
        while heap:
            rank, _, item = heappop(heap)
            if isinstance(item, Found):
                yield rank, item
                continue
            position = self.alike.canonical(item.state)
            if position in reached or self._is_vain(item):
                continue
            reached.add(position)
            for after_rank, after in self._after(item):
                serial += 1
                if serial > self.limit:
                    raise LimitError(f"more than {self.limit}", "fewer payments, or a larger limit")
                heappush(heap, (after_rank, serial, after))

    def _is_vain(self, node: Node) -> bool:
        """Tell whether every payment from a position on wastes something."""
        if not (self._is_monotone and self.best):
            return False
        used = greedy.packed(self._amounts(node.state, node.activations))
        return any(self.exceeds(used, each.used) for each in self.best)

    def _after(self, node: Node) -> Iterator[tuple[int, Node | Found]]:
        for option in self.options:
            for amounts in self._due[option]:
                yield from self._ends(node, option, amounts)
        if any(self.program.options[option].window for option in self.options):
            for index in self.supplies.chosen:
                for each in self._uses(node, index):
                    yield sum(self._amounts(each.state, each.activations)), each

    def _uses(self, node: Node, index: int) -> Iterator[Node]:
        """Yield the positions after an activation, paid in every way."""
        activation = self.program.activations[index]
        for drawn in self.supplies.needed(node.state, activation):
            before = self.drawn(node.state, drawn)
            if before is None:
                continue
            steps, spent = self.read(drawn)
            number = node.activations + len(steps) + 1
            for use in self.moves.uses(before, index):
                for alternative in range(len(activation.outputs)):
                    pool = made(activation, alternative, use.factor, before.pool)
                    yield Node(
                        use.state._replace(pool=pool),
                        number,
                        node,
                        (*steps, Step(index, alternative, use.own_tapped, use.picks, spent)),
                    )

    def drawn(self, state: State, drawn: Drawn) -> State | None:
        """Return the state after units are drawn from their supplies, and taken."""
        after: State | None = state._replace(pool=taken(state, drawn))
        for supply, number in zip(drawn.supplies, drawn.numbers, strict=True):
            if number and supply.kind is None and after is not None:
                activation = self.program.activations[supply.ways[0].activation]
                after = self.moves.drawn(after, activation, number)
        return after

    def read(self, drawn: Drawn) -> tuple[tuple[Step, ...], Spent]:
        """Return the uses that make the units drawn, and what the units pay."""
        accepts = [self.program.demands[demand].accepts for demand in drawn.demands]
        sets = [
            sum(
                1 << bit
                for bit, accepted in enumerate(accepts)
                if not accepted.isdisjoint(supply.kinds)
            )
            for supply in drawn.supplies
        ]
        places = greedy.assign(list(zip(sets, drawn.numbers, strict=True)), drawn.due)
        steps: list[Step] = []
        spent: Counter[tuple[int, int]] = Counter()
        for supply, classes in zip(drawn.supplies, places, strict=True):
            for place in classes:
                kind = supply.kind
                if kind is None:
                    way = supply.way(accepts[place])
                    steps.append(Step(way.activation, way.alternative))
                    kind = way.kind
                spent[drawn.demands[place], kind] += 1
        return tuple(steps), tuple((*pair, amount) for pair, amount in sorted(spent.items()))

    def _ends(
        self, node: Node, number: int, amounts: tuple[int, ...]
    ) -> Iterator[tuple[int, Found]]:
        """Yield every way to pay all that is due from a position."""
        option = self.program.options[number]
        if node.parent is not None and not option.window:
            return
        asks = option.picks or option.covers or option.mark or option.uses or option.life
        if not (asks or self.program.required):
            yield from self._plain_ends(node, number, amounts)
            return
        for drawn in self._dues(node, number, amounts):
            paid = self.drawn(node.state, drawn)
            if paid is None or not all(paid.touched[body] for body in self.program.required):
                continue
            activations = node.activations + self._uses_of(drawn)
            for ended in closed(self.moves, paid, option, self.life(drawn)):
                used = self._amounts(ended.state, activations, option, done=True)
                yield sum(used), Found(self, number, node, drawn, greedy.packed(used), ended)

    def _plain_ends(
        self, node: Node, number: int, amounts: tuple[int, ...]
    ) -> Iterator[tuple[int, Found]]:
        """Yield every way to pay from a position where nothing but units is due."""
        start = self._amounts(node.state, node.activations, done=True)
        total, packed = sum(start), greedy.packed(start)
        prices: list[tuple[int, int]] | None = None
        for drawn in self._dues(node, number, amounts):
            if prices is None:
                prices = list(map(self.price, drawn.supplies))
                special = any(self._is_special(supply, node.state) for supply in drawn.supplies)
            if special:
                life = self.life(drawn)
                paid = self.drawn(node.state, drawn)
                if paid is None or (life and life > self.moves.life(paid)):
                    continue
                activations = node.activations + self._uses_of(drawn)
                after = self._amounts(paid._replace(lost=paid.lost + life), activations, done=True)
                yield sum(after), Found(self, number, node, drawn, greedy.packed(after))
                continue
            rank, used = total, packed
            for copies, (more, each) in zip(drawn.numbers, prices, strict=True):
                if copies:
                    rank += copies * more
                    used += copies * each
            yield rank, Found(self, number, node, drawn, used)

    def _dues(self, node: Node, number: int, amounts: tuple[int, ...]) -> Iterator[Drawn]:
        """Yield every way to pay what is due, but those that are known to waste something.

        What floats after the last use must pay for more than what floated before, and as much of it
        must be spent as can be: it could stand for what is made in its place.
        """
        state, option = node.state, self.program.options[number]
        asked = self.program.required or self.supplies.wanted_tapped
        thrifty = self._is_monotone and not asked
        before = node.parent.state.pool if thrifty and node.parent else None
        if before is not None and not self.supplies.adds(state.pool, before, amounts):
            return
        yield from self.supplies.due(state, amounts, option, thrifty=thrifty)

    def _is_special(self, supply: Supply, state: State) -> bool:
        """Tell whether drawing units is not always possible, or uses up less than `price` says.

        It may take life or resources that are not there, and a source that has used an ability
        without being tapped is not touched once more.
        """
        activations = [self.program.activations[way.activation] for way in supply.ways]
        return any(
            each.uses
            or each.life
            or each.damage
            or (each.body is not None and state.touched[each.body])
            for each in activations
        )

    def price(self, supply: Supply) -> tuple[int, int]:
        """Return what drawing one unit uses up: how much, and packed."""
        if supply.kind is not None:
            return 0, 0
        if supply not in self._prices:
            drawn = Drawn((supply,), (1,), (), ())
            one = self.drawn(self.start, drawn)
            if one is None:  # what it takes is not there, so none is ever drawn
                return 0, 0
            before = self._amounts(self.start, 0)
            after = self._amounts(
                one._replace(lost=one.lost + self.life(drawn)), self._uses_of(drawn)
            )
            used = [each - other for each, other in zip(after, before, strict=True)]
            self._prices[supply] = sum(used), greedy.packed(used)
        return self._prices[supply]

    def life(self, drawn: Drawn) -> int:
        """Return the life that payers cost."""
        life = 0
        for supply, copies in zip(drawn.supplies, drawn.numbers, strict=True):
            if copies and supply.kind is None:
                activation = self.program.activations[supply.ways[0].activation]
                life += copies * activation.life * activation.closing
        return life

    def _uses_of(self, drawn: Drawn) -> int:
        """Count the abilities activated for units, and the objects tapped as payers."""
        uses = 0
        for supply, copies in zip(drawn.supplies, drawn.numbers, strict=True):
            if supply.kind is None:
                activation = self.program.activations[supply.ways[0].activation]
                uses += copies * (activation.taps or not activation.closing)
        return uses
