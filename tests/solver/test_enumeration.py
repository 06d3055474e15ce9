"""Every distinct payment: against brute force, by hand, and against `pay`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, count, islice
from random import Random
from typing import Any

import pytest

from autotap.models import ManaZone, Objective, Spell
from autotap.models.errors import InputError, LimitError, UnboundedManaError, UnknownNameError
from autotap.models.mtg.spell import Payer
from autotap.models.problem import DuelMastersProblem
from autotap.models.result import Payment, Status, ZonePayment
from autotap.solver import WayToPay, enumerate_payments, pay, solve, verify
from autotap.solver.enumeration import ways_of
from autotap.solver.enumeration.bases import Sort, bases, rank
from tests.casework.duel_masters import duel_masters_problem
from tests.enumeration import examine
from tests.generate import duel_masters as zones

PROBLEMS = 120
ZONES = 60


def used(way: WayToPay) -> list[str]:
    payment = way.payment
    assert isinstance(payment, Payment)
    return [step.source for step in payment.activations]


def listed(cost: str, board: str, **options: Any) -> list[list[str]]:
    return [used(way) for way in enumerate_payments(cost, board, **options)]


def test_random_payments_equal_brute_force() -> None:
    outcomes = filter(None, map(examine, count(20_000)))
    done = list(islice(outcomes, PROBLEMS))
    assert not [(one.seed, one.wrong) for one in done if one.wrong]
    sizes = [one.payments for one in done if one.payments is not None]
    assert len(sizes) > PROBLEMS * 3 / 4
    assert sum(size > 1 for size in sizes) > PROBLEMS / 3


@pytest.mark.parametrize("seed", [201265, 201428, 202001, 202705])
def test_of_equal_uses_the_best_is_given(seed: int) -> None:
    """A land tapped for mana, or tapped or given up for the cost: told apart by the terms alone."""
    outcome = examine(seed)
    assert outcome is not None
    assert outcome.payments
    assert not outcome.wrong


def test_a_creature_used_before_it_convokes_counts_once() -> None:
    outcome = examine(201961)
    assert outcome is not None
    assert outcome.payments == 6
    assert not outcome.wrong


# --- Duel Masters --------------------------------------------------------------------------------


def subsets(problem: DuelMastersProblem) -> dict[frozenset[str], tuple[int, ...]]:
    """Return every set of cards that pays as a whole, with its best terms: by must and forbid."""
    found = {}
    ids = [card.id for card in problem.board.untapped]
    for chosen in chain.from_iterable(combinations(ids, size) for size in range(len(ids) + 1)):
        asked = DuelMastersProblem(
            problem.board,
            problem.spell,
            problem.x,
            problem.objective,
            frozenset(chosen),
            frozenset(ids) - set(chosen),
        )
        result = solve(asked)
        if result.payment is not None:
            found[frozenset(chosen)] = tuple(result.objective.values())
    return found


def test_random_zones_equal_every_set_of_cards() -> None:
    sizes = []
    for seed in count():
        case = zones.problem(Random(seed))
        problem = duel_masters_problem(case, hints=True)
        problem = DuelMastersProblem(problem.board, problem.spell, problem.x)
        if len(problem.board.untapped) > 6 or problem.spell.x_cost or case["pay"].get("x"):
            continue
        expected = subsets(problem)
        alike = {
            card.id: (str(sorted(card.civilizations)), card.mana_number)
            for card in problem.board.cards
        }

        def classes(cards: frozenset[str], alike: dict[str, Any] = alike) -> tuple[Any, ...]:
            return tuple(sorted(alike[card] for card in cards))

        thrifty = {
            classes(cards)
            for cards, values in expected.items()
            if not any(
                other < cards and all(b <= a for a, b in zip(values, better, strict=True))
                for other, better in expected.items()
            )
        }
        given = []
        for way in ways_of(problem):
            payment = way.payment
            assert isinstance(payment, ZonePayment)
            given.append(classes(frozenset(tap.card for tap in payment.taps)))
        totals = len({way.payment.total for way in ways_of(problem)})  # type: ignore[union-attr]
        assert set(given) == thrifty, seed
        assert totals > 1 or len(given) == len(set(given)), seed
        sizes.append(len(given))
        if len(sizes) == ZONES:
            break
    assert sum(size > 1 for size in sizes) > ZONES / 10


# --- by hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "board", "payments"),
    [
        ("{1}", "4 Forest", [["Forest 1"]]),
        ("{W}", "Island", []),
        ("{0}", "Plains", [[]]),
        ("{W}", "Plains; Tundra", [["Plains"], ["Tundra"]]),
        ("{W}", "Plains; Azorius Signet", [["Plains"]]),
        ("{W}", "Wastes; Azorius Signet; Plains", [["Plains"], ["Wastes", "Azorius Signet"]]),
        ("{1}", "Sol Ring; Plains", [["Plains"], ["Sol Ring"]]),
        ("{R}", "Battlefield Forge", [["Battlefield Forge"]]),
        ("{W}{U}", "2 Azorius Signet", []),
        ("{W/P}", "Plains", [["Plains"], []]),
        ("{W}", "Plains; pool: {W}", [[]]),
    ],
)
def test_by_hand(cost: str, board: str, payments: list[list[str]]) -> None:
    assert listed(cost, board) == payments


def test_the_counters_of_one_are_not_those_of_another_whose_id_begins_alike() -> None:
    """They would count as gone with the one that is given up."""
    land = "[{T}: Add {C} / {T}, remove X storage counters: Add {B} (not: generic costs) (per: X)]"
    board = "Vat (types: artifact) [{1}: Add {B}]; "
    board += f"Pit (types: land, 1 storage counter, id: Vat 2) {land}"
    spell = Spell.parse("{B}", name="Rite", additional="sacrifice an artifact")
    ways = list(enumerate_payments(spell, board))
    assert [used(way) for way in ways] == [["Vat 2", "Vat"], ["Vat 2"]]
    assert [way.objective["losses"] for way in ways] == [10, 12]


def test_floating_mana_of_a_type_that_is_left_open_is_told_once() -> None:
    spell = Spell.parse("{U}", additional="return a tapped land")
    board = "Island (types: basic land); Dual (types: land) [{T}: Add {R}|{W}]"
    ways = list(enumerate_payments(spell, board))
    assert [sorted(used(way)) for way in ways] == [["Island"], ["Dual", "Island"]]


def test_a_painland_does_not_hurt_in_vain() -> None:
    """MTG-605.1a: {C} would do for generic mana."""
    ways = list(enumerate_payments("{1}", "Battlefield Forge"))
    assert [way.payment.life_lost for way in ways] == [0]  # type: ignore[union-attr]


def test_what_floats_tells_payments_apart() -> None:
    board = "Rock [{T}: Add {C}{W}|{C}{U}]"
    floats = {str(way.payment.floating[0].type) for way in enumerate_payments("{1}", board)}  # type: ignore[union-attr]
    assert floats == {"C", "W", "U"}


def test_a_creature_that_makes_mana_or_convokes_is_used_up_all_the_same() -> None:
    dork = "Dork (types: creature, colors: R) [{T}: Add {R}]"
    spell = Spell.parse("{1}{R}", payers=frozenset({Payer.CONVOKE}))
    ways = list(enumerate_payments(spell, f"{dork}; Soldier (types: creature, colors: R) []"))
    assert len(ways) == 1


def test_announcements_tell_payments_apart_and_x_is_the_smallest() -> None:
    """MTG-601.2b."""
    assert listed("{X}{R}", "3 Mountain") == [["Mountain 1"]]
    assert listed("{X}{R}", "3 Mountain", x=2) == [["Mountain 1", "Mountain 2", "Mountain 3"]]


def test_what_must_be_used_is_used() -> None:
    board = "2 Plains; Island; Tundra"
    assert listed("{1}", board, must_use=["Tundra"]) == [["Tundra"]]
    assert listed("{1}", board, forbid=["Tundra", "Island"]) == [["Plains 1"]]
    assert ["Tundra", "Plains 1"] in [
        sorted(each, reverse=True) for each in listed("{1}{W}", board, must_use=["Tundra"])
    ]


def test_the_first_is_as_good_as_that_of_pay_and_all_verify() -> None:
    board = "2 Plains; Island; Tundra; Azorius Signet; Sol Ring; Adarkar Wastes; Treasure"
    for objective in (None, Objective(("flexibility", "losses"))):
        ways = list(enumerate_payments("{2}{W}{U}", board, objective=objective))
        best = pay("{2}{W}{U}", board, objective=objective)
        assert ways[0].objective == best.objective
        assert [way.place for way in ways] == sorted(way.place for way in ways)
        for way in ways:
            assert best.problem is not None
            verify(best.problem, way.payment)
            assert way.result.status is Status.FEASIBLE
            assert way.result.objective == way.objective


def test_any_order_gives_the_same_and_is_lazy() -> None:
    board = "2 Plains; Island; Tundra; Azorius Signet; Sol Ring; Adarkar Wastes"
    best = enumerate_payments("{2}{W}", board)
    found = enumerate_payments("{2}{W}", board, order="any")
    assert isinstance(found, Iterator)
    assert sorted(way.place for way in found) == [way.place for way in best]


def test_pareto_leaves_out_what_is_beaten() -> None:
    board = "2 Plains; Tundra; Treasure; Sol Ring"
    every = [way.price for way in enumerate_payments("{1}{W}", board)]
    front = [way.price for way in enumerate_payments("{1}{W}", board, pareto=True)]

    def beats(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return one != other and all(mine <= theirs for mine, theirs in zip(one, other, strict=True))

    assert front == [price for price in every if not any(beats(each, price) for each in every)]
    assert 0 < len(front) < len(every)


def test_the_grid_equals_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways to the same payments, where sources make one unit each."""
    boards = [
        ("{2}{W}{W}{U}", "3 Plains; 3 Island; 2 Tundra; 2 Scrubland; 2 Swamp"),
        ("{1}{R}{W}", "2 Battlefield Forge; Adarkar Wastes; Mountain; Plains; Mana Confluence"),
        ("{G}{W/U}{2/R}", "2 Forest; Tundra; Taiga; 2 Mountain; Treasure"),
    ]
    for cost, board in boards:
        counted = [way.place for way in enumerate_payments(cost, board)]
        with monkeypatch.context() as patch:
            patch.setattr("autotap.solver.enumeration.question.is_grid", lambda *_: False)
            walked = [way.place for way in enumerate_payments(cost, board)]
        assert counted == walked
        assert len(counted) > 5


def test_numbers_of_payments() -> None:
    """Vectors of counts over groups, as counted by hand: 4 over 3 groups that are large enough."""
    assert len(listed("{4}", "4 Plains; 4 Island; 4 Swamp")) == 15
    assert len(listed("{2}{W}{U}", "4 Plains; 4 Island; 4 Swamp")) == 6


def test_bases_are_all_choices_that_pay() -> None:
    """Hall's condition in both directions against trying every choice and assignment."""
    random = Random(5)
    for _ in range(60):
        due = tuple(random.randint(1, 2) for _ in range(random.randint(1, 3)))
        sorts = [
            Sort(random.randrange(1 << len(due)), random.randint(0, 3), random.random() < 0.3)
            for _ in range(random.randint(0, 4))
        ]
        if sorts:
            sorts[0] = sorts[0]._replace(shares=False)
        expected = set()
        ranges = [range(sort.copies + 1) for sort in sorts]
        for numbers in _products(ranges):
            if sum(numbers) == sum(due) and _fits(sorts, numbers) and _pays(sorts, numbers, due):
                expected.add(numbers)
        given = list(bases(sorts, due))
        assert set(given) == expected
        assert len(given) == len(expected)
        assert (rank(sorts, due) == sum(due)) >= bool(expected)


def _products(ranges: list[range]) -> Iterator[tuple[int, ...]]:
    if not ranges:
        yield ()
        return
    for first in ranges[0]:
        for rest in _products(ranges[1:]):
            yield (first, *rest)


def _fits(sorts: list[Sort], numbers: tuple[int, ...]) -> bool:
    room = 0
    for sort, number in zip(sorts, numbers, strict=True):
        room = min(room, sort.copies) if sort.shares else sort.copies
        room -= number
        if room < 0:
            return False
    return True


def _pays(sorts: list[Sort], numbers: tuple[int, ...], due: tuple[int, ...]) -> bool:
    units = [s.classes for s, number in zip(sorts, numbers, strict=True) for _ in range(number)]
    reached = {due}
    for classes in units:
        reached = {
            (*rest[:bit], rest[bit] - 1, *rest[bit + 1 :])
            for rest in reached
            for bit in range(len(due))
            if classes >> bit & 1 and rest[bit]
        }
    return any(not any(rest) for rest in reached)


# --- refusals ------------------------------------------------------------------------------------


def test_unbounded_mana_is_refused() -> None:
    ways = enumerate_payments("{2}", "Wastes; Loop [{1}: Add {C}{C}]")
    with pytest.raises(UnboundedManaError, match="mana without end"):
        next(ways)


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="one of best, any"):
        enumerate_payments("{1}", "Plains", order="worst")
    with pytest.raises(LimitError, match="1 or more"):
        enumerate_payments("{1}", "Plains", limit=0)
    with pytest.raises(InputError, match="no opponent"):
        enumerate_payments("fire(1)", ManaZone.parse("Fire"), opponent="Plains")
    with pytest.raises(UnknownNameError):
        list(enumerate_payments("{1}", "Plains", must_use=["Island"]))


def test_the_limit_is_kept() -> None:
    board = "2 Plains; 2 Island; 2 Swamp; Azorius Signet; Sol Ring"
    with pytest.raises(LimitError, match="more than 5"):
        list(enumerate_payments("{3}", board, limit=5))
