"""The payment context of a case: what restrictions on mana are judged on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.symbols import ManaType
from tests.casework.reasons import UNKNOWN_COLOR, UnsupportedCaseError

if TYPE_CHECKING:
    from collections.abc import Mapping

_RESTRICTION = re.compile(r"\(((?:only|not): [^()]*)\)")
_ABILITY_OF_COLOR = re.compile(
    r"\babilit(?:y|ies) of [^()]*\b(?:colorless|colored|multicolored|white|blue|black|red|green)\b"
)
_WITH = r"(?: with (?P<word>[a-z]+))?"
_OBJECT = re.compile(rf"(?P<colorless>colorless )?(?P<subtype>[A-Z][a-z]+){_WITH}")
_ZONE = re.compile(rf"\bfrom (?:a |your )?(?P<zone>hand|graveyard|exile)\b{_WITH}")
_DEEDS = {"equip": "equip", "kicker": "kicked"}


def restriction_texts(case: Mapping[str, Any]) -> list[str]:
    """List the restriction texts on the board and in the pool, each once."""
    texts = [text for e in case["board"] for text in e.get("abilities", e.get("printed", ()))]
    return list(dict.fromkeys(_RESTRICTION.findall(" ".join([*texts, case.get("pool", "")]))))


def context_of(case: Mapping[str, Any]) -> Context:
    """Read the context from ``pay``: kind, types, printed cost, and what ``extra`` says clearly."""
    pay = case["pay"]
    kind = PaymentKind(pay["kind"])
    printed = ManaCost.parse(pay["cost"]) if pay.get("cost") else None
    alternative = pay.get("alternative_cost", {}).get("cost")
    added = [cost for cost in pay.get("additional_costs", []) if cost["kind"] == "mana"]
    paid = ManaCost.parse(alternative) if alternative else printed or ManaCost()
    context = Context.of(
        printed,
        sum((ManaCost.parse(cost["cost"]) for cost in added), paid),
        kind,
        types=frozenset(pay["types"]),
        keywords=frozenset(_DEEDS[c["text"]] for c in added if c.get("text") in _DEEDS),
        name=pay["name"],
    )
    if kind is not PaymentKind.SPELL:
        context = replace(context, colors=_source_colors(case))
    return _with_extra(context, pay.get("extra", ""))


def refuse_unknown_color(case: Mapping[str, Any]) -> None:
    """Raise if a restriction asks for the color of an ability's source that is not on the board."""
    asked = any(map(_ABILITY_OF_COLOR.search, restriction_texts(case)))
    pay = case["pay"]
    if asked and pay["kind"] == "ability" and pay["name"] not in {e["name"] for e in case["board"]}:
        raise UnsupportedCaseError(UNKNOWN_COLOR)


def _source_colors(case: Mapping[str, Any]) -> frozenset[ManaType]:
    """Give the colors of the object whose ability is paid for, where it is on the board."""
    for entry in case["board"]:
        if entry["name"] == case["pay"]["name"]:
            return frozenset(map(ManaType, entry.get("colors", "")))
    return frozenset()


def _with_extra(context: Context, extra: str) -> Context:
    """Add what the words of ``extra`` say; words outside these forms are for the reader."""
    keywords = set(context.keywords)
    if zone := _ZONE.search(extra):
        context = replace(context, zone=zone["zone"])
        keywords |= {zone["word"]} if zone["word"] else set()
    first = extra.partition(" ")[0]
    if first in _DEEDS:
        keywords.add(_DEEDS[first])
    elif stated := _OBJECT.fullmatch(extra):
        context = replace(context, types=context.types | {stated["subtype"].lower()})
        keywords |= {stated["word"]} if stated["word"] else set()
        if stated["colorless"] or stated["word"] == "devoid":
            context = replace(context, colors=frozenset())
    return replace(context, keywords=frozenset(keywords))
