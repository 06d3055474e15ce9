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
from autotap.solver.compile.groups import wished
from autotap.solver.compile.hall import most
from autotap.solver.compile.offers import Offer, offer_of
from autotap.solver.compile.prices import FLOATING, LIFE_LOST, Priced
from autotap.solver.plans import Question, payable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.symbols import ManaType
    from autotap.solver.compile.profiles import Letter
    from autotap.solver.plans import Plan


def question_of(problem: Problem) -> Question | str:
    """Return the question that a problem is if its units stand for themselves, or why not."""
    if problem.must_use or problem.forbid:
        return "requirements of the caller"
    if problem.require or problem.prefer or problem.spare or problem.already_spent:
        return "wishes of the caller"
    sides = _sides(problem.board, problem.spell, problem.x)
    if isinstance(sides, str):
        return sides
    offer, ask = sides
    if problem.keep:
        offer = offer.wishing(wished(problem))
    return Question(problem, offer, ask)


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
        return payable(Question(Problem(board, spell, x), offer, ask))
    touched = ask.touched
    there = 0
    for letter, number in offer.units:
        touch = touched.get(letter)
        there += number * (ask.touch(letter) if touch is None else touch)
    if ask.by_life:
        there += max(board.life, 0) // LIFE_FOR_A_SYMBOL * ask.touch(LIFE)
    return ask.is_payable(there)


def shortfall(question: Question) -> Shortfall | None:
    """Return why nothing pays, None if something does or no set of classes tells.

    It is a set of classes that violates Hall's condition the most.
    """
    offer, ask = question.offer, question.ask
    there = most(offer, ask)
    if ask.is_payable(there):
        return None
    found = [greedy.deficient(there, leaf.sets) for leaf in ask.leaves]
    worst, number = min(found, key=lambda one: (one[1], -one[0].bit_count()))
    symbols = [slot.symbol for index, slot in enumerate(ask.slots) if worst >> index & 1]
    payers = {
        source.id: source.name
        for lot in offer.lots
        if any(ask.classes(letter) & worst for use in lot.uses for letter in use.units)
        for source in lot.sources
    }
    names = counted(payers.values())
    if ask.by_life & worst and question.problem.board.life >= LIFE_FOR_A_SYMBOL:
        names.append("life")
    if any(ask.classes(letter) & worst for letter, _ in offer.floating):
        names.append("floating mana")
    ways = len({leaf.announcement for leaf in ask.leaves})
    return Shortfall("mana", tuple(symbols), tuple(payers), said(symbols, number, names, ways))


def counted(names: Iterable[str]) -> list[str]:
    """Return each name once, with its number where it is there more often."""
    return [name if n == 1 else f"{n} {name}" for name, n in Counter(names).items()]


def said(symbols: list[str], number: int, names: list[str], ways: int) -> str:
    """Say what falls short, by how much, and what there is to pay it.

    ``ways``: how many ways to announce the cost there are.
    """
    opening = "It is"
    if ways > 1:
        opening = f"None of the {ways} ways to announce it can be paid. At best it is"
    if not names:
        return f"Nothing that can be used pays {', '.join(symbols)}."
    what = ", ".join(symbols)
    return f"{opening} {number} short for {what}. What can pay that: {', '.join(names)}."


def objective_of(plan: Plan) -> dict[str, int]:
    """Return the value of each term."""
    lethal, losses, left, reserved, flexibility, emptied, activations = plan.values
    return {
        "lethal": lethal,
        "spared": 0,
        "losses": losses,
        "preferred": 0,
        "mana_left": -left,
        "reserved": reserved,
        "flexibility": flexibility,
        "emptied": emptied,
        "graveyard": 0,
        "activations": activations,
    }


def payment_of(question: Question, plan: Plan) -> Payment:
    """Write a plan down as a payment: sources in the order of their lots, then of the caller.

    Those that make several mana come first, those that take one last.
    """
    offer, ask, leaf = question.offer, question.ask, plan.leaf
    first = len(plan.branch.made)
    used = list(zip(plan.units, plan.classes, plan.used, strict=True))
    used[first:] = sorted([each for each in used[first:] if each[2]], key=_by_lot)
    places = greedy.assign([each[1:] for each in used], plan.due)
    pen = _Pen(question, plan)
    if first:
        pen.owe(places[:first])
        pen.fire(taking=False)
    floating: dict[Letter, list[int]] | None = None
    for (one, _, number), classes in zip(used[first:], places[first:], strict=True):
        if one.lot == LIFE_LOST:
            pen.life_paid += LIFE_FOR_A_SYMBOL * number
            for place in classes:
                pen.by_life[place] += 1
        elif one.lot == FLOATING:
            floating = floating or _floating(offer)
            for place in classes:
                pen.paid[place].append(floating[one.letter].pop())
        else:
            pen.tap(one, classes)
    if first:
        pen.fire(taking=True)
    return Payment(
        leaf.announcement,
        tuple(pen.mana),
        tuple(pen.activations),
        tuple(_spends(ask, leaf, pen.paid, pen.by_life)),
        life_paid=pen.life_paid,
        life_lost=pen.life_lost + pen.life_paid,
    )


def _by_lot(unit: tuple[Priced, int, int]) -> tuple[int, tuple[int, ...]]:
    return unit[0].lot, unit[0].uses


class _Pen:
    """A payment as far as it is written.

    Parameters
    ----------
    question, plan
        What is written down.
    """

    def __init__(self, question: Question, plan: Plan) -> None:
        self.ask = question.ask
        self.branch = plan.branch
        self.order = plan.order
        self.lots = question.offer.lots
        self.mana = list(question.problem.board.pool)
        self.activations: list[Activation] = []
        self.paid: list[list[int]] = [[] for _ in plan.due]
        self.by_life = [0] * len(self.ask.slots)
        self.life_paid = self.life_lost = 0
        self._begun = [0] * len(self.lots)
        self._owed: dict[tuple[int, int, int], list[tuple[Letter, int]]] = defaultdict(list)

    def tap(self, one: Priced, places: list[int]) -> None:
        """Use as many sources as there are places, each for one mana that pays there."""
        lot, mana = self.lots[one.lot], self.mana
        first = self._begun[one.lot]
        self._begun[one.lot] = last = first + len(places)
        types = {place: self._type_for(one.letter, place) for place in set(places)}
        for source, place in zip(lot.sources[first:last], places, strict=True):
            at, kind = types[place]
            use = lot.uses[one.uses[at]]
            made = len(mana)
            self.paid[place].append(made)
            mana.append(_mana(use.units[0], kind, source.types))
            self.activations.append(_activation(source.id, use.ability, made))
            self.life_paid += use.life
            self.life_lost += use.damage + use.waiting

    def owe(self, places: list[list[int]]) -> None:
        """Note what the mana of sources that make several, or take one, pays."""
        made = zip(self.branch.made, self.branch.made_by, places, strict=True)
        for one, by, chosen in made:
            owed = self._owed[one.lot, one.uses[0], by]
            owed += [(one.letter, place) for place in chosen]

    def fire(self, *, taking: bool) -> None:
        """Use the sources that make several mana, or those that take one in their order."""
        if not taking:
            for lot, use, number in self.branch.fired:
                if not self.lots[lot].uses[use].needs:
                    for _ in range(number):
                        self._use(lot, use, -1)
            return
        costed = self.branch.costed
        order = self.order or range(len(costed))
        for index in sorted(range(len(costed)), key=order.__getitem__):
            self._use(*costed[index], index)

    def _type_for(self, letter: Letter, place: int) -> tuple[int, ManaType]:
        """Return the template, by its place in the letter, and the type that pay a class."""
        own = len(self.ask.slots)
        if place < own:
            return self.ask.type_for(letter, place)
        return self.branch.type_for(letter, place - own)

    def _use(self, lot: int, number: int, index: int) -> None:
        """Use one source; what it makes pays what its letters still owe."""
        use = self.lots[lot].uses[number]
        source = self.lots[lot].sources[self._begun[lot]]
        self._begun[lot] += 1
        first = len(self.mana)
        owed = self._owed[lot, number, index]
        for letter in use.units:
            at = next((at for at, (owing, _) in enumerate(owed) if owing is letter), None)
            kind = letter.templates[0].types[0]
            if at is not None:
                place = owed.pop(at)[1]
                kind = self._type_for(letter, place)[1]
                self.paid[place].append(len(self.mana))
            self.mana.append(_mana(letter, kind, source.types))
        spends: tuple[Spend, ...] = ()
        if index >= 0:
            (funding,) = self.paid[len(self.ask.slots) + index]
            spends = (_spend(self.branch.slots[index].symbol, funding),)
        made = tuple(range(first, len(self.mana)))
        self.activations.append(Activation(source.id, use.ability, made, spends))
        self.life_paid += use.life
        self.life_lost += use.damage + use.waiting


def _floating(offer: Offer) -> dict[Letter, list[int]]:
    """Return the numbers of floating mana, the last first."""
    numbers: dict[Letter, list[int]] = {}
    for number in range(len(offer.floating) - 1, -1, -1):
        numbers.setdefault(offer.floating[number][0], []).append(number)
    return numbers


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
