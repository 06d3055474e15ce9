"""What a mana payment is for: the facts that spending restrictions ask about (MOD-4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.vocabulary import NONCREATURE_SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.cost import ManaCost
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
        Its mana value (MTG-202.3); each {X} that `x_count` counts is 0 in it.
    x_count
        How many {X} of its mana cost wait for the announced value; see `announced`.
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
        ``"foretell"``, ``"unlock"``, ``"class level"``, and for facts of it that nothing else
        states: ``"puts tokens"``, ``"second spell"`` (of the turn), ``"watermark"``,
        ``"outside starting deck"``.
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
    x_count: int = 0
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

    @classmethod
    def of(
        cls,
        printed: ManaCost | None,
        paid: ManaCost | None,
        kind: PaymentKind = PaymentKind.SPELL,
        **facts: Any,
    ) -> Context:
        """Make a context with what follows from the costs (MTG-202.2, MTG-202.3).

        Parameters
        ----------
        printed
            Mana cost, which gives a spell its colors and mana value; None for no mana cost. The
            colors and mana value of an ability's source do not follow from the ability's cost.
        paid
            What is paid in all: the mana cost or the alternative one, with additional mana costs.
            They change neither mana value nor colors (MTG-118.8, MTG-202.4); None for no mana.
        kind
            What is paid for.
        facts
            Other fields; they go before what follows from the costs. Devoid is colorless, and
            face down there is nothing but a creature (708.2).

        Examples
        --------
        >>> from autotap.models.mtg.cost import ManaCost
        >>> printed, kicker = ManaCost.parse("{X}{1}{G}"), ManaCost.parse("{4}")
        >>> context = Context.of(printed, printed + kicker)
        >>> context.colors, context.mana_value, context.announced(3).mana_value
        (frozenset({<ManaType.G: 'G'>}), 2, 5)
        """
        if facts.get("face_down"):
            printed = None
            facts = {"types": frozenset({"creature"}), **facts, "name": ""}
        derived: dict[str, Any] = {"symbols": _symbols(paid)}
        if kind is PaymentKind.SPELL:
            derived |= _characteristics(printed)
            if derived["mana_cost_symbols"] == derived["symbols"]:
                del derived["mana_cost_symbols"]
            if "devoid" in facts.get("keywords", ()):
                del derived["colors"]
        return cls(kind=kind, **derived | facts)

    def announced(self, x: int) -> Context:
        """Return the context with X announced: it counts in the mana value (MTG-RES-36, 202.3e).

        Parameters
        ----------
        x
            Announced value, 0 or more.
        """
        if not (x and self.x_count):
            return self
        return replace(self, mana_value=self.mana_value + x * self.x_count, x_count=0)

    @property
    def source_is_permanent(self) -> bool:
        """Whether the ability's source is on the battlefield (109.2)."""
        return self.zone == "battlefield"

    def has_subtype(self, subtype: str) -> bool:
        """Whether it has this lower-case subtype; changelings have every creature type.

        Examples
        --------
        >>> Context(keywords=frozenset({"changeling"})).has_subtype("elf")
        True
        """
        if subtype in self.types:
            return True
        return "changeling" in self.keywords and subtype not in NONCREATURE_SUBTYPES


@lru_cache(maxsize=4096)
def _symbols(cost: ManaCost | None) -> frozenset[str]:
    return frozenset(str(symbol)[1:-1] for symbol in cost.symbols) if cost else frozenset()


@lru_cache(maxsize=4096)
def _characteristics(cost: ManaCost | None) -> Mapping[str, Any]:
    """Return the fields that follow from a mana cost; None is no mana cost (MTG-202.3a)."""
    return {
        "mana_cost_symbols": _symbols(cost),
        "mana_value": cost.mana_value if cost else 0,
        "x_count": cost.x_count if cost else 0,
        "colors": cost.colors if cost else frozenset(),
    }
