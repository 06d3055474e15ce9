"""Putting the counts of a solution into an order that can be carried out.

The formulation counts activations; this module fires them one by one. It searches the orders depth
first, remembering the states it has seen: following the flows of the formulation alone would get
stuck on correct counts, where the wrong alternative of a filter is fired first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from autotap.solver.program import Move, Pick, Program, Step

MAX_STATES = 20_000
"""States looked at before the search gives up; the caller then needs a stricter formulation."""


@dataclass(frozen=True, slots=True)
class Item:
    """Uses of one activation with one alternative, to be put into the order.

    Parameters
    ----------
    activation, alternative
        Which.
    count
        How often.
    own
        Own copies that leave: ``(from untapped, from tapped)``.
    picks
        Per pick ``((move, body, from tapped), number)`` over all uses.
    flows
        ``(demand, kind, number)`` that the formulation took; only a preference.
    """

    activation: int
    alternative: int
    count: int
    own: tuple[int, int] = (0, 0)
    picks: tuple[tuple[tuple[tuple[Move, int, bool], int], ...], ...] = ()
    flows: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Bodies, units and life at one moment."""

    untapped: tuple[int, ...]
    tapped: tuple[int, ...]
    pool: tuple[int, ...]
    life: int


@dataclass
class Replay:
    """A search for an order.

    Parameters
    ----------
    program
        Where the items come from.
    due
        ``(accepted kinds, amount)`` that the last pool has to pay.
    least
        Units that the last pool must hold.
    """

    program: Program
    due: tuple[tuple[frozenset[int], int], ...] = ()
    least: int = 0
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def run(self, items: list[Item], start: Position) -> tuple[list[Step], Position] | None:
        """Return the steps and the last position, or None if no order was found."""
        steps: list[Step] = []
        plan = _Plan.of(items)
        order = sorted(range(len(items)), key=lambda i: self._is_costed(items[i]))
        position = start
        for index in order:
            if self._is_costed(items[index]):
                break
            while plan.counts[index]:
                fired = next(self._fire(items[index], index, plan, position), None)
                if fired is None:
                    return None
                step, plan, position = fired
                steps.append(step)
        return self._search(items, plan, position, steps)

    def _is_costed(self, item: Item) -> bool:
        activation = self.program.activations[item.activation]
        return bool(
            activation.needs
            or activation.picks
            or activation.leaves
            or activation.untaps
            or activation.damage
            or activation.per is not None
            or activation.requires is not None
            or activation.body in self.program.untappable
        )

    def _search(
        self, items: list[Item], plan: _Plan, position: Position, steps: list[Step]
    ) -> tuple[list[Step], Position] | None:
        if not any(plan.counts):
            if sum(position.pool) >= self.least and can_cover(position.pool, self.due):
                return steps, position
            return None
        key = (plan, position)
        if key in self.seen or len(self.seen) > MAX_STATES:
            return None
        self.seen.add(key)
        for index, item in enumerate(items):
            if plan.counts[index]:
                for step, rest, after in self._fire(item, index, plan, position):
                    found = self._search(items, rest, after, [*steps, step])
                    if found is not None:
                        return found
        return None

    def _fire(
        self, item: Item, index: int, plan: _Plan, position: Position
    ) -> Iterator[tuple[Step, _Plan, Position]]:
        """Yield the ways to use one activation now."""
        activation = self.program.activations[item.activation]
        body = activation.body
        untapped, tapped = list(position.untapped), list(position.tapped)
        if position.life < activation.life and activation.life:
            return
        if activation.requires is not None:
            number, bodies = activation.requires
            if sum(untapped[b] + tapped[b] for b in bodies) < number:
                return
        if body is not None and not self._move_own(item, plan.own[index], untapped, tapped):
            return
        for picks, rest_picks in _combine(activation.picks, plan.picks[index]):
            now_untapped, now_tapped = list(untapped), list(tapped)
            if not _apply(picks, now_untapped, now_tapped):
                continue
            if body is not None and not _stands(activation.picks, picks, body, now_untapped, now_tapped):
                continue
            for spent in self._payments(activation.needs, item.flows, position.pool):
                pool = list(position.pool)
                for _, kind, amount in spent:
                    pool[kind] -= amount
                factor = 1
                if activation.per is not None:
                    factor = sum(now_untapped[b] + now_tapped[b] for b in activation.per)
                for kind, amount in activation.outputs[item.alternative]:
                    pool[kind] += amount * factor
                after = Position(
                    tuple(now_untapped),
                    tuple(now_tapped),
                    tuple(pool),
                    position.life - activation.life - activation.damage,
                )
                flat = tuple(map(picked, picks))
                tapped_own = activation.leaves and plan.own[index][1] > 0
                step = Step(item.activation, item.alternative, tapped_own, flat, spent)
                yield step, plan.used(index, rest_picks, activation.leaves), after

    def _move_own(
        self, item: Item, own: tuple[int, int], untapped: list[int], tapped: list[int]
    ) -> bool:
        activation = self.program.activations[item.activation]
        body = activation.body
        assert body is not None
        if activation.taps:
            untapped[body] -= 1
            tapped[body] += not activation.leaves
        elif activation.untaps:
            tapped[body] -= 1
            untapped[body] += 1
        elif activation.leaves:
            state = tapped if own[1] else untapped
            state[body] -= 1
        else:
            return untapped[body] + tapped[body] > 0
        return untapped[body] >= 0 and tapped[body] >= 0

    def _payments(
        self,
        needs: tuple[tuple[int, int], ...],
        flows: tuple[tuple[int, int, int], ...],
        pool: tuple[int, ...],
    ) -> Iterator[tuple[tuple[int, int, int], ...]]:
        """Yield the ways to pay an activation, those that the formulation took first."""
        if not needs:
            yield ()
            return
        (demand, amount), rest = needs[0], needs[1:]
        accepted = self.program.demands[demand].accepts
        liked = {kind for d, kind, _ in flows if d == demand}
        kinds = sorted((k for k in accepted if pool[k]), key=lambda k: (k not in liked, k))
        for taken in _multisets(kinds, amount, pool):
            after = list(pool)
            for kind, number in taken:
                after[kind] -= number
            for others in self._payments(rest, flows, tuple(after)):
                yield (*((demand, kind, number) for kind, number in taken), *others)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is still to be used."""

    counts: tuple[int, ...]
    own: tuple[tuple[int, int], ...]
    picks: tuple[tuple[tuple[tuple[tuple[Move, int, bool], int], ...], ...], ...]

    @classmethod
    def of(cls, items: list[Item]) -> _Plan:
        return cls(
            tuple(i.count for i in items), tuple(i.own for i in items), tuple(i.picks for i in items)
        )

    def used(self, index: int, picks: tuple[object, ...], leaves: bool) -> _Plan:
        counts = list(self.counts)
        counts[index] -= 1
        own, all_picks = self.own, self.picks
        if leaves and sum(own[index]):
            untapped, tapped = own[index]
            now = (untapped, tapped - 1) if tapped else (untapped - 1, tapped)
            own = (*own[:index], now, *own[index + 1 :])
        if picks:
            all_picks = (*all_picks[:index], picks, *all_picks[index + 1 :])  # type: ignore[assignment]
        return _Plan(tuple(counts), own, all_picks)


def picked(choice: tuple[Move, int, bool]) -> tuple[Move, int]:
    """Return a choice as a step names it."""
    move, body, from_tapped = choice
    return (Move.LEAVE_TAPPED if from_tapped and move is Move.LEAVE else move), body


def _combine(picks, left):  # type: ignore[no-untyped-def]
    if not picks:
        yield (), ()
        return
    pick: Pick = picks[0]
    available = Counter(dict(left[0]))
    keys = sorted(available, key=lambda k: (not k[2], k[1]))
    for taken in _multisets(keys, pick.count, available):
        rest = available - Counter(dict(taken))
        chosen = tuple(key for key, number in taken for _ in range(number))
        for others, others_left in _combine(picks[1:], left[1:]):
            yield (*chosen, *others), (tuple(sorted(rest.items())), *others_left)


def _multisets(keys, size, available):  # type: ignore[no-untyped-def]
    """Yield multisets of ``size`` keys as ``((key, number), ...)``, earlier keys first."""
    if size == 0:
        yield ()
        return
    if not keys:
        return
    key, rest = keys[0], keys[1:]
    for number in range(min(size, available[key]), -1, -1):
        for others in _multisets(rest, size - number, available):
            yield ((key, number), *others) if number else others


def _apply(
    picks: tuple[tuple[Move, int, bool], ...], untapped: list[int], tapped: list[int]
) -> bool:
    """Carry out picks; False where a copy is not in the state that it needs."""
    for move, body, from_tapped in picks:
        if move is Move.TAP:
            untapped[body] -= 1
            tapped[body] += 1
        elif move is Move.UNTAP:
            tapped[body] -= 1
            untapped[body] += 1
        elif from_tapped:
            tapped[body] -= 1
        else:
            untapped[body] -= 1
        if untapped[body] < 0 or tapped[body] < 0:
            return False
    return True


def _stands(
    picks: tuple[Pick, ...],
    chosen: tuple[tuple[Move, int, bool], ...],
    body: int,
    untapped: list[int],
    tapped: list[int],
) -> bool:
    """Tell whether picks of "another" object left the own copy alone."""
    if not any(pick.another and body in pick.bodies for pick in picks):
        return True
    return all(picked != body for _, picked, _ in chosen) or untapped[body] + tapped[body] > 0


def can_cover(
    pool: tuple[int, ...], due: tuple[tuple[frozenset[int], int], ...]
) -> bool:
    """Tell whether a pool pays all that is due (Hall's condition over the demands)."""
    demands = [(kinds, amount) for kinds, amount in due if amount]
    for mask in range(1, 1 << len(demands)):
        chosen = [d for i, d in enumerate(demands) if mask >> i & 1]
        kinds = frozenset().union(*(k for k, _ in chosen))
        if sum(pool[k] for k in kinds) < sum(amount for _, amount in chosen):
            return False
    return True
