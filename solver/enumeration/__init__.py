"""Enumeration: every distinct payment of a cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.arguments import ids_of, whole, wrong
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.solver.api import against, as_board, as_objective, as_spell, as_zone_spell
from autotap.solver.enumeration.front import unbeaten
from autotap.solver.enumeration.question import magic_ways
from autotap.solver.enumeration.way import WayToPay
from autotap.solver.enumeration.zone import zone_ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.duel_masters.cost import DuelMastersCost
    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell
    from autotap.models.objective import Objective

__all__ = ["LIMIT", "WayToPay", "enumerate_payments", "ways_of"]

ORDERS = ("best", "any")
LIMIT = 1_000_000
"""Most positions and payments that are looked at, unless the caller says otherwise."""


def enumerate_payments(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    order: str = "best",
    pareto: bool = False,
    x: int | None = None,
    objective: Objective | str | None = None,
    must_use: str | Iterable[str] = (),
    forbid: str | Iterable[str] = (),
    opponent: str | Board | None = None,
    limit: int = LIMIT,
) -> Iterator[WayToPay]:
    """Yield every distinct payment of a cost that wastes nothing, each once.

    Two payments are the same if they announce the same, use up the same, and leave the same mana in
    the pool. What is used up: how many of the sources that nothing in the question tells apart are
    tapped, given up, or have used an ability; life, counters, cards of the graveyard by their
    number, and whatever else runs out. Floating mana is told apart by its restriction and by the
    types that it may be, whichever of them the payment names. Which of four Forests is tapped, in
    which order, which mana pays which symbol, and as which type mana is made that is spent anyway:
    all that is not told apart. In Duel Masters payments are told apart by X, the total, and how
    many of the equal cards are tapped.

    A payment *wastes* something, and is left out, if another one that announces the same uses up no
    more of anything, activates and taps no more, does less in one of these, and is worse in no
    term. So no source is tapped in vain, but a payment may leave mana floating where a source makes
    more than is needed. Floating mana is not among what is used up, since it is gone with the
    phase: where it can pay, to tap a source and leave it floating wastes the source, unless that is
    better in a term, as in ``flexibility`` where the floating mana could have paid for more.

    Parameters
    ----------
    cost, board, x, objective, must_use, forbid, opponent
        As in `pay`. Where ``x`` is None, X is the smallest that can be paid.
    order
        ``"best"``: by the terms of the objective, so that the first payment is as good as that of
        `pay`; announcements that `pay` prefers before every term (`Option.rank`) come first. All
        are found before the first is given. ``"any"``: each as soon as it is found, those that use
        up less first.
    pareto
        Whether to leave out payments than which another one is better in a term and worse in none.
        All are found before the first is given.
    limit
        Most positions and payments that are looked at on the way, at least 1.

    Yields
    ------
    WayToPay
        The values of its terms, and the payment: that is written down and verified when it is first
        read. Nothing is worked out before the first one is asked for; none if nothing pays. Its
        `WayToPay.result` is FEASIBLE, without a bound and with no time of its own: a payment that
        is enumerated claims nothing about the others, also where ``"best"`` puts it first.

    Raises
    ------
    LimitError
        If the limit is struck.
    UnboundedManaError
        If abilities make mana without end, also where nothing is there to start them.
    AutotapError
        As `pay`; an `InternalError` where a payment fails its verification.

    Notes
    -----
    Exact. Sources that make one mana each for themselves are counted, by Hall's condition, without
    meeting any choice that pays nothing (`bases.py`, `grid.py`); everything else is walked through
    position by position (`walk.py`).

    Examples
    --------
    >>> ways = list(enumerate_payments("{1}{U}", "4 Forest; 2 Island; Tundra"))
    >>> len(ways)
    4
    >>> [step.source for step in ways[0].payment.activations]
    ['Forest 1', 'Island 1']
    """
    goal, must, never = (
        as_objective(objective),
        ids_of("must_use", must_use),
        ids_of("forbid", forbid),
    )
    problem: Problem | DuelMastersProblem
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
        problem = DuelMastersProblem(board, as_zone_spell(cost), x, goal, must, never)
    else:
        seen = against(as_board(board), opponent)
        problem = Problem(seen, as_spell(cost), x, goal, must, never)
    return ways_of(problem, order=order, pareto=pareto, limit=limit)


def ways_of(
    problem: Problem | DuelMastersProblem,
    *,
    order: str = "best",
    pareto: bool = False,
    limit: int = LIMIT,
) -> Iterator[WayToPay]:
    """Yield the payments of a problem; everything as in `enumerate_payments`."""
    if order not in ORDERS:
        raise wrong("order", order, f"one of {', '.join(ORDERS)}")
    whole("limit", limit, least=1)
    best = order == "best"
    if isinstance(problem, Problem):
        ways = magic_ways(problem, limit, best=best)
    else:
        ways = zone_ways(problem, limit, best=best)
    return unbeaten(ways) if pareto else ways
