"""From what is printed on a card to what it does when costs are paid."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.errors import CostSyntaxError, UnsupportedCostError
from autotap.models.mtg.oracle import Unread, read_card
from autotap.models.mtg.spell import Spell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.cards.counts import Counts
    from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
    from autotap.models.mtg.oracle import CardReading
    from autotap.models.mtg.source import Source

_OF_CASTING = re.compile(r"\bcast(?:ing|s)?\b|\bcosts?\b|\bspend\b", re.IGNORECASE)


@lru_cache(maxsize=8192)
def reading_of(face: PrintedFace) -> CardReading:
    """Read a face; a mana cost that is not covered is left out and said to be unread."""
    unread: tuple[Unread, ...] = ()
    if not face.known:
        unread = (Unread(face.name, "more of it than its name"),)
    cost = face.mana_cost
    try:
        colors = face.face.colors
    except (CostSyntaxError, UnsupportedCostError) as error:
        unread += (Unread(f"mana cost {cost}", error.expected),)
        cost, colors = None, replace(face, mana_cost=None).face.colors
    found = read_card(
        face.name,
        face.type_line,
        face.text,
        mana_cost=cost,
        colors=colors,
        power=face.power,
        toughness=face.toughness,
    )
    return replace(found, unread=(*found.unread, *unread))


def face_source(face: PrintedFace, counts: Counts | None = None, **state: Any) -> Source:
    """Make the permanent that a face is, with its name as its id.

    What its abilities ask is answered by `counts` as far as a board shows it.
    """
    found = reading_of(face)
    answers = {what: counts.answer(what) for what in found.asks} if counts is not None else {}
    known = {what: number for what, number in answers.items() if number is not None}
    source = found.source(face.name, amounts=known, **state)
    doubts = [f"{one.sentence} ({one.reason})" for one in found.unread]
    doubts += [f"{what}: taken as none" for what in found.asks if _waits_for(source, what)]
    return replace(source, unread=tuple(doubts))


def _waits_for(source: Source, what: str) -> bool:
    """Tell whether an ability of a permanent needs a number that is not known."""
    return any(
        what in (ability.per, ability.absent, ability.condition and ability.condition[1])
        for ability in source.abilities
    )


def face_spell(
    card: PrintedCard, faces: tuple[int, ...], amounts: Mapping[str, int], **rest: Any
) -> Spell:
    """Make the spell that faces of a card are; ``amounts`` are those of `CardReading.spell`.

    Raises
    ------
    CostSyntaxError, UnsupportedCostError
        If the mana cost cannot be read, or has symbols that are not covered.
    """
    said: dict[str, Any] = {}
    doubts = [
        f"{face.name}, of which only the name is known" for face in card.faces if not face.known
    ]
    for i in faces:
        found = reading_of(card.faces[i])
        said |= found.own.fields(amounts)
        doubts += [one.sentence for one in found.unread if _OF_CASTING.search(one.sentence)]
    return Spell.of(card.card, faces=faces, **{**said, "unread": tuple(doubts), **rest})
