"""Kinds: units sorted by who accepts them, and the demands that take them.

Two units are one kind if the same symbols accept them, of the spell and of every ability that
costs mana, and no wish of the caller tells them apart. Inside a component of the supply graph the
activation that makes a unit tells it apart too, for there the order of activations matters.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.drafts import Substitute, twin_of
from autotap.solver.compile.signs import is_sign
from autotap.solver.compile.supply import components
from autotap.solver.compile.units import Template
from autotap.solver.compile.wishes import has_trait, traits_of, wishes_of
from autotap.solver.program import Demand, Kind, Stock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.models.mtg.mana import Mana
    from autotap.models.problem import Problem
    from autotap.solver.compile.drafts import Draft, Table, Unit
    from autotap.solver.compile.units import Slot, SpellRules
    from autotap.solver.compile.wishes import Trait

Key = tuple["Unit", "int | None"]
"""A unit, and the activation that tells it apart."""
SPENT = -2
"""What tells units apart that were spent on the cost before."""


class Kinds:
    """The kinds of one problem.

    Parameters
    ----------
    problem, table
        Where the units come from.
    rules
        What pays the symbols of the spell.
    slots
        Symbols that the announcements demand.
    drafts
        The activations and payers.
    others
        Further units that may float at the start.
    successors
        The kinds of what is asked of the units left over: these tell them apart too.
    """

    def __init__(
        self,
        problem: Problem,
        table: Table,
        rules: SpellRules,
        slots: Iterable[Slot],
        drafts: Sequence[Draft],
        others: Iterable[Unit] = (),
        successors: Sequence[Kinds] = (),
    ) -> None:
        self.board = problem.board
        self.spent = problem.already_spent
        self.traits = traits_of(wishes_of(problem))
        self.table = table
        self.rules = rules
        self.slots = tuple(slots)
        self.drafts = drafts
        self.others = tuple(others)
        self.successors = tuple(successors)

    # --- units ---------------------------------------------------------------------------------

    @cached_property
    def units(self) -> list[Unit]:
        """The different units that there can be; elsewhere they are known by their numbers."""
        return list(self._numbers)

    @cached_property
    def _numbers(self) -> dict[Unit, int]:
        units: dict[Unit, None] = dict.fromkeys((*self._stock, *self._spent, *self.others))
        for draft in self.drafts:
            units.update(dict.fromkeys(self._made(draft)))
        return {unit: number for number, unit in enumerate(units)}

    @cached_property
    def made(self) -> list[list[int]]:
        """Per draft the different units that it can make."""
        number = self._numbers
        return [
            list(dict.fromkeys(number[unit] for unit in self._made(draft))) for draft in self.drafts
        ]

    def _made(self, draft: Draft) -> Iterable[Unit]:
        if draft.doubles:
            return [twin_of(draft, self.table, mana) for mana in self.types]
        return made_by(draft)

    @cached_property
    def types(self) -> tuple[ManaType, ...]:
        """Types of mana that there can be."""
        made = (unit for draft in self.drafts for unit in made_by(draft))
        units = [*self._stock, *self.others, *made]
        there = {mana for unit in units if isinstance(unit, Template) for mana in unit.types}
        return tuple(mana for mana in ManaType if mana in there)

    @cached_property
    def _stock(self) -> Counter[Unit]:
        """Floating units."""
        return Counter(pool_template(mana, self.table.flags) for mana in self.board.pool)

    @cached_property
    def _spent(self) -> Counter[Unit]:
        """Units that were spent before."""
        return Counter(pool_template(mana, self.table.flags) for mana in self.spent)

    # --- who accepts what ----------------------------------------------------------------------

    @cached_property
    def _paying(self) -> dict[Slot, set[int]]:
        """Per symbol of the spell the units that pay it."""
        return {
            slot: {number for number, unit in enumerate(self.units) if self._pays(slot, unit)}
            for slot in self.slots
        }

    def _pays(self, slot: Slot, unit: Unit) -> bool:
        if isinstance(unit, Template):
            return any(self.rules.accepts(slot, mana, unit) for mana in unit.types)
        if unit.payer is None:
            return slot.by_life
        return self.rules.accepts_payer(slot, unit.payer, unit.colors)

    @cached_property
    def _feeding(self) -> list[dict[Slot, frozenset[int]]]:
        """Per draft and symbol of its mana cost the units that pay it.

        Only restricted mana asks whose cost it is, and a sign not even that.
        """
        mana = [(n, u) for n, u in enumerate(self.units) if isinstance(u, Template)]
        signs = {u.tags.only: frozenset((n,)) for n, u in mana if is_sign(u.tags.only)}
        restricted = [(n, u) for n, u in mana if u.tags.only and u.tags.only not in signs]
        free: dict[Slot, frozenset[int]] = {}
        feeding: list[dict[Slot, frozenset[int]]] = []
        for draft in self.drafts:
            feeding.append({})
            if draft.rules is None:
                continue
            accepts = draft.rules.accepts
            for slot, _ in draft.needs:
                if slot.symbol in signs:
                    feeding[-1][slot] = signs[slot.symbol]
                    continue
                if slot not in free:
                    free[slot] = frozenset(
                        n
                        for n, u in mana
                        if not u.tags.only and any(accepts(slot, t, u) for t in u.types)
                    )
                more = [n for n, u in restricted if any(accepts(slot, t, u) for t in u.types)]
                feeding[-1][slot] = free[slot].union(more) if more else free[slot]
        return feeding

    @cached_property
    def component(self) -> list[int | None]:
        """Per draft its component of the supply graph.

        What can be used once only cannot feed itself, nor another use of the same copy (with
        another X, say) that could not follow; so it needs no component for that.
        """
        graph = [
            [other for other in fed if not self.rules_out(draft, self.drafts[other])]
            for draft, fed in zip(self.drafts, self.supply, strict=True)
        ]
        return components(graph)

    @cached_property
    def supply(self) -> list[list[int]]:
        """Per draft the drafts whose mana cost its units can pay, where it has one itself."""
        taken = [
            (index, frozenset().union(*slots.values()))
            for index, slots in enumerate(self._feeding)
            if slots
        ]
        supply: list[list[int]] = [[] for _ in self.drafts]
        for index, _ in taken:
            supply[index] = [o for o, units in taken if not units.isdisjoint(self.made[index])]
        return supply

    def doubles(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the kinds that an activation doubles, with the kind of what it makes of each."""
        draft = self.drafts[index]
        if not draft.doubles:
            return ()
        twins = {m: self.of[twin_of(draft, self.table, m), self.tags[index]] for m in self.types}
        pairs = {
            (kind, twins[unit.types[0]])
            for (unit, tag), kind in self.of.items()
            if isinstance(unit, Template) and tag != SPENT
        }
        return tuple(sorted(pairs))

    # --- kinds ---------------------------------------------------------------------------------

    @cached_property
    def tags(self) -> tuple[int | None, ...]:
        """Per draft what tells its units apart: itself, if they could circulate."""
        return tuple(
            draft if component is not None or draft in fed else None
            for draft, (component, fed) in enumerate(zip(self.component, self.supply, strict=True))
        )

    @cached_property
    def of(self) -> dict[Key, int]:
        """Kind of each unit that there can be."""
        return {(self.units[unit], tag): kind for (unit, tag), kind in self._of.items()}

    @cached_property
    def _of(self) -> dict[tuple[int, int | None], int]:
        keys: dict[tuple[int, int | None], None] = {}
        floating = (*self._stock, *self.others)
        keys.update(dict.fromkeys((self._numbers[unit], None) for unit in floating))
        keys.update(dict.fromkeys((self._numbers[unit], SPENT) for unit in self._spent))
        for made, tag in zip(self.made, self.tags, strict=True):
            keys.update(dict.fromkeys((unit, tag) for unit in made))
        feeding = dict.fromkeys(units for slots in self._feeding for units in slots.values())
        signatures: dict[tuple[int, int | None], tuple[object, ...]] = {}
        for number, tag in keys:
            unit = self.units[number]
            signatures[number, tag] = (
                tuple(number in paying for paying in self._paying.values()),
                tuple([number in taken for taken in feeding]),
                -1 if tag is None else tag,
                tuple(-1 if (k := each.left(unit)) is None else k for each in self.successors),
                tuple(isinstance(unit, Template) and has_trait(unit, t) for t in self.traits),
                isinstance(unit, Substitute),
                unit.identity if isinstance(unit, Substitute) else self.identity(unit),
            )
        kind = {each: i for i, each in enumerate(sorted(set(signatures.values())))}
        return {key: kind[signature] for key, signature in signatures.items()}

    def all(self) -> tuple[Kind, ...]:
        """Return the kinds in the order of their numbers."""
        first: dict[int, tuple[Unit, bool]] = {}
        stocks: Counter[int] = Counter()
        for (number, tag), kind in self._of.items():
            unit = self.units[number]
            first.setdefault(kind, (unit, isinstance(unit, Substitute) or tag == SPENT))
            if tag is None:
                stocks[kind] += self._stock[unit]
            elif tag == SPENT:
                stocks[kind] += self._spent[unit]
        return tuple(
            Kind(_label(unit), stocks[kind], exact)
            for kind, (unit, exact) in sorted(first.items(), key=lambda item: item[0])
        )

    def paying(self, slot: Slot) -> frozenset[int]:
        """Return the kinds that pay a symbol of the spell."""
        paying = self._paying[slot]
        return frozenset(kind for (unit, _), kind in self._of.items() if unit in paying)

    def having(self, trait: Trait) -> frozenset[int]:
        """Return the kinds of mana that have what a wish looks for."""
        return frozenset(
            kind
            for (unit, _), kind in self.of.items()
            if isinstance(unit, Template) and has_trait(unit, trait)
        )

    def left(self, unit: Unit) -> int | None:
        """Return the kind of a unit that an earlier payment leaves, None if it is no mana."""
        return self.of[unit, None] if isinstance(unit, Template) else None

    def becomes(self, successor: Kinds) -> tuple[int | None, ...]:
        """Return per kind the kind of its units, left over, among those of a successor."""
        kinds: dict[int, int | None] = {}
        for (unit, _), kind in self.of.items():
            kinds[kind] = successor.left(unit)
        return tuple(kinds[kind] for kind in range(len(kinds)))

    def identity(self, unit: Template) -> str:
        """Return what tells equally useful units apart: types and restriction.

        Units left over can stand for floating ones of the same, and are doubled by their type.
        """
        told_apart = self.board.pool or self.table.concrete
        return f"{''.join(unit.types)} {unit.tags.only}" if told_apart else ""

    def needs(self) -> tuple[dict[tuple[int, Slot], int], list[Demand]]:
        """Return the demand of each activation's slots; equal ones outside components are one."""
        place: dict[tuple[int, Slot], int] = {}
        seen: dict[tuple[object, ...], int] = {}
        demands: list[Demand] = []
        kinds: dict[tuple[frozenset[int], int], frozenset[int]] = {}
        for index, draft in enumerate(self.drafts):
            own = index if draft.needs and self.is_used_once(draft) else SPENT
            for slot, _ in draft.needs:
                feeding = self._feeding[index][slot]
                if (feeding, own) not in kinds:
                    kinds[feeding, own] = frozenset(
                        kind
                        for (unit, tag), kind in self._of.items()
                        if unit in feeding and tag not in (SPENT, own)
                    )
                accepted = kinds[feeding, own]
                key = accepted, self.tags[index]
                if key not in seen:
                    seen[key] = len(demands)
                    demands.append(Demand(f"{slot.symbol} of activation {index}", accepted))
                place[index, slot] = seen[key]
        return place, demands

    def rules_out(self, draft: Draft, later: Draft) -> bool:
        """Tell whether after one use another one cannot follow, for both need the same copy."""
        if draft.group != later.group or not (draft.needs and self.is_used_once(draft)):
            return False
        assert later.ability is not None
        return draft.leaves or later.ability.cost.tap

    def is_used_once(self, draft: Draft) -> bool:
        """Tell whether no second use could be fed by the first (MTG-605.3c)."""
        assert draft.group is not None
        assert draft.ability is not None
        source = self.table.groups[draft.group]
        untaps = any(source.source.abilities[i].cost.untap for i in source.abilities)
        once = draft.leaves or (draft.ability.cost.tap and not untaps)
        return len(source.sources) == 1 and once

    def stocks(self) -> tuple[Stock, ...]:
        """Return floating mana by type and restriction, with the kinds that can stand for it."""
        floating = Counter((mana.type, mana.tags.only) for mana in self.board.pool)
        return tuple(
            Stock(
                tuple(
                    sorted(
                        {
                            kind
                            for (unit, tag), kind in self.of.items()
                            if isinstance(unit, Template)
                            and tag != SPENT
                            and mana in unit.types
                            and unit.tags.only == only
                        }
                    )
                ),
                amount,
            )
            for (mana, only), amount in sorted(floating.items())
        )


def made_by(draft: Draft) -> Iterator[Unit]:
    """Yield the units in what a draft makes."""
    for output in (*draft.outputs, *draft.once):
        for unit, _ in output:
            yield unit


def pool_template(mana: Mana, flags: frozenset[str]) -> Template:
    """Return the template of a floating unit."""
    return Template((mana.type,), mana.tags, mana.tags.flags & flags)


def _label(unit: Unit) -> str:
    if isinstance(unit, Substitute):
        return str(unit.payer or "life")
    return "/".join(unit.types) + str(unit.tags.only)
