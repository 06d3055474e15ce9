"""Questions: the ways to pay of a Magic problem, announcement by announcement."""

from __future__ import annotations

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
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.models.result import Payment, ZonePayment
    from autotap.solver.compile.blueprint import Blueprint


def magic_ways(problem: Problem, limit: int) -> Iterator[WayToPay]:
    """Yield the ways to pay of a problem, those that use up less first.

    Parameters
    ----------
    problem
        What is asked.
    limit
        Most positions and payments that are looked at for one announcement.
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
    paid: set[int] = set()
    for announcement, options in _announced(blueprint):
        if paid and problem.x is None and (announcement.x or 0) not in paid:
            continue
        for found in Walk(program, options, alike, limit).payments():
            paid.add(announcement.x or 0)
            rank = program.options[found.option].rank
            yield WayToPay(scribe, rank, found.values, found.solution)


def _announced(blueprint: Blueprint) -> list[tuple[Announcement, list[int]]]:
    """Return the different announcements with their options, by the smallest X."""
    options: dict[Announcement, list[int]] = {}
    for number, announcement in enumerate(blueprint.announcements):
        options.setdefault(announcement, []).append(number)
    ranks = blueprint.program.options
    return sorted(options.items(), key=lambda item: min(ranks[number].rank for number in item[1]))
