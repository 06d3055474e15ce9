"""The command line: ``autotap pay``, ``max-x``, ``castable``, ``options``, ``payments`` and more.

Exit codes: 0 paid or answered, 1 not payable, 2 bad input, 3 not decided in time, 4 a fault of
autotap itself, 130 interrupted.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from autotap.models.problem import KeepWhen
from autotap.models.render import clean, payment_lines
from autotap.solver.command_options import (
    Additional,
    AlreadySpent,
    Assist,
    BoardText,
    CardData,
    Convoke,
    Delve,
    Graveyard,
    Improvise,
    Keep,
    KeepWhenOption,
    Kind,
    KindOption,
    Life,
    Name,
    ObjectiveName,
    Pool,
    Prefer,
    Require,
    RuleOption,
    Spare,
    TimeLimit,
    Types,
    Waterbend,
    ZoneText,
    board_data,
    given_of,
    problem_of,
    problem_of_options,
    refuse,
    stated_of,
)
from autotap.solver.terminal import Line, reported, styled, write
from autotap.solver.turn_command import turn

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result

_CODES = {"OPTIMAL": 0, "FEASIBLE": 0, "UNPAYABLE": 1, "UNKNOWN": 3}
_EXIT_CODES = (
    "Exit codes: 0 paid or answered, 1 not payable, 2 bad input, 3 not decided in time, "
    "4 a fault of autotap itself."
)
app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Pay costs in the best way, with proof.",
    epilog=_EXIT_CODES,
)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app()


def _version(wanted: bool) -> None:
    if wanted:
        with suppress(metadata.PackageNotFoundError):
            write(f"autotap {metadata.version('autotap')}\n")
            raise typer.Exit
        write("autotap (not installed)\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


@app.command(epilog=_EXIT_CODES)
def pay(
    cost: Annotated[
        str | None,
        typer.Argument(help="As '{2}{W}{U}', the name of a card, or 'fire/nature(5)' with --zone."),
    ] = None,
    board: BoardText = None,
    cards: CardData = None,
    zone: ZoneText = None,
    file: Annotated[
        Path | None, typer.Option(help="Read the whole problem from a JSON file; - for stdin.")
    ] = None,
    name: Name = "",
    types: Types = "",
    kind: KindOption = Kind.SPELL,
    x: Annotated[int | None, typer.Option(min=0, help="Value of X.")] = None,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    convoke: Convoke = False,
    improvise: Improvise = False,
    delve: Delve = False,
    waterbend: Waterbend = 0,
    assist: Assist = 0,
    additional: Additional = "",
    option: RuleOption = None,
    life_floor: Annotated[
        int | None, typer.Option(min=0, help="Life below this weighs more; 5 if left out.")
    ] = None,
    must_use: Annotated[list[str] | None, typer.Option(help="Id of a source to be used.")] = None,
    forbid: Annotated[list[str] | None, typer.Option(help="Id of a source not to use.")] = None,
    spare: Spare = None,
    prefer: Prefer = None,
    require: Require = None,
    already_spent: AlreadySpent = None,
    objective: ObjectiveName = None,
    keep: Keep = None,
    keep_when: KeepWhenOption = KeepWhen.LATER,
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the result as JSON.")] = False,
) -> None:
    """Pay COST from a board, a Duel Masters zone, or the problem in a file."""
    given = given_of(locals())
    stated = stated_of(given)
    with reported(paths=file is not None):
        if file is not None:
            refuse(stated, "beside --file")
            problem = problem_of(_read(file))
        else:
            problem = problem_of_options(given, stated)
        result = _solved(problem, time_limit_s)
    if json:
        from autotap.models.codec import result_to_json

        write(result_to_json(result) + "\n")
    else:
        write(styled(_answer(problem, result)))
    raise typer.Exit(_CODES[result.status])


@app.command(epilog=_EXIT_CODES)
def options(
    board: Annotated[str, typer.Option(help="As '2 Plains; Sol Ring (tapped)', or a file.")],
    cards: CardData = None,
    life: Annotated[int | None, typer.Option(help="Life total; 20 if left out.")] = None,
    pool: Annotated[str | None, typer.Option(help="Floating mana, as '{R}{R}'.")] = None,
    graveyard: Annotated[int | None, typer.Option(min=0, help="Cards in the graveyard.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Most pools to look at; a million if left out.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write the pools as JSON.")] = False,
) -> None:
    """List every maximal pool that the mana abilities of a board can make."""
    given = given_of(locals())
    from autotap.models.mtg.mana import mana_list_text
    from autotap.solver.options import LIMIT, mana_options

    with reported():
        data = {"autotap": 1, "board": board_data(given), "pay": {"cost": "{0}"}}
        asked = cast("Problem", problem_of(data)).board
        found = mana_options(asked, limit=limit or LIMIT)
        pools = [mana_list_text(pool) for pool in found]
    if json:
        from json import dumps

        write(dumps({"pools": pools}, ensure_ascii=False) + "\n")
    else:
        heading = f"{len(pools)} maximal {'pool' if len(pools) == 1 else 'pools'}"
        write(styled([("bold", heading), *(("", f"  {each or 'nothing'}") for each in pools)]))


@app.command("max-x", epilog=_EXIT_CODES)
def max_x(
    cost: Annotated[str, typer.Argument(help="A cost with {X}, as '{X}{R}', or a card's name.")],
    board: Annotated[str, typer.Option(help="As '2 Plains; Sol Ring (tapped)', or a file.")],
    cards: CardData = None,
    name: Name = "",
    types: Types = "",
    kind: KindOption = Kind.SPELL,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    convoke: Convoke = False,
    improvise: Improvise = False,
    delve: Delve = False,
    waterbend: Waterbend = 0,
    assist: Assist = 0,
    additional: Additional = "",
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the answer as JSON.")] = False,
) -> None:
    """Find the largest X with which COST can be paid from a board; 1 if there is none."""
    given = given_of(locals())
    from autotap.solver.largest_x import Unbounded
    from autotap.solver.largest_x import max_x as largest_x

    with reported():
        problem = cast("Problem", problem_of_options(given, set()))
        largest = largest_x(problem.spell, problem.board, time_limit_s=time_limit_s)
    if json:
        said = largest.value if isinstance(largest, Unbounded) else largest
        write(_dumps({"max_x": said}))
    elif largest is None:
        write("no X can be paid\n")
    else:
        unbounded = isinstance(largest, Unbounded)
        write("X can be as large as you like\n" if unbounded else f"the largest X is {largest}\n")
    raise typer.Exit(_CODES["UNPAYABLE"] if largest is None else 0)


@app.command(epilog=_EXIT_CODES)
def castable(
    costs: Annotated[list[str], typer.Argument(metavar="COST", help="As in pay.")],
    board: BoardText = None,
    cards: CardData = None,
    zone: ZoneText = None,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    option: RuleOption = None,
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the answers as JSON.")] = False,
) -> None:
    """Tell which of the COSTs can be paid, each for itself; 1 if none can."""
    given = given_of(locals())
    from autotap.solver.hand import castable as which
    from autotap.solver.payable import time_left

    with reported():
        problems = {
            cost: problem_of_options(given | {"COST": cost}, stated_of(given)) for cost in costs
        }
        left = time_left(time_limit_s)
        answers: dict[str, bool] = {}
        for cost, problem in problems.items():
            answers |= which({cost: problem.spell}, problem.board, time_limit_s=left())
    if json:
        write(_dumps({"castable": answers}))
    else:
        write(styled([("", f"{cost}: {'yes' if yes else 'no'}") for cost, yes in answers.items()]))
    raise typer.Exit(0 if any(answers.values()) else _CODES["UNPAYABLE"])


@app.command(epilog=_EXIT_CODES)
def payments(
    cost: Annotated[str, typer.Argument(help="As in pay.")],
    board: BoardText = None,
    cards: CardData = None,
    zone: ZoneText = None,
    name: Name = "",
    types: Types = "",
    kind: KindOption = Kind.SPELL,
    x: Annotated[int | None, typer.Option(min=0, help="Value of X.")] = None,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    convoke: Convoke = False,
    improvise: Improvise = False,
    delve: Delve = False,
    waterbend: Waterbend = 0,
    assist: Assist = 0,
    additional: Additional = "",
    option: RuleOption = None,
    must_use: Annotated[list[str] | None, typer.Option(help="Id of a source to be used.")] = None,
    forbid: Annotated[list[str] | None, typer.Option(help="Id of a source not to use.")] = None,
    order: Annotated[str, typer.Option(help="'best' first, or 'any'.")] = "best",
    pareto: Annotated[
        bool, typer.Option("--pareto", help="Only those that no other beats.")
    ] = False,
    first: Annotated[int, typer.Option(min=1, help="Most payments to list.")] = 20,
    json: Annotated[bool, typer.Option("--json", help="Write the payments as JSON.")] = False,
) -> None:
    """List the distinct payments of COST that waste nothing; 1 if there is none."""
    from itertools import islice

    given = given_of(locals())
    from autotap.solver.enumeration import ways_of

    with reported():
        problem = problem_of_options(given, stated_of(given))
        ways = ways_of(problem, order=order, pareto=pareto)
        results = [way.result for way in islice(ways, first)]
        is_cut = next(ways, None) is not None
    if json:
        from json import loads

        from autotap.models.codec import result_to_json

        found = [loads(result_to_json(result)) for result in results]
        write(_dumps({"payments": found, "more": is_cut}))
    else:
        number = f"the first {len(results)}" if is_cut else str(len(results))
        lines = [("bold", f"{number} {'payment' if number == '1' else 'payments'}")]
        for place, result in enumerate(results, 1):
            lines += [("", f"{place:>3}  {_used(result)}"), ("dim", f"     {_terms(result)}")]
        write(styled(lines))
    raise typer.Exit(0 if results else _CODES["UNPAYABLE"])


@app.command(epilog=_EXIT_CODES)
def explain(
    cost: Annotated[str | None, typer.Argument(help="As in pay.")] = None,
    board: BoardText = None,
    zone: ZoneText = None,
    file: Annotated[
        Path | None, typer.Option(help="Read the whole problem from a JSON file; - for stdin.")
    ] = None,
    using: Annotated[
        list[str] | None, typer.Option(help="Id of a source: why not use it as well?")
    ] = None,
    instead_of: Annotated[
        list[str] | None, typer.Option(help="Id of a source: why not leave it alone?")
    ] = None,
    name: Name = "",
    types: Types = "",
    kind: KindOption = Kind.SPELL,
    x: Annotated[int | None, typer.Option(min=0, help="Value of X.")] = None,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    convoke: Convoke = False,
    improvise: Improvise = False,
    delve: Delve = False,
    waterbend: Waterbend = 0,
    assist: Assist = 0,
    additional: Additional = "",
    option: RuleOption = None,
    must_use: Annotated[list[str] | None, typer.Option(help="Id of a source to be used.")] = None,
    forbid: Annotated[list[str] | None, typer.Option(help="Id of a source not to use.")] = None,
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the explanation as JSON.")] = False,
) -> None:
    """Explain why COST cannot be paid and what would help, or why it is paid as it is."""
    given = given_of(locals())
    from autotap.models.explanation import explanation_to_json
    from autotap.solver.explanation import explain_result

    stated = stated_of(given)
    with reported(paths=file is not None):
        if file is not None:
            refuse(stated, "beside --file")
            problem = problem_of(_read(file))
        else:
            problem = problem_of_options(given, stated)
        explanation = explain_result(
            _solved(problem, time_limit_s),
            using=using or (),
            instead_of=instead_of or (),
            time_limit_s=time_limit_s,
        )
    if json:
        write(explanation_to_json(explanation) + "\n")
    else:
        write(styled([("", str(explanation))]))
    raise typer.Exit(_CODES[explanation.result.status])


app.command(epilog=_EXIT_CODES)(turn)


@app.command(epilog=_EXIT_CODES)
def demo(
    json: Annotated[bool, typer.Option("--json", help="Write everything as JSON.")] = False,
) -> None:
    """Pay real costs on the boards that ship with autotap."""
    from autotap.solver.demo import load_demos

    with reported():
        answers = []
        for one in load_demos():
            problem = problem_of(_demo_data(one))
            answers.append((one, problem, _solved(problem, None)))
    if json:
        write(_demo_json(answers) + "\n")
    else:
        for one, problem, result in answers:
            heading = [("bold", one.title), ("dim", one.why), ("", f"on {one.board}")]
            write(styled([*heading, *_answer(problem, result), ("", "")]))


# --- questions -----------------------------------------------------------------------------------


def _demo_data(one: Any) -> dict[str, Any]:
    pay: dict[str, Any] = {"cost": one.cost, "name": one.name}
    if one.game == "dm":
        pay["options"] = dict(one.options)
        return {"autotap": 1, "game": "duel_masters", "board": one.board, "pay": pay}
    pay |= {"types": list(one.types), "payers": list(one.alternatives)}
    board = {"text": one.board, "life": one.life, "graveyard": one.graveyard}
    return {"autotap": 1, "board": board, "pay": pay}


def _read(file: Path) -> bytes:
    """Read a file, at most one byte more than a problem may have."""
    from autotap.models.strict_json import MAX_BYTES

    if str(file) == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with file.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def _solved(problem: Problem | DuelMastersProblem, time_limit_s: float | None) -> Result:
    from autotap import solver

    return solver.solve(problem, time_limit_s=time_limit_s)


# --- answers -------------------------------------------------------------------------------------


def _answer(problem: Problem | DuelMastersProblem, result: Result) -> list[Line]:
    lines = [("", line) for line in payment_lines(problem, result)]
    if result.payment is not None and result.objective:
        proof = "proven best" if result.status == "OPTIMAL" else "best found"
        lines.append(("dim", f"  {proof}: {_terms(result)}"))
    return lines


def _terms(result: Result) -> str:
    """Name the terms that are not 0."""
    terms = result.objective.items()
    named = [f"{name.replace('_', ' ')} {value}" for name, value in terms if value]
    return ", ".join(named) or "nothing is lost"


def _used(result: Result) -> str:
    """Name what a payment uses, in its order."""
    from autotap.models.result import Payment

    payment = result.unwrap()
    if not isinstance(payment, Payment):
        return ", ".join(tap.card for tap in payment.taps) or "nothing"
    used = [step.source for step in payment.activations]
    used += [f"{way} {source}".rstrip() for spend in payment.spends for way, source in spend.payers]
    used += [f"{deed} {source}" for deed, source in payment.objects]
    used += [f"{payment.life_lost} life"] if payment.life_lost else []
    if payment.floating:
        used.append("leaves " + "".join(f"{{{mana.type}}}" for mana in payment.floating))
    return ", ".join(used) or "nothing"


def _demo_json(answers: list[tuple[Any, Problem | DuelMastersProblem, Result]]) -> str:
    import json

    from autotap.models.codec import problem_to_json, result_to_json

    return json.dumps(
        [
            {
                "title": one.title,
                "why": one.why,
                "board": one.board,
                "cost": one.cost,
                "problem": json.loads(problem_to_json(problem)),
                "result": json.loads(result_to_json(result)),
                "lines": [clean(line) for line in payment_lines(problem, result)],
            }
            for one, problem, result in answers
        ],
        ensure_ascii=False,
        indent=1,
    )


def _dumps(data: dict[str, Any]) -> str:
    from json import dumps

    return dumps(data, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
