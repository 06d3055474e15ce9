"""Modifiers of the total for random problems: reductions, increases, minimums, added mana.

Each is drawn together with a change of the printed cost that about makes up for it, so that the
total stays near the cost that fits the board.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.generate.draw import COLORS, Case, Draw, hybrid

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.generate.costs import Cost

WORDS = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
}
NUMBER = {0: 0.1, 1: 0.4, 2: 0.35, 3: 0.15}
WEIGHTS = {
    "reduce": 1.3,
    "reduce-colored": 1.0,
    "colored-only": 0.8,
    "reduce-hybrid": 0.8,
    "floor": 0.8,
    "increase": 1.0,
    "increase-colored": 0.6,
    "minimum": 1.3,
    "kicker": 0.9,
    "elsewhere": 0.6,
}


def add_modifiers(draw: Draw, case: Case, cost: Cost) -> None:
    """Add effects on the total and change the printed cost to about make up for them.

    Parameters
    ----------
    draw
        Dice and palette of the problem.
    case
        The case; its ``effects`` and ``additional_costs`` grow.
    cost
        The cost in the making; it becomes the one before all modifiers.
    """
    if cost.generic > 1 and draw.chance(0.08):
        cost.generic -= 2
        cost.symbols.append("2/" + draw.color())
    weights = dict(WEIGHTS)
    if case["pay"]["kind"] == "resolution":
        weights = {name: weights[name] for name in ("reduce", "floor", "increase")}
    elif case["pay"]["kind"] == "spell" and "alternatives" in case["pay"]:
        weights["minimum"] *= 4
    for _ in range(draw.weighted(NUMBER)):
        name = draw.weighted(weights)
        if name in ("minimum", "kicker", "floor"):
            del weights[name]
        _ADD[name](draw, case, cost)


def effect(case: Case, kind: str, text: str, **data: object) -> None:
    """Add one effect on what is paid."""
    case.setdefault("effects", []).append({"text": text, "kind": kind, **data})


def of_paid(draw: Draw, case: Case) -> str:
    """Words that mean what is paid, by its kind and types."""
    pay = case["pay"]
    if pay["kind"] == "resolution":
        return "this"
    noun = {"spell": "spells", "ability": "abilities"}[pay["kind"]]
    types = [kind for kind in pay["types"] if kind not in ("elf", "golem")]
    options = [f"this {pay['kind']}", noun, *(f"{kind} {noun}" for kind in types)]
    if "creature" not in types and noun == "spells":
        options.append("noncreature spells")
    if {"instant", "sorcery"} & set(types):
        options.append("instant and sorcery spells")
    return draw.pick(options)


def _take(draw: Draw, cost: Cost, number: int) -> int:
    taken = min(number, cost.generic)
    cost.generic -= taken
    return taken


def _reduce(draw: Draw, case: Case, cost: Cost) -> None:
    number = draw.pick((1, 1, 2, 3))
    effect(case, "reduce", "costs less", amount=f"{{{number}}}", of=of_paid(draw, case))
    cost.generic += draw.pick((number, number, number - 1))


def _reduce_colored(draw: Draw, case: Case, cost: Cost) -> None:
    colors = [draw.color() for _ in range(draw.pick((1, 1, 2)))]
    amount = "".join(f"{{{color}}}" for color in colors)
    effect(case, "reduce", "costs less", amount=amount, of=of_paid(draw, case))
    for color in colors:
        if draw.chance(0.55):
            cost.symbols.append(color)
        else:
            cost.generic += 1


def _colored_only(draw: Draw, case: Case, cost: Cost) -> None:
    colors = [draw.color() for _ in range(draw.pick((1, 2)))]
    amount = "".join(f"{{{color}}}" for color in colors)
    effect(
        case, "reduce", "reduces only colored", amount=amount, of=of_paid(draw, case), spill=False
    )
    cost.symbols += [color for color in colors if draw.chance(0.6)]


def _reduce_hybrid(draw: Draw, case: Case, cost: Cost) -> None:
    first = draw.color()
    second = draw.pick([color for color in COLORS if color != first])
    pair = hybrid(first, second)
    number = draw.pick((1, 1, 2))
    effect(case, "reduce", "costs less", amount=f"{{{pair}}}" * number, of=of_paid(draw, case))
    cost.symbols.append(draw.pick((first, second, pair)))
    cost.generic += draw.pick((0, 1))


def _floor(draw: Draw, case: Case, cost: Cost) -> None:
    number = draw.pick((1, 2, 2, 3))
    effect(
        case,
        "reduce",
        "costs less, not below this many mana",
        amount=f"{{{number}}}",
        of=of_paid(draw, case),
        floor=draw.pick((1, 1, 2, 3)),
    )
    cost.generic += draw.pick((number, number - 1))


def _increase(draw: Draw, case: Case, cost: Cost) -> None:
    number = draw.pick((1, 1, 2))
    times = draw.pick((1, 1, 2))
    of = of_paid(draw, case)
    many = {"times": times} if times > 1 else {}
    effect(case, "increase", "costs more", amount=f"{{{number}}}", of=of, **many)
    _take(draw, cost, number * times)


def _increase_colored(draw: Draw, case: Case, cost: Cost) -> None:
    color = draw.color()
    effect(case, "increase", "costs more", amount=f"{{{color}}}", of=of_paid(draw, case))
    if color in cost.symbols:
        cost.symbols.remove(color)
    else:
        _take(draw, cost, 1)


def _minimum(draw: Draw, case: Case, cost: Cost) -> None:
    least = draw.pick((2, 3, 3, 3, 4))
    effect(case, "minimum", "costs this much or more", amount=least, of="spells")
    while cost.size() > least and draw.chance(0.75):
        if cost.generic:
            cost.generic -= 1
        else:
            cost.symbols.pop(draw.rng.randrange(len(cost.symbols)))


def _kicker(draw: Draw, case: Case, cost: Cost) -> None:
    number = _take(draw, cost, draw.pick((1, 1, 2)))
    parts = [f"{{{number}}}"] if number else []
    if cost.symbols and draw.chance(0.6):
        parts.append(f"{{{cost.symbols.pop(draw.rng.randrange(len(cost.symbols)))}}}")
    if parts:
        paid = {"kind": "mana", "cost": "".join(parts), "text": "kicker"}
        case["pay"].setdefault("additional_costs", []).append(paid)


def _elsewhere(draw: Draw, case: Case, cost: Cost) -> None:
    """An effect on something else than what is paid, or on a colour that it may have."""
    other = {"spell": "abilities", "ability": "spells"}[case["pay"]["kind"]]
    color = f"your {WORDS[draw.color()]} {case['pay']['kind']}s"
    options = [other] if case["pay"]["kind"] == "ability" else [other, color, color]
    of = draw.pick(options).replace("abilitys", "abilities")
    kind = draw.pick(("reduce", "reduce", "increase"))
    effect(case, kind, "costs change", amount="{1}", of=of)


_ADD = {
    "reduce": _reduce,
    "reduce-colored": _reduce_colored,
    "colored-only": _colored_only,
    "reduce-hybrid": _reduce_hybrid,
    "floor": _floor,
    "increase": _increase,
    "increase-colored": _increase_colored,
    "minimum": _minimum,
    "kicker": _kicker,
    "elsewhere": _elsewhere,
}


# -- tags --------------------------------------------------------------------------------------


def _changes(case: Case, kind: str) -> list[Case]:
    return [one for one in case.get("effects", []) if one.get("kind") == kind]


def _amount(kind: str, pattern: str, **wanted: object) -> Callable[[Case], bool]:
    search = re.compile(pattern).search
    return lambda case: any(
        search(str(one["amount"])) and all(one.get(key) == value for key, value in wanted.items())
        for one in _changes(case, kind)
    )


def _announced(pattern: str) -> Callable[[Case], bool]:
    """A symbol whose side is announced before something lowers or raises the total."""
    search = re.compile(pattern).search
    return lambda case: bool(
        search(case["pay"]["cost"] + case["pay"].get("alternative_cost", {}).get("cost", ""))
        and (_changes(case, "reduce") or _changes(case, "minimum"))
    )


def _payers_under_minimum(case: Case) -> bool:
    return bool(_changes(case, "minimum") and case["pay"].get("alternatives"))


FEATURES: dict[str, Callable[[Case], bool]] = {
    "reduce": _amount("reduce", r"^\{\d+\}$", floor=None),
    "reduce-colored": _amount("reduce", r"^(\{[WUBRG]\})+$", spill=None),
    "reduce-colored-only": _amount("reduce", r"[WUBRG]", spill=False),
    "reduce-hybrid": _amount("reduce", r"/"),
    "reduce-floor": lambda case: any("floor" in one for one in _changes(case, "reduce")),
    "reductions": lambda case: len(_changes(case, "reduce")) > 1,
    "increase": _amount("increase", r""),
    "minimum": lambda case: bool(_changes(case, "minimum")),
    "minimum-payers": _payers_under_minimum,
    "kicker": lambda case: any(
        cost["kind"] == "mana" for cost in case["pay"].get("additional_costs", [])
    ),
    "announced-two": _announced(r"\{2/"),
    "announced-hybrid": _announced(r"\{[WUBRG]/[WUBRG]\}"),
    "announced-life": _announced(r"/P\}"),
    "announced-x": _announced(r"\{X\}"),
    "restricted": lambda case: "(only: " in str(case) or "(not: " in str(case),
}
