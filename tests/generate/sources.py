"""Kinds of Magic source that a random board is made of, as one table.

In the texts ``{p}``, ``{q}``, ``{r}`` stand for different colours, ``@p`` for the basic land type
of ``{p}``, ``#`` for a small number and ``(R)`` for the restriction of the problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.generate.draw import BASIC, COLORS, Case, Draw, canonical, hybrid


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source: what stands in its board entry, and what it needs beside it."""

    name: str
    types: str
    abilities: tuple[str, ...]
    most: int = 1
    wants: tuple[str, ...] = ()
    counter: str = ""
    keys: Case = field(default_factory=dict)


def _kind(
    name: str,
    types: str,
    *abilities: str,
    most: int = 1,
    wants: str = "",
    counter: str = "",
    **keys: object,
) -> Kind:
    return Kind(name, types, abilities, most, tuple(wants.split()), counter, keys)


FIVE_PAIRS = "|".join(f"{{{color}}}" * 2 for color in COLORS)

KINDS: dict[str, list[Kind]] = {
    "choice": [
        _kind("Dual", "land", "{T}: Add {p}|{q}", most=3),
        _kind("Typed Dual", "land @p @q", "{T}: Add {p}|{q}", most=2),
        _kind("Triome", "land", "{T}: Add {p}|{q}|{r}", most=2),
        _kind("Two-Face Elf", "creature elf druid", "{T}: Add {p}|{q}", most=2),
        _kind("Pathway", "land", "{T}: Add {p}", "{T}: Add {q}", most=2),
    ],
    "any-color": [
        _kind("Rainbow Tower", "land", "{T}: Add {Any}", most=2),
        _kind("Paradise Bird", "creature bird", "{T}: Add {Any}", most=2),
        _kind("Prismatic Stone", "artifact", "{T}: Add {Any}", most=2),
        _kind("Opal Gate", "land", "{T}: Add {C}|{Any}"),
    ],
    "colorless": [
        _kind("Wastes", "basic land", "{T}: Add {C}", most=3),
        _kind("Mind Stone", "artifact", "{T}: Add {C}", most=2),
        _kind("Myr", "artifact creature myr", "{T}: Add {C}", most=2),
        _kind("Split Waste", "land", "{T}: Add {C}|{p}", most=2),
    ],
    "snow": [
        _kind("Snow-Covered @P", "basic snow land @p", "{T}: Add {p}", most=3),
        _kind("Snow Dual", "snow land", "{T}: Add {p}|{q}", most=2),
        _kind("Grown Snow Land", "basic snow land @p", "{T}: Add {p}; {q} (from: Wild Growth)"),
        _kind("Rime Stone", "snow artifact", "{T}: Add {C}", most=2),
        _kind("Boreal Druid", "snow creature elf druid", "{T}: Add {C}", most=2),
    ],
    "damage": [
        _kind("Painland", "land", "{T}: Add {C}", "{T}: Add {p}|{q} (1 damage to you)", most=2),
        _kind("Talisman", "artifact", "{T}: Add {C}", "{T}: Add {p}|{q} (1 damage to you)", most=2),
        _kind("Tomb", "land", "{T}: Add {C}{C} (2 damage to you)", most=2),
        _kind("Scorched Dual", "land", "{T}: Add {p}|{q} (1 damage to you)", most=2),
    ],
    "trigger-damage": [
        _kind("Brass City", "land", "{T}: Add {Any} (1 damage to you by a trigger)", most=2),
        _kind("Tarnished Ruin", "land", "{T}: Add {p}|{q} (1 damage to you by a trigger)", most=2),
        _kind("Barbed Ring", "artifact", "{T}: Add {C}{C} (2 damage to you by a trigger)"),
    ],
    "life-cost": [
        _kind("Confluence", "land", "{T}, pay 1 life: Add {Any}", most=2),
        _kind("Horizon Land", "land", "{T}, pay 1 life: Add {p}|{q}", most=2),
        _kind("Blood Spring", "legendary land", "{T}, pay 2 life: Add {C}{C}"),
        _kind("Dark Pact", "enchantment", "pay 2 life: Add {p} (once each turn)"),
        _kind("Wall of Thirst", "creature wall", "pay 3 life: Add {p}", colors="R"),
        _kind("Toll Bridge", "land", "{T}: Add {C}", "{T}, pay 1 life: Add {p}", most=2),
    ],
    "bundle": [
        _kind("Sol Ring", "artifact", "{T}: Add {C}{C}", most=2),
        _kind("Bounce Land", "land", "{T}: Add {p}{q}", most=2),
        _kind("Double Land", "land", "{T}: Add {p}{p}", most=2),
        _kind("Triple Obelisk", "artifact", "{T}: Add {p}{q}{r}"),
        _kind("Mana Vault", "artifact", "{T}: Add {C}{C}{C}", stays_tapped=True),
        _kind("Twin Spring", "land", "{T}: Add {p}{p}|{q}{q}", most=2),
        _kind("Rainbow Lotus", "artifact", "{T}: Add " + FIVE_PAIRS),
        _kind("Bloom", "land", "{T}: Add {p}|{q}{q}", most=2),
        _kind("Triple Choice", "creature elf", "{T}: Add {p}{p}{p}|{q}{q}{q}"),
    ],
    "combination": [
        _kind("Cascade Pool", "land", "{T}: Add {p}{p}|{p}{q}|{q}{q}", most=2),
        _kind("Prism Elder", "creature elf", "{T}: Add {Any}{Any}"),
        _kind("Selvala Stone", "artifact", "{T}: Add {p}{Any}"),
        _kind("Firemind Urn", "artifact", "{T}: Add {p}{q}|{p}{r}|{q}{r}"),
    ],
    "filter": [
        _kind(
            "Filter Land", "land", "{T}: Add {C}", "{p/q}, {T}: Add {p}{p}|{p}{q}|{q}{q}", most=2
        ),
        _kind("Odd Filter", "land", "{p/q}, {T}: Add {p}{p}|{p}{q}|{q}{q}", most=3),
        _kind("Grotto", "land", "{T}: Add {C}", "{1}, {T}: Add {Any}", most=2),
        _kind("Prism", "artifact", "{1}, {T}: Add {Any}", most=2),
        _kind("Turncoat", "creature shaman", "{p}, {T}: Add {q}{q}", most=2),
        _kind("Snow Sifter", "artifact", "{S}, {T}: Add {p}{q}", wants="snow"),
        _kind("Toll Filter", "land", "{p/P}, {T}: Add {q}{q}"),
    ],
    "signet": [
        _kind("Signet", "artifact", "{1}, {T}: Add {p}{q}", most=3),
        _kind("Odd Signet", "artifact", "{1}, {T}: Add {q}{r}", most=2),
        _kind("Mirror Signet", "artifact", "{1}, {T}: Add {p}{p}", most=2),
        _kind("Skycloud", "land", "{1}, {T}: Add {p}{q}", most=2),
    ],
    "converter": [
        _kind("Leafcaller", "creature elf", "{p}: Add {Any}"),
        _kind("Sunken Elf", "creature elf", "{T}: Add {p}", "{1}: Add {q}|{r}", most=2),
        _kind("Still", "enchantment", "{1}: Add {p}"),
        _kind("Prism Array", "enchantment", "{2}: Add {Any}"),
        _kind("Crucible", "artifact", "{1}: Add {p}|{q}"),
        _kind("Smelter", "artifact", "{C}: Add {p}"),
    ],
    "in-cost-2": [
        _kind("Coffers", "land", "{2}, {T}: Add {p} (per: @p)", wants="@p @p", most=2),
        _kind("Triple Vault", "land", "{2}, {T}: Add {p}{p}{p}", most=2),
        _kind("Quint Engine", "artifact", "{3}, {T}: Add {p}{p}{p}{p}{p}"),
        _kind("Twin Furnace", "artifact", "{p}{q}, {T}: Add {p}{p}{p}|{q}{q}{q}", most=2),
        _kind("Uneven Shrine", "land", "{2}, {T}: Add {p}{p}|{q}{q}{q}{q}"),
        _kind("Prism Engine", "artifact", "{2}, {T}: Add {Any}{Any}"),
        _kind("Doubling Cube", "artifact", "{3}, {T}: Add the unspent pool again"),
        _kind("Storage Sphere", "artifact", "{2}, {T}: Add {Any}", most=2),
        _kind("Hybrid Kiln", "artifact", "{p/q}{p/q}, {T}: Add {p}{p}{q}"),
    ],
    "amount": [
        _kind("Cradle", "legendary land", "{T}: Add {p} (per: creature)", wants="creature"),
        _kind("Archdruid", "creature elf druid", "{T}: Add {p} (per: elf)", most=2),
        _kind("Academy", "legendary land", "{T}: Add {p} (per: artifact)", wants="artifact"),
        _kind("Root Caller", "creature druid", "{T}: Add {p} (per: @p)", wants="@p"),
        _kind(
            "Foundry", "artifact", "{1}, {T}: Add {p} (per: creature)", wants="creature creature"
        ),
    ],
    "condition": [
        _kind("False Temple", "land", "{T}: Add {C}{C} (if: # land)", most=2),
        _kind("Mox", "legendary artifact", "{T}: Add {Any} (if: # artifact)", wants="artifact"),
        _kind("Tainted Land", "land", "{T}: Add {C}", "{T}: Add {p}|{q} (if: 1 @p)", most=2),
        _kind("Pack Caller", "creature wolf", "{T}: Add {p}{p} (if: # creature)", wants="creature"),
        _kind("Snow Shrine", "land", "{T}: Add {p}|{q} (if: 1 snow)", most=2),
    ],
    "sacrifice-self": [
        _kind("Treasure", "token artifact treasure", "{T}, sacrifice this: Add {Any}", most=3),
        _kind("Petal", "artifact", "{T}, sacrifice this: Add {Any}", most=2),
        _kind("Spawn", "token creature eldrazi spawn", "sacrifice this: Add {C}", most=3),
        _kind("Crystal Vein", "land", "{T}: Add {C}", "{T}, sacrifice this: Add {C}{C}", most=2),
        _kind("Blood Pet", "creature thrull", "sacrifice this: Add {p}", most=2, colors="B"),
        _kind("Lotus", "artifact", "{T}, sacrifice this: Add {p}{p}{p}|{q}{q}{q}"),
        _kind("Sphere", "artifact", "{1}, {T}, sacrifice this: Add {Any}{Any}"),
        _kind("Attune", "enchantment", "{1}, sacrifice this: Add {p}{q}{r}"),
        _kind("Ruins", "land", "{T}: Add {p}", "{T}, sacrifice this: Add {p}{q}", most=2),
    ],
    "sacrifice-other": [
        _kind("Altar", "artifact", "sacrifice a creature: Add {C}{C}", wants="creature"),
        _kind("Bright Altar", "artifact", "sacrifice a creature: Add {Any}", wants="creature"),
        _kind("Ironworks", "artifact", "sacrifice an artifact: Add {C}{C}", wants="artifact"),
        _kind(
            "Vampire Lord",
            "creature vampire",
            "{T}, sacrifice another creature: Add {p}{p}{p}",
            wants="creature",
        ),
        _kind("Bog Witch", "creature", "{T}, sacrifice a @p: Add {p}{p}", wants="@p"),
        _kind("Land Bank", "enchantment", "sacrifice a land: Add {p} (once each turn)", wants="@p"),
        _kind("Spore Rite", "enchantment", "sacrifice a saproling: Add {Any}", wants="saproling"),
        _kind("Food Chain", "enchantment", "exile a creature: Add {p}{p}|{q}{q}", wants="creature"),
    ],
    "tap-other": [
        _kind(
            "Drum", "artifact", "{T}, tap an untapped creature: Add {Any}", most=2, wants="creature"
        ),
        _kind(
            "Heritage", "creature elf druid", "tap 3 untapped elf: Add {p}{p}{p}", wants="elf elf"
        ),
        _kind("Grove Caller", "creature druid", "tap an untapped druid: Add {p}", wants="elf"),
        _kind("High Artificer", "creature", "tap an untapped artifact: Add {p}", wants="artifact"),
        _kind(
            "Sentinel",
            "creature elf",
            "{T}, tap another untapped creature: Add {Any}",
            wants="creature",
        ),
        _kind("Loom", "artifact", "tap 2 untapped creature: Add {p}{q}", wants="creature creature"),
        _kind(
            "Holdout",
            "land",
            "{T}: Add {C}",
            "{T}, tap an untapped creature: Add {Any}",
            wants="creature",
        ),
    ],
    "counters": [
        _kind("Gem Mine", "land", "{T}, remove a mining counter: Add {Any}", counter="mining"),
        _kind(
            "Vivid Land",
            "land",
            "{T}: Add {p}",
            "{T}, remove a charge counter: Add {Any}",
            counter="charge",
        ),
        _kind(
            "Charged Prism", "artifact", "remove a charge counter: Add {p}|{q}", counter="charge"
        ),
        _kind(
            "Storage Land",
            "land",
            "{T}: Add {C}",
            "{1}, remove 2 storage counters: Add {p}{p}|{p}{q}|{q}{q}",
            counter="storage",
        ),
        _kind("Pyrite", "artifact", "{T}, remove a charge counter: Add {p}{q}", counter="charge"),
        _kind(
            "Hoard",
            "artifact",
            "{T}, remove a charge counter, sacrifice this: Add {Any}{Any}",
            counter="charge",
        ),
    ],
    "variable": [
        _kind("Pump", "land", "{T}: Add {C}", "{X}, {T}: Add {p}|{q} (per: X)"),
        _kind("Rockets", "artifact", "{X}, {T}, sacrifice this: Add {Any} (per: X)", most=2),
        _kind(
            "Pools",
            "land",
            "{T}: Add {C}",
            "{1}, remove X storage counters: Add {p/q} (per: X)",
            counter="storage",
        ),
        _kind(
            "Store",
            "land",
            "{T}, remove X storage counters: Add {p} (per: X)",
            most=2,
            counter="storage",
        ),
        _kind(
            "Haruspex",
            "creature",
            "{T}, remove X +1/+1 counters: Add {p}|{q} (per: X)",
            counter="+1/+1",
        ),
        _kind(
            "Baku", "creature", "{1}, remove X ki counters: Add {p}|{q}|{r} (per: X)", counter="ki"
        ),
        _kind(
            "Battery", "artifact", "remove X charge counters: Add {p} (per: X)", counter="charge"
        ),
        _kind(
            "Crucible",
            "land",
            "{T}: Add {C}",
            "{T}, remove X storage counters: Add {Any} (R) (per: X)",
            counter="storage",
        ),
    ],
    "once": [
        _kind("Bloom Tender", "artifact", "{1}: Add {Any} (once each turn)"),
        _kind("Adept", "creature", "{p}: Add {q}{q} (once each turn)", most=2),
        _kind("Quick Forge", "artifact", "{2}: Add {p}{p}{p} (once each turn)"),
        _kind("Blood Rite", "enchantment", "pay 1 life: Add {p} (once each turn)", most=2),
        _kind(
            "Muster",
            "enchantment",
            "tap an untapped creature: Add {p} (once each turn)",
            wants="creature",
        ),
        _kind("Slow Stone", "artifact", "{C}: Add {p}{q} (once each turn)"),
    ],
    "graveyard-mana": [
        _kind(
            "Titan Nest", "enchantment", "exile a card from your graveyard: Add {C}", wants="card"
        ),
        _kind("Crypt", "land", "{T}, exile 2 cards from your graveyard: Add {p}{p}", wants="card"),
        _kind(
            "Grave Lantern",
            "artifact",
            "{T}, exile a card from your graveyard: Add {Any}",
            wants="card",
            most=2,
        ),
    ],
    "hand": [
        _kind(
            "Spirit Guide", "creature spirit", "exile this from hand: Add {p}", most=2, zone="hand"
        ),
        _kind("Prism Guide", "creature spirit", "exile this from hand: Add {Any}", zone="hand"),
    ],
    "untap": [
        _kind("Pili", "artifact creature scarecrow", "{T}: Add {p}", "{2}, {Q}: Add {Any}"),
        _kind(
            "Untapper",
            "artifact creature scarecrow",
            "{1}, {Q}: Add {p}{q} (once each turn)",
            tapped=True,
        ),
        _kind("Stir", "creature merfolk", "{T}: Add {p}|{q}", "{1}, {Q}: Add {p} (once each turn)"),
    ],
    "restricted": [
        _kind("Sworn Land", "land", "{T}: Add {p} (R)", most=2),
        _kind("Ziggurat", "land", "{T}: Add {Any} (R)", most=2),
        _kind(
            "Cavern",
            "land",
            "{T}: Add {C}",
            "{T}: Add {Any} (R) (rider: that spell cannot be countered)",
        ),
        _kind("Sworn Choice", "land", "{T}: Add {p}|{q} (R)", most=2),
        _kind("Workshop", "land", "{T}: Add {C}{C} (R)"),
        _kind("Sworn Elf", "creature elf", "{T}: Add {p}{p} (R)", most=2),
        _kind("Trilobite", "creature", "remove a +1/+1 counter: Add {C}{C} (R)", counter="+1/+1"),
        _kind("Jewel", "artifact", "{T}: Add {C}{C} (only: abilities)", wants="signet"),
        _kind("Automaton", "creature", "{T}: Add {p} (only: abilities)", most=2, wants="signet"),
        _kind("Powerstone", "artifact", "{T}: Add {C} (not: nonartifact spells)", most=2),
        _kind("Sworn Doubled", "land", "{T}: Add {p} (R); {p} (from: Mirari's Wake)"),
        _kind("Sworn Signet", "artifact", "{1}, {T}: Add {p}{q} (R)"),
        _kind("Jeweled Spring", "artifact", "{T}: Add {p}{q}{r} (R)"),
    ],
}

HELPERS: dict[str, list[Kind]] = {
    "creature": [
        _kind("Bear", "creature bear"),
        _kind("Soldier", "token creature soldier"),
        _kind("Scout Elf", "creature elf scout"),
        _kind("Dork", "creature druid", "{T}: Add {p}"),
    ],
    "elf": [
        _kind("Llanowar", "creature elf druid", "{T}: Add {p}"),
        _kind("Elf Token", "token creature elf"),
        _kind("Changeling Druid", "creature changeling druid"),
    ],
    "saproling": [_kind("Saproling", "token creature saproling")],
    "artifact": [
        _kind("Relic", "artifact"),
        _kind("Clue", "token artifact clue"),
        _kind("Signpost", "artifact", "{T}: Add {C}"),
        _kind("Thopter", "artifact creature thopter"),
    ],
    "snow": [_kind("Snow-Covered @P", "basic snow land @p", "{T}: Add {p}")],
    "signet": [
        _kind("Signet", "artifact", "{1}, {T}: Add {p}{q}"),
        _kind("Prism", "artifact", "{1}, {T}: Add {Any}"),
        _kind("Filter Land", "land", "{p/q}, {T}: Add {p}{p}|{p}{q}|{q}{q}"),
    ],
}


def entry(draw: Draw, kind: Kind, *, copies: int, restriction: str) -> Case:
    """A board entry of this kind with colours filled in.

    Parameters
    ----------
    draw
        Dice and palette of the problem.
    kind
        Row of the table.
    copies
        Number of copies, 1 or more.
    restriction
        Text for ``(R)``, as ``"only: creature spells"``.
    """
    colors = list(draw.colors(3)) if draw.chance(0.9) else draw.rng.sample(COLORS, 3)
    p, q, _ = colors
    number = str(draw.pick((1, 2, 2, 3, 3, 4)))

    def fill(text: str) -> str:
        for letter, color in zip("pqr", colors, strict=True):
            text = text.replace(f"{{{letter}}}", f"{{{color}}}")
            text = text.replace(f"{{{letter}/P}}", f"{{{color}/P}}")
            text = text.replace("@" + letter.upper(), BASIC[color])
            text = text.replace("@" + letter, BASIC[color].lower())
        text = text.replace("{p/q}", f"{{{hybrid(p, q)}}}")
        return text.replace("(R)", f"({restriction})").replace("#", number)

    made: Case = {
        "name": fill(kind.name),
        "count": copies,
        "types": fill(kind.types).split(),
        "abilities": [fill(text) for text in kind.abilities],
        **kind.keys,
    }
    if kind.counter:
        made["counters"] = {kind.counter: draw.pick((0, 1, 1, 2, 2, 3))}
    if "creature" in made["types"] and "colors" not in made:
        colorless = "artifact" in made["types"] or draw.chance(0.1)
        made["colors"] = "" if colorless else canonical(draw.pick((p, p, p + q)))
    return made


def basic(color: str, *, copies: int) -> Case:
    """Basic lands of one colour, or Wastes for ``"C"``.

    >>> basic("U", copies=2)["abilities"]
    ['{T}: Add {U}']
    """
    name = BASIC[color]
    types = ["basic", "land"] + ([] if color == "C" else [name.lower()])
    return {"name": name, "count": copies, "types": types, "abilities": [f"{{T}}: Add {{{color}}}"]}
