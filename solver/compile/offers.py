"""Offers: what a board has to give where every unit of mana stands for itself.

Which units of an offer can be used together is a transversal matroid (`backends/greedy.py`). An
offer depends on the board alone, so it is worked out once for each board; what only the best
payment asks for is worked out when it is first needed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from operator import attrgetter, mul

from autotap.models.memo import per_object
from autotap.models.mtg.board import Board
from autotap.models.mtg.source import Source, alike
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.groups import NO_WISHES, scarcity_of, unit_worth
from autotap.solver.compile.profiles import (
    SNOW,
    Letter,
    Profile,
    Use,
    letter_of,
    other_than,
    profile_of,
    state_of,
)
from autotap.solver.compile.units import Template

EMPTY = Board()
GIVEN = frozenset(
    ("sources", "pool", "life", "graveyard", "hand", "energy", "tickets", "rulings", "_by_id")
)
"""What a board may have."""
TYPES = tuple(ManaType)
REMEMBERED = 2_048
"""Boards whose offers are remembered."""

Stand = tuple[Profile, list[Source]]
"""Sources that differ in nothing but their ids, in the caller's order."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Sources that can be used and differ in nothing but their ids.

    Parameters
    ----------
    sources
        In the caller's order.
    uses
        How each of them can be used, at least one way.
    profile
        What each of them has to give.
    worth
        What using one up weighs in ``flexibility``.
    kind
        Number of its kind of source (of equal worth per type); -1 if it starts tapped, which
        does not count for its kind.
    """

    sources: tuple[Source, ...]
    uses: tuple[Use, ...]
    profile: Profile
    worth: int
    kind: int

    @property
    def source(self) -> Source:
        """A representative."""
        return self.sources[0]


@dataclass(frozen=True, eq=False)
class Offer:
    """What a board has to give.

    Parameters
    ----------
    board
        Where it comes from.
    stands
        Its sources.
    units
        Units that can be had all together, with their numbers; None if an activation must choose
        between several bundles, or costs mana.
    costed
        Whether an activation costs mana.
    restricted
        Whether any unit may be spent on some things only.
    life_paid, damage_at_once
        Life that using everything would pay, and lose while it is paid.
    depends
        Whether what a source makes depends on the rest of the board.
    wishes
        Per type how many symbols of it there are in what is kept.
    """

    board: Board
    stands: tuple[Stand, ...]
    units: tuple[tuple[Letter, int], ...] | None
    costed: bool
    restricted: bool
    life_paid: int
    damage_at_once: int
    depends: bool
    wishes: tuple[int, ...] = NO_WISHES

    def wishing(self, wishes: tuple[int, ...]) -> Offer:
        """Return the same offer, worth more for each symbol of a type in what is kept."""
        stands = tuple(
            (replace(profile, worth=_times(profile.worth, wishes)), sources)
            for profile, sources in self.stands
        )
        return replace(self, stands=stands, wishes=wishes)

    @cached_property
    def hurts(self) -> tuple[int, ...]:
        """Life lost by each source at the worst, falling."""
        hurting = [stand for stand in self.stands if stand[0].worst]
        losses = [profile.worst for profile, sources in hurting for _ in sources]
        return tuple(sorted(losses, reverse=True))

    @cached_property
    def _scarcity(self) -> tuple[int, ...]:
        offered = [0] * len(TYPES)
        for profile, sources in self.stands:
            if not profile.source.tapped:
                for index, worth in enumerate(profile.worth):
                    if worth:
                        offered[index] += len(sources)
        return scarcity_of(self.board, offered)

    @cached_property
    def floating(self) -> tuple[tuple[Letter, int], ...]:
        """Floating mana: letter and weight in ``flexibility``, in the order of the pool."""
        scarce = self._scarcity
        return tuple(
            (
                _floating(self.board)[number],
                unit_worth(mana.type, restricted=bool(mana.tags.only))
                * (1 + self.wishes[TYPES.index(mana.type)])
                * scarce[TYPES.index(mana.type)],
            )
            for number, mana in enumerate(self.board.pool)
        )

    @cached_property
    def _kinds(self) -> dict[tuple[int, ...], bool]:
        """Kinds of source by worth, and whether each is used up when its usable sources are."""
        kinds: dict[tuple[int, ...], bool] = {}
        for profile, _ in self.stands:
            if any(profile.worth) and not profile.source.tapped:
                kinds[profile.worth] = kinds.get(profile.worth, True) and bool(profile.uses)
        return kinds

    @cached_property
    def lots(self) -> tuple[Lot, ...]:
        """The sources that can be used, in an order that does not depend on the caller's."""
        number = {worth: index for index, worth in enumerate(self._kinds)}
        usable = sorted((stand for stand in self.stands if stand[0].uses), key=_place)
        return tuple(
            Lot(
                tuple(sources),
                profile.uses,
                profile,
                sum(map(mul, profile.worth, self._scarcity)),
                -1 if profile.source.tapped else number.get(profile.worth, -1),
            )
            for profile, sources in usable
        )

    @cached_property
    def letters(self) -> tuple[Letter, ...]:
        """The different units that there are."""
        units = [letter for lot in self.lots for use in lot.uses for letter in use.units]
        return tuple(dict.fromkeys((*units, *(letter for letter, _ in self.floating))))

    @cached_property
    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """The lots of each kind of source that is used up when its usable sources are."""
        lots: list[list[int]] = [[] for _ in self._kinds]
        for index, lot in enumerate(self.lots):
            if lot.kind >= 0:
                lots[lot.kind].append(index)
        emptiable = self._kinds.values()
        return tuple([tuple(of) for of, can_be in zip(lots, emptiable, strict=True) if can_be])


def _times(worth: tuple[int, ...], wishes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one * (1 + more) for one, more in zip(worth, wishes, strict=True))


_REST = attrgetter(*(field.name for field in fields(Board) if field.name not in GIVEN))
_USUAL = _REST(EMPTY)


@per_object(maxsize=REMEMBERED)
def offer_of(board: Board) -> Offer | str:
    """Return the offer of a board, or the feature for which it makes none.

    Complexity: linear in the sources.

    Examples
    --------
    >>> from autotap.models import Board
    >>> offer = offer_of(Board.parse("2 Plains; Tundra; Swamp (tapped)"))
    >>> [(lot.source.name, len(lot.sources)) for lot in offer.lots]
    [('Plains', 2), ('Tundra', 1)]
    >>> offer_of(Board.parse("Plains; Cabal Coffers"))
    'an ability that costs more than one mana'
    """
    if _REST(board) != _USUAL:
        return f"a board with {other_than(board, EMPTY, GIVEN)[0].replace('_', ' ')}"
    counts: dict[Letter, int] = {}
    for letter in _floating(board):
        counts[letter] = counts.get(letter, 0) + 1
    restricted = any(mana.tags.only for mana in board.pool)
    life_paid = at_once = 0
    together, costed, leaves, depends = True, False, False, False
    stands: list[Stand] = []
    for key, sources in alike(board.sources, state_of).items():
        profile, number = profile_of(board, sources[0], key), len(sources)
        if profile.feature:
            return profile.feature
        stands.append((profile, sources))
        if profile.letters is None:
            together = False
        else:
            for letter in profile.letters:
                counts[letter] = counts.get(letter, 0) + number
        if profile.usual:
            continue
        life_paid += profile.life * number
        at_once += profile.at_once * number
        restricted |= profile.restricted
        costed |= profile.costed
        leaves |= profile.leaves
        depends |= profile.depends
    if leaves and any(_counts(profile) for profile, _ in stands):
        return "a count or condition that a sacrifice could change"
    if costed and restricted:
        return "restricted mana beside an ability that costs mana"
    units = tuple(counts.items()) if together else None
    return Offer(board, tuple(stands), units, costed, restricted, life_paid, at_once, depends)


def _floating(board: Board) -> list[Letter]:
    return [
        letter_of((Template((mana.type,), mana.tags, mana.tags.flags & SNOW),))
        for mana in board.pool
    ]


def _counts(profile: Profile) -> bool:
    """Tell whether an ability that can be used counts permanents."""
    abilities = profile.source.abilities
    return any(
        abilities[use.ability].per or abilities[use.ability].condition for use in profile.uses
    )


def _place(stand: Stand) -> tuple[object, ...]:
    return stand[0].place
