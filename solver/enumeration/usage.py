"""What payments use up, and whether that alone tells that one of them wastes something."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from autotap.solver.backends import greedy
from autotap.solver.compile.drafts import ASSIST
from autotap.solver.enumeration.moves import start_of
from autotap.solver.enumeration.supplies import Drawn, taken
from autotap.solver.program import Move, What

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.enumeration.alike import Alike
    from autotap.solver.enumeration.moves import Moves, State
    from autotap.solver.enumeration.supplies import Supplies, Supply
    from autotap.solver.program import Option, Program


class Usage:
    """What is used up by the payments of some announcements.

    Parameters
    ----------
    program
        The question.
    options
        The announcements.
    alike
        What counts as the same.
    moves, supplies
        Where activations lead, and where units come from.
    """

    def __init__(
        self,
        program: Program,
        options: Sequence[int],
        alike: Alike,
        moves: Moves,
        supplies: Supplies,
    ) -> None:
        self.program = program
        self.options = options
        self.alike = alike
        self.moves = moves
        self.supplies = supplies
        self._prices: dict[Supply, tuple[int, int]] = {}
        self._guard = greedy.packed([1 << greedy.LANE - 1] * (alike.size + 1))

    def amounts(
        self,
        state: State,
        activations: int,
        option: Option | None = None,
        *,
        done: bool = False,
    ) -> list[int]:
        """Return what is used up of everything, last the life and how often anything was used.

        What only fills up a bound is not used, nor in the end (``done``) what was on an object that
        is given up.
        """
        spent = list(state.spent)
        for resource, amount in option.uses if option else ():
            if self.program.resources[resource].label == ASSIST:
                spent[resource] -= amount
        used = [0] * (self.alike.size + 1)
        bodies = zip(
            self.program.bodies,
            self.alike.bodies,
            state.untapped,
            state.tapped,
            state.touched,
            strict=True,
        )
        for body, place, untapped, tapped, touched in bodies:
            used[place] += body.copies - untapped
            used[place + 1] += body.copies - untapped - tapped
            used[place + 2] += touched
        for counted, owner, amount in zip(
            self.alike.resources, self.alike.owners, spent, strict=True
        ):
            if counted is not None and not (done and self._is_gone(state, owner)):
                used[counted] += amount
        used[-2], used[-1] = state.lost + state.waiting, activations
        return used

    def _is_gone(self, state: State, body: int | None) -> bool:
        return body is not None and not state.there((body,))

    def exceeds(self, used: int, less: int) -> bool:
        """Tell whether no less of anything is used, and more of something."""
        return used != less and ((used | self._guard) - less) & self._guard == self._guard

    @cached_property
    def given_up(self) -> set[int]:
        """Bodies of which copies may leave."""
        program = self.program
        gone = {each.body for each in program.activations if each.leaves and each.body is not None}
        picks = [pick for each in program.activations for pick in each.picks]
        picks += [pick for each in program.options for pick in each.picks]
        marks = [each.mark.fatal for each in program.options if each.mark is not None]
        return gone.union(*marks, *(pick.bodies for pick in picks if pick.move is not Move.TAP))

    @cached_property
    def is_told(self) -> bool:
        """Whether what is used up tells the values of the terms.

        It does not where a source can be tapped or given up by something else than its own ability.
        """
        program = self.program
        options = [program.options[number] for number in self.options]
        return not (
            any(program.activations[index].picks for index in self.supplies.chosen)
            or any(option.picks or option.covers or option.mark for option in options)
        )

    @cached_property
    def is_monotone(self) -> bool:
        """Whether no term is ever better for more that is used up of the same things."""
        program = self.program
        activations = program.activations
        gone = self.given_up
        parts = [quantity for term in program.terms for quantity, _ in term.parts]
        return self.is_told and not (
            program.stocks
            or program.untappable
            or any(each.absent for each in activations)
            or gone.intersection(self.alike.owners)
            or self.alike.twins
            or any(
                what is What.FLOATING or (what is What.TAPPED and number in gone)
                for what, number in parts
            )
        )

    # --- units ---------------------------------------------------------------------------------

    def drawn(self, state: State, drawn: Drawn) -> State | None:
        """Return the state after units are drawn from their supplies, and taken."""
        after: State | None = state._replace(pool=taken(state, drawn))
        for supply, number in zip(drawn.supplies, drawn.numbers, strict=True):
            if number and supply.kind is None and after is not None:
                activation = self.program.activations[supply.ways[0].activation]
                after = self.moves.drawn(after, activation, number)
        return after

    def is_special(self, supply: Supply, state: State) -> bool:
        """Tell whether drawing units is not always possible, or uses up less than `price` says.

        It may take life or resources that are not there, and a source that has used an ability
        without being tapped is not touched once more.
        """
        activations = [self.program.activations[way.activation] for way in supply.ways]
        return any(
            each.uses
            or each.life
            or each.damage
            or (each.body is not None and state.touched[each.body])
            for each in activations
        )

    def price(self, supply: Supply) -> tuple[int, int]:
        """Return what drawing one unit uses up: how much, and packed."""
        if supply.kind is not None:
            return 0, 0
        if supply not in self._prices:
            drawn = Drawn((supply,), (1,), (), ())
            start = start_of(self.program)
            one = self.drawn(start, drawn)
            if one is None:  # what it takes is not there, so none is ever drawn
                return 0, 0
            before = self.amounts(start, 0)
            after = self.amounts(
                one._replace(lost=one.lost + self.life(drawn)), self.uses_of(drawn)
            )
            used = [each - other for each, other in zip(after, before, strict=True)]
            self._prices[supply] = sum(used), greedy.packed(used)
        return self._prices[supply]

    def life(self, drawn: Drawn) -> int:
        """Return the life that payers cost."""
        life = 0
        for supply, copies in zip(drawn.supplies, drawn.numbers, strict=True):
            if copies and supply.kind is None:
                activation = self.program.activations[supply.ways[0].activation]
                life += copies * activation.life * activation.closing
        return life

    def uses_of(self, drawn: Drawn) -> int:
        """Count the abilities activated for units, and the objects tapped as payers."""
        uses = 0
        for supply, copies in zip(drawn.supplies, drawn.numbers, strict=True):
            if supply.kind is None:
                activation = self.program.activations[supply.ways[0].activation]
                uses += copies * (activation.taps or not activation.closing)
        return uses
