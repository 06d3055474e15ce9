"""What a picture tells of a result, a turn or a board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.duel_masters.civilization import in_order
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.models.mtg.effect_text import effect_text
from autotap.models.mtg.mana import mana_text
from autotap.models.picture.compose import Picture, Section
from autotap.models.picture.payments import magic_flow, zone_flow
from autotap.models.picture.scene import Tone
from autotap.models.picture.tiles import tiles_of
from autotap.models.problem import Problem
from autotap.models.render import clean, remark_lines
from autotap.models.render_magic import MagicText
from autotap.models.render_zone import zone_balance, zone_heading
from autotap.models.result import Payment, Result, Status
from autotap.models.turn_text import outcome_lines, resolution_lines, step_lines, step_problem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from autotap.models.picture.compose import Sentence
    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import ZonePayment
    from autotap.models.turn import Turn, TurnCard, TurnStep

    Subject: TypeAlias = Result | Turn | Board | ManaZone

MOST_PLAYS = 20
"""Most plays of a turn that are drawn."""
_NAMES = 12
"""Most names in one sentence."""
_TILES = 12
"""Most tiles beside a cost that cannot be paid."""


def picture_of(subject: Subject) -> Picture:
    """Say what a picture shows.

    Parameters
    ----------
    subject
        A result, a turn, a board or a mana zone.

    Examples
    --------
    >>> from autotap.solver import pay
    >>> picture_of(pay("{W}{U}", "Plains; Island")).title
    'pay {W}{U}'
    """
    if isinstance(subject, Result):
        return _result_picture(subject)
    if isinstance(subject, Board | ManaZone):
        return _board_picture(subject)
    return _turn_picture(subject)


# --- results -------------------------------------------------------------------------------------


def _result_picture(result: Result) -> Picture:
    problem, text = result.problem, str(result)
    title, *_ = text.splitlines()
    if problem is None:
        return Picture(title, text, (Section(title),))
    remarks = [(_tone(line), line) for line in remark_lines(problem, result)]
    if result.payment is not None:
        return Picture(title, text, (_paid(problem, result.payment, result.status, remarks),))
    cost = problem.spell.cost if isinstance(problem, Problem) else problem.spell.base
    heading = "no mana cost" if cost is None else str(cost)
    heading += f" for {problem.spell.name}" if problem.spell.name else ""
    short = frozenset(result.shortfall.sources) if result.shortfall else frozenset()
    section = Section(
        _with_drawn_cost(problem, heading),
        ((Tone.WARN, title),),
        tiles_of(problem.board, short, _TILES),
        tuple(remarks),
    )
    return Picture(title, text, (section,))


def _paid(
    problem: Problem | DuelMastersProblem,
    payment: Payment | ZonePayment,
    status: Status,
    remarks: Sequence[Sentence],
) -> Section:
    """Show how a problem is paid."""
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        words = MagicText(problem, payment)
        heading, *trace = words.announcement()
        body, balance = magic_flow(problem, payment), words.balance()
    else:
        assert not isinstance(payment, Payment)
        heading, *trace = zone_heading(problem, payment)
        heading = _with_drawn_cost(problem, heading)
        body, balance = zone_flow(problem, payment), zone_balance(payment)
    rest = _untapped(problem, payment)
    closing = [
        *((Tone.INK, line) for line in balance),
        *([(Tone.MUTED, f"still untapped: {rest}")] if rest else []),
        *remarks,
        *([(Tone.MUTED, "proven best")] if status is Status.OPTIMAL else []),
    ]
    above = tuple((Tone.MUTED, line.strip()[1:-1]) for line in trace)
    return Section(heading, above, body, tuple(closing))


def _with_drawn_cost(problem: Problem | DuelMastersProblem, heading: str) -> str:
    """Write the civilizations of a cost so that they are drawn."""
    if isinstance(problem, Problem) or not problem.spell.base.civilizations:
        return heading
    cost = problem.spell.base
    civilizations = "".join(f"{{{each}}}" for each in in_order(cost.civilizations))
    return heading.replace(str(cost), f"{civilizations}({cost.points})", 1)


def _tone(remark: str) -> Tone:
    return Tone.WARN if "can no longer" in remark else Tone.MUTED


def _untapped(problem: Problem | DuelMastersProblem, payment: Payment | ZonePayment) -> str:
    """Name the sources that a payment leaves untapped."""
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        used = {step.source for step in payment.activations}
        used |= {each for step in payment.activations for _, each in step.objects}
        used |= {each for spend in payment.spends for _, each in spend.payers}
        used |= {each for _, each in payment.objects}
        used |= {each for covering in payment.coverings for each in covering.objects}
        names = Counter(
            source.name
            for source in problem.board.sources
            if source.id not in used and not source.tapped
        )
    else:
        assert not isinstance(payment, Payment)
        used = {tap.card for tap in payment.taps}
        names = Counter(card.name for card in problem.board.untapped if card.id not in used)
    shown = [f"{number} {name}" if number > 1 else name for name, number in names.items()]
    if len(shown) > _NAMES:
        number = sum(list(names.values())[_NAMES - 1 :])
        shown = [*shown[: _NAMES - 1], f"and {number:,} more"]
    return ", ".join(shown)


# --- turns and boards ----------------------------------------------------------------------------


def _turn_picture(turn: Turn) -> Picture:
    cards = {card.name: card for card in turn.hand}
    sections = [
        _step(number, cards.get(step.card), step)
        for number, step in enumerate(turn.steps[:MOST_PLAYS], 1)
    ]
    outcome = outcome_lines(turn)
    if len(turn.steps) > MOST_PLAYS:
        outcome.insert(0, f"and {len(turn.steps) - MOST_PLAYS} more plays")
    heading, *rest = outcome
    sections.append(Section(heading, tuple((Tone.MUTED, line) for line in rest)))
    plays = len(turn.steps)
    title = f"a turn of {plays} {'play' if plays == 1 else 'plays'}, {heading}"
    return Picture(title, str(turn), tuple(sections))


def _step(number: int, card: TurnCard | None, step: TurnStep) -> Section:
    heading, *_ = step_lines(card, step)
    problem = step_problem(card, step)
    closing = tuple((Tone.INK, line) for line in resolution_lines(card, step))
    if problem is None or step.payment is None:
        return Section(f"{number}. {heading}", (), (), closing)
    paid = _paid(problem, step.payment, Status.UNKNOWN, ())
    kept = tuple(line for line in paid.closing if not line[1].startswith("floating"))
    heading = _with_drawn_cost(problem, f"{number}. {heading}")
    return Section(heading, paid.remarks, paid.body, (*kept, *closing))


def _board_picture(board: Board | ManaZone) -> Picture:
    text = clean(str(board)) or "nothing"
    if isinstance(board, ManaZone):
        tapped = len(board.cards) - len(board.untapped)
        heading = f"Mana zone: {_count(len(board.cards), 'card')}"
        remarks = [f"{tapped:,} tapped"] if tapped else []
    else:
        heading = f"Board: {_count(len(board.sources), 'source')}, {board.life:,} life"
        remarks = [f"floating: {mana_text(board.pool)}"] if board.pool else []
        remarks += [f"graveyard: {_count(len(board.graveyard), 'card')}"] if board.graveyard else []
        remarks += [f"hand: {_count(len(board.hand), 'card')}"] if board.hand else []
        remarks += [f"{{E}} {board.energy:,}"] if board.energy else []
        remarks += [f"{{TK}} {board.tickets:,}"] if board.tickets else []
        remarks += [f"effect: {effect_text(effect)}" for effect in board.effects]
    above = tuple((Tone.MUTED, remark) for remark in remarks)
    return Picture(heading, text, (Section(heading, above, tiles_of(board)),))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
