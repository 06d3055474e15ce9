"""The verifier accepts what the rules allow and names the rule that anything else breaks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.restriction import Context, PaymentKind, Ruling
from autotap.models.mtg.source import Zone
from autotap.models.mtg.spell import ANY_COLOR, ANY_TYPE, Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.models.result import Payment, Spend
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.table import can_pair
from tests.conftest import ROOT
from tests.mtg.payments import (
    BEAR,
    CITY,
    CONFLUENCE,
    CUBE,
    ELF,
    FOREST,
    ISLAND,
    PAINLAND,
    PLAINS,
    ROCK,
    SIGNET,
    SIGNET_2,
    SNOWY,
    TREASURE,
    act,
    basic,
    payment,
    problem,
    source,
    spend,
)


class Case(NamedTuple):
    """A problem, a payment, and the rule that it breaks ("" for a legal one)."""

    rule: str
    title: str
    problem: Problem
    payment: Payment


def case(
    rule: str,
    title: str,
    board: Board | tuple[Any, ...],
    spell: Spell | str,
    *steps: Any,
    total: str | Announcement = "",
    wishes: dict[str, Any] | None = None,
    **rest: Any,
) -> Case:
    """Put a case together; the total is the spell's cost unless it is given."""
    if not isinstance(board, Board):
        board = Board(board)
    asked = problem(board, spell, **(wishes or {}))
    paid = payment(board, total or str(asked.spell.cost), *steps, **rest)
    return Case(rule, title, asked, paid)


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


def pool(text: str, *sources: Any, **rest: Any) -> Board:
    return Board(sources, parse_pool(text), **rest)


def announced(total: str, **rest: Any) -> Announcement:
    return Announcement(cost(total), **rest)


def spell(text: str, *payers: Payer, **rest: Any) -> Spell:
    return Spell(cost(text), payers=frozenset(payers), **rest)


def objects(deed: Deed, what: str, count: int = 1, **rest: Any) -> ActivationCost:
    return ActivationCost(objects=(ObjectCost(deed, count, what, **rest),))


ALTAR = source("Altar", "artifact", "sacrifice a creature: Add {C}{C}")
DRUM = source("Drum", "artifact", "{T}, tap an untapped creature: Add {Any}")
GUIDE = source("Guide", "creature", "sacrifice another creature: Add {C}")
SPIRIT = source("Spirit", "creature spirit", "exile this from hand: Add {G}", zone=Zone.HAND)
MINE = source("Mine", "land", "{T}, remove a charge counter: Add {Any}", charge=1)
TEMPLE = source("Temple", "land", "{T}: Add {C}{C} (if: 3 land)")
CRADLE = source("Cradle", "legendary land", "{T}: Add {G} (per: creature)")
ONCE = source("Scarecrow", "artifact creature", "{1}: Add {Any} (once each turn)")
PILI = source("Pili", "artifact creature", "{2}, {Q}: Add {Any}", tapped=True)
FILTER = source("Cairns", "land", "{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}")
COURTYARD = source("Courtyard", "land", "{T}: Add {Any} (only: creature spells)")
TRILOBITE = source("Trilobite", "artifact", "{T}: Add {C}{C} (only: abilities)")
JEGANTHA = source("Jegantha", "creature", "{T}: Add {W}{U}{B}{R}{G} (not: generic costs)")
NEST = source("Nest", "enchantment", "exile a card from your graveyard: Add {C}")
DIAMOND = source("Diamond", "artifact", "{T}, discard your hand, sacrifice this: Add {R}{R}{R}")
ENERGY = source("Aether", "artifact", "{T}, {E}: Add {Any}")
TICKETS = source("Booth", "artifact", "{T}, {TK}: Add {Any}")
NOTHING = source("Crater", "land", "{T}: Add nothing")
ENCHANTED = source("Enchanted", "snow land", "{T}: Add {G}; {U} (from: Aura)")
CREATURES = Context(types=frozenset({"creature"}))
CARDS = (Card("Bolt", frozenset({"instant"})), Card("Swamp", frozenset({"land"})))
TEFERI = spell("{1}{U}", name="Throne", context=Context(kind=PaymentKind.ABILITY))
FLIP = spell("{X}{R}")
EITHER = Spell(
    cost("{8}"),
    totals=(
        announced("{8}"),
        announced("{U}", sacrifice=("Elf",)),
        announced("{W}", tap=("Bear",)),
    ),
)
LESS_2 = (Modifier(Change.REDUCE, ManaCost.parse("{2}")),)

LEGAL = [
    case("", "nothing is due (MTG-118.5)", (PLAINS,), "{0}"),
    case("", "one land", (PLAINS,), "{W}", act("Plains", "{W}"), spend("{W}", 0)),
    case("", "mana floats", pool("{W}{U}"), "{U}", spend("{U}", 1)),
    case("", "hybrid", pool("{U}"), "{W/U}", spend("{W/U}", 0)),
    case("", "two-hybrid by color", pool("{W}"), "{2/W}", spend("{2/W}", 0)),
    case("", "two-hybrid by two", pool("{U}{G}"), "{2/W}", spend("{2/W}", 0, 1)),
    case("", "colorless hybrid", pool("{C}"), "{C/W}", spend("{C/W}", 0)),
    case("", "Phyrexian by mana", pool("{W}"), "{W/P}", spend("{W/P}", 0)),
    case(
        "",
        "Phyrexian by the last life (MTG-119.4)",
        Board(life=2),
        "{W/P}",
        spend("{W/P}", life=2),
        life_paid=2,
        life_lost=2,
    ),
    case(
        "",
        "hybrid Phyrexian beside mana",
        (PLAINS,),
        "{1}{U/B/P}",
        act("Plains", "{W}"),
        spend("{1}", 0),
        spend("{U/B/P}", life=2),
        life_paid=2,
        life_lost=2,
    ),
    case("", "snow", (SNOWY,), "{S}", act("Snowy", "{G}"), spend("{S}", 0)),
    case("", "floating snow", pool("{G} (source: snow)"), "{S}", spend("{S}", 0)),
    case(
        "",
        "two X",
        pool("{R}{C}{C}"),
        "{X}{R}",
        spend("{R}", 0),
        spend("{X}", 1),
        spend("{X}", 2),
        total=announced("{X}{R}", x=2),
    ),
    case("", "no X", pool("{R}"), FLIP, spend("{R}", 0), total=announced("{X}{R}", x=0)),
    case(
        "",
        "a Signet",
        (PLAINS, SIGNET),
        "{1}{U}",
        act("Plains", "{W}"),
        act("Signet", "{W}{U}", spend("{1}", 0)),
        spend("{1}", 1),
        spend("{U}", 2),
    ),
    case(
        "",
        "a filter",
        pool("{R}", FILTER),
        "{B}{R}",
        act("Cairns", "{R}{B}", spend("{B/R}", 0)),
        spend("{R}", 1),
        spend("{B}", 2),
    ),
    case(
        "",
        "mana for abilities becomes free in a Signet (MTG-RES-39)",
        (TRILOBITE, SIGNET),
        "{W}{U}",
        act("Trilobite", "{C}{C} (only: abilities)"),
        act("Signet", "{W}{U}", spend("{1}", 0)),
        spend("{W}", 2),
        spend("{U}", 3),
    ),
    case(
        "",
        "mana for creatures",
        (COURTYARD,),
        Spell(cost("{R}"), context=CREATURES),
        act("Courtyard", "{R} (only: creature spells)"),
        spend("{R}", 0),
    ),
    case(
        "",
        "a verdict goes before the words",
        (COURTYARD,),
        spell("{R}", rulings=(("only: creature spells", Ruling.YES),)),
        act("Courtyard", "{R} (only: creature spells)"),
        spend("{R}", 0),
    ),
    case(
        "",
        "Jegantha pays colors",
        (JEGANTHA,),
        "{R}{G}",
        act("Jegantha", "{G}{R}{B}{U}{W} (not: generic costs)"),
        spend("{R}", 1),
        spend("{G}", 0),
    ),
    case(
        "",
        "life and damage",
        Board((CONFLUENCE, PAINLAND, CITY), life=1),
        "{U}{U}{U}",
        act("Confluence", "{U}"),
        act("Wastes", "{U}", ability=1),
        act("City", "{U}"),
        *(spend("{U}", i) for i in range(3)),
        life_paid=1,
        life_lost=3,
    ),
    case(
        "",
        "doubled pool loses its restriction (MTG-106.6)",
        pool("{G} (only: creature spells); {R}{C}{C}{C}", CUBE),
        "{G}",
        act("Cube", "{R}{G}", spend("{1}", 2), spend("{1}", 3), spend("{1}", 4)),
        spend("{G}", 6),
    ),
    case(
        "",
        "three creatures, one of them sacrificed first",
        (CRADLE, ELF, BEAR, ALTAR),
        "{C}{G}",
        act("Altar", "{C}{C}", sacrifice="Bear"),
        act("Cradle", "{G}"),
        spend("{C}", 0),
        spend("{G}", 2),
    ),
    case(
        "",
        "a sick creature is tapped by a Drum (MTG-SYM-12)",
        (DRUM, replace(BEAR, summoning_sick=True)),
        "{R}",
        act("Drum", "{R}", tap="Bear"),
        spend("{R}", 0),
    ),
    case(
        "",
        "an Altar sacrifices what was tapped for mana",
        (ALTAR, ELF),
        "{G}{2}",
        act("Elf", "{G}"),
        act("Altar", "{C}{C}", sacrifice="Elf"),
        spend("{G}", 0),
        spend("{1}", 1),
        spend("{1}", 2),
    ),
    case(
        "",
        "Pili-Pala untaps and is tapped again (MTG-PRO-14)",
        pool("{C}{C}", PILI, DRUM),
        "{R}{G}",
        act("Pili", "{R}", spend("{1}", 0), spend("{1}", 1)),
        act("Drum", "{G}", tap="Pili"),
        spend("{R}", 2),
        spend("{G}", 3),
    ),
    case("", "a card in hand", (SPIRIT,), "{G}", act("Spirit", "{G}"), spend("{G}", 0)),
    case("", "a counter", (MINE,), "{G}", act("Mine", "{G}"), spend("{G}", 0)),
    case(
        "",
        "hand discarded",
        Board((DIAMOND, SPIRIT), hand=CARDS),
        "{R}",
        act("Diamond", "{R}{R}{R}"),
        spend("{R}", 0),
    ),
    case(
        "",
        "energy and tickets",
        Board((ENERGY, TICKETS), energy=1, tickets=1),
        "{2}",
        act("Aether", "{R}"),
        act("Booth", "{R}"),
        spend("{1}", 0),
        spend("{1}", 1),
    ),
    case("", "a land of nothing", pool("{W}", NOTHING), "{W}", act("Crater", ""), spend("{W}", 0)),
    case(
        "",
        "mana from an Aura",
        (ENCHANTED,),
        "{S}{U}",
        act("Enchanted", "{G}; {U} (from: Aura)"),
        spend("{S}", 0),
        spend("{U}", 1),
    ),
    case(
        "",
        "once each turn, but each of two",
        pool("{R}{R}", ONCE, replace(ONCE, id="Scarecrow 2")),
        "{G}{W}",
        act("Scarecrow", "{G}", spend("{1}", 0)),
        act("Scarecrow 2", "{W}", spend("{1}", 1)),
        spend("{G}", 2),
        spend("{W}", 3),
    ),
    case(
        "",
        "convoke, improvise, delve",
        Board((replace(BEAR, summoning_sick=True), ROCK), graveyard=CARDS),
        spell("{2}{G/W}", Payer.CONVOKE, Payer.IMPROVISE, Payer.DELVE),
        spend("{G/W}", convoke="Bear"),
        spend("{1}", improvise="Rock"),
        spend("{1}", delve=""),
        graveyard=1,
    ),
    case(
        "",
        "half of a two-hybrid by convoke",
        pool("{U}", BEAR),
        spell("{2/W}", Payer.CONVOKE),
        spend("{2/W}", 0, convoke="Bear"),
    ),
    case(
        "",
        "waterbend",
        (BEAR, ROCK),
        spell("{2}", Payer.WATERBEND, waterbend=2),
        spend("{1}", waterbend="Bear"),
        spend("{1}", waterbend="Rock"),
    ),
    case(
        "",
        "any color",
        pool("{C}{W}"),
        spell("{R}{1}", spend_as=ANY_COLOR),
        spend("{R}", 0),
        spend("{1}", 1),
    ),
    case("", "any type", pool("{R}"), spell("{C}", spend_as=ANY_TYPE), spend("{C}", 0)),
    case(
        "",
        "mana from creatures only, and convoke beside it (MTG-RSC-04)",
        (ELF, BEAR),
        spell("{2}", Payer.CONVOKE, only_from=frozenset({"creature"})),
        act("Elf", "{G}"),
        spend("{1}", 0),
        spend("{1}", convoke="Bear"),
    ),
    case(
        "",
        "no mana, but a creature",
        (BEAR,),
        spell("{1}", Payer.CONVOKE, no_mana=True),
        spend("{1}", convoke="Bear"),
    ),
    case(
        "",
        "an elf taps and is sacrificed (MTG-601.2g)",
        (ELF,),
        spell("{G}", additional=objects(Deed.SACRIFICE, "artifact or creature")),
        act("Elf", "{G}"),
        spend("{G}", 0),
        objects={"sacrifice": "Elf"},
    ),
    case(
        "",
        "web-slinging returns what convoked (MTG-KW-13)",
        (BEAR,),
        spell("{1}", Payer.CONVOKE, additional=objects(Deed.RETURN, "creature", tapped=True)),
        spend("{1}", convoke="Bear"),
        objects={"return": "Bear"},
    ),
    case(
        "",
        "costs share out their objects",
        (BEAR, ROCK),
        spell(
            "{0}",
            additional=ActivationCost(
                objects=(
                    ObjectCost(Deed.SACRIFICE, 1, "artifact or creature"),
                    ObjectCost(Deed.SACRIFICE, 1, "creature"),
                )
            ),
        ),
        objects={"sacrifice": ["Bear", "Rock"]},
    ),
    case(
        "",
        "discard, graveyard and life",
        Board((SPIRIT,), hand=CARDS, graveyard=CARDS),
        spell(
            "{0}",
            additional=ActivationCost(
                life=3,
                graveyard=2,
                objects=(
                    ObjectCost(Deed.DISCARD, 1, "land"),
                    ObjectCost(Deed.DISCARD, 1, "creature"),
                ),
            ),
        ),
        objects={"discard": ["Swamp", "Spirit"]},
        graveyard=2,
        life_paid=3,
        life_lost=3,
    ),
    case(
        "",
        "{T} of the object itself",
        pool("{C}{U}", source("Throne", "artifact")),
        replace(TEFERI, additional=ActivationCost(tap=True)),
        spend("{1}", 0),
        spend("{U}", 1),
        objects={"tap": "Throne"},
    ),
    case(
        "",
        "{Q} of the object itself, tapped for mana",
        pool("{U}", basic("Throne", "C", "artifact")),
        replace(TEFERI, additional=ActivationCost(untap=True)),
        act("Throne", "{C}"),
        spend("{1}", 1),
        spend("{U}", 0),
    ),
    case(
        "",
        "emerge",
        pool("{U}", ELF),
        EITHER,
        spend("{U}", 0),
        total=announced("{U}", sacrifice=("Elf",)),
        objects={"sacrifice": "Elf"},
    ),
    case(
        "",
        "harmonize",
        pool("{W}", BEAR),
        EITHER,
        spend("{W}", 0),
        total=announced("{W}", tap=("Bear",)),
        objects={"tap": "Bear"},
    ),
    case(
        "",
        "reduced by two",
        pool("{U}"),
        spell("{2}{U}", modifiers=LESS_2),
        spend("{U}", 0),
        total="{U}",
    ),
    case(
        "",
        "wishes are met",
        (PLAINS, ISLAND),
        "{1}",
        act("Island", "{U}"),
        spend("{1}", 0),
        wishes={"must_use": frozenset({"Island"}), "forbid": frozenset({"Plains"})},
    ),
]


@pytest.mark.parametrize("legal", LEGAL, ids=[each.title for each in LEGAL])
def test_legal_payments_pass(legal: Case) -> None:
    tally = verify_payment(legal.problem, legal.payment)
    assert tally.leftover == legal.payment.floating
    assert tally.life_lost == legal.payment.life_lost


W = frozenset({ManaType.W})

ILLEGAL = [
    case("MTG-118.6", "no cost", (), Spell(None), total="{0}"),
    case("MTG-601.2b", "a total that is not offered", pool("{U}"), EITHER, spend("{U}", 0),
         total="{U}"),
    case("MTG-601.2b", "a sacrifice that nothing asks for", pool("{U}", ELF), "{U}",
         spend("{U}", 0), total=announced("{U}", sacrifice=("Elf",)),
         objects={"sacrifice": "Elf"}),
    case("MTG-601.2f", "another total", pool("{U}"), "{U}{U}", spend("{U}", 0), total="{U}"),
    case("MTG-601.2f", "colored mana is not reduced (MTG-118.7a)", (),
         spell("{U}", modifiers=LESS_2), total="{0}"),
    case("MTG-601.2f", "life that no symbol asks for", (), "{0}", total=announced("{0}", life=1),
         life_paid=1, life_lost=1),
    case("MTG-SYM-05", "X is not announced", pool("{R}"), FLIP, spend("{R}", 0)),
    case("MTG-SYM-05", "negative X", pool("{R}"), FLIP, spend("{R}", 0),
         total=announced("{X}{R}", x=-1)),
    case("MTG-SYM-05", "not the X asked for", pool("{R}"), FLIP, spend("{R}", 0),
         total=announced("{X}{R}", x=0), wishes={"x": 1}),
    case("MTG-SYM-05", "X above its limit", pool("{C}{R}"), spell("{X}{R}", x_limit=0),
         spend("{R}", 1), spend("{X}", 0), total=announced("{X}{R}", x=1)),
    case("MTG-SYM-05", "X without any", pool("{R}"), "{R}", spend("{R}", 0),
         total=announced("{R}", x=3)),
    case("MTG-SYM-05", "only X can be announced", (), spell("{Y}"), total=announced("{Y}", x=0)),
    case("MTG-SYM-05", "X by two mana", pool("{C}{R}{R}"), FLIP, spend("{R}", 1),
         spend("{X}", 0, 2), total=announced("{X}{R}", x=1)),
    case("MTG-601.2h", "a symbol is not paid", pool("{U}"), "{U}{1}", spend("{U}", 0)),
    case("MTG-601.2h", "a symbol is paid twice", pool("{U}{U}"), "{U}", spend("{U}", 0),
         spend("{U}", 1)),
    case("MTG-601.2h", "an unknown symbol", pool("{U}"), "{U}", spend("gold", 0)),
    case("MTG-601.2h", "the cost of an ability is not paid", (SIGNET,), "{W}",
         act("Signet", "{W}{U}"), spend("{W}", 0)),
    case("MTG-601.2h", "an object too few", (), spell("{0}", additional=objects(
        Deed.SACRIFICE, "creature"))),
    case("MTG-601.2g", "a land at a total of {0}", (PLAINS,), "{0}", act("Plains", "{W}")),
    case("MTG-601.2g", "a land when life pays all", (PLAINS,), "{W/P}", act("Plains", "{W}"),
         spend("{W/P}", life=2), life_paid=2, life_lost=2),
    case("MTG-106.3", "a land pretends to be snow", (FOREST,), "{S}",
         act("Forest", "{G} (source: snow)"), spend("{S}", 0)),
    case("MTG-106.4", "another pool", pool("{U}"), "{U}", spend("{U}", 0))._replace(
        problem=problem(pool("{W}"), "{U}")),
    case("MTG-106.5", "mana of no type", (NOTHING,), "{W}", act("Crater", "{W}"),
         spend("{W}", 0)),
    case("MTG-PRO-02", "a color that the land does not make", (PLAINS,), "{U}",
         act("Plains", "{U}"), spend("{U}", 0)),
    case("MTG-PRO-02", "half of two alternatives", pool("{R}", FILTER), "{W}",
         act("Cairns", "{B}{W}", spend("{B/R}", 0)), spend("{W}", 2)),
    case("MTG-PRO-02", "more than one activation makes", (PLAINS,), "{W}{W}",
         act("Plains", "{W}{W}"), spend("{W}", 0), spend("{W}", 1)),
    case("MTG-PRO-02", "the restriction is forgotten", (COURTYARD,), "{R}",
         act("Courtyard", "{R}"), spend("{R}", 0)),
    case("MTG-PRO-02", "the Aura's mana is not the land's (MTG-106.3)", (ENCHANTED,), "{S}{S}",
         act("Enchanted", "{G}{U}"), spend("{S}", 0), spend("{S}", 1)),
    case("MTG-PRO-07", "sacrificed before it is counted", (CRADLE, BEAR, ALTAR), "{G}",
         act("Altar", "{C}{C}", sacrifice="Bear"), act("Cradle", "{G}"), spend("{G}", 2)),
    case("MTG-106.6", "restricted mana for another spell", (COURTYARD,), "{R}",
         act("Courtyard", "{R} (only: creature spells)"), spend("{R}", 0)),
    case("MTG-106.6", "creature mana in a Signet", (COURTYARD, SIGNET), "{W}",
         act("Courtyard", "{R} (only: creature spells)"),
         act("Signet", "{W}{U}", spend("{1}", 0)), spend("{W}", 1)),
    case("MTG-106.6", "a verdict for abilities", pool("{C} (only: abilities)", SIGNET, rulings=(
        ("only: abilities", False),)), "{W}", act("Signet", "{W}{U}", spend("{1}", 0)),
         spend("{W}", 1)),
    case("MTG-106.6", "words that nobody can read", pool("{C} (only: @@@)"), "{1}",
         spend("{1}", 0)),
    case("MTG-106.6", "more than the pool again", pool("{C}{C}{C}", CUBE), "{R}",
         act("Cube", "{R}", spend("{1}", 0), spend("{1}", 1), spend("{1}", 2)),
         spend("{R}", 3)),
    case("MTG-106.6", "the restriction is doubled too",
         pool("{G} (only: creature spells); {C}{C}{C}", CUBE), "{1}",
         act("Cube", "{G} (only: creature spells)", spend("{1}", 1), spend("{1}", 2),
             spend("{1}", 3)), spend("{1}", 0)),
    case("MTG-RES-47", "Jegantha and generic mana", (JEGANTHA,), "{1}",
         act("Jegantha", "{W}{U}{B}{R}{G} (not: generic costs)"), spend("{1}", 0)),
    case("MTG-RES-47", "Jegantha and the generic half", (JEGANTHA,), "{2/W}",
         act("Jegantha", "{W}{U}{B}{R}{G} (not: generic costs)"), spend("{2/W}", 1, 2)),
    case("MTG-118.3", "an unknown source", (PLAINS,), "{W}", act("Swamp", "{W}"),
         spend("{W}", 0)),
    case("MTG-118.3", "a tapped land", (replace(PLAINS, tapped=True),), "{W}",
         act("Plains", "{W}"), spend("{W}", 0)),
    case("MTG-118.3", "a land for a creature", (ALTAR, PLAINS), "{C}",
         act("Altar", "{C}{C}", sacrifice="Plains"), spend("{C}", 0)),
    case("MTG-118.3", "another is not itself", (GUIDE,), "{C}",
         act("Guide", "{C}", sacrifice="Guide"), spend("{C}", 0)),
    case("MTG-118.3", "a card in hand is no permanent", (SPIRIT, DRUM), "{R}",
         act("Drum", "{R}", tap="Spirit"), spend("{R}", 0)),
    case("MTG-118.3", "the object must be tapped", (BEAR,), spell("{0}", additional=objects(
        Deed.RETURN, "creature", tapped=True)), objects={"return": "Bear"}),
    case("MTG-118.3", "sacrificed instead of tapped", (BEAR,), spell("{0}", additional=objects(
        Deed.TAP, "creature")), objects={"sacrifice": "Bear"}),
    case("MTG-118.3", "an unknown card", Board(hand=CARDS), spell("{0}", additional=objects(
        Deed.DISCARD, "card")), objects={"discard": "Forest"}),
    case("MTG-118.3", "a sick object and its own {T}",
         pool("{C}{U}", source("Throne", "creature", summoning_sick=True)),
         replace(TEFERI, additional=ActivationCost(tap=True)), spend("{1}", 0), spend("{U}", 1),
         objects={"tap": "Throne"}),
    case("MTG-118.3", "the ability's source for another",
         pool("{C}{U}", source("Throne", "creature")),
         replace(TEFERI, additional=objects(Deed.SACRIFICE, "creature", another=True)),
         spend("{1}", 0), spend("{U}", 1), objects={"sacrifice": "Throne"}),
    case("MTG-118.3", "an empty graveyard", (NEST,), "{C}", act("Nest", "{C}"), spend("{C}", 0)),
    case("MTG-118.3", "wrong number of cards claimed", Board((NEST,), graveyard=CARDS), "{C}",
         act("Nest", "{C}"), spend("{C}", 0), graveyard=2),
    case("MTG-118.3a", "mana that is not there", pool("{W}"), "{W}", spend("{W}", 1)),
    case("MTG-118.3a", "mana of a negative number", pool("{W}"), "{W}", spend("{W}", -1)),
    case("MTG-118.3a", "mana made later", (SIGNET, PLAINS), "{W}{U}",
         act("Signet", "{W}{U}", spend("{1}", 2)), act("Plains", "{W}"), spend("{W}", 0),
         spend("{U}", 1)),
    case("MTG-118.3a", "no mana may be spent", pool("{W}"), spell("{1}", no_mana=True),
         spend("{1}", 0)),
    case("MTG-605.3c", "a Signet pays for itself", (SIGNET,), "{U}",
         act("Signet", "{W}{U}", spend("{1}", 0)), spend("{U}", 1)),
    case("MTG-118.10", "mana is spent twice", pool("{W}"), "{W}{W}", spend("{W}", 0),
         spend("{W}", 0)),
    case("MTG-118.10", "spent on an ability and on the spell", pool("{W}", SIGNET), "{W}",
         act("Signet", "{W}{U}", spend("{1}", 0)), spend("{W}", 0)),
    case("MTG-118.10", "a land is tapped twice", (PLAINS,), "{W}{W}", act("Plains", "{W}"),
         act("Plains", "{W}"), spend("{W}", 0), spend("{W}", 1)),
    case("MTG-118.10", "tapped for mana and for convoke", (ELF,),
         spell("{G}{1}", Payer.CONVOKE), act("Elf", "{G}"), spend("{G}", 0),
         spend("{1}", convoke="Elf")),
    case("MTG-118.10", "a Treasure makes mana and is sacrificed (MTG-601.2g)", (TREASURE,),
         spell("{R}", additional=objects(Deed.SACRIFICE, "artifact")), act("Treasure", "{R}"),
         spend("{R}", 0), objects={"sacrifice": "Treasure"}),
    case("MTG-118.10", "one creature for two costs", (BEAR,), spell("{0}", additional=objects(
        Deed.SACRIFICE, "creature", 2)), objects={"sacrifice": ["Bear", "Bear"]}),
    case("MTG-118.10", "one card is discarded twice", Board(hand=CARDS[:1]), spell(
        "{0}", additional=objects(Deed.DISCARD, "card", 2)), objects={"discard": ["Bolt"] * 2}),
    case("MTG-119.4", "more life than there is", Board(life=3), "{B/P}{B/P}",
         spend("{B/P}", life=2), spend("{B/P}", life=2), life_paid=4, life_lost=4),
    case("MTG-119.4", "damage comes before the life is paid", Board((PAINLAND,), life=2),
         "{1}{B/P}", act("Wastes", "{W}", ability=1), spend("{1}", 0), spend("{B/P}", life=2),
         life_paid=2, life_lost=3),
    case("MTG-119.4", "no life left for a land", Board((CONFLUENCE,), life=0), "{B}",
         act("Confluence", "{B}"), spend("{B}", 0), life_paid=1, life_lost=1),
    case("MTG-118.3b", "no life may be paid", (), spell("{B/P}", no_life=True),
         spend("{B/P}", life=2), life_paid=2, life_lost=2),
    case("MTG-118.3b", "no life may be paid for a land", (CONFLUENCE,),
         spell("{B}", no_life=True), act("Confluence", "{B}"), spend("{B}", 0), life_paid=1,
         life_lost=1),
    case("MTG-118.3b", "wrong life paid", (CONFLUENCE,), "{B}", act("Confluence", "{B}"),
         spend("{B}", 0)),
    case("MTG-118.3b", "damage is no payment", (PAINLAND,), "{W}",
         act("Wastes", "{W}", ability=1), spend("{W}", 0), life_paid=1, life_lost=1),
    case("MTG-605.1a", "an ability that it does not have", (PLAINS,), "{W}",
         act("Plains", "{W}", ability=1), spend("{W}", 0)),
    case("MTG-605.1a", "an ability of a negative number", (PLAINS,), "{W}",
         act("Plains", "{W}", ability=-1), spend("{W}", 0)),
    case("MTG-107.3k", "an ability with X", pool("{C}", source(
        "Pools", "land", "{X}, {T}: Add {C}")), "{C}", act("Pools", "{C}"), spend("{C}", 0)),
    case("MTG-PRO-13", "no counter left", (replace(MINE, counters=()),), "{R}",
         act("Mine", "{R}"), spend("{R}", 0)),
    case("MTG-PRO-13", "the object itself has no counter", pool("{C}{U}", source(
        "Throne", "artifact")), replace(TEFERI, additional=ActivationCost(
            counters=(("charge", 1),))), spend("{1}", 0), spend("{U}", 1)),
    case("MTG-PRO-19", "exiled from the battlefield", (replace(SPIRIT, zone=Zone.BATTLEFIELD),),
         "{G}", act("Spirit", "{G}"), spend("{G}", 0)),
    case("MTG-PRO-19", "tapped in hand", (replace(ROCK, zone=Zone.HAND),), "{C}",
         act("Rock", "{C}"), spend("{C}", 0)),
    case("MTG-PRO-21", "twice in a turn", pool("{R}{R}", ONCE), "{G}{W}",
         act("Scarecrow", "{G}", spend("{1}", 0)), act("Scarecrow", "{W}", spend("{1}", 1)),
         spend("{G}", 2), spend("{W}", 3)),
    case("MTG-PRO-22", "two lands of three", (TEMPLE, PLAINS), "{C}", act("Temple", "{C}{C}"),
         spend("{C}", 0)),
    case("MTG-SYM-01", "wrong color", pool("{U}"), "{W}", spend("{W}", 0)),
    case("MTG-SYM-01", "life for a plain symbol", (), "{W}", spend("{W}", life=2), life_paid=2,
         life_lost=2),
    case("MTG-SYM-02", "any color is not colorless", pool("{W}"), spell(
        "{C}", spend_as=ANY_COLOR), spend("{C}", 0)),
    case("MTG-SYM-03", "two mana for {1}", pool("{W}{W}"), "{1}", spend("{1}", 0, 1)),
    case("MTG-SYM-03", "nothing for {1}", (), "{1}", spend("{1}")),
    case("MTG-SYM-06", "neither color", pool("{G}"), "{W/U}", spend("{W/U}", 0)),
    case("MTG-SYM-07", "one of the wrong color", pool("{G}"), "{2/W}", spend("{2/W}", 0)),
    case("MTG-SYM-07", "three mana", pool("{G}{G}{G}"), "{2/W}", spend("{2/W}", 0, 1, 2)),
    case("MTG-SYM-08", "neither", pool("{G}"), "{C/W}", spend("{C/W}", 0)),
    case("MTG-SYM-09", "one life", (), "{W/P}", spend("{W/P}", life=1), life_paid=1,
         life_lost=1),
    case("MTG-SYM-09", "negative life", (), "{W/P}", spend("{W/P}", life=-2), life_paid=-2,
         life_lost=-2),
    case("MTG-SYM-10", "life and mana", pool("{W}"), "{W/U/P}{1}", spend("{W/U/P}", 0, life=2),
         spend("{1}", 0), life_paid=2, life_lost=2),
    case("MTG-SYM-11", "not from snow", (FOREST,), spell("{S}", spend_as=ANY_TYPE),
         act("Forest", "{G}"), spend("{S}", 0)),
    case("MTG-SYM-11", "the Aura is not snow (MTG-106.3)", (ENCHANTED,), "{S}",
         act("Enchanted", "{G}; {U} (from: Aura)"), spend("{S}", 1)),
    case("MTG-SYM-12", "summoning sick", (replace(ELF, summoning_sick=True),), "{G}",
         act("Elf", "{G}"), spend("{G}", 0)),
    case("MTG-SYM-12", "{Q} of an untapped object", pool("{C}{C}", replace(PILI, tapped=False)),
         "{R}", act("Pili", "{R}", spend("{1}", 0), spend("{1}", 1)), spend("{R}", 2)),
    case("MTG-SYM-12", "{Q} as the cost, untapped", pool("{C}{U}", source("Throne", "artifact")),
         replace(TEFERI, additional=ActivationCost(untap=True)), spend("{1}", 0),
         spend("{U}", 1)),
    case("MTG-SYM-13", "no energy", (ENERGY,), "{R}", act("Aether", "{R}"), spend("{R}", 0)),
    case("MTG-SYM-14", "no tickets", (TICKETS,), "{R}", act("Booth", "{R}"), spend("{R}", 0)),
    case("MTG-RSC-01", "X of another color", pool("{B}{R}"), spell("{X}{B}", x_colors=W),
         spend("{B}", 0), spend("{X}", 1), total=announced("{X}{B}", x=1)),
    case("MTG-RSC-03", "another color", pool("{R}"), spell("{1}", only_colors=W),
         spend("{1}", 0)),
    case("MTG-RSC-04", "not from a creature", (FOREST,), spell(
        "{1}", only_from=frozenset({"creature"})), act("Forest", "{G}"), spend("{1}", 0)),
    case("MTG-KW-01", "no convoke", (BEAR,), "{1}", spend("{1}", convoke="Bear")),
    case("MTG-KW-01", "an artifact", (ROCK,), spell("{1}", Payer.CONVOKE),
         spend("{1}", convoke="Rock")),
    case("MTG-KW-01", "of another color", (BEAR,), spell("{W}", Payer.CONVOKE),
         spend("{W}", convoke="Bear")),
    case("MTG-KW-01", "never {S}", (BEAR,), spell("{S}", Payer.CONVOKE),
         spend("{S}", convoke="Bear")),
    case("MTG-KW-01", "not for a mana ability", (BEAR, SIGNET), spell("{W}", Payer.CONVOKE),
         act("Signet", "{W}{U}", spend("{1}", convoke="Bear")), spend("{W}", 0)),
    case("MTG-KW-02", "a color", (ROCK,), spell("{W}", Payer.IMPROVISE),
         spend("{W}", improvise="Rock")),
    case("MTG-KW-02", "a creature", (BEAR,), spell("{1}", Payer.IMPROVISE),
         spend("{1}", improvise="Bear")),
    case("MTG-KW-03", "an empty graveyard", (), spell("{1}", Payer.DELVE),
         spend("{1}", delve=""), graveyard=1),
    case("MTG-KW-03", "delve taps nothing", Board((BEAR,), graveyard=CARDS), spell(
        "{1}", Payer.DELVE), spend("{1}", delve="Bear"), graveyard=1),
    case("MTG-KW-04", "more than the waterbend part", (BEAR, ROCK), spell(
        "{2}", Payer.WATERBEND, waterbend=1), spend("{1}", waterbend="Bear"),
         spend("{1}", waterbend="Rock")),
    case("MOD-10", "was to be used", (PLAINS, ISLAND), "{1}", act("Plains", "{W}"),
         spend("{1}", 0), wishes={"must_use": frozenset({"Island"})}),
    case("MOD-10", "was not to be used", (PLAINS, ISLAND), "{1}", act("Plains", "{W}"),
         spend("{1}", 0), wishes={"forbid": frozenset({"Plains"})}),
    case("MOD-10", "was not to be given up", (BEAR,), spell("{0}", additional=objects(
        Deed.SACRIFICE, "creature")), objects={"sacrifice": "Bear"},
         wishes={"forbid": frozenset({"Bear"})}),
]  # fmt: skip


@pytest.mark.parametrize("illegal", ILLEGAL, ids=[f"{c.rule} {c.title}" for c in ILLEGAL])
def test_illegal_payments_name_their_rule(illegal: Case) -> None:
    with pytest.raises(InvalidPaymentError) as caught:
        verify_payment(illegal.problem, illegal.payment)
    assert caught.value.rule == illegal.rule, caught.value.reason


def test_every_rule_that_can_be_raised_has_a_case() -> None:
    """Rule ids in the code of the Magic replay are those of the cases above."""
    folder = ROOT / "solver" / "verify"
    names = ("mtg", "production", "spending", "table", "total")
    code = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in names)
    assert set(re.findall(r'"((?:MTG|MOD)-[\w.-]+)"', code)) == {each.rule for each in ILLEGAL}


def test_a_payment_knows_what_it_used() -> None:
    """An additional cost touches, a mana ability uses, a payer is used (R10)."""
    board = Board((ELF, BEAR, ROCK, MINE, TREASURE), graveyard=CARDS)
    extra = objects(Deed.SACRIFICE, "elf")
    paid = payment(
        board,
        "{4}",
        act("Elf", "{G}"),
        act("Mine", "{R}"),
        act("Treasure", "{R}"),
        *(spend("{1}", number) for number in range(3)),
        spend("{1}", convoke="Bear"),
        objects={"sacrifice": "Elf", "tap": "Rock"},
    )
    extra = replace(extra, objects=(*extra.objects, ObjectCost(Deed.TAP, 1, "artifact")))
    asked = problem(board, spell("{4}", Payer.CONVOKE, additional=extra))
    tally = verify_payment(asked, paid)
    assert tally.used == {"Elf", "Mine", "Treasure", "Bear"}
    assert tally.touched == tally.used | {"Rock"}
    assert tally.given_up == {"Elf", "Treasure"}
    assert tally.taps == dict.fromkeys(("Elf", "Mine", "Treasure", "Bear", "Rock"), 1)
    assert tally.counters == {"Mine": 1}
    assert (tally.activations, tally.payer_taps, tally.graveyard) == (3, 1, 0)


TWO_HYBRIDS = "{2/R}{2/G}"
TOTALS = [
    # Reductions see the sides as announced (MTG-118.7h).
    (TWO_HYBRIDS, "-{2}", "{G}", True),
    (TWO_HYBRIDS, "-{2}", "{R}", True),
    (TWO_HYBRIDS, "-{2}", "{2}", True),
    (TWO_HYBRIDS, "-{2}", "{R}{G}", True),
    (TWO_HYBRIDS, "-{2}", "{2/R}{2/G}", False),
    (TWO_HYBRIDS, "-{2}", "{0}", False),
    ("{3}{2/W}", "-{1}", "{2}{2/W}", True),
    ("{2}{W/U}", "-{1}", "{1}{W/U}", True),
    ("{2}{W/U}", "-{W}", "{2}", True),
    ("{2}{W/U}", "-{W}", "{1}{U}", True),
    ("{2}{W/U}", "-{W}", "{1}{W/U}", False),
    # Colors spill onto generic mana, unless only colored mana is reduced (MTG-118.7b, 118.7c).
    ("{3}{G}", "-{R}", "{2}{G}", True),
    ("{2}{W}", "-{W}{W}", "{1}", True),
    ("{2}{W}", "~{W}{B}", "{2}", True),
    ("{2}{W}", "~{W}{B}", "{1}", False),
    ("{1}{U}", "-{W/U}", "{1}", True),
    ("{1}{U}", "-{W/U}", "{U}", True),
    ("{1}{U}", "-{S}", "{U}", True),
    ("{S}{1}", "-{2}", "{S}", True),
    # Increases come first (MTG-RED-14); the payer orders reductions with floors (601.2f-O).
    ("{1}{U}", "+{1} -{1}", "{1}{U}", True),
    ("{U}", "+{1} -{2}", "{U}", True),
    ("{3}", "-{2}>1 -{1}", "{0}", True),
    ("{3}", "-{2}>1 -{1}", "{1}", True),
    ("{3}", "-{2}>1 -{1}", "{2}", False),
    ("{3}", "-{3}>1", "{0}", False),
    # The minimum looks at the choices made (MTG-601.2f-T).
    ("{R}", "={3}", "{2}{R}", True),
    ("{0}", "={3}", "{3}", True),
    ("{1}{W/P}", "={3}", "{2}{W/P}", False),
    ("{1}{W/P}", "={3}", "{2}{W}", True),
    ("{1}{W/P}", "={3}", "{3} 2 life", True),
    ("{1}{W/P}", "={3}", "{3}", False),
    ("{1}{W/P}", "-{1}", "{W/P}", True),
    # X is fixed before the total (MTG-RED-06).
    ("{X}{R}", "-{2}", "{3}{R} x=5", True),
    ("{X}{R}", "-{2}", "{X}{R} x=5", False),
    ("{X}{R}", "", "{5}{R} x=5", True),
    ("{X}{R}", "", "{4}{R} x=5", False),
    ("{X}{X}{2}", "-{1}", "{X}{X}{1} x=2", True),
    ("{X}{2}", "", "{X}{X}{1} x=1", False),
]


def modifiers(text: str) -> tuple[Modifier, ...]:
    changes = {"+": Change.INCREASE, "-": Change.REDUCE, "~": Change.REDUCE, "=": Change.MINIMUM}
    made = []
    for word in text.split():
        amount, _, floor = word[1:].partition(">")
        made.append(Modifier(changes[word[0]], cost(amount), int(floor or 0), word[0] != "~"))
    return tuple(made)


@pytest.mark.parametrize(("printed", "changes", "total", "reachable"), TOTALS)
def test_totals(printed: str, changes: str, total: str, reachable: bool) -> None:
    """A wrong total is refused as such; a right one gets as far as the unpaid symbols."""
    amount, *rest = total.split()
    life = 2 if rest and rest[-1] == "life" else 0
    x = next((int(word[2:]) for word in rest if word.startswith("x=")), None)
    asked = spell(printed, modifiers=modifiers(changes))
    paid = Payment(announced(amount, life=life, x=x), spends=(Spend("unpaid"),))
    with pytest.raises(InvalidPaymentError) as caught:
        verify_payment(problem(Board(), asked), paid)
    assert caught.value.rule == ("MTG-601.2h" if reachable else "MTG-601.2f")


def test_x_with_its_own_colors_stays_in_the_total() -> None:
    """Otherwise any mana could pay for it (MTG-RSC-01)."""
    asked = problem(pool("{R}"), spell("{X}", x_colors=W))
    paid = payment(asked.board, announced("{1}", x=1), spend("{1}", 0))
    with pytest.raises(InvalidPaymentError, match=r"MTG-601\.2f"):
        verify_payment(asked, paid)


NUMBERS = st.integers(-2, 9)
IDS = st.sampled_from(["Plains", "Bear", "Treasure", "Rock", "Signet", "", "Nobody"])
SYMBOLS = st.sampled_from(["{1}", "{W}", "{X}", "{2/W}", "{W/P}", "{S}", "", "{1000000}"])
SPENDS = st.builds(
    Spend,
    SYMBOLS,
    st.lists(NUMBERS, max_size=3).map(tuple),
    st.lists(st.tuples(st.sampled_from(Payer), IDS), max_size=2).map(tuple),
    NUMBERS,
)
CHOICES = st.lists(st.tuples(st.sampled_from(Deed), IDS), max_size=3).map(tuple)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[Problem, Payment]:
    """One of the cases above with one or more fields spoiled."""
    given_case = draw(st.sampled_from([*LEGAL, *ILLEGAL]))
    paid = given_case.payment
    for _ in range(draw(st.integers(1, 3))):
        match draw(st.integers(0, 7)):
            case 0:
                paid = replace(paid, spends=(*paid.spends[1:], draw(SPENDS)))
            case 1:
                paid = replace(paid, objects=draw(CHOICES))
            case 2:
                paid = replace(paid, mana=tuple(draw(st.permutations(paid.mana))))
            case 3:
                paid = replace(
                    paid, life_paid=draw(NUMBERS), life_lost=draw(NUMBERS), graveyard=draw(NUMBERS)
                )
            case 4:
                total = draw(st.sampled_from(["{0}", "{1}", "{W/P}", "{X}{X}", "{Y}", "{2/W}{U}"]))
                x = draw(st.sampled_from([None, -1, 0, 1, 10**12]))
                paid = replace(paid, announcement=announced(total, x=x, life=draw(NUMBERS)))
            case 5:
                paid = replace(paid, activations=paid.activations[::-1])
            case 6 if paid.activations:
                first, *rest = paid.activations
                first = replace(
                    first,
                    source=draw(IDS),
                    ability=draw(NUMBERS),
                    made=tuple(draw(st.lists(NUMBERS, max_size=3))),
                    spends=tuple(draw(st.lists(SPENDS, max_size=2))),
                    objects=draw(CHOICES),
                )
                paid = replace(paid, activations=(first, *rest))
            case _:
                paid = replace(paid, spends=paid.spends * 2, activations=paid.activations * 2)
    return given_case.problem, paid


@given(mutated())
def test_spoiled_payments_raise_nothing_else(spoiled: tuple[Problem, Payment]) -> None:
    asked, paid = spoiled
    try:
        tally = verify_payment(asked, paid)
    except InvalidPaymentError as error:
        assert error.rule.startswith(("MTG-", "MOD-"))
    else:
        assert tally.life_lost == paid.life_lost


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), max_size=4))
def test_pairing_agrees_with_trying_all(fits: list[list[bool]]) -> None:
    def tries(row: int, taken: frozenset[int]) -> bool:
        return row == len(fits) or any(
            fit and column not in taken and tries(row + 1, taken | {column})
            for column, fit in enumerate(fits[row])
        )

    assert can_pair(fits) == tries(0, frozenset())


@pytest.mark.parametrize(
    ("made", "mana"),
    [((), "{W}"), ((0,), "{W}{W}"), ((1,), "{W}"), ((-1,), "{W}"), ((0, 1), "{W}")],
)
def test_mana_comes_from_abilities_in_turn(made: tuple[int, ...], mana: str) -> None:
    """Each mana is made once, by the activation that says so (MTG-106.3)."""
    board = Board((PLAINS,))
    paid = payment(board, "{W}", act("Plains", "{W}"), spend("{W}", 0))
    activation = replace(paid.activations[0], made=made)
    spoiled = replace(paid, activations=(activation,), mana=parse_pool(mana))
    with pytest.raises(InvalidPaymentError, match=r"MTG-106\.3|MTG-PRO-02"):
        verify_payment(problem(board, "{W}"), spoiled)


def test_two_signets_cannot_start_each_other() -> None:
    """A chain needs mana to begin with (MTG-605.3c)."""
    board = Board((SIGNET, SIGNET_2))
    paid = payment(
        board,
        "{W}{U}",
        act("Signet", "{W}{U}", spend("{1}", 2)),
        act("Signet 2", "{W}{U}", spend("{1}", 0)),
        spend("{W}", 3),
        spend("{U}", 1),
    )
    with pytest.raises(InvalidPaymentError, match=r"MTG-118\.3a"):
        verify_payment(problem(board, "{W}{U}"), paid)


def test_a_long_payment() -> None:
    """Two generic symbols at their limit."""
    board = Board(tuple(replace(ISLAND, id=f"Island {i}") for i in range(1_000)))
    islands = [act(f"Island {i}", "{U}") for i in range(198)]
    paid = payment(board, "{99}{99}", *islands, *(spend("{1}", i) for i in range(198)))
    assert verify_payment(problem(board, "{99}{99}"), paid).activations == 198
