"""Turns as text: what a player says while playing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.spell import Spell
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.render import clean, payment_lines
from autotap.models.result import Payment, Result, Status, ZonePayment

if TYPE_CHECKING:
    from autotap.models.turn import Turn, TurnCard, TurnStep


def turn_text(turn: Turn) -> str:
    """Say what is played and how it is paid, one step a paragraph.

    Examples
    --------
    >>> from autotap.solver import plan_turn
    >>> print(plan_turn({"Sol Ring": "{1}", "Ogre": "{2}{R}"}, "2 Mountain"))
    1. cast Sol Ring: pay {1}
         tap Mountain for {R}
         Sol Ring arrives
    2. cast Ogre: pay {2}{R}
         tap Mountain 2 for {R}
         tap Sol Ring for {C}{C}
    worth 4, proven best
    """
    return clean("\n".join(turn_lines(turn)))


def turn_lines(turn: Turn) -> list[str]:
    """Give the lines of `turn_text`, not yet cleaned."""
    cards = {card.name: card for card in turn.hand}
    lines = []
    for number, step in enumerate(turn.steps, 1):
        first, *rest = step_lines(cards.get(step.card), step)
        indent = " " * len(f"{number}. ")
        lines += [f"{number}. {first}", *(indent + line for line in rest)]
    return lines + outcome_lines(turn)


def outcome_lines(turn: Turn) -> list[str]:
    """Say what a turn is worth and leaves; not yet cleaned."""
    proven = turn.status is Status.OPTIMAL
    proof = "proven best" if proven else "best found"
    if not proven and turn.bound is not None:
        proof += f", no turn is worth more than {turn.bound}"
    lines = [f"worth {turn.value}, {proof}" if turn.steps else f"nothing to play: {proof}"]
    floating = () if isinstance(turn.board, ManaZone) else turn.board.pool
    if floating and turn.steps:
        lines.append(f"floating: {''.join(f'{{{mana.type}}}' for mana in floating)}")
    return lines + list(turn.warnings)


def step_lines(card: TurnCard | None, step: TurnStep) -> list[str]:
    """Say what is played in a step, and how; not yet cleaned."""
    after = [f"  {line}" for line in resolution_lines(card, step)]
    if step.payment is None:
        return [f"play {step.card}", *after]
    verb = "use" if isinstance(step.payment, ZonePayment) else "cast"
    first, rest = f"{verb} {step.card}", []
    problem = step_problem(card, step)
    if problem is not None:
        told, *rest = payment_lines(problem, Result(Status.OPTIMAL, step.payment))
        first = f"{first}: {told.replace(f' for {step.card}', '', 1)}"
    chosen = step.payment.announcement.options if isinstance(step.payment, Payment) else ()
    if chosen:
        first = f"{first}, with {' and '.join(chosen)}"
    rest = [line for line in rest if not line.startswith("  floating: ")]
    return [first, *rest, *after]


def resolution_lines(card: TurnCard | None, step: TurnStep) -> list[str]:
    """Say what a card adds, what arrives with it and what is paid for that; not yet cleaned."""
    lines = [f"adds {''.join(f'{{{mana.type}}}' for mana in step.adds)}"] if step.adds else []
    asked = () if card is None else card.life_asked
    life = dict(zip(step.arrives, asked, strict=False))
    for name in step.arrives:
        if name in step.paid_for:
            amount = f"{life[name]} life" if name in life else "life"
            lines.append(f"pay {amount}: {name} arrives untapped")
        elif life.get(name):
            lines.append(f"pay no life: {name} arrives tapped")
        elif step.payment is not None or name != step.card:
            lines.append(f"{name} arrives")
    return lines


def step_problem(card: TurnCard | None, step: TurnStep) -> Problem | DuelMastersProblem | None:
    """Return what is paid in a step, None where it is not known."""
    if card is None or step.board is None:
        return None
    if isinstance(step.board, ManaZone):
        return (
            DuelMastersProblem(step.board, card.spell)
            if isinstance(card.spell, DuelMastersSpell)
            else None
        )
    return Problem(step.board, card.spell) if isinstance(card.spell, Spell) else None
