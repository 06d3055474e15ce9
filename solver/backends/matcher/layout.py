"""The board of one announcement as the search sees it: springs, and uses that must be chosen.

A *spring* is a group of bodies whose units can be drawn at any time without any other effect: how
many are drawn is left to a matching. Everything else is a *use*, chosen one at a time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, NamedTuple

from autotap.solver.backends.balance import mask
from autotap.solver.backends.caps import most_counted
from autotap.solver.backends.matcher.table import Table, made_by
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.solver.backends.matcher.bound import Bound
    from autotap.solver.backends.matcher.prices import Price, Prices
    from autotap.solver.program import Cover, Outputs, Pick, Program

MAX_CHOICES = 24
"""Most ways to pick the bodies of one use, or of the announcement, that are tried."""


class Way(NamedTuple):
    """One alternative of one activation of a spring, with its price."""

    price: Price
    activation: int
    alternative: int


@dataclass(frozen=True, slots=True)
class Spring:
    """Sources whose units can be drawn at any time.

    Parameters
    ----------
    units
        ``(bit set of kinds, amount)`` that one copy gives; with several pairs, or amounts above 1,
        all of them at once.
    members
        ``(body or None, copies, ways by price)``, cheapest first.
    """

    units: tuple[tuple[int, int], ...]
    members: tuple[tuple[int | None, int, tuple[Way, ...]], ...]


@dataclass(frozen=True, slots=True)
class Use:
    """One way to use an activation that must be chosen.

    Parameters
    ----------
    activation, alternative
        Which.
    picks
        The picked bodies, pick by pick.
    made
        Units per kind, if as many bodies as possible are counted.
    price
        What it costs.
    """

    activation: int
    alternative: int
    picks: tuple[tuple[Pick, int], ...]
    made: Outputs
    price: Price


@dataclass(frozen=True, slots=True)
class Closing:
    """What is chosen for an announcement.

    Parameters
    ----------
    picks
        The picked bodies, pick by pick.
    covers
        Members per cover.
    mark
        The marked body.
    """

    picks: tuple[tuple[Pick, int], ...] = ()
    covers: tuple[tuple[int, ...], ...] = ()
    mark: int | None = None


class Layout:
    """Springs and uses of one announcement.

    Parameters
    ----------
    program, option
        The question, and the index of the announcement.
    bound
        Its bounds.
    prices
        Prices of activations.
    life_is_plenty
        Whether to leave life out of account; the replay then may refuse a solution.
    closing
        What is chosen for the announcement.
    """

    def __init__(
        self,
        program: Program,
        option: int,
        bound: Bound,
        prices: Prices,
        closing: Closing,
        *,
        life_is_plenty: bool,
    ) -> None:
        self.program = program
        self.option = program.options[option]
        self.number = option
        self.bound = bound
        self.prices = prices
        self.closing = closing
        self.life_is_plenty = life_is_plenty
        self.caps = bound.caps
        self.usable = [i for i in bound.usable if not program.activations[i].doubles]
        untaps = any(pick.move is Move.UNTAP for pick, _ in closing.picks)
        self.is_complete = len(self.usable) == len(bound.usable) and not untaps
        self.capacity = [resource.capacity for resource in program.resources]
        self.copies = [body.copies for body in program.bodies]
        self.reserved: Counter[int] = Counter()
        self.awaited: Counter[int] = Counter()
        self._reserve()
        self.untapped = Table(program, self.reserved).untapped
        self.springs: list[Spring] = []
        self.soft: set[int] = set()
        self._find_springs()
        self.uses = [
            use for index in self.usable if index not in self.soft for use in self._uses(index)
        ]

    def _reserve(self) -> None:
        """Set aside what the announcement itself uses; what can be untapped may be used before."""
        tapped: list[int] = []
        for used, amount in self.option.uses:
            self.capacity[used] -= amount
        for pick, body in self.closing.picks:
            if pick.move is Move.TAP:
                tapped.append(body)
            elif pick.move in (Move.LEAVE, Move.LEAVE_TAPPED):
                self.copies[body] -= 1
        for cover, chosen in zip(self.option.covers, self.closing.covers, strict=True):
            for member in (cover.members[index] for index in chosen):
                if member.body is not None:
                    tapped.append(member.body)
                for used, amount in member.uses:
                    self.capacity[used] -= amount
        if self.closing.mark is not None:
            self.copies[self.closing.mark] -= 1
        for body in tapped:
            (self.awaited if body in self.program.untappable else self.reserved)[body] += 1

    # --- springs -------------------------------------------------------------------------------

    @cached_property
    def explicit(self) -> frozenset[int]:
        """Bodies of which each use must be chosen, for more than tapping is done to them."""
        program = self.program
        found = set(program.untappable)
        picks = [p for i in self.usable for p in program.activations[i].picks]
        for pick in picks:
            if pick.move is not Move.TAP:
                found.update(pick.bodies)
        for pick, body in self.closing.picks:
            if pick.move in (Move.UNTAP, Move.LEAVE_TAPPED):
                found.add(body)
        counted: set[int] = set()
        leaving: dict[int, bool] = {}
        for index in self.usable:
            activation = program.activations[index]
            counted.update(activation.per or (), activation.absent)
            if activation.requires is not None:
                counted.update(activation.requires[1])
            if activation.leaves and activation.body is not None:
                leaving[activation.body] = leaving.get(activation.body, True) and activation.taps
        found.update(body for body, taps in leaving.items() if not taps or body in counted)
        stands = {
            a.body
            for a in (program.activations[i] for i in self.usable)
            if a.body is not None and not (a.taps or a.leaves or a.untaps)
        }
        found.update(body for body in leaving if body in stands)
        given_up = {body for pick, body in self.closing.picks if pick.move is Move.LEAVE}
        given_up.add(-1 if self.closing.mark is None else self.closing.mark)
        found.update(
            a.body
            for a in (program.activations[i] for i in self.usable)
            if a.body in leaving and a.body in given_up and not a.leaves
        )
        found.update(body for body in program.required if not self._is_touched_freely(body))
        return frozenset(found)

    def _is_touched_freely(self, body: int) -> bool:
        return any(self.is_free(i) for i in self.usable if self.program.activations[i].body == body)

    def is_free(self, index: int) -> bool:
        """Tell whether an activation can be added to any payment whose body is untapped."""
        activation = self.program.activations[index]
        exact = any(self.bound.exact >> k & 1 for output in activation.outputs for k, _ in output)
        return self._is_plain(index) and activation.taps and not exact and not activation.closing

    def _is_plain(self, index: int) -> bool:
        activation = self.program.activations[index]
        return activation.is_simple and not (
            activation.needs
            or activation.untaps
            or (not self.life_is_plenty and (activation.life or activation.damage))
            or not all(resource in self.slack for resource, _ in activation.uses)
        )

    @cached_property
    def slack(self) -> frozenset[int]:
        """Resources of which there is enough for everything."""
        most: Counter[int] = Counter()
        for index in self.usable:
            activation = self.program.activations[index]
            for resource, amount in activation.uses:
                most[resource] += self.caps[index] * amount
        return frozenset(r for r, capacity in enumerate(self.capacity) if most[r] <= capacity)

    def _find_springs(self) -> None:
        by_owner: dict[tuple[str, int], list[Way]] = defaultdict(list)
        for index in self.usable:
            owner = self._owner(index)
            if owner is not None:
                outputs = self.program.activations[index].outputs
                by_owner[owner] += [
                    Way(self.prices[index], index, number) for number in range(len(outputs))
                ]
        found: dict[tuple[tuple[int, int], ...], list[tuple[int | None, int, tuple[Way, ...]]]]
        found = defaultdict(list)
        for (sort, number), ways in by_owner.items():
            sizes = {way: sum(n for _, n in self.made(way)) for way in ways}
            ways = sorted(way for way in ways if sizes[way])
            single = tuple(way for way in ways if sizes[way] == 1)
            self.soft.update({way.activation for way in sizes} - {way.activation for way in ways})
            if not ways:
                continue
            if len(ways) == 1 and not single:
                chosen: tuple[Way, ...] = (ways[0],)
                units = tuple((1 << kind, amount) for kind, amount in self.made(ways[0]))
            elif single:
                chosen = single
                units = ((mask(self.made(way)[0][0] for way in single), 1),)
            else:
                continue
            self.soft.update(
                way.activation
                for way in chosen
                if all(o in chosen for o in ways if o.activation == way.activation)
            )
            copies, body = self._times(sort, number, ways[0].activation)
            if copies:
                found[units].append((body, copies, chosen))
        for units, members in sorted(found.items()):
            members.sort(key=lambda member: member[2][0].price)
            self.springs.append(Spring(units, tuple(members)))

    def _owner(self, index: int) -> tuple[str, int] | None:
        """Return what the plain use of an activation uses up, None if it is not that simple."""
        activation = self.program.activations[index]
        body = activation.body
        if body is not None:
            simple = activation.taps and body not in self.explicit and self._is_plain(index)
            return ("body", body) if simple else None
        binding = [(r, amount) for r, amount in activation.uses if r not in self.slack]
        if activation.needs or not activation.is_simple or len(binding) > 1:
            return None
        if activation.damage or (activation.life and not self.life_is_plenty):
            return None
        if not binding:
            return ("activation", index)
        resource, _ = binding[0]
        others = [i for i in self.usable if i != index and self._touches(i, resource)]
        return None if others else ("activation", index)

    def _touches(self, index: int, resource: int) -> bool:
        return any(used == resource for used, _ in self.program.activations[index].uses)

    def _times(self, sort: str, number: int, index: int) -> tuple[int, int | None]:
        if sort == "body":
            leaves = self.program.activations[index].leaves
            copies = self.untapped[number]
            copies = min(copies, self.copies[number]) if leaves else copies
            return max(0, copies), number
        uses = self.program.activations[number].uses
        left = [self.capacity[resource] // amount for resource, amount in uses]
        return max(0, min([self.caps[number], *left])), None

    def made(self, way: Way) -> Outputs:
        """Return what a way makes."""
        return self.program.activations[way.activation].outputs[way.alternative]

    # --- uses ----------------------------------------------------------------------------------

    def _uses(self, index: int) -> Iterator[Use]:
        program = self.program
        activation = program.activations[index]
        factor = most_counted(program, activation)
        for picks in self.chosen(activation.picks):
            for alternative in range(len(activation.outputs)):
                made = made_by(activation, alternative, factor)
                yield Use(index, alternative, picks, made, self.prices.of(index, picks))

    def chosen(self, picks: tuple[Pick, ...]) -> list[tuple[tuple[Pick, int], ...]]:
        """Return ways to choose bodies, at most `MAX_CHOICES`."""
        found = list(islice(choose(self.program, picks), MAX_CHOICES + 1))
        self.is_complete &= len(found) <= MAX_CHOICES
        return found[:MAX_CHOICES]


def choose(program: Program, picks: tuple[Pick, ...]) -> Iterator[tuple[tuple[Pick, int], ...]]:
    """Yield ways to choose the bodies of picks, those that do nothing else first."""
    active = Counter(a.body for a in program.activations if a.body is not None)

    def ways(pick: Pick) -> Iterator[tuple[tuple[Pick, int], ...]]:
        bodies = sorted(pick.bodies, key=lambda body: (active[body], body))
        for chosen in combinations_with_replacement(bodies, pick.count):
            number = Counter(chosen)
            if all(n <= program.bodies[body].copies for body, n in number.items()):
                yield tuple((pick, body) for body in chosen)

    if len(picks) == 1:
        yield from ways(picks[0])
        return
    for each in product(*(list(islice(ways(pick), MAX_CHOICES)) for pick in picks)):
        yield tuple(one for chosen in each for one in chosen)


def closings(program: Program, number: int) -> tuple[list[Closing], bool]:
    """Return choices for an announcement, and whether they are all that there are."""
    option = program.options[number]
    picks = list(islice(choose(program, option.picks), MAX_CHOICES + 1))
    covers = [
        tuple(_cover(program, cover, large=large) for cover in option.covers)
        for large in (True, False)
    ]
    marks: tuple[int | None, ...] = (None,)
    if option.mark is not None:
        fatal = option.mark.fatal
        marks = tuple(sorted(option.mark.bodies, key=lambda body: (body in fatal, body)))
    found = [
        Closing(chosen, cover, mark)
        for chosen, cover, mark in product(picks[:MAX_CHOICES], dict.fromkeys(covers), marks)
    ]
    whole = len(found) <= MAX_CHOICES >= len(picks) and not (option.covers or option.mark)
    return found[:MAX_CHOICES], whole


def _cover(program: Program, cover: Cover, *, large: bool) -> tuple[int, ...]:
    """Choose members of a cover until they add up to enough, large or small ones first."""
    chosen: list[int] = []
    least = cover.least
    spare = sum(program.bodies[body].copies for body in cover.spared) - 1
    order = sorted(range(len(cover.members)), key=lambda i: cover.members[i].worth, reverse=large)
    for index in order:
        worth, body, uses = cover.members[index]
        most = [program.resources[used].capacity // amount for used, amount in uses]
        if body is not None:
            most.append(program.bodies[body].copies)
        if body in cover.spared:
            most.append(spare)
        number = min(*most, -(-max(least, 0) // worth)) if most and worth else 0
        spare -= number * (body in cover.spared)
        chosen += [index] * number
        least -= number * worth
    return tuple(chosen)
