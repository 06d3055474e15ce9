"""Mana abilities whose types or amount are read off the board: "any color that a land could make".

Their texts are the game's own wording::

    ability = cost ": Add " offer { " (" tag ")" }
    offer   = "one mana of any type|color" ("that a WHAT" WHOSE | "this WHAT") "could produce"
            | "one mana of any color among WHAT you control"
            | "one mana of any color in your commander's color identity"
            | "one mana of the chosen color"
            | "an amount of {G}|mana of any one color equal to your devotion to green|that color"
            | "{C}|one mana of any one color for each NAME counter on this"
    WHOSE   = "you control" | "an opponent controls"

"put a NAME counter on this, then" may stand before "Add" in the last one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from autotap.models.errors import AbilitySyntaxError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.affected import COLOR_NAMES, LANDS, Affected
from autotap.models.mtg.mana import MAX_TEXT, NO_TAGS, ManaTags, parse_mana_list
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.text import fold

_NAMES = {kind: name for name, kind in COLOR_NAMES.items()}


class Whose(StrEnum):
    """Whose permanents "could produce" looks at."""

    YOU = "you control"
    """Yours (Reflecting Pool)."""
    OPPONENT = "an opponent controls"
    """Your opponents' (Exotic Orchard, Fellwar Stone)."""
    THIS = "this"
    """The object that has the ability (Squandered Resources, written on the lands)."""


@dataclass(frozen=True, slots=True)
class CouldProduce:
    """One mana of a type that permanents could produce (MTG-106.7, MTG-PRO-08).

    Parameters
    ----------
    what, whose
        The permanents looked at.
    colors_only
        Whether it says "color", so that it never makes {C} (MTG-106.1).
    """

    what: Affected = LANDS
    whose: Whose = Whose.YOU
    colors_only: bool = False

    def __str__(self) -> str:
        kind = "color" if self.colors_only else "type"
        if self.whose is Whose.THIS:
            return f"one mana of any {kind} this {self.what} could produce"
        article = "an" if str(self.what)[0] in "aeiou" else "a"
        where = f"that {article} {self.what} {self.whose}"
        return f"one mana of any {kind} {where} could produce"


@dataclass(frozen=True, slots=True)
class ColorsAmong:
    """One mana of a color that permanents you control have (Mox Amber, MTG-PRO-09)."""

    what: Affected

    def __str__(self) -> str:
        return f"one mana of any color among {self.what} you control"


@dataclass(frozen=True, slots=True)
class CommanderColor:
    """One mana of a color in your commander's color identity (Command Tower, MTG-PRO-10)."""

    def __str__(self) -> str:
        return "one mana of any color in your commander's color identity"


@dataclass(frozen=True, slots=True)
class ChosenColor:
    """One mana of the color chosen for the permanent."""

    def __str__(self) -> str:
        return "one mana of the chosen color"


@dataclass(frozen=True, slots=True)
class Devotion:
    """Mana of one color, as much as the devotion to it (Nykthos, MTG-PRO-06; CR 700.5).

    Parameters
    ----------
    colors
        The colors of which one is chosen.
    """

    colors: tuple[ManaType, ...] = COLORS

    def __str__(self) -> str:
        if len(self.colors) == 1:
            (color,) = self.colors
            return f"an amount of {{{color}}} equal to your devotion to {_NAMES[color]}"
        return "an amount of mana of any one color equal to your devotion to that color"


@dataclass(frozen=True, slots=True)
class EachCounter:
    """Mana of one type for each counter on the permanent (Astral Cornucopia, MTG-PRO-13).

    Parameters
    ----------
    counter
        Name of the counters.
    types
        The types of which one is chosen.
    placed
        Whether the ability puts one more there first.
    """

    counter: str
    types: tuple[ManaType, ...] = COLORS
    placed: bool = False

    def __str__(self) -> str:
        mana = f"{{{self.types[0]}}}" if len(self.types) == 1 else "one mana of any one color"
        return f"{mana} for each {self.counter} counter on this"


Offer = CouldProduce | ColorsAmong | CommanderColor | ChosenColor | Devotion | EachCounter
"""What an open ability makes."""


@dataclass(frozen=True, slots=True)
class OpenAbility:
    """A mana ability that only a board turns into a `ManaAbility`.

    Parameters
    ----------
    cost
        What one activation costs.
    offer
        What it makes.
    tags
        Restriction and riders of that mana.

    Examples
    --------
    >>> nykthos = OpenAbility.parse("{2}, {T}: Choose a color. Add an amount of mana of that color "
    ...                             "equal to your devotion to that color.")
    >>> print(nykthos)
    {2}, {T}: Add an amount of mana of any one color equal to your devotion to that color
    >>> OpenAbility.parse("{T}: Add one mana of the chosen color.").offer
    ChosenColor()
    """

    cost: ActivationCost
    offer: Offer
    tags: ManaTags = NO_TAGS

    @classmethod
    def parse(cls, text: str) -> OpenAbility:
        """Read an ability in the wording that the module lists.

        Raises
        ------
        AbilitySyntaxError
            If it is not in that wording.
        LimitError
            For a number in the cost that is too large.
        """
        if len(text) > MAX_TEXT:
            raise AbilitySyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
        plain = re.sub(r"\s", " ", fold(text))
        cost, colon, made = plain.partition(":")
        body, bracket, tags = made.strip().removesuffix(".").partition(" (")
        for pattern, read in _OFFERS:
            if match := re.fullmatch(pattern, body, re.IGNORECASE):
                stated = parse_mana_list("{C}" + bracket + tags)[0].tags
                return cls(ActivationCost.parse(cost), read(match), stated)
        raise AbilitySyntaxError(
            text, "'COST: Add one mana of ...' read off the board", position=len(cost) + len(colon)
        )

    @classmethod
    def is_one(cls, text: str) -> bool:
        """Tell whether a text has the form of such an ability, whatever its parts are."""
        made = re.sub(r"\s", " ", fold(text)).partition(":")[2]
        body = made.strip().removesuffix(".").partition(" (")[0]
        return any(re.fullmatch(pattern, body, re.IGNORECASE) for pattern, _ in _OFFERS)

    def __str__(self) -> str:
        add = "Add"
        if isinstance(self.offer, EachCounter) and self.offer.placed:
            add = f"put a {self.offer.counter} counter on this, then add"
        return f"{self.cost}: {add} {self.offer}{self.tags}"


def _could_produce(match: re.Match[str]) -> Offer:
    whose = Whose.THIS if match["this"] else Whose(match["whose"].lower())
    what = Affected.parse(match["this"] or match["what"])
    return CouldProduce(what, whose, colors_only=match["kind"].lower() == "color")


def _devotion(match: re.Match[str]) -> Offer:
    if match["color"] is None:
        return Devotion()
    color = ManaType(match["color"].upper())
    if COLOR_NAMES.get(match["name"].lower()) is not color:
        raise AbilitySyntaxError(match[0], f"devotion to {_NAMES.get(color, 'a color')}")
    return Devotion((color,))


def _each_counter(match: re.Match[str]) -> Offer:
    types = (ManaType(match["type"].upper()),) if match["type"] else COLORS
    placed = match["placed"]
    if placed and placed.lower() != match["counter"].lower():
        raise AbilitySyntaxError(match[0], f"{placed} counters to be counted")
    return EachCounter(match["counter"].lower(), types, placed=placed is not None)


_COUNTER = r"[a-z]+|[+-]\d/[+-]\d"
_ONE = r"add one mana of any (?P<kind>type|color) "
_OFFERS = (
    (
        rf"{_ONE}(?:that an? (?P<what>.+?) (?P<whose>{'|'.join(Whose)})|this (?P<this>.+?))"
        " could produce",
        _could_produce,
    ),
    (
        r"add one mana of any color among (?P<what>.+?) you control",
        lambda match: ColorsAmong(Affected.parse(match["what"])),
    ),
    (
        r"add one mana of any color in your commander's color identity",
        lambda match: CommanderColor(),
    ),
    (r"add one mana of the chosen color", lambda match: ChosenColor()),
    (
        r"(?:choose a color\. )?add an amount of (?:\{(?P<color>[wubrg])\}|mana of (?:that|any one)"
        r" color) equal to your devotion to (?:that color|(?P<name>[a-z]+))",
        _devotion,
    ),
    (
        rf"(?:put an? (?P<placed>{_COUNTER}) counter on this, then )?"
        r"add (?:\{(?P<type>[wubrgc])\}|one mana of any one color)"
        rf" for each (?P<counter>{_COUNTER}) counter(?: on this)?",
        _each_counter,
    ),
)
