"""What cannot be asked: every command says what is wrong and where, and ends with code 2."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from autotap.solver.cli import app
from autotap.solver.commands import (
    bench,
    castable,
    explain,
    largest_x,
    options,
    pay,
    payments,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ASKED: dict[str, tuple[Any, list[str], list[str]]] = {
    "pay": (pay.pay, ["{U}"], ["fire(1)"]),
    "castable": (castable.castable, ["{U}"], ["fire(1)"]),
    "max-x": (largest_x.max_x, ["{X}"], ["fire(1)", "--x-cost", "1"]),
    "options": (options.options, [], []),
    "payments": (payments.payments, ["{U}"], ["fire(1)"]),
    "explain": (explain.explain, ["{U}"], ["fire(1)"]),
    "bench": (bench.bench, ["{U}", "--repeat", "1"], ["fire(1)", "--repeat", "1"]),
    "turn": (turn.turn, ["--card", "Imp={U}"], ["--card", "Imp=fire(1)"]),
}
"""The commands that ask a question: what they take, and what they are asked on either board."""


def takes(command: str, *names: str) -> bool:
    """Whether a command has all these options, or arguments in capitals."""
    parameters = inspect.signature(ASKED[command][0]).parameters
    known = {f"--{name.replace('_', '-')}" for name in parameters}
    known |= {"COST"} & {name.rstrip("s").upper() for name in parameters}
    return {*names} <= known


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output, messages."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


def refused(*arguments: str) -> str:
    """What is said about what cannot be asked."""
    code, output, errors = run(*arguments)
    assert (code, output) == (2, "")
    assert "Traceback" not in errors
    return errors


Fault = tuple[list[str], list[str]]
"""What is stated, and what is said about it."""

MAGIC: list[Fault] = [
    (["--objective", "points_wasted"], ["'points_wasted'", "an objective of Magic", "save_life"]),
    (["--objective", "sped"], ["Did you mean speed", "save_life", "In --objective\n  sped\n  ^"]),
    (["--objective", "life,sped"], ["In --objective\n  life,sped\n       ^"]),
    (["--objective", ""], ["In --objective\n"]),
    (["--life-floor", "1000001"], ["life_floor=1000001", "from 0 to 1000000"]),
    (["--keep", ""], ["In --keep\n"]),
    (["--keep", "{U} +"], ["In --keep\n  {U} +\n      ^"]),
    (["--keep", "{U} + {Q}"], ["In --keep\n  {Q}\n  ^"]),
    (["--keep", "Sol Rnig"], ["'Sol Rnig'", "Did you mean Sol Ring? In --keep"]),
    (["--keep-when", "soon"], ["--keep-when", "later"]),
    (["--pool", "banana"], ["mana: expected", "In --pool\n  banana\n  ^"]),
    (["--already-spent", "2"], ["mana: expected", "In --already-spent\n  2\n  ^"]),
    (["--additional", "jump"], ["In --additional\n  jump\n  ^"]),
    (["--prefer", "{R} {R}"], ["In --prefer\n  {R} {R}\n  ^"]),
    (["--must-use", "Isle"], ["--must-use: expected the id", "'Isle'"]),
    (["--life", "1000001"], ["--life: expected"]),
    (["--graveyard", "1000001"], ["--graveyard: expected"]),
    (["--x", "1000001"], ["--x: expected"]),
    (["--backend", "abacus"], ["abacus", "matcher"]),
    (["--option", "era=classic"], ["--option cannot stand beside --board"]),
    (["--x-cost", "1"], ["--x-cost cannot stand beside --board"]),
]
ZONE: list[Fault] = [
    (["--objective", "losses"], ["'losses'", "points_wasted"]),
    (["--objective", "sped"], ["Did you mean speed", "In --objective\n  sped\n  ^"]),
    (["--keep", "fire(1) + fyre(2)"], ["Did you mean fire? In --keep\n  fyre(2)\n  ^"]),
    (["--option", "era=old"], ["--option era: expected 'modern' or 'classic'. Not 'old'"]),
    (["--option", "era"], ["--option era: expected 'modern' or 'classic'. Not ''"]),
    (["--option", "foo"], ["--option foo: expected one of the keys era, point_overshoot"]),
    (["--option", "erra=classic"], ["Did you mean era?"]),
    (["--x-cost", "99999"], ["--x-cost: expected"]),
    (["--land-drops", "1"], ["--land-drops cannot stand beside --zone"]),
    *(
        ([name, value], [f"{name} cannot stand beside --zone"])
        for name, value in (
            *(("--life", "0"), ("--pool", "{R}"), ("--graveyard", "0"), ("--life-floor", "0")),
            *(("--kind", "spell"), ("--keep-when", "later"), ("--keep-when", "now")),
            *(("--prefer", "{R}"), ("--require", "{R}"), ("--already-spent", "{R}")),
            *(("--types", "elf"), ("--waterbend", "1"), ("--assist", "1"), ("--cards", "x.json")),
            *(("--additional", "pay 1 life"), ("--alternative", "flashback")),
        )
    ),
]


def cases(faults: list[Fault]) -> Iterator[Any]:
    """Each fault with each command that can be told it."""
    for stated, said in faults:
        commands = [command for command in ASKED if takes(command, stated[0])]
        assert commands
        for command in commands:
            yield pytest.param(command, stated, said, id=f"{command} {' '.join(stated)}")


@pytest.mark.parametrize(("command", "stated", "said"), [*cases(MAGIC)])
def test_faults_beside_a_board(command: str, stated: list[str], said: list[str]) -> None:
    errors = refused(command, *ASKED[command][1], "--board", "Island", *stated)
    for part in said:
        assert part in errors


@pytest.mark.parametrize(
    ("command", "stated", "said"), [case for case in cases(ZONE) if takes(case.values[0], "--zone")]
)
def test_faults_beside_a_zone(command: str, stated: list[str], said: list[str]) -> None:
    errors = refused(command, *ASKED[command][2], "--zone", "2 Fire", *stated)
    if (command, stated[0]) == ("turn", "--objective"):
        said = ["--objective cannot stand beside --zone"]
    for part in said:
        assert part in errors
    if "sped" not in stated:
        assert "lethal" not in errors


@pytest.mark.parametrize("command", [command for command in ASKED if takes(command, "--zone")])
@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("2 Fyre", "instead of 'Fyre'\n  2 Fyre\n    ^"),
        ("2 Fyre", "Did you mean fire?\n  2 Fyre\n    ^"),
        ("Rex [fire/fyre]", "a civilization: light\n  Rex [fire/fyre]\n            ^"),
        ("Water; 0 Fire", "a number from 1 to 10000\n  Water; 0 Fire\n         ^"),
        ("10001 Fire", "a number from 1 to 10000\n  10001 Fire\n  ^"),
        ("Fire (number 10000)", "0 to 9999\n  Fire (number 10000)\n        ^"),
        ("Fire; 2 Water (id a)", "no count beside an id\n  Fire; 2 Water (id a)\n        ^"),
    ],
)  # fmt: skip
def test_zones_that_cannot_be_read(command: str, zone: str, said: str) -> None:
    errors = refused(command, *ASKED[command][2], "--zone", zone)
    message, _, place = said.partition("\n")
    assert message in errors
    assert f"In --zone\n{place}\n" in errors


@pytest.mark.parametrize("command", ASKED)
def test_boards_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    asked = (command, *ASKED[command][1])
    errors = refused(*asked, "--board", "2 Islnd")
    assert "Did you mean Island? In --board\n  2 Islnd\n    ^" in errors
    for name, content, said in (
        ("broken.json", '{"life": }', 'JSON: expected valid JSON (Expecting value)'),
        ("empty.json", "", "JSON: expected valid JSON"),
        ("list.json", "[]", "expected `object`, got `array`"),
        ("names.json", '{"sources": [{"name": "Islnd"}]}', "Did you mean Island?"),
        ("names.txt", "Plains; Islnd", "Did you mean Island?"),
    ):  # fmt: skip
        file = tmp_path / name
        file.write_text(content)
        errors = refused(*asked, "--board", str(file))
        assert said in errors
        assert f"In {file}" in errors
    assert "nowhere.txt" in refused(*asked, "--board", "nowhere.txt")


@pytest.mark.parametrize("command", ASKED)
def test_card_data_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    for content in ('{"cards": {}}', '{"data": ', "[1]"):
        file = tmp_path / "cards.json"
        file.write_text(content)
        errors = refused(
            command, *ASKED[command][1], "--board", "Island", "--cards", str(file)
        )  # fmt: skip
        assert str(file) in errors


@pytest.mark.parametrize("command", [command for command in ASKED if takes(command, "COST")])
@pytest.mark.parametrize(
    ("cost", "board", "said"),
    [
        ("Sol Rnig", "--board", ["'Sol Rnig'", "name of a card", "Did you mean Sol Ring? In COST"]),
        ("{U}{", "--board", ["In COST\n  {U}{\n     ^"]),
        ("", "--board", ["In COST\n"]),
        ("fyre(2)", "--zone", ["Did you mean fire? In COST\n  fyre(2)\n  ^"]),
        ("2 fire/fire", "--zone", ["each civilization once. In COST\n  2 fire/fire\n         ^"]),
        ("fire(10000)", "--zone", ["0 to 9999. In COST\n  fire(10000)\n       ^"]),
        ("5", "--zone", ["fire/nature(5)", "In COST\n  5\n  ^"]),
    ],
)  # fmt: skip
def test_costs_that_cannot_be_read(command: str, cost: str, board: str, said: list[str]) -> None:
    errors = refused(command, cost, board, "Island" if board == "--board" else "Fire")
    for part in said:
        assert part in errors


@pytest.mark.parametrize("command", [command for command in ASKED if takes(command, "--zone")])
def test_no_board_and_two_boards(command: str) -> None:
    """A message names no option that the command does not have."""
    for boards in ((), ("--board", "Island", "--zone", "Fire")):
        errors = refused(command, *ASKED[command][1], *boards)
        assert "either --board or --zone" in errors
        assert ("--file" in errors) == takes(command, "--file")


def test_an_unknown_message_is_told_what_there_is() -> None:
    errors = refused("schema", "solv.request")
    for part in ("'solv.request'", "board/patch.response", "error", "Did you mean solve.request"):
        assert part in errors


def test_a_line_of_a_file_is_counted_once(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text('{"autotap": 1, "board": "Plains", "pay": {"cost": "{W}"}}\n{"autotap": 1\n')
    code, _, errors = run("batch", str(file), "-o", str(tmp_path / "answers.jsonl"))
    assert code == 2
    assert "line 2: JSON '{\"autotap\": 1' at position 13: expected valid JSON" in errors
    assert "line 1" not in errors.lower()


@pytest.mark.parametrize(
    ("command", "board"),
    [
        (["payments", "{6}"], "Tundra; Savannah; Taiga; Badlands; Bayou; Plateau; Scrubland; " * 9),
        (["options"], "; ".join(f"Rock {n} [{{T}}: Add {{Any}}{{Any}}{{Any}}]" for n in range(60))),
    ],
)
def test_lists_that_take_too_long_are_code_3(command: list[str], board: str) -> None:
    """In a process of its own, for what is ended in the middle is of no more use."""
    arguments = [*command, "--board", board, "--time-limit-s", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "autotap.solver.cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "autotap: not decided within 0.0 s\n"


# --- what they can be asked ----------------------------------------------------------------------


def test_commands_take_what_the_library_takes() -> None:
    island = ("--board", "Island; City of Brass")
    assert "proven best: activations 1" in run("pay", "{U}", *island, "--objective", "speed")[1]
    assert run("pay", "{U}", *island, "--backend", "matcher", "--seed", "5")[0] == 0
    terms = run("payments", "{U}", *island, "--objective", "life, activations")[1]
    assert "life 1, activations 1" in terms
    planned = run("turn", "--card", "Imp={U}", *island, "--objective", "save_life")
    assert planned[0] == 0
    zone = run("max-x", "fire(1)", "--zone", "4 Fire", "--x-cost", "1")
    assert zone == (0, "the largest X is 3\n", "")
    assert run("payments", "fire(1)", "--zone", "2 Fire", "--objective", "cards_tapped")[0] == 0
    for policy in ("default", "cards_tapped,emptied"):
        assert run("pay", "fire(1)", "--zone", "2 Fire", "--objective", policy)[0] == 0
