"""Tests of the exhaustive Magic reference and of the judge of answer records."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference.judge import illegal, judge
from tests.reference.magic import (
    TERMS,
    TooLarge,
    Unbounded,
    covers,
    largest_x,
    least_life,
    mana_options,
    payable,
    solve,
)
from tests.reference.notation import (
    Pick,
    Unit,
    parse_ability,
    parse_cost,
    parse_mana_list,
    write_mana_list,
)
from tests.reference.question import Question

Case = dict[str, Any]

BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G", "Wastes": "C"}


def entry(name: str, *abilities: str, count: int = 1, types: str = "land", **more: Any) -> Case:
    if name in BASICS and not abilities:
        abilities = (f"{{T}}: Add {{{BASICS[name]}}}",)
        types = f"basic land {name.lower()}"
    return {
        "name": name,
        "count": count,
        "types": types.split(),
        "abilities": list(abilities),
        **more,
    }


def case_of(board: list[Case], cost: str | list[Case], **more: Any) -> Case:
    """A case with a locked total; keys of the position go beside ``pay``, the others into it."""
    outside = ("pool", "life", "hand", "graveyard", "ability_restrictions", "expect")
    pay = {"name": "Spell", "types": ["sorcery"], "kind": "spell", "cost": cost, "total_cost": cost}
    pay |= {key: value for key, value in more.items() if key not in outside}
    position = {key: value for key, value in more.items() if key in outside}
    return {"game": "mtg", "board": board, "pay": pay, "expect": {"payable": True}} | position


CITY = "{T}: Add {Any} (1 damage to you)"
SIGNET = "{1}, {T}: Add {W}{U}"
TREASURE = entry("Treasure", "{T}, sacrifice this: Add {Any}", types="token artifact treasure")
ELF = entry("Elf", "{T}: Add {G}", types="creature elf", colors="G")
BEAR = entry("Bear", types="creature bear", colors="G")


# -- notation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "types", "generic", "life", "snow", "variable"),
    [
        ("{W}", "W", 0, 0, False, False),
        ("{W/U}", "WU", 0, 0, False, False),
        ("{C/W}", "CW", 0, 0, False, False),
        ("{2/W}", "W", 2, 0, False, False),
        ("{G/P}", "G", 0, 2, False, False),
        ("{W/U/P}", "WU", 0, 2, False, False),
        ("{12}", "", 12, 0, False, False),
        ("{S}", "", 0, 0, True, False),
        ("{X}", "", 0, 0, False, True),
    ],
)
def test_symbols(
    text: str, types: str, generic: int, life: int, snow: bool, variable: bool
) -> None:
    """MTG-SYM-01 to 11: what pays each symbol."""
    (symbol,) = parse_cost(text)
    assert (symbol.types, symbol.generic, symbol.life) == (types, generic, life)
    assert (symbol.snow, symbol.variable) == (snow, variable)


@pytest.mark.parametrize("text", ["{P}", "{W/}", "W", "{1}x", "{}", "{Q}"])
def test_bad_costs_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cost"):
        parse_cost(text)


def test_mana_list_groups_and_tags() -> None:
    units = parse_mana_list("{G}; {C}{C} (only: a, b; c); {U} (from: Wild Growth)")
    assert units == (
        Unit("G"),
        Unit("C", ("only: a, b; c",)),
        Unit("C", ("only: a, b; c",)),
        Unit("U", (), "Wild Growth"),
    )
    assert write_mana_list(units) == "{U}{G}; {C}{C} (only: a, b; c)"


def test_tags_after_the_last_alternative_hold_for_all() -> None:
    plain = parse_ability("{T}: Add {W}|{U} (only: x)")
    assert [one[0].tags for one in plain.outputs] == [("only: x",), ("only: x",)]
    apart = parse_ability("{T}: Add {W} (only: x); {W} (from: y)|{U}")
    assert [[unit.tags for unit in one] for one in apart.outputs] == [[("only: x",), ()], [()]]


def test_ability_costs_and_notes() -> None:
    ability = parse_ability(
        "{1}{B/P}, {T}, pay 2 life, sacrifice another creature, tap 3 untapped elf,"
        " exile 2 cards from your graveyard, remove a +1/+1 counter, sacrifice this:"
        " Add {G} (if: 3 artifact) (per: elf) (once each turn) (2 damage to you by a trigger)"
    )
    assert [symbol.text for symbol in ability.mana] == ["{1}", "{B/P}"]
    assert (ability.tap, ability.life, ability.sacrifice_this, ability.graveyard) == (1, 2, 1, 2)
    assert ability.gives == (Pick(1, "creature", True),)
    assert ability.taps == (Pick(3, "elf"),)
    assert ability.counters == (("+1/+1", 1),)
    assert ability.condition == Pick(3, "artifact")
    assert (ability.per, ability.once) == ("elf", True)
    assert (ability.damage, ability.damage_waiting) == (0, 2)


# -- what is payable ---------------------------------------------------------------------------

PAYABLE: dict[str, tuple[bool, Case]] = {
    "MTG-SYM-02 any color does not make {C}": (
        False,
        case_of([entry("City", CITY)], "{C}"),
    ),
    "MTG-SYM-07 two for the generic half": (
        True,
        case_of([entry("Plains"), entry("Island", count=2)], "{2/W}{2/W}"),
    ),
    "MTG-SYM-07 one mana is not enough": (False, case_of([entry("Island")], "{2/W}")),
    "MTG-SYM-08 colorless side": (True, case_of([entry("Wastes")], "{C/W}")),
    "MTG-SYM-08 another color": (False, case_of([entry("Forest")], "{C/W}")),
    "MTG-SYM-11 snow source": (
        True,
        case_of([entry("Pine", "{T}: Add {G}", types="snow land")], "{S}"),
    ),
    "MTG-SYM-11 spend_as never makes snow": (
        False,
        case_of([entry("Forest")], "{S}", spend_as=dict.fromkeys("WUBRGC", "WUBRGC")),
    ),
    "MTG-106.3 a trigger's mana is not snow": (
        False,
        case_of([entry("Pine", "{T}: Add {G}; {U} (from: Sprawl)", types="snow land")], "{S}{S}"),
    ),
    "MTG-119.4 life for two symbols needs four": (
        False,
        case_of([], "{B/P}{B/P}", life=3),
    ),
    "MTG-119.4 exactly the life needed": (True, case_of([], "{B/P}{B/P}", life=4)),
    "MTG-119.4 damage comes before the payment": (
        False,
        case_of([entry("City", CITY)], "{W}{B/P}", life=2),
    ),
    "MTG-605.3b a waiting trigger comes after it": (
        True,
        case_of(
            [entry("City", "{T}: Add {Any} (1 damage to you by a trigger)")], "{W}{B/P}", life=2
        ),
    ),
    "MTG-PRO-17 damage is legal at 1 life": (True, case_of([entry("City", CITY)], "{W}", life=1)),
    "MTG-PRO-16 life as a cost needs life": (
        False,
        case_of([entry("Confluence", "{T}, pay 2 life: Add {Any}")], "{W}", life=1),
    ),
    "MTG-605.3c a Signet cannot pay for itself": (
        False,
        case_of([entry("Signet", SIGNET, count=2, types="artifact")], "{W}{U}"),
    ),
    "MTG-PRO-05 a chain that something starts": (
        True,
        case_of([entry("Signet", SIGNET, count=2, types="artifact"), entry("Swamp")], "{W}{U}{1}"),
    ),
    "formulation 2.3, first row": (
        False,
        case_of(
            [
                entry("Elf", "{T}: Add {G}", "{1}: Add {R}|{W}", types="creature"),
                entry("Coffers", "{2}, {T}: Add {B}{B}{B}"),
            ],
            "{B}{B}",
        ),
    ),
    "formulation 2.3, second row": (
        False,
        case_of(
            [
                entry("Mountain"),
                entry("A", "{R}, {T}: Add {U}{U}", count=2),
                entry("B", "{3}, {T}: Add {R}{R}{R}{R}{R}"),
            ],
            "{R}{R}{U}",
        ),
    ),
    "formulation 2.3, third row": (
        False,
        case_of(
            [
                entry("Plains"),
                entry("Island"),
                entry("B", "{W}{U}, {T}: Add {W}{W}{W}|{U}{U}{U}", count=2),
            ],
            "{W}{W}{U}{U}",
        ),
    ),
    "MTG-PRO-07 count before sacrifice": (
        True,
        case_of(
            [
                entry("Cradle", "{T}: Add {G} (per: creature)"),
                entry("Altar", "sacrifice a creature: Add {Any}", types="artifact"),
                entry("Plant", types="token creature", count=2),
            ],
            "{G}{G}{U}{U}",
        ),
    ),
    "MTG-PRO-22 condition": (
        False,
        case_of([entry("Opal", "{T}: Add {Any} (if: 3 artifact)", types="artifact")], "{W}"),
    ),
    "MTG-PRO-14 {Q} needs a tapped source": (
        False,
        case_of([entry("Pala", "{Q}: Add {Any}", types="artifact creature")], "{W}"),
    ),
    "MTG-SYM-12 {Q} of a sick creature": (
        False,
        case_of(
            [entry("Pala", "{Q}: Add {Any}", types="creature", tapped=True, summoning_sick=True)],
            "{W}",
        ),
    ),
    "MTG-PRO-21 once each turn": (
        False,
        case_of([entry("Bloom", "pay 1 life: Add {G} (once each turn)")], "{G}{G}"),
    ),
    "MTG-PRO-13 counters": (
        True,
        case_of([entry("Horse", "remove a +1/+1 counter: Add {C}", counters={"+1/+1": 2})], "{2}"),
    ),
    "MTG-PRO-13 no counter left": (
        False,
        case_of([entry("Horse", "remove a +1/+1 counter: Add {C}", counters={"+1/+1": 2})], "{3}"),
    ),
    "MTG-PRO-20 a sick creature may be tapped for another": (
        True,
        case_of(
            [
                entry("Drum", "{T}, tap an untapped creature: Add {Any}", types="artifact"),
                BEAR | {"summoning_sick": True},
            ],
            "{W}",
        ),
    ),
    "R12 the source may be the creature that is tapped": (
        True,
        case_of([entry("Elf", "tap an untapped elf: Add {G}", types="creature elf")], "{G}"),
    ),
    "R12 another": (
        False,
        case_of([entry("Elf", "tap another untapped elf: Add {G}", types="creature elf")], "{G}"),
    ),
    "R13 changeling": (
        True,
        case_of(
            [
                entry("Mycon", "sacrifice a saproling: Add {Any}", types="creature"),
                entry("Shape", types="creature changeling"),
            ],
            "{W}",
        ),
    ),
    "MTG-PRO-19 a card in hand is no permanent": (
        False,
        case_of(
            [
                entry("Altar", "sacrifice a creature: Add {C}", types="artifact"),
                entry("Guide", "exile this from hand: Add {G}", types="creature", zone="hand"),
            ],
            "{2}",
        ),
    ),
    "MTG-601.2g a Treasure is not used twice": (
        False,
        case_of(
            [entry("Swamp"), TREASURE],
            "{1}{B}",
            additional_costs=[{"kind": "sacrifice", "what": "artifact or creature"}],
        ),
    ),
    "MTG-601.2g tapped for mana, then sacrificed": (
        True,
        case_of([ELF], "{G}", additional_costs=[{"kind": "sacrifice", "what": "creature"}]),
    ),
    "MTG-601.2h convoked, then returned as a tapped creature": (
        True,
        case_of(
            [BEAR],
            "{1}",
            alternatives=["convoke"],
            additional_costs=[{"kind": "return", "what": "creature", "tapped": True}],
        ),
    ),
    "MTG-601.2g nothing is due, so nothing may be tapped": (
        False,
        case_of(
            [ELF],
            "{0}",
            additional_costs=[{"kind": "return", "what": "creature", "tapped": True}],
        ),
    ),
    "MTG-601.2h no object is tapped twice": (
        False,
        case_of([ELF], "{G}", additional_costs=[{"kind": "tap", "what": "creature"}]),
    ),
    "MTG-118.6 no cost": (
        False,
        case_of([entry("Plains")], "{W}")
        | {"pay": {"name": "Vision", "types": [], "kind": "spell", "cost": "", "total_cost": None}},
    ),
    "MTG-106.6 restricted mana": (
        False,
        case_of(
            [entry("Ziggurat", "{T}: Add {Any} (only: creature spells)")],
            "{W}",
            restrictions={"only: creature spells": "no"},
        ),
    ),
    "MTG-RES-39 abilities only, through a Signet": (
        True,
        case_of(
            [
                entry("Trilobite", "{T}: Add {C} (only: abilities)"),
                entry("Signet", SIGNET, types="artifact"),
            ],
            "{W}{U}",
            restrictions={"only: abilities": "no"},
            ability_restrictions={"only: abilities": "yes"},
        ),
    ),
    "MTG-RES-47 not generic": (
        False,
        case_of(
            [entry("Jegantha", "{T}: Add {W}{U} (not: generic costs)")],
            "{1}{W}",
            restrictions={"not: generic costs": "not generic"},
        ),
    ),
    "MTG-RSC-04 only from creatures": (
        False,
        case_of([entry("Forest"), ELF], "{2}", only_from=["creature"]),
    ),
    "MTG-RSC-04 a floating mana has no known source": (
        False,
        case_of([], "{1}", pool="{G}", only_from=["creature"]),
    ),
    "MTG-RSC-03 only one color": (
        False,
        case_of([entry("Island"), entry("Plains")], "{2}", only_colors="U"),
    ),
    "MTG-AST-04 mana that is spent as colorless only": (
        False,
        case_of([entry("Forest")], "{G}", spend_as={"G": "C"}),
    ),
    "MTG-AST-01 any color": (
        True,
        case_of([entry("Wastes")], "{G}", spend_as={"C": "WUBRGC"}),
    ),
    "MTG-KW-01 convoke never pays {C}": (
        False,
        case_of([BEAR], "{C}", alternatives=["convoke"]),
    ),
    "MTG-KW-01 convoke pays a color of the creature": (
        True,
        case_of([BEAR | {"summoning_sick": True}], "{G/W}", alternatives=["convoke"]),
    ),
    "MTG-KW-01 and no other": (False, case_of([BEAR], "{W}", alternatives=["convoke"])),
    "MTG-KW-02 improvise pays generic only": (
        False,
        case_of([entry("Relic", types="artifact")], "{U}", alternatives=["improvise"]),
    ),
    "MTG-KW-03 delve pays generic, also of {2/W}": (
        True,
        case_of([], "{2/W}", alternatives=["delve"], graveyard=[{"name": "Card", "count": 2}]),
    ),
    "MTG-KW-04 waterbend up to its cap": (
        False,
        case_of([BEAR | {"count": 3}], "{3}", alternatives=["waterbend"], waterbend=2),
    ),
    "no mana may be spent": (False, case_of([entry("Forest")], "{1}", no_mana=True)),
    "no life may be paid": (False, case_of([], "{U/P}", no_life=True)),
    "R12 a card of the graveyard is exiled once": (
        False,
        case_of(
            [],
            "{1}",
            alternatives=["delve"],
            graveyard=[{"name": "Card", "count": 2}],
            additional_costs=[{"kind": "exile from graveyard", "count": 2}],
        ),
    ),
    "discard a card": (
        False,
        case_of([], "{0}", additional_costs=[{"kind": "discard", "count": 1, "what": "card"}]),
    ),
    "the pool again, unrestricted": (
        True,
        case_of(
            [entry("Cube", "{3}, {T}: Add the unspent pool again", types="artifact")],
            "{R}",
            pool="{G}{G}{G}; {R} (only: creature spells)",
            restrictions={"only: creature spells": "no"},
        ),
    ),
    "assist": (
        True,
        case_of([entry("Forest")], "{2}{G}", alternatives=["assist"])
        | {"opponent_board": [entry("Plains", count=2)]},
    ),
}


@pytest.mark.parametrize("name", PAYABLE)
def test_payable(name: str) -> None:
    expected, case = PAYABLE[name]
    answer = solve(case)
    assert answer.payable is expected
    assert payable(case) is expected
    if expected:
        assert illegal(case, answer.witness or {}) is None


def test_loops_without_end_are_refused() -> None:
    """MTG-PRO-14: a {Q} loop with gain."""
    board = [
        entry("Lotus", "{T}: Add {G}{G}{G}", "{1}, {Q}: Add {C}", types="artifact"),
        entry("Plains"),
    ]
    with pytest.raises(Unbounded):
        solve(case_of(board, "{U}"))


def test_converters_without_gain_are_no_loop() -> None:
    board = [entry("Priest", "{1}: Add {W}", "{1}: Add {U}", types="creature"), entry("Swamp")]
    assert solve(case_of(board, "{U}")).payable
    assert not solve(case_of(board, "{U}{U}")).payable


def test_a_search_beyond_its_limit_is_refused() -> None:
    with pytest.raises(TooLarge):
        solve(case_of([entry("City", CITY, count=9)], "{W}{U}{B}{R}{G}"), max_states=5)


# -- the objective -----------------------------------------------------------------------------

VECTORS: dict[str, tuple[dict[str, int], Case]] = {
    "MOD-9 one of each kind (emptied)": (
        {"mana_left": 2, "flexibility": 48, "activations": 2},
        case_of([entry("Plains", count=2), entry("Island", count=2)], "{2}"),
    ),
    "R2 the last life is not paid": (
        {"losses": 3, "mana_left": 1, "flexibility": 120, "emptied": 1, "activations": 1},
        case_of([entry("City", CITY), TREASURE], "{1}", life=1),
    ),
    "R2 lethal, if nothing else pays": (
        {"lethal": 1, "losses": 5, "flexibility": 120, "emptied": 1, "activations": 1},
        case_of([entry("City", CITY)], "{1}", life=1),
    ),
    "R3 life above the floor": (
        {"losses": 1, "mana_left": 1, "flexibility": 60, "emptied": 1, "activations": 1},
        case_of([entry("City", CITY), TREASURE], "{1}"),
    ),
    "R3 one of each at the floor": (
        {"losses": 4, "mana_left": 2, "flexibility": 90, "activations": 2},
        case_of([entry("City", CITY, count=2), TREASURE | {"count": 2}], "{2}", life=6),
    ),
    "R3 a creature tapped as a payer": (
        {"losses": 1, "flexibility": 48, "emptied": 1, "activations": 2},
        case_of([entry("Forest"), BEAR | {"count": 2}], "{1}{G}", alternatives=["convoke"]),
    ),
    "R3 a counter, and a source that stays tapped": (
        {"losses": 4, "flexibility": 312, "emptied": 2, "activations": 2},
        case_of(
            [
                entry("Mine", "{T}, remove a mining counter: Add {Any}", counters={"mining": 3}),
                entry("Vault", "{T}: Add {C}{C}{C}", types="artifact", stays_tapped=True),
            ],
            "{W}{3}",
        ),
    ),
    "R3 a counter of an object that is given up does not count": (
        {"losses": 3, "flexibility": 240, "emptied": 1, "activations": 1},
        case_of(
            [
                entry(
                    "Petal",
                    "remove a gem counter, sacrifice this: Add {Any}",
                    types="artifact",
                    counters={"gem": 1},
                )
            ],
            "{W}",
        ),
    ),
    "R3 the cheapest object to sacrifice": (
        {"losses": 2, "flexibility": 24, "emptied": 1},
        case_of(
            [
                entry("Relic", types="artifact"),
                entry("Land", types="land"),
                entry("Plant", types="token creature"),
                entry("Spawn", "sacrifice this: Add {C}", types="token creature"),
            ],
            "{0}",
            additional_costs=[{"kind": "sacrifice", "what": "permanent"}],
        ),
    ),
    "R4 leftover production, not floating mana": (
        {"mana_left": 3, "flexibility": 24, "emptied": 1, "activations": 2},
        case_of(
            [
                entry("Wastes", count=2),
                entry(
                    "Lotus",
                    "{T}: Add {W}{W}{W}|{U}{U}{U}|{B}{B}{B}|{R}{R}{R}|{G}{G}{G}",
                    types="artifact",
                ),
            ],
            "{2}",
        ),
    ),
    "R4 one land and a Signet keep the other land": (
        {"mana_left": 1, "flexibility": 96, "emptied": 2, "activations": 2},
        case_of(
            [entry("Island"), entry("Forest"), entry("Signet", SIGNET, types="artifact")],
            "{1}{U}",
        ),
    ),
    "R5 colorless before a color, floating": (
        {"flexibility": 24},
        case_of([], "{1}", pool="{R}{C}"),
    ),
    "R5 restricted mana first": (
        {"flexibility": 12},
        case_of([], "{R}", pool="{R}; {R} (only: x)", restrictions={"only: x": "yes"}),
    ),
    "R6 a reserved land is kept": (
        {"mana_left": 1, "flexibility": 48, "emptied": 1, "activations": 1},
        case_of([entry("Factory", "{T}: Add {C}", reserved=1), entry("Swamp")], "{1}"),
    ),
    "R8 R9 delve": (
        {"mana_left": 1, "flexibility": 24, "graveyard": 1, "activations": 1},
        case_of(
            [entry("Forest", count=2)],
            "{2}",
            alternatives=["delve"],
            graveyard=[{"name": "Card", "count": 1}],
        ),
    ),
    "R10 a land given up is touched, not used": (
        {"losses": 8, "flexibility": 48, "emptied": 1},
        case_of(
            [entry("Forest", reserved=7)],
            "{0}",
            additional_costs=[{"kind": "sacrifice", "what": "land"}],
        ),
    ),
    "R19 kept spells count 6": (
        {"losses": 6, "flexibility": 96, "emptied": 1, "activations": 1},
        case_of(
            [entry("Forest")],
            "{G}",
            hand=[{"name": "Elves", "types": ["creature"], "cost": "{G}"}],
        ),
    ),
    "preferred: colors": (
        {"preferred": 3, "mana_left": 1, "flexibility": 72, "emptied": 1, "activations": 2},
        case_of([entry("Forest", count=2), entry("Island")], "{2}", prefer="colors"),
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    """Worked by hand; terms that are not listed are 0."""
    expected, case = VECTORS[name]
    assert solve(case).vector == dict.fromkeys(TERMS, 0) | expected


def unpruned(case: Case) -> tuple[int, ...] | None:
    """The best vector over every reachable state, without bounds and without merging."""
    question = Question(case)
    question.reads_pool = True
    world = question.world
    start = (world.start, 0, 0)
    agenda, seen = [start], {start}
    best = None
    while agenda:
        state, loss, done = agenda.pop()
        for announcement in question.announcements:
            for final in question.finals(state, loss, done, announcement):
                vector = question.vector(final)
                best = vector if best is None else min(best, vector)
        for move in world.moves(state.position):
            for step in world.after(state, move):
                after = (step.state, loss + move.loss, done + 1)
                if after not in seen and done < 8:
                    seen.add(after)
                    agenda.append(after)
    return best


SOURCES = [
    entry("Plains"),
    entry("Forest", count=2),
    entry("Dual", "{T}: Add {W}|{G}"),
    entry("City", CITY),
    entry("Confluence", "{T}, pay 1 life: Add {Any}"),
    entry("Signet", SIGNET, types="artifact"),
    entry("Filter", "{T}: Add {C}", "{G/W}, {T}: Add {G}{G}|{G}{W}|{W}{W}"),
    entry("Still", "{1}: Add {W} (once each turn)", types="artifact"),
    entry("Altar", "sacrifice a creature: Add {C}{C}", types="artifact"),
    entry("Cradle", "{T}: Add {G} (per: creature)"),
    entry("Vault", "{T}: Add {C}{C}{C}", types="artifact", stays_tapped=True),
    entry("Mine", "{T}, remove a gem counter: Add {Any}", counters={"gem": 1}),
    TREASURE,
    ELF,
    BEAR,
]
COSTS = ["{1}{G}", "{W}{G}", "{2}{W}", "{2/W}{G}", "{G/P}{1}", "{1}{C}", "{3}", "{W/P}{W/P}{1}"]


@pytest.mark.parametrize("seed", range(60))
def test_pruning_loses_nothing(seed: int) -> None:
    rng = Random(seed)
    case = case_of(
        rng.sample(SOURCES, rng.randint(2, 4)),
        rng.choice(COSTS),
        life=rng.choice([2, 6, 20]),
        pool=rng.choice(["", "", "{G}", "{C}{W}"]),
        alternatives=rng.choice([[], [], ["convoke"], ["improvise"], ["delve"]]),
        graveyard=[{"name": "Card", "count": 1}],
    )
    answer, expected = solve(case), unpruned(case)
    assert answer.payable is (expected is not None)
    if expected is not None:
        assert answer.vector is not None
        assert tuple(answer.vector[term] for term in TERMS) == (
            *expected[:3],
            -expected[3],
            *expected[4:],
        )
        case["expect"] = {"payable": True, "objective": answer.vector}
        assert judge(case, answer.witness or {}) == ("pass", "")


def test_the_smallest_x_comes_first() -> None:
    """R11: before every term, and given to the record."""
    board = [entry("Forest", count=4)]
    assert solve(case_of(board, "{X}{G}")).x == 0
    totals = [{"cost": "{G}{G}", "x": 2}, {"cost": "{5}", "x": 0}, {"cost": "{3}", "x": 1}]
    assert solve(case_of(board, totals)).x == 1
    assert largest_x(case_of(board, totals)) == 2
    assert largest_x(case_of(board, "{X}{X}{G}")) == 1
    assert largest_x(case_of(board, "{X}{G}", x_limit=2)) == 2


def test_least_life() -> None:
    board = [entry("City", CITY), TREASURE]
    assert solve(case_of(board, "{1}")).vector == {
        **dict.fromkeys(TERMS, 0),
        "losses": 1,
        "mana_left": 1,
        "flexibility": 60,
        "emptied": 1,
        "activations": 1,
    }
    assert least_life(case_of(board, "{1}")) == 0
    assert least_life(case_of(board, "{3}")) is None


def test_mana_options_and_covering() -> None:
    board = [
        entry("Heath", "{T}: Add {C}", "{W/B}, {T}: Add {W}{W}|{W}{B}|{B}{B}"),
        entry("Plains"),
    ]
    assert set(mana_options({"board": board})) == {"{C}{W}", "{W}{W}", "{W}{B}", "{B}{B}"}
    assert covers(parse_mana_list("{Any}{W}"), parse_mana_list("{W} (only: x)"))
    assert not covers(parse_mana_list("{Any}"), parse_mana_list("{C}"))
    assert not covers(parse_mana_list("{W} (only: x)"), parse_mana_list("{W}"))


# -- the judge ---------------------------------------------------------------------------------


def use(name: str, ability: str, output: str, copies: int = 1) -> Case:
    return {"name": name, "ability": ability, "output": output, "copies": copies}


def answer_of(*uses: Case, **more: Any) -> Case:
    return {"payable": True, "uses": list(uses), "payers": [], **more}


FOREST = use("Forest", "{T}: Add {G}", "{G}")
RULES: dict[str, tuple[str, Case, Case]] = {
    "no such source": ("MTG-602.2", case_of([entry("Plains")], "{G}"), answer_of(FOREST)),
    "no such ability": (
        "MTG-602.2",
        case_of([entry("Forest")], "{G}"),
        answer_of(use("Forest", "{T}: Add {U}", "{U}")),
    ),
    "tapped": (
        "MTG-118.3",
        case_of([entry("Forest", tapped=True)], "{G}"),
        answer_of(FOREST),
    ),
    "tapped twice": (
        "MTG-118.3",
        case_of([entry("Forest")], "{G}{G}"),
        answer_of(FOREST, FOREST),
    ),
    "sick": (
        "MTG-SYM-12",
        case_of([ELF | {"summoning_sick": True}], "{G}"),
        answer_of(use("Elf", "{T}: Add {G}", "{G}")),
    ),
    "condition": (
        "MTG-PRO-22",
        case_of([entry("Temple", "{T}: Add {C}{C} (if: 5 land)")], "{2}"),
        answer_of(use("Temple", "{T}: Add {C}{C} (if: 5 land)", "{C}{C}")),
    ),
    "life for an ability": (
        "MTG-119.4",
        case_of([entry("Confluence", "{T}, pay 2 life: Add {Any}")], "{W}", life=1),
        answer_of(use("Confluence", "{T}, pay 2 life: Add {Any}", "{W}")),
    ),
    "no mana for a Signet": (
        "MTG-605.3b",
        case_of([entry("Signet", SIGNET), entry("Forest")], "{W}{U}"),
        answer_of(use("Signet", SIGNET, "{W}{U}"), FOREST),
    ),
    "other mana than the ability makes": (
        "MTG-106.1",
        case_of([entry("Forest")], "{U}"),
        answer_of(use("Forest", "{T}: Add {G}", "{U}")),
    ),
    "not paid in full": ("MTG-601.2h", case_of([entry("Forest")], "{2}"), answer_of(FOREST)),
    "restricted": (
        "MTG-106.6",
        case_of([entry("Forest", "{T}: Add {G} (only: x)")], "{G}", restrictions={"only: x": "no"}),
        answer_of(use("Forest", "{T}: Add {G} (only: x)", "{G}")),
    ),
    "life for a symbol": ("MTG-119.4", case_of([], "{G/P}", life=1), answer_of()),
    "activated with nothing due": (
        "MTG-601.2g",
        case_of([entry("Forest")], "{0}"),
        answer_of(FOREST),
    ),
    "life told wrong": ("MTG-119.4", case_of([], "{G/P}"), answer_of(life_paid=0)),
    "sacrifice not told": (
        "MTG-118.3",
        case_of([BEAR], "{0}", additional_costs=[{"kind": "sacrifice", "what": "creature"}]),
        answer_of(sacrifices=[]),
    ),
    "floating mana told wrong": (
        "MTG-106.4",
        case_of([], "{1}", pool="{W}{U}"),
        answer_of(spent=None, floating="{B}"),
    ),
    "a payer that pays nothing": (
        "MTG-601.2h",
        case_of([BEAR | {"count": 2}], "{G}", alternatives=["convoke"]),
        answer_of(payers=[{"name": "Bear", "how": "convoke", "copies": 2}]),
    ),
    "a payer of another color": (
        "MTG-601.2h",
        case_of([BEAR], "{G}", alternatives=["convoke"]),
        answer_of(payers=[{"name": "Bear", "how": "convoke", "pays": "{W}"}]),
    ),
    "no cost": (
        "MTG-118.6",
        case_of([], "") | {"pay": {"name": "x", "types": [], "cost": "", "total_cost": None}},
        answer_of(),
    ),
    "X beyond its limit": (
        "MTG-107.3",
        case_of([entry("Forest", count=2)], "{X}", x_limit=1),
        answer_of(FOREST | {"copies": 2}, x=2),
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_broken_rules(name: str) -> None:
    rule, case, record = RULES[name]
    assert (illegal(case, record) or "").split(":")[0] == rule


def test_every_reading_is_tried() -> None:
    """The record names neither the object sacrificed nor what paid for the Signet."""
    board = [
        entry("Altar", "sacrifice a creature: Add {Any}", types="artifact"),
        entry("Signet", SIGNET, types="artifact"),
        BEAR,
        ELF,
    ]
    case = case_of(board, "{W}{U}{R}")
    record = answer_of(
        use("Altar", "sacrifice a creature: Add {Any}", "{B}"),
        use("Signet", SIGNET, "{W}{U}"),
        use("Altar", "sacrifice a creature: Add {Any}", "{R}"),
        spent="{W}{U}{R}",
    )
    assert illegal(case, record | {"sacrifices": ["Elf", "Bear"]}) is None
    assert illegal(case, record | {"sacrifices": ["Elf", "Elf"]}) is not None
    case["expect"] = {"payable": True, "taps_exactly": ["Altar", "Signet", "Bear", "Elf"]}
    assert judge(case, record) == ("pass", "")


def judged(expect: Case, record: Case, case: Case) -> str:
    verdict, reason = judge(case | {"expect": {"payable": True, **expect}}, record)
    return "pass" if verdict == "pass" else reason.split(":")[0]


EXPECTATIONS: list[tuple[Case, str]] = [
    ({"taps_exactly": ["Forest", "Elf"]}, "pass"),
    ({"taps_exactly": ["Forest"]}, "taps"),
    ({"taps_any_of": [["Elf"], ["Elf", "Forest"]]}, "pass"),
    ({"taps_any_of": [["Elf"], ["Forest"]]}, "taps"),
    ({"must_tap": ["Elf"]}, "pass"),
    ({"must_tap": ["Elf", "Elf"]}, "must_tap"),
    ({"must_not_tap": ["Plains"]}, "pass"),
    ({"must_not_tap": ["Elf"]}, "must_not_tap"),
    ({"must_sacrifice": ["Bear"]}, "pass"),
    ({"must_sacrifice": ["Elf"]}, "must_sacrifice"),
    ({"must_not_sacrifice": ["Elf"]}, "pass"),
    ({"must_not_sacrifice": ["Bear"]}, "must_not_sacrifice"),
    ({"life_paid": 0}, "pass"),
    ({"life_paid": 2}, "life_paid"),
    ({"no_floating": True}, "no_floating"),
    ({"leftover_pool": "{U}"}, "pass"),
    ({"leftover_pool": ""}, "leftover_pool"),
    ({"leftover_pool": "{G}"}, "leftover_pool"),
    ({"mana_spent": ["{W}", "{G}{G}"]}, "pass"),
    ({"mana_spent": ["{U}{G}"]}, "mana_spent"),
    ({"colors_spent": 1}, "pass"),
    ({"colors_spent": 2}, "colors_spent"),
    ({"produces": {"Elf": "{G}"}}, "pass"),
    ({"produces": {"Elf": "{U}"}}, "produces"),
    ({"produces": {"Bear": "{G}"}}, "produces"),
    ({"counters_removed": {"Elf": 0}}, "pass"),
    ({"counters_removed": {"Elf": 1}}, "counters_removed"),
    ({"delve_cards": 1}, "pass"),
    ({"delve_cards": 2}, "delve_cards"),
    ({"still_castable": ["Blue"]}, "pass"),
    ({"still_castable": ["Blue", "Blue"]}, "still_castable"),
    ({"objective": {"losses": 11, "mana_left": 0, "graveyard": 1, "activations": 2}}, "pass"),
    ({"objective": {"activations": 3}}, "objective"),
]


@pytest.mark.parametrize(("expect", "result"), EXPECTATIONS)
def test_expectations(expect: Case, result: str) -> None:
    """Forest and Elf pay {1}{G}{G} with a delved card; a Bear is given up, {U} floats."""
    case = case_of(
        [entry("Forest"), ELF, BEAR, entry("Plains", tapped=True)],
        "{1}{G}{G}",
        pool="{U}",
        alternatives=["delve"],
        graveyard=[{"name": "Card", "count": 1}],
        hand=[{"name": "Blue", "types": ["instant"], "cost": "{U}", "count": 2}],
        additional_costs=[{"kind": "sacrifice", "what": "bear"}],
    )
    case["board"].append(entry("Relic", types="artifact"))
    record = answer_of(
        FOREST,
        use("Elf", "{T}: Add {G}", "{G}"),
        payers=[{"name": "Card", "how": "delve", "copies": 1, "pays": "{1}"}],
    )
    if "objective" in expect:
        case["hand"] = []
    assert judged(expect, record, case) == result


def test_payable_max_x_and_unsupported() -> None:
    case = case_of([entry("Forest", count=3)], "{X}{G}")
    record = answer_of(FOREST | {"copies": 3}, x=2, max_x=2)
    assert judged({"max_x": 2}, record, case) == "pass"
    assert judged({"max_x": 2}, record | {"max_x": 3}, case) == "max_x"
    assert judged({"payable": False}, record, case) == "payable"
    assert judged({}, {"payable": None}, case) == "payable"
    assert judge(case, {"unsupported": "no idea"}) == ("unsupported", "no idea")


def test_judging_mana_options() -> None:
    case = {"game": "mtg", "board": [], "expect": {"mana_options": ["{Any}{G}", "{C}"]}}
    verdicts = {
        text: judge(case, {"payable": None, "mana_options": text.split()})[0]
        for text in ("{G}{Any} {C}", "{G}{Any} {W} {C}", "{G}{Any}", "{G}{Any} {C}{C}")
    }
    assert list(verdicts.values()) == ["pass", "pass", "fail", "fail"]


def test_printed_texts_without_hints() -> None:
    """README, Hints: an entry with ``printed`` is used under the text that was worked out."""
    grave = entry("Grave", "{T}: Add {U}{U}|{B}{B}", printed=["{T}: Add {U}|{B}"])
    case = case_of([grave], "{B}{B}")
    record = answer_of(use("Grave", "{T}: Add {U}|{B}", "{B}{B}"))
    assert judge(case, record, hints=False) == ("pass", "")
    assert judge(case, record, hints=True)[0] == "fail"
    assert illegal(case, answer_of(use("Grave", "{T}: Add {U}|{B}", "{B}")), hints=False)


def test_duel_masters_records() -> None:
    case: Case = {
        "game": "dm",
        "board": [
            {
                "name": "Fire",
                "count": 2,
                "civilizations": ["fire"],
                "mana_number": 1,
                "tapped": False,
            }
        ],
        "pay": {"cost": 2, "total_cost": 2, "civilizations": ["fire"]},
        "expect": {"payable": True, "taps_exactly": ["Fire", "Fire"], "objective": {"emptied": 1}},
    }
    taps = [{"name": "Fire", "as": "fire"}, {"name": "Fire", "as": "points"}]
    assert judge(case, {"payable": True, "taps": taps, "points": 2}) == ("pass", "")
    assert judge(case, {"payable": True, "taps": taps[:1], "points": 1})[0] == "fail"
    case["expect"]["objective"] = {"emptied": 0}
    assert judge(case, {"payable": True, "taps": taps, "points": 2})[0] == "fail"


# -- the case files ----------------------------------------------------------------------------

CASES = Path(__file__).resolve().parents[2].parent / "shared" / "cases"
MOST_STATES = 4_000
TOO_LARGE = {
    "xm-march-500": "503 permanents",
    "xm-cataracts-stress-no": "17 permanents, filters",
    "xm-energy-refractor-20-no": "20 repeatable converters",
    "xm-energy-refractor-20-no-plus": "20 repeatable converters",
}
TIES = {"fg-catharsis-duals": "the order of the terms does not see which color pays the hybrids"}


def _cases() -> list[Case]:
    lines = [line for file in sorted(CASES.glob("*.jsonl")) for line in file.open(encoding="utf-8")]
    cases = [json.loads(line) for line in lines if line.strip()]
    return [case for case in cases if case["game"] == "mtg"]


@pytest.mark.skipif(not CASES.is_dir(), reason="the shared case files are not beside this checkout")
@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_cases(case: Case) -> None:
    """The reference's own best payment meets every expectation of the case."""
    if case["id"] in TOO_LARGE:
        pytest.skip(f"too large for an exhaustive search: {TOO_LARGE[case['id']]}")
    expect = case["expect"]
    record: Case = {"payable": None}
    if "pay" in case:
        answer = solve(case, x=expect.get("max_x"), max_states=MOST_STATES)
        record = answer.witness or {"payable": False}
        if "max_x" in expect:
            record["max_x"] = largest_x(case, max_states=MOST_STATES)
        if "life_paid" in expect and case["answer"] != "preference":
            assert least_life(case, x=expect.get("max_x")) == expect["life_paid"]
    if "mana_options" in expect:
        record["mana_options"] = mana_options(case, max_states=60_000)
    if case["id"] in TIES:
        assert judge(case, record)[1].startswith("produces")
    else:
        assert judge(case, record) == ("pass", "")
    if record["payable"]:
        assert illegal(case, record) is None
