"""Results: what was decided, and the payment to click."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from autotap.models.errors import NotPayableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.ability import Deed
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.spell import Announcement, Payer
    from autotap.models.problem import DuelMastersProblem, Problem


class Status(StrEnum):
    """How a question ended."""

    OPTIMAL = "OPTIMAL"
    """Paid, and proven to be best."""
    FEASIBLE = "FEASIBLE"
    """Paid, not proven to be best: the time limit struck, or it is one of an enumeration."""
    UNPAYABLE = "UNPAYABLE"
    """Proven not to be payable."""
    UNKNOWN = "UNKNOWN"
    """Not decided within the time limit."""


@dataclass(frozen=True, slots=True)
class Spend:
    """How one symbol of a cost is paid.

    Parameters
    ----------
    symbol
        The symbol, as ``"{W/U}"``; generic mana is listed one by one as ``"{1}"``, X as ``"{X}"``.
    mana
        Numbers of the mana spent, indices into `Payment.mana`: one, or two for the generic half of
        a {2/W}, or none.
    payers
        What pays besides mana: ``(way, id of the object)``; the id is "" for delve.
    life
        Life paid for a Phyrexian symbol.
    """

    symbol: str
    mana: tuple[int, ...] = ()
    payers: tuple[tuple[Payer, str], ...] = ()
    life: int = 0


@dataclass(frozen=True, slots=True)
class Activation:
    """One activation of a mana ability.

    Parameters
    ----------
    source
        Id of the source.
    ability
        Index of the ability in `Source.abilities`; where effects are at work then come
        `Source.open_abilities`, then what it gains by its land types, then by grants, in the order
        of the effects, and of these the open ones last.
    made
        Numbers of the mana that it makes, indices into `Payment.mana`.
    spends
        How its own mana cost is paid, with mana made earlier.
    objects
        Other objects used for its cost: ``(deed, id)``.
    x
        X of its cost, None without (MTG-107.3k).
    """

    source: str
    ability: int
    made: tuple[int, ...] = ()
    spends: tuple[Spend, ...] = ()
    objects: tuple[tuple[Deed, str], ...] = ()
    x: int | None = None


@dataclass(frozen=True, slots=True)
class Covering:
    """What pays one cost that asks for a total.

    Parameters
    ----------
    objects
        Ids of the permanents tapped for their power.
    cards
        Cards exiled for their mana value, as indices into `Board.graveyard`.
    """

    objects: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """A complete Magic payment, in stage order (MOD-6).

    Parameters
    ----------
    announcement
        What is announced, with the locked total and its trace.
    mana
        Every mana of the payment: first the pool at the start, in its order, then what the
        activations make, in theirs.
    activations
        Mana abilities in the order of activation.
    spends
        How each symbol of the locked total is paid.
    objects
        Objects for additional costs: ``(deed, id)``; blighted ones in the order of their costs.
    graveyard
        Number of cards exiled from the graveyard.
    life_paid
        Life paid as a cost.
    life_lost
        Life paid plus damage.
    coverings
        What pays each additional cost that asks for a total, in the order of the costs.
    """

    announcement: Announcement
    mana: tuple[Mana, ...] = ()
    activations: tuple[Activation, ...] = ()
    spends: tuple[Spend, ...] = ()
    objects: tuple[tuple[Deed, str], ...] = ()
    graveyard: int = 0
    life_paid: int = 0
    life_lost: int = 0
    coverings: tuple[Covering, ...] = ()

    @property
    def locked_total(self) -> str:
        """The locked total as text."""
        return str(self.announcement.total)

    @property
    def floating(self) -> tuple[Mana, ...]:
        """Mana left in the pool at the end."""
        spent = {i for spend in self.spends for i in spend.mana}
        for activation in self.activations:
            spent.update(i for spend in activation.spends for i in spend.mana)
        return tuple(mana for i, mana in enumerate(self.mana) if i not in spent)


@dataclass(frozen=True, slots=True)
class Tap:
    """One card tapped in a mana zone.

    Parameters
    ----------
    card
        Id of the card.
    role
        The civilization that it pays, "points", or "additional CIVILIZATION".
    number
        Points that it makes.
    """

    card: str
    role: str
    number: int


@dataclass(frozen=True, slots=True)
class ZonePayment:
    """A complete Duel Masters payment.

    Parameters
    ----------
    taps
        Cards in the order of the rules: civilizations, points, additional cards.
    total
        Points due after every change.
    points
        Points made.
    x
        Number of optional steps announced, None without.
    trace
        How the total came about, one sentence a step with its rule id.
    free
        Whether the card is used without paying its cost (DM-12, DM-32).
    """

    taps: tuple[Tap, ...] = ()
    total: int = 0
    points: int = 0
    x: int | None = None
    trace: tuple[str, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why a cost cannot be paid.

    Parameters
    ----------
    kind
        ``"mana"`` (the sources fall short), ``"cost"`` (there is no cost that could be paid) or
        ``"requirement"`` (only a requirement of the caller prevents it).
    symbols
        Symbols (or civilizations) that fall short together.
    sources
        Ids of the sources that could pay any of them.
    sentence
        The same in words.
    """

    kind: str
    symbols: tuple[str, ...]
    sources: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one problem.

    Parameters
    ----------
    status
        How it ended.
    payment
        The payment, None unless paid.
    objective
        Value of each term, in order of importance.
    bound
        Best value that each term could still have, where it is known: equal to ``objective`` if
        OPTIMAL.
    backend
        Which backend answered.
    route
        Why it did: what it is exact for, or what is beyond a cheaper one.
    wall_time_s
        Seconds used by the whole call.
    stages_s
        Seconds by stage: announce, compile, solve, decode, verify.
    shortfall
        Why not, when UNPAYABLE.
    kept
        For each of `Problem.keep` whether it stays payable.
    warnings
        What the caller should know, as sentences.
    problem
        The problem that was decided; `str` needs it to speak of more than ids.
    """

    status: Status
    payment: Payment | ZonePayment | None = None
    objective: Mapping[str, int] = field(default_factory=dict)
    bound: Mapping[str, int] = field(default_factory=dict)
    backend: str = ""
    route: str = ""
    wall_time_s: float = 0.0
    stages_s: Mapping[str, float] = field(default_factory=dict)
    shortfall: Shortfall | None = None
    kept: tuple[bool, ...] = ()
    warnings: tuple[str, ...] = ()
    problem: Problem | DuelMastersProblem | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        if self.problem is None:
            return str(self.status)
        from autotap.models.render import payment_text

        return payment_text(self.problem, self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from autotap.models.picture import svg_picture

        return svg_picture(self)

    def unwrap(self) -> Payment | ZonePayment:
        """Return the payment.

        Raises
        ------
        NotPayableError
            If there is none; says why.
        """
        if self.payment is None:
            why = self.shortfall.sentence if self.shortfall else f"status {self.status}"
            raise NotPayableError(why)
        return self.payment
