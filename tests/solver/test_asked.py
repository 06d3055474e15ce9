"""Random problems with everything a caller may ask, against the exhaustive reference."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.wish import Wish
from autotap.models.objective import MAGIC_TERMS, MORE_MAGIC_TERMS, Objective
from autotap.models.result import Status
from autotap.solver import solve
from tests.casework.magic import magic_problem
from tests.fuzzing.distinct import distinct
from tests.generate import magic
from tests.generate.wishes import with_wish
from tests.reference.asked import Asked
from tests.reference.position import TooLarge

if TYPE_CHECKING:
    from autotap.models.problem import Problem
    from autotap.models.result import Result

Case = dict[str, Any]

MOST_STATES = 1_500
SEEDS = range(60)


def random_case(seed: int, *, wish: bool = False) -> tuple[Case, Random]:
    """A small problem, each copy with a name of its own, and what to choose the rest with."""
    rng = Random(f"asked {seed}")
    case = magic.problem(rng)
    if wish:
        case = with_wish(case, rng)
    return distinct(case), rng


def least(case: Case, order: tuple[str, ...], **asked: Any) -> tuple[int, ...] | None:
    if "assist" in case["pay"].get("alternatives", ()):
        pytest.skip("the reference asks for help only where nothing else pays")
    try:
        return Asked(case, max_states=MOST_STATES, **asked).least(order)
    except TooLarge:
        pytest.skip("too large for the reference")


def minimised(result: Result, order: tuple[str, ...]) -> tuple[int, ...] | None:
    values = result.objective
    if result.payment is None:
        assert result.status is Status.UNPAYABLE
        return None
    assert result.status is Status.OPTIMAL
    assert tuple(values) == order
    return tuple(-values[name] if name == "mana_left" else values[name] for name in order)


def agree(case: Case, problem: Problem, order: tuple[str, ...], **asked: Any) -> Result:
    """Hold the answer against the reference; what cannot be expressed is refused."""
    problem = replace(problem, objective=Objective(order))
    expected = least(case, order, **asked)
    result = solve(problem, use_cache=False)
    assert minimised(result, order) == expected
    return result


@pytest.mark.parametrize("seed", SEEDS)
def test_a_requirement(seed: int) -> None:
    """The best of the payments that meet it; a no that only it causes is blamed on it."""
    case, rng = random_case(seed, wish=True)
    wish = case["pay"].pop("prefer")
    if wish == "colors":
        wish = f"{rng.choice((1, 2, 3))} colors"
    elif rng.random() < 0.3:
        wish = f"no {wish}"
    free = magic_problem(case, hints=True)
    problem = replace(free, require=(Wish.parse(wish),))
    order = tuple(term for term in MAGIC_TERMS if term != "preferred")
    result = agree(case, problem, order, require=wish)
    if result.payment is None:
        assert result.shortfall
        payable = solve(free).payment is not None
        assert (result.shortfall.kind == "requirement") == payable


@pytest.mark.parametrize("seed", SEEDS)
def test_spared_sources(seed: int) -> None:
    case, rng = random_case(seed)
    names = [entry["name"] for entry in case["board"]]
    spare = rng.sample(names, rng.randint(0, len(names)))
    problem = replace(magic_problem(case, hints=True), spare=frozenset(spare))
    agree(case, problem, MAGIC_TERMS, spare=spare)


@pytest.mark.parametrize("seed", SEEDS)
def test_mana_that_was_spent_before(seed: int) -> None:
    """``flexibility`` is left out, for in the reference the mana floats, and would weigh there."""
    case, rng = random_case(seed)
    spent = "".join(rng.choices("WUBRGC", k=rng.choice((1, 1, 2))))
    pool = parse_pool("".join(f"{{{kind}}}" for kind in spent))
    free = magic_problem(case, hints=True)
    order = tuple(term for term in MAGIC_TERMS if term != "flexibility")
    result = agree(case, replace(free, already_spent=pool), order, spent=spent)
    if result.payment is None:
        assert result.shortfall
        floats = replace(free, board=replace(free.board, pool=free.board.pool + pool))
        payable = solve(floats).payment is not None
        assert (result.shortfall.kind == "requirement") == payable


@pytest.mark.parametrize("seed", SEEDS)
def test_any_order_of_the_terms(seed: int) -> None:
    case, rng = random_case(seed, wish=True)
    text = str(case)
    names = [*MAGIC_TERMS, *MORE_MAGIC_TERMS, *MORE_MAGIC_TERMS]
    order = tuple(dict.fromkeys(rng.sample(names, rng.randint(1, 4))))
    if any(word in text for word in ("sacrifice", "exile", "return", "{Q}", "blight", "untap")):
        order = tuple(term for term in order if term != "sources_tapped") or ("life",)
    problem = magic_problem(case, hints=True)
    if "floating" in order and ("(per: " in text or "the unspent pool again" in text):
        with suppress(UnsupportedCostError):
            agree(case, problem, order)
    else:
        agree(case, problem, order)
