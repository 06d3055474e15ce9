"""Costs that ask for a total (teamwork, collect evidence, crew, saddle), and blight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from autotap.models.codec import problem_from_json, problem_to_json, result_to_json
from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, Deed, ManaAbility, ObjectCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Payer, Spell
from autotap.models.mtg.ways import optional
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Status
from autotap.solver import solve, verify

ELF = "Elf (types: creature elf, power 1, toughness 1) [{T}: Add {G}]"
BEAR = "Bear (types: creature bear, power 2, toughness 2) []"
OGRE = "Ogre (types: creature ogre, power 3, toughness 3) []"
SICK = "Sick Ogre (types: creature ogre, power 3, sick) []"
WALL = "Wall (types: creature wall, power 0, toughness 4) []"
TOKEN = "Saproling (types: creature token, power 1, toughness 1) []"
ALTAR = "Altar (types: artifact) [sacrifice a creature: Add {C}{C}]"
YARD = "graveyard: 2 creature (mana value 3); graveyard: 1 instant (mana value 1)"


def ask(board: str, cost: str, additional: str, *payers: Payer, **rest: Any) -> Result:
    """Solve for a cost with an additional one."""
    extra = ActivationCost.parse(additional) if additional else ActivationCost()
    spell = Spell.parse(cost, additional=extra, payers=frozenset(payers), **rest)
    return solve(Problem(Board.parse(board), spell))


def paid(result: Result) -> Payment:
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("teamwork 3", "tap any number of untapped creature with total power 3"),
        ("Crew 2", "tap any number of other untapped creature with total power 2"),
        (
            "{1}, tap any number of untapped elf with total power 4 or more",
            "{1}, tap any number of untapped elf with total power 4",
        ),
        (
            "collect evidence 5",
            "exile any number of cards from your graveyard with total mana value 5",
        ),
        ("blight 2", "blight 2"),
    ],
)
def test_costs_are_read(written: str, text: str) -> None:
    assert str(ActivationCost.parse(written)) == text


@pytest.mark.parametrize("cost", ["teamwork 1", "collect evidence 1", "blight 1"])
def test_no_mana_ability_asks_for_a_total(cost: str) -> None:
    with pytest.raises(UnsupportedCostError):
        ManaAbility.parse(f"{{T}}, {cost}: Add {{G}}")
    with pytest.raises(UnsupportedCostError):
        ObjectCost(Deed.BLIGHT, 1, "creature")


@pytest.mark.parametrize(
    ("rule", "board", "cost", "additional", "payable"),
    [
        ("MTG-KW-22", f"{BEAR}; {ELF}", "{0}", "teamwork 3", True),
        ("MTG-KW-22", f"{BEAR}; {ELF}", "{0}", "teamwork 4", False),
        ("MTG-KW-22", f"2 {ELF}; {BEAR}", "{G}", "teamwork 3", True),
        ("MTG-KW-22 competes with mana", f"2 {ELF}; {BEAR}", "{G}{G}", "teamwork 3", False),
        ("MTG-KW-22", f"2 {ELF}; {OGRE}", "{G}{G}", "teamwork 3", True),
        ("MTG-KW-22 and MTG-SYM-12", SICK, "{0}", "teamwork 3", True),
        ("MTG-KW-22", "Ogre (types: creature, power 3, tapped) []", "{0}", "teamwork 3", False),
        ("MTG-KW-22", "Car (types: artifact, power 3) []", "{0}", "teamwork 3", False),
        ("MTG-KW-22", "Ogre (types: creature) []", "{0}", "teamwork 1", False),
        ("MTG-KW-22", f"{OGRE}; Imp (types: creature, power -1) []", "{0}", "teamwork 3", True),
        ("MTG-KW-22 what is gone has no power", f"{OGRE}; {ALTAR}", "{2}", "teamwork 3", False),
        ("MTG-KW-22 a tapped one returns", OGRE, "{0}", "teamwork 3, return a tapped ogre", True),
        ("MTG-KW-22 twice", f"{OGRE}; {BEAR}", "{0}", "teamwork 3, teamwork 3", False),
        ("MTG-KW-22 twice", f"{OGRE}; {BEAR}; {ELF}", "{0}", "teamwork 3, teamwork 3", True),
        ("MTG-KW-24", YARD, "{0}", "collect evidence 7", True),
        ("MTG-KW-24", YARD, "{0}", "collect evidence 8", False),
        ("MTG-KW-24", "graveyard: 9", "{0}", "collect evidence 1", False),
        (
            "MTG-KW-24 competes with other costs",
            f"Nest [exile a card from your graveyard: Add {{C}}]; {YARD}",
            "{1}",
            "collect evidence 7",
            False,
        ),
        (
            "MTG-KW-24 competes with other costs",
            YARD,
            "{0}",
            "collect evidence 4, exile 2 creature cards from your graveyard",
            False,
        ),
        (
            "MTG-KW-24 competes with other costs",
            YARD,
            "{0}",
            "collect evidence 4, exile a creature card from your graveyard",
            True,
        ),
        ("MTG-KW-21", ELF, "{G}", "blight 3", True),
        ("MTG-KW-21", "Forest", "{G}", "blight 1", False),
        ("MTG-KW-21 what is gone", f"{ELF}; {ALTAR}", "{2}", "blight 1", False),
        ("MTG-KW-21 tapped", "Elf (types: creature, tapped) []", "{0}", "blight 1", True),
        ("MTG-KW-21 and sacrificed", ELF, "{G}", "blight 1, sacrifice a creature", True),
        ("MTG-KW-21 and teamwork", OGRE, "{0}", "blight 3, teamwork 3", True),
    ],
)
def test_payable(rule: str, board: str, cost: str, additional: str, payable: bool) -> None:
    assert (ask(board, cost, additional).status is Status.OPTIMAL) is payable


@pytest.mark.parametrize(
    ("rule", "board", "additional", "payable"),
    [
        ("MTG-KW-29", f"Car (types: artifact vehicle) []; {BEAR}; {ELF}", "crew 3", True),
        ("MTG-KW-29", f"Car (types: artifact vehicle) []; {BEAR}; {ELF}", "crew 4", False),
        ("MTG-KW-29 and MTG-SYM-12", f"Car (types: artifact) []; {SICK}", "crew 3", True),
        ("MTG-KW-29", f"Car (types: creature, power 5) []; {BEAR}", "crew 3", False),
        ("MTG-KW-29", f"Car (types: creature, power 5) []; {BEAR}", "saddle 2", True),
        # One of two of the same name is the object itself, the other is not.
        ("MTG-KW-29", "2 Car (types: creature, power 5) []", "crew 5", True),
        ("MTG-KW-29", "2 Car (types: creature, power 5) []", "crew 6", False),
        (
            "MTG-KW-29",
            "Car (types: creature, power 5, tapped) []; Car (types: creature, power 5) []",
            "crew 5",
            True,
        ),
        # Also where objects are counted, the object itself is no other one.
        ("MTG-118.3", "Car (types: creature) []", "sacrifice another creature", False),
        ("MTG-118.3", f"Car (types: creature) []; {BEAR}", "sacrifice another creature", True),
        ("MTG-118.3", "2 Car (types: creature) []", "sacrifice another creature", True),
        ("MTG-118.3", "2 Car (types: creature) []", "sacrifice two other creatures", False),
        ("MTG-118.3", "3 Car (types: creature) []", "sacrifice two other creatures", True),
        (
            "MTG-118.3",
            "Car (types: creature) []; Car (types: creature, tapped) []",
            "{T}, sacrifice another tapped creature",
            True,
        ),
        (
            "MTG-118.3",
            "2 Car (types: creature) []",
            "{T}, sacrifice another tapped creature",
            False,
        ),
    ],
)
def test_crew_and_saddle(rule: str, board: str, additional: str, payable: bool) -> None:
    result = ask(board, "{0}", additional, kind="ability", name="Car")
    assert (result.status is Status.OPTIMAL) is payable


def test_mtg_kw_22_mana_creatures_and_convoke_are_left_out() -> None:
    """The bear and the ogre are tapped for power, the elf for mana, the wall convokes."""
    result = ask(f"{ELF}; {BEAR}; {OGRE}; {WALL}", "{1}{G}", "teamwork 5", Payer.CONVOKE)
    (covering,) = paid(result).coverings
    assert set(covering.objects) == {"Bear", "Ogre"}
    assert [a.source for a in paid(result).activations] == ["Elf"]
    assert result.objective["activations"] == 2
    assert result.objective["losses"] == 4


def test_mtg_kw_22_is_optional() -> None:
    """Teamwork that need not be paid is not; announced, it is a cost like any other."""
    teamwork = optional("teamwork", "teamwork 3")
    board = f"Forest; {OGRE}"
    assert paid(ask(board, "{G}", "", options=(teamwork,))).coverings == ()
    chosen = ask(board, "{G}", "", options=(optional("teamwork", "teamwork 3", least=1),))
    assert paid(chosen).coverings[0].objects == ("Ogre",)
    assert "tap Ogre (total power 3)" in str(chosen)


@pytest.mark.parametrize("seed", range(6))
def test_mtg_kw_22_as_few_creatures_as_can_be(seed: int) -> None:
    """Where creatures differ in power alone, the strongest are tapped."""
    rng = Random(seed)
    powers = [rng.randint(0, 4) for _ in range(rng.randint(3, 8))]
    least = rng.randint(1, max(1, sum(powers)))
    board = "; ".join(f"C{i} (types: creature, power {p}) []" for i, p in enumerate(powers))
    result = ask(board, "{0}", f"teamwork {least}")
    needed = next(
        (n for n in range(len(powers) + 1) if sum(sorted(powers)[-n:] if n else []) >= least), None
    )
    assert (result.payment is None) == (needed is None)
    if needed is not None:
        assert result.objective["losses"] == needed


def test_mtg_kw_24_competes_with_delve() -> None:
    """What is collected cannot be delved; the fewest cards are exiled."""
    board = f"Swamp; {YARD}; graveyard: 2"
    result = ask(board, "{3}{B}", "collect evidence 4", Payer.DELVE)
    assert result.objective["graveyard"] == 5
    assert paid(result).coverings[0].cards == (0, 1)
    assert ask(board, "{4}{B}", "collect evidence 4", Payer.DELVE).status is Status.UNPAYABLE
    assert "exile 2 cards from your graveyard (total mana value 6)" in str(result)


@pytest.mark.parametrize(
    ("board", "amount", "named", "losses"),
    [
        (f"2 {ELF}; {OGRE}", 2, "Ogre", 0),
        (f"2 {ELF}; {OGRE}", 3, "Ogre", 10),
        (f"{OGRE}; {TOKEN}", 3, "Saproling", 4),
        (f"Ogre (types: creature, power 9) []; {TOKEN}", 1, "Saproling", 4),
        (f"Ogre (types: creature, power 9) []; {OGRE}", 1, "Ogre", 0),
    ],
)
def test_mtg_kw_21_what_dies_is_given_up(board: str, amount: int, named: str, losses: int) -> None:
    """A creature that dies counts as given up, one that lives not; unknown toughness dies."""
    result = ask(board, "{0}", f"blight {amount}")
    ((deed, each),) = paid(result).objects
    assert (deed, each.split()[0]) == (Deed.BLIGHT, named)
    assert result.objective["losses"] == losses


def test_mtg_kw_21_may_have_tapped_for_mana() -> None:
    """The only creature makes mana and then dies; what dies makes none later."""
    assert ask(f"{ELF}; 2 Forest", "{G}", "blight 1").objective["mana_left"] == 1
    result = ask(f"{ELF}; Forest", "{G}{G}", "blight 1")
    assert paid(result).objects == ((Deed.BLIGHT, "Elf"),)
    assert "Elf" in [a.source for a in paid(result).activations]
    assert result.objective["losses"] == 11
    assert "put a -1/-1 counter on Elf" in str(result)


def test_mtg_kw_21_a_sacrificed_creature_counts_once() -> None:
    """Blight first, then sacrifice: nothing else need die."""
    result = ask(f"{ELF}; {BEAR}", "{0}", "blight 2, sacrifice an elf")
    assert paid(result).objects == ((Deed.SACRIFICE, "Elf"), (Deed.BLIGHT, "Elf"))
    assert result.objective["losses"] == 10


def test_mtg_kw_21_two_costs_are_refused() -> None:
    """Both could blight one creature, which would have to be reckoned together."""
    again = optional("blight", "blight 1", least=1)
    with pytest.raises(UnsupportedCostError):
        ask(ELF, "{0}", "blight 1", options=(again,))


def test_the_counters_of_two_costs_add_up() -> None:
    """MTG-KW-21: what a payment says of two such costs is reckoned together."""
    board = Board.parse(f"{BEAR}; {OGRE}")
    extra, again = ActivationCost(blight=1), optional("more", "blight 1", least=1)
    problem = Problem(board, Spell.parse("{0}", additional=extra, options=(again,)))
    announcement = paid(ask(f"{BEAR}", "{0}", "", options=(again,))).announcement
    for ids, gone in ((("Bear", "Bear"), {"Bear"}), (("Bear", "Ogre"), set())):
        payment = Payment(announcement, objects=tuple((Deed.BLIGHT, each) for each in ids))
        from autotap.solver.verify.mtg import verify_payment

        assert verify_payment(problem, payment).given_up == gone


def test_forbidden_objects_are_not_chosen() -> None:
    problem = Problem(
        Board.parse(f"{OGRE}; {BEAR}"),
        Spell.parse("{0}", additional=ActivationCost.parse("teamwork 3, blight 1")),
        forbid=frozenset({"Ogre"}),
    )
    result = solve(problem)
    assert result.status is Status.UNPAYABLE
    assert result.shortfall is not None
    assert result.shortfall.kind == "requirement"


def test_supersets_are_legal() -> None:
    """MTG-KW-22, MTG-KW-24: any number of objects may be chosen, also more than are needed."""
    from dataclasses import replace

    board = Board.parse(f"{OGRE}; {BEAR}; {ELF}; {YARD}")
    extra = ActivationCost.parse("teamwork 3, collect evidence 3")
    problem = Problem(board, Spell.parse("{0}", additional=extra))
    payment = paid(solve(problem))
    power, value = payment.coverings
    more = replace(
        payment,
        coverings=(
            replace(power, objects=("Ogre", "Bear", "Elf")),
            replace(value, cards=(0, 1, 2)),
        ),
        graveyard=3,
    )
    verify(problem, more)


def test_problems_and_results_as_json() -> None:
    board = Board.parse(f"{OGRE}; {YARD}")
    extra = ActivationCost.parse("teamwork 3, collect evidence 3, blight 2")
    spell = Spell(ManaCost(), additional=extra, options=(optional("crew", "crew 2"),))
    problem = Problem(board, spell)
    assert problem_from_json(problem_to_json(problem)) == problem
    assert '"coverings":[{"objects":["Ogre"]},{"cards":[0]}]' in result_to_json(
        solve(problem)
    ).replace(" ", "")


def test_mtg_118_10_what_adds_nothing_is_tapped_to_be_given_up_tapped() -> None:
    """Both creatures are tapped for the total, so that both can be returned."""
    result = ask(f"Forest; {BEAR}; {WALL}", "{G}", "teamwork 2, return 2 tapped creature")
    assert set(paid(result).coverings[0].objects) == {"Bear", "Wall"}
    assert (
        ask(f"Forest; {BEAR}; {WALL}", "{G}", "teamwork 3, return 2 tapped creature").payment
        is None
    )
