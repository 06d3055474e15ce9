"""Writing one Magic question as a Program: announcements, amounts due, activations and bodies."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import Measure
from autotap.models.mtg.spell import Payer
from autotap.solver.backends.loops import unbounded_labels
from autotap.solver.compile.blueprint import Blueprint
from autotap.solver.compile.closing import (
    closing_uses,
    closings,
    covers,
    fitting,
    itself,
    marked,
    most_help,
    most_taps,
    own_bodies,
    shares_of_x,
    urgency,
)
from autotap.solver.compile.drafts import (
    ASSIST,
    LIFE_SYMBOLS,
    WATERBEND,
    Draft,
    Table,
    draft_abilities,
    draft_life,
    draft_payers,
    life_payments,
)
from autotap.solver.compile.groups import has_restrictions, text_of
from autotap.solver.compile.keep import card_of
from autotap.solver.compile.kinds import Kinds
from autotap.solver.compile.resources import Resources
from autotap.solver.compile.terms import magic_terms
from autotap.solver.compile.units import (
    GENERIC,
    NO_VIEW,
    Slot,
    Template,
    rules_of,
    slot_of,
)
from autotap.solver.compile.wishes import demanded, shares_of, wishes_of
from autotap.solver.program import (
    Activation,
    Body,
    Choice,
    Cover,
    Demand,
    Member,
    Move,
    Option,
    Program,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from autotap.models.mtg.ability import CoverCost
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.solver.compile.drafts import Unit
    from autotap.solver.compile.units import View
    from autotap.solver.program import Later, Outputs


def amounts_due(
    announcement: Announcement, shares: Mapping[Slot, int], board: Board, view: View
) -> Iterator[tuple[Slot, int, int]]:
    """Yield slots with the amounts due, and the generic mana that may be paid in place of each."""
    for slot, amount in shares.items():
        if amount:
            yield replace(slot, view=view), amount, 0
    for symbol in announcement.total.symbols:
        if symbol.is_generic:
            yield replace(GENERIC, view=view), symbol.generic, 0
        elif not symbol.variable:
            yield slot_of(symbol, board.life_for, view), 1, symbol.generic


class Compiler:
    """Compiles one question.

    Parameters
    ----------
    problem, announced, check
        As in `compile_magic`.
    table
        The bodies.
    later
        Whether it is asked of the position that another payment leaves.
    """

    def __init__(
        self,
        problem: Problem,
        announced: tuple[Announcement, ...],
        check: Callable[[], None],
        table: Table,
        *,
        later: bool = False,
    ) -> None:
        self.problem = problem
        self.check = check
        check()
        self.board = problem.board
        self.spell = problem.spell
        self.rules = rules_of(problem.spell)
        self.table = table
        self.later = later
        check()
        self.resources = Resources(problem, self.table)
        ways = [
            (announcement, help_, shares, windowed)
            for announcement in announced
            for help_ in range(most_help(self.spell, announcement) + 1)
            for own in itself(self.spell, self.table)
            if (option := self.option(announcement, help_, own)) is not None
            for shares in shares_of_x(self.spell, announcement)
            for windowed in self.windows(announcement, option)
        ]
        self.announced = tuple(announcement for announcement, *_ in ways)
        self.shares = tuple(shares for *_, shares, _ in ways)
        self.options = _ranked(
            [(urgency(self.spell, announced, help_), o) for announced, help_, _, o in ways]
        )
        told_apart = bool(self.spell.options or self.spell.context.x_count)
        restricted = any(mana.tags.only for mana in problem.already_spent)
        self.judges_announced = told_apart and (restricted or has_restrictions(self.board))
        self.due, self.choices = self.amounts()
        abilities = draft_abilities(
            self.board,
            self.table,
            max((one.total.mana_value_with(one.x or 0) for one in self.announced), default=0),
            life_allowed=not self.spell.no_life,
        )
        check()
        self.drafts = [
            *self.loosened(abilities),
            *draft_payers(self.spell, self.board, self.table, problem.forbid),
            *draft_life(self.spell, self.board, self.due),
        ]

    def mana(self) -> list[Unit]:
        """Return the different units of mana that there can be."""
        kinds = Kinds(self.problem, self.table, self.rules, self.due, self.drafts)
        return [unit for unit in kinds.units if isinstance(unit, Template)]

    def blueprint(
        self,
        others: Iterable[Unit] = (),
        laters: Sequence[tuple[Kinds, Later]] = (),
        *,
        floats_on: bool = False,
    ) -> Blueprint:
        """Write the Program.

        Parameters
        ----------
        others
            Further units of mana that may float at the start.
        laters
            What is asked of the position left over, with its kinds.
        floats_on
            Whether the mana left over is still there then.
        """
        self.check()
        successors = [kinds for kinds, _ in laters] if floats_on else ()
        self.kinds = Kinds(
            self.problem, self.table, self.rules, self.due, self.drafts, others, successors
        )
        needs, demands = self.kinds.needs()
        self.check()
        activations = tuple(self.activation(i, needs) for i in range(len(self.drafts)))
        first_due = len(demands)
        for slot, amounts in self.due.items():
            demands.append(Demand(slot.symbol, self.kinds.paying(slot), tuple(amounts)))
        place = {slot: first_due + i for i, slot in enumerate(self.due)}
        program = Program(
            bodies=self.bodies(),
            resources=self.resources.all(),
            kinds=self.kinds.all(),
            demands=tuple(demands),
            activations=activations,
            options=self.options,
            choices=tuple(
                Choice(i, n, (place[slot], 1), (place[replace(GENERIC, view=slot.view)], amount))
                for i, n, slot, amount in self.choices
            ),
            life=self.board.life,
            life_floor=self.problem.objective.life_floor,
            stocks=() if self.later else self.kinds.stocks(),
            shares=shares_of(wishes_of(self.problem), self.kinds.having),
            constraints=demanded(self.problem),
            required=tuple(
                i
                for i, group in enumerate(self.table.groups)
                if group.source.id in self.problem.must_use
            ),
            laters=tuple(
                replace(later, becomes=self.kinds.becomes(kinds) if floats_on else ())
                for kinds, later in laters
            ),
        )
        self.check()
        if unbounded := unbounded_labels(program):
            program = replace(program, unbounded=unbounded)
        self.check()
        return Blueprint(
            program if self.later else self.finished(program),
            self.problem,
            self.announced,
            self.table,
            tuple(self.drafts),
            self.kinds.tags,
            self.kinds.of,
            needs,
            tuple(self.due),
            first_due,
        )

    def finished(self, program: Program) -> Program:
        """Say what is better."""
        return magic_terms(program, self.problem, self.table)

    # --- announcements -----------------------------------------------------------------------

    def option(self, announcement: Announcement, help_: int, own: int | None) -> Option | None:
        """Return what an announcement uses, None where an object that it needs is not there.

        ``help_`` is how much another player pays: the rest of what that player might pay is used.
        ``own`` is as in `closings`.
        """
        spell, table = self.spell, self.table
        picks = tuple(closing.pick for closing in closings(spell, announcement, table, own))
        if self.later:
            picks += card_of(spell, table)
        life = announcement.life + spell.additional.life
        if not all(pick.bodies for pick in picks) or (life and spell.no_life):
            return None
        covered = tuple(self.cover(cost) for cost in covers(spell, announcement))
        mark = marked(spell, announcement, table)
        if not all(cover.members for cover in covered) or (mark and not mark.bodies):
            return None
        uses = closing_uses(spell, announcement, table)
        if Payer.ASSIST in spell.payers and spell.assist > help_:
            uses[ASSIST] = spell.assist - help_
        if Payer.WATERBEND in spell.payers and spell.waterbend > most_taps(spell, announcement):
            uses[WATERBEND] = spell.waterbend - most_taps(spell, announcement)
        return Option(
            label=str(announcement.total),
            picks=picks,
            uses=tuple((self.resources.number(name), amount) for name, amount in uses.items()),
            life=life,
            window=self.later or not announcement.total.with_x(announcement.x or 0).is_zero,
            covers=covered,
            mark=mark,
        )

    def windows(self, announcement: Announcement, option: Option) -> tuple[Option, ...]:
        """Split an option whose total life alone may pay: then no mana is due (MTG-601.2g).

        In the first part at least one symbol is paid with mana, in the second no mana ability is
        activated.
        """
        symbols = announcement.total.with_x(announcement.x or 0).symbols
        most = life_payments(self.spell, self.board)
        if (
            self.later
            or not 0 < len(symbols) <= most
            or not all(symbol.phyrexian for symbol in symbols)
        ):
            return (option,)
        spared = self.resources.number(LIFE_SYMBOLS), most - len(symbols) + 1
        return replace(option, uses=(*option.uses, spared)), replace(option, window=False)

    def cover(self, cost: CoverCost) -> Cover:
        """Return the choice of objects whose total pays a cost."""
        by_power = cost.measure is Measure.POWER
        members = tuple(
            Member(
                one.worth,
                one.number if by_power else None,
                tuple((self.resources.number(name), 1) for name in one.uses),
            )
            for one in fitting(cost, self.board, self.table, self.spell)
        )
        spared = own_bodies(self.spell, self.table) if cost.another else ()
        return Cover(cost.least, members, spared)

    def amounts(self) -> tuple[dict[Slot, list[int]], list[tuple[int, int, Slot, int]]]:
        """Return per slot the amount that each announcement demands, and the {2/W} choices."""
        due: dict[Slot, list[int]] = {}
        choices: dict[tuple[int, Slot, int], int] = {}

        def row(slot: Slot) -> list[int]:
            return due.setdefault(slot, [0] * len(self.announced))

        for index, announcement in enumerate(self.announced):
            view = self.rules.view(announcement) if self.judges_announced else NO_VIEW
            for slot, amount, generic in amounts_due(
                announcement, self.shares[index], self.board, view
            ):
                if generic:
                    row(slot)
                    row(replace(GENERIC, view=view))
                    key = index, slot, generic
                    choices[key] = choices.get(key, 0) + amount
                else:
                    row(slot)[index] += amount
        return due, [(i, n, slot, amount) for (i, slot, amount), n in choices.items()]

    # --- activations -------------------------------------------------------------------------

    def loosened(self, drafts: list[Draft]) -> list[Draft]:
        """Turn counts and conditions that nothing can change into constants."""
        result = []
        for draft in drafts:
            if draft.absent and not self.reducible(drafts, draft.absent):
                continue
            loose = draft
            if draft.requires is not None and not self.reducible(drafts, draft.requires[1]):
                loose = replace(loose, requires=None)
            if draft.per is not None and not self.reducible(drafts, draft.per):
                loose = self.counted(loose, draft.per)
            if not self.is_vain(loose, drafts):
                result.append(loose)
        return result

    def counted(self, draft: Draft, bodies: tuple[int, ...]) -> Draft:
        """Return a draft that makes so much by a count that stays, and nothing by a count of 0."""
        factor = sum(len(self.table.groups[body].sources) for body in bodies)
        outputs = tuple(
            tuple((unit, amount * factor) for unit, amount in output) + once if factor else ()
            for output, once in zip_longest(draft.outputs, draft.once, fillvalue=())
        )
        return replace(draft, per=None, outputs=outputs, once=())

    def is_vain(self, draft: Draft, drafts: list[Draft]) -> bool:
        """Tell whether a use makes no mana, and does not help either (MTG-605.2: it is legal).

        It helps if it taps what something else asks to be tapped, or makes fewer what must not be
        there.
        """
        if any(draft.outputs) or draft.doubles:
            return False
        picks = [pick for each in drafts for pick in each.picks]
        picks += [pick for option in self.options for pick in option.picks]
        tapped = [pick.bodies for pick in picks if pick.move in (Move.UNTAP, Move.LEAVE_TAPPED)]
        wanted = {each.group for each in drafts if each.ability and each.ability.cost.untap}
        wanted = wanted.union(*tapped)
        moved = {draft.group, *(body for pick in draft.picks for body in pick.bodies)}
        return not (wanted & moved or any(each.absent for each in drafts))

    def reducible(self, drafts: list[Draft], bodies: tuple[int, ...]) -> bool:
        """Tell whether any mana ability can make copies of these bodies fewer."""
        wanted = set(bodies)
        return any(
            (draft.leaves and draft.group in wanted)
            or any(pick.move is not Move.TAP and wanted & set(pick.bodies) for pick in draft.picks)
            for draft in drafts
        ) or any(
            (option.mark and wanted & option.mark.fatal)
            or any(
                pick.move in (Move.LEAVE, Move.LEAVE_TAPPED) and wanted & set(pick.bodies)
                for pick in option.picks
            )
            for option in self.options
        )

    def activation(self, index: int, needs: dict[tuple[int, Slot], int]) -> Activation:
        """Return what a draft is in the Program; ``needs`` has the demand of each of its slots."""
        draft = self.drafts[index]
        ability = draft.ability
        outputs = [self.amounts_of(output, index) for output in draft.outputs]
        wanted: dict[int, int] = {}
        for slot, amount in draft.needs:
            demand = needs[index, slot]
            wanted[demand] = wanted.get(demand, 0) + amount
        uses = tuple(
            (self.resources.number(name, draft.group), amount) for name, amount in draft.uses
        )
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
            label=text_of(ability),
            body=draft.group,
            taps=cost.tap,
            untaps=cost.untap,
            leaves=draft.leaves,
            picks=draft.picks,
            uses=uses,
            life=draft.life,
            damage=ability.damage,
            damage_waiting=ability.damage_waiting,
            needs=tuple(sorted(wanted.items())),
            outputs=tuple(outputs),
            doubles=self.kinds.doubles(index),
            per=draft.per,
            once=tuple(self.amounts_of(output, index) for output in draft.once),
            requires=draft.requires,
            absent=draft.absent,
            component=self.kinds.component[index],
        )

    def amounts_of(self, output: Iterable[tuple[Unit, int]], index: int) -> Outputs:
        """Return an output of an activation by kinds."""
        of, tag = self.kinds.of, self.kinds.tags[index]
        amounts: dict[int, int] = {}
        for unit, amount in output:
            kind = of[unit, tag]
            amounts[kind] = amounts.get(kind, 0) + amount
        return tuple(sorted(amounts.items()))

    # --- bodies ----------------------------------------------------------------

    def bodies(self) -> tuple[Body, ...]:
        """Return the bodies of the Program."""
        groups = [
            Body(group.source.name, len(group.sources), group.source.tapped)
            for group in self.table.groups
        ]
        cards = [Body(card[0].name or "card", len(card)) for card in self.table.hand]
        return (*groups, *cards)


def _ranked(options: list[tuple[tuple[int, ...], Option]]) -> tuple[Option, ...]:
    """Rank options by what comes before the objective."""
    ranks = {each: rank for rank, each in enumerate(sorted({before for before, _ in options}))}
    return tuple(replace(option, rank=ranks[before]) for before, option in options)
