"""Telling what a sentence that no production read is about.

A sentence about mana or costs that no production reads is reported. Some such sentences are none of
a payment's business: mana that a spell or a trigger makes, abilities of other objects, permissions
for cards that no board shows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from autotap.models.mtg.oracle.words import NotRead

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.sentences import Line

SPELL_TYPES = frozenset({"instant", "sorcery"})
"""Types of the cards that are no permanents."""
ADDED = "the spell adds mana when it resolves (MTG-PRO-27)"
"""Why a sentence of a spell that adds mana is only remarked on."""
_ADDS = re.compile(r"\badds?\b(?! .*\blore counter)", re.IGNORECASE)
_MANA = re.compile(r"\{[WUBRGC](?:/[WUBRG])?\}|\bmana\b(?! (?:value|cost|symbol))", re.IGNORECASE)
_DOUBLES = re.compile(r"\b(?:doubles?|triples?)\b.*\bunspent mana\b", re.IGNORECASE)
_SPENDS = re.compile(r"\bspend\b|\bcosts? \{", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\bcreates?\b|\bemblem\b|\btarget\b", re.IGNORECASE)
_USES_STACK = re.compile(r"(?:when|whenever|at|•|I+V?\b|level)", re.IGNORECASE)
_CHAPTER = re.compile(r"[IVX]+(?:, [IVX]+)*")
_FOR_A_TIME = re.compile(
    r"(?:until|when|whenever|at|target|the next|this turn|this ability|if you cast a spell)\b",
    re.IGNORECASE,
)
_FOR_A_CARD = re.compile(
    r"\bmana (?:of any type can be spent|as though it were mana of any (?:color|type)) "
    r"to (?:cast|pay|activate) (?:for )?(?:it|them|that|those)\b",
    re.IGNORECASE,
)
_WAYS = re.compile(
    r"\b(?:spells? you cast|(?:spell|card)s?\b[^.]* in your (?:hand|graveyard))\b[^.]*"
    r"\b(?:has|have|gains?) (?:convoke|improvise|delve|assist|affinity|undaunted|kicker|buyback"
    r"|replicate|conspire|casualty|emerge|evoke|blitz|offspring|warp|foretell|flashback|escape"
    r"|retrace|jump-start|sneak|miracle)\b"
    r"|\bmay cast\b[^.]*\bspells?\b[^.]* without paying (?:its|their) mana costs?\b",
    re.IGNORECASE,
)
_PAYING = re.compile(
    r"\bfor mana\b|\bproduces?\b.*\bmana\b|\bspend\b.*\bmana\b|\bmana of any\b|\bcan't pay\b"
    r"|\blosing unspent mana\b"
    r"|\bcosts? (?:up to )?(?:\{[^}]*\})+ (?:less|more)\b|\bcosts? .*\bmana to cast\b"
    r"|\b(?:is|are|becomes?|loses?) (?:every|all|the) (?:[a-z]+ )?land types?\b"
    r"|\bcosts? (?:an additional )?(?:\d+ life|«)"
    r"|\blands?\b.* (?:is|are) the chosen type\b|\bmana abilities\b.*\bcost\b"
    r"|\brather than pay\b.*\bmana cost\b|\badditional cost to cast\b",
    re.IGNORECASE,
)


class Elsewhere(Exception):  # noqa: N818 - a signal between productions, never seen by a caller
    """What a line makes is mana, but not by a mana ability that a payment can use; says why."""


def adds_mana(text: str) -> bool:
    """Tell whether a text adds mana.

    Examples
    --------
    >>> adds_mana("Add {G}."), adds_mana("Add a lore counter."), adds_mana("Its mana value is 3.")
    (True, False, False)
    """
    return bool((_ADDS.search(text) and _MANA.search(text)) or _DOUBLES.search(text))


def concerns_mana(text: str) -> bool:
    """Tell whether a part of a mana ability speaks of mana or of what something costs.

    Examples
    --------
    >>> concerns_mana("That player adds that mana."), concerns_mana("You gain 1 life.")
    (True, False)
    """
    return bool(_MANA.search(text) or _ADDS.search(text) or _SPENDS.search(text))


def dismiss(line: Line, sentence: str, types: frozenset[str]) -> None:
    """Let a sentence pass that no production read, if it is not about mana or costs.

    Parameters
    ----------
    line, sentence
        The sentence, and the line that it is in.
    types
        Words of the card's type line.

    Raises
    ------
    Elsewhere
        If it is none of a payment's business.
    NotRead
        If it may be.
    """
    if any(map(adds_mana, line.quotes)):
        if _OF_OTHERS.search(line.text):
            raise Elsewhere("another object has the ability")
        raise NotRead("expected who has the ability in quotation marks")
    if adds_mana(sentence):
        if types & SPELL_TYPES:
            raise Elsewhere(ADDED)
        if _USES_STACK.match(line.text) or line.label:
            raise Elsewhere("a triggered ability that uses the stack (CR 605.1b)")
        raise NotRead("no production reads this sentence about mana")
    uses_stack = _USES_STACK.match(line.text) or _CHAPTER.fullmatch(line.label) or line.cost
    if _WAYS.search(sentence) and not uses_stack and not types & SPELL_TYPES:
        if _FOR_A_TIME.match(sentence):
            raise Elsewhere("it is for a time that no board shows")
        raise NotRead("no production reads this way to pay for spells")
    if _PAYING.search(sentence):
        if _FOR_A_TIME.match(sentence) or _FOR_A_CARD.search(sentence):
            raise Elsewhere("it is for a time, or for cards, that no board shows")
        raise NotRead("no production reads this sentence about mana or costs")
