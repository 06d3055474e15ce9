"""What a position leaves to make: plain sums, and the ways that must be modelled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.solver.backends import cp_sat
from autotap.solver.compile import leftover
from autotap.solver.program import Activation, Body, Demand, Kind, Move, Option, Pick, Program
from tests.solver.helpers import compiled

GATE = "Mystic Gate"


def modelled(board: str, cost: str = "{1}") -> list[str]:
    """Labels of the abilities whose production left over is modelled, once per alternative."""
    program = compiled(cost, board)
    return sorted(program.activations[index].label for index, _ in program.leftover)


@pytest.mark.parametrize(
    "board",
    [
        "2 Plains; Tundra; Adarkar Wastes; City of Brass; Sol Ring; Azorius Chancery",
        "Treasure; Adarkar Wastes (tapped); 2 Bear (types: creature) []",
        "Either [{T}: Add {W}{W}|{U}]",
    ],
)
def test_sources_without_mana_in_their_cost_leave_a_plain_sum(board: str) -> None:
    assert modelled(board) == []


def test_costed_abilities_are_modelled_beside_sums() -> None:
    board = "Plains; Adarkar Wastes; City of Brass; Sol Ring; Azorius Signet; 2 Island"
    assert modelled(board) == ["{1}, {T}: Add {W}{U}"]


def test_one_alternative_stands_for_those_that_are_no_better() -> None:
    """Either colour matters only where something takes it."""
    press = "Mountain; Press [{R}, {T}: Add {W}{W}|{U}{U}]"
    assert len(modelled(press)) == 1
    assert len(modelled(f"{press}; Mill [{{U}}, {{T}}: Add {{C}}{{C}}]")) == 2
    takers = "Mill [{U}, {T}: Add {C}]; Loom [{W}, {T}: Add {C}]"
    assert len(modelled(f"{press}; {takers}")) == 4


@pytest.mark.parametrize(
    "board",
    [
        "Plains; Mine (types: creature) [tap an untapped land: Add {C}{C}]",
        "Plains; Altar [sacrifice a land: Add {C}{C}]",
        "Plains; Vivid Creek (2 charge counters)",
        "Plains; Pilgrim (types: creature) [{T}: Add {W} / {1}, {Q}: Add {G}]",
        "Blood [sacrifice this: Add {C}]",
        "Shrine [{T}, pay 1 life: Add {W}]",
        "Either [{T}: Add {W}{W}|{U}]; Mill [{U}, {T}: Add {C}{C}]",
    ],
)
def test_what_depends_on_anything_is_modelled(board: str) -> None:
    assert modelled(board)


def test_a_body_that_the_announcement_untaps_is_modelled() -> None:
    program = Program(
        bodies=(Body("tapped", tapped=True),),
        kinds=(Kind("unit"),),
        demands=(Demand("due", frozenset({0}), (0,)),),
        activations=(Activation("", 0, taps=True, outputs=(((0, 1),),)),),
    )
    settled = leftover.with_leftover(program)
    assert (settled.leftover, settled.bodies[0].makes) == ((), ())
    untapping = Option(picks=(Pick(Move.UNTAP, 1, (0,)),))
    assert leftover.with_leftover(replace(program, options=(untapping,))).leftover == ((0, 0),)


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{2}{W}", f"2 Plains; Island; Adarkar Wastes; {GATE}; Azorius Signet"),
        ("{1}{U}", f"Swamp; Island; 2 {GATE}; Sunken Ruins; Underground River; Dimir Signet"),
        ("{W}{U}", "Plains; Island; Treasure; Azorius Chancery; Shimmering Grotto; Sol Ring"),
        ("{3}", "Plains; Vivid Creek (2 charge counters); Skyshroud Elf; Cabal Coffers; Swamp"),
        ("{1}{W}", "City of Brass; Either [{T}: Add {W}{W}|{U}]; Mill [{U}, {T}: Add {C}{C}]"),
        ("{2}", "Tundra; 2 Bear (types: creature) []; Altar [sacrifice a creature: Add {C}{C}]"),
    ],
)
def test_leaving_out_what_is_no_better_changes_nothing(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(cost, board)
    monkeypatch.setattr(leftover, "_makes", lambda *_: None)
    monkeypatch.setattr(leftover, "_best", lambda _, ways, __: ways)
    full = compiled(cost, board)
    assert len(full.leftover) > len(program.leftover)
    short, long = cp_sat.solve(program), cp_sat.solve(full)
    assert short.status is long.status
    assert short.solution
    assert long.solution
    assert short.solution.values == long.solution.values
