"""Dialogues written down: every method and error, and every message fits its schema."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from autotap.models.errors import UnknownNameError
from autotap.solver.serve.messages import METHODS
from autotap.solver.serve.refusals import Code
from autotap.solver.serve.schema import messages, schema
from tests.conftest import ROOT
from tests.serve.talk import Talk, differences, read_dialogue

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = sorted((ROOT / "tests" / "serve" / "dialogues").glob("*.txt"))
PAGE = ROOT / "docs" / "protocol.md"
ELSEWHERE = {Code.QUEUE_FULL, Code.CANCELLED, Code.INTERNAL_ERROR}
"""Codes that no dialogue shows, for they depend on the moment: `test_busy.py` and others do."""
ALL = [*FILES, PAGE]


@cache
def validator(message: str) -> Draft202012Validator:
    found = schema(message)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def spoken(line: str) -> Iterator[dict[str, Any]]:
    """Yield the requests in a line."""
    try:
        data = json.loads(line)
    except ValueError:
        return
    for each in data if isinstance(data, list) else [data]:
        if isinstance(each, dict):
            yield each


def misfits(line: str, answers: list[Any]) -> Iterator[str]:
    """Tell which messages do not fit their schemas."""
    methods = {}
    good = {}
    for each in spoken(line):
        methods[json.dumps(each.get("id"))] = each.get("method")
        good[json.dumps(each.get("id"))] = each
    for answer in [one for each in answers for one in (each if isinstance(each, list) else [each])]:
        name = json.dumps(answer["id"])
        if "error" in answer:
            yield from _misfits("error", answer)
            continue
        yield from _misfits(f"{methods[name]}.response", answer)
        yield from _misfits(f"{methods[name]}.request", good[name])


def _misfits(message: str, data: Any) -> Iterator[str]:
    for error in validator(message).iter_errors(data):
        yield f"{message}: {error.message} in {data}"


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_dialogue(path: Any) -> None:
    """The server says what is written down, and nothing else."""
    options, turns = read_dialogue(path.read_text(encoding="utf-8"))
    assert turns
    wrong = []
    with Talk(*options) as talk:
        for turn in turns:
            talk.write(turn.line.encode())
            answers = [talk.answer() for _ in turn.answers]
            for shown, got in zip(turn.answers, answers, strict=True):
                wrong += [f"{turn.line}\n  {one}" for one in differences(shown, got)]
            wrong += misfits(turn.line, answers)
        assert talk.end() == []
        assert talk.errors == []
    assert not wrong, "\n".join(wrong)


def test_a_wrong_dialogue_is_reported() -> None:
    """The comparison can fail: a value, a key, the length of a list, a kind of number."""
    got = {"id": 1, "result": {"a": [1, 2], "wall_time_s": 3.0, "b": True}}
    assert not [*differences({"id": 1, "result": {"a": [1, 2], "b": True}}, got)]
    for result in ({"a": [1, 3], "b": True}, {"a": [1, 2]}, {"a": [1], "b": True}):
        assert [*differences({"id": 1, "result": result}, got)]
    assert [*differences({"id": 1, "result": {"a": [1, 2], "b": 1}}, got)]


def test_dialogues_are_complete() -> None:
    """Every method answers in them, and every code is there that does not depend on the moment."""
    answered, codes = set(), set()
    for path in FILES:
        for turn in read_dialogue(path.read_text(encoding="utf-8"))[1]:
            methods = {json.dumps(each.get("id")): each.get("method") for each in spoken(turn.line)}
            for answer in turn.answers:
                for one in answer if isinstance(answer, list) else [answer]:
                    if "error" in one:
                        codes.add(Code(one["error"]["code"]))
                    else:
                        answered.add(methods[json.dumps(one["id"])])
    assert answered == set(METHODS)
    assert codes == set(Code) - ELSEWHERE


@pytest.mark.parametrize("message", [*messages(), None])
def test_schemas_are_schemas(message: str | None) -> None:
    found = schema(message)
    Draft202012Validator.check_schema(found)
    assert found["anyOf"]


def test_a_schema_refuses() -> None:
    """A key that is not known, a wrong method, and an answer that lacks something."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}}
    assert validator("ping.request").is_valid(asked)
    assert not validator("ping.request").is_valid(asked | {"extra": 1})
    assert not validator("ping.request").is_valid(asked | {"method": "hello"})
    assert not validator("ping.request").is_valid(asked | {"params": {"extra": 1}})
    assert not validator("ping.response").is_valid({"jsonrpc": "2.0", "id": 1, "result": {}})


def test_any_message_fits_the_schema_of_all() -> None:
    every = Draft202012Validator(schema())
    assert every.is_valid({"jsonrpc": "2.0", "id": 1, "result": {"payable": True}})
    assert not every.is_valid({"jsonrpc": "2.0", "id": 1, "result": {"payable": 1}})


def test_an_unknown_message_is_refused_with_near_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean solve\.request"):
        schema("solve.requests")
