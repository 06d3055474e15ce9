"""Mana abilities: what activating one costs and what it makes (MTG-605, MTG-PRO).

Their text form is the compact notation, ``{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}``, where ``|``
separates whole alternatives; `ability_text.py` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.mana import (
    MAX_UNITS,
    NO_TAGS,
    ManaGroup,
    ManaList,
    mana_list_text,
    unit_text,
)

if TYPE_CHECKING:
    from autotap.models.mtg.cost import ManaCost

MAX_AMOUNT = 1_000
"""Largest number in an ability: life, counters, objects, damage."""
X_COUNTERS = 0
"""Number of counters that stands for X."""
X_OBJECTS = 0
"""Number of objects that stands for X, in a cost beside one with {X}."""


class Deed(StrEnum):
    """What a cost does to another object."""

    SACRIFICE = "sacrifice"
    EXILE = "exile"
    TAP = "tap"
    RETURN = "return"
    DISCARD = "discard"
    EXILE_CARD = "exile from hand"
    BLIGHT = "blight"
    """Put -1/-1 counters on it (MTG-KW-21)."""

    @property
    def of_cards(self) -> bool:
        """Whether it is done to cards in hand, not to permanents."""
        return self in (Deed.DISCARD, Deed.EXILE_CARD)


class Measure(StrEnum):
    """What is added up over the objects that pay a cost together."""

    POWER = "power"
    """Of untapped permanents, which are tapped; summoning sickness does not matter (MTG-SYM-12)."""
    MANA_VALUE = "mana value"
    """Of cards in the graveyard, which are exiled."""


@dataclass(frozen=True, slots=True)
class ObjectCost:
    """A cost paid with objects that the payer chooses.

    Parameters
    ----------
    deed
        What happens to each chosen object. A tapped object must have been untapped
        (MTG-118.3); summoning sickness does not matter (MTG-SYM-12).
    count
        How many objects, at least 1; `X_OBJECTS` for X of them.
    what
        Accepted objects: types or a whole name, lower case, joined by `` or ``.
    another
        Whether the object that has the ability is excluded.
    tapped
        Whether each object must be tapped already (web-slinging, MTG-KW-13).

    Raises
    ------
    UnsupportedCostError
        For blight, which has a number of its own: `ActivationCost.blight`; for X tapped objects,
        and for tapped cards of the hand.

    Examples
    --------
    >>> print(ObjectCost(Deed.TAP, 2, "creature"), ObjectCost(Deed.SACRIFICE, 1, "elf"), sep="; ")
    tap 2 untapped creature; sacrifice an elf
    """

    deed: Deed
    count: int
    what: str
    another: bool = False
    tapped: bool = False

    def __post_init__(self) -> None:
        if self.deed is Deed.BLIGHT:
            raise UnsupportedCostError(self.what, "a cost that says how much it blights")
        if self.tapped and self.deed is Deed.EXILE_CARD:
            raise UnsupportedCostError(self.what, "cards of the hand, which are not tapped")
        if self.tapped and self.count == X_OBJECTS:
            raise UnsupportedCostError(str(self), "a number of tapped objects")

    def __str__(self) -> str:
        untapped = "untapped " if self.deed is Deed.TAP else "tapped " if self.tapped else ""
        noun = untapped + self.what
        if self.count > 1 or self.count == X_OBJECTS:
            number = str(self.count or "X")
            quantity = f"{number} other" if self.another else number
        elif self.another:
            quantity = "another"
        else:
            quantity = "an" if noun[0] in "aeiou" else "a"
        if self.deed is Deed.EXILE_CARD:
            kind = "" if self.what == "card" else f"{self.what} "
            return f"exile {quantity} {kind}card{'s' * (self.count != 1)} from your hand"
        return f"{self.deed} {quantity} {noun}"


@dataclass(frozen=True, slots=True)
class CoverCost:
    """A cost paid with any number of objects that add up to enough (MTG-KW-22, 24, 29).

    Parameters
    ----------
    measure
        What is added up, and with it what happens to the objects. What is not known counts as 0.
    least
        Smallest total, at least 1.
    what
        Accepted permanents: types or a whole name, lower case, joined by `` or ``. Any card will
        do for a mana value.
    another
        Whether the object that has the ability is excluded (crew, saddle).

    Examples
    --------
    >>> print(CoverCost(Measure.POWER, 3, another=True))
    tap any number of other untapped creature with total power 3
    >>> print(*ActivationCost.parse("collect evidence 4").covers)
    exile any number of cards from your graveyard with total mana value 4
    """

    measure: Measure
    least: int
    what: str = "creature"
    another: bool = False

    def __str__(self) -> str:
        if self.measure is Measure.POWER:
            other = "other " if self.another else ""
            what = f"{other}untapped {self.what} with total power"
        else:
            what = "cards from your graveyard with total mana value"
        return f"{self.deed} any number of {what} {self.least}"

    @property
    def deed(self) -> Deed:
        """What happens to each of the objects."""
        return Deed.TAP if self.measure is Measure.POWER else Deed.EXILE


@dataclass(frozen=True, slots=True)
class ActivationCost:
    """What one activation costs; all parts together.

    Parameters
    ----------
    tap, untap
        Whether {T} or {Q} of the object itself is part of the cost (MTG-SYM-12).
    mana
        Mana part, None for none.
    life, energy, tickets
        Amounts, 0 or more.
    sacrifice_this, exile_this, discard_hand
        Whether the object sacrifices itself, is exiled from hand, or the hand is discarded.
    objects
        Other objects given up or tapped.
    graveyard, graveyard_what
        Number of cards exiled from the graveyard, and what each must be: types joined by `` or ``.
    counters
        ``(name, number)`` of the counters removed from the object; `X_COUNTERS` for X of them.
    covers
        Costs paid with any number of objects; no object pays two of them.
    blight
        Number of -1/-1 counters put on a creature, 0 for none (MTG-KW-21). Any creature will do,
        also a tapped one and one that dies of it.

    Examples
    --------
    >>> print(ActivationCost.parse("sacrifice a creature, pay 2 life"))
    pay 2 life, sacrifice a creature
    """

    tap: bool = False
    untap: bool = False
    mana: ManaCost | None = None
    life: int = 0
    energy: int = 0
    tickets: int = 0
    sacrifice_this: bool = False
    exile_this: bool = False
    discard_hand: bool = False
    objects: tuple[ObjectCost, ...] = ()
    graveyard: int = 0
    graveyard_what: str = "card"
    counters: tuple[tuple[str, int], ...] = ()
    covers: tuple[CoverCost, ...] = ()
    blight: int = 0

    @classmethod
    def parse(cls, text: str) -> ActivationCost:
        """Read a cost: items separated by commas, in any order.

        Raises
        ------
        AbilitySyntaxError
            Naming the position and what was expected there.
        LimitError
            For a number above `MAX_AMOUNT`.
        """
        from autotap.models.mtg.ability_text import parse_activation_cost

        return parse_activation_cost(text)

    def __str__(self) -> str:
        parts = [] if self.mana is None else [str(self.mana)]
        parts += ["{E}" * self.energy] if self.energy else []
        parts += ["{TK}" * self.tickets] if self.tickets else []
        parts += [text for text, here in (("{T}", self.tap), ("{Q}", self.untap)) if here]
        parts += [f"pay {self.life} life"] if self.life else []
        parts += ["sacrifice this"] if self.sacrifice_this else []
        parts += ["exile this from hand"] if self.exile_this else []
        parts += ["discard your hand"] if self.discard_hand else []
        parts += map(str, self.objects)
        if self.graveyard:
            kind = "" if self.graveyard_what == "card" else f"{self.graveyard_what} "
            cards = f"a {kind}card" if self.graveyard == 1 else f"{self.graveyard} {kind}cards"
            parts.append(f"exile {cards} from your graveyard")
        for name, number in self.counters:
            many = "X" if number == X_COUNTERS else number
            counters = f"a {name} counter" if number == 1 else f"{many} {name} counters"
            parts.append(f"remove {counters}")
        parts += map(str, self.covers)
        parts += [f"blight {self.blight}"] if self.blight else []
        return ", ".join(parts)

    @property
    def has_x(self) -> bool:
        """Whether it depends on X: its mana, counters or objects (MTG-107.3k)."""
        in_mana = self.mana is not None and self.mana.x_count > 0
        return in_mana or self.counts_objects or X_COUNTERS in [n for _, n in self.counters]

    @property
    def counts_objects(self) -> bool:
        """Whether X objects are asked for."""
        return any(item.count == X_OBJECTS for item in self.objects)

    def with_x(self, x: int) -> ActivationCost:
        """Put a value in place of X.

        Examples
        --------
        >>> print(ActivationCost.parse("{X}{1}, {T}, remove X ki counters").with_x(2))
        {3}, {T}, remove 2 ki counters
        >>> print(ActivationCost.parse("{X}, discard X land").with_x(2))
        {2}, discard 2 land
        """
        counters = ((name, x if number == X_COUNTERS else number) for name, number in self.counters)
        objects = (
            replace(item, count=x) if item.count == X_OBJECTS else item
            for item in self.objects
            if x or item.count != X_OBJECTS
        )
        mana = None if self.mana is None else self.mana.with_x(x)
        return replace(
            self,
            mana=None if mana is None or mana.is_zero else mana,
            counters=tuple((name, number) for name, number in counters if number),
            objects=tuple(objects),
        )


@dataclass(frozen=True, slots=True)
class ManaAbility:
    """An activated mana ability (MTG-605.1a).

    Parameters
    ----------
    cost
        What one activation costs.
    outputs
        The alternatives of what it makes, one of which is chosen as a whole; empty for "nothing"
        (MTG-106.5).
    doubles_pool
        Makes one more of each unspent mana instead, without restriction (Doubling Cube).
    condition
        ``(n, type)``: only usable while you control n of them (MTG-PRO-22).
    absent
        Only usable while you control none of these; "" for no such condition. No card says so: it
        tells what an ability makes once an effect on it is gone.
    per
        The output comes once for each of these that you control on resolution (MTG-PRO-07). Mana
        in it that is from another source (a triggered ability's) comes once, and only where the
        ability makes any (MTG-106.12a).
    times_x
        The output comes X times, X being that of the cost (MTG-PRO-30).
    once_each_turn
        Each copy may be activated once (MTG-PRO-21).
    damage
        Damage to you at once, an effect and no cost (MTG-PRO-17).
    damage_waiting
        Damage by triggers that wait until after the payment (City of Brass, MTG-605.3b).

    Raises
    ------
    UnsupportedCostError
        If its cost asks for a total or X objects, or blights. If its output comes X times
        and its cost has no X, or the output is counted in another way too.

    Examples
    --------
    >>> str(ManaAbility.parse("{T}: Add {G} or {W}."))
    '{T}: Add {G}|{W}'
    >>> ManaAbility.parse("{1}, {T}: Add {W}{U}").cost.mana
    ManaCost('{1}')
    """

    cost: ActivationCost
    outputs: tuple[ManaList, ...]
    doubles_pool: bool = False
    condition: tuple[int, str] | None = None
    absent: str = ""
    per: str = ""
    once_each_turn: bool = False
    damage: int = 0
    damage_waiting: int = 0
    times_x: bool = False

    def __post_init__(self) -> None:
        if self.cost.covers or self.cost.blight:
            raise UnsupportedCostError(str(self.cost), "a mana ability without a total or blight")
        if self.cost.counts_objects:
            raise UnsupportedCostError(str(self.cost), "a number of objects")
        if self.times_x and (self.per or not self.cost.has_x):
            raise UnsupportedCostError(str(self.cost), "an X in the cost to count the output by")

    @classmethod
    def parse(cls, text: str) -> ManaAbility:
        """Read an ability in the compact notation or the game's own wording.

        Raises
        ------
        AbilitySyntaxError
            Naming the position and what was expected there.
        LimitError
            For a number above `MAX_AMOUNT`.
        """
        from autotap.models.mtg.ability_text import parse_ability

        return parse_ability(text)

    def __str__(self) -> str:
        made = "the unspent pool again" if self.doubles_pool else _outputs_text(self.outputs)
        notes = []
        if self.condition:
            notes.append(f" (if: {self.condition[0]} {self.condition[1]})")
        if self.absent:
            notes.append(f" (if: no {self.absent})")
        if self.per:
            notes.append(f" (per: {self.per})")
        if self.times_x:
            notes.append(" (per: X)")
        if self.once_each_turn:
            notes.append(" (once each turn)")
        if self.damage:
            notes.append(f" ({self.damage} damage to you)")
        if self.damage_waiting:
            notes.append(f" ({self.damage_waiting} damage to you by a trigger)")
        return f"{self.cost}: Add {made}{''.join(notes)}"

    def with_x(self, x: int) -> ManaAbility:
        """Put a value in place of X.

        Raises
        ------
        LimitError
            If it makes more than `MAX_UNITS` mana then.

        Examples
        --------
        >>> pools = ManaAbility.parse("{1}, remove X storage counters: Add {W/U} (per: X)")
        >>> print(pools.with_x(2))
        {1}, remove 2 storage counters: Add {W/U}{W/U}
        """
        times = x if self.times_x else 1
        if any(
            times * sum(len(group.units) for group in output) > MAX_UNITS for output in self.outputs
        ):
            raise LimitError(f"X = {x}", f"an output of at most {MAX_UNITS} mana")
        return replace(
            self,
            cost=self.cost.with_x(x),
            outputs=tuple(_times(output, times) for output in self.outputs if times),
            times_x=False,
        )


def _times(output: ManaList, times: int) -> ManaList:
    """Repeat an output; what triggers add to it comes once (MTG-106.12a)."""
    return tuple(
        group if group.tags.origin else ManaGroup(group.units * times, group.tags)
        for group in output
    )


def _outputs_text(outputs: tuple[ManaList, ...]) -> str:
    """Spell alternatives; tags that all of them share are written once, after the last."""
    if not outputs:
        return "nothing"
    *others, last = outputs
    if others and len(last) == 1 and last[0].tags != NO_TAGS:
        tags = {group.tags for output in outputs for group in output}
        if len(tags) == 1 and all(len(output) == 1 for output in outputs):
            plain = ("".join(map(unit_text, group.units)) for (group,) in outputs)
            return f"{'|'.join(plain)}{last[0].tags}"
        if all(output == (ManaGroup(output[0].units),) for output in others):
            # Only the last is restricted: named twice, it does not lend its tags to the others.
            outputs = (*outputs, outputs[0])
    return "|".join(map(mana_list_text, outputs))
