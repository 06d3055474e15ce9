"""Kinds: units sorted by who accepts them, and the demands that take them.

Two units are one kind if the same symbols accept them, of the spell and of every ability that
costs mana. Inside a component of the supply graph the activation that makes a unit tells it apart
too, for there the order of activations matters.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.drafts import Substitute, twin_of
from autotap.solver.compile.supply import components
from autotap.solver.compile.units import Template
from autotap.solver.program import Demand, Kind, Stock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana
    from autotap.solver.compile.drafts import Draft, Table, Unit
    from autotap.solver.compile.units import Slot, SpellRules

Key = tuple["Unit", "int | None"]
"""A unit, and the activation that tells it apart."""


class Kinds:
    """The kinds of one problem.

    Parameters
    ----------
    board, table
        Where the units come from.
    rules
        What pays the symbols of the spell.
    slots
        Symbols that the announcements demand.
    drafts
        The activations and payers.
    """

    def __init__(
        self,
        board: Board,
        table: Table,
        rules: SpellRules,
        slots: Iterable[Slot],
        drafts: Sequence[Draft],
    ) -> None:
        self.board = board
        self.table = table
        self.rules = rules
        self.slots = tuple(slots)
        self.drafts = drafts

    # --- who accepts what ----------------------------------------------------------------------

    def pays(self, slot: Slot, unit: Unit) -> bool:
        """Tell whether a unit pays a symbol of the spell."""
        if isinstance(unit, Template):
            return any(self.rules.accepts(slot, mana, unit) for mana in unit.types)
        if unit.payer is None:
            return slot.by_life
        return self.rules.accepts_payer(slot, unit.payer, unit.colors)

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
        """Per draft the drafts whose mana cost its units can pay."""
        takers = [(index, draft) for index, draft in enumerate(self.drafts) if draft.needs]
        supply: list[list[int]] = [[] for _ in self.drafts]
        for index, draft in takers:
            units = set(self.made(draft))
            supply[index] = [
                other
                for other, taker in takers
                if any(self.feeds(taker, slot, unit) for slot, _ in taker.needs for unit in units)
            ]
        return supply

    @cached_property
    def types(self) -> tuple[ManaType, ...]:
        """Types of mana that there can be."""
        units = [pool_template(mana, self.table.flags) for mana in self.board.pool]
        for draft in self.drafts:
            units += [u for u in made_by(draft) if isinstance(u, Template)]
        there = {mana for unit in units for mana in unit.types}
        return tuple(mana for mana in ManaType if mana in there)

    def made(self, draft: Draft) -> list[Unit]:
        """Return the different units that a draft can make."""
        if draft.doubles:
            return [twin_of(draft, self.table, mana) for mana in self.types]
        return list(dict.fromkeys(made_by(draft)))

    def doubles(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the kinds that an activation doubles, with the kind of what it makes of each."""
        draft = self.drafts[index]
        if not draft.doubles:
            return ()
        twins = {m: self.of[twin_of(draft, self.table, m), self.tag(index)] for m in self.types}
        pairs = {
            (kind, twins[unit.types[0]])
            for (unit, _), kind in self.of.items()
            if isinstance(unit, Template)
        }
        return tuple(sorted(pairs))

    def feeds(self, draft: Draft, slot: Slot, unit: Unit) -> bool:
        """Tell whether a unit pays a symbol of an ability's mana cost."""
        return (
            isinstance(unit, Template)
            and draft.rules is not None
            and any(draft.rules.accepts(slot, mana, unit) for mana in unit.types)
        )

    def tag(self, draft: int) -> int | None:
        """Return what tells the units of an activation apart: itself, if they could circulate."""
        in_cycle = self.component[draft] is not None or draft in self.supply[draft]
        return draft if in_cycle else None

    @cached_property
    def of(self) -> dict[Key, int]:
        """Kind of each unit that there can be."""
        units: dict[Key, None] = dict.fromkeys(self._stock)
        for index, draft in enumerate(self.drafts):
            units.update(dict.fromkeys((unit, self.tag(index)) for unit in self.made(draft)))
        costed = [draft for draft in self.drafts if draft.needs]
        signatures: dict[Key, tuple[object, ...]] = {}
        for unit, tag in units:
            signatures[unit, tag] = (
                tuple(self.pays(slot, unit) for slot in self.slots),
                tuple(self.feeds(d, slot, unit) for d in costed for slot, _ in d.needs),
                -1 if tag is None else tag,
                isinstance(unit, Substitute),
                repr(unit) if isinstance(unit, Substitute) else self.identity(unit),
            )
        number = {each: i for i, each in enumerate(sorted(set(signatures.values())))}
        return {key: number[signature] for key, signature in signatures.items()}

    @cached_property
    def _stock(self) -> Counter[Key]:
        """Floating units."""
        return Counter((pool_template(mana, self.table.flags), None) for mana in self.board.pool)

    def all(self) -> tuple[Kind, ...]:
        """Return the kinds in the order of their numbers."""
        first: dict[int, Unit] = {}
        stocks: Counter[int] = Counter()
        for key, kind in self.of.items():
            first.setdefault(kind, key[0])
            stocks[kind] += self._stock[key]
        return tuple(
            Kind(_label(first[kind]), stocks[kind], exact=isinstance(first[kind], Substitute))
            for kind in range(len(first))
        )

    def paying(self, slot: Slot) -> frozenset[int]:
        """Return the kinds that pay a symbol of the spell."""
        return frozenset(kind for (unit, _), kind in self.of.items() if self.pays(slot, unit))

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
        for index, draft in enumerate(self.drafts):
            for slot, _ in draft.needs:
                accepted = frozenset(
                    kind
                    for (unit, tag), kind in self.of.items()
                    if self.feeds(draft, slot, unit)
                    and not (tag == index and self.is_used_once(draft))
                )
                key = accepted, self.tag(index)
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
                            for (unit, _), kind in self.of.items()
                            if isinstance(unit, Template)
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
