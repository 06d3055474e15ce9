"""Conditions: when an ability may be activated, or makes something else.

::

    conditions = condition {"or if" condition}
    condition  = "you control" [amount] kind | words

A permanent kind of which some number is needed is a condition that the board answers; any other is
asked for in words, and counts as not met until the caller says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from autotap.models.mtg.oracle.kinds import kind, phrase
from autotap.models.mtg.oracle.words import NotRead, Words


@dataclass(frozen=True, slots=True)
class Condition:
    """So many of something are needed.

    Parameters
    ----------
    number, what
        As `ManaAbility.condition` has them.
    asked
        Whether ``what`` is in words that no board can count.
    """

    number: int
    what: str
    asked: bool = False

    @property
    def pair(self) -> tuple[int, str]:
        """The condition of a `ManaAbility`."""
        return self.number, self.what


def conditions(text: str) -> tuple[Condition, ...]:
    """Read conditions of which one is enough.

    Examples
    --------
    >>> conditions("you control a Swamp or a Mountain")
    (Condition(number=1, what='swamp or mountain', asked=False),)
    >>> conditions("you control a creature with power 4 or greater")
    (Condition(number=1, what='creature with power 4+ you control', asked=True),)
    """
    return tuple(_condition(piece) for piece in re.split(r",? or if ", text.strip()))


def _condition(text: str) -> Condition:
    words = Words(text)
    if words.accept("you control"):
        number = words.number() or 1
        words.accept("or more")
        try:
            found = kind(words)
        except NotRead:
            return asked(text)
        if words.done and not found.other and " and " not in found.what:
            return Condition(number, found.what)
    return asked(text)


def asked(text: str) -> Condition:
    """Make a condition in words.

    Examples
    --------
    >>> asked("this land has two or more charge counters on it").what
    '2+ charge counters on it'
    """
    plain = phrase(text)
    plain = re.sub(r"^if ", "", plain)
    plain = re.sub(r"^you control (.*?)(?: you control)?$", r"\1 you control", plain)
    plain = re.sub(r"^it has (?=.* counters? on it$)", "", plain)
    plain = re.sub(r"^there are ", "", plain)
    if not plain:
        raise NotRead("a condition without words")
    return Condition(1, re.sub(r"^(?:a|an|the) ", "", plain), asked=True)


def held(label: str) -> str:
    """Say in words when a line holds, by what stands before its dash; "" for always.

    An ability word has no meaning (CR 207.2c).

    Examples
    --------
    >>> held("12+"), held("Metalcraft")
    ('12 or more charge counters on this', '')
    """
    if station := re.fullmatch(r"(\d+)\+", label):
        return f"{station[1]} or more charge counters on this"
    return "max speed that you have" if label.lower() == "max speed" else ""


def own_amount(
    what: str, power: int | None, toughness: int | None, counters: tuple[tuple[str, int], ...]
) -> int | None:
    """Answer what is asked of the permanent itself; None if it is something else.

    Parameters
    ----------
    what
        As `CardReading.asks` has it.
    power, toughness, counters
        Of the permanent.

    Examples
    --------
    >>> own_amount("charge counter on it", None, None, (("charge", 3),))
    3
    >>> own_amount("2+ charge counters on it", None, None, ()), own_amount("storm", 1, 1, ())
    (0, None)
    """
    if what in ("its power", "its toughness"):
        shown = power if what == "its power" else toughness
        return None if shown is None else max(0, shown)
    needed = counters_needed(what)
    if needed is None:
        return None
    number, name = needed
    there = dict(counters).get(name, 0)
    return there if number is None else int(there >= number)


def counters_needed(what: str) -> tuple[int | None, str] | None:
    """Read words on the counters of the permanent itself: how many are needed, and their name.

    None in place of the number where they are only counted.

    Examples
    --------
    >>> counters_needed("3+ brick counters on it"), counters_needed("charge counter on it")
    ((3, 'brick'), (None, 'charge'))
    """
    match = re.fullmatch(r"(?:(\d+)\+ |an? )?([\w+/-]+) counters? on it", what)
    return (int(match[1]) if match[1] else None, match[2]) if match else None
