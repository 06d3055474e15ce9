"""Duel Masters payments as Programs.

Where every card that can pay has mana number 1, each card is one unit and the points that the
civilization step leaves due are a constant: only demands remain (`_units`). Otherwise each role of
a card, with the number that it makes there, is an activation of its own, and linear constraints
over the points tie the two steps together (`_numbered`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from autotap.models.duel_masters.civilization import format_civilizations, in_order
from autotap.models.duel_masters.cost import Era, PointOvershoot, System
from autotap.models.duel_masters.locking import lock_totals
from autotap.models.errors import InputError, UnknownNameError
from autotap.models.problem import DuelMastersProblem
from autotap.solver.compile.zone_program import POINTS, Announced, Role, ZoneProgram
from autotap.solver.program import (
    Activation,
    Body,
    Demand,
    Kind,
    Later,
    Linear,
    Option,
    Program,
    Quantity,
    Term,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from autotap.models.duel_masters.card import DuelMastersCard
    from autotap.models.duel_masters.civilization import Civilization
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone

Parts = tuple[tuple[Quantity, int], ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that nothing tells apart."""

    label: str
    cards: tuple[DuelMastersCard, ...]
    usable: bool
    required: bool
    spared: bool

    @property
    def civilizations(self) -> frozenset[Civilization]:
        return self.cards[0].civilizations

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.cards[0].mana_number


def compile_duel_masters(
    problem: DuelMastersProblem, asked: Collection[int] | None = None
) -> ZoneProgram:
    """Write a Duel Masters problem as a Program.

    ``asked`` has the numbers of what is kept that the Program asks for; None for all.

    Raises
    ------
    UnknownNameError
        If `must_use`, `forbid` or `spare` names no card of the zone.
    InputError
        If the objective has a term of another game, or X is asked for where there is none.
    LimitError
        If the reductions are too many and too different.

    Notes
    -----
    The Program grows with the number of *different* cards, not of cards.

    Examples
    --------
    >>> from autotap.models.duel_masters import DuelMastersCost, DuelMastersSpell, ManaZone
    >>> from autotap.models.problem import DuelMastersProblem
    >>> spell = DuelMastersSpell(DuelMastersCost.parse("fire(3)"))
    >>> compiled = compile_duel_masters(DuelMastersProblem(ManaZone.parse("2 Fire; Water"), spell))
    >>> [(demand.label, demand.due) for demand in compiled.program.demands]
    [('fire', (1,)), ('points', (2,))]
    """
    groups = _groups(problem)
    free = tuple(replace(group, usable=not group.cards[0].tapped) for group in groups)
    laters = tuple(
        _later(number, problem.board, problem.keep[number].spells, free)
        for number in (range(len(problem.keep)) if asked is None else sorted(asked))
    )
    return _compiled(problem, groups, laters)


def _compiled(
    problem: DuelMastersProblem, groups: tuple[_Group, ...], laters: tuple[Later, ...]
) -> ZoneProgram:
    announced = _announcements(problem)
    if all(group.numbers == (1,) for group in groups if group.usable):
        return _units(problem, groups, announced, laters)
    return _numbered(problem, groups, announced, laters)


def _later(
    number: int, zone: ManaZone, spells: Sequence[DuelMastersSpell], groups: tuple[_Group, ...]
) -> Later:
    """Ask for spells one after the other, without optional steps."""
    spell, *rest = spells
    laters = (_later(number, zone, rest, groups),) if rest else ()
    program = _compiled(DuelMastersProblem(zone, spell, x=0), groups, ()).program
    return Later(number, replace(program, terms=(), required=(), laters=laters))


def most_steps(zone: ManaZone, spell: DuelMastersSpell) -> int:
    """Bound the number of optional steps that a zone can pay for (DM-34).

    Up to it the payable numbers need not be an interval: where points must be met exactly, a
    greater number can be payable and a smaller one not.
    """
    if not spell.x_cost or spell.free:
        return 0
    return sum(max(card.mana_number) for card in zone.untapped) // spell.x_cost


def _groups(problem: DuelMastersProblem) -> tuple[_Group, ...]:
    named = problem.must_use | problem.forbid | problem.spare
    unknown = named - {card.id for card in problem.board.cards}
    if unknown:
        raise UnknownNameError(min(unknown), "the id of a card of the zone")
    found: defaultdict[tuple[str, bool, bool, bool], list[DuelMastersCard]] = defaultdict(list)
    for card in problem.board.cards:
        required = card.id in problem.must_use
        if card.tapped and not required:
            continue
        label = f"{format_civilizations(card.civilizations)} {card.mana_number}"
        usable = not card.tapped and card.id not in problem.forbid
        spared = card.id in problem.spare
        label = f"{label} {card.id}" if required else label
        found[label, usable, required, spared].append(card)
    return tuple(
        _Group(key[0], tuple(cards), *key[1:])
        for key, cards in sorted(found.items(), key=lambda item: item[0])
    )


def _announcements(problem: DuelMastersProblem) -> tuple[Announced, ...]:
    spell = problem.spell
    numbers: Sequence[int | None]
    if not spell.x_cost:
        if problem.x:
            raise InputError(str(problem.x), "no X: the cost has no optional steps")
        numbers = (None,)
    elif problem.x is None:
        numbers = range(most_steps(problem.board, spell) + 1)
    else:
        numbers = (problem.x,)
    additional: Counter[Civilization] = Counter()
    for extra in () if spell.free else spell.additional:
        additional[extra.civilization] += extra.count
    return tuple(
        Announced(x, locked, additional) for x in numbers for locked in lock_totals(spell, x or 0)
    )


def _options(announced: tuple[Announced, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"total {a.locked.total}" if a.x is None else f"X = {a.x}, total {a.locked.total}",
            rank=a.x or 0,
        )
        for a in announced
    )


def _roles(problem: DuelMastersProblem, announced: tuple[Announced, ...]) -> tuple[Role, ...]:
    plays = problem.spell.options.system is System.PLAYS
    due = () if plays else in_order(_due(announced))
    return (
        *(Role(str(civilization), civilization) for civilization in due),
        POINTS,
        *(
            Role(f"additional {civilization}", civilization, additional=True)
            for civilization in in_order(announced[0].additional)
        ),
    )


def _impossible(problem: DuelMastersProblem, announced: tuple[Announced, ...]) -> list[Demand]:
    """Demands that nothing meets: for civilizations that are locked (DM-64)."""
    if problem.spell.options.system is not System.PLAYS:
        return []
    return [
        Demand(str(f), frozenset(), tuple(int(f in a.locked.civilizations) for a in announced))
        for f in in_order(_due(announced) - problem.board.unlocked)
    ]


def _due(announced: tuple[Announced, ...]) -> set[Civilization]:
    return {civilization for a in announced for civilization in a.locked.civilizations}


def _units(
    problem: DuelMastersProblem,
    groups: tuple[_Group, ...],
    announced: tuple[Announced, ...],
    laters: tuple[Later, ...],
) -> ZoneProgram:
    """Write the Program for cards of number 1: a card is a unit, its role is where it goes."""
    roles = _roles(problem, announced)
    told_apart = frozenset(role.civilization for role in roles if role.civilization)
    kinds = sorted({group.civilizations & told_apart for group in groups}, key=in_order)
    activations = [
        Activation(
            group.label,
            body=body,
            taps=True,
            outputs=(((kinds.index(group.civilizations & told_apart), 1),),),
        )
        for body, group in enumerate(groups)
        if group.usable
    ]
    first = [sum(a.due(role) for role in roles if not role.additional) for a in announced]
    totals = [a.locked.total for a in announced]
    demands = [
        Demand(
            role.name,
            frozenset(i for i, kind in enumerate(kinds) if role.suits(kind)),
            tuple(a.due(role) for a in announced)
            if role.civilization
            else tuple(max(0, c - p) for c, p in zip(totals, first, strict=True)),
        )
        for role in roles
    ]
    impossible = _impossible(problem, announced)
    if problem.spell.options.era is Era.CLASSIC:
        excess = tuple(int(p > c) for c, p in zip(totals, first, strict=True))
        if any(excess):
            impossible.append(Demand("no over-payment", frozenset(), excess))
    wasted = tuple(
        (Quantity(What.ANNOUNCED, option), p - c)
        for option, (c, p) in enumerate(zip(totals, first, strict=True))
        if p > c
    )
    program = Program(
        bodies=_bodies(groups),
        kinds=tuple(Kind(format_civilizations(kind), exact=True) for kind in kinds),
        demands=(*demands, *impossible),
        activations=tuple(activations),
        options=_options(announced),
        families=(families := _families(groups)),
        required=_required(groups),
        laters=laters,
        terms=_terms(problem, groups, families, laters, wasted=wasted, large=()),
    )
    return ZoneProgram(
        program,
        announced,
        tuple(group.cards for group in groups),
        roles,
        (None,) * len(activations),
        (*roles, *(None for _ in impossible)),
    )


def _numbered(
    problem: DuelMastersProblem,
    groups: tuple[_Group, ...],
    announced: tuple[Announced, ...],
    laters: tuple[Later, ...],
) -> ZoneProgram:
    """Write the Program for cards of any number: an activation for each role and number."""
    roles = _roles(problem, announced)
    giving = [role for role in roles if role.civilization]
    activations: list[Activation] = []
    activated: list[tuple[Role, int]] = []
    for body, group in enumerate(groups):
        for role in roles if group.usable else ():
            if not role.suits(group.civilizations):
                continue
            for number in (0,) if role.additional else group.numbers:
                if role.civilization is None and not number:
                    continue  # DM-7: a card of number 0 is never tapped for points
                unit = ((giving.index(role), 1),) if role.civilization else ()
                label = f"{group.label} as {role.name}, {number}"
                activations.append(Activation(label, body=body, taps=True, outputs=(unit,)))
                activated.append((role, number))
    impossible = _impossible(problem, announced)
    demands = [
        Demand(role.name, frozenset({kind}), tuple(a.due(role) for a in announced))
        for kind, role in enumerate(giving)
    ]
    points = tuple(
        (Quantity(What.ACTIVATED, i), number) for i, (_, number) in enumerate(activated) if number
    )
    due = tuple(
        (Quantity(What.ANNOUNCED, option), -a.locked.total) for option, a in enumerate(announced)
    )
    constraints, switches = _steps(problem, activated, due)
    program = Program(
        bodies=_bodies(groups),
        kinds=tuple(Kind(role.name, exact=True) for role in giving),
        demands=(*demands, *impossible),
        activations=tuple(activations),
        options=_options(announced),
        families=(families := _families(groups)),
        switches=switches,
        constraints=constraints,
        required=_required(groups),
        laters=laters,
        terms=_terms(
            problem,
            groups,
            families,
            laters,
            wasted=(*points, *due),
            large=tuple((quantity, 1) for quantity, number in points if number > 1),
        ),
    )
    return ZoneProgram(
        program,
        announced,
        tuple(group.cards for group in groups),
        roles,
        tuple(activated),
        (*giving, *(None for _ in impossible)),
    )


def _steps(
    problem: DuelMastersProblem, activated: list[tuple[Role, int]], due: Parts
) -> tuple[tuple[Linear, ...], int]:
    """Tie the points step to the civilization step; return the constraints and their switches.

    Switch 0 says that there is a points step; that it may start only below the total (DM-7)
    follows from where it must end. With a last card that may overshoot, one more switch per
    number says that a card of that number, tapped for points, is the last one.
    """
    options = problem.spell.options
    first = tuple(
        (Quantity(What.ACTIVATED, i), number)
        for i, (role, number) in enumerate(activated)
        if role.civilization and number
    )
    second = tuple(
        (Quantity(What.ACTIVATED, i), number)
        for i, (role, number) in enumerate(activated)
        if role == POINTS
    )
    beyond = (*first, *second, *due)
    plays = options.system is System.PLAYS
    if options.era is Era.CLASSIC and not plays:  # DM-61
        return (Linear(beyond, 0, 0),), 0
    stop, go = ((0, False),), ((0, True),)
    rules = [
        Linear(second, upper=0, when=stop),
        Linear((*first, *due), lower=0, when=stop),
        Linear(beyond, lower=0, when=go),
    ]
    numbers = sorted({number for _, number in second})
    if not plays and options.point_overshoot is PointOvershoot.EXACT:
        return (*rules, Linear(beyond, upper=0, when=go)), 1
    last = {number: switch for switch, number in enumerate(numbers, 1)}
    one_is_last = ((Quantity(What.SWITCH, switch), 1) for switch in last.values())
    rules.append(Linear((*one_is_last, (Quantity(What.SWITCH, 0), -1)), lower=0))
    for number, switch in last.items():
        of_number = tuple((quantity, 1) for quantity, value in second if value == number)
        rules.append(Linear(of_number, lower=1, when=((switch, True),)))
        rules.append(Linear(beyond, upper=number - 1, when=((switch, True),)))
    return tuple(rules), 1 + len(last)


def _bodies(groups: tuple[_Group, ...]) -> tuple[Body, ...]:
    return tuple(Body(g.label, len(g.cards), tapped=g.cards[0].tapped) for g in groups)


def _required(groups: tuple[_Group, ...]) -> tuple[int, ...]:
    return tuple(body for body, group in enumerate(groups) if group.required)


def _families(groups: tuple[_Group, ...]) -> tuple[tuple[int, ...], ...]:
    """Bodies of the same civilizations, colourless ones left out."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for body, group in enumerate(groups):
        if group.civilizations and not group.cards[0].tapped:
            found[format_civilizations(group.civilizations)].append(body)
    return tuple(map(tuple, found.values()))


def _terms(
    problem: DuelMastersProblem,
    groups: tuple[_Group, ...],
    families: tuple[tuple[int, ...], ...],
    laters: tuple[Later, ...],
    *,
    wasted: Parts,
    large: Parts,
) -> tuple[Term, ...]:
    offering = Counter(f for card in problem.board.untapped for f in card.civilizations)
    usable = [(Quantity(What.TAPPED, body), g) for body, g in enumerate(groups) if g.usable]
    parts: dict[str, Parts] = {
        "spared": tuple((quantity, 1) for quantity, group in usable if group.spared),
        "kept_lost": tuple(
            (Quantity(What.LOST, later.number), problem.keep[later.number].weight_or(1))
            for later in laters
        ),
        "points_wasted": wasted,
        "cards_tapped": tuple((quantity, 1) for quantity, _ in usable),
        "flexibility": tuple(
            (quantity, sum(ceil(12 / offering[f]) for f in group.civilizations))
            for quantity, group in usable
            if group.civilizations
        ),
        "emptied": tuple((Quantity(What.EMPTIED, i), 1) for i in range(len(families))),
        "large_numbers": large,
    }
    names = problem.objective.duel_masters_terms()
    return tuple(Term(name, parts[name]) for name in names)
