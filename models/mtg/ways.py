"""Cost options: alternative and optional costs that the payer announces (MTG-601.2b).

An option costs something of its own, may stand in place of the mana cost, and may change the total:
by modifiers, or by an object that is chosen for it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.context import Context
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Announcement, Spell

LIFE_FOR_A_REDUCTION = 2
"""Life that a Defiler asks for (MTG-KW-31)."""


class Relief(StrEnum):
    """How much an object that is chosen takes off the total."""

    MANA_VALUE = "mana value"
    """Generic mana, as much as its mana value (emerge, MTG-KW-08)."""
    MANA_COST = "mana cost"
    """Its mana cost, symbol by symbol; what is too much of a type is generic (MTG-KW-07)."""
    POWER = "power"
    """Generic mana, as much as its power (harmonize, MTG-KW-09)."""


@dataclass(frozen=True, slots=True)
class ChosenObject:
    """One object that is chosen with an option, and on which the total depends.

    It is named when the cost is announced and used when it is paid, so it may make mana in between
    as long as the cost can still be paid with it (MTG-601.2h).

    Parameters
    ----------
    cost
        What happens to the object, and which objects do; exactly one.
    relief
        How much it takes off the total.
    needed
        Whether the option cannot be chosen without an object.

    Raises
    ------
    LimitError
        If the cost asks for several objects.
    UnsupportedCostError
        If it does anything but tap or sacrifice.
    """

    cost: ObjectCost
    relief: Relief
    needed: bool = True

    def __post_init__(self) -> None:
        if self.cost.count != 1:
            raise LimitError(str(self.cost), "one object on which the total depends")
        if self.cost.deed not in (Deed.SACRIFICE, Deed.TAP):
            raise UnsupportedCostError(str(self.cost), "an object that is sacrificed or tapped")

    def reduction(self, source: Source) -> ManaCost | None:
        """Return what choosing that object takes off, None if it does not fit.

        An {X} in its mana cost is 0 (MTG-202.3); without a mana cost, or with a power that is
        unknown or negative, nothing is taken off.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> bear = Board.parse("Bear (types: creature, cost: {1}{G}, power 2) []").sources[0]
        >>> emerge("{5}{U}").chosen.reduction(bear)
        ManaCost('{2}')
        """
        if not source.fits(self.cost):
            return None
        if self.relief is Relief.POWER:
            return ManaCost().add_generic(max(0, source.power or 0))
        cost = (source.cost or ManaCost()).with_x(0)
        if self.relief is Relief.MANA_COST:
            return cost
        return ManaCost().add_generic(cost.mana_value)


@dataclass(frozen=True, slots=True)
class CostOption:
    """An alternative cost, or an additional cost that need not be paid.

    Parameters
    ----------
    name
        What it is called; unique among the options of a spell.
    cost
        What it costs each time: mana, life, energy, tickets, objects (also by their total, and
        blighted ones), cards of the graveyard.
    instead
        Whether its mana is paid in place of the mana cost; one such option at most is chosen
        (MTG-118.9).
    least, most
        How often it is chosen, None for any number (multikicker). Within these bounds the solver
        decides: an option that only adds to the cost is chosen as rarely as possible, before any
        term; others as the objective likes.
    modifiers
        Increases and reductions that come with it, each time.
    chosen
        An object that is chosen with it.
    keywords
        What the spell is called for restrictions on mana, as ``"kicked"`` (`Context`).

    Raises
    ------
    LimitError
        If the bounds are not in order, or are open for an option that is not only added.
    UnsupportedCostError
        If the cost has other parts.

    Examples
    --------
    >>> option = CostOption("spectacle", ActivationCost.parse("{R}"), instead=True)
    >>> option.only_adds, kicker("{2}{G}").only_adds
    (False, True)
    """

    name: str
    cost: ActivationCost = ActivationCost()
    instead: bool = False
    least: int = 0
    most: int | None = 1
    modifiers: tuple[Modifier, ...] = ()
    chosen: ChosenObject | None = None
    keywords: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for part in fields(self.cost):
            value, usual = getattr(self.cost, part.name), getattr(_NOTHING, part.name)
            if part.name not in _COVERED and value != usual:
                raise UnsupportedCostError(str(self.cost), "mana, life, energy, objects and cards")
        if self.least < 0 or (self.most is not None and self.most < self.least):
            raise LimitError(f"{self.least} to {self.most}", "bounds of 0 or more, in order")
        if not self.only_adds and (self.most is None or (self.most > 1 and not self._repeats)):
            raise LimitError(self.name, "an option that is chosen once at most")

    @property
    def only_adds(self) -> bool:
        """Whether choosing it once more never lowers a cost."""
        reduces = any(modifier.change is Change.REDUCE for modifier in self.modifiers)
        return not (self.instead or self.chosen or reduces)

    @property
    def _repeats(self) -> bool:
        return not (self.instead or self.chosen)


_NOTHING = ActivationCost()
_COVERED = frozenset(("mana", "life", "energy", "tickets", "objects", "graveyard"))
_COVERED |= {"graveyard_what", "covers", "blight"}


def alternative(name: str, cost: str, *, least: int = 0) -> CostOption:
    """Make an alternative cost (evoke, spectacle, web-slinging, escape, …; MTG-KW-10 to 16).

    Parameters
    ----------
    name
        What it is called.
    cost
        Its cost, as ``"{1}{G}, return a tapped creature"``.
    least
        1 where no other cost may be paid, as for a card that is cast from the graveyard.

    Raises
    ------
    AbilitySyntaxError
        If the cost cannot be read.

    Examples
    --------
    >>> print(alternative("web-slinging", "{1}{G}, return a tapped creature").cost)
    {1}{G}, return a tapped creature
    """
    return CostOption(name, ActivationCost.parse(cost), instead=True, least=least)


def optional(name: str, cost: str, *, least: int = 0, most: int | None = 1) -> CostOption:
    """Make an additional cost that need not be paid (buyback, squad, …; MTG-KW-20 to 22, 24).

    Parameters
    ----------
    name
        What it is called.
    cost
        What it costs each time.
    least, most
        How often it is paid; equal where the payer has decided.

    Raises
    ------
    AbilitySyntaxError
        If the cost cannot be read.

    Examples
    --------
    >>> optional("replicate", "{U}", least=2, most=2).most
    2
    >>> optional("teamwork", "teamwork 3").only_adds
    True
    """
    return CostOption(name, ActivationCost.parse(cost), least=least, most=most)


def kicker(cost: str, *, least: int = 0, most: int | None = 1) -> CostOption:
    """Make a kicker, or with ``most=None`` a multikicker (702.33); see `optional`."""
    paid = ActivationCost.parse(cost)
    name = f"kicker {cost}" if most == 1 else f"multikicker {cost}"
    return CostOption(name, paid, least=least, most=most, keywords=frozenset({"kicked"}))


def emerge(cost: str, what: str = "creature", *, least: int = 0) -> CostOption:
    """Make emerge: a cost, less the mana value of what is sacrificed (702.119, MTG-KW-08)."""
    chosen = ChosenObject(ObjectCost(Deed.SACRIFICE, 1, what), Relief.MANA_VALUE)
    mana = ActivationCost(mana=ManaCost.parse(cost))
    return CostOption("emerge", mana, instead=True, least=least, chosen=chosen)


def offering(what: str) -> CostOption:
    """Make an offering: the total less the mana cost of what is sacrificed (702.48, MTG-KW-07).

    Examples
    --------
    >>> print(offering("goblin").chosen.cost)
    sacrifice a goblin
    """
    chosen = ChosenObject(ObjectCost(Deed.SACRIFICE, 1, what), Relief.MANA_COST)
    return CostOption(f"{what} offering", chosen=chosen)


def harmonize(cost: str, *, least: int = 0) -> CostOption:
    """Make harmonize: a cost, less the power of a creature that is tapped (702.180, MTG-KW-09)."""
    tapped = ChosenObject(ObjectCost(Deed.TAP, 1, "creature"), Relief.POWER, needed=False)
    mana = ActivationCost(mana=ManaCost.parse(cost))
    return CostOption("harmonize", mana, instead=True, least=least, chosen=tapped)


def life_for_less(name: str, amount: str, life: int = LIFE_FOR_A_REDUCTION) -> CostOption:
    """Make an optional payment of life that lowers coloured mana only (Defilers, MTG-KW-31).

    Examples
    --------
    >>> option = life_for_less("Defiler of Vigor", "{G}")
    >>> print(option.cost, *(modifier.amount for modifier in option.modifiers))
    pay 2 life {G}
    """
    less = Modifier(Change.REDUCE, ManaCost.parse(amount), spill=False, text=name)
    return CostOption(name, ActivationCost(life=life), modifiers=(less,))


def costs_beside_mana(spell: Spell, announcement: Announcement) -> tuple[ActivationCost, ...]:
    """Return the additional costs, then those of the options chosen, each as often as it is paid.

    Their mana is in the locked total. Where they ask for X objects it is those of the announced X,
    0 where no {X} is paid (MTG-SYM-05).

    Examples
    --------
    >>> from autotap.models.mtg.spell import Announcement, Spell
    >>> spell = Spell(ManaCost.parse("{3}{B}"), options=(alternative("evoke", "discard a card"),))
    >>> print(*costs_beside_mana(spell, Announcement(ManaCost(), options=("evoke",)))[1:])
    discard a card
    """
    options = {option.name: option for option in spell.options}
    costs = (spell.additional, *(options[name].cost for name in announcement.options))
    x = announcement.x or 0
    return tuple(cost.with_x(x) if cost.counts_objects else cost for cost in costs)


def wants_tapped(spell: Spell) -> bool:
    """Tell whether a cost of a spell asks for objects that are tapped."""
    costs = (spell.additional, *(option.cost for option in spell.options))
    return any(item.tapped for cost in costs for item in cost.objects)


def announced_context(spell: Spell, options: Iterable[str], x: int = 0) -> Context:
    """Return what restrictions on mana are judged on, with options and X announced.

    Options name further symbols that are paid (MTG-601.2b), and leave the mana cost alone
    (MTG-118.8).

    Examples
    --------
    >>> from autotap.models.mtg.spell import Spell
    >>> spell = Spell(ManaCost.parse("{G}"), options=(kicker("{X}"),))
    >>> context = announced_context(spell, ("kicker {X}",))
    >>> "X" in context.symbols, context.mana_value, *context.keywords
    (True, 1, 'kicked')
    """
    context = spell.context.announced(x)
    chosen = set(options)
    found = [option for option in spell.options if option.name in chosen]
    if not found:
        return context
    base = None if any(option.instead for option in found) else spell.cost
    costs = [base, spell.additional.mana, *(option.cost.mana for option in found)]
    printed = context.mana_cost_symbols
    return replace(
        context,
        symbols=frozenset(str(s)[1:-1] for cost in costs if cost for s in cost.symbols),
        mana_cost_symbols=context.symbols if printed is None else printed,
        keywords=context.keywords.union(*(option.keywords for option in found)),
    )
