"""The bodies of a Magic problem: sources, cards in hand, and cards in the graveyard."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import Measure
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.drafts import (
    Table,
)
from autotap.solver.compile.groups import (
    costs_of,
    group_sources,
    spells_of,
)
from autotap.solver.compile.wishes import traits_of, wishes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import Problem


def table_of(problem: Problem) -> Table:
    """Return the bodies of a problem, which what it keeps shares."""
    board, spells = problem.board, spells_of(problem)
    hand = Counter(board.hand)
    cards = sorted(hand, key=repr)
    kinds = _graveyard_kinds(board, spells)
    return Table(
        tuple(group_sources(problem)),
        tuple((card,) * hand[card] for card in cards),
        frozenset({"snow"}).union(*(spell.only_from for spell in spells)),
        kinds,
        _graveyard_groups(board, spells, kinds),
        problem.forbid,
        frozenset(t for t in traits_of(wishes_of(problem)) if isinstance(t, ManaType)),
    )


def _graveyard_kinds(board: Board, spells: Iterable[Spell]) -> tuple[tuple[str, ...], ...]:
    """Return every set of the kinds of card that costs exile from the graveyard."""
    costs = [a.cost for source in board.sources for a in source.abilities]
    kinds = {
        cost.graveyard_what
        for cost in (*costs, *costs_of(spells))
        if cost.graveyard and cost.graveyard_what != "card"
    }
    return tuple(
        chosen for size in range(1, len(kinds) + 1) for chosen in combinations(sorted(kinds), size)
    )


def _graveyard_groups(
    board: Board, spells: Iterable[Spell], kinds: tuple[tuple[str, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Group the cards in the graveyard by what costs ask of them, if any asks for their total."""
    measures = {cover.measure for cost in costs_of(spells) for cover in cost.covers}
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, card in enumerate(board.graveyard if Measure.MANA_VALUE in measures else ()):
        of_kinds = tuple(card.is_a(" or ".join(chosen)) for chosen in kinds)
        groups.setdefault((card.mana_value, of_kinds), []).append(index)
    return tuple(tuple(groups[key]) for key in sorted(groups, key=repr))
