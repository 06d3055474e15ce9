"""Mana costs: dialects, canonical form, sums and reductions."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import CostSyntaxError, LimitError, UnsupportedCostError
from autotap.models.mtg.cost import MAX_SYMBOLS, MAX_TEXT, ManaCost
from autotap.models.mtg.symbols import ManaSymbol, ManaType

W, U, B, R, G, C = ManaType
CARD_COSTS = Path(__file__).parents[2].parent / "shared" / "cards" / "costs.tsv"


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


NAMES = (
    "X Y 0 1 2 17 99 C S 2/W 2/G C/U C/R W/U W/B U/B U/R B/R B/G R/G R/W G/W G/U "
    "W/U/P G/U/P W/P G/P W U B R G"
)
SYMBOLS = st.sampled_from(NAMES.split()).map(ManaSymbol.parse)
COSTS = st.lists(SYMBOLS, max_size=12).map(lambda symbols: ManaCost(tuple(symbols)))


@given(COSTS)
def test_text_round_trip(any_cost: ManaCost) -> None:
    assert ManaCost.parse(str(any_cost)) == any_cost


@given(st.lists(SYMBOLS, max_size=12).flatmap(lambda s: st.tuples(st.just(s), st.permutations(s))))
def test_mtg_sym_20_order_is_irrelevant(orders: tuple[list[ManaSymbol], list[ManaSymbol]]) -> None:
    first, second = (ManaCost(tuple(order)) for order in orders)
    assert first == second
    assert hash(first) == hash(second)
    assert first.mana_value == sum(symbol.mana_value for symbol in orders[0])


@given(st.text(max_size=20) | st.text("{}()/oOwWuUpPxX2 5sScC", max_size=20))
def test_any_text_is_a_cost_or_a_syntax_error(text: str) -> None:
    try:
        parsed = ManaCost.parse(text)
    except CostSyntaxError as error:
        position = error.position
    else:
        position = 0
        assert ManaCost.parse(str(parsed)) == parsed
    assert position is not None
    assert 0 <= position <= len(text)


def test_mtg_sym_20_canonical_form() -> None:
    assert str(cost("{G}{W}{W/P}{W/U/P}{G/W}{C/W}{2/W}{S}{C}{1}{X}{2}{0}")) == (
        "{X}{3}{C}{S}{2/W}{C/W}{G/W}{W/U/P}{W/P}{W}{G}"
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{2}{W/U}{G/P}", "{2}{W/U}{G/P}"),
        ("{2}{w/u}{g/p}", "{2}{W/U}{G/P}"),
        ("2WU", "{2}{W}{U}"),
        ("xxr", "{X}{X}{R}"),
        ("12G", "{12}{G}"),
        ("0", "{0}"),
        ("{WP}{GUP}", "{G/U/P}{W/P}"),
        ("2W/UG", "{2}{W/U}{G}"),
        ("2/W2/W", "{2/W}{2/W}"),
        ("(W/U)(W/U)", "{W/U}{W/U}"),
        ("o2oWoU", "{2}{W}{U}"),
        ("oXo(R/G)o(2/B)", "{X}{2/B}{R/G}"),
        ("2 W U", "{2}{W}{U}"),
        ("2 WU", "{2}{W/U}"),
        ("1 BP BP", "{1}{B/P}{B/P}"),
        ("2 G GUP U", "{2}{G/U/P}{U}{G}"),
        ("2W 2W 2W", "{2/W}{2/W}{2/W}"),
        ("UP", "{U/P}"),
        ("  {2}\t{U} ", "{2}{U}"),
        ("\uff5b\uff12\uff5d\uff5b\uff37\uff0f\uff35\uff5d", "{2}{W/U}"),
        ("\uff12\uff37\u3000\uff35", "{2/W}{U}"),
    ],
)
def test_dialects(text: str, printed: str) -> None:
    assert str(cost(text)) == printed


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("  ", 0),
        ("{2}{W", 3),
        ("{2}W}", 4),
        ("2W(U", 2),
        ("2WT", 2),
        ("{2}{T}", 3),
        ("\uff12\uff37{Q}", 2),
        ("2 WW", 2),
        ("WUP", 2),
        ("1{100}", 1),
        ("1½", 1),
        ("{1} // {W}", 4),
    ],
)
def test_errors_point_into_the_text(text: str, position: int) -> None:
    with pytest.raises(CostSyntaxError) as caught:
        cost(text)
    assert caught.value.position == position
    assert caught.value.text == text


def test_limits() -> None:
    assert cost("W" * MAX_SYMBOLS).mana_value == MAX_SYMBOLS
    with pytest.raises(CostSyntaxError, match="1000 symbols"):
        cost("W" * (MAX_SYMBOLS + 1))
    with pytest.raises(CostSyntaxError, match="characters"):
        cost(" " * MAX_TEXT + "W")
    with pytest.raises(LimitError):
        cost("W" * MAX_SYMBOLS) + cost("W")
    with pytest.raises(LimitError):
        cost("X").with_x(10**9)
    with pytest.raises(LimitError):
        cost("W").add_generic(-1)


@pytest.mark.skipif(not CARD_COSTS.exists(), reason="the shared card facts are not here")
def test_every_printed_cost_round_trips() -> None:
    with CARD_COSTS.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        texts = {row["mana_cost"] for row in rows} - {""}
    assert len(texts) > 800
    for text in texts:
        parsed = cost(text)
        assert cost(str(parsed)) == parsed
        assert str(parsed).count("{") == text.count("{")


def test_large_generic_amounts_round_trip_in_numbers_that_exist() -> None:
    large = cost("{X}{R}").with_x(1000)
    assert large.generic == 1000
    assert str(large) == "{99}" * 10 + "{10}{R}"
    assert cost(str(large)) == large


def test_mtg_202_3_mana_value_takes_the_larger_half_and_x_as_zero() -> None:
    values = {"{2/B}": 2, "{C/W}": 1, "{W/P}": 1, "{X}{X}{R}": 1, "{3}{S}": 4, "{0}": 0}
    assert {text: cost(text).mana_value for text in values} == values
    assert cost("{X}{X}{R}").mana_value_with(3) == 7


def test_mtg_202_2_colors_come_from_every_half() -> None:
    assert cost("{2}{W/U}{G/P}").colors == {W, U, G}
    assert cost("{C/W}").colors == {W}
    assert cost("{X}{3}{C}{S}").colors == set()


def test_counts() -> None:
    walking = cost("{X}{X}{2}{2/W}{G}{G}")
    assert walking.x_count == 2
    assert walking.generic == 2
    assert walking.count(ManaSymbol.parse("G")) == 2
    assert walking.count(ManaSymbol.parse("W")) == 0
    assert cost("{0}").is_zero
    assert not cost("{X}").is_zero


def test_mtg_sym_05_announced_x_is_generic() -> None:
    assert str(cost("{X}{X}{1}{U}").with_x(2)) == "{5}{U}"
    assert str(cost("{X}{U}").with_x(0)) == "{U}"
    assert str(cost("{X}{Y}").with_x(3, "Y")) == "{X}{3}"


def test_sums_merge_generic() -> None:
    assert str(cost("{2}{U}") + cost("{1}{W}")) == "{3}{W}{U}"


@pytest.mark.parametrize(
    ("before", "reduction", "after"),
    [
        pytest.param("{U}{U}", "{2}", "{U}{U}", id="MTG-118.7a"),
        pytest.param("{3}{2/W}", "{4}", "{2/W}", id="MTG-118.7a-hybrid-untouched"),
        pytest.param("{S}{1}", "{2}", "{S}", id="MTG-SYM-11-snow-untouched"),
        pytest.param("{3}{G}", "{R}", "{2}{G}", id="MTG-118.7b"),
        pytest.param("{2}{W}", "{W}{W}", "{1}", id="MTG-118.7c"),
        pytest.param("{1}{C}", "{C}{C}", "{0}", id="MTG-118.7c-colorless"),
        pytest.param("{W}", "{W}{W}{W}", "{0}", id="MTG-118.7-not-below-zero"),
        pytest.param("{2}{W}{W}", "{W/P}", "{2}{W}", id="MTG-118.7f-phyrexian"),
        pytest.param("{2}{S}", "{S}", "{1}{S}", id="MTG-118.7f-snow"),
        pytest.param("{1}{U}", "{U}", "{1}", id="MTG-118.7e-one-half"),
        pytest.param("{1}{U}", "{W}", "{U}", id="MTG-118.7e-other-half"),
        pytest.param("{2}{B}{G}", "{1}{B}{B}", "{G}", id="MTG-RED-03"),
        pytest.param("{W/U}", "{W}", "{W/U}", id="MTG-118.7h-side-not-announced"),
    ],
)
def test_reductions(before: str, reduction: str, after: str) -> None:
    assert str(cost(before).reduce(cost(reduction))) == after


@pytest.mark.parametrize(
    ("before", "reduction", "after"),
    [
        pytest.param("{2}{W}", "{W}{B}", "{2}", id="MTG-RED-04-edgewalker"),
        pytest.param("{3}{G}", "{W}{U}{B}{R}{G}", "{3}", id="MTG-RED-04-morophon"),
        pytest.param("{G}" * 8, "{G}" * 5, "{G}{G}{G}", id="MTG-RED-05"),
    ],
)
def test_reductions_of_colored_mana_only(before: str, reduction: str, after: str) -> None:
    assert str(cost(before).reduce(cost(reduction), spill=False)) == after


@pytest.mark.parametrize("reduction", ["{W/U}", "{2/W}", "{X}"])
def test_mtg_118_7e_a_reduction_with_a_choice_is_refused(reduction: str) -> None:
    with pytest.raises(UnsupportedCostError):
        cost("{3}{W}").reduce(cost(reduction))
