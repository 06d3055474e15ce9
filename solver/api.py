"""The public functions: a problem in, a proven and verified payment out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.wish import Wish
from autotap.models.objective import Objective
from autotap.models.problem import DuelMastersProblem, KeepWhen, Kept, Problem
from autotap.solver.cache import Cache, CacheInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.mana import Mana
    from autotap.models.result import Result

    Cost = str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell
    Keepable = Cost | tuple[Cost, ...] | Kept[Any]
    Wished = str | Wish | Iterable[str | Wish]


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
        FEASIBLE or UNKNOWN, as it may be where mana is unbounded (see `Result.warnings`). The
        warnings also say what of the cards was not understood, where they were read from files.
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
            return _warned(problem, known)
    from autotap.solver.router import decide

    result = decide(problem, backend=backend, time_limit_s=time_limit_s, seed=seed)
    if use_cache:
        _cache.put(problem, options, result)
    return _warned(problem, result)


def _warned(problem: Problem | DuelMastersProblem, result: Result) -> Result:
    """Add to the warnings what of the board and of what is paid was not understood."""
    if not isinstance(problem, Problem):
        return result
    doubts, unread = problem.board.doubts, problem.spell.unread
    if not (doubts or unread):
        return result
    own = (f"{problem.spell.name} is not understood: {sentence}" for sentence in unread)
    return replace(result, warnings=(*result.warnings, *own, *doubts))


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
    objective: Objective | str | None = None,
    must_use: Iterable[str] = (),
    forbid: Iterable[str] = (),
    spare: Iterable[str] = (),
    prefer: Wished = (),
    require: Wished = (),
    already_spent: str | tuple[Mana, ...] = (),
    keep: Iterable[Keepable] = (),
    keep_when: KeepWhen | str = KeepWhen.LATER,
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
        What counts as best, or the name of a policy (`POLICIES`); None for the default.
    must_use, forbid
        Ids of sources that must, or must not, be used.
    spare
        Ids of sources that are used only if nothing else pays without being lethal.
    prefer
        Mana that had better be spent on the cost, or not, as the text of a `Wish` or several:
        ``"{R}{R}{R}"``, ``"colors"``, ``"no rider: haste"`` (Magic only).
    require
        The same for mana that must be spent on it, or must not.
    already_spent
        Mana that was spent on this cost before, as text or mana: it is no longer in the pool, the
        board is as it is now, and all of it must pay for the cost (Magic only).
    keep
        What should stay payable afterwards: each cost for itself, the members of a tuple together,
        or a `Kept` with a weight of its own.
    keep_when
        ``"later"``, when floating mana is gone, or ``"now"``, when it counts (Magic only).
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
    >>> kept = pay("{U}", "Tundra; Underground Sea; Tropical Island", keep=["{W}{B}"])
    >>> kept.unwrap().activations[0].source, kept.kept
    ('Tropical Island', (True,))
    >>> rest = pay("{2}{U}", "Island; Forest; Swamp; Gilded Lotus", already_spent="{U}{U}")
    >>> [activation.source for activation in rest.unwrap().activations]
    ['Forest']
    """
    options: dict[str, Any] = {
        "x": x,
        "objective": as_objective(objective),
        "must_use": frozenset(must_use),
        "forbid": frozenset(forbid),
        "spare": frozenset(spare),
    }
    wishes = {"prefer": as_wishes(prefer), "require": as_wishes(require)}
    spent = parse_pool(already_spent) if isinstance(already_spent, str) else already_spent
    problem: Problem | DuelMastersProblem
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
        for stated in (*wishes["prefer"], *wishes["require"], *spent):
            raise InputError(str(stated), "no wishes and no mana beside a mana zone")
        options["keep"] = tuple(map(partial(as_kept, as_one=as_zone_spell), keep))
        spell = as_zone_spell(cost)  # type: ignore[arg-type]
        problem = DuelMastersProblem(board, spell, **options)
    else:
        board = against(as_board(board), opponent)
        options["keep"] = tuple(map(partial(as_kept, as_one=as_spell), keep))
        options |= wishes
        options |= {"keep_when": as_keep_when(keep_when), "already_spent": spent}
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


def as_zone_spell(cost: str | DuelMastersCost | DuelMastersSpell) -> DuelMastersSpell:
    """Return what is paid for in Duel Masters as it is, or of its cost."""
    return cost if isinstance(cost, DuelMastersSpell) else _zone_spell_of(cost)


def as_kept(kept: Keepable, as_one: Callable[[Any], Any]) -> Kept[Any]:
    """Return what is kept as it is, or of its cost or costs, each of which `as_one` reads."""
    if isinstance(kept, Kept):
        return kept
    return Kept(tuple(map(as_one, kept if isinstance(kept, tuple) else (kept,))))


def as_objective(objective: Objective | str | None) -> Objective:
    """Return what counts as best as it is, or of the name of a policy; the default for None."""
    return Objective.policy(objective) if isinstance(objective, str) else objective or USUAL


def as_wishes(wished: Wished) -> tuple[Wish, ...]:
    """Return wishes as they are, or of their texts."""
    several = (wished,) if isinstance(wished, str | Wish) else wished
    return tuple(Wish.parse(one) if isinstance(one, str) else one for one in several)


def as_keep_when(when: str) -> KeepWhen:
    """Return when what is kept is to be paid.

    Raises
    ------
    InputError
        For another word.
    """
    if isinstance(when, KeepWhen):
        return when
    if when not in set(KeepWhen):
        raise InputError(when, f"one of {', '.join(KeepWhen)}")
    return KeepWhen(when)


@lru_cache(maxsize=1_024)
def _board_of(text: str) -> Board:
    return Board.parse(text)


@lru_cache(maxsize=4_096)
def _spell_of(cost: str | ManaCost) -> Spell:
    return Spell.parse(cost) if isinstance(cost, str) else Spell(cost)


@lru_cache(maxsize=4_096)
def _zone_spell_of(cost: str | DuelMastersCost) -> DuelMastersSpell:
    return DuelMastersSpell(DuelMastersCost.parse(cost) if isinstance(cost, str) else cost)
