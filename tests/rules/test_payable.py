"""Magic by rule id: what can be paid from a board, and what cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effects import ExtraMana
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.production import apply_effects
from autotap.models.mtg.side import Side
from autotap.models.mtg.spell import ANY_COLOR, ANY_TYPE, Payer, Spell, spend_as
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.ways import (
    CostOption,
    alternative,
    emerge,
    harmonize,
    kicker,
    life_for_less,
    offering,
    optional,
)
from autotap.models.result import Payment, Status
from autotap.solver import pay
from tests.mtg.test_production import EFFECTS, who

if TYPE_CHECKING:
    from collections.abc import Iterable

W, U, R, G, C = (ManaType(letter) for letter in "WURGC")
WHITE_AS_ANY = spend_as({W: frozenset(ManaType) - {C}})
CELESTIAL_DAWN = spend_as(
    {kind: frozenset({*ManaType} - {C}) if kind is W else frozenset({C}) for kind in ManaType}
)

BEAR = "Bear (types: creature, colors: G, cost: {1}{G}, power 2) []"
SICK = "Sick Bear (types: creature, colors: G, power 2, sick) []"
DORK = "Dork (types: creature elf, cost: {G}, power 1) [{T}: Add {G}]"
ATTACKER = "Attacker (types: creature, tapped) [{T}: Add {U}]"


def only(text: str, mana: str = "{C}", name: str = "Rock") -> str:
    return f"{name} [{{T}}: Add {mana} (only: {text})]"


def spell(
    cost: str | None, *options: CostOption, less: str = "", more: str = "", **rest: Any
) -> Spell:
    """Make a spell with options and with changes of its cost, as ``less="{1}/{W}"``."""
    modifiers = [Modifier(Change.REDUCE, ManaCost.parse(one)) for one in less.split("/") if one]
    modifiers += [Modifier(Change.INCREASE, ManaCost.parse(one)) for one in more.split("/") if one]
    modifiers += rest.pop("modifiers", ())
    if "additional" in rest:
        rest["additional"] = ActivationCost.parse(rest["additional"])
    rest["payers"] = frozenset(map(Payer, rest.pop("payers", "").split()))
    return Spell.parse(cost, modifiers=tuple(modifiers), options=options, **rest)


def ability(cost: str, **rest: Any) -> Spell:
    return spell(cost, kind="ability", **rest)


def asked(cost: str, **rest: Any) -> Spell:
    """Ask for a payment while something resolves."""
    return spell(cost, kind="resolution", **rest)


def action(cost: str, keyword: str, **rest: Any) -> Spell:
    return spell(cost, kind="special_action", keywords=keyword, **rest)


TRAINING_GROUNDS = Modifier(Change.REDUCE, ManaCost.parse("{2}"), floor=1)
ESCAPE = alternative("escape", "{R}, exile 4 cards from your graveyard", least=1)
TAPPED_LAND = "return a tapped land"
WEB = alternative("web-slinging", "{G}, return a tapped creature", least=1)
PLOTTED = CostOption("plotted", instead=True, least=1)
SNEAK = alternative("sneak", "{U}, return an attacker", least=1)

Row = tuple[str, Spell | str, str, bool]
MANA: list[Row] = [
    *[("MTG-106.2", "{1}", f"pool: {{{kind}}}", True) for kind in ManaType],
    ("MTG-106.2", "{C}", "pool: {G}", False),
    # Mana is tapped for with payments in the middle of a resolution too; nobody must.
    ("MTG-118.2", asked("{3}"), "2 Plains; Sol Ring", True),
    ("MTG-118.2", asked("{3}"), "2 Plains", False),
    ("MTG-605.3a", asked("{W}{U}"), "Plains; Azorius Signet; Wastes", True),
    ("MTG-605.3a", asked("{W}{U}"), "Azorius Signet; Sol Ring (tapped)", False),
    ("MTG-118.12", asked("{1}"), only("creature spells"), False),
    ("MTG-118.12", asked("{1}"), only("spells"), False),
    ("MTG-118.12", asked("{1}"), only("abilities"), False),
    ("MTG-118.12", asked("{1}"), "Rock [{T}: Add {C} (not: nonartifact spells)]", True),
    ("MTG-118.13", asked("{W/U}"), "Island", True),
    ("MTG-118.13", action("{W/U}", "turn face up"), "Plains", True),
    ("MTG-118.13", action("{W/U}", "turn face up"), "Forest", False),
    ("MTG-107.3h", asked("{X}{R}", x_limit=0), "Mountain", True),
    ("MTG-202.1", spell(None), "5 Wastes", False),
    ("MTG-202.1", "{C}", "Island", False),
    ("MTG-602.1e", ability("{3}", modifiers=(TRAINING_GROUNDS,)), "Plains", True),
    ("MTG-602.1e", ability("{2}", modifiers=(TRAINING_GROUNDS,)), "Plains (tapped)", False),
    ("MTG-602.2", ability("{1}", less="{1}"), "", True),
    ("MTG-602.2", ability("{1}", types="artifact equipment"), only("creature spells"), False),
    ("MTG-605.2", "{G}", "Gaea's Cradle", False),
    ("MTG-605.2", "{G}", f"Gaea's Cradle; {SICK}", True),
    # It is tapped for mana though it makes none, and a tapped land is what is asked for.
    ("MTG-605.2", spell("{1}", additional=TAPPED_LAND), "Gaea's Cradle; pool: {C}", True),
    ("MTG-605.2", spell("{1}", additional=TAPPED_LAND), "Gaea's Cradle", False),
    ("MTG-106.7", spell("{1}", additional=TAPPED_LAND), "Reflecting Pool; pool: {C}", True),
    (
        "MTG-106.7",
        spell("{1}", additional=TAPPED_LAND),
        "Reflecting Pool (tapped); pool: {C}",
        True,
    ),
    (
        "MTG-106.7",
        spell("{1}", additional=TAPPED_LAND),
        "Fog Bank (types: creature) []; pool: {C}",
        False,
    ),
    ("MTG-605.5", "{B}{B}{B}", "Ritual (types: instant) []; Swamp", False),
    ("MTG-605.5", "{B}{B}{B}", "pool: {B}{B}{B}", True),
    ("MTG-732.1", "{W}{W}{W}", "2 Plains", False),
    ("MTG-116.2", action("{2}", "foretell"), "2 Plains", True),
    ("MTG-116.2", action("{2}", "foretell"), "2 " + only("spells"), False),
    ("MTG-116.2", action("{2}", "foretell"), "2 " + only("abilities"), False),
    ("CHG-3", "{W/U/P}{C/W}", "Plains; Wastes", True),
    ("CHG-3", "{W/U/P}{C/W}", "Island; Island; life: 1", False),
    ("CHG-5", action("{2}", "unlock"), "2 " + only("unlock a door"), True),
    ("CHG-5", action("{2}", "plot"), "2 " + only("unlock a door"), False),
    ("CHG-7", spell("{U}{C}", spend_as=ANY_TYPE), "2 Forest", True),
    ("CHG-7", spell("{U}{C}", spend_as=ANY_COLOR), "2 Forest", False),
    ("TRAP-2", "{S}{G}", "2 Snow-Covered Forest", True),
    ("TRAP-2", "{C}", "Snow-Covered Forest", False),
    ("TRAP-3", "{C}{1}", "Wastes; Forest", True),
    ("TRAP-3", "{C}{C}", "Wastes; Forest", False),
    ("TRAP-5", "{C}{C}{C/W}", "3 Wastes", True),
    ("TRAP-5", "{C}{C}{C/W}", "2 Plains; Wastes", False),
]

CASTING: list[Row] = [
    # The card itself is no resource: it is not among the cards of hand and graveyard.
    ("MTG-601.2a", spell("{U}", additional="discard a card"), "Island", False),
    ("MTG-601.2a", spell("{U}", additional="discard a card"), "Island; hand: 1 card", True),
    ("MTG-601.2a", spell("{1}{U}", payers="delve", zone="graveyard"), "Island", False),
    ("MTG-118.14", spell("{U}{C}", spend_as=ANY_TYPE), "2 Forest", True),
    ("MTG-118.14", spell("{U}", spend_as=ANY_TYPE), "Forest; Cairns [{B/R}, {T}: Add {B}]", True),
    # … but only for that spell: Forest does not start a filter that asks for {B/R}.
    (
        "MTG-118.14",
        spell("{U}{B}", spend_as=ANY_TYPE),
        "Forest; Cairns [{B/R}, {T}: Add {B}{B}]",
        False,
    ),
    ("MTG-AST-01", spell("{U}{B}", spend_as=ANY_COLOR), "2 Wastes", True),
    ("MTG-AST-01", spell("{S}", spend_as=ANY_COLOR), "Wastes", False),
    ("MTG-AST-02", spell("{C}", spend_as=ANY_TYPE), "Forest", True),
    ("MTG-AST-02", spell("{S}", spend_as=ANY_TYPE), "Forest", False),
    ("MTG-AST-03", spell("{R}{U}", spend_as=WHITE_AS_ANY), "2 Plains", True),
    ("MTG-AST-03", spell("{W}", spend_as=WHITE_AS_ANY), "Mountain", False),
    ("MTG-AST-03", spell("{C}", spend_as=WHITE_AS_ANY), "Plains", False),
    ("MTG-AST-03", spell("{R}", spend_as=spend_as({W: frozenset({W, R})})), "Plains", True),
    ("MTG-AST-03", spell("{G}", spend_as=spend_as({W: frozenset({W, R})})), "Plains", False),
    ("MTG-AST-04", spell("{R}", spend_as=CELESTIAL_DAWN), "Mountain", False),
    ("MTG-AST-04", spell("{C}{1}", spend_as=CELESTIAL_DAWN), "2 Mountain", True),
    ("MTG-AST-06", spell("{R}{G}", spend_as=spend_as({C: frozenset(ManaType)})), "Sol Ring", True),
    ("MTG-AST-06", spell("{R}", spend_as=spend_as({C: frozenset(ManaType)})), "Forest", False),
    # What the effect speaks of is the caller's to say: this creature spell, not that sorcery.
    ("MTG-AST-07", spell("{B}", types="creature", spend_as=ANY_TYPE), "Forest", True),
    ("MTG-AST-07", spell("{B}", types="sorcery"), "Forest", False),
    ("MTG-AST-07", ability("{B}", types="creature", spend_as=ANY_COLOR), "Forest", True),
    ("MTG-AST-07", ability("{B}", types="artifact"), "Forest", False),
    ("MTG-AST-08", "{B}{B}", "Swamp; life: 2; life for: B", True),
    ("MTG-AST-08", "{B}{B}", "Wastes; life: 3; life for: B", False),
    ("MTG-AST-08", "{U/B}", "life: 2; life for: B", True),
    ("MTG-AST-08", ability("{B}"), "life: 2; life for: B", True),
    ("MTG-AST-08", "{1}", "life: 2; life for: B", False),
    ("MTG-AST-09", spell("{U}", spend_as=ANY_TYPE), only("creature spells", "{G}"), False),
    (
        "MTG-AST-09",
        spell("{U}", spend_as=ANY_TYPE, types="creature"),
        only("creature spells", "{G}"),
        True,
    ),
    ("MTG-RSC-05", "{S}{S}", "Snow-Covered Island; Island", False),
    ("MTG-RSC-05", "{S}{S}", "Snow-Covered Island; Glacial Floodplain", True),
    ("SYS-4", spell("{1}{G}", more="{2}/{2}", is_commander=True), "6 Forest", True),
    ("SYS-4", spell("{1}{G}", more="{2}/{2}", is_commander=True), "5 Forest", False),
    # Mana of a colour outside the colour identity is ordinary mana.
    ("SYS-4", spell("{U}", is_commander=True), "Mana Confluence", True),
]

KEYWORDS: list[Row] = [
    ("MTG-KW-05", spell("{3}{U}", payers="assist", assist=3), "Island", True),
    ("MTG-KW-05", spell("{3}{U}", payers="assist", assist=2), "Island", False),
    ("MTG-KW-05", spell("{3}{U}", payers="assist", assist=4), "3 Wastes", False),
    ("MTG-KW-06", spell("{4}{U}", less="{1}/{1}/{1}/{1}/{1}"), "Island", True),
    ("MTG-KW-06", spell("{4}{U}", less="{1}/{1}/{1}/{1}/{1}"), "Wastes", False),
    ("MTG-KW-06", spell("{4}{U}", less="{1}/{1}"), "2 Island", False),
    ("MTG-KW-07", spell("{4}{G}{G}", offering("creature")), f"4 Wastes; {BEAR}", False),
    ("MTG-KW-07", spell("{4}{G}{G}", offering("creature")), f"3 Wastes; Forest; {BEAR}", True),
    # The elf makes mana first and is sacrificed then.
    ("MTG-KW-07", spell("{1}{G}{G}", offering("elf")), f"Wastes; {DORK}", True),
    ("MTG-KW-08", spell("{6}{U}", emerge("{5}{U}")), f"4 Island; {BEAR}", True),
    ("MTG-KW-08", spell("{6}{U}", emerge("{5}{U}")), f"3 Island; {BEAR}", False),
    ("MTG-KW-08", spell("{9}", emerge("{G}{G}")), f"Forest; {BEAR}", False),
    ("MTG-KW-08", spell("{9}", emerge("{1}{G}{G}")), f"Forest; {DORK}", True),
    ("MTG-KW-09", spell("{5}", harmonize("{2}{G}", least=1)), f"Forest; {SICK}", True),
    ("MTG-KW-09", spell("{5}", harmonize("{2}{G}", least=1)), f"{BEAR}", False),
    # Tapped for the reduction, it makes no mana.
    ("MTG-KW-09", spell("{5}", harmonize("{1}{G}", least=1)), DORK, False),
    ("MTG-KW-09", spell("{5}", harmonize("{1}{G}", least=1)), f"Forest; {DORK}", True),
    ("MTG-KW-10", spell("{4}{R}", alternative("spectacle", "{R}")), "Mountain", True),
    ("MTG-KW-10", spell("{4}{R}", alternative("spectacle", "{R}")), "4 Wastes", False),
    (
        "MTG-KW-10",
        spell("{1}{R}", optional("jump-start", "discard a card", least=1)),
        "2 Mountain",
        False,
    ),
    (
        "MTG-KW-10",
        spell("{1}{R}", optional("jump-start", "discard a card", least=1)),
        "2 Mountain; hand: 1 card",
        True,
    ),
    # From exile works when it is cast again, not the first time.
    ("MTG-KW-11", spell("{4}", alternative("warp", "{1}")), only("spells from exile"), False),
    ("MTG-KW-11", spell("{1}", zone="exile"), only("spells from exile"), True),
    (
        "MTG-KW-12",
        spell("{5}", alternative("impending", "{1}")),
        only("spells with mana value 5 or greater"),
        True,
    ),
    (
        "MTG-KW-12",
        spell("{4}", alternative("impending", "{1}")),
        only("spells with mana value 5 or greater"),
        False,
    ),
    ("MTG-KW-13", spell("{4}", WEB), DORK, True),
    ("MTG-KW-13", spell("{4}", WEB), f"Forest; {BEAR}", False),
    ("MTG-KW-14", spell("{4}", SNEAK), f"Island; {ATTACKER}", True),
    ("MTG-KW-14", spell("{4}", SNEAK), ATTACKER, False),
    (
        "MTG-KW-15",
        spell("{4}", alternative("mayhem", "{1}", least=1), zone="graveyard"),
        only("spells from your graveyard"),
        True,
    ),
    ("MTG-KW-15", spell("{4}", alternative("mayhem", "{1}")), only("spells from exile"), False),
    ("MTG-KW-16", spell("{9}", ESCAPE), "Mountain; graveyard: 4 card", True),
    ("MTG-KW-16", spell("{9}", ESCAPE), "Mountain; graveyard: 3 card", False),
    # Four cards for escape, none left for delve.
    (
        "MTG-KW-16",
        spell("{9}", ESCAPE, more="{1}", payers="delve"),
        "Mountain; graveyard: 4",
        False,
    ),
    ("MTG-KW-16", spell("{9}", ESCAPE, more="{1}", payers="delve"), "Mountain; graveyard: 5", True),
    (
        "MTG-KW-17",
        spell("{R}", alternative("flashback", "{1}", least=1), zone="graveyard"),
        only("spells"),
        True,
    ),
    ("MTG-KW-17", ability("{1}", zone="graveyard", keywords="encore"), only("spells"), False),
    ("MTG-KW-17", ability("{1}", zone="graveyard", keywords="encore"), only("abilities"), True),
    ("MTG-KW-18", action("{2}", "foretell"), "2 Wastes", True),
    ("MTG-KW-18", action("{2}", "foretell"), "Wastes", False),
    ("MTG-KW-18", spell("{4}", alternative("foretold", "{1}"), zone="exile"), "Wastes", True),
    ("MTG-KW-18", spell("{X}{R}", PLOTTED, zone="exile"), "", True),
    ("MTG-KW-20", spell("{G}", kicker("{4}", least=1)), "Forest; 3 Wastes", False),
    ("MTG-KW-20", spell("{G}", kicker("{4}", least=1)), "Forest; 4 Wastes", True),
    ("MTG-KW-20", spell("{G}", kicker("{4}")), "Forest", True),
    ("MTG-KW-20", spell("{G}", kicker("{1}", least=2, most=None)), "Forest; Wastes", False),
    ("MTG-KW-20", spell("{G}", kicker("{1}", least=2, most=None)), "Forest; 2 Wastes", True),
    (
        "MTG-KW-20",
        spell("{G}", kicker("{1}", least=1), types="creature"),
        f"Forest; {only('creature spells')}",
        True,
    ),
    (
        "MTG-KW-20",
        spell("{G}", optional("casualty", "sacrifice a creature", least=1)),
        DORK,
        True,
    ),
    ("MTG-KW-20", spell("{G}", optional("bargain", "sacrifice a token", least=1)), DORK, False),
    # Power-up takes off the permanent's own cost, colours first, the rest from generic mana.
    ("MTG-KW-23", ability("{4}{G}", less="{2}{G}{G}", keywords="power-up"), "Wastes", True),
    ("MTG-KW-23", ability("{4}{G}", less="{2}{G}{G}", keywords="power-up"), "", False),
    (
        "MTG-KW-24",
        spell("{G}", optional("forage", "exile 3 cards from your graveyard", least=1)),
        "Forest; graveyard: 2 card",
        False,
    ),
    (
        "MTG-KW-24",
        spell("{G}", optional("forage", "sacrifice a food", least=1)),
        "Forest; Food (types: artifact food token) []",
        True,
    ),
    ("MTG-KW-24", ability("{1}", additional="exile 2 artifact"), "Sol Ring; Mox Opal", True),
    ("MTG-KW-24", ability("{1}", additional="exile 3 artifact"), "Sol Ring; Mox Opal", False),
    ("MTG-KW-28", ability("{1}", zone="hand", types="artifact"), only("abilities"), True),
    (
        "MTG-KW-28",
        ability("{1}", zone="hand", types="artifact"),
        only("abilities of artifact sources"),
        True,
    ),
    (
        "MTG-KW-28",
        ability("{1}", zone="hand", types="artifact"),
        only("abilities of artifacts"),
        False,
    ),
    (
        "MTG-KW-29",
        ability("{1}", types="artifact equipment", keywords="equip"),
        only("equip abilities"),
        True,
    ),
    ("MTG-KW-29", ability("{1}", keywords="level up"), only("equip abilities"), False),
    (
        "MTG-KW-30",
        asked("{W/U}{W/U}", keywords="cumulative upkeep"),
        f"{only('cumulative upkeep costs', '{W}')}; Island",
        True,
    ),
    ("MTG-KW-30", asked("{W/U}{W/U}", keywords="cumulative upkeep"), "Island", False),
    ("MTG-KW-30", asked("{1}", keywords="echo"), only("cumulative upkeep costs"), False),
    ("MTG-KW-31", spell("{1}{G}", life_for_less("Defiler", "{G}")), "Wastes; life: 2", True),
    ("MTG-KW-31", spell("{1}{G}", life_for_less("Defiler", "{G}")), "Wastes; life: 1", False),
    # Only coloured mana becomes cheaper, and once a spell.
    ("MTG-KW-31", spell("{2}", life_for_less("Defiler", "{G}")), "Wastes; life: 9", False),
    ("MTG-KW-31", spell("{G}{G}", life_for_less("Defiler", "{G}")), "life: 9", False),
    # What the older text did not have.
    ("CHG-8", spell("{3}{U}", payers="waterbend", waterbend=2), f"2 Island; 2 {BEAR}", True),
    ("CHG-8", spell("{3}{U}", payers="waterbend", waterbend=2), f"Island; 3 {BEAR}", False),
]


@pytest.mark.parametrize(("rule", "cost", "board", "payable"), [*MANA, *CASTING, *KEYWORDS])
def test_payable(rule: str, cost: Spell | str, board: str, payable: bool) -> None:
    del rule
    status = pay(cost, Board.parse(board)).status
    assert status is (Status.OPTIMAL if payable else Status.UNPAYABLE)


def test_x_of_a_cost_that_an_effect_names_is_zero() -> None:
    """MTG-107.3h, MTG-KW-18: no other value can be announced."""
    echo = asked("{X}{R}", x_limit=0)
    payment = pay(echo, "2 Mountain").unwrap()
    assert isinstance(payment, Payment)
    assert payment.announcement.x == 0
    assert pay(echo, "2 Mountain", x=1).status is Status.UNPAYABLE


@pytest.mark.parametrize(
    ("names", "effects", "cost", "payable"),
    [
        ("Forest (id: Enchanted)", ("Wild Growth",), "{G}{G}", True),
        ("Forest (id: Enchanted, tapped)", ("Wild Growth",), "{G}", False),
        ("Sol Ring", ("Kinnan",), "{C}{C}{C}", True),
        ("Plains", ("Kinnan",), "{W}{W}", False),
    ],
)
def test_triggered_mana_abilities(
    names: str, effects: Iterable[str], cost: str, payable: bool
) -> None:
    """MTG-605.1b: they come with the ability that triggers them, in the same payment."""
    board = apply_effects(Side(Board.parse(names), tuple(EFFECTS[name] for name in effects)))
    assert (pay(cost, board).payment is not None) is payable


def test_triggered_mana_has_the_trigger_as_its_source() -> None:
    """CHG-2, MTG-106.3: the mana of a snow Aura is snow, whatever land it enchants."""
    snowy = ExtraMana(who("lands"), "Frost Aura", flags=frozenset({"snow"}))
    board = Side(Board.parse("Forest"), (snowy,))
    assert pay("{S}{G}", apply_effects(board)).status is Status.OPTIMAL
    assert pay("{S}{S}", apply_effects(board)).status is Status.UNPAYABLE


@pytest.mark.parametrize(
    ("board", "status"),
    [
        ("Snow-Covered Island", Status.OPTIMAL),
        ("Island", Status.UNPAYABLE),
        ("Rock (types: snow artifact) [{T}: Add {C}]", Status.OPTIMAL),
    ],
)
def test_mtg_ast_05_snow_mana_is_spent_as_any_color(board: str, status: Status) -> None:
    """MTG-AST-05: what is spent stays what it is, and other mana is not helped."""
    spell = Spell.parse("{R}", snow_as=frozenset(COLORS))
    assert pay(spell, board).status is status
    assert pay(Spell.parse("{C}", snow_as=frozenset(COLORS)), "Snow-Covered Island").payment is None
