"""Other costs and objects that lower them, for random problems: emerge, offering, K'rrik, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.generate import modifiers
from tests.generate.draw import COLORS, Case, Draw, hybrid

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.generate.costs import Cost

OBJECT_WAYS = ("emerge", "offering", "harmonize")
WEIGHTS = {
    "": 1.2,
    "emerge": 1.4,
    "offering": 1.3,
    "harmonize": 1.7,
    "life-for-mana": 0.8,
    "optional-reduce": 1.2,
    "other cost": 1.0,
    "free": 1.1,
}


def choose(draw: Draw, pay: Case) -> tuple[str, list[str]]:
    """The way to pay of a problem (empty: none), and what must be on the board for it."""
    if pay["kind"] == "resolution":
        return "", []
    weights = dict(WEIGHTS)
    if pay["kind"] == "ability":
        weights = {name: weights[name] for name in ("", "life-for-mana")}
    way = draw.weighted(weights)
    return way, ["creature"] if way in OBJECT_WAYS else []


def prepare(draw: Draw, case: Case, way: str) -> None:
    """Give the permanents the mana costs and powers that the way reads."""
    if way not in OBJECT_WAYS:
        return
    told: dict[str, tuple[str, int]] = {}
    for entry in case["board"]:
        if "creature" in entry["types"] or "artifact" in entry["types"]:
            cost, power = told.setdefault(
                entry["name"], (_mana_cost(draw), draw.pick((0, 1, 2, 3)))
            )
            if "token" not in entry["types"]:
                entry["mana_cost"] = cost
            if "creature" in entry["types"]:
                entry["power"] = power


def _mana_cost(draw: Draw) -> str:
    first = draw.color()
    pair = hybrid(first, draw.pick([color for color in COLORS if color != first]))
    p = f"{{{first}}}"
    return draw.pick((p, "{1}" + p, "{2}", "{1}" + p + p, f"{{{pair}}}", f"{{1}}{{{pair}}}", "{3}"))


def add_way(draw: Draw, case: Case, cost: Cost, way: str, xs: int) -> bool:
    """Write the costs of the case from the one before all modifiers.

    Parameters
    ----------
    draw
        Dice and palette of the problem.
    case
        The case; ``pay.cost``, ``pay.alternative_cost`` and ``effects`` are set.
    cost
        What is paid but for {X} and what the way takes off.
    way
        As `choose` gave it.
    xs
        How many {X} the cost has.

    Returns
    -------
    bool
        False if the board does not have what the way needs.
    """
    pay = case["pay"]
    creatures = [e for e in case["board"] if "creature" in e["types"] and "zone" not in e]
    if way in OBJECT_WAYS and not creatures:
        return False
    if way == "emerge":
        less = draw.pick((1, 2, 3))
        emerge = cost.text(xs=xs, generic=cost.generic + less)
        pay["alternative_cost"] = {"name": way, "cost": emerge}
        pay["cost"] = cost.text(xs=xs, generic=cost.generic + less + draw.pick((0, 1, 2)))
    elif way == "harmonize":
        pay["cost"] = cost.text(xs=xs, generic=cost.generic + draw.pick((1, 2, 3)))
        pay["alternative_cost"] = {"name": way, "cost": pay["cost"]}
    elif way == "offering":
        entry = draw.pick(creatures)
        what = draw.pick([kind for kind in entry["types"] if kind != "token"])
        pay["alternative_cost"] = {"name": way, "text": f"{what} offering"}
        for symbol in entry.get("mana_cost", "")[1:-1].split("}{"):
            if symbol.isdigit():
                cost.generic += int(symbol)
            elif symbol and draw.chance(0.7):
                cost.symbols.append(symbol[0])
        pay["cost"] = cost.text(xs=xs)
    elif way == "other cost":
        pay["alternative_cost"] = {"name": way, "cost": cost.text(xs=xs)}
        pay["cost"] = f"{{{cost.size() + 1}}}{{{draw.color()}}}"
    elif way == "free":
        pay["alternative_cost"] = {"name": "without paying its mana cost", "cost": "{0}"}
        modifiers.effect(case, "free", "you need not pay", of="spells from your hand")
        modifiers.effect(case, "increase", "costs more", amount=cost.text(), of="spells")
        pay["cost"] = f"{{{cost.size() + 1}}}{{{draw.color()}}}"
    else:
        if way == "life-for-mana":
            _life_for_mana(draw, case, cost)
        elif way == "optional-reduce":
            _optional_reduce(draw, case, cost)
        pay["cost"] = cost.text(xs=xs)
    return True


def _life_for_mana(draw: Draw, case: Case, cost: Cost) -> None:
    color = draw.pick((draw.color(), "B"))
    modifiers.effect(
        case, "life-for-mana", "2 life in place of that mana", symbol=f"{{{color}}}", life=2
    )
    if not any(color in symbol for symbol in cost.symbols) or draw.chance(0.5):
        cost.symbols.append(color)


def _optional_reduce(draw: Draw, case: Case, cost: Cost) -> None:
    color = draw.color()
    permanent = not {"instant", "sorcery"} & set(case["pay"]["types"])
    of = f"{modifiers.WORDS[color]} permanent spells" if permanent else "this spell"
    modifiers.effect(
        case,
        "optional-reduce",
        "you may pay life",
        amount=f"{{{color}}}",
        life=2,
        of=draw.pick((of, "this spell")),
        times=draw.pick((1, 1, 2)),
    )
    cost.symbols.append(color)


def _alternative(name: str) -> Callable[[Case], bool]:
    return lambda case: case["pay"].get("alternative_cost", {}).get("name") == name


def _kind(kind: str) -> Callable[[Case], bool]:
    return lambda case: any(one.get("kind") == kind for one in case.get("effects", []))


FEATURES: dict[str, Callable[[Case], bool]] = {
    "emerge": _alternative("emerge"),
    "offering": _alternative("offering"),
    "harmonize": _alternative("harmonize"),
    "other-cost": _alternative("other cost"),
    "free": _kind("free"),
    "life-for-mana": _kind("life-for-mana"),
    "optional-reduce": _kind("optional-reduce"),
}
