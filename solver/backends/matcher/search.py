"""A bounded search over which activations are used, with a matching that says how far they carry.

A node is a set of uses such that what they need can be drawn from springs and from each other.
The node whose matching leaves the fewest units lacking is looked at first. The matching of a
search knows no order, so that sets of uses, not sequences, are told apart; a set that pays
everything is then put into an order. If nothing is left to try, nothing pays.
"""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.backends.matcher.budget import weight
from autotap.solver.backends.matcher.order import Order
from autotap.solver.backends.matcher.prices import add
from autotap.solver.backends.matcher.units import Units
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver.backends.matcher.budget import Budget
    from autotap.solver.backends.matcher.layout import Layout, Use
    from autotap.solver.backends.matcher.matching import Matching
    from autotap.solver.backends.matcher.prices import Price
    from autotap.solver.solution import Solution


ROOT = 5
"""Nodes that a layout and its first matching are worth."""
OWN = (Move.TAP, Move.UNTAP, Move.LEAVE)


class _Node(NamedTuple):
    """A set of uses.

    Parameters
    ----------
    matching
        Who takes what.
    uses
        Indices of the uses, in the order of their choice.
    price
        What they cost together.
    moves
        What they do to each body; None where they only need that a copy is there.
    """

    matching: Matching
    uses: tuple[int, ...]
    price: Price
    moves: Counter[tuple[Move | None, int]]


class Search:
    """The search for one layout and what is due.

    Parameters
    ----------
    layout
        Springs and uses.
    due
        Units due per demand.
    budget
        Its budget.
    """

    def __init__(self, layout: Layout, due: Sequence[int], budget: Budget) -> None:
        self.layout = layout
        self.program = layout.program
        self.units = Units(layout, due)
        self.budget = budget
        self.is_complete = layout.is_complete
        self.was_refused = False
        self.pending = frozenset(layout.explicit) & frozenset(self.program.required)
        self.any_order = self._any_order()

    def _any_order(self) -> bool:
        """Tell whether the order of uses matters for their units only."""
        activations = [self.program.activations[use.activation] for use in self.layout.uses]
        return not any(
            a.untaps
            or (a.leaves and not a.taps)
            or a.absent
            or any(pick.move is not Move.TAP for pick in a.picks)
            for a in activations
        )

    def run(self) -> Solution | None:
        """Return a solution, None if none was found; `is_complete` then tells whether none is.

        Raises
        ------
        OutOfBudget
            If the budget is used up first.
        """
        self.budget.spend(ROOT)
        root = self._root()
        heap = [(self._lack(root), root.price, 0, root)]
        seen: set[tuple[int, ...]] = set()
        serial = 0
        while heap:
            lack, _, _, node = heappop(heap)
            if not lack:
                uses = [self.layout.uses[index] for index in node.uses]
                order = Order(self.units, uses, self.budget)
                solution = order.solution()
                if solution is not None:
                    return solution
                self.was_refused |= order.was_refused
                self.is_complete &= self.any_order and order.is_complete
            for index, use in enumerate(self.layout.uses):
                key = tuple(sorted((*node.uses, index)))
                if key in seen:
                    continue
                seen.add(key)
                child = self._extend(node, index, use)
                if child is not None:
                    serial += 1
                    heappush(heap, (self._lack(child), child.price, serial, child))
        return None

    def _lack(self, node: _Node) -> int:
        """Count the units, the required bodies and the untapped copies that are lacking."""
        moves, layout = node.moves, self.layout
        untouched = self.pending.difference(body for _, body in moves)
        tapped = sum(
            max(0, n + moves[Move.TAP, b] - moves[Move.UNTAP, b] - layout.untapped[b])
            for b, n in layout.awaited.items()
        )
        return node.matching.deficit + len(untouched) + tapped

    def _root(self) -> _Node:
        matching = self.units.matching(ordered=False)
        matching.repair()
        return _Node(matching, (), (0,) * len(self.program.terms), Counter())

    def _extend(self, node: _Node, index: int, use: Use) -> _Node | None:
        """Add a use to a node, None if it cannot be added."""
        uses = (*node.uses, index)
        moves = node.moves + Counter(self._moves(use))
        if not (self._has_bodies(moves) and self._has_resources(uses)):
            return None
        self.budget.spend(weight(len(node.uses)))
        matching = node.matching.copy()
        # what it makes comes first, for it may let others give up what this use needs
        self.units.give(matching, use.made, len(node.uses))
        if not self.units.take(matching, use, len(node.uses)):
            return None
        return _Node(matching, uses, add(node.price, use.price), moves)

    def _moves(self, use: Use) -> Iterator[tuple[Move | None, int]]:
        activation = self.program.activations[use.activation]
        if (body := activation.body) is not None:
            done = (activation.taps, activation.untaps, activation.leaves)
            own = [move for move, does in zip(OWN, done, strict=True) if does]
            for move in own or (None,):
                yield move, body
        for pick, picked in use.picks:
            yield Move.LEAVE if pick.move is Move.LEAVE_TAPPED else pick.move, picked

    def _has_bodies(self, moves: Counter[tuple[Move | None, int]]) -> bool:
        bodies, layout = self.program.bodies, self.layout
        return all(
            moves[Move.TAP, b] <= layout.untapped[b] + moves[Move.UNTAP, b]
            and moves[Move.UNTAP, b] <= bodies[b].copies * bodies[b].tapped + moves[Move.TAP, b]
            and moves[Move.LEAVE, b] <= layout.copies[b]
            for b in {body for _, body in moves}
        )

    def _has_resources(self, uses: tuple[int, ...]) -> bool:
        """Tell whether caps, resources and life allow so many uses."""
        layout, program = self.layout, self.program
        times = Counter(layout.uses[use].activation for use in uses)
        spent: Counter[int] = Counter()
        paid = damage = 0
        closing = layout.option.life
        for index, number in times.items():
            if number > layout.caps[index]:
                return False
            activation = program.activations[index]
            for resource, amount in activation.uses:
                spent[resource] += number * amount
            damage += number * activation.damage
            if activation.closing:
                closing += number * activation.life
            else:
                paid += number * activation.life
        life = max(program.life or 0, 0)
        return all(amount <= layout.capacity[r] for r, amount in spent.items()) and (
            closing + paid + damage <= life if closing else paid <= life
        )
