"""What `effects` of a case do to a cost, as far as their kinds say it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL, ManaSymbol, ManaType
from autotap.models.mtg.ways import CostOption, emerge, harmonize, life_for_less, offering
from tests.casework.reasons import (
    ALTERNATIVE_COST,
    EFFECT_IN_WORDS,
    FREE,
    LIFE_FOR_MANA,
    UnsupportedCaseError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_ON_COSTS = frozenset(
    "extra multiply replace damage grant types amount forbid spend-as grant-payment no-mana".split()
)
"""Kinds that change production, or that other keys of the case state."""
_ANNOUNCED = frozenset({"life-for-mana", "optional-reduce"})
"""Kinds that `life_for` and `options_of` read."""

_TYPES = frozenset("artifact battle creature enchantment instant kindred land planeswalker".split())
_TYPES |= {"sorcery", "legendary", "snow", "basic"}
_PERMANENT = frozenset("artifact battle creature enchantment land planeswalker".split())
_COLORS = dict(zip(("white", "blue", "black", "red", "green"), "WUBRG", strict=True))
_BY_OBJECT = frozenset({"emerge", "offering", "harmonize"})


def base_cost(case: Mapping[str, Any]) -> ManaCost | None:
    """Find the cost that changes start from: the alternative one, or the printed one.

    Where a chosen object decides, the alternative one is an option beside the printed one.

    Raises
    ------
    UnsupportedCaseError
        If the alternative cost is only told in words.
    """
    pay = case["pay"]
    alternative = pay.get("alternative_cost")
    text = pay["cost"]
    if alternative and alternative["name"] not in _BY_OBJECT:
        if "cost" not in alternative:
            raise UnsupportedCaseError(ALTERNATIVE_COST)
        text = alternative["cost"]
    return ManaCost.parse(text) if text else None


def options_of(case: Mapping[str, Any]) -> tuple[CostOption, ...]:
    """Collect what the payer may announce: costs by a chosen object, reductions for life."""
    options = []
    alternative = case["pay"].get("alternative_cost", {})
    match alternative.get("name"):
        case "emerge":
            options.append(emerge(alternative["cost"]))
        case "harmonize":
            options.append(harmonize(alternative["cost"]))
        case "offering":
            options.append(offering(alternative["text"].removesuffix(" offering")))
    for number, effect in enumerate(_effects(case, "optional-reduce")):
        if applies(effect["of"], case["pay"]):
            name = f"{effect['text']} ({number})"
            option = life_for_less(name, effect["amount"], effect["life"])
            options.append(replace(option, most=effect["times"]))
    return tuple(options)


def life_for(case: Mapping[str, Any]) -> frozenset[ManaType]:
    """Collect the types of mana in place of which 2 life may be paid."""
    types: set[ManaType] = set()
    for effect in _effects(case, "life-for-mana"):
        if effect["life"] != LIFE_FOR_A_SYMBOL:
            raise UnsupportedCaseError(LIFE_FOR_MANA)
        types.update(ManaSymbol.parse(effect["symbol"]).types)
    return frozenset(types)


def _effects(case: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    return [effect for effect in case.get("effects", []) if effect.get("kind") == kind]


def modifiers_of(case: Mapping[str, Any]) -> tuple[Modifier, ...]:
    """Collect increases, reductions and minimums that hold for what is paid.

    Raises
    ------
    UnsupportedCaseError
        If an effect has no kind, or one that is not covered.
    """
    found = []
    for effect in case.get("effects", []):
        kind = effect.get("kind")
        if kind == "free" and "alternative_cost" not in case["pay"]:
            raise UnsupportedCaseError(FREE)
        if kind in Change.__members__.values():
            if applies(effect.get("of", "this"), case["pay"]):
                found += [_modifier(effect)] * effect.get("times", 1)
        elif kind != "free" and kind not in NOT_ON_COSTS | _ANNOUNCED:
            raise UnsupportedCaseError(EFFECT_IN_WORDS)
    return tuple(found)


def _modifier(effect: Mapping[str, Any]) -> Modifier:
    amount = effect["amount"]
    cost = ManaCost.parse(amount) if isinstance(amount, str) else ManaCost().add_generic(amount)
    return Modifier(
        Change(effect["kind"]),
        cost,
        floor=effect.get("floor", 0),
        spill=effect.get("spill", True),
        text=effect["text"],
    )


def applies(of: str, pay: Mapping[str, Any]) -> bool:
    """Judge card types, colors and kind in ``of``; anything else counts as met.

    Examples
    --------
    >>> pay = {"kind": "spell", "types": ["instant"], "cost": "{1}{U}"}
    >>> [applies(of, pay) for of in ("instant and sorcery spells", "your black spells", "this")]
    [True, False, True]
    """
    words = re.findall(r"[a-z]+", of.lower())
    if words[0] in ("this", "that"):
        return True
    if "spells" in words and pay["kind"] != "spell":
        return False
    if "abilities" in words and pay["kind"] != "ability":
        return False
    types = set(pay["types"])
    colors = ManaCost.parse(pay["cost"]).colors if pay["cost"] else frozenset()
    groups = re.split(r"\b(?:and|or)\b|,", of.lower())
    named = [group for group in groups if _TYPES & set(re.findall(r"[a-z]+", group))]
    if named and not any(_TYPES & set(re.findall(r"[a-z]+", g)) <= types for g in named):
        return False
    if any(word.startswith("non") and word[3:] in types for word in words):
        return False
    if "permanent" in words and not types & _PERMANENT:
        return False
    return all(_COLORS[word] in colors for word in words if word in _COLORS)
