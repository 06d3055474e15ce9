"""Why a cost cannot be paid, and what would change that: cases by rule."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from autotap.models import (
    Board,
    DuelMastersCost,
    DuelMastersSpell,
    ManaZone,
    Problem,
    Spell,
)
from autotap.models.duel_masters import DuelMastersOptions, Era
from autotap.models.duel_masters.civilization import Civilization
from autotap.models.duel_masters.cost import PointOvershoot
from autotap.models.duel_masters.spell import AdditionalTap
from autotap.models.errors import CostSyntaxError, InputError, SchemaError, UnknownNameError
from autotap.models.explanation import (
    Able,
    Blocking,
    Cause,
    Change,
    ChangeKind,
    Obstacle,
    Unable,
    explanation_from_json,
    explanation_to_json,
)
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Announcement
from autotap.models.mtg.wish import Wish
from autotap.solver import explain, pay, solve
from autotap.solver.explanation import explain_result
from autotap.solver.explanation.fewest import MAX_TRIED, Search, Unsettled, merged
from tests.explanation.changed import expanded


def why(
    cost: str | Spell | DuelMastersSpell, board: str | Board | ManaZone, **options: object
) -> Blocking:
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
        ("Hall [{T}: Add {G} (if: 3 elf)]", Obstacle.CONDITION, "3 elves"),
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
    assert changes("{B/P}{B/P}", "Plains; life: 3")[ChangeKind.LIFE].amount == 2


@pytest.mark.parametrize(
    ("cost", "board", "amount"),
    [
        ("{B/P}{B/P}", "Swamp; life: 1", 2),
        ("{B/P}{B/P}", "Swamp; life: 0", 3),
        ("{1}{B/P}{B/P}", "Wastes; life: 1", 4),
        ("{B/P}{B}", "Swamp; life: -3", 6),
    ],
)
def test_as_much_life_as_leaves_one_alive(cost: str, board: str, amount: int) -> None:
    """MTG-119.4: life may be paid down to 0, but that loses the game."""
    found = changes(cost, board)[ChangeKind.LIFE]
    assert (found.amount, found.lethal) == (amount, False)
    assert found.phrase == f"with {amount} more life"
    for more, lethal in ((amount, 0), (amount - 1, 1)):
        parsed = Board.parse(board)
        richer = replace(parsed, life=parsed.life + more)
        assert solve(Problem(richer, Spell.parse(cost))).objective.get("lethal", 1) == lethal


def test_a_lethal_change_is_called_so() -> None:
    """MTG-119.4: where nothing else of its kind pays, the sentence says what it costs."""
    explanation = explain("{U}{U}", "Island; City of Brass (tapped); life: 1")
    untap = {change.kind: change for change in explanation.changes}[ChangeKind.UNTAP]
    assert (untap.amount, untap.lethal) == (1, True)
    assert "City of Brass untapped (but then you would lose the game)." in str(explanation)


def test_a_lethal_change_is_not_named_beside_a_better_one() -> None:
    """MTG-119.4: the City would pay as well, and lose the game."""
    board = "Island; City of Brass (tapped); Tundra (tapped); life: 1"
    found = changes("{U}{U}", board)[ChangeKind.UNTAP]
    assert (found.ways, found.lethal) == (((("Tundra",),),), False)


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


@pytest.mark.parametrize(
    ("options", "zone", "named"),
    [
        (DuelMastersOptions(), "3 Fire (number 2)", True),
        (DuelMastersOptions(), "Fire (number 0); Water (number 3)", True),
        (DuelMastersOptions(era=Era.CLASSIC), "3 Fire (number 2)", False),
    ],
)
def test_the_other_reading_is_named_if_it_pays(
    options: DuelMastersOptions, zone: str, *, named: bool
) -> None:
    """DM-11, DM-61: three points of cards of number 2; in the classic era no reading helps."""
    cost = DuelMastersCost.parse("fire(3)" if "2)" in zone else "fire(2)")
    spell = DuelMastersSpell(cost, options=options)
    result = pay(spell, ManaZone.parse(zone))
    assert result.shortfall is not None
    found = explain(spell, ManaZone.parse(zone)).blocking
    assert found is not None
    assert found.sentence == result.shortfall.sentence
    assert ("the option point_overshoot=last_card would allow it" in found.sentence) == named
    lenient = replace(options, point_overshoot=PointOvershoot.LAST_CARD)
    other = pay(replace(spell, options=lenient), ManaZone.parse(zone))
    assert (other.payment is not None) == named


def test_the_other_reading_is_not_named_where_it_does_not_pay() -> None:
    """DM-11, DM-33: the only other card is due in addition."""
    extra = (AdditionalTap(Civilization.FIRE, 1),)
    spell = DuelMastersSpell(DuelMastersCost.parse("fire(3)"), additional=extra)
    found = why(spell, ManaZone.parse("2 Fire (number 2)"))
    assert "DM-11" in found.sentence
    assert "last_card" not in found.sentence


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


@pytest.mark.parametrize(
    ("cost", "board"),
    [
        ("{U}{U}", "Island; Tundra (tapped); Hall [{T}: Add {U} (if: 5 land)]"),
        ("{U}", "Island; Tundra"),
        ("{U}", "Island"),
        ("{1}{B/P}", "Wastes; life: 0"),
        ("fire(3)", ManaZone.parse("2 Water; Fire (tapped)")),
        ("fire(1)", ManaZone.parse("Fire; Fire/Water")),
    ],
)
def test_its_json_form_is_read_back(cost: str, board: str | ManaZone) -> None:
    explanation = explain(cost, board)
    again = explanation_from_json(explanation_to_json(explanation))
    assert again == explanation
    assert str(again) == str(explanation)


@pytest.mark.parametrize(
    "change",
    [
        {"autotap": 2},
        {"changes": [{"kind": "wish", "amount": 1}]},
        {"blocking": {"symbols": []}},
        {"more": 1},
        {"comparison": {"verdict": "worse"}},
    ],
)
def test_json_that_does_not_fit_is_refused(change: dict[str, object]) -> None:
    data = json.loads(explanation_to_json(explain("{U}", "Plains")))
    with pytest.raises(SchemaError):
        explanation_from_json(json.dumps(data | change))


def test_names_are_cleaned() -> None:
    """Names are untrusted text."""
    board = Board.parse('Island; "Rogue\\u001b[31m" (tapped) [{T}: Add {U}]')
    assert "\x1b" not in str(explain("{U}{U}", board))


@pytest.mark.parametrize(
    ("cost", "board", "said"),
    [
        ("{W}{U}", "2 Azorius Signet", "2 Azorius Signet (2 each for {1}), and none can be had."),
        ("{7}", "5 Island", "{7} needs seven from 5 Island, and at most five can be had."),
        ("{12}", "5 Island", "{12} needs 12 from 5 Island, and at most 5 can be had."),
        ("{U}", "Hall [{T}: Add {U} (if: 5 land)]", "Hall asks for 5 lands."),
        ("{U}", "Hall [{T}: Add {U} (if: 1 snow)]", "Hall asks for 1 snow permanent."),
        ("{2}{W}{R}", "Wastes", "{2}{W}{R} needs four from Wastes"),
        ("{U}{U}", "2 Island (tapped)", "with Island 1 and Island 2 untapped"),
        ("{U}", "2 Island (tapped)", "with Island 1 or Island 2 untapped"),
        ("{U}{U}", "3 Island (tapped)", "with two of Island 1, Island 2 and Island 3 untapped"),
        (
            "{B}{W}{W}{G}{W/U}",
            "Island; Sol Ring; Treasure; life: 3",
            "with three more mana: {W}{W}{B}, {W}{W}{G} or {W}{B}{G}.",
        ),
        ("{W/U}{W/U}", "", "with two more mana, each {W} or {U}."),
        (
            "{W/U}{W/U}{W/U}{B/R}{B/R}{1}",
            "",
            "with six more mana: one of any type; three of {W} or {U}; two of {B} or {R}.",
        ),
        ("{W}{U}{1}", "", "with one more mana, one more {W} and one more {U}."),
    ],
)
def test_how_it_is_said(cost: str, board: str, said: str) -> None:
    """Numbers of one sentence agree, plurals are plurals, choices are told apart."""
    assert said in str(explain(cost, board))


def test_of_many_choices_some_are_named() -> None:
    """The data keep all of them."""
    explanation = explain("{W}{U}{B}{R}{G}", "Sol Ring; 2 Treasure")
    assert "with three more mana: {W}{U}{B}, {W}{U}{R} or eight other choices" in str(explanation)
    assert len(expanded(explanation.changes[0].ways)) == 10


def test_cards_are_counted() -> None:
    """DM-5, DM-6: one card, several cards, cards of civilizations."""
    said = str(explain("fire(6)", ManaZone.parse("Fire")))
    assert "with five more untapped cards, or" in said
    said = str(explain("fire/nature(2)", ManaZone()))
    assert "one more untapped card of fire and one more untapped card of nature" in said


def test_choices_of_cards_are_told_apart() -> None:
    """DM-5: of three civilizations two are missing, whichever one card pays."""
    said = str(explain("light/fire/nature(3)", ManaZone.parse("Light/Fire/Nature")))
    assert (
        "two more untapped cards: fire and light; or fire and nature; or light and nature" in said
    )


def test_the_announcement_that_could_be_paid_is_told() -> None:
    """MTG-119.4: with 1 life the way that pays 2 is closed, and the other lacks one mana."""
    totals = tuple(
        Announcement(ManaCost.parse(total), life=life)
        for total, life in (("{B}{B}", 0), ("{B}", 2))
    )
    spell = Spell(ManaCost.parse("{B}{B/P}"), totals=totals)
    explanation = explain(spell, "Swamp; life: 1")
    assert explanation.blocking is not None
    assert (explanation.blocking.cause, explanation.blocking.total) == (Cause.MANA, "{B}{B}")
    assert "{B}{B} comes closest. It needs two from Swamp" in str(explanation)


def test_no_mana_may_be_spent() -> None:
    spell = Spell.parse("{1}{U}", no_mana=True)
    assert "No mana may be spent on it." in str(explain(spell, "2 Island"))


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
