"""The JSON form of hands and turns.

A hand is one object, by the names of the cards: what `TurnCard.parse` reads, or more of it::

    {"Sol Ring": "{1}", "Forest": "land",
     "Wolf": {"text": "{X}{G}", "value": 2, "count": 1, "types": ["creature"], "value_per_x": 1,
              "kickers": {"{1}{G}": 3}}}

In a Duel Masters hand the text is the cost. A turn is written, not read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.codec import VERSION
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.errors import InputError, SchemaError
from autotap.models.mtg.mana import mana_text
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.ways import kicker
from autotap.models.result import Payment, ZonePayment
from autotap.models.strict_json import load_json
from autotap.models.turn import TurnCard

if TYPE_CHECKING:
    from autotap.models.turn import Turn, TurnStep
    from autotap.models.turn_records import CardRecord


def hand_from_json(source: str | bytes, *, duel_masters: bool = False) -> tuple[TurnCard, ...]:
    """Read a hand.

    Raises
    ------
    SchemaError, InputError
        If it is no JSON or does not fit, or a text in it cannot be read; names the path.

    Examples
    --------
    >>> [card.name for card in hand_from_json('{"Bear": "{1}{G}", "Forest": "land"}')]
    ['Bear', 'Forest']
    """
    from autotap.models.records import at, convert
    from autotap.models.turn_records import CardRecord

    data = load_json(source)
    if not isinstance(data, dict):
        raise SchemaError("$", "an object")
    cards = []
    for name, value in data.items():
        path = f"$.{name}"
        stated = {"text": value} if isinstance(value, str) else value
        record = convert(stated, CardRecord, path)
        with at(path):
            cards.append(_zone_card(name, record) if duel_masters else _card(name, record))
    return tuple(cards)


def _card(name: str, record: CardRecord) -> TurnCard:
    card = TurnCard.parse(name, record.text, value=record.value, count=record.count)
    if not isinstance(card.spell, Spell):
        if record.types or record.value_per_x or record.kickers:
            raise InputError(name, "no types, X or kickers for a land drop")
        return card
    spell = card.spell
    options = tuple(kicker(cost) for cost in record.kickers)
    if record.types:
        spell = Spell.parse(str(spell.cost), name=name, types=record.types)
    return replace(
        card,
        spell=replace(spell, options=options),
        value_per_x=record.value_per_x,
        option_values=tuple(
            (option.name, value)
            for option, value in zip(options, record.kickers.values(), strict=True)
        ),
    )


def _zone_card(name: str, record: CardRecord) -> TurnCard:
    if record.types or record.value_per_x or record.kickers:
        raise InputError(name, "only text, value and count for Duel Masters")
    spell = DuelMastersSpell(DuelMastersCost.parse(record.text), name)
    value = max(1, spell.base.points) if record.value is None else record.value
    return TurnCard(name, spell, value, count=record.count)


def turn_to_json(turn: Turn) -> str:
    """Write a turn: status, value, bound, terms, steps with their payments, the board after it.

    Examples
    --------
    >>> from autotap.solver import plan_turn
    >>> turn_to_json(plan_turn({"Bear": "{1}{G}"}, "2 Forest"))[:48]
    '{"autotap":1,"status":"OPTIMAL","value":2,"bound'
    """
    from msgspec import json

    data = {
        "autotap": VERSION,
        "status": str(turn.status),
        "value": turn.value,
        "bound": turn.bound,
        "objective": dict(turn.objective),
        "steps": [_step(step) for step in turn.steps],
        "board": str(turn.board),
        "backend": turn.backend,
        "wall_time_s": turn.wall_time_s,
        "warnings": turn.warnings,
    }
    return json.encode(data).decode()


def _step(step: TurnStep) -> dict[str, Any]:
    from autotap.models.duel_masters.records import zone_payment_record
    from autotap.models.mtg.payment_records import payment_record

    payment: object = None
    if isinstance(step.payment, Payment):
        payment = payment_record(step.payment)
    elif isinstance(step.payment, ZonePayment):
        payment = zone_payment_record(step.payment)
    return {
        "card": step.card,
        "value": step.value,
        "payment": payment,
        "adds": mana_text(step.adds),
        "arrives": step.arrives,
    }
