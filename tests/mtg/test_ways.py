"""Ways to pay that are announced, decided together with the mana (rules.md sections 3, 5, 10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.errors import InputError, LimitError, UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import (
    ChosenObject,
    CostOption,
    Relief,
    alternative,
    emerge,
    harmonize,
    kicker,
    life_for_less,
    offering,
    optional,
)
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.solver import solve
from autotap.solver.announce import announcements
from autotap.solver.assist import most_assist

BEAR = "Bear (types: creature, cost: {1}{W}, power 2) []"
WHALE = "Whale (types: creature, cost: {4}{W}, power 6) []"
ELF = "Elf (types: creature elf, cost: {G}, power 1) [{T}: Add {G}]"
TOKEN = "Saproling (types: token creature, power 1) []"
DEFILER = life_for_less("Defiler of Vigor", "{G}")
ASSIST = frozenset({Payer.ASSIST})


class Paid(NamedTuple):
    """What a test looks at."""

    total: str
    objects: str = ""
    life: int = 0
    options: str = ""


def paid(board: str, spell: Spell, **wishes: Any) -> Paid | None:
    """Solve, and say what was announced and used; None where nothing pays."""
    result = solve(Problem(Board.parse(board), spell, **wishes))
    if result.payment is None:
        assert result.status is Status.UNPAYABLE
        return None
    assert isinstance(result.payment, Payment)
    announced = result.payment.announcement
    objects = ", ".join(f"{deed} {each}" for deed, each in result.payment.objects)
    return Paid(
        str(announced.total), objects, result.payment.life_paid, " ".join(announced.options)
    )


def helped(board: str, cost: str, assist: int, **parts: Any) -> int | None:
    """Say how much another player pays, None where nothing pays."""
    spell = Spell.parse(cost, payers=ASSIST, assist=assist, **parts)
    payment = solve(Problem(Board.parse(board), spell)).payment
    if payment is None:
        return None
    assert isinstance(payment, Payment)
    return sum(way is Payer.ASSIST for spend in payment.spends for way, _ in spend.payers)


# --- an object on which the total depends --------------------------------------------------------

EMERGE = Spell.parse("{7}", options=(emerge("{5}{U}"),))
AKKI = Spell.parse("{4}{R}{R}", options=(offering("goblin"),))
WHISPER = Spell.parse("{5}{U}", zone="graveyard", options=(harmonize("{5}{U}", least=1),))
GOBLIN = "types: creature goblin, cost: "


@pytest.mark.parametrize(
    ("rule", "board", "spell", "total", "objects"),
    [
        ("MTG-KW-08", f"4 Island; {BEAR}", EMERGE, "{3}{U}", "sacrifice Bear"),
        ("MTG-KW-08", f"4 Island; {BEAR}; {WHALE}", EMERGE, "{U}", "sacrifice Whale"),
        ("MTG-KW-08", f"3 Island; {BEAR}", EMERGE, None, ""),
        ("MTG-KW-08", f"7 Island; {BEAR}", EMERGE, "{7}", ""),
        ("MTG-KW-08", f"6 Island; {TOKEN}", EMERGE, "{5}{U}", "sacrifice Saproling"),
        ("MTG-KW-08", "7 Forest; Ooze (types: creature, cost: {X}{1}) []", EMERGE, "{7}", ""),
        ("MTG-KW-08", "5 Island; Ooze (types: creature, cost: {X}{1}) []", EMERGE, "{4}{U}",
         "sacrifice Ooze"),
        ("MTG-601.2g", f"4 Island; {ELF}", EMERGE, "{4}{U}", "sacrifice Elf"),
        ("MTG-118.10", "4 Island; 2 Pearl (types: creature, cost: {1}) "
         "[{T}, sacrifice this: Add {C}]", EMERGE, "{4}{U}", "sacrifice Pearl 2"),
        ("MTG-118.10", "4 Island; Pearl (types: creature, cost: {1}) "
         "[{T}, sacrifice this: Add {C}]", EMERGE, None, ""),
        ("MTG-KW-07", f"3 Mountain; Akki ({GOBLIN}{{2}}{{R}}) []", AKKI, "{2}{R}",
         "sacrifice Akki"),
        ("MTG-KW-07", f"3 Island; Akki ({GOBLIN}{{2}}{{R}}) []; Ram ({GOBLIN}{{R/G}}{{R/G}}{{R/G}})"
         " []", AKKI, "{3}", "sacrifice Ram"),
        ("MTG-118.7c", f"3 Mountain; Akki ({GOBLIN}{{R}}{{R}}{{R}}) []", AKKI, "{3}",
         "sacrifice Akki"),
        ("MTG-118.7b", f"5 Mountain; Boggart ({GOBLIN}{{B}}) []", AKKI, "{3}{R}{R}",
         "sacrifice Boggart"),
        ("MTG-118.7f", f"5 Mountain; Priest ({GOBLIN}{{R/P}}) []", AKKI, "{4}{R}",
         "sacrifice Priest"),
        ("MTG-KW-07", f"6 Mountain; Akki ({GOBLIN}{{2}}{{R}}) []", AKKI, "{4}{R}{R}", ""),
        ("MTG-KW-07", f"3 Mountain; {WHALE}", AKKI, None, ""),
        ("MTG-KW-09", f"4 Island; {BEAR}", WHISPER, "{3}{U}", "tap Bear"),
        ("MTG-KW-09", f"Island; {BEAR}; {WHALE}", WHISPER, "{U}", "tap Whale"),
        ("MTG-KW-09", f"6 Island; {BEAR}", WHISPER, "{5}{U}", ""),
        ("MTG-KW-09", f"4 Island; {BEAR.replace('power', 'sick, power')}", WHISPER, "{3}{U}",
         "tap Bear"),
        ("MTG-118.3", f"4 Island; {BEAR.replace('power', 'tapped, power')}", WHISPER, None, ""),
        ("MTG-118.10", f"4 Island; {ELF}", WHISPER, None, ""),
        ("MTG-KW-09", f"5 Island; {ELF}", WHISPER, "{4}{U}", "tap Elf"),
        ("MTG-KW-09", "5 Island; Wall (types: creature) []", WHISPER, None, ""),
        ("MTG-KW-09", "5 Island; Char (types: creature, power -2) []", WHISPER, None, ""),
    ],
)  # fmt: skip
def test_a_chosen_object_lowers_the_total(
    rule: str, board: str, spell: Spell, total: str | None, objects: str
) -> None:
    found = paid(board, spell)
    assert (found and found[:2]) == ((total, objects) if total else None), rule


def test_mtg_kw_09_equal_names_of_different_power_are_told_apart() -> None:
    small, large = (f"Bear (types: creature, power {power}) []" for power in (2, 4))
    assert paid(f"2 Island; {small}; {large}", WHISPER) == (
        "{1}{U}", "tap Bear 2", 0, "harmonize",
    )  # fmt: skip


def test_mtg_118_10_one_object_serves_one_cost() -> None:
    both = replace(EMERGE, additional=ActivationCost.parse("sacrifice a creature"))
    assert paid(f"4 Island; {BEAR}", both) is None
    found = paid(f"4 Island; {BEAR}; {TOKEN}", both)
    assert found is not None
    assert found.objects == "sacrifice Saproling, sacrifice Bear"
    tapped = replace(WHISPER, payers=frozenset({Payer.CONVOKE}))
    assert paid(f"3 Island; {BEAR}", tapped) is None
    assert paid(f"3 Island; {BEAR}; {TOKEN}", tapped) == ("{3}{U}", "tap Bear", 0, "harmonize")


def test_mtg_601_2f_t_the_minimum_comes_after_the_object() -> None:
    minimum = Modifier(Change.MINIMUM, ManaCost.parse("{3}"))
    spell = replace(EMERGE, modifiers=(minimum,))
    assert paid(f"3 Island; {WHALE}", spell) == ("{2}{U}", "sacrifice Whale", 0, "emerge")
    assert paid(f"2 Island; {WHALE}", spell) is None


def test_the_trace_names_the_base_and_the_object() -> None:
    (_, announcement) = announcements(Problem(Board.parse(BEAR), EMERGE))
    assert announcement.trace == (
        "emerge: {7} to {5}{U} (MTG-118.9)",
        "emerge (MTG-KW-08), mana value 2: {5}{U} to {3}{U} (MTG-118.7a)",
    )


def test_objects_that_lower_alike_are_one_announcement() -> None:
    board = Board.parse(f"2 {BEAR}; {TOKEN}; Bird (types: creature, cost: {{W}}{{U}}) []")
    found = announcements(Problem(board, EMERGE, forbid=frozenset({"Bear 2"})))
    assert [(str(each.total), each.objects) for each in found] == [
        ("{7}", ()),
        ("{3}{U}", (("emerge", ("Bear 1", "Bird")),)),
        ("{5}{U}", (("emerge", ("Saproling",)),)),
    ]


def test_what_must_not_be_used_is_not_chosen() -> None:
    board = f"4 Island; {BEAR}; {WHALE}"
    assert paid(board, EMERGE, forbid=frozenset({"Whale"})) == (
        "{3}{U}", "sacrifice Bear", 0, "emerge",
    )  # fmt: skip
    given_up = Spell.parse("{0}", additional=ActivationCost.parse("sacrifice a creature"))
    found = paid(f"{BEAR}; {TOKEN}", given_up, forbid=frozenset({"Saproling"}))
    assert found is not None
    assert found.objects == "sacrifice Bear"


# --- alternative costs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "board", "cost", "options", "expected"),
    [
        ("MTG-KW-10", "Mountain", "{2}{R}", ("spectacle", "{R}"), Paid("{R}", options="spectacle")),
        ("MTG-KW-13", f"Forest; {ELF}", "{3}{G}",
         ("web-slinging", "{1}{G}, return a tapped creature"),
         Paid("{1}{G}", "return Elf", 0, "web-slinging")),
        ("MTG-KW-13", f"2 Forest; {BEAR}", "{3}{G}",
         ("web-slinging", "{1}{G}, return a tapped creature"), None),
        ("MTG-KW-16", "Swamp; graveyard: 3", "{1}{B}{B}",
         ("escape", "{B}, exile 3 cards from your graveyard"), Paid("{B}", options="escape")),
        ("MTG-KW-16", "Swamp; graveyard: 2", "{1}{B}{B}",
         ("escape", "{B}, exile 3 cards from your graveyard"), None),
        ("MTG-KW-10", "life: 3; hand: 1", "{3}{U}{U}", ("force", "pay 1 life, discard a card"),
         Paid("{0}", "discard ", 1, "force")),
        ("MTG-118.6a", "Plains", None, ("Fist of Suns", "{W}"),
         Paid("{W}", options="Fist of Suns")),
    ],
)  # fmt: skip
def test_an_alternative_cost_stands_in_place(
    rule: str, board: str, cost: str | None, options: tuple[str, str], expected: Paid | None
) -> None:
    assert paid(board, Spell.parse(cost, options=(alternative(*options),))) == expected, rule


def test_mtg_118_9_one_alternative_at_most_and_all_else_adds() -> None:
    tax = Modifier(Change.INCREASE, ManaCost.parse("{2}"), text="commander tax")
    options = (alternative("evoke", "{W}"), alternative("dash", "{U}"), kicker("{1}", least=1))
    spell = Spell.parse("{6}", options=options, modifiers=(tax,))
    found = announcements(Problem(Board(), spell))
    assert [str(each.total) for each in found] == ["{9}", "{3}{W}", "{3}{U}"]


def test_an_alternative_that_is_needed_excludes_the_mana_cost_and_the_others() -> None:
    evoke, dash = alternative("evoke", "{W}", least=1), alternative("dash", "{U}")
    assert paid("2 Island", Spell.parse("{1}", options=(evoke, dash))) is None
    both = Spell.parse("{1}", options=(evoke, replace(dash, least=1)))
    assert announcements(Problem(Board(), both)) == ()


def test_mtg_kw_16_cards_exiled_for_escape_do_not_delve() -> None:
    escape = alternative("escape", "{2}{B}, exile 3 cards from your graveyard", least=1)
    spell = Spell.parse("{9}", options=(escape,), payers=frozenset({Payer.DELVE}))
    assert paid("Swamp; graveyard: 5", spell) == ("{2}{B}", "", 0, "escape")
    assert paid("Swamp; graveyard: 4", spell) is None


# --- optional costs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "board", "options", "total", "objects"),
    [
        ("MTG-KW-20", "3 Forest", (kicker("{1}"),), "{G}", ""),
        ("MTG-KW-20", "3 Forest", (kicker("{1}", least=1),), "{1}{G}", ""),
        ("MTG-KW-20", "9 Forest", (kicker("{1}{G}", least=3, most=None),), "{3}{G}{G}{G}{G}", ""),
        ("MTG-KW-20", "3 Forest", (optional("buyback", "{3}", least=1),), None, ""),
        ("MTG-KW-20", f"Forest; {TOKEN}", (optional("casualty", "sacrifice a creature", least=1),),
         "{G}", "sacrifice Saproling"),
        ("MTG-KW-20", f"Forest; {TOKEN}", (optional("casualty", "sacrifice a creature"),),
         "{G}", ""),
        ("MTG-KW-20", "4 Forest", (kicker("{1}", least=1), kicker("{2}", least=1)), "{3}{G}", ""),
    ],
)  # fmt: skip
def test_optional_costs(
    rule: str, board: str, options: tuple[CostOption, ...], total: str | None, objects: str
) -> None:
    found = paid(board, Spell.parse("{G}", options=options))
    assert (found and found[:2]) == ((total, objects) if total else None), rule


def test_mtg_118_8_a_kicker_is_paid_by_mana_for_kicked_spells_and_leaves_the_mana_value() -> None:
    kicked = Spell.parse("{1}{G}", options=(kicker("{2}"),))
    board = "Forest; Spire [{T}: Add {C}{C}{C} (only: kicked spells)]"
    assert paid(board, kicked) == ("{3}{G}", "", 0, "kicker {2}")
    assert paid(board, replace(kicked, options=())) is None
    great = "Forest; Spire [{T}: Add {C}{C}{C} (only: spells with mana value 4 or greater)]"
    assert paid(great, kicked) is None


def test_a_kicker_names_symbols_of_the_whole_cost() -> None:
    kicked = Spell.parse("{G}", options=(kicker("{X}"),))
    board = "Forest; Spire [{T}: Add {C} (only: costs that contain {X})]"
    assert paid(board, kicked, x=1) == ("{G}", "", 0, "")
    forced = replace(kicked, options=(kicker("{X}", least=1),))
    assert paid(board, forced, x=1) == ("{X}{G}", "", 0, "kicker {X}")
    assert paid(board, forced, x=2) is None


# --- reductions that cost life -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cost", "options", "expected"),
    [
        ("Forest", "{1}{G}", (DEFILER,), Paid("{1}", "", 2, "Defiler of Vigor")),
        ("2 Forest", "{1}{G}", (DEFILER,), Paid("{1}{G}")),
        ("Forest; life: 1", "{1}{G}", (DEFILER,), None),
        ("Forest", "{1}{W}", (DEFILER,), None),
        ("Forest", "{1}{G}{G}", (DEFILER,), None),
        ("Forest", "{1}{G}{G}", (replace(DEFILER, most=2),),
         Paid("{1}", "", 4, "Defiler of Vigor Defiler of Vigor")),
        ("2 Forest", "{1}{G}{G}", (replace(DEFILER, most=2),),
         Paid("{1}{G}", "", 2, "Defiler of Vigor")),
    ],
)  # fmt: skip
def test_mtg_kw_31_defilers(
    board: str, cost: str, options: tuple[CostOption, ...], expected: Paid | None
) -> None:
    assert paid(board, Spell.parse(cost, options=options)) == expected


def test_mtg_118_3b_no_life_for_an_option_where_none_may_be_paid() -> None:
    assert paid("Forest", Spell.parse("{1}{G}", options=(DEFILER,), no_life=True)) is None


# --- life for mana of a color --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cost", "life"),
    [
        ("", "{B}", 2),
        ("4 Swamp", "{3}{B}{B}", 2),
        ("2 Wastes", "{2}{B}{B}", 4),
        ("Plains", "{W/B}", 0),
        ("Island", "{1}{W/B}", 2),
        ("Island", "{1}{2/B}", 2),
        ("Island", "{1}{B/P}{C/B}", 4),
        ("life: 3", "{B}{B}", None),
        ("life: 2", "{B}", 2),
        ("", "{W}", None),
        ("", "{1}", None),
        ("Wastes; Keep [{B}, {T}: Add {C}{C}]", "{3}", 2),
        ("Wastes; Keep [{W/B}, {T}: Add {C}{C}]", "{3}", 2),
        ("Wastes; Keep [{W}, {T}: Add {C}{C}]", "{3}", None),
    ],
)
def test_mtg_ast_08_life_pays_black_symbols(board: str, cost: str, life: int | None) -> None:
    found = paid(f"{board}; life for: B", Spell.parse(cost))
    assert (found and found.life) == life
    if board != "Plains" and board != "4 Swamp":
        assert paid(board, Spell.parse(cost)) is None


def test_mtg_ast_08_no_life_where_none_may_be_paid() -> None:
    assert paid("life for: B", Spell.parse("{B}", no_life=True)) is None
    keep = "Wastes; Keep [{B}, {T}: Add {C}{C}]; life for: B"
    assert paid(keep, Spell.parse("{3}", no_life=True)) is None


def test_mtg_601_2f_t_the_minimum_looks_before_life_is_paid() -> None:
    trinisphere = (Modifier(Change.MINIMUM, ManaCost.parse("{3}")),)
    spell = Spell.parse("{1}{B/P}{B/P}", modifiers=trinisphere)
    assert paid("Swamp; life for: B", spell) == ("{1}{B}{B}", "", 4, "")
    assert paid("Swamp", spell) is None


def test_mtg_601_2g_mana_is_due_although_life_pays_it() -> None:
    """The creature may be tapped for mana, to be returned, although no mana is needed."""
    spell = Spell.parse("{B}", additional=ActivationCost.parse("return a tapped creature"))
    assert paid(f"{ELF}; life for: B", spell) == ("{B}", "return Elf", 2, "")
    assert paid(f"{ELF}; life for: B", Spell.parse("{0}", additional=spell.additional)) is None


# --- assist --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cost", "most", "expected"),
    [
        ("6 Forest", "{7}{G}", 2, 2),
        ("6 Forest", "{7}{G}", 1, None),
        ("8 Forest", "{7}{G}", 2, 0),
        ("7 Forest", "{7}{G}", 5, 1),
        ("Forest", "{4}{G}", 9, 4),
        ("Forest", "{1}{W}", 9, None),
        ("Forest", "{2/W}{G}", 9, 2),
        ("", "{C}", 1, None),
        ("", "{S}", 1, None),
    ],
)
def test_mtg_kw_05_another_player_pays_as_little_generic_mana_as_possible(
    board: str, cost: str, most: int, expected: int | None
) -> None:
    assert helped(board, cost, most) == expected


def test_mtg_kw_05_help_pays_for_x_and_is_needed_as_a_way_to_pay() -> None:
    spell = Spell.parse("{X}{G}", payers=ASSIST, assist=3)
    result = solve(Problem(Board.parse("Forest"), spell, x=3))
    assert result.payment is not None
    assert helped("Forest", "{1}{G}", 9) == 1
    assert solve(Problem(Board.parse("Forest"), Spell.parse("{1}{G}", assist=9))).payment is None


@pytest.mark.parametrize(
    ("board", "most"),
    [
        ("2 Forest", 2),
        ("Sol Ring; Azorius Signet", 3),
        ("9 Forest", 7),
        ("Spire [{T}: Add {C}{C} (only: creature spells)]", 2),
        ("Spire [{T}: Add {C}{C} (only: abilities)]", 0),
        ("pool: {R}; Sol Ring (tapped)", 1),
    ],
)
def test_mtg_kw_05_the_most_that_another_player_can_pay(board: str, most: int) -> None:
    spell = Spell.parse("{7}{G}", types="creature", payers=ASSIST)
    assert most_assist(spell, Board.parse(board)) == most


# --- bad input -----------------------------------------------------------------------------------


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="different names"):
        Spell.parse("{1}", options=(kicker("{1}"), kicker("{1}")))
    with pytest.raises(LimitError, match="in order"):
        kicker("{1}", least=2)
    with pytest.raises(LimitError, match="once"):
        CostOption("two", instead=True, most=2)
    with pytest.raises(LimitError, match="once"):
        replace(DEFILER, most=None)
    with pytest.raises(LimitError, match="one object"):
        ChosenObject(ObjectCost(Deed.SACRIFICE, 2, "creature"), Relief.POWER)
    with pytest.raises(UnsupportedCostError, match="sacrificed or tapped"):
        ChosenObject(ObjectCost(Deed.RETURN, 1, "creature"), Relief.POWER)
    with pytest.raises(UnsupportedCostError):
        optional("odd", "{T}")
    odd = Announcement(ManaCost.parse("{1}"), options=("kicker",))
    with pytest.raises(UnsupportedCostError, match="without options"):
        announcements(Problem(Board(), Spell(None, totals=(odd,))))


def test_too_many_choices_are_refused() -> None:
    many = tuple(optional(f"mode {number}", "{1}") for number in range(13))
    with pytest.raises(LimitError, match="ways to choose"):
        announcements(Problem(Board(), Spell.parse("{1}", options=many)))


# --- against every choice, written anew ----------------------------------------------------------


class Thing(NamedTuple):
    """A permanent that taps for at most one mana."""

    kinds: str
    makes: str
    cost: tuple[str, ...]
    power: int

    def text(self, number: int) -> str:
        ability = f"{{T}}: Add {{{self.makes}}}" if self.makes else ""
        cost = "".join(f"{{{symbol}}}" for symbol in self.cost) or "none"
        about = f"types: {self.kinds}, cost: {cost}, power {self.power}"
        return f"T{number} ({about}) [{ability}]"


class Asked(NamedTuple):
    """A question in plain words."""

    things: tuple[Thing, ...]
    cost: tuple[str, ...]
    emerge: tuple[str, ...] | None
    harmonize: tuple[str, ...] | None
    offering: bool
    defilers: int
    kicks: int
    life: int
    life_for: str
    assist: int

    def problem(self) -> Problem:
        def text(symbols: tuple[str, ...]) -> str:
            return "".join(f"{{{symbol}}}" for symbol in symbols) or "{0}"

        options = [] if self.emerge is None else [emerge(text(self.emerge))]
        options += [] if self.harmonize is None else [harmonize(text(self.harmonize))]
        options += [offering("goblin")] * self.offering
        options += [replace(life_for_less("defiler", "{B}"), most=self.defilers)] * (
            self.defilers > 0
        )
        options += [kicker("{1}", least=self.kicks, most=None)]
        board = Board.parse("; ".join(thing.text(i) for i, thing in enumerate(self.things)))
        life_for = frozenset(map(ManaType, self.life_for))
        spell = Spell.parse(text(self.cost), options=tuple(options), payers=ASSIST)
        return Problem(
            replace(board, life=self.life, life_for=life_for), replace(spell, assist=self.assist)
        )


Due = tuple[tuple[str, int], ...]
Less = tuple[tuple[str, ...], bool]


def lowered(due: Counter[str], less: Less) -> set[Due]:
    """Take off every half of every symbol."""
    results = set()
    for parts in product(*(symbol.split("/") for symbol in less[0])):
        left = Counter(due)
        for part in sorted(parts, key=str.isdigit):
            kind = part if left[part] or not less[1] else "generic"
            kind = "generic" if part.isdigit() else kind
            left[kind] -= min(int(part) if part.isdigit() else 1, left[kind])
        results.add(tuple(sorted((+left).items())))
    return results


def totals(symbols: tuple[str, ...], reductions: list[Less]) -> set[Due]:
    start: Counter[str] = Counter()
    for symbol in symbols:
        start["generic" if symbol.isdigit() else symbol] += int(symbol) if symbol.isdigit() else 1
    reached = set()
    for order in set(permutations(reductions)):
        states = {tuple(sorted((+start).items()))}
        for less in order:
            states = set().union(*(lowered(Counter(dict(state)), less) for state in states))
        reached |= states
    return reached


def value(symbols: tuple[str, ...]) -> int:
    return sum(int(symbol) if symbol.isdigit() else 1 for symbol in symbols)


class Way(NamedTuple):
    """Mana and life that are due, what is announced, and the things chosen by option."""

    due: Due
    life: int
    options: tuple[str, ...]
    objects: tuple[tuple[str, int], ...]


def ways(asked: Asked) -> set[Way]:
    """Every way to announce a question's cost."""
    creatures = [i for i, thing in enumerate(asked.things) if "creature" in thing.kinds]
    goblins = [i for i, thing in enumerate(asked.things) if "goblin" in thing.kinds]
    bases: list[tuple[str, tuple[str, ...], list[int | None]]] = [("", asked.cost, [None])]
    if asked.emerge is not None:
        bases.append(("emerge", asked.emerge, [*creatures]))
    if asked.harmonize is not None:
        bases.append(("harmonize", asked.harmonize, [None, *creatures]))
    offers = [None, *goblins] if asked.offering else [None]
    found = set()
    for (name, base, things), defilers in product(bases, range(asked.defilers + 1)):
        for thing, offered in product(things, offers):
            reductions: list[Less] = [(("B",), False)] * defilers
            objects, options = [], [name] if name else []
            if thing is not None:
                chosen = asked.things[thing]
                less = value(chosen.cost) if name == "emerge" else max(0, chosen.power)
                reductions.append(((str(less),), True))
                objects.append((name, thing))
            if offered is not None:
                reductions.append((asked.things[offered].cost, True))
                objects.append(("goblin offering", offered))
                options.append("goblin offering")
            options += ["defiler"] * defilers + ["multikicker {1}"] * asked.kicks
            for due in totals((*base, *["1"] * asked.kicks), reductions):
                found.add(Way(due, 2 * defilers, tuple(options), tuple(objects)))
    return found


def fits(due: tuple[str, ...], mana: tuple[str, ...], life_for: str) -> set[int]:
    """How many symbols are paid with life, for every way to pay with this mana and life."""
    if not due:
        return {0}
    symbol, rest = due[0], due[1:]
    results = {1 + more for more in fits(rest, mana, life_for)} if symbol in life_for else set()
    for unit in set(mana):
        if symbol in (unit, "generic"):
            at = mana.index(unit)
            results |= fits(rest, mana[:at] + mana[at + 1 :], life_for)
    return results


def best(asked: Asked) -> tuple[int, int, int] | None:
    """The least help, then lethal, then losses, over all payments."""
    found = []
    for way in ways(asked):
        gone = [thing for name, thing in way.objects if name != "harmonize"]
        tapped = [thing for name, thing in way.objects if name == "harmonize"]
        if len(set(gone)) < len(gone):
            continue
        symbols = list(Counter(dict(way.due)).elements())
        generic = symbols.count("generic")
        makers = [i for i, t in enumerate(asked.things) if t.makes and i not in tapped]
        makers = makers if symbols else []
        for number in range(len(makers) + 1):
            for used in combinations(makers, number):
                for help_ in range(min(asked.assist, generic) + 1):
                    rest = symbols.copy()
                    for _ in range(help_):
                        rest.remove("generic")
                    made = tuple(asked.things[i].makes for i in used)
                    for by_life in fits(tuple(rest), made, asked.life_for):
                        life = way.life + 2 * by_life
                        if life > asked.life:
                            continue
                        after = asked.life - life
                        losses = life + 4 * (max(0, 5 - after) - max(0, 5 - asked.life))
                        taps = [*used, *tapped]
                        losses += sum("creature" in asked.things[i].kinds for i in taps)
                        losses += sum(4 if "token" in asked.things[i].kinds else 10 for i in gone)
                        found.append((help_, int(life > 0 and after <= 0), losses))
    return min(found, default=None)


SYMBOL = st.sampled_from(["1", "2", "3", "B", "B", "R", "G"])
SYMBOLS = st.lists(SYMBOL, max_size=3).map(tuple)
THINGS = st.builds(
    Thing,
    st.sampled_from(
        ["land", "creature", "creature goblin", "token creature goblin", "creature goblin"]
    ),
    st.sampled_from(["", "B", "R", "G"]),
    st.lists(st.sampled_from(["1", "2", "B", "R", "R/G", "B/R"]), max_size=3).map(tuple),
    st.integers(-1, 3),
)
QUESTIONS = st.builds(
    Asked,
    st.lists(THINGS, max_size=4).map(tuple),
    st.lists(SYMBOL, min_size=1, max_size=4).map(tuple),
    st.none() | SYMBOLS,
    st.none() | SYMBOLS,
    st.booleans(),
    st.integers(0, 2),
    st.integers(0, 1),
    st.sampled_from([1, 4, 7, 20]),
    st.sampled_from(["", "B", "BR"]),
    st.integers(0, 2),
)


@settings(max_examples=150, deadline=None)
@given(QUESTIONS)
def test_all_ways_together_against_every_choice(asked: Asked) -> None:
    problem = asked.problem()
    result = solve(problem)
    expected = best(asked)
    if expected is None:
        assert result.status is Status.UNPAYABLE
        return
    assert result.status is Status.OPTIMAL
    payment = result.payment
    assert isinstance(payment, Payment)
    help_ = sum(way is Payer.ASSIST for spend in payment.spends for way, _ in spend.payers)
    assert (help_, result.objective["lethal"], result.objective["losses"]) == expected


def test_mtg_118_10_harmonize_taps_what_is_then_returned() -> None:
    """A creature without power takes nothing off, but it is tapped."""
    wall = "Wall (types: creature, power 0) []"
    additional = ActivationCost.parse("return a tapped creature")
    spell = replace(WHISPER, additional=additional)
    assert paid(f"6 Island; {wall}", spell) == ("{5}{U}", "tap Wall, return Wall", 0, "harmonize")
