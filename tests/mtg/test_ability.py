"""Mana abilities: the two notations, printing, limits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import AbilitySyntaxError, LimitError
from autotap.models.mtg.ability import (
    ActivationCost,
    CoverCost,
    Deed,
    ManaAbility,
    Measure,
    ObjectCost,
)
from autotap.models.mtg.cost import ManaCost
from tests.mtg.test_mana import GROUPS

if TYPE_CHECKING:
    from pathlib import Path

AMOUNTS = st.integers(1, 1000)
COUNTERS = st.sampled_from(["charge", "+1/+1", "mining"])
WHAT = st.sampled_from(["creature", "elf", "artifact or creature", "eldrazi spawn"])
OBJECTS = st.builds(
    ObjectCost,
    st.sampled_from([deed for deed in Deed if deed not in (Deed.BLIGHT, Deed.EXILE_CARD)]),
    st.integers(1, 3),
    WHAT,
    st.booleans(),
    st.booleans(),
).filter(lambda cost: not (cost.tapped and cost.deed is Deed.TAP)) | st.builds(
    ObjectCost, st.just(Deed.EXILE_CARD), st.integers(1, 3), WHAT | st.just("card"), st.booleans()
)
PLAIN_COSTS = st.builds(
    ActivationCost,
    tap=st.booleans(),
    untap=st.booleans(),
    mana=st.none() | st.sampled_from(["{0}", "{2}", "{B/R}", "{X}{S}{W/P}"]).map(ManaCost.parse),
    life=st.just(0) | AMOUNTS,
    energy=st.integers(0, 3),
    tickets=st.integers(0, 2),
    sacrifice_this=st.booleans(),
    exile_this=st.booleans(),
    discard_hand=st.booleans(),
    objects=st.lists(OBJECTS, max_size=2).map(tuple),
    graveyard=st.just(0) | AMOUNTS,
    counters=st.lists(st.tuples(COUNTERS, AMOUNTS), max_size=1).map(tuple),
).filter(str)
COSTS = PLAIN_COSTS | st.builds(
    ActivationCost,
    graveyard=AMOUNTS,
    graveyard_what=st.sampled_from(["card", "creature", "artifact or land"]),
)
COVERS = st.builds(
    CoverCost,
    st.just(Measure.POWER),
    AMOUNTS,
    st.sampled_from(["creature", "elf", "artifact or creature"]),
    st.booleans(),
) | st.builds(CoverCost, st.just(Measure.MANA_VALUE), AMOUNTS)
TOTALS = st.builds(
    ActivationCost,
    mana=st.none() | st.just(ManaCost.parse("{2}")),
    covers=st.lists(COVERS, min_size=1, max_size=2).map(tuple),
    blight=st.just(0) | AMOUNTS,
)
NOTES = st.fixed_dictionaries(
    {},
    optional={
        "condition": st.tuples(AMOUNTS, st.sampled_from(["artifact", "snow land"])),
        "absent": st.sampled_from(["land", "nyxbloom ancient or mana reflection"]),
        "per": st.sampled_from(["creature", "elf"]),
        "once_each_turn": st.just(True),
        "damage": AMOUNTS,
        "damage_waiting": AMOUNTS,
    },
)
LISTS = st.lists(GROUPS, min_size=1, max_size=2).map(tuple)


def ability(text: str) -> ManaAbility:
    return ManaAbility.parse(text)


@given(COSTS | TOTALS)
def test_a_cost_is_read_back(cost: ActivationCost) -> None:
    assert ActivationCost.parse(str(cost)) == cost


@given(COSTS, st.lists(LISTS, max_size=3, unique=True), NOTES)
def test_an_ability_is_read_back(
    cost: ActivationCost, outputs: list[object], notes: dict[str, object]
) -> None:
    whole = ManaAbility(cost, tuple(outputs), **notes)  # type: ignore[arg-type]
    assert ability(str(whole)) == whole


@pytest.mark.parametrize(
    ("worded", "compact"),
    [
        ("{T}: Add {G}.", "{T}: Add {G}"),
        ("{T}: Add {G} or {W}.", "{T}: Add {G}|{W}"),
        ("{T}: Add {W}, {U}, or {B}.", "{T}: Add {W}|{U}|{B}"),
        ("{B/R}, {T}: Add {B}{B}, {B}{R}, or {R}{R}.", "{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}"),
        ("{T}, Sacrifice this artifact: Add one mana of any color.",
         "{T}, sacrifice this: Add {Any}"),
        ("{T}: Add two mana of any one color.",
         "{T}: Add {W}{W}|{U}{U}|{B}{B}|{R}{R}|{G}{G}"),
        ("{T}: Add two mana in any combination of colors.", "{T}: Add {Any}{Any}"),
        ("{T}: Add four mana of different colors.",
         "{T}: Add {W}{U}{B}{R}|{W}{U}{B}{G}|{W}{U}{R}{G}|{W}{B}{R}{G}|{U}{B}{R}{G}"),
        ("{T}: Add one mana of any color (only: Elemental spells or {X} spells)",
         "{T}: Add {Any} (only: Elemental spells or {X} spells)"),
        ("{t}: add {g}|{w} (1 Damage to you by a trigger)",
         "{T}: Add {G}|{W} (1 damage to you by a trigger)"),
        ("Pay {E}{E}: Add {Any}", "{E}{E}: Add {Any}"),
        ("{TK}: Add {C}", "{TK}: Add {C}"),
        ("Exile this card from your hand: Add {R}.", "exile this from hand: Add {R}"),
        ("{T}, Remove a charge counter from this land: Add {C}",
         "{T}, remove a charge counter: Add {C}"),
        ("Sacrifice another creature: Add {C}{C} (per: creature) (if: 3 Artifact)",
         "sacrifice another creature: Add {C}{C} (if: 3 artifact) (per: creature)"),
        ("Tap 2 untapped elf: Add {G}", "tap 2 untapped elf: Add {G}"),
        ("{T}: Add {C} (rider: haste) (once each turn)",
         "{T}: Add {C} (rider: haste) (once each turn)"),
        ("｛Ｔ｝：　Add ｛Ｇ｝", "{T}: Add {G}"),
        ("{T}: Add nothing", "{T}: Add nothing"),
        ("{3}, {T}: Add the unspent pool again", "{3}, {T}: Add the unspent pool again"),
    ],
)  # fmt: skip
def test_both_notations_print_as_the_compact_one(worded: str, compact: str) -> None:
    assert str(ability(worded)) == compact
    assert ability(compact) == ability(worded)


def test_a_tag_after_the_last_alternative_holds_for_all() -> None:
    shared = ability("{T}: Add {W}|{U} (only: spells)")
    assert shared == ability("{T}: Add {W} (only: spells)|{U} (only: spells)")
    assert str(shared) == "{T}: Add {W}|{U} (only: spells)"


def test_a_tag_of_one_alternative_alone_survives_printing() -> None:
    own = ability("{T}: Add {U} (only: spells)|{W}")
    swapped = ManaAbility(own.cost, own.outputs[::-1])
    assert str(swapped) == "{T}: Add {W}|{U} (only: spells)|{W}"
    assert ability(str(swapped)) == swapped


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("tap two untapped creatures you control", "tap 2 untapped creature"),
        ("return a land you control to its owner's hand", "return a land"),
        ("sacrifice three Treasures", "sacrifice 3 treasure"),
        ("sacrifice two other artifacts", "sacrifice 2 other artifact"),
        ("sacrifice a Goblin or a Food", "sacrifice a goblin or food"),
        ("sacrifice two artifacts and/or elves", "sacrifice 2 artifact or elf"),
        ("return two tapped Plains", "return 2 tapped plains"),
        ("discard two cards", "discard 2 card"),
        ("remove two charge counters", "remove 2 charge counters"),
    ],
)
def test_kinds_are_read_as_cards_say_them(written: str, read: str) -> None:
    """What a cost asks for must fit something: a plural that fits nothing would be a wrong no."""
    assert ActivationCost.parse(written) == ActivationCost.parse(read)
    assert str(ActivationCost.parse(written)) == read


def test_kinds_that_are_counted_are_read_in_the_plural() -> None:
    assert ability("{T}: Add {C} (if: three artifacts)").condition == (3, "artifact")
    assert ability("{T}: Add {C} (per: Elves you control)").per == "elf"
    assert ability("{T}: Add {C} (if: no creatures)").absent == "creature"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("sacrifice a creature with power 3: Add {G}", 12),
        ("{T}: Add {G} (per: land that is tapped)", 13),
        ("{T}: Add {G} (per: a  or land)", 13),
        ("{T}", 3),
        ("{T}: Draw a card", 5),
        (": Add {G}", 0),
        ("{T}, jump: Add {G}", 5),
        ("{T}, {T}: Add {G}", 5),
        ("{1}, {2}: Add {G}", 5),
        ("{1}, {2/Q}: Add {G}", 5),
        ("{T}: Add {W}|{2}", 13),
        ("{T}: Add {W}|{U} (only: a) (only: b)", 26),
        ("{T}: Add {G}; {C} (because)", 17),
        ("{T}: Add {G} (once each turn) (once each turn)", 13),
        ("{T}: Add ten mana of different colors", 9),
        ("pay 0 life: Add {G}", 4),
        ("exile a creature from your graveyard: Add {G}", 0),
        ("{T}: Add {G} (if: 0 artifact)", 13),
        ("{T}:" + " " * 10_000, 10_000),
    ],
)
def test_errors_point_into_the_text(text: str, position: int) -> None:
    with pytest.raises(AbilitySyntaxError) as caught:
        ability(text)
    assert (caught.value.text, caught.value.position) == (text, position)


@pytest.mark.parametrize("number", ["1001", "9" * 5000])
def test_numbers_are_limited(number: str) -> None:
    with pytest.raises(LimitError):
        ability(f"pay {number} life: Add {{G}}")
    assert ability("pay 1000 life: Add {G}").cost.life == 1000


def test_every_ability_of_the_case_files_is_read_back(shared: Path) -> None:
    texts = set()
    for file in sorted(shared.glob("cases/*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            for entry in case["board"] if case["game"] == "mtg" else ():
                texts.update(entry["abilities"])
    assert len(texts) > 100
    for text in texts:
        assert ability(str(ability(text))) == ability(text)
    assert [text for text in sorted(texts) if str(ability(text)) != text] == []


@given(st.text(max_size=40) | st.text("{}TWAny:|;/() addonly1,.", max_size=40))
def test_any_text_is_an_ability_or_a_syntax_error(text: str) -> None:
    try:
        read = ability(text)
    except (AbilitySyntaxError, LimitError):
        return
    assert ability(str(read)) == read
