"""Casting: what can be announced for a card of a turn, and the ways to pay its symbols."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.memo import Lookup, per_object
from autotap.models.mtg.board import Board
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.models.problem import Problem
from autotap.solver.announce import announcements
from autotap.solver.compile.chosen_x import most_mana
from autotap.solver.compile.units import GENERIC, X_SLOT, rules_of, slot_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.mtg.spell import Announcement, Spell
    from autotap.models.mtg.symbols import ManaSymbol, ManaType
    from autotap.models.mtg.ways import CostOption
    from autotap.models.turn import TurnCard
    from autotap.solver.compile.drafts import Way
    from autotap.solver.compile.units import View

Announced = tuple["Announcement", tuple[tuple["Way", ...], ...]]
"""An announcement, and every way to pay its ambiguous symbols."""


class Casting:
    """What can be announced for the cards of a turn.

    Parameters
    ----------
    hand
        The cards.
    board
        The board with all that may arrive.
    """

    def __init__(self, hand: tuple[TurnCard, ...], board: Board) -> None:
        self.hand = hand
        self.board = board

    def announced(self, card: TurnCard, spell: Spell) -> Iterable[Announced]:
        """Return the announcements of a card with the ways to pay; with a value per X every X.

        Raises
        ------
        UnsupportedCostError
            For a card whose part in a turn is not covered.
        """
        _refuse(card.name, spell)
        if not card.value_per_x and _is_told_by_itself(spell):
            return _alone(spell)[self.board.life_for]
        return self._announced_on_board(card, spell)

    def _announced_on_board(self, card: TurnCard, spell: Spell) -> Iterator[Announced]:
        numbers: Iterable[int | None] = (None,)
        if card.value_per_x:
            most = self.most_mana
            numbers = range(1 + (most if spell.x_limit is None else min(most, spell.x_limit)))
        for options in self._times(card, spell):
            for x in numbers:
                asked = replace(spell, options=options) if options else spell
                for each in announcements(Problem(self.board, asked, x)):
                    yield each, tuple(_ways(spell, each, self.board.life_for))

    @cached_property
    def most_mana(self) -> int:
        """Bound the mana that can be there together.

        Raises
        ------
        UnsupportedCostError
            If nothing bounds it.
        """
        known = most_mana(self.board)
        if known is None:
            raise UnsupportedCostError("X", "an X that the mana of the turn bounds")
        added = (
            card.count * max(sum(len(group.units) for group in way) for way in card.adds)
            for card in self.hand
            if card.adds
        )
        return known + sum(added)

    def _times(self, card: TurnCard, spell: Spell) -> Iterator[tuple[CostOption, ...]]:
        """Yield the options with the numbers of times fixed for those that are worth something.

        Others are chosen as rarely as may be.
        """
        worth = {name for name, value in card.option_values if value}
        choices = []
        for option in spell.options:
            if option.name not in worth or option.most == 1:
                choices.append([option])
                continue
            most = self.most_mana if option.most is None else option.most
            times = range(option.least, most + 1)
            choices.append([replace(option, least=n, most=n) for n in times])
        yield from product(*choices)


@per_object(maxsize=4_096)
def _is_told_by_itself(spell: Spell) -> bool:
    """Tell whether neither options nor an X decide what is announced, on whatever board."""
    costs = (spell.cost, spell.additional.mana, *(offer.total for offer in spell.totals))
    added = tuple(modifier.amount for modifier in spell.modifiers)
    has_x = any(cost is not None and cost.x_count for cost in costs + added)
    return not (has_x or spell.options)


@per_object(maxsize=4_096)
def _alone(spell: Spell) -> Lookup[frozenset[ManaType], tuple[Announced, ...]]:
    """Return what is announced of a spell that is told by itself, by the types life pays for."""
    return Lookup(partial(_announced_alone, spell), maxsize=16)


def _announced_alone(spell: Spell, life_for: frozenset[ManaType]) -> tuple[Announced, ...]:
    announced = announcements(Problem(Board(), spell))
    return tuple((each, tuple(_ways(spell, each, life_for))) for each in announced)


def _ways(
    spell: Spell, announcement: Announcement, life_for: frozenset[ManaType]
) -> Iterator[tuple[Way, ...]]:
    """Yield every way to pay ambiguous symbols."""
    view = _view(spell, announcement)
    generic = replace(GENERIC, view=view)
    fixed: list[Way] = []
    open_: Counter[ManaSymbol] = Counter()
    for symbol in announcement.total.symbols:
        if symbol.variable:
            slot = replace(X_SLOT, view=view) if spell.x_apart else generic
            fixed += [("{X}", slot, 1)] * (announcement.x or 0)
        elif symbol.is_generic:
            fixed += [("{1}", generic, 1)] * symbol.generic
        else:
            open_[symbol] += 1
    choices = []
    for symbol, number in open_.items():
        slot = slot_of(symbol, life_for, view)
        each: list[Way] = [(slot.symbol, slot, 1)]
        if symbol.generic:
            each.append((slot.symbol, generic, symbol.generic))
        if slot.by_life and not spell.no_life:
            each.append((slot.symbol, None, LIFE_FOR_A_SYMBOL))
        choices.append(list(combinations_with_replacement(each, number)))
    for chosen in product(*choices):
        yield (*(way for group in chosen for way in group), *fixed)


def _view(spell: Spell, announcement: Announcement) -> View:
    """Return what restrictions see, with a mark where other mana pays than elsewhere."""
    x, options = rules_of(spell).view(announcement)
    own = (
        *(spell.spend_as, spell.snow_as, spell.only_from, spell.x_colors),
        *(spell.no_mana, spell.only_colors is not None),
    )
    return x, (*options, repr(spell)) if any(own) else options


def _refuse(name: str, spell: Spell) -> None:
    """Refuse what cannot be said of several cards at once.

    Raises
    ------
    UnsupportedCostError
        For ways to pay besides mana, costs that ask for a total, blight, and X of different mana.
    """
    costs = [spell.additional, *(option.cost for option in spell.options)]
    if spell.payers or spell.x_distinct or any(cost.covers or cost.blight for cost in costs):
        raise UnsupportedCostError(
            name, "a card of a turn that is paid with mana, life, permanents and cards"
        )
    if any(cost.discard_hand or cost.tap or cost.untap for cost in costs):
        raise UnsupportedCostError(name, "a card that neither discards a hand nor taps itself")
