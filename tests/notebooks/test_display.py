"""What a notebook or an interactive session shows of an answer without drawing it."""

from __future__ import annotations

import pytest

from autotap.models import Board, ManaZone
from autotap.solver import pay, plan_turn

pretty = pytest.importorskip(
    "IPython.lib.pretty", reason="notebooks need pip install 'autotap[notebooks]'"
).pretty


@pytest.mark.parametrize(
    "shown",
    [
        Board.parse("2 Plains; Sol Ring"),
        ManaZone.parse("2 Fire; Water"),
        pay("{W}{W}", "2 Plains"),
        pay("{B}", "2 Plains"),
        pay("fire(2)", ManaZone.parse("2 Fire; Water")),
        plan_turn({"Elf": "{G}"}, "Forest"),
    ],
    ids=lambda shown: type(shown).__name__,
)
def test_shown_as_a_person_would_say_it(shown: object) -> None:
    """Not as the records that it is made of, which hold the times that it took."""
    assert pretty(shown) == str(shown)
    assert "wall_time_s" not in pretty(shown)
