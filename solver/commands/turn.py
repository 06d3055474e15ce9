"""The command ``autotap turn``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autotap.solver.commands.parameters import (
    AsJson,
    BoardOrZone,
    Given,
    State,
    TimeLimit,
    taking,
)
from autotap.solver.commands.question import board_asked, read
from autotap.solver.commands.terminal import reported, styled, write

if TYPE_CHECKING:
    from autotap.models.turn import TurnCard

_CARD = re.compile(r"(?P<name>[^=]*\S)\s*=\s*(?P<text>.*?\S)\s*(?::\s*(?P<value>\d{1,7})\s*)?")


@taking(BoardOrZone, State)
def turn(
    given: Given,
    *,
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
    land_drops: Annotated[int, typer.Option(min=0, help="Lands that may be played.")] = 1,
    time_limit_s: TimeLimit = None,
    json: AsJson = False,
) -> None:
    """Plan a turn: which cards to play, in what order, and how to pay for them."""
    from autotap.models.turn_codec import hand_from_json, turn_to_json
    from autotap.models.turn_text import turn_lines
    from autotap.solver.turn import plan_turn

    in_zone = given["--zone"] is not None
    if (given["--board"] is not None) == in_zone or (card is None) == (file is None):
        raise typer.BadParameter("give --card or --file, and either --board or --zone")
    with reported(paths=file is not None):
        asked = board_asked(given)
        if file is not None:
            hand = hand_from_json(read(file), duel_masters=in_zone)
        else:
            hand = tuple(_card(text, duel_masters=in_zone) for text in card or ())
        planned = plan_turn(hand, asked, land_drops=land_drops, time_limit_s=time_limit_s)
    if json:
        write(turn_to_json(planned) + "\n")
    else:
        write(styled([("", line) for line in turn_lines(planned)]))
    raise typer.Exit(0 if planned.steps else 1)


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
