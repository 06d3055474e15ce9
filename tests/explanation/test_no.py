"""Why a cost cannot be paid, and what would change that: cases by rule."""

from __future__ import annotations

import json

import pytest

from autotap.models import Board, ManaZone, Problem, Spell
from autotap.models.errors import CostSyntaxError, InputError, UnknownNameError
from autotap.models.explanation import (
    Able,
    Blocking,
    Cause,
    Change,
    ChangeKind,
    Obstacle,
    Unable,
    explanation_to_json,
)
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.wish import Wish
from autotap.solver import explain, solve
from autotap.solver.explanation import explain_result
from autotap.solver.explanation.fewest import MAX_TRIED, Search, Unsettled, merged


def why(cost: str | Spell, board: str | Board | ManaZone, **options: object) -> Blocking:
    """The blocking set."""
    found = explain(cost, board, **options).blocking  # type: ignore[arg-type]
    assert found is not None
    return found


def changes(
    cost: str | Spell, board: str | Board | ManaZone, **options: object
) -> dict[ChangeKind, Change]:
    """The smallest changes, by their kind."""
    explanation = explain(cost, board, **options)  # type: ignore[arg-type]
    assert not explanation.unsettled
    return {change.kind: change for change in explanation.changes}


def test_one_of_two_sources_is_tapped() -> None:
    """MTG-118.3: a tapped land cannot be tapped again."""
    explanation = explain("{U}{U}", "Island; Tundra (tapped)")
    assert str(explanation) == (
        "{U}{U} needs two from Island, and at most one can be had. Tundra is tapped. "
        "It could be paid with one more {U}, or with Tundra untapped."
    )
    found = explanation.blocking
    assert found is not None
    assert (found.symbols, found.needed, found.available) == (("{U}", "{U}"), 2, 1)
    assert found.able == (Able("Island", "Island"),)
    assert found.unable == (Unable("Tundra", "Tundra", (Obstacle.TAPPED,)),)
    assert explanation.changes[0].ways == ((("U",),),)
    assert explanation.changes[1].ways == ((("Tundra",),),)


def test_the_set_lacks_the_most_and_is_smallest() -> None:
    """Hall: {U}{U} is in the way beside enough other lands, {2}{U}{U} where they lack too."""
    assert why("{2}{U}{U}", "Island; 3 Plains").symbols == ("{U}", "{U}")
    short = why("{2}{U}{U}", "Island; Plains")
    assert (len(short.symbols), short.missing) == (4, 2)


@pytest.mark.parametrize(
    ("board", "obstacle", "detail"),
    [
        ("Llanowar Elves (tapped)", Obstacle.TAPPED, ""),
        ("Llanowar Elves (summoning sick)", Obstacle.SICK, ""),
        (
            "Battery [{T}: Add {G} (only: abilities)]",
            Obstacle.RESTRICTED,
            "only: abilities",
        ),
        ("Hall [{T}: Add {G} (if: 3 elf)]", Obstacle.CONDITION, "3 elf"),
        ("Bank [{T}, remove a storage counter: Add {G}]", Obstacle.COUNTERS, ""),
        ("Altar [{T}, pay 25 life: Add {G}]", Obstacle.LIFE, ""),
    ],
)
def test_what_stands_in_the_way(board: str, obstacle: Obstacle, detail: str) -> None:
    """MTG-118.3, MTG-SYM-12, MTG-106.6, MTG-PRO-22, MTG-PRO-13, MTG-119.4."""
    found = why("{G}", board)
    (unable,) = found.unable
    assert (unable.obstacles, unable.detail) == ((obstacle,), detail)
    assert not found.able


def test_two_obstacles_of_one_source() -> None:
    found = why("{G}", "Battery (tapped) [{T}: Add {G} (only: abilities)]")
    assert found.unable[0].obstacles == (Obstacle.TAPPED, Obstacle.RESTRICTED)


def test_a_forbidden_source() -> None:
    """MOD-10: what the caller forbids is said, and lifting it is a change."""
    found = why("{U}{U}", "Island; Tundra", forbid=["Tundra"])
    assert found.cause is Cause.REQUIREMENT
    assert found.unable[0].obstacles == (Obstacle.FORBIDDEN,)
    lift = changes("{U}{U}", "Island; Tundra", forbid=["Tundra"])[ChangeKind.LIFT]
    assert lift.ways == ((("forbid Tundra",),),)
    assert lift.phrase == "without the ban on Tundra"


def test_a_source_that_must_be_used() -> None:
    """MOD-10: the smallest set of demands to lift; untapping it does as well."""
    explanation = explain("{U}", "Island; Plains (tapped)", must_use=["Plains"])
    assert explanation.blocking is not None
    assert explanation.blocking.cause is Cause.REQUIREMENT
    assert "It could be paid, but not using Plains." in str(explanation)
    assert "without having to use Plains" in str(explanation)


def test_a_requirement_about_mana() -> None:
    """MTG-OBJ-02: adamant asks for three red mana."""
    problem = Problem(
        Board.parse("Plains; Mountain"), Spell.parse("{2}"), require=(Wish.parse("{R}{R}"),)
    )
    explanation = explain_result(solve(problem))
    lift = {change.kind: change for change in explanation.changes}[ChangeKind.LIFT]
    assert lift.ways == ((("require {R}{R}",),),)


def test_two_signets_alone() -> None:
    """MTG-605.3c: enough could be made, but nothing starts it."""
    found = why("{W}{U}", "2 Azorius Signet")
    assert found.order
    assert (found.needed, found.available) == (2, 0)
    assert found.able[0].needs == "{1}"
    assert changes("{W}{U}", "2 Azorius Signet")[ChangeKind.ADD].amount == 1


def test_life_is_among_what_can_pay() -> None:
    """MTG-SYM-09, MTG-119.4: 3 life pay one of two Phyrexian symbols."""
    found = why("{B/P}{B/P}", "Plains; life: 3")
    assert (found.able, found.available) == ((Able("life"),), 1)
    assert changes("{B/P}{B/P}", "Plains; life: 3")[ChangeKind.LIFE].amount == 1


def test_symbols_of_two_sides_count_once() -> None:
    """MTG-SYM-07: of {2/W}{2/W} one is paid by Plains, or by both lands."""
    found = why("{2/W}{2/W}", "Plains; Island")
    assert (found.symbols, found.missing) == (("{2/W}", "{2/W}"), 1)


def test_a_converter_needs_fewer_mana_than_symbols_lack() -> None:
    """One more mana starts a Signet, so it brings two."""
    found = changes("{W}{U}", "Azorius Signet")
    assert found[ChangeKind.ADD].amount == 1


def test_several_mana_of_different_types() -> None:
    (way,) = changes("{2}{U}{U}", "Island")[ChangeKind.ADD].ways
    assert sorted(map(len, way)) == [1, 6, 6]


def test_no_mana_cost() -> None:
    """MTG-118.6: nothing makes an object without a mana cost payable."""
    explanation = explain(Spell(None), "5 Island")
    assert explanation.changes == ()
    assert explanation.blocking is not None
    assert explanation.blocking.cause is Cause.COST
    assert str(explanation).startswith(
        "There is no mana cost, so it cannot be paid (MTG-118.6). No change"
    )


def test_an_additional_cost_is_missing() -> None:
    """MTG-601.2h: the creature to sacrifice is not there, whatever the mana."""
    spell = Spell.parse("{B}", additional=ActivationCost.parse("sacrifice a creature"))
    found = why(spell, "Swamp")
    assert (found.cause, found.symbols) == (Cause.COST, ("sacrifice a creature",))


def test_unknown_x_is_the_smallest() -> None:
    """MTG-601.2b: X may be 0, so only {R} is in the way."""
    assert why("{X}{R}", "2 Plains").symbols == ("{R}",)
    assert why("{X}{R}", "2 Plains; Mountain", x=3).missing == 1


def test_a_reduction_reaches_generic_mana_only() -> None:
    """MTG-118.7a: {3} less pays {3}{W}, no reduction pays {W}{W}."""
    assert changes("{3}{W}", "Plains")[ChangeKind.REDUCE].amount == 3
    assert ChangeKind.REDUCE not in changes("{W}{W}", "Plains")


def test_effects_on_the_board() -> None:
    """Under Blood Moon the Tundra makes red mana only."""
    found = why("{W}", "Blood Moon; Tundra")
    assert not found.able
    assert changes("{W}", "Blood Moon; Tundra")[ChangeKind.ADD].ways == ((("W",),),)


def test_a_restriction_is_lifted() -> None:
    """MTG-106.6."""
    board = "Forest; Ziggurat [{T}: Add {Any} (only: creature spells)]"
    found = changes(Spell.parse("{G}{G}", types="instant"), board)
    assert found[ChangeKind.LIFT].ways == ((("only: creature spells",),),)


def test_fewest_of_equal_sources_are_untapped() -> None:
    found = changes("{W}{W}{W}", "Plains; 3 Plains (tapped)")[ChangeKind.UNTAP]
    ids = ("Plains 2", "Plains 3", "Plains 4")
    assert found.ways == ((ids, ids),)
    assert found.phrase == "with two of Plains 2, Plains 3 and Plains 4 untapped"


def test_untapping_may_hurt() -> None:
    """MTG-KW-13: web-slinging returns a tapped creature; then every smaller number is tried."""
    spell = Spell.parse("{W}{W}", additional=ActivationCost.parse("return a tapped creature"))
    found = explain(spell, "Plains; Plains (tapped); Llanowar Elves (tapped)")
    untap = {change.kind: change for change in found.changes}[ChangeKind.UNTAP]
    assert (untap.amount, untap.monotone) == (1, False)
    assert untap.ways == ((("Plains 2",),),)


# --- Duel Masters --------------------------------------------------------------------------------


def test_no_untapped_card_of_a_civilization() -> None:
    """DM-5."""
    explanation = explain("fire(3)", ManaZone.parse("2 Water; Fire (tapped)"))
    assert str(explanation) == (
        "There is no untapped fire card. Fire is tapped. It could be paid with one more untapped "
        "card of fire, with Fire untapped, or if it cost 3 less."
    )


def test_two_civilizations_share_one_card() -> None:
    """DM-2, DM-5: one card pays one civilization, so the two lack one together."""
    found = why("fire/nature(2)", ManaZone.parse("Fire/Nature; Water"))
    assert (found.symbols, found.missing) == (("fire", "nature"), 1)


def test_points_are_short() -> None:
    """DM-6."""
    found = why("fire(4)", ManaZone.parse("Fire; Water; Nature (tapped)"))
    assert (set(found.symbols), found.missing) == ({"points"}, 2)
    assert found.sentence == ("2 points short: Fire and Water can make 2 of 4. Nature is tapped.")


def test_points_cannot_be_met_exactly() -> None:
    """DM-11."""
    found = why("fire(2)", ManaZone.parse("Fire (number 0); Water (number 3)"))
    assert "DM-11" in found.sentence


def test_a_card_that_is_forbidden() -> None:
    """MOD-10."""
    found = changes("fire(1)", ManaZone.parse("Fire; Water"), forbid=["Fire"])
    assert found[ChangeKind.LIFT].ways == ((("forbid Fire",),),)


# --- input, data, search -------------------------------------------------------------------------


def test_bad_input_is_refused() -> None:
    with pytest.raises(CostSyntaxError) as caught:
        explain("{Q}{W", "Plains")
    assert caught.value.position is not None
    with pytest.raises(UnknownNameError):
        explain("{W}", "Plains", using=["Nowhere"])
    with pytest.raises(InputError):
        explain("{W}", "Plains", using=["Plains"], instead_of=["Plains"])


def test_it_has_a_json_form() -> None:
    data = json.loads(explanation_to_json(explain("{U}{U}", "Island; Tundra (tapped)")))
    assert data["blocking"]["unable"][0]["obstacles"] == ["tapped"]
    assert [change["kind"] for change in data["changes"]] == ["add", "untap"]
    assert data["result"]["status"] == "UNPAYABLE"
    data = json.loads(explanation_to_json(explain("{U}", "Island; Tundra")))
    assert data["comparison"]["verdict"] == "worse"
    assert data["comparison"]["payment"]["activations"][0]["source"] == "Tundra"


def test_names_are_cleaned() -> None:
    """Names are untrusted text."""
    board = Board.parse('Island; "Rogue\\u001b[31m" (tapped) [{T}: Add {U}]')
    assert "\x1b" not in str(explain("{U}{U}", board))


def test_a_search_gives_up_openly() -> None:
    tried = 0

    def pays(counts: tuple[int, ...]) -> bool:
        nonlocal tried
        tried += 1
        return sum(counts) > 40

    with pytest.raises(Unsettled):
        Search((9,) * 8, pays, monotone=False).smallest()
    assert tried == MAX_TRIED


def test_ways_are_merged_without_a_remainder() -> None:
    """What is merged stands for what was found, and for nothing else."""
    found = [(2, 0, 1), (1, 1, 1), (0, 2, 1)]
    (choice,) = merged(found)
    assert sorted(map(sorted, choice)) == [[0, 1], [0, 1], [2]]
