"""From the integers of a solution back to a payment with concrete permanents and mana."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from autotap.models.mtg.ability import Deed, Measure
from autotap.models.mtg.mana import Mana, ManaTags
from autotap.models.mtg.spell import Announcement, Payer
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import costs_beside_mana
from autotap.models.result import Activation, Covering, Payment, Spend
from autotap.solver.compile.closing import closings, covers, fitting
from autotap.solver.compile.drafts import Draft, Substitute, twin_of
from autotap.solver.compile.groups import scarcity, unit_worth
from autotap.solver.compile.kinds import SPENT, pool_template
from autotap.solver.compile.units import (
    GENERIC,
    NO_VIEW,
    Slot,
    Template,
    rules_of,
    slot_of,
)
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.units import SpellRules
    from autotap.solver.solution import Solution, Step


C = TypeVar("C")


def decode_magic(blueprint: Blueprint, solution: Solution) -> Payment:
    """Turn a solution into a payment; equal copies are used in the caller's order."""
    return Decoder(blueprint, solution).payment()


@dataclass
class _Unit:
    """One unit made: its number in the payment, and how its type may still be chosen."""

    number: int
    template: Template
    source_types: frozenset[str]
    type: ManaType | None = None


@dataclass(eq=False)
class _Copy:
    """One copy of a body."""

    id: str
    tapped: bool
    """Whether it starts tapped."""
    gone: bool = False


@lru_cache(maxsize=4_096)
def _flagged(tags: ManaTags, flags: frozenset[str]) -> ManaTags:
    """Return the tags of mana of a source with these types."""
    return replace(tags, flags=flags)


class _Lazy(dict[int, C]):
    """What each body has, made when it is first asked for."""

    def __init__(self, make: Callable[[int], C]) -> None:
        self.make = make

    def __missing__(self, body: int) -> C:
        self[body] = made = self.make(body)
        return made


class Decoder:
    """Turns the numbers of one solution back into permanents and mana."""

    def __init__(self, blueprint: Blueprint, solution: Solution) -> None:
        self.blueprint = blueprint
        self.solution = solution
        self.problem = blueprint.problem
        self.announcement: Announcement = blueprint.announcements[solution.option]
        table = blueprint.table
        self.copies = _Lazy(self.copies_of)
        self.untapped = _Lazy(lambda b: deque(c for c in self.copies[b] if not c.tapped))
        self.tapped = _Lazy(lambda b: deque(c for c in self.copies[b] if c.tapped))
        self.units: list[_Unit] = []
        self.ready: dict[int, deque[_Unit]] = defaultdict(deque)
        for there, tag in ((self.problem.board.pool, None), (self.problem.already_spent, SPENT)):
            for mana in there:
                template = pool_template(mana, table.flags)
                self.make(template, blueprint.kind_of[template, tag], frozenset())
        self.life_paid = self.damage = self.graveyard = 0

    def payment(self) -> Payment:
        """Return the payment."""
        activations = []
        substitutes: dict[int, list[tuple[Payer | None, str]]] = defaultdict(list)
        for step in self.solution.steps:
            draft = self.blueprint.drafts[step.activation]
            if draft.ability is not None:
                activations.append(self.activate(step))
                continue
            unit = draft.outputs[0][0][0]
            assert isinstance(unit, Substitute)
            kind = self.blueprint.kind_of[unit, None]
            body = draft.group
            source = "" if body is None else self.take(body, Move.TAP).id
            substitutes[kind].append((unit.payer, source))
            self.graveyard += unit.payer is Payer.DELVE
        spends = self.pay(substitutes)
        coverings = self.coverings()
        objects = self.objects()
        costs = costs_beside_mana(self.problem.spell, self.announcement)
        self.graveyard += sum(cost.graveyard for cost in costs)
        self.life_paid += self.problem.spell.additional.life + self.announcement.life
        self.life_paid += sum(spend.life for spend in spends)
        self.settle()
        return Payment(
            announcement=self.announcement,
            mana=tuple(self.mana(unit) for unit in self.units),
            activations=tuple(activations),
            spends=tuple(spends),
            objects=tuple(objects),
            graveyard=self.graveyard,
            life_paid=self.life_paid,
            life_lost=self.life_paid + self.damage,
            coverings=tuple(coverings),
        )

    # --- bodies ------------------------------------------------------------------------------

    def copies_of(self, body: int) -> list[_Copy]:
        """Return the copies of a body, in the caller's order."""
        table = self.blueprint.table
        if body < len(table.groups):
            return [_Copy(source.id, source.tapped) for source in table.groups[body].sources]
        return [_Copy(card.name, False) for card in table.hand[body - len(table.groups)]]

    def take(self, body: int, move: Move) -> _Copy:
        """Carry out a move on the first copy that is in the right state."""
        state = (self.tapped if move in (Move.UNTAP, Move.LEAVE_TAPPED) else self.untapped)[body]
        copy = state.popleft()
        copy.gone = move in (Move.LEAVE, Move.LEAVE_TAPPED)
        if not copy.gone:
            (self.tapped if move is Move.TAP else self.untapped)[body].append(copy)
        return copy

    def objects(self) -> list[tuple[Deed, str]]:
        """Return the objects that the announcement uses; what is tapped may then be given up.

        The announcement then names those on which the total depends.
        """
        order = (Move.UNTAP, Move.TAP)
        there = self.marked_copies()
        asked = closings(self.problem.spell, self.announcement, self.blueprint.table)
        each = [one for one in asked for _ in range(one.pick.count)]
        picks = list(zip(each, self.solution.picks, strict=True))
        picks.sort(key=lambda pick: order.index(pick[1][0]) if pick[1][0] in order else len(order))
        taken = [(one, self.take(body, move).id) for one, (move, body) in picks]
        named = {one.option: source_id for one, source_id in taken if one.option}
        self.announcement = replace(
            self.announcement,
            objects=tuple((name, (named[name],)) for name, _ in self.announcement.objects),
        )
        used = [(one.deed, source_id) for one, source_id in taken if one.deed is not None]
        return used + self.blighted(there)

    def marked_copies(self) -> list[_Copy]:
        """Return the copies of the marked body that are there before anything leaves."""
        if self.solution.mark is None:
            return []
        return [copy for copy in self.copies[self.solution.mark[1]] if not copy.gone]

    def blighted(self, there: list[_Copy]) -> list[tuple[Deed, str]]:
        """Return the blighted object, one of those ``there``: one that leaves anyway if any."""
        if self.solution.mark is None:
            return []
        move, body = self.solution.mark
        if move is not None:
            return [(Deed.BLIGHT, self.take(body, move).id)]
        there.sort(key=lambda copy: not copy.gone)
        return [(Deed.BLIGHT, there[0].id)]

    def coverings(self) -> list[Covering]:
        """Return what pays the costs that ask for a total; cards go in the caller's order."""
        table, board = self.blueprint.table, self.problem.board
        cards = [iter(indices) for indices in table.graveyard]
        found = []
        costs = covers(self.problem.spell, self.announcement)
        for cost, chosen in zip(costs, self.solution.covers, strict=True):
            fits = fitting(cost, board, table, self.problem.spell)
            numbers = [fits[member].number for member in chosen]
            if cost.measure is Measure.POWER:
                found.append(Covering(tuple(self.take(n, Move.TAP).id for n in numbers)))
            else:
                found.append(Covering(cards=tuple(next(cards[n]) for n in numbers)))
                self.graveyard += len(numbers)
        return found

    # --- activations -------------------------------------------------------------------------

    def activate(self, step: Step) -> Activation:
        """Return one activation of a mana ability, and put what it makes into the pool."""
        draft = self.blueprint.drafts[step.activation]
        ability, body = draft.ability, draft.group
        assert ability is not None
        assert body is not None
        cost = ability.cost
        if cost.tap:
            own = self.take(body, Move.TAP)
            if draft.leaves:
                self.tapped[body].remove(own)
                own.gone = True
        elif cost.untap:
            own = self.take(body, Move.UNTAP)
        elif draft.leaves:
            own = self.take(body, Move.LEAVE_TAPPED if step.tapped else Move.LEAVE)
        else:
            own = next(copy for copy in self.copies[body] if not copy.gone)
        deeds = [item.deed for item in cost.objects for _ in range(item.count)]
        objects = [
            (deed, self.take(picked, move).id)
            for deed, (move, picked) in zip(deeds, step.picks, strict=True)
        ]
        spends = self.fund(step)
        factor = 1
        if draft.per is not None:
            factor = sum(not copy.gone for b in draft.per for copy in self.copies[b])
        self.life_paid += draft.life
        self.damage += ability.damage + ability.damage_waiting
        self.graveyard += cost.graveyard
        tag = self.blueprint.tags[step.activation]
        types = self.problem.board.source(own.id).types
        made = []
        units = [(unit, amount * factor) for unit, amount in draft.outputs[step.alternative]]
        if draft.once and factor:
            units += draft.once[step.alternative]
        for unit, amount in units:
            assert isinstance(unit, Template)
            kind = self.blueprint.kind_of[unit, tag]
            made += [self.make(unit, kind, types) for _ in range(amount)]
        if draft.doubles:
            made = self.double(draft, tag, types)
        return Activation(own.id, draft.index, tuple(made), tuple(spends), tuple(objects), draft.x)

    def double(self, draft: Draft, tag: int | None, types: frozenset[str]) -> list[int]:
        """Make one more of each unspent mana."""
        made = []
        unspent = sorted(
            (u for units in self.ready.values() for u in units), key=lambda u: u.number
        )
        for unit in unspent:
            twin = twin_of(draft, self.blueprint.table, unit.template.types[0])
            made.append(self.make(twin, self.blueprint.kind_of[twin, tag], types))
        return made

    def make(self, template: Template, kind: int, source_types: frozenset[str]) -> int:
        """Put a unit into the pool; returns its number."""
        unit = _Unit(len(self.units), template, source_types)
        self.units.append(unit)
        self.ready[kind].append(unit)
        return unit.number

    def fund(self, step: Step) -> list[Spend]:
        """Pay the mana cost of an activation, symbol by symbol."""
        draft = self.blueprint.drafts[step.activation]
        assert draft.rules is not None or not draft.symbols
        units: dict[int, list[_Unit]] = defaultdict(list)
        for demand, kind, amount in step.spent:
            units[demand] += [self.ready[kind].popleft() for _ in range(amount)]
        spends = []
        for text, slot, amount in draft.symbols:
            if slot is None:
                spends.append(Spend(text, life=amount))
                continue
            demand = self.blueprint.needs[step.activation, slot]
            taken = [units[demand].pop() for _ in range(amount)]
            assert draft.rules is not None
            for unit in taken:
                self.choose(unit, slot, draft.rules.accepts)
            spends.append(Spend(text, tuple(unit.number for unit in taken)))
        return spends

    @staticmethod
    def choose(
        unit: _Unit, slot: Slot, accepts: Callable[[Slot, ManaType, Template], bool]
    ) -> None:
        """Choose the type of a unit so that it pays a symbol."""
        template, types = unit.template, unit.template.types
        if len(types) == 1:
            (unit.type,) = types
        else:
            unit.type = next(t for t in types if accepts(slot, t, template))

    # --- paying ------------------------------------------------------------------------------

    def pay(self, substitutes: dict[int, list[tuple[Payer | None, str]]]) -> list[Spend]:
        """Pay the locked total, symbol by symbol."""
        rules, life_for = rules_of(self.problem.spell), self.problem.board.life_for
        paid: dict[Slot, list[Spend]] = defaultdict(list)
        for demand, kind, amount in self.solution.spent:
            slot = self.blueprint.slots[demand - self.blueprint.first_due]
            paid[replace(slot, view=NO_VIEW) if slot.view != NO_VIEW else slot] += [
                self.one(rules, slot, kind, substitutes) for _ in range(amount)
            ]
        for_x = paid[GENERIC]
        if self.problem.spell.x_apart:
            for_x = [spend for slot, found in paid.items() if slot.is_x for spend in found]
        spends = []
        for symbol in self.announcement.total.symbols:
            if symbol.variable:
                for _ in range(self.announcement.x or 0):
                    spends.append(replace(for_x.pop(), symbol="{X}"))
            elif symbol.is_generic:
                spends += [paid[GENERIC].pop() for _ in range(symbol.generic)]
            elif symbol.is_monocolored_hybrid and not paid[slot_of(symbol, life_for)]:
                halves = [paid[GENERIC].pop() for _ in range(symbol.generic)]
                mana = tuple(number for half in halves for number in half.mana)
                payers = tuple(payer for half in halves for payer in half.payers)
                spends.append(Spend(str(symbol), mana, payers))
            else:
                spends.append(paid[slot_of(symbol, life_for)].pop())
        return spends

    def one(
        self,
        rules: SpellRules,
        slot: Slot,
        kind: int,
        substitutes: dict[int, list[tuple[Payer | None, str]]],
    ) -> Spend:
        """Pay one symbol of a slot with one unit of a kind."""
        if substitutes[kind]:
            payer, source = substitutes[kind].pop(0)
            if payer is None:
                return Spend(slot.symbol, life=2)
            return Spend(slot.symbol, payers=((payer, source),))
        unit = self.ready[kind].popleft()
        self.choose(unit, slot, rules.accepts)
        return Spend(slot.symbol, (unit.number,))

    # --- types left open ---------------------------------------------------------------------

    def settle(self) -> None:
        """Choose the types of unspent mana so that it stands for the dearest spent floating mana.

        What can be covered together is a transversal matroid, so taking the dearest first is best.
        """
        pool = self.problem.board.pool
        missing = Counter((mana.type, mana.tags.only) for mana in pool)
        open_units = []
        for units in self.ready.values():
            for unit in units:
                if len(unit.template.types) == 1:
                    missing[unit.template.types[0], unit.template.tags.only] -= 1
                else:
                    open_units.append(unit)
        spots = [
            (kind, only, number)
            for (kind, only), count in missing.items()
            for number in range(max(0, count))
        ]
        if not (open_units and spots):
            return
        scarce = self.scarce()
        spots.sort(
            key=lambda spot: -unit_worth(spot[0], restricted=bool(spot[1])) * scarce[spot[0]]
        )
        taken: dict[int, tuple[ManaType, str, int]] = {}

        def place(spot: tuple[ManaType, str, int], seen: set[int]) -> bool:
            for unit in open_units:
                fits = spot[0] in unit.template.types and spot[1] == unit.template.tags.only
                if fits and unit.number not in seen:
                    seen.add(unit.number)
                    if unit.number not in taken or place(taken[unit.number], seen):
                        taken[unit.number] = spot
                        return True
            return False

        for spot in spots:
            place(spot, set())
        for unit in open_units:
            if unit.number in taken:
                unit.type = taken[unit.number][0]

    def scarce(self) -> dict[ManaType, int]:
        """Return the scarcity of each type, as the term ``flexibility`` reckons it."""
        groups = self.blueprint.table.groups
        worths = {source.id: group.worth for group in groups for source in group.sources}
        return dict(zip(ManaType, scarcity(self.problem.board, worths), strict=True))

    def mana(self, unit: _Unit) -> Mana:
        """Return a unit as mana."""
        tags = unit.template.tags
        if not (tags.origin or tags.flags):
            tags = _flagged(tags, unit.source_types)
        return Mana(unit.type or unit.template.types[0], tags)
