"""The ways to pay for a card itself: what they are, and the spell that each makes.

`keywords.py` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.card import CardZone
from autotap.models.mtg.oracle.conditions import conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autotap.models.mtg.oracle.changes import CostChange
    from autotap.models.mtg.spell import Payer, SpendAs
    from autotap.models.mtg.symbols import ManaType
    from autotap.models.mtg.ways import CostOption

INSTEAD = "instead"
"""Name of the alternative cost that has none of its own; the spell stays the same with it."""
CAST_FROM = dict.fromkeys(
    ("disturb", "flashback", "escape", "harmonize", "mayhem", "retrace", "jump-start"),
    CardZone.GRAVEYARD,
) | dict.fromkeys(("madness", "foretell"), CardZone.EXILE)
"""From where a spell is cast for an alternative cost; for the others it does not matter."""


@dataclass(frozen=True, slots=True)
class OwnCosts:
    """The ways to pay for the card itself.

    Parameters
    ----------
    payers
        Ways to pay besides mana.
    waterbend
        Most generic mana paid by waterbend; `waterbend_x` where it is X.
    additional
        Costs on top of the mana cost.
    options
        Costs on top that need not be paid (kicker, …).
    alternatives
        Costs in place of the mana cost, and those on top of it for which it is cast from elsewhere
        (retrace); see `CardReading.spell`. One without a name of its own is called `INSTEAD`.
    needs
        ``(name, condition)`` of the alternatives that are not always there, in words; the zone that
        it is cast from is in `CAST_FROM`.
    changes
        What changes its own cost.
    spend_as
        As what mana may be spent for it.
    x_colors, x_distinct, only_from, no_mana
        Which mana may be spent, as `Spell` has them.
    """

    payers: frozenset[Payer] = frozenset()
    waterbend: int = 0
    waterbend_x: bool = False
    additional: ActivationCost = ActivationCost()
    options: tuple[CostOption, ...] = ()
    alternatives: tuple[CostOption, ...] = ()
    needs: tuple[tuple[str, str], ...] = ()
    changes: tuple[CostChange, ...] = ()
    spend_as: SpendAs = ()
    x_colors: frozenset[ManaType] | None = None
    x_distinct: bool = False
    only_from: frozenset[str] = frozenset()
    no_mana: bool = False

    def met(self, name: str, answer: Callable[[str], int | None]) -> bool | None:
        """Tell whether what an alternative needs is there; None if that is not known.

        Parameters
        ----------
        name
            Of the alternative.
        answer
            Gives how many there are of something, as `Condition.what` has it; None for unknown.

        Examples
        --------
        >>> from autotap.models.mtg.oracle.keywords import own_costs
        >>> text = "If you control a Forest, you may pay 4 life"
        >>> text += " rather than pay this spell's mana cost."
        >>> own_costs(OwnCosts(), text).met("instead", {"forest": 2}.get)
        True
        """
        text = dict(self.needs).get(name, "")
        if not text:
            return True
        found = [(need, answer(need.what)) for need in conditions(text)]
        if any(number is not None and number >= need.number for need, number in found):
            return True
        return None if any(number is None for _, number in found) else False

    def fields(
        self, amounts: Mapping[str, int], alternative: str = "", *, free: bool = False
    ) -> dict[str, Any]:
        """Return the fields of a `Spell`.

        Parameters
        ----------
        amounts
            Numbers for the changes of its cost.
        alternative
            Name of the alternative cost that is paid; "" for the mana cost.
        free
            Whether, with the mana cost, the alternative without a name may be paid instead.

        Raises
        ------
        InputError
            If there is no such alternative.
        """
        chosen = [option for option in self.alternatives if option.name == alternative]
        if alternative and not chosen:
            known = ", ".join(option.name for option in self.alternatives) or "no alternative cost"
            raise InputError(alternative, known)
        chosen = [replace(option, least=1) for option in chosen]
        if free and not chosen:
            chosen = [option for option in self.alternatives if option.name == INSTEAD]
        return {
            "payers": self.payers,
            "waterbend": self.waterbend,
            "waterbend_x": self.waterbend_x,
            "additional": self.additional,
            "options": (*self.options, *chosen),
            "modifiers": tuple(
                modifier for each in self.changes for modifier in each.modifiers(amounts)
            ),
            "spend_as": self.spend_as,
            "x_colors": self.x_colors,
            "x_distinct": self.x_distinct,
            "only_from": self.only_from,
            "no_mana": self.no_mana,
        }
