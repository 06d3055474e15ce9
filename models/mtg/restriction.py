"""Spending restrictions: a closed language of what mana may and may not pay (MTG-106.6).

A restriction is ``only:`` or ``not:`` and clauses joined by *or* (*and* between kinds of spell
means the same, as in "artifact spells and abilities of artifacts")::

    restriction = ("only:" | "not:") clause { separator clause } | "not: generic costs"
    separator   = [","] ("or" | "and" | "and/or") | ","
    clause      = kinds "spells" conditions
                | "abilities" [ "of" kinds [ "permanents" | "sources" | "cards" ] conditions ]
                | KEYWORD "abilities"                       equip abilities
                | "costs that contain" SYMBOL
                | "turning" kinds "permanents face up"
                | one of the fixed phrases of `DEEDS`       your commander, morph costs, …
    kinds       = { adjective } { separator { adjective } }
    adjective   = TYPE | "non" TYPE | SUBTYPE | color word | "colorless" | "kicked" | …
    conditions  = { "with" feature { "or" feature } | "without" SYMBOL | one of `PHRASES` }
                  [ "named" NAME, up to the end of the text ]
    feature     = KEYWORD | "mana value" N "or greater" | SYMBOL "in the cost"
                | "exactly" N "colors"

A subtype is any capitalised word, or one of the creature types that printed restrictions name.
Singular forms, articles and the verbs of the cards ("cast a creature spell or activate an ability
of a creature source") are read too. An ability "of creatures" is one of a permanent, "of creature
sources" one of a permanent or a card in any zone (109.2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from autotap.models.errors import RestrictionSyntaxError
from autotap.models.mtg.clause import ADJECTIVES, DEEDS, PHRASES, Clause, Subject, Trait, TraitKind
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.symbols import find_symbol
from autotap.models.mtg.vocabulary import COUNTS, KEYWORDS, NAMED_SUBTYPES, TYPES, singular

__all__ = ["Clause", "Context", "PaymentKind", "Restriction", "Ruling", "Subject"]

MAX_TEXT = 1_000
"""The most characters that `Restriction.parse` reads."""


class Ruling(StrEnum):
    """Whether mana may be spent on something."""

    YES = "yes"
    NO = "no"
    NOT_GENERIC = "not generic"
    """On every part of the cost but generic mana (MTG-RES-47)."""


@dataclass(frozen=True, slots=True, repr=False)
class Restriction:
    """A restriction on what one mana may pay; `judge` applies it.

    Parameters
    ----------
    clauses
        The branches, at least one; any of them is enough.
    negative
        False: the mana pays only what a clause speaks of. True: anything else.

    Examples
    --------
    >>> restriction = Restriction.parse("only: Vampire, Cleric or Demon spells")
    >>> print(restriction)
    only: Vampire spells or Cleric spells or Demon spells
    >>> restriction.judge(Context(types=frozenset({"creature", "demon"})))
    <Ruling.YES: 'yes'>
    """

    clauses: tuple[Clause, ...]
    negative: bool = False

    @classmethod
    def parse(cls, text: str) -> Restriction:
        """Read a restriction such as ``only: creature spells``.

        The cards' own openings "Spend this mana only" and "This mana can't be spent" are read as
        ``only:`` and ``not:``. Words of the language may be in any case.

        Parameters
        ----------
        text
            At most 1,000 characters.

        Raises
        ------
        RestrictionSyntaxError
            With the position of the first word outside the language and what was expected there.

        Examples
        --------
        >>> print(Restriction.parse("only: cast an artifact spell or activate an ability"))
        only: artifact spells or abilities
        """
        return _parse(text)

    def judge(self, context: Context) -> Ruling:
        """Say whether the mana may be spent on what `context` describes.

        Examples
        --------
        >>> trilobite = Restriction.parse("only: abilities")
        >>> trilobite.judge(Context(kind=PaymentKind.RESOLUTION))
        <Ruling.NO: 'no'>
        """
        if any(clause.subject is Subject.GENERIC_COSTS for clause in self.clauses):
            return Ruling.NOT_GENERIC
        met = any(clause.holds(context) for clause in self.clauses)
        return Ruling.YES if met is not self.negative else Ruling.NO

    def __str__(self) -> str:
        header = "not" if self.negative else "only"
        return f"{header}: {' or '.join(map(str, self.clauses))}"

    def __repr__(self) -> str:
        return f"Restriction({str(self)!r})"


_Traits = tuple[Trait, ...]
_ARTICLES = ("a", "an", "any", "the")
_SPELLS = ("spell", "spells")
_NOUNS = (*_SPELLS, "source", "sources", "permanent", "permanents", "card", "cards", "ability")
_MAX_DIGITS = 3

# What the cards say -> the phrase of the language.
_PHRASE_SPELLINGS = {
    **{phrase: phrase for phrase in PHRASES},
    "of that type": "of the chosen type",
    "of that color": "of the chosen color",
    "from anywhere but your hand": "from anywhere other than your hand",
}
_DEED_SPELLINGS = {
    **{deed.lower(): deed for deed in DEEDS},
    "morph cost": "morph costs",
    "disturb cost": "disturb costs",
    "cumulative upkeep cost": "cumulative upkeep costs",
    "unlock a door": "unlocking doors",
    "foretell a card from your hand": "foretelling cards",
    "gain a class level": "gaining Class levels",
    "your second spell in a turn": "your second spell of a turn",
    "card that wasn't in your starting deck": "spells from outside your starting deck",
    "spells that aren't from your starting deck": "spells from outside your starting deck",
}
_GENERIC = ("generic costs", "generic mana costs")
_SYMBOL_PLACES = ("in the cost", "in its mana cost", "in their mana costs")

_TOKEN = re.compile(r"\s*(\{[^{}]*\}|and/or|[0-9]+|[^\W\d_](?:[\w'’-]*\w)?|[,:.]|$)")


@lru_cache(maxsize=1024)
def _parse(text: str) -> Restriction:
    if len(text) > MAX_TEXT:
        raise RestrictionSyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
    return _Reader(text).restriction()


class _Reader:
    """Recursive descent over the words of one text; `at` is the only state."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    # -- words ---------------------------------------------------------------------------------

    def peek(self) -> str:
        """Return the next token as written, "" at the end."""
        return self.token()[1]

    def take(self) -> str:
        token = self.token()
        self.at = token.end()
        return token[1]

    def token(self) -> re.Match[str]:
        token = _TOKEN.match(self.text, self.at)
        if token is None:
            raise self.error("a word of the language of restrictions")
        return token

    def accept(self, *words: str) -> bool:
        """Take the next token if it is one of `words`."""
        if _plain(self.peek()) not in words:
            return False
        self.take()
        return True

    def phrase(self, phrase: str) -> bool:
        """Take all the words of `phrase`, or nothing."""
        start = self.at
        if all(self.accept(word) for word in phrase.split()):
            return True
        self.at = start
        return False

    def expect(self, expected: str, *phrases: str) -> None:
        if not any(map(self.phrase, phrases)):
            raise self.error(expected)

    def error(self, expected: str) -> RestrictionSyntaxError:
        rest = self.text[self.at :]
        position = self.at + len(rest) - len(rest.lstrip())
        return RestrictionSyntaxError(self.text, expected, position=position)

    # -- productions ---------------------------------------------------------------------------

    def restriction(self) -> Restriction:
        negative = self.phrase("not :") or self.phrase("this mana can't be spent")
        if not negative:
            self.expect('"only:" or "not:"', "only :", "spend this mana only")
        self.accept("on")
        clauses = self.generic_costs() if negative else []
        if not clauses:
            clauses = self.clause()
            while self.separator():
                clauses += self.clause()
        self.accept(".")
        if self.peek():
            raise self.error('"or", a condition or the end')
        return Restriction(tuple(clauses), negative)

    def generic_costs(self) -> list[Clause]:
        start = self.at
        self.accept("to")
        self.accept("pay")
        if any(map(self.phrase, _GENERIC)):
            return [Clause(Subject.GENERIC_COSTS)]
        self.at = start
        return []

    def separator(self) -> bool:
        comma = self.accept(",")
        return self.accept("or", "and", "and/or") or comma

    def clause(self) -> list[Clause]:
        """Read one clause; a list of kinds makes several."""
        self.accept("to")
        self.accept("cast", "activate", "pay")
        self.accept(*_ARTICLES)
        self.phrase("mana cost to")
        for spelling, deed in _DEED_SPELLINGS.items():
            if self.phrase(spelling):
                return [Clause(Subject.DEED, detail=deed)]
        if self.accept("turn", "turning"):
            return self.turning_face_up()
        if self.accept("ability", "abilities"):
            return self.abilities_of() if self.accept("of") else [Clause(Subject.ABILITIES)]
        if self.accept("cost", "costs"):
            self.expect('"that contain"', "that contain", "that contains")
            return [Clause(Subject.COSTS, detail=f"{{{self.symbol()}}}")]
        keyword = _plain(self.peek())
        if keyword in KEYWORDS:
            self.take()
            self.expect('"abilities"', "ability", "abilities")
            return [Clause(Subject.ABILITIES, detail=keyword)]
        kinds, _ = self.kinds()
        if not self.accept(*_SPELLS):
            raise self.error('a type, a capitalised subtype, "spells", "abilities" or "costs"')
        return self.with_conditions([(Subject.SPELLS, kind) for kind in kinds])

    def turning_face_up(self) -> list[Clause]:
        kinds, _ = self.kinds(plural=True)
        self.accept("permanent", "permanents")
        self.expect('a type or "permanents face up"', "face up")
        return [Clause(Subject.TURNING_FACE_UP, kind) for kind in kinds]

    def abilities_of(self) -> list[Clause]:
        """Read whose abilities are meant."""
        kinds, before_last = self.kinds(plural=True)
        subjects = [Subject.ABILITIES_OF_PERMANENTS] * len(kinds)
        if _plain(self.peek()) in _SPELLS and len(kinds) == 2:
            # "abilities of artifacts or creature spells": the second kind opens the next clause.
            self.at = before_last
            del kinds[1]
        elif self.accept("source", "sources"):
            subjects = [Subject.ABILITIES_OF_SOURCES] * len(kinds)
        elif self.accept("card", "cards"):
            subjects[-1] = Subject.ABILITIES_OF_CARDS
        elif not self.accept("permanent", "permanents") and (
            not kinds[0] or _plain(self.peek()) in _SPELLS
        ):
            raise self.error('a type, a capitalised subtype, "permanents" or "sources"')
        return self.with_conditions(list(zip(subjects, kinds, strict=False)))

    def kinds(self, *, plural: bool = False) -> tuple[list[_Traits], int]:
        """Read a list of kinds; also return the place before the last separator."""
        kinds = [self.kind(plural=plural)]
        before_last = start = self.at
        while kinds[-1] and self.separator():
            kind = self.kind(plural=plural)
            if not kind:
                break
            kinds.append(kind)
            before_last, start = start, self.at
        self.at = start
        return kinds, before_last

    def kind(self, *, plural: bool) -> _Traits:
        """Read the adjectives of one kind; plural nouns count where `plural` is set."""
        self.accept(*_ARTICLES)
        traits = []
        while (trait := self.adjective(plural=plural)) is not None:
            traits.append(trait)
        return tuple(traits)

    def adjective(self, *, plural: bool) -> Trait | None:
        start = self.at
        if self.phrase("time lord") or (plural and self.phrase("time lords")):
            return Trait(TraitKind.SUBTYPE, "Time Lord")
        written = self.take()
        word = singular(_plain(written)) if plural else _plain(written)
        if word in ADJECTIVES:
            return Trait(TraitKind.ADJECTIVE, word)
        if word in TYPES:
            return Trait(TraitKind.TYPE, word)
        if word.removeprefix("non") in TYPES:
            return Trait(TraitKind.NOT_TYPE, word.removeprefix("non"))
        if word in NAMED_SUBTYPES or (written[:1].isupper() and word not in _NOUNS):
            return Trait(TraitKind.SUBTYPE, word.capitalize())
        self.at = start
        return None

    def with_conditions(self, kinds: list[tuple[Subject, _Traits]]) -> list[Clause]:
        """Read what follows the noun; features joined by "or" double the clauses."""
        conditions: list[_Traits] = [()]
        while features := self.condition():
            conditions = [(*some, feature) for some in conditions for feature in features]
        return [Clause(subject, kind + some) for subject, kind in kinds for some in conditions]

    def condition(self) -> list[Trait]:
        """Read one condition, as its alternatives; none if no condition follows."""
        start = self.at
        self.accept("cast")
        for spelling, phrase in _PHRASE_SPELLINGS.items():
            if self.phrase(spelling):
                return [Trait(TraitKind.PHRASE, phrase)]
        self.at = start
        if self.accept("with"):
            features = [self.feature()]
            start = self.at
            while self.separator() and (self.peek()[:1] == "{" or _plain(self.peek()) == "mana"):
                features.append(self.feature())
                start = self.at
            self.at = start
            return features
        if self.accept("without"):
            symbol = self.symbol()
            any(map(self.phrase, _SYMBOL_PLACES))
            return [Trait(TraitKind.NO_SYMBOL, symbol)]
        if self.accept("named"):
            name = self.text[self.at :].strip()
            if not name:
                raise self.error("a card name")
            self.at = len(self.text)
            return [Trait(TraitKind.NAME, name)]
        return []

    def feature(self) -> Trait:
        if self.phrase("mana value") or self.phrase("converted mana cost"):
            number = self.peek()
            if not (number.isdecimal() and len(number) <= _MAX_DIGITS):
                raise self.error("a number of at most 3 digits")
            self.take()
            self.expect('"or greater"', "or greater")
            return Trait(TraitKind.MANA_VALUE, str(int(number)))
        if self.peek()[:1] == "{":
            symbol = self.symbol()
            any(map(self.phrase, _SYMBOL_PLACES))
            return Trait(TraitKind.SYMBOL, symbol)
        if self.accept("exactly"):
            count = _plain(self.peek())
            if count not in COUNTS:
                raise self.error("a number from one to five in words")
            self.take()
            self.expect('"colors"', "colors", "color")
            return Trait(TraitKind.COLOR_COUNT, count)
        keyword = _plain(self.peek())
        if keyword not in KEYWORDS:
            raise self.error('"mana value", a symbol, "exactly", "no abilities" or a keyword')
        self.take()
        return Trait(TraitKind.KEYWORD, keyword)

    def symbol(self) -> str:
        symbol = find_symbol(self.peek()[1:-1]) if self.peek()[:1] == "{" else None
        if symbol is None:
            raise self.error("a mana symbol, as {X}")
        self.take()
        return str(symbol)[1:-1]


def _plain(word: str) -> str:
    return word.lower().replace("’", "'").replace("colour", "color")
