"""Replay of costs that ask for a total, and of blight."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import CoverCost, Measure
from autotap.models.mtg.context import PaymentKind
from autotap.models.mtg.source import Zone
from autotap.models.mtg.ways import costs_beside_mana

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.mtg.spell import Announcement, Spell
    from autotap.models.result import Covering
    from autotap.solver.verify.table import Table

COLLECT_EVIDENCE = "MTG-KW-24"


def pay_covers(
    table: Table, spell: Spell, announcement: Announcement, coverings: Sequence[Covering]
) -> None:
    """Pay every cost that asks for a total; no object or card pays two of them.

    Raises
    ------
    InvalidPaymentError
        MTG-601.2h if they are not as many as the costs; MTG-KW-22 (teamwork), MTG-KW-29 (crew and
        saddle) or MTG-KW-24 (collect evidence) for a total that is too small or a thing that does
        not fit; MTG-118.3 or MTG-118.10 for an object that is tapped, or gone.
    """
    costs = [cover for cost in costs_beside_mana(spell, announcement) for cover in cost.covers]
    if len(costs) != len(coverings):
        raise InvalidPaymentError("MTG-601.2h", f"{len(coverings)} totals for {len(costs)} costs")
    for cost, covering in zip(costs, coverings, strict=True):
        if cost.measure is Measure.POWER:
            _tap(table, spell, cost, covering)
        else:
            _collect(table, cost, covering)


def _tap(table: Table, spell: Spell, cost: CoverCost, covering: Covering) -> None:
    rule = "MTG-KW-29" if cost.another else "MTG-KW-22"
    if covering.cards:
        raise InvalidPaymentError(rule, "cards have no power")
    total = named = 0
    for source_id in covering.objects:
        source = table.source(source_id)
        if not source.is_a(cost.what):
            raise InvalidPaymentError(rule, f"{source_id!r} is no {cost.what}")
        table.tap(source)
        total += source.power or 0
        named += source.name == spell.name
    if total < cost.least:
        raise InvalidPaymentError(rule, f"a total power of {total}, not {cost.least}")
    copies = len(own_copies(table, spell))
    if cost.another and 0 < copies <= named:
        raise InvalidPaymentError(rule, f"{spell.name!r} is tapped for its own ability")


def own_copies(table: Table, spell: Spell) -> list[str]:
    """List the ids of what may be the object whose ability is paid for."""
    if spell.context.kind is not PaymentKind.ABILITY:
        return []
    return [
        source.id
        for source in table.board.sources
        if source.name == spell.name and source.zone is Zone.BATTLEFIELD
    ]


def _collect(table: Table, cost: CoverCost, covering: Covering) -> None:
    if covering.objects:
        raise InvalidPaymentError(COLLECT_EVIDENCE, "objects that are in no graveyard")
    total = sum(table.collect(card, COLLECT_EVIDENCE).mana_value for card in covering.cards)
    if total < cost.least:
        raise InvalidPaymentError(
            COLLECT_EVIDENCE, f"a total mana value of {total}, not {cost.least}"
        )


def bury_blighted(table: Table, ids: Sequence[str], amounts: Sequence[int]) -> None:
    """Give up the objects that die of their -1/-1 counters, if they are still there (MTG-KW-21).

    They die when the payment is over, so the objective counts them as given up. What becomes of an
    object whose toughness is not known is not known either: it is taken to die.

    Parameters
    ----------
    table
        After everything else is paid.
    ids, amounts
        The objects, and how many counters each of the costs puts on them.
    """
    counters: Counter[str] = Counter()
    for source_id, amount in zip(ids, amounts, strict=True):
        counters[source_id] += amount
    for source_id, amount in counters.items():
        source = table.board.source(source_id)
        dies = source.toughness is None or source.toughness <= amount
        if dies and source_id not in table.given_up:
            table.give_up(source)
