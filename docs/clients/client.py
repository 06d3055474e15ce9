"""A client of ``autotap serve``: one file, only the standard library.

Run it with the command that starts the server, and it shows what it asks and gets:

    python client.py autotap serve
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import Future
from typing import Any


class RequestError(Exception):
    """The server answered with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.code: int = error["code"]
        self.data: dict[str, Any] = error.get("data") or {}
        super().__init__(error["message"])


class Client:
    """Starts a server and asks it; close it, or use it in a ``with`` statement.

    A thread of its own reads the answers, so that many requests may be open at once.
    """

    def __init__(self, *command: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command or ("autotap", "serve"), stdin=pipe, stdout=pipe)
        self._open: dict[int, Future[Any]] = {}
        self._last = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, method: str, **params: Any) -> tuple[int, Future[Any]]:
        """Send a request; gives its id, and its answer when it is there."""
        answer: Future[Any] = Future()
        with self._lock:
            self._last += 1
            name = self._last
            self._open[name] = answer
            self._send({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
        return name, answer

    def call(self, method: str, **params: Any) -> Any:
        """Send a request and wait for its answer."""
        return self.ask(method, **params)[1].result()

    def close(self) -> None:
        """Let the server answer what is open, and end it."""
        self.call("shutdown")
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            answer = self._open.pop(message["id"])
            if "error" in message:
                answer.set_exception(RequestError(message["error"]))
            else:
                answer.set_result(message["result"])
        for answer in self._open.values():
            answer.set_exception(EOFError("the server has ended"))


def clicks(result: dict[str, Any]) -> list[str]:
    """Tell what to click for a Magic payment, and what each mana pays."""
    payment = result["payment"]
    if payment is None:
        return [f"{result['status']}: {result['shortfall']['sentence']}"]
    mana = [text.split()[0] for text in payment["mana"]]
    maker = {number: one["source"] for one in payment["activations"] for number in one["made"]}

    def paid(spends: list[dict[str, Any]]) -> list[str]:
        return [
            f"{mana[number]} of {maker.get(number, 'the pool')} pays {spend['symbol']}"
            for spend in spends
            for number in spend.get("mana", [])
        ]

    lines = []
    for one in payment["activations"]:
        lines += [f"  {line} of {one['source']}" for line in paid(one.get("spends", []))]
        made = "".join(mana[number] for number in one["made"])
        lines.append(f"click {one['source']}, ability {one['ability']}: {made}")
    return lines + paid(payment["spends"])


def main(command: list[str]) -> None:
    """Ask for three payments, change the board, ask again, and cancel a question."""
    with Client(*command) as client:
        hello = client.call("hello", autotap=1)
        print(f"{hello['name']}, schema {hello['schema']}")

        sources = [
            {"id": "p1", "name": "Plains"},
            {"id": "i1", "name": "Island"},
            {"id": "s1", "name": "Azorius Signet"},
            {"id": "c1", "name": "City of Brass"},
        ]
        board = client.call("board/set", board_id="me", board={"sources": sources, "life": 4})
        place = {"board_id": "me", "version": board["version"]}
        for cost in ("{W}{U}", "{1}{W}{W}", "{U}{U}{U}"):
            print(f"\npay {cost}")
            print(*clicks(client.call("solve", **place, pay={"cost": cost})), sep="\n")

        print("\nthe Island is tapped, a Treasure comes")
        changed = client.call(
            "board/patch",
            **place,
            sources={"i1": {"tapped": True}},
            add=[{"id": "t1", "name": "Treasure"}],
        )
        place["version"] = changed["version"]
        print(*clicks(client.call("solve", **place, pay={"cost": "{W}{U}"})), sep="\n")

        name, answer = client.ask("solve", board=HARD, pay={"cost": "{9}{U}{U}{U}{R}{R}{R}"})
        client.call("cancel", request=name)
        try:
            answer.result()
        except RequestError as error:
            print(f"\nthe hard question: error {error.code}, {error}")


HARD = "; ".join(
    f"Rock {number} [{{{number % 3 + 1}}}, {{T}}: Add {{W}}{{U}}{{B}}{{R}} / {{T}}: Add {{C}}]"
    for number in range(60)
)
"""A board of sources of which no two are alike, and which pay for each other."""

if __name__ == "__main__":
    main(sys.argv[1:])
