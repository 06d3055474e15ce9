"""Additional costs that ask for a total, and blight, for random problems.

They are written in words that the case format does not have: an additional cost of the kind
``tap total`` (``total``, ``what``, ``another``), ``collect evidence`` (``total``) or ``blight``
(``amount``), ``toughness`` of a board entry, and ``mana_value`` of a card in the graveyard.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.generate.draw import Case, Draw
    from tests.generate.play import Table

KINDS = {"tap total": 2.0, "collect evidence": 1.0, "blight": 2.0}


def add_total(draw: Draw, case: Case, graveyard: list[Case]) -> None:
    """Add a cost that this board can often meet, and the numbers that it reads.

    ``graveyard`` is what the case gets if it has none and evidence is collected.
    """
    pay = case["pay"]
    creatures = [e for e in case["board"] if "creature" in e["types"] and "zone" not in e]
    if not creatures and draw.chance(0.75):
        return
    kind = draw.weighted(KINDS) if creatures else "collect evidence"
    cost: Case = {"kind": kind}
    if kind == "collect evidence":
        cards = case.setdefault("graveyard", graveyard)
        for card in cards:
            card["mana_value"] = draw.pick((0, 1, 2, 2, 3))
        most = sum(card["count"] * card["mana_value"] for card in cards)
        cost["total"] = max(1, draw.rng.randint(most // 2, most + 1))
    elif kind == "tap total":
        for entry in creatures:
            entry["power"] = draw.pick((-1, 0, 1, 1, 2, 2, 3))
        most = sum(entry["count"] * max(0, entry["power"]) for entry in creatures)
        cost |= {"total": max(1, draw.rng.randint(most // 3, most)), "what": "creature"}
        own = [entry for entry in creatures if entry["count"] == 1]
        if own and pay["kind"] == "ability" and draw.chance(0.7):
            pay["name"] = draw.pick(own)["name"]
            cost["another"] = sum(entry["name"] == pay["name"] for entry in case["board"]) == 1
    else:
        for entry in creatures:
            if draw.chance(0.85):
                entry["toughness"] = draw.pick((1, 1, 2, 3))
        cost["amount"] = draw.pick((1, 1, 2, 2, 3))
    pay.setdefault("additional_costs", []).append(cost)


def keep(draw: Draw, table: Table, cost: Case) -> None:
    """Keep enough creatures of a play for the total of their power."""
    missing = cost["total"]
    for body in draw.rng.sample(table.bodies, len(table.bodies)):
        power = body.entry.get("power", 0)
        if missing > 0 < power and body.fits(cost["what"]) and not (body.tapped or body.kept):
            body.kept = True
            missing -= power


def _without_x(text: str) -> str:
    """An ability with 1 for its X.

    >>> _without_x("{1}, remove X ki counters: Add {R}|{W/U} (per: X)")
    '{1}, remove a ki counter: Add {R}|{W}'
    """
    if "(per: X)" not in text:
        return text
    text = text.replace(" (per: X)", "").replace("{X}", "{1}")
    text = re.sub(r"remove X (.+?) counters", r"remove a \1 counter", text)
    return re.sub(r"\{(\w)/\w\}", r"{\1}", text)


def plain(case: Case) -> Case:
    """The case in the words of the case format alone.

    >>> plain({"board": [], "pay": {"additional_costs": [{"kind": "blight", "amount": 1}]}})
    {'board': [], 'pay': {}}
    """
    case = copy.deepcopy(case)
    for entry in case["board"]:
        entry.pop("toughness", None)
        for key in {"abilities", "printed"} & entry.keys():
            entry[key] = list(map(_without_x, entry[key]))
    for card in case.get("graveyard", []):
        card.pop("mana_value", None)
    case["pay"].pop("x_distinct", None)
    costs = case["pay"].pop("additional_costs", [])
    if rest := [cost for cost in costs if cost["kind"] not in KINDS]:
        case["pay"]["additional_costs"] = rest
    return case
