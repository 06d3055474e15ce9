"""The JSON form of problems and results.

A problem is one object; everything but ``autotap``, ``board`` and ``pay`` may be left out::

    {"autotap": 1, "game": "magic",
     "board": "2 Plains; Sol Ring" | {"text": …} | {"sources": [{"name": "Plains", "count": 2}, …],
               "pool": "{R}", "life": 20, "graveyard": 3, "hand": [{"types": ["land"]}], …},
     "pay": {"cost": "{2}{W}", "name": "…", "kind": "spell", "types": ["creature"],
             "payers": ["convoke"], "additional": "sacrifice a creature", …},
     "x": null, "objective": "save_life" | "life,activations" | {"life_floor": 5, …},
     "must_use": ["Plains 1"], "forbid": [], "spare": [], "prefer": ["{R}{R}{R}", "colors"],
     "require": ["no rider"],
     "keep": [{"spells": [{"cost": "{U}{U}"}], "weight": 6}, …], "keep_when": "later",
     "already_spent": "{U}"}

For ``"game": "duel_masters"`` the board is a mana zone, as text or as ``{"cards": […]}``. The
records in `board_records.py`, `spell_records.py` and `duel_masters/records.py` list every key.
Unknown and repeated keys, NaN, texts of more than 10 MB and nesting deeper than 50 are refused.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from autotap.models.errors import SchemaError
from autotap.models.objective import LossWeights, Objective
from autotap.models.problem import DuelMastersProblem, Kept, Problem
from autotap.models.result import Payment, Result, Shortfall, Status, ZonePayment
from autotap.models.strict_json import load_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.codec_records import (
        DuelMastersKeptRecord,
        DuelMastersRecord,
        KeptRecord,
        MagicRecord,
        ObjectiveRecord,
        ResultRecord,
    )
    from autotap.models.duel_masters.records import ZonePaymentRecord
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.payment_records import PaymentRecord
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.wish import Wish

R = TypeVar("R")
VERSION = 1
"""Version of the schema, the value of the key ``autotap``."""


def problem_from_json(source: str | bytes) -> Problem | DuelMastersProblem:
    """Read a problem.

    Parameters
    ----------
    source
        JSON text, or its UTF-8 bytes.

    Raises
    ------
    SchemaError
        If it is no JSON, or does not fit the schema; names the path or the line.
    InputError
        The error of a text in it, whose hint names the path.

    Examples
    --------
    >>> problem = problem_from_json('{"autotap": 1, "board": "2 Plains", "pay": {"cost": "{W}"}}')
    >>> [source.id for source in problem.board.sources]
    ['Plains 1', 'Plains 2']
    """
    return problem_from_data(load_json(source))


def problem_from_data(data: Any) -> Problem | DuelMastersProblem:
    """Make a problem of decoded JSON; see `problem_from_json`."""
    from autotap.models.codec_records import DuelMastersRecord, MagicRecord
    from autotap.models.records import convert

    _check_version(data)
    if data.get("game", "magic") == "duel_masters":
        return _duel_masters_problem(convert(data, DuelMastersRecord))
    return _magic_problem(convert(data, MagicRecord))


def problem_to_json(problem: Problem | DuelMastersProblem) -> str:
    """Write a problem; `problem_from_json` gives an equal one.

    Examples
    --------
    >>> from autotap.models import Board, Spell
    >>> text = problem_to_json(Problem(Board.parse("Plains"), Spell.parse("{W}")))
    >>> problem_from_json(text) == Problem(Board.parse("Plains"), Spell.parse("{W}"))
    True
    """
    from msgspec import json

    from autotap.models import codec_records as records
    from autotap.models.duel_masters.records import duel_masters_spell_record, zone_record
    from autotap.models.mtg.board_records import board_record
    from autotap.models.mtg.mana import mana_text
    from autotap.models.mtg.spell_records import spell_record

    shared: dict[str, Any] = {
        "autotap": VERSION,
        "x": problem.x,
        "objective": _objective_record(problem.objective),
        "must_use": tuple(sorted(problem.must_use)),
        "forbid": tuple(sorted(problem.forbid)),
        "spare": tuple(sorted(problem.spare)),
    }
    record: MagicRecord | DuelMastersRecord
    if isinstance(problem, Problem):
        record = records.MagicRecord(
            board=board_record(problem.board),
            pay=spell_record(problem.spell),
            keep=tuple(
                records.KeptRecord(tuple(map(spell_record, kept.spells)), kept.weight)
                for kept in problem.keep
            ),
            keep_when=problem.keep_when,
            prefer=tuple(map(str, problem.prefer)),
            require=tuple(map(str, problem.require)),
            already_spent=mana_text(problem.already_spent),
            **shared,
        )
    else:
        record = records.DuelMastersRecord(
            board=zone_record(problem.board),
            pay=duel_masters_spell_record(problem.spell),
            keep=tuple(
                records.DuelMastersKeptRecord(
                    tuple(map(duel_masters_spell_record, kept.spells)), kept.weight
                )
                for kept in problem.keep
            ),
            **shared,
        )
    return json.encode(record).decode()


def result_from_json(source: str | bytes) -> Result:
    """Read a result.

    Raises
    ------
    SchemaError, InputError
        As `problem_from_json`.
    """
    from autotap.models.codec_records import ResultRecord

    return result_from_record(versioned(source, ResultRecord))


def versioned(source: str | bytes, record: type[R]) -> R:
    """Read JSON of this version of the schema into a record."""
    from autotap.models.records import convert

    data = load_json(source)
    _check_version(data)
    return convert(data, record)


def any_payment(record: PaymentRecord | ZonePaymentRecord | None) -> Payment | ZonePayment | None:
    """Make a payment of either game of its record."""
    from autotap.models.duel_masters.records import ZonePaymentRecord, zone_payment_from_record
    from autotap.models.mtg.payment_records import payment_from_record

    if record is None:
        return None
    if isinstance(record, ZonePaymentRecord):
        return zone_payment_from_record(record)
    return payment_from_record(record)


def any_payment_record(
    payment: Payment | ZonePayment | None,
) -> PaymentRecord | ZonePaymentRecord | None:
    """Make the record of a payment of either game."""
    from autotap.models.duel_masters.records import zone_payment_record
    from autotap.models.mtg.payment_records import payment_record

    if payment is None:
        return None
    return payment_record(payment) if isinstance(payment, Payment) else zone_payment_record(payment)


def result_from_record(record: ResultRecord) -> Result:
    """Make a result of its record."""
    short = record.shortfall
    return Result(
        Status(record.status),
        any_payment(record.payment),
        record.objective,
        record.bound,
        record.backend,
        record.route,
        record.wall_time_s,
        record.stages_s,
        None
        if short is None
        else Shortfall(short.kind, short.symbols, short.sources, short.sentence),
        record.kept,
        record.warnings,
    )


def result_to_json(result: Result) -> str:
    """Write a result; `result_from_json` gives an equal one.

    Examples
    --------
    >>> result_from_json(result_to_json(Result(Status.UNKNOWN))).status
    <Status.UNKNOWN: 'UNKNOWN'>
    """
    from msgspec import json

    from autotap.models import codec_records as records

    record = records.ResultRecord(
        autotap=VERSION,
        status=result.status,
        payment=any_payment_record(result.payment),
        objective=dict(result.objective),
        bound=dict(result.bound),
        backend=result.backend,
        route=result.route,
        wall_time_s=result.wall_time_s,
        stages_s=dict(result.stages_s),
        kept=result.kept,
        warnings=result.warnings,
    )
    if short := result.shortfall:
        record.shortfall = records.ShortfallRecord(
            kind=short.kind,
            symbols=short.symbols,
            sources=short.sources,
            sentence=short.sentence,
        )
    return json.encode(record).decode()


def _check_version(data: Any) -> None:
    if not isinstance(data, dict):
        raise SchemaError("$", "an object")
    version = data.get("autotap")
    if version != VERSION or isinstance(version, bool):
        raise SchemaError("$.autotap", f"the version of the schema, {VERSION}")
    if data.get("game", "magic") not in ("magic", "duel_masters"):
        raise SchemaError("$.game", "'magic' or 'duel_masters'")


def _magic_problem(record: MagicRecord) -> Problem:
    from autotap.models.mtg.board_records import board_from_record
    from autotap.models.mtg.spell_records import spell_from_record

    board, spell = board_from_record(record.board), spell_from_record(record.pay)
    return magic_problem(record, board, spell, objective_from_record(record.objective))


def magic_problem(record: MagicRecord, board: Board, spell: Spell, objective: Objective) -> Problem:
    """Make a problem of its record, of which board, spell and objective are made already."""
    from autotap.models.mtg.spell_records import spell_from_record
    from autotap.models.records import at

    ids = [source.id for source in board.sources]
    with at("$.objective"):
        objective.check("Magic")
    return Problem(
        board,
        spell,
        record.x,
        objective,
        _known(record.must_use, ids, "must_use"),
        _known(record.forbid, ids, "forbid"),
        _kept(record.keep, spell_from_record),
        record.keep_when,
        _wishes(record.prefer, "prefer"),
        _wishes(record.require, "require"),
        _known(record.spare, ids, "spare"),
        _already_spent(record.already_spent),
    )


def _wishes(texts: tuple[str, ...], key: str) -> tuple[Wish, ...]:
    from autotap.models.mtg.wish import Wish
    from autotap.models.records import at

    wishes = []
    for i, text in enumerate(texts):
        with at(f"$.{key}[{i}]"):
            wishes.append(Wish.parse(text))
    return tuple(wishes)


def _already_spent(text: str) -> tuple[Mana, ...]:
    from autotap.models.mtg.mana import parse_pool
    from autotap.models.records import at

    with at("$.already_spent"):
        return parse_pool(text)


def _duel_masters_problem(record: DuelMastersRecord) -> DuelMastersProblem:
    from autotap.models.duel_masters.records import (
        duel_masters_spell_from_record,
        zone_from_record,
    )

    zone, spell = zone_from_record(record.board), duel_masters_spell_from_record(record.pay)
    return duel_masters_problem(record, zone, spell, objective_from_record(record.objective))


def duel_masters_problem(
    record: DuelMastersRecord, zone: ManaZone, spell: DuelMastersSpell, objective: Objective
) -> DuelMastersProblem:
    """Make a problem of its record, of which zone, spell and objective are made already."""
    from autotap.models.duel_masters.records import duel_masters_spell_from_record
    from autotap.models.records import at

    ids = [card.id for card in zone.cards]
    with at("$.objective"):
        objective.check("Duel Masters")
    return DuelMastersProblem(
        zone,
        spell,
        record.x,
        objective,
        _known(record.must_use, ids, "must_use"),
        _known(record.forbid, ids, "forbid"),
        _kept(record.keep, duel_masters_spell_from_record),
        _known(record.spare, ids, "spare"),
    )


def _kept(
    records: Iterable[KeptRecord | DuelMastersKeptRecord], read: Callable[[Any, str], Any]
) -> tuple[Kept[Any], ...]:
    kept = []
    for i, record in enumerate(records):
        path = f"$.keep[{i}]"
        if not record.spells:
            raise SchemaError(path, "at least one spell")
        spells = [read(spell, f"{path}.spells[{j}]") for j, spell in enumerate(record.spells)]
        kept.append(Kept(tuple(spells), record.weight))
    return tuple(kept)


def _known(wanted: tuple[str, ...], ids: Iterable[str], key: str) -> frozenset[str]:
    known = frozenset(ids) if wanted else frozenset()
    for i, one in enumerate(wanted):
        if one not in known:
            raise SchemaError(f"$.{key}[{i}]", f"the id of something on the board, not {one!r}")
    return frozenset(wanted)


def objective_from_record(record: str | ObjectiveRecord) -> Objective:
    """Make what counts as best of its record, which stands at ``$.objective``."""
    from autotap.models.records import at

    if isinstance(record, str):
        with at("$.objective"):
            return Objective.parse(record)
    names = {field.name for field in fields(LossWeights)}
    for name in record.weights:
        if name not in names:
            raise SchemaError(f"$.objective.weights.{name}", f"one of {', '.join(sorted(names))}")
    with at("$.objective"):
        return Objective(record.terms, record.life_floor, LossWeights(**record.weights))


def _objective_record(objective: Objective) -> ObjectiveRecord:
    from autotap.models.codec_records import ObjectiveRecord

    usual = LossWeights()
    names = [field.name for field in fields(LossWeights)]
    weights = {name: getattr(objective.weights, name) for name in names}
    return ObjectiveRecord(
        terms=objective.terms,
        life_floor=objective.life_floor,
        weights={name: value for name, value in weights.items() if value != getattr(usual, name)},
    )
