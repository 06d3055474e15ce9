"""What mana may be spent on, and what happens when it is.

::

    restriction = "spend this mana only" … | "this mana can't be spent" …
                | "you can't spend this mana" …            in the language of `restriction.py`
    rider       = ("when" | "if" | "whenever") ("that" | "this") "mana is spent" …
                | ("when" | "if") "you spend this mana" … | …", and that spell" …
    retention   = "until end of" ("turn" | "combat") ", you don't lose this mana" …
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from autotap.models.errors import RestrictionSyntaxError
from autotap.models.mtg.mana import ManaTags, Retention
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.restriction import Restriction

_RESTRICTION = re.compile(
    r"(?:spend this mana only|(?P<no>this mana can't be spent|you can't spend this mana))\b",
    re.IGNORECASE,
)
_RIDER = re.compile(
    r"(?:when|whenever|if) (?:(?:that|this) mana is spent|you spend this mana)\b"
    r"|creature spells you spend this mana to cast\b|if this mana is spent\b",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"until end of (?P<until>turn|combat), (?:you|they) don't lose this mana as steps"
    r"(?: and phases)? end",
    re.IGNORECASE,
)
_WITH = re.compile(r",? and (that spell .*)")
_SPELLINGS = (
    (r"\bspell that has ", "spell with "),
    (r"\bspells that have ", "spells with "),
    (r"\bforetell cards\b", "foretelling cards"),
    (r"\bunlock doors\b", "unlocking doors"),
    (r"\bspell that's one or more colors\b", "colored spell"),
    (r"\ba colored spell\b", "a colored spell"),
)


@dataclass(frozen=True, slots=True)
class Spending:
    """The tags that the sentences of an ability put on its mana."""

    tags: ManaTags = ManaTags()

    def read(self, sentence: str) -> Spending | None:
        """Add what a sentence says; None if it speaks of something else.

        Raises
        ------
        NotRead
            If it is a restriction outside the language of restrictions, or a second one.

        Examples
        --------
        >>> print(Spending().read("This mana can't be spent to cast a nonartifact spell.").tags)
         (not: nonartifact spells)
        """
        plain = sentence.strip().rstrip(".")
        if _RESTRICTION.match(plain):
            return self._restricted(plain)
        if _RIDER.match(plain):
            return Spending(replace(self.tags, riders=(*self.tags.riders, rider_text(plain))))
        if kept := _KEPT.fullmatch(plain):
            lasting = Retention.TURN if kept["until"].lower() == "turn" else Retention.COMBAT
            return Spending(replace(self.tags, retention=lasting))
        return None

    def _restricted(self, plain: str) -> Spending:
        with_it = _WITH.search(plain)
        text = plain[: with_it.start()] if with_it else plain
        if self.tags.only:
            raise NotRead("two restrictions on one mana")
        tags = replace(self.tags, only=restriction_text(text))
        if with_it:
            tags = replace(tags, riders=(*tags.riders, rider_text(with_it[1])))
        return Spending(tags)


def restriction_text(sentence: str) -> str:
    """Read a restriction, and write it as the model does.

    Raises
    ------
    NotRead
        If it is outside the closed language of restrictions.

    Examples
    --------
    >>> restriction_text("Spend this mana only to cast a spell that has foretell")
    'only: spells with foretell'
    >>> restriction_text("You can't spend this mana to cast spells")
    'not: spells'
    """
    plain = _RESTRICTION.sub(lambda match: "not:" if match["no"] else "only:", sentence, count=1)
    for spelling, usual in _SPELLINGS:
        plain = re.sub(spelling, usual, plain)
    try:
        return str(Restriction.parse(plain))
    except RestrictionSyntaxError as error:
        raise NotRead(f"restriction: expected {error.expected}") from None


def rider_text(text: str) -> str:
    """Write a rider so that it fits into the tags of mana."""
    return " ".join(text.replace("(", "").replace(")", "").split()).strip(" .")
