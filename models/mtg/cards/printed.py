"""What is printed on a card, as files of card data tell it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.mtg.card import Card, Face, Layout
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.oracle.prototype import prototype_of
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.vocabulary import KEYWORDS, type_words
from autotap.models.text import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator

PERMANENT_TYPES = frozenset(
    ("artifact", "battle", "creature", "enchantment", "land", "planeswalker", "token")
)

TOKEN_RANK = 4
"""Lowest rank of the names of tokens; see `PrintedCard.names`."""

_DEVOID = re.compile(r"^devoid\b", re.IGNORECASE | re.MULTILINE)
_FUSE = re.compile(r"^fuse\b", re.IGNORECASE | re.MULTILINE)
_KEYWORD = re.compile(rf"(?P<word>{'|'.join(sorted(KEYWORDS))})(?:$|—|\.| (?:\{{|—|\d|for\b))")
_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_LAND_COLORS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
_LAYOUTS = {
    "split": Layout.SPLIT,
    "aftermath": Layout.SPLIT,
    "flip": Layout.FLIP,
    "transform": Layout.TRANSFORM,
    "modal_dfc": Layout.MODAL_DOUBLE_FACED,
    "adventure": Layout.ADVENTURE,
    "omen": Layout.ADVENTURE,
    "prepare": Layout.ADVENTURE,
}
_BOTH_CAST = frozenset(("split", "modal_dfc", "adventure", "omen"))
"""Layouts of which the second face can be cast from the hand too."""


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """One face of a card, word for word.

    Parameters
    ----------
    name
        Its name.
    mana_cost
        Its mana cost; None for no mana cost, which is not ``{0}``.
    type_line
        Its type line.
    text
        Its rules text, a paragraph a line.
    power, toughness
        As printed, ``"*"`` too; "" for none.
    indicator
        Letters of its color indicator.
    known
        Whether the data has more of it than its name.
    """

    name: str
    mana_cost: str | None = None
    type_line: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    indicator: str = ""
    known: bool = True

    @property
    def types(self) -> frozenset[str]:
        """The lower-case words of the type line."""
        return type_words(self.type_line)

    @property
    def is_permanent(self) -> bool:
        """Whether it can be on the battlefield."""
        return bool(self.types & PERMANENT_TYPES)

    @property
    def cost(self) -> ManaCost | None:
        """The mana cost, None for none.

        Raises
        ------
        CostSyntaxError, UnsupportedCostError
            If it cannot be read, or has symbols that are not covered.
        """
        return None if self.mana_cost is None else ManaCost.parse(self.mana_cost)

    @property
    def is_devoid(self) -> bool:
        """Whether it is colorless whatever its mana cost says."""
        return bool(_DEVOID.search(self.text))

    @property
    def has_text(self) -> bool:
        """Whether it has any ability."""
        return bool(_REMINDER.sub("", self.text).strip())

    @property
    def keywords(self) -> frozenset[str]:
        r"""The keyword abilities of the lists that its lines are, as far as restrictions ask.

        Examples
        --------
        >>> sorted(PrintedFace("A", text="Flash\nFlashback {1}{R}\nMorph it.").keywords)
        ['flash', 'flashback']
        """
        plain = _REMINDER.sub("", self.text).lower()
        pieces = (piece.strip() for line in plain.split("\n") for piece in re.split("[,;]", line))
        found = (_KEYWORD.match(piece) for piece in pieces)
        return frozenset(match["word"] for match in found if match is not None)

    @property
    def prototype(self) -> PrintedFace | None:
        """What it is when it is cast prototyped (718); None for most cards."""
        found = prototype_of(self.text)
        if found is None:
            return None
        return replace(
            self,
            mana_cost=found.mana_cost,
            text=found.text,
            power=found.power,
            toughness=found.toughness,
        )

    @property
    def face(self) -> Face:
        """The face as the rules see it; the errors are those of `cost`."""
        indicator = frozenset(map(ManaType, self.indicator))
        return Face(self.name, self.cost, self.types, indicator, self.is_devoid)


@dataclass(frozen=True)
class PrintedCard:
    """A card or token, word for word.

    Parameters
    ----------
    name
        Its whole name, ``"Fire // Ice"`` for a card with two names.
    faces
        One face, or two.
    layout
        How they share the card, in the words of the common card files: ``"normal"``,
        ``"split"``, ``"modal_dfc"``, …
    is_token
        Whether it is no card.
    is_odd
        Whether it is not for real games (a playtest card and the like): of two cards of one name
        the other one is meant.

    Examples
    --------
    >>> card = PrintedCard("Forest", (PrintedFace("Forest", None, "Basic Land — Forest"),))
    >>> card.on_battlefield, card.from_hand
    (0, ())
    """

    name: str
    faces: tuple[PrintedFace, ...]
    layout: str = "normal"
    is_token: bool = False
    is_odd: bool = False

    @cached_property
    def on_battlefield(self) -> int:
        """Index of the face that a permanent of this card shows first."""
        shown = (i for i, face in enumerate(self.faces) if face.is_permanent)
        return next(shown, 0)

    @cached_property
    def forms(self) -> tuple[PrintedFace, ...]:
        """Its faces, and after the only one the prototype if it has one."""
        prototype = self.faces[0].prototype if len(self.faces) == 1 else None
        return self.faces if prototype is None else (*self.faces, prototype)

    @cached_property
    def from_hand(self) -> tuple[tuple[int, ...], ...]:
        """The forms that can be cast from the hand, each for itself or fused."""
        if self.is_token:
            return ()
        cast: list[tuple[int, ...]] = []
        if self.layout in _BOTH_CAST or len(self.forms) > len(self.faces):
            cast += [(i,) for i, face in enumerate(self.forms) if face.known]
        elif self.faces[0].known:
            cast.append((0,))
        cast = [faces for faces in cast if "land" not in self.forms[faces[0]].types]
        if len(cast) == 2 and any(_FUSE.search(face.text) for face in self.faces):
            cast.append((0, 1))
        return tuple(cast)

    @cached_property
    def color_identity(self) -> frozenset[ManaType]:
        """Colors of its mana costs, color indicators, mana symbols and basic land types (903.4)."""
        letters: set[str] = set()
        for face in self.faces:
            text = _REMINDER.sub("", face.text)
            symbols = [face.mana_cost or "", *_SYMBOL.findall(text), face.indicator]
            letters.update(color for color in "WUBRG" for symbol in symbols if color in symbol)
            letters.update(_LAND_COLORS[word] for word in face.types & _LAND_COLORS.keys())
        return frozenset(map(ManaType, letters))

    @cached_property
    def card(self) -> Card:
        """The card as the rules see it.

        Raises
        ------
        CostSyntaxError, UnsupportedCostError
            If a mana cost cannot be read, or has symbols that are not covered.
        """
        faces = tuple(face.face for face in self.forms)
        layout = _LAYOUTS.get(self.layout, Layout.NORMAL)
        if len(faces) > len(self.faces):
            return Card(faces, Layout.PROTOTYPE)
        if layout is Layout.NORMAL or len(faces) == 1:
            return Card(faces[:1])
        if layout is Layout.SPLIT and "room" in faces[0].types:
            layout = Layout.ROOM
        return Card(faces, layout)

    def names(self) -> Iterator[tuple[str, int, int | None]]:
        """Yield its names as `name_key` has them, with a rank and the index of the face named.

        The lower the rank, the rather the name means this card; the index is None for the whole
        card.
        """
        base = TOKEN_RANK * self.is_token + 2 * self.is_odd
        whole = name_key(self.name)
        yield whole, base, None
        seen = {whole}
        for i, face in enumerate(self.faces):
            key = name_key(face.name)
            if key not in seen:
                seen.add(key)
                yield key, base + 1, i
