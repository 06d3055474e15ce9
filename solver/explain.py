"""Why a cost cannot be paid: the symbols that fall short together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.errors import BackendUnavailableError
from autotap.models.result import Shortfall
from autotap.solver.backends import cp_sat
from autotap.solver.direct import counted

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.zone_program import ZoneProgram
    from autotap.solver.program import Program


def magic_shortfall(blueprint: Blueprint, time_limit_s: float | None = None) -> Shortfall:
    """Explain why a Magic cost cannot be paid."""
    spell = blueprint.problem.spell
    if not blueprint.announcements:
        if spell.cost is None and not spell.totals:
            return Shortfall(
                "cost", (), (), "There is no mana cost, so it cannot be paid (MTG-118.6)."
            )
        return Shortfall(
            "cost",
            (),
            (),
            "Nothing can be announced: an object that a cost needs is not there, or X or life is "
            "out of bounds.",
        )
    program = blueprint.program
    short = _shortage(program, time_limit_s)
    symbols = tuple(program.demands[demand].label for demand in short)
    kinds = {kind for demand in short for kind in program.demands[demand].accepts}
    payers = {
        source.id: source.name
        for activation in program.activations
        if activation.body is not None
        and any(kind in kinds for output in activation.outputs for kind, _ in output)
        for source in blueprint.table.groups[activation.body].sources
    }
    names = counted(payers.values())
    return Shortfall("mana", symbols, tuple(payers), _sentence(program, short, names))


def duel_masters_shortfall(compiled: ZoneProgram, time_limit_s: float | None = None) -> Shortfall:
    """Explain why a Duel Masters cost cannot be paid."""
    program = compiled.program
    short = _shortage(program, time_limit_s)
    symbols = tuple(program.demands[demand].label for demand in short)
    cards = [card for group in compiled.cards for card in group if not card.tapped]
    names = [f"{len(cards)} untapped card{'s' * (len(cards) != 1)}"] if cards else []
    return Shortfall("mana", symbols, (), _sentence(program, short, names))


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
    sources = tuple(sorted(problem.must_use | problem.forbid))
    sentence = f"It could be paid, but not {' and '.join(parts)}."
    return Shortfall("requirement", (), sources, sentence)


def _sentence(program: Program, short: dict[int, int], names: list[str]) -> str:
    """Say what falls short, by how much, and what there is to pay it."""
    if not short:
        return (
            "There would be enough mana, but no order of activation starts the abilities that cost "
            "mana, or an object, a card or life that is needed is not there or would serve twice."
            if any(activation.needs for activation in program.activations)
            else "The objects, cards or life that the cost asks for are not there."
        )
    wanted: Counter[str] = Counter()
    for demand, number in short.items():
        wanted[program.demands[demand].label] += number
    missing = ", ".join(f"{number} short for {label}" for label, number in wanted.items())
    if not names:
        return f"Nothing that can be used pays {', '.join(wanted)}."
    return f"Not enough: {missing}. What can pay it: {', '.join(names)}."
