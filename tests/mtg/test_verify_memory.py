"""What the verifier remembers of one board, spell or ability is never held against another."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.source import Source
from autotap.models.mtg.spell import Spell
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.score import score
from tests.mtg.payments import (
    GRYFF,
    ISLAND,
    LARGE,
    WHALE,
    act,
    announced,
    cost,
    payment,
    problem,
    source,
    spend,
)

if TYPE_CHECKING:
    from autotap.models.problem import Problem
    from autotap.models.result import Payment

LANDS = {color: ManaAbility.parse(f"{{T}}: Add {{{color}}}") for color in "WUBRG"}


def land(color: str, number: int = 0) -> Source:
    """Make a land anew, down to its ability; the id does not tell which color it makes."""
    ability = replace(LANDS[color], cost=replace(LANDS[color].cost))
    return Source(f"Land {number}", "Land", frozenset({"land"}), (ability,))


def paid(board: Board, color: str) -> Payment:
    return payment(board, f"{{{color}}}", act("Land 0", f"{{{color}}}"), spend(f"{{{color}}}", 0))


def is_legal(asked: Problem, offered: Payment) -> bool:
    try:
        verify_payment(asked, offered)
    except InvalidPaymentError:
        return False
    return True


def test_boards_with_the_same_ids() -> None:
    boards = {color: Board((land(color),)) for color in LANDS}
    for _, made, asked in product(range(2), LANDS, LANDS):
        board = boards[made]
        assert is_legal(problem(board, f"{{{asked}}}"), paid(board, asked)) is (made == asked)


def test_boards_made_anew_in_the_place_of_freed_ones() -> None:
    """The score depends on how many lands there are; the payment on what they make."""
    places = set()
    for i in range(500):
        made, number = "WUBRG"[i % 5], 1 + i % 4
        board = Board(tuple(land(made, j) for j in range(number)))
        places.add(id(board))
        for asked in (made, "WUBRG"[i * 2 % 5]):
            question = problem(board, f"{{{asked}}}")
            offered = paid(board, asked)
            assert is_legal(question, offered) is (made == asked)
        tally = verify_payment(problem(board, f"{{{made}}}"), paid(board, made))
        assert score(problem(board, f"{{{made}}}"), tally)["flexibility"] == 4 * (12 // number)
        del board, question, tally
    assert len(places) < 500, "no place was used twice: nothing was tested"


def test_counts_of_boards_with_the_same_ids() -> None:
    """MTG-PRO-07, MTG-PRO-22: what is counted belongs to the board."""
    cradle = source("Cradle", "land", "{T}: Add {G} (per: elf)")
    temple = source("Temple", "land", "{T}: Add {G} (if: 2 elf)")
    elves = tuple(source(f"Elf {i}", "creature elf") for i in range(3))
    few, many = (Board((cradle, temple, *elves[:number])) for number in (1, 2))
    for board, number in (few, 1), (many, 2), (few, 1):
        for made in range(4):
            text = "{G}" * made
            offered = payment(board, "{G}", act("Cradle", text), spend("{G}", 0))
            assert is_legal(problem(board, "{G}"), offered) is (made == number > 0)
        offered = payment(board, "{G}", act("Temple", "{G}"), spend("{G}", 0))
        assert is_legal(problem(board, "{G}"), offered) is (number == 2)


def test_cards_of_boards_with_the_same_ids() -> None:
    """MTG-118.3: the graveyard belongs to the board."""
    nest = source("Nest", "enchantment", "exile a creature card from your graveyard: Add {C}")
    full, empty = (
        Board((nest,), graveyard=(Card("", frozenset({kind})),)) for kind in ("creature", "land")
    )
    for board in full, empty, full:
        offered = payment(board, "{1}", act("Nest", "{C}"), spend("{1}", 0), graveyard=1)
        assert is_legal(problem(board, "{1}"), offered) is (board is full)


def test_spells_with_the_same_cost() -> None:
    """MTG-106.6: what a restriction is judged on belongs to the spell and to what is announced."""
    court = source("Courtyard", "land", "{T}: Add {G} (only: creature spells)")
    board = Board((court,))
    creature, other = Spell.parse("{G}", types="Creature"), Spell.parse("{G}", types="Instant")
    offered = payment(
        board, "{G}", act("Courtyard", "{G} (only: creature spells)"), spend("{G}", 0)
    )
    for spell in creature, other, creature:
        assert is_legal(problem(board, spell), offered) is (spell is creature)


def test_the_x_announced_is_not_remembered_for_another() -> None:
    """MTG-202.3e: restrictions see the mana value with X."""
    text = "{G} (only: spells with mana value 3 or greater)"
    board = Board((source("Yard", "land", f"{{T}}: Add {text}"), *(land("G", i) for i in range(3))))
    flip = Spell.parse("{X}{G}", types="Creature")
    for x in (1, 2, 1, 2):
        lands = [act(f"Land {i}", "{G}") for i in range(x)]
        spends = [spend("{X}", 1 + i) for i in range(x)]
        offered = payment(board, "{X}{G}", act("Yard", text), *lands, spend("{G}", 0), *spends)
        offered = replace(offered, announcement=replace(offered.announcement, x=x))
        assert is_legal(problem(board, flip, x=x), offered) is (x == 2)


def test_an_announcement_is_approved_for_its_own_spell() -> None:
    """MTG-601.2f: of two spells with one announcement object."""
    board = Board((land("G"),))
    offered = paid(board, "G")
    for total in "{G}", "{1}", "{G}", "{W}":
        assert is_legal(problem(board, total), offered) is (total == "{G}")


def test_an_announcement_is_approved_for_the_x_asked_for() -> None:
    """MTG-SYM-05: of two questions with one announcement object."""
    board, flip = Board((land("G"),)), Spell.parse("{X}{G}")
    offered = payment(board, announced("{X}{G}", x=0), act("Land 0", "{G}"), spend("{G}", 0))
    for x in (0, 1, None, 1, 0):
        assert is_legal(problem(board, flip, x=x), offered) is (x != 1)


def test_an_announcement_is_approved_for_the_objects_of_its_board() -> None:
    """MTG-KW-08: the object sacrificed for emerge is that of the board."""
    shrimp = replace(WHALE, cost=cost("{1}"))
    for whale in WHALE, shrimp, WHALE:
        board = Board((ISLAND, whale))
        offered = payment(
            board, LARGE, act("Island", "{U}"), spend("{U}", 0), objects={"sacrifice": "Whale"}
        )
        assert is_legal(problem(board, GRYFF), offered) is (whale is WHALE)


def test_threads() -> None:
    """Each thread has boards and spells of its own beside the shared ones, all with equal ids."""
    shared = {color: Board((land(color),)) for color in LANDS}
    questions = {(m, a): problem(shared[m], f"{{{a}}}") for m, a in product(LANDS, LANDS)}

    def work(start: int) -> int:
        wrong = 0
        for i in range(start, start + 150):
            made, asked = "WUBRG"[i % 5], "WUBRG"[i // 5 % 5]
            fresh = Board((land(made), land(made, 1)))
            for question in (questions[made, asked], problem(fresh, f"{{{asked}}}")):
                offered = paid(question.board, asked)
                wrong += is_legal(question, offered) is not (made == asked)
                if made == asked:
                    price = score(question, verify_payment(question, offered))["flexibility"]
                    wrong += price != 4 * (12 // len(question.board.sources))
        return wrong

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(work, range(4))) == 0
    finally:
        sys.setswitchinterval(interval)
