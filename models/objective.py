"""The objective: named terms, minimised lexicographically (design: what a payment uses up)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from autotap.models.errors import InputError, LimitError

MAGIC_TERMS = (
    "lethal",
    "losses",
    "mana_left",
    "reserved",
    "flexibility",
    "emptied",
    "graveyard",
    "activations",
)
"""Terms of a Magic payment in their default order; ``mana_left`` is maximised.

``lethal``: 1 if life is lost and reaches 0 or less. ``losses``: weighted sum of what is given up
(`LossWeights`). ``mana_left``: the most mana that the position left over can still make.
``reserved``: weights of the used sources that are kept for another use. ``flexibility``: what the
used sources and the spent floating mana could have paid for. ``emptied``: kinds of source used up.
``graveyard``: cards exiled from it. ``activations``: abilities activated plus objects tapped as
payers.
"""

DUEL_MASTERS_TERMS = (
    "points_wasted",
    "cards_tapped",
    "flexibility",
    "emptied",
    "large_numbers",
)
"""Terms of a Duel Masters payment in their default order."""


MAX_WEIGHT = 1_000_000
"""Largest weight of a loss, and largest life floor."""


@dataclass(frozen=True, slots=True)
class LossWeights:
    """What each loss weighs in the term ``losses``; all from 0 to `MAX_WEIGHT`.

    Parameters
    ----------
    life
        A point of life paid or lost to damage.
    below_floor
        Added for each point newly below `Objective.life_floor`.
    counter
        A counter removed from an object that stays.
    stays_tapped
        Tapping a source that will not untap.
    creature_tapped
        Tapping a creature, which could attack or block.
    mana_token_creature
        Giving up a token creature that has a mana ability sacrificing itself.
    mana_token
        Giving up another token, or a nontoken artifact that is no creature, with such an ability.
    token_creature
        Giving up another token creature.
    card
        Giving up a card from hand.
    land
        Giving up a land.
    permanent
        Giving up anything else.
    kept
        Something kept that cannot be paid any more, unless it has a weight of its own.

    Raises
    ------
    LimitError
        For a weight out of range.
    """

    life: int = 1
    below_floor: int = 4
    counter: int = 2
    stays_tapped: int = 2
    creature_tapped: int = 1
    mana_token_creature: int = 2
    mana_token: int = 3
    token_creature: int = 4
    card: int = 6
    land: int = 8
    permanent: int = 10
    kept: int = 6

    def __post_init__(self) -> None:
        for field in fields(self):
            weight = getattr(self, field.name)
            if not 0 <= weight <= MAX_WEIGHT:
                raise LimitError(f"{field.name} {weight}", f"a weight from 0 to {MAX_WEIGHT}")


@dataclass(frozen=True, slots=True)
class Objective:
    """What "best" means: terms in order of importance.

    Parameters
    ----------
    terms
        Names out of `MAGIC_TERMS` or `DUEL_MASTERS_TERMS`; empty for the default order. Terms that
        are left out do not count.
    life_floor
        Life total below which a point of life weighs more, 0 or more.
    weights
        Weights of the single losses.

    Raises
    ------
    InputError
        For an unknown or repeated term, or a negative number.

    Examples
    --------
    >>> Objective(("losses", "activations")).magic_terms()
    ('losses', 'activations')
    """

    terms: tuple[str, ...] = ()
    life_floor: int = 5
    weights: LossWeights = LossWeights()

    def __post_init__(self) -> None:
        known = (*MAGIC_TERMS, *DUEL_MASTERS_TERMS)
        for term in self.terms:
            if term not in known:
                raise InputError(term, f"one of {', '.join(dict.fromkeys(known))}")
        if len(set(self.terms)) < len(self.terms):
            raise InputError(" ".join(self.terms), "each term once")
        if not 0 <= self.life_floor <= MAX_WEIGHT:
            raise LimitError(f"life floor {self.life_floor}", f"a number from 0 to {MAX_WEIGHT}")

    def magic_terms(self) -> tuple[str, ...]:
        """Return the terms for a Magic payment, most important first."""
        return self.terms or MAGIC_TERMS

    def duel_masters_terms(self) -> tuple[str, ...]:
        """Return the terms for a Duel Masters payment, most important first."""
        return self.terms or DUEL_MASTERS_TERMS
