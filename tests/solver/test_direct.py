"""Questions of independent units: Hall's condition, the greedy backend, flow, and their limits."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models import Board, Problem, Spell
from autotap.models.errors import InputError, UnsupportedByBackend
from autotap.models.objective import LossWeights, Objective
from autotap.models.result import Result, Status
from autotap.solver import can_pay, plans, solve, verify
from autotap.solver.backends import flow, greedy
from autotap.solver.backends.flow import Arc
from autotap.solver.compile.branches import branch_of, branches_of
from autotap.solver.compile.offers import Offer, offer_of
from autotap.solver.compile.prices import Tariff, tariff_of
from autotap.solver.router import BACKENDS
from tests.fuzzing.check import problem_of
from tests.generate import magic

CITY = "City of Brass [{T}: Add {Any} (1 damage to you by a trigger)]"
TREASURE = "Treasure (types: token artifact treasure) [{T}, sacrifice this: Add {Any}]"
PLAIN = settings(max_examples=40, deadline=None)


def asked(cost: str, board: str, **options: object) -> Problem:
    return Problem(Board.parse(board), Spell.parse(cost), **options)  # type: ignore[arg-type]


def by(backend: str, problem: Problem) -> Result:
    return solve(problem, backend=backend, use_cache=False)


def used(result: Result) -> list[str]:
    return sorted(each.source for each in result.unwrap().activations)  # type: ignore[union-attr]


# -- which backend answers --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "board", "backend"),
    [
        ("{2}{W}{U}", "2 Plains; Island; Tundra", "greedy"),
        ("{W/P}{1}", "Swamp; Mountain", "greedy"),
        ("{2/W}{U}", "Plains; 2 Island", "greedy"),
        ("{3}{W}", "Plains; Sol Ring; Island", "greedy"),
        ("{1}{W}", "Adarkar Wastes; Island", "flow"),
        ("{S}{1}", "Plains; Snow-Covered Plains; 2 Island", "flow"),
        ("{1}{W}", "Island; Azorius Signet", "greedy"),
        ("{1}{W}", "Island; 3 Azorius Signet", "cp_sat"),
    ],
)
def test_the_cheapest_exact_backend_answers(cost: str, board: str, backend: str) -> None:
    problem = asked(cost, board)
    result = solve(problem, use_cache=False)
    assert result.backend == backend
    assert result.status is Status.OPTIMAL
    assert result.route
    assert dict(result.objective) == dict(by("cp_sat", problem).objective)


@pytest.mark.parametrize(
    ("backend", "cost", "board", "feature"),
    [
        ("greedy", "{W}", "2 Island; Elf [{2}: Add {W}]", "costs more than one mana"),
        ("flow", "{W}", "2 Island; Elf [{2}: Add {W}]", "costs more than one mana"),
        ("greedy", "{1}{W}", "Adarkar Wastes; Island", "depends on what it pays"),
        ("greedy", "{S}{1}", "Plains; Snow-Covered Plains; 2 Island", "different symbols"),
        ("greedy", "{1}", "City of Brass [{T}: Add {Any} (1 damage to you)]; pool: {R}", ""),
    ],
)
def test_a_backend_refuses_what_it_cannot_express(
    backend: str, cost: str, board: str, feature: str
) -> None:
    problem = asked(cost, board)
    if not feature:
        assert by(backend, problem).status is Status.OPTIMAL
        return
    with pytest.raises(UnsupportedByBackend, match=feature):
        by(backend, problem)


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(InputError, match="simplex"):
        by("simplex", asked("{W}", "Plains"))


# -- where the greedy backend alone would be wrong ----------------------------------------------


def test_a_backend_answers_by_name_what_it_answers_unasked() -> None:
    """Greedy pays from painlands where that hurts nobody, also if it is asked for by name."""
    for seed in range(200):
        problem = costed(seed)
        result = by("auto", problem)
        if result.backend in ("greedy", "flow"):
            named = by(result.backend, problem)
            assert (named.status, named.objective) == (result.status, result.objective), seed


def test_kinds_that_pay_different_symbols() -> None:
    """The last Plains is spared although it is as cheap: both Islands are left for {1}."""
    result = solve(asked("{S}{1}", "Plains; Snow-Covered Plains; 2 Island"), use_cache=False)
    assert used(result)[0].startswith("Island")
    assert result.objective["emptied"] == 0


@pytest.mark.parametrize(
    ("life", "cost", "board", "sources"),
    [
        (1, "{1}", f"{CITY}; {TREASURE}", ["Treasure"]),
        (6, "{2}", f"2 {CITY}; 2 {TREASURE}", ["City of Brass 1", "Treasure 1"]),
        (20, "{2}", f"2 {CITY}; 2 {TREASURE}", ["City of Brass 1", "City of Brass 2"]),
    ],
)
def test_life_near_its_floor(life: int, cost: str, board: str, sources: list[str]) -> None:
    problem = Problem(Board(Board.parse(board).sources, life=life), Spell.parse(cost))
    result = solve(problem, use_cache=False)
    assert used(result) == sources
    assert result.backend == ("greedy" if life == 20 else "cp_sat")


def test_phyrexian_symbols_are_priced_one_by_one() -> None:
    """From 7 life the first symbol costs 2, the second 2 + 4 for one point below the floor."""
    problem = Problem(Board(Board.parse("Swamp").sources, life=6), Spell.parse("{W/P}{W/P}{B/P}"))
    result = solve(problem, use_cache=False)
    assert result.backend == "greedy"
    assert result.objective["losses"] == 4 + 4 * 3
    assert dict(result.objective) == dict(by("cp_sat", problem).objective)


def test_prices_beyond_64_bits_are_left_to_cp_sat() -> None:
    weights = LossWeights(life=1_000_000, creature_tapped=1_000_000)
    board = "; ".join(
        [f"Adarkar Wastes (reserved {9**5}, types: creature land)"] * 3 + ["30 Island"]
    )
    problem = asked("{20}{W}{W}", board, objective=Objective(weights=weights))
    with pytest.raises(UnsupportedByBackend, match="64 bits"):
        by("flow", problem)
    assert solve(problem, use_cache=False).status is Status.OPTIMAL


# -- properties -------------------------------------------------------------------------------


def plain(seed: int) -> Problem:
    problem = problem_of(magic.plain(Random(seed)))
    assert isinstance(problem, Problem)
    return problem


@PLAIN
@given(st.integers(0, 10**9))
def test_capable_backends_agree(seed: int) -> None:
    problem = plain(seed)
    expected = by("cp_sat", problem)
    for backend in ("auto", "greedy", "flow"):
        try:
            result = by(backend, problem)
        except UnsupportedByBackend:
            continue
        assert result.status is expected.status
        assert dict(result.objective) == dict(expected.objective)
        if result.payment is not None:
            verify(problem, result.payment)
    assert can_pay(problem.spell, problem.board, x=problem.x) is (expected.payment is not None)


def test_greedy_and_flow_agree_on_many_boards() -> None:
    """Where both are exact: 2,000 boards, each answered by both."""
    compared = 0
    for seed in range(6_000):
        problem = plain(seed)
        try:
            first, second = by("greedy", problem), by("flow", problem)
        except UnsupportedByBackend:
            continue
        compared += 1
        assert first.status is second.status, seed
        assert dict(first.objective) == dict(second.objective), seed
    assert compared >= 2_000


# -- abilities that cost mana -------------------------------------------------------------------

SOURCES = (
    *("Plains", "Island", "Swamp", "Wastes", "Snow-Covered Island", "Tundra", "Watery Grave"),
    *("Adarkar Wastes", "City of Brass", "Mana Confluence", "Talisman of Progress", "Lotus Petal"),
    *("Azorius Signet", "Dimir Signet", "Mystic Gate", "Sunken Ruins", "Shimmering Grotto"),
    *("Azorius Chancery", "Sol Ring", "Gilded Lotus", "Skycloud Expanse"),
    *("Elf (types: creature) [{T}: Add {W}]", "Prism [{1}, {T}: Add {Any}]"),
    *("Orb [{T}: Add {C} / {1}, {T}: Add {W}{W}{U}]", "Cell [{S}, {T}: Add {W}]"),
    "Egg (types: artifact) [{1}, {T}, sacrifice this: Add {Any}]",
    TREASURE,
)
SYMBOLS = ("{W}", "{U}", "{B}", "{W/U}", "{1}", "{1}", "{2}", "{W/P}", "{2/W}", "{C}", "{S}")


def costed(seed: int, fewest: int = 2, most: int = 7) -> Problem:
    """A question on a few sources, most of them with abilities that cost mana."""
    draw = Random(seed)
    number = draw.randint(fewest, most)
    few = draw.sample(SOURCES, draw.randint(2, 5))
    board = [draw.choice(few) for _ in range(number)]
    if draw.random() < 0.2:
        board.append(f"life: {draw.choice((1, 2, 5, 6, 8, 12))}")
    if draw.random() < 0.1:
        board.append("pool: {U}")
    cost = "".join(draw.choices(SYMBOLS, k=draw.randint(1, number)))
    return asked(cost, "; ".join(board))


def test_abilities_that_cost_mana_are_branched_over_exactly() -> None:
    answered: Counter[tuple[str, Status]] = Counter()
    for seed in range(600):
        problem = costed(seed)
        expected = by("cp_sat", problem)
        result = by("auto", problem)
        assert result.status is expected.status, seed
        assert dict(result.objective) == dict(expected.objective), seed
        assert can_pay(problem.spell, problem.board) is (expected.payment is not None), seed
        if any(a.cost.mana for source in problem.board.sources for a in source.abilities):
            answered[result.backend, result.status] += 1
    assert answered["greedy", Status.OPTIMAL] > 100
    assert answered["greedy", Status.UNPAYABLE] > 100
    assert answered["flow", Status.OPTIMAL] > 5


def test_many_branches_and_orders_are_looked_at_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of ways to use bundles, filters and Signets, some of them too many."""
    most = [0]

    def counted(*question: Any) -> Any:
        leads = branches_of(*question)
        most.append(0 if isinstance(leads, str) else len(leads))
        return leads

    monkeypatch.setattr(plans, "branches_of", counted)
    large = 0
    for seed in range(80):
        problem = costed(seed, 9, 14)
        most.clear()
        result = by("auto", problem)
        expected = by("cp_sat", problem)
        assert result.status is expected.status, seed
        assert dict(result.objective) == dict(expected.objective), seed
        large += result.backend == "greedy" and max(most, default=0) > 100
    assert large > 2


def test_a_branch_without_enough_for_a_set_of_classes_pays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problems = [costed(seed) for seed in range(300)]
    answers = [by("auto", problem) for problem in problems]
    monkeypatch.setattr(greedy, "is_payable", lambda *_: True)
    for problem, answer in zip(problems, answers, strict=True):
        unfiltered = by("auto", problem)
        assert unfiltered.status is answer.status
        assert dict(unfiltered.objective) == dict(answer.objective)


def test_orders_do_not_exchange_equal_activations() -> None:
    problem = asked("{4}{W}{U}", "2 Azorius Signet; Mystic Gate; 4 Island")
    offer = offer_of(problem.board)
    assert isinstance(offer, Offer)
    tariff = tariff_of(offer, problem.objective.weights, 1)
    assert isinstance(tariff, Tariff)
    leads = branches_of(tariff, 6, 0)
    assert not isinstance(leads, str)
    orders = {
        len(branch.slots): list(branch.orders())
        for _, fired in leads
        if len(set((branch := branch_of(tariff, fired)).costed)) == 2
    }
    assert sorted(orders[3]) == [(0, 1, 2), (0, 2, 1), (1, 2, 0)]


@pytest.mark.parametrize(
    ("cost", "board", "sources"),
    [
        ("{W}{U}", "2 Swamp; Forest; Azorius Signet", ["Azorius Signet", "Swamp 1"]),
        ("{U}{U}", "Plains; Mystic Gate", ["Mystic Gate", "Plains"]),
        (
            "{U}{B}{G}",
            "Plains; Azorius Signet; Golgari Signet",
            ["Azorius Signet", "Golgari Signet", "Plains"],
        ),
    ],
)
def test_sources_that_take_a_mana(cost: str, board: str, sources: list[str]) -> None:
    result = by("greedy", asked(cost, board))
    assert used(result) == sources
    assert dict(result.objective) == dict(by("cp_sat", asked(cost, board)).objective)


def test_mana_left_that_nothing_would_start_is_left_to_cp_sat() -> None:
    """Both lands would leave a Signet that nothing starts; a land and the Signet leave a land."""
    problem = asked("{1}{U}", "Island; Forest; Azorius Signet")
    result = by("auto", problem)
    assert used(result)[0] == "Azorius Signet"
    assert result.objective["mana_left"] == 1
    assert result.backend == "cp_sat"
    with pytest.raises(UnsupportedByBackend, match="nothing left would start"):
        by("greedy", problem)


def test_activations_cannot_pay_for_each_other() -> None:
    """Two Signets and nothing else: each could be paid by the other, but neither comes first."""
    result = solve(asked("{W}{U}", "2 Azorius Signet"), use_cache=False)
    assert result.status is Status.UNPAYABLE
    assert not can_pay("{W}{U}", "2 Azorius Signet")
    assert can_pay("{W}{U}", "2 Azorius Signet; Wastes")


def test_floating_mana_starts_an_ability() -> None:
    assert can_pay("{B}", "2 Prism [{1}, {T}: Add {Any}]; pool: {U}")


# -- the parts --------------------------------------------------------------------------------

CLASSES = st.lists(st.tuples(st.integers(0, 7), st.integers(1, 3)), max_size=5)
DUE = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


def independent(units: list[int], due: tuple[int, ...]) -> bool:
    """Whether all these units can be used together, by trying every place for each."""
    return any(
        all(units[i] >> place & 1 for i, place in enumerate(places))
        and all(places.count(place) <= amount for place, amount in enumerate(due))
        for places in product(range(len(due)), repeat=len(units))
    )


@PLAIN
@given(CLASSES, DUE)
def test_take_finds_the_first_basis(elements: list[tuple[int, int]], due: tuple[int, ...]) -> None:
    """Taking whatever stays independent, tested by trying every assignment."""
    chosen: list[int] = []
    counts = []
    for classes, copies in elements:
        before = len(chosen)
        for _ in range(copies):
            if classes and independent([*chosen, classes], due):
                chosen.append(classes)
        counts.append(len(chosen) - before)
    found = greedy.take(elements, due)
    if len(chosen) < sum(due):
        assert found is None
    else:
        assert found == counts
        places = greedy.assign(list(zip([c for c, _ in elements], counts, strict=True)), due)
        flat = [place for one in places for place in one]
        assert tuple(flat.count(place) for place in range(len(due))) == due
        assert all(
            classes >> place & 1
            for (classes, _), one in zip(elements, places, strict=True)
            for place in one
        )


@PLAIN
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 2)), max_size=6))
def test_flow_finds_the_cheapest(priced: list[tuple[int, int, int]]) -> None:
    """Parallel arcs: the cheapest way takes them by rising price, compared as tuples."""
    arcs = [Arc(0, 1, copies, (high, low)) for high, low, copies in priced]
    total = sum(arc.capacity for arc in arcs)
    for amount in range(1, total + 1):
        flows = flow.cheapest(arcs, amount)
        assert isinstance(flows, list)
        units = sorted(arc.price for arc in arcs for _ in range(arc.capacity))[:amount]
        best = tuple(map(sum, zip(*units, strict=True)))
        paid = [price for arc, n in zip(arcs, flows, strict=True) for price in [arc.price] * n]
        assert tuple(map(sum, zip(*paid, strict=True))) == best
    assert flow.cheapest(arcs, total + 1) is None


def test_every_backend_says_what_it_is_exact_for() -> None:
    assert list(BACKENDS) == ["greedy", "flow", "cp_sat", "matcher"]
    assert all(BACKENDS.values())


def test_a_tapped_source_that_can_no_longer_be_untapped_makes_nothing() -> None:
    """MTG-118.3: its untapping ability makes nothing, or lacks its counter."""
    for ability in ("{1}, {Q}: Add nothing", "{Q}, remove a charge counter: Add {U}"):
        board = f"Mountain; Stir (tapped, types: artifact) [{{T}}: Add {{U}} / {ability}]"
        assert not can_pay("{2}", board)
        problem = Problem(Board.parse(board), Spell.parse("{2}"))
        assert solve(problem).status is Status.UNPAYABLE
