"""What is paid for: a card being used, with everything that changes its cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.duel_masters.cost import (
    DEFAULT_OPTIONS,
    DuelMastersCost,
    DuelMastersOptions,
    System,
    check_points,
)
from autotap.models.errors import UnsupportedCostError

if TYPE_CHECKING:
    from autotap.models.duel_masters.civilization import Civilization


@dataclass(frozen=True, slots=True)
class AlternativeCost:
    """A cost paid instead of the printed one, with its own civilizations (DM-31).

    Parameters
    ----------
    name
        Name of the ability, as ``"Vivid Draw"``.
    cost
        The cost in its brackets.
    """

    name: str
    cost: DuelMastersCost


@dataclass(frozen=True, slots=True)
class Increase:
    """A card costs more (DM-24).

    Parameters
    ----------
    amount
        Points added, 0 to 9999.
    name
        What the trace calls it.
    """

    amount: int
    name: str = "increase"

    def __post_init__(self) -> None:
        check_points(self.amount, "increase")


@dataclass(frozen=True, slots=True)
class Reduction:
    """A card costs less (DM-21, DM-22); for Sympathy the amount is already counted (DM-25).

    Parameters
    ----------
    amount
        Points taken off, 0 to 9999; the most that may be taken off if optional.
    floor
        This reduction never takes the cost below it: 1 for "not 0 or less", 2 for "not 1 or less".
        It does not raise a cost that is below it already.
    optional
        Whether the payer may take off less, or nothing ("may cost up to N less").
    name
        What the trace calls it.

    Examples
    --------
    >>> cocco_lupia = Reduction(2, floor=2, name="Cocco Lupia")
    >>> cocco_lupia.lowest(3), cocco_lupia.lowest(1)
    (2, 1)
    """

    amount: int
    floor: int = 0
    optional: bool = False
    name: str = "reduction"

    def __post_init__(self) -> None:
        check_points(self.amount, "reduction")
        check_points(self.floor, "floor")

    def lowest(self, cost: int) -> int:
        """Return the cost after taking off as much as possible (DM-22)."""
        return cost if cost <= self.floor else max(self.floor, cost - self.amount)


@dataclass(frozen=True, slots=True)
class AdditionalTap:
    """Further cards to be tapped beside the cost, which give no points: O-Drive (DM-33).

    Parameters
    ----------
    civilization
        Civilization of the cards.
    count
        How many, 0 to 9999.
    """

    civilization: Civilization
    count: int = 1

    def __post_init__(self) -> None:
        check_points(self.count, "number of additional cards")


@dataclass(frozen=True, slots=True)
class DuelMastersSpell:
    """A card to be used, whatever its type, as it is declared.

    Parameters
    ----------
    cost
        The printed cost; of a twinpact that of the declared side (DM-39), of a King Cell the
        combined one (DM-40). It never changes (DM-16).
    name
        Name of the card, for messages.
    alternative
        The alternative cost declared instead (DM-31).
    changes
        Increases and reductions, in any order (DM-15, DM-23).
    x_cost
        Points of one optional step that may be paid any number of times, 0 for none: Buzzrenda
        (DM-34). A step needs no civilization.
    additional
        Cards to be tapped in addition (DM-33).
    civilizations
        Civilizations due in place of those of the cost, None to keep them (DM-28, DM-56).
    free
        Whether it is used without paying its cost (DM-32): nothing changes that, and the steps and
        additional cards above do not apply.
    options
        Rule options.

    Raises
    ------
    LimitError
        If a number is out of range.
    UnsupportedCostError
        For additional cards in Duel Masters Play's, where no card is tapped.

    Examples
    --------
    >>> dragon = DuelMastersSpell(DuelMastersCost.parse("fire(6)"), "Bolshack Dragon")
    >>> print(dragon)
    Bolshack Dragon fire(6)
    """

    cost: DuelMastersCost
    name: str = ""
    alternative: AlternativeCost | None = None
    changes: tuple[Increase | Reduction, ...] = ()
    x_cost: int = 0
    additional: tuple[AdditionalTap, ...] = ()
    civilizations: frozenset[Civilization] | None = None
    free: bool = False
    options: DuelMastersOptions = DEFAULT_OPTIONS

    def __post_init__(self) -> None:
        check_points(self.x_cost, "x_cost")
        object.__setattr__(self, "changes", tuple(self.changes))
        object.__setattr__(self, "additional", tuple(self.additional))
        if self.civilizations is not None:
            object.__setattr__(self, "civilizations", frozenset(self.civilizations))
        if self.additional and self.options.system is System.PLAYS:
            raise UnsupportedCostError(
                self.name, "no additional cards in Duel Masters Play's, where no card is tapped"
            )

    @property
    def base(self) -> DuelMastersCost:
        """The cost that changes start from: the alternative one if declared (DM-31)."""
        return self.alternative.cost if self.alternative else self.cost

    @property
    def civilizations_due(self) -> frozenset[Civilization]:
        """The civilizations to be paid, unless the card turns out to be free."""
        if self.civilizations is not None:
            return self.civilizations
        return self.base.civilizations

    def __str__(self) -> str:
        shown = f"{self.alternative.name} {self.base}" if self.alternative else str(self.cost)
        return f"{self.name} {shown}".strip()
