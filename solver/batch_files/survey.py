"""A look at a whole input before it is solved."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from hashlib import blake2b, file_digest
from typing import TYPE_CHECKING

from autotap.solver.batch_files.reading import read_lines

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.solver.batch_files.reading import Id

SHOWN = 5
"""Most repeated ids that are named."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What an input holds.

    Parameters
    ----------
    problems
        Number of its problems.
    without_id
        How many of them have no id.
    repeats
        How many of them have the id of an earlier one.
    repeated
        Some of these ids, each with the numbers of the first two lines that have it.
    sha256
        Digest of the file.
    """

    problems: int
    without_id: int
    repeats: int
    repeated: tuple[tuple[Id, int, int], ...]
    sha256: str


def survey(path: Path) -> Survey:
    """Count the problems of a file, and look for ids that are missing or there twice.

    Takes 8 bytes of memory a problem.

    Raises
    ------
    FileError, BackendUnavailableError, OSError
        As `read_lines`; the file is read to its end.
    """
    import numpy as np

    prints, without_id = array("Q"), 0
    for line in read_lines(path):
        if line.id is None:
            without_id += 1
        else:
            prints.append(_print(line.id))
    found, counts = np.unique(np.frombuffer(prints, np.uint64), return_counts=True)
    repeats = int(counts.sum() - len(counts))
    suspects = {int(one) for one in found[counts > 1][:SHOWN]}
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    named = _named(path, suspects) if suspects else ()
    return Survey(len(prints) + without_id, without_id, repeats, named, digest)


def _print(id: Id) -> int:
    return int.from_bytes(blake2b(str(id).encode(errors="replace"), digest_size=8).digest())


def _named(path: Path, suspects: set[int]) -> tuple[tuple[Id, int, int], ...]:
    """Name repeated ids, by a second look."""
    first: dict[str, int] = {}
    repeated: dict[str, tuple[Id, int, int]] = {}
    for line in read_lines(path):
        if line.id is not None and _print(line.id) in suspects:
            key = str(line.id)
            if key in first:
                repeated.setdefault(key, (line.id, first[key], line.number))
            first.setdefault(key, line.number)
            if len(repeated) == len(suspects):
                break
    return tuple(sorted(repeated.values(), key=lambda each: each[2]))
