"""The benchmarks ask what they say they ask; no test looks at how long anything takes."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models import Board, ManaCost, ManaZone
from autotap.models.errors import SchemaError
from autotap.solver.backends import proto
from benchmarks import compare, parameters, plot, run, targets
from benchmarks.alternatives import ALTERNATIVES
from benchmarks.families import FAMILIES, apportion
from benchmarks.jobs import Effort
from benchmarks.question import MANA, Question
from benchmarks.real import SHARED, read_real_boards
from benchmarks.results import Results, Row, Spread, time_text
from benchmarks.subject import Library, Worker, board_of
from benchmarks.units import prepare
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SMALL = run.Plan(questions=3, rounds=1, sizes=(6,))


@pytest.mark.parametrize("name", FAMILIES)
def test_questions_follow_from_the_seed(name: str) -> None:
    family = FAMILIES[name]
    assert family.questions(12, 5, seed=1) == family.questions(12, 5, seed=1)
    assert family.questions(12, 5, seed=1) != family.questions(12, 5, seed=2)
    assert family.questions(12, 5, seed=1)[:2] == family.questions(12, 2, seed=1)


@pytest.mark.parametrize("size", MANA)
@pytest.mark.parametrize("name", FAMILIES)
def test_boards_have_the_size_and_costs_the_mana_asked_for(name: str, size: int) -> None:
    question = FAMILIES[name].questions(size, 1, seed=3)[0]
    board = board_of(question)
    if isinstance(board, ManaZone):
        assert len(board.cards) == size
        return
    assert len(board.sources) == size
    symbols = ManaCost.parse(question.cost).symbols
    assert sum(max(1, s.generic) if not s.types else 1 for s in symbols) == MANA[size]


@pytest.mark.parametrize("name", ["lands", "filters", "mixed"])
def test_one_seed_gives_the_same_kinds_at_every_size(name: str) -> None:
    """The scarce kinds aside, which are drawn by the mana to pay."""
    small, large = (FAMILIES[name].questions(size, 1, seed=5)[0] for size in (120, 1000))
    kinds = [{source.name for source in Board.parse(q.board).sources} for q in (small, large)]
    assert len(kinds[0] & kinds[1]) >= 5


def test_no_two_sources_are_alike() -> None:
    board = Board.parse(FAMILIES["alike"].questions(120, 1, seed=1)[0].board)
    plain = {dataclasses.replace(s, id="", name="", tapped=False) for s in board.sources}
    assert len(plain) == 120
    costed = [s for s in board.sources if any(a.cost.mana for a in s.abilities)]
    assert len(costed) == 18


def test_seats_are_all_given_away() -> None:
    assert apportion({"a": 1, "b": 1, "c": 1}, 4).total() == 4
    assert apportion({"a": 3, "b": 1}, 8) == {"a": 6, "b": 2}


@pytest.mark.parametrize("name", FAMILIES)
def test_payable_and_unpayable_questions_are_mixed(name: str) -> None:
    library = Library()
    size = 6 if name != "alike" else 30
    answers = set()
    for question in FAMILIES[name].questions(size, 40, seed=1):
        assert library.load(question) == ""
        answers.add(library.ask("can_pay").payable)
        if len(answers) == 2:
            break
    assert answers == {True, False}


@pytest.mark.parametrize("name", ["lands", "duals", "bundles", "pain", "zones"])
def test_alternatives_agree_with_the_library(name: str) -> None:
    library = Library()
    asked = set()
    for size in (6, 12):
        for question in FAMILIES[name].questions(size, 12, seed=7):
            board = prepare(question)
            if board is None:
                continue
            library.load(question)
            payable = library.ask("can_pay").payable
            for each in ALTERNATIVES:
                if each.takes(board):
                    assert each.decide(question.cost, board) is payable, (each.name, question)
                    asked.add(each.name)
    assert asked == {each.name for each in ALTERNATIVES}


def test_matching_moves_units_that_are_taken() -> None:
    """The dual land taken first for {W} has to give way to {U}."""
    board = prepare(Question("{W}{U}", "Tundra; Plains"))
    assert board is not None
    for each in ALTERNATIVES:
        assert each.decide("{W}{U}", board)
        assert not each.decide("{U}{U}", board)
        assert not each.decide("{1}{W}{U}", board)


@pytest.mark.parametrize(
    "question",
    [
        Question("{W}", "Plains; Azorius Signet"),
        Question("{W}", "Ancient Ziggurat"),
        Question("{X}{W}", "Plains"),
        Question("{2/W}", "Plains"),
        Question("{S}", "Snow-Covered Plains"),
        Question("{W}", "Plains", payers=("convoke",)),
        Question("{W}", "Plains", modifiers=(("reduce", "{1}"),)),
        Question("{W/P}", "Adarkar Wastes; life: 2"),
        Question("fire(2)", "2 Fire (number 2)", duel_masters=True),
    ],
    ids=lambda question: question.cost,
)
def test_alternatives_are_not_asked_what_they_cannot_express(question: Question) -> None:
    assert prepare(question) is None


def _results(scale: float = 1.0, seed: int = 1, name: str = "lands") -> Results:
    spread = Spread(6, 10 * scale, 20 * scale, 9 * scale, 11 * scale)
    noisy = Spread(6, 10 * scale, 20 * scale, 1 * scale, 40 * scale)
    samples = {"warm": spread, "cold": noisy, "bit-mask matching": spread}
    rows = [Row(name, size, samples, 3, 2, backends={"greedy": 3}) for size in (6, 30)]
    return Results(tuple(rows), seed)


def test_results_are_read_back() -> None:
    results = _results()
    assert Results.from_json(results.to_json()) == results


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"autotap_benchmark": 0}', '{"rows": 1}'])
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(SchemaError):
        Results.from_json(text)


def test_a_spread_is_that_of_the_rounds() -> None:
    spread = Spread.of([[1e-6, 3e-6, 2e-6], [], [5e-6, 5e-6, 4e-6]])
    assert (spread.calls, spread.median, spread.low, spread.high) == (6, 3.5, 2.0, 5.0)
    assert spread.differs(Spread(1, 9, 9, 8, 9))
    assert not spread.differs(Spread(1, 9, 9, 3, 9))


def test_times_have_three_digits_and_a_unit() -> None:
    assert [time_text(t) for t in (0.5, 12.34, 999.9, 1234, 2e6)] == [
        "0.5 µs",
        "12.3 µs",
        "1 ms",
        "1.23 ms",
        "2 s",
    ]


def test_compare_marks_what_is_beyond_noise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    _results().write(old)
    _results(scale=2.0, seed=2).write(new)
    assert compare.main([str(old), str(new)]) == 0
    shown = capsys.readouterr().out
    assert "0 faster, 4 slower" in shown
    assert "the seeds differ" in shown
    found = list(compare.pairs(Results.read(old), Results.read(new)))
    assert {(pair.sample, pair.differs) for pair in found} == {
        ("warm", True),
        ("cold", False),
        ("bit-mask matching", True),
    }
    assert {pair.ratio for pair in found} == {2.0}


def test_compare_tells_what_only_one_file_has() -> None:
    notes = list(compare.warnings(_results(), _results(name="duals")))
    assert "duals 6: only in the new file" in notes
    assert "lands 30: only in the old file" in notes
    assert list(compare.warnings(_results(), _results())) == []


def test_compare_refuses_other_files(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert compare.main([str(other), str(other)]) == 2


def test_a_run_is_written_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "QUICK", SMALL)
    path = tmp_path / "run.json"
    arguments = ["--quick", "--family", "lands", "zones", "real", "--json", str(path)]
    assert run.main(arguments) == 0
    results = Results.read(path)
    names = {row.name for row in results.rows}
    assert names == {"lands", "zones"} | ({"real"} if SHARED.is_dir() else set())
    lands = next(row for row in results.rows if row.name == "lands")
    assert {"warm", "cold", "can_pay", *(each.name for each in ALTERNATIVES)} <= set(lands.samples)
    assert sum(lands.backends.values()) == lands.questions == 3
    assert compare.main([str(path), str(path)]) == 0
    assert all(pair.ratio == 1 and not pair.differs for pair in compare.pairs(results, results))


def test_two_checkouts_are_asked_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "QUICK", SMALL)
    path = tmp_path / "run.json"
    arguments = ["--quick", "--family", "lands", "--against", str(ROOT), "--json", str(path)]
    assert run.main(arguments) == 0
    (row,) = Results.read(path).rows
    assert row.samples["warm"].calls == row.samples["warm, against"].calls == 3
    assert run.main(["--quick", "--against", str(tmp_path)]) == 2


def test_a_worker_answers_as_the_library_does() -> None:
    library = Library()
    questions = [FAMILIES[name].questions(6, 1, seed=2)[0] for name in FAMILIES]
    with Worker(ROOT) as worker:
        for question in questions:
            for subject in (library, worker):
                assert subject.load(question) == ""
            ours, theirs = library.ask("pay"), worker.ask("pay")
            assert (ours.payable, ours.backend) == (theirs.payable, theirs.backend)
        assert "board" in worker.load(Question("{W}", "2 Plains; ]"))


def test_real_boards_are_left_out_where_they_are_not(tmp_path: Path) -> None:
    assert read_real_boards(tmp_path) is None


@pytest.mark.skipif(not (SHARED / "boards").is_dir(), reason="../shared/boards is not there")
def test_real_boards_are_read() -> None:
    boards = read_real_boards()
    assert boards is not None
    assert boards.boards > 100
    questions = boards.sample(20, seed=1)
    assert questions == boards.sample(20, seed=1)
    assert all(Board.parse(question.board).sources for question in questions)


@pytest.mark.parametrize(
    "job", ["can_pay", "mixed", "cache", "feasibility", "payments", "options", "keep"]
)
def test_jobs_are_measured_and_judged(
    job: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "QUICK", Effort(questions=2, rounds=1, pairs=5, budget_s=5))
    path = tmp_path / "targets.json"
    assert targets.main([job, "--quick", "--json", str(path)]) == 0
    rows = Results.read(path).rows
    assert rows
    assert {row.facts["verdict"] for row in rows} <= {"met", "missed", "not built"}


def test_an_unknown_job_is_refused() -> None:
    with pytest.raises(SystemExit):
        targets.main(["nothing"])


def test_parameter_sets_hold_what_is_chosen() -> None:
    assert parameters.SETS["chosen"] == proto.PARAMETERS


def test_without_the_drawing_library_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    modules: dict[str, Any] = sys.modules
    monkeypatch.setitem(modules, "matplotlib.figure", None)
    with pytest.raises(plot.PlotUnavailableError, match="autotap\\[bench\\]"):
        plot.draw(_results(), tmp_path / "growth.png")
    _results().write(tmp_path / "results.json")
    assert plot.main([str(tmp_path / "results.json"), "-o", str(tmp_path / "growth.png")]) == 2
    assert "pip install" in capsys.readouterr().err


def test_growth_curves_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'bench' is not installed")
    assert list(plot.curves(_results(), "warm")) == ["lands"]
    plot.draw(_results(), tmp_path / "growth.png")
    assert (tmp_path / "growth.png").read_bytes().startswith(b"\x89PNG")
