"""Folding, quoting, and splitting outside of brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import BoardSyntaxError
from autotap.models.text import fold, quote, split_outside, top_level, unquote


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_quoted_text_is_read_back(text: str) -> None:
    quoted = quote(text)
    assert unquote(quoted) == text
    assert fold(quoted) == quoted
    assert set(quoted[1:-1]).isdisjoint('()[]{};:#="\n\r')


@given(st.text())
def test_folding_keeps_positions_and_is_done_once(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@given(st.text('a;(){}[]"\\ ', max_size=20))
def test_pieces_stand_where_they_are_said_to_stand(text: str) -> None:
    for at, piece in split_outside(text, ";", quotes=True):
        assert text[at : at + len(piece)] == piece


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a;b", ["a", "b"]),
        ("a(;)b; c", ["a(;)b", "c"]),
        ("a([;);b", ["a([;)", "b"]),
        ("a[(];)];b", ["a[(];)]", "b"]),
        ("{;}[;];", ["{;}[;]", ""]),
        ('"a;b";"c', ['"a;b"', '"c']),
        ('";\\";";a', ['";\\";"', "a"]),
    ],
)
def test_only_separators_outside_of_brackets_and_quotes_split(text: str, pieces: list[str]) -> None:
    assert [piece for _, piece in split_outside(text, ";", quotes=True)] == pieces


@pytest.mark.parametrize(
    ("text", "position"), [("a(b", 1), ("a)b", 1), ("[(])", 0), ("[{]}", 2), ("[a(b)", 0)]
)
def test_a_bracket_without_its_partner_is_named(text: str, position: int) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        list(top_level(text, ";", fault=BoardSyntaxError))
    assert caught.value.position == position
