"""The table during a replay: which objects, life, counters and cards are left to pay with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import Deed, ObjectCost
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.source import Source, Zone
from autotap.solver.verify.census import census

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.models.mtg.ability import ActivationCost

_BATTLEFIELD = Zone.BATTLEFIELD

Choice = tuple[Deed, str]
"""An object chosen for a cost: what happens to it, and its id."""


@dataclass(frozen=True, slots=True)
class Want:
    """One object that a cost asks for.

    Parameters
    ----------
    deed
        What happens to the object.
    what
        Types or names joined by " or "; "" for any.
    name
        The exact name; "" for any.
    excluded
        Id of the one object that does not do; "" for none.
    id
        Id of the one object that does; "" for any.
    tapped
        Whether it must be tapped already.
    awake
        Whether summoning sickness matters, as it does for {T} (MTG-SYM-12).
    zone
        Where it must be.
    """

    deed: Deed
    what: str = ""
    name: str = ""
    excluded: str = ""
    id: str = ""
    tapped: bool = False
    awake: bool = False
    zone: Zone = Zone.BATTLEFIELD


def wants(costs: Iterable[ObjectCost], this: str) -> list[Want]:
    """List every object that the costs ask for; `this` is the id that "another" excludes."""
    return [
        Want(cost.deed, cost.what, excluded=this if cost.another else "", tapped=cost.tapped)
        for cost in costs
        for _ in range(cost.count)
    ]


class Table:
    """What a replay has changed so far; each method pays one part of a cost or refuses to.

    Every refusal is an `InvalidPaymentError` with the rule broken.

    Parameters
    ----------
    board
        The position at the start.
    no_life
        Whether no life may be paid.
    """

    def __init__(self, board: Board, *, no_life: bool = False) -> None:
        self.board = board
        self.census = census(board)
        self.no_life = no_life
        self.life = board.life
        self.life_paid = 0
        self.damage = 0
        self.graveyard = 0
        self.exiled: dict[str, int] = {}
        self.collected: set[int] = set()
        self.energy = board.energy
        self.tickets = board.tickets
        self.taps: dict[str, int] = {}
        self.counters: dict[str, int] = {}
        self.given_up: set[str] = set()
        self.used: set[str] = set()
        self.touched: set[str] = set()
        self.cards_discarded = 0
        self.cards = list(board.hand)
        self.turned: dict[str, bool] = {}
        self.removed: dict[tuple[str, str], int] = {}

    # -- looking -----------------------------------------------------------------------------

    def source(self, source_id: str) -> Source:
        """Return an object that is still there."""
        try:
            source = self.board.source(source_id)
        except KeyError:
            raise InvalidPaymentError("MTG-118.3", f"there is no object {source_id!r}") from None
        if source_id in self.given_up:
            raise InvalidPaymentError("MTG-118.10", f"{source_id!r} was given up before")
        return source

    def is_tapped(self, source: Source) -> bool:
        """Tell whether the object is tapped now."""
        return self.turned.get(source.id, source.tapped)

    def count(self, what: str) -> int:
        """Count the permanents of a type that are left."""
        gone = sum(self.board.source(source_id).is_a(what) for source_id in self.given_up)
        return self.census.permanents[what] - gone

    def present(self, name: str) -> list[Source]:
        """List the permanents of that name that are left."""
        return [each for each in self.census.named[name] if each.id not in self.given_up]

    # -- life, counters and cards ------------------------------------------------------------

    def pay_life(self, amount: int) -> None:
        """Pay life that is still there (MTG-119.4)."""
        if amount == 0:
            return
        if self.no_life:
            raise InvalidPaymentError("MTG-118.3b", f"{amount} life paid, but no life may be paid")
        if amount > self.life:
            raise InvalidPaymentError("MTG-119.4", f"{amount} life is due, {self.life} is left")
        self.life -= amount
        self.life_paid += amount

    def deal_damage(self, amount: int, *, waits: bool) -> None:
        """Deal damage, at once or by a trigger that waits until all is paid (MTG-PRO-17)."""
        self.damage += amount
        if not waits:
            self.life -= amount

    def pay_counters_and_cards(self, cost: ActivationCost) -> None:
        """Pay the counters of the player and the cards of the graveyard that a cost asks for."""
        if cost.energy:
            self.spend_energy(cost.energy)
        if cost.tickets:
            self.spend_tickets(cost.tickets)
        if cost.graveyard:
            self.exile_cards(cost.graveyard, cost.graveyard_what)

    def spend_energy(self, amount: int) -> None:
        """Pay energy counters."""
        self.energy -= amount
        if self.energy < 0:
            raise InvalidPaymentError("MTG-SYM-13", f"{-self.energy} energy missing")

    def spend_tickets(self, amount: int) -> None:
        """Pay ticket counters."""
        self.tickets -= amount
        if self.tickets < 0:
            raise InvalidPaymentError("MTG-SYM-14", f"{-self.tickets} tickets missing")

    def remove_counters(self, source: Source, name: str, amount: int) -> None:
        """Remove counters from an object."""
        removed = self.removed.get((source.id, name), 0) + amount
        if removed > source.counter(name):
            raise InvalidPaymentError("MTG-PRO-13", f"{source.id!r} has not enough {name} counters")
        self.removed[source.id, name] = removed
        self.counters[source.id] = self.counters.get(source.id, 0) + amount

    def exile_cards(self, amount: int, what: str = "card", rule: str = "MTG-118.3") -> None:
        """Exile cards of a kind from the graveyard; Hall's condition over the kinds exiled."""
        self.exiled[what] = self.exiled.get(what, 0) + amount
        self.graveyard += amount
        self._check_exiled(rule)

    def collect(self, index: int, rule: str) -> Card:
        """Exile one card of the graveyard, by its index; it pays for nothing else."""
        if index in self.collected or not 0 <= index < len(self.board.graveyard):
            raise InvalidPaymentError(rule, f"card {index} of the graveyard is not there")
        self.collected.add(index)
        self.graveyard += 1
        self._check_exiled(rule)
        return self.board.graveyard[index]

    def _check_exiled(self, rule: str) -> None:
        kinds = list(self.exiled)
        for size in range(1, len(kinds) + 1):
            for chosen in combinations(kinds, size):
                due = sum(self.exiled[kind] for kind in chosen)
                what = " or ".join(chosen)
                there = self.census.cards[what]
                there -= sum(self.board.graveyard[i].is_a(what) for i in self.collected)
                if due > there:
                    raise InvalidPaymentError(
                        rule, f"{due} cards exiled ({', '.join(chosen)}), {there} are there"
                    )

    def discard_hand(self) -> None:
        """Discard every card in hand."""
        self.cards_discarded += len(self.cards)
        self.cards.clear()
        for source in self.board.sources:
            if source.zone is Zone.HAND:
                self.give_up(source)

    # -- objects -----------------------------------------------------------------------------

    def tap(self, source: Source) -> None:
        """Tap an untapped permanent (MTG-118.3)."""
        source_id = source.id
        if source.zone is not _BATTLEFIELD:
            raise InvalidPaymentError("MTG-118.3", f"{source_id!r} is no permanent")
        if self.turned.get(source_id, source.tapped):
            rule = "MTG-118.10" if source_id in self.taps else "MTG-118.3"
            raise InvalidPaymentError(rule, f"{source_id!r} is tapped already")
        self.turned[source_id] = True
        self.taps[source_id] = self.taps.get(source_id, 0) + 1
        self.touched.add(source_id)

    def untap(self, source: Source) -> None:
        """Untap a tapped permanent, as {Q} does (MTG-SYM-12)."""
        if not self.is_tapped(source):
            raise InvalidPaymentError("MTG-SYM-12", f"{{Q}} of {source.id!r}, which is untapped")
        self.turned[source.id] = False

    def give_up(self, source: Source) -> None:
        """Let an object leave for good: sacrificed, exiled, returned or discarded."""
        self.given_up.add(source.id)
        self.touched.add(source.id)

    def use_objects(
        self, chosen: Sequence[Choice], wanted: Sequence[Want], *others: Sequence[Want]
    ) -> list[Source]:
        """Pay the costs that need objects: taps first, then what leaves.

        A tapped object may still leave for a cost of the same payment; none is tapped twice or
        leaves twice (MTG-118.10). ``others`` are the same costs read for other objects that may
        have the ability; one reading has to do.

        Returns
        -------
        list of Source
            The objects chosen, without discarded cards that are no sources.
        """
        if not (chosen or wanted):
            return []
        if len(chosen) != len(wanted):
            raise InvalidPaymentError(
                "MTG-601.2h", f"{len(chosen)} objects chosen for costs that need {len(wanted)}"
            )
        sources = [None if self._is_card(one) else self.source(one[1]) for one in chosen]
        for (deed, _), source in zip(chosen, sources, strict=True):
            if deed is Deed.TAP and source is not None:
                self.tap(source)
        named = [(*choice, source) for choice, source in zip(chosen, sources, strict=True)]
        if not any(
            can_pair([[self._fits(want, *one) for want in each] for one in named])
            for each in (wanted, *others)
        ):
            raise InvalidPaymentError("MTG-118.3", "the objects chosen do not fit their costs")
        for (deed, name), source in zip(chosen, sources, strict=True):
            if source is None:
                self._discard(name)
            elif deed not in (Deed.TAP, Deed.BLIGHT):
                self.give_up(self.source(source.id))
        return [source for source in sources if source is not None]

    def _is_card(self, chosen: Choice) -> bool:
        """Tell whether the choice names a discarded card that is no source."""
        return chosen[0].of_cards and any(card.name == chosen[1] for card in self.cards)

    def _fits(self, want: Want, deed: Deed, name: str, source: Source | None) -> bool:
        if deed is not want.deed:
            return False
        if source is None:
            return any(card.name == name and card.is_a(want.what) for card in self.cards)
        if deed.of_cards:
            card = Card(source.name, source.types)
            return source.zone is Zone.HAND and card.is_a(want.what)
        return (
            source.zone is want.zone
            and (not want.what or source.is_a(want.what))
            and (not want.name or source.name == want.name)
            and source.id != want.excluded
            and want.id in ("", source.id)
            and (not want.tapped or self.is_tapped(source))
            and (not want.awake or source.can_pay_tap())
        )

    def _discard(self, name: str) -> None:
        for card in self.cards:
            if card.name == name:
                self.cards.remove(card)
                self.cards_discarded += 1
                return
        raise InvalidPaymentError("MTG-118.10", f"card {name!r} is discarded twice")


def can_pair(fits: Sequence[Sequence[bool]]) -> bool:
    """Tell whether every row can have a column of its own among those that fit it.

    Augmenting paths, O(rows² · columns).

    Examples
    --------
    >>> can_pair([[True, True], [True, False]])
    True
    >>> can_pair([[True, False], [True, False]])
    False
    """
    row_of: dict[int, int] = {}
    column_of: dict[int, int] = {}
    for start in range(len(fits)):
        reached_from: dict[int, int] = {}
        agenda = [start]
        free = None
        for row in agenda:
            for column, fit in enumerate(fits[row]):
                if fit and column not in reached_from:
                    reached_from[column] = row
                    if column not in row_of:
                        free = column
                        break
                    agenda.append(row_of[column])
            if free is not None:
                break
        while free is not None:
            row = reached_from[free]
            row_of[free] = row
            column_of[row], free = free, column_of.get(row)
        if start not in column_of:
            return False
    return True
