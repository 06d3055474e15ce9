"""Random choices that one problem shares: its palette of colours and its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

Case = dict[str, Any]
T = TypeVar("T")

COLORS = "WUBRG"
BASIC = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "C": "Wastes"}


class Draw:
    """Dice of one problem; most colours come from a palette of two or three.

    Parameters
    ----------
    rng
        Source of all randomness, so that a seed gives the same problem again.

    Examples
    --------
    >>> from random import Random
    >>> draw = Draw(Random(1))
    >>> 2 <= len(draw.palette) <= 3
    True
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.palette = "".join(rng.sample(COLORS, rng.choice((2, 2, 3))))

    def chance(self, probability: float) -> bool:
        """Whether an event of this probability happens."""
        return self.rng.random() < probability

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return self.rng.choice(options)

    def weighted(self, options: dict[T, float]) -> T:
        """One key, as likely as its weight says."""
        return self.rng.choices(list(options), list(options.values()))[0]

    def color(self) -> str:
        """One colour, nearly always of the palette."""
        return self.pick(self.palette if self.chance(0.93) else COLORS)

    def colors(self, number: int) -> str:
        """Different colours, those of the palette before all others."""
        first = self.rng.sample(self.palette, len(self.palette))
        others = [color for color in COLORS if color not in self.palette]
        return "".join((first + self.rng.sample(others, len(others)))[:number])


def canonical(colors: str) -> str:
    """The colours once each, in the order W U B R G.

    >>> canonical("GWG")
    'WG'
    """
    return "".join(color for color in COLORS if color in colors)


def hybrid(first: str, second: str) -> str:
    """Two colours as the inside of a hybrid symbol, in the order of the cards.

    >>> hybrid("W", "G")
    'G/W'
    """
    steps = (COLORS.index(second) - COLORS.index(first)) % 5
    return f"{first}/{second}" if steps in (1, 2) else f"{second}/{first}"
