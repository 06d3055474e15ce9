"""JSON Schemas of all messages, made of their types."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.json import schema_components
from msgspec.structs import fields

from autotap.models.errors import UnknownNameError
from autotap.solver.serve.messages import METHODS, Id
from autotap.solver.serve.refusals import ErrorRecord

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def messages() -> dict[str, tuple[type[Struct], ...]]:
    """Return the types of the messages by name: those of any one of them make a message."""
    found: dict[str, tuple[type[Struct], ...]] = {}
    version = ("jsonrpc", Literal["2.0"])
    for name, (kinds, answer) in METHODS.items():
        requests = []
        for kind in kinds:
            required = any(field.required for field in fields(kind))
            params = ("params", kind) if required else ("params", kind | UnsetType, UNSET)
            named = ("id", Id | UnsetType, UNSET)
            frame = [version, ("method", Literal[name]), params, named]  # type: ignore[valid-type]
            title = f"{name}.request" if kind is kinds[0] else f"{name}.request of a mana zone"
            requests.append(defstruct(title, frame, kw_only=True, forbid_unknown_fields=True))
        frame = [version, ("id", Id), ("result", answer)]
        found[f"{name}.request"] = tuple(requests)
        found[f"{name}.response"] = (
            defstruct(f"{name}.response", frame, kw_only=True, forbid_unknown_fields=True),
        )
    frame = [version, ("id", Id), ("error", ErrorRecord)]
    found["error"] = (defstruct("error", frame, kw_only=True, forbid_unknown_fields=True),)
    return found


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
        near = " or ".join(get_close_matches(message, known, 2))
        raise UnknownNameError(message, "a message", hint=f"Did you mean {near}?" if near else "")
    refs, components = schema_components(kinds)
    return {"$schema": DIALECT, "title": message or "any message", "anyOf": [*refs]} | {
        "$defs": components
    }
