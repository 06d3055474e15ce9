"""A bounded search over which activations are used, with a matching that says how far they carry.

A node is a set of uses such that what they need can be drawn from springs and from each other.
The node whose matching leaves the fewest units lacking is looked at first. The matching of a
search knows no order, so that sets of uses, not sequences, are told apart; a set that pays
everything is then put into an order. If nothing is left to try, nothing pays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from autotap.solver.backends.matcher.budget import weight
from autotap.solver.backends.matcher.order import Order
from autotap.solver.backends.matcher.prices import add
from autotap.solver.backends.matcher.units import Units
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.backends.matcher.budget import Budget
    from autotap.solver.backends.matcher.layout import Layout, Use
    from autotap.solver.backends.matcher.matching import Matching
    from autotap.solver.backends.matcher.prices import Price
    from autotap.solver.solution import Solution


ROOT = 5
"""Nodes that a layout and its first matching are worth."""


@dataclass
class _Node:
    """A set of uses.

    Parameters
    ----------
    matching
        Who takes what.
    uses
        Indices of the uses, in the order of their choice.
    price
        What they cost together.
    taps, untaps, gone
        What they do to each body.
    spent
        What they take of each resource.
    paid, damage, closing_life
        Life.
    touched
        Required bodies that they touch.
    """

    matching: Matching
    uses: tuple[int, ...]
    price: Price
    taps: Counter[int] = field(default_factory=Counter)
    untaps: Counter[int] = field(default_factory=Counter)
    gone: Counter[int] = field(default_factory=Counter)
    spent: Counter[int] = field(default_factory=Counter)
    paid: int = 0
    damage: int = 0
    closing_life: int = 0
    touched: frozenset[int] = frozenset()


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
        tapped = sum(
            max(0, number - self.layout.untapped[body] - node.untaps[body] + node.taps[body])
            for body, number in self.layout.awaited.items()
        )
        return node.matching.deficit + len(self.pending - node.touched) + tapped

    def _root(self) -> _Node:
        matching = self.units.matching(ordered=False)
        matching.repair()
        closing = self.layout.option.life
        price = (0,) * len(self.program.terms)
        return _Node(matching, (), price, closing_life=closing)

    def _extend(self, node: _Node, index: int, use: Use) -> _Node | None:
        """Add a use to a node, None if it cannot be added."""
        layout, activation = self.layout, self.program.activations[use.activation]
        if (
            sum(layout.uses[i].activation == use.activation for i in node.uses)
            >= (layout.caps[use.activation])
        ):
            return None
        spent = node.spent
        if activation.uses:
            spent = spent + Counter(dict(activation.uses))
            if any(spent[r] > layout.capacity[r] for r, _ in activation.uses):
                return None
        child = _Node(
            node.matching,
            (*node.uses, index),
            add(node.price, use.price),
            Counter(node.taps),
            Counter(node.untaps),
            Counter(node.gone),
            spent,
            node.paid + activation.life * (not activation.closing),
            node.damage + activation.damage,
            node.closing_life + activation.life * activation.closing,
            node.touched,
        )
        if not (self._has_life(child) and self._has_bodies(child, use)):
            return None
        self.budget.spend(weight(len(node.uses)))
        child.matching = node.matching.copy()
        # what it makes comes first, for it may let others give up what this use needs
        self.units.give(child.matching, use.made, len(node.uses))
        return child if self.units.take(child.matching, use, len(node.uses)) else None

    def _has_life(self, node: _Node) -> bool:
        life = self.program.life or 0
        if node.closing_life:
            return node.closing_life + node.paid + node.damage <= life
        return node.paid <= max(life, 0)

    def _has_bodies(self, node: _Node, use: Use) -> bool:
        activation = self.program.activations[use.activation]
        moves: list[tuple[Counter[int], int]] = []
        if (body := activation.body) is not None:
            node.touched |= {body}
            if activation.taps:
                moves.append((node.taps, body))
            if activation.untaps:
                moves.append((node.untaps, body))
            if activation.leaves:
                moves.append((node.gone, body))
        for pick, picked in use.picks:
            by_move = {Move.TAP: node.taps, Move.UNTAP: node.untaps}
            moves.append((by_move.get(pick.move, node.gone), picked))
        for counter, touched in moves:
            counter[touched] += 1
            node.touched |= {touched}
        bodies, layout = self.program.bodies, self.layout
        return all(
            node.taps[b] <= layout.untapped[b] + node.untaps[b]
            and node.untaps[b] <= bodies[b].copies * bodies[b].tapped + node.taps[b]
            and node.gone[b] <= layout.copies[b]
            for b in {touched for _, touched in moves}
        )
