"""What is chosen for a permanent: a color, or a creature type that restrictions ask for."""

from __future__ import annotations

import pytest

from autotap.models import Board, Problem, Spell
from autotap.models.codec import problem_from_json, problem_to_json
from autotap.models.errors import BoardSyntaxError, SchemaError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.chosen import with_chosen_type
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Payment
from autotap.solver import can_pay, explain, pay, plan_turn

ELF = Spell.parse("{G}", types="creature elf", name="Elf")


@pytest.mark.parametrize("name", ["Cavern of Souls", "Unclaimed Territory"])
@pytest.mark.parametrize(
    ("chosen", "types", "payable"),
    [
        ("elf", "creature elf druid", True),
        ("Elf", "creature elf", True),
        ("Elves", "creature elf", True),
        ("goblin", "creature elf", False),
        ("elf", "kindred instant elf", False),
        ("time lord", "creature time lord", True),
        ("assembly-worker", "artifact creature assembly-worker", True),
    ],
)
def test_mana_for_creature_spells_of_the_chosen_type(
    name: str, chosen: str, types: str, *, payable: bool
) -> None:
    board = Board.parse(f"{name} (chosen: {chosen})")
    assert can_pay(Spell.parse("{G}", types=types), board) is payable
    assert can_pay("{C}", board)


def test_a_changeling_is_of_the_chosen_type() -> None:
    spell = Spell.parse("{G}", types="creature shapeshifter", keywords={"changeling"})
    assert can_pay(spell, "Cavern of Souls (chosen: elf)")


def test_each_source_has_a_type_of_its_own() -> None:
    board = "Cavern of Souls (chosen: elf); Unclaimed Territory (chosen: goblin)"
    assert can_pay(ELF, board)
    assert not can_pay(Spell.parse("{G}{G}", types="creature elf"), board)
    assert can_pay(Spell.parse("{G}{G}", types="creature elf goblin"), board)


def test_the_payment_says_the_type() -> None:
    payment = pay(ELF, "Cavern of Souls (chosen: elf)").unwrap()
    assert isinstance(payment, Payment)
    (mana,) = payment.mana
    assert mana.tags.only == "only: creature Elf spells"
    assert mana.tags.riders


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("only: creature spells of the chosen type", "only: creature Elf spells"),
        ("only: spells of the chosen type", "only: Elf spells"),
        (
            "only: spells of the chosen type or abilities of sources of the chosen type",
            "only: Elf spells or abilities of Elf sources",
        ),
        ("only: creature spells", "only: creature spells"),
    ],
)
def test_the_type_takes_the_place_of_the_phrase(text: str, named: str) -> None:
    ability = with_chosen_type(ManaAbility.parse(f"{{T}}: Add {{Any}} ({text})"), "elf")
    assert ability == ManaAbility.parse(f"{{T}}: Add {{Any}} ({named})")


@pytest.mark.parametrize(
    "text",
    [
        "Cavern of Souls (chosen: elf)",
        "2 Unclaimed Territory (chosen: time lord)",
        "My Land (chosen: elf) [{T}: Add {G} (only: creature Elf spells)]",
        "Coldsteel Heart (chosen: U)",
        "Cavern of Souls (tapped, chosen: assembly-worker)",
    ],
)
def test_text_and_json_keep_it(text: str) -> None:
    board = Board.parse(text)
    assert str(board) == text
    assert Board.parse(str(board)) == board
    problem = Problem(board, ELF)
    assert problem_from_json(problem_to_json(problem)) == problem


def test_json_names_a_type() -> None:
    record = '{"autotap": 1, "board": {"sources": [{"name": "Cavern of Souls", "chosen": "Elf"}]}'
    problem = problem_from_json(record + ', "pay": {"cost": "{G}", "types": ["creature", "elf"]}}')
    assert isinstance(problem, Problem)
    assert problem.board.sources[0].chosen == "elf"
    assert can_pay(problem.spell, problem.board)
    for wrong in ("blue", "x", "creature", "4", ""):
        bad = record.replace("Elf", wrong) + ', "pay": {"cost": "{G}"}}'
        with pytest.raises(SchemaError, match="chosen"):
            problem_from_json(bad)


@pytest.mark.parametrize("chosen", ["blue", "artifact", "treasure", "forest", "x y z", "4", '"E;"'])
def test_what_is_no_creature_type_is_refused(chosen: str) -> None:
    with pytest.raises(BoardSyntaxError, match="creature type"):
        Board.parse(f"Cavern of Souls (chosen: {chosen})")


def test_a_color_is_no_type_and_a_type_no_color() -> None:
    assert not can_pay(ELF, "Cavern of Souls (chosen: G)")
    assert not can_pay("{G}", "Coldsteel Heart (chosen: elf)")
    board = Board.parse("Caged Sun (chosen: elf); Forest")
    assert not can_pay("{G}{G}", board)
    assert can_pay("{G}{G}", "Caged Sun (chosen: G); Forest")
    assert Board.parse("Coldsteel Heart (chosen: g)").sources[0].chosen is ManaType.G


def test_what_is_not_chosen_is_said() -> None:
    told = str(explain(ELF, "Cavern of Souls"))
    assert "no type is chosen for it" in told
    assert "no type is chosen" not in str(explain(ELF, "Cavern of Souls (chosen: orc)"))
    assert "a creature type" in plan_turn({"Cavern of Souls": "land"}, "").warnings[0]


def test_a_turn_plays_it_with_its_type() -> None:
    hand = {
        "Cavern of Souls": "land makes Cavern of Souls (chosen: elf)",
        "Llanowar Elves": "{G}",
        "Shock": "{R}",
    }
    turn = plan_turn(hand, "")
    assert (turn.cards, turn.warnings) == (("Cavern of Souls", "Llanowar Elves"), ())
