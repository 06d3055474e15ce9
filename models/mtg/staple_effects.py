"""The cards of the catalogue that ask the board, and those that change what others make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.mtg.staple import (
    ARTIFACT_ENTERS_TAPPED,
    COLORS,
    LAND_ENTERS_TAPPED,
    card,
    creature,
)
from autotap.models.mtg.vocabulary import COLOR_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.staple import Entry

_ADD = "{T}: Add one mana of any"
_LANDS_OF_OTHERS = (f"{_ADD} color that a land an opponent controls could produce",)
_IDENTITY = "Add one mana of any color in your commander's color identity"
_COMMANDER = (f"{{T}}: {_IDENTITY}",)
_CHOOSING = "As this {} enters, choose a color."
_CHOSEN = ("{T}: Add one mana of the chosen color",)
_DEVOTION = "Add an amount of mana of any one color equal to your devotion to that color"
_BASIC_TYPES = "plains and island and swamp and mountain and forest"


def cards_with_effects() -> Iterator[Entry]:
    """Yield the cards whose mana, or effect on mana, depends on the rest of the board."""
    yield from _could_produce()
    yield from _commander_and_chosen()
    yield from _colors_and_devotion()
    yield from _multipliers_and_replacements()
    yield from _auras()
    yield from _triggers()
    yield from _types_and_grants()


def _could_produce() -> Iterator[Entry]:
    any_type = (f"{_ADD} type that a land you control could produce",)
    yield card("Reflecting Pool", "land", asking=any_type)
    yield card("Cactus Preserve", "land desert", asking=any_type, enters=LAND_ENTERS_TAPPED)
    yield creature("Naga Vitalist", "snake druid", "{1}{G}", 2, asking=any_type)
    yield creature(
        "Harvester Druid",
        "human druid",
        "{1}{G}",
        1,
        asking=(f"{_ADD} color that a land you control could produce",),
    )
    yield card(
        "Gond Gate",
        "land gate",
        "{T}: Add {C}",
        asking=(f"{_ADD} color that a gate you control could produce",),
    )
    yield card(
        "Star Compass",
        "artifact",
        asking=(f"{_ADD} color that a basic land you control could produce",),
        cost="{2}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    yield card("Exotic Orchard", "land", asking=_LANDS_OF_OTHERS)
    yield card("Fellwar Stone", "artifact", asking=_LANDS_OF_OTHERS, cost="{2}")
    yield creature("Sylvok Explorer", "human druid", "{1}{G}", 1, asking=_LANDS_OF_OTHERS)
    yield creature("Quirion Explorer", "elf druid scout", "{1}{G}", 1, asking=_LANDS_OF_OTHERS)


def _commander_and_chosen() -> Iterator[Entry]:
    yield card("Command Tower", "land", asking=_COMMANDER)
    yield card("Arcane Signet", "artifact", asking=_COMMANDER, cost="{2}")
    yield card("Commander's Sphere", "artifact", asking=_COMMANDER, cost="{3}")
    rider = "(rider: scry 1 for a creature spell that shares a type with your commander)"
    yield card(
        "Path of Ancestry",
        "land",
        asking=(f"{{T}}: {_IDENTITY} {rider}",),
        enters=LAND_ENTERS_TAPPED,
    )
    rider = "(rider: your commander enters with more +1/+1 counters)"
    yield card(
        "Opal Palace", "land", "{T}: Add {C}", asking=(f"{{1}}, {{T}}: {_IDENTITY} {rider}",)
    )
    yield card(
        "Coldsteel Heart",
        "snow artifact",
        asking=_CHOSEN,
        cost="{2}",
        enters=f"{ARTIFACT_ENTERS_TAPPED} {_CHOOSING.format('artifact')}",
    )
    choosing = f"{LAND_ENTERS_TAPPED} {_CHOOSING.format('land')}"
    yield card("Uncharted Haven", "land", asking=_CHOSEN, enters=choosing)
    names = ("Heath", "Isle", "Moor", "Bluff", "Grove")
    for name, color, word in zip(names, COLORS, COLOR_WORDS, strict=True):
        yield card(
            f"Thriving {name}",
            "land",
            f"{{T}}: Add {{{color}}}",
            asking=_CHOSEN,
            enters=f"{choosing.removesuffix('.')} other than {word}.",
        )


def _colors_and_devotion() -> Iterator[Entry]:
    yield card(
        "Mox Amber",
        "legendary artifact",
        asking=(f"{_ADD} color among legendary creatures and planeswalkers you control",),
        cost="{0}",
    )
    yield card(
        "Plaza of Heroes",
        "land",
        "{T}: Add {C}",
        "{T}: Add {Any} (only: legendary spells)",
        asking=(f"{_ADD} color among legendary permanents you control",),
    )
    yield card("Meteor Crater", "land", asking=(f"{_ADD} color among permanents you control",))
    yield card(
        "Nykthos, Shrine to Nyx",
        "legendary land",
        "{T}: Add {C}",
        asking=(f"{{2}}, {{T}}: {_DEVOTION}",),
    )
    yield card(
        "Nyx Lotus",
        "legendary artifact",
        asking=(f"{{T}}: {_DEVOTION}",),
        cost="{4}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    yield creature(
        "Karametra's Acolyte",
        "human druid",
        "{3}{G}",
        1,
        asking=("{T}: Add an amount of {G} equal to your devotion to green",),
    )
    yield card(
        "Everflowing Chalice",
        "artifact",
        asking=("{T}: Add {C} for each charge counter on this",),
        cost="{0}",
    )
    yield card(
        "Astral Cornucopia",
        "artifact",
        asking=("{T}: Add one mana of any one color for each charge counter on this",),
        cost="{X}{X}{X}",
    )
    yield card(
        "Itlimoc, Cradle of the Sun",
        "legendary land",
        "{T}: Add {G}",
        "{T}: Add {G} (per: creature)",
    )
    yield creature(
        "Magus of the Coffers", "human wizard", "{4}{B}", 4, "{2}, {T}: Add {B} (per: swamp)"
    )
    yield creature(
        "Rofellos, Llanowar Emissary",
        "legendary creature elf druid",
        "{G}{G}",
        2,
        "{T}: Add {G} (per: forest)",
    )


def _multipliers_and_replacements() -> Iterator[Entry]:
    for name, cost, who, times in (
        ("Mana Reflection", "{4}{G}{G}", "permanent", 2),
        ("Virtue of Strength", "{5}{G}{G}", "basic land", 3),
    ):
        yield _enchantment(
            name, cost, f"each {who} you control tapped for mana makes {times} times as much"
        )
    yield creature(
        "Nyxbloom Ancient",
        "enchantment creature elemental",
        "{4}{G}{G}{G}",
        5,
        effects=("each permanent you control tapped for mana makes 3 times as much",),
    )
    for name, cost, who, makes in (
        ("Contamination", "{2}{B}", "land", "{B}"),
        ("Infernal Darkness", "{2}{B}{B}", "land", "as much {B}"),
        ("Ritual of Subdual", "{4}{G}{G}", "land", "as much {C}"),
        ("Pulse of Llanowar", "{3}{G}", "basic land you control", "as much {Any}"),
    ):
        yield _enchantment(name, cost, f"each {who} tapped for mana makes {makes} instead")
    yield card(
        "Damping Sphere",
        "artifact",
        effects=("each land tapped for 2 or more mana makes {C} instead",),
        cost="{2}",
    )


def _auras() -> Iterator[Entry]:
    for name, cost, adds in (
        ("Wild Growth", "{G}", "{G}"),
        ("Wolfwillow Haven", "{1}{G}", "{G}"),
        ("Overgrowth", "{2}{G}", "{G}{G}"),
        ("Fertile Ground", "{1}{G}", "{Any}"),
        ("Trace of Abundance", "{R/W}{G}", "{Any}"),
        ("Verdant Haven", "{2}{G}", "{Any}"),
        ("Market Festival", "{3}{G}", "{Any}{Any}"),
        ("Dawn's Reflection", "{3}{G}", "{Any}{Any}"),
    ):
        yield _enchantment(
            name, cost, f"each enchanted land tapped for mana adds {adds}", types="aura"
        )
    yield _enchantment(
        "Utopia Sprawl",
        "{G}",
        "each enchanted forest tapped for mana adds one of the chosen color",
        types="aura",
        enters=_CHOOSING.format("Aura"),
    )
    twice = "{W}{W}|{U}{U}|{B}{B}|{R}{R}|{G}{G}"
    for name in ("Weirding Wood", "New Horizons"):
        yield _enchantment(
            name, "{2}{G}", f"each enchanted land has {{T}}: Add {twice}", types="aura"
        )


def _triggers() -> Iterator[Entry]:
    for name, cost, who in (
        ("Mirari's Wake", "{3}{G}{W}", "land you control"),
        ("Zendikar Resurgent", "{5}{G}{G}", "land you control"),
        ("Mana Flare", "{2}{R}", "land"),
        ("Heartbeat of Spring", "{2}{G}", "land"),
        ("Dictate of Karametra", "{3}{G}{G}", "land"),
    ):
        yield _enchantment(name, cost, f"each {who} tapped for mana adds one of that type")
    yield _enchantment(
        "Overabundance",
        "{1}{R}{G}",
        "each land tapped for mana adds one of that type (from: Overabundance) (1 damage to you)",
    )
    yield _enchantment("Vernal Bloom", "{3}{G}", "each forest tapped for mana adds {G}")
    yield _enchantment(
        "Leyline of Abundance", "{2}{G}{G}", "each creature you control tapped for mana adds {G}"
    )
    yield _enchantment("Manabarbs", "{3}{R}", "each land tapped for mana deals 1 damage to you")
    for name, types, cost, effect in (
        (
            "Caged Sun",
            "artifact",
            "{6}",
            "each land you control making chosen adds one of the chosen color",
        ),
        (
            "Gauntlet of Power",
            "artifact",
            "{5}",
            "each basic land tapped for chosen adds one of the chosen color",
        ),
        ("Gauntlet of Might", "artifact", "{4}", "each mountain tapped for mana adds {R}"),
        (
            "Forsaken Monument",
            "legendary artifact",
            "{5}",
            "each permanent you control tapped for {C} adds {C}",
        ),
    ):
        enters = _CHOOSING.format("artifact") if "chosen" in effect else ""
        yield card(name, types, effects=(effect,), cost=cost, enters=enters)
    yield card(
        "Nissa, Who Shakes the World",
        "legendary planeswalker nissa",
        effects=("each forest you control tapped for mana adds {G}",),
        cost="{3}{G}{G}",
        colors="G",
    )
    for name, types, cost, power, who, adds in (
        ("Crypt Ghast", "spirit", "{3}{B}", 2, "swamp", "{B}"),
        ("Nirkana Revenant", "vampire shade", "{4}{B}{B}", 4, "swamp", "{B}"),
        ("Badgermole Cub", "badger mole", "{1}{G}", 2, "creature", "{G}"),
        (
            "Kinnan, Bonder Prodigy",
            "legendary creature human druid",
            "{G}{U}",
            2,
            "nonland permanent",
            "one of that type",
        ),
        (
            "Vorinclex, Voice of Hunger",
            "legendary creature phyrexian praetor",
            "{6}{G}{G}",
            7,
            "land",
            "one of that type",
        ),
    ):
        effect = f"each {who} you control tapped for mana adds {adds}"
        yield creature(name, types, cost, power, effects=(effect,))


def _types_and_grants() -> Iterator[Entry]:
    yield _enchantment("Blood Moon", "{2}{R}", "each nonbasic land is mountain")
    for name, types, cost, what in (
        ("Magus of the Moon", "human wizard", "{2}{R}", "mountain"),
        ("Harbinger of the Seas", "merfolk wizard", "{1}{U}{U}", "island"),
    ):
        yield creature(name, types, cost, 2, effects=(f"each nonbasic land is {what}",))
    for name, what in (
        ("Urborg, Tomb of Yawgmoth", "swamp"),
        ("Yavimaya, Cradle of Growth", "forest"),
    ):
        yield card(name, "legendary land", effects=(f"each land is also {what}",))
    every = f"each land you control is also {_BASIC_TYPES}"
    yield _enchantment("Prismatic Omen", "{1}{G}", every)
    yield creature(
        "Dryad of the Ilysian Grove",
        "enchantment creature nymph dryad",
        "{2}{G}",
        2,
        effects=(every,),
    )
    any_color = "has {T}: Add {Any}"
    yield _enchantment("Cryptolith Rite", "{1}{G}", f"each creature you control {any_color}")
    yield card(
        "Chromatic Lantern",
        "artifact",
        "{T}: Add {Any}",
        effects=(f"each land you control {any_color}",),
        cost="{3}",
    )
    for name, types, cost, power, who in (
        ("Joiner Adept", "elf druid", "{1}{G}", 2, "land you control"),
        (
            "Enduring Vitality",
            "enchantment creature elk glimmer",
            "{1}{G}{G}",
            3,
            "creature you control",
        ),
        ("Manaweft Sliver", "sliver", "{1}{G}", 1, "sliver creature you control"),
        ("Gemhide Sliver", "sliver", "{1}{G}", 1, "sliver"),
    ):
        yield creature(name, types, cost, power, effects=(f"each {who} {any_color}",))
    yield creature(
        "Citanul Hierophants",
        "human druid",
        "{3}{G}",
        3,
        effects=("each creature you control has {T}: Add {G}",),
    )


def _enchantment(name: str, cost: str, effect: str, types: str = "", enters: str = "") -> Entry:
    """Write an enchantment with one effect; its colors are those of its cost (202.2)."""
    return card(
        name,
        f"enchantment {types}",
        effects=(effect,),
        cost=cost,
        colors="".join(color for color in COLORS if color in cost),
        enters=enters,
    )
