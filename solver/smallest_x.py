"""Which X may be the smallest that can be paid (MTG-601.2b, MTG-107.3).

Where X is left open, the smallest payable X is paid. Asking for more mana is no help by itself, so
usually that is 0. A larger X can be payable where a smaller one is not for three reasons:

- a coloured reduction meets its floor later (MTG-RED-07);
- mana that asks for a mana value may be spent (MTG-RES-36);
- some mana is due, so mana abilities may be activated (MTG-601.2g) and payers may be tapped, and
  that is what another cost needs.

Each of them has a bound, beyond which every announcement of X contains one of a smaller X.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, RestrictionSyntaxError
from autotap.models.mtg.clause import TraitKind
from autotap.models.mtg.locking import Change
from autotap.models.mtg.restriction import Restriction, Ruling
from autotap.models.mtg.spell import Payer
from autotap.solver.compile.units import SpellRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.locking import Modifier
    from autotap.models.mtg.spell import Announcement
    from autotap.models.mtg.symbols import ManaSymbol
    from autotap.models.problem import Problem

MAX_VALUES = 1_000
"""Most values of X, one after another, that are looked at."""

_TAPPERS = frozenset((Payer.CONVOKE, Payer.IMPROVISE, Payer.WATERBEND))
_FREEDOM = {Ruling.NO: 0, Ruling.NOT_GENERIC: 1, Ruling.YES: 2}


@dataclass(frozen=True)
class OpenX:
    """A payment whose X is open, for one choice of options.

    Parameters
    ----------
    problem
        What is asked.
    cost
        The cost with its increases, {X} in it.
    modifiers
        What changes the total.
    costs
        What is paid besides mana.
    objects
        Further objects that are given up or tapped.
    """

    problem: Problem
    cost: ManaCost
    modifiers: tuple[Modifier, ...] = ()
    costs: tuple[ActivationCost, ...] = ()
    objects: int = 0

    def announcements(
        self, at: Callable[[int], Iterable[Announcement]]
    ) -> tuple[Announcement, ...]:
        """Return the announcements of every X that may be the smallest payable one.

        Parameters
        ----------
        at
            Announces the cost with a given X.

        Raises
        ------
        LimitError
            If reductions or objects are so many that more than `MAX_VALUES` values may be.
        """
        found: list[Announcement] = []
        for x in self.values():
            new = [one for one in at(x) if not any(self.contains(one, other) for other in found)]
            found += new
        return tuple(found)

    def values(self) -> Iterator[int]:
        """Yield the values of X of which the smallest payable one is the first that can be paid."""
        limit = self.problem.spell.x_limit
        most = self.most_by_total
        if most > MAX_VALUES:
            raise LimitError(str(most), f"an X of at most {MAX_VALUES} to look at")
        needed = range(self.problem.needed_mana + 1)
        later = {x + more for x in self.thresholds for more in needed}
        values = [*range(most + 1), *sorted(x for x in later if x > most)]
        yield from (x for x in values if limit is None or x <= limit)

    def contains(self, large: Announcement, small: Announcement) -> bool:
        """Tell whether whoever can pay one announcement can pay another one, of a smaller X."""
        asks_mana = any(not symbol.phyrexian for symbol in small.total.with_x(small.x or 0).symbols)
        return (
            not self.problem.needed_mana
            and small.life <= large.life
            and self.amounts(small) <= self.amounts(large)
            and (asks_mana or not self.moves)
            and (not self.needed_taps or self.leaves_taps(large, small))
            and all(map(_is_as_free, self.freedom(small), self.freedom(large)))
        )

    # --- what else is paid ---------------------------------------------------------------------

    @cached_property
    def moves(self) -> bool:
        """Whether objects are asked for, which a mana ability may tap or untap before."""
        return bool(self.objects or self.problem.must_use) or any(
            cost.objects or cost.covers or cost.blight or cost.tap or cost.untap
            for cost in self.costs
        )

    @cached_property
    def needed_taps(self) -> int:
        """Bound on the payers whose tapping is good for anything but the mana that they pay."""
        if not self.problem.spell.payers & _TAPPERS:
            return 0
        tapped = sum(item.count for cost in self.costs for item in cost.objects if item.tapped)
        return tapped + sum(cost.untap for cost in self.costs) + len(self.problem.must_use)

    def leaves_taps(self, large: Announcement, small: Announcement) -> bool:
        """Tell whether one total is the other with less generic mana, and enough for the taps."""
        less, more = self.amounts(small), self.amounts(large)
        there = less.pop(None, 0) + less.pop("X", 0)
        more.pop(None, 0)
        more.pop("X", 0)
        if self.problem.spell.waterbend_x:
            there = min(there, small.x or 0)
        return less == more and there >= self.needed_taps

    # --- the total -----------------------------------------------------------------------------

    def amounts(self, announcement: Announcement) -> Counter[ManaSymbol | str | None]:
        """Count the symbols of a total, generic mana under None, X under "X" where it is apart."""
        total, x = announcement.total, announcement.x or 0
        amounts: Counter[ManaSymbol | str | None] = Counter()
        if self.problem.spell.x_apart:
            amounts["X"] = x * total.x_count
            x = 0
        total = total.with_x(x)
        amounts.update(symbol for symbol in total.symbols if not symbol.is_generic)
        amounts[None] = total.generic
        return amounts

    @cached_property
    def most_by_total(self) -> int:
        """Return the X from which on one more only adds generic mana, of which there is enough.

        Until then a floor may keep coloured mana in the total, or no mana may be due. Reductions
        of generic mana and minimums alone never make a larger X ask for less of anything. Mana that
        must be spent may ask for as much more.
        """
        reductions = [m for m in self.modifiers if m.change is Change.REDUCE]
        colored = any(symbol.types for m in reductions for symbol in m.amount.symbols)
        floor = max((m.floor for m in reductions if colored), default=0)
        least = max(floor, self.needed_taps, int(self.moves))
        needed = self.problem.needed_mana
        if not least:
            return needed
        taken = sum(m.amount.mana_value for m in reductions)
        most = -(-(taken + least - self.cost.generic) // self.cost.x_count)
        return needed + max(0, most, self.needed_taps if self.problem.spell.waterbend_x else 0)

    # --- restrictions on mana ------------------------------------------------------------------

    @cached_property
    def _restrictions(self) -> dict[str, Restriction]:
        """What the mana of the board may be spent on, where that depends on X.

        Texts that cannot be read are left to whoever compiles the mana.
        """
        board, spell = self.problem.board, self.problem.spell
        if not spell.context.x_count:
            return {}
        texts = {mana.tags.only for mana in board.pool + self.problem.already_spent}
        texts |= {
            group.tags.only
            for source in board.sources
            for ability in source.abilities
            for output in ability.outputs
            for group in output
        }
        found = {}
        for text in sorted(texts - dict(spell.rulings).keys() - {""}):
            try:
                found[text] = Restriction.parse(text)
            except RestrictionSyntaxError:
                continue
        return found

    @property
    def thresholds(self) -> list[int]:
        """Values of X at which a restriction on mana begins to hold, rising."""
        context = self.problem.spell.context
        numbers = {
            int(trait.value)
            for restriction in self._restrictions.values()
            for clause in restriction.clauses
            for trait in clause.traits
            if trait.kind is TraitKind.MANA_VALUE
        }
        return sorted({-(-(n - context.mana_value) // context.x_count) for n in numbers})

    @cached_property
    def _rules(self) -> SpellRules:
        return SpellRules(self.problem.spell)

    def freedom(self, announcement: Announcement) -> list[int]:
        """Return how freely mana of each restriction may be spent."""
        view = self._rules.view(announcement)
        return [_FREEDOM[self._rules.ruling(text, view)] for text in self._restrictions]


def _is_as_free(one: int, other: int) -> bool:
    return one >= other
