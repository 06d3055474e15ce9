"""Zones: the ways to pay of a Duel Masters problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.enumeration.way import WayToPay


def zone_ways(problem: DuelMastersProblem, limit: int) -> Iterator[WayToPay]:
    """Yield the ways to pay of a problem."""
    raise NotImplementedError
