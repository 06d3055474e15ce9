"""The smallest changes that make a cost payable, each kind for itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.errors import UndecidedError
from autotap.models.explanation import Change, ChangeKind, Item
from autotap.models.problem import Problem
from autotap.solver.explanation.change_words import LETHAL, change_phrase
from autotap.solver.explanation.decide import pays, risks_life, survives
from autotap.solver.explanation.fewest import Search, Unsettled, merged
from autotap.solver.explanation.levers import magic_levers
from autotap.solver.explanation.zone_levers import POINTS, zone_levers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.explanation.levers import Lever
    from autotap.solver.pipeline import Clock

NUMBERS = frozenset((ChangeKind.LIFE, ChangeKind.REDUCE))
"""Kinds of change that are only a number."""


def changes_of(
    problem: Problem | DuelMastersProblem, clock: Clock
) -> tuple[tuple[Change, ...], tuple[ChangeKind, ...]]:
    """Find the smallest change of each kind that makes a cost payable without losing the game.

    Where no change of a kind does, it is the smallest that makes the cost payable at all.

    Returns
    -------
    tuple of Change, tuple of ChangeKind
        The changes, and the kinds that were not settled.

    Notes
    -----
    Every amount is decided by the exact solver on the changed problem. More mana, more life and
    fewer restrictions never hurt, nor do untapped sources unless a cost asks for a tapped object;
    so the largest change decides whether there is any, and one less than the smallest whether it
    is the smallest. Elsewhere all smaller amounts are tried. Life may be paid down to 0, but then
    the game is lost (MTG-119.4): the term ``lethal`` is minimised alone to find out.
    """
    found: list[Change] = []
    unsettled: list[ChangeKind] = []
    levers: Iterable[Lever[Problem] | Lever[DuelMastersProblem]]
    levers = magic_levers(problem) if isinstance(problem, Problem) else zone_levers(problem)
    risky = isinstance(problem, Problem) and risks_life(problem)
    for lever in levers:
        try:
            change = _smallest(lever, survives, clock) if risky else None
            if change is None and (change := _smallest(lever, pays, clock)) and risky:
                change = replace(change, lethal=True, phrase=f"{change.phrase} {LETHAL}")
        except (Unsettled, UndecidedError):
            unsettled.append(lever.kind)
        else:
            found += [change] if change else []
    return tuple(found), tuple(unsettled)


def _smallest(
    lever: Lever[Problem] | Lever[DuelMastersProblem],
    decided: Callable[[Problem | DuelMastersProblem, Clock], bool],
    clock: Clock,
) -> Change | None:
    search = Search(
        lever.room, lambda counts: decided(lever.apply(counts), clock), monotone=lever.monotone
    )
    found = search.smallest()
    if not found:
        return None
    ways: tuple[tuple[Item, ...], ...] = ()
    if lever.kind not in NUMBERS:
        ways = tuple(
            tuple(_named(lever.items, places) for places in choice) for choice in merged(found)
        )
    amount = sum(found[0])
    phrase = change_phrase(lever.kind, amount, ways, points=lever.items == POINTS)
    return Change(lever.kind, amount, ways, lever.monotone, phrase)


def _named(items: tuple[Item, ...], places: frozenset[int]) -> Item:
    return tuple(name for place in sorted(places) for name in items[place])
