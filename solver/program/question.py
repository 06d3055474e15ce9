"""The whole question: units, what is due, announcements, and the Program that holds them."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.program.measures import Linear, Share, Stock, Term
    from autotap.solver.program.uses import Activation, Body, Cover, Mark, Pick, Resource


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
