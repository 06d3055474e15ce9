"""Why a cost cannot be paid, in one sentence: the symbols that fall short together.

It is worked out with every no, so it asks at most one more question of a solver. `explanation`
takes its time to prove more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import BackendUnavailableError
from autotap.models.mtg.mana import mana_text
from autotap.models.problem import Problem
from autotap.models.result import Shortfall
from autotap.solver.backends import cp_sat

if TYPE_CHECKING:
    from autotap.models.explanation import Able
    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.program import Program


def magic_shortfall(blueprint: Blueprint, time_limit_s: float | None = None) -> Shortfall:
    """Explain why a Magic cost cannot be paid."""
    from autotap.solver.explanation.payers import able_of

    if not blueprint.announcements:
        return Shortfall("cost", (), (), _not_announced(blueprint.problem))
    program = blueprint.program
    short = _shortage(program, time_limit_s)
    symbols = tuple(program.demands[demand].label for demand in short)
    able = able_of(blueprint, short or range(blueprint.first_due, len(program.demands)))
    sources = tuple(one.id for one in able if one.id) if short else ()
    return Shortfall("mana", symbols, sources, _sentence(blueprint, short, able))


def duel_masters_shortfall(
    problem: DuelMastersProblem, time_limit_s: float | None = None
) -> Shortfall:
    """Explain why a Duel Masters cost cannot be paid."""
    from autotap.solver.explanation.zone_blocking import zone_blocking
    from autotap.solver.pipeline import Clock

    found = zone_blocking(problem, Clock(time_limit_s))
    symbols = tuple(dict.fromkeys(found.symbols))
    return Shortfall("mana", symbols, tuple(one.id for one in found.able), found.sentence)


def _shortage(program: Program, time_limit_s: float | None) -> dict[int, int]:
    """Return the units that each demand lacks."""
    try:
        return cp_sat.shortage(program, time_limit_s=time_limit_s)
    except BackendUnavailableError:
        from autotap.solver.backends import matcher

        return matcher.shortage(program, time_limit_s=time_limit_s)


def requirement_shortfall(problem: Problem | DuelMastersProblem) -> Shortfall:
    """Explain a no that only requirements of the caller cause."""
    parts = [
        f"{verb} {', '.join(sorted(ids))}"
        for verb, ids in (("using", problem.must_use), ("sparing", problem.forbid))
        if ids
    ]
    if isinstance(problem, Problem):
        parts += [f"with {wish} spent on it" for wish in problem.require]
        if problem.already_spent:
            parts.append(f"with {mana_text(problem.already_spent)} already spent on it")
    sources = tuple(sorted(problem.must_use | problem.forbid))
    sentence = f"It could be paid, but not {' and '.join(parts)}."
    return Shortfall("requirement", (), sources, sentence)


def _not_announced(problem: Problem) -> str:
    """Say why nothing can be announced."""
    spell = problem.spell
    if spell.cost is None and not spell.totals:
        return "There is no mana cost, so it cannot be paid (MTG-118.6)."
    if problem.x is not None and spell.x_limit is not None and problem.x > spell.x_limit:
        return f"X may be {spell.x_limit} at most."
    return "No way to announce it is open: objects, cards or life that it needs are not there."


def _sentence(blueprint: Blueprint, short: dict[int, int], able: tuple[Able, ...]) -> str:
    """Say what falls short, by how much, and what there is to pay it."""
    from autotap.solver.explanation.words import able_texts, listed

    program = blueprint.program
    ways = len(set(blueprint.announcements))
    opening = f"None of the {ways} ways to announce it can be paid. " if ways > 1 else ""
    if not short:
        return opening + _besides_amounts(program, able)
    missing: dict[str, int] = {}
    for demand, number in short.items():
        label = program.demands[demand].label
        missing[label] = missing.get(label, 0) + number
    best = "At best it is" if opening else "It is"
    amounts = listed([f"{number} short for {label}" for label, number in missing.items()])
    if not able:
        return f"{opening}Nothing that can be used pays {listed(list(missing), 'or')}."
    return f"{opening}{best} {amounts}. What can pay that: {listed(able_texts(able))}."


def _besides_amounts(program: Program, able: tuple[Able, ...]) -> str:
    """Say what prevents paying where enough could be made."""
    waiting = {f"{one.name} needs {one.needs}": None for one in able if one.needs}
    asks = any(
        option.picks or option.uses or option.covers or option.mark or option.life
        for option in program.options
    )
    if waiting and not asks:
        from autotap.solver.explanation.words import listed

        return f"No order of activation works: {listed(list(waiting))} first."
    if waiting:
        return (
            "Enough mana could be made, but no order of activation works, or an object, a card or "
            "life that is needed is not there or would serve twice."
        )
    return "The objects, cards or life that the cost asks for are not there, or would serve twice."
