"""Direct answers: questions about units that each stand for themselves need no Program.

`offers.py` says what a board has to give, `asks.py` what is due, `prices.py` what each unit costs.
Hall's condition decides whether that pays, `plans.py` which units pay best, and this module writes
the payment down. Everything beyond is left to the general engine, never guessed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import Mana
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.models.problem import Problem
from autotap.models.result import Activation, Payment, Shortfall, Spend
from autotap.solver.backends import greedy
from autotap.solver.compile.asks import LIFE, Ask, Leaf, ask_of
from autotap.solver.compile.offers import Offer, offer_of
from autotap.solver.compile.prices import FLOATING, LIFE_LOST, Priced
from autotap.solver.plans import Plan, Question, plan_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.symbols import ManaType
    from autotap.solver.compile.profiles import Letter, Use


def question_of(problem: Problem) -> Question | str:
    """Return the question that a problem is if its units stand for themselves, or why not."""
    if problem.must_use or problem.forbid:
        return "requirements of the caller"
    sides = _sides(problem.board, problem.spell, problem.x)
    return sides if isinstance(sides, str) else Question(problem, *sides)


def _sides(board: Board, spell: Spell, x: int | None) -> tuple[Offer, Ask] | str:
    offer = offer_of(board)
    if isinstance(offer, str):
        return offer
    ask = ask_of(spell, x)
    if isinstance(ask, str):
        return ask
    if x is None and offer.restricted and spell.context.x_count:
        return "an open X on which restrictions of mana depend"
    if offer.life_paid or (offer.damage_at_once and ask.life_symbols):
        if ask.no_life:
            return "sources that cost life where none may be paid"
        if board.life - offer.damage_at_once < LIFE_FOR_A_SYMBOL * ask.life_symbols:
            return "life that could run out while it is paid"
    return (offer, ask) if ask.leaves else "a cost that cannot be announced"


def can_pay(board: Board, spell: Spell, x: int | None) -> bool | None:
    """Tell whether a cost can be paid; None if the units do not stand for themselves.

    Exact by Hall's theorem: each unit that the board can make is there independently of the
    others, and a unit that is not needed floats.

    Complexity: linear in the number of different units on offer.
    """
    sides = _sides(board, spell, x)
    if isinstance(sides, str):
        return None
    offer, ask = sides
    if offer.units is None:
        plan = plan_of(Question(Problem(board, spell, x), offer, ask))
        return None if isinstance(plan, str) else plan is not None
    touched = ask.touched
    there = 0
    for letter, number in offer.units:
        touch = touched.get(letter)
        there += number * (ask.touch(letter) if touch is None else touch)
    if ask.by_life:
        there += max(board.life, 0) // LIFE_FOR_A_SYMBOL * ask.touch(LIFE)
    return any(greedy.is_payable(there, leaf.owed, ask.guard) for leaf in ask.leaves)


def shortfall(question: Question) -> Shortfall | None:
    """Return why nothing pays, None if something does or bundles exclude each other.

    It is a set of classes that violates Hall's condition the most.
    """
    problem, offer, ask = question.problem, question.offer, question.ask
    if offer.units is None or can_pay(problem.board, problem.spell, problem.x):
        return None
    units: Counter[int] = Counter()
    for letter, number in offer.units:
        units[ask.classes(letter)] += number
    units[ask.by_life] += max(problem.board.life, 0) // LIFE_FOR_A_SYMBOL
    worst, number = greedy.deficient(units, ask.leaves[0].sets)
    symbols = [slot.symbol for index, slot in enumerate(ask.slots) if worst >> index & 1]
    payers = {
        source.id: source.name
        for lot in offer.lots
        if any(ask.classes(letter) & worst for use in lot.uses for letter in use.units)
        for source in lot.sources
    }
    sentence = said(symbols, number, counted(payers.values()))
    return Shortfall("mana", tuple(symbols), tuple(payers), sentence)


def counted(names: Iterable[str]) -> list[str]:
    """Return each name once, with its number where it is there more often."""
    return [name if n == 1 else f"{n} {name}" for name, n in Counter(names).items()]


def said(symbols: list[str], number: int, names: list[str]) -> str:
    """Say what falls short, by how much, and what there is to pay it."""
    if not names:
        return f"Nothing that can be used pays {', '.join(symbols)}."
    return (
        f"Not enough: {number} short for {', '.join(symbols)}. What can pay it: {', '.join(names)}."
    )


def objective_of(plan: Plan) -> dict[str, int]:
    """Return the value of each term."""
    lethal, losses, left, reserved, flexibility, emptied, activations = plan.values
    return {
        "lethal": lethal,
        "losses": losses,
        "mana_left": -left,
        "reserved": reserved,
        "flexibility": flexibility,
        "emptied": emptied,
        "graveyard": 0,
        "activations": activations,
    }


def payment_of(question: Question, plan: Plan) -> Payment:
    """Write a plan down as a payment: sources in the order of their lots, then of the caller."""
    ask, lots = question.ask, question.offer.lots
    used = [(one, number) for one, number in zip(plan.units, plan.used, strict=True) if number]
    used.sort(key=_by_lot)
    places = greedy.assign([(ask.classes(one.letter), n) for one, n in used], plan.leaf.due)
    mana = list(question.problem.board.pool)
    paid: list[list[int]] = [[] for _ in ask.slots]
    activations: list[Activation] = []
    by_life = [0] * len(ask.slots)
    life_paid = life_lost = 0
    begun = [0] * len(lots)
    if plan.fired:
        life_paid, life_lost = _fire(question, plan, used, places, mana, paid, activations)
    fired = {lot for lot, _, _ in plan.fired}
    floating: dict[Letter, list[int]] | None = None
    for (one, number), classes in zip(used, places, strict=True):
        lot = one.lot
        if lot == LIFE_LOST:
            life_paid += LIFE_FOR_A_SYMBOL * number
            for place in classes:
                by_life[place] += 1
        elif lot == FLOATING:
            floating = floating or _floating(question.offer)
            for place in classes:
                paid[place].append(floating[one.letter].pop())
        elif lot not in fired:
            first = begun[lot]
            begun[lot] = last = first + number
            uses = lots[lot].uses
            for source, place in zip(lots[lot].sources[first:last], classes, strict=True):
                at, kind = ask.type_for(one.letter, place)
                use = uses[one.use + at]
                made = len(mana)
                paid[place].append(made)
                mana.append(_mana(use.units[0], kind, source.types))
                activations.append(_activation(source.id, use.ability, made))
                life_paid += use.life
                life_lost += use.damage + use.waiting
    return Payment(
        plan.leaf.announcement,
        tuple(mana),
        tuple(activations),
        tuple(_spends(ask, plan.leaf, paid, by_life)),
        life_paid=life_paid,
        life_lost=life_lost + life_paid,
    )


def _by_lot(unit: tuple[Priced, int]) -> tuple[int, int]:
    return unit[0].lot, unit[0].use


def _fire(
    question: Question,
    plan: Plan,
    used: list[tuple[Priced, int]],
    places: list[list[int]],
    mana: list[Mana],
    paid: list[list[int]],
    activations: list[Activation],
) -> tuple[int, int]:
    """Activate sources that make several mana; return the life paid and the damage."""
    ask, lots = question.ask, question.offer.lots
    owed: dict[tuple[int, int], list[tuple[Letter, int]]] = defaultdict(list)
    for (one, _), classes in zip(used, places, strict=True):
        owed[one.lot, one.use] += [(one.letter, place) for place in classes]
    life_paid = damage = 0
    begun: Counter[int] = Counter()
    for lot, number, count in plan.fired:
        use = lots[lot].uses[number]
        life_paid += use.life * count
        damage += (use.damage + use.waiting) * count
        for source in lots[lot].sources[begun[lot] : begun[lot] + count]:
            first = len(mana)
            _make(ask, source, use, owed[lot, number], mana, paid)
            made = tuple(range(first, len(mana)))
            activations.append(Activation(source.id, use.ability, made))
        begun[lot] += count
    return life_paid, damage


def _floating(offer: Offer) -> dict[Letter, list[int]]:
    """Return the numbers of floating mana, the last first."""
    numbers: dict[Letter, list[int]] = {}
    for number in range(len(offer.floating) - 1, -1, -1):
        numbers.setdefault(offer.floating[number][0], []).append(number)
    return numbers


def _make(
    ask: Ask,
    source: Source,
    use: Use,
    owed: list[tuple[Letter, int]],
    mana: list[Mana],
    paid: list[list[int]],
) -> None:
    """Make the mana of one activation, and let it pay what its letter still owes."""
    for letter in use.units:
        at = next((at for at, (owing, _) in enumerate(owed) if owing is letter), None)
        if at is None:
            kind = letter.templates[0].types[0]
        else:
            place = owed.pop(at)[1]
            kind = ask.type_for(letter, place)[1]
            paid[place].append(len(mana))
        mana.append(_mana(letter, kind, source.types))


@lru_cache(maxsize=65_536)
def _mana(letter: Letter, kind: ManaType, types: frozenset[str]) -> Mana:
    tags = letter.templates[0].tags
    if not (tags.origin or tags.flags):
        tags = replace(tags, flags=types)
    return Mana(kind, tags)


def _spends(ask: Ask, leaf: Leaf, paid: list[list[int]], by_life: list[int]) -> list[Spend]:
    """Say what pays each symbol of the total, in the order of the total."""
    spends = []
    colored = dict(leaf.colored)
    for symbol, place, number, half in leaf.symbols:
        for _ in range(number):
            if half and not colored[symbol]:
                mana = tuple(paid[ask.generic.bit_length() - 1].pop() for _ in range(half))
                spends.append(Spend(symbol, mana))
                continue
            if half:
                colored[symbol] -= 1
            if by_life[place]:
                by_life[place] -= 1
                spends.append(Spend(symbol, life=LIFE_FOR_A_SYMBOL))
            else:
                spends.append(_spend(symbol, paid[place].pop()))
    return spends


@lru_cache(maxsize=65_536)
def _activation(source: str, ability: int, made: int) -> Activation:
    """Return the activation that makes one mana; equal ones are one object, for speed."""
    return Activation(source, ability, (made,))


@lru_cache(maxsize=65_536)
def _spend(symbol: str, number: int) -> Spend:
    """Return the spending of one mana; equal ones are one object, for speed."""
    return Spend(symbol, (number,))
