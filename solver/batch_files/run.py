"""A batch from a file to a file."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from msgspec import Raw

from autotap.models.codec import result_to_json
from autotap.models.errors import FileError, InputError, ResumeError
from autotap.solver.batch import BatchItem, solve_many
from autotap.solver.batch_files.finishing import finish, journal_of
from autotap.solver.batch_files.journal import Answer, Header, journal
from autotap.solver.batch_files.kinds import FileKind, kind_of, polars
from autotap.solver.batch_files.reading import read_lines
from autotap.solver.batch_files.survey import Survey, survey
from autotap.solver.router import AUTO, BACKENDS
from autotap.solver.version import version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from autotap.solver.batch_files.journal import Error
    from autotap.solver.batch_files.reading import Line
    from autotap.solver.chunk import Fault
    from autotap.solver.workers import Mapper


@dataclass(slots=True)
class Summary:
    """What came of a batch.

    Parameters
    ----------
    input
        What the input holds.
    resumed
        Number of answers that were there already.
    statuses
        How often each status was answered.
    errors
        How often each type of error came up in place of an answer.
    first_error
        Number of the first line with an error, and the error; None without.
    """

    input: Survey
    resumed: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    first_error: tuple[int, str] | None = None

    def note(self, line: int, status: str | None, error: Error | None) -> None:
        """Count an answer, by its status or its error."""
        if error is None:
            self.statuses[str(status)] += 1
        else:
            self.errors[error["type"]] += 1
            self.first_error = self.first_error or (line, error["message"])


def solve_file(
    source: Path,
    target: Path,
    *,
    jobs: int = 1,
    mapper: Mapper | None = None,
    resume: bool = False,
    progress: Callable[[int, int], object] | None = None,
    backend: str = "auto",
    time_limit_s: float | None = None,
) -> Summary:
    r"""Solve the problems in a file, and write an answer to each, in their order.

    The names of the files tell their kinds: ``.jsonl`` or ``.csv``, each also with ``.gz``, or
    ``.parquet``. Memory does not grow with them. A line that cannot be read or solved is answered
    by its error. Times are left out of the results, so that equal batches give equal files.

    Answers are written as they come: to the file itself for ``.jsonl``, otherwise to one beside it
    with ``.journal`` added to the name, which becomes the file when all is done. So nothing that is
    done is lost when the batch is ended, however that happens.

    Parameters
    ----------
    source, target
        The file of problems and the file for the answers.
    jobs, mapper
        As in `solve_many`.
    resume
        Whether to go on with answers that are there. They must belong to the same input, options
        and version; without any the batch begins anew.
    progress
        Called after each answer with the number of answers there, and of problems.
    backend, time_limit_s
        As in `solve`, for each problem.

    Raises
    ------
    InputError
        If there is no such backend.
    FileError
        If a file is damaged or of no known kind, or another batch is writing the answers.
    ResumeError
        If there are answers already, and they cannot be gone on with.
    BackendUnavailableError
        If a kind of file needs a library that is not installed.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     problems, answers = Path(folder, "problems.csv"), Path(folder, "answers.jsonl")
    ...     _ = problems.write_text("id,board,cost\na,2 Plains,{W}{W}\nb,Plains,{W}{W}\n")
    ...     summary = solve_file(problems, answers)
    ...     written = answers.read_text().splitlines()
    >>> dict(summary.statuses), len(written)
    ({'OPTIMAL': 1, 'UNPAYABLE': 1}, 3)
    """
    _check(source, target, backend)
    found = survey(source)
    summary = Summary(found)
    header = Header(version(), found.sha256, found.problems, backend, time_limit_s)
    with journal(journal_of(target), resume=resume) as answers:
        lines = read_lines(source)
        if answers.begin(header):
            summary.resumed = answers.go_on_after(lines, summary.note)
        left = _Lines(lines, found.problems - summary.resumed)
        items = solve_many(
            left, jobs=jobs, mapper=mapper, backend=backend, time_limit_s=time_limit_s
        )
        with closing(items):
            for done, item in enumerate(items, summary.resumed + 1):
                answer = _answer(left.under_way.popleft(), item)
                answers.write(answer)
                status = str(item.result.status) if item.result else None
                summary.note(answer.line, status, answer.error)
                if progress is not None:
                    progress(done, found.problems)
        finish(target)
    return summary


def _check(source: Path, target: Path, backend: str) -> None:
    """Refuse what could not be finished, before anything is solved."""
    if backend not in (AUTO, *BACKENDS):
        raise InputError(backend, f"one of {', '.join((AUTO, *BACKENDS))}")
    if FileKind.PARQUET in (kind_of(source), kind_of(target)):
        polars()
    if source.resolve() in (target.resolve(), journal_of(target).resolve()):
        raise FileError(str(target), "another file than that of the problems")
    if journal_of(target) != target and target.exists():
        raise ResumeError(str(target), "a new file", hint="It is there already, complete")


class _Lines:
    """The lines still to solve; those that are under way are kept until they are answered."""

    def __init__(self, lines: Iterator[Line], number: int) -> None:
        self._lines = lines
        self._number = number
        self.under_way: deque[Line] = deque()

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[str | bytes | Fault]:
        for line in self._lines:
            self.under_way.append(line)
            yield line.source()


def _answer(line: Line, item: BatchItem) -> Answer:
    if item.error is not None:
        message = item.error.message.encode(errors="backslashreplace").decode()
        return Answer(line.number, line.id, error={"type": item.error.type, "message": message})
    assert item.result is not None
    result = replace(item.result, wall_time_s=0.0, stages_s={})
    return Answer(line.number, line.id, Raw(result_to_json(result).encode()))
