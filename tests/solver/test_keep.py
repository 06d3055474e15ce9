"""What should stay payable after a payment."""

from __future__ import annotations

import pytest

from autotap.models import Board, DuelMastersSpell, ManaZone, Objective, Problem, Spell, Status
from autotap.models.codec import (
    problem_from_json,
    problem_to_json,
    result_from_json,
    result_to_json,
)
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.errors import InputError, LimitError, SchemaError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.board import Card
from autotap.models.objective import LossWeights
from autotap.models.problem import DuelMastersProblem, KeepWhen, Kept
from autotap.solver import board_after, pay, solve
from autotap.solver.backends.formulation import Formulation
from tests.solver.helpers import order, paid


@pytest.mark.parametrize(
    ("cost", "board", "keep", "uses"),
    [
        ("{1}", "Island; Forest", "{U}", {"Forest"}),
        ("{U}", "Tundra; Underground Sea; Volcanic Island", "{W}{B}", {"Volcanic Island"}),
        ("{1}", "Sol Ring; 2 Island", "{2}{U}", {"Island 1"}),
        ("{2}", "Azorius Signet; Plains; 3 Wastes", "{W}{U}", {"Wastes 1", "Wastes 2"}),
        ("{W}", "Plains; Mystic Gate; Island", "{W}{W}", {"Plains"}),
        ("{1}{U}", "2 Island; Azorius Signet; Forest", "{W}{U}", {"Island 1", "Island 2"}),
    ],
)
def test_the_payment_leaves_what_is_kept(cost: str, board: str, keep: str, uses: set[str]) -> None:
    result = pay(cost, board, keep=[keep])
    assert set(order(result)) == uses
    assert result.kept == (True,)
    assert result.objective["losses"] == 0


def test_a_signet_is_not_stranded() -> None:
    """The Signet's {1} is paid by the Wastes that a greedy tap would spend."""
    result = pay("{G}", "Forest; Wastes; Azorius Signet", keep=["{W}{U}"])
    assert order(result) == ["Forest"]
    assert result.kept == (True,)


def test_each_for_itself_is_not_together() -> None:
    board = "2 Island"
    assert pay("{0}", board, keep=["{1}{U}", "{U}"]).kept == (True, True)
    assert pay("{0}", board, keep=[("{1}{U}", "{U}")]).kept == (False,)


def test_together_one_pays_the_next_with_what_floats() -> None:
    """Sol Ring makes two: one for each, in the same phase."""
    result = pay("{1}", "Wastes; Sol Ring", keep=[("{1}", "{1}")])
    assert order(result) == ["Wastes"]
    assert result.kept == (True,)


def test_floating_mana_counts_right_away_alone() -> None:
    """MTG-106.4: later it is gone."""
    board = "Sol Ring"
    assert pay("{1}", board, keep=["{1}"]).kept == (False,)
    assert pay("{1}", board, keep=["{1}"], keep_when="now").kept == (True,)


def test_heavier_weights_are_kept_first() -> None:
    board = Board.parse("Island; Forest")
    light, heavy = Spell.parse("{U}"), Spell.parse("{G}")
    for weights, kept in (((1, 9), (False, True)), ((9, 1), (True, False))):
        keep = (Kept((light,), weights[0]), Kept((heavy,), weights[1]))
        result = solve(Problem(board, Spell.parse("{1}"), keep=keep))
        assert result.kept == kept
        assert result.objective["losses"] == 1


def test_the_weight_decides_against_life() -> None:
    """A painland's point of life is less than a spell, unless the caller says otherwise."""
    board = Board.parse("Adarkar Wastes; Island")
    keep = (Kept((Spell.parse("{U}{1}"),)),)
    problem = Problem(Board.parse("Adarkar Wastes; Island; Wastes"), Spell.parse("{W}"), keep=keep)
    assert solve(problem).objective["losses"] == 1
    unkept = Objective(weights=LossWeights(kept=0))
    kept_for_nothing = solve(Problem(board, Spell.parse("{U}"), objective=unkept, keep=keep))
    assert kept_for_nothing.objective["losses"] == 0
    assert kept_for_nothing.kept == (False,)


def test_what_has_no_hope_is_lost_and_asked_for_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    usual = Formulation._ask_laters

    def counting(form: Formulation) -> None:
        usual(form)
        asked.append(len(form.laters))

    monkeypatch.setattr(Formulation, "_ask_laters", counting)
    result = pay("{1}", "Island; Forest", keep=["{R}", "{5}", "{U}"], backend="cp_sat")
    assert result.kept == (False, False, True)
    assert result.objective["losses"] == 12
    assert asked[0] == 0


def test_a_card_that_is_discarded_cannot_be_cast() -> None:
    bolt = Spell.parse("{R}", name="Lightning Bolt")
    board = Board.parse("3 Mountain")
    board = Board(board.sources, hand=(Card("Lightning Bolt"),))
    discard = Spell.parse("{R}", additional=ActivationCost.parse("discard a card"))
    assert solve(Problem(board, discard, keep=(Kept((bolt,)),))).kept == (False,)
    two = Board(board.sources, hand=(Card("Lightning Bolt"), Card("Shock")))
    assert solve(Problem(two, discard, keep=(Kept((bolt,)),))).kept == (True,)


def test_objects_for_costs_are_kept_too() -> None:
    """A kept spell that sacrifices an artifact needs one that the payment leaves."""
    keep = Kept((Spell.parse("{U}", additional=ActivationCost.parse("sacrifice an artifact")),))
    board = Board.parse("2 Island; Lotus Petal; Treasure")
    result = solve(Problem(board, Spell.parse("{1}{U}{U}"), keep=(keep,)))
    assert result.kept == (False,)
    result = solve(Problem(board, Spell.parse("{1}{U}"), keep=(keep,)))
    assert result.kept == (True,)


def test_life_is_kept() -> None:
    """MTG-119.4: life that is paid now cannot be paid later."""
    board = Board(Board.parse("Swamp; Wastes; Wastes").sources, life=3)
    keep = (Kept((Spell.parse("{1}{B/P}"),)),)
    result = solve(Problem(board, Spell.parse("{1}{B/P}"), keep=keep))
    assert result.kept == (True,)
    assert set(order(result)) == {"Swamp", "Wastes 1"}


def test_mana_zones_keep_cards() -> None:
    zone = ManaZone.parse("Fire; Water; Fire/Water")
    result = pay("fire(1)", zone, keep=["water(1)", "fire(1)"])
    assert result.status is Status.OPTIMAL
    assert result.kept == (True, True)
    assert result.objective["kept_lost"] == 0
    together = pay("fire(1)", zone, keep=[("water(1)", "water(1)")])
    assert together.kept == (True,)
    lost = pay("fire(2)", zone, keep=[("water(1)", "fire(1)")])
    assert lost.objective["kept_lost"] == 1


def test_the_position_afterwards_is_what_a_next_payment_starts_from() -> None:
    board = Board.parse("Plains; Island; Sol Ring; Treasure")
    problem = Problem(board, Spell.parse("{W}{U}"))
    after = board_after(problem, paid(solve(problem)))
    assert str(after) == "Plains (tapped); Island (tapped); Sol Ring; Treasure"
    assert pay("{U}", after, keep=()).payment is not None  # the Treasure
    assert pay("{U}{U}", after).payment is None


@pytest.mark.parametrize("text", ["soon", ""])
def test_another_time_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="one of later, now"):
        pay("{1}", "Island", keep=["{U}"], keep_when=text)


def test_nothing_and_heavy_nonsense_cannot_be_kept() -> None:
    with pytest.raises(InputError, match="at least one spell"):
        pay("{1}", "Island", keep=[()])
    with pytest.raises(LimitError, match="weight"):
        Kept((Spell.parse("{U}"),), -1)
    text = '{"autotap": 1, "board": "Island", "pay": {"cost": "{U}"}, "keep": [{"spells": []}]}'
    with pytest.raises(SchemaError, match=r"keep\[0\]"):
        problem_from_json(text)


def test_json_carries_what_is_kept() -> None:
    keep = (Kept((Spell.parse("{U}"), Spell.parse("{W}", types="Creature")), 9),)
    problem = Problem(
        Board.parse("Island; Tundra"), Spell.parse("{1}"), keep=keep, keep_when=KeepWhen.NOW
    )
    assert problem_from_json(problem_to_json(problem)) == problem
    zone = DuelMastersProblem(
        ManaZone.parse("2 Fire"),
        DuelMastersSpell(DuelMastersCost.parse("fire(1)")),
        keep=(Kept((DuelMastersSpell(DuelMastersCost.parse("fire(1)")),)),),
    )
    assert problem_from_json(problem_to_json(zone)) == zone
    result = solve(problem)
    assert result_from_json(result_to_json(result)) == result


def test_the_cache_tells_what_is_kept_apart() -> None:
    board = Board.parse("Island; Forest")
    spell = Spell.parse("{1}")
    blue, green = ((Kept((Spell.parse(cost),)),) for cost in ("{U}", "{G}"))
    first, second = (
        solve(Problem(board, spell, keep=blue)),
        solve(Problem(board, spell, keep=green)),
    )
    assert (order(first), order(second)) == (["Forest"], ["Island"])
    again = solve(Problem(Board.parse("Island; Forest"), spell, keep=blue))
    assert order(again) == ["Forest"]
    assert again.kept == (True,)
