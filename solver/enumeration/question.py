"""Questions: the ways to pay of a Magic problem, announcement by announcement."""

from __future__ import annotations

from heapq import merge
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

from autotap.models.errors import UnboundedManaError
from autotap.models.mtg.current import current_problem
from autotap.solver.announce import announcements
from autotap.solver.compile.mtg import compile_magic
from autotap.solver.decode import decode_magic
from autotap.solver.enumeration.alike import alike_of
from autotap.solver.enumeration.refined import refined
from autotap.solver.enumeration.walk import Walk
from autotap.solver.enumeration.way import Scribe, WayToPay
from autotap.solver.program import What
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.models.result import Payment, ZonePayment
    from autotap.solver.compile.blueprint import Blueprint

CLASSES = 8
"""Most classes of units due that are counted at once: every set of them is looked at."""
_ADDED_UP = frozenset(
    (
        *(What.ACTIVATED, What.TAPPED, What.GONE, What.TOUCHED, What.USED),
        *(What.SPENT, What.LIFE, What.LETHAL, What.BELOW_FLOOR, What.EMPTIED),
        *(What.LEFT, What.ANNOUNCED, What.FLOATING),
    )
)
"""Quantities that follow from the numbers of units."""


def is_grid(walk: Walk, options: Sequence[int]) -> bool:
    """Tell whether the payments of an announcement are nothing but numbers of units."""
    program = walk.program
    chosen = program.options[options[0]]
    parts = [quantity.what for term in program.terms for quantity, _ in term.parts]
    return not (
        len(options) > 1
        or sum(bool(demand.due and demand.due[options[0]]) for demand in program.demands) > CLASSES
        or walk.supplies.chosen
        or program.stocks
        or any(kind.stock for kind in program.kinds)
        or program.leftover
        or any(body.spare is None for body in program.bodies)
        or program.required
        or program.choices
        or any(program.activations[i].body is None for i in program.closing)
        or any(activation.uses for activation in program.activations)
        or any(program.activations[i].life for i in program.closing)
        or chosen.picks
        or chosen.covers
        or chosen.mark
        or chosen.uses
        or chosen.life
        or not chosen.window
        or set(parts) - _ADDED_UP
    )


def magic_ways(problem: Problem, limit: int, *, best: bool) -> Iterator[WayToPay]:
    """Yield the ways to pay of a problem with the smallest X that can be paid.

    Parameters
    ----------
    problem
        What is asked.
    limit
        Most positions and payments that are looked at for one announcement.
    best
        Whether to give them by their terms, or as they are found.
    """
    now, current = current_problem(problem)
    blueprint = compile_magic(now, announcements(now))
    if blueprint.program.unbounded:
        labels = "; ".join(dict.fromkeys(blueprint.program.unbounded))
        raise UnboundedManaError(f"mana without end, by {labels}")
    blueprint = refined(blueprint)
    program = blueprint.program

    def check(payment: Payment | ZonePayment) -> Mapping[str, int]:
        return score(problem, verify_payment(problem, payment))  # type: ignore[arg-type]

    scribe = Scribe(
        problem,
        program.terms,
        lambda solution: current.numbered(decode_magic(blueprint, solution)),
        check,
    )
    alike = alike_of(blueprint)
    for same_x in _announced(blueprint):
        walks = [Walk(program, options, alike, limit) for options in same_x]
        each = [_ways(walk, scribe, best=best) for walk in walks]
        ways = merge(*each, key=attrgetter("place")) if best else chain.from_iterable(each)
        for first in ways:
            yield first
            yield from ways
            return


def _ways(walk: Walk, scribe: Scribe, *, best: bool) -> Iterator[WayToPay]:
    """Yield the ways to pay of one announcement."""
    options = walk.program.options
    if is_grid(walk, walk.options):
        from autotap.solver.enumeration.grid import Grid

        (option,) = walk.options
        rank = options[option].rank
        for values, write in Grid(walk, option).payments(best=best):
            yield WayToPay(scribe, rank, values, write)
        return
    ways = (
        WayToPay(scribe, options[found.option].rank, found.values, found.solution)
        for found in walk.payments()
    )
    yield from sorted(ways, key=attrgetter("place")) if best else ways


def _announced(blueprint: Blueprint) -> list[list[list[int]]]:
    """Return the options of each announcement, those of the smallest X first and together."""
    by_x: dict[int, dict[Announcement, list[int]]] = {}
    for number, announcement in enumerate(blueprint.announcements):
        same_x = by_x.setdefault(announcement.x or 0, {})
        same_x.setdefault(announcement, []).append(number)
    return [list(by_x[x].values()) for x in sorted(by_x)]
