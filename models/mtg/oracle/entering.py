"""How a permanent enters, as far as it matters for paying (MTG-PRO-23).

::

    entering = this "enters tapped" ["unless" needed | "if" … | "with" counters]
             | "if" needed "," this "enters tapped" | "if" … "," this "enters tapped"
             | "as" this "enters," ("choose" | "you may") … | "if" this "would enter," … "instead"
             | "when" this "enters," ("return" | "sacrifice") …
             | this "enters with" amount NAME "counters on it"
             | this "doesn't untap during your untap step"
    needed   = "you control" [amount ["or" ("more" | "fewer")]] kind

"As" this "enters, you may pay" N "life" and "if you don't, it enters tapped" belong together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from autotap.models.mtg.oracle.kinds import kind
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.side import with_characteristics
from autotap.models.mtg.sides import sides_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source


class Enters(StrEnum):
    """Whether a permanent enters tapped."""

    UNTAPPED = "untapped"
    TAPPED = "tapped"
    DEPENDS = "depends"
    """On a condition, or on what its controller pays."""


@dataclass(frozen=True, slots=True)
class Control:
    """So many permanents of a kind that a player controls.

    Parameters
    ----------
    what
        The kind, as `Source.is_a` reads it.
    least
        Fewest of them.
    most
        Most of them; None for any number.
    """

    what: str
    least: int = 0
    most: int | None = None
    life: ClassVar[int] = 0

    def holds(self, board: Board, others: int = 0) -> bool:
        """Tell whether it holds on a board, whether or not ``others`` are there, too.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> board = Board.parse("2 Tundra; Urborg, Tomb of Yawgmoth; Sol Ring")
        >>> Control("swamp or mountain", 1).holds(board), Control("land", most=2).holds(board)
        (True, False)
        """
        there = board if board.is_plain else with_characteristics(sides_of(board)[0]).board
        number = sum(source.is_a(self.what) for source in there.sources)
        return number >= self.least and (self.most is None or number + others <= self.most)

    def may_hold(self, board: Board, arriving: Iterable[Source]) -> bool:
        """Tell whether it may hold on a board before or after other things arrive there.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> board = Board.parse("Tundra; 2 Forest")
        >>> Control("land", most=2).may_hold(Board(), board.sources)
        True
        >>> Control("swamp", 1).may_hold(Board(), board.sources)
        False
        """
        may_come = self.least > 0 and any(source.is_a(self.what) for source in arriving)
        return may_come or self.holds(board)


@dataclass(frozen=True, slots=True)
class PayLife:
    """Life that may be paid as a permanent enters.

    Parameters
    ----------
    life
        How much, at least 1.
    """

    life: int

    def holds(self, board: Board, others: int = 0) -> bool:
        """Return False: nothing on a board pays it."""
        return False

    def may_hold(self, board: Board, arriving: Iterable[Source]) -> bool:
        """Return False: nothing that arrives pays it."""
        return False


@dataclass(frozen=True, slots=True)
class Untold:
    """What no board shows and no turn plans, as a card revealed from the hand."""

    life: ClassVar[int] = 0

    def holds(self, board: Board, others: int = 0) -> bool:
        """Return False: it is never sure."""
        return False

    def may_hold(self, board: Board, arriving: Iterable[Source]) -> bool:
        """Return True: it may be so on any board."""
        return True


Needed: TypeAlias = Control | PayLife | Untold
"""With what a permanent enters untapped."""


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
    unless
        With what it enters untapped where that depends on anything, else None.
    doubts
        Sentences of which no board shows what comes: what may be revealed for it to enter untapped,
        what it costs to have it enter.
    """

    tapped: Enters = Enters.UNTAPPED
    counters: tuple[tuple[str, int], ...] = ()
    stays_tapped: bool = False
    chooses: str = ""
    unless: Needed | None = None
    doubts: tuple[str, ...] = ()

    def read(self, sentence: str) -> Entering | None:
        """Add what a sentence says; None if it speaks of something else.

        Examples
        --------
        >>> Entering().read("This land enters tapped with two charge counters on it.").counters
        (('charge', 2),)
        >>> land = Entering().read("This land enters tapped unless you control a Plains.")
        >>> land.tapped, land.unless
        (<Enters.DEPENDS: 'depends'>, Control(what='plains', least=1, most=None))
        """
        words = Words(sentence)
        if words.this():
            return self._of_this(words)
        *others, before = self.doubts or ("",)
        life = _MAY_PAY_LIFE.fullmatch(before)
        if life and _IF_NOT_PAID.fullmatch(sentence):
            paid = PayLife(int(life["life"]))
            return replace(self, tapped=Enters.DEPENDS, unless=paid, doubts=tuple(others))
        if tapped := _IF_TAPPED.match(words.text):
            return self._depends(sentence, _control(tapped["needed"], negated=True))
        if _WOULD_ENTER.match(words.text):
            return self._depends(sentence)
        if _COSTS.match(words.text):
            return replace(self, doubts=(*self.doubts, sentence))
        if chosen := _AS_IT_ENTERS.match(words.text):
            choice = re.match(r"choose (.*)", chosen["what"])
            if choice:
                return replace(self, chooses=choice[1])
            return replace(self, doubts=(*self.doubts, sentence)) if chosen["may"] else self
        return None

    def _of_this(self, words: Words) -> Entering | None:
        if words.accept("doesn't untap during your untap step"):
            return replace(self, stays_tapped=True) if words.done else None
        words.accept("and")
        if not words.accept("enters the battlefield", "enters"):
            return None
        found = self
        if words.accept("tapped"):
            if words.accept("unless"):
                return self._depends(f"{words.text}.", _control(words.rest()))
            if words.accept("if"):
                return self._depends(f"{words.text}.")
            found = replace(found, tapped=Enters.TAPPED)
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

    def _depends(self, sentence: str, unless: Control | None = None) -> Entering:
        """Add that it may enter tapped; without what decides that, the sentence is a doubt."""
        doubts = self.doubts if unless else (*self.doubts, sentence)
        return replace(self, tapped=Enters.DEPENDS, unless=unless or Untold(), doubts=doubts)


@lru_cache(maxsize=1024)
def entering_of(text: str) -> Entering:
    """Read sentences of which each says how a permanent enters.

    Raises
    ------
    NotRead
        If one says something else.

    Examples
    --------
    >>> entering_of("This land enters tapped. As this land enters, choose a color.").chooses
    'a color'
    """
    found = Entering()
    for sentence in re.split(r"(?<=\.) ", text) if text else ():
        more = found.read(sentence)
        if more is None:
            raise NotRead(f"expected how a permanent enters, found {sentence!r}")
        found = more
    return found


_THIS = r"(?:it|this(?: \w+)?)"
_MAY_PAY_LIFE = re.compile(
    rf"as {_THIS} enters, you may pay (?P<life>[1-9]\d?) life\.", re.IGNORECASE
)
_IF_NOT_PAID = re.compile(rf"if you don't, {_THIS} enters tapped\.", re.IGNORECASE)
_IF_TAPPED = re.compile(rf"if (?P<needed>.*), {_THIS} enters tapped", re.IGNORECASE)
_WOULD_ENTER = re.compile(rf"if {_THIS} would enter, .* instead", re.IGNORECASE)
_COSTS = re.compile(rf"when {_THIS} enters, (?:sacrifice|return (?!target|up to))", re.IGNORECASE)
_AS_IT_ENTERS = re.compile(rf"as {_THIS} enters, (?P<may>you may )?(?P<what>.*)", re.IGNORECASE)


def _control(text: str, *, negated: bool = False) -> Control | None:
    """Read "you control" and a kind, or that it is not so; None if the board does not tell."""
    words = Words(text)
    if not words.accept("you control"):
        return None
    number = words.number() or 1
    fewer = words.accept("or more", "or fewer") == "or fewer"
    try:
        found = kind(words)
    except NotRead:
        return None
    if not words.done or found.where:
        return None
    if fewer is negated:
        return Control(found.what, number + negated)
    return Control(found.what, most=number - negated)
