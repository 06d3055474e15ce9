"""Adding the mana of symbols, and mana that changes pools (MTG-106.8 to MTG-106.13)."""

from __future__ import annotations

import pytest

from autotap.models.errors import LimitError
from autotap.models.mtg.added_mana import mana_of
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import mana_list_text, parse_pool
from autotap.models.mtg.pool import drained
from autotap.models.mtg.retention import PoolRules
from autotap.models.mtg.symbols import ManaType

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


def test_drain_power_moves_the_mana_itself() -> None:
    """MTG-106.13: source, restriction and riders stay; the former pool is empty."""
    stolen = parse_pool("{G} (only: creature spells) (source: land snow) (rider: haste)")
    assert drained(stolen, parse_pool("{U}")) == ((), parse_pool("{U}") + stolen)


def test_what_becomes_another_type_is_not_lost_and_not_moved() -> None:
    """MTG-RET-03: Kruphix changes mana that would be lost, so Drain Power finds none."""
    kruphix = PoolRules(becomes=ManaType.C)
    assert drained(parse_pool("{R}"), (), kruphix) == (parse_pool("{C}"), ())
