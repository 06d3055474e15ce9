"""Tags of a random Magic problem, read from the finished case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.generate.draw import Case

RARE = frozenset(
    {"untap", "no-mana", "zero-cost", "many-lands", "adversarial", "x-colors", "x-distinct"}
)
RARE |= {"total-power", "evidence", "blight"}


def _ability(pattern: str) -> Callable[[Case], bool]:
    search = re.compile(pattern).search
    return lambda case: any(search(text) for entry in case["board"] for text in entry["abilities"])


def _entry(key: str) -> Callable[[Case], bool]:
    return lambda case: any(entry.get(key) for entry in case["board"])


def _cost(pattern: str) -> Callable[[Case], bool]:
    search = re.compile(pattern).search

    def found(case: Case) -> bool:
        total = case["pay"]["total_cost"]
        texts = [total] if isinstance(total, str) else [variant["cost"] for variant in total]
        return any(search(text) for text in texts)

    return found


def _pay(key: str) -> Callable[[Case], bool]:
    return lambda case: bool(case["pay"].get(key))


def _payer(name: str) -> Callable[[Case], bool]:
    return lambda case: name in case["pay"].get("alternatives", [])


def _variant(key: str) -> Callable[[Case], bool]:
    return lambda case: (
        isinstance(case["pay"]["total_cost"], list)
        and any(key in variant for variant in case["pay"]["total_cost"])
    )


def _additional(kind: str) -> Callable[[Case], bool]:
    return lambda case: any(
        cost["kind"] == kind for cost in case["pay"].get("additional_costs", [])
    )


FEATURES: dict[str, Callable[[Case], bool]] = {
    "choice": _ability(r"^\{T\}: Add \{\w\}\|\{\w\}"),
    "any-color": _ability(r"\{Any\}"),
    "colorless": _ability(r"Add \{C\}"),
    "snow": lambda case: any("snow" in entry["types"] for entry in case["board"]),
    "damage": _ability(r"damage to you\)"),
    "trigger-damage": _ability(r"by a trigger"),
    "life-cost": _ability(r"pay \d+ life"),
    "bundle": _ability(r"Add (\{\w+\}){2,}"),
    "one-color-bundle": _ability(r"Add (\{\w\})\1+\|(\{\w\})\2+"),
    "combination": _ability(r"\{Any\}\{Any\}|\{(\w)\}\{\1\}\|\{\1\}\{\w\}"),
    "filter": _ability(r"^\{\w/\w\}.*: Add|^\{[1WUBRGC]\}, \{T\}: Add (\{Any\}|\{(\w)\}\{\2\})"),
    "signet": _ability(r"^\{1\}, \{T\}: Add \{[WUBRG]\}\{[WUBRG]\}"),
    "converter": _ability(r"^\{[12WUBRGC]\}: Add \{\w+\}(\|\{\w\})*$"),
    "in-cost-2": _ability(r"^(\{[2-5]\}|\{[^}]+\}\{[^}]+\}).*: Add"),
    "amount": _ability(r"\(per: [^X]"),
    "variable": _ability(r"\(per: X"),
    "condition": _ability(r"\(if: "),
    "sacrifice-self": _ability(r"sacrifice this"),
    "sacrifice-other": _ability(r"(sacrifice|exile) (a|an|another|\d+) (?!card)[^:]*: Add"),
    "tap-other": _ability(r"tap (a|an|another|\d+) untapped"),
    "counters": _ability(r"remove "),
    "once": _ability(r"once each turn"),
    "graveyard-mana": _ability(r"from your graveyard"),
    "hand": _entry("zone"),
    "untap": _ability(r"\{Q\}"),
    "restricted": _ability(r"\((only|not): "),
    "not-generic": lambda case: "not: generic costs" in case["pay"].get("restrictions", {}),
    "floating": lambda case: bool(case.get("pool")),
    "restricted-floating": lambda case: "(" in case.get("pool", ""),
    "tapped": _entry("tapped"),
    "sick": _entry("summoning_sick"),
    "stays-tapped": _entry("stays_tapped"),
    "reserved": _entry("reserved"),
    "low-life": lambda case: case.get("life", 20) <= 6,
    "hybrid": _cost(r"\{[WUBRG]/[WUBRG]\}"),
    "two-hybrid": _cost(r"\{2/"),
    "colorless-hybrid": _cost(r"\{C/"),
    "phyrexian": _cost(r"\{[WUBRG]/P\}"),
    "hybrid-phyrexian": _cost(r"/[WUBRG]/P\}"),
    "snow-cost": _cost(r"\{S\}"),
    "colorless-cost": _cost(r"\{C\}"),
    "x": lambda case: "{X}" in case["pay"]["cost"],
    "totals": lambda case: isinstance(case["pay"]["total_cost"], list),
    "totals-life": _variant("life"),
    "totals-object": lambda case: _variant("sacrifice")(case) or _variant("tap")(case),
    "convoke": _payer("convoke"),
    "improvise": _payer("improvise"),
    "delve": _payer("delve"),
    "waterbend": _payer("waterbend"),
    "additional-life": _additional("life"),
    "additional-sacrifice": _additional("sacrifice"),
    "additional-return": _additional("return"),
    "additional-tap": _additional("tap"),
    "additional-exile": _additional("exile from graveyard"),
    "total-power": _additional("tap total"),
    "evidence": _additional("collect evidence"),
    "blight": _additional("blight"),
    "spend-as": _pay("spend_as"),
    "only-from": _pay("only_from"),
    "only-colors": _pay("only_colors"),
    "x-colors": _pay("x_colors"),
    "x-distinct": _pay("x_distinct"),
    "no-mana": _pay("no_mana"),
    "no-life": _pay("no_life"),
    "zero-cost": _cost(r"^\{0\}$"),
    "many-lands": lambda case: sum(entry["count"] for entry in case["board"]) > 6,
}


def features(case: Case) -> list[str]:
    """All tags that a Magic case has."""
    return [name for name, has in FEATURES.items() if has(case)]
