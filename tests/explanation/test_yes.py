"""Why a payment and not another: cases by term and by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models import Board, ManaZone, Spell
from autotap.models.errors import InputError
from autotap.models.explanation import Comparison, Verdict
from autotap.models.mtg.ability import ActivationCost
from autotap.models.objective import Objective
from autotap.models.result import Payment, ZonePayment
from autotap.solver import explain, pay


def compared(cost: str | Spell, board: str | Board | ManaZone, **options: object) -> Comparison:
    """The comparison."""
    found = explain(cost, board, **options).comparison  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cost", "board", "using", "term", "best", "other"),
    [
        ("{U}", "Island; Tundra", "Tundra", "flexibility", 24, 72),
        ("{2}", "Gilded Lotus; 2 Wastes", "Gilded Lotus", "mana_left", 3, 2),
        ("{1}", "City of Brass; Treasure; life: 1", "City of Brass", "lethal", 0, 1),
        ("{1}", "Plains; Treasure", "Treasure", "losses", 0, 3),
        ("{2}", "2 Plains; 2 Islands", "Plains 2", "", 0, 0),
    ],
)
def test_the_first_term_that_decides(
    cost: str, board: str, using: str, term: str, best: int, other: int
) -> None:
    board = board.replace("Islands", "Island")
    found = compared(cost, board, using=[using])
    assert (found.term, found.best, found.other) == (term, best, other)
    assert found.verdict is (Verdict.WORSE if term else Verdict.EQUAL)


def test_it_is_said_in_words() -> None:
    explanation = explain("{2}", "Gilded Lotus; 2 Wastes", using=["Gilded Lotus"])
    assert str(explanation) == "Using Gilded Lotus is worse: it leaves less mana (2 against 3)."


def test_the_runner_up_uses_other_groups() -> None:
    """Two of three Plains are no other choice; Plains and Island are."""
    found = compared("{2}", "3 Plains; Wastes")
    payment = found.payment
    assert isinstance(payment, Payment)
    assert found.verdict is Verdict.WORSE
    best = pay("{2}", "3 Plains; Wastes").unwrap()
    assert isinstance(best, Payment)
    names = [sorted(s.source.split()[0] for s in p.activations) for p in (best, payment)]
    assert names[0] != names[1]


@pytest.mark.parametrize(
    ("cost", "board"),
    [("{W}{U}", "Plains; Island"), ("{1}", "2 Island"), ("{U}", "Island; Plains; Mountain")],
)
def test_there_may_be_no_runner_up(cost: str, board: str) -> None:
    """A source that is tapped in vain makes no other choice."""
    found = compared(cost, board)
    assert (found.verdict, found.payment) == (Verdict.IMPOSSIBLE, None)
    assert found.sentence == "Every payment needs these sources, or equal ones."


def test_the_runner_up_does_without_a_source() -> None:
    """The Swamp in place of the Island, although to tap another Island leaves as much mana."""
    found = compared("{1}", "2 Island; Swamp; Adarkar Wastes")
    assert found.sentence.startswith("The next best, with Swamp in place of Island")


def test_nothing_needs_to_be_paid() -> None:
    """MTG-118.5: {0} is paid with nothing."""
    for cost, board in (
        ("{0}", ""),
        ("{0}", "Island"),
        ("{X}", "Island"),
        ("colorless(0)", ManaZone.parse("Fire")),
    ):
        found = compared(cost, board)
        assert (found.verdict, found.sentence) == (Verdict.SAME, "Nothing needs to be paid.")


def test_a_cost_besides_mana_is_something() -> None:
    """MTG-118.8: nothing is tapped, but the hand is discarded."""
    spell = Spell.parse("{0}", additional=ActivationCost.parse("discard your hand"))
    assert compared(spell, "Island").sentence != "Nothing needs to be paid."


def test_a_payment_that_needs_no_source() -> None:
    """The floating mana pays; to tap the Swamp instead leaves less."""
    found = compared("{1}", "Swamp; pool: {R}")
    assert (found.verdict, found.term) == (Verdict.WORSE, "mana_left")
    assert compared("{1}", "pool: {R}").sentence == "No source can pay."


def test_a_payment_that_loses_the_game_is_called_so() -> None:
    """MTG-119.4: the term is 0 or 1, so its values are not told."""
    found = compared("{1}", "City of Brass; Treasure; life: 1", using=["City of Brass"])
    assert found.sentence == "Using City of Brass is worse: it would cost you the game."


def test_a_tie_is_called_one() -> None:
    """Flexibility and all other terms are equal for two basics of one kind each."""
    assert compared("{1}", "Plains; Island").verdict is Verdict.EQUAL


def test_what_is_used_already() -> None:
    assert compared("{U}", "Island; Tundra", using=["Island"]).verdict is Verdict.SAME
    assert compared("{U}", "Island; Tundra", instead_of=["Tundra"]).verdict is Verdict.SAME


def test_why_this_source() -> None:
    """Leaving one of two equal copies alone costs nothing."""
    found = compared("{1}{U}", "Island; Forest; Plains", instead_of=["Island"])
    assert found.verdict is Verdict.IMPOSSIBLE
    found = compared("{W}", "2 Plains", instead_of=["Plains 1"])
    payment = found.payment
    assert isinstance(payment, Payment)
    assert (found.verdict, payment.activations[0].source) == (Verdict.EQUAL, "Plains 2")


def test_a_source_that_cannot_be_used() -> None:
    """MTG-118.3."""
    found = compared("{W}", "Plains; Tundra (tapped)", using=["Tundra"])
    assert (found.verdict, found.sentence) == (
        Verdict.IMPOSSIBLE,
        "No payment uses Tundra: Tundra is tapped.",
    )


def test_a_payment_that_breaks_a_rule() -> None:
    """MTG-118.3: the verifier names the rule."""
    other = pay("{W}", "Plains; Tundra", must_use=["Tundra"]).unwrap()
    assert isinstance(other, Payment)
    found = compared("{W}", "Plains; Tundra (tapped)", instead=other)
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, "MTG-118.3")
    assert "(MTG-118.3)" in found.sentence


def test_a_payment_that_is_worse() -> None:
    other = pay("{W}", "Plains; Tundra", must_use=["Tundra"]).unwrap()
    found = compared("{W}", "Plains; Tundra", instead=other)
    assert (found.verdict, found.term) == (Verdict.WORSE, "flexibility")


def test_a_payment_of_the_other_game() -> None:
    with pytest.raises(InputError):
        compared("{W}", "Plains", instead=ZonePayment())


def test_a_payment_is_better_by_another_order() -> None:
    """Whoever puts another term first gets another payment."""
    board = "Plains; Treasure; City of Brass"
    usual = pay("{1}", board).unwrap()
    found = compared("{1}", board, objective=Objective(("activations",)), instead=usual)
    assert found.verdict in (Verdict.SAME, Verdict.EQUAL)


def test_duel_masters() -> None:
    """A card of two civilizations can pay for more later."""
    zone = ManaZone.parse("Fire; Water; Fire/Water")
    found = compared("fire(1)", zone)
    assert (found.verdict, found.term) == (Verdict.WORSE, "flexibility")
    best = pay("fire(1)", zone).unwrap()
    assert isinstance(best, ZonePayment)
    taps = (replace(best.taps[0], card="Water"),)
    found = compared("fire(1)", zone, instead=replace(best, taps=taps))
    assert found.verdict is Verdict.ILLEGAL
    assert found.rule.startswith("DM-")


def test_values_of_a_payment_where_a_source_is_forbidden() -> None:
    """MOD-10: as for the solver, a forbidden source makes no mana afterwards."""
    options = {"forbid": ["Sol Ring"]}
    result = pay("{W}", "2 Plains; Sol Ring", **options)  # type: ignore[arg-type]
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    other = replace(payment, activations=(replace(payment.activations[0], source="Plains 2"),))
    found = compared("{W}", "2 Plains; Sol Ring", instead=other, **options)
    assert found.verdict is Verdict.EQUAL
    assert found.objective == result.objective
