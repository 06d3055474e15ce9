"""The text form of continuous effects on what sources make.

One sentence an effect::

    effect = EACH "is" ["also"] TYPE {" and " TYPE}                             Blood Moon, Urborg
           | EACH "has" ability                                                  Cryptolith Rite
           | EACH "tapped for mana makes" N "times as much"                      Mana Reflection
           | EACH "tapped for" ("mana" | N "or more mana") "makes" ["as much"] mana list "instead"
           | EACH WHEN "adds" ADDED ["(from:" NAME ")"] ["(source:" TYPES ")"]   Wild Growth
             ["(" N "damage to you)"]
           | EACH "tapped for mana deals" N "damage to you"                      Manabarbs
           | "cannot" ("pay life" | ["pay life or"] "sacrifice" WHO)             Yasharn
           | WHAT "=" N                                               a number instead of counting
    EACH   = "each" WHO ["among" ID {", " ID}]       ID = a JSON string
    WHO    = ["enchanted"] adjectives and nouns ["named" NAME] ["you control"]
    WHEN   = "tapped for" MADE | "making" MADE       MADE = "mana" | {W} {" or " {U}} | "chosen"
    ADDED  = mana list | "one of that type" | "one of the chosen color"

``making`` is for whatever its abilities add, ``tapped for`` for those with {T} in their cost.
Without ``from`` the mana comes from the permanent that has the effect.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.errors import AbilitySyntaxError, EffectSyntaxError, InputError
from autotap.models.mtg.ability import MAX_AMOUNT, ManaAbility
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.effects import (
    ALL_TYPES,
    BASIC_LAND_TYPES,
    CostBan,
    ExtraMana,
    GivenAmount,
    Grant,
    Multiplier,
    OutputReplacement,
    TapDamage,
    TypeSetting,
)
from autotap.models.mtg.mana import (
    MAX_TEXT,
    flags_text,
    mana_list_text,
    parse_flags,
    parse_mana_list,
)
from autotap.models.mtg.open_ability import OpenAbility
from autotap.models.mtg.symbols import ManaType
from autotap.models.text import QUOTED, fold, quote, unquote

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList

SAME = "one of that type"
CHOSEN = "one of the chosen color"
_NAMED_MANA: dict[str, ManaList | None] = {SAME: None, CHOSEN: ()}


@lru_cache(maxsize=4096)
def parse_effect(text: str, name: str = "") -> Effect:
    """Read an effect.

    Parameters
    ----------
    text
        The sentence.
    name
        Name of the permanent that has the effect, where the text does not say.

    Raises
    ------
    EffectSyntaxError
        If it is no such sentence, or a part of it cannot be read or is out of range.

    Examples
    --------
    >>> wake = parse_effect("each land you control tapped for mana adds one of that type", "Wake")
    >>> print(effect_text(wake))
    each land you control tapped for mana adds one of that type (from: Wake)
    """
    if len(text) > MAX_TEXT:
        raise EffectSyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
    plain = re.sub(r"\s", " ", fold(text)).strip()
    for pattern, read in _EFFECTS:
        if match := pattern.fullmatch(plain):
            try:
                return read(match, name)
            except ValueError as error:
                expected = error.expected if isinstance(error, InputError) else "a JSON string"
                raise EffectSyntaxError(text, expected) from None
    raise EffectSyntaxError(text, "a sentence as 'each land tapped for mana adds {G}'")


def is_effect(text: str) -> bool:
    """Tell whether a text has the form of an effect, whatever its parts are.

    Examples
    --------
    >>> is_effect("each land is also swamp"), is_effect("{T}: Add {G}")
    (True, False)
    """
    plain = re.sub(r"\s", " ", fold(text)).strip()
    return any(pattern.fullmatch(plain) for pattern, _ in _EFFECTS)


# --- reading -------------------------------------------------------------------------------------

_WHO = (
    rf'(?P<phrase>[^":]+?)(?: named (?P<named>{QUOTED}))?(?P<yours> you control)?'
    rf"(?: among (?P<ids>{QUOTED}(?:, {QUOTED})*))?"
)
_EACH = rf"each {_WHO}"
_TYPE = r"\{[WUBRGC]\}"
_MADE = rf"(?:mana|(?P<types>{_TYPE}(?: or {_TYPE})*)|(?P<chosen>chosen))"
_TAGS = r"(?: \(from: (?P<source>[^()]+)\))?(?: \(source: (?P<flags>[^()]+)\))?"


def _affected(match: re.Match[str]) -> Affected:
    plain = Affected.parse(match["phrase"])
    named = unquote(match["named"]).lower() if match["named"] else plain.name
    ids = None
    if match["ids"]:
        ids = frozenset(unquote(each[0]) for each in re.finditer(QUOTED, match["ids"]))
    return Affected(
        plain.all_of,
        plain.any_of,
        plain.none_of,
        plain.colors,
        named,
        ids,
        plain.attached,
        plain.yours or match["yours"] is not None,
    )


def _number(digits: str, low: int = 1) -> int:
    if len(digits) > len(str(MAX_AMOUNT)) or not low <= int(digits) <= MAX_AMOUNT:
        raise EffectSyntaxError(digits[:20], f"a number from {low} to {MAX_AMOUNT}")
    return int(digits)


def _ability(text: str) -> ManaAbility | OpenAbility:
    try:
        return ManaAbility.parse(text)
    except AbilitySyntaxError:
        return OpenAbility.parse(text)


def _types(match: re.Match[str], name: str) -> Effect:
    types = frozenset(match["types"].lower().split(" and "))
    return TypeSetting(_affected(match), types, added=match["also"] is not None)


def _replacement(match: re.Match[str], name: str) -> Effect:
    return OutputReplacement(
        _affected(match),
        parse_mana_list(match["mana"]),
        amount_kept=match["kept"] is not None,
        at_least=_number(match["least"]) if match["least"] else 1,
    )


def _extra(match: re.Match[str], name: str) -> Effect:
    added = match["added"].lower()
    produced = ALL_TYPES
    if match["types"]:
        letters = re.findall(r"\{(\w)\}", match["types"].upper())
        produced = frozenset(map(ManaType, letters))
    elif match["chosen"]:
        produced = frozenset()
    return ExtraMana(
        _affected(match),
        match["source"] or name,
        _NAMED_MANA[added] if added in _NAMED_MANA else parse_mana_list(match["added"]),
        flags=parse_flags(match["flags"] or ""),
        produced=produced,
        tapped=match["when"].lower() == "tapped for",
        damage=_number(match["damage"]) if match["damage"] else 0,
    )


def _ban(match: re.Match[str], name: str) -> Effect:
    what = _affected(match) if match["phrase"] else None
    return CostBan(life=match["life"] is not None, sacrifice=what)


_READERS: tuple[tuple[str, Callable[[re.Match[str], str], Effect]], ...] = (
    (
        rf"{_EACH} has (?P<ability>[^\"]*: .*)",
        lambda match, _: Grant(_affected(match), _ability(match["ability"])),
    ),
    (rf"{_EACH} is (?P<also>also )?(?P<types>[a-z]+(?: and [a-z]+)*)", _types),
    (
        rf"{_EACH} tapped for mana makes (?P<factor>\d+) times as much",
        lambda match, _: Multiplier(_affected(match), _number(match["factor"])),
    ),
    (
        rf"{_EACH} tapped for (?:mana|(?P<least>\d+) or more mana) makes (?P<kept>as much )?"
        r"(?P<mana>\{.*\}) instead",
        _replacement,
    ),
    (
        rf"{_EACH} (?P<when>tapped for|making) {_MADE} adds (?P<added>{SAME}|{CHOSEN}|\{{.*?)"
        rf"{_TAGS}(?: \((?P<damage>\d+) damage to you\))?",
        _extra,
    ),
    (
        rf"{_EACH} tapped for mana deals (?P<damage>\d+) damage to you",
        lambda match, _: TapDamage(_affected(match), _number(match["damage"])),
    ),
    (rf"cannot (?P<life>pay life)(?: or sacrifice {_WHO})?", _ban),
    (rf"cannot (?P<life>(?!))?sacrifice {_WHO}", _ban),
    (
        r"(?P<of>[a-z][^=:\"]*?) = (?P<number>\d+)",
        lambda match, _: GivenAmount(match["of"].lower(), _number(match["number"], low=0)),
    ),
)
_EFFECTS = tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in _READERS)


# --- writing -------------------------------------------------------------------------------------


def effect_text(effect: Effect) -> str:
    """Write an effect so that `parse_effect` reads it back.

    Examples
    --------
    >>> effect_text(TypeSetting(Affected.parse("nonbasic lands"), frozenset({"mountain"})))
    'each nonbasic land is mountain'
    """
    match effect:
        case CostBan():
            parts = ["pay life"] * effect.life
            parts += [] if effect.sacrifice is None else [f"sacrifice {_who(effect.sacrifice)}"]
            return f"cannot {' or '.join(parts)}"
        case GivenAmount():
            return f"{effect.of} = {effect.value}"
    each = f"each {_who(effect.affected)}"
    match effect:
        case TypeSetting():
            types = " and ".join(kind for kind in BASIC_LAND_TYPES if kind in effect.types)
            return f"{each} is {'also ' * effect.added}{types}"
        case Grant():
            return f"{each} has {effect.ability}"
        case Multiplier():
            return f"{each} tapped for mana makes {effect.factor} times as much"
        case TapDamage():
            return f"{each} tapped for mana deals {effect.amount} damage to you"
        case OutputReplacement():
            what = "mana" if effect.at_least == 1 else f"{effect.at_least} or more mana"
            mana = "as much " * effect.amount_kept + mana_list_text(effect.mana)
            return f"{each} tapped for {what} makes {mana} instead"
        case ExtraMana():
            return f"{each} {_when(effect)} adds {_added(effect)}"


def _who(affected: Affected) -> str:
    plain = Affected(
        affected.all_of,
        affected.any_of,
        affected.none_of,
        affected.colors,
        attached=affected.attached,
    )
    text = str(plain)
    text += f" named {_quoted(affected.name)}" if affected.name else ""
    text += " you control" * affected.yours
    if affected.ids is not None:
        text += f" among {', '.join(map(_quoted, sorted(affected.ids)))}"
    return text


def _quoted(text: str) -> str:
    """Quote a text so that a board text is not split in it, at slashes either."""
    return quote(text).replace("/", "\\u002f")


def _when(effect: ExtraMana) -> str:
    verb = "tapped for" if effect.tapped else "making"
    if effect.produced == ALL_TYPES:
        return f"{verb} mana"
    kinds = [f"{{{kind}}}" for kind in ManaType if kind in effect.produced]
    return f"{verb} {' or '.join(kinds) or 'chosen'}"


def _added(effect: ExtraMana) -> str:
    mana = CHOSEN
    if effect.mana is None:
        mana = SAME
    elif effect.mana:
        mana = mana_list_text(effect.mana)
    flags = f" (source: {flags_text(effect.flags)})" if effect.flags else ""
    damage = f" ({effect.damage} damage to you)" if effect.damage else ""
    return f"{mana} (from: {effect.source}){flags}{damage}"
