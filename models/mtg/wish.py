"""Wishes: which mana should be spent on a cost, and which should not.

They read the mana that is spent on the cost itself, not what is spent on mana abilities: adamant
asks for three mana of one color, converge and sunburst count colors, and a rider works only if its
mana is spent (MTG-OBJ-02, MTG-RID). Mana counts as the type that it has, whatever it is spent as
(MTG-609.4b).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.mana import MAX_UNITS
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.mana import Mana

EXPECTED = "mana such as {R}{R}{R}, 'colors', '3 colors', 'rider' or 'rider: TEXT', or 'no ' before"
MAX_TEXT = 10_000
"""Most characters of one wish."""

_MANA = re.compile(r"(?:\{[WUBRGC]\})+", re.IGNORECASE)
_SYMBOL = re.compile(r"\{([WUBRGC])\}", re.IGNORECASE)
_COLORS = re.compile(r"(?:(?P<number>[1-5]) )?colou?rs?", re.IGNORECASE)
_RIDER = re.compile(r"rider(?:\s*:\s*(?P<text>.*\S))?", re.IGNORECASE)
_ORDER = {kind: i for i, kind in enumerate(ManaType)}


@dataclass(frozen=True, slots=True)
class Wish:
    """Mana that should, or should not, be spent on a cost.

    Exactly one of ``types``, ``colors`` and ``rider`` is stated.

    Parameters
    ----------
    types
        Types of the mana, each as often as it should be spent; kept in the order of `ManaType`.
    colors
        Number of different colors, 1 to 5.
    rider
        Text of a rider as an ability prints it, "" for any rider.
    unwanted
        Whether the mana should not be spent; not together with ``colors``.

    Raises
    ------
    InputError
        If not exactly one of the three is stated, a number of colors is unwanted, or the rider
        could not be read back.
    LimitError
        For a number of colors out of range, or more than `mana.MAX_UNITS` mana.

    Examples
    --------
    >>> adamant, converge = Wish.parse("{R}{R}{R}"), Wish.parse("colors")
    >>> adamant.types, converge.colors
    ((<ManaType.R: 'R'>, <ManaType.R: 'R'>, <ManaType.R: 'R'>), 5)
    >>> print(Wish.parse("No Rider: haste"), Wish.parse("{g}{w}"), sep="; ")
    no rider: haste; {W}{G}
    """

    types: tuple[ManaType, ...] = ()
    colors: int = 0
    rider: str | None = None
    unwanted: bool = False

    def __post_init__(self) -> None:
        stated = bool(self.types) + bool(self.colors) + (self.rider is not None)
        if stated != 1 or (self.unwanted and self.colors):
            raise InputError(self._text(), EXPECTED)
        if not 0 <= self.colors <= len(COLORS):
            raise LimitError(f"{self.colors} colors", f"1 to {len(COLORS)} colors")
        if len(self.types) > MAX_UNITS:
            raise LimitError(f"{len(self.types)} mana", f"at most {MAX_UNITS} mana")
        if self.rider and (fold(self.rider).strip() != self.rider or not self.rider.isprintable()):
            raise InputError(self.rider, "printable words of a rider")
        types = set(self.types) if self.unwanted else self.types
        object.__setattr__(self, "types", tuple(sorted(types, key=_ORDER.__getitem__)))

    @classmethod
    def parse(cls, text: str) -> Wish:
        """Read a wish; the inverse of `str`.

        Raises
        ------
        InputError
            Naming the position and what was expected there.
        """
        if len(text) > MAX_TEXT:
            raise InputError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
        words = fold(text).rstrip()
        start = len(words) - len(words.lstrip())
        unwanted = words[start : start + 3].lower() == "no "
        if unwanted:
            start += 3
            start += len(words[start:]) - len(words[start:].lstrip())
        if found := _MANA.fullmatch(words, start):
            letters = _SYMBOL.findall(found[0].upper())
            return cls(types=tuple(map(ManaType, letters)), unwanted=unwanted)
        if found := _RIDER.fullmatch(words, start):
            return cls(rider=found["text"] or "", unwanted=unwanted)
        if not unwanted and (found := _COLORS.fullmatch(words, start)):
            return cls(colors=int(found["number"] or len(COLORS)))
        raise InputError(text, EXPECTED, position=start)

    def __str__(self) -> str:
        return "no " * self.unwanted + self._text()

    def _text(self) -> str:
        if self.types:
            return "".join(f"{{{kind}}}" for kind in self.types)
        if self.rider is not None:
            return f"rider: {self.rider}" if self.rider else "rider"
        if self.colors == len(COLORS):
            return "colors"
        return f"{self.colors} color{'s' * (self.colors != 1)}"

    @property
    def size(self) -> int:
        """Most mana that must be spent for it."""
        return 0 if self.unwanted else len(self.types) + self.colors + (self.rider is not None)

    def missed_by(self, spent: Iterable[Mana]) -> int:
        """Return by how much the mana spent on a cost misses the wish.

        Of wished mana the units that are not spent, of colors those not spent, 1 if no mana with
        the rider is spent; of unwanted mana the units that are spent.

        Examples
        --------
        >>> from autotap.models.mtg.mana import parse_pool
        >>> spent = parse_pool("{R}{R}{G}")
        >>> [Wish.parse(text).missed_by(spent) for text in ("{R}{R}{R}", "colors", "no {R}")]
        [1, 3, 2]
        """
        if self.rider is not None:
            with_it = sum(self._is_ridden(mana) for mana in spent)
            return with_it if self.unwanted else int(not with_it)
        types = Counter(mana.type for mana in spent)
        if self.colors:
            return max(0, self.colors - len(types.keys() & set(COLORS)))
        if self.unwanted:
            return sum(types[kind] for kind in self.types)
        return (Counter(self.types) - types).total()

    def _is_ridden(self, mana: Mana) -> bool:
        riders = mana.tags.riders
        return self.rider in riders if self.rider else bool(riders)
