"""The blueprint: a Magic Program together with what its indices mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.solver.compile.drafts import Draft, Table, Unit
    from autotap.solver.compile.units import Slot
    from autotap.solver.program import Program


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A Program together with what its indices mean.

    Parameters
    ----------
    program
        The Program.
    problem
        Where it comes from.
    announcements
        Per option its announcement.
    table
        The bodies.
    drafts
        Per activation its draft.
    tags
        Per activation what tells its units apart.
    kind_of
        Kind of each ``(unit, activation that tags it)``.
    needs
        Demand of each ``(activation, slot)``.
    slots
        Per demand of the announcements its slot; the demands before them are needs.
    first_due
        Index of the first demand of the announcements.
    """

    program: Program
    problem: Problem
    announcements: tuple[Announcement, ...]
    table: Table
    drafts: tuple[Draft, ...]
    tags: tuple[int | None, ...]
    kind_of: dict[tuple[Unit, int | None], int]
    needs: dict[tuple[int, Slot], int]
    slots: tuple[Slot, ...]
    first_due: int
