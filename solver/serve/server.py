"""The server: reads lines, lets the main thread answer them in their order, writes the answers."""

from __future__ import annotations

import logging
import select
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType, json

from autotap.models.codec import VERSION
from autotap.models.errors import AutotapError, InternalError
from autotap.solver.router import BACKENDS
from autotap.solver.serve import answers
from autotap.solver.serve.interruption import Worker
from autotap.solver.serve.messages import (
    METHODS,
    Cancel,
    Hello,
    id_of,
    read_batch,
    read_params,
    read_request,
)
from autotap.solver.serve.refusals import Code, Refused, error_record
from autotap.solver.serve.session import ANSWERS, Session, warm_up
from autotap.solver.version import version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from msgspec import Raw

    from autotap.solver.serve.messages import Id, Request

log = logging.getLogger(__name__)

WHOLE = ("board/set", "board/patch", "board/drop")
"""Methods that are not ended once they have begun: they are done, or not."""
TIMED = ("enumerate", "mana_options", "verify")
"""Methods that have no time limit of their own, and are ended when it strikes."""


@dataclass(slots=True)
class Task:
    """A request that waits or is being answered."""

    request: Request
    reply: Callable[[bytes], None]
    ended_by: Refused | None = None


@dataclass(slots=True)
class Batch:
    """The answers of a batch: written as one array when the last one is there."""

    write: Callable[[bytes], None]
    open: int
    answers: list[bytes] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def reply(self, answer: bytes) -> None:
        """Take the answer of one request, empty for a notification."""
        with self.lock:
            self.open -= 1
            if answer:
                self.answers.append(answer)
            if self.open or not self.answers:
                return
        self.write(b"[" + b",".join(self.answers) + b"]")


class Server:
    r"""Serves one client.

    Parameters
    ----------
    source, sink
        Where requests come from, and answers go to.
    limits
        What is held at most.

    Examples
    --------
    >>> import io
    >>> asked = b'{"jsonrpc": "2.0", "id": 1, "method": "can_pay", "params": '
    >>> asked += b'{"board": "2 Plains", "pay": {"cost": "{W}"}}}'
    >>> sink = io.BytesIO()
    >>> Server(io.BytesIO(asked), sink).run()
    >>> sink.getvalue()
    b'{"jsonrpc":"2.0","id":1,"result":{"payable":true}}\n'
    """

    def __init__(
        self, source: BinaryIO, sink: BinaryIO, limits: answers.Limits | None = None
    ) -> None:
        self._source, self._sink = source, sink
        self._limits = limits or answers.Limits()
        self._session = Session(self._limits.boards)
        self._worker = Worker()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._open: dict[int | str, Task] = {}
        self._current: Task | None = None
        self._writing = Lock()
        self._is_closing = self._is_left = False
        self._at_once: dict[str, Callable[[Any], object]] = {
            "hello": self._hello,
            "ping": self._ping,
            "cancel": self._cancel,
        }

    def run(self) -> None:
        """Serve until the client says so, ends its requests, or is gone; in the main thread."""
        Thread(target=self._read, daemon=True).start()
        warm_up()
        while (task := self._tasks.get()) is not None:
            self._current = task
            if self._is_left:
                break
            answer = self._answer(task)
            self._current = None
            if not isinstance(name := task.request.id, UnsetType | None):
                del self._open[name]
            task.reply(answer)

    # --- the reading thread ----------------------------------------------------------------------

    def _read(self) -> None:
        try:
            for line in lines(self._source, self._limits.line_bytes):
                if line is None:
                    most = f"a line of more than {self._limits.line_bytes} bytes"
                    self._write(_failed(None, Refused(Code.LINE_TOO_LONG, most)))
                elif line.strip():
                    self._take_line(line)
                if self._is_closing or self._is_left:
                    break
        except Exception:
            log.exception("reading failed")
        finally:
            self._tasks.put(None)
        if self._is_gone():
            self._leave()

    def _take_line(self, line: bytes) -> None:
        try:
            batch = read_batch(line)
            if batch is None:
                self._take(line, self._write)
                return
            if not 1 <= len(batch) <= self._limits.queue:
                most = f"a batch of {len(batch)}: 1 to {self._limits.queue} requests are expected"
                raise Refused(Code.INVALID_REQUEST, most)
        except Refused as error:
            self._write(_failed(None, error))
            return
        reply = Batch(self._write, len(batch)).reply
        for each in batch:
            self._take(each, reply)

    def _take(self, line: bytes | Raw, reply: Callable[[bytes], None]) -> None:
        """Answer a request at once, or let it wait."""
        try:
            request = read_request(line)
        except Refused as error:
            reply(_failed(id_of(line), error))
            return
        task = Task(request, reply)
        try:
            if request.method in self._at_once:
                reply(self._outcome(task, self._at_once[request.method]))
            else:
                self._let_wait(task)
        except AutotapError as error:
            reply(_said(request, _failed(request.id, error)))

    def _let_wait(self, task: Task) -> None:
        name, method = task.request.id, task.request.method
        if method not in METHODS:
            raise Refused(Code.METHOD_NOT_FOUND, f"there is no method {method[:80]!r}")
        if name in self._open:
            raise Refused(Code.INVALID_REQUEST, f"the request {str(name)[:80]!r} is still open")
        if method == "shutdown":
            read_params(task.request)
            self._is_closing = True
        elif self._tasks.qsize() >= self._limits.queue:
            raise Refused(Code.QUEUE_FULL, f"{self._limits.queue} requests wait, and no more may")
        if not isinstance(name, UnsetType | None):
            self._open[name] = task
        self._tasks.put(task)

    def _hello(self, asked: Hello) -> answers.HelloAnswer:
        if asked.autotap not in (UNSET, VERSION):
            raise Refused(Code.OTHER_SCHEMA, f"the version of the schema is {VERSION}", VERSION)
        return answers.HelloAnswer(
            name="autotap",
            version=version(),
            schema=VERSION,
            methods=tuple(METHODS),
            games=("magic", "duel_masters"),
            backends=tuple(BACKENDS),
            limits=self._limits,
        )

    def _ping(self, _: object) -> answers.PingAnswer:
        return answers.PingAnswer(self._tasks.qsize())

    def _cancel(self, asked: Cancel) -> answers.CancelAnswer:
        task = self._open.get(asked.request)
        if task is not None:
            self._worker.end(task, Refused(Code.CANCELLED, "cancelled"))
        return answers.CancelAnswer(task is not None)

    def _is_gone(self) -> bool:
        """Wait until nobody listens any more, where that can be known."""
        try:
            listener = self._sink.fileno()
        except OSError:
            return False
        if not hasattr(select, "poll"):
            return False
        poll = select.poll()
        poll.register(listener, 0)
        poll.poll()
        return True

    # --- the main thread -------------------------------------------------------------------------

    def _answer(self, task: Task) -> bytes:
        """Answer a request that waited."""
        name = task.request.method
        if name == "shutdown":
            return self._outcome(task, lambda _: answers.Done())
        if name in WHOLE and task.ended_by is None:
            return self._outcome(task, lambda asked: ANSWERS[name](self._session, asked))

        def found(asked: Any) -> object:
            late = Refused(Code.UNDECIDED, f"not decided within {asked.time_limit_s} s")
            with self._worker.limit(task, asked.time_limit_s if name in TIMED else None, late):
                return ANSWERS[name](self._session, asked)

        answer = self._worker.run(task, lambda: self._outcome(task, found))
        if answer is None:
            assert task.ended_by is not None
            return _said(task.request, _failed(task.request.id, task.ended_by))
        return answer

    # --- both ------------------------------------------------------------------------------------

    def _outcome(self, task: Task, function: Callable[[Any], object]) -> bytes:
        """Return the answer of a function to a request, or its error."""
        request = task.request
        try:
            answer = answers.encoded(function(read_params(request)))
        except AutotapError as error:
            if isinstance(error, InternalError):
                log.error("a fault of autotap itself: %s", error)
            return _said(request, _failed(request.id, error))
        except Exception as error:
            log.exception("a fault of autotap itself in %s", request.method)
            return _said(request, _failed(request.id, error))
        return _said(request, _framed(request.id, b"result", answer))

    def _write(self, answer: bytes) -> None:
        """Write a line, empty for nothing."""
        if not answer or self._is_left:
            return
        try:
            with self._writing:
                self._sink.write(answer + b"\n")
                self._sink.flush()
        except (OSError, ValueError) as error:
            log.warning("nobody listens any more: %s", error)
            self._leave()

    def _leave(self) -> None:
        """Answer nothing any more, for nobody listens."""
        self._is_left = True
        self._tasks.put(None)
        if self._current is not None:
            self._worker.end(self._current, Refused(Code.CANCELLED, "nobody listens"))


def lines(source: BinaryIO, most: int) -> Iterator[bytes | None]:
    r"""Yield lines, None for each of more than so many bytes, of which no more are held.

    Examples
    --------
    >>> import io
    >>> list(lines(io.BytesIO(b"ab\nabcdefghi\nc"), most=4))
    [b'ab\n', None, b'c']
    """
    while line := source.readline(most + 1):
        if len(line) <= most:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(most + 1)
        yield None


def _said(request: Request, answer: bytes) -> bytes:
    """Return an answer, nothing for a notification."""
    return b"" if request.id is UNSET else answer


def _failed(name: Id | UnsetType, error: Exception) -> bytes:
    return _framed(name, b"error", json.encode(error_record(error)))


def _framed(name: Id | UnsetType, key: bytes, value: bytes) -> bytes:
    shown = json.encode(None if name is UNSET else name)
    return b'{"jsonrpc":"2.0","id":' + shown + b',"' + key + b'":' + value + b"}"
