"""One subject of each kind that a picture has to show."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from autotap.models import Board, ManaZone, Spell
from autotap.models.duel_masters import DuelMastersSpell
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.mtg.spell import Payer
from autotap.models.turn import TurnCard
from autotap.solver import pay, plan_turn

if TYPE_CHECKING:
    from autotap.models.picture.subjects import Subject

_BIG = "; ".join(
    [
        "200 Forest; 20 Plains; Azorius Signet; 3 Simic Signet; Mystic Gate; Sol Ring; Tundra",
        *(f"Rock {number} [{{T}}: Add {{C}}]" for number in range(200)),
    ]
)
_HAND = {
    "Sol Ring": "{1} makes Sol Ring",
    "Dark Ritual": "{B} adds {B}{B}{B}",
    "Ogre": "{2}{R}",
    "Forest": "land",
}


@cache
def gallery() -> dict[str, Subject]:
    """The subjects by name."""
    elf = Spell.parse("{4}{G}{G}", name="Elvish Host", payers=frozenset({Payer.CONVOKE}))
    angler = Spell.parse("{6}{B}", name="Gurmag Angler", payers=frozenset({Payer.DELVE}))
    angel = Spell.parse("{2}{W}{U}", name="Angel", types="creature angel")
    tokens = "2 Saproling (types: token creature, colors: G) []"
    only = "Trilobite (types: creature) [{T}: Add {C} (only: abilities)]"
    zone = ManaZone.parse("2 Fire; Fire/Nature; 3 Water; Rainbow [all] (number 0)")
    dragon = DuelMastersSpell(DuelMastersCost.parse("fire(3)"), "Dragon")
    rock = "My Rock [{1}, {T}: Add {W}{U}]"
    return {
        "chain": pay("{W}{W}{U}{U}", "Plains; Forest; Mystic Gate; Azorius Signet"),
        "painlands": pay("{2}{W}{U}{R}", "Adarkar Wastes; Shivan Reef; City of Brass; 2 Wastes"),
        "phyrexian": pay("{1}{B/P}{B/P}{W/U/P}", "Swamp; Wastes; life: 9"),
        "convoke": pay(elf, f"3 Forest; {rock}; {tokens}"),
        "delve": pay(angler, "Swamp; Island; 2 Mountain; graveyard: 5"),
        "restricted": pay(
            angel,
            f"{only}; Azorius Signet; Ancient Ziggurat; Cavern of Souls; Plains",
            keep=["{W}"],
        ),
        "zone payment": pay("fire/nature(5)", zone),
        "turn": plan_turn(_HAND, "2 Mountain; Swamp"),
        "zone turn": plan_turn([TurnCard("Dragon", dragon, 3)], zone),
        "unpayable": pay("{W}{W}{U}", "2 Forest; Azorius Signet; Tundra (tapped); Island"),
        "big board": pay("{12}{W}{W}{U}", _BIG),
        "board": Board.parse(
            f"3 Forest; Llanowar Elves (sick); {rock}; Adarkar Wastes (tapped); Gemstone Mine; "
            "Mystic Gate; Reflecting Pool; pool: {R}{R}; life: 7; graveyard: 4"
        ),
        "zone": zone,
    }
