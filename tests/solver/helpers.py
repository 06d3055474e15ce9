"""What the tests of the solver share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver.backends import cp_sat
from autotap.solver.backends.caps import activation_caps
from autotap.solver.backends.formulation import Formulation
from autotap.solver.pipeline import Clock, magic_job

if TYPE_CHECKING:
    import pytest

    from autotap.models.result import Result
    from autotap.solver.program import Program


def compiled(cost: str, board: str, **options: Any) -> Program:
    """The Program of a Magic question."""
    problem = Problem(Board.parse(board), Spell.parse(cost), **options)
    return magic_job(problem, Clock(None)).program


def paid(result: Result) -> Payment:
    """The payment, which must be proven to be best."""
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment


def order(result: Result) -> list[str]:
    """Ids of the activated sources, in order."""
    return [step.source for step in paid(result).activations]


def record_attempts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """Record ``(stages, ranks)`` of every formulation that is solved from now on."""
    attempts: list[tuple[int, bool]] = []

    class Recorded(Formulation):
        def __init__(self, program: Program, stages: int = 0, **options: Any) -> None:
            attempts.append((stages, options.get("ranks", False)))
            super().__init__(program, stages, **options)

    monkeypatch.setattr(cp_sat, "Formulation", Recorded)
    return attempts


def scale_caps(monkeypatch: pytest.MonkeyPatch, factor: int) -> None:
    """Let every activation be used ``factor`` times as often as it can be useful."""

    def scaled(program: Program) -> list[int]:
        return [factor * cap for cap in activation_caps(program)]

    monkeypatch.setattr("autotap.solver.backends.formulation.activation_caps", scaled)
    monkeypatch.setattr("autotap.solver.backends.cp_sat.activation_caps", scaled)
