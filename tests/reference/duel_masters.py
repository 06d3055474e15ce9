"""Exhaustive reference for Duel Masters payments, read from plain case JSON.

It walks through every way of paying as the rules tell it (civilization step, points step,
additional cards), group by group of equal cards, and keeps the best. It imports nothing of the
library. The hints of a case (total, civilizations due, values of the cards now) are read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TERMS = (
    "kept_lost",
    "points_wasted",
    "cards_tapped",
    "flexibility",
    "emptied",
    "large_numbers",
)


class Card(NamedTuple):
    """What tells two untapped cards apart."""

    name: str
    civilizations: frozenset[str]
    numbers: tuple[int, ...]


Zone = Counter[Card]


class Due(NamedTuple):
    """What is to be paid, after every change."""

    total: int
    civilizations: tuple[str, ...]
    additional: tuple[str, ...]
    era: str
    overshoot: str
    zero: str
    system: str
    unlocked: frozenset[str]


class Paid(NamedTuple):
    """One way of paying: ``(card, civilization, number)`` and so on, step by step."""

    civilization_step: tuple[tuple[Card, str, int], ...]
    points_step: tuple[tuple[Card, int], ...]
    additional: tuple[tuple[Card, str], ...]

    @property
    def tapped(self) -> Counter[Card]:
        return Counter(
            [card for card, _, _ in self.civilization_step]
            + [card for card, _ in self.points_step]
            + [card for card, _ in self.additional]
        )

    @property
    def points(self) -> int:
        return sum(number for _, _, number in self.civilization_step) + sum(
            number for _, number in self.points_step
        )


@dataclass(frozen=True)
class Answer:
    """``vector`` follows ``TERMS``; ``x`` is None where the cost has no steps."""

    payable: bool
    x: int | None
    vector: tuple[int, ...] | None
    record: dict[str, Any]


def solve(case: Mapping[str, Any], *, keep: bool = False, x: int | None = None) -> Answer:
    """Find the best payment; without ``x`` the largest X that can be paid."""
    zone = untapped(case)
    step = case["pay"].get("x_cost")
    if not step:
        best = _best(case, zone, 0, keep)
        return _answer(best, None)
    if x is not None:
        return _answer(_best(case, zone, x, keep), x)
    most = sum(count * max(card.numbers) for card, count in zone.items())
    for candidate in range(most // step, -1, -1):
        best = _best(case, zone, candidate, keep)
        if best is not None:
            return _answer(best, candidate)
    return _answer(None, None)


def payments(zone: Zone, due: Due) -> Iterator[Paid]:
    """Yield every legal way to pay."""
    if due.system == "plays":  # DM-64
        if due.unlocked.issuperset(due.civilizations):
            for chosen in _points(zone, due.total, "last_card"):
                yield Paid((), chosen, ())
        return
    free = due.total == 0 and due.zero == "free"  # DM-12, DM-13
    for cards in _one_each(zone, () if free else due.civilizations):
        rest = zone - Counter(card for card, _ in cards)
        for numbers in product(*(card.numbers for card, _ in cards)):
            made = sum(numbers)
            seconds: Iterator[tuple[tuple[Card, int], ...]]
            if due.era == "classic":  # DM-61
                seconds = _points(rest, due.total - made, "exact")
            elif made >= due.total:  # DM-7, DM-9, DM-10
                seconds = iter([()])
            else:  # DM-6, DM-11
                seconds = _points(rest, due.total - made, due.overshoot)
            first = tuple((card, f, n) for (card, f), n in zip(cards, numbers, strict=True))
            for second in seconds:
                left = rest - Counter(card for card, _ in second)
                for third in _one_each(left, due.additional):  # DM-33
                    yield Paid(first, second, third)


def _one_each(zone: Zone, civilizations: tuple[str, ...]) -> Iterator[tuple[tuple[Card, str], ...]]:
    """Choose a different card of each civilization (DM-2, DM-5)."""
    if not civilizations:
        yield ()
        return
    first, *others = civilizations
    for card in list(zone):
        if first in card.civilizations:
            for rest in _one_each(zone - Counter([card]), tuple(others)):
                yield ((card, first), *rest)


def _points(zone: Zone, due: int, overshoot: str) -> Iterator[tuple[tuple[Card, int], ...]]:
    """Choose cards for the points still due, none superfluous (DM-6, DM-7, DM-11)."""
    slots = [(card, number) for card in zone for number in card.numbers if number]
    largest = max((number for _, number in slots), default=0)
    upper = due if overshoot == "exact" else due + largest
    for chosen in _multisets(zone, slots, upper):
        made = sum(number for _, number in chosen)
        last = max((number for _, number in chosen), default=0)
        if made == due or (overshoot == "last_card" and made - last < due < made):
            yield chosen


def _multisets(
    zone: Zone, slots: list[tuple[Card, int]], upper: int
) -> Iterator[tuple[tuple[Card, int], ...]]:
    """Choose cards and numbers whose sum is at most ``upper``."""
    if upper < 0:
        return
    if not slots:
        yield ()
        return
    (card, number), *others = slots
    for copies in range(min(zone[card], upper // number) + 1):
        left = zone - Counter({card: copies})
        for rest in _multisets(left, others, upper - copies * number):
            yield ((card, number),) * copies + rest


def vector(zone: Zone, paid: Paid, total: int, kept_lost: int = 0) -> tuple[int, ...]:
    """Values of the terms, in order; ``zone`` holds the untapped cards at the start."""
    tapped = paid.tapped
    offering = Counter(f for card in zone.elements() for f in card.civilizations)
    numbers = [n for _, _, n in paid.civilization_step] + [n for _, n in paid.points_step]
    sets_before = {card.civilizations for card in zone}
    sets_after = {card.civilizations for card in zone - tapped}
    return (
        kept_lost,
        max(0, sum(numbers) - total),
        tapped.total(),
        sum(ceil(12 / offering[f]) for card in tapped.elements() for f in card.civilizations),
        sum(1 for civilizations in sets_before - sets_after if civilizations),
        sum(1 for number in numbers if number > 1),
    )


def untapped(case: Mapping[str, Any]) -> Zone:
    """Read the untapped cards of a case."""
    zone: Zone = Counter()
    for entry in case["board"]:
        if not entry["tapped"]:
            zone[_card(entry)] += entry["count"]
    return zone


def _card(entry: Mapping[str, Any]) -> Card:
    number = entry["mana_number"]
    numbers = (number,) if isinstance(number, int) else tuple(sorted(set(number)))
    civilizations = [] if entry.get("face_down") else entry["civilizations"]  # DM-18
    return Card(entry["name"], frozenset(civilizations), numbers)


def due_of(case: Mapping[str, Any], x: int) -> Due:
    """Read what is due at this X."""
    pay = case["pay"]
    options = pay.get("options", {})
    return Due(
        total=pay["total_cost"] + x * pay.get("x_cost", 0),  # DM-34
        civilizations=tuple(pay["civilizations"]),
        additional=tuple(
            part["civilization"]
            for part in pay.get("additional_costs", [])
            for _ in range(part["count"])
        ),
        era=options.get("era", "modern"),
        overshoot=options.get("point_overshoot", "exact"),
        zero=options.get("zero_total", "free"),
        system=options.get("system", "tcg"),
        unlocked=frozenset(f for entry in case["board"] for f in _card(entry).civilizations),
    )


def _best(
    case: Mapping[str, Any], zone: Zone, x: int, keep: bool
) -> tuple[tuple[int, ...], Paid] | None:
    due = due_of(case, x)
    best: tuple[tuple[int, ...], Paid] | None = None
    lost: dict[frozenset[tuple[Card, int]], int] = {}
    for paid in payments(zone, due):
        left = zone - paid.tapped
        key = frozenset(left.items())
        if keep and key not in lost:
            lost[key] = kept_lost(case, left, due)
        value = vector(zone, paid, due.total, lost[key] if keep else 0)
        if best is None or value < best[0]:
            best = value, paid
    return best


def kept_lost(case: Mapping[str, Any], left: Zone, due: Due) -> int:
    """Count the cards in hand that cannot be paid with these cards, each for itself."""
    return sum(
        entry.get("count", 1)
        for entry in case.get("hand", [])
        if not any(
            True
            for _ in payments(
                left,
                due._replace(
                    total=entry["cost"],
                    civilizations=tuple(entry.get("civilizations", [])),
                    additional=(),
                ),
            )
        )
    )


def _answer(best: tuple[tuple[int, ...], Paid] | None, x: int | None) -> Answer:
    record: dict[str, Any] = {"payable": best is not None, "taps": [], "points": 0}
    if x is not None:
        record["max_x"] = x
    if best is None:
        return Answer(False, x, None, record)
    values, paid = best
    record["taps"] = [
        {"name": card.name, "as": role}
        for card, role in (
            *((card, f) for card, f, _ in paid.civilization_step),
            *((card, "points") for card, _ in paid.points_step),
            *paid.additional,
        )
    ]
    record["points"] = paid.points
    record["objective"] = dict(zip(TERMS, values, strict=True))
    return Answer(True, x, values, record)


def illegal(case: Mapping[str, Any], record: Mapping[str, Any]) -> str | None:
    """Name the rule that a payment breaks, or None if it is legal.

    The record says neither which of several entries of one name is meant, nor the number that a
    card with a choice makes, nor whether a card of a civilization is for the cost or in addition:
    the payment is legal if any reading of it is. If none is, the rule reported is the one that
    the reading closest to a payment breaks.
    """
    if not record["payable"]:
        return None
    due = due_of(case, record.get("max_x") or 0)
    taps = [(tap["name"], tap["as"]) for tap in record["taps"]]
    zone = untapped(case)
    broken = "DM-1: not untapped cards of the zone"
    worst = -1
    for cards in _readings(zone, [name for name, _ in taps]):
        for reading in _judge(cards, [role for _, role in taps], due, record["points"]):
            if reading is None:
                return None
            depth, text = reading
            if depth > worst:
                worst, broken = depth, text
    return broken


def _readings(zone: Zone, names: list[str]) -> Iterator[tuple[Card, ...]]:
    if not names:
        yield ()
        return
    for card in list(zone):
        if card.name == names[0]:
            for rest in _readings(zone - Counter([card]), names[1:]):
                yield (card, *rest)


def _judge(
    cards: tuple[Card, ...], roles: list[str], due: Due, points: int
) -> Iterator[tuple[int, str] | None]:
    """Judge one reading of the names; a greater first number is closer to a payment."""
    if due.system == "plays":
        if not due.unlocked.issuperset(due.civilizations):
            yield 0, "DM-64: a civilization is locked"
        elif any(role != "points" for role in roles):
            yield 1, "DM-64: civilizations are not paid"
        else:
            digital = due._replace(era="modern", overshoot="last_card")
            for numbers in product(*(card.numbers for card in cards)):
                yield _judge_points(0, list(numbers), digital, points)
        return
    for card, role in zip(cards, roles, strict=True):
        if role != "points" and role not in card.civilizations:
            yield 0, f"DM-2: {card.name} cannot give {role}"
            return
    given = Counter(role for role in roles if role != "points")
    free = due.total == 0 and due.zero == "free"
    for_cost = Counter(() if free else due.civilizations)
    if for_cost - given:
        yield 1, "DM-5: a civilization of the cost is not paid"
        return
    if Counter(due.additional) - (given - for_cost):
        yield 2, "DM-33: an additional card is missing"
        return
    if given - for_cost - Counter(due.additional):
        yield 2, "DM-7: a card is tapped for a civilization that is not due"
        return
    at_roles = {f: [i for i, role in enumerate(roles) if role == f] for f in for_cost}
    for first in product(*at_roles.values()):
        for made in product(*(cards[i].numbers for i in first)):
            seconds = [i for i, role in enumerate(roles) if role == "points"]
            for numbers in product(*(cards[i].numbers for i in seconds)):
                yield _judge_points(sum(made), list(numbers), due, points)


def _judge_points(made: int, numbers: list[int], due: Due, points: int) -> tuple[int, str] | None:
    """Judge the points step after ``made`` points of the civilization step."""
    total = made + sum(numbers)
    if total != points:
        return 3, "DM-2: the points are not the sum of the numbers"
    if total < due.total:
        return 4, "DM-6: too few points"
    if 0 in numbers:
        return 4, "DM-7: a card of number 0 is tapped for points"
    if due.era == "classic" and total > due.total:
        return 5, "DM-61: too many points"
    if numbers and made >= due.total:
        return 5, "DM-7: nothing is left to pay in the points step"
    if not numbers or total == due.total:
        return None
    surplus = min(numbers) if due.overshoot == "exact" else max(numbers)
    if total - surplus >= due.total:
        return 5, "DM-7: a card is superfluous"
    if due.overshoot == "exact":
        return 5, "DM-11: the points go beyond the cost"
    return None
