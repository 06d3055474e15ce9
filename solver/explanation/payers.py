"""Who can pay some symbols, who could, and what stands in the way of those."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.explanation import Able, Obstacle, Unable
from autotap.models.mtg.ability import X_COUNTERS
from autotap.models.mtg.chosen import asks_for_a_type
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.mana import mana_text
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.vocabulary import several
from autotap.solver.backends.base import TimeUp
from autotap.solver.backends.caps import most_counted
from autotap.solver.compile.mtg import compile_magic
from autotap.solver.explanation.decide import undecided
from autotap.solver.explanation.levers import MOST_LIFE, restrictions_of, with_rulings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.source import Source
    from autotap.models.problem import Problem
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.units import Slot
    from autotap.solver.pipeline import Clock

_PAYERS = {
    Payer.DELVE: "cards in the graveyard (delve)",
    Payer.ASSIST: "another player (assist)",
}


def able_of(blueprint: Blueprint, demands: Collection[int]) -> tuple[Able, ...]:
    """Return everything that makes units which some demands accept, in the order of the board."""
    program, groups = blueprint.program, blueprint.table.groups
    accepted = {kind for demand in demands for kind in program.demands[demand].accepts}
    found: dict[str, Able] = {}
    for draft, activation in zip(blueprint.drafts, program.activations, strict=True):
        most = most_counted(program, activation) * max(
            sum(amount for kind, amount in made if kind in accepted) for made in activation.made
        )
        if not most:
            continue
        mana = draft.ability.cost.mana if draft.ability else None
        needs = "" if mana is None else str(mana)
        if draft.group is None:
            name = "life" if draft.payer is None else _PAYERS[draft.payer]
            found.setdefault(name, Able(name))
            continue
        for source in groups[draft.group].sources:
            known = found.get(source.id)
            if known is not None:
                needs, most = known.needs and needs, max(known.most, most)
            found[source.id] = Able(source.name, source.id, most, needs)
    place = {source.id: i for i, source in enumerate(blueprint.problem.board.sources)}
    able = sorted(found.values(), key=lambda one: place.get(one.id, len(place)))
    pool = sum(program.kinds[kind].stock for kind in accepted)
    if pool:
        held = tuple(mana for mana in blueprint.problem.board.pool if not mana.tags.only)
        text = mana_text(held) if len(held) == pool else "mana"
        able.append(Able(f"floating {text}", most=pool))
    return tuple(able)


def unable_of(
    problem: Problem, blueprint: Blueprint, slots: Collection[Slot], clock: Clock
) -> tuple[Unable, ...]:
    """Return the sources that could pay some symbols if a smallest set of obstacles were gone.

    Complexity: one compilation for each set of obstacles that are on the board, smallest first.
    """
    now, _ = current_problem(problem)
    present = [each for each in Obstacle if _without(now, (each,)) != now]
    seen = set(_paying(blueprint, slots))
    found: list[Unable] = []
    for size in range(1, len(present) + 1):
        if seen.issuperset(source.id for source in now.board.sources):
            break
        reached: dict[str, Unable] = {}
        for obstacles in combinations(present, size):
            freed = _without(now, obstacles)
            try:
                compiled = compile_magic(freed, blueprint.announcements, clock.check)
            except TimeUp:
                raise undecided(clock) from None
            for source_id in _paying(compiled, slots):
                if source_id not in seen and source_id not in reached:
                    source = now.board.source(source_id)
                    detail = _detail(source, obstacles)
                    reached[source_id] = Unable(source.name, source_id, obstacles, detail)
        seen |= reached.keys()
        found += reached.values()
    place = {source.id: i for i, source in enumerate(now.board.sources)}
    return tuple(sorted(found, key=lambda one: place[one.id]))


def _paying(blueprint: Blueprint, slots: Collection[Slot]) -> Iterator[str]:
    """Yield the ids of the sources that pay symbols of some slots."""
    first = blueprint.first_due
    demands = [first + i for i, slot in enumerate(blueprint.slots) if slot in slots]
    return (one.id for one in able_of(blueprint, demands) if one.id)


def _without(problem: Problem, obstacles: Iterable[Obstacle]) -> Problem:
    """Return a problem on whose board nothing of some kinds stands in the way."""
    board, spell = problem.board, problem.spell
    gone = frozenset(obstacles)
    board = replace(board, sources=tuple(_freed(source, gone) for source in board.sources))
    if Obstacle.LIFE in gone and any(_life(source) > board.life for source in board.sources):
        board = replace(board, life=board.life + MOST_LIFE)
    if Obstacle.RESTRICTED in gone:
        free = [(text, Ruling.YES) for text in restrictions_of(board.sources)]
        board = with_rulings(board, free)
        if free:
            spell = replace(spell, rulings=tuple(free))
    forbid = frozenset[str]() if Obstacle.FORBIDDEN in gone else problem.forbid
    return replace(problem, board=board, spell=spell, forbid=forbid)


def _life(source: Source) -> int:
    return max((ability.cost.life for ability in source.abilities), default=0)


def _freed(source: Source, gone: frozenset[Obstacle]) -> Source:
    if Obstacle.TAPPED in gone and source.tapped:
        source = replace(source, tapped=False)
    if Obstacle.SICK in gone and source.summoning_sick:
        source = replace(source, summoning_sick=False)
    if Obstacle.CONDITION in gone and any(_conditions(ability) for ability in source.abilities):
        free = (replace(each, condition=None, absent="") for each in source.abilities)
        source = replace(source, abilities=tuple(free))
    if Obstacle.COUNTERS in gone and (asked := _counters(source)):
        source = replace(source, counters=tuple(sorted((dict(source.counters) | asked).items())))
    return source


def _counters(source: Source) -> dict[str, int]:
    """Return the counters that an ability asks for and that are not there."""
    asked = (each for ability in source.abilities for each in ability.cost.counters)
    return {
        name: max(number, 1)
        for name, number in asked
        if source.counter(name) < (number if number != X_COUNTERS else 1)
    }


def _conditions(ability: ManaAbility) -> list[str]:
    asked = [several(*ability.condition)] if ability.condition else []
    return [*asked, *([f"no {ability.absent}"] if ability.absent else [])]


def _detail(source: Source, obstacles: tuple[Obstacle, ...]) -> str:
    texts: list[str] = []
    if Obstacle.RESTRICTED in obstacles:
        texts += restrictions_of((source,))
        if source.chosen is None and any(map(asks_for_a_type, source.abilities)):
            texts.append("no type is chosen for it")
    if Obstacle.CONDITION in obstacles:
        texts += (text for ability in source.abilities for text in _conditions(ability))
    return "; ".join(dict.fromkeys(texts))
