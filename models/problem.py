"""Problems: a board, what is paid, and what counts as best."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from autotap.models.errors import InputError, LimitError
from autotap.models.objective import MAX_WEIGHT, Objective

if TYPE_CHECKING:
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.wish import Wish


S = TypeVar("S", "Spell", "DuelMastersSpell")


class KeepWhen(StrEnum):
    """When what is kept is to be paid."""

    LATER = "later"
    """After the phase: floating mana is gone by then (MTG-106.4)."""
    NOW = "now"
    """Right after the payment: floating mana counts."""


@dataclass(frozen=True, slots=True)
class Kept(Generic[S]):
    """What should stay payable after a payment.

    Parameters
    ----------
    spells
        What is paid later, all of it together; at least one. X is 0 there.
    weight
        What it weighs in the term ``losses`` (Duel Masters: ``kept_lost``) if it cannot be paid
        any more, from 0 to `MAX_WEIGHT`; None for `LossWeights.kept` (Duel Masters: 1).

    Raises
    ------
    InputError
        If there is nothing to pay.
    LimitError
        For a weight out of range.
    """

    spells: tuple[S, ...]
    weight: int | None = None

    def __post_init__(self) -> None:
        if not self.spells:
            raise InputError("keep", "at least one spell")
        if self.weight is not None and not 0 <= self.weight <= MAX_WEIGHT:
            raise LimitError(f"keep weight {self.weight}", f"a weight from 0 to {MAX_WEIGHT}")

    def weight_or(self, usual: int) -> int:
        """Return its own weight, or the usual one."""
        return usual if self.weight is None else self.weight


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
    keep
        What should stay payable with what the payment leaves, each for itself.
    keep_when
        Whether floating mana counts for that.
    prefer
        Mana that had better be spent on the cost, or not: the term ``preferred``.
    require
        Mana that must be spent on the cost, or must not.
    spare
        Ids of sources that are used or given up only if nothing else pays without being lethal:
        the term ``spared``.
    already_spent
        Mana that was spent on this cost before, by hand: it is no longer in the pool, the sources
        that made it are as they are now on the board, and all of it must pay for the cost. What it
        carries is judged as that of floating mana.
    """

    board: Board
    spell: Spell
    x: int | None = None
    objective: Objective = Objective()
    must_use: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()
    keep: tuple[Kept[Spell], ...] = ()
    keep_when: KeepWhen = KeepWhen.LATER
    prefer: tuple[Wish, ...] = ()
    require: tuple[Wish, ...] = ()
    spare: frozenset[str] = frozenset()
    already_spent: tuple[Mana, ...] = ()

    @property
    def needed_mana(self) -> int:
        """Most mana that must be spent for what is required and what was spent already."""
        return len(self.already_spent) + sum(wish.size for wish in self.require)

    @property
    def wanted_mana(self) -> int:
        """Most mana that is worth spending, besides what is due, for that and for wishes."""
        return self.needed_mana + sum(wish.size for wish in self.prefer)


@dataclass(frozen=True, slots=True)
class DuelMastersProblem:
    """One Duel Masters payment to decide; the parameters mean the same as in `Problem`."""

    board: ManaZone
    spell: DuelMastersSpell
    x: int | None = None
    objective: Objective = Objective()
    must_use: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()
    keep: tuple[Kept[DuelMastersSpell], ...] = ()
    spare: frozenset[str] = frozenset()
