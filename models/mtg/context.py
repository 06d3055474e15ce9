"""What a mana payment is for: the facts that spending restrictions ask about (MOD-4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.vocabulary import NONCREATURE_SUBTYPES

if TYPE_CHECKING:
    from autotap.models.mtg.symbols import ManaType


class PaymentKind(StrEnum):
    """What the rules call the thing that is paid for (MOD-4)."""

    SPELL = "spell"
    """A spell is cast."""
    ABILITY = "ability"
    """An ability is activated; mana abilities included (MTG-RES-39)."""
    SPECIAL_ACTION = "special_action"
    """Turning face up, foretelling, unlocking a door, … (MTG-116.2)."""
    RESOLUTION = "resolution"
    """A payment asked for while something resolves (MTG-118.12)."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is being paid, as far as restrictions on mana ask (MOD-4).

    Parameters
    ----------
    kind
        Spell, ability, special action or resolution.
    types
        Lower-case supertypes, card types and subtypes of the spell, or of the ability's source.
    colors
        Its colors, after devoid and the like (MTG-202.2); empty for colorless.
    mana_value
        Its mana value, with the announced X for a spell (MTG-202.3).
    symbols
        Symbols in the whole cost that is paid, without braces, as ``"X"``, ``"C"``, ``"W/U"``.
    mana_cost_symbols
        Symbols in the printed mana cost, where they differ from `symbols` (X in a kicker).
    zone
        Lower-case name of the zone that the spell is cast from or that the ability's source is
        in; the default is ``"hand"`` for spells and ``"battlefield"`` for anything else.
    keywords
        Lower-case keyword abilities of the object (``"flashback"``, ``"devoid"``,
        ``"changeling"``) and words for what is done: ``"kicked"``, ``"equip"``, ``"power-up"``,
        ``"disturb"``, ``"cumulative upkeep"``, ``"turn face up"``, ``"morph"``, ``"manifested"``,
        ``"foretell"``, ``"unlock"``, ``"class level"``.
    is_commander, owned, face_down, has_abilities
        Your commander; owned by you; face down; false for a card without abilities.
    name
        Name of the card.
    chosen
        What was chosen for the source of the mana: lower-case types, letters of colors. Nothing
        is "of the chosen type" while this is empty.

    Examples
    --------
    >>> Context(types=frozenset({"creature", "elf"})).zone
    'hand'
    """

    kind: PaymentKind = PaymentKind.SPELL
    types: frozenset[str] = frozenset()
    colors: frozenset[ManaType] = frozenset()
    mana_value: int = 0
    symbols: frozenset[str] = frozenset()
    mana_cost_symbols: frozenset[str] | None = None
    zone: str = ""
    keywords: frozenset[str] = frozenset()
    is_commander: bool = False
    owned: bool = True
    face_down: bool = False
    has_abilities: bool = True
    name: str = ""
    chosen: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.zone:
            home = "hand" if self.kind is PaymentKind.SPELL else "battlefield"
            object.__setattr__(self, "zone", home)

    @property
    def source_is_permanent(self) -> bool:
        """Whether the ability's source is on the battlefield (109.2)."""
        return self.zone == "battlefield"

    def has_subtype(self, subtype: str) -> bool:
        """Whether it has this lower-case subtype; changelings have every creature type.

        >>> Context(keywords=frozenset({"changeling"})).has_subtype("elf")
        True
        """
        if subtype in self.types:
            return True
        return "changeling" in self.keywords and subtype not in NONCREATURE_SUBTYPES
