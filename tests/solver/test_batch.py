"""Batches answer every problem as `solve` would, in order, whatever happens to the workers."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap import solver
from autotap.models import Board, DuelMastersProblem, DuelMastersSpell, ManaZone, Problem, Spell
from autotap.models.arguments import wrong
from autotap.models.codec import problem_from_json, problem_to_json
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.errors import InternalError, LimitError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.ways import emerge
from autotap.models.result import Result, Status
from autotap.solver import batch, chunk, solve_many, workers
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from autotap.solver import BatchItem
    from autotap.solver.chunk import Chunk


def magic(cost: str, board: str) -> Problem:
    return Problem(Board.parse(board), Spell.parse(cost))


PROBLEMS: list[Problem | DuelMastersProblem] = [
    magic("{2}{W}{U}", "2 Plains; 2 Island; Tundra; Azorius Signet; Mystic Gate"),
    magic("{1}{B/P}{R}", "Sulfurous Springs; Mountain; Swamp; City of Brass; life: 7"),
    magic("{W}{W}{W}", "Azorius Signet; Plains; Island"),
    magic("{3}", "Treasure; Sol Ring; 2 Forest"),
    magic("{G}{G}", "Forest; Llanowar Elves (tapped)"),
    DuelMastersProblem(
        ManaZone.parse("Fire; 2 Nature; Fire/Water"),
        DuelMastersSpell(DuelMastersCost.parse("fire/nature(3)")),
    ),
]
TEXTS = [problem_to_json(problem) for problem in PROBLEMS]


def broken(**parts: object) -> Problem:
    """A problem that cannot be made as others are."""
    problem = Problem(Board.parse("2 Plains"), Spell.parse("{W}"))
    for name, part in parts.items():
        object.__setattr__(problem, name, part)
    return problem


BAD: list[Any] = [
    None,
    7,
    ["{W}"],
    "no JSON",
    b"\xff",
    '{"autotap": 1, "board": "Plains", "pay": {"cost": "{Q}"}}',
    '{"autotap": 1, "board": "2 Plans", "pay": {"cost": "{W}"}}',
    broken(board=None),
    broken(must_use={"Plains 1"}, forbid=3),
]


def answer(result: Result | None) -> object:
    """The result without the times that it took, and what it says."""
    return result and (replace(result, wall_time_s=0.0, stages_s={}), result.problem, str(result))


def answers(items: Iterable[BatchItem]) -> list[object]:
    return [(item.index, answer(item.result), item.error) for item in items]


def one_by_one(problems: Iterable[Any]) -> list[object]:
    """What a batch must answer, by `solve` alone."""
    expected: list[object] = []
    for index, problem in enumerate(problems):
        result, error = None, None
        try:
            if isinstance(problem, str | bytes):
                problem = problem_from_json(problem)
            elif not isinstance(problem, Problem | DuelMastersProblem):
                raise wrong("problem", problem, "a problem, or its JSON text")
            result = solver.solve(problem)
        except Exception as caught:
            error = chunk.Fault(type(caught).__name__, str(caught))
        expected.append((index, answer(result), error))
    return expected


MIXED = [*PROBLEMS, *TEXTS, *BAD, *PROBLEMS[::-1], *TEXTS[::2], *BAD, *PROBLEMS, *TEXTS]


@pytest.fixture(scope="module")
def expected() -> list[object]:
    return one_by_one(MIXED)


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """Collect the problems that are solved in this process."""
    problems: list[Problem] = []

    def solve(problem: Problem, **options: Any) -> Result:
        problems.append(problem)
        return Result(Status.UNKNOWN, objective={"losses": len(problems)}, problem=problem)

    monkeypatch.setattr(chunk, "solve", solve)
    return problems


# --- the same answers in the same order ----------------------------------------------------------


@pytest.mark.parametrize("size", [None, 1, 3])
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_answers_are_those_of_solve(
    jobs: int, size: int | None, expected: list[object]
) -> None:
    assert answers(solve_many(MIXED, jobs=jobs, chunk=size)) == expected


@pytest.mark.parametrize("size", [None, 1, 5])
def test_any_map_will_do(
    size: int | None, expected: list[object], processes: ProcessPoolExecutor
) -> None:
    def as_list(function: Callable[[Chunk], Any], chunks: Iterable[Chunk]) -> list[Any]:
        return [function(each) for each in chunks]

    with ThreadPoolExecutor(2) as threads:
        for mapper in (map, as_list, threads.map, processes.map):
            items = solve_many(MIXED, mapper=mapper, chunk=size, jobs=2)
            assert answers(items) == expected


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from([*PROBLEMS[2:], *TEXTS[2:], *BAD[2:5]]), max_size=30),
    st.integers(1, 9),
    st.integers(1, 3),
)
def test_any_stream_is_answered_as_by_solve(problems: list[Any], size: int, jobs: int) -> None:
    expected = one_by_one(problems)
    assert answers(solve_many(problems)) == expected
    assert answers(solve_many(iter(problems), mapper=map, chunk=size, jobs=jobs)) == expected


@pytest.mark.parametrize("mapper", [None, map])
def test_options_reach_the_solver(
    mapper: workers.Mapper | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def solve(problem: Problem, **options: Any) -> Result:
        asked.append(options)
        return Result(Status.UNKNOWN)

    monkeypatch.setattr(chunk, "solve", solve)
    list(solve_many(PROBLEMS[:1], mapper=mapper, backend="flow", time_limit_s=2.5, seed=7))
    assert asked == [{"backend": "flow", "time_limit_s": 2.5, "seed": 7}]


@pytest.mark.parametrize(
    "options",
    [{"jobs": 0}, {"chunk": 0}, {"seed": -1}, {"seed": 2**31}, {"time_limit_s": -1.0}],
    ids=str,
)
def test_numbers_out_of_range_are_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        solve_many([], **options)


@pytest.mark.parametrize(
    "wrong", [lambda f, c: reversed([*map(f, c)]), lambda f, c: [*map(f, c)][1:]]
)
def test_a_map_that_mixes_answers_up_is_found_out(wrong: workers.Mapper) -> None:
    with pytest.raises(ValueError, match=r"order|shorter"):
        list(solve_many(PROBLEMS, mapper=wrong, chunk=1))


# --- equal problems ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"mapper": map, "chunk": 9}])
def test_equal_problems_are_solved_once(solved: list[Problem], options: dict[str, Any]) -> None:
    problem = magic("{W}", "Plains")
    spellings = [
        problem_to_json(problem),
        '{"pay": {"cost": "w"}, "board": "1 Plains", "autotap": 1}',
        '{"autotap": 1, "board": {"sources": [{"name": "Plains"}]}, "pay": {"cost": "{W}"}}',
    ]
    stream: list[Any] = [problem, *spellings, magic("{W}", "Plains"), *spellings, problem]
    items = list(solve_many(stream, **options))
    assert solved == [problem]
    results = [item.result for item in items if item.result]
    assert [result.problem for result in results] == [problem] * len(stream)
    assert results[4].problem is stream[4]


def test_equal_problems_get_a_result_each(solved: list[Problem]) -> None:
    first, second = (item.result for item in solve_many([PROBLEMS[0]] * 2))
    assert len(solved) == 1
    assert first
    assert second
    first.objective["losses"] = 99  # type: ignore[index]
    assert second.objective == {"losses": 1}


def test_only_recent_problems_are_remembered(
    solved: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "RECENT", 2)
    monkeypatch.setattr(workers, "KNOWN", 1)
    a, b, c = PROBLEMS[:3]
    list(solve_many([a, b, a, b, c, b, a]))
    assert solved == [a, b, c, a]


def test_problems_that_only_look_equal_are_told_apart() -> None:
    """MTG-KW-08: emerge counts the mana value of the creature, which equality leaves out."""
    spell = Spell(ManaCost.parse("{6}{U}"), options=(emerge("{5}{U}"),))
    board = "4 Island; Bear (types: creature, cost: %s) []"
    costs = ("{1}{G}", "{G}", "{1}{G}")
    problems = [Problem(Board.parse(board % cost), spell) for cost in costs]
    assert problems[0] == problems[1]
    for options in ({}, {"mapper": map}):
        items = solve_many(problems, **options)  # type: ignore[arg-type]
        paid = [item.result.payment is not None for item in items if item.result]
        assert paid == [True, False, True]


# --- errors --------------------------------------------------------------------------------------


def test_a_fault_of_the_solver_is_an_item_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(problem: Problem, **options: Any) -> Result:
        raise InternalError("terms differ")

    monkeypatch.setattr(chunk, "solve", solve)
    (item,) = solve_many(PROBLEMS[:1])
    assert item == batch.BatchItem(0, error=chunk.Fault("InternalError", "terms differ"))


@pytest.mark.parametrize("options", [{}, {"mapper": map}, {"jobs": 2}], ids=str)
def test_input_that_breaks_off_is_answered_up_to_there(options: dict[str, Any]) -> None:
    def broken() -> Iterator[Problem | DuelMastersProblem]:
        yield from PROBLEMS[:3]
        raise OSError("no more")

    items: list[BatchItem] = []
    with pytest.raises(OSError, match="no more"):
        items.extend(solve_many(broken(), **options))
    assert answers(items) == one_by_one(PROBLEMS[:3])


# --- streaming -----------------------------------------------------------------------------------


def endless(read: list[str] | None = None, distinct: bool = True) -> Iterator[str]:
    """Yield problems that can be paid, and note which were asked for."""
    for life in count(1):
        board = {"text": "Plains; Island", "life": life if distinct else 1}
        text = json.dumps({"autotap": 1, "board": board, "pay": {"cost": "{W}{U}"}})
        if read is not None:
            read.append(text)
        yield text


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("options", [{}, {"mapper": map}, {"jobs": 2}], ids=str)
def test_endless_input_is_read_as_needed(options: dict[str, Any], distinct: bool) -> None:
    read: list[str] = []
    items = solve_many(endless(read, distinct), chunk=2, **options)
    assert read == []
    for number, item in enumerate(islice(items, 40)):
        assert item.index == number
        assert item.result
        assert item.result.status is Status.OPTIMAL
        if not options:
            assert len(read) == number + 1
    most = 2 * workers.AHEAD * 2 * 2 * (1 if distinct else batch.REACH)
    assert len(read) <= 40 + most
    items.close()


def test_memory_does_not_grow_with_the_stream(
    solved: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "RECENT", 40)
    monkeypatch.setattr(workers, "KNOWN", 40)
    kinds = (Problem, chunk.Identity, batch._Task)

    def living() -> int:
        gc.collect()
        return sum(isinstance(each, kinds) for each in gc.get_objects())

    items = solve_many(endless())
    before = living()
    for _ in islice(items, 500):
        solved.clear()
    assert 40 < living() - before < 5 * 40


def test_progress_counts_items() -> None:
    seen: list[tuple[int, int | None]] = []

    def progress(done: int, total: int | None) -> None:
        seen.append((done, total))

    for item in solve_many([*PROBLEMS[:2], *BAD[:1]], progress=progress):
        assert seen[-1] == (item.index + 1, 3)
    assert [done for done, _ in seen] == [1, 2, 3]
    list(solve_many(iter(PROBLEMS[:1]), progress=progress))
    assert seen[-1] == (1, None)


def test_little_is_sent() -> None:
    """A problem does not come back with its result, but for one that was read by the worker."""
    sent = chunk.Chunk(0, (PROBLEMS[0], TEXTS[0], TEXTS[0]), "auto", None, 0)
    reply = chunk.solve_chunk(pickle.loads(pickle.dumps(sent)))
    problems = [each.problem for each in reply.outcomes if isinstance(each, Result)]
    assert problems == [None, PROBLEMS[0], PROBLEMS[0]]
    assert pickle.loads(pickle.dumps(reply)) == reply
    alone = chunk.solve_chunk(replace(sent, sources=(TEXTS[0],)))
    more = len(pickle.dumps(reply)) - len(pickle.dumps(alone))
    assert more < 300, "equal outcomes are sent once"


# --- workers -------------------------------------------------------------------------------------


class Poison(Problem):
    """Kills the process that receives it."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return _die, ()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Unsendable(Problem):
    """Cannot be pickled."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        raise pickle.PicklingError("not to be sent")


def spoiled(kind: type[Problem]) -> Problem:
    first = PROBLEMS[0]
    assert isinstance(first, Problem)
    return kind(first.board, first.spell)


def stream(number: int) -> list[Any]:
    return list(islice(endless(), number))


def test_a_worker_has_one_object_for_each_board_and_spell() -> None:
    """Whatever is remembered for an object is then known when the board comes again."""
    board, other = Board.parse("Plains; Island"), Board.parse("Plains (tapped); Island")
    spell = Spell.parse("{W}")
    chunks = [
        chunk.Chunk(number, (Problem(board, spell), Problem(other, spell), "{}"), "auto", None, 0)
        for number in range(2)
    ]
    first, second = (pickle.loads(pickle.dumps(each)) for each in chunks)
    assert [first, second] == chunks
    assert first.sources[0].board is second.sources[0].board
    assert first.sources[0].spell is second.sources[1].spell
    assert first.sources[0].board is not first.sources[1].board
    abilities = [problem.board.sources[0].abilities[0] for problem in first.sources[:2]]
    assert abilities[0] is abilities[1]


def test_a_killed_worker_loses_nothing() -> None:
    problems = stream(30)
    others = set(multiprocessing.active_children())
    items = solve_many(problems, jobs=2, chunk=3)
    got = [next(items)]
    killed = set(multiprocessing.active_children()) - others
    for process in killed:
        process.kill()
    assert killed
    got += items
    assert answers(got) == one_by_one(problems)
    assert all(item.result for item in got)


@pytest.mark.parametrize("sent", [True, False], ids=["after it is sent", "before it is sent"])
def test_a_worker_that_dies_by_chance_is_charged_to_no_problem(
    monkeypatch: pytest.MonkeyPatch, sent: bool
) -> None:
    """Beside each problem that is solved again, a process of the pool is killed once more."""
    others = set(multiprocessing.active_children())
    seen: list[Chunk] = []
    submit = workers._Pool.submit

    def kill_one() -> None:
        worker = min(
            set(multiprocessing.active_children()) - others, key=lambda each: each.pid or 0
        )
        worker.kill()
        worker.join()

    def submit_and_kill(pool: workers._Pool, part: Chunk) -> Any:
        fresh = part not in seen
        seen.append(part)
        if fresh and not sent:
            kill_one()
        future = submit(pool, part)
        if fresh and sent:
            kill_one()
        return future

    monkeypatch.setattr(workers._Pool, "submit", submit_and_kill)
    asked = chunk.Chunk(7, tuple(stream(3)), "auto", None, 0)
    with closing(workers._Pool(2)) as pool:
        submit(pool, asked).result()
        reply = pool.one_by_one(asked)
    assert [len(part.sources) for part in seen] == [1] * len(seen)
    assert len(seen) >= 3
    whole = [batch.BatchItem(index, each) for index, each in enumerate(reply.outcomes)]  # type: ignore[arg-type]
    assert answers(whole) == one_by_one(asked.sources)


def test_a_problem_that_kills_its_workers_takes_only_itself_down() -> None:
    problems = stream(24)
    problems[7] = problems[8] = spoiled(Poison)
    problems[23] = replace(problems[7], x=3)
    items = list(solve_many(problems, jobs=2, chunk=4))
    assert [item.index for item in items if item.error] == [7, 8, 23]
    assert {item.error.type for item in items if item.error} == {"BrokenProcessPool"}
    expected = one_by_one([p for p in problems if not isinstance(p, Poison)])
    healthy = [(answer(item.result), item.error) for item in items if not item.error]
    assert healthy == [row[1:] for row in expected]  # type: ignore[index]


def test_a_problem_that_cannot_be_sent_takes_only_itself_down() -> None:
    problems = stream(20)
    problems[11] = spoiled(Unsendable)
    items = list(solve_many(problems, jobs=2, chunk=4))
    assert [item.index for item in items] == list(range(20))
    (bad,) = [item for item in items if item.error]
    assert (bad.index, bad.error) == (11, chunk.Fault("PicklingError", "not to be sent"))


@pytest.mark.parametrize("finish", [True, False])
def test_no_worker_is_left(finish: bool) -> None:
    before = set(multiprocessing.active_children())
    items = solve_many(stream(8) if finish else endless(), jobs=2)
    next(items)
    assert set(multiprocessing.active_children()) > before
    if finish:
        list(items)
    else:
        items.close()
    assert set(multiprocessing.active_children()) == before


# --- whole programs ------------------------------------------------------------------------------

PROGRAM = """
import sys
sys.path[:0] = {paths!r}
from itertools import count
from autotap.models import Board, Problem, Spell
from autotap.solver import solve_many

def problems():
    for life in count(1):
        board = Board.parse(f"2 Island; Azorius Signet; Mystic Gate; life: {{life}}")
        yield Problem(board, Spell.parse("{{W}}{{W}}{{U}}"))

{guard}
    list(solve_many([]))
    print("ready", flush=True)
    try:
        for item in solve_many(problems(), jobs={jobs}):
            print(item.index, item.result.status, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.fixture
def program(tmp_path: Any) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start the program in a session of its own; whatever is left of it is ended."""
    started: list[subprocess.Popen[str]] = []

    def start(jobs: int, guard: str = 'if __name__ == "__main__":') -> subprocess.Popen[str]:
        paths = [str(ROOT / ".dev"), str(ROOT)]
        file = tmp_path / "program.py"
        file.write_text(PROGRAM.format(paths=paths, guard=guard, jobs=jobs), encoding="utf-8")
        started.append(
            subprocess.Popen(
                [sys.executable, str(file)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        )
        return started[-1]

    yield start
    for process in started:
        if alive(process):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def alive(process: subprocess.Popen[str]) -> bool:
    """Tell whether anything of its session is left."""
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(process: subprocess.Popen[str]) -> bool:
    """Tell whether everything of its session ends soon."""
    until = time.monotonic() + 20
    while time.monotonic() < until and alive(process):
        time.sleep(0.05)
    return not alive(process)


@pytest.mark.parametrize(("jobs", "lines"), [(1, 30), (2, 30), (2, 0)])
def test_an_interrupt_leaves_what_is_done(
    program: Callable[..., subprocess.Popen[str]], jobs: int, lines: int
) -> None:
    """Ctrl-C reaches every process of a terminal; before the first line workers still start."""
    process = program(jobs)
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline() == "ready\n"
    first = [process.stdout.readline() for _ in range(lines)]
    time.sleep(0.2 if lines else 1.0)
    os.killpg(process.pid, signal.SIGINT)
    *done, last = [*first, *process.stdout]
    assert (last, process.stderr.read(), process.wait()) == ("interrupted\n", "", 0)
    assert done == [f"{index} OPTIMAL\n" for index in range(len(done))]
    assert ends(process)


def test_workers_end_with_their_parent(program: Callable[..., subprocess.Popen[str]]) -> None:
    process = program(2)
    assert process.stdout
    assert [process.stdout.readline() for _ in "ab"] == ["ready\n", "0 OPTIMAL\n"]
    process.kill()
    process.wait()
    assert ends(process)


def test_a_script_that_cannot_be_imported_is_told_so(
    program: Callable[..., subprocess.Popen[str]],
) -> None:
    process = program(2, guard="if True:")
    output, errors = process.communicate(timeout=60)
    assert process.returncode
    assert "OPTIMAL" not in output
    assert "call solve_many under `if __name__ == '__main__':`" in errors


def test_workers_are_not_imported_before_they_are_needed() -> None:
    code = (
        f"import sys; sys.path[:0] = {[str(ROOT / '.dev'), str(ROOT)]!r}; import autotap.solver; "
        "print({'multiprocessing', 'concurrent', 'autotap.solver.batch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
