"""The command ``autotap turn``."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autotap.solver.commands.card_names import cards_at
from autotap.solver.commands.parameters import (
    AsJson,
    BoardOrZone,
    Given,
    Goal,
    State,
    TimeLimit,
    refuse,
    stated_of,
    taking,
)
from autotap.solver.commands.question import board_asked, objective_of, read
from autotap.solver.commands.terminal import reported, styled, write

if TYPE_CHECKING:
    from collections.abc import Iterable


@taking(BoardOrZone, State, Goal)
def turn(
    given: Given,
    *,
    card: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=COST, with what it adds or makes, and :VALUE, +N per X: "
            "'Ritual={B} adds {B}{B}{B}:0', 'Ball={X}{R}:1+2X', 'Forest=land', 'Sol Ring={1}'. "
            "A card that is known needs its NAME only. May be repeated."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Read the hand from a JSON file; - for stdin.")
    ] = None,
    land_drops: Annotated[
        int | None, typer.Option(min=0, help="Lands that may be played; 1 if left out.")
    ] = None,
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
    stated = {"--objective"} & stated_of(given)
    stated |= set() if land_drops is None else {"--land-drops"}
    refuse(stated if in_zone else set(), "beside --zone")
    with reported(zone=in_zone):
        asked = board_asked(given)
        goal = None if in_zone else objective_of(given)
    with reported(paths=file is not None):
        data = dumps(_hand(card)) if file is None else read(file)
        cards = None if given["--cards"] is None else cards_at(given["--cards"])
        place = "$." if card is None else "--card "
        hand = hand_from_json(data, duel_masters=in_zone, cards=cards, place=place)
        planned = plan_turn(
            hand, asked, land_drops=land_drops, objective=goal, time_limit_s=time_limit_s
        )
    if json:
        write(turn_to_json(planned) + "\n")
    else:
        write(styled([("", line) for line in turn_lines(planned)]))
    raise typer.Exit(0 if planned.steps else 1)


def _hand(texts: Iterable[str] | None) -> dict[str, str]:
    """Return cards by name; a text without = is only the name."""
    pairs = [text.partition("=")[::2] for text in texts or ()]
    hand = {name.strip(): text.strip() for name, text in pairs}
    if len(hand) < len(pairs):
        raise typer.BadParameter("each --card only once; --file says how many copies there are")
    return hand
