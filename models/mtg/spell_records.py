"""The JSON form of what is paid in Magic.

A key of the context that is left out follows from the cost, the kind and the types.
"""

# ruff: noqa: TC001 - msgspec reads the annotations when it converts

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from msgspec import UNSET, UnsetType, field

from autotap.models.errors import LimitError
from autotap.models.mtg.ability import ActivationCost, ObjectCost
from autotap.models.mtg.board_records import Letters, cost_of, letters_of, types_of
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.spell import Announcement, Payer, Spell, spend_as
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import ChosenObject, CostOption, Relief
from autotap.models.records import Count, Name, Record, at


class ModifierRecord(Record):
    """An increase, a reduction or a minimum."""

    change: Change
    amount: str
    floor: Count = 0
    spill: bool = True
    text: Name = ""


class AnnouncementRecord(Record):
    """An announcement with its locked total."""

    total: str
    x: Count | None = None
    life: Count = 0
    sacrifice: tuple[Name, ...] = ()
    tap: tuple[Name, ...] = ()
    trace: tuple[str, ...] = ()
    options: tuple[Name, ...] = ()
    objects: tuple[tuple[Name, tuple[Name, ...]], ...] = ()


class ChosenObjectRecord(Record):
    """An object chosen with an option, as ``"sacrifice a goblin"``."""

    cost: str
    relief: Relief
    needed: bool = True


class CostOptionRecord(Record):
    """An alternative or optional cost; ``most`` is null for any number."""

    name: Name
    cost: str = ""
    instead: bool = False
    least: Count = 0
    most: Count | None = 1
    modifiers: tuple[ModifierRecord, ...] = ()
    chosen: ChosenObjectRecord | None = None
    keywords: tuple[Name, ...] = ()


class SpellRecord(Record):
    """What is paid, with the context that restrictions are judged on."""

    cost: str | None
    name: Name = ""
    kind: PaymentKind = PaymentKind.SPELL
    types: tuple[Name, ...] | UnsetType = UNSET
    colors: Letters | UnsetType = UNSET
    mana_value: Count | UnsetType = UNSET
    x_count: Count | UnsetType = UNSET
    symbols: tuple[Name, ...] | UnsetType = UNSET
    mana_cost_symbols: tuple[Name, ...] | UnsetType | None = UNSET
    zone: Name | UnsetType = UNSET
    keywords: tuple[Name, ...] | UnsetType = UNSET
    is_commander: bool | UnsetType = UNSET
    owned: bool | UnsetType = UNSET
    face_down: bool | UnsetType = UNSET
    has_abilities: bool | UnsetType = UNSET
    context_name: Name | UnsetType = UNSET
    chosen: tuple[Name, ...] | UnsetType = UNSET
    payers: tuple[Payer, ...] = ()
    waterbend: Count = 0
    waterbend_x: bool = False
    additional: str = ""
    modifiers: tuple[ModifierRecord, ...] = ()
    totals: tuple[AnnouncementRecord, ...] = ()
    spend_as: dict[ManaType, Letters] = field(default_factory=dict)
    snow_as: Letters = ""
    only_from: tuple[Name, ...] = ()
    only_colors: Letters | None = None
    x_colors: Letters | None = None
    x_limit: Count | None = None
    x_distinct: bool = False
    no_mana: bool = False
    no_life: bool = False
    rulings: dict[str, Ruling] = field(default_factory=dict)
    options: tuple[CostOptionRecord, ...] = ()
    assist: Count = 0
    unread: tuple[str, ...] = ()


_CONTEXT_SETS = ("types", "colors", "symbols", "mana_cost_symbols", "keywords", "chosen")
_CONTEXT_PLAIN = (
    *("mana_value", "x_count", "zone"),
    *("is_commander", "owned", "face_down", "has_abilities"),
)

_DECISIVE = ("keywords", "face_down")
"""Fields of the context from which others follow."""


def spell_from_record(record: SpellRecord, path: str = "$.pay") -> Spell:
    """Make what is paid of its record, which stands at a path."""
    cost = cost_of(record.cost, f"{path}.cost")
    additional = _paid(record.additional, f"{path}.additional")
    totals = tuple(
        announcement_from_record(total, f"{path}.totals[{i}]")
        for i, total in enumerate(record.totals)
    )
    return Spell(
        cost=cost,
        name=record.name,
        context=_context(record, cost, additional),
        payers=frozenset(record.payers),
        waterbend=record.waterbend,
        waterbend_x=record.waterbend_x,
        additional=additional,
        modifiers=tuple(
            _modifier(modifier, f"{path}.modifiers[{i}]")
            for i, modifier in enumerate(record.modifiers)
        ),
        totals=totals,
        spend_as=spend_as({kind: types_of(as_) for kind, as_ in record.spend_as.items()}),
        snow_as=types_of(record.snow_as),
        only_from=frozenset(record.only_from),
        only_colors=None if record.only_colors is None else types_of(record.only_colors),
        x_colors=None if record.x_colors is None else types_of(record.x_colors),
        x_limit=record.x_limit,
        x_distinct=record.x_distinct,
        no_mana=record.no_mana,
        no_life=record.no_life,
        rulings=tuple(record.rulings.items()),
        options=tuple(
            _option(option, f"{path}.options[{i}]") for i, option in enumerate(record.options)
        ),
        assist=record.assist,
        unread=record.unread,
    )


def _paid(text: str, path: str) -> ActivationCost:
    with at(path):
        return ActivationCost.parse(text) if text else ActivationCost()


def _option(record: CostOptionRecord, path: str) -> CostOption:
    chosen = None
    if record.chosen is not None:
        with at(f"{path}.chosen"):
            chosen = ChosenObject(
                _one_object(record.chosen.cost), record.chosen.relief, record.chosen.needed
            )
    cost = _paid(record.cost, f"{path}.cost")
    modifiers = tuple(
        _modifier(one, f"{path}.modifiers[{i}]") for i, one in enumerate(record.modifiers)
    )
    with at(path):
        return CostOption(
            record.name,
            cost,
            record.instead,
            record.least,
            record.most,
            modifiers,
            chosen,
            frozenset(record.keywords),
        )


def _one_object(text: str) -> ObjectCost:
    cost = ActivationCost.parse(text)
    if len(cost.objects) != 1 or cost != ActivationCost(objects=cost.objects):
        raise LimitError(text, "one object")
    return cost.objects[0]


def _context(record: SpellRecord, cost: ManaCost | None, additional: ActivationCost) -> Context:
    stated: dict[str, Any] = {
        key: getattr(record, key) for key in _CONTEXT_PLAIN if getattr(record, key) is not UNSET
    }
    for key in _CONTEXT_SETS:
        value = getattr(record, key)
        if value is not UNSET:
            stated[key] = None if value is None else frozenset(value)
    if record.colors is not UNSET:
        stated["colors"] = types_of(record.colors)
    if record.context_name is not UNSET:
        stated["name"] = record.context_name
    some = {key: stated[key] for key in _DECISIVE if key in stated}
    usual = Spell(cost, record.name, Context(record.kind, **some), additional=additional).context
    return replace(usual, **stated)


def _modifier(record: ModifierRecord, path: str) -> Modifier:
    with at(f"{path}.amount"):
        amount = ManaCost.parse(record.amount)
        return Modifier(record.change, amount, record.floor, record.spill, record.text)


def announcement_from_record(record: AnnouncementRecord, path: str) -> Announcement:
    """Make an announcement of its record."""
    with at(f"{path}.total"):
        total = ManaCost.parse(record.total)
    return Announcement(
        total,
        record.x,
        record.life,
        record.sacrifice,
        record.tap,
        record.trace,
        record.options,
        record.objects,
    )


def spell_record(spell: Spell) -> SpellRecord:
    """Make the record of what is paid."""
    context = spell.context
    record = SpellRecord(
        cost=None if spell.cost is None else str(spell.cost),
        name=spell.name,
        kind=context.kind,
        payers=tuple(sorted(spell.payers)),
        waterbend=spell.waterbend,
        waterbend_x=spell.waterbend_x,
        additional=str(spell.additional),
        modifiers=tuple(map(_modifier_record, spell.modifiers)),
        totals=tuple(map(announcement_record, spell.totals)),
        spend_as={kind: letters_of(as_) for kind, as_ in spell.spend_as},
        snow_as=letters_of(spell.snow_as),
        only_from=tuple(sorted(spell.only_from)),
        only_colors=None if spell.only_colors is None else letters_of(spell.only_colors),
        x_colors=None if spell.x_colors is None else letters_of(spell.x_colors),
        x_limit=spell.x_limit,
        x_distinct=spell.x_distinct,
        no_mana=spell.no_mana,
        no_life=spell.no_life,
        rulings=dict(spell.rulings),
        options=tuple(map(_option_record, spell.options)),
        assist=spell.assist,
        unread=spell.unread,
    )
    some = {key: getattr(context, key) for key in _DECISIVE}
    known = Context(context.kind, **some)
    usual = Spell(spell.cost, spell.name, known, additional=spell.additional).context
    for one in fields(Context):
        value = getattr(context, one.name)
        if value == getattr(usual if one.name not in _DECISIVE else Context(), one.name):
            continue
        if one.name == "name":
            record.context_name = value
        elif one.name == "colors":
            record.colors = letters_of(value)
        else:
            plain = tuple(sorted(value)) if isinstance(value, frozenset) else value
            setattr(record, one.name, plain)
    return record


def _modifier_record(modifier: Modifier) -> ModifierRecord:
    return ModifierRecord(
        change=modifier.change,
        amount=str(modifier.amount),
        floor=modifier.floor,
        spill=modifier.spill,
        text=modifier.text,
    )


def _option_record(option: CostOption) -> CostOptionRecord:
    chosen = option.chosen
    return CostOptionRecord(
        name=option.name,
        cost=str(option.cost),
        instead=option.instead,
        least=option.least,
        most=option.most,
        modifiers=tuple(map(_modifier_record, option.modifiers)),
        chosen=None
        if chosen is None
        else ChosenObjectRecord(cost=str(chosen.cost), relief=chosen.relief, needed=chosen.needed),
        keywords=tuple(sorted(option.keywords)),
    )


def announcement_record(announcement: Announcement) -> AnnouncementRecord:
    """Make the record of an announcement."""
    return AnnouncementRecord(
        total=str(announcement.total),
        x=announcement.x,
        life=announcement.life,
        sacrifice=announcement.sacrifice,
        tap=announcement.tap,
        trace=announcement.trace,
        options=announcement.options,
        objects=announcement.objects,
    )
