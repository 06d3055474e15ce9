"""Mana lists and pools: reading, printing, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import AbilitySyntaxError
from autotap.models.mtg.mana import (
    MAX_TEXT,
    MAX_UNITS,
    Mana,
    ManaGroup,
    ManaTags,
    Retention,
    mana_list_text,
    mana_text,
    parse_mana_list,
    parse_pool,
    pool_text,
)
from autotap.models.mtg.symbols import COLORS, ManaType

W, U, B, R, G, C = ManaType

WORDS = st.sampled_from(["creature spells", "abilities", "costs that contain {X}", "a; b | c", "d"])
TAGS = st.builds(
    ManaTags,
    only=st.just("") | WORDS.map("only: {}".format) | WORDS.map("not: {}".format),
    origin=st.just("") | WORDS,
    flags=st.frozensets(st.sampled_from(["snow", "treasure", "time lord"]), max_size=2),
    riders=st.lists(WORDS, max_size=2).map(tuple),
    retention=st.sampled_from(Retention),
)
UNITS = st.sampled_from([(W,), (U,), (C,), COLORS, (W, U), (B, C), (U, R, G)])
GROUPS = st.builds(ManaGroup, st.lists(UNITS, min_size=1, max_size=4).map(tuple), TAGS)
POOLS = st.lists(st.builds(Mana, st.sampled_from(ManaType), TAGS), max_size=5).map(tuple)


@given(st.lists(GROUPS, min_size=1, max_size=3).map(tuple))
def test_a_list_is_read_back(groups: tuple[ManaGroup, ...]) -> None:
    assert parse_mana_list(mana_list_text(groups)) == groups


@given(POOLS)
def test_a_pool_is_read_back(pool: tuple[Mana, ...]) -> None:
    assert parse_pool(mana_text(pool)) == pool
    assert parse_pool(pool_text(pool)) == tuple(sorted(pool, key=pool_text_key))


def pool_text_key(mana: Mana) -> tuple[str, int]:
    return str(mana.tags), list(ManaType).index(mana.type)


@given(st.permutations(parse_pool("{R}{R}{G}; {C} (only: abilities); {W} (only: abilities)")))
def test_a_pool_has_one_text_whatever_its_order(pool: list[Mana]) -> None:
    assert pool_text(tuple(pool)) == "{R}{R}{G}; {W}{C} (only: abilities)"


def test_mtg_106_1_any_is_a_color_and_never_colorless() -> None:
    (group,) = parse_mana_list("{Any}")
    assert group.units == ((W, U, B, R, G),)


def test_mtg_106_8_hybrid_mana_is_one_of_its_halves() -> None:
    (group,) = parse_mana_list("{u/w}{C/B}")
    assert group.units == ((W, U), (B, C))
    assert str(group) == "{W/U}{B/C}"


def test_mtg_106_6_tags_leave_the_type_alone() -> None:
    (mana,) = parse_pool(
        "{G} (Only: creature spells) (from: Utopia Sprawl) (source: snow land) (rider: haste)"
        " (keep: turn)"
    )
    assert mana.type is G
    assert mana.tags == ManaTags(
        "only: creature spells",
        "Utopia Sprawl",
        frozenset({"snow", "land"}),
        ("haste",),
        Retention.TURN,
    )


def test_full_width_text() -> None:
    assert parse_pool("｛Ｒ｝｛Ｇ｝；　｛Ｕ｝") == (Mana(R), Mana(G), Mana(U))


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("{R};", 4),
        ("{R}; x", 5),
        ("{R}{2}", 3),
        ("{R} {G}", 3),
        ("{R} (only creature spells)", 3),
        ("{R} (only: )", 3),
        ("{R} (only: a) (only: b)", 13),
        ("{G}; {R} (only: a) (not: b)", 5),
        ("{R} (keep: week)", 0),
        ("{R} (from: a) (from: b)", 13),
        ("{R" + " " * MAX_TEXT, MAX_TEXT),
        ("{R}" * (MAX_UNITS + 1), 0),
    ],
)
def test_errors_point_into_the_text(text: str, position: int) -> None:
    with pytest.raises(AbilitySyntaxError) as caught:
        parse_mana_list(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_floating_mana_has_its_type_already() -> None:
    with pytest.raises(AbilitySyntaxError, match="one type") as caught:
        parse_pool("{R}; {Any}")
    assert caught.value.position == 5


@pytest.mark.parametrize("text", ["a (b", " a", "a\nb"])
def test_a_tag_that_could_not_be_read_back_is_refused(text: str) -> None:
    with pytest.raises(AbilitySyntaxError):
        ManaTags(riders=(text,))
    with pytest.raises(AbilitySyntaxError):
        ManaTags(only="creature spells")
