"""Wishes: their texts, and how far the mana spent misses them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.wish import MAX_TEXT, Wish

WORDS = st.text("abc {R}:;é", min_size=1, max_size=8).map(str.strip).filter(bool)
WISHES = st.one_of(
    st.builds(
        Wish,
        types=st.lists(st.sampled_from(ManaType), min_size=1, max_size=5).map(tuple),
        unwanted=st.booleans(),
    ),
    st.builds(Wish, colors=st.integers(1, 5)),
    st.builds(Wish, rider=st.just("") | WORDS, unwanted=st.booleans()),
)


@given(WISHES)
def test_a_wish_is_read_back(wish: Wish) -> None:
    assert Wish.parse(str(wish)) == wish


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("{g}{W}{g}", "{W}{G}{G}"),
        ("5 colours", "colors"),
        ("1 colors", "1 color"),
        (" Rider : it gains haste ", "rider: it gains haste"),
        ("NO  {B}{B}", "no {B}"),
        ("no rider", "no rider"),
    ],
)
def test_dialects(text: str, canonical: str) -> None:
    assert str(Wish.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("{X}", 0),
        ("{R} {R}", 0),
        ("6 colors", 0),
        ("no 2 colors", 3),
        ("no", 0),
        ("rider:", 0),
        ("x" * (MAX_TEXT + 1), MAX_TEXT),
    ],
)
def test_other_texts_are_refused_with_their_position(text: str, position: int) -> None:
    with pytest.raises(InputError) as error:
        Wish.parse(text)
    assert error.value.position == position


def test_wishes_that_say_nothing_or_too_much_are_refused() -> None:
    with pytest.raises(InputError):
        Wish()
    with pytest.raises(InputError):
        Wish(types=(ManaType.R,), colors=2)
    with pytest.raises(InputError):
        Wish(colors=2, unwanted=True)
    with pytest.raises(InputError):
        Wish(rider="line\nbreak")
    with pytest.raises(LimitError):
        Wish(colors=6)
    with pytest.raises(LimitError):
        Wish(types=(ManaType.R,) * 1001)


@pytest.mark.parametrize(
    ("wish", "spent", "missed"),
    [
        ("{R}{R}{R}", "{R}{R}{G}", 1),
        ("{R}{R}{R}", "{R}{R}{R}{R}", 0),
        ("{R}{G}", "", 2),
        ("colors", "{W}{W}{U}{C}", 3),
        ("2 colors", "{W}{W}{U}{C}", 0),
        ("rider", "{R}", 1),
        ("rider", "{R} (rider: haste)", 0),
        ("rider: haste", "{R} (rider: scry 1)", 1),
        ("rider: haste", "{R} (rider: scry 1) (rider: haste)", 0),
        ("no rider", "{R}{R} (rider: haste); {R}", 2),
        ("no rider: scry 1", "{R}{R} (rider: haste)", 0),
        ("no {B}{G}", "{B}{B}{G}{W}", 3),
    ],
)
def test_what_is_missed(wish: str, spent: str, missed: int) -> None:
    assert Wish.parse(wish).missed_by(parse_pool(spent)) == missed
