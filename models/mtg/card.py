"""Cards with their faces: mana cost, mana value and colors in each zone (MTG-202.1 to 202.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from autotap.models.errors import InputError

if TYPE_CHECKING:
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.symbols import ManaType


class CardZone(StrEnum):
    """The zones that a card can be in."""

    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    STACK = "stack"
    BATTLEFIELD = "battlefield"


class Layout(StrEnum):
    """How the faces of a card share its characteristics."""

    NORMAL = "normal"
    SPLIT = "split"
    """Two halves (709); with fuse both may be cast together (702.102)."""
    ROOM = "room"
    """Two halves that stay apart on the battlefield, where each is locked or not (709.5)."""
    TRANSFORM = "transform"
    """Front face and a back face without a mana cost of its own (712)."""
    MODAL_DOUBLE_FACED = "modal_dfc"
    """Two faces that are played on their own (712.4)."""
    ADVENTURE = "adventure"
    """Permanent face, and the Adventure or Omen that may be cast instead (715)."""
    FLIP = "flip"
    """Upright face, and the flipped one on the battlefield (710)."""
    MELD = "meld"
    """The fronts of the two cards of a meld pair, and the melded permanent (712.3)."""
    PROTOTYPE = "prototype"
    """Printed card, and the same card with its prototype cost and size (718)."""


_FACE_COUNT = dict.fromkeys(Layout, 2) | {Layout.NORMAL: 1, Layout.MELD: 3}

_JOINED = (Layout.SPLIT, Layout.ROOM)
"""Layouts whose halves count together, where both are in use."""

_CAST = frozenset({CardZone.STACK})
_PLAYED = frozenset({CardZone.STACK, CardZone.BATTLEFIELD})
_SEPARATE = {
    Layout.NORMAL: frozenset[CardZone](),
    Layout.SPLIT: _CAST,
    Layout.ROOM: _PLAYED,
    Layout.TRANSFORM: _PLAYED,
    Layout.MODAL_DOUBLE_FACED: _PLAYED,
    Layout.ADVENTURE: _CAST,
    Layout.FLIP: frozenset({CardZone.BATTLEFIELD}),
    Layout.MELD: frozenset({CardZone.BATTLEFIELD}),
    Layout.PROTOTYPE: _PLAYED,
}
"""Zones where only the faces in use count. Elsewhere it is the first face, or both halves."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face or half of a card.

    Parameters
    ----------
    name
        Its name.
    cost
        Its mana cost; None for no mana cost, which cannot be paid (MTG-202.1, MTG-118.6).
    types
        Lower-case supertypes, card types and subtypes.
    indicator
        Colors of its color indicator.
    devoid
        Whether it is colorless whatever its mana cost says.

    Examples
    --------
    >>> from autotap.models.mtg.cost import ManaCost
    >>> Face("Eldrazi Skyspawner", ManaCost.parse("{2}{U}"), devoid=True).colors
    frozenset()
    """

    name: str
    cost: ManaCost | None = None
    types: frozenset[str] = frozenset()
    indicator: frozenset[ManaType] = frozenset()
    devoid: bool = False

    @property
    def colors(self) -> frozenset[ManaType]:
        """Colors of the mana cost and of the color indicator (MTG-202.2)."""
        if self.devoid:
            return frozenset()
        return self.indicator | (self.cost.colors if self.cost else frozenset())


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or the two cards of a meld pair.

    Parameters
    ----------
    faces
        One face, or two; for a meld pair the fronts of its two cards and the melded face. Before
        they meld the two cards are cards of their own.
    layout
        How the faces share the characteristics.

    Raises
    ------
    InputError
        If the layout has another number of faces; from the methods, if the faces in use are not
        there or cannot be in use together.

    Notes
    -----
    The methods take the indices of the `faces` in use: what is cast, face up or unlocked. That is
    ``(0, 1)`` for a fused split card or a Room with both doors unlocked, ``()`` for a Room with
    none. In zones where the rules do not tell the faces apart it does not matter.

    Examples
    --------
    >>> from autotap.models.mtg.cost import ManaCost
    >>> fire = Face("Fire", ManaCost.parse("{1}{R}"), frozenset({"instant"}))
    >>> ice = Face("Ice", ManaCost.parse("{1}{U}"), frozenset({"instant"}))
    >>> card = Card((fire, ice), Layout.SPLIT)
    >>> card.mana_value(CardZone.HAND), card.mana_value(CardZone.STACK, faces=(1,))
    (4, 2)
    """

    faces: tuple[Face, ...]
    layout: Layout = Layout.NORMAL

    def __post_init__(self) -> None:
        expected = _FACE_COUNT[self.layout]
        if len(self.faces) != expected:
            names = " // ".join(face.name for face in self.faces)
            raise InputError(names, f"{expected} faces for the layout {self.layout}")

    def shown(self, zone: CardZone, faces: tuple[int, ...] = (0,)) -> tuple[Face, ...]:
        """Return the faces whose characteristics the card has in `zone`."""
        if zone in _SEPARATE[self.layout]:
            return self._in_use(faces)
        return self.faces if self.layout in _JOINED else self.faces[:1]

    def _in_use(self, faces: tuple[int, ...]) -> tuple[Face, ...]:
        """Return the faces with these indices."""
        together = len(faces) < 2 or self.layout in _JOINED
        if not (together and set(faces) <= set(range(len(self.faces)))):
            raise InputError(str(faces), f"faces that a card of layout {self.layout} can use")
        return tuple(self.faces[index] for index in faces)

    def mana_value(
        self,
        zone: CardZone,
        *,
        faces: tuple[int, ...] = (0,),
        x: int = 0,
        face_down: bool = False,
        copy: bool = False,
    ) -> int:
        """Return the mana value (MTG-202.3).

        Parameters
        ----------
        zone
            Where the card is.
        faces
            Indices of the faces in use.
        x
            Announced X; it counts only on the stack (202.3e).
        face_down
            A face-down spell or permanent has mana value 0 (708.2).
        copy
            Whether it only copies the shown face. A copy of a back face or of a melded permanent
            has mana value 0 (202.3b, 202.3c).

        Examples
        --------
        >>> from autotap.models.mtg.cost import ManaCost
        >>> ballista = Card((Face("Walking Ballista", ManaCost.parse("{X}{X}")),))
        >>> ballista.mana_value(CardZone.STACK, x=2), ballista.mana_value(CardZone.BATTLEFIELD, x=2)
        (4, 0)
        """
        if face_down:
            return 0
        announced = x if zone is CardZone.STACK else 0
        return sum(
            face.cost.mana_value_with(announced)
            for face in self._cost_faces(zone, faces, copy=copy)
            if face.cost is not None
        )

    def _cost_faces(
        self, zone: CardZone, faces: tuple[int, ...], *, copy: bool
    ) -> tuple[Face, ...]:
        """Return the faces whose mana costs make the mana value."""
        turned = zone in _SEPARATE[self.layout] and faces != (0,)
        match self.layout:
            case Layout.TRANSFORM if turned:
                return () if copy else self.faces[:1]
            case Layout.MELD if turned:
                return () if copy else self.faces[:2]
            case Layout.FLIP:
                return self.faces[:1]
        return self.shown(zone, faces)

    def colors(
        self, zone: CardZone, *, faces: tuple[int, ...] = (0,), face_down: bool = False
    ) -> frozenset[ManaType]:
        """Return the colors (MTG-202.2); face down there are none.

        Examples
        --------
        >>> from autotap.models.mtg.symbols import ManaType
        >>> arbor = Card((Face("Dryad Arbor", None, indicator=frozenset({ManaType.G})),))
        >>> arbor.colors(CardZone.BATTLEFIELD)
        frozenset({<ManaType.G: 'G'>})
        """
        if face_down:
            return frozenset()
        if self.layout is Layout.FLIP:
            return self.faces[0].colors
        return frozenset(color for face in self.shown(zone, faces) for color in face.colors)

    def types(
        self, zone: CardZone, *, faces: tuple[int, ...] = (0,), face_down: bool = False
    ) -> frozenset[str]:
        """Return the lower-case words of the type line; face down it is a creature (708.2)."""
        if face_down:
            return frozenset({"creature"})
        return frozenset(word for face in self.shown(zone, faces) for word in face.types)

    def mana_cost(self, faces: tuple[int, ...] = (0,)) -> ManaCost | None:
        """Return the mana cost of casting these faces, fused if there are several.

        None where one has no mana cost: then it cannot be paid (MTG-118.6, MTG-202.1).

        Examples
        --------
        >>> Card((Face("Ancestral Vision", None),)).mana_cost() is None
        True
        """
        costs = [face.cost for face in self._in_use(faces)]
        if not costs or None in costs:
            return None
        return reduce(add, [cost for cost in costs if cost is not None])
