"""Batches from file to file: every kind of file gives the same answers, and every bad line one."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models import Board, Problem, Spell
from autotap.models.codec import problem_from_json
from autotap.models.errors import BackendUnavailableError, FileError, InputError, ResumeError
from autotap.models.objective import Objective
from autotap.models.strict_json import MAX_BYTES
from autotap.solver.batch_files import reading, solve_file
from autotap.solver.batch_files.finishing import COLUMNS
from autotap.solver.batch_files.rows import problem_text
from benchmarks.problem_file import write_problems
from tests.batch.drawn import answers, drawn, expected, write_lines

if TYPE_CHECKING:
    from pathlib import Path

PROBLEMS = drawn(60)


@pytest.fixture(scope="module")
def wanted() -> list[dict[str, Any]]:
    return [
        {"line": line, "id": problem["id"], "result": expected(problem)}
        for line, problem in enumerate(PROBLEMS, 1)
    ]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "problems.jsonl", PROBLEMS)


def rows() -> list[dict[str, Any]]:
    return [
        {
            "id": problem["id"],
            "board": problem["board"]["text"],
            "cost": problem["pay"]["cost"],
            "life": problem["board"]["life"],
        }
        for problem in PROBLEMS
    ]


def as_csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


# --- kinds of file -------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_are_those_of_solve(
    lines: Path, tmp_path: Path, wanted: list[dict[str, Any]], jobs: int
) -> None:
    told: list[tuple[int, int]] = []
    summary = solve_file(
        lines,
        tmp_path / "answers.jsonl",
        jobs=jobs,
        progress=lambda done, total: told.append((done, total)),
    )
    assert answers(tmp_path / "answers.jsonl") == wanted
    assert told == [(done, 60) for done in range(1, 61)]
    assert summary.statuses.total() == 60
    assert (summary.input.problems, summary.errors.total(), summary.resumed) == (60, 0, 0)


@pytest.mark.parametrize("name", ["p.jsonl.gz", "p.csv", "p.CSV.gz", "p.parquet"])
def test_every_kind_of_input(tmp_path: Path, wanted: list[dict[str, Any]], name: str) -> None:
    source = tmp_path / name
    if name == "p.jsonl.gz":
        with gzip.open(source, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in PROBLEMS)
    elif name == "p.csv":
        source.write_text("\ufeff" + as_csv(rows()), encoding="utf-8")
    elif name == "p.CSV.gz":
        source.write_bytes(gzip.compress(as_csv(rows()).encode()))
    else:
        pytest.importorskip("polars").DataFrame(rows()).write_parquet(source)
    solve_file(source, tmp_path / "answers.jsonl")
    first = 2 if "csv" in name.lower() else 1
    numbered = [answer | {"line": line} for line, answer in enumerate(wanted, first)]
    assert answers(tmp_path / "answers.jsonl") == numbered


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.parquet", "a.jsonl.gz"])
def test_every_kind_of_output(
    lines: Path, tmp_path: Path, wanted: list[dict[str, Any]], name: str
) -> None:
    target = tmp_path / name
    with lines.open("a", encoding="utf-8") as file:
        file.write('{"id": 7, "autotap": 1}\n')
    solve_file(lines, target)
    if name == "a.jsonl.gz":
        _, *found = map(json.loads, gzip.decompress(target.read_bytes()).splitlines())
        assert found[:-1] == wanted
        assert found[-1]["error"]["type"] == "SchemaError"
    else:
        table = read_table(target)
        assert tuple(table[0]) == COLUMNS
        assert [json.loads(row["result"]) for row in table[:-1]] == [
            answer["result"] for answer in wanted
        ]
        for row, answer in zip(table, wanted, strict=False):
            payment = answer["result"]["payment"]
            assert (int(row["line"]), row["id"]) == (answer["line"], answer["id"])
            assert row["status"] == answer["result"]["status"]
            used = [step["source"] for step in payment["activations"]] if payment else None
            assert (json.loads(row["sources"]) if row["sources"] else None) == used
            assert bool(row["shortfall"]) == (payment is None)
        last = table[-1]
        assert (int(last["line"]), last["id"], last["error"]) == (61, "7", "SchemaError")
        assert not last["result"]
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"problems.jsonl", name}


def read_table(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".parquet":
        return list(pytest.importorskip("polars").read_parquet(file).iter_rows(named=True))
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_a_parquet_file_is_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    monkeypatch.setattr(reading, "SLICE", 7)
    for number in (0, 6, 7, 8, 21):
        polars.DataFrame(rows()).head(number).write_parquet(tmp_path / "p.parquet")
        found = list(reading.read_lines(tmp_path / "p.parquet"))
        assert [line.number for line in found] == list(range(1, number + 1))
        assert [line.id for line in found] == [row["id"] for row in rows()[:number]]


def test_nothing_is_read_far_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow with the file: only the lines under way are kept."""
    source = write_lines(tmp_path / "p.jsonl", ["no JSON"] * 5_000)
    read = 0
    original = reading.Line.source

    def counted(line: reading.Line) -> object:
        nonlocal read
        read += 1
        return original(line)

    monkeypatch.setattr(reading.Line, "source", counted)
    solve_file(source, tmp_path / "a.jsonl", progress=lambda done, _: _near(done, read))
    assert read == 5_000


def _near(done: int, read: int) -> None:
    assert read <= done + 1


def test_a_formula_does_not_reach_a_spreadsheet(tmp_path: Path) -> None:
    """Cells are text of others: what begins like a formula is quoted, numbers stay numbers."""
    ids = ["=1+1", "+x", "-7", "@a", "-x", "plain"]
    source = write_lines(tmp_path / "p.jsonl", [PROBLEMS[0] | {"id": id} for id in ids])
    solve_file(source, tmp_path / "a.csv")
    assert [row["id"] for row in read_table(tmp_path / "a.csv")] == [
        *("'=1+1", "'+x", "-7", "'@a", "'-x", "plain")
    ]


# --- bad lines -----------------------------------------------------------------------------------


def test_a_bad_line_stops_nothing(tmp_path: Path) -> None:
    good = PROBLEMS[0]
    source = tmp_path / "p.jsonl"
    write_lines(
        source,
        [
            good,
            "no JSON",
            "",
            good | {"id": 0},
            good | {"id": ["x"]},
            good | {"id": None},
            '{"id": "twice", "id": "twice", "autotap": 1}',
            good | {"id": "cost", "pay": {"cost": "{Q}"}},
            '"' + "x" * (2 * MAX_BYTES) + '"',
            good | {"id": "\N{SNOWMAN}"},
        ],
    )
    with source.open("ab") as file:
        file.write(b'{"id": "\xff"}\n' + json.dumps(good).encode())
    summary = solve_file(source, tmp_path / "a.jsonl", jobs=2)
    found = answers(tmp_path / "a.jsonl")
    assert [answer["line"] for answer in found] == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert [answer["line"] for answer in found if "result" in answer] == [1, 4, 6, 10, 12]
    assert [answer.get("id") for answer in found] == [
        *("p0", None, 0, None, None, "twice", "cost", None, "\N{SNOWMAN}", None, "p0")
    ]
    errors = {answer["line"]: answer["error"] for answer in found if "error" in answer}
    assert errors[8]["type"] == "SchemaError" or "{Q}" in errors[8]["message"]
    assert "'$.id'" in errors[7]["message"]
    assert f"at most {MAX_BYTES} bytes" in errors[9]["message"]
    assert summary.errors.total() == 6
    assert summary.first_error is not None
    assert summary.first_error[0] == 2


def test_bad_rows_stop_nothing(tmp_path: Path) -> None:
    source = tmp_path / "p.csv"
    source.write_bytes(
        b"id,board,zone,cost,life,must_use\n"
        b"a,2 Plains,,{W},20,\n"
        b"b,2 Plains,Fire,{W},,\n"
        b"c,2 Plains,,{W},many,\n"
        b"d,2 Plains\n"
        b"\n"
        b'e,"Plains;\nPlains",,{W}{W},7.0,"[""Plains 1""]"\n'
        b"f,,2 Fire,fire(2),,\n"
        b"g,2 Plains,,{W},,[\n"
        b"h,\xff,,{W},,\n"
    )
    solve_file(source, tmp_path / "a.jsonl")
    found = answers(tmp_path / "a.jsonl")
    assert [answer["line"] for answer in found] == [2, 3, 4, 5, 7, 9, 10, 11]
    good = {answer["line"] for answer in found if "result" in answer}
    assert good == {2, 7, 9}
    messages = [answer["error"]["message"] for answer in found if "error" in answer]
    for message, part in zip(
        messages,
        ["one of the two", "$.board.life", "expected 6 of them", "JSON in must_use", ""],
        strict=True,
    ):
        assert part in message


def test_every_column(tmp_path: Path) -> None:
    """Each column is what it is called in the JSON form."""
    row = {
        **{"board": "2 Plains", "cost": "{X}{W}", "life": "7", "pool": "{R}", "graveyard": "1"},
        **{"name": "Elf", "kind": "spell", "types": "Creature elf", "payers": "convoke delve"},
        **{"waterbend": "1", "assist": "2", "additional": "pay 1 life", "x": "1"},
        **{"must_use": "Plains 1", "forbid": '["Plains 2"]', "spare": "", "prefer": "{W}"},
        **{"require": "", "keep": '["{W} + {U}", "{G}"]', "keep_when": "now"},
        **{"already_spent": "", "objective": "save_life"},
    }
    assert json.loads(problem_text(row)) == {
        "autotap": 1,
        "board": {"text": "2 Plains", "life": 7, "pool": "{R}", "graveyard": 1},
        "pay": {
            **{"cost": "{X}{W}", "name": "Elf", "kind": "spell", "types": ["creature", "elf"]},
            **{"payers": ["convoke", "delve"], "waterbend": 1, "assist": 2},
            "additional": "pay 1 life",
        },
        **{"x": 1, "must_use": ["Plains 1"], "forbid": ["Plains 2"], "prefer": ["{W}"]},
        "keep": [{"spells": [{"cost": "{W}"}, {"cost": "{U}"}]}, {"spells": [{"cost": "{G}"}]}],
        **{"keep_when": "now", "objective": "save_life"},
    }
    other = {"name": "Vivid Draw", "cost": "fire(1)"}
    zone = {"zone": "Fire", "cost": "fire(2)", "options": '{"era": "classic"}', "x_cost": "3"}
    pay = json.loads(problem_text(zone | {"alternative": json.dumps(other)}))["pay"]
    assert pay == {
        **{"cost": "fire(2)", "options": {"era": "classic"}, "x_cost": 3, "alternative": other}
    }
    source = tmp_path / "p.csv"
    source.write_text(as_csv([{"id": "a", "problem": json.dumps(PROBLEMS[0]["board"])}]))
    assert next(reading.read_lines(source)).source() == json.dumps(PROBLEMS[0]["board"])


@pytest.mark.parametrize(
    ("objective", "floor", "expected"),
    [
        ("", "", Objective()),
        ("speed", "", Objective.policy("speed")),
        ("life,activations", "", Objective(("life", "activations"))),
        ("life, activations", "7", Objective(("life", "activations"), 7)),
        ("save_life", "0", Objective.policy("save_life", life_floor=0)),
        ("", "9", Objective(life_floor=9)),
    ],
)
def test_objectives_in_a_table(objective: str, floor: str, expected: Objective) -> None:
    row = {"board": "Plains", "cost": "{W}", "objective": objective, "life_floor": floor}
    assert problem_from_json(problem_text(row)).objective == expected


@pytest.mark.parametrize("floor", ["", "3"])
def test_an_unknown_objective_in_a_table_is_named(floor: str) -> None:
    row = {"board": "Plains", "cost": "{W}", "objective": "life, sped", "life_floor": floor}
    with pytest.raises(InputError, match="Did you mean speed") as caught:
        problem_from_json(problem_text(row))
    assert (caught.value.text, caught.value.position) == ("life, sped", 6)


# --- what cannot be begun ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.csv", "id,bord,cost\n", "Did you mean board? Not 'bord'"),
        ("p.csv", "board,cost,cost\n", "'cost' is there twice"),
        ("p.csv", "id,cost\n", "the columns cost, and board or zone"),
        ("p.csv", "problem,cost\n", "no columns beside problem"),
        ("p.csv", "", "the columns cost"),
        ("p.csv", 'board,cost\n"' + "x" * (MAX_BYTES + 1), "a table as CSV"),
        ("p.jsonl.gz", "no gzip", "a complete gzip file"),
        ("p.parquet", "no table", "a Parquet file"),
        ("p.txt", "", "a name that ends in"),
        ("p.parquet.gz", "", "a name that ends in"),
    ],
)
def test_inputs_that_hold_no_problems(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    if ".parquet" in name:
        pytest.importorskip("polars")
    source = tmp_path / name
    source.write_text(content, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        solve_file(source, tmp_path / "a.jsonl")
    assert message in str(caught.value)
    assert not (tmp_path / "a.jsonl").exists()


def test_a_cut_gzip_file_is_refused(tmp_path: Path) -> None:
    whole = gzip.compress("".join(json.dumps(each) + "\n" for each in PROBLEMS).encode())
    (tmp_path / "p.jsonl.gz").write_bytes(whole[:-20])
    with pytest.raises(FileError, match="complete gzip"):
        solve_file(tmp_path / "p.jsonl.gz", tmp_path / "a.jsonl")


def test_outputs_that_cannot_be_written(lines: Path, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="another file"):
        solve_file(lines, lines, resume=True)
    (tmp_path / "a.csv").write_text("mine")
    with pytest.raises(ResumeError, match="there already, complete"):
        solve_file(lines, tmp_path / "a.csv", resume=True)
    assert (tmp_path / "a.csv").read_text() == "mine"
    with pytest.raises(FileError, match="a name that ends in"):
        solve_file(lines, tmp_path / "a.txt")
    with pytest.raises(FileNotFoundError):
        solve_file(lines, tmp_path / "nowhere" / "a.jsonl")


@pytest.mark.parametrize(("source", "target"), [("p.parquet", "a.csv"), ("p.csv", "a.parquet")])
def test_a_missing_extra_is_named_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    (tmp_path / source).write_text(as_csv(rows()))
    with pytest.raises(BackendUnavailableError, match=r"pip install 'autotap\[batch\]'"):
        solve_file(tmp_path / source, tmp_path / target)
    assert len(list(tmp_path.iterdir())) == 1


# --- ids -----------------------------------------------------------------------------------------


def test_ids_that_are_missing_or_there_twice_are_reported(tmp_path: Path) -> None:
    ids = ["a", "b", 7, None, "b", "7", "b", "c", None, "a"]
    problems = [
        {key: value for key, value in (PROBLEMS[0] | {"id": id}).items() if value is not None}
        for id in ids
    ]
    source = write_lines(tmp_path / "p.jsonl", problems)
    found = solve_file(source, tmp_path / "a.jsonl").input
    assert (found.problems, found.without_id, found.repeats) == (10, 2, 4)
    assert found.repeated == (("b", 2, 5), ("7", 3, 6), ("a", 1, 10))
    assert [answer.get("id") for answer in answers(tmp_path / "a.jsonl")] == ids


def test_problems_that_are_drawn_make_a_file(tmp_path: Path) -> None:
    """The file of the benchmark holds the problems, each with its number as id."""
    problems = [Problem(Board.parse(text), Spell.parse("{W}")) for text in ("Plains", "Island")]
    write_problems(problems, tmp_path / "p.jsonl")
    found = list(reading.read_lines(tmp_path / "p.jsonl"))
    assert [line.id for line in found] == [0, 1]
    assert [problem_from_json(str(line.source())) for line in found] == problems
