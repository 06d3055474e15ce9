"""A bounded search over which activations are used, with a matching that says how far they carry.

A node is a set of uses such that what they need can be drawn from springs and from each other.
The node whose matching leaves the fewest units lacking is looked at first. The matching of a
search knows no order, so that sets of uses, not sequences, are told apart; a set that pays
everything is then put into an order. If nothing is left to try, nothing pays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from autotap.solver.backends.matcher_layout import Layout, Price, Use, add
from autotap.solver.backends.matcher_replay import Table, made_by, state_of, values_of
from autotap.solver.backends.matching import Matching
from autotap.solver.program import Move
from autotap.solver.solution import Solution, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autotap.solver.backends.matcher_layout import Spring, Way
    from autotap.solver.backends.matcher_replay import Picks
    from autotap.solver.program import Pick

MAX_TRIES = 200
"""Most uses that are put in place when one set of uses is put into an order."""


class OutOfBudget(Exception):  # noqa: N818 - no error: it ends a search
    """The budget of a search is used up."""


class Budget:
    """Nodes and seconds that a search may use.

    Parameters
    ----------
    nodes
        Most nodes.
    granted
        Nodes that may be used whatever the clock says.
    is_late
        Tells whether the time is up.
    """

    def __init__(self, nodes: int, granted: int, is_late: Callable[[], bool]) -> None:
        self.nodes, self.granted, self.is_late = nodes, granted, is_late
        self.used = 0

    def spend(self) -> None:
        """Count a node.

        Raises
        ------
        OutOfBudget
            If it is one too many.
        """
        self.used += 1
        if self.used > self.nodes or (self.used > self.granted and self.is_late()):
            raise OutOfBudget


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
        self.due = due
        self.budget = budget
        self.is_complete = layout.is_complete
        self.was_refused = False
        self.home: dict[int, int] = {}
        for number, spring in enumerate(layout.springs):
            for body, _, _ in spring.members:
                if body is not None:
                    self.home[body] = number
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
        root = self._root()
        heap = [(self._lack(root), root.price, 0, root)]
        seen: set[tuple[int, ...]] = set()
        serial = 0
        while heap:
            lack, _, _, node = heappop(heap)
            if not lack:
                solution = _Order(self, node).solution()
                if solution is not None:
                    return solution
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
        return node.matching.deficit + len(self.pending - node.touched)

    def _root(self) -> _Node:
        matching = self.matching(ordered=False)
        matching.repair()
        closing = self.layout.option.life
        touched = {body for _, body in self.layout.closing.picks}
        price = (0,) * len(self.program.terms)
        return _Node(matching, (), price, closing_life=closing, touched=frozenset(touched))

    def matching(self, *, ordered: bool) -> Matching:
        """Return a matching with the stock, the springs and what is due, nothing assigned yet.

        The supplies of springs come first, spring by spring; then there is one for each kind. The
        first demands are those of the Program.
        """
        matching = Matching(ordered=ordered)
        for spring in self.layout.springs:
            copies = sum(number for _, number, _ in spring.members)
            for kinds, amount in spring.units:
                matching.add_supply(kinds, copies * amount)
        for kind, each in enumerate(self.program.kinds):
            matching.add_supply(1 << kind, each.stock)
        for accepts, amount in zip(self.layout.bound.accepts, self.due, strict=True):
            matching.add_demand(accepts if amount else 0, amount)
        return matching

    def first_supply(self, spring: int) -> int:
        """Return the number of the first supply of a spring."""
        return sum(len(each.units) for each in self.layout.springs[:spring])

    def add_use(self, matching: Matching, use: Use, moment: int) -> bool:
        """Add what a use needs to a matching; tells whether it is there."""
        activation = self.program.activations[use.activation]
        tapped = [body for pick, body in use.picks if pick.move is Move.TAP]
        if activation.taps and activation.body is not None:
            tapped.append(activation.body)
        for body in tapped:
            if body in self.home:
                first = self.first_supply(self.home[body])
                units = self.layout.springs[self.home[body]].units
                for number, (_, amount) in enumerate(units):
                    matching.shrink(first + number, amount)
        bound = self.layout.bound
        for demand, amount in activation.needs:
            matching.add_demand(bound.accepts[demand] & ~bound.exact, amount, moment)
        return matching.repair()

    def _extend(self, node: _Node, index: int, use: Use) -> _Node | None:
        """Add a use to a node, None if it cannot be added."""
        layout, activation = self.layout, self.program.activations[use.activation]
        if sum(layout.uses[i].activation == use.activation for i in node.uses) >= (
            layout.caps[use.activation]
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
        self.budget.spend()
        child.matching = node.matching.copy()
        if not self.add_use(child.matching, use, len(node.uses)):
            return None
        for kind, amount in use.made:
            child.matching.add_supply(1 << kind, amount, len(node.uses))
        child.matching.repair()
        return child

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


class _Order:
    """Puts the uses of one node into an order, and makes a solution of it."""

    def __init__(self, search: Search, node: _Node) -> None:
        self.search = search
        self.layout = search.layout
        self.program = search.program
        uses = [self.layout.uses[index] for index in node.uses]
        closing = [u for u in uses if self.program.activations[u.activation].closing]
        self.uses = [use for use in uses if use not in closing] + closing
        self.tries = MAX_TRIES

    def solution(self) -> Solution | None:
        """Return a solution, None if no order was found."""
        table = Table(self.program)
        for pick, body in self.layout.closing.picks:
            if pick.move is Move.TAP:
                table.untapped[body] -= 1
        solution = self._go(table, self.search.matching(ordered=True), self.uses, ())
        certain = self.search.any_order and self.tries > 0 and not self.search.was_refused
        if solution is None and not certain:
            self.search.is_complete = False
        return solution

    def _go(
        self,
        table: Table,
        matching: Matching,
        left: list[Use],
        done: tuple[tuple[Use, Picks, bool], ...],
    ) -> Solution | None:
        """Try the uses that are left one after another."""
        if not left:
            matching.repair()
            return None if matching.deficit else _Reading(self, matching, done).solution()
        for number, use in enumerate(left):
            if use in left[:number] or self.tries <= 0:
                continue
            activation = self.program.activations[use.activation]
            if activation.closing and not self.program.activations[left[0].activation].closing:
                continue
            self.tries -= 1
            now = table.copy()
            picks = self._states(use, now)
            tapped = bool(
                activation.leaves
                and not activation.taps
                and activation.body is not None
                and now.tapped[activation.body]
            )
            if activation.closing:
                now.life += activation.life
            factor = now.act(use.activation, picks, tapped=tapped)
            if factor is None:
                continue
            after = matching.copy()
            if not self.search.add_use(after, use, len(done)):
                continue
            for kind, amount in made_by(activation, use.alternative, factor):
                after.add_supply(1 << kind, amount, len(done))
            rest = left[:number] + left[number + 1 :]
            solution = self._go(now, after, rest, (*done, (use, picks, tapped)))
            if solution is not None:
                return solution
        return None

    def _states(self, use: Use, table: Table) -> Picks:
        """Say of each picked copy whether it is a tapped one."""
        after = table.copy()
        picks = []
        for pick, body in use.picks:
            move = state_of(pick, body, after)
            after.move(move, body)
            picks.append((move, body))
        return tuple(picks)


class _Reading:
    """Reads a solution off a matching that pays everything."""

    def __init__(
        self, order: _Order, matching: Matching, done: tuple[tuple[Use, Picks, bool], ...]
    ) -> None:
        self.search = order.search
        self.layout = order.layout
        self.program = order.program
        self.matching = matching
        self.done = done
        self.spent: list[Counter[int]] = [Counter() for _ in matching.flow]
        self.soft: list[Way] = []

    def solution(self) -> Solution | None:
        """Return the solution if it can be carried out."""
        first = 0
        for spring in self.layout.springs:
            if not self._draw(spring, first):
                return None
            first += len(spring.units)
        for demand, flow in enumerate(self.matching.flow):
            for supply, amount in flow.items():
                if supply >= first and amount:
                    kinds = self.matching.kinds[supply]
                    self.spent[demand][kinds.bit_length() - 1] += amount
        activations = self.program.activations
        steps = [Step(w.activation, w.alternative) for w in self.soft]
        node = len(self.program.demands)
        for use, picks, tapped in self.done:
            spent = []
            for demand, _ in activations[use.activation].needs:
                spent += [(demand, kind, n) for kind, n in sorted(self.spent[node].items())]
                node += 1
            steps.append(Step(use.activation, use.alternative, tapped, picks, tuple(spent)))
        steps += self._extra(steps)
        steps.sort(key=lambda step: activations[step.activation].closing)
        spent = [
            (demand, kind, amount)
            for demand in range(len(self.program.demands))
            for kind, amount in sorted(self.spent[demand].items())
        ]
        return self._close(tuple(steps), tuple(spent))

    def _draw(self, spring: Spring, first: int) -> bool:
        """Draw the units of a spring from its cheapest members."""
        flows: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number in range(len(spring.units)):
            for demand, flow in enumerate(self.matching.flow):
                if flow.get(first + number):
                    flows[number].append((demand, flow[first + number]))
        tapped: Counter[int | None] = Counter()
        for use, picks, _ in self.done:
            activation = self.program.activations[use.activation]
            tapped[activation.body] += activation.taps
            tapped.update(body for move, body in picks if move is Move.TAP)
        members = [
            (copies - (tapped[body] if body is not None else 0), ways)
            for body, copies, ways in spring.members
        ]
        copies = [ways for number, ways in members for _ in range(number)]
        if len(spring.units) == 1 and spring.units[0][1] == 1:
            takers = [demand for demand, number in flows[0] for _ in range(number)]
            if len(takers) > len(copies):
                return False
            for demand, ways in zip(takers, copies, strict=False):
                way, kind = next(
                    (way, kind)
                    for way in ways
                    for kind, _ in self.layout.made(way)
                    if self.matching.accepts[demand] >> kind & 1
                )
                self.soft.append(way)
                self.spent[demand][kind] += 1
            return True
        drawn = 0
        for number, (kinds, amount) in enumerate(spring.units):
            taken = sum(n for _, n in flows[number])
            drawn = max(drawn, -(-taken // amount))
            for demand, n in flows[number]:
                self.spent[demand][kinds.bit_length() - 1] += n
        self.soft += [ways[0] for ways in copies[:drawn]]
        return drawn <= len(copies)

    def _extra(self, steps: list[Step]) -> list[Step]:
        """Return uses of required bodies that nothing else touches."""
        activations = self.program.activations
        touched = {activations[step.activation].body for step in steps}
        touched.update(body for step in steps for _, body in step.picks)
        touched.update(body for _, body in self.layout.closing.picks)
        return [
            Step(min(free, key=self.layout.prices.__getitem__))
            for body in self.program.required
            if body not in touched
            and (
                free := [
                    i
                    for i in self.layout.usable
                    if activations[i].body == body and self.layout.is_free(i)
                ]
            )
        ]

    def _close(self, steps: tuple[Step, ...], spent: tuple[tuple[int, int, int], ...]) -> (
        Solution | None
    ):
        """Choose the states of what the announcement picks, and check the whole."""
        layout = self.layout
        table = Table(self.program)
        for step in steps:
            table.life = self.program.life or 0
            if table.act(step.activation, step.picks, tapped=step.tapped) is None:
                self.search.was_refused = True
                return None
        picks = _closed(layout.closing.picks, table)
        mark = None
        if layout.option.mark is not None and layout.closing.mark is not None:
            body = layout.closing.mark
            leaving = (Move.LEAVE, Move.LEAVE_TAPPED)
            if body in layout.option.mark.fatal and not any(
                move in leaving and picked == body for move, picked in picks
            ):
                mark = (Move.LEAVE_TAPPED if table.tapped[body] > 0 else Move.LEAVE, body)
            else:
                mark = (None, body)
        solution = Solution(
            layout.number, steps, picks, spent, (), layout.closing.covers, mark
        )
        values = values_of(self.program, solution, self.search.due)
        if values is None:
            self.search.was_refused = True
            return None
        return Solution(
            layout.number, steps, picks, spent, values, layout.closing.covers, mark
        )


def _closed(picks: tuple[tuple[Pick, int], ...], table: Table) -> Picks:
    """Say of each copy that an announcement picks whether it is a tapped one then.

    What is untapped and tapped for it comes first.
    """
    first = (Move.UNTAP, Move.TAP)
    order = sorted(range(len(picks)), key=lambda i: (picks[i][0].move not in first, i))
    moves: dict[int, tuple[Move, int]] = {}
    for index in order:
        pick, body = picks[index]
        moves[index] = (state_of(pick, body, table), body)
        table.move(*moves[index])
    return tuple(moves[index] for index in range(len(picks)))
