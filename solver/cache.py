"""The cache of answers: a question that was asked before, or one that differs only in ids.

Proven answers are kept, up to a number of them, and the ones used last are kept longest. The same
board and spell objects are recognized by identity. Another board is recognized by what its sources
are, whatever their ids and order; the answer is then written in the ids of the board that is asked.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from autotap.models.memo import per_object
from autotap.models.mtg.board import Board
from autotap.models.mtg.source import Source, alike
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, Result, Status

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from autotap.models.result import Spend

    AnyProblem = Problem | DuelMastersProblem
    Copies = dict[Hashable, list[str]]

MAX_ANSWERS = 8_192
"""Answers that are kept."""
PROVEN = (Status.OPTIMAL, Status.UNPAYABLE)


class CacheInfo(NamedTuple):
    """Figures of the cache.

    Parameters
    ----------
    same, equal
        Questions answered for the same objects, and for others that differ only in ids.
    misses
        Questions that had to be solved.
    size, maxsize
        Answers kept, and the most that are.
    """

    same: int
    equal: int
    misses: int
    size: int
    maxsize: int


class Cache:
    """Answers by question; every method may be called from several threads.

    Parameters
    ----------
    maxsize
        Most answers kept.
    """

    def __init__(self, maxsize: int = MAX_ANSWERS) -> None:
        self._maxsize = maxsize
        self._lock = Lock()
        self._same: OrderedDict[Hashable, tuple[AnyProblem, Result]] = OrderedDict()
        self._equal: OrderedDict[Hashable, tuple[Copies, Result]] = OrderedDict()
        self._hits = [0, 0, 0]

    def get(self, problem: AnyProblem, options: Hashable) -> Result | None:
        """Return the answer to a question, None if it must be solved.

        Parameters
        ----------
        problem
            The question.
        options
            What else the answer depends on: backend and seed.

        Notes
        -----
        Complexity: constant for the same objects, else linear in the board.
        """
        same = _same(problem, options)
        with self._lock:
            known = self._same.get(same)
            if known is not None:
                self._same.move_to_end(same)
                self._hits[0] += 1
                return known[1]
        found = None
        equal = _equal(problem, options)
        with self._lock:
            if equal is not None:
                found = self._equal.get(equal)
            if found is not None:
                self._equal.move_to_end(equal)
            self._hits[2 if found is None else 1] += 1
        if found is None:
            return None
        assert isinstance(problem, Problem)
        result = _renamed(found[1], problem, _names(found[0], _portrait(problem.board).copies))
        with self._lock:
            self._keep(self._same, same, (problem, result))
        return result

    def put(self, problem: AnyProblem, options: Hashable, result: Result) -> None:
        """Keep an answer if it is proven."""
        if result.status not in PROVEN:
            return
        equal = _equal(problem, options)
        with self._lock:
            self._keep(self._same, _same(problem, options), (problem, result))
            if equal is not None:
                assert isinstance(problem, Problem)
                self._keep(self._equal, equal, (_portrait(problem.board).copies, result))

    def _keep(self, kept: OrderedDict[Hashable, Any], key: Hashable, value: Any) -> None:
        kept[key] = value
        kept.move_to_end(key)
        if len(kept) > self._maxsize:
            kept.popitem(last=False)

    def info(self) -> CacheInfo:
        """Return the figures so far."""
        with self._lock:
            same, equal, misses = self._hits
            return CacheInfo(same, equal, misses, len(self._same), self._maxsize)

    def clear(self) -> None:
        """Forget all answers and figures."""
        with self._lock:
            self._same.clear()
            self._equal.clear()
            self._hits = [0, 0, 0]


def _same(problem: AnyProblem, options: Hashable) -> Hashable:
    """Return the key of the very objects; the entry keeps them alive, so that ids stay theirs."""
    return (
        id(problem.board),
        id(problem.spell),
        id(problem.objective),
        problem.x,
        problem.must_use,
        problem.forbid,
        _REST[type(problem)](problem),
        options,
    )


_PLAIN = ("board", "spell", "objective", "x", "must_use", "forbid")
_REST = {
    kind: attrgetter(*(field.name for field in fields(kind) if field.name not in _PLAIN))
    for kind in (Problem, DuelMastersProblem)
}
"""What a question asks besides the usual."""


@dataclass(frozen=True, slots=True)
class _Hashed:
    """An object with its hash, which is worked out once."""

    item: Hashable
    number: int

    def __hash__(self) -> int:
        return self.number


@per_object(maxsize=4_096)
def _hashed(item: Hashable) -> _Hashed:
    return _Hashed(item, hash(item))


_SOURCE = attrgetter(*(f.name for f in fields(Source) if f.name not in ("id", "abilities")))
_BOARD = attrgetter(*(f.name for f in fields(Board) if f.name not in ("sources", "_by_id")))


class _Portrait(NamedTuple):
    """What a board is whatever the ids on it.

    Parameters
    ----------
    copies
        The ids of the sources by what they are besides, in their order.
    key
        The same as a key: how many there are of each, and the rest of the board.
    """

    copies: Copies
    key: Hashable


@per_object(maxsize=4_096)
def _portrait(board: Board) -> _Portrait:
    """Return the portrait of a board, linear in its sources."""
    found = alike(board.sources, _SOURCE)
    copies: Copies = {state: [source.id for source in sources] for state, sources in found.items()}
    counts = frozenset([(state, len(ids)) for state, ids in copies.items()])
    return _Portrait(copies, (counts, _BOARD(board)))


def _equal(problem: AnyProblem, options: Hashable) -> Hashable | None:
    """Return the key of a question whatever the ids, None if ids matter to the answer.

    A card in hand could have the name that is another source's id.
    """
    if not isinstance(problem, Problem) or problem.must_use or problem.forbid or problem.spare:
        return None
    board = problem.board
    if board.hand or not board.is_plain or any(one.objects for one in problem.spell.totals):
        return None
    spell, objective = _hashed(problem.spell), _hashed(problem.objective)
    return _portrait(board).key, spell, problem.x, objective, _REST[Problem](problem), options


def _names(old: Copies, new: Copies) -> dict[str, str]:
    """Pair the ids of two boards whose sources differ in nothing else, copies in their order.

    Empty if they are the same.
    """
    if old == new:
        return {}
    return {
        one: other for state, ids in old.items() for one, other in zip(ids, new[state], strict=True)
    }


def _renamed(result: Result, problem: Problem, names: Mapping[str, str]) -> Result:
    """Write an answer in the ids of another board."""
    if not names:
        return replace(result, problem=problem)
    payment, short = result.payment, result.shortfall
    if isinstance(payment, Payment):
        payment = _payment(payment, names)
    if short is not None:
        short = replace(short, sources=tuple(names[each] for each in short.sources))
    return replace(result, problem=problem, payment=payment, shortfall=short)


def _payment(payment: Payment, names: Mapping[str, str]) -> Payment:
    announcement = payment.announcement
    return replace(
        payment,
        announcement=replace(
            announcement,
            objects=tuple(
                (option, tuple(names[each] for each in ids)) for option, ids in announcement.objects
            ),
        ),
        activations=tuple(
            replace(
                each,
                source=names[each.source],
                spends=_spends(each.spends, names),
                objects=tuple((deed, names[one]) for deed, one in each.objects),
            )
            for each in payment.activations
        ),
        spends=_spends(payment.spends, names),
        objects=tuple((deed, names[one]) for deed, one in payment.objects),
        coverings=tuple(
            replace(each, objects=tuple(names[one] for one in each.objects))
            for each in payment.coverings
        ),
    )


def _spends(spends: tuple[Spend, ...], names: Mapping[str, str]) -> tuple[Spend, ...]:
    return tuple(
        replace(each, payers=tuple((way, names[one] if one else "") for way, one in each.payers))
        if each.payers
        else each
        for each in spends
    )
