"""Turns: the cards that may be played, and which of them are, in what order, paid how."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.spell import Spell
from autotap.models.text import split_outside

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.duel_masters.spell import DuelMastersSpell
    from autotap.models.duel_masters.zone import ManaZone
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana, ManaList
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
ZONE_TURN_TERMS = ("value", "cards_tapped", "cards")
"""What is better about a Duel Masters turn: ``value`` (maximised), then the fewest mana cards
tapped, then the fewest cards used."""

_TEXT = re.compile(
    r"(?P<cost>\S.*?)(?:\s+adds\s+(?P<adds>\S.*?))?(?:\s+makes\s+(?P<makes>\S.*))?", re.DOTALL
)


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

    Raises
    ------
    LimitError
        For a number out of range.
    InputError
        If there is no name, or the spell has no option of a name.

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

    def __post_init__(self) -> None:
        if not self.name:
            raise InputError(self.name, "the name of a card")
        for value in (self.value, self.value_per_x, *(value for _, value in self.option_values)):
            if not 0 <= value <= MAX_VALUE:
                raise LimitError(f"value {value}", f"a number from 0 to {MAX_VALUE}")
        if not 1 <= self.count <= MAX_COPIES:
            raise LimitError(f"{self.count} copies", f"1 to {MAX_COPIES} copies")
        options = self.spell.options if isinstance(self.spell, Spell) else ()
        known = {option.name for option in options}
        for name, _ in self.option_values:
            if name not in known:
                raise InputError(name, f"the name of an option of {self.name}")

    @classmethod
    def parse(cls, name: str, text: str, *, value: int | None = None, count: int = 1) -> TurnCard:
        """Read a card: ``COST [adds MANA {| MANA}] [makes PERMANENTS]``.

        Parameters
        ----------
        name
            Name of the card.
        text
            The cost is ``land`` for a land drop. ``adds`` lists mana, ``makes`` is a board text.
            A card of the catalogue arrives as itself, unless the text says what it makes or adds;
            ``makes nothing`` for nothing. Creatures arrive summoning sick unless they have haste.
        value
            What it is worth; None for its mana value, at least 1, or for a land 0.
        count
            Copies in hand.

        Raises
        ------
        InputError
            For a text that cannot be read.

        Examples
        --------
        >>> card = TurnCard.parse("Big Score", "{3}{R} makes 2 Treasure")
        >>> card.value, [source.name for source in card.arrives]
        (4, ['Treasure', 'Treasure'])
        >>> TurnCard.parse("Sol Ring", "{1}").arrives[0].abilities[0].cost.tap
        True
        """
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise InputError(text, "a cost, or land, then what it adds and makes")
        cost, adds, makes = found["cost"], found["adds"], found["makes"]
        is_land = cost.lower() == "land"
        if is_land and adds:
            raise InputError(text, "a land that adds nothing by itself")
        alternatives = tuple(
            parse_mana_list(each.strip()) for _, each in split_outside(adds or "", r"\|") if adds
        )
        arrives = _arriving(name, makes, itself=not alternatives)
        if is_land and not arrives:
            raise InputError(name, "a land of the catalogue, or what it makes")
        if is_land:
            return cls(name, None, 0 if value is None else value, (), arrives, count)
        types = next((source.types for source in arrives if source.name == name), ())
        spell = Spell.parse(cost, name=name, types=types)
        worth = max(1, spell.mana_value) if value is None else value
        return cls(name, spell, worth, alternatives, arrives, count)

    @property
    def is_land(self) -> bool:
        """Whether it is played as a land drop."""
        return self.spell is None

    def value_of(self, x: int | None, options: tuple[str, ...]) -> int:
        """Return what playing it with these announcements is worth."""
        worth = dict(self.option_values)
        return self.value + self.value_per_x * (x or 0) + sum(worth.get(o, 0) for o in options)


def _arriving(name: str, makes: str | None, *, itself: bool) -> tuple[Source, ...]:
    """Return the permanents that a text names, or the card itself where it is known."""
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.board_text import catalogue_source

    if makes is None:
        known = catalogue_source(name) if itself else None
        found: tuple[Source, ...] = () if known is None else (known,)
    elif makes.strip().lower() == "nothing":
        return ()
    else:
        board = Board.parse(makes)
        if replace(board, sources=()) != Board():
            raise InputError(makes, "permanents only")
        found = board.sources
    return tuple(replace(source, summoning_sick=_is_sick(source)) for source in found)


def _is_sick(source: Source) -> bool:
    return "creature" in source.types and "haste" not in source.types


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
    """

    card: str
    payment: Payment | ZonePayment | None
    adds: tuple[Mana, ...] = ()
    arrives: tuple[str, ...] = ()
    value: int = 0
    board: Board | ManaZone | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """What to play this turn.

    Parameters
    ----------
    status
        OPTIMAL if nothing better can be played; FEASIBLE if that is not proven in time.
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
