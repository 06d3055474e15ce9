"""The verifier accepts what the rules allow and names the rule that anything else breaks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import Deed, ObjectCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Payer
from autotap.models.result import Payment, Spend
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.table import can_pair
from tests.conftest import ROOT
from tests.mtg.illegal_payments import ILLEGAL
from tests.mtg.legal_payments import LEGAL
from tests.mtg.payments import (
    BEAR,
    CARDS,
    ELF,
    ISLAND,
    MINE,
    PLAINS,
    ROCK,
    SIGNET,
    SIGNET_2,
    TREASURE,
    Case,
    act,
    announced,
    objects,
    payment,
    problem,
    spell,
    spend,
)

if TYPE_CHECKING:
    from autotap.models.problem import Problem


@pytest.mark.parametrize("legal", LEGAL, ids=[each.title for each in LEGAL])
def test_legal_payments_pass(legal: Case) -> None:
    tally = verify_payment(legal.problem, legal.payment)
    assert tally.leftover == legal.payment.floating
    assert tally.life_lost == legal.payment.life_lost


@pytest.mark.parametrize("illegal", ILLEGAL, ids=[f"{c.rule} {c.title}" for c in ILLEGAL])
def test_illegal_payments_name_their_rule(illegal: Case) -> None:
    with pytest.raises(InvalidPaymentError) as caught:
        verify_payment(illegal.problem, illegal.payment)
    assert caught.value.rule == illegal.rule, caught.value.reason


def test_every_rule_that_can_be_raised_has_a_case() -> None:
    """Rule ids in the code of the Magic replay are those of the cases above."""
    folder = ROOT / "solver" / "verify"
    names = ("covers", "mtg", "production", "spending", "table", "total")
    code = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in names)
    assert set(re.findall(r'"((?:MTG|MOD)-[\w.-]+)"', code)) == {each.rule for each in ILLEGAL}


def test_a_payment_knows_what_it_used() -> None:
    """An additional cost touches, a mana ability uses, a payer is used (R10)."""
    board = Board((ELF, BEAR, ROCK, MINE, TREASURE), graveyard=CARDS)
    extra = objects(Deed.SACRIFICE, "elf")
    paid = payment(
        board,
        "{4}",
        act("Elf", "{G}"),
        act("Mine", "{R}"),
        act("Treasure", "{R}"),
        *(spend("{1}", number) for number in range(3)),
        spend("{1}", convoke="Bear"),
        objects={"sacrifice": "Elf", "tap": "Rock"},
    )
    extra = replace(extra, objects=(*extra.objects, ObjectCost(Deed.TAP, 1, "artifact")))
    asked = problem(board, spell("{4}", Payer.CONVOKE, additional=extra))
    tally = verify_payment(asked, paid)
    assert tally.used == {"Elf", "Mine", "Treasure", "Bear"}
    assert tally.touched == tally.used | {"Rock"}
    assert tally.given_up == {"Elf", "Treasure"}
    assert tally.taps == dict.fromkeys(("Elf", "Mine", "Treasure", "Bear", "Rock"), 1)
    assert tally.counters == {"Mine": 1}
    assert (tally.activations, tally.payer_taps, tally.graveyard) == (3, 1, 0)


NUMBERS = st.integers(-2, 9)
IDS = st.sampled_from(["Plains", "Bear", "Treasure", "Rock", "Signet", "", "Nobody"])
SYMBOLS = st.sampled_from(["{1}", "{W}", "{X}", "{2/W}", "{W/P}", "{S}", "", "{1000000}"])
SPENDS = st.builds(
    Spend,
    SYMBOLS,
    st.lists(NUMBERS, max_size=3).map(tuple),
    st.lists(st.tuples(st.sampled_from(Payer), IDS), max_size=2).map(tuple),
    NUMBERS,
)
OPTIONS = st.lists(st.sampled_from(["emerge", "harmonize", "nothing"]), max_size=3).map(tuple)
NAMED = st.lists(
    st.tuples(st.sampled_from(["emerge", "nothing"]), st.lists(IDS, max_size=2).map(tuple)),
    max_size=2,
).map(tuple)
CHOICES = st.lists(st.tuples(st.sampled_from(Deed), IDS), max_size=3).map(tuple)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[Problem, Payment]:
    """One of the cases above with one or more fields spoiled."""
    given_case = draw(st.sampled_from([*LEGAL, *ILLEGAL]))
    paid = given_case.payment
    for _ in range(draw(st.integers(1, 3))):
        match draw(st.integers(0, 8)):
            case 0:
                paid = replace(paid, spends=(*paid.spends[1:], draw(SPENDS)))
            case 1:
                paid = replace(paid, objects=draw(CHOICES))
            case 2:
                paid = replace(paid, mana=tuple(draw(st.permutations(paid.mana))))
            case 3:
                paid = replace(
                    paid, life_paid=draw(NUMBERS), life_lost=draw(NUMBERS), graveyard=draw(NUMBERS)
                )
            case 4:
                total = draw(st.sampled_from(["{0}", "{1}", "{W/P}", "{X}{X}", "{Y}", "{2/W}{U}"]))
                x = draw(st.sampled_from([None, -1, 0, 1, 10**12]))
                paid = replace(paid, announcement=announced(total, x=x, life=draw(NUMBERS)))
            case 5:
                paid = replace(paid, activations=paid.activations[::-1])
            case 6 if paid.activations:
                first, *rest = paid.activations
                first = replace(
                    first,
                    source=draw(IDS),
                    ability=draw(NUMBERS),
                    made=tuple(draw(st.lists(NUMBERS, max_size=3))),
                    spends=tuple(draw(st.lists(SPENDS, max_size=2))),
                    objects=draw(CHOICES),
                )
                paid = replace(paid, activations=(first, *rest))
            case 7:
                paid = replace(
                    paid,
                    announcement=replace(
                        paid.announcement, options=draw(OPTIONS), objects=draw(NAMED)
                    ),
                )
            case _:
                paid = replace(paid, spends=paid.spends * 2, activations=paid.activations * 2)
    return given_case.problem, paid


@given(mutated())
def test_spoiled_payments_raise_nothing_else(spoiled: tuple[Problem, Payment]) -> None:
    asked, paid = spoiled
    try:
        tally = verify_payment(asked, paid)
    except InvalidPaymentError:
        return
    assert (tally.life_lost, tally.graveyard) == (paid.life_lost, paid.graveyard)


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), max_size=4))
def test_pairing_agrees_with_trying_all(fits: list[list[bool]]) -> None:
    def tries(row: int, taken: frozenset[int]) -> bool:
        return row == len(fits) or any(
            fit and column not in taken and tries(row + 1, taken | {column})
            for column, fit in enumerate(fits[row])
        )

    assert can_pair(fits) == tries(0, frozenset())


@pytest.mark.parametrize(
    ("made", "mana"),
    [((), "{W}"), ((0,), "{W}{W}"), ((1,), "{W}"), ((-1,), "{W}"), ((0, 1), "{W}")],
)
def test_mana_comes_from_abilities_in_turn(made: tuple[int, ...], mana: str) -> None:
    """Each mana is made once, by the activation that says so (MTG-106.3)."""
    board = Board((PLAINS,))
    paid = payment(board, "{W}", act("Plains", "{W}"), spend("{W}", 0))
    activation = replace(paid.activations[0], made=made)
    spoiled = replace(paid, activations=(activation,), mana=parse_pool(mana))
    with pytest.raises(InvalidPaymentError, match=r"MTG-106\.3|MTG-PRO-02"):
        verify_payment(problem(board, "{W}"), spoiled)


def test_two_signets_cannot_start_each_other() -> None:
    """A chain needs mana to begin with (MTG-605.3c)."""
    board = Board((SIGNET, SIGNET_2))
    paid = payment(
        board,
        "{W}{U}",
        act("Signet", "{W}{U}", spend("{1}", 2)),
        act("Signet 2", "{W}{U}", spend("{1}", 0)),
        spend("{W}", 3),
        spend("{U}", 1),
    )
    with pytest.raises(InvalidPaymentError, match=r"MTG-118\.3a"):
        verify_payment(problem(board, "{W}{U}"), paid)


def test_a_long_payment() -> None:
    """Two generic symbols at their limit."""
    board = Board(tuple(replace(ISLAND, id=f"Island {i}") for i in range(1_000)))
    islands = [act(f"Island {i}", "{U}") for i in range(198)]
    paid = payment(board, "{99}{99}", *islands, *(spend("{1}", i) for i in range(198)))
    assert verify_payment(problem(board, "{99}{99}"), paid).activations == 198
