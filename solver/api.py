"""The public functions: a problem in, a proven and verified payment out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.objective import Objective
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.solver.cache import Cache, CacheInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.cost import ManaCost
    from autotap.models.result import Result


def solve(
    problem: Problem | DuelMastersProblem,
    *,
    backend: str = "auto",
    time_limit_s: float | None = None,
    seed: int = 0,
    use_cache: bool = True,
) -> Result:
    """Decide a payment: the best one with proof, or a proof that there is none.

    Parameters
    ----------
    problem
        What to decide.
    backend
        ``"auto"`` for the cheapest backend that is exact for the question, or the name of one
        (`autotap.solver.router.BACKENDS`).
    time_limit_s
        Seconds of wall time for the whole call, None for no limit. When it strikes the status is
        FEASIBLE or UNKNOWN, as it may be where mana is unbounded (see `Result.warnings`).
    seed
        Random seed; equal seeds and problems give equal results.
    use_cache
        Whether the proven answer to an equal question may be given again, with the times that it
        took then (`cache_info`).

    Raises
    ------
    AutotapError
        For input that is not covered (`UnsupportedCostError`, `RestrictionSyntaxError`), and an
        `InternalError` if the payment found fails its own verification.
    UnsupportedByBackend
        If the backend named cannot express the question.

    Examples
    --------
    >>> from autotap.models import Board, Problem, Spell
    >>> solve(Problem(Board.parse("Plains; Island"), Spell.parse("{W}{U}"))).status
    <Status.OPTIMAL: 'OPTIMAL'>
    """
    options = backend, seed
    if use_cache:
        known = _cache.get(problem, options)
        if known is not None:
            return known
    from autotap.solver.router import decide

    result = decide(problem, backend=backend, time_limit_s=time_limit_s, seed=seed)
    if use_cache:
        _cache.put(problem, options, result)
    return result


_cache = Cache()


def cache_info() -> CacheInfo:
    """Return how often answers were found, and how many are kept.

    Examples
    --------
    >>> cache_clear()
    >>> [str(pay("{W}", "Plains").status) for _ in range(3)]
    ['OPTIMAL', 'OPTIMAL', 'OPTIMAL']
    >>> cache_info().same, cache_info().misses
    (2, 1)
    """
    return _cache.info()


def cache_clear() -> None:
    """Forget all answers."""
    _cache.clear()


def pay(
    cost: str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell,
    board: str | Board | ManaZone,
    *,
    x: int | None = None,
    objective: Objective | None = None,
    must_use: Iterable[str] = (),
    forbid: Iterable[str] = (),
    opponent: str | Board | None = None,
    backend: str = "auto",
    time_limit_s: float | None = None,
    seed: int = 0,
    use_cache: bool = True,
) -> Result:
    """Pay a cost from a board; a cost text is Magic unless the board is a `ManaZone`.

    Parameters
    ----------
    cost
        Cost text, cost, or what is paid for.
    board
        Board text (Magic), board, or mana zone.
    x
        Value of X; None for the smallest that can be paid.
    objective
        What counts as best; None for the default.
    must_use, forbid
        Ids of sources that must, or must not, be used.
    opponent
        The board of another player, beside those of `Board.opponents` (Magic only).
    backend, time_limit_s, seed, use_cache
        As in `solve`.

    Raises
    ------
    AutotapError
        As `solve`, and for text that cannot be read.

    Examples
    --------
    >>> result = pay("{W}{U}", "Plains; Island; Tundra")
    >>> [activation.source for activation in result.unwrap().activations]
    ['Island', 'Plains']
    """
    options = {
        "x": x,
        "objective": objective or USUAL,
        "must_use": frozenset(must_use),
        "forbid": frozenset(forbid),
    }
    problem: Problem | DuelMastersProblem
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
        if isinstance(cost, str):
            cost = DuelMastersCost.parse(cost)
        if isinstance(cost, DuelMastersCost):
            cost = DuelMastersSpell(cost)
        problem = DuelMastersProblem(board, cost, **options)  # type: ignore[arg-type]
    else:
        board = against(as_board(board), opponent)
        problem = Problem(board, as_spell(cost), **options)  # type: ignore[arg-type]
    return solve(
        problem, backend=backend, time_limit_s=time_limit_s, seed=seed, use_cache=use_cache
    )


USUAL = Objective()


def as_board(board: str | Board) -> Board:
    """Return a board as it is, or of its text."""
    return _board_of(board) if isinstance(board, str) else board


def against(board: Board, opponent: str | Board | None) -> Board:
    """Return a board with another opponent, if there is one."""
    if opponent is None:
        return board
    return replace(board, opponents=(*board.opponents, as_board(opponent)))


def as_spell(cost: str | ManaCost | Spell) -> Spell:
    """Return what is paid for as it is, or of its cost."""
    return cost if isinstance(cost, Spell) else _spell_of(cost)


@lru_cache(maxsize=1_024)
def _board_of(text: str) -> Board:
    return Board.parse(text)


@lru_cache(maxsize=4_096)
def _spell_of(cost: str | ManaCost) -> Spell:
    return Spell.parse(cost) if isinstance(cost, str) else Spell(cost)
