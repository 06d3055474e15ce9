"""Boards: everything that can pay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autotap.models.errors import BoardSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from autotap.models.mtg.cards.library import Cards
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import Mana
    from autotap.models.mtg.restriction import Ruling
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.symbols import ManaType

MAX_SOURCES = 10_000
"""Largest number of sources on a board."""
MAX_NUMBER = 1_000_000
"""Largest life total, energy or number of cards (absolute value)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card outside the battlefield that a cost can use up.

    Parameters
    ----------
    name
        Name; "" where it does not matter.
    types
        Types, lower case; its colors too where a cost may ask for them, as ``"blue"``.
    mana_value
        Mana value, which collecting evidence adds up (MTG-KW-24).
    """

    name: str = ""
    types: frozenset[str] = frozenset()
    mana_value: int = 0

    def is_a(self, what: str) -> bool:
        """Tell whether the card fits ``what``: types or names joined by " or ", or "card"."""
        return any(
            word in self.types or word in ("card", self.name.lower()) for word in what.split(" or ")
        )


@dataclass(frozen=True, slots=True)
class Board:
    """What one player can pay with.

    Parameters
    ----------
    sources
        Permanents and cards in hand with mana abilities; ids are unique.
    pool
        Floating mana (MTG-106.4).
    life
        Life total; may be 0 or negative.
    graveyard
        Cards that delve and other costs can exile.
    hand
        Cards that a cost can discard, without the card that is paid for (MTG-601.2a).
    energy, tickets
        Counters of the player (MTG-SYM-13, MTG-SYM-14).
    rulings
        The caller's own verdicts on restriction texts for the mana costs of mana abilities:
        ``(text, ruling)``. A text that is not listed is judged by its words.
    life_for
        Types of mana in place of each of which 2 life may be paid, in any cost (K'rrik,
        MTG-AST-08).
    effects
        Continuous effects on these sources that do not come from a permanent on any board here,
        within one kind the oldest first; those of permanents are in `Source.effects`.
    commander
        Color identity of the player's commander; empty for none or a colorless one, which define
        no color (MTG-106.5).
    opponents
        The other players' boards; only what their permanents could produce, and do to those of
        others, matters (Exotic Orchard, MTG-106.7).
    notes
        What was left out or taken for granted when the board was read from a file, as sentences.

    Raises
    ------
    BoardSyntaxError
        If two sources share an id, or one is attached to what is not there.

    Examples
    --------
    >>> board = Board.parse("2 Plains; Island (tapped); My Rock [{1}, {T}: Add {W}{U}]")
    >>> [source.id for source in board.sources]
    ['Plains 1', 'Plains 2', 'Island', 'My Rock']
    >>> Board.parse(str(board)) == board
    True
    """

    sources: tuple[Source, ...] = ()
    pool: tuple[Mana, ...] = ()
    life: int = 20
    graveyard: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    energy: int = 0
    tickets: int = 0
    rulings: tuple[tuple[str, Ruling], ...] = ()
    life_for: frozenset[ManaType] = frozenset()
    effects: tuple[Effect, ...] = ()
    commander: frozenset[ManaType] = frozenset()
    opponents: tuple[Board, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    is_plain: bool = field(init=False, repr=False, compare=False)
    """Whether every source makes what its `Source.abilities` say: nothing is to be worked out."""
    doubts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The notes, and what of the sources was not understood, also of the opponents'."""
    _by_id: dict[str, Source] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_id = {source.id: source for source in self.sources}
        if len(by_id) < len(self.sources):
            counts = Counter(source.id for source in self.sources)
            twice = next(name for name, number in counts.items() if number > 1)
            raise BoardSyntaxError(twice, "ids that are unique on a board")
        for source in self.sources:
            if source.attached_to and source.attached_to not in by_id:
                raise BoardSyntaxError(source.attached_to, "the id of a source on the board")
        plain = not self.effects and not any(s.effects or s.open_abilities for s in self.sources)
        plain = plain and not any(s.effects for board in self.opponents for s in board.sources)
        object.__setattr__(self, "is_plain", plain)
        object.__setattr__(self, "doubts", tuple(dict.fromkeys(self._doubts())))
        object.__setattr__(self, "_by_id", by_id)

    @classmethod
    def parse(cls, text: str, cards: Cards | None = None) -> Board:
        """Read a board text; the grammar is that of `board_text.py`.

        Parameters
        ----------
        text
            The text.
        cards
            What names mean; None for what is built in.

        Raises
        ------
        BoardSyntaxError, AbilitySyntaxError, UnknownNameError, LimitError
            Naming the text, the position and what was expected.
        """
        from autotap.models.mtg.board_text import parse_board

        return parse_board(text, cards)

    def _doubts(self) -> Iterator[str]:
        yield from self.notes
        for source in self.sources:
            for sentence in source.unread:
                yield f"{source.name} is not understood: {sentence}"
        for board in self.opponents:
            for doubt in board.doubts:
                yield f"opponent: {doubt}"

    @classmethod
    def load(cls, path: str | Path, cards: Cards | None = None, *, player: int = 0) -> Board:
        """Read the board in a file, whose format is known by its content.

        Parameters
        ----------
        path
            A Forge puzzle or game state (``.pzl``), a decklist (Arena, MTGO, Forge), a board or
            problem in this library's JSON, or a board text.
        cards
            What its names mean; None for what is built in. A name that is not known, and text on a
            card that is not understood, does not stop it: `Source.unread` and `notes` say so, and
            `solve` warns.
        player
            Whose board of a Forge file: 0 for ``human`` and ``p0``, 1 for ``ai`` and ``p1``, ….

        Raises
        ------
        BoardSyntaxError, SchemaError, FileError, LimitError
            If it cannot be read; names the text, the position and what was expected.
        OSError
            If the file cannot be opened.
        """
        from pathlib import Path

        from autotap.models.mtg.formats.load import load_board

        return load_board(Path(path), cards, player=player)

    def __str__(self) -> str:
        from autotap.models.mtg.board_text import board_text

        return board_text(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from autotap.models.picture import svg_picture

        return svg_picture(self)

    def source(self, source_id: str) -> Source:
        """Return the source with that id.

        Raises
        ------
        KeyError
            If there is none.
        """
        return self._by_id[source_id]
