"""Costs with civilizations, and the rule options under which they are paid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from autotap.models.duel_masters.civilization import (
    Civilization,
    format_civilizations,
    parse_civilizations,
)
from autotap.models.errors import CostSyntaxError, LimitError, placed
from autotap.models.text import fold, stripped

MAX_POINTS = 9999
"""Largest cost, mana number and cost change that is accepted."""

_FORMS = (
    re.compile(r"(?P<civilizations>[^()0-9]*?)\s*\(\s*(?P<points>[0-9]+)\s*\)"),
    re.compile(r"(?P<points>[0-9]+)\s+(?P<civilizations>[^()0-9]+)"),
    re.compile(r"(?P<civilizations>[^()0-9]+?)\s+(?P<points>[0-9]+)"),
)


def check_points(value: int, what: str) -> None:
    """Raise `LimitError` unless ``value`` lies in 0..`MAX_POINTS`."""
    if not 0 <= value <= MAX_POINTS:
        raise LimitError(f"{what} {value}", f"0 to {MAX_POINTS}")


def read_points(digits: str) -> int:
    """Read a number in decimal digits, refusing one above `MAX_POINTS` before it is built."""
    significant = digits.lstrip("0") or "0"
    if len(significant) > len(str(MAX_POINTS)):
        raise LimitError(digits, f"0 to {MAX_POINTS}")
    return int(significant)


@dataclass(frozen=True, slots=True)
class DuelMastersCost:
    """Points and the civilizations that are paid with them (DM-5, DM-8).

    Parameters
    ----------
    points
        The cost number, 0 to 9999.
    civilizations
        Civilizations of which one card each must be tapped; empty if colourless (DM-4).

    Examples
    --------
    >>> str(DuelMastersCost.parse("5 Nature/Fire"))
    'fire/nature(5)'
    """

    points: int
    civilizations: frozenset[Civilization] = frozenset()

    def __post_init__(self) -> None:
        check_points(self.points, "cost")
        object.__setattr__(self, "civilizations", frozenset(self.civilizations))

    @classmethod
    def parse(cls, text: str) -> DuelMastersCost:
        """Read ``fire/nature(5)``, ``5 fire/nature``, ``火/自然(5)`` or ``colorless(3)``.

        Square brackets around the whole, as printed for alternative costs, are accepted. The
        civilizations must be named: a bare number does not say that the cost is colourless.

        Raises
        ------
        CostSyntaxError
            If the text has another form.
        LimitError
            If the number is above 9999.

        Examples
        --------
        >>> DuelMastersCost.parse("[colorless(3)]")
        DuelMastersCost(points=3, civilizations=frozenset())
        """
        start, shown = stripped(fold(text))
        if shown.startswith("[") and shown.endswith("]"):
            start, shown = stripped(fold(text), start + 1, start + len(shown) - 1)
        for form in _FORMS:
            found = form.fullmatch(shown)
            if found and found["civilizations"].strip():
                with placed(text, start + found.start("points")):
                    points = read_points(found["points"])
                with placed(text, start + found.start("civilizations")):
                    return cls(points, parse_civilizations(found["civilizations"]))
        raise CostSyntaxError(
            text,
            "civilizations and points such as 'fire/nature(5)' or 'colorless(3)'",
            position=0,
        )

    def __str__(self) -> str:
        return f"{format_civilizations(self.civilizations)}({self.points})"


class Era(StrEnum):
    """Whether the civilization step may exceed the cost: DM-62 (modern) or DM-61 (classic)."""

    MODERN = "modern"
    CLASSIC = "classic"


class PointOvershoot(StrEnum):
    """Whether the last card tapped for points may go beyond the cost (DM-11)."""

    EXACT = "exact"
    LAST_CARD = "last_card"


class ZeroTotal(StrEnum):
    """What a total of 0 asks for: nothing, or still one card per civilization (DM-13)."""

    FREE = "free"
    CIVILIZATIONS = "civilizations"


class System(StrEnum):
    """The card game on the table, or Duel Masters Play's (DM-64)."""

    TCG = "tcg"
    PLAYS = "plays"


@dataclass(frozen=True, slots=True)
class DuelMastersOptions:
    """Readings of the rules that a table or an era may differ in.

    The classic era knows no over-payment at all, so there `point_overshoot` has no effect.

    Examples
    --------
    >>> DuelMastersOptions(era="classic").era is Era.CLASSIC
    True
    """

    era: Era = Era.MODERN
    point_overshoot: PointOvershoot = PointOvershoot.EXACT
    zero_total: ZeroTotal = ZeroTotal.FREE
    system: System = System.TCG

    def __post_init__(self) -> None:
        for name, kind in (
            ("era", Era),
            ("point_overshoot", PointOvershoot),
            ("zero_total", ZeroTotal),
            ("system", System),
        ):
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, kind(value))
            except ValueError:
                raise CostSyntaxError(
                    f"{name}={value}", " or ".join(repr(str(k)) for k in kind)
                ) from None


DEFAULT_OPTIONS = DuelMastersOptions()
"""The modern card game, read as its rules are written."""
