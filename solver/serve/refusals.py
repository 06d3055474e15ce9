"""Errors of the protocol: their codes, and how the errors of the library become them."""

from __future__ import annotations

from enum import IntEnum

from autotap.models.errors import (
    AutotapError,
    BackendUnavailableError,
    InputError,
    InternalError,
    UnboundedManaError,
    UndecidedError,
    UnsupportedByBackend,
    UnsupportedCostError,
)
from autotap.models.records import Record


class Code(IntEnum):
    """What an error is, as a number: those of JSON-RPC 2.0, and those of the protocol."""

    PARSE_ERROR = -32700
    """The line is no JSON."""
    INVALID_REQUEST = -32600
    """The JSON is no request, or its id is that of a request which is still open."""
    METHOD_NOT_FOUND = -32601
    """There is no such method."""
    INVALID_PARAMS = -32602
    """The parameters do not fit, or a text in them cannot be read."""
    INTERNAL_ERROR = -32603
    """A fault of autotap itself."""
    LINE_TOO_LONG = -32000
    """The line was longer than `Limits.line_bytes`; it was dropped."""
    QUEUE_FULL = -32001
    """As many requests wait as may; ask again later."""
    CANCELLED = -32002
    """The request was cancelled."""
    UNDECIDED = -32003
    """The time limit struck before there was anything to answer."""
    UNKNOWN_BOARD = -32004
    """No board has that id."""
    OTHER_VERSION = -32005
    """The board has another version."""
    TOO_MANY_BOARDS = -32006
    """As many boards are kept as may be."""
    UNSUPPORTED = -32007
    """The question is understood, but not covered."""
    OTHER_SCHEMA = -32008
    """The client speaks another version of the schema."""
    UNBOUNDED = -32009
    """Abilities make mana without end, so that there is no complete answer."""


class ErrorData(Record):
    """Details of an error, as far as there are any.

    ``kind`` is the class of the error; ``text`` is the text at fault, or the path of the value in
    the parameters, ``position`` the place in the text. ``version`` is that of the board, or of the
    schema. ``reproduction`` is a problem that shows a fault.
    """

    kind: str = ""
    text: str = ""
    position: int | None = None
    expected: str = ""
    hint: str = ""
    version: int | None = None
    reproduction: str = ""


class ErrorRecord(Record):
    """An error."""

    code: Code
    message: str
    data: ErrorData | None = None


class Refused(AutotapError):  # noqa: N818 - no fault: the server says no
    """A request that is not answered.

    Parameters
    ----------
    code
        Why not.
    message
        The same in words.
    version
        The version that the client should know of.
    """

    def __init__(self, code: Code, message: str, version: int | None = None) -> None:
        self.code = code
        self.version = version
        super().__init__(message)


_CODES: tuple[tuple[type[AutotapError], Code], ...] = (
    (UndecidedError, Code.UNDECIDED),
    (UnboundedManaError, Code.UNBOUNDED),
    (UnsupportedCostError, Code.UNSUPPORTED),
    (UnsupportedByBackend, Code.UNSUPPORTED),
    (BackendUnavailableError, Code.UNSUPPORTED),
    (InputError, Code.INVALID_PARAMS),
)
"""The codes of errors, children before their parents."""


def error_record(error: Exception) -> ErrorRecord:
    """Make the record of an error.

    Examples
    --------
    >>> error = error_record(UndecidedError("not decided within 1 s"))
    >>> error.code.name, error.message, error.data.kind
    ('UNDECIDED', 'not decided within 1 s', 'UndecidedError')
    """
    if isinstance(error, Refused):
        data = None if error.version is None else ErrorData(version=error.version)
        return ErrorRecord(error.code, str(error), data)
    data = ErrorData(kind=type(error).__name__)
    if isinstance(error, InputError):
        data.text, data.position = error.text, error.position
        data.expected, data.hint = error.expected, error.hint
    if isinstance(error, InternalError):
        data.reproduction = error.reproduction
        return ErrorRecord(Code.INTERNAL_ERROR, error.reason, data)
    code = next((code for kind, code in _CODES if isinstance(error, kind)), Code.INTERNAL_ERROR)
    return ErrorRecord(code, str(error), data)
