"""The JSON form of problems and results."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.codec import (
    problem_from_json,
    problem_to_json,
    result_from_json,
    result_to_json,
)
from autotap.models.codec_records import ObjectiveRecord, ResultRecord, ShortfallRecord
from autotap.models.duel_masters import (
    AdditionalTap,
    AlternativeCost,
    Civilization,
    DuelMastersCard,
    DuelMastersCost,
    DuelMastersOptions,
    DuelMastersSpell,
    Era,
    Increase,
    ManaZone,
    PointOvershoot,
    Reduction,
)
from autotap.models.duel_masters import records as zone_records
from autotap.models.errors import (
    AbilitySyntaxError,
    CostSyntaxError,
    InputError,
    LimitError,
    SchemaError,
    UnknownNameError,
    UnsupportedCostError,
)
from autotap.models.mtg.ability import Deed
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.board_records import BoardRecord, CardRecord, SourceRecord
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.payment_records import ActivationRecord, PaymentRecord, SpendRecord
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.source import Source
from autotap.models.mtg.spell import ANY_COLOR, Announcement, Payer, Spell
from autotap.models.mtg.spell_records import (
    AnnouncementRecord,
    ChosenObjectRecord,
    CostOptionRecord,
    ModifierRecord,
    SpellRecord,
)
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import (
    ChosenObject,
    CostOption,
    emerge,
    harmonize,
    kicker,
    life_for_less,
    offering,
    optional,
)
from autotap.models.mtg.wish import Wish
from autotap.models.objective import DUEL_MASTERS_TERMS, MAGIC_TERMS, LossWeights, Objective
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import (
    Activation,
    Payment,
    Result,
    Shortfall,
    Spend,
    Status,
    Tap,
    ZonePayment,
)
from autotap.models.strict_json import MAX_BYTES, MAX_DEPTH
from tests.mtg.test_ability import COSTS as ACTIVATION_COSTS
from tests.mtg.test_board_text import POOL, boards

WORDS = st.sampled_from(["creature", "elf", "time lord", "X", "only: creature spells"])
SETS = st.frozensets(WORDS, max_size=2)
NUMBERS = st.integers(0, 9)
MANA_COSTS = st.sampled_from(["{0}", "{X}{2}{W}", "{G/U}{W/P}", "{S}{C}"]).map(ManaCost.parse)
AMOUNTS = st.sampled_from(["{1}", "{W/U}{S}"]).map(ManaCost.parse)
TYPES = st.frozensets(st.sampled_from(ManaType))
ANNOUNCEMENTS = st.builds(
    Announcement,
    MANA_COSTS,
    st.none() | NUMBERS,
    NUMBERS,
    *[st.lists(WORDS, max_size=2).map(tuple)] * 4,
    st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=2).map(tuple)), max_size=2).map(tuple),
)
CONTEXTS = st.builds(
    Context,
    kind=st.sampled_from(PaymentKind),
    types=SETS,
    colors=TYPES,
    mana_value=NUMBERS,
    x_count=NUMBERS,
    symbols=SETS,
    mana_cost_symbols=st.none() | SETS,
    zone=st.sampled_from(["", "graveyard"]),
    keywords=SETS,
    is_commander=st.booleans(),
    owned=st.booleans(),
    face_down=st.booleans(),
    has_abilities=st.booleans(),
    name=st.sampled_from(["", "Bear"]),
    chosen=SETS,
)
OPTIONS = st.sampled_from(
    [
        emerge("{5}{U}", least=1),
        harmonize("{X}{U}"),
        offering("goblin"),
        kicker("{X}", most=None),
        life_for_less("Defiler", "{G}"),
        optional("escape", "{1}, exile 2 land cards from your graveyard", least=2, most=3),
    ]
)
SPELLS = st.builds(
    Spell,
    cost=st.none() | MANA_COSTS,
    name=st.sampled_from(["", "Bear"]),
    context=CONTEXTS,
    payers=st.frozensets(st.sampled_from(Payer)),
    waterbend=NUMBERS,
    additional=ACTIVATION_COSTS,
    modifiers=st.lists(
        st.builds(Modifier, st.sampled_from(Change), AMOUNTS, NUMBERS, st.booleans(), WORDS),
        max_size=2,
    ).map(tuple),
    totals=st.lists(ANNOUNCEMENTS, max_size=2).map(tuple),
    spend_as=st.sampled_from([(), ANY_COLOR, ((ManaType.R, frozenset({ManaType.W})),)]),
    only_from=SETS,
    only_colors=st.none() | TYPES,
    x_colors=st.none() | TYPES,
    x_limit=st.none() | NUMBERS,
    x_distinct=st.booleans(),
    waterbend_x=st.booleans(),
    no_mana=st.booleans(),
    no_life=st.booleans(),
    rulings=st.dictionaries(WORDS, st.sampled_from(Ruling)).map(lambda d: tuple(d.items())),
    options=st.sets(OPTIONS, max_size=3).map(tuple),
    assist=NUMBERS,
)
OBJECTIVES, ZONE_OBJECTIVES = (
    st.builds(
        Objective,
        st.sampled_from([(), terms[::-1]]),
        NUMBERS,
        st.builds(LossWeights, life=NUMBERS, permanent=NUMBERS),
    )
    for terms in (MAGIC_TERMS, DUEL_MASTERS_TERMS)
)


def _ruled_once(board: Board) -> Board:
    """The board with one ruling for each text: JSON has no more."""
    return replace(board, rulings=tuple(dict(board.rulings).items()))


WISH_TEXTS = ("{R}{R}{R}", "2 colors", "rider: haste", "no {B}", "no rider")
WISHES = st.lists(st.sampled_from(WISH_TEXTS).map(Wish.parse), max_size=2).map(tuple)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    board = _ruled_once(draw(boards()))
    board = replace(board, opponents=tuple(map(_ruled_once, board.opponents)))
    ids = st.frozensets(st.sampled_from([source.id for source in board.sources] or [""]))
    some = ids if board.sources else st.just(frozenset[str]())
    return Problem(
        board,
        draw(SPELLS),
        draw(st.none() | NUMBERS),
        draw(OBJECTIVES),
        draw(some),
        draw(some),
        prefer=draw(WISHES),
        require=draw(WISHES),
        spare=draw(some),
        already_spent=draw(st.sampled_from(["", "{U}{U}; {G} (only: abilities)"]).map(parse_pool)),
    )


CIVILIZATIONS = st.frozensets(st.sampled_from(Civilization))
CARDS = st.builds(
    DuelMastersCard,
    st.sampled_from(["Fire", "Card", "Fire/Nature"]),
    CIVILIZATIONS,
    st.sampled_from([1, (0, 2)]),
    tapped=st.booleans(),
    face_down=st.booleans(),
)
ZONES = st.lists(CARDS, max_size=5).map(lambda cards: ManaZone(tuple(cards)))
ZONES |= ZONES.map(
    lambda zone: ManaZone(tuple(replace(c, id=f"card {i}") for i, c in enumerate(zone.cards)))
)
POINT_COSTS = st.builds(DuelMastersCost, NUMBERS, CIVILIZATIONS)
CHANGES = st.builds(Increase, NUMBERS, WORDS) | st.builds(
    Reduction, NUMBERS, NUMBERS, st.booleans(), WORDS
)
ZONE_PROBLEMS = st.builds(
    DuelMastersProblem,
    ZONES,
    st.builds(
        DuelMastersSpell,
        POINT_COSTS,
        WORDS,
        st.none() | st.builds(AlternativeCost, WORDS, POINT_COSTS),
        st.lists(CHANGES, max_size=2).map(tuple),
        NUMBERS,
        st.lists(st.builds(AdditionalTap, st.sampled_from(Civilization), NUMBERS), max_size=2),
        st.none() | CIVILIZATIONS,
        st.booleans(),
        st.builds(DuelMastersOptions, st.sampled_from(Era), st.sampled_from(PointOvershoot)),
    ),
    st.none() | NUMBERS,
    ZONE_OBJECTIVES,
)

INDICES = st.lists(NUMBERS, max_size=2).map(tuple)
OBJECTS = st.lists(st.tuples(st.sampled_from(Deed), WORDS), max_size=2).map(tuple)
SPENDS = st.lists(
    st.builds(
        Spend,
        st.sampled_from(["{1}", "{W/P}"]),
        INDICES,
        st.lists(st.tuples(st.sampled_from(Payer), WORDS), max_size=1).map(tuple),
        NUMBERS,
    ),
    max_size=2,
).map(tuple)
PAYMENTS = st.builds(
    Payment,
    ANNOUNCEMENTS,
    POOL,
    st.lists(
        st.builds(Activation, WORDS, NUMBERS, INDICES, SPENDS, OBJECTS, st.none() | NUMBERS),
        max_size=2,
    ).map(tuple),
    SPENDS,
    OBJECTS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
)
ZONE_PAYMENTS = st.builds(
    ZonePayment,
    st.lists(st.builds(Tap, WORDS, WORDS, NUMBERS), max_size=2).map(tuple),
    NUMBERS,
    NUMBERS,
    st.none() | NUMBERS,
    st.lists(WORDS, max_size=2).map(tuple),
    st.booleans(),
)
TERMS = st.dictionaries(st.sampled_from(MAGIC_TERMS), st.integers(-5, 5), max_size=2)
RESULTS = st.builds(
    Result,
    st.sampled_from(Status),
    st.none() | PAYMENTS | ZONE_PAYMENTS,
    TERMS,
    TERMS,
    WORDS,
    WORDS,
    st.floats(0, 10),
    st.dictionaries(WORDS, st.floats(0, 1), max_size=2),
    st.none() | st.builds(Shortfall, WORDS, st.just(("{W}",)), st.just(("a", "b")), WORDS),
    st.lists(st.booleans(), max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
)


@given(problems())
def test_a_magic_problem_is_read_back(problem: Problem) -> None:
    read = problem_from_json(problem_to_json(problem))
    assert read == problem
    assert isinstance(read, Problem)
    costs = [source.cost for source in problem.board.sources]
    assert [source.cost for source in read.board.sources] == costs


@given(ZONE_PROBLEMS)
def test_a_duel_masters_problem_is_read_back(problem: DuelMastersProblem) -> None:
    assert problem_from_json(problem_to_json(problem)) == problem


@given(RESULTS)
def test_a_result_is_read_back(result: Result) -> None:
    assert result_from_json(result_to_json(result)) == result


RECORDS = [
    (Spell, SpellRecord, {"context"}),
    (Context, SpellRecord, set()),
    (Announcement, AnnouncementRecord, set()),
    (Modifier, ModifierRecord, set()),
    (CostOption, CostOptionRecord, set()),
    (ChosenObject, ChosenObjectRecord, set()),
    (Board, BoardRecord, {"_by_id", "is_plain", "doubts"}),
    (Source, SourceRecord, {"open_abilities"}),  # among the abilities
    (Card, CardRecord, set()),
    (Payment, PaymentRecord, set()),
    (Activation, ActivationRecord, set()),
    (Spend, SpendRecord, set()),
    (DuelMastersSpell, zone_records.DuelMastersSpellRecord, set()),
    (DuelMastersCard, zone_records.CardRecord, set()),
    (DuelMastersOptions, zone_records.OptionsRecord, set()),
    (ZonePayment, zone_records.ZonePaymentRecord, set()),
    (Result, ResultRecord, {"problem"}),
    (Shortfall, ShortfallRecord, set()),
    (Objective, ObjectiveRecord, set()),
]


@pytest.mark.parametrize(("model", "record", "apart"), RECORDS)
def test_every_field_of_a_model_has_a_key(model: Any, record: Any, apart: set[str]) -> None:
    names = {field.name for field in fields(model)} - apart
    assert names <= set(record.__struct_fields__)


def magic(**keys: Any) -> str:
    return json.dumps({"autotap": 1, "board": "Plains", "pay": {"cost": "{W}"}} | keys)


def test_what_is_left_out_follows_from_the_rest() -> None:
    pay = {"cost": "{X}{G}", "types": ["creature", "elf"], "name": "Elf", "additional": "{W}"}
    board = {"sources": [{"name": "Gemstone Mine", "count": 2}], "graveyard": 2, "life": 7}
    problem = problem_from_json(magic(pay=pay, board=board, x=2))
    assert isinstance(problem, Problem)
    assert problem.board == replace(
        Board.parse("2 Gemstone Mine; life: 7"), graveyard=(Card(), Card())
    )
    assert problem.spell.context == Context(
        types=frozenset({"creature", "elf"}),
        colors=frozenset({ManaType.G}),
        mana_value=1,
        x_count=1,
        symbols=frozenset({"X", "G", "W"}),
        mana_cost_symbols=frozenset({"X", "G"}),
        name="Elf",
    )


def test_a_board_text_may_stand_beside_other_keys() -> None:
    problem = problem_from_json(magic(board={"text": "2 Plains", "pool": "{R}{R}"}))
    assert problem.board == Board.parse("2 Plains; pool: {R}{R}")


def test_mtg_118_6_null_is_no_mana_cost() -> None:
    problem = problem_from_json(magic(pay={"cost": None}))
    assert isinstance(problem, Problem)
    assert problem.spell.cost is None


def test_bytes_and_byte_order_mark() -> None:
    plain = magic()
    for source in ("\ufeff" + plain, b"\xef\xbb\xbf" + plain.encode(), plain.replace(" ", "\r\n")):
        assert problem_from_json(source) == problem_from_json(plain)


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ("", ""),
        ("{", "{"),
        ('{"a": 1,\n "b": }', ' "b": }'),
        (b'{"autotap": "\xff"}', "byte 13"),
        ("[]", "$"),
        ('{"a": 1, "a": 2}', "$.a"),
        ('{"a": [{"b c": {"d": 1, "d": 1}}]}', '$.a[0]["b c"].d'),
        ('{"a": NaN}', "$.a"),
        ('{"a": -Infinity}', "$.a"),
        ('{"a": 1e999}', "$.a"),
        ('{"a": 1234567890123456}', "$.a"),
        pytest.param('{"a": ' + "9" * 100_000 + "}", "$.a", id="digits"),
        ('{"a": "\\ud800"}', "$.a"),
        ('{"\\ud800": 1}', "$"),
        pytest.param("[" * (MAX_DEPTH + 1), "[" * (MAX_DEPTH + 1), id="depth"),
        pytest.param("[" * 100_000, "[" * 100_000, id="arrays"),
        pytest.param('{"a":' * 100_000, '{"a":' * 100_000, id="objects"),
        pytest.param(" " * (MAX_BYTES + 1), f"{MAX_BYTES + 1} bytes", id="size"),
        (magic(autotap=2), "$.autotap"),
        (magic(autotap=True), "$.autotap"),
        (magic(game="chess"), "$.game"),
        (magic(extra=1), "$.extra"),
        (magic(pay={}), "$.pay"),
        (magic(pay={"cost": 5}), "$.pay.cost"),
        (magic(pay={"cost": "{W}", "kind": "land"}), "$.pay.kind"),
        (magic(pay={"cost": "{W}", "payers": ["convoke", "pray"]}), "$.pay.payers[1]"),
        (magic(pay={"cost": "{W}", "options": [{"cost": "{1}"}]}), "$.pay.options[0]"),
        (magic(pay={"cost": "{W}", "options": [
            {"name": "a", "chosen": {"cost": "{1}", "relief": "speed"}}]}),
         "$.pay.options[0].chosen.relief"),
        (magic(board={"life_for": "X"}), "$.board.life_for"),
        (magic(pay={"cost": "{W}", "colors": "X"}), "$.pay.colors"),
        (magic(pay={"cost": "{W}", "mana_value": -1}), "$.pay.mana_value"),
        (magic(pay={"cost": "{W}", "no_life": 1}), "$.pay.no_life"),
        (magic(board=5), "$.board"),
        (magic(board={"life": "7"}), "$.board.life"),
        (magic(board={"life": 7.5}), "$.board.life"),
        (magic(board={"life": 10**9}), "$.board.life"),
        (magic(board={"text": "Plains", "sources": [{"name": "Plains"}]}), "$.board.sources"),
        (magic(board={"text": "life: 5", "life": 6}), "$.board.life"),
        (magic(board={"graveyard": -1}), "$.board.graveyard"),
        (magic(board={"graveyard": [{"count": 10**6}, {}]}), "$.board.graveyard"),
        (magic(board={"sources": [{"name": "Plains", "count": -2}]}), "$.board.sources[0].count"),
        (magic(board={"sources": [{"name": "Plains", "count": 10**5}]}),
         "$.board.sources[0].count"),
        (magic(board={"sources": [{"name": "Plains", "count": 9999}] * 2}), "$.board.sources"),
        (magic(board={"sources": [{"name": "Plains", "count": 2, "id": "a"}]}),
         "$.board.sources[0].count"),
        (magic(board={"sources": [{"name": "Plains", "id": "a"}] * 2}), "$.board.sources[1].id"),
        (magic(board={"sources": [{"name": "Plains", "tap": True}]}), "$.board.sources[0].tap"),
        (magic(x=-1), "$.x"),
        (magic(must_use=["Island"]), "$.must_use[0]"),
        (magic(objective={"weights": {"speed": 1}}), "$.objective.weights.speed"),
        (magic(game="duel_masters", pay={"cost": "fire(1)", "options": {"era": "old"}},
               board="Fire"), "$.pay.options.era"),
        (magic(game="duel_masters", board={"cards": [{"name": "Fire", "id": "a", "count": 2}]},
               pay={"cost": "fire(1)"}), "$.board.cards[0].count"),
        (magic(game="duel_masters", board="Fire", pay={"cost": "fire(1)", "changes": [
            {"change": "increase", "amount": 1, "floor": 1}]}), "$.pay.changes[0]"),
    ],
)  # fmt: skip
def test_a_fault_names_its_path(source: str | bytes, where: str) -> None:
    with pytest.raises(SchemaError) as caught:
        problem_from_json(source)
    assert caught.value.text == where


@pytest.mark.parametrize(
    ("source", "error", "text", "position", "path"),
    [
        (magic(pay={"cost": "{1}{Q}"}), CostSyntaxError, "{1}{Q}", 3, "$.pay.cost"),
        (magic(pay={"cost": "{1}", "additional": "jump"}), AbilitySyntaxError, "jump", 0,
         "$.pay.additional"),
        (magic(pay={"cost": "{1}", "options": [{"name": "a", "cost": "{T}"}]}),
         UnsupportedCostError, "{T}", None, "$.pay.options[0]"),
        (magic(pay={"cost": "{1}", "options": [
            {"name": "a", "chosen": {"cost": "{1}", "relief": "power"}}]}),
         LimitError, "{1}", None, "$.pay.options[0].chosen"),
        (magic(objective={"terms": ["speed"]}), InputError, "speed", None, "$.objective"),
        (magic(objective="losses, sped"), InputError, "losses, sped", 8, "$.objective"),
        (magic(objective="cards_tapped"), InputError, "cards_tapped", None, "$.objective"),
        (magic(objective="speed", game="duel_masters", board="Fire", pay={"cost": "fire(1)"}),
         InputError, "speed", None, "$.objective"),
        (magic(keep=[{"spells": [{"cost": "{U}"}, {"cost": "{U}{"}]}]), CostSyntaxError, "{U}{", 3,
         "$.keep[0].spells[1].cost"),
        (magic(board="Plains; Plans"), UnknownNameError, "Plains; Plans", 8, "$.board"),
        (magic(board={"pool": "{Q}"}), AbilitySyntaxError, "{Q}", 0, "$.board.pool"),
        (magic(board={"sources": [{"name": "Plans"}]}), UnknownNameError, "Plans", None,
         "$.board.sources[0].name"),
        (magic(board={"sources": [{"name": "X", "abilities": ["{T}: Add {G}", "{T}"]}]}),
         AbilitySyntaxError, "{T}", 3, "$.board.sources[0].abilities[1]"),
        (magic(game="duel_masters", board="Fire", pay={"cost": "5"}), CostSyntaxError, "5", 0,
         "$.pay.cost"),
        (magic(game="duel_masters", board={"cards": [{"name": "Fir"}]}, pay={"cost": "fire(1)"}),
         UnknownNameError, "Fir", None, "$.board.cards[0]"),
    ],
)  # fmt: skip
def test_a_text_keeps_its_own_error_and_position(
    source: str, error: type[InputError], text: str, position: int | None, path: str
) -> None:
    with pytest.raises(error) as caught:
        problem_from_json(source)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert caught.value.hint.endswith(f"At {path}")


def test_an_unknown_name_has_near_matches() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean Plains"):
        problem_from_json(magic(board={"sources": [{"name": "Plans"}]}))


def test_a_result_whose_floating_mana_is_wrong_is_refused() -> None:
    payment = Payment(Announcement(ManaCost()), Board.parse("pool: {R}").pool)
    text = result_to_json(Result(Status.OPTIMAL, payment))
    assert json.loads(text)["payment"]["floating"] == [0]
    with pytest.raises(SchemaError, match="floating"):
        result_from_json(text.replace('"floating":[0]', '"floating":[]'))


@pytest.mark.parametrize("text", ["{}", '{"autotap": 1}', '{"autotap": 1, "status": "OK"}'])
def test_a_result_has_a_status(text: str) -> None:
    with pytest.raises(SchemaError):
        result_from_json(text)
