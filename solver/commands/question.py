"""From what is given on the command line to a problem."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from autotap.models.objective import Objective
from autotap.models.problem import KeepWhen
from autotap.solver.commands import card_names
from autotap.solver.commands.parameters import Kind, refuse, stated_of

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result
    from autotap.solver.commands.parameters import Given

_MAGIC_ONLY = (
    *("--types", "--kind", "--life", "--pool", "--graveyard", "--convoke", "--improvise"),
    *("--delve", "--waterbend", "--assist", "--additional", "--life-floor", "--keep-when"),
    *("--prefer", "--require", "--already-spent"),
    *("--cards", "--alternative"),
)
_ZONE_ONLY = ("--option", "--x-cost")
_PAYERS = ("convoke", "improvise", "delve", "waterbend", "assist")


def problem_asked(given: Given, file: Path | None) -> Problem | DuelMastersProblem:
    """Make the problem of the options, or of a file where there is one."""
    if file is None:
        if given["COST"] is None or not _has_one_board(given):
            raise typer.BadParameter("give COST and either --board or --zone, or --file")
        return problem_of_options(given)
    refuse(stated_of(given), "beside --file")
    return problem_of(read(file))


def problem_of_options(given: Given) -> Problem | DuelMastersProblem:
    """Make a problem of what is given, by the names of the options."""
    stated = stated_of(given)
    _check_board(given)
    goal = objective_of(given)
    data: dict[str, Any] = {
        "autotap": 1,
        "x": given["--x"],
        "must_use": given["--must-use"] or [],
        "forbid": given["--forbid"] or [],
        "spare": given["--spare"] or [],
        "objective": {"terms": goal.terms, "life_floor": goal.life_floor},
    }
    kept = [costs.split(" + ") for costs in given["--keep"] or []]
    pay: dict[str, Any] = {"cost": given["COST"], "name": given["--name"]}
    if given["--zone"] is not None:
        data["keep"] = [{"spells": [{"cost": cost} for cost in costs]} for costs in kept]
        pay |= {
            "options": _rule_options(given["--option"] or []),
            "x_cost": given["--x-cost"],
        }
        return problem_of(data | {"game": "duel_masters", "board": given["--zone"], "pay": pay})
    ways = {
        "payers": [way for way in _PAYERS if given[f"--{way}"]],
        "waterbend": given["--waterbend"],
        "assist": given["--assist"],
    }
    pay |= ways | {
        "kind": given["--kind"] or Kind.SPELL,
        "types": given["--types"].lower().split(),
        "additional": given["--additional"],
    }
    data["keep"] = [{"spells": [_kept(cost, given) for cost in costs]} for costs in kept]
    casting = _casting(given["COST"], given, given["--alternative"])
    if casting is None:
        refuse(stated & {"--alternative"}, "beside a cost")
    else:
        told = {key for key in ("--name", "--types", "--additional") if given[key]}
        told |= {"--kind"} & stated
        refuse(told, "beside the name of a card")
        pay = _joined(card_names.spell_json(casting), ways)
        given = given | {"--board": casting.board}
    data["keep_when"] = given["--keep-when"] or KeepWhen.LATER
    data |= {"prefer": given["--prefer"] or [], "require": given["--require"] or []}
    data["already_spent"] = given["--already-spent"] or ""
    return problem_of(data | {"board": board_data(given), "pay": pay})


def _has_one_board(given: Given) -> bool:
    return (given["--board"] is None) != (given["--zone"] is None)


def _check_board(given: Given) -> None:
    """Refuse all but one board, and what means nothing beside it."""
    if not _has_one_board(given):
        raise typer.BadParameter("give either --board or --zone")
    is_zone = given["--zone"] is not None
    elsewhere, why = (_MAGIC_ONLY, "--zone") if is_zone else (_ZONE_ONLY, "--board")
    refuse(stated_of(given) & {*elsewhere}, f"beside {why}")


def board_data(given: Given) -> dict[str, Any]:
    """Return the board of a problem as its JSON form has it."""
    stated = {key: given[f"--{key}"] for key in ("life", "pool", "graveyard")}
    board = given["--board"]
    if isinstance(board, str):
        board = _board(given) if _has_files(given) else {"text": board}
    data = board if isinstance(board, dict) else card_names.board_json(board)
    return data | {k: v for k, v in stated.items() if v is not None}


def _has_files(given: Given) -> bool:
    return given.get("--cards") is not None or card_names.is_file_name(given["--board"])


def _board(given: Given) -> Board:
    return card_names.board_at(given["--board"], given.get("--cards"))


def _casting(name: str, given: Given, alternative: str = "", place: str = "COST") -> Problem | None:
    """Make the problem of casting a card; None if the name is a cost."""
    cards = given.get("--cards")
    return card_names.casting_of(name, lambda: _board(given), cards, alternative, place)


def _kept(cost: str, given: Given) -> dict[str, Any]:
    casting = _casting(cost, given, place="--keep")
    return {"cost": cost} if casting is None else card_names.spell_json(casting)


def _joined(pay: dict[str, Any], ways: dict[str, Any]) -> dict[str, Any]:
    """Add ways to pay to what a card says itself."""
    payers = sorted({*pay.get("payers", ()), *ways["payers"]})
    numbers = {key: ways[key] for key in ("waterbend", "assist") if ways[key]}
    return pay | {"payers": payers} | numbers


def objective_of(given: Given) -> Objective:
    """Return what counts as best."""
    from autotap.models.records import at

    text, life_floor = given["--objective"], given["--life-floor"]
    with at("--objective"):
        goal = Objective() if text is None else Objective.parse(text)
    return goal if life_floor is None else replace(goal, life_floor=life_floor)


def _rule_options(texts: list[str]) -> dict[str, str]:
    pairs = dict(text.partition("=")[::2] for text in texts)
    if len(pairs) < len(texts):
        raise typer.BadParameter("each --option only once")
    return pairs


def problem_of(source: bytes | dict[str, Any]) -> Problem | DuelMastersProblem:
    """Read the JSON form of a problem."""
    from autotap.models.codec import problem_from_data, problem_from_json

    return problem_from_json(source) if isinstance(source, bytes) else problem_from_data(source)


def board_asked(given: Given) -> Board | ManaZone:
    """Make the board or the zone that is given."""
    from autotap.models.duel_masters.records import zone_from_record
    from autotap.models.mtg.board_records import BoardRecord, board_from_record
    from autotap.models.records import convert

    _check_board(given)
    if given["--zone"] is not None:
        return zone_from_record(given["--zone"])
    return board_from_record(convert(board_data(given), BoardRecord, "$.board"))


def read(file: Path) -> bytes:
    """Read a file, or standard input for -; at most one byte more than a problem may have."""
    from autotap.models.strict_json import MAX_BYTES

    if str(file) == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with file.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def solved(problem: Problem | DuelMastersProblem, **options: Any) -> Result:
    """Solve a problem; the options are those of `solve`."""
    from autotap import solver

    return solver.solve(problem, **options)
