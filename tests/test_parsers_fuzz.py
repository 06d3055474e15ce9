"""Whatever a parser is given, it answers or raises an `AutotapError` that points into the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.codec import (
    problem_from_json,
    problem_to_json,
    result_from_json,
    result_to_json,
)
from autotap.models.duel_masters import DuelMastersCost, ManaZone, parse_civilizations
from autotap.models.errors import AutotapError, InputError
from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import parse_mana_list, parse_pool
from autotap.models.mtg.restriction import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES: dict[str, list[str]] = {
    "cost": ["{2}{W/U}{G/P}", "2WU", "o2o(W/U)", "xxr", "{X}{S}{C/W}{2/B}", "{0}", "2 WU GP"],
    "ability": [
        "{T}: Add {G} or {W}.",
        "{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R} (only: creature spells) (rider: haste)",
        "{T}, Pay 1 life, Remove a charge counter: Add one mana of any color.",
        "sacrifice another creature: Add {C}{C} (per: elf) (if: 3 artifact) (once each turn)",
        "{1}, {T}: Add {G} (from: X); {C}{C} (keep: turn) (2 damage to you by a trigger)",
        "{3}, {T}: Add the unspent pool again",
    ],
    "activation cost": [
        "tap 2 untapped creature, exile 3 cards from your graveyard",
        "{E}{E}, {TK}, discard your hand, return a tapped creature or land, {Q}",
    ],
    "mana list": ["{R}{R}; {G} (only: creature spells) (source: snow)", "{Any}{W/U}", "{C}"],
    "board": [
        "2 Plains; Island (tapped); My Rock [{1}, {T}: Add {W}{U}]",
        "Plains, 3x Sol Ring (sick), Swamp (id: a b), Urza, Lord High Artificer # so (\nSwamp",
        '"Quoted; name" (types: snow "time lord", colors: GW, 2 charge counters, power 3) []',
        "life: 7; pool: {R} (only: abilities); graveyard: 2 land (name: X); ruling: only: a = yes",
    ],
    "restriction": [
        "only: colorless Eldrazi spells or abilities of colorless Eldrazi",
        "not: generic costs",
        "only: spells with mana value 5 or greater or {X} in the cost",
        "only: equip abilities or Equipment spells",
    ],
    "zone": [
        "2 Fire; Fire/Nature (tapped); Rainbow [all] (number 0)",
        'Red Dragon [fire] (number 1 or 2, id dragon, face-down); "A b" [水/闇]',
    ],
    "points": ["fire/nature(5)", "5 火", "[colorless(3)]", "light 2"],
    "civilizations": ["fire/nature", "自然・火", "all", "無色"],
    "problem": [
        '{"autotap": 1, "board": "2 Plains; Sol Ring", "pay": {"cost": "{2}{W}"}, "x": null}',
        '{"autotap": 1, "game": "magic", "board": {"sources": [{"name": "X", "count": 2, "id": '
        '"x", "types": ["land"], "abilities": ["{T}: Add {G}"], "counters": {"a": 1}}], "pool": '
        '"{R}", "life": 20, "graveyard": [{"count": 3}]}, "pay": {"cost": null, "payers": '
        '["convoke"], "additional": "{T}", "totals": [{"total": "{1}", "x": 2}], "spend_as": '
        '{"R": "WU"}, "rulings": {"only: a": "no"}}, "objective": {"weights": {"life": 2}}}',
        '{"autotap": 1, "game": "duel_masters", "board": {"cards": [{"name": "A", "count": 2, '
        '"civilizations": "fire", "mana_number": [1, 2]}]}, "pay": {"cost": "fire(2)", "changes": '
        '[{"change": "reduce", "amount": 1, "floor": 1}], "options": {"era": "classic"}}}',
    ],
    "result": [
        '{"autotap": 1, "status": "UNKNOWN"}',
        '{"autotap": 1, "status": "OPTIMAL", "payment": {"game": "magic", "announcement": '
        '{"total": "{W}"}, "mana": ["{W}"], "activations": [{"source": "a", "ability": 0, "made": '
        '[0]}], "spends": [{"symbol": "{W}", "mana": [0], "payers": []}], "floating": []}}',
        '{"autotap": 1, "status": "OPTIMAL", "payment": {"game": "duel_masters", "taps": '
        '[{"card": "a", "role": "fire", "number": 1}]}}',
    ],
}
PARSERS: dict[str, Callable[[str], Any]] = {
    "cost": ManaCost.parse,
    "ability": ManaAbility.parse,
    "activation cost": ActivationCost.parse,
    "mana list": lambda text: (parse_mana_list(text), parse_pool(text)),
    "board": Board.parse,
    "restriction": Restriction.parse,
    "zone": ManaZone.parse,
    "points": DuelMastersCost.parse,
    "civilizations": parse_civilizations,
    "problem": problem_from_json,
    "result": result_from_json,
}
WRITERS: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(
        ("cost", "ability", "activation cost", "board", "restriction", "zone", "points"), str
    ),
    "problem": problem_to_json,
    "result": result_to_json,
}

SPICE = st.sampled_from(
    [
        *"{}()[]\"'\\/;:,.#|=-+0123456789 \n\r\t\x00\x1b\ufeff\u2028²½Ａ１｛火İ🎴",
        *("\ud800", " or ", " and ", "{T}", "{Any}", "9" * 30),
        *("null", "true", "NaN", "1e999", '"a":', "none"),
    ]
)
ANYTHING = st.text(max_size=30) | st.lists(SPICE, max_size=20).map("".join)


@st.composite
def mutated(draw: st.DrawFn, samples: list[str]) -> str:
    """Valid text with a few pieces cut out, doubled, moved or replaced."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 8)))
        piece = draw(SPICE | st.just("") | st.just(text[start:end] * 2))
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=200)
@given(data=st.data())
def test_nothing_but_autotap_errors_escapes(name: str, data: st.DataObject) -> None:
    text = data.draw(mutated(SAMPLES[name]) | ANYTHING)
    fault = None
    try:
        read = PARSERS[name](text)
    except AutotapError as error:
        fault = error
    if isinstance(fault, InputError):
        assert fault.position is None or 0 <= fault.position <= len(fault.text)
    elif fault is None and name in WRITERS:
        assert PARSERS[name](WRITERS[name](read)) == read


@pytest.mark.parametrize("name", ["problem", "result"])
@given(data=st.data())
def test_bytes_that_are_no_text(name: str, data: st.DataObject) -> None:
    source = data.draw(mutated(SAMPLES[name]).map(lambda t: t.encode("utf-8", "surrogatepass")))
    at = data.draw(st.integers(0, len(source)))
    source = source[:at] + data.draw(st.binary(max_size=3)) + source[at:]
    parse: Callable[[bytes], Any] = problem_from_json if name == "problem" else result_from_json
    try:
        parse(source)
    except AutotapError:
        return


@pytest.mark.parametrize(("name", "sample"), [(n, s) for n in SAMPLES for s in SAMPLES[n]])
def test_the_samples_are_valid(name: str, sample: str) -> None:
    if (name, sample) not in ANSWERED_WITH_AN_ERROR:
        PARSERS[name](sample)


ANSWERED_WITH_AN_ERROR = {
    ("mana list", "{Any}{W/U}"),
    ("problem", SAMPLES["problem"][1]),
}
"""Samples that are almost valid: they reach deeper than a valid one."""
