"""Cost modifiers, and locking the total cost for one announcement (MTG-601.2f)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from autotap.models.mtg.cost import ManaCost


class Change(StrEnum):
    """What a modifier does to the total, in the order of MTG-601.2f."""

    INCREASE = "increase"
    REDUCE = "reduce"
    MINIMUM = "minimum"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One effect on the total cost.

    Parameters
    ----------
    change
        What it does.
    amount
        Mana added or taken away; for a minimum, the generic amount is the least number of mana
        (Trinisphere, MTG-601.2f-T).
    floor
        A reduction does not lower the total below this many mana (MTG-RED-07); 0 for no floor.
    spill
        Whether coloured reduction that meets no symbol of its colour lowers generic mana
        (MTG-118.7b, 118.7c); cards that say "only coloured mana" do not (MTG-RED-04).
    text
        What it is called in the trace.
    """

    change: Change
    amount: ManaCost
    floor: int = 0
    spill: bool = True
    text: str = ""
