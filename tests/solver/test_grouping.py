"""Compiling: which sources become one body, which units one kind."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Payer, Spell
from autotap.solver import pay
from autotap.solver.compile import groups
from autotap.solver.compile.supply import components
from tests.casework.magic import magic_board
from tests.generate import sources
from tests.generate.draw import Draw
from tests.solver.helpers import compiled, paid


def copies(cost: str, board: str, **options: object) -> list[int]:
    """Sizes of the bodies, largest first."""
    return sorted((body.copies for body in compiled(cost, board, **options).bodies), reverse=True)


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "sizes"),
    [
        ("4 Plains", [4]),
        ("Plains; Plains; Island; Plains", [3, 1]),
        ("Tundra; Hallowed Fountain; Glacial Fortress", [3]),
        ("2 Plains; 3 Plains (tapped)", [3, 2]),
        ("Plains; Tundra", [1, 1]),
        ("2 Vivid Creek (2 charge counters); Vivid Creek (1 charge counter)", [2, 1]),
        ("2 Llanowar Elves; Llanowar Elves (sick)", [2, 1]),
        ("2 Azorius Signet; Dimir Signet", [2, 1]),
        ("2 Goblin (types: creature) []; 3 Goblin (types: creature, tapped) []", [3, 2]),
        ("Plains; Mox Pearl", [1, 1]),
        ("Adarkar Wastes; Tundra", [1, 1]),
    ],
)
def test_sources_merge_if_nothing_tells_them_apart(board: str, sizes: list[int]) -> None:
    assert copies("{W}{U}", board) == sizes


def test_snow_keeps_lands_apart_for_their_loss_is_judged_by_type() -> None:
    assert copies("{S}", "2 Plains; 2 Snow-Covered Plains") == [2, 2]


def test_a_land_that_is_counted_is_no_copy_of_another() -> None:
    """Coffers counts Swamps: a nonbasic source of {B} is not one."""
    black = "Black [{T}: Add {B}]"
    assert copies("{B}", f"2 Swamp (types: land swamp); 2 {black}; Cabal Coffers") == [2, 2, 1]


def test_an_object_asked_for_by_a_cost_is_kept_apart() -> None:
    """An artifact that the Ironworks could sacrifice differs from a like enchantment."""
    boards = "Charm (types: {}) [{{T}}: Add {{W}}]"
    alike = f"{boards.format('enchantment')}; {boards.format('enchantment aura')}"
    assert copies("{W}", alike) == [2]
    differ = f"{boards.format('enchantment')}; {boards.format('enchantment food')}"
    assert copies("{W}", f"{differ}; Oven [sacrifice a food: Add {{B}}]") == [1, 1, 1]


@pytest.mark.parametrize("option", ["must_use", "forbid"])
def test_a_source_that_the_caller_names_stands_alone(option: str) -> None:
    assert copies("{W}", "3 Plains", **{option: frozenset({"Plains 2"})}) == [2, 1]


def test_repeatable_abilities_keep_copies_apart() -> None:
    """What one copy has done does not bind the other one."""
    assert copies("{W}", "2 Skyshroud Elf; 2 Plains") == [2, 1, 1]


PRISM = "{1}: Add {W}"


def test_what_can_be_done_again_and_again_one_copy_does_for_all() -> None:
    board = f"3 Prism [{PRISM}]; 2 Island"
    assert copies("{W}{W}", board) == [3, 2]
    payment = paid(pay("{W}{W}", board))
    assert [each.source for each in payment.activations[2:]] == ["Prism 1", "Prism 1"]


@pytest.mark.parametrize(
    "board",
    [
        f"2 Prism [{PRISM} / {{T}}: Add {{C}}]",
        f"2 Prism [{PRISM} (once each turn)]",
        f"2 Prism (types: artifact) [{PRISM}]; Mine [tap an untapped artifact: Add {{C}}]",
    ],
)
def test_copies_that_something_else_can_happen_to_stay_apart(board: str) -> None:
    assert copies("{W}", board)[:2] == [1, 1]


def test_a_copy_that_can_be_tapped_for_the_spell_stays_apart() -> None:
    """Both creatures convoke, and one of them turns {C} into {W} besides."""
    board = Board.parse(f"2 Prism (types: creature) [{PRISM}]; Wastes")
    spell = replace(Spell.parse("{2}{W}"), payers=frozenset({Payer.CONVOKE}))
    assert paid(pay(spell, board)).activations


def test_bodies_do_not_depend_on_the_order_of_the_board() -> None:
    one = compiled("{1}{W}{U}", "2 Plains; Island; Azorius Signet; Tundra; Sol Ring")
    other = compiled("{1}{W}{U}", "Sol Ring; Tundra; Island; Azorius Signet; 2 Plains")
    assert one == other


# --- kinds, stocks, choices ----------------------------------------------------------------------


def kinds(cost: str, board: str) -> list[str]:
    """Labels of the kinds of mana."""
    return sorted(kind.label for kind in compiled(cost, board).kinds if not kind.exact)


def test_units_that_the_same_symbols_accept_are_one_kind() -> None:
    board = "Plains; Tundra; Island; Swamp; Wastes"
    assert len(kinds("{W}{1}", board)) == 2
    assert len(kinds("{W}{C}{1}", board)) == 3


def test_an_asked_for_type_is_a_kind_of_its_own() -> None:
    assert kinds("{W}{U}", "Plains; Island; Tundra") == ["U", "W", "W/U"]


def test_snow_mana_is_a_kind_only_if_snow_is_asked_for() -> None:
    board = "Plains; Snow-Covered Plains"
    assert kinds("{W}{1}", board) == ["W"]
    assert kinds("{W}{S}", board) == ["W", "W"]


def test_restricted_mana_is_a_kind_only_if_the_restriction_bites() -> None:
    restricted = "Ziggurat [{T}: Add {W} (only: creature spells)]; Plains"
    assert len(kinds("{W}", restricted)) == 2
    allowed = "Battery [{T}: Add {W} (only: spells)]; Plains"
    assert len(kinds("{W}", allowed)) == 1


def test_the_need_of_an_activation_divides_kinds() -> None:
    without = kinds("{1}", "Plains; Island")
    assert len(without) == 1
    filtering = kinds("{1}", "Plains; Island; Filter [{W}, {T}: Add {B}{B}]")
    assert len(filtering) == 2


def test_alternatives_that_are_a_free_choice_per_unit_fold() -> None:
    program = compiled("{W}{U}", "Plains; Gate [{T}: Add {W}{W}|{W}{U}|{U}{U}]")
    gate = next(a for a in program.activations if a.label.count("|") == 2)
    assert [sum(amount for _, amount in output) for output in gate.outputs] == [2]


def test_two_of_one_color_stay_alternatives() -> None:
    program = compiled("{W}{U}", "Plains; Twin [{T}: Add {W}{W}|{U}{U}]")
    twin = next(a for a in program.activations if "|" in a.label)
    assert len(twin.outputs) == 2


def test_floating_mana_is_a_stock() -> None:
    program = compiled("{W}{U}", "Plains; Island; pool: {W}{W}{U}")
    assert sorted(stock.amount for stock in program.stocks) == [1, 2]
    assert sum(kind.stock for kind in program.kinds) == 3


def test_a_twobrid_symbol_is_a_choice_between_demands() -> None:
    """MTG-SYM-07."""
    program = compiled("{2/W}{2/W}{R}", "2 Plains; 2 Island")
    (choice,) = program.choices
    colored, generic = (program.demands[place] for place, _ in (choice.first, choice.second))
    assert (choice.count, choice.first[1], choice.second[1]) == (2, 1, 2)
    assert (colored.label, generic.label) == ("{2/W}", "{1}")
    assert colored.accepts < generic.accepts
    assert (colored.due, generic.due) == ((0,), (0,))


# --- supply graph (formulation: where order matters) ---------------------------------------------


def circulating(board: str) -> set[str]:
    """Labels of the activations in a component of the supply graph."""
    program = compiled("{W}{U}", board)
    return {a.label for a in program.activations if a.component is not None}


@pytest.mark.parametrize(
    "board",
    [
        "Plains; Tundra; Sol Ring; Adarkar Wastes",
        "Plains; Filter [{W}, {T}: Add {U}{U}]",
        "Plains; A [{W}, {T}: Add {U}{U}]; B [{U}, {T}: Add {B}{B}]",
    ],
)
def test_boards_without_a_cycle_need_no_order(board: str) -> None:
    assert circulating(board) == set()


def test_two_signets_can_feed_each_other() -> None:
    assert circulating("Azorius Signet; Dimir Signet; Plains") == {
        "{1}, {T}: Add {W}{U}",
        "{1}, {T}: Add {U}{B}",
    }


def test_a_component_leaves_out_what_only_feeds_it() -> None:
    board = "A [{U}, {T}: Add {B}{B}]; B [{B}, {T}: Add {U}{U}]; C [{W}, {T}: Add {U}{U}]; Plains"
    assert circulating(board) == {"{U}, {T}: Add {B}{B}", "{B}, {T}: Add {U}{U}"}


def test_restricted_mana_is_no_edge_of_the_supply_graph() -> None:
    """Mana for creature spells does not pay the Signet (MTG-RES-40)."""
    assert circulating("A [{1}, {T}: Add {W}{W} (only: creature spells)]; Plains") == set()


def test_a_single_signet_cannot_take_its_own_mana() -> None:
    """MTG-605.3c: only a second use could, and there is none."""
    program = compiled("{W}{U}", "Azorius Signet; Plains")
    signet = next(a for a in program.activations if a.needs)
    made = {kind for output in signet.outputs for kind, _ in output}
    assert not made & program.demands[signet.needs[0][0]].accepts
    program = compiled("{W}{U}", "2 Azorius Signet; Plains")
    signet = next(a for a in program.activations if a.needs)
    made = {kind for output in signet.outputs for kind, _ in output}
    assert made <= program.demands[signet.needs[0][0]].accepts


@pytest.mark.parametrize(
    ("feeds", "expected"),
    [
        ([], []),
        ([[0]], [0]),
        ([[1], []], [None, None]),
        ([[1], [2], [0], [0]], [0, 0, 0, None]),
        ([[1], [0], [3], [2]], [0, 0, 1, 1]),
        ([[1, 2], [0], [3], [2]], [0, 0, 1, 1]),
    ],
)
def test_components(feeds: list[list[int]], expected: list[int | None]) -> None:
    assert components(feeds) == expected


# --- grouping changes no answer ------------------------------------------------------------------

KINDS = [(family, kind) for family, kinds in sources.KINDS.items() for kind in kinds]
MOST_MANA = 9
GRANTED = ["sacrifice this: Add {C}"]


@pytest.mark.parametrize(("family", "kind"), KINDS, ids=[f"{f} {k.name}" for f, k in KINDS])
def test_copies_kept_apart_have_the_same_answers(
    family: str, kind: sources.Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies of every kind of source pay each amount at the same price as so many single bodies.

    An effect may grant them one more ability.
    """
    for seed, (count, granted) in enumerate(((2, []), (2, GRANTED), (3, GRANTED))):
        draw = Draw(Random(f"{family} {kind.name} {seed}"))
        entries = [sources.basic(draw.color(), copies=1)]
        entries += [sources.entry(draw, kind, copies=count, restriction="only: spells")]
        entries[-1]["abilities"] += granted
        board = {"board": entries, "life": 9, "graveyard": [{"types": ["land"]}]}
        grouped = outcomes(board)
        with monkeypatch.context() as patch:
            patch.setattr(groups, "_is_single", lambda *_, **__: True)
            apart = outcomes(board)
        assert grouped == apart


def outcomes(case: dict[str, object]) -> list[tuple[str, dict[str, int]]]:
    """The status and the terms of each amount, to the first that cannot be paid."""
    found = []
    for amount in range(1, MOST_MANA + 1):
        result = pay(f"{{{amount}}}", magic_board(case, hints=True), use_cache=False)
        found.append((str(result.status), dict(result.objective)))
        if result.payment is None:
            break
    return found
