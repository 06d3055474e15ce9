"""Symbols of a mana cost."""

from __future__ import annotations

import copy
import pickle

import pytest

from autotap.models.errors import CostSyntaxError
from autotap.models.mtg.symbols import COLORS, ManaSymbol, ManaType

W, U, B, R, G, C = ManaType


def types_of(text: str) -> tuple[ManaType, ...]:
    return ManaSymbol.parse(text).types


def test_mtg_106_1_five_colors_six_types() -> None:
    assert COLORS == (W, U, B, R, G)
    assert list(ManaType) == [*COLORS, C]


@pytest.mark.parametrize(
    ("text", "types", "generic", "phyrexian", "snow", "variable", "mana_value", "colors"),
    [
        pytest.param("{W}", (W,), 0, False, False, "", 1, {W}, id="MTG-SYM-01"),
        pytest.param("{C}", (C,), 0, False, False, "", 1, set(), id="MTG-SYM-02"),
        pytest.param("{3}", (), 3, False, False, "", 3, set(), id="MTG-SYM-03"),
        pytest.param("{0}", (), 0, False, False, "", 0, set(), id="MTG-SYM-04"),
        pytest.param("{X}", (), 0, False, False, "X", 0, set(), id="MTG-SYM-05"),
        pytest.param("{W/U}", (W, U), 0, False, False, "", 1, {W, U}, id="MTG-SYM-06"),
        pytest.param("{2/W}", (W,), 2, False, False, "", 2, {W}, id="MTG-SYM-07"),
        pytest.param("{C/W}", (C, W), 0, False, False, "", 1, {W}, id="MTG-SYM-08"),
        pytest.param("{W/P}", (W,), 0, True, False, "", 1, {W}, id="MTG-SYM-09"),
        pytest.param("{W/U/P}", (W, U), 0, True, False, "", 1, {W, U}, id="MTG-SYM-10"),
        pytest.param("{S}", (), 0, False, True, "", 1, set(), id="MTG-SYM-11"),
    ],
)
def test_parts(
    text: str,
    types: tuple[ManaType, ...],
    generic: int,
    phyrexian: bool,
    snow: bool,
    variable: str,
    mana_value: int,
    colors: set[ManaType],
) -> None:
    symbol = ManaSymbol.parse(text)
    assert symbol == ManaSymbol(types, generic, phyrexian, snow, variable)
    assert symbol.mana_value == mana_value
    assert symbol.colors == frozenset(colors)
    assert str(symbol) == text


def test_kinds_of_symbol() -> None:
    plain = [text for text in "WUBRGCS0X" if ManaSymbol.parse(text).is_plain]
    assert plain == list("WUBRGC")
    assert not any(ManaSymbol.parse(text).is_plain for text in ("W/U", "2/W", "C/W", "W/P"))
    assert [t for t in ("0", "7", "2/W", "S", "X", "W") if ManaSymbol.parse(t).is_generic] == [
        "0",
        "7",
    ]
    assert ManaSymbol.parse("2/G").is_monocolored_hybrid
    assert not any(ManaSymbol.parse(t).is_monocolored_hybrid for t in ("2", "C/G", "G/P", "G"))


@pytest.mark.parametrize("pair", ["WU", "WB", "UB", "UR", "BR", "BG", "RG", "RW", "GW", "GU"])
def test_hybrids_print_in_the_conventional_order(pair: str) -> None:
    first, second = pair[0], pair[1]
    for spelling in (f"{first}/{second}", f"{second}/{first}", pair, pair[::-1].lower()):
        assert str(ManaSymbol.parse(spelling)) == f"{{{first}/{second}}}"
        stroke = "/" if "/" in spelling else ""
        assert str(ManaSymbol.parse(f"{spelling}{stroke}P")) == f"{{{first}/{second}/P}}"
    assert types_of(pair) == (ManaType(first), ManaType(second))


def test_equal_symbols_are_one_object_with_equal_hashes() -> None:
    symbol = ManaSymbol.parse("{g/p}")
    assert symbol is ManaSymbol.parse("G/P")
    for other in (copy.deepcopy(symbol), pickle.loads(pickle.dumps(symbol))):
        assert other == symbol
        assert hash(other) == hash(symbol)
        assert str(other) == "{G/P}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("{T}", "tap symbol", id="MTG-SYM-12-tap"),
        pytest.param("{Q}", "untap symbol", id="MTG-SYM-12-untap"),
        pytest.param("{E}", "energy", id="MTG-SYM-13"),
        pytest.param("{TK}", "ticket", id="MTG-SYM-14"),
        pytest.param("{+1}", "loyalty", id="MTG-SYM-15-plus"),
        pytest.param("{\N{MINUS SIGN}7}", "loyalty", id="MTG-SYM-15-minus"),
        pytest.param("{H}", "any Phyrexian symbol", id="MTG-SYM-16"),
        pytest.param("{P}", "pawprint", id="MTG-SYM-17-pawprint"),
        pytest.param("{CHAOS}", "planar die", id="MTG-SYM-17-chaos"),
        pytest.param("{PW}", "planeswalker", id="MTG-SYM-17-planeswalker"),
        pytest.param("{A}", "acorn", id="MTG-SYM-17-acorn"),
        pytest.param("{HW}", "half a mana", id="MTG-SYM-18-half-white"),
        pytest.param("{HR}", "half a mana", id="MTG-SYM-18-half-red"),
        pytest.param("{½}", "half a mana", id="MTG-SYM-18-half"),
        pytest.param("{∞}", "infinite", id="MTG-SYM-18-infinite"),
        pytest.param("{100}", "joke set", id="MTG-SYM-18-hundred"),
        pytest.param("{1000000}", "joke set", id="MTG-SYM-18-million"),
        pytest.param("{L}", "legendary source", id="MTG-SYM-19-legendary"),
        pytest.param("{D}", "land drop", id="MTG-SYM-19-land-drop"),
        ("{101}", "not a number from 0 to 99"),
        ("{W/W}", "not a known symbol"),
        ("{3/W}", "not a known symbol"),
        ("{C/P}", "not a known symbol"),
        ("{}", "not a known symbol"),
    ],
)
def test_refused_symbols_are_named_with_their_own_reason(text: str, why: str) -> None:
    with pytest.raises(CostSyntaxError) as caught:
        ManaSymbol.parse(text)
    assert why in caught.value.hint
    assert text in caught.value.hint
    assert caught.value.position == 0


def test_refused_names_cannot_write_to_a_terminal() -> None:
    with pytest.raises(CostSyntaxError) as caught:
        ManaSymbol.parse("{\x1b[31m}")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "parts",
    [
        {"types": (U, W)},
        {"types": (W,), "snow": True},
        {"types": (W,), "generic": 3},
        {"generic": 100},
        {"generic": -1},
        {"phyrexian": True},
        {"variable": "N"},
    ],
)
def test_parts_that_are_no_symbol(parts: dict[str, object]) -> None:
    with pytest.raises(CostSyntaxError):
        ManaSymbol(**parts)  # type: ignore[arg-type]
