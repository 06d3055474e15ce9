"""Why a payment and not another: cases by term and by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models import Board, ManaZone
from autotap.models.errors import InputError
from autotap.models.explanation import Comparison, Verdict
from autotap.models.objective import Objective
from autotap.models.result import Payment, ZonePayment
from autotap.solver import explain, pay


def compared(cost: str, board: str | Board | ManaZone, **options: object) -> Comparison:
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


def test_there_may_be_no_runner_up() -> None:
    found = compared("{W}{U}", "Plains; Island")
    assert (found.verdict, found.payment) == (Verdict.IMPOSSIBLE, None)


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
