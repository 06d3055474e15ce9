"""What happens without CP-SAT, and without time for it."""

from __future__ import annotations

import sys

import pytest

from autotap.models import Board, DuelMastersProblem, ManaZone, Problem, Spell
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.errors import BackendUnavailableError
from autotap.models.result import Status
from autotap.solver import can_pay, solve, verify

SIGNET = Problem(Board.parse("Island; Wastes; 3 Azorius Signet"), Spell.parse("{1}{W}{U}"))
NO_SIGNET = Problem(Board.parse("Island; Azorius Signet"), Spell.parse("{1}{W}{U}"))
ZONE = DuelMastersProblem(
    ManaZone.parse("2 Fire; Nature; 2 Water"),
    DuelMastersSpell(DuelMastersCost.parse("fire/nature(4)")),
)


@pytest.fixture
def _without_ortools(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)


@pytest.mark.usefixtures("_without_ortools")
def test_without_cp_sat_the_matcher_answers() -> None:
    result = solve(SIGNET, use_cache=False)
    assert result.backend == "matcher"
    assert result.route == "CP-SAT is not installed"
    assert result.payment is not None
    verify(SIGNET, result.payment)
    zone = solve(ZONE, use_cache=False)
    assert (zone.backend, zone.status) == ("matcher", Status.OPTIMAL)


@pytest.mark.usefixtures("_without_ortools")
def test_without_cp_sat_a_no_is_explained() -> None:
    result = solve(NO_SIGNET, use_cache=False)
    assert result.status is Status.UNPAYABLE
    assert result.shortfall is not None
    assert result.shortfall.symbols


@pytest.mark.usefixtures("_without_ortools")
def test_without_cp_sat_painlands_are_left_to_the_matcher() -> None:
    problem = Problem(Board.parse("Adarkar Wastes; Island"), Spell.parse("{W}{U}"))
    result = solve(problem, use_cache=False)
    assert result.backend == "matcher"
    assert result.objective["losses"] == 1


@pytest.mark.usefixtures("_without_ortools")
def test_a_backend_that_is_named_is_not_replaced() -> None:
    with pytest.raises(BackendUnavailableError):
        solve(SIGNET, backend="cp_sat", use_cache=False)


@pytest.mark.parametrize("problem", [SIGNET, ZONE], ids=["Signet", "zone"])
def test_without_time_the_matcher_answers(problem: Problem | DuelMastersProblem) -> None:
    result = solve(problem, time_limit_s=0, use_cache=False)
    assert result.backend == "matcher"
    assert result.payment is not None
    verify(problem, result.payment)


def test_without_time_a_question_can_still_be_decided() -> None:
    assert can_pay("{1}{W}{U}", "Island; Wastes; Azorius Signet", time_limit_s=0)
    assert not can_pay("{1}{W}{U}", "Island; Azorius Signet", time_limit_s=0)
