"""Mana options: every maximal pool, against the exhaustive reference and by hand (MTG-106.4)."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations_with_replacement, count
from random import Random
from typing import Any

import pytest

from autotap.models import Board, ManaZone
from autotap.models.errors import (
    AutotapError,
    BoardSyntaxError,
    InputError,
    LimitError,
    UnboundedManaError,
)
from autotap.models.mtg.current import current
from autotap.models.mtg.mana import mana_list_text
from autotap.models.mtg.symbols import COLORS as FIVE
from autotap.models.mtg.symbols import ManaType
from autotap.solver import mana_options
from autotap.solver.compile.offers import Offer, offer_of
from autotap.solver.options import LIMIT, _added_up, _walked
from autotap.solver.options.pools import Alphabet, Letter
from tests.campaign.questions import NotComparedError, check_mana_options
from tests.casework.magic import magic_board
from tests.generate import magic as problems
from tests.reference import magic as reference
from tests.reference.notation import Unit

Case = dict[str, Any]
BOARDS = 320
FIVE_COLORS = "[{T}: Add {W}|{U}|{B}|{R}|{G}]"


def spelled(board: str | Board, **options: Any) -> list[str]:
    return [mana_list_text(pool) for pool in mana_options(board, **options)]


def test_random_boards_equal_the_reference() -> None:
    came: Counter[str] = Counter()
    for seed in count():
        with suppress(NotComparedError):
            came[check_mana_options(seed)] += 1
        if came.total() == BOARDS:
            break
    assert came["several"] > BOARDS / 3
    assert came["endless"]


def test_sums_equal_the_walk() -> None:
    """Two ways to the same pools, on boards of sources that are used once each."""
    added = 0
    for seed in range(60):
        board = current(magic_board(problems.plain(Random(seed)), hints=True)).board
        offer = offer_of(board)
        if isinstance(offer, Offer):
            found = [
                set(map(mana_list_text, alphabet.spelled(alphabet.maximal(pools))))
                for alphabet, pools in (_added_up(offer, LIMIT), _walked(board, LIMIT))
            ]
            assert found[0] == found[1] == set(spelled(board))
            added += 1
    assert added > 40


@pytest.mark.parametrize(
    ("board", "pools"),
    [
        ("", [""]),
        ("Plains (tapped); pool: {R}{G}", ["{R}{G}"]),
        ("Plains; Island; Tundra", ["{W}{W}{U}", "{W}{U}{U}"]),
        ("2 Tower [{T}: Add {Any}]; Plains", ["{W}{Any}{Any}"]),
        ("Fetid Heath; Plains", ["{W}{W}", "{W}{B}", "{W}{C}", "{B}{B}"]),
        ("2 Azorius Signet", [""]),
        ("2 Azorius Signet; Wastes", ["{W}{W}{U}", "{W}{U}{U}", "{C}"]),
        ("Treasure; Phyrexian Altar", ["{Any}"]),
        ("2 Elf (types: creature) [{T}, sacrifice another creature: Add {G}{G}]", ["{G}{G}"]),
        ("2 Mana Confluence; life: 1", ["{Any}"]),
        ("Ancient Tomb; Mana Confluence; life: 1", ["{C}{C}{Any}"]),
        ("Lotus [{T}, pay 3 life: Add {U}]; Spring [{T}: Add {U}]; life: 2", ["{U}"]),
        ("Mine (2 mining counters) [{T}, remove a mining counter: Add {Any}]", ["{Any}"]),
        ("Spring (2 ice counters) [remove an ice counter: Add {Any}]", ["{Any}{Any}"]),
        ("Elf [{T}: Add {G} / {1}: Add {R}]; Wastes", ["{R}{R}", "{R}{C}", "{G}{C}", "{R}{G}"]),
        ("Bear (types: creature) []; Cradle [{T}: Add {G} (per: creature)]", ["{G}"]),
    ],
)
def test_by_hand(board: str, pools: list[str]) -> None:
    assert sorted(spelled(board)) == sorted(pools)


def test_counts_are_taken_before_what_is_counted_leaves() -> None:
    """MTG-PRO-07: the Cradle goes before the Altar."""
    bears = "3 Bear (types: creature) []"
    altar = "Altar [sacrifice a creature: Add {C}]"
    assert spelled(f"{bears}; {altar}; Cradle [{{T}}: Add {{G}} (per: creature)]") == [
        "{G}{G}{G}{C}{C}{C}"
    ]


def test_restricted_mana_is_told_apart_snow_is_not() -> None:
    """MTG-106.6: restricted mana is covered by the same or by free mana."""
    only = "(only: creature spells)"
    assert spelled(f"Cavern [{{T}}: Add {{C}} / {{T}}: Add {{Any}} {only}]") == [
        "{C}",
        f"{{Any}} {only}",
    ]
    assert spelled(f"Land [{{T}}: Add {{G}} / {{T}}: Add {{G}} {only}]") == ["{G}"]
    scry = "Ridge (types: snow land) [{T}: Add {R} (rider: scry 1) / {T}: Add {R}]"
    assert spelled(scry) == ["{R}"]
    mill = "Mill [{S}, {T}: Add {G}{G}]"
    assert spelled(f"Snow-Covered Island; Island; {mill}") == ["{U}{G}{G}", "{U}{U}"]
    assert spelled(f"2 Island; {mill}") == ["{U}{U}"]


def test_restrictions_are_judged_on_the_ability() -> None:
    """MTG-106.6: creature mana does not enter a Signet, mana for abilities does."""
    rock = "Rock [{{T}}: Add {{C}} (only: {})]; Azorius Signet"
    assert spelled(rock.format("creature spells")) == ["{C} (only: creature spells)"]
    assert spelled(rock.format("abilities")) == ["{W}{U}", "{C} (only: abilities)"]


def test_effects_and_opponents_are_worked_out() -> None:
    """MTG-106.12a, MTG-106.7."""
    assert spelled("Forest; Mirari's Wake") == ["{G}{G}"]
    assert spelled("Exotic Orchard", opponent="Plains; Island") == ["{W}", "{U}"]


def test_doubling_chooses_the_color_of_mana_of_any_color() -> None:
    """It is chosen when it is doubled, or made afterwards."""
    board = "Cube [{T}: Add the unspent pool again]; Tower [{T}: Add {Any}]; pool: {C}"
    doubled = [f"{{{kind}}}{{{kind}}}{{C}}{{C}}" for kind in FIVE]
    assert spelled(board) == [*doubled, "{C}{C}{Any}"]


def test_the_largest_pools_come_first_and_the_order_of_sources_does_not_matter() -> None:
    one = spelled("5 Sungrass [{1}, {T}: Add {G}{W}]; 9 Tundra; 3 Tropical Island")
    other = spelled("3 Tropical Island; 9 Tundra; 5 Sungrass [{1}, {T}: Add {G}{W}]")
    assert one == other
    assert len(one) == 88
    sizes = [text.count("{") for text in one]
    assert sizes == sorted(sizes, reverse=True)


def test_many_pools() -> None:
    assert len(spelled(f"12 Land {FIVE_COLORS}")) == 1_820
    assert len(spelled(f"12 Land {FIVE_COLORS}; 2 Mystic Gate")) == 6_370


def test_unbounded_mana_is_an_error_only_where_it_starts() -> None:
    loop = "Loop [{1}: Add {C}{C}]"
    with pytest.raises(UnboundedManaError, match="mana without end"):
        next(mana_options(f"{loop}; Wastes"))
    assert spelled(loop) == [""]
    assert spelled(f"{loop}; Cavern [{{T}}: Add {{G}} (only: creature spells)]") == [
        "{G} (only: creature spells)"
    ]
    with pytest.raises(UnboundedManaError):
        next(mana_options("Cube [{3}: Add the unspent pool again]; 7 Wastes"))


def test_a_limit_that_is_struck_gives_nothing() -> None:
    lands = f"5 Land {FIVE_COLORS}"
    assert len(spelled(lands, limit=126)) == 126
    with pytest.raises(LimitError, match="more than 125"):
        next(mana_options(lands, limit=125))
    filters = f"{lands}; Mystic Gate"
    with pytest.raises(LimitError):
        next(mana_options(filters, limit=300))
    with pytest.raises(LimitError, match="mana"):
        next(mana_options("40 Well [{T}: Add {C} (per: land)]; 1000 Wastes"))


def test_multiples_are_all_sums_of_so_many_pools() -> None:
    """Also where a sum comes about in several ways; the limit is that of the last sums."""
    draw = Random(3)
    repeated = 0
    for _ in range(40):
        few = draw.sample(LETTERS, 3)
        alphabet = Alphabet(few, LIMIT)
        made = (sum(draw.choices(list(alphabet.unit.values()), k=2)) for _ in range(5))
        choices, number = set(made), draw.randint(1, 4)
        ways = list(map(sum, combinations_with_replacement(choices, number)))
        assert alphabet.multiples(choices, number) == set(ways)
        assert Alphabet(few, len(set(ways))).multiples(choices, number) == set(ways)
        if len(set(ways)) > 1:
            with pytest.raises(LimitError, match=f"more than {len(set(ways)) - 1}"):
                Alphabet(few, len(set(ways)) - 1).multiples(choices, number)
        repeated += len(set(ways)) < len(ways)
    assert repeated > 10


def test_nothing_is_worked_out_before_it_is_asked_for() -> None:
    mana_options("5 Tundra", limit=1)
    with pytest.raises(BoardSyntaxError):
        mana_options("5 Tundra [")
    with pytest.raises(InputError, match="no pool"):
        mana_options(ManaZone.parse("Fire"))  # type: ignore[arg-type]


def test_what_is_not_covered_says_so() -> None:
    with pytest.raises(AutotapError):
        next(mana_options("Rock [{T}: Add {C} (only: as you wish)]; Azorius Signet"))


# --- sets of pools -------------------------------------------------------------------------------

LETTERS = [
    Letter(types, only)
    for types in (*((kind,) for kind in ManaType), FIVE)
    for only in ("", "only: abilities", "only: creature spells")
]


@pytest.mark.parametrize("flat", [True, False])
def test_maximal_pools_are_those_that_no_other_covers(flat: bool) -> None:
    """Held against the reference, for letters that cover others and for letters that do not."""
    draw = Random(5)
    dropped = 0
    for _ in range(60):
        few = LETTERS[0:15:3] if flat else draw.sample(LETTERS, 6)
        alphabet = Alphabet(few, LIMIT)
        pools = {
            sum(alphabet.unit[draw.choice(few)] for _ in range(draw.randint(0, 5)))
            for _ in range(25)
        }
        units = {
            pool: tuple(
                Unit(
                    "Any" if letter.types == FIVE else letter.types[0],
                    (letter.only,) * bool(letter.only),
                )
                for letter, number in zip(alphabet.letters, alphabet.counts(pool), strict=True)
                for _ in range(number)
            )
            for pool in pools
        }
        wanted = {
            pool
            for pool in pools
            if not any(o != pool and reference.covers(units[o], units[pool]) for o in pools)
        }
        assert set(alphabet.maximal(pools)) == wanted
        dropped += len(pools) - len(wanted)
    assert dropped > 100
