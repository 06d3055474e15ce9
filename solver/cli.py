"""The command line: ``autotap pay`` and ``autotap demo``.

Exit codes: 0 paid, 1 not payable, 2 bad input, 3 not decided in time, 4 a fault of autotap itself,
130 interrupted.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from enum import StrEnum
from importlib import metadata
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autotap.models.render import clean, payment_lines
from autotap.solver.terminal import Line, reported, styled, write

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result

_CODES = {"OPTIMAL": 0, "FEASIBLE": 0, "UNPAYABLE": 1, "UNKNOWN": 3}
_EXIT_CODES = (
    "Exit codes: 0 paid, 1 not payable, 2 bad input, 3 not decided in time, "
    "4 a fault of autotap itself."
)
app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Pay costs in the best way, with proof.",
    epilog=_EXIT_CODES,
)


class Kind(StrEnum):
    """What is paid for."""

    SPELL = "spell"
    ABILITY = "ability"
    RESOLUTION = "resolution"


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
        str | None, typer.Argument(help="As '{2}{W}{U}', or 'fire/nature(5)' with --zone.")
    ] = None,
    board: Annotated[
        str | None, typer.Option(help="As '2 Plains; Island (tapped); Sol Ring'.")
    ] = None,
    zone: Annotated[
        str | None, typer.Option(help="A Duel Masters mana zone, as '3 Fire; Fire/Nature'.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Read the whole problem from a JSON file; - for stdin.")
    ] = None,
    name: Annotated[str, typer.Option(help="Name of what is paid for.")] = "",
    types: Annotated[str, typer.Option(help="Its types, as 'creature elf'.")] = "",
    kind: Annotated[Kind, typer.Option(help="What it is.")] = Kind.SPELL,
    x: Annotated[int | None, typer.Option(min=0, help="Value of X.")] = None,
    life: Annotated[int | None, typer.Option(help="Life total; 20 if left out.")] = None,
    pool: Annotated[str | None, typer.Option(help="Floating mana, as '{R}{R}'.")] = None,
    graveyard: Annotated[int | None, typer.Option(min=0, help="Cards in the graveyard.")] = None,
    convoke: Annotated[bool, typer.Option("--convoke", help="Creatures may help.")] = False,
    improvise: Annotated[bool, typer.Option("--improvise", help="Artifacts may help.")] = False,
    delve: Annotated[bool, typer.Option("--delve", help="The graveyard may help.")] = False,
    waterbend: Annotated[int, typer.Option(min=0, help="Largest number of waterbend taps.")] = 0,
    assist: Annotated[int, typer.Option(min=0, help="Most that another player pays.")] = 0,
    additional: Annotated[
        str, typer.Option(help="Additional cost, as 'sacrifice a creature, pay 2 life'.")
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option(help="Duel Masters rule option, as era=classic.")
    ] = None,
    life_floor: Annotated[
        int | None, typer.Option(min=0, help="Life below this weighs more; 5 if left out.")
    ] = None,
    must_use: Annotated[list[str] | None, typer.Option(help="Id of a source to be used.")] = None,
    forbid: Annotated[list[str] | None, typer.Option(help="Id of a source not to use.")] = None,
    time_limit_s: Annotated[
        float | None, typer.Option(min=0, help="Seconds for everything; no limit if left out.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write the result as JSON.")] = False,
) -> None:
    """Pay COST from a board, a Duel Masters zone, or the problem in a file."""
    if time_limit_s is not None and not isfinite(time_limit_s):
        raise typer.BadParameter("a finite number of seconds is needed for --time-limit-s")
    given = {
        "COST": cost,
        "--board": board,
        "--zone": zone,
        "--name": name,
        "--types": types,
        "--kind": None if kind is Kind.SPELL else kind,
        "--x": x,
        "--life": life,
        "--pool": pool,
        "--graveyard": graveyard,
        "--convoke": convoke,
        "--improvise": improvise,
        "--delve": delve,
        "--waterbend": waterbend,
        "--assist": assist,
        "--additional": additional,
        "--option": option,
        "--life-floor": life_floor,
        "--must-use": must_use,
        "--forbid": forbid,
    }
    stated = {key for key, value in given.items() if value not in (None, False, "", 0, [])}
    stated |= {key for key in ("--x", "--life", "--graveyard") if given[key] is not None}
    with reported(paths=file is not None):
        if file is not None:
            _refuse(stated, "beside --file")
            problem = _problem_of(_read(file))
        else:
            problem = _problem_of_options(given, stated)
        result = _solved(problem, time_limit_s)
    if json:
        from autotap.models.codec import result_to_json

        write(result_to_json(result) + "\n")
    else:
        write(styled(_answer(problem, result)))
    raise typer.Exit(_CODES[result.status])


@app.command(epilog=_EXIT_CODES)
def demo(
    json: Annotated[bool, typer.Option("--json", help="Write everything as JSON.")] = False,
) -> None:
    """Pay real costs on the boards that ship with autotap."""
    from autotap.solver.demo import load_demos

    with reported():
        answers = []
        for one in load_demos():
            problem = _problem_of(_demo_data(one))
            answers.append((one, problem, _solved(problem, None)))
    if json:
        write(_demo_json(answers) + "\n")
    else:
        for one, problem, result in answers:
            heading = [("bold", one.title), ("dim", one.why), ("", f"on {one.board}")]
            write(styled([*heading, *_answer(problem, result), ("", "")]))


# --- from options to a problem -------------------------------------------------------------------

_MAGIC_ONLY = (
    *("--types", "--kind", "--life", "--pool", "--graveyard", "--convoke", "--improvise"),
    *("--delve", "--waterbend", "--assist", "--additional", "--life-floor"),
)


_PAYERS = ("convoke", "improvise", "delve", "waterbend", "assist")


def _refuse(options: set[str], why: str) -> None:
    if options:
        raise typer.BadParameter(f"{', '.join(sorted(options))} cannot stand {why}")


def _problem_of_options(given: dict[str, Any], stated: set[str]) -> Problem | DuelMastersProblem:
    if given["COST"] is None or (given["--board"] is None) == (given["--zone"] is None):
        raise typer.BadParameter("give COST and either --board or --zone, or --file")
    data: dict[str, Any] = {
        "autotap": 1,
        "x": given["--x"],
        "must_use": given["--must-use"] or [],
        "forbid": given["--forbid"] or [],
    }
    pay: dict[str, Any] = {"cost": given["COST"], "name": given["--name"]}
    if given["--zone"] is not None:
        _refuse(stated & set(_MAGIC_ONLY), "beside --zone")
        pay["options"] = _rule_options(given["--option"] or [])
        return _problem_of(data | {"game": "duel_masters", "board": given["--zone"], "pay": pay})
    _refuse(stated & {"--option"}, "beside --board")
    pay |= {
        "kind": given["--kind"] or Kind.SPELL,
        "types": given["--types"].lower().split(),
        "payers": [way for way in _PAYERS if given[f"--{way}"]],
        "waterbend": given["--waterbend"],
        "assist": given["--assist"],
        "additional": given["--additional"],
    }
    board = {"text": given["--board"]}
    for key in ("life", "pool", "graveyard"):
        if given[f"--{key}"] is not None:
            board[key] = given[f"--{key}"]
    if given["--life-floor"] is not None:
        data["objective"] = {"life_floor": given["--life-floor"]}
    return _problem_of(data | {"board": board, "pay": pay})


def _rule_options(texts: list[str]) -> dict[str, str]:
    pairs = dict(text.partition("=")[::2] for text in texts)
    if len(pairs) < len(texts):
        raise typer.BadParameter("each --option only once")
    return pairs


def _demo_data(one: Any) -> dict[str, Any]:
    pay: dict[str, Any] = {"cost": one.cost, "name": one.name}
    if one.game == "dm":
        pay["options"] = dict(one.options)
        return {"autotap": 1, "game": "duel_masters", "board": one.board, "pay": pay}
    pay |= {"types": list(one.types), "payers": list(one.alternatives)}
    board = {"text": one.board, "life": one.life, "graveyard": one.graveyard}
    return {"autotap": 1, "board": board, "pay": pay}


def _problem_of(source: bytes | dict[str, Any]) -> Problem | DuelMastersProblem:
    from autotap.models.codec import problem_from_data, problem_from_json

    return problem_from_json(source) if isinstance(source, bytes) else problem_from_data(source)


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
        terms = (
            f"{name.replace('_', ' ')} {value}" for name, value in result.objective.items() if value
        )
        proof = "proven best" if result.status == "OPTIMAL" else "best found"
        lines.append(("dim", f"  {proof}: {', '.join(terms) or 'nothing is lost'}"))
    return lines


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


if __name__ == "__main__":
    main()
