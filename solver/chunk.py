"""Chunks of problems: what a batch sends out at once, and the answer to it."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from autotap.models.codec import problem_from_json
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Result
from autotap.solver.api import solve
from autotap.solver.parcel import PARTS, packed

if TYPE_CHECKING:
    from collections.abc import Callable

V = TypeVar("V")

Source: TypeAlias = Problem | DuelMastersProblem | str | bytes
"""A problem, or the JSON text of one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a problem has no result.

    Parameters
    ----------
    type
        Name of the error's class, such as ``"SchemaError"``; ``"BrokenProcessPool"`` where the
        worker process died.
    message
        The error in words.
    """

    type: str
    message: str

    @classmethod
    def of(cls, error: Exception) -> Fault:
        """Record an error."""
        return cls(type(error).__name__, str(error))


Outcome: TypeAlias = Result | Fault


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some problems to solve.

    Parameters
    ----------
    number
        Its place among the chunks of the batch, from 0.
    sources
        The problems.
    backend, time_limit_s, seed
        As in `solve`, for each of them.
    """

    number: int
    sources: tuple[Source, ...]
    backend: str
    time_limit_s: float | None
    seed: int

    def __reduce__(self) -> tuple[Callable[[bytes], Chunk], tuple[bytes]]:
        """Travel as a parcel, so that a worker has one object for each board and spell."""
        return _arrived, (packed(tuple(getattr(self, each.name) for each in fields(self)), PARTS),)


def _arrived(parcel: bytes) -> Chunk:
    return Chunk(*pickle.loads(parcel))


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a chunk.

    Parameters
    ----------
    number
        Number of the chunk.
    outcomes
        Per problem its result or its fault. The result of a problem that came as an object does
        not send it back: its `problem` is None.
    """

    number: int
    outcomes: tuple[Outcome, ...]


class Identity:
    """Equal for equal problems only, and hashed once; what cannot be hashed equals nothing.

    A `Source` equals one with another mana cost, which payments can depend on (emerge).

    Parameters
    ----------
    source
        The problem.
    """

    __slots__ = ("_hash", "_value")

    def __init__(self, source: Source) -> None:
        self._value: object = source
        try:
            if isinstance(source, Problem):
                self._value = source, tuple([each.cost for each in source.board.sources])
            self._hash = hash(self._value)
        except Exception:
            self._value = object()
            self._hash = hash(self._value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self._value == other._value


class Recent(Generic[V]):
    """A table that forgets its oldest entries.

    Parameters
    ----------
    size
        Most entries that it holds.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[Identity, V] = OrderedDict()

    def get(self, key: Identity, make: Callable[[], V]) -> V:
        """Return the value of a key, made if it is not known."""
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = make()
            if len(self._values) > self._size:
                self._values.popitem(last=False)
        return value


def solve_chunk(chunk: Chunk, recent: Recent[Outcome] | None = None) -> Reply:
    """Solve every problem of a chunk, equal ones once; an error becomes a `Fault`.

    Parameters
    ----------
    chunk
        What to solve.
    recent
        Outcomes of earlier chunks of the batch, None without.
    """
    known = Recent[Outcome](len(chunk.sources)) if recent is None else recent

    def outcome(source: Source) -> Outcome:
        if isinstance(source, str | bytes):
            try:
                problem = problem_from_json(source)
            except Exception as error:
                return Fault.of(error)
            return known.get(Identity(problem), lambda: _solved(problem, chunk))
        found = known.get(Identity(source), lambda: _solved(source, chunk))
        return found if isinstance(found, Fault) else replace(found, problem=None)

    return Reply(chunk.number, tuple(map(outcome, chunk.sources)))


def _solved(problem: Problem | DuelMastersProblem, chunk: Chunk) -> Outcome:
    try:
        return solve(
            problem, backend=chunk.backend, time_limit_s=chunk.time_limit_s, seed=chunk.seed
        )
    except Exception as error:
        return Fault.of(error)
