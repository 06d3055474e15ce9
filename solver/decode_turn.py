"""From a solution of a turn's Program to its steps, each with a payment of its own.

A solution may make all mana at the start. Nobody plays like that: an activation that loses nothing
by waiting is told with the first card that takes what comes of it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.mtg.spell import Announcement, Spell
from autotap.models.mtg.ways import costs_beside_mana
from autotap.models.result import Activation, Payment, Spend
from autotap.solver.compile.closing import closings
from autotap.solver.compile.signs import is_sign
from autotap.solver.compile.units import Template
from autotap.solver.decode import Decoder
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.mtg.ability import Deed
    from autotap.models.mtg.mana import Mana
    from autotap.models.turn import TurnCard
    from autotap.solver.compile.drafts import Draft
    from autotap.solver.compile.turn import Play, TurnBlueprint
    from autotap.solver.solution import Solution, Step


@dataclass
class Event:
    """One thing done in a turn; mana by its number in the whole turn.

    Parameters
    ----------
    step, draft
        The use of an activation, and what it is.
    made
        Mana that it makes.
    spends
        How its mana cost is paid.
    activation
        The mana ability, None for a card that is played.
    objects, announcement
        For a card: what is given up or tapped for it, and what is announced.
    group
        Number of the card for whose payment it is done.
    """

    step: Step
    draft: Draft
    made: tuple[int, ...]
    spends: tuple[Spend, ...]
    activation: Activation | None = None
    objects: tuple[tuple[Deed, str], ...] = ()
    announcement: Announcement | None = None
    group: int = 0

    @property
    def spent(self) -> set[int]:
        """Numbers of the mana that it takes."""
        return {number for spend in self.spends for number in spend.mana}


@dataclass(frozen=True, slots=True)
class Played:
    """One card of a turn as it is played.

    Parameters
    ----------
    play
        Which way.
    payment
        How it is paid, but for the mana in it; None for a land.
    adds
        Mana that it adds.
    """

    play: Play
    payment: Payment | None
    adds: tuple[Mana, ...]


class TurnDecoder(Decoder):
    """Decodes the solution of a turn.

    Parameters
    ----------
    turn, solution
        The Program and the solution.
    hand
        The cards.
    """

    def __init__(self, turn: TurnBlueprint, solution: Solution, hand: tuple[TurnCard, ...]) -> None:
        super().__init__(turn.blueprint, solution)
        self.turn = turn
        self.hand = hand

    def played(self) -> list[Played]:
        """Return the cards in the order in which they are played."""
        events = self.ordered([self.event(step) for step in self.solution.steps])
        self.settle()
        cards = [event for event in events if event.activation is None]
        self.assign(events)
        floating = list(range(len(self.problem.board.pool)))
        result = []
        for number, card in enumerate(cards):
            group = [each for each in events if each.group == number]
            play = self.turn.plays[card.step.activation]
            payment = None
            if card.announcement is not None:
                payment, floating = self.paid(card, group[:-1], floating)
            floating += card.made
            adds = tuple(self.mana(self.units[unit]) for unit in card.made)
            result.append(Played(play, payment, adds))
        return result

    # --- events ------------------------------------------------------------------------------

    def event(self, step: Step) -> Event:
        """Carry out one step."""
        draft = self.blueprint.drafts[step.activation]
        play = self.turn.plays.get(step.activation)
        if play is None:
            activation = self.activate(step)
            made = tuple(n for n in activation.made if self.is_mana(n))
            return Event(step, draft, made, _of_mana(activation.spends), activation)
        assert draft.group is not None
        self.take(draft.group, Move.LEAVE)
        objects, announcement = self.chosen(step, play)
        spends = _of_mana(self.fund(step))
        tag = self.blueprint.tags[step.activation]
        units: list[int] = []
        for unit, amount in draft.outputs[step.alternative]:
            assert isinstance(unit, Template)
            kind = self.blueprint.kind_of[unit, tag]
            units += [self.make(unit, kind, frozenset()) for _ in range(amount)]
        adds = tuple(number for number in units if self.is_mana(number))
        return Event(step, draft, adds, spends, None, objects, announcement)

    def is_mana(self, number: int) -> bool:
        """Tell whether a unit is mana."""
        return not is_sign(self.units[number].template.tags.only)

    def chosen(
        self, step: Step, play: Play
    ) -> tuple[tuple[tuple[Deed, str], ...], Announcement | None]:
        """Return the objects that a card uses; what is tapped may then be given up."""
        announcement = play.announcement
        spell = self.hand[play.card].spell
        if announcement is None or not (step.picks or announcement.objects):
            return (), announcement
        assert isinstance(spell, Spell)
        asked = closings(spell, announcement, self.blueprint.table)
        each = [one for one in asked for _ in range(one.pick.count)]
        picks = sorted(zip(each, step.picks, strict=True), key=lambda pick: pick[1][0] != Move.TAP)
        taken = [(one, self.take(body, move).id) for one, (move, body) in picks]
        named = {one.option: source_id for one, source_id in taken if one.option}
        objects = tuple((name, (named[name],)) for name, _ in announcement.objects)
        used = tuple((one.deed, source) for one, source in taken if one.deed is not None)
        return used, replace(announcement, objects=objects)

    # --- when --------------------------------------------------------------------------------

    def ordered(self, events: list[Event]) -> list[Event]:
        """Put cards for which no mana is paid before the mana abilities that came before them.

        No mana ability can be activated while such a card is played (MTG-601.2g), and what it uses
        is in none's way (`compile/turn.py`). Lands come first of all. But a land of which something
        is not planned, as to return another one, is played last if the turn does not use it: by
        then the others are tapped.
        """
        lands = [each for each in events if each.activation is None and each.announcement is None]
        last = [each for each in lands if self.can_wait(each, events)]
        result = [each for each in lands if each not in last]
        waiting: list[Event] = []
        for event in events:
            if event in lands:
                continue
            if event.activation is not None:
                waiting.append(event)
            elif event.spent:
                result += [*waiting, event]
                waiting = []
            else:
                result.append(event)
        return [*result, *waiting, *last]

    def can_wait(self, land: Event, events: list[Event]) -> bool:
        """Tell whether something of a land is not planned, and nothing that is done uses it."""
        index = self.turn.plays[land.step.activation].card
        bodies = {body for body, owner in self.turn.owner.items() if owner == index}
        used = {each.draft.group for each in events if each.activation is not None}
        used |= {body for each in events for _, body in each.step.picks}
        return bool(self.hand[index].notes) and bodies.isdisjoint(used)

    def assign(self, events: list[Event]) -> None:
        """Say for the payment of which card everything is done."""
        number = 0
        for event in events:
            event.group = number
            number += event.activation is None
        program = self.blueprint.program
        patient = program.plain | program.straight
        picked = {body for step in self.solution.steps for _, body in step.picks}
        first: dict[int, int] = {}
        for event in reversed(events):
            activation = program.activations[event.step.activation]
            waits = event.activation is not None and event.step.activation in patient
            if waits and not activation.life and activation.body not in picked:
                takers = [first[unit] for unit in event.made if unit in first]
                event.group = max(event.group, min(takers, default=event.group))
            for unit in event.spent:
                first[unit] = min(event.group, first.get(unit, event.group))

    # --- payments ----------------------------------------------------------------------------

    def paid(
        self, card: Event, before: Sequence[Event], floating: list[int]
    ) -> tuple[Payment, list[int]]:
        """Return the payment of a card, and the mana that floats after it."""
        assert card.announcement is not None
        numbers = [*floating, *(unit for each in before for unit in each.made)]
        place = {unit: local for local, unit in enumerate(numbers)}

        def local(spends: Sequence[Spend]) -> tuple[Spend, ...]:
            return tuple(
                replace(spend, mana=tuple(place[unit] for unit in spend.mana)) for spend in spends
            )

        activations = []
        play = self.turn.plays[card.step.activation]
        life = card.draft.life - play.arriving_life
        damage = graveyard = 0
        for each in before:
            assert each.activation is not None
            assert each.draft.ability is not None
            ability = each.draft.ability
            made = tuple(place[unit] for unit in each.made)
            activations.append(replace(each.activation, made=made, spends=local(each.spends)))
            life += each.draft.life
            damage += ability.damage + ability.damage_waiting
            graveyard += ability.cost.graveyard
        spell = self.hand[play.card].spell
        assert isinstance(spell, Spell)
        costs = costs_beside_mana(spell, card.announcement)
        graveyard += sum(cost.graveyard for cost in costs)
        spent = card.spent.union(*(each.spent for each in before))
        payment = Payment(
            announcement=card.announcement,
            mana=tuple(self.mana(self.units[unit]) for unit in numbers),
            activations=tuple(activations),
            spends=_in_order(card.announcement, local(card.spends)),
            objects=card.objects,
            graveyard=graveyard,
            life_paid=life,
            life_lost=life + damage,
        )
        return payment, [unit for unit in numbers if unit not in spent]


def _of_mana(spends: Sequence[Spend]) -> tuple[Spend, ...]:
    return tuple(spend for spend in spends if not is_sign(spend.symbol))


def _in_order(announcement: Announcement, spends: Sequence[Spend]) -> tuple[Spend, ...]:
    """Put spends into the order of the symbols of the total."""
    waiting = Counter[str]()
    by_symbol: dict[str, list[Spend]] = {}
    for spend in spends:
        by_symbol.setdefault(spend.symbol, []).append(spend)
    ordered = []
    for symbol in announcement.total.symbols:
        if symbol.variable:
            names = ["{X}"] * (announcement.x or 0)
        elif symbol.is_generic:
            names = ["{1}"] * symbol.generic
        else:
            names = [str(symbol)]
        for name in names:
            ordered.append(by_symbol[name][waiting[name]])
            waiting[name] += 1
    return tuple(ordered)
