"""What files say of a game, by the names of cards; and the board that it makes with card data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError, LimitError, UnknownNameError
from autotap.models.mtg.board import MAX_SOURCES, Board, Card
from autotap.models.mtg.board_text import default_ids
from autotap.models.mtg.card import CardZone
from autotap.models.mtg.cards.library import guessed_token, is_token_name
from autotap.models.mtg.oracle.activated import EVERYONE
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.vocabulary import COLOR_WORDS

if TYPE_CHECKING:
    from autotap.models.mtg.cards.library import Cards
    from autotap.models.mtg.mana import Mana

FACE_DOWN = Source("Face-down creature", "Face-down creature", frozenset({"creature"}), power=2)
"""What a permanent is while it is face down (708.2)."""

_POWER = {"+1/+1": 1, "-1/-1": -1}


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent as a file has it.

    Parameters
    ----------
    name
        Name of the card or token.
    count
        How many equal ones.
    token
        What the file itself says that it is, None where its name must be looked up.
    face
        Index of the face that is up, None for the one that is named.
    tapped, summoning_sick, attacking, face_down
        State.
    counters
        Names and numbers; None for those that it enters with.
    chosen
        Color chosen for it.
    chosen_type
        Creature type or the like chosen for it.
    merged
        Names of the cards under it (702.140).
    key, attached_to
        What the file calls it, and what it calls the permanent that this one is attached to; "" for
        nothing.
    """

    name: str
    count: int = 1
    token: Source | None = None
    face: int | None = None
    tapped: bool = False
    summoning_sick: bool = False
    attacking: bool = False
    face_down: bool = False
    counters: tuple[tuple[str, int], ...] | None = ()
    chosen: ManaType | None = None
    chosen_type: str = ""
    merged: tuple[str, ...] = ()
    key: str = ""
    attached_to: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """One player's part of a game as a file has it.

    Parameters
    ----------
    permanents
        What is on the battlefield.
    hand, graveyard, commanders
        Names of cards.
    life, energy, pool
        As in `Board`.
    opponents
        The other players' parts.
    notes
        What of the file was left out, as sentences.
    """

    permanents: tuple[Permanent, ...] = ()
    hand: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    commanders: tuple[str, ...] = ()
    life: int = 20
    energy: int = 0
    pool: tuple[Mana, ...] = ()
    opponents: tuple[Position, ...] = ()
    notes: tuple[str, ...] = ()


def board_of(position: Position, cards: Cards) -> Board:
    """Make the board of a position.

    A name that is not known does not stop it: its permanent is there without types and abilities,
    and `Source.unread` says so; a card elsewhere is there by its name alone, and `Board.notes`
    says so.

    Raises
    ------
    LimitError
        If there are too many permanents.

    Examples
    --------
    >>> from autotap.models.mtg.cards import Cards
    >>> position = Position((Permanent("Island", 2), Permanent("Storm Crow", key="7")), ("Opt",))
    >>> board = board_of(position, Cards())
    >>> [source.id for source in board.sources], [card.name for card in board.hand]
    (['Island 1', 'Island 2', 'Storm Crow'], ['Opt'])
    >>> board.notes
    ('Opt: the name is not known',)
    """
    maker = _Maker(cards, [*position.notes])
    there = maker.battlefield(position.permanents)
    in_hand = maker.in_hand(position.hand, {source.id for source in there})
    colors = [maker.identity(name) for name in position.commanders]
    opponents = tuple(board_of(other, cards) for other in position.opponents)
    return Board(
        (*(maker.beside(source, opponents) for source in there), *in_hand.values()),
        pool=position.pool,
        life=position.life,
        graveyard=tuple(map(maker.card, position.graveyard)),
        hand=tuple(maker.card(name) for at, name in enumerate(position.hand) if at not in in_hand),
        energy=position.energy,
        commander=frozenset[ManaType]().union(*colors),
        opponents=opponents,
        notes=tuple(dict.fromkeys(maker.notes)),
    )


def without_card(board: Board, name: str, zone: str = "hand") -> Board:
    """Return a board without one card of a name in hand, or in the graveyard: it is being cast.

    That card cannot pay for itself (MTG-601.2a).

    Examples
    --------
    >>> board = Board(hand=(Card("Opt"), Card("Opt"), Card("Shock")))
    >>> [card.name for card in without_card(board, "Opt").hand]
    ['Opt', 'Shock']
    """
    if zone == CardZone.GRAVEYARD:
        return replace(board, graveyard=_without(board.graveyard, name))
    if zone != CardZone.HAND:
        return board
    hand = _without(board.hand, name)
    if len(hand) < len(board.hand):
        return replace(board, hand=hand)
    sources = list(board.sources)
    for source in sources:
        if source.zone is Zone.HAND and source.name == name:
            sources.remove(source)
            break
    return replace(board, sources=tuple(sources))


def _without(cards: tuple[Card, ...], name: str) -> tuple[Card, ...]:
    """Leave out the first card with a name, or of which one face has it."""
    for at, card in enumerate(cards):
        if name in (card.name, *card.name.split(" // ")):
            return cards[:at] + cards[at + 1 :]
    return cards


@dataclass(slots=True)
class _Maker:
    """Makes the parts of a board, and notes what it does not know."""

    cards: Cards
    notes: list[str]

    def battlefield(self, permanents: tuple[Permanent, ...]) -> tuple[Source, ...]:
        if sum(permanent.count for permanent in permanents) > MAX_SOURCES:
            raise LimitError("battlefield", f"at most {MAX_SOURCES} permanents")
        placed = [(each, self.permanent(each)) for each in permanents]
        copies = [pair for pair in placed for _ in range(pair[0].count)]
        ids = default_ids([source.name for _, source in copies])
        by_key: dict[str, str] = {}
        for (permanent, _), own in zip(copies, ids, strict=True):
            if permanent.key:
                by_key.setdefault(permanent.key, own)
        there = Board(tuple(replace(s, id=own) for (_, s), own in zip(copies, ids, strict=True)))
        made = []
        for (permanent, first), own in zip(copies, ids, strict=True):
            source = self.permanent(permanent, there) if first.unread else first
            host = by_key.get(permanent.attached_to, "")
            if permanent.attached_to and not host:
                self.notes.append(f"{source.name}: what it is attached to is not on this board")
            made.append(replace(source, id=own, attached_to=host if host != own else ""))
        return tuple(made)

    def beside(self, source: Source, opponents: tuple[Board, ...]) -> Source:
        """Say of a permanent that counts those of all players that only its own are counted."""
        counted = [ability.per for ability in source.abilities if ability.per]
        theirs = [other for board in opponents for other in board.sources]
        if not any(other.is_a(what) for what in counted for other in theirs):
            return source
        reading = self.cards.reading(source.name)
        if reading is None or all(remark.sentence != EVERYONE for remark in reading.remarks):
            return source
        return replace(source, unread=(*source.unread, EVERYONE))

    def permanent(self, permanent: Permanent, board: Board | None = None) -> Source:
        """Make a permanent; with the board that it is on it looks there for what it counts."""
        plain = FACE_DOWN if permanent.face_down else permanent.token or self.source(permanent)
        counters = plain.counters
        if permanent.counters is not None:
            counters = tuple(sorted((n, k) for n, k in permanent.counters if k))
        more = sum(_POWER.get(name, 0) * number for name, number in counters)
        tapped = permanent.tapped
        if permanent.attacking and not tapped and "vigilance" not in self.text(permanent):
            tapped = True
            self.notes.append(f"{plain.name}: it attacks and is taken as tapped")
        state: dict[str, Any] = {
            "tapped": tapped,
            "summoning_sick": permanent.summoning_sick,
            "counters": counters,
            "power": None if plain.power is None else plain.power + more,
            "toughness": None if plain.toughness is None else plain.toughness + more,
            "chosen": permanent.chosen,
        }
        is_read = plain is not FACE_DOWN and permanent.token is None
        source = replace(plain, **state)
        if is_read:
            source = self.source(permanent, board=board, **state)
        if permanent.merged:
            source = self.merged(source, permanent.merged)
        if permanent.chosen_type and any("chosen type" in str(a) for a in source.abilities):
            doubt = f"that {permanent.chosen_type} is the type chosen for it"
            source = replace(source, unread=(*source.unread, doubt))
        return source

    def source(self, permanent: Permanent, board: Board | None = None, **state: Any) -> Source:
        try:
            return self.cards.source(permanent.name, face=permanent.face, board=board, **state)
        except UnknownNameError as error:
            if is_token_name(permanent.name):
                self.notes.append(f"{permanent.name}: taken as a creature without mana abilities")
                return replace(guessed_token(permanent.name), **state)
            unread = _why(error)
        except InputError as error:
            unread = _why(error)
        return Source(permanent.name, permanent.name, unread=(unread,), **state)

    def merged(self, top: Source, names: tuple[str, ...]) -> Source:
        """Give a permanent the abilities of the cards under it too (702.140e)."""
        below = [self.source(Permanent(name)) for name in names]
        return replace(
            top,
            abilities=sum((each.abilities for each in below), top.abilities),
            open_abilities=sum((each.open_abilities for each in below), top.open_abilities),
            effects=sum((each.effects for each in below), top.effects),
            unread=sum((each.unread for each in below), top.unread),
        )

    def text(self, permanent: Permanent) -> str:
        """Return the rules text of a permanent in lower case, as far as it is known."""
        try:
            found = self.cards.find(permanent.name)
        except InputError:
            return ""
        return "" if found is None else " ".join(face.text for face in found[0].faces).lower()

    def in_hand(self, names: tuple[str, ...], used: set[str]) -> dict[int, Source]:
        """Return the cards in hand that have mana abilities there, by their place.

        Parameters
        ----------
        names
            The hand.
        used
            Ids that are taken.
        """
        found = {}
        for at, name in enumerate(names):
            try:
                source = self.cards.source(name)
            except InputError:
                continue
            own = tuple(ability for ability in source.abilities if ability.cost.exile_this)
            if own:
                types = source.types | color_words(source.colors)
                found[at] = replace(source, types=types, abilities=own, zone=Zone.HAND)
        ids = default_ids([source.name for source in found.values()])
        return {
            at: replace(source, id=f"{own} in hand" if own in used else own)
            for (at, source), own in zip(found.items(), ids, strict=True)
        }

    def card(self, name: str) -> Card:
        """Return a card outside the battlefield."""
        try:
            found = self.cards.find(name)
            if found is not None:
                card = found[0].card
                in_hand = CardZone.HAND
                words = card.types(in_hand) | color_words(card.colors(in_hand))
                return Card(found[0].name, words, card.mana_value(in_hand))
            source = self.cards.source(name)
        except InputError as error:
            self.notes.append(f"{name}: {_why(error)}")
            return Card(name)
        value = 0 if source.cost is None else source.cost.mana_value
        return Card(source.name, source.types | color_words(source.colors), value)

    def identity(self, name: str) -> frozenset[ManaType]:
        """Return the color identity of a commander (903.4)."""
        found = None
        try:
            found = self.cards.find(name)
        except InputError as error:
            self.notes.append(f"{name}: {_why(error)}")
        if found is None:
            self.notes.append(f"{name}: its color identity is not known")
            return frozenset()
        return found[0].color_identity


def color_words(colors: frozenset[ManaType]) -> frozenset[str]:
    """Return the words for colors, which costs ask for: ``{"blue"}``."""
    return frozenset(
        word for word, color in zip(COLOR_WORDS, COLORS, strict=True) if color in colors
    )


def _why(error: InputError) -> str:
    """Say in a few words why a name stands for nothing."""
    hint = f". {error.hint}" if error.hint else ""
    if isinstance(error, UnknownNameError):
        return f"the name is not known{hint}"
    return f"expected {error.expected}{hint}"
