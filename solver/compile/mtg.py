"""From a Magic problem to a Program.

The steps: group the sources, draft the activations and payers, sort the units into kinds by who
accepts them, write the demands of each announcement, and the terms of the objective.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.closing import closing_uses, closings, most_help, urgency
from autotap.solver.compile.drafts import (
    ASSIST,
    GRAVEYARD,
    Draft,
    Substitute,
    Table,
    Unit,
    draft_abilities,
    draft_payers,
    twin_of,
)
from autotap.solver.compile.groups import group_sources, has_restrictions
from autotap.solver.compile.loops import unbounded_labels
from autotap.solver.compile.supply import components
from autotap.solver.compile.terms import magic_terms
from autotap.solver.compile.units import (
    GENERIC,
    NO_VIEW,
    X_SLOT,
    Slot,
    SpellRules,
    Template,
    slot_of,
)
from autotap.solver.program import (
    Activation,
    Body,
    Choice,
    Demand,
    Kind,
    Move,
    Option,
    Program,
    Resource,
    Stock,
)

if TYPE_CHECKING:
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A Program together with what its indices mean.

    Parameters
    ----------
    program
        The Program.
    problem
        Where it comes from.
    announcements
        Per option its announcement.
    table
        The bodies.
    drafts
        Per activation its draft.
    kind_of
        Kind of each ``(unit, activation that tags it)``.
    needs
        Demand of each ``(activation, slot)``.
    slots
        Per demand of the announcements its slot; the demands before them are needs.
    first_due
        Index of the first demand of the announcements.
    """

    program: Program
    problem: Problem
    announcements: tuple[Announcement, ...]
    table: Table
    drafts: tuple[Draft, ...]
    kind_of: dict[tuple[Unit, int | None], int]
    needs: dict[tuple[int, Slot], int]
    slots: tuple[Slot, ...]
    first_due: int


def compile_magic(problem: Problem, announced: tuple[Announcement, ...]) -> Blueprint:
    """Compile a problem for the given announcements.

    Raises
    ------
    UnsupportedCostError
        For an ability or a cost that is not covered.
    RestrictionSyntaxError
        For a restriction that cannot be read and has no ruling.
    """
    return _Compiler(problem, announced).blueprint()


class _Compiler:
    def __init__(self, problem: Problem, announced: tuple[Announcement, ...]) -> None:
        self.problem = problem
        self.board = problem.board
        self.spell = problem.spell
        self.rules = SpellRules(problem.spell)
        self.resources: dict[str, Resource] = {}
        hand = Counter(self.board.hand)
        cards = sorted(hand, key=repr)
        self.table = Table(
            tuple(group_sources(problem)),
            tuple((card,) * hand[card] for card in cards),
            self.spell.only_from | {"snow"},
            _graveyard_kinds(problem),
            problem.forbid,
        )
        ways = [
            (announcement, help_, option)
            for announcement in announced
            for help_ in range(most_help(self.spell, announcement) + 1)
            if (option := self.option(announcement, help_)) is not None
        ]
        self.announced = tuple(announcement for announcement, _, _ in ways)
        self.options = _ranked(
            [(urgency(self.spell, announcement, help_), o) for announcement, help_, o in ways]
        )
        told_apart = bool(self.spell.options or self.spell.context.x_count)
        self.judges_announced = told_apart and has_restrictions(self.board)
        self.due, self.choices = self.amounts()
        abilities = draft_abilities(self.board, self.table, life_allowed=not self.spell.no_life)
        self.drafts = [
            *self.loosened(abilities),
            *draft_payers(self.spell, self.board, self.table, problem.forbid),
        ]

    def blueprint(self) -> Blueprint:
        kind_of, kinds = self.kinds
        needs, demands = self.needs()
        activations = tuple(self.activation(i, needs) for i in range(len(self.drafts)))
        first_due = len(demands)
        for slot, amounts in self.due.items():
            accepted = frozenset(k for (u, _), k in kind_of.items() if self.pays(slot, u))
            demands.append(Demand(slot.symbol, accepted, tuple(amounts)))
        place = {slot: first_due + i for i, slot in enumerate(self.due)}
        program = Program(
            bodies=self.bodies(),
            resources=tuple(self.resources.values()),
            kinds=kinds,
            demands=tuple(demands),
            activations=activations,
            options=self.options,
            choices=tuple(
                Choice(i, n, (place[slot], 1), (place[replace(GENERIC, view=slot.view)], amount))
                for i, n, slot, amount in self.choices
            ),
            life=self.board.life,
            life_floor=self.problem.objective.life_floor,
            stocks=self.stocks(),
            required=tuple(
                i
                for i, group in enumerate(self.table.groups)
                if group.source.id in self.problem.must_use
            ),
        )
        program = replace(program, unbounded=unbounded_labels(program))
        program = magic_terms(program, self.problem, self.table)
        return Blueprint(
            program,
            self.problem,
            self.announced,
            self.table,
            tuple(self.drafts),
            kind_of,
            needs,
            tuple(self.due),
            first_due,
        )

    # --- announcements -----------------------------------------------------------------------

    def option(self, announcement: Announcement, help_: int) -> Option | None:
        """Return what an announcement uses, None where an object that it needs is not there.

        ``help_`` is how much another player pays: the rest of what that player might pay is used.
        """
        spell, table = self.spell, self.table
        picks = tuple(closing.pick for closing in closings(spell, announcement, table))
        life = announcement.life + spell.additional.life
        if not all(pick.bodies for pick in picks) or (life and spell.no_life):
            return None
        uses = closing_uses(spell, announcement, table)
        if Payer.ASSIST in spell.payers and spell.assist > help_:
            uses[ASSIST] = spell.assist - help_
        return Option(
            label=str(announcement.total),
            picks=picks,
            uses=tuple((self.resource(name), amount) for name, amount in uses.items()),
            life=life,
            window=not announcement.total.with_x(announcement.x or 0).is_zero,
        )

    def amounts(self) -> tuple[dict[Slot, list[int]], list[tuple[int, int, Slot, int]]]:
        """Return per slot the amount that each announcement demands, and the {2/W} choices."""
        due: dict[Slot, list[int]] = {}
        choices: dict[tuple[int, Slot, int], int] = {}

        def row(slot: Slot) -> list[int]:
            return due.setdefault(slot, [0] * len(self.announced))

        for index, announcement in enumerate(self.announced):
            view = self.rules.view(announcement) if self.judges_announced else NO_VIEW
            generic = replace(GENERIC, view=view)
            for symbol in announcement.total.symbols:
                if symbol.variable:
                    slot = generic if self.spell.x_colors is None else replace(X_SLOT, view=view)
                    row(slot)[index] += announcement.x or 0
                elif symbol.is_generic:
                    row(generic)[index] += symbol.generic
                elif symbol.is_monocolored_hybrid:
                    slot = slot_of(symbol, self.board.life_for, view)
                    row(slot)
                    row(generic)
                    key = index, slot, symbol.generic
                    choices[key] = choices.get(key, 0) + 1
                else:
                    row(slot_of(symbol, self.board.life_for, view))[index] += 1
        return due, [(i, n, slot, amount) for (i, slot, amount), n in choices.items()]

    def pays(self, slot: Slot, unit: Unit) -> bool:
        """Tell whether a unit pays a symbol of the spell."""
        if isinstance(unit, Template):
            return any(self.rules.accepts(slot, mana, unit) for mana in unit.types)
        if unit.payer is None:
            return slot.by_life
        return self.rules.accepts_payer(slot, unit.payer, unit.colors)

    # --- activations -------------------------------------------------------------------------

    def loosened(self, drafts: list[Draft]) -> list[Draft]:
        """Turn counts and conditions that nothing can change into constants."""
        result = []
        for draft in drafts:
            requires = draft.requires
            if requires is not None and not self.reducible(drafts, requires[1]):
                requires = None
            if draft.per is None or self.reducible(drafts, draft.per):
                result.append(replace(draft, requires=requires))
                continue
            factor = sum(len(self.table.groups[body].sources) for body in draft.per)
            outputs = tuple(
                tuple((unit, amount * factor) for unit, amount in output)
                for output in draft.outputs
            )
            if factor:
                result.append(replace(draft, requires=requires, per=None, outputs=outputs))
        return result

    def reducible(self, drafts: list[Draft], bodies: tuple[int, ...]) -> bool:
        """Tell whether any mana ability can make copies of these bodies fewer."""
        wanted = set(bodies)
        return any(
            (draft.leaves and draft.group in wanted)
            or any(pick.move is not Move.TAP and wanted & set(pick.bodies) for pick in draft.picks)
            for draft in drafts
        ) or any(
            pick.move in (Move.LEAVE, Move.LEAVE_TAPPED) and wanted & set(pick.bodies)
            for option in self.options
            for pick in option.picks
        )

    @cached_property
    def component(self) -> list[int | None]:
        """Per draft its component of the supply graph."""
        takers = [(index, draft) for index, draft in enumerate(self.drafts) if draft.needs]
        feeds: list[list[int]] = [[] for _ in self.drafts]
        for index, draft in takers:
            units = set(self.made(draft))
            feeds[index] = [
                other
                for other, taker in takers
                if any(self.feeds(taker, slot, unit) for slot, _ in taker.needs for unit in units)
            ]
        return components(feeds)

    @cached_property
    def types(self) -> tuple[ManaType, ...]:
        """Types of mana that there can be."""
        units = [pool_template(mana, self.table.flags) for mana in self.board.pool]
        for draft in self.drafts:
            units += [u for o in draft.outputs for u, _ in o if isinstance(u, Template)]
        there = {mana for unit in units for mana in unit.types}
        return tuple(mana for mana in ManaType if mana in there)

    def made(self, draft: Draft) -> list[Unit]:
        """Return the different units that a draft can make."""
        if draft.doubles:
            return [twin_of(draft, self.table, mana) for mana in self.types]
        return list(dict.fromkeys(unit for output in draft.outputs for unit, _ in output))

    def doubles(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the kinds that an activation doubles, with the kind of what it makes of each."""
        draft = self.drafts[index]
        if not draft.doubles:
            return ()
        kind_of, _ = self.kinds
        twins = {m: kind_of[twin_of(draft, self.table, m), self.tag(index)] for m in self.types}
        pairs = {
            (kind, twins[unit.types[0]])
            for (unit, _), kind in kind_of.items()
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
        """Return what keeps the units of an activation apart: itself, inside a component."""
        return None if self.component[draft] is None else draft

    @cached_property
    def kinds(self) -> tuple[dict[tuple[Unit, int | None], int], tuple[Kind, ...]]:
        """Sort units into kinds by who accepts them."""
        stock = Counter((pool_template(mana, self.table.flags), None) for mana in self.board.pool)
        units: dict[tuple[Unit, int | None], None] = dict.fromkeys(stock)
        for index, draft in enumerate(self.drafts):
            units.update(dict.fromkeys((unit, self.tag(index)) for unit in self.made(draft)))
        costed = [draft for draft in self.drafts if draft.needs]
        signatures: dict[tuple[Unit, int | None], tuple[object, ...]] = {}
        for unit, tag in units:
            signatures[unit, tag] = (
                tuple(self.pays(slot, unit) for slot in self.due),
                tuple(self.feeds(d, slot, unit) for d in costed for slot, _ in d.needs),
                -1 if tag is None else tag,
                isinstance(unit, Substitute),
                repr(unit) if isinstance(unit, Substitute) else self.identity(unit),
            )
        distinct = sorted(set(signatures.values()))
        number = {signature: index for index, signature in enumerate(distinct)}
        kind_of = {key: number[signature] for key, signature in signatures.items()}
        stocks = [0] * len(distinct)
        for key, amount in stock.items():
            stocks[kind_of[key]] += amount
        labels = [""] * len(distinct)
        for (unit, _), kind in kind_of.items():
            labels[kind] = labels[kind] or _unit_label(unit)
        return kind_of, tuple(
            Kind(labels[i], stocks[i], exact=bool(signature[3]))
            for i, signature in enumerate(distinct)
        )

    def identity(self, unit: Template) -> str:
        """Return what tells equally useful units apart: types and restriction.

        Units left over can stand for floating ones of the same, and are doubled by their type.
        """
        told_apart = self.board.pool or self.table.concrete
        return f"{''.join(unit.types)} {unit.tags.only}" if told_apart else ""

    def needs(self) -> tuple[dict[tuple[int, Slot], int], list[Demand]]:
        """Return the demand of each activation's slots; equal ones outside components are one."""
        kind_of, _ = self.kinds
        place: dict[tuple[int, Slot], int] = {}
        seen: dict[tuple[object, ...], int] = {}
        demands: list[Demand] = []
        for index, draft in enumerate(self.drafts):
            for slot, _ in draft.needs:
                accepted = frozenset(
                    kind
                    for (unit, tag), kind in kind_of.items()
                    if self.feeds(draft, slot, unit)
                    and not (tag == index and self.is_used_once(draft))
                )
                key = accepted, self.tag(index)
                if key not in seen:
                    seen[key] = len(demands)
                    demands.append(Demand(f"{slot.symbol} of activation {index}", accepted))
                place[index, slot] = seen[key]
        return place, demands

    def is_used_once(self, draft: Draft) -> bool:
        """Tell whether no second use could be fed by the first (MTG-605.3c)."""
        assert draft.group is not None
        assert draft.ability is not None
        source = self.table.groups[draft.group]
        untaps = any(source.source.abilities[i].cost.untap for i in source.abilities)
        once = draft.leaves or (draft.ability.cost.tap and not untaps)
        return len(source.sources) == 1 and once

    def activation(self, index: int, needs: dict[tuple[int, Slot], int]) -> Activation:
        draft = self.drafts[index]
        kind_of, _ = self.kinds
        ability = draft.ability
        outputs = []
        for output in draft.outputs:
            amounts: Counter[int] = Counter()
            for unit, amount in output:
                amounts[kind_of[unit, self.tag(index)]] += amount
            outputs.append(tuple(sorted(amounts.items())))
        wanted: Counter[int] = Counter()
        for slot, amount in draft.needs:
            wanted[needs[index, slot]] += amount
        uses = tuple((self.resource(name, draft.group), amount) for name, amount in draft.uses)
        if ability is None:
            return Activation(
                label=str(draft.payer or "life"),
                body=draft.group,
                taps=draft.group is not None,
                uses=uses,
                life=draft.life,
                outputs=tuple(outputs),
                closing=True,
            )
        cost = ability.cost
        return Activation(
            label=str(ability),
            body=draft.group,
            taps=cost.tap,
            untaps=cost.untap,
            leaves=draft.leaves,
            picks=draft.picks,
            uses=uses,
            life=draft.life,
            damage=0 if ability.damage_waits else ability.damage,
            damage_waiting=ability.damage if ability.damage_waits else 0,
            needs=tuple(sorted(wanted.items())),
            outputs=tuple(outputs),
            doubles=self.doubles(index),
            per=draft.per,
            requires=draft.requires,
            once=ability.once_each_turn,
            component=self.component[index],
        )

    # --- bodies and resources ----------------------------------------------------------------

    def bodies(self) -> tuple[Body, ...]:
        groups = [
            Body(group.source.name, len(group.sources), group.source.tapped)
            for group in self.table.groups
        ]
        cards = [Body(card[0].name or "card", len(card)) for card in self.table.hand]
        return (*groups, *cards)

    def resource(self, name: str, keeper: int | None = None) -> int:
        """Return the index of a resource, adding it when it is first named."""
        if name not in self.resources:
            if name.startswith("counter "):
                assert keeper is not None
                group = self.table.groups[keeper]
                number = group.source.counter(name.removeprefix(f"counter {group.source.id} "))
                single = keeper if len(group.sources) == 1 else None
                self.resources[name] = Resource(name, number * len(group.sources), single)
            elif name.startswith(GRAVEYARD):
                what = name.removeprefix(GRAVEYARD).strip() or "card"
                number = sum(card.is_a(what) for card in self.board.graveyard)
                self.resources[name] = Resource(name, number)
            else:
                capacity = {
                    "energy": self.board.energy,
                    "tickets": self.board.tickets,
                    "waterbend": self.spell.waterbend,
                    ASSIST: self.spell.assist,
                }[name]
                self.resources[name] = Resource(name, capacity)
        return list(self.resources).index(name)

    def stocks(self) -> tuple[Stock, ...]:
        """Return floating mana by type and restriction, with the kinds that can stand for it."""
        kind_of, _ = self.kinds
        floating = Counter((mana.type, mana.tags.only) for mana in self.board.pool)
        return tuple(
            Stock(
                tuple(
                    sorted(
                        {
                            kind
                            for (unit, _), kind in kind_of.items()
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


def _graveyard_kinds(problem: Problem) -> tuple[tuple[str, ...], ...]:
    """Return every set of the kinds of card that costs exile from the graveyard."""
    costs = [a.cost for source in problem.board.sources for a in source.abilities]
    costs += [option.cost for option in problem.spell.options]
    kinds = {
        cost.graveyard_what
        for cost in (*costs, problem.spell.additional)
        if cost.graveyard and cost.graveyard_what != "card"
    }
    return tuple(
        chosen for size in range(1, len(kinds) + 1) for chosen in combinations(sorted(kinds), size)
    )


def _ranked(options: list[tuple[tuple[int, ...], Option]]) -> tuple[Option, ...]:
    """Rank options by what comes before the objective."""
    ranks = {each: rank for rank, each in enumerate(sorted({before for before, _ in options}))}
    return tuple(replace(option, rank=ranks[before]) for before, option in options)


def pool_template(mana: Mana, flags: frozenset[str]) -> Template:
    """Return the template of a floating unit."""
    return Template((mana.type,), mana.tags, mana.tags.flags & flags)


def _unit_label(unit: Unit) -> str:
    if isinstance(unit, Substitute):
        return str(unit.payer or "life")
    return "/".join(unit.types) + str(unit.tags.only)
