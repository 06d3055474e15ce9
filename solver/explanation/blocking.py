"""The blocking set: symbols that ask for more than can be made for them.

Of a set of symbols of one announcement, the *lack* is the smallest number of them that has to be
left out until the rest can be paid; the solver decides that exactly. Adding a symbol to a set never
lowers its lack, so all symbols together lack the most. Leaving out one symbol after the other, as
long as the lack stays, ends at a deficient set in the sense of Hall's theorem: it lacks the most,
and less without any of its symbols.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.errors import BackendUnavailableError
from autotap.models.explanation import Blocking, Cause
from autotap.solver.backends import cp_sat
from autotap.solver.explanation.decide import blueprint_of, is_paid
from autotap.solver.explanation.fewest import Search
from autotap.solver.explanation.other_costs import unpaid_costs
from autotap.solver.explanation.payers import able_of, unable_of
from autotap.solver.explanation.words import blocking_sentence

if TYPE_CHECKING:
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Announcement
    from autotap.models.problem import Problem
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.explanation.fewest import Counts
    from autotap.solver.pipeline import Clock
    from autotap.solver.program import Program

MOST_COMPARED = 32
"""Most announcements that are compared for the one that lacks least."""


@dataclass(frozen=True, slots=True)
class Part:
    """Equal symbols of one announcement.

    Parameters
    ----------
    symbol
        The symbol.
    number
        How many.
    demands
        The demands of the Program that they make: one, or two for {2/W}.
    choice
        Index of the choice of the Program that they are, None if they are a demand.
    """

    symbol: str
    number: int
    demands: tuple[int, ...]
    choice: int | None = None


def blocking_of(problem: Problem, clock: Clock) -> Blocking:
    """Find what is in the way of paying, whatever the caller requires to be used.

    Parameters
    ----------
    problem
        A Magic problem that cannot be paid, without `must_use` and `require`.
    """
    blueprint = blueprint_of(problem, clock)
    ways = _closest(blueprint, clock)
    for option in ways:
        program = _only(blueprint.program, option)
        parts = _parts(program)
        lacking = Lacking(program, parts, clock)
        if (lack := lacking.lack()) is not None:
            break
    else:
        return _besides_mana(problem, clock)
    kept = lacking.deficient(lack)
    demands = {demand for part in kept for demand in part.demands}
    slots = {blueprint.slots[demand - blueprint.first_due] for demand in demands}
    symbols = tuple(part.symbol for part in kept for _ in range(part.number))
    announcement = blueprint.announcements[option]
    others = len(set(blueprint.announcements)) - 1
    found = Blocking(
        Cause.MANA,
        symbols,
        len(symbols),
        len(symbols) - lack,
        able_of(blueprint, demands),
        unable_of(problem, blueprint, slots, clock),
        str(_locked(announcement)) if others else "",
        others,
        lacking.for_order(kept, lack),
    )
    sentence = blocking_sentence(found)
    if problem.spell.no_mana:
        sentence += " No mana may be spent on it."
    return replace(found, sentence=sentence)


def _locked(announcement: Announcement) -> ManaCost:
    return announcement.total.with_x(announcement.x or 0)


def _besides_mana(problem: Problem, clock: Clock) -> Blocking:
    costs, sentence = unpaid_costs(problem, clock)
    return Blocking(Cause.COST, costs, len(costs), 0, sentence=sentence)


def _closest(blueprint: Blueprint, clock: Clock) -> list[int]:
    """Return the announcements with the smallest X, the one first that lacks least mana.

    That is judged without the order of activation.
    """
    program = blueprint.program
    if not blueprint.announcements:
        return []
    rank = min(option.rank for option in program.options)
    ways = [i for i, option in enumerate(program.options) if option.rank == rank]
    ways = ways[:MOST_COMPARED]
    if len(ways) == 1:
        return ways
    return sorted(ways, key=lambda i: sum(_relaxed(_only(program, i), clock).values()))


def _relaxed(program: Program, clock: Clock) -> dict[int, int]:
    """Return what demands lack if the order of activation does not matter."""
    try:
        return cp_sat.shortage(program, time_limit_s=clock.remaining)
    except BackendUnavailableError:
        from autotap.solver.backends import matcher

        return matcher.shortage(program)


def _only(program: Program, option: int) -> Program:
    """Return the Program of one announcement, for feasibility."""
    return replace(
        program,
        demands=tuple(
            replace(demand, due=(demand.due[option],)) if demand.due else demand
            for demand in program.demands
        ),
        choices=tuple(
            replace(choice, announcement=0)
            for choice in program.choices
            if choice.announcement == option
        ),
        options=(program.options[option],),
        required=(),
        terms=(),
    )


def _parts(program: Program) -> tuple[Part, ...]:
    """Return the symbols of the only announcement, generic mana first."""
    parts = [
        Part(demand.label, demand.due[0], (i,))
        for i, demand in enumerate(program.demands)
        if demand.due and demand.due[0]
    ]
    parts += [
        Part(
            program.demands[choice.first[0]].label,
            choice.count,
            (choice.first[0], choice.second[0]),
            number,
        )
        for number, choice in enumerate(program.choices)
    ]
    return tuple(sorted(parts, key=lambda part: -len(_accepted(program, part))))


def _accepted(program: Program, part: Part) -> set[int]:
    return {kind for demand in part.demands for kind in program.demands[demand].accepts}


class Lacking:
    """What the symbols of one announcement lack."""

    def __init__(self, program: Program, parts: tuple[Part, ...], clock: Clock) -> None:
        self.program = program
        self.parts = parts
        self.clock = clock
        room = tuple(part.number for part in parts)
        self.search = Search(room, self._is_paid_without)

    def _is_paid_without(self, counts: Counts) -> bool:
        return is_paid(self._without(counts), self.clock)

    def _without(self, counts: Counts) -> Program:
        """Leave out so many symbols of each part."""
        due = [demand.due[0] if demand.due else 0 for demand in self.program.demands]
        choices = list(self.program.choices)
        for part, number in zip(self.parts, counts, strict=True):
            if part.choice is None:
                due[part.demands[0]] -= number
            else:
                choices[part.choice] = replace(choices[part.choice], count=part.number - number)
        demands = tuple(
            replace(demand, due=(amount,)) if demand.due else demand
            for demand, amount in zip(self.program.demands, due, strict=True)
        )
        left = tuple(choice for choice in choices if choice.count)
        return replace(self.program, demands=demands, choices=left)

    def lack(self) -> int | None:
        """Return how many symbols have to be left out, None if leaving out all does not help."""
        found = self.search.smallest()
        return sum(found[0]) if found else None

    def deficient(self, lack: int) -> tuple[Part, ...]:
        """Return a smallest set of parts that lacks as much as all of them."""
        kept = list(range(len(self.parts)))
        for place in range(len(self.parts)):
            fewer = [each for each in kept if each != place]
            if self._lacks(fewer, lack):
                kept = fewer
        return tuple(self.parts[place] for place in kept)

    def _lacks(self, places: list[int], lack: int) -> bool:
        """Tell whether these parts alone lack so many symbols, or more."""
        room = [self.parts[place].number for place in places]
        if sum(room) < lack:
            return False
        gone = [part.number for part in self.parts]

        def pays(counts: Counts) -> bool:
            out = [*gone]
            for place, number in zip(places, counts, strict=True):
                out[place] = number
            return self.search.pays(tuple(out))

        return not any(Search(room, pays).of_size(lack - 1))

    def for_order(self, kept: tuple[Part, ...], lack: int) -> bool:
        """Tell whether these parts would lack less if the order did not matter."""
        program = self._without(tuple(0 if part in kept else part.number for part in self.parts))
        relaxed = sum(_relaxed(program, self.clock).values())
        return relaxed < (1 if program.choices else lack)
