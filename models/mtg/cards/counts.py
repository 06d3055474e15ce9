"""How many there are on a board of what a card's text speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autotap.models.mtg.effects import BASIC_LAND_TYPES
from autotap.models.mtg.oracle.conditions import own_amount
from autotap.models.mtg.vocabulary import (
    COLOR_WORDS,
    NAMED_SUBTYPES,
    NONCREATURE_SUBTYPES,
    TYPES,
    singular,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.source import Source

_CARD_TYPES = TYPES - {"basic", "legendary", "snow", "world"}
_KNOWN_TYPES = TYPES | NAMED_SUBTYPES | NONCREATURE_SUBTYPES | {*COLOR_WORDS, "token", "card"}


@dataclass
class Counts(Mapping[str, int]):
    """How many there are of what a text speaks of, as the reader of cards words it.

    Looking something up that no board shows gives 0, and adds it to `unknown`; `answer`
    gives None instead.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> counts = Counts(Board.parse("Sol Ring; 2 Island; graveyard: 3 creature"))
    >>> counts["artifact"], counts["creature card in your graveyard"], counts["attacking creature"]
    (1, 3, 0)
    >>> counts.unknown
    ['attacking creature']
    """

    board: Board
    unknown: list[str] = field(default_factory=list)

    def __getitem__(self, what: str) -> int:
        found = self.answer(what)
        if found is None and what not in self.unknown:
            self.unknown.append(what)
        return found or 0

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def answer(self, what: str) -> int | None:
        """Return how many there are; None if no board shows it.

        A condition counts 1 where it is met.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> board = Board.parse("Bear (types: creature, power 4) []; Forest; Tundra")
        >>> counts = Counts(board)
        >>> counts.answer("creature with power 4+ you control"), counts.answer("storm count")
        (1, None)
        """
        for pattern, count in _PATTERNS:
            if match := pattern.fullmatch(what):
                return count(self, match)
        return self._permanents(what)

    # -- what is counted ---------------------------------------------------------------------------

    def _permanents(self, kinds: str) -> int | None:
        if not self._are_types(kinds):
            return None
        return sum(source.is_a(kinds) for source in self.board.sources)

    def _yours(self, match: re.Match[str]) -> int | None:
        return self.answer(match["kinds"])

    def _opposite(self, match: re.Match[str]) -> int | None:
        """Count 1 if an opponent has one kind of permanents, and the player the other if named."""
        if not self.board.opponents or not self._are_types(match["theirs"]):
            return None
        theirs = any(
            source.is_a(match["theirs"])
            for other in self.board.opponents
            for source in other.sources
        )
        mine = self.answer(match["mine"]) if match["mine"] else 1
        return None if mine is None else int(theirs and mine > 0)

    def _enough(self, match: re.Match[str]) -> int | None:
        """Count 1 if there are so many permanents of a kind."""
        kinds = " ".join(map(singular, match["kinds"].split()))
        found = self.answer(kinds)
        return None if found is None else int(found >= int(match["number"]))

    def _in_graveyard(self, match: re.Match[str]) -> int | None:
        kinds = match["kinds"].replace(" and ", " or ") or "card"
        if not self._are_types(kinds):
            return None
        return sum(card.is_a(kinds) for card in self.board.graveyard)

    def _strong(self, match: re.Match[str]) -> int | None:
        if not self._are_types(match["kinds"]):
            return None
        least = int(match["power"])
        found = (source for source in self.board.sources if source.is_a(match["kinds"]))
        return sum(source.power is not None and source.power >= least for source in found)

    def _all_of(self, match: re.Match[str]) -> int | None:
        """Count 1 if there is each of several permanents."""
        parts = re.split(r" and an? ", match["kinds"])
        found = [self._named(part) for part in parts]
        return None if None in found else int(all(found))

    def _named(self, part: str) -> int | None:
        """Count permanents of a kind, or with a name as in "urza's mine" for Urza's Mine."""
        known = self._permanents(part)
        if known is None and part.startswith("urza's "):
            return sum(source.is_a(part) for source in self.board.sources)
        return known

    def _total_power(self, match: re.Match[str]) -> int:
        del match
        return sum(self._powers())

    def _greatest_power(self, match: re.Match[str]) -> int:
        del match
        return max(self._powers(), default=0)

    def _enough_power(self, match: re.Match[str]) -> int:
        return int(sum(self._powers()) >= int(match["power"]))

    def _land_types(self, match: re.Match[str]) -> int:
        del match
        types = frozenset[str]().union(*(s.types for s in self.board.sources if s.is_a("land")))
        return len(types & BASIC_LAND_TYPES.keys())

    def _colors(self, match: re.Match[str]) -> int:
        del match
        there = (source.colors for source in self.board.sources if source.is_a("permanent"))
        return len(frozenset[str]().union(*there))

    def _card_types(self, match: re.Match[str]) -> int:
        del match
        there = frozenset[str]().union(*(card.types for card in self.board.graveyard))
        return len(there & _CARD_TYPES)

    def _opponents(self, match: re.Match[str]) -> int:
        del match
        return max(1, len(self.board.opponents))

    def _powers(self) -> list[int]:
        return [s.power for s in self.board.sources if s.is_a("creature") and s.power is not None]

    def _are_types(self, kinds: str) -> bool:
        """Tell whether every word is a type or a color."""
        there = _KNOWN_TYPES.union(
            *(source.types for source in self.board.sources),
            *(card.types for card in self.board.graveyard),
        )
        words = kinds.replace(" or ", " ").split()
        return all(word.removeprefix("non") in there for word in words)


@dataclass
class CountsOfSource(Mapping[str, int]):
    """What the text of one permanent counts: on the board of its controller, and on itself.

    Looking up what neither shows gives 0, and adds it to `doubts`.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> board = Board.parse("Sol Ring (tapped, 2 charge counters); Island")
    >>> counts = CountsOfSource(Counts(board), board.sources[0])
    >>> counts["it is untapped"], counts["charge counter on it"], counts["island"]
    (0, 2, 1)
    """

    board_counts: Counts
    source: Source
    doubts: list[str] = field(default_factory=list)

    def __getitem__(self, what: str) -> int:
        own = self.source
        if what in ("it is untapped", "it is tapped"):
            return int(own.tapped is (what == "it is tapped"))
        found = own_amount(what, own.power, own.toughness, own.counters)
        if found is None:
            found = self.board_counts.answer(what)
        if found is None:
            self.doubts.append(f"{what}, taken as none")
        return found or 0

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[Counts, re.Match[str]], int | None]], ...] = (
    (re.compile(r"opponents?"), Counts._opponents),
    (
        re.compile(
            r"opponent controls an? (?P<theirs>[a-z]+)(?: and you control an? (?P<mine>[a-z]+))?"
        ),
        Counts._opposite,
    ),
    (re.compile(r"card types? among cards in your graveyard"), Counts._card_types),
    (re.compile(r"(?P<kinds>[a-z ]*?) ?cards? in your graveyard"), Counts._in_graveyard),
    (re.compile(r"(?P<kinds>[a-z ]+) with power (?P<power>\d+)\+ you control"), Counts._strong),
    (re.compile(r"(?P<kinds>[a-z' -]+ and an? [a-z' -]+) you control"), Counts._all_of),
    (re.compile(r"(?P<number>\d+)\+ (?P<kinds>[a-z' ]+) you control"), Counts._enough),
    (re.compile(r"total power of creatures you control"), Counts._total_power),
    (re.compile(r"greatest power among creatures you control"), Counts._greatest_power),
    (
        re.compile(r"creatures you control have total power (?P<power>\d+)\+"),
        Counts._enough_power,
    ),
    (re.compile(r"basic land types? among lands you control"), Counts._land_types),
    (re.compile(r"colors? among permanents you control"), Counts._colors),
    (re.compile(r"(?P<kinds>[a-z ]+) you control"), Counts._yours),
)
