"""Direct answers: questions about units that each stand for themselves need no Program.

`offers.py` says what a board has to give, `asks.py` what is due, `prices.py` what each unit costs.
Hall's condition decides whether that pays, the greedy backend which units pay best, and this
module writes the payment down. Everything beyond is left to the general engine, never guessed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import Mana
from autotap.models.result import Activation, Payment, Shortfall, Spend
from autotap.solver.backends import greedy
from autotap.solver.compile.asks import LIFE, Ask, Leaf, ask_of, ask_with
from autotap.solver.compile.groups import has_restrictions
from autotap.solver.compile.offers import Letter, Offer, offer_of
from autotap.solver.compile.prices import (
    MANA_LEFT,
    PRICE,
    Priced,
    Tariff,
    life_prices,
    tariff_of,
    usual_order,
)

if TYPE_CHECKING:
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.symbols import ManaType
    from autotap.models.problem import Problem
    from autotap.solver.backends.greedy import Price

LIFE_FOR_A_SYMBOL = 2


@dataclass(frozen=True, slots=True)
class Question:
    """An offer and an ask that fit together.

    Parameters
    ----------
    problem
        Where they come from.
    offer, ask
        The two sides.
    units
        Number of units by the set of classes that accept them.
    """

    problem: Problem
    offer: Offer
    ask: Ask
    units: dict[int, int]


def question_of(problem: Problem) -> Question | str:
    """Return the question that a problem is if its units stand for themselves, or why not."""
    if problem.must_use or problem.forbid:
        return "requirements of the caller"
    sides = _sides(problem.board, problem.spell, problem.x)
    if isinstance(sides, str):
        return sides
    offer, ask = sides
    units = units_of(problem.board, offer, ask)
    return units if isinstance(units, str) else Question(problem, offer, ask, units)


def _sides(board: Board, spell: Spell, x: int | None) -> tuple[Offer, Ask] | str:
    offer = offer_of(board)
    if isinstance(offer, str):
        return offer
    if spell.x_distinct:
        return "X with at most one mana of each type"
    if x is None and spell.context.x_count and has_restrictions(board):
        return "an open X on which restrictions of mana depend"
    ask = ask_of(spell) if x is None else ask_with(spell, x)
    if not isinstance(ask, str) and not ask.leaves:
        return "a cost that cannot be announced"
    return ask if isinstance(ask, str) else (offer, ask)


def units_of(board: Board, offer: Offer, ask: Ask) -> dict[int, int] | str:
    """Count what can pay together, by the set of classes that accept it.

    Complexity: linear in the number of different units on offer.
    """
    if offer.units is None:
        return "a source that makes one of several bundles"
    if ask.no_life and offer.life_paid:
        return "sources that cost life where none may be paid"
    known = ask.known
    units: dict[int, int] = {}
    for letter, number in offer.units:
        classes = known.get(letter)
        if classes is None:
            classes = ask.classes(letter)
        units[classes] = units.get(classes, 0) + number
    if ask.by_life or offer.life_paid:
        due = LIFE_FOR_A_SYMBOL * max((leaf.life_symbols for leaf in ask.leaves), default=0)
        if offer.damage_at_once and board.life - offer.damage_at_once < due:
            return "life that could run out while it is paid"
        if ask.by_life:
            copies = max(board.life, 0) // LIFE_FOR_A_SYMBOL
            units[ask.by_life] = units.get(ask.by_life, 0) + copies
    return units


def can_pay(board: Board, spell: Spell, x: int | None) -> bool | None:
    """Tell whether a cost can be paid; None if the units do not stand for themselves.

    Exact by Hall's theorem: each unit that the board can make is there independently of the
    others, and a unit that is not needed floats.
    """
    sides = _sides(board, spell, x)
    if isinstance(sides, str):
        return None
    offer, ask = sides
    units = units_of(board, offer, ask)
    if isinstance(units, str):
        return None
    return any(greedy.is_payable(units, _sets(ask, leaf)) for leaf in ask.leaves)


def _sets(ask: Ask, leaf: Leaf) -> tuple[tuple[int, int], ...]:
    return leaf.usual if ask.is_usual else leaf.sets


def shortfall(question: Question) -> Shortfall | None:
    """Return why nothing pays, None if something does.

    It is a set of classes that violates Hall's condition the most.
    """
    ask, offer = question.ask, question.offer
    leaves = ask.leaves
    if any(greedy.is_payable(question.units, _sets(ask, leaf)) for leaf in leaves):
        return None
    worst, number = greedy.deficient(question.units, leaves[0].sets)
    symbols = [slot.symbol for index, slot in enumerate(ask.slots) if worst >> index & 1]
    payers = {
        source.id: source.name
        for lot in offer.lots
        if any(ask.classes(letter) & worst for use in lot.uses for letter in use.units)
        for source in lot.sources
    }
    names = [name if n == 1 else f"{n} {name}" for name, n in Counter(payers.values()).items()]
    return Shortfall("mana", tuple(symbols), tuple(payers), said(symbols, number, names))


def said(symbols: list[str], number: int, names: list[str]) -> str:
    """Say what falls short, by how much, and what there is to pay it."""
    if not names:
        return f"Nothing that can be used pays {', '.join(symbols)}."
    return (
        f"Not enough: {number} short for {', '.join(symbols)}. What can pay it: {', '.join(names)}."
    )


# --- the best payment --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """The units of the best payment.

    Parameters
    ----------
    leaf
        How the cost is announced.
    units, used
        The units by rising price, and how many of each are used.
    values
        Value of each part of a price.
    """

    leaf: Leaf
    units: tuple[Priced, ...]
    used: tuple[int, ...]
    values: Price


def plan_of(question: Question) -> Plan | str:
    """Return the best units to pay a payable question with, or why they have no prices."""
    problem, offer, ask = question.problem, question.offer, question.ask
    objective = problem.objective
    if not usual_order(objective):
        return "another order of terms"
    tariff = tariff_of(offer, objective.weights)
    if isinstance(tariff, str):
        return tariff
    for letters in tariff.kinds:
        if len({ask.classes(letter) for letter in letters}) > 1:
            return "a kind of source that pays different symbols"
    best: Plan | None = None
    for leaf in ask.leaves:
        if best is not None and leaf.rank > best.leaf.rank:
            break
        why = _is_priced(problem, offer, leaf)
        if why:
            return why
        plan = _plan(question, tariff, leaf)
        if plan is not None and (best is None or plan.values < best.values):
            best = plan
    assert best is not None
    return best


def _is_priced(problem: Problem, offer: Offer, leaf: Leaf) -> str:
    """Return why life has no price of its own, empty if it has one.

    It has where all that could be lost leaves life above the floor, or only life itself pays.
    """
    if not offer.hurts:
        return ""
    most = sum(offer.hurts) if offer.life_paid else sum(offer.hurts[: leaf.total])
    rest = problem.board.life - most - LIFE_FOR_A_SYMBOL * leaf.life_symbols
    return "" if rest >= max(problem.objective.life_floor, 1) else "life near its floor"


def _plan(question: Question, tariff: Tariff, leaf: Leaf) -> Plan | None:
    problem, ask = question.problem, question.ask
    units = tariff.units
    known = ask.known
    if ask.by_life:
        prices = life_prices(problem.board.life, leaf.life_symbols, problem.objective)
        life = [Priced(LIFE, 1, price, -2) for price in prices]
        units = tuple(sorted((*units, *life), key=lambda one: one.price))
    elements = [
        (known[letter] if letter in known else ask.classes(letter), copies)
        for letter, copies, _, _ in units
    ]
    used = greedy.take(elements, leaf.due)
    if used is None:
        return None
    values = [0] * len(PRICE)
    values[MANA_LEFT] = -tariff.mana_left
    for number, one in zip(used, units, strict=True):
        if number:
            for at, part in enumerate(one.price):
                values[at] += number * part
    return Plan(leaf, units, tuple(used), tuple(values))


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
    board, ask, offer, leaf = question.problem.board, question.ask, question.offer, plan.leaf
    used = [(one, number) for one, number in zip(plan.units, plan.used, strict=True) if number]
    places = greedy.assign([(ask.classes(one.letter), n) for one, n in used], leaf.due)
    mana = list(board.pool)
    activations: list[Activation] = []
    paid: list[list[int]] = [[] for _ in ask.slots]
    by_life = [0] * len(ask.slots)
    life_paid = life_lost = 0
    floating: dict[Letter, list[int]] = {}
    for number, (letter, _) in enumerate(offer.floating):
        floating.setdefault(letter, []).append(number)
    taken: dict[int, int] = {}
    for (one, _), classes in sorted(
        zip(used, places, strict=True), key=lambda pair: pair[0][0].lot
    ):
        if one.lot == -1:
            for place in classes:
                paid[place].append(floating[one.letter].pop(0))
            continue
        if one.lot == -2:
            life_paid += LIFE_FOR_A_SYMBOL * len(classes)
            for place in classes:
                by_life[place] += 1
            continue
        lot = offer.lots[one.lot]
        first = taken.get(one.lot, 0)
        taken[one.lot] = first + len(classes)
        for source, place in zip(lot.sources[first:], classes, strict=False):
            at, kind = ask.type_for(one.letter, place)
            use = lot.uses[at]
            paid[place].append(len(mana))
            activations.append(Activation(source.id, use.ability, (len(mana),)))
            mana.append(_made(use.units[0], kind, source.types))
            life_paid += use.life
            life_lost += use.damage + use.waiting
    return Payment(
        leaf.announcement,
        tuple(mana),
        tuple(activations),
        tuple(_spends(ask, leaf, paid, by_life)),
        life_paid=life_paid,
        life_lost=life_lost + life_paid,
    )


@lru_cache(maxsize=65_536)
def _made(letter: Letter, kind: ManaType, types: frozenset[str]) -> Mana:
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
                spends.append(Spend(symbol, (paid[place].pop(),)))
    return spends
