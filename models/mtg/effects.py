"""Continuous effects on what sources make: one record a kind, each with who is affected.

They come from permanents (`Source.effects`), or from elsewhere (`Board.effects`);
`effect_text.py` reads and writes them. Mana is *tapped for* where a mana ability with {T} in its
cost is activated (MTG-106.12); the records speak of that unless they say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.mana import NO_TAGS, mana_list_text
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.affected import Affected
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.open_ability import OpenAbility

MAX_FACTOR = 100
"""Largest factor of a multiplier."""

BASIC_LAND_TYPES: dict[str, ManaType] = dict(
    zip(("plains", "island", "swamp", "mountain", "forest"), ManaType, strict=False)
)
"""The basic land types with the mana of the ability that each gives (MTG-PRO-25, CR 305.6)."""

ALL_TYPES = frozenset(ManaType)


@dataclass(frozen=True, slots=True)
class TypeSetting:
    """Lands have these basic land types (Blood Moon, Urborg, Celestial Dawn; MTG-PRO-25).

    Parameters
    ----------
    affected
        The lands.
    types
        Basic land types, lower case.
    added
        Whether they come in addition to the other types; else the land loses its land types and
        the abilities printed on it (CR 305.7).

    Raises
    ------
    InputError
        If a type is no basic land type.
    """

    affected: Affected
    types: frozenset[str]
    added: bool = False

    def __post_init__(self) -> None:
        for unknown in sorted(self.types - set(BASIC_LAND_TYPES)):
            raise InputError(unknown, "a basic land type: plains, island, swamp, mountain, forest")


@dataclass(frozen=True, slots=True)
class Grant:
    """Permanents have one more mana ability (Cryptolith Rite, Chromatic Lantern).

    Parameters
    ----------
    affected
        Who has it.
    ability
        The ability; "this" in it is the permanent that has it.
    """

    affected: Affected
    ability: ManaAbility | OpenAbility


@dataclass(frozen=True, slots=True)
class Multiplier:
    """A permanent tapped for mana makes a multiple of that mana (Mana Reflection, MTG-PRO-11).

    Parameters
    ----------
    affected
        The permanents.
    factor
        2 for twice as much; 2 to `MAX_FACTOR`.

    Raises
    ------
    LimitError
        If the factor is out of range.
    """

    affected: Affected
    factor: int = 2

    def __post_init__(self) -> None:
        if not 2 <= self.factor <= MAX_FACTOR:
            raise LimitError(str(self.factor), f"a factor of 2 to {MAX_FACTOR}")


@dataclass(frozen=True, slots=True)
class OutputReplacement:
    """A permanent tapped for mana makes other mana instead (Contamination, MTG-PRO-26).

    Parameters
    ----------
    affected
        The permanents.
    mana
        What is made instead; restrictions and riders of the ability stay on it (MTG-106.6).
    amount_kept
        Whether only the type changes (Pulse of Llanowar, Deep Water); then ``mana`` is one unit,
        and of its types one is chosen for all the mana. Else type and amount do (Contamination).
    at_least
        Only where at least this much mana would be made: 2 for Damping Sphere.

    Raises
    ------
    InputError
        If the mana has tags, or the amount is kept and it is not one unit.
    """

    affected: Affected
    mana: ManaList
    amount_kept: bool = False
    at_least: int = 1

    def __post_init__(self) -> None:
        text = mana_list_text(self.mana)
        if any(group.tags != NO_TAGS for group in self.mana):
            raise InputError(text, "mana without tags")
        if self.amount_kept and [len(group.units) for group in self.mana] != [1]:
            raise InputError(text, "one mana, as {U} or {Any}")


@dataclass(frozen=True, slots=True)
class ExtraMana:
    """A triggered mana ability adds mana whenever mana is made (Wild Growth, MTG-PRO-12).

    It triggers only where (that) mana was made (MTG-106.12a), and neither multipliers nor
    replacements for tapped permanents see what it adds.

    Parameters
    ----------
    affected
        The permanents whose mana triggers it.
    source
        Name of the object that has the ability: the source of the mana (MTG-106.3), which is
        not restricted by the ability that triggered it (MTG-106.6a).
    mana
        What it adds; None for one mana of any type that the permanent produced (Mirari's Wake),
        nothing for one of the color chosen for the source (Utopia Sprawl).
    flags
        Types of that object, as ``snow``, where they matter.
    produced
        Types of which at least one must have been made; all six for any mana, none for the color
        chosen for the source (Caged Sun).
    tapped
        Whether the permanent must be tapped for the mana; False for "whenever a land's ability
        adds mana" (Caged Sun).
    damage
        Damage to you that it does besides (Overabundance).

    Raises
    ------
    InputError
        If the source has no name.
    """

    affected: Affected
    source: str
    mana: ManaList | None = None
    flags: frozenset[str] = frozenset()
    produced: frozenset[ManaType] = ALL_TYPES
    tapped: bool = True
    damage: int = 0

    def __post_init__(self) -> None:
        if not self.source:
            raise InputError(self.source, "the name of the source of the extra mana")


@dataclass(frozen=True, slots=True)
class TapDamage:
    """Damage to you whenever a permanent is tapped for mana (Manabarbs, MTG-PRO-17).

    Such a trigger makes no mana, so it is no mana ability and waits (MTG-605.3b).

    Parameters
    ----------
    affected
        The permanents.
    amount
        Damage each time, at least 1.
    """

    affected: Affected
    amount: int


@dataclass(frozen=True, slots=True)
class CostBan:
    """Parts of costs that cannot be paid to activate abilities (Yasharn, MTG-118.3).

    Parameters
    ----------
    life
        Whether life cannot be paid.
    sacrifice
        Permanents that cannot be sacrificed; None for no such ban.

    Raises
    ------
    InputError
        If it bans nothing.
    """

    life: bool = False
    sacrifice: Affected | None = None

    def __post_init__(self) -> None:
        if not self.life and self.sacrifice is None:
            raise InputError("", "a part of a cost that is banned")


@dataclass(frozen=True, slots=True)
class GivenAmount:
    """A number that the board does not show, used in place of counting.

    Parameters
    ----------
    of
        What is counted: ``"devotion to green"``, ``"charge counters"``, or a type.
    value
        The number, at least 0.
    """

    of: str
    value: int


Effect = (
    TypeSetting
    | Grant
    | Multiplier
    | OutputReplacement
    | ExtraMana
    | TapDamage
    | CostBan
    | GivenAmount
)
"""Every kind of effect on what sources make."""
