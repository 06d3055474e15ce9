"""The terms of the default objective, worked out from what a payment used up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import mul
from typing import TYPE_CHECKING

from autotap.models.memo import per_object
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.solver.verify.stage import stage_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana
    from autotap.models.objective import LossWeights, Objective
    from autotap.models.problem import Problem
    from autotap.solver.verify.tally import Tally

TYPES = tuple(ManaType)
MAX_SCARCITY = 12

Worth = tuple[int, ...]
"""Worth per type in the order of `TYPES`."""
WORTHLESS: Worth = (0,) * len(TYPES)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What the sources of a board are worth at the start.

    Parameters
    ----------
    worths
        By id, of the sources that can make any mana.
    scarcity
        By type, 1 to 12: what is offered by few sources weighs more.
    prices
        By worth, what using such a source costs: the sum of its worth times the scarcity.
    kinds
        Number of the untapped sources by their worth.
    tapped
        Ids of those that are tapped.
    wishes
        By type, how many symbols of it there are in what is kept.
    """

    worths: dict[str, Worth]
    scarcity: Worth
    prices: dict[Worth, int]
    kinds: dict[Worth, int]
    tapped: frozenset[str]
    wishes: Worth


@per_object(maxsize=64)
def appraise(board: Board) -> Appraisal:
    """Value the sources of a board where nothing is kept; linear in the board the first time.

    Examples
    --------
    >>> from autotap.models.mtg.ability import ManaAbility
    >>> from autotap.models.mtg.board import Board
    >>> tap = ManaAbility.parse("{T}: Add {W}|{U}")
    >>> appraisal = appraise(Board((Source("Tundra", "Tundra", abilities=(tap,)),)))
    >>> appraisal.worths, appraisal.scarcity
    ({'Tundra': (4, 4, 0, 0, 0, 0)}, (12, 12, 12, 12, 12, 12))
    """
    return appraise_for(board, WORTHLESS)


def appraise_for(board: Board, wishes: Worth) -> Appraisal:
    """Value the sources of a board, a type once more for each of its symbols in what is kept.

    Parameters
    ----------
    board
        The board.
    wishes
        Number of symbols by type.
    """
    known: dict[int, Worth] = {}
    varying: set[Worth] = set()
    worths: dict[str, Worth] = {}
    kinds: dict[Worth, int] = {}
    tapped: list[str] = []
    for source in board.sources:
        same = id(source.abilities)  # copies share the tuple, and hashing it costs more
        worth = known.get(same)
        if worth is None:
            abilities = source.at_best
            worth = _worth(abilities, board)
            if wishes is not WORTHLESS:
                worth = tuple(one * (1 + more) for one, more in zip(worth, wishes, strict=True))
            if abilities is source.abilities:
                known[same] = worth
            else:
                varying.add(worth)
        if worth != WORTHLESS:
            worths[source.id] = worth
            if source.tapped:
                tapped.append(source.id)
            else:
                kinds[worth] = kinds.get(worth, 0) + 1
    offered = [0] * len(TYPES)
    for mana in board.pool:
        offered[TYPES.index(mana.type)] += 1
    for worth, number in kinds.items():
        for place, one in enumerate(worth):
            if one:
                offered[place] += number
    scarcity = tuple([-(-MAX_SCARCITY // max(1, number)) for number in offered])
    different = varying.union(known.values())
    prices = {worth: sum(map(mul, worth, scarcity)) for worth in different}
    return Appraisal(worths, scarcity, prices, kinds, frozenset(tapped), wishes)


def _worth(abilities: Iterable[ManaAbility], board: Board) -> Worth:
    """Return, per type, the most that one activation makes of it, in worth."""
    best = WORTHLESS
    for ability in abilities:
        times = _number(ability.per, board) if ability.per else 1
        if not times or (ability.absent and _number(ability.absent, board)):
            continue
        worth = _worth_once(ability) if times == 1 else _worth_of(ability, times)
        best = worth if best is WORTHLESS else tuple(map(max, best, worth))
    return best


@per_object(maxsize=4096)
def _worth_once(ability: ManaAbility) -> Worth:
    """Return the same for one ability, as if an output that is counted came once."""
    return _worth_of(ability, 1)


def _worth_of(ability: ManaAbility, times: int) -> Worth:
    """Return the same for a number that is counted; what triggers add to it comes once."""
    best = WORTHLESS
    hurts = ability.cost.life > 0 or ability.damage > 0 or ability.damage_waiting > 0
    for groups in ability.outputs:
        made = [0] * len(TYPES)
        for group in groups:
            factor = 1 if group.tags.origin else times
            for unit in group.units:
                for kind in unit:
                    weaker = hurts or bool(group.tags.only)
                    made[TYPES.index(kind)] += factor * _unit_worth(kind, weaker=weaker)
        best = tuple(map(max, best, made))
    return best


def _number(what: str, board: Board) -> int:
    return sum(source.is_a(what) for source in board.sources)


def _unit_worth(kind: ManaType, *, weaker: bool) -> int:
    worth = 2 if kind is ManaType.C else 4
    return worth // 2 if weaker else worth


def score(
    problem: Problem,
    tally: Tally,
    appraisal: Appraisal | None = None,
    kept: Sequence[bool] = (),
) -> dict[str, int]:
    """Work out the terms of the default order, without ``mana_left``.

    Parameters
    ----------
    problem
        What was asked; its objective gives the life floor and the weights.
    tally
        What the payment used up.
    appraisal
        That of the problem's board, where the caller has it already.
    kept
        For each thing that is kept whether it stays payable.

    Returns
    -------
    dict
        The other terms of `MAGIC_TERMS`, and those of `MORE_MAGIC_TERMS` that the objective names,
        as they are described there.
    """
    board = problem.board
    if not board.is_plain:
        board = stage_of(board).valued
    if problem.keep:
        appraisal = appraise_for(board, _wishes(problem))
    elif appraisal is None:
        appraisal = appraise(board)
    terms = {
        "lethal": int(tally.life_lost > 0 and board.life <= tally.life_lost),
        "spared": len(problem.spare & tally.touched) if problem.spare else 0,
        "losses": _losses(board, problem.objective, tally) + _lost(problem, kept),
        "preferred": sum([wish.missed_by(tally.spent) for wish in problem.prefer]),
        "reserved": sum([board.source(each).reserved for each in tally.used]),
        "flexibility": _flexibility(board, tally, appraisal),
        "emptied": _emptied(tally, appraisal),
        "graveyard": tally.graveyard,
        "activations": tally.activations + tally.payer_taps,
    }
    for name in problem.objective.terms:
        if name in _MORE_TERMS:
            terms[name] = _MORE_TERMS[name](board, tally)
    return terms


_MORE_TERMS: dict[str, Callable[[Board, Tally], int]] = {
    "life": lambda board, tally: tally.life_lost,
    "permanents_lost": lambda board, tally: len(tally.given_up) - _from_hand(board, tally),
    "cards_lost": lambda board, tally: tally.cards_discarded + _from_hand(board, tally),
    "floating": lambda board, tally: len(tally.leftover),
    "sources_tapped": lambda board, tally: sum(tally.taps.values()),
}
"""The terms that an order may name besides the default ones."""


def _from_hand(board: Board, tally: Tally) -> int:
    """Count the sources in hand that left it."""
    return sum(board.source(each).zone is Zone.HAND for each in tally.given_up)


def _wishes(problem: Problem) -> Worth:
    """Count the symbols of each type in the costs that are kept."""
    symbols = [
        symbol
        for kept in problem.keep
        for spell in kept.spells
        for symbol in (spell.cost.symbols if spell.cost is not None else ())
    ]
    return tuple(sum(kind in symbol.types for symbol in symbols) for kind in TYPES)


def _lost(problem: Problem, kept: Sequence[bool]) -> int:
    """Weigh what is kept and cannot be paid any more."""
    usual = problem.objective.weights.kept
    return sum(
        one.weight_or(usual) for one, stays in zip(problem.keep, kept, strict=True) if not stays
    )


def _losses(board: Board, objective: Objective, tally: Tally) -> int:
    weights, missing = objective.weights, objective.life_floor - board.life
    total = tally.cards_discarded * weights.card
    if tally.life_lost:
        below = max(0, missing + tally.life_lost) - max(0, missing)
        total += tally.life_lost * weights.life + below * weights.below_floor
    for each, number in tally.counters.items():
        if each not in tally.given_up:
            total += number * weights.counter
    for each, number in tally.taps.items():
        source = board.source(each)
        if source.stays_tapped:
            total += number * weights.stays_tapped
        if "creature" in source.types:
            total += number * weights.creature_tapped
    return total + sum([_loss(board.source(each), weights) for each in tally.given_up])


def _loss(source: Source, weights: LossWeights) -> int:
    """Weigh an object given up by the first class that fits."""
    types = source.types
    is_token, is_creature = "token" in types, "creature" in types
    gives_itself = any(ability.cost.sacrifice_this for ability in source.abilities)
    if source.zone is Zone.HAND:
        return weights.card
    if "land" in types:
        return weights.land
    if is_token and is_creature:
        return weights.mana_token_creature if gives_itself else weights.token_creature
    if gives_itself and (is_token or ("artifact" in types and not is_creature)):
        return weights.mana_token
    return weights.permanent


def _flexibility(board: Board, tally: Tally, appraisal: Appraisal) -> int:
    worths, prices = appraisal.worths, appraisal.prices
    total = sum([prices[worths[each]] for each in tally.touched if each in worths])
    if not board.pool:
        return total
    missing = Counter(map(_kind, board.pool)) - Counter(map(_kind, tally.leftover))
    for (kind, only), number in missing.items():
        place = TYPES.index(kind)
        worth = _unit_worth(kind, weaker=bool(only)) * (1 + appraisal.wishes[place])
        total += number * worth * appraisal.scarcity[place]
    return total


def _emptied(tally: Tally, appraisal: Appraisal) -> int:
    """Count the kinds of source of which every untapped copy is touched."""
    worths, tapped = appraisal.worths, appraisal.tapped
    touched: dict[Worth, int] = {}
    for each in tally.touched:
        if each in worths and each not in tapped:
            touched[worths[each]] = touched.get(worths[each], 0) + 1
    return sum([appraisal.kinds[worth] == number for worth, number in touched.items()])


def _kind(mana: Mana) -> tuple[ManaType, str]:
    return mana.type, mana.tags.only
