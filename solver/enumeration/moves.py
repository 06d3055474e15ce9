"""Moves: the states of a payment, and where each activation leads from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.solver.program import Activation, Pick, Program

Numbers = tuple[int, ...]
Picks = tuple[tuple[Move, int], ...]
"""What is done to which bodies, pick by pick."""

_ORIGINS = {
    Move.TAP: (Move.TAP,),
    Move.UNTAP: (Move.UNTAP,),
    Move.LEAVE: (Move.LEAVE, Move.LEAVE_TAPPED),
    Move.LEAVE_TAPPED: (Move.LEAVE_TAPPED,),
}
"""What may happen to a copy that a pick asks for."""


class State(NamedTuple):
    """A moment of a payment.

    Parameters
    ----------
    untapped, tapped
        Copies of each body.
    touched
        Copies of each body that were tapped, gave up or have used an ability.
    taps
        How often copies of each body were tapped.
    spent
        Units of each resource that are used up.
    lost
        Life paid and damage so far.
    waiting
        Damage that is dealt when all is paid.
    pool
        Units of each kind.
    """

    untapped: Numbers
    tapped: Numbers
    touched: Numbers
    taps: Numbers
    spent: Numbers
    lost: int
    waiting: int
    pool: Numbers

    def there(self, bodies: Iterable[int]) -> int:
        """Count the copies of some bodies."""
        return sum(self.untapped[body] + self.tapped[body] for body in bodies)


class Use(NamedTuple):
    """One use of an activation but for its units.

    Parameters
    ----------
    state
        The state after it.
    picks, own_tapped
        As in `autotap.solver.solution.Step`.
    factor
        What its outputs are multiplied by.
    """

    state: State
    picks: Picks
    own_tapped: bool
    factor: int


def start_of(program: Program) -> State:
    """Return the state at the start."""
    nothing = (0,) * len(program.bodies)
    return State(
        tuple(0 if body.tapped else body.copies for body in program.bodies),
        tuple(body.copies if body.tapped else 0 for body in program.bodies),
        nothing,
        nothing,
        (0,) * len(program.resources),
        0,
        0,
        tuple(kind.stock for kind in program.kinds),
    )


class Moves:
    """What activations and announcements do to the bodies, the resources and the life.

    Parameters
    ----------
    program
        Where they come from.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.starts_tapped = tuple(body.tapped for body in program.bodies)

    def life(self, state: State) -> int:
        """Return the life that is left while costs are paid."""
        return max((self.program.life or 0) - state.lost, 0)

    def uses(self, state: State, index: int) -> Iterator[Use]:
        """Yield every way to use an activation of the main stage now; its units are left out."""
        activation = self.program.activations[index]
        if activation.life > self.life(state):
            return
        if activation.requires is not None:
            number, bodies = activation.requires
            if state.there(bodies) < number:
                return
        if activation.absent and state.there(activation.absent):
            return
        for own in self._own(state, activation):
            after, own_tapped = own
            ways: dict[State, Picks] = {after: ()}
            for pick in activation.picks:
                ways = self.picked(ways, pick)
            for each, picks in ways.items():
                done = self._paid(each, activation)
                if done is not None:
                    factor = 1 if activation.per is None else done.there(activation.per)
                    yield Use(done, picks, own_tapped, factor)

    def _own(self, state: State, activation: Activation) -> Iterator[tuple[State, bool]]:
        body = activation.body
        if body is None:
            yield state, False
        elif activation.taps:
            after = self.moved(state, Move.TAP, body)
            if after is not None and activation.leaves:
                gone = _changed(after.tapped, body, -1)
                after = after._replace(tapped=gone)
            if after is not None:
                yield after, False
        elif activation.untaps or activation.leaves:
            for move in _ORIGINS[Move.UNTAP if activation.untaps else Move.LEAVE]:
                after = self.moved(state, move, body)
                if after is not None:
                    yield after, move is Move.LEAVE_TAPPED
        elif state.there((body,)):
            yield self._touched(state, body, 1 - min(state.touched[body], 1)), False

    def picked(self, ways: dict[State, Picks], pick: Pick) -> dict[State, Picks]:
        """Return the states after a pick, each with one choice of copies that leads there."""
        for _ in range(pick.count):
            after: dict[State, Picks] = {}
            for state, picks in ways.items():
                for body in pick.bodies:
                    for move in _ORIGINS[pick.move]:
                        moved = self.moved(state, move, body)
                        if moved is not None:
                            after.setdefault(moved, (*picks, (move, body)))
            ways = after
        return ways

    def moved(self, state: State, move: Move, body: int) -> State | None:
        """Return the state after one move of a copy, None if there is none to move."""
        from_tapped = move in (Move.UNTAP, Move.LEAVE_TAPPED)
        if (state.tapped if from_tapped else state.untapped)[body] < 1:
            return None
        untapped, tapped, taps = state.untapped, state.tapped, state.taps
        if move is Move.TAP:
            untapped, tapped = _changed(untapped, body, -1), _changed(tapped, body, 1)
            taps = _changed(taps, body, 1)
        elif move is Move.UNTAP:
            untapped, tapped = _changed(untapped, body, 1), _changed(tapped, body, -1)
        elif move is Move.LEAVE:
            untapped = _changed(untapped, body, -1)
        else:
            tapped = _changed(tapped, body, -1)
        after = state._replace(untapped=untapped, tapped=tapped, taps=taps)
        again = from_tapped and not self.starts_tapped[body]
        return after if again else self._touched(after, body, 1)

    def _touched(self, state: State, body: int, number: int) -> State:
        """Count copies that are touched; a single one may be touched again."""
        most = self.program.bodies[body].copies
        now = min(state.touched[body] + number, most)
        return state._replace(touched=(*state.touched[:body], now, *state.touched[body + 1 :]))

    def _paid(self, state: State, activation: Activation) -> State | None:
        """Return a state after resources and life are paid, None where they run out."""
        spent = self.spent(state, activation.uses)
        if spent is None:
            return None
        return spent._replace(
            lost=state.lost + activation.life + activation.damage,
            waiting=state.waiting + activation.damage_waiting,
        )

    def spent(self, state: State, uses: Iterable[tuple[int, int]], times: int = 1) -> State | None:
        """Return a state after resources are used, None where they run out."""
        if not uses:
            return state
        spent = list(state.spent)
        for resource, amount in uses:
            spent[resource] += amount * times
            if spent[resource] > self.program.resources[resource].capacity:
                return None
        return state._replace(spent=tuple(spent))

    def drawn(self, state: State, activation: Activation, times: int) -> State | None:
        """Return the state after copies of a body are tapped (and leave) for units each."""
        body = activation.body
        after = self.spent(state, activation.uses, times)
        if after is None or body is None:
            return after
        after = self._touched(after, body, times)
        stays = 0 if activation.leaves else times
        return after._replace(
            untapped=_changed(state.untapped, body, -times),
            tapped=_changed(state.tapped, body, stays),
            taps=_changed(state.taps, body, times),
            lost=state.lost + times * (activation.life + activation.damage),
            waiting=state.waiting + times * activation.damage_waiting,
        )


def made(activation: Activation, alternative: int, factor: int, pool: Numbers) -> Numbers:
    """Return a pool with what one use of an activation adds to it."""
    after = list(pool)
    for kind, amount in activation.outputs[alternative]:
        after[kind] += amount * factor
    for kind, amount in activation.once[alternative] if activation.once and factor else ():
        after[kind] += amount
    for kind, twin in activation.doubles:
        after[twin] += pool[kind]
    return tuple(after)


def _changed(numbers: Numbers, at: int, change: int) -> Numbers:
    return (*numbers[:at], numbers[at] + change, *numbers[at + 1 :])
