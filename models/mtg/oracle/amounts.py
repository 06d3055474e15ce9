"""Amounts: how often an output comes.

::

    amount   = "the number of" counted | "this creature's power" | "your devotion to" COLOR
             | "X" | words
    counted  = kind | NAME "counter on this" | NAME "counter removed this way" | words

What a board can count is a kind; what it cannot is asked for in words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.oracle.kinds import kind, phrase
from autotap.models.mtg.oracle.words import NotRead

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.words import Words

_COUNTER = re.compile(r"(?P<name>[\w+/-]+) counters? on (?:it|this(?: \w+)?)", re.IGNORECASE)
_REMOVED = re.compile(r"(?:[\w+/-]+ )?counters? removed this way", re.IGNORECASE)
_CHOSEN = ("sacrificed", "exiled", "discarded", "milled", "noted")


class Measured(StrEnum):
    """How an amount is found out."""

    KIND = "kind"
    """Permanents of a kind are counted."""
    X = "x"
    """The X of the cost."""
    COUNTERS = "counters"
    """Counters on the permanent are counted."""
    DEVOTION = "devotion"
    """Devotion to a color, or to that of the mana."""
    ASKED = "asked"
    """The caller is asked."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount.

    Parameters
    ----------
    kind
        How it is found out.
    what
        The kind, the name of the counters, the color, or the words.
    phrase
        All of it in words.
    everyone
        Whether the permanents of all players count.
    """

    kind: Measured
    what: str = ""
    phrase: str = ""
    everyone: bool = False


def amount(words: Words) -> Amount:
    """Read an amount, up to the end of the sentence.

    Raises
    ------
    NotRead
        If it depends on what is chosen for a cost.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.words import Words
    >>> amount(Words("the number of Gates you control")).what
    'gate'
    >>> amount(Words("this creature's power"))
    Amount(kind=<Measured.ASKED: 'asked'>, what='its power', phrase='its power', everyone=False)
    """
    if words.accept("your devotion to that color"):
        return Amount(Measured.DEVOTION)
    if words.accept("your devotion to"):
        return Amount(Measured.DEVOTION, words.take())
    if words.accept("the number of"):
        return counted(words)
    return _asked(words)


def counted(words: Words) -> Amount:
    """Read what is counted after "for each" or "the number of", up to the end."""
    rest = words.rest().strip()
    if match := _COUNTER.fullmatch(rest):
        words.upto()
        return Amount(Measured.COUNTERS, match["name"].lower(), phrase(rest))
    if _REMOVED.fullmatch(rest):
        words.upto()
        return Amount(Measured.X)
    start = words.at
    try:
        found = kind(words)
    except NotRead:
        words.at = start
        return _asked(words)
    if words.done and not found.other and found.where in ("you control", "on the battlefield"):
        return Amount(Measured.KIND, found.what, phrase(rest), found.where != "you control")
    words.at = start
    return _asked(words)


def _asked(words: Words) -> Amount:
    text = phrase(words.upto())
    if not text:
        raise words.fault("an amount")
    if re.search(r"\bx\b", text):
        raise NotRead("more than X, or less, has no place in the model")
    if any(f"{word} " in text for word in _CHOSEN) and "exiled with" not in text:
        raise NotRead(f"{text!r} depends on what is chosen for the cost")
    return Amount(Measured.ASKED, text, text)
