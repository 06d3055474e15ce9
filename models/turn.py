"""Turns: the cards that may be played, and which of them are, in what order, paid how."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.spell import Spell

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cards import Cards
    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.mtg.oracle.entering import Needed
    from autotap.models.mtg.source import Source
    from autotap.models.result import Payment, Status, ZonePayment

MAX_VALUE = 1_000_000
"""Largest value of a card, of one X or of an option."""
MAX_COPIES = 60
"""Most copies of one card."""
TURN_TERMS = (
    "lethal",
    "value",
    "losses",
    "cards",
    "reserved",
    "flexibility",
    "graveyard",
    "activations",
)
"""What is better about a Magic turn, most important first; ``value`` is maximised.

``lethal``: 1 if life is lost and reaches 0 or less. ``value``: of all that is played. ``cards``:
number of cards played. The others are the terms of a payment (`MAGIC_TERMS`), with all payments of
the turn reckoned as one; ``flexibility`` with the scarcity of the board at the start.
"""
ZONE_TURN_TERMS = ("value", "cards")
"""What is better about a Duel Masters turn: ``value`` (maximised), then the fewest cards used."""


@dataclass(frozen=True, slots=True)
class TurnCard:
    """A card that may be played this turn.

    Parameters
    ----------
    name
        Name of the card; unique in a hand.
    spell
        What is paid for it; None for a land, which is played as one of the land drops of the turn.
    value
        What playing it is worth, 0 to `MAX_VALUE`.
    adds
        Alternatives of the mana that it adds when it resolves, empty for none (a ritual). That mana
        floats, and pays for what is cast afterwards.
    arrives
        Permanents that arrive when it resolves, in the state in which they arrive: itself, tokens.
        An id that is taken is numbered on the board.
    count
        Copies in hand, 1 to `MAX_COPIES`.
    value_per_x
        Added to the value for each X announced. Where it is 0 the smallest X is announced that can
        be paid.
    option_values
        ``(name, value)``: added each time that an option of the spell is chosen (kicker).
    unless
        For each of what arrives what lets it arrive untapped although it is tapped in `arrives`:
        what is there (check lands) or is paid (shock lands), None for nothing; empty where there
        is none. `oracle/entering.py` has the kinds.
    notes
        What is not known of the card or not planned, as sentences; `Turn.warnings` has them.

    Raises
    ------
    LimitError
        For a number out of range.
    InputError
        If there is no name, the spell has no option of a name, or `unless` is not for what arrives.

    Examples
    --------
    >>> ritual = TurnCard.parse("Dark Ritual", "{B} adds {B}{B}{B}", value=0)
    >>> print(ritual.spell.cost, ritual.adds[0][0])
    {B} {B}{B}{B}
    """

    name: str
    spell: Spell | DuelMastersSpell | None
    value: int = 1
    adds: tuple[ManaList, ...] = ()
    arrives: tuple[Source, ...] = ()
    count: int = 1
    value_per_x: int = 0
    option_values: tuple[tuple[str, int], ...] = ()
    unless: tuple[Needed | None, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise InputError(self.name, "the name of a card")
        for value in (self.value, self.value_per_x, *(value for _, value in self.option_values)):
            if not 0 <= value <= MAX_VALUE:
                raise LimitError(f"value {value}", f"a number from 0 to {MAX_VALUE}")
        if not 1 <= self.count <= MAX_COPIES:
            raise LimitError(f"{self.count} copies", f"1 to {MAX_COPIES} copies")
        if self.unless and len(self.unless) != len(self.arrives):
            raise InputError(self.name, "a condition, or None, for each that arrives")
        options = self.spell.options if isinstance(self.spell, Spell) else ()
        known = {option.name for option in options}
        for name, _ in self.option_values:
            if name not in known:
                raise InputError(name, f"the name of an option of {self.name}")

    @classmethod
    def parse(
        cls,
        name: str,
        text: str,
        *,
        value: int | None = None,
        count: int = 1,
        cards: Cards | None = None,
    ) -> TurnCard:
        """Read a card: ``[COST] [adds MANA {| MANA}] [makes PERMANENTS] [: VALUE [+ N X]]``.

        Parameters
        ----------
        name
            Name of the card.
        text
            The cost is ``land`` for a land drop. ``adds`` lists mana, ``makes`` is a board text.
            What it leaves out is that of the card, where it is known: its cost, what it adds, and
            itself as what arrives, unless the text says what it makes or adds; ``makes nothing``
            for nothing. What arrives enters as its own text says; what may enter tapped does so
            unless what it asks for is there, or is life that the turn pays. Creatures arrive
            summoning sick unless they have haste.
        value
            What it is worth, and no X of it anything; None for what the text says, else for its
            mana value, at least 1, each X counted as announced (MTG-202.3), or for a land 0.
        count
            Copies in hand.
        cards
            What names mean; None for what is built in.

        Raises
        ------
        InputError
            For a text that cannot be read, or that leaves out what is not known of the card.

        Examples
        --------
        >>> card = TurnCard.parse("Big Score", "{3}{R} makes 2 Treasure")
        >>> card.value, [source.name for source in card.arrives]
        (4, ['Treasure', 'Treasure'])
        >>> TurnCard.parse("Sol Ring", "").arrives[0].abilities[0].cost.tap
        True
        >>> TurnCard.parse("Azorius Chancery", "land").arrives[0].tapped
        True
        >>> ball = TurnCard.parse("Fireball", "{X}{R}: 1 + 2X")
        >>> ball.value_of(3, ())
        7
        """
        from autotap.models.turn_reading import fields_of

        return cls(name, count=count, **fields_of(name, text, value, cards))

    @property
    def is_land(self) -> bool:
        """Whether it is played as a land drop."""
        return self.spell is None

    @property
    def life_asked(self) -> tuple[int, ...]:
        """For each of what arrives the life that may be paid for it to arrive untapped, or 0."""
        asked = self.unless or (None,) * len(self.arrives)
        return tuple(0 if needed is None else needed.life for needed in asked)

    def arriving(
        self, board: Board, others: int = 0, paid: Container[int] = ()
    ) -> tuple[Source, ...]:
        """Return what arrives with it on a board, in its state.

        Parameters
        ----------
        board
            The board just before.
        others
            Other permanents that may be there, too.
        paid
            Places in `arrives` of those for which the life is paid.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> land = TurnCard.parse("Glacial Fortress", "land")
        >>> [land.arriving(Board.parse(text))[0].tapped for text in ("Island", "Forest")]
        [False, True]
        """
        if not self.unless:
            return self.arrives
        return tuple(
            replace(source, tapped=False)
            if place in paid or (needed and needed.holds(board, others))
            else source
            for place, (source, needed) in enumerate(zip(self.arrives, self.unless, strict=True))
        )

    def value_of(self, x: int | None, options: tuple[str, ...]) -> int:
        """Return what playing it with these announcements is worth."""
        worth = dict(self.option_values)
        return self.value + self.value_per_x * (x or 0) + sum(worth.get(o, 0) for o in options)


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One card played.

    Parameters
    ----------
    card
        Its name.
    payment
        How it is paid on the board that the steps before leave; None for a land.
    adds
        Mana that it adds on resolving.
    arrives
        Ids of the permanents that arrive.
    value
        What it is worth as it is played.
    board
        The board (or mana zone) before the step.
    paid_for
        Ids of those that arrive untapped because life is paid for it (shock lands).
    """

    card: str
    payment: Payment | ZonePayment | None
    adds: tuple[Mana, ...] = ()
    arrives: tuple[str, ...] = ()
    value: int = 0
    board: Board | ManaZone | None = field(default=None, repr=False)
    paid_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What to play this turn.

    Parameters
    ----------
    status
        OPTIMAL if nothing better can be played; FEASIBLE if that is not proven in time, or hangs on
        how something enters that is taken to enter tapped (`warnings` names it).
    steps
        The cards in the order in which they are played.
    objective
        Value of each term, in order of importance (`TURN_TERMS`, `ZONE_TURN_TERMS`).
    bound
        Value that no turn can exceed: that of this turn if OPTIMAL; None if it is not known.
    board
        The board (or mana zone) after the last step, what floats included.
    hand
        The cards that were offered.
    backend
        Which backend answered.
    wall_time_s
        Seconds used by the whole call.
    warnings
        What the caller should know, as sentences.
    """

    status: Status
    steps: tuple[TurnStep, ...]
    objective: Mapping[str, int]
    bound: int | None
    board: Board | ManaZone
    hand: tuple[TurnCard, ...] = field(default=(), repr=False)
    backend: str = ""
    wall_time_s: float = 0.0
    warnings: tuple[str, ...] = ()

    @property
    def value(self) -> int:
        """Total value of what is played."""
        return self.objective["value"]

    @property
    def cards(self) -> tuple[str, ...]:
        """Names of the cards played, in order."""
        return tuple(step.card for step in self.steps)

    def __str__(self) -> str:
        from autotap.models.turn_text import turn_text

        return turn_text(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from autotap.models.picture import svg_picture

        return svg_picture(self)
