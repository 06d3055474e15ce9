"""Order: what the counts alone get wrong, and how ranks and stages repair it (MTG-605.3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from autotap.models.mtg.spell import Spell
from autotap.models.result import Status
from autotap.solver import pay
from autotap.solver.backends import cp_sat
from autotap.solver.backends import order as order_module
from autotap.solver.backends.caps import activation_caps, most_stages
from autotap.solver.backends.carrying_out import DUE, KEPT, Item, Owner, Position
from autotap.solver.backends.formulation import NO_ORDER, Formulation
from autotap.solver.backends.lexicographic import minimise
from autotap.solver.backends.order import put_in_order
from autotap.solver.program import (
    Activation,
    Body,
    Demand,
    Kind,
    Move,
    Pick,
    Program,
    Resource,
)
from tests.solver.helpers import compiled, order, paid, record_attempts, scale_caps

if TYPE_CHECKING:
    from collections.abc import Mapping

WITHOUT_ORDER, RANKED = (NO_ORDER, False), (NO_ORDER, True)

VAULT = "Vault [{2}, {T}: Add {B}{B}{B}]"
MILLS = "2 Mill [{R}, {T}: Add {U}{U}]; Engine [{3}, {T}: Add {R}{R}{R}{R}{R}]"
PRESSES = "2 Press [{W}{U}, {T}: Add {W}{W}{W}|{U}{U}{U}]"

DEADLOCKS = [
    ("{B}{B}", f"Skyshroud Elf; {VAULT}"),
    ("{R}{B}", f"Skyshroud Elf; {VAULT}"),
    ("{R}{R}{U}", f"Mountain; {MILLS}"),
    ("{W}{W}{U}{U}", f"Plains; Island; {PRESSES}"),
]
"""Boards whose counts and ranks are satisfied although no order exists."""


def pays_in(program: Program, stages: int, *, ranks: bool = False) -> bool:
    """Whether the formulation has a solution."""
    model = Formulation(program, stages, ranks=ranks).model
    return model.minimise({}, None, 0).values is not None


@pytest.mark.parametrize(("cost", "board"), DEADLOCKS)
def test_counts_and_ranks_pay_where_no_order_exists(cost: str, board: str) -> None:
    program = compiled(cost, board)
    assert pays_in(program, NO_ORDER)
    assert pays_in(program, NO_ORDER, ranks=True)
    assert cp_sat.solve(program).status is Status.UNPAYABLE


PILI = "Pili (types: artifact creature) [{T}: Add {R} / {2}, {Q}: Add {Any}]"
WHITE_PILI = PILI.replace("{R}", "{W}")
FORGE = "Forge [{2}: Add {R}{R}{R} (once each turn)]"
TURNCOATS = "2 Turncoat (types: creature) [{W}, {T}: Add {R}{R}]"
CUBE = "Cube [{3}, {T}: Add the unspent pool again]"

ROUNDABOUTS = [
    ("{R}{R}{R/P}", f"Mountain; {PILI}; {FORGE}; 2 {VAULT}".replace("{B}", "{R}")),
    ("{R}{R/G}{R/P}{W/P}", f"2 Mountain; {WHITE_PILI}; {TURNCOATS}"),
]
"""Boards where something that goes round can be used very often, though it never helps."""


def best(program: Program, stages: int, *, tail: bool = False) -> tuple[int, ...]:
    """The levels of the best solution of the formulation, empty if it has none."""
    form = Formulation(program, stages, tail=tail)
    answer, proven = minimise(form.model, form.levels, lambda: None, 0)
    assert proven
    return tuple(answer.value(level) for level in form.levels) if answer.values else ()


@pytest.mark.parametrize(("cost", "board"), ROUNDABOUTS)
def test_a_tail_proves_what_few_stages_reach(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it as many stages would be needed as there can be uses: more than thirty."""
    attempts = record_attempts(monkeypatch)
    assert cp_sat.solve(compiled(cost, board)).status is Status.OPTIMAL
    assert max(stages for stages, _ in attempts) <= 4


@pytest.mark.parametrize(("cost", "board"), [*ROUNDABOUTS, ("{2}", f"3 Wastes; {CUBE}; {PILI}")])
def test_a_tail_is_a_bound_that_rises(cost: str, board: str) -> None:
    """No order at all, one stage, two stages and a tail, and the same stages alone."""
    program = compiled(cost, board)
    loose, one, two = (best(program, 0), best(program, 1, tail=True), best(program, 2, tail=True))
    alone, most = best(program, 2), best(program, 4)
    assert () < loose <= one <= two <= most <= alone


def test_a_tail_is_no_use_where_the_stages_cannot_go_on() -> None:
    """The first Mill takes the only red mana; the Engine would have to start with its own."""
    program = compiled("{R}{R}{U}", f"Mountain; {MILLS}")
    assert pays_in(program, NO_ORDER)
    assert not best(program, 2, tail=True)


def test_no_mana_that_goes_round_is_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Grotto, the Pili and a Mountain pay the Cube, and nothing is left for it to double."""
    attempts = record_attempts(monkeypatch)
    grotto = "Grotto (types: land) [{T}: Add {C} / {1}, {T}: Add {Any}]"
    outcome = cp_sat.solve(compiled("{2/W}", f"3 Mountain; {grotto}; {PILI}; {CUBE}"))
    assert outcome.status is Status.OPTIMAL
    assert attempts == [WITHOUT_ORDER]


def test_ranks_refuse_two_signets_that_feed_each_other() -> None:
    program = compiled("{W}{U}", "2 Azorius Signet")
    assert pays_in(program, NO_ORDER)
    assert not pays_in(program, NO_ORDER, ranks=True)


@pytest.mark.parametrize(
    ("cost", "board", "stages"),
    [
        ("{B}{B}", f"Skyshroud Elf; Wastes; {VAULT}", 1),
        ("{W}{W}{U}{U}", f"Plains; 2 Island; {PRESSES}", 2),
        ("{R}{R}{U}", f"2 Mountain; {MILLS}", 2),
    ],
)
def test_stages_grow_until_the_payment_can_be_carried_out(
    cost: str, board: str, stages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = record_attempts(monkeypatch)
    program = compiled(cost, board)
    assert cp_sat.solve(program).status is Status.OPTIMAL
    assert attempts[:2] == [WITHOUT_ORDER, RANKED]
    first = next(number for number, _ in attempts[2:] if pays_in(program, number))
    assert first == stages


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{2}{W}{U}", "2 Plains; Island; Tundra; Sol Ring"),
        ("{W}{U}", "Azorius Signet; Plains"),
        ("{W}{U}{U}", "Plains; 2 Filter [{W}, {T}: Add {W}{W}|{U}{U}]"),
        ("{6}{W}", "2 Plains"),
    ],
)
def test_most_boards_are_solved_without_order(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = record_attempts(monkeypatch)
    cp_sat.solve(compiled(cost, board))
    assert attempts == [WITHOUT_ORDER]


def test_ranks_are_added_only_when_the_counts_cannot_be_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempts = record_attempts(monkeypatch)
    assert cp_sat.solve(compiled("{W}{U}", "2 Azorius Signet; Wastes")).status is Status.OPTIMAL
    assert attempts == [WITHOUT_ORDER, RANKED]


def test_an_engine_is_started_by_what_it_does_not_make() -> None:
    steps = order(pay("{R}{R}{U}", f"2 Mountain; {MILLS}"))
    assert steps[:3] == ["Mountain 1", "Mountain 2", "Mill 1"]
    assert sorted(steps[3:]) == ["Engine", "Mill 2"]


# --- carrying out counts and flows ---------------------------------------------------------------


def run(
    program: Program, items: list[Item], flows: Mapping[Owner, dict[int, int]], life: int = 20
) -> list[tuple[int, int]] | None:
    """``(activation, alternative)`` in the order found."""
    start = Position(
        [0 if body.tapped else body.copies for body in program.bodies],
        [body.copies if body.tapped else 0 for body in program.bodies],
        [kind.stock for kind in program.kinds],
        life,
    )
    ordered = put_in_order(program, items, {o: Counter(f) for o, f in flows.items()}, start)
    return None if ordered is None else [(s.activation, s.alternative) for s in ordered.steps]


FILTER = Program(
    bodies=(Body("filter", 2),),
    kinds=(Kind("floating W", stock=1), Kind("W"), Kind("U")),
    demands=(Demand("filter", frozenset({0, 1})), Demand("due", frozenset({1, 2}), (3,))),
    activations=(
        Activation("filter", 0, taps=True, needs=((0, 1),), outputs=(((2, 2),), ((1, 2),))),
    ),
)
"""Two filters that turn {W} into {U}{U} or {W}{W}."""
BOTH_WAYS = [Item(0, 0, 0, 1), Item(0, 1, 0, 1)]
FUNDED_BY_ITSELF = {(0, 0): {0: 1, 1: 1}, (DUE, 1): {1: 1, 2: 2}}


def test_a_wrong_alternative_that_went_first_is_put_behind() -> None:
    """The only {W} must become {W}{W} first; {U}{U} would block the second filter."""
    assert run(FILTER, BOTH_WAYS, FUNDED_BY_ITSELF) == [(0, 1), (0, 0)]


def test_without_a_second_try_the_wrong_alternative_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order_module, "_put_first", lambda *_: None)
    assert run(FILTER, BOTH_WAYS, FUNDED_BY_ITSELF) is None


def converters(due: frozenset[int]) -> Program:
    """Two activations that feed each other, with one floating unit beside them."""
    return Program(
        bodies=(Body("a"), Body("b")),
        kinds=(Kind("floating", stock=1), Kind("of a"), Kind("of b")),
        demands=(
            Demand("a", frozenset({0, 2})),
            Demand("b", frozenset({0, 1})),
            Demand("due", due, (3,)),
        ),
        activations=(
            Activation("a", 0, taps=True, needs=((0, 1),), outputs=(((1, 2),),)),
            Activation("b", 1, taps=True, needs=((1, 1),), outputs=(((2, 2),),)),
        ),
    )


CYCLE = {(0, 0): {2: 1}, (0, 1): {1: 1}}
ONCE_EACH = [Item(0, 0, 0, 1), Item(1, 0, 0, 1)]


def test_a_cycle_is_opened_by_a_unit_that_something_else_was_to_take() -> None:
    flows = {**CYCLE, (DUE, 2): {0: 1, 1: 1, 2: 1}}
    assert run(converters(frozenset({0, 1, 2})), ONCE_EACH, flows) == [(0, 0), (1, 0)]


def test_a_cycle_stays_closed_if_only_the_unit_outside_fits_what_is_due() -> None:
    flows = {**CYCLE, (DUE, 2): {0: 1}}
    assert run(converters(frozenset({0})), ONCE_EACH, flows) is None


def test_a_cycle_stays_closed_if_the_unit_outside_is_to_be_kept() -> None:
    kept = {**CYCLE, (DUE, 2): {1: 1, 2: 1}, (KEPT, 0): {0: 1}}
    assert run(converters(frozenset({1, 2})), ONCE_EACH, kept) is None
    free = {**CYCLE, (DUE, 2): {1: 1, 2: 1}}
    assert run(converters(frozenset({1, 2})), ONCE_EACH, free) == [(0, 0), (1, 0)]


def test_life_is_paid_before_damage_takes_it() -> None:
    """MTG-119.4: damage is legal at any life total, paying is not."""
    program = Program(
        bodies=(Body("painland"), Body("confluence")),
        kinds=(Kind("W"),),
        demands=(Demand("due", frozenset({0}), (2,)),),
        activations=(
            Activation("painland", 0, taps=True, damage=1, outputs=(((0, 1),),)),
            Activation("confluence", 1, taps=True, life=1, outputs=(((0, 1),),)),
        ),
        life=1,
    )
    assert run(program, ONCE_EACH, {(DUE, 0): {0: 2}}, life=1) == [(1, 0), (0, 0)]


def test_what_counts_bodies_goes_before_what_gives_them_up() -> None:
    program = Program(
        bodies=(Body("cradle"), Body("elf", 2)),
        kinds=(Kind("G"),),
        demands=(Demand("due", frozenset({0}), (4,)),),
        activations=(
            Activation("sacrifice", 1, leaves=True, outputs=(((0, 1),),)),
            Activation("cradle", 0, taps=True, per=(1,), outputs=(((0, 1),),)),
        ),
        terms=(),
    )
    items = [Item(0, 0, 0, 2), Item(1, 0, 0, 1)]
    assert run(program, items, {(DUE, 0): {0: 4}}) == [(1, 0), (0, 0), (0, 0)]


# --- bounds on repeatable activations ------------------------------------------------------------


@pytest.mark.parametrize(
    ("activation", "cap"),
    [
        (Activation("", 0, taps=True), 3),
        (Activation("", 0, leaves=True), 3),
        (Activation("", 0, uses=((0, 2),)), 2),
        (Activation("", 0, life=3), 6),
        (Activation("", picks=(Pick(Move.TAP, 2, (0, 1)),)), 2),
        (Activation("", picks=(Pick(Move.LEAVE, 1, (1,)),)), 1),
        (Activation("", 0, needs=((0, 1),), outputs=(((0, 1),),)), 7 + 4),
    ],
)
def test_an_activation_is_bounded_by_what_it_uses_up_or_by_the_units(
    activation: Activation, cap: int
) -> None:
    """Four units float; a second activation makes seven more from seven bodies."""
    program = Program(
        bodies=(Body("a", 3), Body("b", 1), Body("c", 7)),
        resources=(Resource("counter", 5),),
        kinds=(Kind("unit", stock=4),),
        demands=(Demand("need", frozenset({0})),),
        activations=(activation, Activation("", 2, taps=True, outputs=(((0, 1),),))),
        life=20,
    )
    assert activation_caps(program)[0] == cap


def test_what_untaps_is_not_bounded_by_its_tap() -> None:
    """Nine units float and one tap makes a tenth; each may pay for untapping and tapping again."""
    program = Program(
        bodies=(Body("a"),),
        kinds=(Kind("unit", stock=9),),
        demands=(Demand("need", frozenset({0})),),
        activations=(
            Activation("", 0, taps=True, outputs=(((0, 1),),)),
            Activation("", 0, untaps=True, needs=((0, 2),)),
        ),
    )
    assert activation_caps(program) == [11, 11]


def test_a_net_zero_converter_is_used_as_often_as_needed() -> None:
    payment = paid(pay("{W}{W}{W}", "3 Island; Prism [{1}: Add {W}]"))
    assert Counter(a.source for a in payment.activations)["Prism"] == 3


def test_a_unit_passes_two_converters_in_a_row() -> None:
    chain = "A [{U}: Add {R}]; B [{R}: Add {W}]"
    steps = order(pay("{W}{W}", f"2 Island; {chain}"))
    assert Counter(steps) == {"Island 1": 1, "Island 2": 1, "A": 2, "B": 2}
    assert pay("{W}{W}{W}", f"2 Island; {chain}").status is Status.UNPAYABLE


ELF = "Elf (types: creature) [{T}: Add {U} / {1}: Add {B}|{G}]"
ENGINE = "Engine [{3}, {T}: Add {G}{G}{G}{G}{G}]"


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{B}{G}{G}{U}", f"2 Island; {ELF}; {ENGINE}; Wastes"),
        ("{W}{W}{U}", "2 Island; A [{U}: Add {R}]; B [{R}: Add {W}]; C [{W}, {T}: Add {U}{U}]"),
        ("{W}{B}{B}", "2 Island; A [{1}: Add {W}]; 2 Dimir Signet; Azorius Signet"),
        ("{R}{R}{W}", "2 Wastes; Skyshroud Elf; B [{G}{G}, {T}: Add {R}{R}{R}]; Forest"),
    ],
)
def test_what_passes_one_unit_on_needs_no_stage_for_each_use(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(cost, board)
    caps = activation_caps(program)
    uses = sum(caps[i] for i in program.ordered if i not in program.plain)
    assert most_stages(program, caps) < uses
    few = cp_sat.solve(program)
    monkeypatch.setattr(cp_sat, "most_stages", lambda *_: uses)
    many = cp_sat.solve(program)
    assert few.status is many.status is Status.OPTIMAL
    assert few.solution
    assert many.solution
    assert few.solution.values == many.solution.values


def test_what_must_be_used_keeps_its_stages() -> None:
    program = compiled("{B}", f"2 Island; {ELF}", must_use=frozenset({"Elf"}))
    caps = activation_caps(program)
    late = [index for index in program.ordered if index not in program.plain]
    assert most_stages(program, caps) == sum(caps[index] for index in late) == 3


def test_a_hand_beside_two_that_pass_units_on_is_answered() -> None:
    """With a stage for each use this took hours."""
    elf = "Elf (types: creature, colors: U{}) [{{T}}: Add {{U}} / {{1}}: Add {{B}}|{{G}}]"
    witch = "Witch (types: creature) [{T}, sacrifice an island: Add {U}{U}]"
    board = f"2 Island; {witch}; {ENGINE}; {elf.format('')}; {elf.format(', sick')}"
    keep = [Spell.parse("{C}", types="sorcery")]
    result = pay("{U/B/P}{B/G/P}{G/W/P}{U}{G}", f"{board}; life: 4", keep=keep)
    assert result.status is Status.OPTIMAL
    assert result.objective["losses"] == 15


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{W}{W}{U}", "3 Island; Prism [{1}: Add {W}]; Plains"),
        ("{R}{W}{W}", "2 Wastes; 2 Skyshroud Elf"),
        ("{2}{W}{U}", "2 Azorius Signet; Island; Shimmering Grotto; Sol Ring"),
        ("{B}{B}{R}", f"Skyshroud Elf; 2 Wastes; {VAULT}"),
        ("{1}{U}", "Pili-Pala; Heap [tap an untapped artifact: Add {C}{C}]; Wastes"),
    ],
)
def test_looser_bounds_find_nothing_better(
    cost: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(cost, board)
    tight = cp_sat.solve(program)
    scale_caps(monkeypatch, 3)
    loose = cp_sat.solve(program)
    assert tight.solution
    assert loose.solution
    assert tight.solution.values == loose.solution.values
