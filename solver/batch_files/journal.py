"""Answers as they are written: a header, then one line each, so that a batch can be resumed."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, encode

from autotap.models.errors import FileError, ResumeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from autotap.solver.batch_files.reading import Line

FORMAT = 1
"""Version of the form of answers."""


@dataclass(frozen=True, slots=True)
class Header:
    """The fingerprint of a batch: answers of equal headers are equal.

    Parameters
    ----------
    version
        Version of autotap.
    sha256, problems
        Digest of the input, and the number of its problems.
    backend, time_limit_s
        As in `solve`.
    """

    version: str
    sha256: str
    problems: int
    backend: str
    time_limit_s: float | None

    def line(self) -> bytes:
        """Return the first line of the answers."""
        return encode({"autotap_batch": FORMAT} | asdict(self)) + b"\n"


Error = dict[str, str]
"""The type of an error, and its message."""

NO_RESULT = Raw()


class Answer(Struct, omit_defaults=True):
    """The answer to one problem: its result, or what is wrong."""

    line: int
    id: int | str | None = None
    result: Raw = NO_RESULT
    error: Error | None = None


class _Status(Struct):
    status: str


class _Ending(Struct):
    """What counts of an answer that is there already."""

    line: int
    id: int | str | None = None
    result: _Status | None = None
    error: Error | None = None


_answers = Decoder(Answer)
_endings = Decoder(_Ending)
_headers = Decoder(dict[str, Any])


class Journal:
    """Answers that are being written, by one writer at a time; made by `journal`.

    Parameters
    ----------
    path
        The file.
    stream
        It, opened and locked.
    """

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path = path
        self._stream = stream

    def begin(self, header: Header) -> bool:
        """Write the header, or compare it with the one that is there; tells whether it was there.

        Raises
        ------
        ResumeError
            If the answers there belong to another batch.
        """
        line = header.line()
        self._stream.seek(0)
        there = self._stream.readline(10_000)
        if line.startswith(there) and there != line:
            self._stream.truncate(0)
            self._stream.seek(0)
            self._write(line)
            return False
        if there != line:
            raise self._refused(_difference(there, line))
        return True

    def go_on_after(
        self, lines: Iterator[Line], note: Callable[[int, str | None, Error | None], object]
    ) -> int:
        """Pass over the lines that are answered, drop an answer that is torn, and count them.

        Parameters
        ----------
        lines
            The problems.
        note
            Called for each answer with its line, its status and its error.

        Raises
        ------
        ResumeError
            If an answer is missing, there twice or damaged.
        """
        done, end = 0, self._stream.tell()
        for answer in self._stream:
            if not answer.endswith(b"\n"):
                break
            line = next(lines, None)
            try:
                ending = _endings.decode(answer)
            except MsgspecError as error:
                raise self._refused(f"Line {done + 2} of it is damaged: {error}") from None
            if line is None or (ending.line, ending.id) != (line.number, line.id):
                wanted = "the end" if line is None else f"the answer to line {line.number}"
                raise self._refused(
                    f"Line {done + 2} of it should be {wanted}, and answers line {ending.line}: "
                    "an answer is missing or there twice"
                )
            note(ending.line, ending.result.status if ending.result else None, ending.error)
            done, end = done + 1, end + len(answer)
        self._stream.truncate(end)
        self._stream.seek(end)
        return done

    def write(self, answer: Answer) -> None:
        """Add an answer."""
        self._write(encode(answer) + b"\n")

    def _write(self, line: bytes) -> None:
        self._stream.write(line)
        self._stream.flush()

    def _refused(self, why: str) -> ResumeError:
        return ResumeError(str(self._path), "answers of the same batch", hint=why)


@contextmanager
def journal(path: Path, *, resume: bool) -> Iterator[Journal]:
    """Open the answers of a batch for one writer.

    Raises
    ------
    ResumeError
        If the file is there and is not to be gone on with.
    FileError
        If another process is writing it.
    OSError
        If it cannot be written.
    """
    try:
        stream = path.open("r+b" if resume and path.exists() else "x+b")
    except FileExistsError:
        hint = "It is there already: resume, or remove it"
        raise ResumeError(str(path), "a new file", hint=hint) from None
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            hint = "Another batch is writing it"
            raise FileError(str(path), "a file that nobody else writes", hint=hint) from None
        yield Journal(path, stream)
        os.fsync(stream)


def answers_in(path: Path) -> Iterable[Answer]:
    """Read the answers of a finished journal."""
    with path.open("rb") as stream:
        stream.readline()
        for line in stream:
            yield _answers.decode(line)


def _difference(there: bytes, line: bytes) -> str:
    try:
        old = _headers.decode(there)
    except MsgspecError:
        return "It has no header of a batch"
    new = _headers.decode(line)
    names = {"sha256": "input"}
    for key, value in new.items():
        if old.get(key) != value:
            return (
                f"It was begun with another {names.get(key, key)}: {old.get(key)!r}, now {value!r}"
            )
    return "Its header is damaged"
