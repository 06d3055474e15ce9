"""Which cards of a hand can be paid, each for itself or together."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from autotap.models import Board, DuelMastersCost, DuelMastersSpell, ManaCost, ManaZone, Spell
from autotap.models.errors import (
    CostSyntaxError,
    InputError,
    LimitError,
    UndecidedError,
    UnsupportedCostError,
)
from autotap.models.mtg.spell import Payer
from autotap.models.problem import Kept
from autotap.models.result import Status
from autotap.solver import can_pay, castable, hand, pay, verify

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


# --- jointly -------------------------------------------------------------------------------------

SOURCES = [
    *("Plains", "Island", "Tundra", "Adarkar Wastes", "Azorius Signet", "Sol Ring"),
    *("Mystic Gate", "Treasure", "Ancient Tomb", "Plains (tapped)", "Azorius Chancery"),
]
HAND = ["{W}", "{U}", "{1}{U}", "{2}", "{W}{U}", "{2}{W}", "{U/P}", "{3}", "{W}{W}", "{B}"]


def can_pay_all(spells: tuple[Spell, ...], board: Board) -> bool:
    """Whether some order pays them all: one that is paid for keeps the rest payable together."""
    if len(spells) < 2:
        return all(can_pay(spell, board) for spell in spells)
    for number, first in enumerate(spells):
        rest = spells[:number] + spells[number + 1 :]
        result = pay(first, board, keep=(Kept(rest),), keep_when="now")
        if result.payment is not None and all(result.kept) and not result.objective["lethal"]:
            return True
    return False


@pytest.mark.parametrize("seed", range(25))
def test_jointly_as_many_as_can_be(seed: int) -> None:
    rng = Random(f"jointly {seed}")
    board = Board.parse("; ".join(rng.choices(SOURCES, k=rng.randint(1, 5))))
    cards = {f"card {i}": Spell.parse(cost) for i, cost in enumerate(rng.choices(HAND, k=4))}
    answers = castable(cards, board, jointly=True)
    most = max(
        number
        for number in range(len(cards) + 1)
        for chosen in combinations(cards.values(), number)
        if can_pay_all(chosen, board)
    )
    assert list(answers) == list(cards)
    assert sum(answers.values()) == most
    results = castable(cards, board, jointly=True, payments=True)
    assert {name: result.payment is not None for name, result in results.items()} == answers
    for name, result in results.items():
        if result.payment is not None:
            assert result.problem is not None
            verify(result.problem, result.payment)
            assert result.problem.spell == cards[name]
        else:
            assert result.status is Status.UNPAYABLE


def test_joint_payments_follow_each_other() -> None:
    cards = {"a": "{1}{U}", "b": "{W}", "c": "{U}"}
    results = castable(cards, "Island; Tundra; Plains", jointly=True, payments=True)
    assert list(results) == ["b", "c", "a"]
    boards = [result.problem.board for result in results.values() if result.problem is not None]
    tapped = [sum(s.tapped for s in board.sources) for board in boards if isinstance(board, Board)]
    assert tapped == [0, 1, 2]
    assert [result.status for result in results.values()] == [
        *(Status.FEASIBLE, Status.FEASIBLE, Status.UNPAYABLE)
    ]


def test_jointly_in_duel_masters() -> None:
    zone = ManaZone.parse("2 Fire; Water")
    cards = {"a": "fire(2)", "b": "fire/water(3)", "c": "water(1)"}
    assert castable(cards, zone, jointly=True) == {"a": True, "b": False, "c": True}


def test_the_last_life_is_not_paid_for_one_more_card() -> None:
    cards = {"a": "{W}", "b": "{U/P}"}
    assert castable(cards, "Plains; life: 2", jointly=True) == {"a": True, "b": False}
    results = castable(cards, "Plains; life: 2", jointly=True, payments=True)
    assert results["b"].warnings == ("It could only be paid with the last life.",)


def test_what_cannot_be_asked_jointly() -> None:
    with pytest.raises(InputError, match="names for cards of equal costs"):
        castable(["{W}", "{W}"], "Plains", jointly=True)
    with pytest.raises(UnsupportedCostError):
        castable([Spell.parse("{2}", payers=frozenset({Payer.CONVOKE}))], "Plains", jointly=True)
    many = {f"card {i}": f"{{{i}}}" for i in range(40)}
    board = "; ".join(
        f"Rock{i} [{{1}}, {{T}}: Add {{{c}}}{{C}}]" for i, c in enumerate("WUBRG" * 3)
    )
    with pytest.raises(UndecidedError, match="perhaps more"):
        castable(many, f"{board}; 9 Plains", jointly=True, time_limit_s=0.0)
