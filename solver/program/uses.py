"""What a use of an ability takes and makes: bodies, resources, picks, covers, activations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Move(StrEnum):
    """What happens to a picked body."""

    TAP = "tap"
    UNTAP = "untap"
    LEAVE = "leave"
    LEAVE_TAPPED = "leave tapped"
    """Leave, and must be tapped when it does."""


Outputs = tuple[tuple[int, int], ...]
"""``(kind, amount)`` pairs made together."""


@dataclass(frozen=True, slots=True)
class Body:
    """Interchangeable objects that start in the same state.

    Parameters
    ----------
    label
        Canonical text, for people and for a stable order.
    copies
        How many, at least 1. Bodies with activations that neither tap nor leave, with untapping,
        or with a resource of their own that outlasts a tap, have one copy, unless nothing else
        can happen to them.
    tapped
        Whether they start tapped.
    spare
        Units that each untouched copy adds to ``left``, where that is a plain sum; None where
        the production left over must be modelled.
    makes
        What each untouched copy makes in the position left over, whatever else is made there;
        None where that must be modelled.
    """

    label: str
    copies: int = 1
    tapped: bool = False
    spare: int | None = 0
    makes: Outputs | None = ()


@dataclass(frozen=True, slots=True)
class Resource:
    """Something used up in whole units.

    Parameters
    ----------
    label
        Name.
    capacity
        Units there are.
    keeper
        The single body that holds it, None for the player.
    """

    label: str
    capacity: int
    keeper: int | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice of bodies for a cost.

    Parameters
    ----------
    move
        What happens to each.
    count
        How many copies, at least 1.
    bodies
        Accepted bodies.
    """

    move: Move
    count: int
    bodies: tuple[int, ...]


class Member(NamedTuple):
    """Interchangeable things that may be chosen for a `Cover`.

    ``worth`` is what one of them adds to the total, at least 0. Choosing it taps a copy of
    ``body``, where that is not None, and uses up the amounts in ``uses``, pairs as in `Option`.
    """

    worth: int
    body: int | None = None
    uses: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """A choice of any number of things for a cost, which add up to enough.

    Parameters
    ----------
    least
        Smallest total.
    members
        What may be chosen; each needs a body or something that it uses.
    spared
        Bodies of which at least one copy is not chosen.
    """

    least: int
    members: tuple[Member, ...]
    spared: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A choice of one copy for a cost that does nothing to it, or that it does not survive.

    Parameters
    ----------
    bodies
        Accepted bodies; the copy may be tapped.
    fatal
        Those of them whose copies leave in the end, if they do not leave for a pick anyway.
    """

    bodies: tuple[int, ...]
    fatal: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Activation:
    """One thing that can be done, any number of times within its limits.

    Parameters
    ----------
    label
        Canonical text.
    body
        Whose it is; a copy must be there. None for the player's own.
    taps, untaps, leaves
        What its cost does to that copy.
    picks
        Other bodies that its cost uses.
    uses
        ``(resource, amount)`` pairs.
    life
        Life paid; must still be there.
    damage, damage_waiting
        Life lost as an effect, at once or after everything; legal at any life total.
    needs
        ``(demand, amount)``: units taken before it makes any.
    outputs
        Alternatives of what it makes, at least one (which may be empty).
    doubles
        ``(kind, kind made)``: for each unspent unit of the first one of the second is made.
    per
        Bodies whose copies, after its own cost, multiply the outputs; None for no multiplier.
        Such an activation belongs to a single body.
    once
        Per alternative what comes once beside the multiplied outputs, if there is any copy to
        multiply by; empty for nothing.
    requires
        ``(number, bodies)``: so many copies must be there when it is used.
    absent
        Bodies of which no copy may be there when it is used.
    closing
        Whether it acts after all others.
    component
        Index of the strongly connected component of the supply graph if that needs an order,
        else None: only there may units circulate.
    """

    label: str
    body: int | None = None
    taps: bool = False
    untaps: bool = False
    leaves: bool = False
    picks: tuple[Pick, ...] = ()
    uses: tuple[tuple[int, int], ...] = ()
    life: int = 0
    damage: int = 0
    damage_waiting: int = 0
    needs: tuple[tuple[int, int], ...] = ()
    outputs: tuple[Outputs, ...] = ((),)
    doubles: tuple[tuple[int, int], ...] = ()
    per: tuple[int, ...] | None = None
    once: tuple[Outputs, ...] = ()
    requires: tuple[int, tuple[int, ...]] | None = None
    absent: tuple[int, ...] = ()
    closing: bool = False
    component: int | None = None

    @property
    def made(self) -> tuple[Outputs, ...]:
        """Everything that one use may make, by alternatives and by what comes once beside them."""
        return (*self.outputs, *self.once)

    @property
    def in_cost(self) -> int:
        """Units that one use takes."""
        return sum(amount for _, amount in self.needs)

    @property
    def is_simple(self) -> bool:
        """Whether it asks nothing of other bodies and its outputs do not depend on them."""
        return not (
            self.picks
            or self.requires is not None
            or self.absent
            or self.per is not None
            or self.doubles
        )
