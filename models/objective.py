"""The objective: named terms of what a payment uses up, minimised lexicographically."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from autotap.models.arguments import several, whole, wrong
from autotap.models.errors import InputError
from autotap.models.text import did_you_mean, split_outside

if TYPE_CHECKING:
    from collections.abc import Iterable

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


GAMES = {"Magic": (*MAGIC_TERMS, *MORE_MAGIC_TERMS), "Duel Masters": DUEL_MASTERS_TERMS}
"""The terms of each game."""
_KNOWN = tuple(dict.fromkeys((*GAMES["Magic"], *GAMES["Duel Masters"])))

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
    InputError
        For a weight that is no whole number.
    LimitError
        For one out of range.
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
            whole(f"weight {field.name}", getattr(self, field.name), most=MAX_WEIGHT)


@dataclass(frozen=True, slots=True)
class Objective:
    """What "best" means: terms in order of importance.

    Parameters
    ----------
    terms
        Names out of `MAGIC_TERMS` and `MORE_MAGIC_TERMS`, or of `DUEL_MASTERS_TERMS`; empty for
        the default order. Terms that are left out do not count. A `Problem` takes those of Magic,
        a `DuelMastersProblem` those of Duel Masters.
    life_floor
        Life total below which a point of life weighs more, 0 or more.
    weights
        Weights of the single losses.

    Raises
    ------
    InputError
        For an unknown or repeated term, or what is no number.
    LimitError
        For a number out of range.

    Examples
    --------
    >>> Objective(("losses", "activations")).magic_terms()
    ('losses', 'activations')
    """

    terms: tuple[str, ...] = ()
    life_floor: int = 5
    weights: LossWeights = LossWeights()

    def __post_init__(self) -> None:
        terms = several("terms", self.terms, "names of terms", str)
        object.__setattr__(self, "terms", terms)
        for number, term in enumerate(terms):
            if term not in _KNOWN:
                raise _unknown(str(term), _KNOWN, _all_terms())
            if term in terms[:number]:
                raise InputError(term, "each term once")
        whole("life_floor", self.life_floor, most=MAX_WEIGHT)
        if not isinstance(self.weights, LossWeights):
            raise wrong("weights", self.weights, "LossWeights")

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
        if not isinstance(name, str) or name not in POLICIES:
            raise _unknown(str(name), POLICIES, f"one of {', '.join(POLICIES)}")
        return cls(POLICIES[name], life_floor, weights or LossWeights())

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Read the name of a policy, or terms between commas, with the usual weights.

        Raises
        ------
        InputError
            For an unknown name, or a repeated term; names its position.

        Examples
        --------
        >>> Objective.parse("losses, activations").terms, Objective.parse("speed").terms[-1]
        (('losses', 'activations'), 'activations')
        """
        if text.strip() in POLICIES:
            return cls(POLICIES[text.strip()])
        pieces = split_outside(text, ",")
        terms = [term for _, term in pieces]
        for number, (position, term) in enumerate(pieces):
            if term not in _KNOWN:
                expected = f"a policy ({', '.join(POLICIES)}), or {_all_terms()}"
                raise _unknown(text, (*POLICIES, *_KNOWN), expected, term, position)
            if term in terms[:number]:
                raise InputError(text, "each term once", position=position)
        return cls(tuple(terms))

    def check(self, game: str) -> None:
        """Refuse terms that a game does not have.

        Parameters
        ----------
        game
            One of `GAMES`.

        Raises
        ------
        InputError
            Naming the term, or the policy that has it; lists the terms and policies of the game.

        Examples
        --------
        >>> Objective(("points_wasted",)).check("Duel Masters")
        >>> Objective.policy("speed").check("Duel Masters")
        Traceback (most recent call last):
        ...
        autotap.models.errors.InputError: input 'speed': expected an objective of Duel Masters: \
        the policy default, or terms out of spared, kept_lost, points_wasted, cards_tapped, \
        flexibility, emptied, large_numbers
        """
        known = GAMES[game]
        term = next((term for term in self.terms if term not in known), None)
        if term is None:
            return
        policy = next((name for name, terms in POLICIES.items() if terms == self.terms), None)
        there = [name for name, terms in POLICIES.items() if set(terms) <= set(known)]
        policies = f"the {'policy' if len(there) == 1 else 'policies'} {', '.join(there)}"
        expected = f"an objective of {game}: {policies}, or terms out of {', '.join(known)}"
        if policy is None:
            raise _unknown(term, known, expected)
        raise InputError(policy, expected)

    def magic_terms(self) -> tuple[str, ...]:
        """Return the terms for a Magic payment, most important first."""
        return self.terms or MAGIC_TERMS

    def duel_masters_terms(self) -> tuple[str, ...]:
        """Return the terms for a Duel Masters payment, most important first."""
        return self.terms or DUEL_MASTERS_TERMS


def _unknown(
    text: str, known: Iterable[str], expected: str, word: str = "", position: int | None = None
) -> InputError:
    """Make the error for a name that is not known, with those that look like it."""
    is_policy = (word or text) in POLICIES
    hint = "It is a policy, not a term" if is_policy else did_you_mean(word or text, known)
    return InputError(text, expected, position=position, hint=hint)


def _all_terms() -> str:
    return "terms out of " + "; or ".join(
        f"{', '.join(terms)} ({game})" for game, terms in GAMES.items()
    )
