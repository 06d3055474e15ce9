"""Mana abilities: what activating one costs and what it makes (MTG-605, MTG-PRO).

Their text form is the compact notation, ``{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}``, where ``|``
separates whole alternatives; `ability_text.py` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import NO_TAGS, ManaGroup, ManaList, mana_list_text, unit_text

if TYPE_CHECKING:
    from autotap.models.mtg.cost import ManaCost

MAX_AMOUNT = 1_000
"""Largest number in an ability: life, counters, objects, damage."""


class Deed(StrEnum):
    """What a cost does to another object."""

    SACRIFICE = "sacrifice"
    EXILE = "exile"
    TAP = "tap"
    RETURN = "return"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class ObjectCost:
    """A cost paid with objects that the payer chooses.

    Parameters
    ----------
    deed
        What happens to each chosen object. A tapped object must have been untapped
        (MTG-118.3); summoning sickness does not matter (MTG-SYM-12).
    count
        How many objects, at least 1.
    what
        Accepted objects: types or a whole name, lower case, joined by `` or ``.
    another
        Whether the object that has the ability is excluded.
    tapped
        Whether each object must be tapped already (web-slinging, MTG-KW-13).

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

    def __str__(self) -> str:
        untapped = "untapped " if self.deed is Deed.TAP else "tapped " if self.tapped else ""
        noun = untapped + self.what
        if self.count > 1:
            quantity = f"{self.count} other" if self.another else str(self.count)
        elif self.another:
            quantity = "another"
        else:
            quantity = "an" if noun[0] in "aeiou" else "a"
        return f"{self.deed} {quantity} {noun}"


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
        ``(name, number)`` of the counters removed from the object.

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
            counters = f"a {name} counter" if number == 1 else f"{number} {name} counters"
            parts.append(f"remove {counters}")
        return ", ".join(parts)


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
    per
        The output comes once for each of these that you control on resolution (MTG-PRO-07).
    once_each_turn
        Each copy may be activated once (MTG-PRO-21).
    damage
        Damage to you, an effect and no cost (MTG-PRO-17).
    damage_waits
        The damage comes by a trigger that waits until after the payment (City of Brass,
        MTG-605.3b).

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
    per: str = ""
    once_each_turn: bool = False
    damage: int = 0
    damage_waits: bool = False

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
        if self.per:
            notes.append(f" (per: {self.per})")
        if self.once_each_turn:
            notes.append(" (once each turn)")
        if self.damage:
            trigger = " by a trigger" if self.damage_waits else ""
            notes.append(f" ({self.damage} damage to you{trigger})")
        return f"{self.cost}: Add {made}{''.join(notes)}"


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
