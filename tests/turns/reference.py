"""Exhaustive reference for turns: every sequence of mana abilities and cards, read from plain JSON.

A turn case has a ``board`` in the case format (``life``, ``pool`` and ``graveyard`` beside it),
``land_drops`` and ``cards``. A card has ``name``, ``value`` and ``count``; ``land`` or a ``cost``;
``adds`` (texts of mana lists, of which one is chosen), ``arrives`` (board entries; one with
``pay_life`` enters tapped unless that much life is paid), ``sacrifice`` (a type), ``life``,
``value_per_x``, ``kicker`` with ``kicker_value``, and ``restrictions``: verdicts on the restriction
texts of the case.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.notation import TYPES, parse_cost, parse_mana_list
from tests.reference.objects import CopyState, give_touched, no_loss, present
from tests.reference.position import Context, State
from tests.reference.question import LIFE_FLOOR, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.reference.notation import Symbol
    from tests.reference.position import Position

TERMS = (
    *("lethal", "value", "losses", "cards", "reserved", "flexibility", "graveyard"),
    "activations",
)
ABSENT = CopyState(False, gone=True)
MOST_X = 12

Paid = tuple[int, int, int]
"""Value (negated), losses and mana abilities so far."""


class Node(NamedTuple):
    """A moment of the turn: the position, the copies of each card in hand, and the land drops."""

    state: State
    hand: tuple[int, ...]
    drops: int


class Way(NamedTuple):
    """One way to announce a card: its mana, its X, and what it is worth then."""

    cost: tuple[Symbol, ...]
    x: int
    value: int


class TurnReference:
    """One turn case, and everything that can be done in it."""

    def __init__(self, case: Mapping[str, Any], *, max_states: int | None = None) -> None:
        self.cards = case["cards"]
        self.arriving: list[list[tuple[int, int]]] = []
        board = list(case["board"])
        for card in self.cards:
            self.arriving.append([])
            for entry in card.get("arrives", ()):
                self.arriving[-1].append((len(board), entry["count"]))
                board.append({**entry, "count": entry["count"] * card["count"]})
        paid = {"extra": [card.get("cost") for card in self.cards]}
        start = Question({**case, "pay": paid})
        self.question = Question({**case, "pay": paid, "board": board}, max_states=max_states)
        self.world = self.question.world
        self.question._scarcity = start._scarcity
        self.question._price = [
            sum(worth[kind] * start._scarcity[kind] for kind in TYPES)
            for worth in self.question._worth
        ]
        for index, card in enumerate(self.cards):
            self.world.contexts[f"card {index}"] = Context(card.get("restrictions", {}))
        self.ways = [list(self.announced(card)) for card in self.cards]
        position = self.world.start.position
        for group, _ in (place for places in self.arriving for place in places):
            for _ in range(self.world.groups[group].count):
                absent = self.world.state_id(group, ABSENT)
                position = self.world.change(position, group, 0, absent)
        hand = tuple(card["count"] for card in self.cards)
        self.start = Node(
            self.world.start._replace(position=position), hand, case.get("land_drops", 1)
        )

    @staticmethod
    def announced(card: Mapping[str, Any]) -> Iterator[Way]:
        """Every way to announce a card."""
        if card.get("land"):
            return
        cost = parse_cost(card["cost"])
        has_x = any(symbol.variable for symbol in cost)
        for x in range(MOST_X + 1 if has_x else 1):
            value = card["value"] + x * card.get("value_per_x", 0)
            yield Way(cost, x, value)
            if "kicker" in card:
                kicked = cost + parse_cost(card["kicker"])
                yield Way(kicked, x, value + card["kicker_value"])

    # -- what can be done ----------------------------------------------------------------------

    def after(self, node: Node) -> Iterator[tuple[Node, Paid]]:
        """Everything that can follow, with what it costs and is worth."""
        for move in self.world.moves(node.state.position):
            for step in self.world.after(node.state, move):
                yield node._replace(state=step.state), (0, move.loss, 1)
        for index, card in enumerate(self.cards):
            if not node.hand[index]:
                continue
            hand = (*node.hand[:index], node.hand[index] - 1, *node.hand[index + 1 :])
            if card.get("land"):
                if node.drops:
                    for state in self.resolved(index, node.state):
                        yield Node(state, hand, node.drops - 1), (-card["value"], 0, 0)
                continue
            for way in self.ways[index]:
                for paid in self.paid(index, card, way, node.state):
                    for state in self.resolved(index, paid):
                        yield Node(state, hand, node.drops), (-way.value, 0, 0)

    def paid(self, index: int, card: Mapping[str, Any], way: Way, state: State) -> Iterator[State]:
        """The positions after paying for a card, in every way."""
        world = self.world
        life = card.get("life", 0)
        for expansion in world.expand(way.cost, f"card {index}", way.x):
            due = life + expansion.life
            if due and state.life < due:
                continue
            for left in world.fills(expansion.demand, state.pool):
                for position in self.given_up(card, state.position):
                    yield state._replace(position=position, pool=left, life=state.life - due)

    def given_up(self, card: Mapping[str, Any], position: Position) -> list[Position]:
        """The positions after the sacrifice that a card asks for."""
        if "sacrifice" not in card:
            return [position]
        wanted = partial(present, card["sacrifice"])
        ways = self.world.pick({(position, None): 0}, 1, wanted, give_touched, no_loss)
        return [after for after, _ in ways]

    def resolved(self, index: int, state: State) -> Iterator[State]:
        """The positions after a card has resolved."""
        world, entered = self.world, [state]
        for (group, count), entry in zip(
            self.arriving[index], self.cards[index].get("arrives", ()), strict=True
        ):
            for _ in range(count):
                entered = [after for each in entered for after in self.enters(each, group, entry)]
        for text in self.cards[index].get("adds", ()) or ("",):
            made = tuple(world.unit_kind(unit, None) for unit in parse_mana_list(text))
            for each in entered:
                yield each._replace(pool=tuple(sorted(each.pool + made)))

    def enters(self, state: State, group: int, entry: Mapping[str, Any]) -> Iterator[State]:
        """The positions after one object has entered, in every way."""
        world = self.world
        absent, life = world.state_id(group, ABSENT), entry.get("pay_life", 0)
        if not life or state.life >= life:
            position = world.change(state.position, group, absent, 0)
            yield state._replace(position=position, life=state.life - life)
        if life:
            tapped = world.groups[group].start._replace(tapped=True)
            position = world.change(state.position, group, absent, world.state_id(group, tapped))
            yield state._replace(position=position)

    # -- the best ------------------------------------------------------------------------------

    def best(self) -> dict[str, int]:
        """The values of the terms of the best turn.

        What is still to come adds the same to two ways that lead to one moment, so the better one
        of them is enough.
        """
        known: dict[Node, Paid] = {self.start: (0, 0, 0)}
        agenda = [self.start]
        while agenda:
            node = agenda.pop()
            value, losses, activations = known[node]
            self.world.spend_state()
            for after, (more, lost, used) in self.after(node):
                paid = (value + more, losses + lost, activations + used)
                if after not in known or paid < known[after]:
                    known[after] = paid
                    agenda.append(after)
        best = min(self.vector(node, paid) for node, paid in known.items())
        return {
            name: -number if name == "value" else number
            for name, number in zip(TERMS, best, strict=True)
        }

    def vector(self, node: Node, paid: Paid) -> tuple[int, ...]:
        """The terms of a turn that ends here, each so that less is better."""
        state, start = node.state, self.world.life
        value, losses, activations = paid
        life = state.life - state.waiting
        lost = start - life
        losses += lost + 4 * max(0, min(start, LIFE_FLOOR) - life if lost else 0)
        reserved = flexibility = 0
        for at, group in enumerate(self.world.groups):
            for copy, count in self.world.copies(state.position, at):
                reserved += count * group.reserved * copy.used
                flexibility += count * self.question._price[at] * (copy.used or copy.touched)
                if copy.gone:
                    losses += count * group.give_loss * (copy.used or copy.touched)
                else:
                    losses += 2 * count * (sum(group.start.counters) - sum(copy.counters))
        flexibility += self.question.missing(state.pool)[0]
        cards = sum(self.start.hand) - sum(node.hand)
        lethal = int(lost > 0 and life <= 0)
        return lethal, value, losses, cards, reserved, flexibility, state.graveyard, activations
