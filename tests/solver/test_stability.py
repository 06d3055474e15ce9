"""The same question gets the same answer, wherever and however it is asked."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.solver import pay
from tests.conftest import ROOT

if TYPE_CHECKING:
    from autotap.models.result import Result

QUESTIONS = [
    ("{2}{W}{U}", "2 Plains; 2 Island; 2 Tundra; Azorius Signet; Mystic Gate"),
    ("{1}{B/P}{R}", "Sulfurous Springs; Mountain; Swamp; City of Brass; life: 7"),
    ("{2/W}{2/W}{G}", "2 Plains; 2 Forest; Savannah; Gilded Lotus; Sol Ring"),
    ("{W}{U}{B}", "2 Azorius Signet; Dimir Signet; Wastes; Shimmering Grotto; Treasure"),
    ("{6}{G}", "Gaea's Cradle; 2 Llanowar Elves; Heritage Druid; Ashnod's Altar"),
    ("{W}{W}{W}", "Azorius Signet; Plains; Island"),
]


def answer(result: Result) -> Result:
    """The result without the times that it took."""
    return replace(result, wall_time_s=0.0, stages_s={})


@pytest.mark.parametrize(("cost", "board"), QUESTIONS)
def test_an_equal_question_gets_an_equal_answer(cost: str, board: str) -> None:
    assert answer(pay(cost, board)) == answer(pay(cost, Board.parse(board)))


@pytest.mark.parametrize(("cost", "board"), QUESTIONS)
def test_the_order_of_the_board_does_not_change_the_objective(cost: str, board: str) -> None:
    first = pay(cost, board)
    entries = board.split("; ")
    for number, permuted in enumerate(permutations(entries)):
        if number % 31 == 1:
            other = pay(cost, "; ".join(permuted))
            assert (other.status, other.objective) == (first.status, first.objective)


def test_the_order_of_a_mana_zone_does_not_change_the_objective() -> None:
    cards = ["Fire/Nature", "Water (number 2)", "Fire", "Light/Water", "Nature"]
    first = pay("fire/water(4)", ManaZone.parse("; ".join(cards)))
    assert first.objective
    for permuted in permutations(cards, 5):
        if permuted[0] == "Nature":
            other = pay("fire/water(4)", ManaZone.parse("; ".join(permuted)))
            assert (other.status, other.objective) == (first.status, first.objective)


@pytest.mark.parametrize(("cost", "board"), QUESTIONS)
def test_another_seed_finds_an_equally_good_payment(cost: str, board: str) -> None:
    first, other = pay(cost, board), pay(cost, board, seed=12345)
    assert (other.status, other.objective) == (first.status, first.objective)


def test_equal_copies_are_used_in_the_order_of_the_caller() -> None:
    payment = pay("{W}{W}", "4 Plains").unwrap()
    used = [step.source for step in payment.activations]  # type: ignore[union-attr]
    assert used == ["Plains 1", "Plains 2"]


def test_threads_may_solve_at_once() -> None:
    expected = [answer(pay(cost, board)) for cost, board in QUESTIONS]
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(pay, cost, board) for _ in range(4) for cost, board in QUESTIONS]
        assert [answer(job.result()) for job in jobs] == 4 * expected


@pytest.mark.parametrize(("cost", "board"), QUESTIONS)
def test_a_result_survives_pickling(cost: str, board: str) -> None:
    result = pay(cost, board)
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_zone_payment_survives_pickling() -> None:
    result = pay("fire/nature(3)", ManaZone.parse("Fire; 2 Nature"))
    assert result.payment
    assert pickle.loads(pickle.dumps(result)) == result


# --- fresh processes -----------------------------------------------------------------------------


def in_fresh_process(code: str, hash_seed: int = 0) -> str:
    """Run code in a process of its own; returns what it prints."""
    paths = [str(ROOT / ".dev"), str(ROOT), *sys.path]
    environment = {"PYTHONPATH": ":".join(filter(None, paths)), "PYTHONHASHSEED": str(hash_seed)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


HEAVY = ["ortools", "pandas", "networkx", "numpy", "msgspec", "rich", "typer"]
LOADED = """
import sys
import autotap.solver
{call}
print(*sorted({{module.partition(".")[0] for module in sys.modules}} & set({heavy})))
"""


@pytest.mark.parametrize(
    ("call", "loaded"),
    [
        ("", ""),
        ("autotap.solver.pay('{W}', 'Plains')", ""),
        ("autotap.solver.can_pay('{W}', 'Plains; Sol Ring')", ""),
        ("autotap.solver.pay('{W}', 'Island; Azorius Signet')", ""),
        ("autotap.solver.pay('{W}', 'Island; 3 Azorius Signet')", "ortools"),
    ],
)
def test_libraries_are_imported_when_first_needed(call: str, loaded: str) -> None:
    assert in_fresh_process(LOADED.format(call=call, heavy=HEAVY)) == loaded


def test_the_hashes_of_a_process_do_not_change_the_answer() -> None:
    code = (
        "from autotap.solver import pay\n"
        f"for cost, board in {QUESTIONS!r}:\n"
        "    result = pay(cost, board)\n"
        "    print(result.payment and result.payment.activations, result.shortfall)\n"
    )
    one, other = in_fresh_process(code, 1), in_fresh_process(code, 2)
    assert one == other
    assert len(one.splitlines()) == len(QUESTIONS)
