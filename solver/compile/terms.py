"""The terms of the Magic objective over a Program, and what it leaves to make."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from operator import mul
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.source import Zone
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.drafts import COUNTER, GRAVEYARD, Table
from autotap.solver.compile.groups import Group, loss_class, scarcity, unit_worth, wished
from autotap.solver.compile.leftover import with_leftover
from autotap.solver.compile.wishes import missed
from autotap.solver.program import Program, Quantity, Term, What

if TYPE_CHECKING:
    from autotap.models.problem import Problem

Parts = list[tuple[Quantity, int]]


def magic_terms(program: Program, problem: Problem, table: Table) -> Program:
    """Add the objective of a problem to its Program."""
    program = replace(with_leftover(program), families=_families(table))
    names = problem.objective.magic_terms()
    return replace(program, terms=tuple(term_of(name, program, problem, table) for name in names))


def term_of(name: str, program: Program, problem: Problem, table: Table) -> Term:
    """Return one term of the objective of a problem."""
    parts = _PARTS[name](program, problem, table)
    return Term(name, tuple(parts), maximise=name == "mana_left")


def _families(table: Table) -> tuple[tuple[int, ...], ...]:
    """Group the bodies that start untapped by what they are worth."""
    families: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for index, group in enumerate(table.groups):
        if any(group.worth) and not group.source.tapped:
            families[group.worth].append(index)
    return tuple(map(tuple, families.values()))


def _lethal(program: Program, problem: Problem, table: Table) -> Parts:
    return [(Quantity(What.LETHAL), 1)]


def _spared(program: Program, problem: Problem, table: Table) -> Parts:
    return [
        (Quantity(What.TOUCHED, index), 1)
        for index, group in enumerate(table.groups)
        if group.source.id in problem.spare
    ]


def _losses(program: Program, problem: Problem, table: Table) -> Parts:
    weights = problem.objective.weights
    parts: Parts = [
        (Quantity(What.LIFE), weights.life),
        (Quantity(What.BELOW_FLOOR), weights.below_floor),
    ]
    for index, group in enumerate(table.groups):
        tapping = weights.creature_tapped * ("creature" in group.source.types)
        tapping += weights.stays_tapped * group.source.stays_tapped
        if tapping:
            parts.append((Quantity(What.TAPPED, index), tapping))
        parts.append((Quantity(What.GONE, index), loss_class(group.source, weights)))
    for index in range(len(table.hand)):
        parts.append((Quantity(What.GONE, len(table.groups) + index), weights.card))
    for index, resource in enumerate(program.resources):
        if resource.label.startswith(COUNTER):
            parts.append((Quantity(What.STAYED, index), weights.counter))
    for later in program.laters:
        parts.append((Quantity(What.LOST, later.number), kept_weight(problem, later.number)))
    return parts


def _preferred(program: Program, problem: Problem, table: Table) -> Parts:
    return missed(problem)


def kept_weight(problem: Problem, number: int) -> int:
    """Return what one thing that is kept weighs if it is lost."""
    return problem.keep[number].weight_or(problem.objective.weights.kept)


def _mana_left(program: Program, problem: Problem, table: Table) -> Parts:
    return [] if program.unbounded else [(Quantity(What.LEFT), 1)]


def _reserved(program: Program, problem: Problem, table: Table) -> Parts:
    return [
        (Quantity(What.USED, index), group.source.reserved)
        for index, group in enumerate(table.groups)
        if group.source.reserved
    ]


def _flexibility(program: Program, problem: Problem, table: Table) -> Parts:
    board = problem.board
    worths = {s.id: group.worth for group in table.groups for s in group.sources}
    scarce = scarcity(board, worths)
    parts: Parts = []
    for index, group in enumerate(table.groups):
        weight = _weight(group, scarce)
        if weight:
            parts.append((Quantity(What.TOUCHED, index), weight))
    floating = sorted({(mana.type, mana.tags.only) for mana in board.pool})
    wishes = wished(problem)
    for index, (kind, only) in enumerate(floating):
        place = list(ManaType).index(kind)
        worth = unit_worth(kind, restricted=bool(only)) * (1 + wishes[place])
        parts.append((Quantity(What.MISSING, index), worth * scarce[place]))
    return parts


def _weight(group: Group, scarce: tuple[int, ...]) -> int:
    return sum(map(mul, group.worth, scarce))


def _emptied(program: Program, problem: Problem, table: Table) -> Parts:
    return [(Quantity(What.EMPTIED, index), 1) for index in range(len(program.families))]


def _graveyard(program: Program, problem: Problem, table: Table) -> Parts:
    return [
        (Quantity(What.SPENT, index), 1)
        for index, resource in enumerate(program.resources)
        if resource.label == GRAVEYARD
    ]


def _activations(program: Program, problem: Problem, table: Table) -> Parts:
    return [
        (Quantity(What.ACTIVATED, index), 1)
        for index, activation in enumerate(program.activations)
        if not activation.closing or activation.taps
    ]


def _life(program: Program, problem: Problem, table: Table) -> Parts:
    return [(Quantity(What.LIFE), 1)]


def _permanents_lost(program: Program, problem: Problem, table: Table) -> Parts:
    return [
        (Quantity(What.GONE, index), 1)
        for index, group in enumerate(table.groups)
        if group.source.zone is Zone.BATTLEFIELD
    ]


def _cards_lost(program: Program, problem: Problem, table: Table) -> Parts:
    first = len(table.groups)
    held = [i for i, group in enumerate(table.groups) if group.source.zone is Zone.HAND]
    return [(Quantity(What.GONE, i), 1) for i in (*held, *range(first, first + len(table.hand)))]


def _floating(program: Program, problem: Problem, table: Table) -> Parts:
    for activation in program.activations:
        if activation.per is not None or activation.doubles:
            raise UnsupportedCostError(
                activation.label, "an amount that cannot change, with the term 'floating'"
            )
    return [(Quantity(What.FLOATING), 1)]


def _sources_tapped(program: Program, problem: Problem, table: Table) -> Parts:
    return [(Quantity(What.TAPPED, index), 1) for index in range(len(table.groups))]


_PARTS = {
    "lethal": _lethal,
    "spared": _spared,
    "losses": _losses,
    "preferred": _preferred,
    "mana_left": _mana_left,
    "reserved": _reserved,
    "flexibility": _flexibility,
    "emptied": _emptied,
    "graveyard": _graveyard,
    "activations": _activations,
    "life": _life,
    "permanents_lost": _permanents_lost,
    "cards_lost": _cards_lost,
    "floating": _floating,
    "sources_tapped": _sources_tapped,
}
