"""The cache of answers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models import Board, ManaZone, Problem, Spell
from autotap.models.result import Payment
from autotap.solver import cache_clear, cache_info, pay, solve, verify
from autotap.solver.cache import Cache
from autotap.solver.compile.offers import Offer, offer_of
from tests.fuzzing.check import problem_of
from tests.generate import magic

OPTIONS = ("auto", 0)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache_clear()


def renamed(board: Board, rng: Random) -> Board:
    """The same board with other ids, in another order."""
    sources = [
        replace(each, id=f"{number} of {each.id}") for number, each in enumerate(board.sources)
    ]
    rng.shuffle(sources)
    return replace(board, sources=tuple(sources))


def test_copies_need_not_share_the_tuple_of_their_abilities() -> None:
    """It is the abilities that tell sources apart, one by one."""
    board = Board.parse("3 Coast [{T}: Add {W} / {T}: Add {U}]; 2 Island")
    own = [replace(each, abilities=(*each.abilities,)) for each in board.sources]
    other = replace(board, sources=tuple(own))
    assert len({id(each.abilities) for each in own}) == 5
    assert len({id(ability) for each in own for ability in each.abilities}) <= 3
    offer = offer_of(other)
    assert isinstance(offer, Offer)
    assert [len(lot.sources) for lot in offer.lots] == [3, 2]
    first, second = pay("{W}{U}", board), pay("{W}{U}", other)
    assert cache_info().equal == 1
    assert second.payment == first.payment
    swapped = replace(own[0], abilities=own[0].abilities[::-1])
    pay("{W}{U}", replace(board, sources=(swapped, *own[1:])))
    assert cache_info().misses == 2


def test_the_same_question_is_answered_once() -> None:
    board = Board.parse("2 Plains; Island")
    first, second = pay("{W}{U}", board), pay("{W}{U}", board)
    assert second is first
    assert (cache_info().same, cache_info().misses) == (1, 1)


def test_a_cost_of_duel_masters_given_as_text_is_recognized() -> None:
    zone = ManaZone.parse("2 Fire; Nature")
    assert pay("fire/nature(3)", zone) is pay("fire/nature(3)", zone)


def test_it_can_be_bypassed() -> None:
    board = Board.parse("2 Plains; Island")
    first = pay("{W}{U}", board, use_cache=False)
    second = pay("{W}{U}", board, use_cache=False)
    assert second is not first
    assert cache_info().size == 0


@pytest.mark.parametrize(
    "options", [{"x": 1}, {"must_use": ("Plains 1",)}, {"forbid": ("Plains 1",)}, {"seed": 1}]
)
def test_other_options_are_another_question(options: dict[str, object]) -> None:
    board = Board.parse("3 Plains; Island")
    pay("{X}{W}", board)
    pay("{X}{W}", board, **options)  # type: ignore[arg-type]
    assert cache_info().misses == 2


def test_another_life_total_is_another_question() -> None:
    board = Board.parse("Swamp")
    assert pay("{W/P}{W/P}", board).payment is not None
    assert pay("{W/P}{W/P}", replace(board, life=3)).payment is None


def test_another_mana_cost_of_a_source_is_another_question() -> None:
    """Costs of sources do not make them unequal, but emerge reads them (MTG-KW-08)."""
    board = Board.parse("Plains")
    dearer = replace(board.sources[0], cost=Spell.parse("{3}").cost)
    solve(Problem(board, Spell.parse("{W}")))
    solve(Problem(replace(board, sources=(dearer,)), Spell.parse("{W}")))
    assert cache_info().misses == 2


def test_answers_are_written_in_the_ids_of_the_board() -> None:
    board = Board.parse("2 Plains; Island; Elf (types: creature, colors: G) []")
    other = replace(
        board, sources=tuple(replace(each, id=each.id.lower()) for each in board.sources)
    )
    spell = Spell.parse("{1}{W}{U}", payers=frozenset({"convoke"}))
    first, second = solve(Problem(board, spell)), solve(Problem(other, spell))
    assert cache_info().equal == 1
    assert isinstance(first.payment, Payment)
    assert isinstance(second.payment, Payment)
    assert [one.source.lower() for one in first.payment.activations] == [
        one.source for one in second.payment.activations
    ]
    assert "plains 1" in str(second.payment)
    short = solve(Problem(board, Spell.parse("{W}{W}{W}"))).shortfall
    again = solve(Problem(other, Spell.parse("{W}{W}{W}"))).shortfall
    assert short is not None
    assert again is not None
    assert again.sources == tuple(each.lower() for each in short.sources)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_a_renamed_board_gets_a_legal_and_equally_good_answer(seed: int) -> None:
    make = magic.plain if seed % 2 else magic.problem
    problem = problem_of(make(Random(seed)))
    assert isinstance(problem, Problem)
    other = replace(problem, board=renamed(problem.board, Random(seed)))
    first, second = solve(problem), solve(other)
    assert second.status is first.status
    assert dict(second.objective) == dict(first.objective)
    assert second.problem == other
    if second.payment is not None:
        verify(other, second.payment)


def test_it_is_bounded_and_forgets_what_was_used_longest_ago() -> None:
    cache = Cache(maxsize=2)
    problems = [
        Problem(Board.parse(f"{number} Plains"), Spell.parse("{W}")) for number in (1, 2, 3)
    ]
    answers = [solve(problem, use_cache=False) for problem in problems]
    for problem, answer in zip(problems, answers, strict=True):
        cache.put(problem, OPTIONS, answer)
    assert cache.get(problems[0], OPTIONS) is None
    assert cache.get(problems[2], OPTIONS) is answers[2]
    assert cache.info().size == 2


def test_an_interrupted_answer_is_not_kept() -> None:
    """Only proven answers are right under every time limit."""
    from autotap.models.result import Result, Status

    cache = Cache()
    problem = Problem(Board.parse("Plains"), Spell.parse("{W}"))
    cache.put(problem, OPTIONS, Result(Status.FEASIBLE))
    assert cache.get(problem, OPTIONS) is None


def test_threads_get_right_answers() -> None:
    boards = [Board.parse(f"{number} Plains; Island") for number in range(1, 9)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda n: pay("{W}{U}", boards[n % 8]), range(400)))
    for number, result in enumerate(results):
        assert result.objective["mana_left"] == number % 8
    info = cache_info()
    assert info.same + info.equal + info.misses == 400
