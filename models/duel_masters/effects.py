"""Effects that rewrite the cards of a mana zone (DM-28, DM-51 to DM-55, DM-57).

Each is a pure function from a zone to a zone. ``of`` says which cards are affected; without it
all are.
"""

from __future__ import annotations

from collections.abc import Callable

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import ALL_CIVILIZATIONS
from autotap.models.duel_masters.zone import ManaZone

Selection = Callable[[DuelMastersCard], bool]


def every_card(card: DuelMastersCard) -> bool:
    """Select every card."""
    return True


def multicolored(card: DuelMastersCard) -> bool:
    """Select the cards of two or more civilizations."""
    return card.is_multicolored


def face_down(card: DuelMastersCard) -> bool:
    """Select the face-down cards."""
    return card.face_down


def give_all_civilizations(zone: ManaZone, of: Selection = every_card) -> ManaZone:
    """Let cards have every civilization; their mana numbers stay (DM-51).

    Face-down cards stay colourless (DM-18).

    Examples
    --------
    >>> print(give_all_civilizations(ManaZone.parse("2 Nature")))
    2 Nature [all]
    """
    return _rewrite(zone, of, lambda card: card.with_civilizations(ALL_CIVILIZATIONS))


def remove_civilizations(zone: ManaZone, of: Selection = every_card) -> ManaZone:
    """Make cards colourless (DM-28).

    Examples
    --------
    >>> print(remove_civilizations(ManaZone.parse("Water")))
    Water [colorless]
    """
    return _rewrite(zone, of, lambda card: card.with_civilizations(()))


def set_mana_number(
    zone: ManaZone, number: int, of: Selection = every_card, *, optional: bool = False
) -> ManaZone:
    """Let cards have another mana number (DM-52, DM-54, DM-55), or allow it (DM-53).

    Parameters
    ----------
    zone
        The zone as it is without the effect.
    number
        The mana number that the effect gives, 0 to 9999.
    of
        Which cards are affected.
    optional
        Whether the payer may use the number from before instead, card by card.

    Examples
    --------
    >>> print(set_mana_number(ManaZone.parse("Light/Nature; Fire"), 2, multicolored, optional=True))
    Light/Nature (number 1 or 2); Fire
    """
    return _rewrite(
        zone,
        of,
        lambda card: card.with_mana_number(number, *(card.mana_number if optional else ())),
    )


def untap(zone: ManaZone, of: Selection = every_card) -> ManaZone:
    """Untap cards between two payments (DM-57).

    Examples
    --------
    >>> print(untap(ManaZone.parse("Fire (tapped)")))
    Fire
    """
    return _rewrite(zone, of, lambda card: card.with_tapped(False))


def _rewrite(
    zone: ManaZone, of: Selection, change: Callable[[DuelMastersCard], DuelMastersCard]
) -> ManaZone:
    return ManaZone(tuple(change(card) if of(card) else card for card in zone.cards))
