"""A card in the mana zone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.duel_masters.civilization import Civilization, in_order
from autotap.models.duel_masters.cost import check_points
from autotap.models.errors import BoardSyntaxError, LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME = 200
"""Most characters in a name or an id."""


@dataclass(frozen=True, slots=True)
class DuelMastersCard:
    """A card in the mana zone, with the values it has now.

    Parameters
    ----------
    name
        Name of the card, 1 to 200 characters without spaces around it.
    civilizations
        Civilizations it can give, one at a time (DM-2); empty if colourless (DM-4). A twinpact
        has those of both sides (DM-39). Ignored for a face-down card, which has none (DM-18).
    mana_number
        Points it makes when tapped, 0 to 9999 (DM-3); an integer, or several of which the payer
        chooses one (DM-53). A face-down card has 1 unless an effect says otherwise (DM-18, DM-55).
    tapped
        Whether it is tapped and so cannot pay (DM-1, DM-17).
    face_down
        Whether it lies face down.
    id
        Stable name of this very card, chosen by the caller; a `ManaZone` fills in an empty one.

    Raises
    ------
    BoardSyntaxError
        If the name is empty or padded, or there is no mana number.
    LimitError
        If a mana number is out of range, or a name or id too long.

    Examples
    --------
    >>> card = DuelMastersCard("Fire/Nature", frozenset({Civilization.FIRE, Civilization.NATURE}))
    >>> card.is_multicolored, card.mana_number
    (True, (1,))
    """

    name: str
    civilizations: frozenset[Civilization] = frozenset()
    mana_number: tuple[int, ...] = (1,)
    tapped: bool = False
    face_down: bool = False
    id: str = ""

    def __post_init__(self) -> None:
        if not self.name or self.name != self.name.strip():
            raise BoardSyntaxError(self.name, "the name of a card, without spaces around it")
        for text in (self.name, self.id):
            if len(text) > MAX_NAME:
                raise LimitError(text, f"at most {MAX_NAME} characters")
        given: Iterable[int] | int = self.mana_number
        numbers = tuple(sorted({given} if isinstance(given, int) else set(given)))
        if not numbers:
            raise BoardSyntaxError(self.name, "at least one mana number")
        for number in numbers:
            check_points(number, f"mana number of {self.name}")
        civilizations = frozenset() if self.face_down else frozenset(self.civilizations)
        object.__setattr__(self, "mana_number", numbers)
        object.__setattr__(self, "civilizations", civilizations)

    @property
    def is_multicolored(self) -> bool:
        """Whether it has two or more civilizations."""
        return len(self.civilizations) > 1

    @property
    def is_colorless(self) -> bool:
        """Whether it has no civilization (DM-4)."""
        return not self.civilizations

    def turned_face_down(self) -> DuelMastersCard:
        """Give the same card face down: colourless, mana number 1 (DM-18).

        Examples
        --------
        >>> DuelMastersCard("Rainbow", frozenset(Civilization), (0,)).turned_face_down().mana_number
        (1,)
        """
        return replace(self, face_down=True, mana_number=(1,))

    def with_civilizations(self, civilizations: Iterable[Civilization]) -> DuelMastersCard:
        """Give the same card with other civilizations; a face-down card stays colourless."""
        return replace(self, civilizations=frozenset(civilizations))

    def with_mana_number(self, *choices: int) -> DuelMastersCard:
        """Give the same card with another mana number, or a choice of several."""
        return replace(self, mana_number=choices)

    def with_tapped(self, tapped: bool) -> DuelMastersCard:
        """Give the same card tapped or untapped."""
        return replace(self, tapped=tapped)

    def __str__(self) -> str:
        civilizations = ", ".join(in_order(self.civilizations)) or "colorless"
        return f"{self.name} ({civilizations})"
