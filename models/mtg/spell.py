"""What is paid for: cost, context, other ways to pay, and the totals that may be announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Modifier
from autotap.models.mtg.context import Context
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.symbols import COLORS, ManaType


class Payer(StrEnum):
    """A way to pay the locked total besides mana; all act after mana abilities."""

    CONVOKE = "convoke"
    """Tap a creature for {1} or one mana of its colour (MTG-KW-01)."""
    IMPROVISE = "improvise"
    """Tap an artifact for {1} (MTG-KW-02)."""
    DELVE = "delve"
    """Exile a card from the graveyard for {1} (MTG-KW-03)."""
    WATERBEND = "waterbend"
    """Tap an artifact or creature for {1} of the waterbend part (MTG-KW-04)."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One way to announce the cost, with the total that is locked for it (MTG-601.2b, 601.2f).

    Parameters
    ----------
    total
        Locked total; {X} left in it stands for ``x`` generic mana each.
    x
        Announced value of X, None without X.
    life
        Life that is due besides Phyrexian symbols still in the total.
    sacrifice, tap
        Names of the objects given up or tapped for this announcement.
    trace
        How the total came about: one sentence a step, each with its rule id.
    """

    total: ManaCost
    x: int | None = None
    life: int = 0
    sacrifice: tuple[str, ...] = ()
    tap: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()


SpendAs = tuple[tuple[ManaType, frozenset[ManaType]], ...]
"""Per listed type all the types that it may be spent as; unlisted types are themselves."""


def spend_as(table: Mapping[ManaType, frozenset[ManaType]]) -> SpendAs:
    """Make a canonical `SpendAs` of a mapping."""
    return tuple(sorted(table.items()))


ANY_COLOR: SpendAs = spend_as({t: frozenset((*COLORS, t)) for t in ManaType})
"""Mana may be spent as though it were mana of any colour (MTG-AST-01): not {C}, not {S}."""
ANY_TYPE: SpendAs = spend_as({t: frozenset(ManaType) for t in ManaType})
"""Mana of any type can be spent (MTG-AST-02, MTG-118.14)."""


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell, an ability or another payment that is asked for.

    Parameters
    ----------
    cost
        Printed mana cost; None for no mana cost, which cannot be paid (MTG-118.6).
    name
        Name of the card or of the object whose ability it is.
    context
        What restrictions on mana are judged on.
    payers
        Ways to pay besides mana.
    waterbend
        Largest number of waterbend taps.
    additional
        Additional costs (MTG-118.8); ``tap`` and ``untap`` mean the object called ``name``.
    modifiers
        Increases, reductions and minimums, from which the total is locked.
    totals
        Locked totals that the caller has worked out; exactly one is paid. If given, ``cost`` and
        ``modifiers`` are not used.
    spend_as
        As what types mana may be spent (MTG-609.4b).
    only_from
        Mana only from sources with all these types (MTG-RSC-04).
    only_colors
        Only mana of these types, None for any (MTG-RSC-03).
    x_colors
        X is paid with mana of these types only, None for any (MTG-RSC-01).
    x_limit
        Largest X, None for no limit.
    no_mana, no_life
        Whether no mana may be spent, or no life may be paid.
    rulings
        The caller's own verdicts on restriction texts for this payment; a text that is not listed
        is judged by its words.

    Examples
    --------
    >>> str(Spell.parse("{2}{W}{U}").cost)
    '{2}{W}{U}'
    """

    cost: ManaCost | None
    name: str = ""
    context: Context = Context()
    payers: frozenset[Payer] = frozenset()
    waterbend: int = 0
    additional: ActivationCost = ActivationCost()
    modifiers: tuple[Modifier, ...] = ()
    totals: tuple[Announcement, ...] = ()
    spend_as: SpendAs = ()
    only_from: frozenset[str] = frozenset()
    only_colors: frozenset[ManaType] | None = None
    x_colors: frozenset[ManaType] | None = None
    x_limit: int | None = None
    no_mana: bool = False
    no_life: bool = False
    rulings: tuple[tuple[str, Ruling], ...] = ()

    @classmethod
    def parse(cls, cost: str) -> Spell:
        """Make a spell of a cost text, with no types and no modifiers.

        Raises
        ------
        CostSyntaxError
            If the cost cannot be read.
        """
        return cls(ManaCost.parse(cost))
