"""The ways to cast a card: its mana cost, alternative costs, and what permanents offer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.formats.position import Permanent, Position, board_of
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Status
from autotap.solver import solve
from tests.cards.data import scryfall, two_faced, write_scryfall

if TYPE_CHECKING:
    from autotap.models.problem import Problem
    from autotap.models.result import Payment

FORCE = scryfall(
    "My Force",
    "{3}{U}{U}",
    "Instant",
    "You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana "
    "cost.\nCounter target spell.",
)
TURN = scryfall(
    "My Turn",
    "{1}{U}{U}",
    "Instant",
    "If it's not your turn, you may exile a blue card from your hand rather than pay this spell's "
    "mana cost.",
)
SWAMP_ONLY = scryfall(
    "My Snuff",
    "{3}{B}",
    "Instant",
    "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.",
)
FISH = scryfall("My Fish", "{4}{U}", "Creature — Fish", "Flying\nEvoke {2}{U} (You may.)")
SATYR = scryfall("My Satyr", "{1}{G}{G}", "Enchantment Creature — Satyr", "Flash\nBestow {3}{G}")
LOOT = scryfall("My Loot", "{R}", "Sorcery", "Draw two cards.\nFlashback {2}{R}")
ESCAPED = scryfall(
    "My Titan",
    "{1}{G}",
    "Creature — Giant",
    "Escape—{G}{G}, Exile two other cards from your graveyard.",
)
SEEN = scryfall("My Vision", "{3}{U}", "Instant", "Counter target spell.\nForetell {1}{U}")
GOLEM = scryfall(
    "My Golem",
    "{6}",
    "Artifact Creature — Golem",
    "Prototype {2}{G} — 1/3 (You may.)\n{T}: Add an amount of {G} equal to this creature's power.",
    power="3",
    toughness="5",
)
GHOST = two_faced(
    "transform",
    scryfall("My Angler", "{1}{U}", "Creature — Human", "Disturb {2}{U} (You may.)"),
    scryfall("My Ghost", "", "Creature — Spirit", "Flying"),
)
KICKED = scryfall("My Kick", "{1}{R}", "Instant", "Kicker {4}\nBuyback {3}")
SNEAKY = scryfall("My Sneak", "{2}{B}", "Creature — Ninja", "Sneak {B}")
JODAH = scryfall(
    "My Mage",
    "{1}{U}{R}{W}",
    "Legendary Creature — Human",
    "Flying\nYou may pay {W}{U}{B}{R}{G} rather than pay the mana cost for spells you cast.",
)
DEFILER = scryfall(
    "My Defiler",
    "{3}{G}{G}",
    "Creature — Beast",
    "As an additional cost to cast green permanent spells, you may pay 2 life. Those spells cost "
    "{G} less to cast if you paid life this way. This effect reduces only the amount of green "
    "mana you pay.",
)
LEGATE = scryfall(
    "My Legate",
    "{2}{R}",
    "Creature — Goblin",
    "If an opponent controls an Island and you control a Mountain, you may cast this spell without "
    "paying its mana cost.",
)
ANIMAR = scryfall(
    "My Animar",
    "{U}{R}{G}",
    "Legendary Creature — Elemental",
    "Creature spells you cast cost {1} less to cast for each +1/+1 counter on My Animar.",
)
SPHERE = scryfall(
    "My Sphere",
    "{3}",
    "Artifact",
    "As long as this artifact is untapped, each spell that would cost less than three mana to "
    "cast costs three mana to cast.",
)
KEY = scryfall(
    "My Key",
    "{2}",
    "Artifact",
    "As this artifact enters, choose a color.\n"
    "Spells of the chosen color you cast cost {1} less to cast.",
)
CHANNELER = scryfall(
    "My Channeler",
    "{3}{G}",
    "Creature — Elf",
    "{T}: Add {G} for each Elf on the battlefield.",
)
GUIDE = scryfall("Simian Spirit Guide", "{2}{R}", "Creature — Ape Spirit")
BLUE = scryfall("Storm Crow", "{1}{U}", "Creature — Bird")
ALL = [
    *(FORCE, TURN, SWAMP_ONLY, FISH, SATYR, LOOT, ESCAPED, SEEN, GOLEM, GHOST, KICKED, SNEAKY),
    *(JODAH, DEFILER, GUIDE, BLUE, ANIMAR, SPHERE, KEY, CHANNELER, LEGATE),
]


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Cards:
    folder = tmp_path_factory.mktemp("castings")
    return Cards.from_scryfall(write_scryfall(folder, *ALL), folder=folder)


def board(cards: Cards, *permanents: str, **rest: Any) -> Board:
    """A board with permanents by name."""
    return board_of(Position(tuple(map(Permanent, permanents)), **rest), cards)


def paid(problem: Problem) -> Payment:
    """The best payment of a problem."""
    payment = solve(problem).unwrap()
    assert payment is not None
    return payment  # type: ignore[return-value]


def test_a_cost_without_a_name_is_the_payers_choice(cards: Cards) -> None:
    """MTG-118.9: one spell, and the pitched card is one of the right color."""
    hand = ("My Force", "My Loot", "Storm Crow")
    (problem,) = cards.castings("My Force", board(cards, "Island", hand=hand))
    payment = paid(problem)
    assert [name for _, name in payment.objects] == ["Storm Crow"]
    assert payment.life_paid == 1
    (problem,) = cards.castings("My Force", board(cards, "Island", hand=hand[:2]))
    assert solve(problem).status is Status.UNPAYABLE
    (problem,) = cards.castings("My Force", board(cards, *["Island"] * 5, hand=hand))
    assert paid(problem).objects == ()


def test_a_card_that_is_cast_is_not_pitched(cards: Cards) -> None:
    """MTG-601.2a."""
    (problem,) = cards.castings("My Force", board(cards, hand=("My Force",)))
    assert solve(problem).status is Status.UNPAYABLE
    (problem,) = cards.castings("My Force", board(cards, hand=("My Force", "My Force")))
    assert solve(problem).status is Status.OPTIMAL


def test_a_condition_that_the_board_shows(cards: Cards) -> None:
    (problem,) = cards.castings("My Snuff", board(cards, "Swamp"))
    assert paid(problem).life_paid == 4
    (problem,) = cards.castings("My Snuff", board(cards, "Island"))
    assert problem.spell.options == ()
    assert problem.spell.unread == ()


def test_a_condition_on_both_sides(cards: Cards) -> None:
    """MTG-118.9: free against an Island, with a Mountain of one's own."""
    mine, island = board(cards, "Mountain"), board(cards, "Island")
    (problem,) = cards.castings("My Legate", replace(mine, opponents=(island,)))
    assert paid(problem).locked_total == "{0}"
    for own, theirs in ((mine, mine), (island, island)):
        (problem,) = cards.castings("My Legate", replace(own, opponents=(theirs,)))
        assert (problem.spell.options, problem.spell.unread) == ((), ())
    _, doubted = cards.castings("My Legate", mine)
    assert doubted.spell.unread == (
        "whether an opponent controls an Island and you control a Mountain",
    )


def test_a_condition_that_no_board_shows_is_said(cards: Cards) -> None:
    whole, pitched = cards.castings("My Turn", board(cards, hand=("My Turn", "Storm Crow")))
    assert (whole.spell.options, whole.spell.unread) == ((), ())
    assert [option.least for option in pitched.spell.options] == [1]
    assert pitched.spell.unread == ("whether it's not your turn",)
    assert solve(pitched).warnings


FROM_HAND = [
    ("MTG-KW-10", "My Fish", [("{4}{U}", ""), ("{4}{U}", "evoke")], [5, 3]),
    ("MTG-KW-10", "My Satyr", [("{1}{G}{G}", ""), ("{1}{G}{G}", "bestow")], [3, 4]),
    ("MTG-KW-10", "My Golem", [("{6}", ""), ("{2}{G}", "")], [6, 3]),
]


@pytest.mark.parametrize(("rule", "name", "spells", "mana"), FROM_HAND)
def test_alternative_costs_from_the_hand(
    cards: Cards, rule: str, name: str, spells: list[tuple[str, str]], mana: list[int]
) -> None:
    """The mana cost comes first; each alternative is a problem of its own."""
    lands = ["Island"] * 6 + ["Forest"] * 4
    problems = cards.castings(name, board(cards, *lands))
    told = [
        (str(each.spell.cost), "".join(option.name for option in each.spell.options))
        for each in problems
    ]
    assert told == spells
    assert [len(paid(each).mana) for each in problems] == mana
    assert [each.spell.unread for each in problems] == [()] * len(problems)


def test_what_the_spell_is_then(cards: Cards) -> None:
    """MTG-RES-01, MTG-202.3: bestow makes no creature spell, a prototype is smaller."""
    creature, aura = cards.spells("My Satyr")
    assert "creature" in creature.context.types
    assert aura.context.types == {"enchantment", "aura"}
    assert [spell.mana_value for spell in cards.spells("My Golem")] == [6, 3]
    assert [len(spell.colors) for spell in cards.spells("My Golem")] == [0, 1]
    assert creature.context.keywords == {"flash", "bestow"}


def test_the_graveyard(cards: Cards) -> None:
    """MTG-KW-16, MTG-KW-17: only by its alternative cost, and without the card itself."""
    there = board(cards, *["Mountain"] * 3, graveyard=("My Loot", "My Fish"))
    (problem,) = cards.castings("My Loot", there, zone="graveyard")
    assert len(paid(problem).mana) == 3
    assert [card.name for card in problem.board.graveyard] == ["My Fish"]
    assert problem.spell.context.zone == "graveyard"
    assert cards.castings("My Fish", there, zone="graveyard") == ()
    (problem,) = cards.castings("My Loot", there)
    assert problem.spell.options == ()
    others = ("My Titan", "My Fish", "My Loot")
    titan = board(cards, *["Forest"] * 2, graveyard=others)
    (problem,) = cards.castings("My Titan", titan, zone="graveyard")
    assert solve(problem).status is Status.OPTIMAL
    fewer = board(cards, *["Forest"] * 2, graveyard=others[:2])
    (problem,) = cards.castings("My Titan", fewer, zone="graveyard")
    assert solve(problem).status is Status.UNPAYABLE


def test_disturb_casts_the_back_face(cards: Cards) -> None:
    """MTG-KW-10: the Spirit, with the mana value of the front face."""
    there = board(cards, *["Island"] * 3, graveyard=("My Angler // My Ghost",))
    (problem,) = cards.castings("My Angler", there, zone="graveyard")
    assert problem.spell.name == "My Ghost"
    assert problem.spell.context.types == {"creature", "spirit"}
    assert problem.spell.mana_value == 2
    assert len(paid(problem).mana) == 3


def test_exile(cards: Cards) -> None:
    """MTG-KW-18: whether it was foretold is not on the board."""
    whole, foretold = cards.castings("My Vision", board(cards, "Island", "Island"), zone="exile")
    assert solve(whole).status is Status.UNPAYABLE
    assert solve(foretold).status is Status.OPTIMAL
    assert "foretold" in foretold.spell.unread[0]


def test_additional_costs_wait_for_the_payer(cards: Cards) -> None:
    """MTG-KW-20."""
    (problem,) = cards.castings("My Kick", board(cards, *["Mountain"] * 9))
    assert [option.name for option in problem.spell.options] == ["kicker {4}", "buyback"]
    assert len(paid(problem).mana) == 2


def test_what_cannot_be_read_is_a_doubt_of_the_spell_alone(cards: Cards) -> None:
    (spell,) = cards.spells("My Sneak")
    assert spell.unread == ("Sneak {B}",)
    assert cards.source("My Sneak").unread == ()


def test_a_permanent_offers_another_cost(cards: Cards) -> None:
    """MTG-118.9, MTG-KW-31; not to the opponent."""
    five = ("Plains", "Island", "Swamp", "Mountain", "Forest")
    (problem,) = cards.castings("My Golem", board(cards, *five, "My Mage"))[:1]
    assert len(paid(problem).mana) == 5
    (problem,) = cards.castings("My Golem", board(cards, *five))[:1]
    assert solve(problem).status is Status.UNPAYABLE
    mine, theirs = board(cards, *five), board(cards, "My Mage")
    (problem,) = cards.castings("My Golem", Board(mine.sources, opponents=(theirs,)))[:1]
    assert problem.spell.options == ()
    (problem,) = cards.castings("My Titan", board(cards, "Island", "My Defiler"))
    assert paid(problem).life_paid == 2
    (problem,) = cards.castings("My Fish", board(cards, "Island", "My Defiler"))[:1]
    assert problem.spell.options == ()


def test_what_a_permanent_counts_is_its_own(cards: Cards) -> None:
    """MTG-RED-02: its counters, its state, and the board of its controller."""
    there = board(cards, *["Mountain"] * 9, "My Animar", "My Sphere")
    one, sphere = there.source("My Animar"), there.source("My Sphere")
    grown = replace(one, counters=(("+1/+1", 3),))
    others = tuple(each for each in there.sources if each not in (one, sphere))
    fish = cards.castings("My Fish", Board((*others, grown)))[0].spell
    assert [str(each.amount) for each in fish.modifiers] == ["{3}"]
    for tapped, number in ((False, 1), (True, 0)):
        opponent = Board((replace(sphere, tapped=tapped),))
        (problem,) = cards.castings("My Kick", Board(others, opponents=(opponent,)))
        assert len(problem.spell.modifiers) == number


def test_what_was_chosen_for_a_permanent(cards: Cards) -> None:
    """MTG-RED-01: a color that is chosen, and a doubt where nothing is."""
    there = board(cards, "Island", "My Key")
    key = there.source("My Key")
    (force,) = cards.castings("My Force", there)
    assert force.spell.modifiers == ()
    assert force.spell.unread == ("My Key: what was chosen for it",)
    chosen = Board((there.sources[0], replace(key, chosen=ManaType.U)))
    (force,) = cards.castings("My Force", chosen)
    assert [str(each.amount) for each in force.spell.modifiers] == ["{1}"]
    (kick,) = cards.castings("My Kick", chosen)
    assert kick.spell.modifiers == ()


def test_permanents_of_all_players(cards: Cards) -> None:
    """What the others have is not counted, and that is said."""
    mine = (Permanent("My Channeler"),)
    alone = board_of(Position(mine, opponents=(Position((Permanent("Island"),)),)), cards)
    assert alone.source("My Channeler").unread == ()
    theirs = Position((Permanent("Llanowar Elves"),))
    beside = board_of(Position(mine, opponents=(theirs,)), cards)
    assert beside.source("My Channeler").unread == ("the permanents of other players count, too",)


def test_a_card_of_the_hand_pays_once(cards: Cards) -> None:
    """MTG-118.10: a Spirit Guide makes mana or is pitched, not both."""
    there = board(cards, "Simian Spirit Guide", hand=("Simian Spirit Guide",) * 2)
    assert [source.id for source in there.sources] == [
        *("Simian Spirit Guide", "Simian Spirit Guide 1", "Simian Spirit Guide 2"),
    ]
    assert there.hand == ()
    one = board(cards, "Simian Spirit Guide", hand=("Simian Spirit Guide",))
    assert [source.id for source in one.sources] == [
        "Simian Spirit Guide",
        "Simian Spirit Guide in hand",
    ]
    (problem,) = cards.castings("My Loot", one)
    assert solve(problem).status is Status.OPTIMAL
    (problem,) = cards.castings("Simian Spirit Guide", one)
    assert [source.zone for source in problem.board.sources] == ["battlefield"]
