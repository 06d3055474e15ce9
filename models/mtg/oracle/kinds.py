"""Noun phrases: which objects a sentence speaks of, and what it counts.

::

    kind     = ["another" | "other"] run {("or" | "and" | ",") [article] run} [suffix]
    run      = {adjective} noun
    suffix   = "you control" | "on the battlefield" | "named" NAME

A kind whose words are types and colors can be counted on a board: it becomes the text that
`Source.is_a` reads, as ``"artifact or legendary creature"``. Whatever else is counted is a *phrase*
in words, as ``"cards in your hand"``, for which the caller gives the number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.mtg.oracle.words import NUMBERS
from autotap.models.mtg.vocabulary import COLOR_WORDS, TYPES, singular

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.words import Words

_NOUNS = TYPES - {"basic", "legendary", "snow", "world"} | {"permanent", "token", "card"}
_PLAIN = TYPES | _NOUNS | set(COLOR_WORDS) | {"colorless"}
_ARTICLES = ("a", "an", "each", "all", "the")
_TAPPED = ("untapped", "tapped")
_SELF = "creature|land|artifact|card|permanent|enchantment"


@dataclass(frozen=True, slots=True)
class Kind:
    """Objects of some types.

    Parameters
    ----------
    what
        As `Source.is_a` reads it.
    other
        Whether the object that speaks is not meant.
    where
        What stands after the nouns: ``"you control"``, ``"on the battlefield"``, …
    """

    what: str
    other: bool = False
    where: str = ""


def kind(words: Words) -> Kind:
    """Read a kind of objects.

    Raises
    ------
    NotRead
        If no type comes next.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.words import Words
    >>> kind(Words("other untapped Elves or legendary creatures you control"))
    Kind(what='elf or legendary creature', other=True, where='you control')
    """
    other = bool(words.accept("another", "other"))
    runs = [_run(words)]
    start = words.at
    while joint := words.accept(", or", ", and", "or", "and", ",", "and/or"):
        if joint.endswith("and") and words.peek() in ("a", "an"):
            break  # "an Elf and a Dragon" asks for both
        following = _run(words, needed=False)
        if not following:
            break
        runs.append(following)
        start = words.at
    words.at = start
    if runs[0][-1] in COLOR_WORDS and runs[-1][-1] in _NOUNS:
        # "a black or artifact creature": the last noun is that of all.
        runs = [*([*run, runs[-1][-1]] for run in runs[:-1]), runs[-1]]
    what = " or ".join(" ".join(run) for run in runs)
    if words.accept("named"):
        what = words.upto("you control", ",").lower()
    where = words.accept("you control", "on the battlefield", "they control")
    if where and words.accept("named"):
        what = words.upto(",").lower()
    return Kind(what, other, where)


def _run(words: Words, *, needed: bool = True) -> list[str]:
    """Read the words of one kind, in the singular; an empty list if there are none."""
    start = words.at
    words.accept(*_ARTICLES)
    words.accept(*_TAPPED)
    found: list[str] = []
    while not words.done:
        written = words.shown()
        word = singular(written.lower())
        plain = word.removeprefix("non-").removeprefix("non")
        typed = word in _PLAIN or (word != plain and (plain in _PLAIN or written[-1].isalpha()))
        if word in ("nothing", "none") or not (typed or _is_subtype(written)):
            break
        found.append(f"non{plain}" if word != plain and not _is_subtype(written) else word)
        words.take()
    if not found:
        words.at = start
        if needed:
            raise words.fault("a kind of objects")
    return [word for word in found if word != "permanent" or len(found) == 1]


def _is_subtype(written: str) -> bool:
    return bool(re.fullmatch(r"[A-Z][\w'-]*", written)) and written not in ("X", "Add", "Activate")


def phrase(text: str) -> str:
    """Write what is counted in words, in one form for the different wordings of the cards.

    Examples
    --------
    >>> phrase("the number of creatures you control with power 4 or greater")
    'creatures with power 4+ you control'
    >>> phrase("this creature's power")
    'its power'
    """
    plain = text.lower().strip(" .")
    plain = re.sub(r"(?:\bthe )?\b(?:number|amount) of ", "", plain)
    plain = re.sub(rf"\bthis(?: (?:{_SELF}))?'s ", "its ", plain)
    plain = re.sub(rf"\bthis(?: (?:{_SELF}))?\b(?! (?:turn|way|game|combat|phase))", "it", plain)
    plain = re.sub(r"(\d+|\b[a-z]+) or (?:greater|more)\b", lambda m: f"{_digits(m[1])}+", plain)
    plain = re.sub(r" you control (with .*)", r" \1 you control", plain)
    plain = re.sub(r"\bentered the battlefield\b", "entered", plain)
    plain = re.sub(r"\bconverted mana cost\b", "mana value", plain)
    plain = plain.replace(" or ", " / ").replace("(", "").replace(")", "")
    return re.sub(r"^(?:the|a|an|each) ", "", " ".join(plain.split()))


def _digits(word: str) -> str:
    return str(NUMBERS.get(word, word))
