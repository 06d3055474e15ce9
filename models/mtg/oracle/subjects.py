"""Whose costs a sentence changes, and of which spells or abilities.

::

    subject = ["the" ("first" | "second" | …)] ["each"] kinds whose {clause}
    whose   = "you cast" | "a player casts" | "your opponents cast" | "you activate" | …
    clause  = "each turn" | "during each of your turns" | "during your turn"
            | "that target" words | "that's" kinds | "but don't own"

What no restriction says, as how many spells were cast before, is a condition in words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.oracle.conditions import asked
from autotap.models.mtg.oracle.described import payments
from autotap.models.mtg.oracle.words import NotRead

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.conditions import Condition


class Payers(StrEnum):
    """Whose costs a change is on."""

    YOU = "you"
    OPPONENTS = "opponents"
    ANYONE = "anyone"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a change of costs is on.

    Parameters
    ----------
    of
        A restriction text, as ``"only: creature spells"``.
    payers
        Whose costs.
    need
        What else must hold, None for nothing.
    """

    of: str
    payers: Payers = Payers.ANYONE
    need: Condition | None = None


YOUR_TURN = "it is your turn"
"""A condition in words."""

_WHOSE = (
    ("you cast", Payers.YOU),
    ("a player casts", Payers.ANYONE),
    ("you activate", Payers.YOU),
    ("you control", Payers.YOU),
    ("your opponents cast", Payers.OPPONENTS),
    ("your opponents activate", Payers.OPPONENTS),
    ("your opponents control", Payers.OPPONENTS),
)
_TARGETS = re.compile(r" that targets? (?P<what>.*)$", re.IGNORECASE)
_ORDINAL = re.compile(
    r"the (?P<which>first|second|third) (?P<kind>.*?) (?:each turn|during each of your turns)$",
    re.IGNORECASE,
)
_YOUR_TURN = re.compile(r" during your turn$", re.IGNORECASE)
_THAT_IS = re.compile(r"(?P<kind>.*?)spells? that(?:'s| is| are) (?:an? )?(?P<what>.*)$", re.I)
_NO_KINDS = frozenset("the your that those these it its other all historic modified".split())


def subject(text: str) -> Subject:
    """Read a subject.

    Raises
    ------
    NotRead
        If it is outside the grammar.

    Examples
    --------
    >>> print(subject("Creature spells you cast").of)
    only: creature spells
    >>> first = subject("The first creature spell you cast each turn")
    >>> print(first.of, first.payers, first.need.what, sep="; ")
    only: creature spells; you; first creature spell of a turn
    """
    text = re.sub(r"^each ", "", text, flags=re.IGNORECASE)
    needs = []
    if match := _TARGETS.search(text):
        text = text[: match.start()]
        needs.append(f"the spell targets {match['what']}")
    payers = Payers.ANYONE
    for phrase, whose in _WHOSE:
        if re.search(rf" {phrase}\b", text):
            text, payers = re.sub(rf" {phrase}\b", "", text), whose
            break
    if match := _YOUR_TURN.search(text):
        text = text[: match.start()]
        needs.append(YOUR_TURN)
    if match := _ORDINAL.fullmatch(text):
        text = match["kind"]
        needs.append(f"the {match['which']} {text} of a turn")
    if match := _THAT_IS.fullmatch(text):
        text = f"{match['what']} {match['kind']}spells"
    text = re.sub(r"(?<=spells) but don't own", " you don't own", text, flags=re.IGNORECASE)
    if len(needs) > 1:
        raise NotRead("two conditions")
    return Subject(_restricted(text), payers, asked(needs[0]) if needs else None)


def _restricted(text: str) -> str:
    text = re.sub(r"^activated abilities", "abilities", text, flags=re.IGNORECASE)
    if text.split(" ")[0].lower() in _NO_KINDS:
        raise NotRead(f"a change that is on all spells of a kind, not on {text!r}")
    return payments(text)
