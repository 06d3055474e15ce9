"""Random turns: small boards with rituals, rocks, lands, tokens and what they pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.generate import sources
from tests.generate.draw import BASIC, Case, Draw
from tests.generate.restrictions import TEXTS, verdict

if TYPE_CHECKING:
    from random import Random

RESTRICTION = "only: creature spells"
FAMILIES = {
    "choice": 2.0,
    "any-color": 1.5,
    "colorless": 1.0,
    "snow": 0.5,
    "damage": 1.5,
    "trigger-damage": 1.0,
    "life-cost": 1.0,
    "bundle": 2.0,
    "combination": 1.0,
    "filter": 2.5,
    "signet": 2.5,
    "converter": 1.0,
    "in-cost-2": 1.2,
    "sacrifice-self": 2.0,
    "sacrifice-other": 1.0,
    "tap-other": 1.0,
    "counters": 0.7,
    "once": 0.7,
    "restricted": 2.0,
    "hand": 0.5,
}
ROCKS = [
    ("{1}", "Sol Ring", "{T}: Add {C}{C}"),
    ("{2}", "Mind Stone", "{T}: Add {C}"),
    ("{2}", "Signet", "{1}, {T}: Add {p}{q}"),
    ("{2}", "Talisman", "{T}: Add {C} / {T}: Add {p}|{q} (1 damage to you)"),
    ("{0}", "Petal", "{T}, sacrifice this: Add {Any}"),
    ("{3}", "Lantern", "{T}: Add {Any}"),
    ("{4}", "Dynamo", "{T}: Add {C}{C}{C}"),
    ("{1}", "Prism", "{1}: Add {p}"),
]
RITUALS = [
    ("{p}", ["{p}{p}{p}"]),
    ("{1}{p}", ["{p}{p}{p}"]),
    ("{2}{p}", ["{p}{p}{p}{p}{p}"]),
    ("{p}", ["{p}{p}", "{q}{q}"]),
    ("{1}", ["{Any}{Any}"]),
    ("{p/P}", ["{C}{C}"]),
    ("{0}", ["{p}"]),
    ("{q}", ["{p}{p} (only: creature spells)"]),
]
COSTS = (
    *("{1}", "{p}", "{1}{p}", "{p}{p}", "{1}{q}", "{p}{q}", "{2}{p}", "{3}", "{1}{p}{q}"),
    *("{3}{p}", "{2}{p}{p}", "{4}", "{2}{q}{q}", "{4}{p}", "{p/q}{p/q}", "{2/p}{2/p}"),
    *("{1}{p/P}", "{S}{p}", "{C}{p}", "{5}", "{3}{p}{q}"),
)
MOST_COPIES = 5


def turn(rng: Random) -> Case:
    """A random turn case.

    Examples
    --------
    >>> from random import Random
    >>> turn(Random(3)) == turn(Random(3))
    True
    """
    while True:
        draw = Draw(rng)
        case = _turn(draw)
        copies = sum(entry["count"] for entry in case["board"])
        arriving = sum(len(card.get("arrives", ())) * card["count"] for card in case["cards"])
        if copies <= MOST_COPIES and copies + arriving <= MOST_COPIES + 2:
            return case


def _turn(draw: Draw) -> Case:
    board = [sources.basic(draw.color(), copies=draw.pick((1, 1, 2)))]
    for _ in range(draw.pick((0, 1, 1, 2, 2))):
        kind = draw.pick(sources.KINDS[draw.weighted(FAMILIES)])
        if "unspent pool" in str(kind.abilities) or "{X}" in str(kind.abilities):
            continue
        copies = min(kind.most, draw.pick((1, 1, 1, 2)))
        entry = sources.entry(draw, kind, copies=copies, restriction=RESTRICTION)
        if "(per:" in str(entry["abilities"]) or "(if:" in str(entry["abilities"]):
            continue
        entry["tapped"] = entry.get("tapped", False) or draw.chance(0.05)
        board.append(entry)
        for wanted in kind.wants:
            if wanted in sources.HELPERS and draw.chance(0.7):
                helper = draw.pick(sources.HELPERS[wanted])
                board.append(sources.entry(draw, helper, copies=1, restriction=RESTRICTION))
    case: Case = {
        "game": "mtg",
        "board": board,
        "life": draw.weighted({20: 6.0, 6: 1.0, 3: 1.0, 2: 1.0, 1: 0.5}),
        "pool": draw.pick(("", "", "", "", _filled(draw, "{p}"), "{C}")),
        "graveyard": [],
        "ability_restrictions": {},
        "land_drops": draw.pick((1, 1, 1, 0, 2)),
        "cards": [],
    }
    makers = draw.pick((0, 1, 1, 2, 2, 3))
    for number in range(makers):
        case["cards"].append(_maker(draw, number))
    for number in range(draw.pick((1, 1, 2, 2)) if makers else 3):
        case["cards"].append(_spell(draw, number))
    for card in case["cards"]:
        card["restrictions"] = {
            text: verdict(text, kind="spell", types=card["types"], cost=card.get("cost", ""))
            for text in TEXTS
        }
    return case


def _filled(draw: Draw, text: str) -> str:
    p, q, _ = list(draw.colors(3))
    for letter, color in (("p", p), ("q", q)):
        text = text.replace(f"{{{letter}}}", f"{{{color}}}")
        text = text.replace(f"{{{letter}/P}}", f"{{{color}/P}}")
        text = text.replace(f"{{2/{letter}}}", f"{{2/{color}}}")
    return text.replace("{p/q}", f"{{{p}/{q}}}")


def _maker(draw: Draw, number: int) -> Case:
    """A card that makes mana in some way."""
    what = draw.weighted({"rock": 3.0, "ritual": 3.0, "land": 2.0, "tokens": 1.0, "elf": 0.7})
    card: Case = {"name": f"Maker {number}", "count": 1, "types": [], "value": draw.pick((0, 0, 1))}
    if what == "ritual":
        cost, adds = draw.pick(RITUALS)
        p, q, _ = list(draw.colors(3))
        texts = [cost, *adds]
        for letter, color in (("p", p), ("q", q)):
            texts = [
                t.replace(f"{{{letter}}}", f"{{{color}}}").replace(f"/{letter}", f"/{color}")
                for t in texts
            ]
        texts = [t.replace("{p/P}", f"{{{p}/P}}") for t in texts]
        return card | {"cost": texts[0], "adds": texts[1:], "types": ["sorcery"]}
    if what == "rock":
        cost, name, text = draw.pick(ROCKS)
        abilities = _filled(draw, text).split(" / ")
        rock = {"name": name, "count": 1, "types": ["artifact"], "abilities": abilities}
        if draw.chance(0.2):
            rock["tapped"] = True
        copies = draw.pick((1, 1, 1, 2))
        return card | {"cost": cost, "types": ["artifact"], "arrives": [rock], "count": copies}
    if what == "land":
        color = draw.color()
        land = sources.basic(color, copies=1)
        if draw.chance(0.4):
            kind = draw.pick(sources.KINDS[draw.pick(("choice", "damage", "filter", "bundle"))])
            land = sources.entry(draw, kind, copies=1, restriction=RESTRICTION)
            land["types"] = ["land"]
        if draw.chance(0.3):
            land["pay_life"] = draw.pick((1, 2, 2, 3))
        else:
            land["tapped"] = draw.chance(0.2)
        return card | {"land": True, "types": ["land"], "arrives": [land]}
    if what == "tokens":
        treasure = {
            "name": "Treasure",
            "count": draw.pick((1, 2)),
            "types": ["token", "artifact", "treasure"],
            "abilities": ["{T}, sacrifice this: Add {Any}"],
        }
        spawn = {
            "name": "Spawn",
            "count": 1,
            "types": ["token", "creature", "eldrazi", "spawn"],
            "abilities": ["sacrifice this: Add {C}"],
            "summoning_sick": True,
        }
        made = draw.pick((treasure, treasure, spawn))
        return card | {"cost": _filled(draw, "{1}{p}"), "types": ["sorcery"], "arrives": [made]}
    elf = {
        "name": "Elf",
        "count": 1,
        "types": ["creature", "elf"],
        "abilities": [f"{{T}}: Add {{{draw.color()}}}"],
        "summoning_sick": not draw.chance(0.3),
    }
    return card | {"cost": _filled(draw, "{p}"), "types": ["creature"], "arrives": [elf]}


def _spell(draw: Draw, number: int) -> Case:
    """A card that is worth something."""
    card: Case = {
        "name": f"Spell {number}",
        "count": draw.pick((1, 1, 1, 1, 2)),
        "types": draw.pick((["creature"], ["sorcery"])),
        "value": draw.rng.randint(1, 6),
        "cost": _filled(draw, draw.pick(COSTS)),
    }
    if draw.chance(0.1):
        card |= {"cost": _filled(draw, "{X}{p}"), "value_per_x": draw.pick((1, 2)), "count": 1}
    elif draw.chance(0.1):
        card |= {"kicker": _filled(draw, draw.pick(("{1}", "{q}", "{2}"))), "kicker_value": 2}
    if draw.chance(0.06):
        card["sacrifice"] = draw.pick(("creature", "artifact", "land"))
    if draw.chance(0.05):
        card["life"] = 2
    return card


__all__ = ["BASIC", "turn"]
