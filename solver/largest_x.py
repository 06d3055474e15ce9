"""The largest X that can be announced and paid (MTG-601.2b, MTG-107.3, DM-34)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from autotap.models.duel_masters.spell import DuelMastersSpell, Reduction
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError, UndecidedError
from autotap.models.memo import per_object
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.locking import Change
from autotap.models.mtg.spell import Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver.announce import open_costs
from autotap.solver.api import against, as_board, as_spell, as_zone_spell, pay
from autotap.solver.compile.offers import offer_of
from autotap.solver.payable import ANY_PAYMENT, can_pay, time_left

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.solver.smallest_x import OpenX

    TimeLeft = Callable[[], float | None]

ROUNDS = (16, 256)
"""How far beyond what is there without end X is asked for, to see whether it has an end."""


class Unbounded(Enum):
    """The answer that no X is the largest."""

    UNBOUNDED = "unbounded"

    def __repr__(self) -> str:
        return self.name


UNBOUNDED: Final = Unbounded.UNBOUNDED
"""What `max_x` returns where mana is unbounded and any X can be paid."""


def max_x(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
) -> int | Unbounded | None:
    """Find the largest X that can be announced and paid.

    Parameters
    ----------
    cost, board, opponent
        As in `pay`; the cost must have an {X}, or optional steps (Duel Masters). Where an option
        has the {X}, as a kicker {X}, it is chosen.
    time_limit_s
        Seconds of wall time for the whole call, None for no limit.

    Returns
    -------
    int or None or `UNBOUNDED`
        None if no X can be paid, not even 0. `UNBOUNDED` if every X from some value on can be.

    Raises
    ------
    InputError
        If there is no X to announce.
    UndecidedError
        If the time limit struck first, or mana is unbounded and no order was found.
    AutotapError
        As `pay`.

    Notes
    -----
    *It ends.* Of X times the number of {X} generic mana, reductions take off no more than their
    amounts, and each other one needs a unit of its own: a mana that the board can make, or one
    paid by convoke, improvise, waterbend, delve or assist. So the units there are bound X.

    *No X is missed.* Payable values need not be an interval (see `smallest_x.py`): mana may be for
    mana value 4 or greater, a colored reduction may meet its floor. Yet beyond each of the values
    that may be the smallest payable one, up to the next of them, whoever can pay X can pay X - 1:
    it asks for one generic mana less, of everything else for no more, and no mana may be spent
    less freely. So of each such stretch, from the last to the first, the first value is asked,
    and where it can be paid, bisection finds the last that can.

    *Mana without end.* With an X beyond all stretches, and beyond the mana that is there without
    the abilities that never end, a proof that it cannot be paid makes it the bound. A payment with
    a round (`endless.py`) pays for any larger X by going round more often.

    Notes
    -----
    Complexity: one decision for each stretch, usually one, and 2 log2 of the answer.

    Examples
    --------
    >>> max_x("{X}{R}", "3 Mountain; Sol Ring")
    4
    >>> max_x("{X}{G}", "3 Island") is None
    True
    >>> max_x("{X}", "Wastes; Loop [{1}: Add {C}{C}]")
    UNBOUNDED
    """
    left = time_left(time_limit_s)
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
        return _most_steps(as_zone_spell(cost), board, left)
    board, spell = against(as_board(board), opponent), as_spell(cost)
    ways = _with_x(spell)
    if not ways:
        said = spell.totals[0].total if spell.totals else spell.cost
        raise InputError(str(said or spell.name or "no cost"), "a cost with {X}")
    now = [current_problem(Problem(board, way))[0] for way in ways]
    opened = [one for problem in now for one in open_costs(problem)]
    given = {offer.x for offer in ways[0].totals if offer.x is not None}
    starts = sorted(given.union(*(one.values() for one in opened)))
    most = max(given, default=-1)
    if opened:
        limit = _limit(spell, [problem.board for problem in now], opened)
        end = _end(board, ways, starts, limit.ending, left) if limit.most is None else limit.most
        if isinstance(end, Unbounded):
            return end
        most = max(most, end)

    def pays(x: int) -> bool:
        return any(can_pay(way, board, x=x, time_limit_s=left()) for way in ways)

    return _largest(pays, [start for start in starts if start <= most], most)


def _largest(pays: Callable[[int], bool], starts: list[int], most: int) -> int | None:
    """Return the largest payable value, from the starts of stretches, and a bound."""
    for start in reversed(starts):
        if pays(start):
            return _last(pays, start, most)
        most = start - 1
    return None


def _last(pays: Callable[[int], bool], low: int, high: int) -> int:
    """Return the last payable value of a stretch whose first one is payable."""
    step = 1
    while low + step <= high and pays(low + step):
        low, step = low + step, 2 * step
    high = min(high, low + step - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if pays(middle):
            low = middle
        else:
            high = middle - 1
    return low


# --- ways to announce an X -----------------------------------------------------------------------


@per_object(maxsize=4_096)
def _with_x(spell: Spell) -> tuple[Spell, ...]:
    """Return the spell in every way in which there is an {X}, whatever else is announced."""
    if spell.totals:
        named = tuple(one for one in spell.totals if one.x is not None or one.total.x_count)
        if named == spell.totals:
            return (spell,)
        return (replace(spell, totals=named),) if named else ()
    instead = [option for option in spell.options if option.instead]
    if _has_x(spell.additional.mana) or (_has_x(spell.cost) and not instead):
        return (spell,)
    ways = []
    added = tuple(option for option in spell.options if not option.instead)
    if _has_x(spell.cost) and not any(option.least for option in instead):
        ways.append(replace(spell, options=added))
    for option in spell.options:
        if not _has_x(option.cost.mana) or option.most == 0:
            continue
        others = [one for one in spell.options if one is not option]
        if option.instead:
            if any(one.instead and one.least for one in others):
                continue
            others = [one for one in others if not one.instead]
        chosen = replace(option, least=max(1, option.least))
        ways.append(replace(spell, options=(chosen, *others)))
    return tuple(ways)


def _has_x(cost: ManaCost | None) -> bool:
    return cost is not None and cost.x_count > 0


# --- bounds --------------------------------------------------------------------------------------


class _Limit(NamedTuple):
    """A bound of X.

    Parameters
    ----------
    most
        By all that there is to pay it, None where that has no end.
    ending
        By what of that has an end.
    """

    most: int | None
    ending: int


def _limit(spell: Spell, boards: list[Board], opened: list[OpenX]) -> _Limit:
    """Bound X by what there is to pay it."""
    helpers = _most_help(spell, boards[0])
    made = [_most_mana(board) for board in boards]
    units = max(number for number, _ in made) + helpers
    ending = max(_reach(one, units) for one in opened)
    bounds = [ending] if not any(endless for _, endless in made) else []
    if spell.x_distinct:
        bounds.append(max(_reach(one, len(ManaType) + helpers) for one in opened))
    if spell.x_limit is not None:
        bounds.append(spell.x_limit)
    return _Limit(min(bounds, default=None), ending)


def _reach(one: OpenX, units: int) -> int:
    """Return the largest X that so many units could pay."""
    taken = sum(m.amount.mana_value for m in one.modifiers if m.change is Change.REDUCE)
    return (units + taken) // one.cost.x_count


def _most_help(spell: Spell, board: Board) -> int:
    """Bound the units that are paid without mana of one's own."""
    units = spell.assist if Payer.ASSIST in spell.payers else 0
    if Payer.DELVE in spell.payers:
        units += len(board.graveyard)
    if spell.payers - {Payer.ASSIST, Payer.DELVE}:
        units += len(board.sources)
    return units


@per_object(maxsize=1_024)
def _most_mana(board: Board) -> tuple[int, bool]:
    """Bound the mana that a board can make with what ends, and tell whether that is not all."""
    offer = offer_of(board)
    if not isinstance(offer, str):
        if offer.units is not None:
            return sum(number for _, number in offer.units), False
        made = (len(lot.sources) * max(use.gain for use in lot.uses) for lot in offer.lots)
        return len(board.pool) + sum(made), False
    from autotap.solver.announce import announcements
    from autotap.solver.backends.caps import UNBOUNDED_USES, activation_caps, most_units
    from autotap.solver.compile.mtg import compile_magic

    asked = Problem(board, as_spell("{1}"), objective=ANY_PAYMENT)
    program = compile_magic(asked, announcements(asked)).program
    caps = activation_caps(program)
    if not program.unbounded:
        return most_units(program, caps), False
    ending = [cap if cap < UNBOUNDED_USES else 0 for cap in caps]
    return most_units(replace(program, unbounded=()), ending), True


# --- mana without end ----------------------------------------------------------------------------


def _end(
    board: Board, ways: tuple[Spell, ...], starts: list[int], ending: int, left: TimeLeft
) -> int | Unbounded:
    """Return a bound of X that the kinds or the order of mana without end prove, or `UNBOUNDED`.

    Raises
    ------
    UndecidedError
        If neither is proven.
    """
    from autotap.solver.endless import has_round

    first = max(starts[-1], ending)
    for rounds in ROUNDS:
        x, paid = first + rounds, False
        for way in ways:
            result = pay(way, board, x=x, objective=ANY_PAYMENT, time_limit_s=left())
            if result.status is Status.UNKNOWN:
                raise UndecidedError(f"not decided{''.join(f'; {w}' for w in result.warnings)}")
            payment = result.payment
            paid |= payment is not None
            if isinstance(payment, Payment) and has_round(Problem(board, way), payment):
                return UNBOUNDED
        if not paid:
            return x - 1
    raise UndecidedError(f"X = {x} can be paid, and it is not known whether any X can")


# --- Duel Masters --------------------------------------------------------------------------------


def _most_steps(spell: DuelMastersSpell, zone: ManaZone, left: TimeLeft) -> int | None:
    """Find the most optional steps: where points must be met exactly, each number is asked."""
    if not spell.x_cost:
        raise InputError(str(spell), "a cost with optional steps")
    points = sum(max(card.mana_number) for card in zone.untapped)
    points += sum(each.amount for each in spell.changes if isinstance(each, Reduction))
    most = 0 if spell.free else points // spell.x_cost
    numbers = range(most, -1, -1)
    return next((x for x in numbers if can_pay(spell, zone, x=x, time_limit_s=left())), None)
