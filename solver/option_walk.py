"""Every pool that the mana abilities of a board can make, by a walk through its positions.

A *position* is what a Program counts: copies untapped and tapped, resources and life left. Each
one has the set of pools that there may be in it, and the positions are taken from the fullest to
the emptiest, each with all its pools at once. Bodies that make mana and nothing else, each copy
for itself, are no part of it: their mana is there from the start, for more mana hinders nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import chain
from typing import TYPE_CHECKING

from autotap.models.errors import UnboundedManaError
from autotap.models.mtg.mana import ManaTags
from autotap.solver.compile.kinds import pool_template
from autotap.solver.compile.units import Template, templates_of
from autotap.solver.pools import Alphabet, Letter, choice_of, too_many
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Draft
    from autotap.solver.compile.units import Slot
    from autotap.solver.pools import Choice, Pools
    from autotap.solver.program import Activation, Pick, Program

Position = tuple[int, ...]
"""Copies of the bodies untapped, then tapped; then the resources left, and the life."""

_MOVES = {
    Move.TAP: (Move.TAP,),
    Move.LEAVE: (Move.LEAVE, Move.LEAVE_TAPPED),
    Move.LEAVE_TAPPED: (Move.LEAVE_TAPPED,),
}
"""What may happen to a copy that a pick asks for."""
_CHANGES = {
    Move.TAP: (-1, 1),
    Move.UNTAP: (1, -1),
    Move.LEAVE: (-1, 0),
    Move.LEAVE_TAPPED: (0, -1),
}
"""By how much a move changes the untapped and the tapped copies."""


@dataclass(frozen=True, slots=True)
class Maker:
    """An activation with what it takes and makes.

    Parameters
    ----------
    activation
        What it does besides, without the life and the resources that never run out.
    needs
        Accepted letters with the units due of them.
    outputs
        Alternatives: units that come as often as is counted, and units that come once.
    times
        How often the former come where nothing can change that.
    twin
        Whether what it doubles becomes snow; None if it doubles nothing.
    known
        What one use may make, by the factor that it is counted by.
    """

    activation: Activation
    needs: tuple[tuple[tuple[Letter, ...], int], ...]
    outputs: tuple[tuple[tuple[Choice, ...], tuple[Choice, ...]], ...]
    times: int
    twin: bool | None
    known: dict[int, Pools] = field(default_factory=dict)

    def made(self, alphabet: Alphabet, factor: int) -> Pools:
        """Return what one use may make, counted by a factor."""
        if factor not in self.known:
            result: Pools = set()
            for counted, once in self.outputs:
                pools = alphabet.made(counted, factor * self.times)
                added = alphabet.made(once if factor * self.times else ())
                result |= alphabet.sums(pools, added)
            self.known[factor] = set(alphabet.maximal(result))
        return self.known[factor]


class Walk:
    """A walk through the positions of one board.

    Parameters
    ----------
    blueprint
        The board, compiled for a cost that takes any mana.
    limit
        Most pools that are looked at.
    """

    def __init__(self, blueprint: Blueprint, limit: int) -> None:
        self.blueprint = blueprint
        self.program = blueprint.program
        self.limit = limit
        asked = {slot for draft in blueprint.drafts for slot, _ in draft.needs}
        self.flags = frozenset(("snow",) if any(slot.snow for slot in asked) else ())
        floating = [
            choice_of(pool_template(mana, self.flags)) for mana in blueprint.problem.board.pool
        ]
        outputs = [self._outputs(draft) for draft in blueprint.drafts]
        units = [unit for each in outputs for pair in each for part in pair for unit in part]
        self.alphabet = Alphabet(self._letters(chain(*floating, *units)), limit)
        activations = _unhindered(self.program)
        makers = {
            index: Maker(
                activations[index],
                self._needs(blueprint.drafts[index]),
                outputs[index],
                self._times(blueprint.drafts[index]),
                self._twin(blueprint.drafts[index]),
            )
            for index in self.program.ordered
        }
        apart = _apart(self.program, [maker.activation for maker in makers.values()])
        self.makers = [m for m in makers.values() if m.activation.body not in apart]
        self.start = self.alphabet.made(floating)
        for body in apart:
            own = [m for m in makers.values() if m.activation.body == body]
            if pools := self._alone(body, own):
                copies = self.program.bodies[body].copies
                self.start = self.alphabet.sums(self.start, self.alphabet.multiples(pools, copies))
        tracked = sorted(_concerned([maker.activation for maker in self.makers]))
        self.place = {body: place for place, body in enumerate(tracked)}
        self.known: dict[Position, Pools] = defaultdict(set)
        self.fresh: dict[Position, Pools] = {}
        self.agenda: list[tuple[int, Position]] = []
        self.seen = 0
        self.parents: dict[tuple[Position, int], tuple[Position, int] | None] = {}

    # --- what is taken and made ----------------------------------------------------------------

    def _outputs(self, draft: Draft) -> tuple[tuple[tuple[Choice, ...], tuple[Choice, ...]], ...]:
        if draft.ability is None or draft.group is None:
            return ()
        source = self.blueprint.table.groups[draft.group].source
        result = []
        for output in draft.ability.outputs:
            parts: tuple[list[Choice], list[Choice]] = [], []
            for group in output:
                units = parts[bool(draft.ability.per and group.tags.origin)]
                units += map(choice_of, templates_of(source, group, self.flags))
            result.append((tuple(parts[0]), tuple(parts[1])))
        return tuple(result)

    def _times(self, draft: Draft) -> int:
        if draft.per is not None or draft.ability is None or not draft.ability.per:
            return 1
        table = self.blueprint.table
        return sum(len(table.groups[i].sources) for i in table.permanents(draft.ability.per))

    def _twin(self, draft: Draft) -> bool | None:
        if not draft.doubles or draft.group is None:
            return None
        types = self.blueprint.table.groups[draft.group].source.types
        return bool(types & self.flags)

    def _letters(self, letters: Iterable[Letter]) -> set[Letter]:
        """Add the letters that doubling makes of others."""
        result = set(letters)
        twins = {twin for draft in self.blueprint.drafts if (twin := self._twin(draft)) is not None}
        if twins:
            result |= {each._replace(types=(kind,)) for each in result for kind in each.types}
            result |= {Letter(each.types, "", twin) for each in result for twin in twins}
        return result

    def _needs(self, draft: Draft) -> tuple[tuple[tuple[Letter, ...], int], ...]:
        return tuple(
            (tuple(each for each in self.alphabet.letters if _pays(draft, slot, each)), amount)
            for slot, amount in draft.needs
        )

    def _alone(self, body: int, makers: list[Maker]) -> Pools:
        """Return what one copy may make for itself: by tapping, by leaving, or by one and then."""
        tapping: Pools = set()
        leaving: Pools = set()
        both: Pools = set()
        for maker in makers:
            activation = maker.activation
            if activation.taps and self.program.bodies[body].tapped:
                continue
            part = tapping if not activation.leaves else both if activation.taps else leaving
            part |= maker.made(self.alphabet, 1)
        together = self.alphabet.sums(tapping, leaving) if tapping and leaving else set()
        return set(self.alphabet.maximal(tapping | leaving | both | together))

    # --- the walk ------------------------------------------------------------------------------

    def pools(self) -> Pools:
        """Return the pools that there may be when no free mana is left to be made.

        Raises
        ------
        UnboundedManaError
            If there is mana without end.
        LimitError
            If there are more pools than the limit.
        """
        start = self._first()
        self._arrive(start, self.start, None)
        ends: Pools = set()
        while self.agenda:
            position = heappop(self.agenda)[1]
            fresh = self.fresh.pop(position, None)
            if fresh is None:
                continue
            fresh = set(self.alphabet.maximal(fresh))
            self.known[position] |= fresh
            if self._go_on(position, fresh):
                ends |= fresh
        return ends

    def _first(self) -> Position:
        bodies = [self.program.bodies[body] for body in self.place]
        return (
            *(0 if body.tapped else body.copies for body in bodies),
            *(body.copies if body.tapped else 0 for body in bodies),
            *(resource.capacity for resource in self.program.resources),
            max(self.program.life or 0, 0),
        )

    def _go_on(self, position: Position, fresh: Pools) -> bool:
        """Use every ability in a position; tells whether none of them is for nothing."""
        is_end = True
        for maker in self.makers:
            for target, factor in self._targets(position, maker.activation):
                made = set() if maker.twin is not None else maker.made(self.alphabet, factor)
                if any(made) and not maker.needs:
                    is_end = False
                if self.program.unbounded:
                    for pool in fresh:
                        after = self._used(maker, {pool}, made)
                        self._arrive(target, after, (position, pool))
                else:
                    self._arrive(target, self._used(maker, fresh, made), None)
        return is_end

    def _used(self, maker: Maker, pools: Pools, made: Pools) -> Pools:
        """Return the pools after one use."""
        for accepted, amount in maker.needs:
            pools = self.alphabet.without(pools, accepted, amount)
        if maker.twin is None:
            return self.alphabet.sums(pools, made)
        return {twice for pool in pools for twice in self._doubled(pool, snow=maker.twin)}

    def _doubled(self, pool: int, *, snow: bool) -> Pools:
        """Return a pool with one more of each unit, which chooses the types that were open."""
        alphabet = self.alphabet
        result = {0}
        for letter, number in zip(alphabet.letters, alphabet.counts(pool), strict=True):
            pairs = {
                alphabet.unit[letter._replace(types=(kind,))]
                + alphabet.unit[Letter((kind,), "", snow)]
                for kind in letter.types
                if number
            }
            result = alphabet.sums(result, alphabet.multiples(pairs, number))
        return result

    def _arrive(
        self, position: Position, pools: Pools, parent: tuple[Position, int] | None
    ) -> None:
        fresh = self.fresh.get(position, set())
        new = pools.difference(fresh, self.known[position])
        if not new:
            return
        if self.program.unbounded:
            for pool in new:
                self._refuse_growth(position, pool, parent)
                self.parents[position, pool] = parent
        self.seen += len(new)
        if self.seen > self.limit:
            raise too_many(self.limit)
        if position not in self.fresh:
            fullness = sum(position) + sum(position[: len(self.place)])
            heappush(self.agenda, (-fullness, position))
        self.fresh[position] = fresh | new

    def _refuse_growth(
        self, position: Position, pool: int, parent: tuple[Position, int] | None
    ) -> None:
        """Refuse more mana in a position than there was in it before: it can come again."""
        while parent is not None:
            before, smaller = parent
            if before == position and smaller < pool and self.alphabet.holds(pool, smaller):
                raise UnboundedManaError(
                    f"mana without end: {'; '.join(dict.fromkeys(self.program.unbounded))}"
                )
            parent = self.parents[parent]

    # --- positions -----------------------------------------------------------------------------

    def _there(self, position: Position, bodies: Iterable[int]) -> int:
        places = [self.place[body] for body in bodies]
        return sum(position[at] + position[at + len(self.place)] for at in places)

    def _targets(
        self, position: Position, activation: Activation
    ) -> Iterator[tuple[Position, int]]:
        """Yield the positions after one use, with what its outputs are multiplied by."""
        if activation.life > position[-1]:
            return
        if activation.requires is not None:
            number, bodies = activation.requires
            if self._there(position, bodies) < number:
                return
        if activation.absent and self._there(position, activation.absent):
            return
        positions = set(self._with_own(position, activation))
        for pick in activation.picks:
            positions = {
                after for each in positions for after in self._picked(each, activation, pick)
            }
        for each in positions:
            after = self._spent(each, activation)
            if after is not None:
                yield after, 1 if activation.per is None else self._there(after, activation.per)

    def _with_own(self, position: Position, activation: Activation) -> Iterator[Position]:
        body = activation.body
        if body is None:
            yield position
            return
        moves: tuple[Move, ...] = ()
        if activation.taps:
            moves = (Move.LEAVE if activation.leaves else Move.TAP,)
        elif activation.untaps:
            moves = (Move.UNTAP,)
        elif activation.leaves:
            moves = _MOVES[Move.LEAVE]
        elif self._there(position, (body,)):
            yield position
        yield from self._moved(position, (body,), moves)

    def _moved(
        self, position: Position, bodies: Iterable[int], moves: Iterable[Move]
    ) -> Iterator[Position]:
        """Yield the positions after one of some moves of a copy of one of some bodies."""
        for body in bodies:
            at = self.place[body]
            for move in moves:
                untapped, tapped = _CHANGES[move]
                after = self._changed(position, at, untapped, tapped)
                if min(after[at], after[at + len(self.place)]) >= 0:
                    yield after

    def _changed(self, position: Position, at: int, untapped: int, tapped: int) -> Position:
        after = list(position)
        after[at] += untapped
        after[at + len(self.place)] += tapped
        return tuple(after)

    def _picked(self, position: Position, activation: Activation, pick: Pick) -> Iterator[Position]:
        """Yield the positions after a pick, which may have to spare the copy that is used."""
        body = activation.body
        spared = pick.another and body in pick.bodies and not activation.leaves
        if spared and body is not None:
            at, tapped = self.place[body], int(activation.taps)
            position = self._changed(position, at, tapped - 1, -tapped)
        positions = {position}
        for _ in range(pick.count):
            positions = {
                after
                for each in positions
                for after in self._moved(each, pick.bodies, _MOVES[pick.move])
            }
        for each in positions:
            if spared and body is not None:
                yield self._changed(each, at, 1 - tapped, tapped)
            else:
                yield each

    def _spent(self, position: Position, activation: Activation) -> Position | None:
        """Return a position after resources and life are paid, None where they run out."""
        after = list(position)
        first = 2 * len(self.place)
        for resource, amount in activation.uses:
            after[first + resource] -= amount
            if after[first + resource] < 0:
                return None
        after[-1] = max(after[-1] - activation.life - activation.damage, 0)
        return tuple(after)


def _pays(draft: Draft, slot: Slot, letter: Letter) -> bool:
    unit = Template(
        letter.types, ManaTags(only=letter.only), frozenset(("snow",) if letter.snow else ())
    )
    rules = draft.rules
    return rules is not None and any(rules.accepts(slot, kind, unit) for kind in letter.types)


def _unhindered(program: Program) -> list[Activation]:
    """Return the activations without the life and the resources that cannot run out."""
    every = [program.activations[index] for index in program.ordered]
    lost = [(each, each.life + each.damage) for each in every]
    life = any(each.life for each in every) and _runs_out(program, lost, program.life or 0)
    scarce = {
        number
        for number, resource in enumerate(program.resources)
        if _runs_out(
            program, [(each, dict(each.uses).get(number, 0)) for each in every], resource.capacity
        )
    }
    return [
        replace(
            each,
            uses=tuple(use for use in each.uses if use[0] in scarce),
            life=each.life if life else 0,
            damage=each.damage if life else 0,
        )
        for each in program.activations
    ]


def _runs_out(program: Program, amounts: list[tuple[Activation, int]], there: int) -> bool:
    """Tell whether activations may use up more than there is, each copy used once at most."""
    of_body: dict[int, list[tuple[Activation, int]]] = defaultdict(list)
    for activation, amount in amounts:
        body = activation.body
        if not amount:
            continue
        if body is None or body in program.untappable or not (activation.taps or activation.leaves):
            return True
        of_body[body].append((activation, amount))
    return there < sum(
        program.bodies[body].copies
        * (max if all(each.taps for each, _ in uses) else sum)([amount for _, amount in uses])
        for body, uses in of_body.items()
    )


def _concerned(activations: Iterable[Activation]) -> set[int]:
    """Return the bodies that activations use or look at."""
    bodies: set[int] = set()
    for each in activations:
        bodies.update(*(pick.bodies for pick in each.picks), each.absent, each.per or ())
        if each.requires is not None:
            bodies.update(each.requires[1])
        if each.body is not None:
            bodies.add(each.body)
    return bodies


def _apart(program: Program, activations: list[Activation]) -> list[int]:
    """Return the bodies of which each copy makes mana for itself, and matters to nothing else."""
    concerned = _concerned(replace(each, body=None) for each in activations)
    result = []
    for body in range(len(program.bodies)):
        own = [each for each in activations if each.body == body]
        if (
            own
            and body not in concerned
            and body not in program.untappable
            and all(
                each.is_simple
                and (each.taps or each.leaves)
                and not (each.needs or each.uses or each.life or each.damage)
                for each in own
            )
        ):
            result.append(body)
    return result
