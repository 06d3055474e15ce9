"""Boards, spells and payments written by hand, for the tests of the verifier and the score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from autotap.models.mtg.ability import ActivationCost, Deed, ManaAbility, ObjectCost
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.restriction import Context, PaymentKind
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.ways import emerge, harmonize, life_for_less, offering
from autotap.models.problem import Problem
from autotap.models.result import Activation, Payment, Spend


def source(name: str, types: str, *abilities: str, **state: Any) -> Source:
    """Make a source whose id is its name; counters are given as keyword ``charge=2``."""
    number = state.pop("charge", 0)
    made = Source(
        name,
        name.rstrip(" 123"),
        frozenset(types.split()),
        tuple(map(ManaAbility.parse, abilities)),
        counters=(("charge", number),) if number else (),
    )
    return replace(made, **state)


def basic(name: str, color: str, types: str = "basic land", **state: Any) -> Source:
    """Make a source that taps for one mana."""
    return source(name, types, f"{{T}}: Add {{{color}}}", **state)


def spend(symbol: str, *mana: int, life: int = 0, **payers: str | list[str]) -> Spend:
    """Make a spend; payers are given as ``convoke="Bear"``."""
    ways = [
        (Payer(way), each)
        for way, ids in payers.items()
        for each in ([ids] if isinstance(ids, str) else ids)
    ]
    return Spend(symbol, mana, tuple(ways), life)


def act(
    source_id: str,
    made: str,
    *spends: Spend,
    ability: int = 0,
    x: int | None = None,
    **objects: str | list[str],
) -> tuple[Activation, str]:
    """Make an activation and the text of what it makes; objects as ``sacrifice="Bear"``."""
    return Activation(source_id, ability, (), spends, chosen(objects), x), made


def chosen(objects: dict[str, str | list[str]]) -> tuple[tuple[Deed, str], ...]:
    """Turn ``{"sacrifice": ["Bear"]}`` into choices."""
    return tuple(
        (Deed(deed), each)
        for deed, ids in objects.items()
        for each in ([ids] if isinstance(ids, str) else ids)
    )


def payment(
    board: Board,
    total: str | Announcement,
    *steps: tuple[Activation, str] | Spend,
    objects: dict[str, str | list[str]] | None = None,
    **claims: Any,
) -> Payment:
    """Number the mana of the pool and of the activations, and put a payment together."""
    mana = list(board.pool)
    activations = []
    for step in steps:
        if isinstance(step, Spend):
            continue
        activation, text = step
        made = parse_pool(text)
        numbers = tuple(range(len(mana), len(mana) + len(made)))
        activations.append(replace(activation, made=numbers))
        mana += made
    return Payment(
        total if isinstance(total, Announcement) else Announcement(ManaCost.parse(total)),
        tuple(mana),
        tuple(activations),
        tuple(step for step in steps if isinstance(step, Spend)),
        chosen(objects or {}),
        **claims,
    )


def problem(board: Board, spell: Spell | str, **wishes: Any) -> Problem:
    """Make a problem of a board and a spell or its cost."""
    return Problem(board, Spell.parse(spell) if isinstance(spell, str) else spell, **wishes)


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


PLAINS = basic("Plains", "W", "basic land plains")
ISLAND = basic("Island", "U", "basic land island")
FOREST = basic("Forest", "G", "basic land forest")
SNOWY = basic("Snowy", "G", "basic snow land forest")
ELF = basic("Elf", "G", "creature elf", colors=frozenset("G"))
BEAR = source("Bear", "creature bear", colors=frozenset("G"))
ROCK = basic("Rock", "C", "artifact")
TREASURE = source("Treasure", "token artifact treasure", "{T}, sacrifice this: Add {Any}")
SIGNET = source("Signet", "artifact", "{1}, {T}: Add {W}{U}")
SIGNET_2 = source("Signet 2", "artifact", "{1}, {T}: Add {W}{U}")
CONFLUENCE = source("Confluence", "land", "{T}, pay 1 life: Add {Any}")
PAINLAND = source("Wastes", "land", "{T}: Add {C}", "{T}: Add {W}|{U} (1 damage to you)")
CITY = source("City", "land", "{T}: Add {Any} (1 damage to you by a trigger)")
CUBE = source("Cube", "artifact", "{3}, {T}: Add the unspent pool again")
ALTAR = source("Altar", "artifact", "sacrifice a creature: Add {C}{C}")
DRUM = source("Drum", "artifact", "{T}, tap an untapped creature: Add {Any}")
GUIDE = source("Guide", "creature", "sacrifice another creature: Add {C}")
SPIRIT = source("Spirit", "creature spirit", "exile this from hand: Add {G}", zone=Zone.HAND)
MINE = source("Mine", "land", "{T}, remove a charge counter: Add {Any}", charge=1)
POOLS = source("Pools", "land", "{1}, remove X charge counters: Add {W/U} (per: X)", charge=3)
ROCKETS = source("Rockets", "artifact", "{X}, {T}, sacrifice this: Add {Any} (per: X)")
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
THRONE = source("Throne", "creature")
TEFERI = spell("{1}{U}", name="Throne", context=Context(kind=PaymentKind.ABILITY))
FLIP = spell("{X}{R}")
GOLEM = spell("{X}{1}", x_colors=frozenset("WUBRG"), x_distinct=True)
EITHER = Spell(
    cost("{8}"),
    totals=(
        announced("{8}"),
        announced("{U}", sacrifice=("Elf",)),
        announced("{W}", tap=("Bear",)),
    ),
)
LESS_2 = (Modifier(Change.REDUCE, ManaCost.parse("{2}")),)
WHALE = replace(source("Whale", "creature whale"), cost=cost("{4}{U}"), power=1)
GRYFF = spell("{7}", options=(emerge("{5}{U}"),))
LARGE = announced("{U}", options=("emerge",), objects=(("emerge", ("Whale",)),))
PATRON = spell("{4}", options=(offering("goblin"),))
WHISPER = spell("{9}", options=(harmonize("{5}{U}"),))
GREEN = spell("{1}{G}", options=(life_for_less("defiler", "{G}"),))
