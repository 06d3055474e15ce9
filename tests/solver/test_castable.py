"""Which cards of a hand can be paid, each for itself."""

from __future__ import annotations

from typing import Any

import pytest

from autotap.models import Board, DuelMastersCost, DuelMastersSpell, ManaCost, ManaZone, Spell
from autotap.models.errors import CostSyntaxError, InputError, LimitError, UndecidedError
from autotap.models.result import Status
from autotap.solver import can_pay, castable, hand, pay

BOARD = "Plains; Island; Azorius Signet"
COSTS = ["{W}{U}", "{U}{U}", "{3}", "{2}{W}", "{4}", "{X}{W}", "{B}"]


def test_each_card_is_asked_as_if_it_were_the_only_one() -> None:
    answers = castable(COSTS, BOARD)
    assert answers == {cost: can_pay(cost, BOARD) for cost in COSTS}
    assert {*answers.values()} == {True, False}
    assert list(answers) == COSTS


def test_names_are_the_callers() -> None:
    bear = Spell.parse("{1}{G}", types="creature", name="Bear")
    cards: dict[Any, Any] = {
        "bear": bear,
        7: "{U}",
        ("second", "bear"): bear,
        "cost": ManaCost.parse("{W}"),
    }
    assert castable(cards, "2 Forest; Plains") == {
        "bear": True,
        7: False,
        ("second", "bear"): True,
        "cost": True,
    }
    assert castable([bear, "{U}"], "2 Forest") == {bear: True, "{U}": False}
    assert castable({}, BOARD) == castable((), BOARD) == {}
    assert castable(iter(["{W}"]), BOARD) == {"{W}": True}


def test_payments_are_those_of_pay() -> None:
    results = castable({cost: cost for cost in COSTS}, BOARD, payments=True)
    for cost, result in results.items():
        expected = pay(cost, BOARD)
        assert (result.status, result.payment) == (expected.status, expected.payment)
    assert {result.status for result in results.values()} == {Status.OPTIMAL, Status.UNPAYABLE}


@pytest.mark.parametrize("payments", [False, True])
def test_equal_costs_are_decided_once(monkeypatch: pytest.MonkeyPatch, payments: Any) -> None:
    asked: list[Any] = []

    def answer(cost: object, board: object, **options: object) -> object:
        asked.append((cost, board))
        return len(asked)

    monkeypatch.setattr(hand, "pay" if payments else "can_pay", answer)
    bears: dict[str, Any] = {name: Spell.parse("{1}{G}") for name in "ab"}
    answers = castable({**bears, "c": "{W}", "d": "{W}"}, BOARD, payments=payments)
    assert answers == {"a": 1, "b": 1, "c": 2, "d": 2}
    assert len({id(board) for _, board in asked}) == 1


def test_another_player_s_board() -> None:
    assert castable(["{U}", "{R}"], "Exotic Orchard", opponent="Island") == {
        "{U}": True,
        "{R}": False,
    }
    assert castable(["{U}"], Board.parse("Exotic Orchard")) == {"{U}": False}
    with pytest.raises(InputError, match="no opponent"):
        castable(["fire(1)"], ManaZone.parse("Fire"), opponent="Island")


def test_duel_masters() -> None:
    zone = ManaZone.parse("2 Fire; Nature")
    cost = DuelMastersCost.parse("fire/nature(3)")
    cards = {"text": "fire(4)", "cost": cost, "card": DuelMastersSpell(cost, "Card")}
    assert castable(cards, zone) == {"text": False, "cost": True, "card": True}


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(CostSyntaxError):
        castable(["{W}", "{"], BOARD)
    with pytest.raises(LimitError):
        castable(["{W}"], BOARD, time_limit_s=-1)


def test_one_time_limit_is_for_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def asked_in_time(*_: object, time_limit_s: float | None, **__: object) -> bool:
        limits.append(time_limit_s)
        if len(limits) == 2:
            raise UndecidedError("not decided")
        return True

    monkeypatch.setattr(hand, "can_pay", asked_in_time)
    with pytest.raises(UndecidedError):
        castable(["{W}", "{U}", "{B}"], "Plains", time_limit_s=60)
    given = [limit for limit in limits if limit is not None]
    assert len(given) == 2
    assert 60 >= given[0] > given[1] > 0
