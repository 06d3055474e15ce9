"""Checking the locked total: which totals an announcement may reach (MTG-601.2b, MTG-601.2f).

Every side of every symbol is announced in every way, every order of the reductions is tried, and
the results are kept as plain amounts of mana. A total with symbols left open is right if each way
to pay them is one of these results: then nothing in the modifiers depends on the choice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.locking import Change, Modifier

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Announcement, Spell
    from autotap.models.mtg.symbols import ManaSymbol

Amounts = tuple[int, ...]
"""Units of W U B R G C S and generic mana, then life."""

KINDS = "WUBRGCS"
GENERIC = len(KINDS)
LIFE = GENERIC + 1
NOTHING: Amounts = (0,) * (LIFE + 1)


def check_announcement(spell: Spell, announcement: Announcement, x: int | None) -> None:
    """Refuse an announcement that the spell does not allow.

    Parameters
    ----------
    spell
        What is paid.
    announcement
        What was announced.
    x
        The value of X that was asked for, None for any.

    Raises
    ------
    InvalidPaymentError
        MTG-118.6 without a mana cost, MTG-601.2b for a choice that is not offered, MTG-SYM-05 for
        a wrong X, MTG-601.2f for a total that no choice and no order of reductions gives.
    """
    if spell.totals:
        offers = [offer for offer in spell.totals if _is_offered(announcement, offer)]
        if not offers:
            raise InvalidPaymentError("MTG-601.2b", f"{announcement.total} is not on offer")
        has_x = announcement.total.x_count > 0 or offers[0].x is not None
        _check_x(spell, announcement, x, has_x=has_x)
        return
    if spell.cost is None:
        raise InvalidPaymentError("MTG-118.6", "there is no mana cost that could be paid")
    if announcement.sacrifice or announcement.tap:
        raise InvalidPaymentError("MTG-601.2b", "no object is asked for by the announcement")
    has_x = _base(spell.cost, spell.additional.mana).x_count > 0
    _check_x(spell, announcement, x, has_x=has_x)
    check_total(spell, announcement)


def _base(cost: ManaCost, added: ManaCost | None) -> ManaCost:
    """Add the additional mana cost (MTG-118.8)."""
    return cost if added is None else cost + added


def _is_offered(announcement: Announcement, offer: Announcement) -> bool:
    return (
        announcement.total == offer.total
        and announcement.life == offer.life
        and Counter(announcement.sacrifice) == Counter(offer.sacrifice)
        and Counter(announcement.tap) == Counter(offer.tap)
        and offer.x in (None, announcement.x)
    )


def _check_x(spell: Spell, announcement: Announcement, x: int | None, *, has_x: bool) -> None:
    announced = announcement.x
    symbols = announcement.total.symbols + (spell.cost.symbols if spell.cost else ())
    if any(symbol.variable in ("Y", "Z") for symbol in symbols):
        raise InvalidPaymentError("MTG-SYM-05", "only X can be announced")
    if announced is None:
        if has_x:
            raise InvalidPaymentError("MTG-SYM-05", "X is not announced")
        return
    highest = announced if spell.x_limit is None else spell.x_limit
    asked = announced if x is None and has_x else x
    if announced != asked or not 0 <= announced <= highest:
        raise InvalidPaymentError("MTG-SYM-05", f"X is announced as {announced}")


def check_total(spell: Spell, announcement: Announcement) -> None:
    """Refuse a total that the printed cost and the modifiers do not give (MTG-601.2f).

    The {X} of the cost may stay in the total, or be in it as generic mana; it stays where not
    every mana may pay for X.

    Raises
    ------
    InvalidPaymentError
        MTG-601.2f.

    Complexity: the product of the numbers of different multi-way symbols and reductions.
    """
    assert spell.cost is not None
    base = _base(spell.cost, spell.additional.mana)
    plain = not spell.modifiers and not announcement.life
    if plain and announcement.total == base:
        return
    x_moves = spell.x_colors is None
    if announcement.total.x_count != base.x_count and (announcement.total.x_count or not x_moves):
        raise InvalidPaymentError("MTG-601.2f", f"{announcement.total} changes the number of X")
    x = announcement.x or 0
    added = [m.amount for m in spell.modifiers if m.change is Change.INCREASE]
    starts = {NOTHING}
    for cost in (base, *added):
        starts = _announced(starts, cost, x)
    reductions = [m for m in spell.modifiers if m.change is Change.REDUCE]
    least = [m.amount.generic for m in spell.modifiers if m.change is Change.MINIMUM]
    reachable = {
        _raised(amounts, max(least, default=0)) for amounts in _reduced(starts, reductions)
    }
    life = (*NOTHING[:LIFE], announcement.life)
    claimed = _announced({life}, announcement.total, x)
    if not claimed <= reachable:
        raise InvalidPaymentError("MTG-601.2f", f"the total cannot be {announcement.total}")


def _with(amounts: Amounts, index: int, change: int) -> Amounts:
    return (*amounts[:index], amounts[index] + change, *amounts[index + 1 :])


def _mana(amounts: Amounts) -> int:
    return sum(amounts[:LIFE])


def _sides(symbol: ManaSymbol, x: int) -> list[tuple[int, int]]:
    """List the ways to announce one symbol as (which amount, how much of it)."""
    if symbol.variable:
        return [(GENERIC, x)]
    if symbol.snow:
        return [(KINDS.index("S"), 1)]
    sides = [(KINDS.index(kind), 1) for kind in symbol.types]
    if symbol.generic:
        sides.append((GENERIC, symbol.generic))
    if symbol.phyrexian:
        sides.append((LIFE, 2))
    return sides


def _announced(starts: set[Amounts], cost: ManaCost, x: int) -> set[Amounts]:
    """Add a cost to each start, with the sides of its symbols announced in every way."""
    for symbol in cost.symbols:
        sides = _sides(symbol, x)
        starts = {_with(amounts, *side) for amounts in starts for side in sides}
    return starts


def _reduced(starts: Iterable[Amounts], reductions: list[Modifier]) -> set[Amounts]:
    """Apply all reductions in every order (MTG-601.2f-O)."""
    ways = {(amounts, tuple(Counter(reductions).items())) for amounts in starts}
    for _ in reductions:
        ways = {
            (after, (*left[:i], (modifier, number - 1), *left[i + 1 :]))
            for amounts, left in ways
            for i, (modifier, number) in enumerate(left)
            if number
            for after in _reduce(amounts, modifier)
        }
    return {amounts for amounts, _ in ways}


def _reduce(amounts: Amounts, modifier: Modifier) -> set[Amounts]:
    """Apply one reduction: colors first, each half of a hybrid (MTG-118.7e), down to its floor."""
    results = {amounts}
    for symbol in sorted(modifier.amount.symbols, key=lambda symbol: symbol.is_generic):
        sides = [(GENERIC, 1)] if symbol.snow else _sides(symbol, 0)
        results = {
            _take(each, kind, number, modifier)
            for each in results
            for kind, number in sides
            if kind != LIFE
        }
    return results


def _take(amounts: Amounts, kind: int, number: int, modifier: Modifier) -> Amounts:
    """Take off one symbol of a reduction (MTG-118.7a to c), not below the floor (MTG-RED-07)."""
    if kind != GENERIC and not amounts[kind]:
        if not modifier.spill:
            return amounts
        kind = GENERIC
    taken = min(number, amounts[kind], max(0, _mana(amounts) - modifier.floor))
    return _with(amounts, kind, -taken)


def _raised(amounts: Amounts, least: int) -> Amounts:
    """Raise a total below the minimum by generic mana (MTG-601.2f-T)."""
    return _with(amounts, GENERIC, max(0, least - _mana(amounts)))
