"""Boards with effects: paid, verified and written without working anything out before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autotap.models.codec import (
    problem_from_json,
    problem_to_json,
    result_from_json,
    result_to_json,
)
from autotap.models.errors import (
    BoardSyntaxError,
    InputError,
    InvalidPaymentError,
    SchemaError,
    UnsupportedCostError,
)
from autotap.models.mtg.ability import ActivationCost, Deed
from autotap.models.mtg.board import Board
from autotap.models.mtg.current import current
from autotap.models.mtg.mana import Mana, ManaTags
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Status
from autotap.solver import can_pay, pay, solve, verify

BEAR = "Bear (types: creature) []"
WAKE = "Mirari's Wake"
CRADLE = f"Gaea's Cradle; {WAKE}; Phyrexian Altar"
HOLD = (
    "Dwarven Hold (types: land, 3 storage counters) "
    "[{T}, remove X storage counters: Add {R} (per: X)]"
)
URBORG = "Urborg, Tomb of Yawgmoth"
KCI = "Krark-Clan Ironworks"

ROWS = [
    # triggers, on the land that an Aura is on, with another source than the land
    ("MTG-PRO-12", "{G}{G}", "Forest; Wild Growth (on: Forest)", True),
    ("MTG-PRO-12", "{G}{G}", "Forest; Island (tapped); Wild Growth (on: Island)", False),
    ("MTG-PRO-12", "{G}{G}", "Forest; Wild Growth", False),
    ("MTG-106.3", "{S}{S}", "Snow-Covered Forest; Wild Growth (on: Snow-Covered Forest)", False),
    ("MTG-106.5", "{G}{U}", "Forest; Utopia Sprawl (on: Forest)", False),
    ("MTG-106.5", "{G}{U}", "Forest; Utopia Sprawl (on: Forest, chosen: U)", True),
    ("MTG-PRO-12", "{U}{U}", "Island; Utopia Sprawl (on: Island, chosen: U)", False),
    ("MTG-PRO-12", "{U}{U}", "Island; Caged Sun (chosen: U)", True),
    ("MTG-PRO-12", "{U}{U}", "Island; Caged Sun (chosen: G)", False),
    ("MTG-PRO-12", "{U}{U}", "Island; effect: each island tapped for mana adds {U} (from: Tide)",
     True),
    ("MTG-PRO-12", "{U}{U}", f"Island; opponent: [{WAKE}]", False),
    ("MTG-PRO-12", "{U}{U}", "Island; opponent: [Mana Flare]", True),
    ("MTG-PRO-11", "{C}{C}{C}{C}", "Sol Ring; Mana Reflection", True),
    ("MTG-PRO-11", "{W}{W}{U}{U}", "Plains; Azorius Signet; Mana Reflection", True),
    ("MTG-PRO-26", "{1}", "Wastes; Contamination", True),
    ("MTG-PRO-26", "{C}", "Wastes; Contamination", False),
    ("MTG-PRO-26", "{W}{U}{B}", "3 Forest; Pulse of Llanowar", True),
    ("MTG-616.1", "{B}{B}", "Forest; Contamination; Mana Reflection", True),
    # types and granted abilities
    ("MTG-PRO-25", "{U}", "Tundra; Blood Moon", False),
    ("MTG-PRO-25", "{R}", "Tundra; opponent: [Blood Moon]", True),
    ("MTG-PRO-25", "{B}", f"{URBORG}; Wastes; Blood Moon", False),
    ("MTG-PRO-25", "{B}", f"Wastes; Blood Moon; opponent: [{URBORG}]", False),
    ("MTG-PRO-25", "{B}{B}", f"{URBORG}; Wastes", True),
    ("MTG-PRO-25", "{B}{B}{B}", f"{URBORG}; Cabal Coffers; 2 Wastes", True),
    ("MTG-PRO-20", "{R}", f"Cryptolith Rite; {BEAR}", True),
    ("MTG-PRO-20", "{R}", "Cryptolith Rite; Bear (types: creature, sick) []", False),
    ("MTG-PRO-20", "{R}", "Chromatic Lantern (tapped); Wastes", True),
    # read off the board
    ("MTG-PRO-08", "{C}", "Reflecting Pool; Wastes (tapped)", True),
    ("MTG-PRO-08", "{C}", "2 Reflecting Pool", False),
    ("MTG-PRO-08", "{U}", "Exotic Orchard; opponent: [Island]", True),
    ("MTG-106.7", "{1}", "Exotic Orchard; opponent: [Exotic Orchard]", False),
    ("MTG-106.7", "{U}", "Exotic Orchard; Island (tapped); opponent: [Exotic Orchard]", True),
    ("MTG-106.1", "{C}", "Fellwar Stone; opponent: [Wastes]", False),
    ("MTG-106.7", "{G}", "Fellwar Stone; opponent: [Wastes; Yavimaya, Cradle of Growth]", True),
    ("MTG-106.7", "{U}", "Fellwar Stone; Blood Moon; opponent: [Tundra]", False),
    ("MTG-PRO-10", "{W}", "Command Tower; commander: WU", True),
    ("MTG-PRO-10", "{B}", "Path of Ancestry; commander: WU", False),
    ("MTG-PRO-10", "{1}", "Command Tower; Arcane Signet", False),
    ("MTG-PRO-09", "{R}", "Mox Amber; Goro (types: legendary creature, colors: R) []", True),
    ("MTG-PRO-09", "{R}", "Mox Amber; Goblin (types: creature, colors: R) []", False),
    ("MTG-PRO-06", "{G}{G}{G}{G}", "Nykthos, Shrine to Nyx; 2 Wastes; 2 Mana Reflection (tapped)",
     True),
    ("MTG-PRO-06", "{G}{G}{G}", "Nykthos, Shrine to Nyx; 2 Wastes; Mana Flare", False),
    ("MTG-PRO-13", "{3}", "Everflowing Chalice (3 charge counters)", True),
    ("MTG-106.5", "{1}", "Everflowing Chalice", False),
    ("MTG-106.5", "{1}", "Coldsteel Heart", False),
    ("MTG-PRO-02", "{S}", "Coldsteel Heart (chosen: B)", True),
    # counts beside what comes once
    ("MTG-PRO-07", "{G}{G}{G}{W}{W}", f"{CRADLE}; 2 {BEAR}", True),
    ("MTG-PRO-07", "{G}{G}{G}{G}{W}{W}", f"{CRADLE}; 2 {BEAR}", False),
    ("MTG-106.12a", "{1}", f"Gaea's Cradle; {WAKE}", False),
    # what comes X times
    ("MTG-PRO-30", "{R}{R}{R}{R}{R}{R}", f"{HOLD}; Mana Reflection", True),
    ("MTG-PRO-30", "{R}{R}{R}{R}", f"{HOLD}; {WAKE}", True),
    ("MTG-PRO-30", "{R}{R}{R}{R}{R}", f"{HOLD}; {WAKE}", False),
    # effects that end with their permanent
    ("MTG-PRO-11", "{G}{G}{G}{R}", "Forest; Nyxbloom Ancient; Phyrexian Altar", True),
    ("MTG-PRO-26", "{C}{C}{C}{C}", f"Ancient Tomb; Damping Sphere; {KCI}", True),
    ("MTG-PRO-26", "{C}{C}{C}{C}", f"Ancient Tomb; Damping Sphere; {KCI} (id: x); Sol Ring", True),
    ("MTG-PRO-20", "{C}{C}{U}", f"Wastes; Chromatic Lantern (tapped); {KCI}", True),
    ("MTG-PRO-20", "{2}{U}",
     f"Slow (types: land) [{{1}}, {{T}}: Add {{C}}{{C}}]; Chromatic Lantern (tapped); {KCI}", True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cost", "text", "payable"), ROWS)
def test_by_rule(rule: str, cost: str, text: str, payable: bool) -> None:
    del rule
    board = Board.parse(text)
    assert pay(cost, board).status is (Status.OPTIMAL if payable else Status.UNPAYABLE)
    assert can_pay(cost, board) is payable


# --- the answer ----------------------------------------------------------------------------------


def solved(cost: str, text: str, **options: Any) -> tuple[Problem, Payment]:
    problem = Problem(Board.parse(text), Spell.parse(cost), **options)
    payment = solve(problem).unwrap()
    assert isinstance(payment, Payment)
    return problem, payment


def test_the_answer_speaks_of_the_callers_sources_and_abilities() -> None:
    """Printed abilities keep their numbers; what a source gains comes after them."""
    _, payment = solved("{U}{R}", "Island; Tundra; Blood Moon; id: 3 []")
    steps = [(step.source, step.ability) for step in payment.activations]
    assert sorted(steps) == [("Island", 0), ("Tundra", 1)]
    _, payment = solved("{U}", "Command Tower; commander: U")
    assert [(step.source, step.ability) for step in payment.activations] == [("Command Tower", 0)]


def test_the_answer_is_told_with_what_was_made() -> None:
    text = str(pay("{3}", "Shivan Reef; Manabarbs; Mana Flare; Wastes"))
    assert "tap Wastes for {C}{C} (taking 1 damage)" in text
    text = str(pay("{U}{U}", "Shivan Reef; Manabarbs; Mana Flare"))
    assert text.splitlines()[1:] == [
        "  tap Shivan Reef for {U}{U} (taking 2 damage)",
        "  life: 20 to 18",
    ]


@pytest.mark.parametrize("backend", ["auto", "greedy", "cp_sat", "matcher"])
def test_every_backend_answers(backend: str) -> None:
    problem = Problem(Board.parse(f"2 Forest; {WAKE}; Tundra"), Spell.parse("{G}{G}{W}"))
    result = solve(problem, backend=backend)
    assert result.status in (Status.OPTIMAL, Status.FEASIBLE)
    assert len(result.unwrap().activations) == 2  # type: ignore[union-attr]


def test_a_problem_and_its_answer_as_json() -> None:
    text = (
        "Forest; Island; Wild Growth (on: Forest); Exotic Orchard; Utopia Sprawl (on: Forest, "
        "chosen: R); effect: each island tapped for mana adds {U} (from: High Tide); "
        "commander: WG; opponent: [Swamp; Blood Moon (tapped)]; Command Tower"
    )
    problem, payment = solved("{G}{G}{R}{U}{U}", text)
    again = problem_from_json(problem_to_json(problem))
    assert again == problem
    result = result_from_json(result_to_json(Result(Status.OPTIMAL, payment)))
    assert isinstance(result.payment, Payment)
    verify(again, result.payment)


def test_json_by_hand() -> None:
    """A key that is left out means what the name stands for; effects have a key of their own."""
    problem = problem_from_json("""
        {"autotap": 1, "pay": {"cost": "{U}{U}{G}"}, "board": {
            "sources": [{"name": "Island", "id": "a"}, {"name": "Wild Growth", "attached_to": "a"},
                {"name": "Tide", "abilities": [], "effects":
                    ["each island tapped for mana adds {U}"]}],
            "commander": "U", "opponents": ["Plains", {"sources": [{"name": "Mana Flare"}]}]}}
    """)
    assert isinstance(problem, Problem)
    assert solve(problem).status is Status.OPTIMAL
    assert solve(replace(problem, spell=Spell.parse("{U}{U}{U}{U}{G}"))).payment is None


@pytest.mark.parametrize(
    ("board", "path"),
    [
        ({"effects": ["each land"]}, "$.board.effects[0]"),
        ({"sources": [{"name": "X", "abilities": ["each land is swamp"]}]},
         "$.board.sources[0].abilities"),
        ({"sources": [{"name": "X", "abilities": [], "effects": ["{T}: Add {G}"]}]},
         "$.board.sources[0].effects[0]"),
        ({"sources": [{"name": "Forest", "attached_to": "Island"}]}, "$.board"),
        ({"sources": [{"name": "Forest", "chosen": "C"}]}, "$.board.sources[0].chosen"),
        ({"opponents": [{"sources": [], "opponents": ["Island"]}]}, "$.board.opponents[0]"),
        ({"opponents": ["Islnd"]}, "$.board.opponents[0]"),
        ({"opponent": "Island"}, "$.board.opponent"),
    ],
)  # fmt: skip
def test_json_that_is_refused(board: dict[str, Any], path: str) -> None:
    from autotap.models.codec import problem_from_data

    with pytest.raises(InputError) as caught:
        problem_from_data({"autotap": 1, "board": board, "pay": {"cost": "{1}"}})
    assert path in str(caught.value)
    assert isinstance(caught.value, SchemaError) or path in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "Forest; Wild Growth (on: Island)",
        "Forest (chosen: C)",
        "commander: X",
        "commander: W; commander: U",
        "opponent: Island",
        "opponent: [opponent: [Island]]",
        "opponent: [Island; Island (id: Island 1)]",
    ],
)
def test_boards_that_are_refused(text: str) -> None:
    with pytest.raises(BoardSyntaxError, match="expected"):
        Board.parse(text)


def test_an_opponent_of_the_call() -> None:
    assert can_pay("{U}", "Exotic Orchard", opponent="Island")
    assert not can_pay("{U}", "Exotic Orchard", opponent="Plains")
    assert pay("{W}{U}", "2 Exotic Orchard; opponent: [Plains]", opponent="Island").payment
    from autotap.models import ManaZone

    with pytest.raises(InputError):
        pay("fire(1)", ManaZone.parse("Fire"), opponent="Island")


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "payable"), [(3, True), (2, False)])
def test_damage_at_once_and_damage_that_waits(life: int, payable: bool) -> None:
    """MTG-119.4, MTG-605.3b: only the painland's own damage comes before life is paid."""
    board = f"Shivan Reef; Manabarbs; life: {life}"
    result = pay("{U}{B/P}", board)
    assert (result.payment is not None) is payable
    if payable:
        assert dict(result.objective)["lethal"] == 1
        assert result.unwrap().life_lost == 4  # type: ignore[union-attr]


# --- verifying -----------------------------------------------------------------------------------


def refused(problem: Problem, payment: Payment) -> str:
    with pytest.raises(InvalidPaymentError) as caught:
        verify(problem, payment)
    return caught.value.rule


def with_made(payment: Payment, *mana: Mana) -> Payment:
    """Give the payment of one activation, without floating mana in the pool, other mana."""
    (step,) = payment.activations
    step = replace(step, made=tuple(range(len(mana))))
    return replace(payment, mana=mana, activations=(step,))


def test_mana_that_no_effect_adds() -> None:
    """MTG-106.12a, MTG-106.12b: left out, added once more, or from another source."""
    problem, payment = solved("{1}", f"Forest; {WAKE}")
    wake = Mana(ManaType.G, ManaTags(origin=WAKE))
    forest = payment.mana[0]
    for mana in ([forest], [forest, wake, wake], [forest, forest], [wake, wake], [wake]):
        assert refused(problem, with_made(payment, *mana)) == "MTG-106.12b"
    verify(problem, with_made(payment, wake, forest))
    other = replace(problem, board=Board.parse("Forest; Mana Flare"))
    assert refused(other, payment) == "MTG-106.12b"


@pytest.mark.parametrize(
    ("rule", "cost", "text", "wrong"),
    [
        ("MTG-PRO-10", "{W}", "Command Tower; commander: W", "U"),
        ("MTG-PRO-08", "{U}", "Exotic Orchard; opponent: [Island]", "R"),
        ("MTG-106.1", "{U}", "Fellwar Stone; opponent: [Island; Wastes]", "C"),
        ("MTG-PRO-08", "{C}", "Reflecting Pool; Wastes (tapped)", "G"),
        ("MTG-PRO-09", "{R}", "Mox Amber; Goro (types: legendary creature, colors: R) []", "W"),
        ("MTG-PRO-06", "{G}{G}", "Nyx Lotus; Mana Reflection (tapped); effect: elf = 1", "GGG"),
        ("MTG-PRO-06", "{W}", "Nyx Lotus; effect: devotion to white = 1", "WW"),
        ("MTG-PRO-13", "{2}", "Everflowing Chalice (2 charge counters)", "CCC"),
        ("MTG-PRO-02", "{B}", "Coldsteel Heart (chosen: B)", "R"),
        ("MTG-PRO-25", "{R}", "Tundra; Blood Moon", "W"),
        ("MTG-PRO-20", "{G}", f"Citanul Hierophants (tapped); {BEAR}", "R"),
        ("MTG-PRO-26", "{W}", "Forest; Pulse of Llanowar", "C"),
        ("MTG-PRO-11", "{G}{G}", "Forest; Mana Reflection", "GU"),
    ],
)
def test_mana_that_is_not_on_offer(rule: str, cost: str, text: str, wrong: str) -> None:
    """MTG-106.12b: what a board does not let a permanent make, other mana or more of it."""
    del rule
    problem, payment = solved(cost, text)
    verify(problem, payment)
    made = [Mana(ManaType(kind)) for kind in wrong]
    assert refused(problem, with_made(payment, *made)) == "MTG-106.12b"


def test_an_order_of_replacements_that_there_is_not() -> None:
    """MTG-616.1: twice {G} is {B} at last, and then either one or two of them."""
    problem, payment = solved("{1}", "Forest; Contamination; Mana Reflection")
    black = Mana(ManaType.B)
    for number, legal in ((1, True), (2, True), (3, False), (0, False)):
        changed = with_made(payment, *[black] * number)
        if not legal:
            changed = replace(changed, spends=()) if number == 0 else changed
        if legal:
            verify(problem, changed)
        else:
            assert refused(problem, changed) in ("MTG-106.12b", "MTG-601.2h")


def test_an_ability_that_is_lost() -> None:
    """MTG-605.1a: what a blood-mooned land has printed on it."""
    problem, payment = solved("{1}", "Tundra; Blood Moon")
    (step,) = payment.activations
    assert step.ability == 1
    assert refused(problem, replace(payment, activations=(replace(step, ability=0),))) == (
        "MTG-605.1a"
    )
    assert refused(problem, replace(payment, activations=(replace(step, ability=2),))) == (
        "MTG-605.1a"
    )


def test_an_effect_that_has_ended() -> None:
    """The permanent is gone: neither what it adds nor what it grants is there any more."""
    problem, payment = solved("{G}{G}{G}{R}", "Forest; Nyxbloom Ancient; Phyrexian Altar")
    forest, altar = payment.activations
    made = (payment.mana[3], *payment.mana[:3])
    swapped = replace(
        payment,
        mana=made,
        activations=(replace(altar, made=(0,)), replace(forest, made=(1, 2, 3))),
        spends=tuple(
            replace(spend, mana=tuple((number + 1) % 4 for number in spend.mana))
            for spend in payment.spends
        ),
    )
    assert refused(problem, swapped) == "MTG-106.12b"
    problem, payment = solved("{C}{C}{U}", f"Wastes; Chromatic Lantern (tapped); {KCI}")
    wastes, outlet = payment.activations
    swapped = replace(
        payment,
        mana=(*payment.mana[1:], payment.mana[0]),
        activations=(replace(outlet, made=(0, 1)), replace(wastes, made=(2,))),
        spends=tuple(
            replace(spend, mana=tuple((number - 1) % 3 for number in spend.mana))
            for spend in payment.spends
        ),
    )
    assert refused(problem, swapped) == "MTG-605.1a"


def test_a_part_of_a_cost_that_is_banned() -> None:
    """MTG-118.3: Yasharn."""
    problem, payment = solved("{G}", "Mana Confluence")
    banned = replace(problem, board=Board.parse("Mana Confluence; effect: cannot pay life"))
    assert solve(banned).status is Status.UNPAYABLE
    assert refused(banned, payment) == "MTG-118.3"
    problem, payment = solved("{G}", f"Phyrexian Altar; {BEAR}")
    text = f"Phyrexian Altar; {BEAR}; effect: cannot sacrifice nonland permanent"
    banned = replace(problem, board=Board.parse(text))
    assert solve(banned).status is Status.UNPAYABLE
    assert payment.activations[0].objects == ((Deed.SACRIFICE, "Bear"),)
    assert refused(banned, payment) == "MTG-118.3"


def test_damage_that_is_not_owned_to() -> None:
    """MTG-118.3b: Manabarbs."""
    problem, payment = solved("{G}", "Forest; Manabarbs")
    assert payment.life_lost == 1
    assert refused(problem, replace(payment, life_lost=0)) == "MTG-118.3b"


def test_a_could_produce_of_that_moment() -> None:
    """MTG-106.7: once the only land with {U} is given up, the Pool makes none."""
    text = "Reflecting Pool; Delta (types: land) [{T}, sacrifice this: Add {U}]"
    problem, payment = solved("{U}{U}", text)
    assert [step.source for step in payment.activations] == ["Reflecting Pool", "Delta"]
    pool, delta = payment.activations
    swapped = replace(payment, activations=(replace(delta, made=(0,)), replace(pool, made=(1,))))
    assert refused(problem, swapped) == "MTG-106.12b"


# --- what is not covered -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Tundra; Magus of the Moon; Phyrexian Altar",
        "Forest; 2 Crypt Ghast; Phyrexian Altar",
        "Swamp; Crypt Ghast; Kinnan, Bonder Prodigy; Badgermole Cub; Joiner Adept; Ashnod's Altar",
        "Mox Opal; Sol Ring; Kinnan, Bonder Prodigy; Phyrexian Altar",
    ],
)
def test_effects_that_may_end_and_are_refused(text: str) -> None:
    """Never a simplified answer; a permanent that the caller keeps cannot end."""
    with pytest.raises(UnsupportedCostError):
        pay("{1}", text)
    board = Board.parse(text)
    keeping = [source.id for source in board.sources if source.effects]
    assert pay("{1}", text, forbid=keeping).status is Status.OPTIMAL


def test_a_cost_of_the_spell_may_end_an_effect_too() -> None:
    """What the position left over can make depends on it (`mana_left`)."""
    spell = Spell.parse("{G}", additional=ActivationCost.parse("sacrifice a creature"))
    left = {}
    for bear in ("", f"; {BEAR}"):
        result = pay(spell, f"2 Forest; Nyxbloom Ancient{bear}")
        left[bear] = dict(result.objective)["mana_left"]
    assert left == {"": 1, f"; {BEAR}": 3}


def test_conditions_tell_when_an_effect_is_there() -> None:
    now = current(Board.parse("Forest; Nyxbloom Ancient; Phyrexian Altar"))
    assert list(map(str, now.board.source("Forest").abilities)) == [
        "{T}: Add {G}{G}{G} (if: 1 nyxbloom ancient)",
        "{T}: Add {G} (if: no nyxbloom ancient)",
    ]
    assert now.origins["Forest"] == (0, 0)
    assert current(Board.parse("Forest; Nyxbloom Ancient")).board.source("Forest").abilities[0] == (
        replace(now.board.source("Forest").abilities[0], condition=None)
    )


def test_why_not_where_only_the_wish_keeps_an_effect() -> None:
    """MOD-10: without the wish the question is not covered, so the mana is what is spoken of."""
    text = "Tundra; Magus of the Moon; Phyrexian Altar"
    short = pay("{U}{U}{U}", text, forbid=["Magus of the Moon"]).shortfall
    assert short is not None
    assert short.kind != "requirement"
