"""What stays of unspent mana when steps, phases, combat and turns end."""

from __future__ import annotations

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.mana import Retention, mana_text, parse_pool
from autotap.models.mtg.retention import (
    NO_RULES,
    UPWELLING,
    Emptying,
    PoolRules,
    board_after,
    empty_pool,
)
from autotap.models.mtg.symbols import ManaType

W, U, B, R, G, C = ManaType
OMNATH = PoolRules(kept=frozenset({G}))
KRUPHIX = PoolRules(becomes=C)
LOCUS_OF_ALL = PoolRules(becomes=B)
YURLOK = PoolRules(life_per_mana=1)

ONE_OF_EACH = "{G}; {W} (keep: always); {R} (keep: combat); {U} (keep: turn)"
ENDS = [end for end in Emptying if end is not Emptying.EFFECT]


def after(pool: str, emptying: Emptying, rules: PoolRules = NO_RULES) -> tuple[str, str]:
    """Return what stays and what is lost."""
    emptied = empty_pool(parse_pool(pool), emptying, rules)
    return mana_text(emptied.pool), mana_text(emptied.lost)


@pytest.mark.parametrize(
    ("emptying", "kept", "lost"),
    [
        (Emptying.PHASE, "{W} (keep: always); {R} (keep: combat); {U} (keep: turn)", "{G}"),
        (Emptying.COMBAT, "{W} (keep: always); {U} (keep: turn)", "{G}; {R} (keep: combat)"),
        (Emptying.TURN, "{W} (keep: always)", "{G}; {R} (keep: combat); {U} (keep: turn)"),
        (Emptying.EFFECT, "", ONE_OF_EACH),
    ],
)
def test_mtg_106_4_and_ret_04_and_05_each_unit_stays_as_long_as_it_says(
    emptying: Emptying, kept: str, lost: str
) -> None:
    assert after(ONE_OF_EACH, emptying) == (kept, lost)


@pytest.mark.parametrize("emptying", ENDS)
def test_mtg_ret_01_upwelling_keeps_everything(emptying: Emptying) -> None:
    assert after("{W}{U}{B}{R}{G}{C}", emptying, UPWELLING) == ("{W}{U}{B}{R}{G}{C}", "")


@pytest.mark.parametrize("emptying", ENDS)
def test_mtg_ret_02_one_type_is_kept_whatever_else_it_carries(emptying: Emptying) -> None:
    pool = "{G}{R}; {G} (only: creature spells) (rider: haste)"
    kept = "{G}; {G} (only: creature spells) (rider: haste)"
    assert after(pool, emptying, OMNATH) == (kept, "{R}")


@pytest.mark.parametrize("emptying", Emptying)
def test_mtg_ret_03_the_type_changes_and_everything_else_stays(emptying: Emptying) -> None:
    tags = "(only: creature spells) (from: Cavern) (source: snow) (rider: no countering)"
    assert after(f"{{G}} {tags}; {{C}}{{U}}", emptying, KRUPHIX) == (
        f"{{C}} {tags}; {{C}}{{C}}",
        "",
    )


def test_mtg_ret_03_only_what_would_be_lost_changes() -> None:
    pool = "{G}{R}; {U} (keep: turn)"
    assert after(pool, Emptying.PHASE, OMNATH + KRUPHIX) == ("{G}{C}; {U} (keep: turn)", "")
    assert after(pool, Emptying.PHASE, UPWELLING + KRUPHIX) == (pool, "")


def test_mtg_616_1_of_two_changes_the_player_chooses_one() -> None:
    assert after("{G}", Emptying.PHASE, KRUPHIX + LOCUS_OF_ALL) == ("{C}", "")
    assert after("{G}", Emptying.PHASE, LOCUS_OF_ALL + KRUPHIX) == ("{B}", "")


@pytest.mark.parametrize("rules", [UPWELLING, PoolRules(becomes=R)])
@pytest.mark.parametrize(
    ("retention", "over"), [("combat", Emptying.COMBAT), ("turn", Emptying.TURN)]
)
def test_mtg_ret_05_mana_kept_beyond_its_time_is_ordinary(
    retention: str, over: Emptying, rules: PoolRules
) -> None:
    pool = parse_pool(f"{{R}} (keep: {retention})")
    outlived = empty_pool(pool, over, rules).pool
    assert [mana.tags.retention for mana in outlived] == [Retention.PHASE]
    assert empty_pool(outlived, Emptying.PHASE).pool == ()
    assert empty_pool(pool, Emptying.PHASE).pool == pool


def test_mtg_ret_06_losing_mana_costs_life() -> None:
    pool = parse_pool("{G}{R}{R}; {U} (keep: turn)")
    assert empty_pool(pool, Emptying.PHASE, YURLOK).life_lost == 3
    assert empty_pool(pool, Emptying.PHASE, YURLOK + OMNATH).life_lost == 2
    assert empty_pool(pool, Emptying.PHASE, YURLOK + KRUPHIX).life_lost == 0
    assert empty_pool(pool, Emptying.PHASE, YURLOK + YURLOK).life_lost == 6
    assert empty_pool((), Emptying.TURN, YURLOK).life_lost == 0


def test_mtg_ret_06_an_effect_takes_also_what_steps_and_phases_do_not() -> None:
    assert after("{G}{R}", Emptying.EFFECT, UPWELLING) == ("", "{G}{R}")
    assert after("{G}{R}", Emptying.EFFECT, KRUPHIX) == ("{C}{C}", "")
    assert empty_pool(parse_pool("{G}{R}"), Emptying.EFFECT, UPWELLING + YURLOK).life_lost == 2


def test_mtg_ret_03_mana_that_survives_an_effect_still_knows_how_long_it_stays() -> None:
    pool = "{R} (keep: turn)"
    assert after(pool, Emptying.EFFECT, KRUPHIX) == ("{C} (keep: turn)", "")


def test_mtg_118_3b_the_life_is_lost_at_any_life_total() -> None:
    board = Board.parse("Plains (tapped); pool: {R}{R}{G}; life: 1; energy: 2")
    left = Board.parse("Plains (tapped); pool: {G}; life: -1; energy: 2")
    assert board_after(board, Emptying.PHASE, OMNATH + YURLOK) == left
    assert board.life == 1


def test_nothing_is_left_by_default() -> None:
    board = Board.parse("pool: {R}{R}")
    assert board_after(board, Emptying.PHASE) == Board()
