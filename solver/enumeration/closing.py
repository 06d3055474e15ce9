"""Closings: every way to pay what an announcement asks for besides units."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.enumeration.moves import Moves, Picks, State
    from autotap.solver.program import Cover, Mark, Option

Marked = tuple[Move | None, int]

_TURNS = {Move.UNTAP: 0, Move.TAP: 1}
"""What is untapped may be tapped for another cost of the announcement; then objects leave."""


class Closed(NamedTuple):
    """What an announcement used.

    Parameters
    ----------
    state
        The last state of the payment.
    picks, covers, mark
        As in `autotap.solver.solution.Solution`.
    """

    state: State
    picks: Picks = ()
    covers: tuple[tuple[int, ...], ...] = ()
    mark: Marked | None = None


def closed(moves: Moves, state: State, option: Option, life: int) -> Iterator[Closed]:
    """Yield every way to end a payment, each last state once for each choice of covers.

    Parameters
    ----------
    moves
        Of the Program.
    state
        The state when all units are there and the payers are tapped.
    option
        The announcement.
    life
        Life that payers cost.
    """
    due = option.life + life
    if due and due > moves.life(state):
        return
    after = moves.spent(state._replace(lost=state.lost + due), option.uses)
    if after is None:
        return
    ends: list[tuple[Closed, Picks]] = [(Closed(after), ())]
    turns = sorted(range(len(option.picks)), key=lambda at: _turn(option.picks[at].move))
    staying = sum(_turn(pick.move) < len(_TURNS) for pick in option.picks)
    ends = _picked(moves, ends, option, turns[:staying])
    for cover in option.covers:
        ends = [(more, picks) for end, picks in ends for more in _covered(moves, end, cover)]
    for end, picks in _picked(moves, ends, option, turns[staying:]):
        done = end._replace(picks=_in_order(option, turns, picks))
        yield from (done,) if option.mark is None else _marked(moves, done, option.mark, after)


def _turn(move: Move) -> int:
    return _TURNS.get(move, len(_TURNS))


def _picked(
    moves: Moves, ends: list[tuple[Closed, Picks]], option: Option, turns: list[int]
) -> list[tuple[Closed, Picks]]:
    """Return the ends after some picks in turn, each state once for each choice of covers."""
    for at in turns:
        after: dict[tuple[State, tuple[tuple[int, ...], ...]], Picks] = {}
        for end, picks in ends:
            for state, more in moves.picked({end.state: picks}, option.picks[at]).items():
                after.setdefault((state, end.covers), more)
        ends = [(Closed(state, covers=covers), picks) for (state, covers), picks in after.items()]
    return ends


def _in_order(option: Option, turns: list[int], picks: Picks) -> Picks:
    """Return picks that were made in turn, in the order of the option."""
    parts: dict[int, Picks] = {}
    first = 0
    for at in turns:
        count = option.picks[at].count
        parts[at] = picks[first : first + count]
        first += count
    return tuple(one for at in range(len(option.picks)) for one in parts[at])


def _covered(moves: Moves, end: Closed, cover: Cover) -> Iterator[Closed]:
    """Yield every choice that adds up to enough, and would not without any one of it."""
    copies = sum(moves.program.bodies[body].copies for body in cover.spared)
    stack: list[tuple[State, tuple[int, ...], int]] = [(end.state, (), 0)]
    while stack:
        state, chosen, worth = stack.pop()
        if worth >= cover.least:
            spared = sum(cover.members[i].body in cover.spared for i in chosen)
            least = min((cover.members[i].worth for i in chosen), default=0)
            if worth - least < cover.least and not (cover.spared and spared >= copies):
                yield end._replace(state=state, covers=(*end.covers, chosen))
            continue
        for number in range(chosen[-1] if chosen else 0, len(cover.members)):
            member = cover.members[number]
            after: State | None = state
            if member.body is not None:
                after = moves.moved(state, Move.TAP, member.body)
            if after is not None and (after := moves.spent(after, member.uses)) is not None:
                stack.append((after, (*chosen, number), worth + member.worth))


def _marked(moves: Moves, end: Closed, mark: Mark, before: State) -> Iterator[Closed]:
    """Yield the choices of a marked copy; which one survives tells no payments apart."""
    leaving = {body for move, body in end.picks if move in (Move.LEAVE, Move.LEAVE_TAPPED)}
    there = [body for body in mark.bodies if before.there((body,))]
    for body in [body for body in there if body not in mark.fatal][:1]:
        yield end._replace(mark=(None, body))
    for body in (body for body in there if body in mark.fatal):
        if body in leaving:
            yield end._replace(mark=(None, body))
        for move in (Move.LEAVE, Move.LEAVE_TAPPED):
            after = moves.moved(end.state, move, body)
            if after is not None:
                yield end._replace(state=after, mark=(move, body))
