"""The JSON form of Duel Masters problems and payments.

Civilizations are written as in texts, ``"fire/nature"`` or ``"colorless"``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import (
    Civilization,
    format_civilizations,
    parse_civilizations,
)
from autotap.models.duel_masters.cost import (
    MAX_POINTS,
    DuelMastersCost,
    DuelMastersOptions,
    Era,
    PointOvershoot,
    System,
    ZeroTotal,
)
from autotap.models.duel_masters.spell import (
    AdditionalTap,
    AlternativeCost,
    DuelMastersSpell,
    Increase,
    Reduction,
)
from autotap.models.duel_masters.zone import MAX_CARDS, ManaZone
from autotap.models.errors import SchemaError, UnknownNameError
from autotap.models.records import Count, CountedRecord, Name, Record, at, grouped
from autotap.models.result import Tap, ZonePayment
from autotap.models.text import did_you_mean

Points = Annotated[int, Meta(ge=0, le=MAX_POINTS)]


class CardRecord(CountedRecord, kw_only=True):
    """One or more equal cards of the mana zone."""

    name: Name
    id: Name | UnsetType = UNSET
    civilizations: str | UnsetType = UNSET
    mana_number: Points | Annotated[tuple[Points, ...], Meta(min_length=1)] = 1
    tapped: bool = False
    face_down: bool = False


class ZoneRecord(Record):
    """A mana zone: cards one by one, or as a text."""

    text: str | UnsetType = UNSET
    cards: tuple[CardRecord, ...] = ()


class AlternativeRecord(Record):
    """A cost paid instead of the printed one."""

    name: Name
    cost: str


class ChangeRecord(Record):
    """An increase or a reduction."""

    change: Literal["increase", "reduce"]
    amount: Points
    floor: Points = 0
    optional: bool = False
    name: Name | UnsetType = UNSET


class AdditionalRecord(Record):
    """Cards tapped beside the cost."""

    civilization: Civilization
    count: Points = 1


class OptionsRecord(Record):
    """Readings of the rules."""

    era: Era = Era.MODERN
    point_overshoot: PointOvershoot = PointOvershoot.EXACT
    zero_total: ZeroTotal = ZeroTotal.FREE
    system: System = System.TCG


class DuelMastersSpellRecord(Record):
    """A card to be used."""

    cost: str
    name: Name = ""
    alternative: AlternativeRecord | None = None
    changes: tuple[ChangeRecord, ...] = ()
    x_cost: Points = 0
    additional: tuple[AdditionalRecord, ...] = ()
    civilizations: str | None = None
    free: bool = False
    options: OptionsRecord = field(default_factory=OptionsRecord)


class TapRecord(Record):
    """One card tapped."""

    card: str
    role: str
    number: Points


class ZonePaymentRecord(Record, tag_field="game", tag="duel_masters", omit_defaults=False):
    """A complete payment."""

    taps: tuple[TapRecord, ...] = ()
    total: Count = 0
    points: Count = 0
    x: Count | None = None
    trace: tuple[str, ...] = ()
    free: bool = False


# --- mana zones ----------------------------------------------------------------------------------


def zone_from_record(record: str | ZoneRecord) -> ManaZone:
    """Make a mana zone of its record, which stands at ``$.board``."""
    path = "$.board"
    if isinstance(record, str):
        with at(path):
            return ManaZone.parse(record)
    if record.text is not UNSET:
        if record.cards:
            raise SchemaError(f"{path}.cards", "either a text or cards")
        with at(f"{path}.text"):
            return ManaZone.parse(record.text)
    if sum(card.count for card in record.cards) > MAX_CARDS:
        raise SchemaError(f"{path}.cards", f"at most {MAX_CARDS} cards")
    cards: list[DuelMastersCard] = []
    for i, card in enumerate(record.cards):
        if card.id is not UNSET and card.count > 1:
            raise SchemaError(f"{path}.cards[{i}].count", "no count beside an id")
        cards += [_card(card, f"{path}.cards[{i}]")] * card.count
    with at(f"{path}.cards"):
        return ManaZone(tuple(cards))


def _card(record: CardRecord, path: str) -> DuelMastersCard:
    number = record.mana_number
    with at(path):
        return DuelMastersCard(
            record.name,
            _card_civilizations(record),
            (number,) if isinstance(number, int) else number,
            tapped=record.tapped,
            face_down=record.face_down,
            id="" if record.id is UNSET else record.id,
        )


def _card_civilizations(record: CardRecord) -> frozenset[Civilization]:
    if record.civilizations is not UNSET:
        return parse_civilizations(record.civilizations)
    if record.face_down:
        return frozenset()
    try:
        return parse_civilizations(record.name)
    except ValueError:
        hint = did_you_mean(record.name, Civilization)
        expected = "a civilization, or 'civilizations'"
        raise UnknownNameError(record.name, expected, hint=hint) from None


def zone_record(zone: ManaZone) -> ZoneRecord:
    """Make the record of a mana zone."""
    plain = ManaZone(tuple(replace(card, id="") for card in zone.cards))
    records = [
        _card_record(card, card.id != own.id)
        for card, own in zip(zone.cards, plain.cards, strict=True)
    ]
    return ZoneRecord(cards=grouped(records))


def _card_record(card: DuelMastersCard, with_id: bool) -> CardRecord:
    numbers = card.mana_number
    record = CardRecord(
        name=card.name,
        civilizations=format_civilizations(card.civilizations),
        mana_number=numbers[0] if len(numbers) == 1 else numbers,
        tapped=card.tapped,
        face_down=card.face_down,
    )
    if with_id:
        record.id = card.id
    return record


# --- what is paid --------------------------------------------------------------------------------


def duel_masters_spell_from_record(
    record: DuelMastersSpellRecord, path: str = "$.pay"
) -> DuelMastersSpell:
    """Make what is paid of its record, which stands at a path."""
    alternative = None
    if record.alternative is not None:
        cost = _cost(record.alternative.cost, f"{path}.alternative.cost")
        alternative = AlternativeCost(record.alternative.name, cost)
    civilizations = None
    if record.civilizations is not None:
        with at(f"{path}.civilizations"):
            civilizations = parse_civilizations(record.civilizations)
    cost = _cost(record.cost, f"{path}.cost")
    options = record.options
    with at(path):
        return DuelMastersSpell(
            cost,
            record.name,
            alternative,
            tuple(_change(one, f"{path}.changes[{i}]") for i, one in enumerate(record.changes)),
            record.x_cost,
            tuple(AdditionalTap(one.civilization, one.count) for one in record.additional),
            civilizations,
            record.free,
            DuelMastersOptions(
                options.era, options.point_overshoot, options.zero_total, options.system
            ),
        )


def _cost(text: str, path: str) -> DuelMastersCost:
    with at(path):
        return DuelMastersCost.parse(text)


def _change(record: ChangeRecord, path: str) -> Increase | Reduction:
    name = {} if record.name is UNSET else {"name": record.name}
    if record.change == "reduce":
        return Reduction(record.amount, record.floor, record.optional, **name)
    if record.floor or record.optional:
        raise SchemaError(path, "neither 'floor' nor 'optional' in an increase")
    return Increase(record.amount, **name)


def duel_masters_spell_record(spell: DuelMastersSpell) -> DuelMastersSpellRecord:
    """Make the record of what is paid."""
    alternative = spell.alternative
    civilizations = spell.civilizations
    options = spell.options
    return DuelMastersSpellRecord(
        cost=str(spell.cost),
        name=spell.name,
        alternative=None
        if alternative is None
        else AlternativeRecord(name=alternative.name, cost=str(alternative.cost)),
        changes=tuple(map(_change_record, spell.changes)),
        x_cost=spell.x_cost,
        additional=tuple(
            AdditionalRecord(civilization=one.civilization, count=one.count)
            for one in spell.additional
        ),
        civilizations=None if civilizations is None else format_civilizations(civilizations),
        free=spell.free,
        options=OptionsRecord(
            era=options.era,
            point_overshoot=options.point_overshoot,
            zero_total=options.zero_total,
            system=options.system,
        ),
    )


def _change_record(change: Increase | Reduction) -> ChangeRecord:
    if isinstance(change, Increase):
        return ChangeRecord(change="increase", amount=change.amount, name=change.name)
    return ChangeRecord(
        change="reduce",
        amount=change.amount,
        floor=change.floor,
        optional=change.optional,
        name=change.name,
    )


# --- payments ------------------------------------------------------------------------------------


def zone_payment_from_record(record: ZonePaymentRecord) -> ZonePayment:
    """Make a payment of its record."""
    return ZonePayment(
        tuple(Tap(tap.card, tap.role, tap.number) for tap in record.taps),
        record.total,
        record.points,
        record.x,
        record.trace,
        record.free,
    )


def zone_payment_record(payment: ZonePayment) -> ZonePaymentRecord:
    """Make the record of a payment."""
    return ZonePaymentRecord(
        taps=tuple(
            TapRecord(card=tap.card, role=tap.role, number=tap.number) for tap in payment.taps
        ),
        total=payment.total,
        points=payment.points,
        x=payment.x,
        trace=payment.trace,
        free=payment.free,
    )
