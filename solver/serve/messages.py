"""The messages: the frame of a request, and for each method what it takes and what it gives."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType, ValidationError
from msgspec.json import Decoder

from autotap.models.codec_records import ResultRecord
from autotap.models.explanation_records import ExplanationRecord
from autotap.models.records import Record, schema_error
from autotap.models.turn_records import TurnRecord
from autotap.solver.serve import answers, boards, questions
from autotap.solver.serve.refusals import Code, Refused

Id = int | str | None
"""How a client names a request."""


class Request(Record):
    """The frame of a request; without an id it is a notification."""

    jsonrpc: Literal["2.0"]
    method: str
    params: Raw = Raw(b"{}")
    id: int | str | UnsetType | None = UNSET


class Hello(Record):
    """Who are you? ``autotap`` is the version of the schema that the client speaks."""

    autotap: int | UnsetType = UNSET


class Nothing(Record):
    """No parameters."""


class Cancel(Record):
    """The id of the request that is needed no longer."""

    request: int | str


class Method(NamedTuple):
    """What a method takes and gives.

    Parameters
    ----------
    params
        Type of the parameters; where the games differ, that of Magic and that of Duel Masters.
    answer
        Type of the result.
    """

    params: tuple[type[Record], ...]
    answer: type[Record]


METHODS = {
    "hello": Method((Hello,), answers.HelloAnswer),
    "ping": Method((Nothing,), answers.PingAnswer),
    "cancel": Method((Cancel,), answers.CancelAnswer),
    "shutdown": Method((Nothing,), answers.Done),
    "board/set": Method((boards.SetBoard, boards.SetZone), answers.BoardAnswer),
    "board/patch": Method((boards.PatchBoard, boards.PatchZone), answers.BoardAnswer),
    "board/drop": Method((boards.DropBoard,), answers.Done),
    "solve": Method((questions.Solve, questions.ZoneSolve), ResultRecord),
    "can_pay": Method((questions.CanPay, questions.ZoneCanPay), answers.CanPayAnswer),
    "castable": Method((questions.Castable, questions.ZoneCastable), answers.CastableAnswer),
    "max_x": Method((questions.MaxX, questions.ZoneMaxX), answers.MaxXAnswer),
    "plan_turn": Method((questions.PlanTurn, questions.ZonePlanTurn), TurnRecord),
    "enumerate": Method((questions.Enumerate, questions.ZoneEnumerate), answers.EnumerateAnswer),
    "explain": Method((questions.Explain, questions.ZoneExplain), ExplanationRecord),
    "verify": Method((questions.Verify, questions.ZoneVerify), answers.VerifyAnswer),
    "mana_options": Method((questions.ManaOptions,), answers.ManaOptionsAnswer),
}
"""The methods by name."""


class _Game(Struct):
    game: Literal["magic", "duel_masters"] = "magic"


class _Named(Struct):
    id: Any = None


_GAME = Decoder(_Game)
_NAMED = Decoder(_Named)
_REQUEST = Decoder(Request)
_BATCH = Decoder(list[Raw])
_PARAMS = {name: tuple(Decoder(kind) for kind in method.params) for name, method in METHODS.items()}


def read_batch(line: bytes) -> list[Raw] | None:
    """Return the requests of a batch; None if the line is no batch.

    Raises
    ------
    Refused
        If the line is no JSON.
    """
    if line.lstrip()[:1] != b"[":
        return None
    try:
        return _BATCH.decode(line)
    except (DecodeError, RecursionError) as error:
        raise _no_json(error) from None


def read_request(line: bytes | Raw) -> Request:
    """Read the frame of a request.

    Raises
    ------
    Refused
        If it is no JSON, or no request.

    Examples
    --------
    >>> read_request(b'{"jsonrpc": "2.0", "method": "ping", "id": 7}').id
    7
    """
    try:
        return _REQUEST.decode(line)
    except ValidationError as error:
        raise Refused(Code.INVALID_REQUEST, str(schema_error(str(error), Request))) from None
    except (DecodeError, RecursionError) as error:
        raise _no_json(error) from None


def id_of(line: bytes | Raw) -> Id:
    """Return the id of what is no request, None if it has none."""
    try:
        name = _NAMED.decode(line).id
    except (DecodeError, RecursionError):
        return None
    return name if isinstance(name, int | str) and not isinstance(name, bool) else None


def read_params(request: Request) -> Any:
    """Read the parameters of a request.

    Raises
    ------
    SchemaError
        If they do not fit; names the path in them.
    Refused
        If they are no JSON.
    """
    decoders = _PARAMS[request.method]
    kind: type[Struct] = _Game
    try:
        number = len(decoders) > 1 and _GAME.decode(request.params).game == "duel_masters"
        kind = METHODS[request.method].params[number]
        return decoders[number].decode(request.params)
    except ValidationError as error:
        raise schema_error(str(error), kind) from None
    except (DecodeError, RecursionError) as error:
        raise _no_json(error) from None


def _no_json(error: Exception) -> Refused:
    return Refused(Code.PARSE_ERROR, f"no JSON: {error}")
