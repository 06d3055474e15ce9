"""Effects on what sources make: types, grants, multipliers, replacements, triggers (MTG-106.12)."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import InputError, LimitError, UnsupportedCostError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.board import Board
from autotap.models.mtg.effects import (
    CostBan,
    Effect,
    ExtraMana,
    GivenAmount,
    Grant,
    Multiplier,
    OutputReplacement,
    TapDamage,
    TypeSetting,
)
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.output import MAX_OUTPUTS, replaced
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.side import Side
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.result import Payment, Status
from autotap.solver import pay


def who(text: str) -> Affected:
    return Affected.parse(text)


def extra(of: str, source: str, add: str = "") -> ExtraMana:
    return ExtraMana(who(of), source, parse_mana_list(add) if add else None)


def instead(of: str, mana: str, *, amount_kept: bool = False, at_least: int = 1) -> Effect:
    return OutputReplacement(who(of), parse_mana_list(mana), amount_kept, at_least)


EFFECTS: dict[str, Effect] = {
    "Mana Reflection": Multiplier(who("permanents"), 2),
    "Nyxbloom Ancient": Multiplier(who("permanents"), 3),
    "Virtue of Strength": Multiplier(who("basic lands"), 3),
    "Mirari's Wake": extra("lands", "Mirari's Wake"),
    "Mana Flare": extra("lands", "Mana Flare"),
    "Wild Growth": ExtraMana(
        Affected(ids=frozenset({"Enchanted"})), "Wild Growth", parse_mana_list("{G}")
    ),
    "High Tide": extra("islands", "High Tide", "{U}"),
    "Kinnan": extra("nonland permanents", "Kinnan"),
    "Badgermole Cub": extra("creatures", "Badgermole Cub", "{G}"),
    "Forsaken Monument": ExtraMana(
        who("permanents"),
        "Forsaken Monument",
        parse_mana_list("{C}"),
        produced=frozenset({ManaType.C}),
    ),
    "Caged Sun": ExtraMana(
        who("lands"),
        "Caged Sun",
        parse_mana_list("{W}"),
        produced=frozenset({ManaType.W}),
        tapped=False,
    ),
    "Overabundance": ExtraMana(who("lands"), "Overabundance", damage=1),
    "Manabarbs": TapDamage(who("lands"), 1),
    "Contamination": instead("lands", "{B}"),
    "Infernal Darkness": instead("lands", "{B}", amount_kept=True),
    "Ritual of Subdual": instead("lands", "{C}", amount_kept=True),
    "Deep Water": instead("lands", "{U}", amount_kept=True),
    "Pulse of Llanowar": instead("basic lands", "{Any}", amount_kept=True),
    "Damping Sphere": instead("lands", "{C}", at_least=2),
    "Blood Moon": TypeSetting(who("nonbasic lands"), frozenset({"mountain"})),
    "Urborg": TypeSetting(who("lands"), frozenset({"swamp"}), added=True),
    "Celestial Dawn": TypeSetting(who("lands"), frozenset({"plains"})),
    "Cryptolith Rite": Grant(who("creatures"), ManaAbility.parse("{T}: Add {Any}")),
    "Chromatic Lantern": Grant(who("lands"), ManaAbility.parse("{T}: Add {Any}")),
    "Yasharn": CostBan(life=True, sacrifice=who("nonland permanents")),
    "five elves": GivenAmount("elf", 5),
}


ALTAR = "Bear (types: creature) []; Phyrexian Altar"


def side(board: str, names: str = "") -> Side:
    return Side(Board.parse(board), tuple(EFFECTS[name] for name in names.split(", ") if name))


def current(board: str, names: str = "") -> Board:
    return apply_effects(side(board, names))


def abilities(board: Board, source: str) -> list[str]:
    return list(map(str, board.source(source).abilities))


ROWS = [
    # multipliers: everything made by tapping, restriction and rider copied, chosen once
    ("MTG-PRO-11", "Forest", "Mana Reflection", "{T}: Add {G}{G}"),
    ("MTG-PRO-11", "Forest", "Mana Reflection, Nyxbloom Ancient", "{T}: Add {G}{G}{G}{G}{G}{G}"),
    ("MTG-PRO-11", "Forest", "Virtue of Strength", "{T}: Add {G}{G}{G}"),
    ("MTG-PRO-11", "Tundra", "Virtue of Strength", "{T}: Add {W}|{U}"),
    (
        "MTG-PRO-11",
        "Graven Cairns",
        "Mana Reflection",
        "{T}: Add {C}{C} / {B/R}, {T}: Add {B}{B}{B}{B}|{B}{B}{R}{R}|{R}{R}{R}{R}",
    ),
    (
        "MTG-PRO-11",
        "City [{T}: Add {Any}]",
        "Mana Reflection",
        "{T}: Add {W}{W}|{U}{U}|{B}{B}|{R}{R}|{G}{G}",
    ),
    (
        "MTG-106.6a",
        "Cavern [{T}: Add {R} (only: creature spells) (rider: it can't be countered)]",
        "Mana Reflection",
        "{T}: Add {R}{R} (only: creature spells) (rider: it can't be countered)",
    ),
    ("MTG-PRO-11", "Gaea's Cradle", "Mana Reflection", "{T}: Add {G}{G} (per: creature)"),
    # a count that sacrifices change: triggers once, and only if any mana is made (MTG-106.12a)
    (
        "MTG-PRO-07",
        f"Gaea's Cradle; {ALTAR}",
        "Mana Flare",
        "{T}: Add {G}; {G} (from: Mana Flare) (per: creature)",
    ),
    (
        "MTG-PRO-07",
        f"Gaea's Cradle; {ALTAR}",
        "Mana Flare, Mana Reflection",
        "{T}: Add {G}{G}; {G} (from: Mana Flare) (per: creature)",
    ),
    ("MTG-106.12b", f"Gaea's Cradle; {ALTAR}", "Contamination", "{T}: Add {B} (if: 1 creature)"),
    (
        "MTG-106.12a",
        "Eater (types: creature) [{T}, sacrifice a creature: Add {G} (per: creature)]",
        "Kinnan",
        "{T}, sacrifice a creature: Add {G}; {G} (from: Kinnan) (per: creature)",
    ),
    (
        "MTG-106.12a",
        f"Gaea's Cradle; {ALTAR}",
        "Manabarbs",
        "{T}: Add {G} (if: 1 creature) (per: creature) (1 damage to you by a trigger)",
    ),
    # damage at once and damage that waits
    (
        "MTG-PRO-17",
        "Shivan Reef",
        "Manabarbs",
        "{T}: Add {C} (1 damage to you by a trigger) / "
        "{T}: Add {U}|{R} (1 damage to you) (1 damage to you by a trigger)",
    ),
    # tapped for mana: {T} in the cost (MTG-106.12)
    ("MTG-106.12", "Phyrexian Altar", "Mana Reflection", "sacrifice a creature: Add {Any}"),
    (
        "MTG-106.12",
        "Drum (types: artifact) [{T}, tap an untapped creature: Add {C}]",
        "Kinnan",
        "{T}, tap an untapped creature: Add {C}; {C} (from: Kinnan)",
    ),
    ("MTG-106.12", "Lotus Petal", "Kinnan", None),
    # triggers: another source, unrestricted, of a type that was made, only if some was made
    ("MTG-106.3", "Forest (id: Enchanted)", "Wild Growth", "{T}: Add {G}; {G} (from: Wild Growth)"),
    ("MTG-PRO-12", "Island; Forest", "Wild Growth", "{T}: Add {U}"),
    ("MTG-PRO-12", "Island", "High Tide", "{T}: Add {U}; {U} (from: High Tide)"),
    ("MTG-PRO-12", "Swamp", "High Tide", "{T}: Add {B}"),
    (
        "MTG-PRO-12",
        "Tundra",
        "Mirari's Wake",
        "{T}: Add {W}; {W} (from: Mirari's Wake)|{U}; {U} (from: Mirari's Wake)",
    ),
    (
        "MTG-PRO-12",
        "Signet (types: artifact) [{1}, {T}: Add {R}{G}]",
        "Kinnan",
        "{1}, {T}: Add {R}{G}; {R} (from: Kinnan)|{R}{G}; {G} (from: Kinnan)",
    ),
    (
        "MTG-106.6a",
        "Den (types: land) [{T}: Add {C}{C} (only: creature spells)]",
        "Mirari's Wake",
        "{T}: Add {C}{C} (only: creature spells); {C} (from: Mirari's Wake)",
    ),
    ("MTG-106.12a", "Void (types: land) [{T}: Add nothing]", "Mana Flare", "{T}: Add nothing"),
    (
        "MTG-106.12a",
        "Gaea's Cradle (id: Enchanted)",
        "Wild Growth",
        "{T}: Add nothing",
    ),
    (
        "MTG-106.12a",
        "Wastes",
        "Forsaken Monument",
        "{T}: Add {C}; {C} (from: Forsaken Monument)",
    ),
    (
        "MTG-106.12a",
        "Two (types: land) [{T}: Add {C}|{G}]",
        "Forsaken Monument",
        "{T}: Add {C}; {C} (from: Forsaken Monument)|{G}",
    ),
    (
        "MTG-PRO-12",
        "Horizon (types: land) [sacrifice this: Add {W}{U}]",
        "Caged Sun, Mirari's Wake",
        "sacrifice this: Add {W}{U}; {W} (from: Caged Sun)",
    ),
    (
        "MTG-PRO-12",
        "Forest (id: Enchanted)",
        "Wild Growth, Mana Reflection",
        "{T}: Add {G}{G}; {G} (from: Wild Growth)",
    ),
    (
        "MTG-PRO-12",
        "Forest",
        "Mana Flare, Mirari's Wake",
        "{T}: Add {G}; {G} (from: Mana Flare); {G} (from: Mirari's Wake)",
    ),
    # damage: a trigger that makes mana resolves at once, one that makes none waits
    (
        "MTG-605.4a",
        "Forest",
        "Overabundance",
        "{T}: Add {G}; {G} (from: Overabundance) (1 damage to you)",
    ),
    ("MTG-PRO-17", "Forest", "Manabarbs", "{T}: Add {G} (1 damage to you by a trigger)"),
    (
        "MTG-PRO-17",
        "City of Brass",
        "Manabarbs",
        "{T}: Add {Any} (2 damage to you by a trigger)",
    ),
    ("MTG-PRO-17", "Sol Ring", "Manabarbs", "{T}: Add {C}{C}"),
    # output replacements
    ("MTG-106.12b", "Ancient Tomb", "Contamination", "{T}: Add {B} (2 damage to you)"),
    ("MTG-PRO-26", "Ancient Tomb", "Infernal Darkness", "{T}: Add {B}{B} (2 damage to you)"),
    ("MTG-PRO-26", "Azorius Chancery", "Ritual of Subdual", "{T}: Add {C}{C}"),
    ("MTG-PRO-26", "Azorius Chancery", "Deep Water", "{T}: Add {U}{U}"),
    ("MTG-PRO-26", "Forest", "Pulse of Llanowar", "{T}: Add {Any}"),
    ("MTG-PRO-26", "Tundra", "Pulse of Llanowar", "{T}: Add {W}|{U}"),
    ("MTG-PRO-26", "Sol Ring", "Contamination", "{T}: Add {C}{C}"),
    ("MTG-PRO-26", "Gaea's Cradle", "Deep Water", "{T}: Add {U} (per: creature)"),
    ("MTG-PRO-26", "Azorius Chancery", "Damping Sphere", "{T}: Add {C}"),
    ("MTG-PRO-26", "Tundra", "Damping Sphere", "{T}: Add {W}|{U}"),
    (
        "MTG-PRO-26",
        "Horizon (types: land) [sacrifice this: Add {W}{U}]",
        "Contamination",
        "sacrifice this: Add {W}{U}",
    ),
    (
        "MTG-106.6",
        "Den (types: land) [{T}: Add {C}{C} (only: creature spells)]",
        "Damping Sphere",
        "{T}: Add {C} (only: creature spells)",
    ),
    (
        "MTG-106.12b",
        "Gaea's Cradle; 2 Bear (types: creature) []",
        "Contamination",
        "{T}: Add {B}",
    ),
    ("MTG-106.12b", "Gaea's Cradle", "Contamination", "{T}: Add nothing"),
    # order of replacements: the payer's choice, each once, later ones that become applicable too
    ("MTG-616.1", "Forest", "Mana Reflection, Damping Sphere", "{T}: Add {C}"),
    ("MTG-616.1", "Azorius Chancery", "Mana Reflection, Damping Sphere", "{T}: Add {C}|{C}{C}"),
    ("MTG-616.1", "Forest", "Mana Reflection, Contamination", "{T}: Add {B}|{B}{B}"),
    ("MTG-616.1", "Forest", "Contamination, Deep Water", "{T}: Add {U}|{B}"),
    (
        "MTG-616.1",
        "Forest",
        "Mana Reflection, Pulse of Llanowar",
        "{T}: Add {W}{W}|{U}{U}|{B}{B}|{R}{R}|{G}{G}",
    ),
    (
        "MTG-616.1",
        "Forest",
        "Contamination, Mana Flare",
        "{T}: Add {B}; {B} (from: Mana Flare)",
    ),
    # types of lands and granted abilities
    ("MTG-PRO-25", "Tundra", "Blood Moon", "{T}: Add {R}"),
    ("MTG-PRO-25", "Cabal Coffers", "Blood Moon", "{T}: Add {R}"),
    ("MTG-PRO-25", "Island", "Blood Moon", "{T}: Add {U}"),
    ("MTG-PRO-25", "Wastes", "Urborg", "{T}: Add {C} / {T}: Add {B}"),
    ("MTG-PRO-25", "Swamp", "Urborg", "{T}: Add {B}"),
    ("MTG-PRO-25", "Tundra", "Blood Moon, Urborg", "{T}: Add {R} / {T}: Add {B}"),
    ("MTG-PRO-25", "Tundra", "Urborg, Blood Moon", "{T}: Add {R}"),
    ("MTG-PRO-25", "Forest", "Celestial Dawn", "{T}: Add {W}"),
    ("MTG-PRO-25", "Sol Ring", "Celestial Dawn", "{T}: Add {C}{C}"),
    ("MTG-PRO-25", "Tundra", "Blood Moon, Chromatic Lantern", "{T}: Add {R} / {T}: Add {Any}"),
    ("MTG-PRO-25", "Tundra", "Blood Moon, Mana Flare", "{T}: Add {R}; {R} (from: Mana Flare)"),
    ("MTG-PRO-20", "Bear (types: creature) []", "Cryptolith Rite", "{T}: Add {Any}"),
    ("MTG-PRO-20", "Island", "Cryptolith Rite", "{T}: Add {U}"),
    ("MTG-PRO-12", "Bear (types: creature) []", "Cryptolith Rite, Badgermole Cub", None),
    # counts
    ("MTG-PRO-07", "Priest [{T}: Add {G} (per: elf)]", "five elves", "{T}: Add {G}{G}{G}{G}{G}"),
    ("MTG-PRO-06", "Cabal Coffers; 3 Swamp", "", "{2}, {T}: Add {B} (per: swamp)"),
    ("MTG-PRO-06", "Cabal Coffers; 2 Swamp", "Mana Flare", None),
    (
        "MTG-PRO-07",
        "Double (types: artifact) [{T}: Add {W/U} (per: creature)]; 2 Bear (types: creature) []",
        "Mana Reflection",
        "{T}: Add {W}{W}{W}{W}|{W}{W}{U}{U}|{U}{U}{U}{U}",
    ),
    (
        "MTG-PRO-07",
        "Vein (types: land) [{T}: Add {G} (per: land) / {T}, sacrifice this: Add {C}]; Forest",
        "Mana Flare",
        "{T}: Add {G}{G}; {G} (from: Mana Flare) / {T}, sacrifice this: Add {C}; "
        "{C} (from: Mana Flare)",
    ),
    (
        "MTG-PRO-07",
        "Vein (types: land) [{T}, sacrifice this: Add {G} (per: land)]; Forest",
        "Mana Flare",
        "{T}, sacrifice this: Add {G}; {G} (from: Mana Flare)",
    ),
    (
        "MTG-PRO-07",
        "Priest [{T}: Add {G} (per: elf)]; Elf (types: creature elf) []; Phyrexian Altar",
        "five elves",
        "{T}: Add {G}{G}{G}{G}{G}",
    ),
    # costs that cannot be paid
    (
        "MTG-118.3",
        "Altar [sacrifice 2 creature: Add {C}]; Arbor (types: land creature) []; "
        "Bear (types: creature) []",
        "Yasharn",
        "",
    ),
    ("MTG-118.3", "Treasure", "Yasharn", ""),
    ("MTG-118.3", "Mana Confluence", "Yasharn", ""),
    ("MTG-118.3", "Phyrexian Altar", "Yasharn", ""),
    ("MTG-118.3", "Crystal Vein", "Yasharn", "{T}: Add {C} / {T}, sacrifice this: Add {C}{C}"),
]

SPELLED = {
    "Lotus Petal": "{T}, sacrifice this: Add "
    + "|".join(f"{{{c}}}; {{{c}}} (from: Kinnan)" for c in COLORS),
    "Bear (types: creature) []": "{T}: Add {Any}; {G} (from: Badgermole Cub)",
    "Cabal Coffers; 2 Swamp": "{2}, {T}: Add {B}{B}; {B} (from: Mana Flare)",
}


@pytest.mark.parametrize(("rule", "board", "names", "expected"), ROWS)
def test_what_the_first_source_can_do(
    rule: str, board: str, names: str, expected: str | None
) -> None:
    """By rule id: a board, the effects on it, and the abilities of its first source."""
    del rule
    found = current(board, names).sources[0]
    text = SPELLED[board] if expected is None else expected
    assert list(map(str, found.abilities)) == [one for one in text.split(" / ") if one]


def test_blood_moon_leaves_supertypes_and_other_types() -> None:
    """CR 305.7: land types go, supertypes and card types stay (MTG-PRO-25)."""
    board = current("Karn (types: legendary artifact land cave urza's) []", "Blood Moon")
    assert board.sources[0].types == {"legendary", "artifact", "land", "mountain"}


def test_a_board_without_effects_is_unchanged() -> None:
    board = Board.parse("Forest; Tundra; Sol Ring; Cabal Coffers; pool: {R}; life: 3")
    assert apply_effects(Side(board)) == board


def test_several_damages_make_several_abilities() -> None:
    """MTG-106.12a: only an output that triggers the damage has it."""
    hurting = ExtraMana(
        who("lands"),
        "Overabundance",
        parse_mana_list("{R}"),
        produced=frozenset({ManaType.R}),
        damage=1,
    )
    board = apply_effects(Side(Board.parse("Badlands"), (hurting,)))
    assert abilities(board, "Badlands") == [
        "{T}: Add {B}",
        "{T}: Add {R}; {R} (from: Overabundance) (1 damage to you)",
    ]


@pytest.mark.parametrize(
    ("board", "names"),
    [
        (f"Bower (types: land) [{{T}}: Add {{Any}} (per: creature)]; {ALTAR}", "Mana Flare"),
        (f"Gaea's Cradle; {ALTAR}", "Damping Sphere"),
        (
            f"Odd (types: land) [{{T}}: Add {{G}} (if: 2 land) (per: creature)]; {ALTAR}",
            "Manabarbs",
        ),
        ("Den (types: land) [{T}, sacrifice a land: Add {G} (per: land)]", "Manabarbs"),
        ("Cube (types: land) [{3}, {T}: Add the unspent pool again]", "Mana Reflection"),
        ("Odd (types: land) [{T}: Add {C}; {R} (only: creature spells)]", "Contamination"),
    ],
)
def test_what_the_notation_cannot_say_is_refused(board: str, names: str) -> None:
    """Never a simplified answer: colors chosen for a number that sacrifices change, …"""
    with pytest.raises(UnsupportedCostError):
        current(board, names)


def test_damage_that_depends_on_the_mana_needs_an_ability_for_each() -> None:
    """Two abilities could not share the "once each turn"."""
    hurting = ExtraMana(who("lands"), "Pain", produced=frozenset({ManaType.R}), damage=1)
    board = Board.parse("Once (types: land) [{T}: Add {B}|{R} (once each turn)]")
    with pytest.raises(UnsupportedCostError):
        apply_effects(Side(board, (hurting,)))


def test_a_replacement_from_two_mana_on_looks_at_the_number() -> None:
    """MTG-106.12b: one counted mana is not replaced."""
    dimming = instead("lands", "{C}", amount_kept=True, at_least=2)
    for bears, made in ((1, "{G}"), (2, "{C}{C}")):
        board = Board.parse(f"Gaea's Cradle; {bears} Bear (types: creature) []")
        assert abilities(apply_effects(Side(board, (dimming,))), "Gaea's Cradle") == [
            f"{{T}}: Add {made}"
        ]


def test_a_ban_on_some_of_the_objects_is_refused() -> None:
    board = "Altar [sacrifice a permanent: Add {C}]; Forest"
    with pytest.raises(UnsupportedCostError):
        current(board, "Yasharn")


def test_limits() -> None:
    board = Board.parse(f"Many (types: land) [{{T}}: Add {'{Any}' * 12}]")
    with pytest.raises(LimitError, match=str(MAX_OUTPUTS)):
        apply_effects(Side(board, (Multiplier(who("lands")), Multiplier(who("lands"), 3))))
    with pytest.raises(LimitError):
        apply_effects(Side(Board.parse("Sol Ring"), (Multiplier(who("artifacts"), 100),) * 2))
    with pytest.raises(LimitError):
        Multiplier(who("lands"), 1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: TypeSetting(who("lands"), frozenset({"desert"})),
        lambda: instead("lands", "{U}{U}", amount_kept=True),
        lambda: instead("lands", "{U} (only: creature spells)"),
        lambda: ExtraMana(who("lands"), ""),
        lambda: who("lands with the imprinted name"),
        lambda: who("lands and green creatures"),
        lambda: Side(Board.parse("Forest"), chosen=(("Island", ManaType.U),)),
    ],
)
def test_wrong_input_is_named(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(InputError, match="expected"):
        wrong()


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("permanents", "Tundra, Island, Sol Ring, Elves, Isamaru"),
        ("nonbasic lands", "Tundra"),
        ("Islands", "Tundra, Island"),
        ("nonland permanents", "Sol Ring, Elves, Isamaru"),
        ("green creatures", "Elves"),
        ("legendary creatures and planeswalkers", "Isamaru"),
        ("artifacts, islands, and elves", "Tundra, Island, Sol Ring, Elves"),
        ("lands named Island", "Island"),
    ],
)
def test_who_is_affected(text: str, fitting: str) -> None:
    board = Board.parse(
        "Tundra; Island; Sol Ring; Elves (types: creature elf, colors: G) []; "
        "Isamaru (types: legendary creature, colors: W) []; Elvish Spirit Guide (hand)"
    )
    affected = who(text)
    assert [s.name for s in board.sources if affected.fits(s)] == fitting.split(", ")
    assert who(str(affected)) == affected


# --- through a payment ---------------------------------------------------------------------------


def paid(cost: str, board: Board) -> Payment | None:
    result = pay(cost, board)
    if result.status is Status.UNPAYABLE:
        return None
    assert result.status is Status.OPTIMAL
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    return payment


PAYMENTS = [
    ("MTG-106.3", "{S}{S}", "Snow-Covered Forest (id: Enchanted)", "Wild Growth", False),
    ("MTG-PRO-11", "{S}{S}", "Snow-Covered Forest", "Mana Reflection", True),
    ("MTG-PRO-12", "{G}{G}", "Forest (id: Enchanted)", "Wild Growth", True),
    ("MTG-605.4a", "{G}{1}{1}", "Forest; Sol Ring", "Kinnan", True),
    ("MTG-605.4a", "{R}{G}{G}", "Forest (id: Enchanted); Gruul Signet", "Wild Growth", True),
    ("MTG-605.4a", "{R}{G}{G}", "Forest; Gruul Signet", "Wild Growth", False),
    ("MTG-PRO-12", "{W}{W}{1}", "Tundra; Wastes", "Mana Flare", True),
    ("MTG-PRO-12", "{W}{U}", "Tundra", "Mana Flare", False),
    ("MTG-PRO-20", "{G}", "Bear (types: creature, sick) []", "Cryptolith Rite", False),
    ("MTG-PRO-20", "{G}", "Bear (types: creature) []", "Cryptolith Rite", True),
    ("MTG-PRO-25", "{U}", "Tropical Island", "Blood Moon", False),
    ("MTG-PRO-25", "{R}", "Tropical Island", "Blood Moon", True),
    ("MTG-PRO-25", "{B}{B}{B}", "Cabal Coffers; 2 Wastes; Forest", "Urborg", True),
    ("MTG-PRO-26", "{W}{U}{B}", "3 Forest", "Pulse of Llanowar", True),
    ("MTG-PRO-26", "{2}", "Ancient Tomb", "Contamination", False),
    ("MTG-616.1", "{1}{B}", "Forest", "Contamination, Mana Reflection", True),
    ("MTG-616.1", "{G}", "Forest", "Damping Sphere, Mana Reflection", False),
]


@pytest.mark.parametrize(("rule", "cost", "board", "names", "payable"), PAYMENTS)
def test_payments_under_effects(
    rule: str, cost: str, board: str, names: str, payable: bool
) -> None:
    del rule
    assert (paid(cost, current(board, names)) is not None) is payable


def test_the_extra_mana_is_free_of_the_restriction() -> None:
    """MTG-106.6a: Opt is paid with the mana of Mirari's Wake, the land's own floats."""
    board = current("Den (types: land) [{T}: Add {U} (only: creature spells)]", "Mirari's Wake")
    payment = paid("{U}", board)
    assert payment is not None
    assert [(mana.type, mana.tags.only) for mana in payment.floating] == [
        (ManaType.U, "only: creature spells")
    ]


# --- orders of replacements, counted another way -------------------------------------------------

CHANGES = st.sampled_from(
    ["Mana Reflection", "Nyxbloom Ancient", "Contamination", "Deep Water", "Damping Sphere"]
)
OUTPUTS = st.sampled_from(["{G}", "{C}{C}", "{W}{U}", "{Any}", "{R/G}{R/G}"])


def _naively(units: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    """Apply at each moment the first effect of the order that can apply and has not yet."""
    left = list(order)
    while usable := [name for name in left if name != "Damping Sphere" or len(units) > 1]:
        name = usable[0]
        left.remove(name)
        match name:
            case "Mana Reflection":
                units = units * 2
            case "Nyxbloom Ancient":
                units = units * 3
            case "Contamination":
                units = ("B",)
            case "Deep Water":
                units = ("U",) * len(units)
            case "Damping Sphere":
                units = ("C",)
    return tuple(sorted(units))


@given(OUTPUTS, st.lists(CHANGES, max_size=4))
def test_replacements_reach_what_every_order_reaches(text: str, names: list[str]) -> None:
    """MTG-616.1: priority lists give all orders; every choice of types is made first."""
    output = parse_mana_list(text)
    (units,) = (group.units for group in output)
    expected = {
        _naively(tuple(map(str, chosen)), order)
        for order in permutations(names)
        for chosen in product(*units)
    }
    effects = [EFFECTS[name] for name in names]
    found = replaced(
        (output,), tuple(e for e in effects if isinstance(e, Multiplier | OutputReplacement))
    )
    made = {
        tuple(sorted(map(str, chosen)))
        for one in found
        for chosen in product(*(unit for group in one for unit in group.units))
    }
    assert made == expected
