"""How a permanent enters, as far as it matters for paying (MTG-PRO-23).

::

    entering = this "enters tapped" ["unless" … | "if" … | "with" counters]
             | "if" …"," this "enters tapped" | "as" this "enters," …
             | this "enters with" amount NAME "counters on it"
             | this "doesn't untap during your untap step"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from autotap.models.mtg.oracle.words import Words


class Enters(StrEnum):
    """Whether a permanent enters tapped."""

    UNTAPPED = "untapped"
    TAPPED = "tapped"
    DEPENDS = "depends"
    """On a condition, or on what its controller pays."""


@dataclass(frozen=True, slots=True)
class Entering:
    """How a permanent enters.

    Parameters
    ----------
    tapped
        Whether it enters tapped.
    counters
        ``(name, number)`` of the counters that it enters with, where the number is fixed.
    stays_tapped
        Whether it does not untap in the untap step.
    chooses
        What is chosen as it enters, as ``"a color"``; "" for nothing.
    """

    tapped: Enters = Enters.UNTAPPED
    counters: tuple[tuple[str, int], ...] = ()
    stays_tapped: bool = False
    chooses: str = ""

    def read(self, sentence: str) -> Entering | None:
        """Add what a sentence says; None if it speaks of something else.

        Examples
        --------
        >>> Entering().read("This land enters tapped with two charge counters on it.").counters
        (('charge', 2),)
        >>> Entering().read("This land enters tapped unless you control a Plains.").tapped
        <Enters.DEPENDS: 'depends'>
        """
        words = Words(sentence)
        if words.this():
            return self._of_this(words)
        if re.match(r"if (?:you don't|.*), (?:it|this(?: \w+)?) enters tapped", words.text, re.I):
            return replace(self, tapped=Enters.DEPENDS)
        chosen = re.match(r"as this(?: \w+)? enters, (?:you may )?(.*)", words.text, re.IGNORECASE)
        if chosen:
            choice = re.match(r"choose (.*)", chosen[1])
            return replace(self, chooses=choice[1]) if choice else self
        return None

    def _of_this(self, words: Words) -> Entering | None:
        if words.accept("doesn't untap during your untap step"):
            return replace(self, stays_tapped=True) if words.done else None
        words.accept("and")
        if not words.accept("enters the battlefield", "enters"):
            return None
        found = self
        if words.accept("tapped"):
            depends = words.peek() in ("unless", "if")
            found = replace(found, tapped=Enters.DEPENDS if depends else Enters.TAPPED)
            if depends:
                return found
        if words.accept("and doesn't untap during your untap step"):
            return replace(found, stays_tapped=True)
        if words.accept("with", "and with"):
            number = words.number()
            name = words.upto("counter", "counters").lower()
            if number is not None and words.accept("counter on it", "counters on it") and name:
                if words.done:
                    return replace(found, counters=(*found.counters, (name, number)))
                return found
        return found if words.done or found is not self else None
