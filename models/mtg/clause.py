"""The branches of a spending restriction: what a clause speaks of and the traits it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.vocabulary import COUNTS, OUTLAWS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class TraitKind(StrEnum):
    """The kinds of question that a `Trait` asks."""

    ADJECTIVE = "adjective"
    TYPE = "type"
    NOT_TYPE = "not type"
    SUBTYPE = "subtype"
    KEYWORD = "keyword"
    MANA_VALUE = "mana value"
    SYMBOL = "symbol"
    NO_SYMBOL = "no symbol"
    COLOR_COUNT = "color count"
    PHRASE = "phrase"
    NAME = "name"


_BEFORE_NOUN = (TraitKind.ADJECTIVE, TraitKind.TYPE, TraitKind.NOT_TYPE, TraitKind.SUBTYPE)
_TEMPLATES = {
    TraitKind.NOT_TYPE: "non{}",
    TraitKind.KEYWORD: "with {}",
    TraitKind.MANA_VALUE: "with mana value {} or greater",
    TraitKind.SYMBOL: "with {{{}}} in the cost",
    TraitKind.NO_SYMBOL: "without {{{}}}",
    TraitKind.COLOR_COUNT: "with exactly {} colors",
    TraitKind.NAME: "named {}",
}


@dataclass(frozen=True, slots=True)
class Trait:
    """One question about a context that has the answer yes or no.

    Parameters
    ----------
    kind
        The kind of question.
    value
        The word, number or symbol asked for; a key of `ADJECTIVES` or `PHRASES` for these kinds.

    Examples
    --------
    >>> trait = Trait(TraitKind.MANA_VALUE, "5")
    >>> print(trait, trait.holds(Context(mana_value=6)))
    with mana value 5 or greater True
    """

    kind: TraitKind
    value: str

    @property
    def is_adjective(self) -> bool:
        """Whether it is written before the noun, as in "creature spells"."""
        return self.kind in _BEFORE_NOUN

    def holds(self, context: Context) -> bool:
        """Answer the question for `context`."""
        match self.kind:
            case TraitKind.ADJECTIVE:
                return ADJECTIVES[self.value](context)
            case TraitKind.PHRASE:
                return PHRASES[self.value](context)
            case TraitKind.TYPE:
                return self.value in context.types
            case TraitKind.NOT_TYPE:
                return self.value not in context.types
            case TraitKind.SUBTYPE:
                return context.has_subtype(self.value.lower())
            case TraitKind.KEYWORD:
                return self.value in context.keywords
            case TraitKind.MANA_VALUE:
                return context.mana_value >= int(self.value)
            case TraitKind.SYMBOL:
                return self.value in _printed_symbols(context)
            case TraitKind.NO_SYMBOL:
                return self.value not in _printed_symbols(context)
            case TraitKind.COLOR_COUNT:
                return len(context.colors) == COUNTS[self.value]
            case TraitKind.NAME:
                return self.value.casefold() == context.name.casefold()

    def __str__(self) -> str:
        return _TEMPLATES.get(self.kind, "{}").format(self.value)


def _printed_symbols(context: Context) -> frozenset[str]:
    return context.symbols if context.mana_cost_symbols is None else context.mana_cost_symbols


def _has_color(color: ManaType) -> Callable[[Context], bool]:
    return lambda context: color in context.colors


ADJECTIVES: Mapping[str, Callable[[Context], bool]] = {
    "colorless": lambda context: not context.colors,
    "colored": lambda context: bool(context.colors),
    "monocolored": lambda context: len(context.colors) == 1,
    "multicolored": lambda context: len(context.colors) > 1,
    "kicked": lambda context: "kicked" in context.keywords,
    "manifested": lambda context: "manifested" in context.keywords,
    "face-down": lambda context: context.face_down,
    "outlaw": lambda context: any(map(context.has_subtype, OUTLAWS)),
    **{
        name: _has_color(color)
        for name, color in zip(("white", "blue", "black", "red", "green"), COLORS, strict=True)
    },
}
"""Words before the noun that are neither types nor subtypes."""

PHRASES: Mapping[str, Callable[[Context], bool]] = {
    "of the chosen type": lambda context: any(map(context.has_subtype, _types(context.chosen))),
    "of the chosen color": lambda context: not context.chosen.isdisjoint(context.colors),
    "with no abilities": lambda context: not context.has_abilities,
    "from your hand": lambda context: context.zone == "hand",
    "from anywhere other than your hand": lambda context: context.zone != "hand",
    "from a graveyard": lambda context: context.zone == "graveyard",
    "from your graveyard": lambda context: context.zone == "graveyard" and context.owned,
    "from exile": lambda context: context.zone == "exile",
    "from the command zone": lambda context: context.zone == "command",
    "you don't own": lambda context: not context.owned,
}
"""Fixed phrases after the noun."""


def _types(chosen: frozenset[str]) -> frozenset[str]:
    return chosen - frozenset(ManaType)


class Subject(StrEnum):
    """What a clause speaks of; the values are its text, with ``*`` for the adjectives."""

    SPELLS = "*spells"
    ABILITIES = "*abilities"
    ABILITIES_OF_PERMANENTS = "abilities of *permanents"
    ABILITIES_OF_CARDS = "abilities of *cards"
    ABILITIES_OF_SOURCES = "abilities of *sources"
    TURNING_FACE_UP = "turning *permanents face up"
    COSTS = "costs that contain *"
    GENERIC_COSTS = "generic costs"
    DEED = "*"


DEEDS: Mapping[str, Callable[[Context], bool]] = {
    "your commander": lambda context: (
        context.kind is PaymentKind.SPELL and context.is_commander and context.owned
    ),
    "morph costs": lambda context: _acts(context, "morph"),
    "unlocking doors": lambda context: _acts(context, "unlock"),
    "foretelling cards": lambda context: _acts(context, "foretell"),
    "disturb costs": lambda context: (
        context.kind is PaymentKind.SPELL
        and "disturb" in context.keywords
        and context.zone == "graveyard"
    ),
    "gaining Class levels": lambda context: (
        context.kind is PaymentKind.ABILITY and "class level" in context.keywords
    ),
    "cumulative upkeep costs": lambda context: (
        context.kind is PaymentKind.RESOLUTION and "cumulative upkeep" in context.keywords
    ),
    "spells and abilities that put tokens onto the battlefield": lambda context: (
        context.kind in (PaymentKind.SPELL, PaymentKind.ABILITY)
        and "puts tokens" in context.keywords
    ),
    "your second spell of a turn": lambda context: _casts(context, "second spell"),
    "spells with watermarks": lambda context: _casts(context, "watermark"),
    "spells from outside your starting deck": lambda context: _casts(
        context, "outside starting deck"
    ),
}
"""Clauses that are one fixed phrase."""


def _casts(context: Context, word: str) -> bool:
    return context.kind is PaymentKind.SPELL and word in context.keywords


def _acts(context: Context, keyword: str) -> bool:
    return context.kind is PaymentKind.SPECIAL_ACTION and keyword in context.keywords


@dataclass(frozen=True, slots=True)
class Clause:
    """One branch of a restriction: a subject and the traits that it must have.

    Parameters
    ----------
    subject
        What the clause speaks of.
    traits
        All of them must hold for the spell, the ability's source or the permanent.
    detail
        The keyword of "equip abilities", the symbol of "costs that contain {X}", a key of `DEEDS`.
    """

    subject: Subject
    traits: tuple[Trait, ...] = ()
    detail: str = ""

    def holds(self, context: Context) -> bool:
        """Whether what is paid in `context` is what the clause speaks of."""
        is_ability = context.kind is PaymentKind.ABILITY
        match self.subject:
            case Subject.COSTS:
                return self.detail[1:-1] in context.symbols
            case Subject.GENERIC_COSTS:
                return True
            case Subject.DEED:
                return DEEDS[self.detail](context)
            case Subject.SPELLS:
                fits = context.kind is PaymentKind.SPELL
            case Subject.TURNING_FACE_UP:
                fits = _acts(context, "turn face up")
            case Subject.ABILITIES:
                fits = is_ability and (not self.detail or self.detail in context.keywords)
            case Subject.ABILITIES_OF_PERMANENTS:
                fits = is_ability and context.source_is_permanent
            case Subject.ABILITIES_OF_CARDS:
                fits = is_ability and not context.source_is_permanent
            case Subject.ABILITIES_OF_SOURCES:
                fits = is_ability
        return fits and all(trait.holds(context) for trait in self.traits)

    def __str__(self) -> str:
        before = [self.detail] if self.detail else []
        before += [str(trait) for trait in self.traits if trait.is_adjective]
        after = [str(trait) for trait in self.traits if not trait.is_adjective]
        noun_phrase = self.subject.replace("*", "".join(f"{word} " for word in before)).strip()
        return " ".join([noun_phrase, *after])
