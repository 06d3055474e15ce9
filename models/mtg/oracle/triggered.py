"""Triggered mana abilities, and what else happens when a permanent is tapped for mana.

::

    triggered = ("whenever" | "when") tapping "," adds ["," "and" hurt]          Wild Growth
              | "whenever" tapping "," hurt                                      Manabarbs
              | "whenever this land becomes tapped," hurt                        City of Brass
    tapping   = who "taps" whose "for" what | whose "is tapped for" what
              | "a land's ability causes you to add one or more mana of the chosen color"
    who       = "you" | "a player"
    what      = "mana" ["of the chosen color"] | symbol
    adds      = ["you" | "that player" | "its controller"] "add" ["an additional"] made
              | … "one mana of any type that" kind "produced"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autotap.models.mtg.affected import LANDS, Affected
from autotap.models.mtg.effects import ALL_TYPES, ExtraMana, TapDamage
from autotap.models.mtg.open_ability import ChosenColor
from autotap.models.mtg.oracle.described import permanents
from autotap.models.mtg.oracle.outputs import made
from autotap.models.mtg.oracle.spending import Spending
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.oracle.sentences import Line

_TYPE = re.compile(r"\{([wubrgc])\}")
_YOU = "you control"


@dataclass(slots=True)
class Triggered:
    """What one line gives.

    Parameters
    ----------
    effects
        Effects on what permanents make.
    damage
        Damage to you whenever the permanent itself becomes tapped.
    remarks
        Sentences that concern neither mana nor costs.
    """

    effects: list[Effect] = field(default_factory=list)
    damage: int = 0
    remarks: list[str] = field(default_factory=list)


def is_triggered(line: Line) -> bool:
    """Tell whether a line is about permanents that are tapped, or that add mana.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> is_triggered(line_of("Whenever you tap a land for mana, add {G}."))
    True
    """
    first = line.sentences[0].lower() if line.sentences else ""
    return bool(
        re.match(r"when(?:ever)? ", first)
        and (
            re.match(
                r"when(?:ever)? (?:(?!\badds?\b).)*\b(?:taps?|tapped)\b.*? for (?:mana|\{)", first
            )
            or re.search(r"causes you to add", first)
            or re.match(r"whenever this(?: \w+)? becomes tapped", first)
        )
    )


def triggered(line: Line, name: str) -> Triggered:
    """Read such a line of the permanent with a name.

    Raises
    ------
    NotRead
        If it is outside the grammar.

    Examples
    --------
    >>> from autotap.models.mtg.effect_text import effect_text
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> growth = line_of("Whenever you tap a Forest for mana, add an additional {G}.")
    >>> print(*map(effect_text, triggered(growth, "My Growth").effects))
    each forest you control tapped for mana adds {G} (from: My Growth)
    """
    found = Triggered()
    first, *others = line.sentences
    words = Words(first)
    words.expect("whenever", "when")
    if not _matters(first):
        others = list(line.sentences)
    elif words.this() and words.accept("becomes tapped ,"):
        words.accept("it")
        words.this()
        found.damage = _damage(words)
        if not found.damage:
            raise NotRead("damage to you")
    else:
        words.at = 1
        found.effects.append(_effect(words, name))
    for sentence in others:
        if Spending().read(sentence) or _matters(sentence):
            raise NotRead("one sentence about the mana that a trigger adds")
        found.remarks.append(line.original(sentence))
    return found


def _matters(sentence: str) -> bool:
    """Tell whether a sentence adds mana, or hurts the one who taps."""
    effect = sentence.partition(",")[2] if re.match("when", sentence, re.IGNORECASE) else sentence
    who = r"(?:you|that player|the player|each player)"
    hurts = rf"\bdeals \w+ damage to {who}\b|\b{who} loses? \w+ life\b"
    return bool(re.search(rf"\badds?\b|\bmana\b|{hurts}", effect, re.IGNORECASE))


def _effect(words: Words, name: str) -> Effect:
    tapped = True
    if words.accept("a land's ability causes you to add one or more mana of the chosen color"):
        affected, produced, tapped = _yours(LANDS), frozenset[ManaType](), False
    else:
        affected, produced = _tapping(words)
    words.expect(",")
    words.accept("you", "that player", "its controller", "the player")
    if not words.accept("add", "adds"):
        words.accept("it")
        words.this()
        amount = _damage(words)
        if not amount or produced != ALL_TYPES:
            raise NotRead("what the trigger adds")
        return TapDamage(affected, amount)
    mana = _added(words)
    damage = 0
    if not words.done:
        words.expect(", and", "and")
        words.accept("it")
        words.this()
        damage = _damage(words)
        if not damage:
            raise NotRead("what the trigger does besides")
    return ExtraMana(
        affected, name or "this", mana, produced=produced, tapped=tapped, damage=damage
    )


def _tapping(words: Words) -> tuple[Affected, frozenset[ManaType]]:
    """Read which permanents are tapped for what."""
    who = words.accept("you tap", "a player taps")
    stop = "for" if who else "is tapped for"
    text = words.upto(stop)
    words.expect(stop)
    if _TYPE.fullmatch(words.peek()):
        produced = frozenset({ManaType(words.take()[1].upper())})
    elif words.accept("mana of the chosen color"):
        produced = frozenset()
    else:
        words.expect("mana")
        produced = ALL_TYPES
    affected = permanents(re.sub(r"^(?:an?|each) ", "", text))
    return (_yours(affected) if who == "you tap" else affected), produced


def _yours(affected: Affected) -> Affected:
    if affected.yours:
        return affected
    return Affected.parse(f"{affected} {_YOU}")


def _added(words: Words) -> ManaList | None:
    """Read the mana that is added; None for one of a type that was produced."""
    if words.accept("one mana of any type that"):
        words.upto("produced")
        words.expect("produced")
        return None
    if words.accept("an additional one mana of that color", "one mana of that color"):
        return ()
    found = made(words)
    if found.times is None and found.offers == (ChosenColor(),) and not found.outputs:
        return ()
    if found.times is not None or found.offers or len(found.outputs) != 1:
        raise NotRead("one fixed amount of mana")
    return found.outputs[0]


def _damage(words: Words) -> int:
    if not words.accept("deals"):
        return 0
    number = words.number() or 0
    words.expect("damage to you", "damage to that player", "damage to the player")
    words.end()
    return number
