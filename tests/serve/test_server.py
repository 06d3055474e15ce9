"""The server in this process, and its commands."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from autotap.models.errors import InternalError
from autotap.solver.cli import app
from autotap.solver.serve import server, session
from autotap.solver.serve.answers import Limits
from autotap.solver.serve.messages import METHODS
from autotap.solver.serve.refusals import Code
from autotap.solver.serve.schema import messages
from autotap.solver.serve.server import Server, lines
from autotap.solver.serve.session import ANSWERS
from tests.serve.talk import request

if TYPE_CHECKING:
    from collections.abc import Callable

EASY = {"board": "2 Plains", "pay": {"cost": "{W}"}}


def serve(*asked: bytes, limits: Limits | None = None) -> list[Any]:
    """Let a server answer lines in this process."""
    sink = io.BytesIO()
    Server(io.BytesIO(b"\n".join(asked)), sink, limits).run()
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def failing(error: Exception) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise error

    return fail


def test_a_fault_is_an_error_that_reproduces_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(ANSWERS, "solve", failing(InternalError("it broke", '{"autotap": 1}')))
    answer, rest = serve(request(1, "solve", **EASY), request(2, "can_pay", **EASY))
    data = {"kind": "InternalError", "reproduction": '{"autotap": 1}'}
    assert answer["error"] == {"code": Code.INTERNAL_ERROR, "message": "it broke", "data": data}
    assert rest["result"] == {"payable": True}
    assert "it broke" in caplog.text


def test_an_error_that_nobody_thought_of_is_answered_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(ANSWERS, "solve", failing(KeyError("what?")))
    answer, rest = serve(request(1, "solve", **EASY), request(2, "can_pay", **EASY))
    assert answer["error"]["code"] == Code.INTERNAL_ERROR
    assert answer["error"]["data"] == {"kind": "KeyError"}
    assert rest["result"] == {"payable": True}
    assert "Traceback" in caplog.text


def test_a_notification_that_fails_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANSWERS, "solve", failing(KeyError("what?")))
    asked = request(1, "solve", **EASY).replace(b'"id": 1, ', b"")
    assert serve(asked) == []


def test_reading_that_fails_ends_the_server(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(io.BytesIO):
        def readline(self, _: int | None = -1, /) -> bytes:
            raise OSError("no such pipe")

    sink = io.BytesIO()
    Server(Broken(), sink).run()
    assert sink.getvalue() == b""
    assert "no such pipe" in caplog.text


def test_writing_that_fails_ends_the_server() -> None:
    class Full(io.BytesIO):
        def write(self, _: Any, /) -> int:
            raise OSError("no space left")

    asked = b"\n".join(request(name, "can_pay", **EASY) for name in range(3))
    Server(io.BytesIO(asked), Full()).run()


def test_empty_lines_are_no_requests() -> None:
    assert serve(b"", b"  ", b"\r", b"\t\n") == []


@pytest.mark.parametrize("size", [99, 100, 101, 102, 200, 201, 202, 1_000])
def test_lines_are_bounded(size: int) -> None:
    """Whatever the length of a line, the next one is read."""
    text = b"x" * size
    assert [*lines(io.BytesIO(text + b"\nnext\n"), 100)] == [
        text + b"\n" if size < 100 else None,
        b"next\n",
    ]
    assert [*lines(io.BytesIO(text), 100)] == [text if size <= 100 else None]


def test_a_full_queue_refuses() -> None:
    """The reading thread is faster than the answers: what does not fit is refused, in any order."""
    asked = [request(name, "castable", **_hand()) for name in range(200)]
    answers = serve(*asked, limits=Limits(queue=1))
    assert {answer["id"] for answer in answers} == {*range(200)}
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes == {Code.QUEUE_FULL}


def _hand() -> dict[str, Any]:
    hand = {f"card {i}": {"cost": f"{{{i}}}{{W}}"} for i in range(10)}
    return {"board": "5 Plains; Azorius Signet", "hand": hand}


def test_what_is_known_about_boards_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers stay the same, and the boards that were sent stay there."""
    monkeypatch.setattr(session, "BOARDS_REMEMBERED", 3)
    forgotten: list[int] = []
    monkeypatch.setattr(session, "forget", lambda: forgotten.append(1))
    asked = [request("set", "board/set", board_id="me", board="3 Plains")]
    asked += [request(n, "can_pay", board=f"{n} Wastes", pay={"cost": "{1}"}) for n in range(1, 12)]
    asked += [request("me", "can_pay", board_id="me", version=1, pay={"cost": "{3}"})]
    answers = {answer["id"]: answer["result"] for answer in serve(*asked)}
    assert len(forgotten) == 4
    assert all(answers[name] == {"payable": True} for name in ("me", *range(1, 12)))


def test_every_method_is_answered_somewhere() -> None:
    at_once = {"hello", "ping", "cancel", "shutdown"}
    assert set(METHODS) == set(ANSWERS) | at_once
    assert set(server.WHOLE) | set(server.TIMED) <= set(ANSWERS)


def test_the_command_schema() -> None:
    """For one message, for all, and an error with near names for what is none."""
    for message in messages():
        done = CliRunner().invoke(app, ["schema", message])
        assert done.exit_code == 0
        assert json.loads(done.stdout)["title"] == message
    done = CliRunner().invoke(app, ["schema"])
    titles = {each.get("title") for each in json.loads(done.stdout)["$defs"].values()}
    assert titles >= {*messages()}
    done = CliRunner().invoke(app, ["schema", "pong.request"])
    assert done.exit_code == 2
    assert "Did you mean ping.request" in done.stderr
