"""The artifacts, creatures, enchantments and tokens of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.mtg.staple import (
    ARTIFACT_ENTERS_TAPPED,
    COLORS,
    PAIRS,
    THREE_OF_ONE,
    TRIOS,
    card,
    creature,
    cycle,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.staple import Entry

_ANY_COLOR = "{T}: Add {Any}"


def permanents() -> Iterator[Entry]:
    """Yield the artifacts, creatures, enchantments and tokens."""
    yield from _cycles()
    yield from _mana_rocks()
    yield from _engines()
    yield from _creatures()
    yield from _tokens()


def _cycles() -> Iterator[Entry]:
    yield from cycle(
        "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Selesnya Signet; "
        "Orzhov Signet; Izzet Signet; Golgari Signet; Boros Signet; Simic Signet",
        PAIRS,
        "artifact",
        "{1}, {T}: Add {X}{Y}",
        cost="{2}",
    )
    yield from cycle(
        "Talisman of Progress; Talisman of Dominance; Talisman of Indulgence; "
        "Talisman of Impulse; Talisman of Unity; Talisman of Hierarchy; "
        "Talisman of Creativity; Talisman of Resilience; Talisman of Conviction; "
        "Talisman of Curiosity",
        PAIRS,
        "artifact",
        "{T}: Add {C}",
        "{T}: Add {X}|{Y} (1 damage to you)",
        cost="{2}",
    )
    yield from cycle(
        "Mox Pearl; Mox Sapphire; Mox Jet; Mox Ruby; Mox Emerald",
        COLORS,
        "artifact",
        "{T}: Add {X}",
        cost="{0}",
    )
    yield from cycle(
        "Marble Diamond; Sky Diamond; Charcoal Diamond; Fire Diamond; Moss Diamond",
        COLORS,
        "artifact",
        "{T}: Add {X}",
        cost="{2}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    yield from cycle(
        "Gold Myr; Silver Myr; Leaden Myr; Iron Myr; Copper Myr",
        COLORS,
        "artifact creature myr",
        "{T}: Add {X}",
        cost="{2}",
        power=1,
    )
    yield from cycle(
        "Dromar's Attendant; Crosis's Attendant; Darigaaz's Attendant; Rith's Attendant; "
        "Treva's Attendant",
        TRIOS[:5],
        "artifact creature golem",
        "{1}, sacrifice this: Add {X}{Y}{Z}",
        cost="{5}",
        power=3,
    )


def _mana_rocks() -> Iterator[Entry]:
    for name, cost, amount in (
        ("Mana Crypt", "{0}", 2),
        ("Sol Ring", "{1}", 2),
        ("Mind Stone", "{2}", 1),
        ("Thought Vessel", "{2}", 1),
        ("Hedron Archive", "{4}", 2),
        ("Sisay's Ring", "{4}", 2),
        ("Ur-Golem's Eye", "{4}", 2),
        ("Thran Dynamo", "{4}", 3),
        ("Dreamstone Hedron", "{6}", 3),
    ):
        yield card(name, "artifact", f"{{T}}: Add {'{C}' * amount}", cost=cost)
    yield card(
        "Worn Powerstone",
        "artifact",
        "{T}: Add {C}{C}",
        cost="{3}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    for name, cost in (("Mana Vault", "{1}"), ("Grim Monolith", "{2}"), ("Basalt Monolith", "{3}")):
        yield card(name, "artifact", "{T}: Add {C}{C}{C}", cost=cost, stays_tapped=True)
    for name in ("Manalith", "Darksteel Ingot", "Coalition Relic"):
        yield card(name, "artifact", _ANY_COLOR, cost="{3}")
    yield card("Gilded Lotus", "artifact", f"{{T}}: Add {THREE_OF_ONE}", cost="{5}")
    yield card("Mox Opal", "legendary artifact", f"{_ANY_COLOR} (if: 3 artifact)", cost="{0}")
    yield card("Prismatic Lens", "artifact", "{T}: Add {C}", "{1}, {T}: Add {Any}", cost="{2}")
    yield card("Celestial Prism", "artifact", "{2}, {T}: Add {Any}", cost="{3}")
    yield card(
        "Firemind Vessel",
        "artifact",
        "{T}: Add {W}{U}|{W}{B}|{W}{R}|{W}{G}|{U}{B}|{U}{R}|{U}{G}|{B}{R}|{B}{G}|{R}{G}",
        cost="{4}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    yield card("Chromatic Orrery", "legendary artifact", "{T}: Add {C}{C}{C}{C}{C}", cost="{7}")


def _engines() -> Iterator[Entry]:
    yield card("Lotus Petal", "artifact", "{T}, sacrifice this: Add {Any}", cost="{0}")
    yield card("Black Lotus", "artifact", f"{{T}}, sacrifice this: Add {THREE_OF_ONE}", cost="{0}")
    yield card("Lotus Bloom", "artifact", f"{{T}}, sacrifice this: Add {THREE_OF_ONE}")
    yield card(
        "Jeweled Lotus",
        "artifact",
        f"{{T}}, sacrifice this: Add {THREE_OF_ONE} (only: your commander)",
        cost="{0}",
    )
    for name in ("Chromatic Sphere", "Chromatic Star"):
        yield card(name, "artifact", "{1}, {T}, sacrifice this: Add {Any}", cost="{1}")
    yield card(
        "Terrarion",
        "artifact",
        "{2}, {T}, sacrifice this: Add {Any}{Any}",
        cost="{1}",
        enters=ARTIFACT_ENTERS_TAPPED,
    )
    yield card("Energy Refractor", "artifact", "{2}: Add {Any}", cost="{2}")
    yield card("Doubling Cube", "artifact", "{3}, {T}: Add the unspent pool again", cost="{2}")
    yield card(
        "Springleaf Drum", "artifact", "{T}, tap an untapped creature: Add {Any}", cost="{1}"
    )
    yield card("Phyrexian Altar", "artifact", "sacrifice a creature: Add {Any}", cost="{3}")
    yield card("Ashnod's Altar", "artifact", "sacrifice a creature: Add {C}{C}", cost="{3}")
    yield card("Krark-Clan Ironworks", "artifact", "sacrifice an artifact: Add {C}{C}", cost="{4}")
    yield card(
        "Titans' Nest",
        "enchantment",
        "exile a card from your graveyard: Add {C} (only: colored spells without {X})",
        cost="{1}{B}{G}{U}",
        colors="UBG",
    )


def _creatures() -> Iterator[Entry]:
    for name in ("Llanowar Elves", "Elvish Mystic", "Fyndhorn Elves"):
        yield creature(name, "elf druid", "{G}", 1, "{T}: Add {G}")
    yield creature("Avacyn's Pilgrim", "human monk", "{G}", 1, "{T}: Add {W}")
    yield creature("Elves of Deep Shadow", "elf druid", "{G}", 1, "{T}: Add {B} (1 damage to you)")
    yield creature("Boreal Druid", "snow creature elf druid", "{G}", 1, "{T}: Add {C}")
    yield creature("Birds of Paradise", "bird", "{G}", 0, _ANY_COLOR)
    yield creature("Noble Hierarch", "human druid", "{G}", 0, "{T}: Add {G}|{W}|{U}")
    yield creature("Ignoble Hierarch", "goblin shaman", "{G}", 0, "{T}: Add {B}|{R}|{G}")
    yield creature("Sylvan Caryatid", "plant", "{1}{G}", 0, _ANY_COLOR)
    yield creature("Utopia Tree", "plant", "{1}{G}", 0, _ANY_COLOR)
    yield creature("Elvish Harbinger", "elf druid", "{2}{G}", 1, _ANY_COLOR)
    yield creature("Llanowar Tribe", "elf druid", "{G}{G}{G}", 3, "{T}: Add {G}{G}{G}")
    yield creature("Elvish Aberration", "elf mutant", "{5}{G}", 4, "{T}: Add {G}{G}{G}")
    yield creature("Priest of Titania", "elf druid", "{1}{G}", 1, "{T}: Add {G} (per: elf)")
    yield creature("Elvish Archdruid", "elf druid", "{1}{G}{G}", 2, "{T}: Add {G} (per: elf)")
    yield creature(
        "Circle of Dreams Druid", "elf druid", "{G}{G}{G}", 2, "{T}: Add {G} (per: creature)"
    )
    yield creature("Skyshroud Elf", "elf druid", "{1}{G}", 1, "{T}: Add {G}", "{1}: Add {R}|{W}")
    yield creature("Heritage Druid", "elf druid", "{G}", 1, "tap 3 untapped elf: Add {G}{G}{G}")
    yield creature(
        "Birchlore Rangers", "elf druid ranger", "{G}", 1, "tap 2 untapped elf: Add {Any}"
    )
    yield creature(
        "Jaspera Sentinel", "elf rogue", "{G}", 1, "{T}, tap an untapped creature: Add {Any}"
    )
    yield creature(
        "Seton, Krosan Protector",
        "legendary creature centaur druid",
        "{G}{G}{G}",
        2,
        "tap an untapped druid: Add {G}",
    )
    yield creature(
        "Urza, Lord High Artificer",
        "legendary creature human artificer",
        "{2}{U}{U}",
        1,
        "tap an untapped artifact: Add {U}",
    )
    yield creature("Manakin", "artifact creature construct", "{2}", 1, "{T}: Add {C}")
    yield creature("Plague Myr", "artifact creature phyrexian myr", "{2}", 1, "{T}: Add {C}")
    yield creature("Palladium Myr", "artifact creature myr", "{3}", 2, "{T}: Add {C}{C}")
    yield creature("Alloy Myr", "artifact creature myr", "{3}", 2, _ANY_COLOR)
    yield creature("Pili-Pala", "artifact creature scarecrow", "{2}", 1, "{2}, {Q}: Add {Any}")
    yield creature(
        "Shire Scarecrow",
        "artifact creature scarecrow",
        "{2}",
        0,
        "{1}: Add {Any} (once each turn)",
    )
    yield creature(
        "Coal Golem", "artifact creature golem", "{5}", 3, "{3}, sacrifice this: Add {R}{R}{R}"
    )
    yield creature(
        "Workhorse",
        "artifact creature horse",
        "{6}",
        0,
        "remove a +1/+1 counter: Add {C}",
        counters=4,
    )
    yield creature("Blood Pet", "thrull", "{B}", 1, "sacrifice this: Add {B}")
    yield creature("Basal Thrull", "thrull", "{B}{B}", 1, "{T}, sacrifice this: Add {B}{B}")
    yield creature(
        "Goldhound", "artifact creature treasure dog", "{R}", 1, "{T}, sacrifice this: Add {Any}"
    )
    yield creature("Treasonous Ogre", "ogre shaman", "{3}{R}", 2, "pay 3 life: Add {R}")
    yield creature("Utopia Mycon", "fungus", "{G}", 0, "sacrifice a saproling: Add {Any}")
    yield creature(
        "Elvish Spirit Guide", "elf spirit", "{2}{G}", 2, "exile this from hand: Add {G}"
    )
    yield creature(
        "Simian Spirit Guide", "ape spirit", "{2}{R}", 2, "exile this from hand: Add {R}"
    )
    yield creature(
        "Beastcaller Savant",
        "elf shaman ally",
        "{1}{G}",
        1,
        f"{_ANY_COLOR} (only: creature spells)",
    )
    yield creature(
        "Somberwald Sage",
        "human druid",
        "{2}{G}",
        0,
        f"{{T}}: Add {THREE_OF_ONE} (only: creature spells)",
    )
    yield creature(
        "Vodalian Arcanist",
        "merfolk wizard",
        "{1}{U}",
        1,
        "{T}: Add {C} (only: instant or sorcery spells)",
    )
    yield creature(
        "Cryptic Trilobite",
        "trilobite",
        "{X}{X}",
        0,
        "remove a +1/+1 counter: Add {C}{C} (only: abilities)",
    )
    yield creature(
        "Rosheen Meanderer",
        "legendary creature giant shaman",
        "{3}{R/G}",
        4,
        "{T}: Add {C}{C}{C}{C} (only: costs that contain {X})",
    )
    yield creature(
        "Jegantha, the Wellspring",
        "legendary creature elemental elk",
        "{4}{R/G}",
        5,
        "{T}: Add {W}{U}{B}{R}{G} (not: generic costs)",
    )
    yield creature(
        "Troyan, Gutsy Explorer",
        "legendary creature vedalken scout",
        "{1}{G}{U}",
        1,
        "{T}: Add {G}{U} (only: spells with mana value 5 or greater or {X} in the cost)",
    )


def _tokens() -> Iterator[Entry]:
    yield card("Treasure", "token artifact treasure", "{T}, sacrifice this: Add {Any}")
    yield card("Gold", "token artifact gold", "sacrifice this: Add {Any}")
    yield card("Powerstone", "token artifact powerstone", "{T}: Add {C} (not: nonartifact spells)")
    yield card("Etherium Cell", "token artifact", "{T}, sacrifice this: Add {Any}")
    yield card("Banana", "token artifact", "{T}, sacrifice this: Add {R}|{G}")
    yield card(
        "Everywhere",
        "token land plains island swamp mountain forest",
        *(f"{{T}}: Add {{{color}}}" for color in COLORS),
    )
    for name, subtype, power in (("Eldrazi Spawn", "spawn", 0), ("Eldrazi Scion", "scion", 1)):
        yield card(
            name, f"token creature eldrazi {subtype}", "sacrifice this: Add {C}", power=power
        )
