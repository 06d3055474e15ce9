"""Which permanents an effect speaks of, as "nonbasic lands" or "green creatures"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.source import Zone
from autotap.models.mtg.symbols import COLORS
from autotap.models.mtg.vocabulary import singular

if TYPE_CHECKING:
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.symbols import ManaType

COLOR_NAMES: dict[str, ManaType] = dict(
    zip(("white", "blue", "black", "red", "green"), COLORS, strict=True)
)
"""The five colors by their English names."""

_NAMED = re.compile(r"(?P<words>.*?) named (?P<name>.+)", re.IGNORECASE)
_YOURS = " you control"
_ATTACHED = "enchanted "
_JOIN = re.compile(r",? (?:and|or) |, ")


@dataclass(frozen=True, slots=True)
class Affected:
    """A set of permanents, described by their characteristics; every part must fit.

    Parameters
    ----------
    all_of
        Types, supertypes and subtypes, lower case and singular, that each of them has.
    any_of
        Of these it has at least one; empty for no such condition.
    none_of
        Of these it has none.
    colors
        Colors that each of them has.
    name
        Whole name; "" for any.
    ids
        Only sources with these ids; None for any.
    attached
        Only the permanent that the source of the effect is attached to, as "enchanted land".
    yours
        Only permanents of the player who controls the source of the effect, as "lands you
        control".

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> nonbasic = Affected.parse("nonbasic lands")
    >>> [nonbasic.fits(source) for source in Board.parse("Tundra; Island; Sol Ring").sources]
    [True, False, False]
    >>> print(Affected.parse("legendary creatures and planeswalkers"))
    legendary creature or planeswalker
    """

    all_of: frozenset[str] = frozenset()
    any_of: frozenset[str] = frozenset()
    none_of: frozenset[str] = frozenset()
    colors: frozenset[ManaType] = frozenset()
    name: str = ""
    ids: frozenset[str] | None = None
    attached: bool = False
    yours: bool = False

    @classmethod
    def parse(cls, text: str) -> Affected:
        """Read a noun phrase: adjectives, then nouns joined by "and", "or" or commas.

        Raises
        ------
        InputError
            If it is no such phrase.
        """
        phrase = text.strip()
        yours = phrase.lower().endswith(_YOURS)
        phrase = phrase[: -len(_YOURS)] if yours else phrase
        attached = phrase.lower().startswith(_ATTACHED)
        phrase = phrase[len(_ATTACHED) :] if attached else phrase
        named = _NAMED.fullmatch(phrase)
        phrase, name = (named["words"], named["name"].lower()) if named else (phrase, "")
        first, *others = [piece.split() for piece in _JOIN.split(phrase.strip().lower())]
        words = [*first, *(word for piece in others for word in piece)]
        if not first or any(len(piece) != 1 for piece in others):
            raise InputError(text, "adjectives before the first noun only, then nouns")
        for word in words:
            if word in _NO_TYPES or not re.fullmatch(r"[a-z][a-z'-]*", word):
                raise InputError(text, "types and colors, as in 'nonbasic lands'", hint=f"{word!r}")
        nouns = frozenset(singular(word[-1]) for word in (first, *others))
        common = set(map(singular, first[:-1] if others else first)) - _EVERYTHING
        excluded = {word.removeprefix("non") for word in common if word.startswith("non")}
        return cls(
            all_of=frozenset(common - COLOR_NAMES.keys() - {f"non{word}" for word in excluded}),
            any_of=nouns if others else frozenset(),
            none_of=frozenset(excluded),
            colors=frozenset(COLOR_NAMES[word] for word in common & COLOR_NAMES.keys()),
            name=name,
            attached=attached,
            yours=yours,
        )

    def __str__(self) -> str:
        words = [f"non{word}" for word in sorted(self.none_of)]
        words += [color for color, kind in COLOR_NAMES.items() if kind in self.colors]
        kinds = sorted(self.all_of, key=lambda word: (word in _NOUNS, word))
        noun = " or ".join(sorted(self.any_of))
        if not noun and not set(kinds) & _NOUNS:
            noun = "permanent" if not kinds or set(kinds) <= _SUPERTYPES else ""
        text = " ".join([*words, *kinds, *([noun] if noun else [])])
        text = _ATTACHED * self.attached + text
        text = f"{text} named {self.name}" if self.name else text
        return text + _YOURS * self.yours

    def fits(self, source: Source) -> bool:
        """Tell whether it is one of them; cards in hand are no permanents.

        To whom a source is attached and who controls what is for `side.sides_of` to know: an
        `attached` that has not become ``ids`` fits nothing.
        """
        return (
            source.zone is Zone.BATTLEFIELD
            and not (self.attached and self.ids is None)
            and (self.ids is None or source.id in self.ids)
            and (not self.name or source.name.lower() == self.name)
            and self.colors <= source.colors
            and all(map(source.is_a, self.all_of))
            and (not self.any_of or any(map(source.is_a, self.any_of)))
            and not any(word in source.types for word in self.none_of)
        )


_EVERYTHING = frozenset({"permanent", "all", "each", "every", "a", "an"})
_NO_TYPES = frozenset(
    "the that this these with without you your control controls other another enchanted tapped "
    "untapped of for in on non".split()
)
_NOUNS = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
_SUPERTYPES = frozenset({"basic", "legendary", "snow", "token", "world"})


PERMANENTS = Affected()
"""Every permanent."""
LANDS = Affected(all_of=frozenset({"land"}))
"""Every land."""
