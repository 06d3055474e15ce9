"""The lands of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.mtg.staple import (
    COLORS,
    LAND_ENTERS_TAPPED,
    PAIRS,
    THREE_OF_ONE,
    TRIOS,
    card,
    cycle,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.staple import Entry


_TAP = "{T}: Add {X}"
_EITHER = "{T}: Add {X}|{Y}"
_ANY_OF_THREE = "{T}: Add {X}|{Y}|{Z}"
_COLORLESS = "{T}: Add {C}"
_ANY_COLOR = "{T}: Add {Any}"


def lands() -> Iterator[Entry]:
    """Yield the lands: cycles, rainbow lands, restricted ones, and those with another use."""
    yield from _cycles()
    yield from _single_lands()
    yield from _restricted_lands()
    yield from _lands_with_another_use()


def _cycles() -> Iterator[Entry]:
    yield from cycle(
        "Plains; Island; Swamp; Mountain; Forest", COLORS, "basic land", _TAP, typed=True
    )
    yield from cycle(
        "Snow-Covered Plains; Snow-Covered Island; Snow-Covered Swamp; Snow-Covered Mountain; "
        "Snow-Covered Forest",
        COLORS,
        "basic snow land",
        _TAP,
        typed=True,
    )
    yield card("Wastes", "basic land", _COLORLESS)
    yield card("Snow-Covered Wastes", "basic snow land", _COLORLESS)

    for types, enters, names in (
        (
            "land",
            "",
            "Tundra; Underground Sea; Badlands; Taiga; Savannah; Scrubland; Volcanic Island; "
            "Bayou; Plateau; Tropical Island",
        ),
        (
            "land",
            "As this land enters, you may pay 2 life. If you don't, it enters tapped.",
            "Hallowed Fountain; Watery Grave; Blood Crypt; Stomping Ground; Temple Garden; "
            "Godless Shrine; Steam Vents; Overgrown Tomb; Sacred Foundry; Breeding Pool",
        ),
        (
            "snow land",
            LAND_ENTERS_TAPPED,
            "Glacial Floodplain; Ice Tunnel; Sulfurous Mire; Highland Forest; Arctic Treeline; "
            "Snowfield Sinkhole; Volatile Fjord; Woodland Chasm; Alpine Meadow; Rimewood Falls",
        ),
    ):
        yield from cycle(names, PAIRS, types, _EITHER, typed=True, enters=enters)
    yield from cycle(
        "Glacial Fortress; Drowned Catacomb; Dragonskull Summit; Rootbound Crag; Sunpetal Grove; "
        "Isolated Chapel; Sulfur Falls; Woodland Cemetery; Clifftop Retreat; Hinterland Harbor",
        PAIRS,
        "land",
        _EITHER,
        enters="This land enters tapped unless you control X or Y.",
    )
    yield from cycle(
        "Seachrome Coast; Darkslick Shores; Blackcleave Cliffs; Copperline Gorge; "
        "Razorverge Thicket; Concealed Courtyard; Spirebluff Canal; Blooming Marsh; "
        "Inspiring Vantage; Botanical Sanctum",
        PAIRS,
        "land",
        _EITHER,
        enters="This land enters tapped unless you control two or fewer other lands.",
    )
    yield from cycle(
        "Adarkar Wastes; Underground River; Sulfurous Springs; Karplusan Forest; Brushland; "
        "Caves of Koilos; Shivan Reef; Llanowar Wastes; Battlefield Forge; Yavimaya Coast",
        PAIRS,
        "land",
        _COLORLESS,
        f"{_EITHER} (1 damage to you)",
    )
    yield from cycle(
        "Mystic Gate; Sunken Ruins; Graven Cairns; Fire-Lit Thicket; Wooded Bastion; "
        "Fetid Heath; Cascade Bluffs; Twilight Mire; Rugged Prairie; Flooded Grove",
        PAIRS,
        "land",
        _COLORLESS,
        "{X/Y}, {T}: Add {X}{X}|{X}{Y}|{Y}{Y}",
    )
    yield from cycle(
        "Azorius Chancery; Dimir Aqueduct; Rakdos Carnarium; Gruul Turf; Selesnya Sanctuary; "
        "Orzhov Basilica; Izzet Boilerworks; Golgari Rot Farm; Boros Garrison; "
        "Simic Growth Chamber",
        PAIRS,
        "land",
        "{T}: Add {X}{Y}",
        enters=f"{LAND_ENTERS_TAPPED} "
        "When this land enters, return a land you control to its owner's hand.",
    )
    yield from cycle(
        "Skycloud Expanse; Darkwater Catacombs; Shadowblood Ridge; Mossfire Valley; "
        "Sungrass Prairie",
        PAIRS[:5],
        "land",
        "{1}, {T}: Add {X}{Y}",
    )
    yield from cycle(
        "Horizon Canopy; Silent Clearing; Fiery Islet; Nurturing Peatland; Sunbaked Canyon; "
        "Waterlogged Grove",
        PAIRS[4:],
        "land",
        "{T}, pay 1 life: Add {X}|{Y}",
    )
    yield from cycle(
        "Tainted Field; Tainted Isle; Tainted Peak; Tainted Wood",
        ("WB", "UB", "BR", "BG"),
        "land",
        _COLORLESS,
        f"{_EITHER} (if: 1 swamp)",
    )
    yield from cycle(
        "Raffine's Tower; Xander's Lounge; Ziatora's Proving Ground; Jetmir's Garden; "
        "Spara's Headquarters; Savai Triome; Raugrin Triome; Zagoth Triome; Indatha Triome; "
        "Ketria Triome",
        TRIOS,
        "land",
        _ANY_OF_THREE,
        typed=True,
        enters=LAND_ENTERS_TAPPED,
    )
    yield from cycle(
        "Arcane Sanctum; Crumbling Necropolis; Savage Lands; Jungle Shrine; Seaside Citadel; "
        "Nomad Outpost; Mystic Monastery; Opulent Palace; Sandsteppe Citadel; Frontier Bivouac",
        TRIOS,
        "land",
        _ANY_OF_THREE,
        enters=LAND_ENTERS_TAPPED,
    )
    yield from cycle(
        "Ancient Den; Seat of the Synod; Vault of Whispers; Great Furnace; Tree of Tales",
        COLORS,
        "artifact land",
        _TAP,
    )
    yield from cycle(
        "Vivid Meadow; Vivid Creek; Vivid Marsh; Vivid Crag; Vivid Grove",
        COLORS,
        "land",
        _TAP,
        "{T}, remove a charge counter: Add {Any}",
        counters=("charge", 2),
        enters="This land enters tapped with two charge counters on it.",
    )
    yield from cycle(
        "Remote Farm; Saprazzan Skerry; Peat Bog; Sandstone Needle; Hickory Woodlot",
        COLORS,
        "land",
        "{T}, remove a depletion counter: Add {X}{X}",
        counters=("depletion", 2),
        enters="This land enters tapped with two depletion counters on it.",
    )
    yield from cycle(
        "Abandoned Outpost; Seafloor Debris; Bog Wreckage; Ravaged Highlands; Timberland Ruins",
        COLORS,
        "land",
        _TAP,
        "{T}, sacrifice this: Add {Any}",
        enters=LAND_ENTERS_TAPPED,
    )
    yield from cycle(
        "Irrigation Ditch; Ancient Spring; Sulfur Vent; Geothermal Crevice; Tinder Farm",
        ("WGU", "UWB", "BUR", "RBG", "GRW"),
        "land",
        _TAP,
        "{T}, sacrifice this: Add {Y}{Z}",
        enters=LAND_ENTERS_TAPPED,
    )


def _single_lands() -> Iterator[Entry]:
    yield card("City of Brass", "land", f"{_ANY_COLOR} (1 damage to you by a trigger)")
    yield card("Mana Confluence", "land", "{T}, pay 1 life: Add {Any}")
    yield card(
        "Grand Coliseum",
        "land",
        _COLORLESS,
        f"{_ANY_COLOR} (1 damage to you)",
        enters=LAND_ENTERS_TAPPED,
    )
    yield card("Tarnished Citadel", "land", _COLORLESS, f"{_ANY_COLOR} (3 damage to you)")
    yield card(
        "Starting Town",
        "land town",
        _COLORLESS,
        "{T}, pay 1 life: Add {Any}",
        enters="This land enters tapped unless it's your first, second, or third turn of the game.",
    )
    yield card("Ancient Tomb", "land", "{T}: Add {C}{C} (2 damage to you)")
    yield card("City of Traitors", "land", "{T}: Add {C}{C}")
    yield card("Crystal Vein", "land", _COLORLESS, "{T}, sacrifice this: Add {C}{C}")
    yield card(
        "Lotus Field",
        "land",
        f"{{T}}: Add {THREE_OF_ONE}",
        enters=f"{LAND_ENTERS_TAPPED} When this land enters, sacrifice two lands.",
    )
    in_place = "If this land would enter, sacrifice two untapped lands instead."
    yield card("Lotus Vale", "land", f"{{T}}: Add {THREE_OF_ONE}", enters=in_place)
    yield card("Scorched Ruins", "land", "{T}: Add {C}{C}{C}{C}", enters=in_place)
    yield card(
        "Gemstone Mine",
        "land",
        "{T}, remove a mining counter: Add {Any}",
        counters=("mining", 3),
    )
    yield card(
        "Tendo Ice Bridge",
        "land",
        _COLORLESS,
        "{T}, remove a charge counter: Add {Any}",
        counters=("charge", 1),
    )
    yield card(
        "Murmuring Bosk",
        "land forest",
        "{T}: Add {G}",
        "{T}: Add {W}|{B} (1 damage to you)",
        enters="As this land enters, you may reveal a Treefolk card from your hand. "
        "If you don't, this land enters tapped.",
    )
    yield card("Grove of the Burnwillows", "land", _COLORLESS, "{T}: Add {R}|{G}")
    yield card(
        "Nimbus Maze",
        "land",
        _COLORLESS,
        "{T}: Add {W} (if: 1 island)",
        "{T}: Add {U} (if: 1 plains)",
    )
    yield card("Temple of the False God", "land", "{T}: Add {C}{C} (if: 5 land)")
    for name in ("Unknown Shores", "Shimmering Grotto", "Hidden Grotto"):
        yield card(name, "land", _COLORLESS, "{1}, {T}: Add {Any}")
    yield card("Crystal Quarry", "land", _COLORLESS, "{5}, {T}: Add {W}{U}{B}{R}{G}")
    yield card("Cascading Cataracts", "land", _COLORLESS, "{5}, {T}: Add {Any}{Any}{Any}{Any}{Any}")
    yield card("Holdout Settlement", "land", _COLORLESS, "{T}, tap an untapped creature: Add {Any}")
    yield card(
        "Survivors' Encampment",
        "land desert",
        _COLORLESS,
        "{T}, tap an untapped creature: Add {Any}",
    )
    yield card("Gaea's Cradle", "legendary land", "{T}: Add {G} (per: creature)")
    yield card("Serra's Sanctum", "legendary land", "{T}: Add {W} (per: enchantment)")
    yield card("Tolarian Academy", "legendary land", "{T}: Add {U} (per: artifact)")
    yield card("Cabal Coffers", "land", "{2}, {T}: Add {B} (per: swamp)")
    yield card("Cloudpost", "land locus", "{T}: Add {C} (per: locus)", enters=LAND_ENTERS_TAPPED)
    yield card("Glimmerpost", "land locus", _COLORLESS)
    yield card("Dryad Arbor", "land creature forest dryad", "{T}: Add {G}", colors="G", power=1)


def _restricted_lands() -> Iterator[Entry]:
    of_chosen_type = "(only: creature spells of the chosen type)"
    type_is_chosen = "As this land enters, choose a creature type."
    yield card(
        "Cavern of Souls",
        "land",
        _COLORLESS,
        f"{_ANY_COLOR} {of_chosen_type} (rider: that spell cannot be countered)",
        enters=type_is_chosen,
    )
    yield card(
        "Unclaimed Territory",
        "land",
        _COLORLESS,
        f"{_ANY_COLOR} {of_chosen_type}",
        enters=type_is_chosen,
    )
    yield card("Ancient Ziggurat", "land", f"{_ANY_COLOR} (only: creature spells)")
    yield card("Sliver Hive", "land", _COLORLESS, f"{_ANY_COLOR} (only: Sliver spells)")
    yield card("Pillar of the Paruns", "land", f"{_ANY_COLOR} (only: multicolored spells)")
    yield card("Mishra's Workshop", "land", "{T}: Add {C}{C}{C} (only: artifact spells)")
    yield card(
        "Eldrazi Temple",
        "land",
        _COLORLESS,
        "{T}: Add {C}{C} (only: colorless Eldrazi spells or abilities of colorless Eldrazi)",
    )
    yield card(
        "Shrine of the Forsaken Gods",
        "land",
        _COLORLESS,
        "{T}: Add {C}{C} (only: colorless spells) (if: 7 land)",
    )
    yield card(
        "Castle Garenbrig",
        "land",
        "{T}: Add {G}",
        "{2}{G}{G}, {T}: Add {G}{G}{G}{G}{G}{G} (only: creature spells or abilities of creatures)",
        enters="This land enters tapped unless you control a Forest.",
    )
    yield card(
        "Boseiju, Who Shelters All",
        "legendary land",
        "{T}, pay 2 life: Add {C} (rider: an instant or sorcery spell cannot be countered)",
        enters=LAND_ENTERS_TAPPED,
    )


def _lands_with_another_use() -> Iterator[Entry]:
    yield from cycle(
        "Forbidding Watchtower; Faerie Conclave; Spawning Pool; Ghitu Encampment; Treetop Village",
        COLORS,
        "land",
        _TAP,
        enters=LAND_ENTERS_TAPPED,
        reserved=1,
    )
    yield from cycle(
        "Celestial Colonnade; Creeping Tar Pit; Lavaclaw Reaches; Raging Ravine; Stirring Wildwood",
        PAIRS[:5],
        "land",
        _EITHER,
        enters=LAND_ENTERS_TAPPED,
        reserved=1,
    )
    for name in (
        "Mutavault",
        "Mishra's Factory",
        "Blinkmoth Nexus",
        "Inkmoth Nexus",
        "Kessig Wolf Run",
        "Rogue's Passage",
        "Wasteland",
        "Strip Mine",
        "Ghost Quarter",
        "Field of Ruin",
    ):
        yield card(name, "land", _COLORLESS, reserved=1)
