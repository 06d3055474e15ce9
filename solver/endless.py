"""Rounds: what a payment shows about mana without end.

Some boards make any amount of mana once something starts them, and some that look like it never
start. A payment is the evidence: if it goes through a round that can be gone through again, every
larger X can be paid as well.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import ActivationCost, Deed
from autotap.models.mtg.current import current_problem

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.mana import Mana
    from autotap.models.problem import Problem
    from autotap.models.result import Activation, Payment


def has_round(problem: Problem, payment: Payment) -> bool:
    """Tell whether a payment has a round, so that ever more mana for X could be made.

    A *round* is a row of activations that use up nothing (mana apart), turn back all that they
    tap, and leave all the mana that there was, and more of a kind that pays for X. It begins and
    ends with the same permanents, so it can follow itself, and what comes later is not prevented
    by mana left over. Where damage is part of it, no life may be paid later (MTG-119.4).

    Complexity: quadratic in the activations.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> from autotap.solver import pay
    >>> board, spell = Board.parse("Wastes; Loop [{1}: Add {C}{C}]"), Spell.parse("{X}")
    >>> has_round(Problem(board, spell), pay(spell, board, x=3).unwrap())
    True
    >>> has_round(Problem(board, spell), pay(spell, board, x=1).unwrap())
    False
    """
    _, now = current_problem(problem)
    steps = payment.activations
    abilities = [
        now.ability(step.source, step.ability, [payment.mana[number] for number in step.made])
        for step in steps
    ]
    wanted = _paying_for_x(problem, payment)
    for first in range(len(steps)):
        turned: Counter[str] = Counter()
        gained: Counter[Mana] = Counter()
        for step, ability in zip(steps[first:], abilities[first:], strict=True):
            if not _uses_up_nothing(step, ability, payment):
                break
            turned[step.source] += ability.cost.tap - ability.cost.untap
            turned.update(source for _, source in step.objects)
            gained.update(payment.mana[number] for number in step.made)
            gained.subtract(payment.mana[n] for spend in step.spends for n in spend.mana)
            turns_back = not any(turned.values())
            if turns_back and min(gained.values()) >= 0 and any(gained[each] for each in wanted):
                return True
    return False


def _paying_for_x(problem: Problem, payment: Payment) -> set[Mana]:
    """Return mana like that which is spent on X."""
    symbols = ("{X}",) if problem.spell.x_apart else ("{X}", "{1}")
    return {
        payment.mana[number]
        for spend in payment.spends
        if spend.symbol in symbols
        for number in spend.mana
    }


def _uses_up_nothing(step: Activation, ability: ManaAbility, payment: Payment) -> bool:
    cost = ability.cost
    return (
        cost == ActivationCost(cost.tap, cost.untap, cost.mana, objects=cost.objects)
        and all(deed is Deed.TAP for deed, _ in step.objects)
        and not any(spend.life for spend in step.spends)
        and not ability.once_each_turn
        and not (ability.damage and payment.life_paid)
    )
