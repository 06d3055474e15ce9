"""Static abilities that change what permanents make.

::

    static  = who ("is" | "are") land types ["in addition to its other types"]   Blood Moon
            | who ("has" | "have" | "gains") {keyword "and"} quotation            Cryptolith Rite
            | "as long as" condition "," who "has" quotation                      The World Tree
            | "if" tapped "," "it produces" times "as much of that mana instead"  Mana Reflection
            | "if" tapped "," "it produces" symbol "instead of any other type"
              ["and amount"]                                                      Contamination
            | "players can't" ["pay life"] ["or"] ["sacrifice" who] "to cast …"    Yasharn
    tapped  = ("you tap" who "for" | who "is tapped for") ["two or more"] "mana"
    who     = ["each" | "all"] ["equipped" | "enchanted"] nouns, as `Affected` reads them
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from autotap.models.mtg.effects import (
    BASIC_LAND_TYPES,
    CostBan,
    Grant,
    Multiplier,
    OutputReplacement,
    TypeSetting,
)
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.oracle.activated import activated
from autotap.models.mtg.oracle.conditions import conditions
from autotap.models.mtg.oracle.described import permanents
from autotap.models.mtg.oracle.sentences import line_of
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.vocabulary import singular

if TYPE_CHECKING:
    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.affected import Affected
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.oracle.activated import Activated
    from autotap.models.mtg.oracle.sentences import Line

_TIMES = {"twice": 2, "three times": 3, "four times": 4}
_ADDITION = (
    "in addition to its other land types",
    "in addition to their other land types",
    "in addition to its other types",
    "in addition to their other types",
)
_QUOTE = re.compile(r"«(\d+)»")


@dataclass(slots=True)
class Static:
    """What one line gives.

    Parameters
    ----------
    effects
        Effects on what permanents make.
    abilities
        Abilities of the permanent itself, while a condition holds.
    asks
        Phrases in the abilities that no board answers.
    """

    effects: list[Effect] = field(default_factory=list)
    abilities: list[ManaAbility] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)


def static(line: Line, section: str = "") -> Static | None:
    """Read a static ability on mana; None if the line is none.

    Parameters
    ----------
    line
        The line.
    section
        In words, when the part of the card holds that the line is in; "" for always.

    Raises
    ------
    NotRead
        If it is one, but outside the grammar or the model.

    Examples
    --------
    >>> from autotap.models.mtg.effect_text import effect_text
    >>> def texts(text):
    ...     return [effect_text(effect) for effect in static(line_of(text)).effects]
    >>> texts("Nonbasic lands are Mountains.")
    ['each nonbasic land is mountain']
    >>> texts('Creatures you control have "{T}: Add one mana of any color."')
    ['each creature you control has {T}: Add {Any}']
    """
    if len(line.sentences) != 1 or line.cost is not None:
        return None
    sentence = line.sentences[0]
    if "«" in sentence:
        return _grant(Words(sentence), line, section)
    for production in (_ban, _tapped, _land_types):
        effect = production(Words(sentence))
        if effect is not None and section:
            raise NotRead(f"an effect only at {section}")
        if effect is not None:
            return Static([effect])
    return None


def who(text: str) -> Affected:
    """Read the permanents that an effect is on.

    Raises
    ------
    NotRead
        If `Affected` has no place for a part of the description.
    """
    plain = re.sub(r"^(?:each|all|every|an?) ", "", text.strip(), flags=re.IGNORECASE)
    plain = re.sub(r"^equipped ", "enchanted ", plain, flags=re.IGNORECASE)
    return permanents(plain)


# --- land types ----------------------------------------------------------------------------------


def _land_types(words: Words) -> TypeSetting | None:
    """Read "nonbasic lands are Mountains"; None where no basic land types are set."""
    described = words.upto("is", "are")
    if not described or not words.accept("is", "are"):
        return None
    types = _basic_types(words)
    if not types:
        return None
    added = bool(words.accept(*_ADDITION))
    if not words.done:
        return None
    return TypeSetting(who(described), types, added=added)


def _basic_types(words: Words) -> frozenset[str]:
    if words.accept("every basic land type"):
        return frozenset(BASIC_LAND_TYPES)
    found: set[str] = set()
    while True:
        words.accept("a", "an")
        if singular(words.peek()) not in BASIC_LAND_TYPES:
            return frozenset(found)
        found.add(singular(words.take()))
        words.accept(", and", "and", ",")


# --- granted abilities ---------------------------------------------------------------------------


def _grant(words: Words, line: Line, section: str) -> Static | None:
    """Read "creatures you control have …"; None where the quotations are no mana abilities."""
    start = words.at
    need = words.upto(",") if words.accept("as long as") else ""
    if need and section:
        raise NotRead("two conditions; the model has one")
    if need:
        words.accept(",")
    described = words.upto("has", "have", "gain", "gains")
    if not words.accept("has", "have", "gain", "gains") or "«" in described or "." in described:
        words.at = start
        return None
    described = re.sub(r" gets [+-]\d+/[+-]\d+(?:,| and)?$", "", described)
    given = words.rest()
    if not re.fullmatch(r"(?:[a-z ,{}\d]*?and )?«\d+»(?: and «\d+»)*", given):
        return None
    granted = [activated(each) for each in map(line_of, _quotations(given, line)) if _adds(each)]
    found = Static()
    if described.lower() == "it":
        described, need = _it(need)
    this = re.fullmatch(r"this(?: \w+)?", described, re.IGNORECASE)
    for each in granted:
        found.asks += each.asks
        _give(each, None if this else who(described), need or section, found)
    return found


def _it(need: str) -> tuple[str, str]:
    """Say whom "it" means after "as long as", and what of that is still a condition."""
    if re.match(r"this\b", need, re.IGNORECASE):
        return "this", need
    attached = re.fullmatch(r"(?:enchanted|equipped) \w+ is an? (?P<kind>\w+)", need, re.IGNORECASE)
    if attached is None:
        raise NotRead('expected whom "it" means')
    return f"enchanted {attached['kind']}", ""


def _quotations(given: str, line: Line) -> list[str]:
    return [line.quotes[int(number)] for number in _QUOTE.findall(given)]


def _adds(quoted: Line) -> bool:
    return any(re.search(r"\badds?\b", each, re.IGNORECASE) for each in quoted.sentences)


def _give(given: Activated, affected: Affected | None, need: str, found: Static) -> None:
    """Put granted abilities on others, or on the permanent itself while a condition holds."""
    if given.open_abilities and (need or affected is None):
        raise NotRead("an ability read off the board with a condition")
    abilities = [each for one in given.abilities for each in _under(one, need, found)]
    if affected is None:
        found.abilities += abilities
    else:
        found.effects += [Grant(affected, each) for each in abilities]
        found.effects += [Grant(affected, each) for each in given.open_abilities]


def _under(ability: ManaAbility, need: str, found: Static) -> tuple[ManaAbility, ...]:
    if not need:
        return (ability,)
    if ability.condition:
        raise NotRead("two conditions; the model has one")
    needs = conditions(need)
    found.asks += [each.what for each in needs if each.asked]
    return tuple(replace(ability, condition=each.pair) for each in needs)


# --- replaced mana, and costs that cannot be paid ------------------------------------------------


def _tapped(words: Words) -> Multiplier | OutputReplacement | None:
    """Read "if a land is tapped for mana, it produces …"."""
    if not words.accept("if") or not words.find("it produces"):
        return None
    yours = " you control" if words.accept("you tap") else ""
    described = words.upto("is tapped for", "for")
    words.expect("is tapped for", "for")
    at_least = 2 if words.accept("two or more") else 1
    words.expect("mana , it produces", "mana , that permanent produces")
    affected = who(described + yours)
    if times := words.accept(*_TIMES):
        words.expect("as much of that mana instead")
        words.end()
        return Multiplier(affected, _TIMES[times])
    symbols = _replacing(words)
    words.expect("instead of any other type")
    amount = words.accept("and amount")
    words.end()
    return OutputReplacement(
        affected, parse_mana_list(symbols), amount_kept=not amount, at_least=at_least
    )


def _replacing(words: Words) -> str:
    if words.accept("mana of a color of your choice"):
        return "{Any}"
    if words.accept("colorless mana"):
        return "{C}"
    symbol = words.take().upper()
    if not re.fullmatch(r"\{[WUBRGC]\}", symbol):
        raise words.fault("one mana symbol")
    return symbol


def _ban(words: Words) -> CostBan | None:
    if not words.accept("players can't"):
        return None
    life = bool(words.accept("pay life"))
    words.accept("or")
    described = words.upto("to cast spells") if words.accept("sacrifice") else ""
    if not (life or described) or not words.accept("to cast spells or activate abilities"):
        return None
    words.end()
    return CostBan(life=life, sacrifice=who(described) if described else None)
