"""What the sources of a board can do now, under its own effects.

An effect ends when the permanent that it comes from leaves, and a mana ability may give that up.
So what such an effect changes is written once for each state of these permanents, with conditions
that tell which one holds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.production import work_out
from autotap.models.mtg.side import with_characteristics
from autotap.models.mtg.sides import sides_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.mtg.production import Made, WorkedOut
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import Problem
    from autotap.models.result import Payment

MOST_ENDING = 3
"""Most permanents whose effects may end during a payment."""

State = frozenset[str]
"""Ids of the permanents whose effects have ended."""


@dataclass(frozen=True, slots=True)
class Current:
    """A board without effects on it, and where its abilities come from.

    Parameters
    ----------
    board
        The board, with the types and the abilities that its sources have now.
    origins
        Per id of a source, for each of these abilities the number of the one that it comes from:
        those of `Source.abilities` come first, then `Source.open_abilities`, then what it gains.
        Empty where every ability is its own.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> now = current(Board.parse("Mirari's Wake; Forest; Blood Moon; Tundra"))
    >>> for source in now.board.sources:
    ...     print(source.name, *source.abilities, *now.origins[source.id])
    Mirari's Wake
    Forest {T}: Add {G}; {G} (from: Mirari's Wake) 0
    Blood Moon
    Tundra {T}: Add {R}; {R} (from: Mirari's Wake) 1
    """

    board: Board
    origins: Mapping[str, tuple[int, ...]]

    def numbered(self, payment: Payment) -> Payment:
        """Return a payment from this board with the numbers that the abilities had before."""
        if not self.origins:
            return payment
        return replace(
            payment,
            activations=tuple(
                replace(step, ability=self.origins[step.source][step.ability])
                for step in payment.activations
            ),
        )

    def ability(self, source: str, number: int, made: Sequence[Mana]) -> ManaAbility:
        """Return the ability of this board that made some mana as an ability of the board before.

        Raises
        ------
        KeyError
            If the source has no such ability.
        """
        abilities = self.board.source(source).abilities
        if not self.origins:
            return abilities[number]
        fitting = [
            ability
            for origin, ability in zip(self.origins[source], abilities, strict=True)
            if origin == number
        ]
        if not fitting:
            raise KeyError(number)
        return next((one for one in fitting if _could_make(one, made)), fitting[0])


def _could_make(ability: ManaAbility, made: Sequence[Mana]) -> bool:
    """Tell whether mana has the types of an alternative; a number that is counted may be any."""
    kinds = Counter(mana.type for mana in made)
    counts = bool(ability.per) or ability.times_x
    return any(
        (counts or sum(len(group.units) for group in output) == len(made))
        and all(any(kind in unit for unit in _units(output)) for kind in kinds)
        and all(kinds.keys() & set(unit) for unit in _units(output))
        for output in ability.outputs
    )


def _units(output: ManaList) -> list[tuple[str, ...]]:
    return [unit for group in output for unit in group.units]


def current_problem(problem: Problem) -> tuple[Problem, Current]:
    """Work out the board of a problem.

    Returns
    -------
    Problem, Current
        The problem with the board as it is now, and that board.

    Raises
    ------
    UnsupportedCostError, LimitError
        As `current`.
    """
    if problem.board.is_plain:
        return problem, Current(problem.board, {})
    now = current(problem.board, _giving_up(problem.spell), problem.forbid)
    return replace(problem, board=now.board), now


def _giving_up(spell: Spell) -> tuple[ActivationCost, ...]:
    """Collect what the costs of a spell may give up."""
    costs = [spell.additional, *(option.cost for option in spell.options)]
    objects = [item for cost in costs for item in cost.objects]
    objects += [option.chosen.cost for option in spell.options if option.chosen]
    names = [name for total in spell.totals for name in total.sacrifice]
    if spell.additional.sacrifice_this:
        names.append(spell.name)
    if any(cost.blight for cost in costs):
        objects.append(ObjectCost(Deed.SACRIFICE, 1, "creature"))
    objects += [ObjectCost(Deed.SACRIFICE, 1, name.lower()) for name in names if name]
    return (ActivationCost(objects=tuple(objects)),) if objects else ()


def current(
    board: Board,
    other_costs: tuple[ActivationCost, ...] = (),
    kept: Collection[str] = frozenset(),
) -> Current:
    """Work out what the sources of a board can do now.

    Parameters
    ----------
    board
        A board with effects, open abilities and opponents.
    other_costs
        Costs besides those of mana abilities that may give up permanents.
    kept
        Ids of sources that are not given up.

    Raises
    ------
    UnsupportedCostError
        Where the notation of abilities cannot say the result exactly.
    LimitError
        If an ability has too many alternatives, or makes too much mana.
    """
    if other_costs or kept:
        return _current(board, other_costs, frozenset(kept))
    return _usual(board)


@per_object(maxsize=64)
def _usual(board: Board) -> Current:
    return _current(board, (), frozenset())


def _current(board: Board, other_costs: tuple[ActivationCost, ...], kept: State) -> Current:
    ending = _ending(board, other_costs, kept)
    found = {
        frozenset(gone): work_out(sides_of(board, other_costs, gone))
        for number in range(len(ending) + 1)
        for gone in combinations([source.id for source in ending], number)
    }
    origins: dict[str, tuple[int, ...]] = {}
    sources: list[Source] = []
    for usual in found[frozenset()]:
        source = usual.source
        made: dict[State, tuple[Made, ...]] = {}
        for state, sources_then in found.items():
            then = sources_then[len(sources)]
            if then.source.types != source.types:
                raise _unclear(source, "types that no mana ability on the board changes")
            made[state] = _renumbered(usual, then)
        abilities = _conditioned(source, made, ending)
        origins[source.id] = tuple(number for number, _ in abilities)
        sources.append(
            replace(
                source,
                abilities=tuple(ability for _, ability in abilities),
                open_abilities=(),
                effects=(),
            )
        )
    now = replace(board, sources=tuple(sources), effects=(), commander=frozenset(), opponents=())
    return Current(now, origins)


def _ending(board: Board, other_costs: tuple[ActivationCost, ...], kept: State) -> list[Source]:
    """Return the payer's permanents that have effects and may be given up."""
    side = with_characteristics(sides_of(board, other_costs)[0])
    leaving = side.presence().leaving - kept
    ending = [source for source in board.sources if source.effects and source.id in leaving]
    if len(ending) > MOST_ENDING:
        raise _unclear(ending[0], f"at most {MOST_ENDING} permanents whose effects may end")
    for source in ending:
        if [s.id for s in board.sources if s.is_a(source.name.lower())] != [source.id]:
            raise _unclear(source, "one permanent of that name, or none that can be given up")
    return ending


def _renumbered(usual: WorkedOut, then: WorkedOut) -> tuple[Made, ...]:
    """Give gained abilities the numbers that they have while no effect has ended."""
    numbers = []
    rest = iter(enumerate(usual.gained, usual.printed))
    for ability in then.gained:
        number = next((number for number, same in rest if same == ability), None)
        if number is None:
            raise _unclear(usual.source, "abilities that are lost, not gained, as effects end")
        numbers.append(number)
    return tuple(
        (number if number < usual.printed else numbers[number - usual.printed], ability)
        for number, ability in then.made
    )


def _conditioned(
    source: Source, made: Mapping[State, tuple[Made, ...]], ending: Sequence[Source]
) -> tuple[Made, ...]:
    """Say when each ability is there, where permanents whose effects may end matter."""
    relevant = [
        each
        for each in ending
        if any(made[state] != made[state | {each.id}] for state in made if each.id not in state)
    ]
    states = [state for state in made if state <= {each.id for each in relevant}]
    result = []
    for state in states:
        there = [each.name.lower() for each in relevant if each.id not in state]
        gone = [each.name.lower() for each in relevant if each.id in state]
        for number, ability in made[state]:
            if all((number, ability) in made[other] for other in states):
                result += [] if state else [(number, ability)]
                continue
            gives_up = [item for item in ability.cost.objects if item.deed is not Deed.TAP]
            if (
                ability.condition
                or ability.absent
                or ability.once_each_turn
                or (ability.cost.sacrifice_this and source.id in {each.id for each in relevant})
                or any(each.fits(item) for each in relevant for item in gives_up)
            ):
                raise _unclear(source, "an ability that no effect changes which may end")
            condition = (len(there), " or ".join(there)) if there else None
            changed = replace(ability, condition=condition, absent=" or ".join(gone))
            result.append((number, changed))
    return tuple(result)


def _unclear(source: Source, expected: str) -> UnsupportedCostError:
    return UnsupportedCostError(source.name, expected)
