"""What is measured of a solution: quantities, and the limits and terms that they enter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class What(StrEnum):
    """What a quantity counts."""

    ACTIVATED = "activated"
    """Times that an activation is used (main and closing stage)."""
    TAPPED = "tapped"
    """Times that copies of a body are tapped."""
    GONE = "gone"
    """Copies of a body that leave."""
    TOUCHED = "touched"
    """Copies of a body that are tapped, leave or have an activation."""
    USED = "used"
    """The same without the picks of the announcement."""
    SPENT = "spent"
    """Units of a resource that are used up."""
    STAYED = "stayed"
    """Units of a resource used up while its keeper, a single body, does not leave."""
    LIFE = "life"
    """Life paid plus damage."""
    BELOW_FLOOR = "below floor"
    """Points of life newly below the floor."""
    LETHAL = "lethal"
    """1 if life is lost and reaches 0 or less."""
    EMPTIED = "emptied"
    """1 if every copy of a family is touched."""
    MISSING = "missing"
    """Units of a stock that are no longer there at the end."""
    LEFT = "left"
    """The most units that the position left over can have at once."""
    ANNOUNCED = "announced"
    """1 for the announcement that is chosen."""
    SWITCH = "switch"
    """A free 0/1 variable."""
    PAID = "paid"
    """Units of a share that are taken by what is due."""
    LACKING = "lacking"
    """Units that a share lacks."""
    FLOATING = "floating"
    """Units at the end that nothing takes."""
    LOST = "lost"
    """1 if a later question cannot be answered any more."""


class Quantity(NamedTuple):
    """One measurable number of a solution; ``number`` says of what."""

    what: What
    number: int = 0


@dataclass(frozen=True, slots=True)
class Stock:
    """Units at the start whose loss is measured by ``MISSING``.

    Parameters
    ----------
    kinds
        Kinds that count as the same, its own first.
    amount
        Units at the start.
    """

    kinds: tuple[int, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class Share:
    """Units among those taken by what is due, measured by ``PAID`` and ``LACKING``.

    Parameters
    ----------
    sets
        Sets of kinds, none of which is in two of them.
    most
        Units of each set that count for ``LACKING``.
    amount
        Units that should count, of all sets together.
    """

    sets: tuple[frozenset[int], ...]
    most: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Linear:
    """``lower <= sum of coefficient * quantity <= upper``, where all switches in ``when`` hold.

    Parameters
    ----------
    parts
        ``(quantity, coefficient)`` pairs.
    lower, upper
        Bounds, None for none.
    when
        ``(switch, value)`` pairs under which it holds; empty for always.
    """

    parts: tuple[tuple[Quantity, int], ...]
    lower: int | None = None
    upper: int | None = None
    when: tuple[tuple[int, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the objective; terms are minimised lexicographically.

    Parameters
    ----------
    name
        Its public name.
    parts
        ``(quantity, weight)`` pairs.
    maximise
        Whether more is better.
    """

    name: str
    parts: tuple[tuple[Quantity, int], ...]
    maximise: bool = False
