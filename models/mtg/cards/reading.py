"""From what is printed on a card to what it does when costs are paid."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.errors import CostSyntaxError, UnsupportedCostError
from autotap.models.mtg.card import CardZone
from autotap.models.mtg.cards.counts import Counts
from autotap.models.mtg.oracle import Unread, read_card
from autotap.models.mtg.oracle.own import CAST_FROM, INSTEAD
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.vocabulary import KEYWORDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
    from autotap.models.mtg.oracle import CardReading
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.ways import CostOption

_BACK_FACE = ("disturb", "more than meets the eye")
"""Alternative costs for which the back face is cast."""


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
    doubts = [f"{one.sentence} ({one.reason})" for one in found.unread if not one.casting]
    doubts += [f"{what}: taken as none" for what in found.asks if _waits_for(source, what)]
    return replace(source, unread=tuple(doubts))


def _waits_for(source: Source, what: str) -> bool:
    """Tell whether an ability of a permanent needs a number that is not known."""
    return any(
        what in (ability.per, ability.absent, ability.condition and ability.condition[1])
        for ability in source.abilities
    )


def card_spells(
    card: PrintedCard,
    named: int | None,
    amounts: Mapping[str, int],
    zone: str,
    **rest: Any,
) -> Iterator[Spell]:
    """Yield the spells that a card can be cast as from a zone.

    First, except from the graveyard, each form for its mana cost; then each for every alternative
    cost with a name, where what that needs is met or not known. Mana cost and an alternative cost
    without a name make one spell, as the payer may choose.

    Parameters
    ----------
    card, named
        The card, and the index of the face that is meant; None for every one.
    amounts
        As in `CardReading.spell`.
    zone
        Where it is cast from.
    rest
        Other fields of `Context` and of `Spell`.

    Raises
    ------
    CostSyntaxError, UnsupportedCostError
        If the mana cost cannot be read, or has symbols that are not covered.
    """
    ways = card.from_hand if named is None else ((named,),)
    answer = amounts.answer if isinstance(amounts, Counts) else amounts.get
    rest["zone"] = zone
    if zone != CardZone.GRAVEYARD:
        for faces in ways:
            free = all(reading_of(card.forms[i]).own.met(INSTEAD, answer) for i in faces)
            yield face_spell(card, faces, amounts, free=free, **rest)
    elif card.layout == "aftermath" and card.faces[1].known:
        yield face_spell(card, (1,), amounts, **rest)
    for (face,) in (faces for faces in ways if len(faces) == 1):
        own = reading_of(card.forms[face]).own
        for option in own.alternatives:
            met = own.met(option.name, answer)
            usual = CardZone.HAND if zone == CardZone.GRAVEYARD else zone
            if met is False or CAST_FROM.get(option.name, usual) != zone:
                continue
            if option.name == INSTEAD and met:
                continue
            doubts = () if met else (f"whether {dict(own.needs)[option.name]}",)
            shown = 1 if option.name in _BACK_FACE and len(card.faces) > 1 else face
            yield face_spell(card, (shown,), amounts, option=option, doubts=doubts, **rest)


def face_spell(
    card: PrintedCard,
    faces: tuple[int, ...],
    amounts: Mapping[str, int],
    *,
    option: CostOption | None = None,
    free: bool = False,
    doubts: tuple[str, ...] = (),
    **rest: Any,
) -> Spell:
    """Make the spell that forms of a card are; the errors are those of `card_spells`.

    Parameters
    ----------
    card, faces
        The card, and indices of its `PrintedCard.forms`.
    amounts
        As in `CardReading.spell`.
    option
        The alternative cost that is paid; None for the mana cost.
    free
        Whether an alternative cost without a name may be paid in place of the mana cost.
    doubts
        What else is not understood.
    rest
        Other fields of `Context` and of `Spell`.
    """
    said: dict[str, Any] = {}
    options: tuple[CostOption, ...] = ()
    words: set[str] = set()
    unread = [
        f"{face.name}, of which only the name is known" for face in card.faces if not face.known
    ]
    for i in faces:
        found = reading_of(card.forms[i])
        said |= found.own.fields(amounts, free=free)
        options += said["options"]
        words |= card.forms[i].keywords
        unread += [one.sentence for one in found.unread if one.casting]
    if option is not None:
        options += (replace(option, least=1),)
        words |= {option.name} & KEYWORDS
    if option is not None and option.name == "bestow":
        rest["types"] = card.forms[faces[0]].types & TYPES - {"creature"} | {"aura"}
    said |= {"options": options, "unread": (*unread, *doubts)}
    said["has_abilities"] = any(card.forms[i].has_text for i in faces)
    return Spell.of(card.card, faces=faces, keywords=words, **said | rest)
