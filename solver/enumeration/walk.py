"""A walk through the positions of a payment that meets every payment that wastes nothing, once.

A position is what a `State` says. From each one, every activation that must be chosen leads on,
paid with floating units and springs in every way; and every way to pay all that is due from there
is a payment. Positions and payments are taken by how much is used up so far: whatever makes a
payment wasteful, another one that uses less of the same things, has been met before it.
"""

from __future__ import annotations

from bisect import bisect_left
from heapq import heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.solver.backends import greedy
from autotap.solver.backends.matcher import splits
from autotap.solver.enumeration.closing import closed
from autotap.solver.enumeration.found import Found, Node, written
from autotap.solver.enumeration.measure import Measures
from autotap.solver.enumeration.moves import Moves, made, start_of
from autotap.solver.enumeration.supplies import Supplies
from autotap.solver.enumeration.usage import Usage
from autotap.solver.solution import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.enumeration.alike import Alike
    from autotap.solver.enumeration.moves import State
    from autotap.solver.enumeration.supplies import Drawn
    from autotap.solver.program import Program


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
        self.usage = Usage(program, options, alike, self.moves, self.supplies)
        self.measures = Measures(self.moves)
        self.start = start_of(program)
        self._thrift: list[Found] = []
        self._ranks: list[int] = []
        self._due = {option: list(splits(program, option)) for option in options}

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
        if self.program.untappable or self.usage.given_up.intersection(self.alike.owners):
            found = iter(sorted(found, key=itemgetter(0)))
        thrifty = self._thrifty(found)
        if self.usage.is_told:
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
            name = each.key if self.usage.is_told else (each.key, each.values)
            if name in known:
                continue
            smaller = self._thrift[: bisect_left(self._ranks, rank)]
            if not any(self._wastes(each, other) for other in smaller):
                known.add(name)
                self._thrift.append(each)
                self._ranks.append(rank)
                yield each

    def _wastes(self, one: Found, other: Found) -> bool:
        """Tell whether a payment uses up more than another one, and no term is better for it."""
        if not self.usage.exceeds(one.used, other.used):
            return False
        if self.usage.is_monotone:
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
        if not (self.usage.is_monotone and self._thrift):
            return False
        used = greedy.packed(self.usage.amounts(node.state, node.activations))
        return any(self.usage.exceeds(used, each.used) for each in self._thrift)

    def _after(self, node: Node) -> Iterator[tuple[int, Node | Found]]:
        for option in self.options:
            for amounts in self._due[option]:
                yield from self._ends(node, option, amounts)
        if any(self.program.options[option].window for option in self.options):
            for index in self.supplies.chosen:
                for each in self._uses(node, index):
                    yield sum(self.usage.amounts(each.state, each.activations)), each

    def _uses(self, node: Node, index: int) -> Iterator[Node]:
        """Yield the positions after an activation, paid in every way."""
        activation = self.program.activations[index]
        for drawn in self.supplies.needed(node.state, activation):
            before = self.usage.drawn(node.state, drawn)
            if before is None:
                continue
            steps, spent = written(self.program, drawn)
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
            paid = self.usage.drawn(node.state, drawn)
            if paid is None or not all(paid.touched[body] for body in self.program.required):
                continue
            activations = node.activations + self.usage.uses_of(drawn)
            for ended in closed(self.moves, paid, option, self.usage.life(drawn)):
                used = self.usage.amounts(ended.state, activations, option, done=True)
                yield sum(used), Found(self, number, node, drawn, greedy.packed(used), ended)

    def _plain_ends(
        self, node: Node, number: int, amounts: tuple[int, ...]
    ) -> Iterator[tuple[int, Found]]:
        """Yield every way to pay from a position where nothing but units is due."""
        start = self.usage.amounts(node.state, node.activations, done=True)
        total, packed = sum(start), greedy.packed(start)
        prices: list[tuple[int, int]] | None = None
        for drawn in self._dues(node, number, amounts):
            if prices is None:
                prices = list(map(self.usage.price, drawn.supplies))
                special = any(
                    self.usage.is_special(supply, node.state) for supply in drawn.supplies
                )
            if special:
                life = self.usage.life(drawn)
                paid = self.usage.drawn(node.state, drawn)
                if paid is None or (life and life > self.moves.life(paid)):
                    continue
                activations = node.activations + self.usage.uses_of(drawn)
                after = self.usage.amounts(
                    paid._replace(lost=paid.lost + life), activations, done=True
                )
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
        thrifty = self.usage.is_monotone and not asked
        before = node.parent.state.pool if thrifty and node.parent else None
        if before is not None and not self.supplies.adds(state.pool, before, amounts):
            return
        yield from self.supplies.due(state, amounts, option, thrifty=thrifty)
