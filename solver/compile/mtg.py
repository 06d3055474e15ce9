"""From a Magic problem to a Program.

The steps: group the sources, draft the activations and payers, sort the units into kinds by who
accepts them, write the demands of each announcement, and the terms of the objective.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.errors import UnknownNameError
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import KeepWhen
from autotap.solver.announce import announcements
from autotap.solver.compile.bodies import table_of
from autotap.solver.compile.closing import (
    shares_of_x,
)
from autotap.solver.compile.compiler import Compiler, amounts_due
from autotap.solver.compile.frames import frames_of
from autotap.solver.compile.keep import later_problems, later_table, with_laters
from autotap.solver.compile.units import (
    NO_VIEW,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.solver.compile.blueprint import Blueprint


def compile_magic(
    problem: Problem,
    announced: tuple[Announcement, ...],
    check: Callable[[], None] = lambda: None,
    asked: Collection[int] | None = None,
) -> Blueprint:
    """Compile a problem for the given announcements.

    Parameters
    ----------
    problem, announced
        The problem and its announcements.
    check
        Called now and then; what it raises ends the work.
    asked
        Numbers of what is kept that the Program asks for; None for all. What it does not ask for is
        taken to stay payable.

    Raises
    ------
    UnknownNameError
        If `must_use`, `forbid` or `spare` names no source of the board.
    UnsupportedCostError
        For an ability or a cost that is not covered.
    RestrictionSyntaxError
        For a restriction that cannot be read and has no ruling.
    """
    if named := problem.must_use | problem.forbid | problem.spare:
        for wanted in sorted(named - {source.id for source in problem.board.sources}):
            raise UnknownNameError(wanted, "the id of a source on the board")
    asked = range(len(problem.keep)) if asked is None else sorted(asked)
    if asked:
        return _with_kept(problem, announced, check, asked)
    frames = frames_of(problem.board)
    key = frames.key(problem, announced)
    if key is None:
        return Compiler(problem, announced, check, table_of(problem)).blueprint()
    frame = frames.get(key)
    if frame is None:
        frame = Compiler(problem, announced, check, table_of(problem)).blueprint()
        if len(frame.announcements) != 1:
            return frame
        frames.keep(key, frame)
    return _asking(frame, problem, announced)


def _asking(frame: Blueprint, problem: Problem, announced: tuple[Announcement, ...]) -> Blueprint:
    """Return the blueprint of a problem that differs from a frame in the amounts due alone."""
    (announcement,) = announced
    view = frame.slots[0].view if frame.slots else NO_VIEW
    shares = next(shares_of_x(problem.spell, announcement))
    due = dict.fromkeys(frame.slots, 0)
    for slot, amount, _ in amounts_due(announcement, shares, problem.board, view):
        due[slot] += amount
    option = replace(frame.program.options[0], label=str(announcement.total))
    program = frame.program.asking(tuple(due.values()), option)
    return replace(frame, program=program, problem=problem, announcements=announced)


def _with_kept(
    problem: Problem,
    announced: tuple[Announcement, ...],
    check: Callable[[], None],
    asked: Sequence[int],
) -> Blueprint:
    """Compile a problem together with what should stay payable afterwards."""
    table = table_of(problem)
    chains = {
        number: [
            Compiler(later, announcements(later), check, later_table(table, later), later=True)
            for later in later_problems(problem, problem.keep[number])
        ]
        for number in asked
    }
    now = problem.keep_when is KeepWhen.NOW
    if now:  # what floats has a type by then, the same for all that is kept
        first_table = replace(table, told_apart=frozenset(ManaType))
    first = Compiler(problem, announced, check, first_table if now else table)
    return with_laters(first, chains, now=now)
