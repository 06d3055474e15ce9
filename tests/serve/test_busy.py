"""A busy server: cancelling, full queues, floods, clients that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from autotap.solver.serve.refusals import Code
from tests.serve.talk import DEAR, ENVIRONMENT, HARD, PATIENCE_S, SERVE, Talk, request

if TYPE_CHECKING:
    from collections.abc import Iterator

EASY = {"board": "2 Plains; Island", "pay": {"cost": "{W}{U}"}}


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    """A server for the tests that leave it as it was."""
    with Talk() as shared:
        yield shared
        assert shared.end() == []
        assert shared.errors == []


def busy(talk: Talk, name: Any = "hard") -> None:
    """Let a server begin a question that takes very long, and wait until it has begun."""
    talk.ask(name, "solve", board=HARD, pay=DEAR)
    talk.ask("begun?", "ping")
    while talk.answer()["result"]["waiting"]:
        talk.ask("begun?", "ping")


def code_of(answer: dict[str, Any]) -> Code:
    return Code(answer["error"]["code"])


def test_a_solve_is_cancelled_and_the_server_goes_on(talk: Talk) -> None:
    """Pings are answered meanwhile, and what waits behind the question afterwards."""
    busy(talk)
    talk.ask("easy", "solve", **EASY)
    talk.ask("alive?", "ping")
    assert talk.answer() == {"jsonrpc": "2.0", "id": "alive?", "result": {"waiting": 1}}
    talk.ask("stop", "cancel", request="hard")
    answers = talk.answers(3)
    assert answers["stop"]["result"] == {"cancelled": True}
    assert code_of(answers["hard"]) is Code.CANCELLED
    assert answers["easy"]["result"]["status"] == "OPTIMAL"
    talk.ask("late", "cancel", request="hard")
    assert talk.answer()["result"] == {"cancelled": False}


def test_a_request_that_waits_is_cancelled(talk: Talk) -> None:
    busy(talk)
    talk.ask(1, "solve", **EASY)
    talk.ask("1", "solve", **EASY)
    talk.ask("board", "board/set", board_id="me", board="Plains")
    talk.ask("stop", "cancel", request=1)
    talk.ask("stop too", "cancel", request="board")
    talk.write(request(None, "cancel", request="hard").replace(b'"id": null, ', b""))
    answers = talk.answers(6)
    assert code_of(answers[1]) is code_of(answers["board"]) is Code.CANCELLED
    assert answers["1"]["result"]["status"] == "OPTIMAL"
    talk.ask(2, "board/drop", board_id="me")
    assert code_of(talk.answer()) is Code.UNKNOWN_BOARD


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("explain", {"board": HARD, "pay": {"cost": "{40}{W}{W}{W}{W}{U}{U}{U}{U}"}}),
        ("plan_turn", {"board": HARD, "hand": {f"card {i}": f"{{{i}}}{{W}}" for i in range(9)}}),
        ("enumerate", {"board": HARD, "pay": DEAR}),
        ("mana_options", {"board": HARD}),
        ("max_x", {"board": HARD, "pay": {"cost": "{X}{W}{W}{U}{U}"}}),
    ],
)
def test_everything_can_be_cancelled(talk: Talk, method: str, params: dict[str, Any]) -> None:
    """Also what is nothing but Python."""
    talk.ask("hard", method, **params)
    talk.ask("easy", "can_pay", **EASY)
    time.sleep(0.5)
    talk.ask("stop", "cancel", request="hard")
    answers = talk.answers(3)
    assert answers["stop"]["result"]["cancelled"] is ("error" in answers["hard"])
    assert answers["easy"]["result"] == {"payable": True}


def test_a_time_limit_is_kept_within_a_request(talk: Talk) -> None:
    """With the best payment that was found, or that nothing was."""
    talk.ask(1, "solve", board=HARD, pay=DEAR, time_limit_s=0.8)
    talk.ask(2, "enumerate", board=HARD, pay=DEAR, time_limit_s=0.2)
    talk.ask(3, "can_pay", **EASY, time_limit_s=60)
    answers = talk.answers(3)
    assert answers[1]["result"]["status"] in ("FEASIBLE", "UNKNOWN")
    assert code_of(answers[2]) is Code.UNDECIDED
    assert answers[3]["result"] == {"payable": True}


def test_a_full_queue_refuses_and_an_open_id_too() -> None:
    with Talk("--queue", "3") as talk:
        busy(talk)
        for name in range(5):
            talk.ask(name, "can_pay", **EASY)
        refused = talk.answers(2)
        assert {code_of(answer) for answer in refused.values()} == {Code.QUEUE_FULL}
        assert set(refused) == {3, 4}
        talk.ask("hard", "can_pay", **EASY)
        assert code_of(talk.answer()) is Code.INVALID_REQUEST
        talk.write(b"[" + b",".join(request(name, "ping") for name in range(4)) + b"]")
        assert code_of(talk.answer()) is Code.INVALID_REQUEST
        talk.ask("stop", "cancel", request="hard")
        answers = talk.answers(5)
        assert all(answers[name]["result"] == {"payable": True} for name in range(3))
        assert talk.end() == []


def test_shutdown_ends_the_server() -> None:
    with Talk() as talk:
        talk.ask(1, "can_pay", **EASY)
        talk.ask("end", "shutdown")
        talk.ask("too late", "can_pay", **EASY)
        assert [talk.answer()["id"] for _ in range(2)] == [1, "end"]
        assert talk.process.wait(PATIENCE_S) == 0
        assert talk.lines.get(timeout=PATIENCE_S) is None


def test_what_waits_is_answered_at_the_end_of_the_input() -> None:
    """Also a last line without its end."""
    asked = b"".join(request(name, "can_pay", **EASY) + b"\n" for name in range(20))
    done = subprocess.run(
        SERVE, input=asked + request("last", "ping"), capture_output=True, env=ENVIRONMENT,
        timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    names = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert sorted(map(str, names)) == sorted([*map(str, range(20)), "last"])
    assert done.stderr == b""


def test_a_flood_is_answered_line_for_line(talk: Talk) -> None:
    """Each request gets one answer, most of them that the queue is full."""
    number = 5_000
    busy(talk)
    lines = [request(name, "can_pay", **EASY) for name in range(number)]
    threading.Thread(target=talk.write, args=lines, daemon=True).start()
    refused = talk.answers(number - 256)
    assert {code_of(answer) for answer in refused.values()} == {Code.QUEUE_FULL}
    talk.ask("stop", "cancel", request="hard")
    answers = talk.answers(256 + 2)
    assert sum(answer.get("result") == {"payable": True} for answer in answers.values()) == 256
    assert set(refused) | set(answers) == {*range(number), "stop", "hard"}


def test_a_client_that_does_not_read_is_waited_for() -> None:
    """The server holds no more than fits into pipes and queue, and answers when it can."""
    number = 20_000
    process = subprocess.Popen(
        SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines = b"".join(request(name, "nothing") + b"\n" for name in range(number))

    def write() -> None:
        process.stdin.write(lines)  # type: ignore[union-attr]
        process.stdin.close()  # type: ignore[union-attr]

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    writing.join(2)
    assert writing.is_alive()
    answers = [json.loads(line) for line in process.stdout]
    writing.join(PATIENCE_S)
    assert [answer["id"] for answer in answers] == [*range(number)]
    assert process.wait(PATIENCE_S) == 0


def test_a_huge_line_is_dropped_as_it_comes(talk: Talk) -> None:
    talk.ask(1, "can_pay", **EASY)
    talk.answer()
    before = resident(talk.process.pid)
    talk.write(b'{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": {"a": "' + b"x" * 10**8)
    assert code_of(talk.answer()) is Code.LINE_TOO_LONG
    talk.ask(3, "ping")
    assert talk.answer()["id"] == 3
    assert resident(talk.process.pid) - before < 10_000_000


@pytest.mark.parametrize("closed", ["both", "output"])
def test_a_server_that_nobody_listens_to_ends(closed: str) -> None:
    """Within a question if both pipes are closed, at the next answer if only its output is."""
    process = subprocess.Popen(
        SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(request("hard", "solve", board=HARD, pay=DEAR) + b"\n")
    process.stdin.write(request(1, "ping") + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    if closed == "both":
        process.stdin.close()
    else:
        process.stdin.write(request(2, "ping") + b"\n")
        process.stdin.flush()
    assert process.wait(PATIENCE_S) == 0
    assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_client_that_is_killed_takes_its_server_with_it() -> None:
    code = (
        "import subprocess, sys; pipe = subprocess.PIPE\n"
        "server = subprocess.Popen(sys.argv[2:], stdin=pipe, stdout=pipe)\n"
        "server.stdin.write(sys.argv[1].encode() + b'\\n'); server.stdin.flush()\n"
        "print(server.pid, flush=True)\n"
        "server.wait()"
    )
    asked = request("hard", "solve", board=HARD, pay=DEAR).decode()
    client = subprocess.Popen(
        [sys.executable, "-c", code, asked, *SERVE], stdout=subprocess.PIPE, env=ENVIRONMENT
    )
    assert client.stdout is not None
    server = int(client.stdout.readline())
    time.sleep(1)
    assert is_running(server)
    client.send_signal(signal.SIGKILL)
    client.wait()
    end = time.monotonic() + PATIENCE_S
    while is_running(server) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_running(server)


def is_running(process: int) -> bool:
    """Tell whether a process is there and no zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes, 0 where that cannot be known."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_nothing_but_protocol_is_on_standard_output() -> None:
    """What a library prints, in Python or below it, goes to standard error."""
    code = (
        "import os, sys\n"
        "from autotap.solver.serve import session\n"
        "can_pay = session.can_pay\n"
        "def noisy(*args, **options):\n"
        "    print('noise'); os.write(1, b'more noise\\n'); sys.stdout.flush()\n"
        "    return can_pay(*args, **options)\n"
        "session.can_pay = noisy\n"
        "from autotap.solver.cli import main\n"
        "sys.argv = ['autotap', 'serve']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=request(1, "can_pay", **EASY), capture_output=True,
        env=ENVIRONMENT, timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["result"] == {"payable": True}
    assert sorted(done.stderr.splitlines()) == [b"more noise", b"noise"]
