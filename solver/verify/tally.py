"""The tally of a payment: what its replay used up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from autotap.models.mtg.mana import Mana


@dataclass(frozen=True, slots=True)
class Tally:
    """What a payment used up; all that the objective asks for.

    Parameters
    ----------
    life_lost
        Life paid plus damage.
    taps
        How often each source was tapped, for whatever cost.
    counters
        How many counters each source lost.
    given_up
        Ids of the sources that left: sacrificed, exiled, returned or discarded.
    cards_discarded
        Cards discarded that are no sources.
    used
        Ids of the sources that mana abilities used, or that were tapped as payers.
    touched
        Ids of the sources used, given up, or tapped for another cost.
    graveyard
        Cards exiled from the graveyard.
    activations
        Mana abilities activated.
    payer_taps
        Objects tapped as payers.
    spent
        Mana spent on the cost itself.
    leftover
        Mana left in the pool.
    """

    life_lost: int
    taps: Mapping[str, int]
    counters: Mapping[str, int]
    given_up: Set[str]
    cards_discarded: int
    used: Set[str]
    touched: Set[str]
    graveyard: int
    activations: int
    payer_taps: int
    spent: tuple[Mana, ...]
    leftover: tuple[Mana, ...]
