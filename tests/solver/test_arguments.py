"""What callers give: one for several, and a typed error that names whatever cannot be used."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from autotap import solver
from autotap.models import (
    Board,
    DuelMastersCost,
    DuelMastersProblem,
    DuelMastersSpell,
    Kept,
    ManaCost,
    ManaZone,
    Problem,
    Spell,
)
from autotap.models.errors import AutotapError, InputError, LimitError
from autotap.models.mtg.wish import Wish
from autotap.models.objective import DUEL_MASTERS_TERMS, GAMES, POLICIES, LossWeights, Objective
from autotap.models.problem import MAX_X, KeepWhen

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT: Any = Kept
"""Takes more than a type checker sees."""
BOARD = Board.parse("Island; Mountain; Swamp")
ZONE = ManaZone.parse("2 Fire; Nature")
SPELL = Spell.parse("{1}")
CARD = DuelMastersSpell(DuelMastersCost.parse("fire(1)"))
PROBLEM, ZONE_PROBLEM = Problem(BOARD, SPELL), DuelMastersProblem(ZONE, CARD)
PAYMENT = solver.solve(PROBLEM).unwrap()

Call = tuple["Callable[..., Any]", dict[str, Any]]
MAGIC: list[Call] = [
    (solver.pay, {"cost": "{1}", "board": BOARD}),
    (solver.can_pay, {"cost": "{1}", "board": BOARD}),
    (solver.castable, {"hand": ["{1}"], "board": BOARD}),
    (solver.max_x, {"cost": "{X}", "board": BOARD}),
    (solver.plan_turn, {"hand": {"Imp": "{1}"}, "board": BOARD}),
    (solver.enumerate_payments, {"cost": "{1}", "board": BOARD}),
    (solver.mana_options, {"board": BOARD}),
    (solver.explain, {"cost": "{1}", "board": BOARD}),
    (solver.feasibility, {"costs": ["{1}"], "boards": [BOARD]}),
    (solver.solve, {"problem": PROBLEM}),
    (solver.solve_many, {"problems": [PROBLEM]}),
    (solver.verify, {"problem": PROBLEM, "payment": PAYMENT}),
    (solver.board_after, {"problem": PROBLEM, "payment": PAYMENT}),
    (Problem, {"board": BOARD, "spell": SPELL}),
    (Kept, {"spells": (SPELL,)}),
    (Objective, {}),
    (LossWeights, {}),
]
ZONES: list[Call] = [
    (solver.pay, {"cost": "fire(1)", "board": ZONE}),
    (solver.can_pay, {"cost": "fire(1)", "board": ZONE}),
    (solver.castable, {"hand": ["fire(1)"], "board": ZONE}),
    (solver.max_x, {"cost": DuelMastersSpell(CARD.cost, x_cost=1), "board": ZONE}),
    (solver.plan_turn, {"hand": {"Imp": "fire(1)"}, "board": ZONE}),
    (solver.enumerate_payments, {"cost": "fire(1)", "board": ZONE}),
    (solver.explain, {"cost": "fire(1)", "board": ZONE}),
    (solver.solve, {"problem": ZONE_PROBLEM}),
    (DuelMastersProblem, {"board": ZONE, "spell": CARD}),
]
SWITCHES = ("use_cache", "pareto", "payments", "jointly", "pool")
"""Anything is true or false."""
OWN = ("mapper", "progress", "options")
"""Functions of the caller, whose errors are their own; and further keywords."""
THINGS: list[object] = [
    *(None, True, 1.5, -1, 10**30, "", "?", b"?", object(), float("nan")),
    *([], [None], [[]], ["?"], {}, {"?": None}, {3: "{1}"}, (), ((),)),
    *(BOARD, ZONE, SPELL, CARD, PROBLEM, ZONE_PROBLEM, PAYMENT, Objective(), Wish.parse("{G}")),
    *(ManaCost.parse("{1}"), DuelMastersCost.parse("fire(1)"), KEPT("{1}"), KEPT([CARD])),
]


def cases() -> Iterator[Any]:
    """Each function with each of its parameters."""
    for function, usual in (*MAGIC, *ZONES):
        zone = (function, usual) in ZONES
        for name in inspect.signature(function).parameters:
            if name not in (*SWITCHES, *OWN):
                label = f"{function.__name__}{' of a zone' * zone}: {name}"
                yield pytest.param(function, usual, name, id=label)


def called(function: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call a function, and look at what it gives."""
    answer = function(**arguments)
    if isinstance(answer, Iterator):
        for item in islice(answer, 2):
            getattr(item, "payment", None)


@pytest.mark.parametrize(("function", "usual", "name"), [*cases()])
def test_whatever_is_given_the_error_is_typed(
    function: Callable[..., Any], usual: dict[str, Any], name: str
) -> None:
    """What no parameter takes is refused by the name of the parameter."""
    for thing in THINGS:
        with suppress(AutotapError):
            called(function, usual | {name: thing})
    with pytest.raises(InputError, match=name.replace("weights", "weight")) as caught:
        called(function, usual | {name: object()})
    assert caught.value.expected


def test_all_public_functions_are_tried() -> None:
    functions = {name for name in solver.__all__ if inspect.isfunction(getattr(solver, name))}
    tried = {function.__name__ for function, _ in MAGIC}
    assert functions - tried == {"cache_clear", "cache_info"}


# --- one for several -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["must_use", "forbid", "spare"])
def test_a_single_id_is_no_list_of_letters(name: str) -> None:
    ids: Any = {name: "Mountain"}
    result = solver.pay("{1}", BOARD, **ids)
    several: Any = {name: frozenset({"Mountain"})}
    assert result.problem == Problem(BOARD, SPELL, **several)
    assert Problem(BOARD, SPELL, **ids) == result.problem
    zone: Any = {name: "Fire#2"}
    several = {name: frozenset({"Fire#2"})}
    wanted = DuelMastersProblem(ZONE, CARD, **several)
    assert (
        solver.pay(CARD, ZONE, **zone).problem == wanted == DuelMastersProblem(ZONE, CARD, **zone)
    )


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        ("{U}", [["{U}"]]),
        (ManaCost.parse("{U}"), [["{U}"]]),
        (Spell.parse("{U}"), [["{U}"]]),
        (["{U}", "{R}"], [["{U}"], ["{R}"]]),
        (("{U}", "{R}"), [["{U}"], ["{R}"]]),
        ([("{U}", "{R}")], [["{U}", "{R}"]]),
        ([["{U}", "{R}"], "{B}"], [["{U}", "{R}"], ["{B}"]]),
        ((cost for cost in ("{U}", "{R}")), [["{U}"], ["{R}"]]),
        (KEPT("{U}"), [["{U}"]]),
        ([Kept(("{U}", "{R}")), KEPT(Spell.parse("{B}"))], [["{U}", "{R}"], ["{B}"]]),
        ((), []),
        ([], []),
    ],
)
def test_what_is_kept_may_be_given_in_any_form(keep: Any, expected: list[list[str]]) -> None:
    problem = solver.pay("{1}", BOARD, keep=keep).problem
    assert problem is not None
    assert [[str(spell.cost) for spell in kept.spells] for kept in problem.keep] == expected


def test_texts_that_are_kept_can_have_a_weight() -> None:
    problem = solver.pay("{1}", BOARD, keep=KEPT("{U}", weight=2)).problem
    assert problem == Problem(BOARD, SPELL, keep=(Kept((Spell.parse("{U}"),), 2),))
    zone = solver.pay("fire(1)", ZONE, keep=[Kept(("nature(1)", "fire(1)"), 3)])
    assert zone.kept == (True,)
    assert zone.problem is not None
    assert zone.problem.keep[0].weight == 3


def test_a_problem_takes_no_texts_to_keep() -> None:
    """It does not read them: its game would have to."""
    with pytest.raises(InputError, match=r"keep='\{U\}'"):
        Problem(BOARD, SPELL, keep=(KEPT("{U}"),))
    with pytest.raises(InputError, match="keep=DuelMastersSpell"):
        Problem(BOARD, SPELL, keep=(KEPT(CARD),))


def test_single_costs_boards_and_sources() -> None:
    assert solver.castable("{R}", BOARD) == {"{R}": True}
    assert solver.castable(SPELL, BOARD) == {SPELL: True}
    assert solver.castable("fire(3)", ZONE) == {"fire(3)": True}
    assert solver.feasibility("{R}", "Mountain").payable.tolist() == [[True]]
    assert solver.feasibility(SPELL, [BOARD, "Island"]).payable.tolist() == [[True], [True]]
    one = solver.explain("{1}", BOARD, using=["Island"])
    assert str(solver.explain("{1}", BOARD, using="Island")) == str(one)
    other = solver.explain("{1}", BOARD, instead_of=["Swamp"])
    assert str(solver.explain("{1}", BOARD, instead_of="Swamp")) == str(other)
    text = '{"autotap": 1, "board": "Island", "pay": {"cost": "{U}"}}'
    for problem in (text, text.encode(), PROBLEM):
        (item,) = solver.solve_many(problem)
        assert item.result is not None
    assert Objective("losses") == Objective(["losses"]) == Objective(("losses",))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a mapping of names"):
        solver.plan_turn("{U}", BOARD)  # type: ignore[arg-type]


@pytest.mark.parametrize("x", [3, np.int64(3)])
def test_whole_numbers_of_any_library_are_taken(x: int) -> None:
    problem = Problem(BOARD, Spell.parse("{X}"), x)
    assert (problem.x, type(problem.x)) == (3, int)
    assert solver.can_pay("{X}", BOARD, x=x)


@pytest.mark.parametrize("x", [-1, MAX_X + 1])
def test_x_has_a_range(x: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: solver.pay("{X}", BOARD, x=x),
        lambda: solver.can_pay("{X}", BOARD, x=x),
        lambda: solver.pay(DuelMastersSpell(CARD.cost, x_cost=1), ZONE, x=x),
        lambda: next(solver.enumerate_payments("{X}", BOARD, x=x)),
    ]
    for call in calls:
        with pytest.raises(LimitError, match=f"x={x}"):
            call()


# --- objectives ----------------------------------------------------------------------------------


def test_each_game_has_its_terms() -> None:
    """A term of one game is answered there, and refused in the other by a list of what there is."""
    makers: dict[str, Callable[[Objective], Any]] = {
        "Magic": lambda goal: Problem(BOARD, SPELL, objective=goal),
        "Duel Masters": lambda goal: DuelMastersProblem(ZONE, CARD, objective=goal),
    }
    for game, make in makers.items():
        for term in {*GAMES["Magic"], *GAMES["Duel Masters"]}:
            objective = Objective((term,))
            if term in GAMES[game]:
                assert list(solver.solve(make(objective)).objective) == [term]
                continue
            with pytest.raises(InputError, match=f"an objective of {game}") as caught:
                make(objective)
            assert caught.value.text == term
            assert all(known in caught.value.expected for known in GAMES[game])


@pytest.mark.parametrize("policy", POLICIES)
def test_policies_mean_the_same_everywhere(policy: str) -> None:
    """By name or as an objective; where a game has no such policy it is refused by its own name."""
    for objective in (policy, Objective.policy(policy)):
        found = solver.pay("{1}", BOARD, objective=objective)
        assert found.objective == solver.solve(found.problem).objective  # type: ignore[arg-type]
        assert next(solver.enumerate_payments("{1}", BOARD, objective=objective))
        assert solver.plan_turn({"Imp": "{1}"}, BOARD, objective=objective).value == 1
        if policy == "default":
            assert solver.pay("fire(1)", ZONE, objective=objective).payment is not None
            continue
        with pytest.raises(InputError) as caught:
            solver.pay("fire(1)", ZONE, objective=objective)
        assert caught.value.text == policy
        assert "lethal" not in str(caught.value)


def test_the_weights_of_an_objective_count_for_a_turn_but_not_its_order() -> None:
    board = "City of Brass; Treasure"
    turn = [
        solver.plan_turn({"Imp": "{1}"}, board, objective=objective)
        for objective in (None, "save_life", Objective(("activations",)))
    ]
    assert len({tuple(each.objective.items()) for each in turn}) == 1
    dear = Objective.policy("save_life", weights=LossWeights(life=9))
    other = solver.plan_turn({"Imp": "{1}"}, board, objective=dear)
    assert (turn[0].objective["losses"], other.objective["losses"]) == (1, 3)
    with pytest.raises(InputError, match="an objective of Magic"):
        solver.plan_turn({"Imp": "{1}"}, board, objective=DUEL_MASTERS_TERMS[1])


@pytest.mark.parametrize(
    ("text", "position", "hint"),
    [
        ("sped", 0, "Did you mean speed"),
        ("life,  sped", 7, "Did you mean speed"),
        ("losses, losses", 8, ""),
        ("activatons", 0, "Did you mean activations"),
        ("speed, life", 0, "It is a policy, not a term"),
        ("", 0, ""),
        (",", 0, ""),
    ],
)
def test_an_unknown_objective_is_named(text: str, position: int, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        solver.pay("{1}", BOARD, objective=text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert caught.value.hint.startswith(hint)
    if hint != "":
        assert all(name in caught.value.expected for name in POLICIES)


def test_an_objective_that_is_no_policy() -> None:
    with pytest.raises(InputError, match=r"'sped'.*Did you mean speed"):
        Objective.policy("sped")
    with pytest.raises(InputError, match=r"'losse'.*Did you mean losses"):
        Objective(("losse",))
    with pytest.raises(InputError, match="It is a policy, not a term"):
        Objective("speed")  # type: ignore[arg-type]


# --- beside a mana zone --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "options"),
    [
        (solver.pay, {"keep_when": "later"}),
        (solver.pay, {"keep_when": KeepWhen.NOW}),
        (solver.pay, {"prefer": "{R}"}),
        (solver.pay, {"require": "{R}"}),
        (solver.pay, {"already_spent": "{R}"}),
        (solver.pay, {"opponent": "Plains"}),
        (solver.can_pay, {"opponent": "Plains"}),
        (solver.castable, {"opponent": "Plains"}),
        (solver.enumerate_payments, {"opponent": "Plains"}),
        (solver.plan_turn, {"land_drops": 1}),
        (solver.plan_turn, {"objective": "default"}),
        (solver.plan_turn, {"opponent": "Plains"}),
    ],
)
def test_what_only_magic_has_is_refused_beside_a_zone(
    function: Callable[..., object], options: dict[str, Any]
) -> None:
    usual = next(arguments for each, arguments in ZONES if each is function)
    with pytest.raises(InputError, match="beside a mana zone"):
        function(**usual, **options)
