"""The Program: one payment question in game-neutral integers.

`compile` writes it, backends read it. It never speaks of mana or civilizations: *bodies* are
tapped, untapped and given up; *activations* turn bodies, resources and units into units; *demands*
take units; *terms* say what is better. Bodies, activations, kinds and demands are referred to by
their index.

A payment runs through three stages: ordered activations, then closing activations (payers that
act after all others) together with the picks and uses of the chosen announcement, and then the
position left over, whose production the quantity ``left`` measures.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Move(StrEnum):
    """What happens to a picked body."""

    TAP = "tap"
    UNTAP = "untap"
    LEAVE = "leave"
    LEAVE_TAPPED = "leave tapped"
    """Leave, and must be tapped when it does."""


class What(StrEnum):
    """What a quantity counts."""

    ACTIVATED = "activated"
    """Times that an activation is used (main and closing stage)."""
    TAPPED = "tapped"
    """Times that copies of a body are tapped."""
    GONE = "gone"
    """Copies of a body that leave."""
    TOUCHED = "touched"
    """Copies of a body that are tapped, leave or have an activation."""
    USED = "used"
    """The same without the picks of the announcement."""
    SPENT = "spent"
    """Units of a resource that are used up."""
    STAYED = "stayed"
    """Units of a resource used up while its keeper, a single body, does not leave."""
    LIFE = "life"
    """Life paid plus damage."""
    BELOW_FLOOR = "below floor"
    """Points of life newly below the floor."""
    LETHAL = "lethal"
    """1 if life is lost and reaches 0 or less."""
    EMPTIED = "emptied"
    """1 if every copy of a family is touched."""
    MISSING = "missing"
    """Units of a stock that are no longer there at the end."""
    LEFT = "left"
    """The most units that the position left over can have at once."""
    ANNOUNCED = "announced"
    """1 for the announcement that is chosen."""
    SWITCH = "switch"
    """A free 0/1 variable."""
    PAID = "paid"
    """Units of a share that are taken by what is due."""
    LACKING = "lacking"
    """Units that a share lacks."""
    FLOATING = "floating"
    """Units at the end that nothing takes."""
    LOST = "lost"
    """1 if a later question cannot be answered any more."""


class Quantity(NamedTuple):
    """One measurable number of a solution; ``number`` says of what."""

    what: What
    number: int = 0


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
    another
        Whether the copy that has the activation is excluded.
    """

    move: Move
    count: int
    bodies: tuple[int, ...]
    another: bool = False


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


@dataclass(frozen=True, slots=True)
class Kind:
    """Units that nothing tells apart.

    Parameters
    ----------
    label
        Canonical text.
    stock
        Units there are at the start.
    exact
        Whether every unit must be taken, by what is due: payers that are no mana, and units that
        were spent before.
    """

    label: str
    stock: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Demand:
    """Units that are due.

    Parameters
    ----------
    label
        Canonical text.
    accepts
        Accepted kinds.
    due
        Amount per announcement; empty for the needs of activations.
    """

    label: str
    accepts: frozenset[int]
    due: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Demand that each of ``count`` symbols makes in one of two ways ({2/W}).

    Parameters
    ----------
    announcement
        Where it belongs.
    count
        Number of symbols.
    first, second
        ``(demand, amount)`` of the two ways.
    """

    announcement: int
    count: int
    first: tuple[int, int]
    second: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Option:
    """One announcement: exactly one is chosen.

    Parameters
    ----------
    label
        Canonical text.
    rank
        Announcements of a lower rank are preferred before every term (the smallest X).
    picks
        Bodies given up or tapped for it, in the closing stage.
    uses
        Resources used for it.
    life
        Life paid for it in the closing stage.
    window
        Whether activations are allowed at all (MTG-601.2g).
    covers, mark
        What else is chosen for it in the closing stage.
    """

    label: str = ""
    rank: int = 0
    picks: tuple[Pick, ...] = ()
    uses: tuple[tuple[int, int], ...] = ()
    life: int = 0
    window: bool = True
    covers: tuple[Cover, ...] = ()
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """Units at the start whose loss is measured by ``MISSING``.

    Parameters
    ----------
    kinds
        Kinds that count as the same, its own first.
    amount
        Units at the start.
    """

    kinds: tuple[int, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class Share:
    """Units among those taken by what is due, measured by ``PAID`` and ``LACKING``.

    Parameters
    ----------
    sets
        Sets of kinds, none of which is in two of them.
    most
        Units of each set that count for ``LACKING``.
    amount
        Units that should count, of all sets together.
    """

    sets: tuple[frozenset[int], ...]
    most: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Linear:
    """``lower <= sum of coefficient * quantity <= upper``, where all switches in ``when`` hold.

    Parameters
    ----------
    parts
        ``(quantity, coefficient)`` pairs.
    lower, upper
        Bounds, None for none.
    when
        ``(switch, value)`` pairs under which it holds; empty for always.
    """

    parts: tuple[tuple[Quantity, int], ...]
    lower: int | None = None
    upper: int | None = None
    when: tuple[tuple[int, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the objective; terms are minimised lexicographically.

    Parameters
    ----------
    name
        Its public name.
    parts
        ``(quantity, weight)`` pairs.
    maximise
        Whether more is better.
    """

    name: str
    parts: tuple[tuple[Quantity, int], ...]
    maximise: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """Another question, asked of the position that one leaves.

    Parameters
    ----------
    number
        What `What.LOST` calls it.
    program
        The question; its bodies are those of the one before, and it has no terms.
    own
        Its resources that are not those of the same label in what was asked before.
    becomes
        Per kind of the one before the kind that a unit left over is here; empty where none is left
        by then.
    """

    number: int
    program: Program
    own: frozenset[int] = frozenset()
    becomes: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Program:
    """One payment question; see the module's text.

    Parameters
    ----------
    bodies, resources, kinds, demands, activations
        The vocabulary; everything refers to it by index.
    options
        Announcements; exactly one is chosen.
    choices
        Two-way symbols.
    life
        Life total at the start, None where life does not exist.
    life_floor
        Floor for `What.BELOW_FLOOR`.
    families
        Bodies for `What.EMPTIED`.
    stocks
        For `What.MISSING`.
    shares
        For `What.PAID` and `What.LACKING`.
    switches
        Number of free 0/1 variables.
    constraints
        Further linear constraints.
    required
        Bodies that must be used.
    terms
        The objective.
    unbounded
        Labels of activations that together make unbounded units; empty if there are none.
    leftover
        ``(activation, alternative)``: what is modelled of the production left over, sorted.
    laters
        What is asked of the position left over, each for itself.
    """

    bodies: tuple[Body, ...] = ()
    resources: tuple[Resource, ...] = ()
    kinds: tuple[Kind, ...] = ()
    demands: tuple[Demand, ...] = ()
    activations: tuple[Activation, ...] = ()
    options: tuple[Option, ...] = (Option(),)
    choices: tuple[Choice, ...] = ()
    life: int | None = None
    life_floor: int = 0
    families: tuple[tuple[int, ...], ...] = ()
    stocks: tuple[Stock, ...] = ()
    shares: tuple[Share, ...] = ()
    switches: int = 0
    constraints: tuple[Linear, ...] = ()
    required: tuple[int, ...] = ()
    terms: tuple[Term, ...] = ()
    unbounded: tuple[str, ...] = ()
    leftover: tuple[tuple[int, int], ...] = ()
    laters: tuple[Later, ...] = ()
    frame: Program | None = field(default=None, init=False, compare=False, repr=False)
    """A Program that differs in the amounts due alone, None for none: what is worked out of it can
    be used again."""

    @cached_property
    def ordered(self) -> tuple[int, ...]:
        """Activations of the main stage."""
        return tuple(i for i, a in enumerate(self.activations) if not a.closing)

    @cached_property
    def untappable(self) -> frozenset[int]:
        """Bodies that an activation can untap."""
        return frozenset(a.body for a in self.activations if a.untaps and a.body is not None)

    @cached_property
    def closing(self) -> tuple[int, ...]:
        """Activations of the closing stage."""
        return tuple(i for i, a in enumerate(self.activations) if a.closing)

    @cached_property
    def plain(self) -> frozenset[int]:
        """Activations that never hurt when they are used before all others."""
        free = {i for i, a in enumerate(self.activations) if self._is_free(a)}
        if any(self.activations[i].life for i in self.ordered if i not in free):
            free = {i for i in free if not self.activations[i].damage}
        return frozenset(free)

    def _is_free(self, activation: Activation) -> bool:
        """Tell whether an activation asks nothing that another could change, but for life."""
        return activation.is_simple and not (
            activation.needs
            or activation.leaves
            or activation.body in self.untappable
            or (activation.life and activation.damage)
        )

    @cached_property
    def pays_life(self) -> bool:
        """Whether any activation costs life."""
        return any(activation.life for activation in self.activations)

    @cached_property
    def straight(self) -> frozenset[int]:
        """Activations that only tap their own body and take units."""
        return frozenset(
            i
            for i, a in enumerate(self.activations)
            if a.is_simple and a.taps and not (a.untaps or a.uses or a.life or a.damage)
        )

    def asking(self, due: Sequence[int], option: Option) -> Program:
        """Return the same Program with other amounts due under its only option.

        ``due`` has the amounts of the last demands.
        """
        first = len(self.demands) - len(due)
        asked = [
            replace(demand, due=(amount,))
            for demand, amount in zip(self.demands[first:], due, strict=True)
        ]
        program = copy(self)
        object.__setattr__(program, "demands", (*self.demands[:first], *asked))
        object.__setattr__(program, "options", (option,))
        object.__setattr__(program, "frame", self)
        return program
