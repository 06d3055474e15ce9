"""What the commands show: tables for people, JSON for programs, colors where they are wanted."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from autotap.models.codec import result_from_json
from autotap.models.result import Payment
from autotap.solver.cli import app
from autotap.solver.commands.terminal import table
from tests.commands.terminal import in_terminal


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output, messages."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


# --- payments ------------------------------------------------------------------------------------

BOARD = ("--board", "2 Island; Tundra; Forest")


def test_payments_are_listed_the_best_first() -> None:
    code, output, errors = run("payments", "{1}{U}", *BOARD)
    assert (code, errors) == (0, "")
    heading, columns, *rows = output.splitlines()
    assert heading == "4 payments"
    assert columns.split() == ["uses", "and", "that", "costs"]
    assert [row.split("  ")[:2] for row in rows] == [
        *(["1", "Island 1, Island 2"], ["2", "Forest, Island 1"]),
        *(["3", "Island 1, Tundra"], ["4", "Forest, Tundra"]),
    ]
    assert all("mana left 2" in row for row in rows)


def test_payments_as_json() -> None:
    code, output, _ = run("payments", "{1}{U}", *BOARD, "--first", "3", "--json")
    found = json.loads(output)
    assert (code, len(found["payments"]), found["more"]) == (0, 3, True)
    for each in found["payments"]:
        payment = result_from_json(json.dumps(each)).payment
        assert isinstance(payment, Payment)
        assert len(payment.activations) == 2


def test_only_the_first_payments() -> None:
    _, output, _ = run("payments", "{1}{U}", *BOARD, "--first", "2")
    assert output.startswith("the first 2 payments\n")
    assert len(output.splitlines()) == 4


def test_payments_that_no_other_beats() -> None:
    _, output, _ = run("payments", "{1}{U}", *BOARD, "--pareto", "--json")
    _, whole, _ = run("payments", "{1}{U}", *BOARD, "--order", "any", "--json")
    kept, every = (json.loads(each)["payments"] for each in (output, whole))
    assert 0 < len(kept) < len(every) == 4


def test_no_payment_is_code_1() -> None:
    assert run("payments", "{R}", *BOARD) == (1, "0 payments\n", "")
    code, output, _ = run("payments", "water(3)", "--zone", "2 Water", "--json")
    assert (code, json.loads(output)) == (1, {"payments": [], "more": False})


def test_payments_in_a_zone() -> None:
    code, output, _ = run("payments", "fire/nature(2)", "--zone", "Fire; Fire/Nature")
    assert code == 0
    assert "Fire, Fire/Nature" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{1}", *BOARD, "--order", "worst"], "best"),
        (["{1}", *BOARD, "--first", "0"], "--first"),
        (["{1}{", *BOARD], "In COST"),
        (["{1}"], "either --board or --zone"),
        (["{1}", *BOARD, "--keep", "{U}"], "No such option"),
    ],
)
def test_payments_that_cannot_be_asked_for(arguments: list[str], message: str) -> None:
    code, output, errors = run("payments", *arguments)
    assert (code, output) == (2, "")
    assert message in errors


# --- bench ---------------------------------------------------------------------------------------


def test_each_capable_backend_is_timed() -> None:
    code, output, errors = run("bench", "{1}{U}", *BOARD, "--repeat", "3")
    assert (code, errors) == (0, "")
    columns, *rows = output.splitlines()
    assert columns.split() == ["backend", "answer", "stage", "time"]
    whole = [row for row in rows if " all " in row]
    assert [row.split()[0] for row in whole] == ["auto", "greedy", "flow", "cp_sat", "matcher"]
    assert whole[0].startswith("auto (greedy)  OPTIMAL")
    assert {"compile", "solve", "decode", "verify"} <= set(output.split())
    assert all(" ms (" in row and " to " in row for row in rows)


def test_times_for_programs() -> None:
    arguments = ("bench", "{U}", "--board", "Island; Adarkar Wastes", "--forbid", "Island")
    code, output, _ = run(*arguments, "--repeat", "3", "--json")
    found = json.loads(output)
    assert (code, found["repeat"]) == (0, 3)
    assert set(found["backends"]) | set(found["not"]) == {
        *("auto", "greedy", "flow", "cp_sat", "matcher")
    }
    for name, one in found["backends"].items():
        assert name in ("auto", one["backend"])
        low, high = one["all_ms"]["quartiles"]
        assert 0 < low <= one["all_ms"]["median"] <= high
        assert one["stages_ms"]["solve"]["median"] > 0


def test_a_backend_that_cannot_says_why() -> None:
    code, output, _ = run("bench", "fire(1)", "--zone", "Fire", "--repeat", "1")
    assert code == 0
    assert "greedy cannot: Duel Masters\nflow cannot: Duel Masters\n" in output
    assert not any(line.startswith("greedy ") and " ms " in line for line in output.splitlines())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{1}", *BOARD, "--repeat", "0"], "--repeat"),
        (["{1}{", *BOARD], "In COST"),
        (["{1}", "--file", "nowhere.json"], "COST cannot stand beside --file"),
    ],
)
def test_what_cannot_be_timed(arguments: list[str], message: str) -> None:
    code, output, errors = run("bench", *arguments)
    assert (code, output) == (2, "")
    assert message in errors


# --- tables --------------------------------------------------------------------------------------


def test_a_table_is_never_cut_off_a_terminal() -> None:
    long = "x" * 500
    assert table(["a", "b"], [[long, 1_000]]).splitlines()[1] == f"{long}  1,000"


def test_cells_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in table(["a"], [["\x1b[31mred[bold]"]])
    assert "[bold]" in table(["a"], [["\x1b[31mred[bold]"]])


# --- colors --------------------------------------------------------------------------------------


def test_styles_on_a_terminal_only() -> None:
    assert "\x1b" not in run("options", *BOARD)[1]
    shown, code = in_terminal("options", *BOARD)
    assert code == 0
    assert "\x1b[1m" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["pay", "{U}", *BOARD],
        ["options", *BOARD],
        ["payments", "{U}", *BOARD],
        ["castable", "{U}", "{R}", *BOARD],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_color_on_demand(arguments: list[str]) -> None:
    """NO_COLOR, whatever it holds, leaves plain text on a terminal, too."""
    shown, code = in_terminal(*arguments, NO_COLOR="1")
    assert code == 0
    assert "\x1b" not in shown
    assert shown.replace("\r\n", "\n") == run(*arguments)[1]


def test_no_color_for_help_and_errors() -> None:
    assert is_colored(in_terminal("pay", "--help")[0])
    assert not is_colored(in_terminal("pay", "--help", NO_COLOR="1")[0])
    shown, code = in_terminal("pay", "--what", NO_COLOR="1")
    assert (code, is_colored(shown)) == (2, False)


def is_colored(shown: str) -> bool:
    """Tell whether anything is colored; bold and dim are no colors."""
    return re.search(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d)", shown) is not None
