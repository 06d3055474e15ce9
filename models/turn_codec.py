"""The JSON form of hands and turns.

A hand is one object, by the names of the cards: what `TurnCard.parse` reads, or more of it::

    {"Sol Ring": "{1}", "Forest": "land", "Fireball": "{X}{R}: 1 + 2X",
     "Wolf": {"text": "{X}{G}", "value": 2, "count": 1, "types": ["creature"], "value_per_x": 1,
              "kickers": {"{1}{G}": 3}}}

What a text says of what the card is worth, it says in place of ``value`` and ``value_per_x``. In a
Duel Masters hand the text is the cost. Of a turn neither the hand nor the boards between its steps
are written.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.codec import VERSION, any_payment, any_payment_record, versioned
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError, SchemaError
from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import mana_text, parse_pool
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.ways import kicker
from autotap.models.strict_json import load_json
from autotap.models.turn import Turn, TurnCard, TurnStep
from autotap.models.turn_reading import split_worth

if TYPE_CHECKING:
    from autotap.models.mtg.cards import Cards
    from autotap.models.turn_records import CardRecord


def hand_from_json(
    source: str | bytes,
    *,
    duel_masters: bool = False,
    cards: Cards | None = None,
    place: str = "$.",
) -> tuple[TurnCard, ...]:
    """Read a hand.

    Parameters
    ----------
    source
        JSON.
    duel_masters
        Whether it is one of Duel Masters.
    cards
        What names mean; None for what is built in.
    place
        What stands before the name of a card where an error says which one it is.

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
    hand = []
    for name, value in data.items():
        path = f"{place}{name}"
        stated = {"text": value} if isinstance(value, str) else value
        record = convert(stated, CardRecord, path)
        with at(path):
            hand.append(_zone_card(name, record) if duel_masters else _card(name, record, cards))
    return tuple(hand)


def _card(name: str, record: CardRecord, cards: Cards | None) -> TurnCard:
    card = TurnCard.parse(name, record.text, value=record.value, count=record.count, cards=cards)
    if not isinstance(card.spell, Spell):
        if record.types or record.value_per_x or record.kickers:
            raise InputError(name, "no types, X or kickers for a land drop")
        return card
    spell = card.spell
    options = tuple(kicker(cost) for cost in record.kickers)
    if record.types:
        spell = Spell.parse(str(spell.cost), name=name, types=record.types)
    if options:
        spell = replace(spell, options=options)
    return replace(
        card,
        spell=spell,
        value_per_x=card.value_per_x if record.value_per_x is None else record.value_per_x,
        option_values=tuple(
            (option.name, value)
            for option, value in zip(options, record.kickers.values(), strict=True)
        ),
    )


def _zone_card(name: str, record: CardRecord) -> TurnCard:
    if record.types or record.value_per_x or record.kickers:
        raise InputError(name, "only text, value and count for Duel Masters")
    cost, written, per_x = split_worth(record.text)
    if per_x or None not in (written, record.value):
        raise InputError(record.text, "a cost, and what it is worth once, without X")
    spell = DuelMastersSpell(DuelMastersCost.parse(cost), name)
    stated = written if record.value is None else record.value
    value = max(1, spell.base.points) if stated is None else stated
    return TurnCard(name, spell, value, count=record.count)


def turn_from_json(source: str | bytes) -> Turn:
    """Read a turn: all but the hand and the boards before the steps, which are not written.

    Raises
    ------
    SchemaError, InputError
        As `hand_from_json`.

    Examples
    --------
    >>> from autotap.solver import plan_turn
    >>> turn = turn_from_json(turn_to_json(plan_turn({"Bear": "{1}{G}"}, "2 Forest")))
    >>> turn.cards, str(turn.board)
    (('Bear',), '2 Forest (tapped)')
    """
    from autotap.models.records import at
    from autotap.models.turn_records import TurnRecord

    record = versioned(source, TurnRecord)
    if "value" not in record.objective:
        raise SchemaError("$.objective", "the key 'value'")
    kind = ManaZone if record.game == "duel_masters" else Board
    with at("$.board"):
        board = kind.parse(record.board)
    steps = []
    for i, step in enumerate(record.steps):
        with at(f"$.steps[{i}].adds"):
            adds = parse_pool(step.adds)
        payment = any_payment(step.payment)
        steps.append(
            TurnStep(step.card, payment, adds, step.arrives, step.value, paid_for=step.paid_for)
        )
    return Turn(
        record.status,
        tuple(steps),
        record.objective,
        record.bound,
        board,
        backend=record.backend,
        wall_time_s=record.wall_time_s,
        warnings=record.warnings,
    )


def turn_to_json(turn: Turn) -> str:
    """Write a turn: status, value, bound, terms, steps with their payments, the board after it.

    Examples
    --------
    >>> from autotap.solver import plan_turn
    >>> turn_to_json(plan_turn({"Bear": "{1}{G}"}, "2 Forest"))[:56]
    '{"autotap":1,"game":"magic","status":"OPTIMAL","value":2'
    """
    from msgspec import json

    data = {
        "autotap": VERSION,
        "game": "duel_masters" if isinstance(turn.board, ManaZone) else "magic",
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
    return {
        "card": step.card,
        "value": step.value,
        "payment": any_payment_record(step.payment),
        "adds": mana_text(step.adds),
        "arrives": step.arrives,
        "paid_for": step.paid_for,
    }
