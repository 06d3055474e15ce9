"""The five civilizations and the text forms of a set of them."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.errors import CostSyntaxError
from autotap.models.text import did_you_mean, fold, split_outside

if TYPE_CHECKING:
    from collections.abc import Iterable


class Civilization(StrEnum):
    """One of the five civilizations; members are listed in the order of the rule book."""

    LIGHT = "light"
    WATER = "water"
    DARKNESS = "darkness"
    FIRE = "fire"
    NATURE = "nature"

    @property
    def letter(self) -> str:
        """One-letter abbreviation: ``L``, ``W``, ``D``, ``F`` or ``N``."""
        return self.value[0].upper()

    @property
    def japanese(self) -> str:
        """Name as printed on Japanese cards."""
        return _JAPANESE[self]

    @classmethod
    def parse(cls, text: str) -> Civilization:
        """Read one civilization: its English or Japanese name, or its letter, in any case.

        Parameters
        ----------
        text
            Such as ``"Fire"``, ``"f"`` or ``"火"``; surrounding spaces and full-width forms are
            accepted.

        Raises
        ------
        CostSyntaxError
            If the text names no civilization.

        Examples
        --------
        >>> Civilization.parse("Fire") is Civilization.parse("火") is Civilization.parse("f")
        True
        """
        found = _BY_NAME.get(_fold(text))
        if found is None:
            raise CostSyntaxError(
                text, _EXPECTED, position=0, hint=did_you_mean(text, Civilization)
            )
        return found


_JAPANESE = dict(zip(Civilization, "光水闇火自", strict=True)) | {Civilization.NATURE: "自然"}
_BY_NAME = {
    name: civilization
    for civilization in Civilization
    for name in (civilization.value, civilization.letter.casefold(), civilization.japanese)
}
_RANK = {civilization: rank for rank, civilization in enumerate(Civilization)}
_COLORLESS = frozenset({"colorless", "colourless", "none", "無色", ""})
_EXPECTED = "a civilization: light, water, darkness, fire or nature"
_SEPARATOR = "[/・]"

ALL_CIVILIZATIONS = frozenset(Civilization)


def parse_civilizations(text: str) -> frozenset[Civilization]:
    """Read a set of civilizations separated by ``/`` or ``・``.

    Parameters
    ----------
    text
        Such as ``"fire/nature"``, ``"F/N"``, ``"火・自然"``, ``"all"``, or ``"colorless"``
        (also ``"無色"`` and the empty text) for the empty set (DM-4).

    Raises
    ------
    CostSyntaxError
        If a piece names no civilization, or one is named twice; names its position.

    Examples
    --------
    >>> format_civilizations(parse_civilizations("自然/火"))
    'fire/nature'
    >>> parse_civilizations("colorless")
    frozenset()
    """
    folded = _fold(text)
    if folded in _COLORLESS:
        return frozenset()
    if folded == "all":
        return ALL_CIVILIZATIONS
    found: set[Civilization] = set()
    for start, piece in split_outside(fold(text), _SEPARATOR):
        position = min(start, len(text) - 1)
        civilization = _BY_NAME.get(_fold(piece))
        if civilization is None:
            expected = f"{_EXPECTED}; several separated by '/'; or 'colorless'"
            hint = did_you_mean(piece, Civilization)
            raise CostSyntaxError(text, expected, position=position, hint=hint)
        if civilization in found:
            raise CostSyntaxError(text, "each civilization once", position=position)
        found.add(civilization)
    return frozenset(found)


def in_order(civilizations: Iterable[Civilization]) -> tuple[Civilization, ...]:
    """Sort civilizations into the order of the rule book.

    Examples
    --------
    >>> [str(c) for c in in_order({Civilization.NATURE, Civilization.LIGHT})]
    ['light', 'nature']
    """
    return tuple(sorted(civilizations, key=_RANK.__getitem__))


def format_civilizations(civilizations: Iterable[Civilization]) -> str:
    """Write a set of civilizations so that `parse_civilizations` reads it back.

    Examples
    --------
    >>> format_civilizations(ALL_CIVILIZATIONS)
    'light/water/darkness/fire/nature'
    >>> format_civilizations(())
    'colorless'
    """
    return "/".join(in_order(civilizations)) or "colorless"


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()
