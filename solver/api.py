"""The public functions: a problem in, a proven and verified payment out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.arguments import check_seconds, several, whole, wrong
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import Mana, parse_pool
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.wish import Wish
from autotap.models.objective import Objective
from autotap.models.problem import COSTS, DuelMastersProblem, KeepWhen, Kept, Problem
from autotap.solver.cache import Cache, CacheInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.result import Result

    Cost = str | ManaCost | Spell | DuelMastersCost | DuelMastersSpell
    Keepable = Cost | tuple[Cost, ...] | list[Cost] | Kept[Any]
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
    if not isinstance(problem, (Problem, DuelMastersProblem)):
        raise wrong("problem", problem, "a Problem or a DuelMastersProblem")
    if not isinstance(backend, str):
        raise wrong("backend", backend, "the name of a backend")
    if type(seed) is not int:
        seed = whole("seed", seed)
    check_seconds("time_limit_s", time_limit_s)
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
    must_use: str | Iterable[str] = (),
    forbid: str | Iterable[str] = (),
    spare: str | Iterable[str] = (),
    prefer: Wished = (),
    require: Wished = (),
    already_spent: str | Mana | Iterable[Mana] = (),
    keep: Keepable | Iterable[Keepable] = (),
    keep_when: KeepWhen | str | None = None,
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
        What counts as best, or as text the name of a policy (`POLICIES`) or terms between commas;
        None for the default.
    must_use, forbid
        Ids of sources that must, or must not, be used; one text is one id.
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
        What should stay payable afterwards: a cost or several, each for itself, the members of a
        tuple or list in them together, or a `Kept` of costs with a weight of its own.
    keep_when
        ``"later"``, when floating mana is gone, or ``"now"``, when it counts (Magic only); None for
        the former.
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
        "must_use": _NONE if must_use == () else must_use,
        "forbid": _NONE if forbid == () else forbid,
        "spare": _NONE if spare == () else spare,
    }
    wishes = {"prefer": as_wishes("prefer", prefer), "require": as_wishes("require", require)}
    spent = _as_mana(already_spent)
    problem: Problem | DuelMastersProblem
    if isinstance(board, ManaZone):
        if opponent is not None:
            raise InputError(str(opponent), "no opponent beside a mana zone")
        for stated in (*wishes["prefer"], *wishes["require"], *spent):
            raise InputError(str(stated), "no wishes and no mana beside a mana zone")
        if keep_when is not None:
            raise wrong("keep_when", str(keep_when), "no keep_when beside a mana zone")
        options["keep"] = as_keep(keep, as_zone_spell)
        spell = as_zone_spell(cost)
        problem = DuelMastersProblem(board, spell, **options)
    else:
        board = against(as_board(board), opponent)
        options["keep"] = as_keep(keep, as_spell)
        options |= wishes
        options |= {
            "keep_when": KeepWhen.LATER if keep_when is None else keep_when,
            "already_spent": spent,
        }
        problem = Problem(board, as_spell(cost), **options)
    return solve(
        problem, backend=backend, time_limit_s=time_limit_s, seed=seed, use_cache=use_cache
    )


USUAL = Objective()
_NONE = frozenset[str]()


def as_board(board: object) -> Board:
    """Return a board as it is, or of its text."""
    if isinstance(board, str):
        return _board_of(board)
    if not isinstance(board, Board):
        raise wrong("board", board, "the text of a board, or a Board")
    return board


def against(board: Board, opponent: str | Board | None) -> Board:
    """Return a board with another opponent, if there is one."""
    if opponent is None:
        return board
    if not isinstance(opponent, (str, Board)):
        raise wrong("opponent", opponent, "the text of a board, or a Board")
    return replace(board, opponents=(*board.opponents, as_board(opponent)))


def as_spell(cost: object, name: str = "cost") -> Spell:
    """Return what is paid for as it is, or of its cost; ``name`` is that of the argument."""
    if isinstance(cost, Spell):
        return cost
    if not isinstance(cost, (str, ManaCost)):
        raise wrong(name, cost, "the text of a mana cost, a ManaCost or a Spell")
    return _spell_of(cost)


def as_zone_spell(cost: object, name: str = "cost") -> DuelMastersSpell:
    """Return what is paid for in Duel Masters as it is, or of its cost; see `as_spell`."""
    if isinstance(cost, DuelMastersSpell):
        return cost
    if not isinstance(cost, (str, DuelMastersCost)):
        expected = "the text of a cost with civilizations, a DuelMastersCost or a DuelMastersSpell"
        raise wrong(name, cost, expected)
    return _zone_spell_of(cost)


def as_keep(keep: Any, as_one: Callable[[Any, str], Any]) -> tuple[Kept[Any], ...]:
    """Return what is kept as it is, or of its costs, each of which ``as_one`` reads."""
    if keep == ():
        return ()
    kept = []
    for one in several("keep", keep, "a cost, or several", Kept, *COSTS):
        weight = one.weight if isinstance(one, Kept) else None
        together = one.spells if isinstance(one, Kept) else one
        costs = together if isinstance(together, (tuple, list)) else (together,)
        kept.append(Kept(tuple([as_one(cost, "keep") for cost in costs]), weight))
    return tuple(kept)


def as_objective(objective: object) -> Objective:
    """Return what counts as best as it is, or of its text; the default for None."""
    if objective is None:
        return USUAL
    if isinstance(objective, str):
        return Objective.parse(objective)
    if not isinstance(objective, Objective):
        raise wrong("objective", objective, "the name of a policy, terms, or an Objective")
    return objective


def as_wishes(name: str, wished: Any) -> tuple[Wish, ...]:
    """Return wishes as they are, or of their texts; ``name`` is that of the argument."""
    if wished == ():
        return ()
    wishes = []
    for one in several(name, wished, "the text of a Wish, or several", str, Wish):
        if not isinstance(one, (str, Wish)):
            raise wrong(name, one, "the text of a Wish, or a Wish")
        wishes.append(Wish.parse(one) if isinstance(one, str) else one)
    return tuple(wishes)


def _as_mana(given: Any) -> tuple[Mana, ...]:
    """Return mana as it is, or of its text."""
    if given == ():
        return ()
    if isinstance(given, str):
        return parse_pool(given)
    mana = several("already_spent", given, "mana, or its text", Mana)
    for one in mana:
        if not isinstance(one, Mana):
            raise wrong("already_spent", one, "mana, or its text")
    return mana


@lru_cache(maxsize=1_024)
def _board_of(text: str) -> Board:
    return Board.parse(text)


@lru_cache(maxsize=4_096)
def _spell_of(cost: str | ManaCost) -> Spell:
    return Spell.parse(cost) if isinstance(cost, str) else Spell(cost)


@lru_cache(maxsize=4_096)
def _zone_spell_of(cost: str | DuelMastersCost) -> DuelMastersSpell:
    return DuelMastersSpell(DuelMastersCost.parse(cost) if isinstance(cost, str) else cost)
