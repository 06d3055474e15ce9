"""The text form of a card in hand, and what is known of the card that it names.

::

    card   = [cost | "land"] ["adds" mana {"|" mana}] ["makes" (permanents | "nothing")]
             [":" worth]
    worth  = N ["+" [N] "X"] | [N] "X"

What the text leaves out is that of the card, where it is known: by the card data given, else by the
catalogue. A permanent that arrives enters as its own text says (`oracle/entering.py`), whether it
is the card itself or named after ``makes``, unless abilities are written beside its name; a board
text, which this is not, names permanents that are there already.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError, UnknownNameError
from autotap.models.mtg.board import Board
from autotap.models.mtg.board_text import catalogue_source
from autotap.models.mtg.catalogue import lookup, near
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.spell import Spell
from autotap.models.text import split_outside

if TYPE_CHECKING:
    from autotap.models.mtg.cards import Cards
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.oracle.entering import Entering, Needed
    from autotap.models.mtg.source import Source

SPELL_TYPES = frozenset(("instant", "sorcery"))
LIKELY = 0.84
"""How much a name that is not known has to look like one of the catalogue to be taken for it."""

_TEXT = re.compile(
    r"(?P<cost>.*?)(?:(?:^|\s+)adds\s+(?P<adds>\S.*?))?(?:(?:^|\s+)makes\s+(?P<makes>\S.*))?",
    re.DOTALL,
)
_WORTH = re.compile(
    r"(?P<rest>.*?)\s*:\s*(?:(?P<value>\d{1,7})(?:\s*\+\s*(?P<more>\d{0,7})\s*[xX])?"
    r"|(?P<only>\d{0,7})\s*[xX])\s*",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What the text of a card says.

    Parameters
    ----------
    cost
        Its cost, ``"land"``, or "" for that of the card.
    adds
        Alternatives of the mana that it adds; None for that of the card.
    makes
        Board text of what arrives; None for the card itself.
    value, value_per_x
        What it is worth; None where it is not said.
    """

    cost: str
    adds: tuple[ManaList, ...] | None = None
    makes: str | None = None
    value: int | None = None
    value_per_x: int | None = None

    @classmethod
    def parse(cls, text: str) -> Written:
        """Read the text of a card.

        Raises
        ------
        InputError
            If it cannot be read.

        Examples
        --------
        >>> card = Written.parse("{X}{R}: 1 + 2X")
        >>> card.cost, card.value, card.value_per_x
        ('{X}{R}', 1, 2)
        """
        rest, value, per_x = split_worth(text)
        found = _TEXT.fullmatch(rest.strip())
        if found is None:
            raise InputError(text, "a cost, or land, then what it adds and makes")
        adds = None
        if found["adds"] is not None:
            pieces = split_outside(found["adds"], r"\|")
            adds = tuple(parse_mana_list(each.strip()) for _, each in pieces)
        return cls(found["cost"], adds, found["makes"], value, per_x)


def split_worth(text: str) -> tuple[str, int | None, int | None]:
    """Take what a card is worth, and each X of it, from the end of its text.

    Examples
    --------
    >>> split_worth("{2}{G}: 5"), split_worth("{X}{G}:X"), split_worth("{G}")
    (('{2}{G}', 5, None), ('{X}{G}', 0, 1), ('{G}', None, None))
    """
    found = _WORTH.fullmatch(text)
    if found is None:
        return text, None, None
    per_x = found["more"] if found["only"] is None else found["only"]
    return found["rest"], int(found["value"] or 0), None if per_x is None else int(per_x or 1)


def fields_of(name: str, text: str, value: int | None, cards: Cards | None) -> dict[str, Any]:
    """Return what `TurnCard` takes, by the text of a card and by what is known of it.

    Raises
    ------
    InputError
        If the text cannot be read, or leaves out what is not known of the card.
    """
    written = Written.parse(text)
    cost = written.cost
    is_land = cost.lower() == "land" or (not cost and _is_land(name, cards))
    if is_land and written.adds:
        raise InputError(text, "a land that adds nothing by itself")
    known, notes = added(name, cards) if written.adds is None and not is_land else ((), ())
    adds = known if written.adds is None else written.adds
    found = Arrivals(())
    if written.makes is not None or written.adds is None:
        found = arrivals(name, written.makes, cards, is_land=is_land)
    if is_land and not found.sources:
        raise InputError(name, "a land that is known, or what it makes")
    if not (is_land or adds or found.sources or written.makes):
        notes += doubt_of_name(name, cards)
    spell = None if is_land else spell_of(name, cost, cards)
    unread = () if spell is None else spell.unread
    notes += tuple(f"{name} is not understood: {sentence}" for sentence in unread)
    if value is not None and written.value is not None:
        raise InputError(text, "what it is worth only once")
    per_x = written.value_per_x or 0
    if value is None and written.value is None:
        value, per_x = usual_worth(spell)
    return {
        "spell": spell,
        "value": written.value if value is None else value,
        "adds": adds,
        "arrives": found.sources,
        "value_per_x": per_x,
        "unless": found.unless,
        "notes": (*found.notes, *notes),
    }


def usual_worth(spell: Spell | None) -> tuple[int, int]:
    """Return what a card is worth, and each X of it, where that is not said.

    Examples
    --------
    >>> usual_worth(None), usual_worth(Spell.parse("{X}{X}{G}"))
    ((0, 0), (1, 2))
    """
    if spell is None:
        return 0, 0
    return max(1, spell.mana_value), 0 if spell.cost is None else spell.cost.x_count


# --- what is known of the card -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What arrives with a card.

    Parameters
    ----------
    sources
        The permanents; one that may enter tapped is tapped.
    unless
        As in `TurnCard`.
    notes
        What is not planned of how they enter.
    """

    sources: tuple[Source, ...]
    unless: tuple[Needed | None, ...] = ()
    notes: tuple[str, ...] = ()


def arrivals(name: str, makes: str | None, cards: Cards | None, *, is_land: bool) -> Arrivals:
    """Return what arrives with a card: what its text makes, or itself if it is a known permanent.

    Raises
    ------
    InputError
        If the text names anything but permanents.
    """
    if cards is None:
        return _built_in(name, makes, is_land)
    return _arrivals(name, makes, cards, is_land)


@lru_cache(maxsize=1024)
def _built_in(name: str, makes: str | None, is_land: bool) -> Arrivals:
    return _arrivals(name, makes, None, is_land)


def _arrivals(name: str, makes: str | None, cards: Cards | None, is_land: bool) -> Arrivals:
    if makes is None:
        found = _itself(name, cards, is_land)
    elif makes.strip().lower() == "nothing":
        found = ()
    else:
        board = Board.parse(makes, cards)
        if replace(board, sources=()) != Board():
            raise InputError(makes, "permanents only")
        found = board.sources
    entered = [_entered(source, cards) for source in found]
    unless = tuple(control for _, control, _ in entered)
    return Arrivals(
        tuple(source for source, _, _ in entered),
        unless if any(unless) else (),
        tuple(dict.fromkeys(note for _, _, notes in entered for note in notes)),
    )


def _itself(name: str, cards: Cards | None, is_land: bool) -> tuple[Source, ...]:
    """Return what comes with a card: the permanent that it is if it is one, and mana tokens.

    It is played as a land or as a spell, and what is none of that does not come.
    """
    source = _known(name, cards)
    if source is None or ("land" in source.types) is not is_land:
        return ()
    reading = None if cards is None else cards.reading(name)
    created = () if reading is None else reading.creates
    tokens = tuple(
        replace(token, tapped=is_tapped)
        for kind, number, is_tapped in created
        for token in (catalogue_source(kind),) * number
        if token is not None
    )
    return tokens if source.types & SPELL_TYPES else (source, *tokens)


def _is_land(name: str, cards: Cards | None) -> bool:
    """Tell whether a card can only be played as a land."""
    source = _known(name, cards)
    is_land = source is not None and "land" in source.types
    return is_land and not (cards is not None and cards.spells(name))


def _known(name: str, cards: Cards | None) -> Source | None:
    return catalogue_source(name) if cards is None else cards.known(name)


def _entered(source: Source, cards: Cards | None) -> tuple[Source, Needed | None, tuple[str, ...]]:
    """Return a permanent as it enters, what lets it enter untapped, and what is not planned."""
    from autotap.models.mtg.oracle.entering import Enters

    is_sick = "creature" in source.types and "haste" not in source.types
    source = replace(source, summoning_sick=is_sick)
    entering = _entering(source, cards)
    doubts = tuple(f"{source.name} is not understood: {sentence}" for sentence in source.unread)
    if entering is None:
        return source, None, doubts
    unless = None if source.tapped else entering.unless
    is_tapped = source.tapped or entering.tapped is not Enters.UNTAPPED
    told = _told(entering, source) if any(_worded(source)) else ()
    notes = tuple(f"{source.name}: {sentence}" for sentence in told)
    return replace(source, tapped=is_tapped), unless, (*notes, *doubts)


def _told(entering: Entering, source: Source) -> list[str]:
    """Say what of how a permanent enters is not planned."""
    told = []
    if entering.doubts:
        told.append(f"not planned: {' '.join(entering.doubts)}")
    if entering.chooses and source.chosen is None:
        told.append(f"what is chosen for it ({entering.chooses}) is not known")
    return told


def _entering(source: Source, cards: Cards | None) -> Entering | None:
    """Return how the card of a permanent enters; None if other abilities are written for it."""
    from autotap.models.mtg.oracle.entering import entering_of

    known = _known(source.name, cards)
    if known is None or _worded(known) != _worded(source):
        return None
    reading = None if cards is None else cards.reading(source.name)
    if reading is not None:
        return reading.entering
    entry = lookup(source.name)
    return None if entry is None else entering_of(entry.enters)


def _worded(source: Source) -> tuple[object, ...]:
    return source.abilities, source.open_abilities, source.effects


def added(name: str, cards: Cards | None) -> tuple[tuple[ManaList, ...], tuple[str, ...]]:
    """Return what a card adds when it resolves, by card data, and what of it is not planned."""
    from autotap.models.mtg.oracle.concerns import ADDED
    from autotap.models.mtg.oracle.creating import CREATED

    reading = None if cards is None else cards.reading(name)
    if reading is None:
        return (), ()
    reasons = (CREATED,) if reading.adds else (CREATED, ADDED)
    sentences = (remark.sentence for remark in reading.remarks if remark.why in reasons)
    return reading.adds, tuple(f"{name}: not planned: {sentence}" for sentence in sentences)


def spell_of(name: str, cost: str, cards: Cards | None) -> Spell:
    """Return what is paid for a card; without a cost what the card says.

    Raises
    ------
    InputError
        If the cost cannot be read, or there is none and the card is not known.
    """
    if not cost:
        from autotap.models.mtg.cards import Cards

        library = Cards() if cards is None else cards
        if name not in library:
            raise UnknownNameError(name, "a cost, or the name of a card that is known")
        return library.spell(name)
    known = None if cards is None or name not in cards else next(iter(cards.spells(name)), None)
    if known is not None:
        return Spell.parse(cost, name=name, types=known.context.types)
    entry = lookup(name)
    return Spell.parse(cost, name=name, types=() if entry is None else entry.types)


def doubt_of_name(name: str, cards: Cards | None) -> tuple[str, ...]:
    """Say that a name is not known which looks like one that is.

    Examples
    --------
    >>> doubt_of_name("Sol Rign", None)
    ("'Sol Rign' is not known, and is taken to make no mana; did you mean Sol Ring?",)
    >>> doubt_of_name("Sol Ring", None), doubt_of_name("Storm Crow", None)
    ((), ())
    """
    if cards is not None and name in cards:
        return ()
    similar = _similar(name)
    if not similar:
        return ()
    return (f"{name!r} is not known, and is taken to make no mana; did you mean {similar}?",)


@lru_cache(maxsize=4096)
def _similar(name: str) -> str:
    """Return the name of the catalogue that a name looks like; "" if it is there, or none does."""
    return "" if lookup(name) is not None else " or ".join(near(name, cutoff=LIKELY)[:1])
