"""Problems: a board, what is paid, and what counts as best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.objective import Objective

if TYPE_CHECKING:
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell


@dataclass(frozen=True, slots=True)
class Problem:
    """One Magic payment to decide.

    Parameters
    ----------
    board
        What can pay.
    spell
        What is paid.
    x
        Value of X; None for the smallest that can be paid.
    objective
        What counts as best.
    must_use
        Ids of sources that must be used.
    forbid
        Ids of sources that must not be used or given up.
    """

    board: Board
    spell: Spell
    x: int | None = None
    objective: Objective = Objective()
    must_use: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DuelMastersProblem:
    """One Duel Masters payment to decide; the parameters mean the same as in `Problem`."""

    board: ManaZone
    spell: DuelMastersSpell
    x: int | None = None
    objective: Objective = Objective()
    must_use: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()
