"""The text form of continuous effects."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import EffectSyntaxError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.effect_text import effect_text, is_effect, parse_effect
from autotap.models.mtg.effects import (
    BASIC_LAND_TYPES,
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
from autotap.models.mtg.open_ability import OpenAbility
from autotap.models.mtg.symbols import ManaType

WORDS = ["land", "creature", "artifact", "legendary", "swamp", "elf", "snow"]
AFFECTED = st.builds(
    Affected,
    all_of=st.frozensets(st.sampled_from(WORDS), max_size=2),
    any_of=st.just(frozenset()) | st.just(frozenset({"creature", "planeswalker"})),
    none_of=st.frozensets(st.sampled_from(["basic", "land"]), max_size=1),
    colors=st.frozensets(st.sampled_from([ManaType.G, ManaType.W]), max_size=1),
    name=st.just("") | st.sampled_from(["island", "urborg, tomb", 'a "b" has / is; c', "é"]),
    ids=st.none() | st.frozensets(st.sampled_from(["Forest 1", "a; b / c", '"', "[x"]), max_size=2),
    attached=st.booleans(),
    yours=st.booleans(),
).filter(lambda affected: affected.ids is None or len(affected.ids) > 0)
LISTS = st.sampled_from(["{G}", "{Any}{C}", "{W} (only: creature spells); {U}"]).map(
    parse_mana_list
)
PLAIN_LISTS = st.sampled_from(["{G}", "{Any}", "{C}"]).map(parse_mana_list)
NUMBERS = st.integers(1, 9)
ABILITIES = st.sampled_from(
    ["{T}: Add {Any}", "{1}, {T}, sacrifice this: Add {W}|{U} (only: spells) (1 damage to you)"]
).map(ManaAbility.parse) | st.sampled_from(
    ["sacrifice this: Add one mana of any type this land could produce"]
).map(OpenAbility.parse)
EFFECTS = st.one_of(
    st.builds(
        TypeSetting,
        AFFECTED,
        st.frozensets(st.sampled_from(sorted(BASIC_LAND_TYPES)), min_size=1),
        st.booleans(),
    ),
    st.builds(Grant, AFFECTED, ABILITIES),
    st.builds(Multiplier, AFFECTED, st.integers(2, 100)),
    st.builds(OutputReplacement, AFFECTED, PLAIN_LISTS, st.booleans(), NUMBERS),
    st.builds(
        ExtraMana,
        AFFECTED,
        st.sampled_from(["Wild Growth", "Mirari's Wake", "a [b]; c / d"]),
        st.none() | st.just(()) | LISTS,
        st.frozensets(st.sampled_from(["snow", "time lord"]), max_size=2),
        st.frozensets(st.sampled_from(ManaType)),
        st.booleans(),
        st.integers(0, 9),
    ),
    st.builds(TapDamage, AFFECTED, NUMBERS),
    st.builds(CostBan, st.just(True), st.none() | AFFECTED),
    st.builds(CostBan, st.just(False), AFFECTED),
    st.builds(GivenAmount, st.sampled_from(["elf", "devotion to green", "a counters"]), NUMBERS),
)


@given(EFFECTS)
def test_an_effect_is_read_back(effect: Effect) -> None:
    text = effect_text(effect)
    assert is_effect(text)
    assert parse_effect(text) == effect


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Each Land is also Swamp", "each land is also swamp"),
        ("each land  tapped for mana adds {g}", "each land tapped for mana adds {G} (from: Mine)"),
        ("each Elf you control has {T}: Add {G}.", "each elf you control has {T}: Add {G}"),
        (
            "each land named Island tapped for mana adds {U}",
            'each land named "island" tapped for mana adds {U} (from: Mine)',
        ),
        ("ｅach land is swamp", "each land is swamp"),
    ],
)
def test_other_spellings(text: str, canonical: str) -> None:
    """Without ``from`` the mana is that of the permanent that has the effect (MTG-106.3)."""
    assert effect_text(parse_effect(text, "Mine")) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "each land",
        "each land is desert",
        "each land you like is swamp",
        "each land tapped for mana adds",
        "each land tapped for mana adds {Q}",
        "each land tapped for mana adds {G}",
        "each land tapped for mana makes 1 times as much",
        "each land tapped for mana makes 999999999999 times as much",
        "each land tapped for mana makes {G} (only: spells) instead",
        "each land tapped for mana makes as much {G}{G} instead",
        "each land tapped for mana deals 0 damage to you",
        "each land has {T}",
        "each land has {T}: foo",
        'each land among "\\q" is swamp',
        "cannot",
        "cannot pay mana",
        "= 3",
        "elf = -1",
        "x" * 20_000,
    ],
)
def test_what_is_no_effect(text: str) -> None:
    with pytest.raises(EffectSyntaxError, match="expected"):
        parse_effect(text)
