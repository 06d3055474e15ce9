"""The hint keys of a Magic case, worked out from everything else in it."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

from tests.reference.locking import Untold, life_types, total_cost, with_life
from tests.reference.notation import parse_ability, parse_cost
from tests.reference.production import abilities_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    Case = Mapping[str, Any]

__all__ = ["Untold", "verdict", "with_hints", "without_hints"]

_TEXT = re.compile(r"\(((?:only|not): [^()]*)\)")
_SPELL = re.compile(r"only: (creature|artifact|instant or sorcery|Elf) spells")


def without_hints(case: Case) -> dict[str, Any]:
    """The case without its hint keys, as a runner without hints may see it."""
    bare = copy.deepcopy(dict(case))
    bare.pop("ability_restrictions", None)
    for entry in bare["board"]:
        if "printed" in entry:
            entry.pop("abilities", None)
    for card in bare.get("hand", ()):
        card.pop("restrictions", None)
    if "pay" in bare:
        bare["pay"].pop("restrictions", None)
        if "cost" in bare["pay"]:
            bare["pay"].pop("total_cost", None)
    return bare


def with_hints(case: Case) -> dict[str, Any]:
    """The case with its hint keys worked out; hints that it has already are not read.

    Mana abilities get life as one more side of the symbols that life may be paid for.

    Raises
    ------
    Untold
        If the case says something in words only.
    """
    full = without_hints(case)
    for entry, texts in zip(full["board"], abilities_now(full), strict=True):
        entry["abilities"] = texts
    texts = _restriction_texts(full)
    full["ability_restrictions"] = {text: _ability_verdict(text, full["board"]) for text in texts}
    for card in full.get("hand", ()):
        card["restrictions"] = {
            text: verdict(text, kind="spell", types=card["types"], cost=card["cost"])
            for text in texts
        }
    if "pay" in full:
        pay = full["pay"]
        pay["total_cost"] = total_cost(full)
        added = [item["cost"] for item in pay.get("additional_costs", ()) if "cost" in item]
        base = pay.get("alternative_cost", {}).get("cost", pay.get("cost", ""))
        pay["restrictions"] = {
            text: verdict(text, kind=pay["kind"], types=pay["types"], cost="".join([base, *added]))
            for text in texts
        }
        life = life_types(full)
        for entry in full["board"]:
            entry["abilities"] = [_with_life(text, life) for text in entry["abilities"]]
        for card in full.get("hand", ()):
            card["total_cost"] = _item_with_life(card.get("cost", ""), life)
    return full


def verdict(text: str, *, kind: str, types: list[str], cost: str) -> str:
    """Whether mana with this restriction may pay: ``yes``, ``no`` or ``not generic``.

    >>> verdict("only: artifact spells", kind="ability", types=["artifact"], cost="{1}")
    'no'
    """
    if text == "not: generic costs":
        return "not generic"
    if match := _SPELL.fullmatch(text):
        wanted = match[1].lower().split(" or ")
        fits = kind == "spell" and any(one in types for one in wanted)
    elif text == "only: abilities":
        fits = kind == "ability"
    elif text == "only: creature spells or abilities of creatures":
        fits = kind != "resolution" and "creature" in types
    elif text == "only: costs that contain {X}":
        fits = any(symbol.variable for symbol in parse_cost(cost))
    elif text == "not: nonartifact spells":
        fits = kind != "spell" or "artifact" in types
    else:
        raise Untold(f"a restriction in other words: {text}")
    return "yes" if fits else "no"


def _restriction_texts(case: Case) -> list[str]:
    where = [text for entry in case["board"] for text in entry["abilities"]]
    return list(dict.fromkeys(_TEXT.findall(" ".join([*where, case.get("pool", "")]))))


def _ability_verdict(text: str, board: list[Case]) -> str:
    """The one verdict for the mana costs of all mana abilities on the board."""
    found = {
        verdict(
            text, kind="ability", types=entry["types"], cost=one.partition(": ")[0].split(", ")[0]
        )
        for entry in board
        for one in entry["abilities"]
        if parse_ability(one).mana
    }
    if len(found) > 1:
        raise Untold(f"different verdicts for mana abilities: {text}")
    return found.pop() if found else "no"


def _with_life(text: str, types: str) -> str:
    cost, colon, output = text.partition(": Add ")
    items = [
        item if item in ("{T}", "{Q}") else _item_with_life(item, types)
        for item in cost.split(", ")
    ]
    return ", ".join(items) + colon + output


def _item_with_life(item: str, types: str) -> str:
    if not types or not item.startswith("{"):
        return item
    return re.sub(r"\{([^{}]+)\}", lambda found: f"{{{with_life(found[1], types)}}}", item)
