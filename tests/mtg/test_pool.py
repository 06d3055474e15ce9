"""Pools between payments, and adding the mana of symbols (MTG-106.8 to 106.13, MTG-RET)."""

from __future__ import annotations

import pytest

from autotap.models.errors import LimitError
from autotap.models.mtg.added_mana import mana_of
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import Retention, mana_list_text, mana_text, parse_pool
from autotap.models.mtg.pool import Keeping, drained, emptied
from autotap.models.mtg.symbols import ManaType

GREEN = Keeping(frozenset({ManaType.G}))
KRUPHIX = Keeping(becomes=ManaType.C)
OZAI = Keeping(becomes=ManaType.R)
UPWELLING = Keeping()

ADDED = [
    ("MTG-106.8", "{W/U}", "{W/U}"),
    ("MTG-106.8", "{2/W}", "{W} or {C}{C}"),
    ("MTG-106.8", "{C/R}", "{R/C}"),
    ("MTG-106.9", "{W/P}", "{W}"),
    ("MTG-106.9", "{G/U/P}", "{U/G}"),
    ("MTG-106.10", "{3}", "{C}{C}{C}"),
    ("MTG-106.10", "{0}", ""),
    ("MTG-106.10", "{X}{G}", "{C}{C}{G}"),
    ("MTG-106.11", "{S}", "{C}"),
    ("MTG-PRO-29", "{2/B}{R/P}", "{B}{R} or {C}{C}{R}"),
]


@pytest.mark.parametrize(("rule", "cost", "made"), ADDED)
def test_adding_symbols(rule: str, cost: str, made: str) -> None:
    """A mana cost as something to add: its symbols mean mana, with X = 2."""
    del rule
    assert " or ".join(map(mana_list_text, mana_of(ManaCost.parse(cost), x=2))) == made


def test_added_snow_is_no_snow_mana() -> None:
    """MTG-106.11: no flag comes with it; the source decides."""
    (output,) = mana_of(ManaCost.parse("{S}"))
    assert not output[0].tags.flags


@pytest.mark.parametrize("cost", ["{2/W}" * 11, "{99}" * 11])
def test_too_much_to_add(cost: str) -> None:
    with pytest.raises(LimitError):
        mana_of(ManaCost.parse(cost))


POOLS = [
    ("MTG-106.4", "{R}{G}", "phase", [], "", "{R}{G}"),
    ("MTG-RET-01", "{R}{G}", "phase", [UPWELLING], "{R}{G}", ""),
    ("MTG-RET-02", "{R}{G}", "phase", [GREEN], "{G}", "{R}"),
    ("MTG-RET-03", "{R}{C}", "phase", [KRUPHIX], "{C}{C}", ""),
    ("MTG-RET-03", "{R}{G}", "phase", [KRUPHIX, GREEN], "{C}{G}", ""),
    ("MTG-RET-03", "{G}", "phase", [KRUPHIX, OZAI], "{C}", ""),
    (
        "MTG-RET-03",
        "{G} (only: creature spells) (rider: haste)",
        "phase",
        [KRUPHIX],
        "{C} (only: creature spells) (rider: haste)",
        "",
    ),
    ("MTG-RET-04", "{R}{R} (keep: turn); {G}", "phase", [], "{R}{R} (keep: turn)", "{G}"),
    ("MTG-RET-04", "{R} (keep: turn)", "combat", [KRUPHIX], "{R} (keep: turn)", ""),
    ("MTG-RET-04", "{R} (keep: turn)", "turn", [], "", "{R} (keep: turn)"),
    ("MTG-RET-05", "{R} (keep: combat)", "phase", [], "{R} (keep: combat)", ""),
    ("MTG-RET-05", "{R} (keep: combat)", "combat", [], "", "{R} (keep: combat)"),
]


@pytest.mark.parametrize(("rule", "pool", "ends", "effects", "stays", "lost"), POOLS)
def test_what_stays_unspent(
    rule: str, pool: str, ends: str, effects: list[Keeping], stays: str, lost: str
) -> None:
    del rule
    kept, gone = emptied(parse_pool(pool), Retention(ends), effects)
    assert (mana_text(kept), mana_text(gone)) == (stays, lost)


def test_lost_mana_is_counted() -> None:
    """MTG-RET-06: with Yurlok each mana lost is a life."""
    assert len(emptied(parse_pool("{R}{R}{G}"), effects=[GREEN])[1]) == 2


def test_drain_power_moves_the_mana_itself() -> None:
    """MTG-106.13: source, restriction and riders stay; the former pool is empty."""
    stolen = parse_pool("{G} (only: creature spells) (source: land snow) (rider: haste)")
    assert drained(stolen, parse_pool("{U}")) == ((), parse_pool("{U}") + stolen)
