"""Effects on production for random problems: what makes printed abilities differ from current ones.

In the table ``{p}`` and ``{q}`` stand for different colours, ``@p`` for the basic land type of
``{p}``, ``NAME`` for the land that an Aura is on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.generate.draw import BASIC, COLORS, Case, Draw

if TYPE_CHECKING:
    from collections.abc import Callable

SHARE = 0.9
NUMBER = {1: 0.42, 2: 0.46, 3: 0.12}
COLOR_WORDS = dict(zip(COLORS, ("white", "blue", "black", "red", "green"), strict=True))
LAND_TYPES = frozenset(name.lower() for color, name in BASIC.items() if color != "C")


@dataclass(frozen=True, slots=True)
class Row:
    """One effect: its words, who is affected, and the other keys of the case format."""

    text: str
    of: str
    data: Case


def _row(text: str, of: str, **data: object) -> Row:
    return Row(text, of, data)


LANDS = "lands tapped for mana"
PRODUCED = "one of a type produced"

ROWS: dict[str, list[Row]] = {
    "multiply": [
        _row("Reflection: twice as much", "permanents tapped for mana", factor=2),
        _row("Virtue: twice as much", LANDS, factor=2),
        _row("Surge: three times as much", "creatures tapped for mana", factor=3),
    ],
    "extra": [
        _row("Growth on NAME: one more", "the enchanted land tapped for mana", add="{p}"),
        _row("Growth on NAME: one more", "the enchanted land tapped for mana", add="{p}{q}"),
        _row("Ghast: one more", "@ps tapped for mana", add="{p}"),
        _row("Cub: one more", "creatures tapped for mana", add="{p}"),
    ],
    "extra-any": [
        _row("Ground on NAME: one more", "the enchanted land tapped for mana", add="{Any}"),
        _row("Festival on NAME: more", "the enchanted land tapped for mana", add="{Any}", times=2),
    ],
    "extra-produced": [
        _row("Wake: one more", LANDS, add=PRODUCED),
        _row("Kinnan: one more", "nonland permanents tapped for mana", add=PRODUCED),
    ],
    "extra-if-color": [
        _row("Sun: one more", "lands' abilities that add {p}", add="{p}"),
        _row("Gauntlet: one more", "lands tapped for {p}", add="{q}"),
    ],
    "extra-damage": [_row("Abundance: one more, one damage", LANDS, add=PRODUCED, damage=1)],
    "replace": [
        _row("Contamination: one mana instead", LANDS, **{"with": "{p}"}),
        _row("Mage: one mana instead", LANDS, **{"with": "{Any}"}),
        _row("Dusk: one mana instead", "nonbasic lands tapped for mana", **{"with": "{C}"}),
    ],
    "replace-each": [
        _row("Pulse: any color", "each mana of basic lands tapped for mana", **{"with": "{Any}"}),
        _row("Dawn: its color", "each mana of lands tapped for mana", **{"with": "{p}"}),
    ],
    "replace-two": [
        _row("Sphere: colorless", "lands tapped for two or more mana", **{"with": "{C}"})
    ],
    "tap-damage": [
        _row("Barbs: one damage", LANDS, amount=1),
        _row("Burning: one damage", "nonbasic lands tapped for mana", amount=1),
    ],
    "grant": [
        _row("Rite: they have it", "creatures you control", ability="{T}: Add {Any}"),
        _row("Lantern: they have it", "lands you control", ability="{T}: Add {Any}"),
        _row("Artificer: they have it", "artifacts you control", ability="{T}: Add {p}"),
    ],
    "could-produce": [
        _row(
            "Resources: they have it",
            "lands you control",
            ability="sacrifice this: Add one mana of any type this land could produce",
        )
    ],
    "types": [_row("Moon: only these", "nonbasic lands", to="@p")],
    "types-added": [_row("Urborg: in addition to their other types", "lands", to="@p")],
    "forbid": [
        _row("Law: nobody pays life", "", what="paying life"),
        _row("Order", "", what="paying life or sacrificing nonland permanents as a cost"),
    ],
    "amount": [_row("devotion is given", "", value=0)],
}

KINDS = {
    **{name: name.partition("-")[0] for name in ROWS},
    "tap-damage": "damage",
    "could-produce": "grant",
}
WEIGHTS = dict.fromkeys(ROWS, 1.0) | {
    "amount": 1.2,
    "could-produce": 1.6,
    "extra": 1.2,
    "extra-any": 1.5,
    "extra-damage": 1.5,
    "forbid": 1.3,
    "grant": 1.2,
    "multiply": 2.4,
    "replace-each": 1.2,
    "types": 1.1,
    "types-added": 1.2,
}
ALSO = {"multiply": ("replace", "replace-two"), "replace": ("multiply",)}
"""Families that are more likely beside another, since their order matters."""


def add_effects(draw: Draw, case: Case) -> None:
    """Add effects on production, and ``printed`` to the entries that they may change."""
    loops = any("{Q}" in text for entry in case["board"] for text in entry["abilities"])
    if loops or not draw.chance(SHARE):
        return
    weights = dict(WEIGHTS)
    names = []
    for _ in range(draw.weighted(NUMBER)):
        names.append(draw.weighted(weights))
        del weights[names[-1]]
        for other in ALSO.get(names[-1], ()):
            if other in weights:
                weights[other] *= 12
    board: list[Case] = case["board"]
    effects = []
    for name in names:
        effect = _effect(draw, case, name)
        if effect is not None:
            case.setdefault("effects", []).append(effect)
            effects.append(effect)
    if not effects:
        return
    for entry in board:
        enchanted = any(f" on {entry['name']}:" in effect["text"] for effect in effects)
        told = "zone" in entry or "(from: " in str(entry["abilities"])
        if not told and (enchanted or "equal to" in str(entry) or not draw.chance(0.1)):
            entry["printed"] = entry["abilities"]


def _effect(draw: Draw, case: Case, name: str) -> Case | None:
    """One effect of a family, with its colours; ``None`` if the board does not fit it."""
    row = draw.pick(ROWS[name])
    kind, board = KINDS[name], case["board"]
    lands = [
        entry
        for entry in board
        if "land" in entry["types"] and "(from: " not in str(entry["abilities"])
    ]
    p = draw.pick(_shown_colors(board) or COLORS)
    q = draw.pick([color for color in COLORS if color != p])
    if "NAME" in row.text and not lands:
        return None
    enchanted = draw.pick(lands)["name"] if lands else ""

    def fill(value: object) -> object:
        if not isinstance(value, str):
            return value
        value = value.replace("{p}", f"{{{p}}}").replace("{q}", f"{{{q}}}")
        basic = BASIC[p] if "@ps" in value else BASIC[p].lower()
        return value.replace("@ps", "Plains" if p == "W" else basic + "s").replace("@p", basic)

    effect: Case = {"text": row.text.replace("NAME", enchanted), "kind": kind}
    effect |= {key: fill(value) for key, value in row.data.items()}
    if row.of:
        effect["of"] = fill(row.of)
    if kind == "amount":
        _add_devotion(draw, case, effect, p)
    if kind == "types" and _reads_land_types(case):
        return None
    if kind == "forbid":
        case["pay"]["no_life"] = True
    return effect


def _reads_land_types(case: Case) -> bool:
    """Whether a cost, a count or another effect asks for a basic land type."""
    texts = [entry["abilities"] for entry in case["board"]]
    words = f"{texts} {case['pay']} {case.get('effects', [])}".lower()
    return any(name in words for name in LAND_TYPES)


def _add_devotion(draw: Draw, case: Case, effect: Case, color: str) -> None:
    """A land that makes as much mana as the devotion to a colour."""
    effect |= {"of": f"devotion to {COLOR_WORDS[color]}", "value": draw.pick((0, 1, 2, 3, 4))}
    amount = f"an amount of {{{color}}} equal to your devotion to {COLOR_WORDS[color]}"
    cost = draw.pick(("{T}", "{2}, {T}"))
    name = draw.pick(("Shrine", "Evoker"))
    types = ["legendary", "land"] if name == "Shrine" else ["creature"]
    entry = {"name": name, "count": 1, "types": types, "abilities": [f"{cost}: Add {amount}"]}
    case["board"].append(entry)


def _shown_colors(board: list[Case]) -> list[str]:
    """The colours that abilities of lands and creatures make."""
    texts = str([entry["abilities"] for entry in board if "artifact" not in entry["types"]])
    return [color for color in COLORS if re.search(rf"Add [^(]*\{{{color}\}}", texts)]


def _has(name: str) -> Callable[[Case], bool]:
    starts = tuple(row.text.partition(" on NAME")[0].partition(":")[0] for row in ROWS[name])
    return lambda case: any(
        effect.get("kind") == KINDS[name] and effect["text"].startswith(starts)
        for effect in case.get("effects", [])
    )


def _order_matters(case: Case) -> bool:
    kinds = {effect.get("kind") for effect in case.get("effects", [])}
    return {"multiply", "replace"} <= kinds


FEATURES: dict[str, Callable[[Case], bool]] = {name: _has(name) for name in ROWS} | {
    "replacement-order": _order_matters
}
