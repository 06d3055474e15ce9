"""The objective: named terms, minimised lexicographically (design: what a payment uses up)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from autotap.models.errors import InputError, LimitError

MAGIC_TERMS = (
    "lethal",
    "spared",
    "losses",
    "preferred",
    "mana_left",
    "reserved",
    "flexibility",
    "emptied",
    "graveyard",
    "activations",
)
"""Terms of a Magic payment in their default order; ``mana_left`` is maximised.

``lethal``: 1 if life is lost and reaches 0 or less. ``spared``: sources of `Problem.spare` that are
tapped, given up or have an ability activated. ``losses``: weighted sum of what is given up
(`LossWeights`). ``preferred``: by how much the mana spent misses `Problem.prefer`
(`Wish.missed_by`). ``mana_left``: the most mana that the position left over can still make.
``reserved``: weights of the used sources that are kept for another use. ``flexibility``: what the
used sources and the spent floating mana could have paid for. ``emptied``: kinds of source used up.
``graveyard``: cards exiled from it. ``activations``: abilities activated plus objects tapped as
payers.
"""

MORE_MAGIC_TERMS = (
    "life",
    "permanents_lost",
    "cards_lost",
    "floating",
    "sources_tapped",
)
"""Terms of a Magic payment that an order may name besides those of `MAGIC_TERMS`.

``life``: life paid plus damage. ``permanents_lost``: permanents given up. ``cards_lost``: cards
that leave the hand. ``floating``: mana in the pool at the end. ``sources_tapped``: how often
permanents are tapped, for whatever cost.
"""

DUEL_MASTERS_TERMS = (
    "spared",
    "kept_lost",
    "points_wasted",
    "cards_tapped",
    "flexibility",
    "emptied",
    "large_numbers",
)
"""Terms of a Duel Masters payment in their default order; ``spared``: cards of `Problem.spare`."""

POLICIES: dict[str, tuple[str, ...]] = {
    "default": (),
    "save_life": ("lethal", "spared", "life", *MAGIC_TERMS[2:]),
    "save_permanents": ("lethal", "spared", "permanents_lost", "cards_lost", *MAGIC_TERMS[2:]),
    "speed": ("lethal", "spared", "losses", "preferred", "activations"),
}
"""Named orders of terms.

``save_life`` and ``save_permanents`` (then cards) put that before everything that can be weighed
against it. ``speed`` asks for few activations and looks at nothing that is left over, which is
quicker to click and to prove. All but ``default`` are orders of Magic terms.
"""


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
        Names out of `MAGIC_TERMS` and `MORE_MAGIC_TERMS`, or of `DUEL_MASTERS_TERMS`; empty for
        the default order. Terms that are left out do not count.
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
        known = (*MAGIC_TERMS, *MORE_MAGIC_TERMS, *DUEL_MASTERS_TERMS)
        for term in self.terms:
            if term not in known:
                raise InputError(term, f"one of {', '.join(dict.fromkeys(known))}")
        if len(set(self.terms)) < len(self.terms):
            raise InputError(" ".join(self.terms), "each term once")
        if not 0 <= self.life_floor <= MAX_WEIGHT:
            raise LimitError(f"life floor {self.life_floor}", f"a number from 0 to {MAX_WEIGHT}")

    @classmethod
    def policy(
        cls, name: str, *, life_floor: int = 5, weights: LossWeights | None = None
    ) -> Objective:
        """Return the objective with a named order of terms.

        Parameters
        ----------
        name
            One of `POLICIES`.
        life_floor, weights
            As in `Objective`; None for the usual weights.

        Raises
        ------
        InputError
            For an unknown name.
        LimitError
            For a life floor out of range.

        Examples
        --------
        >>> Objective.policy("save_life").terms[:4]
        ('lethal', 'spared', 'life', 'losses')
        """
        if name not in POLICIES:
            raise InputError(name, f"one of {', '.join(POLICIES)}")
        return cls(POLICIES[name], life_floor, weights or LossWeights())

    def magic_terms(self) -> tuple[str, ...]:
        """Return the terms for a Magic payment, most important first."""
        return self.terms or MAGIC_TERMS

    def duel_masters_terms(self) -> tuple[str, ...]:
        """Return the terms for a Duel Masters payment, most important first."""
        return self.terms or DUEL_MASTERS_TERMS
