"""Supplies: what there is to pay with in a state, without any further activation being chosen.

Floating units, and *springs*: bodies of which each copy makes one unit for itself, at any time,
without any other effect. A copy of a spring is used when its unit is spent and never otherwise, so
that no mana of springs is made in vain. For the cost itself there are payers besides.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.enumeration.bases import Sort, bases, rank
from autotap.solver.options.positions import concerned, unhindered
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.solver.enumeration.moves import State
    from autotap.solver.program import Activation, Option, Program


class Way(NamedTuple):
    """One unit that one use of an activation makes."""

    activation: int
    alternative: int
    kind: int


@dataclass(frozen=True)
class Supply:
    """Units that nothing tells apart.

    Parameters
    ----------
    kind
        Their kind if they float, else None.
    body
        The body whose copies make them, None without.
    ways
        How one is made; all cost the same. Empty if they float.
    shares
        Whether the copies of the body are those of the supply before.
    """

    kind: int | None
    body: int | None = None
    ways: tuple[Way, ...] = ()
    shares: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kinds that one unit may be of."""
        return tuple(way.kind for way in self.ways) if self.kind is None else (self.kind,)

    def way(self, accepted: frozenset[int]) -> Way:
        """Return how a unit is made that is accepted."""
        return next(way for way in self.ways if way.kind in accepted)


class Drawn(NamedTuple):
    """Numbers of units of supplies that pay what is due."""

    supplies: Sequence[Supply]
    numbers: tuple[int, ...]
    demands: tuple[int, ...]
    due: tuple[int, ...]


class Supplies:
    """The supplies of a Program.

    Parameters
    ----------
    program
        Where they come from.
    springs
        Whether there are springs; without them each use of every activation must be chosen.
    """

    def __init__(self, program: Program, *, springs: bool = True) -> None:
        self.program = program
        self.has_springs = springs
        self._masks: dict[tuple[tuple[int, ...], bool], list[tuple[Supply, int]]] = {}

    @cached_property
    def springs(self) -> dict[int, tuple[Supply, ...]]:
        """The springs by body, each way to use a copy that costs something else for itself."""
        program = self.program
        activations = unhindered(program)
        picked = {
            body for each in activations.values() for pick in each.picks for body in pick.bodies
        }
        counted = concerned(replace(each, body=None) for each in activations.values())
        of_body: dict[int, list[int]] = defaultdict(list)
        for index, each in activations.items():
            if each.body is not None:
                of_body[each.body].append(index)
        if not self.has_springs or any(each.doubles for each in activations.values()):
            return {}
        return {
            body: self._ways(body, own)
            for body, own in of_body.items()
            if body not in picked
            and body not in program.untappable
            and not (body in program.required and self._may_float(own))
            and not (program.stocks and body in self._given_up)
            and body not in self.wanted_tapped
            and all(_is_spring(activations[index]) for index in own)
            and not (body in counted and any(activations[index].leaves for index in own))
        }

    @cached_property
    def wanted_tapped(self) -> set[int]:
        """Bodies that something asks to be tapped, for which they may be used in vain."""
        picks = [pick for option in self.program.options for pick in option.picks]
        picks += [pick for activation in self.program.activations for pick in activation.picks]
        tapped = [pick.bodies for pick in picks if pick.move in (Move.UNTAP, Move.LEAVE_TAPPED)]
        return set().union(*tapped)

    @cached_property
    def _given_up(self) -> set[int]:
        """Bodies that announcements give up: what they make before may float for nothing."""
        options = self.program.options
        marks = [option.mark.fatal for option in options if option.mark is not None]
        picks = [pick for option in options for pick in option.picks]
        leaving = [pick.bodies for pick in picks if pick.move in (Move.LEAVE, Move.LEAVE_TAPPED)]
        return set().union(*marks, *leaving)

    def _may_float(self, indices: Sequence[int]) -> bool:
        """Tell whether activations make units that need not be taken."""
        outputs = [o for index in indices for o in self.program.activations[index].outputs]
        return any(not self.program.kinds[kind].exact for o in outputs for kind, _ in o)

    def _ways(self, body: int, indices: Sequence[int]) -> tuple[Supply, ...]:
        ways: dict[tuple[object, ...], list[Way]] = defaultdict(list)
        for index in indices:
            activation = self.program.activations[index]
            for number, output in enumerate(activation.outputs):
                ways[_cost_of(activation)].append(Way(index, number, output[0][0]))
        return tuple(
            Supply(None, body, tuple(each), shares=number > 0)
            for number, each in enumerate(ways.values())
        )

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """Activations of the main stage of which each use must be chosen."""
        activations = self.program.activations
        return tuple(i for i in self.program.ordered if activations[i].body not in self.springs)

    @cached_property
    def _payers(self) -> dict[int | None, list[Supply]]:
        """Payers besides mana, by the body that they tap."""
        payers: dict[int | None, list[Supply]] = defaultdict(list)
        for index in self.program.closing:
            activation = self.program.activations[index]
            ((kind, _),) = activation.outputs[0]
            payers[activation.body].append(Supply(None, activation.body, (Way(index, 0, kind),)))
        return payers

    def _all(self, *, payers: bool) -> Iterator[Supply]:
        for kind, each in enumerate(self.program.kinds):
            if not each.exact:
                yield Supply(kind)
        others = self._payers if payers else {}
        for body in sorted({*self.springs, *(body for body in others if body is not None)}):
            own = [*self.springs.get(body, ()), *others.get(body, ())]
            for number, supply in enumerate(own):
                yield replace(supply, shares=number > 0)
        yield from others.get(None, ())

    def _accepted(self, demands: tuple[int, ...], *, payers: bool) -> list[tuple[Supply, int]]:
        """Return the supplies that any of some demands accepts, with the set of those."""
        if (demands, payers) not in self._masks:
            accepts = [self.program.demands[demand].accepts for demand in demands]
            found = []
            for supply in self._all(payers=payers):
                kinds = supply.kinds
                classes = sum(
                    1 << bit
                    for bit, accepted in enumerate(accepts)
                    if not accepted.isdisjoint(kinds)
                )
                found.append((supply, classes))
            self._masks[demands, payers] = found
        return self._masks[demands, payers]

    def needed(self, state: State, activation: Activation) -> Iterator[Drawn]:
        """Yield every way to pay what an activation needs."""
        if not activation.needs:
            yield Drawn((), (), (), ())
            return
        demands, due = zip(*activation.needs, strict=True)
        yield from self._drawn(state, demands, due, None)

    def due(
        self, state: State, amounts: Sequence[int], option: Option, *, thrifty: bool
    ) -> Iterator[Drawn]:
        """Yield every way to pay what is due under an option.

        ``thrifty``: only those where no unit that floats could stand for one that is made.
        """
        demands = tuple(demand for demand, amount in enumerate(amounts) if amount)
        due = tuple(amounts[demand] for demand in demands)
        yield from self._drawn(state, demands, due, option, thrifty=thrifty)

    def adds(self, pool: Sequence[int], before: Sequence[int], amounts: Sequence[int]) -> bool:
        """Tell whether a pool pays anything that the pool before could not pay."""
        demands = tuple(demand for demand, amount in enumerate(amounts) if amount)
        due = tuple(amounts[demand] for demand in demands)
        floating = self._accepted(demands, payers=True)[: self._floating]
        both = [
            Sort(classes, n)
            for numbers in (before, pool)
            for (supply, classes), n in zip(
                floating, [numbers[s.kind] for s, _ in floating if s.kind is not None], strict=True
            )
        ]
        return rank(both, due) > rank(both[: len(floating)], due)

    @cached_property
    def _floating(self) -> int:
        """How many supplies float; they come first."""
        return sum(not kind.exact for kind in self.program.kinds)

    def offered(
        self, state: State, demands: tuple[int, ...], option: Option | None
    ) -> tuple[list[Supply], list[Sort]]:
        """Return what there is to pay some demands; payers only under an option."""
        accepted = self._accepted(demands, payers=option is not None)
        supplies = [supply for supply, _ in accepted]
        sorts = [
            Sort(classes, self._copies(state, supply, option), supply.shares)
            for supply, classes in accepted
        ]
        return supplies, sorts

    def _drawn(
        self,
        state: State,
        demands: tuple[int, ...],
        due: tuple[int, ...],
        option: Option | None,
        *,
        thrifty: bool = False,
    ) -> Iterator[Drawn]:
        supplies, sorts = self.offered(state, demands, option)
        for numbers in bases(sorts, due, self._floating if thrifty else 0):
            yield Drawn(supplies, numbers, demands, due)

    def _copies(self, state: State, supply: Supply, option: Option | None) -> int:
        """Return how many units of a supply there are."""
        if supply.kind is not None:
            return state.pool[supply.kind]
        if option is None and supply.body is not None:
            return state.untapped[supply.body]
        if option is not None and not option.window and not self._closes(supply):
            return 0
        activation = self.program.activations[supply.ways[0].activation]
        most = [] if supply.body is None else [state.untapped[supply.body]]
        for resource, amount in activation.uses:
            there = self.program.resources[resource].capacity - state.spent[resource]
            there -= sum(n for used, n in option.uses if used == resource) if option else 0
            most.append(max(there, 0) // amount)
        if activation.closing and activation.life:
            most.append(max((self.program.life or 0) - state.lost, 0) // activation.life)
        return min(most)

    def _closes(self, supply: Supply) -> bool:
        return self.program.activations[supply.ways[0].activation].closing


def _is_spring(activation: Activation) -> bool:
    """Tell whether each use taps one copy, makes one unit and asks and does nothing else."""
    return (
        activation.is_simple
        and activation.taps
        and not (activation.needs or activation.uses or activation.life or activation.damage)
        and not activation.once
        and all(len(output) == 1 and output[0][1] == 1 for output in activation.outputs)
    )


def _cost_of(activation: Activation) -> tuple[object, ...]:
    """Return what a use costs besides the tap."""
    hurts = activation.life, activation.damage, activation.damage_waiting
    return activation.leaves, activation.uses, hurts


def taken(state: State, drawn: Drawn) -> tuple[int, ...]:
    """Return the pool of a state without the floating units that are drawn."""
    pool = list(state.pool)
    for supply, number in zip(drawn.supplies, drawn.numbers, strict=True):
        if supply.kind is not None:
            pool[supply.kind] -= number
    return tuple(pool)
