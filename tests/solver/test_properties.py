"""What must hold for every board and cost (random ones, small)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.models.objective import MAGIC_TERMS, Objective
from autotap.models.result import Payment, Result, Status, ZonePayment
from autotap.solver import can_pay, pay
from autotap.solver.compile import groups
from tests.solver.helpers import scale_caps

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCES = (
    "Plains",
    "Island",
    "Wastes",
    "Tundra",
    "Snow-Covered Plains",
    "Adarkar Wastes",
    "City of Brass",
    "Mana Confluence",
    "Sol Ring",
    "Treasure",
    "Azorius Signet",
    "Mystic Gate",
    "Shimmering Grotto",
    "Vivid Meadow",
    "Gilded Lotus",
    "Llanowar Elves",
    "Springleaf Drum",
    "Skyshroud Elf",
    "Cabal Coffers",
    "Swamp",
    "Twin [{T}: Add {W}{W}|{U}{U}]",
    "Press [{W}{U}, {T}: Add {W}{W}{W}|{U}{U}{U}]",
    "Vault [{2}, {T}: Add {B}{B}{B}]",
    "Battery [{T}: Add {C} (only: abilities)]",
    "Altar [sacrifice a creature: Add {C}{C}]",
)
SYMBOLS = ("{1}", "{1}", "{W}", "{W}", "{U}", "{U}", "{B}", "{W/U}", "{2/W}", "{B/P}", "{S}")

boards = st.lists(st.sampled_from(SOURCES), max_size=6)
costs = st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=5).map("".join)
lives = st.sampled_from((1, 2, 3, 6, 20))

few = settings(max_examples=15)
OF_THE_PAYMENT = Objective(tuple(term for term in MAGIC_TERMS if term != "mana_left"))
"""Terms that look at the payment alone, not at what the other sources can still do."""


def ask(cost: str, board: Iterable[str], life: int = 20, **options: object) -> Result:
    return pay(cost, "; ".join((*board, f"life: {life}")), **options)  # type: ignore[arg-type]


def ids_of(board: Iterable[str]) -> list[str]:
    return sorted(source.id for source in Board.parse("; ".join(board)).sources)


def vector(result: Result) -> tuple[int, ...]:
    """Values of the terms, each so that less is better."""
    return tuple(-v if name == "mana_left" else v for name, v in result.objective.items())


def touched(payment: Payment) -> set[str]:
    """Ids of everything that the payment uses or gives up."""
    ids = {step.source for step in payment.activations}
    ids |= {name for step in payment.activations for _, name in step.objects}
    return ids | {name for spend in payment.spends for _, name in spend.payers}


@few
@given(costs, boards, st.sampled_from(SOURCES), lives)
def test_another_source_never_makes_a_cost_unpayable(
    cost: str, board: list[str], more: str, life: int
) -> None:
    if ask(cost, board, life).payment is not None:
        assert ask(cost, [*board, more], life).status is Status.OPTIMAL


@few
@given(costs, boards, lives)
def test_less_generic_mana_never_makes_a_cost_unpayable(
    cost: str, board: list[str], life: int
) -> None:
    if ask(cost + "{1}", board, life).payment is not None:
        assert ask(cost, board, life).status is Status.OPTIMAL


@few
@given(costs, boards, lives)
def test_less_life_never_makes_a_cost_payable(cost: str, board: list[str], life: int) -> None:
    if ask(cost, board, life).payment is not None:
        assert ask(cost, board, life + 5).status is Status.OPTIMAL


@few
@given(costs, boards.flatmap(lambda b: st.tuples(st.just(b), st.permutations(b))), lives)
def test_the_order_of_the_board_does_not_matter(
    cost: str, orders: tuple[list[str], list[str]], life: int
) -> None:
    one, other = (ask(cost, board, life) for board in orders)
    assert (one.status, one.objective) == (other.status, other.objective)


@few
@given(costs, boards, lives)
def test_the_two_questions_agree(cost: str, board: list[str], life: int) -> None:
    text = "; ".join((*board, f"life: {life}"))
    assert can_pay(cost, text) == (pay(cost, text).status is Status.OPTIMAL)


@few
@given(costs, boards, lives)
def test_forbidding_what_is_not_used_changes_nothing(
    cost: str, board: list[str], life: int
) -> None:
    free = ask(cost, board, life, objective=OF_THE_PAYMENT)
    if not isinstance(free.payment, Payment):
        return
    unused = set(ids_of(board)) - touched(free.payment)
    spared = ask(cost, board, life, objective=OF_THE_PAYMENT, forbid=unused)
    assert (spared.status, spared.objective) == (Status.OPTIMAL, free.objective)


@few
@given(costs, boards, lives, st.data())
def test_a_requirement_never_improves_the_objective(
    cost: str, board: list[str], life: int, data: st.DataObject
) -> None:
    free = ask(cost, board, life, objective=OF_THE_PAYMENT)
    ids = ids_of(board)
    options = {
        data.draw(st.sampled_from(("must_use", "forbid"))): data.draw(
            st.sets(st.sampled_from(ids or [""]), max_size=len(ids) and 2)
        )
    }
    bound = ask(cost, board, life, objective=OF_THE_PAYMENT, **options)
    if free.payment is None:
        assert bound.payment is None
        assert bound.shortfall
        assert bound.shortfall.kind == "mana"
    elif bound.payment is None:
        assert bound.shortfall
        assert bound.shortfall.kind == "requirement"
    else:
        assert vector(bound) >= vector(free)


@few
@given(costs, boards, lives)
def test_grouping_copies_changes_nothing(cost: str, board: list[str], life: int) -> None:
    doubled = [*board, *board[:2]]
    grouped = ask(cost, doubled, life)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "_is_single", lambda *_, **__: True)
        apart = ask(cost, doubled, life)
    assert (grouped.status, grouped.objective) == (apart.status, apart.objective)


@few
@given(costs, boards, lives)
def test_looser_bounds_on_activations_change_nothing(
    cost: str, board: list[str], life: int
) -> None:
    tight = ask(cost, board, life)
    with pytest.MonkeyPatch.context() as patch:
        scale_caps(patch, 2)
        loose = ask(cost, board, life)
    assert (tight.status, tight.objective) == (loose.status, loose.objective)


# --- Duel Masters --------------------------------------------------------------------------------

CARDS = ("Fire", "Water", "Fire/Water", "Nature", "Light/Fire", "Water (number 2)")
zones = st.lists(st.sampled_from(CARDS), max_size=6)
zone_costs = st.builds(
    "{}({})".format, st.sampled_from(("fire", "water", "fire/water")), st.integers(2, 6)
)


@few
@given(zone_costs, zones, st.sampled_from(CARDS))
def test_another_card_never_makes_a_cost_unpayable(cost: str, zone: list[str], more: str) -> None:
    if pay(cost, ManaZone.parse("; ".join(zone))).payment is not None:
        result = pay(cost, ManaZone.parse("; ".join((*zone, more))))
        assert result.status is Status.OPTIMAL


@few
@given(zone_costs, zones)
def test_forbidding_untapped_cards_changes_nothing(cost: str, zone: list[str]) -> None:
    board = ManaZone.parse("; ".join(zone))
    free = pay(cost, board)
    if isinstance(free.payment, ZonePayment):
        unused = {card.id for card in board.cards} - {tap.card for tap in free.payment.taps}
        spared = pay(cost, board, forbid=unused)
        assert (spared.status, spared.objective) == (Status.OPTIMAL, free.objective)
