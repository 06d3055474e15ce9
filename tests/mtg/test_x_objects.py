"""X objects as a cost beside an {X} (MTG-107.3, MTG-118.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models.codec import problem_from_json, problem_to_json
from autotap.models.errors import AutotapError, InvalidPaymentError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, Deed, ManaAbility, ObjectCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.ways import optional
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver import max_x, pay, solve, verify

BEARS = "4 Bear (types: creature) []; 6 Mountain"


def asked(extra: str, cost: str = "{X}{R}") -> Spell:
    return Spell.parse(cost, additional=ActivationCost.parse(extra))


@pytest.mark.parametrize(
    "text",
    ["discard X card", "sacrifice X creature", "tap X untapped elf", "exile X other land"],
)
def test_texts(text: str) -> None:
    cost = ActivationCost.parse(text)
    assert str(cost) == text
    assert ActivationCost.parse(text.lower()) == cost
    assert cost.counts_objects
    assert cost.has_x
    assert str(cost.with_x(3)) == text.replace("X", "3")
    assert cost.with_x(0) == ActivationCost()


def test_numbers_are_no_x() -> None:
    cost = ActivationCost.parse("{X}, sacrifice 2 creature")
    assert not cost.counts_objects
    assert cost.with_x(1).objects == cost.objects


@pytest.mark.parametrize("x", [0, 1, 3, 4])
def test_mtg_118_8_as_many_objects_as_x(x: int) -> None:
    problem = Problem(Board.parse(BEARS), asked("sacrifice X creature"), x=x)
    payment = solve(problem).unwrap()
    assert isinstance(payment, Payment)
    verify(problem, payment)
    assert len(payment.objects) == x
    assert problem_from_json(problem_to_json(problem)) == problem
    for wrong in (payment.objects[1:], (*payment.objects, (Deed.SACRIFICE, "Mountain"))):
        if wrong != payment.objects:
            with pytest.raises(InvalidPaymentError, match=r"MTG-118|MTG-601"):
                verify(problem, replace(payment, objects=wrong))


def test_mtg_118_8_there_must_be_so_many() -> None:
    assert pay(asked("sacrifice X creature"), BEARS, x=5).status is Status.UNPAYABLE
    assert max_x(asked("sacrifice X creature"), BEARS) == 4
    assert max_x(asked("sacrifice X creature, sacrifice a creature"), BEARS) == 3
    assert max_x(asked("sacrifice X creature", "{X}{X}{R}"), BEARS) == 2
    altar = "Altar [sacrifice a creature: Add {C}{C}]; 4 Bear (types: creature) []; Mountain"
    assert max_x(asked("sacrifice X creature"), altar) == 2


def test_one_board_answers_every_x() -> None:
    board, spell = Board.parse(BEARS), asked("sacrifice X creature")
    for x in (3, 1, 4, 0, 2):
        payment = pay(spell, board, x=x).unwrap()
        assert isinstance(payment, Payment)
        assert len(payment.objects) == x


def test_mtg_601_2b_the_smallest_x_gives_up_nothing() -> None:
    payment = pay(asked("sacrifice X creature"), BEARS).unwrap()
    assert isinstance(payment, Payment)
    assert (payment.announcement.x, payment.objects) == (0, ())


def test_options_with_x_objects() -> None:
    spell = Spell.parse("{X}{R}", options=(optional("cull", "sacrifice X creature", least=1),))
    payment = pay(spell, BEARS, x=2).unwrap()
    assert isinstance(payment, Payment)
    assert len(payment.objects) == 2
    verify(Problem(Board.parse(BEARS), spell, x=2), payment)


def test_what_has_no_x_is_refused() -> None:
    for x in (None, 0, 2):
        with pytest.raises(AutotapError):
            pay(asked("sacrifice X creature", "{2}{R}"), BEARS, x=x)
    with pytest.raises(UnsupportedCostError, match="a number of objects"):
        ManaAbility.parse("{X}, sacrifice X creature: Add {R}")
    with pytest.raises(UnsupportedCostError, match="tapped objects"):
        ObjectCost(Deed.RETURN, 0, "land", tapped=True)
