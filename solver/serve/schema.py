"""JSON Schemas of all messages, made of their types."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.json import schema_components
from msgspec.structs import fields

from autotap.models.errors import UnknownNameError
from autotap.models.text import did_you_mean
from autotap.solver.serve.messages import METHODS, Id
from autotap.solver.serve.refusals import ErrorRecord

Member = tuple[str, Any] | tuple[str, Any, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def messages() -> dict[str, tuple[type[Struct], ...]]:
    """Return the types of the messages by name: those of any one of them make a message."""
    found: dict[str, tuple[type[Struct], ...]] = {}
    for name, (kinds, answer) in METHODS.items():
        found[f"{name}.request"] = tuple(_request(name, kind) for kind in kinds)
        found[f"{name}.response"] = (_message(f"{name}.response", ("id", Id), ("result", answer)),)
    found["error"] = (_message("error", ("id", Id), ("error", ErrorRecord)),)
    return found


def _request(name: str, params: Any) -> type[Struct]:
    """Make the type of a request; parameters may be left out if none must be there."""
    kind = params.__name__
    title = f"{name}.request of a mana zone" if "Zone" in kind else f"{name}.request"
    if any(field.required for field in fields(params)):
        given: Member = ("params", params)
    else:
        given = ("params", params | UnsetType, UNSET)
    return _message(title, ("method", Literal[name]), given, ("id", Id | UnsetType, UNSET))


def _message(title: str, *members: Member) -> type[Struct]:
    frame = [("jsonrpc", Literal["2.0"]), *members]
    return defstruct(title, frame, kw_only=True, forbid_unknown_fields=True)


def schema(message: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a message, or that of all messages together.

    Parameters
    ----------
    message
        As ``"solve.request"``, ``"solve.response"`` or ``"error"``; None for any message.

    Raises
    ------
    UnknownNameError
        If there is no such message.

    Examples
    --------
    >>> schema("ping.response")["$defs"]["PingAnswer"]["properties"]
    {'waiting': {'type': 'integer'}}
    """
    known = messages()
    if message is None:
        kinds = [kind for each in known.values() for kind in each]
    elif message in known:
        kinds = [*known[message]]
    else:
        expected = f"one of the messages {', '.join(known)}"
        raise UnknownNameError(message, expected, hint=did_you_mean(message, known))
    refs, components = schema_components(kinds)
    return {"$schema": DIALECT, "title": message or "any message", "anyOf": [*refs]} | {
        "$defs": components
    }
