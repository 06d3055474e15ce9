"""The command ``autotap turn``."""

from __future__ import annotations

import re
import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from autotap.solver.command_options import (
    UNSTATED,
    BoardText,
    Graveyard,
    Life,
    Pool,
    TimeLimit,
    ZoneText,
    board_data,
    problem_of,
)
from autotap.solver.terminal import reported, styled, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.turn import TurnCard

_CARD = re.compile(r"(?P<name>[^=]*\S)\s*=\s*(?P<text>.*?\S)\s*(?::\s*(?P<value>\d{1,7})\s*)?")


def turn(
    card: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=COST, with :VALUE and what it adds or makes: "
            "'Ritual={B} adds {B}{B}{B}:0', 'Forest=land', 'Sol Ring={1}'. May be repeated."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Read the hand from a JSON file; - for stdin.")
    ] = None,
    board: BoardText = None,
    zone: ZoneText = None,
    life: Life = None,
    pool: Pool = None,
    graveyard: Graveyard = None,
    land_drops: Annotated[int, typer.Option(min=0, help="Lands that may be played.")] = 1,
    time_limit_s: TimeLimit = None,
    json: Annotated[bool, typer.Option("--json", help="Write the turn as JSON.")] = False,
) -> None:
    """Plan a turn: which cards to play, in what order, and how to pay for them."""
    from autotap.models.turn_codec import hand_from_json, turn_to_json
    from autotap.models.turn_text import turn_lines
    from autotap.solver.turn import plan_turn

    if (board is None) == (zone is None) or (card is None) == (file is None):
        raise typer.BadParameter("give --card or --file, and either --board or --zone")
    given = {"--life": life, "--pool": pool, "--graveyard": graveyard, "--board": board}
    with reported(paths=file is not None):
        asked = _zone(zone) if zone is not None else _board(given)
        if file is not None:
            hand = hand_from_json(_read(file), duel_masters=zone is not None)
        else:
            hand = tuple(_card(text, duel_masters=zone is not None) for text in card or ())
        planned = plan_turn(hand, asked, land_drops=land_drops, time_limit_s=time_limit_s)
    if json:
        write(turn_to_json(planned) + "\n")
    else:
        write(styled([("", line) for line in turn_lines(planned)]))
    raise typer.Exit(0 if planned.steps else 1)


def _board(given: Mapping[str, object]) -> Board | ManaZone:
    data = {"autotap": 1, "board": board_data({**UNSTATED, **given}), "pay": {"cost": "{0}"}}
    return problem_of(data).board


def _zone(text: str) -> ManaZone:
    from autotap.models.duel_masters.zone import ManaZone

    return ManaZone.parse(text)


def _card(text: str, *, duel_masters: bool) -> TurnCard:
    from json import dumps

    from autotap.models.turn_codec import hand_from_json

    found = _CARD.fullmatch(text.strip())
    if found is None:
        raise typer.BadParameter(f"{text!r} is not NAME=COST or NAME=COST:VALUE")
    record: dict[str, object] = {"text": found["text"]}
    if found["value"]:
        record["value"] = int(found["value"])
    (card,) = hand_from_json(dumps({found["name"]: record}), duel_masters=duel_masters)
    return card


def _read(file: Path) -> bytes:
    from autotap.models.strict_json import MAX_BYTES

    if str(file) == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with file.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)
