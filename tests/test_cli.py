"""The command line: answers, exit codes, and one readable message for every fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from autotap import solver
from autotap.models.codec import problem_from_json, problem_to_json, result_from_json
from autotap.models.duel_masters import Era
from autotap.models.errors import InternalError, UndecidedError, UnsupportedCostError
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.context import PaymentKind
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.spell import Payer, Spell
from autotap.models.mtg.wish import Wish
from autotap.models.objective import Objective
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Result, Status
from autotap.solver.backends import matcher
from autotap.solver.backends.base import Outcome
from autotap.solver.cli import app


def run(*arguments: str, stdin: bytes | None = None) -> tuple[int, str, str]:
    """Run the command line in this process: exit code, output, messages."""
    done = CliRunner().invoke(app, list(arguments), input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "autotap.solver.cli", *arguments]
    return subprocess.run(command, check=False, timeout=60, **options)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the problems that are asked instead of solving them."""
    problems: list[Any] = []

    def solve(problem: Problem | DuelMastersProblem, **options: object) -> Result:
        problems.append((problem, options))
        return Result(Status.UNPAYABLE)

    monkeypatch.setattr(solver, "solve", solve)
    return problems


def test_a_payment_reads_as_a_player_would_say_it() -> None:
    code, output, errors = run("pay", "{2}{W}{U}", "--board", "2 Plains; Island; Azorius Signet")
    assert (code, errors) == (0, "")
    assert output.splitlines()[:4] == [
        "pay {2}{W}{U}",
        "  tap Island for {U}",
        "  tap 2 Plains for {W}{W}",
        "  pay {1} with that {W} into Azorius Signet: {W}{U}",
    ]
    assert "proven best" in output


def test_json_is_a_result() -> None:
    code, output, _ = run("pay", "{W}", "--board", "Plains", "--json")
    assert code == 0
    assert result_from_json(output).status is Status.OPTIMAL


def test_not_payable_is_code_1() -> None:
    code, output, _ = run("pay", "{W}{W}", "--board", "Plains; Island")
    assert code == 1
    assert output.startswith("cannot be paid: ")


def test_not_decided_is_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matcher, "solve", lambda *args, **options: Outcome(Status.UNKNOWN))
    board = "Island; 3 Azorius Signet"
    code, output, _ = run("pay", "{W}{U}", "--board", board, "--time-limit-s", "0")
    assert code == 3
    assert "not decided" in output


def test_a_duel_masters_zone() -> None:
    code, output, _ = run("pay", "fire/nature(3)", "--zone", "2 Fire; Nature")
    assert code == 0
    assert "tap Nature for nature" in output
    assert run("pay", "water(1)", "--zone", "2 Fire")[0] == 1


def test_options_are_listed_the_largest_first() -> None:
    code, output, errors = run("options", "--board", "Plains; Fetid Heath")
    assert (code, errors) == (0, "")
    lines = ["4 maximal pools", "  {W}{W}", "  {W}{B}", "  {W}{C}", "  {B}{B}"]
    assert output.splitlines() == lines
    assert run("options", "--board", "2 Azorius Signet")[1] == "1 maximal pool\n  nothing\n"


def test_options_as_json_from_a_whole_position() -> None:
    nest = "Nest [exile a card from your graveyard: Add {C}]; Mana Confluence"
    arguments = ("--board", nest, "--pool", "{R}", "--graveyard", "2", "--life", "0", "--json")
    code, output, _ = run("options", *arguments)
    assert code == 0
    assert json.loads(output) == {"pools": ["{R}{C}{C}"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--board", "Plains ["), "--board"),
        (("--board", "5 Tundra", "--limit", "3"), "larger limit"),
        (("--board", "Loop [{1}: Add {C}{C}]; Wastes"), "mana without end"),
        ((), "--board"),
    ],
)
def test_options_that_cannot_be_listed_are_code_2(arguments: tuple[str, ...], message: str) -> None:
    code, output, errors = run("options", *arguments)
    assert (code, output) == (2, "")
    assert message in errors


@pytest.mark.parametrize(
    ("cost", "board", "code", "said", "number"),
    [
        ("{X}{R}", "3 Mountain; Sol Ring", 0, "the largest X is 4\n", 4),
        ("{X}{X}", "Island (tapped)", 0, "the largest X is 0\n", 0),
        ("{X}{R}", "3 Island", 1, "no X can be paid\n", None),
        (
            "{X}",
            "Loop [{1}: Add {C}{C}]; Wastes",
            0,
            "X can be as large as you like\n",
            "unbounded",
        ),
    ],
)
def test_the_largest_x(cost: str, board: str, code: int, said: str, number: object) -> None:
    assert run("max-x", cost, "--board", board) == (code, said, "")
    code_again, output, _ = run("max-x", cost, "--board", board, "--json")
    assert (code_again, json.loads(output)) == (code, {"max_x": number})


def test_the_largest_x_of_a_whole_position() -> None:
    done = run(
        *(
            "max-x",
            "{X}{G}",
            "--board",
            "Bear (types: creature) []; 2 Forest; Relic (types: artifact) []",
        ),
        *("--name", "Elf", "--types", "Creature", "--kind", "spell", "--life", "3"),
        *("--pool", "{G} (only: creature spells)", "--graveyard", "2", "--assist", "1"),
        *("--convoke", "--improvise", "--delve", "--waterbend", "1", "--time-limit-s", "60"),
        *("--additional", "sacrifice X permanent"),
    )
    assert done == (0, "the largest X is 4\n", "")


def test_castable_tells_each_cost_for_itself() -> None:
    arguments = ("castable", "{W}{U}", "{R}", "{2}", "--board", "Plains; Island")
    assert run(*arguments) == (
        0,
        "cost    castable\n{W}{U}  yes\n{R}     no\n{2}     yes\n",
        "",
    )
    code, output, _ = run(*arguments, "--json")
    assert (code, json.loads(output)) == (
        0,
        {"castable": {"{W}{U}": True, "{R}": False, "{2}": True}},
    )
    assert run("castable", "{R}", "--board", "Plains") == (1, "cost  castable\n{R}   no\n", "")
    assert run("castable", "{R}{B/P}", "--board", "Plains", "--pool", "{R}", "--life", "2")[0] == 0
    assert run("castable", "fire(1)", "water(2)", "--zone", "Fire", "--option", "era=classic") == (
        0,
        "cost      castable\nfire(1)   yes\nwater(2)  no\n",
        "",
    )


def test_castable_jointly() -> None:
    words = ("castable", "{W}", "{W}", "{1}{U}", "--board", "2 Plains", "--jointly")
    assert run(*words) == (0, "cost    castable\n{W}     yes\n{W} 2   yes\n{1}{U}  no\n", "")
    words = ("castable", "fire(2)", "fire(1)", "--zone", "2 Fire", "--jointly", "--json")
    assert json.loads(run(*words)[1]) == {"castable": {"fire(2)": True, "fire(1)": False}}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["max-x", "{2}", "--board", "Plains"], "a cost with {X}"),
        (["max-x", "{X}{", "--board", "Plains"], "In COST"),
        (["max-x", "{X}"], "--board"),
        (["max-x", "{X}", "--board", "Plains", "--additional", "jump"], "In --additional"),
        (["max-x", "{X}", "--board", "Plains", "--time-limit-s", "nan"], "--time-limit-s"),
        (["castable", "--board", "Plains"], "COST"),
        (["castable", "{1}"], "either --board or --zone"),
        (["castable", "{1}", "{", "--board", "Plains"], "In COST\n  {\n  ^"),
        (["castable", "fire(1)", "--zone", "Fire", "--life", "2"], "--life cannot stand beside"),
        (["castable", "{1}", "--board", "Plains", "--time-limit-s", "inf"], "finite"),
    ],
)
def test_questions_that_cannot_be_asked_are_code_2(arguments: list[str], message: str) -> None:
    code, output, errors = run(*arguments)
    assert (code, output) == (2, "")
    assert message in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("module", "command"),
    [("largest_x", ["max-x", "{X}"]), ("hand", ["castable", "{1}"])],
)
def test_questions_not_decided_are_code_3(
    monkeypatch: pytest.MonkeyPatch, module: str, command: list[str]
) -> None:
    def can_pay(*_: object, **__: object) -> bool:
        raise UndecidedError("not decided within 1 s")

    monkeypatch.setattr(f"autotap.solver.{module}.can_pay", can_pay)
    code, output, errors = run(*command, "--board", "Plains", "--time-limit-s", "1")
    assert (code, output) == (3, "")
    assert "not decided within 1 s" in errors


def test_every_option_reaches_the_problem(asked: list[Any]) -> None:
    run(
        *("pay", "{X}{W}", "--board", "Plains; Island"),
        *("--name", "Bear", "--types", "Creature elf"),
        *("--kind", "ability", "--x", "0", "--life", "-3", "--pool", "{R}", "--graveyard", "2"),
        *("--convoke", "--improvise", "--delve", "--waterbend", "3", "--life-floor", "0"),
        *("--assist", "2"),
        *("--additional", "sacrifice a creature", "--must-use", "Plains", "--forbid", "Island"),
        *("--prefer", "{G}", "--prefer", "no rider", "--require", "2 colors"),
        *("--spare", "Plains", "--already-spent", "{W}", "--objective", "save_life"),
        *("--time-limit-s", "1.5", "--backend", "matcher", "--seed", "7"),
    )
    ((problem, options),) = asked
    assert options == {"backend": "matcher", "time_limit_s": 1.5, "seed": 7}
    assert problem.board == Board(
        Board.parse("Plains; Island").sources,
        pool=Board.parse("pool: {R}").pool,
        life=-3,
        graveyard=(Card(), Card()),
    )
    assert problem.spell.name == "Bear"
    assert problem.spell.context.types == {"creature", "elf"}
    assert problem.spell.context.kind is PaymentKind.ABILITY
    assert problem.spell.payers == frozenset(Payer)
    assert (problem.spell.waterbend, problem.spell.assist) == (3, 2)
    assert str(problem.spell.additional) == "sacrifice a creature"
    assert (problem.x, problem.objective.life_floor) == (0, 0)
    assert (problem.must_use, problem.forbid) == ({"Plains"}, {"Island"})
    assert (problem.spare, problem.already_spent) == ({"Plains"}, parse_pool("{W}"))
    assert problem.prefer == (Wish.parse("{G}"), Wish.parse("no rider"))
    assert problem.require == (Wish.parse("2 colors"),)
    assert problem.objective == Objective.policy("save_life", life_floor=0)


def test_duel_masters_options_reach_the_problem(asked: list[Any]) -> None:
    run("pay", "fire(3)", "--zone", "Fire", "--option", "era=classic", "--x", "1")
    ((problem, _),) = asked
    assert problem.spell.options.era is Era.CLASSIC
    assert problem.x == 1


def test_a_file_is_the_whole_problem(tmp_path: Path, asked: list[Any]) -> None:
    problem = Problem(Board.parse("2 Plains"), Spell.parse("{W}"), must_use=frozenset({"Plains 2"}))
    file = tmp_path / "problem.json"
    file.write_text("\ufeff" + problem_to_json(problem), encoding="utf-8")
    assert run("pay", "--file", str(file))[0] == 1
    run("pay", "--file", "-", stdin=file.read_bytes())
    assert [one for one, _ in asked] == [problem, problem]


FAULTS = [
    (["{2}{Q}", "--board", "Plains"], "In COST\n  {2}{Q}\n     ^"),
    (["{2}", "--board", "2 Plains; Azorius Sigent"],
     "Did you mean Azorius Signet? In --board\n  2 Plains; Azorius Sigent\n            ^"),
    (["{2}", "--board", "Plains\r\nIsland (taped)\r\nSwamp"], "\n  Island (taped)\n          ^"),
    (["{2}", "--board", "-2 Plains"], "a number from 1 to 10000"),
    (["{2}", "--board", "10001 Plains"], "a number from 1 to 10000"),
    (["{2}", "--board", "Plains; life: 3", "--life", "4"], "--life: expected life only once"),
    (["{2}", "--board", "Plains", "--pool", "{Any}"], "In --pool\n  {Any}\n  ^"),
    (["{2}", "--board", "Plains", "--additional", "jump"], "In --additional\n  jump\n  ^"),
    (["{2}", "--board", "Plains", "--must-use", "Isle"], "--must-use: expected the id"),
    (["{2}", "--board", "Plains", "--spare", "Isle"], "--spare: expected the id"),
    (["{2}", "--board", "Plains", "--prefer", "{R} {R}"], "In --prefer\n  {R} {R}\n  ^"),
    (["{2}", "--board", "Plains", "--require", "no 2 colors"], "In --require\n"),
    (["{2}", "--board", "Plains", "--already-spent", "{Any}"], "In --already-spent\n"),
    (["{2}", "--board", "Plains", "--objective", "nice"], "In --objective\n  nice\n  ^"),
    (["fire(1)", "--zone", "Fire", "--prefer", "{R}"], "--prefer cannot stand beside"),
    (["{2}", "--board", "Ｐｌａｉｎｓ； Ｘ"], "\n  Ｐｌａｉｎｓ； Ｘ\n" + " " * 17 + "^"),
    (["{2}", "--board", "Plains;" * 50 + "Foo"], "...ns;Plains;"),
    (["5", "--zone", "Fire"], "In COST"),
    (["fire(1)", "--zone", "Fir"], "a civilization"),
    (["fire(1)", "--zone", "Fire", "--option", "era=old"], "--option"),
    (["fire(1)", "--zone", "Fire", "--option", "era=modern", "--option", "era=classic"], "once"),
    (["fire(1)", "--zone", "Fire", "--life", "3"], "--life cannot stand beside"),
    (["{1}", "--board", "Plains", "--option", "era=classic"], "--option cannot stand beside"),
    (["{1}", "--board", "Plains", "--zone", "Fire"], "either --board or --zone"),
    (["{1}"], "either --board or --zone"),
    (["--board", "Plains"], "give COST"),
    (["{1}", "--file", "x.json"], "COST cannot stand beside --file"),
    (["--file", "x.json", "--life", "0"], "--life cannot stand beside --file"),
    (["{1}", "--board", "Plains", "--kind", "land"], "--kind"),
    (["{1}", "--board", "Plains", "--x", "-1"], "--x"),
    (["{1}", "--board", "Plains", "--x", "9" * 5000], "--x"),
    (["{1}", "--board", "Plains", "--time-limit-s", "inf"], "finite"),
    (["{1}", "--board", "Plains", "--time-limit-s", "nan"], "--time-limit-s"),
    (["{1}", "--board", "Plains", "--time-limit-s", "-1"], "--time-limit-s"),
    (["{1}", "--board", "Plains", "--colour"], "No such option"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), FAULTS)
def test_bad_input_is_code_2(arguments: list[str], message: str) -> None:
    code, output, errors = run("pay", *arguments)
    assert (code, output) == (2, "")
    assert message in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "valid JSON (Expecting value)\n  \n  ^"),
        (b'{"autotap": 1 "board": "Plains"}', "delimiter)\n  {"),
        (b'{"autotap": 1,\n "board" "Plains"}', 'In line 2\n   "board" "Plains"}\n           ^'),
        (b"\xff\xfe", "UTF-8"),
        (b'{"autotap": 1, "autotap": 1}', "$.autotap"),
        (b'{"autotap": NaN}', "$.autotap"),
        (b"[" * 100_000, "levels of nesting"),
        (b'{"autotap": 1, "board": "Plains", "pay": {"cost": "{Q}"}}', "At $.pay.cost\n  {Q}\n  ^"),
        (b'{"autotap": 1, "board": {"life": []}, "pay": {"cost": "{W}"}}', "'$.board.life'"),
        (b" " * 10_000_001, "at most 10000000 bytes"),
    ],
    ids=["empty", "line", "syntax", "encoding", "twice", "nan", "deep", "cost", "type", "size"],
)
def test_a_bad_file_is_code_2(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "problem.json"
    file.write_bytes(content)
    code, output, errors = run("pay", "--file", str(file))
    assert (code, output) == (2, "")
    assert message in errors


def test_a_file_that_cannot_be_read_is_code_2(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing.json", Path("\0")):
        code, _, errors = run("pay", "--file", str(file))
        assert code == 2
        assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnsupportedCostError("{Y}", "a cost without {Y}"), 2),
        (InternalError("broken", "{}"), 4),
        (KeyboardInterrupt(), 130),
    ],
)
def test_errors_while_solving(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def solve(*_: object, **__: object) -> Result:
        raise error

    monkeypatch.setattr(solver, "solve", solve)
    assert run("pay", "{1}", "--board", "Plains")[0] == code


def test_names_cannot_steer_the_terminal() -> None:
    pay = {"cost": "{1}", "name": "\x1b[31mRed\u202e"}
    problem = {"autotap": 1, "board": "Plains", "pay": pay}
    code, output, _ = run("pay", "--file", "-", stdin=json.dumps(problem).encode())
    assert code == 0
    assert output.startswith("pay {1} for [31mRed\n")
    assert "\x1b" not in run("pay", "{1}\x1b[31m", "--board", "Plains")[2]


def test_the_demo_pays_every_board() -> None:
    code, output, errors = run("demo")
    assert (code, errors) == (0, "")
    assert output.count("proven best") > 12
    code, output, errors = run("demo", "--json")
    assert (code, errors) == (0, "")
    answers = json.loads(output)
    assert len(answers) >= 12
    for answer in answers:
        assert {"title", "why", "board", "cost", "lines"} <= answer.keys()
        problem_from_json(json.dumps(answer["problem"]))
        result_from_json(json.dumps(answer["result"]))


def test_help_and_version() -> None:
    assert run("--version")[1].startswith("autotap")
    for command in ("", "pay", "max-x", "castable"):
        arguments = [command, "--help"] if command else ["--help"]
        code, output, _ = run(*arguments)
        assert code == 0
        assert "3 not decided in time" in " ".join(output.split())
    assert run()[0] == 2


def test_a_closed_pipe_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = process("pay", "{1}", "--board", "Plains", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("pay", "{1}", "--board", "Plains", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith(b"autotap: cannot write")
    assert b"Traceback" not in done.stderr


def test_arguments_and_output_of_another_encoding() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = process(
        *("pay", "{1}", "--board", "Æther [{T}: Add {G}]"), env=environment, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"tap \\xc6ther for {G}" in done.stdout
    done = process("pay", os.fsdecode(b"{1}\xff"), "--board", "Plains", capture_output=True)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_names_of_cards_on_both_sides(tmp_path: Path) -> None:
    from tests.cards.data import write_scryfall

    data = str(write_scryfall(tmp_path))
    board = tmp_path / "board.pzl"
    board.write_text(
        "humanlife=7\nhumanbattlefield=Island;Island;Island;Sky Medallion;Half Rock|Tapped\n"
        "humanhand=Cryptic Command;Storm Crow\ncolour=blue\n",
        encoding="utf-8",
    )
    arguments = ("--board", str(board), "--cards", data)
    env = {"XDG_CACHE_HOME": str(tmp_path)}
    done = CliRunner().invoke(app, ["pay", "cryptic command", *arguments], env=env)
    assert done.exit_code == 0
    assert "for Cryptic Command - the total is {U}{U}{U}" in done.stdout
    assert "note: the key 'colour' is not known and left out" in done.stdout
    assert "note: Half Rock is not understood" in done.stdout
    done = CliRunner().invoke(app, ["castable", "Storm Crow", "Ice", "{5}", *arguments], env=env)
    lines = ["cost        castable", "Storm Crow  yes", "Ice         yes", "{5}         no"]
    assert done.stdout.splitlines() == lines
    done = CliRunner().invoke(app, ["options", *arguments], env=env)
    assert done.stdout == "1 maximal pool\n  {U}{U}{U}\n"
    for name, said in (("Strom Crow", "Did you mean Storm Crow"), ("Fire // Ice", "Fire or Ice")):
        done = CliRunner().invoke(app, ["pay", name, *arguments], env=env)
        assert done.exit_code == 2
        assert said in done.stderr
    done = CliRunner().invoke(app, ["pay", "Ice", "--types", "instant", *arguments], env=env)
    assert (done.exit_code, "--types cannot stand" in done.stderr) == (2, True)


def test_an_alternative_cost_of_a_card(tmp_path: Path) -> None:
    from tests.cards.data import scryfall, write_scryfall

    loot = scryfall("My Loot", "{R}", "Sorcery", "Draw two cards.\nFlashback {2}{R}")
    arguments = ("--board", "3 Mountain", "--cards", str(write_scryfall(tmp_path, loot)))
    env = {"XDG_CACHE_HOME": str(tmp_path)}

    def said(*more: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["pay", *more, *arguments], env=env)
        return done.exit_code, done.stdout + done.stderr

    assert said("My Loot", "--alternative", "Flashback")[1].startswith(
        "pay {R} for My Loot - the total is {2}{R}"
    )
    assert said("My Loot", "--alternative", "evoke") == (
        2,
        "autotap: input 'evoke': expected flashback\n",
    )
    code, text = said("{R}", "--alternative", "flashback")
    assert (code, "--alternative cannot stand" in text) == (2, True)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for arguments in (("--board", "nowhere.pzl"), ("--board", "Island", "--cards", "nowhere.json")):
        code, output, errors = run("pay", "{U}", *arguments)
        assert (code, output) == (2, "")
        assert "nowhere" in errors
