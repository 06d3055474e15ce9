"""Adding the mana that mana symbols of a cost stand for (MTG-106.8 to MTG-106.11)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.models.mtg.mana import MAX_UNITS, ManaGroup
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.symbols import ManaSymbol

MAX_CHOICES = 10
"""Most {2/W}-like symbols: each doubles the number of alternatives."""

_COLORLESS = (ManaType.C,)
Units = tuple[tuple[ManaType, ...], ...]


def mana_of(cost: ManaCost, x: int = 0) -> tuple[ManaList, ...]:
    """Return what "add mana equal to that mana cost" makes, as alternatives.

    Generic mana and {S} add {C}, which is snow mana only if its source is snow; a Phyrexian
    symbol adds its color and never life; a hybrid one adds one half, of {2/W} {W} or {C}{C}.

    Parameters
    ----------
    cost
        The mana cost.
    x
        The value of X; 0 for a card that is not on the stack.

    Raises
    ------
    LimitError
        For more than `MAX_CHOICES` symbols such as {2/W}, or more than `MAX_UNITS` mana.

    Examples
    --------
    >>> from autotap.models.mtg.cost import ManaCost
    >>> from autotap.models.mtg.mana import mana_list_text
    >>> for output in mana_of(ManaCost.parse("{2}{S}{2/W}{B/R}{W/P}")):
    ...     print(mana_list_text(output))
    {C}{C}{C}{W}{B/R}{W}
    {C}{C}{C}{C}{C}{B/R}{W}
    """
    if sum(bool(symbol.generic and symbol.types) for symbol in cost.symbols) > MAX_CHOICES:
        raise LimitError(str(cost), f"at most {MAX_CHOICES} symbols such as {{2/W}}")
    outputs = []
    for halves in product(*(_halves(symbol, x) for symbol in cost.symbols)):
        units = tuple(unit for half in halves for unit in half)
        if len(units) > MAX_UNITS:
            raise LimitError(str(cost), f"at most {MAX_UNITS} mana")
        outputs.append((ManaGroup(units),) if units else ())
    return tuple(dict.fromkeys(outputs))


def _halves(symbol: ManaSymbol, x: int) -> tuple[Units, ...]:
    if symbol.variable:
        return ((_COLORLESS,) * x,)
    colorless = (_COLORLESS,) * (1 if symbol.snow else symbol.generic)
    if not symbol.types:
        return (colorless,)
    types = tuple(kind for kind in ManaType if kind in symbol.types)
    return ((types,), colorless) if symbol.generic else ((types,),)
