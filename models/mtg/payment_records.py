"""The JSON form of a Magic payment."""

# ruff: noqa: TC001 - msgspec reads the annotations when it converts

from __future__ import annotations

from autotap.models.errors import AbilitySyntaxError, SchemaError
from autotap.models.mtg.ability import Deed
from autotap.models.mtg.mana import Mana, parse_pool
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.spell_records import (
    AnnouncementRecord,
    announcement_from_record,
    announcement_record,
)
from autotap.models.records import Count, Record, at
from autotap.models.result import Activation, Covering, Payment, Spend


class SpendRecord(Record):
    """How one symbol is paid; payers are ``[way, id]``."""

    symbol: str
    mana: tuple[Count, ...] = ()
    payers: tuple[tuple[Payer, str], ...] = ()
    life: Count = 0


class ActivationRecord(Record):
    """One activation; objects are ``[deed, id]``."""

    source: str
    ability: Count
    made: tuple[Count, ...] = ()
    spends: tuple[SpendRecord, ...] = ()
    objects: tuple[tuple[Deed, str], ...] = ()
    x: Count | None = None


class CoveringRecord(Record):
    """What pays one cost that asks for a total; cards are indices into the graveyard."""

    objects: tuple[str, ...] = ()
    cards: tuple[Count, ...] = ()


class PaymentRecord(Record, tag_field="game", tag="magic", omit_defaults=False):
    """A complete payment; ``floating`` gives the numbers of the mana left over."""

    announcement: AnnouncementRecord
    mana: tuple[str, ...] = ()
    activations: tuple[ActivationRecord, ...] = ()
    spends: tuple[SpendRecord, ...] = ()
    objects: tuple[tuple[Deed, str], ...] = ()
    graveyard: Count = 0
    life_paid: Count = 0
    life_lost: Count = 0
    floating: tuple[Count, ...] = ()
    coverings: tuple[CoveringRecord, ...] = ()


def payment_from_record(record: PaymentRecord) -> Payment:
    """Make a payment of its record, which stands at ``$.payment``."""
    path = "$.payment"
    payment = Payment(
        announcement_from_record(record.announcement, f"{path}.announcement"),
        tuple(_mana(text, f"{path}.mana[{i}]") for i, text in enumerate(record.mana)),
        tuple(
            Activation(
                one.source,
                one.ability,
                one.made,
                _spends(one.spends),
                one.objects,
                one.x,
            )
            for one in record.activations
        ),
        _spends(record.spends),
        record.objects,
        record.graveyard,
        record.life_paid,
        record.life_lost,
        tuple(Covering(one.objects, one.cards) for one in record.coverings),
    )
    if record.floating != floating_numbers(payment):
        raise SchemaError(f"{path}.floating", "the mana that nothing spends")
    return payment


def _mana(text: str, path: str) -> Mana:
    with at(path):
        mana = parse_pool(text)
        if len(mana) != 1:
            raise AbilitySyntaxError(text, "one mana")
    return mana[0]


def _spends(records: tuple[SpendRecord, ...]) -> tuple[Spend, ...]:
    return tuple(
        Spend(record.symbol, record.mana, record.payers, record.life) for record in records
    )


def floating_numbers(payment: Payment) -> tuple[int, ...]:
    """Give the numbers of the mana that a payment leaves in the pool."""
    spends = [*payment.spends, *(s for one in payment.activations for s in one.spends)]
    spent = {number for spend in spends for number in spend.mana}
    return tuple(number for number in range(len(payment.mana)) if number not in spent)


def payment_record(payment: Payment) -> PaymentRecord:
    """Make the record of a payment."""
    return PaymentRecord(
        announcement=announcement_record(payment.announcement),
        mana=tuple(map(str, payment.mana)),
        activations=tuple(
            ActivationRecord(
                source=one.source,
                ability=one.ability,
                made=one.made,
                spends=_spend_records(one.spends),
                objects=one.objects,
                x=one.x,
            )
            for one in payment.activations
        ),
        spends=_spend_records(payment.spends),
        objects=payment.objects,
        graveyard=payment.graveyard,
        life_paid=payment.life_paid,
        life_lost=payment.life_lost,
        floating=floating_numbers(payment),
        coverings=tuple(
            CoveringRecord(objects=one.objects, cards=one.cards) for one in payment.coverings
        ),
    )


def _spend_records(spends: tuple[Spend, ...]) -> tuple[SpendRecord, ...]:
    return tuple(
        SpendRecord(
            symbol=spend.symbol,
            mana=spend.mana,
            payers=spend.payers,
            life=spend.life,
        )
        for spend in spends
    )
