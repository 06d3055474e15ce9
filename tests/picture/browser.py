"""A headless browser, and what it shows."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
SECONDS = 60
_ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--enable-logging=stderr", "--hide-scrollbars"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
DARK, LIGHT = 0, 1


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of loading a page.

    Parameters
    ----------
    dom
        The document as the browser has it.
    messages
        What it wrote to its console.
    requests
        Addresses that the page asked for over a network.
    """

    dom: str
    messages: list[str]
    requests: list[str]


def visit(page: Path, *, scheme: int = LIGHT) -> Visit:
    """Load a page and return its document."""
    log = page.with_suffix(f".{scheme}.netlog")
    done = _run(page, scheme, "--dump-dom", f"--log-net-log={log}")
    messages = re.findall(r":CONSOLE[^\]]*\] (.*)", done.stderr)
    return Visit(done.stdout, messages, sorted(_requests(log)))


def screenshot(page: Path, *, scheme: int = LIGHT, size: tuple[int, int] = (900, 700)) -> Path:
    """Load a page and return a file with what it looks like."""
    file = page.with_suffix(f".{scheme}.png")
    _run(page, scheme, f"--screenshot={file}", f"--window-size={size[0]},{size[1]}")
    return file


def _run(page: Path, scheme: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    if BROWSER is None:
        pytest.skip("needs chromium")
    return subprocess.run(
        (
            *(BROWSER, *_ARGUMENTS, f"--user-data-dir={page.with_suffix('.profile')}"),
            *(f"--blink-settings=preferredColorScheme={scheme}", *arguments, page.as_uri()),
        ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=True,
    )


def _requests(log: Path) -> Iterator[str]:
    """Yield the addresses that were asked for on behalf of a page, not of the browser."""
    events = json.loads(log.read_text("utf-8"))["events"]
    for event in events:
        asked = event.get("params", {})
        if "url" in asked and asked.get("initiator", "not an origin") != "not an origin":
            yield asked["url"]


def pixels(file: Path) -> list[list[tuple[int, int, int]]]:
    """Read the pixels of a screenshot, which is an RGB or RGBA image without interlacing."""
    data = file.read_bytes()
    wide, high, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    assert (depth, interlaced) == (8, 0)
    size = {2: 3, 6: 4}[kind]
    body, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            body += data[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(body)
    before = bytes(wide * size)
    rows = []
    for row in range(high):
        start = row * (wide * size + 1)
        line = bytearray(raw[start + 1 : start + 1 + wide * size])
        _unfilter(raw[start], line, before, size)
        rows.append([(line[i], line[i + 1], line[i + 2]) for i in range(0, len(line), size)])
        before = bytes(line)
    return rows


def _unfilter(kind: int, line: bytearray, above: bytes, size: int) -> None:
    for place in range(len(line)):
        left = line[place - size] if place >= size else 0
        corner = above[place - size] if place >= size else 0
        up = above[place]
        nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
        line[place] = (line[place] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
