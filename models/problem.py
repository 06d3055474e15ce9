"""Problems: a board, what is paid, and what counts as best."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from autotap.models.arguments import ids_of, several, whole, wrong
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import Mana
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.wish import Wish
from autotap.models.objective import MAX_WEIGHT, Objective

S = TypeVar("S", bound=str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell)
"""What can be kept: in a `Problem` a `Spell`, in a `DuelMastersProblem` a `DuelMastersSpell`."""
COSTS = (str, ManaCost, Spell, DuelMastersCost, DuelMastersSpell)
"""What can be asked for: texts and costs are read as those of the game of the board."""
MAX_X = 1_000_000_000
"""Largest X that can be stated."""


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
        What is paid later, all of it together; at least one. X is 0 there. Whoever takes costs and
        their texts elsewhere (`pay`) takes them here, too; a problem has what is paid.
    weight
        What it weighs in the term ``losses`` (Duel Masters: ``kept_lost``) if it cannot be paid
        any more, from 0 to `MAX_WEIGHT`; None for `LossWeights.kept` (Duel Masters: 1).

    Raises
    ------
    InputError
        If there is nothing to pay, or something else.
    LimitError
        For a weight out of range.
    """

    spells: tuple[S, ...]
    weight: int | None = None

    def __post_init__(self) -> None:
        spells = several("spells", self.spells, "what is paid, or its cost", *COSTS)
        object.__setattr__(self, "spells", spells)
        if not spells:
            raise InputError("keep", "at least one spell")
        for spell in spells:
            if not isinstance(spell, COSTS):
                raise wrong("spells", spell, "what is paid, or its cost")
        if self.weight is not None:
            whole("weight", self.weight, most=MAX_WEIGHT, or_none=True)

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

    Raises
    ------
    InputError
        For terms of the objective that the game does not have, or a value of another type.
    LimitError
        For an X that is negative, or above `MAX_X`.
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

    def __post_init__(self) -> None:
        _check(self, "Magic", Board, Spell)
        if not isinstance(self.keep_when, KeepWhen):
            object.__setattr__(self, "keep_when", _keep_when(self.keep_when))
        if self.prefer or self.require or self.already_spent:
            for name, kind in (("prefer", Wish), ("require", Wish), ("already_spent", Mana)):
                object.__setattr__(self, name, _all_of(name, getattr(self, name), kind))

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
    """One Duel Masters payment to decide; parameters and errors are those of `Problem`."""

    board: ManaZone
    spell: DuelMastersSpell
    x: int | None = None
    objective: Objective = Objective()
    must_use: frozenset[str] = frozenset()
    forbid: frozenset[str] = frozenset()
    keep: tuple[Kept[DuelMastersSpell], ...] = ()
    spare: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        _check(self, "Duel Masters", ManaZone, DuelMastersSpell)


def _check(problem: Problem | DuelMastersProblem, game: str, board: type, spell: type) -> None:
    """Check what problems of all games have, and take a single id for several."""
    if not isinstance(problem.board, board):
        raise wrong("board", problem.board, f"a {board.__name__}")
    if not isinstance(problem.spell, spell):
        raise wrong("spell", problem.spell, f"a {spell.__name__}")
    if problem.x is not None:
        object.__setattr__(problem, "x", whole("x", problem.x, most=MAX_X, or_none=True))
    if not isinstance(problem.objective, Objective):
        raise wrong("objective", problem.objective, "an Objective")
    if problem.objective.terms:
        problem.objective.check(game)
    if not type(problem.must_use) is type(problem.forbid) is type(problem.spare) is frozenset:
        for name in ("must_use", "forbid", "spare"):
            object.__setattr__(problem, name, ids_of(name, getattr(problem, name)))
    if problem.keep:
        kept = _all_of("keep", problem.keep, Kept)
        for one in kept:
            _all_of("keep", one.spells, spell)
        object.__setattr__(problem, "keep", kept)


def _keep_when(word: object) -> KeepWhen:
    if not isinstance(word, str) or word not in set(KeepWhen):
        raise wrong("keep_when", word, f"one of {', '.join(KeepWhen)}")
    return KeepWhen(word)


def _all_of(name: str, given: Any, kind: type) -> tuple[Any, ...]:
    """Return several, all of which must be of one kind."""
    found = several(name, given, f"a {kind.__name__}, or several", kind)
    for one in found:
        if not isinstance(one, kind):
            raise wrong(name, one, f"a {kind.__name__}")
    return found
