"""Why a cost cannot be paid: the symbols that fall short together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.result import Shortfall

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
    short = _short(program, time_limit_s)
    symbols = tuple(program.demands[demand].label for demand in short)
    kinds = {kind for demand in short for kind in program.demands[demand].accepts}
    sources = tuple(
        source.id
        for activation in program.activations
        if activation.body is not None
        and any(kind in kinds for output in activation.outputs for kind, _ in output)
        for source in blueprint.table.groups[activation.body].sources
    )
    sources = tuple(dict.fromkeys(sources))
    return Shortfall("mana", symbols, sources, _sentence(short, symbols, sources, program))


def duel_masters_shortfall(compiled: ZoneProgram, time_limit_s: float | None = None) -> Shortfall:
    """Explain why a Duel Masters cost cannot be paid."""
    program = compiled.program
    short = _short(program, time_limit_s)
    symbols = tuple(program.demands[demand].label for demand in short)
    return Shortfall("mana", symbols, (), _sentence(short, symbols, (), program))


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


def _short(program: Program, time_limit_s: float | None) -> list[int]:
    """Return the demands that stay unpaid when as much as possible is paid."""
    from autotap.solver.backends.cp_sat import shortage

    return shortage(program, time_limit_s=time_limit_s)


def _sentence(
    short: list[int], symbols: tuple[str, ...], sources: tuple[str, ...], program: Program
) -> str:
    if not short:
        return (
            "There would be enough mana, but no order of activation starts the abilities that cost "
            "mana, or an object, a card or life that is needed is not there or would serve twice."
            if any(activation.needs for activation in program.activations)
            else "The objects, cards or life that the cost asks for are not there."
        )
    wanted = ", ".join(dict.fromkeys(symbols))
    if not sources:
        return f"Nothing that can be used pays {wanted}."
    return f"Not enough for {wanted}: the sources that can pay it are {', '.join(sources)}."
