"""Supply and demand without order: Hall's condition, the network, and the assignment of units."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from autotap.models.result import Status
from autotap.solver import pay
from autotap.solver.backends import balance
from autotap.solver.backends.assignment import Assignment
from autotap.solver.backends.balance import Ask, add_balance, crucial_sets, mask
from autotap.solver.backends.carrying_out import DUE
from autotap.solver.backends.proto import ONE, Model
from autotap.solver.program import Activation, Demand, Kind, Program

if TYPE_CHECKING:
    from collections.abc import Iterator

Question = tuple[list[list[int]], list[int], list[int], list[int]]
"""Per taker what it accepts and how much it asks for; the supply, and the exact kinds."""


def questions(number: int, *, exact: bool) -> Iterator[Question]:
    draw = Random(number)
    for _ in range(number):
        kinds, takers = draw.randint(1, 5), draw.randint(1, 4)
        accepts = [[k for k in range(kinds) if draw.random() < 0.5] for _ in range(takers)]
        amounts = [draw.randint(0, 3) for _ in range(takers)]
        supply = [draw.randint(0, 4) for _ in range(kinds)]
        yield accepts, amounts, supply, [k for k in range(kinds) if exact and draw.random() < 0.3]


def can_be_met(accepts: list[list[int]], amounts: list[int], supply: list[int]) -> bool:
    """Hall's condition for every set of takers."""
    return all(
        sum(supply[k] for k in {k for t in takers for k in accepts[t]})
        >= sum(amounts[t] for t in takers)
        for size in range(1, len(accepts) + 1)
        for takers in combinations(range(len(accepts)), size)
    )


def holders(accepts: list[list[int]], exact: list[int]) -> list[list[int]]:
    """Per exact kind the takers that accept it: the same question from the other side."""
    return [[t for t, kinds in enumerate(accepts) if kind in kinds] for kind in exact]


def test_units_are_given_out_whenever_both_sides_can_be_covered() -> None:
    met = 0
    for accepts, amounts, supply, exact in questions(3_000, exact=True):
        given = Assignment(accepts, amounts, supply, exact)
        all_out = can_be_met(holders(accepts, exact), [supply[k] for k in exact], amounts)
        assert given.complete == (can_be_met(accepts, amounts, supply) and all_out)
        if given.complete:
            met += 1
            assert [sum(taken.values()) for taken in given.taken] == amounts
            for taker, taken in enumerate(given.taken):
                assert {k for k, n in taken.items() if n} <= set(accepts[taker])
                assert min(taken.values(), default=0) >= 0
            for kind, number in enumerate(supply):
                used = sum(taken.get(kind, 0) for taken in given.taken)
                assert used == number if kind in exact else used <= number
    assert 500 < met < 2_500


@pytest.mark.parametrize("most_sets", [balance.MOST_SETS, 0])
def test_rows_hold_exactly_where_the_units_can_be_given_out(
    most_sets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 0 the network takes the place of Hall's condition."""
    monkeypatch.setattr(balance, "MOST_SETS", most_sets)
    payable = 0
    for accepts, amounts, supply, exact in questions(300, exact=True):
        program = Program(kinds=tuple(Kind("", exact=k in exact) for k in range(len(supply))))
        asks = [
            Ask((DUE, number), tuple(kinds), {ONE: amount})
            for number, (kinds, amount) in enumerate(zip(accepts, amounts, strict=True))
        ]
        model = Model()
        made = [{model.variable(number, number): 1} for number in supply]
        add_balance(model, program, asks, made)
        found = model.minimise({}, None, 0).values is not None
        assert found == Assignment(accepts, amounts, supply, exact).complete
        payable += found
    assert 30 < payable < 250


def test_only_unions_that_overlap_are_crucial() -> None:
    sets = [mask(each) for each in ({0}, {0, 1}, {2, 3}, {3, 4})]
    assert crucial_sets(sets) == sorted([*sets, mask({2, 3, 4})])


def test_too_many_sets_are_not_listed() -> None:
    pairs = [mask(pair) for pair in combinations(range(10), 2)]
    assert crucial_sets(pairs) is None


@pytest.mark.parametrize("most_sets", [balance.MOST_SETS, 0])
def test_nothing_feeds_its_only_use(most_sets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One Signet alone makes nothing, whichever way the supply is modelled."""
    monkeypatch.setattr(balance, "MOST_SETS", most_sets)
    assert pay("{W}", "Azorius Signet", use_cache=False).status is Status.UNPAYABLE
    program = Program(
        kinds=(Kind("of a"), Kind("other")),
        demands=(Demand("a", frozenset({1})), Demand("due", frozenset({0}), (1,))),
        activations=(Activation("a", 0, taps=True, needs=((0, 1),), outputs=(((0, 2),),)),),
    )
    model = Model()
    use = model.variable(1)
    asks = balance.asks_of(program, {0: {use: 1}}, [{}, {ONE: 1}])
    add_balance(model, program, asks, [{use: 2}, {}])
    assert model.minimise({}, None, 0).values is None


BOARDS = (
    "Plains; Island; Mystic Gate; Azorius Signet; Adarkar Wastes; Wastes",
    "Forest; 2 Wooded Bastion; Selesnya Signet; Brushland; Sol Ring",
    "Swamp; Mountain; Graven Cairns; 2 Rakdos Signet; Underground Sea; Tundra",
)
COSTS = ("{W}{U}", "{2}{W}{W}", "{3}{G}", "{1}{B}{R}", "{4}", "{G}{G}{W}")


@pytest.mark.parametrize(("board", "cost"), list(product(BOARDS, COSTS)))
def test_the_network_finds_what_the_condition_finds(
    board: str, cost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_condition = pay(cost, board, use_cache=False, backend="cp_sat")
    monkeypatch.setattr(balance, "MOST_SETS", 0)
    with_network = pay(cost, board + " ", use_cache=False, backend="cp_sat")
    assert with_network.status is with_condition.status
    assert with_network.objective == with_condition.objective
