"""Mana read off the board: could produce, colors among, devotion, counters (MTG-106.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import AbilitySyntaxError, UnsupportedCostError
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.board import Board
from autotap.models.mtg.could_produce import Table
from autotap.models.mtg.effects import (
    Effect,
    ExtraMana,
    GivenAmount,
    Grant,
    Multiplier,
    OutputReplacement,
    TypeSetting,
)
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.open_ability import OpenAbility
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.side import Side, with_characteristics
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Payment, Status
from autotap.solver import pay

_OPPOSING = "{T}: Add one mana of any color that a land an opponent controls could produce."
_IDENTITY = "{T}: Add one mana of any color in your commander's color identity."
_EACH_COUNTER = "add one mana of any one color for each charge counter on this."
OPEN = {
    "Reflecting Pool": "{T}: Add one mana of any type that a land you control could produce.",
    "Exotic Orchard": _OPPOSING,
    "Fellwar Stone": _OPPOSING,
    "Mox Amber": "{T}: Add one mana of any color among legendary creatures and planeswalkers "
    "you control.",
    "Command Tower": _IDENTITY,
    "Arcane Signet": _IDENTITY,
    "Chosen": "{T}: Add one mana of the chosen color.",
    "Nykthos": "{2}, {T}: Choose a color. Add an amount of mana of that color equal to your "
    "devotion to that color.",
    "Acolyte": "{T}: Add an amount of {G} equal to your devotion to green.",
    "Chalice": "{T}: Add {C} for each charge counter on this.",
    "Cornucopia": f"{{T}}: {_EACH_COUNTER.capitalize()}",
    "Autogenerator": f"{{T}}: Put a charge counter on this, then {_EACH_COUNTER}",
}
LANDS = ("Reflecting Pool", "Exotic Orchard", "Command Tower", "Nykthos")
SQUANDERED = Grant(
    Affected.parse("lands"),
    OpenAbility.parse("sacrifice this: Add one mana of any type this land could produce"),
)


def side(text: str, *effects: Effect, commander: str = "", chosen: str = "") -> Side:
    """A board in which the names above have their open abilities and no others."""
    entries = [
        f"{entry} (types: {'land' if entry in LANDS else 'artifact'}) []"
        if entry in OPEN
        else entry
        for entry in text.split("; ")
        if entry
    ]
    board = Board.parse("; ".join(entries))
    return Side(
        board,
        effects,
        tuple((s.id, OpenAbility.parse(OPEN[s.name])) for s in board.sources if s.name in OPEN),
        frozenset(map(ManaType, commander)),
        tuple((s.id, ManaType(chosen)) for s in board.sources if s.name == "Chosen" and chosen),
    )


def first(own: Side, *opponents: Side) -> str:
    board = apply_effects(own, opponents)
    return " / ".join(map(str, board.sources[0].abilities))


ALTAR = "Altar [sacrifice a creature: Add {C}]"
KARN = "Isamaru (types: legendary creature, colors: W) []"
RED_LEGEND = "Zada (types: legendary creature, colors: R) []"

ROWS = [
    ("MTG-106.7", "Reflecting Pool; Graven Cairns (tapped)", "", "{B}|{R}|{C}"),
    ("MTG-106.1", "Reflecting Pool; Wastes", "", "{C}"),
    ("MTG-106.1", "Exotic Orchard", "Wastes", "nothing"),
    ("MTG-106.7", "Exotic Orchard", "Exotic Orchard", "nothing"),
    ("MTG-106.7", "Exotic Orchard; Forest", "Exotic Orchard", "{G}"),
    ("MTG-106.7", "Exotic Orchard", "Reflecting Pool; Mana Confluence", "{Any}"),
    ("MTG-106.7", "Exotic Orchard", "Gemstone Mine (0 mining counters, tapped)", "{Any}"),
    ("MTG-106.7", "Exotic Orchard", "Tainted Field", "{W}|{B}"),
    ("MTG-PRO-08", "Fellwar Stone; Island", "Forest; Sol Ring; Gruul Signet", "{G}"),
    ("MTG-PRO-08", "Reflecting Pool", "Forest", "nothing"),
    ("MTG-PRO-08", "Reflecting Pool; Sol Ring", "", "nothing"),
    ("MTG-PRO-08", "Reflecting Pool; Exotic Orchard", "Tundra", "{W}|{U}"),
    ("MTG-106.5", "Reflecting Pool; Gaea's Cradle", "", "nothing"),
    ("MTG-106.7", "Reflecting Pool; Gaea's Cradle; Bear (types: creature) []", "", "{G}"),
    ("MTG-PRO-09", f"Mox Amber; {KARN}; {RED_LEGEND}", "", "{W}|{R}"),
    ("MTG-106.5", "Mox Amber; Bear (types: creature, colors: G) []", "", "nothing"),
    ("MTG-106.5", "Command Tower", "", "nothing"),
    ("MTG-106.5", "Chosen", "", "nothing"),
]


@pytest.mark.parametrize(("rule", "own", "theirs", "made"), ROWS)
def test_what_the_first_source_makes(rule: str, own: str, theirs: str, made: str) -> None:
    """By rule id: your board, an opponent's, and what your first source adds."""
    del rule
    assert first(side(own), side(theirs)) == f"{{T}}: Add {made}"


def test_two_opponents() -> None:
    """MTG-PRO-08: each opponent's lands count, and theirs count yours."""
    assert first(side("Exotic Orchard"), side("Island"), side("Swamp")) == "{T}: Add {U}|{B}"
    orchards = side("Exotic Orchard; Forest"), side("Exotic Orchard"), side("Exotic Orchard")
    assert first(*orchards) == "{T}: Add {G}"


@pytest.mark.parametrize(
    ("identity", "made"), [("WU", "{W}|{U}"), ("", "nothing"), ("WUBRG", "{Any}")]
)
@pytest.mark.parametrize("name", ["Command Tower", "Arcane Signet"])
def test_commander_identity(name: str, identity: str, made: str) -> None:
    """MTG-PRO-10: a colorless commander defines no color."""
    assert first(side(name, commander=identity)) == f"{{T}}: Add {made}"


def test_chosen_color() -> None:
    assert first(side("Chosen", chosen="U")) == "{T}: Add {U}"


def test_replacements_count_for_could_produce_and_triggers_do_not() -> None:
    """MTG-106.7: "taking into account any applicable replacement effects in any order"."""
    darkness = OutputReplacement(Affected.parse("forests"), parse_mana_list("{B}"))
    water = OutputReplacement(Affected.parse("forests"), parse_mana_list("{U}"), amount_kept=True)
    own = side("Reflecting Pool; Forest", darkness, water)
    assert first(own) == "{T}: Add {U}|{B}"
    growth = ExtraMana(Affected.parse("forests"), "Utopia Sprawl", parse_mana_list("{R}"))
    assert first(side("Reflecting Pool; Forest", growth)) == "{T}: Add {G}"


def test_a_replacement_of_the_pool_itself() -> None:
    """MTG-106.12b, MTG-106.5: an undefined type is not produced, so nothing is replaced."""
    contamination = OutputReplacement(Affected.parse("lands"), parse_mana_list("{B}"))
    assert first(side("Reflecting Pool", contamination)) == "{T}: Add nothing"
    assert first(side("Reflecting Pool; Forest", contamination)) == "{T}: Add {B}"
    assert first(side("Reflecting Pool; Forest; Wastes", Multiplier(Affected()))) == (
        "{T}: Add {G}{G}|{C}{C}"
    )


def test_blood_moon_takes_the_open_ability_away() -> None:
    """MTG-PRO-25: the nonbasic land is a Mountain, for your Pool and for their Orchard."""
    moon = TypeSetting(Affected.parse("nonbasic lands"), frozenset({"mountain"}))
    assert first(side("Reflecting Pool; Forest", moon)) == "{T}: Add {R}"
    assert first(side("Exotic Orchard"), side("Tundra", moon)) == "{T}: Add {R}"


def test_squandered_resources() -> None:
    """MTG-106.7: a granted ability that asks what its own land could produce."""
    board = apply_effects(side("Taiga; Forest; Cabal Coffers", SQUANDERED))
    assert [str(source.abilities[-1]) for source in board.sources] == [
        "sacrifice this: Add {R}|{G}",
        "sacrifice this: Add {G}",
        "sacrifice this: Add nothing",
    ]


@pytest.mark.parametrize(
    ("board", "made"),
    [
        ("Nykthos; 4 Scorpion (types: creature, cost: {G}) []", "{G}{G}{G}{G}"),
        ("Nykthos; Titan (types: creature, cost: {1}{W/U}{W/U}{B/P}) []", "{W}{W}|{U}{U}|{B}"),
        ("Nykthos; Sol Ring", "nothing"),
        ("Nykthos; Elvish Spirit Guide (hand, cost: {2}{G})", "nothing"),
    ],
)
def test_devotion(board: str, made: str) -> None:
    """MTG-PRO-06, CR 700.5: each symbol of the color counts, a hybrid one for both."""
    assert first(side(board)) == f"{{2}}, {{T}}: Add {made}"


def test_a_given_devotion() -> None:
    assert first(side("Acolyte", GivenAmount("devotion to green", 3))) == "{T}: Add {G}{G}{G}"


def test_counters_are_counted() -> None:
    """MTG-PRO-13."""
    for name, made in (
        ("Chalice", "{C}{C}"),
        ("Cornucopia", "{W}{W}"),
        ("Autogenerator", "{W}" * 3),
    ):
        board = Board.parse(f"{name} (types: artifact, 2 charge counters) []")
        own = Side(board, (), ((name, OpenAbility.parse(OPEN[name])),))
        assert first(own).split("|")[0] == f"{{T}}: Add {made}"
    assert first(side("Chalice", GivenAmount("charge counters", 1))) == "{T}: Add {C}"


# --- what may be given up ------------------------------------------------------------------------


def paid(cost: str, board: Board) -> Payment | None:
    result = pay(cost, board)
    if result.status is Status.UNPAYABLE:
        return None
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment


def test_a_color_is_there_while_its_legend_is() -> None:
    """MTG-PRO-09: sacrificing the legend first removes the color, tapping the Mox first is fine."""
    board = apply_effects(side(f"Mox Amber; {KARN}; {ALTAR}"))
    assert str(board.sources[0].abilities[0]) == "{T}: Add {W} (if: 1 isamaru)"
    payment = paid("{W}{C}", board)
    assert payment is not None
    assert [step.source for step in payment.activations] == ["Mox Amber", "Altar"]


def test_a_color_that_lasts_needs_no_condition() -> None:
    walker = "Ajani (types: legendary planeswalker, colors: W) []"
    board = f"Mox Amber; {KARN}; {RED_LEGEND}; {walker}; {ALTAR}"
    assert first(side(board)) == "{T}: Add {W} / {T}: Add {R} (if: 1 zada)"


def test_a_land_that_may_be_sacrificed_supports_while_it_is_there() -> None:
    """MTG-PRO-08: Crystal Vein is tapped for {C} after the Pool, or the Pool makes no {C}."""
    board = apply_effects(side("Reflecting Pool; Crystal Vein; Forest"))
    assert list(map(str, board.sources[0].abilities)) == [
        "{T}: Add {G}",
        "{T}: Add {C} (if: 1 crystal vein)",
    ]
    payment = paid("{C}{C}{C}", board)
    assert payment is not None
    assert [step.source for step in payment.activations] == ["Reflecting Pool", "Crystal Vein"]


@pytest.mark.parametrize(
    ("more", "condition"),
    [("", "creature"), ("; Vein (types: land) [{T}, sacrifice this: Add {G}]", "creature or vein")],
)
def test_a_land_that_counts_supports_while_there_is_anything_to_count(
    more: str, condition: str
) -> None:
    """MTG-106.7: Gaea's Cradle would make {G} as long as there is a creature."""
    cradle = f"Reflecting Pool; Gaea's Cradle (tapped); Bear (types: creature) []; {ALTAR}"
    board = apply_effects(side(cradle + more))
    assert first(side(cradle + more)) == f"{{T}}: Add {{G}} (if: 1 {condition})"
    payment = paid("{G}{C}", board)
    assert payment is not None
    assert [step.source for step in payment.activations] == ["Reflecting Pool", "Altar"]


def test_pools_pass_on_what_passes() -> None:
    board = apply_effects(side("Reflecting Pool; Reflecting Pool; Crystal Vein"))
    assert {str(a) for s in board.sources[:2] for a in s.abilities} == {
        "{T}: Add {C} (if: 1 crystal vein)"
    }


@pytest.mark.parametrize(
    "board",
    [
        f"Nykthos; Bear (types: creature, cost: {{G}}) []; {ALTAR}",
        f"Reflecting Pool; Gaea's Cradle; Bear (types: creature) []; {ALTAR}; "
        "Outlet [sacrifice a land: Add {C}]",
        f"Mox Amber; {KARN}; Isamaru (types: creature, colors: R) []; {ALTAR}",
    ],
)
def test_what_no_condition_says_is_refused(board: str) -> None:
    with pytest.raises(UnsupportedCostError):
        first(side(board))


@pytest.mark.parametrize(
    ("name", "other"),
    [("Chalice", "remove a charge counter: Add {C}"), ("Autogenerator", "{Q}: Add {C}")],
)
def test_counters_that_can_change_are_refused(name: str, other: str) -> None:
    board = Board.parse(f"{name} (1 charge counter) [{other}]")
    own = Side(board, (), ((name, OpenAbility.parse(OPEN[name])),))
    with pytest.raises(UnsupportedCostError):
        first(own)


AMONG = "Add one mana of any color among legendary creatures you control"


def test_what_gives_itself_up_is_not_among_them() -> None:
    """The color is looked for on resolution, when the source is gone (MTG-PRO-09)."""
    board = Board.parse(KARN)
    own = Side(board, (), (("Isamaru", OpenAbility.parse(f"{{T}}, sacrifice this: {AMONG}")),))
    assert first(own) == "{T}, sacrifice this: Add nothing"


def test_a_cost_that_may_give_up_what_it_asks_for_is_refused() -> None:
    board = Board.parse(f"Bell []; {KARN}")
    own = Side(board, (), (("Bell", OpenAbility.parse(f"sacrifice a creature: {AMONG}")),))
    with pytest.raises(UnsupportedCostError):
        first(own)


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*OPEN.values(), str(SQUANDERED.ability)])
def test_open_abilities_round_trip(text: str) -> None:
    ability = OpenAbility.parse(text)
    assert OpenAbility.parse(str(ability)) == ability


def test_tags_of_open_abilities() -> None:
    text = "{T}: Add one mana of the chosen color (only: creature spells)"
    assert OpenAbility.parse(text).tags.only == "only: creature spells"


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G}",
        "{T}: Add one mana of any type that a land could produce",
        "{T}: Add an amount of {G} equal to your devotion to red",
        "{T}: Put a charge counter on this, then add {C} for each storage counter",
        "one mana of the chosen color",
        "x" * 20_000,
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(AbilitySyntaxError):
        OpenAbility.parse(text)


# --- the fixed point, by reachability ------------------------------------------------------------

LAND = st.sampled_from(["Forest", "Wastes", "Tundra", "Reflecting Pool", "Exotic Orchard"])
MAKES = {"Forest": "G", "Wastes": "C", "Tundra": "WU"}


@given(st.lists(st.lists(LAND, max_size=4), min_size=1, max_size=3))
def test_types_flow_from_plain_lands(players: list[list[str]]) -> None:
    """MTG-106.7: an open land could produce what some plain land does that it can reach."""
    lands = [(player, name) for player, names in enumerate(players) for name in names]

    def reach(at: int, seen: frozenset[int]) -> set[str]:
        player, name = lands[at]
        if name in MAKES:
            return set(MAKES[name])
        found: set[str] = set()
        for other, (owner, _) in enumerate(lands):
            wanted = (owner == player) is (name == "Reflecting Pool")
            if wanted and other not in seen:
                found |= reach(other, seen | {other})
        return found - {"C"} if name == "Exotic Orchard" else found

    table = Table(tuple(with_characteristics(side("; ".join(names))) for names in players))
    ids = [(player, s.id) for player, own in enumerate(table.sides) for s in own.board.sources]
    for at, key in enumerate(ids):
        assert set(table.now[key]) == reach(at, frozenset({at}))
