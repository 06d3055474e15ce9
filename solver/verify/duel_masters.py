"""Replay of a Duel Masters payment, rule by rule.

It works from the zone and the card as declared alone, and settles the total by itself: it shares
nothing with what found the payment.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.duel_masters.civilization import Civilization
from autotap.models.duel_masters.cost import Era, PointOvershoot, System, ZeroTotal
from autotap.models.duel_masters.spell import Increase, Reduction
from autotap.models.errors import InvalidPaymentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.duel_masters.card import DuelMastersCard
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import Tap, ZonePayment

_ADDITIONAL = "additional "


class _Replayed(NamedTuple):
    """A tap with the card that it names."""

    tap: Tap
    card: DuelMastersCard


def verify_duel_masters(problem: DuelMastersProblem, payment: ZonePayment) -> None:
    """Check that a payment is legal and keeps to the problem.

    Taps may come in any order (DM-63).

    Raises
    ------
    InvalidPaymentError
        With the first rule that is broken; ``"must_use"``, ``"forbid"`` and ``"x"`` stand for
        requirements of the problem.

    Examples
    --------
    >>> from autotap.models.duel_masters import DuelMastersCost, DuelMastersSpell, ManaZone
    >>> from autotap.models.problem import DuelMastersProblem
    >>> from autotap.models.result import Tap, ZonePayment
    >>> spell = DuelMastersSpell(DuelMastersCost.parse("fire(2)"))
    >>> problem = DuelMastersProblem(ManaZone.parse("Fire; Water"), spell)
    >>> taps = (Tap("Fire", "fire", 1), Tap("Water", "points", 1))
    >>> verify_duel_masters(problem, ZonePayment(taps, total=2, points=2))
    >>> verify_duel_masters(problem, ZonePayment(taps[:1], total=2, points=1))
    Traceback (most recent call last):
        ...
    autotap.models.errors.InvalidPaymentError: DM-6: 1 of 2 points
    """
    spell = problem.spell
    _check_total(problem, payment)
    replayed = _check_cards(problem, payment)
    due = _civilizations_due(spell, payment.total)
    _require(
        payment.free == (spell.free or (payment.total == 0 and not due and not _plays(spell))),
        "DM-12",
        "a card is free exactly if nothing is due for it",
    )
    first = [r for r in replayed if r.tap.role in tuple(Civilization)]
    second = [r.tap.number for r in replayed if r.tap.role == "points"]
    if _plays(spell):
        locked = due - problem.board.unlocked
        _require(not locked, "DM-64", f"{', '.join(sorted(locked))} is locked")
        _require(len(second) == len(replayed), "DM-64", "cards make points and nothing else")
    else:
        _check_civilizations(due, first)
        _check_additional(spell, replayed)
    _check_points(spell, payment, second)


def zone_after(problem: DuelMastersProblem, payment: ZonePayment) -> ManaZone:
    """Return the mana zone that a legal payment leaves.

    Examples
    --------
    >>> from autotap.models.duel_masters import DuelMastersCost, DuelMastersSpell, ManaZone
    >>> from autotap.models.problem import DuelMastersProblem
    >>> from autotap.models.result import Tap, ZonePayment
    >>> spell = DuelMastersSpell(DuelMastersCost.parse("fire(1)"))
    >>> problem = DuelMastersProblem(ManaZone.parse("Fire; Water"), spell)
    >>> print(zone_after(problem, ZonePayment((Tap("Fire", "fire", 1),), total=1, points=1)))
    Fire (tapped); Water
    """
    verify_duel_masters(problem, payment)
    ids = {tap.card for tap in payment.taps}
    zone = problem.board
    cards = tuple(replace(card, tapped=card.tapped or card.id in ids) for card in zone.cards)
    return replace(zone, cards=cards)


def evaluate_duel_masters(
    problem: DuelMastersProblem, payment: ZonePayment, kept: Sequence[bool] = ()
) -> dict[str, int]:
    """Work out the terms of the default objective for a legal payment.

    ``kept`` says of everything that is kept whether it stays payable.

    Examples
    --------
    >>> from autotap.models.duel_masters import DuelMastersCost, DuelMastersSpell, ManaZone
    >>> from autotap.models.problem import DuelMastersProblem
    >>> from autotap.models.result import Tap, ZonePayment
    >>> spell = DuelMastersSpell(DuelMastersCost.parse("fire(1)"))
    >>> problem = DuelMastersProblem(ManaZone.parse("2 Fire"), spell)
    >>> payment = ZonePayment((Tap("Fire#1", "fire", 1),), total=1, points=1)
    >>> evaluate_duel_masters(problem, payment)["flexibility"]
    6
    """
    ids = {tap.card for tap in payment.taps}
    before = problem.board.untapped
    tapped = [card for card in before if card.id in ids]
    offering = Counter(f for card in before for f in card.civilizations)
    untouched = {card.civilizations for card in before if card.id not in ids}
    return {
        "spared": len(problem.spare & ids),
        "kept_lost": sum(
            one.weight_or(1) for one, stays in zip(problem.keep, kept, strict=True) if not stays
        ),
        "points_wasted": max(0, payment.points - payment.total),
        "cards_tapped": len(tapped),
        "flexibility": sum(ceil(12 / offering[f]) for card in tapped for f in card.civilizations),
        "emptied": len({c.civilizations for c in tapped if c.civilizations} - untouched),
        "large_numbers": sum(tap.number > 1 for tap in payment.taps),
    }


def _require(holds: bool, rule: str, reason: str) -> None:
    if not holds:
        raise InvalidPaymentError(rule, reason)


def _plays(spell: DuelMastersSpell) -> bool:
    return spell.options.system is System.PLAYS


def _check_total(problem: DuelMastersProblem, payment: ZonePayment) -> None:
    spell = problem.spell
    _require((payment.x is None) == (not spell.x_cost), "DM-34", "X where the cost has no steps")
    _require(problem.x is None or problem.x == (payment.x or 0), "x", f"X must be {problem.x}")
    _require((payment.x or 0) >= 0, "DM-34", "a negative number of steps")
    if spell.free:
        _require(payment.total == 0, "DM-32", "nothing is paid for a card that is free")
        return
    declared = spell.cost if spell.alternative is None else spell.alternative.cost
    raised = declared.points + spell.x_cost * (payment.x or 0)
    raised += sum(change.amount for change in spell.changes if isinstance(change, Increase))
    lowering = Counter(change for change in spell.changes if isinstance(change, Reduction))
    _require(
        _arrives(raised, payment.total, tuple(lowering.items())),
        "DM-15",
        f"no order of the reductions leads from {raised} to {payment.total}",
    )


def _arrives(start: int, goal: int, lowering: tuple[tuple[Reduction, int], ...]) -> bool:
    """Look for an order of reductions that leads from one cost to the other (DM-21 to DM-23)."""

    @cache
    def search(cost: int, left: tuple[int, ...]) -> bool:
        if cost < goal:
            return False
        if not any(left):
            return cost == goal
        for i, (reduction, _) in enumerate(lowering):
            if not left[i]:
                continue
            rest = (*left[:i], left[i] - 1, *left[i + 1 :])
            lowest = min(cost, max(reduction.floor, cost - reduction.amount))
            amounts = range(lowest, cost + 1) if reduction.optional else (lowest,)
            if any(search(after, rest) for after in amounts):
                return True
        return False

    return search(start, tuple(count for _, count in lowering))


def _check_cards(problem: DuelMastersProblem, payment: ZonePayment) -> list[_Replayed]:
    """Check that each tap uses a card of the zone as it can be used."""
    cards = {card.id: card for card in problem.board.cards}
    replayed: list[_Replayed] = []
    seen: set[str] = set()
    for tap in payment.taps:
        card = cards.get(tap.card)
        if card is None:
            raise InvalidPaymentError("DM-1", f"there is no card {tap.card!r} in the zone")
        _require(not card.tapped, "DM-1", f"{tap.card!r} is tapped already")
        _require(tap.card not in seen, "DM-1", f"{tap.card!r} is tapped twice")
        seen.add(tap.card)
        if tap.role.startswith(_ADDITIONAL):
            _require(tap.number == 0, "DM-33", f"{tap.card!r} makes points as an additional card")
        else:
            _require(
                tap.number in card.mana_number, "DM-3", f"{tap.card!r} does not make {tap.number}"
            )
        if tap.role != "points":
            _require(bool(card.civilizations), "DM-4", f"{tap.card!r} is colourless")
            _require(
                tap.role.removeprefix(_ADDITIONAL) in card.civilizations,
                "DM-2",
                f"{tap.card!r} cannot give {tap.role}",
            )
        replayed.append(_Replayed(tap, card))
    points = sum(tap.number for tap in payment.taps)
    _require(points == payment.points, "DM-2", f"{payment.points} points claimed, {points} made")
    _require(problem.must_use <= seen, "must_use", "a card that must be tapped is not")
    _require(not problem.forbid & seen, "forbid", "a card is tapped that must not be")
    return replayed


def _civilizations_due(spell: DuelMastersSpell, total: int) -> frozenset[Civilization]:
    if spell.free:
        return frozenset()
    if total == 0 and spell.options.zero_total is ZeroTotal.FREE and not _plays(spell):
        return frozenset()
    if spell.civilizations is not None:
        return spell.civilizations
    return (spell.cost if spell.alternative is None else spell.alternative.cost).civilizations


def _check_civilizations(due: frozenset[Civilization], first: list[_Replayed]) -> None:
    given = Counter(replayed.tap.role for replayed in first)
    for civilization in sorted(due):
        _require(given[civilization] > 0, "DM-5", f"no card is tapped for {civilization}")
    for role, count in given.items():
        _require(role in due and count == 1, "DM-7", f"{count} cards are tapped for {role}")


def _check_additional(spell: DuelMastersSpell, replayed: list[_Replayed]) -> None:
    due: Counter[str] = Counter()
    for extra in () if spell.free else spell.additional:
        due[_ADDITIONAL + extra.civilization] += extra.count
    tapped = Counter(r.tap.role for r in replayed if r.tap.role.startswith(_ADDITIONAL))
    _require(+due == tapped, "DM-33", "not as many additional cards as are due")


def _check_points(spell: DuelMastersSpell, payment: ZonePayment, second: list[int]) -> None:
    """Check the sum of all points, and that none of those of the points step is superfluous."""
    total = payment.total
    _require(0 not in second, "DM-7", "a card of number 0 is tapped for points")
    _require(payment.points >= total, "DM-6", f"{payment.points} of {total} points")
    if spell.options.era is Era.CLASSIC and not _plays(spell):
        _require(payment.points == total, "DM-61", f"{payment.points} points for {total}")
    if not second:
        return
    last_card = spell.options.point_overshoot is PointOvershoot.LAST_CARD or _plays(spell)
    if not last_card:
        _require(
            payment.points - min(second) < total, "DM-7", "a card tapped for points is superfluous"
        )
        _require(payment.points == total, "DM-11", f"{payment.points} points for {total}")
    spared = payment.points - max(second)
    _require(spared < total, "DM-7", "a card tapped for points is superfluous")
